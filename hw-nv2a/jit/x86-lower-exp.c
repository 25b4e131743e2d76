/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * From nodes to operations: EXP, LOG and LIT of Kelvin and Rankine, in
 * integers and with tables, for all operands there are.
 *
 * What is computed is defined by arith/arith-special.c; names are as there.
 */
#include "jit/x86-lower.h"

/* --- EXP --- */

/* floor(x * 2^13), but 0 for what is tiny; NaN and |x| from 2^18: invalid. */
static unsigned quick_fix13(NvLow *low, unsigned x)
{
    unsigned d = nv_low_temp(low);

    /* What is below 2^-23 is flushed on the way. */
    nv_low_rl(low, NV_X86_MULPS, d, x, NV_LIT_M103);
    nv_low_rl(low, NV_X86_MULPS, d, d, NV_LIT_P116);
    nv_low_round_down(low, d, d);
    nv_low_rr(low, NV_X86_CVTTPS2DQ, d, 0, d);
    return d;
}

/* The same without limits, where it matters to EXP: within 200. */
static unsigned to_fix13(NvLow *low, unsigned x, NvLowLit most, NvLowLit least)
{
    unsigned d = nv_low_temp(low), tiny = nv_low_temp(low);

    /* NaN becomes the second operand. */
    nv_low_rl(low, NV_X86_MINPS, d, x, most);
    nv_low_rl(low, NV_X86_MAXPS, d, d, least);
    nv_low_rl(low, NV_X86_MULPS, d, d, NV_LIT_F8192);
    nv_low_round_down(low, d, d);
    nv_low_rr(low, NV_X86_CVTTPS2DQ, d, 0, d);
    nv_low_rl(low, NV_X86_PAND, tiny, x, NV_LIT_ABS);
    nv_low_less(low, tiny, tiny, NV_LIT_E104);
    nv_low_rr(low, NV_X86_PANDN, d, tiny, d);
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

    nv_low_rl(low, NV_X86_PMINSD, i, i, NV_LIT_EXP_BIASED_MOST);
    nv_low_rl(low, NV_X86_PMAXSD, i, i, NV_LIT_EXP_LEAST);
    d = nv_low_lookup(low, NV_LOW_EXP_LINE, i, 8, 5);
    t = nv_low_temp(low);
    /* base * 256 + slope * rest in one go. */
    nv_low_rl(low, NV_X86_PAND, t, i, NV_LIT_EXP_REST);
    nv_low_rr(low, NV_X86_PMADDWD, d, d, t);
    nv_low_rr(low, NV_X86_PADDD, d, d, d);
    nv_low_shift(low, NV_X86_PSRLD, i, i, 13);
    nv_low_shift(low, NV_X86_PSLLD, i, i, 23);
    nv_low_rr(low, NV_X86_POR, d, d, i);
    nv_low_rl(low, NV_X86_MULPS, d, d, NV_LIT_ONE);
    nv_low_drop(low, t);
    nv_low_drop(low, i);
    return d;
}

