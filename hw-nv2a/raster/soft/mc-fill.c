/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What machine code reads of a triangle, and which code it wants: how its
 * weights, coordinates and depth may be computed.
 */
#ifndef __clang__
#pragma GCC optimize("O3", "fp-contract=off")
#endif

#include <math.h>

#include "raster/soft/soft.h"

/* In 65536ths of a texel, with which a quarter of groups escapes. */
#define MOST_ERROR 512

static bool coords_fit(const NvSoft *s, const NvMcKey *key,
                       const NvSoftPrim *prim)
{
    for (unsigned u = 0; u < NV_SHADER_STAGES && !nv_soft_has_program(s);
         u++) {
        const double *q = prim->coord[u][3];

        if (key->tex[u].on && !(q[0] == 1 && q[1] == 1 && q[2] == 1)) {
            return false;
        }
    }
    return true;
}

/* Corners other than the base (mc-depth.c), in the order of their tables. */
static const uint8_t others[3][2] = { { 1, 2 }, { 0, 2 }, { 1, 0 } };

/*
 * Whether sums have the window of their base, whichever it is: floats of 1 and
 * more, within all units of depth, no other further away than what a base's
 * exponent says, as no share is more than 1.  Exponents differ by 1 at most
 * then, so that all are whole numbers in units of a window, and distances are
 * floats.
 */
static bool steady_depth(const double z[3])
{
    for (unsigned i = 0; i < 3; i++) {
        double most = 2 * nv_soft_magnitude(z[i]);

        if (!(z[i] >= 1 && z[i] < 0x1p24 && z[i] == (float)z[i])) {
            return false;
        }
        for (unsigned k = 0; k < 2; k++) {
            if (!(fabs(z[others[i][k]] - z[i]) < most)) {
                return false;
            }
        }
    }
    return true;
}

/* What edge values may lose to be short, in all. */
static double most_lost(double sum)
{
    return 3 * (ldexp(1, ilogb(sum) + 1 - NV_DEPTH_EDGE_BITS) - 1);
}

static int window_of(double z)
{
    return NV_DEPTH_WINDOW_BITS - ilogb(z);
}

/* In units of the window of base @i. */
static double apart(const double z[3], unsigned i, unsigned k)
{
    return ldexp(z[others[i][k]] - z[i], window_of(z[i]));
}

static unsigned depth_of(const NvMcKey *key, const NvSoftPrim *prim)
{
    bool looks = key->zeta || !prim->inside;
    unsigned all;

    if (!looks || prim->depth.flat) {
        return 0;
    }
    all = NV_MC_SLOPED | (prim->depth.wide ? NV_MC_WIDE : 0);
    if (prim->depth.offset) {
        return all | NV_MC_OFFSET;
    }
    if (key->quads || !prim->inside || !steady_depth(prim->depth.z)) {
        return all;
    }
    return all | NV_MC_STEADY_Z |
           (prim->depth.wide && most_lost(prim->corners.sum) < NV_MC_SUMS
            ? NV_MC_FEW_SUMS : 0);
}

/* What nv_soft_depth_inverse() begins with; a power of two has its own. */
static double seed_of(double sum)
{
    return nv_soft_magnitude(sum) == sum ? 1 / sum : nv_soft_depth_seed(sum);
}

/*
 * Edge values from 2^24 up are cut, each by less than the last bit of so large
 * a sum: the seeds of all sums then.  Those with the same 24 bits in front have
 * the same, but for a power of two.  False if there are more than two.
 */
static bool fill_inverse(double sum, NvMcData *d)
{
    double least = sum - most_lost(sum), unit = ldexp(1, ilogb(least) - 23);
    double from = 0, before = sum, last = seed_of(sum);
    unsigned seeds = 1;

    d->inverse_seed[0] = last;
    for (double v = floor(sum / unit) * unit; v + unit > least; v -= unit) {
        for (double q = fmin(v + 1, sum); q >= fmax(v, least); q--) {
            if (seed_of(q) != last) {
                seeds++;
                from = before;
                last = seed_of(q);
            }
            before = q;
        }
    }
    d->inverse_seed[1] = last;
    d->seed_from = from;
    return seeds <= 2;
}

/* In two floats. */
static void split(double v, float *high, float *low)
{
    *high = (float)nv_cut_double(v, 24);
    *low = (float)(v - *high);
}

/* Of base @i, at @at of all that is looked up. */
static void fill_base(const double z[3], unsigned i, unsigned at, NvMcData *d)
{
    int shift = window_of(z[i]);

    d->steady_shift_z[at] = shift;
    d->steady_z[at] = (int32_t)ldexp(z[i], shift);
    for (unsigned k = 0; k < 2; k++) {
        d->steady_apart[k][at] = (int32_t)apart(z, i, k);
        d->steady_far[k][at] = (float)apart(z, i, k);
    }
}

