/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Every operation of lists on every executor against arith/arith.h, to the bit:
 * one at a time over special and random values, words of LT all there are,
 * then random lists as fixed function has them.
 *
 * NV_TEST_ROUNDS=n makes it n times as long.
 */
#include <math.h>

#include "unit/list/test-list-random.h"

#include "common/environment.h"
#include "exec/executor.h"
#include "xf/ff.h"

#define SEED 0x22b17
#define LT_WORDS (1u << 22)

static unsigned rounds = 1;

/* --- A list that is run --- */

typedef struct Runner {
    const NvExecutor *executor;
    bool fast;                  /* arithmetic */
    double worst;               /* of fast, relative to the largest term */
    NvList *list;
    void *code;
    const char *why;
    void *memory, *scratch;
    uint32_t *uniform, *value;
    uint32_t ctx[NV_FF_CONSTANTS][4];
    NvXfBlock block;
    uint64_t cases;
} Runner;

/* False if the executor refuses the list, which is @list from now on. */
static bool runner_take(Runner *r, NvList *list)
{
    uintptr_t at;

    r->list = list;
    for (unsigned o = 0; o < NV_XF_ATTRS * 4; o++) {
        g_assert_true(!list->out[o / 4][o % 4] || list->outputs >> o / 4 & 1);
    }
    r->code = r->executor->compile(list, r->fast, &r->why);
    if (!r->code) {
        return false;
    }
    r->memory = g_malloc(r->executor->scratch(r->code) + NV_EXEC_ALIGN);
    at = (uintptr_t)r->memory + NV_EXEC_ALIGN - 1;
    r->scratch = (void *)(at & ~(uintptr_t)(NV_EXEC_ALIGN - 1));
    r->uniform = g_new(uint32_t, list->count);
    r->value = g_new(uint32_t, list->count);
    return true;
}

static void runner_drop(Runner *r)
{
    if (r->code) {
        r->executor->release(r->code);
        g_free(r->memory);
        g_free(r->uniform);
        g_free(r->value);
    }
    nv_list_free(r->list);
    r->code = NULL;
}

static void differ(Runner *r, unsigned lane, unsigned o, uint32_t want)
{
    g_autoptr(GString) text = g_string_new(NULL);

    nv_list_print(r->list, text);
    g_printerr("%s\n", text->str);
    for (unsigned a = 0; a < 3; a++) {
        g_printerr("v%u.x = %08x\n", a, r->block.in[a][0][lane]);
    }
    for (unsigned v = 1; v < r->list->count; v++) {
        g_printerr("%%%u = %08x\n", v, r->value[v]);
    }
    g_error("%s: o%u.%c of lane %u: got %08x, want %08x", r->executor->name,
            o / 4, "xyzw"[o % 4], lane, r->block.out[o / 4][o % 4][lane],
            want);
}

/* In fast arithmetic only sums differ, and never in special values. */
static bool is_near(Runner *r, NvVal v, uint32_t got)
{
    const NvListNode *node = &r->list->node[v];
    bool sum = node->op == NV_LIST_LT_ADD3 || node->op == NV_LIST_LT_SADD ||
               node->op == NV_LIST_LT_SMAC;
    uint32_t want = r->value[v];
    double most = 0, error;

    if (!r->fast || !sum || (want & NV_XF_INF) == NV_XF_INF ||
        (got & NV_XF_INF) == NV_XF_INF) {
        return false;
    }
    for (unsigned k = 0; k < nv_list_op[node->op].args; k++) {
        most = MAX(most, fabs(nv_u2f(r->value[node->arg[k]])));
    }
    if (node->op == NV_LIST_LT_SMAC) {
        most = MAX(fabs((double)nv_u2f(r->value[node->arg[0]]) *
                        nv_u2f(r->value[node->arg[1]])),
                   fabs(nv_u2f(r->value[node->arg[2]])));
    }
    error = fabs((double)nv_u2f(got) - nv_u2f(want));
    /* The host has no denormals. */
    if (error < 0x1p-124) {
        return true;
    }
    error /= most;
    r->worst = MAX(r->worst, error);
    /* There a factor is shifted before the product. */
    return error < (node->op == NV_LIST_LT_SMAC ? 0x1p-11 : 0x1p-12);
}

