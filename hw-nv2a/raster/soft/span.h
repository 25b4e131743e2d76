/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Primitives as half planes and planes of attributes, and the fragments of
 * one that go through the stages together.
 */
#ifndef NV_SOFT_SPAN_H
#define NV_SOFT_SPAN_H

#include "raster/raster.h"
#include "raster/soft/lane.h"
#include "raster/soft/weights.h"

#define NV_SOFT_SPAN NV_LANES
/* Vertices further out than this (pixels) are refused, not drawn. */
#define NV_SOFT_FAR 16777216.0f

typedef struct NvSoft NvSoft;
typedef struct NvSoftScratch NvSoftScratch;

/* A value over the screen: c at the anchor, and its slopes. */
typedef struct NvSoftPlane {
    double c, dx, dy;
} NvSoftPlane;

/* What depth.c needs besides corners, in their order. */
typedef struct NvSoftZ {
    double z[3], by[3], inverse;
    double offset;              /* added to what lies between them */
    bool perspective;           /* it is w, or what is added to w */
    bool flat;                  /* the same everywhere: the plane says it */
    bool wide;                  /* edge values are cut, so is their sum */
    bool tiny;                  /* corners differ by what is next to nothing */
} NvSoftZ;

/* Of a line that has a pattern. */
typedef struct NvSoftStipple {
    bool on;
    bool tall;                  /* it goes by rows */
    int first;                  /* row or column that it begins with */
    unsigned along;             /* pixels of the pattern before that */
} NvSoftStipple;

typedef struct NvSoftPrim {
    double ox, oy;              /* anchor, in pixel indices */
    bool perspective;           /* planes hold value / w */
    bool polygon;               /* polygons' stipple applies */
    NvSoftStipple stipple;
    bool smooth;                /* coverage goes to alpha */
    bool flat[2];               /* the colour is the same everywhere */
    bool inside;                /* no fragment can fail the depth clip */
    bool back;                  /* a triangle seen from its back */
    bool external;              /* some corner is behind the eye */
    bool weighted;              /* corners say it, not the planes of tex */
    NvSoftCorners corners;
    int32_t color[2][3][4];     /* 8 bits, of corners in their order */
    double coord[NV_MAX_TEX][4][3];
    double fog_corner[3];
    bool fog_flat;              /* the same everywhere, or no number */
    NvSoftZ depth;
    NvSoftPlane z, rhw, fog;    /* z: as programs read it, and of points */
    NvSoftPlane tex[NV_MAX_TEX][4];
} NvSoftPrim;

/* Of a smooth primitive: samples that coverage is counted by. */
#define NV_SOFT_SMOOTH_SAMPLES 8

/* Where each of them is inside, on one line: pixels [from, to). */
typedef struct NvSoftSmooth {
    int64_t from[NV_SOFT_SMOOTH_SAMPLES];
    int64_t to[NV_SOFT_SMOOTH_SAMPLES];
} NvSoftSmooth;

/* Fragments of one line. */
typedef struct NvSoftRun {
    unsigned x, y, n;
    unsigned at;                /* the first one's place in the span */
} NvSoftRun;

/* Fragments of one primitive, of one line or more. */
typedef struct NvSoftSpan {
    const NvSoftPrim *prim;
    NvSoftSmooth smooth;                /* if the primitive is: of the line */
    uint8_t cover[NV_SOFT_SPAN];        /* the same: 255 is all */
    unsigned n, nruns;
    unsigned lanes;             /* n and some more, for whole vectors */
    NvSoftRun run[NV_SOFT_SPAN];
    int x[NV_SOFT_SPAN], y[NV_SOFT_SPAN];
    double px[NV_SOFT_SPAN], py[NV_SOFT_SPAN];  /* from the anchor */
    uint64_t live;
    double z[NV_SOFT_SPAN];
    double w[NV_SOFT_SPAN];             /* 1 / (1/w) */
    NvSoftWeights weights;
    uint8_t color[2][4][NV_SOFT_SPAN];
    float fog[NV_SOFT_SPAN];            /* coordinate */
    float coord[NV_MAX_TEX][4][NV_SOFT_SPAN];
    float reg[16][4][NV_SOFT_SPAN];     /* combiner registers */
    /* Of the shader's stages: dot products, texels of 16-bit channels. */
    float dot[4][NV_SOFT_SPAN];
    uint32_t word[4][NV_SOFT_SPAN];
    uint8_t words;                      /* stages whose colour those are */
    uint8_t out[4][NV_SOFT_SPAN];       /* the colour that was made */
    float real[4][NV_SOFT_SPAN];        /* the same for surfaces of floats */
    float more[NV_MORE_TARGETS][4][NV_SOFT_SPAN];       /* own outputs */
} NvSoftSpan;

/* Fixed point 1/16 of window coordinate @v; false if not drawable. */
static inline bool nv_soft_fixed(float v, int64_t *out)
{
    if (!(v > -NV_SOFT_FAR && v < NV_SOFT_FAR)) {
        return false;
    }
    *out = (int64_t)(v * 16.0f);    /* exact below 2^20, else truncated */
    return true;
}

