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
    NV_FIELD_ARRAY(NvIdx, dma_vtx, dma_vtx[0]),
    NV_FIELD(NvIdx, primitive),
    NV_FIELD(NvIdx, edge_flag),
    NV_FIELD_ARRAY(NvIdx, inline_data, inline_data[0]),
    NV_FIELD(NvIdx, inline_count),
    NV_FIELD_ARRAY(NvIdx, cache, cache[0][0]),
    NV_FIELD_ARRAY(NvIdx, fifo, fifo[0][0]),
    NV_FIELD(NvIdx, fifo_at),
    NV_FIELD_ARRAY(NvIdx, unk25, unk25[0]),
    NV_FIELD_ARRAY(NvIdx, unk27, unk27[0]),
    NV_FIELD(NvIdx, unk27_at),
    NV_FIELD(NvIdx, unk27_step),
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
        idx->unk27_at >= 4 * NV_ARRAY_SIZE(idx->unk27) ||
        idx->unk27_step >= 8) {
        g_set_error(error, NV_STATE_ERROR, 0,
                    "idx: edge flag %u, primitive %u, inline word %u, fifo "
                    "entry %u, bundle entry %u, step %u: one is out of range",
                    edge, idx->primitive, idx->inline_count, idx->fifo_at,
                    idx->unk27_at, idx->unk27_step);
        return false;
    }
    return true;
}

static void loaded(void *unit)
{
    NvIdx *idx = unit;

    nv_idx_batch_clear(idx->batch);
    memset(idx->batch->spread, 0, sizeof(idx->batch->spread));
}

const NvSection nv_idx_section = {
    .name = "idx",
    .version = 1,
    .size = sizeof(NvIdx),
    .fields = fields,
    .validate = validate,
    .loaded = loaded,
};

void nv_idx_init(NvIdx *idx, NvEnv *env, NvMem *mem, NvXf *xf, NvVtx *vtx)
{
    memset(idx, 0, sizeof(*idx));
    idx->env = env;
    idx->mem = mem;
    idx->xf = xf;
    idx->vtx = vtx;
    idx->batch = g_new0(NvIdxBatch, 1);
    nv_idx_reset(idx);
}

void nv_idx_free(NvIdx *idx)
{
    g_clear_pointer(&idx->batch, g_free);
}

void nv_idx_reset(NvIdx *idx)
{
    NvIdx clean = {
        .env = idx->env, .mem = idx->mem, .xf = idx->xf, .vtx = idx->vtx,
        .batch = idx->batch, .edge_flag = true, .state_a = NV_BIT(24),
        /* hw: what the next bundle after reset finds. */
        .unk27_step = 2,
    };

    *idx = clean;
    loaded(idx);
}

/* --- State words --- */

/*
 * hw: every command but the edge flag and the array offsets.  With a Celsius
 * class current less is touched.
 */
static void touch_state(NvIdx *idx)
{
    uint32_t on = nv_extract(idx->state_c, 0, 16);
    unsigned first = on ? __builtin_ctz(on) : 0;

    idx->state_b &= ~NV_MASK(20, 16);
    if (idx->celsius) {
        return;
    }
    idx->state_b &= ~NV_MASK(15, 10);
    idx->state_c = nv_deposit(idx->state_c, 16, 4, first);
    idx->state_c &= ~(NV_MASK(21, 20) | NV_BIT(24));
}

/* hw: RDI 0x24 keeps the last 64 commands; @enable has a bit a word. */
static void log_command(NvIdx *idx, uint32_t addr, unsigned enable,
                        uint32_t a, uint32_t b)
{
    uint32_t *entry = idx->fifo[idx->fifo_at];

    entry[0] = a;
    entry[1] = b;
    entry[2] = addr >> 3 | enable << 14;
    idx->fifo_at = (idx->fifo_at + 1) % NV_ARRAY_SIZE(idx->fifo);
    touch_state(idx);
}

static void log_word(NvIdx *idx, uint32_t addr, uint32_t a)
{
    log_command(idx, addr, addr & 4 ? 2 : 1, a, a);
}

/* --- Commands for units below --- */

void nv_idx_xf(NvIdx *idx, NvXfCommand type, uint32_t addr, uint32_t a)
{
    nv_idx_flush(idx);
    log_word(idx, 0x10000 | type << 12 | (addr & 0xffc), a);
    nv_xf_command(idx->xf, type, addr, a);
}

void nv_idx_xf64(NvIdx *idx, NvXfCommand type, uint32_t addr,
                 uint32_t a, uint32_t b)
{
    nv_idx_flush(idx);
    log_command(idx, 0x10000 | type << 12 | (addr & 0xffc), 3, a, b);
    nv_xf_command64(idx->xf, type, addr, a, b);
}

/* hw: later chips note each bundle in RDI 0x27; for whom is not known. */
static void note_bundle(NvIdx *idx)
{
    uint32_t *word = &idx->unk27[idx->unk27_at / 4];

    if (!nv_chip_has(idx->env->chip, NV_CAP_ZCULL)) {
        return;
    }
    *word = nv_deposit(*word, idx->unk27_at % 4 * 8, 8,
                       0x40 | idx->unk27_step);
    idx->unk27_at = (idx->unk27_at + 1) % (4 * NV_ARRAY_SIZE(idx->unk27));
    idx->unk27_step = (idx->unk27_step + 1) % 8;
}

