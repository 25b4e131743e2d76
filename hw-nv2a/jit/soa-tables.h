/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The part of jit/soa-kernels.h that needs function tables: RCP to LIT.
 *
 * As xf/arith-special.c has them (hw), but without its branches; what is
 * special there is rare here.
 */
#include "jit/soa.h"
#include "xf/arith-tables.h"

#ifdef NV_SOA_TABLE             /* nothing when compiled alone */

#define FRACTION 0x7fffffu
#define ONE_BIT 0x800000u

/* Four lanes as numbers, and as doubles that hold every step exactly. */
typedef uint32_t U4 __attribute__((vector_size(16)));
typedef int32_t I4 __attribute__((vector_size(16)));
typedef double D4 __attribute__((vector_size(32)));
typedef uint32_t Row4 __attribute__((vector_size(16), aligned(4),
                                     may_alias));

INLINE bool any4(U4 mask)
{
    return (mask[0] | mask[1] | mask[2] | mask[3]) != 0;
}

INLINE void cut(D4 *d)
{
    *d = __builtin_convertvector(__builtin_convertvector(*d, I4), D4);
}

INLINE D4 seeds(const uint8_t *table, U4 index)
{
    return (D4) { table[index[0]], table[index[1]], table[index[2]],
                  table[index[3]] };
}

INLINE U4 rcp_lanes(U4 x)
{
    U4 frac = x & FRACTION;
    U4 inexact = (U4)(frac != 0);
    D4 m = __builtin_convertvector((I4)(frac | ONE_BIT), D4);
    D4 s = seeds(nv_xf_rcp_seed[1], frac >> 17);
    U4 e = 254 - ((x >> 23) & 0xff) + inexact;
    U4 f;

    s = (0x1p31 - s * m) * s * 0x1p-24;
    cut(&s);
    f = (U4)__builtin_convertvector((0x1p37 - s * m) * s * 0x1p-25, I4);
    return (x & NV_XF_SIGN) | e << 23 | (f & FRACTION & inexact);
}

FN(exact_RCP)
{
    for (unsigned g = 0; g < n; g += GROUP) {
        U4 rare = { 0 };

        for (unsigned i = g; i < g + GROUP; i += 4) {
            U4 x = (U4)*(const Row4 *)(s[0] + i);

            /* From 2^126 on the result may have no exponent. */
            rare |= (U4)(((x >> 23) & 0xff) - 1 >= 252);
            *(Row4 *)(d + i) = (Row4)rcp_lanes(x);
        }
        for (unsigned i = g; G_UNLIKELY(any4(rare)) && i < g + GROUP; i++) {
            d[i] = nv_xf_rcp(&step->list->rules, s[0][i]);
        }
    }
}

INLINE U4 rsq_lanes(U4 x)
{
    U4 e = (x >> 23) & 0xff;
    U4 frac = x & FRACTION;
    U4 even = ~e & 1;
    D4 m = __builtin_convertvector((I4)((frac | ONE_BIT) << even), D4);
    D4 s = seeds(nv_xf_rsq_seed[1], even << 6 | frac >> 17);
    D4 u, high, low;
    U4 f;

    s = (0x3p37 - s * s * m) * s * 0x1p-32;
    cut(&s);
    u = 0x3p49 - s * s * m;
    /* u * s has more bits than a double: in two parts. */
    high = u * 0x1p-26;
    cut(&high);
    low = (u - high * 0x1p26) * s * 0x1p-26;
    cut(&low);
    f = (U4)__builtin_convertvector((high * s + low) * 0x1p-13, I4);
    return (U4)(126 - ((I4)(e - 127 - even) >> 1)) << 23 | (f & FRACTION);
}

