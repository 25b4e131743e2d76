/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The list for one vertex in scalar code: what hoists uniform values, folds
 * constants and settles rare cases; its results define what a node means.
 *
 * Arithmetic is that of arith/arith.h; addresses are as the reference has them.
 */
#include "list/list.h"

/* @bits: of the address register, with sign. */
static uint32_t address_clamp(uint32_t bits, int64_t x)
{
    int64_t end = INT64_C(1) << ((bits - 1) & 31);

    return (uint32_t)CLAMP(x, -end, end - 1);
}

static uint32_t address(uint32_t bits, uint32_t x, bool nearest)
{
    int64_t fix = (int64_t)nv_xf_to_fix13(x) + (nearest ? 0x1000 : 0);

    return address_clamp(bits, fix >> 13);
}

static uint32_t lit(uint32_t component, const uint32_t arg[4])
{
    const uint32_t v[4] = { arg[0], arg[1], 0, arg[2] };
    uint32_t d[4];

    nv_xf_lit(d, v);
    return d[component & 3];
}

static uint32_t partial_log(const NvXfRules *rules, uint32_t component,
                            uint32_t x)
{
    uint32_t d[4];

    nv_xf_log(rules, d, x);
    return d[component & 3];
}

static uint32_t partial_exp(uint32_t component, uint32_t x)
{
    uint32_t d[4];

    nv_xf_exp(d, x);
    return d[component & 3];
}

uint32_t nv_list_eval_node(const NvList *list, const NvListNode *node,
                           const uint32_t arg[4])
{
    const NvXfRules *rules = &list->rules;

    switch ((NvListOp)node->op) {
    case NV_LIST_CONST:
        return node->imm;
    case NV_LIST_AND:
        return arg[0] & node->imm;
    case NV_LIST_XOR:
        return arg[0] ^ node->imm;
    case NV_LIST_MUL:
        return nv_xf_mul(rules, arg[0], arg[1]);
    case NV_LIST_SUM2:
        return nv_xf_sum(rules, arg, 2);
    case NV_LIST_SUM3:
        return nv_xf_sum(rules, arg, 3);
    case NV_LIST_SUM4:
        return nv_xf_sum(rules, arg, 4);
    case NV_LIST_MIN:
        return nv_xf_min(rules, arg[0], arg[1]);
    case NV_LIST_MAX:
        return nv_xf_max(rules, arg[0], arg[1]);
    case NV_LIST_SET:
        return nv_xf_set(rules, node->imm, arg[0], arg[1]);
    case NV_LIST_SSG:
        return nv_xf_ssg(rules, arg[0]);
    case NV_LIST_FLR:
        return nv_xf_flr(arg[0]);
    case NV_LIST_FRC:
        return nv_xf_frc(rules, arg[0]);
    case NV_LIST_RCP:
        return nv_xf_rcp(rules, arg[0]);
    case NV_LIST_RCC:
        return nv_xf_rcc(rules, arg[0]);
    case NV_LIST_RSQ:
        return nv_xf_rsq(rules, arg[0]);
    case NV_LIST_EXP:
        return partial_exp(node->imm, arg[0]);
    case NV_LIST_LOG:
        return partial_log(rules, node->imm, arg[0]);
    case NV_LIST_LIT:
        return lit(node->imm, arg);
    case NV_LIST_LG2:
        return nv_xf_lg2(arg[0]);
    case NV_LIST_EX2:
        return nv_xf_ex2(arg[0]);
    case NV_LIST_SIN:
        return nv_xf_sin(arg[0]);
    case NV_LIST_COS:
        return nv_xf_cos(arg[0]);
    case NV_LIST_ARL:
        return address(node->imm, arg[0], false);
    case NV_LIST_ARR:
        return address(node->imm, arg[0], true);
    case NV_LIST_IADD:
        return address_clamp(node->imm, (int64_t)(int32_t)arg[0] +
                             (int32_t)arg[1]);
    case NV_LIST_TEST:
        return nv_xf_test(nv_xf_cond(rules, arg[0], 0), node->imm) ?
               UINT32_MAX : 0;
    case NV_LIST_MAND:
        return arg[0] & arg[1];
    case NV_LIST_MANDN:
        return ~arg[0] & arg[1];
    case NV_LIST_MOR:
        return arg[0] | arg[1];
    case NV_LIST_SELECT:
        return arg[0] ? arg[1] : arg[2];
    case NV_LIST_MULC:
        return nv_xf_mul_celsius(arg[0], arg[1]);
    case NV_LIST_TO_LT:
        return nv_xf_to_lt(arg[0]) << 10;
    case NV_LIST_LT_MUL:
        return nv_xf_lt_mul(arg[0], arg[1]);
    case NV_LIST_LT_ADD3:
        return nv_xf_lt_add3(arg[0], arg[1], arg[2]);
    case NV_LIST_LT_SMUL:
        return nv_xf_lt_smul(arg[0], arg[1]);
    case NV_LIST_LT_SADD:
        return nv_xf_lt_sadd(arg[0], arg[1]);
    case NV_LIST_LT_SMAC:
        return nv_xf_lt_smac(arg[0], arg[1], arg[2]);
    case NV_LIST_LT_RCP:
        return nv_xf_lt_rcp(arg[0]);
    case NV_LIST_LT_RSQ:
        return nv_xf_lt_rsq(arg[0]);
    case NV_LIST_NONE:
    case NV_LIST_INPUT:
    case NV_LIST_CTX:
    case NV_LIST_CTXREL:
    case NV_LIST_OP_COUNT:
        break;
    }
    return 0;
}

