/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * BEGIN_END and the commands that launch vertices.
 *
 * One command can launch hundreds, and each may be drawn at once; what there
 * is no time for waits, and goes on before the next command is taken.
 * Method words as in public drivers.
 */
#include "idx/idx-priv.h"
#include "idx/map.h"

/* --- What waits --- */

static void finish_end(NvIdx *idx)
{
    idx->waits.end = 0;
    nv_vtx_end(idx->vtx);
    idx->primitive = NV_PRIM_END;
    idx->inline_count = 0;
    nv_trace(idx->env, idx_end, idx->batch->launched,
             idx->batch->transformed);
}

static void begin(NvIdx *idx, NvPrimitive primitive)
{
    idx->waits.begin = 0;
    idx->primitive = primitive;
    idx->inline_count = 0;
    idx->draws++;
    idx->batch->launched = 0;
    idx->batch->transformed = 0;
    nv_trace(idx->env, idx_begin, nv_primitive_name(primitive));
    nv_vtx_begin(idx->vtx, primitive);
}

/* The same primitive anew; vertices of before belong to the old one. */
static void finish_restart(NvIdx *idx)
{
    idx->waits.restart = 0;
    nv_vtx_end(idx->vtx);
    nv_vtx_begin(idx->vtx, idx->primitive);
}

static void draw_what_is_there(NvIdx *idx)
{
    nv_idx_end_part(idx);
    if (idx->batch->complete && !idx->batch->drawing) {
        nv_idx_draw_batch(idx);
    }
}

static void launch_rest(NvIdx *idx);

bool nv_idx_busy(const NvIdx *idx)
{
    return nv_idx_has_left(idx);
}

void nv_idx_continue(NvIdx *idx)
{
    if (nv_xf_busy(idx->xf)) {
        nv_xf_continue(idx->xf);
    }
    if (idx->batch->drawing && !nv_xf_busy(idx->xf)) {
        nv_idx_draw_batch(idx);
    }
    if (idx->batch->drawing || nv_xf_busy(idx->xf)) {
        return;
    }
    if (idx->waits.restart) {
        finish_restart(idx);
    }
    if (idx->waits.end) {
        finish_end(idx);
    }
    if (idx->waits.begin) {
        begin(idx, idx->waits.begin);
    }
    if (idx->waits.left) {
        idx->batch->serial = nv_xf_serial(idx->xf);
        launch_rest(idx);
    }
}

bool nv_idx_settle(NvIdx *idx)
{
    draw_what_is_there(idx);
    return !nv_idx_busy(idx);
}

void nv_idx_flush(NvIdx *idx)
{
    NvEnvTime time;

    if (nv_idx_flushed(idx)) {
        return;
    }
    time = nv_env_take_time(idx->env);
    nv_raster_continue(idx->vtx->raster);
    nv_idx_continue(idx);
    draw_what_is_there(idx);
    assert(nv_idx_flushed(idx));
    nv_env_give_back(idx->env, time);
}

bool nv_idx_settled(const NvIdx *idx)
{
    return nv_idx_flushed(idx);
}

bool nv_idx_adds(const NvIdx *idx, bool arrays)
{
    return idx->batch->arrays == arrays;
}

/* --- Vertices --- */

void nv_idx_add_token(NvIdx *idx, unsigned lane)
{
    NvIdxPart *part = idx->batch->open;

    part->lanes[part->tokens] = lane;
    part->edges[part->tokens] = idx->edge_flag;
    part->tokens++;
    if (idx->batch->serial) {
        draw_what_is_there(idx);
    } else if (part->tokens == NV_IDX_TOKENS) {
        nv_idx_close_part(idx);
    }
}

void nv_idx_enter(NvIdx *idx, bool arrays)
{
    NvIdxBatch *batch = idx->batch;

    if (batch->arrays != arrays) {
        nv_idx_flush(idx);
        batch->arrays = arrays;
    }
    batch->serial = nv_xf_serial(idx->xf);
}

/* Lane of @index in the open part, a new one if it has none. */
static unsigned lane_of(NvIdx *idx, uint32_t index)
{
    NvIdxPart *part = idx->batch->open;
    NvIdxAdding a = nv_idx_adding_to(idx->batch);
    NvIdxSlot *slot = nv_idx_slot(a.slots, a.stamp, index);
    unsigned lane;

    if (slot->stamp == a.stamp) {
        return slot->lane;
    }
    if (part->block->count == NV_XF_BLOCK) {
        nv_idx_close_part(idx);
        return lane_of(idx, index);
    }
    lane = nv_idx_new_lane(&a, slot, index);
    part->block->count = a.lanes;
    part->names_before = a.names_before;
    return lane;
}

