/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What a set-up of fixed function costs at least: written by hand, compiled
 * with FMA allowed, for AVX2 and for what the compiler makes of vectors.
 */
#include "bench/ff-bench.h"

typedef float V __attribute__((vector_size(32)));
typedef int32_t I __attribute__((vector_size(32)));
typedef float Unaligned __attribute__((vector_size(32), aligned(4),
                                       may_alias));

#define LIMIT(name) plain_##name
#define LIMIT_TARGET
#define LIMIT_NAME "plain vectors"
#include "bench/ff-limit-setups.h"

#ifdef __x86_64__
#include <immintrin.h>

#define LIMIT_AVX2
#define LIMIT(name) avx2_##name
#define LIMIT_TARGET __attribute__((target("avx2,fma")))
#define LIMIT_NAME "AVX2 with FMA"
#include "bench/ff-limit-setups.h"
#endif

const FfLimit *ff_limit(void)
{
#ifdef __x86_64__
    if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma")) {
        return &avx2_table;
    }
#endif
    return &plain_table;
}
