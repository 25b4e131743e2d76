/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * IDX's memories as RDI shows them, spaces 0x20..0x27 and 0x2ea.
 *
 * Sizes, layout and which bits exist are from public hardware tests
 * (envytools); the cache and space 0x25 are storage only.
 */
#include "idx/idx-priv.h"

/* Bits that exist; A has others where there are index lists. */
#define BITS NV_IDX_BITS
#define MASK_A (BITS(A, ARRAYS) | BITS(A, PATCHES) | BITS(A, EDGE_FLAG))
#define MASK_A_LISTS (BITS(A, ARRAYS) | BITS(A, UNK16) | \
                      BITS(A, EDGE_FLAG) | BITS(A, UNK25))
#define MASK_B (BITS(B, INLINE_WORDS) | BITS(B, WAITING) | BITS(B, UNK16) | \
                BITS(B, BUNDLES))
#define MASK_C (BITS(C, ARRAYS) | BITS(C, FIRST_ARRAY) | BITS(C, UNK20) | \
                BITS(C, UNK24))
#define MASK_D (BITS(D, OFFSET) | BITS(D, SHORT) | BITS(D, OBJECT_B))
#define MASK_FORMAT (BITS(FORMAT, TYPE) | BITS(FORMAT, SIZE) | \
                     BITS(FORMAT, STRIDE) | BITS(FORMAT, TYPE_AGAIN) | \
                     BITS(FORMAT, SIZE_AGAIN) | BITS(FORMAT, WORDS))

/* RDI spaces; four banks of the cache, or two as large. */
enum {
    SPACE_CACHE = 0x20, SPACE_CACHE_LAST = 0x23, SPACE_FIFO = 0x24,
    SPACE_UNK25 = 0x25, SPACE_STATE = 0x26, SPACE_NOTES = 0x27,
    SPACE_FE_LOG = 0x2ea,
};

/* Words of SPACE_STATE: offset and format of each array in turn, and these. */
enum { WORD_A = 2 * NV_XF_ATTRS, WORD_B, WORD_C, WORD_D, WORD_END };

typedef struct Word {
    uint32_t *at;           /* NULL: reads 0, writes are lost */
    uint32_t mask;
} Word;

static Word state_word(NvIdx *idx, uint32_t word)
{
    switch (word) {
    case WORD_A:
        return (Word) { &idx->state_a, idx->traits->index_lists
                                           ? MASK_A_LISTS : MASK_A };
    case WORD_B:
        return (Word) { &idx->state_b, MASK_B };
    case WORD_C:
        return (Word) { &idx->state_c, MASK_C };
    case WORD_D:
        return (Word) { &idx->state_d, MASK_D };
    default:
        return word & 1 ? (Word) { &idx->vtxbuf_format[word / 2], MASK_FORMAT }
                        : (Word) { &idx->vtxbuf_offset[word / 2], UINT32_MAX };
    }
}

static bool find_state(NvIdx *idx, uint32_t word, Word *out)
{
    if (word >= (idx->traits->index_lists ? WORD_END : WORD_D)) {
        return false;
    }
    *out = state_word(idx, word);
    return true;
}

static bool find_cache(NvIdx *idx, unsigned bank, uint32_t word, Word *out)
{
    uint32_t words = idx->traits->cache_words;
    uint32_t at = bank * words + word;

    if (word >= words || at >= sizeof(idx->cache) / 4) {
        return false;
    }
    *out = (Word) { (uint32_t *)idx->cache + at, UINT32_MAX };
    return true;
}

/* An entry has three words and the room of four. */
static bool find_log(uint32_t (*log)[3], unsigned entries, uint32_t word,
                     Word *out)
{
    if (word >= entries * 4) {
        return false;
    }
    if (word % 4 < 3) {
        *out = (Word) { &log[word / 4][word % 4], UINT32_MAX };
    }
    return true;
}

static bool find_array(uint32_t *array, unsigned count, uint32_t mask,
                       uint32_t word, Word *out)
{
    if (word >= count) {
        return false;
    }
    *out = (Word) { &array[word], mask };
    return true;
}

static bool find(NvIdx *idx, unsigned space, uint32_t addr, Word *out)
{
    uint32_t word = addr / 4;

    *out = (Word) { NULL, 0 };
    if (space >= SPACE_CACHE && space <= SPACE_CACHE_LAST) {
        return find_cache(idx, space - SPACE_CACHE, word, out);
    }
    switch (space) {
    case SPACE_FE_LOG:
        return idx->traits->fe_log &&
               find_log(idx->prefifo, NV_ARRAY_SIZE(idx->prefifo), word, out);
    case SPACE_FIFO:
        return find_log(idx->fifo, NV_ARRAY_SIZE(idx->fifo), word, out);
    case SPACE_UNK25:
        return find_array(idx->unk25, NV_ARRAY_SIZE(idx->unk25),
                          BITS(UNK25, ALL), word, out);
    case SPACE_NOTES:
        return idx->traits->notes_bundles &&
               find_array(idx->unk27, NV_ARRAY_SIZE(idx->unk27), UINT32_MAX,
                          word, out);
    case SPACE_STATE:
        return find_state(idx, word, out);
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
    idx->inline_need = 0;
    if (word.at == &idx->state_a) {
        idx->edge_flag = NV_IDX_GET(A, EDGE_FLAG, value);
    }
    return true;
}
