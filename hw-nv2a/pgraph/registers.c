/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * FE's registers: a table each generation, and what a read or write does
 * beyond storage.  Rows are in register-rows*.h.
 */
#include "pgraph/fe.h"

#include "base/bits.h"

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

/* hw: NV10 shows words, not bytes. */
static uint32_t pipe_address(void *unit, const NvReg *reg G_GNUC_UNUSED,
                             unsigned index G_GNUC_UNUSED, uint32_t stored)
{
    NvPgraph *pg = unit;

    return nv_chip_has(pg->env->chip, NV_CAP_CELSIUS_15) ? stored
                                                         : stored >> 2;
}

static uint32_t pipe_data_read(void *unit, const NvReg *reg G_GNUC_UNUSED,
                               unsigned index G_GNUC_UNUSED,
                               uint32_t stored G_GNUC_UNUSED)
{
    return nv_pipe_read(unit);
}

WRITE_HOOK(pipe_data)
{
    nv_pipe_write(unit, value);
}

WRITE_HOOK(ctx_trigger)
{
    nv_context_trigger(unit, value);
}

/* Curie: bit 0 starts the program that moves channels. */
WRITE_HOOK(ctxctl_control)
{
    if (value & 1) {
        nv_context_program(unit);
    }
}

/* The next word goes to the next place; what it says is not run. */
WRITE_HOOK(ctxctl_code)
{
    NvPgraph *pg = unit;

    NV_PG(pg, CTXCTL_CODE_INDEX) = (NV_PG(pg, CTXCTL_CODE_INDEX) + 1) & 0xff;
}

WRITE_HOOK(surface)
{
    nv_surfaces_update(unit);
}

