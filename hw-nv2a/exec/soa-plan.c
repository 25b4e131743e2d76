/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * soa: which kernel computes a node, and the products that its sum computes
 * with it.  No hardware facts here.
 */
#include "exec/soa.h"

static bool is_uniform(const NvSoaPlanner *p, NvVal v)
{
    return p->list->node[v].uniform;
}

/* --- Products inside of sums --- */

static void count_uses(const NvSoaPlanner *p)
{
    const NvList *list = p->list;

    for (unsigned v = 1; v < list->count; v++) {
        const NvListNode *node = &list->node[v];

        for (unsigned k = 0; k < nv_list_op[node->op].args; k++) {
            p->uses[node->arg[k]]++;
        }
    }
    for (unsigned o = 0; o < NV_XF_ATTRS * 4; o++) {
        p->uses[list->out[o / 4][o % 4]]++;
    }
}

/* LT's words as they must be; what is not goes one by one. */
static bool has_words(const NvSoaPlanner *p, const NvListNode *node)
{
    unsigned args = nv_list_op[node->op].lt ? nv_list_op[node->op].args :
                    0;

    for (unsigned k = 0; k < args; k++) {
        if (!p->word[node->arg[k]]) {
            return false;
        }
    }
    return true;
}

/* The product that a sum takes in, or NONE. */
static NvListOp product_of(const NvSoaPlanner *p, const NvListNode *sum)
{
    switch ((NvListOp)sum->op) {
    case NV_LIST_SUM2:
    case NV_LIST_SUM3:
    case NV_LIST_SUM4:
        return p->list->rules.version > NV_ARITH_CELSIUS ? NV_LIST_MUL :
               NV_LIST_MULC;
    case NV_LIST_LT_ADD3:
        return NV_LIST_LT_MUL;
    case NV_LIST_LT_SADD:
        return NV_LIST_LT_SMUL;
    default:
        return NV_LIST_NONE;
    }
}

/* A product that only its one reader needs. */
static bool is_inner(const NvSoaPlanner *p, NvVal v, NvListOp product)
{
    const NvListNode *node = &p->list->node[v];

    return node->op == product && !node->uniform && p->uses[v] == 1 &&
           has_words(p, node);
}

static bool is_zero(const NvSoaPlanner *p, NvVal v)
{
    const NvListNode *node = &p->list->node[v];

    return node->op == NV_LIST_CONST && !(node->imm & ~NV_XF_SIGN);
}

/* Terms of a sum: a third of LT's that is 0 is none. */
static unsigned terms_of(const NvSoaPlanner *p, const NvListNode *node)
{
    unsigned n = nv_list_op[node->op].args;

    return node->op == NV_LIST_LT_ADD3 && is_zero(p, node->arg[2]) ? 2 : n;
}

static void mark_sum(const NvSoaPlanner *p, const NvListNode *node,
                     NvListOp product)
{
    unsigned n = terms_of(p, node);
    bool all = true;

    if (n == 2) {
        unsigned k = is_inner(p, node->arg[0], product) ? 0 : 1;

        p->inside[node->arg[k]] |= is_inner(p, node->arg[k], product);
        return;
    }
    for (unsigned k = 0; k < n; k++) {
        all &= is_inner(p, node->arg[k], product);
    }
    for (unsigned k = 0; k < n && all; k++) {
        p->inside[node->arg[k]] = true;
    }
}

void nv_soa_plan_start(const NvSoaPlanner *p)
{
    nv_list_lt_words(p->list, p->word);
    count_uses(p);
    for (unsigned v = 1; v < p->list->count; v++) {
        const NvListNode *node = &p->list->node[v];
        NvListOp product = product_of(p, node);

        if (product && !node->uniform && has_words(p, node)) {
            mark_sum(p, node, product);
        }
    }
}

/* --- Plans --- */

/* The factors of @v, a uniform one second. */
static void plan_factors(const NvSoaPlanner *p, NvVal v, NvSoaPlan *plan)
{
    const NvListNode *mul = &p->list->node[v];
    bool swap = is_uniform(p, mul->arg[0]);

    plan->arg[plan->args++] = mul->arg[swap];
    plan->arg[plan->args++] = mul->arg[!swap];
    plan->mulc = mul->op == NV_LIST_MULC;
}

/* Products only; the kinds are those of rows and of uniform factors. */
static void plan_dot(const NvSoaPlanner *p, const NvListNode *node,
                     NvSoaKind rows, NvSoaKind words, NvSoaPlan *plan)
{
    unsigned n = nv_list_op[node->op].args;
    bool all = true;

    for (unsigned k = 0; k < n; k++) {
        plan_factors(p, node->arg[k], plan);
        all &= is_uniform(p, plan->arg[2 * k + 1]);
    }
    plan->uniform = !all ? 0 : n == 3 ? 0x2a : 0xaa;
    plan->kind = all ? words : rows;
}

/* Kinds of two terms, by what is inside and what is a word. */
typedef struct Pair {
    NvSoaKind rows, words;
    NvSoaKind mad, mad_u, mad_c, mad_uc;
} Pair;

