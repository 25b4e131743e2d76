/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Methods of images that come through the FIFO: plain, mono, indexed and
 * stretched ones.
 *
 * Facts: registers as public hardware tests (envytools) assert them up to
 * the data words; the stream's layout from drivers (doc).  Where the stream
 * stands is kept in vertex 2, as on earlier chips: what is left of the line,
 * and minus the lines left.
 */
#include "pgraph/methods-2d.h"
#include "twod/twod.h"

/* @which: classes since NV4, which have no plain numbers. */
NV_ACTION(ifc_format)
{
    static const uint8_t codes[8] = {
        0, NV_TWOD_R5G6B5, NV_TWOD_A1R5G5B5, NV_TWOD_X1R5G5B5,
        NV_TWOD_A8R8G8B8, NV_TWOD_X8R8G8B8, NV_TWOD_A8B8G8R8,
        NV_TWOD_X8B8G8R8,
    };
    bool colors = m->which;
    uint32_t code = codes[v & 7];

    if (code == NV_TWOD_R5G6B5 && !colors) {
        code = NV_TWOD_Y8;
    } else if ((code == NV_TWOD_A8B8G8R8 || code == NV_TWOD_X8B8G8R8) &&
               !(colors && nv_chip_has(pg->env->chip, NV_CAP_2D_BGR))) {
        code = 0;
    }
    nv_fe_set_option(pg, NV_OPT_COLOR, code);
}

/* --- sizes --- */

static void size_out(NvPgraph *pg, uint32_t v)
{
    nv_xy_given(pg, 1u << NV_VTX_OUT, 1u << NV_VTX_OUT);
    NV_VTX(pg, NV_VTX_OUT, 0) = v & 0xffff;
    NV_VTX(pg, NV_VTX_OUT, 1) = v >> 16;
    nv_xy_sign(pg, NV_VTX_OUT, 0, false);
    nv_xy_sign(pg, NV_VTX_OUT, 1, false);
}

/* Bitmaps of less than a word a line; what XY_A's bit is nobody knows. */
static bool is_narrow(const NvPgraph *pg, uint32_t width, unsigned flags)
{
    return width < 32 && (flags & NV_SIZE_BITMAP) &&
           !NV_PG_GET(pg, XY_A, UNK24);
}

static void size_in(NvPgraph *pg, uint32_t v, unsigned flags)
{
    uint32_t width = v & 0xffff, height = v >> 16;

    nv_xy_given(pg, 1u << NV_VTX_IN, 1u << NV_VTX_IN_HEIGHT);
    NV_VTX(pg, NV_VTX_IN, 0) = width;
    NV_VTX(pg, NV_VTX_IN, 1) = -height;
    NV_VTX(pg, NV_VTX_IN_HEIGHT, 1) = height;
    if (!(flags & NV_SIZE_OUT)) {
        NV_PG(pg, MISC24) = width;
    }
    nv_xy_sign(pg, NV_VTX_IN, 0, false);
    nv_xy_sign(pg, NV_VTX_IN_HEIGHT, 1, false);
    nv_xy_image_empty(pg, !NV_PG_GET_AT(pg, XY_D, 0, SIGN) ||
                          !NV_PG_GET_AT(pg, XY_D, 1, SIGN));
    if (!nv_fe_stretches(pg)) {
        NV_PG_PUT(pg, XY_C, UNK12, is_narrow(pg, width, flags));
    }
}

NV_ACTION(ifc_size)
{
    bool moved = NV_PG(pg, DEBUG_D) & NV_DEBUG_D_MOVED;

    if (m->which & NV_SIZE_OUT) {
        size_out(pg, v);
    }
    if (m->which & NV_SIZE_IN) {
        size_in(pg, v, m->which);
    }
    if (nv_fe_class(pg) != 0x8a || !moved) {
        NV_PG_PUT_AT(pg, XY_B, 0, STREAM_BEGUN, 0);
    }
    NV_PG_PUT_AT(pg, XY_B, 1, UNK0, !nv_fe_stretches(pg));
    NV_PG_PUT(pg, XY_C, UNK8, 0);
    nv_xy_restart(pg);
}

/* --- the stream --- */

