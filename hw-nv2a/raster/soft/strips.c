/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Strips of the screen that a thread draws of a piece (share.c): which triangles
 * lie in them, and these.
 */
#ifndef __clang__
#pragma GCC optimize("O3", "fp-contract=off")
#endif

#include <limits.h>

#include "raster/soft/share-priv.h"

/* @a / @b of numbers that surfaces' sides have, by 2^32 / @b rounded up. */
static inline unsigned over(unsigned a, uint64_t inverse)
{
    return a * inverse >> 32;
}

void nv_soft_find_strips(NvSoftPiece *piece)
{
    const NvRect *all = &piece->sums.all;
    uint64_t inverse = UINT32_MAX / piece->size + 1ull;
    bool upright = piece->upright, any = all->x1 > all->x0;
    unsigned end = any ? (upright ? all->x1 : all->y1) - 1 : 0;

    piece->begin = any ? over(upright ? all->x0 : all->y0, inverse) : 0;
    piece->strips = any ? over(end, inverse) - piece->begin + 1 : 0;
    for (unsigned i = 0; i < piece->count; i++) {
        const NvRect *box = &piece->box[i];
        unsigned from = upright ? box->x0 : box->y0;
        unsigned to = upright ? box->x1 : box->y1;

        if (box->x1 <= box->x0 || box->y1 <= box->y0) {
            piece->first[i] = NV_SOFT_NO_STRIP;
            continue;
        }
        piece->first[i] = over(from, inverse);
        piece->last[i] = over(to - 1, inverse);
    }
}

/* Triangles in strips [@from, @end), in their order; returns how many. */
NV_LANE_CLONES
static unsigned list_reaching(const NvSoftPiece *piece, uint16_t from,
                              uint16_t end,
                              uint16_t out[NV_SOFT_PIECE_TRIANGLES])
{
    uint16_t in[NV_SOFT_PIECE_TRIANGLES];
    unsigned count = piece->count, n = 0;

    for (unsigned i = 0; i < count; i++) {
        in[i] = (piece->first[i] < end) & (piece->last[i] >= from);
    }
    for (unsigned i = 0; i < count; i++) {
        out[n] = i;
        n += in[i];
    }
    return n;
}

/* Triangles that come so soon are brought from where they were made. */
#define AHEAD 6

static inline void fetch_corners(const NvSoftPiece *piece, unsigned i)
{
    const NvSoftList *list = &piece->list;

    for (unsigned at = piece->at + 3 * i, end = at + 3; at < end; at++) {
        const NvRasterVertex *v = nv_soft_corner(list, at);

        __builtin_prefetch(v);
        if (piece->s->coords) {
            __builtin_prefetch(&v->tex[0]);
        }
    }
}

void nv_soft_draw_strips(const NvSoftPiece *piece, NvSoftScratch *scratch,
                         unsigned first, unsigned n)
{
    NvSoftShare *share = &scratch->share;
    int from = first * piece->size, end = from + n * piece->size;
    uint16_t list[NV_SOFT_PIECE_TRIANGLES];
    unsigned count = list_reaching(piece, first, first + n, list);
    NvSoftThree three;

    *share = piece->share;
    share->cell = piece->upright ? (NvRect) { from, 0, end, INT_MAX }
                                 : (NvRect) { 0, from, INT_MAX, end };
    for (unsigned i = 0; i < count; i++) {
        if (i + AHEAD < count) {
            fetch_corners(piece, list[i + AHEAD]);
        }
        nv_soft_corners_of(piece->s, &piece->list, piece->at + 3 * list[i],
                           3, &three);
        nv_soft_triangle(piece->s, scratch, three.v);
    }
    *share = (NvSoftShare) { 0 };
}
