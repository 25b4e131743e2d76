/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Coordinates and clip rectangles as FE's registers hold them: which vertex
 * is what, and the flags that a new coordinate leaves, written by a driver or
 * made by a method.  Facts: public hardware tests (envytools).
 */
#ifndef NV_PGRAPH_XY_H
#define NV_PGRAPH_XY_H

#include "pgraph/fe.h"

/* --- vertices --- */

/*
 * What VTX_X and VTX_Y hold.  Solids count their corners from 0; the others
 * are of images, x and y apart if they are not a point.
 */
enum {
    NV_VTX_LEFT = 2,        /* of the line in the stream; minus lines left */
    NV_VTX_IN = 3,          /* width of the source; minus its height */
    NV_VTX_AT = 4,          /* where the image goes */
    NV_VTX_OUT = 5,         /* its size there, or its steps if stretched */
    NV_VTX_IN_HEIGHT = 7,   /* y: height of the source */
    NV_VTX_LAST = 8,        /* its flags are those of the last register */
    NV_VTX_CLIP = 9,        /* the last point of a clip rectangle */
    NV_VERTICES,
};

/* @xy: 0 x, 1 y, here and below. */
#define NV_VTX(pg, i, xy) \
    ((pg)->values[((xy) ? NV_PGRAPH_VTX_Y : NV_PGRAPH_VTX_X) / 4 + (i)])

/* Bits of VALID for vertices: a mask of those with x, and of those with y. */
static inline uint32_t nv_xy_valid_bits(const NvPgraph *pg, unsigned x,
                                        unsigned y)
{
    return NV_FE_PUT(pg, VALID, VTX_Y, NV_FE_PUT(pg, VALID, VTX_X, 0, x), y);
}

/* They have been given. */
static inline void nv_xy_given(NvPgraph *pg, unsigned x, unsigned y)
{
    NV_PG(pg, VALID) |= nv_xy_valid_bits(pg, x, y);
}

/* Flags of XY_B and XY_C that a method with a point leaves. */
void nv_xy_point_flags(NvPgraph *pg);
/* XY_D: what the sum or the number for vertex @i, below 4, came to. */
void nv_xy_set_range(NvPgraph *pg, unsigned i, unsigned xy, bool carry,
                     bool far);
/* XY_CLIP: where vertex @i, below 16, lies, as nv_xy_place() says it. */
void nv_xy_set_place(NvPgraph *pg, unsigned i, unsigned xy, uint32_t place);

/* More than the 16 bits that coordinates have. */
static inline bool nv_xy_far(int32_t v)
{
    return v != (int16_t)v;
}

/* Before, at or behind the least and the greatest coordinate allowed. */
static inline uint32_t nv_xy_place(int32_t v, int32_t low, int32_t high)
{
    return (v < low) | (v == low) << 1 | (v > high) << 2 | (v == high) << 3;
}

/* --- clip rectangles --- */

/* UCLIP is the channel's, OCLIP the class's own; CLIP3D is Celsius'. */
typedef enum NvXyRect {
    NV_XY_UCLIP, NV_XY_OCLIP, NV_XY_CLIP3D, NV_XY_RECTS,
} NvXyRect;

/* Places of their registers. */
extern const uint16_t nv_xy_rects[NV_XY_RECTS];

/* Min x, min y, max x, max y of rectangle @which. */
#define NV_CLIP(pg, which, i) ((pg)->values[nv_xy_rects[which] / 4 + (i)])

/* The least and the greatest coordinate inside. */
int32_t nv_xy_min(const NvPgraph *pg, NvXyRect which, unsigned xy);
int32_t nv_xy_max(const NvPgraph *pg, NvXyRect which, unsigned xy);
/* A queue of two: what was the maximum becomes the minimum. */
void nv_xy_bound(NvPgraph *pg, NvXyRect which, unsigned xy, uint32_t value);
/* XY_B: how images fit into rectangle @i, below 2, is not known any more. */
void nv_xy_forget_fit(NvPgraph *pg, unsigned i);
/* XY_B: whether the image begins before rectangle @i. */
void nv_xy_set_before(NvPgraph *pg, unsigned i, unsigned xy, bool before);

#endif
