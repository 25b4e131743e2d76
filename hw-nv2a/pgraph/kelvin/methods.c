/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Methods of the Kelvin classes 0x97 and 0x597, a row each; irregular ones
 * name a function of action.c, value rules one of valid.c.  Offsets, values
 * and effects are those public hardware tests (envytools) assert on cards;
 * rows that end in "untested" are known only from drivers and databases.
 */
#include "pgraph/method-rows.h"
#include "pgraph/methods-shared.h"

/* --- shapes of rows --- */

#define ONE_OF(list) .check = NV_CHECK_ENUM, .map = &nv_map_##list
/* Chips of Kelvin itself, or Rankine's. */
#define OLD .need = NV_CAP_KELVIN_FE
#define NEW .need = NV_CAP_FE_RANKINE

#define LIGHT_BACK(n) \
    LOAD("light_" #n "_back_ambient_color", 0xc00 + 0x40 * n, 3, ANYWHERE, \
         LTCTX, (8 * n + 5) << 4), \
    LOAD("light_" #n "_back_diffuse_color", 0xc0c + 0x40 * n, 3, ANYWHERE, \
         LTCTX, (8 * n + 6) << 4), \
    LOAD("light_" #n "_back_specular_color", 0xc18 + 0x40 * n, 3, ANYWHERE, \
         LTCTX, (8 * n + 7) << 4)
