/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A few threads that share the items of a job with their caller.
 *
 * Between jobs they sleep; the caller gets control back when the job is done,
 * and nothing of it is left in any thread then.  No hardware facts.
 */
#ifndef NV_BASE_POOL_H
#define NV_BASE_POOL_H

#include <stdbool.h>
#include <stdint.h>

#define NV_POOL_THREADS 16          /* at most, the caller's included */

typedef struct NvPool NvPool;

/*
 * One item of a job.  @worker is 0 for the caller and below the number of
 * threads: it names memory that nobody else uses at the time.
 */
typedef void NvPoolFn(void *opaque, unsigned item, unsigned worker);
/* The same of @n items from @first on. */
typedef void NvPoolRangeFn(void *opaque, unsigned first, unsigned n,
                           unsigned worker);

/* @threads, the caller's own among them. */
NvPool *nv_pool_new(unsigned threads);
void nv_pool_free(NvPool *pool);

/*
 * @fn for every item below @count, in any order, on any of the threads.  All
 * that the caller wrote before is seen by them, and the other way round on
 * return.  Not to be called from two threads at a time, nor from @fn.
 */
void nv_pool_run(NvPool *pool, NvPoolFn *fn, void *opaque, unsigned count);

/*
 * The same in two steps: the others begin, and the caller goes on with what the
 * items do not touch; then it helps until all are done.
 */
#define NV_POOL_ITEMS 0xffffu       /* of such a job, at most */
void nv_pool_start(NvPool *pool, NvPoolFn *fn, void *opaque, unsigned count);
/*
 * Where items side by side cost less together, @count from @first on, which
 * ends below NV_POOL_ITEMS: a thread takes nearly all of what it has at once, then
 * what is left, then half of what another has left.
 *
 * Two such jobs may be open.  Items of the second begin when those with the same
 * numbers in the first are done if both are of the same @kind, else when all are.
 */
void nv_pool_start_ranges(NvPool *pool, NvPoolRangeFn *fn, void *opaque,
                          uint32_t kind, unsigned first, unsigned count);
/* The job that was opened first is done on return, some of the other may be. */
void nv_pool_finish(NvPool *pool);

/*
 * Jobs come so fast that threads look for the next one for some 100 us before
 * they sleep, not 20.
 */
void nv_pool_look_long(NvPool *pool);

/* What there is to choose from: threads that the host can run at once. */
unsigned nv_pool_host_threads(void);

#endif