static void remember_lanes(NvIdxMap *map, const NvIdxPart *part)
{
    nv_idx_map_clear(map);
    for (unsigned lane = 0; lane < part->block->count; lane++) {
        nv_idx_map_put(map, part->index[lane], lane);
    }
}

void nv_idx_remember(NvIdx *idx)
{
    NvIdxBatch *batch = idx->batch;
    NvIdxMap *map = &batch->map[batch->which];
    const NvIdxPart *open = batch->open, *part;
    unsigned lane;

    if (!batch->arrays) {
        return;
    }
    remember_lanes(map, open);
    if (batch->follows) {
        part = batch->part[batch->complete - 1];
        remember_lanes(&batch->map[!batch->which], part);
    }
    for (unsigned i = 0; i < open->tokens; i++) {
        nv_idx_part_with(batch, batch->complete, open->lanes[i], &part, &lane);
        nv_idx_map_put(map, part->index[lane], open->lanes[i]);
    }
}

static void launch_index(NvIdx *idx, uint32_t index)
{
    nv_idx_add_token(idx, lane_of(idx, index));
}

bool nv_idx_drawing(NvIdx *idx, const char *what, uint32_t data)
{
    if (!idx->primitive) {
        nv_trace(idx->env, idx_outside, what, data);
        return false;
    }
    return true;
}

/*
 * Of a list: one value may end the primitive and begin it again.  A base is
 * added to the others; that the one is compared without it is a guess.
 */
static void element(NvIdx *idx, uint32_t index)
{
    idx->batch->in_order = false;
    if (idx->restart_on && index == idx->restart_index) {
        draw_what_is_there(idx);
        idx->waits.restart = 1;
        if (!idx->batch->drawing) {
            finish_restart(idx);
        }
    } else {
        launch_index(idx, index + idx->vtx->bundle[NV_BUNDLE_VB_ELEMENT_BASE]);
    }
}

/* --- Many indices --- */

/* Numbers from @at on, as far as there is room and nothing else to do. */
static unsigned add_range(NvIdx *idx, uint32_t at, unsigned count)
{
    NvIdxAdding a = nv_idx_adding_to(idx->batch);
    unsigned n = 0;

    while (n < count && nv_idx_adding_room(&a, 1)) {
        nv_idx_add_index(&a, at + n++);
    }
    nv_idx_added(idx, &a);
    return n;
}

/* --- Commands --- */

/* The next of those that wait, from number @at on; how many that were. */
static unsigned launch_arrays(NvIdx *idx, uint32_t at, unsigned count)
{
    unsigned n = 0;

    idx->batch->in_order = true;
    while (n < count && !idx->batch->drawing) {
        unsigned some = idx->batch->serial
                        ? 0 : add_range(idx, at + n, count - n);

        if (!some) {
            launch_index(idx, at + n);
        }
        n += MAX(some, 1);
    }
    return n;
}

static unsigned launch_elements(NvIdx *idx, uint32_t at, unsigned count)
{
    unsigned n = 0;

    while (n < count && !idx->batch->drawing) {
        element(idx, idx->waits.element[(at + n++) & 1]);
    }
    return n;
}

static unsigned launch_list(NvIdx *idx, uint32_t at, unsigned count)
{
    unsigned n = 0;
    NvDma dma;
    bool fine = nv_idx_list(idx, &dma);

    while (n < count && !idx->batch->drawing) {
        element(idx, fine ? nv_idx_list_index(idx, &dma, at + n) : 0);
        n++;
    }
    return n;
}

static void launch_rest(NvIdx *idx)
{
    static unsigned (*const launch[])(NvIdx *idx, uint32_t at,
                                      unsigned count) = {
        [NV_IDX_FEED_ARRAYS] = launch_arrays,
        [NV_IDX_FEED_ELEMENTS] = launch_elements,
        [NV_IDX_FEED_LIST] = launch_list,
    };
    NvIdxWaits *w = &idx->waits;
    unsigned n = launch[w->feed](idx, w->next, w->left);

    w->next += n;
    w->left -= n;
}

