/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Names of the bits in bundles and registers of FE, and words as text.
 *
 * The trace, dumps, the tool nv-state and the reference pages all print from
 * the rows in bundle-field-rows.h and register-field-rows.h.
 */
#ifndef NV_WORDS_FIELDS_H
#define NV_WORDS_FIELDS_H

#include <glib.h>

#include "chip/chips.h"

typedef struct NvFieldRow NvFieldRow;

/*
 * Fields of bundle or register @word ("CONFIG_B") as they are on chips of
 * column @fe, by their lowest bit; NULL @last: the first.  NULL at the end.
 */
const NvFieldRow *nv_field_next(NvFeColumn fe, const char *word,
                                const NvFieldRow *last);
const char *nv_field_name(const NvFieldRow *field);
unsigned nv_field_low(const NvFieldRow *field);
unsigned nv_field_width(const NvFieldRow *field);
/* Bits of the word. */
uint32_t nv_field_mask(const NvFieldRow *field);
/* Chips that have it, a bit for each column. */
unsigned nv_field_chips(const NvFieldRow *field);
/* Every row there is, in the order of the table; NULL behind the last. */
const NvFieldRow *nv_field_row(unsigned index);
const char *nv_field_word(const NvFieldRow *field);

/* Appends what the field holds if the word is @value: "LEQUAL", "0x12". */
void nv_field_append(const NvFieldRow *field, uint32_t value, GString *out);
/* "flag", "hex" and so on, or the name of a list of values. */
const char *nv_field_values(const NvFieldRow *field);
bool nv_field_has_list(const NvFieldRow *field);
/* Name of a value of the field; NULL if it has none. */
const char *nv_field_value_name(const NvFieldRow *field, uint32_t in_field);
/* Appends " NAME=value" for each field that is not 0. */
void nv_fields_append(NvFeColumn fe, const char *word, uint32_t value,
                      GString *out);
/*
 * Appends " NAME" for each bit of @value that is a flag of register @word with
 * a name that begins with @family: bits that units use in several ways have a
 * name for each, and none is printed elsewhere.
 */
void nv_fields_append_flags(const char *word, const char *family,
                            uint32_t value, GString *out);

#endif
