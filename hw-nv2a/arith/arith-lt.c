/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Arithmetic of LT: 22-bit floats, kept as 32-bit words with low bits clear.
 *
 * Storing (to_lt) is asserted on Kelvin and Rankine by envytools' tests (hw);
 * the operations follow its Celsius model (doc).
 */
#include "arith/arith-core.h"
#include "arith/arith-tables.h"

#define LT_FRAC_SHIFT 10
#define LT_HIDDEN 0x2000u               /* of a 14-bit significand */

static bool lt_nan(uint32_t a, uint32_t b)
{
    return xf_is_nan(a) || xf_is_nan(b);
}

static uint32_t lt_significand(uint32_t x)
{
    return (xf_frac_of(x) >> LT_FRAC_SHIFT) | (xf_exp_of(x) ? LT_HIDDEN : 0);
}

static uint32_t lt_pack(uint32_t sign, int e, uint32_t m)
{
    return xf_pack(sign, e, m << LT_FRAC_SHIFT, NV_XF_MAX & ~0x3ffu);
}

uint32_t nv_xf_to_lt(uint32_t x)
{
    /* The carry is stopped by these bits, not by the exponent (hw). */
    if ((x & 0x3fc00) != 0x3fc00) {
        x += 0x200;
    }
    return x >> LT_FRAC_SHIFT;
}

uint32_t nv_xf_to_lt_scalar(uint32_t x)
{
    if (!xf_exp_of(x)) {
        return 0;
    }
    if (xf_exp_of(x) == 255) {
        return x & 0x7ffe00 ? NV_XF_LT_NAN : NV_XF_INF;
    }
    return nv_xf_to_lt(x) << LT_FRAC_SHIFT;
}

uint32_t nv_xf_lt_mul(uint32_t a, uint32_t b)
{
    int e = (int)(xf_exp_of(a) + xf_exp_of(b)) - 127;
    uint32_t p = (lt_significand(a) * lt_significand(b)) >> 13;

    if (lt_nan(a, b)) {
        return NV_XF_LT_NAN;
    }
    if (!xf_exp_of(a) || !xf_exp_of(b)) {
        return 0;
    }
    if (xf_is_inf(a) || xf_is_inf(b)) {
        return NV_XF_INF;
    }
    if (p > 0x3fff) {
        p >>= 1;
        e++;
    }
    return lt_pack((a ^ b) & NV_XF_SIGN, e, p);
}

static int32_t lt_align(uint32_t x, int m)
{
    uint32_t f = lt_significand(x);
    int k = m - (int)xf_exp_of(x) - 7;

    f = k >= 32 ? 0 : k >= 0 ? f >> k : f << -k;
    return x & NV_XF_SIGN ? -(int32_t)f : (int32_t)f;
}

uint32_t nv_xf_lt_add3(uint32_t a, uint32_t b, uint32_t c)
{
    const uint32_t terms[3] = { a, b, c };
    uint32_t special, mag;
    int32_t acc = 0;
    int m = 0;
    int shift;

    if (xf_sum_special(terms, 3, &special)) {
        return special == NV_XF_CNAN ? NV_XF_LT_NAN : NV_XF_INF;
    }
    for (int i = 0; i < 3; i++) {
        int e = (int)xf_exp_of(terms[i]) + 2;

        m = e > m ? e : m;
    }
    for (int i = 0; i < 3; i++) {
        acc += lt_align(terms[i], m);
    }
    if (!acc) {
        return 0;
    }
    mag = acc < 0 ? -(uint32_t)acc : (uint32_t)acc;
    shift = __builtin_clz(mag) - 11;
    return lt_pack(acc < 0 ? NV_XF_SIGN : 0, m - shift, (mag << shift) >> 7);
}

/* The scalar units keep the sign of infinity, and overflow in two ways. */
uint32_t nv_xf_lt_smul(uint32_t a, uint32_t b)
{
    uint32_t sign = (a ^ b) & NV_XF_SIGN;
    int e = (int)(xf_exp_of(a) + xf_exp_of(b)) - 127;
    uint32_t p = (lt_significand(a) * lt_significand(b)) >> 13;

    if (lt_nan(a, b)) {
        return NV_XF_LT_NAN;
    }
    if (!xf_exp_of(a) || !xf_exp_of(b)) {
        return 0;
    }
    if (xf_is_inf(a) || xf_is_inf(b) || e >= 255) {
        return sign | NV_XF_INF;
    }
    if (p > 0x3fff) {
        p >>= 1;
        e++;
    }
    return lt_pack(sign, e, p);
}

