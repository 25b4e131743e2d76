/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * PFB's words about tiled regions; see tiles.h.
 *
 * Which of two regions that share bytes a byte belongs to is not known: the
 * later one is none here.
 */
#include "card/tiles.h"

#include "card/card.h"

/* Bytes of a region's step, of base and of end. */
static uint32_t step(const NvTileTraits *traits)
{
    uint32_t bits = traits->bits[NV_TILE_LIMIT];

    return bits & -bits;
}

static const uint32_t *words_of(const NvCard *card, unsigned index)
{
    return &card->pfb_values[(NV_TILE_AT + index * NV_TILE_STEP) / 4];
}

static uint32_t word(const NvCard *card, unsigned index, NvTileWord which)
{
    return words_of(card, index)[which] & card->env.chip->tile->bits[which];
}

uint32_t nv_tiles_word(void *unit, const NvReg *reg,
                       unsigned index G_GNUC_UNUSED, uint32_t stored)
{
    const NvTileTraits *traits = ((NvCard *)unit)->env.chip->tile;

    return (stored & traits->bits[reg->flags]) |
           (reg->flags == NV_TILE_LIMIT ? traits->limit_ones : 0);
}

uint32_t nv_tiles_status(void *unit, const NvReg *reg G_GNUC_UNUSED,
                         unsigned index, uint32_t stored G_GNUC_UNUSED)
{
    NvCard *card = unit;
    const NvTileTraits *traits = card->env.chip->tile;
    uint32_t status = nv_tile_pitch(traits, word(card, index, NV_TILE_PITCH));

    return status | (status && word(card, index, NV_TILE_BASE) & traits->enable
                     ? NV_BIT(31) : 0);
}

/* The instance memory behind VRAM's end stays as it is. */
static NvTile tile_of(const NvCard *card, unsigned index)
{
    const NvTileTraits *traits = card->env.chip->tile;
    uint32_t low = step(traits) - 1, base = word(card, index, NV_TILE_BASE);
    uint64_t end = (uint64_t)(word(card, index, NV_TILE_LIMIT) | low) + 1;
    NvTile tile = {
        .base = base & traits->bits[NV_TILE_LIMIT],
        .pitch = word(card, index, NV_TILE_PITCH),
        .bank = traits->bank ? (base & traits->bank) / (traits->bank &
                                                        -traits->bank) : 0,
    };

    end = MIN(end, card->mem.vram_size - card->mem.ramin_size);
    if (!(base & traits->enable) || !nv_tile_pitch(traits, tile.pitch) ||
        end <= tile.base) {
        return (NvTile) { 0 };
    }
    tile.len = nv_tile_whole(traits, tile.pitch, end - tile.base);
    return tile;
}

static bool meet(const NvTile *a, const NvTile *b)
{
    return a->base < b->base + b->len && b->base < a->base + a->len;
}

void nv_tiles_find(NvCard *card, NvTile tile[NV_TILES])
{
    for (unsigned i = 0; i < NV_TILES; i++) {
        tile[i] = tile_of(card, i);
        for (unsigned j = 0; j < i; j++) {
            if (meet(&tile[i], &tile[j])) {
                tile[i] = (NvTile) { 0 };
            }
        }
        if (tile[i].len > NV_TILE_MOST || tile[i].pitch > NV_TILE_PITCH_MOST) {
            nv_error(&card->env, NV_ERROR_TILE, i, "region %u at 0x%08x has "
                     "0x%x bytes in lines of 0x%x: they keep their places, as "
                     "always above 0x%x or 0x%x", i, tile[i].base, tile[i].len,
                     tile[i].pitch, NV_TILE_MOST, NV_TILE_PITCH_MOST);
            tile[i] = (NvTile) { 0 };
        }
    }
}

static void move(NvCard *card, const NvTile *tile, bool appears)
{
    if (tile->len) {
        nv_trace(&card->env, mem_tile, tile->base, tile->len, tile->pitch,
                 appears ? "appears" : "goes");
        nv_tile_move(&card->mem, tile, appears);
    }
}

void nv_tiles_update(NvCard *card)
{
    NvTile now[NV_TILES];
    bool same[NV_TILES];

    nv_tiles_find(card, now);
    for (unsigned i = 0; i < NV_TILES; i++) {
        same[i] = !memcmp(&now[i], &card->tile[i], sizeof(now[i]));
        if (!same[i]) {
            move(card, &card->tile[i], false);
        }
    }
    for (unsigned i = 0; i < NV_TILES; i++) {
        if (!same[i]) {
            move(card, &now[i], true);
        }
        card->tile[i] = now[i];
    }
}

void nv_tiles_written(void *unit, const NvReg *reg G_GNUC_UNUSED,
                      unsigned index G_GNUC_UNUSED,
                      uint32_t value G_GNUC_UNUSED)
{
    nv_tiles_update(unit);
}
