/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What becomes of a sample: swizzle, gamma, expansion.
 */
#include <math.h>

#include "raster/soft/texture.h"

static float linear_of(float v)
{
    return v <= 0.04045f ? v / 12.92f : powf((v + 0.055f) / 1.055f, 2.4f);
}

/*
 * Each output names one of 0, 1 or a component, in the order A R G B from
 * the low bits up; the bits of gamma are those of R G B A (doc: names of the
 * PS3's documents for class 0x4097, CELL_GCM_TEXTURE_GAMMA_R is 1; drivers set
 * 7 for sRGB).
 */
void nv_soft_remap(const NvSoftTexture *t, float rgba[4])
{
    const float in[4] = { rgba[3], rgba[0], rgba[1], rgba[2] };

    for (unsigned k = 0; k < 4; k++) {
        unsigned what = t->how->swizzle >> (8 + 2 * k) & 3;
        float v = in[t->how->swizzle >> 2 * k & 3];

        v = what == 0 ? 0.0f : what == 1 ? 1.0f : v;
        if (t->how->gamma >> ((k + 3) & 3) & 1) {
            v = linear_of(v);
        }
        rgba[(k + 3) & 3] = t->how->expand ? 2.0f * v - 1.0f : v;
    }
    if (t->how->gamma || t->how->expand) {
        nv_soft_one_nan(rgba);
    }
}

void nv_soft_remap_lanes(const NvSoftTexture *t, unsigned n, NvLane *rgba)
{
    NvLane in[4];

    for (unsigned k = 0; k < 4; k++) {
        memcpy(in[k], rgba[(k + 3) & 3], n * sizeof(float));
    }
    for (unsigned k = 0; k < 4; k++) {
        unsigned what = t->how->swizzle >> (8 + 2 * k) & 3;
        const float *from = in[t->how->swizzle >> 2 * k & 3];
        unsigned c = (k + 3) & 3;
        float *to = rgba[c];

        for (unsigned i = 0; i < n; i++) {
            to[i] = what == 0 ? 0.0f : what == 1 ? 1.0f : from[i];
        }
        for (unsigned i = 0; i < n && t->how->gamma >> c & 1; i++) {
            to[i] = linear_of(to[i]);
        }
        for (unsigned i = 0; i < n && t->how->expand; i++) {
            to[i] = 2.0f * to[i] - 1.0f;
        }
    }
}
