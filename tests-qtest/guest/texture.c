/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Textures whose texels a function tells, and pixels compared with them.
 */
#include "guest.h"

/* Interleaved bits: x0 lowest, then y0, x1, y1 and so on. */
static uint32_t swizzle(uint32_t x, uint32_t y)
{
    uint32_t out = 0, i;

    for (i = 0; i < 12; i++) {
        out |= (x >> i & 1) << 2 * i | (y >> i & 1) << (2 * i + 1);
    }
    return out;
}

static void put(uint32_t at, uint32_t argb)
{
    *(volatile uint32_t *)(card.vram + at) = argb;
}

uint32_t texture_swizzled(uint32_t side, Texel *texel)
{
    uint32_t at = vram_alloc(side * side * 4, 256), x, y;

    for (y = 0; y < side; y++) {
        for (x = 0; x < side; x++) {
            put(at + swizzle(x, y) * 4, texel(x, y));
        }
    }
    return at;
}

uint32_t texture_rect(uint32_t w, uint32_t h, Texel *texel)
{
    uint32_t at = vram_alloc(w * h * 4, 256), x, y;

    for (y = 0; y < h; y++) {
        for (x = 0; x < w; x++) {
            put(at + (y * w + x) * 4, texel(x, y));
        }
    }
    return at;
}

/* Whether some channel is more than @most apart. */
static bool off_by(uint32_t a, uint32_t b, int most)
{
    int d;
    unsigned i;

    for (i = 0; i < 32; i += 8) {
        d = (int)(a >> i & 255) - (int)(b >> i & 255);
        if (d > most || -d > most) {
            return true;
        }
    }
    return false;
}

unsigned texture_differing(int x0, int y0, uint32_t w, uint32_t h,
                           Texel *texel, int most)
{
    uint32_t x, y;
    unsigned n = 0;

    for (y = 0; y < h; y++) {
        for (x = 0; x < w; x++) {
            n += off_by(draw_pixel(x0 + (int)x, y0 + (int)y), texel(x, y),
                        most);
        }
    }
    return n;
}
