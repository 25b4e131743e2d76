/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Which executor runs a program, and the programs it has been made ready for.
 *
 * Programs are found by their words and what of the mode they depend on; the
 * least recently used go when there are too many.  No hardware facts.
 */
#include "exec/executor.h"

#include "base/pool.h"

#define CACHE_PROGRAMS 512
#define CACHE_BYTES (32u << 20)

/* --- The cache --- */

/* What a program's list depends on besides its words. */
typedef struct Key {
    uint32_t hash;
    uint32_t mode;
    uint32_t limit;
    uint16_t start, first, count;       /* slots */
} Key;

typedef struct Entry {
    Key key;
    uint32_t (*words)[NV_XF_WORDS];
    NvExecProgram program;
    size_t bytes;
    GList link;                         /* in NvExec.recent */
} Entry;

struct NvExec {
    bool ref;                           /* asked for by name */
    unsigned first;                     /* of the table to try */
    bool fast;
    GHashTable *entries;                /* Entry by itself */
    GQueue recent;                      /* last used first */
    Entry *current;
    uint32_t *uniform;
    bool *changed;
    unsigned uniform_room;
    uint64_t number;                    /* of the last program made */
    uint64_t uniform_of;                /* whose values those are */
    uint8_t *scratch;                   /* a part for each thread */
    size_t scratch_room;                /* of one of them */
    unsigned threads;
    unsigned share_work;                /* nodes of blocks worth a pool */
    NvPool *pool;                       /* made when first needed */
    uint64_t stamp;                     /* of the last list that ran */
    NvExecStats stats;
};

/* Modes that lists see; words are compared as they are. */
#define MODE_BITS (NV_XF_B_ARITH_RULES | NV_XF_B_XFCTX_ACCESS | \
                   NV_XF_B_XFCTX_WRITE | NV_MASK(31, 30))

static uint32_t hash_words(const uint32_t (*words)[NV_XF_WORDS],
                           unsigned count)
{
    uint64_t h = count;

    for (unsigned i = 0; i < count; i++) {
        for (unsigned w = 0; w < NV_XF_WORDS; w++) {
            h = (h ^ words[i][w]) * UINT64_C(0x9e3779b97f4a7c15);
            h ^= h >> 29;
        }
    }
    return h ^ h >> 32;
}

static Key key_of(NvXf *xf, const NvXfRun *run)
{
    uint32_t mode = xf->mode_b & MODE_BITS;

    /* With branches all slots count, and so does the instruction limit. */
    return (Key) {
        .mode = mode | xf->program->gate, .start = run->start,
        .first = run->flow ? 0 : run->start,
        .count = run->flow ? xf->chip->xf.xfpr : run->count,
        .limit = run->flow ? run->limit : 0,
    };
}

static bool same(const Key *a, const Key *b)
{
    return a->mode == b->mode && a->start == b->start &&
           a->first == b->first && a->count == b->count &&
           a->limit == b->limit;
}

static guint entry_hash(gconstpointer data)
{
    const Entry *e = data;

    return e->key.hash ^ e->key.mode ^ e->key.start << 8;
}

/* An empty program has no words to point at. */
static bool same_words(const void *a, const void *b, unsigned slots)
{
    return !slots || !memcmp(a, b, slots * NV_XF_WORDS * sizeof(uint32_t));
}

static gboolean entry_equal(gconstpointer x, gconstpointer y)
{
    const Entry *a = x, *b = y;

    return a->key.hash == b->key.hash && same(&a->key, &b->key) &&
           same_words(a->words, b->words, a->key.count);
}

static void entry_free(Entry *e)
{
    if (e->program.code) {
        e->program.executor->release(e->program.code);
    }
    nv_list_free(e->program.list);
    g_free(e->words);
    g_free(e);
}

static void evict(struct NvExec *exec, Entry *e)
{
    g_hash_table_remove(exec->entries, e);
    g_queue_unlink(&exec->recent, &e->link);
    exec->stats.bytes -= e->bytes;
    exec->stats.programs--;
    if (exec->current == e) {
        exec->current = NULL;
    }
    entry_free(e);
}

