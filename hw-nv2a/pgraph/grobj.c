/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Options of graphics objects: where they lie in the object's words, and how
 * a method writes them back.  Facts: public hardware tests (envytools) for
 * what cards up to NV3x read back (hw); Curie's places from its model.
 */
#include "pgraph/fe-2d.h"

/* Places on the chip; one a chip lacks is none of its objects' options. */
static const uint16_t options[NV_OPTIONS] = {
    [NV_OPT_CHROMA] = NV_F(CTX_SWITCH_A, CHROMA),
    [NV_OPT_CLIP] = NV_F(CTX_SWITCH_A, CLIP),
    [NV_OPT_SWIZZLE] = NV_F(CTX_SWITCH_A, SWIZZLE),
    [NV_OPT_OPERATION] = NV_F(CTX_SWITCH_A, OPERATION),
    [NV_OPT_ENDIAN] = NV_F(CTX_SWITCH_A, ENDIAN),
    [NV_OPT_DITHER] = NV_F(CTX_SWITCH_A, DITHER),
    [NV_OPT_NEW] = NV_F(CTX_SWITCH_A, VERSION),
    [NV_OPT_PATTERN] = NV_F(CTX_SWITCH_A, PATTERN),
    [NV_OPT_MONO] = NV_F(CTX_SWITCH_B, MONO_FORMAT),
    [NV_OPT_COLOR] = NV_F(CTX_SWITCH_B, COLOR_FORMAT),
};

static const uint16_t bounds[NV_BOUNDS] = {
    [NV_BOUND_CHROMA] = NV_F(CTX_SWITCH_A, BOUND_CHROMA),
    [NV_BOUND_CLIP] = NV_F(CTX_SWITCH_A, BOUND_CLIP),
    [NV_BOUND_SURFACE1] = NV_F(CTX_SWITCH_A, BOUND_SURFACE1),
    [NV_BOUND_SURFACE2] = NV_F(CTX_SWITCH_A, BOUND_SURFACE2),
    [NV_BOUND_PATTERN] = NV_F(CTX_SWITCH_A, BOUND_PATTERN),
    [NV_BOUND_ROP] = NV_F(CTX_SWITCH_A, BOUND_ROP),
    [NV_BOUND_BETA1] = NV_F(CTX_SWITCH_A, BOUND_BETA1),
    [NV_BOUND_BETA4] = NV_F(CTX_SWITCH_A, BOUND_BETA4),
};

/* --- the words of an object --- */

enum { WORD_A, WORD_B, WORD_C, WORDS };

static uint32_t *current(NvPgraph *pg, unsigned word)
{
    return &NV_PG_AT(pg, CTX_SWITCH_A, word);
}

static uint32_t *cached(NvPgraph *pg, unsigned word)
{
    static const uint16_t caches[WORDS] = {
        NV_PGRAPH_CTX_CACHE_A, NV_PGRAPH_CTX_CACHE_B, NV_PGRAPH_CTX_CACHE_C,
    };

    assert(word < WORDS);
    return &pg->values[caches[word] / 4 +
                       NV_PG_GET(pg, CTX_USER, SUBCHANNEL)];
}

/* Of one of the fields above. */
static unsigned word_of(const NvPgraph *pg, NvFieldId field)
{
    return nv_field_reg(pg->places, field) - NV_PGRAPH_CTX_SWITCH_A / 4;
}

static uint32_t ramin_word(const NvPgraph *pg, unsigned word)
{
    return (NV_PG(pg, CTX_SWITCH_I) << 4) + 4 * word;
}

/* What the object's word in instance memory becomes: current one's bits. */
static uint32_t kept_bits(const NvPgraph *pg, unsigned word)
{
    const uint32_t short_class = 0xff;

    switch (word) {
    case WORD_A:
        /* hw: short class numbers stay as they are in memory. */
        return pg->class_mask == short_class ? ~short_class : UINT32_MAX;
    case WORD_B:
        return NV_FE_BITS(pg, CTX_SWITCH_B, OPTIONS);
    default:
        return NV_FE_BITS(pg, CTX_SWITCH_C, OPTIONS);
    }
}

