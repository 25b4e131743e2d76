/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Pixel formats of the 2D engine and conversions between them.
 *
 * Codes are those public hardware tests (envytools) assert; channel order
 * from public databases; narrow channels expand by replication as pattern
 * colours do on cards (hw), and are cut when narrowed unless dithered.
 */
#include "twod/twod-priv.h"
#include "words/formats.h"
#include "words/surface-format-rows.h"

#define RAW(name, bytes) { name, bytes, true, { 0 }, { 0 }, 0, 0 }
#define GRAY(name, bytes, apos, awidth) \
    { name, bytes, false, { apos, 0, 0, 0 }, { awidth, 8, 8, 8 }, 0, 0 }
#define RGB(name, bytes, apos, a, r, g, b, rw, gw, bw) \
    { name, bytes, false, { apos, r, g, b }, { a, rw, gw, bw }, 0, 0 }
#define RGB555(name, bytes, apos, a) \
    RGB(name, bytes, apos, a, 10, 5, 0, 5, 5, 5)
#define RGB565(name, bytes, apos, a) \
    RGB(name, bytes, apos, a, 11, 5, 0, 5, 6, 5)
#define RGB888(name, apos, a) RGB(name, 4, apos, a, 16, 8, 0, 8, 8, 8)
#define PADDED(mask, value) .pad_mask = mask, .pad = value

static const NvTwodFormat sources[NV_TWOD_SOURCES] = {
    [NV_TWOD_Y8] = GRAY("Y8", 1, 0, 0),
    [NV_TWOD_X16A8Y8] = GRAY("X16A8Y8", 4, 8, 8),
    [NV_TWOD_X24Y8] = GRAY("X24Y8", 4, 0, 0),
    [NV_TWOD_A1R5G5B5] = RGB555("A1R5G5B5", 2, 15, 1),
    [NV_TWOD_X1R5G5B5] = RGB555("X1R5G5B5", 2, 0, 0),
    [NV_TWOD_X16A1R5G5B5] = RGB555("X16A1R5G5B5", 4, 15, 1),
    [NV_TWOD_X17R5G5B5] = RGB555("X17R5G5B5", 4, 0, 0),
    [NV_TWOD_R5G6B5] = RGB565("R5G6B5", 2, 0, 0),
    /* The key test of cards looks at the upper byte alone (hw). */
    [NV_TWOD_A16R5G6B5] = RGB565("A16R5G6B5", 4, 24, 8),
    [NV_TWOD_X16R5G6B5] = RGB565("X16R5G6B5", 4, 0, 0),
    [NV_TWOD_A8R8G8B8] = RGB888("A8R8G8B8", 24, 8),
    [NV_TWOD_X8R8G8B8] = RGB888("X8R8G8B8", 0, 0),
    [NV_TWOD_X16Y16] = { "X16Y16", 4, false, { 0, 8, 8, 8 },
                         { 0, 8, 8, 8 }, 0, 0 },
    [NV_TWOD_Y16] = RAW("Y16", 2),
    [NV_TWOD_Y32] = RAW("Y32", 4),
    /* Two pixels a word: scale.c takes them apart. */
    [NV_TWOD_YUYV] = RAW("V8YB8U8YA8", 2),
    [NV_TWOD_UYVY] = RAW("YB8V8YA8U8", 2),
    [NV_TWOD_AY8] = GRAY("AY8", 1, 0, 8),
    /* guess: by the order of surface codes 0x13 up. */
    [NV_TWOD_A8B8G8R8] = RGB("A8B8G8R8", 4, 24, 8, 0, 8, 16, 8, 8, 8),
    [NV_TWOD_X8B8G8R8] = RGB("X8B8G8R8", 4, 0, 0, 0, 8, 16, 8, 8, 8),
};

/* Rows that 2D does not draw with lie behind the codes. */
static const NvTwodFormat surfaces[NV_TWOD_SURFACES + NV_COLOR_FORMATS] = {
    [NV_TWOD_SURF_Y8] = RAW("Y8", 1),
    [NV_TWOD_SURF_Y16] = RAW("Y16", 2),
    [NV_TWOD_SURF_Y32] = RAW("Y32", 4),
#define X(code, twod, surf, name, bytes, r, g, b, a, rw, gw, bw, aw, pad, \
          fill, real, channels) \
    [(twod) ? (twod) : NV_TWOD_SURFACES + (code)] = \
        { name, bytes, false, { a, r, g, b }, { aw, rw, gw, bw }, pad, fill },
    NV_SURFACE_FORMAT_ROWS(X)
#undef X
};

static const NvTwodFormat *lookup(const NvTwodFormat *table, unsigned count,
                                  unsigned code)
{
    return code < count && table[code].bytes ? &table[code] : NULL;
}

const NvTwodFormat *nv_twod_source_format(unsigned code)
{
    return lookup(sources, NV_ARRAY_SIZE(sources), code);
}

