/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Direct3D classes 0x54, 0x55, 0x94 and 0x95: blending, tests, culling, fog.
 * Facts: public hardware tests (envytools).
 */
#include "pgraph/d3d/d3d.h"

NV_VALID_D3D(blend)
{
    return (nv_d3d_is_five(pg) ? nv_d3d_between(v, 0, 4, 1, 8)
                               : !nv_extract(v, 0, 4)) &&
           nv_d3d_between(v, 4, 2, 1, 2) && nv_d3d_between(v, 6, 2, 1, 3) &&
           !(v & 0x00eeee00) && nv_d3d_between(v, 24, 4, 1, 11) &&
           nv_d3d_between(v, 28, 4, 1, 11);
}

#define TEX NV_RC_TEXTURE_0
#define TEX_A (NV_RC_TEXTURE_0 | NV_RC_ALPHA)
#define COL NV_RC_PRIMARY
#define COL_A (NV_RC_PRIMARY | NV_RC_ALPHA)
#define ONE NV_RC_ONE

/* The first stage for each way of Direct3D 5 to mix texture and colour. */
static void set_texture_op(NvPgraph *pg, unsigned op)
{
    static const struct {
        uint8_t alpha[4], color[4];
        bool choose;            /* one of the products, not their sum */
    } ways[9] = {
        [1] = { { TEX_A, ONE }, { TEX, ONE } },
        [2] = { { TEX_A, ONE }, { TEX, COL } },
        [3] = { { COL_A, ONE }, { TEX, TEX_A, COL, TEX_A | NV_RC_INVERT } },
        [4] = { { TEX_A, COL_A }, { TEX, COL } },
        [5] = { { COL_A, ONE, COL_A, ONE }, { COL, ONE, TEX, ONE }, true },
        [6] = { { COL_A, ONE, COL_A, ONE }, { COL, ONE, COL, TEX }, true },
        [7] = { { TEX_A, ONE }, { TEX, ONE } },
        [8] = { { COL_A, ONE }, { TEX, ONE, COL, ONE } },
    };

    if (op >= 1 && op <= 8) {
        uint32_t out = nv_d3d_output(pg, ways[op].choose);

        nv_d3d_keep(pg, NV_BUNDLE_RC_IN_ALPHA,
                    nv_d3d_inputs(pg, ways[op].alpha));
        nv_d3d_keep(pg, NV_BUNDLE_RC_IN_COLOR,
                    nv_d3d_inputs(pg, ways[op].color));
        nv_d3d_keep(pg, NV_BUNDLE_RC_OUT_ALPHA, out);
        nv_d3d_keep(pg, NV_BUNDLE_RC_OUT_COLOR, out);
    }
    nv_d3d_send_again(pg, NV_BUNDLE_RC_IN_ALPHA);
    nv_d3d_send_again(pg, NV_BUNDLE_RC_IN_COLOR);
    nv_d3d_send_again(pg, NV_BUNDLE_RC_OUT_ALPHA);
    nv_d3d_send_again(pg, NV_BUNDLE_RC_OUT_COLOR);
}

#undef TEX
#undef TEX_A
#undef COL
#undef COL_A
#undef ONE

static uint32_t drawing_word(const NvPgraph *pg, uint32_t v)
{
    uint32_t word = nv_d3d_with(pg, NV_BUNDLE_CONFIG_B, NV_F(CONFIG_B, D3D),
                                0);

    NV_FE_SET(pg, CONFIG_B, SPECULAR_ENABLE, word, v >> 12);
    NV_FE_SET(pg, CONFIG_B, TEXTURE_PERSPECTIVE_ENABLE, word, v >> 8);
    NV_FE_SET(pg, CONFIG_B, SHADE_MODE, word, v >> 7);
    NV_FE_SET(pg, CONFIG_B, FOG_ENABLE, word, v >> 16);
    return word;
}

