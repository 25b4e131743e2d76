/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Between the files that decode state words: fields of bundles by name, and
 * who decodes what.  Nobody else in raster reads a bundle.
 */
#ifndef NV_RASTER_DECODE_H
#define NV_RASTER_DECODE_H

#include "raster/raster.h"

/* Element @element of a bundle of many: TEX_FORMAT of a unit. */
static inline uint32_t nv_raster_get_at(const NvRaster *raster,
                                        NvFieldId field, unsigned element)
{
    const NvPlace *place = &raster->places[field];

    return raster->bundle[place->word + element] >> place->low & place->mask;
}

/* 0 if the chip does not have @field. */
static inline uint32_t nv_raster_get(const NvRaster *raster, NvFieldId field)
{
    return nv_raster_get_at(raster, field, 0);
}

/* Two's complement. */
static inline int32_t nv_raster_get_signed(const NvRaster *raster,
                                           NvFieldId field, unsigned element)
{
    unsigned width = raster->places[field].width;

    return width ? nv_sextract(nv_raster_get_at(raster, field, element), 0,
                               width) : 0;
}

static inline float nv_raster_get_float(const NvRaster *raster,
                                        NvFieldId field, unsigned element)
{
    return nv_u2f(nv_raster_get_at(raster, field, element));
}

/* Whether the chip has @field at all. */
static inline bool nv_raster_has(const NvRaster *raster, NvFieldId field)
{
    return nv_field_exists(raster->places, field);
}

/* The r g b a of a word made of such fields. */
typedef NvFieldId NvColorFields[4];

static inline void nv_raster_get_color(const NvRaster *raster,
                                       const NvColorFields fields,
                                       unsigned element, uint8_t rgba[4])
{
    for (unsigned c = 0; c < 4; c++) {
        rgba[c] = nv_raster_get_at(raster, fields[c], element);
    }
}

#define NV_COLOR_FIELDS(word) \
    { NV_F(word, R), NV_F(word, G), NV_F(word, B), NV_F(word, A) }

/* What is decoded together, as bits. */
enum {
    NV_PART_REST = 1, NV_PART_TEXTURES = 2, NV_PART_COMBINERS = 4,
    NV_PART_STIPPLE = 8, NV_PARTS = 15,
};

/* Parts that @bundle belongs to. */
unsigned nv_raster_parts_of(NvBundle bundle);
/* Those parts of raster->pixel and raster->memory that are stale. */
void nv_raster_decode(NvRaster *raster);
/* What CLEAR_BUFFERS with @mask does now. */
void nv_raster_decode_clear(const NvRaster *raster, uint32_t mask,
                            NvRasterClear *clear);
/* Into zeroes: Kelvin's shader, one unit, and the combiners. */
void nv_raster_decode_shader(const NvRaster *raster, NvPixelShader *shader);
void nv_raster_decode_texture(const NvRaster *raster, unsigned unit,
                              NvPixelTexture *texture,
                              NvTextureMemory *memory);
void nv_raster_decode_combiners(const NvRaster *raster,
                                NvPixelCombiners *combiners);

#endif
