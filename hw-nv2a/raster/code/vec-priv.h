/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What the files that write machine code of vectors share.  No hardware facts.
 */
#ifndef NV_RASTER_VEC_PRIV_H
#define NV_RASTER_VEC_PRIV_H

#include "raster/code/vec.h"

#include "jit/regalloc.h"

static_assert(sizeof(NvVecVal) == sizeof(NvVal), "regalloc names values so");

#define NV_VEC_EXITS 64         /* jumps out of a group */
#define NV_VEC_MASKS 8          /* registers of masks */
#define NV_VEC_IMAGES 2         /* that pixels are of */

/* General registers; what is not named is for a moment. */
enum {
    DATA = NV_RDI, LITERALS = NV_RSI, GROUPS = NV_RDX, LANES = NV_RCX,
    BITS = NV_RAX, BASE = NV_R8, INDEX = NV_R9, WORD = NV_R10, BIT = NV_R11,
    ROW = NV_R9,                /* and the next: of each image, if rows */
};

/* The frame's first vectors: of a group whose pixels lie apart. */
enum { FRAME_INDEX, FRAME_WORDS, FRAME };

typedef struct NvVecWriter {
    NvVec *v;
    NvX86 e;
    NvRa ra;
    NvRaValue *value;
    NvRaUse *use;               /* three a node at most */
    uint64_t (*literal)[2];
    unsigned bytes;             /* of a vector */
    unsigned literals;
    size_t exit[NV_VEC_EXITS], escape[NV_VEC_EXITS];
    unsigned exits, escapes;
    NvVecVal masks[NV_VEC_MASKS];       /* what is in which */
    unsigned masks_held;                /* how many are something */
    int32_t image[NV_VEC_IMAGES];       /* their pointers */
    unsigned images;
} NvVecWriter;

/* From the lanes' register to @group's words of an array of the data. */
static inline int32_t nv_vec_lane_at(const NvVecWriter *w, int32_t at,
                                     unsigned group)
{
    return at - w->v->lanes.x + (int32_t)(group * w->bytes);
}

/* A vector of the frame. */
static inline NvX86Arg nv_vec_frame(const NvVecWriter *w, unsigned slot)
{
    return nv_x86_mem(NV_RSP, slot * w->bytes, true);
}

/* What has none is a leaf. */
static inline bool nv_vec_has_code(const NvVecNode *n)
{
    return n->kind >= NV_VEC_OP;
}

/* vec-write.c: as an operand of @op, which may stay in memory. */
NvX86Arg nv_vec_operand(NvVecWriter *w, NvX86Op op, NvVecVal from);
/* vec-order.c: another order of nodes, those that are needed alone. */
void nv_vec_order(NvVec *v);
/* vec-twice.c: for two groups; false: not of this list. */
bool nv_vec_twice(NvVec *v);
/* vec-fuse.c: two operations as one, for AVX-512; how often each is an
   argument. */
void nv_vec_fuse(NvVec *v, const uint16_t *uses);
/* vec-mask.c: which values could be masks alone, for AVX-512; now none is. */
void nv_vec_find_masks(NvVec *v);
void nv_vec_forget_masks(NvVec *v);
/* By bits: of which arguments @n asks nothing but signs. */
unsigned nv_vec_asks_signs(const NvVecNode *n);
/* Signs of @val: its register, or one of masks; until the next node. */
unsigned nv_vec_mask(NvVecWriter *w, NvVecVal val);
/* Flags for NV_X86_IF_0 of what that returned. */
void nv_vec_test_mask(NvVecWriter *w, unsigned mask);
/* Code of node @i, which is one. */
void nv_vec_write_mask(NvVecWriter *w, NvVecVal i);
/* Those that nobody uses any more are free. */
void nv_vec_free_masks(NvVecWriter *w);
/* vec-call.c: code of a node that is C's, in its register. */
unsigned nv_vec_write_call(NvVecWriter *w, const NvVecNode *n);
/* vec-memory.c: where the first pixel is of each image, in registers. */
void nv_vec_find_row(NvVecWriter *w);
/* Code for nodes; of what has a value, its register. */
unsigned nv_vec_write_load(NvVecWriter *w, const NvVecNode *n);
void nv_vec_write_store(NvVecWriter *w, const NvVecNode *n);
unsigned nv_vec_write_gather(NvVecWriter *w, const NvVecNode *n);

#endif
