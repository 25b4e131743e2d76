/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Programs that are left in their middle, for they may run for longer than
 * the host can wait.  No hardware facts.
 */
#include "xf/ref-thread.h"

void nv_xf_half_forget(NvXfHalf *half)
{
    memset(half, 0, sizeof(*half));
}

bool nv_xf_half_ok(const NvXfHalf *half)
{
    bool fine = half->what <= NV_XF_HALF_STATE && half->lane < NV_XF_BLOCK &&
                half->depth <= NV_XF_STACK;

    for (unsigned i = 0; i < 4; i++) {
        fine = fine && half->cc[i] <= NV_XF_COND_G;
    }
    return fine;
}

void nv_xf_half_leave(NvXfThread *t, const NvXfPlace *f, uint32_t steps)
{
    NvXfHalf *half = &t->xf->half;

    half->steps = steps;
    half->pc = f->pc;
    half->depth = f->depth;
    for (unsigned i = 0; i < NV_XF_STACK; i++) {
        half->stack[i] = i < f->depth ? f->stack[i] : 0;
    }
    for (unsigned i = 0; i < 4; i++) {
        half->areg[0][i] = t->areg[0][i];
        half->areg[1][i] = t->areg[1][i];
        half->cc[i] = t->cc[i];
    }
    memcpy(half->reg, t->reg, sizeof(half->reg));
    memcpy(half->more, t->reg[NV_XF_FEW_REGS], sizeof(half->more));
}

void nv_xf_half_return(NvXfThread *t, NvXfPlace *f)
{
    const NvXfHalf *half = &t->xf->half;

    f->pc = half->pc;
    f->depth = half->depth;
    for (unsigned i = 0; i < NV_XF_STACK; i++) {
        f->stack[i] = half->stack[i];
    }
    for (unsigned i = 0; i < 4; i++) {
        t->areg[0][i] = half->areg[0][i];
        t->areg[1][i] = half->areg[1][i];
        t->cc[i] = half->cc[i];
    }
    memcpy(t->reg, half->reg, sizeof(half->reg));
    memcpy(t->reg[NV_XF_FEW_REGS], half->more, sizeof(half->more));
}

void nv_xf_continue(NvXf *xf)
{
    if (nv_xf_busy(xf)) {
        nv_xf_ref_state_program(xf, nv_xf_program_run(xf, xf->half.start));
    }
}
