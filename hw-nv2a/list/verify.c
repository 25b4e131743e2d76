/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Is a list well formed?  Run after each pass in test builds, and before an
 * executor may trust a list that was parsed.
 */
#include "list/list.h"

static bool is_mask(const NvListNode *node)
{
    return nv_list_op[node->op].mask ||
           (node->op == NV_LIST_CONST &&
            (node->imm == 0 || node->imm == UINT32_MAX));
}

/* Which arguments of @op are masks, by bit. */
static unsigned mask_args(unsigned op)
{
    switch (op) {
    case NV_LIST_MAND:
    case NV_LIST_MANDN:
    case NV_LIST_MOR:
        return 3;
    case NV_LIST_SELECT:
        return 1;
    default:
        return 0;
    }
}

/* @address says it of the nodes before. */
static bool is_address(const NvListNode *node, const bool *address)
{
    return nv_list_op[node->op].address || node->op == NV_LIST_CONST ||
           (node->op == NV_LIST_SELECT && address[node->arg[1]] &&
            address[node->arg[2]]);
}

static const char *check_imm(const NvList *list, const NvListNode *node)
{
    unsigned test = node->imm;

    switch (node->op) {
    case NV_LIST_CONST:
    case NV_LIST_AND:
    case NV_LIST_XOR:
        return NULL;
    case NV_LIST_INPUT:
        return node->imm < NV_XF_ATTRS * 4 ? NULL : "no such input";
    case NV_LIST_CTX:
        return node->imm < list->ctx_limit * 4u ? NULL : "no such constant";
    case NV_LIST_CTXREL:
        return node->imm < 0x10000 ? NULL : "constant base out of range";
    case NV_LIST_SET:
    case NV_LIST_TEST:
        return test <= NV_XF_TEST_TR ? NULL : "no such test";
    case NV_LIST_EXP:
    case NV_LIST_LOG:
        return node->imm <= 2 ? NULL : "no such component";
    case NV_LIST_LIT:
        return node->imm == 1 || node->imm == 2 ? NULL : "no such component";
    case NV_LIST_ARL:
    case NV_LIST_ARR:
    case NV_LIST_IADD:
        return node->imm >= 2 && node->imm <= 16 ? NULL : "no such width";
    case NV_LIST_LT_ADD3:
        return node->imm <= NV_LIST_POSITIVE ? NULL : "no such hint";
    default:
        return node->imm ? "an immediate that is not used" : NULL;
    }
}

static const char *check_args(const NvList *list, unsigned v,
                              const bool *address)
{
    const NvListNode *node = &list->node[v];
    const NvListOpInfo *info = &nv_list_op[node->op];
    bool uniform = node->op != NV_LIST_INPUT;

    for (unsigned i = 0; i < 4; i++) {
        NvVal arg = node->arg[i];
        const NvListNode *from = &list->node[arg];

        if (i >= info->args) {
            if (arg) {
                return "an argument too many";
            }
            continue;
        }
        if (!arg || arg >= v) {
            return "an argument that is not there yet";
        }
        if (mask_args(node->op) & (1u << i)) {
            if (!is_mask(from)) {
                return "an argument that is no mask";
            }
        } else if (nv_list_op[from->op].mask) {
            return "a mask taken for a value";
        }
        if (node->op == NV_LIST_CTXREL || node->op == NV_LIST_IADD) {
            if (!address[arg]) {
                return "an argument that is no address";
            }
        } else if (node->op != NV_LIST_SELECT &&
                   nv_list_op[from->op].address) {
            return "an address taken for a value";
        }
        uniform &= from->uniform;
    }
    return node->uniform && !uniform ? "not uniform" : NULL;
}

static const char *check_outputs(const NvList *list)
{
    uint16_t inputs = 0, outputs = 0;

    for (unsigned a = 0; a < NV_XF_ATTRS; a++) {
        for (unsigned c = 0; c < 4; c++) {
            NvVal v = list->out[a][c];

            if (v >= list->count || nv_list_op[list->node[v].op].mask) {
                return "an output that is no value";
            }
            outputs |= (v != 0) << a;
        }
    }
    for (unsigned v = 1; v < list->count; v++) {
        if (list->node[v].op == NV_LIST_INPUT) {
            inputs |= 1u << (list->node[v].imm >> 2);
        }
    }
    if (inputs & ~list->inputs) {
        return "inputs do not name every input";
    }
    return outputs != list->outputs ? "outputs are not those written" : NULL;
}

bool nv_list_verify(const NvList *list, char **why)
{
    g_autofree bool *address = NULL;
    const char *what = NULL;

    *why = NULL;
    if (!list->count || list->count > list->room ||
        list->count > NV_LIST_ROOM || list->node[0].op != NV_LIST_NONE ||
        list->ctx_limit > NV_LIST_MAX_CTX) {
        *why = g_strdup("the list's head makes no sense");
        return false;
    }
    address = g_new0(bool, list->count);
    for (unsigned v = 1; v < list->count; v++) {
        const NvListNode *node = &list->node[v];

        if (node->op == NV_LIST_NONE || node->op >= NV_LIST_OP_COUNT) {
            what = "no operation";
        } else {
            what = check_imm(list, node);
            what = what ? what : check_args(list, v, address);
            what = what ? what : node->uniform && v >= list->hoisted ?
                   "uniform, but not hoisted" : NULL;
            address[v] = !what && is_address(node, address);
        }
        if (what) {
            *why = g_strdup_printf("%%%u: %s", v, what);
            return false;
        }
    }
    what = check_outputs(list);
    *why = what ? g_strdup(what) : NULL;
    return !what;
}
