/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The part of exec/soa-kernels.h that needs function tables: RCP to LIT.
 *
 * As arith/arith-special.c has them (hw), but without its branches; what is
 * special there is rare here.
 */
#include "exec/soa.h"
#include "arith/arith-tables.h"

#ifdef NV_SOA_TABLE             /* nothing when compiled alone */

#define FRACTION 0x7fffffu
#define ONE_BIT 0x800000u
#define HALVES (NV_SOA_BYTES / 16)

/* Four lanes as numbers, and as doubles that hold every step exactly. */
typedef uint32_t U4 __attribute__((vector_size(16)));
typedef int32_t I4 __attribute__((vector_size(16)));
typedef float F4 __attribute__((vector_size(16)));
typedef double D4 __attribute__((vector_size(32)));
typedef uint64_t L4 __attribute__((vector_size(32)));

typedef union Quads {
    U u;
    U4 q[HALVES];
} Quads;

/* --- Tables --- */

#ifdef NV_SOA_PERMUTE

/* Word @index of 16 or 32. */
INLINE U lookup(const void *table, unsigned words, U index)
{
    U part[4], high = index << 28;

    for (unsigned i = 0; i < words / 8; i++) {
        U w;

        __builtin_memcpy(&w, (const char *)table + 32 * i, sizeof(w));
        part[i] = NV_SOA_PERMUTE(w, index);
    }
    for (unsigned i = 0; i < words / 8; i += 2) {
        part[i] = NV_SOA_BLEND(part[i], part[i + 1], high);
    }
    return words == 16 ? part[0] : NV_SOA_BLEND(part[0], part[2],
                                                index << 27);
}

/* Byte @index of 64 or 128. */
INLINE U seeds(const uint8_t *table, unsigned bytes, U index)
{
    return lookup(table, bytes / 4, index >> 2) >> ((index & 3) << 3) & 255;
}

#else

INLINE U lookup(const uint32_t *table, unsigned words, U index)
{
    return (U) { table[index[0]], table[index[1]], table[index[2]],
                 table[index[3]] };
}

INLINE U seeds(const uint8_t *table, unsigned bytes, U index)
{
    return (U) { table[index[0]], table[index[1]], table[index[2]],
                 table[index[3]] };
}

#endif

INLINE D4 number(U4 u)
{
    return __builtin_convertvector((I4)u, D4);
}

/* Truncated. */
INLINE U4 integer(D4 d)
{
    return (U4)__builtin_convertvector(d, I4);
}

INLINE D4 cut(D4 d)
{
    return number(integer(d));
}

INLINE U exponent_of(U x)
{
    return (x >> 23) & 0xff;
}

/* --- RCP, RCC --- */

/* Fraction of 1/x; *@e is its exponent, from -1 up. */
INLINE U reciprocal(U x, const uint8_t *table, U *e)
{
    U frac = x & FRACTION;
    U inexact = (U)(frac != 0);
    Quads m = { frac | ONE_BIT };
    Quads seed = { seeds(table, 64, frac >> 17) };

    for (unsigned k = 0; k < HALVES; k++) {
        D4 n = number(m.q[k]), s = number(seed.q[k]);

        s = cut((0x1p31 - s * n) * (s * 0x1p-24));
        m.q[k] = integer((0x1p37 - s * n) * (s * 0x1p-25));
    }
    *e = 254 - exponent_of(x) + inexact;
    return m.u & FRACTION & inexact;
}

INLINE const uint8_t *rcp_table(const NvSoaStep *step)
{
    return nv_xf_rcp_seed[step->list->rules.version > NV_ARITH_CELSIUS];
}

FN(exact_RCP)
{
    const uint8_t *table = rcp_table(step);

    for (unsigned g = 0; g < n; g += GROUP) {
        U rare = ALL(0);

        for (unsigned i = g; i < g + GROUP; i += STEP) {
            U x = load(s[0] + i), e, f;

            /* From 2^126 on the result may have no exponent. */
            rare |= (U)(exponent_of(x) - 1 >= 252);
            f = reciprocal(x, table, &e);
            store(d + i, (x & NV_XF_SIGN) | e << 23 | f);
        }
        for (unsigned i = g; G_UNLIKELY(any_lane(rare)) && i < g + GROUP;
             i++) {
            d[i] = nv_xf_rcp(&step->list->rules, s[0][i]);
        }
    }
}

/* By the host's division, truncated like its products. */
FN(fast_RCP)
{
    for (unsigned g = 0; g < n; g += GROUP) {
        U rare = ALL(0);

        for (unsigned i = g; i < g + GROUP; i += STEP) {
            U x = load(s[0] + i);

            rare |= (U)(exponent_of(x) - 1 >= 252);
            store(d + i, (U)(1.0f / (F)x));
        }
        for (unsigned i = g; G_UNLIKELY(any_lane(rare)) && i < g + GROUP;
             i++) {
            d[i] = nv_xf_rcp(&step->list->rules, s[0][i]);
        }
    }
}

