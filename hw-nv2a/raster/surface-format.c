/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Colour formats of surfaces.  Facts: RT_FORMAT codes and X padding read from
 * NV2A captures (hw), the destination alpha of X formats from emulators.
 */
#include "raster/formats.h"

/* r g b a: positions, widths; padding; what padding holds. */
const NvColorFormat nv_color_formats[NV_COLOR_FORMATS] = {
    [0x1] = { "X1R5G5B5_Z1R5G5B5", 2, { 10, 5, 0, 0 }, { 5, 5, 5, 0 },
              0x8000, 0 },
    [0x2] = { "X1R5G5B5_O1R5G5B5", 2, { 10, 5, 0, 0 }, { 5, 5, 5, 0 },
              0x8000, 0x8000 },
    [0x3] = { "R5G6B5", 2, { 11, 5, 0, 0 }, { 5, 6, 5, 0 }, 0, 0 },
    /* Destination alpha of the Z flavours reads 1 here: guess. */
    [0x4] = { "X8R8G8B8_Z8R8G8B8", 4, { 16, 8, 0, 0 }, { 8, 8, 8, 0 },
              0xff000000, 0 },
    [0x5] = { "X8R8G8B8_O8R8G8B8", 4, { 16, 8, 0, 0 }, { 8, 8, 8, 0 },
              0xff000000, 0xff000000 },
    [0x6] = { "X1A7R8G8B8_Z1A7R8G8B8", 4, { 16, 8, 0, 24 }, { 8, 8, 8, 7 },
              0x80000000, 0 },
    [0x7] = { "X1A7R8G8B8_O1A7R8G8B8", 4, { 16, 8, 0, 24 }, { 8, 8, 8, 7 },
              0x80000000, 0x80000000 },
    [0x8] = { "A8R8G8B8", 4, { 16, 8, 0, 24 }, { 8, 8, 8, 8 }, 0, 0 },
    [0x9] = { "B8", 1, { 0, 0, 0, 0 }, { 0, 0, 8, 0 }, 0, 0 },
    [0xa] = { "G8B8", 2, { 0, 8, 0, 0 }, { 0, 8, 8, 0 }, 0, 0 },
    /* From here on Rankine's; codes and order by drivers. */
    [0xb] = { .name = "A16B16G16R16_FLOAT", .bytes = 8, .real = 16,
              .channels = 4 },
    [0xc] = { .name = "A32B32G32R32_FLOAT", .bytes = 16, .real = 32,
              .channels = 4 },
    [0xd] = { .name = "R32_FLOAT", .bytes = 4, .real = 32, .channels = 1 },
    [0xe] = { "X8B8G8R8_Z8B8G8R8", 4, { 0, 8, 16, 0 }, { 8, 8, 8, 0 },
              0xff000000, 0 },                              /* guess */
    [0xf] = { "X8B8G8R8_O8B8G8R8", 4, { 0, 8, 16, 0 }, { 8, 8, 8, 0 },
              0xff000000, 0xff000000 },
    [0x10] = { "A8B8G8R8", 4, { 0, 8, 16, 24 }, { 8, 8, 8, 8 }, 0, 0 },
};
