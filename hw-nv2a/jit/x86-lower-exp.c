/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * From nodes to operations: EXP, LOG and LIT of Kelvin and Rankine, in
 * integers and with tables, for all operands there are.
 *
 * What is computed is defined by xf/arith-special.c; names are as there.
 */
#include "jit/x86-lower.h"

/* --- EXP --- */

/* floor(x * 2^13), but 0 for what is tiny; NaN and |x| from 2^18: invalid. */
static unsigned quick_fix13(NvLow *low, unsigned x)
{
    unsigned d = low_temp(low);

    /* What is below 2^-23 is flushed on the way. */
    low_rl(low, NV_X86_MULPS, d, x, NV_LIT_M103);
    low_rl(low, NV_X86_MULPS, d, d, NV_LIT_P116);
    low_round_down(low, d, d);
    low_rr(low, NV_X86_CVTTPS2DQ, d, 0, d);
    return d;
}

/* The same without limits, where it matters to EXP: within 200. */
static unsigned to_fix13(NvLow *low, unsigned x, NvLowLit most, NvLowLit least)
{
    unsigned d = low_temp(low), tiny = low_temp(low);

    /* NaN becomes the second operand. */
    low_rl(low, NV_X86_MINPS, d, x, most);
    low_rl(low, NV_X86_MAXPS, d, d, least);
    low_rl(low, NV_X86_MULPS, d, d, NV_LIT_F8192);
    low_round_down(low, d, d);
    low_rr(low, NV_X86_CVTTPS2DQ, d, 0, d);
    low_rl(low, NV_X86_PAND, tiny, x, NV_LIT_ABS);
    low_less(low, tiny, tiny, NV_LIT_E104);
    low_rr(low, NV_X86_PANDN, d, tiny, d);
    low_drop(low, tiny);
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

    low_rl(low, NV_X86_PMINSD, i, i, NV_LIT_EXP_BIASED_MOST);
    low_rl(low, NV_X86_PMAXSD, i, i, NV_LIT_EXP_LEAST);
    d = low_lookup(low, NV_LOW_EXP_LINE, i, 8, 5);
    t = low_temp(low);
    /* base * 256 + slope * rest in one go. */
    low_rl(low, NV_X86_PAND, t, i, NV_LIT_EXP_REST);
    low_rr(low, NV_X86_PMADDWD, d, d, t);
    low_rr(low, NV_X86_PADDD, d, d, d);
    low_shift(low, NV_X86_PSRLD, i, i, 13);
    low_shift(low, NV_X86_PSLLD, i, i, 23);
    low_rr(low, NV_X86_POR, d, d, i);
    low_rl(low, NV_X86_MULPS, d, d, NV_LIT_ONE);
    low_drop(low, t);
    low_drop(low, i);
    return d;
}

static unsigned exp_core(NvLow *low, unsigned i)
{
    low_rl(low, NV_X86_PMINSD, i, i, NV_LIT_EXP_MOST);
    low_rl(low, NV_X86_PADDD, i, i, NV_LIT_EXP_BIAS);
    return exp_biased(low, i);
}

int low_exp(NvLow *low, unsigned x, unsigned component)
{
    unsigned fix, d, a;

    if (component == 1) {
        return -1;
    }
    fix = low->careful ? to_fix13(low, x, NV_LIT_F200, NV_LIT_FM200) :
          quick_fix13(low, x);
    if (component == 0) {
        low_rl(low, NV_X86_PAND, fix, fix, NV_LIT_INTPART);
    }
    d = exp_core(low, fix);
    if (component == 2) {
        a = low_absolute(low, x);
        low_choose_nan(low, d, a);
        low_drop(low, a);
    }
    return d;
}

/* --- LOG --- */

/* Fraction of log2, 26 bits and more. */
static unsigned log_fraction(NvLow *low, unsigned x)
{
    unsigned d = low_lookup(low, NV_LOW_LOG_LINE, x, 18, 5);
    unsigned slope = low_temp(low), t = low_temp(low);

    low_rl(low, NV_X86_PAND, slope, d, NV_LIT_LOG_SLOPE);
    low_shift(low, NV_X86_PSRLD, t, x, 10);
    low_rl(low, NV_X86_PAND, t, t, NV_LIT_I255);
    low_rr(low, NV_X86_PMADDWD, slope, slope, t);
    low_shift(low, NV_X86_PSRLD, d, d, 6);
    low_rl(low, NV_X86_PAND, d, d, NV_LIT_LOG_BASE);
    low_rr(low, NV_X86_PADDD, d, d, slope);
    low_drop(low, t);
    low_drop(low, slope);
    return d;
}