/*
 * Corners to stages: tri.c, line.c, point.c.  False if time was up before all
 * of it was drawn: it goes on at scratch->place.
 */
typedef bool (*NvSoftPrimitive)(const NvSoft *s, NvSoftScratch *scratch,
                                const NvRasterVertex *const *v);
bool nv_soft_line(const NvSoft *s, NvSoftScratch *scratch,
                  const NvRasterVertex *const *v);
bool nv_soft_point(const NvSoft *s, NvSoftScratch *scratch,
                   const NvRasterVertex *const *v);
bool nv_soft_triangle(const NvSoft *s, NvSoftScratch *scratch,
                      const NvRasterVertex *const *v);

/* Inside of @edges (@count may be 0) and of @box. */
typedef struct NvSoftCover {
    NvSoftEdge edges[4];
    unsigned count;
    NvRect box;
} NvSoftCover;

/* At the first pixel of @box. */
static inline int64_t nv_soft_edge_first(const NvSoftEdge *e,
                                         const NvRect *box)
{
    return e->c + box->x0 * e->dx + box->y0 * e->dy;
}

/* Of [*x0, *x1) of line @y, what is inside of @cover's edges. */
void nv_soft_cut(const NvSoftCover *cover, int y, int64_t *x0, int64_t *x1);
/*
 * small.c: all lines of a small box at once: of each the first pixel of
 * @cover in it, and how many there are.
 */
#define NV_SOFT_SMALL_COLUMNS 16
#define NV_SOFT_SMALL_LINES 32
typedef struct NvSoftSmall {
    unsigned pixels;            /* of all lines */
    uint8_t first[NV_SOFT_SMALL_LINES], n[NV_SOFT_SMALL_LINES];
} NvSoftSmall;
/* Unless the box is too large, or its edges are too long. */
bool nv_soft_small_fits(const NvSoftCover *cover, const NvRect *box);
/* False: it does not fit. */
bool nv_soft_small(const NvSoftCover *cover, const NvRect *box,
                   NvSoftSmall *out);
/* Look at another place of pixels, so many 16ths away. */
void nv_soft_shift(NvSoftCover *cover, int x, int y);

/*
 * Set up planes of all attributes for @n corners (1, 2 or 3); of triangles
 * prim->corners.edge is there, as nv_soft_triangle_corners() wants it.
 */
void nv_soft_planes(const NvSoft *s, NvSoftPrim *prim,
                    const NvRasterVertex *const *v, unsigned n);

/* ---- fill.c ---- */

/* Host time of looking at a line at all, in plain pixels. */
static inline unsigned nv_soft_line_cost(bool smooth)
{
    return smooth ? 8 * NV_SOFT_SMOOTH_SAMPLES : 8;
}

static inline void nv_soft_clip_box(NvRect *box, const NvRect *clip)
{
    box->x0 = box->x0 > clip->x0 ? box->x0 : clip->x0;
    box->y0 = box->y0 > clip->y0 ? box->y0 : clip->y0;
    box->x1 = box->x1 < clip->x1 ? box->x1 : clip->x1;
    box->y1 = box->y1 < clip->y1 ? box->y1 : clip->y1;
}

/* Draw what @cover leaves of the surface, from scratch->place on. */
bool nv_soft_fill(const NvSoft *s, NvSoftScratch *scratch,
                  const NvSoftPrim *prim, const NvSoftCover *cover);

/* ---- span.c ---- */

/* An empty span; and @n <= NV_SOFT_SPAN - sp->n fragments more. */
void nv_soft_span_begin(NvSoftSpan *sp, const NvSoftPrim *prim);
void nv_soft_span_add(NvSoftSpan *sp, unsigned x, unsigned y, unsigned n);
/* Through the stages, and empty it. */
void nv_soft_span_run(const NvSoft *s, NvSoftScratch *scratch);
/* What the stages read of all its fragments. */
void nv_soft_span_fill(const NvSoft *s, NvSoftSpan *sp);
/* Of one span: depth and 1 / w, corners' weights, and a colour by them. */
void nv_soft_span_depth(const NvSoft *s, NvSoftSpan *sp);
void nv_soft_span_weights(NvSoftSpan *sp);
void nv_soft_span_color(NvSoftSpan *sp, unsigned which);
double nv_soft_plane_at(const NvSoftPrim *prim, const NvSoftPlane *p,
                        double x, double y);

/*
 * depth.c: the reciprocal of a sum of edge values, and the power of two times
 * 14 bits from which it is made.
 */
double nv_soft_depth_inverse(double sum);
double nv_soft_depth_seed(double sum);
/*
 * depth.c: of the primitive's corners 0 to 2, once the others are there; with
 * @w it is w.
 */
void nv_soft_depth_corners(NvSoftPrim *prim, const double z[3],
                           const double *w);
/* That no pixel between these fails the depth clip. */
bool nv_soft_depth_inside(const NvSoft *s, const double z[3]);
/* At @n <= NV_LANES pixels; not if it is flat. */
void nv_soft_depth(const NvSoftPrim *prim, const int *x, const int *y,
                   unsigned n, double *out);

#endif
