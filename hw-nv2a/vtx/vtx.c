/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * VTX between IDX and the rasteriser: runs of vertices, saved state.
 *
 * A run converts each lane it meets once, assembles, and leaves no work
 * behind: held vertices go back to NvVtx as the words XF wrote, because
 * state that shapes them may change before the next run.
 */
#include "vtx/vtx-priv.h"

#define WORDS_OF_VERTEX (sizeof(NvVertex) / sizeof(uint32_t))

static bool bundle_had(uint32_t version, uint32_t index)
{
    return nv_bundle_saved(NV_KEEPER_VTX, version, index);
}

/* Vertices are rows of words. */
static const NvField fields[] = {
    NV_FIELD(NvVtx, prim),
    NV_FIELD(NvVtx, held),
    NV_FIELD(NvVtx, parity),
    { "hold", offsetof(NvVtx, hold), 4, NV_VTX_HOLD * WORDS_OF_VERTEX },
    { "first", offsetof(NvVtx, first), 4, WORDS_OF_VERTEX },
    NV_FIELD_ARRAY(NvVtx, bundle, bundle[0], .had = bundle_had),
    NV_FIELD(NvVtx, stipple, .since = 3),
    NV_FIELD_END
};

static bool validate(const void *scratch, GError **error)
{
    const NvVtx *vtx = scratch;
    bool fine = vtx->prim < NV_PRIM_COUNT && vtx->parity <= 1 &&
                vtx->held <= nv_vtx_held_max(vtx->prim) &&
                vtx->first.edge <= 1 &&
                (vtx->prim != NV_PRIM_LINE_LOOP ||
                 vtx->parity <= vtx->held);

    for (unsigned i = 0; fine && i < NV_VTX_HOLD; i++) {
        fine = vtx->hold[i].edge <= 1;
    }
    if (!fine) {
        g_set_error(error, NV_STATE_ERROR, 0,
                    "vtx: primitive %u with %u vertices held, parity %u: "
                    "out of range", vtx->prim, vtx->held, vtx->parity);
    }
    return fine;
}

static void loaded(void *unit)
{
    NvVtx *vtx = unit;

    vtx->work->count = 0;
    vtx->work->have_lanes = vtx->work->have_setup = false;
    vtx->work->have_before = false;
    memset(vtx->work->ready, 0, sizeof(vtx->work->ready));
}

const NvSection nv_vtx_section = {
    .name = "vtx",
    .version = 3,
    .oldest = 2,
    .size = sizeof(NvVtx),
    .fields = fields,
    .validate = validate,
    .loaded = loaded,
};

void nv_vtx_init(NvVtx *vtx, NvEnv *env, NvRaster *raster)
{
    memset(vtx, 0, sizeof(*vtx));
    vtx->env = env;
    vtx->chip = env->chip;
    vtx->places = nv_places(env->chip->fe);
    vtx->raster = raster;
    vtx->work = g_new0(NvVtxWork, 1);
    nv_vtx_ring_init(vtx->work);
}

void nv_vtx_free(NvVtx *vtx)
{
    if (vtx->work) {
        nv_vtx_ring_free(vtx->work);
    }
    g_clear_pointer(&vtx->work, g_free);
}

void nv_vtx_reset(NvVtx *vtx)
{
    NvVtx clean = {
        .env = vtx->env, .chip = vtx->chip, .places = vtx->places,
        .raster = vtx->raster, .work = vtx->work, .origin = vtx->origin,
        .one_by_one = vtx->one_by_one,
    };

    *vtx = clean;
    loaded(vtx);
}

void nv_vtx_set_origin(NvVtx *vtx, bool celsius)
{
    assert(!vtx->work->count);
    vtx->origin = celsius ? 2048 : 0;
    vtx->work->have_setup = false;
}

/* --- Runs --- */

/* Bundles came, or registers that the rasteriser has differ. */
static bool is_set_up(const NvVtx *vtx)
{
    const NvVtxWork *work = vtx->work;

    return work->have_setup &&
           work->setup.zeta_format == vtx->raster->zeta.format &&
           work->setup.program == vtx->raster->program;
}

static void set_up(NvVtx *vtx)
{
    if (!is_set_up(vtx)) {
        nv_vtx_setup(vtx, &vtx->work->setup);
        vtx->work->have_setup = true;
        vtx->work->have_lanes = false;
    }
}

static NvHeld restore(NvVtx *vtx, const NvVertex *from, unsigned slot)
{
    NvVtxWork *work = vtx->work;

    nv_vtx_convert(&work->setup, from, &work->corner[slot]);
    work->ready[slot] = true;
    return nv_vtx_held_lane(work, slot, from->edge);
}

/*
 * Vertex @i that is held gets a slot of its own.  @same: with the state of
 * before; then it need not become a corner if it was a lane.
 */
