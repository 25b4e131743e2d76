/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Sums of small numbers on every executor against arith/arith.h, to the bit:
 * exponents around those that cannot be scaled by, denormals, zeros and
 * constants as terms, RCP and RSQ of what comes out.
 *
 * NV_TEST_ROUNDS=n makes it n times as long.
 */
#include "common/environment.h"
#include "exec/executor.h"
#include "xf/ff.h"

#define SEED 0x71417
#define TERMS 4
#define LISTS 480
#define RUNS 6

static unsigned rounds = 1;

/* What adds the terms up, and what those are. */
typedef struct Shape {
    NvListOp sum, mul;          /* sum: with three terms */
    bool squares;
    uint8_t least, most;        /* terms */
} Shape;

static const Shape shapes[] = {
    { NV_LIST_SUM3, NV_LIST_MUL, false, 2, 4 },
    { NV_LIST_SUM3, NV_LIST_MUL, true, 2, 4 },
    { NV_LIST_LT_ADD3, NV_LIST_LT_MUL, false, 3, 3 },
    { NV_LIST_LT_SADD, NV_LIST_LT_SMUL, false, 2, 2 },
};

static const NvXfRules all_rules[] = {
    { NV_ARITH_CELSIUS, true }, { NV_ARITH_KELVIN, true },
    { NV_ARITH_RANKINE, true }, { NV_ARITH_RANKINE, false },
};

typedef struct Tiny {
    const NvExecutor *executor;
    GRand *rand;
    NvList *list;
    uint32_t ctx[NV_FF_CONSTANTS][4];
    NvXfBlock block;
    uint64_t cases, tiny;
} Tiny;

/* --- Lists --- */

static NvVal node(NvList *list, NvListOp op, uint32_t imm, NvVal a, NvVal b)
{
    return nv_list_add(list, op, imm, (NvVal[4]) { a, b });
}

/* A product, a square, a constant or an input. */
static NvVal make_term(Tiny *t, const Shape *shape, unsigned k)
{
    bool word = nv_list_op[shape->sum].lt;
    NvVal in = node(t->list, NV_LIST_INPUT, k << 2, 0, 0);
    NvVal con = node(t->list, NV_LIST_CTX,
                     (word ? NV_FF_LTCTX : 0) << 2 | k, 0, 0);
    unsigned what = g_rand_int_range(t->rand, 0, 4);

    t->list->inputs |= 1u << k;
    if (word) {
        in = node(t->list, NV_LIST_AND, ~0x3ffu, in, 0);
        in = node(t->list, NV_LIST_TO_LT, 0, in, 0);
    }
    if (shape->squares || what == 0) {
        return node(t->list, shape->mul, 0, in, in);
    }
    return what == 1 ? node(t->list, shape->mul, 0, in, con) :
           what == 2 ? con : in;
}

static void make_list(Tiny *t, const Shape *shape, const NvXfRules *rules)
{
    unsigned n = g_rand_int_range(t->rand, shape->least, shape->most + 1);
    NvVal term[TERMS] = { 0 }, sum;

    t->list = nv_list_new();
    t->list->rules = *rules;
    t->list->ctx_limit = NV_FF_CONSTANTS;
    for (unsigned k = 0; k < n; k++) {
        term[k] = make_term(t, shape, k);
    }
    sum = nv_list_add(t->list, shape->sum == NV_LIST_SUM3 ?
                      NV_LIST_SUM2 + n - 2 : shape->sum, 0, term);
    t->list->out[0][0] = sum;
    t->list->outputs = 1;
    if (shape->sum == NV_LIST_SUM3 && g_rand_int_range(t->rand, 0, 3) == 0) {
        NvListOp op = g_rand_boolean(t->rand) ? NV_LIST_RSQ : NV_LIST_RCP;

        t->list->out[0][1] = node(t->list, op, 0, sum, 0);
    }
    nv_list_optimise(t->list);
}

/* --- Values --- */

/* An exponent below @top by less than @spread; one in eight is a zero. */
static uint32_t value(GRand *rand, int top, int spread)
{
    int exp = CLAMP(top - g_rand_int_range(rand, 0, spread), 0, 254);
    uint32_t x = (uint32_t)exp << 23 | (g_rand_int(rand) & ~NV_XF_INF);

    if (g_rand_int_range(rand, 0, 8) == 0) {
        x &= NV_XF_SIGN;
    }
    return g_rand_int_range(rand, 0, 8) ? x : x & (NV_XF_SIGN | NV_XF_INF);
}

