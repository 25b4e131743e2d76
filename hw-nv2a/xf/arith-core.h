/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The multiplier and the adder of XF as inlines, for the units that call them
 * per component.  Everybody else uses the functions of xf/arith.h.
 *
 * Facts: as in xf/arith.h (hw).
 */
#ifndef NV_XF_ARITH_CORE_H
#define NV_XF_ARITH_CORE_H

#include <glib.h>

#include "xf/arith.h"

#define FRAC_MASK 0x7fffffu
/* Four components at most; both compilers leave them as loops at -O2. */
#define NV_XF_UNROLL _Pragma("GCC unroll 4")
#define HIDDEN 0x800000u

static inline unsigned xf_exp_of(uint32_t x)
{
    return (x >> 23) & 0xff;
}

static inline uint32_t xf_frac_of(uint32_t x)
{
    return x & FRAC_MASK;
}

static inline bool xf_is_nan(uint32_t x)
{
    return (x & ~NV_XF_SIGN) > NV_XF_INF;
}

static inline bool xf_is_inf(uint32_t x)
{
    return (x & ~NV_XF_SIGN) == NV_XF_INF;
}

/* @sign in bit 31; @frac may still have its hidden bit. */
static inline uint32_t xf_pack(uint32_t sign, int e, uint32_t frac,
                               uint32_t overflow)
{
    if (e <= 0) {
        return sign;
    }
    if (e >= 255) {
        return sign | overflow;
    }
    return sign | (uint32_t)e << 23 | (frac & FRAC_MASK);
}

static inline uint32_t xf_overflow(const NvXfRules *rules)
{
    return rules->version >= NV_ARITH_RANKINE ? NV_XF_INF : NV_XF_MAX;
}

static inline uint32_t xf_mul_special(const NvXfRules *rules, uint32_t a,
                                      uint32_t b)
{
    bool zero = !xf_exp_of(a) || !xf_exp_of(b);

    if (zero && rules->legacy) {
        return 0;
    }
    if (xf_is_nan(a) || xf_is_nan(b)) {
        return NV_XF_CNAN;
    }
    if (xf_is_inf(a) || xf_is_inf(b)) {
        return zero ? NV_XF_CNAN : (((a ^ b) & NV_XF_SIGN) | NV_XF_INF);
    }
    return 0;
}

static inline uint32_t xf_mul(const NvXfRules *rules, uint32_t a, uint32_t b)
{
    unsigned ea = xf_exp_of(a);
    unsigned eb = xf_exp_of(b);
    uint64_t p;
    int e;

    /* One compare each for "0 or 255". */
    if (G_UNLIKELY(ea - 1 >= 254 || eb - 1 >= 254)) {
        return xf_mul_special(rules, a, b);
    }
    p = (uint64_t)(xf_frac_of(a) | HIDDEN) * (xf_frac_of(b) | HIDDEN);
    e = (int)(ea + eb) - 126;
    if (!(p >> 47)) {
        p <<= 1;
        e--;
    }
    return xf_pack((a ^ b) & NV_XF_SIGN, e, p >> 24, xf_overflow(rules));
}

/* True, and *result, if a NaN or infinity decides the sum. */
static inline bool xf_sum_special(const uint32_t *terms, unsigned n,
                                  uint32_t *result)
{
    bool plus = false;
    bool minus = false;

    for (unsigned i = 0; i < n; i++) {
        if (xf_is_nan(terms[i])) {
            *result = NV_XF_CNAN;
            return true;
        }
        plus |= terms[i] == NV_XF_INF;
        minus |= terms[i] == (NV_XF_INF | NV_XF_SIGN);
    }
    if (!plus && !minus) {
        return false;
    }
    *result = plus && minus ? NV_XF_CNAN :
              minus ? NV_XF_INF | NV_XF_SIGN : NV_XF_INF;
    return true;
}

/*
 * A term on the common scale, where the largest exponent @emax has 5 guard
 * bits.  No branches: operands are too random to predict.
 */
static inline int32_t xf_sum_align(const NvXfRules *rules, uint32_t x,
                                   unsigned emax)
{
    unsigned e = xf_exp_of(x);
    unsigned shift = emax - e;
    uint32_t f = xf_frac_of(x) | (uint32_t)(e != 0) << 23;
    uint32_t minus = x >> 31;

    /* Before Rankine denormals come in, without hidden bit. */
    if (rules->version >= NV_ARITH_RANKINE && !e) {
        f = 0;
    }
    f = (f << 5) >> (shift < 31 ? shift : 31);
    return (int32_t)((f ^ -minus) + minus);
}

/* Inlined with constant @n, so that the loops unroll. */
static inline uint32_t xf_sum(const NvXfRules *rules, const uint32_t *terms,
                              unsigned n)
{
    unsigned emax = 0;
    int32_t acc = 0;
    uint32_t mag, special;
    int shift;

    NV_XF_UNROLL
    for (unsigned i = 0; i < n; i++) {
        unsigned e = xf_exp_of(terms[i]);

        emax = e > emax ? e : emax;
    }
    if (G_UNLIKELY(emax == 255) && xf_sum_special(terms, n, &special)) {
        return special;
    }
    NV_XF_UNROLL
    for (unsigned i = 0; i < n; i++) {
        acc += xf_sum_align(rules, terms[i], emax);
    }
    if (!acc) {
        return 0;
    }
    mag = acc < 0 ? -(uint32_t)acc : (uint32_t)acc;
    shift = __builtin_clz(mag) - 1;
    mag <<= shift;
    return xf_pack(acc < 0 ? NV_XF_SIGN : 0, (int)emax + 2 - shift, mag >> 7,
                   xf_overflow(rules));
}

#endif
