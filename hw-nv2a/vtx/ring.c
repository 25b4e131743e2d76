/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Where corners are until they are drawn: lanes of blocks where they were made,
 * for other threads may be at them long after the block is gone.  No hardware
 * facts.
 */
#include "vtx/vtx-priv.h"

#include <stdlib.h>

/* A corner is three lines of the host's cache then. */
#define LINE 64

void nv_vtx_ring_init(NvVtxWork *work)
{
    void *room;

    if (posix_memalign(&room, LINE, sizeof(*work->room))) {
        g_error("no memory for corners");
    }
    work->room = room;
    for (unsigned i = 0; i < NV_VTX_RING; i++) {
        work->ring[i].v = work->room->block[i];
        nv_vtx_lanes_forget(&work->ring[i]);
    }
    work->lanes = &work->ring[0];
    work->blocks = 1;
    nv_vtx_turn(work);
}

void nv_vtx_ring_free(NvVtxWork *work)
{
    free(work->room);
}

void nv_vtx_turn(NvVtxWork *work)
{
    work->turn ^= 1;
    work->batch = work->room->loose[work->turn];
    work->lane = work->batch_lanes[work->turn];
}

/* The next of the ring; the batch of before may be at those behind it. */
static void next_block(NvVtx *vtx)
{
    NvVtxWork *work = vtx->work;

    if (work->blocks == NV_VTX_BLOCKS) {
        if (!work->count) {
            nv_raster_settle(vtx->raster);
        }
        nv_vtx_batch_flush(vtx);
        work->blocks = 0;
    }
    work->blocks++;
    work->lanes = work->lanes + 1 == work->ring + NV_VTX_RING
                  ? work->ring : work->lanes + 1;
}

static void copy_held(const NvVtx *vtx, const NvVtxLanes *from)
{
    for (unsigned i = 0; i < vtx->held && i < NV_VTX_HOLD; i++) {
        if (vtx->work->in_lanes[i]) {
            nv_vtx_copy_lane(vtx->work->lanes, NV_XF_BLOCK + i, from,
                             NV_XF_BLOCK + i);
        }
    }
}

void nv_vtx_turn_block(NvVtx *vtx, const NvXfBlock *block)
{
    NvVtxWork *work = vtx->work;
    const NvVtxLanes *before = work->lanes;

    if (work->gathers) {
        next_block(vtx);
    }
    nv_vtx_lanes(&work->setup, block, work->lanes);
    if (work->lanes != before) {
        copy_held(vtx, before);
    }
    work->have_lanes = true;
}
