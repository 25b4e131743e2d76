/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Colour and zeta surfaces: formats, addresses, bounds, loads and stores.
 * Facts: RT_FORMAT codes and X padding read from NV2A captures (hw), the
 * destination alpha of X formats from emulators.
 */
#ifndef __clang__
#pragma GCC optimize("O3", "no-trapping-math", "fp-contract=off")
#endif

#include "raster/soft/soft.h"

/* r g b a: positions, widths; padding; what padding holds. */
const NvColorFormat nv_color_formats[NV_COLOR_FORMATS] = {
    [0x1] = { "X1R5G5B5_Z1R5G5B5", 2, { 10, 5, 0, 0 }, { 5, 5, 5, 0 },
              0x8000, 0 },
    [0x2] = { "X1R5G5B5_O1R5G5B5", 2, { 10, 5, 0, 0 }, { 5, 5, 5, 0 },
              0x8000, 0x8000 },
    [0x3] = { "R5G6B5", 2, { 11, 5, 0, 0 }, { 5, 6, 5, 0 }, 0, 0 },
    /* Destination alpha of the Z flavours reads 1 here: guess. */
    [0x4] = { "X8R8G8B8_Z8R8G8B8", 4, { 16, 8, 0, 0 }, { 8, 8, 8, 0 },
              0xff000000, 0 },
    [0x5] = { "X8R8G8B8_O8R8G8B8", 4, { 16, 8, 0, 0 }, { 8, 8, 8, 0 },
              0xff000000, 0xff000000 },
    [0x6] = { "X1A7R8G8B8_Z1A7R8G8B8", 4, { 16, 8, 0, 24 }, { 8, 8, 8, 7 },
              0x80000000, 0 },
    [0x7] = { "X1A7R8G8B8_O1A7R8G8B8", 4, { 16, 8, 0, 24 }, { 8, 8, 8, 7 },
              0x80000000, 0x80000000 },
    [0x8] = { "A8R8G8B8", 4, { 16, 8, 0, 24 }, { 8, 8, 8, 8 }, 0, 0 },
    [0x9] = { "B8", 1, { 0, 0, 0, 0 }, { 0, 0, 8, 0 }, 0, 0 },
    [0xa] = { "G8B8", 2, { 0, 8, 0, 0 }, { 0, 8, 8, 0 }, 0, 0 },
    /* From here on Rankine's; codes and order by drivers. */
    [0xb] = { .name = "A16B16G16R16_FLOAT", .bytes = 8, .real = 16,
              .channels = 4 },
    [0xc] = { .name = "A32B32G32R32_FLOAT", .bytes = 16, .real = 32,
              .channels = 4 },
    [0xd] = { .name = "R32_FLOAT", .bytes = 4, .real = 32, .channels = 1 },
    [0xe] = { "X8B8G8R8_Z8B8G8R8", 4, { 0, 8, 16, 0 }, { 8, 8, 8, 0 },
              0xff000000, 0 },                              /* guess */
    [0xf] = { "X8B8G8R8_O8B8G8R8", 4, { 0, 8, 16, 0 }, { 8, 8, 8, 0 },
              0xff000000, 0xff000000 },
    [0x10] = { "A8B8G8R8", 4, { 0, 8, 16, 24 }, { 8, 8, 8, 8 }, 0, 0 },
};

uint32_t nv_soft_swizzle(uint32_t x, uint32_t y, unsigned log2_w,
                         unsigned log2_h)
{
    unsigned both = log2_w < log2_h ? log2_w : log2_h;
    uint32_t mask = NV_BIT(both) - 1;
    uint32_t rest = log2_w > log2_h ? x >> both : y >> both;

    return nv_soft_spread(x & mask) | nv_soft_spread(y & mask) << 1 |
           rest << 2 * both;
}

static void cut(NvRect *clip, uint64_t w, uint64_t h)
{
    if (clip->x1 > (int64_t)w) {
        clip->x1 = w;
    }
    if (clip->y1 > (int64_t)h) {
        clip->y1 = h;
    }
}

/* How many lines of clip->x1 pixels fit in @room bytes. */
static void cut_linear(const NvSoftSurface *s, uint64_t room, NvRect *clip)
{
    uint64_t line = clip->x1 > 0 ? (uint64_t)clip->x1 * s->bytes : 0;

    if (line > room) {
        cut(clip, room / s->bytes, 1);
    } else if (s->pitch) {
        cut(clip, clip->x1, (room - line) / s->pitch + 1);
    } else {
        cut(clip, clip->x1, 1);
    }
}

