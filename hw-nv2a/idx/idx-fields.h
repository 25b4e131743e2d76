/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Fields of the words that IDX shares with FE and with those who look through
 * RDI or PIPE: its own state, commands' data and addresses.  They lie at the
 * same place on all chips.  Facts: public hardware tests (envytools).
 *
 * X(word, high, low, name)
 */
#ifndef NV_IDX_IDX_FIELDS_H
#define NV_IDX_IDX_FIELDS_H

#include "base/bits.h"

#define NV_IDX_FIELD_ROWS(X) \
    /* a vertex array: offset, and format (hw: type and size twice) */ \
    X(OFFSET, 31, 31, OBJECT_B) \
    X(OFFSET, 28, 0, BYTES) \
    X(FORMAT, 2, 0, TYPE) \
    X(FORMAT, 5, 3, SIZE) \
    X(FORMAT, 13, 6, STRIDE) \
    X(FORMAT, 16, 14, TYPE_AGAIN) \
    X(FORMAT, 19, 17, SIZE_AGAIN) \
    X(FORMAT, 22, 20, WORDS) \
    /* state words; two fields of A are only shown where D is */ \
    X(A, 15, 0, ARRAYS) \
    X(A, 19, 16, UNK16) \
    X(A, 23, 20, PATCHES) \
    X(A, 24, 24, EDGE_FLAG) \
    X(A, 28, 25, UNK25) \
    X(B, 7, 2, INLINE_WORDS) \
    X(B, 15, 10, WAITING) \
    X(B, 20, 16, UNK16) \
    X(B, 28, 24, BUNDLES) \
    X(C, 15, 0, ARRAYS) \
    X(C, 19, 16, FIRST_ARRAY) \
    X(C, 21, 20, UNK20) \
    X(C, 24, 24, UNK24) \
    X(D, 28, 0, OFFSET) \
    X(D, 29, 29, SHORT) \
    X(D, 30, 30, OBJECT_B) \
    /* words behind RDI 0x25 and 0x27 */ \
    X(UNK25, 23, 0, ALL) \
    X(NOTE, 6, 6, VALID) \
    X(NOTE, 2, 0, STEP) \
    /* data of commands, as methods have it */ \
    X(SET_FORMAT, 2, 0, TYPE) \
    X(SET_FORMAT, 6, 4, SIZE) \
    X(SET_FORMAT, 15, 8, STRIDE) \
    X(SET_LIST, 0, 0, OBJECT_B) \
    X(SET_LIST, 7, 4, SHORT) \
    X(DRAW, 23, 0, FIRST) \
    X(DRAW, 31, 24, COUNT_LESS_1) \
    X(INDICES, 15, 0, FIRST) \
    X(INDICES, 31, 16, SECOND) \
    /* address of immediate vertex data */ \
    X(ATTR, 12, 10, FORMAT) \
    X(ATTR, 9, 8, SIZE) \
    X(ATTR, 7, 4, ATTR) \
    X(ATTR, 3, 2, WORD) \
    /* PIPE: fetch, and an array */ \
    X(PIPE_STATE, 4, 0, LAST_ARRAY) \
    X(PIPE_STATE, 5, 5, UNK5) \
    X(PIPE_STATE, 12, 8, UNK8) \
    X(PIPE_STATE, 30, 28, STEP) \
    X(PIPE_OFFSET, 27, 2, WORDS) \
    X(PIPE_FORMAT, 2, 0, TYPE) \
    X(PIPE_FORMAT, 2, 2, NOT_D3D) \
    X(PIPE_FORMAT, 6, 4, SIZE) \
    X(PIPE_FORMAT, 15, 10, STRIDE) \
    X(PIPE_FORMAT, 24, 24, UNK24) \
    X(PIPE_BEGIN, 3, 0, PRIMITIVE) \
    /* PIPE: words of a vertex, as far as bundles change them */ \
    X(NUMBER, 13, 2, NUMBER) \
    X(POINT, 20, 12, SIZE) \
    X(COL1, 0, 0, EDGE_FLAG) \
    X(COL1, 7, 0, NO_COLOR) \
    X(POS_Y, 23, 10, FOG) \
    X(POS_Y, 31, 24, FOG_EXPONENT) \
    /* PIPE: words of an entry of the ring */ \
    X(RING_FOG, 5, 0, NUMBER) \
    X(RING_FOG, 22, 11, FRACTION) \
    X(RING_FOG, 30, 23, EXPONENT) \
    X(RING_FOG, 31, 31, SIGN) \
    X(RING_DATA, 31, 31, SIGN) \
    X(RING_W, 0, 0, EDGE_FLAG)

enum {
#define X(word, high, low, name) \
    NV_IDX_F_##word##_##name##_LOW = (low), \
    NV_IDX_F_##word##_##name##_WIDTH = (high) - (low) + 1,
    NV_IDX_FIELD_ROWS(X)
#undef X
};

/* A field by name: NV_IDX_GET(FORMAT, TYPE, value). */
#define NV_IDX_GET(word, name, value) \
    nv_extract(value, NV_IDX_F_##word##_##name##_LOW, \
               NV_IDX_F_##word##_##name##_WIDTH)
/* @value with the low bits of @field in it. */
#define NV_IDX_PUT(word, name, value, field) \
    nv_deposit(value, NV_IDX_F_##word##_##name##_LOW, \
               NV_IDX_F_##word##_##name##_WIDTH, field)
/* Its bits in the word. */
#define NV_IDX_BITS(word, name) NV_IDX_PUT(word, name, 0, UINT32_MAX)

#endif
