/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Sampling for many fragments at once, of plain images: two dimensions, one
 * level, the nearest or four unsigned texels.  Models nothing of its own:
 * every bit must equal what sample.c gives.
 */
#ifndef __clang__
#pragma GCC optimize("O3", "no-trapping-math", "fp-contract=off")
#endif

#include "raster/soft/surface.h"
#include "raster/soft/texture.h"
#include "raster/soft/wrap.h"

typedef int32_t Ints[NV_SOFT_SPAN];

/* An axis' texels, and what they add to the address. */
typedef struct Place {
    Ints at;
    Ints in;                    /* the same within the image */
    uint32_t bytes[NV_SOFT_SPAN];
} Place;

/* What only Curie has: sizes that no mask divides by, and mirrors. */
static bool odd(const NvPixelTexture *how, const NvTexFormat *format)
{
    bool repeats = how->wrap[0] <= WRAP_MIRROR || how->wrap[1] <= WRAP_MIRROR;

    return how->wrap[0] > WRAP_CLAMP || how->wrap[1] > WRAP_CLAMP ||
           how->in_lines != (format->layout == NV_TEX_RECT) ||
           (how->in_lines && !how->unscaled && repeats);
}

NvTexLanes nv_soft_lanes_kind(const NvSoftTexture *t)
{
    const NvPixelTexture *how = t->how;

    if (!how->on || t->white || t->real || odd(how, t->format) ||
        how->dim != 2 || how->cube || how->border ||
        how->sign || how->key_mode || t->format->depth_bits ||
        (t->format->wide && how->mag != 1) ||
        nv_soft_texture_needs_lod(t)) {
        return NV_TEX_LANES_NONE;
    }
    return how->mag == 1 ? NV_TEX_LANES_NEAREST : NV_TEX_LANES_LINEAR;
}

static unsigned wrap_of(const NvSoftTexture *t, unsigned which)
{
    unsigned mode = t->how->wrap[which];

    return t->rect && mode <= WRAP_MIRROR ? WRAP_EDGE : mode;
}

/* Texels along an axis of the image. */
static int size_of(const NvSoftTexture *t, unsigned which)
{
    return which ? t->level[0].h : t->level[0].w;
}

/* Texels, within what an integer holds. */
static void scale(const NvSoftTexture *t, unsigned which, const double *coord,
                  int size, unsigned n, double *out)
{
    double by = t->rect ? 1 : size;

    for (unsigned i = 0; i < n; i++) {
        double v = coord[i] * by;

        v = v == v ? v : 0.0;
        v = v > -1e9 ? v : -1e9;
        out[i] = v < 1e9 ? v : 1e9;
    }
    for (unsigned i = 0; i < n && t->how->wrap[which] == WRAP_CLAMP; i++) {
        double v = out[i];

        v = v > 0 ? v : 0;
        out[i] = v < size ? v : size;
    }
}

static inline int32_t floor_int(double v)
{
    int32_t i = (int32_t)v;

    return i - (v < (double)i);
}

static void wrap_all(unsigned mode, int32_t size, int32_t *at, unsigned n)
{
    switch (mode) {
    case WRAP_MIRROR:
        for (unsigned i = 0; i < n; i++) {
            int32_t k = at[i] & (2 * size - 1);

            at[i] = k < size ? k : 2 * size - 1 - k;
        }
        break;
    case WRAP_EDGE:
        for (unsigned i = 0; i < n; i++) {
            int32_t k = at[i] > 0 ? at[i] : 0;

            at[i] = k < size - 1 ? k : size - 1;
        }
        break;
    case WRAP_BORDER:
    case WRAP_CLAMP:
        for (unsigned i = 0; i < n; i++) {
            int32_t k = at[i] > -1 ? at[i] : -1;

            at[i] = k < size ? k : size;
        }
        break;
    default:
        for (unsigned i = 0; i < n; i++) {
            at[i] &= size - 1;
        }
    }
}

