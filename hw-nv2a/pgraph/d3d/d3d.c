/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * State of Direct3D classes 0x54, 0x55, 0x94 and 0x95 as Celsius has them:
 * one method sets what many of its own classes do.  Facts: public hardware
 * tests (envytools).
 */
#include "pgraph/d3d/d3d.h"

/* --- what all functions do --- */

bool nv_d3d_start(NvPgraph *pg, uint32_t marks)
{
    nv_idx_pipe_point_size(pg->idx,
                           nv_fe_bundle(pg, NV_BUNDLE_POINT_SIZE));
    NV_PG(pg, VALID_1) |= marks;
    return !nv_fe_data_error(pg);
}

void nv_d3d_keep(NvPgraph *pg, NvBundle b, uint32_t v)
{
    pg->values[NV_PGRAPH_SHADOWS / 4 + b] = v & nv_fe_bundle_mask(pg, b);
}

void nv_d3d_set(NvPgraph *pg, NvBundle b, uint32_t v)
{
    nv_fe_set_bundle_more(pg, b, v);
}

void nv_d3d_send_again(NvPgraph *pg, NvBundle b)
{
    nv_fe_set_bundle_more(pg, b, nv_fe_bundle(pg, b));
}

void nv_d3d_send_mode(NvPgraph *pg)
{
    nv_fe_send_xf_mode_part(pg, NV_PGRAPH_XF_MODE_B);
}

uint32_t nv_d3d_with(const NvPgraph *pg, NvBundle b, NvFieldId field,
                     uint32_t v)
{
    assert(nv_field_exists(pg->places, field));
    return nv_field_put(pg->places, field, nv_fe_bundle(pg, b), v);
}

/* --- words that several methods make --- */

/* RC_IN_COLOR is laid out alike. */
uint32_t nv_d3d_inputs(const NvPgraph *pg, const uint8_t inputs[4])
{
    uint32_t word = 0;

    NV_FE_SET(pg, RC_IN_ALPHA, A, word, inputs[0]);
    NV_FE_SET(pg, RC_IN_ALPHA, B, word, inputs[1]);
    NV_FE_SET(pg, RC_IN_ALPHA, C, word, inputs[2]);
    NV_FE_SET(pg, RC_IN_ALPHA, D, word, inputs[3]);
    return word;
}

uint32_t nv_d3d_output(const NvPgraph *pg, bool choose)
{
    uint32_t word = 0;

    NV_FE_SET(pg, RC_OUT_ALPHA, SUM_OUTPUT, word, NV_RC_SPARE_0);
    NV_FE_SET(pg, RC_OUT_ALPHA, MUX_SUM, word, choose);
    return word;
}

uint32_t nv_d3d_stages(const NvPgraph *pg, uint32_t stages, uint32_t unk27)
{
    uint32_t word = nv_fe_bundle(pg, NV_BUNDLE_RC_OUT_COLOR + 1);

    NV_FE_SET(pg, RC_OUT_COLOR, UNK27, word, unk27);
    NV_FE_SET(pg, RC_OUT_COLOR, STAGES, word, stages);
    return word;
}

uint32_t nv_d3d_final_b(const NvPgraph *pg, bool invert)
{
    uint32_t word = 0;

    NV_FE_SET(pg, RC_FINAL_B, G, word, NV_RC_SPARE_0 | NV_RC_ALPHA |
                                       (invert ? NV_RC_INVERT : 0));
    NV_FE_SET(pg, RC_FINAL_B, COLOR_SUM_CLAMP, word, 1);
    return word;
}

uint32_t nv_d3d_tex_control(const NvPgraph *pg, bool enable, uint32_t key)
{
    uint32_t word = 0;

    NV_FE_SET(pg, TEX_CONTROL_A, COLOR_KEY_MODE, word, key);
    NV_FE_SET(pg, TEX_CONTROL_A, MAX_LOD, word, UINT32_MAX);
    NV_FE_SET(pg, TEX_CONTROL_A, ENABLE, word, enable);
    return word;
}

uint32_t nv_d3d_stencil_off(const NvPgraph *pg)
{
    enum { ALWAYS = 7 };

    return NV_FE_PUT(pg, STENCIL_A, FUNC, 0, ALWAYS);
}

uint32_t nv_d3d_raster(const NvPgraph *pg, uint32_t cull, uint32_t front)
{
    enum { FRONT = 1, BACK = 2, OFF = 1 };
    uint32_t word = nv_d3d_with(pg, NV_BUNDLE_RASTER, NV_F(RASTER, D3D), 0);

    NV_FE_SET(pg, RASTER, CULL_FACE, word, cull == front ? FRONT : BACK);
    NV_FE_SET(pg, RASTER, UNK3F0, word, 1);
    NV_FE_SET(pg, RASTER, CULL_FACE_ENABLE, word, cull != OFF);
    return word;
}

