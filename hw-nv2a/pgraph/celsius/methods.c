/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Methods of the Celsius classes 0x56, 0x96, 0x98 and 0x99 on Celsius, a row
 * each.  Offsets, values and effects are those public hardware tests
 * (envytools) assert; rows that end in "untested" are known from drivers.
 */
#include "pgraph/action-celsius.h"
#include "pgraph/method-rows.h"
#include "pgraph/methods-shared.h"

/* --- shapes of rows --- */

#define XFA_TEX(name, src) EVEN_ODD(XF_MODE_A, TEX0_##name, TEX1_##name, src)
#define TRAP(bit) .trap = (bit) + 1
/* Of elements 0 and 1, in VALID_1. */
#define MARK(a, b) .mark = { NV_F(VALID_1, D3D_##a), NV_F(VALID_1, D3D_##b) }
#define SINCE_96 .classes = NV_CLASS_96 | NV_CLASS_98 | NV_CLASS_99
#define ONLY_99 .classes = NV_CLASS_99

/* Two of everything that a texture unit or combiner stage has. */
#define PAIR(name, offset, trap, check_, ...) \
    ROW(name, offset, 2, 4, ANYWHERE, TRAP(trap), check_, __VA_ARGS__)

#define LIGHT(n) \
    LOAD("light_" #n "_ambient_color", 0x800 + 0x80 * n, 3, ANYWHERE, \
         LTCTX, (5 * n) << 4), \
    LOAD("light_" #n "_diffuse_color", 0x80c + 0x80 * n, 3, ANYWHERE, \
         LTCTX, (5 * n + 1) << 4), \
    LOAD("light_" #n "_specular_color", 0x818 + 0x80 * n, 3, ANYWHERE, \
         LTCTX, (5 * n + 2) << 4), \
    LTC("light_" #n "_local_range", 0x824 + 0x80 * n, WARN, 1, 3 + n), \
    LOAD("light_" #n "_half_vector", 0x828 + 0x80 * n, 3, WARN, \
         LTCTX, (5 * n + 3) << 4), \
    LOAD("light_" #n "_direction", 0x834 + 0x80 * n, 3, WARN, \
         LTCTX, (5 * n + 4) << 4), \
    LTC("light_" #n "_spot_cutoff_0", 0x840 + 0x80 * n, WARN, 1, 11 + n), \
    LTC("light_" #n "_spot_cutoff_1", 0x844 + 0x80 * n, WARN, 2, 4 + n), \
    LTC("light_" #n "_spot_cutoff_2", 0x848 + 0x80 * n, WARN, 3, 3 + n), \
    LOAD("light_" #n "_spot_direction", 0x84c + 0x80 * n, 4, WARN, \
         XFCTX, (44 + n) << 4), \
    LOAD("light_" #n "_position", 0x85c + 0x80 * n, 3, WARN, \
         XFCTX, (36 + n) << 4), \
    LOAD("light_" #n "_attenuation", 0x868 + 0x80 * n, 3, WARN, \
         LTCTX, (5 * n + 3) << 4)

static const NvMethod rows[] = {
    /* Control. */
    ODD("nop", 0x100, 1, nop, CHECK(nop)),
    NV_METHODS_OBJECT,
    ODD("dma_tex_a", 0x184, 1, celsius_dma_tex, TRAP(4), .arg = 1),
    ODD("dma_tex_b", 0x188, 1, celsius_dma_tex, TRAP(5), .arg = 2),
    ODD("dma_vtx", 0x18c, 1, celsius_dma_vtx, TRAP(6)),
    ODD("dma_state", 0x190, 1, celsius_dma_state, TRAP(7)),
    ODD("dma_surf_color", 0x194, 1, surf_dma, TRAP(8), .arg = 6,
        .which = 2),
    ODD("dma_surf_zeta", 0x198, 1, surf_dma, TRAP(9), .arg = 6,
        .which = 3),
    ODD("dma_clipid", 0x1ac, 1, celsius_dma_bundle, ONLY_99, .sends = true,
        .arg = NV_BUNDLE_SURF_BASE_CLIPID, .which = 28),
    ODD("dma_zcull", 0x1b0, 1, celsius_dma_bundle, ONLY_99, .sends = true,
        .arg = NV_BUNDLE_SURF_BASE_ZCULL, .which = 29),
    /* Surfaces and window clip. */
    ODD("clip_h", 0x200, 1, celsius_clip, CHECK(celsius_clip), TRAP(10)),
    ODD("clip_v", 0x204, 1, celsius_clip, CHECK(celsius_clip), TRAP(10)),
    ODD("surf_format", 0x208, 1, celsius_surf_format, TRAP(11),
        CHECK(celsius_surf_format)),
    ODD("surf_pitch", 0x20c, 1, surf_pitch, CHECK(surf_pitch)),
    ODD("color_offset", 0x210, 1, surf_one_offset, BITS(~0x3fu), TRAP(13),
        .which = 2),
    ODD("zeta_offset", 0x214, 1, surf_one_offset, BITS(~0x3fu), TRAP(14),
        .which = 3),
    /* Textures. */
    PAIR("tex_offset", 0x218, 15, BITS(~0x7fu), MARK(OFFSET_0, OFFSET_1),
         ALL(TEX_OFFSET)),
    PAIR("tex_format", 0x220, 16, CHECK(celsius_tex_format),
         MARK(FORMAT_0, FORMAT_1), .sends = true, DO(celsius_tex_format)),
    PAIR("tex_control_a", 0x228, 17, BITS(~0x80000020u),
         EFFECTS(WHOLE(TEX_CONTROL_A), XFA_TEX(ENABLE, 30))),
    PAIR("tex_control_b", 0x230, 18, CHECK(celsius_tex_control_b),
         ALL(TEX_CONTROL_B)),
    PAIR("tex_control_c", 0x238, 19, .arg = 0, ALL(TEX_CONTROL_C)),
    PAIR("tex_rect", 0x240, 20, CHECK(celsius_tex_rect), ALL(TEX_RECT)),
    PAIR("tex_filter", 0x248, 21, CHECK(celsius_tex_filter),
         MARK(FILTER_0, FILTER_1), ALL(TEX_FILTER)),
    PAIR("tex_palette", 0x250, 22, BITS(~0x3eu), ALL(TEX_PALETTE)),
    ROW("tex_unk258", 0x258, 2, 4, ANYWHERE, BELOW(2), ONLY_99,
        EFFECTS(F(TEX_FORMAT, UNK258))),
    /* Register combiners. */
    PAIR("rc_in_alpha", 0x260, 23, CHECK(celsius_rc_in), ALL(RC_IN_ALPHA)),
    PAIR("rc_in_color", 0x268, 24, CHECK(celsius_rc_in), ALL(RC_IN_COLOR)),
    ROW("rc_factor_0", 0x270, 1, 4, ANYWHERE, TRAP(25), ALL(RC_FACTOR_0)),
    ROW("rc_factor_1", 0x274, 1, 4, ANYWHERE, TRAP(25), ALL(RC_FACTOR_1)),
    PAIR("rc_out_alpha", 0x278, 26, CHECK(celsius_rc_out_alpha),
         ALL(RC_OUT_ALPHA)),
    PAIR("rc_out_color", 0x280, 27, CHECK(celsius_rc_out_color),
         ALL(RC_OUT_COLOR)),
    ROW("rc_final_a", 0x288, 1, 4, ANYWHERE, TRAP(28),
        CHECK(celsius_rc_final_a), ALL(RC_FINAL_A)),
    ROW("rc_final_b", 0x28c, 1, 4, ANYWHERE, TRAP(29),
        CHECK(celsius_rc_final_b), ALL(RC_FINAL_B)),
    /* Lighting model, fog. */
    ROW("config", 0x290, 1, 4, ANYWHERE, TRAP(30), CHECK(celsius_config),
        MARK(CONFIG, CONFIG), ON(NV10 | NV15),
        EFFECTS(F(CONFIG_A, STENCIL_WRITE_ENABLE),
                FROM(CONFIG_A, DEPTH_PERSPECTIVE_ENABLE, 16),
                FROM(CONFIG_B, CONFIG_UNK24, 24),
                FROM(CONFIG_B, TEXTURE_PERSPECTIVE_ENABLE, 20),
                FROM(CONFIG_B, CONFIG_UNK8, 8), FROM(RASTER, Z_FORMAT, 12))),
    ROW("config", 0x290, 1, 4, ANYWHERE, TRAP(30), CHECK(celsius_config),
        MARK(CONFIG, CONFIG), ON(NV17),
        EFFECTS(F(CONFIG_A, STENCIL_WRITE_ENABLE),
                FROM(CONFIG_A, DEPTH_PERSPECTIVE_ENABLE, 16),
                FROM(CONFIG_B, CONFIG_UNK24, 24),
                FROM(CONFIG_B, TEXTURE_PERSPECTIVE_ENABLE, 20),
                FROM(CONFIG_B, CONFIG_UNK8, 8),
                FROM(CONFIG_B, COLOR_SPACE_CONVERT, 28),
                FROM(RASTER, Z_FORMAT, 12))),
    ROW("light_model", 0x294, 1, 4, ANYWHERE, TRAP(31), BITS(0x00010007),
        EFFECTS(FROM(XF_MODE_B, LIGHT_MODEL_UNK2, 2),
                F(XF_MODE_B, VERTEX_SPECULAR),
                FROM(XF_MODE_B, SEPARATE_SPECULAR, 1),
                FROM(XF_MODE_A, LOCAL_VIEWER, 16))),
    ROW("light_material", 0x298, 1, 4, ANYWHERE, .check = NV_WARN_BITS,
        .arg = 0xf,
        EFFECTS(SPAN(XF_MODE_B, MATERIAL_EMISSION, MATERIAL_SPECULAR, 0))),
    ROW("fog_mode", 0x29c, 1, 4, WARN, .check = NV_WARN_ENUM,
        .map = &nv_map_fog_mode_celsius,
        EFFECTS(F(CELSIUS_CONFIG_C, FOG_MODE))),
    ROW("fog_coord", 0x2a0, 1, 4, WARN, .check = NV_WARN_BELOW, .arg = 4,
        EFFECTS(F(XF_MODE_B, FOG_COORD))),
    ENABLE("fog_enable", 0x2a4, F(CONFIG_B, FOG_ENABLE),
           F(XF_MODE_A, FOG_ENABLE)),
    ROW("fog_color", 0x2a8, 1, 4, WARN, MARK(FOG_COLOR, FOG_COLOR),
        NV_EFFECTS_FOG_COLOR),
    ROW("tex_color_key", 0x2ac, 2, 4, WARN,
        .mark = { NV_F(VALID_1, D3D_COLOR_KEY) }, ALL(TEX_COLOR_KEY)),
    ROW("clip_rect_mode", 0x2b4, 1, 4, ANYWHERE, BELOW(2),
        EFFECTS(F(CELSIUS_CONFIG_C, CLIP_RECT_OUTSIDE))),
    ODD("surf_unk2b8", 0x2b8, 1, celsius_surf_unk2b8,
        CHECK(celsius_surf_unk2b8), ONLY_99),
    ODD("surf_unk2bc", 0x2bc, 1, celsius_surf_unk2bc, BELOW(2), ONLY_99),
    ROW("clip_rect_horiz", 0x2c0, 8, 4, ANYWHERE, CHECK(celsius_clip_rect),
        .arg = NV_PGRAPH_CELSIUS_CLIP_RECT_HORIZ, DO(celsius_clip_rect)),
    ROW("clip_rect_vert", 0x2e0, 8, 4, ANYWHERE, CHECK(celsius_clip_rect),
        .arg = NV_PGRAPH_CELSIUS_CLIP_RECT_VERT, DO(celsius_clip_rect)),
    /* Per-fragment and raster switches. */
    NV_METHODS_SWITCHES,
    ENABLE("lighting_enable", 0x314, F(XF_MODE_A, LIGHTING_ENABLE)),
    NV_METHODS_SMOOTH,
    ENABLE("weight_enable", 0x328, F(XF_MODE_B, WEIGHT_ENABLE)),
    NV_METHODS_ALPHA,
    NV_METHODS_BLEND,
    NV_METHODS_DEPTH_STENCIL,
    /* NV10 keeps eight bits of nine. */
    ROW("line_width", 0x380, 1, 4, WARN, .check = NV_WARN_RANGE, .arg = 0x200,
        ON(NV15 | NV17), EFFECTS(F(RASTER, LINE_WIDTH_EIGHTHS))),
    ROW("line_width", 0x380, 1, 4, WARN, .check = NV_WARN_RANGE, .arg = 0x200,
        ON(NV10),
        EFFECTS(F(RASTER, LINE_WIDTH_LOW), FROM(RASTER, LINE_WIDTH_HIGH, 31))),
    NV_METHODS_POLYGON,
    NV_METHODS_CULL,
    ENABLE("normalize_enable", 0x3a4, F(XF_MODE_A, NORMALIZE_ENABLE)),
    ROW("material_factor_rgb", 0x3a8, 3, 4, WARN, .classes = NV_CLASS_56,
        .xf = NV_XF_LTCTX, .xf_addr = 42 << 4),
    ROW("material_factor_rgb", 0x3a8, 3, 4, ANYWHERE, SINCE_96,
        .xf = NV_XF_LTCTX, .xf_addr = 42 << 4),
    LTC("material_factor_a", 0x3b4, ANYWHERE, 3, 11),
    ENABLE("specular_enable", 0x3b8, F(CONFIG_B, SPECULAR_ENABLE)),
    ROW("light_enable", 0x3bc, 1, 4, WARN, CHECK(celsius_light_enable),
        EFFECTS(SPAN(XF_MODE_B, LIGHT0, LIGHT7, 0))),
    /* Texture coordinate generation. */
    ROW("tex_gen_mode_s", 0x3c0, 2, 16, WARN, .check = NV_WARN_ENUM,
        .map = &nv_map_texgen_st_celsius, EFFECTS(XFA_TEX(GEN_S, 0))),
    ROW("tex_gen_mode_t", 0x3c4, 2, 16, WARN, .check = NV_WARN_ENUM,
        .map = &nv_map_texgen_st_celsius, EFFECTS(XFA_TEX(GEN_T, 0))),
    ROW("tex_gen_mode_r", 0x3c8, 2, 16, WARN, .check = NV_WARN_ENUM,
        .map = &nv_map_texgen_r_celsius, EFFECTS(XFA_TEX(GEN_R, 0))),
    ROW("tex_gen_mode_q", 0x3cc, 2, 16, WARN, .check = NV_WARN_ENUM,
        .map = &nv_map_texgen_q, EFFECTS(XFA_TEX(GEN_Q, 0))),
    ROW("tex_matrix_enable", 0x3e0, 2, 4, WARN, .check = NV_WARN_BELOW,
        .arg = 2, EFFECTS(XFA_TEX(MATRIX_ENABLE, 0))),
    ROW("tl_mode", 0x3e8, 1, 4, WARN, .check = NV_WARN_BITS, .arg = 7,
        EFFECTS(F(XF_MODE_B, BYPASS), FROM(XF_MODE_A, TEX0_PERSPECTIVE, 1),
                FROM(XF_MODE_A, TEX1_PERSPECTIVE, 2))),
    ROW("point_size", 0x3ec, 1, 4, WARN, .check = NV_WARN_RANGE,
        .arg = 0x200, ALL(POINT_SIZE)),
    ROW("unk3f0", 0x3f0, 1, 4, WARN, BELOW(4), EFFECTS(F(RASTER, UNK3F0))),
    ROW("flatshade_first", 0x3f4, 1, 4, WARN, BELOW(2),
        EFFECTS(F(CONFIG_B, PROVOKING_VERTEX))),
    ROW("old_unk3f8", 0x3f8, 1, 4, WARN, .check = NV_WARN_BELOW, .arg = 4,
        .classes = NV_CLASS_56 | NV_CLASS_96 | NV_CLASS_98,
        EFFECTS(F(RASTER, UNK3F8))),
    ROW("unk3f8", 0x3f8, 1, 4, ANYWHERE, BELOW(2), ONLY_99,
        EFFECTS(F(CONFIG_A, CELSIUS_UNK3F8))),
    ROW("unk3fc", 0x3fc, 1, 4, ANYWHERE, ONLY_99, ALL(CELSIUS_MTHD_UNK3FC)),
    /* Matrices and planes. */
    MATRIX("matrix_mv0", 0x400, 0x00),
    MATRIX("matrix_mv1", 0x440, 0x0c),
    MATRIX("matrix_imv0", 0x480, 0x04),
    MATRIX("matrix_imv1", 0x4c0, 0x10),
    MATRIX("matrix_proj", 0x500, 0x08),
    MATRIX("matrix_tx0", 0x540, 0x18),
    MATRIX("matrix_tx1", 0x580, 0x20),
    PLANES(0, 0x600, 20),
    PLANES(1, 0x640, 28),
    /* Material, fog, viewport, points. */
    LOAD("fog_coeff", 0x680, 3, WARN, LTCTX, 43 << 4),
    LOAD("fog_plane", 0x68c, 4, ANYWHERE, XFCTX, 56 << 4),
    LTC("material_shininess_0", 0x6a0, ANYWHERE, 1, 1),
    LTC("material_shininess_1", 0x6a4, ANYWHERE, 2, 1),
    LTC("material_shininess_2", 0x6a8, ANYWHERE, 3, 2),
    LTC("material_shininess_3", 0x6ac, ANYWHERE, 0, 2),
    LTC("material_shininess_4", 0x6b0, ANYWHERE, 2, 2),
    LTC("material_shininess_5", 0x6b4, ANYWHERE, 2, 3),
    LOAD("light_model_ambient_color", 0x6c4, 3, ANYWHERE, LTCTX, 41 << 4),
    LOAD("viewport_translate", 0x6e8, 4, WARN, XFCTX, 57 << 4),
    LOAD("point_params_012", 0x6f8, 3, WARN, LTCTX, 45 << 4),
    LOAD("point_params_345", 0x704, 3, WARN, LTCTX, 46 << 4),
    LTC("point_params_6", 0x710, WARN, 1, 2),
    LTC("point_params_7", 0x714, WARN, 3, 1),
    LOAD("light_eye_position", 0x718, 4, WARN, XFCTX, 52 << 4),
    LIGHT(0), LIGHT(1), LIGHT(2), LIGHT(3),
    LIGHT(4), LIGHT(5), LIGHT(6), LIGHT(7),
    /* Immediate vertex data.  Positions: untested, as attribute 0. */
    NV_METHODS_POSITION,
    ATTR("vtx_nrm_3f", 0xc30, 3, ANYWHERE, FLOAT, 5, 3),
    ATTR("vtx_nrm_3s", 0xc40, 2, ANYWHERE, S_NORM, 5, 3),
    ATTR("vtx_col0_4f", 0xc50, 4, ANYWHERE, FLOAT, 1, 4),
    ATTR("vtx_col0_3f", 0xc60, 3, ANYWHERE, FLOAT, 1, 3),
    ATTR("vtx_col0_4ub", 0xc6c, 1, ANYWHERE, UB_NORM, 1, 4),
    ATTR("vtx_col1_4f", 0xc70, 4, ANYWHERE, FLOAT, 2, 4),
    ATTR("vtx_col1_3f", 0xc80, 3, ANYWHERE, FLOAT, 2, 3),
    ATTR("vtx_col1_4ub", 0xc8c, 1, ANYWHERE, UB_NORM, 2, 4),
    TEXCOORDS(0, 3, 0xc90, 0xc98, 0xca0, 0xcb0),
    TEXCOORDS(1, 4, 0xcb8, 0xcc0, 0xcc8, 0xcd8),
    LOAD("vtx_fog_1f", 0xce0, 1, ANYWHERE, VAB, 2 << 4 | 0xc),
    ATTR("vtx_wei_1f", 0xce4, 1, ANYWHERE, FLOAT, 6, 1),
    NV_METHODS_SYNC,
    /* Vertex arrays. */
    ROW("vtxbuf_offset", 0xd00, 8, 8, ANYWHERE, BITS(0x0ffffffc),
        DO(celsius_vtxbuf_offset)),
    ROW("vtxbuf_format", 0xd04, 8, 8, .inside = NV_INSIDE_ODD,
        CHECK(celsius_vtxbuf_format), DO(celsius_vtxbuf_format)),
    ROW("color_logic_op_enable", 0xd40, 1, 4, WARN, SINCE_96,
        .check = NV_WARN_BELOW, .arg = 2, EFFECTS(F(BLEND, LOGIC_OP_ENABLE))),
    ROW("color_logic_op_op", 0xd44, 1, 4, WARN, SINCE_96, .check = NV_WARN_ENUM,
        .map = &nv_map_logic_op, EFFECTS(F(BLEND, LOGIC_OP))),
    /* Clears, CLIPID and ZCULL of the last class. */
    ROW("surf_pitch_clipid", 0xd54, 1, 4, ANYWHERE, CHECK(zcull_pitch), ONLY_99,
        EFFECTS(F(SURF_PITCH_CLIPID, PITCH))),
    ROW("surf_offset_clipid", 0xd58, 1, 4, ANYWHERE, BITS(~0x3fu), ONLY_99,
        ALL(SURF_OFFSET_CLIPID)),
    ROW("surf_pitch_zcull", 0xd5c, 1, 4, ANYWHERE, CHECK(zcull_pitch), ONLY_99,
        EFFECTS(F(SURF_PITCH_ZCULL, PITCH))),
    ROW("surf_offset_zcull", 0xd60, 1, 4, ANYWHERE, BITS(~0x3fu), ONLY_99,
        ALL(SURF_OFFSET_ZCULL)),
    ROW("invalidate_zcull", 0xd64, 1, 4, ANYWHERE, ONLY_99,
        CHECK(celsius_invalidate_zcull), .sends = true,
        DO(celsius_invalidate_zcull)), /* untested */
    ROW("clear_zeta", 0xd68, 1, 4, ANYWHERE, CHECK(celsius_outside),
        .arg = ~0u, ONLY_99, ALL(CLEAR_ZETA)),
    ODD("clear_zeta_trigger", 0xd6c, 1, celsius_clear_zeta,
        ONLY_99), /* untested */
    ODD("clear_clipid_trigger", 0xd70, 1, none, ONLY_99), /* untested */
    ROW("clipid_enable", 0xd74, 1, 4, ANYWHERE, CHECK(celsius_outside),
        .arg = 1, ONLY_99, EFFECTS(F(Z_CONFIG, CLIPID_ENABLE))),
    ROW("clipid_id", 0xd78, 1, 4, ANYWHERE, CHECK(celsius_outside),
        .arg = 0xf, ONLY_99, ALL(CLIPID_ID)),
    ROW("clear_h", 0xd7c, 1, 4, ANYWHERE, CHECK(celsius_clear_hv), ONLY_99,
        ALL(CLEAR_HV)),
    ROW("clear_v", 0xd80, 1, 4, ANYWHERE, CHECK(celsius_clear_hv), ONLY_99,
        ALL(CLEAR_HV + 1)),
    ROW("unkd84", 0xd84, 1, 4, ANYWHERE, CHECK(celsius_outside),
        .arg = 0x80000003, ONLY_99,
        EFFECTS(F(Z_CONFIG, UNK1D84), FROM(Z_CONFIG, UNK1D84_UNK31, 31))),
    /* Drawing: four ways, each with its own BEGIN; data untested. */
    ODD("draw_idx16.begin", 0xdfc, 1, celsius_begin_end),
    ROW("draw_idx16.data", 0xe00, 128, 4, ANYWHERE, DO(draw), .arg = 0),
    ODD("draw_idx32.begin", 0x10fc, 1, celsius_begin_end),
    ROW("draw_idx32.data", 0x1100, 64, 4, ANYWHERE, DO(draw), .arg = 1),
    ODD("draw_arrays.begin", 0x13fc, 1, celsius_begin_end),
    ROW("draw_arrays.data", 0x1400, 128, 4, ANYWHERE, DO(draw), .arg = 2),
    ODD("draw_inline.begin", 0x17fc, 1, celsius_begin_end),
    ROW("draw_inline.data", 0x1800, 512, 4, ANYWHERE, DO(draw), .arg = 3),
};

const NvMethodTable nv_methods_celsius = { rows, NV_ARRAY_SIZE(rows) };
