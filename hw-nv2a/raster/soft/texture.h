/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Texture units: where their texels lie, and sampling them.
 */
#ifndef NV_SOFT_TEXTURE_H
#define NV_SOFT_TEXTURE_H

#include "words/formats.h"
#include "raster/raster.h"
#include "raster/soft/fragprog.h"

#define NV_SOFT_MIPS 13

typedef struct NvSoftTexture NvSoftTexture;

/* Channels r g b a of a texel in a little-endian word; width 0: missing. */
typedef struct NvTexelBits {
    uint8_t pos[4], width[4], missing[4];
} NvTexelBits;

/* How to get at texels of a format; NULL: not so. */
typedef struct NvTexel {
    /* The one at @p (a block for DXT, with x, y inside) as A8R8G8B8. */
    uint32_t (*fetch)(const NvSoftTexture *t, const uint8_t *p, unsigned x,
                      unsigned y);
    /* The same of @n texels from @base, where x and y do not matter. */
    void (*gather)(const NvSoftTexture *t, const uint8_t *base,
                   const uint32_t *at, unsigned n, uint32_t *argb);
    /* Floats. */
    void (*fetch_real)(const uint8_t *p, float rgba[4]);
    const NvTexelBits *bits;    /* the same as fetch */
} NvTexel;

extern const NvTexel nv_texels[NV_TEX_FORMATS];

/* Of texels in Y Cb Cr, those that leave them so; others are returned. */
const NvTexel *nv_soft_raw_texel(const NvTexel *texel);

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
    bool white;                 /* not modelled, or faulting */
    bool real;                  /* floats */
    bool filtered;              /* filters are heeded */
    const char *fault;          /* why it is white, and what is so */
    uint32_t fault_value;
    NvErrorKind fault_kind;
    NvTexLanes lanes;
    /*
     * All levels and faces, in VRAM or in the machine's memory: in one run,
     * or data NULL and pages of NV_DMA_PAGE bytes, of which the first texel
     * has some before it.  Anybody may write there at any time.
     */
    const uint8_t *data;
    const uint8_t **page;
    uint32_t pages_room;        /* of page[]; kept while the unit is on */
    uint32_t into_page;
    uintptr_t lowest, highest;  /* host addresses that it lies between */
    uint32_t palette[256];
    uint32_t face_bytes;
    uint32_t key_bits;          /* of A8R8G8B8 that a colour key compares */
    NvTexLevel level[NV_SOFT_MIPS];
};

/* Where to sample and what was found. */
typedef struct NvTexQuery {
    double u, v, p;
    float lod;                  /* log2 of texels a pixel, before bias */
    unsigned face;
    uint32_t ref;               /* shadow compare */
    bool open;                  /* signed texels may go below -1 */
    float rgba[4];
    uint32_t word;              /* of wide texels, both channels */
    bool kill;
} NvTexQuery;

/* What is computed of texels: a NaN is the one that programs make. */
static inline void nv_soft_one_nan(float rgba[4])
{
    for (unsigned c = 0; c < 4; c++) {
        rgba[c] = rgba[c] == rgba[c] ? rgba[c] : nv_u2f(NV_FRAG_NAN);
    }
}

/*
 * log2(1 + t) is t + t (1 - t) times this polynomial, with an error below
 * 2e-6, so that levels do not depend on the host's library (how exact they
 * are in silicon is not known).
 */
#define NV_SOFT_LOG2_TERMS \
    { 0.44268885f, -0.27820167f, 0.19666100f, -0.13144654f, 0.06407294f, \
      -0.01512545f }

/* The level of detail for texels a pixel, squared; 0: one of each. */
static inline float nv_soft_lod(float squared)
{
    static const float c[] = NV_SOFT_LOG2_TERMS;
    uint32_t u = nv_f2u(squared);
    float e = (float)((int32_t)(u >> 23) - 127), sum = 0;
    float t = nv_u2f((u & 0x7fffff) | 0x3f800000) - 1.0f;

    for (unsigned i = NV_ARRAY_SIZE(c); i-- > 0;) {
        sum = t * sum + c[i];
    }
    if (!(squared > 1e-20f)) {
        return -32;
    }
    return squared < 1e30f ? (e + (t + (1.0f - t) * t * sum)) * 0.5f : 32;
}

