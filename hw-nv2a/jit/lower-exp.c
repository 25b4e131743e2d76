/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * From nodes to operations: EXP, LOG and LIT of Kelvin and Rankine, in
 * integers and with tables, for all operands there are.
 *
 * What is computed is defined by arith/arith-special.c; names are as there.
 */
#include "jit/lower.h"

/* --- EXP --- */

/* floor(x * 2^13), but 0 for what is tiny; NaN and |x| from 2^18: invalid. */
static unsigned quick_fix13(NvLow *low, unsigned x)
{
    unsigned d = nv_low_temp(low);

    /* What is below 2^-23 is flushed on the way. */
    nv_low_rl(low, NV_OP_MUL_F, d, x, NV_LIT_M103);
    nv_low_rl(low, NV_OP_MUL_F, d, d, NV_LIT_P116);
    nv_low_round_down(low, d, d);
    nv_low_rr(low, NV_OP_F_TO_I32, d, 0, d);
    return d;
}

/* The same without limits, where it matters to EXP: within 200. */
static unsigned to_fix13(NvLow *low, unsigned x, NvLowLit most, NvLowLit least)
{
    unsigned d = nv_low_temp(low), tiny = nv_low_temp(low);

    /* NaN becomes the second operand. */
    nv_low_rl(low, NV_OP_MIN_F, d, x, most);
    nv_low_rl(low, NV_OP_MAX_F, d, d, least);
    nv_low_rl(low, NV_OP_MUL_F, d, d, NV_LIT_F8192);
    nv_low_round_down(low, d, d);
    nv_low_rr(low, NV_OP_F_TO_I32, d, 0, d);
    nv_low_rl(low, NV_OP_AND, tiny, x, NV_LIT_ABS);
    nv_low_less(low, tiny, tiny, NV_LIT_E104);
    nv_low_rr(low, NV_OP_NOT_AND, d, tiny, d);
    nv_low_drop(low, tiny);
    return d;
}

/*
 * 2^(i / 2^13) for @i with the bias, which is lost.  With the bias, an
 * exponent of 0 to 255 is above bit 13, and 0x100, the factor of the line's
 * base, above bit 16.  At both ends the line is at its beginning, and that
 * makes 0 and infinity; what is left at exponent 0 is flushed.
 */
static unsigned exp_biased(NvLow *low, unsigned i)
{
    unsigned d, t;

    nv_low_rl(low, NV_OP_MIN_S, i, i, NV_LIT_EXP_BIASED_MOST);
    nv_low_rl(low, NV_OP_MAX_S, i, i, NV_LIT_EXP_LEAST);
    d = nv_low_lookup(low, NV_LOW_EXP_LINE, i, 8, 5);
    t = nv_low_temp(low);
    /* base * 256 + slope * rest in one go. */
    nv_low_rl(low, NV_OP_AND, t, i, NV_LIT_EXP_REST);
    nv_low_rr(low, NV_OP_MADD_16, d, d, t);
    nv_low_rr(low, NV_OP_ADD, d, d, d);
    nv_low_shift(low, NV_SHIFT_RIGHT, i, i, 13);
    nv_low_shift(low, NV_SHIFT_LEFT, i, i, 23);
    nv_low_rr(low, NV_OP_OR, d, d, i);
    nv_low_rl(low, NV_OP_MUL_F, d, d, NV_LIT_ONE);
    nv_low_drop(low, t);
    nv_low_drop(low, i);
    return d;
}

static unsigned exp_core(NvLow *low, unsigned i)
{
    nv_low_rl(low, NV_OP_MIN_S, i, i, NV_LIT_EXP_MOST);
    nv_low_rl(low, NV_OP_ADD, i, i, NV_LIT_EXP_BIAS);
    return exp_biased(low, i);
}

/*
 * What of @x is above the whole number below; of a negative one as it is in
 * units of 2^-23, rounded down.  Exact, so that the mode of rounding does not
 * matter.  0 without fraction bits and below what is normal; a NaN stays.
 */
