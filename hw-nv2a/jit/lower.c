/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * From nodes to operations: products, comparisons, masks, constants.
 *
 * What is computed is defined by arith/arith.h; see jit/lower.h for how.
 */
#include "jit/lower.h"

#include "base/sanitize.h"

#define LANES 8                 /* room for a vector of words */

static void keep(NvLow *low)
{
    for (unsigned lit = 0; lit < NV_LIT_COUNT; lit++) {
        if (low->kept[lit]) {
            nv_emit_load(low->e, low->kept[lit], nv_low_lit(low, lit));
        }
    }
}

static bool has_lt(const NvList *list)
{
    for (unsigned v = 1; v < list->count; v++) {
        if (!list->node[v].uniform && nv_list_op[list->node[v].op].lt) {
            return true;
        }
    }
    return false;
}

uint32_t nv_low_keep(NvLow *low)
{
    /* What is subtracted from costs most elsewhere; then by how often. */
    static const uint8_t kept[2][8] = {
        { NV_LIT_ABS, NV_LIT_UP, NV_LIT_EXP, NV_LIT_SIGN, NV_LIT_ONE,
          NV_LIT_DOWN, NV_LIT_MINUS1, NV_LIT_FRAC },
        { NV_LIT_LT_UP, NV_LIT_UP, NV_LIT_EXP, NV_LIT_ABS, NV_LIT_LT_BITS,
          NV_LIT_LT_DOWN, NV_LIT_SIGN, NV_LIT_ONE },
    };
    unsigned count = low->e->target->literals, end = low->acc;
    bool lt = has_lt(low->source);

    assert(count <= NV_ARRAY_SIZE(kept[0]));
    /* Few registers are for values, where these have no sums to align. */
    if (nv_low_is_quick_fast(low) && count <= 2) {
        count = 0;
    }
    for (unsigned i = 0; i < count; i++) {
        low->kept[kept[lt][i]] = --end;
    }
    keep(low);
    return nv_emit_usable(low->e->target) & ((1u << end) - 1);
}

static NvEmitArg extra(NvLow *low, NvLowExtra kind, uint32_t value)
{
    NvLowWord new = { kind, value };
    unsigned i;

    for (i = 0; i < low->words->len; i++) {
        const NvLowWord *w = &g_array_index(low->words, NvLowWord, i);

        if (w->kind == kind && w->value == value) {
            break;
        }
    }
    if (i == low->words->len) {
        g_array_append_val(low->words, new);
    }
    return nv_low_pool(low->e, low->words_at + i);
}

NvEmitArg nv_low_word(NvLow *low, uint32_t word)
{
    /* The masks of sign and absolute value, above all. */
    for (unsigned i = 0; i <= NV_LIT_I1; i++) {
        if (low->data->lit[i][0] == word) {
            return nv_low_constant(low, i);
        }
    }
    return extra(low, NV_LOW_WORD, word);
}

NvEmitArg nv_low_extra(NvLow *low, NvLowExtra kind, NvVal v)
{
    return extra(low, kind, low->origin[v]);
}

unsigned nv_low_zero(NvLow *low)
{
    unsigned r;

    if (nv_low_is_quick_fast(low)) {
        return low->acc;
    }
    r = nv_low_temp(low);
    nv_low_rr(low, NV_OP_XOR, r, r, r);
    return r;
}

void nv_low_zero_done(NvLow *low, unsigned r)
{
    if (r != low->acc) {
        nv_low_drop(low, r);
    }
}

/* --- NaN --- */

void nv_low_notice_nan(NvLow *low, unsigned a)
{
    unsigned t = nv_low_temp(low);

    nv_low_cmp(low, NV_CMP_LT_S, t, a, nv_emit_reg(a));
    nv_low_drop(low, t);
}

static void notice_nan_input(NvLow *low, NvVal v)
{
    unsigned zero = nv_low_zero(low), t = nv_low_temp(low);

    nv_low_cmp(low, NV_CMP_LT_S, t, zero, low->ra.value[v].home);
    nv_low_drop(low, t);
    nv_low_zero_done(low, zero);
}

/* Every NaN in @d the hardware's. */
void nv_low_canonical_nan(NvLow *low, unsigned d)
{
    unsigned t = nv_low_temp(low);

    nv_low_cmp(low, NV_CMP_UNORD, t, d, nv_emit_reg(d));
    nv_low_choose(low, d, NV_LIT_ABS, t);
    nv_low_drop(low, t);
}

/* The canonical NaN where @a or @b is one. */
void nv_low_nan_of_two(NvLow *low, unsigned d, unsigned a, NvEmitArg b)
{
    unsigned t = nv_low_temp(low);

    nv_low_cmp(low, NV_CMP_UNORD, t, a, b);
    nv_low_choose(low, d, NV_LIT_ABS, t);
    nv_low_drop(low, t);
}

/* --- Products --- */

void nv_low_either_zero(NvLow *low, unsigned d, unsigned a, NvEmitArg b)
{
    unsigned zero = nv_low_zero(low), t = nv_low_temp(low);

    nv_low_cmp(low, NV_CMP_EQ, d, zero, nv_emit_reg(a));
    nv_low_cmp(low, NV_CMP_EQ, t, zero, b);
    nv_low_rr(low, NV_OP_OR, d, d, t);
    nv_low_zero_done(low, zero);
    nv_low_drop(low, t);
}

