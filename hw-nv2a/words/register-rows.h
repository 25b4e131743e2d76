/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Every FE register of Celsius, Kelvin, Rankine and Curie but the bundle
 * shadows, one row a name.  Masks of writable bits and places were read back
 * from real cards by public hardware tests (envytools); rows with a mask of
 * all ones, and those named UNK or TILE, are storage that drivers write;
 * CTXCTL is from drivers (doc).
 *
 * X(name, elements, bytes from one to the next,
 *   offset on Celsius, Kelvin, Rankine, Curie (NV_NO: none of them has it),
 *   bits that read 1, bits a written 1 clears, read hook, write hook,
 *   CARD or CHANNEL state,
 *   bits that a write stores on NV10, NV15, NV17, NV20, NV25, NV30, NV34,
 *   NV40 (NV_ABSENT: this chip does not have it))
 *
 * Hooks are in pgraph/registers.c.  What fits no column is below the rows.
 */
#ifndef NV_WORDS_REGISTER_ROWS_H
#define NV_WORDS_REGISTER_ROWS_H

#include "words/bundle-rows.h"      /* NV_NO */

/* The chip has no such register; others of its generation do. */
#define NV_ABSENT 0xdeadbeefu
/* The same bits on all chips; the same within each generation. */
#define NV_ALL(mask) NV_EACH(mask, mask, mask, mask)
#define NV_EACH(celsius, kelvin, rankine, curie) \
    celsius, celsius, celsius, kelvin, kelvin, rankine, rankine, curie

