/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * XF runs its programs: what chip and mode let them do, which executor does
 * it, and what their outputs keep.
 *
 * Facts: envytools' tests of programs and of modes (hw), drivers (doc).
 */
#include "exec/exec.h"
#include "xf/xf-priv.h"

/* --- The program of now --- */

/*
 * Rankine: second-generation programs need the mode and a class that knows
 * them (hw).
 */
static NvXfGate gate_of(const NvXf *xf)
{
    if (!xf->program->isa || !xf->program->isa->gated) {
        return NV_XF_GATE_ALL;
    }
    if (xf->kelvin_class) {
        return NV_XF_GATE_KELVIN;
    }
    return nv_xf_mode(xf) & 1 ? NV_XF_GATE_ALL : NV_XF_GATE_V1;
}

const NvXfRun *nv_xf_program_run(NvXf *xf, unsigned start)
{
    NvXfProgram *program = xf->program;
    const NvXfRun *run = &program->run;
    uint32_t limit = nv_chip_has(xf->chip, NV_CAP_XF_XTRA) ?
                     xf->timeout & 0xffff : UINT32_MAX;

    if (!nv_xf_program_find(program, nv_xf_words(xf), gate_of(xf), start,
                            limit)) {
        return run;
    }
    if (!run->ended) {
        nv_error(xf->env, NV_ERROR_XF_PROGRAM, run->start, "the one at 0x%02x "
                 "has no END", run->start);
    }
    if (run->missing) {
        nv_error(xf->env, NV_ERROR_XF_OPERATION, run->start, "%s, in the one "
                 "at 0x%02x, does nothing", run->missing, run->start);
    }
    return run;
}

void nv_xf_program_changed(NvXf *xf)
{
    nv_xf_program_reset(xf->program);
    xf->reported = false;
    xf->kept.stamp = 0;
}

/* Classes that know programs of the second generation are bound. */
static bool knows_second(const NvXf *xf)
{
    return xf->chip->xf.programs > 1 && !xf->kelvin_class;
}

/*
 * Programs of the second generation touch all constants (doc: the open driver
 * keeps its own below USER and leaves XFCTX_ACCESS off).
 */
static unsigned first_constant(const NvXf *xf)
{
    bool second = knows_second(xf) && nv_xf_mode(xf) == NV_XF_MODE_PROGRAM2;

    return second || NV_XF_B(xf, XFCTX_ACCESS) ? 0 : xf->chip->xf.user_base;
}

NvXfSetting nv_xf_setting(const NvXf *xf)
{
    const NvXfSizes *sizes = &xf->chip->xf;

    return (NvXfSetting) {
        .rules = { xf->chip->arith, !NV_XF_B(xf, ARITH_RULES) },
        .first = first_constant(xf), .limit = sizes->xfctx,
        .viewport = { sizes->viewport[0], sizes->viewport[1] },
        .may_write = NV_XF_B(xf, XFCTX_WRITE_ENABLE),
    };
}

/* --- Outputs that stay --- */

#define COMPONENTS(attr) (UINT64_C(0xf) << 4 * (attr))

/*
 * The secondary colour is black unless SPECULAR_ENABLE (hw for the front,
 * guess for the back), its alpha 1 unless LIGHT_MODEL_UNK17, behind programs
 * as in fixed function; not behind those of Rankine's classes (doc: drivers
 * leave it off and use the colour).
 */
static uint64_t forced_rows(const NvXf *xf)
{
    const NvXfOutputs *out = &xf->chip->out;
    uint64_t rows = COMPONENTS(out->col1) | COMPONENTS(out->bfc1);

    if (nv_xf_runs_program(xf) && knows_second(xf)) {
        return 0;
    }
    if (!NV_XF_A(xf, SPECULAR_ENABLE)) {
        return rows;
    }
    return NV_XF_A(xf, LIGHT_MODEL_UNK17) ? 0 :
           rows & UINT64_C(0x8888888888888888);
}

const NvXfKept *nv_xf_kept(NvXf *xf, uint64_t written, bool force)
{
    nv_xf_kept_plan(&xf->kept, written, force ? forced_rows(xf) : 0);
    return &xf->kept;
}

/* --- Runs --- */

static unsigned run_ref(NvXf *xf, const NvXfRun *run,
                        NvXfBlock *const *blocks, unsigned n, bool force)
{
    uint64_t forced = force ? forced_rows(xf) : 0;
    unsigned done = 0;

    xf->kept.stamp = 0;
    while (done < n && nv_xf_ref_program(xf, run, blocks[done])) {
        nv_xf_kept_force(blocks[done++], forced);
        if (nv_env_late(xf->env)) {
            break;
        }
    }
    return done;
}

/*
 * Operations of a list on a vertex that go unasked, and how many of them take
 * a plain pixel's time.
 */
#define LIST_WORK (1u << 21)
#define LIST_PER_PIXEL 2

static uint64_t work_of(const NvExecProgram *program)
{
    return (uint64_t)MAX(program->list->count, 1) * NV_XF_BLOCK;
}

