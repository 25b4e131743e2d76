/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The order of operations on vectors: chains that do not need each other take
 * turns, so that a processor that looks ahead so far and no further always finds
 * some to do.  What has an effect keeps its place among its like, and nothing
 * comes before a way out that only what is behind it needs.
 *
 * No hardware facts; cycles are those of processors of 2022, roughly.
 */
#include "raster/code/vec-priv.h"

/* Operations begun a cycle. */
#define WIDTH 2
/* So many values alive are many. */
#define MANY 24
/* How far ahead of the first that waits. */
#define WINDOW 24
/* Of longer lists code is to be there soon; for two groups, or rows, there is. */
#define MOST 1800
#define MOST_SECOND 2640

typedef struct Place {
    uint32_t at;                /* cycle when its arguments are there */
    uint32_t first_user;
    uint16_t height;            /* cycles from here to the end */
    uint16_t users;
    uint16_t waits;             /* for so many arguments */
    uint16_t left;              /* users that are not in the order */
    uint16_t part;              /* between which ways out */
    bool seen, done;
    NvVecVal name;              /* in the new order */
} Place;

typedef struct Order {
    NvVec *v;
    Place *place;
    NvVecVal *user;
    NvVecVal *line;             /* as they were, part after part */
    unsigned seen, first;       /* of these: looked at, not done */
    NvVecVal ready[WINDOW];
    unsigned ready_count;
    NvVecNode *node;            /* in the new order */
    unsigned count;
    unsigned ops;               /* begun so far */
    int alive;
} Order;

static bool keeps_place(const NvVecNode *n)
{
    return n->kind >= NV_VEC_LOAD;
}

static unsigned cycles_of_op(NvX86Op op)
{
    switch (op) {
    case NV_X86_DIVPS:
    case NV_X86_SQRTPS:
        return 15;
    case NV_X86_CVTDQ2PD:
    case NV_X86_CVTPD2PS:
    case NV_X86_CVTPS2PD:
    case NV_X86_CVTTPD2DQ:
    case NV_X86_PCMPGTD:
    case NV_X86_PCMPEQD:
    case NV_X86_PCMPGTW:
    case NV_X86_CMPPS:
    case NV_X86_CMPPD:
        return 7;
    case NV_X86_VPERMD:
        return 5;
    case NV_X86_PAND:
    case NV_X86_PANDN:
    case NV_X86_POR:
    case NV_X86_PXOR:
    case NV_X86_PADDD:
    case NV_X86_PSUBD:
    case NV_X86_PMINSD:
    case NV_X86_PMAXSD:
    case NV_X86_PADDW:
    case NV_X86_PSUBW:
        return 1;
    default:
        return 3;
    }
}

static unsigned cycles_of(const NvVecNode *n)
{
    switch ((NvVecKind)n->kind) {
    case NV_VEC_OP:
        return cycles_of_op(n->op);
    case NV_VEC_SHIFT:
    case NV_VEC_CHOOSE:
        return 1;
    case NV_VEC_GATHER:
        return 30;
    case NV_VEC_LOAD:
        return 10;
    default:
        return 4;
    }
}

/* Parts, from the first node to the last and back; how many there are. */
static unsigned find_parts(Order *o)
{
    NvVec *v = o->v;
    unsigned part = 0;

    for (unsigned i = 1; i < v->count; i++) {
        const NvVecNode *n = &v->node[i];

        o->place[i].part = keeps_place(n) ? part : UINT16_MAX;
        part += n->kind == NV_VEC_EXIT || n->kind == NV_VEC_ESCAPE;
    }
    for (unsigned i = v->count; --i;) {
        const NvVecNode *n = &v->node[i];

        for (unsigned k = 0; k < 3 && n->needed && nv_vec_has_code(n); k++) {
            Place *arg = &o->place[n->arg[k]];

            arg->part = MIN(arg->part, o->place[i].part);
        }
    }
    return part + 1;
}

/* Arguments with code, and what comes before among its like: @last or 0. */
static unsigned waits_for(const Order *o, unsigned i, NvVecVal last,
                          NvVecVal out[4])
{
    const NvVecNode *n = &o->v->node[i];
    unsigned count = 0;

    for (unsigned k = 0; k < 3; k++) {
        if (n->arg[k] && nv_vec_has_code(&o->v->node[n->arg[k]])) {
            out[count++] = n->arg[k];
        }
    }
    if (last && keeps_place(n)) {
        out[count++] = last;
    }
    return count;
}

static void find_users(Order *o)
{
    NvVec *v = o->v;
    NvVecVal arg[4], last = 0;
    uint32_t at = 0;

    for (unsigned pass = 0; pass < 2; pass++, last = 0) {
        for (unsigned i = 1; i < v->count; i++) {
            const NvVecNode *n = &v->node[i];
            unsigned count;

            if (!n->needed || !nv_vec_has_code(n)) {
                continue;
            }
            count = waits_for(o, i, last, arg);
            for (unsigned k = 0; k < count; k++) {
                Place *p = &o->place[arg[k]];

                if (pass) {
                    o->user[p->first_user + p->users++] = i;
                } else {
                    p->first_user++;
                    p->left += arg[k] != last || !keeps_place(n);
                    o->place[i].waits++;
                }
            }
            last = keeps_place(n) ? i : last;
        }
        for (unsigned i = 1; i < v->count && !pass; i++) {
            uint32_t users = o->place[i].first_user;

            o->place[i].first_user = at;
            at += users;
        }
    }
}

