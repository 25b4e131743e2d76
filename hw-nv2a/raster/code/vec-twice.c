/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A list for two groups at a time: what one waits for leaves time for the other,
 * where a processor does not look as far ahead as the next group.  What is the
 * same in all lanes is there once; both leave together.
 *
 * No hardware facts.
 */
#include "raster/code/vec-priv.h"

/* Nodes: of more code would take too long to make. */
#define MOST 1320

static_assert(2 * MOST <= NV_VEC_ROOM, "both fit");

typedef struct Twice {
    const NvVec *from;
    NvVecNode *node;
    unsigned count;
    NvVecVal *name[2];          /* of each group, in the new list */
} Twice;

static bool is_of_group(const NvVecNode *n)
{
    return n->kind == NV_VEC_LANE || n->kind == NV_VEC_FIRST;
}

static bool is_same(const Twice *t, const NvVecNode *n)
{
    bool same = n->kind < NV_VEC_LOAD && !is_of_group(n);

    for (unsigned k = 0; k < 3 && nv_vec_has_code(n); k++) {
        same = same && t->name[0][n->arg[k]] == t->name[1][n->arg[k]];
    }
    return same;
}

static NvVecVal copy(Twice *t, const NvVecNode *n, unsigned group)
{
    NvVecNode *to = &t->node[t->count];

    *to = *n;
    for (unsigned k = 0; k < 3 && nv_vec_has_code(n); k++) {
        to->arg[k] = t->name[group][n->arg[k]];
    }
    if (is_of_group(n)) {
        to->at += group * t->from->width * sizeof(uint32_t);
    } else if (n->kind >= NV_VEC_LOAD) {
        to->imm = group;
    }
    return t->count++;
}

/* A way out, by the signs of both masks. */
static void leave(Twice *t, const NvVecNode *n)
{
    NvVecNode either = { .kind = NV_VEC_OP, .op = NV_X86_POR,
                         .needed = true };
    NvVecVal mask = t->count;

    either.arg[0] = t->name[0][n->arg[0]];
    either.arg[1] = t->name[1][n->arg[0]];
    t->node[t->count++] = either;
    t->node[t->count] = *n;
    t->node[t->count++].arg[0] = mask;
}

static void put(Twice *t, unsigned i)
{
    const NvVecNode *n = &t->from->node[i];

    if (n->kind == NV_VEC_EXIT || n->kind == NV_VEC_ESCAPE) {
        leave(t, n);
        return;
    }
    t->name[0][i] = copy(t, n, 0);
    t->name[1][i] = is_same(t, n) ? t->name[0][i] : copy(t, n, 1);
}

bool nv_vec_twice(NvVec *v)
{
    Twice t = { .from = v, .count = 1 };

    if (v->count > MOST || v->calls) {
        return false;
    }
    t.node = g_new0(NvVecNode, 2 * v->count);
    t.name[0] = g_new0(NvVecVal, v->count);
    t.name[1] = g_new0(NvVecVal, v->count);
    for (unsigned i = 1; i < v->count; i++) {
        if (v->node[i].needed) {
            put(&t, i);
        }
    }
    memcpy(v->node, t.node, t.count * sizeof(*t.node));
    v->count = t.count;
    g_free(t.node);
    g_free(t.name[0]);
    g_free(t.name[1]);
    return true;
}
