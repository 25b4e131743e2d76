/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The kernels of soa, a template: a file sets its compiler options, defines
 * NV_SOA_TABLE and includes this.  Plain loops that compilers vectorise.
 *
 * How the hardware's arithmetic comes out of the host's, with the host set to
 * round toward zero (hw rules: arith/arith.h):
 *
 * Product: operands without exponent count as 0 and give +0; the host's
 * truncated product is then the hardware's, but for results without exponent
 * (the sign is left) and where a NaN, an infinity or an overflow is about.
 *
 * Sum: the hardware aligns terms to the largest exponent m, with the largest
 * significand 5 bits up, cuts each to an integer, adds, cuts to 24 bits.
 * term * 2^(155 - m), converted to an integer, is that aligned term; the sum
 * converted to a float is the cut sum, and times 2^(m - 155) the result.
 * Both powers are normal floats if m is 29 to 254.
 *
 * Groups in which any lane leaves these limits go to the scalar functions:
 * results, whatever they are, come from there.  Sums of arith=fast use the
 * host's adder and leave by the same door.
 */
#include "exec/soa.h"

#ifdef NV_SOA_TABLE             /* nothing when compiled alone */

#define GROUP NV_EXEC_GROUP
#define INLINE static inline __attribute__((always_inline))
#define ALL(v) ((U) { 0 } + (v))

INLINE float u2f(uint32_t u)
{
    float f;

    __builtin_memcpy(&f, &u, sizeof(f));
    return f;
}

/* Lanes of a register; rows of memory have any alignment. */
typedef uint32_t U __attribute__((vector_size(NV_SOA_BYTES)));
typedef int32_t I __attribute__((vector_size(NV_SOA_BYTES)));
typedef float F __attribute__((vector_size(NV_SOA_BYTES)));
typedef uint32_t Row __attribute__((vector_size(NV_SOA_BYTES), aligned(4),
                                    may_alias));
#define STEP (NV_SOA_BYTES / 4)

INLINE U load(const uint32_t *p)
{
    return (U)*(const Row *)p;
}

INLINE void store(uint32_t *p, U v)
{
    *(Row *)p = (Row)v;
}

INLINE U pick(U mask, U a, U b)
{
    return (mask & a) | (~mask & b);
}

INLINE U has_exponent(U x)
{
    return (U)((I)(x & NV_XF_INF) > 0);
}

/* @x, 0 if it has no exponent. */
INLINE U flush(U x)
{
    return x & has_exponent(x);
}

/* @x, its sign if it has no exponent. */
INLINE U flush_signed(U x)
{
    return x & (has_exponent(x) | NV_XF_SIGN);
}

/* Of exponent fields. */
INLINE U max_of(U a, U b)
{
    return pick((U)((I)a > (I)b), a, b);
}

/* All ones for what only the scalar functions know. */
INLINE U is_rare(U x)
{
    return (U)((I)(x & ~NV_XF_SIGN) >= (int32_t)NV_XF_MAX);
}

INLINE bool any_lane(U mask)
{
    typedef uint64_t Wide __attribute__((vector_size(NV_SOA_BYTES)));
    Wide w = (Wide)mask;
    uint64_t any = 0;

    for (unsigned i = 0; i < NV_SOA_BYTES / 8; i++) {
        any |= w[i];
    }
    return any != 0;
}

/*
 * The arguments that all lanes share, bit k of @uniform, ahead of the loop;
 * the first @factors of them as a product takes them.
 */
INLINE void fix(U *fixed, const uint32_t *const *s, unsigned uniform,
                unsigned factors)
{
    for (unsigned k = 0; k < NV_SOA_ARGS; k++) {
        if (uniform >> k & 1) {
            fixed[k] = k < factors ? flush(ALL(s[k][0])) : ALL(s[k][0]);
        }
    }
}

