/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * IDX's commands from FE and the state words they leave behind.
 *
 * The state words and their side effects were read back from real cards by
 * public hardware tests (envytools); the rest follows public drivers.
 */
#include "idx/idx-priv.h"

static const NvField fields[] = {
    NV_FIELD_ARRAY(NvIdx, vtxbuf_offset, vtxbuf_offset[0]),
    NV_FIELD_ARRAY(NvIdx, vtxbuf_format, vtxbuf_format[0]),
    NV_FIELD(NvIdx, state_a),
    NV_FIELD(NvIdx, state_b),
    NV_FIELD(NvIdx, state_c),
    NV_FIELD(NvIdx, state_d),
    NV_FIELD_ARRAY(NvIdx, dma_vtx, dma_vtx[0]),
    NV_FIELD(NvIdx, primitive),
    NV_FIELD(NvIdx, edge_flag),
    NV_FIELD_ARRAY(NvIdx, inline_data, inline_data[0]),
    NV_FIELD(NvIdx, inline_count),
    NV_FIELD_ARRAY(NvIdx, cache, cache[0][0]),
    NV_FIELD_ARRAY(NvIdx, fifo, fifo[0][0]),
    NV_FIELD(NvIdx, fifo_at),
    NV_FIELD_ARRAY(NvIdx, prefifo, prefifo[0][0]),
    NV_FIELD(NvIdx, prefifo_at),
    NV_FIELD(NvIdx, restart_on),
    NV_FIELD(NvIdx, restart_index),
    { "pipe", offsetof(NvIdx, pipe), 4, sizeof(NvIdxPipe) / 4 },
    NV_FIELD_ARRAY(NvIdx, unk25, unk25[0]),
    NV_FIELD_ARRAY(NvIdx, unk27, unk27[0]),
    NV_FIELD(NvIdx, unk27_at),
    NV_FIELD(NvIdx, unk27_step),
    { .name = "waits", .offset = offsetof(NvIdx, waits), .elem = 4,
      .count = sizeof(NvIdxWaits) / 4, .since = 3 },
    NV_FIELD_END
};

static bool validate(const void *scratch, GError **error)
{
    const NvIdx *idx = scratch;
    uint8_t edge;

    /* A bool from outside may hold any byte. */
    memcpy(&edge, &idx->edge_flag, sizeof(edge));
    if (edge > 1 || idx->primitive >= NV_PRIM_COUNT ||
        idx->inline_count >= NV_ARRAY_SIZE(idx->inline_data) ||
        idx->fifo_at >= NV_ARRAY_SIZE(idx->fifo) ||
        idx->prefifo_at >= NV_ARRAY_SIZE(idx->prefifo) ||
        idx->unk27_at >= 4 * NV_ARRAY_SIZE(idx->unk27) ||
        idx->unk27_step >= NV_IDX_NOTE_STEPS ||
        idx->pipe.ovtx_at >= NV_ARRAY_SIZE(idx->pipe.ovtx) ||
        idx->pipe.ovtx_last >= NV_ARRAY_SIZE(idx->pipe.ovtx) ||
        idx->waits.begin >= NV_PRIM_COUNT ||
        idx->waits.feed > NV_IDX_FEED_LIST ||
        idx->waits.left > NV_IDX_LAUNCHED) {
        g_set_error(error, NV_STATE_ERROR, 0,
                    "idx: edge flag %u, primitive %u, inline word %u, fifo "
                    "entries %u and %u, bundle entry %u, step %u: one is out "
                    "of range", edge, idx->primitive, idx->inline_count,
                    idx->fifo_at, idx->prefifo_at, idx->unk27_at,
                    idx->unk27_step);
        return false;
    }
    return true;
}

static void loaded(void *unit)
{
    NvIdx *idx = unit;

    nv_idx_batch_reset(idx->batch);
    nv_idx_pipe_config(idx);
    idx->inline_need = 0;
}

const NvSection nv_idx_section = {
    .name = "idx",
    .version = 3,
    .oldest = 2,
    .size = sizeof(NvIdx),
    .fields = fields,
    .validate = validate,
    .loaded = loaded,
};

