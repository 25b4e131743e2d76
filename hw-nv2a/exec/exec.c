/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Code for lists, and their runs over the blocks of a draw.  No hardware
 * facts.
 */
#include "exec/exec-priv.h"

/* --- Code --- */

static uint64_t written_by(const NvList *list)
{
    uint64_t written = 0;

    for (unsigned row = 0; row < NV_XF_ATTRS * 4; row++) {
        written |= (uint64_t)!!list->out[row / 4][row % 4] << row;
    }
    return written;
}

/* The first of the table, from the one that was asked for, that takes it. */
static void find_executor(NvExec *exec, NvExecProgram *program)
{
    for (unsigned i = exec->choice.first; nv_executor(i); i++) {
        const NvExecutor *e = nv_executor(i);
        const char *why = NULL;

        if (exec->fast ? !e->fast : !e->exact) {
            why = "arithmetic";
        } else if (!e->usable || e->usable(&why)) {
            program->code = e->compile(program->list, exec->fast, &why);
        }
        if (program->code) {
            program->executor = e;
            return;
        }
        program->why = program->why ? program->why : why;
    }
}

static void grow_scratch(NvExec *exec, size_t bytes)
{
    bytes = (bytes + NV_EXEC_ALIGN - 1) & ~(size_t)(NV_EXEC_ALIGN - 1);
    if (bytes > exec->scratch_room) {
        free(exec->scratch);
        exec->scratch = NULL;
        if (posix_memalign((void **)&exec->scratch, NV_EXEC_ALIGN,
                           bytes * exec->threads)) {
            g_error("no memory for vertex programs");
        }
        memset(exec->scratch, 0, bytes * exec->threads);
        exec->scratch_room = bytes;
        exec->stats.scratch = bytes * exec->threads;
        nv_exec_cache_make_room(exec);
    }
}

/* What runs of @program will need, so that they allocate nothing. */
static void reserve(NvExec *exec, const NvExecProgram *program)
{
    if (!program->code) {
        return;
    }
    if (exec->uniform_room < program->list->count) {
        exec->uniform_room = program->list->count;
        exec->uniform = g_renew(uint32_t, exec->uniform, exec->uniform_room);
        exec->changed = g_renew(bool, exec->changed, exec->uniform_room);
    }
    grow_scratch(exec, program->executor->scratch(program->code));
}

void nv_exec_compile(NvExec *exec, NvExecProgram *program)
{
    assert(program->list && !program->code);
    program->written = written_by(program->list);
    program->number = ++exec->number;
    find_executor(exec, program);
    reserve(exec, program);
}

void nv_exec_take_list(NvExec *exec, NvList *list, NvExecProgram *program)
{
    *program = (NvExecProgram) { .list = list };
    if (exec->choice.none) {
        program->written = written_by(list);
    } else {
        nv_exec_compile(exec, program);
    }
}

void nv_exec_drop_list(NvExecProgram *program)
{
    if (program->code) {
        program->executor->release(program->code);
        program->code = NULL;
    }
}

/* --- Running --- */

/* A list on the blocks of a draw. */
typedef struct Job {
    NvExec *exec;
    const NvExecProgram *program;
    const NvExecDraw *draw;
    NvExecArgs args;            /* but for what differs from block to block */
    const NvXfBlock *last;      /* whose last vertex leaves its outputs */
} Job;

/* On any thread: touches the block and, of the last one, draw->last. */
static void run_block(void *opaque, unsigned item, unsigned worker)
{
    const Job *job = opaque;
    const NvExec *exec = job->exec;
    const NvExecDraw *draw = job->draw;
    NvXfBlock *block = draw->blocks[item];
    NvExecArgs args = job->args;

    if (!block->count) {
        return;
    }
    args.block = block;
    args.count = (block->count + NV_EXEC_GROUP - 1) / NV_EXEC_GROUP *
                 NV_EXEC_GROUP;
    args.scratch = exec->scratch + worker * exec->scratch_room;
    job->program->executor->run(job->program->code, &args);
    if (!draw->kept) {
        return;
    }
    if (block == job->last) {
        nv_xf_kept_last(draw->kept, block, draw->last);
    }
    nv_xf_kept_fill(draw->kept, (const uint32_t (*)[4])draw->last, block);
}

