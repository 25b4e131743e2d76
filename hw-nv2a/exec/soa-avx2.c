/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Kernels of soa, the same C compiled for AVX2; soa.c asks the host first.
 *
 * Without FMA among the options there is none to be had.
 */
#include "exec/soa.h"
#include "arith/arith-tables.h"

#ifdef NV_SOA_HAS_AVX2
#include <immintrin.h>

#ifdef __clang__
#pragma clang attribute push(__attribute__((target("avx2"))), \
                             apply_to = function)
#else
#pragma GCC optimize("O3", "fp-contract=off")
#pragma GCC target("avx2")
#endif

#define NV_SOA_TABLE nv_soa_avx2
#define NV_SOA_NAME "avx2"
#define NV_SOA_BYTES 32
/* Words @i of the vector @w, lane by lane, and @b where @m is negative. */
#define NV_SOA_PERMUTE(w, i) \
    ((U)_mm256_permutevar8x32_epi32((__m256i)(w), (__m256i)(i)))
#define NV_SOA_BLEND(a, b, m) \
    ((U)_mm256_blendv_ps((__m256)(a), (__m256)(b), (__m256)(m)))
#define NV_SOA_SQRT(x) ((F)_mm256_sqrt_ps((__m256)(x)))
#include "exec/soa-kernels.h"

#ifdef __clang__
#pragma clang attribute pop
#endif
#endif