static unsigned exp_core(NvLow *low, unsigned i)
{
    nv_low_rl(low, NV_X86_PMINSD, i, i, NV_LIT_EXP_MOST);
    nv_low_rl(low, NV_X86_PADDD, i, i, NV_LIT_EXP_BIAS);
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

    nv_low_cmp(low, NV_LOW_CMP_LT_S, keep, a, nv_low_lit(NV_LIT_F2P23));
    nv_low_rl(low, NV_X86_PCMPGTD, t, a, NV_LIT_FRAC);
    nv_low_rr(low, NV_X86_PAND, keep, keep, t);
    nv_low_rr(low, NV_X86_PAND, d, keep, x);
    nv_low_rl(low, NV_X86_MULPS, t, d, NV_LIT_F2P23);
    nv_low_round_down(low, t, t);
    nv_low_rl(low, NV_X86_MULPS, t, t, NV_LIT_E104);
    nv_x86_blendv(low->e, d, d, nv_x86_reg(t), x);
    nv_low_round_down(low, t, d);
    nv_low_rr(low, NV_X86_SUBPS, d, d, t);
    /* Just below 0 there are no such units left. */
    nv_low_less(low, t, a, NV_LIT_E104);
    nv_low_rr(low, NV_X86_PAND, t, t, keep);
    nv_low_rr(low, NV_X86_PAND, t, t, x);
    nv_low_choose(low, d, NV_LIT_ONE, t);
    if (low->careful) {
        nv_low_rl(low, NV_X86_PCMPGTD, t, a, NV_LIT_EXP);
        nv_x86_blendv(low->e, d, d, nv_x86_reg(x), t);
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
        nv_low_rl(low, NV_X86_PAND, fix, fix, NV_LIT_INTPART);
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

    nv_low_rl(low, NV_X86_PAND, slope, d, NV_LIT_LOG_SLOPE);
    nv_low_shift(low, NV_X86_PSRLD, t, x, 10);
    nv_low_rl(low, NV_X86_PAND, t, t, NV_LIT_I255);
    nv_low_rr(low, NV_X86_PMADDWD, slope, slope, t);
    nv_low_shift(low, NV_X86_PSRLD, d, d, 6);
    nv_low_rl(low, NV_X86_PAND, d, d, NV_LIT_LOG_BASE);
    nv_low_rr(low, NV_X86_PADDD, d, d, slope);
    nv_low_drop(low, t);
    nv_low_drop(low, slope);
    return d;
}

/* Exponent without bias. */
static unsigned log_exponent(NvLow *low, unsigned x)
{
    unsigned d = nv_low_absolute(low, x), t = nv_low_load(low, NV_LIT_I127);

    nv_low_shift(low, NV_X86_PSRLD, d, d, 23);
    nv_low_rr(low, NV_X86_PSUBD, d, d, t);
    nv_low_drop(low, t);
    return d;
}

/* Lower lanes: (@e * 2^26 + @f) / 2^26, truncated once. */
static void log_half(NvLow *low, unsigned d, unsigned e, unsigned f)
{
    unsigned t = nv_low_temp(low);

    nv_low_rr(low, NV_X86_CVTDQ2PD, d, 0, e);
    nv_low_rl(low, NV_X86_MULPD, d, d, NV_LIT_D26);
    nv_low_rr(low, NV_X86_CVTDQ2PD, t, 0, f);
    nv_low_rr(low, NV_X86_ADDPD, d, d, t);
    nv_low_rr(low, NV_X86_CVTPD2PS, d, 0, d);
    nv_low_drop(low, t);
}

static unsigned log_full(NvLow *low, unsigned x)
{
    unsigned e = log_exponent(low, x), f = log_fraction(low, x);
    unsigned d = nv_low_temp(low), h = nv_low_temp(low);

    log_half(low, d, e, f);
    nv_x86_upper(low->e, e, e);
    nv_x86_upper(low->e, f, f);
    log_half(low, h, e, f);
    nv_x86_join(low->e, d, d, h);
    nv_low_rl(low, NV_X86_MULPS, d, d, NV_LIT_M26);
    nv_low_drop(low, e);
    nv_low_drop(low, f);
    nv_low_drop(low, h);
    return d;
}

/* NaN, and negative ones under modern rules. */
static void log_special(NvLow *low, unsigned d, unsigned x, unsigned a)
{
    unsigned t = nv_low_temp(low);

    nv_low_rl(low, NV_X86_PCMPGTD, t, a, NV_LIT_EXP);
    if (low->newer) {
        nv_low_choose(low, d, NV_LIT_ABS, t);
    } else {
        nv_x86_blendv(low->e, d, d, nv_x86_reg(a), t);
    }
    if (!low->legacy) {
        nv_low_choose(low, d, NV_LIT_ABS, x);      /* by the sign of x */
    }
    nv_low_drop(low, t);
}

/* Minus infinity for 0, plus for infinity. */
static void log_ends(NvLow *low, unsigned d, unsigned a)
{
    unsigned t = nv_low_temp(low), minus = nv_low_temp(low);

    nv_low_less(low, t, a, NV_LIT_HIDDEN);
    nv_x86_load(low->e, minus, nv_low_lit(NV_LIT_EXP));
    nv_low_rl(low, NV_X86_POR, minus, minus, NV_LIT_SIGN);
    nv_x86_blendv(low->e, d, d, nv_x86_reg(minus), t);
    nv_low_rl(low, NV_X86_PCMPGTD, t, a, NV_LIT_MAXFIN);
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
        nv_low_rr(low, NV_X86_CVTDQ2PS, d, 0, d);
        log_ends(low, d, a);
        break;
    case 1:
        d = nv_low_temp(low);
        nv_low_rl(low, NV_X86_PAND, d, x, NV_LIT_FRAC);
        nv_low_rl(low, NV_X86_POR, d, d, NV_LIT_ONE);
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

    nv_low_rl(low, NV_X86_PMINSD, p, p, NV_LIT_PMAX);
    nv_low_rl(low, NV_X86_PMAXSD, p, p, NV_LIT_PMIN);
    nv_low_rr(low, NV_X86_PMULLD, e, e, p);
    nv_low_shift(low, NV_X86_PSRLQ, odd, f, 32);
    nv_low_rr(low, NV_X86_PMULDQ, f, f, p);
    nv_low_shift(low, NV_X86_PSRLQ, p, p, 32);
    nv_low_rr(low, NV_X86_PMULDQ, odd, odd, p);
    nv_low_drop(low, p);
    nv_low_shift(low, NV_X86_PSRLQ, f, f, 26);
    nv_low_shift(low, NV_X86_PSRLQ, odd, odd, 26);
    f = nv_low_merge(low, f, odd);
    nv_low_rr(low, NV_X86_PADDD, f, f, e);
    nv_low_drop(low, e);
    return exp_core(low, f);
}

/* The same with what is known of the exponent, constant @w. */
static unsigned constant_power(NvLow *low, unsigned y, NvVal w)
{
    NvX86Arg p = nv_low_extra(low, NV_LOW_POWER, w);
    NvX86Arg bias = nv_low_extra(low, NV_LOW_POWER_BIAS, w);
    unsigned e = nv_low_temp(low), f, odd;

    /* Infinity, NaN and what is near. */
    nv_low_rr(low, NV_X86_CVTTPS2DQ, e, 0, y);
    f = log_fraction(low, y);
    nv_low_shift(low, NV_X86_PSRLD, e, y, 23);
    nv_x86_op(low->e, NV_X86_PMULLD, e, e, p);
    nv_x86_op(low->e, NV_X86_PADDD, e, e, bias);
    odd = nv_low_temp(low);
    nv_low_shift(low, NV_X86_PSRLQ, odd, f, 32);
    nv_x86_op(low->e, NV_X86_PMULDQ, f, f, p);
    nv_x86_op(low->e, NV_X86_PMULDQ, odd, odd, p);
    nv_low_shift(low, NV_X86_PSRLQ, f, f, 26);
    nv_low_shift(low, NV_X86_PSLLQ, odd, odd, 6);
    nv_x86_op_imm(low->e, NV_X86_BLENDPS, f, f, nv_x86_reg(odd), 0xaa);
    nv_low_drop(low, odd);
    nv_low_rr(low, NV_X86_PADDD, f, f, e);
    nv_low_drop(low, e);
    return exp_biased(low, f);
}

/* z for positive x and y, else 0. */
static unsigned lit_constant(NvLow *low, unsigned x, unsigned y, NvVal w)
{
    unsigned d = constant_power(low, y, w), t = nv_low_temp(low);

    /* Negative or 0: as integers, both are below the least number. */
    nv_low_rr(low, NV_X86_PMINSD, t, x, y);
    nv_low_rl(low, NV_X86_PCMPGTD, t, t, NV_LIT_FRAC);
    nv_low_rr(low, NV_X86_PAND, d, d, t);
    nv_low_drop(low, t);
    return d;
}

/* @d = @mask ? (@w negative ? @a : @b) : @d, of 0 and infinity. */
static void choose_by_sign(NvLow *low, unsigned d, unsigned mask, unsigned w,
                           bool minus_is_inf)
{
    unsigned t = nv_low_temp(low);

    nv_low_shift(low, NV_X86_PSRAD, t, w, 31);
    nv_low_rl(low, minus_is_inf ? NV_X86_PAND : NV_X86_PANDN, t, t, NV_LIT_EXP);
    nv_x86_blendv(low->e, d, d, nv_x86_reg(t), mask);
    nv_low_drop(low, t);
}

/* In the reverse order of the rules: what comes first, is applied last. */
static unsigned lit_power(NvLow *low, unsigned y, unsigned w)
{
    unsigned d = power(low, y, w);
    unsigned a = nv_low_absolute(low, y), mask = nv_low_temp(low);

    nv_low_rl(low, NV_X86_PCMPEQD, mask, a, NV_LIT_EXP);
    choose_by_sign(low, d, mask, w, false);
    /* y negative or 0: as integers, both are below the least number. */
    nv_low_less(low, mask, y, NV_LIT_HIDDEN);
    choose_by_sign(low, d, mask, w, true);
    nv_low_choose_nan(low, d, a);
    nv_low_rl(low, NV_X86_PAND, a, w, NV_LIT_ABS);
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
        nv_low_shift(low, NV_X86_PSRAD, d, x, 31);
        nv_low_rr(low, NV_X86_PANDN, d, d, x);
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
    nv_low_rr(low, NV_X86_PANDN, d, t, d);
    nv_low_drop(low, t);
    return d;
}
