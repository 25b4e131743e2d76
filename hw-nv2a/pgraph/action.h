/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Functions of the methods that are more than a row; the comment at each
 * says what is special.  Facts: envytools' model and tests; drivers.
 */
#ifndef NV_PGRAPH_ACTION_H
#define NV_PGRAPH_ACTION_H

#include "pgraph/fe.h"

#define NV_ACTION_ROWS(X) \
    /* control.c */ \
    X(none) X(nop) X(notify) X(warning) X(state) X(flip_set) X(flip_bump) \
    X(flip_wait) X(state_save) X(fence_write) X(zpass_read) \
    X(render_condition) \
    /* bind.c and surf-memory.c */ \
    X(ctx_bind) X(ctx_surf) X(ctx_surf2d) X(ctx_surf3d) X(surf_one_pitch) \
    X(surf_one_offset) X(surf_dma) X(surf_dma_before) \
    /* surface.c and dma.c */ \
    X(dma_notify) X(dma_tex) X(dma_state) X(dma_vtx) \
    X(dma_fence) X(dma_query) X(dma_bundle) X(surf_format) X(surf_pitch) \
    X(clear) X(celsius_surf_format) X(celsius_dma_tex) \
    X(celsius_dma_vtx) X(celsius_dma_state) X(celsius_dma_bundle) \
    /* action.c */ \
    X(clip_rect) X(light_position) X(point_size) X(fog_coeff) \
    X(viewport_translate) X(program_load) X(param_load) X(edge_flag) \
    X(xf_nop) X(xf_sync) X(break_cache) X(fog_coord) X(vtxbuf_offset) \
    X(vtxbuf_format) X(begin_end) X(draw) X(tex_format) X(tex_zcomp) \
    X(viewport_scale) X(kelvin_tex_wrap) X(rc_out) \
    X(unk3f0) X(program_load_pos) X(param_load_pos) \
    /* action-rankine.c */ \
    X(rankine_surf_format) X(rankine_clip_rect) X(txc_3d) X(txc_cylwrap) \
    X(txc_enable) X(blend_func) X(curie_blend_equation) \
    X(rankine_fog_coeff) X(rankine_unk3f0) X(clip_plane_enable) \
    X(rankine_viewport) X(load_one) X(point_params_d) \
    X(curie_timeout) X(idxbuf_offset) X(idxbuf_format) X(unka08) \
    X(rankine_fence_offset) X(dma_unk0b0) \
    /* action-rankine-tex.c */ \
    X(rankine_tex_format) X(rankine_tex_wrap) X(curie_tex_control_a) \
    X(xf_tex_format) X(xf_tex_wrap) X(ps_offset) X(rankine_ps_control) \
    /* fd.c */ \
    X(fd_begin_patch) X(fd_begin_patch_d) X(fd_end_patch) X(fd_curve_data) \
    X(fd_begin_transition)

#define X(name) \
    void nv_action_##name(NvPgraph *pg, const NvMethod *m, unsigned index, \
                          uint32_t v);
NV_ACTION_ROWS(X)
#undef X

/* Methods that exist only when DEBUG bits say so. */
bool nv_exists_notify(const NvPgraph *pg);
bool nv_exists_flip(const NvPgraph *pg);
bool nv_exists_pm_trigger(const NvPgraph *pg);

/* What rows of the action draw have in @arg. */
enum {
    NV_DRAW_ELEMENT16, NV_DRAW_ELEMENT32, NV_DRAW_ARRAYS, NV_DRAW_INLINE,
    NV_DRAW_INDEX,
};

/* Busy check and in-BEGIN/END error, for functions that do them late. */
void nv_fe_check_busy(NvPgraph *pg);
void nv_fe_check_inside(NvPgraph *pg);

/* --- what methods of several families do alike (action.c) --- */

/*
 * Clip rectangle @index of CLIP_RECT_HORIZ or _VERT.  It also fills the
 * shadows of all higher ones, but not with Curie's classes; one is sent.
 */
void nv_fe_clip_rect(NvPgraph *pg, NvBundle bundle, unsigned index,
                     uint32_t v);
/* Where uploads go is a bundle that moves on unseen, not LOAD_POS. */
bool nv_fe_loads_by_bundle(const NvPgraph *pg);
/* LOAD_POS: where the next upload goes, of a program or of constants. */
void nv_fe_set_load_pos(NvPgraph *pg, bool constants, uint32_t pos);
/* How many constants the class may upload. */
unsigned nv_fe_constants(const NvPgraph *pg);
/* RASTER, as method 0x3f0 of Kelvin's classes and later ones say it. */
void nv_fe_unk3f0(NvPgraph *pg, uint32_t v);

/* --- textures (texture.c) --- */

bool nv_tex_is_depth(unsigned format);
/* TEX_FORMAT of @unit as the method of Kelvin's and later classes says it. */
void nv_fe_tex_format(NvPgraph *pg, unsigned unit, uint32_t v);
/* XFMODE: which coordinates have a third component; of one, of all. */
void nv_fe_put_txc_3d(NvPgraph *pg, unsigned unit);
void nv_fe_txc_3d(NvPgraph *pg);

/*
 * Parts of method values that several functions look at: place, width.
 * SURF_FORMAT of every class; Rankine's have wider codes.
 */
#define NV_V_SURF_COLOR 0, 4
#define NV_V_SURF_ZETA 4, 4
#define NV_V30_SURF_COLOR 0, 5
#define NV_V30_SURF_ZETA 5, 3
#define NV_V_SURF_TYPE 8, 4
#define NV_V_SURF_SAMPLES 12, 4
#define NV_V_SURF_WIDTH 16, 8
#define NV_V_SURF_HEIGHT 24, 8

/* TEX_FORMAT since Kelvin; FORMAT as Curie has it is in parts. */
#define NV_V_TEX_DMA 0, 2
#define NV_V_TEX_CUBE_MAP 2, 1
#define NV_V_TEX_NO_BORDER 3, 1
#define NV_V_TEX_DIMENSIONS 4, 2
#define NV_V_TEX_UNK6 6, 2
#define NV_V_TEX_FORMAT 8, 8
#define NV_V40_TEX_FORMAT 8, 5
#define NV_V40_TEX_LINEAR 13, 1
#define NV_V40_TEX_RECT 14, 1
#define NV_V40_TEX_UNK15 15, 1
#define NV_V_TEX_MIPS 16, 4
#define NV_V_TEX_SIZE_S 20, 4
#define NV_V_TEX_SIZE_T 24, 4
#define NV_V_TEX_SIZE_R 28, 4
#define NV_V_TEX_SIZES 20, 12

#define NV_ACTION(name) \
    void nv_action_##name(NvPgraph *pg G_GNUC_UNUSED, \
                          const NvMethod *m G_GNUC_UNUSED, \
                          unsigned index G_GNUC_UNUSED, \
                          uint32_t v G_GNUC_UNUSED)

#endif
