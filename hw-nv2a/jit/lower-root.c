/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * From nodes to operations: RSQ, for all operands there are.
 *
 * What is computed is defined by arith/arith-special.c; names are as there.
 */
#include "jit/lower.h"
#include "arith/arith-tables.h"

/* --- The seed --- */

/*
 * Eight neighbours of the table are a line cut to an integer.  Lines are
 * words for PMADDWD: what is subtracted a step, where it begins, in 2^-7.
 */
#define LINE_BITS 7
#define STEPS 8

/* True if a line that falls by @slope a step gives these seeds. */
static bool fits(const uint8_t *seed, int slope, int *base)
{
    int least = 0, most = INT16_MAX;

    for (int j = 0; j < STEPS; j++) {
        int first = (seed[j] << LINE_BITS) + slope * j;

        least = MAX(least, first);
        most = MIN(most, first + (1 << LINE_BITS) - 1);
    }
    *base = least;
    return least <= most;
}

void nv_low_fill_root_lines(uint32_t line[16], const uint8_t *seed)
{
    for (unsigned i = 0; i < 16; i++) {
        /* Bit 3 here is the exponent's low bit, there its inverse. */
        const uint8_t *part = seed + STEPS * (i ^ 8);
        int slope = 0, base;

        while (!fits(part, slope, &base)) {
            slope++;
            g_assert(slope < 1 << LINE_BITS);
        }
        line[i] = (uint32_t)-slope << 16 | (uint32_t)base;
    }
}

unsigned nv_low_root_seed(NvLow *low, NvLowTable table, unsigned x)
{
    unsigned d = nv_low_lookup(low, table, x, 20, 4), t = nv_low_temp(low);

    /* The step in the upper half, 1 in the lower, both by 2^10. */
    nv_low_shift(low, NV_SHIFT_LEFT, t, x, 9);
    nv_low_rl(low, NV_OP_AND, t, t, NV_LIT_ROOT_STEP);
    nv_low_rl(low, NV_OP_OR, t, t, NV_LIT_ROOT_BASE);
    nv_low_rr(low, NV_OP_MADD_16, d, d, t);
    nv_low_drop(low, t);
    return d;
}

/* --- In integers, four lanes --- */

/*
 * Even lanes, from @a = 96 s in the upper word, @b = s s s, @m:
 * ((3 2^37 - s s m) s) >> 32 = (@a - @b @m) >> 32, then
 * ((3 2^49 - s s m) s) >> 39.
 */
static unsigned half_in_integers(NvLow *low, unsigned a, unsigned b,
                                 unsigned m)
{
    unsigned s = nv_low_temp(low), t = nv_low_temp(low), hi = nv_low_temp(low);

    nv_low_rr(low, NV_OP_MUL_U64, t, b, m);
    nv_low_rr(low, NV_OP_SUB64, s, a, t);
    nv_low_shift(low, NV_SHIFT_RIGHT64, s, s, 32);
    nv_low_rr(low, NV_OP_MUL_U64, t, s, s);
    nv_low_rr(low, NV_OP_MUL_U64, t, t, m);
    nv_emit_load(low->e, hi, nv_low_lit(low, NV_LIT_Q49));
    nv_low_rr(low, NV_OP_SUB64, t, hi, t);
    nv_low_shift(low, NV_SHIFT_RIGHT64, hi, t, 32);
    nv_low_rr(low, NV_OP_MUL_U64, t, t, s);
    nv_low_rr(low, NV_OP_MUL_U64, hi, hi, s);
    nv_low_shift(low, NV_SHIFT_RIGHT64, t, t, 32);
    nv_low_rr(low, NV_OP_ADD64, t, t, hi);
    nv_low_shift(low, NV_SHIFT_RIGHT64, t, t, 7);
    nv_low_drop(low, s);
    nv_low_drop(low, hi);
    return t;
}

static unsigned root_in_integers(NvLow *low, unsigned s, unsigned x)
{
    unsigned m = nv_low_temp(low), a, b, even, odd;

    nv_low_shift(low, NV_SHIFT_RIGHT, s, s, 17);
    /* The significand, twice if the exponent is even. */
    nv_low_rl(low, NV_OP_AND, m, x, NV_LIT_I24BITS);
    nv_low_rl(low, NV_OP_XOR, m, m, NV_LIT_E151);
    nv_low_rr(low, NV_OP_F_TO_I32, m, 0, m);
    b = nv_low_temp(low);
    a = nv_low_temp(low);
    nv_low_rr(low, NV_OP_MADD_16, b, s, s);
    nv_low_rr(low, NV_OP_MADD_16, b, b, s);
    nv_low_rl(low, NV_OP_MADD_16, s, s, NV_LIT_I96);
    nv_low_shift(low, NV_SHIFT_LEFT64, a, s, 32);
    even = half_in_integers(low, a, b, m);
    nv_low_rl(low, NV_OP_AND, a, s, NV_LIT_HI);
    nv_low_shift(low, NV_SHIFT_RIGHT64, b, b, 32);
    nv_low_shift(low, NV_SHIFT_RIGHT64, m, m, 32);
    odd = half_in_integers(low, a, b, m);
    nv_low_drop(low, a);
    nv_low_drop(low, b);
    nv_low_drop(low, m);
    return nv_low_merge(low, even, odd);
}

/* --- With fused products, eight lanes --- */

