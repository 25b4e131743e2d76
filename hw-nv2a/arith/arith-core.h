/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The multiplier and the adder of XF as inlines, for the units that call them
 * per component.  Everybody else uses the functions of arith/arith.h.
 *
 * Facts: as in arith/arith.h (hw).
 */
#ifndef NV_ARITH_ARITH_CORE_H
#define NV_ARITH_ARITH_CORE_H

#include <glib.h>

#include "arith/arith.h"

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
    uint32_t two;

    /* One compare each for "0 or 255". */
    if (G_UNLIKELY(ea - 1 >= 254 || eb - 1 >= 254)) {
        return xf_mul_special(rules, a, b);
    }
    p = (uint64_t)(xf_frac_of(a) | HIDDEN) * (xf_frac_of(b) | HIDDEN);
    two = p >> 47;      /* the product is 2 or more */
    return xf_pack((a ^ b) & NV_XF_SIGN, (int)(ea + eb + two) - 127,
                   (uint32_t)(p >> 23) >> two, xf_overflow(rules));
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

/* A term of a sum: m * 2^(e - 150), negative if @minus is all ones. */
typedef struct XfTerm {
    uint32_t minus, e, m;
} XfTerm;

/* Before Rankine denormals come into sums, without hidden bit. */
static inline XfTerm xf_term(const NvXfRules *rules, uint32_t x)
{
    uint32_t e = xf_exp_of(x);
    uint32_t m = xf_frac_of(x) | (uint32_t)(e != 0) << 23;

    if (rules->version >= NV_ARITH_RANKINE && !e) {
        m = 0;
    }
    return (XfTerm) { -(x >> 31), e, m };
}

/*
 * xf_mul() as a term with its exponent less one: 254 or more if it overflows,
 * underflows or is special.  No branches on the significands: they are too
 * random to predict.
 */
static inline __attribute__((always_inline))
XfTerm xf_product(const NvXfRules *rules, uint32_t a, uint32_t b)
{
    uint32_t ea = xf_exp_of(a);
    uint32_t eb = xf_exp_of(b);
    uint32_t two;
    uint64_t p;

    if (G_UNLIKELY(ea - 1 >= 254 || eb - 1 >= 254)) {
        return (XfTerm) { 0, rules->legacy && !(ea && eb) ? 0 : 254, 0 };
    }
    p = (uint64_t)(xf_frac_of(a) | HIDDEN) * (xf_frac_of(b) | HIDDEN);
    two = p >> 47;      /* the product is 2 or more */
    return (XfTerm) { -((a ^ b) >> 31), ea + eb + two - 128,
                      (uint32_t)(p >> 23) >> two };
}

static inline __attribute__((always_inline))
uint32_t xf_largest(const XfTerm *terms, unsigned n)
{
    uint32_t emax = terms[0].e;

    NV_XF_UNROLL
    for (unsigned i = 1; i < n; i++) {
        emax = terms[i].e > emax ? terms[i].e : emax;
    }
    return emax;
}

/*
 * All terms on the scale where the largest exponent, @emax, has 5 guard
 * bits; what is below them is cut off term by term.  @bias is what exponents
 * lack.  Inlined with constant @n, so that the loops unroll.
 */
static inline __attribute__((always_inline))
uint32_t xf_total(const NvXfRules *rules, const XfTerm *terms, unsigned n,
                  uint32_t emax, int bias)
{
    int32_t acc = 0;
    uint32_t mag;
    int shift;

    NV_XF_UNROLL
    for (unsigned i = 0; i < n; i++) {
        uint32_t down = emax - terms[i].e;
        uint32_t m = (terms[i].m << 5) >> (down < 31 ? down : 31);

        acc += (int32_t)((m ^ terms[i].minus) - terms[i].minus);
    }
    if (!acc) {
        return 0;
    }
    mag = acc < 0 ? -(uint32_t)acc : (uint32_t)acc;
    shift = __builtin_clz(mag) - 1;
    mag <<= shift;
    return xf_pack(acc & NV_XF_SIGN, (int)emax + bias + 2 - shift, mag >> 7,
                   xf_overflow(rules));
}

static inline __attribute__((always_inline))
uint32_t xf_sum(const NvXfRules *rules, const uint32_t *x, unsigned n)
{
    XfTerm terms[4];
    uint32_t emax, special;

    NV_XF_UNROLL
    for (unsigned i = 0; i < n; i++) {
        terms[i] = xf_term(rules, x[i]);
    }
    emax = xf_largest(terms, n);
    if (G_UNLIKELY(emax == 255) && xf_sum_special(x, n, &special)) {
        return special;
    }
    return xf_total(rules, terms, n, emax, 0);
}

/* What the fast ways leave over; @n products and, if @c, one term more. */
static __attribute__((noinline, cold, unused))
uint32_t xf_dot_rare(const NvXfRules *rules, const uint32_t *a,
                     const uint32_t *b, const uint32_t *c, unsigned n)
{
    uint32_t x[4] = { 0 };

    for (unsigned i = 0; i < n; i++) {
        x[i] = xf_mul(rules, a[i], b[i]);
    }
    if (c) {
        x[n] = *c;
    }
    return xf_sum(rules, x, 4);
}

/* The sum of @n products, all in one go. */
static inline __attribute__((always_inline))
uint32_t xf_dot(const NvXfRules *rules, const uint32_t *a, const uint32_t *b,
                unsigned n)
{
    XfTerm terms[4];
    uint32_t emax;

    NV_XF_UNROLL
    for (unsigned i = 0; i < n; i++) {
        terms[i] = xf_product(rules, a[i], b[i]);
    }
    emax = xf_largest(terms, n);
    if (G_UNLIKELY(emax >= 254)) {
        return xf_dot_rare(rules, a, b, NULL, n);
    }
    return xf_total(rules, terms, n, emax, 1);
}

/* Not fused: the product is finished before the sum. */
static inline __attribute__((always_inline))
uint32_t xf_mad(const NvXfRules *rules, uint32_t a, uint32_t b, uint32_t c)
{
    XfTerm terms[2] = { xf_product(rules, a, b), xf_term(rules, c) };

    if (G_UNLIKELY(terms[0].e >= 254 || terms[1].e == 255)) {
        return xf_dot_rare(rules, &a, &b, &c, 1);
    }
    terms[0].e++;
    return xf_total(rules, terms, 2, xf_largest(terms, 2), 0);
}

#endif
