/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * How rows name sets of chips: NV20, KELVIN | RANKINE.  For the sources that
 * read rows, and nobody else: the names have no prefix.
 */
#ifndef NV_WORDS_ROW_CHIPS_H
#define NV_WORDS_ROW_CHIPS_H

#include "chip/chips.h"

/* A bit for each NvFeColumn. */
enum {
#define CHIP(name) name = 1u << NV_FE_##name
    CHIP(NV10), CHIP(NV15), CHIP(NV17), CHIP(NV20), CHIP(NV25), CHIP(NV30),
    CHIP(NV34), CHIP(NV40),
#undef CHIP
    CELSIUS = NV10 | NV15 | NV17,
    KELVIN = NV20 | NV25,
    RANKINE = NV30 | NV34,
    CURIE = NV40,
    ALL = CELSIUS | KELVIN | RANKINE | CURIE,
};

static_assert(ALL == (1u << NV_FE_COLUMNS) - 1, "every column has a name");

#endif
