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

/* Bits of CONFIG_B and its number. */
enum {
    B_FIRST = 0, B_PERSPECTIVE = 6, B_SMOOTH = 7, B_POINT_PARAMS = 9,
    CONFIG_B = 0x1f,
};

/* NV10 lacks the second texture's latch among other things. */
static bool first_chip(const NvIdx *idx)
{
    return !nv_chip_has(idx->env->chip, NV_CAP_CELSIUS_15);
}

static bool config(const NvIdxCelsius *c, unsigned bit)
{
    return nv_extract(c->config_b, bit, 1);
}

/* --- vertices and bundles --- */

/* Colours of @from go to @to; the edge flag stays. */
static void copy_colors(uint32_t *to, const uint32_t *from)
{
    to[X_COL0] = from[X_COL0];
    to[X_COL1] = nv_deposit(from[X_COL1], 0, 8, to[X_COL1]);
}

/* A bundle of FE ends a flat primitive: all its vertices get one colour. */
void nv_idx_celsius_flat(NvIdx *idx)
{
    NvIdxCelsius *c = &idx->pipe;
    unsigned step = nv_extract(c->state, 28, 3);
    const uint32_t *next = c->ovtx[c->ovtx_at];

    if (config(c, B_SMOOTH) || step == 0 || step == 4) {
        return;
    }
    if (!config(c, B_FIRST)) {
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

void nv_idx_celsius_point_size(NvIdx *idx, uint32_t size)
{
    NvIdxCelsius *c = &idx->pipe;

    for (unsigned i = 0; i < 3 && !config(c, B_POINT_PARAMS); i++) {
        c->xvtx[i][X_POINT_SIZE] = size << 12;
    }
}

/* NV10 hands on what the ring had last. */
static void hand_on(NvIdxCelsius *c)
{
    const uint32_t *last = c->ovtx[c->ovtx_last];
    uint32_t *x = c->xvtx[0];

    x[X_TXC1_S] = last[X_TXC1_S];
    x[X_TXC1_T] = last[X_TXC1_T];
    x[X_PASS_Q] = last[X_PASS_Q];
    x[X_COL1] = nv_deposit(x[X_COL1], 0, 1, last[2] >> 31);
    if (config(c, B_POINT_PARAMS)) {
        x[X_POINT_SIZE] = last[2] & 0x001ff000;
    }
}

/* The fog word in the entry, as a 14-bit number and its exponent. */
static uint32_t fog_fraction(uint32_t fog)
{
    uint32_t fraction = nv_extract(fog, 11, 12);

    fraction |= nv_extract(fog, 23, 8) ? 0x1000 : 0;
    return fog >> 31 ? -fraction : fraction;
}

/* CONFIG_B itself changes what was flat. */
static void take_config(NvIdxCelsius *c, uint32_t data)
{
    if (!config(c, B_SMOOTH) && config(c, B_FIRST) &&
        (nv_extract(data, B_SMOOTH, 1) || !nv_extract(data, B_FIRST, 1))) {
        copy_colors(c->xvtx[1], c->xvtx[0]);
        copy_colors(c->xvtx[2], c->xvtx[0]);
    }
    c->config_b = data;
}

/* A bundle travels as an entry of the ring. */
void nv_idx_celsius_bundle(NvIdx *idx, uint32_t number, uint32_t data)
{
    NvIdxCelsius *c = &idx->pipe;
    uint32_t *o = c->ovtx[c->ovtx_at], *x = c->xvtx[0];

    c->state &= ~NV_MASK(30, 28);
    if (first_chip(idx)) {
        hand_on(c);
    }
    o[2] = data;
    o[9] = nv_deposit(o[9], 0, 6, number);
    o[X_COL1] = nv_deposit(o[X_COL1], 0, 1, data >> 31);
    x[X_NUMBER] = number << 2;
    x[X_DATA] = data;
    x[X_TXC_Q] = o[3];
    x[X_POS_X] = data;
    x[X_POS_Y] = number | (fog_fraction(o[9]) & 0x3fff) << 10 |
                 nv_extract(o[9], 23, 8) << 24;
    x[X_POS_Z] = o[10];
    if (config(c, B_PERSPECTIVE) && !idx->bundles_follow) {
        x[X_POS_W] = o[11] & ~1u;
    }
    c->ovtx_last = c->ovtx_at;
    c->ovtx_at = (c->ovtx_at + 1) % NV_ARRAY_SIZE(c->ovtx);
    if (number == CONFIG_B) {
        take_config(c, data);
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

static uint32_t format_code(unsigned n, uint32_t format)
{
    static const uint8_t colors[8] = { 0, 0, 6, 6, 4, 4, 6, 6 };

    return n == 1 || n == 2 ? colors[format & 7] : format & 2 ? 6 : 5;
}

void nv_idx_celsius_format(NvIdx *idx, unsigned n, uint32_t data)
{
    NvIdxCelsius *c = &idx->pipe;
    unsigned last = 7;

    n &= 7;
    c->format[n] = format_code(n, data) |
                   components(n, nv_extract(data, 4, 3)) << 4 |
                   (data & 0x0100fc00);
    c->state &= ~NV_MASK(12, 8);
    for (unsigned i = 0; i < 8; i++) {
        c->format[i] = nv_deposit(c->format[i], 24, 1, c->format[0] >> 24);
    }
    /* hw: NV10 has one such bit for both colours. */
    if (first_chip(idx)) {
        c->format[2] = nv_deposit(c->format[2], 2, 1,
                                  nv_extract(c->format[1], 0, 3) != 0);
    }
    while (last && !nv_extract(c->format[last], 4, 3)) {
        last--;
    }
    c->state = nv_deposit(c->state, 0, 5, last);
}

void nv_idx_celsius_offset(NvIdx *idx, unsigned n, uint32_t data)
{
    idx->pipe.offset[n & 7] = data & 0x0ffffffc;
    idx->pipe.state &= ~NV_MASK(12, 8);
}

void nv_idx_celsius_begin(NvIdx *idx, uint32_t primitive)
{
    idx->pipe.begin_end = primitive & 0xf;
    idx->pipe.state &= ~NV_MASK(30, 28);
}

/* --- the window --- */

static void write_fetch(NvIdx *idx, uint32_t addr, uint32_t data)
{
    switch (addr) {
    case 0x40:
        nv_idx_celsius_begin(idx, data);
        break;
    case 0x44:
        nv_idx_edge_flag(idx, data & 1);
        break;
    case 0x4c:
        idx->pipe.state = data & 0x70001f3f;
        break;
    default:
        if (addr < 0x40 && (addr & 4)) {
            nv_idx_celsius_format(idx, addr >> 3, data);
        } else if (addr < 0x40) {
            nv_idx_celsius_offset(idx, addr >> 3, data);
        }
        break;
    }
}

static uint32_t read_fetch(const NvIdx *idx, uint32_t addr)
{
    const NvIdxCelsius *c = &idx->pipe;

    switch (addr) {
    case 0x40:
        return c->begin_end;
    case 0x44:
        return idx->edge_flag;
    case 0x4c:
        return c->state;
    default:
        return addr >= 0x40 ? 0 : addr & 4 ? c->format[addr >> 3]
                                           : c->offset[addr >> 3];
    }
}

static uint32_t *vertex_word(NvIdxCelsius *c, uint32_t addr)
{
    if (addr >= 0x200 && addr < 0x2c0) {
        return &c->xvtx[(addr - 0x200) / 0x40][addr / 4 % 16];
    }
    if (addr >= 0x800 && addr < 0xc00) {
        return &c->ovtx[(addr - 0x800) / 0x40][addr / 4 % 16];
    }
    return NULL;
}

void nv_idx_celsius_write(NvIdx *idx, uint32_t addr, uint32_t data)
{
    uint32_t *word = vertex_word(&idx->pipe, addr);

    if (word) {
        *word = data;
        if (addr >= 0x800) {
            idx->pipe.ovtx_last = (addr - 0x800) / 0x40;
        }
    } else if (addr < 0x80) {
        write_fetch(idx, addr, data);
    }
}

uint32_t nv_idx_celsius_read(NvIdx *idx, uint32_t addr)
{
    uint32_t *word = vertex_word(&idx->pipe, addr);

    return word ? *word : addr < 0x80 ? read_fetch(idx, addr) : 0;
}
