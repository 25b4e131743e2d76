/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Methods of the context classes (beta, ROP, colour key, pattern), and those
 * by which operations set their own options.
 * Facts: effects that public hardware tests (envytools) assert.
 */
#include "pgraph/methods-2d.h"
#include "twod/twod.h"

/* --- factors --- */

NV_ACTION(beta)
{
    NV_PG(pg, BETA) = v >> 31 ? 0 : v & NV_FE_BITS(pg, BETA, VALUE);
}

NV_ACTION(beta4)
{
    NV_PG(pg, BETA4) = v;
}

NV_ACTION(rop)
{
    NV_PG(pg, ROP) = v & NV_FE_BITS(pg, ROP, ROP3);
}

/* --- formats of colour key and pattern --- */

/*
 * Classes before NV4 keep the format with the object, to use it with each
 * colour; later ones keep it with the channel.  @which: NV_FORMAT_*.
 */
NV_ACTION(ctx_format)
{
    static const uint8_t codes[4] = { 0, NV_TWOD_X16A8Y8,
                                      NV_TWOD_X16A1R5G5B5, NV_TWOD_A8R8G8B8 };
    bool key = m->which & NV_FORMAT_KEY, kept = m->which & NV_FORMAT_KEPT;
    uint32_t code = codes[v & 3];

    if (kept && code == NV_TWOD_X16A8Y8) {
        code = NV_TWOD_A16R5G6B5;
    }
    nv_fe_set_option(pg, NV_OPT_COLOR, code);
    code = nv_fe_option(pg, NV_OPT_COLOR);
    if (kept || (pg->env->chip->ctx_format & NV_CTX_FORMAT_OLD)) {
        if (key) {
            NV_PG_PUT(pg, CTX_FORMAT, CHROMA, code);
        } else {
            NV_PG_PUT_ITEM(pg, CTX_FORMAT, PATTERN, 0, code);
            NV_PG_PUT_ITEM(pg, CTX_FORMAT, PATTERN, 1, code);
        }
    }
    if (kept && key) {
        NV_PG_PUT(pg, CTX_VALID, CHROMA_FORMAT, !nv_fe_data_error(pg));
    } else if (kept) {
        NV_PG_PUT(pg, CTX_VALID, PATTERN_FORMAT, !nv_fe_data_error(pg));
    }
}

/* 15 bits of colour as 24. */
static uint32_t rgb_of_555(uint32_t v)
{
    return nv_extract(v, 10, 5) << 19 | nv_extract(v, 5, 5) << 11 |
           nv_extract(v, 0, 5) << 3;
}

/*
 * What classes before NV4 make of a colour in the object's format: alpha of
 * formats without it is 1, not 255 (hw).
 */
static uint32_t widen(NvPgraph *pg, uint32_t v)
{
    const uint32_t no_alpha = 1u << 24;
    uint32_t gray = (v & 0xff) * 0x010101;

    switch (nv_fe_option(pg, NV_OPT_COLOR)) {
    case 0:
        nv_fe_state_error(pg, "the colour format is not set");
        return v;
    case NV_TWOD_X16A8Y8:
        return gray | nv_extract(v, 8, 8) << 24;
    case NV_TWOD_X24Y8:
        return gray | no_alpha;
    case NV_TWOD_X16A1R5G5B5:
        return rgb_of_555(v) | (v & 0x8000 ? 0xff000000 : 0);
    case NV_TWOD_X17R5G5B5:
        return rgb_of_555(v) | no_alpha;
    case NV_TWOD_X8R8G8B8:
        return (v & 0xffffff) | no_alpha;
    default:
        return v;
    }
}

/* The format of such a colour stays behind, up to Rankine. */
static bool keeps_format(const NvPgraph *pg)
{
    return pg->env->chip->ctx_format & NV_CTX_FORMAT_COLOR;
}

