/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Weights of corners.  The chip multiplies edge values (times the w of the two
 * other corners, where w is not the same) by a reciprocal of their sum with
 * short mantissas and truncates (raster/weigh.h).  The corner with the greatest
 * exponent then gets what 25 bits of the others leave of 1.  For colours 8 bits
 * of two weights are kept; coordinates start from the second corner and take
 * the whole weights, but 23 bits of a sum's addends.  All of it from a
 * console's pictures (hw): of 4.1 million colours none differs, nor of 968,653
 * depths that are w.
 *
 * Where a primitive covers some of a pixel but not its centre, weights are the
 * same, also below 0, and a colour is held to the least and the greatest of
 * its corners (hw: all of 344 pixels).
 */
#ifndef __clang__
#pragma GCC optimize("O3", "no-trapping-math", "fp-contract=off")
#endif

#include <math.h>
#include <stdlib.h>

#include "raster/soft/span.h"
#include "raster/soft/weights.h"

/*
 * All are multiples of one power of two: of 128 where corners are whole.  Of
 * pixels inside none is above the sum; a pixel of which only a sample or a part
 * is inside has its middle at most half a pixel outside.
 */
bool nv_soft_edges_are_cut(const NvSoftCorners *c)
{
    uint64_t all = 0;
    int64_t beside = 0;         /* twice that of the middle */
    unsigned bits;

    for (unsigned k = 0; k < 3; k++) {
        const NvSoftEdge *e = &c->edge[k];
        int64_t far = llabs(e->dx) + llabs(e->dy);

        all |= (uint64_t)(e->c | e->dx | e->dy);
        beside = MAX(beside, far);
    }
    bits = all ? NV_DEPTH_EDGE_BITS + __builtin_ctzll(all) : 62;
    return bits < 62 && 2 * c->sum + beside > (double)(INT64_C(2) << bits);
}

void nv_soft_products(const double *w, bool line, double by[3])
{
    for (unsigned k = 0; k < 3; k++) {
        unsigned p = (k + 1) % 3, q = (k + 2) % 3;

        /* hw: of lines the first corner is the second one, too. */
        by[k] = !w ? 1 : nv_weigh_short(line ? w[p == 2] * w[q == 2]
                                             : w[p] * w[q]);
    }
}

/* What corners have, once edges are there. */
static inline void finish(NvSoftCorners *out, bool by_w)
{
    out->sum = out->edge[0].c + out->edge[1].c + out->edge[2].c;
    out->perspective = by_w;
    out->inverse = nv_weigh_inverse(nv_weigh_short(out->sum));
}

void nv_soft_triangle_corners(NvSoftCorners *out, const double *w)
{
    nv_soft_products(w, false, out->by);
    for (unsigned k = 0; k < 3; k++) {
        out->from[k] = k;
    }
    finish(out, w);
}

/*
 * How far along; no edge is opposite to the first of the three.  Without
 * multisampling it is how far along the longer axis, half a pixel further on
 * (hw: all 614 pixels of three such lines).
 */
static void line(NvSoftCorners *out, int64_t p[2][2], bool columns)
{
    int64_t x = p[1][0] - p[0][0], y = p[1][1] - p[0][1], c;

    if (columns && llabs(x) >= llabs(y)) {
        y = 0;
    } else if (columns) {
        x = 0;
    }
    c = (8 - p[0][0]) * x + (8 - p[0][1]) * y;
    c += columns ? 8 * (llabs(x) + llabs(y)) : 0;
    out->from[2] = 1;
    out->edge[2] = (NvSoftEdge) { c, 16 * x, 16 * y };
    out->edge[1] = (NvSoftEdge) { x * x + y * y - c, -16 * x, -16 * y };
}

