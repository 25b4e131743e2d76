/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * soa: from a list to steps with places for their rows, and their run.
 *
 * Rows of inputs and outputs are used where they are in the block; the others
 * live in slots of a scratch arena that are reused when nobody reads them any
 * more.  No hardware facts here.
 */
#include "exec/soa.h"
#include "arith/arith-tables.h"

#include <fenv.h>

typedef struct SoaCode {
    const NvList *list;
    unsigned count;
    NvSoaStep *step;
    unsigned splats;            /* uniform values spread into a slot */
    NvVal *splat;
    unsigned slots;             /* the first @splats of them are those */
} SoaCode;

/* --- Tables --- */

NvSoaTables nv_soa_tables;

static void make_tables(void)
{
    static gsize once;

    if (!g_once_init_enter(&once)) {
        return;
    }
    for (unsigned i = 0; i < 32; i++) {
        const NvXfLine *exp = &nv_xf_exp_line[i];
        const NvXfLine *log = &nv_xf_log_line[i];

        nv_soa_tables.exp[i] = exp->base << 16 | exp->slope;
        nv_soa_tables.log[i] = log->base << 14 | log->slope;
    }
    g_once_init_leave(&once, 1);
}

/* --- Kernels without vectors --- */

static void one_by_one(const NvSoaStep *step, uint32_t *restrict d,
                       const uint32_t *const *s, unsigned n)
{
    for (unsigned i = 0; i < n; i++) {
        uint32_t arg[4] = { 0 };

        for (unsigned k = 0; k < step->args; k++) {
            arg[k] = s[k][i];
        }
        d[i] = nv_list_eval_node(step->list, step->node, arg);
    }
}

/* s[1] is all of XFCTX. */
static void relative(const NvSoaStep *step, uint32_t *restrict d,
                     const uint32_t *const *s, unsigned n)
{
    int64_t first = step->list->ctx_first;
    int64_t limit = step->list->ctx_limit;

    for (unsigned i = 0; i < n; i++) {
        int64_t slot = (int64_t)(step->imm >> 2) + (int32_t)s[0][i];

        d[i] = slot >= first && slot < limit ?
               s[1][slot * 4 + (step->imm & 3)] : 0;
    }
}

/* --- From list to steps --- */

typedef struct Compile {
    const NvList *list;
    const NvSoaKernels *kernels;
    bool fast;
    SoaCode *code;
    unsigned room;
    NvSoaPlanner planner;
    NvSoaRef *where;            /* where a node's row is */
    uint32_t *last;             /* the last step that reads it */
    NvVal *splat_of;            /* slot + 1 of a uniform node */
    GArray *free_slots;         /* uint16_t */
} Compile;

static NvSoaRef ref_in(uint32_t imm)
{
    return (NvSoaRef) { NV_SOA_IN, imm, imm * NV_XF_BLOCK };
}

static NvSoaRef ref_out(unsigned a, unsigned c)
{
    unsigned row = a << 2 | c;

    return (NvSoaRef) { NV_SOA_OUT, row, row * NV_XF_BLOCK };
}

static NvSoaRef ref_slot(unsigned slot)
{
    return (NvSoaRef) { NV_SOA_ARENA, slot, slot * NV_SOA_CHUNK };
}

static NvSoaRef ref_uniform(NvVal v)
{
    return (NvSoaRef) { NV_SOA_UNIFORM, v, v };
}

static NvSoaStep *add_step(Compile *c)
{
    SoaCode *code = c->code;

    if (code->count == c->room) {
        c->room = c->room ? 2 * c->room : 64;
        code->step = g_renew(NvSoaStep, code->step, c->room);
    }
    memset(&code->step[code->count], 0, sizeof(NvSoaStep));
    return &code->step[code->count++];
}

static NvSoaRef splat(Compile *c, NvVal v)
{
    if (!c->splat_of[v]) {
        c->code->splat[c->code->splats++] = v;
        c->splat_of[v] = c->code->splats;
    }
    return ref_slot(c->splat_of[v] - 1);
}

/* Rows that steps read for the last time; filled before slots are given. */
static void note_last(Compile *c, const NvSoaStep *step, unsigned at)
{
    for (unsigned k = 0; k < step->args; k++) {
        if (step->s[k].place == NV_SOA_PLACES) {
            c->last[step->s[k].index] = at;
        }
    }
}

/* A reference to be settled when slots are given. */
static NvSoaRef ref_later(NvVal v)
{
    return (NvSoaRef) { NV_SOA_PLACES, v, 0 };
}

