/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * IDX's memories as RDI shows them, spaces 0x20..0x27 and 0x2ea.
 *
 * Sizes, layout and which bits exist are from public hardware tests
 * (envytools); the cache and space 0x25 are storage only.
 */
#include "idx/idx-priv.h"

/* Bits that exist in words A, B and C, and in the format words. */
#define MASK_A 0x01f0ffffu
#define MASK_A_LATE 0x1f0fffffu
#define MASK_B 0x1f1ffcfcu
#define MASK_C 0x013fffffu
#define MASK_D 0x7fffffffu
#define MASK_FORMAT 0x007fffffu

typedef struct Word {
    uint32_t *at;           /* NULL: reads 0, writes are lost */
    uint32_t mask;
} Word;

static Word state_word(NvIdx *idx, uint32_t word)
{
    switch (word) {
    case 0x20:
        return (Word) { &idx->state_a, idx->late ? MASK_A_LATE : MASK_A };
    case 0x21:
        return (Word) { &idx->state_b, MASK_B };
    case 0x22:
        return (Word) { &idx->state_c, MASK_C };
    case 0x23:
        return (Word) { &idx->state_d, MASK_D };
    default:
        return word & 1 ? (Word) { &idx->vtxbuf_format[word / 2], MASK_FORMAT }
                        : (Word) { &idx->vtxbuf_offset[word / 2], UINT32_MAX };
    }
}

/* Four banks of 0x100 words, or two of 0x200. */
static bool find_cache(NvIdx *idx, unsigned bank, uint32_t word, Word *out)
{
    uint32_t words = NV_ARRAY_SIZE(idx->cache[0]) << idx->late;
    uint32_t at = bank * words + word;

    if (word >= words || at >= sizeof(idx->cache) / 4) {
        return false;
    }
    *out = (Word) { (uint32_t *)idx->cache + at, UINT32_MAX };
    return true;
}

static bool find(NvIdx *idx, unsigned space, uint32_t addr, Word *out)
{
    uint32_t word = addr / 4;

    *out = (Word) { NULL, 0 };
    switch (space) {
    case 0x20: case 0x21: case 0x22: case 0x23:
        return find_cache(idx, space - 0x20, word, out);
    case 0x2ea:
        if (!idx->late || word >= NV_ARRAY_SIZE(idx->prefifo) * 4) {
            return false;
        }
        if (word % 4 < 3) {
            *out = (Word) { &idx->prefifo[word / 4][word % 4], UINT32_MAX };
        }
        return true;
    case 0x24:
        if (word >= NV_ARRAY_SIZE(idx->fifo) * 4) {
            return false;
        }
        if (word % 4 < 3) {
            *out = (Word) { &idx->fifo[word / 4][word % 4], UINT32_MAX };
        }
        return true;
    case 0x25:
        if (word >= NV_ARRAY_SIZE(idx->unk25)) {
            return false;
        }
        *out = (Word) { &idx->unk25[word], NV_MASK(23, 0) };
        return true;
    case 0x27:
        if (word >= NV_ARRAY_SIZE(idx->unk27) ||
            !nv_chip_has(idx->env->chip, NV_CAP_ZCULL)) {
            return false;
        }
        *out = (Word) { &idx->unk27[word], UINT32_MAX };
        return true;
    case 0x26:
        if (word >= (idx->late ? 0x24u : 0x23u)) {
            return false;
        }
        *out = state_word(idx, word);
        return true;
    default:
        return false;
    }
}

bool nv_idx_rdi_read(const NvIdx *idx, unsigned space, uint32_t addr,
                     uint32_t *value)
{
    Word word;

    /* find() stores nothing; a const twin of it would double the table. */
    if (!find((NvIdx *)idx, space, addr, &word)) {
        return false;
    }
    *value = word.at ? *word.at & word.mask : 0;
    return true;
}

bool nv_idx_rdi_write(NvIdx *idx, unsigned space, uint32_t addr,
                      uint32_t value)
{
    Word word;

    if (!find(idx, space, addr, &word)) {
        return false;
    }
    nv_idx_flush(idx);
    if (word.at) {
        *word.at = value & word.mask;
    }
    if (word.at == &idx->state_a) {
        idx->edge_flag = nv_extract(value, 24, 1);
    }
    return true;
}
