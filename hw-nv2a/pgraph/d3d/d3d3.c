/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Direct3D class 0x48 as NV10 has it: its few methods set what both texture
 * units, the combiners and the tests of later classes have words for.
 * Facts: public hardware tests (envytools).
 */
#include "pgraph/d3d/d3d.h"

/* --- the texture: both units have it --- */

NV_VALID_D3D(old_tex_format)
{
    uint32_t least = nv_extract(v, 24, 4), most = nv_extract(v, 28, 4);

    return !(v & ~0xff31ffffu) && least >= 2 && least <= most && most <= 11;
}

static void set_both(NvPgraph *pg, NvBundle b, NvFieldId field,
                     uint32_t value)
{
    for (unsigned i = 0; i < 2; i++) {
        nv_d3d_keep(pg, b + i, nv_d3d_with(pg, b + i, field, value));
    }
}

static void send_both(NvPgraph *pg, NvBundle b)
{
    nv_d3d_send_again(pg, b);
    nv_d3d_send_again(pg, b + 1);
}

/* Square textures; the sizes are of the first and the last level. */
NV_ACTION(d3d_old_tex_format)
{
    const NvBundle b = NV_BUNDLE_TEX_FORMAT;
    uint32_t least = nv_extract(v, 24, 4), most = nv_extract(v, 28, 4);
    uint32_t format = MIN(nv_extract(v, 20, 4), 3) + 2;
    uint32_t key = nv_extract(v, 16, 2);

    if (!nv_d3d_start(pg, NV_D3D_MARK(pg, FORMAT_0) |
                          NV_D3D_MARK(pg, FORMAT_1))) {
        return;
    }
    set_both(pg, b, NV_F(TEX_FORMAT, DMA), 0);
    set_both(pg, b, NV_F(TEX_FORMAT, CUBE_MAP), 0);
    set_both(pg, b, NV_F(TEX_FORMAT, ORIGIN_FOH), 0);
    set_both(pg, b, NV_F(TEX_FORMAT, FORMAT), format);
    set_both(pg, b, NV_F(TEX_FORMAT, MIPS), most - least + 1);
    set_both(pg, b, NV_F(TEX_FORMAT, SIZE_S), most);
    set_both(pg, b, NV_F(TEX_FORMAT, SIZE_T), most);
    send_both(pg, b);
    nv_d3d_set(pg, NV_BUNDLE_TEX_CONTROL_A,
               nv_d3d_tex_control(pg, true, key));
    nv_fe_set_bundle(pg, NV_BUNDLE_TEX_CONTROL_A + 1,
                     nv_d3d_tex_control(pg, false, key));
}

/* Eight bits of bias, four of their fraction. */
NV_ACTION(d3d_old_tex_filter)
{
    if (!nv_d3d_start(pg, NV_D3D_MARK(pg, FILTER_0) |
                          NV_D3D_MARK(pg, FILTER_1))) {
        return;
    }
    set_both(pg, NV_BUNDLE_TEX_FILTER, NV_F(TEX_FILTER, LOD_BIAS),
             (uint32_t)nv_sextract(v, 16, 8) << 4);
    nv_d3d_send_again(pg, NV_BUNDLE_TEX_FILTER);
    nv_fe_set_bundle(pg, NV_BUNDLE_TEX_FILTER + 1,
                     nv_fe_bundle(pg, NV_BUNDLE_TEX_FILTER + 1));
}

/* --- everything else: one word --- */

NV_VALID_D3D(old_config)
{
    return nv_d3d_between(v, 0, 4, 0, 2) && !(v & (NV_BIT(9) | NV_BIT(14))) &&
           nv_extract(v, 12, 2) && nv_d3d_between(v, 16, 4, 1, 8) &&
           nv_d3d_between(v, 20, 4, 0, 4) && nv_d3d_between(v, 24, 4, 0, 4);
}

/* Wrapping, where the origin of a texel is, filters. */
static void set_sampling(NvPgraph *pg, uint32_t v)
{
    const NvBundle format = NV_BUNDLE_TEX_FORMAT, b = NV_BUNDLE_TEX_FILTER;
    uint32_t s = nv_extract(v, 4, 2), t = nv_extract(v, 6, 2);
    uint32_t how = nv_extract(v, 0, 4), filter = how == 2 ? 2 : 1;

    set_both(pg, format, NV_F(TEX_FORMAT, ORIGIN_ZOH), how == 0);
    /* 0: around a cylinder. */
    set_both(pg, format, NV_F(TEX_FORMAT, WRAP_S), s ? s : 1);
    set_both(pg, format, NV_F(TEX_FORMAT, WRAP_S_CYLINDER), !s);
    set_both(pg, format, NV_F(TEX_FORMAT, WRAP_T), t ? t : 1);
    set_both(pg, format, NV_F(TEX_FORMAT, WRAP_T_CYLINDER), !t);
    send_both(pg, format);
    set_both(pg, b, NV_F(TEX_FILTER, MINIFY), filter);
    set_both(pg, b, NV_F(TEX_FILTER, MAGNIFY), filter);
    send_both(pg, b);
}

