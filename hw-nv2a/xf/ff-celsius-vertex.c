/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Celsius' vertex behind XF: 16 words, as PIPE reads show them.
 *
 * Facts: envytools' bit model (doc).
 */
#include "xf/ff.h"

unsigned nv_ff_celsius_color8(uint32_t x)
{
    unsigned e = nv_extract(x, 23, 8);
    uint32_t m;

    if (x >> 31 || e < 0x76) {
        return 0;
    }
    if (e >= 127) {
        return 255;
    }
    m = (nv_extract(x, 10, 13) | NV_BIT(13)) << (e - 0x74);
    m = ((m * 255 >> 23) + 1) >> 1;
    return MIN(m, 255);
}

static uint32_t squash(uint32_t x)
{
    return (x & 0x7f000000) == 0x7f000000 ? x & 0xff000000 : x;
}

static uint32_t squash_xy(uint32_t x)
{
    unsigned e = nv_extract(x, 23, 8);

    if (e <= 0x7a) {
        return 0;
    }
    return squash(e < 0x92 ? x & UINT32_MAX << (0x92 - e) : x);
}

static uint32_t squash_w(uint32_t w, bool clamp)
{
    unsigned e = nv_extract(w, 23, 8);

    if (clamp && (e < 0x3f || w >> 31)) {
        return 0x1f800000;
    }
    if (e >= 0xbf) {
        w = (w & NV_XF_SIGN) | 0x5f800000;
    }
    return w & ~0xffu;
}

static uint32_t colour_word(const uint32_t c[4], unsigned n)
{
    uint32_t word = 0;

    for (unsigned i = 0; i < n; i++) {
        word |= (uint32_t)nv_ff_celsius_color8(c[i]) << 8 * i;
    }
    return word;
}

static void coordinate_words(const uint32_t v[4], uint32_t *words)
{
    words[0] = squash(v[0]);
    words[1] = squash(v[1]);
    words[3] = squash(v[3]);
}

void nv_ff_celsius_vertex(const NvXf *xf, const uint32_t out[NV_XF_ATTRS][4],
                          uint32_t debug_e, uint32_t raster, bool edge,
                          uint32_t words[16])
{
    const NvXfOutputs *o = &xf->chip->out;
    bool clamp = nv_field_get(xf->places, NV_F(DEBUG_E, XF_CLAMP), debug_e) &&
                 !nv_field_get(xf->places, NV_F(RASTER, XF_NO_CLAMP), raster);
    bool all = NV_XF_B(xf, BYPASS);
    const uint32_t *pos = out[o->hpos];
    uint32_t z = clamp && pos[2] >> 31 ? 0 : pos[2];

    if (all || NV_XF_A(xf, TEX1_ENABLE)) {
        coordinate_words(out[o->tex0 + 1], &words[0]);
    }
    if (all || NV_XF_B(xf, POINT_PARAMS_ENABLE)) {
        words[2] = (words[2] & NV_BIT(31)) | (out[o->psz][0] & 0x001ff000);
    }
    words[2] = (words[2] & ~NV_BIT(31)) | (uint32_t)edge << 31;
    if (all || NV_XF_A(xf, TEX0_ENABLE)) {
        coordinate_words(out[o->tex0], &words[4]);
    }
    if (all || NV_XF_A(xf, FOG_ENABLE)) {
        uint32_t fog = out[o->fogc][0];

        words[9] = (fog & ~NV_BIT(10)) | (fog >> 1 & NV_BIT(10));
    }
    words[10] = colour_word(out[o->col0], 4);
    words[11] = colour_word(out[o->col1], 3) << 8 | edge;
    words[12] = squash_xy(pos[0]);
    words[13] = squash_xy(pos[1]);
    words[14] = squash(z);
    words[15] = (squash(squash_w(pos[3], clamp)) & ~NV_BIT(0)) |
                words[12] >> 31;
}
