/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Sampling: wrap modes, nearest and linear filters, mip levels, shadow
 * compare.  Linear weights have eight fraction bits (hw, about) and sums are
 * integers, so that a result does not depend on the order of texels.
 */
#include <math.h>

#include "raster/soft/surface.h"
#include "raster/soft/texture.h"
#include "raster/soft/wrap.h"

#define BORDER 4                /* texels stored around an image (hw) */

typedef struct Axis {
    int at[2];          /* texels; -1 and size are outside */
    int frac;           /* weight of the second, 0..256 */
} Axis;

/* The caller keeps @v well inside the range of the integer. */
static inline int64_t floor_int(double v)
{
    int64_t i = (int64_t)v;

    return i - (v < (double)i);
}

static Axis axis(const NvSoftTexture *t, unsigned which, double coord,
                 int size, bool linear)
{
    unsigned mode = t->how->wrap[which];
    int border = t->how->border ? BORDER : 1;
    double v = t->rect ? coord : coord * size;
    Axis a = { { 0, 0 }, 0 };
    int64_t i;

    if (t->rect && mode <= WRAP_MIRROR) {
        mode = WRAP_EDGE;       /* a launch error; masks need powers of 2 */
    }
    v = v > -1e9 ? v < 1e9 ? v : 1e9 : v == v ? -1e9 : 0.0;
    if (mode == WRAP_CLAMP) {
        v = v > 0 ? v < size ? v : size : 0;
    } else if (mode == WRAP_MIRROR_CLAMP) {
        v = v > -size ? v < size ? v : size : -size;
    }
    if (!linear) {
        a.at[0] = nv_soft_wrap(mode == WRAP_CLAMP ? WRAP_EDGE :
                             mode == WRAP_MIRROR_CLAMP ? WRAP_MIRROR_EDGE :
                                                         mode,
                             floor_int(v), size, border);
        return a;
    }
    i = floor_int(v * 256.0) - 128;
    a.frac = i & 255;
    a.at[0] = nv_soft_wrap(mode, i >> 8, size, border);
    a.at[1] = nv_soft_wrap(mode, (i >> 8) + 1, size, border);
    return a;
}

/* Three axes interleaved; one that has run out of bits is skipped. */
static uint32_t swizzle3(const NvTexLevel *l, uint32_t x, uint32_t y,
                         uint32_t z)
{
    uint32_t out = 0, at = 0;

    for (unsigned bit = 0; bit < 13; bit++) {
        if (bit < l->log2_w) {
            out |= (x >> bit & 1) << at++;
        }
        if (bit < l->log2_h) {
            out |= (y >> bit & 1) << at++;
        }
        if (bit < l->log2_d) {
            out |= (z >> bit & 1) << at++;
        }
    }
    return out;
}

/* Four slices of a volume lie together, block beside block. */
static size_t block(const NvTexLevel *l, unsigned x, unsigned y, unsigned z)
{
    size_t w = (l->w + 3) / 4, h = (l->h + 3) / 4;
    unsigned together = l->d < 4 ? l->d : 4;

    return ((z / 4 * h + y) * w + x) * together + z % 4;
}

/* Where in the texture's bytes. */
static size_t address(const NvSoftTexture *t, const NvTexLevel *l,
                      unsigned face, unsigned x, unsigned y, unsigned z)
{
    size_t base = (size_t)face * t->face_bytes + l->offset;

    if (t->how->in_lines) {
        unsigned side = t->format->layout == NV_TEX_DXT ? 4 : 1;
        size_t lines = (l->h + side - 1) / side;

        return base + (z * lines + y / side) * t->how->pitch +
               x / side * t->format->bytes;
    }
    switch (t->format->layout) {
    case NV_TEX_DXT:
        return base + block(l, x / 4, y / 4, z) * t->format->bytes;
    default:
        return base + (size_t)(l->log2_d ? swizzle3(l, x, y, z)
                               : nv_soft_swizzle(x, y, l->log2_w, l->log2_h)) *
                      t->format->bytes;
    }
}

static uint32_t compare_texel(const NvSoftTexture *t, size_t at,
                              uint32_t ref)
{
    /* TEX_ZCOMP codes to GL's less, equal, greater bits. */
    static const uint8_t funcs[8] = { 0, 4, 2, 6, 1, 5, 3, 7 };
    uint8_t room[NV_SOFT_TEXEL_BYTES];
    const uint8_t *p = nv_soft_texel_bytes(t, at, room);
    uint32_t z = t->format->bytes == 4 ? nv_ld32(p) >> 8 : nv_ld16(p);

    return nv_soft_compare(funcs[t->how->zfunc], ref, z) ? 0xffffffff : 0;
}

