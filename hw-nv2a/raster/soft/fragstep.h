/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Fragment programs with branches are walked with few lanes at once, see
 * fragwalk.c; what an operation needs there is found once, when the program
 * is read.  Not hardware's.
 */
#ifndef NV_RASTER_FRAGSTEP_H
#define NV_RASTER_FRAGSTEP_H

#include "raster/soft/fragprog.h"

#define NV_FRAG_FEW 8           /* no set of kernels takes more lanes */

/* What lies where: in the run, among constants, by a loop's index. */
enum { NV_FRAG_AT_RUN, NV_FRAG_AT_CONST, NV_FRAG_AT_INDEX, NV_FRAG_ATS };

typedef struct NvFragFew {
    NvFragRun *run;
    const char *at[NV_FRAG_ATS];
    bool all;                   /* lanes are here */
    int32_t here[NV_FRAG_FEW];  /* -1: this one is */
    NvLane room[4];
} NvFragFew;

typedef void (*NvFragStepFn)(NvFragFew *few, const NvFragStep *s);

/* How a result becomes what the register holds, in this order. */
enum {
    NV_FRAG_SCALES = 1, NV_FRAG_SATURATES = 2, NV_FRAG_TO_FX12 = 4,
    NV_FRAG_TO_HALF = 8, NV_FRAG_ONE_NAN = 16,
};

struct NvFragStep {
    NvFragStepFn fn;            /* NULL: a branch, or what has no kernel */
    uint32_t src[3][4], dst;    /* bytes, from where @at says and the run */
    uint8_t at[3];
    uint8_t mask, cc_mask, wants;       /* the last is both */
    uint8_t cond, cc_swz[4];
    uint8_t finish;
    bool whole;                 /* only lanes that are not here keep theirs, */
    bool straight;              /* and results are at most rounded to halves */
    bool indexed;
    uint16_t base;
    float scale;
    uint32_t nan;
    uint32_t keep[3], flip[3];  /* bits of sources: not the sign; the sign */
};

/* The same operations for a kind of host. */
typedef struct NvFragKernels {
    const char *name;
    unsigned lanes;             /* at most */
    /* By NvFragCode; the second if a source has a sign, or is indexed. */
    NvFragStepFn fns[NV_FRAG_CODES][2];
    /* Lanes here for which a component passes. */
    uint64_t (*passing)(const NvFragFew *few, const NvFragStep *s);
    void (*set_here)(NvFragFew *few);
} NvFragKernels;

extern const NvFragKernels nv_frag_base;
#ifdef __x86_64__
#define NV_FRAG_HAS_AVX2
extern const NvFragKernels nv_frag_avx2;
#endif

/* The best for this host. */
const NvFragKernels *nv_frag_kernels(void);
/* Of a program that was read: again, with kernels that the host has. */
void nv_frag_prepare(NvFragProgram *p, const NvFragKernels *with);

#endif
