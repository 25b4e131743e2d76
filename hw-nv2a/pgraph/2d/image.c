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
#include "pgraph/2d/methods.h"
#include "twod/twod.h"

#define MISC32_1(pg) ((pg)->values[(NV_PGRAPH_MISC32 + 112) / 4])

NV_ACTION(ifc_format)
{
    static const uint8_t codes[8] = {
        0, NV_TWOD_R5G6B5, NV_TWOD_A1R5G5B5, NV_TWOD_X1R5G5B5,
        NV_TWOD_A8R8G8B8, NV_TWOD_X8R8G8B8, NV_TWOD_A8B8G8R8,
        NV_TWOD_X8B8G8R8,
    };
    const NvChip *chip = pg->env->chip;
    bool late = m->which, rankine = nv_chip_has(chip, NV_CAP_FE_RANKINE) ||
                                    nv_chip_has(chip, NV_CAP_FE_CURIE);
    uint32_t code = codes[v & 7];

    if ((v & 7) == 1 && !late) {
        code = NV_TWOD_Y8;
    } else if ((v & 7) >= 6 && !(late && rankine)) {
        code = 0;
    }
    nv_fe_set_option(pg, NV_OPT_COLOR, code);
}

/* --- sizes --- */

static void size_out(NvPgraph *pg, uint32_t v)
{
    NV_PG(pg, VALID) |= 0x2020;
    NV_VTX(pg, 5, 0) = v & 0xffff;
    NV_VTX(pg, 5, 1) = v >> 16;
    nv_xy_sign(pg, 5, 0, false);
    nv_xy_sign(pg, 5, 1, false);
}

static void size_in(NvPgraph *pg, uint32_t v, unsigned flags)
{
    bool stretch = nv_fe_stretches(pg);

    NV_PG(pg, VALID) |= 0x8008;
    NV_VTX(pg, 3, 0) = v & 0xffff;
    NV_VTX(pg, 3, 1) = -(v >> 16);
    NV_VTX(pg, 7, 1) = v >> 16;
    if (!(flags & NV_SIZE_OUT)) {
        NV_PG(pg, MISC24) = v & 0xffff;
    }
    nv_xy_sign(pg, 3, 0, false);
    nv_xy_sign(pg, 7, 1, false);
    nv_xy_image_empty(pg, !nv_extract(NV_XY_D(pg, 0), 28, 4) ||
                          !nv_extract(NV_XY_D(pg, 1), 28, 4));
    if (!stretch) {
        nv_fe_deposit(&NV_PG(pg, XY_C), 12, 1,
                      (v & 0xffff) < 0x20 && (flags & NV_SIZE_BITMAP) &&
                      !nv_extract(NV_XY_A(pg), 24, 1));
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
        NV_XY_B(pg, 0) &= ~1u;
    }
    nv_fe_deposit(&NV_XY_B(pg, 1), 0, 1, !nv_fe_stretches(pg));
    nv_fe_deposit(&NV_PG(pg, XY_C), 8, 1, 0);
    nv_xy_restart(pg);
}

/* --- the stream --- */