static uint32_t relative(const NvList *list, const NvListNode *node,
                         const uint32_t xfctx[][4], uint32_t address)
{
    int64_t slot = (int64_t)(node->imm >> 2) + (int32_t)address;

    return slot >= list->ctx_first && slot < list->ctx_limit ?
           xfctx[slot][node->imm & 3] : 0;
}

static uint32_t eval(const NvList *list, const NvListNode *node,
                     const uint32_t xfctx[][4],
                     const uint32_t in[NV_XF_ATTRS][4], const uint32_t *value)
{
    uint32_t arg[4];

    switch (node->op) {
    case NV_LIST_INPUT:
        return in[node->imm >> 2][node->imm & 3];
    case NV_LIST_CTX:
        return xfctx[node->imm >> 2][node->imm & 3];
    case NV_LIST_CTXREL:
        return relative(list, node, xfctx, value[node->arg[0]]);
    default:
        for (unsigned i = 0; i < 4; i++) {
            arg[i] = value[node->arg[i]];
        }
        return nv_list_eval_node(list, node, arg);
    }
}

void nv_list_eval(const NvList *list, const uint32_t xfctx[][4],
                  const uint32_t in[NV_XF_ATTRS][4], uint32_t *value)
{
    value[0] = 0;
    for (unsigned i = 1; i < list->count; i++) {
        value[i] = eval(list, &list->node[i], xfctx, in, value);
    }
}

static bool has_changed(const NvListNode *node, const bool *changed)
{
    return node->op == NV_LIST_CTX || node->op == NV_LIST_CTXREL ||
           changed[node->arg[0]] || changed[node->arg[1]] ||
           changed[node->arg[2]] || changed[node->arg[3]];
}

/* The first node that reads another constant than when @value was made. */
static unsigned first_changed(const NvList *list, const uint32_t xfctx[][4],
                              const uint32_t *value)
{
    for (unsigned i = 1; i < list->hoisted; i++) {
        const NvListNode *node = &list->node[i];

        if (node->op == NV_LIST_CTX ?
            xfctx[node->imm >> 2][node->imm & 3] != value[i] :
            node->op == NV_LIST_CTXREL && node->uniform &&
            relative(list, node, xfctx, value[node->arg[0]]) != value[i]) {
            return i;
        }
    }
    return list->hoisted;
}

bool nv_list_eval_changed(const NvList *list, const uint32_t xfctx[][4],
                          uint32_t *value, bool *changed)
{
    unsigned first = first_changed(list, xfctx, value);
    bool any = false;

    assert(list->hoisted <= list->count);
    /* Most draws have all constants of the one before. */
    if (first == list->hoisted) {
        return false;
    }
    memset(changed, 0, first * sizeof(*changed));
    for (unsigned i = first; i < list->hoisted; i++) {
        const NvListNode *node = &list->node[i];
        uint32_t old = value[i];

        changed[i] = node->uniform && has_changed(node, changed);
        if (changed[i]) {
            value[i] = eval(list, node, xfctx, NULL, value);
            changed[i] = value[i] != old;
            any |= changed[i];
        }
    }
    return any;
}

void nv_list_eval_uniform(const NvList *list, const uint32_t xfctx[][4],
                          uint32_t *value)
{
    value[0] = 0;
    for (unsigned i = 1; i < list->hoisted; i++) {
        if (list->node[i].uniform) {
            value[i] = eval(list, &list->node[i], xfctx, NULL, value);
        }
    }
}
