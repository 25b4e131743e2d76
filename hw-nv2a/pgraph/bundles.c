/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Names and wire numbers of bundles; the facts are in bundle-rows.h. */
#include "pgraph/bundles.h"

#include "base/bits.h"

typedef struct BundleRow {
    const char *name;
    uint16_t first, kelvin;
} BundleRow;

static const BundleRow rows[] = {
#define X(name, count, kelvin, mask20, mask25) \
    { #name, NV_BUNDLE_##name, kelvin },
    NV_BUNDLE_ROWS(X)
#undef X
    { "NONE", NV_BUNDLE_COUNT, 0xfff },
};

#define KELVIN_NUMBERS 0x200

/* Every state method asks: no search in this direction. */
enum {
#define X(name, count, kelvin, mask20, mask25) ROW_##name,
    NV_BUNDLE_ROWS(X)
#undef X
    ROW_NONE
};

static_assert(ROW_NONE <= UINT8_MAX, "a row's number fits a byte");

static const uint8_t row_at[NV_BUNDLE_COUNT] = {
#define X(name, count, kelvin, mask20, mask25) \
    [NV_BUNDLE_##name ... NV_BUNDLE_##name##_LAST] = ROW_##name,
    NV_BUNDLE_ROWS(X)
#undef X
};

static const BundleRow *row_of(NvBundle bundle)
{
    return &rows[(unsigned)bundle < NV_BUNDLE_COUNT ? row_at[bundle]
                                                    : ROW_NONE];
}

const char *nv_bundle_name(NvBundle bundle)
{
    return row_of(bundle)->name;
}

unsigned nv_bundle_element(NvBundle bundle)
{
    return bundle - row_of(bundle)->first;
}

/* Rows are sorted by wire number as well as by name. */
NvBundle nv_bundle_from_kelvin(uint32_t number)
{
    unsigned low = 0, high = NV_ARRAY_SIZE(rows) - 1;
    unsigned element;

    if (number >= KELVIN_NUMBERS) {
        return NV_BUNDLE_NONE;
    }
    while (low + 1 < high) {
        unsigned middle = (low + high) / 2;

        if (rows[middle].kelvin <= number) {
            low = middle;
        } else {
            high = middle;
        }
    }
    element = number - rows[low].kelvin;
    if (element >= (unsigned)(rows[low + 1].first - rows[low].first)) {
        return NV_BUNDLE_NONE;
    }
    return rows[low].first + element;
}

uint32_t nv_bundle_to_kelvin(NvBundle bundle)
{
    const BundleRow *row = row_of(bundle);

    return row->kelvin + (bundle - row->first);
}