void nv_idx_init(NvIdx *idx, NvEnv *env, NvMem *mem, NvXf *xf, NvVtx *vtx)
{
    memset(idx, 0, sizeof(*idx));
    idx->env = env;
    idx->traits = &env->chip->idx;
    idx->places = nv_places(env->chip->fe);
    assert(idx->traits->cache_words * 2 * sizeof(uint32_t) <=
           sizeof(idx->cache));
    idx->mem = mem;
    idx->xf = xf;
    idx->vtx = vtx;
    idx->batch = nv_idx_batch_new();
    nv_idx_reset(idx);
}

void nv_idx_free(NvIdx *idx)
{
    g_clear_pointer(&idx->batch, nv_idx_batch_free);
}

void nv_idx_reset(NvIdx *idx)
{
    NvIdx clean = {
        .env = idx->env, .mem = idx->mem, .xf = idx->xf, .vtx = idx->vtx,
        .batch = idx->batch, .traits = idx->traits, .places = idx->places,
        .bundle_entry = nv_idx_bundle_entry(idx),
        .edge_flag = true, .state_a = NV_IDX_BITS(A, EDGE_FLAG),
        /* hw: what the next bundle after reset finds. */
        .unk27_at = idx->traits->note_at,
        .unk27_step = idx->traits->note_step,
    };

    *idx = clean;
    loaded(idx);
}

void nv_idx_set_touch(NvIdx *idx, NvIdxTouch touch)
{
    idx->touch = touch;
    /* Celsius' eight attributes on a chip that has more. */
    idx->few_attrs = touch == NV_IDX_TOUCH_LITTLE && idx->traits->attrs > 8;
}

/* --- Commands for units below --- */

void nv_idx_xf(NvIdx *idx, NvXfCommand type, uint32_t addr, uint32_t a)
{
    nv_idx_flush(idx);
    nv_idx_log_xf(idx, type, addr, addr & 4 ? 2 : 1, a, a);
    nv_xf_command(idx->xf, type, addr, a);
}

void nv_idx_xf64(NvIdx *idx, NvXfCommand type, uint32_t addr,
                 uint32_t a, uint32_t b)
{
    nv_idx_flush(idx);
    nv_idx_log_xf(idx, type, addr, 3, a, b);
    nv_xf_command64(idx->xf, type, addr, a, b);
}

void nv_idx_put_mode(NvIdx *idx, uint32_t b, uint32_t a)
{
    nv_idx_flush(idx);
    nv_xf_put_mode(idx->xf, b, a);
}

/* Of many the logs keep the last. */
void nv_idx_xf_vectors(NvIdx *idx, NvXfCommand type, uint32_t addr,
                       const uint32_t (*w)[2], unsigned n)
{
    const unsigned kept = NV_ARRAY_SIZE(idx->fifo) / 4;
    unsigned from = n - MIN(n, kept);

    assert(nv_idx_flushed(idx) && !(addr & 15));
    nv_idx_log_pass(idx, from * 4);
    for (unsigned i = 0; i < n; i++, w += 4, addr += 16) {
        const uint32_t v[4] = { w[0][1], w[1][1], w[2][1], w[3][1] };

        if (i >= from) {
            nv_idx_log_xf_vector(idx, type, addr, v);
        }
        nv_xf_command_vector(idx->xf, type, addr, v);
    }
}

void nv_idx_dma_vtx(NvIdx *idx, uint32_t address)
{
    nv_idx_flush(idx);
    idx->dma_vtx[0] = address;
}

void nv_idx_fd(NvIdx *idx, uint32_t addr, uint32_t data)
{
    nv_idx_flush(idx);
    nv_idx_log_word(idx, NV_IDX_AT_FD | (addr & NV_IDX_FD_ADDRESS), data);
}

void nv_idx_patch(NvIdx *idx, int more)
{
    idx->state_a = NV_IDX_PUT(A, PATCHES, idx->state_a,
                              NV_IDX_GET(A, PATCHES, idx->state_a) + more);
}

void nv_idx_cache_store(NvIdx *idx, unsigned bank, unsigned at,
                        uint32_t data)
{
    idx->cache[bank % NV_ARRAY_SIZE(idx->cache)]
              [at % NV_ARRAY_SIZE(idx->cache[0])] = data;
}

void nv_idx_break_cache(NvIdx *idx)
{
    nv_idx_flush(idx);
    if (idx->touch != NV_IDX_TOUCH_LITTLE) {
        nv_idx_clear_waiting(idx);
    }
}

/* --- Vertex data --- */

