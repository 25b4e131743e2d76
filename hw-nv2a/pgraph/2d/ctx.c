/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Methods of the context classes (beta, ROP, colour key, pattern), and those
 * by which operations bind them and set their own options.
 * Facts: effects that public hardware tests (envytools) assert.
 */
#include "pgraph/2d/methods.h"
#include "twod/twod.h"

static void set_valid(NvPgraph *pg, unsigned bit)
{
    nv_fe_deposit(&NV_PG(pg, CTX_VALID), bit, 1, !nv_fe_data_error(pg));
}

/* --- factors --- */

NV_ACTION(beta)
{
    NV_PG(pg, BETA) = v >> 31 ? 0 : v & 0x7f800000;
}

NV_ACTION(beta4)
{
    NV_PG(pg, BETA4) = v;
}

NV_ACTION(rop)
{
    NV_PG(pg, ROP) = v & 0xff;
}

/* --- formats of colour key and pattern --- */

/* Old classes keep the format with the object, to use it with each colour. */
NV_ACTION(ctx_format)
{
    static const uint8_t old[4] = { 0, NV_TWOD_X16A8Y8, NV_TWOD_X16A1R5G5B5,
                                    NV_TWOD_A8R8G8B8 };
    bool curie = nv_chip_has(pg->env->chip, NV_CAP_FE_CURIE);
    bool key = m->which & 1, late = m->which & 2;
    uint32_t code = late && (v & 3) == 1 ? NV_TWOD_A16R5G6B5 : old[v & 3];

    nv_fe_set_option(pg, NV_OPT_COLOR, code);
    code = nv_fe_option(pg, NV_OPT_COLOR);
    if (late || curie) {
        nv_fe_deposit(&NV_PG(pg, CTX_FORMAT), key ? 24 : 8, 8, code);
        if (!key) {
            nv_fe_deposit(&NV_PG(pg, CTX_FORMAT), 16, 8, code);
        }
    }
    if (late) {
        set_valid(pg, key ? 17 : 20);
    }
}

/* What old classes make of a colour in the object's format. */
static uint32_t widen(NvPgraph *pg, uint32_t v)
{
    uint32_t y = (v & 0xff) * 0x010101;
    uint32_t rgb = (v & 0x1f) << 3 | (v >> 5 & 0x1f) << 11 |
                   (v >> 10 & 0x1f) << 19;

    switch (nv_fe_option(pg, NV_OPT_COLOR)) {
    case 0:
        nv_fe_state_error(pg);
        return v;
    case NV_TWOD_X16A8Y8:
        return y | (v >> 8 & 0xff) << 24;
    case NV_TWOD_X24Y8:
        return y | NV_BIT(24);
    case NV_TWOD_X16A1R5G5B5:
        return rgb | (v & 0x8000 ? 0xff000000 : 0);
    case NV_TWOD_X17R5G5B5:
        return rgb | NV_BIT(24);
    case NV_TWOD_X8R8G8B8:
        return (v & 0xffffff) | NV_BIT(24);
    default:
        return v;
    }
}

/* The format stays behind in CTX_FORMAT, up to Rankine. */
static void keep_format(NvPgraph *pg, unsigned pos)
{
    if (!nv_chip_has(pg->env->chip, NV_CAP_FE_CURIE)) {
        nv_fe_deposit(&NV_PG(pg, CTX_FORMAT), pos, 8,
                      nv_fe_option(pg, NV_OPT_COLOR));
    }
}

NV_ACTION(chroma)
{
    if (m->which) {
        NV_PG(pg, CHROMA) = v;
        return;
    }
    NV_PG(pg, CHROMA) = widen(pg, v);
    nv_fe_deposit(&NV_PG(pg, CTX_VALID), 16, 1,
                  nv_fe_option(pg, NV_OPT_COLOR) != 0);
    keep_format(pg, 24);
}

NV_ACTION(bitmap_color0)
{
    if (m->which) {
        NV_PG(pg, BITMAP_COLOR) = v;
        /* hw: NV17 alone keeps out of it. */
        if (!nv_chip_has(pg->env->chip,
                         NV_CAP_FE_SOLID_FORMAT | NV_CAP_FE_CELSIUS)) {
            nv_fe_deposit(&NV_PG(pg, CTX_FORMAT), 0, 8,
                          nv_fe_option(pg, NV_OPT_COLOR));
        }
    } else {
        NV_PG(pg, BITMAP_COLOR) = widen(pg, v);
        keep_format(pg, 0);
    }
    NV_PG(pg, VALID) |= NV_BIT(17);
}

/* --- pattern --- */

NV_ACTION(mono_format)
{
    nv_fe_set_option(pg, NV_OPT_MONO, v & 3);
    if (m->which) {
        set_valid(pg, 21);
    }
}

NV_ACTION(pattern_shape)
{
    nv_fe_deposit(&NV_PG(pg, PATTERN_CONFIG), 0, 2, v);
}

NV_ACTION(pattern_select)
{
    nv_fe_deposit(&NV_PG(pg, PATTERN_CONFIG), 4, 1, v >> 1);
    set_valid(pg, 22);
}