/* Position, sizes in and out; false: the stream has no place to go. */
static bool stream_ready(NvPgraph *pg)
{
    const unsigned both = 1u << NV_VTX_AT | 1u << NV_VTX_OUT;
    uint32_t needed = nv_xy_valid_bits(pg, both | 1u << NV_VTX_IN,
                                       both | 1u << NV_VTX_IN_HEIGHT);

    if (NV_PG(pg, NSOURCE) || !nv_xy_in_range(pg)) {
        return false;
    }
    if ((NV_PG(pg, VALID) & needed) != needed) {
        nv_fe_needs(pg, needed, "VTX");
        return false;
    }
    if (!NV_PG_GET_AT(pg, XY_B, 0, STREAM_BEGUN)) {
        NV_VTX(pg, NV_VTX_LEFT, 0) = NV_VTX(pg, NV_VTX_IN, 0);
        NV_VTX(pg, NV_VTX_LEFT, 1) = NV_VTX(pg, NV_VTX_IN, 1);
        NV_PG_PUT_AT(pg, XY_B, 0, STREAM_BEGUN, 1);
    }
    return true;
}

/* Where the next pixels go, and how many of the line are left. */
typedef struct Place {
    uint32_t x, y;              /* in the source */
    uint32_t left;
} Place;

static bool stream_next(const NvPgraph *pg, Place *p)
{
    uint32_t width = NV_VTX(pg, NV_VTX_IN, 0);

    p->left = NV_VTX(pg, NV_VTX_LEFT, 0);
    p->x = width - p->left;
    p->y = NV_VTX(pg, NV_VTX_LEFT, 1) - NV_VTX(pg, NV_VTX_IN, 1);
    /* A driver may have written the registers: nothing is taken on trust. */
    return (int32_t)NV_VTX(pg, NV_VTX_LEFT, 1) < 0 && p->left &&
           p->left <= width && p->y < 0x10000;
}

static void stream_advance(NvPgraph *pg, uint32_t n)
{
    NV_VTX(pg, NV_VTX_LEFT, 0) -= n;
    if (!NV_VTX(pg, NV_VTX_LEFT, 0)) {
        NV_VTX(pg, NV_VTX_LEFT, 0) = NV_VTX(pg, NV_VTX_IN, 0);
        NV_VTX(pg, NV_VTX_LEFT, 1)++;
    }
}

/* Of @run the pixels that are in one row, and where; the stream goes on. */
static bool stream_part(NvPgraph *pg, NvTwodRun *run, NvTwodRun *part,
                        Place *at)
{
    if (!run->n || !stream_next(pg, at)) {
        return false;
    }
    *part = *run;
    part->n = MIN(run->n, at->left);
    *run = nv_twod_rest(*run, part->n);
    stream_advance(pg, part->n);
    return true;
}

/* Place of the image and its size out. */
static void draw_plain(NvPgraph *pg, const NvTwodState *s, Place at,
                       NvTwodRun run)
{
    int32_t x = (int16_t)NV_VTX(pg, NV_VTX_AT, 0);
    int32_t y = (int16_t)NV_VTX(pg, NV_VTX_AT, 1);
    uint32_t w = NV_VTX(pg, NV_VTX_OUT, 0), h = NV_VTX(pg, NV_VTX_OUT, 1);

    if (at.y < h && at.x < w) {
        run.n = MIN(run.n, w - at.x);
        nv_twod_pixels(&pg->twod, s, (NvTwodPoint) { x + (int32_t)at.x,
                                                     y + (int32_t)at.y },
                       run);
    }
}

static void stream(NvPgraph *pg, const NvTwodState *s, NvTwodRun run)
{
    NvTwodRun part;
    Place at;

    while (stream_part(pg, &run, &part, &at)) {
        draw_plain(pg, s, at, part);
    }
}

/* --- plain pixels --- */

NV_ACTION(ifc_data_before)
{
    if (!nv_fe_stretches(pg)) {
        NV_PG_PUT(pg, XY_C, UNK4, 0);
    }
}

static uint32_t in_order(const NvPgraph *pg, uint32_t v)
{
    unsigned surface = nv_surf_format(pg, nv_fe_draws_swizzled(pg)
                                          ? NV_SURF_SWIZZLED : NV_SURF_DST);

    switch (surface) {
    case NV_TWOD_SURF_Y8:
        return nv_fe_swap_bytes(pg, v);
    case NV_TWOD_SURF_Y16:
        return nv_fe_swap_halves(pg, v);
    }
    switch (nv_fe_option(pg, NV_OPT_COLOR)) {
    case NV_TWOD_A1R5G5B5:
    case NV_TWOD_X1R5G5B5:
    case NV_TWOD_R5G6B5:
        return nv_fe_swap_halves(pg, v);
    default:
        return v;
    }
}

