/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The part of exec/soa-kernels.h for fixed function: Celsius' multiplier, and
 * the 22-bit words of LT.
 *
 * As arith/arith-lt.c has them (doc), by the means of exec/soa-kernels.h: words
 * of LT are floats whose low 10 bits are 0, so cutting a result that is
 * truncated to 24 bits gives what is truncated to 14.  Aligned terms have 5
 * guard bits in vector units and none in scalar ones.
 */
#include "exec/soa.h"
#include "arith/arith-tables.h"

#ifdef NV_SOA_TABLE             /* nothing when compiled alone */

#define LT_BITS 0xfffffc00u

/* --- Products --- */

typedef uint32_t ScalarMul(uint32_t a, uint32_t b);

/* Zeros have no sign; NaN, infinity and overflow are the scalar code's. */
INLINE void lt_mul_loop(uint32_t *restrict d, const uint32_t *const *s,
                        unsigned count, unsigned uniform, uint32_t bits,
                        ScalarMul *scalar)
{
    U fixed[NV_SOA_ARGS];

    fix(fixed, s, uniform, 0);
    for (unsigned g = 0; g < count; g += GROUP) {
        U rare = ALL(0);

        for (unsigned i = g; i < g + GROUP; i += STEP) {
            U a = arg(s, uniform, fixed, 0, i);
            U b = arg(s, uniform, fixed, 1, i);
            U on = has_exponent(a) & has_exponent(b);
            U p = (U)((F)a * (F)b);

            rare |= is_rare(p);
            store(d + i, flush_signed(p) & on & bits);
        }
        for (unsigned i = g; G_UNLIKELY(any_lane(rare)) && i < g + GROUP;
             i++) {
            d[i] = scalar(s[0][i], arg1(s, uniform, 1, i));
        }
    }
}

