/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A draw that is under way when the card is saved: the vertices that wait, as
 * plain words.  No hardware facts.
 */
#include "idx/idx-priv.h"

#define MAX_PARTS NV_ARRAY_SIZE(((NvIdxBatch *)0)->part)
#define EDGE NV_BIT(16)         /* of a token, above its lane */
#define BEFORE NV_XF_BLOCK      /* of its lane: lane 0 of the part before */

typedef struct SavedPart {
    uint32_t tokens, count;
    uint32_t token[NV_IDX_TOKENS];
    uint32_t index[NV_XF_BLOCK];
    /* Inputs until XF had the part, outputs from then on. */
    uint32_t row[NV_XF_ATTRS][4][NV_XF_BLOCK];
} SavedPart;

/* Of NvIdxSaved.flags. */
enum {
    OF_ARRAYS = 1,
    FOLLOWS = 2,                /* the open part may name the one before */
    DRAWN = 4,                  /* the first part is, and the second names it */
};

/*
 * Parts from the one that is drawn to the open one, which is the last; and
 * before those the one that was drawn last, if its vertices are named.
 */
struct NvIdxSaved {
    NvIdx *idx;
    uint32_t parts, ready;      /* of them, transformed */
    uint32_t flags, drawing;
    uint32_t token;             /* of the part that is drawn: so far */
    uint32_t launched, transformed;
    SavedPart part[MAX_PARTS];
};

static void pack_tokens(SavedPart *to, const NvIdxPart *part)
{
    to->tokens = part->tokens;
    for (unsigned i = 0; i < part->tokens; i++) {
        unsigned lane = part->lanes[i];

        to->token[i] = (lane < NV_VTX_BEFORE ? lane
                        : lane - NV_VTX_BEFORE + BEFORE) |
                       (part->edges[i] ? EDGE : 0);
    }
}

static void pack(SavedPart *to, const NvIdxPart *part, bool ready)
{
    const NvXfBlock *block = part->block;

    to->count = block->count;
    memcpy(to->index, part->index, block->count * sizeof(to->index[0]));
    for (unsigned row = 0; row < NV_XF_ATTRS * 4; row++) {
        memcpy(to->row[row / 4][row % 4],
               ready ? block->out[row / 4][row % 4]
                     : block->in[row / 4][row % 4],
               block->count * sizeof(uint32_t));
    }
}

/* Parts that are drawn: 0 or 1. */
static unsigned drawn(const NvIdxSaved *saved)
{
    return saved->flags & DRAWN ? 1 : 0;
}

NvIdxSaved *nv_idx_pack(NvIdx *idx)
{
    const NvIdxBatch *batch = idx->batch;
    NvIdxSaved *saved = g_new0(NvIdxSaved, 1);
    unsigned first = batch->at;

    saved->idx = idx;
    if (nv_idx_flushed(idx)) {
        return saved;
    }
    first -= batch->part[first]->names_before;
    saved->parts = batch->complete - first + 1;
    saved->ready = batch->ready - first;
    saved->flags = (batch->arrays ? OF_ARRAYS : 0) |
                   (batch->follows ? FOLLOWS : 0) |
                   (first < batch->at ? DRAWN : 0);
    saved->drawing = batch->drawing;
    saved->token = batch->token;
    saved->launched = batch->launched;
    saved->transformed = batch->transformed;
    for (unsigned i = 0; i < saved->parts; i++) {
        pack(&saved->part[i], batch->part[first + i], i < saved->ready);
        if (first + i >= batch->at) {
            pack_tokens(&saved->part[i], batch->part[first + i]);
        }
    }
    return saved;
}

void nv_idx_saved_free(NvIdxSaved *saved)
{
    g_free(saved);
}

static bool needed(const void *unit)
{
    return ((const NvIdxSaved *)unit)->parts;
}

/* @before: the part whose vertices it may name, too; or NULL. */
static bool part_ok(const SavedPart *part, const SavedPart *before)
{
    if (part->tokens > NV_IDX_TOKENS || part->count > NV_XF_BLOCK) {
        return false;
    }
    for (unsigned i = 0; i < part->tokens; i++) {
        uint32_t lane = part->token[i] & ~EDGE;

        if (lane < BEFORE ? lane >= part->count
                          : !before || lane - BEFORE >= before->count) {
            return false;
        }
    }
    return true;
}

