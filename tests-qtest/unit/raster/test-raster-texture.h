/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * One texture of Kelvin's in the raster tests' rig, and what is seen of it.
 */
#ifndef TEST_RASTER_TEXTURE_H
#define TEST_RASTER_TEXTURE_H

#include "unit/raster/test-raster-rig.h"

#define ENABLE NV_BIT(30)
#define MAX_LOD (0xfffu << 6)

/* Unit 0: PROJECT2D of format @code, wrapped by @wrap; the result is t0. */
static inline void texture(Rig *rig, unsigned code, unsigned log2_w,
                           unsigned log2_h, unsigned mips, unsigned wrap,
                           unsigned min, unsigned mag)
{
    rig_dma(rig);
    rig_set(rig, NV_BUNDLE_TEX_SHADER_OP, 1);
    rig_set(rig, NV_BUNDLE_TEX_OFFSET, RIG_TEX);
    rig_set(rig, NV_BUNDLE_TEX_FORMAT, NV_BIT(3) | 2 << 6 | code << 8 |
            mips << 16 | log2_w << 20 | log2_h << 24);
    rig_set(rig, NV_BUNDLE_TEX_CONTROL_A, ENABLE | MAX_LOD);
    rig_set(rig, NV_BUNDLE_TEX_WRAP, wrap * 0x010101);
    rig_set(rig, NV_BUNDLE_TEX_FILTER, min << 16 | mag << 24);
    rig_set(rig, NV_BUNDLE_RC_FINAL_A, 0x00000008);
    rig_set(rig, NV_BUNDLE_RC_FINAL_B, 0x00001800);
}

/* The pixel that coordinates @s and @t give. */
static inline uint32_t at(Rig *rig, float s, float t)
{
    NvRasterVertex v = rig_vertex(0.5f, 0.5f, 0, ~0u);

    v.tex[0][0] = s;
    v.tex[0][1] = t;
    nv_raster_points(&rig->raster, &v, 1);
    return rig_pixel(rig, 0, 0);
}

#endif
