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
    /* surface.c and dma.c */ \
    X(dma_notify) X(dma_tex) X(dma_state) X(dma_surf) X(dma_vtx) \
    X(dma_fence) X(dma_query) X(dma_bundle) X(surf_format) X(surf_pitch) \
    X(surf_offset) X(clear) \
    /* action.c */ \
    X(clip_rect) X(light_position) X(point_size) X(fog_coeff) \
    X(viewport_translate) X(program_load) X(param_load) X(edge_flag) \
    X(xf_nop) X(xf_sync) X(break_cache) X(fog_coord) X(vtxbuf_offset) \
    X(vtxbuf_format) X(begin_end) X(draw) X(tex_format) X(tex_zcomp) \
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

/* Busy check and in-BEGIN/END error, for functions that do them late. */
void nv_fe_check_busy(NvPgraph *pg);
void nv_fe_check_inside(NvPgraph *pg);

#define NV_ACTION(name) \
    void nv_action_##name(NvPgraph *pg G_GNUC_UNUSED, \
                          const NvMethod *m G_GNUC_UNUSED, \
                          unsigned index G_GNUC_UNUSED, \
                          uint32_t v G_GNUC_UNUSED)

#endif