static uint32_t texel(const NvSoftTexture *t, NvTexQuery *q,
                      const NvTexLevel *l, int x, int y, int z)
{
    const NvPixelTexture *how = t->how;
    uint32_t argb;
    size_t at;

    if (how->border) {          /* the image starts at 4, 4 (, 4) */
        x += BORDER;
        y += l->log2_h && how->dim > 1 ? BORDER : 0;
        z += l->log2_d && how->dim > 2 ? BORDER : 0;
    } else if (x < 0 || x >= l->w || y < 0 || y >= l->h || z < 0 ||
               z >= l->d) {
        return how->border_color;
    }
    /* A dimension without border texels repeats its edge. */
    y = y < 0 ? 0 : y;
    z = z < 0 ? 0 : z;
    if (how->border) {
        y = y >> l->log2_h ? (int)NV_BIT(l->log2_h) - 1 : y;
        z = z >> l->log2_d ? (int)NV_BIT(l->log2_d) - 1 : z;
    }
    at = address(t, l, q->face, x, y, z);
    if (t->format->depth_bits) {
        return compare_texel(t, at, q->ref);
    }
    argb = nv_soft_texel(t, at, x, y);
    if (how->key_mode && !((argb ^ how->key) & t->key_bits)) {
        q->kill = q->kill || how->key_mode == 3;
        argb = how->key_mode == 1 ? argb & 0xffffff :
               how->key_mode == 2 ? 0 : argb;
    }
    return argb;
}

/* Channel @c of r g b a over 255; a signed byte is over 127.5, so doubled. */
static int channel(const NvSoftTexture *t, uint32_t argb, unsigned c)
{
    uint8_t v = argb >> (c == 3 ? 24 : 16 - 8 * c);

    return t->how->sign >> c & 1 ? 2 * (int8_t)v : v;
}

/* Two channels of a texel, 32 bits apart, so that one product does both. */
static inline uint64_t pair(uint32_t argb, unsigned shift)
{
    return (argb >> shift & 0xff) |
           (uint64_t)(argb >> (shift + 16) & 0xff) << 32;
}

static void put_unsigned(uint64_t rb, uint64_t ag, double unit, float rgba[4])
{
    rgba[0] = (float)((uint32_t)(rb >> 32) * unit);
    rgba[1] = (float)((uint32_t)ag * unit);
    rgba[2] = (float)((uint32_t)rb * unit);
    rgba[3] = (float)((uint32_t)(ag >> 32) * unit);
}

static void sample_nearest(const NvSoftTexture *t, NvTexQuery *q,
                           const NvTexLevel *l, float rgba[4])
{
    int x = axis(t, 0, q->u, l->w, false).at[0];
    int y = t->how->dim > 1 ? axis(t, 1, q->v, l->h, false).at[0] : 0;
    int z = t->how->dim > 2 ? axis(t, 2, q->p, l->d, false).at[0] : 0;
    uint32_t argb = texel(t, q, l, x, y, z);

    q->word = argb;
    if (!t->how->sign) {
        put_unsigned(pair(argb, 0), pair(argb, 8), 1.0 / 255.0, rgba);
        return;
    }
    for (unsigned c = 0; c < 4; c++) {
        rgba[c] = (float)(channel(t, argb, c) * (1.0 / 255.0));
    }
}

/* Four texels of an unsigned image, the usual case. */
static void sample_bilinear(const NvSoftTexture *t, NvTexQuery *q,
                            const NvTexLevel *l, float rgba[4])
{
    Axis u = axis(t, 0, q->u, l->w, true);
    Axis v = axis(t, 1, q->v, l->h, true);
    uint64_t rb = 0, ag = 0;

    for (unsigned k = 0; k < 4; k++) {
        uint64_t weight = (k & 1 ? u.frac : 256 - u.frac) *
                          (k & 2 ? v.frac : 256 - v.frac);

        if (weight) {
            uint32_t argb = texel(t, q, l, u.at[k & 1], v.at[k >> 1], 0);

            rb += pair(argb, 0) * weight;
            ag += pair(argb, 8) * weight;
        }
    }
    put_unsigned(rb, ag, 1.0 / 65536.0 / 255.0, rgba);
}

