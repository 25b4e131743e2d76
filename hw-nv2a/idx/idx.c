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
    { "pipe", offsetof(NvIdx, pipe), 4, sizeof(NvIdxCelsius) / 4 },
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
        idx->prefifo_at >= NV_ARRAY_SIZE(idx->prefifo) ||
        idx->unk27_at >= 4 * NV_ARRAY_SIZE(idx->unk27) ||
        idx->unk27_step >= 8 ||
        idx->pipe.ovtx_at >= NV_ARRAY_SIZE(idx->pipe.ovtx) ||
        idx->pipe.ovtx_last >= NV_ARRAY_SIZE(idx->pipe.ovtx)) {
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
}

const NvSection nv_idx_section = {
    .name = "idx",
    .version = 2,
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
    idx->batch = nv_idx_batch_new();
    idx->late = nv_chip_generation(env->chip) >= NV_RANKINE;
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
        .batch = idx->batch, .late = idx->late,
        .edge_flag = true, .state_a = NV_BIT(24),
        /* hw: what the next bundle after reset finds. */
        .unk27_at = idx->env->chip->idx_bundles.at,
        .unk27_step = idx->env->chip->idx_bundles.step,
    };

    *idx = clean;
    loaded(idx);
}

/* --- State words --- */

/* A Celsius class is current on a chip that has other attributes. */
static bool is_emulated(const NvIdx *idx)
{
    return idx->celsius && !nv_chip_has(idx->env->chip, NV_CAP_FE_CELSIUS);
}

/*
 * hw: every command but the edge flag and the array offsets.  With a Celsius
 * class current less is touched; with one of Rankine, bits 10..15 of B only
 * by commands for XF.
 */
static void touch_state(NvIdx *idx)
{
    uint32_t on = nv_extract(idx->state_c, 0, 16);
    unsigned first = on ? __builtin_ctz(on) : 0;

    idx->state_b &= ~NV_MASK(20, 16);
    if (idx->celsius) {
        return;
    }
    if (!idx->rankine) {
        idx->state_b &= ~NV_MASK(15, 10);
    }
    idx->state_c = nv_deposit(idx->state_c, 16, 4, first);
    idx->state_c &= ~(NV_MASK(21, 20) | NV_BIT(24));
}

/*
 * hw: a format touches all with Celsius' classes, too; the first array is
 * the last of Celsius' own order there, position not counted.
 */
static void touch_celsius(NvIdx *idx)
{
    static const uint8_t order[7] = { 3, 4, 9, 10, 2, 1, 5 };
    unsigned first = 0;

    for (unsigned i = 0; i < NV_ARRAY_SIZE(order); i++) {
        if (nv_extract(idx->state_c, order[i], 1)) {
            first = order[i];
        }
    }
    idx->state_b &= ~NV_MASK(15, 10);
    idx->state_c = nv_deposit(idx->state_c, 16, 4, first);
    idx->state_c &= ~(NV_MASK(21, 20) | NV_BIT(24));
}

/* hw: RDI 0x24 keeps the last 64 commands; @enable has a bit a word. */
static void store(NvIdx *idx, uint32_t addr, unsigned enable,
                  uint32_t a, uint32_t b)
{
    uint32_t *entry = idx->fifo[idx->fifo_at];

    entry[0] = a;
    entry[1] = b;
    entry[2] = addr >> 3 | enable << (idx->late ? 15 : 14);
    idx->fifo_at = (idx->fifo_at + 1) % NV_ARRAY_SIZE(idx->fifo);
}

static void log_command(NvIdx *idx, uint32_t addr, unsigned enable,
                        uint32_t a, uint32_t b)
{
    store(idx, addr, enable, a, b);
    touch_state(idx);
}

static void log_word(NvIdx *idx, uint32_t addr, uint32_t a)
{
    log_command(idx, addr, addr & 4 ? 2 : 1, a, a);
}

/* Commands for XF: where FE and IDX have them. */
static void log_xf(NvIdx *idx, NvXfCommand type, uint32_t addr,
                   unsigned enable, uint32_t a, uint32_t b)
{
    if (!idx->late) {
        log_command(idx, 0x10000 | type << 12 | (addr & 0xffc), enable, a, b);
        return;
    }
    addr = 0x20000 | type << 13 | (addr & 0x1ffc);
    nv_idx_from_fe(idx, addr, enable, a, b);
    log_command(idx, addr, enable, a, b);
    if (idx->rankine) {
        idx->state_b &= ~NV_MASK(15, 10);
    }
}

/* --- Commands for units below --- */

void nv_idx_xf(NvIdx *idx, NvXfCommand type, uint32_t addr, uint32_t a)
{
    nv_idx_flush(idx);
    log_xf(idx, type, addr, addr & 4 ? 2 : 1, a, a);
    nv_xf_command(idx->xf, type, addr, a);
}

