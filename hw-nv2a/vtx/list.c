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

/* --- where nothing is odd --- */

/* What many triangles ask for and change, in registers. */
typedef struct Quick {
    const NvVtxLanes *lanes;
    uint16_t *out;
    unsigned first;         /* number of slot 0 there */
    unsigned n, room;       /* of @out */
    unsigned cull;
    bool front_ccw;
    unsigned triangles, culled, flat;
} Quick;

/* Triangles have colours of their own, and nobody hears of each. */
static bool may_be_quick(const NvVtx *vtx)
{
    return !vtx->work->setup.flat && !nv_traces(vtx->env, vtx_culled);
}

static inline Quick quick_begin(const NvVtx *vtx)
{
    NvVtxWork *work = vtx->work;
    unsigned most = nv_vtx_most_corners(vtx);

    return (Quick) {
        .lanes = work->lanes, .out = &work->lane[work->count],
        .first = nv_vtx_corner_number(work, 0),
        .room = work->kind == NV_BATCH_LANES && work->count < most
                ? most - work->count : 0,
        .cull = work->setup.cull, .front_ccw = work->setup.front_ccw,
    };
}

/*
 * As triangle(), if all corners are in the view and there is room, or none is
 * needed; else false.
 */
static inline bool quick(Quick *q, unsigned a, unsigned b, unsigned c)
{
    const NvVtxLanes *l = q->lanes;
    int64_t area;

    if (l->code[a] | l->code[b] | l->code[c]) {
        return false;
    }
    area = area_of(l, a, b, c);
    if (!area || (q->cull & ((area > 0) == q->front_ccw ? 2 : 1))) {
        q->culled += area != 0;
        q->flat += area == 0;
    } else if (q->n + 3 > q->room) {
        return false;
    } else {
        q->out[q->n] = q->first + a;
        q->out[q->n + 1] = q->first + b;
        q->out[q->n + 2] = q->first + c;
        q->n += 3;
    }
    q->triangles++;
    return true;
}

static void quick_end(NvVtx *vtx, const Quick *q)
{
    vtx->work->count += q->n;
    vtx->work->triangles += q->triangles;
    vtx->counts.triangles += q->triangles;
    vtx->counts.culled += q->culled;
    vtx->counts.flat += q->flat;
}

static unsigned quick_list(NvVtx *vtx, const uint16_t *lanes, unsigned count)
{
    Quick q = quick_begin(vtx);
    unsigned i = 0;

    while (i + 3 <= count && quick(&q, lanes[i], lanes[i + 1], lanes[i + 2])) {
        i += 3;
    }
    quick_end(vtx, &q);
    return i;
}

/* The two before @lanes are @two; the parity is that of the first. */
static unsigned quick_strip(NvVtx *vtx, unsigned two[2], const uint16_t *lanes,
                            unsigned count)
{
    Quick q = quick_begin(vtx);
    unsigned a = two[0], b = two[1], i = 0;

    if (vtx->work->gathers && (nv_vtx_is_held(a) || nv_vtx_is_held(b))) {
        return 0;               /* see nv_vtx_emit_lanes() */
    }
    while (i < count && ((vtx->parity + i) & 1
                         ? quick(&q, b, a, lanes[i])
                         : quick(&q, a, b, lanes[i]))) {
        a = b;
        b = lanes[i++];
    }
    quick_end(vtx, &q);
    two[0] = a;
    two[1] = b;
    vtx->parity ^= i & 1;
    return i;
}

/* --- all of them --- */

/* Lanes of a triangle; @prov is whose colours it has if it is flat. */
static void triangle(NvVtx *vtx, const NvXfBlock *block, unsigned a,
                     unsigned b, unsigned c, unsigned prov)
{
    NvVtxWork *work = vtx->work;
    const NvVtxSetup *s = &work->setup;
    const NvVtxLanes *l = work->lanes;
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
        nv_vtx_emit_lanes(vtx, a, b, c);
    } else {
        vtx->counts.flat++;
    }
}

