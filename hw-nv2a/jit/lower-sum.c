/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * From nodes to operations: sums of XF, and what LT's have in common with
 * them.
 *
 * What is computed is defined by arith/arith.h; see jit/lower.h for how.
 */
#include "jit/lower.h"

static bool is_square(const NvListNode *node)
{
    return (node->op == NV_LIST_MUL || node->op == NV_LIST_MULC ||
            node->op == NV_LIST_LT_MUL) && node->arg[0] == node->arg[1];
}

/* True if the value is 0, normal, or more: the host flushes what it makes. */
static bool is_flushed(const NvLow *low, const NvListNode *node)
{
    switch ((NvListOp)node->op) {
    case NV_LIST_MUL:
    case NV_LIST_SUM2:
    case NV_LIST_SUM3:
    case NV_LIST_SUM4:
    case NV_LIST_MULC:
    case NV_LIST_LT_MUL:
    case NV_LIST_LT_ADD3:
    case NV_LIST_LT_SMUL:
    case NV_LIST_LT_SADD:
    case NV_LIST_LT_SMAC:
    case NV_LIST_LT_RCP:
        return true;
    case NV_LIST_XOR:
    case NV_LIST_TO_LT:
        return node->imm == (node->op == NV_LIST_XOR ? NV_XF_SIGN : 0) &&
               is_flushed(low, &low->list->node[node->arg[0]]);
    default:
        return false;
    }
}

static bool is_zero(const NvListNode *node)
{
    return node->op == NV_LIST_CONST && !(node->imm & ~NV_XF_SIGN);
}

NvLowTerms nv_low_terms(const NvLow *low, const NvListNode *node)
{
    bool squares = true, flushed = true;

    for (unsigned i = 0; i < nv_list_op[node->op].args; i++) {
        const NvListNode *arg = &low->list->node[node->arg[i]];

        squares &= is_square(arg);
        /* In scalar units of LT a denormal is 0. */
        flushed &= is_flushed(low, arg) || is_zero(arg) ||
                   nv_low_may_assume(low, node->arg[i]) ||
                   node->op == NV_LIST_LT_SADD;
    }
    return low->careful ? NV_LOW_TERMS_ANY :
           squares ? NV_LOW_TERMS_SQUARES :
           flushed ? NV_LOW_TERMS_FLUSHED : NV_LOW_TERMS_ANY;
}

NvLowTerm nv_low_term(NvLow *low, const NvListNode *node, unsigned i,
                      NvLowTerms kind)
{
    NvLowTerm term = { .constant = 0 };

    if (kind == NV_LOW_TERMS_FLUSHED && nv_low_may_assume(low, node->arg[i])) {
        term.constant = node->arg[i];
        term.at = nv_low_operand(low, node, i);
    } else {
        term.at = nv_emit_reg(nv_low_use(low, node, i));
    }
    return term;
}

/* 0 is fine; of other numbers the exponent must be one to scale by. */
static void notice_denormal(NvLow *low, unsigned max)
{
    unsigned t = nv_low_temp(low);

    nv_low_rl(low, NV_OP_ADD, t, max, NV_LIT_MINUS1);
    nv_low_rr(low, NV_OP_MIN_U, low->acc, low->acc, t);
    nv_low_drop(low, t);
}

unsigned nv_low_largest(NvLow *low, const NvLowTerm *term, unsigned n,
                        NvLowTerms kind)
{
    NvLowLit mask = kind == NV_LOW_TERMS_FLUSHED ? NV_LIT_EXP : NV_LIT_ABS;
    unsigned max = nv_low_temp(low), t, first = 0;

    if (kind == NV_LOW_TERMS_SQUARES) {
        nv_emit_op(low->e, NV_OP_MAX_S, max, term[0].at.n, term[1].at);
        for (unsigned i = 2; i < n; i++) {
            nv_emit_op(low->e, NV_OP_MAX_S, max, max, term[i].at);
        }
        return max;
    }
    /* They are not all constant. */
    while (term[first].constant) {
        first++;
    }
    nv_low_rl(low, NV_OP_AND, max, term[first].at.n, mask);
    t = nv_low_temp(low);
    for (unsigned i = 0; i < n; i++) {
        NvEmitArg abs = nv_emit_reg(t);

        if (i == first) {
            continue;
        }
        if (term[i].constant) {
            abs = nv_low_extra(low, NV_LOW_EXPONENT, term[i].constant);
        } else {
            nv_low_rl(low, NV_OP_AND, t, term[i].at.n, mask);
        }
        nv_emit_op(low->e, NV_OP_MAX_S, max, max, abs);
    }
    nv_low_drop(low, t);
    if (kind == NV_LOW_TERMS_ANY) {
        notice_denormal(low, max);
    }
    return max;
}