/* A list reads few of its inputs and writes few outputs: only those. */
static void check_lane(Runner *r, unsigned lane)
{
    const uint32_t (*ctx)[4] = (const uint32_t (*)[4])r->ctx;
    uint32_t in[NV_XF_ATTRS][4];

    for (unsigned left = r->list->inputs; left; left &= left - 1) {
        unsigned a = __builtin_ctz(left);

        for (unsigned c = 0; c < 4; c++) {
            in[a][c] = r->block.in[a][c][lane];
        }
    }
    nv_list_eval(r->list, ctx, (const uint32_t (*)[4])in, r->value);
    for (unsigned left = r->list->outputs; left; left &= left - 1) {
        unsigned a = __builtin_ctz(left);

        for (unsigned c = 0; c < 4; c++) {
            NvVal v = r->list->out[a][c];
            uint32_t got = r->block.out[a][c][lane];

            if (v && got != r->value[v] && !is_near(r, v, got)) {
                differ(r, lane, a * 4 + c, r->value[v]);
            }
        }
    }
    r->cases++;
}

/* The block's vertices, all of them compared. */
static void runner_run(Runner *r)
{
    NvExecArgs args = {
        .xfctx = (const uint32_t (*)[4])r->ctx, .uniform = r->uniform,
        .block = &r->block, .scratch = r->scratch, .count = NV_XF_BLOCK,
    };

    r->block.count = NV_XF_BLOCK;
    nv_list_eval_uniform(r->list, args.xfctx, r->uniform);
    r->executor->run(r->code, &args);
    for (unsigned lane = 0; lane < NV_XF_BLOCK; lane++) {
        check_lane(r, lane);
    }
}

/* --- One operation --- */

static const NvXfRules all_rules[] = {
    { NV_ARITH_CELSIUS, true }, { NV_ARITH_KELVIN, true },
    { NV_ARITH_RANKINE, true }, { NV_ARITH_RANKINE, false },
};

static uint32_t random_imm(NvListOp op, GRand *rand)
{
    switch (op) {
    case NV_LIST_SET:
    case NV_LIST_TEST:
        return g_rand_int_range(rand, 0, 8);
    case NV_LIST_EXP:
    case NV_LIST_LOG:
        return g_rand_int_range(rand, 0, 3);
    case NV_LIST_LIT:
        return g_rand_int_range(rand, 1, 3);
    case NV_LIST_ARL:
    case NV_LIST_ARR:
        return 10;
    case NV_LIST_AND:
    case NV_LIST_XOR:
        return g_rand_int(rand);
    default:
        return 0;
    }
}

/* @word: operands are cut to words of LT; @uniform: constants, by bit. */
static NvList *one_op(NvListOp op, const NvXfRules *rules, GRand *rand,
                      unsigned uniform)
{
    bool word = nv_list_op[op].lt;
    NvList *list = nv_list_new();
    NvVal arg[4] = { 0 }, v;

    list->rules = *rules;
    list->ctx_limit = NV_FF_CONSTANTS;
    for (unsigned k = 0; k < nv_list_op[op].args; k++) {
        arg[k] = uniform >> k & 1 ?
                 nv_list_add(list, NV_LIST_CTX,
                             (word ? NV_FF_LTCTX : 0) << 2 | k, NULL) :
                 input(list, k);
        if (word && !(uniform >> k & 1)) {
            arg[k] = nv_list_add(list, NV_LIST_AND, ~0x3ffu,
                                 (NvVal[4]) { arg[k] });
            arg[k] = nv_list_add(list, NV_LIST_TO_LT, 0, (NvVal[4]) { arg[k] });
        }
    }
    v = nv_list_add(list, op, random_imm(op, rand), arg);
    list->out[0][0] = v;
    list->outputs = 1;
    nv_list_optimise(list);
    return list;
}

/* One vertex as wild as can be, the others as @taste says. */
static void random_inputs(Runner *r, GRand *rand, RandomTaste most)
{
    unsigned wild = g_rand_int_range(rand, 0, NV_XF_BLOCK);

    for (unsigned lane = 0; lane < NV_XF_BLOCK; lane++) {
        RandomTaste taste = lane == wild ? TASTE_WILD : most;
        uint32_t last = 0;

        for (unsigned a = 0; a < 4; a++) {
            uint32_t x = random_value(rand, taste);

            /* Numbers near each other, so that sums cancel. */
            if (a && g_rand_int_range(rand, 0, 4) == 0) {
                x = last ^ NV_XF_SIGN ^ g_rand_int(rand) >>
                    g_rand_int_range(rand, 9, 31);
            }
            r->block.in[a][0][lane] = last = x;
        }
    }
}