/* The word in memory, as far as it does not become what is current. */
static uint32_t memory_word(NvPgraph *pg, unsigned word)
{
    uint32_t keep = kept_bits(pg, word);
    uint32_t memory = nv_mem_ramin_read(pg->mem, ramin_word(pg, word));

    return (memory & ~keep) | (*current(pg, word) & keep);
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

/* --- options --- */

bool nv_fe_has_option(const NvPgraph *pg, NvOption option)
{
    return nv_field_exists(pg->places, options[option]);
}

uint32_t nv_fe_option(const NvPgraph *pg, NvOption option)
{
    NvFieldId field = options[option];

    if (!nv_fe_has_option(pg, option)) {
        return 0;
    }
    return nv_field_get(pg->places, field,
                        NV_PG_AT(pg, CTX_SWITCH_A, word_of(pg, field)));
}

bool nv_fe_draws_swizzled(const NvPgraph *pg)
{
    return nv_fe_option(pg, NV_OPT_SWIZZLE) ||
           nv_fe_word_swizzled(pg, NV_PG(pg, CTX_SWITCH_A));
}

/* hw: in memory a whole byte is written for the formats of word B. */
static NvFieldId stored_field(NvOption option)
{
    return option == NV_OPT_MONO ? NV_F(CTX_SWITCH_B, MONO_BYTE) :
           option == NV_OPT_COLOR ? NV_F(CTX_SWITCH_B, COLOR_BYTE)
                                  : options[option];
}

/* hw: reserved bits of word B never read back. */
static uint32_t existing_bits(const NvPgraph *pg, unsigned word)
{
    return word != WORD_B ? UINT32_MAX :
           NV_FE_BITS(pg, CTX_SWITCH_B, MONO_FORMAT) |
           NV_FE_BITS(pg, CTX_SWITCH_B, COLOR_FORMAT) |
           NV_FE_BITS(pg, CTX_SWITCH_B, NOTIFY_INSTANCE);
}

void nv_fe_set_option(NvPgraph *pg, NvOption option, uint32_t value)
{
    NvFieldId field = stored_field(option);
    unsigned word = word_of(pg, field);

    if (NV_PG(pg, NSOURCE)) {
        return;
    }
    store(pg, word,
          nv_field_put(pg->places, field, memory_word(pg, word), value),
          nv_field_put(pg->places, field, *current(pg, word), value) &
          existing_bits(pg, word));
}

/* --- what is bound --- */

static void set_word_a(NvPgraph *pg, uint32_t mask, uint32_t bits)
{
    if (!nv_fe_data_error(pg)) {
        store(pg, WORD_A, (memory_word(pg, WORD_A) & ~mask) | bits,
              (*current(pg, WORD_A) & ~mask) | bits);
    }
}

void nv_fe_set_bound(NvPgraph *pg, NvBound what, bool on)
{
    uint32_t bit;

    assert(what < NV_BOUNDS);
    bit = nv_field_bits(pg->places, bounds[what]);
    set_word_a(pg, bit, on ? bit : 0);
}

void nv_fe_set_bound_surface(NvPgraph *pg, uint32_t class)
{
    uint32_t bound = NV_FE_BITS(pg, CTX_SWITCH_A, BOUND_SURFACE1);
    uint32_t swizzle = NV_FE_BITS(pg, CTX_SWITCH_A, BOUND_SWIZZLED);
    bool swizzled = nv_class_flags(pg, class) & NV_CLASS_SWIZZLED;

    set_word_a(pg, bound | swizzle, (class != NV_NULL_CLASS ? bound : 0) |
                                    (swizzled ? swizzle : 0));
}

uint32_t nv_fe_object_class(const NvPgraph *pg, uint32_t instance)
{
    return nv_mem_ramin_read(pg->mem, nv_fe_instance(pg, instance) << 4) &
           0xfff;
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