const NvTwodFormat *nv_twod_surface_format(unsigned code)
{
    return lookup(surfaces, NV_TWOD_SURFACES, code);
}

unsigned nv_twod_source_bytes(unsigned format)
{
    const NvTwodFormat *f = nv_twod_source_format(format);

    return f ? f->bytes : 0;
}

/* --- channels --- */

static uint32_t expand(uint32_t v, unsigned width)
{
    switch (width) {
    case 1:
        return v * 0xff;
    case 5:
        return v << 3 | v >> 2;
    case 6:
        return v << 2 | v >> 4;
    case 7:
        return v << 1 | v >> 6;
    default:
        return v;
    }
}

uint32_t nv_twod_unpack(const NvTwodFormat *f, uint32_t pixel)
{
    uint32_t argb = 0;

    if (f->raw) {
        return pixel;
    }
    for (unsigned c = 0; c < 4; c++) {
        uint32_t v = f->width[c] ? expand(nv_extract(pixel, f->pos[c],
                                                     f->width[c]),
                                          f->width[c]) : 0xff;

        argb = argb << 8 | v;
    }
    return argb;
}

/*
 * What the dither of NV1 and NV3 adds to the upper bits of an 8-bit channel
 * (hw there); that later chips have the same matrix is a guess.
 */
static unsigned dither_step(uint32_t v, int32_t x, int32_t y, bool green)
{
    static const uint8_t matrix[4][4] = {
        { 0, 1, 1, 0 }, { 0, 0, 1, 0 }, { 0, 0, 1, 1 }, { 1, 1, 1, 1 },
    };
    unsigned step = v & 7, tx = x & 1, ty = y & 1, same = tx == ty;
    unsigned z = matrix[y >> 2 & 3][x >> 2 & 3] ^ green;

    if (step & 1) {
        z ^= (x ^ y) >> 1 & 1;
    }
    switch (step) {
    case 0:
        return 0;
    case 1:
        return !tx && !ty && z;
    case 2:
        return same && (tx ^ z);
    case 3:
        return same && (!tx || z);
    case 4:
        return same;
    case 5:
        return same || (tx && !ty && z);
    case 6:
        return same || (ty ^ z);
    default:
        return tx || !ty || z;
    }
}

/* 8 bits to @width; to 6 bits the step counts twice (guess). */
static uint32_t narrow(uint32_t v, unsigned width, bool dither, int32_t x,
                       int32_t y, bool green)
{
    uint32_t cut = v >> (8 - width), most = (1u << width) - 1;
    uint32_t rest = width == 5 ? v & 7 : (v & 3) << 1;

    if (dither && (width == 5 || width == 6) && cut < most) {
        cut += dither_step(rest, x, y, green);
    }
    return cut;
}

uint32_t nv_twod_pack(const NvTwodFormat *f, uint32_t argb, bool dither,
                      int32_t x, int32_t y)
{
    uint32_t pixel = f->pad;

    if (f->raw) {
        return argb;
    }
    for (unsigned c = 0; c < 4; c++) {
        if (f->width[c]) {
            pixel |= narrow(argb >> (24 - 8 * c) & 0xff, f->width[c], dither,
                            x, y, c == 2) << f->pos[c];
        }
    }
    return pixel;
}

uint32_t nv_twod_decode(unsigned format, uint32_t pixel)
{
    const NvTwodFormat *f = nv_twod_source_format(format);

    return f ? nv_twod_unpack(f, pixel) : pixel;
}

uint32_t nv_twod_color(const NvTwodState *s, const NvTwodFormat *f,
                       uint32_t pixel)
{
    return s->source == NV_TWOD_SAME ? nv_twod_unpack(f, pixel)
                                     : nv_twod_decode(s->source, pixel);
}

/* Same channels at the same places: no detour through 8 bits. */
static bool same_layout(const NvTwodFormat *a, const NvTwodFormat *b)
{
    return !memcmp(a->pos + 1, b->pos + 1, 3) &&
           !memcmp(a->width + 1, b->width + 1, 3);
}

uint32_t nv_twod_convert(const NvTwodState *s, const NvTwodFormat *f,
                         uint32_t pixel, int32_t x, int32_t y)
{
    const NvTwodFormat *from = nv_twod_source_format(s->source);

    if (s->source == NV_TWOD_SAME) {
        return (pixel & ~f->pad_mask) | f->pad;
    }
    /* hw: a surface of plain numbers takes the source's bits. */
    if (f->raw || !from || from->raw) {
        return f->bytes < 4 ? pixel & ((1u << 8 * f->bytes) - 1) : pixel;
    }
    if (f->bytes == 2 && same_layout(from, f)) {
        return (pixel & 0xffff & ~f->pad_mask) | f->pad;
    }
    return nv_twod_pack(f, nv_twod_unpack(from, pixel), s->dither, x, y);
}
