/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * From nodes to operations: comparisons, floor, addresses, relative constants.
 *
 * What is computed is defined by xf/arith.h; see jit/x86-lower.h for how.
 */
#include "jit/x86-lower.h"

/* --- Comparisons --- */

/* Raw bits to integers of the same order. */
static unsigned order(NvLow *low, unsigned a)
{
    unsigned t = low_temp(low);

    nv_x86_shift(low->e, NV_X86_PSRAD, t, a, 31);
    nv_x86_shift(low->e, NV_X86_PSRLD, t, t, 1);
    low_rr(low, NV_X86_PXOR, t, t, a);
    return t;
}

/* True if one of the two is a constant that is not negative. */
static bool one_positive(NvLow *low, const NvListNode *node)
{
    for (unsigned i = 0; i < 2; i++) {
        const NvListNode *arg = &low->list->node[node->arg[i]];

        if (low_may_assume(low, node->arg[i]) &&
            !(arg->op == NV_LIST_CONST && arg->imm & NV_XF_SIGN)) {
            low_extra(low, NV_LOW_POSITIVE, node->arg[i]);
            return true;
        }
    }
    return false;
}

/*
 * Mask of a < b; for modern rules a NaN gives no.  @simple: the bits compare
 * like integers.
 */
static unsigned less(NvLow *low, unsigned a, unsigned b, bool simple)
{
    unsigned ka, kb;

    if (!low->legacy) {
        ka = low_temp(low);
        low_cmp(low, NV_LOW_CMP_LT_S, ka, a, nv_x86_reg(b));
        return ka;
    }
    if (simple) {
        ka = low_temp(low);
        low_rr(low, NV_X86_PCMPGTD, ka, b, a);
        return ka;
    }
    ka = order(low, a);
    kb = order(low, b);
    low_rr(low, NV_X86_PCMPGTD, ka, kb, ka);
    low_drop(low, kb);
    return ka;
}

static unsigned equal(NvLow *low, unsigned a, unsigned b)
{
    unsigned d = low_temp(low);

    if (low->legacy) {
        low_rr(low, NV_X86_PCMPEQD, d, a, b);
    } else {
        low_cmp(low, NV_LOW_CMP_LT_S, d, a, nv_x86_reg(b));
        low_cmp(low, NV_LOW_CMP_EQ, d, a, nv_x86_reg(b));
    }
    return d;
}

int low_minmax(NvLow *low, const NvListNode *node, bool max)
{
    bool simple = low->legacy && one_positive(low, node);
    unsigned first = simple && low->list->node[node->arg[0]].uniform;
    unsigned a = low_use(low, node, first), b, d;

    if (simple) {
        d = low_temp(low);
        nv_x86_op(low->e, max ? NV_X86_PMAXSD : NV_X86_PMINSD, d, a,
                  low_operand(low, node, !first));
        return d;
    }
    b = low_use(low, node, 1);
    d = less(low, a, b, false);
    if (max) {
        nv_x86_blendv(low->e, d, a, nv_x86_reg(b), d);
    } else {
        nv_x86_blendv(low->e, d, b, nv_x86_reg(a), d);
    }
    if (low->careful && !low->legacy) {
        low_nan_of_two(low, d, a, nv_x86_reg(b));
    }
    return d;
}

int low_set(NvLow *low, const NvListNode *node)
{
    NvXfTest test = node->imm & 7;
    bool simple, invert = false;
    unsigned a, b, d;

    if (test == NV_XF_TEST_FL || test == NV_XF_TEST_TR) {
        d = low_temp(low);
        low_rr(low, NV_X86_PXOR, d, d, d);
        if (test == NV_XF_TEST_TR) {
            nv_x86_load(low->e, d, low_lit(NV_LIT_ONE));
        }
        return d;
    }
    simple = low->legacy && one_positive(low, node);
    a = low_use(low, node, 0);
    b = low_use(low, node, 1);
    switch (test) {
    case NV_XF_TEST_LT:
    case NV_XF_TEST_GE:
        d = less(low, a, b, simple);
        invert = test == NV_XF_TEST_GE;
        break;
    case NV_XF_TEST_GT:
    case NV_XF_TEST_LE:
        d = less(low, b, a, simple);
        invert = test == NV_XF_TEST_LE;
        break;
    default:
        d = equal(low, a, b);
        invert = test == NV_XF_TEST_NE;
        break;
    }
    low_rl(low, invert ? NV_X86_PANDN : NV_X86_PAND, d, d, NV_LIT_ONE);
    if (low->careful && !low->legacy) {
        low_nan_of_two(low, d, a, nv_x86_reg(b));
    }
    return d;
}

/* Masks of a comparison with +0; NaN passes NE only. */
unsigned low_test_zero(NvLow *low, unsigned a, NvXfTest test)
{
    unsigned d = low_temp(low);

    low_rr(low, NV_X86_PXOR, d, d, d);
    switch (test) {
    case NV_XF_TEST_LT:
        if (low->legacy) {
            nv_x86_shift(low->e, NV_X86_PSRAD, d, a, 31);
        } else {
            low_cmp(low, NV_LOW_CMP_LT_S, d, a, nv_x86_reg(d));
        }
        break;
    case NV_XF_TEST_GT:
        if (low->legacy) {
            low_rr(low, NV_X86_PCMPGTD, d, a, d);
        } else {
            low_cmp(low, NV_LOW_CMP_LT_S, d, d, nv_x86_reg(a));
        }
        break;
    case NV_XF_TEST_LE:
        if (low->legacy) {
            low_less(low, d, a, NV_LIT_I1);
        } else {
            low_cmp(low, NV_LOW_CMP_LE_S, d, a, nv_x86_reg(d));
        }
        break;
    case NV_XF_TEST_GE:
        if (low->legacy) {
            low_rl(low, NV_X86_PCMPGTD, d, a, NV_LIT_MINUS1);
        } else {
            low_cmp(low, NV_LOW_CMP_LE_S, d, d, nv_x86_reg(a));
        }
        break;
    case NV_XF_TEST_EQ:
    case NV_XF_TEST_NE:
        if (low->legacy) {
            low_rr(low, NV_X86_PCMPEQD, d, d, a);
            if (test == NV_XF_TEST_NE) {
                low_rl(low, NV_X86_PXOR, d, d, NV_LIT_MINUS1);
            }
        } else {
            low_cmp(low, test == NV_XF_TEST_EQ ? NV_LOW_CMP_EQ :
                    NV_LOW_CMP_NE, d, d, nv_x86_reg(a));
        }
        break;
    case NV_XF_TEST_TR:
        low_rr(low, NV_X86_PCMPEQD, d, d, d);
        break;
    case NV_XF_TEST_FL:
        break;
    }
    return d;
}

