/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Kernels of soa, the same C compiled for AVX2; soa.c asks the host first.
 *
 * Without FMA among the options there is none to be had.
 */
#include "jit/soa.h"
#include "xf/arith-tables.h"

#ifdef NV_SOA_HAS_AVX2
#pragma GCC diagnostic ignored "-Wpsabi"
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
#include "jit/soa-kernels.h"

#ifdef __clang__
#pragma clang attribute pop
#endif
#endif
