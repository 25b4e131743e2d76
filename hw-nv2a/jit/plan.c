/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The plan of a program's code: copies, order, uses, and who sees what.
 *
 * No hardware facts.
 */
#include "jit/plan.h"

/* Longer ones have enough to do at any time, and much code. */
#ifndef TWICE
#define TWICE 300
#endif

static unsigned code_nodes(const NvList *list)
{
    unsigned count = 0;

    for (unsigned v = 1; v < list->count; v++) {
        count += !list->node[v].uniform;
    }
    return count;
}

/* The second copy of what is not the same for all lanes. */
static void copy_nodes(NvPlan *p, const NvList *from)
{
    unsigned at = from->count;

    for (unsigned v = 0; v < from->count; v++) {
        NvListNode node = from->node[v];

        p->list.node[v] = node;
        p->origin[v] = p->twin[v] = v;
        if (p->copies < 2 || !v || node.uniform) {
            continue;
        }
        for (unsigned i = 0; i < 4; i++) {
            node.arg[i] = p->twin[node.arg[i]];
        }
        node.imm |= node.op == NV_LIST_INPUT ? NV_PLAN_SECOND : 0;
        p->list.node[at] = node;
        p->origin[at] = v;
        p->twin[v] = at++;
    }
    p->list.count = at;
    assert(at <= UINT16_MAX);       /* NvVal holds each */
}

static void mark_outputs(NvPlan *p)
{
    for (unsigned o = 0; o < NV_XF_ATTRS * 4; o++) {
        NvVal v = p->list.out[o / 4][o % 4];

        if (v) {
            p->is_out[v] = p->is_out[p->twin[v]] = true;
            p->known[v] = p->known[p->twin[v]] = (NvLowValue) {
                .zero = true, .nan = NV_LOW_NAN_RIGHT,
            };
        }
    }
}

/* By the operation; some arguments of some are better off, see below. */
typedef enum Demand {
    DEMAND_ALL,         /* as an output does */
    DEMAND_PASS,        /* as the result */
    DEMAND_TERM,        /* no more than a sum does */
    DEMAND_FACTOR,      /* a NaN only if the result's matters */
    DEMAND_ORDER,       /* compared, and perhaps the result */
    DEMAND_ROUND,       /* a NaN is noticed, zeros are alike */
    DEMAND_FUNCTION,    /* must not be NaN, zeros are alike */
    DEMAND_SIGNED,      /* must not be NaN */
    DEMAND_NOTHING,     /* of masks and addresses */
} Demand;

static const uint8_t demands[NV_LIST_OP_COUNT] = {
    [NV_LIST_AND] = DEMAND_PASS, [NV_LIST_XOR] = DEMAND_PASS,
    [NV_LIST_SELECT] = DEMAND_PASS, [NV_LIST_TO_LT] = DEMAND_PASS,
    [NV_LIST_MUL] = DEMAND_FACTOR, [NV_LIST_SUM2] = DEMAND_TERM,
    [NV_LIST_SUM3] = DEMAND_TERM, [NV_LIST_SUM4] = DEMAND_TERM,
    [NV_LIST_MIN] = DEMAND_ORDER, [NV_LIST_MAX] = DEMAND_ORDER,
    [NV_LIST_FRC] = DEMAND_ROUND,
    [NV_LIST_ARL] = DEMAND_ROUND, [NV_LIST_ARR] = DEMAND_ROUND,
    [NV_LIST_CTXREL] = DEMAND_NOTHING, [NV_LIST_IADD] = DEMAND_NOTHING,
    [NV_LIST_MAND] = DEMAND_NOTHING, [NV_LIST_MANDN] = DEMAND_NOTHING,
    [NV_LIST_MOR] = DEMAND_NOTHING,
    [NV_LIST_RCP] = DEMAND_SIGNED, [NV_LIST_RCC] = DEMAND_SIGNED,
    [NV_LIST_RSQ] = DEMAND_FUNCTION, [NV_LIST_EXP] = DEMAND_FUNCTION,
    [NV_LIST_LOG] = DEMAND_FUNCTION, [NV_LIST_LIT] = DEMAND_FUNCTION,
    [NV_LIST_MULC] = DEMAND_TERM, [NV_LIST_LT_MUL] = DEMAND_TERM,
    [NV_LIST_LT_ADD3] = DEMAND_TERM, [NV_LIST_LT_SMUL] = DEMAND_TERM,
    [NV_LIST_LT_SADD] = DEMAND_TERM, [NV_LIST_LT_SMAC] = DEMAND_TERM,
};

