/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * FE as a unit: life, saved state, the puller's door, the dump.
 * Facts: PGRAPH model of envytools; see the files of each part.
 */
#include "pgraph/pgraph.h"

#include "pgraph/fe.h"
#include "words/fields.h"
#include "pgraph/image.h"

/*
 * Reset values are not known but that drivers clear everything first.  All
 * DEBUG bits are 0, which leaves most checks off (fe.h), except the one
 * without which no object would ever become current: a guess.
 */
static void reset_registers(NvPgraph *pg)
{
    memset(pg->values, 0, sizeof(pg->values));
    nv_regs_reset(&pg->regs);
    NV_PG_PUT(pg, DEBUG_B, CTX_SWITCH_ENABLE, 1);
}

void nv_pgraph_init(NvPgraph *pg, NvEnv *env, NvMem *mem, NvIdx *idx,
                    NvXf *xf, NvRaster *raster)
{
    memset(pg, 0, sizeof(*pg));
    pg->env = env;
    pg->mem = mem;
    pg->idx = idx;
    pg->xf = xf;
    pg->raster = raster;
    nv_twod_init(&pg->twod, env, mem);
    nv_pgraph_registers_init(pg);
    nv_classes_init(pg);
    nv_fe_objects_init(pg);
    nv_context_init(pg);
    nv_image_init(pg);
    reset_registers(pg);
}

void nv_pgraph_free(NvPgraph *pg)
{
    nv_image_forget(pg);
    nv_context_free(pg);
    nv_classes_free(pg);
    nv_twod_free(&pg->twod);
    nv_regs_free(&pg->regs);
    g_clear_pointer(&pg->reg_rows, g_free);
}

void nv_pgraph_reset(NvPgraph *pg)
{
    reset_registers(pg);
    /*
     * Methods are taken from the start: open drivers use their first channel
     * without setting this bit, and others clear it first (doc).
     */
    NV_PG_PUT(pg, FIFO_ENABLE, ENABLE, 1);
    memset(pg->rdi, 0, sizeof(pg->rdi));
    pg->pipe_bundle = 0;
    pg->copying = 0;
    pg->copied_lines = pg->copied_elements = 0;
    nv_twod_reset(&pg->twod);
    pg->notify_waits = 0;
    memset(pg->xf_load_pos, 0, sizeof(pg->xf_load_pos));
    nv_context_reset(pg);
    nv_fe_class_changed(pg);
    nv_env_irq_changed(pg->env);
}

/* Public hardware tests (envytools) rely on the trap words (hw). */
void nv_pgraph_off(NvPgraph *pg)
{
    uint32_t addr = NV_PG(pg, TRAP_ADDR);
    uint32_t data[2] = {
        NV_PG_AT(pg, TRAP_DATA, 0), NV_PG_AT(pg, TRAP_DATA, 1),
    };

    nv_pgraph_reset(pg);
    NV_PG(pg, TRAP_ADDR) = addr;
    NV_PG_AT(pg, TRAP_DATA, 0) = data[0];
    NV_PG_AT(pg, TRAP_DATA, 1) = data[1];
}

bool nv_pgraph_intr(const NvPgraph *pg)
{
    return NV_PG(pg, INTR) & NV_PG(pg, INTR_EN);
}

bool nv_pgraph_ready(const NvPgraph *pg)
{
    return NV_PG_GET(pg, FIFO_ENABLE, ENABLE) && !nv_fe_closed(pg) &&
           !nv_pgraph_busy(pg);
}

bool nv_pgraph_busy(const NvPgraph *pg)
{
    return pg->copying || nv_twod_busy(&pg->twod) ||
           nv_idx_busy(pg->idx) || nv_raster_busy(pg->raster);
}

static void continue_2d(NvPgraph *pg)
{
    if (nv_twod_continue(&pg->twod) == NV_TWOD_UNREADABLE) {
        nv_fe_error(pg, NV_ERROR_READ_FAULT, NV_MEM_FAULT(pg->mem));
    }
    if (!nv_twod_busy(&pg->twod)) {
        nv_fe_notify(pg);
    }
}

