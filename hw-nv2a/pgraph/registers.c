/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * FE's registers: those of the chip, made from the rows of
 * words/register-rows.h, and the guest's access.  What reads and writes do
 * beyond storage is in register-hooks.c.
 */
#include "pgraph/register-hooks.h"

#include "base/bits.h"

/* --- the chip's registers --- */

/* Shadow register of bundle 0. */
static const uint32_t shadows[NV_GENERATIONS] = {
    NV_PGRAPH_BUNDLES_CELSIUS, NV_PGRAPH_BUNDLES, NV_PGRAPH_BUNDLES,
    NV_PGRAPH_BUNDLES,
};

/* What row @row has otherwise on this chip. */
static void apply_odd(NvReg *reg, unsigned row, NvFeColumn fe)
{
    for (unsigned i = 0; i < NV_REG_ODD; i++) {
        const NvRegOdd *odd = &nv_reg_odd[i];

        if (odd->row != row || !(odd->chips >> fe & 1)) {
            continue;
        }
        switch ((NvRegOddColumn)odd->column) {
        case NV_REG_ODD_offset:
            reg->offset = odd->reg.offset;
            break;
        case NV_REG_ODD_count:
            reg->count = odd->reg.count;
            break;
        case NV_REG_ODD_ones:
            reg->ones = reg->reset = odd->reg.ones;
            break;
        case NV_REG_ODD_w1c:
            reg->w1c = odd->reg.w1c;
            break;
        case NV_REG_ODD_read:
            reg->read = odd->reg.read;
            break;
        case NV_REG_ODD_write:
            reg->write = odd->reg.write;
            break;
        }
    }
}

/* Takes away what the chip has not; returns how many registers are left. */
static unsigned apply_holes(NvReg *reg, unsigned row, NvFeColumn fe)
{
    for (unsigned i = 0; i < NV_REG_HOLES; i++) {
        const NvRegHole *hole = &nv_reg_holes[i];
        unsigned behind = hole->first + hole->count;

        if (hole->row == row && (hole->chips >> fe & 1)) {
            assert(hole->first && behind < reg->count);
            reg[1] = reg[0];
            reg[0].count = hole->first;
            reg[1].count -= behind;
            reg[1].offset += behind * reg->stride;
            reg[1].home += behind * reg->stride;
            return 2;
        }
    }
    return 1;
}

/* The chip's registers but shadows; returns how many. */
static unsigned plain_regs(const NvPgraph *pg, NvReg *out)
{
    NvFeColumn fe = pg->env->chip->fe;
    unsigned count = 0;

    assert(fe < NV_FE_COLUMNS && pg->gen < NV_GENERATIONS);
    for (unsigned r = 0; r < NV_REG_ROWS; r++) {
        const NvRegRow *row = &nv_reg_rows[r];
        NvReg *reg = &out[count];

        if (!row->offset[pg->gen] || row->mask[fe] == NV_ABSENT) {
            continue;
        }
        *reg = row->reg;
        reg->offset = row->offset[pg->gen];
        reg->mask = row->mask[fe];
        apply_odd(reg, r, fe);
        count += apply_holes(reg, r, fe);
    }
    return count;
}

/* The chip's register stored at @home; NULL if it has none. */
static const NvReg *reg_of(const NvPgraph *pg, unsigned home, unsigned count)
{
    for (unsigned r = 0; r < count; r++) {
        if (pg->reg_rows[r].home == home) {
            return &pg->reg_rows[r];
        }
    }
    return NULL;
}

static uint32_t mask_of(const NvPgraph *pg, unsigned home, unsigned count)
{
    const NvReg *reg = reg_of(pg, home, count);

    return reg ? reg->mask : 0;
}

