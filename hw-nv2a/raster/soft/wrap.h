/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Wrap modes of textures, numbered as methods have them: which texel a place
 * outside of the image is.  Facts: GL's rules; Curie's mirrors from its
 * drivers (doc).
 */
#ifndef NV_RASTER_SOFT_WRAP_H
#define NV_RASTER_SOFT_WRAP_H

#include <stdint.h>

enum {
    WRAP_REPEAT = 1, WRAP_MIRROR, WRAP_EDGE, WRAP_BORDER, WRAP_CLAMP,
    /* Curie's: mirrored once, then as those. */
    WRAP_MIRROR_EDGE, WRAP_MIRROR_BORDER, WRAP_MIRROR_CLAMP,
};

/* @i in 0..@by - 1, as often as need be; images in lines have any size. */
static inline int64_t nv_soft_modulo(int64_t i, int64_t by)
{
    int64_t rest;

    if (!(by & (by - 1))) {
        return i & (by - 1);
    }
    rest = i % by;
    return rest < 0 ? rest + by : rest;
}

/* Outside texels are -1 and @size; or there are @border of them a side. */
static inline int nv_soft_wrap(unsigned mode, int64_t i, int size, int border)
{
    if (mode >= WRAP_MIRROR_EDGE) {
        i = i < 0 ? -1 - i : i;
        mode -= WRAP_MIRROR_EDGE - WRAP_EDGE;
    }
    switch (mode) {
    case WRAP_MIRROR:
        i = nv_soft_modulo(i, 2 * (int64_t)size);
        return i < size ? i : 2 * size - 1 - i;
    case WRAP_EDGE:
        return i < 0 ? 0 : i >= size ? size - 1 : i;
    case WRAP_BORDER:
    case WRAP_CLAMP:
        return i < -border ? -border : i >= size + border ? size + border - 1
                                                          : i;
    default:
        return nv_soft_modulo(i, size);
    }
}

#endif
