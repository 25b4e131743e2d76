/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Every FE register of Kelvin but the bundle shadows, one row each.  Masks of
 * writable bits were read back from real cards by public hardware tests
 * (envytools); rows with a mask of all ones are storage that drivers write.
 *
 * X(name, offset, count, stride, mask NV20, mask NV25, bits that read 1,
 *   bits a written 1 clears, read hook, write hook, CARD or CHANNEL state)
 */
#ifndef NV_PGRAPH_REGISTER_ROWS_H
#define NV_PGRAPH_REGISTER_ROWS_H

/* The chip has no such register. */
#define NV_ABSENT 0xdeadbeefu

#define NV_PGRAPH_REGISTER_ROWS(X) \
    /* debug */ \
    X(DEBUG_A, 0x080, 1, 4, 0x03ffefff, 0x07ffefff, 0x0, 0, NULL, NULL, CARD) \
    X(DEBUG_B, 0x084, 1, 4, 0x0011f7c1, 0x0011f7c1, 0x0, 0, NULL, \
      debug_b, CARD) \
    X(DEBUG_C, 0x088, 1, 4, 0xffffffff, 0xffffffff, 0x0, 0, NULL, NULL, CARD) \
    X(DEBUG_D, 0x08c, 1, 4, 0xffffd77d, 0xffffdf7d, 0x0, 0, NULL, \
      debug_d, CARD) \
    X(DEBUG_E, 0x090, 1, 4, 0xfffff3ff, 0xffffffff, 0x0, 0, NULL, NULL, CARD) \
    X(DEBUG_F, 0x094, 1, 4, 0x000000ff, NV_ABSENT, 0x0, 0, NULL, NULL, CARD) \
    X(DEBUG_G, 0x098, 1, 4, 0xffffffff, 0xffffffff, 0x0, 0, NULL, NULL, CARD) \
    X(DEBUG_FD_CHECK_SKIP, 0x09c, 1, 4, 0x00000fff, 0x00000fff, 0x0, 0, NULL, \
      NULL, CARD) \
    X(DEBUG_I, 0x0a0, 8, 4, 0xffffffff, 0xffffffff, 0x0, 0, NULL, NULL, CARD) \
    X(DEBUG_L, 0x0c0, 1, 4, NV_ABSENT, 0x00000003, 0x0, 0, NULL, NULL, CARD) \
    /* control */ \
    X(INTR, 0x100, 1, 4, 0, 0, 0x0, 0x011137d1, NULL, intr, CARD) \
    X(NSTATUS, 0x104, 1, 4, 0x07800000, 0x07800000, 0x0, 0, NULL, NULL, CARD) \
    X(NSOURCE, 0x108, 1, 4, 0, 0, 0x0, 0, NULL, NULL, CARD) \
    X(INTR_EN, 0x140, 1, 4, 0x011137d1, 0x011137d1, 0x0, 0, NULL, intr_en, \
      CARD) \
    X(CTX_CONTROL, 0x144, 1, 4, 0x11010003, 0x11010003, 0x0, 0, NULL, NULL, \
      CARD) \
    X(CTX_USER, 0x148, 1, 4, 0x9f00ff11, 0x9f00ff11, 0x0, 0, NULL, NULL, CARD) \
    X(CTX_SWITCH_A, 0x14c, 1, 4, 0x7ffff0ff, 0x7fffffff, 0x0, 0, NULL, \
      ctx_switch_a, CHANNEL) \
    X(CTX_SWITCH_B, 0x150, 1, 4, 0xffff3f03, 0xffff3f03, 0x0, 0, NULL, NULL, \
      CHANNEL) \
    X(CTX_SWITCH_C, 0x154, 1, 4, 0xffffffff, 0xffffffff, 0x0, 0, NULL, NULL, \
      CHANNEL) \
    X(CTX_SWITCH_I, 0x158, 1, 4, 0x0000ffff, 0x0000ffff, 0x0, 0, NULL, NULL, \
      CHANNEL) \
    X(CTX_SWITCH_T, 0x15c, 1, 4, 0xffffffff, 0xffffffff, 0x0, 0, NULL, NULL, \
      CHANNEL) \
    X(CTX_CACHE_A, 0x160, 8, 4, 0x7ffff0ff, 0x7fffffff, 0x0, 0, NULL, NULL, \
      CHANNEL) \
    X(CTX_CACHE_B, 0x180, 8, 4, 0xffff3f03, 0xffff3f03, 0x0, 0, NULL, NULL, \
      CHANNEL) \
    X(CTX_CACHE_C, 0x1a0, 8, 4, 0xffffffff, 0xffffffff, 0x0, 0, NULL, NULL, \
      CHANNEL) \
    X(CTX_CACHE_I, 0x1c0, 8, 4, 0x0000ffff, 0x0000ffff, 0x0, 0, NULL, NULL, \
      CHANNEL) \
    X(CTX_CACHE_T, 0x1e0, 8, 4, 0xffffffff, 0xffffffff, 0x0, 0, NULL, NULL, \
      CHANNEL) \
    X(STATUS, 0x700, 1, 4, 0, 0, 0x0, 0, NULL, NULL, CARD) \
    X(TRAP_ADDR, 0x704, 1, 4, 0, 0, 0x0, 0, NULL, NULL, CARD) \
    X(TRAP_DATA, 0x708, 2, 4, 0, 0, 0x0, 0, NULL, NULL, CARD) \
    X(NOTIFY, 0x718, 1, 4, 0x73110101, 0x73110101, 0x0, 0, NULL, NULL, \
      CHANNEL) \
    X(INCREMENT, 0x71c, 1, 4, 0, 0, 0x0, 0, NULL, increment, CARD) \
    X(FIFO_ENABLE, 0x720, 1, 4, 0x1, 0x1, 0x0, 0, NULL, fifo_enable, CARD) \
    X(RDI_INDEX, 0x750, 1, 4, 0x01ff1ffc, 0x03ff1ffc, 0x0, 0, NULL, NULL, \
      CARD) \
    X(RDI_DATA, 0x754, 1, 4, 0, 0, 0x0, 0, rdi_data_read, rdi_data, CARD) \
    X(FIFO_PTR, 0x760, 1, 4, 0x000000ff, 0x000000ff, 0x0, 0, NULL, NULL, CARD) \
    X(FIFO_MTHD_ST2, 0x764, 1, 4, 0x7ff71ffc, 0x7ff71ffc, 0x0, 0, NULL, \
      fifo_mthd_st2, CARD) \
    X(FIFO_DATA_ST2, 0x768, 2, 4, 0xffffffff, 0xffffffff, 0x0, 0, NULL, NULL, \
      CARD) \
    X(STATE3D, 0x77c, 1, 4, 0x0100ffff, 0x0100ffff, 0x0, 0, NULL, NULL, CARD) \
    X(CTX_TABLE, 0x780, 1, 4, 0x0000ffff, 0x0000ffff, 0x0, 0, NULL, NULL, \
      CARD) \
    X(CTX_POINTER, 0x784, 1, 4, 0x0000ffff, 0x0000ffff, 0x0, 0, NULL, NULL, \
      CARD) \
    X(CTX_TRIGGER, 0x788, 1, 4, 0, 0, 0x0, 0, NULL, ctx_trigger, CARD) \
    X(FIFO_MTHD, 0x7a0, 8, 4, 0x00371ffc, 0x00371ffc, 0x0, 0, NULL, NULL, \
      CARD) \
    X(FIFO_DATA, 0x7c0, 8, 4, 0xffffffff, 0xffffffff, 0x0, 0, NULL, NULL, \
      CARD) \
    X(FIFO_DATA_HIGH, 0x7e0, 8, 4, 0xffffffff, 0xffffffff, 0x0, 0, NULL, \
      NULL, CARD) \
    /* vstate */ \
    X(VTX_X, 0x400, 10, 4, 0xffffffff, 0xffffffff, 0x0, 0, NULL, vertex, \
      CHANNEL) \
    X(VTX_Y, 0x480, 10, 4, 0xffffffff, 0xffffffff, 0x0, 0, NULL, vertex, \
      CHANNEL) \
    X(XY_D, 0x500, 2, 4, 0x300000ff, 0x300000ff, 0x0, 0, NULL, NULL, CHANNEL) \
    X(VALID, 0x508, 1, 4, 0xf07fffff, 0xf07fffff, 0x0, 0, NULL, NULL, CHANNEL) \
    X(MISC32, 0x50c, 2, 112, 0xffffffff, 0xffffffff, 0x0, 0, NULL, misc32, \
      CHANNEL) \
    X(MISC24, 0x510, 2, 96, 0x00ffffff, 0x00ffffff, 0x0, 0, NULL, NULL, \
      CHANNEL) \
    X(XY_A, 0x514, 1, 4, 0xf113ffff, 0xf113ffff, 0x0, 0, NULL, NULL, CHANNEL) \
    X(XY_B, 0x518, 2, 4, 0x00111031, 0x00111031, 0x0, 0, NULL, NULL, CHANNEL) \
    X(XY_C, 0x520, 1, 4, 0x7f7f1111, 0x7f7f1111, 0x0, 0, NULL, NULL, CHANNEL) \
    X(XY_CLIP, 0x524, 4, 4, 0xffffffff, 0xffffffff, 0x0, 0, NULL, NULL, \
      CHANNEL) \
    X(ICLIP, 0x534, 2, 4, 0x0003ffff, 0x0003ffff, 0x0, 0, NULL, iclip, \
      CARD) \
    X(UCLIP, 0x53c, 4, 4, 0, 0, 0x0, 0, NULL, uclip, CARD) \
    X(XY_UNK54C, 0x54c, 5, 4, 0xffffffff, 0xffffffff, 0x0, 0, NULL, NULL, \
      CARD) \
    X(OCLIP, 0x560, 4, 4, 0, 0, 0x0, 0, NULL, uclip, CARD) \
    X(MISC24_2, 0x574, 1, 4, 0x00ffffff, 0x00ffffff, 0x0, 0, NULL, NULL, \
      CHANNEL) \
    X(MISC32_2, 0x580, 2, 4, 0xffffffff, 0xffffffff, 0x0, 0, NULL, NULL, \
      CHANNEL) \
    X(TFC_UNK588, 0x588, 1, 4, 0x0000ffff, 0x0000ffff, 0x0, 0, NULL, NULL, \
      CHANNEL) \
    X(TFC_UNK58C, 0x58c, 1, 4, 0x0001ffff, 0x0001ffff, 0x0, 0, NULL, NULL, \
      CHANNEL) \
    X(DMA_PITCH, 0x770, 1, 4, 0xffffffff, 0xffffffff, 0x0, 0, NULL, NULL, \
      CHANNEL) \
    X(DVD_FORMAT, 0x774, 1, 4, 0x0000033f, 0x0000033f, 0x0, 0, NULL, NULL, \
      CHANNEL) \
    X(SIFM_MODE, 0x778, 1, 4, 0x01030000, 0x01030000, 0x0, 0, NULL, NULL, \
      CHANNEL) \
    /* canvas */ \
    X(UNK600, 0x600, 32, 4, 0xffffffff, 0xffffffff, 0x0, 0, NULL, NULL, CARD) \
    X(SURF_TYPE, 0x710, 1, 4, 0x77777733, 0x77777773, 0x0, 0, NULL, surface, \
      CHANNEL) \
    X(CTX_VALID, 0x714, 1, 4, 0x0f731f3f, 0x0f733f7f, 0x0, 0, NULL, surface, \
      CHANNEL) \
    X(SURF_FORMAT, 0x724, 1, 4, 0x00ffffff, 0x00ffffff, 0x0, 0, NULL, \
      surface, CHANNEL) \
    X(SURF_UNK800, 0x800, 1, 4, 0xfff31f1f, 0xfff31f1f, 0x0, 0, NULL, NULL, \
      CHANNEL) \
    X(SURF_UNK80C, 0x80c, 1, 4, 0xfffffffc, 0xfffffffc, 0x0, 0, NULL, NULL, \
      CHANNEL) \
    X(SURF_UNK810, 0x810, 1, 4, 0xfffffffc, 0xfffffffc, 0x0, 0, NULL, NULL, \
      CHANNEL) \
    X(SURF_SWIZZLE, 0x818, 2, 4, 0x0f0f0000, 0x0f0f0000, 0x0, 0, NULL, \
      surface, CHANNEL) \
    X(SURF_OFFSET, 0x820, 6, 4, 0x3fffffc0, 0x3fffffc0, 0x0, 0, NULL, \
      surf_offset, CHANNEL) \
    X(SURF_BASE, 0x838, 6, 4, 0x3fffffc0, 0x3fffffc0, 0x0, 0, NULL, \
      surf_base, CHANNEL) \
    X(SURF_PITCH, 0x850, 5, 4, 0x0000ffc0, 0x0000ffc0, 0x0, 0, NULL, \
      surf_pitch, CHANNEL) \
    X(SURF_LIMIT, 0x864, 6, 4, 0xbfffffc0, 0xbfffffc0, 0x3f, 0, NULL, \
      surface, CHANNEL) \
    X(SURF_OFFSET_6, 0x880, 1, 4, NV_ABSENT, 0x3fffffc0, 0x0, 0, NULL, \
      surf_offset, CHANNEL) \
    X(SURF_UNK880, 0x880, 1, 4, 0xffffffff, NV_ABSENT, 0x0, 0, NULL, NULL, \
      CARD) \
    X(SURF_BASE_6, 0x884, 1, 4, NV_ABSENT, 0x3fffffc0, 0x0, 0, NULL, \
      surf_base, CHANNEL) \
    X(SURF_PITCH_6, 0x888, 1, 4, NV_ABSENT, 0x0000ffc0, 0x0, 0, NULL, \
      surf_pitch, CHANNEL) \
    X(SURF_UNK888, 0x888, 1, 4, 0x0000003f, NV_ABSENT, 0x0, 0, NULL, NULL, \
      CARD) \
    X(SURF_LIMIT_6, 0x88c, 1, 4, NV_ABSENT, 0xbfffffc0, 0x3f, 0, NULL, NULL, \
      CHANNEL) \
    X(SURF_UNK890, 0x890, 1, 4, NV_ABSENT, 0xffffffff, 0x0, 0, NULL, NULL, \
      CARD) \
    X(UNK890, 0x890, 1, 4, 0xffffffff, NV_ABSENT, 0x0, 0, NULL, NULL, CARD) \
    X(SURF_UNK898, 0x898, 1, 4, NV_ABSENT, 0x0000007f, 0x0, 0, NULL, NULL, \
      CHANNEL) \
    X(SURF_UNK89C, 0x89c, 1, 4, NV_ABSENT, 0x0fffffff, 0x0, 0, NULL, NULL, \
      CHANNEL) \
    X(UNK8A0, 0x8a0, 24, 4, 0xffffffff, 0xffffffff, 0x0, 0, NULL, NULL, CARD) \
    X(TILE, 0x900, 32, 4, 0xffffffff, 0xffffffff, 0x0, 0, NULL, NULL, CARD) \
    X(TILE_ZCOMP, 0x980, 8, 4, 0xffffffff, 0xffffffff, 0x0, 0, NULL, NULL, \
      CARD) \
    X(PFB_CFG, 0x9a0, 24, 4, 0xffffffff, 0xffffffff, 0x0, 0, NULL, NULL, CARD) \
    /* rop */ \
    X(BITMAP_COLOR, 0x814, 1, 4, 0xffffffff, 0xffffffff, 0x0, 0, NULL, \
      bitmap_color, CHANNEL) \
    X(CHROMA, 0x87c, 1, 4, 0xffffffff, 0xffffffff, 0x0, 0, NULL, NULL, \
      CHANNEL) \
    X(PATTERN_COLOR, 0xa00, 64, 4, 0x00ffffff, 0x00ffffff, 0x0, 0, NULL, \
      NULL, CHANNEL) \
    X(ROP, 0xb00, 1, 4, 0x000000ff, 0x000000ff, 0x0, 0, NULL, NULL, CHANNEL) \
    X(BETA, 0xb04, 1, 4, 0x7f800000, 0x7f800000, 0x0, 0, NULL, NULL, CHANNEL) \
    X(BETA4, 0xb08, 1, 4, 0xffffffff, 0xffffffff, 0x0, 0, NULL, NULL, CHANNEL) \
    X(CTX_FORMAT, 0xb0c, 1, 4, 0x3f3f3f3f, 0x3f3f3f3f, 0x0, 0, NULL, NULL, \
      CHANNEL) \
    X(PATTERN_MONO_COLOR, 0xb10, 2, 4, 0xffffffff, 0xffffffff, 0x0, 0, NULL, \
      NULL, CHANNEL) \
    X(PATTERN_MONO_BITMAP, 0xb18, 2, 4, 0xffffffff, 0xffffffff, 0x0, 0, NULL, \
      NULL, CHANNEL) \
    X(PATTERN_CONFIG, 0xb20, 1, 4, 0x00000013, 0x00000013, 0x0, 0, NULL, \
      NULL, CHANNEL) \
    X(UNKB24, 0xb24, 55, 4, 0xffffffff, 0xffffffff, 0x0, 0, NULL, NULL, CARD) \
    /* fe3d */ \
    X(PIPE_ADDRESS, 0xf50, 1, 4, 0x0001fffc, 0x0001fffc, 0x0, 0, NULL, NULL, \
      CARD) \
    X(PIPE_DATA, 0xf54, 1, 4, 0, 0, 0x0, 0, NULL, pipe_data, CARD) \
    X(FE3D_MISC, 0xf5c, 1, 4, 0x01ffbffd, 0x01ffbffd, 0x0, 0, NULL, NULL, \
      CHANNEL) \
    X(FE3D_STATE_CURVE, 0xf60, 1, 4, 0xf3fff3ff, 0xf3fff3ff, 0x0, 0, NULL, \
      NULL, CHANNEL) \
    X(FE3D_STATE_SWATCH, 0xf64, 1, 4, 0x07ffffff, 0x07ffffff, 0x0, 0, NULL, \
      NULL, CHANNEL) \
    X(FE3D_STATE_TRANSITION, 0xf68, 1, 4, 0xff000077, 0xff000077, 0x0, 0, \
      NULL, NULL, CHANNEL) \
    X(FE3D_EMU_MATERIAL_FACTOR_RGB, 0xf6c, 3, 4, 0xffffffff, 0xffffffff, 0x0, \
      0, NULL, NULL, CHANNEL) \
    X(FE3D_EMU_LIGHT_MODEL_AMBIENT, 0xf78, 3, 4, 0xffffffff, 0xffffffff, 0x0, \
      0, NULL, NULL, CHANNEL) \
    X(FE3D_DMA_STATE, 0xf84, 1, 4, 0x0000ffff, 0x0000ffff, 0x0, 0, NULL, \
      NULL, CHANNEL) \
    X(FE3D_SHADOW_BEGIN_PATCH_A, 0xf90, 1, 4, 0xffffffff, 0xffffffff, 0x0, 0, \
      NULL, NULL, CHANNEL) \
    X(FE3D_SHADOW_BEGIN_PATCH_B, 0xf94, 1, 4, 0xffffffff, 0xffffffff, 0x0, 0, \
      NULL, NULL, CHANNEL) \
    X(FE3D_SHADOW_BEGIN_PATCH_C, 0xf98, 1, 4, 0x7fffffff, 0x7fffffff, 0x0, 0, \
      NULL, NULL, CHANNEL) \
    X(FE3D_SHADOW_BEGIN_PATCH_D, 0xf9c, 1, 4, 0x0001c03f, 0x0001c03f, 0x0, 0, \
      NULL, NULL, CHANNEL) \
    X(FE3D_SHADOW_CURVE, 0xfa0, 1, 4, 0x00000007, 0x00000007, 0x0, 0, NULL, \
      NULL, CHANNEL) \
    X(FE3D_SHADOW_BEGIN_TRANSITION_A, 0xfa4, 1, 4, 0xffffffff, 0xffffffff, \
      0x0, 0, NULL, NULL, CHANNEL) \
    X(FE3D_SHADOW_BEGIN_TRANSITION_B, 0xfa8, 1, 4, 0xffffffff, 0xffffffff, \
      0x0, 0, NULL, NULL, CHANNEL) \
    X(XF_MODE_B, 0xfb4, 1, 4, 0xfffcffff, 0xfffcffff, 0x0, 0, NULL, xf_mode, \
      CHANNEL) \
    X(XF_MODE_A, 0xfb8, 1, 4, 0xffffffff, 0xffffffff, 0x0, 0, NULL, xf_mode, \
      CHANNEL) \
    X(XF_MODE_T, 0xfbc, 2, 4, 0xfff7fff7, 0xfff7fff7, 0x0, 0, NULL, xf_mode, \
      CHANNEL) \
    X(FE3D_XF_LOAD_POS, 0xfc4, 1, 4, 0x0000ffff, 0x0000ffff, 0x0, 0, NULL, \
      NULL, CHANNEL) \
    /* dma */ \
    X(DMA_OFFSET, 0x1000, 2, 4, 0xffffffff, 0xffffffff, 0x0, 0, NULL, NULL, \
      CHANNEL) \
    X(DMA_LENGTH, 0x1008, 1, 4, 0x003fffff, 0x003fffff, 0x0, 0, NULL, NULL, \
      CHANNEL) \
    X(DMA_MISC, 0x100c, 1, 4, 0x0077ffff, 0x0077ffff, 0x0, 0, NULL, NULL, \
      CHANNEL) \
    X(DMA_UNK20, 0x1020, 2, 4, 0xffffffff, 0xffffffff, 0x0, 0, NULL, NULL, \
      CHANNEL) \
    X(DMA_UNK38, 0x1038, 1, 4, 0xffffffff, 0xffffffff, 0x0, 0, NULL, NULL, \
      CHANNEL) \
    X(DMA_ENG_INST, 0x1040, 2, 64, 0x0000ffff, 0x0000ffff, 0x0, 0, NULL, \
      NULL, CHANNEL) \
    X(DMA_ENG_FLAGS, 0x1044, 2, 64, 0xfff33000, 0xfff33000, 0x0, 0, NULL, \
      NULL, CHANNEL) \
    X(DMA_ENG_LIMIT, 0x1048, 2, 64, 0xffffffff, 0xffffffff, 0x0, 0, NULL, \
      NULL, CHANNEL) \
    X(DMA_ENG_PTE, 0x104c, 2, 64, 0xfffff002, 0xfffff002, 0x0, 0, NULL, NULL, \
      CHANNEL) \
    X(DMA_ENG_PTE_TAG, 0x1050, 2, 64, 0xfffff000, 0xfffff000, 0x0, 0, NULL, \
      NULL, CHANNEL) \
    X(DMA_ENG_ADDR_VIRT_ADJ, 0x1054, 2, 64, 0xffffffff, 0xffffffff, 0x0, 0, \
      NULL, NULL, CHANNEL) \
    X(DMA_ENG_ADDR_PHYS, 0x1058, 2, 64, 0xffffffff, 0xffffffff, 0x0, 0, NULL, \
      NULL, CHANNEL) \
    X(DMA_ENG_BYTES, 0x105c, 2, 64, 0x01ffffff, 0x01ffffff, 0x0, 0, NULL, \
      NULL, CHANNEL) \
    X(DMA_ENG_LINES, 0x1060, 2, 64, 0x000007ff, 0x000007ff, 0x0, 0, NULL, \
      NULL, CHANNEL)

#endif