static void clear_cache(struct NvExec *exec)
{
    while (exec->recent.head) {
        evict(exec, exec->recent.head->data);
    }
}

static void make_room(struct NvExec *exec)
{
    while (exec->recent.length > 1 &&
           (exec->recent.length > CACHE_PROGRAMS ||
            exec->stats.bytes > CACHE_BYTES)) {
        evict(exec, exec->recent.tail->data);
        exec->stats.evictions++;
    }
}

/* --- Making a program --- */

static uint64_t written_by(const NvList *list)
{
    uint64_t written = 0;

    for (unsigned row = 0; row < NV_XF_ATTRS * 4; row++) {
        written |= (uint64_t)!!list->out[row / 4][row % 4] << row;
    }
    return written;
}

/* The first of the table from @first that takes the list. */
static void compile(struct NvExec *exec, NvExecProgram *program)
{
    program->number = ++exec->number;
    for (unsigned i = exec->first; nv_executor(i); i++) {
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

static void grow_scratch(struct NvExec *exec, size_t bytes)
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
    }
}

/* What runs of @program will need, so that they allocate nothing. */
static void reserve(struct NvExec *exec, const NvExecProgram *program)
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

static size_t bytes_of(const Entry *e)
{
    const NvExecProgram *p = &e->program;
    size_t bytes = sizeof(*e) + e->key.count * sizeof(e->words[0]);

    if (p->list) {
        bytes += sizeof(*p->list) + p->list->room * sizeof(NvListNode);
    }
    return bytes + (p->code ? p->executor->size(p->code) : 0);
}

static Entry *make(NvXf *xf, const NvXfRun *run, const Key *key)
{
    struct NvExec *exec = xf->exec;
    Entry *e = g_new0(Entry, 1);
    NvExecProgram *program = &e->program;
    gint64 begin = g_get_monotonic_time();
    NvListFail fail;

    e->key = *key;
    e->words = g_memdup2(xf->xfpr[key->first],
                         key->count * sizeof(e->words[0]));
    e->link.data = e;
    program->list = nv_list_build(xf, run, &fail);
    if (program->list) {
        nv_list_optimise(program->list);
        nv_list_shrink(program->list);
        program->written = written_by(program->list);
        compile(exec, program);
    } else {
        program->why = nv_list_fail_name(fail);
    }
    if (program->why) {
        exec->stats.fallbacks++;
        exec->stats.why = program->why;
        nv_trace(xf->env, xf_fallback, program->why,
                 program->executor ? program->executor->name : "ref");
    }
    reserve(exec, program);
    exec->stats.compile_ns += (g_get_monotonic_time() - begin) * 1000;
    e->bytes = bytes_of(e);
    return e;
}

static Entry *find(NvXf *xf, const NvXfRun *run, Key *key)
{
    struct NvExec *exec = xf->exec;
    Entry probe, *e;

    key->hash = hash_words((const uint32_t (*)[NV_XF_WORDS])
                           xf->xfpr[key->first], key->count);
    probe.key = *key;
    probe.words = &xf->xfpr[key->first];
    e = g_hash_table_lookup(exec->entries, &probe);
    if (e) {
        exec->stats.hits++;
        g_queue_unlink(&exec->recent, &e->link);
        g_queue_push_head_link(&exec->recent, &e->link);
        return e;
    }
    exec->stats.misses++;
    e = make(xf, run, key);
    g_hash_table_add(exec->entries, e);
    g_queue_push_head_link(&exec->recent, &e->link);
    exec->stats.bytes += e->bytes;
    exec->stats.programs++;
    make_room(exec);
    return e;
}

const NvExecProgram *nv_exec_program(NvXf *xf, const NvXfRun *run)
{
    struct NvExec *exec = xf->exec;
    Key key = key_of(xf, run);
    Entry *e = exec->current;

    if (e && same(&e->key, &key) &&
        same_words(e->words, xf->xfpr[key.first], key.count)) {
        return &e->program;
    }
    exec->current = find(xf, run, &key);
    return &exec->current->program;
}

/* --- Running --- */

