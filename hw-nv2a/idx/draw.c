/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The batches in which vertices go through XF and on to VTX.
 *
 * A vertex index is fetched and transformed once for each batch, however
 * often it is drawn (the real pre-transform cache is of the same kind; its
 * size is not visible to guests).  Method words as in public drivers.
 */
#include "idx/idx-priv.h"

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

/* The next part is empty, and no index has a lane in it. */
static void open_part(NvIdxBatch *batch)
{
    batch->open = nv_idx_part(batch, batch->complete);
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
            part->spread = 0;
            memset(part->padded, NV_IDX_NOT_PADDED, sizeof(part->padded));
        }
    }
    batch->complete = batch->ready = batch->at = 0;
    batch->tokens = batch->token = 0;
    batch->drawing = batch->same = false;
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
    unsigned count = MIN(part->tokens - batch->token, BITE - idx->vtx->held);

    if (!batch->token || !batch->same) {
        nv_vtx_vertices(idx->vtx, part->block, part->lanes + batch->token,
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

/* What is in the open part has its inputs; there is another open one. */
void nv_idx_close_part(NvIdx *idx)
{
    NvIdxBatch *batch = idx->batch;
    NvIdxPart *part = batch->open;

    idx->closed++;
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
        nv_idx_flush(idx);
    } else if (!batch->drawing &&
               (batch->complete >= nv_xf_batch(idx->xf) ||
                batch->tokens >= NV_IDX_BATCH_TOKENS)) {
        nv_idx_draw_batch(idx);
    }
}
