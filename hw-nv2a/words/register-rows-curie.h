/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Every FE register of Curie but the bundle shadows, one row each.  Masks and
 * places were read back from real cards by public hardware tests (envytools);
 * CTXCTL rows and what is UNK or TILE is from drivers (doc).
 *
 * X(name, its first element here, offset, count, stride, mask NV40,
 *   bits that read 1, bits a written 1 clears, read hook, write hook,
 *   CARD or CHANNEL state)
 */
#ifndef NV_PGRAPH_REGISTER_ROWS_CURIE_H
#define NV_PGRAPH_REGISTER_ROWS_CURIE_H

/* Names that no generation before has, and how many words they need. */
#define NV_PGRAPH_SLOTS_CURIE(Z) \
    Z(DEBUG_K, 1) Z(CTX_SWITCH_D, 1) Z(CTX_CACHE_D, 8) Z(SRC2D_DMA, 1) \
    Z(SRC2D_PITCH, 1) Z(SRC2D_OFFSET, 1) Z(SURF_UNK9B0, 4) \
    Z(SURF_OFFSET_7, 1) Z(SURF_BASE_7, 1) Z(SURF_PITCH_7, 1) \
    Z(SURF_LIMIT_7, 1) Z(SURF_OFFSET_8, 1) Z(SURF_BASE_8, 1) \
    Z(SURF_PITCH_8, 1) Z(SURF_LIMIT_8, 1) \
    Z(CTXCTL_STATUS, 1) Z(CTXCTL_CONTROL, 1) Z(CTXCTL_PC, 1) \
    Z(CTXCTL_FLAGS, 2) Z(CTXCTL_HW_FLAGS, 1) Z(CTXCTL_SCRATCH, 1) \
    Z(CTXCTL_CODE_INDEX, 1) Z(CTXCTL_CODE, 1) Z(CTXCTL_CURRENT, 1) \
    Z(CTXCTL_NEXT, 1) Z(CTXCTL_UNK338, 1)

