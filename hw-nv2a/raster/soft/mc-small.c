/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Fragments of a small triangle as lanes of machine code, where the host has
 * vectors of sixteen words: a line of the box is one, what is inside of it one
 * mask, and lanes are made in a register and stored once, as code loads them.
 */
#include "raster/soft/lane.h"
#include "raster/soft/soft.h"

#ifdef __x86_64__
#include <immintrin.h>

#define AVX512 __attribute__((target("avx512f,avx512dq,bmi,popcnt")))
#define WIDTH 16
static_assert(NV_SOFT_SMALL_COLUMNS == WIDTH, "a line is a vector");

/* Lanes of the group that is not full, and groups before it. */
typedef struct Lanes {
    __m512i x, y;
    unsigned n, groups;
    int32_t last;               /* the last one's column */
} Lanes;

/* Edge values of a line's columns, and how they differ from line to line. */
typedef struct Edge {
    __m512i value, step;
} Edge;

static inline AVX512 __m512i columns_from(int32_t x)
{
    return _mm512_add_epi32(
        _mm512_set1_epi32(x),
        _mm512_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14,
                          15));
}

static inline AVX512 Edge edge_of(const NvSoftEdge *e, const NvRect *box)
{
    int32_t first = (int32_t)nv_soft_edge_first(e, box);
    __m512i dx = _mm512_set1_epi32((int32_t)e->dx);

    return (Edge) {
        _mm512_add_epi32(_mm512_set1_epi32(first),
                         _mm512_mullo_epi32(dx, columns_from(0))),
        _mm512_set1_epi32((int32_t)e->dy),
    };
}

/* The edge's values of a line; goes to the next one. */
static inline AVX512 __m512i next(Edge *e)
{
    __m512i value = e->value;

    e->value = _mm512_add_epi32(value, e->step);
    return value;
}

static inline AVX512 void store(NvMcData *d, const Lanes *l)
{
    _mm512_store_si512(d->x + WIDTH * l->groups, l->x);
    _mm512_store_si512(d->y + WIDTH * l->groups, l->y);
}

/* @n pixels of line @y from @x on; true: a group is full. */
static inline AVX512 bool add(NvMcData *d, Lanes *l, unsigned n, int32_t x,
                              int32_t y)
{
    __mmask16 behind = (__mmask16)(0xffffu << l->n);
    __m512i line = _mm512_set1_epi32(y);

    l->x = _mm512_mask_mov_epi32(l->x, behind, columns_from(x - l->n));
    l->y = _mm512_mask_mov_epi32(l->y, behind, line);
    l->n += n;
    l->last = x + (int32_t)n - 1;
    if (l->n < WIDTH) {
        return false;
    }
    store(d, l);
    l->x = columns_from(x + n - l->n + WIDTH);
    l->y = line;
    l->n -= WIDTH;
    l->groups++;
    return true;
}

/* Lanes behind the last one are where it is, but not live. */
static inline AVX512 void finish(const NvSoft *s, NvSoftScratch *scratch,
                                 Lanes *l)
{
    int32_t *live = scratch->data->live + WIDTH * l->groups;
    unsigned n = WIDTH * l->groups + l->n;

    if (l->n) {
        __mmask16 behind = (__mmask16)(0xffffu << l->n);

        l->x = _mm512_mask_set1_epi32(l->x, behind, l->last);
        store(scratch->data, l);
        _mm512_store_si512(live, _mm512_maskz_set1_epi32(~behind, -1));
    }
    if (n) {
        nv_mc_run(s, scratch, n);
    }
    if (l->n) {
        _mm512_store_si512(live, _mm512_set1_epi32(-1));
    }
    l->groups = 0;
}

AVX512 static unsigned fill(const NvSoft *s, NvSoftScratch *scratch,
                            const NvSoftCover *cover, const NvRect *box)
{
    unsigned all = (1u << (box->x1 - box->x0)) - 1, pixels = 0;
    NvMcData *d = scratch->data;
    Lanes l = { .n = 0 };
    Edge a = edge_of(&cover->edges[0], box);    /* in registers each */
    Edge b = edge_of(&cover->edges[1], box);
    Edge c = edge_of(&cover->edges[2], box);

    l.x = l.y = _mm512_setzero_si512();
    for (int y = box->y0; y < box->y1; y++) {
        /* What some edge has outside is negative; there are no holes. */
        __m512i any = _mm512_or_si512(_mm512_or_si512(next(&a), next(&b)),
                                      next(&c));
        unsigned in = ~(unsigned)_mm512_movepi32_mask(any) & all;
        unsigned n = _mm_popcnt_u32(in);

        if (!in) {
            continue;
        }
        pixels += n;
        if (add(d, &l, n, box->x0 + (int)_tzcnt_u32(in), y) &&
            WIDTH * l.groups == NV_LANES) {
            Lanes full = { .groups = l.groups };

            finish(s, scratch, &full);
            l.groups = 0;
        }
    }
    finish(s, scratch, &l);
    return pixels;
}

bool nv_mc_small(const NvSoft *s, NvSoftScratch *scratch,
                 const NvSoftCover *cover, const NvRect *box,
                 unsigned *pixels)
{
    if (nv_mc_width(s->machine) != WIDTH || s->quads ||
        !nv_soft_small_fits(cover, box)) {
        return false;
    }
    *pixels = fill(s, scratch, cover, box);
    return true;
}

#else

bool nv_mc_small(const NvSoft *s, NvSoftScratch *scratch,
                 const NvSoftCover *cover, const NvRect *box,
                 unsigned *pixels)
{
    return false;
}

#endif
