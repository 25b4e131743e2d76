/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * From nodes to operations: Celsius' multiplier and the 22-bit words of LT.
 *
 * What is computed is defined by arith-lt.c; names are as there.  A result
 * that the host truncated to 24 bits is cut to 14 by a mask: both drop bits.
 * Words that come from sums are no NaN or infinity in the quick version, as
 * the conversion that makes them would have raised "invalid".
 */
#include "jit/lower.h"

/* --- Products --- */

/* @d, an infinity or not: an infinity without its sign. */
static void positive_inf(NvLow *low, unsigned d)
{
    unsigned t = nv_low_absolute(low, d);

    nv_low_rl(low, NV_OP_EQ, t, t, NV_LIT_EXP);
    nv_low_choose(low, d, NV_LIT_EXP, t);
    nv_low_drop(low, t);
}

/* Exponents that are too large before the product is normalised. */
static void early_overflow(NvLow *low, unsigned d, unsigned a, NvEmitArg b)
{
    unsigned t = nv_low_temp(low), u = nv_low_temp(low);

    nv_low_rl(low, NV_OP_AND, t, a, NV_LIT_EXP);
    nv_emit_load(low->e, u, b);
    nv_low_rl(low, NV_OP_AND, u, u, NV_LIT_EXP);
    nv_low_shift(low, NV_SHIFT_RIGHT, t, t, 1);
    nv_low_shift(low, NV_SHIFT_RIGHT, u, u, 1);
    nv_low_rr(low, NV_OP_ADD, t, t, u);
    nv_low_rl(low, NV_OP_GREATER, t, t, NV_LIT_E381);
    nv_low_rl(low, NV_OP_AND, u, d, NV_LIT_SIGN);
    nv_low_rl(low, NV_OP_OR, u, u, NV_LIT_EXP);
    nv_low_blend(low, d, d, u, t);
    nv_low_drop(low, t);
    nv_low_drop(low, u);
}

static void careful_product(NvLow *low, NvListOp op, unsigned d, unsigned a,
                            NvEmitArg b)
{
    unsigned t = nv_low_temp(low);

    nv_low_either_zero(low, t, a, b);
    nv_low_rr(low, NV_OP_NOT_AND, d, t, d);
    if (op == NV_LIST_LT_SMUL) {
        early_overflow(low, d, a, b);
    } else {
        positive_inf(low, d);
    }
    nv_low_cmp(low, NV_CMP_UNORD, t, a, b);
    nv_low_choose(low, d, op == NV_LIST_MULC ? NV_LIT_ABS : NV_LIT_LT_NAN, t);
    nv_low_drop(low, t);
}

/* "Invalid" if a lane of @a is infinite or NaN, or at least 2^31. */
static void notice_special(NvLow *low, unsigned a)
{
    unsigned t = nv_low_temp(low);

    nv_low_rr(low, NV_OP_F_TO_I32, t, 0, a);
    nv_low_drop(low, t);
}

/* By the rules of @op, with as many bits as @bits are. */
static unsigned product_of(NvLow *low, const NvListNode *node, NvListOp op,
                           NvLowLit bits, bool seen)
{
    bool swap = !nv_ra_in_reg(&low->ra, node->arg[0]) &&
                nv_ra_in_reg(&low->ra, node->arg[1]);
    unsigned a = nv_low_use(low, node, swap), d, t;
    NvEmitArg b = nv_low_operand(low, node, !swap);

    d = nv_low_temp(low);
    nv_emit_op(low->e, NV_OP_MUL_F, d, a, b);
    if (op != NV_LIST_MULC) {
        nv_low_rl(low, NV_OP_AND, d, d, bits);
    }
    if (low->careful) {
        careful_product(low, op, d, a, b);
    } else if (seen) {
        notice_special(low, d);
        t = nv_low_temp(low);
        nv_low_either_zero(low, t, a, b);
        nv_low_rr(low, NV_OP_NOT_AND, d, t, d);
        nv_low_drop(low, t);
    }
    return d;
}

static int product(NvLow *low, const NvListNode *node, bool seen)
{
    return product_of(low, node, node->op, NV_LIT_LT_BITS, seen);
}

/* --- Sums --- */

/* What is infinite or NaN among the terms decides; +infinity for any. */
static void careful_sum(NvLow *low, unsigned d, unsigned max,
                        const NvLowTerm *term, unsigned n)
{
    unsigned t = nv_low_temp(low), nan = nv_low_temp(low);

    nv_low_rl(low, NV_OP_GREATER, max, max, NV_LIT_MAXFIN);
    nv_low_host_sum(low, t, term, n);
    nv_low_cmp(low, NV_CMP_UNORD, nan, t, nv_emit_reg(t));
    nv_low_choose(low, d, NV_LIT_EXP, max);
    nv_low_rr(low, NV_OP_AND, nan, nan, max);
    nv_low_choose(low, d, NV_LIT_LT_NAN, nan);
    nv_low_drop(low, t);
    nv_low_drop(low, nan);
}

