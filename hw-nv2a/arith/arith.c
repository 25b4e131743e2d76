/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * XF arithmetic: multiplier, adder, comparisons, floor.
 *
 * Facts: envytools' XF tests, asserted on Kelvin and Rankine (hw).
 */
#include "arith/arith-core.h"

uint32_t nv_xf_mul(const NvXfRules *rules, uint32_t a, uint32_t b)
{
    return xf_mul(rules, a, b);
}

uint32_t nv_xf_sum(const NvXfRules *rules, const uint32_t *terms, unsigned n)
{
    uint32_t x[4] = { 0 };

    assert(n <= 4);
    memcpy(x, terms, n * sizeof(*x));
    return xf_sum(rules, x, 4);
}

uint32_t nv_xf_sum2(const NvXfRules *rules, uint32_t a, uint32_t b)
{
    uint32_t terms[2] = { a, b };

    return xf_sum(rules, terms, 2);
}

/* Celsius: an infinity gives plus infinity whatever the signs (doc). */
uint32_t nv_xf_mul_celsius(uint32_t a, uint32_t b)
{
    uint32_t p;
    int e;

    if (xf_is_nan(a) || xf_is_nan(b)) {
        return NV_XF_CNAN;
    }
    if (!xf_exp_of(a) || !xf_exp_of(b)) {
        return 0;
    }
    if (xf_is_inf(a) || xf_is_inf(b)) {
        return NV_XF_INF;
    }
    e = (int)(xf_exp_of(a) + xf_exp_of(b)) - 127;
    p = ((uint64_t)(xf_frac_of(a) | HIDDEN) * (xf_frac_of(b) | HIDDEN)) >> 23;
    if (p > 0xffffff) {
        p >>= 1;
        e++;
    }
    return xf_pack((a ^ b) & NV_XF_SIGN, e, p, NV_XF_MAX);
}

/* Sign and magnitude to an unsigned order with -0 below +0. */
static uint32_t order(uint32_t x)
{
    return x & NV_XF_SIGN ? ~x : x | NV_XF_SIGN;
}

NvXfCond nv_xf_cond(const NvXfRules *rules, uint32_t a, uint32_t b)
{
    if (!rules->legacy) {
        if (xf_is_nan(a) || xf_is_nan(b)) {
            return NV_XF_COND_U;
        }
        a = xf_exp_of(a) ? a : 0;
        b = xf_exp_of(b) ? b : 0;
    }
    if (a == b) {
        return NV_XF_COND_E;
    }
    return order(a) < order(b) ? NV_XF_COND_L : NV_XF_COND_G;
}

bool nv_xf_test(NvXfCond cond, NvXfTest test)
{
    if (cond == NV_XF_COND_U) {
        return test == NV_XF_TEST_NE || test == NV_XF_TEST_TR;
    }
    return (test >> (cond - NV_XF_COND_L)) & 1;
}

uint32_t nv_xf_min(const NvXfRules *rules, uint32_t a, uint32_t b)
{
    NvXfCond cond = nv_xf_cond(rules, a, b);

    return cond == NV_XF_COND_U ? NV_XF_CNAN : cond == NV_XF_COND_L ? a : b;
}

uint32_t nv_xf_max(const NvXfRules *rules, uint32_t a, uint32_t b)
{
    NvXfCond cond = nv_xf_cond(rules, a, b);

    return cond == NV_XF_COND_U ? NV_XF_CNAN : cond == NV_XF_COND_L ? b : a;
}

uint32_t nv_xf_set(const NvXfRules *rules, NvXfTest test,
                   uint32_t a, uint32_t b)
{
    NvXfCond cond;

    if (test == NV_XF_TEST_FL || test == NV_XF_TEST_TR) {
        return test == NV_XF_TEST_TR ? NV_XF_ONE : 0;
    }
    cond = nv_xf_cond(rules, a, b);
    if (cond == NV_XF_COND_U) {
        return NV_XF_CNAN;
    }
    return nv_xf_test(cond, test) ? NV_XF_ONE : 0;
}

uint32_t nv_xf_ssg(const NvXfRules *rules, uint32_t x)
{
    static const uint32_t sign[] = {
        [NV_XF_COND_U] = NV_XF_CNAN,
        [NV_XF_COND_L] = NV_XF_ONE | NV_XF_SIGN,
        [NV_XF_COND_E] = 0,
        [NV_XF_COND_G] = NV_XF_ONE,
    };

    return sign[nv_xf_cond(rules, x, 0)];
}

uint32_t nv_xf_flr(uint32_t x)
{
    unsigned e = xf_exp_of(x);
    uint32_t rest;

    if (!e) {
        return 0;
    }
    if (xf_is_nan(x)) {
        return NV_XF_CNAN;
    }
    if (e >= 150) {
        return x;
    }
    if (e < 127) {
        return x & NV_XF_SIGN ? NV_XF_ONE | NV_XF_SIGN : 0;
    }
    rest = (1u << (150 - e)) - 1;
    if (x & NV_XF_SIGN) {
        x += rest;      /* a carry into the exponent is what is wanted */
    }
    return x & ~rest;
}

uint32_t nv_xf_frc(const NvXfRules *rules, uint32_t x)
{
    return nv_xf_sum2(rules, x, nv_xf_flr(x) ^ NV_XF_SIGN);
}