/* In most runs few values are special, or others would hide what they do. */
static void random_values(Runner *r, GRand *rand)
{
    RandomTaste taste = g_rand_int_range(rand, 0, 4) ? TASTE_TAME :
                        g_rand_int_range(rand, 0, TASTES);

    random_inputs(r, rand, taste);
    for (unsigned k = 0; k < 4; k++) {
        r->ctx[0][k] = random_value(rand, taste);
        r->ctx[NV_FF_LTCTX][k] = random_value(rand, taste) & ~0x3ffu;
    }
}

static bool is_tested(NvListOp op)
{
    return !nv_list_op[op].leaf && op != NV_LIST_CTXREL &&
           op != NV_LIST_IADD && !(op >= NV_LIST_MAND && op <= NV_LIST_SELECT);
}

/* False if the executor refuses. */
static bool check_op(Runner *r, NvListOp op, const NvXfRules *rules,
                     GRand *rand)
{
    unsigned args = nv_list_op[op].args;

    for (unsigned i = 0; i < 24 * rounds; i++) {
        unsigned uniform = args > 1 ? g_rand_int_range(rand, 0, 3) & 2 : 0;
        bool took = runner_take(r, one_op(op, rules, rand, uniform));

        for (unsigned n = 0; n < 4 && took; n++) {
            random_values(r, rand);
            runner_run(r);
        }
        runner_drop(r);
        if (!took) {
            return false;
        }
    }
    return true;
}

static void test_ops(gconstpointer data)
{
    g_autoptr(GRand) rand = g_rand_new_with_seed(SEED);
    g_autofree Runner *r = g_new0(Runner, 1);
    unsigned refused = 0, ops = 0;

    r->executor = nv_executor_find(data);
    for (unsigned i = 0; i < G_N_ELEMENTS(all_rules); i++) {
        for (NvListOp op = NV_LIST_NONE + 1; op < NV_LIST_OP_COUNT; op++) {
            if (is_tested(op)) {
                refused += !check_op(r, op, &all_rules[i], rand);
                ops++;
            }
        }
    }
    g_test_message("%s: %u operations, %u refused (%s), %" G_GUINT64_FORMAT
                   " cases, 0 differ", r->executor->name, ops, refused,
                   refused ? r->why : "none", r->cases);
    g_assert_cmpuint(refused, ==, 0);
}

/* --- Words of LT: all of them, and pairs --- */

static void all_words(Runner *r, NvListOp op)
{
    NvList *list = nv_list_new();
    NvVal v;

    list->rules = all_rules[1];
    v = nv_list_add(list, NV_LIST_TO_LT, 0, (NvVal[4]) { input(list, 0) });
    list->out[0][0] = nv_list_add(list, op, 0, (NvVal[4]) { v });
    list->outputs = 1;
    g_assert_true(runner_take(r, list));
    for (uint32_t w = 0; w < LT_WORDS; w += NV_XF_BLOCK) {
        for (unsigned lane = 0; lane < NV_XF_BLOCK; lane++) {
            r->block.in[0][0][lane] = (w + lane) << 10;
        }
        runner_run(r);
    }
    runner_drop(r);
}

/* Many fractions of what has a seed and steps; all of them with more rounds. */
static void all_fractions(Runner *r, NvListOp op, const NvXfRules *rules)
{
    unsigned step = rounds > 1 ? 1 : 5;
    NvList *list = nv_list_new();

    list->rules = *rules;
    list->out[0][0] = nv_list_add(list, op, 0,
                                  (NvVal[4]) { input(list, 0) });
    list->outputs = 1;
    g_assert_true(runner_take(r, list));
    for (uint32_t f = 0; f < 2u << 23; f += step * NV_XF_BLOCK) {
        for (unsigned lane = 0; lane < NV_XF_BLOCK; lane++) {
            r->block.in[0][0][lane] = NV_XF_ONE + f + step * lane;
        }
        runner_run(r);
    }
    runner_drop(r);
}

static void test_fractions(gconstpointer data)
{
    g_autofree Runner *r = g_new0(Runner, 1);

    r->executor = nv_executor_find(data);
    for (unsigned i = 0; i < 2; i++) {
        all_fractions(r, NV_LIST_RCP, &all_rules[i]);
        all_fractions(r, NV_LIST_RSQ, &all_rules[i]);
    }
    g_test_message("%s: %" G_GUINT64_FORMAT " operands, 0 differ",
                   r->executor->name, r->cases);
}

