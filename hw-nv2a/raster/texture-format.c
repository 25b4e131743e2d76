/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Texture formats: codes and layouts, measured on NV2A (hw); rows marked emu
 * follow emulators only.
 */
#include "raster/formats.h"

#define SWZ(name, bytes) \
    { name, NV_TEX_SWIZZLED, bytes, 0, false, false, false, false }
#define INDEXED(name, bytes) \
    { name, NV_TEX_SWIZZLED, bytes, 0, false, false, false, true }
#define RECT(name, bytes) \
    { name, NV_TEX_RECT, bytes, 0, false, false, false, false }
#define DXT(name, bytes) \
    { name, NV_TEX_DXT, bytes, 0, false, false, false, false }
#define YUV(name) \
    { name, NV_TEX_RECT, 2, 0, false, true, false, false }
#define DEPTH(name, layout, bytes, bits, flt) \
    { name, layout, bytes, bits, flt, false, false, false }
#define REAL(name, bytes) \
    { name, NV_TEX_RECT, bytes, 0, false, false, true, false }

const NvTexFormat nv_tex_formats[NV_TEX_FORMATS] = {
    [0x00] = SWZ("L8", 1),
    [0x01] = SWZ("I8", 1),
    [0x02] = SWZ("A1R5G5B5", 2),
    [0x03] = SWZ("X1R5G5B5", 2),
    [0x04] = SWZ("A4R4G4B4", 2),
    [0x05] = SWZ("R5G6B5", 2),
    [0x06] = SWZ("A8R8G8B8", 4),
    [0x07] = SWZ("X8R8G8B8", 4),
    [0x0b] = INDEXED("INDEX8", 1),
    [0x0c] = DXT("DXT1", 8),
    [0x0e] = DXT("DXT3", 16),
    [0x0f] = DXT("DXT5", 16),
    [0x10] = RECT("A1R5G5B5_RECT", 2),
    [0x11] = RECT("R5G6B5_RECT", 2),
    [0x12] = RECT("A8R8G8B8_RECT", 4),
    [0x13] = RECT("L8_RECT", 1),
    [0x16] = RECT("R8B8_RECT", 2),                          /* emu */
    [0x17] = RECT("G8B8_RECT", 2),                          /* emu */
    [0x19] = SWZ("A8", 1),                                  /* emu */
    [0x1a] = SWZ("A8L8", 2),
    [0x1b] = RECT("I8_RECT", 1),
    [0x1c] = RECT("X1R5G5B5_RECT", 2),                      /* emu */
    [0x1d] = RECT("A4R4G4B4_RECT", 2),
    [0x1e] = RECT("X8R8G8B8_RECT", 4),
    [0x1f] = RECT("A8_RECT", 1),                            /* emu */
    [0x20] = RECT("A8L8_RECT", 2),
    [0x24] = YUV("YUY2"),
    [0x25] = YUV("UYVY"),
    [0x27] = SWZ("R6G5B5", 2),
    [0x28] = SWZ("G8B8", 2),                                /* emu */
    [0x29] = SWZ("R8B8", 2),                                /* emu */
    [0x2a] = DEPTH("Z24", NV_TEX_SWIZZLED, 4, 24, false),
    [0x2b] = DEPTH("Z24_FLOAT", NV_TEX_SWIZZLED, 4, 24, true),
    [0x2c] = DEPTH("Z16", NV_TEX_SWIZZLED, 2, 16, false),
    [0x2d] = DEPTH("Z16_FLOAT", NV_TEX_SWIZZLED, 2, 16, true),
    [0x2e] = DEPTH("Z24_RECT", NV_TEX_RECT, 4, 24, false),
    [0x2f] = DEPTH("Z24_FLOAT_RECT", NV_TEX_RECT, 4, 24, true),
    [0x30] = DEPTH("Z16_RECT", NV_TEX_RECT, 2, 16, false),
    [0x31] = DEPTH("Z16_FLOAT_RECT", NV_TEX_RECT, 2, 16, true),
    [0x32] = SWZ("Y16", 2),
    [0x33] = SWZ("HILO16", 4),
    [0x35] = RECT("Y16_RECT", 2),
    [0x36] = RECT("HILO16_RECT", 4),
    [0x37] = RECT("R6G5B5_RECT", 2),                        /* emu */
    [0x38] = SWZ("R5G5B5A1", 2),                            /* emu */
    [0x39] = SWZ("R4G4B4A4", 2),                            /* emu */
    [0x3a] = SWZ("A8B8G8R8", 4),
    [0x3b] = SWZ("B8G8R8A8", 4),                            /* emu */
    [0x3c] = SWZ("R8G8B8A8", 4),                            /* emu */
    [0x3d] = RECT("R5G5B5A1_RECT", 2),                      /* emu */
    [0x3e] = RECT("R4G4B4A4_RECT", 2),                      /* emu */
    [0x3f] = RECT("A8B8G8R8_RECT", 4),                      /* emu */
    [0x40] = RECT("B8G8R8A8_RECT", 4),                      /* emu */
    [0x41] = RECT("R8G8B8A8_RECT", 4),                      /* emu */
    /* Rankine's, as drivers use them. */
    [0x4a] = REAL("R16G16B16A16_FLOAT_RECT", 8),
    [0x4b] = REAL("R32G32B32A32_FLOAT_RECT", 16),
    [0x4c] = REAL("R32_FLOAT_RECT", 4),
};

#undef SWZ
#undef INDEXED
#undef RECT
#undef DXT
#undef YUV
#undef DEPTH
#undef REAL
