/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Formats of surfaces, one row each.  Codes of RT_FORMAT and X padding were
 * read from NV2A captures (hw), those from 0xb on are Rankine's, by drivers;
 * SURF_FORMAT's codes public hardware tests (envytools) assert.
 *
 * X(code of RT_FORMAT, code of SURF_FORMAT that 2D draws with, code that
 *   Rankine's method makes of it, name, bytes, positions of r g b a, their
 *   widths (0: not stored), padding, what is stored there,
 *   bits of a float or 0, its channels)
 */
#ifndef NV_WORDS_SURFACE_FORMAT_ROWS_H
#define NV_WORDS_SURFACE_FORMAT_ROWS_H

#define NV_SURFACE_FORMAT_ROWS(X) \
    X(0x1, 0x2, 0x2, "X1R5G5B5_Z1R5G5B5", 2, 10, 5, 0, 0, 5, 5, 5, 0, \
      0x8000, 0, 0, 0) \
    X(0x2, 0x3, 0x3, "X1R5G5B5_O1R5G5B5", 2, 10, 5, 0, 0, 5, 5, 5, 0, \
      0x8000, 0x8000, 0, 0) \
    X(0x3, 0x5, 0x5, "R5G6B5", 2, 11, 5, 0, 0, 5, 6, 5, 0, 0, 0, 0, 0) \
    /* Destination alpha of the Z flavours reads 1 here: guess. */ \
    X(0x4, 0x7, 0x7, "X8R8G8B8_Z8R8G8B8", 4, 16, 8, 0, 0, 8, 8, 8, 0, \
      0xff000000, 0, 0, 0) \
    X(0x5, 0xb, 0xb, "X8R8G8B8_O8R8G8B8", 4, 16, 8, 0, 0, 8, 8, 8, 0, \
      0xff000000, 0xff000000, 0, 0) \
    X(0x6, 0x9, 0, "X1A7R8G8B8_Z1A7R8G8B8", 4, 16, 8, 0, 24, 8, 8, 8, 7, \
      0x80000000, 0, 0, 0) \
    X(0x7, 0xa, 0, "X1A7R8G8B8_O1A7R8G8B8", 4, 16, 8, 0, 24, 8, 8, 8, 7, \
      0x80000000, 0x80000000, 0, 0) \
    X(0x8, 0xc, 0xc, "A8R8G8B8", 4, 16, 8, 0, 24, 8, 8, 8, 8, 0, 0, 0, 0) \
    /* To 2D these two are numbers: Y8 and Y16. */ \
    X(0x9, 0, 0x1, "B8", 1, 0, 0, 0, 0, 0, 0, 8, 0, 0, 0, 0, 0) \
    X(0xa, 0, 0x6, "G8B8", 2, 0, 8, 0, 0, 0, 8, 8, 0, 0, 0, 0, 0) \
    X(0xb, 0, 0x10, "A16B16G16R16_FLOAT", 8, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, \
      16, 4) \
    X(0xc, 0, 0x11, "A32B32G32R32_FLOAT", 16, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, \
      32, 4) \
    X(0xd, 0, 0x12, "R32_FLOAT", 4, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 32, 1) \
    X(0xe, 0x13, 0x13, "X8B8G8R8_Z8B8G8R8", 4, 0, 8, 16, 0, 8, 8, 8, 0, \
      0xff000000, 0, 0, 0) /* guess */ \
    X(0xf, 0x14, 0x14, "X8B8G8R8_O8B8G8R8", 4, 0, 8, 16, 0, 8, 8, 8, 0, \
      0xff000000, 0xff000000, 0, 0) \
    X(0x10, 0x15, 0x15, "A8B8G8R8", 4, 0, 8, 16, 24, 8, 8, 8, 8, 0, 0, 0, 0)

#endif
