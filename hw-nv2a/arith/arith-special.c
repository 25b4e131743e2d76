/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * XF arithmetic of ILU: reciprocal, root, partial exponential and logarithm.
 *
 * Facts: envytools' XF tests, asserted on Kelvin and Rankine (hw); the
 * Celsius columns follow its Celsius model (doc).
 */
#include "arith/arith-core.h"
#include "arith/arith-tables.h"

/* RCC clamps the exponent into these: 2^-64 .. 2^64. */
#define RCC_MIN 63
#define RCC_MAX 191

/* Exponent and fraction of 1/x, before any clamp. */
static int reciprocal(const NvXfRules *rules, uint32_t x, uint32_t *frac)
{
    const uint8_t *seed = nv_xf_rcp_seed[rules->version > NV_ARITH_CELSIUS];
    int e = 254 - (int)xf_exp_of(x);
    uint64_t m = xf_frac_of(x) | HIDDEN;
    uint64_t s;

    *frac = 0;
    if (!xf_frac_of(x)) {
        return e;       /* a power of two is exact */
    }
    s = seed[(m >> 17) & 63];
    s = (((UINT64_C(1) << 31) - s * m) * s) >> 24;
    s = (((UINT64_C(1) << 37) - s * m) * s) >> 25;
    *frac = (s - HIDDEN) & FRAC_MASK;
    return e - 1;
}

uint32_t nv_xf_rcp(const NvXfRules *rules, uint32_t x)
{
    uint32_t sign = x & NV_XF_SIGN;
    uint32_t frac;
    int e;

    if (xf_is_nan(x)) {
        return NV_XF_CNAN;
    }
    if (!xf_exp_of(x)) {
        return sign | NV_XF_INF;
    }
    e = reciprocal(rules, x, &frac);
    return xf_pack(sign, e, frac, NV_XF_INF);
}

uint32_t nv_xf_rcc(const NvXfRules *rules, uint32_t x)
{
    uint32_t frac;
    int e;

    if (xf_is_nan(x)) {
        return NV_XF_CNAN;
    }
    e = reciprocal(rules, x, &frac);
    if (e < RCC_MIN || e >= RCC_MAX) {
        e = e < RCC_MIN ? RCC_MIN : RCC_MAX;
        if (rules->version > NV_ARITH_CELSIUS) {
            frac = 0;
        }
    }
    return xf_pack(x & NV_XF_SIGN, e, frac, NV_XF_INF);
}

static uint32_t inverse_root(const NvXfRules *rules, uint32_t x)
{
    const uint8_t *seed = nv_xf_rsq_seed[rules->version > NV_ARITH_CELSIUS];
    int e = xf_exp_of(x);
    bool even = !(e & 1);
    int er = 127 - (e - (even ? 128 : 127)) / 2 - 1;
    uint64_t m = (uint64_t)(xf_frac_of(x) | HIDDEN) << even;
    uint64_t s = seed[even << 6 | xf_frac_of(x) >> 17];

    /* The exact case came with Rankine: before, rsq(1.0) is below 1. */
    if (rules->version >= NV_ARITH_RANKINE && !even && !xf_frac_of(x)) {
        return (uint32_t)(er + 1) << 23;
    }
    s = (((UINT64_C(3) << 37) - s * s * m) * s) >> 32;
    s = (((UINT64_C(3) << 49) - s * s * m) * s) >> 39;
    return xf_pack(0, er, (uint32_t)s - HIDDEN, NV_XF_INF);
}

uint32_t nv_xf_rsq(const NvXfRules *rules, uint32_t x)
{
    uint32_t sign = rules->legacy ? 0 : x & NV_XF_SIGN;

    if (xf_is_nan(x)) {
        return NV_XF_CNAN;
    }
    if (!xf_exp_of(x)) {
        return sign | NV_XF_INF;
    }
    if (sign) {
        return NV_XF_CNAN;
    }
    if (xf_is_inf(x)) {
        return 0;
    }
    return inverse_root(rules, x);
}

int32_t nv_xf_to_fix13(uint32_t x)
{
    unsigned e = xf_exp_of(x);
    uint32_t m = xf_frac_of(x) | HIDDEN;
    bool minus = x & NV_XF_SIGN;
    unsigned shift;

    if (xf_is_nan(x)) {
        return INT32_MAX;
    }
    if (e >= 145) {
        return minus ? INT32_MIN : INT32_MAX;
    }
    if (e < 104) {
        return 0;       /* also for negative ones, where floor would be -1 */
    }
    if (e >= 137) {
        m <<= e - 137;
        return minus ? -(int32_t)m : (int32_t)m;
    }
    shift = 137 - e;    /* 1..33 */
    if (minus) {
        return -(int32_t)(((uint64_t)m + (UINT64_C(1) << shift) - 1) >> shift);
    }
    return (uint64_t)m >> shift;
}

/* 2^(i / 2^13) from 32 lines an octave. */
static uint32_t exp_core(int32_t i)
{
    int32_t n = i >> 13;
    const NvXfLine *line = &nv_xf_exp_line[(i >> 8) & 31];
    uint32_t f;

    if (n <= -127) {
        return 0;
    }
    if (n >= 128) {
        return NV_XF_INF;
    }
    f = line->base * 256u + line->slope * (uint32_t)(i & 255);
    return ((uint32_t)(n + 127) << 23) | (f << 1);
}

