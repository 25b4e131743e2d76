/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The pool: every thread has a share of the items, the same one of every job,
 * because their memory is in its cache; who is done helps the others.
 *
 * Items are taken, one or some at a time, by changing a word that has the job's
 * number in it, so a thread that comes late finds nothing to take.  Who waits
 * looks again for some microseconds, because draws come in rows, and then
 * sleeps.  No hardware facts.
 */
#include "base/pool.h"

#include <assert.h>
#include <glib.h>
#include <pthread.h>
#include <signal.h>

/* Looks before sleep: about 20 us where a pause takes 40 cycles; and 100. */
#define LOOKS 1500
#define MANY_LOOKS 8000

typedef struct Worker {
    NvPool *pool;
    pthread_t thread;
    unsigned number;
    bool runs;                  /* else the others do its share */
} Worker;

/*
 * Job << 32 | end << 16 | next: its owner takes the next, others the last; the
 * highest bit is for ranges.
 */
typedef struct Share {
    uint64_t ticket __attribute__((aligned(64)));
} Share;

#define RANGES (UINT64_C(1) << 63)

/* Some items of a share. */
typedef struct Taken {
    unsigned first, n;
    bool range;
} Taken;

struct NvPool {
    Share share[NV_POOL_THREADS];
    uint32_t job __attribute__((aligned(64)));      /* all of it is open */
    uint32_t sleepers, quit;
    uint32_t done __attribute__((aligned(64)));     /* items of this job */
    uint32_t waits;                 /* the caller sleeps, or is about to */
    /* What tickets are for; not touched while one can be taken. */
    NvPoolFn *fn __attribute__((aligned(64)));
    NvPoolRangeFn *range_fn;
    void *opaque;
    unsigned count;                 /* items of the job; 0: none is open */
    pthread_mutex_t lock;
    pthread_cond_t wake, finished;
    unsigned threads;
    uint32_t looks;
    Worker worker[NV_POOL_THREADS];     /* but for the caller, [0] */
};

static inline void pause_a_little(void)
{
#if defined(__x86_64__) || defined(__i386__)
    __builtin_ia32_pause();
#elif defined(__aarch64__)
    __asm__ volatile("yield");
#endif
}

static inline uint32_t get(const uint32_t *word)
{
    return __atomic_load_n(word, __ATOMIC_SEQ_CST);
}

static inline void set(uint32_t *word, uint32_t value)
{
    __atomic_store_n(word, value, __ATOMIC_SEQ_CST);
}

/* Of share @owner for thread @number, or false. */
static bool take(NvPool *pool, unsigned owner, unsigned number, Taken *out)
{
    uint64_t *ticket = &pool->share[owner].ticket;
    uint64_t old = __atomic_load_n(ticket, __ATOMIC_SEQ_CST);

    for (;;) {
        unsigned next = old & 0xffff, end = old >> 16 & 0xffff;
        bool own = owner == number, range = old & RANGES;
        uint64_t left = end - next, n = 1;

        if (range) {
            n = own ? left - left / 4 : (left + 1) / 2;
        }
        if (next >= end) {
            return false;
        }
        if (__atomic_compare_exchange_n(ticket, &old,
                                        own ? old + n : old - (n << 16), true,
                                        __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST)) {
            *out = (Taken) { own ? next : end - n, n, range };
            return true;
        }
    }
}

/* --- Workers --- */

/* Items until there are none. */
static void work(NvPool *pool, unsigned number)
{
    unsigned done = 0;
    Taken some;

    for (unsigned i = 0; i < pool->threads; i++) {
        unsigned owner = (number + i) % pool->threads;

        while (take(pool, owner, number, &some)) {
            if (some.range) {
                pool->range_fn(pool->opaque, some.first, some.n, number);
            } else {
                pool->fn(pool->opaque, some.first, number);
            }
            done += some.n;
        }
    }
    if (!done) {
        return;
    }
    __atomic_add_fetch(&pool->done, done, __ATOMIC_SEQ_CST);
    if (get(&pool->waits)) {
        pthread_mutex_lock(&pool->lock);
        pthread_cond_signal(&pool->finished);
        pthread_mutex_unlock(&pool->lock);
    }
}

static bool news(const NvPool *pool, uint32_t seen)
{
    return get(&pool->job) != seen || get(&pool->quit);
}

static void wait_for_work(NvPool *pool, uint32_t seen)
{
    for (unsigned i = get(&pool->looks); i > 0; i--) {
        if (news(pool, seen)) {
            return;
        }
        pause_a_little();
    }
    pthread_mutex_lock(&pool->lock);
    __atomic_add_fetch(&pool->sleepers, 1, __ATOMIC_SEQ_CST);
    while (!news(pool, seen)) {
        pthread_cond_wait(&pool->wake, &pool->lock);
    }
    __atomic_sub_fetch(&pool->sleepers, 1, __ATOMIC_SEQ_CST);
    pthread_mutex_unlock(&pool->lock);
}