#define LIGHT(n) \
    LOAD("light_" #n "_ambient_color", 0x1000 + 0x80 * n, 3, ANYWHERE, \
         LTCTX, (8 * n) << 4), \
    LOAD("light_" #n "_diffuse_color", 0x100c + 0x80 * n, 3, ANYWHERE, \
         LTCTX, (8 * n + 1) << 4), \
    LOAD("light_" #n "_specular_color", 0x1018 + 0x80 * n, 3, ANYWHERE, \
         LTCTX, (8 * n + 2) << 4), \
    LTC("light_" #n "_local_range", 0x1024 + 0x80 * n, WARN, 1, 4 + n), \
    LOAD("light_" #n "_half_vector", 0x1028 + 0x80 * n, 3, WARN, \
         LTCTX, (8 * n + 3) << 4), \
    LOAD("light_" #n "_direction", 0x1034 + 0x80 * n, 3, WARN, \
         LTCTX, (8 * n + 4) << 4), \
    LTC("light_" #n "_spot_cutoff_a", 0x1040 + 0x80 * n, WARN, 1, 0xc + n), \
    LTC("light_" #n "_spot_cutoff_b", 0x1044 + 0x80 * n, WARN, 2, 7 + n), \
    LTC("light_" #n "_spot_cutoff_c", 0x1048 + 0x80 * n, WARN, 3, 4 + n), \
    LOAD("light_" #n "_spot_direction", 0x104c + 0x80 * n, 4, WARN, \
         XFCTX, (0x30 + n) << 4), \
    ROW("light_" #n "_position", 0x105c + 0x80 * n, 3, 4, WARN, \
        .arg = 0x28 + n, DO(light_position)), \
    LOAD("light_" #n "_attenuation", 0x1068 + 0x80 * n, 3, WARN, \
         LTCTX, (8 * n + 3) << 4)

/* Immediate attribute data by number in all formats. */
#define ATTRS(n) \
    ATTR("vtx_attr" #n "_2f", 0x1880 + 8 * n, 2, FREE, FLOAT, n, 2), \
    ATTR("vtx_attr" #n "_2s", 0x1900 + 4 * n, 1, FREE, S, n, 2), \
    ATTR("vtx_attr" #n "_4ub", 0x1940 + 4 * n, 1, FREE, UB_NORM, n, 4), \
    ATTR("vtx_attr" #n "_4s", 0x1980 + 8 * n, 2, FREE, S, n, 4), \
    ATTR("vtx_attr" #n "_4f", 0x1a00 + 16 * n, 4, FREE, FLOAT, n, 4)

/* The tessellator; on Rankine it is software's. */
#define FD(name, offset, count, function, ...) \
    ODD(name, offset, count, function, OLD, ##__VA_ARGS__), \
    ODD(name, offset, count, state, NEW)

/* Texture units are 0x40 bytes apart. */
#define TEX(name, offset, check_, bundle, ...) \
    ROW(name, offset, 4, 0x40, ERROR, check_, \
        EFFECTS(WHOLE(bundle), ##__VA_ARGS__))
#define TEX_MATRIX(name, offset, bundle) \
    ROW(name, offset, 3, 0x40, ERROR, CHECK(shader_float), ALL(bundle))

/* --- every class --- */

static const NvMethod common_rows[] = {
    ODD("nop", 0x100, 1, nop, CHECK(nop)),
    ODD("notify", 0x104, 1, notify, BELOW(2), .exists = nv_exists_notify),
    ODD("pm_trigger", 0x140, 1, none, .exists = nv_exists_pm_trigger),
    ODD("dma_notify", 0x180, 1, dma_notify),
};

const NvMethodTable nv_methods_common = {
    common_rows, NV_ARRAY_SIZE(common_rows),
};

/* --- Kelvin --- */

static const NvMethod rows[] = {
    /* Control. */
    ODD("nop", 0x100, 1, nop, CHECK(nop)),
    ODD("notify", 0x104, 1, notify, BELOW(2), .exists = nv_exists_notify),
    ODD("warning", 0x108, 1, warning, BELOW(3)),
    ODD("state", 0x10c, 1, state),
    ODD("sync", 0x110, 1, none, BELOW(1), .exists = nv_exists_notify),
    ODD("flip_write", 0x120, 1, flip_set, .exists = nv_exists_flip,
        BELOW(8)),
    ODD("flip_read", 0x124, 1, flip_set, .exists = nv_exists_flip, BELOW(8)),
    ODD("flip_modulo", 0x128, 1, flip_set, .exists = nv_exists_flip,
        BELOW(8)),
    ODD("flip_bump_write", 0x12c, 1, flip_bump, .exists = nv_exists_flip),
    ODD("flip_unk130", 0x130, 1, flip_wait), /* untested */
    ODD("pm_trigger", 0x140, 1, none, .exists = nv_exists_pm_trigger),
    /* DMA objects. */
    ODD("dma_notify", 0x180, 1, dma_notify),
    ODD("dma_tex_a", 0x184, 1, dma_tex, .arg = 0),
    ODD("dma_tex_b", 0x188, 1, dma_tex, .arg = 1),
    ODD("dma_state", 0x190, 1, dma_state),
    ODD("dma_surf_color", 0x194, 1, surf_dma, .arg = 6,
        .which = NV_SURF_COLOR),
    ODD("dma_surf_zeta", 0x198, 1, surf_dma, .arg = 6,
        .which = NV_SURF_ZETA),
    ODD("dma_vtx_a", 0x19c, 1, dma_vtx, .arg = 0),
    ODD("dma_vtx_b", 0x1a0, 1, dma_vtx, .arg = 1),
    ODD("dma_fence", 0x1a4, 1, dma_fence),
    ODD("dma_query", 0x1a8, 1, dma_query),
    ODD("dma_clipid", 0x1ac, 1, dma_bundle, .classes = NV_CLASS_597,
        .arg = NV_BUNDLE_SURF_BASE_CLIPID),
    ODD("dma_zcull", 0x1b0, 1, dma_bundle, .classes = NV_CLASS_597,
        .arg = NV_BUNDLE_SURF_BASE_ZCULL),
    /* Surfaces and window clip. */
    ROW("clip_h", 0x200, 1, 4, FREE, BITS(0x0fff0fff),
        EFFECTS(WHOLE(CLIP_HV), WHOLE(VIEWPORT_HV), WHOLE(SCISSOR_HV))),
    ROW("clip_v", 0x204, 1, 4, FREE, BITS(0x0fff0fff),
        EFFECTS(WHOLE(CLIP_HV + 1), WHOLE(VIEWPORT_HV + 1),
                WHOLE(SCISSOR_HV + 1))),
    ODD("surf_format", 0x208, 1, surf_format, CHECK(surf_format)),
    ODD("surf_pitch", 0x20c, 1, surf_pitch, CHECK(surf_pitch)),
    ODD("color_offset", 0x210, 1, surf_one_offset, BITS(~0x3fu),
        .which = NV_SURF_COLOR),
    ODD("zeta_offset", 0x214, 1, surf_one_offset, BITS(~0x3fu),
        .which = NV_SURF_ZETA),
    ROW("surf_pitch_clipid", 0x224, 1, 4, FREE, CHECK(zcull_pitch),
        .classes = NV_CLASS_597, EFFECTS(F(SURF_PITCH_CLIPID, PITCH))),
    ROW("surf_offset_clipid", 0x228, 1, 4, FREE, BITS(0xffffff00),
        .classes = NV_CLASS_597, ALL(SURF_OFFSET_CLIPID)),
    ROW("surf_pitch_zcull", 0x22c, 1, 4, FREE, CHECK(zcull_pitch),
        .classes = NV_CLASS_597, EFFECTS(F(SURF_PITCH_ZCULL, PITCH))),
    ROW("surf_offset_zcull", 0x230, 1, 4, FREE, BITS(0xffffff00),
        .classes = NV_CLASS_597, ALL(SURF_OFFSET_ZCULL)),
    ODD("unk234", 0x234, 1, none, .classes = NV_CLASS_597), /* untested */
    /* Register combiners, part one. */
    ROW("rc_in_alpha", 0x260, 8, 4, ERROR, CHECK(rc_in), ALL(RC_IN_ALPHA)),
    ROW("rc_final_a", 0x288, 1, 4, ERROR, CHECK(rc_final_a),
        ALL(RC_FINAL_A)),
    ROW("rc_final_b", 0x28c, 1, 4, ERROR, CHECK(rc_final_b),
        ALL(RC_FINAL_B)),
    ROW("config", 0x290, 1, 4, ERROR, CHECK(config), .lack = NV_CAP_ZCULL,
        EFFECTS(F(CONFIG_A, STENCIL_WRITE_ENABLE),
                FROM(CONFIG_A, DEPTH_PERSPECTIVE_ENABLE, 16),
                FROM(CONFIG_A, CONFIG_UNK28, 28),
                FROM(CONFIG_B, CONFIG_UNK24, 24),
                FROM(CONFIG_B, TEXTURE_PERSPECTIVE_ENABLE, 20),
                FROM(RASTER, Z_FORMAT, 12))),
    ROW("config", 0x290, 1, 4, ERROR, CHECK(config), .need = NV_CAP_ZCULL,
        EFFECTS(F(CONFIG_A, STENCIL_WRITE_ENABLE),
                FROM(CONFIG_A, DEPTH_PERSPECTIVE_ENABLE, 16),
                FROM(CONFIG_B, CONFIG_UNK24, 24),
                FROM(CONFIG_B, TEXTURE_PERSPECTIVE_ENABLE, 20),
                FROM(CONFIG_B, CONFIG_UNK28, 28), FROM(RASTER, Z_FORMAT, 12)),
        DO(txc_3d)),
    ROW("light_model", 0x294, 1, 4, ERROR, BITS(0x00030001), OLD,
        EFFECTS(FROM(XF_MODE_A, LOCAL_VIEWER, 16),
                FROM(XF_MODE_A, LIGHT_MODEL_UNK17, 17),
                F(XF_MODE_A, SEPARATE_SPECULAR))),
    ROW("light_model", 0x294, 1, 4, ERROR, BITS(0x00030001), NEW,
        EFFECTS(FROM(XF_MODE_A, LOCAL_VIEWER, 16),
                FROM(XF_MODE_A, LIGHT_MODEL_UNK17, 17),
                F(XF_MODE_A, SEPARATE_SPECULAR),
                FROM(XF_MODE_A, LIGHT_MODEL_UNK2, 2))),
    ROW("light_material", 0x298, 1, 4, ANYWHERE, CHECK(light_material),
        EFFECTS(FROM(XF_MODE_A, BACK_SPECULAR, 14),
                FROM(XF_MODE_A, BACK_DIFFUSE, 12),
                FROM(XF_MODE_A, BACK_AMBIENT, 10),
                FROM(XF_MODE_A, BACK_EMISSION, 8),
                FROM(XF_MODE_A, FRONT_SPECULAR, 6),
                FROM(XF_MODE_A, FRONT_DIFFUSE, 4),
                FROM(XF_MODE_A, FRONT_AMBIENT, 2),
                F(XF_MODE_A, FRONT_EMISSION))),
    CHOICE("fog_mode", 0x29c, fog_mode, F(CONFIG_B, FOG_MODE),
           F(XF_MODE_B, FOG_MODE_EXP)),
    ROW("fog_coord", 0x2a0, 1, 4, ERROR, ONE_OF(fog_coord), DO(fog_coord)),
    ENABLE("fog_enable", 0x2a4, F(CONFIG_B, FOG_ENABLE),
           F(XF_MODE_B, FOG_ENABLE)),
    ROW("fog_color", 0x2a8, 1, 4, ERROR, NV_EFFECTS_FOG_COLOR),
    ROW("clip_rect_mode", 0x2b4, 1, 4, ANYWHERE, BELOW(2),
        EFFECTS(F(RASTER, CLIP_RECT_OUTSIDE))),
    ROW("clip_rect_horiz", 0x2c0, 8, 4, ANYWHERE, CHECK(range12),
        .arg = NV_BUNDLE_CLIP_RECT_HORIZ, DO(clip_rect)),
    ROW("clip_rect_vert", 0x2e0, 8, 4, ANYWHERE, CHECK(range12),
        .arg = NV_BUNDLE_CLIP_RECT_VERT, DO(clip_rect)),
    /* Per-fragment and raster switches. */
    NV_METHODS_SWITCHES,
    ENABLE("lighting_enable", 0x314, F(XF_MODE_A, LIGHTING_ENABLE)),
    ENABLE("point_params_enable", 0x318, F(CONFIG_B, POINT_PARAMS_ENABLE),
           F(XF_MODE_B, POINT_PARAMS_ENABLE)),
    ROW("point_smooth_enable", 0x31c, 1, 4, WARN, .classes = NV_CLASS_97,
        .check = NV_WARN_BELOW, .arg = 2, OLD,
        EFFECTS(F(RASTER, POINT_SMOOTH_ENABLE))),
    ROW("point_smooth_enable", 0x31c, 1, 4, WARN, .classes = NV_CLASS_97,
        .check = NV_WARN_BELOW, .arg = 2, NEW,
        EFFECTS(F(CONFIG_B, POINT_SPRITE_ENABLE))),
    /* Class 0x597 has point_sprite instead (hw). */
    ENABLE("line_smooth_enable", 0x320, F(RASTER, LINE_SMOOTH_ENABLE)),
    ENABLE("polygon_smooth_enable", 0x324, F(RASTER, POLYGON_SMOOTH_ENABLE)),
    ROW("weight_mode", 0x328, 1, 4, ERROR, BELOW(7),
        EFFECTS(F(XF_MODE_B, WEIGHT_MODE))),
    NV_METHODS_ALPHA,
    CHOICE("blend_func_src", 0x344, blend_factor, F(BLEND, SRC_FACTOR),
           F(BLEND, SRC_FACTOR_ALPHA)),
    CHOICE("blend_func_dst", 0x348, blend_factor, F(BLEND, DST_FACTOR),
           F(BLEND, DST_FACTOR_ALPHA)),
    WARN_WORD("blend_color", 0x34c, BLEND_COLOR),
    ROW("blend_equation", 0x350, 1, 4, WARN, .classes = NV_CLASS_97,
        .check = NV_WARN_ENUM, .map = &nv_map_blend_equation_97,
        EFFECTS(F(BLEND, EQUATION))),
    ROW("blend_equation", 0x350, 1, 4, WARN, .classes = NV_CLASS_597,
        .check = NV_WARN_ENUM, .map = &nv_map_blend_equation_597,
        EFFECTS(F(BLEND, EQUATION))),
    NV_METHODS_DEPTH_STENCIL,
    ROW("line_width", 0x380, 1, 4, WARN, .check = NV_WARN_RANGE, .arg = 0x200,
        EFFECTS(F(RASTER, LINE_WIDTH_EIGHTHS))),
    NV_METHODS_POLYGON,
    WORD("depth_range_near", 0x394, 1, DEPTH_RANGE_NEAR),
    WORD("depth_range_far", 0x398, 1, DEPTH_RANGE_FAR),
    CHOICE("cull_face", 0x39c, cull_face, F(RASTER, CULL_FACE)),
    CHOICE("front_face", 0x3a0, front_face, F(RASTER, FRONT_FACE)),
    ENABLE("normalize_enable", 0x3a4, F(XF_MODE_A, NORMALIZE_ENABLE)),
    LOAD("material_factor_rgb", 0x3a8, 3, ANYWHERE, LTCTX, 0x43 << 4),
    LTC("material_factor_a", 0x3b4, ANYWHERE, 3, 0xc),
    ENABLE("specular_enable", 0x3b8, F(CONFIG_B, SPECULAR_ENABLE),
           F(XF_MODE_A, SPECULAR_ENABLE)),
    ROW("light_enable", 0x3bc, 1, 4, ERROR, BITS(0xffff),
        EFFECTS(SPAN(XF_MODE_B, LIGHT0, LIGHT7, 0))),
    /* Texture coordinate generation and matrices. */
    ROW("tex_gen_mode_s", 0x3c0, 4, 16, WARN, .check = NV_WARN_ENUM,
        .map = &nv_map_texgen_st, EFFECTS(XFT(GEN_S, 0))),
    ROW("tex_gen_mode_t", 0x3c4, 4, 16, WARN, .check = NV_WARN_ENUM,
        .map = &nv_map_texgen_st, EFFECTS(XFT(GEN_T, 0))),
    ROW("tex_gen_mode_r", 0x3c8, 4, 16, WARN, .check = NV_WARN_ENUM,
        .map = &nv_map_texgen_r, EFFECTS(XFT(GEN_R, 0))),
    ROW("tex_gen_mode_q", 0x3cc, 4, 16, WARN, .check = NV_WARN_ENUM,
        .map = &nv_map_texgen_q, EFFECTS(XFT(GEN_Q, 0))),
    ROW("tex_matrix_enable", 0x420, 4, 4, WARN, .check = NV_WARN_BELOW,
        .arg = 2, EFFECTS(XFT(MATRIX_ENABLE, 0))),
    ROW("point_size", 0x43c, 1, 4, WARN, .classes = NV_CLASS_97,
        .check = NV_WARN_RANGE, .arg = 0x200, DO(point_size)),
    ROW("point_size", 0x43c, 1, 4, WARN, .classes = NV_CLASS_597,
        ALL(POINT_SIZE)),
    MATRIX("matrix_unk4", 0x440, 0x04),
    MATRIX("matrix_mv0", 0x480, 0x08),
    MATRIX("matrix_mv1", 0x4c0, 0x10),
    MATRIX("matrix_mv2", 0x500, 0x18),
    MATRIX("matrix_mv3", 0x540, 0x20),
    MATRIX("matrix_imv0", 0x580, 0x0c),
    MATRIX("matrix_imv1", 0x5c0, 0x14),
    MATRIX("matrix_imv2", 0x600, 0x1c),
    MATRIX("matrix_imv3", 0x640, 0x24),
    MATRIX("matrix_proj", 0x680, 0x00),
    MATRIX("matrix_tx0", 0x6c0, 0x44),
    MATRIX("matrix_tx1", 0x700, 0x4c),
    MATRIX("matrix_tx2", 0x740, 0x54),
    MATRIX("matrix_tx3", 0x780, 0x5c),
    PLANES(0, 0x840, 0x40),
    PLANES(1, 0x880, 0x48),
    PLANES(2, 0x8c0, 0x50),
    PLANES(3, 0x900, 0x58),
    ROW("fog_coeff", 0x9c0, 3, 4, WARN, DO(fog_coeff)),
    ROW("tl_unk9cc", 0x9cc, 1, 4, ERROR, BELOW(2),
        EFFECTS(F(XF_MODE_B, UNK9CC))),
    LOAD("fog_plane", 0x9d0, 4, ERROR, XFCTX, 0x39 << 4),
    LTC("material_shininess_a", 0x9e0, ANYWHERE, 1, 1),
    LTC("material_shininess_b", 0x9e4, ANYWHERE, 2, 1),
    LTC("material_shininess_c", 0x9e8, ANYWHERE, 3, 2),
    LTC("material_shininess_d", 0x9ec, ANYWHERE, 0, 2),
    LTC("material_shininess_e", 0x9f0, ANYWHERE, 2, 3),
    LTC("material_shininess_f", 0x9f4, ANYWHERE, 2, 5),
    ROW("unk3f0", 0x9f8, 1, 4, ERROR, CHECK(unk3f0),
        .lack = NV_CAP_LINE_STIPPLE, EFFECTS(F(RASTER, UNK3F0))),
    ROW("unk3f0", 0x9f8, 1, 4, ERROR, CHECK(unk3f0),
        .need = NV_CAP_LINE_STIPPLE | NV_CAP_KELVIN_FE,
        EFFECTS(F(RASTER, UNK3F0), FROM(RASTER, UNK4, 31))),
    ROW("unk3f0", 0x9f8, 1, 4, ERROR, CHECK(unk3f0), NEW, DO(unk3f0)),
    ROW("flatshade_first", 0x9fc, 1, 4, ANYWHERE, BELOW(2),
        EFFECTS(F(CONFIG_B, PROVOKING_VERTEX))),
    ROW("unka0c", 0xa0c, 1, 4, ERROR, BELOW(2), .classes = NV_CLASS_597,
        EFFECTS(F(CONFIG_B, UNKA0C))),
    LOAD("light_model_ambient_color", 0xa10, 3, ANYWHERE, LTCTX, 0x41 << 4),
    ROW("point_sprite", 0xa1c, 1, 4, ERROR, CHECK(point_sprite),
        .classes = NV_CLASS_597,
        EFFECTS(F(CONFIG_B, POINT_SPRITE_ENABLE),
                FROM(CONFIG_B, POINT_SPRITE_R_MODE, 1),
                FROM(CONFIG_B, POINT_SPRITE_COORD_REPLACE, 8))),
    ROW("viewport_translate", 0xa20, 4, 4, WARN, DO(viewport_translate)),
    LOAD("point_params_a", 0xa30, 3, WARN, LTCTX, 0x47 << 4),
    LOAD("point_params_b", 0xa3c, 3, WARN, LTCTX, 0x48 << 4),
    LTC("point_params_c", 0xa48, WARN, 1, 3),
    LTC("point_params_d", 0xa4c, WARN, 3, 1),
    LOAD("light_eye_position", 0xa50, 4, WARN, XFCTX, 0x38 << 4),
    WORD("rc_factor_a", 0xa60, 8, RC_FACTOR_0),
    WORD("rc_factor_b", 0xa80, 8, RC_FACTOR_1),
    ROW("rc_out_alpha", 0xaa0, 8, 4, ERROR, CHECK(rc_out_alpha), OLD,
        ALL(RC_OUT_ALPHA)),
    ROW("rc_out_alpha", 0xaa0, 8, 4, ERROR, CHECK(rc_out_alpha), NEW,
        .arg = 0, DO(rc_out)),
    ROW("rc_in_color", 0xac0, 8, 4, ERROR, CHECK(rc_in), ALL(RC_IN_COLOR)),
    WORD("tex_color_key", 0xae0, 4, TEX_COLOR_KEY),
    ROW("viewport_scale", 0xaf0, 4, 4, WARN, DO(viewport_scale)),
    ODD("tl_program_load", 0xb00, 32, program_load),
    ODD("tl_param_load", 0xb80, 32, param_load),
    /* Lights. */
    LIGHT_BACK(0), LIGHT_BACK(1), LIGHT_BACK(2), LIGHT_BACK(3),
    LIGHT_BACK(4), LIGHT_BACK(5), LIGHT_BACK(6), LIGHT_BACK(7),
    LIGHT(0), LIGHT(1), LIGHT(2), LIGHT(3),
    LIGHT(4), LIGHT(5), LIGHT(6), LIGHT(7),
    /* Stipple. */
    ROW("line_stipple_pattern", 0x1478, 1, 4, ERROR, BITS(0xffff00ff),
        .classes = NV_CLASS_597,
        EFFECTS(F(LINE_STIPPLE, FACTOR), FROM(LINE_STIPPLE, PATTERN, 16))),
    ROW("polygon_stipple_enable", 0x147c, 1, 4, ERROR, CHECK(polygon_stipple),
        .lack = NV_CAP_LINE_STIPPLE,
        EFFECTS(F(RASTER, POLYGON_STIPPLE_ENABLE))),
    ROW("polygon_stipple_enable", 0x147c, 1, 4, ERROR, CHECK(polygon_stipple),
        .need = NV_CAP_LINE_STIPPLE,
        EFFECTS(SPAN(LINE_STIPPLE, POLYGON_ENABLE, ENABLE, 0))),
    WORD("polygon_stipple", 0x1480, 32, POLYGON_STIPPLE),
    /* Immediate vertex data.  Positions: untested, as attribute 0. */
    ATTR("vtx_pos_3f", 0x1500, 3, ANYWHERE, FLOAT, 0, 3),
    ATTR("vtx_pos_3s", 0x1510, 2, ANYWHERE, S, 0, 3),
    ATTR("vtx_pos_4f", 0x1518, 4, ANYWHERE, FLOAT, 0, 4),
    ATTR("vtx_pos_4s", 0x1528, 2, ANYWHERE, S, 0, 4),
    ATTR("vtx_nrm_3f", 0x1530, 3, ANYWHERE, FLOAT, 2, 3),
    ATTR("vtx_nrm_3s", 0x1540, 2, ANYWHERE, S_NORM, 2, 3),
    ATTR("vtx_col0_4f", 0x1550, 4, ANYWHERE, FLOAT, 3, 4),
    ATTR("vtx_col0_3f", 0x1560, 3, ANYWHERE, FLOAT, 3, 3),
    ATTR("vtx_col0_4ub", 0x156c, 1, ANYWHERE, UB_NORM, 3, 4),
    ATTR("vtx_col1_4f", 0x1570, 4, ANYWHERE, FLOAT, 4, 4),
    ATTR("vtx_col1_3f", 0x1580, 3, ANYWHERE, FLOAT, 4, 3),
    ATTR("vtx_col1_4ub", 0x158c, 1, ANYWHERE, UB_NORM, 4, 4),
    TEXCOORDS(0, 9, 0x1590, 0x1598, 0x15a0, 0x15b0),
    TEXCOORDS(1, 10, 0x15b8, 0x15c0, 0x15c8, 0x15d8),
    TEXCOORDS(2, 11, 0x15e0, 0x15e8, 0x15f0, 0x1600),
    TEXCOORDS(3, 12, 0x1608, 0x1610, 0x1620, 0x1630),
    ATTR("vtx_fog_1f", 0x1698, 1, ANYWHERE, FLOAT, 5, 1),
    ATTR("vtx_wei_1f", 0x169c, 1, ANYWHERE, FLOAT, 1, 1),
    ATTR("vtx_wei_2f", 0x16a0, 2, ANYWHERE, FLOAT, 1, 2),
    ATTR("vtx_wei_3f", 0x16b0, 3, ANYWHERE, FLOAT, 1, 3),
    ROW("vtx_edge_flag", 0x16bc, 1, 4, ANYWHERE, .check = NV_WARN_BELOW,
        .arg = 2, DO(edge_flag)),
    ATTR("vtx_wei_4f", 0x16c0, 4, ANYWHERE, FLOAT, 1, 4),
    LOAD("xf_unk16d0", 0x16d0, 4, ERROR, XFCTX, 0x3f << 4),
    LOAD("xf_unk16e0", 0x16e0, 4, ERROR, XFCTX, 0x3c << 4),
    LOAD("xf_unk16f0", 0x16f0, 4, ERROR, XFCTX, 0x3d << 4),
    LOAD("xf_unk1700", 0x1700, 4, ERROR, XFCTX, 0x3e << 4),
    ROW("unkcf0", 0x1710, 1, 4, ERROR, BELOW(1), DO(break_cache)),
    ROW("unkcf4", 0x1714, 1, 4, ERROR, BELOW(1), DO(break_cache)),
    ROW("xf_nop", 0x1718, 1, 4, FREE, BELOW(1), DO(xf_nop)),
    ROW("xf_sync", 0x171c, 1, 4, FREE, BELOW(1), DO(xf_sync)),
    /* Vertex arrays. */
    ROW("vtxbuf_offset", 0x1720, 16, 4, ANYWHERE, BITS(0x8fffffff),
        DO(vtxbuf_offset)),
    ROW("vtxbuf_format", 0x1760, 16, 4, ANYWHERE, CHECK(vtxbuf_format),
        DO(vtxbuf_format)),
    LOAD("light_model_back_ambient_color", 0x17a0, 3, ANYWHERE, LTCTX,
         0x42 << 4),
    LTC("material_factor_back_a", 0x17ac, ANYWHERE, 3, 0xd),
    LOAD("material_factor_back_rgb", 0x17b0, 3, ANYWHERE, LTCTX, 0x44 << 4),
    ENABLE("color_logic_op_enable", 0x17bc, F(BLEND, LOGIC_OP_ENABLE)),
    CHOICE("color_logic_op_op", 0x17c0, logic_op, F(BLEND, LOGIC_OP)),
    ROW("light_two_side_enable", 0x17c4, 1, 4, WARN, BELOW(2),
        EFFECTS(F(RASTER, LIGHT_TWO_SIDE_ENABLE),
                F(XF_MODE_A, TWO_SIDE_ENABLE))),
    ROW("zpass_counter_reset", 0x17c8, 1, 4, ERROR, CHECK(one),
        ALL(ZPASS_COUNTER_RESET)),
    ROW("zpass_counter_enable", 0x17cc, 1, 4, ERROR, BELOW(2),
        EFFECTS(F(CONFIG_B, ZPASS_COUNTER_ENABLE))),
    ROW("zpass_counter_read", 0x17d0, 1, 4, ERROR, DO(zpass_read)),
    LOAD("lt_unk17d4", 0x17d4, 3, ERROR, LTCTX, 0x46 << 4),
    LOAD("lt_unk17e0", 0x17e0, 3, ERROR, LTCTX, 0x40 << 4),
    LOAD("lt_unk17ec", 0x17ec, 3, ERROR, LTCTX, 0x49 << 4),
    ROW("tex_shader_cull_mode", 0x17f8, 1, 4, ERROR, BITS(0xffff),
        ALL(TEX_SHADER_CULL_MODE)),
    /* Drawing; untested on cards, from what drivers do. */
    ODD("begin", 0x17fc, 1, begin_end, BELOW(11)),
    ROW("draw_idx16.data", 0x1800, 1, 4, ANYWHERE, DO(draw), .arg = 0),
    ROW("draw_idx32.data", 0x1808, 1, 4, ANYWHERE, DO(draw), .arg = 1),
    ROW("draw_arrays.data", 0x1810, 1, 4, ANYWHERE, DO(draw), .arg = 2),
    ROW("draw_inline.data", 0x1818, 1, 4, ANYWHERE, DO(draw), .arg = 3),
    WORD("tex_shader_const_eye", 0x181c, 3, TEX_SHADER_CONST_EYE),
    ODD("idx_unk1828", 0x1828, 1, none), /* untested */
    ATTRS(0), ATTRS(1), ATTRS(2), ATTRS(3), ATTRS(4), ATTRS(5), ATTRS(6),
    ATTRS(7), ATTRS(8), ATTRS(9), ATTRS(10), ATTRS(11), ATTRS(12),
    ATTRS(13), ATTRS(14), ATTRS(15),
    /* Textures. */
    TEX("tex_offset", 0x1b00, BITS(~0x7fu), TEX_OFFSET),
    ROW("tex_format", 0x1b04, 4, 0x40, ERROR, CHECK(tex_format),
        DO(tex_format)),
    ROW("tex_wrap", 0x1b08, 4, 0x40, ERROR, CHECK(tex_wrap), OLD,
        ALL(TEX_WRAP)),
    ROW("tex_wrap", 0x1b08, 4, 0x40, ERROR, CHECK(tex_wrap), NEW,
        DO(kelvin_tex_wrap)),
    TEX("tex_control_a", 0x1b0c, BITS(0x7fffffff), TEX_CONTROL_A,
        XFT(ENABLE, 30)),
    ROW("tex_control_b", 0x1b10, 4, 0x40, ERROR, CHECK(tex_control_b),
        EFFECTS(FROM(TEX_CONTROL_B, PITCH, 16))),
    TEX("tex_filter", 0x1b14, CHECK(tex_filter), TEX_FILTER),
    TEX("tex_rect", 0x1b1c, CHECK(tex_rect), TEX_RECT),
    TEX("tex_palette", 0x1b20, BITS(~0x32u), TEX_PALETTE),
    ROW("tex_border_color", 0x1b24, 4, 0x40, ERROR, ALL(TEX_BORDER_COLOR)),
    TEX_MATRIX("tex_unk10", 0x1b68, TEX_UNK10),
    TEX_MATRIX("tex_unk11", 0x1b6c, TEX_UNK11),
    TEX_MATRIX("tex_unk12", 0x1b70, TEX_UNK12),
    TEX_MATRIX("tex_unk13", 0x1b74, TEX_UNK13),
    ROW("tex_unk14", 0x1b78, 3, 0x40, ERROR, ALL(TEX_UNK14)),
    ROW("tex_unk15", 0x1b7c, 3, 0x40, ERROR, ALL(TEX_UNK15)),
    /* State save, fences, clears. */
    ROW("state_save", 0x1d64, 1, 4, ANYWHERE, BELOW(1),
        DO(state_save)),
    ODD("state_restore", 0x1d68, 1, none), /* untested */
    ROW("fence_offset", 0x1d6c, 1, 4, ANYWHERE, CHECK(fence_offset),
        ALL(FENCE_OFFSET)),
    ROW("fence_write_a", 0x1d70, 1, 4, ANYWHERE, DO(fence_write)),
    ROW("fence_write_b", 0x1d74, 1, 4, ANYWHERE, DO(fence_write)),
    ROW("depth_clamp", 0x1d78, 1, 4, ERROR, BITS(0x111),
        EFFECTS(FROM(RASTER, DEPTH_CLAMP_UNK8, 8), F(RASTER, DEPTH_CLAMP_UNK0),
                FROM(Z_CONFIG, DEPTH_CLAMP, 4))),
    ROW("multisample", 0x1d7c, 1, 4, ERROR, BITS(0xffff0111),
        ALL(MULTISAMPLE)),
    ROW("unk1d80", 0x1d80, 1, 4, ERROR, BELOW(2),
        EFFECTS(F(Z_CONFIG, UNK1D80), FROM(Z_CONFIG, UNK7, 1))),
    ROW("unk1d84", 0x1d84, 1, 4, ERROR, CHECK(unk1d84),
        EFFECTS(F(Z_CONFIG, UNK1D84), FROM(Z_CONFIG, UNK1D84_UNK30, 30))),
    ROW("unk1d88", 0x1d88, 1, 4, ERROR, BITS(3), .classes = NV_CLASS_597,
        EFFECTS(F(UNK0AE, VALUE))),
    WORD("clear_zeta", 0x1d8c, 1, CLEAR_ZETA),
    WORD("clear_color", 0x1d90, 1, CLEAR_COLOR),
    ROW("clear_trigger", 0x1d94, 1, 4, ERROR, DO(clear)),
    ROW("clear_h", 0x1d98, 1, 4, ERROR, CHECK(range12), ALL(CLEAR_HV)),
    ROW("clear_v", 0x1d9c, 1, 4, ERROR, CHECK(range12), ALL(CLEAR_HV + 1)),
    ODD("clear_clipid_trigger", 0x1da0, 1, none, .classes = NV_CLASS_597),
    ROW("clipid_enable", 0x1da4, 1, 4, ERROR, BELOW(2), .classes = NV_CLASS_597,
        EFFECTS(F(Z_CONFIG, CLIPID_ENABLE))),
    ROW("clipid_id", 0x1da8, 1, 4, ERROR, BITS(0xff),
        .classes = NV_CLASS_597, ALL(CLIPID_ID)),
    ROW("unk1dbc", 0x1dbc, 1, 4, ERROR, BELOW(3), .classes = NV_CLASS_597,
        EFFECTS(F(UNK0B8, VALUE))),
    ROW("unk1dc0", 0x1dc0, 4, 4, ERROR, BITS(0xf8f8f8f8),
        .classes = NV_CLASS_597, ALL(UNK0B4)),
    /* Tessellator: FE's own bookkeeping only, nothing is drawn. */
    FD("fd_begin_patch_a", 0x1de0, 1, fd_begin_patch, CHECK(fd_a),
        .arg = 0),
    FD("fd_begin_patch_b", 0x1de4, 1, fd_begin_patch, .arg = 1),
    FD("fd_begin_patch_c", 0x1de8, 1, fd_begin_patch, CHECK(fd_c),
        .arg = 2),
    FD("fd_begin_patch_d", 0x1dec, 1, fd_begin_patch_d, CHECK(fd_d)),
    FD("fd_end_patch", 0x1df0, 1, fd_end_patch, BELOW(1)),
    FD("fd_begin_swatch", 0x1df4, 1, none),   /* untested */
    FD("fd_begin_curve", 0x1df8, 1, none),    /* untested */
    FD("fd_curve_data", 0x1e00, 4, fd_curve_data),
    FD("fd_begin_transition_a", 0x1e10, 1, fd_begin_transition,
        CHECK(fd_a), .arg = 0),
    FD("fd_begin_transition_b", 0x1e14, 1, fd_begin_transition, .arg = 1),
    FD("fd_begin_transition_c", 0x1e18, 1, none),     /* untested */
    FD("fd_end_transition", 0x1e1c, 1, none),         /* untested */
    /* Register combiners, part two; texture shaders. */
    WORD("rc_final_factor", 0x1e20, 2, RC_FINAL_FACTOR),
    LTC("material_back_shininess_a", 0x1e28, ANYWHERE, 1, 2),
    LTC("material_back_shininess_b", 0x1e2c, ANYWHERE, 2, 2),
    LTC("material_back_shininess_c", 0x1e30, ANYWHERE, 3, 3),
    LTC("material_back_shininess_d", 0x1e34, ANYWHERE, 0, 3),
    LTC("material_back_shininess_e", 0x1e38, ANYWHERE, 2, 4),
    LTC("material_back_shininess_f", 0x1e3c, ANYWHERE, 2, 6),
    ROW("rc_out_color", 0x1e40, 8, 4, ERROR, CHECK(rc_out_color), OLD,
        ALL(RC_OUT_COLOR)),
    ROW("rc_out_color", 0x1e40, 8, 4, ERROR, CHECK(rc_out_color), NEW,
        .arg = 1, DO(rc_out)),
    ROW("rc_config", 0x1e60, 1, 4, ERROR, CHECK(rc_config), ALL(RC_CONFIG)),
    ROW("unk1e68", 0x1e68, 1, 4, WARN, .classes = NV_CLASS_97, ALL(UNK06A)),
    ROW("tex_zcomp", 0x1e6c, 1, 4, WARN, CHECK(tex_zcomp), DO(tex_zcomp)),
    ROW("tex_shader_op", 0x1e70, 1, 4, ERROR, CHECK(tex_shader_op),
        .lack = NV_CAP_ZCULL,
        EFFECTS(F(TEX_SHADER_OP, TEX0_LOW),
                SPAN(TEX_SHADER_OP, TEX1, TEX3, 5))),
    ROW("tex_shader_op", 0x1e70, 1, 4, ERROR, CHECK(tex_shader_op),
        .need = NV_CAP_ZCULL, EFFECTS(SPAN(TEX_SHADER_OP, TEX0, TEX3, 0))),
    ROW("tex_shader_dotmapping", 0x1e74, 1, 4, ERROR, CHECK(dotmapping),
        .lack = NV_CAP_ZCULL,
        EFFECTS(F(TEX_SHADER_MISC, DOTMAPPING_1),
                FROM(TEX_SHADER_MISC, DOTMAPPING_2, 4),
                FROM(TEX_SHADER_MISC, DOTMAPPING_3, 8))),
    ROW("tex_shader_dotmapping", 0x1e74, 1, 4, ERROR, CHECK(dotmapping),
        .need = NV_CAP_ZCULL,
        EFFECTS(SPAN(TEX_SHADER_MISC, DOTMAPPING_1, DOTMAPPING_3, 0),
                FROM(TEX_SHADER_MISC, UNK24, 24))),
    ROW("tex_shader_previous", 0x1e78, 1, 4, ERROR, CHECK(tex_previous),
        EFFECTS(F(TEX_SHADER_MISC, PREVIOUS_2),
                FROM(TEX_SHADER_MISC, UNK16, 16),
                FROM(TEX_SHADER_MISC, PREVIOUS_3, 20))),
    ROW("tex_shader_unk1e7c", 0x1e7c, 1, 4, ERROR, BELOW(2),
        .classes = NV_CLASS_597, EFFECTS(F(TEX_SHADER_MISC, UNK1E7C))),
    /* Transform engine. */
    LOAD("xf_unk4", 0x1e80, 4, ERROR, PARAM, 0),
    ROW("xf_run_program", 0x1e90, 1, 4, ERROR, .xf = NV_XF_RUN,
        .xf_addr = 0), /* untested */
    ROW("tl_mode", 0x1e94, 1, 4, ERROR, CHECK(tl_mode),
        EFFECTS(FROM(XF_MODE_B, XFCTX_ACCESS, 2), F(XF_MODE_B, MODE),
                FROM(XF_MODE_B, VIEWPORT_TRANSFORM_SKIP, 8),
                FROM(XF_MODE_B, ARITH_RULES, 4))),
    ROW("unk1e98", 0x1e98, 1, 4, ERROR, BELOW(2),
        EFFECTS(F(XF_MODE_B, XFCTX_WRITE_ENABLE))),
    ROW("tl_program_load_pos", 0x1e9c, 1, 4, ERROR, BELOW(0x88),
        DO(program_load_pos)),
    ROW("tl_program_start_pos", 0x1ea0, 1, 4, ERROR, BELOW(0x88),
        EFFECTS(F(XF_MODE_A, PROGRAM_START))),
    ROW("tl_param_load_pos", 0x1ea4, 1, 4, ERROR, BELOW(0xc0),
        DO(param_load_pos)),
};

const NvMethodTable nv_methods_kelvin = { rows, NV_ARRAY_SIZE(rows) };
