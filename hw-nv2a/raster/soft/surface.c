/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Colour and zeta surfaces: addresses, bounds, loads and stores.  Facts: how
 * channels and depths are rounded, from NV2A captures (hw).
 */
#ifndef __clang__
#pragma GCC optimize("O3", "no-trapping-math", "fp-contract=off")
#endif

#include "raster/soft/surface.h"

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
    uint64_t line = clip->x1 > 0 ? (uint64_t)clip->x1 * s->step : 0;

    line += s->down;
    if (line > room) {
        cut(clip, room > s->down ? (room - s->down) / s->step : 0, 1);
    } else if (s->pitch) {
        cut(clip, clip->x1, (room - line) / s->pitch + 1);
    } else {
        cut(clip, clip->x1, 1);
    }
}

void nv_soft_surface(const NvRaster *raster, const NvPixelSurface *how,
                     const NvPixelImage *at, const NvColorFormat *format,
                     NvSoftSurface *out, NvRect *clip)
{
    memset(out, 0, sizeof(*out));
    if (!how->on) {
        return;
    }
    assert((uint64_t)at->start + at->room <= raster->mem->vram_size);
    out->on = true;
    out->swizzled = how->swizzled;
    out->pitch = how->pitch * how->samples_y;
    out->log2_w = how->log2_w;
    out->log2_h = how->log2_h;
    out->start = at->start;
    out->data = raster->mem->vram + at->start;
    out->format = format;
    out->bytes = format ? format->bytes : how->format == NV_ZETA_Z16 ? 2 : 4;
    out->step = out->bytes * how->samples_x;
    out->down = how->pitch * (how->samples_y - 1u);
    if (out->swizzled) {
        cut(clip, NV_BIT(how->log2_w), NV_BIT(how->log2_h));
        return;
    }
    cut_linear(out, at->room, clip);
    out->line = clip->x1 > 0 ? (uint32_t)clip->x1 * out->step : 0;
}

static uint8_t *pixel(const NvSoftSurface *s, unsigned x, unsigned y)
{
    if (s->swizzled) {
        return s->data + (size_t)nv_soft_swizzle(x, y, s->log2_w, s->log2_h) *
                         s->bytes;
    }
    return s->data + (size_t)y * s->pitch + (size_t)x * s->step;
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
    assert(s->on && n <= NV_SOFT_SPAN);
    if (s->swizzled) {
        for (unsigned i = 0; i < n; i++) {
            words[i] = load_word(pixel(s, x + i, y), s->bytes);
        }
    } else if (s->bytes == 4 && s->step == 4) {
        memcpy(words, pixel(s, x, y), 4 * n);
        for (unsigned i = 0; i < n && G_BYTE_ORDER == G_BIG_ENDIAN; i++) {
            words[i] = GUINT32_SWAP_LE_BE(words[i]);
        }
    } else {
        const uint8_t *p = pixel(s, x, y);

        for (unsigned i = 0; i < n; i++) {
            words[i] = load_word(p + s->step * i, s->bytes);
        }
    }
}

void nv_soft_store(const NvSoftSurface *s, const NvSoftRun *run,
                   uint64_t live, const uint32_t *words)
{
    unsigned x = run->x, y = run->y, n = run->n;

    assert(s->on && n && n <= NV_SOFT_SPAN);
    if (s->swizzled) {
        for (unsigned i = 0; i < n; i++) {
            if (live >> i & 1) {
                store_word(pixel(s, x + i, y), s->bytes, words[i]);
            }
        }
    } else if (s->bytes == 4 && s->step == 4 && !(~live << (NV_SOFT_SPAN - n)) &&
               G_BYTE_ORDER == G_LITTLE_ENDIAN) {
        memcpy(pixel(s, x, y), words, 4 * n);
    } else {
        uint8_t *p = pixel(s, x, y);

        for (unsigned i = 0; i < n; i++) {
            if (live >> i & 1) {
                store_word(p + s->step * i, s->bytes, words[i]);
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

void nv_soft_store_span(const NvSoftSurface *s, const NvSoftSpan *sp,
                        uint64_t live, const uint32_t *words)
{
    for (unsigned i = 0; i < sp->nruns; i++) {
        const NvSoftRun *r = &sp->run[i];

        nv_soft_store(s, r, live >> r->at, words + r->at);
    }
}

void nv_soft_extent(const NvSoftSurface *s, const NvRect *clip,
                    uint64_t range[2])
{
    uint64_t bytes = s->line;

    if (s->swizzled) {
        bytes = (uint64_t)s->bytes << (s->log2_w + s->log2_h);
    } else if (clip->y1 > 0) {
        bytes += (uint64_t)(clip->y1 - 1) * s->pitch + s->down;
    }
    range[0] = s->start;
    range[1] = s->start + bytes;
}

void nv_soft_touch(NvSoftTouched *t, int y0, int y1)
{
    if (t->y1 <= t->y0) {
        *t = (NvSoftTouched) { y0, y1 };
    }
    t->y0 = y0 < t->y0 ? y0 : t->y0;
    t->y1 = y1 > t->y1 ? y1 : t->y1;
}

void nv_soft_touch_more(NvSoftTouched *t, NvSoftTouched *from)
{
    if (from->y1 > from->y0) {
        nv_soft_touch(t, from->y0, from->y1);
    }
    *from = (NvSoftTouched) { 0, 0 };
}

void nv_soft_report(const NvRaster *raster, const NvSoftSurface *s,
                    NvSoftTouched *t)
{
    uint64_t from = s->start, to;

    if (s->on && t->y1 > t->y0) {
        assert(t->y0 >= 0);
        if (s->swizzled) {
            to = from + ((uint64_t)s->bytes << (s->log2_w + s->log2_h));
        } else {
            to = from + (uint64_t)(t->y1 - 1) * s->pitch + s->line + s->down;
            from += (uint64_t)t->y0 * s->pitch;
        }
        if (to > raster->mem->vram_size) {
            to = raster->mem->vram_size;
        }
        nv_mem_vram_dirty(raster->mem, from, to - from);
    }
    *t = (NvSoftTouched) { 0, 0 };
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

uint32_t nv_soft_encode(const NvColorFormat *f, const uint8_t rgba[4],
                        bool round)
{
    uint32_t word = 0;

    for (unsigned c = 0; c < 4; c++) {
        uint32_t max = NV_BIT(f->width[c]) - 1;

        /* 255 is odd, so there are no ties. */
        word |= (round ? (rgba[c] * max * 2 + 255) / 510
                       : (uint32_t)rgba[c] >> (8 - f->width[c]))
                << f->pos[c];
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
    /* Nothing is rounded up (hw). */
    float f = z > 0 && z < 0x1p127 ? (float)nv_cut_double(z, 24) : (float)z;
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

uint32_t nv_soft_cut_color(const float rgba[4])
{
    static const uint8_t shift[4] = { 16, 8, 0, 24 };
    uint32_t argb = 0;

    for (unsigned c = 0; c < 4; c++) {
        float v = rgba[c] > 0 ? rgba[c] < 1 ? rgba[c] : 1 : 0;

        argb |= (uint32_t)(v * 255.0f + 0.5f) << shift[c];
    }
    return argb;
}
