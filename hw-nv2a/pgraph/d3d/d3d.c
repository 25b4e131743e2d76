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

uint32_t nv_d3d_with(NvPgraph *pg, NvBundle b, unsigned pos, unsigned width,
                     uint32_t v)
{
    return nv_deposit(nv_fe_bundle(pg, b), pos, width, v);
}

/* Perspective correction is off for a texture that wraps oddly. */
static void set_perspective(NvPgraph *pg, unsigned unit, bool on)
{
    uint32_t config = nv_fe_bundle(pg, NV_BUNDLE_CONFIG_B);
    uint32_t format = nv_fe_bundle(pg, NV_BUNDLE_TEX_FORMAT + unit);

    nv_fe_deposit(&NV_PG(pg, XF_MODE_A), unit ? 16 : 2, 1,
                  on && nv_extract(config, 6, 1) &&
                  !nv_extract(format, 27, 1) && !nv_extract(format, 31, 1));
}

static void set_mode_28(NvPgraph *pg)
{
    nv_fe_deposit(&NV_PG(pg, XF_MODE_B), 28, 1, 1);
}

/* --- textures: @which has a bit each unit --- */

NV_ACTION(d3d_tex_color_key)
{
    if (nv_d3d_start(pg, NV_BIT(12))) {
        nv_fe_set_bundle(pg, NV_BUNDLE_TEX_COLOR_KEY, v);
    }
}

NV_VALID_D3D(tex_offset)
{
    return !(v & 0xff);
}

