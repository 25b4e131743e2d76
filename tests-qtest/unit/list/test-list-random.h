/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Random lists as fixed function has them: words of LT and numbers of XF, with
 * what keeps each kind where it belongs.  No hardware facts.
 */
#ifndef TEST_LIST_RANDOM_H
#define TEST_LIST_RANDOM_H

#include "unit/xf/test-xf-random.h"

#include "list/list.h"
#include "xf/ff.h"

static NvVal input(NvList *list, unsigned attr)
{
    list->inputs |= 1u << attr;
    return nv_list_add(list, NV_LIST_INPUT, attr << 2, NULL);
}

#define VALUES 24

typedef struct Maker {
    NvList *list;
    GRand *rand;
    NvVal word[VALUES], number[VALUES];
    unsigned words, numbers;
} Maker;

static NvVal pick_word(Maker *m)
{
    /* Rather a late one. */
    unsigned a = g_rand_int_range(m->rand, 0, m->words);
    unsigned b = g_rand_int_range(m->rand, 0, m->words);

    return m->word[MAX(a, b)];
}

static NvVal pick_number(Maker *m)
{
    return m->number[g_rand_int_range(m->rand, 0, m->numbers)];
}

static NvVal node(Maker *m, NvListOp op, uint32_t imm, NvVal a, NvVal b,
                  NvVal c, NvVal d)
{
    return nv_list_add(m->list, op, imm, (NvVal[4]) { a, b, c, d });
}

static NvVal lt_dot(Maker *m, NvVal *t)
{
    for (unsigned c = 0; c < 3; c++) {
        t[c] = node(m, NV_LIST_LT_MUL, 0, pick_word(m), pick_word(m), 0, 0);
    }
    return node(m, NV_LIST_LT_ADD3, 0, t[0], t[1], t[2], 0);
}

/* |a| + |b| * |c|, with the hint that all signs are clear. */
static NvVal positive_sum(Maker *m, NvVal zero)
{
    NvVal t[3];

    for (unsigned k = 0; k < 3; k++) {
        t[k] = node(m, NV_LIST_AND, ~NV_XF_SIGN, pick_word(m), 0, 0, 0);
    }
    t[1] = node(m, NV_LIST_LT_MUL, 0, t[1], t[2], 0, 0);
    return node(m, NV_LIST_LT_ADD3, NV_LIST_POSITIVE, t[0], t[1], zero, 0);
}

/* A value as fixed function makes them. */
static NvVal make_word(Maker *m)
{
    NvVal a = pick_word(m), b = pick_word(m), t[3];
    NvVal zero = node(m, NV_LIST_CONST, 0, 0, 0, 0, 0);

    switch (g_rand_int_range(m->rand, 0, 14)) {
    case 0:
        return node(m, NV_LIST_LT_MUL, 0, a, b, 0, 0);
    case 1:
        return node(m, NV_LIST_LT_SMUL, 0, a, b, 0, 0);
    case 2:
        return node(m, NV_LIST_LT_SADD, 0, a, b, 0, 0);
    case 3:
        return node(m, NV_LIST_LT_ADD3, 0, a, b, zero, 0);
    case 4:
        t[0] = node(m, NV_LIST_LT_MUL, 0, a, b, 0, 0);
        return node(m, NV_LIST_LT_ADD3, 0, pick_word(m), t[0], zero, 0);
    case 5:
        t[0] = node(m, NV_LIST_LT_SMUL, 0, a, b, 0, 0);
        return node(m, NV_LIST_LT_SADD, 0, t[0], pick_word(m), 0, 0);
    case 6:
        return lt_dot(m, t);
    case 7:
        return node(m, NV_LIST_LT_RCP, 0, a, 0, 0, 0);
    case 8:
        return node(m, NV_LIST_LT_RSQ, 0, a, 0, 0, 0);
    case 9:
        t[0] = node(m, NV_LIST_TEST, g_rand_int_range(m->rand, 1, 7), a, 0,
                    0, 0);
        return node(m, NV_LIST_SELECT, 0, t[0], zero, b, 0);
    case 10:
        return node(m, NV_LIST_XOR, NV_XF_SIGN, a, 0, 0, 0);
    case 11:
        return positive_sum(m, zero);
    case 12:
        return node(m, NV_LIST_LT_SMAC, 0, a, b, pick_word(m), 0);
    default:
        return node(m, NV_LIST_TO_LT, 0, pick_number(m), 0, 0, 0);
    }
}

static NvVal make_number(Maker *m, bool celsius)
{
    NvListOp mul = celsius ? NV_LIST_MULC : NV_LIST_MUL;
    NvVal t[4], a = pick_number(m), b = pick_number(m);

    switch (g_rand_int_range(m->rand, 0, 6)) {
    case 0:
        return node(m, mul, 0, a, b, 0, 0);
    case 1:
        return node(m, NV_LIST_SUM2, 0, a, b, 0, 0);
    case 2:
        t[0] = node(m, mul, 0, a, b, 0, 0);
        return node(m, NV_LIST_SUM2, 0, t[0], pick_number(m), 0, 0);
    case 3:
        return node(m, NV_LIST_RSQ, 0, a, 0, 0, 0);
    case 4:
        return node(m, NV_LIST_RCC, 0, a, 0, 0, 0);
    default:
        for (unsigned c = 0; c < 3; c++) {
            t[c] = node(m, mul, 0, pick_number(m), pick_number(m), 0, 0);
        }
        return node(m, NV_LIST_SUM3, 0, t[0], t[1], t[2], 0);
    }
}

static NvList *random_list(GRand *rand, const NvXfRules *rules)
{
    bool celsius = rules->version == NV_ARITH_CELSIUS;
    NvList *list = nv_list_new();
    Maker m = { .list = list, .rand = rand };

    list->rules = *rules;
    list->ctx_limit = NV_FF_CONSTANTS;
    for (unsigned k = 0; k < 3; k++) {
        m.number[m.numbers++] = input(list, k);
        m.number[m.numbers++] = node(&m, NV_LIST_CTX, k, 0, 0, 0, 0);
        m.word[m.words++] = node(&m, NV_LIST_CTX, NV_FF_LTCTX << 2 | k, 0, 0,
                                 0, 0);
        m.word[m.words++] = node(&m, NV_LIST_TO_LT, 0, m.number[2 * k], 0, 0,
                                 0);
    }
    for (; m.words < VALUES; m.words++) {
        m.number[m.numbers] = make_number(&m, celsius);
        m.numbers++;
        m.word[m.words] = make_word(&m);
    }
    for (unsigned o = 0; o < 8; o++) {
        list->out[o / 4][o % 4] = o == 7 ? pick_number(&m) : pick_word(&m);
        list->outputs |= 1u << o / 4;
    }
    nv_list_optimise(list);
    return list;
}

#endif