void nv_soft_line_corners(const NvRasterVertex *const v[2], const double *w,
                          bool columns, NvSoftCorners *out)
{
    int64_t p[2][2] = { { 0 } };

    for (unsigned i = 0; i < 2; i++) {
        nv_soft_fixed(v[i]->x, &p[i][0]);
        nv_soft_fixed(v[i]->y, &p[i][1]);
    }
    memset(out, 0, sizeof(*out));
    line(out, p, columns);
    nv_soft_products(w, true, out->by);
    finish(out, w);
}

/* Edge values, and the reciprocals of their sums. */
static inline void edges(const NvSoftCorners *corners, const int *x,
                         const int *y, unsigned n, double e[3][NV_LANES],
                         double *inverse)
{
    for (unsigned k = 0; k < 3; k++) {
        double c = corners->edge[k].c;
        double dx = corners->edge[k].dx, dy = corners->edge[k].dy;
        double by = corners->by[k];

        for (unsigned i = 0; i < n; i++) {
            e[k][i] = nv_weigh_edge(c + dy * y[i] + dx * x[i], by);
        }
    }
    for (unsigned i = 0; i < n; i++) {
        inverse[i] = corners->inverse;
    }
    for (unsigned i = 0; i < n && corners->perspective; i++) {
        double all[3] = { e[0][i], e[1][i], e[2][i] };

        inverse[i] = nv_weigh_inverse(nv_weigh_sum(all));
    }
}

NV_LANE_CLONES
void nv_soft_weights(const NvSoftCorners *corners, const int *x, const int *y,
                     unsigned n, NvSoftWeights *out)
{
    double e[3][NV_LANES], inverse[NV_LANES];
    int beside = 0;

    assert(n <= NV_LANES);
    edges(corners, x, y, n, e, inverse);
    for (unsigned i = 0; i < n; i++) {
        double all[3] = { e[0][i], e[1][i], e[2][i] }, wa, wc;

        int ia, ic;

        nv_soft_outer_shares(all, inverse[i], &wa, &wc);
        ia = (int)(256.0 * wa);
        ic = (int)(256.0 * wc);
        out->share[0][i] = wa;
        out->share[1][i] = wc;
        out->part[0][i] = ia;
        out->part[1][i] = 256 - ia - ic;
        out->part[2][i] = ic;
        /* With none of them below 0 none is above 256. */
        beside |= ia | ic | (256 - ia - ic);
    }
    out->beside = beside < 0;
}

static void mix_beside(const NvSoftWeights *w, int a, int b, int c,
                       unsigned n, uint8_t *out)
{
    int least = MIN(a, MIN(b, c)), most = MAX(a, MAX(b, c));

    for (unsigned i = 0; i < n; i++) {
        int sum = w->part[0][i] * a + w->part[1][i] * b + w->part[2][i] * c;

        out[i] = CLAMP((sum + 128) >> 8, least, most);
    }
}

NV_LANE_CLONES
void nv_soft_mix(const NvSoftWeights *w, const int32_t corner[3][4],
                 unsigned c, unsigned n, uint8_t *out)
{
    uint16_t k0 = corner[0][c], k1 = corner[1][c], k2 = corner[2][c];

    assert(n <= NV_LANES);
    if (w->beside) {
        mix_beside(w, k0, k1, k2, n, out);
        return;
    }
    for (unsigned i = 0; i < n; i++) {
        uint16_t sum = w->part[0][i] * k0 + w->part[1][i] * k1 +
                       w->part[2][i] * k2 + 128;

        out[i] = sum >> 8;
    }
}

NV_LANE_CLONES
void nv_soft_mix_fine(const NvSoftWeights *w, const double corner[3],
                      unsigned n, float *out)
{
    double b = corner[1], a = corner[0] - b, c = corner[2] - b;

    assert(n <= NV_LANES);
    for (unsigned i = 0; i < n; i++) {
        double v = nv_soft_sum(b, (const double[3]) { w->share[0][i] * a,
                                                      w->share[1][i] * c },
                               NV_COORD_WINDOW_BITS);

        out[i] = (float)nv_cut_double(v, 24);
    }
}
