/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Tiled regions of VRAM; see tile.h.
 */
#include "mem/tile.h"

#include <string.h>

#include "base/bits.h"

#define WIDTH_BITS 8            /* of a tile */
#define WIDTH (1u << WIDTH_BITS)

/* A byte of a region: which tile, and where in it. */
typedef struct Place {
    uint32_t at;                /* from the region's base on */
    uint32_t column, row;       /* of tiles */
    uint32_t x, y;              /* byte and line in the tile */
} Place;

uint32_t nv_tile_pitch(const NvTileTraits *traits, uint32_t pitch)
{
    static const uint8_t factors[] = { 1, 3, 5, 7, 13 };
    unsigned units = pitch >> WIDTH_BITS;
    unsigned shift = units ? __builtin_ctz(units) : 0;

    if (units < 2 || shift > traits->max_shift || (!shift && !traits->odd)) {
        return 0;
    }
    for (unsigned i = 0; i < NV_ARRAY_SIZE(factors); i++) {
        if (units >> shift == factors[i] &&
            (factors[i] < 13 || traits->thirteen)) {
            return shift << 4 | i;
        }
    }
    return 0;
}

static unsigned pitch_shift(uint32_t pitch)
{
    return __builtin_ctz(pitch >> WIDTH_BITS);
}

/* Banks change places among 2 or 4 tiles that follow each other. */
static uint32_t group(const NvTileTraits *traits, uint32_t pitch)
{
    uint32_t banks = traits->order == NV_TILE_ORDER_NV10 ||
                     traits->order == NV_TILE_ORDER_NV20 ? 2 : 4;
    uint32_t rows = MAX(1, banks >> pitch_shift(pitch));

    return (rows * pitch) << (traits->size_bits - WIDTH_BITS);
}

uint32_t nv_tile_whole(const NvTileTraits *traits, uint32_t pitch,
                       uint32_t size)
{
    return size - size % group(traits, pitch);
}

/* Lines one by one, counted by the address: an odd factor only mixes them. */
static uint32_t inside_nv10(const NvTileTraits *traits, const NvTile *tile,
                            const Place *p)
{
    uint32_t lines = 1u << (traits->size_bits - WIDTH_BITS);
    uint32_t line = p->at >> (WIDTH_BITS + pitch_shift(tile->pitch));

    return (line & (lines - 1)) << WIDTH_BITS | p->x;
}

/* Pieces go round the partitions, four lines a time, each time further. */
static uint32_t inside_nv20(const NvTileTraits *traits, const Place *p)
{
    unsigned bits = traits->part_bits;
    uint32_t piece = p->x / NV_TILE_PIECE, four = p->y >> 2;
    uint32_t part = piece, at;

    for (unsigned i = 0; i < bits; i++) {
        part += (four >> i & 1) << (bits - 1 - i);
    }
    at = four << (4 - bits) | piece >> bits;
    at = at << 2 | (p->y & 3);
    at = at << bits | (part & ((1u << bits) - 1));
    return at * NV_TILE_PIECE + p->x % NV_TILE_PIECE;
}

/* Of four partitions, each with 256 bytes in a go; nv40_linear() undoes. */
static uint32_t inside_nv40(const NvTileTraits *traits, const NvTile *tile,
                            const Place *p)
{
    uint32_t piece = p->x / NV_TILE_PIECE;
    uint32_t part = (p->y >> 3 & 1) | (p->y >> 2 & 1) << 1;
    uint32_t at = p->y >> (2 + traits->part_bits);

    part += p->column << 1 | piece >> 3;
    part += pitch_shift(tile->pitch) ? 0 : p->row << 1;
    at = at << 2 | piece >> 2;
    at = at << 2 | (part & 3);
    at = at << 1 | (piece >> 1 & 1);
    at = at << 2 | (p->y & 3);
    at = at << 1 | ((piece ^ piece >> 1 ^ p->y) & 1);
    return at * NV_TILE_PIECE + p->x % NV_TILE_PIECE;
}

/* What lines that are in no region have done to them as well. */
static uint32_t nv40_linear(uint32_t at)
{
    uint32_t low = (at >> 11 ^ at >> 12) & 1;
    uint32_t high = (at >> 10 ^ at >> 11 ^ at >> 13 ^ at >> 14) & 1;

    return at ^ (low | high << 1) << 8;
}