bool nv_soft_surface(NvRaster *raster, const NvSurface *in, bool zeta,
                     NvSoftSurface *out, NvRect *clip)
{
    uint64_t start = (uint64_t)in->base + in->offset;
    uint64_t end = (uint64_t)in->limit + 1;

    memset(out, 0, sizeof(*out));
    out->y0 = INT32_MAX;
    if (!in->valid || in->format == 0 ||
        in->format >= (zeta ? 3 : NV_COLOR_FORMATS)) {
        return false;
    }
    if (end > raster->mem->vram_size) {
        end = raster->mem->vram_size;
    }
    if (start >= end || in->log2_w > 12 || in->log2_h > 12) {
        return false;
    }
    out->format = zeta ? NULL : &nv_color_formats[in->format];
    if (in->swizzled && out->format && out->format->real) {
        return false;           /* drivers say there is no such thing */
    }
    out->bytes = zeta ? (in->format == 1 ? 2 : 4) : out->format->bytes;
    out->swizzled = in->swizzled;
    out->pitch = in->pitch;
    out->log2_w = in->log2_w;
    out->log2_h = in->log2_h;
    out->start = start;
    out->data = raster->mem->vram + start;
    if (!out->swizzled) {
        cut_linear(out, end - start, clip);
        out->line = clip->x1 > 0 ? (uint32_t)clip->x1 * out->bytes : 0;
    } else if (((uint64_t)out->bytes << (in->log2_w + in->log2_h)) <=
               end - start) {
        cut(clip, NV_BIT(in->log2_w), NV_BIT(in->log2_h));
    } else {
        return false;
    }
    out->on = true;
    return true;
}

static uint8_t *pixel(const NvSoftSurface *s, unsigned x, unsigned y)
{
    if (s->swizzled) {
        return s->data + (size_t)nv_soft_swizzle(x, y, s->log2_w, s->log2_h) *
                         s->bytes;
    }
    return s->data + (size_t)y * s->pitch + (size_t)x * s->bytes;
}

static uint32_t load_word(const uint8_t *p, unsigned bytes)
{
    return bytes == 4 ? nv_ld32(p) : bytes == 2 ? nv_ld16(p) : *p;
}

static void store_word(uint8_t *p, unsigned bytes, uint32_t word)
{
    if (bytes == 4) {
        nv_st32(p, word);
    } else if (bytes == 2) {
        nv_st16(p, word);
    } else {
        *p = word;
    }
}

void nv_soft_load(const NvSoftSurface *s, unsigned x, unsigned y, unsigned n,
                  uint32_t *words)
{
    if (s->swizzled) {
        for (unsigned i = 0; i < n; i++) {
            words[i] = load_word(pixel(s, x + i, y), s->bytes);
        }
    } else if (s->bytes == 4) {
        memcpy(words, pixel(s, x, y), 4 * n);
        for (unsigned i = 0; i < n && G_BYTE_ORDER == G_BIG_ENDIAN; i++) {
            words[i] = GUINT32_SWAP_LE_BE(words[i]);
        }
    } else {
        const uint8_t *p = pixel(s, x, y);

        for (unsigned i = 0; i < n; i++) {
            words[i] = load_word(p + s->bytes * i, s->bytes);
        }
    }
}

void nv_soft_store(NvSoftSurface *s, unsigned x, unsigned y, unsigned n,
                   uint64_t live, const uint32_t *words)
{
    if (s->swizzled) {
        for (unsigned i = 0; i < n; i++) {
            if (live >> i & 1) {
                store_word(pixel(s, x + i, y), s->bytes, words[i]);
            }
        }
    } else if (s->bytes == 4 && !(~live << (NV_SOFT_SPAN - n)) &&
               G_BYTE_ORDER == G_LITTLE_ENDIAN) {
        memcpy(pixel(s, x, y), words, 4 * n);
    } else {
        uint8_t *p = pixel(s, x, y);

        for (unsigned i = 0; i < n; i++) {
            if (live >> i & 1) {
                store_word(p + s->bytes * i, s->bytes, words[i]);
            }
        }
    }
}

