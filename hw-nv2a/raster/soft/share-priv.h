/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A piece of work that several threads share: share.c makes it, strips.c draws
 * it.  No hardware facts.
 */
#ifndef NV_SOFT_SHARE_PRIV_H
#define NV_SOFT_SHARE_PRIV_H

#include "base/pool.h"
#include "raster/soft/soft.h"

#define NV_SOFT_PIECE_TRIANGLES 512
#define NV_SOFT_NO_STRIP 0xffffu

/* What a thread did of a piece. */
typedef struct NvSoftPart {
    uint64_t spent __attribute__((aligned(64)));
    uint32_t passed;
    uint32_t us;                /* if the piece is timed */
    NvSoftTouched color, zeta;
} NvSoftPart;

/* Of all triangles of a piece. */
typedef struct NvSoftSums {
    NvRect all;                 /* boxes in one */
    uint64_t pixels;            /* at most, what they cost */
    uint64_t columns;           /* sum of boxes' */
    uint64_t lines;             /* the same of lines', what these cost */
} NvSoftSums;

/* What is drawn at once. */
typedef struct NvSoftPiece {
    NvSoft *s;
    NvSoftList list;
    unsigned at, count;         /* its first corner; triangles */
    NvRect box[NV_SOFT_PIECE_TRIANGLES];
    NvSoftSums sums;
    /* Strips of the screen a triangle is in: NV_SOFT_NO_STRIP, or some. */
    uint16_t first[NV_SOFT_PIECE_TRIANGLES], last[NV_SOFT_PIECE_TRIANGLES];
    bool upright;               /* strips: columns, or lines */
    unsigned size, begin, strips;       /* of each; the first; how many */
    NvSoftShare share;
    bool timed;
    NvSoftPart part[NV_POOL_THREADS];
} NvSoftPiece;

/* Once boxes and strips are known: which of these each triangle is in. */
void nv_soft_find_strips(NvSoftPiece *piece);
/* [any thread that draws] @n strips from @first on, as one. */
void nv_soft_draw_strips(const NvSoftPiece *piece, NvSoftScratch *scratch,
                         unsigned first, unsigned n);

#endif
