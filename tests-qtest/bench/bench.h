/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What the files of the benchmark share: the clock, rows of results, and the
 * hand-written programs.  No hardware facts.
 */
#ifndef NV_BENCH_H
#define NV_BENCH_H

#include <glib.h>
#include <sched.h>
#include <stdbool.h>
#include <time.h>

#include "xf/xf.h"

/* ns. */
static inline double bench_clock(clockid_t clock)
{
    struct timespec t;

    clock_gettime(clock, &t);
    return t.tv_sec * 1e9 + t.tv_nsec;
}

/* Time of this thread alone: others use the machine, too. */
static inline double bench_now(void)
{
    return bench_clock(CLOCK_THREAD_CPUTIME_ID);
}

/* The clock on the wall, for what several threads do. */
static inline double bench_wall(void)
{
    return bench_clock(CLOCK_MONOTONIC);
}

/* The middle one of @count numbers, which are sorted. */
double bench_median(double *v, unsigned count);

/* --- quiet.c --- */

/* From here on turns may wait so long for a core that nobody else uses. */
void bench_quiet_allow(double seconds);
/* Before a turn, and behind one of @ns: false if it has to be repeated. */
void bench_quiet_wait(void);
bool bench_quiet_was(double ns);
/*
 * True if what counted as quiet since the last call was not: the turns of
 * that time have to be repeated.
 */
bool bench_quiet_learned(void);
/* A line if somebody else was there. */
void bench_quiet_report(GString *table);

/* --- limit.c --- */

/*
 * The program written out by hand, on vertices [0, block->count) in groups of
 * 8: whole groups are computed.  @c are its constants, c[0] first.  Stores the
 * components that the program writes.
 */
typedef void BenchLimitFn(const float (*c)[4], NvXfBlock *block);
/*
 * The same from packed vertices to packed vertices, @count a multiple of 8:
 * one after the other, four floats for each attribute that is used.
 */
typedef void BenchPackedFn(const float (*c)[4], const float *in, float *out,
                           unsigned count);

/* Floats of a vertex with the attributes of @mask; place of attribute @a. */
#define BENCH_STRIDE(mask) (4u * __builtin_popcount(mask))
#define BENCH_PLACE(mask, a) BENCH_STRIDE((mask) & ((1u << (a)) - 1))

typedef struct BenchLimitRow {
    BenchLimitFn *in_place;
    BenchPackedFn *packed;
    uint16_t reads, writes;         /* attributes, by bit */
} BenchLimitRow;

typedef struct BenchLimit {
    const char *host;               /* what it is compiled for */
    BenchLimitRow program[3];       /* P1, P3, P5 */
    /* Packed vertices to the rows of a block, block->count of them; back. */
    void (*fetch)(const float *in, unsigned reads, NvXfBlock *block);
    void (*pack)(const NvXfBlock *block, unsigned writes, float *out);
} BenchLimit;

/* The best that this host runs. */
const BenchLimit *bench_limit(void);

/* --- programs.c --- */

/*
 * Vertex programs of @folder on every executor: lines for people, rows of
 * JSON; sets @wrong if numbers were.  False if a program cannot be read.
 */
bool bench_programs(const char *folder, bool quick, GString *table,
                    GString *rows, bool *wrong, GError **error);

/* --- threads.c --- */

/* A program, for what is measured on several threads. */
typedef struct BenchThreads {
    const char *program;
    NvXf *like;                 /* an engine that has it and its constants */
    NvXfBlock **block;
    unsigned blocks;
    BenchLimitFn *limit;
    const float (*c)[4];        /* its constants */
    bool quick;
    bool last;                  /* also what one program is enough for */
    GString *table, *rows;      /* for people, and JSON */
} BenchThreads;

void bench_threads(const BenchThreads *t);

/* This thread runs on every processor, or where it did; returns that. */
cpu_set_t bench_unpin(void);
void bench_pin(const cpu_set_t *to);

/* --- ff-bench.c --- */

/* Fixed function: lines for people, rows of JSON; false if it was wrong. */
bool bench_fixed(GString *table, GString *rows, bool quick);

#endif
