/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * BEGIN_END, draws, and the batches in which vertices go through XF.
 *
 * A vertex index is fetched and transformed once for each batch, however
 * often it is drawn (the real pre-transform cache is of the same kind; its
 * size is not visible to guests).  Method words as in public drivers.
 */
#include "idx/idx-priv.h"

/* --- Batches --- */

/* What a part of a long draw may cost, and how large VTX's bites are. */
#define PART_PIXELS (4u << 20)
#define BITE_PIXELS (PART_PIXELS / 16)
#define BITE_LEAST 12
#define BITE_MOST 96

/* The next part is empty, and no index has a lane in it. */
static void open_part(NvIdxBatch *batch)
{
    NvIdxPart **part = &batch->part[batch->complete];

    if (!*part) {
        *part = g_new0(NvIdxPart, 1);
        (*part)->block = nv_xf_block_new();
    }
    batch->open = *part;
    batch->open->block->count = 0;
    batch->open->tokens = 0;
    if (++batch->stamp == 0) {
        memset(batch->map, 0, sizeof(batch->map));
        batch->stamp = 1;
    }
}

void nv_idx_batch_reset(NvIdxBatch *batch)
{
    for (unsigned i = 0; i < NV_ARRAY_SIZE(batch->part); i++) {
        NvIdxPart *part = batch->part[i];

        if (part) {
            memset(part->spread, 0, sizeof(part->spread));
        }
    }
    batch->complete = batch->ready = batch->at = 0;
    batch->tokens = batch->token = 0;
    batch->drawing = batch->end_waits = false;
    batch->slice = BITE_LEAST;
    open_part(batch);
}

NvIdxBatch *nv_idx_batch_new(void)
{
    NvIdxBatch *batch = g_new0(NvIdxBatch, 1);

    nv_idx_batch_reset(batch);
    return batch;
}

void nv_idx_batch_free(NvIdxBatch *batch)
{
    for (unsigned i = 0; i < NV_ARRAY_SIZE(batch->part); i++) {
        if (batch->part[i]) {
            nv_xf_block_free(batch->part[i]->block);
            g_free(batch->part[i]);
        }
    }
    g_free(batch);
}

/* hw: VAB is what the last fetched vertex went through. */
static void leave_last_in_vab(NvIdx *idx, const NvIdxPart *part)
{
    unsigned lane = part->lanes[part->tokens - 1];

    assert(lane < part->block->count);
    for (unsigned n = 0; n < NV_XF_ATTRS; n++) {
        if (!nv_idx_array_on(idx, n)) {
            continue;
        }
        for (unsigned c = 0; c < 4; c++) {
            nv_xf_command(idx->xf, NV_XF_VAB, nv_idx_vab_addr(n, c),
                          part->block->in[n][c][lane]);
        }
    }
}

/* Host time of a transformed vertex, in plain pixels: a long program's. */
#define VERTEX_PIXELS 1024

static void transform(NvIdx *idx)
{
    NvIdxBatch *batch = idx->batch;
    NvXfBlock *blocks[NV_ARRAY_SIZE(batch->part)];
    unsigned n = 0;

    for (unsigned i = batch->ready; i < batch->complete; i++) {
        const NvIdxPart *part = batch->part[i];

        assert(part->block->count <= NV_XF_BLOCK);
        blocks[n++] = part->block;
        nv_env_spend(idx->env, (uint64_t)part->block->count * VERTEX_PIXELS);
        batch->launched += part->tokens;
        batch->transformed += part->block->count;
        idx->vertices += part->tokens;
    }
    nv_xf_transform_blocks(idx->xf, blocks, n);
    batch->ready = batch->complete;
}

/* Some tokens of the next part; small bites where they cost much. */
static void bite(NvIdx *idx)
{
    NvIdxBatch *batch = idx->batch;
    const NvIdxPart *part = batch->part[batch->at];
    unsigned count = MIN(part->tokens - batch->token, batch->slice);
    uint64_t before = idx->env->spent;

    nv_vtx_vertices(idx->vtx, part->block, part->lanes + batch->token,
                    part->edges + batch->token, count);
    batch->slice = idx->env->spent - before > BITE_PIXELS ? BITE_LEAST :
                   MIN(2 * batch->slice, BITE_MOST);
    batch->token += count;
    if (batch->token == part->tokens) {
        batch->at++;
        batch->token = 0;
    }
}

/* All parts are drawn; the open one becomes the first. */
static void batch_done(NvIdxBatch *batch)
{
    NvIdxPart *first = batch->part[0];

    assert(batch->open == batch->part[batch->complete]);
    batch->part[0] = batch->part[batch->complete];
    batch->part[batch->complete] = first;
    batch->complete = batch->ready = batch->at = 0;
    batch->tokens = 0;
    batch->drawing = false;
}

