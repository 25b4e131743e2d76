/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What Celsius' PIPE window shows of IDX and of vertex assembly: arrays, the
 * ring of transformed vertices, the vertices being put together.  Facts: the
 * model and state tests of public hardware tests (envytools).
 */
#include "idx/idx-priv.h"

/* Words of a vertex in assembly, as far as bundles change them. */
enum {
    X_TXC1_S = 0, X_TXC1_T = 1, X_PASS_Q = 3, X_NUMBER = 4, X_DATA = 5,
    X_POINT_SIZE = 6, X_TXC_Q = 7, X_COL0 = 10, X_COL1 = 11, X_POS_X = 12,
    X_POS_Y = 13, X_POS_Z = 14, X_POS_W = 15,
};

/* Words of an entry of the ring. */
enum {
    O_TXC1_S = 0, O_TXC1_T = 1, O_DATA = 2, O_TXC_Q = 3, O_FOG = 9,
    O_POS_Z = 10, O_POS_W = 11,
};

void nv_idx_pipe_config(NvIdx *idx)
{
    const NvPlace *p = idx->places;
    uint32_t word = idx->pipe.config_b;

    idx->config = (NvIdxConfig) {
        .first = nv_field_get(p, NV_F(CONFIG_B, PROVOKING_VERTEX), word),
        .smooth = nv_field_get(p, NV_F(CONFIG_B, SHADE_MODE), word),
        .perspective =
            nv_field_get(p, NV_F(CONFIG_B, TEXTURE_PERSPECTIVE_ENABLE), word),
        .point_params =
            nv_field_get(p, NV_F(CONFIG_B, POINT_PARAMS_ENABLE), word),
    };
}

static void stop_assembly(NvIdxPipe *c)
{
    c->state = NV_IDX_PUT(PIPE_STATE, STEP, c->state, 0);
}

/* --- vertices and bundles --- */

/* Colours of @from go to @to; the edge flag stays. */
static void copy_colors(uint32_t *to, const uint32_t *from)
{
    to[X_COL0] = from[X_COL0];
    to[X_COL1] = NV_IDX_PUT(COL1, NO_COLOR, from[X_COL1], to[X_COL1]);
}

/* A bundle of FE ends a flat primitive: all its vertices get one colour. */
void nv_idx_pipe_flat(NvIdx *idx)
{
    NvIdxPipe *c = &idx->pipe;
    unsigned step = NV_IDX_GET(PIPE_STATE, STEP, c->state);
    const uint32_t *next = c->ovtx[c->ovtx_at];

    if (idx->config.smooth || step == 0 || step == 4) {
        return;
    }
    if (!idx->config.first) {
        if (c->begin_end == NV_PRIM_LINE_LOOP) {
            copy_colors(c->xvtx[1], c->xvtx[0]);
            copy_colors(c->xvtx[2], c->xvtx[0]);
        }
        return;
    }
    if (c->begin_end == NV_PRIM_LINE_LOOP) {
        copy_colors(c->xvtx[0], c->xvtx[2]);
        copy_colors(c->xvtx[1], c->xvtx[2]);
        copy_colors(c->xvtx[2], next);
    } else if (c->begin_end == NV_PRIM_POLYGON && step != 7) {
        copy_colors(c->xvtx[1], c->xvtx[2]);
        copy_colors(c->xvtx[2], next);
    }
}

void nv_idx_pipe_point_size(NvIdx *idx, uint32_t size)
{
    NvIdxPipe *c = &idx->pipe;

    if (idx->config.point_params) {
        return;
    }
    for (unsigned i = 0; i < NV_ARRAY_SIZE(c->xvtx); i++) {
        c->xvtx[i][X_POINT_SIZE] = NV_IDX_PUT(POINT, SIZE, 0, size);
    }
}