void nv_pgraph_continue(NvPgraph *pg)
{
    nv_raster_continue(pg->raster);
    if (!nv_raster_busy(pg->raster)) {
        nv_idx_continue(pg->idx);
    }
    if (pg->copying) {
        nv_m2mf_continue(pg);
    }
    if (nv_twod_busy(&pg->twod)) {
        continue_2d(pg);
    }
    if (pg->notify_waits && !nv_pgraph_busy(pg)) {
        pg->notify_waits = 0;
        nv_fe_notify(pg);
    }
    if (!nv_pgraph_busy(pg)) {
        nv_fe_retry(pg);
    }
}

bool nv_pgraph_settle(NvPgraph *pg)
{
    bool settled = !nv_pgraph_busy(pg) && nv_idx_settle(pg->idx) &&
                   !nv_raster_busy(pg->raster);

    nv_raster_settle(pg->raster);
    return settled;
}

bool nv_pgraph_takes(NvPgraph *pg, unsigned chid, unsigned subc,
                     uint32_t mthd)
{
    nv_raster_settle(pg->raster);
    if (!NV_PG_GET(pg, FIFO_ENABLE, ENABLE) || nv_fe_closed(pg)) {
        return false;
    }
    if (nv_idx_settled(pg->idx)) {
        return !pg->copying && !nv_twod_busy(&pg->twod) &&
               !nv_raster_busy(pg->raster);
    }
    return !nv_pgraph_busy(pg) && (nv_fe_adds(pg, chid, subc, mthd) ||
                                   nv_pgraph_settle(pg));
}

/* ST2 as the puller leaves it. */
static uint32_t latch(const NvPgraph *pg, const NvPgraphPending *p)
{
    return NV_FE_BITS(pg, FIFO_MTHD_ST2, VALID) |
           NV_FE_MAKE(pg, FIFO_MTHD_ST2, METHOD_4, p->mthd / 4) |
           NV_FE_MAKE(pg, FIFO_MTHD_ST2, SUBCHANNEL, p->subc) |
           NV_FE_MAKE(pg, FIFO_MTHD_ST2, CHANNEL, p->chid);
}

void nv_pgraph_method(NvPgraph *pg, unsigned chid, unsigned subc,
                      uint32_t mthd, uint32_t data)
{
    const NvPgraphPending p = {
        .chid = chid % NV_PGRAPH_CHANNELS, .subc = subc % NV_SUBCHANNELS,
        .mthd = mthd & 0x1ffc, .data = data,
    };

    if (nv_fe_latched(pg)) {
        nv_error(pg->env, NV_ERROR_LATCHED, mthd, "method 0x%04x = 0x%08x of "
                 "channel %u is lost", mthd, data, chid);
        return;
    }
    NV_PG(pg, FIFO_MTHD_ST2) = latch(pg, &p);
    NV_PG_AT(pg, FIFO_DATA_ST2, 0) = data;
    NV_PG_AT(pg, FIFO_DATA_ST2, 1) = 0;
    nv_raster_settle(pg->raster);
    nv_fe_run(pg, &p);
    if (pg->copying || nv_twod_busy(&pg->twod) || nv_raster_busy(pg->raster)) {
        nv_env_work(pg->env);
    }
}

unsigned nv_pgraph_run(NvPgraph *pg, unsigned chid, const uint32_t (*w)[2],
                       unsigned n, uint32_t *at)
{
    unsigned done = nv_fe_run_words(pg, chid % NV_PGRAPH_CHANNELS,
                                    nv_extract(w[0][0], 13, 3), w, n, at);

    if (pg->copying || nv_twod_busy(&pg->twod) || nv_raster_busy(pg->raster)) {
        nv_env_work(pg->env);
    }
    return done;
}

/* --- saved state --- */

/* Of the stored words, those that are a bundle's came with the bundle. */
static bool words_had(uint32_t version, uint32_t index)
{
    uint32_t bundle = index - NV_PGRAPH_SHADOWS / 4;

    return index < NV_PGRAPH_SHADOWS / 4 || bundle >= NV_BUNDLE_COUNT ||
           nv_bundle_saved(NV_KEEPER_PGRAPH, version, bundle);
}

#define ROW(member) \
    { .name = #member, .offset = offsetof(NvPgraphContext, member), \
      .elem = 4, .count = sizeof(((NvPgraphContext *)0)->member) / 4 }
