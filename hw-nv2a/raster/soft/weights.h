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

/*
 * Mantissas of edge values' sum, unless they are divided by w, of its
 * reciprocal, and of weights (hw).
 */
#define NV_WEIGHT_SUM_BITS 24
#define NV_WEIGHT_INVERSE_BITS 24
#define NV_WEIGHT_SHARE_BITS 24
/* Of 1 and a weight that leaves something to the greatest one (hw). */
#define NV_WEIGHT_REST_BITS 26

/* The reciprocal of depth; others are in raster/raster.h. */
#define NV_DEPTH_INVERSE_BITS 29
/*
 * What is left of the addends of a depth, a coordinate, in bits behind the
 * leading one of the largest; less than any float, so that 1 / it is a number.
 */
#define NV_DEPTH_WINDOW_BITS 28
#define NV_COORD_WINDOW_BITS 23
#define NV_SUM_LEAST 0x1p-400
/* Differences of depths below it are none. */
#define NV_DEPTH_LEAST 0x1p-126

/* To 30 bits behind the point, of less than 2^22. */
#define NV_ROUND30 0x1p22

static inline double nv_soft_round30(double v)
{
    return v + NV_ROUND30 - NV_ROUND30;
}

/* Towards zero, of less than 2^51. */
static inline double nv_soft_chop(double v)
{
    double a = fabs(v), whole = a + 0x1p52 - 0x1p52;

    return copysign(whole > a ? whole - 1 : whole, v);
}

/* A power of two: the greatest that is not above |@v|. */
static inline double nv_soft_magnitude(double v)
{
    return nv_u2d(nv_d2u(v) & UINT64_C(0x7ff) << 52);
}

static inline double nv_soft_larger(double a, double b)
{
    return a > b ? a : b;
}

/*
 * @base and the shares @t as the chip adds them up: of each @bits behind the
 * leading one of the largest are left.
 */
static inline double nv_soft_sum(double base, const double t[3],
                                 unsigned bits)
{
    double top = nv_soft_larger(nv_soft_larger(fabs(t[0]), fabs(t[1])),
                                nv_soft_larger(fabs(t[2]), fabs(base)));
    double unit = nv_soft_larger(nv_soft_magnitude(top), NV_SUM_LEAST);
    /* @unit is a power of two, so exponents are all there is to divide. */
    double scale = nv_u2d(((UINT64_C(2046) + bits) << 52) - nv_d2u(unit));

    return (nv_soft_chop(base * scale) + nv_soft_chop(t[0] * scale) +
            nv_soft_chop(t[1] * scale) + nv_soft_chop(t[2] * scale)) *
           (unit * (1.0 / (1u << bits)));
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
    double rhw[3];              /* 1 where nothing is divided */
    double inverse;             /* of the sum, if it is the same everywhere */
    bool perspective;
} NvSoftCorners;

/*
 * Beside a primitive weights leave 0..1, as far as this (far more than the
 * pixel beside an edge that is no sliver has).
 */
#define NV_WEIGHT_MOST 32.0

/* At some pixels: in 256ths for colours, whole for coordinates. */
typedef struct NvSoftWeights {
    int16_t part[3][NV_LANES];
    bool beside;                /* some of these leave 0..256 */
    double share[2][NV_LANES];  /* of the outer two */
} NvSoftWeights;

/*
 * Edges opposite of each corner of a triangle, 1/16 pixels; inside are numbers
 * of the sign of twice the area, in 1/256 pixels, which is returned.
 */
int64_t nv_soft_edges(const int64_t p[3][2], NvSoftEdge out[3]);
/*
 * Corners of a triangle whose inside is above 0 of out->edge, which the caller
 * fills, or of a line, which may be @columns of pixels; to be divided by w if
 * @rhw (of each) is given.
 */
void nv_soft_triangle_corners(NvSoftCorners *out, const double *rhw);
void nv_soft_line_corners(const NvRasterVertex *const v[2], const double *rhw,
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