/* Lanes where @r is the largest number may have been an overflow. */
void nv_low_doubt_largest(NvLow *low, unsigned r)
{
    unsigned t;

    if (!low->newer) {
        return;
    }
    t = nv_low_temp(low);
    nv_low_rl(low, NV_OP_AND, t, r, NV_LIT_ABS);
    nv_low_rl(low, NV_OP_EQ, t, t, NV_LIT_MAXFIN);
    nv_low_rr(low, NV_OP_NOT_AND, low->acc, t, low->acc);
    nv_low_drop(low, t);
}

static void careful_product(NvLow *low, unsigned d, unsigned a, NvEmitArg b)
{
    unsigned k = nv_low_temp(low);

    nv_low_either_zero(low, k, a, b);
    if (!low->legacy) {
        /* Infinity times zero stays what it is, NaN. */
        unsigned t = nv_low_temp(low);

        nv_low_rr(low, NV_OP_XOR, t, t, t);
        nv_low_cmp(low, NV_CMP_EQ, t, t, nv_emit_reg(d));
        nv_low_rr(low, NV_OP_AND, k, k, t);
        nv_low_drop(low, t);
    }
    nv_low_rr(low, NV_OP_NOT_AND, d, k, d);
    nv_low_drop(low, k);
    nv_low_canonical_nan(low, d);
    nv_low_doubt_largest(low, d);
}

/* A zero that comes from a zero is +0. */
static void positive_zero(NvLow *low, unsigned d, unsigned a, NvEmitArg b,
                          NvVal b_value)
{
    unsigned k = nv_low_temp(low), zero;

    if (nv_low_may_assume(low, b_value)) {
        zero = nv_low_zero(low);
        nv_low_cmp(low, NV_CMP_NE, k, zero, nv_emit_reg(a));
        nv_low_zero_done(low, zero);
        nv_low_rr(low, NV_OP_AND, d, d, k);
        nv_emit_op(low->e, NV_OP_AND, d, d,
                  nv_low_extra(low, NV_LOW_NONZERO, b_value));
    } else {
        nv_low_either_zero(low, k, a, b);
        nv_low_rr(low, NV_OP_NOT_AND, d, k, d);
    }
    nv_low_drop(low, k);
}

static int low_mul(NvLow *low, const NvListNode *node, bool zero)
{
    bool swap = low->list->node[node->arg[0]].uniform ||
                (!nv_ra_in_reg(&low->ra, node->arg[0]) &&
                 nv_ra_in_reg(&low->ra, node->arg[1]) &&
                 !low->list->node[node->arg[1]].uniform);
    unsigned a = nv_low_use(low, node, swap);
    NvEmitArg b = nv_low_operand(low, node, !swap);
    unsigned d = nv_low_temp(low);

    nv_emit_op(low->e, NV_OP_MUL_F, d, a, b);
    if (low->careful) {
        careful_product(low, d, a, b);
    } else if (zero) {
        positive_zero(low, d, a, b, node->arg[!swap]);
    }
    return d;
}

/* --- Bits --- */

static int low_bits(NvLow *low, const NvListNode *node, NvEmitOp op)
{
    unsigned a = nv_low_use(low, node, 0), d = nv_low_temp(low);

    nv_emit_op(low->e, op, d, a, nv_low_operand(low, node, 1));
    return d;
}

static int low_bits_imm(NvLow *low, const NvListNode *node, NvEmitOp op)
{
    unsigned a = nv_low_use(low, node, 0), d = nv_low_temp(low);

    nv_emit_op(low->e, op, d, a, nv_low_word(low, node->imm));
    return d;
}

static int low_select(NvLow *low, const NvListNode *node)
{
    unsigned mask = nv_low_use(low, node, 0), c = nv_low_use(low, node, 2);
    const NvListNode *b = &low->list->node[node->arg[1]];
    unsigned d = nv_low_temp(low);

    if (b->op == NV_LIST_CONST && !b->imm) {
        nv_low_rr(low, NV_OP_NOT_AND, d, mask, c);
    } else {
        nv_low_blend(low, d, c, nv_low_use(low, node, 1), mask);
    }
    return d;
}

/* --- Helpers --- */

/* @arg: vectors of the node's arguments; the first becomes the result. */
static void helper(const void *from, const void *of, void *vectors,
                   unsigned lanes)
{
    const NvList *list = from;
    const NvListNode *node = of;
    uint32_t (*arg)[LANES] = vectors;

    nv_was_written(arg, 3 * sizeof(*arg));
    for (unsigned i = 0; i < lanes; i++) {
        uint32_t a[4] = { arg[0][i], arg[1][i], arg[2][i], 0 };

        arg[0][i] = nv_list_eval_node(list, node, a);
    }
}

/* Vector @i of the frame, which leaves room for eight lanes. */
static NvEmitArg frame_at(const NvEmit *e, unsigned i)
{
    return nv_emit_at(e, NV_BASE_FRAME, i * LANES * 4, true);
}

