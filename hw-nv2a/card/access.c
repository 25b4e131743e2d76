/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The BARs in every width: words as units have them, and what of a word is
 * read or written.
 */
#include "card/card.h"

/*
 * Words, halves and bytes.  VGA ranges are made of bytes; elsewhere a part
 * of a word is taken from the whole.  In big-endian mode the bytes of a word
 * stand the other way round, except in the VGA ranges.
 */
static uint32_t read_part(NvCard *card, uint32_t addr, unsigned size)
{
    uint32_t word = nv_map_read(card, addr & ~3u);

    if (card->pmc.big_endian) {
        word = GUINT32_SWAP_LE_BE(word);
    }
    return nv_extract(word, (addr & 3) * 8, size * 8);
}

static void write_part(NvCard *card, uint32_t addr, uint32_t value,
                       unsigned size)
{
    uint32_t word = value;

    if (size < 4) {
        if (!nv_map_is_memory(card, addr)) {
            nv_error(&card->env, NV_ERROR_PART, addr, "%u-byte write of 0x%x "
                     "to 0x%06x is dropped: takes 32 bits", size, value, addr);
            return;
        }
        word = nv_deposit(read_part(card, addr & ~3u, 4), (addr & 3) * 8,
                          size * 8, value);
    }
    if (card->pmc.big_endian) {
        word = GUINT32_SWAP_LE_BE(word);
    }
    nv_map_write(card, addr & ~3u, word);
}

static bool by_bytes(NvCard *card, uint32_t offset, unsigned size)
{
    return (offset & 3) + size > 4 || nv_map_is_vga(card, offset);
}

uint32_t nv_card_mmio_read(NvCard *card, uint32_t offset, unsigned size)
{
    uint32_t value = 0;

    assert(size == 1 || size == 2 || size == 4);
    nv_card_enter(card);
    offset &= NV_SPACE_SIZE - 1;
    nv_card_told(card, NV_EVENT_READ, offset, size, 0);
    if (by_bytes(card, offset, size)) {
        for (unsigned i = 0; i < size; i++) {
            uint32_t at = (offset + i) & (NV_SPACE_SIZE - 1);

            value |= (nv_map_is_vga(card, at) ? nv_map_read8(card, at)
                                              : read_part(card, at, 1))
                     << (8 * i);
        }
    } else {
        value = read_part(card, offset, size);
    }
    nv_trace(&card->env, card_mmio_read, offset, size, value);
    nv_debug_register(&card->debug, offset, false, value);
    nv_card_did(card, value);
    nv_card_leave(card);
    return value;
}

static void write_bytes(NvCard *card, uint32_t offset, uint32_t value,
                        unsigned size)
{
    for (unsigned i = 0; i < size; i++) {
        uint32_t at = (offset + i) & (NV_SPACE_SIZE - 1);
        uint8_t byte = value >> (8 * i);

        if (nv_map_is_vga(card, at)) {
            nv_map_write8(card, at, byte);
        } else {
            write_part(card, at, byte, 1);
        }
    }
}

void nv_card_mmio_write(NvCard *card, uint32_t offset, uint32_t value,
                        unsigned size)
{
    assert(size == 1 || size == 2 || size == 4);
    nv_card_enter(card);
    offset &= NV_SPACE_SIZE - 1;
    nv_card_told(card, NV_EVENT_WRITE, offset, size, value);
    nv_trace(&card->env, card_mmio_write, offset, size, value);
    if (by_bytes(card, offset, size)) {
        write_bytes(card, offset, value, size);
    } else {
        write_part(card, offset, value, size);
    }
    nv_debug_register(&card->debug, offset, true, value);
    nv_card_did(card, 0);
    nv_card_leave(card);
}
