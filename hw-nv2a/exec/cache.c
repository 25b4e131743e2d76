/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Programs in the form executors take.  They are found by their words and
 * what of chip and mode they depend on; the least recently used go when there
 * are too many.  No hardware facts.
 */
#include "exec/exec-priv.h"

#include "isa/build.h"

#define CACHE_PROGRAMS 512
#define CACHE_BYTES (32u << 20)         /* unless told otherwise */

typedef const uint32_t (*Words)[NV_XF_WORDS];

/* What a program's list depends on besides its words. */
typedef struct Key {
    uint32_t hash;
    NvXfSetting set;
    NvXfGate gate;
    uint32_t limit;
    uint16_t start, first, count;       /* slots */
} Key;

struct NvExecEntry {
    Key key;
    uint32_t (*words)[NV_XF_WORDS];
    NvExecProgram program;
    size_t bytes;
    GList link;                         /* in NvExec.recent */
};

static uint32_t hash_words(Words words, unsigned count)
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

static Key key_of(const NvXfRun *run, const NvXfSetting *set)
{
    /* With branches all slots count, and so does the instruction limit. */
    return (Key) {
        .set = *set, .gate = run->gate, .start = run->start,
        .first = run->flow ? 0 : run->start,
        .count = run->flow ? run->slots : run->count,
        .limit = run->flow ? run->limit : 0,
    };
}

static bool same_setting(const NvXfSetting *a, const NvXfSetting *b)
{
    return a->rules.version == b->rules.version &&
           a->rules.legacy == b->rules.legacy && a->first == b->first &&
           a->limit == b->limit && a->viewport[0] == b->viewport[0] &&
           a->viewport[1] == b->viewport[1] && a->may_write == b->may_write;
}

static bool same(const Key *a, const Key *b)
{
    return same_setting(&a->set, &b->set) && a->gate == b->gate &&
           a->start == b->start && a->first == b->first &&
           a->count == b->count && a->limit == b->limit;
}

static guint entry_hash(gconstpointer data)
{
    const Key *key = &((const NvExecEntry *)data)->key;
    uint32_t mode = key->gate << 2 | key->set.may_write << 1 |
                    key->set.rules.legacy;

    return key->hash ^ mode << 24 ^ key->set.first << 16 ^ key->start << 8;
}

/* An empty program has no words to point at. */
static bool same_words(const void *a, const void *b, unsigned slots)
{
    return !slots || !memcmp(a, b, slots * NV_XF_WORDS * sizeof(uint32_t));
}

static gboolean entry_equal(gconstpointer x, gconstpointer y)
{
    const NvExecEntry *a = x, *b = y;

    return a->key.hash == b->key.hash && same(&a->key, &b->key) &&
           same_words(a->words, b->words, a->key.count);
}

static void entry_free(NvExecEntry *e)
{
    nv_exec_drop_list(&e->program);
    nv_list_free(e->program.list);
    g_free(e->words);
    g_free(e);
}

static void evict(NvExec *exec, NvExecEntry *e)
{
    assert(exec->stats.programs && exec->stats.bytes >= e->bytes);
    g_hash_table_remove(exec->entries, e);
    g_queue_unlink(&exec->recent, &e->link);
    exec->stats.bytes -= e->bytes;
    exec->stats.programs--;
    if (exec->current == e) {
        exec->current = NULL;
    }
    entry_free(e);
}

void nv_exec_cache_clear(NvExec *exec)
{
    while (exec->recent.head) {
        evict(exec, exec->recent.head->data);
    }
}

/* The last used stays: it may be running. */
void nv_exec_cache_make_room(NvExec *exec)
{
    while (exec->recent.length > 1 &&
           (exec->recent.length > CACHE_PROGRAMS ||
            exec->stats.bytes + exec->stats.scratch > exec->memory)) {
        evict(exec, exec->recent.tail->data);
        exec->stats.evictions++;
    }
}

void nv_exec_set_memory(NvExec *exec, size_t bytes)
{
    exec->memory = bytes;
    nv_exec_cache_make_room(exec);
}

/* --- Making a program --- */

size_t nv_exec_bytes(const NvExecProgram *p)
{
    size_t bytes = 0;

    if (p->list) {
        bytes += sizeof(*p->list) + p->list->room * sizeof(NvListNode);
    }
    return bytes + (p->code ? p->executor->size(p->code) : 0);
}

static size_t bytes_of(const NvExecEntry *e)
{
    return sizeof(*e) + e->key.count * sizeof(e->words[0]) +
           nv_exec_bytes(&e->program);
}

static void report(NvExec *exec, const NvExecProgram *program)
{
    if (program->why) {
        exec->stats.fallbacks++;
        exec->stats.why = program->why;
        nv_trace(exec->env, xf_fallback, program->why,
                 program->executor ? program->executor->name : "ref");
    }
}

static NvExecEntry *make(NvExec *exec, const NvXfRun *run, Words words,
                         const Key *key)
{
    NvExecEntry *e = g_new0(NvExecEntry, 1);
    NvExecProgram *program = &e->program;
    gint64 begin = g_get_monotonic_time();
    NvListFail fail;

    e->key = *key;
    e->words = g_memdup2(words[key->first],
                         key->count * sizeof(e->words[0]));
    e->link.data = e;
    program->list = nv_build_list(run, &key->set, &fail);
    if (program->list) {
        nv_list_optimise(program->list);
        nv_list_shrink(program->list);
        if (!exec->choice.none) {
            nv_exec_compile(exec, program);
        }
    } else {
        program->why = nv_list_fail_name(fail);
    }
    report(exec, program);
    exec->stats.compile_ns += (g_get_monotonic_time() - begin) * 1000;
    nv_env_spend_unseen(exec->env);
    e->bytes = bytes_of(e);
    return e;
}

static NvExecEntry *find(NvExec *exec, const NvXfRun *run, Words words,
                         Key *key)
{
    NvExecEntry probe, *e;

    key->hash = hash_words(words + key->first, key->count);
    probe.key = *key;
    probe.words = (uint32_t (*)[NV_XF_WORDS])words + key->first;
    e = g_hash_table_lookup(exec->entries, &probe);
    if (e) {
        exec->stats.hits++;
        g_queue_unlink(&exec->recent, &e->link);
        g_queue_push_head_link(&exec->recent, &e->link);
        return e;
    }
    exec->stats.misses++;
    e = make(exec, run, words, key);
    g_hash_table_add(exec->entries, e);
    g_queue_push_head_link(&exec->recent, &e->link);
    exec->stats.bytes += e->bytes;
    exec->stats.programs++;
    nv_exec_cache_make_room(exec);
    return e;
}

const NvExecProgram *nv_exec_program(NvExec *exec, const NvXfRun *run,
                                     Words words, const NvXfSetting *set)
{
    Key key = key_of(run, set);
    NvExecEntry *e = exec->current;

    assert(key.first + key.count <= run->slots);
    if (e && same(&e->key, &key) &&
        same_words(e->words, words + key.first, key.count)) {
        return &e->program;
    }
    exec->current = find(exec, run, words, &key);
    return &exec->current->program;
}

void nv_exec_cache_init(NvExec *exec)
{
    exec->entries = g_hash_table_new(entry_hash, entry_equal);
    g_queue_init(&exec->recent);
    exec->memory = CACHE_BYTES;
}

void nv_exec_cache_free(NvExec *exec)
{
    nv_exec_cache_clear(exec);
    g_hash_table_destroy(exec->entries);
}
