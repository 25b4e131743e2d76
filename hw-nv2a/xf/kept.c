/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Rows of a block's outputs that hold one value for all vertices: what
 * programs do not write, and secondary colours that a mode replaces.
 *
 * Such rows stay as they are from draw to draw, so a block remembers what it
 * holds.  Hardware facts: what the secondary colour is without its enables
 * (hw, front; guess for the back).
 */
#include "xf/xf-priv.h"

#define COMPONENTS(attr) (UINT64_C(0xf) << 4 * (attr))

/*
 * The secondary colour is black unless SPECULAR_ENABLE, its alpha 1 unless
 * bit 17, behind programs as in fixed function; not behind those of Rankine's
 * classes (doc: drivers leave it off and use the colour).
 */
static uint64_t forced_rows(const NvXf *xf)
{
    const NvXfOutputs *out = &xf->chip->out;
    uint64_t rows = COMPONENTS(out->col1) | COMPONENTS(out->bfc1);

    if (nv_xf_runs_program(xf) && !xf->kelvin_class &&
        nv_chip_has(xf->chip, NV_CAP_XF_XTRA)) {
        return 0;
    }
    if (!(xf->mode_a & NV_XF_A_SPECULAR_ENABLE)) {
        return rows;
    }
    return xf->mode_a & NV_XF_A_COL1_ALPHA ? 0 :
           rows & UINT64_C(0x8888888888888888);
}

/* Never the same twice, in whatever engine: blocks go from one to another. */
static uint64_t new_stamp(void)
{
    static uint64_t last;

    return __atomic_add_fetch(&last, 1, __ATOMIC_RELAXED);
}

void nv_xf_kept_plan(NvXf *xf, uint64_t written, bool force)
{
    NvXfKept *kept = &xf->kept;
    uint64_t forced = force ? forced_rows(xf) : 0;

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

static uint32_t forced_value(unsigned row)
{
    return row % 4 == 3 ? NV_XF_ONE : 0;
}

static void fill_rows(const NvXf *xf, NvXfBlock *block)
{
    const NvXfKept *kept = &xf->kept;
    uint64_t rows = ~kept->written | kept->forced;

    block->held &= ~kept->written;
    block->stamp = kept->stamp;
    for (; rows; rows &= rows - 1) {
        unsigned row = __builtin_ctzll(rows);
        uint64_t bit = rows & -rows;
        uint32_t x = kept->forced & bit ? forced_value(row) :
                     xf->tbuf[row / 4][row % 4];

        if (!(block->held & bit) || block->value[row] != x) {
            fill(block->out[row / 4][row % 4], x);
            block->value[row] = x;
            block->held |= bit;
        }
    }
}

void nv_xf_kept_fill(const NvXf *xf, NvXfBlock *block)
{
    const NvXfKept *kept = &xf->kept;
    uint64_t rows = kept->written & kept->forced;

    if (block->stamp != kept->stamp) {
        fill_rows(xf, block);
        return;
    }
    for (; rows; rows &= rows - 1) {
        unsigned row = __builtin_ctzll(rows);

        fill(block->out[row / 4][row % 4], forced_value(row));
    }
}

void nv_xf_kept_ref(NvXf *xf, NvXfBlock *block, bool force)
{
    uint64_t rows = force ? forced_rows(xf) : 0;

    xf->kept.stamp = 0;
    nv_xf_kept_break(block, UINT64_MAX);
    for (; rows; rows &= rows - 1) {
        unsigned row = __builtin_ctzll(rows);

        fill(block->out[row / 4][row % 4], forced_value(row));
    }
}

void nv_xf_kept_last(NvXf *xf, const NvXfBlock *block)
{
    unsigned lane = block->count - 1;

    for (uint64_t rows = xf->kept.written; rows; rows &= rows - 1) {
        unsigned row = __builtin_ctzll(rows);

        xf->tbuf[row / 4][row % 4] = block->out[row / 4][row % 4][lane];
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
