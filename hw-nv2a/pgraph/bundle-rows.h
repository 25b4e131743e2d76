/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Every Kelvin bundle: X(name, elements, number, NV20 mask, NV25 mask).
 *
 * The mask says which bits the shadow register at 0x401800 + 4 * number
 * keeps; 0 = the chip has no shadow register for it.  Masks were read back
 * from real cards by public hardware tests (envytools); the names are its.
 */
#define NV_BUNDLE_ROWS(X) \
    X(MULTISAMPLE, 1, 0x000, 0xffff0111, 0xffff0111) \
    X(BLEND, 1, 0x001, 0x0001ffff, 0x0001ffff) \
    X(BLEND_COLOR, 1, 0x002, 0xffffffff, 0xffffffff) \
    X(TEX_BORDER_COLOR, 4, 0x003, 0xffffffff, 0xffffffff) \
    X(TEX_UNK10, 3, 0x007, 0xffffffff, 0xffffffff) \
    X(TEX_UNK11, 3, 0x00a, 0xffffffff, 0xffffffff) \
    X(TEX_UNK13, 3, 0x00d, 0xffffffff, 0xffffffff) \
    X(TEX_UNK12, 3, 0x010, 0xffffffff, 0xffffffff) \
    X(TEX_UNK15, 3, 0x013, 0xffffffff, 0xffffffff) \
    X(TEX_UNK14, 3, 0x016, 0xffffffff, 0xffffffff) \
    X(CLEAR_HV, 2, 0x019, 0x0fff0fff, 0x0fff0fff) \
    X(CLEAR_COLOR, 1, 0x01b, 0xffffffff, 0xffffffff) \
    X(TEX_COLOR_KEY, 4, 0x01c, 0xffffffff, 0xffffffff) \
    X(RC_FACTOR_0, 8, 0x020, 0xffffffff, 0xffffffff) \
    X(RC_FACTOR_1, 8, 0x028, 0xffffffff, 0xffffffff) \
    X(RC_IN_ALPHA, 8, 0x030, 0xffffffff, 0xffffffff) \
    X(RC_OUT_ALPHA, 8, 0x038, 0x0003cfff, 0x03c3cfff) \
    X(RC_IN_COLOR, 8, 0x040, 0xffffffff, 0xffffffff) \
    X(RC_OUT_COLOR, 8, 0x048, 0x000fffff, 0x03ffffff) \
    X(RC_CONFIG, 1, 0x050, 0x0001110f, 0x00f1110f) \
    X(RC_FINAL_A, 1, 0x051, 0x3f3f3f3f, 0x3f3f3f3f) \
    X(RC_FINAL_B, 1, 0x052, 0x3f3f3fe0, 0x3f3f3fe0) \
    X(CONFIG_A, 1, 0x053, 0xffcf5fff, 0x3fcf5fff) \
    X(STENCIL_A, 1, 0x054, 0xfffffff1, 0xfffffff1) \
    X(STENCIL_B, 1, 0x055, 0x00000fff, 0x00000fff) \
    X(CONFIG_B, 1, 0x056, 0x00173fe5, 0xff173fff) \
    X(CLIPID_ID, 1, 0x059, 0x00000000, 0x000000ff) \
    X(SURF_BASE_CLIPID, 1, 0x05a, 0x00000000, 0x3fffffff) \
    X(SURF_LIMIT_CLIPID, 1, 0x05b, 0x00000000, 0xffffffff) \
    X(SURF_OFFSET_CLIPID, 1, 0x05c, 0x00000000, 0x3fffffff) \
    X(SURF_PITCH_CLIPID, 1, 0x05d, 0x00000000, 0x0000ffff) \
    X(LINE_STIPPLE, 1, 0x05e, 0x00000000, 0xffffff03) \
    X(RT_ENABLE, 1, 0x05f, 0x00000000, 0x00000003) \
    X(FOG_COLOR, 1, 0x060, 0xffffffff, 0xffffffff) \
    X(FOG_COEFF, 2, 0x061, 0xffffffff, 0xffffffff) \
    X(POINT_SIZE, 1, 0x063, 0x000001ff, 0xffffffff) \
    X(RASTER, 1, 0x064, 0xffffffff, 0xffffffff) \
    X(TEX_SHADER_CULL_MODE, 1, 0x065, 0x0000ffff, 0x0000ffff) \
    X(TEX_SHADER_MISC, 1, 0x066, 0x003181ff, 0xbf318fff) \
    X(TEX_SHADER_OP, 1, 0x067, 0xc00fffef, 0xe00fffff) \
    X(FENCE_OFFSET, 1, 0x068, 0xffffffff, 0xffffffff) \
    X(TEX_ZCOMP, 1, 0x069, 0x00000007, 0x00000fff) \
    X(UNK06A, 1, 0x06a, 0xffffffff, 0xffffffff) \
    X(RC_FINAL_FACTOR, 2, 0x06b, 0xffffffff, 0xffffffff) \
    X(CLIP_HV, 2, 0x06d, 0xffffffff, 0xffffffff) \
    X(TEX_WRAP, 4, 0x06f, 0x01171717, 0x01171717) \
    X(TEX_CONTROL_A, 4, 0x073, 0x7fffffff, 0x7fffffff) \
    X(TEX_CONTROL_B, 4, 0x077, 0xffff0000, 0xffff0000) \
    X(TEX_CONTROL_C, 2, 0x07b, 0xffffffff, 0xffffffff) \
    X(TEX_FILTER, 4, 0x07d, 0xff3fffff, 0xff3fffff) \
    X(TEX_FORMAT, 4, 0x081, 0xffff7ffe, 0xffff7ffe) \
    X(TEX_RECT, 4, 0x085, 0x1fff1fff, 0x1fff1fff) \
    X(TEX_OFFSET, 4, 0x089, 0xffffffff, 0xffffffff) \
    X(TEX_PALETTE, 4, 0x08d, 0xffffffcd, 0xffffffcd) \
    X(CLIP_RECT_HORIZ, 8, 0x091, 0x0fff0fff, 0x0fff0fff) \
    X(CLIP_RECT_VERT, 8, 0x099, 0x0fff0fff, 0x0fff0fff) \
    X(Z_CONFIG, 1, 0x0a1, 0x00000017, 0x00000057) \
    X(CLEAR_ZETA, 1, 0x0a2, 0xffffffff, 0xffffffff) \
    X(DEPTH_RANGE_FAR, 1, 0x0a3, 0xffffffff, 0xffffffff) \
    X(DEPTH_RANGE_NEAR, 1, 0x0a4, 0xffffffff, 0xffffffff) \
    X(DMA_TEX, 2, 0x0a5, 0x0300ffff, 0x0300ffff) \
    X(DMA_VTX, 2, 0x0a7, 0x0000ffff, 0x0000ffff) \
    X(POLYGON_OFFSET_UNITS, 1, 0x0a9, 0xffffffff, 0xffffffff) \
    X(POLYGON_OFFSET_FACTOR, 1, 0x0aa, 0xffffffff, 0xffffffff) \
    X(TEX_SHADER_CONST_EYE, 3, 0x0ab, 0xffffffff, 0xffffffff) \
    X(UNK0AE, 1, 0x0ae, 0x00000000, 0x00000003) \
    X(SURF_BASE_ZCULL, 1, 0x0b0, 0x00000000, 0x3fffffff) \
    X(SURF_LIMIT_ZCULL, 1, 0x0b1, 0x00000000, 0xffffffff) \
    X(SURF_OFFSET_ZCULL, 1, 0x0b2, 0x00000000, 0x3fffffff) \
    X(SURF_PITCH_ZCULL, 1, 0x0b3, 0x00000000, 0x0000ffff) \
    X(UNK0B4, 4, 0x0b4, 0x00000000, 0xf8f8f8f8) \
    X(UNK0B8, 1, 0x0b8, 0x00000000, 0x00000003) \
    /* No shadow register: stipple words and triggers. */ \
    X(POLYGON_STIPPLE, 32, 0x100, 0, 0) \
    X(INVALIDATE_ZCULL, 1, 0x1f9, 0, 0) \
    X(FENCE_WRITE_B, 1, 0x1fb, 0, 0) \
    X(ZPASS_COUNTER_READ, 1, 0x1fc, 0, 0) \
    X(ZPASS_COUNTER_RESET, 1, 0x1fd, 0, 0) \
    X(CLEAR_CLIPID_TRIGGER, 1, 0x1fe, 0, 0)