/* RC_FINAL_B for what alpha of the frame is made of. */
static uint32_t final_b(const NvPgraph *pg, uint32_t source)
{
    uint32_t word = nv_d3d_final_b(pg, source == 1 || source == 2);

    NV_FE_SET(pg, RC_FINAL_B, SPARE0_INVERT, word, source == 1);
    return word;
}

/* Texture by colour; alpha of the texture or the vertex, or none. */
static void set_combiners(NvPgraph *pg, uint32_t v)
{
    static const uint8_t color[4] = { NV_RC_TEXTURE_0, NV_RC_PRIMARY };
    uint32_t source = nv_extract(v, 10, 2);
    uint8_t alpha[4] = { NV_RC_ONE, NV_RC_ONE };

    if (source != 3) {
        alpha[0] = NV_RC_TEXTURE_0 | NV_RC_ALPHA;
        alpha[1] = v & NV_BIT(8) ? NV_RC_PRIMARY | NV_RC_ALPHA : NV_RC_ONE;
    }
    nv_d3d_set(pg, NV_BUNDLE_RC_IN_ALPHA, nv_d3d_inputs(pg, alpha));
    nv_d3d_set(pg, NV_BUNDLE_RC_IN_COLOR, nv_d3d_inputs(pg, color));
    nv_d3d_set(pg, NV_BUNDLE_RC_FACTOR_0, v);
    nv_d3d_set(pg, NV_BUNDLE_RC_FACTOR_1, v);
    nv_d3d_set(pg, NV_BUNDLE_RC_OUT_ALPHA, nv_d3d_output(pg, false));
    nv_d3d_set(pg, NV_BUNDLE_RC_OUT_COLOR, nv_d3d_output(pg, false));
    nv_d3d_set(pg, NV_BUNDLE_RC_OUT_COLOR + 1, nv_d3d_stages(pg, 1, 0));
    nv_d3d_set(pg, NV_BUNDLE_RC_FINAL_A,
               NV_FE_PUT(pg, RC_FINAL_A, D, 0, NV_RC_SPARE_0));
    nv_d3d_set(pg, NV_BUNDLE_RC_FINAL_B, final_b(pg, source));
}

static void set_tests(NvPgraph *pg, uint32_t v)
{
    uint32_t config = nv_fe_bundle(pg, NV_BUNDLE_CONFIG_A), stencil = 0;
    bool zeta = nv_extract(v, 20, 3), color = nv_extract(v, 24, 3);

    NV_FE_SET(pg, CONFIG_A, DEPTH_TEST_ENABLE, config, zeta);
    NV_FE_SET(pg, CONFIG_A, DEPTH_FUNC, config, nv_extract(v, 16, 4) - 1);
    NV_FE_SET(pg, CONFIG_A, DITHER_ENABLE, config, 1);
    NV_FE_SET(pg, CONFIG_A, DEPTH_PERSPECTIVE_ENABLE, config, v >> 15);
    NV_FE_SET(pg, CONFIG_A, DEPTH_WRITE_ENABLE, config, zeta);
    NV_FE_SET(pg, CONFIG_A, STENCIL_WRITE_ENABLE, config, 0);
    NV_FE_SET(pg, CONFIG_A, COLOR_MASK_A, config, 0);
    NV_FE_SET(pg, CONFIG_A, COLOR_MASK_RGB, config, color ? UINT32_MAX : 0);
    nv_d3d_set(pg, NV_BUNDLE_CONFIG_A, config);
    nv_d3d_set(pg, NV_BUNDLE_STENCIL_A, nv_d3d_stencil_off(pg));
    NV_FE_SET(pg, STENCIL_B, OP_FAIL, stencil, 2);
    NV_FE_SET(pg, STENCIL_B, OP_ZFAIL, stencil, 2);
    NV_FE_SET(pg, STENCIL_B, OP_ZPASS, stencil, 2);
    nv_d3d_set(pg, NV_BUNDLE_STENCIL_B, stencil);
}