/* Those that Kelvin has; all are stored where they lie there. */
#define NV_PGRAPH_REGISTER_ROWS(X) \
    /* debug */ \
    X(DEBUG_A, 1, 4, 0x080, 0x080, 0x080, 0x080, 0, 0, NULL, NULL, CARD, \
      0x0003ffff, 0x0003ffff, 0x0007ffff, 0x03ffefff, 0x07ffefff, 0x3fffffff, \
      0x7fffffff, 0x00000107) \
    X(DEBUG_B, 1, 4, 0x084, 0x084, 0x084, 0x084, 0, 0, NULL, debug_b, CARD, \
      0xfe11f701, 0xfe11f701, 0xfe71f701, 0x0011f7c1, 0x0011f7c1, 0x7012f7c1, \
      0x7012f7c1, 0x7010c7c1) \
    X(DEBUG_C, 1, 4, 0x088, 0x088, 0x088, 0x088, 0, 0, NULL, NULL, CARD, \
      NV_ALL(0xffffffff)) \
    X(DEBUG_D, 1, 4, 0x08c, 0x08c, 0x08c, 0x08c, 0, 0, NULL, debug_d, CARD, \
      0xfffffc70, 0xffffff78, 0xffffff78, 0xffffd77d, 0xffffdf7d, 0xfffedf7d, \
      0xfffedf7d, 0xe1fad155) \
    X(DEBUG_E, 1, 4, 0x090, 0x090, 0x090, 0x090, 0, 0, NULL, NULL, CARD, \
      0x00ffffff, 0x00ffffff, 0x1fffffff, 0xfffff3ff, 0xffffffff, 0x3fffffff, \
      0x3fffffff, 0x33ffffff) \
    X(DEBUG_F, 1, 4, NV_NO, 0x094, NV_NO, NV_NO, 0, 0, NULL, NULL, CARD, 0, \
      0, 0, 0x000000ff, NV_ABSENT, 0, 0, 0) \
    X(DEBUG_G, 1, 4, NV_NO, 0x098, 0x098, NV_NO, 0, 0, NULL, NULL, CARD, \
      NV_ALL(0xffffffff)) \
    X(DEBUG_FD_CHECK_SKIP, 1, 4, NV_NO, 0x09c, NV_NO, NV_NO, 0, 0, NULL, \
      NULL, CARD, NV_ALL(0x00000fff)) \
    X(DEBUG_I, 8, 4, NV_NO, 0x0a0, 0x0a0, 0x0a0, 0, 0, NULL, NULL, CARD, \
      NV_ALL(0xffffffff)) \
    X(DEBUG_L, 1, 4, NV_NO, 0x0c0, 0x0c0, 0x0c0, 0, 0, NULL, NULL, CARD, 0, \
      0, 0, NV_ABSENT, 0x00000003, 0x0000001e, 0x0000001e, 0x00000006) \
    /* control */ \
    X(INTR, 1, 4, 0x100, 0x100, 0x100, 0x100, 0, 0x011137d1, NULL, intr, \
      CARD, NV_ALL(0)) \
    X(NSTATUS, 1, 4, 0x104, 0x104, 0x104, 0x104, 0, 0, NULL, NULL, CARD, \
      NV_ALL(0x07800000)) \
    X(NSOURCE, 1, 4, 0x108, 0x108, 0x108, 0x108, 0, 0, NULL, NULL, CARD, \
      NV_ALL(0)) \
    X(INTR_EN, 1, 4, 0x140, 0x140, 0x140, 0x13c, 0, 0, NULL, intr_en, CARD, \
      NV_EACH(0x01113711, 0x011137d1, 0x011137d1, 0x03111fd1)) \
    X(CTX_CONTROL, 1, 4, 0x144, 0x144, 0x144, NV_NO, 0, 0, NULL, NULL, CARD, \
      NV_ALL(0x11010003)) \
    X(CTX_USER, 1, 4, 0x148, 0x148, 0x148, 0x144, 0, 0, NULL, NULL, CARD, \
      0x1f00e000, 0x9f00e000, 0x9f00e000, 0x9f00ff11, 0x9f00ff11, 0x9f00ff11, \
      0x9f00ff11, 0x8000e001) \
    X(CTX_SWITCH_A, 1, 4, 0x14c, 0x14c, 0x14c, 0x148, 0, 0, NULL, \
      ctx_switch_a, CHANNEL, 0x7fb3f0ff, 0x7fb3f0ff, 0x7ffff0ff, 0x7ffff0ff, \
      0x7fffffff, 0x7fffffff, 0x7fffffff, 0xffffffff) \
    X(CTX_SWITCH_B, 1, 4, 0x150, 0x150, 0x150, 0x14c, 0, 0, NULL, NULL, \
      CHANNEL, NV_EACH(0xffff3f03, 0xffff3f03, 0xffff3f03, 0xffffffff)) \
    X(CTX_SWITCH_C, 1, 4, 0x154, 0x154, 0x154, 0x150, 0, 0, NULL, NULL, \
      CHANNEL, NV_EACH(0xffffffff, 0xffffffff, 0xffffffff, 0x07ffffff)) \
    X(CTX_SWITCH_I, 1, 4, 0x158, 0x158, 0x158, 0x158, 0, 0, NULL, NULL, \
      CHANNEL, NV_EACH(0x0000ffff, 0x0000ffff, 0x0000ffff, 0x00ffffff)) \
    X(CTX_SWITCH_T, 1, 4, 0x15c, 0x15c, 0x15c, 0x15c, 0, 0, NULL, NULL, \
      CHANNEL, NV_ALL(0xffffffff)) \
    X(CTX_CACHE_A, 8, 4, 0x160, 0x160, 0x160, 0x160, 0, 0, NULL, NULL, \
      CHANNEL, 0x7f33f0ff, 0x7fb3f0ff, 0x7ffff0ff, 0x7ffff0ff, 0x7fffffff, \
      0x7fffffff, 0x7fffffff, 0xffffffff) \
    X(CTX_CACHE_B, 8, 4, 0x180, 0x180, 0x180, 0x180, 0, 0, NULL, NULL, \
      CHANNEL, NV_EACH(0xffff3f03, 0xffff3f03, 0xffff3f03, 0xffffffff)) \
    X(CTX_CACHE_C, 8, 4, 0x1a0, 0x1a0, 0x1a0, 0x1a0, 0, 0, NULL, NULL, \
      CHANNEL, NV_ALL(0xffffffff)) \
    X(CTX_CACHE_I, 8, 4, 0x1c0, 0x1c0, 0x1c0, 0x1e0, 0, 0, NULL, NULL, \
      CHANNEL, NV_EACH(0x0000ffff, 0x0000ffff, 0x0000ffff, 0x00ffffff)) \
    X(CTX_CACHE_T, 8, 4, 0x1e0, 0x1e0, 0x1e0, 0x200, 0, 0, NULL, NULL, \
      CHANNEL, NV_ALL(0xffffffff)) \
    X(STATUS, 1, 4, 0x700, 0x700, 0x700, 0x700, 0, 0, NULL, NULL, CARD, \
      NV_ALL(0)) \
    X(TRAP_ADDR, 1, 4, 0x704, 0x704, 0x704, 0x704, 0, 0, NULL, NULL, CARD, \
      NV_ALL(0)) \
    X(TRAP_DATA, 2, 4, 0x708, 0x708, 0x708, 0x708, 0, 0, NULL, NULL, CARD, \
      NV_ALL(0)) \
    X(NOTIFY, 1, 4, 0x718, 0x718, 0x718, 0x718, 0, 0, NULL, NULL, CHANNEL, \
      NV_ALL(0x73110101)) \
    X(INCREMENT, 1, 4, 0x71c, 0x71c, 0x71c, 0x71c, 0, 0, NULL, increment, \
      CARD, NV_ALL(0)) \
    X(FIFO_ENABLE, 1, 4, 0x720, 0x720, 0x720, 0x720, 0, 0, NULL, fifo_enable, \
      CARD, NV_ALL(0x00000001)) \
    X(RDI_INDEX, 1, 4, NV_NO, 0x750, 0x750, NV_NO, 0, 0, NULL, NULL, CARD, 0, \
      0, 0, 0x01ff1ffc, 0x03ff1ffc, 0x03ff7ffc, 0x03ff7ffc, 0) \
    X(RDI_DATA, 1, 4, NV_NO, 0x754, 0x754, NV_NO, 0, 0, rdi_data_read, \
      rdi_data, CARD, NV_ALL(0)) \
    X(FIFO_PTR, 1, 4, 0x760, 0x760, 0x760, 0x760, 0, 0, NULL, NULL, CARD, \
      0x00000077, 0x00000077, 0x000000ff, 0x000000ff, 0x000000ff, 0x000000ff, \
      0x000000ff, 0x000000ff) \
    X(FIFO_MTHD_ST2, 1, 4, 0x764, 0x764, 0x764, 0x764, 0, 0, NULL, \
      fifo_mthd_st2, CARD, 0x3ff71ffc, 0x3ff71ffc, 0x7ff71ffc, 0x7ff71ffc, \
      0x7ff71ffc, 0x7ff71ffc, 0x7ff71ffc, 0x46071ffc) \
    X(FIFO_DATA_ST2, 2, 4, 0x768, 0x768, 0x768, 0x768, 0, 0, NULL, NULL, \
      CARD, NV_ALL(0xffffffff)) \
    X(STATE3D, 1, 4, 0x77c, 0x77c, 0x77c, NV_NO, 0, 0, NULL, NULL, CARD, \
      0x7100ffff, 0x631fffff, 0x631fffff, 0x0100ffff, 0x0100ffff, 0x0100ffff, \
      0x0100ffff, 0) \
    X(CTX_TABLE, 1, 4, NV_NO, 0x780, 0x780, NV_NO, 0, 0, NULL, NULL, CARD, \
      NV_ALL(0x0000ffff)) \
    X(CTX_POINTER, 1, 4, NV_NO, 0x784, 0x784, 0x784, 0, 0, NULL, NULL, CARD, \
      NV_EACH(0, 0x0000ffff, 0x0000ffff, 0x00ffffff)) \
    X(CTX_TRIGGER, 1, 4, NV_NO, 0x788, 0x788, NV_NO, 0, 0, NULL, ctx_trigger, \
      CARD, NV_ALL(0)) \
    X(FIFO_MTHD, 8, 4, 0x7a0, 0x7a0, 0x7a0, 0x7a0, 0, 0, NULL, NULL, CARD, \
      0x01171ffc, 0x01171ffc, 0x00371ffc, 0x00371ffc, 0x00371ffc, 0x00371ffc, \
      0x00371ffc, 0x00371ffc) \
    X(FIFO_DATA, 8, 4, 0x7c0, 0x7c0, 0x7c0, 0x7c0, 0, 0, NULL, NULL, CARD, \
      NV_ALL(0xffffffff)) \
    X(FIFO_DATA_HIGH, 8, 4, 0x7e0, 0x7e0, 0x7e0, 0x7e0, 0, 0, NULL, NULL, \
      CARD, NV_ALL(0xffffffff)) \
    /* vstate */ \
    X(VTX_X, 10, 4, 0x400, 0x400, 0x400, 0x400, 0, 0, NULL, vertex, CHANNEL, \
      NV_ALL(0xffffffff)) \
    X(VTX_Y, 10, 4, 0x480, 0x480, 0x480, 0x480, 0, 0, NULL, vertex, CHANNEL, \
      NV_ALL(0xffffffff)) \
    X(XY_D, 2, 4, 0x500, 0x500, 0x500, 0x500, 0, 0, NULL, NULL, CHANNEL, \
      NV_ALL(0x300000ff)) \
    X(VALID, 1, 4, 0x508, 0x508, 0x508, 0x508, 0, 0, NULL, NULL, CHANNEL, \
      NV_ALL(0xf07fffff)) \
    X(MISC32, 2, 112, 0x50c, 0x50c, 0x50c, 0x50c, 0, 0, NULL, misc32, \
      CHANNEL, NV_ALL(0xffffffff)) \
    X(MISC24, 2, 96, 0x510, 0x510, 0x510, 0x510, 0, 0, NULL, NULL, CHANNEL, \
      NV_ALL(0x00ffffff)) \
    X(XY_A, 1, 4, 0x514, 0x514, 0x514, 0x514, 0, 0, NULL, NULL, CHANNEL, \
      0xf113ffff, 0xf113ffff, 0xf113ffff, 0xf113ffff, 0xf113ffff, 0xf113ffff, \
      0xf117ffff, 0xf117ffff) \
    X(XY_B, 2, 4, 0x518, 0x518, 0x518, 0x518, 0, 0, NULL, NULL, CHANNEL, \
      NV_ALL(0x00111031)) \
    X(XY_C, 1, 4, 0x520, 0x520, 0x520, 0x520, 0, 0, NULL, NULL, CHANNEL, \
      NV_ALL(0x7f7f1111)) \
    X(XY_CLIP, 4, 4, 0x524, 0x524, 0x524, 0x524, 0, 0, NULL, NULL, CHANNEL, \
      NV_ALL(0xffffffff)) \
    X(ICLIP, 2, 4, 0x534, 0x534, 0x534, 0x534, 0, 0, NULL, iclip, CARD, \
      NV_ALL(0x0003ffff)) \
    X(UCLIP, 4, 4, 0x53c, 0x53c, 0x53c, 0x53c, 0, 0, NULL, uclip, CARD, \
      NV_ALL(0)) \
    X(XY_UNK54C, 5, 4, NV_NO, 0x54c, 0x54c, 0x54c, 0, 0, NULL, NULL, CARD, \
      NV_ALL(0xffffffff)) \
    X(OCLIP, 4, 4, 0x560, 0x560, 0x560, 0x560, 0, 0, NULL, uclip, CARD, \
      NV_ALL(0)) \
    X(MISC24_2, 1, 4, 0x574, 0x574, 0x574, 0x574, 0, 0, NULL, NULL, CHANNEL, \
      NV_ALL(0x00ffffff)) \
    X(MISC32_2, 2, 4, 0x580, 0x580, 0x580, 0x580, 0, 0, NULL, NULL, CHANNEL, \
      NV_ALL(0xffffffff)) \
    X(TFC_UNK588, 1, 4, 0x588, 0x588, 0x588, 0x588, 0, 0, NULL, NULL, \
      CHANNEL, NV_ALL(0x0000ffff)) \
    X(TFC_UNK58C, 1, 4, 0x58c, 0x58c, 0x58c, 0x58c, 0, 0, NULL, NULL, \
      CHANNEL, NV_ALL(0x0001ffff)) \
    X(DMA_PITCH, 1, 4, 0x770, 0x770, 0x770, 0x770, 0, 0, NULL, NULL, CHANNEL, \
      NV_ALL(0xffffffff)) \
    X(DVD_FORMAT, 1, 4, 0x774, 0x774, 0x774, 0x774, 0, 0, NULL, NULL, \
      CHANNEL, NV_ALL(0x0000033f)) \
    X(SIFM_MODE, 1, 4, 0x778, 0x778, 0x778, 0x778, 0, 0, NULL, NULL, CHANNEL, \
      NV_ALL(0x01030000)) \
    /* canvas */ \
    X(UNK600, 32, 4, NV_NO, 0x600, 0x600, 0x600, 0, 0, NULL, NULL, CARD, \
      NV_ALL(0xffffffff)) \
    X(SURF_TYPE, 1, 4, 0x710, 0x710, 0x710, 0x710, 0, 0, NULL, surface, \
      CHANNEL, 0x00000003, 0x77777703, 0xf77777ff, 0x77777733, 0x77777773, \
      0x77777773, 0x77777773, 0x77777773) \
    X(CTX_VALID, 1, 4, 0x714, 0x714, 0x714, 0x714, 0, 0, NULL, surface, \
      CHANNEL, 0x0f731f3f, 0x0f731f3f, 0x3f731f3f, 0x0f731f3f, 0x0f733f7f, \
      0x0f733f7f, 0x0f733f7f, 0x0f77ffff) \
    X(SURF_FORMAT, 1, 4, 0x724, 0x724, 0x724, 0x724, 0, 0, NULL, surface, \
      CHANNEL, NV_EACH(0x00ffffff, 0x00ffffff, 0x3fffffff, 0x3fffffff)) \
    X(SURF_UNK800, 1, 4, NV_NO, 0x800, 0x800, 0x800, 0, 0, NULL, NULL, \
      CHANNEL, 0, 0, 0, 0xfff31f1f, 0xfff31f1f, 0xf1ffdf1f, 0x00001f17, \
      0xf1ffdf1f) \
    X(SURF_UNK80C, 1, 4, NV_NO, 0x80c, 0x80c, 0x80c, 0, 0, NULL, NULL, \
      CHANNEL, 0, 0, 0, 0xfffffffc, 0xfffffffc, 0xfffffffc, 0xfffffff0, \
      0xffffffff) \
    X(SURF_UNK810, 1, 4, NV_NO, 0x810, 0x810, 0x810, 0, 0, NULL, NULL, \
      CHANNEL, 0, 0, 0, 0xfffffffc, 0xfffffffc, 0xfffffffc, 0xfffffff0, \
      0xffffffff) \
    X(SURF_SWIZZLE, 2, 4, 0x69c, 0x818, 0x818, 0x818, 0, 0, NULL, surface, \
      CHANNEL, NV_ALL(0x0f0f0000)) \
    X(SURF_OFFSET, 6, 4, 0x640, 0x820, 0x820, 0x820, 0, 0, NULL, surf_offset, \
      CHANNEL, 0x07fffff0, 0x07fffff0, 0x07fffff0, 0x3fffffc0, 0x3fffffc0, \
      0x3fffffc0, 0x3ffffff0, 0x3fffffc0) \
    X(SURF_BASE, 6, 4, 0x658, 0x838, 0x838, 0x838, 0, 0, NULL, surf_base, \
      CHANNEL, 0x07fffff0, 0x07fffff0, 0x07fffff0, 0x3fffffc0, 0x3fffffc0, \
      0x3fffffc0, 0xfffffff0, 0x3fffffc0) \
    X(SURF_PITCH, 5, 4, 0x670, 0x850, 0x850, 0x850, 0, 0, NULL, surf_pitch, \
      CHANNEL, 0x0000fff0, 0x0000fff0, 0x0000fff0, 0x0000ffc0, 0x0000ffc0, \
      0x0000ffc0, 0x0000fff0, 0x0001ffc0) \
    X(SURF_LIMIT, 6, 4, 0x684, 0x864, 0x864, 0x864, 0x0000003f, 0, NULL, \
      surface, CHANNEL, 0x87fffff0, 0x87fffff0, 0x87fffff0, 0xbfffffc0, \
      0xbfffffc0, 0xbfffffc0, 0xbffffff0, 0xbfffffc0) \
    X(SURF_OFFSET_6, 1, 4, NV_NO, 0x880, 0x880, 0x880, 0, 0, NULL, \
      surf_offset, CHANNEL, 0, 0, 0, NV_ABSENT, 0x3fffffc0, 0x3fffffc0, \
      0x3ffffff0, 0x3fffffc0) \
    X(SURF_UNK880, 1, 4, NV_NO, 0x880, NV_NO, NV_NO, 0, 0, NULL, NULL, CARD, \
      0, 0, 0, 0xffffffff, NV_ABSENT, 0, 0, 0) \
    X(SURF_BASE_6, 1, 4, NV_NO, 0x884, 0x884, 0x884, 0, 0, NULL, surf_base, \
      CHANNEL, 0, 0, 0, NV_ABSENT, 0x3fffffc0, 0x3fffffc0, 0xfffffff0, \
      0x3fffffc0) \
    X(SURF_PITCH_6, 1, 4, NV_NO, 0x888, 0x888, 0x888, 0, 0, NULL, surf_pitch, \
      CHANNEL, 0, 0, 0, NV_ABSENT, 0x0000ffc0, 0x0000ffc0, 0x0000fff0, \
      0x0001ffc0) \
    X(SURF_UNK888, 1, 4, NV_NO, 0x888, NV_NO, NV_NO, 0, 0, NULL, NULL, CARD, \
      0, 0, 0, 0x0000003f, NV_ABSENT, 0, 0, 0) \
    X(SURF_LIMIT_6, 1, 4, NV_NO, 0x88c, 0x88c, 0x88c, 0x0000003f, 0, NULL, \
      NULL, CHANNEL, 0, 0, 0, NV_ABSENT, 0xbfffffc0, 0xbfffffc0, 0xbffffff0, \
      0xbfffffc0) \
    X(SURF_UNK890, 1, 4, NV_NO, 0x890, 0x890, NV_NO, 0, 0, NULL, NULL, CARD, \
      0, 0, 0, NV_ABSENT, 0xffffffff, 0xffffffff, 0xffffffff, 0) \
    X(UNK890, 1, 4, NV_NO, 0x890, NV_NO, NV_NO, 0, 0, NULL, NULL, CARD, 0, 0, \
      0, 0xffffffff, NV_ABSENT, 0, 0, 0) \
    X(SURF_UNK898, 1, 4, NV_NO, 0x898, 0x898, NV_NO, 0, 0, NULL, NULL, \
      CHANNEL, 0, 0, 0, NV_ABSENT, 0x0000007f, 0x0000007f, NV_ABSENT, 0) \
    X(SURF_UNK89C, 1, 4, NV_NO, 0x89c, 0x89c, NV_NO, 0, 0, NULL, NULL, \
      CHANNEL, 0, 0, 0, NV_ABSENT, 0x0fffffff, 0x0fffffff, NV_ABSENT, 0) \
    X(UNK8A0, 24, 4, NV_NO, 0x8a0, 0x8a0, 0x8a0, 0, 0, NULL, NULL, CARD, \
      NV_ALL(0xffffffff)) \
    X(TILE, 32, 4, 0xb00, 0x900, 0x900, 0x900, 0, 0, NULL, NULL, CARD, \
      NV_ALL(0xffffffff)) \
    X(TILE_ZCOMP, 8, 4, NV_NO, 0x980, 0x980, 0x980, 0, 0, NULL, NULL, CARD, \
      NV_ALL(0xffffffff)) \
    X(PFB_CFG, 24, 4, NV_NO, 0x9a0, 0x9a0, 0x9a0, 0, 0, NULL, NULL, CARD, \
      NV_ALL(0xffffffff)) \
    /* rop */ \
    X(BITMAP_COLOR, 1, 4, 0x600, 0x814, 0x814, 0x814, 0, 0, NULL, \
      bitmap_color, CHANNEL, NV_ALL(0xffffffff)) \
    X(CHROMA, 1, 4, 0x814, 0x87c, 0x87c, 0x87c, 0, 0, NULL, NULL, CHANNEL, \
      NV_ALL(0xffffffff)) \
    X(PATTERN_COLOR, 64, 4, 0x900, 0xa00, 0xa00, 0xa00, 0, 0, NULL, NULL, \
      CHANNEL, NV_ALL(0x00ffffff)) \
    X(ROP, 1, 4, 0x604, 0xb00, 0xb00, 0xb00, 0, 0, NULL, NULL, CHANNEL, \
      NV_ALL(0x000000ff)) \
    X(BETA, 1, 4, 0x608, 0xb04, 0xb04, 0xb04, 0, 0, NULL, NULL, CHANNEL, \
      NV_ALL(0x7f800000)) \
    X(BETA4, 1, 4, 0x60c, 0xb08, 0xb08, 0xb08, 0, 0, NULL, NULL, CHANNEL, \
      NV_ALL(0xffffffff)) \
    X(CTX_FORMAT, 1, 4, 0x830, 0xb0c, 0xb0c, 0xb0c, 0, 0, NULL, NULL, \
      CHANNEL, NV_ALL(0x3f3f3f3f)) \
    X(PATTERN_MONO_COLOR, 2, 4, 0x800, 0xb10, 0xb10, 0xb10, 0, 0, NULL, NULL, \
      CHANNEL, NV_ALL(0xffffffff)) \
    X(PATTERN_MONO_BITMAP, 2, 4, 0x808, 0xb18, 0xb18, 0xb18, 0, 0, NULL, \
      NULL, CHANNEL, NV_ALL(0xffffffff)) \
    X(PATTERN_CONFIG, 1, 4, 0x810, 0xb20, 0xb20, 0xb20, 0, 0, NULL, NULL, \
      CHANNEL, NV_ALL(0x00000013)) \
    X(UNKB24, 55, 4, NV_NO, 0xb24, 0xb24, 0xb24, 0, 0, NULL, NULL, CARD, \
      NV_ALL(0xffffffff)) \
    /* fe3d */ \
    X(PIPE_ADDRESS, 1, 4, 0xf50, 0xf50, 0xf50, 0xf50, 0, 0, NULL, NULL, CARD, \
      NV_EACH(0x00007ffc, 0x0001fffc, 0x0003fffc, 0x1303fffc)) \
    X(PIPE_DATA, 1, 4, 0xf54, 0xf54, 0xf54, 0xf54, 0, 0, NULL, pipe_data, \
      CARD, NV_ALL(0)) \
    X(FE3D_MISC, 1, 4, NV_NO, 0xf5c, 0xf5c, 0xf5c, 0, 0, NULL, NULL, CHANNEL, \
      NV_EACH(0, 0x01ffbffd, 0xff1ffff1, 0xfffffff3)) \
    X(FE3D_STATE_CURVE, 1, 4, NV_NO, 0xf60, NV_NO, NV_NO, 0, 0, NULL, NULL, \
      CHANNEL, NV_ALL(0xf3fff3ff)) \
    X(FE3D_STATE_SWATCH, 1, 4, NV_NO, 0xf64, NV_NO, NV_NO, 0, 0, NULL, NULL, \
      CHANNEL, NV_ALL(0x07ffffff)) \
    X(FE3D_STATE_TRANSITION, 1, 4, NV_NO, 0xf68, NV_NO, NV_NO, 0, 0, NULL, \
      NULL, CHANNEL, NV_ALL(0xff000077)) \
    X(FE3D_EMU_MATERIAL_FACTOR_RGB, 3, 4, NV_NO, 0xf6c, NV_NO, NV_NO, 0, 0, \
      NULL, NULL, CHANNEL, NV_ALL(0xffffffff)) \
    X(FE3D_EMU_LIGHT_MODEL_AMBIENT, 3, 4, NV_NO, 0xf78, NV_NO, NV_NO, 0, 0, \
      NULL, NULL, CHANNEL, NV_ALL(0xffffffff)) \
    X(FE3D_DMA_STATE, 1, 4, NV_NO, 0xf84, 0xf84, 0xf84, 0, 0, NULL, NULL, \
      CHANNEL, NV_EACH(0, 0x0000ffff, 0x0000ffff, 0x00ffffff)) \
    X(FE3D_SHADOW_BEGIN_PATCH_A, 1, 4, NV_NO, 0xf90, NV_NO, NV_NO, 0, 0, \
      NULL, NULL, CHANNEL, NV_ALL(0xffffffff)) \
    X(FE3D_SHADOW_BEGIN_PATCH_B, 1, 4, NV_NO, 0xf94, NV_NO, NV_NO, 0, 0, \
      NULL, NULL, CHANNEL, NV_ALL(0xffffffff)) \
    X(FE3D_SHADOW_BEGIN_PATCH_C, 1, 4, NV_NO, 0xf98, NV_NO, NV_NO, 0, 0, \
      NULL, NULL, CHANNEL, NV_ALL(0x7fffffff)) \
    X(FE3D_SHADOW_BEGIN_PATCH_D, 1, 4, NV_NO, 0xf9c, NV_NO, NV_NO, 0, 0, \
      NULL, NULL, CHANNEL, NV_ALL(0x0001c03f)) \
    X(FE3D_SHADOW_CURVE, 1, 4, NV_NO, 0xfa0, NV_NO, NV_NO, 0, 0, NULL, NULL, \
      CHANNEL, NV_ALL(0x00000007)) \
    X(FE3D_SHADOW_BEGIN_TRANSITION_A, 1, 4, NV_NO, 0xfa4, NV_NO, NV_NO, 0, 0, \
      NULL, NULL, CHANNEL, NV_ALL(0xffffffff)) \
    X(FE3D_SHADOW_BEGIN_TRANSITION_B, 1, 4, NV_NO, 0xfa8, NV_NO, NV_NO, 0, 0, \
      NULL, NULL, CHANNEL, NV_ALL(0xffffffff)) \
    X(XF_MODE_B, 1, 4, 0xf40, 0xfb4, 0xfbc, NV_NO, 0, 0, NULL, xf_mode, \
      CHANNEL, NV_EACH(0x3bffffff, 0xfffcffff, 0xfedfffff, 0)) \
    X(XF_MODE_A, 1, 4, 0xf44, 0xfb8, 0xfc0, NV_NO, 0, 0, NULL, xf_mode, \
      CHANNEL, 0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff, \
      0xffffffff, 0xefffffff, 0) \
    X(XF_MODE_T, 2, 4, NV_NO, 0xfbc, 0xfcc, NV_NO, 0, 0, NULL, xf_mode, \
      CHANNEL, NV_ALL(0xfff7fff7)) \
    X(FE3D_XF_LOAD_POS, 1, 4, NV_NO, 0xfc4, 0xfd4, NV_NO, 0, 0, NULL, NULL, \
      CHANNEL, NV_EACH(0, 0x0000ffff, 0x01ff01ff, 0)) \
    /* dma */ \
    X(DMA_OFFSET, 2, 4, 0x1000, 0x1000, 0x1000, 0x1000, 0, 0, NULL, NULL, \
      CHANNEL, NV_ALL(0xffffffff)) \
    X(DMA_LENGTH, 1, 4, 0x1008, 0x1008, 0x1008, 0x1008, 0, 0, NULL, NULL, \
      CHANNEL, NV_ALL(0x003fffff)) \
    X(DMA_MISC, 1, 4, 0x100c, 0x100c, 0x100c, 0x100c, 0, 0, NULL, NULL, \
      CHANNEL, NV_ALL(0x0077ffff)) \
    X(DMA_UNK20, 2, 4, 0x1020, 0x1020, 0x1020, NV_NO, 0, 0, NULL, NULL, \
      CHANNEL, NV_ALL(0xffffffff)) \
    X(DMA_UNK38, 1, 4, NV_NO, 0x1038, 0x1038, 0x1038, 0, 0, NULL, NULL, \
      CHANNEL, NV_ALL(0xffffffff)) \
    X(DMA_ENG_INST, 2, 64, 0x1040, 0x1040, 0x1040, 0x1040, 0, 0, NULL, NULL, \
      CHANNEL, NV_EACH(0x0000ffff, 0x0000ffff, 0x0000ffff, 0x00ffffff)) \
    X(DMA_ENG_FLAGS, 2, 64, 0x1044, 0x1044, 0x1044, 0x1044, 0, 0, NULL, NULL, \
      CHANNEL, NV_ALL(0xfff33000)) \
    X(DMA_ENG_LIMIT, 2, 64, 0x1048, 0x1048, 0x1048, 0x1048, 0, 0, NULL, NULL, \
      CHANNEL, NV_ALL(0xffffffff)) \
    X(DMA_ENG_PTE, 2, 64, 0x104c, 0x104c, 0x104c, 0x104c, 0, 0, NULL, NULL, \
      CHANNEL, NV_ALL(0xfffff002)) \
    X(DMA_ENG_PTE_TAG, 2, 64, 0x1050, 0x1050, 0x1050, 0x1050, 0, 0, NULL, \
      NULL, CHANNEL, NV_ALL(0xfffff000)) \
    X(DMA_ENG_ADDR_VIRT_ADJ, 2, 64, 0x1054, 0x1054, 0x1054, 0x1054, 0, 0, \
      NULL, NULL, CHANNEL, NV_ALL(0xffffffff)) \
    X(DMA_ENG_ADDR_PHYS, 2, 64, 0x1058, 0x1058, 0x1058, 0x1058, 0, 0, NULL, \
      NULL, CHANNEL, NV_ALL(0xffffffff)) \
    X(DMA_ENG_BYTES, 2, 64, 0x105c, 0x105c, 0x105c, 0x105c, 0, 0, NULL, NULL, \
      CHANNEL, NV_ALL(0x01ffffff)) \
    X(DMA_ENG_LINES, 2, 64, 0x1060, 0x1060, 0x1060, 0x1060, 0, 0, NULL, NULL, \
      CHANNEL, NV_ALL(0x000007ff))