static void make_values(Tiny *t, bool squares)
{
    int top = g_rand_int_range(t->rand, 0,
                               g_rand_int_range(t->rand, 0, 3) ? 60 : 255);
    int spread = g_rand_int_range(t->rand, 1, 41);
    bool denormals = g_rand_int_range(t->rand, 0, 6) == 0;

    for (unsigned k = 0; k < TERMS; k++) {
        int at = g_rand_boolean(t->rand) ? 127 : top;
        uint32_t con = value(t->rand, at, spread);

        /* One of these that is a denormal makes all code the careful one. */
        t->ctx[0][k] = denormals || con & NV_XF_INF ? con : NV_XF_ONE;
        t->ctx[NV_FF_LTCTX][k] = value(t->rand, at, spread) & ~0x3ffu;
        for (unsigned i = 0; i < NV_XF_BLOCK; i++) {
            t->block.in[k][0][i] = value(t->rand, squares ? (top + 127) / 2 :
                                          top, spread);
        }
    }
}

/* --- Running --- */

static void differ(const Tiny *t, const uint32_t *val, unsigned o,
                   unsigned lane)
{
    g_autoptr(GString) text = g_string_new(NULL);

    nv_list_print(t->list, text);
    g_printerr("%s\n", text->str);
    for (unsigned v = 1; v < t->list->count; v++) {
        g_printerr("%%%u = %08x\n", v, val[v]);
    }
    g_error("%s: o0.%c of lane %u: got %08x, want %08x", t->executor->name,
            "xyzw"[o], lane, t->block.out[0][o][lane],
            val[t->list->out[0][o]]);
}

static void check_lane(Tiny *t, unsigned lane, uint32_t *val)
{
    uint32_t in[NV_XF_ATTRS][4] = { 0 };
    uint32_t sum;

    for (unsigned k = 0; k < TERMS; k++) {
        in[k][0] = t->block.in[k][0][lane];
    }
    nv_list_eval(t->list, (const uint32_t (*)[4])t->ctx,
                 (const uint32_t (*)[4])in, val);
    for (unsigned o = 0; o < 2; o++) {
        NvVal v = t->list->out[0][o];

        if (v && val[v] != t->block.out[0][o][lane]) {
            differ(t, val, o, lane);
        }
        t->cases += v != 0;
    }
    sum = val[t->list->out[0][0]] & NV_XF_INF;
    t->tiny += sum && sum < 32u << 23;
}

static void run_list(Tiny *t, void *code, bool squares)
{
    g_autofree uint32_t *uniform = g_new0(uint32_t, t->list->count);
    g_autofree uint32_t *val = g_new0(uint32_t, t->list->count);
    g_autofree void *memory = g_malloc(t->executor->scratch(code) +
                                       NV_EXEC_ALIGN);
    uintptr_t at = (uintptr_t)memory + NV_EXEC_ALIGN - 1;
    NvExecArgs args = {
        .xfctx = (const uint32_t (*)[4])t->ctx, .uniform = uniform,
        .block = &t->block, .count = NV_XF_BLOCK,
        .scratch = (void *)(at & ~(uintptr_t)(NV_EXEC_ALIGN - 1)),
    };

    t->block.count = NV_XF_BLOCK;
    for (unsigned n = 0; n < RUNS; n++) {
        make_values(t, squares);
        nv_list_eval_uniform(t->list, args.xfctx, uniform);
        t->executor->run(code, &args);
        for (unsigned lane = 0; lane < NV_XF_BLOCK; lane++) {
            check_lane(t, lane, val);
        }
    }
}

static void test_sums(gconstpointer data)
{
    g_autofree Tiny *t = g_new0(Tiny, 1);
    unsigned lists = LISTS * rounds;

    t->rand = g_rand_new_with_seed(SEED);
    t->executor = nv_executor_find(data);
    for (unsigned i = 0; i < lists; i++) {
        const Shape *shape = &shapes[i % G_N_ELEMENTS(shapes)];
        const char *why = NULL;
        void *code;

        make_list(t, shape, &all_rules[i / G_N_ELEMENTS(shapes) %
                                       G_N_ELEMENTS(all_rules)]);
        code = t->executor->compile(t->list, false, &why);
        g_assert_nonnull(code);
        run_list(t, code, shape->squares);
        t->executor->release(code);
        nv_list_free(t->list);
    }
    g_rand_free(t->rand);
    g_test_message("%s: %u lists, %" G_GUINT64_FORMAT " results, 0 differ; %"
                   G_GUINT64_FORMAT " sums were small", t->executor->name,
                   lists, t->cases, t->tiny);
    g_assert_cmpuint(t->tiny, >, t->cases / 8);
}

int main(int argc, char **argv)
{
    const NvExecutor *e;

    g_test_init(&argc, &argv, NULL);
    rounds = MAX(1, from_environment("NV_TEST_ROUNDS", rounds));
    for (unsigned i = 0; (e = nv_executor(i)); i++) {
        g_autofree char *path = g_strdup_printf("/list-tiny/%s/sums",
                                                e->name);
        const char *why;

        if (!e->usable || e->usable(&why)) {
            g_test_add_data_func(path, e->name, test_sums);
        }
    }
    return g_test_run();
}
