/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What the files of the driver of machine code share.  No hardware facts.
 */
#ifndef NV_JIT_PRIV_H
#define NV_JIT_PRIV_H

#include "jit/jit.h"
#include "jit/plan.h"

/*
 * Generated code: the pool and the literals behind NV_LOW_BIAS, where inputs
 * of the first lane begin, context, and how often to go round.
 */
typedef void NvJitFn(void *pool, const void *literals, uint32_t *lane,
                     const void *ctx, uint64_t groups);

/* Of a program's code. */
enum { QUICK, PLAIN, CAREFUL, VERSIONS };

/* A program. */
typedef struct NvJitCode {
    const NvList *list;
    const NvEmitTarget *target;
    bool fast;
    unsigned lanes;             /* a turn of the loop does */
    /* A lane is special that raises these; "invalid" always is one. */
    bool mind_overflow, mind_underflow;
    int number;                 /* for profilers */
    void *code[VERSIONS];       /* others than the first when needed */
    size_t len[VERSIONS];
    bool failed[VERSIONS];      /* it was tried in vain */
    unsigned slots;
    NvVal *uniform;             /* what the pool has from vector 1 on */
    unsigned uniforms;
    bool *no_nan;               /* a NaN is one for careful code */
    NvLowWord *word;            /* what else is in the pool */
    unsigned words;
} NvJitCode;

/*
 * The code of a version, from the plan of the list in @code; @words are the
 * immediates known so far.  NULL and *why if it cannot be had.
 */
void *nv_jit_write(NvJitCode *code, const NvPlan *plan, unsigned version,
                   GArray *words, const char **why);

#endif
