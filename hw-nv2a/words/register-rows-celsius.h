/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Every FE register of Celsius but the bundle shadows, one row each.  Masks
 * and places were read back from real cards by public hardware tests
 * (envytools); TILE is storage that drivers write.
 *
 * X(name, offset, count, stride, mask NV10, mask NV15, mask NV17,
 *   bits that read 1, bits a written 1 clears, read hook, write hook,
 *   CARD or CHANNEL state)
 */
#ifndef NV_PGRAPH_REGISTER_ROWS_CELSIUS_H
#define NV_PGRAPH_REGISTER_ROWS_CELSIUS_H

#define NV_PGRAPH_REGISTER_ROWS_CELSIUS(X) \
    /* debug */ \
    X(DEBUG_A, 0x080, 1, 4, 0x0003ffff, 0x0003ffff, 0x0007ffff, 0, 0, NULL, \
      NULL, CARD) \
    X(DEBUG_B, 0x084, 1, 4, 0xfe11f701, 0xfe11f701, 0xfe71f701, 0, 0, NULL, \
      celsius_debug_b, CARD) \
    X(DEBUG_C, 0x088, 1, 4, 0xffffffff, 0xffffffff, 0xffffffff, 0, 0, NULL, \
      NULL, CARD) \
    X(DEBUG_D, 0x08c, 1, 4, 0xfffffc70, 0xffffff78, NV_ABSENT, 0, 0, NULL, \
      debug_d, CARD) \
    X(DEBUG_D, 0x08c, 1, 4, NV_ABSENT, NV_ABSENT, 0xffffff78, 0x00000400, 0, \
      NULL, debug_d, CARD) \
    X(DEBUG_E, 0x090, 1, 4, 0x00ffffff, 0x00ffffff, 0x1fffffff, 0, 0, NULL, \
      NULL, CARD) \
    /* control */ \
    X(INTR, 0x100, 1, 4, 0, 0, 0, 0, 0x01113711, NULL, intr, CARD) \
    X(NSTATUS, 0x104, 1, 4, 0x07800000, 0x07800000, 0x07800000, 0, 0, NULL, \
      NULL, CARD) \
    X(NSOURCE, 0x108, 1, 4, 0, 0, 0, 0, 0, NULL, NULL, CARD) \
    X(INTR_EN, 0x140, 1, 4, 0x01113711, 0x01113711, 0x01113711, 0, 0, NULL, \
      intr_en, CARD) \
    X(CTX_CONTROL, 0x144, 1, 4, 0x11010003, 0x11010003, 0x11010003, 0, 0, \
      NULL, NULL, CARD) \
    X(CTX_USER, 0x148, 1, 4, 0x1f00e000, 0x9f00e000, 0x9f00e000, 0, 0, NULL, \
      NULL, CARD) \
    X(CTX_SWITCH_A, 0x14c, 1, 4, 0x7fb3f0ff, 0x7fb3f0ff, 0x7ffff0ff, 0, 0, \
      NULL, ctx_switch_a, CHANNEL) \
    X(CTX_SWITCH_B, 0x150, 1, 4, 0xffff3f03, 0xffff3f03, 0xffff3f03, 0, 0, \
      NULL, NULL, CHANNEL) \
    X(CTX_SWITCH_C, 0x154, 1, 4, 0xffffffff, 0xffffffff, 0xffffffff, 0, 0, \
      NULL, NULL, CHANNEL) \
    X(CTX_SWITCH_I, 0x158, 1, 4, 0x0000ffff, 0x0000ffff, 0x0000ffff, 0, 0, \
      NULL, NULL, CHANNEL) \
    X(CTX_SWITCH_T, 0x15c, 1, 4, 0xffffffff, 0xffffffff, 0xffffffff, 0, 0, \
      NULL, NULL, CHANNEL) \
    X(CTX_CACHE_A, 0x160, 8, 4, 0x7f33f0ff, 0x7fb3f0ff, 0x7ffff0ff, 0, 0, \
      NULL, NULL, CHANNEL) \
    X(CTX_CACHE_B, 0x180, 8, 4, 0xffff3f03, 0xffff3f03, 0xffff3f03, 0, 0, \
      NULL, NULL, CHANNEL) \
    X(CTX_CACHE_C, 0x1a0, 8, 4, 0xffffffff, 0xffffffff, 0xffffffff, 0, 0, \
      NULL, NULL, CHANNEL) \
    X(CTX_CACHE_I, 0x1c0, 8, 4, 0x0000ffff, 0x0000ffff, 0x0000ffff, 0, 0, \
      NULL, NULL, CHANNEL) \
    X(CTX_CACHE_T, 0x1e0, 8, 4, 0xffffffff, 0xffffffff, 0xffffffff, 0, 0, \
      NULL, NULL, CHANNEL) \
    X(STATUS, 0x700, 1, 4, 0, 0, 0, 0, 0, NULL, NULL, CARD) \
    X(TRAP_ADDR, 0x704, 1, 4, 0, 0, 0, 0, 0, NULL, NULL, CARD) \
    X(TRAP_DATA, 0x708, 2, 4, 0, 0, 0, 0, 0, NULL, NULL, CARD) \
    X(NOTIFY, 0x718, 1, 4, 0x73110101, 0x73110101, 0x73110101, 0, 0, NULL, \
      NULL, CHANNEL) \
    X(INCREMENT, 0x71c, 1, 4, 0, 0, 0, 0, 0, NULL, increment, CARD) \
    X(FIFO_ENABLE, 0x720, 1, 4, 1, 1, 1, 0, 0, NULL, fifo_enable, CARD) \
    X(FIFO_MTHD, 0x730, 4, 4, 0x01171ffc, 0x01171ffc, NV_ABSENT, 0, 0, NULL, \
      NULL, CARD) \
    X(FIFO_MTHD, 0x7a0, 8, 4, NV_ABSENT, NV_ABSENT, 0x00371ffc, 0, 0, NULL, \
      NULL, CARD) \
    X(FIFO_DATA, 0x740, 4, 4, 0xffffffff, 0xffffffff, NV_ABSENT, 0, 0, NULL, \
      NULL, CARD) \
    X(FIFO_DATA, 0x7c0, 8, 4, NV_ABSENT, NV_ABSENT, 0xffffffff, 0, 0, NULL, \
      NULL, CARD) \
    X(FIFO_DATA_HIGH, 0x750, 4, 4, 0xffffffff, 0xffffffff, NV_ABSENT, 0, 0, \
      NULL, NULL, CARD) \
    X(FIFO_DATA_HIGH, 0x7e0, 8, 4, NV_ABSENT, NV_ABSENT, 0xffffffff, 0, 0, \
      NULL, NULL, CARD) \
    X(FIFO_PTR, 0x760, 1, 4, 0x00000077, 0x00000077, 0x000000ff, 0, 0, NULL, \
      NULL, CARD) \
    X(FIFO_MTHD_ST2, 0x764, 1, 4, 0x3ff71ffc, 0x3ff71ffc, 0x7ff71ffc, 0, 0, \
      NULL, fifo_mthd_st2, CARD) \
    X(FIFO_DATA_ST2, 0x768, 2, 4, 0xffffffff, 0xffffffff, 0xffffffff, 0, 0, \
      NULL, NULL, CARD) \
    X(STATE3D, 0x77c, 1, 4, 0x7100ffff, 0x631fffff, 0x631fffff, 0, 0, NULL, \
      state3d, CARD) \
    /* vstate */ \
    X(VTX_X, 0x400, 10, 4, 0xffffffff, 0xffffffff, 0xffffffff, 0, 0, NULL, \
      vertex, CHANNEL) \
    X(VTX_Y, 0x480, 10, 4, 0xffffffff, 0xffffffff, 0xffffffff, 0, 0, NULL, \
      vertex, CHANNEL) \
    X(XY_D, 0x500, 2, 4, 0x300000ff, 0x300000ff, 0x300000ff, 0, 0, NULL, \
      NULL, CHANNEL) \
    X(VALID, 0x508, 1, 4, 0xf07fffff, 0xf07fffff, 0xf07fffff, 0, 0, NULL, \
      NULL, CHANNEL) \
    X(VALID_1, 0x578, 1, 4, 0xdfffffff, 0xdfffffff, 0xdfffffff, 0, 0, NULL, \
      NULL, CHANNEL) \
    X(MISC32, 0x50c, 2, 112, 0xffffffff, 0xffffffff, 0xffffffff, 0, 0, NULL, \
      misc32, CHANNEL) \
    X(MISC24, 0x510, 2, 96, 0x00ffffff, 0x00ffffff, 0x00ffffff, 0, 0, NULL, \
      NULL, CHANNEL) \
    X(XY_A, 0x514, 1, 4, 0xf113ffff, 0xf113ffff, 0xf113ffff, 0, 0, NULL, \
      NULL, CHANNEL) \
    X(XY_B, 0x518, 2, 4, 0x00111031, 0x00111031, 0x00111031, 0, 0, NULL, \
      NULL, CHANNEL) \
    X(XY_C, 0x520, 1, 4, 0x7f7f1111, 0x7f7f1111, 0x7f7f1111, 0, 0, NULL, \
      NULL, CHANNEL) \
    X(XY_CLIP, 0x524, 4, 4, 0xffffffff, 0xffffffff, 0xffffffff, 0, 0, NULL, \
      NULL, CHANNEL) \
    X(ICLIP, 0x534, 2, 4, 0x0003ffff, 0x0003ffff, 0x0003ffff, 0, 0, NULL, \
      iclip, CARD) \
    X(UCLIP, 0x53c, 4, 4, 0, 0, 0, 0, 0, NULL, uclip, CARD) \
    X(CLIP3D, 0x550, 4, 4, 0, 0, 0, 0, 0, NULL, uclip, CARD) \
    X(OCLIP, 0x560, 4, 4, 0, 0, 0, 0, 0, NULL, uclip, CARD) \
    X(MISC24_2, 0x574, 1, 4, 0x00ffffff, 0x00ffffff, 0x00ffffff, 0, 0, NULL, \
      NULL, CHANNEL) \
    X(MISC32_2, 0x580, 2, 4, 0xffffffff, 0xffffffff, 0xffffffff, 0, 0, NULL, \
      NULL, CHANNEL) \
    X(TFC_UNK588, 0x588, 1, 4, 0x0000ffff, 0x0000ffff, 0x0000ffff, 0, 0, \
      NULL, NULL, CHANNEL) \
    X(TFC_UNK58C, 0x58c, 1, 4, 0x0001ffff, 0x0001ffff, 0x0001ffff, 0, 0, \
      NULL, NULL, CHANNEL) \
    X(DMA_PITCH, 0x770, 1, 4, 0xffffffff, 0xffffffff, 0xffffffff, 0, 0, NULL, \
      NULL, CHANNEL) \
    X(DVD_FORMAT, 0x774, 1, 4, 0x0000033f, 0x0000033f, 0x0000033f, 0, 0, \
      NULL, NULL, CHANNEL) \
    X(SIFM_MODE, 0x778, 1, 4, 0x01030000, 0x01030000, 0x01030000, 0, 0, NULL, \
      NULL, CHANNEL) \
    /* canvas */ \
    X(SURF_UNK610, 0x610, 1, 4, 0xfffffff0, 0xfffffff0, 0xfffffff0, 0, 0, \
      NULL, NULL, CHANNEL) \
    X(SURF_UNK614, 0x614, 1, 4, 0xc7fffff0, 0xc7fffff0, 0xc7fffff0, 0, 0, \
      NULL, NULL, CHANNEL) \
    X(FORMATS, 0x618, 1, 4, 0, 0, 0, 0, 0, formats, NULL, CARD) \
    X(SURF_OFFSET, 0x640, 6, 4, 0x07fffff0, 0x07fffff0, 0x07fffff0, 0, 0, \
      NULL, surf_offset, CHANNEL) \
    X(SURF_BASE, 0x658, 6, 4, 0x07fffff0, 0x07fffff0, 0x07fffff0, 0, 0, NULL, \
      surf_base, CHANNEL) \
    X(SURF_PITCH, 0x670, 5, 4, 0x0000fff0, 0x0000fff0, 0x0000fff0, 0, 0, \
      NULL, surf_pitch, CHANNEL) \
    X(SURF_LIMIT, 0x684, 6, 4, 0x87fffff0, 0x87fffff0, 0x87fffff0, \
      0x0000000f, 0, NULL, surface, CHANNEL) \
    X(SURF_SWIZZLE, 0x69c, 2, 4, 0x0f0f0000, 0x0f0f0000, 0x0f0f0000, 0, 0, \
      NULL, surface, CHANNEL) \
    X(UNK6B0, 0x6b0, 1, 4, NV_ABSENT, NV_ABSENT, 0xffffffff, 0, 0, NULL, \
      NULL, CARD) \
    X(SURF_TYPE, 0x710, 1, 4, 0x00000003, 0x77777703, 0xf77777ff, 0, 0, NULL, \
      surface, CHANNEL) \
    X(CTX_VALID, 0x714, 1, 4, 0x0f731f3f, 0x0f731f3f, 0x3f731f3f, 0, 0, NULL, \
      surface, CHANNEL) \
    X(SURF_FORMAT, 0x724, 1, 4, 0x00ffffff, 0x00ffffff, 0x00ffffff, 0, 0, \
      NULL, surface, CHANNEL) \
    X(ZCULL_UNKA00, 0xa00, 2, 4, NV_ABSENT, NV_ABSENT, 0x1fff1fff, 0, 0, \
      NULL, NULL, CARD) \
    X(UNKA10, 0xa10, 1, 4, NV_ABSENT, NV_ABSENT, 0xdfff3fff, 0, 0, unka10, \
      NULL, CARD) \
    X(TILE, 0xb00, 32, 4, 0xffffffff, 0xffffffff, 0xffffffff, 0, 0, NULL, \
      NULL, CARD) \
    /* rop */ \
    X(BITMAP_COLOR, 0x600, 1, 4, 0xffffffff, 0xffffffff, 0xffffffff, 0, 0, \
      NULL, bitmap_color, CHANNEL) \
    X(ROP, 0x604, 1, 4, 0x000000ff, 0x000000ff, 0x000000ff, 0, 0, NULL, NULL, \
      CHANNEL) \
    X(BETA, 0x608, 1, 4, 0x7f800000, 0x7f800000, 0x7f800000, 0, 0, NULL, \
      NULL, CHANNEL) \
    X(BETA4, 0x60c, 1, 4, 0xffffffff, 0xffffffff, 0xffffffff, 0, 0, NULL, \
      NULL, CHANNEL) \
    X(PATTERN_MONO_COLOR, 0x800, 2, 4, 0xffffffff, 0xffffffff, 0xffffffff, 0, \
      0, NULL, NULL, CHANNEL) \
    X(PATTERN_MONO_BITMAP, 0x808, 2, 4, 0xffffffff, 0xffffffff, 0xffffffff, \
      0, 0, NULL, NULL, CHANNEL) \
    X(PATTERN_CONFIG, 0x810, 1, 4, 0x00000013, 0x00000013, 0x00000013, 0, 0, \
      NULL, NULL, CHANNEL) \
    X(CHROMA, 0x814, 1, 4, 0xffffffff, 0xffffffff, 0xffffffff, 0, 0, NULL, \
      NULL, CHANNEL) \
    X(CTX_FORMAT, 0x830, 1, 4, 0x3f3f3f3f, 0x3f3f3f3f, 0x3f3f3f3f, 0, 0, \
      NULL, NULL, CHANNEL) \
    X(UNK838, 0x838, 2, 4, NV_ABSENT, NV_ABSENT, 0xffffffff, 0, 0, NULL, \
      NULL, CARD) \
    X(PATTERN_COLOR, 0x900, 64, 4, 0x00ffffff, 0x00ffffff, 0x00ffffff, 0, 0, \
      NULL, NULL, CHANNEL) \
    /* fe3d */ \
    X(CELSIUS_CLIP_RECT_HORIZ, 0xf00, 8, 4, 0x0fff0fff, 0x0fff0fff, \
      0x0fff0fff, 0, 0, NULL, NULL, CHANNEL) \
    X(CELSIUS_CLIP_RECT_VERT, 0xf20, 8, 4, 0x0fff0fff, 0x0fff0fff, \
      0x0fff0fff, 0, 0, NULL, NULL, CHANNEL) \
    X(XF_MODE_B, 0xf40, 1, 4, 0x3bffffff, 0x3bffffff, 0x3bffffff, 0, 0, NULL, \
      NULL, CHANNEL) \
    X(XF_MODE_A, 0xf44, 1, 4, 0xffffffff, 0xffffffff, 0xffffffff, 0, 0, NULL, \
      xf_mode, CHANNEL) \
    X(CELSIUS_CONFIG_C, 0xf48, 1, 4, 0x17ff0117, 0x17ff0117, 0x17ff0117, 0, \
      0, NULL, NULL, CHANNEL) \
    X(CELSIUS_DMA, 0xf4c, 1, 4, 0xffffffff, 0xffffffff, 0xffffffff, 0, 0, \
      NULL, NULL, CHANNEL) \
    X(PIPE_ADDRESS, 0xf50, 1, 4, 0x00007ffc, 0x00007ffc, 0x00007ffc, 0, 0, \
      pipe_address, NULL, CARD) \
    X(PIPE_DATA, 0xf54, 1, 4, 0, 0, 0, 0, 0, pipe_data_read, pipe_data, \
      CARD) \
    /* dma */ \
    X(DMA_OFFSET, 0x1000, 2, 4, 0xffffffff, 0xffffffff, 0xffffffff, 0, 0, \
      NULL, NULL, CHANNEL) \
    X(DMA_LENGTH, 0x1008, 1, 4, 0x003fffff, 0x003fffff, 0x003fffff, 0, 0, \
      NULL, NULL, CHANNEL) \
    X(DMA_MISC, 0x100c, 1, 4, 0x0077ffff, 0x0077ffff, 0x0077ffff, 0, 0, NULL, \
      NULL, CHANNEL) \
    X(DMA_UNK20, 0x1020, 2, 4, 0xffffffff, 0xffffffff, 0xffffffff, 0, 0, \
      NULL, NULL, CHANNEL) \
    X(DMA_UNK3C, 0x103c, 1, 4, NV_ABSENT, NV_ABSENT, 0x0000001f, 0, 0, NULL, \
      NULL, CHANNEL) \
    X(DMA_ENG_INST, 0x1040, 2, 64, 0x0000ffff, 0x0000ffff, 0x0000ffff, 0, 0, \
      NULL, NULL, CHANNEL) \
    X(DMA_ENG_FLAGS, 0x1044, 2, 64, 0xfff33000, 0xfff33000, 0xfff33000, 0, 0, \
      NULL, NULL, CHANNEL) \
    X(DMA_ENG_LIMIT, 0x1048, 2, 64, 0xffffffff, 0xffffffff, 0xffffffff, 0, 0, \
      NULL, NULL, CHANNEL) \
    X(DMA_ENG_PTE, 0x104c, 2, 64, 0xfffff002, 0xfffff002, 0xfffff002, 0, 0, \
      NULL, NULL, CHANNEL) \
    X(DMA_ENG_PTE_TAG, 0x1050, 2, 64, 0xfffff000, 0xfffff000, 0xfffff000, 0, \
      0, NULL, NULL, CHANNEL) \
    X(DMA_ENG_ADDR_VIRT_ADJ, 0x1054, 2, 64, 0xffffffff, 0xffffffff, \
      0xffffffff, 0, 0, NULL, NULL, CHANNEL) \
    X(DMA_ENG_ADDR_PHYS, 0x1058, 2, 64, 0xffffffff, 0xffffffff, 0xffffffff, \
      0, 0, NULL, NULL, CHANNEL) \
    X(DMA_ENG_BYTES, 0x105c, 2, 64, 0x01ffffff, 0x01ffffff, 0x01ffffff, 0, 0, \
      NULL, NULL, CHANNEL) \
    X(DMA_ENG_LINES, 0x1060, 2, 64, 0x000007ff, 0x000007ff, 0x000007ff, 0, 0, \
      NULL, NULL, CHANNEL)

/* Names that Kelvin does not have: Z(name, words). */
#define NV_PGRAPH_SLOTS_CELSIUS(Z) \
    Z(CELSIUS_CLIP_RECT_HORIZ, 8) \
    Z(CELSIUS_CLIP_RECT_VERT, 8) \
    Z(CELSIUS_CONFIG_C, 1) \
    Z(CELSIUS_DMA, 1) \
    Z(CLIP3D, 4) \
    Z(VALID_1, 1) \
    Z(SURF_UNK610, 1) \
    Z(SURF_UNK614, 1) \
    Z(FORMATS, 1) \
    Z(UNK6B0, 1) \
    Z(ZCULL_UNKA00, 2) \
    Z(UNKA10, 1) \
    Z(UNK838, 2) \
    Z(DMA_UNK3C, 1)

#endif