/* @count vertices from number @first of what @feed says. */
static void launch(NvIdx *idx, NvIdxFeed feed, uint32_t first, unsigned count)
{
    NvIdxWaits *w = &idx->waits;

    w->feed = feed;
    w->next = first;
    w->left = count;
    launch_rest(idx);
}

void nv_idx_draw_arrays(NvIdx *idx, uint32_t data)
{
    uint32_t first = NV_IDX_GET(DRAW, FIRST, data);
    unsigned count = NV_IDX_GET(DRAW, COUNT_LESS_1, data) + 1;

    nv_trace(idx->env, idx_draw_arrays, first, count);
    if (nv_idx_drawing(idx, "DRAW_ARRAYS", data)) {
        nv_idx_enter(idx, true);
        launch(idx, NV_IDX_FEED_ARRAYS, first, count);
    }
}

void nv_idx_draw_index(NvIdx *idx, uint32_t data)
{
    uint32_t first = NV_IDX_GET(DRAW, FIRST, data);
    unsigned count = NV_IDX_GET(DRAW, COUNT_LESS_1, data) + 1;
    NvDma dma;

    if (!nv_idx_list(idx, &dma)) {
        nv_error(idx->env, NV_ERROR_INDEX_FETCH, 0, "0x%05x is no DMA object",
                 nv_idx_list_object(idx));
    } else if (nv_idx_drawing(idx, "DRAW_INDEX", data)) {
        nv_idx_enter(idx, true);
        launch(idx, NV_IDX_FEED_LIST, first, count);
    }
}

void nv_idx_element16(NvIdx *idx, uint32_t data)
{
    if (!nv_idx_drawing(idx, "ELEMENT16", data)) {
        return;
    }
    nv_idx_enter(idx, true);
    element(idx, NV_IDX_GET(INDICES, FIRST, data));
    if (!idx->batch->drawing) {
        element(idx, NV_IDX_GET(INDICES, SECOND, data));
    } else {
        idx->waits.element[0] = NV_IDX_GET(INDICES, SECOND, data);
        launch(idx, NV_IDX_FEED_ELEMENTS, 0, 1);
    }
}

void nv_idx_element32(NvIdx *idx, uint32_t data)
{
    if (!nv_idx_drawing(idx, "ELEMENT32", data)) {
        return;
    }
    nv_idx_enter(idx, true);
    element(idx, data);
}

static inline unsigned add_words(NvIdx *idx, bool wide,
                                 const uint32_t (*w)[2], unsigned n)
{
    uint32_t base = idx->vtx->bundle[NV_BUNDLE_VB_ELEMENT_BASE];
    unsigned i, each = wide ? 1 : 2;
    NvIdxAdding a = nv_idx_adding_to(idx->batch);
    uint32_t mthd = w[0][0];

    for (i = 0; i < n && w[i][0] == mthd && nv_idx_adding_room(&a, each); i++) {
        uint32_t data = w[i][1];

        if (wide) {
            nv_idx_add_index(&a, data + base);
        } else {
            nv_idx_add_index(&a, NV_IDX_GET(INDICES, FIRST, data) + base);
            nv_idx_add_index(&a, NV_IDX_GET(INDICES, SECOND, data) + base);
        }
    }
    nv_idx_added(idx, &a);
    return i;
}

unsigned nv_idx_elements(NvIdx *idx, bool wide, const uint32_t (*w)[2],
                         unsigned n)
{
    const NvIdxBatch *batch = idx->batch;

    if (!batch->arrays || !batch->open->tokens || batch->serial ||
        idx->restart_on || !idx->primitive) {
        return 0;
    }
    return wide ? add_words(idx, true, w, n) : add_words(idx, false, w, n);
}

/*
 * END draws: after it the guest may reuse its arrays as soon as it sees the
 * card idle, so nothing may be left to fetch.
 */
static void end(NvIdx *idx)
{
    draw_what_is_there(idx);
    idx->waits.end = 1;
    if (!idx->batch->drawing) {
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
        end(idx);
    } else if (primitive == NV_PRIM_END) {
        nv_trace(idx->env, idx_outside, "END", primitive);
    }
    if (primitive != NV_PRIM_END) {
        idx->waits.begin = primitive;
        if (!idx->waits.end) {
            begin(idx, primitive);
        }
    }
}