/* As XF's sums, with 14 bits; @up and @down have the guard bits in them. */
static unsigned exact_sum(NvLow *low, const NvLowTerm *term, unsigned n,
                          NvLowTerms kind, NvLowLit up, NvLowLit down)
{
    NvLowSum sum = nv_low_aligned_sum(low, term, n, kind, up, down);

    nv_low_rl(low, NV_OP_AND, sum.d, sum.d, NV_LIT_LT_BITS);
    if (low->careful) {
        careful_sum(low, sum.d, sum.largest, term, n);
        nv_low_drop(low, sum.largest);
    }
    return sum.d;
}

static unsigned fast_sum(NvLow *low, const NvLowTerm *term, unsigned n,
                         bool seen)
{
    unsigned d = nv_low_temp(low);

    nv_low_host_sum(low, d, term, n);
    if (seen) {
        /* -0 becomes +0 */
        nv_emit_op(low->e, NV_OP_ADD_F, d, d, nv_low_word(low, 0));
        notice_special(low, d);
    }
    nv_low_rl(low, NV_OP_AND, d, d, NV_LIT_LT_BITS);
    return d;
}

static int sum(NvLow *low, const NvListNode *node, bool seen)
{
    bool scalar = node->op == NV_LIST_LT_SADD;
    unsigned n = nv_list_op[node->op].args, terms = 0, from[3];
    NvLowTerms kind = NV_LOW_TERMS_ANY;
    NvLowTerm term[3];
    bool host;

    for (unsigned i = 0; i < n; i++) {
        const NvListNode *arg = &low->list->node[node->arg[i]];

        /* A term 0 adds nothing and has the least exponent. */
        if (arg->op != NV_LIST_CONST || arg->imm & ~NV_XF_SIGN ||
            terms + n - i <= 2) {
            from[terms++] = i;
        }
    }
    /* The host cuts what both signs agree on as the guard bits do. */
    host = (low->fast || (node->imm == NV_LIST_POSITIVE && terms == 2)) &&
           !low->careful;
    if (!host) {
        kind = nv_low_terms(low, node);
    }
    for (unsigned i = 0; i < terms; i++) {
        term[i] = nv_low_term(low, node, from[i], kind);
    }
    if (host) {
        return fast_sum(low, term, terms, seen);
    }
    return exact_sum(low, term, terms, kind,
                     scalar ? NV_LIT_LT_SUP : NV_LIT_LT_UP,
                     scalar ? NV_LIT_LT_SDOWN : NV_LIT_LT_DOWN);
}

/* By the host: a product of 19 bits, as both have half the digits of 24. */
static int fast_multiply_add(NvLow *low, const NvListNode *node, bool seen)
{
    unsigned p = product_of(low, node, NV_LIST_LT_SMUL, NV_LIT_LT_BITS5,
                            false), d;
    NvLowTerm term[2] = {
        { .at = nv_emit_reg(p) },
        { .at = nv_emit_reg(nv_low_use(low, node, 2)) },
    };

    d = fast_sum(low, term, 2, seen);
    nv_low_drop(low, p);
    return d;
}

/* @d = @a times the power of two of @b, with its sign; 0 if either is. */
static void scaled(NvLow *low, unsigned d, unsigned a, unsigned b)
{
    unsigned t = nv_low_temp(low);

    nv_low_rl(low, NV_OP_AND, d, b, NV_LIT_EXP_SIGN);
    nv_low_rr(low, NV_OP_MUL_F, d, a, d);
    if (low->careful) {
        nv_low_either_zero(low, t, a, nv_emit_reg(b));
        nv_low_rr(low, NV_OP_NOT_AND, d, t, d);
    }
    nv_low_drop(low, t);
}

/*
 * Both terms as integers of 14 bits under the larger exponent, side by side;
 * the significand of @b stands beside 1: one operation multiplies and adds.
 */
