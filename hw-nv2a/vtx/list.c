/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Lists and strips of triangles by the numbers of their lanes: facing and
 * culling, and no corner is touched but of flat ones.  What must be clipped
 * goes the way of all primitives (assemble.c, emit.c), and the order stays.
 */
#include "vtx/vtx-priv.h"

/* The way of all primitives. */
static void odd_triangle(NvVtx *vtx, const NvXfBlock *block, unsigned a,
                         unsigned b, unsigned c, unsigned prov)
{
    const NvCorner *corners[3] = {
        nv_vtx_held(vtx, block, a, 1).corner,
        nv_vtx_held(vtx, block, b, 1).corner,
        nv_vtx_held(vtx, block, c, 1).corner,
    };

    /* Edges matter to others than plain ones. */
    nv_vtx_triangle(vtx, corners, nv_vtx_held(vtx, block, prov, 1).corner, 7);
}

/* Twice the area in 1/256 pixels: positive when clockwise on the screen. */
static inline int64_t area_of(const NvVtxLanes *l, unsigned a, unsigned b,
                              unsigned c)
{
    return (int64_t)(l->x[b] - l->x[a]) * (l->y[c] - l->y[a]) -
           (int64_t)(l->x[c] - l->x[a]) * (l->y[b] - l->y[a]);
}

static inline void emit(NvVtx *vtx, NvVtxWork *work, unsigned a, unsigned b,
                        unsigned c)
{
    uint16_t *lane = &work->lane[work->count];

    if (!nv_vtx_notes_lanes(work)) {
        nv_vtx_emit_lanes(vtx, a, b, c);
        return;
    }
    lane[0] = a;
    lane[1] = b;
    lane[2] = c;
    work->count += 3;
}

/* Lanes of a triangle; @prov is whose colours it has if it is flat. */
static inline __attribute__((always_inline))
void triangle(NvVtx *vtx, const NvXfBlock *block, unsigned a,
                            unsigned b, unsigned c, unsigned prov)
{
    NvVtxWork *work = vtx->work;
    const NvVtxSetup *s = &work->setup;
    const NvVtxLanes *l = &work->lanes;
    unsigned any = l->code[a] | l->code[b] | l->code[c];
    unsigned all = l->code[a] & l->code[b] & l->code[c];
    int64_t area;

    /* hw: as nv_vtx_triangle() has it. */
    if (G_UNLIKELY(any & (s->clip_mask | NV_VTX_BAD))) {
        odd_triangle(vtx, block, a, b, c, prov);
        return;
    }
    work->triangles++;
    vtx->counts.triangles++;
    if (all & s->reject_mask) {
        vtx->counts.outside++;
        return;
    }
    area = area_of(l, a, b, c);
    if (s->cull & ((area > 0) == s->front_ccw ? 2 : 1)) {
        vtx->counts.culled += area != 0;
        vtx->counts.flat += area == 0;
        nv_trace(vtx->env, vtx_culled, work->triangles - 1);
    } else if (area && s->flat) {
        nv_vtx_emit_flat(vtx, (const unsigned[3]) { a, b, c }, prov);
    } else if (area) {
        emit(vtx, work, a, b, c);
    } else {
        vtx->counts.flat++;
    }
}

/* Whole triangles behind each other. */
static unsigned list(NvVtx *vtx, const NvXfBlock *block,
                     const uint16_t *lanes, unsigned count)
{
    bool first = vtx->work->setup.first;
    unsigned i;

    for (i = 0; i + 3 <= count; i += 3) {
        triangle(vtx, block, lanes[i], lanes[i + 1], lanes[i + 2],
                 lanes[first ? i : i + 2]);
    }
    return i;
}

/* Each with the two before it, every other one the other way round. */
static unsigned strip(NvVtx *vtx, const NvXfBlock *block,
                      const uint16_t *lanes, const uint8_t *edges,
                      unsigned count)
{
    NvHeld *hold = vtx->work->hold;
    unsigned two[2] = { hold[0].slot, hold[1].slot };
    uint8_t edge[2] = { hold[0].edge, hold[1].edge };

    if (two[0] >= NV_XF_BLOCK || two[1] >= NV_XF_BLOCK) {
        return 0;
    }
    for (unsigned i = 0; i < count; i++) {
        triangle(vtx, block, two[vtx->parity], two[!vtx->parity], lanes[i],
                 vtx->work->setup.first ? two[0] : lanes[i]);
        two[0] = two[1];
        two[1] = lanes[i];
        edge[0] = edge[1];
        edge[1] = edges ? !!edges[i] : 1;
        vtx->parity = !vtx->parity;
    }
    hold[0] = nv_vtx_held(vtx, block, two[0], edge[0]);
    hold[1] = nv_vtx_held(vtx, block, two[1], edge[1]);
    return count;
}

unsigned nv_vtx_list(NvVtx *vtx, const NvXfBlock *block,
                     const uint16_t *lanes, const uint8_t *edges,
                     unsigned count)
{
    if (vtx->prim == NV_PRIM_TRIANGLES && !vtx->held) {
        return list(vtx, block, lanes, count);
    }
    if (vtx->prim == NV_PRIM_TRIANGLE_STRIP && vtx->held == 2) {
        return strip(vtx, block, lanes, edges, count);
    }
    return 0;
}