/* Significand in units of 2^-23, cut below 1.0, back to a float. */
static uint32_t exp_frac(uint32_t x)
{
    int e = xf_exp_of(x);
    uint32_t m = xf_frac_of(x) | HIDDEN;

    if (xf_is_nan(x)) {
        return x;
    }
    if (!e || e >= 150) {
        return 0;
    }
    if (!(x & NV_XF_SIGN)) {
        if (e < 127) {
            return x;
        }
    } else {
        if (e < 104) {
            return NV_XF_ONE;
        }
        if (e < 127) {
            m = (m + (1u << (127 - e)) - 1) >> (127 - e);
            e = 127;
        }
        m = -m;
    }
    m &= (1u << (150 - e)) - 1;
    if (!m) {
        return 0;
    }
    while (!(m & HIDDEN)) {
        m <<= 1;
        e--;
    }
    return xf_pack(0, e, m, NV_XF_INF);
}

void nv_xf_exp(uint32_t d[4], uint32_t x)
{
    int32_t fix = nv_xf_to_fix13(x);

    d[0] = exp_core(fix & ~0x1fff);
    d[1] = exp_frac(x);
    d[2] = xf_is_nan(x) ? NV_XF_CNAN : exp_core(fix);
    d[3] = NV_XF_ONE;
}

/* log2|x| with 26 fraction bits, from 32 lines an octave. */
static int64_t log_core(uint32_t x)
{
    const NvXfLine *line = &nv_xf_log_line[xf_frac_of(x) >> 18];
    uint32_t f = line->base * 256u + line->slope * ((x >> 10) & 255);

    return (int64_t)f + ((int64_t)xf_exp_of(x) - 127) * (1 << 26);
}

static uint32_t log_exponent(uint32_t x)
{
    int v = (int)xf_exp_of(x) - 127;
    uint32_t sign = v < 0 ? NV_XF_SIGN : 0;
    uint32_t mag = v < 0 ? -v : v;
    int shift;

    if (!mag) {
        return 0;
    }
    shift = __builtin_clz(mag) - 8;
    return xf_pack(sign, 150 - shift, mag << shift, NV_XF_INF);
}

static uint32_t log_full(uint32_t x)
{
    int64_t v = log_core(x);
    uint32_t sign = v < 0 ? NV_XF_SIGN : 0;
    uint64_t mag = v < 0 ? -(uint64_t)v : (uint64_t)v;
    int e = 133;

    if (!mag) {
        return 0;
    }
    while (!(mag >> 32)) {
        mag <<= 1;
        e--;
    }
    return xf_pack(sign, e, mag >> 9, NV_XF_INF);
}

static void fill3(uint32_t d[4], uint32_t x, uint32_t y, uint32_t z)
{
    d[0] = x;
    d[1] = y;
    d[2] = z;
    d[3] = NV_XF_ONE;
}

void nv_xf_log(const NvXfRules *rules, uint32_t d[4], uint32_t x)
{
    if (!rules->legacy && (x & NV_XF_SIGN)) {
        fill3(d, NV_XF_CNAN, NV_XF_CNAN, NV_XF_CNAN);
    } else if (xf_is_nan(x)) {
        uint32_t nan = rules->version < NV_ARITH_RANKINE ?
                       x & ~NV_XF_SIGN : NV_XF_CNAN;

        fill3(d, nan, nan, nan);
    } else if (!xf_exp_of(x)) {
        fill3(d, NV_XF_INF | NV_XF_SIGN, NV_XF_ONE, NV_XF_INF | NV_XF_SIGN);
    } else if (xf_is_inf(x)) {
        fill3(d, NV_XF_INF, NV_XF_ONE, NV_XF_INF);
    } else {
        fill3(d, log_exponent(x), NV_XF_ONE | xf_frac_of(x), log_full(x));
    }
}

/* y^w of LIT's z, with its own order of special cases. */
static uint32_t lit_power(uint32_t y, uint32_t w)
{
    bool minus = w & NV_XF_SIGN;
    int64_t p, t;

    if (!xf_exp_of(w)) {
        return NV_XF_ONE;
    }
    if (xf_is_nan(y) || xf_is_nan(w)) {
        return NV_XF_CNAN;
    }
    if ((y & NV_XF_SIGN) || !xf_exp_of(y)) {
        return minus ? NV_XF_INF : 0;
    }
    if (xf_is_inf(y)) {
        return minus ? 0 : NV_XF_INF;
    }
    p = nv_xf_to_fix13(w);
    p = p < -0x100000 ? -0x100000 : p > 0xfffff ? 0xfffff : p;
    t = (log_core(y) * p) >> 26;
    if (t < INT32_MIN) {
        return 0;
    }
    return t > INT32_MAX ? NV_XF_INF : exp_core(t);
}

void nv_xf_lit(uint32_t d[4], const uint32_t v[4])
{
    uint32_t x = v[0];
    uint32_t z = 0;

    if (!(x & NV_XF_SIGN) && xf_exp_of(x)) {
        z = lit_power(v[1], v[3]);
    }
    d[0] = NV_XF_ONE;
    d[1] = x & NV_XF_SIGN ? 0 : x;
    d[2] = z;
    d[3] = NV_XF_ONE;
}
