/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What the files that make machine code of texture units share.
 */
#ifndef NV_SOFT_MC_TEXTURE_H
#define NV_SOFT_MC_TEXTURE_H

#include "raster/soft/soft.h"

/* An image: numbers of NvMcSampler, the same for all lanes or not. */
typedef struct NvMcLevel {
    NvVecVal scale[2], size[2], last[2], both, both2, both_mask, mask[2];
    NvVecVal into;              /* 0: nothing */
    NvVecVal halved[2];         /* how often, from the first one; 0: never */
    NvVecVal row;               /* log2 of bytes of a row of blocks */
} NvMcLevel;

/* Blue and red, green and alpha of texels: sixteen bits each. */
typedef struct NvMcHalves {
    NvVecVal rb, ag;
} NvMcHalves;

/* A unit while its code is made. */
typedef struct NvMcUnit {
    NvMcBuild *b;
    const NvMcTexture *how;
    const NvTexFormat *format;
    const NvTexelBits *bits;
    int32_t at;                 /* its NvMcSampler in the data */
    NvMcLevel level;                /* which is looked at now */
} NvMcUnit;

#define FIELD(u, field) ((u)->at + (int32_t)offsetof(NvMcSampler, field))

static inline NvVecVal op(const NvMcUnit *u, NvX86Op what, NvVecVal x,
                          NvVecVal y)
{
    return nv_vec_op(u->b->v, what, x, y);
}

static inline NvVecVal word(const NvMcUnit *u, uint32_t w)
{
    return nv_vec_word(u->b->v, w);
}

static inline NvVecVal data(const NvMcUnit *u, int32_t at)
{
    return nv_vec_spread(u->b->v, at, 4);
}

static inline NvVecVal shift(const NvMcUnit *u, NvX86Shift what, NvVecVal x,
                             unsigned n)
{
    return nv_vec_shift(u->b->v, what, x, n);
}

/* Bits moved apart: bit i to bit 2 i, of 16. */
NvVecVal nv_mc_spread(const NvMcUnit *u, NvVecVal x);

/* mc-level.c: u->level is the only one; is @level, by lane. */
void nv_mc_first_level(NvMcUnit *u);
void nv_mc_any_level(NvMcUnit *u, NvVecVal level);
/* Of unit @unit of triangles: the level of detail at @coord. */
NvVecVal nv_mc_footprint(const NvMcUnit *u, unsigned unit,
                         const NvVecVal coord[2]);
/*
 * The same from steps of coordinates across (@d[0]) and down; of lanes in
 * quads, from their own.
 */
NvVecVal nv_mc_slopes(const NvMcUnit *u, NvVecVal d[2][2]);
NvVecVal nv_mc_quads(const NvMcUnit *u, const NvVecVal coord[2]);
/* Of what these gave: the level, and how much of the next one. */
NvVecVal nv_mc_find_level(const NvMcUnit *u, NvVecVal lod, NvVecVal *frac);

/* mc-texture.c: one axis' texels, and bytes of the address from it. */
typedef struct NvMcAxis {
    NvVecVal at[2], in[2], bytes[2];
    NvVecVal frac;              /* weight of the second, in 256ths */
} NvMcAxis;

NvMcAxis nv_mc_axis(const NvMcUnit *u, unsigned which, const NvMcCoord *coord);
/* Of one that is not filtered: the texel. */
NvMcAxis nv_mc_axis_at(const NvMcUnit *u, unsigned which, NvVecVal at);
/* Channels of @axes' texels, filtered, in 65536ths of a byte. */
void nv_mc_filter(const NvMcUnit *u, const NvMcAxis *axes, NvVecVal sum[4]);

/* mc-block.c: texels @x, @y of an image of blocks, theirs at @at. */
NvMcHalves nv_mc_block_texel(const NvMcUnit *u, NvVecVal at, NvVecVal x,
                             NvVecVal y);

#endif