/* --- XFMODE --- */

/* Perspective correction is off for a texture that wraps oddly. */
static bool in_perspective(const NvPgraph *pg, unsigned unit)
{
    uint32_t config = nv_fe_bundle(pg, NV_BUNDLE_CONFIG_B);
    uint32_t format = nv_fe_bundle(pg, NV_BUNDLE_TEX_FORMAT + unit);

    return NV_FE_GET(pg, CONFIG_B, TEXTURE_PERSPECTIVE_ENABLE, config) &&
           !NV_FE_GET(pg, TEX_FORMAT, WRAP_S_CYLINDER, format) &&
           !NV_FE_GET(pg, TEX_FORMAT, WRAP_T_CYLINDER, format);
}

/* @on: the class has the unit at all. */
void nv_d3d_set_perspective(NvPgraph *pg, unsigned unit, bool on)
{
    on = on && in_perspective(pg, unit);
    if (unit) {
        NV_PG_PUT(pg, XF_MODE_A, TEX1_PERSPECTIVE, on);
    } else {
        NV_PG_PUT(pg, XF_MODE_A, TEX0_PERSPECTIVE, on);
    }
}

/* Vertices come in coordinates of the window. */
void nv_d3d_set_bypass(NvPgraph *pg)
{
    NV_PG_PUT(pg, XF_MODE_B, BYPASS, 1);
}

/* --- textures: @which has a bit each unit --- */

NV_ACTION(d3d_tex_color_key)
{
    if (nv_d3d_start(pg, NV_D3D_MARK(pg, COLOR_KEY))) {
        nv_fe_set_bundle(pg, NV_BUNDLE_TEX_COLOR_KEY, v);
    }
}

NV_VALID_D3D(tex_offset)
{
    return !(v & 0xff);
}

NV_ACTION(d3d_tex_offset)
{
    uint32_t marks = (m->which & 1 ? NV_D3D_MARK(pg, OFFSET_0) : 0) |
                     (m->which & 2 ? NV_D3D_MARK(pg, OFFSET_1) : 0);
    bool taken = nv_d3d_start(pg, marks);

    for (unsigned i = 0; i < 2 && taken; i++) {
        if (m->which >> i & 1) {
            nv_fe_set_bundle(pg, NV_BUNDLE_TEX_OFFSET + i, v);
        }
    }
}

NV_VALID_D3D(tex_format)
{
    return nv_d3d_between(v, 0, 2, 1, 2) && nv_d3d_between(v, 4, 2, 1, 2) &&
           nv_d3d_between(v, 6, 2, 1, 2) && nv_d3d_between(v, 8, 3, 1, 7) &&
           !(v & NV_BIT(11)) && nv_d3d_between(v, 12, 4, 1, 15) &&
           nv_d3d_between(v, 16, 4, 0, 11) &&
           nv_d3d_between(v, 20, 4, 0, 11) &&
           nv_d3d_between(v, 24, 3, 1, 4) && nv_d3d_between(v, 28, 3, 1, 4) &&
           nv_extract(v, 2, 2) <= nv_d3d_is_five(pg);
}

/* Of three bits; values out of range differ (hw). */
static uint32_t wrap(const NvPgraph *pg, uint32_t v, bool t)
{
    static const uint8_t modes[2][2][8] = {
        { { 3, 1, 2, 3, 3, 0, 0, 0 }, { 2, 1, 2, 3, 3, 1, 0, 0 } },
        { { 2, 1, 2, 3, 3, 1, 0, 0 }, { 0, 1, 2, 3, 3, 1, 2, 0 } },
    };

    return modes[nv_chip_has(pg->env->chip, NV_CAP_D3D_WRAP)][t][v & 7];
}

/* One bit more, which counts for repeated textures alone. */
static bool cylinder(uint32_t v)
{
    return (v & 7) == 1 && (v & 8);
}

