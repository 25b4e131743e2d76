/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Triangle setup: exact half planes on the 1/16 grid with the top-left rule,
 * as measured on NV2A (hw).  All arithmetic that decides coverage is integer.
 */
#include "raster/soft/soft.h"

typedef struct Fixed {
    int64_t x, y;
} Fixed;

/*
 * Inside of a -> b when the corners go clockwise on screen (y down), for the
 * centre of pixel x, y at (16x + 8, 16y + 8).
 */
static NvSoftEdge edge(Fixed a, Fixed b)
{
    int64_t dx = b.x - a.x, dy = b.y - a.y;
    bool inclusive = dy < 0 || (dy == 0 && dx > 0);

    return (NvSoftEdge) {
        .c = dx * (8 - a.y) - dy * (8 - a.x) - !inclusive,
        .dx = -dy * 16,
        .dy = dx * 16,
    };
}

static int64_t least(int64_t a, int64_t b, int64_t c)
{
    int64_t m = a < b ? a : b;

    return m < c ? m : c;
}

static int64_t most(int64_t a, int64_t b, int64_t c)
{
    return -least(-a, -b, -c);
}

/* Twice the area, positive when clockwise; 0 also if far outside. */
static int64_t corners(const NvSoft *s, const NvRasterVertex *const *v,
                       Fixed f[3])
{
    for (unsigned i = 0; i < 3; i++) {
        if (!nv_soft_fixed(v[i]->x, &f[i].x) ||
            !nv_soft_fixed(v[i]->y, &f[i].y)) {
            nv_trace(s->raster->env, raster_reject, "triangle far outside");
            return 0;
        }
    }
    return (f[1].x - f[0].x) * (f[2].y - f[0].y) -
           (f[1].y - f[0].y) * (f[2].x - f[0].x);
}

/* Corners in 1/16 pixels, clockwise, and what they reach. */
typedef struct Shape {
    Fixed f[3];
    int64_t area;               /* twice, of the corners as they came */
    NvRect box;
} Shape;

/* False if there is nothing to draw. */
static bool shape_of(const NvSoft *s, const NvRasterVertex *const *v,
                     Shape *shape)
{
    NvRect *box = &shape->box;
    Fixed *f = shape->f;

    shape->area = corners(s, v, f);
    if (!shape->area) {
        return false;
    }
    if (shape->area < 0) {
        Fixed t = f[1];

        f[1] = f[2];
        f[2] = t;
    }
    /* Pixel p has its sample in [lo, hi] if 16p + 8 + its place is. */
    box->x0 = (least(f[0].x, f[1].x, f[2].x) + 7 - s->sample.x) >> 4;
    box->y0 = (least(f[0].y, f[1].y, f[2].y) + 7 - s->sample.y) >> 4;
    box->x1 = ((most(f[0].x, f[1].x, f[2].x) - 8 - s->sample.x) >> 4) + 1;
    box->y1 = ((most(f[0].y, f[1].y, f[2].y) - 8 - s->sample.y) >> 4) + 1;
    if (s->pixel->primitive.smooth_polygons) {
        *box = (NvRect) { box->x0 - 1, box->y0 - 1, box->x1 + 1,
                          box->y1 + 1 };
    }
    if (v[0]->rhw < 0 || v[1]->rhw < 0 || v[2]->rhw < 0) {
        *box = s->clip;
    }
    return true;
}

bool nv_soft_triangle_box(const NvSoft *s, const NvRasterVertex *const *v,
                          NvRect *box)
{
    Shape shape;

    if (!shape_of(s, v, &shape)) {
        return false;
    }
    *box = shape.box;
    nv_soft_clip_box(box, &s->clip);
    return box->x1 > box->x0 && box->y1 > box->y0;
}

bool nv_soft_triangle(const NvSoft *s, NvSoftScratch *scratch,
                      const NvRasterVertex *const *v)
{
    NvSoftPrim prim;
    NvSoftCover cover = { .count = 3 };
    Shape shape;
    const Fixed *f = shape.f;

    if (!shape_of(s, v, &shape)) {
        return true;
    }
    cover.box = shape.box;
    for (unsigned i = 0; i < 3; i++) {
        cover.edges[i] = edge(f[i], f[(i + 1) % 3]);
    }
    prim.polygon = true;
    prim.stipple.on = false;
    prim.smooth = s->pixel->primitive.smooth_polygons;
    prim.back = (shape.area > 0) == s->pixel->primitive.front_ccw;
    for (unsigned i = 0; i < 3; i++) {
        /* The swapped corners: edge i is opposite to this one. */
        unsigned k = shape.area < 0 ? (4 - i) % 3 : (i + 2) % 3;

        if (v[k]->rhw < 0) {
            cover.edges[i] = edge(f[(i + 1) % 3], f[i]);
            prim.back = !prim.back;
        }
    }
    nv_soft_planes(s, &prim, v, 3);
    return nv_soft_fill(s, scratch, &prim, &cover);
}