/* Rows of class 0x44 have @arg set. */
NV_ACTION(pattern_color)
{
    unsigned i = m->which;
    uint32_t *color = &pg->values[NV_PGRAPH_PATTERN_MONO_COLOR / 4 + i];

    if (m->arg) {
        *color = v;
        return;
    }
    *color = widen(pg, v);
    set_valid(pg, 24 + i);
    keep_format(pg, 8 + 8 * i);
}

NV_ACTION(pattern_bitmap)
{
    unsigned i = m->which, format = nv_fe_option(pg, NV_OPT_MONO);

    pg->values[NV_PGRAPH_PATTERN_MONO_BITMAP / 4 + i] =
        nv_fe_mono(pg, nv_fe_swap_bytes(pg, v));
    if (m->arg) {
        return;
    }
    if (format != 1 && format != 2) {
        nv_fe_state_error(pg);
    }
    set_valid(pg, 26 + i);
}

static uint32_t *cells(NvPgraph *pg)
{
    return &pg->values[NV_PGRAPH_PATTERN_COLOR / 4];
}

NV_ACTION(pattern_y8)
{
    uint32_t word = nv_fe_swap_bytes(pg, v);

    for (unsigned i = 0; i < 4; i++) {
        cells(pg)[4 * index + i] = nv_extract(word, 8 * i, 8) * 0x010101;
    }
}

/* Two cells in the low and high half of a word. */
static void two_cells(NvPgraph *pg, unsigned index, uint32_t v,
                      unsigned format)
{
    uint32_t word = nv_fe_swap_halves(pg, v);

    for (unsigned i = 0; i < 2; i++) {
        cells(pg)[2 * index + i] =
            nv_twod_decode(format, nv_extract(word, 16 * i, 16)) & 0xffffff;
    }
}

NV_ACTION(pattern_r5g6b5)
{
    two_cells(pg, index, v, NV_TWOD_R5G6B5);
}

NV_ACTION(pattern_r5g5b5)
{
    two_cells(pg, index, v, NV_TWOD_X1R5G5B5);
}

NV_ACTION(pattern_r8g8b8)
{
    cells(pg)[index] = v & 0xffffff;
}

/* --- options of operations --- */

NV_ACTION(operation)
{
    nv_fe_set_option(pg, NV_OPT_OPERATION, v);
}

/* 0 dither, 1 cut, 2 subtract and cut; kept as 1, 2, 3 (hw). */
NV_ACTION(dither)
{
    nv_fe_set_option(pg, NV_OPT_DITHER, MIN((v & 3) + 1, 3));
}

/* --- binding --- */

static void check_class(NvPgraph *pg, bool bad)
{
    if (bad && (NV_PG(pg, DEBUG_D) & NV_DEBUG_D_DMA_CHECK)) {
        nv_fe_error(pg, NV_NSOURCE_DATA_ERROR);
    }
}

enum { NULL_CLASS = 0x30 };

/* @arg the class it must have, @which the bit of word A it sets. */
NV_ACTION(ctx_bind)
{
    uint32_t class = nv_fe_object_class(pg, v);

    check_class(pg, class != m->arg && class != NULL_CLASS);
    nv_fe_set_bound(pg, m->which, class != NULL_CLASS, false, false);
}

static bool is_swizzled(const NvPgraph *pg, uint32_t class)
{
    const NvChip *chip = pg->env->chip;

    return class == 0x52 ||
           (class == 0x9e && nv_chip_has(chip, NV_CAP_FE_BLIT9F)) ||
           (class == 0x39e && nv_chip_has(chip, NV_CAP_FE_RANKINE));
}

/* One of the four surfaces of the old classes. */
NV_ACTION(ctx_surf)
{
    uint32_t class = nv_fe_object_class(pg, v);
    unsigned which = m->which;

    check_class(pg, class != 0x58 + which && class != NULL_CLASS);
    nv_fe_set_bound(pg, 25 + (which & 1), class != NULL_CLASS,
                    which == 0 || which == 2, is_swizzled(pg, class));
}

/* @which: classes of later chips too, swizzled surfaces too. */
NV_ACTION(ctx_surf2d)
{
    const NvChip *chip = pg->env->chip;
    uint32_t class = nv_fe_object_class(pg, v);
    bool late = m->which & 1, swizzle = m->which & 2;
    bool moved = NV_PG(pg, DEBUG_D) & NV_DEBUG_D_MOVED;
    bool fine = class == 0x42 || class == 0x52 || class == NULL_CLASS ||
                (late && class == (moved ? 0x82 : 0x62)) ||
                (late && class == 0x9e &&
                 nv_chip_has(chip, NV_CAP_FE_BLIT9F)) ||
                ((late || !swizzle) && (class == 0x362 || class == 0x39e) &&
                 nv_chip_has(chip, NV_CAP_FE_RANKINE));

    check_class(pg, !fine || (is_swizzled(pg, class) && !swizzle));
    nv_fe_set_bound(pg, 25, class != NULL_CLASS, true,
                    is_swizzled(pg, class));
}

NV_ACTION(ctx_surf3d)
{
    uint32_t class = nv_fe_object_class(pg, v);
    bool fine = class == 0x53 || class == NULL_CLASS ||
                (m->which && class == 0x93);

    check_class(pg, !fine);
    nv_fe_set_bound(pg, 25, class != NULL_CLASS, true,
                    is_swizzled(pg, class));
}
