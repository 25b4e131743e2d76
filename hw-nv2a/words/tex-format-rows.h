/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Texture formats of Kelvin and Rankine, one row a code.  Which codes methods
 * take, and their kinds, public hardware tests (envytools) assert; what texels
 * hold was measured on NV2A (hw), rows marked emu follow emulators only, the
 * floats are as drivers use them.  How many codes a chip has is in its
 * descriptor (NvFeTraits.tex_formats).
 *
 * X(code, name or NULL, kind, bytes of a texel or block, texels, decoder)
 *
 * Texels: COLOR; OPAQUE, without alpha; WIDE, two channels of 16 bits;
 * WIDE_OPAQUE, one of them; BLOCK, of 4x4 colours; INDEX, a place in a
 * palette; PAIR, two share four bytes; Z.., a depth to compare with; REAL,
 * floats; NONE, not drawn.
 * The decoder is one of raster/soft/texel.c.
 */
#ifndef NV_WORDS_TEX_FORMAT_ROWS_H
#define NV_WORDS_TEX_FORMAT_ROWS_H

#define NV_TEX_FORMAT_ROWS(X) \
    X(0x00, "L8_Y8", SWIZZLED, 1, OPAQUE, l8) \
    X(0x01, "I8_AY8", SWIZZLED, 1, COLOR, i8) \
    X(0x02, "A1R5G5B5", SWIZZLED, 2, COLOR, a1r5g5b5) \
    X(0x03, "X1R5G5B5", SWIZZLED, 2, OPAQUE, x1r5g5b5) \
    X(0x04, "A4R4G4B4", SWIZZLED, 2, COLOR, a4r4g4b4) \
    X(0x05, "R5G6B5", SWIZZLED, 2, OPAQUE, r5g6b5) \
    X(0x06, "A8R8G8B8", SWIZZLED, 4, COLOR, argb) \
    X(0x07, "X8R8G8B8", SWIZZLED, 4, OPAQUE, xrgb) \
    X(0x0b, "INDEX8", SWIZZLED, 1, INDEX, index) \
    X(0x0c, "DXT1", DXT, 8, BLOCK, dxt1) \
    X(0x0e, "DXT3", DXT, 16, BLOCK, dxt3) \
    X(0x0f, "DXT5", DXT, 16, BLOCK, dxt5) \
    X(0x10, "A1R5G5B5_RECT", RECT, 2, COLOR, a1r5g5b5) \
    X(0x11, "R5G6B5_RECT", RECT, 2, OPAQUE, r5g6b5) \
    X(0x12, "A8R8G8B8_RECT", RECT, 4, COLOR, argb) \
    X(0x13, "L8_Y8_RECT", RECT, 1, OPAQUE, l8) \
    X(0x14, "SY8_RECT", RECT, 0, NONE, none) \
    X(0x15, "X7SY9_RECT", RECT, 0, NONE, none) \
    X(0x16, "R8B8_RECT", RECT, 2, COLOR, r8b8) \
    X(0x17, "G8B8_RECT", RECT, 2, COLOR, g8b8) \
    X(0x18, "SG8SB8_RECT", RECT, 0, NONE, none) \
    X(0x19, "A8", SWIZZLED, 1, COLOR, a8) /* emu */ \
    X(0x1a, "A8L8", SWIZZLED, 2, COLOR, a8l8) \
    X(0x1b, "I8_AY8_RECT", RECT, 1, COLOR, i8) \
    X(0x1c, "X1R5G5B5_RECT", RECT, 2, OPAQUE, x1r5g5b5) /* emu */ \
    X(0x1d, "A4R4G4B4_RECT", RECT, 2, COLOR, a4r4g4b4) \
    X(0x1e, "X8R8G8B8_RECT", RECT, 4, OPAQUE, xrgb) \
    X(0x1f, "A8_RECT", RECT, 1, COLOR, a8) /* emu */ \
    X(0x20, "A8L8_RECT", RECT, 2, COLOR, a8l8) \
    X(0x24, "YUY2", YUV, 2, PAIR, yuy2) \
    X(0x25, "UYVY", YUV, 2, PAIR, uyvy) \
    X(0x26, "A8CR8CB8Y8_RECT", RECT, 0, NONE, none) \
    X(0x27, "R6G5B5", SWIZZLED, 2, OPAQUE, r6g5b5) \
    X(0x28, "G8B8", SWIZZLED, 2, COLOR, g8b8) \
    X(0x29, "R8B8", SWIZZLED, 2, COLOR, r8b8) \
    X(0x2a, "Z24_FIXED_(X8Y24)", SWIZZLED, 4, Z24, none) \
    X(0x2b, "Z24_FLOAT", SWIZZLED, 4, Z24_FLOAT, none) \
    X(0x2c, "Z16_FIXED", SWIZZLED, 2, Z16, none) \
    X(0x2d, "Z16_FLOAT", SWIZZLED, 2, Z16_FLOAT, none) \
    X(0x2e, "Z24_FIXED_RECT", RECT, 4, Z24, none) \
    X(0x2f, "Z24_FLOAT_RECT", RECT, 4, Z24_FLOAT, none) \
    X(0x30, "Z16_FIXED_RECT", RECT, 2, Z16, none) \
    X(0x31, "Z16_FLOAT_RECT", RECT, 2, Z16_FLOAT, none) \
    X(0x32, "Y16", SWIZZLED, 2, WIDE_OPAQUE, y16) \
    X(0x33, "HILO16", SWIZZLED, 4, WIDE, hilo) \
    X(0x34, "A4V6YB6A4U6YA6", YUV, 0, NONE, none) \
    X(0x35, "Y16_RECT", RECT, 2, WIDE_OPAQUE, y16) \
    X(0x36, "HILO16_RECT", RECT, 4, WIDE, hilo) \
    X(0x37, "R6G5B5_RECT", RECT, 2, OPAQUE, r6g5b5) /* emu */ \
    X(0x38, "R5G5B5A1", SWIZZLED, 2, COLOR, r5g5b5a1) /* emu */ \
    X(0x39, "R4G4B4A4", SWIZZLED, 2, COLOR, r4g4b4a4) /* emu */ \
    X(0x3a, "A8B8G8R8", SWIZZLED, 4, COLOR, abgr) \
    X(0x3b, "B8G8R8A8", SWIZZLED, 4, COLOR, bgra) /* emu */ \
    X(0x3c, "R8G8B8A8", SWIZZLED, 4, COLOR, rgba) /* emu */ \
    X(0x3d, "R5G5B5A1_RECT", RECT, 2, COLOR, r5g5b5a1) /* emu */ \
    X(0x3e, "R4G4B4A4_RECT", RECT, 2, COLOR, r4g4b4a4) /* emu */ \
    X(0x3f, "A8B8G8R8_RECT", RECT, 4, COLOR, abgr) /* emu */ \
    X(0x40, "B8G8R8A8_RECT", RECT, 4, COLOR, bgra) /* emu */ \
    X(0x41, "R8G8B8A8_RECT", RECT, 4, COLOR, rgba) /* emu */ \
    X(0x42, NULL, SWIZZLED, 0, NONE, none) \
    X(0x43, NULL, RECT, 0, NONE, none) \
    X(0x44, "HILO8", SWIZZLED, 0, NONE, none) \
    X(0x45, "SIGNED_HILO8", SWIZZLED, 0, NONE, none) \
    X(0x46, "HILO8_RECT", RECT, 0, NONE, none) \
    X(0x47, "SIGNED_HILO8_RECT", RECT, 0, NONE, none) \
    X(0x48, NULL, RECT, 0, NONE, none) \
    X(0x49, NULL, SWIZZLED, 0, NONE, none) \
    X(0x4a, "RGBA16F_RECT", RECT, 8, REAL, rgba16f) \
    X(0x4b, "RGBA32F_RECT", RECT, 16, REAL, rgba32f) \
    X(0x4c, "R32F_RECT", RECT, 4, REAL, r32f) \
    X(0x4d, NULL, RECT, 0, NONE, none) \
    X(0x4e, NULL, SWIZZLED, 0, NONE, none) \
    /* Only Curie has these; its own codes are below */ \
    X(0x60, "RGBA16F", SWIZZLED, 8, REAL, rgba16f) \
    X(0x61, "RGBA32F", SWIZZLED, 16, REAL, rgba32f) \
    X(0x62, "R32F", SWIZZLED, 4, REAL, r32f)

