/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Passes over the list.  Each keeps every output to the bit, special values
 * included; no hardware facts but those of arith/arith.h.
 *
 * What is used, and why it is exact:
 * - a node whose arguments are all CONST is its value (eval.c says which);
 * - AND and XOR with masks merge: they are bit operations;
 * - a factor without exponent makes a product +0 under the legacy rules;
 * - signs of both factors flipped: the sign of a product is their exclusive
 *   or, and no other part of the rules looks at it;
 * - a term 0 of a sum of 3 or 4 adds nothing and has the least exponent;
 * - SET FL and TR do not look at operands;
 * - MIN and MAX of a value with itself, legacy rules: comparison is of bits;
 * - masks are all ones or 0.
 * What is not: x * 1.0 and x + 0 are not x for denormals, -0 and NaN.
 */
#include "list/list.h"

static bool is_const(const NvList *list, NvVal v)
{
    return list->node[v].op == NV_LIST_CONST;
}

static bool is_const_of(const NvList *list, NvVal v, uint32_t imm)
{
    return is_const(list, v) && list->node[v].imm == imm;
}

/* The arguments and outputs of @list, by @map. */
static void renumber_outputs(NvList *list, const NvVal *map)
{
    for (unsigned a = 0; a < NV_XF_ATTRS; a++) {
        for (unsigned c = 0; c < 4; c++) {
            list->out[a][c] = map[list->out[a][c]];
        }
    }
}

static void renumber_args(NvListNode *node, const NvVal *map)
{
    for (unsigned i = 0; i < nv_list_op[node->op].args; i++) {
        node->arg[i] = map[node->arg[i]];
    }
}

/* --- Constants and identities --- */

static void make_const(NvListNode *node, uint32_t imm)
{
    *node = (NvListNode) { .op = NV_LIST_CONST, .imm = imm };
}

static bool fold_const(NvList *list, NvListNode *node)
{
    const NvListOpInfo *info = &nv_list_op[node->op];
    uint32_t arg[4] = { 0 };

    if (info->leaf || node->op == NV_LIST_CTXREL) {
        return false;
    }
    for (unsigned i = 0; i < info->args; i++) {
        if (!is_const(list, node->arg[i])) {
            return false;
        }
        arg[i] = list->node[node->arg[i]].imm;
    }
    make_const(node, nv_list_eval_node(list, node, arg));
    return true;
}

/* Each of these: 0, or the value that @node (index @self) is the same as. */

static NvVal fold_bits(NvList *list, NvListNode *node, NvVal self)
{
    const NvListNode *inner = &list->node[node->arg[0]];

    if (inner->op == node->op) {
        node->imm = node->op == NV_LIST_AND ? node->imm & inner->imm :
                    node->imm ^ inner->imm;
        node->arg[0] = inner->arg[0];
    } else if (node->op == NV_LIST_AND && inner->op == NV_LIST_XOR &&
               !(node->imm & inner->imm)) {
        node->arg[0] = inner->arg[0];
    }
    if (node->imm == (node->op == NV_LIST_AND ? UINT32_MAX : 0)) {
        return node->arg[0];
    }
    return self;
}

static bool flips_sign(const NvListNode *node)
{
    return node->op == NV_LIST_XOR && node->imm == NV_XF_SIGN;
}

static NvVal fold_mul(NvList *list, NvListNode *node, NvVal self)
{
    for (unsigned i = 0; i < 2; i++) {
        const NvListNode *n = &list->node[node->arg[i]];

        if (list->rules.legacy && n->op == NV_LIST_CONST &&
            !(n->imm & NV_XF_INF)) {
            make_const(node, 0);
            return self;
        }
    }
    if (flips_sign(&list->node[node->arg[0]]) &&
        flips_sign(&list->node[node->arg[1]])) {
        node->arg[0] = list->node[node->arg[0]].arg[0];
        node->arg[1] = list->node[node->arg[1]].arg[0];
    }
    return self;
}

