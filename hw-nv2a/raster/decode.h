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

/* Parts that @bundle belongs to; 0: those that nothing else says. */
extern const uint8_t nv_raster_parts[NV_BUNDLE_COUNT];

static inline unsigned nv_raster_parts_of(NvBundle bundle)
{
    assert(bundle < NV_BUNDLE_COUNT);
    return nv_raster_parts[bundle] ? nv_raster_parts[bundle] : NV_PART_REST;
}

/* Those parts of raster->pixel and raster->memory that are stale. */
void nv_raster_decode(NvRaster *raster);
/* What CLEAR_BUFFERS with @mask does now. */
void nv_raster_decode_clear(const NvRaster *raster, uint32_t mask,
                            NvRasterClear *clear);
/* Into zeroes: Kelvin's shader, one unit, coordinates, the combiners. */
void nv_raster_decode_shader(const NvRaster *raster, NvPixelShader *shader);
void nv_raster_decode_space(const NvRaster *raster, NvPixelSpace *space);
void nv_raster_decode_texture(const NvRaster *raster, unsigned unit,
                              NvPixelTexture *texture,
                              NvTextureMemory *memory);
void nv_raster_decode_coords(const NvRaster *raster, NvPixelCoords *coords);
void nv_raster_decode_combiners(const NvRaster *raster,
                                NvPixelCombiners *combiners);

/* --- state-celsius.c: where Celsius says it in its own way --- */

/* NV_CAP_RASTER_REGISTERS: clips, fog and the like are no bundles. */
bool nv_raster_in_registers(const NvRaster *raster);
/* All of the clip; of fog what is beside colour and switch. */
void nv_raster_celsius_clip(const NvRaster *raster, NvPixelClip *clip);
void nv_raster_celsius_fog(const NvRaster *raster, NvPixelFog *fog);
/* RAMIN address of object A or B. */
uint32_t nv_raster_celsius_object(const NvRaster *raster, uint32_t which);
void nv_raster_celsius_shader(const NvRaster *raster, NvPixelShader *shader);
/* Code of nv_tex_formats. */
uint8_t nv_raster_celsius_format(unsigned code);
/* How many stages, and how they choose. */
void nv_raster_celsius_combiners(const NvRaster *raster,
                                 NvPixelCombiners *combiners);

/* state.c: one whose format or place is impossible is off. */
void nv_raster_decode_surface(const NvRaster *raster, const NvSurface *in,
                              bool zeta, NvPixelSurface *out,
                              NvPixelImage *at);
/* state-targets.c: past the blend that they may share. */
void nv_raster_decode_targets(const NvRaster *raster, NvPixelState *state,
                              NvPixelMemory *memory);

/* Before each draw: tell the backend once about all changes. */
void nv_raster_refresh(NvRaster *raster);

/* --- jobs.c --- */

typedef enum NvRasterKind {
    NV_RASTER_POINTS, NV_RASTER_LINES, NV_RASTER_TRIANGLES, NV_RASTER_CLEAR,
} NvRasterKind;

/* Corners of one primitive. */
static inline unsigned nv_raster_corners(NvRasterKind kind)
{
    return kind == NV_RASTER_TRIANGLES ? 3 : kind == NV_RASTER_LINES ? 2 : 1;
}

typedef struct NvRasterJobs NvRasterJobs;

NvRasterJobs *nv_raster_jobs_new(NvRaster *raster);
void nv_raster_jobs_free(NvRasterJobs *jobs);
/* Nothing is left to draw. */
void nv_raster_jobs_forget(NvRasterJobs *jobs);
/* Behind all that is left; now, as far as there is time, if nothing is. */
void nv_raster_draw(NvRaster *raster, NvRasterKind kind,
                    const NvRasterVertex *v, unsigned count);
/* The same of triangles whose corners are v[lane[0]] ... */
void nv_raster_draw_lanes(NvRaster *raster, const NvRasterVertex *v,
                          const uint16_t *lane, unsigned count);
void nv_raster_clear_now(NvRaster *raster, const NvRasterClear *clear);
/* All that is left, however long it takes. */
void nv_raster_finish(NvRaster *raster);

#endif