/*
 * Without a clock a run ends at the same block whatever runs the list, and
 * however many at once: so many of @n until time is up.
 */
static unsigned counted(const NvXf *xf, const NvExecProgram *program,
                        unsigned n)
{
    uint64_t each = work_of(program) / LIST_PER_PIXEL;
    const NvEnv *env = xf->env;
    uint64_t left = env->time.limit - MIN(env->spent, env->time.limit);

    return env->slice || !env->time.limit ? n
           : CLAMP((left + each - 1) / each, 1, n);
}

/* As many blocks as there is time for at once, one for each thread at least. */
static unsigned run_code(NvXf *xf, const NvExecProgram *program,
                         NvExecDraw *draw)
{
    uint64_t work = work_of(program);
    unsigned some = MAX(LIST_WORK / work, nv_exec_threads(xf->exec));
    unsigned n = counted(xf, program, draw->count), done = 0;

    while (done < n) {
        draw->count = MIN(n - done, some);
        nv_exec_run_list(xf->exec, program, draw);
        nv_env_spend(xf->env, draw->count * work / LIST_PER_PIXEL);
        draw->blocks += draw->count;
        done += draw->count;
        if (nv_env_late(xf->env)) {
            break;
        }
    }
    return done;
}

/* What others run as a list, for as much as that costs. */
static unsigned run_counted(NvXf *xf, const NvExecProgram *program,
                            const NvXfRun *run, NvExecDraw *draw, bool force)
{
    unsigned n = counted(xf, program, draw->count);
    uint64_t cost = n * work_of(program) / LIST_PER_PIXEL;
    uint64_t spent = xf->env->spent;
    NvEnvTime time = nv_env_take_time(xf->env);

    run_ref(xf, run, draw->blocks, n, force);
    nv_env_give_back(xf->env, time);
    xf->env->spent = spent + cost;
    return n;
}

unsigned nv_xf_run_program(NvXf *xf, const NvXfRun *run, bool force,
                           NvXfBlock *const *blocks, unsigned n)
{
    bool ref = nv_exec_is_off(xf->exec) || xf->trace;
    NvXfSetting set = nv_xf_setting(xf);
    const NvExecProgram *program;
    NvExecDraw draw = {
        .constants = (const uint32_t (*)[4])xf->xfctx, .blocks = blocks,
        .count = n, .last = xf->tbuf,
    };

    /* What ref began it goes on with: the other may be of another host. */
    if (xf->half.what || (ref && xf->env->slice)) {
        return run_ref(xf, run, blocks, n, force);
    }
    program = nv_exec_program(xf->exec, run, nv_xf_words(xf), &set);
    if (program->why) {
        nv_exec_count_fallback(xf->exec, n);
    }
    if (program->list && !xf->env->slice && (ref || !program->code)) {
        return run_counted(xf, program, run, &draw, force);
    }
    if (!program->code) {
        return run_ref(xf, run, blocks, n, force);
    }
    draw.kept = nv_xf_kept(xf, program->written, force);
    return run_code(xf, program, &draw);
}

/* --- Settings --- */

/*
 * Blocks of a draw: enough for each thread to have some, all in its cache.  In
 * captures it is the same on every host, for what is drawn between follows; and
 * as it is with counted instructions, of which a capture may be made, too.
 */
#define BATCH_ONE 4
#define BATCH_EACH 16

bool nv_xf_configure(NvXf *xf, const char *executor, const char *arith,
                     GError **error)
{
    bool fast = arith && !strcmp(arith, "fast");

    if (arith && !fast && strcmp(arith, "exact")) {
        g_set_error(error, nv_exec_error_quark(), 0,
                    "there is no arithmetic \"%s\"; choose exact or fast",
                    arith);
        return false;
    }
    if (!nv_exec_configure(xf->exec, executor ? executor : "auto", fast,
                           error)) {
        return false;
    }
    nv_xf_fixed_forget(xf);
    return true;
}

bool nv_xf_is_fast(const NvXf *xf)
{
    return nv_exec_is_fast(xf->exec);
}

bool nv_xf_set_threads(NvXf *xf, unsigned threads, GError **error)
{
    return nv_exec_set_threads(xf->exec, threads, error);
}

unsigned nv_xf_threads(const NvXf *xf)
{
    return nv_exec_threads(xf->exec);
}

void nv_xf_set_memory(NvXf *xf, size_t bytes)
{
    nv_exec_set_memory(xf->exec, bytes / 3 * 2);
    nv_xf_fixed_set_memory(xf, bytes / 3);
}

size_t nv_xf_memory(const NvXf *xf)
{
    NvExecStats stats = nv_exec_stats(xf->exec);

    return stats.bytes + stats.scratch + nv_xf_fixed_bytes(xf);
}

unsigned nv_xf_batch(const NvXf *xf)
{
    unsigned threads = nv_exec_threads(xf->exec);

    return threads == 1 || xf->env->captured
           ? BATCH_ONE : MIN(BATCH_EACH * threads, NV_XF_BATCH);
}
