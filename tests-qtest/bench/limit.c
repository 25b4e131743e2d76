/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What a program costs at least: written by hand, compiled with FMA allowed,
 * for AVX2 and for whatever the compiler makes of vectors elsewhere.
 *
 * LIMIT works in place, from the rows of a block to the rows of a block: that
 * is the work that executors do on the card, where IDX fills blocks and VTX
 * reads them, so that a ratio to it is of one job.  Packed, it is one function
 * from packed vertices to packed vertices, which does not even turn round what
 * it only copies; next to it stand executors with their blocks filled before
 * and packed after, which is more than a card ever does.
 */
#include "bench/bench.h"

typedef float V __attribute__((vector_size(32)));
typedef int32_t I __attribute__((vector_size(32)));
/* Rows of a block stand where they stand. */
typedef float Unaligned __attribute__((vector_size(32), aligned(4),
                                       may_alias));

/* A vertex of them has four words. */
typedef float V4 __attribute__((vector_size(16)));
typedef float Unaligned4 __attribute__((vector_size(16), aligned(4),
                                        may_alias));

/* Attributes, by bit. */
#define BENCH_P1_READS 0x209
#define BENCH_P1_WRITES 0x209
#define BENCH_P3_READS 0x20d
#define BENCH_P3_WRITES 0x239
#define BENCH_P5_READS 0x20d
#define BENCH_P5_WRITES 0x679

#define LIMIT(name) plain_##name
#define LIMIT_TARGET
#define LIMIT_NAME "plain vectors"
#include "bench/limit-programs.h"

#ifdef __x86_64__
#include <immintrin.h>

#define LIMIT_AVX2
#define LIMIT(name) avx2_##name
#define LIMIT_TARGET __attribute__((target("avx2,fma")))
#define LIMIT_NAME "AVX2 with FMA"
#include "bench/limit-programs.h"
#endif

const BenchLimit *bench_limit(void)
{
#ifdef __x86_64__
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma")) {
        return &avx2_table;
    }
#endif
    return &plain_table;
}
