/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Fixed function of Celsius: where its constants are, and the vectors that
 * XF's part (ff-celsius.c) hands to LT's (ff-celsius-light.c).
 *
 * Facts: envytools' bit model (doc).
 */
#ifndef NV_XF_FF_CELSIUS_H
#define NV_XF_FF_CELSIUS_H

#include "xf/ff.h"

/* Inputs. */
enum { OPOS, COL0, COL1, TXC0, TXC1, NRML, WGHT };

/* XFCTX */
enum {
    MV0 = 0x00, IMV0 = 0x04, PROJ = 0x08, MV1 = 0x0c, IMV1 = 0x10,
    BYPASS_SCALE = 0x0c, BYPASS_CORNER = 0x0d, BYPASS_CENTRE = 0x0e,
    TEX_GEN = 0x14, TEX_MATRIX = 0x18, TEX_STRIDE = 8, BUMP = 0x1c,
    LIGHT_POSITION = 0x24, EYE_POSITION = 0x34, REFLECT_TWO = 0x35,
    SPHERE_Z_ONE = 0x36, SPHERE_XY_HALF = 0x37, FOG_PLANE = 0x38,
    VIEWPORT_TRANSLATE = 0x39, WEIGHT_ONE = 0x3a,
};

/* LTCTX */
enum {
    LT_LIGHT = 5, LT_EYE = 0x28, LT_SCENE = 0x29, LT_FACTOR = 0x2a,
    LT_FOG_COEFF = 0x2b, LT_ZERO = 0x2c, LT_POINT_A = 0x2d, LT_POINT_B = 0x2e,
};

/* A list being made, and what XF computes of the vertex. */
typedef struct NvFfCelsius {
    NvFf ff;
    NvFfVec opos, eye, pos, normal;
    NvFfVec point;                      /* eye position by its w */
    NvFfVec view;                       /* to the viewer; w: distance */
    NvVal d2;                           /* the distance's square */
    NvFfVec reflection, sphere;
    NvFfVec to[NV_FF_LIGHTS];           /* w: distance */
    NvVal square[NV_FF_LIGHTS];
} NvFfCelsius;

/* NvFfLight; those behind one that is off are off. */
unsigned nv_ff_celsius_light_mode(const NvFf *ff, unsigned light);
/* Distance of the fog as LT takes it: 1, d and its square. */
NvFfVec nv_ff_celsius_fog(NvFfCelsius *x);
/* Colours, fog and point size. */
void nv_ff_celsius_lt(NvFfCelsius *x);

#endif
