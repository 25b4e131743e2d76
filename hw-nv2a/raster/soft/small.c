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
#include <immintrin.h>

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

bool nv_soft_small_fits(const NvSoftCover *cover, const NvRect *box)
{
    bool fit = cover->count == 3 && box->x1 - box->x0 <= COLUMNS &&
               box->y1 - box->y0 <= NV_SOFT_SMALL_LINES;

    for (unsigned i = 0; i < 3 && fit; i++) {
        const NvSoftEdge *e = &cover->edges[i];

        fit = fits(e->dx, MOST_STEP) && fits(e->dy, MOST_STEP) &&
              fits(nv_soft_edge_first(e, box), MOST_VALUE);
    }
    return fit;
}

/* Columns @outside of some edge: one bit each. */
static inline void put_line(NvSoftSmall *out, unsigned i, unsigned outside,
                            unsigned all)
{
    /* A triangle has no holes. */
    unsigned in = ~outside & all, first = in ? __builtin_ctz(in) : 0;

    out->first[i] = first;
    out->n[i] = in ? 32 - __builtin_clz(in) - first : 0;
    out->pixels += out->n[i];
}

static inline void edge_of(const NvSoftEdge *e, const NvRect *box,
                           unsigned vectors, Edge *out)
{
    int32_t first = (int32_t)nv_soft_edge_first(e, box), d = (int32_t)e->dx;
    __m128i dx = _mm_set1_epi32(4 * d);

    out->step = _mm_set1_epi32((int32_t)e->dy);
    out->value[0] = _mm_setr_epi32(first, first + d, first + 2 * d,
                                   first + 3 * d);
    for (unsigned i = 1; i < vectors; i++) {
        out->value[i] = _mm_add_epi32(out->value[i - 1], dx);
    }
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

static inline void find(const NvSoftCover *cover, const NvRect *box,
                        unsigned vectors, NvSoftSmall *out)
{
    unsigned all = (1u << (box->x1 - box->x0)) - 1, lines = box->y1 - box->y0;
    Edge e[3];

    for (unsigned i = 0; i < 3; i++) {
        edge_of(&cover->edges[i], box, vectors, &e[i]);
    }
    for (unsigned i = 0; i < lines; i++) {
        put_line(out, i, outside(e, vectors), all);
    }
}

#ifdef __x86_64__
#define AVX2 __attribute__((target("avx2")))

/* The same with vectors twice as large. */
AVX2 static void find_by_eights(const NvSoftCover *cover, const NvRect *box,
                                NvSoftSmall *out)
{
    unsigned all = (1u << (box->x1 - box->x0)) - 1, lines = box->y1 - box->y0;
    const __m256i column = _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7);
    __m256i low[3], high[3], step[3];

    for (unsigned i = 0; i < 3; i++) {
        const NvSoftEdge *e = &cover->edges[i];
        __m256i dx = _mm256_set1_epi32((int32_t)e->dx);

        step[i] = _mm256_set1_epi32((int32_t)e->dy);
        low[i] = _mm256_add_epi32(
            _mm256_set1_epi32((int32_t)nv_soft_edge_first(e, box)),
            _mm256_mullo_epi32(dx, column));
        high[i] = _mm256_add_epi32(low[i], _mm256_slli_epi32(dx, 3));
    }
    for (unsigned i = 0; i < lines; i++) {
        __m256i a = _mm256_or_si256(_mm256_or_si256(low[0], low[1]), low[2]);
        __m256i b = _mm256_or_si256(_mm256_or_si256(high[0], high[1]),
                                    high[2]);

        put_line(out, i, _mm256_movemask_ps(_mm256_castsi256_ps(a)) |
                         _mm256_movemask_ps(_mm256_castsi256_ps(b)) << 8,
                 all);
        for (unsigned k = 0; k < 3; k++) {
            low[k] = _mm256_add_epi32(low[k], step[k]);
            high[k] = _mm256_add_epi32(high[k], step[k]);
        }
    }
}
#endif

bool nv_soft_small(const NvSoftCover *cover, const NvRect *box,
                   NvSoftSmall *out)
{
    if (!nv_soft_small_fits(cover, box)) {
        return false;
    }
    out->pixels = 0;
#ifdef __x86_64__
    if (__builtin_cpu_supports("avx2")) {
        find_by_eights(cover, box, out);
        return true;
    }
#endif
    if (box->x1 - box->x0 <= COLUMNS / 2) {
        find(cover, box, VECTORS / 2, out);
    } else {
        find(cover, box, VECTORS, out);
    }
    return true;
}

#else

bool nv_soft_small_fits(const NvSoftCover *cover, const NvRect *box)
{
    return false;
}

bool nv_soft_small(const NvSoftCover *cover, const NvRect *box,
                   NvSoftSmall *out)
{
    return false;
}

#endif