/* The next of @count only wait, until two do; how many that were. */
static unsigned hold_two(NvVtx *vtx, const uint16_t *lanes,
                         const uint8_t *edges, unsigned count)
{
    unsigned n = 0;

    while (n < count && vtx->held < 2) {
        vtx->work->hold[vtx->held++] =
            nv_vtx_held_lane(vtx->work, lanes[n], edges ? !!edges[n] : 1);
        n++;
    }
    return n;
}

/* The rest of a triangle of which some are held; how many of @count. */
static unsigned finish_triangle(NvVtx *vtx, const NvXfBlock *block,
                                const uint16_t *lanes, const uint8_t *edges,
                                unsigned count)
{
    const NvHeld *hold = vtx->work->hold;
    unsigned i = hold_two(vtx, lanes, edges, count);

    if (i < count) {
        vtx->held = 0;
        triangle(vtx, block, hold[0].slot, hold[1].slot, lanes[i],
                 vtx->work->setup.first ? hold[0].slot : lanes[i]);
        i++;
    }
    return i;
}

/* Triangles behind each other; what is too few for one waits. */
static unsigned list(NvVtx *vtx, const NvXfBlock *block,
                     const uint16_t *lanes, const uint8_t *edges,
                     unsigned count)
{
    bool first = vtx->work->setup.first, plain = may_be_quick(vtx);
    unsigned i = vtx->held ? finish_triangle(vtx, block, lanes, edges, count)
                           : 0;

    while (i + 3 <= count) {
        unsigned n = plain ? quick_list(vtx, lanes + i, count - i) : 0;

        if (!n) {
            triangle(vtx, block, lanes[i], lanes[i + 1], lanes[i + 2],
                     lanes[first ? i : i + 2]);
            n = 3;
        }
        i += n;
    }
    hold_two(vtx, lanes + i, edges ? edges + i : NULL, count - i);
    return count;
}

/*
 * Each with the two before it, every other one the other way round.  None is
 * left, so that nobody needs corners of those that wait.
 */
static unsigned strip(NvVtx *vtx, const NvXfBlock *block,
                      const uint16_t *lanes, const uint8_t *edges,
                      unsigned count)
{
    NvVtxWork *work = vtx->work;
    NvHeld *hold = work->hold;
    unsigned i = hold_two(vtx, lanes, edges, count);
    unsigned two[2] = { hold[0].slot, hold[1].slot };
    unsigned begin = i;
    bool plain = may_be_quick(vtx);

    while (i < count) {
        unsigned n = plain
                     ? quick_strip(vtx, two, lanes + i, count - i) : 0;

        if (!n) {
            triangle(vtx, block, two[vtx->parity], two[!vtx->parity],
                     lanes[i], work->setup.first ? two[0] : lanes[i]);
            two[0] = two[1];
            two[1] = lanes[i];
            vtx->parity = !vtx->parity;
            n = 1;
        }
        i += n;
    }
    for (unsigned k = MIN(count - begin, 2); k; k--) {
        hold[0] = hold[1];
        hold[1] = nv_vtx_held_lane(work, lanes[count - k],
                                   edges ? !!edges[count - k] : 1);
    }
    return count;
}

/* Vertices of before that are no lanes can only go one by one. */
static bool holds_lanes(const NvVtx *vtx)
{
    for (unsigned i = 0; i < vtx->held; i++) {
        if (!nv_vtx_in_lanes(vtx->work, vtx->work->hold[i].slot)) {
            return false;
        }
    }
    return true;
}

unsigned nv_vtx_list(NvVtx *vtx, const NvXfBlock *block,
                     const uint16_t *lanes, const uint8_t *edges,
                     unsigned count)
{
    if (!holds_lanes(vtx)) {
        return 0;
    }
    switch (vtx->prim) {
    case NV_PRIM_TRIANGLES:
        return list(vtx, block, lanes, edges, count);
    case NV_PRIM_TRIANGLE_STRIP:
        return strip(vtx, block, lanes, edges, count);
    default:
        return 0;
    }
}