static unsigned exp_fraction(NvLow *low, unsigned x)
{
    unsigned a = nv_low_absolute(low, x);
    unsigned d = nv_low_temp(low), t = nv_low_temp(low);
    unsigned keep = nv_low_temp(low);

    nv_low_cmp(low, NV_CMP_LT_S, keep, a, nv_low_lit(low, NV_LIT_F2P23));
    nv_low_rl(low, NV_OP_GREATER, t, a, NV_LIT_FRAC);
    nv_low_rr(low, NV_OP_AND, keep, keep, t);
    nv_low_rr(low, NV_OP_AND, d, keep, x);
    nv_low_rl(low, NV_OP_MUL_F, t, d, NV_LIT_F2P23);
    nv_low_round_down(low, t, t);
    nv_low_rl(low, NV_OP_MUL_F, t, t, NV_LIT_E104);
    nv_low_blend_sign(low, d, d, t, x);
    nv_low_round_down(low, t, d);
    nv_low_rr(low, NV_OP_SUB_F, d, d, t);
    /* Just below 0 there are no such units left. */
    nv_low_less(low, t, a, NV_LIT_E104);
    nv_low_rr(low, NV_OP_AND, t, t, keep);
    nv_low_rr(low, NV_OP_AND, t, t, x);
    nv_low_choose_sign(low, d, NV_LIT_ONE, t);
    if (low->careful) {
        nv_low_rl(low, NV_OP_GREATER, t, a, NV_LIT_EXP);
        nv_low_blend(low, d, d, x, t);
    }
    nv_low_drop(low, keep);
    nv_low_drop(low, t);
    nv_low_drop(low, a);
    return d;
}

int nv_low_exp(NvLow *low, unsigned x, unsigned component)
{
    unsigned fix, d, a;

    if (component == 1) {
        return exp_fraction(low, x);
    }
    fix = low->careful ? to_fix13(low, x, NV_LIT_F200, NV_LIT_FM200) :
          quick_fix13(low, x);
    if (component == 0) {
        nv_low_rl(low, NV_OP_AND, fix, fix, NV_LIT_INTPART);
    }
    d = exp_core(low, fix);
    if (component == 2) {
        a = nv_low_absolute(low, x);
        nv_low_choose_nan(low, d, a);
        nv_low_drop(low, a);
    }
    return d;
}

/* --- LOG --- */

/* Fraction of log2, 26 bits and more. */
static unsigned log_fraction(NvLow *low, unsigned x)
{
    unsigned d = nv_low_lookup(low, NV_LOW_LOG_LINE, x, 18, 5);
    unsigned slope = nv_low_temp(low), t = nv_low_temp(low);

    nv_low_rl(low, NV_OP_AND, slope, d, NV_LIT_LOG_SLOPE);
    nv_low_shift(low, NV_SHIFT_RIGHT, t, x, 10);
    nv_low_rl(low, NV_OP_AND, t, t, NV_LIT_I255);
    nv_low_rr(low, NV_OP_MADD_16, slope, slope, t);
    nv_low_shift(low, NV_SHIFT_RIGHT, d, d, 6);
    nv_low_rl(low, NV_OP_AND, d, d, NV_LIT_LOG_BASE);
    nv_low_rr(low, NV_OP_ADD, d, d, slope);
    nv_low_drop(low, t);
    nv_low_drop(low, slope);
    return d;
}

/* Exponent without bias. */
static unsigned log_exponent(NvLow *low, unsigned x)
{
    unsigned d = nv_low_absolute(low, x), t = nv_low_load(low, NV_LIT_I127);

    nv_low_shift(low, NV_SHIFT_RIGHT, d, d, 23);
    nv_low_rr(low, NV_OP_SUB, d, d, t);
    nv_low_drop(low, t);
    return d;
}

/* Lower lanes: (@e * 2^26 + @f) / 2^26, truncated once. */
static void log_half(NvLow *low, unsigned d, unsigned e, unsigned f)
{
    unsigned t = nv_low_temp(low);

    nv_low_rr(low, NV_OP_I32_TO_D, d, 0, e);
    nv_low_rl(low, NV_OP_MUL_D, d, d, NV_LIT_D26);
    nv_low_rr(low, NV_OP_I32_TO_D, t, 0, f);
    nv_low_rr(low, NV_OP_ADD_D, d, d, t);
    nv_low_rr(low, NV_OP_D_TO_F, d, 0, d);
    nv_low_drop(low, t);
}

