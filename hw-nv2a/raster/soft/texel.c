/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * How a texel of each format becomes A8R8G8B8.  Channel order, bit
 * replication, DXT rounding and dither are measured on NV2A (hw), but where
 * the format's row is marked emu.
 */
#include "base/yuv.h"
#include "raster/soft/fragprog.h"
#include "raster/soft/texture.h"
#include "words/tex-format-rows.h"

/* @width bits of @w at @pos as 8 bits by replication; width 0: @missing. */
static inline uint32_t chan(uint32_t w, unsigned pos, unsigned width,
                            uint32_t missing)
{
    uint32_t v = width ? nv_extract(w, pos, width ? width : 1) : 0;

    switch (width) {
    case 0:
        return missing;
    case 1:
        return v ? 255 : 0;
    case 4:
        return v * 17;
    case 5:
        return v << 3 | v >> 2;
    case 6:
        return v << 2 | v >> 4;
    default:
        return v;
    }
}

#define GATHER(name) \
    static void gather_##name(const NvSoftTexture *t, const uint8_t *base, \
                              const uint32_t *at, unsigned n, \
                              uint32_t *argb) \
    { \
        for (unsigned i = 0; i < n; i++) { \
            argb[i] = fetch_##name(t, base + at[i], 0, 0); \
        } \
    }

/* Position and width of r, g, b, a in a word; what missing r and g are. */
#define FETCH(name, load, rp, rw, gp, gw, bp, bw, ap, aw, rm, gm) \
    static const NvTexelBits bits_##name = { \
        { rp, gp, bp, ap }, { rw, gw, bw, aw }, { rm, gm, 255, 255 }, \
    }; \
    static uint32_t fetch_##name(const NvSoftTexture *t, const uint8_t *p, \
                                 unsigned x, unsigned y) \
    { \
        uint32_t w = load(p); \
        (void)t; \
        (void)x; \
        (void)y; \
        return chan(w, ap, aw, 255) << 24 | chan(w, rp, rw, rm) << 16 | \
               chan(w, gp, gw, gm) << 8 | chan(w, bp, bw, 255); \
    } \
    GATHER(name)

static inline uint32_t ld8(const uint8_t *p)
{
    return *p;
}

FETCH(l8, ld8, 0, 8, 0, 8, 0, 8, 0, 0, 0, 0)
FETCH(i8, ld8, 0, 8, 0, 8, 0, 8, 0, 8, 0, 0)
FETCH(a8, ld8, 0, 0, 0, 0, 0, 0, 0, 8, 255, 255)
FETCH(a8l8, nv_ld16, 0, 8, 0, 8, 0, 8, 8, 8, 0, 0)
FETCH(a1r5g5b5, nv_ld16, 10, 5, 5, 5, 0, 5, 15, 1, 0, 0)
FETCH(x1r5g5b5, nv_ld16, 10, 5, 5, 5, 0, 5, 0, 0, 0, 0)
FETCH(a4r4g4b4, nv_ld16, 8, 4, 4, 4, 0, 4, 12, 4, 0, 0)
FETCH(r5g6b5, nv_ld16, 11, 5, 5, 6, 0, 5, 0, 0, 0, 0)
FETCH(r6g5b5, nv_ld16, 10, 6, 5, 5, 0, 5, 0, 0, 0, 0)
FETCH(r5g5b5a1, nv_ld16, 11, 5, 6, 5, 1, 5, 0, 1, 0, 0)
FETCH(r4g4b4a4, nv_ld16, 12, 4, 8, 4, 4, 4, 0, 4, 0, 0)
FETCH(g8b8, nv_ld16, 0, 8, 8, 8, 0, 8, 8, 8, 0, 0)
FETCH(r8b8, nv_ld16, 8, 8, 0, 8, 0, 8, 8, 8, 0, 0)
FETCH(xrgb, nv_ld32, 16, 8, 8, 8, 0, 8, 0, 0, 0, 0)
FETCH(abgr, nv_ld32, 0, 8, 8, 8, 16, 8, 24, 8, 0, 0)
FETCH(bgra, nv_ld32, 8, 8, 16, 8, 24, 8, 0, 8, 0, 0)
FETCH(rgba, nv_ld32, 24, 8, 16, 8, 8, 8, 0, 8, 0, 0)
#undef FETCH

static uint32_t fetch_argb(const NvSoftTexture *t, const uint8_t *p,
                           unsigned x, unsigned y)
{
    (void)t;
    (void)x;
    (void)y;
    return nv_ld32(p);
}

GATHER(argb)

static const NvTexelBits bits_argb = {
    { 16, 8, 0, 24 }, { 8, 8, 8, 8 }, { 0 },
};

