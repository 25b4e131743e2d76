/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * jit: runs of machine code, and the rows of the table of executors.
 *
 * A run does its lanes by the quick code (see jit/lower.h), which assumes
 * something of constants, or by the plain one that does not; if the host's
 * floating point noticed special values, those groups again by the careful
 * one; and what even that leaves, lane by lane.  All but the first are made
 * when needed.
 */
#include "jit/jit-priv.h"

#ifdef NV_JIT
#include "base/sanitize.h"
#include "jit/code.h"
#include "jit/host-fp.h"

#define SAMPLE 2                /* groups that speak for a block */

/* Scratch of a run begins with this; the pool is behind. */
typedef struct Scratch {
    uint64_t stamp;             /* of args, when the pool was filled */
    unsigned version;           /* that these constants allow */
    uint32_t pool[] __attribute__((aligned(64)));
} Scratch;

static size_t pool_bytes(const NvJitCode *code)
{
    return (1 + code->uniforms + code->words) * 32;
}

static size_t jit_scratch(const void *p)
{
    const NvJitCode *code = p;

    /* Behind the pool: values of one vertex, for scalar code. */
    return sizeof(Scratch) + pool_bytes(code) +
           code->list->count * sizeof(uint32_t);
}

static size_t jit_size(const void *p)
{
    const NvJitCode *code = p;

    /* The careful version is about twice as long, if they come. */
    return sizeof(*code) + 4 * nv_code_size(code->len[QUICK]) +
           (code->list->hoisted + 1) * (sizeof(NvVal) + sizeof(bool)) +
           code->words * sizeof(NvLowWord);
}

/* --- Runs --- */

typedef uint32_t Vec4 __attribute__((vector_size(16)));

static inline void spread(uint32_t *to, uint32_t x)
{
    Vec4 v = { x, x, x, x };

    memcpy(to, &v, 16);
    memcpy(to + 4, &v, 16);
}

static bool is_negative(uint32_t x)
{
    return x & NV_XF_SIGN;
}

/* The vector of @word; *fine becomes false if @x is not as assumed. */
static uint32_t derive(const NvLowWord *word, uint32_t x, bool *fine)
{
    bool zero = !(x & NV_XF_INF), nan = (x & ~NV_XF_SIGN) > NV_XF_INF;
    int32_t p;

    switch ((NvLowExtra)word->kind) {
    case NV_LOW_WORD:
        return word->value;
    case NV_LOW_POWER:
    case NV_LOW_POWER_BIAS:
        *fine &= !zero && !nan && !is_negative(x);
        p = MIN(nv_xf_to_fix13(x), 0xfffff);
        return word->kind == NV_LOW_POWER ? p : NV_LOW_EXP_BIAS - 127 * p;
    case NV_LOW_EXPONENT:
        *fine &= !zero || !(x & ~NV_XF_SIGN);
        return x & NV_XF_INF;
    case NV_LOW_POSITIVE:
        *fine &= !is_negative(x);
        return x;
    default:
        return zero ? 0 : UINT32_MAX;
    }
}

/* Returns the version to begin with. */
static unsigned fill_pool(const NvJitCode *code, uint32_t *pool,
                          const uint32_t *uniform)
{
    bool nan = false, fine = true;

    for (unsigned i = 0; i < code->uniforms; i++) {
        uint32_t x = uniform[code->uniform[i]];

        pool += 8;
        spread(pool, x);
        nan |= code->no_nan[i] && (x & ~NV_XF_SIGN) > NV_XF_INF;
    }
    for (unsigned i = 0; i < code->words; i++) {
        const NvLowWord *w = &code->word[i];

        pool += 8;
        spread(pool, derive(w, w->kind == NV_LOW_WORD ? 0 :
                            uniform[w->value], &fine));
    }
    return nan ? CAREFUL : fine ? QUICK : PLAIN;
}

/* What the code wrote, for a sanitizer that has not seen it. */
static void tell_sanitizer(const NvJitCode *code, const NvExecArgs *args,
                           unsigned first, unsigned count)
{
    if (!NV_SANITIZE_MEMORY) {
        return;
    }
    nv_was_written(args->scratch, jit_scratch(code));
    for (unsigned o = 0; o < NV_XF_ATTRS * 4; o++) {
        if (code->list->out[o / 4][o % 4]) {
            nv_was_written(&args->block->out[o / 4][o % 4][first],
                           count * sizeof(uint32_t));
        }
    }
}

/* True if the accumulator says that all lanes are done. */
static bool call(NvJitCode *code, unsigned version, const NvExecArgs *args,
                 unsigned first, unsigned count)
{
    unsigned lanes = nv_emit_lanes(code->target);
    Scratch *scratch = args->scratch;
    const void *start = nv_jit_version(code, version);
    uint32_t least = UINT32_MAX;
    NvJitFn *fn;

    if (!start) {
        return false;
    }
    memcpy(&fn, &start, sizeof(fn));
    fn((char *)scratch->pool + NV_LOW_BIAS,
       (const char *)nv_low_data() + NV_LOW_BIAS,
       &args->block->in[0][0][first], args->xfctx,
       count / code->lanes);
    tell_sanitizer(code, args, first, count);
    for (unsigned i = 0; i < lanes; i++) {
        least = MIN(least, scratch->pool[i]);
    }
    return least >= NV_LOW_TINY;
}

