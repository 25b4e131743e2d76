/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The rig of raster tests as a class of Rankine finds it: scissor open, one
 * target, a fragment program that a test gives word by word.
 */
#ifndef TEST_RASTER_RANKINE_H
#define TEST_RASTER_RANKINE_H

#include "unit/raster/test-raster-rig.h"

#define RK_PROGRAM 0x300000u
#define RK_NO_SOURCE 0x0001c800u

static inline void rk_init(Rig *rig, const char *chip, const char *arg)
{
    rig_init_chip(rig, chip, arg);
    rig_dma(rig);
    nv_raster_program(&rig->raster, true);
    for (unsigned i = 0; i < 2; i++) {
        rig_set(rig, NV_BUNDLE_SCISSOR_HV + i, 0x10000000);
        rig_set(rig, NV_BUNDLE_VIEWPORT_HV + i, 0x10000000);
    }
    rig_set(rig, NV_BUNDLE_RT_ENABLE, 1);
    rig_set(rig, NV_BUNDLE_RC_CONFIG, 0);
    rig_set(rig, NV_BUNDLE_DEPTH_RANGE_FAR, nv_f2u(1.0f));
}

/* @words of four an instruction become the program. */
static inline void rk_program(Rig *rig, const uint32_t *words, unsigned n)
{
    for (unsigned i = 0; i < n; i++) {
        nv_st32(rig->mem.vram + RK_PROGRAM + 4 * i, words[i]);
    }
    rig_set(rig, NV_BUNDLE_PS_OFFSET, RK_PROGRAM);
}

/* MOV H0, COL0 as drivers write it. */
static inline void rk_mov_col0(Rig *rig)
{
    static const uint32_t words[] = {
        0x01403e81, 0x1c9dc801, 0x0001c800, 0x3fe1c800,
    };

    rk_program(rig, words, 4);
}

/* Unit @u: rectangle of @w by @h texels of @code at @offset. */
static inline void rk_rect_texture(Rig *rig, unsigned u, unsigned code,
                                   uint32_t offset, unsigned w, unsigned h,
                                   unsigned pitch, unsigned swizzle)
{
    rig_set(rig, NV_BUNDLE_TEX_OFFSET + u, offset);
    rig_set(rig, NV_BUNDLE_TEX_FORMAT + u, NV_BIT(3) | 2 << 6 | code << 8 |
            1 << 16);
    rig_set(rig, NV_BUNDLE_TEX_CONTROL_A + u, NV_BIT(30));
    rig_set(rig, NV_BUNDLE_TEX_WRAP + u, 0x030303);
    rig_set(rig, NV_BUNDLE_TEX_FILTER + u, 1 << 16 | 1 << 24);
    rig_set(rig, NV_BUNDLE_TEX_RECT + u, w << 16 | h);
    rig_set(rig, NV_BUNDLE_TEX_CONTROL_B + u, pitch << 16 | swizzle);
    rig_set(rig, NV_BUNDLE_TEX_BORDER_COLOR + u, 0);
}

#endif
