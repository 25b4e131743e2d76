/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Other views of words whose fields words/bundle-field-rows.h and
 * words/register-field-rows.h name: several fields as one, a part of one, an
 * array of them.  Rows have the same shape; they have ids and places, but are
 * not printed, since the fields that are would come twice.
 */
#ifndef NV_WORDS_HIDDEN_FIELD_ROWS_H
#define NV_WORDS_HIDDEN_FIELD_ROWS_H

#define NV_HIDDEN_BUNDLE_FIELD_ROWS(X, ALSO) \
    /* raster */ \
    /* What drawing goes by, wherever the chip has it; methods name words. */ \
    X(CONFIG_A, CELSIUS | KELVIN | RANKINE, 7, 0, DRAW_ALPHA_REF, hex) \
    X(CONFIG_A, CELSIUS | KELVIN | RANKINE, 26, 26, DRAW_MASK_A, flag) \
    X(CONFIG_A, CELSIUS | KELVIN | RANKINE, 27, 27, DRAW_MASK_R, flag) \
    X(CONFIG_A, CELSIUS | KELVIN | RANKINE, 28, 28, DRAW_MASK_G, flag) \
    X(CONFIG_A, CELSIUS | KELVIN | RANKINE, 29, 29, DRAW_MASK_B, flag) \
    X(RASTER, NV20, 4, 4, DRAW_STIPPLE, flag) \
    X(TEX_ZCOMP, NV25, 2, 0, DRAW_TEX0_FUNC, compare) \
    X(TEX_ZCOMP, NV25, 5, 3, DRAW_TEX1_FUNC, compare) \
    X(TEX_ZCOMP, NV25, 8, 6, DRAW_TEX2_FUNC, compare) \
    X(TEX_ZCOMP, NV25, 11, 9, DRAW_TEX3_FUNC, compare) \
    X(RC_OUT_COLOR, CELSIUS, 27, 27, MUX_ON_MSB, flag) \
    /* Bias and scale as one; later chips have a bit more and move the rest */ \
    X(RC_OUT_ALPHA, CELSIUS | KELVIN, 17, 15, OP, hex) \
    ALSO(RC_OUT_ALPHA, RANKINE | CURIE, 18, 15, OP, hex) \
    X(RC_OUT_COLOR, CELSIUS | KELVIN, 17, 15, OP, hex) \
    ALSO(RC_OUT_COLOR, RANKINE | CURIE, 18, 15, OP, hex) \
    ALSO(RC_OUT_COLOR, RANKINE | CURIE, 19, 19, CD_BLUE_TO_ALPHA, flag) \
    ALSO(RC_OUT_COLOR, RANKINE | CURIE, 20, 20, AB_BLUE_TO_ALPHA, flag) \
    X(TEX_SHADER_CULL_MODE, KELVIN | RANKINE, 3, 0, TEX0_LT, hex) \
    X(TEX_SHADER_CULL_MODE, KELVIN | RANKINE, 7, 4, TEX1_LT, hex) \
    X(TEX_SHADER_CULL_MODE, KELVIN | RANKINE, 11, 8, TEX2_LT, hex) \
    X(TEX_SHADER_CULL_MODE, KELVIN | RANKINE, 15, 12, TEX3_LT, hex) \
    X(TEX_SHADER_MISC, KELVIN | RANKINE, 16, 16, PREVIOUS_OF_2, dec) \
    /* As the methods write them; the list has their names swapped */ \
    X(STENCIL_D, RANKINE | CURIE, 7, 0, BACK_COMPARE_MASK, hex) \
    X(STENCIL_D, RANKINE | CURIE, 15, 8, BACK_COMPARE_REF, hex) \
    /* NV35's; its class alone sets them */ \
    ALSO(DEPTH_BOUNDS_MIN, RANKINE, 31, 0, VALUE, fp) \
    ALSO(DEPTH_BOUNDS_MAX, RANKINE, 31, 0, VALUE, fp) \
    X(PS_CONTROL, RANKINE | CURIE, 3, 1, DEPTH_OUT, hex) \
    X(PS_OFFSET, RANKINE | CURIE, 0, 0, DMA, dma) \
    X(PS_OFFSET, RANKINE | CURIE, 31, 6, OFFSET_64, hex) \
    X(WINDOW_CONFIG, RANKINE | CURIE, 11, 0, LINES, dec) \
    /* y counts from line LINES up, not from the first down (doc). */ \
    X(WINDOW_CONFIG, RANKINE | CURIE, 12, 12, ORIGIN_BOTTOM, flag) \
    X(WINDOW_CONFIG, RANKINE | CURIE, 13, 13, WHOLE_CENTRES, flag) \
    X(DMA_TEX, KELVIN | RANKINE | CURIE, 15, 0, INSTANCE_LOW, hex) \
    X(TEX_CONTROL_A, ALL, 1, 0, COLOR_KEY_MODE, dec) \
    X(TEX_CONTROL_A, ALL, 2, 2, ALPHA_KILL, flag) \
    X(TEX_CONTROL_B, RANKINE | CURIE, 15, 0, SWIZZLE, hex) \
    /* What Curie's drivers make of FORMAT's bits (doc) */ \
    X(TEX_FORMAT, CURIE, 12, 8, TEXEL, hex) \
    X(TEX_FORMAT, CURIE, 13, 13, LINEAR, flag) \
    X(TEX_FORMAT, CURIE, 14, 14, RECT, flag) \
    /* In the order that NV2A shows (hw); the list has another */ \
    X(TEX_FILTER, KELVIN | RANKINE | CURIE, 28, 28, SIGN_A, flag) \
    X(TEX_FILTER, KELVIN | RANKINE | CURIE, 29, 29, SIGN_R, flag) \
    X(TEX_FILTER, KELVIN | RANKINE | CURIE, 30, 30, SIGN_G, flag) \
    X(TEX_FILTER, KELVIN | RANKINE | CURIE, 31, 31, SIGN_B, flag) \
    X(TEX_BORDER_COLOR, KELVIN | RANKINE | CURIE, 31, 0, WORD, hex) \
    X(TEX_COLOR_KEY, ALL, 31, 0, WORD, hex) \
    X(CLEAR_COLOR, KELVIN | RANKINE | CURIE, 31, 0, WORD, hex) \
    X(CLEAR_ZETA, NV17 | KELVIN | RANKINE | CURIE, 31, 0, WORD, hex) \
    /* idx, vtx, xf */ \
    /* what a PIPE window sends by hand, VTX takes as on Kelvin (guess) */ \
    ALSO(RASTER, CELSIUS, 5, 5, DEPTH_CLAMP_UNK8, flag) \
    ALSO(RASTER, CELSIUS, 24, 24, LIGHT_TWO_SIDE_ENABLE, flag) \
    ALSO(RASTER, CELSIUS, 30, 30, DEPTH_CLAMP_UNK0, flag) \
    ALSO(Z_CONFIG, CELSIUS, 4, 4, DEPTH_CLAMP, flag) \
    X(XF_OUT_MAP_MISC_A, CURIE, 23, 18, FOGC, hex) \
    X(XF_OUT_MAP_MISC_A, CURIE, 27, 24, COL0, hex) \
    X(XF_OUT_MAP_MISC_A, CURIE, 31, 28, COL1, hex) \
    X(XF_OUT_MAP_MISC_B, CURIE, 23, 18, PSZ, hex) \
    X(XF_OUT_MAP_MISC_B, CURIE, 27, 24, BFC0, hex) \
    X(XF_OUT_MAP_MISC_B, CURIE, 31, 28, BFC1, hex) \
    X(XF_ATTR_OUT_MASK, CURIE, 5, 5, PSZ, flag) \
    X(RASTER, CELSIUS, 30, 30, XF_NO_CLAMP, flag) \
    /* pgraph: methods */ \
    X(CLIP_HV, RANKINE | CURIE, 28, 0, WINDOW, hex) \
    X(PS_CONTROL, CURIE, 2, 1, CONTROL_UNK1, hex) \
    X(PS_CONTROL, CURIE, 7, 3, CONTROL_UNK3, hex) \
    X(RASTER, NV10, 19, 12, LINE_WIDTH_LOW, hex) \
    X(RASTER, NV10, 20, 20, LINE_WIDTH_HIGH, hex) \
    X(RC_CONFIG, RANKINE | CURIE, 24, 0, SET, hex) \
    X(RC_CONFIG, RANKINE | CURIE, 31, 25, REST, hex) \
    X(RC_OUT_ALPHA, KELVIN, 13, 12, UNK12, hex) \
    X(RC_OUT_ALPHA, KELVIN, 31, 18, REST, hex) \
    X(TEX_CONTROL_B, CURIE, 16, 16, UNK16_LOW, hex) \
    X(TEX_CONTROL_B, CURIE, 28, 17, UNK17, hex) \
    X(TEX_CONTROL_D, CURIE, 15, 0, PITCH_LOW, hex) \
    X(TEX_CONTROL_D, CURIE, 17, 16, PITCH_HIGH, hex) \
    X(TEX_FILTER, KELVIN, 19, 16, MINIFY_LOW, hex) \
    X(TEX_FILTER, KELVIN, 21, 20, MINIFY_HIGH, hex) \
    X(TEX_FILTER, KELVIN, 25, 24, MAGNIFY_LOW, hex) \
    X(TEX_FILTER, KELVIN, 27, 26, MAGNIFY_HIGH, hex) \
    X(TEX_SHADER_OP, NV20, 2, 0, TEX0_LOW, hex) \
    X(TEX_SHADER_OP, NV20, 3, 3, TL_MODE_LOW, hex) \
    X(TEX_SHADER_OP, NV20, 31, 30, TL_MODE_HIGH, hex) \
    X(UNK0AF, RANKINE | CURIE, 2, 0, UNK0, hex) \
    X(UNK0AF, RANKINE | CURIE, 3, 3, UNK3, hex) \
    X(UNK0AF, RANKINE | CURIE, 4, 4, UNK4, hex) \
    X(UNK0AF, RANKINE | CURIE, 12, 11, UNK11, hex) \
    X(UNK0E6, CURIE, 11, 0, UNK0, hex) \
    X(UNK0E6, CURIE, 23, 12, UNK12, hex) \
    X(UNK0E6, CURIE, 24, 24, UNK24, hex) \
    X(XF_TXC, CURIE, 17, 17, UNKB40_0, hex) \
    X(XF_TXC, CURIE, 18, 18, UNKB40_4, hex) \
    X(XF_TXC, CURIE, 19, 19, UNKB40_8, hex) \
    ALSO(Z_CONFIG, NV34, 0, 0, UNK1D80, flag) \
    ALSO(Z_CONFIG, NV30, 5, 5, DEPTH_BOUNDS_ENABLE, flag) \
    ALSO(Z_CONFIG, NV25 | CURIE, 31, 30, UNK1D84_UNK30, hex) \
    X(Z_CONFIG, NV17 | CURIE, 31, 31, UNK1D84_UNK31, hex) \
    /* pgraph: 2D and Direct3D */ \
    /* What Direct3D sets as one. */ \
    X(CONFIG_A, CELSIUS, 29, 0, D3D, hex) \
    X(CONFIG_A, CELSIUS, 29, 27, COLOR_MASK_RGB, hex) \
    X(CONFIG_B, CELSIUS, 8, 0, D3D, hex) \
    X(RASTER, CELSIUS, 29, 0, D3D, hex) \
    /* Inputs of combiners: register, alpha and mapping. */ \
    X(RC_FINAL_A, CELSIUS, 7, 0, D, hex) \
    X(RC_FINAL_A, CELSIUS, 15, 8, C, hex) \
    X(RC_FINAL_A, CELSIUS, 23, 16, B, hex) \
    X(RC_FINAL_A, CELSIUS, 31, 24, A, hex) \
    X(RC_FINAL_B, CELSIUS, 15, 8, G, hex) \
    X(RC_IN_ALPHA, CELSIUS, 7, 0, D, hex) \
    X(RC_IN_ALPHA, CELSIUS, 15, 8, C, hex) \
    X(RC_IN_ALPHA, CELSIUS, 23, 16, B, hex) \
    X(RC_IN_ALPHA, CELSIUS, 31, 24, A, hex) \
    X(RC_OUT_ALPHA, ALL, 17, 0, OUTPUT, hex) \
    X(RC_OUT_ALPHA, CELSIUS, 17, 15, BIAS_SCALE, hex) \
    X(RC_OUT_COLOR, CELSIUS, 27, 27, UNK27, flag) \
    X(RC_OUT_COLOR, CELSIUS, 29, 28, STAGES, hex) \
    /* The lowest bit of a mapping: classes 0x55 and 0x95 turn it. */ \
    X(RC_IN_ALPHA, CELSIUS, 5, 5, D_INVERT, flag) \
    X(RC_IN_ALPHA, CELSIUS, 13, 13, C_INVERT, flag) \
    X(RC_IN_ALPHA, CELSIUS, 21, 21, B_INVERT, flag) \
    X(RC_IN_ALPHA, CELSIUS, 29, 29, A_INVERT, flag) \
    X(RC_OUT_ALPHA, RANKINE | CURIE, 18, 15, OPERATION, hex) \
    X(RC_OUT_COLOR, ALL, 17, 0, OUTPUT, hex) \
    X(RC_OUT_COLOR, RANKINE | CURIE, 26, 19, UNK19, hex) \
    /* Of Kelvin's classes, where the rules for BEGIN look (hw). */ \
    X(RC_OUT_COLOR, KELVIN | RANKINE, 18, 18, LAUNCH_CD, flag) \
    X(RC_OUT_COLOR, KELVIN | RANKINE, 19, 19, LAUNCH_AB, flag) \
    X(TEX_CONTROL_A, ALL, 3, 3, IMAGE_FIELD, flag) \
    X(TEX_CONTROL_A, CURIE, 3, 0, KEY_BITS, hex) \
    X(TEX_CONTROL_A, CURIE, 6, 4, ANISOTROPY_WIDE, hex) \
    X(TEX_CONTROL_A, CURIE, 31, 7, LOD_BITS, hex) \
    X(TEX_FORMAT, KELVIN | RANKINE | CURIE, 31, 20, SIZES, hex) \
    X(TEX_SHADER_OP, KELVIN | RANKINE, 2, 0, TEX0_BASIC, tex_shader) \
    X(TEX_SHADER_OP, NV20, 2, 0, TEX0_ALL, tex_shader) \
    ALSO(TEX_SHADER_OP, NV25 | RANKINE, 4, 0, TEX0_ALL, tex_shader) \
    X(PS_CONTROL, RANKINE, 2, 0, REGISTERS, hex) \
    X(PS_CONTROL, RANKINE | CURIE, 7, 3, CONTROL_REST, hex) \
    /* What Rankine's class stores: fewer bits on Curie (hw). */ \
    X(FENCE_OFFSET, RANKINE, 31, 0, RANKINE_OFFSET, hex) \
    ALSO(FENCE_OFFSET, CURIE, 23, 0, RANKINE_OFFSET, hex) \
    X(DMA_UNK0B0, CURIE, 23, 0, NUMBER, hex) \
    X(DMA_UNK0B0, CURIE, 25, 24, TARGET, target) \
    /* SURF_LIMIT_ZCULL is laid out alike. */ \
    X(SURF_LIMIT_CLIPID, NV17 | NV25 | RANKINE | CURIE, 29, 0, BYTES, hex) \
    X(SURF_LIMIT_CLIPID, NV25 | RANKINE | CURIE, 30, 30, TILED, flag) \
    /* pgraph: 2D and Direct3D */

