/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * BEGIN_END, draws, and the batches in which vertices go through XF.
 *
 * A vertex index is fetched and transformed once for each batch, however
 * often it is drawn (the real pre-transform cache is of the same kind; its
 * size is not visible to guests).  Method words as in public drivers.
 */
#include "idx/idx-priv.h"

void nv_idx_batch_clear(NvIdxBatch *batch)
{
    batch->block.count = 0;
    batch->tokens = 0;
    if (++batch->stamp == 0) {
        memset(batch->map, 0, sizeof(batch->map));
        batch->stamp = 1;
    }
}

/* hw: VAB is what the last fetched vertex went through. */
static void leave_last_in_vab(NvIdx *idx, const NvIdxBatch *batch)
{
    unsigned lane = batch->lanes[batch->tokens - 1];

    for (unsigned n = 0; n < NV_XF_ATTRS; n++) {
        if (!nv_idx_array_on(idx, n)) {
            continue;
        }
        for (unsigned c = 0; c < 4; c++) {
            nv_xf_command(idx->xf, NV_XF_VAB, n << 4 | c << 2,
                          batch->block.in[n][c][lane]);
        }
    }
}

/* Host time of a transformed vertex, in plain pixels: a long program's. */
#define VERTEX_PIXELS 1024

void nv_idx_flush(NvIdx *idx)
{
    NvIdxBatch *batch = idx->batch;

    if (!batch->tokens) {
        return;
    }
    if (batch->arrays) {
        nv_idx_fetch_block(idx, batch);
        leave_last_in_vab(idx, batch);
    }
    nv_xf_transform(idx->xf, &batch->block);
    nv_env_spend(idx->env, (uint64_t)batch->block.count * VERTEX_PIXELS);
    nv_vtx_vertices(idx->vtx, &batch->block, batch->lanes, batch->edges,
                    batch->tokens);
    batch->launched += batch->tokens;
    batch->transformed += batch->block.count;
    idx->vertices += batch->tokens;
    nv_idx_batch_clear(batch);
}

/* Lane @lane once more as the next vertex of the primitive. */
static void add_token(NvIdx *idx, unsigned lane)
{
    NvIdxBatch *batch = idx->batch;

    batch->lanes[batch->tokens] = lane;
    batch->edges[batch->tokens] = idx->edge_flag;
    batch->tokens++;
    if (batch->serial || batch->tokens == NV_IDX_TOKENS) {
        nv_idx_flush(idx);
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

/* A vertex with the attributes of now. */
void nv_idx_launch_vab(NvIdx *idx)
{
    NvIdxBatch *batch = idx->batch;
    unsigned lane;

    enter(idx, false);
    if (batch->block.count == NV_XF_BLOCK) {
        nv_idx_flush(idx);
    }
    lane = batch->block.count++;
    for (unsigned n = 0; n < NV_XF_ATTRS; n++) {
        batch->spread[n] = false;
        for (unsigned c = 0; c < 4; c++) {
            batch->block.in[n][c][lane] = idx->xf->vab[n][c];
        }
    }
    add_token(idx, lane);
}

/* Lane of @index in this batch, a new one if it has none. */
static unsigned lane_of(NvIdx *idx, uint32_t index)
{
    NvIdxBatch *batch = idx->batch;
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
    if (batch->block.count == NV_XF_BLOCK) {
        nv_idx_flush(idx);
        return lane_of(idx, index);
    }
    slot->index = index;
    slot->lane = batch->block.count++;
    slot->stamp = batch->stamp;
    batch->index[slot->lane] = index;
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
    uint32_t first = nv_extract(data, 0, 24);
    unsigned count = nv_extract(data, 24, 8) + 1;

    nv_trace(idx->env, idx_draw_arrays, first, count);
    if (!drawing(idx, "DRAW_ARRAYS", data)) {
        return;
    }
    enter(idx, true);
    for (unsigned i = 0; i < count; i++) {
        launch_index(idx, first + i);
    }
}

void nv_idx_element16(NvIdx *idx, uint32_t data)
{
    if (!drawing(idx, "ELEMENT16", data)) {
        return;
    }
    enter(idx, true);
    launch_index(idx, nv_extract(data, 0, 16));
    launch_index(idx, nv_extract(data, 16, 16));
}

void nv_idx_element32(NvIdx *idx, uint32_t data)
{
    if (!drawing(idx, "ELEMENT32", data)) {
        return;
    }
    enter(idx, true);
    launch_index(idx, data);
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
            nv_xf_command(idx->xf, NV_XF_VAB, n << 4 | c << 2, out[c]);
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
static void end(NvIdx *idx)
{
    nv_idx_flush(idx);
    nv_vtx_end(idx->vtx);
    idx->primitive = NV_PRIM_END;
    idx->inline_count = 0;
    nv_trace(idx->env, idx_end, idx->batch->launched,
             idx->batch->transformed);
}

void nv_idx_begin_end(NvIdx *idx, uint32_t primitive)
{
    if (primitive >= NV_PRIM_COUNT) {
        nv_guest_error(idx->env, "BEGIN_END with primitive 0x%x", primitive);
        return;
    }
    if (idx->primitive) {
        end(idx);
    } else if (primitive == NV_PRIM_END) {
        nv_trace(idx->env, idx_outside, "END", primitive);
    }
    if (primitive != NV_PRIM_END) {
        begin(idx, primitive);
    }
}
