/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Celsius' own 3D classes (0x56, 0x96, 0x99), which transform and light by
 * fixed function alone.  Methods and set-up are what open drivers send.
 */
#ifndef GUEST_CELSIUS_H
#define GUEST_CELSIUS_H

#include "guest.h"

/* Methods that are not Kelvin's, too. */
enum {
    CM_DMA_VTX = 0x018c, CM_TEX_OFFSET = 0x0218, CM_TEX_FORMAT = 0x0220,
    CM_TEX_CONTROL = 0x0228, CM_TEX_FILTER = 0x0248,
    CM_RC_IN_ALPHA = 0x0260, CM_RC_IN_COLOR = 0x0268,
    CM_RC_OUT_ALPHA = 0x0278, CM_RC_OUT_COLOR = 0x0280,
    CM_LIGHT_MODEL = 0x0294, CM_LIGHT_MATERIAL = 0x0298,
    CM_FOG_MODE = 0x029c, CM_FOG_COORD = 0x02a0, CM_FOG_COLOR = 0x02a8,
    CM_NORMALIZE = 0x03a4, CM_MATERIAL_RGB = 0x03a8,
    CM_MATERIAL_ALPHA = 0x03b4, CM_LIGHT_ENABLE = 0x03bc,
    CM_TEX_GEN_MODE = 0x03c0, CM_TEX_MATRIX_ENABLE = 0x03e0,
    CM_TL_MODE = 0x03e8, CM_POINT_SIZE = 0x03ec,
    CM_MODELVIEW = 0x0400, CM_NORMAL_MATRIX = 0x0480, CM_COMPOSITE = 0x0500,
    CM_FOG_COEFF = 0x0680, CM_FOG_PLANE = 0x068c, CM_SHININESS = 0x06a0,
    CM_LIGHT_AMBIENT = 0x06c4, CM_VIEWPORT = 0x06e8, CM_EYE = 0x0718,
    CM_LIGHT = 0x0800, CM_POS_3F = 0x0c00, CM_NORMAL_3F = 0x0c30,
    CM_COL0_4F = 0x0c50, CM_COL0_3F = 0x0c60, CM_TEX0_2F = 0x0c90,
    CM_TEX1_2F = 0x0cb8, CM_EDGE_FLAG = 0x0cec, CM_ARRAYS_DONE = 0x0cf0,
    CM_ARRAY_OFFSET = 0x0d00, CM_ARRAY_FORMAT = 0x0d04, CM_BEGIN = 0x0dfc,
    CM_ELEMENT16 = 0x0e00,
};
/* Arrays by number. */
enum { CEL_POS, CEL_COL0, CEL_COL1, CEL_TEX0, CEL_TEX1, CEL_NORMAL };

/* Of a light that is enabled. */
enum { CEL_OFF, CEL_INFINITE, CEL_LOCAL };

/* The class that came with the chip; 0: it is no Celsius. */
uint32_t cel_class(uint32_t chip);
/* Once: binds the class, and constants that a driver brings. */
void cel_init(void);
/* Plain state, and the picture as its surface. */
void cel_begin(void);
/* The whole picture, and its depth to the farthest. */
void cel_clear(const float top[3], const float bottom[3]);
/* Positions are the window's; or go through @view, then @projection. */
void cel_window(void);
void cel_camera(const Mat *view, const Mat *projection);
/* Pixels are COL0, times texture 0, times both textures. */
void cel_combine(unsigned textures);
/* Unit @unit: swizzled A8R8G8B8, 1 << @log2 a side, repeated. */
void cel_texture(unsigned unit, uint32_t offset, unsigned log2, bool linear);
void cel_texture_off(void);
/* Diffuse comes with the vertices; @ambient is the scene's. */
void cel_lighting(const float ambient[3]);
void cel_lighting_off(void);
/* Light @n, of @kind: its direction or its place, in the eye's space. */
void cel_light(unsigned n, unsigned kind, const float at[3],
               const float rgb[3]);
/* Linear, by the distance from the eye's plane; or off (@far 0). */
void cel_fog(float near, float far, const float rgb[3]);
void cel_draw(uint32_t prim);
void cel_draw_end(void);

#endif