/* What the ring had last goes on with a bundle. */
static void hand_on(NvIdx *idx)
{
    NvIdxPipe *c = &idx->pipe;
    const uint32_t *last = c->ovtx[c->ovtx_last];
    uint32_t *x = c->xvtx[0];

    x[X_TXC1_S] = last[O_TXC1_S];
    x[X_TXC1_T] = last[O_TXC1_T];
    x[X_PASS_Q] = last[O_TXC_Q];
    x[X_COL1] = NV_IDX_PUT(COL1, EDGE_FLAG, x[X_COL1],
                           NV_IDX_GET(RING_DATA, SIGN, last[O_DATA]));
    if (idx->config.point_params) {
        x[X_POINT_SIZE] = last[O_DATA] & NV_IDX_BITS(POINT, SIZE);
    }
}

/* Of the fog in the entry, with its hidden bit and its sign. */
static uint32_t fog_fraction(uint32_t fog)
{
    uint32_t fraction = NV_IDX_GET(RING_FOG, FRACTION, fog);

    if (NV_IDX_GET(RING_FOG, EXPONENT, fog)) {
        fraction |= NV_BIT(NV_IDX_F_RING_FOG_FRACTION_WIDTH);
    }
    return NV_IDX_GET(RING_FOG, SIGN, fog) ? -fraction : fraction;
}

/* CONFIG_B itself changes what was flat. */
static void take_config(NvIdx *idx, uint32_t data)
{
    NvIdxPipe *c = &idx->pipe;
    bool first_flat = !idx->config.smooth && idx->config.first;

    c->config_b = data;
    nv_idx_pipe_config(idx);
    if (first_flat && (idx->config.smooth || !idx->config.first)) {
        copy_colors(c->xvtx[1], c->xvtx[0]);
        copy_colors(c->xvtx[2], c->xvtx[0]);
    }
}

/* A bundle travels as an entry of the ring. */
void nv_idx_pipe_bundle(NvIdx *idx, NvBundle bundle, uint32_t number,
                        uint32_t data)
{
    NvIdxPipe *c = &idx->pipe;
    uint32_t *o = c->ovtx[c->ovtx_at], *x = c->xvtx[0];

    assert(idx->traits->pipe && c->ovtx_at < NV_ARRAY_SIZE(c->ovtx));
    stop_assembly(c);
    if (idx->traits->pipe_hands_on) {
        hand_on(idx);
    }
    o[O_DATA] = data;
    o[O_FOG] = NV_IDX_PUT(RING_FOG, NUMBER, o[O_FOG], number);
    o[O_POS_W] = NV_IDX_PUT(RING_W, EDGE_FLAG, o[O_POS_W],
                            NV_IDX_GET(RING_DATA, SIGN, data));
    x[X_NUMBER] = NV_IDX_PUT(NUMBER, NUMBER, 0, number);
    x[X_DATA] = data;
    x[X_TXC_Q] = o[O_TXC_Q];
    x[X_POS_X] = data;
    x[X_POS_Y] = number | NV_IDX_PUT(POS_Y, FOG, 0, fog_fraction(o[O_FOG])) |
                 NV_IDX_PUT(POS_Y, FOG_EXPONENT, 0,
                            NV_IDX_GET(RING_FOG, EXPONENT, o[O_FOG]));
    x[X_POS_Z] = o[O_POS_Z];
    if (idx->config.perspective && !idx->bundles_follow) {
        x[X_POS_W] = NV_IDX_PUT(RING_W, EDGE_FLAG, o[O_POS_W], 0);
    }
    c->ovtx_last = c->ovtx_at;
    c->ovtx_at = (c->ovtx_at + 1) % NV_ARRAY_SIZE(c->ovtx);
    if (bundle == NV_BUNDLE_CONFIG_B) {
        take_config(idx, data);
    }
}

/* --- arrays --- */

/* Components each attribute can have: any other count is one of these. */
static uint32_t components(unsigned n, uint32_t count)
{
    static const uint8_t fixed[8][8] = {
        { 4, 1, 2, 3, 4, 1, 2, 3 },     /* position */
        { 0, 0, 3, 3, 4, 4, 4, 4 },     /* colours */
        { 0, 0, 3, 3, 4, 4, 4, 4 },
        { 0, 1, 2, 3, 4, 1, 2, 3 },     /* texture coordinates */
        { 0, 1, 2, 3, 4, 1, 2, 3 },
        { 0, 0, 0, 3, 0, 0, 0, 3 },     /* normal */
        { 0, 1, 0, 1, 0, 1, 0, 1 },     /* weight, fog */
        { 0, 1, 0, 1, 0, 1, 0, 1 },
    };

    return fixed[n & 7][count & 7];
}