static NvSoaRef ref_arg(Compile *c, const NvSoaPlan *plan, unsigned k)
{
    NvVal v = plan->arg[k];
    const NvListNode *node = &c->list->node[v];

    if (node->uniform) {
        return plan->uniform >> k & 1 ? ref_uniform(v) : splat(c, v);
    }
    return node->op == NV_LIST_INPUT ? ref_in(node->imm) : ref_later(v);
}

static void compile_node(Compile *c, NvVal v)
{
    const NvListNode *node = &c->list->node[v];
    NvSoaPlan plan = nv_soa_plan(&c->planner, v);
    NvSoaStep *step = add_step(c);
    NvSoaFn *const *table = c->fast || plan.host ? c->kernels->fast :
                            c->kernels->exact;

    step->fn = plan.kind ? table[plan.kind] :
               node->op == NV_LIST_CTXREL ? relative : one_by_one;
    step->mulc = plan.mulc;
    step->list = c->list;
    step->node = node;
    step->imm = node->imm;
    step->modern = c->list->rules.legacy ? 0 : UINT32_MAX;
    step->args = plan.args;
    step->d = ref_later(v);
    for (unsigned k = 0; k < plan.args; k++) {
        step->s[k] = ref_arg(c, &plan, k);
    }
    note_last(c, step, c->code->count - 1);
}

/* Output component: its node's own row, or a copy. */
static void compile_output(Compile *c, unsigned a, unsigned i)
{
    NvVal v = c->list->out[a][i];
    const NvListNode *node = &c->list->node[v];
    NvSoaStep *step;

    if (!v) {
        return;
    }
    if (!node->uniform && node->op != NV_LIST_INPUT &&
        c->where[v].place == NV_SOA_PLACES) {
        c->where[v] = ref_out(a, i);
        return;
    }
    step = add_step(c);
    step->fn = c->kernels->exact[node->uniform ? NV_SOA_FILL : NV_SOA_COPY];
    step->args = 1;
    step->d = ref_out(a, i);
    step->s[0] = node->uniform ? ref_uniform(v) :
                 node->op == NV_LIST_INPUT ? ref_in(node->imm) : ref_later(v);
}

static unsigned take_slot(Compile *c)
{
    GArray *free_slots = c->free_slots;
    unsigned slot;

    if (!free_slots->len) {
        assert(c->code->slots < UINT16_MAX);
        return c->code->slots++;
    }
    slot = g_array_index(free_slots, uint16_t, free_slots->len - 1);
    g_array_set_size(free_slots, free_slots->len - 1);
    return slot;
}

/*
 * Slots in order of steps.  A step's result never takes the slot of one of
 * its arguments: kernels read them again where lanes are rare.
 */
static void give_slots(Compile *c)
{
    for (unsigned i = 0; i < c->code->count; i++) {
        NvSoaStep *step = &c->code->step[i];

        if (step->d.place == NV_SOA_PLACES) {
            NvSoaRef *where = &c->where[step->d.index];

            if (where->place == NV_SOA_PLACES) {
                *where = ref_slot(take_slot(c));
            }
            step->d = *where;
        }
        for (unsigned k = 0; k < step->args; k++) {
            NvVal v = step->s[k].index;

            if (step->s[k].place != NV_SOA_PLACES) {
                continue;
            }
            step->s[k] = c->where[v];
            if (c->last[v] == i && c->where[v].place == NV_SOA_ARENA) {
                uint16_t slot = c->where[v].index;

                g_array_append_val(c->free_slots, slot);
                c->last[v] = UINT32_MAX;
            }
        }
    }
}

static void compile_list(Compile *c)
{
    const NvList *list = c->list;

    nv_soa_plan_start(&c->planner);
    for (unsigned v = 1; v < list->count; v++) {
        c->where[v] = ref_later(v);
    }
    for (unsigned v = 1; v < list->count; v++) {
        const NvListNode *node = &list->node[v];

        if (!node->uniform && node->op != NV_LIST_INPUT &&
            !c->planner.inside[v]) {
            compile_node(c, v);
        }
    }
    for (unsigned a = 0; a < NV_XF_ATTRS; a++) {
        for (unsigned i = 0; i < 4; i++) {
            compile_output(c, a, i);
        }
    }
    c->code->slots = c->code->splats;
    give_slots(c);
}

static const NvSoaKernels *kernels(void)
{
#ifdef NV_SOA_HAS_AVX2
    if (__builtin_cpu_supports("avx2")) {
        return &nv_soa_avx2;
    }
#endif
    return &nv_soa_base;
}