/* Bit 28: both factors one; 29: not alpha but colour; 30, 31: none. */
static uint32_t blend_word(const NvPgraph *pg, uint32_t v)
{
    enum { ZERO = 0, ONE = 1, SRC_ALPHA = 4, DST_COLOR = 8 };
    uint32_t source = v & NV_BIT(29) ? DST_COLOR : SRC_ALPHA;
    uint32_t dest = source + 1, word = 0;   /* 1 less it */

    if (v & NV_BIT(28)) {
        source = dest = ONE;
    }
    NV_FE_SET(pg, BLEND, EQUATION, word, NV_D3D_BLEND_ADD);
    NV_FE_SET(pg, BLEND, ENABLE, word, 1);
    NV_FE_SET(pg, BLEND, SRC_FACTOR, word, v & NV_BIT(31) ? ZERO : source);
    NV_FE_SET(pg, BLEND, DST_FACTOR, word, v & NV_BIT(30) ? ZERO : dest);
    return word;
}

/* Textures in perspective, smooth colours, fog. */
static uint32_t drawing_word(const NvPgraph *pg)
{
    uint32_t word = nv_d3d_with(pg, NV_BUNDLE_CONFIG_B, NV_F(CONFIG_B, D3D),
                                0);

    NV_FE_SET(pg, CONFIG_B, TEXTURE_PERSPECTIVE_ENABLE, word, 1);
    NV_FE_SET(pg, CONFIG_B, SHADE_MODE, word, 1);
    NV_FE_SET(pg, CONFIG_B, FOG_ENABLE, word, 1);
    return word;
}

NV_ACTION(d3d_old_config)
{
    if (!nv_d3d_start(pg, NV_D3D_MARK(pg, CONFIG) |
                          NV_D3D_MARK(pg, COMBINE_FACTOR))) {
        return;
    }
    set_sampling(pg, v);
    set_combiners(pg, v);
    set_tests(pg, v);
    nv_d3d_set(pg, NV_BUNDLE_CONFIG_B, drawing_word(pg));
    nv_d3d_set(pg, NV_BUNDLE_BLEND, blend_word(pg, v));
    nv_fe_set_bundle(pg, NV_BUNDLE_RASTER,
                     nv_d3d_raster(pg, nv_extract(v, 12, 2), 3));
    nv_d3d_send_mode(pg);
}

NV_VALID_D3D(old_alpha)
{
    return nv_d3d_between(v, 8, 4, 1, 8) && !(v >> 12);
}

NV_ACTION(d3d_old_alpha)
{
    uint32_t word = nv_fe_bundle(pg, NV_BUNDLE_CONFIG_A);

    NV_FE_SET(pg, CONFIG_A, ALPHA_REF, word, v);
    NV_FE_SET(pg, CONFIG_A, ALPHA_FUNC, word, nv_extract(v, 8, 4) - 1);
    NV_FE_SET(pg, CONFIG_A, ALPHA_TEST_ENABLE, word, 1);
    if (nv_d3d_start(pg, NV_D3D_MARK(pg, ALPHA))) {
        nv_fe_set_bundle(pg, NV_BUNDLE_CONFIG_A, word);
    }
}

/* --- vertices: its numbers are less than 2048, depth less than 1 --- */

static uint32_t exponent(uint32_t v)
{
    return nv_extract(v, 23, 8);
}

NV_VALID_D3D(old_coordinate)
{
    return exponent(v) <= 127 + 10;
}

NV_VALID_D3D(old_z)
{
    return !(v >> 31) && exponent(v) < 127;
}

NV_VALID_D3D(old_positive)
{
    return !(v >> 31);
}

/* Fog, and which vertices make a triangle: a vertex begins. */
NV_ACTION(d3d_old_fog_tri)
{
    const uint32_t all = (1u << NV_D3D_V_0) - 1;
    uint32_t parts = NV_PG_GET(pg, VALID_1, D3D_PARTS) & ~all;

    nv_d3d_put_color(pg, 8, v);
    NV_PG(pg, MISC24_2) = v & 0xffffff;
    NV_PG_PUT(pg, VALID_1, D3D_PARTS, parts | 1u << NV_D3D_FOG);
}

/* The vertex's last word: its triangle is the one to be drawn. */
NV_ACTION(d3d_old_end)
{
    NV_MISC24_1(pg) = NV_PG(pg, MISC24_2);
}