static uint32_t tex_format_word(const NvPgraph *pg, uint32_t v)
{
    uint32_t format = nv_extract(v, 8, 4), mips = nv_extract(v, 12, 4);
    uint32_t w = nv_extract(v, 16, 4), h = nv_extract(v, 20, 4), word = 0;
    uint32_t s = v >> 24, t = v >> 28;

    if (mips > w && mips > h) {
        mips = MAX(w, h) + 1;
    }
    if (nv_d3d_is_five(pg) && format == 1) {
        format = 0;
    }
    NV_FE_SET(pg, TEX_FORMAT, DMA, word, v >> 1);
    NV_FE_SET(pg, TEX_FORMAT, ORIGIN_ZOH, word, v >> 5);
    NV_FE_SET(pg, TEX_FORMAT, ORIGIN_FOH, word, v >> 7);
    NV_FE_SET(pg, TEX_FORMAT, FORMAT, word, format);
    NV_FE_SET(pg, TEX_FORMAT, MIPS, word, mips);
    NV_FE_SET(pg, TEX_FORMAT, SIZE_S, word, w);
    NV_FE_SET(pg, TEX_FORMAT, SIZE_T, word, h);
    NV_FE_SET(pg, TEX_FORMAT, WRAP_S, word, wrap(pg, s, false));
    NV_FE_SET(pg, TEX_FORMAT, WRAP_S_CYLINDER, word, cylinder(s));
    NV_FE_SET(pg, TEX_FORMAT, WRAP_T, word, wrap(pg, t, true));
    NV_FE_SET(pg, TEX_FORMAT, WRAP_T_CYLINDER, word, cylinder(t));
    return word;
}

static void keep_tex_format(NvPgraph *pg, unsigned unit, uint32_t word)
{
    NvBundle b = NV_BUNDLE_TEX_FORMAT + unit;

    NV_FE_SET(pg, TEX_FORMAT, UNK258, word,
              NV_FE_GET(pg, TEX_FORMAT, UNK258, nv_fe_bundle(pg, b)));
    nv_d3d_keep(pg, b, word);
}

/* One method for both units, and for how the key works. */
static void send_tex_format_five(NvPgraph *pg, uint32_t v)
{
    uint32_t key = nv_extract(v, 2, 2);

    nv_d3d_set_perspective(pg, 1, false);
    nv_d3d_send_again(pg, NV_BUNDLE_TEX_FORMAT);
    nv_d3d_set(pg, NV_BUNDLE_TEX_CONTROL_A,
               nv_d3d_tex_control(pg, true, key));
    nv_fe_set_bundle(pg, NV_BUNDLE_TEX_CONTROL_A + 1,
                     nv_d3d_tex_control(pg, false, key));
}

static void send_tex_format_six(NvPgraph *pg, unsigned unit)
{
    NvBundle b = NV_BUNDLE_TEX_FORMAT + unit;

    if (unit) {
        nv_d3d_set_perspective(pg, unit, true);
    }
    nv_fe_set_bundle(pg, b, nv_fe_bundle(pg, b));
}

NV_ACTION(d3d_tex_format)
{
    uint32_t word = tex_format_word(pg, v);
    uint32_t marks = (m->which & 1 ? NV_D3D_MARK(pg, FORMAT_0) : 0) |
                     (m->which & 2 ? NV_D3D_MARK(pg, FORMAT_1) : 0);

    assert(m->which);
    if (!nv_d3d_start(pg, marks)) {
        return;
    }
    for (unsigned i = 0; i < 2; i++) {
        if (m->which >> i & 1) {
            keep_tex_format(pg, i, word);
        }
    }
    if (m->which & 1) {
        nv_d3d_set_perspective(pg, 0, true);
    }
    if (nv_d3d_is_five(pg)) {
        send_tex_format_five(pg, v);
    } else {
        send_tex_format_six(pg, m->which - 1);
    }
    nv_d3d_set_bypass(pg);
    nv_d3d_send_mode(pg);
}

NV_VALID_D3D(tex_filter)
{
    return !nv_extract(v, 13, 2) && !nv_extract(v, 5, 3) &&
           nv_d3d_between(v, 24, 3, 1, 6) && nv_d3d_between(v, 28, 3, 1, 6);
}

NV_ACTION(d3d_tex_filter)
{
    bool second = m->which == 2;
    uint32_t word = 0;

    NV_FE_SET(pg, TEX_FILTER, LOD_BIAS, word, nv_extract(v, 16, 8) << 5);
    NV_FE_SET(pg, TEX_FILTER, MINIFY, word, v >> 24);
    NV_FE_SET(pg, TEX_FILTER, MAGNIFY, word, v & NV_BIT(28) ? 1 : 2);
    if (nv_d3d_start(pg, second ? NV_D3D_MARK(pg, FILTER_1)
                                : NV_D3D_MARK(pg, FILTER_0))) {
        nv_fe_set_bundle(pg, NV_BUNDLE_TEX_FILTER + second, word);
    }
}
