/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Method rows that several 3D classes have at the same offsets, with the same
 * checks and effects; method-rows.h has the macros they are written in.
 *
 * Facts: public hardware tests (envytools) of classes 0x56, 0x96 and 0x97.
 */
#ifndef NV_PGRAPH_METHODS_SHARED_H
#define NV_PGRAPH_METHODS_SHARED_H

/* Objects and errors, 0x104..0x180: Celsius classes. */
#define NV_METHODS_OBJECT \
    ODD("notify", 0x104, 1, notify, BELOW(2), TRAP(0), \
        .exists = nv_exists_notify), \
    ODD("warning", 0x108, 1, warning, BELOW(3), TRAP(2)), \
    ODD("state", 0x10c, 1, state), \
    ODD("sync", 0x110, 1, none, TRAP(1), .exists = nv_exists_notify), \
    ODD("unk114", 0x114, 1, none, SINCE_96), /* untested */ \
    ODD("flip_write", 0x120, 1, flip_set, BELOW(8), SINCE_96), \
    ODD("flip_read", 0x124, 1, flip_set, BELOW(8), SINCE_96), \
    ODD("flip_modulo", 0x128, 1, flip_set, BELOW(8), SINCE_96), \
    ODD("flip_bump_write", 0x12c, 1, flip_bump, SINCE_96), \
    ODD("flip_unk130", 0x130, 1, flip_wait, SINCE_96), /* untested */ \
    ODD("pm_trigger", 0x140, 1, none, .exists = nv_exists_pm_trigger), \
    ODD("dma_notify", 0x180, 1, dma_notify, TRAP(3))

/* 0x300..0x310. */
#define NV_METHODS_SWITCHES \
    ENABLE("alpha_func_enable", 0x300, F(CONFIG_A, ALPHA_TEST_ENABLE)), \
    ENABLE("blend_func_enable", 0x304, F(BLEND, ENABLE)), \
    ENABLE("cull_face_enable", 0x308, F(RASTER, CULL_FACE_ENABLE)), \
    ENABLE("depth_test_enable", 0x30c, F(CONFIG_A, DEPTH_TEST_ENABLE)), \
    ENABLE("dither_enable", 0x310, F(CONFIG_A, DITHER_ENABLE))

/* 0x318..0x324: Celsius classes. */
#define NV_METHODS_SMOOTH \
    ENABLE("point_params_enable", 0x318, F(CONFIG_B, POINT_PARAMS_ENABLE), \
           F(XF_MODE_B, POINT_PARAMS_ENABLE)), \
    ENABLE("point_smooth_enable", 0x31c, F(RASTER, POINT_SMOOTH_ENABLE)), \
    ENABLE("line_smooth_enable", 0x320, F(RASTER, LINE_SMOOTH_ENABLE)), \
    ENABLE("polygon_smooth_enable", 0x324, F(RASTER, POLYGON_SMOOTH_ENABLE))

/* 0x32c..0x340. */
#define NV_METHODS_ALPHA \
    ENABLE("stencil_enable", 0x32c, F(STENCIL_A, ENABLE)), \
    ENABLE("polygon_offset_point_enable", 0x330, \
           F(RASTER, POLYGON_OFFSET_POINT_ENABLE)), \
    ENABLE("polygon_offset_line_enable", 0x334, \
           F(RASTER, POLYGON_OFFSET_LINE_ENABLE)), \
    ENABLE("polygon_offset_fill_enable", 0x338, \
           F(RASTER, POLYGON_OFFSET_FILL_ENABLE)), \
    CHOICE("alpha_func_func", 0x33c, compare, F(CONFIG_A, ALPHA_FUNC)), \
    ROW("alpha_func_ref", 0x340, 1, 4, WARN, .check = NV_WARN_RANGE, \
        .arg = 0x100, EFFECTS(F(CONFIG_A, ALPHA_REF)))

/* 0x344..0x350: Celsius classes. */
#define NV_METHODS_BLEND \
    CHOICE("blend_func_src", 0x344, blend_factor, F(BLEND, SRC_FACTOR)), \
    CHOICE("blend_func_dst", 0x348, blend_factor, F(BLEND, DST_FACTOR)), \
    WARN_WORD("blend_color", 0x34c, BLEND_COLOR), \
    CHOICE("blend_equation", 0x350, blend_equation_celsius, \
           F(BLEND, EQUATION))

