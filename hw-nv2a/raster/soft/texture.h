/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Texture units: where their texels lie, and sampling them.
 */
#ifndef NV_SOFT_TEXTURE_H
#define NV_SOFT_TEXTURE_H

#include "words/formats.h"
#include "raster/raster.h"
#include "raster/soft/lane.h"

#define NV_SOFT_MIPS 13

typedef struct NvSoftTexture NvSoftTexture;

/* How to get at texels of a format; NULL: not so. */
typedef struct NvTexel {
    /* The one at @p (a block for DXT, with x, y inside) as A8R8G8B8. */
    uint32_t (*fetch)(const NvSoftTexture *t, const uint8_t *p, unsigned x,
                      unsigned y);
    /* The same of @n texels from @base, where x and y do not matter. */
    void (*gather)(const NvSoftTexture *t, const uint8_t *base,
                   const uint32_t *at, unsigned n, uint32_t *argb);
    /* Floats, which are never filtered. */
    void (*fetch_real)(const uint8_t *p, float rgba[4]);
} NvTexel;

extern const NvTexel nv_texels[NV_TEX_FORMATS];

typedef struct NvTexLevel {
    uint32_t offset;
    uint16_t w, h, d;           /* of the image coordinates refer to */
    uint8_t log2_w, log2_h, log2_d;     /* of the memory */
} NvTexLevel;

/* How lanes.c samples; NONE: it does not. */
typedef enum NvTexLanes {
    NV_TEX_LANES_NONE, NV_TEX_LANES_NEAREST, NV_TEX_LANES_LINEAR,
} NvTexLanes;

struct NvSoftTexture {
    const NvPixelTexture *how;
    const NvTexFormat *format;
    const NvTexel *texel;
    bool rect;
    /* Nothing to filter: not modelled, faulting, or floats. */
    bool white;
    bool real;                  /* floats, which have no filter */
    NvTexLanes lanes;
    const uint8_t *data;        /* all levels and faces lie inside */
    uint8_t *copy;              /* data, when it is ours */
    uint32_t size;              /* bytes of it */
    uint32_t palette[256];
    uint32_t face_bytes;
    NvTexLevel level[NV_SOFT_MIPS];
};

/* Where to sample and what was found. */
typedef struct NvTexQuery {
    double u, v, p;
    float lod;                  /* log2 of texels a pixel, before bias */
    unsigned face;
    uint32_t ref;               /* shadow compare */
    float rgba[4];
    bool kill;
} NvTexQuery;

/* Unit @unit of @raster with its bytes; @plain: never by lanes. */
void nv_soft_texture_setup(const NvRaster *raster, unsigned unit, bool plain,
                           NvSoftTexture *t);
/* What it holds; it is off after that. */
void nv_soft_texture_free(NvSoftTexture *t);
bool nv_soft_texture_needs_lod(const NvSoftTexture *t);
void nv_soft_sample(const NvSoftTexture *t, NvTexQuery *q);
/* Rankine's remapping, of @n samples. */
void nv_soft_remap_lanes(const NvSoftTexture *t, unsigned n, NvLane *rgba);
/* lanes.c: samples of any kind but NONE; returns which are killed. */
NvTexLanes nv_soft_lanes_kind(const NvSoftTexture *t);
uint64_t nv_soft_sample_lanes(const NvSoftTexture *t, const double *u,
                              const double *v, unsigned n, NvLane *out);
void nv_soft_cube_face(NvTexQuery *q, double s, double t, double r);

#endif