static void fill_steady_depth(const NvSoftPrim *prim, unsigned variant,
                              unsigned width, NvMcData *d)
{
    static const uint8_t at[3][3] = NV_MC_BASES;
    bool floats = nv_mc_depth_by_floats(width, variant);
    unsigned column = floats ? 2 : width == 16;
    unsigned sums = variant & NV_MC_FEW_SUMS
                    ? most_lost(prim->corners.sum) + 1 : 1;

    for (unsigned i = 0; i < 3; i++) {
        fill_base(prim->depth.z, i, at[i][column], d);
    }
    for (unsigned i = 0; i < sums && floats; i++) {
        split(i ? nv_soft_depth_inverse(prim->corners.sum - i)
                : prim->depth.inverse,
              &d->inverse_high[i], &d->inverse_low[i]);
    }
}

/* And what is nearest. */
static void fill_depth(const NvSoft *s, const NvSoftPrim *prim,
                       unsigned variant, NvMcData *d)
{
    const double *z = prim->depth.z;
    double least = fmin(fmin(z[0], z[1]), z[2]);

    d->depth_inverse = prim->depth.inverse;
    d->depth_offset = prim->depth.offset;
    memcpy(d->corner_z, z, sizeof(d->corner_z));
    /* Sums are cut by less than 1. */
    d->least_z = least > 1 && least < 0x1p30 ? (uint32_t)least - 1 : 0;
    if (variant & NV_MC_STEADY_Z) {
        fill_steady_depth(prim, variant, nv_mc_width(s->machine), d);
    }
}

/*
 * The largest addend of a coordinate's sum (weights.c), if it is the second
 * corner's everywhere: a power of two; 0: it is not.  Sums have 24 bits then,
 * as corners have.
 */
static double steady_top(const double c[3])
{
    double top = nv_soft_magnitude(c[1]), most = 2 * top * (1 - 0x1p-19);

    return top >= 0x1p-64 && top < 0x1p64 &&
           fabs(c[0]) < most && fabs(c[2]) < most &&
           fabs(c[0] - c[1]) < 2 * top && fabs(c[2] - c[1]) < 2 * top
           ? top : 0;
}

/*
 * Where one corner alone adds to nothing, what is cut off of it is below what
 * tells texels apart, in any window that is as fine: a floor of floors.
 */
static double lone_top(const double c[3])
{
    double d = c[1] == 0 && c[0] == 0 ? c[2] :
               c[1] == 0 && c[2] == 0 ? c[0] : 0;
    double top = nv_soft_magnitude(d);

    return d > 0 && top >= 0x1p-64 && top < 0x1p64 ? top : 0;
}

static double window_top(const NvMcKey *key, const NvSoftPrim *prim,
                         const NvMcData *d, unsigned u, unsigned k)
{
    const double *c = prim->coord[u][k];
    double top = steady_top(c);

    /* Slopes of levels want all bits of coordinates. */
    if (!top && !(key->tex[u].mips && prim->perspective)) {
        top = lone_top(c);
    }
    /* 256ths of a texel are no finer than the window. */
    return d->tex[u].scale[k] * top <= 1u << NV_COORD_WINDOW_BITS ? top : 0;
}

static unsigned steady(const NvSoft *s, const NvMcKey *key,
                       const NvSoftPrim *prim, const NvMcData *d)
{
    unsigned all = 0, not = 0;

    for (unsigned i = 0; i < 2 * NV_SHADER_STAGES && s->coords; i++) {
        unsigned bit = i & 1 ? NV_MC_STEADY_T : NV_MC_STEADY_S;

        if (key->tex[i / 2].on) {
            all |= bit;
            not |= window_top(key, prim, d, i / 2, i & 1) ? 0 : bit;
        }
    }
    return all & ~not;
}

/*
 * Places of texels by floats.  Weights are wrong by some 2^24ths
 * (mc-weights.c), which corners' distances multiply; sums here and there are
 * rounded in their last bits, and a place is cut below 0.  False: so many would
 * be near the next texel that it is no use.
 */