/* Exponent without bias. */
static unsigned log_exponent(NvLow *low, unsigned x)
{
    unsigned d = low_absolute(low, x), t = low_load(low, NV_LIT_I127);

    low_shift(low, NV_X86_PSRLD, d, d, 23);
    low_rr(low, NV_X86_PSUBD, d, d, t);
    low_drop(low, t);
    return d;
}

/* Lower lanes: (@e * 2^26 + @f) / 2^26, truncated once. */
static void log_half(NvLow *low, unsigned d, unsigned e, unsigned f)
{
    unsigned t = low_temp(low);

    low_rr(low, NV_X86_CVTDQ2PD, d, 0, e);
    low_rl(low, NV_X86_MULPD, d, d, NV_LIT_D26);
    low_rr(low, NV_X86_CVTDQ2PD, t, 0, f);
    low_rr(low, NV_X86_ADDPD, d, d, t);
    low_rr(low, NV_X86_CVTPD2PS, d, 0, d);
    low_drop(low, t);
}

static unsigned log_full(NvLow *low, unsigned x)
{
    unsigned e = log_exponent(low, x), f = log_fraction(low, x);
    unsigned d = low_temp(low), h = low_temp(low);

    log_half(low, d, e, f);
    nv_x86_upper(low->e, e, e);
    nv_x86_upper(low->e, f, f);
    log_half(low, h, e, f);
    nv_x86_join(low->e, d, d, h);
    low_rl(low, NV_X86_MULPS, d, d, NV_LIT_M26);
    low_drop(low, e);
    low_drop(low, f);
    low_drop(low, h);
    return d;
}

/* NaN, and negative ones under modern rules. */
static void log_special(NvLow *low, unsigned d, unsigned x, unsigned a)
{
    unsigned t = low_temp(low);

    low_rl(low, NV_X86_PCMPGTD, t, a, NV_LIT_EXP);
    if (low->rankine) {
        low_choose(low, d, NV_LIT_ABS, t);
    } else {
        nv_x86_blendv(low->e, d, d, nv_x86_reg(a), t);
    }
    if (!low->legacy) {
        low_choose(low, d, NV_LIT_ABS, x);      /* by the sign of x */
    }
    low_drop(low, t);
}

/* Minus infinity for 0, plus for infinity. */
static void log_ends(NvLow *low, unsigned d, unsigned a)
{
    unsigned t = low_temp(low), minus = low_temp(low);

    low_less(low, t, a, NV_LIT_HIDDEN);
    nv_x86_load(low->e, minus, low_lit(NV_LIT_EXP));
    low_rl(low, NV_X86_POR, minus, minus, NV_LIT_SIGN);
    nv_x86_blendv(low->e, d, d, nv_x86_reg(minus), t);
    low_rl(low, NV_X86_PCMPGTD, t, a, NV_LIT_MAXFIN);
    low_choose(low, d, NV_LIT_EXP, t);
    low_drop(low, t);
    low_drop(low, minus);
}

int low_log(NvLow *low, unsigned x, unsigned component)
{
    unsigned a, d;

    a = low_absolute(low, x);
    switch (component) {
    case 0:
        d = log_exponent(low, x);
        low_rr(low, NV_X86_CVTDQ2PS, d, 0, d);
        log_ends(low, d, a);
        break;
    case 1:
        d = low_temp(low);
        low_rl(low, NV_X86_PAND, d, x, NV_LIT_FRAC);
        low_rl(low, NV_X86_POR, d, d, NV_LIT_ONE);
        low_choose_zero(low, d, a, NV_LIT_ONE);
        break;
    default:
        d = log_full(low, x);
        log_ends(low, d, a);
        break;
    }
    log_special(low, d, x, a);
    low_drop(low, a);
    return d;
}

/* --- LIT --- */

/* y^w for positive y; @t = e p + (f p >> 26), which fits in 32 bits. */
static unsigned power(NvLow *low, unsigned y, unsigned w)
{
    unsigned p = to_fix13(low, w, NV_LIT_F128, NV_LIT_FM128);
    unsigned e = log_exponent(low, y), f = log_fraction(low, y);
    unsigned odd = low_temp(low);

    low_rl(low, NV_X86_PMINSD, p, p, NV_LIT_PMAX);
    low_rl(low, NV_X86_PMAXSD, p, p, NV_LIT_PMIN);
    low_rr(low, NV_X86_PMULLD, e, e, p);
    low_shift(low, NV_X86_PSRLQ, odd, f, 32);
    low_rr(low, NV_X86_PMULDQ, f, f, p);
    low_shift(low, NV_X86_PSRLQ, p, p, 32);
    low_rr(low, NV_X86_PMULDQ, odd, odd, p);
    low_drop(low, p);
    low_shift(low, NV_X86_PSRLQ, f, f, 26);
    low_shift(low, NV_X86_PSRLQ, odd, odd, 26);
    f = low_merge(low, f, odd);
    low_rr(low, NV_X86_PADDD, f, f, e);
    low_drop(low, e);
    return exp_core(low, f);
}

