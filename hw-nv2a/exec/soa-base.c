/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Kernels of soa for what the compiler was told every host has.
 *
 * Vectorised whatever the build type says; a sum must not become an FMA.
 */
#ifndef __clang__
#pragma GCC optimize("O3", "fp-contract=off")
#else
#pragma STDC FP_CONTRACT OFF
#endif

#ifdef __SSE__
#include <xmmintrin.h>
#define NV_SOA_SQRT(x) ((F)_mm_sqrt_ps((__m128)(x)))
#elif defined(__aarch64__)
#include <arm_neon.h>
#define NV_SOA_SQRT(x) ((F)vsqrtq_f32((float32x4_t)(x)))
#endif

#define NV_SOA_TABLE nv_soa_base
#define NV_SOA_NAME "base"
#define NV_SOA_BYTES 16
#include "exec/soa-kernels.h"
