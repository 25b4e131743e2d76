/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * How much each corner of a primitive counts at a pixel: the one rule by which
 * the interpolators work (docs/pixels.rst), for spans and fragment programs.
 */
#ifndef NV_SOFT_WEIGHTS_H
#define NV_SOFT_WEIGHTS_H

#include <math.h>

#include "raster/raster.h"
#include "raster/soft/lane.h"
#include "raster/weigh.h"

/* The reciprocal of depth; others are in raster/raster.h. */
#define NV_DEPTH_INVERSE_BITS 29
/*
 * What is left of the addends of a depth, a coordinate, in bits behind the
 * leading one of the largest.
 */
#define NV_DEPTH_WINDOW_BITS 28
#define NV_COORD_WINDOW_BITS 23
/* Differences of depths below it are none. */
#define NV_DEPTH_LEAST 0x1p-126

/* To 30 bits behind the point, of less than 2^22. */
#define NV_ROUND30 0x1p22

static inline double nv_soft_round30(double v)
{
    return v + NV_ROUND30 - NV_ROUND30;
}

/* A half plane: pixel x, y is inside if c + x * dx + y * dy >= 0. */
typedef struct NvSoftEdge {
    int64_t c, dx, dy;
} NvSoftEdge;

/*
 * Corners are in the chip's order: of triangles as submitted, of lines none,
 * the first, the second.  The middle one takes what the others leave.
 */
typedef struct NvSoftCorners {
    uint8_t from[3];            /* which corner of the primitive it is */
    NvSoftEdge edge[3];         /* opposite of each: whole numbers */
    double sum;                 /* of edge values, at every pixel */
    double by[3];               /* products of the others' w, or 1 */
    double inverse;             /* of the sum, if it is the same everywhere */
    bool perspective;           /* it is not */
} NvSoftCorners;

/* At some pixels: in 256ths for colours, whole for coordinates. */
typedef struct NvSoftWeights {
    int16_t part[3][NV_LANES];
    bool beside;                /* some of these leave 0..256 */
    double share[2][NV_LANES];  /* of the outer two */
} NvSoftWeights;

/* Twice the signed area that p makes with a and b, over the pixel index. */
static inline NvSoftEdge nv_soft_edge(const int64_t a[2], const int64_t b[2])
{
    int64_t x = a[1] - b[1], y = b[0] - a[0];

    return (NvSoftEdge) {
        .c = a[0] * b[1] - b[0] * a[1] + 8 * x + 8 * y,
        .dx = 16 * x,
        .dy = 16 * y,
    };
}

/*
 * Edges opposite of each corner of a triangle, 1/16 pixels; inside are numbers
 * of the sign of twice the area, in 1/256 pixels, which is returned.
 */
static inline int64_t nv_soft_edges(const int64_t p[3][2], NvSoftEdge out[3])
{
    out[0] = nv_soft_edge(p[1], p[2]);
    out[1] = nv_soft_edge(p[2], p[0]);
    out[2] = nv_soft_edge(p[0], p[1]);
    return out[0].c + out[1].c + out[2].c;
}
/* What edge values are multiplied by, of corners in the chip's order. */
void nv_soft_products(const double *w, bool line, double by[3]);
/* Whether edge values lose bits, so that their sum is not the same. */
bool nv_soft_edges_are_cut(const NvSoftCorners *c);
/*
 * Corners of a triangle whose inside is above 0 of out->edge, which the caller
 * fills, or of a line, which may be @columns of pixels; to be divided by @w (of
 * each) if that is given.
 */
void nv_soft_triangle_corners(NvSoftCorners *out, const double *w);
void nv_soft_line_corners(const NvRasterVertex *const v[2], const double *w,
                          bool columns, NvSoftCorners *out);
/* At @n <= NV_LANES pixels. */
void nv_soft_weights(const NvSoftCorners *corners, const int *x, const int *y,
                     unsigned n, NvSoftWeights *out);
/* Channel @c of colours of 8 bits, of corners in the chip's order. */
void nv_soft_mix(const NvSoftWeights *w, const int32_t corner[3][4],
                 unsigned c, unsigned n, uint8_t *out);
/* A coordinate, of corners in the chip's order. */
void nv_soft_mix_fine(const NvSoftWeights *w, const double corner[3],
                      unsigned n, float *out);

#endif
