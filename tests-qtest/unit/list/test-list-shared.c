/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A value that two operations share on every executor against arith/arith.h,
 * to the bit: one may be careless about a NaN that the other must notice.
 */
#include "exec/executor.h"
#include "xf/ff.h"

static const NvXfRules all_rules[] = {
    { NV_ARITH_CELSIUS, true }, { NV_ARITH_KELVIN, true },
    { NV_ARITH_RANKINE, true }, { NV_ARITH_RANKINE, false },
};

static const NvListOp ops[] = {
    NV_LIST_MUL, NV_LIST_SUM2, NV_LIST_MIN, NV_LIST_MAX, NV_LIST_RCP,
    NV_LIST_RCC, NV_LIST_RSQ, NV_LIST_EXP, NV_LIST_LOG,
};

typedef struct Shared {
    const NvExecutor *executor;
    NvList *list;
    uint32_t ctx[NV_FF_CONSTANTS][4];
    NvXfBlock block;
} Shared;

static NvVal node(NvList *list, NvListOp op, uint32_t imm, NvVal a, NvVal b)
{
    return nv_list_add(list, op, imm, (NvVal[4]) { a, b });
}

/* Both operations of v0.x, and of v1.x if they take two. */
static NvList *make_list(NvListOp first, NvListOp second,
                         const NvXfRules *rules)
{
    NvListOp both[2] = { first, second };
    NvList *list = nv_list_new();
    NvVal v[2];

    list->rules = *rules;
    list->ctx_limit = NV_FF_CONSTANTS;
    list->inputs = 3;
    list->outputs = 1;
    for (unsigned k = 0; k < 2; k++) {
        v[k] = node(list, NV_LIST_INPUT, k << 2, 0, 0);
    }
    for (unsigned k = 0; k < 2; k++) {
        list->out[0][k] = node(list, both[k], 0, v[0],
                               nv_list_op[both[k]].args > 1 ? v[1] : 0);
    }
    nv_list_optimise(list);
    return list;
}

/* Nothing but one vertex's v0.x is special, so that nothing else is noticed. */
static void make_values(Shared *s, unsigned nan_at, uint32_t nan)
{
    for (unsigned lane = 0; lane < NV_XF_BLOCK; lane++) {
        s->block.in[0][0][lane] = lane == nan_at ? nan : nv_f2u(1.5f + lane);
        s->block.in[1][0][lane] = nv_f2u(0.25f);
    }
}

static void check_lane(const Shared *s, unsigned lane, uint32_t *val)
{
    uint32_t in[NV_XF_ATTRS][4] = { 0 };

    in[0][0] = s->block.in[0][0][lane];
    in[1][0] = s->block.in[1][0][lane];
    nv_list_eval(s->list, (const uint32_t (*)[4])s->ctx,
                 (const uint32_t (*)[4])in, val);
    for (unsigned o = 0; o < 2; o++) {
        g_assert_cmphex(s->block.out[0][o][lane], ==,
                        val[s->list->out[0][o]]);
    }
}

static void run_list(Shared *s)
{
    static const uint32_t nans[] = { 0x7fc00000, 0xffc12345, 0x7fffffff };
    g_autofree uint32_t *uniform = g_new0(uint32_t, s->list->count);
    g_autofree uint32_t *val = g_new0(uint32_t, s->list->count);
    const char *why = NULL;
    void *code = s->executor->compile(s->list, false, &why);
    g_autofree void *memory = g_malloc(s->executor->scratch(code) +
                                       NV_EXEC_ALIGN);
    uintptr_t at = (uintptr_t)memory + NV_EXEC_ALIGN - 1;
    NvExecArgs args = {
        .xfctx = (const uint32_t (*)[4])s->ctx, .uniform = uniform,
        .block = &s->block, .count = NV_XF_BLOCK,
        .scratch = (void *)(at & ~(uintptr_t)(NV_EXEC_ALIGN - 1)),
    };

    s->block.count = NV_XF_BLOCK;
    nv_list_eval_uniform(s->list, args.xfctx, uniform);
    for (unsigned i = 0; i < G_N_ELEMENTS(nans); i++) {
        make_values(s, i * 7, nans[i]);
        s->executor->run(code, &args);
        for (unsigned lane = 0; lane < NV_XF_BLOCK; lane++) {
            check_lane(s, lane, val);
        }
    }
    s->executor->release(code);
}

static void test_nan(gconstpointer data)
{
    g_autofree Shared *s = g_new0(Shared, 1);
    unsigned count = G_N_ELEMENTS(ops);

    s->executor = nv_executor_find(data);
    for (unsigned i = 0; i < count * count; i++) {
        for (unsigned k = 0; k < G_N_ELEMENTS(all_rules); k++) {
            s->list = make_list(ops[i / count], ops[i % count],
                                &all_rules[k]);
            run_list(s);
            nv_list_free(s->list);
        }
    }
}

int main(int argc, char **argv)
{
    const NvExecutor *e;

    g_test_init(&argc, &argv, NULL);
    for (unsigned i = 0; (e = nv_executor(i)); i++) {
        g_autofree char *path = g_strdup_printf("/list-shared/%s/nan",
                                                e->name);
        const char *why;

        if (!e->usable || e->usable(&why)) {
            g_test_add_data_func(path, e->name, test_nan);
        }
    }
    return g_test_run();
}