/*
 * Those that Kelvin lacks.  ORDER: their stored words, which saved cards hold,
 * follow each other as the rows do; a new one goes to the end.
 */
#define NV_PGRAPH_OTHER_REGISTER_ROWS(X) \
    /* fe3d */ \
    X(CELSIUS_CLIP_RECT_HORIZ, 8, 4, 0xf00, NV_NO, NV_NO, NV_NO, 0, 0, NULL, \
      NULL, CHANNEL, NV_ALL(0x0fff0fff)) \
    X(CELSIUS_CLIP_RECT_VERT, 8, 4, 0xf20, NV_NO, NV_NO, NV_NO, 0, 0, NULL, \
      NULL, CHANNEL, NV_ALL(0x0fff0fff)) \
    X(CELSIUS_CONFIG_C, 1, 4, 0xf48, NV_NO, NV_NO, NV_NO, 0, 0, NULL, NULL, \
      CHANNEL, NV_ALL(0x17ff0117)) \
    X(CELSIUS_DMA, 1, 4, 0xf4c, NV_NO, NV_NO, NV_NO, 0, 0, NULL, NULL, \
      CHANNEL, NV_ALL(0xffffffff)) \
    /* vstate */ \
    X(CLIP3D, 4, 4, 0x550, NV_NO, NV_NO, NV_NO, 0, 0, NULL, uclip, CARD, \
      NV_ALL(0)) \
    X(VALID_1, 1, 4, 0x578, NV_NO, NV_NO, NV_NO, 0, 0, NULL, NULL, CHANNEL, \
      NV_ALL(0xdfffffff)) \
    /* canvas */ \
    X(SURF_UNK610, 1, 4, 0x610, NV_NO, NV_NO, NV_NO, 0, 0, NULL, NULL, \
      CHANNEL, NV_ALL(0xfffffff0)) \
    X(SURF_UNK614, 1, 4, 0x614, NV_NO, NV_NO, NV_NO, 0, 0, NULL, NULL, \
      CHANNEL, NV_ALL(0xc7fffff0)) \
    X(FORMATS, 1, 4, 0x618, NV_NO, NV_NO, NV_NO, 0, 0, formats, NULL, CARD, \
      NV_ALL(0)) \
    X(UNK6B0, 1, 4, 0x6b0, NV_NO, NV_NO, NV_NO, 0, 0, NULL, NULL, CARD, \
      NV_ABSENT, NV_ABSENT, 0xffffffff, 0, 0, 0, 0, 0) \
    X(ZCULL_UNKA00, 2, 4, 0xa00, NV_NO, NV_NO, NV_NO, 0, 0, NULL, NULL, CARD, \
      NV_ABSENT, NV_ABSENT, 0x1fff1fff, 0, 0, 0, 0, 0) \
    X(UNKA10, 1, 4, 0xa10, NV_NO, NV_NO, NV_NO, 0, 0, unka10, NULL, CARD, \
      NV_ABSENT, NV_ABSENT, 0xdfff3fff, 0, 0, 0, 0, 0) \
    /* rop */ \
    X(UNK838, 2, 4, 0x838, NV_NO, NV_NO, NV_NO, 0, 0, NULL, NULL, CARD, \
      NV_ABSENT, NV_ABSENT, 0xffffffff, 0, 0, 0, 0, 0) \
    /* dma */ \
    X(DMA_UNK3C, 1, 4, 0x103c, NV_NO, NV_NO, NV_NO, 0, 0, NULL, NULL, \
      CHANNEL, NV_ABSENT, NV_ABSENT, 0x0000001f, 0, 0, 0, 0, 0) \
    /* debug */ \
    X(DEBUG_H, 1, 4, NV_NO, NV_NO, 0x09c, NV_NO, 0, 0, NULL, NULL, CARD, \
      NV_ALL(0xffffffff)) \
    X(DEBUG_J, 1, 4, NV_NO, NV_NO, 0x0a4, 0x0a4, 0, 0, NULL, NULL, CARD, \
      NV_ALL(0x0000000f)) \
    /* control */ \
    X(RDI_UNK75C, 1, 4, NV_NO, NV_NO, 0x75c, NV_NO, 0, 0, NULL, NULL, CARD, \
      NV_ALL(0x00000001)) \
    /* canvas */ \
    X(SURF_UNK8A4, 2, 4, NV_NO, NV_NO, 0x8a4, NV_NO, 0, 0, NULL, NULL, CARD, \
      0, 0, 0, 0, 0, NV_ABSENT, 0xffffffff, 0) \
    X(UNK8AC, 21, 4, NV_NO, NV_NO, 0x8ac, NV_NO, 0, 0, NULL, NULL, CARD, 0, \
      0, 0, 0, 0, NV_ABSENT, 0xffffffff, 0) \
    /* fe3d */ \
    X(FE3D_SHADOW_CLIP_RECT_HORIZ, 1, 4, NV_NO, NV_NO, 0xf60, 0xf60, 0, 0, \
      NULL, NULL, CHANNEL, NV_ALL(0xffffffff)) \
    X(FE3D_SHADOW_CLIP_RECT_VERT, 1, 4, NV_NO, NV_NO, 0xf64, 0xf64, 0, 0, \
      NULL, NULL, CHANNEL, NV_ALL(0xffffffff)) \
    X(XF_MODE_C, 1, 4, NV_NO, NV_NO, 0xfb8, NV_NO, 0, 0, NULL, xf_mode, \
      CHANNEL, NV_ALL(0x0000003f)) \
    X(XF_MODE_T_HIGH, 2, 4, NV_NO, NV_NO, 0xfc4, NV_NO, 0, 0, NULL, xf_mode, \
      CHANNEL, NV_ALL(0xfff7fff7)) \
    /* debug */ \
    X(DEBUG_K, 1, 4, NV_NO, NV_NO, NV_NO, 0x0b0, 0, 0, NULL, NULL, CARD, \
      NV_ALL(0x0000003f)) \
    /* control */ \
    X(CTX_SWITCH_D, 1, 4, NV_NO, NV_NO, NV_NO, 0x154, 0, 0, NULL, NULL, \
      CHANNEL, NV_ALL(0x00ffffff)) \
    X(CTX_CACHE_D, 8, 4, NV_NO, NV_NO, NV_NO, 0x1c0, 0, 0, NULL, NULL, \
      CHANNEL, NV_ALL(0xffffffff)) \
    X(SRC2D_DMA, 1, 4, NV_NO, NV_NO, NV_NO, 0x220, 0, 0, NULL, NULL, CHANNEL, \
      NV_ALL(0x00ffffff)) \
    X(SRC2D_PITCH, 1, 4, NV_NO, NV_NO, NV_NO, 0x224, 0, 0, NULL, NULL, \
      CHANNEL, NV_ALL(0x0000ffff)) \
    X(SRC2D_OFFSET, 1, 4, NV_NO, NV_NO, NV_NO, 0x228, 0, 0, NULL, NULL, \
      CHANNEL, NV_ALL(0xffffffff)) \
    /* canvas */ \
    X(SURF_UNK9B0, 4, 4, NV_NO, NV_NO, NV_NO, 0x9b0, 0, 0, NULL, NULL, CARD, \
      NV_ALL(0xffffffff)) \
    X(SURF_OFFSET_7, 1, 4, NV_NO, NV_NO, NV_NO, 0x9c0, 0, 0, NULL, \
      surf_offset, CHANNEL, NV_ALL(0x3fffffc0)) \
    X(SURF_BASE_7, 1, 4, NV_NO, NV_NO, NV_NO, 0x9c4, 0, 0, NULL, surf_base, \
      CHANNEL, NV_ALL(0x3fffffc0)) \
    X(SURF_PITCH_7, 1, 4, NV_NO, NV_NO, NV_NO, 0x9c8, 0, 0, NULL, surf_pitch, \
      CHANNEL, NV_ALL(0x0001ffc0)) \
    X(SURF_LIMIT_7, 1, 4, NV_NO, NV_NO, NV_NO, 0x9cc, 0x0000003f, 0, NULL, \
      surface, CHANNEL, NV_ALL(0xbfffffc0)) \
    X(SURF_OFFSET_8, 1, 4, NV_NO, NV_NO, NV_NO, 0x9d0, 0, 0, NULL, \
      surf_offset, CHANNEL, NV_ALL(0x3fffffc0)) \
    X(SURF_BASE_8, 1, 4, NV_NO, NV_NO, NV_NO, 0x9d4, 0, 0, NULL, surf_base, \
      CHANNEL, NV_ALL(0x3fffffc0)) \
    X(SURF_PITCH_8, 1, 4, NV_NO, NV_NO, NV_NO, 0x9d8, 0, 0, NULL, surf_pitch, \
      CHANNEL, NV_ALL(0x0001ffc0)) \
    X(SURF_LIMIT_8, 1, 4, NV_NO, NV_NO, NV_NO, 0x9dc, 0x0000003f, 0, NULL, \
      surface, CHANNEL, NV_ALL(0xbfffffc0)) \
    /* control */ \
    X(CTXCTL_STATUS, 1, 4, NV_NO, NV_NO, NV_NO, 0x300, 0x0000000e, 0, NULL, \
      NULL, CARD, NV_ALL(0)) \
    X(CTXCTL_CONTROL, 1, 4, NV_NO, NV_NO, NV_NO, 0x304, 0, 0, NULL, \
      ctxctl_control, CARD, NV_ALL(0)) \
    X(CTXCTL_PC, 1, 4, NV_NO, NV_NO, NV_NO, 0x308, 0, 0, NULL, NULL, CARD, \
      NV_ALL(0)) \
    X(CTXCTL_FLAGS, 2, 4, NV_NO, NV_NO, NV_NO, 0x310, 0, 0, NULL, NULL, CARD, \
      NV_ALL(0x0000ffff)) \
    X(CTXCTL_HW_FLAGS, 1, 4, NV_NO, NV_NO, NV_NO, 0x318, 0, 0, NULL, NULL, \
      CARD, NV_ALL(0)) \
    X(CTXCTL_SCRATCH, 1, 4, NV_NO, NV_NO, NV_NO, 0x31c, 0, 0, NULL, NULL, \
      CARD, NV_ALL(0xffffffff)) \
    X(CTXCTL_CODE_INDEX, 1, 4, NV_NO, NV_NO, NV_NO, 0x324, 0, 0, NULL, NULL, \
      CARD, NV_ALL(0x000000ff)) \
    X(CTXCTL_CODE, 1, 4, NV_NO, NV_NO, NV_NO, 0x328, 0, 0, NULL, ctxctl_code, \
      CARD, NV_ALL(0)) \
    X(CTXCTL_CURRENT, 1, 4, NV_NO, NV_NO, NV_NO, 0x32c, 0, 0, NULL, NULL, \
      CARD, NV_ALL(0x01ffffff)) \
    X(CTXCTL_NEXT, 1, 4, NV_NO, NV_NO, NV_NO, 0x330, 0, 0, NULL, NULL, CARD, \
      NV_ALL(0x01ffffff)) \
    X(CTXCTL_UNK338, 1, 4, NV_NO, NV_NO, NV_NO, 0x338, 0, 0, NULL, NULL, \
      CARD, NV_ALL(0xffffffff))