#define NV_PGRAPH_REGISTER_ROWS_CURIE(X) \
    /* debug */ \
    X(DEBUG_A, 0, 0x080, 1, 4, 0x00000107, 0, 0, NULL, NULL, CARD) \
    X(DEBUG_B, 0, 0x084, 1, 4, 0x7010c7c1, 0, 0, NULL, debug_b, CARD) \
    X(DEBUG_C, 0, 0x088, 1, 4, 0xffffffff, 0, 0, NULL, NULL, CARD) \
    X(DEBUG_D, 0, 0x08c, 1, 4, 0xe1fad155, 0, 0, NULL, debug_d, CARD) \
    X(DEBUG_E, 0, 0x090, 1, 4, 0x33ffffff, 0, 0, NULL, NULL, CARD) \
    X(DEBUG_I, 0, 0x0a0, 1, 4, 0xffffffff, 0, 0, NULL, NULL, CARD) \
    X(DEBUG_J, 0, 0x0a4, 1, 4, 0x0000000f, 0, 0, NULL, NULL, CARD) \
    X(DEBUG_K, 0, 0x0b0, 1, 4, 0x0000003f, 0, 0, NULL, NULL, CARD) \
    X(DEBUG_L, 0, 0x0c0, 1, 4, 0x00000006, 0, 0, NULL, NULL, CARD) \
    /* control */ \
    X(INTR, 0, 0x100, 1, 4, 0, 0, 0x03111fd1, NULL, intr, CARD) \
    X(NSTATUS, 0, 0x104, 1, 4, 0x07800000, 0, 0, NULL, NULL, CARD) \
    X(NSOURCE, 0, 0x108, 1, 4, 0, 0, 0, NULL, NULL, CARD) \
    X(INTR_EN, 0, 0x13c, 1, 4, 0x03111fd1, 0, 0, NULL, intr_en, CARD) \
    X(CTX_USER, 0, 0x144, 1, 4, 0x8000e001, 0, 0, NULL, NULL, CARD) \
    X(CTX_SWITCH_A, 0, 0x148, 1, 4, 0xffffffff, 0, 0, NULL, \
      curie_ctx_switch_a, CHANNEL) \
    X(CTX_SWITCH_B, 0, 0x14c, 1, 4, 0xffffffff, 0, 0, NULL, NULL, CHANNEL) \
    X(CTX_SWITCH_C, 0, 0x150, 1, 4, 0x07ffffff, 0, 0, NULL, \
      curie_ctx_switch_c, CHANNEL) \
    X(CTX_SWITCH_D, 0, 0x154, 1, 4, 0x00ffffff, 0, 0, NULL, NULL, CHANNEL) \
    X(CTX_SWITCH_I, 0, 0x158, 1, 4, 0x00ffffff, 0, 0, NULL, NULL, CHANNEL) \
    X(CTX_SWITCH_T, 0, 0x15c, 1, 4, 0xffffffff, 0, 0, NULL, NULL, CHANNEL) \
    X(CTX_CACHE_A, 0, 0x160, 8, 4, 0xffffffff, 0, 0, NULL, NULL, CHANNEL) \
    X(CTX_CACHE_B, 0, 0x180, 8, 4, 0xffffffff, 0, 0, NULL, NULL, CHANNEL) \
    X(CTX_CACHE_C, 0, 0x1a0, 8, 4, 0xffffffff, 0, 0, NULL, NULL, CHANNEL) \
    X(CTX_CACHE_D, 0, 0x1c0, 8, 4, 0xffffffff, 0, 0, NULL, NULL, CHANNEL) \
    X(CTX_CACHE_I, 0, 0x1e0, 8, 4, 0x00ffffff, 0, 0, NULL, NULL, CHANNEL) \
    X(CTX_CACHE_T, 0, 0x200, 8, 4, 0xffffffff, 0, 0, NULL, NULL, CHANNEL) \
    X(SRC2D_DMA, 0, 0x220, 1, 4, 0x00ffffff, 0, 0, NULL, NULL, CHANNEL) \
    X(SRC2D_PITCH, 0, 0x224, 1, 4, 0x0000ffff, 0, 0, NULL, NULL, CHANNEL) \
    X(SRC2D_OFFSET, 0, 0x228, 1, 4, 0xffffffff, 0, 0, NULL, NULL, CHANNEL) \
    X(CTXCTL_STATUS, 0, 0x300, 1, 4, 0, 0x0000000e, 0, NULL, NULL, CARD) \
    X(CTXCTL_CONTROL, 0, 0x304, 1, 4, 0, 0, 0, NULL, ctxctl_control, CARD) \
    X(CTXCTL_PC, 0, 0x308, 1, 4, 0, 0, 0, NULL, NULL, CARD) \
    X(CTXCTL_FLAGS, 0, 0x310, 2, 4, 0x0000ffff, 0, 0, NULL, NULL, CARD) \
    X(CTXCTL_HW_FLAGS, 0, 0x318, 1, 4, 0, 0, 0, NULL, NULL, CARD) \
    X(CTXCTL_SCRATCH, 0, 0x31c, 1, 4, 0xffffffff, 0, 0, NULL, NULL, CARD) \
    X(CTXCTL_CODE_INDEX, 0, 0x324, 1, 4, 0x000000ff, 0, 0, NULL, NULL, CARD) \
    X(CTXCTL_CODE, 0, 0x328, 1, 4, 0, 0, 0, NULL, ctxctl_code, CARD) \
    X(CTXCTL_CURRENT, 0, 0x32c, 1, 4, 0x01ffffff, 0, 0, NULL, NULL, CARD) \
    X(CTXCTL_NEXT, 0, 0x330, 1, 4, 0x01ffffff, 0, 0, NULL, NULL, CARD) \
    X(CTXCTL_UNK338, 0, 0x338, 1, 4, 0xffffffff, 0, 0, NULL, NULL, CARD) \
    X(STATUS, 0, 0x700, 1, 4, 0, 0, 0, NULL, NULL, CARD) \
    X(TRAP_ADDR, 0, 0x704, 1, 4, 0, 0, 0, NULL, NULL, CARD) \
    X(TRAP_DATA, 0, 0x708, 2, 4, 0, 0, 0, NULL, NULL, CARD) \
    X(NOTIFY, 0, 0x718, 1, 4, 0x73110101, 0, 0, NULL, NULL, CHANNEL) \
    X(INCREMENT, 0, 0x71c, 1, 4, 0, 0, 0, NULL, increment, CARD) \
    X(FIFO_ENABLE, 0, 0x720, 1, 4, 0x00000001, 0, 0, NULL, fifo_enable, CARD) \
    X(FIFO_PTR, 0, 0x760, 1, 4, 0x000000ff, 0, 0, NULL, NULL, CARD) \
    X(FIFO_MTHD_ST2, 0, 0x764, 1, 4, 0x46071ffc, 0, 0, NULL, fifo_mthd_st2, \
      CARD) \
    X(FIFO_DATA_ST2, 0, 0x768, 2, 4, 0xffffffff, 0, 0, NULL, NULL, CARD) \
    X(CTX_POINTER, 0, 0x784, 1, 4, 0x00ffffff, 0, 0, NULL, NULL, CARD) \
    X(FIFO_MTHD, 0, 0x7a0, 8, 4, 0x00371ffc, 0, 0, NULL, NULL, CARD) \
    X(FIFO_DATA, 0, 0x7c0, 8, 4, 0xffffffff, 0, 0, NULL, NULL, CARD) \
    X(FIFO_DATA_HIGH, 0, 0x7e0, 8, 4, 0xffffffff, 0, 0, NULL, NULL, CARD) \
    /* vstate */ \
    X(VTX_X, 0, 0x400, 10, 4, 0xffffffff, 0, 0, NULL, vertex, CHANNEL) \
    X(VTX_Y, 0, 0x480, 10, 4, 0xffffffff, 0, 0, NULL, vertex, CHANNEL) \
    X(XY_D, 0, 0x500, 2, 4, 0x300000ff, 0, 0, NULL, NULL, CHANNEL) \
    X(VALID, 0, 0x508, 1, 4, 0xf07fffff, 0, 0, NULL, NULL, CHANNEL) \
    X(MISC32, 0, 0x50c, 2, 112, 0xffffffff, 0, 0, NULL, misc32, CHANNEL) \
    X(MISC24, 0, 0x510, 2, 96, 0x00ffffff, 0, 0, NULL, NULL, CHANNEL) \
    X(XY_A, 0, 0x514, 1, 4, 0xf117ffff, 0, 0, NULL, xy_a, CHANNEL) \
    X(XY_B, 0, 0x518, 2, 4, 0x00111031, 0, 0, NULL, NULL, CHANNEL) \
    X(XY_C, 0, 0x520, 1, 4, 0x7f7f1111, 0, 0, NULL, NULL, CHANNEL) \
    X(XY_CLIP, 0, 0x524, 4, 4, 0xffffffff, 0, 0, NULL, NULL, CHANNEL) \
    X(ICLIP, 0, 0x534, 2, 4, 0x0003ffff, 0, 0, NULL, iclip, CARD) \
    X(UCLIP, 0, 0x53c, 4, 4, 0, 0, 0, NULL, uclip, CARD) \
    X(XY_UNK54C, 0, 0x54c, 5, 4, 0xffffffff, 0, 0, NULL, NULL, CARD) \
    X(OCLIP, 0, 0x560, 4, 4, 0, 0, 0, NULL, uclip, CARD) \
    X(MISC24_2, 0, 0x574, 1, 4, 0x00ffffff, 0, 0, NULL, NULL, CHANNEL) \
    X(MISC32_2, 0, 0x580, 2, 4, 0xffffffff, 0, 0, NULL, NULL, CHANNEL) \
    X(TFC_UNK588, 0, 0x588, 1, 4, 0x0000ffff, 0, 0, NULL, NULL, CHANNEL) \
    X(TFC_UNK58C, 0, 0x58c, 1, 4, 0x0001ffff, 0, 0, NULL, NULL, CHANNEL) \
    X(DMA_PITCH, 0, 0x770, 1, 4, 0xffffffff, 0, 0, NULL, NULL, CHANNEL) \
    X(DVD_FORMAT, 0, 0x774, 1, 4, 0x0000033f, 0, 0, NULL, NULL, CHANNEL) \
    X(SIFM_MODE, 0, 0x778, 1, 4, 0x01030000, 0, 0, NULL, NULL, CHANNEL) \
    /* canvas */ \
    X(UNK600, 0, 0x600, 32, 4, 0xffffffff, 0, 0, NULL, NULL, CARD) \
    X(SURF_TYPE, 0, 0x710, 1, 4, 0x77777773, 0, 0, NULL, surface, CHANNEL) \
    X(CTX_VALID, 0, 0x714, 1, 4, 0x0f77ffff, 0, 0, NULL, surface, CHANNEL) \
    X(SURF_FORMAT, 0, 0x724, 1, 4, 0x3fffffff, 0, 0, NULL, surface, CHANNEL) \
    X(SURF_UNK800, 0, 0x800, 1, 4, 0xf1ffdf1f, 0, 0, NULL, NULL, CHANNEL) \
    X(SURF_UNK80C, 0, 0x80c, 1, 4, 0xffffffff, 0, 0, NULL, NULL, CHANNEL) \
    X(SURF_UNK810, 0, 0x810, 1, 4, 0xffffffff, 0, 0, NULL, NULL, CHANNEL) \
    X(SURF_SWIZZLE, 0, 0x818, 2, 4, 0x0f0f0000, 0, 0, NULL, surface, CHANNEL) \
    X(SURF_OFFSET, 0, 0x820, 1, 4, 0x3fffffc0, 0, 0, NULL, surf_offset, \
      CHANNEL) \
    X(SURF_OFFSET, 2, 0x828, 4, 4, 0x3fffffc0, 0, 0, NULL, surf_offset, \
      CHANNEL) \
    X(SURF_BASE, 0, 0x838, 1, 4, 0x3fffffc0, 0, 0, NULL, surf_base, CHANNEL) \
    X(SURF_BASE, 2, 0x840, 4, 4, 0x3fffffc0, 0, 0, NULL, surf_base, CHANNEL) \
    X(SURF_PITCH, 0, 0x850, 1, 4, 0x0001ffc0, 0, 0, NULL, surf_pitch, \
      CHANNEL) \
    X(SURF_PITCH, 2, 0x858, 3, 4, 0x0001ffc0, 0, 0, NULL, surf_pitch, \
      CHANNEL) \
    X(SURF_LIMIT, 0, 0x864, 1, 4, 0xbfffffc0, 0x0000003f, 0, NULL, surface, \
      CHANNEL) \
    X(SURF_LIMIT, 2, 0x86c, 4, 4, 0xbfffffc0, 0x0000003f, 0, NULL, surface, \
      CHANNEL) \
    X(SURF_OFFSET_6, 0, 0x880, 1, 4, 0x3fffffc0, 0, 0, NULL, surf_offset, \
      CHANNEL) \
    X(SURF_BASE_6, 0, 0x884, 1, 4, 0x3fffffc0, 0, 0, NULL, surf_base, \
      CHANNEL) \
    X(SURF_PITCH_6, 0, 0x888, 1, 4, 0x0001ffc0, 0, 0, NULL, surf_pitch, \
      CHANNEL) \
    X(SURF_LIMIT_6, 0, 0x88c, 1, 4, 0xbfffffc0, 0x0000003f, 0, NULL, NULL, \
      CHANNEL) \
    X(UNK8A0, 0, 0x8a0, 24, 4, 0xffffffff, 0, 0, NULL, NULL, CARD) \
    X(TILE, 0, 0x900, 32, 4, 0xffffffff, 0, 0, NULL, NULL, CARD) \
    X(TILE_ZCOMP, 0, 0x980, 8, 4, 0xffffffff, 0, 0, NULL, NULL, CARD) \
    X(PFB_CFG, 0, 0x9a0, 4, 4, 0xffffffff, 0, 0, NULL, NULL, CARD) \
    X(SURF_UNK9B0, 0, 0x9b0, 4, 4, 0xffffffff, 0, 0, NULL, NULL, CARD) \
    X(SURF_OFFSET_7, 0, 0x9c0, 1, 4, 0x3fffffc0, 0, 0, NULL, surf_offset, \
      CHANNEL) \
    X(SURF_BASE_7, 0, 0x9c4, 1, 4, 0x3fffffc0, 0, 0, NULL, surf_base, \
      CHANNEL) \
    X(SURF_PITCH_7, 0, 0x9c8, 1, 4, 0x0001ffc0, 0, 0, NULL, surf_pitch, \
      CHANNEL) \
    X(SURF_LIMIT_7, 0, 0x9cc, 1, 4, 0xbfffffc0, 0x0000003f, 0, NULL, surface, \
      CHANNEL) \
    X(SURF_OFFSET_8, 0, 0x9d0, 1, 4, 0x3fffffc0, 0, 0, NULL, surf_offset, \
      CHANNEL) \
    X(SURF_BASE_8, 0, 0x9d4, 1, 4, 0x3fffffc0, 0, 0, NULL, surf_base, \
      CHANNEL) \
    X(SURF_PITCH_8, 0, 0x9d8, 1, 4, 0x0001ffc0, 0, 0, NULL, surf_pitch, \
      CHANNEL) \
    X(SURF_LIMIT_8, 0, 0x9dc, 1, 4, 0xbfffffc0, 0x0000003f, 0, NULL, surface, \
      CHANNEL) \
    X(PFB_CFG, 16, 0x9e0, 8, 4, 0xffffffff, 0, 0, NULL, NULL, CARD) \
    /* rop */ \
    X(BITMAP_COLOR, 0, 0x814, 1, 4, 0xffffffff, 0, 0, NULL, bitmap_color, \
      CHANNEL) \
    X(CHROMA, 0, 0x87c, 1, 4, 0xffffffff, 0, 0, NULL, NULL, CHANNEL) \
    X(PATTERN_COLOR, 0, 0xa00, 64, 4, 0x00ffffff, 0, 0, NULL, NULL, CHANNEL) \
    X(ROP, 0, 0xb00, 1, 4, 0x000000ff, 0, 0, NULL, NULL, CHANNEL) \
    X(BETA, 0, 0xb04, 1, 4, 0x7f800000, 0, 0, NULL, NULL, CHANNEL) \
    X(BETA4, 0, 0xb08, 1, 4, 0xffffffff, 0, 0, NULL, NULL, CHANNEL) \
    X(CTX_FORMAT, 0, 0xb0c, 1, 4, 0x3f3f3f3f, 0, 0, NULL, NULL, CHANNEL) \
    X(PATTERN_MONO_COLOR, 0, 0xb10, 2, 4, 0xffffffff, 0, 0, NULL, NULL, \
      CHANNEL) \
    X(PATTERN_MONO_BITMAP, 0, 0xb18, 2, 4, 0xffffffff, 0, 0, NULL, NULL, \
      CHANNEL) \
    X(PATTERN_CONFIG, 0, 0xb20, 1, 4, 0x00000013, 0, 0, NULL, NULL, CHANNEL) \
    X(UNKB24, 0, 0xb24, 55, 4, 0xffffffff, 0, 0, NULL, NULL, CARD) \
    /* fe3d */ \
    X(PIPE_ADDRESS, 0, 0xf50, 1, 4, 0x1303fffc, 0, 0, NULL, NULL, CARD) \
    X(PIPE_DATA, 0, 0xf54, 1, 4, 0, 0, 0, NULL, pipe_data, CARD) \
    X(FE3D_MISC, 0, 0xf5c, 1, 4, 0xfffffff3, 0, 0, NULL, NULL, CHANNEL) \
    X(FE3D_SHADOW_CLIP_RECT_HORIZ, 0, 0xf60, 1, 4, 0xffffffff, 0, 0, NULL, \
      NULL, CHANNEL) \
    X(FE3D_SHADOW_CLIP_RECT_VERT, 0, 0xf64, 1, 4, 0xffffffff, 0, 0, NULL, \
      NULL, CHANNEL) \
    X(FE3D_DMA_STATE, 0, 0xf84, 1, 4, 0x00ffffff, 0, 0, NULL, NULL, CHANNEL) \
    /* dma */ \
    X(DMA_OFFSET, 0, 0x1000, 2, 4, 0xffffffff, 0, 0, NULL, NULL, CHANNEL) \
    X(DMA_LENGTH, 0, 0x1008, 1, 4, 0x003fffff, 0, 0, NULL, NULL, CHANNEL) \
    X(DMA_MISC, 0, 0x100c, 1, 4, 0x0077ffff, 0, 0, NULL, NULL, CHANNEL) \
    X(DMA_UNK38, 0, 0x1038, 1, 4, 0xffffffff, 0, 0, NULL, NULL, CHANNEL) \
    X(DMA_ENG_INST, 0, 0x1040, 2, 64, 0x00ffffff, 0, 0, NULL, NULL, CHANNEL) \
    X(DMA_ENG_FLAGS, 0, 0x1044, 2, 64, 0xfff33000, 0, 0, NULL, NULL, CHANNEL) \
    X(DMA_ENG_LIMIT, 0, 0x1048, 2, 64, 0xffffffff, 0, 0, NULL, NULL, CHANNEL) \
    X(DMA_ENG_PTE, 0, 0x104c, 2, 64, 0xfffff002, 0, 0, NULL, NULL, CHANNEL) \
    X(DMA_ENG_PTE_TAG, 0, 0x1050, 2, 64, 0xfffff000, 0, 0, NULL, NULL, \
      CHANNEL) \
    X(DMA_ENG_ADDR_VIRT_ADJ, 0, 0x1054, 2, 64, 0xffffffff, 0, 0, NULL, NULL, \
      CHANNEL) \
    X(DMA_ENG_ADDR_PHYS, 0, 0x1058, 2, 64, 0xffffffff, 0, 0, NULL, NULL, \
      CHANNEL) \
    X(DMA_ENG_BYTES, 0, 0x105c, 2, 64, 0x01ffffff, 0, 0, NULL, NULL, CHANNEL) \
    X(DMA_ENG_LINES, 0, 0x1060, 2, 64, 0x000007ff, 0, 0, NULL, NULL, CHANNEL)

#endif