/* The same with what is known of the exponent, constant @w. */
static unsigned constant_power(NvLow *low, unsigned y, NvVal w)
{
    NvX86Arg p = low_extra(low, NV_LOW_POWER, w);
    NvX86Arg bias = low_extra(low, NV_LOW_POWER_BIAS, w);
    unsigned e = low_temp(low), f, odd;

    /* Infinity, NaN and what is near. */
    low_rr(low, NV_X86_CVTTPS2DQ, e, 0, y);
    f = log_fraction(low, y);
    low_shift(low, NV_X86_PSRLD, e, y, 23);
    nv_x86_op(low->e, NV_X86_PMULLD, e, e, p);
    nv_x86_op(low->e, NV_X86_PADDD, e, e, bias);
    odd = low_temp(low);
    low_shift(low, NV_X86_PSRLQ, odd, f, 32);
    nv_x86_op(low->e, NV_X86_PMULDQ, f, f, p);
    nv_x86_op(low->e, NV_X86_PMULDQ, odd, odd, p);
    low_shift(low, NV_X86_PSRLQ, f, f, 26);
    low_shift(low, NV_X86_PSLLQ, odd, odd, 6);
    nv_x86_op_imm(low->e, NV_X86_BLENDPS, f, f, nv_x86_reg(odd), 0xaa);
    low_drop(low, odd);
    low_rr(low, NV_X86_PADDD, f, f, e);
    low_drop(low, e);
    return exp_biased(low, f);
}

/* z for positive x and y, else 0. */
static unsigned lit_constant(NvLow *low, unsigned x, unsigned y, NvVal w)
{
    unsigned d = constant_power(low, y, w), t = low_temp(low);

    /* Negative or 0: as integers, both are below the least number. */
    low_rr(low, NV_X86_PMINSD, t, x, y);
    low_rl(low, NV_X86_PCMPGTD, t, t, NV_LIT_FRAC);
    low_rr(low, NV_X86_PAND, d, d, t);
    low_drop(low, t);
    return d;
}

/* @d = @mask ? (@w negative ? @a : @b) : @d, of 0 and infinity. */
static void choose_by_sign(NvLow *low, unsigned d, unsigned mask, unsigned w,
                           bool minus_is_inf)
{
    unsigned t = low_temp(low);

    low_shift(low, NV_X86_PSRAD, t, w, 31);
    low_rl(low, minus_is_inf ? NV_X86_PAND : NV_X86_PANDN, t, t, NV_LIT_EXP);
    nv_x86_blendv(low->e, d, d, nv_x86_reg(t), mask);
    low_drop(low, t);
}

/* In the reverse order of the rules: what comes first, is applied last. */
static unsigned lit_power(NvLow *low, unsigned y, unsigned w)
{
    unsigned d = power(low, y, w);
    unsigned a = low_absolute(low, y), mask = low_temp(low);

    low_rl(low, NV_X86_PCMPEQD, mask, a, NV_LIT_EXP);
    choose_by_sign(low, d, mask, w, false);
    /* y negative or 0: as integers, both are below the least number. */
    low_less(low, mask, y, NV_LIT_HIDDEN);
    choose_by_sign(low, d, mask, w, true);
    low_choose_nan(low, d, a);
    low_rl(low, NV_X86_PAND, a, w, NV_LIT_ABS);
    low_choose_nan(low, d, a);
    low_choose_zero(low, d, a, NV_LIT_ONE);
    low_drop(low, a);
    low_drop(low, mask);
    return d;
}

int low_lit_power(NvLow *low, const NvListNode *node)
{
    unsigned x = nv_ra_use(&low->ra, node->arg[0]), y, w, d, t;

    if (node->imm == 1) {
        d = low_temp(low);
        low_shift(low, NV_X86_PSRAD, d, x, 31);
        low_rr(low, NV_X86_PANDN, d, d, x);
        return d;
    }
    if (node->imm != 2) {
        return -1;
    }
    y = nv_ra_use(&low->ra, node->arg[1]);
    if (low_may_assume(low, node->arg[2])) {
        return lit_constant(low, x, y, node->arg[2]);
    }
    w = nv_ra_use(&low->ra, node->arg[2]);
    d = lit_power(low, y, w);
    t = low_temp(low);
    low_less(low, t, x, NV_LIT_HIDDEN);         /* x negative or 0 */
    low_rr(low, NV_X86_PANDN, d, t, d);
    low_drop(low, t);
    return d;
}