#define NV_HIDDEN_REGISTER_FIELD_ROWS(X, ALSO) \
    /* pgraph: registers, channels and windows; some are seen when written */ \
    X(CTX_SWITCH_A, CELSIUS | KELVIN | RANKINE, 31, 31, VOLATILE, flag) \
    X(CTX_SWITCH_C, CURIE, 31, 31, VOLATILE, flag) \
    X(CTX_TRIGGER, KELVIN | RANKINE, 0, 0, LOAD, flag) \
    X(CTX_TRIGGER, KELVIN | RANKINE, 1, 1, SAVE, flag) \
    X(CTXCTL_CONTROL, CURIE, 0, 0, START, flag) \
    X(CTXCTL_FLAGS, CURIE, 5, 5, SAVE, flag) \
    X(CTXCTL_FLAGS, CURIE, 6, 6, LOAD, flag) \
    X(CTXCTL_CODE_INDEX, CURIE, 7, 0, INDEX, dec) \
    X(CTXCTL_CURRENT, CURIE, 23, 0, INSTANCE, hex) \
    X(CTXCTL_CURRENT, CURIE, 24, 24, VALID, flag) \
    X(CTXCTL_NEXT, CURIE, 23, 0, INSTANCE, hex) \
    X(CTXCTL_NEXT, CURIE, 24, 24, VALID, flag) \
    X(DEBUG_B, ALL, 4, 4, STREAM_END, flag) \
    X(DEBUG_B, CELSIUS, 30, 30, UNK30, flag) \
    X(DEBUG_B, CELSIUS, 31, 31, UNK31, flag) \
    X(DEBUG_E, NV17, 2, 2, ZETA_LAYOUT, flag) \
    X(INCREMENT, ALL, 1, 1, BUFFER, flag) \
    X(PIPE_ADDRESS, CELSIUS, 14, 2, WORD, hex) \
    ALSO(PIPE_ADDRESS, KELVIN, 16, 2, WORD, hex) \
    ALSO(PIPE_ADDRESS, RANKINE | CURIE, 17, 2, WORD, hex) \
    X(RDI_INDEX, KELVIN, 12, 2, WORD, hex) \
    ALSO(RDI_INDEX, RANKINE, 14, 2, WORD, hex) \
    /* NV10 counts buffers, too, but nobody sees it (guess). */ \
    ALSO(SURF_TYPE, NV10, 26, 24, FLIP_WRITE, dec) \
    ALSO(SURF_TYPE, NV10, 30, 28, FLIP_MODULO, dec) \
    X(SURF_TYPE, NV17, 3, 2, UNK2B8_0, hex) \
    X(SURF_UNK800, NV34, 0, 0, UNK0, flag) \
    X(SURF_UNK800, NV34, 4, 4, UNK4, flag) \
    X(SURF_UNK800, NV34, 8, 8, UNK0_TWICE, flag) \
    X(SURF_UNK800, NV34, 12, 12, UNK4_TWICE, flag) \
    X(UNKA10, NV17, 29, 29, ZETA_LAYOUT, flag) \
    X(XY_A, ALL, 17, 1, AFTER_FIRST, hex) \
    /* idx, vtx, xf */ \
    X(DEBUG_E, CELSIUS, 22, 22, XF_CLAMP, flag) \
    /* pgraph: methods */ \
    X(CTX_SWITCH_T, ALL, 0, 0, NOP, flag) \
    X(CTX_SWITCH_T, NV25 | RANKINE | CURIE, 9, 0, METHOD0, hex) \
    X(CTX_SWITCH_T, NV25 | RANKINE | CURIE, 19, 10, METHOD1, hex) \
    X(CTX_SWITCH_T, NV25 | RANKINE | CURIE, 29, 20, METHOD2, hex) \
    X(CTX_SWITCH_T, NV25 | RANKINE | CURIE, 31, 30, METHODS, dec) \
    X(DEBUG_D, NV15 | NV17, 9, 9, OWNER_CHANNEL, flag) \
    X(DEBUG_D, CELSIUS, 13, 13, OWNER_D3D, flag) \
    X(STATE3D, NV15 | NV17, 25, 25, CHANNEL_VALID, flag) \
    X(STATE3D, NV10, 28, 28, D3D3, flag) \
    X(STATE3D, CELSIUS, 29, 29, D3D5, flag) \
    X(STATE3D, CELSIUS, 30, 30, D3D6, flag) \
    X(XF_MODE_B, KELVIN, 30, 30, MODE_LOW, hex) \
    X(XF_MODE_B, KELVIN, 31, 31, MODE_HIGH, hex) \
    /* pgraph: 2D and Direct3D */ \
    /* By word of the method: alpha and colour of stage 0, then of 1. */ \
    X(CELSIUS_CONFIG_C, CELSIUS, 16, 16, D3D6_PLAIN_ALPHA_0, flag) \
    X(CELSIUS_CONFIG_C, CELSIUS, 18, 18, D3D6_PLAIN_ALPHA_1, flag) \
    X(CELSIUS_CONFIG_C, CELSIUS, 19, 19, D3D6_PLAIN_COLOR_1, flag) \
    X(CELSIUS_CONFIG_C, CELSIUS, 20, 20, D3D6_OP6_ALPHA_0, flag) \
    X(CLIP3D, CELSIUS, 17, 0, MAX, hex) \
    /* Of two colours, one after the other. */ \
    X(CTX_FORMAT, ALL, 15, 8, PATTERN, color_format) \
    /* What methods bind is on Curie where it was on chips before. */ \
    X(CTX_SWITCH_A, ALL, 12, 12, BOUND_CHROMA, flag) \
    X(CTX_SWITCH_A, ALL, 13, 13, BOUND_CLIP, flag) \
    X(CTX_SWITCH_A, ALL, 14, 14, BOUND_SWIZZLED, flag) \
    X(CTX_SWITCH_A, ALL, 25, 25, BOUND_SURFACE1, flag) \
    X(CTX_SWITCH_A, ALL, 26, 26, BOUND_SURFACE2, flag) \
    X(CTX_SWITCH_A, ALL, 27, 27, BOUND_PATTERN, flag) \
    X(CTX_SWITCH_A, ALL, 28, 28, BOUND_ROP, flag) \
    X(CTX_SWITCH_A, ALL, 29, 29, BOUND_BETA1, flag) \
    X(CTX_SWITCH_A, ALL, 30, 30, BOUND_BETA4, flag) \
    ALSO(CTX_SWITCH_A, CURIE, 27, 27, PATTERN, flag) \
    /* As the formats are written to instance memory. */ \
    X(CTX_SWITCH_B, CELSIUS | KELVIN | RANKINE, 7, 0, MONO_BYTE, hex) \
    X(CTX_SWITCH_B, CELSIUS | KELVIN | RANKINE, 15, 8, COLOR_BYTE, hex) \
    ALSO(CTX_SWITCH_B, CURIE, 25, 24, MONO_BYTE, hex) \
    ALSO(CTX_SWITCH_B, CURIE, 31, 26, COLOR_BYTE, hex) \
    /* Of the current object, written back with any of them. */ \
    X(CTX_SWITCH_B, CURIE, 31, 24, OPTIONS, hex) \
    X(CTX_SWITCH_C, CURIE, 31, 24, OPTIONS, hex) \
    X(CTX_VALID, ALL, 16, 16, CHROMA, flag) \
    X(CTX_VALID, ALL, 17, 17, CHROMA_FORMAT, flag) \
    X(CTX_VALID, ALL, 20, 20, PATTERN_FORMAT, flag) \
    X(CTX_VALID, ALL, 21, 21, PATTERN_MONO_FORMAT, flag) \
    X(CTX_VALID, ALL, 22, 22, PATTERN_SELECT, flag) \
    X(CTX_VALID, ALL, 24, 24, PATTERN_COLOR, flag) \
    X(CTX_VALID, ALL, 26, 26, PATTERN_BITMAP, flag) \
    X(DEBUG_C, CELSIUS, 25, 25, DITHER_AS_NEEDED, flag) \
    X(DEBUG_D, KELVIN | RANKINE | CURIE, 6, 6, STRICT_SURFACES, flag) \
    X(DMA_MISC, ALL, 15, 0, CHARACTER, hex) \
    X(DVD_FORMAT, ALL, 0, 0, NIBBLES, flag) \
    X(FORMATS, CELSIUS, 3, 0, WAY, dec) \
    X(FORMATS, CELSIUS, 9, 4, SOURCE, color_format) \
    X(FORMATS, CELSIUS, 15, 12, SURFACE, surface_format) \
    X(MISC24, ALL, 10, 0, WIDTH, dec) \
    X(MISC24, ALL, 21, 11, HEIGHT, dec) \
    X(MISC24_2, CELSIUS, 3, 0, D3D_VERTEX, dec) \
    X(MISC32, ALL, 15, 0, U, dec) \
    X(MISC32, ALL, 31, 16, V, dec) \
    X(NOTIFY, ALL, 8, 8, BUFFER_INTERRUPT, flag) \
    X(SURF_BASE, ALL, 29, 0, FIRST, hex) \
    X(SURF_BASE, NV34, 30, 30, TILED, flag) \
    X(SURF_BASE, NV34, 31, 31, NULL_OBJECT, flag) \
    X(SURF_LIMIT, ALL, 29, 0, LAST, hex) \
    X(SURF_TYPE, NV15 | NV17 | KELVIN | RANKINE | CURIE, 10, 8, \
      FLIP2D_WRITE, dec) \
    X(SURF_TYPE, NV15 | NV17 | KELVIN | RANKINE | CURIE, 14, 12, \
      FLIP2D_READ, dec) \
    X(SURF_TYPE, NV15 | NV17 | KELVIN | RANKINE | CURIE, 18, 16, \
      FLIP2D_MODULO, dec) \
    /* The first two words, and the others; OCLIP and CLIP3D alike. */ \
    X(UCLIP, ALL, 15, 0, MIN, hex) \
    X(UCLIP, ALL, 17, 0, MAX, hex) \
    /* What was given.  A bit for each register of VTX_X and VTX_Y: */ \
    X(VALID, ALL, 15, 0, VTX, hex) \
    X(VALID, ALL, 7, 0, VTX_X, hex) \
    X(VALID, ALL, 15, 8, VTX_Y, hex) \
    X(VALID, ALL, 16, 16, COLOR, flag) \
    X(VALID, ALL, 17, 17, BITMAP_COLOR_0, flag) \
    X(VALID, ALL, 18, 18, BITMAP_COLOR_1, flag) \
    X(VALID, ALL, 19, 19, UNCLIPPED, flag) \
    X(VALID, ALL, 20, 20, OCLIP, flag) \
    X(VALID, ALL, 21, 21, PRIMITIVE, flag) \
    X(VALID, ALL, 22, 22, FONT, flag) \
    X(VALID, ALL, 22, 22, PALETTE, flag) \
    /* Of UCLIP, then of OCLIP. */ \
    X(VALID, ALL, 28, 28, CLIP_BEGUN, flag) \
    X(VALID, ALL, 30, 30, CLIP_WRONG, flag) \
    /* The same bits in other classes: surfaces, copies, scaled images. */ \
    X(VALID, ALL, 2, 2, SURF_PITCH, flag) \
    X(VALID, ALL, 3, 3, SURF_OFFSET, flag) \
    X(VALID, ALL, 7, 0, M2MF, hex) \
    X(VALID, ALL, 0, 0, M2MF_OFFSET, flag) \
    X(VALID, ALL, 2, 2, M2MF_PITCH, flag) \
    X(VALID, ALL, 4, 4, M2MF_LENGTH, flag) \
    X(VALID, ALL, 5, 5, M2MF_LINES, flag) \
    X(VALID, ALL, 6, 6, M2MF_FORMAT, flag) \
    X(VALID, ALL, 7, 7, M2MF_START, flag) \
    X(VALID, ALL, 0, 0, SIFM_XY, flag) \
    X(VALID, ALL, 1, 1, SIFM_RECT, flag) \
    X(VALID, ALL, 4, 4, SIFM_DU, flag) \
    X(VALID, ALL, 5, 5, SIFM_DV, flag) \
    X(VALID, ALL, 8, 8, SIFM_POS, flag) \
    X(VALID, ALL, 9, 9, SIFM_SIZE, flag) \
    X(VALID, ALL, 10, 10, SIFM_PITCH, flag) \
    X(VALID, ALL, 11, 11, SIFM_OFFSET, flag) \
    X(VALID, ALL, 12, 12, OVERLAY_DU, flag) \
    X(VALID, ALL, 13, 13, OVERLAY_DV, flag) \
    X(VALID, ALL, 14, 14, OVERLAY_POS, flag) \
    X(VALID, ALL, 15, 15, OVERLAY_SIZE, flag) \
    X(VALID, ALL, 16, 16, OVERLAY_PITCH, flag) \
    X(VALID, ALL, 17, 17, OVERLAY_OFFSET, flag) \
    /* Direct3D: vertices that are whole, from the first on. */ \
    X(VALID, CELSIUS, 0, 0, D3D_VERTEX, flag) \
    X(VALID, CELSIUS, 19, 16, D3D_LAST, dec) \
    X(VALID_1, CELSIUS, 8, 0, D3D_PARTS, hex) \
    X(VALID_1, CELSIUS, 12, 12, D3D_COLOR_KEY, flag) \
    X(VALID_1, CELSIUS, 13, 13, D3D_FOG_COLOR, flag) \
    X(VALID_1, CELSIUS, 14, 14, D3D_OFFSET_0, flag) \
    X(VALID_1, CELSIUS, 15, 15, D3D_FORMAT_0, flag) \
    X(VALID_1, CELSIUS, 16, 16, D3D_FILTER_0, flag) \
    X(VALID_1, CELSIUS, 17, 17, D3D_CONFIG, flag) \
    X(VALID_1, CELSIUS, 18, 18, D3D_STENCIL_FUNC, flag) \
    X(VALID_1, CELSIUS, 18, 18, D3D_ALPHA, flag) \
    X(VALID_1, CELSIUS, 19, 19, D3D_BLEND, flag) \
    X(VALID_1, CELSIUS, 20, 20, D3D_STENCIL_OP, flag) \
    X(VALID_1, CELSIUS, 21, 21, D3D_FORMAT_1, flag) \
    X(VALID_1, CELSIUS, 22, 22, D3D_OFFSET_1, flag) \
    X(VALID_1, CELSIUS, 23, 23, D3D_FILTER_1, flag) \
    X(VALID_1, CELSIUS, 24, 24, D3D_COMBINE_FACTOR, flag) \
    X(VALID_1, CELSIUS, 25, 25, D3D_COMBINE_1_COLOR, flag) \
    X(VALID_1, CELSIUS, 26, 26, D3D_COMBINE_1_ALPHA, flag) \
    X(VALID_1, CELSIUS, 27, 27, D3D_COMBINE_0_COLOR, flag) \
    X(VALID_1, CELSIUS, 28, 28, D3D_COMBINE_0_ALPHA, flag) \
    X(XY_B, ALL, 0, 0, STREAM_BEGUN, flag) \
    /* Of eight vertices a word; of four. */ \
    X(XY_CLIP, ALL, 3, 0, VTX, hex) \
    X(XY_D, ALL, 0, 0, CARRY, flag) \
    X(XY_D, ALL, 4, 4, FAR, flag) \
    X(XY_D, ALL, 7, 4, RANGE, hex) \
    X(XY_D, ALL, 29, 28, SIGN, hex) \
    X(DEBUG_B, KELVIN | RANKINE, 6, 6, DOTMAPPING_5, flag) \
    X(DEBUG_B, KELVIN | RANKINE, 7, 7, DOTMAPPING_6, flag) \
    ALSO(DEBUG_D, CELSIUS | RANKINE | CURIE, 12, 12, SYNC, flag) \
    X(DEBUG_D, CELSIUS, 28, 28, XF_MODE_OFF, flag) \
    X(DEBUG_L, NV25 | RANKINE, 1, 1, TEX_SHADER_OPS, flag) \
    /* Of the tessellator's commands, one after the other. */ \
    X(DEBUG_FD_CHECK_SKIP, KELVIN, 0, 0, COMMAND, flag) \
    ALSO(CTX_SWITCH_A, NV15, 26, 26, SYNC, flag) \
    X(NOTIFY, ALL, 24, 24, WARNING_ENABLE, flag) \
    X(NOTIFY, ALL, 25, 25, WARNING_AWAKEN, flag) \
    ALSO(FIFO_MTHD_ST2, CURIE, 24, 20, CHANNEL, dec) \
    X(VALID, ALL, 2, 2, PITCH, flag) \
    X(VALID, ALL, 19, 19, CLIP_ZERO, flag) \
    X(VALID, ALL, 28, 28, UCLIP_POINT, flag) \
    X(VALID, ALL, 30, 30, UCLIP_SIZE, flag) \
    X(VALID_1, ALL, 31, 30, CLIP3D, hex) \
    X(CTX_VALID, NV17, 28, 28, DMA_CLIPID, flag) \
    X(CTX_VALID, NV17, 29, 29, DMA_ZCULL, flag) \
    /* All surfaces' formats, one after the other. */ \
    ALSO(SURF_FORMAT, RANKINE | CURIE, 4, 0, SURF0, surface_format) \
    /* Where class 0x5a puts the colour's on every chip. */ \
    X(SURF_FORMAT, ALL, 11, 8, COLOR_4, surface_format) \
    X(SURF_FORMAT, KELVIN, 15, 12, ZETA_4, zeta_format) \
    X(SURF_BASE, ALL, 29, 0, BYTES, hex) \
    X(SURF_LIMIT, ALL, 29, 0, BYTES, hex) \
    X(SURF_TYPE, NV17, 7, 6, UNK2B8_2, hex) \
    X(SURF_TYPE, NV17, 4, 4, ZETA_FORMAT, flag) \
    X(SURF_TYPE, NV17, 5, 5, SAMPLES, flag) \
    /* What the chip knows of surfaces, a field each pair. */ \
    X(SURF_UNK880, NV20, 20, 20, KEEP, flag) \
    X(SURF_UNK888, NV20, 1, 0, PAIR, hex) \
    X(SURF_UNK890, NV25 | RANKINE, 20, 20, KEEP, flag) \
    X(SURF_UNK898, NV25 | RANKINE, 1, 0, PAIR, hex) \
    X(SURF_UNK89C, NV25 | RANKINE, 7, 0, PAIR, hex) \
    /* Curie's FE keeps the word, but no register shows it. */ \
    X(XF_MODE_C, RANKINE | CURIE, 0, 0, CLIP_PLANE, flag) \
    X(ZCULL_UNKA00, NV17, 12, 12, UNK12, flag) \
    X(ZCULL_UNKA00, NV17, 28, 16, SIZE, dec) \
    /* Classes 0x55 and 0x95: what the combiners were asked for. */ \
    X(CELSIUS_CONFIG_C, CELSIUS, 19, 16, D3D6_PLAIN, hex) \
    X(CELSIUS_CONFIG_C, CELSIUS, 21, 21, D3D6_OP6_COLOR_0, flag) \
    X(CELSIUS_CONFIG_C, CELSIUS, 22, 22, D3D6_OP6_ALPHA_1, flag) \
    X(CELSIUS_CONFIG_C, CELSIUS, 23, 23, D3D6_OP6_COLOR_1, flag) \
    /* Celsius' classes on Kelvin: lighting that was asked for. */ \
    X(FE3D_MISC, KELVIN, 2, 2, EMU_SPECULAR_FROM, flag) \
    X(FE3D_MISC, KELVIN, 3, 3, EMU_SPECULAR, flag) \
    X(FE3D_MISC, KELVIN, 21, 21, EMU_EMISSION, flag) \
    X(FE3D_MISC, KELVIN, 22, 22, EMU_AMBIENT, flag) \
    /* The tessellator: between commands. */ \
    X(FE3D_MISC, KELVIN, 5, 5, FD_GOT_A, flag) \
    X(FE3D_MISC, KELVIN, 6, 6, FD_GOT_B, flag) \
    X(FE3D_MISC, KELVIN, 7, 7, FD_GOT_C, flag) \
    X(FE3D_MISC, KELVIN, 8, 8, FD_UNK8, flag) \
    X(FE3D_MISC, KELVIN, 10, 9, FD_UNK9, hex) \
    X(FE3D_MISC, KELVIN, 11, 8, FD_STEP, hex) \
    X(FE3D_MISC, KELVIN, 12, 12, FD_TRANSITION_A, flag) \
    X(FE3D_MISC, KELVIN, 15, 15, FD_CURVE, flag) \
    X(FE3D_MISC, KELVIN, 16, 16, FD_SWATCHES_DONE, flag) \
    X(FE3D_MISC, KELVIN, 19, 17, FD_UNK17, hex) \
    X(FE3D_MISC, KELVIN, 19, 4, FD_STATE, hex) \
    X(FE3D_MISC, KELVIN, 23, 23, FD_UNK23, flag) \
    X(FE3D_MISC, KELVIN, 24, 24, FD_FAILED, flag) \
    X(FE3D_STATE_CURVE, KELVIN, 9, 0, COUNT, dec) \
    X(FE3D_STATE_CURVE, KELVIN, 17, 12, CURVES, dec) \
    X(FE3D_STATE_CURVE, KELVIN, 25, 18, UNK18, dec) \
    X(FE3D_STATE_SWATCH, KELVIN, 23, 0, COUNT, hex) \
    X(FE3D_STATE_TRANSITION, KELVIN, 2, 0, COUNT, dec) \
    X(FE3D_STATE_TRANSITION, KELVIN, 6, 4, NEEDED, dec) \
    X(FE3D_STATE_TRANSITION, KELVIN, 27, 24, ORDERS_A, dec) \
    X(FE3D_SHADOW_BEGIN_PATCH_C, KELVIN, 15, 0, SWATCHES, hex) \
    X(FE3D_SHADOW_BEGIN_PATCH_C, KELVIN, 25, 21, BELOW, dec) \
    X(FE3D_SHADOW_BEGIN_PATCH_C, KELVIN, 30, 26, LEFT, dec) \
    X(FE3D_SHADOW_BEGIN_PATCH_D, KELVIN, 5, 0, SIDES, hex) \
    X(FE3D_SHADOW_BEGIN_PATCH_D, KELVIN, 16, 14, UNK14, hex) \
    /* Which DMA object holds the fragment program. */ \
    X(FE3D_MISC, RANKINE | CURIE, 30, 30, PS_DMA_A, flag) \
    X(FE3D_MISC, RANKINE | CURIE, 31, 31, PS_DMA_B, flag) \
    /* pgraph: 2D and Direct3D */

