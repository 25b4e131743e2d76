/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Colours of Y, Cb and Cr as the texture unit makes them (hw: a console's
 * pictures, sampled cards); that 2D shares it is a guess.
 */
#ifndef NV_BASE_YUV_H
#define NV_BASE_YUV_H

#include <glib.h>
#include <stdint.h>

/* Bytes @y, @cb, @cr as A8R8G8B8, opaque. */
static inline uint32_t nv_yuv_argb(int y, int cb, int cr)
{
    int d = cb - 128, e = cr - 128;
    int luma = (298 * (y - 16) - 96) >> 8;
    int r = luma + 2 * ((409 * e + 128) >> 9);
    int g = luma + 2 * ((254 - 50 * d) >> 8) + 2 * ((248 - 104 * e) >> 8) + 1;
    int b = luma + ((516 * d) >> 8);

    return 0xff000000 | (uint32_t)CLAMP(r, 0, 255) << 16 |
           (uint32_t)CLAMP(g, 0, 255) << 8 | (uint32_t)CLAMP(b, 0, 255);
}

#endif
