/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The order of nodes: of those that are ready and not too far ahead, one whose
 * arguments are there by the time it begins, and of these the one with the
 * longest way to an output; with many values alive, rather one that ends the
 * life of some.
 *
 * No hardware facts; the weights are cycles of processors of 2020, roughly.
 */
#include "jit/plan.h"

/* How far ahead of the first node that waits. */
#define WINDOW 512
/* So many values alive are many. */
#define MANY 64

/* Operations begun a cycle. */
#define WIDTH 3

/* What a node takes: operations, and cycles until its result is there. */
typedef struct Cost {
    uint8_t ops, cycles;
} Cost;

/* Of operations with exact and with fast arithmetic; others are cheap. */
static const Cost costs[NV_LIST_OP_COUNT][2] = {
    [NV_LIST_SUM2] = { { 11, 26 }, { 1, 4 } },
    [NV_LIST_SUM3] = { { 17, 30 }, { 2, 8 } },
    [NV_LIST_SUM4] = { { 22, 30 }, { 3, 8 } },
    [NV_LIST_RCP] = { { 36, 60 }, { 2, 16 } },
    [NV_LIST_RCC] = { { 36, 60 }, { 2, 16 } },
    [NV_LIST_RSQ] = { { 46, 60 }, { 3, 36 } },
    [NV_LIST_LIT] = { { 60, 90 }, { 60, 90 } },
    [NV_LIST_EXP] = { { 40, 50 }, { 40, 50 } },
    [NV_LIST_LOG] = { { 40, 50 }, { 40, 50 } },
    [NV_LIST_TO_LT] = { { 4, 4 }, { 4, 4 } },
    [NV_LIST_LT_ADD3] = { { 18, 28 }, { 2, 8 } },
    [NV_LIST_LT_SADD] = { { 13, 28 }, { 2, 8 } },
    [NV_LIST_LT_RCP] = { { 17, 40 }, { 17, 40 } },
    [NV_LIST_LT_RSQ] = { { 24, 24 }, { 24, 24 } },
};

static Cost cost(const NvListNode *node, bool fast)
{
    bool host = node->op == NV_LIST_LT_ADD3 &&
                node->imm == NV_LIST_POSITIVE;
    Cost c = costs[node->op][fast || host];

    return c.ops ? c : (Cost) { 2, 4 };
}

typedef struct Node {
    uint32_t height;
    uint32_t at;                /* operation when its arguments are there */
    uint32_t first_user;
    uint16_t users;
    uint16_t waits;             /* for so many arguments */
    uint16_t left;              /* users that are not yet in the order */
    bool code;                  /* neither uniform nor an input */
    bool absorbed;              /* a product that only one sum takes */
    bool done;
} Node;

typedef struct Schedule {
    const NvList *list;
    bool fast;
    Node *node;
    NvVal *user;
    NvVal *ready;
    unsigned ready_count;
    NvVal *order;
    unsigned count;
    unsigned first;             /* all before this one are done */
    int alive;                  /* values */
    uint32_t ops;               /* begun so far */
} Schedule;

static bool is_sum(NvListOp op)
{
    return op == NV_LIST_SUM2 || op == NV_LIST_SUM3 || op == NV_LIST_SUM4 ||
           op == NV_LIST_LT_ADD3 || op == NV_LIST_LT_SADD;
}

static bool is_product(NvListOp op)
{
    return op == NV_LIST_MUL || op == NV_LIST_MULC || op == NV_LIST_LT_MUL ||
           op == NV_LIST_LT_SMUL;
}

static void find_users(Schedule *s)
{
    const NvList *list = s->list;
    uint32_t at = 0;

    for (unsigned v = 1; v < list->count; v++) {
        const NvListNode *n = &list->node[v];

        s->node[v].code = !n->uniform && n->op != NV_LIST_INPUT;
        for (unsigned i = 0; s->node[v].code && i < 4; i++) {
            s->node[n->arg[i]].left += s->node[n->arg[i]].code;
            s->node[v].waits += s->node[n->arg[i]].code;
        }
    }
    for (unsigned v = 1; v < list->count; v++) {
        s->node[v].first_user = at;
        at += s->node[v].left;
    }
    s->user = g_new(NvVal, at + 1);
    for (unsigned v = 1; v < list->count; v++) {
        for (unsigned i = 0; s->node[v].code && i < 4; i++) {
            Node *arg = &s->node[list->node[v].arg[i]];

            if (arg->code) {
                s->user[arg->first_user + arg->users++] = v;
            }
        }
    }
}

/* Products come right before their sum: nobody else wants them. */
static void absorb(Schedule *s, const bool *is_out)
{
    const NvList *list = s->list;

    for (unsigned v = 1; v < list->count; v++) {
        Node *n = &s->node[v], *sum;

        n->left += is_out[v];
        if (!is_product(list->node[v].op) || !n->code || n->left != 1 ||
            !n->users) {
            continue;
        }
        sum = &s->node[s->user[n->first_user]];
        if (is_sum(list->node[s->user[n->first_user]].op)) {
            n->absorbed = true;
            sum->waits += n->waits;
            sum->waits--;
        }
    }
}