/*
 * Curie's codes: which of the formats above, swizzled (or in blocks) and in
 * lines.  Names and what texels hold are as its drivers use them (doc); codes
 * that are not here are none.
 *
 * X(code, format, format in lines)
 */
#define NV_TEX_CURIE_ROWS(X) \
    X(0x01, 0x00, 0x13) /* L8 */ \
    X(0x02, 0x02, 0x10) /* A1R5G5B5 */ \
    X(0x03, 0x04, 0x1d) /* A4R4G4B4 */ \
    X(0x04, 0x05, 0x11) /* R5G6B5 */ \
    X(0x05, 0x06, 0x12) /* A8R8G8B8 */ \
    X(0x06, 0x0c, 0x0c) /* DXT1 */ \
    X(0x07, 0x0e, 0x0e) /* DXT3 */ \
    X(0x08, 0x0f, 0x0f) /* DXT5 */ \
    X(0x0b, 0x28, 0x17) /* A8L8: low byte in r b, high byte in g a */ \
    X(0x0f, 0x27, 0x37) /* R6G5B5 */ \
    X(0x10, 0x2a, 0x2e) /* Z24 */ \
    X(0x11, 0x2b, 0x2f) /* Z24_FLOAT */ \
    X(0x12, 0x2c, 0x30) /* Z16 */ \
    X(0x13, 0x2d, 0x31) /* Z16_FLOAT */ \
    X(0x14, 0x32, 0x35) /* A16 */ \
    X(0x15, 0x33, 0x36) /* A16L16 */ \
    X(0x17, 0x38, 0x3d) /* R5G5B5A1 */ \
    X(0x18, 0x44, 0x46) /* HILO8 */ \
    X(0x19, 0x45, 0x47) /* SIGNED_HILO8 */ \
    X(0x1a, 0x60, 0x4a) /* RGBA16F */ \
    X(0x1b, 0x61, 0x4b) /* RGBA32F */ \
    X(0x1c, 0x62, 0x4c) /* R32F */ \
    X(0x1d, 0x03, 0x1c) /* X1R5G5B5 */ \
    X(0x1e, 0x07, 0x1e) /* X8R8G8B8 */

#endif