static void hold_on(NvVtx *vtx, unsigned i, bool same)
{
    NvVtxWork *work = vtx->work;
    unsigned from = work->hold[i].slot, slot = NV_XF_BLOCK + i;

    work->in_lanes[i] = same && (nv_vtx_is_held(from)
                                 ? nv_vtx_in_lanes(work, from)
                                 : work->have_lanes);
    if (work->in_lanes[i]) {
        nv_vtx_copy_lane(work->lanes, slot, work->lanes, from);
        work->ready[slot] = false;
        work->hold[i] = nv_vtx_held_lane(work, slot, vtx->hold[i].edge);
    } else {
        work->hold[i] = restore(vtx, &vtx->hold[i], slot);
    }
}

/*
 * What is held is there again, with the state of now.  @more: of the same
 * block, so that lanes of it still are.
 */
static void run_begin(NvVtx *vtx, bool more)
{
    NvVtxWork *work = vtx->work;
    bool same = is_set_up(vtx);

    assert((work->gathers || !work->count) && vtx->held <= NV_VTX_HOLD);
    set_up(vtx);
    for (unsigned i = 0; i < vtx->held; i++) {
        if (!more || nv_vtx_is_held(work->hold[i].slot)) {
            hold_on(vtx, i, same);
        }
    }
    work->first.slot = NV_XF_BLOCK + NV_VTX_HOLD;
    work->first.edge = vtx->first.edge;
    if (vtx->held && nv_vtx_keeps_first(vtx->prim)) {
        work->first = restore(vtx, &vtx->first, NV_XF_BLOCK + NV_VTX_HOLD);
    }
}

/* The words of a lane, of @block or of the one before. */
static void gather_lane(const NvVtx *vtx, const NvXfBlock *block,
                        unsigned slot, NvVertex *out)
{
    const NvVtxWork *work = vtx->work;

    if (slot < NV_VTX_BEFORE) {
        nv_vtx_gather(&work->setup.from, block, slot, out);
    } else {
        nv_vtx_gather(&work->setup.from, work->before, slot - NV_VTX_BEFORE,
                      out);
    }
}

static void keep_one(const NvVtx *vtx, const NvXfBlock *block,
                     const NvVertex *old, const NvHeld *held, NvVertex *out)
{
    if (nv_vtx_is_held(held->slot)) {
        *out = old[held->slot - NV_XF_BLOCK];
    } else {
        gather_lane(vtx, block, held->slot, out);
    }
    out->edge = held->edge;
}

/* The reverse of run_begin. */
static void run_end(NvVtx *vtx, const NvXfBlock *block)
{
    NvVtxWork *work = vtx->work;
    NvVertex old[NV_VTX_HOLD + 1];

    if (!work->gathers) {
        nv_vtx_batch_flush(vtx);
    }
    if (!vtx->held) {
        return;
    }
    memcpy(old, vtx->hold, sizeof(vtx->hold));
    old[NV_VTX_HOLD] = vtx->first;
    for (unsigned i = 0; i < vtx->held && i < NV_VTX_HOLD; i++) {
        keep_one(vtx, block, old, &work->hold[i], &vtx->hold[i]);
    }
    keep_one(vtx, block, old, &work->first, &vtx->first);
}

void nv_vtx_begin(NvVtx *vtx, NvPrimitive prim)
{
    assert(prim < NV_PRIM_COUNT);
    vtx->prim = prim;
    vtx->held = 0;
    vtx->parity = 0;
    vtx->stipple = 0;
    vtx->work->triangles = 0;
    memset(vtx->hold, 0, sizeof(vtx->hold));
    memset(&vtx->first, 0, sizeof(vtx->first));
    /* Fans and polygons count one more than these: it is nobody's lane. */
    for (unsigned i = 0; i < NV_VTX_HOLD; i++) {
        vtx->work->hold[i] = nv_vtx_held_lane(vtx->work, NV_XF_BLOCK + i, 0);
        vtx->work->in_lanes[i] = false;
    }
    nv_trace(vtx->env, vtx_begin, nv_primitive_name(prim));
}

NvHeld nv_vtx_held(NvVtx *vtx, const NvXfBlock *block, unsigned lane,
                   uint8_t edge)
{
    NvVtxWork *work = vtx->work;

    if (work->ready[lane]) {
        return nv_vtx_held_lane(work, lane, edge);
    }
    if (nv_vtx_is_held(lane)) {
        restore(vtx, &vtx->hold[lane - NV_XF_BLOCK], lane);
    } else {
        NvVertex words;

        gather_lane(vtx, block, lane, &words);
        nv_vtx_convert(&work->setup, &words, &work->corner[lane]);
        work->ready[lane] = true;
    }
    return nv_vtx_held_lane(work, lane, edge);
}