/* Surface of a register: those from the seventh have rows of their own. */
static unsigned surf_of(const NvReg *reg, unsigned index)
{
    switch (reg->home) {
    case NV_PGRAPH_SURF_OFFSET_6:
    case NV_PGRAPH_SURF_BASE_6:
        return 6;
    case NV_PGRAPH_SURF_OFFSET_7:
    case NV_PGRAPH_SURF_BASE_7:
        return 7;
    case NV_PGRAPH_SURF_OFFSET_8:
    case NV_PGRAPH_SURF_BASE_8:
        return 8;
    default:
        return index + (reg->home - (reg->home >= NV_PGRAPH_SURF_BASE ?
                                     NV_PGRAPH_SURF_BASE :
                                     NV_PGRAPH_SURF_OFFSET)) / 4;
    }
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

/* hw: bits 30 and 31 read back the other way round. */
WRITE_HOOK(celsius_debug_b)
{
    NvPgraph *pg = unit;
    uint32_t word = NV_PG(pg, DEBUG_B);

    debug_b(unit, reg, index, value);
    word = nv_deposit(NV_PG(pg, DEBUG_B), 30, 1, word >> 31);
    NV_PG(pg, DEBUG_B) = nv_deposit(word, 31, 1,
                                    NV_PG(pg, DEBUG_B) >> 30);
}

/* hw: NV10 has one bit for three classes. */
WRITE_HOOK(state3d)
{
    NvPgraph *pg = unit;

    if (!nv_chip_has(pg->env->chip, NV_CAP_CELSIUS_15)) {
        NV_PG(pg, STATE3D) = nv_deposit(NV_PG(pg, STATE3D), 28, 3,
                                        value & NV_BIT(28) ? 7 : 0);
    }
}

/* hw: bit 29 tells whether depth of the 3D surface is laid out specially. */
static uint32_t unka10(void *unit, const NvReg *reg G_GNUC_UNUSED,
                       unsigned index G_GNUC_UNUSED, uint32_t stored)
{
    NvPgraph *pg = unit;

    return nv_deposit(stored, 29, 1, nv_extract(NV_PG(pg, DEBUG_E), 2, 1) &&
                      nv_extract(NV_PG(pg, SURF_TYPE), 2, 2));
}

static uint32_t formats(void *unit, const NvReg *reg G_GNUC_UNUSED,
                        unsigned index G_GNUC_UNUSED,
                        uint32_t stored G_GNUC_UNUSED)
{
    return nv_fe_formats(unit);
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

/* hw: NV34 and Curie have a bit that cannot be 0 if bits 1..17 are. */
WRITE_HOOK(xy_a)
{
    NvPgraph *pg = unit;

    if (!nv_extract(NV_PG(pg, XY_A), 1, 17)) {
        NV_PG(pg, XY_A) |= pg->xy_a_empty;
    }
}

/* hw: NV34 shows two bits twice. */
WRITE_HOOK(surf_unk800)
{
    NvPgraph *pg = unit;
    uint32_t *word = &NV_PG(pg, SURF_UNK800);

    *word = nv_deposit(*word, 8, 1, *word);
    *word = nv_deposit(*word, 12, 1, *word >> 4);
}

/* Curie has the class and the bit that resets in two words. */
WRITE_HOOK(curie_ctx_switch_a)
{
    nv_fe_class_changed(unit);
}

WRITE_HOOK(curie_ctx_switch_c)
{
    nv_fe_volatile(unit, value >> 31);
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
    nv_xy_vertex(unit, reg->home == NV_PGRAPH_VTX_Y, value);
}

WRITE_HOOK(iclip)
{
    nv_xy_image_clip(unit, index, value);
}

WRITE_HOOK(uclip)
{
    nv_xy_user_clip(unit, reg->home == NV_PGRAPH_OCLIP ? 1 :
                    reg->home == NV_PGRAPH_UCLIP ? 0 : 2, index, value);
}

/*
 * Restoring a mode word sends one command (hw: IDX's log moves on by one);
 * that it carries the word's half of the vector is a guess.
 */
WRITE_HOOK(xf_mode)
{
    nv_fe_send_xf_mode_part(unit, reg->home);
}

/* Restoring a shadow sends the bundle again. */
static void bundle(void *unit, const NvReg *reg, unsigned index,
                   uint32_t value G_GNUC_UNUSED)
{
    NvPgraph *pg = unit;
    NvBundle b = (reg->home - NV_PGRAPH_SHADOWS) / 4 + index;

    nv_fe_send_bundle(pg, b, nv_fe_bundle(pg, b));
}

/* --- tables --- */

#define COLUMNS 3

/* A row and its mask on the chips of the generation, in column order. */
typedef struct Row {
    NvReg reg;
    uint32_t mask[COLUMNS];
} Row;

#define ROW(n, o, c, s, one, w1, r, w, owner, ...) \
    { { .name = #n, .offset = o, .count = c, .stride = s, .w1c = w1, \
        .ones = one, .reset = one, .read = r, .write = w, \
        .home = NV_PGRAPH_##n, .flags = NV_PG_##owner }, { __VA_ARGS__ } },

static const Row rows_celsius[] = {
#define X(n, o, c, s, m10, m15, m17, one, w1, r, w, owner) \
    ROW(n, o, c, s, one, w1, r, w, owner, m10, m15, m17)
    NV_PGRAPH_REGISTER_ROWS_CELSIUS(X)
#undef X
};

static const Row rows_kelvin[] = {
#define X(n, o, c, s, m20, m25, one, w1, r, w, owner) \
    ROW(n, o, c, s, one, w1, r, w, owner, m20, m25)
    NV_PGRAPH_REGISTER_ROWS(X)
#undef X
};

static const Row rows_rankine[] = {
#define X(n, o, c, s, m30, m34, one, w1, r, w, owner) \
    ROW(n, o, c, s, one, w1, r, w, owner, m30, m34)
    NV_PGRAPH_REGISTER_ROWS_RANKINE(X)
#undef X
};

static const Row rows_curie[] = {
#define X(n, first, o, c, s, m40, one, w1, r, w, owner) \
    { { .name = #n, .offset = o, .count = c, .stride = s, .w1c = w1, \
        .ones = one, .reset = one, .read = r, .write = w, \
        .home = NV_PGRAPH_##n + (first) * (s), .flags = NV_PG_##owner }, \
      { m40 } },
    NV_PGRAPH_REGISTER_ROWS_CURIE(X)
#undef X
};

static const struct {
    const Row *rows;
    unsigned count;
    NvFeColumn first;           /* column of mask[0] */
    uint32_t bundles;           /* shadow register of bundle 0 */
} tables[NV_GENERATIONS] = {
    [NV_CELSIUS] = { rows_celsius, NV_ARRAY_SIZE(rows_celsius), NV_FE_NV10,
                     NV_PGRAPH_BUNDLES_CELSIUS },
    [NV_KELVIN] = { rows_kelvin, NV_ARRAY_SIZE(rows_kelvin), NV_FE_NV20,
                    NV_PGRAPH_BUNDLES },
    [NV_RANKINE] = { rows_rankine, NV_ARRAY_SIZE(rows_rankine), NV_FE_NV30,
                     NV_PGRAPH_BUNDLES },
    [NV_CURIE] = { rows_curie, NV_ARRAY_SIZE(rows_curie), NV_FE_NV40,
                   NV_PGRAPH_BUNDLES },
};

static uint32_t mask_of(const NvPgraph *pg, unsigned home, unsigned rows)
{
    for (unsigned r = 0; r < rows; r++) {
        if (pg->reg_rows[r].home == home) {
            return pg->reg_rows[r].mask;
        }
    }
    return 0;
}

/*
 * NV35 shares NV30's column but for these, which come with its own class.
 * doc: drivers' context images have the words, nobody read them back.
 */
static const struct {
    uint16_t class;
    NvBundle bundle;
} class_bundles[] = {
    { 0x497, NV_BUNDLE_DEPTH_BOUNDS_MIN },
    { 0x497, NV_BUNDLE_DEPTH_BOUNDS_MAX },
};

static void init_bundles(NvPgraph *pg)
{
    const NvChip *chip = pg->env->chip;

    for (unsigned b = 0; b < NV_BUNDLE_COUNT; b++) {
        pg->bundle_number[b] = nv_bundle_number(pg->gen, b);
        pg->bundle_mask[b] = nv_bundle_mask(chip->fe, b);
    }
    for (unsigned i = 0; i < NV_ARRAY_SIZE(class_bundles); i++) {
        if (nv_class_on_chip(chip, class_bundles[i].class)) {
            pg->bundle_mask[class_bundles[i].bundle] = 0xffffffff;
        }
    }
}

/* A row each shadow register; returns how many. */
static unsigned bundle_regs(const NvPgraph *pg, NvReg *out)
{
    unsigned count = 0;

    for (unsigned b = 0; b < NV_BUNDLE_COUNT; b++) {
        if (pg->bundle_mask[b]) {
            out[count++] = (NvReg) {
                .name = nv_bundle_name(b), .count = 1,
                .offset = tables[pg->gen].bundles + 4 * pg->bundle_number[b],
                .mask = pg->bundle_mask[b], .write = bundle,
                .home = NV_PGRAPH_SHADOWS + 4 * b, .flags = NV_PG_CHANNEL,
            };
        }
    }
    return count;
}

/* hw: bits that only methods can set, yet they read back. */
static const struct {
    NvFeColumn fe;
    NvBundle bundle;
    uint32_t bits;
} method_bits[] = {
    { NV_FE_NV25, NV_BUNDLE_Z_CONFIG, NV_BIT(31) },
    { NV_FE_NV30, NV_BUNDLE_Z_CONFIG, NV_BIT(5) },
    { NV_FE_NV34, NV_BUNDLE_Z_CONFIG, NV_BIT(0) },
    { NV_FE_NV34, NV_BUNDLE_RC_CONFIG, NV_BIT(24) },
    { NV_FE_NV40, NV_BUNDLE_Z_CONFIG, NV_BIT(31) },
};

void nv_pgraph_registers_init(NvPgraph *pg)
{
    const NvChip *chip = pg->env->chip;
    unsigned column, count = 0;

    pg->gen = nv_chip_generation(chip);
    pg->places = nv_places(chip->fe);
    column = chip->fe - tables[pg->gen].first;
    assert(column < COLUMNS);
    init_bundles(pg);
    pg->reg_rows = g_new0(NvReg, tables[pg->gen].count + NV_BUNDLE_COUNT);
    for (unsigned r = 0; r < tables[pg->gen].count; r++) {
        const Row *row = &tables[pg->gen].rows[r];

        if (row->mask[column] != NV_ABSENT) {
            pg->reg_rows[count] = row->reg;
            pg->reg_rows[count++].mask = row->mask[column];
        }
    }
    pg->xy_a_empty = mask_of(pg, NV_PGRAPH_XY_A, count) & NV_BIT(18);
    pg->xf_mode_mask[0] = mask_of(pg, NV_PGRAPH_XF_MODE_B, count);
    pg->xf_mode_mask[1] = mask_of(pg, NV_PGRAPH_XF_MODE_A, count);
    pg->xf_mode_mask[2] = mask_of(pg, NV_PGRAPH_XF_MODE_T, count);
    /* Celsius keeps textures in A. */
    pg->xf_mode_mask[3] = pg->xf_mode_mask[1];
    count += bundle_regs(pg, pg->reg_rows + count);
    nv_regs_init(&pg->regs, pg->reg_rows, count, NV_PGRAPH_SIZE, pg->values,
                 chip->caps, pg);
    for (unsigned i = 0; i < NV_ARRAY_SIZE(method_bits); i++) {
        if (method_bits[i].fe == chip->fe) {
            pg->bundle_mask[method_bits[i].bundle] |= method_bits[i].bits;
        }
    }
}

/* --- access --- */

uint32_t nv_pgraph_read(NvPgraph *pg, uint32_t offset)
{
    uint32_t value;

    offset &= ~3u;
    if (!nv_regs_read(&pg->regs, offset, &value)) {
        nv_unimp(pg->env, "PGRAPH read 0x40%04x", offset);
    }
    if (offset == NV_PGRAPH_STATUS && nv_pgraph_busy(pg)) {
        value |= 1;             /* a draw is not done */
    }
    return value;
}

/* The cache belongs to FE while it takes methods (hw). */
static bool locked(const NvPgraph *pg, uint32_t offset)
{
    uint32_t end = NV_PGRAPH_CTX_CACHE_T + 0x20;

    /* Curie has a word more. */
    return offset >= NV_PGRAPH_CTX_CACHE_A &&
           offset < end + (pg->gen == NV_CURIE ? 0x20 : 0) &&
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