static void demand(NvLowValue *v, bool zero, NvLowNan nan)
{
    v->zero |= zero;
    v->nan = MAX(v->nan, nan);
}

/* What node @v asks of its argument @i. */
static void learn(NvPlan *p, NvVal v, unsigned i, bool fast)
{
    const NvListNode *node = &p->list.node[v];
    NvLowValue *arg = &p->known[node->arg[i]], mine = p->known[v];
    bool legacy = p->list.rules.legacy;

    switch ((Demand)demands[node->op]) {
    case DEMAND_PASS:
        if (node->op != NV_LIST_SELECT || i) {
            demand(arg, mine.zero, mine.nan);
        }
        break;
    case DEMAND_TERM:
    case DEMAND_ROUND:
        demand(arg, false, fast ? NV_LOW_NAN_NONE : NV_LOW_NAN_ANY);
        break;
    case DEMAND_FACTOR:
        demand(arg, false, fast || mine.nan ? NV_LOW_NAN_NONE :
               NV_LOW_NAN_ANY);
        break;
    case DEMAND_ORDER:
        demand(arg, true, MAX(mine.nan, NV_LOW_NAN_RIGHT));
        break;
    case DEMAND_FUNCTION:
        /* Modern rules look at the sign of everything. */
        demand(arg, !legacy, NV_LOW_NAN_NONE);
        break;
    case DEMAND_SIGNED:
        demand(arg, true, NV_LOW_NAN_NONE);
        break;
    case DEMAND_NOTHING:
        break;
    case DEMAND_ALL:
        demand(arg, true, MAX(mine.nan, NV_LOW_NAN_RIGHT));
        break;
    }
}

/* Backwards, so that the next use is known. */
static void find_uses(NvPlan *p, bool fast)
{
    const NvListNode *node = p->list.node;
    unsigned at = 0;

    for (unsigned i = 0; i < p->ordered; i++) {
        p->first_use[i] = at;
        at += nv_list_op[node[p->order[i]].op].args;
    }
    p->first_use[p->ordered] = at;
    p->use = g_new(NvRaUse, at + 1);
    for (unsigned i = p->ordered; i--; ) {
        unsigned args = p->first_use[i + 1] - p->first_use[i];

        while (args--) {
            NvVal a = node[p->order[i]].arg[args];

            p->use[p->first_use[i] + args] = (NvRaUse) { a, p->first[a] };
            p->first[a] = i;
            p->use_count[a] += p->use_count[a] < 2;
            learn(p, p->order[i], args, fast);
        }
    }
}

void nv_plan_new(NvPlan *p, const NvList *list, bool fast)
{
    unsigned code = code_nodes(list), n;

    *p = (NvPlan) { .source = list, .copies = code <= TWICE ? 2 : 1 };
    n = list->count + (p->copies - 1) * code;
    p->list = *list;
    p->list.node = g_new(NvListNode, n);
    p->origin = g_new(NvVal, n);
    p->twin = g_new(NvVal, n);
    p->order = g_new(NvVal, n);
    p->first_use = g_new0(unsigned, n + 1);
    p->first = g_new(uint32_t, n);
    p->use_count = g_new0(uint8_t, n);
    p->known = g_new0(NvLowValue, n);
    p->is_out = g_new0(bool, n);
    memset(p->first, 0xff, n * sizeof(*p->first));
    copy_nodes(p, list);
    mark_outputs(p);
    nv_plan_schedule(p, fast);
    find_uses(p, fast);
}

void nv_plan_free(NvPlan *p)
{
    g_free(p->list.node);
    g_free(p->origin);
    g_free(p->twin);
    g_free(p->order);
    g_free(p->use);
    g_free(p->first_use);
    g_free(p->first);
    g_free(p->use_count);
    g_free(p->known);
    g_free(p->is_out);
}