NV_ACTION(d3d_tex_offset)
{
    bool taken = nv_d3d_start(pg, (m->which & 1 ? NV_BIT(14) : 0) |
                           (m->which & 2 ? NV_BIT(22) : 0));

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

/* Three bits of wrapping and one more; values out of range differ (hw). */
static uint32_t wrap(const NvPgraph *pg, uint32_t v, bool second)
{
    static const uint8_t old[2][8] = {
        { 3, 1, 2, 3, 3, 0, 0, 0 }, { 2, 1, 2, 3, 3, 1, 0, 0 },
    };
    static const uint8_t late[2][8] = {
        { 2, 1, 2, 3, 3, 1, 0, 0 }, { 0, 1, 2, 3, 3, 1, 2, 0 },
    };
    uint32_t mode = (nv_d3d_late(pg) ? late : old)[second][v & 7];

    return mode | ((v & 7) == 1 ? v & 8 : 0);
}

static uint32_t tex_format_word(const NvPgraph *pg, uint32_t v)
{
    uint32_t format = nv_extract(v, 8, 4), mips = nv_extract(v, 12, 4);
    uint32_t u = nv_extract(v, 16, 4), w = nv_extract(v, 20, 4);

    if (mips > u && mips > w) {
        mips = MAX(u, w) + 1;
    }
    if (nv_d3d_is_five(pg) && format == 1) {
        format = 0;
    }
    return (v & 0x00ff0002) | nv_extract(v, 5, 1) << 4 |
           nv_extract(v, 7, 1) << 6 | format << 7 | (mips & 0xf) << 12 |
           wrap(pg, v >> 24, false) << 24 | wrap(pg, v >> 28, true) << 28;
}

NV_ACTION(d3d_tex_format)
{
    uint32_t word = tex_format_word(pg, v);

    if (!nv_d3d_start(pg, (m->which & 1 ? NV_BIT(15) : 0) |
                   (m->which & 2 ? NV_BIT(21) : 0))) {
        return;
    }
    for (unsigned i = 0; i < 2; i++) {
        NvBundle b = NV_BUNDLE_TEX_FORMAT + i;

        if (m->which >> i & 1) {
            nv_d3d_keep(pg, b, word | (nv_fe_bundle(pg, b) & 8));
        }
    }
    if (m->which & 1) {
        set_perspective(pg, 0, true);
    }
    if (nv_d3d_is_five(pg)) {
        uint32_t control = 0x0003ffc0 | nv_extract(v, 2, 2);

        set_perspective(pg, 1, false);
        nv_d3d_send_again(pg, NV_BUNDLE_TEX_FORMAT);
        nv_d3d_set(pg, NV_BUNDLE_TEX_CONTROL_A, control | NV_BIT(30));
        nv_fe_set_bundle(pg, NV_BUNDLE_TEX_CONTROL_A + 1, control);
    } else {
        NvBundle b = NV_BUNDLE_TEX_FORMAT + m->which - 1;

        if (m->which == 2) {
            set_perspective(pg, 1, true);
        }
        nv_fe_set_bundle(pg, b, nv_fe_bundle(pg, b));
    }
    set_mode_28(pg);
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

    if (nv_d3d_start(pg, NV_BIT(second ? 23 : 16))) {
        nv_fe_set_bundle(pg, NV_BUNDLE_TEX_FILTER + second,
                         (v & 0x07000000) | nv_extract(v, 16, 8) << 5 |
                         (v & NV_BIT(28) ? 1u : 2u) << 28);
    }
}

/* --- blending, tests --- */

NV_VALID_D3D(blend)
{
    return (nv_d3d_is_five(pg) ? nv_d3d_between(v, 0, 4, 1, 8)
                               : !nv_extract(v, 0, 4)) &&
           nv_d3d_between(v, 4, 2, 1, 2) && nv_d3d_between(v, 6, 2, 1, 3) &&
           !(v & 0x00eeee00) && nv_d3d_between(v, 24, 4, 1, 11) &&
           nv_d3d_between(v, 28, 4, 1, 11);
}

/* The first stage for each way of Direct3D 5 to mix texture and colour. */
static void set_texture_op(NvPgraph *pg, unsigned op)
{
    static const struct {
        uint32_t alpha, color, out;
    } ways[9] = {
        [1] = { 0x18200000, 0x08200000, 0x0c00 },
        [2] = { 0x18200000, 0x08040000, 0x0c00 },
        [3] = { 0x14200000, 0x08180438, 0x0c00 },
        [4] = { 0x18140000, 0x08040000, 0x0c00 },
        [5] = { 0x14201420, 0x04200820, 0x4c00 },
        [6] = { 0x14201420, 0x04200408, 0x4c00 },
        [7] = { 0x18200000, 0x08200000, 0x0c00 },
        [8] = { 0x14200000, 0x08200420, 0x0c00 },
    };

    if (op >= 1 && op <= 8) {
        nv_d3d_keep(pg, NV_BUNDLE_RC_IN_ALPHA, ways[op].alpha);
        nv_d3d_keep(pg, NV_BUNDLE_RC_IN_COLOR, ways[op].color);
        nv_d3d_keep(pg, NV_BUNDLE_RC_OUT_ALPHA, ways[op].out);
        nv_d3d_keep(pg, NV_BUNDLE_RC_OUT_COLOR, ways[op].out);
    }
    nv_d3d_send_again(pg, NV_BUNDLE_RC_IN_ALPHA);
    nv_d3d_send_again(pg, NV_BUNDLE_RC_IN_COLOR);
    nv_d3d_send_again(pg, NV_BUNDLE_RC_OUT_ALPHA);
    nv_d3d_send_again(pg, NV_BUNDLE_RC_OUT_COLOR);
}

static uint32_t blend_config(NvPgraph *pg, uint32_t v)
{
    return nv_d3d_with(pg, NV_BUNDLE_CONFIG_B, 0, 9,
                nv_extract(v, 12, 1) << 5 | nv_extract(v, 8, 1) << 6 |
                nv_extract(v, 7, 1) << 7 | nv_extract(v, 16, 1) << 8);
}

NV_ACTION(d3d_blend)
{
    uint32_t color = v & NV_BIT(12) ? 0xe : 0xc;
    uint32_t stages = nv_d3d_is_six(pg) ? nv_d3d_stage_count(pg) : 1;

    if (!nv_d3d_start(pg, NV_BIT(19))) {
        return;
    }
    nv_d3d_keep(pg, NV_BUNDLE_CONFIG_B, blend_config(pg, v));
    set_mode_28(pg);
    set_perspective(pg, 0, true);
    set_perspective(pg, 1, nv_d3d_is_six(pg));
    if (nv_d3d_is_five(pg)) {
        set_texture_op(pg, nv_extract(v, 0, 4));
    }
    nv_d3d_set(pg, NV_BUNDLE_RC_OUT_COLOR + 1,
               nv_d3d_with(pg, NV_BUNDLE_RC_OUT_COLOR + 1, 27, 3,
                           nv_extract(v, 5, 1) | stages << 1));
    nv_d3d_set(pg, NV_BUNDLE_RC_FINAL_A,
               v & NV_BIT(16) ? 0x13000300 | color << 16 : color);
    nv_d3d_set(pg, NV_BUNDLE_RC_FINAL_B, 0x1c80);
    nv_d3d_send_again(pg, NV_BUNDLE_CONFIG_B);
    nv_fe_set_bundle(pg, NV_BUNDLE_BLEND,
                     nv_d3d_with(pg, NV_BUNDLE_BLEND, 0, 17, 2 |
                                 nv_extract(v, 20, 1) << 3 |
                                 ((nv_extract(v, 24, 4) - 1) & 0xf) << 4 |
                                 ((nv_extract(v, 28, 4) - 1) & 0xf) << 8));
    nv_d3d_send_mode(pg);
}

NV_VALID_D3D(config)
{
    return nv_d3d_between(v, 8, 4, 1, 8) && !(v & NV_BIT(15)) &&
           nv_d3d_between(v, 16, 4, 1, 8) && nv_extract(v, 20, 2) &&
           (!nv_extract(v, 25, 5) || !nv_d3d_is_five(pg)) &&
           nv_d3d_between(v, 30, 2, 1, 2);
}

/* Faces culled by a number of two bits of which @back is one side. */
static uint32_t raster_word(NvPgraph *pg, uint32_t cull, uint32_t back)
{
    return nv_d3d_with(pg, NV_BUNDLE_RASTER, 0, 30,
                (cull == back ? 1u : 2u) << 21 | 8u << 23 |
                (cull != 1 ? 1u : 0) << 28);
}

NV_ACTION(d3d_config)
{
    uint32_t word = v & 0x3fcf5fff;

    if (!nv_d3d_start(pg, NV_BIT(17) | (nv_d3d_is_six(pg) ? 0 : NV_BIT(18)))) {
        return;
    }
    word = nv_deposit(word, 16, 4, nv_extract(v, 16, 4) - 1);
    word = nv_deposit(word, 8, 4, nv_extract(v, 8, 4) - 1);
    if (!nv_d3d_is_six(pg)) {
        word = nv_deposit(word, 25, 5, 0x1e);
    }
    nv_d3d_set(pg, NV_BUNDLE_CONFIG_A,
               nv_d3d_with(pg, NV_BUNDLE_CONFIG_A, 0, 30, word));
    set_mode_28(pg);
    nv_fe_deposit(&NV_PG(pg, XF_MODE_B), 29, 1, !nv_extract(v, 13, 1));
    nv_fe_deposit(&NV_PG(pg, XF_MODE_A), 0, 1, 0);
    nv_fe_deposit(&NV_PG(pg, XF_MODE_A), 14, 1, 0);
    if (!nv_d3d_is_six(pg)) {
        nv_d3d_set(pg, NV_BUNDLE_STENCIL_A, 0x70);
    }
    nv_fe_set_bundle(pg, NV_BUNDLE_RASTER,
                     nv_deposit(raster_word(pg, nv_extract(v, 20, 2), 2),
                                29, 1, v >> 31));
    nv_d3d_send_mode(pg);
}

NV_VALID_D3D(stencil_func)
{
    return !nv_extract(v, 1, 3) && nv_d3d_between(v, 4, 4, 1, 8);
}

NV_ACTION(d3d_stencil_func)
{
    if (nv_d3d_start(pg, NV_BIT(18))) {
        nv_fe_set_bundle(pg, NV_BUNDLE_STENCIL_A,
                         nv_deposit(v & 0xfffffff1, 4, 4,
                                    nv_extract(v, 4, 4) - 1));
    }
}

NV_VALID_D3D(stencil_op)
{
    return nv_d3d_between(v, 0, 4, 1, 8) && nv_d3d_between(v, 4, 4, 1, 8) &&
           nv_d3d_between(v, 8, 4, 1, 8) && !(v >> 12);
}

NV_ACTION(d3d_stencil_op)
{
    if (nv_d3d_start(pg, NV_BIT(20))) {
        nv_fe_set_bundle(pg, NV_BUNDLE_STENCIL_B, v & 0xfff);
    }
}

NV_ACTION(d3d_fog_color)
{
    if (nv_d3d_start(pg, NV_BIT(13))) {
        nv_fe_set_bundle(pg, NV_BUNDLE_FOG_COLOR, v);
    }
}
