/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The table of a decoded state's fields: for printing, and for the test that
 * holds it complete.
 */
#ifndef NV_RASTER_STATE_FIELDS_H
#define NV_RASTER_STATE_FIELDS_H

#include "raster/state.h"

/* How one element of a field looks: its bytes, then decimal or hex. */
typedef enum NvPixelShow {
    NV_SHOW_u8, NV_SHOW_x8, NV_SHOW_u16, NV_SHOW_x16, NV_SHOW_u32,
    NV_SHOW_x32, NV_SHOW_i32, NV_SHOW_fp,
    /* Codes with names: of surfaces, textures, the shader. */
    NV_SHOW_color, NV_SHOW_texel, NV_SHOW_shader,
} NvPixelShow;

typedef struct NvPixelField {
    const char *name;           /* NULL after the last */
    uint16_t offset, size;      /* bytes, in the struct of the group */
    uint8_t show;               /* NvPixelShow */
} NvPixelField;

typedef struct NvPixelGroup {
    const char *name;           /* NULL after the last */
    uint16_t offset;            /* in NvPixelState */
    uint16_t stride, count;     /* of arrays; count 0: one struct */
    const NvPixelField *fields;
} NvPixelGroup;

extern const NvPixelGroup nv_pixel_groups[];

/* Bytes of one element. */
unsigned nv_pixel_show_bytes(NvPixelShow show);

#endif
