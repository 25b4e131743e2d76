/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Which executor runs a program, and the programs it has been made ready for.
 *
 * Programs are found by their words and what of the mode they depend on; the
 * least recently used go when there are too many.  No hardware facts.
 */
#include "jit/executor.h"

#define CACHE_PROGRAMS 512
#define CACHE_BYTES (32u << 20)

extern const NvExecutor nv_exec_soa, nv_exec_soa_base;

/* In order of preference; a fallback goes down the list. */
static const NvExecutor *const executors[] = {
    &nv_exec_soa,
    &nv_exec_soa_base,
};

static const char ref_help[] =
    "one vertex and one instruction at a time: the specification";

const NvExecutor *nv_executor(unsigned index)
{
    return index < NV_ARRAY_SIZE(executors) ? executors[index] : NULL;
}

const NvExecutor *nv_executor_find(const char *name)
{
    for (unsigned i = 0; i < NV_ARRAY_SIZE(executors); i++) {
        if (!strcmp(executors[i]->name, name)) {
            return executors[i];
        }
    }
    return NULL;
}

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
    unsigned first;                     /* of executors[] to try */
    bool fast;
    GHashTable *entries;                /* Entry by itself */
    GQueue recent;                      /* last used first */
    Entry *current;
    uint32_t *uniform;
    unsigned uniform_room;
    void *scratch, *scratch_base;
    size_t scratch_room;
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

/* The first of executors[] from @first that takes the list. */
static void compile(struct NvExec *exec, NvExecProgram *program)
{
    for (unsigned i = exec->first; i < NV_ARRAY_SIZE(executors); i++) {
        const NvExecutor *e = executors[i];
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
    if (bytes > exec->scratch_room) {
        uintptr_t at;

        g_free(exec->scratch_base);
        exec->scratch_base = g_malloc(bytes + NV_EXEC_ALIGN);
        at = (uintptr_t)exec->scratch_base + NV_EXEC_ALIGN - 1;
        exec->scratch = (void *)(at & ~(uintptr_t)(NV_EXEC_ALIGN - 1));
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

/* Whole groups, in steps that compilers do not leave one by one. */
static void fill_row(uint32_t *row, uint32_t x, unsigned count)
{
    uint32_t group[NV_EXEC_GROUP];

    for (unsigned i = 0; i < NV_EXEC_GROUP; i++) {
        group[i] = x;
    }
    for (unsigned lane = 0; lane < count; lane += NV_EXEC_GROUP) {
        memcpy(row + lane, group, sizeof(group));
    }
}

/* Components nobody writes keep their value; tbuf gets the last vertex's. */
static void carry_over(NvXf *xf, const NvList *list, NvXfBlock *block)
{
    for (unsigned a = 0; a < NV_XF_ATTRS; a++) {
        for (unsigned c = 0; c < 4; c++) {
            if (list->out[a][c]) {
                xf->tbuf[a][c] = block->out[a][c][block->count - 1];
            } else {
                fill_row(block->out[a][c], xf->tbuf[a][c], block->count);
            }
        }
    }
}

static void run_program(NvXf *xf, const NvExecProgram *program,
                        NvXfBlock *block)
{
    struct NvExec *exec = xf->exec;
    NvExecArgs args = {
        .xfctx = (const uint32_t (*)[4])xf->xfctx,
        .uniform = exec->uniform, .block = block, .first = 0,
        .count = (block->count + NV_EXEC_GROUP - 1) / NV_EXEC_GROUP *
                 NV_EXEC_GROUP,
        .scratch = exec->scratch,
    };

    nv_list_eval_uniform(program->list, args.xfctx, exec->uniform);
    program->executor->run(program->code, &args);
    carry_over(xf, program->list, block);
}

static void chosen_program(NvXf *xf, const NvXfRun *run, NvXfBlock *block)
{
    struct NvExec *exec = xf->exec;
    const NvExecProgram *program;

    if (exec->ref || xf->trace || !block->count) {
        nv_xf_ref.program(xf, run, block);
        return;
    }
    program = nv_exec_program(xf, run);
    exec->stats.fallback_blocks += program->why != NULL;
    if (program->code) {
        run_program(xf, program, block);
    } else {
        nv_xf_ref.program(xf, run, block);
    }
}

const NvXfExecutor nv_xf_chosen = {
    .name = "chosen",
    .program = chosen_program,
};

/* --- Lists of others --- */

void nv_exec_take_list(NvXf *xf, NvList *list, NvExecProgram *program)
{
    struct NvExec *exec = xf->exec;

    *program = (NvExecProgram) { .list = list };
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

void nv_exec_run_list(NvXf *xf, const NvExecProgram *program,
                      const uint32_t constants[][4], NvXfBlock *block)
{
    struct NvExec *exec = xf->exec;
    NvExecArgs args = {
        .xfctx = constants, .uniform = exec->uniform, .block = block,
        .count = (block->count + NV_EXEC_GROUP - 1) / NV_EXEC_GROUP *
                 NV_EXEC_GROUP,
        .scratch = exec->scratch,
    };

    nv_list_eval_uniform(program->list, constants, exec->uniform);
    program->executor->run(program->code, &args);
}

/* --- Settings --- */

G_DEFINE_QUARK(nv-exec-error, nv_exec_error)

static bool choose_executor(struct NvExec *exec, const char *name,
                            GError **error)
{
    g_autoptr(GString) known = g_string_new("auto, ref");

    exec->ref = !strcmp(name, "ref");
    exec->first = 0;
    if (exec->ref || !strcmp(name, "auto")) {
        return true;
    }
    for (unsigned i = 0; i < NV_ARRAY_SIZE(executors); i++) {
        const NvExecutor *e = executors[i];
        const char *why = NULL;

        g_string_append_printf(known, ", %s", e->name);
        if (strcmp(e->name, name)) {
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
    g_set_error(error, nv_exec_error_quark(), 0,
                "there is no executor \"%s\"; choose one of: %s", name,
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

const char *nv_executor_name(unsigned index)
{
    const NvExecutor *e = index > 1 ? nv_executor(index - 2) : NULL;

    return index == 0 ? "auto" : index == 1 ? "ref" : e ? e->name : NULL;
}

const char *nv_executor_help(unsigned index)
{
    const NvExecutor *e = index > 1 ? nv_executor(index - 2) : NULL;

    return index == 0 ? "the fastest that runs on this host" :
           index == 1 ? ref_help : e ? e->help : NULL;
}

NvExecStats nv_exec_stats(const NvXf *xf)
{
    return xf->exec->stats;
}

void nv_exec_init(NvXf *xf)
{
    xf->exec = g_new0(struct NvExec, 1);
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
    g_free(exec->scratch_base);
    g_clear_pointer(&xf->exec, g_free);
}
