/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Every pipeline bundle of Celsius, Kelvin, Rankine and Curie, one row a name.
 * Numbers, masks and names were read back from real cards by public hardware
 * tests (envytools); triggers are from its list of bundles (doc).
 *
 * X(name, elements at most,
 *   number and elements on Celsius, Kelvin, Rankine, Curie,
 *   bits that the shadow register keeps on NV10, NV15, NV17, NV20, NV25,
 *   NV30, NV34, NV40)
 *
 * Mask 0: the chip has no shadow register for it.
 */
#define NV_AT(number, count) ((count) << 12 | (number))
#define NV_NO 0

#define NV_BUNDLE_ROWS(X) \
    /* state with a shadow register, by number on Kelvin */ \
    X(MULTISAMPLE, 1, NV_NO, NV_AT(0x000, 1), NV_AT(0x06f, 1), \
      NV_AT(0x06f, 1), 0, 0, 0, 0xffff0111, 0xffff0111, 0xffff0111, \
      0xffff0111, 0xffff0111) \
    X(BLEND, 1, NV_AT(0x020, 1), NV_AT(0x001, 1), NV_AT(0x082, 1), \
      NV_AT(0x082, 1), 0x00000fff, 0x0001ffff, 0x0001ffff, 0x0001ffff, \
      0x0001ffff, 0x0ff1ffff, 0x0ff1ffff, 0xfffffff7) \
    X(BLEND_COLOR, 1, NV_AT(0x021, 1), NV_AT(0x002, 1), NV_AT(0x083, 1), \
      NV_AT(0x083, 1), 0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff, \
      0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff) \
    X(TEX_BORDER_COLOR, 16, NV_NO, NV_AT(0x003, 4), NV_AT(0x170, 16), \
      NV_AT(0x170, 16), 0, 0, 0, 0xffffffff, 0xffffffff, 0xffffffff, \
      0xffffffff, 0xffffffff) \
    X(TEX_UNK10, 3, NV_NO, NV_AT(0x007, 3), NV_AT(0x070, 3), NV_NO, 0, 0, 0, \
      0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff, 0) \
    X(TEX_UNK11, 3, NV_NO, NV_AT(0x00a, 3), NV_AT(0x073, 3), NV_NO, 0, 0, 0, \
      0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff, 0) \
    X(TEX_UNK13, 3, NV_NO, NV_AT(0x00d, 3), NV_AT(0x076, 3), NV_NO, 0, 0, 0, \
      0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff, 0) \
    X(TEX_UNK12, 3, NV_NO, NV_AT(0x010, 3), NV_AT(0x079, 3), NV_NO, 0, 0, 0, \
      0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff, 0) \
    X(TEX_UNK15, 3, NV_NO, NV_AT(0x013, 3), NV_AT(0x07c, 3), NV_NO, 0, 0, 0, \
      0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff, 0) \
    X(TEX_UNK14, 3, NV_NO, NV_AT(0x016, 3), NV_AT(0x07f, 3), NV_NO, 0, 0, 0, \
      0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff, 0) \
    X(CLEAR_HV, 2, NV_AT(0x02b, 2), NV_AT(0x019, 2), NV_AT(0x084, 2), \
      NV_AT(0x084, 2), 0, 0, 0x0fff0fff, 0x0fff0fff, 0x0fff0fff, 0x0fff0fff, \
      0x0fff0fff, 0x0fff0fff) \
    X(CLEAR_COLOR, 1, NV_NO, NV_AT(0x01b, 1), NV_AT(0x086, 1), \
      NV_AT(0x086, 1), 0, 0, 0, 0xffffffff, 0xffffffff, 0xffffffff, \
      0xffffffff, 0xffffffff) \
    X(TEX_COLOR_KEY, 16, NV_AT(0x028, 2), NV_AT(0x01c, 4), NV_AT(0x190, 16), \
      NV_AT(0x190, 16), 0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff, \
      0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff) \
    X(RC_FACTOR_0, 8, NV_AT(0x014, 1), NV_AT(0x020, 8), NV_AT(0x020, 8), \
      NV_AT(0x020, 8), 0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff, \
      0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff) \
    X(RC_FACTOR_1, 8, NV_AT(0x015, 1), NV_AT(0x028, 8), NV_AT(0x028, 8), \
      NV_AT(0x028, 8), 0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff, \
      0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff) \
    X(RC_IN_ALPHA, 8, NV_AT(0x010, 2), NV_AT(0x030, 8), NV_AT(0x030, 8), \
      NV_AT(0x030, 8), 0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff, \
      0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff) \
    X(RC_OUT_ALPHA, 8, NV_AT(0x016, 2), NV_AT(0x038, 8), NV_AT(0x038, 8), \
      NV_AT(0x038, 8), 0x0003cfff, 0x0003cfff, 0x0003cfff, 0x0003cfff, \
      0x03c3cfff, 0x03c7cfff, 0x03c7cfff, 0x03c7cfff) \
    X(RC_IN_COLOR, 8, NV_AT(0x012, 2), NV_AT(0x040, 8), NV_AT(0x040, 8), \
      NV_AT(0x040, 8), 0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff, \
      0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff) \
    X(RC_OUT_COLOR, 8, NV_AT(0x018, 2), NV_AT(0x048, 8), NV_AT(0x048, 8), \
      NV_AT(0x048, 8), 0x0003ffff, 0x0003ffff, 0x0003ffff, 0x000fffff, \
      0x03ffffff, 0x07ffffff, 0x07ffffff, 0x07ffffff) \
    X(RC_CONFIG, 1, NV_NO, NV_AT(0x050, 1), NV_AT(0x050, 1), NV_AT(0x050, 1), \
      0, 0, 0, 0x0001110f, 0x00f1110f, 0x01f1110f, 0x06f1110f, 0x01f1110f) \
    X(RC_FINAL_A, 1, NV_AT(0x01a, 1), NV_AT(0x051, 1), NV_AT(0x051, 1), \
      NV_AT(0x051, 1), 0x3f3f3f3f, 0x3f3f3f3f, 0x3f3f3f3f, 0x3f3f3f3f, \
      0x3f3f3f3f, 0x3f3f3f3f, 0x3f3f3f3f, 0x3f3f3f3f) \
    X(RC_FINAL_B, 1, NV_AT(0x01b, 1), NV_AT(0x052, 1), NV_AT(0x052, 1), \
      NV_AT(0x052, 1), 0x3f3f3fe0, 0x3f3f3fe0, 0x3f3f3fe0, 0x3f3f3fe0, \
      0x3f3f3fe0, 0x3f3f3fe0, 0x3f3f3fe0, 0x3f3f3fe0) \
    X(CONFIG_A, 1, NV_AT(0x01c, 1), NV_AT(0x053, 1), NV_AT(0x053, 1), \
      NV_AT(0x053, 1), 0x3fcf5fff, 0x3fcf5fff, 0xbfcf5fff, 0xffcf5fff, \
      0x3fcf5fff, 0x3fcf5fff, 0xbfcf5fff, 0x814f5f00) \
    X(STENCIL_A, 1, NV_AT(0x01d, 1), NV_AT(0x054, 1), NV_AT(0x054, 1), \
      NV_AT(0x054, 1), 0xfffffff1, 0xfffffff1, 0xfffffff1, 0xfffffff1, \
      0xfffffff1, 0xfffffff3, 0xfffffff3, 0xfffffff3) \
    X(STENCIL_B, 1, NV_AT(0x01e, 1), NV_AT(0x055, 1), NV_AT(0x055, 1), \
      NV_AT(0x055, 1), 0x00000fff, 0x00000fff, 0x00000fff, 0x00000fff, \
      0x00000fff, 0x00000fff, 0x0000ffff, 0x0000ffff) \
    X(CONFIG_B, 1, NV_AT(0x01f, 1), NV_AT(0x056, 1), NV_AT(0x056, 1), \
      NV_AT(0x056, 1), 0x00003ff5, 0x00003ff5, 0x0000fff5, 0x00173fe5, \
      0xff173fff, 0xff1703ff, 0xff1703ff, 0xff3fffff) \
    X(CLIPID_ID, 1, NV_AT(0x035, 1), NV_AT(0x059, 1), NV_AT(0x059, 1), \
      NV_AT(0x059, 1), 0, 0, 0x0000000f, 0, 0x000000ff, 0x000000ff, \
      0x000000ff, 0x000000ff) \
    X(SURF_BASE_CLIPID, 1, NV_AT(0x031, 1), NV_AT(0x05a, 1), NV_AT(0x05a, 1), \
      NV_AT(0x05a, 1), 0, 0, 0x07ffffff, 0, 0x3fffffff, 0x3fffffff, \
      0x3fffffff, 0x3fffffff) \
    X(SURF_LIMIT_CLIPID, 1, NV_AT(0x032, 1), NV_AT(0x05b, 1), \
      NV_AT(0x05b, 1), NV_AT(0x05b, 1), 0, 0, 0x87ffffff, 0, 0xffffffff, \
      0xffffffff, 0xffffffff, 0xffffffff) \
    X(SURF_OFFSET_CLIPID, 1, NV_AT(0x033, 1), NV_AT(0x05c, 1), \
      NV_AT(0x05c, 1), NV_AT(0x05c, 1), 0, 0, 0x07ffffff, 0, 0x3fffffff, \
      0x3fffffff, 0x3fffffff, 0x3fffffff) \
    X(SURF_PITCH_CLIPID, 1, NV_AT(0x034, 1), NV_AT(0x05d, 1), \
      NV_AT(0x05d, 1), NV_AT(0x05d, 1), 0, 0, 0x0000ffff, 0, 0x0000ffff, \
      0x0000ffff, 0x0000ffff, 0x0000ffff) \
    X(LINE_STIPPLE, 1, NV_NO, NV_AT(0x05e, 1), NV_AT(0x05e, 1), \
      NV_AT(0x05e, 1), 0, 0, 0, 0, 0xffffff03, 0xffffff03, 0xffffff03, \
      0xffffff03) \
    X(RT_ENABLE, 1, NV_NO, NV_AT(0x05f, 1), NV_AT(0x05f, 1), NV_AT(0x05f, 1), \
      0, 0, 0, 0, 0x00000003, 0x00000003, 0x00000003, 0x000000ff) \
    X(FOG_COLOR, 1, NV_AT(0x023, 1), NV_AT(0x060, 1), NV_AT(0x060, 1), \
      NV_AT(0x060, 1), 0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff, \
      0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff) \
    X(FOG_COEFF, 2, NV_NO, NV_AT(0x061, 2), NV_AT(0x061, 2), NV_AT(0x061, 2), \
      0, 0, 0, 0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff) \
    X(POINT_SIZE, 1, NV_AT(0x02a, 1), NV_AT(0x063, 1), NV_AT(0x063, 1), \
      NV_AT(0x063, 1), 0x000001ff, 0x000001ff, 0x000001ff, 0x000001ff, \
      0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff) \
    X(RASTER, 1, NV_AT(0x022, 1), NV_AT(0x064, 1), NV_AT(0x064, 1), \
      NV_AT(0x064, 1), 0xfcffffcf, 0xfcffffcf, 0xfcffffcf, 0xffffffff, \
      0xffffffff, 0xfffffdff, 0xfffffdff, 0xfffffdef) \
    X(TEX_SHADER_CULL_MODE, 1, NV_NO, NV_AT(0x065, 1), NV_AT(0x065, 1), \
      NV_NO, 0, 0, 0, 0x0000ffff, 0x0000ffff, 0x0000ffff, 0x0000ffff, 0) \
    X(TEX_SHADER_MISC, 1, NV_NO, NV_AT(0x066, 1), NV_AT(0x066, 1), NV_NO, 0, \
      0, 0, 0x003181ff, 0xbf318fff, 0xbf318fff, 0xbf318fff, 0) \
    X(TEX_SHADER_OP, 1, NV_NO, NV_AT(0x067, 1), NV_AT(0x067, 1), NV_NO, 0, 0, \
      0, 0xc00fffef, 0xe00fffff, 0xe00fffff, 0x000fffff, 0) \
    X(FENCE_OFFSET, 1, NV_NO, NV_AT(0x068, 1), NV_AT(0x068, 1), \
      NV_AT(0x068, 1), 0, 0, 0, 0xffffffff, 0xffffffff, 0xffffffff, \
      0xffffffff, 0xffffffff) \
    X(TEX_ZCOMP, 1, NV_NO, NV_AT(0x069, 1), NV_NO, NV_NO, 0, 0, 0, \
      0x00000007, 0x00000fff, 0, 0, 0) \
    X(UNK06A, 1, NV_NO, NV_AT(0x06a, 1), NV_AT(0x06a, 1), NV_NO, 0, 0, 0, \
      0xffffffff, 0xffffffff, 0xffffffff, 0, 0) \
    X(RC_FINAL_FACTOR, 2, NV_NO, NV_AT(0x06b, 2), NV_AT(0x06b, 2), \
      NV_AT(0x06b, 2), 0, 0, 0, 0xffffffff, 0xffffffff, 0xffffffff, \
      0xffffffff, 0xffffffff) \
    X(CLIP_HV, 2, NV_NO, NV_AT(0x06d, 2), NV_AT(0x06d, 2), NV_AT(0x06d, 2), \
      0, 0, 0, 0xffffffff, 0xffffffff, 0x1fff0fff, 0x1fff0fff, 0x1fff0fff) \
    X(TEX_WRAP, 16, NV_NO, NV_AT(0x06f, 4), NV_AT(0x120, 16), \
      NV_AT(0x120, 16), 0, 0, 0, 0x01171717, 0x01171717, 0xffff77f7, \
      0xffff77f7, 0xfffffff7) \
    X(TEX_CONTROL_A, 16, NV_AT(0x006, 2), NV_AT(0x073, 4), NV_AT(0x130, 16), \
      NV_AT(0x130, 16), 0x7fffffff, 0x7fffffff, 0x7fffffff, 0x7fffffff, \
      0x7fffffff, 0x7fffffff, 0x7fffffff, 0xffffffff) \
    X(TEX_CONTROL_B, 16, NV_AT(0x008, 2), NV_AT(0x077, 4), NV_AT(0x140, 16), \
      NV_AT(0x140, 16), 0xffff0000, 0xffff0000, 0xffff0000, 0xffff0000, \
      0xffff0000, 0xffffffff, 0xffffffff, 0x1fffffff) \
    X(TEX_CONTROL_C, 2, NV_AT(0x00a, 2), NV_AT(0x07b, 2), NV_NO, NV_NO, \
      0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff, 0, 0, 0) \
    X(TEX_FILTER, 16, NV_AT(0x00e, 2), NV_AT(0x07d, 4), NV_AT(0x150, 16), \
      NV_AT(0x150, 16), 0x77001fff, 0x77001fff, 0x77001fff, 0xff3fffff, \
      0xff3fffff, 0xff3fffff, 0xff3fffff, 0xff3fffff) \
    X(TEX_FORMAT, 16, NV_AT(0x004, 2), NV_AT(0x081, 4), NV_AT(0x110, 16), \
      NV_AT(0x110, 16), 0xffffffd6, 0xffffffd6, 0xffffffde, 0xffff7ffe, \
      0xffff7ffe, 0xffff7fce, 0xffff7fce, 0xffffffce) \
    X(TEX_RECT, 16, NV_AT(0x00c, 2), NV_AT(0x085, 4), NV_AT(0x160, 16), \
      NV_AT(0x160, 16), 0x07ff07ff, 0x07ff07ff, 0x07ff07ff, 0x1fff1fff, \
      0x1fff1fff, 0x1fff1fff, 0x1fff1fff, 0x1fff1fff) \
    X(TEX_OFFSET, 16, NV_AT(0x000, 2), NV_AT(0x089, 4), NV_AT(0x100, 16), \
      NV_AT(0x100, 16), 0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff, \
      0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff) \
    X(TEX_PALETTE, 16, NV_AT(0x002, 2), NV_AT(0x08d, 4), NV_AT(0x180, 16), \
      NV_NO, 0xffffffc1, 0xffffffc1, 0xffffffc1, 0xffffffcd, 0xffffffcd, \
      0xffffffcd, 0xffffffcd, 0) \
    X(CLIP_RECT_HORIZ, 8, NV_NO, NV_AT(0x091, 8), NV_AT(0x091, 8), \
      NV_AT(0x091, 8), 0, 0, 0, 0x0fff0fff, 0x0fff0fff, 0x0fff0fff, \
      0x0fff0fff, 0x0fff0fff) \
    X(CLIP_RECT_VERT, 8, NV_NO, NV_AT(0x099, 8), NV_AT(0x099, 8), \
      NV_AT(0x099, 8), 0, 0, 0, 0x0fff0fff, 0x0fff0fff, 0x0fff0fff, \
      0x0fff0fff, 0x0fff0fff) \
    X(Z_CONFIG, 1, NV_AT(0x036, 1), NV_AT(0x0a1, 1), NV_AT(0x0a1, 1), \
      NV_AT(0x0a1, 1), 0, 0, 0x80000046, 0x00000017, 0x00000057, 0xc00000d7, \
      0xc0000056, 0x000000ff) \
    X(CLEAR_ZETA, 1, NV_AT(0x037, 1), NV_AT(0x0a2, 1), NV_AT(0x0a2, 1), \
      NV_AT(0x0a2, 1), 0, 0, 0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff, \
      0xffffffff, 0xffffffff) \
    X(DEPTH_RANGE_FAR, 1, NV_AT(0x027, 1), NV_AT(0x0a3, 1), NV_AT(0x0a3, 1), \
      NV_AT(0x0a3, 1), 0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff, \
      0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff) \
    X(DEPTH_RANGE_NEAR, 1, NV_AT(0x026, 1), NV_AT(0x0a4, 1), NV_AT(0x0a4, 1), \
      NV_AT(0x0a4, 1), 0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff, \
      0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff) \
    X(DMA_TEX, 2, NV_NO, NV_AT(0x0a5, 2), NV_AT(0x0a5, 2), NV_AT(0x0a5, 2), \
      0, 0, 0, 0x0300ffff, 0x0300ffff, 0x0300ffff, 0x0300ffff, 0x03ffffff) \
    X(DMA_VTX, 2, NV_NO, NV_AT(0x0a7, 2), NV_AT(0x0a7, 2), NV_AT(0x0a7, 2), \
      0, 0, 0, 0x0000ffff, 0x0000ffff, 0x0000ffff, 0x0000ffff, 0x00ffffff) \
    X(POLYGON_OFFSET_UNITS, 1, NV_AT(0x025, 1), NV_AT(0x0a9, 1), \
      NV_AT(0x0a9, 1), NV_AT(0x0a9, 1), 0xffffffff, 0xffffffff, 0xffffffff, \
      0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff) \
    X(POLYGON_OFFSET_FACTOR, 1, NV_AT(0x024, 1), NV_AT(0x0aa, 1), \
      NV_AT(0x0aa, 1), NV_AT(0x0aa, 1), 0xffffffff, 0xffffffff, 0xffffffff, \
      0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff) \
    X(TEX_SHADER_CONST_EYE, 3, NV_NO, NV_AT(0x0ab, 3), NV_AT(0x0ab, 3), \
      NV_NO, 0, 0, 0, 0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff, 0) \
    X(UNK0AE, 1, NV_NO, NV_AT(0x0ae, 1), NV_NO, NV_AT(0x0ae, 1), 0, 0, 0, 0, \
      0x00000003, 0, 0, 0xffffffff) \
    X(SURF_BASE_ZCULL, 1, NV_AT(0x02d, 1), NV_AT(0x0b0, 1), NV_AT(0x0b0, 1), \
      NV_NO, 0, 0, 0x3fffffff, 0, 0x3fffffff, 0x3fffffff, 0x3fffffff, 0) \
    X(SURF_LIMIT_ZCULL, 1, NV_AT(0x02e, 1), NV_AT(0x0b1, 1), NV_AT(0x0b1, 1), \
      NV_NO, 0, 0, 0xbfffffff, 0, 0xffffffff, 0xffffffff, 0xffffffff, 0) \
    X(SURF_OFFSET_ZCULL, 1, NV_AT(0x02f, 1), NV_AT(0x0b2, 1), \
      NV_AT(0x0b2, 1), NV_NO, 0, 0, 0x3fffffff, 0, 0x3fffffff, 0x3fffffff, \
      0x3fffffff, 0) \
    X(SURF_PITCH_ZCULL, 1, NV_AT(0x030, 1), NV_AT(0x0b3, 1), NV_AT(0x0b3, 1), \
      NV_NO, 0, 0, 0x0000ffff, 0, 0x0000ffff, 0x0000ffff, 0x0000ffff, 0) \
    X(UNK0B4, 4, NV_NO, NV_AT(0x0b4, 4), NV_AT(0x0b4, 4), NV_AT(0x0b4, 4), 0, \
      0, 0, 0, 0xf8f8f8f8, 0xf8f8f8f8, 0xf8f8f8f8, 0xf8f8f8f8) \
    X(UNK0B8, 1, NV_NO, NV_AT(0x0b8, 1), NV_AT(0x0b8, 1), NV_AT(0x0b8, 1), 0, \
      0, 0, 0, 0x00000003, 0x00000003, 0x00000003, 0x00000003) \
    /* on other generations only */ \
    X(CELSIUS_MTHD_UNK3FC, 1, NV_AT(0x038, 1), NV_NO, NV_NO, NV_NO, 0, 0, \
      0xffffffff, 0, 0, 0, 0, 0) \
    X(VIEWPORT_OFFSET, 1, NV_NO, NV_NO, NV_AT(0x057, 1), NV_AT(0x057, 1), 0, \
      0, 0, 0, 0, 0x1fff1fff, 0x1fff1fff, 0x1fff1fff) \
    X(PS_OFFSET, 1, NV_NO, NV_NO, NV_AT(0x058, 1), NV_AT(0x058, 1), 0, 0, 0, \
      0, 0, 0xffffffc3, 0xffffffc3, 0xffffffc3) \
    X(UNK069, 1, NV_NO, NV_NO, NV_AT(0x069, 1), NV_AT(0x069, 1), 0, 0, 0, 0, \
      0, 0x0fffffff, 0, 0x0fffffff) \
    X(STENCIL_C, 1, NV_NO, NV_NO, NV_AT(0x087, 1), NV_AT(0x087, 1), 0, 0, 0, \
      0, 0, 0x000fffff, 0x000fffff, 0x000fffff) \
    X(STENCIL_D, 1, NV_NO, NV_NO, NV_AT(0x088, 1), NV_AT(0x088, 1), 0, 0, 0, \
      0, 0, 0x000fffff, 0x000fffff, 0x000fffff) \
    X(CLIP_PLANE_ENABLE, 1, NV_NO, NV_NO, NV_AT(0x089, 1), NV_AT(0x089, 1), \
      0, 0, 0, 0, 0, 0x00333333, 0x00333333, 0x00333333) \
    X(VIEWPORT_HV, 2, NV_NO, NV_NO, NV_AT(0x08b, 2), NV_AT(0x08b, 2), 0, 0, \
      0, 0, 0, 0x1fff0fff, 0x1fff0fff, 0x1fff0fff) \
    X(SCISSOR_HV, 2, NV_NO, NV_NO, NV_AT(0x08d, 2), NV_AT(0x08d, 2), 0, 0, 0, \
      0, 0, 0x1fff0fff, 0x1fff0fff, 0x1fff0fff) \
    X(UNK0AF, 1, NV_NO, NV_NO, NV_AT(0x0af, 1), NV_AT(0x0af, 1), 0, 0, 0, 0, \
      0, 0x00011a7f, 0, 0x00011a7f) \
    X(PRIMITIVE_RESTART_ENABLE, 1, NV_NO, NV_NO, NV_AT(0x0b9, 1), \
      NV_AT(0x0b9, 1), 0, 0, 0, 0, 0, 0x00000001, 0x00000001, 0x00000001) \
    X(PRIMITIVE_RESTART_INDEX, 1, NV_NO, NV_NO, NV_AT(0x0ba, 1), \
      NV_AT(0x0ba, 1), 0, 0, 0, 0, 0, 0xffffffff, 0xffffffff, 0xffffffff) \
    X(TXC_CYLWRAP, 1, NV_NO, NV_NO, NV_AT(0x0bb, 1), NV_AT(0x0bb, 1), 0, 0, \
      0, 0, 0, 0xffffffff, 0xffffffff, 0xffffffff) \
    X(PS_CONTROL, 1, NV_NO, NV_NO, NV_AT(0x0c4, 1), NV_AT(0x0c4, 1), 0, 0, 0, \
      0, 0, 0xf003ffff, 0xf003ffff, 0x7ff92afe) \
    X(TXC_ENABLE, 1, NV_NO, NV_NO, NV_AT(0x0c5, 1), NV_AT(0x0c5, 1), 0, 0, 0, \
      0, 0, 0x000000ff, 0x000000ff, 0x000000ff) \
    X(UNK0C6, 1, NV_NO, NV_NO, NV_AT(0x0c6, 1), NV_AT(0x0c6, 1), 0, 0, 0, 0, \
      0, 0x00000001, 0x00000001, 0x00000001) \
    X(WINDOW_CONFIG, 1, NV_NO, NV_NO, NV_AT(0x0c7, 1), NV_AT(0x0c7, 1), 0, 0, \
      0, 0, 0, 0x00003fff, 0x00003fff, 0x00003fff) \
    X(DMA_UNK0B0, 1, NV_NO, NV_NO, NV_NO, NV_AT(0x0b0, 1), 0, 0, 0, 0, 0, 0, \
      0, 0x03ffffff) \
    X(DEPTH_BOUNDS_MIN, 1, NV_NO, NV_NO, NV_AT(0x0c8, 1), \
      NV_AT(0x0c8, 1), 0, 0, 0, 0, \
      0, 0, 0, 0xffffffff) \
    X(DEPTH_BOUNDS_MAX, 1, NV_NO, NV_NO, NV_AT(0x0c9, 1), \
      NV_AT(0x0c9, 1), 0, 0, 0, 0, \
      0, 0, 0, 0xffffffff) \
    X(XF_A, 1, NV_NO, NV_NO, NV_NO, NV_AT(0x0ca, 1), 0, 0, 0, 0, 0, 0, 0, \
      0x17fffffd) \
    X(XF_LIGHT, 1, NV_NO, NV_NO, NV_NO, NV_AT(0x0cb, 1), 0, 0, 0, 0, 0, 0, 0, \
      0x0007ffff) \
    X(XF_C, 1, NV_NO, NV_NO, NV_NO, NV_AT(0x0cc, 1), 0, 0, 0, 0, 0, 0, 0, \
      0xc80003ff) \
    X(XF_ATTR_IN_MASK, 1, NV_NO, NV_NO, NV_NO, NV_AT(0x0cd, 1), 0, 0, 0, 0, \
      0, 0, 0, 0xffffffff) \
    X(XF_ATTR_OUT_MASK, 1, NV_NO, NV_NO, NV_NO, NV_AT(0x0ce, 1), 0, 0, 0, 0, \
      0, 0, 0, 0x003fffff) \
    X(TXC_CYLWRAP_B, 1, NV_NO, NV_NO, NV_NO, NV_AT(0x0cf, 1), 0, 0, 0, 0, 0, \
      0, 0, 0x000000ff) \
    X(XF_TXC, 10, NV_NO, NV_NO, NV_NO, NV_AT(0x0d0, 10), 0, 0, 0, 0, 0, 0, 0, \
      0x000f7777) \
    X(XF_OUT_MAP_MISC_A, 1, NV_NO, NV_NO, NV_NO, NV_AT(0x0da, 1), 0, 0, 0, 0, \
      0, 0, 0, 0xffffffff) \
    X(XF_OUT_MAP_MISC_B, 1, NV_NO, NV_NO, NV_NO, NV_AT(0x0db, 1), 0, 0, 0, 0, \
      0, 0, 0, 0xffffffff) \
    X(XF_OUT_MAP_TXC_A, 1, NV_NO, NV_NO, NV_NO, NV_AT(0x0dc, 1), 0, 0, 0, 0, \
      0, 0, 0, 0xffffffff) \
    X(XF_OUT_MAP_TXC_B, 1, NV_NO, NV_NO, NV_NO, NV_AT(0x0dd, 1), 0, 0, 0, 0, \
      0, 0, 0, 0x000000ff) \
    X(UNK0DE, 1, NV_NO, NV_NO, NV_NO, NV_AT(0x0de, 1), 0, 0, 0, 0, 0, 0, 0, \
      0xffffffff) \
    X(VB_ELEMENT_BASE, 1, NV_NO, NV_NO, NV_NO, NV_AT(0x0df, 1), 0, 0, 0, 0, \
      0, 0, 0, 0xffffffff) \
    X(UNK0E0, 1, NV_NO, NV_NO, NV_NO, NV_AT(0x0e0, 1), 0, 0, 0, 0, 0, 0, 0, \
      0x000100ff) \
    X(UNK0E1, 1, NV_NO, NV_NO, NV_NO, NV_AT(0x0e1, 1), 0, 0, 0, 0, 0, 0, 0, \
      0xffffffff) \
    X(UNK0E2, 1, NV_NO, NV_NO, NV_NO, NV_AT(0x0e2, 1), 0, 0, 0, 0, 0, 0, 0, \
      0xffffffff) \
    X(XF_D, 1, NV_NO, NV_NO, NV_NO, NV_AT(0x0e3, 1), 0, 0, 0, 0, 0, 0, 0, \
      0x0001ffff) \
    X(ALPHA_FUNC_REF, 1, NV_NO, NV_NO, NV_NO, NV_AT(0x0e4, 1), 0, 0, 0, 0, 0, \
      0, 0, 0x0000ffff) \
    X(UNK0E5, 1, NV_NO, NV_NO, NV_NO, NV_AT(0x0e5, 1), 0, 0, 0, 0, 0, 0, 0, \
      0xffffffff) \
    X(UNK0E6, 1, NV_NO, NV_NO, NV_NO, NV_AT(0x0e6, 1), 0, 0, 0, 0, 0, 0, 0, \
      0x01ffffff) \
    X(XF_UNK0E7, 1, NV_NO, NV_NO, NV_NO, NV_AT(0x0e7, 1), 0, 0, 0, 0, 0, 0, \
      0, 0x03ff03ff) \
    X(XF_LOAD_POS, 1, NV_NO, NV_NO, NV_NO, NV_AT(0x0e8, 1), 0, 0, 0, 0, 0, 0, \
      0, 0x0fff0fff) \
    X(UNK0E9, 4, NV_NO, NV_NO, NV_NO, NV_AT(0x0e9, 4), 0, 0, 0, 0, 0, 0, 0, \
      0xffffffff) \
    X(UNK0ED, 1, NV_NO, NV_NO, NV_NO, NV_AT(0x0ed, 1), 0, 0, 0, 0, 0, 0, 0, \
      0xffffffff) \
    X(CLIPID_RECT_HORIZ, 4, NV_NO, NV_NO, NV_NO, NV_AT(0x0f0, 4), 0, 0, 0, 0, \
      0, 0, 0, 0x1fff0fff) \
    X(CLIPID_RECT_VERT, 4, NV_NO, NV_NO, NV_NO, NV_AT(0x0f4, 4), 0, 0, 0, 0, \
      0, 0, 0, 0x1fff0fff) \
    X(COLOR_MASK, 1, NV_NO, NV_NO, NV_NO, NV_AT(0x0f8, 1), 0, 0, 0, 0, 0, 0, \
      0, 0x00ffff00) \
    X(TEX_CONTROL_D, 16, NV_NO, NV_NO, NV_NO, NV_AT(0x180, 16), 0, 0, 0, 0, \
      0, 0, 0, 0x3ff3ffff) \
    X(XF_TEX_OFFSET, 4, NV_NO, NV_NO, NV_NO, NV_AT(0x1a0, 4), 0, 0, 0, 0, 0, \
      0, 0, 0xffffffff) \
    X(XF_TEX_FORMAT, 4, NV_NO, NV_NO, NV_NO, NV_AT(0x1a4, 4), 0, 0, 0, 0, 0, \
      0, 0, 0x000fffc2) \
    X(XF_TEX_WRAP, 4, NV_NO, NV_NO, NV_NO, NV_AT(0x1a8, 4), 0, 0, 0, 0, 0, 0, \
      0, 0x00000707) \
    X(XF_TEX_CONTROL_A, 4, NV_NO, NV_NO, NV_NO, NV_AT(0x1ac, 4), 0, 0, 0, 0, \
      0, 0, 0, 0x7fffffc0) \
    X(XF_TEX_CONTROL_B, 4, NV_NO, NV_NO, NV_NO, NV_AT(0x1b0, 4), 0, 0, 0, 0, \
      0, 0, 0, 0x0003ffff) \
    X(XF_TEX_FILTER, 4, NV_NO, NV_NO, NV_NO, NV_AT(0x1b4, 4), 0, 0, 0, 0, 0, \
      0, 0, 0x00001fff) \
    X(XF_TEX_RECT, 4, NV_NO, NV_NO, NV_NO, NV_AT(0x1b8, 4), 0, 0, 0, 0, 0, 0, \
      0, 0x1fff1fff) \
    X(XF_TEX_BORDER_COLOR, 4, NV_NO, NV_NO, NV_NO, NV_AT(0x1bc, 4), 0, 0, 0, \
      0, 0, 0, 0, 0xffffffff) \
    /* no shadow register: words for stipple and shaders, triggers */ \
    X(POLYGON_STIPPLE, 32, NV_NO, NV_AT(0x100, 32), NV_AT(0x000, 32), \
      NV_AT(0x000, 32), 0, 0, 0, 0, 0, 0, 0, 0) \
    X(INVALIDATE_ZCULL, 1, NV_AT(0x03f, 1), NV_AT(0x1f9, 1), NV_AT(0x1f9, 1), \
      NV_AT(0x1f9, 1), 0, 0, 0, 0, 0, 0, 0, 0) \
    X(FENCE_WRITE_B, 1, NV_NO, NV_AT(0x1fb, 1), NV_AT(0x1fb, 1), \
      NV_AT(0x1fb, 1), 0, 0, 0, 0, 0, 0, 0, 0) \
    X(ZPASS_COUNTER_READ, 1, NV_NO, NV_AT(0x1fc, 1), NV_AT(0x1fc, 1), \
      NV_AT(0x1fc, 1), 0, 0, 0, 0, 0, 0, 0, 0) \
    X(ZPASS_COUNTER_RESET, 1, NV_NO, NV_AT(0x1fd, 1), NV_AT(0x1fd, 1), \
      NV_AT(0x1fd, 1), 0, 0, 0, 0, 0, 0, 0, 0) \
    X(CLEAR_CLIPID_TRIGGER, 1, NV_AT(0x03e, 1), NV_AT(0x1fe, 1), \
      NV_AT(0x1fe, 1), NV_AT(0x1fe, 1), 0, 0, 0, 0, 0, 0, 0, 0) \
    X(PS_PREFETCH_DATA, 8, NV_NO, NV_NO, NV_AT(0x0bc, 8), NV_AT(0x0bc, 8), 0, \
      0, 0, 0, 0, 0, 0, 0) \
    X(UNK1DC, 1, NV_NO, NV_NO, NV_AT(0x1dc, 1), NV_AT(0x1dc, 1), 0, 0, 0, 0, \
      0, 0, 0, 0) \
    X(UNK1F7, 1, NV_NO, NV_NO, NV_AT(0x1f7, 1), NV_AT(0x1f7, 1), 0, 0, 0, 0, \
      0, 0, 0, 0) \
    X(PS_PREFETCH_TRIGGER, 1, NV_NO, NV_NO, NV_AT(0x1f8, 1), NV_AT(0x1f8, 1), \
      0, 0, 0, 0, 0, 0, 0, 0) \
    X(CLEAR_ZCULL_TRIGGER, 1, NV_AT(0x03d, 1), NV_NO, NV_NO, NV_NO, 0, 0, 0, \
      0, 0, 0, 0, 0)

/*
 * Rows that came after version 1 was released, so that states without them
 * are known for what they are: Z(name, versions of the sections "pgraph",
 * "raster" and "vtx" that have it first).
 */
#define NV_BUNDLE_LATER_ROWS(Z)

/* Elements that keep other bits: Y(name, element, chip, mask). */
#define NV_BUNDLE_ODD_MASKS(Y) \
    Y(RC_OUT_COLOR, 1, NV10, 0x3803ffff) \
    Y(RC_OUT_COLOR, 1, NV15, 0x3803ffff) \
    Y(RC_OUT_COLOR, 1, NV17, 0x3803ffff) \
    Y(XF_TXC, 8, NV40, 0x000e0000) \
    Y(XF_TXC, 9, NV40, 0x000e0000)