static void scalar_lane(const NvJitCode *code, const NvExecArgs *args,
                        unsigned lane)
{
    const NvList *list = code->list;
    Scratch *scratch = args->scratch;
    uint32_t *value = scratch->pool + pool_bytes(code) / sizeof(uint32_t);
    uint32_t in[NV_XF_ATTRS][4];

    for (unsigned i = 0; i < NV_XF_ATTRS * 4; i++) {
        in[i / 4][i % 4] = args->block->in[i / 4][i % 4][lane];
    }
    nv_list_eval(list, args->xfctx, (const uint32_t (*)[4])in, value);
    for (unsigned o = 0; o < NV_XF_ATTRS * 4; o++) {
        NvVal v = list->out[o / 4][o % 4];

        if (v) {
            args->block->out[o / 4][o % 4][lane] = value[v];
        }
    }
}

/* True if no lane of these is special. */
static bool run_quick(NvJitCode *code, const NvExecArgs *args, unsigned first,
                      unsigned count)
{
    const Scratch *scratch = args->scratch;
    unsigned bad = NV_FP_INVALID |
                   (code->mind_overflow ? NV_FP_OVERFLOW : 0) |
                   (code->mind_underflow ? NV_FP_UNDERFLOW : 0);

    if (scratch->version == CAREFUL) {
        return false;
    }
    nv_host_fp_truncate();
    return call(code, scratch->version, args, first, count) &&
           !(nv_host_fp_noticed() & bad);
}

/* Where careful code is not enough, either. */
static void settle(NvJitCode *code, const NvExecArgs *args, unsigned first,
                   unsigned count)
{
    unsigned end = MIN(first + count, args->block->count);

    if (call(code, CAREFUL, args, first, count)) {
        return;
    }
    if (count > NV_EXEC_GROUP) {
        for (unsigned at = 0; at < count; at += NV_EXEC_GROUP) {
            settle(code, args, first + at, NV_EXEC_GROUP);
        }
        return;
    }
    for (; first < end; first++) {
        scalar_lane(code, args, first);
    }
}

/*
 * Some lanes are special: group by group, so that only those with such lanes
 * go the slow way; but if the first ones all have them, so will the rest.
 */
static void sort_out(NvJitCode *code, const NvExecArgs *args)
{
    unsigned special = 0, groups = 0;

    for (unsigned at = 0; at < args->count; at += NV_EXEC_GROUP, groups++) {
        unsigned first = args->first + at;

        if (groups == SAMPLE && special == SAMPLE) {
            settle(code, args, first, args->count - at);
            return;
        }
        if (!run_quick(code, args, first, NV_EXEC_GROUP)) {
            special++;
            settle(code, args, first, NV_EXEC_GROUP);
        }
    }
}

static void jit_run(const void *p, const NvExecArgs *args)
{
    NvJitCode *code = (NvJitCode *)p;   /* for its later versions */
    Scratch *scratch = args->scratch;
    NvHostFp saved = nv_host_fp_save();

    if (!args->count) {
        return;
    }
    assert(args->first % NV_EXEC_GROUP == 0 &&
           args->count % NV_EXEC_GROUP == 0 &&
           args->first + args->count <= NV_XF_BLOCK);
    if (!args->stamp || scratch->stamp != args->stamp) {
        scratch->version = fill_pool(code, scratch->pool, args->uniform);
        scratch->stamp = args->stamp;
    }
    if (scratch->version == CAREFUL) {
        nv_host_fp_truncate();
        settle(code, args, args->first, args->count);
    } else if (!run_quick(code, args, args->first, args->count)) {
        sort_out(code, args);
    }
    nv_host_fp_restore(saved);
}

/* --- Rows --- */

#ifdef NV_JIT_X86
static bool usable_avx2(const char **why)
{
    /* This asks the operating system, too. */
    if (!__builtin_cpu_supports("avx2") || !__builtin_cpu_supports("fma")) {
        *why = "no AVX2 with FMA";
        return false;
    }
    return nv_code_allowed(why);
}

static bool usable_sse4(const char **why)
{
    if (!__builtin_cpu_supports("sse4.1")) {
        *why = "no SSE4.1";
        return false;
    }
    return nv_code_allowed(why);
}
#endif

#ifdef NV_JIT_ARM64
/* Every one has Advanced SIMD. */
static bool usable_neon(const char **why)
{
    return nv_code_allowed(why);
}
#endif

#define ROW(isa, lanes_text) \
    static void *compile_##isa(const NvList *list, bool fast, \
                               const char **why) \
    { \
        return nv_jit_compile(list, &nv_target_##isa, fast, why); \
    } \
    \
    const NvExecutor nv_exec_jit_##isa = { \
        .name = "jit-" #isa, .help = lanes_text, \
        .exact = true, .fast = true, .usable = usable_##isa, \
        .compile = compile_##isa, .release = nv_jit_release, \
        .scratch = jit_scratch, .size = jit_size, .run = jit_run, \
    }

#ifdef NV_JIT_X86
ROW(avx2, "machine code for AVX2 and FMA, 8 vertices a register");
ROW(sse4, "machine code for SSE4.1, 4 vertices a register");
#endif
#ifdef NV_JIT_ARM64
ROW(neon, "machine code for NEON, 4 vertices a register");
#endif
#undef ROW

#endif