/* Two channels of 16 bits: the upper is alpha and red, the lower the rest. */
static uint32_t fetch_hilo(const NvSoftTexture *t, const uint8_t *p,
                           unsigned x, unsigned y)
{
    (void)t;
    (void)x;
    (void)y;
    return nv_ld32(p);
}

static void put_wide(uint32_t word, float rgba[4])
{
    rgba[0] = rgba[3] = (word >> 16) * (1.0f / 65535);
    rgba[1] = rgba[2] = (word & 0xffff) * (1.0f / 65535);
}

/* For fragment programs. */
static void fetch_hilo_real(const uint8_t *p, float rgba[4])
{
    put_wide(nv_ld32(p), rgba);
}

GATHER(hilo)

/* One of those, with the other full (hw). */
static uint32_t fetch_y16(const NvSoftTexture *t, const uint8_t *p,
                          unsigned x, unsigned y)
{
    (void)t;
    (void)x;
    (void)y;
    return 0xffff0000 | nv_ld16(p);
}

static void fetch_y16_real(const uint8_t *p, float rgba[4])
{
    put_wide(0xffff0000 | nv_ld16(p), rgba);
}

GATHER(y16)

static uint32_t fetch_index(const NvSoftTexture *t, const uint8_t *p,
                            unsigned x, unsigned y)
{
    (void)x;
    (void)y;
    return t->palette[*p];
}

GATHER(index)
#undef GATHER

/* ---- YUV ---- */

/* Kelvin's stages see Y, Cb and Cr, which are converted behind them (hw). */
static uint32_t yuv_raw(int y, int cb, int cr)
{
    return 0xff000000 | y << 16 | cb << 8 | cr;
}

#define PAIR(name, convert, luma, blue, red) \
    static uint32_t name(const NvSoftTexture *t, const uint8_t *p, \
                         unsigned x, unsigned y) \
    { \
        const uint8_t *pair = p - 2 * (x & 1); \
        \
        (void)t; \
        (void)y; \
        return convert(p[luma], pair[blue], pair[red]); \
    }

PAIR(fetch_yuy2, nv_yuv_argb, 0, 1, 3)
PAIR(fetch_uyvy, nv_yuv_argb, 1, 0, 2)
PAIR(raw_yuy2, yuv_raw, 0, 1, 3)
PAIR(raw_uyvy, yuv_raw, 1, 0, 2)
#undef PAIR

static const NvTexel raw_yuy2_texel = { raw_yuy2, NULL, NULL, NULL };
static const NvTexel raw_uyvy_texel = { raw_uyvy, NULL, NULL, NULL };

const NvTexel *nv_soft_raw_texel(const NvTexel *texel)
{
    return texel->fetch == fetch_yuy2 ? &raw_yuy2_texel
           : texel->fetch == fetch_uyvy ? &raw_uyvy_texel : texel;
}

/* ---- DXT: @p is the block ---- */

static void dxt_ends(const uint8_t *p, int c[2][3])
{
    for (unsigned i = 0; i < 2; i++) {
        uint32_t w = nv_ld16(p + 2 * i);

        c[i][0] = chan(w, 11, 5, 0);
        c[i][1] = chan(w, 5, 6, 0);
        c[i][2] = chan(w, 0, 5, 0);
    }
}

static uint32_t dxt_color(const uint8_t *p, unsigned x, unsigned y,
                          bool three, bool *transparent)
{
    unsigned code = p[4 + (y & 3)] >> 2 * (x & 3) & 3;
    int c[2][3];
    uint32_t out = 0;

    dxt_ends(p, c);
    three = three && nv_ld16(p) <= nv_ld16(p + 2);
    *transparent = three && code == 3;
    for (unsigned k = 0; k < 3; k++) {
        int a = c[0][k], b = c[1][k], v;

        if (code < 2) {
            v = code ? b : a;
        } else if (three) {
            v = code == 2 ? (a + b + 1) / 2 : 0;
        } else {
            v = code == 2 ? (2 * a + b + 1) / 3 : (a + 2 * b + 1) / 3;
        }
        out = out << 8 | v;
    }
    return out;
}

/* The matrix NV2x adds to DXT1: rows r, g, b of y & 3, x & 3 (hw). */
static const uint8_t dxt_matrix[3][4][4] = {
    { { 3, 7, 4, 0 }, { 5, 1, 6, 2 }, { 0, 4, 7, 3 }, { 2, 6, 1, 5 } },
    { { 0, 2, 3, 1 }, { 3, 1, 2, 0 }, { 2, 0, 1, 3 }, { 1, 3, 0, 2 } },
    { { 2, 6, 1, 5 }, { 0, 4, 7, 3 }, { 5, 1, 6, 2 }, { 3, 7, 4, 0 } },
};

