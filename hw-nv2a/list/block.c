/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Vertex blocks: storage, and rows of outputs that hold one value.
 *
 * No hardware facts; xf/ says which rows those are.
 */
#include "list/block.h"

#include <glib.h>

#include "arith/arith.h"

static_assert(NV_XF_ATTRS * 4 <= 64, "a bit for each row of outputs");
static_assert(NV_XF_BLOCK % 16 == 0, "fill() goes by groups of 16");

/* Never the same twice, in whatever engine: blocks go from one to another. */
static uint64_t new_stamp(void)
{
    static uint64_t last;

    return __atomic_add_fetch(&last, 1, __ATOMIC_RELAXED);
}

void nv_xf_kept_plan(NvXfKept *kept, uint64_t written, uint64_t forced)
{
    if (!kept->stamp || kept->written != written || kept->forced != forced) {
        *kept = (NvXfKept) { new_stamp(), written, forced };
    }
}

static void fill(uint32_t row[NV_XF_BLOCK], uint32_t x)
{
    uint32_t group[16];

    for (unsigned i = 0; i < NV_ARRAY_SIZE(group); i++) {
        group[i] = x;
    }
    for (unsigned lane = 0; lane < NV_XF_BLOCK; lane += 16) {
        memcpy(row + lane, group, sizeof(group));
    }
}

/* Of (0, 0, 0, 1). */
static uint32_t forced_value(unsigned row)
{
    return row % 4 == 3 ? NV_XF_ONE : 0;
}

static void force(NvXfBlock *block, uint64_t rows)
{
    for (; rows; rows &= rows - 1) {
        unsigned row = __builtin_ctzll(rows);

        fill(block->out[row / 4][row % 4], forced_value(row));
    }
}

static void fill_rows(const NvXfKept *kept, const uint32_t (*last)[4],
                      NvXfBlock *block)
{
    uint64_t rows = ~kept->written | kept->forced;

    block->held &= ~kept->written;
    block->stamp = kept->stamp;
    for (; rows; rows &= rows - 1) {
        unsigned row = __builtin_ctzll(rows);
        uint64_t bit = rows & -rows;
        uint32_t x = kept->forced & bit ? forced_value(row) :
                     last[row / 4][row % 4];

        if (!(block->held & bit) || block->value[row] != x) {
            fill(block->out[row / 4][row % 4], x);
            block->value[row] = x;
            block->held |= bit;
        }
    }
}

void nv_xf_kept_fill(const NvXfKept *kept, const uint32_t (*last)[4],
                     NvXfBlock *block)
{
    assert(kept->stamp);
    if (block->stamp != kept->stamp) {
        fill_rows(kept, last, block);
    } else {
        force(block, kept->written & kept->forced);
    }
}

void nv_xf_kept_force(NvXfBlock *block, uint64_t forced)
{
    nv_xf_kept_break(block, UINT64_MAX);
    force(block, forced);
}

void nv_xf_kept_last(const NvXfKept *kept, const NvXfBlock *block,
                     uint32_t (*last)[4])
{
    unsigned lane = block->count - 1;

    assert(block->count && block->count <= NV_XF_BLOCK);
    for (uint64_t rows = kept->written; rows; rows &= rows - 1) {
        unsigned row = __builtin_ctzll(rows);

        last[row / 4][row % 4] = block->out[row / 4][row % 4][lane];
    }
}

void nv_xf_kept_break(NvXfBlock *block, uint64_t rows)
{
    block->held &= ~rows;
    block->stamp = 0;
}

NvXfBlock *nv_xf_block_new(void)
{
    NvXfBlock *block = NULL;

    if (posix_memalign((void **)&block, NV_XF_BLOCK_ALIGN, sizeof(*block))) {
        g_error("no memory for %zu bytes of vertices", sizeof(*block));
    }
    memset(block, 0, sizeof(*block));
    return block;
}

void nv_xf_block_free(NvXfBlock *block)
{
    free(block);
}
