/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * soa: the list node by node over chunks of lanes, in portable C.
 *
 * This is what soa.c (from list to steps, and the run) and the kernels (one
 * loop over lanes for each kind of step) share.
 */
#ifndef NV_EXEC_SOA_H
#define NV_EXEC_SOA_H

#include "exec/executor.h"

#define NV_SOA_CHUNK 64         /* lanes a kernel call sees at most */
#define NV_SOA_ARGS 8

typedef struct NvSoaStep NvSoaStep;

/*
 * One kind of step over @n lanes (a multiple of NV_EXEC_GROUP): @d[lane] from
 * @s[k][lane], or from s[k][0] where the kind says that k is uniform.
 */
typedef void NvSoaFn(const NvSoaStep *step, uint32_t *restrict d,
                     const uint32_t *const *s, unsigned n);

/*
 * Kinds of step.  _U: the second factor, or term, is one word; _C: the term;
 * _UC: both.  What has a way of its own in arith=fast comes twice.
 */
#define NV_SOA_TWICE(X) \
    X(SUM2) X(SUM2_U) X(SUM3) X(SUM4) \
    X(MAD) X(MAD_U) X(MAD_C) X(MAD_UC) \
    X(DOT3) X(DOT3_U) X(DOT4) X(DOT4_U) \
    X(RCP) X(RSQ) \
    X(LT_ADD2) X(LT_ADD2_U) X(LT_ADD3) X(LT_MAD) X(LT_MAD_U) \
    X(LT_DOT3) X(LT_DOT3_U) \
    X(LT_SADD) X(LT_SADD_U) X(LT_SMAD) X(LT_SMAD_U)
#define NV_SOA_OTHERS(X) \
    X(MUL) X(MUL_U) X(AND) X(XOR) X(MIN) X(MAX) X(SET) X(TEST) \
    X(RCC) X(EXP) X(LOG) X(LIT) \
    X(MULC) X(MULC_U) X(TO_LT) X(LT_RCP) X(LT_RSQ) \
    X(LT_MUL) X(LT_MUL_U) X(LT_SMUL) X(LT_SMUL_U) \
    X(MAND) X(MANDN) X(MOR) X(SELECT) X(COPY) X(FILL)

typedef enum NvSoaKind {
    NV_SOA_NO_KERNEL,
#define X(name) NV_SOA_##name,
    NV_SOA_TWICE(X)
    NV_SOA_OTHERS(X)
#undef X
    NV_SOA_KINDS
} NvSoaKind;

static_assert(NV_SOA_CHUNK % NV_EXEC_GROUP == 0 &&
              NV_XF_BLOCK % NV_SOA_CHUNK == 0, "chunks are whole groups");

/* Function tables, two numbers a word; made by the first list. */
typedef struct NvSoaTables {
    uint32_t exp[32];       /* base << 16 | slope */
    uint32_t log[32];       /* base << 14 | slope */
} NvSoaTables;

extern NvSoaTables nv_soa_tables;

/* All kernels, compiled for one instruction set of the host. */
typedef struct NvSoaKernels {
    const char *name;
    NvSoaFn *exact[NV_SOA_KINDS];
    NvSoaFn *fast[NV_SOA_KINDS];
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
    bool mulc;              /* products of a sum are MULC */
    uint8_t args;
    NvSoaRef d;
    NvSoaRef s[NV_SOA_ARGS];
};

/* --- soa-plan.c: what a step computes --- */

/* The values a step reads, and its kind. */
typedef struct NvSoaPlan {
    NvSoaKind kind;
    bool mulc;
    bool host;                  /* the host's sum is the exact one */
    unsigned args;
    unsigned uniform;           /* arguments taken as one word, by bit */
    NvVal arg[NV_SOA_ARGS];
} NvSoaPlan;

/* What plans of a list's nodes look at; the lists belong to the caller. */
typedef struct NvSoaPlanner {
    const NvList *list;
    uint16_t *uses;             /* how often a node is read */
    bool *inside;               /* a product that its sum computes */
    bool *word;                 /* a word of LT */
} NvSoaPlanner;

/* Fills the lists. */
void nv_soa_plan_start(const NvSoaPlanner *p);
NvSoaPlan nv_soa_plan(const NvSoaPlanner *p, NvVal v);

#endif