/* @which, here and below: of classes since NV4, whose colours are whole. */
NV_ACTION(chroma)
{
    if (m->which) {
        NV_PG(pg, CHROMA) = v;
        return;
    }
    NV_PG(pg, CHROMA) = widen(pg, v);
    NV_PG_PUT(pg, CTX_VALID, CHROMA, nv_fe_option(pg, NV_OPT_COLOR) != 0);
    if (keeps_format(pg)) {
        NV_PG_PUT(pg, CTX_FORMAT, CHROMA, nv_fe_option(pg, NV_OPT_COLOR));
    }
}

NV_ACTION(bitmap_color0)
{
    bool kept = m->which ? pg->env->chip->ctx_format & NV_CTX_FORMAT_BITMAP
                         : keeps_format(pg);

    NV_PG(pg, BITMAP_COLOR) = m->which ? v : widen(pg, v);
    if (kept) {
        NV_PG_PUT(pg, CTX_FORMAT, SOLID, nv_fe_option(pg, NV_OPT_COLOR));
    }
    NV_PG_PUT(pg, VALID, BITMAP_COLOR_0, 1);
}

/* --- pattern --- */

NV_ACTION(mono_format)
{
    nv_fe_set_option(pg, NV_OPT_MONO, v & 3);
    if (m->which) {
        NV_PG_PUT(pg, CTX_VALID, PATTERN_MONO_FORMAT, !nv_fe_data_error(pg));
    }
}

NV_ACTION(pattern_shape)
{
    NV_PG_PUT(pg, PATTERN_CONFIG, SHAPE, v);
}

NV_ACTION(pattern_select)
{
    NV_PG_PUT(pg, PATTERN_CONFIG, SELECT, v >> 1);
    NV_PG_PUT(pg, CTX_VALID, PATTERN_SELECT, !nv_fe_data_error(pg));
}

/* Rows of class 0x44, which is since NV4, have @arg set. */
NV_ACTION(pattern_color)
{
    unsigned i = m->which;
    uint32_t *color = &NV_PG_AT(pg, PATTERN_MONO_COLOR, i);

    if (m->arg) {
        *color = v;
        return;
    }
    *color = widen(pg, v);
    NV_PG_PUT_ITEM(pg, CTX_VALID, PATTERN_COLOR, i, !nv_fe_data_error(pg));
    if (keeps_format(pg)) {
        NV_PG_PUT_ITEM(pg, CTX_FORMAT, PATTERN, i,
                       nv_fe_option(pg, NV_OPT_COLOR));
    }
}

NV_ACTION(pattern_bitmap)
{
    unsigned i = m->which, format = nv_fe_option(pg, NV_OPT_MONO);

    NV_PG_AT(pg, PATTERN_MONO_BITMAP, i) =
        nv_fe_mono(pg, nv_fe_swap_bytes(pg, v));
    if (m->arg) {
        return;
    }
    if (format != 1 && format != 2) {
        nv_fe_state_error(pg, "the monochrome format is not set");
    }
    NV_PG_PUT_ITEM(pg, CTX_VALID, PATTERN_BITMAP, i, !nv_fe_data_error(pg));
}

/* A cell of the pattern in colours: R8G8B8. */
static void set_cell(NvPgraph *pg, unsigned i, uint32_t argb)
{
    assert(i < 64);
    NV_PG_AT(pg, PATTERN_COLOR, i) = argb & 0xffffff;
}

NV_ACTION(pattern_y8)
{
    uint32_t word = nv_fe_swap_bytes(pg, v);

    for (unsigned i = 0; i < 4; i++) {
        set_cell(pg, 4 * index + i, nv_extract(word, 8 * i, 8) * 0x010101);
    }
}

/* Two cells in the low and high half of a word. */
static void two_cells(NvPgraph *pg, unsigned index, uint32_t v,
                      unsigned format)
{
    uint32_t word = nv_fe_swap_halves(pg, v);

    for (unsigned i = 0; i < 2; i++) {
        set_cell(pg, 2 * index + i,
                 nv_twod_decode(format, nv_extract(word, 16 * i, 16)));
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
    set_cell(pg, index, v);
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