/* A list on the blocks of a draw. */
typedef struct Job {
    NvXf *xf;
    const NvExecProgram *program;
    NvExecRest rest;
    NvExecArgs args;            /* but for what differs from block to block */
    NvXfBlock *const *blocks;
    const NvXfBlock *last;      /* whose last vertex leaves its outputs */
} Job;

/* On any thread: touches the block and, of the last one, xf->tbuf. */
static void run_block(void *opaque, unsigned item, unsigned worker)
{
    const Job *job = opaque;
    const struct NvExec *exec = job->xf->exec;
    NvXfBlock *block = job->blocks[item];
    NvExecArgs args = job->args;

    if (!block->count) {
        return;
    }
    args.block = block;
    args.count = (block->count + NV_EXEC_GROUP - 1) / NV_EXEC_GROUP *
                 NV_EXEC_GROUP;
    args.scratch = exec->scratch + worker * exec->scratch_room;
    job->program->executor->run(job->program->code, &args);
    if (job->rest == NV_EXEC_REST_LEAVE) {
        return;
    }
    if (block == job->last) {
        nv_xf_kept_last(job->xf, block);
    }
    nv_xf_kept_fill(job->xf, block);
}

static bool worth_sharing(const struct NvExec *exec,
                          const NvExecProgram *program, unsigned n)
{
    return exec->threads > 1 && n > 1 &&
           (uint64_t)n * program->list->count >= exec->share_work;
}