/* What is complete, through XF together and through VTX in order. */
static void draw(NvIdx *idx, bool all)
{
    NvIdxBatch *batch = idx->batch;
    uint64_t pixels = 0;

    batch->drawing = true;
    while (batch->at < batch->complete) {
        uint64_t before;

        if (batch->at == batch->ready) {
            transform(idx);
        }
        before = idx->env->spent;
        bite(idx);
        pixels += idx->env->spent - before;
        if (!all && pixels >= PART_PIXELS && batch->at < batch->complete) {
            return;
        }
    }
    batch_done(batch);
}

/* What is in the open part has its inputs; there is another open one. */
static void close_part(NvIdx *idx)
{
    NvIdxBatch *batch = idx->batch;
    NvIdxPart *part = batch->open;

    if (!part->tokens) {
        return;
    }
    assert(part->tokens <= NV_IDX_TOKENS);
    if (batch->arrays) {
        nv_idx_fetch_block(idx, part);
        leave_last_in_vab(idx, part);
    }
    batch->complete++;
    batch->tokens += part->tokens;
    open_part(batch);
    if (batch->complete + 1 == NV_ARRAY_SIZE(batch->part)) {
        draw(idx, true);
    } else if (!batch->drawing &&
               (batch->complete >= nv_xf_batch(idx->xf) ||
                batch->tokens >= NV_IDX_BATCH_TOKENS)) {
        draw(idx, false);
    }
}

static void finish_end(NvIdx *idx)
{
    idx->batch->end_waits = false;
    nv_vtx_end(idx->vtx);
    idx->primitive = NV_PRIM_END;
    idx->inline_count = 0;
    nv_trace(idx->env, idx_end, idx->batch->launched,
             idx->batch->transformed);
}

void nv_idx_flush(NvIdx *idx)
{
    close_part(idx);
    if (idx->batch->complete) {
        draw(idx, true);
    }
    if (idx->batch->end_waits) {
        finish_end(idx);
    }
}

bool nv_idx_busy(const NvIdx *idx)
{
    return idx->batch->drawing;
}

void nv_idx_continue(NvIdx *idx)
{
    if (idx->batch->drawing) {
        draw(idx, false);
    }
    if (idx->batch->end_waits && !idx->batch->drawing) {
        finish_end(idx);
    }
}

/* Lane @lane once more as the next vertex of the primitive. */
static void add_token(NvIdx *idx, unsigned lane)
{
    NvIdxPart *part = idx->batch->open;

    part->lanes[part->tokens] = lane;
    part->edges[part->tokens] = idx->edge_flag;
    part->tokens++;
    if (idx->batch->serial) {
        nv_idx_flush(idx);
    } else if (part->tokens == NV_IDX_TOKENS) {
        close_part(idx);
    }
}

/* The next vertex will come from arrays, or not. */
static void enter(NvIdx *idx, bool arrays)
{
    NvIdxBatch *batch = idx->batch;

    if (batch->arrays != arrays) {
        nv_idx_flush(idx);
        batch->arrays = arrays;
    }
    batch->serial = nv_xf_serial(idx->xf);
}

/* The open part, with a lane to spare. */
static NvIdxPart *part_with_room(NvIdx *idx)
{
    if (idx->batch->open->block->count == NV_XF_BLOCK) {
        close_part(idx);
    }
    return idx->batch->open;
}

/* A vertex with the attributes of now. */
void nv_idx_launch_vab(NvIdx *idx)
{
    NvIdxPart *part;
    unsigned lane;

    enter(idx, false);
    part = part_with_room(idx);
    lane = part->block->count++;
    for (unsigned n = 0; n < NV_XF_ATTRS; n++) {
        part->spread[n] = false;
        for (unsigned c = 0; c < 4; c++) {
            part->block->in[n][c][lane] = idx->xf->vab[n][c];
        }
    }
    add_token(idx, lane);
}

/* Lane of @index in the open part, a new one if it has none. */
static unsigned lane_of(NvIdx *idx, uint32_t index)
{
    NvIdxBatch *batch = idx->batch;
    NvIdxPart *part = batch->open;
    unsigned at = (index * 0x9e3779b1u) >> 23;
    NvIdxSlot *slot;

    for (;;) {
        /* At most one block of the slots is live, so a free one is met. */
        slot = &batch->map[at % NV_IDX_SLOTS];
        if (slot->stamp != batch->stamp) {
            break;
        }
        if (slot->index == index) {
            return slot->lane;
        }
        at++;
    }
    if (part->block->count == NV_XF_BLOCK) {
        close_part(idx);
        return lane_of(idx, index);
    }
    slot->index = index;
    slot->lane = part->block->count++;
    slot->stamp = batch->stamp;
    part->index[slot->lane] = index;
    return slot->lane;
}

static void launch_index(NvIdx *idx, uint32_t index)
{
    add_token(idx, lane_of(idx, index));
}

