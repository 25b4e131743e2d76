/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What the files that make machine code of fragment programs share.
 */
#ifndef NV_SOFT_MC_FRAG_H
#define NV_SOFT_MC_FRAG_H

#include "raster/soft/soft.h"

/* Registers while the list is made. */
typedef struct NvMcFrag {
    NvMcBuild *b;
    NvVecVal in[NV_FRAG_INPUTS][4];
    NvVecVal r[NV_FRAG_R][4], h[NV_FRAG_H][4], cc[4];
} NvMcFrag;

/* mc-frag.c */
NvVecVal nv_mc_frag_mul(NvMcFrag *f, NvVecVal x, NvVecVal y);
NvVecVal nv_mc_frag_add(NvMcFrag *f, NvVecVal x, NvVecVal y);
/* Whether there is code for @code. */
bool nv_mc_frag_knows(unsigned code);
/* @out from sources; false: it is one of textures. */
bool nv_mc_frag_op(NvMcFrag *f, unsigned code, NvVecVal in[3][4],
                   NvVecVal out[4]);

#endif
