/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Types of words: fields that several words have alike.  Where a table of
 * fields says NV_TYPE_COLOR(X, CHROMA, ALL), it means all rows of the type.
 * Facts are those of the tables.
 */
#ifndef NV_WORDS_FIELD_TYPES_H
#define NV_WORDS_FIELD_TYPES_H

/* A colour of four bytes. */
#define NV_TYPE_COLOR(X, word, chips) \
    X(word, chips, 7, 0, B, hex) \
    X(word, chips, 15, 8, G, hex) \
    X(word, chips, 23, 16, R, hex) \
    X(word, chips, 31, 24, A, hex)

/* First and last pixel in one direction. */
#define NV_TYPE_RECT(X, word, chips) \
    X(word, chips, 11, 0, FIRST, dec) \
    X(word, chips, 27, 16, LAST, dec)

/* The same as start and size. */
#define NV_TYPE_SPAN(X, word, chips) \
    X(word, chips, 11, 0, START, dec) \
    X(word, chips, 28, 16, SIZE, dec)

/* The last byte of a surface. */
#define NV_TYPE_SURF_LIMIT(X, word, chips) \
    X(word, chips, 30, 0, LIMIT, hex) \
    X(word, chips, 31, 31, NULL_OBJECT, flag)

/* RECT as FE's own register of it has it. */
#define NV_TYPE_SHADOW_RECT(X, word, chips) \
    X(word, chips, 11, 0, FIRST, dec) \
    X(word, chips, 15, 12, UNK12, hex) \
    X(word, chips, 27, 16, LAST, dec) \
    X(word, chips, 31, 28, UNK28, hex)

/* Inputs of a register combiner. */
#define NV_TYPE_COMBINER_IN(X, word, chips) \
    X(word, chips, 3, 0, D_INPUT, rc_input) \
    X(word, chips, 4, 4, D_ALPHA, flag) \
    X(word, chips, 7, 5, D_MAPPING, rc_mapping) \
    X(word, chips, 11, 8, C_INPUT, rc_input) \
    X(word, chips, 12, 12, C_ALPHA, flag) \
    X(word, chips, 15, 13, C_MAPPING, rc_mapping) \
    X(word, chips, 19, 16, B_INPUT, rc_input) \
    X(word, chips, 20, 20, B_ALPHA, flag) \
    X(word, chips, 23, 21, B_MAPPING, rc_mapping) \
    X(word, chips, 27, 24, A_INPUT, rc_input) \
    X(word, chips, 28, 28, A_ALPHA, flag) \
    X(word, chips, 31, 29, A_MAPPING, rc_mapping)

/* Which outputs of a program go where. */
#define NV_TYPE_OUT_MAP_MISC(X, word, chips) \
    X(word, chips, 5, 0, CLIP0, hex) \
    X(word, chips, 11, 6, CLIP1, hex) \
    X(word, chips, 17, 12, CLIP2, hex) \
    X(word, chips, 23, 18, MISC_6, hex) \
    X(word, chips, 31, 24, MISC_8, hex)

/* How coordinates of two textures are made. */
#define NV_TYPE_TEXGEN(X, word, chips) \
    X(word, chips, 0, 0, EVEN_ENABLE, flag) \
    X(word, chips, 1, 1, EVEN_MATRIX_ENABLE, flag) \
    X(word, chips, 2, 2, EVEN_R_ENABLE, flag) \
    X(word, chips, 6, 4, EVEN_GEN_S, texgen) \
    X(word, chips, 9, 7, EVEN_GEN_T, texgen) \
    X(word, chips, 12, 10, EVEN_GEN_R, texgen) \
    X(word, chips, 15, 13, EVEN_GEN_Q, texgen) \
    X(word, chips, 16, 16, ODD_ENABLE, flag) \
    X(word, chips, 17, 17, ODD_MATRIX_ENABLE, flag) \
    X(word, chips, 18, 18, ODD_R_ENABLE, flag) \
    X(word, chips, 22, 20, ODD_GEN_S, texgen) \
    X(word, chips, 25, 23, ODD_GEN_T, texgen) \
    X(word, chips, 28, 26, ODD_GEN_R, texgen) \
    X(word, chips, 31, 29, ODD_GEN_Q, texgen)

