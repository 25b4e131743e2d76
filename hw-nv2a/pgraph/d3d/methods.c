/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Methods of Direct3D classes 0x48, 0x54, 0x55, 0x94 and 0x95 on Celsius, a
 * row each.  Facts: public hardware tests (envytools).
 */
#include "pgraph/d3d/d3d.h"
#include "pgraph/methods-draw.h"

#define SET(name, offset, trap, function, ...) \
    M(name, offset, trap, DO(d3d_##function), ##__VA_ARGS__)
#define TEST(function) .check = NV_CHECK_FUNC, .valid = nv_valid_d3d_##function
#define EACH(name, offset, n, step, trap, function, ...) \
    M2(name, offset, n, step, trap, DO(d3d_##function), ##__VA_ARGS__)
#define PART(name) .which = NV_D3D_##name
/* Position and colours of a vertex. */
#define VERTEX(n, step, trap) \
    EACH("tlv_x", 0x400, n, step, trap, tlv_position, PART(X)), \
    EACH("tlv_y", 0x404, n, step, (trap) + 1, tlv_position, PART(Y)), \
    EACH("tlv_z", 0x408, n, step, (trap) + 2, tlv_position, PART(Z)), \
    EACH("tlv_rhw", 0x40c, n, step, (trap) + 3, tlv_position, PART(W)), \
    EACH("tlv_color", 0x410, n, step, (trap) + 4, tlv_color, PART(COLOR)), \
    EACH("tlv_fog_col1", 0x414, n, step, (trap) + 5, tlv_color, PART(FOG))
#define OBJECTS(old, new) \
    COMMON_ROWS(1), \
    M("dma_tex_a", 0x184, 2, WHICH(1), \
      .arg = NV_DMA_READS | NV_DMA_ALIGNED, DO(dma_grobj)), \
    M("dma_tex_b", 0x188, 3, WHICH(2), \
      .arg = NV_DMA_READS | NV_DMA_ALIGNED, DO(dma_grobj)), \
    M("ctx_surf3d", 0x18c, 4, FOR(old), WHICH(0), DO(ctx_surf3d)), \
    M("ctx_surf3d", 0x18c, 4, FOR(new), WHICH(1), DO(ctx_surf3d))

/* Vertices of class 0x48 say themselves which they are: any will do. */
#define OLD(name, offset, trap, function, ...) \
    EACH(name, offset, 128, 0x20, trap, function, ##__VA_ARGS__)

static const NvMethod rows_3[] = {
    COMMON_ROWS(1),
    M("dma_tex", 0x184, 2, WHICH(1), .arg = NV_DMA_READS | NV_DMA_ENDS,
      DO(dma_grobj)),
    CLIP(0x188, 3, 0),
    SURF("color", 0x18c, 4, 2, 0),
    SURF("zeta", 0x190, 5, 3, 0),
    MISSING_ROWS(4),
    SET("tex_offset", 0x304, 6, tex_offset, WHICH(3)),
    SET("tex_format", 0x308, 7, old_tex_format, TEST(old_tex_format)),
    SET("tex_filter", 0x30c, 8, old_tex_filter),
    SET("fog_color", 0x310, 9, fog_color),
    SET("config", 0x314, 10, old_config, TEST(old_config)),
    SET("alpha", 0x318, 11, old_alpha, TEST(old_alpha)),
    OLD("tlv_fog_tri", 0x1000, 12, old_fog_tri),
    OLD("tlv_color", 0x1004, 13, tlv_color, PART(COLOR)),
    OLD("tlv_x", 0x1008, 14, tlv_position, PART(X), TEST(old_coordinate)),
    OLD("tlv_y", 0x100c, 15, tlv_position, PART(Y), TEST(old_coordinate)),
    OLD("tlv_z", 0x1010, 16, tlv_position, PART(Z), TEST(old_z)),
    OLD("tlv_rhw", 0x1014, 17, tlv_position, PART(W), TEST(old_positive)),
    OLD("tlv_u", 0x1018, 18, tlv_uv, WHICH(0), TEST(old_coordinate)),
    OLD("tlv_v", 0x101c, 19, tlv_uv, WHICH(1), TEST(old_coordinate),
        .arg = 1, BEFORE(d3d_old_end)),
};

static const NvMethod rows_5[] = {
    OBJECTS(NV_CLASS_54, NV_CLASS_94),
    SET("tex_color_key", 0x300, 5, tex_color_key),
    SET("tex_offset", 0x304, 6, tex_offset, WHICH(1), TEST(tex_offset)),
    SET("tex_format", 0x308, 7, tex_format, WHICH(3), TEST(tex_format)),
    SET("tex_filter", 0x30c, 8, tex_filter, WHICH(3), TEST(tex_filter)),
    SET("blend", 0x310, 9, blend, TEST(blend)),
    SET("config", 0x314, 10, config, TEST(config)),
    SET("fog_color", 0x318, 11, fog_color),
    VERTEX(16, 0x20, 12),
    EACH("tlv_u", 0x418, 16, 0x20, 18, tlv_uv, WHICH(0)),
    EACH("tlv_v", 0x41c, 16, 0x20, 19, tlv_uv, WHICH(1), .arg = 1),
    EACH("draw", 0x600, 64, 4, 20, draw), /* untested */
};

static const NvMethod rows_6[] = {
    OBJECTS(NV_CLASS_55, NV_CLASS_95),
    SET("tex_0_offset", 0x308, 5, tex_offset, WHICH(1), TEST(tex_offset)),
    SET("tex_1_offset", 0x30c, 6, tex_offset, WHICH(2), TEST(tex_offset)),
    SET("tex_0_format", 0x310, 7, tex_format, WHICH(1), TEST(tex_format)),
    SET("tex_1_format", 0x314, 8, tex_format, WHICH(2), TEST(tex_format)),
    SET("tex_0_filter", 0x318, 9, tex_filter, WHICH(1), TEST(tex_filter)),
    SET("tex_1_filter", 0x31c, 10, tex_filter, WHICH(2),
        TEST(tex_filter)),
    SET("combine_0_control_alpha", 0x320, 11, combine, WHICH(0),
        TEST(combine)),
    SET("combine_0_control_color", 0x324, 12, combine, WHICH(1),
        TEST(combine)),
    SET("combine_1_control_alpha", 0x32c, 13, combine, WHICH(2),
        TEST(combine)),
    SET("combine_1_control_color", 0x330, 14, combine, WHICH(3),
        TEST(combine)),
    SET("combine_factor", 0x334, 15, combine_factor),
    SET("blend", 0x338, 16, blend, TEST(blend)),
    SET("config", 0x33c, 17, config, TEST(config)),
    SET("stencil_func", 0x340, 18, stencil_func, TEST(stencil_func)),
    SET("stencil_op", 0x344, 19, stencil_op, TEST(stencil_op)),
    SET("fog_color", 0x348, 20, fog_color),
    VERTEX(8, 0x28, 21),
    EACH("tlv_u_0", 0x418, 8, 0x28, 27, tlv_uv, WHICH(0)),
    EACH("tlv_v_0", 0x41c, 8, 0x28, 28, tlv_uv, WHICH(1)),
    EACH("tlv_u_1", 0x420, 8, 0x28, 29, tlv_uv, WHICH(2)),
    EACH("tlv_v_1", 0x424, 8, 0x28, 30, tlv_uv, WHICH(3), .arg = 1),
    EACH("draw", 0x540, 48, 4, 31, draw), /* untested */
};

const NvMethodTable nv_methods_d3d3 = { rows_3, NV_ARRAY_SIZE(rows_3) };
const NvMethodTable nv_methods_d3d5 = { rows_5, NV_ARRAY_SIZE(rows_5) };
const NvMethodTable nv_methods_d3d6 = { rows_6, NV_ARRAY_SIZE(rows_6) };