/* Colour, with the specular one if that is on, and fog. */
static uint32_t final_a(const NvPgraph *pg, bool specular, bool fog)
{
    uint8_t color = specular ? NV_RC_SPARE_0_PLUS_SECONDARY : NV_RC_SPARE_0;
    uint32_t word = 0;

    if (!fog) {
        return NV_FE_PUT(pg, RC_FINAL_A, D, 0, color);
    }
    NV_FE_SET(pg, RC_FINAL_A, A, word, NV_RC_FOG | NV_RC_ALPHA);
    NV_FE_SET(pg, RC_FINAL_A, B, word, color);
    NV_FE_SET(pg, RC_FINAL_A, C, word, NV_RC_FOG);
    return word;
}

/* Factors count from 1. */
static uint32_t blend_word(const NvPgraph *pg, uint32_t v)
{
    uint32_t word = nv_fe_bundle(pg, NV_BUNDLE_BLEND);

    NV_FE_SET(pg, BLEND, EQUATION, word, NV_D3D_BLEND_ADD);
    NV_FE_SET(pg, BLEND, ENABLE, word, v >> 20);
    NV_FE_SET(pg, BLEND, SRC_FACTOR, word, nv_extract(v, 24, 4) - 1);
    NV_FE_SET(pg, BLEND, DST_FACTOR, word, nv_extract(v, 28, 4) - 1);
    NV_FE_SET(pg, BLEND, LOGIC_OP, word, 0);
    NV_FE_SET(pg, BLEND, LOGIC_OP_ENABLE, word, 0);
    return word;
}

NV_ACTION(d3d_blend)
{
    uint32_t stages = nv_d3d_is_six(pg) ? nv_d3d_stage_count(pg) : 1;

    if (!nv_d3d_start(pg, NV_D3D_MARK(pg, BLEND))) {
        return;
    }
    nv_d3d_keep(pg, NV_BUNDLE_CONFIG_B, drawing_word(pg, v));
    nv_d3d_set_bypass(pg);
    nv_d3d_set_perspective(pg, 0, true);
    nv_d3d_set_perspective(pg, 1, nv_d3d_is_six(pg));
    if (nv_d3d_is_five(pg)) {
        set_texture_op(pg, nv_extract(v, 0, 4));
    }
    nv_d3d_set(pg, NV_BUNDLE_RC_OUT_COLOR + 1,
               nv_d3d_stages(pg, stages, v >> 5));
    nv_d3d_set(pg, NV_BUNDLE_RC_FINAL_A,
               final_a(pg, v & NV_BIT(12), v & NV_BIT(16)));
    nv_d3d_set(pg, NV_BUNDLE_RC_FINAL_B, nv_d3d_final_b(pg, false));
    nv_d3d_send_again(pg, NV_BUNDLE_CONFIG_B);
    nv_fe_set_bundle(pg, NV_BUNDLE_BLEND, blend_word(pg, v));
    nv_d3d_send_mode(pg);
}

NV_VALID_D3D(config)
{
    return nv_d3d_between(v, 8, 4, 1, 8) && !(v & NV_BIT(15)) &&
           nv_d3d_between(v, 16, 4, 1, 8) && nv_extract(v, 20, 2) &&
           (!nv_extract(v, 25, 5) || !nv_d3d_is_five(pg)) &&
           nv_d3d_between(v, 30, 2, 1, 2);
}

/* Functions count from 1; class 0x54 has no masks. */
static uint32_t tests_word(const NvPgraph *pg, uint32_t v)
{
    uint32_t word = nv_d3d_with(pg, NV_BUNDLE_CONFIG_A, NV_F(CONFIG_A, D3D),
                                0);
    bool masks = nv_d3d_is_six(pg);

    NV_FE_SET(pg, CONFIG_A, ALPHA_REF, word, v);
    NV_FE_SET(pg, CONFIG_A, ALPHA_FUNC, word, nv_extract(v, 8, 4) - 1);
    NV_FE_SET(pg, CONFIG_A, ALPHA_TEST_ENABLE, word, v >> 12);
    NV_FE_SET(pg, CONFIG_A, DEPTH_TEST_ENABLE, word, v >> 14);
    NV_FE_SET(pg, CONFIG_A, DEPTH_FUNC, word, nv_extract(v, 16, 4) - 1);
    NV_FE_SET(pg, CONFIG_A, DITHER_ENABLE, word, v >> 22);
    NV_FE_SET(pg, CONFIG_A, DEPTH_PERSPECTIVE_ENABLE, word, v >> 23);
    NV_FE_SET(pg, CONFIG_A, DEPTH_WRITE_ENABLE, word, v >> 24);
    NV_FE_SET(pg, CONFIG_A, STENCIL_WRITE_ENABLE, word, masks ? v >> 25 : 0);
    NV_FE_SET(pg, CONFIG_A, COLOR_MASK_A, word, masks ? v >> 26 : 1);
    NV_FE_SET(pg, CONFIG_A, COLOR_MASK_RGB, word,
              masks ? v >> 27 : UINT32_MAX);
    return word;
}