static const Pair pair_sum = {
    NV_SOA_SUM2, NV_SOA_SUM2_U,
    NV_SOA_MAD, NV_SOA_MAD_U, NV_SOA_MAD_C, NV_SOA_MAD_UC,
};
static const Pair pair_lt_add = {
    NV_SOA_LT_ADD2, NV_SOA_LT_ADD2_U, NV_SOA_LT_MAD, NV_SOA_LT_MAD_U,
};
static const Pair pair_lt_sadd = {
    NV_SOA_LT_SADD, NV_SOA_LT_SADD_U, NV_SOA_LT_SMAD, NV_SOA_LT_SMAD_U,
};
static const Pair pair_mul = { NV_SOA_MUL, NV_SOA_MUL_U };
static const Pair pair_mulc = { NV_SOA_MULC, NV_SOA_MULC_U };
static const Pair pair_lt_mul = { NV_SOA_LT_MUL, NV_SOA_LT_MUL_U };
static const Pair pair_lt_smul = { NV_SOA_LT_SMUL, NV_SOA_LT_SMUL_U };

static void plan_mad(const NvSoaPlanner *p, const NvListNode *node,
                     const Pair *pair, NvSoaPlan *plan)
{
    unsigned k = p->inside[node->arg[0]] ? 0 : 1;
    bool b, t;

    plan_factors(p, node->arg[k], plan);
    plan->arg[plan->args++] = node->arg[!k];
    b = is_uniform(p, plan->arg[1]);
    t = is_uniform(p, plan->arg[2]) && pair->mad_c;
    plan->uniform = b << 1 | t << 2;
    plan->kind = b ? (t ? pair->mad_uc : pair->mad_u) :
                 t ? pair->mad_c : pair->mad;
}

/* Two arguments that commute; a uniform one is taken as a word. */
static void plan_pair(const NvSoaPlanner *p, const NvListNode *node,
                      const Pair *pair, NvSoaPlan *plan)
{
    bool swap = is_uniform(p, node->arg[0]);

    if (p->inside[node->arg[0]] || p->inside[node->arg[1]]) {
        plan_mad(p, node, pair, plan);
        return;
    }
    plan->arg[0] = node->arg[swap];
    plan->arg[1] = node->arg[!swap];
    plan->args = 2;
    plan->uniform = is_uniform(p, plan->arg[1]) ? 2 : 0;
    plan->kind = plan->uniform ? pair->words : pair->rows;
}

static const uint8_t plain_kind[NV_LIST_OP_COUNT] = {
#define SAME(name) [NV_LIST_##name] = NV_SOA_##name
    SAME(AND), SAME(XOR), SAME(SUM3), SAME(SUM4), SAME(MIN), SAME(MAX),
    SAME(SET), SAME(TEST), SAME(RCP), SAME(RCC), SAME(RSQ), SAME(EXP),
    SAME(LOG), SAME(LIT), SAME(MAND), SAME(MANDN), SAME(MOR), SAME(SELECT),
    SAME(TO_LT), SAME(LT_ADD3), SAME(LT_RCP), SAME(LT_RSQ),
#undef SAME
};

static void plan_plain(const NvListNode *node, NvSoaPlan *plan)
{
    plan->args = nv_list_op[node->op].args;
    memcpy(plan->arg, node->arg, sizeof(node->arg));
    plan->kind = plain_kind[node->op];
}

static void plan_sum(const NvSoaPlanner *p, const NvListNode *node,
                     NvSoaPlan *plan)
{
    bool dot = p->inside[node->arg[0]];

    if (terms_of(p, node) == 2) {
        /* Of one sign: guard bits that are cut off make no difference. */
        plan->host = node->imm == NV_LIST_POSITIVE;
        plan_pair(p, node, &pair_lt_add, plan);
    } else if (!dot) {
        plan_plain(node, plan);
    } else if (node->op == NV_LIST_LT_ADD3) {
        plan_dot(p, node, NV_SOA_LT_DOT3, NV_SOA_LT_DOT3_U, plan);
    } else if (node->op == NV_LIST_SUM3) {
        plan_dot(p, node, NV_SOA_DOT3, NV_SOA_DOT3_U, plan);
    } else {
        plan_dot(p, node, NV_SOA_DOT4, NV_SOA_DOT4_U, plan);
    }
}

NvSoaPlan nv_soa_plan(const NvSoaPlanner *p, NvVal v)
{
    static const Pair *const pairs[NV_LIST_OP_COUNT] = {
        [NV_LIST_MUL] = &pair_mul, [NV_LIST_MULC] = &pair_mulc,
        [NV_LIST_SUM2] = &pair_sum, [NV_LIST_LT_MUL] = &pair_lt_mul,
        [NV_LIST_LT_SMUL] = &pair_lt_smul,
        [NV_LIST_LT_SADD] = &pair_lt_sadd,
    };
    const NvListNode *node = &p->list->node[v];
    NvSoaPlan plan = { .kind = NV_SOA_NO_KERNEL };

    if (!has_words(p, node)) {
        plan_plain(node, &plan);
        plan.kind = NV_SOA_NO_KERNEL;
    } else if (pairs[node->op]) {
        plan_pair(p, node, pairs[node->op], &plan);
    } else if (product_of(p, node)) {
        plan_sum(p, node, &plan);
    } else {
        plan_plain(node, &plan);
    }
    assert(plan.args <= NV_SOA_ARGS && plan.kind < NV_SOA_KINDS);
    return plan;
}