/* Position, sizes in and out; false: the stream has no place to go. */
static bool stream_ready(NvPgraph *pg)
{
    if (NV_PG(pg, NSOURCE) || !nv_xy_in_range(pg)) {
        return false;
    }
    if ((NV_PG(pg, VALID) & 0xb038) != 0xb038) {
        nv_fe_error(pg, NV_NSOURCE_METHOD_CNT);
        return false;
    }
    if (!(NV_XY_B(pg, 0) & 1)) {
        NV_VTX(pg, 2, 0) = NV_VTX(pg, 3, 0);
        NV_VTX(pg, 2, 1) = NV_VTX(pg, 3, 1);
        NV_XY_B(pg, 0) |= 1;
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
    uint32_t width = NV_VTX(pg, 3, 0);

    p->left = NV_VTX(pg, 2, 0);
    p->x = width - p->left;
    p->y = NV_VTX(pg, 2, 1) - NV_VTX(pg, 3, 1);
    /* A driver may have written the registers: nothing is taken on trust. */
    return (int32_t)NV_VTX(pg, 2, 1) < 0 && p->left && p->left <= width &&
           p->y < 0x10000;
}

static void stream_advance(NvPgraph *pg, uint32_t n)
{
    NV_VTX(pg, 2, 0) -= n;
    if (!NV_VTX(pg, 2, 0)) {
        NV_VTX(pg, 2, 0) = NV_VTX(pg, 3, 0);
        NV_VTX(pg, 2, 1)++;
    }
}

/* Pixels in a row from @at on, in the format of the object. */
typedef void (*DrawRun)(NvPgraph *pg, const NvTwodState *s, Place at,
                        NvTwodRun run);

static void stream(NvPgraph *pg, const NvTwodState *s, NvTwodRun run,
                   DrawRun draw)
{
    Place at;

    while (run.n && stream_next(pg, &at)) {
        unsigned part = MIN(run.n, at.left);

        draw(pg, s, at, (NvTwodRun) { part, run.pixels, run.keep });
        stream_advance(pg, part);
        run = nv_twod_rest(run, part);
    }
}

/* Place of the image and its size out. */
static void draw_plain(NvPgraph *pg, const NvTwodState *s, Place at,
                       NvTwodRun run)
{
    int32_t x = (int16_t)NV_VTX(pg, 4, 0), y = (int16_t)NV_VTX(pg, 4, 1);
    uint32_t w = NV_VTX(pg, 5, 0), h = NV_VTX(pg, 5, 1);

    if (at.y < h && at.x < w) {
        run.n = MIN(run.n, w - at.x);
        nv_twod_pixels(&pg->twod, s, (NvTwodPoint) { x + (int32_t)at.x,
                                                     y + (int32_t)at.y },
                       run);
    }
}

/* --- plain pixels --- */

NV_ACTION(ifc_data_before)
{
    if (!nv_fe_stretches(pg)) {
        nv_fe_deposit(&NV_PG(pg, XY_C), 4, 1, 0);
    }
}

static uint32_t in_order(const NvPgraph *pg, uint32_t v)
{
    unsigned surface = nv_surf_format(pg, nv_fe_option(pg, NV_OPT_SWIZZLE)
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
static void draw_stretched(NvPgraph *pg, const NvTwodState *s, Place at,
                           NvTwodRun run)
{
    int64_t du = (int32_t)NV_VTX(pg, 5, 0), dv = (int32_t)NV_VTX(pg, 5, 1);
    int64_t x = (int32_t)NV_VTX(pg, 4, 0) + du * at.x;
    int64_t y = (int32_t)NV_VTX(pg, 4, 1) + dv * at.y;
    NvTwodRect r = { 0, first_pixel(y), 0, first_pixel(y + dv) };

    for (unsigned i = 0; i < run.n; i++) {
        r.x0 = first_pixel(x);
        r.x1 = first_pixel(x + du);
        x += du;
        if (!nv_twod_empty(nv_twod_intersect(r, s->clip))) {
            nv_twod_fill(&pg->twod, s, r, run.pixels[i]);
        }
    }
}

NV_ACTION(ifc_data)
{
    uint32_t *word = m->which & 1 ? &MISC32_1(pg) : &NV_PG(pg, MISC32);
    bool stretch = nv_fe_stretches(pg);
    uint32_t pixels[8];
    NvTwodState s;
    unsigned bytes, n = 0;

    *word = in_order(pg, v);
    /* @which bit 1: the word ends what is drawn at once. */
    if (!(m->which & 2) || !stream_ready(pg) || !nv_fe_twod(pg, &s)) {
        return;
    }
    bytes = nv_twod_source_bytes(s.source);
    if (m->which & 1) {
        n = split(bytes, NV_PG(pg, MISC32), pixels);
    }
    n += split(bytes, *word, pixels + n);
    stream(pg, &s, (NvTwodRun) { n, pixels, NULL },
           stretch ? draw_stretched : draw_plain);
}

/* --- mono pixels --- */

NV_ACTION(bitmap_before)
{
    if (!nv_extract(NV_PG(pg, XY_C), 12, 1)) {
        nv_fe_deposit(&NV_PG(pg, XY_C), 4, 1, 0);
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

        pixels[i] = on ? MISC32_1(pg) : NV_PG(pg, BITMAP_COLOR);
        keep[i] = on || m->which;
    }
    stream(pg, &s, (NvTwodRun) { 32, pixels, keep }, draw_plain);
}

/* --- indexed pixels --- */

NV_ACTION(index_format)
{
    nv_fe_deposit(&NV_PG(pg, DVD_FORMAT), 0, 6, v & 1);
}

NV_ACTION(palette_offset)
{
    pg->values[NV_PGRAPH_DMA_OFFSET / 4] = v;
    NV_PG(pg, VALID) |= NV_BIT(22);
}

/* Entries have the object's format; what cannot be read is 0. */
static uint32_t palette(NvPgraph *pg, const NvDma *dma, unsigned bytes,
                        unsigned i)
{
    uint8_t entry[4] = { 0 };

    if (!nv_mem_dma_read(pg->mem, dma,
                         pg->values[NV_PGRAPH_DMA_OFFSET / 4] + i * bytes,
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
    bool nibbles = nv_extract(NV_PG(pg, DVD_FORMAT), 0, 1);
    unsigned n = nibbles ? 8 : 4, bytes;
    uint32_t word = nv_fe_swap_bytes(pg, v), pixels[8];
    NvTwodState s;
    NvDma dma;

    NV_PG(pg, MISC32) = word;
    if (!stream_ready(pg) || !nv_fe_twod(pg, &s)) {
        return;
    }
    if (!nv_mem_dma_load(pg->mem, nv_fe_get_dma(pg, 1) << 4, &dma)) {
        nv_fe_error(pg, NV_NSOURCE_DMA_R);
        return;
    }
    s.source = nv_fe_option(pg, NV_OPT_COLOR);
    bytes = nv_twod_source_bytes(s.source);
    for (unsigned i = 0; i < n; i++) {
        pixels[i] = palette(pg, &dma, bytes,
                            nibbles ? nv_extract(word, (i ^ 1) * 4, 4)
                                    : nv_extract(word, i * 8, 8));
    }
    stream(pg, &s, (NvTwodRun) { n, pixels, NULL }, draw_plain);
}

/* --- stretched --- */

NV_ACTION(sifc_step)
{
    NV_PG(pg, VALID) |= NV_BIT(5 + 8 * m->which);
    NV_VTX(pg, 5, m->which) = v;
    nv_xy_restart(pg);
    NV_XY_B(pg, 0) &= ~1u;
    NV_XY_B(pg, 1) &= ~1u;
}

NV_ACTION(sifc_xy)
{
    NV_PG(pg, VALID) = (NV_PG(pg, VALID) | 0x9018) & ~NV_BIT(19);
    nv_xy_add(pg, 3, 1, ~NV_VTX(pg, 7, 1), 1, 0, true);
    nv_xy_sign(pg, 3, 0, false);
    nv_xy_sign(pg, 3, 1, false);
    NV_VTX(pg, 4, 0) = v << 16;
    NV_VTX(pg, 4, 1) = v & 0xffff0000;
    nv_xy_restart(pg);
    NV_XY_B(pg, 0) &= ~1u;
    NV_XY_B(pg, 1) &= ~1u;
    nv_xy_status(pg, 0, 0, nv_sextract(v, 4, 12), false);
    nv_xy_status(pg, 0, 1, nv_sextract(v, 20, 12), false);
    nv_fe_deposit(&NV_PG(pg, XY_C), 8, 1, 0);
    nv_xy_image_empty(pg, !NV_VTX(pg, 3, 0) || !NV_VTX(pg, 3, 1));
}
