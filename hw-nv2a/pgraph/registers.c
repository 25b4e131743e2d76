/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * FE's registers: tables for both Kelvin register layouts, and what a read
 * or write does beyond storage.  Rows are in register-rows.h.
 */
#include "pgraph/fe.h"

#include "base/bits.h"

/* Capability no chip has: rows of the other layout. */
#define NEVER (UINT64_C(1) << 63)

/* --- hooks --- */

#define WRITE_HOOK(name) \
    static void name(void *unit, const NvReg *reg G_GNUC_UNUSED, \
                     unsigned index G_GNUC_UNUSED, \
                     uint32_t value G_GNUC_UNUSED)

/* Acknowledging the error also clears what told of it. */
WRITE_HOOK(intr)
{
    NvPgraph *pg = unit;

    if (value & NV_PGRAPH_INTR_ERROR) {
        NV_PG(pg, NSOURCE) = 0;
        NV_PG(pg, NSTATUS) = 0;
    }
    nv_env_irq_changed(pg->env);
}

WRITE_HOOK(intr_en)
{
    NvPgraph *pg = unit;

    nv_env_irq_changed(pg->env);
}

/* The method that waited for the driver, then the puller. */
static void resume(NvPgraph *pg)
{
    if ((NV_PG(pg, FIFO_ENABLE) & 1) && pg->pending.valid) {
        NvPgraphPending p = pg->pending;

        if (nv_context_switch(pg, p.chid)) {
            nv_fe_execute(pg);
        }
    }
    if (nv_pgraph_ready(pg)) {
        nv_env_work(pg->env);
    }
}

WRITE_HOOK(fifo_enable)
{
    if (value & 1) {
        resume(unit);
    }
}

/* Bit 1: the next buffer is shown (console software; doc). */
WRITE_HOOK(increment)
{
    NvPgraph *pg = unit;
    uint32_t word = NV_PG(pg, SURF_TYPE);
    uint32_t next = nv_extract(word, 24, 3) + 1;

    if (value & 2) {
        next = next == nv_extract(word, 28, 3) ? 0 : next & 7;
        NV_PG(pg, SURF_TYPE) = nv_deposit(word, 24, 3, next);
        resume(pg);
    }
}

static uint32_t rdi_data_read(void *unit, const NvReg *reg G_GNUC_UNUSED,
                              unsigned index G_GNUC_UNUSED,
                              uint32_t stored G_GNUC_UNUSED)
{
    return nv_rdi_read(unit);
}

WRITE_HOOK(rdi_data)
{
    nv_rdi_write(unit, value);
}

WRITE_HOOK(pipe_data)
{
    nv_pipe_write(unit, value);
}

WRITE_HOOK(ctx_trigger)
{
    nv_context_trigger(unit, value);
}

WRITE_HOOK(surface)
{
    nv_surfaces_update(unit);
}

/* Negative factors become 0 (hw). */
WRITE_HOOK(beta)
{
    NvPgraph *pg = unit;

    if (value >> 31) {
        NV_PG(pg, BETA) = 0;
    }
}

/* Restoring a shadow sends the bundle again. */
static void bundle(void *unit, const NvReg *reg, unsigned index,
                   uint32_t value G_GNUC_UNUSED)
{
    NvPgraph *pg = unit;
    NvBundle b = nv_bundle_from_kelvin((reg->offset - NV_PGRAPH_BUNDLES) / 4
                                       + index);

    nv_fe_send_bundle(pg, b, nv_fe_bundle(pg, b));
}

/* --- tables --- */

#define ROW(n, o, c, s, m, one, w1, r, w) \
    { .name = #n, .offset = o, .count = c, .stride = s, \
      .mask = (m) == NV_ABSENT ? 0 : (m), .w1c = w1, .ones = one, \
      .reset = one, .read = r, .write = w, \
      .caps = (m) == NV_ABSENT ? NEVER : 0 },
#define BUNDLE(n, c, k, m) \
    { .name = #n, .offset = NV_PGRAPH_BUNDLES + 4 * (k), .count = c, \
      .stride = 4, .mask = m, .write = bundle, .caps = (m) ? 0 : NEVER },

static const NvReg rows_nv20[] = {
#define X(n, o, c, s, m20, m25, one, w1, r, w, owner) \
    ROW(n, o, c, s, m20, one, w1, r, w)
    NV_PGRAPH_REGISTER_ROWS(X)
#undef X
#define X(n, c, k, m20, m25) BUNDLE(n, c, k, m20)
    NV_BUNDLE_ROWS(X)
#undef X
};

static const NvReg rows_nv25[] = {
#define X(n, o, c, s, m20, m25, one, w1, r, w, owner) \
    ROW(n, o, c, s, m25, one, w1, r, w)
    NV_PGRAPH_REGISTER_ROWS(X)
#undef X
#define X(n, c, k, m20, m25) BUNDLE(n, c, k, m25)
    NV_BUNDLE_ROWS(X)
#undef X
};

static_assert(NV_ARRAY_SIZE(rows_nv20) == NV_ARRAY_SIZE(rows_nv25),
              "one list of registers, two columns");

void nv_pgraph_registers_init(NvPgraph *pg)
{
    bool late = nv_chip_has(pg->env->chip, NV_CAP_ZCULL);

    nv_regs_init(&pg->regs, late ? rows_nv25 : rows_nv20,
                 NV_ARRAY_SIZE(rows_nv20), NV_PGRAPH_SIZE, pg->values,
                 pg->env->chip->caps, pg);
}

/* --- access --- */

uint32_t nv_pgraph_read(NvPgraph *pg, uint32_t offset)
{
    uint32_t value;

    offset &= ~3u;
    if (!nv_regs_read(&pg->regs, offset, &value)) {
        nv_unimp(pg->env, "PGRAPH read 0x40%04x", offset);
    }
    return value;
}

/* The cache belongs to FE while it takes methods (hw). */
static bool locked(const NvPgraph *pg, uint32_t offset)
{
    return offset >= NV_PGRAPH_CTX_CACHE_A &&
           offset < NV_PGRAPH_CTX_CACHE_T + 0x20 &&
           (NV_PG(pg, FIFO_ENABLE) & 1);
}

void nv_pgraph_write(NvPgraph *pg, uint32_t offset, uint32_t value)
{
    offset &= ~3u;
    if (locked(pg, offset)) {
        return;
    }
    if (!nv_regs_write(&pg->regs, offset, value)) {
        nv_unimp(pg->env, "PGRAPH write 0x40%04x 0x%08x", offset, value);
    }
}