static unsigned whole_sum(NvLow *low, unsigned a, unsigned b, unsigned c)
{
    unsigned d = nv_low_temp(low), t = nv_low_temp(low);
    unsigned max = nv_low_temp(low), scale = nv_low_temp(low);

    scaled(low, d, a, b);
    nv_low_rl(low, NV_OP_AND, max, d, NV_LIT_EXP);
    nv_low_rl(low, NV_OP_AND, t, c, NV_LIT_EXP);
    nv_low_rr(low, NV_OP_MAX_S, max, max, t);
    nv_low_from(low, scale, NV_LIT_LT_SUP, max);
    nv_low_rr(low, NV_OP_MUL_F, d, d, scale);
    nv_low_rr(low, NV_OP_MUL_F, t, c, scale);
    nv_low_rr(low, NV_OP_F_TO_I32, d, 0, d);
    nv_low_rr(low, NV_OP_F_TO_I32, t, 0, t);
    nv_low_rl(low, NV_OP_AND, d, d, NV_LIT_LOW16);
    nv_low_shift(low, NV_SHIFT_LEFT, t, t, 16);
    nv_low_rr(low, NV_OP_OR, d, d, t);
    nv_low_rl(low, NV_OP_AND, t, b, NV_LIT_FRAC);
    nv_low_shift(low, NV_SHIFT_RIGHT, t, t, 10);
    nv_low_rl(low, NV_OP_OR, t, t, NV_LIT_LT_ONES);
    nv_low_rr(low, NV_OP_MADD_16, d, d, t);
    nv_low_rr(low, NV_OP_I32_TO_F, d, 0, d);
    nv_low_rl(low, NV_OP_MUL_F, d, d, NV_LIT_M26);
    nv_low_rr(low, NV_OP_MUL_F, d, d, max);
    nv_low_rl(low, NV_OP_AND, d, d, NV_LIT_LT_BITS);
    nv_low_drop(low, t);
    nv_low_drop(low, max);
    nv_low_drop(low, scale);
    return d;
}

static int multiply_add(NvLow *low, const NvListNode *node, bool seen)
{
    unsigned a, b, c, p, d, largest;
    NvLowTerm term[2] = { { .constant = 0 } };

    if (nv_low_is_quick_fast(low)) {
        return fast_multiply_add(low, node, seen);
    }
    a = nv_low_use(low, node, 0);
    b = nv_low_use(low, node, 1);
    c = nv_low_use(low, node, 2);
    d = whole_sum(low, a, b, c);
    if (low->careful) {
        p = product_of(low, node, NV_LIST_LT_SMUL, NV_LIT_LT_BITS, false);
        term[0].at = nv_emit_reg(p);
        term[1].at = nv_emit_reg(c);
        largest = nv_low_largest(low, term, 2, NV_LOW_TERMS_ANY);
        careful_sum(low, d, largest, term, 2);
        nv_low_drop(low, largest);
        nv_low_drop(low, p);
    }
    return d;
}

/* --- Words, functions --- */

/* 0x200 is added, but no more than fills the bits below a carry's stop. */
static int to_lt(NvLow *low, const NvListNode *node)
{
    unsigned x = nv_low_use(low, node, 0), d = nv_low_temp(low);

    nv_low_rl(low, NV_OP_NOT_AND, d, x, NV_LIT_LT_STOP);
    nv_low_rl(low, NV_OP_MIN_S, d, d, NV_LIT_LT_HALF);
    nv_low_rr(low, NV_OP_ADD, d, d, x);
    nv_low_rl(low, NV_OP_AND, d, d, NV_LIT_LT_BITS);
    return d;
}

/* Infinity gives +0, NaN is NaN. */
static void special_argument(NvLow *low, unsigned d, unsigned x)
{
    unsigned a = nv_low_absolute(low, x), t = nv_low_temp(low);

    nv_low_rl(low, NV_OP_GREATER, t, a, NV_LIT_MAXFIN);
    nv_low_rr(low, NV_OP_NOT_AND, d, t, d);
    nv_low_rl(low, NV_OP_GREATER, t, a, NV_LIT_EXP);
    nv_low_choose(low, d, NV_LIT_LT_NAN, t);
    nv_low_drop(low, a);
    nv_low_drop(low, t);
}

/* True if the quick version can be sure of a finite argument. */
static bool is_finite(const NvLow *low, NvVal v)
{
    NvListOp op = low->list->node[v].op;

    return !low->careful && !low->fast &&
           !low->list->node[v].imm &&
           (op == NV_LIST_LT_ADD3 || op == NV_LIST_LT_SADD);
}

/*
 * One step from the seed.  That is 128 by the middle of its 64th of an
 * octave, cut to an integer: 1 by 1 to 2, cut to 7 bits, is the same.
 */
