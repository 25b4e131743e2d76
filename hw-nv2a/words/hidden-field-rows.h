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
    /* pgraph: core and 3D classes */ \
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
    X(VALID, ALL, 2, 2, SURF_PITCH, flag) \
    X(VALID, ALL, 3, 3, SURF_OFFSET, flag) \
    X(VALID, ALL, 16, 16, COLOR, flag) \
    X(VALID, ALL, 17, 17, BITMAP_COLOR_0, flag) \
    X(XY_A, ALL, 17, 1, AFTER_FIRST, hex) \
    /* idx, vtx, xf */ \
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
    /* pgraph: core and 3D classes */ \
    /* pgraph: 2D and Direct3D */

/*
 * Fields that lie in another word on some chips, where they have a name of
 * their own: X(word, name, chips, word and name there).
 */
#define NV_FIELD_MOVES(X)

#endif