void nv_soft_load_span(const NvSoftSurface *s, const NvSoftSpan *sp,
                       uint32_t *words)
{
    for (unsigned i = 0; i < sp->nruns; i++) {
        const NvSoftRun *r = &sp->run[i];

        nv_soft_load(s, r->x, r->y, r->n, words + r->at);
    }
}

void nv_soft_store_span(NvSoftSurface *s, const NvSoftSpan *sp, uint64_t live,
                        const uint32_t *words)
{
    for (unsigned i = 0; i < sp->nruns; i++) {
        const NvSoftRun *r = &sp->run[i];

        nv_soft_store(s, r->x, r->y, r->n, live >> r->at, words + r->at);
    }
}

void nv_soft_extent(const NvSoftSurface *s, const NvRect *clip,
                    uint64_t range[2])
{
    uint64_t bytes = s->line;

    if (s->swizzled) {
        bytes = (uint64_t)s->bytes << (s->log2_w + s->log2_h);
    } else if (clip->y1 > 0) {
        bytes += (uint64_t)(clip->y1 - 1) * s->pitch;
    }
    range[0] = s->start;
    range[1] = s->start + bytes;
}

void nv_soft_touch(NvSoftSurface *s, int y0, int y1)
{
    if (y0 < s->y0) {
        s->y0 = y0;
    }
    if (y1 > s->y1) {
        s->y1 = y1;
    }
}

void nv_soft_report(NvRaster *raster, NvSoftSurface *s)
{
    uint64_t from = s->start, to;

    if (!s->on || s->y1 <= s->y0) {
        return;
    }
    if (s->swizzled) {
        to = from + ((uint64_t)s->bytes << (s->log2_w + s->log2_h));
    } else {
        to = from + (uint64_t)(s->y1 - 1) * s->pitch + s->line;
        from += (uint64_t)s->y0 * s->pitch;
    }
    if (to > raster->mem->vram_size) {
        to = raster->mem->vram_size;
    }
    nv_mem_vram_dirty(raster->mem, from, to - from);
    s->y0 = INT32_MAX;
    s->y1 = 0;
}

/* @v of @width bits as 8 bits: 5 and 6 by replication (hw), 7 by value. */
static uint8_t widen(uint32_t v, unsigned width)
{
    switch (width) {
    case 5:
        return v << 3 | v >> 2;
    case 6:
        return v << 2 | v >> 4;
    case 7:
        return (v * 255 + 63) / 127;
    default:
        return v;
    }
}

uint8_t nv_soft_decode(const NvColorFormat *f, uint32_t word, unsigned c)
{
    if (!f->width[c]) {
        return c == 3 ? 255 : 0;
    }
    return widen(nv_extract(word, f->pos[c], f->width[c]), f->width[c]);
}

uint32_t nv_soft_encode(const NvColorFormat *f, const uint8_t rgba[4])
{
    uint32_t word = 0;

    for (unsigned c = 0; c < 4; c++) {
        uint32_t max = NV_BIT(f->width[c]) - 1;

        /* Round to nearest; 255 is odd, so there are no ties. */
        word |= (rgba[c] * max * 2 + 255) / 510 << f->pos[c];
    }
    return word;
}

uint32_t nv_soft_channel_bits(const NvColorFormat *f, unsigned rgba)
{
    uint32_t bits = 0;

    for (unsigned c = 0; c < 4; c++) {
        if (rgba >> c & 1) {
            bits |= (NV_BIT(f->width[c]) - 1) << f->pos[c];
        }
    }
    return bits;
}

/* Float formats drop low bits of the single; exponent bias by width (hw). */
static uint32_t float_depth(double z, unsigned bits)
{
    float f = (float)z;
    uint32_t u = nv_f2u(f);

    if (!(f > 0)) {
        return 0;
    }
    if (bits == 24) {
        u >>= 7;
        return u < 0xffffff ? u : 0xffffff;
    }
    if (f < 0.015625f) {            /* the lowest binade is empty */
        return 0;
    }
    u = (u - 0x3c000000) >> 11;
    return u < 0xffff ? u : 0xffff;
}

uint32_t nv_soft_encode_depth(double z, unsigned bits, bool is_float)
{
    double max = bits == 16 ? 65535.0 : 16777215.0;

    if (is_float) {
        return float_depth(z, bits);
    }
    if (!(z > 0)) {
        return 0;
    }
    return z >= max ? (uint32_t)max : (uint32_t)z;
}