static unsigned log_full(NvLow *low, unsigned x)
{
    unsigned e = log_exponent(low, x), f = log_fraction(low, x);
    unsigned d = nv_low_temp(low), h = nv_low_temp(low);

    log_half(low, d, e, f);
    low->e->target->upper(low->e, e, e);
    low->e->target->upper(low->e, f, f);
    log_half(low, h, e, f);
    low->e->target->join(low->e, d, d, h);
    nv_low_rl(low, NV_OP_MUL_F, d, d, NV_LIT_M26);
    nv_low_drop(low, e);
    nv_low_drop(low, f);
    nv_low_drop(low, h);
    return d;
}

/* NaN, and negative ones under modern rules. */
static void log_special(NvLow *low, unsigned d, unsigned x, unsigned a)
{
    unsigned t = nv_low_temp(low);

    nv_low_rl(low, NV_OP_GREATER, t, a, NV_LIT_EXP);
    if (low->newer) {
        nv_low_choose(low, d, NV_LIT_ABS, t);
    } else {
        nv_low_blend(low, d, d, a, t);
    }
    if (!low->legacy) {
        nv_low_choose_sign(low, d, NV_LIT_ABS, x);
    }
    nv_low_drop(low, t);
}

/* Minus infinity for 0, plus for infinity. */
static void log_ends(NvLow *low, unsigned d, unsigned a)
{
    unsigned t = nv_low_temp(low), minus = nv_low_temp(low);

    nv_low_less(low, t, a, NV_LIT_HIDDEN);
    nv_emit_load(low->e, minus, nv_low_lit(low, NV_LIT_EXP));
    nv_low_rl(low, NV_OP_OR, minus, minus, NV_LIT_SIGN);
    nv_low_blend(low, d, d, minus, t);
    nv_low_rl(low, NV_OP_GREATER, t, a, NV_LIT_MAXFIN);
    nv_low_choose(low, d, NV_LIT_EXP, t);
    nv_low_drop(low, t);
    nv_low_drop(low, minus);
}

int nv_low_log(NvLow *low, unsigned x, unsigned component)
{
    unsigned a, d;

    a = nv_low_absolute(low, x);
    switch (component) {
    case 0:
        d = log_exponent(low, x);
        nv_low_rr(low, NV_OP_I32_TO_F, d, 0, d);
        log_ends(low, d, a);
        break;
    case 1:
        d = nv_low_temp(low);
        nv_low_rl(low, NV_OP_AND, d, x, NV_LIT_FRAC);
        nv_low_rl(low, NV_OP_OR, d, d, NV_LIT_ONE);
        nv_low_choose_zero(low, d, a, NV_LIT_ONE);
        break;
    default:
        d = log_full(low, x);
        log_ends(low, d, a);
        break;
    }
    log_special(low, d, x, a);
    nv_low_drop(low, a);
    return d;
}

/* --- LIT --- */

/* y^w for positive y; @t = e p + (f p >> 26), which fits in 32 bits. */
static unsigned power(NvLow *low, unsigned y, unsigned w)
{
    unsigned p = to_fix13(low, w, NV_LIT_F128, NV_LIT_FM128);
    unsigned e = log_exponent(low, y), f = log_fraction(low, y);
    unsigned odd = nv_low_temp(low);

    nv_low_rl(low, NV_OP_MIN_S, p, p, NV_LIT_PMAX);
    nv_low_rl(low, NV_OP_MAX_S, p, p, NV_LIT_PMIN);
    nv_low_rr(low, NV_OP_MUL, e, e, p);
    nv_low_shift(low, NV_SHIFT_RIGHT64, odd, f, 32);
    nv_low_rr(low, NV_OP_MUL_S64, f, f, p);
    nv_low_shift(low, NV_SHIFT_RIGHT64, p, p, 32);
    nv_low_rr(low, NV_OP_MUL_S64, odd, odd, p);
    nv_low_drop(low, p);
    nv_low_shift(low, NV_SHIFT_RIGHT64, f, f, 26);
    nv_low_shift(low, NV_SHIFT_RIGHT64, odd, odd, 26);
    f = nv_low_merge(low, f, odd);
    nv_low_rr(low, NV_OP_ADD, f, f, e);
    nv_low_drop(low, e);
    return exp_core(low, f);
}

