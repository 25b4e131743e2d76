/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The pool: every thread has a share of the items, the same one of every job,
 * because their memory is in its cache; who is done helps the others.  Of two
 * jobs that are open the second's items follow the first's.
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
 * Job << 32 | end << 16 | next; the highest bit is for ranges.  An even share's
 * owner takes the next, an odd one's the last, so that neighbours meet.
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

typedef struct Job {
    Share share[NV_POOL_THREADS];
    /* What tickets are for; not touched while one can be taken. */
    NvPoolFn *fn __attribute__((aligned(64)));
    NvPoolRangeFn *range_fn;
    void *opaque;
    /* What the job behind it looks at, at any time. */
    uint32_t number, kind;
    uint32_t first, end;        /* items, if these are ranges */
    uint32_t left __attribute__((aligned(64)));     /* items not done */
    uint64_t done[(NV_POOL_ITEMS + 63) / 64];       /* bits, of ranges */
} Job;

struct NvPool {
    Job job[2];                 /* by the lowest bit of their numbers */
    uint32_t opened __attribute__((aligned(64)));   /* the last one's number */
    uint32_t events;            /* one is opened, or done before the next */
    uint32_t sleepers, quit;
    uint32_t waits;             /* the caller sleeps, or is about to */
    unsigned open;              /* jobs; the caller's */
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

static inline uint32_t number_of(uint32_t job)
{
    return job & INT32_MAX;
}

/* --- What may begin --- */

/* Of the word that item @first is in, those of items [@first, @end). */
static inline uint64_t bits_of(unsigned first, unsigned end)
{
    uint64_t bits = UINT64_MAX << first % 64;

    return end - first < 64 - first % 64
           ? bits & ((UINT64_C(1) << end % 64) - 1) : bits;
}

static bool all_done(const Job *job, unsigned first, unsigned end)
{
    for (unsigned i = first; i < end; i = (i | 63) + 1) {
        uint64_t done = __atomic_load_n(&job->done[i / 64], __ATOMIC_SEQ_CST);

        if (bits_of(i, end) & ~done) {
            return false;
        }
    }
    return true;
}

static void note_done(Job *job, const Taken *some)
{
    unsigned end = some->first + some->n;

    for (unsigned i = some->first; i < end; i = (i | 63) + 1) {
        __atomic_fetch_or(&job->done[i / 64], bits_of(i, end),
                          __ATOMIC_SEQ_CST);
    }
}

/*
 * Whether ranges of job @number may begin.  Once the one before is done any
 * answer is right, so nobody minds if its words are another's by then.
 */
static bool may_begin(const NvPool *pool, uint32_t number, unsigned first,
                      unsigned n)
{
    const Job *job = &pool->job[number & 1], *before = &pool->job[~number & 1];
    unsigned end = first + n;

    if (get(&before->number) != number_of(number - 1) || !get(&before->left)) {
        return true;
    }
    if (get(&before->kind) != get(&job->kind)) {
        return false;
    }
    return all_done(before, MAX(first, get(&before->first)),
                    MIN(end, get(&before->end)));
}

/* --- Taking --- */

typedef enum Outcome { NOTHING, NOT_YET, SOME } Outcome;

/*
 * Of share @owner for thread @number.  Of ranges as many as may begin, most
 * of one's own, half of another's; @little: half of that.
 */
static Outcome take(NvPool *pool, Job *job, unsigned owner, unsigned number,
                    bool little, Taken *out)
{
    uint64_t *ticket = &job->share[owner].ticket;
    uint64_t old = __atomic_load_n(ticket, __ATOMIC_SEQ_CST);
    bool own = owner == number, last = own == (owner & 1);

    for (;;) {
        unsigned next = old & 0xffff, end = old >> 16 & 0xffff;
        unsigned left = end - next, n = 1, first;
        bool range = old & RANGES;

        if (next >= end) {
            return NOTHING;
        }
        if (range) {
            n = own ? left - left / 16 : (left + 1) / 2;
            n = little ? (n + 1) / 2 : n;
        }
        first = last ? end - n : next;
        while (range && !may_begin(pool, number_of(old >> 32), first, n)) {
            n /= 2;
            first = last ? end - n : next;
            if (!n) {
                return NOT_YET;
            }
        }
        if (__atomic_compare_exchange_n(ticket, &old,
                                        last ? old - (n << 16) : old + n, true,
                                        __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST)) {
            *out = (Taken) { first, n, range };
            return SOME;
        }
    }
}

static void do_some(Job *job, const Taken *some, unsigned number)
{
    if (some->range) {
        job->range_fn(job->opaque, some->first, some->n, number);
        note_done(job, some);
    } else {
        job->fn(job->opaque, some->first, number);
    }
}

static void tell(NvPool *pool)
{
    __atomic_add_fetch(&pool->events, 1, __ATOMIC_SEQ_CST);
    if (get(&pool->sleepers)) {
        pthread_mutex_lock(&pool->lock);
        pthread_cond_broadcast(&pool->wake);
        pthread_mutex_unlock(&pool->lock);
    }
}

static void count_done(NvPool *pool, Job *job, unsigned done)
{
    uint32_t number = get(&job->number);

    if (!done || __atomic_sub_fetch(&job->left, done, __ATOMIC_SEQ_CST)) {
        return;
    }
    if (get(&pool->opened) != number) {
        tell(pool);             /* whoever waits for it with the next */
    }
    if (get(&pool->waits)) {
        pthread_mutex_lock(&pool->lock);
        pthread_cond_signal(&pool->finished);
        pthread_mutex_unlock(&pool->lock);
    }
}

/* Until there is nothing to take, or with @little, once. */
static Outcome work_at(NvPool *pool, Job *job, unsigned number, bool little)
{
    Outcome outcome = NOTHING;
    unsigned done = 0;

    for (unsigned i = 0; i < pool->threads && !(little && done); i++) {
        unsigned owner = (number + i) % pool->threads;
        Outcome got;
        Taken some;

        while ((got = take(pool, job, owner, number, little, &some)) == SOME) {
            do_some(job, &some, number);
            done += some.n;
            if (little) {
                break;
            }
        }
        outcome = MAX(outcome, got);
    }
    count_done(pool, job, done);
    return done ? SOME : outcome;
}

/* --- Workers --- */

static void sleep_until_news(NvPool *pool, uint32_t seen)
{
    pthread_mutex_lock(&pool->lock);
    __atomic_add_fetch(&pool->sleepers, 1, __ATOMIC_SEQ_CST);
    while (get(&pool->events) == seen && !get(&pool->quit)) {
        pthread_cond_wait(&pool->wake, &pool->lock);
    }
    __atomic_sub_fetch(&pool->sleepers, 1, __ATOMIC_SEQ_CST);
    pthread_mutex_unlock(&pool->lock);
}

/* The older job first. */
static Outcome work(NvPool *pool, unsigned number)
{
    uint32_t opened = get(&pool->opened);
    Outcome older = work_at(pool, &pool->job[~opened & 1], number, false);
    Outcome newer = work_at(pool, &pool->job[opened & 1], number, false);

    return MAX(older, newer);
}

static void *worker_main(void *opaque)
{
    Worker *worker = opaque;
    NvPool *pool = worker->pool;
    uint32_t seen = get(&pool->events);
    unsigned looks = 0;
    Outcome got = work(pool, worker->number);

    while (!get(&pool->quit)) {
        uint32_t now = get(&pool->events);

        if (now != seen || got == NOT_YET) {
            looks = now != seen ? 0 : looks;
            seen = now;
            got = work(pool, worker->number);
        }
        if (got == SOME) {
            looks = 0;
            got = NOT_YET;      /* more may have come */
        } else if (looks++ < get(&pool->looks)) {
            pause_a_little();
        } else {
            sleep_until_news(pool, seen);
        }
    }
    return NULL;
}

/* --- The caller --- */

/* The oldest one that is open. */
static Job *oldest(NvPool *pool)
{
    return &pool->job[(get(&pool->opened) - pool->open + 1) & 1];
}

/* Meanwhile some of the next is done, if that may begin. */
static void wait_for_others(NvPool *pool, Job *job)
{
    Job *next = pool->open > 1 ? &pool->job[get(&pool->opened) & 1] : NULL;

    for (unsigned i = 0; i < LOOKS; i++) {
        if (!get(&job->left)) {
            return;
        }
        if (next && work_at(pool, next, 0, true) == SOME) {
            i = 0;
        } else {
            pause_a_little();
        }
    }
    set(&pool->waits, 1);
    pthread_mutex_lock(&pool->lock);
    while (get(&job->left)) {
        pthread_cond_wait(&pool->finished, &pool->lock);
    }
    pthread_mutex_unlock(&pool->lock);
    set(&pool->waits, 0);
}

/* The one that is opened next. */
static Job *new_job(NvPool *pool, void *opaque)
{
    Job *job = &pool->job[(get(&pool->opened) + 1) & 1];

    job->opaque = opaque;
    return job;
}

/* All that tickets are for is there: @count items from @first on. */
static void open_job(NvPool *pool, Job *job, unsigned first, unsigned count,
                     uint64_t flags)
{
    uint32_t number = number_of(get(&pool->opened) + 1);

    set(&job->left, count);
    set(&job->number, number);
    for (unsigned i = 0; i < pool->threads; i++) {
        uint64_t next = first + (uint64_t)count * i / pool->threads;
        uint64_t end = first + (uint64_t)count * (i + 1) / pool->threads;

        __atomic_store_n(&job->share[i].ticket,
                         flags | (uint64_t)number << 32 | end << 16 | next,
                         __ATOMIC_SEQ_CST);
    }
    pool->open++;
    set(&pool->opened, number);
    tell(pool);
}

void nv_pool_start(NvPool *pool, NvPoolFn *fn, void *opaque, unsigned count)
{
    Job *job;

    assert(pool && fn && !pool->open && count <= NV_POOL_ITEMS);
    job = new_job(pool, opaque);
    job->fn = fn;
    open_job(pool, job, 0, count, 0);
}

void nv_pool_start_ranges(NvPool *pool, NvPoolRangeFn *fn, void *opaque,
                          uint32_t kind, unsigned first, unsigned count)
{
    Job *job;

    assert(pool && fn && pool->open < 2 && first <= NV_POOL_ITEMS &&
           count <= NV_POOL_ITEMS - first);
    job = new_job(pool, opaque);
    job->range_fn = fn;
    set(&job->kind, kind);
    set(&job->first, first);
    set(&job->end, first + count);
    for (unsigned i = first / 64; i <= (first + count) / 64; i++) {
        __atomic_store_n(&job->done[i], 0, __ATOMIC_SEQ_CST);
    }
    open_job(pool, job, first, count, RANGES);
}

void nv_pool_finish(NvPool *pool)
{
    Job *job;

    assert(pool->open);
    job = oldest(pool);
    work_at(pool, job, 0, false);
    wait_for_others(pool, job);
    pool->open--;
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