/* Texels of a linear filter, and their weights, which make up 2^24. */
typedef struct Mix {
    unsigned n;
    uint32_t argb[8];
    int64_t weight[8];
} Mix;

static void find_mix(const NvSoftTexture *t, NvTexQuery *q,
                     const NvTexLevel *l, Mix *m)
{
    Axis u = axis(t, 0, q->u, l->w, true);
    Axis v = { { 0, 0 }, 0 }, p = { { 0, 0 }, 0 };

    m->n = 0;
    if (t->how->dim > 1) {
        v = axis(t, 1, q->v, l->h, true);
    }
    if (t->how->dim > 2) {
        p = axis(t, 2, q->p, l->d, true);
    }
    for (unsigned k = 0; k < 8; k++) {
        int64_t weight = (int64_t)(k & 1 ? u.frac : 256 - u.frac) *
                         (k & 2 ? v.frac : 256 - v.frac) *
                         (k & 4 ? p.frac : 256 - p.frac);

        if (weight) {
            m->argb[m->n] = texel(t, q, l, u.at[k & 1], v.at[k >> 1 & 1],
                                  p.at[k >> 2]);
            m->weight[m->n++] = weight;
        }
    }
}

static void sample_linear(const NvSoftTexture *t, NvTexQuery *q,
                          const NvTexLevel *l, float rgba[4])
{
    int64_t sum[4] = { 0 };
    Mix m;

    find_mix(t, q, l, &m);
    for (unsigned k = 0; k < m.n; k++) {
        for (unsigned c = 0; c < 4; c++) {
            sum[c] += m.weight[k] * channel(t, m.argb[k], c);
        }
    }
    for (unsigned c = 0; c < 4; c++) {
        rgba[c] = (float)(sum[c] * (1.0 / 16777216.0 / 255.0));
    }
}

/* Channel @c, 0 a r or 1 g b; alpha's and green's sign are theirs (hw). */
static int wide_channel(const NvSoftTexture *t, uint32_t argb, unsigned c)
{
    uint16_t v = argb >> (c ? 0 : 16);

    return t->how->sign >> (c ? 1 : 3) & 1 ? (int16_t)v : v;
}

/* Wide texels are filtered as such and leave as four bytes. */
static void sample_wide(const NvSoftTexture *t, NvTexQuery *q,
                        const NvTexLevel *l, float rgba[4])
{
    int64_t sum[2] = { 0 };
    uint32_t argb = 0;
    Mix m;

    find_mix(t, q, l, &m);
    for (unsigned c = 0; c < 2; c++) {
        for (unsigned k = 0; k < m.n; k++) {
            sum[c] += m.weight[k] * wide_channel(t, m.argb[k], c);
        }
        argb = argb << 16 | ((sum[c] + (1 << 23)) >> 24 & 0xffff);
    }
    q->word = argb;
    for (unsigned c = 0; c < 4; c++) {
        rgba[c] = (float)(channel(t, argb, c) * (1.0 / 255.0));
    }
}

static void texel_real(const NvSoftTexture *t, const NvTexQuery *q,
                       const NvTexLevel *l, const int at[3], float rgba[4])
{
    uint32_t argb = t->how->border_color;
    uint8_t room[NV_SOFT_TEXEL_BYTES];
    size_t from;

    if (at[0] < 0 || at[0] >= l->w || at[1] < 0 || at[1] >= l->h ||
        at[2] < 0 || at[2] >= l->d) {
        put_unsigned(pair(argb, 0), pair(argb, 8), 1.0 / 255.0, rgba);
        return;
    }
    from = address(t, l, q->face, at[0], at[1], at[2]);
    t->texel->fetch_real(nv_soft_texel_bytes(t, from, room), rgba);
}

#define ALL_WEIGHT (1 << 24)

/*
 * Weights as of other texels; sums by floats, in texels' order (guess).  One
 * texel alone stays as it is, for floats may be bits that a program packed.
 */
