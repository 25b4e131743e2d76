/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What the functions of Celsius' Direct3D classes share.  Facts: public
 * hardware tests (envytools).
 */
#ifndef NV_PGRAPH_ACTION_D3D_H
#define NV_PGRAPH_ACTION_D3D_H

#include "pgraph/fe-2d.h"

#define NV_ACTION_D3D_ROWS(X) \
    /* d3d.c */ \
    X(tex_color_key) X(tex_offset) X(tex_format) X(tex_filter) \
    X(blend) X(config) X(stencil_func) X(stencil_op) X(fog_color) \
    /* d3d6.c */ \
    X(combine) X(combine_factor) \
    /* d3d3.c */ \
    X(old_tex_format) X(old_tex_filter) X(old_config) X(old_alpha) \
    X(old_fog_tri) X(old_end) \
    /* vertex.c */ \
    X(tlv_color) X(tlv_position) X(tlv_uv) X(draw)

#define X(name) \
    void nv_action_d3d_##name(NvPgraph *pg, const NvMethod *m, \
                              unsigned index, uint32_t v);
NV_ACTION_D3D_ROWS(X)
#undef X

#define NV_VALID_D3D_ROWS(X) \
    X(tex_offset) X(tex_format) X(tex_filter) X(combine) X(blend) X(config) \
    X(stencil_func) X(stencil_op) X(old_tex_format) X(old_config) \
    X(old_alpha) X(old_coordinate) X(old_z) X(old_positive)

#define X(name) \
    bool nv_valid_d3d_##name(const NvPgraph *pg, const NvMethod *m, \
                             uint32_t v);
NV_VALID_D3D_ROWS(X)
#undef X

#define NV_VALID_D3D(name) \
    bool nv_valid_d3d_##name(const NvPgraph *pg G_GNUC_UNUSED, \
                             const NvMethod *m G_GNUC_UNUSED, uint32_t v)

/* --- which class --- */

static inline bool nv_d3d_is_three(const NvPgraph *pg)
{
    return nv_fe_class(pg) == 0x48;
}

static inline bool nv_d3d_is_five(const NvPgraph *pg)
{
    return nv_fe_class(pg) == 0x54 || nv_fe_class(pg) == 0x94;
}

static inline bool nv_d3d_is_six(const NvPgraph *pg)
{
    return nv_fe_class(pg) == 0x55 || nv_fe_class(pg) == 0x95;
}

/* --- names of values --- */

/* Parts of a vertex in the order of their marks: VALID_1's D3D_PARTS. */
enum {
    NV_D3D_FOG, NV_D3D_COLOR, NV_D3D_W, NV_D3D_Z, NV_D3D_Y, NV_D3D_X,
    NV_D3D_U_0, NV_D3D_V_0, NV_D3D_U_1, NV_D3D_V_1,
};

/* An input of a combiner: a register, its alpha alone, 1 less it. */
enum {
    NV_RC_ZERO = 0, NV_RC_FACTOR_1 = 2, NV_RC_FOG = 3, NV_RC_PRIMARY = 4,
    NV_RC_TEXTURE_0 = 8, NV_RC_TEXTURE_1 = 9, NV_RC_SPARE_0 = 0xc,
    NV_RC_SPARE_0_PLUS_SECONDARY = 0xe,
    NV_RC_ALPHA = 1u << 4, NV_RC_INVERT = 1u << 5,
    NV_RC_ONE = NV_RC_ZERO | NV_RC_INVERT,
};

enum { NV_D3D_BLEND_ADD = 2 };      /* BLEND.EQUATION */

/* --- what all functions do (d3d.c) --- */

/* Bits of VALID_1: NV_D3D_MARK(pg, BLEND). */
#define NV_D3D_MARK(pg, name) NV_FE_BITS(pg, VALID_1, D3D_##name)

/* Marks come whether the value is taken or not; true: it is. */
bool nv_d3d_start(NvPgraph *pg, uint32_t marks);
/* The shadow register alone; the bundle is sent later. */
void nv_d3d_keep(NvPgraph *pg, NvBundle b, uint32_t v);
/* More bundles follow. */
void nv_d3d_set(NvPgraph *pg, NvBundle b, uint32_t v);
void nv_d3d_send_again(NvPgraph *pg, NvBundle b);
void nv_d3d_send_mode(NvPgraph *pg);
/* Bundle @b with @field new. */
uint32_t nv_d3d_with(const NvPgraph *pg, NvBundle b, NvFieldId field,
                     uint32_t v);
/* RC_IN_ALPHA or RC_IN_COLOR of inputs A * B + C * D. */
uint32_t nv_d3d_inputs(const NvPgraph *pg, const uint8_t inputs[4]);
/* RC_OUT_ALPHA or _COLOR: the sum, or one of the products, to spare 0. */
uint32_t nv_d3d_output(const NvPgraph *pg, bool choose);
/* RC_FINAL_B: alpha is that of spare 0, or 1 less it. */
uint32_t nv_d3d_final_b(const NvPgraph *pg, bool invert);
/* RC_OUT_COLOR of the second stage: how many there are. */
uint32_t nv_d3d_stages(const NvPgraph *pg, uint32_t stages, uint32_t unk27);
/* STENCIL_A without a test. */
uint32_t nv_d3d_stencil_off(const NvPgraph *pg);
/* TEX_CONTROL_A: all levels of detail. */
uint32_t nv_d3d_tex_control(const NvPgraph *pg, bool enable, uint32_t key);
/* RASTER for culling of a method, for which 1 is off and @front the front. */
uint32_t nv_d3d_raster(const NvPgraph *pg, uint32_t cull, uint32_t front);
/* Stages that the second combiner's word tells of (d3d6.c). */
uint32_t nv_d3d_stage_count(const NvPgraph *pg);
/* Four components from the bytes of a colour (vertex.c). */
void nv_d3d_put_color(NvPgraph *pg, unsigned word, uint32_t v);

static inline bool nv_d3d_between(uint32_t v, unsigned pos, unsigned width,
                                  uint32_t low, uint32_t high)
{
    uint32_t field = nv_extract(v, pos, width);

    return field >= low && field <= high;
}

/* XFMODE: is unit @unit, which the class has if @on, seen in perspective. */
void nv_d3d_set_perspective(NvPgraph *pg, unsigned unit, bool on);
/* Vertices come in coordinates of the window. */
void nv_d3d_set_bypass(NvPgraph *pg);

#endif
