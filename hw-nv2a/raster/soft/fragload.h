/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What the files share that make a fragment program's list: fragprog.c reads
 * words, fragflow.c orders what has branches, fragalias.c keeps registers that
 * share bits and appends.
 */
#ifndef NV_RASTER_FRAGLOAD_H
#define NV_RASTER_FRAGLOAD_H

#include "raster/soft/fragprog.h"

/*
 * Each register is kept as floats of its own; these sets say which are old
 * because the bits were written under the other name.  With branches nobody
 * knows: both names are kept at each write, where both are @used.
 */
typedef struct NvFragLoad {
    NvFragProgram *p;
    bool combiners;
    unsigned targets;
    uint8_t set_r[NV_FRAG_R], set_h[NV_FRAG_H];     /* written at all */
    uint8_t old_r[NV_FRAG_R], old_h[NV_FRAG_H];
    uint32_t used_r;            /* with branches: read or written anywhere */
    uint64_t used_h;
} NvFragLoad;

/* fragalias.c: one operation behind the others, and what it needs. */
void nv_frag_append(NvFragLoad *l, const NvFragOp *op);
/* The colour, or what combiners take, read as an instruction would. */
void nv_frag_read_results(NvFragLoad *l);
/* Before the first append: which registers @ops (of NvFragOp) name. */
void nv_frag_use(NvFragLoad *l, const GArray *ops);

/* fragflow.c: @ops as read; NULL or what is wrong, then *@slot is where. */
const char *nv_frag_flow(NvFragLoad *l, const GArray *ops, unsigned *slot);

static inline bool nv_frag_is_flow(unsigned code)
{
    return code >= NV_FRAG_BRK && code <= NV_FRAG_RET;
}

static inline bool nv_frag_samples(unsigned code)
{
    return code == NV_FRAG_TEX || code == NV_FRAG_TXP || code == NV_FRAG_TXD ||
           code == NV_FRAG_TXL || code == NV_FRAG_TXB ||
           code == NV_FRAG_TEXBEM || code == NV_FRAG_TXPBEM ||
           code == NV_FRAG_TIMESWTEX;
}

#endif
