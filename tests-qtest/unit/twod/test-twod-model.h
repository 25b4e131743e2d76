/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What the 2D engine must make of one pixel, worked out by itself: formats
 * from their names, sums in floating point.  Facts: as the engine's.
 */
#ifndef TEST_TWOD_MODEL_H
#define TEST_TWOD_MODEL_H

#include <glib.h>
#include <math.h>
#include <string.h>

#include "chip/chips.h"
#include "twod/twod-priv.h"

#define VRAM (2u << 20)
#define PART 0x20000u           /* what surfaces of the tests reach */

typedef struct Rig {
    NvHostOps ops;
    NvEnv env;
    NvMem mem;
    NvTwod twod;
    NvTwodState s;
    uint32_t cells[64];
    uint8_t *model;             /* PART bytes: what VRAM must become */
    GRand *rand;
    uint64_t pixels;            /* the model touched */
    uint32_t dirty_lo, dirty_hi;
} Rig;

static inline void dirty(void *host, uint32_t offset, uint32_t len)
{
    Rig *rig = host;

    g_assert_cmpuint((uint64_t)offset + len, <=, VRAM);
    rig->dirty_lo = MIN(rig->dirty_lo, offset);
    rig->dirty_hi = MAX(rig->dirty_hi, offset + len);
}

static inline Rig *rig_new(uint32_t seed)
{
    Rig *rig = g_new0(Rig, 1);

    rig->ops.vram_dirty = dirty;
    rig->env.ops = &rig->ops;
    rig->env.host = rig;
    rig->env.chip = nv_chip_find("nv20");
    nv_mem_init(&rig->mem, &rig->env, NULL, VRAM);
    nv_twod_init(&rig->twod, &rig->env, &rig->mem);
    rig->model = g_malloc(PART);
    rig->rand = g_rand_new_with_seed(seed);
    return rig;
}

static inline void rig_free(Rig *rig)
{
    nv_twod_free(&rig->twod);
    nv_mem_free(&rig->mem);
    g_free(rig->model);
    g_rand_free(rig->rand);
    g_free(rig);
}

static inline uint32_t any(Rig *rig, uint32_t below)
{
    return g_rand_int(rig->rand) % below;
}

static inline bool one_in(Rig *rig, uint32_t n)
{
    return any(rig, n) == 0;
}

/* --- formats by name: letters and widths, highest bit first --- */

typedef struct Channel {
    unsigned pos, width;
} Channel;

/* A, R, G, B or Y; width 0 if the name has no such letter. */
static inline Channel channel_of(const char *name, char letter)
{
    Channel found = { 0, 0 };
    unsigned total = 0;

    for (const char *p = name; *p && *p != '_';) {
        char *end;

        total += g_ascii_strtoull(p + 1, &end, 10);
        p = end;
    }
    for (const char *p = name; *p && *p != '_';) {
        char *end;
        unsigned width = g_ascii_strtoull(p + 1, &end, 10);

        total -= width;
        if (*p == letter) {
            found = (Channel) { total, width };
        }
        p = end;
    }
    return found;
}

/* The field's bits again and again until there are eight. */
static inline unsigned widen(uint32_t pixel, Channel c)
{
    unsigned bits = 0, have = 0;

    while (have < 8) {
        for (int i = c.width - 1; i >= 0 && have < 8; i--, have++) {
            bits = bits << 1 | (pixel >> (c.pos + i) & 1);
        }
    }
    return bits;
}

typedef struct Color {
    unsigned c[4];              /* b g r a */
} Color;

static const char letters[] = "BGRA";

static inline bool is_number(const NvTwodFormat *f)
{
    return f->raw;
}

static inline Color model_unpack(const char *name, uint32_t pixel)
{
    Channel y = channel_of(name, 'Y');
    Color out;

    for (unsigned i = 0; i < 4; i++) {
        Channel c = channel_of(name, letters[i]);

        c = i < 3 && y.width ? y : c;
        out.c[i] = c.width ? widen(pixel, c) : 255;
    }
    if (!strcmp(name, "AY8")) {
        out.c[0] = out.c[1] = out.c[2] = out.c[3] = pixel & 0xff;
    }
    return out;
}

/* What padding holds: the part of the name behind "_". */
static inline uint32_t model_pad(const char *name)
{
    const char *tail = strchr(name, '_');
    Channel x = channel_of(name, 'X');

    return tail && tail[1] == 'O' ? ((1u << x.width) - 1) << x.pos : 0;
}