/* The exponent is kept within 63 to 191. */
FN(exact_RCC)
{
    const uint8_t *table = rcp_table(step);
    uint32_t kelvin = step->list->rules.version > NV_ARITH_CELSIUS ?
                      UINT32_MAX : 0;

    for (unsigned g = 0; g < n; g += GROUP) {
        U rare = ALL(0);

        for (unsigned i = g; i < g + GROUP; i += STEP) {
            U x = load(s[0] + i), e, f, low, high;

            rare |= is_nan(x);
            f = reciprocal(x, table, &e);
            low = (U)((I)e < 63);
            high = (U)((I)e >= 191);
            e = pick(low, ALL(63), pick(high, ALL(191), e));
            f &= ~((low | high) & kelvin);
            store(d + i, (x & NV_XF_SIGN) | e << 23 | f);
        }
        for (unsigned i = g; G_UNLIKELY(any_lane(rare)) && i < g + GROUP;
             i++) {
            d[i] = nv_xf_rcc(&step->list->rules, s[0][i]);
        }
    }
}

/* --- RSQ --- */

INLINE U rsq_lanes(U x, const uint8_t *table)
{
    U e = exponent_of(x);
    U frac = x & FRACTION;
    U even = ~e & 1;
    Quads m = { (frac | ONE_BIT) + ((frac | ONE_BIT) & -even) };
    Quads seed = { seeds(table, 128, even << 6 | frac >> 17) };

    for (unsigned k = 0; k < HALVES; k++) {
        D4 n = number(m.q[k]), s = number(seed.q[k]);

        s = cut(96 * s - s * s * (s * 0x1p-32) * n);
        m.q[k] = integer((0x3p49 - s * s * n) * (s * 0x1p-39));
    }
    return (190 - ((e + 1) >> 1)) << 23 | (m.u & FRACTION);
}

/* Lanes that RSQ leaves to scalar code. */
INLINE U rsq_rare(U x, uint32_t sign)
{
    return (U)(exponent_of(x) - 1 >= 254) | (U)((I)(x & sign) < 0);
}

static void rsq_scalar(const NvSoaStep *step, uint32_t *d, const uint32_t *s)
{
    for (unsigned i = 0; i < GROUP; i++) {
        d[i] = nv_xf_rsq(&step->list->rules, s[i]);
    }
}

FN(exact_RSQ)
{
    const NvXfRules *rules = &step->list->rules;
    const uint8_t *table = nv_xf_rsq_seed[rules->version > NV_ARITH_CELSIUS];
    uint32_t sign = step->modern & NV_XF_SIGN;
    /* Rankine has exact results for even powers of two. */
    uint32_t powers = rules->version >= NV_ARITH_RANKINE ? UINT32_MAX : 0;

    for (unsigned g = 0; g < n; g += GROUP) {
        U rare = ALL(0);

        for (unsigned i = g; i < g + GROUP; i += STEP) {
            U x = load(s[0] + i);

            rare |= rsq_rare(x, sign) | ((U)((x & FRACTION) == 0) & powers);
            store(d + i, rsq_lanes(x, table));
        }
        if (G_UNLIKELY(any_lane(rare))) {
            rsq_scalar(step, d + g, s[0] + g);
        }
    }
}

INLINE F root(F x)
{
#ifdef NV_SOA_SQRT
    return NV_SOA_SQRT(x);
#else
    for (unsigned i = 0; i < STEP; i++) {
        x[i] = __builtin_sqrtf(x[i]);
    }
    return x;
#endif
}

FN(fast_RSQ)
{
    uint32_t sign = step->modern & NV_XF_SIGN;

    for (unsigned g = 0; g < n; g += GROUP) {
        U rare = ALL(0);

        for (unsigned i = g; i < g + GROUP; i += STEP) {
            U x = load(s[0] + i);

            rare |= rsq_rare(x, sign);
            store(d + i, (U)(1.0f / root((F)(x & ~NV_XF_SIGN))));
        }
        if (G_UNLIKELY(any_lane(rare))) {
            rsq_scalar(step, d + g, s[0] + g);
        }
    }
}

/* --- EXP --- */

/* floor(x * 2^13) within @least and @most; NaN gives anything. */
INLINE U fix13(U x, float least, float most)
{
    F f = (F)x * 8192.0f;
    I i;

    f = (F)pick((U)(f < least), (U)((F) { 0 } + least), (U)f);
    f = (F)pick((U)(f > most), (U)((F) { 0 } + most), (U)f);
    i = __builtin_convertvector(f, I);
    i += f < __builtin_convertvector(i, F);
    return (U)i & (U)(exponent_of(x) >= 104);
}

/* 2^(i / 2^13). */
INLINE U exp_lanes(U i)
{
    U line = lookup(nv_soa_tables.exp, 32, (i >> 8) & 31);
    I n = (I)i >> 13;
    U r = ((line >> 16) * 256 + (line & 0xffff) * (i & 255)) << 1;

    r |= (U)(n + 127) << 23;
    r &= (U)(n > -127);
    return pick((U)(n > 127), ALL(NV_XF_INF), r);
}