static void find_heights(Order *o)
{
    for (unsigned i = o->v->count; --i;) {
        Place *p = &o->place[i];

        for (unsigned k = 0; k < p->users; k++) {
            p->height = MAX(p->height,
                            o->place[o->user[p->first_user + k]].height);
        }
        p->height = MIN(p->height + cycles_of(&o->v->node[i]), 0x7fff);
    }
}

/* How many values end with @i, less the one that it begins. */
static int frees(const Order *o, NvVecVal i)
{
    const NvVecNode *n = &o->v->node[i];
    int count = n->kind > NV_VEC_LOAD ? 0 : -1;

    for (unsigned k = 0; k < 3; k++) {
        count += n->arg[k] && nv_vec_has_code(&o->v->node[n->arg[k]]) &&
                 o->place[n->arg[k]].left == 1;
    }
    return count;
}

/* The least comes next. */
static uint64_t rank(const Order *o, NvVecVal i)
{
    const Place *p = &o->place[i];
    uint64_t rank = o->alive > MANY ? 4 - frees(o, i) : 0;
    uint32_t now = o->ops / WIDTH;

    rank = rank << 28 | MAX(p->at, now);
    return (rank << 16 | (UINT16_MAX - p->height)) << 16 | i;
}

static NvVecVal take(Order *o)
{
    uint64_t least = UINT64_MAX;
    unsigned best = 0;
    NvVecVal i;

    for (unsigned k = 0; k < o->ready_count; k++) {
        uint64_t r = rank(o, o->ready[k]);

        best = r < least ? k : best;
        least = MIN(r, least);
    }
    i = o->ready[best];
    o->ready[best] = o->ready[--o->ready_count];
    return i;
}

/* Looks at as many as may be begun before the first that waits. */
static void look_ahead(Order *o, unsigned end)
{
    while (o->first < end && o->place[o->line[o->first]].done) {
        o->first++;
    }
    for (; o->seen < MIN(end, o->first + WINDOW); o->seen++) {
        NvVecVal i = o->line[o->seen];

        o->place[i].seen = true;
        if (!o->place[i].waits) {
            o->ready[o->ready_count++] = i;
        }
    }
}

static void put(Order *o, NvVecVal i)
{
    const NvVecNode *n = &o->v->node[i];
    Place *p = &o->place[i];
    uint32_t done;

    o->alive -= frees(o, i);
    o->ops = MAX(o->ops, p->at * WIDTH) + 1;
    done = o->ops / WIDTH + cycles_of(n);
    for (unsigned k = 0; k < 3; k++) {
        o->place[n->arg[k]].left--;
    }
    for (unsigned k = 0; k < p->users; k++) {
        NvVecVal u = o->user[p->first_user + k];
        Place *user = &o->place[u];

        user->at = MAX(user->at, n->kind > NV_VEC_LOAD ? 0 : done);
        if (!--user->waits && user->seen) {
            o->ready[o->ready_count++] = u;
        }
    }
    p->done = true;
    p->name = o->count;
    o->node[o->count++] = *n;
}

/* Leaves first; returns how many others there are. */
static unsigned begin(Order *o, unsigned parts)
{
    unsigned *at = g_new0(unsigned, parts + 1), count = 0;
    NvVec *v = o->v;

    o->node[o->count++] = v->node[0];
    for (unsigned i = 1; i < v->count; i++) {
        const NvVecNode *n = &v->node[i];

        if (n->needed && !nv_vec_has_code(n)) {
            o->place[i].name = o->count;
            o->node[o->count++] = *n;
        } else if (n->needed) {
            at[o->place[i].part + 1]++;
            count++;
        }
    }
    for (unsigned i = 0; i < parts; i++) {
        at[i + 1] += at[i];
    }
    for (unsigned i = 1; i < v->count; i++) {
        if (v->node[i].needed && nv_vec_has_code(&v->node[i])) {
            o->line[at[o->place[i].part]++] = i;
        }
    }
    g_free(at);
    return count;
}

static void rename(Order *o)
{
    for (unsigned i = 1; i < o->count; i++) {
        NvVecNode *n = &o->node[i];

        for (unsigned k = 0; k < 3 && nv_vec_has_code(n); k++) {
            n->arg[k] = o->place[n->arg[k]].name;
        }
    }
}

/* Part after part: none looks ahead of its end. */
static void order(Order *o, unsigned count)
{
    unsigned end = 0;

    while (o->first < count) {
        if (o->first == end) {
            unsigned part = o->place[o->line[end]].part;

            while (end < count && o->place[o->line[end]].part == part) {
                end++;
            }
        }
        look_ahead(o, end);
        if (o->ready_count) {
            put(o, take(o));
        }
    }
}

void nv_vec_order(NvVec *v)
{
    Order o = { .v = v };
    unsigned parts;

    if (v->count > (v->twice || v->rows ? MOST_SECOND : MOST) ||
        v->calls) {
        return;                 /* calls lose all registers */
    }
    o.place = g_new0(Place, v->count);
    o.user = g_new(NvVecVal, 4 * v->count);
    o.line = g_new(NvVecVal, v->count);
    o.node = g_new(NvVecNode, v->count);
    parts = find_parts(&o);
    find_users(&o);
    find_heights(&o);
    order(&o, begin(&o, parts));
    rename(&o);
    memcpy(v->node, o.node, o.count * sizeof(*o.node));
    v->count = o.count;
    g_free(o.place);
    g_free(o.user);
    g_free(o.line);
    g_free(o.node);
}