/* The tile's number, its low bits a bank's. */
static uint32_t number(const NvTileTraits *traits, const NvTile *tile,
                       const Place *p)
{
    uint32_t n = p->row * (tile->pitch >> WIDTH_BITS) + p->column, bank = n & 3;
    unsigned shift = pitch_shift(tile->pitch);

    switch (traits->order) {
    case NV_TILE_ORDER_NV10:
    case NV_TILE_ORDER_NV20:
        return n ^ tile->bank ^ (shift ? p->row & 1 : 0);
    case NV_TILE_ORDER_NV30:
        bank ^= shift >= 2 ? p->row << 1 & 2 : 0;
        bank += shift >= 1 ? p->row >> 1 & 1 : 0;
        bank ^= tile->bank;
        break;
    case NV_TILE_ORDER_NV40:
        if (shift) {
            bank = (p->column >> 1 & 1) | (p->column << 1 & 2);
            bank += p->row;
        }
        bank += tile->bank;
        break;
    }
    return (n & ~3u) | (bank & 3);
}

static uint32_t address_of(const NvTileTraits *traits, const NvTile *tile,
                           const Place *p)
{
    uint32_t start = number(traits, tile, p) << traits->size_bits;

    switch (traits->order) {
    case NV_TILE_ORDER_NV10:
        return start | inside_nv10(traits, tile, p);
    case NV_TILE_ORDER_NV40:
        return nv40_linear(start | inside_nv40(traits, tile, p));
    default:
        return start | inside_nv20(traits, p);
    }
}

uint32_t nv_tile_address(const NvTileTraits *traits, const NvTile *tile,
                         uint32_t at)
{
    unsigned lines_bits = traits->size_bits - WIDTH_BITS;
    uint32_t x = at % tile->pitch, y = at / tile->pitch;
    Place p = {
        .at = at, .column = x >> WIDTH_BITS, .row = y >> lines_bits,
        .x = x & (WIDTH - 1), .y = y & ((1u << lines_bits) - 1),
    };

    return address_of(traits, tile, &p);
}

/* The next piece, as the CPU counts. */
static void step(const NvTileTraits *traits, const NvTile *tile, Place *p)
{
    p->at += NV_TILE_PIECE;
    p->x += NV_TILE_PIECE;
    if (p->x == WIDTH) {
        p->x = 0;
        p->column++;
    }
    if (p->column == tile->pitch / WIDTH) {
        p->column = 0;
        p->y++;
    }
    if (p->y == 1u << (traits->size_bits - WIDTH_BITS)) {
        p->y = 0;
        p->row++;
    }
}

/* Orders repeat after so many rows of tiles. */
#define PERIOD 4u

static void move_pieces(uint8_t *to, const uint8_t *old, const uint32_t *there,
                        uint32_t pieces, bool appears)
{
    for (uint32_t i = 0; i < pieces; i++) {
        uint32_t here = i * NV_TILE_PIECE;

        if (appears) {
            memcpy(to + here, old + there[i], NV_TILE_PIECE);
        } else {
            memcpy(to + there[i], old + here, NV_TILE_PIECE);
        }
    }
}

void nv_tile_move(NvMem *mem, const NvTile *tile, bool appears)
{
    const NvTileTraits *traits = mem->env->chip->tile;
    uint32_t len = (PERIOD * tile->pitch) << (traits->size_bits - WIDTH_BITS);
    g_autofree uint8_t *old = NULL;
    g_autofree uint32_t *there = NULL;
    Place p = { 0 };
    uint8_t *vram;

    if (!tile->len) {
        return;
    }
    len = MIN(len, tile->len);
    old = g_malloc(len);
    there = g_new(uint32_t, len / NV_TILE_PIECE);
    for (uint32_t i = 0; i < len / NV_TILE_PIECE; i++) {
        there[i] = address_of(traits, tile, &p);
        step(traits, tile, &p);
    }
    vram = nv_mem_vram_dirty(mem, tile->base, tile->len);
    for (uint32_t from = 0; from < tile->len; from += len) {
        uint32_t n = MIN(len, tile->len - from);

        memcpy(old, vram + from, n);
        move_pieces(vram + from, old, there, n / NV_TILE_PIECE, appears);
    }
}
