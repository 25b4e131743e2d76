/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A program as a list, and what build.c (registers, masks, flow) and
 * build-ops.c (sources and operations) share.  No hardware facts.
 */
#ifndef NV_ISA_BUILD_H
#define NV_ISA_BUILD_H

#include "isa/run.h"
#include "list/list.h"

/*
 * The list of what @run does under @set; the caller frees.  NULL and *fail if
 * the program does not fit the form.
 */
NvList *nv_build_list(const NvXfRun *run, const NvXfSetting *set,
                      NvListFail *fail);

/* --- For the files of this layer --- */

typedef struct NvBuild {
    const NvXfRun *run;
    const NvXfSetting *set;
    NvList *list;
    NvListFail fail;
    unsigned steps;
    NvVal zero, one;
    NvVal none, all;            /* masks */
    /* What each place holds now. */
    NvVal reg[NV_XF_REGS][4];
    NvVal areg[2][4];
    NvVal cc[4];                /* values that the condition was made from */
    NvVal tbuf[NV_XF_ATTRS][4];
    NvVal known[NV_XF_ATTRS][4];        /* lanes that have written it */
    NvVal input[NV_XF_ATTRS][4];        /* nodes made so far */
} NvBuild;

/* For each component in mask @need. */
#define FOR_NEEDED(i, need) \
    for (unsigned i = 0; i < 4; i++) \
        if ((need) & (1u << i))

/* The first reason stays. */
void nv_build_fail(NvBuild *b, NvListFail why);
/* As nv_list_add(). */
NvVal nv_build_add(NvBuild *b, NvListOp op, uint32_t imm, const NvVal arg[4]);

static inline NvVal add1(NvBuild *b, NvListOp op, uint32_t imm, NvVal a)
{
    return nv_build_add(b, op, imm, (NvVal[4]) { a });
}

static inline NvVal add2(NvBuild *b, NvListOp op, uint32_t imm, NvVal x,
                         NvVal y)
{
    return nv_build_add(b, op, imm, (NvVal[4]) { x, y });
}

static inline void splat(NvVal d[4], NvVal v)
{
    for (int i = 0; i < 4; i++) {
        d[i] = v;
    }
}

/* Component @i of source @n, after swizzle and sign. */
NvVal nv_build_source(NvBuild *b, const NvXfInsn *insn, unsigned n,
                      unsigned i);
/* The components @need of the vector unit's result, or the scalar one's. */
void nv_build_vec(NvBuild *b, const NvXfInsn *insn, unsigned need,
                  NvVal d[4]);
void nv_build_sca(NvBuild *b, const NvXfInsn *insn, unsigned need,
                  NvVal d[4]);

#endif