static void test_words(gconstpointer data)
{
    g_autofree Runner *r = g_new0(Runner, 1);

    r->executor = nv_executor_find(data);
    all_words(r, NV_LIST_LT_RCP);
    all_words(r, NV_LIST_LT_RSQ);
    g_test_message("%s: %" G_GUINT64_FORMAT " words, 0 differ",
                   r->executor->name, r->cases);
}

static void test_pairs(gconstpointer data)
{
    static const NvListOp ops[] = {
        NV_LIST_LT_MUL, NV_LIST_LT_SMUL, NV_LIST_LT_ADD3, NV_LIST_LT_SADD,
        NV_LIST_LT_SMAC, NV_LIST_TO_LT, NV_LIST_MULC,
    };
    g_autoptr(GRand) rand = g_rand_new_with_seed(SEED);
    g_autofree Runner *r = g_new0(Runner, 1);

    r->executor = nv_executor_find(data);
    for (unsigned i = 0; i < G_N_ELEMENTS(ops); i++) {
        g_assert_true(runner_take(r, one_op(ops[i], &all_rules[1], rand, 0)));
        for (unsigned n = 0; n < 1500 * rounds; n++) {
            uint32_t exponent = g_rand_int(rand) & NV_XF_INF;

            /* Any bits, and exponents that are near each other. */
            for (unsigned k = 0; k < 3 * NV_XF_BLOCK; k++) {
                uint32_t x = g_rand_int(rand);

                if (n & 1) {
                    x = ((x & ~NV_XF_INF) | exponent) + ((x & 15) << 23);
                }
                r->block.in[k / NV_XF_BLOCK][0][k % NV_XF_BLOCK] = x;
            }
            runner_run(r);
        }
        runner_drop(r);
    }
    g_test_message("%s: %" G_GUINT64_FORMAT " cases, 0 differ",
                   r->executor->name, r->cases);
}

static void test_fast(gconstpointer data)
{
    g_autoptr(GRand) rand = g_rand_new_with_seed(SEED);
    g_autofree Runner *r = g_new0(Runner, 1);

    r->executor = nv_executor_find(data);
    r->fast = true;
    for (NvListOp op = NV_LIST_MULC; op <= NV_LIST_LT_RSQ; op++) {
        for (unsigned i = 0; i < 4; i++) {
            g_assert_true(check_op(r, op, &all_rules[1], rand));
        }
    }
    g_test_message("%s fast: %" G_GUINT64_FORMAT " cases; sums differ by at "
                   "most %g (2^%.1f) of their largest term, nothing else",
                   r->executor->name, r->cases, r->worst, log2(r->worst));
}

/* --- Random lists --- */

static void test_lists(gconstpointer data)
{
    g_autoptr(GRand) rand = g_rand_new_with_seed(SEED);
    g_autofree Runner *r = g_new0(Runner, 1);
    unsigned n = 600 * rounds;

    r->executor = nv_executor_find(data);
    for (unsigned i = 0; i < n; i++) {
        const NvXfRules *rules = &all_rules[i % G_N_ELEMENTS(all_rules)];

        g_assert_true(runner_take(r, random_list(rand, rules)));
        for (unsigned k = 0; k < 2; k++) {
            random_values(r, rand);
            runner_run(r);
        }
        runner_drop(r);
    }
    g_test_message("%s: %u lists, %" G_GUINT64_FORMAT " vertices, 0 differ",
                   r->executor->name, n, r->cases);
}

/* --- All executors --- */

static void add_tests(const char *name)
{
    static const struct {
        const char *path;
        GTestDataFunc fn;
    } rows[] = {
        { "operations", test_ops }, { "words", test_words },
        { "pairs", test_pairs }, { "lists", test_lists },
        { "fast", test_fast }, { "fractions", test_fractions },
    };

    for (unsigned i = 0; i < G_N_ELEMENTS(rows); i++) {
        g_autofree char *path = g_strdup_printf("/list-ops/%s/%s", name,
                                                rows[i].path);

        g_test_add_data_func(path, name, rows[i].fn);
    }
}

int main(int argc, char **argv)
{
    const NvExecutor *e;

    g_test_init(&argc, &argv, NULL);
    rounds = MAX(1, from_environment("NV_TEST_ROUNDS", rounds));
    for (unsigned i = 0; (e = nv_executor(i)); i++) {
        const char *why;

        if (!e->usable || e->usable(&why)) {
            add_tests(e->name);
        }
    }
    return g_test_run();
}