#define XF_ROW(name, size) ROW(xf.name),
#define IDX_ROW(name, size) ROW(idx.name),

static const NvField context_fields[] = {
    ROW(used), ROW(instance), ROW(tag),
    NV_FIELD_ARRAY(NvPgraphContext, values, values[0], .had = words_had),
    ROW(raster.stipple),
    NV_XF_CHANNEL_ROWS(XF_ROW)
    NV_IDX_CHANNEL_ROWS(IDX_ROW)
    ROW(idx.primitive), ROW(idx.edge_flag),
    { .name = "raster.hidden", .elem = 4, .count = 1, .since = 6,
      .offset = offsetof(NvPgraphContext, raster.hidden) },
    NV_FIELD_END
};

#undef ROW
#undef XF_ROW
#undef IDX_ROW

static const NvField fields[] = {
    NV_FIELD_ARRAY(NvPgraph, values, values[0], .had = words_had),
    NV_FIELD(NvPgraph, methods),
    NV_FIELD(NvPgraph, pipe_bundle),
    NV_FIELD(NvPgraph, context_serial),
    NV_FIELD(NvPgraph, owner),
    NV_FIELD(NvPgraph, copying),
    NV_FIELD(NvPgraph, copied_lines),
    NV_FIELD(NvPgraph, copied_elements, .since = 5),
    NV_FIELD(NvPgraph, notify_waits, .since = 5),
    NV_FIELD_ARRAY(NvPgraph, xf_load_pos, xf_load_pos[0]),
    NV_FIELD_ARRAY(NvPgraph, rdi, rdi[0]),
    NV_FIELD_STRUCTS(NvPgraph, contexts, 4, context_fields),
    NV_FIELD_END
};

static bool validate(const void *scratch, GError **error)
{
    const NvPgraph *pg = scratch;

    if (pg->owner > NV_PGRAPH_CHANNELS) {
        g_set_error(error, NV_STATE_ERROR, 0, "no channel owns PGRAPH: %u",
                    pg->owner);
        return false;
    }
    return true;
}

static void upgrade(void *scratch, uint32_t version)
{
    NvPgraph *pg = scratch;

    nv_regs_upgrade(&pg->regs, pg->values, version);
    for (unsigned i = 0; i < NV_PGRAPH_CHANNELS; i++) {
        nv_regs_upgrade(&pg->regs, pg->contexts[i].values, version);
    }
}

static void loaded(void *unit)
{
    nv_context_loaded(unit);
    nv_fe_class_changed(unit);
}

const NvSection nv_pgraph_section = {
    .name = "pgraph", .version = 6, .oldest = 4, .size = sizeof(NvPgraph),
    .fields = fields, .validate = validate, .loaded = loaded,
    .upgrade = upgrade,
};

/* --- dump --- */

void nv_pgraph_dump(const NvPgraph *pg, GString *out)
{
    for (uint32_t offset = 0; offset < NV_PGRAPH_SIZE; offset += 4) {
        unsigned index;
        const NvReg *reg = nv_regs_find(&pg->regs, offset, &index);
        uint32_t value = reg ? pg->values[nv_reg_slot(reg, index)] : 0;

        if (!value) {
            continue;
        }
        if (reg->home >= NV_PGRAPH_SHADOWS && reg->home < NV_PGRAPH_STORED) {
            index += nv_bundle_element((reg->home - NV_PGRAPH_SHADOWS) / 4);
        }
        g_string_append_printf(out, "%s", reg->name);
        if (index || reg->count > 1) {
            g_string_append_printf(out, "[%u]", index);
        }
        g_string_append_printf(out, ": 0x%08x", value);
        nv_fields_append(pg->env->chip->fe, reg->name, value, out);
        g_string_append_c(out, '\n');
    }
    g_string_append_printf(out, "class: 0x%03x\n", nv_fe_class(pg));
    for (unsigned i = 0; i < NV_PGRAPH_CHANNELS; i++) {
        if (pg->contexts[i].used) {
            g_string_append_printf(out, "context: channel %u image 0x%05x\n",
                                   i, pg->contexts[i].instance);
        }
    }
}