static inline uint32_t model_pack(const char *name, Color color)
{
    uint32_t pixel = model_pad(name);

    for (unsigned i = 0; i < 4; i++) {
        Channel c = channel_of(name, letters[i]);

        pixel |= (color.c[i] * (1u << c.width) / 256) << c.pos;
    }
    return pixel;
}

static inline uint32_t mask_of(unsigned bytes)
{
    return bytes == 4 ? UINT32_MAX : (1u << 8 * bytes) - 1;
}

static inline uint32_t model_convert(unsigned source, const NvTwodFormat *f,
                              uint32_t pixel)
{
    const NvTwodFormat *from = nv_twod_source_format(source);

    if (source == NV_TWOD_SAME) {
        Channel x = channel_of(f->name, 'X');
        uint32_t pad = strchr(f->name, '_')
                       ? ((1u << x.width) - 1) << x.pos : 0;

        return (pixel & ~pad) | model_pad(f->name);
    }
    if (is_number(f) || !from || is_number(from)) {
        return pixel & mask_of(f->bytes);
    }
    return model_pack(f->name, model_unpack(from->name, pixel));
}

/* --- one pixel --- */

static inline uint32_t model_address(const NvTwodSurface *t, unsigned bytes,
                              int32_t x, int32_t y)
{
    uint32_t number = 0, pos = 0;

    if (!t->swizzled) {
        return t->base + t->offset + y * t->pitch + x * bytes;
    }
    for (unsigned i = 0; i < 12; i++) {
        if (i < t->log2_w) {
            number |= (x >> i & 1) << pos++;
        }
        if (i < t->log2_h) {
            number |= (y >> i & 1) << pos++;
        }
    }
    return t->base + t->offset + number * bytes;
}

static inline bool model_exists(const NvTwodSurface *t, unsigned bytes, int32_t x,
                         int32_t y)
{
    uint64_t end;

    if (x < 0 || y < 0) {
        return false;
    }
    if (t->swizzled) {
        return x < 1 << t->log2_w && y < 1 << t->log2_h;
    }
    if ((uint64_t)(x + 1) * bytes > t->pitch) {
        return false;
    }
    /* A line counts if all of it is there, or if it is the only one. */
    end = (uint64_t)t->limit + 1 - t->base - t->offset;
    if (end < t->pitch) {
        return y == 0 && (uint64_t)(x + 1) * bytes <= end;
    }
    return (uint64_t)y * t->pitch + t->pitch / bytes * bytes <= end;
}

static inline uint32_t model_get(const uint8_t *mem, uint32_t at, unsigned bytes)
{
    uint32_t v = 0;

    for (unsigned i = 0; i < bytes; i++) {
        v |= (uint32_t)mem[at + i] << 8 * i;
    }
    return v;
}

static inline uint32_t model_rop(unsigned rop, uint32_t p, uint32_t s, uint32_t d)
{
    uint32_t out = 0;

    for (unsigned i = 0; i < 32; i++) {
        unsigned which = (p >> i & 1) << 2 | (s >> i & 1) << 1 | (d >> i & 1);

        out |= (rop >> which & 1u) << i;
    }
    return out;
}

/* The pattern at a pixel, and whether it has alpha. */
static inline uint32_t model_pattern(const NvTwodState *s, const NvTwodFormat *f,
                              int32_t x, int32_t y, bool *opaque)
{
    const NvTwodPattern *p = &s->pattern;
    static const unsigned cell_format = NV_TWOD_X8R8G8B8;
    unsigned bit = p->shape == 0 ? (y & 7) * 8 + (x & 7)
                   : p->shape == 1 ? x & 63 : y & 63;
    unsigned format = p->format;
    const NvTwodFormat *from;
    uint32_t word;

    *opaque = true;
    if (!p->on) {
        return mask_of(f->bytes);
    }
    if (p->colored) {
        return model_convert(cell_format, f, p->cells[(y & 7) * 8 + (x & 7)]);
    }
    word = p->color[p->bitmap[bit / 32] >> bit % 32 & 1];
    from = nv_twod_source_format(format);
    if (from && !is_number(from) && !is_number(f)) {
        *opaque = model_unpack(from->name, word).c[3] != 0;
    }
    return model_convert(format, f, word);
}

