/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The arithmetic by which corners of a primitive are weighed (hw,
 * docs/pixels.rst): products, aligned sums and reciprocals of short floats.
 */
#ifndef NV_RASTER_WEIGH_H
#define NV_RASTER_WEIGH_H

#include <math.h>

#include "base/bits.h"

/*
 * Mantissas: of edge values, of two corners' w and of the products of both, of
 * all corners' sum, of its reciprocal, of weights; towards zero.
 */
#define NV_WEIGH_BITS 24
/* Behind the leading one of the largest of what is added to that sum. */
#define NV_WEIGH_WINDOW_BITS 24
/* Less than any float, so that 1 / it is a number. */
#define NV_SUM_LEAST 0x1p-400

/* Of 1 and a weight that leaves something to the greatest one (hw). */
#define NV_WEIGHT_REST_BITS 26
/*
 * Beside a primitive weights leave 0..1, as far as this (far more than the
 * pixel beside an edge that is no sliver has).
 */
#define NV_WEIGHT_MOST 32.0

/*
 * Adding and subtracting it rounds to so many bits behind the point.  What lies
 * half way between goes down (hw: two pixels of fog): the two that is subtracted
 * from lacks less than the last bit of the result, which nothing else sees.
 */
#define NV_ROUND24 0x1.8p28
#define NV_TWO24 (2 - 0x1p-36)

/* Towards zero, of less than 2^51. */
static inline double nv_soft_chop(double v)
{
    double a = fabs(v), whole = a + 0x1p52 - 0x1p52;

    return copysign(whole > a ? whole - 1 : whole, v);
}

/* A power of two: the greatest that is not above |@v|. */
static inline double nv_soft_magnitude(double v)
{
    return nv_u2d(nv_d2u(v) & UINT64_C(0x7ff) << 52);
}

static inline double nv_soft_larger(double a, double b)
{
    return a > b ? a : b;
}

/*
 * @base and the shares @t as the chip adds them up: of each @bits behind the
 * leading one of the largest are left.
 */
static inline double nv_soft_sum(double base, const double t[3],
                                 unsigned bits)
{
    double top = nv_soft_larger(nv_soft_larger(fabs(t[0]), fabs(t[1])),
                                nv_soft_larger(fabs(t[2]), fabs(base)));
    double unit = nv_soft_larger(nv_soft_magnitude(top), NV_SUM_LEAST);
    /* @unit is a power of two, so exponents are all there is to divide. */
    double scale = nv_u2d(((UINT64_C(2046) + bits) << 52) - nv_d2u(unit));

    return (nv_soft_chop(base * scale) + nv_soft_chop(t[0] * scale) +
            nv_soft_chop(t[1] * scale) + nv_soft_chop(t[2] * scale)) *
           (unit * (1.0 / (1u << bits)));
}

static inline double nv_weigh_short(double v)
{
    return nv_cut_double(v, NV_WEIGH_BITS);
}

/* An edge value, and the product of the two other corners' w. */
static inline double nv_weigh_edge(double edge, double by)
{
    return nv_weigh_short(nv_weigh_short(edge) * by);
}

static inline double nv_weigh_sum(const double n[3])
{
    double t[3] = { n[1], n[2], 0 };

    return nv_weigh_short(nv_soft_sum(n[0], t, NV_WEIGH_WINDOW_BITS));
}

/*
 * weigh.c: by the first 8 bits behind a mantissa's leading one, 2^16 / it as
 * 17 bits, 7 behind them and a half of what is cut later; and how much less that
 * is one line on: that is in the lower 8 bits, the other above.
 */
extern const uint32_t nv_weigh_lines[256];
#define NV_WEIGH_LINE_BITS 16
#define NV_WEIGH_CUT_BITS 11    /* from there to NV_WEIGH_FIRST_BITS */
#define NV_WEIGH_FIRST_BITS 12

/*
 * Of such a sum.  A straight line by 7 more bits of the mantissa gives 12 bits
 * behind the point, rounded; what Newton's step multiplies them by is rounded
 * to 24, the product is cut.
 */
static inline double nv_weigh_inverse(double sum)
{
    uint64_t u = nv_d2u(sum), sign = u & UINT64_C(1) << 63;
    double m = nv_u2d((u & ((UINT64_C(1) << 52) - 1)) | UINT64_C(1023) << 52);
    uint32_t line = nv_weigh_lines[u >> 44 & 255], q = u >> 37 & 127;
    uint32_t first = ((line >> 8) - (line & 255) * q) >> NV_WEIGH_CUT_BITS;
    double x = first * (1.0 / (1 << NV_WEIGH_FIRST_BITS)), t;
    uint64_t exponent = u & UINT64_C(0x7ff) << 52;

    t = NV_TWO24 - m * x + NV_ROUND24 - NV_ROUND24;
    return nv_weigh_short(x * t) *
           nv_u2d(sign | ((UINT64_C(2046) << 52) - exponent));
}

static inline double nv_soft_within(double v)
{
    v = v > -NV_WEIGHT_MOST ? v : -NV_WEIGHT_MOST;
    return v < NV_WEIGHT_MOST ? v : NV_WEIGHT_MOST;
}

/* What two weights leave of 1: of each so much as lies behind the point. */
static inline double nv_soft_rest(double a, double b)
{
    double rest = 3.0 - nv_cut_double(1.0 + a, NV_WEIGHT_REST_BITS) -
                  nv_cut_double(1.0 + b, NV_WEIGHT_REST_BITS);

    return nv_soft_within(nv_weigh_short(rest));
}

/* Weights of the first and the third corner. */
static inline void nv_soft_outer_shares(const double n[3], double inverse,
                                        double *first, double *third)
{
    double a = nv_soft_within(nv_weigh_short(n[0] * inverse));
    double b = nv_soft_within(nv_weigh_short(n[1] * inverse));
    double c = nv_soft_within(nv_weigh_short(n[2] * inverse));
    double ea = nv_soft_magnitude(a), eb = nv_soft_magnitude(b);
    double ec = nv_soft_magnitude(c);
    bool is_a = (ea >= eb) & (ea > ec);
    bool is_c = !is_a & !((eb >= ec) & (eb > ea));

    *first = is_a ? nv_soft_rest(b, c) : a;
    *third = is_c ? nv_soft_rest(a, b) : c;
}

#endif