/* Nothing names what is drawn by then. */
static bool flags_ok(const NvIdxSaved *saved)
{
    uint32_t flags = saved->flags;

    return !(flags & ~(OF_ARRAYS | FOLLOWS | DRAWN)) &&
           (!(flags & DRAWN) || saved->ready) &&
           (!(flags & FOLLOWS) || (saved->parts > 1 && !saved->drawing));
}

static bool validate(const void *scratch, GError **error)
{
    const NvIdxSaved *saved = scratch;
    bool fine = saved->parts <= MAX_PARTS && saved->drawing <= 1 &&
                (!saved->parts || saved->ready < saved->parts) &&
                flags_ok(saved) &&
                saved->token <= saved->part[drawn(saved)].tokens;

    for (unsigned i = 0; fine && i < saved->parts; i++) {
        bool open = i + 1 == saved->parts;

        fine = part_ok(&saved->part[i],
                       i && (!open || saved->flags & FOLLOWS)
                       ? &saved->part[i - 1] : NULL);
    }
    if (!fine) {
        g_set_error(error, NV_STATE_ERROR, 0,
                    "idx-batch: %u parts, %u transformed, %u vertices drawn: "
                    "out of range", saved->parts, saved->ready,
                    saved->token);
    }
    return fine;
}

static void unpack(NvIdxPart *part, const SavedPart *from, bool ready)
{
    NvXfBlock *block = part->block;

    part->tokens = from->tokens;
    block->count = from->count;
    part->names_before = false;
    for (unsigned i = 0; i < from->tokens; i++) {
        unsigned lane = from->token[i] & ~EDGE;
        bool own = lane < BEFORE;

        part->lanes[i] = own ? lane : lane - BEFORE + NV_VTX_BEFORE;
        part->edges[i] = !!(from->token[i] & EDGE);
        part->names_before |= !own;
    }
    memcpy(part->index, from->index, sizeof(part->index));
    memcpy(ready ? block->out : block->in, from->row, sizeof(from->row));
    /* Not saved; that of the part before the open one only saves time. */
    part->range = (NvIdxRange) { 0, UINT32_MAX };
    if (ready) {
        nv_xf_kept_break(block, UINT64_MAX);
    }
}

static void loaded(void *unit)
{
    NvIdxSaved *saved = unit;
    NvIdx *idx = saved->idx;
    NvIdxBatch *batch = idx->batch;

    if (!saved->parts) {
        return;
    }
    for (unsigned i = 0; i < saved->parts; i++) {
        NvIdxPart *part = nv_idx_part(batch, i);

        unpack(part, &saved->part[i], i < saved->ready);
        batch->tokens += part->tokens;
    }
    batch->complete = saved->parts - 1;
    batch->open = batch->part[batch->complete];
    batch->tokens -= batch->open->tokens;
    batch->ready = saved->ready;
    batch->at = drawn(saved);
    batch->follows = saved->flags & FOLLOWS;
    batch->arrays = saved->flags & OF_ARRAYS;
    batch->drawing = saved->drawing;
    batch->token = saved->token;
    batch->launched = saved->launched;
    batch->transformed = saved->transformed;
    nv_idx_remember(idx);
}

static const NvField part_fields[] = {
    NV_FIELD(SavedPart, tokens),
    NV_FIELD(SavedPart, count),
    NV_FIELD_ARRAY(SavedPart, token, token[0]),
    NV_FIELD_ARRAY(SavedPart, index, index[0]),
    NV_FIELD_ARRAY(SavedPart, row, row[0][0][0]),
    NV_FIELD_END
};

static const NvField fields[] = {
    NV_FIELD(NvIdxSaved, parts),
    NV_FIELD(NvIdxSaved, ready),
    /* By the name that files have. */
    { .name = "arrays", .offset = offsetof(NvIdxSaved, flags), .elem = 4,
      .count = 1 },
    NV_FIELD(NvIdxSaved, drawing),
    NV_FIELD(NvIdxSaved, token),
    NV_FIELD(NvIdxSaved, launched),
    NV_FIELD(NvIdxSaved, transformed),
    NV_FIELD_STRUCTS(NvIdxSaved, part, 4, part_fields),
    NV_FIELD_END
};

const NvSection nv_idx_batch_section = {
    .name = "idx-batch", .version = 1, .size = sizeof(NvIdxSaved),
    .fields = fields, .validate = validate, .loaded = loaded,
    .late = true, .needed = needed,
};
