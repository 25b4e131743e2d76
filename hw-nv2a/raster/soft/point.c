/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Points: squares centred on the vertex, sampled at pixel centres, and point
 * sprites: coordinates that run from 0 to 1 over the square.
 *
 * Left and upper edges are inside; right and lower ones are, too, but where
 * the size is a power of two (hw, all sizes a console can set): the chip
 * multiplies by a reciprocal that it truncates, and only of powers of two it
 * is exact.  Without multisampling the right edge of those is inside, the left
 * one is not (hw: all 32 points of a picture, size 1).  A size of 0 is the
 * pixel that the vertex lies in (hw).
 */
#include "raster/soft/soft.h"

static NvSoftPlane constant(double v)
{
    return (NvSoftPlane) { v, 0, 0 };
}

static void sprite(const NvSoft *s, NvSoftPrim *prim, double size)
{
    unsigned rmode = s->pixel->primitive.sprite_r;
    unsigned units = s->pixel->primitive.sprite_units;
    /* hw: ties right of the middle are the lower texel's. */
    double step = nv_cut_double(1 / size, NV_WEIGH_BITS);

    for (unsigned u = 0; u < NV_MAX_TEX; u++) {
        if (units >> u & 1) {
            prim->tex[u][0] = (NvSoftPlane) { 0.5, step, 0 };
            prim->tex[u][1] = (NvSoftPlane) { 0.5, 0, step };
            if (rmode == 0) {
                prim->tex[u][2] = constant(0);
            } else if (rmode == 2) {
                prim->tex[u][2] = prim->tex[u][0];
            } else if (rmode == 3) {
                prim->tex[u][2] = constant(1);
                prim->tex[u][3] = constant(1);
            }
        }
    }
}

bool nv_soft_point(const NvSoft *s, NvSoftScratch *scratch,
                   const NvRasterVertex *const *corners)
{
    const NvRasterVertex *v = corners[0];
    NvSoftPrim prim;
    NvSoftCover cover = { .count = 0 };
    NvRect *box = &cover.box;
    float size = v->size > 0 && v->size < 8192.0f ? v->size : 0.0f;
    int64_t x, y, half = (int64_t)(size * 8.0f);    /* hw: cut */

    if (!nv_soft_fixed(v->x, &x) || !nv_soft_fixed(v->y, &y)) {
        nv_trace(s->raster->env, raster_reject, "point far outside");
        return true;
    }
    x -= s->sample.x;
    y -= s->sample.y;
    if (half == 0) {
        *box = (NvRect) { x >> 4, y >> 4, (x >> 4) + 1, (y >> 4) + 1 };
    } else {
        bool exact = !(half & (half - 1));
        bool right = exact && !s->pixel->primitive.multisample;

        box->x0 = (x - half + 7 + right) >> 4;
        box->y0 = (y - half + 7) >> 4;
        box->x1 = ((x + half - 8 - (exact && !right)) >> 4) + 1;
        box->y1 = ((y + half - 8 - exact) >> 4) + 1;
    }
    prim.polygon = prim.back = prim.smooth = prim.stipple.on = false;
    nv_soft_planes(s, &prim, corners, 1);
    sprite(s, &prim, half ? half / 8.0 : 1.0);
    return nv_soft_fill(s, scratch, &prim, &cover);
}