/* Options of an object; chips that keep its SINGLE_STEP differ. */
#define NV_TYPE_CTX_A(X, ALSO, word, step_chips) \
    X(word, CELSIUS | NV20, 7, 0, CLASS, hex) \
    ALSO(word, NV25 | RANKINE, 11, 0, CLASS, hex) \
    ALSO(word, CURIE, 15, 0, CLASS, hex) \
    X(word, CELSIUS | KELVIN | RANKINE, 12, 12, CHROMA, flag) \
    X(word, CELSIUS | KELVIN | RANKINE, 13, 13, CLIP, flag) \
    X(word, CELSIUS | KELVIN | RANKINE, 14, 14, SWIZZLE, flag) \
    X(word, CELSIUS | KELVIN | RANKINE, 17, 15, OPERATION, operation) \
    ALSO(word, CURIE, 16, 16, CHROMA, flag) \
    ALSO(word, CURIE, 17, 17, CLIP, flag) \
    X(word, NV17 | KELVIN | RANKINE, 18, 18, SYNC, flag) \
    ALSO(word, CURIE, 18, 18, SWIZZLE, flag) \
    X(word, NV17 | KELVIN | RANKINE, 19, 19, ENDIAN, flag) \
    ALSO(word, CURIE, 21, 19, OPERATION, operation) \
    X(word, CELSIUS | KELVIN | RANKINE, 21, 20, DITHER, hex) \
    X(word, NV17 | KELVIN | RANKINE, 22, 22, VERSION, flag) \
    ALSO(word, CURIE, 23, 22, DITHER, hex) \
    X(word, step_chips, 23, 23, SINGLE_STEP, flag) \
    X(word, CELSIUS | KELVIN | RANKINE, 24, 24, PATCH_VALID, flag) \
    ALSO(word, CURIE, 24, 24, VERSION, flag) \
    X(word, CELSIUS | KELVIN | RANKINE, 25, 25, SURFACE1, flag) \
    X(word, CURIE, 31, 25, UNK25, hex) \
    X(word, CELSIUS | KELVIN | RANKINE, 26, 26, SURFACE2, flag) \
    X(word, CELSIUS | KELVIN | RANKINE, 27, 27, PATTERN, flag) \
    X(word, CELSIUS | KELVIN | RANKINE, 28, 28, ROP, flag) \
    X(word, CELSIUS | KELVIN | RANKINE, 29, 29, BETA1, flag) \
    X(word, CELSIUS | KELVIN | RANKINE, 30, 30, BETA4, flag)

/* Its formats and its notifier. */
#define NV_TYPE_CTX_B(X, ALSO, word) \
    X(word, CELSIUS | KELVIN | RANKINE, 1, 0, MONO_FORMAT, mono_format) \
    X(word, CURIE, 23, 0, NOTIFY_INSTANCE, hex) \
    X(word, CELSIUS | KELVIN | RANKINE, 13, 8, COLOR_FORMAT, color_format) \
    ALSO(word, CELSIUS | KELVIN | RANKINE, 31, 16, NOTIFY_INSTANCE, hex) \
    ALSO(word, CURIE, 25, 24, MONO_FORMAT, mono_format) \
    ALSO(word, CURIE, 31, 26, COLOR_FORMAT, color_format)

/* Its DMA objects. */
#define NV_TYPE_CTX_C(X, ALSO, word) \
    X(word, CELSIUS | KELVIN | RANKINE, 15, 0, DMA_A_INSTANCE, hex) \
    ALSO(word, CURIE, 23, 0, DMA_A_INSTANCE, hex) \
    X(word, CELSIUS | KELVIN | RANKINE, 31, 16, DMA_B_INSTANCE, hex) \
    X(word, CURIE, 24, 24, ENDIAN, flag) \
    X(word, CURIE, 25, 25, SYNC, flag) \
    X(word, CURIE, 26, 26, SINGLE_STEP, flag)

#endif
