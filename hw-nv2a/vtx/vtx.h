/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * VTX: from transformed vertices to primitives a rasteriser can take.
 *
 * Primitive assembly of all ten types, provoking vertex, two-sided colours,
 * culling, polygon mode with edge flags, clipping in homogeneous space to the
 * view and by distances, and the conversions of XF's outputs (colours to 8
 * bits, positions to 1/16).
 */
#ifndef NV_VTX_VTX_H
#define NV_VTX_VTX_H

#include "base/env.h"
#include "base/state.h"
#include "words/bundles.h"
#include "words/places.h"
#include "raster/raster.h"
#include "xf/xf.h"

/* BEGIN_END values. */
typedef enum NvPrimitive {
    NV_PRIM_END = 0,
    NV_PRIM_POINTS,
    NV_PRIM_LINES,
    NV_PRIM_LINE_LOOP,
    NV_PRIM_LINE_STRIP,
    NV_PRIM_TRIANGLES,
    NV_PRIM_TRIANGLE_STRIP,
    NV_PRIM_TRIANGLE_FAN,
    NV_PRIM_QUADS,
    NV_PRIM_QUAD_STRIP,
    NV_PRIM_POLYGON,
    NV_PRIM_COUNT
} NvPrimitive;

const char *nv_primitive_name(NvPrimitive prim);

#define NV_VTX_USER_CLIPS 6
#define NV_VTX_HOLD 4               /* vertices that wait, at most; a first */
#define NV_VTX_BEFORE (NV_XF_BLOCK + 8)         /* lane 0 of @before */

/* A transformed vertex: XF's outputs by meaning, bits as XF wrote them. */
typedef struct NvVertex {
    uint32_t hpos[4];       /* window x, y, z and clip w */
    uint32_t col[2][4];     /* D0, D1 front */
    uint32_t bfc[2][4];     /* back */
    uint32_t fogc, psz;
    uint32_t tex[NV_MAX_TEX][4];
    uint32_t clip[NV_VTX_USER_CLIPS];   /* distances, where XF has them */
    uint32_t edge;          /* edge flag of the edge that starts here */
} NvVertex;

/* What became of primitives, totals for people: neither saved nor seen. */
typedef struct NvVtxCounts {
    uint64_t points, lines, triangles;      /* assembled */
    uint64_t bad;           /* of those: a corner without a place */
    uint64_t outside;       /* all corners beyond one plane */
    uint64_t culled;        /* triangles that face away */
    uint64_t flat;          /* triangles without an area */
    uint64_t cut;           /* reach out of the view, and were cut, */
    uint64_t cut_away;      /* and nothing was left */
} NvVtxCounts;

typedef struct NvVtx {
    NvEnv *env;
    const NvChip *chip;
    const NvPlace *places;
    NvRaster *raster;
    /* Private to vtx/: assembly state, saved. */
    uint32_t prim;          /* NvPrimitive */
    uint32_t held;          /* vertices in hold[], first included if used */
    uint32_t parity;        /* strips: which way round the next one is */
    NvVertex hold[NV_VTX_HOLD];
    NvVertex first;         /* loops, fans, polygons */
    uint32_t stipple;       /* pixels of lines since their pattern began */
    uint32_t bundle[NV_BUNDLE_COUNT];   /* state as of the last bundle */
    /* Derived; nothing is waiting in it between two calls. */
    struct NvVtxWork *work;
    float origin;           /* added to x and y in the window */
    bool one_by_one;        /* for tests: no lists by lanes */
    NvVtxCounts counts;
} NvVtx;

extern const NvSection nv_vtx_section;

void nv_vtx_init(NvVtx *vtx, NvEnv *env, NvRaster *raster);
void nv_vtx_free(NvVtx *vtx);
void nv_vtx_reset(NvVtx *vtx);

/*
 * Celsius' classes count window positions from -2048, others from 0.  Follows
 * the class, which is saved elsewhere; nothing may be waiting.
 */
void nv_vtx_set_origin(NvVtx *vtx, bool celsius);

void nv_vtx_begin(NvVtx *vtx, NvPrimitive prim);
/*
 * Vertices of the open primitive in order: lane lanes[i] of @block, below its
 * count, with edge flag edges[i]; @edges NULL = all set.  From NV_VTX_BEFORE on
 * they are lanes of @before, which is NULL if there are none of those; it was
 * @block when nv_vtx_vertices() was called last, with the state of now.  Blocks
 * are kept no longer than the calls about them go on.
 */
void nv_vtx_vertices(NvVtx *vtx, const NvXfBlock *block,
                     const NvXfBlock *before, const uint16_t *lanes,
                     const uint8_t *edges, unsigned count);
/* The same of the blocks of the call before, with the state of then. */
void nv_vtx_more_vertices(NvVtx *vtx, const NvXfBlock *block,
                          const uint16_t *lanes, const uint8_t *edges,
                          unsigned count);
/*
 * More vertices come, with the same state: primitives may wait for those that
 * they make, if the rasteriser would rather have many at once.  Off: they are
 * drawn, and whoever calls anything else has it off.
 */
void nv_vtx_gather_more(NvVtx *vtx, bool on);
void nv_vtx_end(NvVtx *vtx);

/*
 * For people: what vertex @lane of @block becomes by the state of now: XF's
 * outputs by meaning, what it is outside of, and where in the window it lies.
 */
void nv_vtx_look(const NvVtx *vtx, const NvXfBlock *block, unsigned lane,
                 GString *out);

/* State bundle: kept if VTX needs it, passed on to raster always. */
void nv_vtx_bundle(NvVtx *vtx, NvBundle bundle, uint32_t data);
/* The same of @n that raster only keeps. */
void nv_vtx_bundles(NvVtx *vtx, const NvBundleWord *w, unsigned n);

#endif