/* Colours are of bytes in one order or the other, others of shorts, floats. */
static uint32_t format_code(unsigned n, unsigned type)
{
    static const uint8_t colors[8] = { 0, 0, 6, 6, 4, 4, 6, 6 };

    return n == 1 || n == 2 ? colors[type] : type & 2 ? 6 : 5;
}

/* --- what is fetched --- */

enum { CODE_BGRA = 0, CODE_RGBA = 4, CODE_SHORT = 5, CODE_FLOAT = 6 };
enum { ATTR_NORMAL = 5, ATTR_WEIGHT = 6 };

/* Types of the method's word, as later chips have them, too (doc). */
static unsigned type_of(unsigned n, unsigned code)
{
    enum { BGRA = 0, FRACTION = 1, FLOAT = 2, RGBA = 4, SHORT = 5 };

    switch (code) {
    case CODE_BGRA:
        return BGRA;
    case CODE_RGBA:
        return RGBA;
    case CODE_SHORT:
        return n == ATTR_NORMAL || n == ATTR_WEIGHT ? FRACTION : SHORT;
    default:
        return FLOAT;
    }
}

/* Arrays as vertices are fetched by them, of what the window shows. */
static void use_arrays(NvIdx *idx)
{
    const NvIdxPipe *c = &idx->pipe;

    for (unsigned n = 0; n < NV_ARRAY_SIZE(c->format); n++) {
        uint32_t word = c->format[n], set;

        set = NV_IDX_PUT(SET_FORMAT, TYPE, 0,
                         type_of(n, NV_IDX_GET(PIPE_FORMAT, TYPE, word)));
        set = NV_IDX_PUT(SET_FORMAT, SIZE, set,
                         NV_IDX_GET(PIPE_FORMAT, SIZE, word));
        set = NV_IDX_PUT(SET_FORMAT, STRIDE, set,
                         NV_IDX_GET(PIPE_FORMAT, STRIDE, word) * 4);
        nv_idx_use_array(idx, n, c->offset[n], set);
    }
}

static void fetch_anew(NvIdxPipe *c)
{
    c->state = NV_IDX_PUT(PIPE_STATE, UNK8, c->state, 0);
}

void nv_idx_pipe_format(NvIdx *idx, unsigned n, uint32_t data)
{
    NvIdxPipe *c = &idx->pipe;
    uint32_t size = NV_IDX_GET(SET_FORMAT, SIZE, data);
    unsigned last = NV_ARRAY_SIZE(c->format) - 1;

    n %= NV_ARRAY_SIZE(c->format);
    c->format[n] = format_code(n, NV_IDX_GET(SET_FORMAT, TYPE, data)) |
                   NV_IDX_PUT(PIPE_FORMAT, SIZE, 0, components(n, size)) |
                   (data & (NV_IDX_BITS(PIPE_FORMAT, STRIDE) |
                            NV_IDX_BITS(PIPE_FORMAT, UNK24)));
    fetch_anew(c);
    for (unsigned i = 0; i < NV_ARRAY_SIZE(c->format); i++) {
        c->format[i] = NV_IDX_PUT(PIPE_FORMAT, UNK24, c->format[i],
                                  NV_IDX_GET(PIPE_FORMAT, UNK24,
                                             c->format[0]));
    }
    if (idx->traits->one_color_bit) {
        c->format[2] = NV_IDX_PUT(PIPE_FORMAT, NOT_D3D, c->format[2],
                                  NV_IDX_GET(PIPE_FORMAT, TYPE,
                                             c->format[1]) != 0);
    }
    while (last && !NV_IDX_GET(PIPE_FORMAT, SIZE, c->format[last])) {
        last--;
    }
    c->state = NV_IDX_PUT(PIPE_STATE, LAST_ARRAY, c->state, last);
    use_arrays(idx);
}