static uint32_t dxt_dither(uint32_t rgb, unsigned x, unsigned y)
{
    uint32_t out = 0;

    for (unsigned k = 0; k < 3; k++) {
        int v = rgb >> (16 - 8 * k) & 255;
        int h = k == 1 ? 2 : 4;
        int o = v - h + ((dxt_matrix[k][y & 3][x & 3] - (v - h)) &
                         (2 * h - 1));

        if (o < (k == 1 ? 5 : 11)) {
            o = 0;
        } else if (o > (k == 1 ? 252 : 250)) {
            o = 255;
        }
        out = out << 8 | o;
    }
    return out;
}

static uint32_t fetch_dxt1(const NvSoftTexture *t, const uint8_t *p,
                           unsigned x, unsigned y)
{
    bool transparent;
    uint32_t rgb = dxt_color(p, x, y, true, &transparent);

    return transparent ? 0 : 0xff000000 |
                             (t->how->dither ? dxt_dither(rgb, x, y) : rgb);
}

static uint32_t fetch_dxt3(const NvSoftTexture *t, const uint8_t *p,
                           unsigned x, unsigned y)
{
    bool transparent;
    uint32_t rgb = dxt_color(p + 8, x, y, false, &transparent);
    uint32_t a = nv_ld16(p + 2 * (y & 3)) >> 4 * (x & 3) & 15;

    (void)t;
    return a * 17 << 24 | rgb;
}

static uint32_t dxt5_alpha(const uint8_t *p, unsigned x, unsigned y)
{
    unsigned at = 3 * (4 * (y & 3) + (x & 3));
    uint64_t bits = nv_ld32(p + 2) | (uint64_t)nv_ld16(p + 6) << 32;
    unsigned k = bits >> at & 7;
    int a = p[0], b = p[1];

    if (k < 2) {
        return k ? b : a;
    }
    if (a > b) {
        return ((8 - k) * a + (k - 1) * b + 3) / 7;
    }
    return k == 6 ? 0 : k == 7 ? 255 : ((6 - k) * a + (k - 1) * b + 2) / 5;
}

static uint32_t fetch_dxt5(const NvSoftTexture *t, const uint8_t *p,
                           unsigned x, unsigned y)
{
    bool transparent;
    uint32_t rgb = dxt_color(p + 8, x, y, false, &transparent);

    (void)t;
    return dxt5_alpha(p, x, y) << 24 | rgb;
}

/* ---- floats ---- */

static void fetch_rgba16f(const uint8_t *p, float rgba[4])
{
    for (unsigned c = 0; c < 4; c++) {
        rgba[c] = nv_frag_from_half(nv_ld16(p + 2 * c));
    }
}

static void fetch_rgba32f(const uint8_t *p, float rgba[4])
{
    for (unsigned c = 0; c < 4; c++) {
        rgba[c] = nv_u2f(nv_ld32(p + 4 * c));
    }
}

static void fetch_r32f(const uint8_t *p, float rgba[4])
{
    for (unsigned c = 0; c < 4; c++) {
        rgba[c] = nv_u2f(nv_ld32(p));
    }
}

/* ---- the codes: rows of words/tex-format-rows.h ---- */

#define DECODE_COLOR(fn) { fetch_##fn, gather_##fn, NULL, &bits_##fn }
#define DECODE_WIDE(fn) { fetch_##fn, gather_##fn, fetch_##fn##_real, NULL }
#define DECODE_WIDE_OPAQUE(fn) DECODE_WIDE(fn)
#define DECODE_OPAQUE(fn) DECODE_COLOR(fn)
#define DECODE_INDEX(fn) { fetch_##fn, gather_##fn, NULL, NULL }
/* x and y matter. */
#define DECODE_BLOCK(fn) { fetch_##fn, NULL, NULL, NULL }
#define DECODE_PAIR(fn) DECODE_BLOCK(fn)
#define DECODE_REAL(fn) { NULL, NULL, fetch_##fn, NULL }
/* Shadow formats are compared where they lie. */
#define DECODE_Z16(fn) { NULL, NULL, NULL, NULL }
#define DECODE_Z24(fn) DECODE_Z16(fn)
#define DECODE_Z16_FLOAT(fn) DECODE_Z16(fn)
#define DECODE_Z24_FLOAT(fn) DECODE_Z16(fn)
#define DECODE_NONE(fn) DECODE_Z16(fn)

const NvTexel nv_texels[NV_TEX_FORMATS] = {
#define X(code, name, kind, bytes, texels, decoder) \
    [code] = DECODE_##texels(decoder),
    NV_TEX_FORMAT_ROWS(X)
#undef X
};