static bool fill_near(const NvSoft *s, const NvMcKey *key,
                      const NvSoftPrim *prim, NvMcData *d)
{
    unsigned wrong = nv_mc_float_error(nv_mc_width(s->machine)) + 4;

    for (unsigned i = 0; i < 2 * NV_SHADER_STAGES; i++) {
        unsigned u = i / 2, k = i & 1;
        const double *c = prim->coord[u][k];
        double scale = 256.0 * d->tex[u].scale[k], error;
        double first = c[0] - c[1], third = c[2] - c[1];

        if (!key->tex[u].on) {
            continue;
        }
        error = wrong * (fabs(first) + fabs(third)) +
                16 * fmax(fmax(fabs(c[0]), fabs(c[1])), fabs(c[2]));
        error = ceil(error * scale * 0x1p-24) + 2;
        if (!(error <= MOST_ERROR)) {
            return false;
        }
        d->near_coord[u][k][0] = (float)(c[1] * scale);
        d->near_coord[u][k][1] = (float)(first * scale * 0x1p-24);
        d->near_coord[u][k][2] = (float)(third * scale * 0x1p-24);
        d->near_error[u][k] = (int32_t)error;
    }
    return true;
}

/* ---- coordinates by floats ---- */

static bool fits_short(double v, unsigned bits)
{
    return v == 0 || (v == nv_cut_double(v, bits) &&
                      fabs(v) >= NV_MC_SHORT_LEAST &&
                      fabs(v) <= NV_MC_SHORT_MOST);
}

static bool all_fit(const double c[3])
{
    return fits_short(c[1], 24) &&
           fits_short(c[0] - c[1], NV_MC_SHORT_BITS) &&
           fits_short(c[2] - c[1], NV_MC_SHORT_BITS);
}

static bool is_short(const NvSoft *s, const NvMcKey *key,
                     const NvSoftPrim *prim)
{
    const float *fog = s->pixel->fog.coeff;
    bool fits = nv_mc_width(s->machine) == 16 && (s->coords || key->fog > 1);

    for (unsigned i = 0; i < 2 * NV_SHADER_STAGES && fits; i++) {
        fits = !key->tex[i / 2].on || all_fit(prim->coord[i / 2][i & 1]);
    }
    return fits && (key->fog < 2 || (all_fit(prim->fog_corner) &&
                                     fits_short(fog[0], 24) &&
                                     fits_short(fog[1], 24)));
}

static void fill_short(const double from[3], NvMcShort *to)
{
    to->base = from[0];
    split(from[1], &to->more[0][0], &to->more[0][1]);
    split(from[2], &to->more[1][0], &to->more[1][1]);
}

/* ---- all ---- */

static unsigned variant_of(const NvMcKey *key, const NvSoftPrim *prim)
{
    return (prim->perspective ? NV_MC_PERSPECTIVE : 0) |
           (key->reads[0] && !prim->flat[0] ? NV_MC_SMOOTH_0 : 0) |
           (key->reads[1] && !prim->flat[1] ? NV_MC_SMOOTH_1 : 0) |
           (prim->inside ? 0 : NV_MC_CLIPPED) |
           (key->quads && !key->floats ? NV_MC_SURE : 0) |
           depth_of(key, prim) |
           (prim->back && key->two_sided ? NV_MC_BACK : 0);
}

/* Of an exact window; none where floats will do. */
static unsigned ways_of_coords(const NvSoft *s, const NvMcKey *key,
                               const NvSoftPrim *prim, unsigned variant,
                               NvMcData *d)
{
    if (!nv_mc_by_floats(key, variant)) {
        return steady(s, key, prim, d) |
               (is_short(s, key, prim) ? NV_MC_SHORT : 0);
    }
    return !s->coords || fill_near(s, key, prim, d)
           ? 0 : NV_MC_SURE | steady(s, key, prim, d);
}

static double most_by(const double by[3])
{
    return MAX(MAX(by[0], by[1]), by[2]);
}

/* So far from each other that as floats some would be nothing, or lose bits. */
static bool far_apart(const NvSoftPrim *prim)
{
    const double *by = prim->corners.by;

    return prim->perspective &&
           !(MIN(MIN(by[0], by[1]), by[2]) > most_by(by) * 0x1p-60);
}

static void fill_edges(const NvSoftPrim *prim, NvMcData *d)
{
    const NvSoftCorners *k = &prim->corners;
    /* The greatest is from 1 to 2. */
    double unit = prim->perspective ? 1 / nv_soft_magnitude(most_by(k->by))
                                    : 1;

    for (unsigned i = 0; i < 3; i++) {
        d->edge_c[i] = (uint32_t)k->edge[i].c;
        d->edge_dx[i] = (uint32_t)k->edge[i].dx;
        d->edge_dy[i] = (uint32_t)k->edge[i].dy;
    }
    for (unsigned i = 0; i < 3 && prim->perspective; i++) {
        d->by[i] = k->by[i] * unit;
        d->by_float[i] = (float)d->by[i];
    }
    d->edge_sum = (int32_t)k->sum;
    d->inverse = k->inverse;
    d->scale_float = (float)(16777216.0 / k->sum);
    d->inverse_float = (float)k->inverse;
}

