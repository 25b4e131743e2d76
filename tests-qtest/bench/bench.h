/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What the files of the benchmark share: the clock, rows of results, and the
 * hand-written programs.  No hardware facts.
 */
#ifndef NV_BENCH_H
#define NV_BENCH_H

#include <glib.h>
#include <stdbool.h>
#include <time.h>

#include "xf/xf.h"

/* Time of this thread alone: others use the machine, too. */
static inline double bench_now(void)
{
    struct timespec t;

    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return t.tv_sec * 1e9 + t.tv_nsec;
}

/* The middle one of @count numbers, which are sorted. */
double bench_median(double *v, unsigned count);

/* --- limit.c --- */

/*
 * The program written out by hand, on vertices [0, block->count) in groups of
 * 8: whole groups are computed.  @c are its constants, c[0] first.  Stores the
 * components that the program writes.
 */
typedef void BenchLimitFn(const float (*c)[4], NvXfBlock *block);

typedef struct BenchLimit {
    const char *host;               /* what it is compiled for */
    BenchLimitFn *p1, *p3, *p5;
} BenchLimit;

/* The best that this host runs. */
const BenchLimit *bench_limit(void);

/* --- pipeline.c --- */

typedef struct BenchFigure {
    const char *name, *unit;
    double value;
} BenchFigure;

/* Appends BenchFigure to @figures. */
void bench_pipeline(GArray *figures, bool quick);

#endif
