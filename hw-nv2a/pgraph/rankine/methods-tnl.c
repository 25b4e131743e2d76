/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Methods that only the classes of Rankine have: fixed function, register
 * combiners.  Offsets, values and effects are those public hardware tests
 * (envytools) assert on cards; rows that end in "untested" are known only
 * from drivers and databases.
 */
#include "pgraph/method-rows.h"
#include "pgraph/methods-shared.h"

/* Three components; the third sends 1.0 behind it, which commits. */
#define LOAD_ONE(name, offset, inside_, slot) \
    ROW(name, offset, 3, 4, inside_, .arg = slot, DO(load_one))

#define LIGHT(n) \
    LOAD("light_" #n "_back_ambient_color", 0xc00 + 0x40 * n, 3, ANYWHERE, \
         LTCTX, (6 * n + 3) << 4), \
    LOAD("light_" #n "_back_diffuse_color", 0xc0c + 0x40 * n, 3, ANYWHERE, \
         LTCTX, (6 * n + 4) << 4), \
    LOAD("light_" #n "_back_specular_color", 0xc18 + 0x40 * n, 3, ANYWHERE, \
         LTCTX, (6 * n + 5) << 4), \
    LOAD("light_" #n "_ambient_color", 0x1000 + 0x40 * n, 3, ANYWHERE, \
         LTCTX, (6 * n) << 4), \
    LOAD("light_" #n "_diffuse_color", 0x100c + 0x40 * n, 3, ANYWHERE, \
         LTCTX, (6 * n + 1) << 4), \
    LOAD("light_" #n "_specular_color", 0x1018 + 0x40 * n, 3, ANYWHERE, \
         LTCTX, (6 * n + 2) << 4), \
    LTC("light_" #n "_local_range", 0x1024 + 0x40 * n, WARN, 1, 5 + n), \
    LOAD_ONE("light_" #n "_half_vector", 0x1028 + 0x40 * n, WARN, \
             0x30 + n), \
    LOAD_ONE("light_" #n "_direction", 0x1034 + 0x40 * n, WARN, 0x28 + n), \
    LTC("light_" #n "_spot_cutoff_a", 0x1200 + 0x40 * n, WARN, 1, 0xd + n), \
    LTC("light_" #n "_spot_cutoff_b", 0x1204 + 0x40 * n, WARN, 2, 5 + n), \
    LTC("light_" #n "_spot_cutoff_c", 0x1208 + 0x40 * n, WARN, 3, 5 + n), \
    LOAD("light_" #n "_spot_direction", 0x120c + 0x40 * n, 4, WARN, \
         XFCTX, (0x6c + n) << 4), \
    ROW("light_" #n "_position", 0x121c + 0x40 * n, 3, 4, WARN, \
        .arg = 0x64 + n, DO(light_position)), \
    LOAD_ONE("light_" #n "_attenuation", 0x1228 + 0x40 * n, WARN, 0x30 + n)

#define CLIP_PLANE(n) \
    LOAD("user_clip_plane_" #n, 0x1600 + 0x10 * n, 4, ANYWHERE, XFCTX, \
         (0x20 + n) << 4)

/* Combiners are 0x20 bytes apart. */
#define RC(name, offset, ...) ROW(name, offset, 8, 0x20, ERROR, __VA_ARGS__)

#define TEXGEN(name, offset, list, field) \
    ROW(name, offset, 8, 16, WARN, .check = NV_WARN_ENUM, \
        .map = &nv_map_texgen_##list, \
        EFFECTS(XFT(field, 0), F(XF_TXC, field)))

static const NvMethod rows[] = {
    ROW("tex_matrix_enable", 0x240, 8, 4, WARN, .check = NV_WARN_BELOW,
        .arg = 2, EFFECTS(XFT(MATRIX_ENABLE, 0), F(XF_TXC, MATRIX_ENABLE))),
    ENABLE("fog_enable", 0x36c, F(CONFIG_B, FOG_ENABLE),
           F(XF_MODE_B, FOG_ENABLE)),
    ROW("fog_color", 0x370, 1, 4, ERROR, NV_EFFECTS_FOG_COLOR),
    ENABLE("normalize_enable", 0x37c, F(XF_MODE_A, NORMALIZE_ENABLE),
           F(XF_A, NORMALIZE_ENABLE)),
    ROW("light_material", 0x390, 1, 4, ANYWHERE, CHECK(rankine_light_material),
        EFFECTS(FROM(XF_MODE_A, BACK_SPECULAR, 14),
                FROM(XF_MODE_A, BACK_DIFFUSE, 12),
                FROM(XF_MODE_A, BACK_AMBIENT, 10),
                FROM(XF_MODE_A, BACK_EMISSION, 8),
                FROM(XF_MODE_A, FRONT_SPECULAR, 6),
                FROM(XF_MODE_A, FRONT_DIFFUSE, 4),
                FROM(XF_MODE_A, FRONT_AMBIENT, 2), F(XF_MODE_A, FRONT_EMISSION),
                SPAN(XF_A, FRONT_EMISSION, BACK_SPECULAR, 0))),
    ODD("idx_unk1828", 0x39c, 1, none), /* untested */
    LOAD("material_factor_rgb", 0x3a0, 3, ANYWHERE, LTCTX, 0x32 << 4),
    LTC("material_factor_a", 0x3b4, ANYWHERE, 3, 0xd),
    MATRIX("matrix_unk4", 0x3c0, 0x40),
    TEXGEN("tex_gen_mode_s", 0x400, st, GEN_S),
    TEXGEN("tex_gen_mode_t", 0x404, st, GEN_T),
    TEXGEN("tex_gen_mode_r", 0x408, r, GEN_R),
    TEXGEN("tex_gen_mode_q", 0x40c, q, GEN_Q),
    MATRIX("matrix_mv0", 0x480, 0x44),
    MATRIX("matrix_mv1", 0x4c0, 0x4c),
    MATRIX("matrix_mv2", 0x500, 0x54),
    MATRIX("matrix_mv3", 0x540, 0x5c),
    MATRIX("matrix_imv0", 0x580, 0x48),
    MATRIX("matrix_imv1", 0x5c0, 0x50),
    MATRIX("matrix_imv2", 0x600, 0x58),
    MATRIX("matrix_imv3", 0x640, 0x60),
    MATRIX("matrix_proj", 0x680, 0x3c),
    MATRIX("matrix_tx0", 0x6c0, 0x80),
    MATRIX("matrix_tx1", 0x700, 0x88),
    MATRIX("matrix_tx2", 0x740, 0x90),
    MATRIX("matrix_tx3", 0x780, 0x98),
    MATRIX("matrix_tx4", 0x7c0, 0x04),
    MATRIX("matrix_tx5", 0x800, 0x0c),
    MATRIX("matrix_tx6", 0x840, 0x14),
    MATRIX("matrix_tx7", 0x880, 0x1c),
    ROW("fog_coord", 0x8c8, 1, 4, ERROR, BELOW(4),
        EFFECTS(F(XF_MODE_B, FOG_COORD), F(XF_A, FOG_COORD))),
    ROW("weight_mode", 0x8e8, 1, 4, ERROR, BELOW(7),
        EFFECTS(F(XF_MODE_B, WEIGHT_MODE), F(XF_A, WEIGHT_MODE))),
    /* Register combiners. */
    WORD("rc_final_factor", 0x8ec, 2, RC_FINAL_FACTOR),
    ROW("rc_final_a", 0x8f4, 1, 4, ERROR, CHECK(rc_final_a),
        ALL(RC_FINAL_A)),
    ROW("rc_final_b", 0x8f8, 1, 4, ERROR, CHECK(rc_final_b),
        ALL(RC_FINAL_B)),
    ROW("rc_config", 0x8fc, 1, 4, ERROR, CHECK(rankine_rc_config),
        EFFECTS(F(RC_CONFIG, SET), ZEROS(RC_CONFIG, REST))),
    RC("rc_in_alpha", 0x900, CHECK(rc_in), ALL(RC_IN_ALPHA)),
    RC("rc_in_color", 0x904, CHECK(rc_in), ALL(RC_IN_COLOR)),
    RC("rc_factor_a", 0x908, ALL(RC_FACTOR_0)),
    RC("rc_factor_b", 0x90c, ALL(RC_FACTOR_1)),
    RC("rc_out_alpha", 0x910, CHECK(rankine_rc_out_alpha),
       ALL(RC_OUT_ALPHA)),
    RC("rc_out_color", 0x914, CHECK(rankine_rc_out_color),
       ALL(RC_OUT_COLOR)),
    ODD("unka08", 0xa08, 1, unka08),
    LOAD("light_model_ambient_color", 0xa10, 3, ANYWHERE, LTCTX, 0x30 << 4),
    ROW("unka40", 0xa40, 1, 4, ERROR, BITS(0x00030117),
        EFFECTS(F(UNK0AF, UNK0), FROM(UNK0AF, UNK3, 4), FROM(UNK0AF, UNK4, 8),
                FROM(UNK0AF, UNK11, 16))),
    ODD("unka44", 0xa44, 1, state),
    ODD("unka4c", 0xa4c, 1, state),
    LOAD("light_eye_position", 0xa50, 4, WARN, XFCTX, 0x74 << 4),
    LIGHT(0), LIGHT(1), LIGHT(2), LIGHT(3),
    LIGHT(4), LIGHT(5), LIGHT(6), LIGHT(7),
    PLANES(0, 0xe00, 0x7c), PLANES(1, 0xe40, 0x84),
    PLANES(2, 0xe80, 0x8c), PLANES(3, 0xec0, 0x94),
    PLANES(4, 0xf00, 0x00), PLANES(5, 0xf40, 0x08),
    PLANES(6, 0xf80, 0x10), PLANES(7, 0xfc0, 0x18),
    LTC("material_shininess_a", 0x1400, ANYWHERE, 1, 1),
    LTC("material_shininess_b", 0x1404, ANYWHERE, 2, 1),
    LTC("material_shininess_c", 0x1408, ANYWHERE, 3, 1),
    LTC("material_shininess_d", 0x140c, ANYWHERE, 1, 3),
    LTC("material_shininess_e", 0x1410, ANYWHERE, 2, 3),
    LTC("material_shininess_f", 0x1414, ANYWHERE, 3, 3),
    ROW("light_enable", 0x1420, 1, 4, ERROR, BITS(0xffff),
        EFFECTS(SPAN(XF_MODE_B, LIGHT0, LIGHT7, 0),
                SPAN(XF_LIGHT, LIGHT0, LIGHT7, 0))),
    ROW("light_model", 0x1424, 1, 4, ERROR, BITS(0x00030001),
        EFFECTS(FROM(XF_MODE_A, LOCAL_VIEWER, 16),
                FROM(XF_MODE_A, LIGHT_MODEL_UNK17, 17),
                F(XF_MODE_A, SEPARATE_SPECULAR),
                FROM(XF_MODE_A, LIGHT_MODEL_UNK2, 2),
                FROM(XF_LIGHT, LOCAL_VIEWER, 16),
                FROM(XF_LIGHT, LIGHT_MODEL_UNK17, 17),
                F(XF_LIGHT, SEPARATE_SPECULAR))),
    ROW("tl_unk9cc", 0x143c, 1, 4, ERROR, BELOW(2),
        EFFECTS(F(XF_MODE_B, UNK9CC), F(XF_A, UNK9CC))),
    LOAD("fog_plane", 0x1440, 4, ERROR, XFCTX, 0x75 << 4),
    ENABLE("lighting_enable", 0x1458, F(XF_MODE_A, LIGHTING_ENABLE),
           F(XF_A, LIGHTING_ENABLE)),
    CLIP_PLANE(0), CLIP_PLANE(1), CLIP_PLANE(2), CLIP_PLANE(3),
    CLIP_PLANE(4), CLIP_PLANE(5),
    LOAD("xf_unk16e0", 0x16d0, 4, ERROR, XFCTX, 0x78 << 4),
    LOAD("xf_unk16f0", 0x16e0, 4, ERROR, XFCTX, 0x79 << 4),
    LOAD("xf_unk1700", 0x16f0, 4, ERROR, XFCTX, 0x7a << 4),
    LOAD("xf_unk16d0", 0x1700, 4, ERROR, XFCTX, 0x7b << 4),
    LOAD("light_model_back_ambient_color", 0x17a0, 3, ANYWHERE, LTCTX,
         0x31 << 4),
    LOAD("material_factor_back_rgb", 0x17b0, 3, ANYWHERE, LTCTX, 0x33 << 4),
    LTC("material_factor_back_a", 0x17c0, ANYWHERE, 3, 0xe),
    LOAD("lt_unk17d4", 0x17d0, 3, ERROR, LTCTX, 0x34 << 4),
    LOAD_ONE("lt_unk17e0", 0x17e0, ERROR, 0x38),
    ROW("tex_palette", 0x1840, 16, 4, ERROR, BITS(~0x32u),
        ALL(TEX_PALETTE)),
    ROW("state_save", 0x1d64, 1, 4, ANYWHERE, BELOW(1),
        ON(RANKINE), DO(state_save)),
    ODD("state_restore", 0x1d68, 1, none),      /* untested */
    LTC("material_back_shininess_a", 0x1e20, ANYWHERE, 1, 2),
    LTC("material_back_shininess_b", 0x1e24, ANYWHERE, 2, 2),
    LTC("material_back_shininess_c", 0x1e28, ANYWHERE, 3, 2),
    LTC("material_back_shininess_d", 0x1e2c, ANYWHERE, 1, 4),
    LTC("material_back_shininess_e", 0x1e30, ANYWHERE, 2, 4),
    LTC("material_back_shininess_f", 0x1e34, ANYWHERE, 3, 4),
    LOAD("xf_unk4", 0x1e80, 4, ERROR, PARAM, 0),
    ROW("xf_run_program", 0x1e90, 1, 4, ERROR, .xf = NV_XF_RUN,
        .xf_addr = 0),  /* untested */
    ROW("unk1e98", 0x1e98, 1, 4, ERROR, BELOW(2),
        EFFECTS(F(XF_MODE_B, XFCTX_WRITE_ENABLE))),
    LOAD_ONE("point_params_a", 0x1ec0, WARN, 0x26),
    ROW("point_params_b", 0x1ecc, 1, 4, WARN, .xf = NV_XF_XFCTX,
        .xf_addr = 0x27 << 4),
    /* On Rankine itself the rest of it does not even warn. */
    ROW("point_params_b", 0x1ed0, 2, 4, ANYWHERE, DO(none),
        ON(RANKINE)),
    ROW("point_params_b", 0x1ed0, 2, 4, WARN, DO(none),
        ON(CURIE)),
    ROW("point_params_c", 0x1ed8, 1, 4, WARN, .xf = NV_XF_XFCTX,
        .xf_addr = 0x27 << 4 | 4),
    ROW("point_params_d", 0x1edc, 1, 4, WARN, .arg = 0x27,
        DO(point_params_d)),
    ROW("xf_unk1f80", 0x1f80, 16, 4, ERROR, ON(RANKINE),
        .xf = NV_XF_XTRA, .xf_addr = 0),
    ROW("xf_unk1f80", 0x1f80, 16, 4, ERROR, ON(CURIE),
        DO(curie_timeout)),
};

const NvMethodTable nv_methods_rankine_tnl = { rows, NV_ARRAY_SIZE(rows) };