/*
 * Fields that lie in another word on some chips, where they have a name of
 * their own: X(word, name, chips, word and name there).
 */
#define NV_FIELD_MOVES(X) \
    X(CTX_SWITCH_A, ENDIAN, CURIE, CTX_SWITCH_C, ENDIAN) \
    X(FE3D_MISC, IN_BEGIN_END, CELSIUS, CELSIUS_CONFIG_C, IN_BEGIN_END) \
    X(CTX_SWITCH_A, SYNC, CURIE, CTX_SWITCH_C, SYNC) \
    X(CTX_SWITCH_C, DMA_B_INSTANCE, CURIE, CTX_SWITCH_D, DMA_B_INSTANCE) \
    /* raster */ \
    X(CONFIG_A, DRAW_ALPHA_REF, CURIE, ALPHA_FUNC_REF, REF) \
    X(CONFIG_A, DRAW_MASK_R, CURIE, COLOR_MASK, A0_R) \
    X(CONFIG_A, DRAW_MASK_G, CURIE, COLOR_MASK, A0_G) \
    X(CONFIG_A, DRAW_MASK_B, CURIE, COLOR_MASK, A0_B) \
    X(CONFIG_A, DRAW_MASK_A, CURIE, COLOR_MASK, A0_A) \
    X(RASTER, DRAW_STIPPLE, NV25 | RANKINE | CURIE, LINE_STIPPLE, \
      POLYGON_ENABLE) \
    /* NV20 has one compare for all units. */ \
    X(TEX_ZCOMP, DRAW_TEX0_FUNC, NV20, TEX_ZCOMP, FUNC) \
    X(TEX_ZCOMP, DRAW_TEX1_FUNC, NV20, TEX_ZCOMP, FUNC) \
    X(TEX_ZCOMP, DRAW_TEX2_FUNC, NV20, TEX_ZCOMP, FUNC) \
    X(TEX_ZCOMP, DRAW_TEX3_FUNC, NV20, TEX_ZCOMP, FUNC)

#endif
