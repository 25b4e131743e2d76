/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Between the list of a fragment program and what its operations compute.
 * Not hardware's; see fragops.c for where formulas are from.
 */
#ifndef NV_RASTER_FRAGOPS_H
#define NV_RASTER_FRAGOPS_H

#include "raster/soft/fragprog.h"

/* Sources after swizzle and sign; where results go. */
typedef struct NvFragJob {
    unsigned n;                 /* whole eights: the last lanes are nobody's */
    uint8_t mask;               /* components that are wanted */
    const float *src[3][4];
    NvLane *out;                /* four; no source lies here */
} NvFragJob;

typedef void (*NvFragFn)(const NvFragJob *j);

/* NvFragOp.scale: what results are times. */
extern const float nv_frag_scales[8];

/* nv_frag_round_half() and nv_frag_round_fx12() of @n lanes, whole eights. */
void nv_frag_round_halves(NvLane *v, unsigned mask, unsigned n);
void nv_frag_round_fx12s(NvLane *v, unsigned mask, unsigned n);

/* Whether results of @op are halves, whatever holds them. */
static inline bool nv_frag_makes_halves(const NvFragOp *op)
{
    return op->precision == NV_FRAG_FP16 || op->file == NV_FRAG_FILE_H;
}

/*
 * What a NaN becomes as the result of @op, bits of a float; 0 if it stays
 * what it is, as bits are that @op moves.
 */
uint32_t nv_frag_nan(const NvFragOp *op);
/* @nan for each NaN of @n lanes, whole eights. */
void nv_frag_put_nan(NvLane *v, unsigned mask, unsigned n, uint32_t nan);

/* The same numbers as of EX2, LG2, COS, SIN and POW (b the power), of eight. */
void nv_frag_exp2_8(float *a, const float *b);
void nv_frag_log2_8(float *a, const float *b);
void nv_frag_cos_8(float *a, const float *b);
void nv_frag_sin_8(float *a, const float *b);
void nv_frag_power_8(float *a, const float *b);

/* fragexec.c: one operation that is no branch, for the lanes @run->here. */
void nv_frag_op(const NvFragProgram *p, const NvFragOp *op, NvFragRun *run);
/* Of those, lanes for which a component passes the operation's condition. */
uint64_t nv_frag_passing(const NvFragOp *op, const NvFragRun *run);
/* fragwalk.c: a program with branches, or one that may stop. */
bool nv_frag_walk(const NvFragProgram *p, NvFragRun *run);

/* By NvFragCode; NULL: texture, KIL, branches and ours. */
extern const NvFragFn nv_frag_fns[NV_FRAG_CODES];

#endif