static void *compile_for(const NvSoaKernels *with, const NvList *list,
                         bool fast)
{
    SoaCode *code = g_new0(SoaCode, 1);
    unsigned n = list->count;
    g_autofree uint16_t *uses = g_new0(uint16_t, n);
    g_autofree bool *inside = g_new0(bool, n);
    g_autofree bool *word = g_new0(bool, n);
    g_autofree NvSoaRef *where = g_new0(NvSoaRef, n);
    g_autofree uint32_t *last = g_new0(uint32_t, n);
    g_autofree NvVal *splat_of = g_new0(NvVal, n);
    g_autoptr(GArray) free_slots = g_array_new(FALSE, FALSE, 2);
    Compile c = {
        .list = list, .kernels = with, .fast = fast, .code = code,
        .planner = { list, uses, inside, word }, .where = where, .last = last,
        .splat_of = splat_of, .free_slots = free_slots,
    };

    make_tables();
    code->list = list;
    code->splat = g_new(NvVal, list->hoisted + 1);
    compile_list(&c);
    return code;
}

static void *compile(const NvList *list, bool fast, const char **why)
{
    return compile_for(kernels(), list, fast);
}

static void *compile_base(const NvList *list, bool fast, const char **why)
{
    return compile_for(&nv_soa_base, list, fast);
}

static void release(void *data)
{
    SoaCode *code = data;

    g_free(code->step);
    g_free(code->splat);
    g_free(code);
}

static size_t scratch(const void *data)
{
    const SoaCode *code = data;

    return (size_t)code->slots * NV_SOA_CHUNK * sizeof(uint32_t);
}

static size_t size(const void *data)
{
    const SoaCode *code = data;

    return sizeof(*code) + code->count * sizeof(NvSoaStep) +
           (code->list->hoisted + 1) * sizeof(NvVal);
}

/* --- The run --- */

static void spread(const SoaCode *code, const NvExecArgs *args)
{
    uint32_t *row = args->scratch;

    for (unsigned i = 0; i < code->splats; i++) {
        uint32_t x = args->uniform[code->splat[i]];

        for (unsigned lane = 0; lane < NV_SOA_CHUNK; lane++) {
            *row++ = x;
        }
    }
}

static void run_chunk(const SoaCode *code, const NvExecArgs *args,
                      unsigned first, unsigned count)
{
    const uint32_t *base[NV_SOA_PLACES] = {
        [NV_SOA_IN] = &args->block->in[0][0][first],
        [NV_SOA_OUT] = &args->block->out[0][0][first],
        [NV_SOA_ARENA] = args->scratch,
        [NV_SOA_UNIFORM] = args->uniform,
    };
    uint32_t *to[NV_SOA_PLACES] = {
        [NV_SOA_OUT] = &args->block->out[0][0][first],
        [NV_SOA_ARENA] = args->scratch,
    };
    const uint32_t *s[NV_SOA_ARGS];

    s[1] = args->xfctx[0];      /* for CTXREL, which has one argument */
    for (unsigned i = 0; i < code->count; i++) {
        const NvSoaStep *step = &code->step[i];

        if (step->fn == relative) {
            s[1] = args->xfctx[0];
        }
        for (unsigned k = 0; k < step->args; k++) {
            s[k] = base[step->s[k].place] + step->s[k].offset;
        }
        step->fn(step, to[step->d.place] + step->d.offset, s, count);
    }
}

/* Kernels count on rounding toward zero. */
static void run(const void *data, const NvExecArgs *args)
{
    const SoaCode *code = data;
    int rounding = fegetround();

    assert(args->first % NV_EXEC_GROUP == 0 &&
           args->count % NV_EXEC_GROUP == 0 &&
           args->first + args->count <= NV_XF_BLOCK);
    fesetround(FE_TOWARDZERO);
    spread(code, args);
    for (unsigned lane = 0; lane < args->count; lane += NV_SOA_CHUNK) {
        run_chunk(code, args, args->first + lane,
                  MIN(NV_SOA_CHUNK, args->count - lane));
    }
    fesetround(rounding);
}

const NvExecutor nv_exec_soa = {
    .name = "soa", .exact = true, .fast = true,
    .help = "blocks of vertices, an operation at a time, in portable C",
    .compile = compile, .release = release, .scratch = scratch,
    .size = size, .run = run,
};

const NvExecutor nv_exec_soa_base = {
    .name = "soa-base", .exact = true, .fast = true,
    .help = "soa without what only some hosts can do",
    .compile = compile_base, .release = release, .scratch = scratch,
    .size = size, .run = run,
};
