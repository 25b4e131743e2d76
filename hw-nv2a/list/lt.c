/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Which values of a list are words of LT: low 10 bits 0, as operands of its
 * operations must be.
 *
 * Constants behind XFCTX are such words (list.h).  No hardware facts.
 */
#include "list/list.h"

static bool is_word(const NvList *list, const NvListNode *node,
                    const bool *word)
{
    switch ((NvListOp)node->op) {
    case NV_LIST_CONST:
        return !(node->imm & 0x3ff);
    case NV_LIST_CTX:
        return node->imm >> 2 >= NV_LIST_LT_CTX;
    case NV_LIST_TO_LT:
    case NV_LIST_LT_MUL:
    case NV_LIST_LT_ADD3:
    case NV_LIST_LT_SMUL:
    case NV_LIST_LT_SADD:
    case NV_LIST_LT_SMAC:
    case NV_LIST_LT_RCP:
    case NV_LIST_LT_RSQ:
        return true;
    case NV_LIST_AND:
        return word[node->arg[0]];
    case NV_LIST_XOR:
        return word[node->arg[0]] && !(node->imm & 0x3ff);
    case NV_LIST_MIN:
    case NV_LIST_MAX:
        /* Modern rules make a NaN that is none. */
        return list->rules.legacy && word[node->arg[0]] &&
               word[node->arg[1]];
    case NV_LIST_SELECT:
        return word[node->arg[1]] && word[node->arg[2]];
    default:
        return false;
    }
}

void nv_list_lt_words(const NvList *list, bool *word)
{
    word[0] = false;
    for (unsigned v = 1; v < list->count; v++) {
        word[v] = is_word(list, &list->node[v], word);
    }
}
