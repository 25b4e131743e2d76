/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Names, wire numbers and masks of bundles; facts are in bundle-rows.h. */
#include "words/bundles.h"

enum {
#define X(name, ...) ROW_##name,
    NV_BUNDLE_ROWS(X)
#undef X
    ROW_COUNT
};

static_assert(ROW_COUNT <= UINT8_MAX, "a row's number fits a byte");

typedef struct BundleRow {
    const char *name;
    uint16_t first;
    uint32_t at[NV_GENERATIONS];        /* NV_AT() */
    uint32_t mask[NV_FE_COLUMNS];
} BundleRow;

static const BundleRow rows[ROW_COUNT] = {
#define X(name, count, celsius, kelvin, rankine, curie, ...) \
    { #name, NV_BUNDLE_##name, { celsius, kelvin, rankine, curie }, \
      { __VA_ARGS__ } },
    NV_BUNDLE_ROWS(X)
#undef X
};

/* Every state method asks: no search in either direction. */
static const uint8_t row_at[NV_BUNDLE_COUNT] = {
#define X(name, count, ...) \
    [NV_BUNDLE_##name ... NV_BUNDLE_##name##_LAST] = ROW_##name,
    NV_BUNDLE_ROWS(X)
#undef X
};

/* 1 + row; rows without a number here go behind the numbers. */
#define FIRST(at, row) \
    ((at) ? ((at) & 0xfff) : NV_BUNDLE_NUMBERS + (row))
#define LAST(at, row) \
    ((at) ? ((at) & 0xfff) + ((at) >> 12) - 1 : NV_BUNDLE_NUMBERS + (row))

static const uint8_t
row_of_number[NV_GENERATIONS][NV_BUNDLE_NUMBERS + ROW_COUNT] = {
#define X(name, count, at, ...) \
    [FIRST(at, ROW_##name) ... LAST(at, ROW_##name)] = ROW_##name + 1,
    [NV_CELSIUS] = { NV_BUNDLE_ROWS(X) },
#undef X
#define X(name, count, celsius, at, ...) \
    [FIRST(at, ROW_##name) ... LAST(at, ROW_##name)] = ROW_##name + 1,
    [NV_KELVIN] = { NV_BUNDLE_ROWS(X) },
#undef X
#define X(name, count, celsius, kelvin, at, ...) \
    [FIRST(at, ROW_##name) ... LAST(at, ROW_##name)] = ROW_##name + 1,
    [NV_RANKINE] = { NV_BUNDLE_ROWS(X) },
#undef X
#define X(name, count, celsius, kelvin, rankine, at, ...) \
    [FIRST(at, ROW_##name) ... LAST(at, ROW_##name)] = ROW_##name + 1,
    [NV_CURIE] = { NV_BUNDLE_ROWS(X) },
#undef X
};

static const struct {
    uint16_t bundle;
    uint8_t fe;
    uint32_t mask;
} odd_masks[] = {
#define Y(name, element, chip, mask) \
    { NV_BUNDLE_##name + (element), NV_FE_##chip, mask },
    NV_BUNDLE_ODD_MASKS(Y)
#undef Y
};

/* Bundles of later versions; the last is none. */
static const struct {
    uint16_t first, last;
    uint8_t since[NV_KEEPERS];
} later[] = {
#define Z(name, ...) \
    { NV_BUNDLE_##name, NV_BUNDLE_##name##_LAST, { __VA_ARGS__ } },
    NV_BUNDLE_LATER_ROWS(Z)
#undef Z
    { NV_BUNDLE_COUNT, 0, { 0 } },
};

bool nv_bundle_saved(NvBundleKeeper keeper, uint32_t version, NvBundle bundle)
{
    for (unsigned i = 0; i < NV_ARRAY_SIZE(later); i++) {
        if (bundle >= later[i].first && bundle <= later[i].last) {
            return version >= later[i].since[keeper];
        }
    }
    return true;
}

const char *nv_bundle_name(NvBundle bundle)
{
    return bundle < NV_BUNDLE_COUNT ? rows[row_at[bundle]].name : "NONE";
}

unsigned nv_bundle_element(NvBundle bundle)
{
    return bundle < NV_BUNDLE_COUNT ? bundle - rows[row_at[bundle]].first : 0;
}

NvBundle nv_bundle_from_number(NvGeneration gen, uint32_t number)
{
    const BundleRow *row;

    assert(gen < NV_GENERATIONS);
    if (number >= NV_BUNDLE_NUMBERS || !row_of_number[gen][number]) {
        return NV_BUNDLE_NONE;
    }
    row = &rows[row_of_number[gen][number] - 1];
    return row->first + number - (row->at[gen] & 0xfff);
}

uint32_t nv_bundle_number(NvGeneration gen, NvBundle bundle)
{
    const BundleRow *row;
    uint32_t element;

    assert(gen < NV_GENERATIONS);
    if (bundle >= NV_BUNDLE_COUNT) {
        return NV_BUNDLE_NO_NUMBER;
    }
    row = &rows[row_at[bundle]];
    element = bundle - row->first;
    return element < row->at[gen] >> 12 ? (row->at[gen] & 0xfff) + element
                                        : NV_BUNDLE_NO_NUMBER;
}

uint32_t nv_bundle_mask(NvFeColumn fe, NvBundle bundle)
{
    /* Columns of a generation follow each other. */
    NvChip like = { .fe = fe };

    assert(fe < NV_FE_COLUMNS);
    if (nv_bundle_number(nv_chip_generation(&like), bundle) ==
        NV_BUNDLE_NO_NUMBER) {
        return 0;
    }
    for (unsigned i = 0; i < NV_ARRAY_SIZE(odd_masks); i++) {
        if (odd_masks[i].bundle == bundle && odd_masks[i].fe == fe) {
            return odd_masks[i].mask;
        }
    }
    return rows[row_at[bundle]].mask[fe];
}

bool nv_bundle_is_trigger(NvBundle bundle)
{
    const BundleRow *row;

    assert(bundle < NV_BUNDLE_COUNT);
    row = &rows[row_at[bundle]];
    for (unsigned fe = 0; fe < NV_FE_COLUMNS; fe++) {
        if (row->mask[fe]) {
            return false;
        }
    }
    return true;
}
