/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Triangle setup: exact half planes on the 1/16 grid with the top-left rule,
 * as measured on NV2A (hw).  All arithmetic that decides coverage is integer.
 */
#include "raster/soft/soft.h"

/* Corners in 1/16 pixels, as they came. */
typedef struct Shape {
    int64_t p[3][2];
} Shape;

/* False if some of it is far outside. */
static bool find_corners(const NvSoft *s, const NvRasterVertex *const *v,
                         Shape *shape)
{
    for (unsigned i = 0; i < 3; i++) {
        if (!nv_soft_fixed(v[i]->x, &shape->p[i][0]) ||
            !nv_soft_fixed(v[i]->y, &shape->p[i][1])) {
            nv_trace(s->raster->env, raster_reject, "triangle far outside");
            return false;
        }
    }
    return true;
}

/* Pixel p has its sample in [lo, hi] if 16p + 8 + @sample is. */
static inline void reach(const Shape *shape, unsigned axis, int sample,
                         int *first, int *end)
{
    int64_t a = shape->p[0][axis], b = shape->p[1][axis];
    int64_t c = shape->p[2][axis];

    *first = (MIN(MIN(a, b), c) + 7 - sample) >> 4;
    *end = ((MAX(MAX(a, b), c) - 8 - sample) >> 4) + 1;
}

/* What they reach. */
static void find_box(const NvSoft *s, const NvRasterVertex *const *v,
                     const Shape *shape, NvRect *box)
{
    reach(shape, 0, s->sample.x, &box->x0, &box->x1);
    reach(shape, 1, s->sample.y, &box->y0, &box->y1);
    if (s->pixel->primitive.smooth_polygons) {
        *box = (NvRect) { box->x0 - 1, box->y0 - 1, box->x1 + 1,
                          box->y1 + 1 };
    }
    if (v[0]->rhw < 0 || v[1]->rhw < 0 || v[2]->rhw < 0) {
        *box = s->clip;
    }
}

bool nv_soft_triangle_box(const NvSoft *s, const NvRasterVertex *const *v,
                          NvRect *box)
{
    Shape shape;

    if (!find_corners(s, v, &shape)) {
        return false;
    }
    find_box(s, v, &shape, box);
    nv_soft_clip_box(box, &s->clip);
    return box->x1 > box->x0 && box->y1 > box->y0;
}

/* What lies on an edge is inside if that is a left or a top one. */
static inline NvSoftEdge with_ties(const NvSoftEdge *e)
{
    bool inclusive = e->dx > 0 || (e->dx == 0 && e->dy > 0);

    return (NvSoftEdge) { e->c - !inclusive, e->dx, e->dy };
}

static inline NvSoftEdge other_side(const NvSoftEdge *e)
{
    return (NvSoftEdge) { -e->c, -e->dx, -e->dy };
}

bool nv_soft_triangle(const NvSoft *s, NvSoftScratch *scratch,
                      const NvRasterVertex *const *v)
{
    NvSoftPrim prim;
    NvSoftCover cover;
    NvSoftEdge *edge = prim.corners.edge;
    Shape shape;
    int64_t area;

    if (!find_corners(s, v, &shape)) {
        return true;
    }
    area = nv_soft_edges(shape.p, edge);
    if (!area) {
        return true;
    }
    find_box(s, v, &shape, &cover.box);
    cover.count = 3;
    prim.polygon = true;
    prim.stipple.on = false;
    prim.smooth = s->pixel->primitive.smooth_polygons;
    prim.back = (area > 0) == s->pixel->primitive.front_ccw;
    for (unsigned k = 0; k < 3; k++) {
        edge[k] = area < 0 ? other_side(&edge[k]) : edge[k];
        cover.edges[k] = with_ties(&edge[k]);
        if (v[k]->rhw < 0) {
            NvSoftEdge beyond = other_side(&edge[k]);

            cover.edges[k] = with_ties(&beyond);
            prim.back = !prim.back;
        }
    }
    nv_soft_planes(s, &prim, v, 3);
    return nv_soft_fill(s, scratch, &prim, &cover);
}
