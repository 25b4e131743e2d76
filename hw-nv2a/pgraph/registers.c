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

/*
 * Acknowledging an error also clears what told of it (doc); with none up
 * NSTATUS stays (hw).
 */
WRITE_HOOK(intr)
{
    NvPgraph *pg = unit;

    if ((value & NV_PGRAPH_INTR_ERROR) && NV_PG(pg, NSOURCE)) {
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
    if ((NV_PG(pg, FIFO_ENABLE) & 1) && nv_fe_latched(pg)) {
        nv_fe_execute(pg);
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

/* A driver may put a method there itself; FE cannot tell (hw). */
WRITE_HOOK(fifo_mthd_st2)
{
    if (value & NV_FIFO_ST2_VALID) {
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

/* Surface of a register: the seventh has rows of its own. */
static unsigned surf_of(const NvReg *reg, unsigned index)
{
    return reg->offset >= NV_PGRAPH_SURF_OFFSET_6 ? 6 : index;
}

WRITE_HOOK(surf_offset)
{
    NvPgraph *pg = unit;

    NV_PG(pg, VALID) |= NV_BIT(3);
    nv_surf_forget(pg, surf_of(reg, index));
    nv_surfaces_update(pg);
}

WRITE_HOOK(surf_base)
{
    nv_surf_forget(unit, surf_of(reg, index));
    nv_surfaces_update(unit);
}

WRITE_HOOK(surf_pitch)
{
    NvPgraph *pg = unit;

    NV_PG(pg, VALID) |= NV_BIT(2);
    nv_surfaces_update(pg);
}

/* --- hooks of 2D state: what a driver writes there counts as set (hw) --- */

WRITE_HOOK(debug_b)
{
    NvPgraph *pg = unit;

    if (value & NV_BIT(4)) {
        NV_PG(pg, XY_B) &= ~1u;
    }
}

WRITE_HOOK(debug_d)
{
    nv_fe_class_changed(unit);
}

WRITE_HOOK(ctx_switch_a)
{
    nv_fe_volatile(unit, value >> 31);
    nv_fe_class_changed(unit);
}

WRITE_HOOK(misc32)
{
    NvPgraph *pg = unit;

    if (index == 0) {
        NV_PG(pg, VALID) |= NV_BIT(16);
    }
}

WRITE_HOOK(bitmap_color)
{
    NvPgraph *pg = unit;

    NV_PG(pg, VALID) |= NV_BIT(17);
}

WRITE_HOOK(vertex)
{
    nv_xy_vertex(unit, reg->offset == NV_PGRAPH_VTX_Y, value);
}

WRITE_HOOK(iclip)
{
    nv_xy_image_clip(unit, index, value);
}

WRITE_HOOK(uclip)
{
    nv_xy_user_clip(unit, reg->offset == NV_PGRAPH_OCLIP, index, value);
}

/*
 * Restoring a mode word sends one command (hw: IDX's log moves on by one);
 * that it carries the word's half of the vector is a guess.
 */
WRITE_HOOK(xf_mode)
{
    nv_fe_send_xf_mode_half(unit, reg->offset == NV_PGRAPH_XF_MODE_T);
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