static void axis_nearest(const NvSoftTexture *t, unsigned which,
                         const double *coord, unsigned n, Ints at)
{
    int size = size_of(t, which);
    unsigned mode = wrap_of(t, which);
    double v[NV_SOFT_SPAN];

    scale(t, which, coord, size, n, v);
    for (unsigned i = 0; i < n; i++) {
        at[i] = floor_int(v[i]);
    }
    wrap_all(mode == WRAP_CLAMP ? WRAP_EDGE : mode, size, at, n);
}

/* Both texels and the weight of the second, in 256ths. */
static void axis_linear(const NvSoftTexture *t, unsigned which,
                        const double *coord, unsigned n, Place p[2],
                        float *frac)
{
    int size = size_of(t, which);
    unsigned mode = wrap_of(t, which);
    double v[NV_SOFT_SPAN];

    scale(t, which, coord, size, n, v);
    for (unsigned i = 0; i < n; i++) {
        double b = v[i] * 256.0;
        int32_t whole = floor_int(b * (1 / 256.0));
        int32_t rest = (int32_t)(b - whole * 256.0);
        int32_t below;

        rest = rest < 255 ? rest : 255;     /* a trifle below 0 rounds up */
        below = rest < 128;

        p[0].at[i] = whole - below;
        p[1].at[i] = whole - below + 1;
        frac[i] = (float)(rest - 128 + 256 * below);
    }
    wrap_all(mode, size, p[0].at, n);
    wrap_all(mode, size, p[1].at, n);
}

/* ---- texels ---- */

/* Interleaved bits: each axis has its own, so that their sum is the whole. */
static void swizzled(const NvTexLevel *l, unsigned which, const int32_t *at,
                     unsigned n, uint32_t bytes, uint32_t *out)
{
    unsigned both = l->log2_w < l->log2_h ? l->log2_w : l->log2_h;
    bool longer = which ? l->log2_h > both : l->log2_w > both;
    uint32_t mask = NV_BIT(both) - 1, upper = longer ? UINT32_MAX : 0;

    for (unsigned i = 0; i < n; i++) {
        uint32_t k = at[i];

        out[i] = (nv_soft_spread(k & mask) << which |
                  (k >> both & upper) << 2 * both) * bytes;
    }
}

/* Texels outside are left to the border. */
static void place(const NvSoftTexture *t, unsigned which, unsigned n,
                  Place *p)
{
    const NvTexLevel *l = &t->level[0];
    int32_t most = size_of(t, which) - 1;
    uint32_t bytes = t->format->bytes;
    const int32_t *in = p->in;

    if (t->how->wrap[which] >= WRAP_BORDER) {
        for (unsigned i = 0; i < n; i++) {
            int32_t k = p->at[i] > 0 ? p->at[i] : 0;

            p->in[i] = k < most ? k : most;
        }
    } else if (t->texel->gather) {
        in = p->at;
    } else {
        memcpy(p->in, p->at, n * sizeof(*in));
    }
    if (t->format->layout == NV_TEX_SWIZZLED) {
        swizzled(l, which, in, n, bytes, p->bytes);
        return;
    }
    if (t->format->layout == NV_TEX_DXT) {
        bytes *= which ? (l->w + 3) / 4 : 1;
        for (unsigned i = 0; i < n; i++) {
            p->bytes[i] = in[i] / 4u * bytes;
        }
        return;
    }
    bytes = which ? t->how->pitch : bytes;
    for (unsigned i = 0; i < n; i++) {
        p->bytes[i] = in[i] * bytes;
    }
}

/* Of an image in pages, one by one. */
static void paged(const NvSoftTexture *t, const uint32_t *at, const Place *x,
                  const Place *y, unsigned n, uint32_t *argb)
{
    bool any = t->texel->gather;        /* x and y do not matter */

    for (unsigned i = 0; i < n; i++) {
        argb[i] = nv_soft_pages_fetch(t, t->level[0].offset + at[i],
                                      any ? 0 : x->in[i], any ? 0 : y->in[i]);
    }
}