static void sample_real(const NvSoftTexture *t, const NvTexQuery *q,
                        const NvTexLevel *l, bool linear, float rgba[4])
{
    const double coord[3] = { q->u, q->v, q->p };
    const int size[3] = { l->w, l->h, l->d };
    Axis a[3] = { { { 0, 0 }, 0 } };
    bool any = false;

    for (unsigned k = 0; k < t->how->dim; k++) {
        a[k] = axis(t, k, coord[k], size[k], linear);
    }
    for (unsigned k = 0; k < 8; k++) {
        int at[3], weight = 1;
        float one[4];

        for (unsigned i = 0; i < 3; i++) {
            bool second = k >> i & 1;

            at[i] = a[i].at[second];
            weight *= second ? a[i].frac : 256 - a[i].frac;
        }
        if (weight == ALL_WEIGHT) {
            texel_real(t, q, l, at, rgba);
            return;
        }
        if (weight) {
            texel_real(t, q, l, at, one);
            for (unsigned c = 0; c < 4; c++) {
                one[c] *= weight * 0x1p-24f;
                rgba[c] = any ? rgba[c] + one[c] : one[c];
            }
            any = true;
        }
    }
    nv_soft_one_nan(rgba);
}

static void sample_level(const NvSoftTexture *t, NvTexQuery *q,
                         unsigned level, bool linear, float rgba[4])
{
    const NvTexLevel *l = &t->level[level];

    if (t->real) {
        sample_real(t, q, l, linear && t->filtered, rgba);
    } else if (!linear) {
        sample_nearest(t, q, l, rgba);
    } else if (t->format->wide) {
        sample_wide(t, q, l, rgba);
    } else if (t->how->dim == 2 && !t->how->sign) {
        sample_bilinear(t, q, l, rgba);
    } else {
        sample_linear(t, q, l, rgba);
    }
}

static void blend_levels(const NvSoftTexture *t, NvTexQuery *q, float lod,
                         bool linear)
{
    unsigned level = (unsigned)lod;
    float frac = lod - level, far[4];

    sample_level(t, q, level, linear, q->rgba);
    if (frac <= 0 || level + 1 >= t->how->levels) {
        return;
    }
    sample_level(t, q, level + 1, linear, far);
    for (unsigned c = 0; c < 4; c++) {
        q->rgba[c] += (far[c] - q->rgba[c]) * frac;
    }
    nv_soft_one_nan(q->rgba);
}

uint32_t nv_soft_texel_color(const NvSoftTexture *t, const NvTexPlace *p)
{
    const NvTexLevel *l = &t->level[p->level];
    unsigned border = t->how->border ? BORDER : 0;
    unsigned x = p->x + border, y = p->y + (t->how->dim > 1 ? border : 0);
    unsigned z = p->z + (t->how->dim > 2 ? border : 0);
    size_t at = address(t, l, p->face, x, y, z);
    uint8_t room[NV_SOFT_TEXEL_BYTES];
    float rgba[4];

    if (t->format->depth_bits) {
        const uint8_t *b = nv_soft_texel_bytes(t, at, room);

        return 0xff000000 | b[t->format->bytes - 1] * 0x010101u;
    }
    if (t->real) {
        t->texel->fetch_real(nv_soft_texel_bytes(t, at, room), rgba);
        return nv_soft_cut_color(rgba);
    }
    return nv_soft_texel(t, at, x, y);
}

void nv_soft_sample(const NvSoftTexture *t, NvTexQuery *q)
{
    const NvPixelTexture *how = t->how;
    bool mips = how->min >= 3 && how->min <= 6;
    /* 7 and magnification 4 are convolutions, drawn as linear. */
    bool linear = how->min == 2 || how->min == 4 || how->min >= 6;
    float lod = q->lod + how->bias;

    assert(how->on);
    q->kill = false;
    if (t->white) {
        q->rgba[0] = q->rgba[1] = q->rgba[2] = q->rgba[3] = 1.0f;
        return;
    }
    assert(how->levels <= NV_SOFT_MIPS);
    if (mips) {
        lod = lod < how->max_lod ? lod : how->max_lod;
        lod = lod > how->min_lod ? lod : how->min_lod;
    }
    if (!(lod > 0)) {
        sample_level(t, q, 0, how->mag != 1, q->rgba);
    } else if (!mips) {
        sample_level(t, q, 0, linear, q->rgba);
    } else {
        lod = lod < how->levels - 1 ? lod : how->levels - 1;
        if (how->min <= 4) {
            lod = floorf(lod + 0.5f);
        }
        blend_levels(t, q, lod, linear);
    }
    for (unsigned c = 0; c < 4 && how->sign && !q->open && !t->real; c++) {
        q->rgba[c] = q->rgba[c] > -1.0f ? q->rgba[c] : -1.0f;
    }
    q->kill = q->kill || (how->alpha_kill && q->rgba[3] == 0.0f);
    if (how->remap) {
        nv_soft_remap(t, q->rgba);
    }
}
