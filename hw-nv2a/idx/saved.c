/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A draw that is under way when the card is saved: the vertices that wait, as
 * plain words.  No hardware facts.
 */
#include "idx/idx-priv.h"

#define MAX_PARTS NV_ARRAY_SIZE(((NvIdxBatch *)0)->part)
#define EDGE NV_BIT(16)         /* of a token, above its lane */

typedef struct SavedPart {
    uint32_t tokens, count;
    uint32_t token[NV_IDX_TOKENS];
    uint32_t index[NV_XF_BLOCK];
    /* Inputs until XF had the part, outputs from then on. */
    uint32_t row[NV_XF_ATTRS][4][NV_XF_BLOCK];
} SavedPart;

/* Parts from the one that is drawn to the open one, which is the last. */
struct NvIdxSaved {
    NvIdx *idx;
    uint32_t parts, ready;      /* of them, transformed */
    uint32_t arrays, drawing;
    uint32_t token;             /* of the first part: drawn so far */
    uint32_t launched, transformed;
    SavedPart part[MAX_PARTS];
};

static void pack(SavedPart *to, const NvIdxPart *part, bool ready)
{
    const NvXfBlock *block = part->block;

    to->tokens = part->tokens;
    to->count = block->count;
    for (unsigned i = 0; i < part->tokens; i++) {
        to->token[i] = part->lanes[i] | (part->edges[i] ? EDGE : 0);
    }
    memcpy(to->index, part->index, block->count * sizeof(to->index[0]));
    for (unsigned row = 0; row < NV_XF_ATTRS * 4; row++) {
        memcpy(to->row[row / 4][row % 4],
               ready ? block->out[row / 4][row % 4]
                     : block->in[row / 4][row % 4],
               block->count * sizeof(uint32_t));
    }
}

NvIdxSaved *nv_idx_pack(NvIdx *idx)
{
    const NvIdxBatch *batch = idx->batch;
    NvIdxSaved *saved = g_new0(NvIdxSaved, 1);

    saved->idx = idx;
    if (nv_idx_flushed(idx)) {
        return saved;
    }
    saved->parts = batch->complete - batch->at + 1;
    saved->ready = batch->ready - batch->at;
    saved->arrays = batch->arrays;
    saved->drawing = batch->drawing;
    saved->token = batch->token;
    saved->launched = batch->launched;
    saved->transformed = batch->transformed;
    for (unsigned i = 0; i < saved->parts; i++) {
        pack(&saved->part[i], batch->part[batch->at + i], i < saved->ready);
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

static bool part_ok(const SavedPart *part)
{
    if (part->tokens > NV_IDX_TOKENS || part->count > NV_XF_BLOCK) {
        return false;
    }
    for (unsigned i = 0; i < part->tokens; i++) {
        if ((part->token[i] & ~EDGE) >= part->count) {
            return false;
        }
    }
    return true;
}

static bool validate(const void *scratch, GError **error)
{
    const NvIdxSaved *saved = scratch;
    bool fine = saved->parts <= MAX_PARTS && saved->arrays <= 1 &&
                saved->drawing <= 1 &&
                (!saved->parts || saved->ready < saved->parts) &&
                saved->token <= saved->part[0].tokens;

    for (unsigned i = 0; fine && i < saved->parts; i++) {
        fine = part_ok(&saved->part[i]);
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
    for (unsigned i = 0; i < from->tokens; i++) {
        part->lanes[i] = from->token[i] & ~EDGE;
        part->edges[i] = !!(from->token[i] & EDGE);
    }
    memcpy(part->index, from->index, sizeof(part->index));
    memcpy(ready ? block->out : block->in, from->row, sizeof(from->row));
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
    batch->arrays = saved->arrays;
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
    NV_FIELD(NvIdxSaved, arrays),
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