/* True inside BEGIN_END; hardware's answer outside is FE's business. */
static bool drawing(NvIdx *idx, const char *what, uint32_t data)
{
    if (!idx->primitive) {
        nv_trace(idx->env, idx_outside, what, data);
        return false;
    }
    return true;
}

void nv_idx_draw_arrays(NvIdx *idx, uint32_t data)
{
    uint32_t first = NV_IDX_GET(DRAW, FIRST, data);
    unsigned count = NV_IDX_GET(DRAW, COUNT_LESS_1, data) + 1;

    nv_trace(idx->env, idx_draw_arrays, first, count);
    if (!drawing(idx, "DRAW_ARRAYS", data)) {
        return;
    }
    enter(idx, true);
    for (unsigned i = 0; i < count; i++) {
        launch_index(idx, first + i);
    }
}

/*
 * Of a list: one value may end the primitive and begin it again.  A base is
 * added to the others; that the one is compared without it is a guess.
 */
static void element(NvIdx *idx, uint32_t index)
{
    if (idx->restart_on && index == idx->restart_index) {
        nv_idx_restart(idx);
    } else {
        launch_index(idx, index + idx->vtx->bundle[NV_BUNDLE_VB_ELEMENT_BASE]);
    }
}

void nv_idx_element16(NvIdx *idx, uint32_t data)
{
    if (!drawing(idx, "ELEMENT16", data)) {
        return;
    }
    enter(idx, true);
    element(idx, NV_IDX_GET(INDICES, FIRST, data));
    element(idx, NV_IDX_GET(INDICES, SECOND, data));
}

void nv_idx_element32(NvIdx *idx, uint32_t data)
{
    if (!drawing(idx, "ELEMENT32", data)) {
        return;
    }
    enter(idx, true);
    element(idx, data);
}

/* Words of a packed vertex. */
static unsigned inline_words(const NvIdx *idx)
{
    unsigned words = 0;

    for (unsigned n = 0; n < NV_XF_ATTRS; n++) {
        if (nv_idx_array_on(idx, n)) {
            words += nv_idx_format_words(nv_idx_array_type(idx, n),
                                         nv_idx_array_size(idx, n));
        }
    }
    return words;
}

static void unpack_inline(NvIdx *idx)
{
    const uint32_t *word = idx->inline_data;

    for (unsigned n = 0; n < NV_XF_ATTRS; n++) {
        unsigned type = nv_idx_array_type(idx, n);
        unsigned size = nv_idx_array_size(idx, n);
        uint8_t src[16];
        uint32_t out[4];
        unsigned words, got;

        if (!nv_idx_array_on(idx, n)) {
            continue;
        }
        words = nv_idx_format_words(type, size);
        for (unsigned i = 0; i < words; i++) {
            nv_st32(src + 4 * i, word[i]);
        }
        got = nv_idx_decode(type, size, src, out);
        for (unsigned c = 0; c < got; c++) {
            nv_xf_command(idx->xf, NV_XF_VAB, nv_idx_vab_addr(n, c), out[c]);
        }
        word += words;
    }
}

void nv_idx_inline_array(NvIdx *idx, uint32_t data)
{
    unsigned words = inline_words(idx);

    if (!drawing(idx, "INLINE_ARRAY", data) || !words) {
        return;
    }
    if (idx->batch->arrays) {
        nv_idx_flush(idx);
    }
    idx->inline_data[idx->inline_count++] = data;
    if (idx->inline_count >= words) {
        unpack_inline(idx);
        idx->inline_count = 0;
        nv_idx_launch_vab(idx);
    }
}

static void begin(NvIdx *idx, NvPrimitive primitive)
{
    idx->primitive = primitive;
    idx->inline_count = 0;
    idx->draws++;
    idx->batch->launched = 0;
    idx->batch->transformed = 0;
    nv_trace(idx->env, idx_begin, nv_primitive_name(primitive));
    nv_vtx_begin(idx->vtx, primitive);
}

/*
 * END flushes: after it the guest may reuse its arrays as soon as it sees
 * the card idle, so nothing may be left to fetch.
 */
static void end(NvIdx *idx, bool wait)
{
    close_part(idx);
    if (idx->batch->complete) {
        draw(idx, wait);
    }
    if (idx->batch->drawing) {
        idx->batch->end_waits = true;
    } else {
        finish_end(idx);
    }
}

void nv_idx_begin_end(NvIdx *idx, uint32_t primitive)
{
    if (primitive >= NV_PRIM_COUNT) {
        nv_error(idx->env, NV_ERROR_VERTEX_DATA, 0, "no primitive has number "
                 "%u, takes 0..%u", primitive, NV_PRIM_COUNT - 1);
        return;
    }
    if (idx->primitive) {
        end(idx, primitive != NV_PRIM_END);
    } else if (primitive == NV_PRIM_END) {
        nv_trace(idx->env, idx_outside, "END", primitive);
    }
    if (primitive != NV_PRIM_END) {
        begin(idx, primitive);
    }
}
