/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Which pixels a small triangle covers, for machine code: all columns of a line
 * at once, by words, where fill.c divides.  The same pixels in the same order,
 * charged as fill.c charges them.
 */
#ifndef __clang__
#pragma GCC optimize("O3", "fp-contract=off")
#endif

#include "raster/soft/soft.h"

#include "jit/jit.h"

#ifdef NV_JIT_X86
#include <emmintrin.h>

#define COLUMNS 16
#define LINES 32
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

/* Columns from @x on of line @y: behind those that wait, if all may. */
static inline void add_line(const NvSoft *s, NvSoftScratch *scratch,
                            unsigned x, unsigned n, unsigned y,
                            unsigned vectors)
{
    const __m128i ramp = _mm_setr_epi32(0, 1, 2, 3);
    unsigned at = scratch->lanes;
    NvMcData *d = scratch->data;

    if (at + COLUMNS >= NV_LANES) {
        nv_mc_line(s, scratch, x, x + n, y);
        return;
    }
    for (unsigned i = 0; i < vectors; i++) {
        _mm_storeu_si128((__m128i *)(d->x + at + 4 * i),
                         _mm_add_epi32(_mm_set1_epi32(x + 4 * i), ramp));
        _mm_storeu_si128((__m128i *)(d->y + at + 4 * i), _mm_set1_epi32(y));
    }
    scratch->lanes = at + n;
}

static inline bool draw(const NvSoft *s, NvSoftScratch *scratch,
                        const NvSoftCover *cover, const NvRect *box,
                        unsigned vectors, unsigned *pixels)
{
    unsigned all = (1u << (box->x1 - box->x0)) - 1;
    Edge e[3];

    *pixels = 0;
    for (unsigned i = 0; i < 3; i++) {
        if (!edge_of(&cover->edges[i], box, vectors, &e[i])) {
            return false;
        }
    }
    for (int y = box->y0; y < box->y1; y++) {
        unsigned in = ~outside(e, vectors) & all;

        if (in) {               /* a triangle has no holes */
            unsigned first = __builtin_ctz(in);
            unsigned n = 32 - __builtin_clz(in) - first;

            add_line(s, scratch, box->x0 + first, n, y, vectors);
            *pixels += n;
        }
    }
    return true;
}

bool nv_mc_small(const NvSoft *s, NvSoftScratch *scratch,
                 const NvSoftCover *cover, const NvRect *box,
                 unsigned *pixels)
{
    return box->x1 - box->x0 <= COLUMNS / 2
           ? draw(s, scratch, cover, box, VECTORS / 2, pixels)
           : draw(s, scratch, cover, box, VECTORS, pixels);
}

bool nv_mc_is_small(const NvSoft *s, const NvSoftScratch *scratch,
                    const NvSoftCover *cover, const NvRect *box)
{
    return scratch->code && cover->count == 3 && !s->quads &&
           !s->raster->funnel && box->x1 - box->x0 <= COLUMNS &&
           box->y1 - box->y0 <= LINES;
}

#else

bool nv_mc_is_small(const NvSoft *s, const NvSoftScratch *scratch,
                    const NvSoftCover *cover, const NvRect *box)
{
    return false;
}

bool nv_mc_small(const NvSoft *s, NvSoftScratch *scratch,
                 const NvSoftCover *cover, const NvRect *box,
                 unsigned *pixels)
{
    return false;
}

#endif