void nv_idx_xf64(NvIdx *idx, NvXfCommand type, uint32_t addr,
                 uint32_t a, uint32_t b)
{
    nv_idx_flush(idx);
    log_xf(idx, type, addr, 3, a, b);
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

/* hw: Kelvin has a counter of 24 steps, 23 wraps to 0. */
static void count_bundle(NvIdx *idx)
{
    unsigned steps = nv_extract(idx->state_b, 24, 5);

    steps = steps + 1 == 24 ? 0 : steps + 1;
    idx->state_b = nv_deposit(idx->state_b, 24, 5, steps);
}

void nv_idx_bundle(NvIdx *idx, NvBundle bundle, uint32_t number,
                   uint32_t data)
{
    if (!nv_idx_flushed(idx)) {
        nv_idx_flush(idx);
    }
    if (idx->late) {
        if (!nv_idx_bundle_from_fe(idx, bundle, number, data)) {
            return;
        }
        log_command(idx, 0x20000 | NV_XF_PASSTHRU << 13, 3, number << 2,
                    data);
    } else {
        log_command(idx, 0x10000 | NV_XF_PASSTHRU << 12, 3, number << 2,
                    data);
        count_bundle(idx);
    }
    note_bundle(idx);
    if (nv_chip_has(idx->env->chip, NV_CAP_FE_CELSIUS)) {
        nv_idx_celsius_bundle(idx, number, data);
    }
    nv_xf_passthru(idx->xf, number << 2, data);
    if (nv_chip_has(idx->env->chip, NV_CAP_FE_CURIE)) {
        nv_xf_curie_bundle(idx->xf, bundle, data);
    }
    if (bundle >= NV_BUNDLE_DMA_VTX && bundle <= NV_BUNDLE_DMA_VTX_LAST) {
        idx->dma_vtx[bundle - NV_BUNDLE_DMA_VTX] = (data & 0xffffff) << 4;
    }
    nv_vtx_bundle(idx->vtx, bundle, data);
}

void nv_idx_dma_vtx(NvIdx *idx, uint32_t address)
{
    nv_idx_flush(idx);
    idx->dma_vtx[0] = address;
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
    if (!idx->celsius) {
        idx->state_b &= ~NV_MASK(15, 10);
    }
}

/* --- Vertex data --- */

/* hw: with a Celsius class, the second colour's fourth part is the fog. */
static void load_vab(NvIdx *idx, unsigned attr, unsigned comp, uint32_t value)
{
    if (is_emulated(idx) && attr == 4 && comp == 3) {
        attr = 5;
        comp = 0;
    }
    nv_xf_command(idx->xf, NV_XF_VAB, attr << 4 | comp << 2, value);
}

/* hw: the lowest number is odd on NV10. */
static uint32_t from_short_nv10(int16_t v)
{
    return v == INT16_MIN ? NV_BIT(31) : nv_idx_from_short(v);
}

static bool is_nv10(const NvIdx *idx)
{
    return nv_chip_has(idx->env->chip, NV_CAP_FE_CELSIUS) &&
           !nv_chip_has(idx->env->chip, NV_CAP_CELSIUS_15);
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
    uint32_t addr = format << 10 | (size & 3) << 8 | attr << 4 | comp << 2;
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
    if (idx->late) {
        nv_idx_from_fe(idx, addr, comp & 1 ? 2 : 1, data, data);
        idx->state_b &= ~NV_MASK(15, 10);
    }
    log_word(idx, addr, data);
    switch (format) {
    case NV_IDX_UB_NORM:
        complete = load_bytes(idx, size, attr, data);
        break;
    case NV_IDX_S:
        complete = load_shorts(idx, is_nv10(idx) ? from_short_nv10
                                                 : nv_idx_from_short,
                               size, attr, comp, data);
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

/* hw: it goes on only if something is waiting. */
static void log_edge_flag(NvIdx *idx, bool on)
{
    nv_idx_from_fe(idx, 0x80, 2, on, on);
    if (nv_extract(idx->state_b, 10, 6)) {
        store(idx, 0x80, 2, on, on);
        idx->state_b &= ~NV_MASK(20, 16);
        idx->state_c &= ~NV_MASK(21, 20);
    }
}

void nv_idx_edge_flag(NvIdx *idx, bool on)
{
    idx->edge_flag = on;
    idx->state_a = nv_deposit(idx->state_a, 24, 1, on);
    if (idx->late) {
        log_edge_flag(idx, on);
    }
    if (!idx->celsius) {
        idx->state_b &= ~NV_MASK(15, 10);
    }
}

/* --- Arrays --- */

void nv_idx_vtxbuf_offset(NvIdx *idx, unsigned n, uint32_t data)
{
    assert(n < NV_XF_ATTRS);
    nv_idx_flush(idx);
    if (idx->late) {
        nv_idx_from_fe(idx, n << 3, 1, data, data);
    }
    idx->state_b &= ~NV_MASK(15, 10);
    idx->vtxbuf_offset[n] = data & (NV_BIT(31) |
                                    NV_MASK(idx->late ? 28 : 27, 0));
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
    if (idx->late) {
        nv_idx_from_fe(idx, n << 3, 2, data, data);
    }
    log_command(idx, n << 3 | 4, 2, data, data);
    idx->vtxbuf_format[n] = format_word(data);
    idx->state_a = nv_deposit(idx->state_a, n, 1, on);
    idx->state_c = nv_deposit(idx->state_c, n, 1, on);
    touch_state(idx);
    if (is_emulated(idx)) {
        touch_celsius(idx);
    }
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