/* True if they are not those that the last list ran with. */
static bool find_uniforms(struct NvExec *exec, const NvExecProgram *program,
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

void nv_exec_run_list(NvXf *xf, const NvExecProgram *program,
                      const uint32_t constants[][4], NvExecRest rest,
                      NvXfBlock *const *blocks, unsigned n)
{
    struct NvExec *exec = xf->exec;
    Job job = {
        .xf = xf, .program = program, .rest = rest, .blocks = blocks,
        .args = { .xfctx = constants, .uniform = exec->uniform },
    };

    for (unsigned i = 0; i < n; i++) {
        job.last = blocks[i]->count ? blocks[i] : job.last;
    }
    exec->stamp += find_uniforms(exec, program, constants);
    job.args.stamp = exec->stamp;
    if (rest != NV_EXEC_REST_LEAVE) {
        nv_xf_kept_plan(xf, program->written, rest == NV_EXEC_REST_FORCE);
    }
    if (worth_sharing(exec, program, n)) {
        exec->pool = exec->pool ? exec->pool : nv_pool_new(exec->threads);
        nv_pool_run(exec->pool, run_block, &job, n);
        exec->stats.shared++;
        return;
    }
    for (unsigned i = 0; i < n; i++) {
        run_block(&job, i, 0);
    }
}

static void run_ref(NvXf *xf, const NvXfRun *run, NvXfBlock *const *blocks,
                    unsigned n, bool force)
{
    for (unsigned i = 0; i < n; i++) {
        nv_xf_ref.program(xf, run, blocks[i]);
        nv_xf_kept_ref(xf, blocks[i], force);
    }
}

void nv_exec_run_program(NvXf *xf, const NvXfRun *run, bool force,
                         NvXfBlock *const *blocks, unsigned n)
{
    struct NvExec *exec = xf->exec;
    const NvExecProgram *program;

    if (exec->ref || xf->trace) {
        run_ref(xf, run, blocks, n, force);
        return;
    }
    program = nv_exec_program(xf, run);
    exec->stats.fallback_blocks += program->why ? n : 0;
    if (program->code) {
        nv_exec_run_list(xf, program, (const uint32_t (*)[4])xf->xfctx,
                         force ? NV_EXEC_REST_FORCE : NV_EXEC_REST_KEEP,
                         blocks, n);
    } else {
        run_ref(xf, run, blocks, n, force);
    }
}

/* --- Lists of others --- */

void nv_exec_take_list(NvXf *xf, NvList *list, NvExecProgram *program)
{
    struct NvExec *exec = xf->exec;

    *program = (NvExecProgram) {
        .list = list, .written = written_by(list),
    };
    if (!exec->ref) {
        compile(exec, program);
        reserve(exec, program);
    }
}

void nv_exec_drop_list(NvExecProgram *program)
{
    if (program->code) {
        program->executor->release(program->code);
        program->code = NULL;
    }
}

/* --- Settings --- */

G_DEFINE_QUARK(nv-exec-error, nv_exec_error)

/* A user who says jit wants the best of them that runs here. */
static bool has_name(const NvExecutor *e, const char *name)
{
    const char *why;

    return !strcmp(name, NV_EXEC_ANY_JIT) ?
           g_str_has_prefix(e->name, NV_EXEC_ANY_JIT "-") && e->usable(&why) :
           !strcmp(name, e->name);
}

static bool choose_executor(struct NvExec *exec, const char *name,
                            GError **error)
{
    g_autoptr(GString) known = g_string_new("auto, ref, " NV_EXEC_ANY_JIT);

    exec->ref = !strcmp(name, "ref");
    exec->first = 0;
    if (exec->ref || !strcmp(name, "auto")) {
        return true;
    }
    for (unsigned i = 0; nv_executor(i); i++) {
        const NvExecutor *e = nv_executor(i);
        const char *why = NULL;

        g_string_append_printf(known, ", %s", e->name);
        if (!has_name(e, name)) {
            continue;
        }
        if (e->usable && !e->usable(&why)) {
            g_set_error(error, nv_exec_error_quark(), 0,
                        "executor \"%s\" does not run here: %s", name, why);
            return false;
        }
        exec->first = i;
        return true;
    }
    g_set_error(error, nv_exec_error_quark(), 0, strcmp(name, NV_EXEC_ANY_JIT) ?
                "there is no executor \"%s\"; choose one of: %s" :
                "executor \"%s\" does not run here; there are: %s", name,
                known->str);
    return false;
}

bool nv_xf_configure(NvXf *xf, const char *executor, const char *arith,
                     GError **error)
{
    struct NvExec *exec = xf->exec;
    struct NvExec wish = *exec;

    if (arith && strcmp(arith, "exact") && strcmp(arith, "fast")) {
        g_set_error(error, nv_exec_error_quark(), 0,
                    "there is no arithmetic \"%s\"; choose exact or fast",
                    arith);
        return false;
    }
    if (!choose_executor(&wish, executor ? executor : "auto", error)) {
        return false;
    }
    clear_cache(exec);
    nv_xf_fixed_forget(xf);
    exec->ref = wish.ref;
    exec->first = wish.first;
    exec->fast = arith && !strcmp(arith, "fast");
    return true;
}

/* --- Threads --- */

/*
 * A thread that sleeps takes some microseconds to come; that many nodes of a
 * list take a block as long.
 */
#define SHARE_WORK 4096
/* Blocks of a draw: enough for each thread to have some, all in its cache. */
#define BATCH_ONE 4
#define BATCH_EACH 16

bool nv_xf_set_threads(NvXf *xf, unsigned threads, GError **error)
{
    struct NvExec *exec = xf->exec;
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

unsigned nv_xf_threads(const NvXf *xf)
{
    return xf->exec->threads;
}

unsigned nv_xf_batch(const NvXf *xf)
{
    unsigned threads = xf->exec->threads;

    return threads == 1 ? BATCH_ONE : MIN(BATCH_EACH * threads, NV_XF_BATCH);
}

void nv_exec_share_all(NvXf *xf)
{
    xf->exec->share_work = 0;
}

NvExecStats nv_exec_stats(const NvXf *xf)
{
    return xf->exec->stats;
}

void nv_exec_init(NvXf *xf)
{
    xf->exec = g_new0(struct NvExec, 1);
    xf->exec->threads = 1;
    xf->exec->share_work = SHARE_WORK;
    xf->exec->entries = g_hash_table_new(entry_hash, entry_equal);
    g_queue_init(&xf->exec->recent);
}

void nv_exec_free(NvXf *xf)
{
    struct NvExec *exec = xf->exec;

    if (!exec) {
        return;
    }
    clear_cache(exec);
    g_hash_table_destroy(exec->entries);
    g_free(exec->uniform);
    g_free(exec->changed);
    nv_pool_free(exec->pool);
    free(exec->scratch);
    g_clear_pointer(&xf->exec, g_free);
}
