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
    work->lanes = &work->ring[NV_VTX_RING - 1];
    work->blocks = 2;
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

/* One more of the ring; the batch of before may be at those above it. */
static void count_block(NvVtx *vtx)
{
    NvVtxWork *work = vtx->work;

    if (work->blocks == NV_VTX_BLOCKS) {
        if (!work->count) {
            nv_raster_settle(vtx->raster);
        }
        nv_vtx_batch_flush(vtx);
        work->blocks = 1;
    }
    work->blocks++;
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

/* What triangles are decided by is copied, a corner stays where it is. */
static void name_before(NvVtxLanes *lanes, const NvVtxLanes *from,
                        unsigned count)
{
    memcpy(lanes->x + NV_VTX_BEFORE, from->x, count * sizeof(from->x[0]));
    memcpy(lanes->y + NV_VTX_BEFORE, from->y, count * sizeof(from->y[0]));
    memcpy(lanes->code + NV_VTX_BEFORE, from->code,
           count * sizeof(from->code[0]));
    if (lanes->v + NV_VTX_BEFORE != from->v) {
        memcpy(lanes->v + NV_VTX_BEFORE, from->v, count * sizeof(from->v[0]));
    }
}

/*
 * Where the next block's lanes are made.  As few as can be are in use, for what
 * was used lately is near.
 */
static NvVtxLanes *next_lanes(NvVtxWork *work, bool before)
{
    NvVtxLanes *top = &work->ring[NV_VTX_RING - 1];

    return (work->gathers || before) && work->lanes > work->ring
           ? work->lanes - 1 : top;
}

/* @before: lanes of the block that has them now are named, too; or NULL. */
static void make_lanes(NvVtx *vtx, const NvXfBlock *block,
                       const NvXfBlock *before)
{
    NvVtxWork *work = vtx->work;
    const NvVtxLanes *from = work->lanes;

    if (work->gathers) {
        count_block(vtx);
    }
    work->lanes = next_lanes(work, before);
    nv_vtx_lanes(&work->setup, block, work->lanes);
    if (work->lanes != from) {
        copy_held(vtx, from);
    }
    if (before) {
        name_before(work->lanes, from, before->count);
    }
}

void nv_vtx_turn_block(NvVtx *vtx, const NvXfBlock *block)
{
    NvVtxWork *work = vtx->work;

    if (work->before && !work->have_before) {
        make_lanes(vtx, work->before, NULL);
    }
    make_lanes(vtx, block, work->before);
    work->have_lanes = true;
}
