/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Functions of the methods of Celsius' classes that are more than a row.
 * Facts: envytools' model and tests.
 */
#ifndef NV_PGRAPH_ACTION_CELSIUS_H
#define NV_PGRAPH_ACTION_CELSIUS_H

#include "pgraph/action.h"

#define NV_ACTION_CELSIUS_ROWS(X) \
    /* action.c */ \
    X(celsius_clip) X(celsius_tex_format) X(celsius_surf_unk2b8) \
    X(celsius_surf_unk2bc) X(celsius_clip_rect) X(celsius_vtxbuf_offset) \
    X(celsius_vtxbuf_format) X(celsius_invalidate_zcull) \
    X(celsius_begin_end) X(celsius_clear_zeta) \
    /* action-kelvin.c */ \
    X(emu_tex_format) X(emu_rc_factor) X(emu_rc_out_color) \
    X(emu_light_model) X(emu_light_material) X(emu_light_ambient) \
    X(emu_material_factor) X(emu_tex_gen) X(emu_old_unk3f8) \
    X(emu_clip_rect) X(emu_vtxbuf_offset) X(emu_vtxbuf_format) \
    X(emu_begin_end)

#define X(name) \
    void nv_action_##name(NvPgraph *pg, const NvMethod *m, unsigned index, \
                          uint32_t v);
NV_ACTION_CELSIUS_ROWS(X)
#undef X

/* Parts of the texture format of these classes' method: place, width. */
#define NV_V10_DMA 0, 2
#define NV_V10_CUBE_MAP 2, 1
#define NV_V10_ORIGIN_ZOH 3, 2
#define NV_V10_ORIGIN_FOH 5, 2
#define NV_V10_FORMAT 7, 5
#define NV_V10_MIPS 12, 4
#define NV_V10_SIZE_S 16, 4
#define NV_V10_SIZE_T 20, 4
#define NV_V10_WRAP_S 24, 3
#define NV_V10_WRAP_S_CYLINDER 27, 1
#define NV_V10_WRAP_T 28, 3
#define NV_V10_WRAP_T_CYLINDER 31, 1

#define NV_VALID_CELSIUS_ROWS(X) \
    X(celsius_clip) X(celsius_surf_format) X(celsius_tex_format) \
    X(celsius_tex_control_b) X(celsius_tex_rect) X(celsius_tex_filter) \
    X(celsius_rc_in) X(celsius_rc_out_alpha) X(celsius_rc_out_color) \
    X(celsius_rc_final_a) X(celsius_rc_final_b) X(celsius_config) \
    X(celsius_surf_unk2b8) X(celsius_clip_rect) X(celsius_light_enable) \
    X(celsius_vtxbuf_format) X(celsius_invalidate_zcull) \
    X(celsius_outside) X(celsius_clear_hv) X(emu_surf_format) \
    X(emu_tex_format) X(emu_vtxbuf_format)

#define X(name) \
    bool nv_valid_##name(const NvPgraph *pg, const NvMethod *m, uint32_t v);
NV_VALID_CELSIUS_ROWS(X)
#undef X

/* Parts of a vertex array's format. */
#define NV_V10_ARRAY_TYPE 0, 4
#define NV_V10_ARRAY_SIZE 4, 4
#define NV_V10_ARRAY_STRIDE 8, 16
#define NV_V10_ARRAY_W 24, 1
#define NV_V10_ARRAY_REST 25, 7

/* Warning code of array @n's format; 0 if there is none. */
uint32_t nv_celsius_format_warning(const NvPgraph *pg, unsigned n,
                                   uint32_t v);
/* NvMethodValid: formats and primitives without codes 1 and 2. */
bool nv_celsius_format_taken(const NvPgraph *pg, const NvMethod *m,
                             uint32_t v);
bool nv_celsius_primitive_taken(const NvPgraph *pg, const NvMethod *m,
                                uint32_t v);

#endif
