/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Pipeline bundles: state words that travel from FE to the last unit.
 *
 * Units below FE know a bundle by its name (NvBundle); the number on the wire
 * and the bits that FE keeps differ by generation and chip, and are columns
 * of the table in bundle-rows.h.
 */
#ifndef NV_WORDS_BUNDLES_H
#define NV_WORDS_BUNDLES_H

#include "chip/chips.h"
#include "words/bundle-rows.h"

/* First element's index into a flat array; element i is NAME + i. */
typedef enum NvBundle {
#define X(name, count, ...) \
    NV_BUNDLE_##name, \
    NV_BUNDLE_##name##_LAST = NV_BUNDLE_##name + (count) - 1,
    NV_BUNDLE_ROWS(X)
#undef X
    NV_BUNDLE_COUNT
} NvBundle;

#define NV_BUNDLE_NONE NV_BUNDLE_COUNT
#define NV_BUNDLE_NUMBERS 0x200         /* 6 bits on Celsius, then 9 */
#define NV_BUNDLE_NO_NUMBER 0xfffu

/* A bundle on its way: with its wire number, or NV_BUNDLE_NO_NUMBER. */
typedef struct NvBundleWord {
    uint16_t bundle;            /* NvBundle */
    uint16_t number;
    uint32_t data;
} NvBundleWord;

/* Name without element number: "TEX_OFFSET". */
const char *nv_bundle_name(NvBundle bundle);
/* Which element of its row: 2 for NV_BUNDLE_TEX_OFFSET + 2. */
unsigned nv_bundle_element(NvBundle bundle);
/* Wire number to name; NV_BUNDLE_NONE if the generation has none there. */
NvBundle nv_bundle_from_number(NvGeneration gen, uint32_t number);
/* NV_BUNDLE_NO_NUMBER if the generation does not have it. */
uint32_t nv_bundle_number(NvGeneration gen, NvBundle bundle);
/* Bits of the shadow register; 0 = none on these chips. */
uint32_t nv_bundle_mask(NvFeColumn fe, NvBundle bundle);
/* Whose saved state has an array with a word for each bundle. */
typedef enum NvBundleKeeper {
    NV_KEEPER_PGRAPH, NV_KEEPER_RASTER, NV_KEEPER_VTX, NV_KEEPERS
} NvBundleKeeper;

/* Version @version of the section has @bundle. */
bool nv_bundle_saved(NvBundleKeeper keeper, uint32_t version, NvBundle bundle);
/* Sent, but kept by FE on no chip. */
bool nv_bundle_is_trigger(NvBundle bundle);

#endif