static NvVal fold_sum(NvList *list, NvListNode *node, NvVal self)
{
    unsigned n = nv_list_op[node->op].args;

    for (unsigned i = 0; i < n && n > 2; i++) {
        NvVal v = node->arg[i];

        if (is_const(list, v) && !(list->node[v].imm & ~NV_XF_SIGN)) {
            memmove(&node->arg[i], &node->arg[i + 1],
                    (3 - i) * sizeof(NvVal));
            node->arg[3] = 0;
            n--;
            i--;
        }
    }
    node->op = NV_LIST_SUM2 + (n - 2);
    return self;
}

static NvVal fold_masks(NvList *list, NvListNode *node, NvVal self)
{
    NvVal a = node->arg[0], b = node->arg[1];
    bool a0 = is_const_of(list, a, 0);
    bool b0 = is_const_of(list, b, 0);
    bool a1 = is_const_of(list, a, UINT32_MAX);
    bool b1 = is_const_of(list, b, UINT32_MAX);

    if (node->op == NV_LIST_MAND) {
        return a0 || b1 || a == b ? a : b0 || a1 ? b : self;
    }
    if (node->op == NV_LIST_MOR) {
        return a1 || b0 || a == b ? a : b1 || a0 ? b : self;
    }
    if (a0 || b0) {                 /* ~a & b */
        return b;
    }
    if (a1 || a == b) {
        make_const(node, 0);
    }
    return self;
}

static NvVal fold_select(NvList *list, NvListNode *node, NvVal self)
{
    NvVal mask = node->arg[0];

    if (is_const(list, mask)) {
        return list->node[mask].imm ? node->arg[1] : node->arg[2];
    }
    return node->arg[1] == node->arg[2] ? node->arg[1] : self;
}

static NvVal fold_one(NvList *list, NvVal self)
{
    NvListNode *node = &list->node[self];

    if (fold_const(list, node)) {
        return self;
    }
    switch (node->op) {
    case NV_LIST_AND:
    case NV_LIST_XOR:
        return fold_bits(list, node, self);
    case NV_LIST_MUL:
        return fold_mul(list, node, self);
    case NV_LIST_SUM3:
    case NV_LIST_SUM4:
        return fold_sum(list, node, self);
    case NV_LIST_MIN:
    case NV_LIST_MAX:
        return list->rules.legacy && node->arg[0] == node->arg[1] ?
               node->arg[0] : self;
    case NV_LIST_SET:
        if (node->imm == NV_XF_TEST_FL || node->imm == NV_XF_TEST_TR) {
            make_const(node, node->imm == NV_XF_TEST_TR ? NV_XF_ONE : 0);
        }
        return self;
    case NV_LIST_MAND:
    case NV_LIST_MANDN:
    case NV_LIST_MOR:
        return fold_masks(list, node, self);
    case NV_LIST_SELECT:
        return fold_select(list, node, self);
    default:
        return self;
    }
}

static void pass_fold(NvList *list)
{
    g_autofree NvVal *map = g_new(NvVal, list->count);

    map[0] = 0;
    for (unsigned i = 1; i < list->count; i++) {
        renumber_args(&list->node[i], map);
        map[i] = fold_one(list, i);
    }
    renumber_outputs(list, map);
}

/* --- Common subexpressions --- */

/* What makes two nodes the same: terms of sums in any order. */
typedef struct Key {
    uint32_t op_imm[2];
    NvVal arg[4];
} Key;

static void order(NvVal *a, NvVal *b)
{
    if (*a > *b) {
        NvVal t = *a;

        *a = *b;
        *b = t;
    }
}

static Key key_of(const NvListNode *node)
{
    Key key = { { node->op, node->imm } };

    memcpy(key.arg, node->arg, sizeof(key.arg));
    if (node->op == NV_LIST_SUM3 || node->op == NV_LIST_SUM4) {
        unsigned n = nv_list_op[node->op].args;

        for (unsigned i = 1; i < n; i++) {
            for (unsigned j = i; j > 0; j--) {
                order(&key.arg[j - 1], &key.arg[j]);
            }
        }
    } else if (nv_list_op[node->op].commutes) {
        order(&key.arg[0], &key.arg[1]);
    }
    return key;
}

static uint32_t hash_of(const Key *key)
{
    uint64_t h = key->op_imm[0] * UINT64_C(0x9e3779b97f4a7c15) +
                 key->op_imm[1];
    uint64_t args;

    memcpy(&args, key->arg, sizeof(args));
    h = (h ^ h >> 29) * UINT64_C(0xbf58476d1ce4e5b9) + args;
    h = (h ^ h >> 32) * UINT64_C(0x94d049bb133111eb);
    return h >> 32;
}

