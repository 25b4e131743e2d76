/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Fields of state words: places by chip, and text.  Facts are in
 * bundle-field-rows.h, register-field-rows.h and field-lists.h.
 */
#include "words/fields.h"

#include "words/field-lists.h"
#include "words/places.h"
#include "words/row-chips.h"

/* What values are: these, or a list. */
enum {
    VALUES_hex, VALUES_dec, VALUES_flag, VALUES_fp, VALUES_fixed,
    VALUES_sfixed, VALUES_power,
    VALUES_LISTS,
    VALUES_BEFORE = VALUES_LISTS - 1,
#define L(list, ...) VALUES_##list,
    NV_FIELD_LISTS(L)
#undef L
};

#define L(list, ...) static const char *const list_##list[] = { __VA_ARGS__ };
NV_FIELD_LISTS(L)
#undef L

static const struct {
    const char *list;
    const char *const *name;
    unsigned count;
} lists[] = {
#define L(list, ...) { #list, list_##list, NV_ARRAY_SIZE(list_##list) },
    NV_FIELD_LISTS(L)
#undef L
};

struct NvFieldRow {
    const char *word;
    uint16_t field;             /* NvFieldId */
    uint16_t at;                /* NvPlace.word */
    uint8_t chips;
    uint8_t high, low;
    uint8_t values;
    const char *name;
};

