/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Vertices of the attributes that VAB has: lanes of the open part.  No
 * hardware facts.
 */
#include "idx/idx-priv.h"

/* The open part, with a lane to spare. */
static NvIdxPart *part_with_room(NvIdx *idx)
{
    if (idx->batch->open->block->count == NV_XF_BLOCK) {
        nv_idx_close_part(idx);
    }
    return idx->batch->open;
}

/*
 * An attribute of the next vertex.  What stays the same from vertex to vertex
 * is in all lanes of its column, so that there is nothing to do.
 */
static void launch_attr(NvIdx *idx, NvIdxPart *part, unsigned n,
                        unsigned lane)
{
    const uint32_t *value = idx->xf->vab[n];

    if (part->spread & NV_BIT(n)) {
        if (!memcmp(part->value[n], value, sizeof(part->value[n]))) {
            return;
        }
    } else if (!part->varies[n] && lane == 0) {
        nv_idx_spread(part, n, value);
        return;
    }
    part->spread &= ~NV_BIT(n);
    part->varies[n] = true;
    part->padded[n] = NV_IDX_NOT_PADDED;
    for (unsigned c = 0; c < 4; c++) {
        part->block->in[n][c][lane] = value[c];
    }
}

/* Columns that hold one value have it until it changes, or a part begins. */
void nv_idx_add_vab(NvIdx *idx)
{
    NvIdxPart *part = part_with_room(idx);
    unsigned lane = part->block->count++;
    uint32_t attrs = nv_xf_take_changed(idx->xf) | ~part->spread;

    attrs = lane ? attrs & NV_MASK(NV_XF_ATTRS - 1, 0)
                 : NV_MASK(NV_XF_ATTRS - 1, 0);
    for (; attrs; attrs &= attrs - 1) {
        launch_attr(idx, part, __builtin_ctz(attrs), lane);
    }
    nv_idx_add_token(idx, lane);
}

unsigned nv_idx_add_lanes(NvIdx *idx, unsigned n, uint32_t packed)
{
    NvIdxPart *part = idx->batch->open;
    unsigned first = part->block->count;
    uint32_t attrs = nv_xf_take_changed(idx->xf) | ~part->spread;

    assert(first && n <= nv_idx_room(idx));
    attrs &= NV_MASK(NV_XF_ATTRS - 1, 0) & ~packed;
    part->block->count += n;
    for (unsigned lane = first; lane < first + n; lane++) {
        for (uint32_t left = attrs; left; left &= left - 1) {
            launch_attr(idx, part, __builtin_ctz(left), lane);
        }
        part->lanes[part->tokens] = lane;
        part->edges[part->tokens++] = idx->edge_flag;
    }
    for (; packed; packed &= packed - 1) {
        unsigned attr = __builtin_ctz(packed);

        part->spread &= ~NV_BIT(attr);
        part->varies[attr] = true;
        part->padded[attr] = NV_IDX_NOT_PADDED;
    }
    return first;
}

void nv_idx_launch_vab(NvIdx *idx)
{
    nv_idx_enter(idx, false);
    nv_idx_add_vab(idx);
}

unsigned nv_idx_vab_room(NvIdx *idx)
{
    NvIdxBatch *batch = idx->batch;

    if (batch->arrays || !idx->primitive) {
        return 0;
    }
    if (!batch->open->tokens) {
        batch->serial = nv_xf_serial(idx->xf);
    }
    return batch->serial ? 0 : nv_idx_room(idx);
}