/* Leaves that differ per vertex or draw are shared like all others. */
static void pass_share(NvList *list)
{
    g_autofree NvVal *map = g_new(NvVal, list->count);
    unsigned bits = 33 - __builtin_clz(list->count);
    uint32_t mask = (1u << bits) - 1;
    g_autofree NvVal *table = g_new0(NvVal, mask + 1);

    map[0] = 0;
    for (unsigned i = 1; i < list->count; i++) {
        NvListNode *node = &list->node[i];
        uint32_t at;
        Key key;

        renumber_args(node, map);
        key = key_of(node);
        /* At most half of the table is full. */
        for (at = hash_of(&key) & mask; table[at]; at = (at + 1) & mask) {
            Key other = key_of(&list->node[table[at]]);

            if (!memcmp(&key, &other, sizeof(key))) {
                break;
            }
        }
        if (!table[at]) {
            table[at] = i;
        }
        map[i] = table[at];
    }
    renumber_outputs(list, map);
}

/* --- Dead nodes --- */

static void mark_live(NvList *list, uint8_t *live)
{
    for (unsigned a = 0; a < NV_XF_ATTRS; a++) {
        for (unsigned c = 0; c < 4; c++) {
            live[list->out[a][c]] = 1;
        }
    }
    for (unsigned i = list->count - 1; i > 0; i--) {
        const NvListNode *node = &list->node[i];

        for (unsigned k = 0; live[i] && k < nv_list_op[node->op].args; k++) {
            live[node->arg[k]] = 1;
        }
    }
}

static void pass_drop(NvList *list)
{
    g_autofree uint8_t *live = g_new0(uint8_t, list->count);
    g_autofree NvVal *map = g_new(NvVal, list->count);
    unsigned count = 1;

    mark_live(list, live);
    map[0] = 0;
    list->inputs = 0;
    for (unsigned i = 1; i < list->count; i++) {
        NvListNode node = list->node[i];

        if (!live[i]) {
            map[i] = 0;
            continue;
        }
        renumber_args(&node, map);
        if (node.op == NV_LIST_INPUT) {
            list->inputs |= 1u << (node.imm >> 2);
        }
        map[i] = count;
        list->node[count++] = node;
    }
    renumber_outputs(list, map);
    list->count = count;
}

/* --- What a draw needs once --- */

/* Uniform nodes go to the front; they only have uniform arguments. */
static void pass_uniform(NvList *list)
{
    g_autofree NvListNode *old = g_memdup2(list->node, list->count *
                                           sizeof(list->node[0]));
    g_autofree NvVal *map = g_new(NvVal, list->count);
    unsigned at = 1;

    for (unsigned i = 1; i < list->count; i++) {
        old[i].uniform = old[i].op != NV_LIST_INPUT;
        for (unsigned k = 0; k < nv_list_op[old[i].op].args; k++) {
            old[i].uniform &= old[old[i].arg[k]].uniform;
        }
    }
    map[0] = 0;
    for (int uniform = 1; uniform >= 0; uniform--) {
        for (unsigned i = 1; i < list->count; i++) {
            if (old[i].uniform == uniform) {
                renumber_args(&old[i], map);
                map[i] = at;
                list->node[at++] = old[i];
            }
        }
        list->hoisted = uniform ? at : list->hoisted;
    }
    renumber_outputs(list, map);
}

const NvListPass nv_list_pass[] = {
    { "fold", pass_fold },
    { "share", pass_share },
    { "drop", pass_drop },
    { "uniform", pass_uniform },
    { NULL, NULL },
};

void nv_list_optimise(NvList *list)
{
    assert(list->count && list->count <= list->room);
    for (const NvListPass *pass = nv_list_pass; pass->name; pass++) {
        pass->run(list);
#ifdef NV_LIST_VERIFY
        {
            g_autofree char *why = NULL;

            if (!nv_list_verify(list, &why)) {
                g_error("pass %s broke the list: %s", pass->name, why);
            }
        }
#endif
    }
}
