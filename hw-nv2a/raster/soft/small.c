/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Which pixels a small triangle covers: all columns of a line at once, by
 * words, where cover.c divides.
 */
#ifndef __clang__
#pragma GCC optimize("O3", "fp-contract=off")
#endif

#include "raster/soft/span.h"

#ifdef __SSE2__
#include <emmintrin.h>

#define COLUMNS NV_SOFT_SMALL_COLUMNS
#define VECTORS (COLUMNS / 4)   /* half of them for half the columns */
/* So that no edge value of the box leaves a word. */
#define MOST_STEP (1 << 24)
#define MOST_VALUE (1 << 29)

/* Edge values of a line's columns, and how they differ from line to line. */
typedef struct Edge {
    __m128i value[VECTORS], step;
} Edge;

static bool fits(int64_t v, int64_t most)
{
    return v > -most && v < most;
}

/* False: too large. */
static inline bool edge_of(const NvSoftEdge *e, const NvRect *box,
                           unsigned vectors, Edge *out)
{
    int64_t first = e->c + box->x0 * e->dx + box->y0 * e->dy;
    __m128i dx = _mm_set1_epi32((int32_t)(4 * e->dx));

    if (!fits(e->dx, MOST_STEP) || !fits(e->dy, MOST_STEP) ||
        !fits(first, MOST_VALUE)) {
        return false;
    }
    out->step = _mm_set1_epi32((int32_t)e->dy);
    out->value[0] = _mm_setr_epi32(first, first + e->dx, first + 2 * e->dx,
                                   first + 3 * e->dx);
    for (unsigned i = 1; i < vectors; i++) {
        out->value[i] = _mm_add_epi32(out->value[i - 1], dx);
    }
    return true;
}

/* A bit each for columns that some edge has outside; goes to the next line. */
static inline unsigned outside(Edge e[3], unsigned vectors)
{
    __m128i out[VECTORS] = { _mm_setzero_si128() };

    for (unsigned i = 0; i < vectors; i++) {
        out[i] = _mm_or_si128(_mm_or_si128(e[0].value[i], e[1].value[i]),
                              e[2].value[i]);
        for (unsigned k = 0; k < 3; k++) {
            e[k].value[i] = _mm_add_epi32(e[k].value[i], e[k].step);
        }
    }
    out[0] = _mm_packs_epi32(out[0], out[1]);
    out[1] = vectors > 2 ? _mm_packs_epi32(out[2], out[3]) : out[0];
    return _mm_movemask_epi8(_mm_packs_epi16(out[0], out[1]));
}

static inline bool find(const NvSoftCover *cover, const NvRect *box,
                        unsigned vectors, NvSoftSmall *out)
{
    unsigned all = (1u << (box->x1 - box->x0)) - 1, lines = box->y1 - box->y0;
    Edge e[3];

    for (unsigned i = 0; i < 3; i++) {
        if (!edge_of(&cover->edges[i], box, vectors, &e[i])) {
            return false;
        }
    }
    out->pixels = 0;
    for (unsigned i = 0; i < lines; i++) {
        /* A triangle has no holes. */
        unsigned in = ~outside(e, vectors) & all;
        unsigned first = in ? __builtin_ctz(in) : 0;

        out->first[i] = first;
        out->n[i] = in ? 32 - __builtin_clz(in) - first : 0;
        out->pixels += out->n[i];
    }
    return true;
}

bool nv_soft_small(const NvSoftCover *cover, const NvRect *box,
                   NvSoftSmall *out)
{
    if (cover->count != 3 || box->x1 - box->x0 > COLUMNS ||
        box->y1 - box->y0 > NV_SOFT_SMALL_LINES) {
        return false;
    }
    return box->x1 - box->x0 <= COLUMNS / 2
           ? find(cover, box, VECTORS / 2, out)
           : find(cover, box, VECTORS, out);
}

#else

bool nv_soft_small(const NvSoftCover *cover, const NvRect *box,
                   NvSoftSmall *out)
{
    return false;
}

#endif