/* The same with what is known of the exponent, constant @w. */
static unsigned constant_power(NvLow *low, unsigned y, NvVal w)
{
    NvEmitArg p = nv_low_extra(low, NV_LOW_POWER, w);
    NvEmitArg bias = nv_low_extra(low, NV_LOW_POWER_BIAS, w);
    unsigned e = nv_low_temp(low), f, odd;

    /* Infinity, NaN and what is near. */
    nv_low_rr(low, NV_OP_F_TO_I32, e, 0, y);
    f = log_fraction(low, y);
    nv_low_shift(low, NV_SHIFT_RIGHT, e, y, 23);
    nv_emit_op(low->e, NV_OP_MUL, e, e, p);
    nv_emit_op(low->e, NV_OP_ADD, e, e, bias);
    odd = nv_low_temp(low);
    nv_low_shift(low, NV_SHIFT_RIGHT64, odd, f, 32);
    nv_emit_op(low->e, NV_OP_MUL_S64, f, f, p);
    nv_emit_op(low->e, NV_OP_MUL_S64, odd, odd, p);
    nv_low_shift(low, NV_SHIFT_RIGHT64, f, f, 26);
    nv_low_shift(low, NV_SHIFT_LEFT64, odd, odd, 6);
    nv_low_rr(low, NV_OP_ODD, f, f, odd);
    nv_low_drop(low, odd);
    nv_low_rr(low, NV_OP_ADD, f, f, e);
    nv_low_drop(low, e);
    return exp_biased(low, f);
}

/* z for positive x and y, else 0. */
static unsigned lit_constant(NvLow *low, unsigned x, unsigned y, NvVal w)
{
    unsigned d = constant_power(low, y, w), t = nv_low_temp(low);

    /* Negative or 0: as integers, both are below the least number. */
    nv_low_rr(low, NV_OP_MIN_S, t, x, y);
    nv_low_rl(low, NV_OP_GREATER, t, t, NV_LIT_FRAC);
    nv_low_rr(low, NV_OP_AND, d, d, t);
    nv_low_drop(low, t);
    return d;
}

/* @d = @mask ? (@w negative ? @a : @b) : @d, of 0 and infinity. */
static void choose_by_sign(NvLow *low, unsigned d, unsigned mask, unsigned w,
                           bool minus_is_inf)
{
    unsigned t = nv_low_temp(low);

    nv_low_shift(low, NV_SHIFT_SIGNED, t, w, 31);
    nv_low_rl(low, minus_is_inf ? NV_OP_AND : NV_OP_NOT_AND, t, t, NV_LIT_EXP);
    nv_low_blend(low, d, d, t, mask);
    nv_low_drop(low, t);
}

/* In the reverse order of the rules: what comes first, is applied last. */
static unsigned lit_power(NvLow *low, unsigned y, unsigned w)
{
    unsigned d = power(low, y, w);
    unsigned a = nv_low_absolute(low, y), mask = nv_low_temp(low);

    nv_low_rl(low, NV_OP_EQ, mask, a, NV_LIT_EXP);
    choose_by_sign(low, d, mask, w, false);
    /* y negative or 0: as integers, both are below the least number. */
    nv_low_less(low, mask, y, NV_LIT_HIDDEN);
    choose_by_sign(low, d, mask, w, true);
    nv_low_choose_nan(low, d, a);
    nv_low_rl(low, NV_OP_AND, a, w, NV_LIT_ABS);
    nv_low_choose_nan(low, d, a);
    nv_low_choose_zero(low, d, a, NV_LIT_ONE);
    nv_low_drop(low, a);
    nv_low_drop(low, mask);
    return d;
}

int nv_low_lit_power(NvLow *low, const NvListNode *node)
{
    unsigned x = nv_ra_use(&low->ra, node->arg[0]), y, w, d, t;

    if (node->imm == 1) {
        d = nv_low_temp(low);
        nv_low_shift(low, NV_SHIFT_SIGNED, d, x, 31);
        nv_low_rr(low, NV_OP_NOT_AND, d, d, x);
        return d;
    }
    if (node->imm != 2) {
        return -1;
    }
    y = nv_ra_use(&low->ra, node->arg[1]);
    if (nv_low_may_assume(low, node->arg[2])) {
        return lit_constant(low, x, y, node->arg[2]);
    }
    w = nv_ra_use(&low->ra, node->arg[2]);
    d = lit_power(low, y, w);
    t = nv_low_temp(low);
    nv_low_less(low, t, x, NV_LIT_HIDDEN);         /* x negative or 0 */
    nv_low_rr(low, NV_OP_NOT_AND, d, t, d);
    nv_low_drop(low, t);
    return d;
}