FN(exact_RSQ)
{
    const NvXfRules *rules = &step->list->rules;
    uint32_t sign = step->modern & NV_XF_SIGN;
    /* Rankine has exact results for even powers of two. */
    uint32_t powers = rules->version >= NV_ARITH_RANKINE ? UINT32_MAX : 0;

    for (unsigned g = 0; g < n; g += GROUP) {
        U4 rare = { 0 };

        for (unsigned i = g; i < g + GROUP; i += 4) {
            U4 x = (U4)*(const Row4 *)(s[0] + i);

            rare |= (U4)(((x >> 23) & 0xff) - 1 >= 254) | (x & sign) |
                    ((U4)((x & FRACTION) == 0) & powers);
            *(Row4 *)(d + i) = (Row4)rsq_lanes(x);
        }
        for (unsigned i = g; G_UNLIKELY(any4(rare)) && i < g + GROUP; i++) {
            d[i] = nv_xf_rsq(rules, s[0][i]);
        }
    }
}

/* floor(x * 2^13) within the range that LIT has for exponents. */
INLINE int32_t lit_exponent(uint32_t x)
{
    float f = u2f(x) * 8192.0f;
    int32_t i;

    f = f < -0x1p20f ? -0x1p20f : f;
    f = f > 0x1p20f - 1 ? 0x1p20f - 1 : f;
    i = (int32_t)f;
    i -= f < (float)i;
    return i & -(int32_t)(((x >> 23) & 0xff) >= 104);
}

/* By masks: signs are too random to predict. */
INLINE uint32_t select1(bool which, uint32_t a, uint32_t b)
{
    uint32_t mask = -(uint32_t)which;

    return (a & mask) | (b & ~mask);
}

INLINE uint32_t lit_lane(uint32_t x, uint32_t y, uint32_t w)
{
    const NvXfLine *log = &nv_xf_log_line[(y & FRACTION) >> 18];
    bool positive = (int32_t)y >= (int32_t)ONE_BIT;
    const NvXfLine *line;
    uint32_t r;
    int64_t t;

    t = (int64_t)(log->base * 256u + log->slope * ((y >> 10) & 255)) +
        ((int64_t)((y >> 23) & 0xff) - 127) * (1 << 26);
    t = (t * lit_exponent(w)) >> 26;
    line = &nv_xf_exp_line[(t >> 8) & 31];
    r = ((uint32_t)(t >> 13) + 127) << 23 |
        (line->base * 256u + line->slope * (uint32_t)(t & 255)) << 1;
    r = select1(t >> 13 <= -127, 0, r);
    r = select1(t >> 13 >= 128, NV_XF_INF, r);
    r = select1(positive, r, NV_XF_INF & -(w >> 31));
    r = select1((w & NV_XF_INF) != 0, r, NV_XF_ONE);
    return r & -(uint32_t)((int32_t)x >= (int32_t)ONE_BIT);
}

FN(exact_LIT)
{
    bool y_only = step->imm == 1;

    for (unsigned g = 0; g < n; g += GROUP) {
        bool rare = false;

        for (unsigned i = g; y_only && i < g + GROUP; i++) {
            uint32_t x = s[0][i];

            d[i] = x & ~((int32_t)x >> 31);
        }
        for (unsigned i = g; !y_only && i < g + GROUP; i++) {
            uint32_t y = s[1][i], w = s[2][i];
            uint32_t on = -(uint32_t)((w & NV_XF_INF) != NV_XF_INF);

            rare |= ((y & NV_XF_INF) == NV_XF_INF) | !on;
            d[i] = lit_lane(s[0][i], y, w & on);
        }
        for (unsigned i = g; G_UNLIKELY(rare) && i < g + GROUP; i++) {
            const uint32_t in[4] = { s[0][i], s[1][i], 0, s[2][i] };
            uint32_t v[4];

            nv_xf_lit(v, in);
            d[i] = v[step->imm];
        }
    }
}

FN(exact_EXP)
{
    for (unsigned i = 0; i < n; i++) {
        uint32_t v[4];

        nv_xf_exp(v, s[0][i]);
        d[i] = v[step->imm];
    }
}

FN(exact_LOG)
{
    for (unsigned i = 0; i < n; i++) {
        uint32_t v[4];

        nv_xf_log(&step->list->rules, v, s[0][i]);
        d[i] = v[step->imm];
    }
}

#endif
