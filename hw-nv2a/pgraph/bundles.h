/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Pipeline bundles: state words that travel from FE to the last unit.
 *
 * Units below FE know a bundle by its name (NvBundle); the number on the wire
 * differs by generation and is in the table's columns.  One row of
 * NV_BUNDLE_ROWS is: name, elements, number on Kelvin, mask on NV20, mask on
 * NV25.  Number 0xfff: the generation does not have it.
 */
#ifndef NV_PGRAPH_BUNDLES_H
#define NV_PGRAPH_BUNDLES_H

#include <stdint.h>

#include "pgraph/bundle-rows.h"

/* First element's index into a flat array; element i is NAME + i. */
typedef enum NvBundle {
#define X(name, count, kelvin, mask20, mask25) \
    NV_BUNDLE_##name, \
    NV_BUNDLE_##name##_LAST = NV_BUNDLE_##name + (count) - 1,
    NV_BUNDLE_ROWS(X)
#undef X
    NV_BUNDLE_COUNT
} NvBundle;

#define NV_BUNDLE_NONE NV_BUNDLE_COUNT

/* Name without element number: "TEX_OFFSET". */
const char *nv_bundle_name(NvBundle bundle);
/* Which element of its row: 2 for NV_BUNDLE_TEX_OFFSET + 2. */
unsigned nv_bundle_element(NvBundle bundle);
/* Wire number on Kelvin to name; NV_BUNDLE_NONE if there is none. */
NvBundle nv_bundle_from_kelvin(uint32_t number);
uint32_t nv_bundle_to_kelvin(NvBundle bundle);

#endif
