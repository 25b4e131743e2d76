/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Options of graphics objects: where they lie in the object's words, and how
 * a method writes them back.  Facts: public hardware tests (envytools) for
 * what cards up to NV3x read back (hw); Curie's places from its model.
 */
#include "pgraph/2d/fe-2d.h"

typedef struct Place {
    uint8_t word, pos, width;
} Place;

enum { WORD_A, WORD_B, WORD_C };

static const Place places[2][NV_OPTIONS] = {
    {
        [NV_OPT_CHROMA] = { WORD_A, 12, 1 },
        [NV_OPT_CLIP] = { WORD_A, 13, 1 },
        [NV_OPT_SWIZZLE] = { WORD_A, 14, 1 },
        [NV_OPT_OPERATION] = { WORD_A, 15, 3 },
        [NV_OPT_ENDIAN] = { WORD_A, 19, 1 },
        [NV_OPT_DITHER] = { WORD_A, 20, 2 },
        [NV_OPT_NEW] = { WORD_A, 22, 1 },
        [NV_OPT_PATTERN] = { WORD_A, 27, 1 },
        [NV_OPT_MONO] = { WORD_B, 0, 2 },
        [NV_OPT_COLOR] = { WORD_B, 8, 6 },
    },
    {
        [NV_OPT_CHROMA] = { WORD_A, 16, 1 },
        [NV_OPT_CLIP] = { WORD_A, 17, 1 },
        [NV_OPT_SWIZZLE] = { WORD_A, 18, 1 },
        [NV_OPT_OPERATION] = { WORD_A, 19, 3 },
        [NV_OPT_ENDIAN] = { WORD_C, 24, 1 },
        [NV_OPT_DITHER] = { WORD_A, 22, 2 },
        [NV_OPT_NEW] = { WORD_A, 24, 1 },
        [NV_OPT_PATTERN] = { WORD_A, 27, 1 },
        [NV_OPT_MONO] = { WORD_B, 24, 2 },
        [NV_OPT_COLOR] = { WORD_B, 26, 6 },
    },
};

static bool wide(const NvPgraph *pg)
{
    return nv_chip_has(pg->env->chip, NV_CAP_FE_CURIE);
}

static const Place *place(const NvPgraph *pg, NvOption option)
{
    return &places[wide(pg)][option];
}

static uint32_t *current(NvPgraph *pg, unsigned word)
{
    return &pg->values[NV_PGRAPH_CTX_SWITCH_A / 4 + word];
}

static uint32_t *cached(NvPgraph *pg, unsigned word)
{
    return &pg->values[(NV_PGRAPH_CTX_CACHE_A + 0x20 * word) / 4 +
                       nv_extract(NV_PG(pg, CTX_USER), 13, 3)];
}

uint32_t nv_fe_option(const NvPgraph *pg, NvOption option)
{
    const Place *p = place(pg, option);

    /* Celsius before NV11 has neither. */
    if ((option == NV_OPT_ENDIAN || option == NV_OPT_NEW) &&
        !nv_chip_has(pg->env->chip, NV_CAP_FE_NEW_OBJECTS)) {
        return 0;
    }
    return nv_extract(pg->values[NV_PGRAPH_CTX_SWITCH_A / 4 + p->word],
                      p->pos, p->width);
}

static uint32_t ramin_word(const NvPgraph *pg, unsigned word)
{
    return (NV_PG(pg, CTX_SWITCH_I) << 4) + 4 * word;
}

/* What the object's word in instance memory becomes: current one's bits. */
static uint32_t kept_bits(const NvPgraph *pg, unsigned word)
{
    if (word == WORD_A) {
        /* hw: short class numbers stay as they are in memory. */
        return pg->class_mask == 0xff ? 0xffffff00 : 0xffffffff;
    }
    return wide(pg) ? 0xff000000 : 0;
}

/* hw: a whole byte is written for the formats of word B. */
static unsigned byte_width(const NvPgraph *pg, const Place *p)
{
    return p->word == WORD_B && !wide(pg) ? 8 : p->width;
}

static void store(NvPgraph *pg, unsigned word, uint32_t in_ramin,
                  uint32_t value)
{
    nv_mem_ramin_write(pg->mem, ramin_word(pg, word), in_ramin);
    *cached(pg, word) = value;
    if (NV_PG(pg, DEBUG_B) & NV_DEBUG_B_CTX_SWITCH) {
        *current(pg, word) = value;
    }
}

/* hw: reserved bits of the cache never read back. */
static uint32_t exists(const NvPgraph *pg, unsigned word)
{
    return word == WORD_B && !wide(pg) ? 0xffff3f03 : UINT32_MAX;
}

void nv_fe_set_option(NvPgraph *pg, NvOption option, uint32_t value)
{
    const Place *p = place(pg, option);
    uint32_t now = *current(pg, p->word), keep = kept_bits(pg, p->word);
    uint32_t memory = nv_mem_ramin_read(pg->mem, ramin_word(pg, p->word));

    if (NV_PG(pg, NSOURCE)) {
        return;
    }
    memory = (memory & ~keep) | (now & keep);
    store(pg, p->word,
          nv_deposit(memory, p->pos, byte_width(pg, p), value),
          nv_deposit(now, p->pos, byte_width(pg, p), value) &
          exists(pg, p->word));
}

void nv_fe_set_bound(NvPgraph *pg, unsigned bit, bool on, bool swizzle_too,
                     bool swizzled)
{
    uint32_t now = *current(pg, WORD_A), keep = kept_bits(pg, WORD_A);
    uint32_t memory = nv_mem_ramin_read(pg->mem, ramin_word(pg, WORD_A));
    uint32_t mask = NV_BIT(bit), set = on ? NV_BIT(bit) : 0;

    if (nv_fe_data_error(pg)) {
        return;
    }
    if (swizzle_too) {
        mask |= NV_BIT(14);
        set |= swizzled ? NV_BIT(14) : 0;
    }
    memory = (memory & ~keep) | (now & keep);
    store(pg, WORD_A, (memory & ~mask) | set, (now & ~mask) | set);
}

uint32_t nv_fe_object_class(const NvPgraph *pg, uint32_t instance)
{
    uint32_t mask = wide(pg) ? 0xffffff : 0xffff;

    return nv_mem_ramin_read(pg->mem, (instance & mask) << 4) & 0xfff;
}

/* --- words from the guest --- */

uint32_t nv_fe_swap_halves(const NvPgraph *pg, uint32_t v)
{
    return nv_fe_option(pg, NV_OPT_ENDIAN) ? v >> 16 | v << 16 : v;
}

uint32_t nv_fe_swap_bytes(const NvPgraph *pg, uint32_t v)
{
    return nv_fe_option(pg, NV_OPT_ENDIAN) ? GUINT32_SWAP_LE_BE(v) : v;
}

/* CGA6 has the leftmost pixel in the highest bit of each byte (hw). */
uint32_t nv_fe_mono(const NvPgraph *pg, uint32_t v)
{
    if (nv_fe_option(pg, NV_OPT_MONO) != 1) {
        return v;
    }
    v = (v & 0xf0f0f0f0) >> 4 | (v & 0x0f0f0f0f) << 4;
    v = (v & 0xcccccccc) >> 2 | (v & 0x33333333) << 2;
    return (v & 0xaaaaaaaa) >> 1 | (v & 0x55555555) << 1;
}