/* All bits of @max but its exponent are cleared. */
void nv_low_only_exponent(NvLow *low, unsigned max, NvLowTerms kind)
{
    if (kind != NV_LOW_TERMS_FLUSHED) {
        nv_low_rl(low, NV_OP_AND, max, max, NV_LIT_EXP);
    }
}

void nv_low_host_sum(NvLow *low, unsigned d, const NvLowTerm *term, unsigned n)
{
    nv_emit_op(low->e, NV_OP_ADD_F, d, term[0].at.n, term[1].at);
    for (unsigned i = 2; i < n; i++) {
        nv_emit_op(low->e, NV_OP_ADD_F, d, d, term[i].at);
    }
}

void nv_low_from(NvLow *low, unsigned d, NvLowLit lit, unsigned a)
{
    unsigned kept = low->kept[lit];

    if (!kept) {
        nv_emit_load(low->e, d, nv_low_lit(low, lit));
    }
    nv_low_rr(low, NV_OP_SUB, d, kept ? kept : d, a);
}

NvLowSum nv_low_aligned_sum(NvLow *low, const NvLowTerm *term, unsigned n,
                            NvLowTerms kind, NvLowLit up, NvLowLit down)
{
    unsigned max = nv_low_largest(low, term, n, kind);
    unsigned scale = nv_low_temp(low), t = nv_low_temp(low);
    unsigned d = nv_low_temp(low), largest = 0;

    assert(n >= 2 && n <= 4);
    if (low->careful) {
        largest = nv_low_temp(low);
        nv_emit_load(low->e, largest, nv_emit_reg(max));
    }
    nv_low_only_exponent(low, max, kind);
    nv_low_from(low, scale, up, max);
    nv_low_rl(low, NV_OP_MUL_F, max, max, down);
    for (unsigned i = 0; i < n; i++) {
        unsigned to = i ? t : d;

        nv_emit_op(low->e, NV_OP_MUL_F, to, scale, term[i].at);
        nv_low_rr(low, NV_OP_F_TO_I32, to, 0, to);
        if (i) {
            nv_low_rr(low, NV_OP_ADD, d, d, t);
        }
    }
    nv_low_rr(low, NV_OP_I32_TO_F, d, 0, d);
    nv_low_rr(low, NV_OP_MUL_F, d, d, max);
    nv_low_drop(low, scale);
    nv_low_drop(low, max);
    nv_low_drop(low, t);
    return (NvLowSum) { d, largest };
}

static unsigned exact_sum(NvLow *low, const NvLowTerm *term, unsigned n,
                          NvLowTerms kind)
{
    NvLowSum sum = nv_low_aligned_sum(low, term, n, kind, NV_LIT_UP,
                                      NV_LIT_DOWN);
    unsigned d = sum.d, special = sum.largest;

    if (low->careful) {
        unsigned t = nv_low_temp(low);

        nv_low_doubt_largest(low, d);
        nv_low_host_sum(low, t, term, n);
        nv_low_canonical_nan(low, t);
        nv_low_rl(low, NV_OP_GREATER, special, special, NV_LIT_MAXFIN);
        nv_low_blend(low, d, d, t, special);
        nv_low_drop(low, special);
        nv_low_drop(low, t);
    }
    return d;
}

static unsigned fast_sum(NvLow *low, const NvLowTerm *term, unsigned n,
                         bool zero)
{
    unsigned d = nv_low_temp(low);

    nv_low_host_sum(low, d, term, n);
    if (zero) {
        nv_low_rr(low, NV_OP_ADD_F, d, d, low->acc);  /* -0 becomes +0 */
    }
    return d;
}

unsigned nv_low_sum_of(NvLow *low, const NvLowTerm *term, unsigned n,
                       NvLowTerms kind, bool zero)
{
    return nv_low_is_quick_fast(low) ? fast_sum(low, term, n, zero) :
           exact_sum(low, term, n, kind);
}

int nv_low_sum(NvLow *low, const NvListNode *node, unsigned n, bool zero)
{
    NvLowTerms kind = nv_low_is_quick_fast(low) ? NV_LOW_TERMS_ANY :
                      nv_low_terms(low, node);
    NvLowTerm term[4];

    for (unsigned i = 0; i < n; i++) {
        term[i] = nv_low_term(low, node, i, kind);
    }
    return nv_low_sum_of(low, term, n, kind, zero);
}
