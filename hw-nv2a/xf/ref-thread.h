/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A program in flight in the reference executor, and one that was left. */
#ifndef NV_XF_REF_THREAD_H
#define NV_XF_REF_THREAD_H

#include "xf/xf-priv.h"

/* A program in flight. */
typedef struct NvXfThread {
    NvXfSetting set;
    NvXf *xf;
    const NvXfIsa *isa;
    uint32_t (*xfctx)[4];
    uint32_t (*tbuf)[4];
    /* Constants open to relative reads and to writes: as @set, wider. */
    unsigned first, limit;
    int16_t areg[2][4];
    uint8_t cc[4];              /* NvXfCond */
    uint32_t reg[NV_XF_REGS][4];
    uint32_t ibuf[NV_XF_ATTRS][4];
} NvXfThread;

/* A return address is a slot. */
typedef struct NvXfPlace {
    unsigned pc, depth;
    uint16_t stack[NV_XF_STACK];
} NvXfPlace;

/* half.c: @t after @steps instructions goes to xf->half, and comes back. */
void nv_xf_half_leave(NvXfThread *t, const NvXfPlace *f, uint32_t steps);
void nv_xf_half_return(NvXfThread *t, NvXfPlace *f);
void nv_xf_half_forget(NvXfHalf *half);

#endif
