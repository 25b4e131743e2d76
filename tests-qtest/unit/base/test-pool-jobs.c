/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Two jobs of a pool that are open at a time: every item once, those of the
 * second not before what they follow in the first.
 *
 * NV_TEST_SEED=n repeats a run.
 */
#include <glib.h>

#include "base/pool.h"
#include "common/environment.h"

#define MOST_THREADS 4
#define JOBS 3000
#define ITEMS 700               /* of a job, at most */

static uint32_t seed = 0x20261130;

typedef struct Job {
    const struct Job *before;   /* that was open when it began, or NULL */
    uint32_t kind;
    unsigned first, count;
    uint32_t done;              /* items */
    uint8_t times[ITEMS];
    uint32_t early;
} Job;

static unsigned done_of(const Job *job)
{
    return __atomic_load_n(&job->done, __ATOMIC_RELAXED);
}

/* What that item follows is done. */
static bool may_begin(const Job *job, unsigned item)
{
    const Job *before = job->before;

    if (!before || done_of(before) == before->count) {
        return true;
    }
    return before->kind == job->kind &&
           (item < before->first || item - before->first >= before->count ||
            __atomic_load_n(&before->times[item - before->first],
                            __ATOMIC_RELAXED));
}

static void do_range(void *opaque, unsigned first, unsigned n, unsigned worker)
{
    Job *job = opaque;
    unsigned early = 0;

    for (unsigned i = first; i < first + n; i++) {
        early += !may_begin(job, i);
    }
    for (volatile unsigned i = first % 64 * n; i > 0; i--) {
    }
    for (unsigned i = first; i < first + n; i++) {
        __atomic_add_fetch(&job->times[i - job->first], 1, __ATOMIC_RELAXED);
    }
    __atomic_add_fetch(&job->early, early, __ATOMIC_RELAXED);
    __atomic_add_fetch(&job->done, n, __ATOMIC_RELAXED);
}

/* Often where the one before is, sometimes at the end of what there can be. */
static void random_job(GRand *rand, Job *job)
{
    unsigned place = g_rand_int_range(rand, 0, 10);
    bool small = g_rand_int_range(rand, 0, 4);

    *job = (Job) {
        .kind = g_rand_int_range(rand, 0, 4) ? 7 : 8,
        .count = g_rand_int_range(rand, 0, small ? 90 : ITEMS),
        .first = place < 4 ? g_rand_int_range(rand, 0, 60) : 30,
    };
    if (!place) {
        job->first = NV_POOL_ITEMS - job->count;
    }
}

static void finish(NvPool *pool, const Job *job, uint64_t *items)
{
    nv_pool_finish(pool);
    g_assert_cmpuint(job->done, ==, job->count);
    g_assert_cmpuint(job->early, ==, 0);
    for (unsigned i = 0; i < job->count; i++) {
        g_assert_cmpuint(job->times[i], ==, 1);
    }
    *items += job->count;
}

static void test_two_jobs(gconstpointer data)
{
    unsigned threads = GPOINTER_TO_UINT(data);
    g_autoptr(GRand) rand = g_rand_new_with_seed(seed + threads);
    g_autofree Job *job = g_new0(Job, JOBS);
    NvPool *pool = nv_pool_new(threads);
    Job *open = NULL;           /* the one that is */
    uint64_t items = 0;

    for (unsigned i = 0; i < JOBS; i++) {
        Job *next = &job[i];

        random_job(rand, next);
        next->before = open;
        nv_pool_start_ranges(pool, do_range, next, next->kind, next->first,
                             next->count);
        if (open) {
            finish(pool, open, &items);
        }
        open = next;
        if (g_rand_int_range(rand, 0, 8) == 0) {
            finish(pool, open, &items);
            open = NULL;
        }
        if (i % 200 == 199) {
            g_usleep(1000);     /* threads go to sleep meanwhile */
        }
    }
    if (open) {
        finish(pool, open, &items);
    }
    nv_pool_free(pool);
    g_test_message("%u threads: %" G_GUINT64_FORMAT " items of %u jobs, seed "
                   "0x%x", threads, items, JOBS, seed);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    seed = from_environment("NV_TEST_SEED", seed);
    for (unsigned threads = 1; threads <= MOST_THREADS; threads++) {
        g_autofree char *path = g_strdup_printf("/pool/two-jobs/%u", threads);

        g_test_add_data_func(path, GUINT_TO_POINTER(threads), test_two_jobs);
    }
    return g_test_run();
}
