/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * soa: the list node by node over chunks of lanes, in portable C.
 *
 * This is what soa.c (from list to steps, and the run) and the kernels (one
 * loop over lanes for each kind of step) share.
 */
#ifndef NV_JIT_SOA_H
#define NV_JIT_SOA_H

#include "jit/executor.h"

#define NV_SOA_CHUNK 64         /* lanes a kernel call sees at most */
#define NV_SOA_ARGS 8

typedef struct NvSoaStep NvSoaStep;

/*
 * One kind of step over @n lanes (a multiple of NV_EXEC_GROUP): @d[lane] from
 * @s[k][lane], or from s[k][0] where the kind says that k is uniform.
 */
typedef void NvSoaFn(const NvSoaStep *step, uint32_t *restrict d,
                     const uint32_t *const *s, unsigned n);

/* Kinds of step; the sums come twice, exact and fast. */
#define NV_SOA_SUMS(X) \
    X(SUM2) X(SUM2_U) X(SUM3) X(SUM4) \
    X(MAD) X(MAD_U) X(MAD_C) X(MAD_UC) \
    X(DOT3) X(DOT3_U) X(DOT4) X(DOT4_U)
#define NV_SOA_OTHERS(X) \
    X(MUL) X(MUL_U) X(AND) X(XOR) X(MIN) X(MAX) X(SET) X(TEST) \
    X(RCP) X(RSQ) X(EXP) X(LOG) X(LIT) \
    X(MAND) X(MANDN) X(MOR) X(SELECT) X(COPY) X(FILL)

typedef enum NvSoaKind {
#define X(name) NV_SOA_##name,
    NV_SOA_SUMS(X)
    NV_SOA_SUM_KINDS,
    NV_SOA_FIRST_OTHER = NV_SOA_SUM_KINDS - 1,
    NV_SOA_OTHERS(X)
#undef X
    NV_SOA_KINDS
} NvSoaKind;

/* All kernels, compiled for one instruction set of the host. */
typedef struct NvSoaKernels {
    const char *name;
    NvSoaFn *exact[NV_SOA_KINDS];
    NvSoaFn *fast[NV_SOA_KINDS];    /* sums; others as in exact */
} NvSoaKernels;

extern const NvSoaKernels nv_soa_base;
#if defined(__x86_64__) || defined(__i386__)
#define NV_SOA_HAS_AVX2
extern const NvSoaKernels nv_soa_avx2;
#endif

/* Where a row of lanes lives; also the index of its base. */
typedef enum NvSoaPlace {
    NV_SOA_IN, NV_SOA_OUT, NV_SOA_ARENA, NV_SOA_UNIFORM, NV_SOA_PLACES
} NvSoaPlace;

typedef struct NvSoaRef {
    uint16_t place;
    uint16_t index;         /* row, slot, or NvVal */
    uint32_t offset;        /* in words, from the place's base */
} NvSoaRef;

struct NvSoaStep {
    NvSoaFn *fn;
    const NvList *list;     /* rules, and constants' range */
    const NvListNode *node; /* what it computes; NULL for copies */
    uint32_t imm;
    uint32_t modern;        /* all ones: not the legacy rules */
    uint8_t args;
    NvSoaRef d;
    NvSoaRef s[NV_SOA_ARGS];
};

#endif
