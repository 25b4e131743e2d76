/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The list itself: rows of its operations, and storage.
 *
 * No hardware facts here; see list/list.h for what a list is.
 */
#include "list/list.h"

/* @text has three letters at most. */
#define FLAG(text, letter) \
    ((text "   ")[0] == (letter) || (text "   ")[1] == (letter) || \
     (text "   ")[2] == (letter))

const NvListOpInfo nv_list_op[NV_LIST_OP_COUNT] = {
    [NV_LIST_NONE] = { .name = "NONE" },
#define X(op, n, flags, text) \
    [NV_LIST_##op] = { \
        .name = #op, .args = (n), .commutes = FLAG(flags, 'C'), \
        .leaf = FLAG(flags, 'K'), .mask = FLAG(flags, 'M'), \
        .costly = FLAG(flags, 'S'), .address = FLAG(flags, 'A'), \
        .fixed = FLAG(flags, 'F'), .lt = FLAG(flags, 'L'), \
    },
    NV_LIST_OPS(X)
#undef X
};

static const char *const fail_names[] = {
    [NV_LIST_OK] = "none",
    [NV_LIST_FAIL_WRITES_XFCTX] = "writes-constants",
    [NV_LIST_FAIL_OLD_OUTPUT] = "reads-old-output",
    [NV_LIST_FAIL_LOOP] = "backward-branch",
    [NV_LIST_FAIL_TIMEOUT] = "instruction-limit",
    [NV_LIST_FAIL_TOO_LONG] = "too-long",
    [NV_LIST_FAIL_UNKNOWN] = "unknown-instruction",
};

static_assert(NV_ARRAY_SIZE(fail_names) == NV_LIST_FAILS,
              "every reason has a name");
static_assert(NV_LIST_ROOM - 1 <= UINT16_MAX, "NvVal holds every index");

const char *nv_list_fail_name(NvListFail fail)
{
    return fail < NV_LIST_FAILS ? fail_names[fail] : "?";
}

#define FIRST_ROOM 256

NvList *nv_list_new(void)
{
    NvList *list = g_new0(NvList, 1);

    list->room = FIRST_ROOM;
    list->node = g_new(NvListNode, list->room);
    memset(&list->node[0], 0, sizeof(list->node[0]));
    list->count = 1;
    return list;
}

void nv_list_free(NvList *list)
{
    if (list) {
        g_free(list->node);
        g_free(list);
    }
}

void nv_list_shrink(NvList *list)
{
    assert(list->count && list->count <= list->room);
    list->room = list->count;
    list->node = g_renew(NvListNode, list->node, list->room);
}

NvVal nv_list_add(NvList *list, NvListOp op, uint32_t imm,
                  const NvVal arg[4])
{
    NvListNode *node;

    assert(op > NV_LIST_NONE && op < NV_LIST_OP_COUNT);
    if (list->count == list->room) {
        if (list->room >= NV_LIST_ROOM) {
            return 0;
        }
        list->room = MIN(list->room * 2, NV_LIST_ROOM);
        list->node = g_renew(NvListNode, list->node, list->room);
    }
    node = &list->node[list->count];
    *node = (NvListNode) { .op = op, .imm = imm };
    if (arg) {
        memcpy(node->arg, arg, sizeof(node->arg));
    }
    return list->count++;
}