NV_ACTION(d3d_config)
{
    uint32_t marks = NV_D3D_MARK(pg, CONFIG), raster;

    if (!nv_d3d_is_six(pg)) {
        marks |= NV_D3D_MARK(pg, STENCIL_FUNC);
    }
    if (!nv_d3d_start(pg, marks)) {
        return;
    }
    nv_d3d_set(pg, NV_BUNDLE_CONFIG_A, tests_word(pg, v));
    nv_d3d_set_bypass(pg);
    NV_PG_PUT(pg, XF_MODE_B, ORIGIN, !nv_extract(v, 13, 1));
    NV_PG_PUT(pg, XF_MODE_A, TEX0_ENABLE, 0);
    NV_PG_PUT(pg, XF_MODE_A, TEX1_ENABLE, 0);
    if (!nv_d3d_is_six(pg)) {
        nv_d3d_set(pg, NV_BUNDLE_STENCIL_A, nv_d3d_stencil_off(pg));
    }
    raster = nv_d3d_raster(pg, nv_extract(v, 20, 2), 2);
    NV_FE_SET(pg, RASTER, Z_FORMAT, raster, v >> 31);
    nv_fe_set_bundle(pg, NV_BUNDLE_RASTER, raster);
    nv_d3d_send_mode(pg);
}

NV_VALID_D3D(stencil_func)
{
    return !nv_extract(v, 1, 3) && nv_d3d_between(v, 4, 4, 1, 8);
}

NV_ACTION(d3d_stencil_func)
{
    uint32_t word = 0;

    NV_FE_SET(pg, STENCIL_A, ENABLE, word, v);
    NV_FE_SET(pg, STENCIL_A, FUNC, word, nv_extract(v, 4, 4) - 1);
    NV_FE_SET(pg, STENCIL_A, FUNC_REF, word, v >> 8);
    NV_FE_SET(pg, STENCIL_A, FUNC_MASK, word, v >> 16);
    NV_FE_SET(pg, STENCIL_A, MASK, word, v >> 24);
    if (nv_d3d_start(pg, NV_D3D_MARK(pg, STENCIL_FUNC))) {
        nv_fe_set_bundle(pg, NV_BUNDLE_STENCIL_A, word);
    }
}

NV_VALID_D3D(stencil_op)
{
    return nv_d3d_between(v, 0, 4, 1, 8) && nv_d3d_between(v, 4, 4, 1, 8) &&
           nv_d3d_between(v, 8, 4, 1, 8) && !(v >> 12);
}

NV_ACTION(d3d_stencil_op)
{
    uint32_t word = 0;

    NV_FE_SET(pg, STENCIL_B, OP_FAIL, word, v);
    NV_FE_SET(pg, STENCIL_B, OP_ZFAIL, word, v >> 4);
    NV_FE_SET(pg, STENCIL_B, OP_ZPASS, word, v >> 8);
    if (nv_d3d_start(pg, NV_D3D_MARK(pg, STENCIL_OP))) {
        nv_fe_set_bundle(pg, NV_BUNDLE_STENCIL_B, word);
    }
}

NV_ACTION(d3d_fog_color)
{
    if (nv_d3d_start(pg, NV_D3D_MARK(pg, FOG_COLOR))) {
        nv_fe_set_bundle(pg, NV_BUNDLE_FOG_COLOR, v);
    }
}
