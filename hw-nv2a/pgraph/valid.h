/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Which values a method takes, where a mask or a list does not say it.
 * Facts: predicates that public hardware tests (envytools) assert.
 */
#ifndef NV_PGRAPH_VALID_H
#define NV_PGRAPH_VALID_H

#include "pgraph/fe.h"

#define NV_VALID_ROWS(X) \
    X(nop) X(surf_format) X(surf_pitch) X(zcull_pitch) X(rc_in) \
    X(rc_final_a) X(rc_final_b) X(rc_out_alpha) X(rc_out_color) \
    X(rc_config) X(config) X(light_material) X(range12) X(unk3f0) \
    X(point_sprite) X(polygon_stipple) X(vtxbuf_format) X(one) \
    X(tex_format) X(tex_wrap) X(tex_control_b) X(tex_filter) X(tex_rect) \
    X(shader_float) X(fence_offset) X(unk1d84) X(fd_a) X(fd_c) X(fd_d) \
    X(tex_zcomp) X(tex_shader_op) X(dotmapping) X(tex_previous) X(tl_mode) \
    /* valid-rankine.c */ \
    X(rankine_surf_format) X(one_surf_pitch) X(curie_rt_enable) \
    X(viewport_offset) X(window) X(clipid_rect) X(blend_func) \
    X(curie_blend_equation) X(rankine_config) X(curie_config) \
    X(rankine_unk3f0) X(curie_unk3f0) X(clip_plane_enable) \
    X(rankine_light_material) X(one_or_two) X(curie_point_sprite) \
    X(curie_fence_offset) X(rankine_tl_mode) X(curie_tl_mode) \
    X(xf_unk0e7) X(xf_timeout) X(rankine_rc_out_alpha) \
    X(rankine_rc_out_color) X(rankine_rc_config) X(rankine_tex_format) \
    X(curie_tex_format) X(rankine_tex_wrap) X(curie_tex_filter_opt) \
    X(curie_tex_control_b) X(xf_tex_format) X(xf_tex_wrap) X(ps_offset) \
    X(rankine_ps_control) X(curie_ps_control)

#define X(name) \
    bool nv_valid_##name(const NvPgraph *pg, const NvMethod *m, uint32_t v);
NV_VALID_ROWS(X)
#undef X

#endif
