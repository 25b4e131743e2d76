/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Triangle setup: exact half planes on the 1/16 grid with the top-left rule,
 * as measured on NV2A (hw).  All arithmetic that decides coverage is integer.
 */
#ifndef __clang__
#pragma GCC optimize("O3", "no-trapping-math", "fp-contract=off")
#endif

#include "raster/soft/soft.h"

/* Corners in 1/16 pixels, as they came: x and y, and words of no meaning. */
typedef struct Shape {
    NvFourWords p[3];
} Shape;

typedef float Four __attribute__((vector_size(16)));

static_assert(offsetof(NvRasterVertex, x) + 4 == offsetof(NvRasterVertex, y) &&
              offsetof(NvRasterVertex, x) + 16 <= sizeof(NvRasterVertex),
              "both are loaded at once");

static inline NvFourWords least(NvFourWords a, NvFourWords b)
{
    NvFourWords less = a < b;

    return (a & less) | (b & ~less);
}

static inline NvFourWords greatest(NvFourWords a, NvFourWords b)
{
    NvFourWords less = a < b;

    return (b & less) | (a & ~less);
}

/* As nv_soft_fixed() has it.  False if some of it is far outside. */
static inline bool find_corners(const NvSoft *s,
                                const NvRasterVertex *const *v, Shape *shape)
{
    const Four far = { NV_SOFT_FAR, NV_SOFT_FAR, INFINITY, INFINITY };
    NvFourWords near = { -1, -1, -1, -1 };
    uint64_t both;

    for (unsigned i = 0; i < 3; i++) {
        Four at;

        memcpy(&at, &v[i]->x, sizeof(at));
        near &= (at > -far) & (at < far);
        shape->p[i] = __builtin_convertvector(at * 16.0f, NvFourWords);
    }
    memcpy(&both, &near, sizeof(both));
    if (G_UNLIKELY(~both)) {
        nv_trace(s->raster->env, raster_reject, "triangle far outside");
        return false;
    }
    return true;
}

/*
 * What they reach: pixel p has its sample in [lo, hi] if 16p + 8 + the sample
 * is.
 */
static inline void find_box(const NvSoft *s, const NvRasterVertex *const *v,
                            const Shape *shape, NvRect *box)
{
    const NvFourWords *p = shape->p, sample = { s->sample.x, s->sample.y };
    NvFourWords from = least(least(p[0], p[1]), p[2]) + 7 - sample;
    NvFourWords to = greatest(greatest(p[0], p[1]), p[2]) - 8 - sample;

    from >>= 4;
    to = (to >> 4) + 1;
    *box = (NvRect) { from[0], from[1], to[0], to[1] };
    if (s->pixel->primitive.smooth_polygons) {
        *box = (NvRect) { box->x0 - 1, box->y0 - 1, box->x1 + 1,
                          box->y1 + 1 };
    }
    if (v[0]->rhw < 0 || v[1]->rhw < 0 || v[2]->rhw < 0) {
        *box = s->clip;
    }
}

/* Of it what can be drawn; false: nothing. */
static inline bool some_is_left(const NvSoft *s, NvRect *box)
{
    nv_soft_clip_box(box, &s->clip);
    return box->x1 > box->x0 && box->y1 > box->y0;
}

void nv_soft_triangle_boxes(const NvSoft *s, const NvSoftList *list,
                            unsigned at, unsigned n, NvRect *box)
{
    for (unsigned i = 0; i < n; i++) {
        NvSoftThree three;
        Shape shape;

        box[i] = (NvRect) { 0, 0, 0, 0 };
        nv_soft_corners_of(s, list, at + 3 * i, 3, &three);
        if (find_corners(s, three.v, &shape)) {
            NvRect some;

            find_box(s, three.v, &shape, &some);
            if (some_is_left(s, &some)) {
                box[i] = some;
            }
        }
    }
}

/* Twice the area. */
static inline int64_t area_of(const Shape *shape, NvSoftEdge edge[3])
{
    const NvFourWords *p = shape->p;
    const int64_t at[3][2] = {
        { p[0][0], p[0][1] }, { p[1][0], p[1][1] }, { p[2][0], p[2][1] },
    };

    return nv_soft_edges(at, edge);
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
    find_box(s, v, &shape, &cover.box);
    if (!some_is_left(s, &cover.box)) {
        scratch->place = (NvRasterPlace) { 0 };
        return true;
    }
    area = area_of(&shape, edge);
    if (!area) {
        return true;
    }
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