/* A word that is no bundle or register does not compile. */
#define ROW(at_, word_, chips_, high_, low_, name_, values_) \
    { .word = #word_, .field = NV_F(word_, name_), .at = (at_), \
      .chips = (chips_), .high = (high_), .low = (low_), \
      .values = VALUES_##values_, .name = #name_ },

static const NvFieldRow rows[] = {
#define X(word, ...) ROW(NV_BUNDLE_##word, word, __VA_ARGS__)
    NV_BUNDLE_FIELD_ROWS(X, X)
#undef X
#define X(word, ...) ROW(NV_WORD_REG | NV_PGRAPH_##word / 4, word, __VA_ARGS__)
    NV_REGISTER_FIELD_ROWS(X, X)
#undef X
};

/* Not printed; the last row has no word. */
static const NvFieldRow hidden[] = {
#define X(word, ...) ROW(NV_BUNDLE_##word, word, __VA_ARGS__)
    NV_HIDDEN_BUNDLE_FIELD_ROWS(X, X)
#undef X
#define X(word, ...) ROW(NV_WORD_REG | NV_PGRAPH_##word / 4, word, __VA_ARGS__)
    NV_HIDDEN_REGISTER_FIELD_ROWS(X, X)
#undef X
    { .word = NULL },
};

static const struct {
    uint16_t field, there;      /* NvFieldId */
    uint8_t chips;
} moves[] = {
#define X(word, name, chips, word_there, name_there) \
    { NV_F(word, name), NV_F(word_there, name_there), chips },
    NV_FIELD_MOVES(X)
#undef X
    { NV_F_NONE, NV_F_NONE, 0 },
};

/* --- places --- */

static void add_place(NvPlace *places, NvFeColumn fe, const NvFieldRow *f)
{
    assert(f->low <= f->high && f->high < 32);
    if (f->chips >> fe & 1) {
        assert(!places[f->field].mask);
        places[f->field] = (NvPlace) {
            .mask = UINT32_MAX >> (31 - (f->high - f->low)),
            .word = f->at, .low = f->low, .width = f->high - f->low + 1,
        };
    } else if (!places[f->field].mask) {
        places[f->field].word = f->at;
    }
}

static NvPlace *make_places(NvFeColumn fe)
{
    NvPlace *places = g_new0(NvPlace, NV_FIELDS);

    for (unsigned i = 0; i < NV_ARRAY_SIZE(rows); i++) {
        add_place(places, fe, &rows[i]);
    }
    for (const NvFieldRow *f = hidden; f->word; f++) {
        add_place(places, fe, f);
    }
    for (unsigned i = 0; moves[i].chips; i++) {
        if (moves[i].chips >> fe & 1) {
            assert(places[moves[i].there].mask);
            places[moves[i].field] = places[moves[i].there];
        }
    }
    return places;
}

const NvPlace *nv_places(NvFeColumn fe)
{
    static NvPlace *made[NV_FE_COLUMNS];

    assert(fe < NV_FE_COLUMNS);
    if (g_once_init_enter(&made[fe])) {
        g_once_init_leave(&made[fe], make_places(fe));
    }
    return made[fe];
}

/* --- text --- */

const NvFieldRow *nv_field_row(unsigned index)
{
    return index < NV_ARRAY_SIZE(rows) ? &rows[index] : NULL;
}

const NvFieldRow *nv_field_next(NvFeColumn fe, const char *word,
                                const NvFieldRow *last)
{
    /* Rows of a word follow each other. */
    for (const NvFieldRow *row = last ? last + 1 : rows;
         row < rows + NV_ARRAY_SIZE(rows); row++) {
        bool same = !strcmp(row->word, word);

        if (last && !same) {
            return NULL;
        }
        if (same && (row->chips >> fe & 1)) {
            return row;
        }
    }
    return NULL;
}

const char *nv_field_name(const NvFieldRow *field)
{
    return field->name;
}

const char *nv_field_word(const NvFieldRow *field)
{
    return field->word;
}

unsigned nv_field_low(const NvFieldRow *field)
{
    return field->low;
}

unsigned nv_field_width(const NvFieldRow *field)
{
    return field->high - field->low + 1;
}

uint32_t nv_field_mask(const NvFieldRow *field)
{
    return nv_deposit(0, field->low, nv_field_width(field), ~0u);
}

unsigned nv_field_chips(const NvFieldRow *field)
{
    return field->chips;
}

const char *nv_field_values(const NvFieldRow *field)
{
    static const char *const plain[VALUES_LISTS] = {
        [VALUES_hex] = "hex", [VALUES_dec] = "decimal",
        [VALUES_flag] = "flag", [VALUES_fp] = "float",
        [VALUES_fixed] = "fixed, 8 bits behind the point",
        [VALUES_sfixed] = "signed fixed, 8 bits behind the point",
        [VALUES_power] = "exponent of 2",
    };

    return field->values < VALUES_LISTS ? plain[field->values] :
           lists[field->values - VALUES_LISTS].list;
}

bool nv_field_has_list(const NvFieldRow *field)
{
    return field->values >= VALUES_LISTS;
}

const char *nv_field_value_name(const NvFieldRow *field, uint32_t in_field)
{
    unsigned list = field->values - VALUES_LISTS;

    return field->values >= VALUES_LISTS && in_field < lists[list].count ?
           lists[list].name[in_field] : NULL;
}

void nv_field_append(const NvFieldRow *field, uint32_t value, GString *out)
{
    unsigned width = nv_field_width(field);
    uint32_t v = nv_extract(value, field->low, width);
    const char *name = nv_field_value_name(field, v);
    /* With its sign. */
    int32_t with_sign = (int32_t)(v << (32 - width)) >> (32 - width);
    union {
        uint32_t u;
        float f;
    } word = { v };

    switch (field->values) {
    case VALUES_dec:
    case VALUES_flag:
        g_string_append_printf(out, "%u", v);
        break;
    case VALUES_fp:
        g_string_append_printf(out, "%.9g", word.f);
        break;
    case VALUES_fixed:
        g_string_append_printf(out, "%g", v / 256.0);
        break;
    case VALUES_sfixed:
        g_string_append_printf(out, "%g", with_sign / 256.0);
        break;
    case VALUES_power:
        g_string_append_printf(out, "%u", 1u << (v & 31));
        break;
    default:
        if (name) {
            g_string_append(out, name);
        } else {
            g_string_append_printf(out, "0x%x", v);
        }
    }
}

void nv_fields_append(NvFeColumn fe, const char *word, uint32_t value,
                      GString *out)
{
    for (const NvFieldRow *f = NULL; (f = nv_field_next(fe, word, f)); ) {
        if (value & nv_field_mask(f)) {
            g_string_append_printf(out, " %s=", f->name);
            nv_field_append(f, value, out);
        }
    }
}

void nv_fields_append_flags(const char *word, const char *family,
                            uint32_t value, GString *out)
{
    for (const NvFieldRow *f = hidden; f->word; f++) {
        if (f->low == f->high && (value >> f->low & 1) &&
            !strcmp(f->word, word) && g_str_has_prefix(f->name, family)) {
            g_string_append_printf(out, " %s", f->name);
        }
    }
}
