/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Kernels of fragment programs, the same C for eight lanes of AVX2 and its
 * numbers of 16 bits; fragstep.c asks the host first.
 */
#include "raster/soft/fragops.h"
#include "raster/soft/fragstep.h"

#ifdef NV_FRAG_HAS_AVX2
#include <immintrin.h>
#include <math.h>

#ifdef __clang__
#pragma clang attribute push(__attribute__((target("avx2,f16c"))), \
                             apply_to = function)
#else
#pragma GCC target("avx2,f16c")
#endif

typedef uint32_t U __attribute__((vector_size(32)));
typedef int32_t I __attribute__((vector_size(32)));
typedef float F __attribute__((vector_size(32)));

#define INLINE inline __attribute__((always_inline))

static INLINE F pick(I where, F a, F b)
{
    return (F)_mm256_blendv_ps((__m256)b, (__m256)a, (__m256)where);
}

static INLINE unsigned lanes_of(I m)
{
    return _mm256_movemask_ps((__m256)m);
}

static INLINE F root(F x)
{
    return (F)_mm256_sqrt_ps((__m256)x);
}

static INLINE F nearest(F x)
{
    return (F)_mm256_round_ps((__m256)x, _MM_FROUND_TO_NEAREST_INT |
                                         _MM_FROUND_NO_EXC);
}

/* Here and below a NaN stays as it is. */
static INLINE F floor_of(F x)
{
    return pick(x != x, x, (F)_mm256_floor_ps((__m256)x));
}

static INLINE F round_half(F x)
{
    __m128i h = _mm256_cvtps_ph((__m256)x, _MM_FROUND_TO_NEAREST_INT);

    return pick(x != x, x, (F)_mm256_cvtph_ps(h));
}

/* The bits of what is a half, but of NaN. */
static INLINE I half_bits(F x)
{
    return (I)_mm256_cvtepu16_epi32(_mm256_cvtps_ph(
        (__m256)x, _MM_FROUND_TO_NEAREST_INT));
}

#define ORDER(x, a, b, c, d) \
    ((F)_mm256_permute_ps((__m256)(x), (a) | (b) << 2 | (c) << 4 | (d) << 6))

#define NV_STEP_TABLE nv_frag_avx2
#define NV_STEP_NAME "avx2"
#define NV_STEP_LANES 8
#include "raster/soft/fragstep-kernels.h"

#ifdef __clang__
#pragma clang attribute pop
#endif
#endif
