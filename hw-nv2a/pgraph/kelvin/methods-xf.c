/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Methods of the Kelvin classes 0x97 and 0x597 that load XF's memories or send
 * vertex data.  Offsets and addresses are those public hardware tests
 * (envytools) assert on cards.
 */
#include "pgraph/method-rows.h"

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

static const NvMethod rows[] = {
    /* Material, matrices, planes, points. */
    LOAD("material_factor_rgb", 0x3a8, 3, ANYWHERE, LTCTX, 0x43 << 4),
    LTC("material_factor_a", 0x3b4, ANYWHERE, 3, 0xc),
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
    LOAD("fog_plane", 0x9d0, 4, ERROR, XFCTX, 0x39 << 4),
    LTC("material_shininess_a", 0x9e0, ANYWHERE, 1, 1),
    LTC("material_shininess_b", 0x9e4, ANYWHERE, 2, 1),
    LTC("material_shininess_c", 0x9e8, ANYWHERE, 3, 2),
    LTC("material_shininess_d", 0x9ec, ANYWHERE, 0, 2),
    LTC("material_shininess_e", 0x9f0, ANYWHERE, 2, 3),
    LTC("material_shininess_f", 0x9f4, ANYWHERE, 2, 5),
    LOAD("light_model_ambient_color", 0xa10, 3, ANYWHERE, LTCTX, 0x41 << 4),
    LOAD("point_params_a", 0xa30, 3, WARN, LTCTX, 0x47 << 4),
    LOAD("point_params_b", 0xa3c, 3, WARN, LTCTX, 0x48 << 4),
    LTC("point_params_c", 0xa48, WARN, 1, 3),
    LTC("point_params_d", 0xa4c, WARN, 3, 1),
    LOAD("light_eye_position", 0xa50, 4, WARN, XFCTX, 0x38 << 4),
    /* Lights. */
    LIGHT_BACK(0), LIGHT_BACK(1), LIGHT_BACK(2), LIGHT_BACK(3),
    LIGHT_BACK(4), LIGHT_BACK(5), LIGHT_BACK(6), LIGHT_BACK(7),
    LIGHT(0), LIGHT(1), LIGHT(2), LIGHT(3),
    LIGHT(4), LIGHT(5), LIGHT(6), LIGHT(7),
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
    ATTR("vtx_wei_4f", 0x16c0, 4, ANYWHERE, FLOAT, 1, 4),
    ATTRS(0), ATTRS(1), ATTRS(2), ATTRS(3), ATTRS(4), ATTRS(5), ATTRS(6),
    ATTRS(7), ATTRS(8), ATTRS(9), ATTRS(10), ATTRS(11), ATTRS(12),
    ATTRS(13), ATTRS(14), ATTRS(15),
    /* The other side of faces, and what nobody knows. */
    LOAD("xf_unk16d0", 0x16d0, 4, ERROR, XFCTX, 0x3f << 4),
    LOAD("xf_unk16e0", 0x16e0, 4, ERROR, XFCTX, 0x3c << 4),
    LOAD("xf_unk16f0", 0x16f0, 4, ERROR, XFCTX, 0x3d << 4),
    LOAD("xf_unk1700", 0x1700, 4, ERROR, XFCTX, 0x3e << 4),
    LOAD("light_model_back_ambient_color", 0x17a0, 3, ANYWHERE, LTCTX,
         0x42 << 4),
    LTC("material_factor_back_a", 0x17ac, ANYWHERE, 3, 0xd),
    LOAD("material_factor_back_rgb", 0x17b0, 3, ANYWHERE, LTCTX, 0x44 << 4),
    LOAD("lt_unk17d4", 0x17d4, 3, ERROR, LTCTX, 0x46 << 4),
    LOAD("lt_unk17e0", 0x17e0, 3, ERROR, LTCTX, 0x40 << 4),
    LOAD("lt_unk17ec", 0x17ec, 3, ERROR, LTCTX, 0x49 << 4),
    LTC("material_back_shininess_a", 0x1e28, ANYWHERE, 1, 2),
    LTC("material_back_shininess_b", 0x1e2c, ANYWHERE, 2, 2),
    LTC("material_back_shininess_c", 0x1e30, ANYWHERE, 3, 3),
    LTC("material_back_shininess_d", 0x1e34, ANYWHERE, 0, 3),
    LTC("material_back_shininess_e", 0x1e38, ANYWHERE, 2, 4),
    LTC("material_back_shininess_f", 0x1e3c, ANYWHERE, 2, 6),
    LOAD("xf_unk4", 0x1e80, 4, ERROR, PARAM, 0),
};

const NvMethodTable nv_methods_kelvin_xf = { rows, NV_ARRAY_SIZE(rows) };
