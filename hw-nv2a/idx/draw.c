/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The batches in which vertices go through XF and on to VTX.
 *
 * A vertex index is fetched and transformed once for each part of a batch,
 * however often it is drawn, and not if the part before did it: a row of a mesh
 * is so once (the real pre-transform cache is of the same kind; its size is
 * not visible to guests).  Method words as in public drivers.
 */
#include "idx/map.h"

/* --- Batches --- */

NvIdxPart *nv_idx_part(NvIdxBatch *batch, unsigned i)
{
    NvIdxPart **part = &batch->part[i];

    if (!*part) {
        *part = g_new0(NvIdxPart, 1);
        (*part)->block = nv_xf_block_new();
        memset((*part)->padded, NV_IDX_NOT_PADDED, sizeof((*part)->padded));
    }
    return *part;
}

/* The next part is empty; it may name vertices of the last if it follows. */
static void open_part(NvIdxBatch *batch, bool follows)
{
    batch->open = nv_idx_part(batch, batch->complete);
    batch->open->block->count = 0;
    batch->open->tokens = 0;
    batch->open->names_before = false;
    batch->follows = follows;
    batch->which ^= follows;
    nv_idx_map_clear(&batch->map[batch->which]);
}

void nv_idx_part_with(const NvIdxBatch *batch, unsigned i, unsigned lane,
                      const NvIdxPart **part, unsigned *of)
{
    bool before = lane >= NV_VTX_BEFORE;

    assert(!before || (i && batch->part[i]->names_before));
    *part = batch->part[i - before];
    *of = before ? lane - NV_VTX_BEFORE : lane;
    assert(*of < (*part)->block->count);
}

void nv_idx_batch_reset(NvIdxBatch *batch)
{
    for (unsigned i = 0; i < NV_ARRAY_SIZE(batch->part); i++) {
        NvIdxPart *part = batch->part[i];

        if (part) {
            part->spread = 0;
            memset(part->padded, NV_IDX_NOT_PADDED, sizeof(part->padded));
        }
    }
    batch->complete = batch->ready = batch->at = 0;
    batch->tokens = batch->token = 0;
    batch->drawing = batch->same = false;
    open_part(batch, false);
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

/* hw: VAB is what the last vertex of part @i that was fetched went through. */
static void leave_last_in_vab(NvIdx *idx, unsigned i)
{
    const NvIdxPart *part = idx->batch->part[i];
    unsigned lane = part->lanes[part->tokens - 1];

    nv_idx_part_with(idx->batch, i, lane, &part, &lane);
    for (unsigned n = 0; n < NV_XF_ATTRS; n++) {
        if (!nv_idx_array_on(idx, n) || nv_idx_array_is_fog(idx, n)) {
            continue;
        }
        for (unsigned c = 0; c < 4; c++) {
            nv_xf_vab(idx->xf, n, c, part->block->in[n][c][lane]);
        }
    }
}

/* What waits goes through XF, as far as time goes; true if some did. */
static bool transform(NvIdx *idx)
{
    NvIdxBatch *batch = idx->batch;
    NvXfBlock *blocks[NV_ARRAY_SIZE(batch->part)];
    unsigned n = 0, done;

    for (unsigned i = batch->ready; i < batch->complete; i++) {
        assert(batch->part[i]->block->count <= NV_XF_BLOCK);
        blocks[n++] = batch->part[i]->block;
    }
    done = nv_xf_transform_blocks(idx->xf, blocks, n);
    for (unsigned i = batch->ready; i < batch->ready + done; i++) {
        const NvIdxPart *part = batch->part[i];

        batch->launched += part->tokens;
        batch->transformed += part->block->count;
        idx->vertices += part->tokens;
    }
    batch->ready += done;
    return done;
}

/*
 * Vertices VTX gets at once, with those it holds: whole lists of triangles,
 * lines and quads; what they make waits in raster if it is late.
 */
#define BITE 120

static void bite(NvIdx *idx)
{
    NvIdxBatch *batch = idx->batch;
    const NvIdxPart *part = batch->part[batch->at];
    const NvXfBlock *before =
        part->names_before ? batch->part[batch->at - 1]->block : NULL;
    unsigned count = MIN(part->tokens - batch->token, BITE - idx->vtx->held);

    if (!batch->token || !batch->same) {
        nv_vtx_vertices(idx->vtx, part->block, before,
                        part->lanes + batch->token,
                        part->edges + batch->token, count);
    } else {
        nv_vtx_more_vertices(idx->vtx, part->block,
                             part->lanes + batch->token,
                             part->edges + batch->token, count);
    }
    batch->same = true;
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

void nv_idx_draw_batch(NvIdx *idx)
{
    NvIdxBatch *batch = idx->batch;

    batch->drawing = true;
    nv_vtx_gather_more(idx->vtx, true);
    while (batch->at < batch->complete) {
        if (nv_raster_busy(idx->vtx->raster) || nv_env_late(idx->env) ||
            (batch->at == batch->ready && !transform(idx))) {
            break;
        }
        bite(idx);
    }
    nv_vtx_gather_more(idx->vtx, false);
    if (batch->at == batch->complete) {
        batch_done(batch);
    }
}

/*
 * The part that opens may name vertices of the last, which waits with it.  Runs
 * on record end where they would without: by how much was transformed.
 */
static bool next_follows(const NvIdx *idx)
{
    const NvIdxBatch *batch = idx->batch;

    return batch->arrays && !batch->in_order && !batch->drawing &&
           !idx->env->captured;
}

/* What is in the open part has its inputs; there is another open one. */
static void close_part(NvIdx *idx, bool goes_on)
{
    NvIdxBatch *batch = idx->batch;
    NvIdxPart *part = batch->open;
    bool full, enough;

    idx->closed++;
    if (!part->tokens) {
        batch->follows &= goes_on;
        return;
    }
    assert(part->tokens <= NV_IDX_TOKENS);
    if (batch->arrays) {
        nv_idx_fetch_block(idx, part);
        leave_last_in_vab(idx, batch->complete);
    }
    batch->complete++;
    batch->tokens += part->tokens;
    full = batch->complete + 1 == NV_ARRAY_SIZE(batch->part);
    enough = batch->complete >= nv_xf_batch(idx->xf) ||
             batch->tokens >= NV_IDX_BATCH_TOKENS;
    open_part(batch, goes_on && !full && !enough && next_follows(idx));
    if (full) {
        nv_idx_flush(idx);
    } else if (enough && !batch->drawing) {
        nv_idx_draw_batch(idx);
    }
}

void nv_idx_close_part(NvIdx *idx)
{
    close_part(idx, true);
}

void nv_idx_end_part(NvIdx *idx)
{
    close_part(idx, false);
}
