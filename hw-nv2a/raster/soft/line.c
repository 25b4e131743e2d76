/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Lines: rectangles with butt ends whose width is that of the line times
 * (longer + shorter / 2) / length, as 967,373 pixels of a console's lines
 * show without exception (hw): the chip compares whole numbers and takes no
 * root.  What lies exactly on a side is inside if that side faces right, or
 * straight up (hw).  Ends go by the same rule (guess but for those that face
 * left).  A second limit is a box around the ends, half the width larger; it
 * cuts corners off wide lines (hw).
 *
 * Without multisampling the width is measured along the shorter side, as
 * longer / length, and the line goes on by columns: those whose middle lies
 * between half a column before its start and half a column before its end (hw:
 * all pixels of 45 lines in four pictures).  Smooth ones are rectangles, too
 * (hw: 61 pictures of 62).
 */
#include <stdlib.h>

#include "raster/soft/soft.h"

/*
 * The half plane out . (p - a) <= hi / 2, in 1/16 pixels; p is a pixel centre
 * and out the side's direction, which decides whether it is inside itself.
 */
static NvSoftEdge side(int64_t ox, int64_t oy, int64_t ax, int64_t ay,
                       int64_t hi)
{
    bool inclusive = ox > 0 || (ox == 0 && oy < 0);

    return (NvSoftEdge) {
        .c = hi - 2 * (ox * (8 - ax) + oy * (8 - ay)) - !inclusive,
        .dx = -32 * ox,
        .dy = -32 * oy,
    };
}

/* Columns, or lines of the screen, from end to end. */
static void columns(const int64_t x[2], const int64_t y[2],
                    NvSoftEdge edges[2])
{
    int64_t dx = x[1] - x[0], dy = y[1] - y[0];
    int64_t ax = dx < 0 ? -dx : dx, ay = dy < 0 ? -dy : dy;

    dx = ax >= ay ? dx : 0;
    dy = ax >= ay ? 0 : dy;
    edges[0] = side(-dx, -dy, x[0], y[0], 16 * MAX(ax, ay));
    edges[1] = side(dx, dy, x[1], y[1], -16 * MAX(ax, ay));
}

/* @width in 1/8 pixel. */
static void footprint(const int64_t x[2], const int64_t y[2], uint32_t width,
                      bool rectangle, NvSoftEdge edges[4])
{
    int64_t dx = x[1] - x[0], dy = y[1] - y[0];
    int64_t ax = dx < 0 ? -dx : dx, ay = dy < 0 ? -dy : dy;
    int64_t half = width * (2 * MAX(ax, ay) + (rectangle ? MIN(ax, ay) : 0));

    edges[0] = side(dy, -dx, x[0], y[0], half);
    edges[1] = side(-dy, dx, x[0], y[0], half);
    if (!rectangle) {
        columns(x, y, &edges[2]);
        return;
    }
    edges[2] = side(-dx, -dy, x[0], y[0], 0);
    edges[3] = side(dx, dy, x[1], y[1], 0);
}

/* Pixels that the box touches; half the width is rounded up to whole ones. */
static void limits(const int64_t v[2], uint32_t width, int sample, int *lo,
                   int *hi)
{
    int64_t half = (width + 15) & ~15u;

    *lo = (MIN(v[0], v[1]) - half - sample) >> 4;
    *hi = ((MAX(v[0], v[1]) + half - sample) >> 4) + 1;
}

static NvSoftStipple stipple(const NvSoft *s, const NvRasterVertex *begin,
                             const int64_t x[2], const int64_t y[2])
{
    bool tall = llabs(y[1] - y[0]) > llabs(x[1] - x[0]);

    return (NvSoftStipple) {
        .on = s->pixel->primitive.line_repeat,
        .tall = tall,
        .first = nv_raster_line_begin(tall ? begin->y : begin->x, tall),
        .along = begin->size > 0 && begin->size < 4096
                 ? (unsigned)begin->size : 0,
    };
}

bool nv_soft_line(const NvSoft *s, NvSoftScratch *scratch,
                  const NvRasterVertex *const *v)
{
    uint32_t width = s->pixel->primitive.line_width;
    NvSoftPrim prim;
    NvSoftCover cover = { .count = 4 };
    NvRect *box = &cover.box;
    int64_t x[2], y[2];

    for (unsigned i = 0; i < 2; i++) {
        if (!nv_soft_fixed(v[i]->x, &x[i]) ||
            !nv_soft_fixed(v[i]->y, &y[i])) {
            nv_trace(s->raster->env, raster_reject, "line far outside");
            return true;
        }
    }
    if (width == 0 || (x[0] == x[1] && y[0] == y[1])) {
        return true;
    }
    prim.smooth = s->pixel->primitive.smooth_lines;
    footprint(x, y, width, prim.smooth || s->pixel->primitive.multisample,
              cover.edges);
    limits(x, width, s->sample.x, &box->x0, &box->x1);
    limits(y, width, s->sample.y, &box->y0, &box->y1);
    prim.polygon = prim.back = false;
    prim.stipple = stipple(s, v[0], x, y);
    nv_soft_planes(s, &prim, v, 2);
    return nv_soft_fill(s, scratch, &prim, &cover);
}