/* Argument @k at lane @i; a factor is flushed. */
INLINE U arg(const uint32_t *const *s, unsigned uniform, const U *fixed,
             unsigned k, unsigned i)
{
    return uniform >> k & 1 ? fixed[k] : load(s[k] + i);
}

INLINE F factor(const uint32_t *const *s, unsigned uniform, const U *fixed,
                unsigned k, unsigned i)
{
    return (F)(uniform >> k & 1 ? fixed[k] : flush(load(s[k] + i)));
}

INLINE uint32_t arg1(const uint32_t *const *s, unsigned uniform, unsigned k,
                     unsigned i)
{
    return s[k][uniform >> k & 1 ? 0 : i];
}

/* --- Sums --- */

#define LEAST_EXPONENT (29u << 23)

/* The hardware's sum of @n floats; *@rare where it is not. */
INLINE U sum_exact(const F *term, unsigned n, U any, U *rare)
{
    U m = ALL(0);
    I acc = { 0 };
    F down, up;

    for (unsigned k = 0; k < n; k++) {
        m = max_of(m, (U)term[k] & NV_XF_INF);
    }
    *rare |= (U)((I)m < (int32_t)LEAST_EXPONENT) &
             (U)((any | m) << 1 != 0);
    m = max_of(m, ALL(LEAST_EXPONENT));
    down = (F)((282u << 23) - m);
    up = (F)(m - (28u << 23));
    for (unsigned k = 0; k < n; k++) {
        acc += __builtin_convertvector(term[k] * down, I);
    }
    return (U)(__builtin_convertvector(acc, F) * up);
}

INLINE U sum_fast(const F *term, unsigned n)
{
    F acc = term[0] + term[1];

    if (n == 4) {
        acc += term[2] + term[3];
    } else if (n == 3) {
        acc += term[2];
    }
    /* -0 + -0 is +0. */
    return (U)(acc + 0.0f);
}

/*
 * What a sum is made of; constants wherever they get.  2 x @dots arguments
 * make products, the rest are terms.
 */
typedef struct Sum {
    unsigned uniform;           /* arguments, by bit */
    unsigned dots, terms;
    bool fast;
    unsigned guards;            /* LT's alone */
} Sum;

/* Products need not be flushed: without exponent they are worth nothing. */
INLINE U sum_lanes(const uint32_t *const *s, Sum sum, const U *fixed,
                   unsigned i, U *rare)
{
    U any = ALL(0), r;
    F term[4];

    for (unsigned k = 0; k < sum.terms; k++) {
        if (k < sum.dots) {
            term[k] = factor(s, sum.uniform, fixed, 2 * k, i) *
                      factor(s, sum.uniform, fixed, 2 * k + 1, i);
        } else {
            U raw = arg(s, sum.uniform, fixed, sum.dots + k, i);

            any |= raw;
            term[k] = (F)raw;
        }
        *rare |= is_rare((U)term[k]);
    }
    if (sum.fast) {
        for (unsigned k = sum.dots; k < sum.terms; k++) {
            term[k] = (F)flush((U)term[k]);
        }
    }
    r = sum.fast ? sum_fast(term, sum.terms) :
        sum_exact(term, sum.terms, any, rare);
    *rare |= is_rare(r);
    return flush_signed(r);
}

/* A factor of a sum's product, by arith/arith.h. */
INLINE uint32_t mul_scalar(const NvSoaStep *step, uint32_t a, uint32_t b)
{
    return step->mulc ? nv_xf_mul_celsius(a, b) :
           nv_xf_mul(&step->list->rules, a, b);
}

static void sum_scalar(const NvSoaStep *step, uint32_t *d,
                       const uint32_t *const *s, unsigned first, Sum sum)
{
    const NvXfRules *rules = &step->list->rules;

    for (unsigned i = first; i < first + GROUP; i++) {
        uint32_t term[4];

        for (unsigned k = 0; k < sum.terms; k++) {
            uint32_t a = arg1(s, sum.uniform, k + MIN(k, sum.dots), i);

            term[k] = k < sum.dots ?
                      mul_scalar(step, a, arg1(s, sum.uniform, 2 * k + 1,
                                               i)) : a;
        }
        d[i] = nv_xf_sum(rules, term, sum.terms);
    }
}

