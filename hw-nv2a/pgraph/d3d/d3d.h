/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What the functions of Celsius' Direct3D classes share.  Facts: public
 * hardware tests (envytools).
 */
#ifndef NV_PGRAPH_ACTION_D3D_H
#define NV_PGRAPH_ACTION_D3D_H

#include "pgraph/2d/fe-2d.h"

#define NV_ACTION_D3D_ROWS(X) \
    /* action-d3d.c */ \
    X(tex_color_key) X(tex_offset) X(tex_format) X(tex_filter) \
    X(blend) X(config) X(stencil_func) X(stencil_op) X(fog_color) \
    /* action-d3d6.c */ \
    X(combine) X(combine_factor) \
    /* action-d3d3.c */ \
    X(old_tex_format) X(old_tex_filter) X(old_config) X(old_alpha) \
    X(old_fog_tri) X(old_end) \
    /* action-d3d-vertex.c */ \
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

static inline bool nv_d3d_late(const NvPgraph *pg)
{
    return nv_chip_has(pg->env->chip, NV_CAP_CELSIUS_15);
}

/* --- what all functions do (action-d3d.c) --- */

/* Marks come whether the value is taken or not; true: it is. */
bool nv_d3d_start(NvPgraph *pg, uint32_t marks);
/* The shadow register alone; the bundle is sent later. */
void nv_d3d_keep(NvPgraph *pg, NvBundle b, uint32_t v);
/* More bundles follow. */
void nv_d3d_set(NvPgraph *pg, NvBundle b, uint32_t v);
void nv_d3d_send_again(NvPgraph *pg, NvBundle b);
void nv_d3d_send_mode(NvPgraph *pg);
/* @word with @width bits at @pos new. */
uint32_t nv_d3d_with(NvPgraph *pg, NvBundle b, unsigned pos, unsigned width,
                     uint32_t v);
/* Stages that the second combiner's word tells of (action-d3d6.c). */
uint32_t nv_d3d_stage_count(const NvPgraph *pg);
/* Four components from the bytes of a colour (action-d3d-vertex.c). */
void nv_d3d_put_color(NvPgraph *pg, unsigned word, uint32_t v);

static inline bool nv_d3d_between(uint32_t v, unsigned pos, unsigned width,
                                  uint32_t low, uint32_t high)
{
    uint32_t field = nv_extract(v, pos, width);

    return field >= low && field <= high;
}

#endif