#define MUL_FN(name, uniform, bits, scalar) \
    FN(exact_##name) \
    { \
        lt_mul_loop(d, s, n, uniform, bits, scalar); \
    }

MUL_FN(MULC, 0, UINT32_MAX, nv_xf_mul_celsius)
MUL_FN(MULC_U, 2, UINT32_MAX, nv_xf_mul_celsius)
MUL_FN(LT_MUL, 0, LT_BITS, nv_xf_lt_mul)
MUL_FN(LT_MUL_U, 2, LT_BITS, nv_xf_lt_mul)
MUL_FN(LT_SMUL, 0, LT_BITS, nv_xf_lt_smul)
MUL_FN(LT_SMUL_U, 2, LT_BITS, nv_xf_lt_smul)
#undef MUL_FN

/* --- Sums --- */

#define LT_GUARDS 5

/* As sum_exact(), with 14 bits and @guards for the largest term. */
INLINE U lt_sum_exact(const F *term, unsigned n, unsigned guards, U any,
                      U *rare)
{
    uint32_t scale = 13 + guards;
    U m = ALL(0);
    I acc = { 0 };
    F down, up;

    for (unsigned k = 0; k < n; k++) {
        m = max_of(m, (U)term[k] & NV_XF_INF);
    }
    *rare |= (U)((I)m < (int32_t)LEAST_EXPONENT) &
             (U)((any | m) << 1 != 0);
    m = max_of(m, ALL(LEAST_EXPONENT));
    down = (F)(((254 + scale) << 23) - m);
    up = (F)(m - (scale << 23));
    for (unsigned k = 0; k < n; k++) {
        acc += __builtin_convertvector(term[k] * down, I);
    }
    return (U)(__builtin_convertvector(acc, F) * up);
}

INLINE U lt_sum_lanes(const uint32_t *const *s, Sum sum, const U *fixed,
                      unsigned i, U *rare)
{
    U any = ALL(0), r;
    F term[3];

    for (unsigned k = 0; k < sum.terms; k++) {
        if (k < sum.dots) {
            U p = (U)(factor(s, sum.uniform, fixed, 2 * k, i) *
                      factor(s, sum.uniform, fixed, 2 * k + 1, i));

            *rare |= is_rare(p);
            p &= LT_BITS;
            term[k] = (F)(sum.fast ? flush(p) : p);
        } else {
            U raw = arg(s, sum.uniform, fixed, sum.dots + k, i);

            any |= raw;
            *rare |= is_rare(raw);
            term[k] = (F)(sum.fast ? flush(raw) : raw);
        }
    }
    r = sum.fast ? sum_fast(term, sum.terms) :
        lt_sum_exact(term, sum.terms, sum.guards, any, rare);
    *rare |= is_rare(r);
    return flush_signed(r) & LT_BITS;
}

static void lt_sum_scalar(uint32_t *d, const uint32_t *const *s,
                          unsigned first, Sum sum)
{
    for (unsigned i = first; i < first + GROUP; i++) {
        uint32_t term[3] = { 0 };

        for (unsigned k = 0; k < sum.terms; k++) {
            uint32_t a = arg1(s, sum.uniform, k + MIN(k, sum.dots), i);

            if (k < sum.dots) {
                uint32_t b = arg1(s, sum.uniform, 2 * k + 1, i);

                term[k] = sum.guards ? nv_xf_lt_mul(a, b) : nv_xf_lt_smul(a, b);
            } else {
                term[k] = a;
            }
        }
        d[i] = sum.guards ? nv_xf_lt_add3(term[0], term[1], term[2]) :
               nv_xf_lt_sadd(term[0], term[1]);
    }
}

INLINE void lt_sum_loop(uint32_t *restrict d, const uint32_t *const *s,
                        unsigned count, Sum sum)
{
    U fixed[NV_SOA_ARGS];

    fix(fixed, s, sum.uniform, 2 * sum.dots);
    for (unsigned g = 0; g < count; g += GROUP) {
        U rare = ALL(0);

        for (unsigned i = g; i < g + GROUP; i += STEP) {
            store(d + i, lt_sum_lanes(s, sum, fixed, i, &rare));
        }
        if (G_UNLIKELY(any_lane(rare))) {
            lt_sum_scalar(d, s, g, sum);
        }
    }
}

/* Name, uniform arguments, products, terms, guard bits. */
#define SUM_FN(name, uniform, dots, terms, guards) \
    FN(exact_##name) \
    { \
        lt_sum_loop(d, s, n, (Sum) { uniform, dots, terms, false, guards }); \
    } \
    FN(fast_##name) \
    { \
        lt_sum_loop(d, s, n, (Sum) { uniform, dots, terms, true, guards }); \
    }

SUM_FN(LT_ADD2, 0, 0, 2, LT_GUARDS)
SUM_FN(LT_ADD2_U, 2, 0, 2, LT_GUARDS)
SUM_FN(LT_ADD3, 0, 0, 3, LT_GUARDS)
SUM_FN(LT_DOT3, 0, 3, 3, LT_GUARDS)
SUM_FN(LT_DOT3_U, 0x2a, 3, 3, LT_GUARDS)
SUM_FN(LT_MAD, 0, 1, 2, LT_GUARDS)
SUM_FN(LT_MAD_U, 2, 1, 2, LT_GUARDS)
SUM_FN(LT_SADD, 0, 0, 2, 0)
SUM_FN(LT_SADD_U, 2, 0, 2, 0)
SUM_FN(LT_SMAD, 0, 1, 2, 0)
SUM_FN(LT_SMAD_U, 2, 1, 2, 0)
#undef SUM_FN

/* --- Words, functions --- */

/* A carry is stopped by bits below the exponent. */
FN(exact_TO_LT)
{
    LANES(i, n) {
        U x = load(s[0] + i);

        store(d + i, (x + ((U)((x & 0x3fc00) != 0x3fc00) & 0x200)) & LT_BITS);
    }
}

/* One step from the seed, all of it within a float's bits. */
FN(exact_LT_RCP)
{
    for (unsigned g = 0; g < n; g += GROUP) {
        U rare = ALL(0);

        for (unsigned i = g; i < g + GROUP; i += STEP) {
            U x = load(s[0] + i);
            U seed = seeds(nv_xf_rcp_seed[0], 64, (x & FRACTION) >> 17);
            F m = (F)((x & FRACTION) | NV_XF_ONE);
            F r = __builtin_convertvector((I)seed, F) * 0x1p-7f;

            /* From 0.5 to 1: the exponent is added as 253 - E. */
            r = (2.0f - r * m) * r;
            rare |= (U)(exponent_of(x) - 1 >= 252);
            store(d + i, ((U)r & 0x7ff800) | (x & NV_XF_SIGN) |
                  (253 - exponent_of(x)) << 23);
        }
        for (unsigned i = g; G_UNLIKELY(any_lane(rare)) && i < g + GROUP;
             i++) {
            d[i] = nv_xf_lt_rcp(s[0][i]);
        }
    }
}

/* The seed is the result. */
FN(exact_LT_RSQ)
{
    for (unsigned g = 0; g < n; g += GROUP) {
        U rare = ALL(0);

        for (unsigned i = g; i < g + GROUP; i += STEP) {
            U x = load(s[0] + i), e = exponent_of(x);
            U seed = seeds(nv_xf_rsq_seed[0], 128,
                           (~e & 1) << 6 | (x & FRACTION) >> 17);

            rare |= rsq_rare(x, NV_XF_SIGN);
            store(d + i, (190 - ((e + 1) >> 1)) << 23 | (seed & 63) << 17);
        }
        for (unsigned i = g; G_UNLIKELY(any_lane(rare)) && i < g + GROUP;
             i++) {
            d[i] = nv_xf_lt_rsq(s[0][i]);
        }
    }
}

#endif