static void texels(const NvSoftTexture *t, const Place *x, const Place *y,
                   unsigned n, uint32_t *argb)
{
    const NvTexLevel *l = &t->level[0];
    const uint8_t *wrap = t->how->wrap;
    bool border = wrap[0] >= WRAP_BORDER || wrap[1] >= WRAP_BORDER;
    uint32_t at[NV_SOFT_SPAN];

    for (unsigned i = 0; i < n; i++) {
        at[i] = x->bytes[i] + y->bytes[i];
    }
    if (!t->data) {
        paged(t, at, x, y, n, argb);
    } else if (t->texel->gather) {
        t->texel->gather(t, t->data + l->offset, at, n, argb);
    } else {
        for (unsigned i = 0; i < n; i++) {
            argb[i] = t->texel->fetch(t, t->data + l->offset + at[i],
                                      x->in[i], y->in[i]);
        }
    }
    for (unsigned i = 0; i < n && border; i++) {
        bool in = (uint32_t)x->at[i] < l->w && (uint32_t)y->at[i] < l->h;

        argb[i] = in ? argb[i] : t->how->border_color;
    }
}

/* Bit position of r g b a. */
static const uint8_t shifts[4] = { 16, 8, 0, 24 };

static void nearest(const NvSoftTexture *t, const double *u, const double *v,
                    unsigned n, NvLane *out)
{
    uint32_t argb[NV_SOFT_SPAN];
    Place x, y;

    axis_nearest(t, 0, u, n, x.at);
    axis_nearest(t, 1, v, n, y.at);
    place(t, 0, n, &x);
    place(t, 1, n, &y);
    texels(t, &x, &y, n, argb);
    for (unsigned c = 0; c < 4; c++) {
        unsigned shift = shifts[c];

        for (unsigned i = 0; i < n; i++) {
            int32_t byte = argb[i] >> shift & 255;

            out[c][i] = (float)(byte * (1.0 / 255.0));
        }
    }
}

/* Weights and sums are whole numbers below 2^24, so floats are exact. */
static void linear(const NvSoftTexture *t, const double *u, const double *v,
                   unsigned n, NvLane *out)
{
    uint32_t argb[4][NV_SOFT_SPAN];
    NvLane fu, fv;
    Place x[2], y[2];

    axis_linear(t, 0, u, n, x, fu);
    axis_linear(t, 1, v, n, y, fv);
    for (unsigned k = 0; k < 2; k++) {
        place(t, 0, n, &x[k]);
        place(t, 1, n, &y[k]);
    }
    for (unsigned k = 0; k < 4; k++) {
        texels(t, &x[k & 1], &y[k >> 1], n, argb[k]);
    }
    for (unsigned c = 0; c < 4; c++) {
        unsigned shift = shifts[c];

        for (unsigned i = 0; i < n; i++) {
            float p[4], sum;

            for (unsigned k = 0; k < 4; k++) {
                p[k] = (int32_t)(argb[k][i] >> shift & 255);
            }
            sum = (p[0] * (256.0f - fu[i]) + p[1] * fu[i]) *
                  (256.0f - fv[i]) +
                  (p[2] * (256.0f - fu[i]) + p[3] * fu[i]) * fv[i];
            out[c][i] = (float)((double)sum * (1.0 / 65536.0 / 255.0));
        }
    }
}

NV_LANE_CLONES
uint64_t nv_soft_sample_lanes(const NvSoftTexture *t, const double *u,
                              const double *v, unsigned n, NvLane *out)
{
    uint64_t kill = 0;

    assert(t->lanes && n <= NV_LANES);
    if (t->lanes == NV_TEX_LANES_NEAREST) {
        nearest(t, u, v, n, out);
    } else {
        linear(t, u, v, n, out);
    }
    for (unsigned i = 0; i < n && t->how->alpha_kill; i++) {
        kill |= (uint64_t)(out[3][i] == 0.0f) << i;
    }
    if (t->how->remap) {
        nv_soft_remap_lanes(t, n, out);
    }
    return kill;
}