/*
 * Y(name, chips, column, value): what a row has otherwise on some chips;
 * columns are offset, count, ones, w1c, read and write.
 */
#define NV_PGRAPH_ODD_REGISTERS(Y) \
    Y(DEBUG_B, CELSIUS, write, celsius_debug_b) \
    Y(DEBUG_D, NV17, ones, 0x00000400) \
    Y(DEBUG_I, RANKINE | CURIE, count, 1) \
    Y(INTR, CELSIUS, w1c, 0x01113711) \
    Y(INTR, CURIE, w1c, 0x03111fd1) \
    Y(CTX_SWITCH_A, CURIE, write, curie_ctx_switch_a) \
    Y(CTX_SWITCH_C, CURIE, write, curie_ctx_switch_c) \
    Y(STATE3D, CELSIUS, write, state3d) \
    Y(FIFO_MTHD, NV10 | NV15, count, 4) \
    Y(FIFO_MTHD, NV10 | NV15, offset, 0x730) \
    Y(FIFO_DATA, NV10 | NV15, count, 4) \
    Y(FIFO_DATA, NV10 | NV15, offset, 0x740) \
    Y(FIFO_DATA_HIGH, NV10 | NV15, count, 4) \
    Y(FIFO_DATA_HIGH, NV10 | NV15, offset, 0x750) \
    Y(XY_A, NV34 | CURIE, write, xy_a) \
    Y(SURF_UNK800, NV34, write, surf_unk800) \
    Y(SURF_LIMIT, CELSIUS | NV34, ones, 0x0000000f) \
    Y(SURF_LIMIT_6, NV34, ones, 0x0000000f) \
    Y(UNK8A0, NV34, count, 1) \
    Y(PIPE_ADDRESS, NV10, read, pipe_address) \
    Y(PIPE_DATA, CELSIUS, read, pipe_data_read) \
    Y(XF_MODE_B, CELSIUS, write, NULL)

/* H(name, chips, first, count): elements that these chips do not have. */
#define NV_PGRAPH_REGISTER_HOLES(H) \
    H(SURF_OFFSET, CURIE, 1, 1) \
    H(SURF_BASE, CURIE, 1, 1) \
    H(SURF_PITCH, CURIE, 1, 1) \
    H(SURF_LIMIT, CURIE, 1, 1) \
    H(PFB_CFG, CURIE, 4, 12)

#endif