/* What of @x is above its floor, in units of 2^-23. */
INLINE U exp_frac(U x)
{
    U e = exponent_of(x), minus = (U)((I)x >> 31);
    F a = (F)(x & ~NV_XF_SIGN), f, m;

    f = a - __builtin_convertvector(__builtin_convertvector(a, I), F);
    m = (F)((U)(2.0f - f - 1.0f) & (U)(f != 0.0f));
    m = (F)pick((U)(e < 104), ALL(NV_XF_ONE), (U)m);
    return pick(minus, (U)m, (U)f) & (U)(e - 1 < 149);
}

FN(exact_EXP)
{
    uint32_t whole = step->imm == 0 ? ~0x1fffu : UINT32_MAX;

    for (unsigned g = 0; g < n; g += GROUP) {
        U rare = ALL(0);

        for (unsigned i = g; i < g + GROUP; i += STEP) {
            U x = load(s[0] + i);

            rare |= is_nan(x);
            store(d + i, step->imm == 1 ? exp_frac(x) :
                  exp_lanes(fix13(x, -0x1p21f, 0x1p21f) & whole));
        }
        for (unsigned i = g; G_UNLIKELY(any_lane(rare)) && i < g + GROUP;
             i++) {
            uint32_t v[4];

            nv_xf_exp(v, s[0][i]);
            d[i] = v[step->imm];
        }
    }
}

/* --- LOG --- */

/* Fraction of log2, in units of 2^-26, and the whole part. */
INLINE U log_lanes(U x, U *whole)
{
    U line = lookup(nv_soa_tables.log, 32, (x >> 18) & 31);

    *whole = exponent_of(x) - 127;
    return (line >> 14) * 256 + (line & 0x3fff) * ((x >> 10) & 255);
}

INLINE U log_full(U x)
{
    Quads whole, f = { log_lanes(x, &whole.u) };

    for (unsigned k = 0; k < HALVES; k++) {
        D4 v = number(whole.q[k]) * 0x1p26 + number(f.q[k]);

        f.q[k] = (U4)(__builtin_convertvector(v, F4) * 0x1p-26f);
    }
    return f.u;
}

FN(exact_LOG)
{
    uint32_t sign = step->modern & NV_XF_SIGN;

    for (unsigned g = 0; g < n; g += GROUP) {
        U rare = ALL(0);

        for (unsigned i = g; i < g + GROUP; i += STEP) {
            U x = load(s[0] + i);
            I whole = (I)(exponent_of(x) - 127);

            rare |= rsq_rare(x, sign);
            store(d + i, step->imm == 2 ? log_full(x) :
                  step->imm == 1 ? (x & FRACTION) | NV_XF_ONE :
                  (U)__builtin_convertvector(whole, F));
        }
        for (unsigned i = g; G_UNLIKELY(any_lane(rare)) && i < g + GROUP;
             i++) {
            uint32_t v[4];

            nv_xf_log(&step->list->rules, v, s[0][i]);
            d[i] = v[step->imm];
        }
    }
}

/* --- LIT --- */

/* floor(a * b / 2^26): a sum that is positive is truncated to its floor. */
INLINE U scaled(U a, U b)
{
    Quads x = { a }, y = { b };

    for (unsigned k = 0; k < HALVES; k++) {
        D4 t = number(x.q[k]) * number(y.q[k]) * 0x1p-26 + 0x3p51;

        x.q[k] = __builtin_convertvector((L4)t, U4);
    }
    return x.u;
}

INLINE U lit_lanes(U x, U y, U w)
{
    U p = fix13(w, -0x1p20f, 0x1p20f - 1);
    U whole, f = log_lanes(y, &whole);
    U r = exp_lanes(whole * p + scaled(f, p));
    U positive = (U)((I)y >= (int32_t)ONE_BIT);

    r = pick(positive, r, (U)((I)w >> 31) & NV_XF_INF);
    r = pick(has_exponent(w), r, ALL(NV_XF_ONE));
    return r & (U)((I)x >= (int32_t)ONE_BIT);
}

static void lit_y(const NvSoaStep *step, uint32_t *d,
                  const uint32_t *const *s, unsigned n)
{
    for (unsigned i = 0; i < n; i += STEP) {
        U x = load(s[0] + i);

        store(d + i, x & ~(U)((I)x >> 31));
    }
}

FN(exact_LIT)
{
    if (step->imm == 1) {
        lit_y(step, d, s, n);
        return;
    }
    for (unsigned g = 0; g < n; g += GROUP) {
        U rare = ALL(0);

        for (unsigned i = g; i < g + GROUP; i += STEP) {
            U y = load(s[1] + i), w = load(s[2] + i);

            rare |= (U)(exponent_of(y) == 255) | (U)(exponent_of(w) == 255);
            store(d + i, lit_lanes(load(s[0] + i), y, w));
        }
        for (unsigned i = g; G_UNLIKELY(any_lane(rare)) && i < g + GROUP;
             i++) {
            const uint32_t in[4] = { s[0][i], s[1][i], 0, s[2][i] };
            uint32_t v[4];

            nv_xf_lit(v, in);
            d[i] = v[step->imm];
        }
    }
}

#endif