static void *worker_main(void *opaque)
{
    Worker *worker = opaque;
    NvPool *pool = worker->pool;

    while (!get(&pool->quit)) {
        uint32_t seen = get(&pool->job);

        work(pool, worker->number);
        wait_for_work(pool, seen);
    }
    return NULL;
}

/* --- The caller --- */

static void wait_for_others(NvPool *pool)
{
    unsigned count = pool->count;

    for (unsigned i = 0; i < LOOKS; i++) {
        if (get(&pool->done) == count) {
            return;
        }
        pause_a_little();
    }
    set(&pool->waits, 1);
    pthread_mutex_lock(&pool->lock);
    while (get(&pool->done) != count) {
        pthread_cond_wait(&pool->finished, &pool->lock);
    }
    pthread_mutex_unlock(&pool->lock);
    set(&pool->waits, 0);
}

/* What tickets are for is there. */
static void open_job(NvPool *pool, unsigned count, uint64_t kind)
{
    uint32_t job = (get(&pool->job) + 1) & INT32_MAX;

    assert(!pool->count && count <= NV_POOL_ITEMS);
    pool->count = count;
    set(&pool->done, 0);
    for (unsigned i = 0; i < pool->threads; i++) {
        uint64_t next = (uint64_t)count * i / pool->threads;
        uint64_t end = (uint64_t)count * (i + 1) / pool->threads;

        __atomic_store_n(&pool->share[i].ticket,
                         kind | (uint64_t)job << 32 | end << 16 | next,
                         __ATOMIC_SEQ_CST);
    }
    set(&pool->job, job);
    if (get(&pool->sleepers)) {
        pthread_mutex_lock(&pool->lock);
        pthread_cond_broadcast(&pool->wake);
        pthread_mutex_unlock(&pool->lock);
    }
}

void nv_pool_start(NvPool *pool, NvPoolFn *fn, void *opaque, unsigned count)
{
    assert(pool && fn);
    pool->fn = fn;
    pool->opaque = opaque;
    open_job(pool, count, 0);
}

void nv_pool_start_ranges(NvPool *pool, NvPoolRangeFn *fn, void *opaque,
                          unsigned count)
{
    assert(pool && fn);
    pool->range_fn = fn;
    pool->opaque = opaque;
    open_job(pool, count, RANGES);
}

void nv_pool_finish(NvPool *pool)
{
    work(pool, 0);
    wait_for_others(pool);
    pool->count = 0;
}

typedef struct Piece {
    NvPoolFn *fn;
    void *opaque;
    unsigned first;
} Piece;

static void run_of_piece(void *opaque, unsigned item, unsigned worker)
{
    const Piece *piece = opaque;

    piece->fn(piece->opaque, piece->first + item, worker);
}

void nv_pool_run(NvPool *pool, NvPoolFn *fn, void *opaque, unsigned count)
{
    Piece piece = { fn, opaque, 0 };

    for (; count > NV_POOL_ITEMS; count -= NV_POOL_ITEMS) {
        nv_pool_start(pool, run_of_piece, &piece, NV_POOL_ITEMS);
        nv_pool_finish(pool);
        piece.first += NV_POOL_ITEMS;
    }
    nv_pool_start(pool, run_of_piece, &piece, count);
    nv_pool_finish(pool);
}

/* --- Coming and going --- */

/* The host's signals are for its own threads. */
static bool start(Worker *worker)
{
    sigset_t all, before;
    bool ok;

    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    ok = !pthread_create(&worker->thread, NULL, worker_main, worker);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return ok;
}

NvPool *nv_pool_new(unsigned threads)
{
    NvPool *pool = NULL;

    if (posix_memalign((void **)&pool, 64, sizeof(*pool))) {
        g_error("no memory for a pool of threads");
    }
    memset(pool, 0, sizeof(*pool));
    pthread_mutex_init(&pool->lock, NULL);
    pthread_cond_init(&pool->wake, NULL);
    pthread_cond_init(&pool->finished, NULL);
    pool->threads = CLAMP(threads, 1, NV_POOL_THREADS);
    pool->looks = LOOKS;
    for (unsigned i = 1; i < pool->threads; i++) {
        pool->worker[i] = (Worker) { .pool = pool, .number = i };
        pool->worker[i].runs = start(&pool->worker[i]);
    }
    return pool;
}

void nv_pool_free(NvPool *pool)
{
    if (!pool) {
        return;
    }
    set(&pool->quit, 1);
    pthread_mutex_lock(&pool->lock);
    pthread_cond_broadcast(&pool->wake);
    pthread_mutex_unlock(&pool->lock);
    for (unsigned i = 1; i < pool->threads; i++) {
        if (pool->worker[i].runs) {
            pthread_join(pool->worker[i].thread, NULL);
        }
    }
    pthread_cond_destroy(&pool->finished);
    pthread_cond_destroy(&pool->wake);
    pthread_mutex_destroy(&pool->lock);
    free(pool);
}

void nv_pool_look_long(NvPool *pool)
{
    set(&pool->looks, MANY_LOOKS);
}

unsigned nv_pool_host_threads(void)
{
    return MIN(g_get_num_processors(), NV_POOL_THREADS);
}