static int lt_rcp(NvLow *low, const NvListNode *node)
{
    unsigned x = nv_low_use(low, node, 0);
    unsigned s = nv_low_load(low, NV_LIT_ONE), m = nv_low_temp(low), d, t;

    nv_low_rl(low, NV_OP_AND, m, x, NV_LIT_SEED_BITS);
    nv_low_rl(low, NV_OP_OR, m, m, NV_LIT_SEED_MIDDLE);
    nv_low_rr(low, NV_OP_DIV_F, s, s, m);
    nv_low_rl(low, NV_OP_AND, s, s, NV_LIT_SEED_CUT);
    nv_low_rl(low, NV_OP_AND, m, x, NV_LIT_FRAC);
    nv_low_rl(low, NV_OP_OR, m, m, NV_LIT_ONE);
    d = nv_low_load(low, NV_LIT_TWO);
    if (low->e->target->fused) {
        nv_low_rr(low, NV_OP_FMS_F, d, m, s);
    } else {
        nv_low_rr(low, NV_OP_MUL_F, m, m, s);
        nv_low_rr(low, NV_OP_SUB_F, d, d, m);
    }
    nv_low_rr(low, NV_OP_MUL_F, d, d, s);
    nv_low_rl(low, NV_OP_AND, d, d, NV_LIT_LT_RCP_CUT);
    nv_low_drop(low, s);
    nv_low_drop(low, m);
    /* From 0.5 to 1; 2^(127 - E) with the sign of x makes it the result. */
    t = nv_low_load(low, NV_LIT_E254);
    m = nv_low_temp(low);
    nv_low_rl(low, NV_OP_AND, m, x, NV_LIT_EXP_SIGN);
    nv_low_rr(low, NV_OP_SUB, t, t, m);
    nv_low_rr(low, NV_OP_MUL_F, d, d, t);
    nv_low_drop(low, m);
    if (is_finite(low, node->arg[0])) {
        /* "Invalid" if x is 0, too. */
        nv_low_rl(low, NV_OP_MUL_F, t, x, NV_LIT_EXP);
    } else {
        m = nv_low_zero(low);
        nv_low_cmp(low, NV_CMP_EQ, t, m, nv_emit_reg(x));
        nv_low_zero_done(low, m);
        nv_low_choose(low, d, NV_LIT_EXP, t);
        special_argument(low, d, x);
    }
    nv_low_drop(low, t);
    return d;
}

/* The seed is the result. */
static int lt_rsq(NvLow *low, const NvListNode *node)
{
    unsigned x = nv_low_use(low, node, 0);
    unsigned d = nv_low_root_seed(low, NV_LOW_RSQ_SEED, x);
    unsigned t = nv_low_temp(low);
    unsigned e = nv_low_load(low, NV_LIT_E190);

    nv_low_rl(low, NV_OP_AND, d, d, NV_LIT_SEED_BITS);
    /* 190 - (E + 1) / 2 */
    nv_low_rl(low, NV_OP_AND, t, x, NV_LIT_ABS);
    nv_low_rl(low, NV_OP_ADD, t, t, NV_LIT_HIDDEN);
    nv_low_shift(low, NV_SHIFT_RIGHT, t, t, 1);
    nv_low_rl(low, NV_OP_AND, t, t, NV_LIT_EXP);
    nv_low_rr(low, NV_OP_SUB, e, e, t);
    nv_low_rr(low, NV_OP_OR, d, d, e);
    nv_low_drop(low, e);
    nv_low_drop(low, t);
    t = nv_low_absolute(low, x);
    nv_low_rl(low, NV_OP_EQ, t, t, NV_LIT_EXP);
    nv_low_rr(low, NV_OP_NOT_AND, d, t, d);
    nv_low_less(low, t, x, NV_LIT_HIDDEN);     /* 0, or negative */
    nv_low_choose(low, d, NV_LIT_EXP, t);
    nv_low_rl(low, NV_OP_AND, t, x, NV_LIT_ABS);
    nv_low_rl(low, NV_OP_GREATER, t, t, NV_LIT_EXP);
    nv_low_choose(low, d, NV_LIT_LT_NAN, t);
    nv_low_drop(low, t);
    return d;
}

/* --- All of them --- */

int nv_low_lt(NvLow *low, const NvListNode *node, bool seen)
{

    switch ((NvListOp)node->op) {
    case NV_LIST_MULC:
    case NV_LIST_LT_MUL:
    case NV_LIST_LT_SMUL:
        return product(low, node, seen);
    case NV_LIST_LT_ADD3:
    case NV_LIST_LT_SADD:
        return sum(low, node, seen);
    case NV_LIST_LT_SMAC:
        return multiply_add(low, node, seen);
    case NV_LIST_TO_LT:
        return to_lt(low, node);
    case NV_LIST_LT_RCP:
        return lt_rcp(low, node);
    case NV_LIST_LT_RSQ:
        return lt_rsq(low, node);
    default:
        return -1;
    }
}
