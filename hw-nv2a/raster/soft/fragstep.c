/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What operations of a fragment program need to be walked with few lanes:
 * where sources and results lie, which kernel.  Not hardware's.
 */
#ifdef __x86_64__
#include <cpuid.h>
#endif

#include "raster/soft/fragops.h"
#include "raster/soft/fragstep.h"

#ifdef NV_FRAG_HAS_AVX2
/* clang 14 has no such word for __builtin_cpu_supports(). */
static bool has_halves(void)
{
    unsigned a, b, c, d;

    return __get_cpuid(1, &a, &b, &c, &d) && c & bit_F16C;
}
#endif

const NvFragKernels *nv_frag_kernels(void)
{
#ifdef NV_FRAG_HAS_AVX2
    if (__builtin_cpu_supports("avx2") && has_halves()) {
        return &nv_frag_avx2;
    }
#endif
    return &nv_frag_base;
}

static uint32_t place(unsigned file, unsigned index)
{
    switch (file) {
    case NV_FRAG_FILE_R:
        return offsetof(NvFragRun, r) + index * sizeof(NvLane[4]);
    case NV_FRAG_FILE_H:
        return offsetof(NvFragRun, h) + index * sizeof(NvLane[4]);
    case NV_FRAG_FILE_IN:
        return offsetof(NvFragRun, in) + index * sizeof(NvLane[4]);
    default:
        return index * sizeof(NvLane[4]);
    }
}

static void place_source(const NvFragOp *op, unsigned i, NvFragStep *s)
{
    const NvFragSrc *src = &op->src[i];
    bool indexed = op->indexed && src->file == NV_FRAG_FILE_IN;

    s->at[i] = indexed ? NV_FRAG_AT_INDEX :
               src->file == NV_FRAG_FILE_CONST ? NV_FRAG_AT_CONST
                                               : NV_FRAG_AT_RUN;
    for (unsigned c = 0; c < 4; c++) {
        s->src[i][c] = (indexed ? 0 : place(src->file, src->index)) +
                       src->swz[c] * sizeof(NvLane);
    }
    s->keep[i] = src->abs ? 0x7fffffff : UINT32_MAX;
    s->flip[i] = src->neg ? 0x80000000 : 0;
    s->indexed |= indexed;
}

/* What halves hold stays as it is when it is rounded to one. */
static bool is_half(const NvFragOp *op)
{
    bool one = op->code >= NV_FRAG_SLT && op->code <= NV_FRAG_SEQ;
    bool same = op->code == NV_FRAG_MOV || op->code == NV_FRAG_MIN ||
                op->code == NV_FRAG_MAX;

    for (unsigned i = 0; i < nv_frag_op_sources(op->code); i++) {
        same = same && op->src[i].file == NV_FRAG_FILE_H;
    }
    return one || (same && !op->scale);
}

static unsigned finish_of(const NvFragProgram *p, const NvFragOp *op)
{
    unsigned how = (op->scale ? NV_FRAG_SCALES : 0) |
                   (op->sat ? NV_FRAG_SATURATES : 0);

    if (op->precision == NV_FRAG_FX12) {
        how |= NV_FRAG_TO_FX12;
    }
    if (p->one_nan && nv_frag_nan(op)) {
        how |= NV_FRAG_ONE_NAN;
    }
    return how | (nv_frag_makes_halves(op) && !is_half(op) ? NV_FRAG_TO_HALF
                                                           : 0);
}

static void prepare(const NvFragProgram *p, const NvFragOp *op, NvFragStep *s)
{
    bool mods = false;

    for (unsigned i = 0; i < nv_frag_op_sources(op->code); i++) {
        place_source(op, i, s);
        mods |= op->src[i].abs || op->src[i].neg || s->indexed;
    }
    s->fn = p->kernels->fns[op->code][mods];
    s->dst = place(op->file, op->dst);
    if (op->code == NV_FRAG_SPLIT || op->code == NV_FRAG_JOIN) {
        unsigned k = __builtin_ctz(op->mask);

        s->dst = place(NV_FRAG_FILE_R, op->dst) + k * sizeof(NvLane);
        s->src[0][0] = place(NV_FRAG_FILE_H, 2 * op->dst + k / 2) +
                       2 * (k & 1) * sizeof(NvLane);
    }
    s->mask = op->mask;
    s->cc_mask = op->cc_mask;
    s->wants = op->mask | op->cc_mask;
    s->cond = op->cond;
    memcpy(s->cc_swz, op->cc_swz, sizeof(s->cc_swz));
    s->finish = finish_of(p, op);
    s->whole = op->cond == 7 && !op->cc_mask;
    s->straight = s->whole && !(s->finish & ~NV_FRAG_TO_HALF);
    s->base = op->base;
    s->scale = nv_frag_scales[op->scale];
    s->nan = nv_frag_nan(op);
}

void nv_frag_prepare(NvFragProgram *p, const NvFragKernels *with)
{
    g_free(p->steps);
    p->steps = NULL;
    p->kernels = with;
    if (!p->flow) {
        return;
    }
    /* One more, which ends. */
    p->steps = g_new0(NvFragStep, p->ops->len + 1);
    for (unsigned i = 0; i < p->ops->len; i++) {
        prepare(p, &g_array_index(p->ops, NvFragOp, i), &p->steps[i]);
    }
}