static void fill_colors(const NvMcKey *key, const NvSoftPrim *prim,
                        NvMcData *d)
{
    for (unsigned i = 0; i < 2; i++) {
        const int32_t (*k)[4] = prim->color[i];
        NvFourWords w[3], delta, base;

        if (!key->reads[i]) {
            continue;
        }
        memcpy(w, k, sizeof(w));
        delta = (w[2] - w[1]) << 16 | ((w[0] - w[1]) & 0xffff);
        base = w[1] * 256 + 128;
        memcpy(d->flat[i], &w[0], sizeof(d->flat[i]));
        memcpy(d->delta[i], &delta, sizeof(d->delta[i]));
        memcpy(d->base[i], &base, sizeof(d->base[i]));
        for (unsigned c = 0; c < 4 && key->quads; c++) {
            d->least[i][c] = MIN(k[0][c], MIN(k[1][c], k[2][c]));
            d->most[i][c] = MAX(k[0][c], MAX(k[1][c], k[2][c]));
        }
    }
}

static void fill_coords(const NvMcKey *key, const NvSoftPrim *prim,
                        unsigned variant, NvMcData *d)
{
    for (unsigned u = 0; u < NV_SHADER_STAGES; u++) {
        for (unsigned k = 0; k < 2 && key->tex[u].on; k++) {
            const double *from = prim->coord[u][k];
            double *to = d->coord[u][k], scale = 1;

            if (variant & (k ? NV_MC_STEADY_T : NV_MC_STEADY_S)) {
                scale = (1u << NV_COORD_WINDOW_BITS) /
                        window_top(key, prim, d, u, k);
                d->steady_base[u][k] = (int32_t)(from[1] * scale);
                d->steady_unit[u][k] = (float)(1 / scale);
                d->steady_shift[u][k] = ilogb(scale / d->tex[u].scale[k]);
            }
            to[0] = from[1];
            to[1] = (from[0] - from[1]) * scale;
            to[2] = (from[2] - from[1]) * scale;
            if (variant & NV_MC_SHORT) {
                fill_short(to, &d->short_coord[u][k]);
            }
        }
        if (key->tex[u].mips) {
            memcpy(d->tex_plane[u], prim->tex[u], sizeof(d->tex_plane[u]));
        }
    }
}

static void fill_fog(const NvSoftPrim *prim, unsigned variant, NvMcData *d)
{
    const double *from = prim->fog_corner;

    d->fog_plane = prim->fog;
    d->fog[0] = from[1];
    d->fog[1] = from[0] - from[1];
    d->fog[2] = from[2] - from[1];
    if (variant & NV_MC_SHORT) {
        fill_short(d->fog, &d->short_fog);
    }
}

static void fill_planes(const NvSoft *s, const NvSoftPrim *prim,
                        NvMcData *d)
{
    for (unsigned u = 0; s->coords >> u; u++) {
        if (s->coords >> u & 1) {
            memcpy(d->tex_plane[u], prim->tex[u], sizeof(d->tex_plane[u]));
        }
    }
}

unsigned nv_mc_variant(const NvSoft *s, const NvMcKey *key,
                       const NvSoftPrim *prim, bool sure, NvMcData *d)
{
    unsigned variant = variant_of(key, prim) | (sure ? NV_MC_SURE : 0);

    return nv_soft_has_program(s)
           ? variant : variant | ways_of_coords(s, key, prim, variant, d);
}

bool nv_mc_fill(const NvSoft *s, const NvMcKey *key, const NvSoftPrim *prim,
                unsigned variant, NvMcData *d)
{
    if (!coords_fit(s, key, prim) || far_apart(prim) ||
        (key->fog > 1 && !isfinite(prim->fog_corner[0])) ||
        (variant & NV_MC_WIDE &&
         !nv_mc_depth_by_floats(nv_mc_width(s->machine), variant) &&
         !fill_inverse(prim->corners.sum, d))) {
        return false;
    }
    d->ox = prim->ox;
    d->oy = prim->oy;
    d->z = prim->z;
    d->rhw_plane = prim->rhw;
    d->passed = 0;
    fill_edges(prim, d);
    if (!prim->depth.flat) {
        fill_depth(s, prim, variant, d);
    } else {
        d->corner_z[0] = prim->z.c;
    }
    fill_colors(key, prim, d);
    if (key->fog > 1 || nv_soft_has_program(s)) {
        fill_fog(prim, variant, d);
    }
    if (nv_soft_has_program(s)) {
        fill_planes(s, prim, d);
    } else {
        fill_coords(key, prim, variant, d);
    }
    return true;
}