static inline bool model_key(const NvTwodState *s, uint32_t pixel)
{
    const NvTwodFormat *f = nv_twod_source_format(s->chroma_format);
    uint32_t key = s->chroma_key, colour = 0xffffff, alpha = key >> 24;

    if (f && !strcmp(f->name, "X16A8Y8")) {
        colour = 0xff;
        alpha = key >> 8 & 0xff;
    } else if (f && (!strcmp(f->name, "A1R5G5B5") ||
                     !strcmp(f->name, "X16A1R5G5B5"))) {
        colour = 0x7fff;
        alpha = key & 0x8000;
    } else if (f && !strcmp(f->name, "A16R5G6B5")) {
        colour = 0xffff;
    }
    return s->chroma && alpha && (pixel & colour) == (key & colour);
}

static inline double model_blend(const NvTwodState *s, unsigned i, Color a, Color d)
{
    double f = (s->beta4 >> 8 * i & 0xff) / 255.0;
    double fa = (s->beta4 >> 24) / 255.0;

    switch (s->op) {
    case NV_TWOD_BLEND_AND:
        return (a.c[i] * (double)s->beta + d.c[i] * (255.0 - s->beta)) / 255;
    case NV_TWOD_SRCCOPY_PREMULT:
        return a.c[i] * f;
    default:
        return floor(a.c[i] * f + 0.5) +
               floor(d.c[i] * (255 - floor(a.c[3] * fa + 0.5)) / 255 + 0.5);
    }
}

static inline uint32_t model_result(const NvTwodState *s, const NvTwodFormat *f,
                             uint32_t pixel, uint32_t old, uint32_t pattern)
{
    const NvTwodFormat *from = nv_twod_source_format(s->source);
    Color a, d, out;

    if (s->op == NV_TWOD_ROP_AND) {
        uint32_t v = model_rop(s->rop, pattern,
                               model_convert(s->source, f, pixel), old) &
                     mask_of(f->bytes);

        if (strchr(f->name, '_')) {
            Channel x = channel_of(f->name, 'X');

            v &= ~(((1u << x.width) - 1) << x.pos);
            v |= model_pad(f->name);
        }
        return v;
    }
    if (s->op == NV_TWOD_SRCCOPY || s->op == NV_TWOD_SRCCOPY_AND ||
        is_number(f)) {
        return model_convert(s->source, f, pixel);
    }
    a = s->source == NV_TWOD_SAME ? model_unpack(f->name, pixel)
        : from && !is_number(from) ? model_unpack(from->name, pixel)
        : (Color) { { pixel & 0xff, pixel >> 8 & 0xff, pixel >> 16 & 0xff,
                      pixel >> 24 } };
    d = model_unpack(f->name, old);
    for (unsigned i = 0; i < 4; i++) {
        out.c[i] = MIN(floor(model_blend(s, i, a, d) + 0.5), 255);
    }
    return model_pack(f->name, out);
}

static inline void model_put(Rig *rig, const NvTwodState *s, int32_t x, int32_t y,
                      uint32_t pixel)
{
    const NvTwodFormat *f = nv_twod_surface_format(s->dst.format);
    const NvTwodFormat *from = nv_twod_source_format(s->source);
    uint32_t at, value, pattern;
    bool opaque;

    if (!s->dst.valid || x < s->clip.x0 || x >= s->clip.x1 ||
        y < s->clip.y0 || y >= s->clip.y1 ||
        !model_exists(&s->dst, f->bytes, x, y) || model_key(s, pixel)) {
        return;
    }
    pattern = model_pattern(s, f, x, y, &opaque);
    if (!opaque && s->op <= NV_TWOD_BLEND_AND) {
        return;
    }
    if (s->source == NV_TWOD_SAME) {
        from = f;
    }
    if (s->op == NV_TWOD_SRCCOPY_AND &&
        !(from && !is_number(from) ? model_unpack(from->name, pixel).c[3]
                                   : pixel >> 24)) {
        return;
    }
    at = model_address(&s->dst, f->bytes, x, y);
    g_assert_cmpuint(at + f->bytes, <=, PART);
    value = model_result(s, f, pixel,
                         model_get(rig->model, at, f->bytes), pattern);
    for (unsigned i = 0; i < f->bytes; i++) {
        rig->model[at + i] = value >> 8 * i;
    }
    rig->pixels++;
}

#endif
