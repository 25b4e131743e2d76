/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Tiled regions of VRAM: where a byte that the CPU or a unit has the address of
 * lies in memory.
 *
 * A region is of lines of @pitch bytes.  Memory holds it by tiles, 256 bytes
 * wide and as many lines high as makes a page of the chips of memory; who goes
 * by the region sees lines.  Here memory is kept as the regions show it, so that
 * nobody who reads or draws need know of them; its bytes change places when a
 * region appears, goes or changes, and are then what hardware has there.  What
 * hardware's CPU finds at a console's own addresses of RAM while a region is
 * there, the tiles, it does not find here.
 *
 * hw: orders of bytes as public hardware tests assert them (envytools,
 * nv10_tile); Kelvin's by a picture of the console, too: all of 270,663 pixels.
 */
#ifndef NV_MEM_TILE_H
#define NV_MEM_TILE_H

#include "chip/chips.h"
#include "mem/mem.h"

/* Bytes that stay side by side. */
#define NV_TILE_PIECE 16u

/* A region; all of its members in words, for comparison. */
typedef struct NvTile {
    uint32_t base;          /* first byte in VRAM */
    uint32_t len;           /* bytes in another order from there on; 0: none */
    uint32_t pitch;         /* nv_tile_pitch() knows it */
    uint32_t bank;          /* added to the banks' numbers */
} NvTile;

/*
 * STATUS of a pitch in bytes, without bit 31: factor's number, and in bits 7:4
 * the power of two; 0: the chip does not do it (hw).
 */
uint32_t nv_tile_pitch(const NvTileTraits *traits, uint32_t pitch);

/*
 * How many of @size bytes are of whole groups of lines that keep to themselves.
 * The others stay where they are; on hardware some of them lie behind the
 * region's end.
 */
uint32_t nv_tile_whole(const NvTileTraits *traits, uint32_t pitch,
                       uint32_t size);

/* Where byte @at of the region is in memory; both from its base on. */
uint32_t nv_tile_address(const NvTileTraits *traits, const NvTile *tile,
                         uint32_t at);

/* The region appears, or goes.  @tile lies in VRAM. */
void nv_tile_move(NvMem *mem, const NvTile *tile, bool appears);

#endif
