/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Random fragment programs with branches, as trees of blocks and as words.
 */
#ifndef TEST_FRAG_TREE_H
#define TEST_FRAG_TREE_H

#include "raster/soft/fragprog.h"

#define IDENTITY 0xe4u
#define END 1u
#define BRANCH 0x80000000u
#define SUBS 3

/* ---- trees ---- */

typedef struct Place {
    bool half;
    uint8_t reg;                /* R 0 to 3, H 0 to 7 */
} Place;

typedef struct Node {
    uint8_t code;
    Place to, from[2];
    bool input, indexed;        /* the first source */
    uint8_t attribute, base;
    uint8_t mask, cc_mask, cond, cc_swz, swz[2];
    uint8_t count, first, step, sub;
    int next, inside, otherwise;        /* -1: none */
} Node;

typedef struct Tree {
    GRand *rand;
    Node node[400];
    int nodes;
    int main, sub[SUBS];
    unsigned sub_slot[SUBS];
    uint32_t w[4 * NV_FRAG_SLOTS];
    unsigned slots;
} Tree;

static inline unsigned any(Tree *t, unsigned below)
{
    return g_rand_int_range(t->rand, 0, below);
}

static inline Place any_place(Tree *t)
{
    bool half = any(t, 2);

    return (Place) { half, any(t, half ? 8 : 4) };
}

static inline void make_op(Tree *t, Node *n)
{
    static const uint8_t codes[] = {
        NV_FRAG_MOV, NV_FRAG_ADD, NV_FRAG_MUL, NV_FRAG_SLT, NV_FRAG_MAX,
    };

    n->code = codes[any(t, G_N_ELEMENTS(codes))];
    n->to = any_place(t);
    n->input = any(t, 2);
    n->indexed = n->input && !any(t, 3);
    n->attribute = NV_FRAG_TEX0 + any(t, 4);
    n->base = any(t, 3);
    for (unsigned i = 0; i < 2; i++) {
        n->from[i] = any_place(t);
        n->swz[i] = any(t, 256);
    }
    n->mask = any(t, 16);
    n->cc_mask = any(t, 2) ? n->mask : 0;
    n->mask = any(t, 6) ? n->mask : 0;
    n->cond = any(t, 4) ? 7 : any(t, 8);
}

/* Codes that a list may have, where it lies: in loops, in a sub. */
static inline unsigned any_code(Tree *t, unsigned depth, unsigned loops,
                                int sub)
{
    static const uint8_t blocks[] = { NV_FRAG_IF, NV_FRAG_LOOP, NV_FRAG_REP };
    unsigned which = any(t, 10), code = blocks[any(t, 3)];

    if (which < 3 && depth < 5 && (code == NV_FRAG_IF || loops < 2)) {
        return code;
    }
    return which == 3 && loops ? NV_FRAG_BRK :
           which == 4 && sub + 1 < SUBS ? NV_FRAG_CAL :
           which == 5 && !any(t, 3) ? NV_FRAG_RET : NV_FRAG_MOV;
}

static inline int make_list(Tree *t, unsigned depth, unsigned loops, int sub);

static inline void make_node(Tree *t, Node *n, unsigned depth, unsigned loops,
                             int sub)
{
    n->next = n->inside = n->otherwise = -1;
    n->cond = any(t, 8);
    n->cc_swz = any(t, 256);
    n->code = any_code(t, depth, loops, sub);
    switch (n->code) {
    case NV_FRAG_IF:
        n->inside = make_list(t, depth + 1, loops, sub);
        n->otherwise = any(t, 2) ? make_list(t, depth + 1, loops, sub) : -1;
        break;
    case NV_FRAG_LOOP: case NV_FRAG_REP:
        n->count = any(t, 4);
        n->first = any(t, 3);
        n->step = any(t, 3);
        n->inside = make_list(t, depth + 1, loops + 1, sub);
        break;
    case NV_FRAG_CAL:
        n->sub = sub + 1 + any(t, SUBS - sub - 1);
        break;
    case NV_FRAG_MOV:
        make_op(t, n);
        break;
    }
}