INLINE void sum_loop(const NvSoaStep *step, uint32_t *restrict d,
                     const uint32_t *const *s, unsigned count, Sum sum)
{
    U fixed[NV_SOA_ARGS];

    fix(fixed, s, sum.uniform, 2 * sum.dots);
    for (unsigned g = 0; g < count; g += GROUP) {
        U rare = ALL(0);

        for (unsigned i = g; i < g + GROUP; i += STEP) {
            store(d + i, sum_lanes(s, sum, fixed, i, &rare));
        }
        if (G_UNLIKELY(any_lane(rare))) {
            sum_scalar(step, d, s, g, sum);
        }
    }
}

#define FN(name) \
    static void name(const NvSoaStep *step, uint32_t *restrict d, \
                     const uint32_t *const *s, unsigned n)
/* Name, uniform arguments, products, terms. */
#define SUM_FN(name, uniform, dots, terms) \
    FN(exact_##name) \
    { \
        sum_loop(step, d, s, n, (Sum) { uniform, dots, terms, false }); \
    } \
    FN(fast_##name) \
    { \
        sum_loop(step, d, s, n, (Sum) { uniform, dots, terms, true }); \
    }

SUM_FN(SUM2, 0, 0, 2)
SUM_FN(SUM2_U, 2, 0, 2)
SUM_FN(SUM3, 0, 0, 3)
SUM_FN(SUM4, 0, 0, 4)
SUM_FN(MAD, 0, 1, 2)
SUM_FN(MAD_U, 2, 1, 2)
SUM_FN(MAD_C, 4, 1, 2)
SUM_FN(MAD_UC, 6, 1, 2)
SUM_FN(DOT3, 0, 3, 3)
SUM_FN(DOT3_U, 0x2a, 3, 3)
SUM_FN(DOT4, 0, 4, 4)
SUM_FN(DOT4_U, 0xaa, 4, 4)
#undef SUM_FN

/* --- Products --- */

INLINE void mul_loop(const NvSoaStep *step, uint32_t *restrict d,
                     const uint32_t *const *s, unsigned count,
                     unsigned uniform)
{
    U fixed[NV_SOA_ARGS];

    fix(fixed, s, uniform, 2);
    for (unsigned g = 0; g < count; g += GROUP) {
        U rare = ALL(0);

        for (unsigned i = g; i < g + GROUP; i += STEP) {
            U a = arg(s, uniform, fixed, 0, i);
            U b = arg(s, uniform, fixed, 1, i);
            U a_on = has_exponent(a), b_on = has_exponent(b);
            U p = (U)((F)(a & a_on) * (F)(b & b_on));

            rare |= is_rare(p);
            store(d + i, flush_signed(p) & a_on & b_on);
        }
        for (unsigned i = g; G_UNLIKELY(any_lane(rare)) && i < g + GROUP;
             i++) {
            d[i] = nv_xf_mul(&step->list->rules, s[0][i],
                             arg1(s, uniform, 1, i));
        }
    }
}

FN(exact_MUL)
{
    mul_loop(step, d, s, n, 0);
}

FN(exact_MUL_U)
{
    mul_loop(step, d, s, n, 2);
}

/* --- Bits, comparisons --- */

#define LANES(i, n) for (unsigned i = 0; i < (n); i += STEP)

FN(exact_AND)
{
    LANES(i, n) {
        store(d + i, load(s[0] + i) & step->imm);
    }
}

FN(exact_XOR)
{
    LANES(i, n) {
        store(d + i, load(s[0] + i) ^ step->imm);
    }
}

FN(exact_MAND)
{
    LANES(i, n) {
        store(d + i, load(s[0] + i) & load(s[1] + i));
    }
}

FN(exact_MANDN)
{
    LANES(i, n) {
        store(d + i, ~load(s[0] + i) & load(s[1] + i));
    }
}

FN(exact_MOR)
{
    LANES(i, n) {
        store(d + i, load(s[0] + i) | load(s[1] + i));
    }
}

FN(exact_SELECT)
{
    LANES(i, n) {
        store(d + i, pick(load(s[0] + i), load(s[1] + i), load(s[2] + i)));
    }
}

FN(exact_COPY)
{
    memcpy(d, s[0], n * sizeof(uint32_t));
}

FN(exact_FILL)
{
    LANES(i, n) {
        store(d + i, ALL(s[0][0]));
    }
}

INLINE U is_nan(U x)
{
    return (U)((I)(x & ~NV_XF_SIGN) > (int32_t)NV_XF_INF);
}

/* Signed numbers in the order of nv_xf_cond. */
INLINE I key_of(U x, uint32_t modern)
{
    x &= has_exponent(x) | ~modern;
    return (I)(x ^ ((U)((I)x >> 31) >> 1));
}

INLINE void minmax_loop(const NvSoaStep *step, uint32_t *restrict d,
                        const uint32_t *const *s, unsigned n, bool max)
{
    uint32_t modern = step->modern;

    LANES(i, n) {
        U a = load(s[0] + i), b = load(s[1] + i);
        U u = (is_nan(a) | is_nan(b)) & modern;
        U less = (U)(key_of(a, modern) < key_of(b, modern));

        store(d + i, pick(u, ALL(NV_XF_CNAN), max ? pick(less, b, a) :
                                                    pick(less, a, b)));
    }
}

FN(exact_MIN)
{
    minmax_loop(step, d, s, n, false);
}

FN(exact_MAX)
{
    minmax_loop(step, d, s, n, true);
}

INLINE U passes(uint32_t test, I a, I b)
{
    uint32_t lt = test & NV_XF_TEST_LT ? UINT32_MAX : 0;
    uint32_t eq = test & NV_XF_TEST_EQ ? UINT32_MAX : 0;
    uint32_t gt = test & NV_XF_TEST_GT ? UINT32_MAX : 0;

    return ((U)(a < b) & lt) | ((U)(a == b) & eq) | ((U)(a > b) & gt);
}

FN(exact_SET)
{
    uint32_t test = step->imm;
    uint32_t modern = step->modern;
    uint32_t nan = test == NV_XF_TEST_FL || test == NV_XF_TEST_TR ? 0 :
                   modern;

    LANES(i, n) {
        U a = load(s[0] + i), b = load(s[1] + i);
        U pass = passes(test, key_of(a, modern), key_of(b, modern));

        store(d + i, pick((is_nan(a) | is_nan(b)) & nan, ALL(NV_XF_CNAN),
                          pass & NV_XF_ONE));
    }
}

FN(exact_TEST)
{
    uint32_t test = step->imm;
    uint32_t modern = step->modern;
    uint32_t nan = test == NV_XF_TEST_NE || test == NV_XF_TEST_TR ?
                   UINT32_MAX : 0;

    LANES(i, n) {
        U a = load(s[0] + i);

        store(d + i, pick(is_nan(a) & modern, ALL(nan),
                          passes(test, key_of(a, modern), (I) { 0 })));
    }
}

#include "exec/soa-tables.h"
#include "exec/soa-lt.h"

const NvSoaKernels NV_SOA_TABLE = {
    .name = NV_SOA_NAME,
    .exact = {
#define X(kind) [NV_SOA_##kind] = exact_##kind,
        NV_SOA_TWICE(X)
        NV_SOA_OTHERS(X)
    },
#undef X
    .fast = {
#define X(kind) [NV_SOA_##kind] = fast_##kind,
        NV_SOA_TWICE(X)
#undef X
#define X(kind) [NV_SOA_##kind] = exact_##kind,
        NV_SOA_OTHERS(X)
#undef X
    },
};

#endif