/* The pixels of a word, lowest first. */
static unsigned split(unsigned bytes, uint32_t word, uint32_t *pixels)
{
    unsigned n = bytes ? 4 / bytes : 0;

    for (unsigned i = 0; i < n; i++) {
        pixels[i] = nv_extract(word, 8 * bytes * i, 8 * bytes);
    }
    return n;
}

/* 20 fraction bits: the first whole pixel whose centre is not before. */
static int32_t first_pixel(int64_t at)
{
    int64_t v = (at - 0x80000 + 0xfffff) >> 20;

    return v < -0x10000 ? -0x10000 : v > 0x10000 ? 0x10000 : v;
}

/* Each source pixel becomes a rectangle of its step's size (guess). */
static unsigned rectangles(const NvPgraph *pg, const NvTwodState *s,
                           Place at, NvTwodRun run, NvTwodFill *fills)
{
    int64_t du = (int32_t)NV_VTX(pg, NV_VTX_OUT, 0);
    int64_t dv = (int32_t)NV_VTX(pg, NV_VTX_OUT, 1);
    int64_t x = (int32_t)NV_VTX(pg, NV_VTX_AT, 0) + du * at.x;
    int64_t y = (int32_t)NV_VTX(pg, NV_VTX_AT, 1) + dv * at.y;
    NvTwodRect r = { 0, first_pixel(y), 0, first_pixel(y + dv) };
    unsigned n = 0;

    for (unsigned i = 0; i < run.n; i++) {
        r.x0 = first_pixel(x);
        r.x1 = first_pixel(x + du);
        x += du;
        if (!nv_twod_empty(nv_twod_intersect(r, s->clip))) {
            fills[n++] = (NvTwodFill) { r, run.pixels[i] };
        }
    }
    return n;
}

/* Those of a word together: they may take long. */
static void stretch(NvPgraph *pg, const NvTwodState *s, NvTwodRun run)
{
    NvTwodFill fills[NV_TWOD_MAX_FILLS];
    NvTwodRun part;
    unsigned n = 0;
    Place at;

    assert(run.n <= NV_TWOD_MAX_FILLS);
    while (stream_part(pg, &run, &part, &at)) {
        n += rectangles(pg, s, at, part, fills + n);
    }
    if (n) {
        nv_twod_fills(&pg->twod, s, fills, n);
    }
}

/* @which: NV_DATA_*. */
NV_ACTION(ifc_data)
{
    bool second = m->which & NV_DATA_SECOND;
    uint32_t *word = second ? &NV_MISC32_1(pg) : &NV_PG(pg, MISC32);
    uint32_t pixels[8];
    NvTwodState s;
    NvTwodRun run;
    unsigned bytes, n = 0;

    *word = in_order(pg, v);
    if (!(m->which & NV_DATA_DRAWS) || !stream_ready(pg) ||
        !nv_fe_twod(pg, &s)) {
        return;
    }
    bytes = nv_twod_source_bytes(s.source);
    if (second) {
        n = split(bytes, NV_PG(pg, MISC32), pixels);
    }
    n += split(bytes, *word, pixels + n);
    run = (NvTwodRun) { n, pixels, NULL };
    if (nv_fe_stretches(pg)) {
        stretch(pg, &s, run);
    } else {
        stream(pg, &s, run);
    }
}

/* --- mono pixels --- */

NV_ACTION(bitmap_before)
{
    if (!NV_PG_GET(pg, XY_C, UNK12)) {
        NV_PG_PUT(pg, XY_C, UNK4, 0);
    }
}

/* @which: bits that are 0 are drawn, too. */
NV_ACTION(bitmap_data)
{
    uint32_t bits = nv_fe_mono(pg, nv_fe_swap_bytes(pg, v));
    uint32_t pixels[32];
    uint8_t keep[32];
    NvTwodState s;

    NV_PG(pg, MISC32) = bits;
    if (!stream_ready(pg) || !nv_fe_twod(pg, &s)) {
        return;
    }
    for (unsigned i = 0; i < 32; i++) {
        bool on = bits >> i & 1;

        pixels[i] = on ? NV_MISC32_1(pg) : NV_PG(pg, BITMAP_COLOR);
        keep[i] = on || m->which;
    }
    stream(pg, &s, (NvTwodRun) { 32, pixels, keep });
}

