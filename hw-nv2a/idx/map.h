/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Which lane a vertex index has in the open part of a batch, and how indices
 * are added to it.  No hardware facts.
 */
#ifndef NV_IDX_MAP_H
#define NV_IDX_MAP_H

#include "idx/idx-priv.h"

/* No index has a lane in it. */
static inline void nv_idx_map_clear(NvIdxMap *map)
{
    if (++map->stamp == 0) {
        memset(map->slot, 0, sizeof(map->slot));
        map->stamp = 1;
    }
}

/*
 * Where @index is among @slots of which those with @stamp are live; or the slot
 * that it gets: one that is not.
 */
static inline NvIdxSlot *nv_idx_slot(NvIdxSlot *slots, uint16_t stamp,
                                     uint32_t index)
{
    unsigned at = index * 0x9e3779b1u >> 23;
    NvIdxSlot *slot;

    for (;; at++) {
        /* At most two blocks of the slots are live, so a free one is met. */
        slot = &slots[at % NV_IDX_SLOTS];
        if (slot->stamp != stamp || slot->index == index) {
            return slot;
        }
    }
}

static inline NvIdxSlot *nv_idx_map_find(NvIdxMap *map, uint32_t index)
{
    return nv_idx_slot(map->slot, map->stamp, index);
}

static inline void nv_idx_map_put(NvIdxMap *map, uint32_t index, unsigned lane)
{
    *nv_idx_map_find(map, index) = (NvIdxSlot) { index, lane, map->stamp };
}

/* The part that indices are added to, in registers while they are many. */
typedef struct NvIdxAdding {
    NvIdxSlot *slots;       /* of its map */
    NvIdxMap *before;       /* of the part that it follows, with */
    uint32_t low, span;     /* indices from low to low + span; or NULL */
    uint32_t *index;        /* of lanes */
    uint16_t *token;        /* their lanes */
    unsigned tokens, lanes;
    uint16_t stamp;
    bool names_before;
} NvIdxAdding;

static inline NvIdxAdding nv_idx_adding_to(NvIdxBatch *batch)
{
    NvIdxPart *part = batch->open;
    NvIdxMap *map = &batch->map[batch->which];
    NvIdxAdding a = {
        .slots = map->slot, .stamp = map->stamp,
        .index = part->index, .token = part->lanes, .tokens = part->tokens,
        .lanes = part->block->count, .names_before = part->names_before,
    };

    if (batch->follows) {
        const NvIdxRange *range = &batch->part[batch->complete - 1]->range;

        a.before = &batch->map[!batch->which];
        a.low = range->low;
        a.span = range->high - range->low;
    }
    return a;
}

/*
 * Lane of @index, which gets @slot.  What the part before fetched for itself is
 * there, and is not fetched again; no part names one further back.
 */
static inline __attribute__((always_inline)) unsigned nv_idx_new_lane(
    NvIdxAdding *a, NvIdxSlot *slot, uint32_t index)
{
    unsigned lane = a->lanes;

    if (G_UNLIKELY(a->before) && index - a->low <= a->span) {
        const NvIdxSlot *old = nv_idx_map_find(a->before, index);

        if (old->stamp == a->before->stamp && old->lane < NV_XF_BLOCK) {
            lane = NV_VTX_BEFORE + old->lane;
            a->names_before = true;
        }
    }
    if (lane < NV_VTX_BEFORE) {
        a->index[a->lanes++] = index;
    }
    *slot = (NvIdxSlot) { index, lane, a->stamp };
    return lane;
}

/* Nothing is asked: there is room. */
static inline __attribute__((always_inline)) void nv_idx_add_index(
    NvIdxAdding *a, uint32_t index)
{
    NvIdxSlot *slot = nv_idx_slot(a->slots, a->stamp, index);

    a->token[a->tokens++] = slot->stamp == a->stamp
                            ? slot->lane : nv_idx_new_lane(a, slot, index);
}

static inline bool nv_idx_adding_room(const NvIdxAdding *a, unsigned more)
{
    return a->lanes + more <= NV_XF_BLOCK &&
           a->tokens + more <= NV_IDX_TOKENS - 1;
}

static inline void nv_idx_added(NvIdx *idx, const NvIdxAdding *a)
{
    NvIdxPart *part = idx->batch->open;

    memset(part->edges + part->tokens, idx->edge_flag,
           a->tokens - part->tokens);
    part->tokens = a->tokens;
    part->block->count = a->lanes;
    part->names_before = a->names_before;
}

#endif
