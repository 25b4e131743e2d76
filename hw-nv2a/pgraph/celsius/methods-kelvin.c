/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Methods of the Celsius classes 0x56 and 0x96 on Kelvin, a row each: values
 * are checked as Celsius does, effects are on Kelvin's state.  Offsets,
 * values and effects are those public hardware tests (envytools) assert;
 * rows that end in "untested" are known from drivers.
 */
#include "pgraph/action-celsius.h"
#include "pgraph/method-rows.h"
#include "pgraph/methods-shared.h"

/* --- shapes of rows --- */

#define TRAP(bit) .trap = (bit) + 1
#define SINCE_96 .classes = NV_CLASS_96
#define ONLY_56 .classes = NV_CLASS_56

/* Two of everything that a texture unit or combiner stage has. */
#define PAIR(name, offset, trap, check_, ...) \
    ROW(name, offset, 2, 4, ANYWHERE, TRAP(trap), check_, __VA_ARGS__)
#define TEX_GEN(name, offset, list, field) \
    ROW(name, offset, 2, 16, WARN, .check = NV_WARN_ENUM, \
        .map = &nv_map_##list, .arg = NV_F(XF_MODE_T, EVEN_##field), \
        DO(emu_tex_gen))

#define LIGHT(n) \
    LOAD("light_" #n "_ambient_color", 0x800 + 0x80 * n, 3, ANYWHERE, \
         LTCTX, (8 * n) << 4), \
    LOAD("light_" #n "_diffuse_color", 0x80c + 0x80 * n, 3, ANYWHERE, \
         LTCTX, (8 * n + 1) << 4), \
    LOAD("light_" #n "_specular_color", 0x818 + 0x80 * n, 3, ANYWHERE, \
         LTCTX, (8 * n + 2) << 4), \
    LTC("light_" #n "_local_range", 0x824 + 0x80 * n, WARN, 1, 4 + n), \
    LOAD("light_" #n "_half_vector", 0x828 + 0x80 * n, 3, WARN, \
         LTCTX, (8 * n + 3) << 4), \
    LOAD("light_" #n "_direction", 0x834 + 0x80 * n, 3, WARN, \
         LTCTX, (8 * n + 4) << 4), \
    LTC("light_" #n "_spot_cutoff_0", 0x840 + 0x80 * n, WARN, 1, 0xc + n), \
    LTC("light_" #n "_spot_cutoff_1", 0x844 + 0x80 * n, WARN, 2, 7 + n), \
    LTC("light_" #n "_spot_cutoff_2", 0x848 + 0x80 * n, WARN, 3, 4 + n), \
    LOAD("light_" #n "_spot_direction", 0x84c + 0x80 * n, 4, WARN, \
         XFCTX, (0x30 + n) << 4), \
    ROW("light_" #n "_position", 0x85c + 0x80 * n, 3, 4, WARN, \
        .arg = 0x28 + n, DO(light_position)), \
    LOAD("light_" #n "_attenuation", 0x868 + 0x80 * n, 3, WARN, \
         LTCTX, (8 * n + 3) << 4)

static const NvMethod rows[] = {
    /* Control. */
    ODD("nop", 0x100, 1, nop, CHECK(nop)),
    NV_METHODS_OBJECT,
    ODD("dma_tex_a", 0x184, 1, dma_tex, TRAP(4), .arg = 0),
    ODD("dma_tex_b", 0x188, 1, dma_tex, TRAP(5), .arg = 1),
    ODD("dma_vtx", 0x18c, 1, dma_vtx, TRAP(6), .arg = 0),
    ODD("dma_state", 0x190, 1, dma_state, TRAP(7)),
    ODD("dma_surf_color", 0x194, 1, surf_dma, TRAP(8), .arg = 6,
        .which = 2),
    ODD("dma_surf_zeta", 0x198, 1, surf_dma, TRAP(9), .arg = 6,
        .which = 3),
    /* Surfaces and window clip. */
    ROW("clip_h", 0x200, 1, 4, ANYWHERE, TRAP(10), CHECK(celsius_clip),
        ALL(CLIP_HV)),
    ROW("clip_v", 0x204, 1, 4, ANYWHERE, TRAP(10), CHECK(celsius_clip),
        ALL(CLIP_HV + 1)),
    ODD("surf_format", 0x208, 1, celsius_surf_format, TRAP(11),
        CHECK(emu_surf_format)),
    ODD("surf_pitch", 0x20c, 1, surf_pitch, TRAP(12), CHECK(surf_pitch)),
    ODD("color_offset", 0x210, 1, surf_one_offset, BITS(~0x3fu), TRAP(13),
        .which = 2),
    ODD("zeta_offset", 0x214, 1, surf_one_offset, BITS(~0x3fu), TRAP(14),
        .which = 3),
    /* Textures. */
    PAIR("tex_offset", 0x218, 15, BITS(~0x7fu), ALL(TEX_OFFSET)),
    PAIR("tex_format", 0x220, 16, CHECK(emu_tex_format),
         DO(emu_tex_format)),
    PAIR("tex_control_a", 0x228, 17, BITS(~0x80000020u),
         EFFECTS(WHOLE(TEX_CONTROL_A), XFT(ENABLE, 30))),
    PAIR("tex_control_b", 0x230, 18, CHECK(tex_control_b),
         EFFECTS(FROM(TEX_CONTROL_B, PITCH, 16))),
    PAIR("tex_control_c", 0x238, 19, .arg = 0, ALL(TEX_CONTROL_C)),
    PAIR("tex_rect", 0x240, 20, CHECK(celsius_tex_rect), ALL(TEX_RECT)),
    PAIR("tex_filter", 0x248, 21, CHECK(celsius_tex_filter),
         EFFECTS(F(TEX_FILTER, LOD_BIAS), FROM(TEX_FILTER, MINIFY_LOW, 24),
                 ZEROS(TEX_FILTER, MINIFY_HIGH),
                 FROM(TEX_FILTER, MAGNIFY_LOW, 28),
                 ZEROS(TEX_FILTER, MAGNIFY_HIGH))),
    PAIR("tex_palette", 0x250, 22, BITS(~0x3eu), ALL(TEX_PALETTE)),
    /* Register combiners. */
    PAIR("rc_in_alpha", 0x260, 23, CHECK(celsius_rc_in), ALL(RC_IN_ALPHA)),
    PAIR("rc_in_color", 0x268, 24, CHECK(celsius_rc_in), ALL(RC_IN_COLOR)),
    PAIR("rc_factor", 0x270, 25, .arg = 0, DO(emu_rc_factor)),
    PAIR("rc_out_alpha", 0x278, 26, CHECK(celsius_rc_out_alpha),
         EFFECTS(SPAN(RC_OUT_ALPHA, CD_OUTPUT, SUM_OUTPUT, 0),
                 ZEROS(RC_OUT_ALPHA, UNK12),
                 SPAN(RC_OUT_ALPHA, MUX_SUM, SCALE, 14),
                 ZEROS(RC_OUT_ALPHA, REST))),
    PAIR("rc_out_color", 0x280, 27, CHECK(celsius_rc_out_color),
         DO(emu_rc_out_color)),
    ROW("rc_final_a", 0x288, 1, 4, ANYWHERE, TRAP(28),
        CHECK(celsius_rc_final_a), ALL(RC_FINAL_A)),
    ROW("rc_final_b", 0x28c, 1, 4, ANYWHERE, TRAP(29),
        CHECK(celsius_rc_final_b), ALL(RC_FINAL_B)),
    /* Lighting model, fog. */
    ROW("config", 0x290, 1, 4, ANYWHERE, TRAP(30), CHECK(celsius_config),
        EFFECTS(F(CONFIG_A, STENCIL_WRITE_ENABLE),
                FROM(CONFIG_A, DEPTH_PERSPECTIVE_ENABLE, 16),
                ZEROS(CONFIG_A, COLOR_SPACE_CONVERT),
                FROM(CONFIG_B, CONFIG_UNK24, 24),
                FROM(CONFIG_B, TEXTURE_PERSPECTIVE_ENABLE, 20),
                FROM(CONFIG_B, CONFIG_UNK8, 8), FROM(RASTER, Z_FORMAT, 12))),
    ROW("light_model", 0x294, 1, 4, ANYWHERE, TRAP(31), BITS(0x00010007),
        DO(emu_light_model)),
    ROW("light_material", 0x298, 1, 4, ANYWHERE, .check = NV_WARN_BITS,
        .arg = 0xf, DO(emu_light_material)),
    CHOICE("fog_mode", 0x29c, fog_mode_celsius, F(CONFIG_B, FOG_MODE),
           F(XF_MODE_B, FOG_MODE_EXP)),
    CHOICE("fog_coord", 0x2a0, fog_coord_celsius, F(XF_MODE_B, FOG_COORD)),
    ENABLE("fog_enable", 0x2a4, F(CONFIG_B, FOG_ENABLE),
           F(XF_MODE_B, FOG_ENABLE)),
    ROW("fog_color", 0x2a8, 1, 4, WARN, NV_EFFECTS_FOG_COLOR),
    ROW("tex_color_key", 0x2ac, 2, 4, WARN, ALL(TEX_COLOR_KEY)),
    ROW("clip_rect_mode", 0x2b4, 1, 4, ANYWHERE, BELOW(2),
        EFFECTS(F(RASTER, CLIP_RECT_OUTSIDE))),
    ROW("clip_rect_horiz", 0x2c0, 8, 4, ANYWHERE, CHECK(celsius_clip_rect),
        .arg = NV_BUNDLE_CLIP_RECT_HORIZ, DO(emu_clip_rect)),
    ROW("clip_rect_vert", 0x2e0, 8, 4, ANYWHERE, CHECK(celsius_clip_rect),
        .arg = NV_BUNDLE_CLIP_RECT_VERT, DO(emu_clip_rect)),
    /* Per-fragment and raster switches. */
    NV_METHODS_SWITCHES,
    ENABLE("lighting_enable", 0x314, F(XF_MODE_A, LIGHTING_ENABLE)),
    NV_METHODS_SMOOTH,
    ENABLE("weight_enable", 0x328, F(XF_MODE_B, WEIGHT_MODE)),
    NV_METHODS_ALPHA,
    NV_METHODS_BLEND,
    NV_METHODS_DEPTH_STENCIL,
    ROW("line_width", 0x380, 1, 4, WARN, .check = NV_WARN_RANGE, .arg = 0x200,
        EFFECTS(F(RASTER, LINE_WIDTH_EIGHTHS))),
    NV_METHODS_POLYGON,
    NV_METHODS_CULL,
    ENABLE("normalize_enable", 0x3a4, F(XF_MODE_A, NORMALIZE_ENABLE)),
    ODD("material_factor_rgb", 0x3a8, 3, emu_material_factor, ONLY_56,
        .arg = 1),
    ODD("material_factor_rgb", 0x3a8, 3, emu_material_factor, SINCE_96),
    LTC("material_factor_a", 0x3b4, ANYWHERE, 3, 0xc),
    ENABLE("specular_enable", 0x3b8, F(CONFIG_B, SPECULAR_ENABLE)),
    ROW("light_enable", 0x3bc, 1, 4, WARN, CHECK(celsius_light_enable),
        EFFECTS(SPAN(XF_MODE_B, LIGHT0, LIGHT7, 0))),
    /* Texture coordinate generation. */
    TEX_GEN("tex_gen_mode_s", 0x3c0, texgen_st_celsius, GEN_S),
    TEX_GEN("tex_gen_mode_t", 0x3c4, texgen_st_celsius, GEN_T),
    TEX_GEN("tex_gen_mode_r", 0x3c8, texgen_r_celsius, GEN_R),
    TEX_GEN("tex_gen_mode_q", 0x3cc, texgen_q, GEN_Q),
    ROW("tex_matrix_enable", 0x3e0, 2, 4, WARN, .check = NV_WARN_BELOW,
        .arg = 2, EFFECTS(XFT(MATRIX_ENABLE, 0))),
    ROW("tl_mode", 0x3e8, 1, 4, WARN, .check = NV_WARN_BITS, .arg = 7, ON(NV20),
        EFFECTS(F(TEX_SHADER_OP, TL_MODE_LOW),
                FROM(TEX_SHADER_OP, TL_MODE_HIGH, 1), F(XF_MODE_B, MODE_LOW),
                ZEROS(XF_MODE_B, MODE_HIGH))),
    ROW("tl_mode", 0x3e8, 1, 4, WARN, .check = NV_WARN_BITS, .arg = 7, ON(NV25),
        EFFECTS(F(TEX_SHADER_OP, TL_MODE), F(XF_MODE_B, MODE_LOW),
                ZEROS(XF_MODE_B, MODE_HIGH))),
    ROW("point_size", 0x3ec, 1, 4, WARN, .check = NV_WARN_RANGE,
        .arg = 0x200, ALL(POINT_SIZE)),
    ROW("unk3f0", 0x3f0, 1, 4, WARN, BELOW(4), ON(NV20),
        EFFECTS(F(RASTER, UNK3F0))),
    ROW("unk3f0", 0x3f0, 1, 4, WARN, BELOW(4), ON(NV25),
        EFFECTS(F(RASTER, UNK3F0), FROM(RASTER, UNK4, 31))),
    ROW("flatshade_first", 0x3f4, 1, 4, WARN, BELOW(2),
        EFFECTS(F(CONFIG_B, PROVOKING_VERTEX))),
    ROW("old_unk3f8", 0x3f8, 1, 4, WARN, .check = NV_WARN_BELOW, .arg = 4,
        DO(emu_old_unk3f8)),
    /* Matrices and planes. */
    MATRIX("matrix_mv0", 0x400, 0x08),
    MATRIX("matrix_mv1", 0x440, 0x10),
    MATRIX("matrix_imv0", 0x480, 0x0c),
    MATRIX("matrix_imv1", 0x4c0, 0x14),
    MATRIX("matrix_proj", 0x500, 0x00),
    MATRIX("matrix_tx0", 0x540, 0x44),
    MATRIX("matrix_tx1", 0x580, 0x4c),
    PLANES(0, 0x600, 0x40),
    PLANES(1, 0x640, 0x48),
    /* Material, fog, viewport, points. */
    ROW("fog_coeff", 0x680, 3, 4, WARN, DO(fog_coeff)),
    LOAD("fog_plane", 0x68c, 4, ANYWHERE, XFCTX, 0x39 << 4),
    LTC("material_shininess_a", 0x6a0, ANYWHERE, 1, 1),
    LTC("material_shininess_b", 0x6a4, ANYWHERE, 2, 1),
    LTC("material_shininess_c", 0x6a8, ANYWHERE, 3, 2),
    LTC("material_shininess_d", 0x6ac, ANYWHERE, 0, 2),
    LTC("material_shininess_e", 0x6b0, ANYWHERE, 2, 3),
    LTC("material_shininess_f", 0x6b4, ANYWHERE, 2, 5),
    ODD("light_model_ambient_color", 0x6c4, 3, emu_light_ambient),
    ROW("viewport_translate", 0x6e8, 4, 4, WARN, DO(viewport_translate)),
    LOAD("point_params_a", 0x6f8, 3, WARN, LTCTX, 0x47 << 4),
    LOAD("point_params_b", 0x704, 3, WARN, LTCTX, 0x48 << 4),
    LTC("point_params_c", 0x710, WARN, 1, 3),
    LTC("point_params_d", 0x714, WARN, 3, 1),
    LOAD("light_eye_position", 0x718, 4, WARN, XFCTX, 0x38 << 4),
    LIGHT(0), LIGHT(1), LIGHT(2), LIGHT(3),
    LIGHT(4), LIGHT(5), LIGHT(6), LIGHT(7),
    /* Immediate vertex data.  Positions: untested, as attribute 0. */
    NV_METHODS_POSITION,
    ATTR("vtx_nrm_3f", 0xc30, 3, ANYWHERE, FLOAT, 2, 3),
    ATTR("vtx_nrm_3s", 0xc40, 2, ANYWHERE, S_NORM, 2, 3),
    ATTR("vtx_col0_4f", 0xc50, 4, ANYWHERE, FLOAT, 3, 4),
    ATTR("vtx_col0_3f", 0xc60, 3, ANYWHERE, FLOAT, 3, 3),
    ATTR("vtx_col0_4ub", 0xc6c, 1, ANYWHERE, UB_NORM, 3, 4),
    ATTR("vtx_col1_4f", 0xc70, 4, ANYWHERE, FLOAT, 4, 4),
    ATTR("vtx_col1_3f", 0xc80, 3, ANYWHERE, FLOAT, 4, 3),
    ATTR("vtx_col1_4ub", 0xc8c, 1, ANYWHERE, UB_NORM, 4, 4),
    TEXCOORDS(0, 9, 0xc90, 0xc98, 0xca0, 0xcb0),
    TEXCOORDS(1, 10, 0xcb8, 0xcc0, 0xcc8, 0xcd8),
    ATTR("vtx_fog_1f", 0xce0, 1, ANYWHERE, FLOAT, 5, 1),
    ATTR("vtx_wei_1f", 0xce4, 1, ANYWHERE, FLOAT, 1, 1),
    NV_METHODS_SYNC,
    /* Vertex arrays. */
    ROW("vtxbuf_offset", 0xd00, 8, 8, ANYWHERE, BITS(0x0ffffffc),
        DO(emu_vtxbuf_offset)),
    ROW("vtxbuf_format", 0xd04, 8, 8, .inside = NV_INSIDE_ODD,
        CHECK(emu_vtxbuf_format), DO(emu_vtxbuf_format)),
    ROW("color_logic_op_enable", 0xd40, 1, 4, WARN, SINCE_96,
        .check = NV_WARN_BELOW, .arg = 2, EFFECTS(F(BLEND, LOGIC_OP_ENABLE))),
    ROW("color_logic_op_op", 0xd44, 1, 4, WARN, SINCE_96, .check = NV_WARN_ENUM,
        .map = &nv_map_logic_op, EFFECTS(F(BLEND, LOGIC_OP))),
    /* Drawing: four ways, each with its own BEGIN; data untested. */
    ODD("draw_idx16.begin", 0xdfc, 1, emu_begin_end),
    ROW("draw_idx16.data", 0xe00, 128, 4, ANYWHERE, DO(draw), .arg = 0),
    ODD("draw_idx32.begin", 0x10fc, 1, emu_begin_end),
    ROW("draw_idx32.data", 0x1100, 64, 4, ANYWHERE, DO(draw), .arg = 1),
    ODD("draw_arrays.begin", 0x13fc, 1, emu_begin_end),
    ROW("draw_arrays.data", 0x1400, 128, 4, ANYWHERE, DO(draw), .arg = 2),
    ODD("draw_inline.begin", 0x17fc, 1, emu_begin_end),
    ROW("draw_inline.data", 0x1800, 512, 4, ANYWHERE, DO(draw), .arg = 3),
    ODD("material_factor_rgb_free", 0x1628, 3, emu_material_factor, ONLY_56),
};

const NvMethodTable nv_methods_celsius_kelvin = {
    rows, NV_ARRAY_SIZE(rows),
};
