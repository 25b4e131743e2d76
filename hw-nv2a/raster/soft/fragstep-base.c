/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Kernels of fragment programs, four lanes, where nothing is known of the host. */
#ifdef __SSE2__
#include <emmintrin.h>
#endif
#include <math.h>

#include "base/bits.h"

typedef uint32_t U __attribute__((vector_size(16)));
typedef int32_t I __attribute__((vector_size(16)));
typedef float F __attribute__((vector_size(16)));

#define INLINE inline __attribute__((always_inline))

static INLINE F pick(I where, F a, F b)
{
    return (F)((where & (I)a) | (~where & (I)b));
}

static INLINE unsigned lanes_of(I m)
{
#ifdef __SSE2__
    return _mm_movemask_ps((__m128)m);
#else
    return (m[0] & 1) | (m[1] & 2) | (m[2] & 4) | (m[3] & 8);
#endif
}

static INLINE F root(F x)
{
#ifdef __SSE2__
    return (F)_mm_sqrt_ps((__m128)x);
#else
    return (F) { sqrtf(x[0]), sqrtf(x[1]), sqrtf(x[2]), sqrtf(x[3]) };
#endif
}

/* To an integer, ties to even; good below 2^22. */
static INLINE F nearest(F x)
{
    I sign = (I)x & INT32_MIN;
    F a = (F)((I)x & INT32_MAX);

    return (F)((I)((a + 0x1p23f) - 0x1p23f) | sign);
}

static INLINE F floor_of(F x)
{
    I sign = (I)x & INT32_MIN, small = ((I)x & INT32_MAX) < 0x4b000000;
    F t = __builtin_convertvector(__builtin_convertvector(
              pick(small, x, (F) { 0 }), I), F);

    t -= (F)((t > x) & (I)((F) { 0 } + 1.0f));
    return pick(small, (F)((I)t | sign), x);
}

/* See round_half() of fragops.c. */
static INLINE F round_half(F x)
{
    I u = (I)x, sign = u & INT32_MIN, a = u & INT32_MAX;
    I tiny = (I)(((F)a + 0.5f) - 0.5f);
    I v = (a + 0xfff + (a >> 13 & 1)) & ~0x1fff;

    v = (I)pick(a < 0x38800000, (F)tiny, (F)v);
    v = (I)pick(a >= 0x477ff000, (F)((I) { 0 } + 0x7f800000), (F)v);
    v = (I)pick(a > 0x7f800000, (F)a, (F)v);
    return (F)(sign | v);
}

/* The bits of what is a half, but of NaN. */
static INLINE I half_bits(F x)
{
    F h = round_half(x);
    I a = (I)h & INT32_MAX, sign = (I)((U)(I)h >> 16) & 0x8000;
    I tiny = __builtin_convertvector(
        pick(a < 0x38800000, (F)a, (F) { 0 }) * 0x1p24f, I);
    I v = (I)pick(a < 0x38800000, (F)tiny, (F)((a - 0x38000000) >> 13));

    return sign | (I)pick(a >= 0x7f800000, (F)((I) { 0 } + 0x7c00), (F)v);
}

#ifdef __clang__
#define ORDER(x, a, b, c, d) __builtin_shufflevector(x, x, a, b, c, d)
#else
#define ORDER(x, a, b, c, d) __builtin_shuffle(x, (I) { a, b, c, d })
#endif

#define NV_STEP_TABLE nv_frag_base
#define NV_STEP_NAME "base"
#define NV_STEP_LANES 4
#include "raster/soft/fragstep-kernels.h"
