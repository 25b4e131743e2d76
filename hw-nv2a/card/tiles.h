/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * PFB's words about regions of memory that are tiled or compressed, and what
 * they make of VRAM (mem/tile.h).  Compression is storage.
 */
#ifndef NV_CARD_TILES_H
#define NV_CARD_TILES_H

#include "base/regs.h"
#include "mem/tile.h"

typedef struct NvCard NvCard;

#define NV_TILES 8u
#define NV_TILE_AT 0x240u       /* of PFB: four words a region */
#define NV_TILE_STEP 16u

/*
 * The largest region whose bytes change places, and its longest lines, so that
 * a write of a word takes no more than a few milliseconds.  Larger ones stay as
 * they are, with a line.
 */
#define NV_TILE_MOST (6u << 20)
#define NV_TILE_PITCH_MOST 0x4000u

/* Registers' ways (base/regs.h); a row's flags are its NvTileWord. */
uint32_t nv_tiles_word(void *unit, const NvReg *reg, unsigned index,
                       uint32_t stored);
uint32_t nv_tiles_status(void *unit, const NvReg *reg, unsigned index,
                         uint32_t stored);
void nv_tiles_written(void *unit, const NvReg *reg, unsigned index,
                      uint32_t value);

/* The regions that PFB's words make, none over another. */
void nv_tiles_find(NvCard *card, NvTile tile[NV_TILES]);
/* Memory is as they say. */
void nv_tiles_update(NvCard *card);

#endif