/* --- indexed pixels --- */

NV_ACTION(index_format)
{
    NV_PG_PUT(pg, DVD_FORMAT, COLOR_FORMAT, v & 1);
}

NV_ACTION(palette_offset)
{
    NV_PG_AT(pg, DMA_OFFSET, 0) = v;
    NV_PG_PUT(pg, VALID, PALETTE, 1);
}

/* What it costs to get at one. */
#define ENTRY_PIXELS 30

/* Entries have the object's format; what cannot be read is 0. */
static uint32_t palette(NvPgraph *pg, const NvDma *dma, unsigned bytes,
                        unsigned i)
{
    uint8_t entry[4] = { 0 };

    nv_env_spend(pg->env, ENTRY_PIXELS);
    if (!nv_mem_dma_read(pg->mem, dma,
                         NV_PG_AT(pg, DMA_OFFSET, 0) + i * bytes,
                         entry, bytes)) {
        return 0;
    }
    return nv_ld32(entry);
}

/*
 * Format 0: 8 bits, 1: 4 bits, the high half of a byte first (doc, from an
 * emulator).
 */
NV_ACTION(index_data)
{
    bool nibbles = NV_PG_GET(pg, DVD_FORMAT, NIBBLES);
    unsigned n = nibbles ? 8 : 4, bytes;
    uint32_t word = nv_fe_swap_bytes(pg, v), pixels[8];
    NvTwodState s;
    NvDma dma;

    NV_PG(pg, MISC32) = word;
    if (!stream_ready(pg) || !nv_fe_twod(pg, &s)) {
        return;
    }
    if (!nv_mem_dma_load(pg->mem, nv_fe_get_dma(pg, 1) << 4, &dma)) {
        nv_fe_error(pg, NV_ERROR_READ_FAULT, "the palette is in no DMA "
                    "object");
        return;
    }
    s.source = nv_fe_option(pg, NV_OPT_COLOR);
    bytes = nv_twod_source_bytes(s.source);
    for (unsigned i = 0; i < n; i++) {
        pixels[i] = palette(pg, &dma, bytes,
                            nibbles ? nv_extract(word, (i ^ 1) * 4, 4)
                                    : nv_extract(word, i * 8, 8));
    }
    stream(pg, &s, (NvTwodRun) { n, pixels, NULL });
}

/* --- stretched --- */

/* @which: 0 x, 1 y. */
NV_ACTION(sifc_step)
{
    unsigned xy = m->which;

    nv_xy_given(pg, xy ? 0 : 1u << NV_VTX_OUT, xy ? 1u << NV_VTX_OUT : 0);
    NV_VTX(pg, NV_VTX_OUT, xy) = v;
    nv_xy_restart(pg);
    NV_PG_PUT_AT(pg, XY_B, 0, STREAM_BEGUN, 0);
    NV_PG_PUT_AT(pg, XY_B, 1, UNK0, 0);
}

NV_ACTION(sifc_xy)
{
    nv_xy_given(pg, 1u << NV_VTX_AT | 1u << NV_VTX_IN,
                1u << NV_VTX_AT | 1u << NV_VTX_IN_HEIGHT);
    NV_PG_PUT(pg, VALID, UNCLIPPED, 0);
    NV_VTX(pg, NV_VTX_IN, 1) =
        nv_xy_sum(~NV_VTX(pg, NV_VTX_IN_HEIGHT, 1), 1);
    nv_xy_sign(pg, NV_VTX_IN, 0, false);
    nv_xy_sign(pg, NV_VTX_IN, 1, false);
    NV_VTX(pg, NV_VTX_AT, 0) = v << 16;
    NV_VTX(pg, NV_VTX_AT, 1) = v & 0xffff0000;
    nv_xy_restart(pg);
    nv_xy_point_flags(pg);
    NV_PG_PUT_AT(pg, XY_B, 1, UNK0, 0);
    nv_xy_status(pg, 0, 0, nv_sextract(v, 4, 12), false);
    nv_xy_status(pg, 0, 1, nv_sextract(v, 20, 12), false);
    nv_xy_image_empty(pg, !NV_VTX(pg, NV_VTX_IN, 0) ||
                          !NV_VTX(pg, NV_VTX_IN, 1));
}
