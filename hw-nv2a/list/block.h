/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Vertex blocks: what IDX collects, XF transforms, and VTX and the raster
 * backend read in place.  Structure of arrays: component c of attribute a of
 * vertex i is in[a][c][i].
 *
 * Also the rows of a block's outputs that hold one value for all vertices:
 * what a program does not write, and what a mode replaces.  Such rows stay as
 * they are from draw to draw, so a block remembers what it holds.
 */
#ifndef NV_LIST_BLOCK_H
#define NV_LIST_BLOCK_H

#include "base/bits.h"

#define NV_XF_ATTRS 16
#define NV_XF_BLOCK 128             /* vertices a block holds at most */

/*
 * Rows come first, so that they lie on cache lines if the block does; vectors
 * of 16 bytes may count on their alignment anywhere.
 */
typedef struct NvXfBlock {
    uint32_t in[NV_XF_ATTRS][4][NV_XF_BLOCK] __attribute__((aligned(16)));
    uint32_t out[NV_XF_ATTRS][4][NV_XF_BLOCK];
    unsigned count;
    /*
     * XF's own: outputs whose row holds value[] in every lane, bit and index
     * attribute * 4 + component; and when they last were as they should be.
     * Who writes such a row takes its bit away.
     */
    uint64_t held, stamp;
    uint32_t value[NV_XF_ATTRS * 4];
} NvXfBlock;

#define NV_XF_BLOCK_ALIGN 64
#define NV_XF_BATCH 32              /* blocks a draw hands over at most */

/* A block of zeroes on cache lines. */
NvXfBlock *nv_xf_block_new(void);
void nv_xf_block_free(NvXfBlock *block);

/* --- Rows of one value; bits as in NvXfBlock.held --- */

/* Which outputs the program of now makes, and what becomes of the others. */
typedef struct NvXfKept {
    uint64_t stamp;             /* of this state of things; 0: not known */
    uint64_t written;           /* the others keep what the last vertex has */
    uint64_t forced;            /* replaced by (0, 0, 0, 1) */
} NvXfKept;

/* Before the blocks of a draw. */
void nv_xf_kept_plan(NvXfKept *kept, uint64_t written, uint64_t forced);
/* The written outputs of @block's last vertex, before some are forced. */
void nv_xf_kept_last(const NvXfKept *kept, const NvXfBlock *block,
                     uint32_t (*last)[4]);
/*
 * What is missing in @block; @last has the outputs of the vertex before it.
 * Any thread, one a block.
 */
void nv_xf_kept_fill(const NvXfKept *kept, const uint32_t (*last)[4],
                     NvXfBlock *block);
/* Rows @forced of a block that nobody has kept anything of. */
void nv_xf_kept_force(NvXfBlock *block, uint64_t forced);
/* Somebody else wrote @rows of the outputs. */
void nv_xf_kept_break(NvXfBlock *block, uint64_t rows);

#endif
