/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Depth between corners, as a console's pictures show it (hw): of 1,709,968
 * pixels of 61 triangles none differs.
 *
 * Edge values have mantissas of 24 bits, cut; times the reciprocal of their
 * sum they are weights of 24 bits.  The reciprocal is two of Newton's steps
 * from the seed that RCP has: the first one's result has 14 bits, rounded up,
 * what the second one multiplies by has 30 behind the point, rounded, its result
 * 29, cut; that of a power of two is exact.  The corner whose edge
 * value has the greatest exponent is the base, the second one before the
 * first before the third; the two others add their weights' shares of their
 * distances from it.  The sum is aligned: of each addend 28 bits behind the
 * leading one of the largest are left.  All of it cuts towards zero.  Distances
 * that are denormal are none (hw: all of 1,384 pixels of 62 triangles).
 *
 * Polygon offset is added to that with 23 bits behind the leading one, cut (hw:
 * of 1,532,116 pixels 96 differ, which do without it, too).
 *
 * Depth that is w has the weights of coordinates and begins with the second
 * corner: of 968,653 pixels of 53 triangles none differs.
 */
#ifndef __clang__
#pragma GCC optimize("O3", "no-trapping-math", "fp-contract=off")
#endif

#include <math.h>

#include "arith/arith-tables.h"
#include "raster/soft/soft.h"

/* Polygon offset: as floats of 24 bits, cut. */
static inline double added(double z, double offset)
{
    double t[3] = { offset };

    return nv_soft_sum(z, t, NV_COORD_WINDOW_BITS);
}

/* @sum is normal: exponents are its bits. */
double nv_soft_depth_seed(double sum)
{
    uint64_t u = nv_d2u(sum), m = (u >> 29 & 0x7fffff) | 0x800000;
    uint64_t seed = nv_xf_rcp_seed[1][m >> 17 & 63];
    uint64_t x = (((UINT64_C(1) << 31) - m * seed) * seed + 0x7fffff) >> 23;
    uint64_t unit = 2 * 1023 - 14 - (u >> 52);

    return (double)x * nv_u2d(unit << 52);
}

double nv_soft_depth_inverse(double sum)
{
    double seed;

    if (!(sum > 0) || nv_soft_magnitude(sum) == sum) {
        return 1 / sum;
    }
    seed = nv_soft_depth_seed(sum);
    return nv_cut_double(seed * nv_soft_round30(2 - sum * seed),
                         NV_DEPTH_INVERSE_BITS);
}

void nv_soft_depth_corners(NvSoftPrim *prim, const double z[3],
                           const double *w)
{
    NvSoftZ *d = &prim->depth;

    d->tiny = false;
    d->flat = z[0] == z[1] && z[0] == z[2];
    if (d->offset) {
        prim->z.c = d->flat ? added(z[0], d->offset) : z[0] + d->offset;
    }
    if (!prim->weighted) {
        return;
    }
    for (unsigned k = 0; k < 3; k++) {
        d->z[k] = z[prim->corners.from[k]];
    }
    d->perspective = w;
    d->wide = false;
    d->inverse = 0;
    if (d->flat) {              /* nobody asks where between them */
        return;
    }
    nv_soft_products(w, !prim->polygon, d->by);
    d->inverse = nv_soft_depth_inverse(prim->corners.sum);
    d->wide = w || prim->external || nv_soft_edges_are_cut(&prim->corners);
    for (unsigned k = 0; k < 3; k++) {
        double apart = fabs(z[k] - z[(k + 1) % 3]);

        d->tiny = d->tiny || (apart && apart < NV_DEPTH_LEAST);
    }
}

bool nv_soft_depth_inside(const NvSoft *s, const double z[3])
{
    bool inside = !s->pixel->depth.by_w;

    for (unsigned k = 0; k < 3; k++) {
        inside = inside && z[k] >= s->depth.near && z[k] <= s->depth.far;
    }
    return inside;
}

static inline double share(double edge, double inverse)
{
    return nv_cut_double(edge * inverse, NV_DEPTH_SHARE_BITS);
}

static inline double apart(double z, double base)
{
    return fabs(z - base) < NV_DEPTH_LEAST ? 0 : z - base;
}

/*
 * Depth that is w: weights as coordinates have them, from the second corner;
 * distances from it are cut to short floats.
 */
NV_LANE_CLONES
static void by_w(const NvSoftPrim *prim, const int *x, const int *y,
                 unsigned n, double *out)
{
    const NvSoftCorners *c = &prim->corners;
    const NvSoftZ *d = &prim->depth;
    double z = d->z[1], a = nv_weigh_short(apart(d->z[0], z));
    double b = nv_weigh_short(apart(d->z[2], z));

    for (unsigned i = 0; i < n; i++) {
        double e[3], t[3] = { 0 };

        for (unsigned k = 0; k < 3; k++) {
            e[k] = nv_weigh_edge(c->edge[k].c + (double)c->edge[k].dy * y[i] +
                                 (double)c->edge[k].dx * x[i], d->by[k]);
        }
        nv_soft_outer_shares(e, nv_weigh_inverse(nv_weigh_sum(e)), &t[0],
                             &t[1]);
        t[0] *= a;
        t[1] *= b;
        out[i] = nv_soft_sum(z, t, NV_DEPTH_WINDOW_BITS);
    }
}

/* Of triangles and lines whose depth is not w. */
NV_LANE_CLONES
static void linear(const NvSoftPrim *prim, const int *x, const int *y,
                   unsigned n, double *out)
{
    const NvSoftCorners *corners = &prim->corners;
    const NvSoftZ *d = &prim->depth;
    double e[3][NV_LANES], z0 = d->z[0], z1 = d->z[1], z2 = d->z[2];
    double inverse[NV_LANES];

    for (unsigned k = 0; k < 3; k++) {
        double c = corners->edge[k].c;
        double dx = corners->edge[k].dx, dy = corners->edge[k].dy;

        for (unsigned i = 0; i < n; i++) {
            e[k][i] = nv_cut_double(c + dy * y[i] + dx * x[i],
                                    NV_DEPTH_EDGE_BITS);
        }
    }
    for (unsigned i = 0; i < n; i++) {
        inverse[i] = d->inverse;
    }
    for (unsigned i = 0; i < n && d->wide; i++) {
        double sum = e[0][i] + e[1][i] + e[2][i];

        inverse[i] = nv_soft_depth_inverse(sum);
    }
    for (unsigned i = 0; i < n; i++) {
        double a = nv_soft_magnitude(e[0][i]), b = nv_soft_magnitude(e[1][i]);
        double c = nv_soft_magnitude(e[2][i]);
        double base = ((b >= c) & (b >= a)) ? z1 :
                      a >= c ? z0 : z2;
        double t[3] = { share(e[0][i], inverse[i]) * apart(z0, base),
                        share(e[1][i], inverse[i]) * apart(z1, base),
                        share(e[2][i], inverse[i]) * apart(z2, base) };

        out[i] = nv_soft_sum(base, t, NV_DEPTH_WINDOW_BITS);
    }
}

void nv_soft_depth(const NvSoftPrim *prim, const int *x, const int *y,
                   unsigned n, double *out)
{
    assert(n <= NV_LANES);
    if (prim->depth.perspective) {
        by_w(prim, x, y, n, out);
    } else {
        linear(prim, x, y, n, out);
    }
    for (unsigned i = 0; i < n && prim->depth.offset; i++) {
        out[i] = added(out[i], prim->depth.offset);
    }
}