/* What has no code of its own goes lane by lane through the definition. */
static int low_call(NvLow *low, NvVal v, const NvRaUse *uses, unsigned count)
{
    const NvListNode *node = &low->source->node[low->origin[v]];
    NvEmit *e = low->e;
    unsigned d;

    for (unsigned i = 0; i < nv_list_op[node->op].args && i < 3; i++) {
        nv_emit_store(e, frame_at(e, i),
                     nv_low_use(low, &low->list->node[v], i));
    }
    nv_ra_flush(&low->ra, uses, count);
    nv_emit_store(e, frame_at(e, 3), low->acc);
    e->target->call(e, helper, low->source, node);
    nv_emit_load(e, low->acc, frame_at(e, 3));
    keep(low);
    d = nv_low_temp(low);
    nv_emit_load(e, d, frame_at(e, 0));
    return d;
}

/* --- All of them --- */

const char *nv_low_refuses(const NvList *list)
{
    g_autofree bool *word = g_new(bool, list->count);

    nv_list_lt_words(list, word);
    for (unsigned v = 1; v < list->count; v++) {
        const NvListNode *node = &list->node[v];
        unsigned args = nv_list_op[node->op].lt && !node->uniform ?
                        nv_list_op[node->op].args : 0;

        for (unsigned i = 0; i < args; i++) {
            if (!word[node->arg[i]]) {
                return "lt-operand";
            }
        }
    }
    return NULL;
}

static int lower(NvLow *low, const NvListNode *node, const NvLowValue *known)
{
    switch ((NvListOp)node->op) {
    case NV_LIST_AND:
        return low_bits_imm(low, node, NV_OP_AND);
    case NV_LIST_XOR:
        return low_bits_imm(low, node, NV_OP_XOR);
    case NV_LIST_MUL:
        return low_mul(low, node, known->zero);
    case NV_LIST_SUM2:
        return nv_low_sum(low, node, 2, known->zero);
    case NV_LIST_SUM3:
        return nv_low_sum(low, node, 3, known->zero);
    case NV_LIST_SUM4:
        return nv_low_sum(low, node, 4, known->zero);
    case NV_LIST_MIN:
        return nv_low_minmax(low, node, false);
    case NV_LIST_MAX:
        return nv_low_minmax(low, node, true);
    case NV_LIST_SET:
        return nv_low_set(low, node);
    case NV_LIST_SSG:
        return nv_low_ssg(low, node);
    case NV_LIST_FLR:
        return nv_low_floor(low, nv_low_use(low, node, 0));
    case NV_LIST_FRC:
        return nv_low_frc(low, node, known->zero);
    case NV_LIST_ARL:
        return nv_low_address(low, node, false);
    case NV_LIST_ARR:
        return nv_low_address(low, node, true);
    case NV_LIST_IADD:
        return nv_low_iadd(low, node);
    case NV_LIST_CTXREL:
        return nv_low_ctxrel(low, node);
    case NV_LIST_TEST:
        return nv_low_test_zero(low, nv_low_use(low, node, 0), node->imm & 7);
    case NV_LIST_MAND:
        return low_bits(low, node, NV_OP_AND);
    case NV_LIST_MANDN:
        return low_bits(low, node, NV_OP_NOT_AND);
    case NV_LIST_MOR:
        return low_bits(low, node, NV_OP_OR);
    case NV_LIST_SELECT:
        return low_select(low, node);
    default:
        return nv_list_op[node->op].fixed ?
               nv_low_lt(low, node, known->zero || (known->nan && !low->fast)) :
               nv_low_function(low, node);
    }
}

/*
 * True if no NaN comes out of @node in silence, in code that is not careful:
 * none of its arguments is one (plan.c asks for that) or it raises "invalid".
 */
static bool catches_nan(const NvLow *low, const NvListNode *node)
{
    switch ((NvListOp)node->op) {
    case NV_LIST_CTXREL:
    case NV_LIST_SSG:
    case NV_LIST_LG2:
    case NV_LIST_EX2:
    case NV_LIST_SIN:
    case NV_LIST_COS:
    case NV_LIST_LT_RCP:
    case NV_LIST_LT_RSQ:
        return false;
    case NV_LIST_RSQ:
    case NV_LIST_LOG:
        return low->legacy;
    default:
        return true;
    }
}

void nv_low_node(NvLow *low, NvVal v, const NvRaUse *uses, unsigned count)
{
    const NvListNode *node = &low->list->node[v];
    const NvLowValue *known = &low->known[v];
    bool notice = !low->careful && known->nan == NV_LOW_NAN_NONE;
    int d;

    if (node->op == NV_LIST_INPUT) {
        if (notice) {
            notice_nan_input(low, v);
        }
        return;
    }
    d = lower(low, node, known);
    if (d < 0) {
        d = low_call(low, v, uses, count);
    }
    if (notice && !catches_nan(low, node)) {
        nv_low_notice_nan(low, d);
    }
    assert(d < NV_RA_REGS);
    nv_ra_define(&low->ra, v, d);
}