/* Lanes that are held become corners. */
static void hold_corners(NvVtx *vtx, const NvXfBlock *block)
{
    NvHeld *hold = vtx->work->hold;

    for (unsigned i = 0; i < vtx->held && i < NV_VTX_HOLD; i++) {
        hold[i] = nv_vtx_held(vtx, block, hold[i].slot, hold[i].edge);
    }
}

static void take_one(NvVtx *vtx, NvAssemble take, const NvXfBlock *block,
                     unsigned lane, uint8_t edge)
{
    NvHeld v;

    hold_corners(vtx, block);
    v = nv_vtx_held(vtx, block, lane, edge);
    take(vtx, &v);
}

/* As many at once as can be. */
static unsigned take_list(NvVtx *vtx, const NvXfBlock *block,
                          const uint16_t *lanes, const uint8_t *edges,
                          unsigned count)
{
    NvVtxWork *work = vtx->work;

    if (!work->setup.plain || vtx->one_by_one ||
        (vtx->prim != NV_PRIM_TRIANGLES &&
         vtx->prim != NV_PRIM_TRIANGLE_STRIP)) {
        return 0;
    }
    if (!work->have_lanes) {
        nv_vtx_turn_block(vtx, block);
    }
    return nv_vtx_list(vtx, block, lanes, edges, count);
}

static void run(NvVtx *vtx, const NvXfBlock *block, const uint16_t *lanes,
                const uint8_t *edges, unsigned count)
{
    NvAssemble take = nv_vtx_assembler(vtx->prim);

    for (unsigned i = 0; i < count;) {
        const uint8_t *edge = edges ? edges + i : NULL;
        unsigned n = take_list(vtx, block, lanes + i, edge, count - i);

        if (!n) {
            take_one(vtx, take, block, lanes[i], edge ? !!*edge : 1);
            n = 1;
        }
        i += n;
    }
    run_end(vtx, block);
}

static bool makes_run(const NvVtx *vtx, unsigned count)
{
    return nv_vtx_assembler(vtx->prim) && count;
}

void nv_vtx_more_vertices(NvVtx *vtx, const NvXfBlock *block,
                          const uint16_t *lanes, const uint8_t *edges,
                          unsigned count)
{
    if (makes_run(vtx, count)) {
        run_begin(vtx, true);
        run(vtx, block, lanes, edges, count);
    }
}

/* Nothing was made of the block yet; its lanes follow those that are there. */
static void forget_block(NvVtxWork *work, const NvXfBlock *before)
{
    const size_t size = NV_XF_BLOCK * sizeof(work->ready[0]);

    work->before = before;
    work->have_before = before && work->have_lanes;
    work->have_lanes = false;
    memset(work->ready, 0, size);
    if (before) {
        memset(work->ready + NV_VTX_BEFORE, 0, size);
    }
}

void nv_vtx_vertices(NvVtx *vtx, const NvXfBlock *block,
                     const NvXfBlock *before, const uint16_t *lanes,
                     const uint8_t *edges, unsigned count)
{
    bool any = makes_run(vtx, count);

    if (any) {
        run_begin(vtx, false);
    }
    forget_block(vtx->work, before);
    if (any) {
        run(vtx, block, lanes, edges, count);
    }
}

void nv_vtx_gather_more(NvVtx *vtx, bool on)
{
    NvVtxWork *work = vtx->work;

    if (!on) {
        nv_vtx_batch_flush(vtx);
    }
    work->gathers = on && nv_raster_gathers(vtx->raster);
    nv_raster_overlap(vtx->raster, work->gathers);
}

/* Of others than those with a first vertex nothing is left to draw. */
void nv_vtx_end(NvVtx *vtx)
{
    if (vtx->held && nv_vtx_keeps_first(vtx->prim)) {
        run_begin(vtx, false);
        hold_corners(vtx, NULL);
        nv_vtx_assemble_end(vtx);
        nv_vtx_batch_flush(vtx);
    }
    vtx->prim = NV_PRIM_END;
    vtx->held = 0;
    vtx->parity = 0;
}

void nv_vtx_bundle(NvVtx *vtx, NvBundle bundle, uint32_t data)
{
    if (bundle < NV_BUNDLE_COUNT) {
        vtx->bundle[bundle] = data;
        vtx->work->have_setup = false;
    }
    nv_raster_bundle(vtx->raster, bundle, data);
}

void nv_vtx_bundles(NvVtx *vtx, const NvBundleWord *w, unsigned n)
{
    for (unsigned i = 0; i < n; i++) {
        assert(w[i].bundle < NV_BUNDLE_COUNT);
        vtx->bundle[w[i].bundle] = w[i].data;
    }
    vtx->work->have_setup = false;
    nv_raster_bundles(vtx->raster, w, n);
}