/* ((3 2^49 - s s m) s) >> 39 of the lower four: 52 bits, then cut twice. */
static void half_in_doubles(NvLow *low, unsigned d, unsigned s, unsigned m)
{
    unsigned w = nv_low_temp(low), u = nv_low_load(low, NV_LIT_D1_5);

    nv_low_rr(low, NV_OP_F_TO_D, d, 0, s);
    nv_low_rr(low, NV_OP_F_TO_D, w, 0, m);
    nv_low_rr(low, NV_OP_MUL_D, w, w, d);
    nv_low_rr(low, NV_OP_FMS_D, u, w, d);
    nv_low_rr(low, NV_OP_MUL_D, u, u, d);
    nv_low_rr(low, NV_OP_D_TO_I32, d, 0, u);
    nv_low_drop(low, w);
    nv_low_drop(low, u);
}

/*
 * ((3 2^37 - s s m) s) >> 32 is 96 s - s s s m by 2^32: the cubes are exact,
 * and a fused sum next to a number whose last bit is 1 is cut like an
 * integer.  Here s is by 2^17, m by 2^-72; what comes of them by 2^11.
 */
static unsigned root_in_floats(NvLow *low, unsigned s, unsigned x)
{
    unsigned m = nv_low_temp(low), y = nv_low_load(low, NV_LIT_F1_5), cube, d;

    nv_low_rl(low, NV_OP_AND, s, s, NV_LIT_SEED_CUT);
    nv_low_rr(low, NV_OP_I32_TO_F, s, 0, s);
    nv_low_rl(low, NV_OP_AND, m, x, NV_LIT_I24BITS);
    nv_low_rl(low, NV_OP_XOR, m, m, NV_LIT_E79);
    nv_low_rl(low, NV_OP_FMA_TO, y, s, NV_LIT_P34);
    cube = nv_low_temp(low);
    nv_low_rr(low, NV_OP_MUL_F, cube, s, s);
    nv_low_rr(low, NV_OP_MUL_F, cube, cube, s);
    nv_low_rr(low, NV_OP_FMS_F, y, cube, m);
    nv_low_rl(low, NV_OP_SUB_F, s, y, NV_LIT_P34);
    nv_low_drop(low, y);
    d = nv_low_temp(low);
    half_in_doubles(low, d, s, m);
    low->e->target->upper(low->e, s, s);
    low->e->target->upper(low->e, m, m);
    half_in_doubles(low, cube, s, m);
    low->e->target->join(low->e, d, d, cube);
    nv_low_drop(low, cube);
    nv_low_drop(low, m);
    return d;
}

/* --- Around it --- */

/* Rankine: a power of four is exact, and so 2^24. */
static void exact_root(NvLow *low, unsigned x, unsigned d)
{
    unsigned t = nv_low_temp(low);

    nv_low_rl(low, NV_OP_AND, t, x, NV_LIT_I24BITS);
    nv_low_rl(low, NV_OP_EQ, t, t, NV_LIT_HIDDEN);
    nv_low_choose(low, d, NV_LIT_P24, t);
    nv_low_drop(low, t);
}

/* Modern rules: the sign counts, for zero and for all others. */
static void signed_root(NvLow *low, unsigned x, unsigned a, unsigned d)
{
    unsigned t = nv_low_temp(low), u = nv_low_temp(low);

    nv_low_shift(low, NV_SHIFT_SIGNED, t, x, 31);
    nv_low_less(low, u, a, NV_LIT_HIDDEN);
    nv_low_rr(low, NV_OP_NOT_AND, t, u, t);
    nv_low_choose(low, d, NV_LIT_ABS, t);
    nv_low_rl(low, NV_OP_AND, t, x, NV_LIT_SIGN);
    nv_low_rr(low, NV_OP_AND, t, t, u);
    nv_low_rr(low, NV_OP_OR, d, d, t);
    nv_low_drop(low, t);
    nv_low_drop(low, u);
}

unsigned nv_low_rsq(NvLow *low, NvVal v, unsigned x)
{
    NvLowTable table = NV_LOW_RSQ_SEED + !low->older;
    unsigned s = nv_low_root_seed(low, table, x), a, d, t;

    d = low->e->target->fused ? root_in_floats(low, s, x) :
        root_in_integers(low, s, x);
    if (low->newer) {
        exact_root(low, x, d);
    }
    /* 2^23 to 2^24; the exponent shall be 190 - (E + 1) / 2. */
    a = nv_low_absolute(low, x);
    t = nv_low_temp(low);
    nv_low_shift(low, NV_SHIFT_RIGHT, t, a, 1);
    nv_low_from(low, s, NV_LIT_ROOT_EXP, t);
    nv_low_rl(low, NV_OP_AND, s, s, NV_LIT_EXP);
    nv_low_rr(low, NV_OP_ADD, d, d, s);
    nv_low_drop(low, s);
    if (!nv_low_notice_zero(low, v, x)) {
        /* Infinity gives 0, and so does NaN for now. */
        nv_low_rl(low, NV_OP_GREATER, t, a, NV_LIT_MAXFIN);
        nv_low_rr(low, NV_OP_NOT_AND, d, t, d);
        nv_low_choose_zero(low, d, a, NV_LIT_EXP);
    }
    nv_low_drop(low, t);
    if (!low->legacy) {
        signed_root(low, x, a, d);
    }
    nv_low_choose_nan(low, d, a);
    nv_low_drop(low, a);
    return d;
}