int low_ssg(NvLow *low, const NvListNode *node)
{
    unsigned a = low_use(low, node, 0);
    unsigned zero = low_test_zero(low, a, NV_XF_TEST_EQ);
    unsigned d = low_temp(low);

    low_rl(low, NV_X86_PAND, d, a, NV_LIT_SIGN);
    low_rl(low, NV_X86_POR, d, d, NV_LIT_ONE);
    low_rr(low, NV_X86_PANDN, d, zero, d);
    low_drop(low, zero);
    if (!low->legacy) {
        low_nan_of_two(low, d, a, nv_x86_reg(a));
    }
    return d;
}

/* --- Floor --- */

unsigned low_floor(NvLow *low, unsigned a)
{
    unsigned d = low_temp(low), zero = low_temp(low);

    low_round_down(low, d, a);
    low_rr(low, NV_X86_PXOR, zero, zero, zero);
    low_rr(low, NV_X86_ADDPS, d, d, zero);
    low_drop(low, zero);
    low_canonical_nan(low, d);
    return d;
}

int low_frc(NvLow *low, const NvListNode *node, bool zero)
{
    unsigned a = low_use(low, node, 0), f = low_floor(low, a);
    NvLowTerm term[2] = { { nv_x86_reg(a), 0 }, { nv_x86_reg(f), 0 } };
    unsigned d;

    low_rl(low, NV_X86_PXOR, f, f, NV_LIT_SIGN);
    d = low_sum_of(low, term, 2, NV_LOW_TERMS_ANY, zero);
    low_drop(low, f);
    return d;
}

/* --- Addresses --- */

static int clamp_address(NvLow *low, unsigned d, unsigned bits)
{
    int32_t end = 1 << (bits - 1);

    nv_x86_op(low->e, NV_X86_PMINSD, d, d, low_word(low, end - 1));
    nv_x86_op(low->e, NV_X86_PMAXSD, d, d, low_word(low, -end));
    return d;
}

int low_address(NvLow *low, const NvListNode *node, bool nearest)
{
    unsigned a, d, tiny;

    if (node->imm < 1 || node->imm > 16) {
        return -1;
    }
    a = low_use(low, node, 0);
    d = low_temp(low);
    tiny = low_temp(low);
    /* NaN becomes the second operand: to the top, as it should be. */
    low_rl(low, NV_X86_MINPS, d, a, NV_LIT_F128K);
    low_rl(low, NV_X86_MAXPS, d, d, NV_LIT_FM128K);
    low_rl(low, NV_X86_MULPS, d, d, NV_LIT_F8192);
    low_round_down(low, d, d);
    low_rr(low, NV_X86_CVTTPS2DQ, d, 0, d);
    low_rl(low, NV_X86_PAND, tiny, a, NV_LIT_ABS);
    low_less(low, tiny, tiny, NV_LIT_E104);
    low_rr(low, NV_X86_PANDN, d, tiny, d);
    low_drop(low, tiny);
    if (nearest) {
        low_rl(low, NV_X86_PADDD, d, d, NV_LIT_I1000);
    }
    nv_x86_shift(low->e, NV_X86_PSRAD, d, d, 13);
    return clamp_address(low, d, node->imm);
}

int low_iadd(NvLow *low, const NvListNode *node)
{
    unsigned a, d;

    if (node->imm < 1 || node->imm > 16) {
        return -1;
    }
    a = low_use(low, node, 0);
    d = low_temp(low);
    nv_x86_op(low->e, NV_X86_PADDD, d, a, low_operand(low, node, 1));
    return clamp_address(low, d, node->imm);
}

int low_ctxrel(NvLow *low, const NvListNode *node)
{
    unsigned a = low_use(low, node, 0);
    unsigned slot = low_temp(low), mask = low_temp(low), t = low_temp(low);
    unsigned d = low_temp(low);

    nv_x86_op(low->e, NV_X86_PADDD, slot, a, low_word(low, node->imm >> 2));
    nv_x86_op(low->e, NV_X86_PCMPGTD, mask, slot,
              low_word(low, low->list->ctx_first - 1));
    nv_x86_load(low->e, t, low_word(low, low->list->ctx_limit));
    low_rr(low, NV_X86_PCMPGTD, t, t, slot);
    low_rr(low, NV_X86_PAND, mask, mask, t);
    nv_x86_shift(low->e, NV_X86_PSLLD, slot, slot, 2);
    nv_x86_op(low->e, NV_X86_PADDD, slot, slot,
              low_word(low, node->imm & 3));
    low_rr(low, NV_X86_PXOR, d, d, d);
    nv_x86_gather(low->e, d, NV_LOW_CTX, slot, mask);
    low_drop(low, slot);
    low_drop(low, mask);
    low_drop(low, t);
    return d;
}