void nv_idx_bundle(NvIdx *idx, NvBundle bundle, uint32_t number,
                   uint32_t data)
{
    unsigned steps = nv_extract(idx->state_b, 24, 5);

    nv_idx_flush(idx);
    log_command(idx, 0x10000 | NV_XF_PASSTHRU << 12, 3, number << 2, data);
    /* hw: a counter of 24 steps, 23 wraps to 0. */
    steps = steps + 1 == 24 ? 0 : steps + 1;
    idx->state_b = nv_deposit(idx->state_b, 24, 5, steps);
    note_bundle(idx);
    nv_xf_command64(idx->xf, NV_XF_PASSTHRU, 0, number << 2, data);
    if (bundle >= NV_BUNDLE_DMA_VTX && bundle <= NV_BUNDLE_DMA_VTX_LAST) {
        idx->dma_vtx[bundle - NV_BUNDLE_DMA_VTX] = (data & 0xffff) << 4;
    }
    nv_vtx_bundle(idx->vtx, bundle, data);
}

void nv_idx_fd(NvIdx *idx, uint32_t addr, uint32_t data)
{
    nv_idx_flush(idx);
    log_word(idx, 0x4000 | (addr & 0x3ffc), data);
}

void nv_idx_patch(NvIdx *idx, int more)
{
    idx->state_a = nv_deposit(idx->state_a, 20, 4,
                              nv_extract(idx->state_a, 20, 4) + more);
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
    idx->state_b &= ~NV_MASK(15, 10);
}

/* --- Vertex data --- */

static void load_vab(NvIdx *idx, unsigned attr, unsigned comp, uint32_t value)
{
    nv_xf_command(idx->xf, NV_XF_VAB, attr << 4 | comp << 2, value);
}

/* Two shorts are components 2 * @comp and, if @size has it, the next. */
static bool load_shorts(NvIdx *idx, uint32_t (*convert)(int16_t),
                        unsigned size, unsigned attr, unsigned comp,
                        uint32_t data)
{
    unsigned first = comp * 2;

    load_vab(idx, attr, first, convert((int16_t)data));
    if (first + 1 < size) {
        load_vab(idx, attr, first + 1, convert((int16_t)(data >> 16)));
    }
    return first + 2 >= size;
}

static bool load_bytes(NvIdx *idx, unsigned size, unsigned attr,
                       uint32_t data)
{
    for (unsigned c = 0; c < size; c++) {
        load_vab(idx, attr, c, nv_idx_from_ubyte(data >> 8 * c));
    }
    return true;
}

void nv_idx_attr(NvIdx *idx, NvIdxFormat format, unsigned size,
                 unsigned attr, unsigned comp, uint32_t data)
{
    bool complete = false;

    if (format < NV_IDX_UB_NORM || format > NV_IDX_FLOAT || size < 1 ||
        size > 4 || attr >= NV_XF_ATTRS ||
        comp >= (format == NV_IDX_FLOAT ? 4u : 2u)) {
        nv_guest_error(idx->env, "vertex data: format %u attribute %u "
                       "word %u of size %u", format, attr, comp, size);
        return;
    }
    if (idx->batch->arrays) {
        /* Vertices that wait for their fetch use the value of before. */
        nv_idx_flush(idx);
    }
    log_word(idx, format << 10 | (size & 3) << 8 | attr << 4 | comp << 2,
             data);
    switch (format) {
    case NV_IDX_UB_NORM:
        complete = load_bytes(idx, size, attr, data);
        break;
    case NV_IDX_S:
        complete = load_shorts(idx, nv_idx_from_short, size, attr, comp, data);
        break;
    case NV_IDX_S_NORM:
        complete = load_shorts(idx, nv_idx_from_short_norm, size, attr, comp,
                               data);
        break;
    case NV_IDX_FLOAT:
        load_vab(idx, attr, comp, data);
        complete = comp + 1 == size;
        break;
    }
    if (attr || !complete) {
        return;
    }
    if (idx->primitive) {
        nv_idx_launch_vab(idx);
    } else {
        nv_trace(idx->env, idx_outside, "vertex", data);
    }
}

void nv_idx_edge_flag(NvIdx *idx, bool on)
{
    idx->edge_flag = on;
    idx->state_a = nv_deposit(idx->state_a, 24, 1, on);
    idx->state_b &= ~NV_MASK(15, 10);
}

/* --- Arrays --- */

void nv_idx_vtxbuf_offset(NvIdx *idx, unsigned n, uint32_t data)
{
    assert(n < NV_XF_ATTRS);
    nv_idx_flush(idx);
    idx->state_b &= ~NV_MASK(15, 10);
    idx->vtxbuf_offset[n] = data & (NV_BIT(31) | NV_MASK(27, 0));
}

/* hw: type and size twice, stride, words of an inline element. */
static uint32_t format_word(uint32_t data)
{
    uint32_t type = nv_extract(data, 0, 3);
    uint32_t size = nv_extract(data, 4, 3);

    return type | size << 3 | nv_extract(data, 8, 8) << 6 | type << 14 |
           size << 17 | nv_idx_format_words(type, size) << 20;
}

void nv_idx_vtxbuf_format(NvIdx *idx, unsigned n, uint32_t data)
{
    bool on = nv_extract(data, 4, 3);
    unsigned words = 0;

    assert(n < NV_XF_ATTRS);
    nv_idx_flush(idx);
    log_command(idx, n << 3 | 4, 2, data, data);
    idx->vtxbuf_format[n] = format_word(data);
    idx->state_a = nv_deposit(idx->state_a, n, 1, on);
    idx->state_c = nv_deposit(idx->state_c, n, 1, on);
    touch_state(idx);
    for (unsigned i = 0; i < NV_XF_ATTRS; i++) {
        if (nv_extract(idx->state_a, i, 1)) {
            uint32_t word = idx->vtxbuf_format[i];

            words += nv_idx_format_words(nv_extract(word, 0, 3),
                                         nv_extract(word, 3, 3));
        }
    }
    /* hw: six bits; 16 arrays of 4 floats read as 0. */
    idx->state_b = nv_deposit(idx->state_b, 2, 6, words);
}
