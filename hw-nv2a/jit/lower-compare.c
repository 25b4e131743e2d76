/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * From nodes to operations: comparisons, floor, addresses, relative constants.
 *
 * What is computed is defined by arith/arith.h; see jit/lower.h for how.
 */
#include "jit/lower.h"

/* --- Comparisons --- */

/* Raw bits to integers of the same order. */
static unsigned order(NvLow *low, unsigned a)
{
    unsigned t = nv_low_temp(low);

    nv_low_shift(low, NV_SHIFT_SIGNED, t, a, 31);
    nv_low_shift(low, NV_SHIFT_RIGHT, t, t, 1);
    nv_low_rr(low, NV_OP_XOR, t, t, a);
    return t;
}

/* True if one of the two is a constant that is not negative. */
static bool one_positive(NvLow *low, const NvListNode *node)
{
    for (unsigned i = 0; i < 2; i++) {
        const NvListNode *arg = &low->list->node[node->arg[i]];

        if (nv_low_may_assume(low, node->arg[i]) &&
            !(arg->op == NV_LIST_CONST && arg->imm & NV_XF_SIGN)) {
            nv_low_extra(low, NV_LOW_POSITIVE, node->arg[i]);
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
        ka = nv_low_temp(low);
        nv_low_cmp(low, NV_CMP_LT_S, ka, a, nv_emit_reg(b));
        return ka;
    }
    if (simple) {
        ka = nv_low_temp(low);
        nv_low_rr(low, NV_OP_GREATER, ka, b, a);
        return ka;
    }
    ka = order(low, a);
    kb = order(low, b);
    nv_low_rr(low, NV_OP_GREATER, ka, kb, ka);
    nv_low_drop(low, kb);
    return ka;
}

static unsigned equal(NvLow *low, unsigned a, unsigned b)
{
    unsigned d = nv_low_temp(low);

    if (low->legacy) {
        nv_low_rr(low, NV_OP_EQ, d, a, b);
    } else {
        nv_low_cmp(low, NV_CMP_LT_S, d, a, nv_emit_reg(b));
        nv_low_cmp(low, NV_CMP_EQ, d, a, nv_emit_reg(b));
    }
    return d;
}

int nv_low_minmax(NvLow *low, const NvListNode *node, bool max)
{
    bool simple = low->legacy && one_positive(low, node);
    unsigned first = simple && low->list->node[node->arg[0]].uniform;
    unsigned a = nv_low_use(low, node, first), b, d;

    if (simple) {
        d = nv_low_temp(low);
        nv_emit_op(low->e, max ? NV_OP_MAX_S : NV_OP_MIN_S, d, a,
                  nv_low_operand(low, node, !first));
        return d;
    }
    b = nv_low_use(low, node, 1);
    d = less(low, a, b, false);
    if (max) {
        nv_low_blend(low, d, a, b, d);
    } else {
        nv_low_blend(low, d, b, a, d);
    }
    if (low->careful && !low->legacy) {
        nv_low_nan_of_two(low, d, a, nv_emit_reg(b));
    }
    return d;
}

int nv_low_set(NvLow *low, const NvListNode *node)
{
    NvXfTest test = node->imm & 7;
    bool simple, invert = false;
    unsigned a, b, d;

    if (test == NV_XF_TEST_FL || test == NV_XF_TEST_TR) {
        d = nv_low_temp(low);
        nv_low_rr(low, NV_OP_XOR, d, d, d);
        if (test == NV_XF_TEST_TR) {
            nv_emit_load(low->e, d, nv_low_lit(low, NV_LIT_ONE));
        }
        return d;
    }
    simple = low->legacy && one_positive(low, node);
    a = nv_low_use(low, node, 0);
    b = nv_low_use(low, node, 1);
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
    nv_low_rl(low, invert ? NV_OP_NOT_AND : NV_OP_AND, d, d, NV_LIT_ONE);
    if (low->careful && !low->legacy) {
        nv_low_nan_of_two(low, d, a, nv_emit_reg(b));
    }
    return d;
}

/* Masks of a comparison with +0; NaN passes NE only. */
unsigned nv_low_test_zero(NvLow *low, unsigned a, NvXfTest test)
{
    unsigned d = nv_low_temp(low);

    nv_low_rr(low, NV_OP_XOR, d, d, d);
    switch (test) {
    case NV_XF_TEST_LT:
        if (low->legacy) {
            nv_low_shift(low, NV_SHIFT_SIGNED, d, a, 31);
        } else {
            nv_low_cmp(low, NV_CMP_LT_S, d, a, nv_emit_reg(d));
        }
        break;
    case NV_XF_TEST_GT:
        if (low->legacy) {
            nv_low_rr(low, NV_OP_GREATER, d, a, d);
        } else {
            nv_low_cmp(low, NV_CMP_LT_S, d, d, nv_emit_reg(a));
        }
        break;
    case NV_XF_TEST_LE:
        if (low->legacy) {
            nv_low_less(low, d, a, NV_LIT_I1);
        } else {
            nv_low_cmp(low, NV_CMP_LE_S, d, a, nv_emit_reg(d));
        }
        break;
    case NV_XF_TEST_GE:
        if (low->legacy) {
            nv_low_rl(low, NV_OP_GREATER, d, a, NV_LIT_MINUS1);
        } else {
            nv_low_cmp(low, NV_CMP_LE_S, d, d, nv_emit_reg(a));
        }
        break;
    case NV_XF_TEST_EQ:
    case NV_XF_TEST_NE:
        if (low->legacy) {
            nv_low_rr(low, NV_OP_EQ, d, d, a);
            if (test == NV_XF_TEST_NE) {
                nv_low_rl(low, NV_OP_XOR, d, d, NV_LIT_MINUS1);
            }
        } else {
            nv_low_cmp(low, test == NV_XF_TEST_EQ ? NV_CMP_EQ :
                       NV_CMP_NE, d, d, nv_emit_reg(a));
        }
        break;
    case NV_XF_TEST_TR:
        nv_low_rr(low, NV_OP_EQ, d, d, d);
        break;
    case NV_XF_TEST_FL:
        break;
    }
    return d;
}

int nv_low_ssg(NvLow *low, const NvListNode *node)
{
    unsigned a = nv_low_use(low, node, 0);
    unsigned zero = nv_low_test_zero(low, a, NV_XF_TEST_EQ);
    unsigned d = nv_low_temp(low);

    nv_low_rl(low, NV_OP_AND, d, a, NV_LIT_SIGN);
    nv_low_rl(low, NV_OP_OR, d, d, NV_LIT_ONE);
    nv_low_rr(low, NV_OP_NOT_AND, d, zero, d);
    nv_low_drop(low, zero);
    if (!low->legacy) {
        nv_low_nan_of_two(low, d, a, nv_emit_reg(a));
    }
    return d;
}

/* --- Floor --- */

unsigned nv_low_floor(NvLow *low, unsigned a)
{
    unsigned d = nv_low_temp(low), zero = nv_low_temp(low);

    nv_low_round_down(low, d, a);
    nv_low_rr(low, NV_OP_XOR, zero, zero, zero);
    nv_low_rr(low, NV_OP_ADD_F, d, d, zero);
    nv_low_drop(low, zero);
    nv_low_canonical_nan(low, d);
    return d;
}

int nv_low_frc(NvLow *low, const NvListNode *node, bool zero)
{
    unsigned a = nv_low_use(low, node, 0), f = nv_low_floor(low, a);
    NvLowTerm term[2] = { { nv_emit_reg(a), 0 }, { nv_emit_reg(f), 0 } };
    unsigned d;

    nv_low_rl(low, NV_OP_XOR, f, f, NV_LIT_SIGN);
    d = nv_low_sum_of(low, term, 2, NV_LOW_TERMS_ANY, zero);
    nv_low_drop(low, f);
    return d;
}

/* --- Addresses --- */

static int clamp_address(NvLow *low, unsigned d, unsigned bits)
{
    int32_t end = 1 << (bits - 1);

    nv_emit_op(low->e, NV_OP_MIN_S, d, d, nv_low_word(low, end - 1));
    nv_emit_op(low->e, NV_OP_MAX_S, d, d, nv_low_word(low, -end));
    return d;
}

int nv_low_address(NvLow *low, const NvListNode *node, bool nearest)
{
    unsigned a, d, tiny;

    if (node->imm < 1 || node->imm > 16) {
        return -1;
    }
    a = nv_low_use(low, node, 0);
    d = nv_low_temp(low);
    tiny = nv_low_temp(low);
    /* NaN becomes the second operand: to the top, as it should be. */
    nv_low_rl(low, NV_OP_MIN_F, d, a, NV_LIT_F128K);
    nv_low_rl(low, NV_OP_MAX_F, d, d, NV_LIT_FM128K);
    nv_low_rl(low, NV_OP_MUL_F, d, d, NV_LIT_F8192);
    nv_low_round_down(low, d, d);
    nv_low_rr(low, NV_OP_F_TO_I32, d, 0, d);
    nv_low_rl(low, NV_OP_AND, tiny, a, NV_LIT_ABS);
    nv_low_less(low, tiny, tiny, NV_LIT_E104);
    nv_low_rr(low, NV_OP_NOT_AND, d, tiny, d);
    nv_low_drop(low, tiny);
    if (nearest) {
        nv_low_rl(low, NV_OP_ADD, d, d, NV_LIT_I1000);
    }
    nv_low_shift(low, NV_SHIFT_SIGNED, d, d, 13);
    return clamp_address(low, d, node->imm);
}

int nv_low_iadd(NvLow *low, const NvListNode *node)
{
    unsigned a, d;

    if (node->imm < 1 || node->imm > 16) {
        return -1;
    }
    a = nv_low_use(low, node, 0);
    d = nv_low_temp(low);
    nv_emit_op(low->e, NV_OP_ADD, d, a, nv_low_operand(low, node, 1));
    return clamp_address(low, d, node->imm);
}

int nv_low_ctxrel(NvLow *low, const NvListNode *node)
{
    unsigned a = nv_low_use(low, node, 0);
    unsigned slot = nv_low_temp(low), mask = nv_low_temp(low);
    unsigned t = nv_low_temp(low);
    unsigned d = nv_low_temp(low);

    nv_emit_op(low->e, NV_OP_ADD, slot, a, nv_low_word(low, node->imm >> 2));
    nv_emit_op(low->e, NV_OP_GREATER, mask, slot,
              nv_low_word(low, low->list->ctx_first - 1));
    nv_emit_load(low->e, t, nv_low_word(low, low->list->ctx_limit));
    nv_low_rr(low, NV_OP_GREATER, t, t, slot);
    nv_low_rr(low, NV_OP_AND, mask, mask, t);
    nv_low_shift(low, NV_SHIFT_LEFT, slot, slot, 2);
    nv_emit_op(low->e, NV_OP_ADD, slot, slot,
              nv_low_word(low, node->imm & 3));
    nv_low_rr(low, NV_OP_XOR, d, d, d);
    low->e->target->gather(low->e, d, slot, mask);
    nv_low_drop(low, slot);
    nv_low_drop(low, mask);
    nv_low_drop(low, t);
    return d;
}
