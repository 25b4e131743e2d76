/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Registers of FE by name: where each has its stored word.
 *
 * FE keeps one array of words.  Registers lie in it as on Kelvin, then come
 * the bundle shadows by NvBundle, then what only other generations have.
 */
#ifndef NV_WORDS_REGISTERS_H
#define NV_WORDS_REGISTERS_H

#include "words/bundles.h"
#include "words/register-rows.h"

#define NV_PGRAPH_SIZE 0x2000u      /* BAR0 0x400000..0x401fff */
#define NV_PGRAPH_EXTRA_WORDS 0x200
#define NV_PGRAPH_WORDS (NV_PGRAPH_SIZE / 4 + NV_BUNDLE_COUNT + \
                         NV_PGRAPH_EXTRA_WORDS)

/*
 * NV_PGRAPH_DEBUG_D: where a register is stored, in bytes, which is its
 * offset from 0x400000 on Kelvin.
 */
enum {
#define X(name, count, stride, celsius, kelvin, ...) \
    NV_PGRAPH_##name = kelvin,
    NV_PGRAPH_REGISTER_ROWS(X)
#undef X
    NV_PGRAPH_SHADOWS = NV_PGRAPH_SIZE,     /* a word each NvBundle */
    NV_PGRAPH_SHADOWS_END = NV_PGRAPH_SHADOWS + 4 * NV_BUNDLE_COUNT - 1,
#define X(name, count, ...) \
    NV_PGRAPH_##name, \
    NV_PGRAPH_##name##_END = NV_PGRAPH_##name + 4 * (count) - 1,
    NV_PGRAPH_OTHER_REGISTER_ROWS(X)
#undef X
    NV_PGRAPH_STORED,
};

static_assert(NV_PGRAPH_STORED <= 4 * NV_PGRAPH_WORDS,
              "raise NV_PGRAPH_EXTRA_WORDS");

#endif