static bool worth_sharing(const NvExec *exec,
                          const NvExecProgram *program, unsigned n)
{
    return exec->threads > 1 && n > 1 &&
           (uint64_t)n * program->list->count >= exec->share_work;
}

/* True if they are not those that the last list ran with. */
static bool find_uniforms(NvExec *exec, const NvExecProgram *program,
                          const uint32_t constants[][4])
{
    if (exec->uniform_of == program->number) {
        return nv_list_eval_changed(program->list, constants, exec->uniform,
                                    exec->changed);
    }
    nv_list_eval_uniform(program->list, constants, exec->uniform);
    exec->uniform_of = program->number;
    return true;
}

void nv_exec_run_list(NvExec *exec, const NvExecProgram *program,
                      const NvExecDraw *draw)
{
    Job job = {
        .exec = exec, .program = program, .draw = draw,
        .args = { .xfctx = draw->constants, .uniform = exec->uniform },
    };

    assert(program->code && !(draw->kept && !draw->last));
    for (unsigned i = 0; i < draw->count; i++) {
        assert(draw->blocks[i]->count <= NV_XF_BLOCK);
        job.last = draw->blocks[i]->count ? draw->blocks[i] : job.last;
    }
    exec->stamp += find_uniforms(exec, program, draw->constants);
    job.args.stamp = exec->stamp;
    if (worth_sharing(exec, program, draw->count)) {
        exec->pool = exec->pool ? exec->pool : nv_pool_new(exec->threads);
        nv_pool_run(exec->pool, run_block, &job, draw->count);
        exec->stats.shared++;
        return;
    }
    for (unsigned i = 0; i < draw->count; i++) {
        run_block(&job, i, 0);
    }
}

/* --- Settings --- */

bool nv_exec_configure(NvExec *exec, const char *executor, bool fast,
                       GError **error)
{
    NvExecChoice choice;

    if (!nv_executor_choose(executor, &choice, error)) {
        return false;
    }
    nv_exec_cache_clear(exec);
    exec->choice = choice;
    exec->fast = fast;
    return true;
}

bool nv_exec_is_off(const NvExec *exec)
{
    return exec->choice.none;
}

bool nv_exec_is_fast(const NvExec *exec)
{
    return exec->fast;
}

/*
 * A thread that sleeps takes some microseconds to come; that many nodes of a
 * list take a block as long.
 */
#define SHARE_WORK 4096

bool nv_exec_set_threads(NvExec *exec, unsigned threads, GError **error)
{
    size_t room = exec->scratch_room;

    if (threads > NV_POOL_THREADS) {
        g_set_error(error, nv_exec_error_quark(), 0,
                    "%u threads are too many; choose 1 to %u, or 0 for one "
                    "less than the host has cores", threads, NV_POOL_THREADS);
        return false;
    }
    if (!threads) {
        threads = MAX(nv_pool_host_threads(), 2) - 1;
    }
    g_clear_pointer(&exec->pool, nv_pool_free);
    exec->threads = threads;
    exec->scratch_room = 0;
    grow_scratch(exec, room);
    return true;
}

unsigned nv_exec_threads(const NvExec *exec)
{
    return exec->threads;
}

void nv_exec_share_all(NvExec *exec)
{
    exec->share_work = 0;
}

NvExecStats nv_exec_stats(const NvExec *exec)
{
    return exec->stats;
}

void nv_exec_count_fallback(NvExec *exec, unsigned blocks)
{
    exec->stats.fallback_blocks += blocks;
}

NvExec *nv_exec_new(NvEnv *env)
{
    NvExec *exec = g_new0(NvExec, 1);

    exec->env = env;
    exec->threads = 1;
    exec->share_work = SHARE_WORK;
    nv_exec_cache_init(exec);
    return exec;
}

void nv_exec_free(NvExec *exec)
{
    if (!exec) {
        return;
    }
    nv_exec_cache_free(exec);
    assert(!exec->stats.programs && !exec->stats.bytes);
    g_free(exec->uniform);
    g_free(exec->changed);
    nv_pool_free(exec->pool);
    free(exec->scratch);
    g_free(exec);
}