static inline int make_list(Tree *t, unsigned depth, unsigned loops, int sub)
{
    unsigned count = 1 + any(t, depth ? 4 : 8);
    int first = -1, last = -1;

    while (count-- && t->nodes < 380) {
        int i = t->nodes++;

        make_node(t, &t->node[i], depth, loops, sub);
        if (last < 0) {
            first = i;
        } else {
            t->node[last].next = i;
        }
        last = i;
    }
    return first;
}

/* ---- as words ---- */

static inline uint32_t *put(Tree *t, uint32_t w0, uint32_t w1, uint32_t w2,
                            uint32_t w3)
{
    uint32_t *w = &t->w[4 * t->slots++];

    g_assert_cmpuint(t->slots, <=, NV_FRAG_SLOTS);
    w[0] = w0;
    w[1] = w1;
    w[2] = w2;
    w[3] = w3;
    return w;
}

static inline uint32_t source(Place p, unsigned swz)
{
    return p.reg << 2 | p.half << 8 | swz << 9;
}

static inline void put_op(Tree *t, const Node *n, uint32_t when)
{
    uint32_t a = n->input ? 1u | (uint32_t)n->swz[0] << 9
                          : source(n->from[0], n->swz[0]);

    put(t, n->to.reg << 1 | n->to.half << 7 | (n->cc_mask ? 1u << 8 : 0) |
        (n->mask | n->cc_mask) << 9 | n->attribute << 13 | n->code << 24 |
        (n->mask ? 0 : 1u << 30), when | a, source(n->from[1], n->swz[1]),
        n->indexed ? 1u << 30 | n->base << 19 : 0);
}

static inline void put_list(Tree *t, int at)
{
    for (; at >= 0; at = t->node[at].next) {
        const Node *n = &t->node[at];
        uint32_t when = n->cond << 18 | (uint32_t)n->cc_swz << 21;
        uint32_t head = (uint32_t)(n->code & 0x3f) << 24 | 1u << 30, *w;
        uint32_t counts = n->count << 2 | n->first << 10 | n->step << 19;

        if (n->code < NV_FRAG_BRK) {
            put_op(t, n, when);
            continue;
        }
        w = put(t, head, when, BRANCH, 0);
        if (n->code == NV_FRAG_CAL) {
            w[2] |= n->sub;     /* its slot comes later */
        } else if (n->inside >= 0) {
            put_list(t, n->inside);
            w[2] |= n->code == NV_FRAG_IF ? 4 * t->slots : counts;
            put_list(t, n->otherwise);
            w[3] = 4 * t->slots;
        }
    }
}

static inline void make_tree(Tree *t)
{
    t->nodes = 0;
    t->slots = 0;
    t->main = make_list(t, 0, 0, -1);
    for (int i = 0; i < SUBS; i++) {
        t->sub[i] = make_list(t, 1, 0, i);
    }
    put_list(t, t->main);
    put(t, END, 7 << 18 | IDENTITY << 21, 0, 0);
    for (int i = 0; i < SUBS; i++) {
        t->sub_slot[i] = t->slots;
        put_list(t, t->sub[i]);
        put(t, (NV_FRAG_RET & 0x3f) << 24 | (i == SUBS - 1 ? END : 0),
            7 << 18 | IDENTITY << 21, BRANCH, 0);
    }
    for (unsigned i = 0; i < t->slots; i++) {
        uint32_t *w = &t->w[4 * i];

        if (w[2] & BRANCH && (w[0] >> 24 & 0x3f) == (NV_FRAG_CAL & 0x3f)) {
            w[2] = BRANCH | 4 * t->sub_slot[w[2] & 3];
        }
    }
}

#endif