uint32_t nv_xf_lt_sadd(uint32_t a, uint32_t b)
{
    const uint32_t terms[2] = { a, b };
    uint32_t special, mag;
    int32_t acc = 0;
    int m = 0;
    int shift;

    if (xf_sum_special(terms, 2, &special)) {
        return special == NV_XF_CNAN ? NV_XF_LT_NAN : NV_XF_INF;
    }
    for (int i = 0; i < 2; i++) {
        int e = (int)xf_exp_of(terms[i]) + 1;

        m = e > m ? e : m;
    }
    for (int i = 0; i < 2; i++) {
        int e = xf_exp_of(terms[i]);
        int k = m - e - 1;
        int32_t f = e && k < 32 ? lt_significand(terms[i]) >> k : 0;

        acc += terms[i] & NV_XF_SIGN ? -f : f;      /* no guard bits */
    }
    if (!acc) {
        return 0;
    }
    mag = acc < 0 ? -(uint32_t)acc : (uint32_t)acc;
    shift = __builtin_clz(mag) - 17;
    return lt_pack(acc < 0 ? NV_XF_SIGN : 0, m - shift, (mag << shift) >> 1);
}

/* A significand @below places under the largest, with a sign. */
static int32_t lt_shifted(uint32_t x, int below, bool minus)
{
    int32_t f = below < 14 ? lt_significand(x) >> below : 0;

    return minus ? -f : f;
}

/*
 * hw: what lies under the larger exponent is shifted before the product and
 * loses what goes out of its 14 bits: @a of the product, or @c; product and sum
 * are whole.  Exponents are those before products carry.  What is infinite or
 * NaN goes by both steps, and a product whose exponent is none is 0 (guess).
 */
uint32_t nv_xf_lt_smac(uint32_t a, uint32_t b, uint32_t c)
{
    uint32_t product = nv_xf_lt_smul(a, b), mag;
    int e = (int)(xf_exp_of(a) + xf_exp_of(b)) - 127, ec = xf_exp_of(c);
    int m = MAX(e, ec), shift;
    int32_t acc;

    if (xf_exp_of(product) == 255 || ec == 255) {
        return nv_xf_lt_sadd(product, c);
    }
    if (!xf_exp_of(a) || !xf_exp_of(b) || e <= 0) {
        return nv_xf_lt_sadd(0, c);
    }
    acc = lt_shifted(a, m - e, (a ^ b) & NV_XF_SIGN) *
          (int32_t)lt_significand(b);
    acc += lt_shifted(ec ? c : 0, m - ec, c & NV_XF_SIGN) * 0x2000;
    if (!acc) {
        return 0;
    }
    mag = acc < 0 ? -(uint32_t)acc : (uint32_t)acc;
    shift = __builtin_clz(mag);
    return lt_pack(acc < 0 ? NV_XF_SIGN : 0, m + 5 - shift,
                   mag << shift >> 18);
}

/* One step from the seed; powers of two are not exact. */
uint32_t nv_xf_lt_rcp(uint32_t x)
{
    int e = 253 - (int)xf_exp_of(x);
    uint32_t m = (xf_frac_of(x) | HIDDEN) >> LT_FRAC_SHIFT;
    uint32_t s = nv_xf_rcp_seed[0][(m >> 7) & 63];

    if (xf_is_nan(x)) {
        return NV_XF_LT_NAN;
    }
    if (!xf_exp_of(x)) {
        return NV_XF_INF;
    }
    if (xf_is_inf(x)) {
        return 0;
    }
    s = (((1u << 21) - s * m) * s) >> 14;
    return xf_pack(x & NV_XF_SIGN, e, (s << 11) - HIDDEN, NV_XF_INF);
}

/* The seed is the result. */
uint32_t nv_xf_lt_rsq(uint32_t x)
{
    int e = xf_exp_of(x);
    bool even = !(e & 1);
    int er = 127 - (e - (even ? 128 : 127)) / 2 - 1;
    uint32_t s = nv_xf_rsq_seed[0][even << 6 | xf_frac_of(x) >> 17];

    if (xf_is_nan(x)) {
        return NV_XF_LT_NAN;
    }
    if (!e || (x & NV_XF_SIGN)) {
        return NV_XF_INF;
    }
    if (xf_is_inf(x)) {
        return 0;
    }
    return xf_pack(0, er, (s << 17) & 0x7ffc00, NV_XF_INF);
}
