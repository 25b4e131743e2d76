/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Lines: a rectangle of the line width with butt ends.  Axis-aligned rules
 * are from NV2A captures (hw): the centre snaps to the nearest pixel centre,
 * upwards between two rows, and the width rounds up; other directions are
 * drawn unsnapped (guess).
 */
#include <math.h>

#include "raster/soft/soft.h"

/* The half plane n . (p - a) >= lo, in 1/16 pixels; p is a pixel centre. */
static NvSoftEdge from(int64_t nx, int64_t ny, int64_t ax, int64_t ay,
                       int64_t lo)
{
    return (NvSoftEdge) {
        .c = nx * (8 - ax) + ny * (8 - ay) - lo,
        .dx = nx * 16,
        .dy = ny * 16,
    };
}

/* The half plane n . (p - a) < hi. */
static NvSoftEdge below(int64_t nx, int64_t ny, int64_t ax, int64_t ay,
                        int64_t hi)
{
    return from(-nx, -ny, ax, ay, 1 - hi);
}

static int64_t snap(int64_t v)
{
    return (v & ~INT64_C(15)) + 8;
}

/*
 * @width in 1/8 pixel.  Both half-open ranges include their left end, or the
 * upper one where left and right are level, whatever way the line runs.
 */
static void footprint(const int64_t x[2], const int64_t y[2], uint32_t width,
                      NvSoftEdge edges[4])
{
    int64_t x0 = x[0], y0 = y[0], dx = x[1] - x0, dy = y[1] - y0;
    int64_t nx = dy, ny = -dx;
    double half;

    if (dx == 0 || dy == 0) {
        width = (width + 7) & ~7u;
        x0 = dx == 0 ? snap(x0) : x0;
        y0 = dy == 0 ? snap(y0 - 1) : y0;
    }
    if (nx < 0 || (nx == 0 && ny < 0)) {
        nx = -nx;
        ny = -ny;
    }
    half = width * sqrt((double)dx * dx + (double)dy * dy);
    edges[0] = from(nx, ny, x0, y0, -(int64_t)floor(half));
    edges[1] = below(nx, ny, x0, y0, (int64_t)ceil(half));
    if (dx < 0 || (dx == 0 && dy < 0)) {
        x0 += dx;
        y0 += dy;
        dx = -dx;
        dy = -dy;
    }
    edges[2] = from(dx, dy, x0, y0, 0);
    edges[3] = below(dx, dy, x0, y0, dx * dx + dy * dy);
}

bool nv_soft_line(const NvSoft *s, NvSoftScratch *scratch,
                  const NvRasterVertex *v)
{
    const NvRasterVertex *const ends[2] = { &v[0], &v[1] };
    uint32_t width = s->pixel->primitive.line_width;
    int pad = width / 16 + 2;
    NvSoftPrim prim;
    NvSoftCover cover = { .count = 4 };
    NvRect *box = &cover.box;
    int64_t x[2], y[2];

    for (unsigned i = 0; i < 2; i++) {
        if (!nv_soft_fixed(v[i].x, &x[i]) || !nv_soft_fixed(v[i].y, &y[i])) {
            nv_trace(s->raster->env, raster_reject, "line far outside");
            return true;
        }
    }
    if (width == 0 || (x[0] == x[1] && y[0] == y[1])) {
        return true;
    }
    footprint(x, y, width, cover.edges);
    box->x0 = ((x[0] < x[1] ? x[0] : x[1]) >> 4) - pad;
    box->x1 = ((x[0] < x[1] ? x[1] : x[0]) >> 4) + pad;
    box->y0 = ((y[0] < y[1] ? y[0] : y[1]) >> 4) - pad;
    box->y1 = ((y[0] < y[1] ? y[1] : y[0]) >> 4) + pad;
    prim.polygon = prim.back = false;
    nv_soft_planes(s, &prim, ends, 2);
    return nv_soft_fill(s, scratch, &prim, &cover);
}
