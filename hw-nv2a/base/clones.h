/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Functions over lanes for more than one kind of host.  No hardware facts. */
#ifndef NV_BASE_CLONES_H
#define NV_BASE_CLONES_H

/*
 * For what runs over lanes: compiled for AVX2, too, and the loader chooses.
 * Without FMA among the options both give the same bits.
 */
#if defined(__x86_64__) && defined(__gnu_linux__) && !defined(__clang__) && \
    !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
#define NV_LANE_CLONES \
    __attribute__((target_clones("avx2", "default"), flatten))
#else
#define NV_LANE_CLONES
#endif

#endif