/* log2 of texels a pixel, from steps of u and v in both directions. */
static inline float nv_soft_footprint(const NvSoftTexture *t, double ux,
                                      double vx, double uy, double vy)
{
    double w = t->rect ? 1 : t->level[0].w, h = t->rect ? 1 : t->level[0].h;
    double across = ux * w * ux * w + vx * h * vx * h;
    double down = uy * w * uy * w + vy * h * vy * h;

    return nv_soft_lod((float)(across > down ? across : down));
}

/* Most bytes of a texel or a block of them. */
#define NV_SOFT_TEXEL_BYTES 16

/* pages.c: finds @size bytes at @offset of @dma; NULL, or why they are not. */
const char *nv_soft_pages_find(const NvRaster *raster, const NvDma *dma,
                               uint32_t offset, uint32_t size,
                               NvSoftTexture *t);
/* The @n bytes at @at of a texture in pages: there, or moved to @room. */
const uint8_t *nv_soft_pages_bytes(const NvSoftTexture *t, size_t at,
                                   unsigned n, uint8_t *room);
/* The texel at @at, where it lies in pages, as NvTexel.fetch gives it. */
uint32_t nv_soft_pages_fetch(const NvSoftTexture *t, size_t at, unsigned x,
                             unsigned y);

static inline const uint8_t *nv_soft_texel_bytes(const NvSoftTexture *t,
                                                 size_t at, uint8_t *room)
{
    return t->data ? t->data + at
                   : nv_soft_pages_bytes(t, at, t->format->bytes, room);
}

static inline uint32_t nv_soft_texel(const NvSoftTexture *t, size_t at,
                                     unsigned x, unsigned y)
{
    return t->data ? t->texel->fetch(t, t->data + at, x, y)
                   : nv_soft_pages_fetch(t, at, x, y);
}

/* Unit @unit of @raster with its bytes; @plain: never by lanes. */
void nv_soft_texture_setup(NvRaster *raster, unsigned unit, bool plain,
                           NvSoftTexture *t);
/* What it holds; it is off after that. */
void nv_soft_texture_free(NvSoftTexture *t);
bool nv_soft_texture_needs_lod(const NvSoftTexture *t);
/*
 * For people: the texel at a place that exists, as 0xAARRGGBB: depths grey,
 * floats cut to 0..1.
 */
typedef struct NvTexPlace {
    unsigned level, face, x, y, z;
} NvTexPlace;
uint32_t nv_soft_texel_color(const NvSoftTexture *t, const NvTexPlace *at);
void nv_soft_sample(const NvSoftTexture *t, NvTexQuery *q);
/*
 * aniso.c: several samples along the longer of two steps of u and v, of one pixel
 * to the right and down; their level of detail is added to q->lod.
 */
void nv_soft_sample_along(const NvSoftTexture *t, NvTexQuery *q,
                          const double across[2], const double down[2]);
/* remap.c: Rankine's remapping, of one sample and of @n. */
void nv_soft_remap(const NvSoftTexture *t, float rgba[4]);
void nv_soft_remap_lanes(const NvSoftTexture *t, unsigned n, NvLane *rgba);
/* lanes.c: samples of any kind but NONE; returns which are killed. */
NvTexLanes nv_soft_lanes_kind(const NvSoftTexture *t);
uint64_t nv_soft_sample_lanes(const NvSoftTexture *t, const double *u,
                              const double *v, unsigned n, NvLane *out);
/* cube.c: a direction's face, and where it is there, from -1 to 1. */
void nv_soft_cube_direction(NvTexQuery *q, double s, double t, double r);
/* To the right, down and outwards on a face: numerators, and what is under. */
void nv_soft_cube_axes(unsigned face, const double v[3], double out[3]);
/* The same as _direction() from 0 to 1. */
void nv_soft_cube_face(NvTexQuery *q, double s, double t, double r);
/* And on the plane of face q->face, whichever the direction's is. */
void nv_soft_cube_plane(NvTexQuery *q, double s, double t, double r);

#endif