/* 0x354..0x37c. */
#define NV_METHODS_DEPTH_STENCIL \
    CHOICE("depth_func", 0x354, compare, F(CONFIG_A, DEPTH_FUNC)), \
    ROW("color_mask", 0x358, 1, 4, WARN, .check = NV_WARN_BITS, \
        .arg = 0x01010101, \
        EFFECTS(F(CONFIG_A, COLOR_MASK_B), FROM(CONFIG_A, COLOR_MASK_G, 8), \
                FROM(CONFIG_A, COLOR_MASK_R, 16), \
                FROM(CONFIG_A, COLOR_MASK_A, 24))), \
    ENABLE("depth_write_enable", 0x35c, F(CONFIG_A, DEPTH_WRITE_ENABLE)), \
    ROW("stencil_mask", 0x360, 1, 4, WARN, EFFECTS(F(STENCIL_A, MASK))), \
    CHOICE("stencil_func", 0x364, compare, F(STENCIL_A, FUNC)), \
    ROW("stencil_func_ref", 0x368, 1, 4, WARN, .check = NV_WARN_RANGE, \
        .arg = 0x100, EFFECTS(F(STENCIL_A, FUNC_REF))), \
    ROW("stencil_func_mask", 0x36c, 1, 4, WARN, \
        EFFECTS(F(STENCIL_A, FUNC_MASK))), \
    CHOICE("stencil_op_fail", 0x370, stencil_op, F(STENCIL_B, OP_FAIL)), \
    CHOICE("stencil_op_zfail", 0x374, stencil_op, F(STENCIL_B, OP_ZFAIL)), \
    CHOICE("stencil_op_zpass", 0x378, stencil_op, F(STENCIL_B, OP_ZPASS)), \
    CHOICE("shade_mode", 0x37c, shade, F(CONFIG_B, SHADE_MODE))

/* The value has red lowest. */
#define NV_EFFECTS_FOG_COLOR \
    EFFECTS(FROM(FOG_COLOR, B, 16), FROM(FOG_COLOR, G, 8), F(FOG_COLOR, R), \
            FROM(FOG_COLOR, A, 24))

/* 0x384..0x390. */
#define NV_METHODS_POLYGON \
    WARN_WORD("polygon_offset_factor", 0x384, POLYGON_OFFSET_FACTOR), \
    WARN_WORD("polygon_offset_units", 0x388, POLYGON_OFFSET_UNITS), \
    CHOICE("polygon_mode_front", 0x38c, polygon_mode, \
           F(RASTER, POLYGON_MODE_FRONT)), \
    CHOICE("polygon_mode_back", 0x390, polygon_mode, \
           F(RASTER, POLYGON_MODE_BACK))

/* 0x394..0x3a0: Celsius classes. */
#define NV_METHODS_CULL \
    WARN_WORD("depth_range_near", 0x394, DEPTH_RANGE_NEAR), \
    WARN_WORD("depth_range_far", 0x398, DEPTH_RANGE_FAR), \
    CHOICE("cull_face", 0x39c, cull_face, F(RASTER, CULL_FACE)), \
    CHOICE("front_face", 0x3a0, front_face, F(RASTER, FRONT_FACE))

/* 0xc00..0xc28: Celsius classes. */
#define NV_METHODS_POSITION \
    ATTR("vtx_pos_3f", 0xc00, 3, ANYWHERE, FLOAT, 0, 3), \
    ATTR("vtx_pos_3s", 0xc10, 2, ANYWHERE, S, 0, 3), \
    ATTR("vtx_pos_4f", 0xc18, 4, ANYWHERE, FLOAT, 0, 4), \
    ATTR("vtx_pos_4s", 0xc28, 2, ANYWHERE, S, 0, 4)

/* 0xcec..0xcfc: Celsius classes. */
#define NV_METHODS_SYNC \
    ROW("vtx_edge_flag", 0xcec, 1, 4, ANYWHERE, DO(edge_flag)), \
    ROW("unkcf0", 0xcf0, 1, 4, WARN, DO(break_cache)), \
    ROW("unkcf4", 0xcf4, 1, 4, WARN, DO(break_cache)), \
    ROW("xf_nop", 0xcf8, 1, 4, ANYWHERE, DO(xf_nop)), \
    ROW("xf_sync", 0xcfc, 1, 4, ANYWHERE, DO(xf_sync))

#endif