static uint32_t ones_of(const NvPgraph *pg, unsigned home, unsigned count)
{
    const NvReg *reg = reg_of(pg, home, count);

    return reg ? reg->ones : 0;
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

/* Restoring a shadow sends the bundle again. */
static void bundle(void *unit, const NvReg *reg, unsigned index,
                   uint32_t value G_GNUC_UNUSED)
{
    NvPgraph *pg = unit;
    NvBundle b = (reg->home - NV_PGRAPH_SHADOWS) / 4 + index;

    assert(b < NV_BUNDLE_COUNT);
    nv_fe_send_bundle(pg, b, nv_fe_bundle(pg, b));
}

/* A row each shadow register; returns how many. */
static unsigned bundle_regs(const NvPgraph *pg, NvReg *out)
{
    unsigned count = 0;

    for (unsigned b = 0; b < NV_BUNDLE_COUNT; b++) {
        if (pg->bundle_mask[b]) {
            out[count++] = (NvReg) {
                .name = nv_bundle_name(b), .count = 1,
                .offset = shadows[pg->gen] + 4 * pg->bundle_number[b],
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

/* From the first of CTX_CACHE's words to the last, T (hw: no gaps). */
static void init_cache(NvPgraph *pg, unsigned count)
{
    const NvReg *first = reg_of(pg, NV_PGRAPH_CTX_CACHE_A, count);
    const NvReg *last = reg_of(pg, NV_PGRAPH_CTX_CACHE_T, count);

    assert(first && last && first->offset < last->offset);
    pg->cache_first = first->offset;
    pg->cache_end = last->offset + last->count * last->stride;
}

void nv_pgraph_registers_init(NvPgraph *pg)
{
    const NvChip *chip = pg->env->chip;
    unsigned count;

    pg->gen = nv_chip_generation(chip);
    pg->places = nv_places(chip->fe);
    pg->inside_word = nv_field_reg(pg->places, NV_F(FE3D_MISC, IN_BEGIN_END));
    pg->inside_bit = nv_field_bits(pg->places, NV_F(FE3D_MISC, IN_BEGIN_END));
    init_bundles(pg);
    pg->reg_rows = g_new0(NvReg, NV_REG_ROWS + NV_REG_HOLES + NV_BUNDLE_COUNT);
    count = plain_regs(pg, pg->reg_rows);
    pg->xy_a_empty = mask_of(pg, NV_PGRAPH_XY_A, count) & NV_BIT(18);
    pg->surf_offset_mask = mask_of(pg, NV_PGRAPH_SURF_OFFSET, count);
    pg->surf_pitch_mask = mask_of(pg, NV_PGRAPH_SURF_PITCH, count);
    pg->surf_limit_ones = ones_of(pg, NV_PGRAPH_SURF_LIMIT, count);
    pg->xf_mode_mask[0] = mask_of(pg, NV_PGRAPH_XF_MODE_B, count);
    pg->xf_mode_mask[1] = mask_of(pg, NV_PGRAPH_XF_MODE_A, count);
    pg->xf_mode_mask[2] = mask_of(pg, NV_PGRAPH_XF_MODE_T, count);
    init_cache(pg, count);
    count += bundle_regs(pg, pg->reg_rows + count);
    pg->regs = (NvRegs) {
        .size = NV_PGRAPH_SIZE, .values = pg->values, .unit = pg,
    };
    nv_regs_init(&pg->regs, pg->reg_rows, count, chip->caps);
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
        nv_error(pg->env, NV_ERROR_REGISTER, 0x400000 + offset,
                 "PGRAPH read 0x40%04x", offset);
    }
    if (offset == NV_PGRAPH_STATUS && nv_pgraph_busy(pg)) {
        value |= 1;             /* a draw is not done */
    }
    return value;
}

/* The cache belongs to FE while it takes methods (hw). */
static bool locked(const NvPgraph *pg, uint32_t offset)
{
    return offset >= pg->cache_first && offset < pg->cache_end &&
           NV_PG_GET(pg, FIFO_ENABLE, ENABLE);
}

void nv_pgraph_write(NvPgraph *pg, uint32_t offset, uint32_t value)
{
    offset &= ~3u;
    if (locked(pg, offset)) {
        return;
    }
    if (!nv_regs_write(&pg->regs, offset, value)) {
        nv_error(pg->env, NV_ERROR_REGISTER, 0x400000 + offset,
                 "PGRAPH write 0x40%04x = 0x%08x", offset, value);
    }
}