static void find_heights(Schedule *s)
{
    for (unsigned v = s->list->count - 1; v; v--) {
        Node *n = &s->node[v];
        uint32_t most = 0;

        for (unsigned i = 0; i < n->users; i++) {
            most = MAX(most, s->node[s->user[n->first_user + i]].height);
        }
        n->height = most + cost(&s->list->node[v], s->fast).cycles;
    }
}

static void make_ready(Schedule *s, NvVal v)
{
    if (!s->node[v].waits && !s->node[v].absorbed) {
        s->ready[s->ready_count++] = v;
    }
}

/* How many values die with @v, less the one that is born. */
static int ends(const Schedule *s, NvVal v)
{
    const NvListNode *n = &s->list->node[v];
    int dies = -1;

    for (unsigned i = 0; i < 4; i++) {
        const Node *arg = &s->node[n->arg[i]];

        if (arg->absorbed) {
            dies += 1 + ends(s, n->arg[i]);
        } else {
            dies += arg->code && arg->left == 1;
        }
    }
    return dies;
}

/* Of a node that is ready: the order of what to begin with. */
static int64_t worth(const Schedule *s, NvVal v)
{
    const Node *n = &s->node[v];
    int64_t way = (int64_t)n->height << 16 | (0xffff - v);

    if (s->alive >= MANY) {
        return way + ((int64_t)(8 + ends(s, v)) << 48);
    }
    /* If all have to wait, it is for the first that need not. */
    return n->at <= s->ops ? way + (INT64_C(1) << 48) :
           (int64_t)(UINT32_MAX - n->at) << 16 | (0xffff - v);
}

/* Place in ready[]. */
static unsigned choose(const Schedule *s)
{
    unsigned best = s->ready_count;
    int64_t most = -1;

    for (unsigned i = 0; i < s->ready_count; i++) {
        NvVal v = s->ready[i];
        int64_t w = worth(s, v);

        if (v < s->first + WINDOW && w > most) {
            best = i;
            most = w;
        }
    }
    return best;
}

/* The users of @v, and a sum for a product that is its own. */
static void result_at(Schedule *s, NvVal v)
{
    const Node *n = &s->node[v];
    Cost c = cost(&s->list->node[v], s->fast);
    uint32_t at = MAX(s->ops, n->at) + c.cycles * WIDTH;

    s->ops += c.ops;
    for (unsigned i = 0; i < n->users; i++) {
        NvVal u = s->user[n->first_user + i];

        if (s->node[u].absorbed) {
            u = s->user[s->node[u].first_user];
        }
        s->node[u].at = MAX(s->node[u].at, at);
    }
}

static void emit(Schedule *s, NvVal v)
{
    const NvListNode *n = &s->list->node[v];

    for (unsigned i = 0; i < 4; i++) {
        Node *arg = &s->node[n->arg[i]];

        if (arg->absorbed && !arg->done) {
            emit(s, n->arg[i]);
        }
        if (arg->code && !--arg->left) {
            s->alive--;
        }
    }
    s->order[s->count++] = v;
    s->node[v].done = true;
    s->alive++;
    result_at(s, v);
    for (unsigned i = 0; i < s->node[v].users; i++) {
        NvVal u = s->user[s->node[v].first_user + i];

        if (s->node[v].absorbed) {
            continue;
        }
        if (s->node[u].absorbed) {
            u = s->user[s->node[u].first_user];
        }
        s->node[u].waits--;
        make_ready(s, u);
    }
}

static void order_all(Schedule *s)
{
    const NvList *list = s->list;

    for (unsigned v = 1; v < list->count; v++) {
        if (s->node[v].code) {
            make_ready(s, v);
        } else {
            s->node[v].done = true;
            if (list->node[v].op == NV_LIST_INPUT) {
                s->order[s->count++] = v;
            }
        }
    }
    s->node[0].done = true;
    while (s->ready_count) {
        unsigned at;
        NvVal v;

        while (s->node[s->first].done) {
            s->first++;
        }
        at = choose(s);
        assert(at < s->ready_count);
        v = s->ready[at];
        s->ready[at] = s->ready[--s->ready_count];
        emit(s, v);
    }
}

void nv_plan_schedule(NvPlan *plan, bool fast)
{
    const NvList *list = &plan->list;
    Schedule s = { .list = list, .fast = fast, .order = plan->order };

    s.node = g_new0(Node, list->count + 1);
    s.ready = g_new(NvVal, list->count);
    find_users(&s);
    absorb(&s, plan->is_out);
    find_heights(&s);
    order_all(&s);
    assert(s.count < list->count);
    plan->ordered = s.count;
    g_free(s.user);
    g_free(s.ready);
    g_free(s.node);
}