void nv_idx_pipe_offset(NvIdx *idx, unsigned n, uint32_t data)
{
    NvIdxPipe *c = &idx->pipe;

    c->offset[n % NV_ARRAY_SIZE(c->offset)] =
        data & NV_IDX_BITS(PIPE_OFFSET, WORDS);
    fetch_anew(c);
    use_arrays(idx);
}

void nv_idx_pipe_begin(NvIdx *idx, uint32_t primitive)
{
    idx->pipe.begin_end = NV_IDX_GET(PIPE_BEGIN, PRIMITIVE, primitive);
    stop_assembly(&idx->pipe);
}

/* --- the window --- */

/* Addresses; below them offset and format of each array in turn. */
enum {
    PIPE_BEGIN = 0x40, PIPE_EDGE_FLAG = 0x44, PIPE_STATE = 0x4c,
    PIPE_FETCH_END = 0x80,
    PIPE_XVTX = 0x200, PIPE_XVTX_END = 0x2c0,
    PIPE_OVTX = 0x800, PIPE_OVTX_END = 0xc00,
    ARRAY_BYTES = 8, VERTEX_BYTES = 16 * 4,
};

#define STATE_BITS \
    (NV_IDX_BITS(PIPE_STATE, LAST_ARRAY) | NV_IDX_BITS(PIPE_STATE, UNK5) | \
     NV_IDX_BITS(PIPE_STATE, UNK8) | NV_IDX_BITS(PIPE_STATE, STEP))

static void write_fetch(NvIdx *idx, uint32_t addr, uint32_t data)
{
    switch (addr) {
    case PIPE_BEGIN:
        nv_idx_pipe_begin(idx, data);
        break;
    case PIPE_EDGE_FLAG:
        nv_idx_edge_flag(idx, data & 1);
        break;
    case PIPE_STATE:
        idx->pipe.state = data & STATE_BITS;
        break;
    default:
        if (addr < PIPE_BEGIN && (addr & 4)) {
            nv_idx_pipe_format(idx, addr / ARRAY_BYTES, data);
        } else if (addr < PIPE_BEGIN) {
            nv_idx_pipe_offset(idx, addr / ARRAY_BYTES, data);
        }
        break;
    }
}

static uint32_t read_fetch(const NvIdx *idx, uint32_t addr)
{
    const NvIdxPipe *c = &idx->pipe;

    switch (addr) {
    case PIPE_BEGIN:
        return c->begin_end;
    case PIPE_EDGE_FLAG:
        return idx->edge_flag;
    case PIPE_STATE:
        return c->state;
    default:
        if (addr >= PIPE_BEGIN) {
            return 0;
        }
        return addr & 4 ? c->format[addr / ARRAY_BYTES]
                        : c->offset[addr / ARRAY_BYTES];
    }
}

static uint32_t *vertex_word(NvIdxPipe *c, uint32_t addr)
{
    unsigned word = addr % VERTEX_BYTES / 4;

    if (addr >= PIPE_XVTX && addr < PIPE_XVTX_END) {
        return &c->xvtx[(addr - PIPE_XVTX) / VERTEX_BYTES][word];
    }
    if (addr >= PIPE_OVTX && addr < PIPE_OVTX_END) {
        return &c->ovtx[(addr - PIPE_OVTX) / VERTEX_BYTES][word];
    }
    return NULL;
}

void nv_idx_pipe_write(NvIdx *idx, uint32_t addr, uint32_t data)
{
    uint32_t *word = vertex_word(&idx->pipe, addr);

    if (word) {
        *word = data;
        if (addr >= PIPE_OVTX) {
            idx->pipe.ovtx_last = (addr - PIPE_OVTX) / VERTEX_BYTES;
        }
    } else if (addr < PIPE_FETCH_END) {
        write_fetch(idx, addr, data);
    }
}

uint32_t nv_idx_pipe_read(NvIdx *idx, uint32_t addr)
{
    uint32_t *word = vertex_word(&idx->pipe, addr);

    return word ? *word : addr < PIPE_FETCH_END ? read_fetch(idx, addr) : 0;
}