void nv_idx_edge_flag(NvIdx *idx, bool on)
{
    idx->edge_flag = on;
    idx->state_a = NV_IDX_PUT(A, EDGE_FLAG, idx->state_a, on);
    nv_idx_log_edge_flag(idx, on);
    if (idx->touch != NV_IDX_TOUCH_LITTLE) {
        nv_idx_clear_waiting(idx);
    }
}

/* --- Arrays --- */

void nv_idx_vtxbuf_offset(NvIdx *idx, unsigned n, uint32_t data)
{
    assert(n < NV_XF_ATTRS);
    nv_idx_flush(idx);
    nv_idx_log_fe(idx, NV_IDX_AT_ARRAY(n), 1, data, data);
    nv_idx_clear_waiting(idx);
    idx->vtxbuf_offset[n] = data & (NV_IDX_BITS(OFFSET, OBJECT_B) |
                                    NV_MASK(idx->traits->offset_bits - 1, 0));
}

/* hw: type and size twice, stride, words of an inline element. */
static uint32_t format_word(uint32_t data)
{
    uint32_t type = NV_IDX_GET(SET_FORMAT, TYPE, data);
    uint32_t size = NV_IDX_GET(SET_FORMAT, SIZE, data);
    uint32_t stride = NV_IDX_GET(SET_FORMAT, STRIDE, data);

    return NV_IDX_PUT(FORMAT, TYPE, 0, type) |
           NV_IDX_PUT(FORMAT, SIZE, 0, size) |
           NV_IDX_PUT(FORMAT, STRIDE, 0, stride) |
           NV_IDX_PUT(FORMAT, TYPE_AGAIN, 0, type) |
           NV_IDX_PUT(FORMAT, SIZE_AGAIN, 0, size) |
           NV_IDX_PUT(FORMAT, WORDS, 0, nv_idx_format_words(type, size));
}

/* Words of a vertex of all arrays that are on. */
static unsigned words_of_vertex(const NvIdx *idx)
{
    uint32_t on = NV_IDX_GET(A, ARRAYS, idx->state_a);
    unsigned words = 0;

    for (unsigned n = 0; n < NV_XF_ATTRS; n++) {
        if (on & NV_BIT(n)) {
            uint32_t word = idx->vtxbuf_format[n];

            words += nv_idx_format_words(NV_IDX_GET(FORMAT, TYPE, word),
                                         NV_IDX_GET(FORMAT, SIZE, word));
        }
    }
    return words;
}

/* Bit @n of a word of arrays. */
static uint32_t with_array(uint32_t arrays, unsigned n, bool on)
{
    return on ? arrays | NV_BIT(n) : arrays & ~NV_BIT(n);
}

void nv_idx_vtxbuf_format(NvIdx *idx, unsigned n, uint32_t data)
{
    bool on = NV_IDX_GET(SET_FORMAT, SIZE, data);

    assert(n < NV_XF_ATTRS);
    nv_idx_flush(idx);
    nv_idx_log_fe(idx, NV_IDX_AT_ARRAY(n), 2, data, data);
    nv_idx_log(idx, NV_IDX_AT_ARRAY(n) | 4, 2, data, data);
    idx->vtxbuf_format[n] = format_word(data);
    idx->state_a = NV_IDX_PUT(A, ARRAYS, idx->state_a,
                              with_array(NV_IDX_GET(A, ARRAYS, idx->state_a),
                                         n, on));
    idx->state_c = NV_IDX_PUT(C, ARRAYS, idx->state_c,
                              with_array(NV_IDX_GET(C, ARRAYS, idx->state_c),
                                         n, on));
    idx->inline_need = 0;
    nv_idx_touch_formats(idx);
    /* hw: six bits; 16 arrays of 4 floats read as 0. */
    idx->state_b = NV_IDX_PUT(B, INLINE_WORDS, idx->state_b,
                              words_of_vertex(idx));
}

/* Where state words of Kelvin's are: nobody sees them on chips with PIPE. */
void nv_idx_use_array(NvIdx *idx, unsigned n, uint32_t offset, uint32_t set)
{
    assert(n < NV_XF_ATTRS && nv_idx_flushed(idx));
    idx->vtxbuf_offset[n] = offset;
    idx->vtxbuf_format[n] = format_word(set);
    idx->state_a = NV_IDX_PUT(A, ARRAYS, idx->state_a,
                              with_array(NV_IDX_GET(A, ARRAYS, idx->state_a),
                                         n, NV_IDX_GET(SET_FORMAT, SIZE,
                                                       set)));
    idx->inline_need = 0;
}
