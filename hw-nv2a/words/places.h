/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Fields of state words by name, for those who read and write them.
 *
 * A field is NV_F_<word>_<name> of a row in words/bundle-field-rows.h or
 * words/register-field-rows.h, or of words/hidden-field-rows.h.  Where it lies
 * differs by chip; a unit asks for the places of its chip when it is made and
 * goes by them.  A field that the chip does not have reads as 0, and nothing
 * is written to it.
 */
#ifndef NV_WORDS_PLACES_H
#define NV_WORDS_PLACES_H

#include "words/bundle-field-rows.h"
#include "words/hidden-field-rows.h"
#include "words/register-field-rows.h"
#include "words/registers.h"

typedef enum NvFieldId {
    NV_F_NONE,
#define X(word, chips, high, low, name, values) NV_F_##word##_##name,
#define ALSO(...)
    NV_BUNDLE_FIELD_ROWS(X, ALSO)
    NV_HIDDEN_BUNDLE_FIELD_ROWS(X, ALSO)
    NV_REGISTER_FIELD_ROWS(X, ALSO)
    NV_HIDDEN_REGISTER_FIELD_ROWS(X, ALSO)
#undef ALSO
#undef X
    NV_FIELDS,
} NvFieldId;

/* NV_F(CONFIG_A, DEPTH_TEST_ENABLE) */
#define NV_F(word, name) NV_F_##word##_##name

/* Of words that are registers, not bundles: | the register's place / 4. */
enum { NV_WORD_REG = 0x1000 };

typedef struct NvPlace {
    uint32_t mask;          /* of the value; 0: the chip has no such field */
    uint16_t word;          /* NvBundle, or NV_WORD_REG | ..; of any field */
    uint8_t low, width;
} NvPlace;

/*
 * Places on chips of column @fe, NV_FIELDS of them by NvFieldId.  The table
 * lives as long as the process.  Any thread.
 */
const NvPlace *nv_places(NvFeColumn fe);

/* Index of the stored word of @field, which is one of a register's. */
static inline unsigned nv_field_reg(const NvPlace *places, NvFieldId field)
{
    assert(places[field].word & NV_WORD_REG);
    return places[field].word & ~NV_WORD_REG;
}

/* What @field holds if its word is @word. */
static inline uint32_t nv_field_get(const NvPlace *places, NvFieldId field,
                                    uint32_t word)
{
    return word >> places[field].low & places[field].mask;
}

/* The same of a field that holds a two's complement number. */
static inline int32_t nv_field_get_signed(const NvPlace *places,
                                          NvFieldId field, uint32_t word)
{
    const NvPlace *p = &places[field];

    return p->mask ? nv_sextract(word, p->low, p->width) : 0;
}

/* @word with the low bits of @value in @field. */
static inline uint32_t nv_field_put(const NvPlace *places, NvFieldId field,
                                    uint32_t word, uint32_t value)
{
    const NvPlace *p = &places[field];

    return (word & ~(p->mask << p->low)) | (value & p->mask) << p->low;
}

/* @value in @field, all else 0. */
static inline uint32_t nv_field_make(const NvPlace *places, NvFieldId field,
                                     uint32_t value)
{
    return (value & places[field].mask) << places[field].low;
}

/*
 * Fields of one kind that follow each other in a word: @field is the first,
 * @i counts from it.
 */
static inline uint32_t nv_field_get_item(const NvPlace *places,
                                         NvFieldId field, unsigned i,
                                         uint32_t word)
{
    const NvPlace *p = &places[field];

    return word >> (p->low + i * p->width) & p->mask;
}

static inline uint32_t nv_field_put_item(const NvPlace *places,
                                         NvFieldId field, unsigned i,
                                         uint32_t word, uint32_t value)
{
    const NvPlace *p = &places[field];
    unsigned low = p->low + i * p->width;

    return (word & ~(p->mask << low)) | (value & p->mask) << low;
}

/* Bits of the field in its word. */
static inline uint32_t nv_field_bits(const NvPlace *places, NvFieldId field)
{
    return places[field].mask << places[field].low;
}

static inline bool nv_field_exists(const NvPlace *places, NvFieldId field)
{
    return places[field].mask;
}

#endif
