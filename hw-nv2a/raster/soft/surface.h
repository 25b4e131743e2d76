/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Surfaces in memory: addresses, loads and stores, and how colours and depths
 * are stored.
 */
#ifndef NV_SOFT_SURFACE_H
#define NV_SOFT_SURFACE_H

#include "words/formats.h"
#include "raster/raster.h"
#include "raster/soft/span.h"

/* A surface ready to draw on. */
typedef struct NvSoftSurface {
    bool on;
    bool swizzled;
    uint8_t bytes;              /* of a sample */
    uint8_t step;               /* from a pixel to the next; as bytes, or two
                                   samples */
    uint8_t *data;              /* pixel 0,0: its sample of now */
    uint32_t start;             /* its first sample as VRAM offset */
    uint32_t pitch;             /* from a pixel to the one below */
    uint32_t down;              /* from a sample to the one below, or 0 */
    uint32_t line;              /* bytes of a line that may be drawn on */
    uint8_t log2_w, log2_h;
    const NvColorFormat *format;    /* colour only */
} NvSoftSurface;

/* Bits of @x moved apart: bit i to bit 2i; x below 65536. */
static inline uint32_t nv_soft_spread(uint32_t x)
{
    x = (x | x << 8) & 0x00ff00ff;
    x = (x | x << 4) & 0x0f0f0f0f;
    x = (x | x << 2) & 0x33333333;
    return (x | x << 1) & 0x55555555;
}

/* x and y interleaved from bit 0 up; an axis out of bits is skipped. */
uint32_t nv_soft_swizzle(uint32_t x, uint32_t y, unsigned log2_w,
                         unsigned log2_h);
/*
 * Fills @out; cuts @clip to what the memory holds, if @how is on.  @format of
 * colours, NULL: zeta.
 */
void nv_soft_surface(const NvRaster *raster, const NvPixelSurface *how,
                     const NvPixelImage *at, const NvColorFormat *format,
                     NvSoftSurface *out, NvRect *clip);
/* Pixel words of n <= NV_SOFT_SPAN pixels of a line inside the clip. */
void nv_soft_load(const NvSoftSurface *s, unsigned x, unsigned y, unsigned n,
                  uint32_t *words);
void nv_soft_store(const NvSoftSurface *s, const NvSoftRun *run,
                   uint64_t live, const uint32_t *words);
/* The same for all fragments of a span. */
void nv_soft_load_span(const NvSoftSurface *s, const NvSoftSpan *sp,
                       uint32_t *words);
void nv_soft_store_span(const NvSoftSurface *s, const NvSoftSpan *sp,
                        uint64_t live, const uint32_t *words);
/* First byte and one past the last that drawing may touch. */
void nv_soft_extent(const NvSoftSurface *s, const NvRect *clip,
                    uint64_t range[2]);

/* GL's compare codes: bit 0 less, bit 1 equal, bit 2 greater. */
static inline bool nv_soft_compare(unsigned func, uint32_t a, uint32_t b)
{
    return func >> (a < b ? 0 : a == b ? 1 : 2) & 1;
}

/* No line has bytes of another one. */
static inline bool nv_soft_lines_apart(const NvSoftSurface *s)
{
    return s->swizzled || s->pitch >= s->line;
}

/* Lines of a surface that were drawn on since the last report. */
typedef struct NvSoftTouched {
    int y0, y1;                 /* y1 exclusive; none: y1 <= y0 */
} NvSoftTouched;

void nv_soft_touch(NvSoftTouched *t, int y0, int y1);
/* Those of @from, too, which forgets them. */
void nv_soft_touch_more(NvSoftTouched *t, NvSoftTouched *from);
/* Tells memory of the lines, and forgets them. */
void nv_soft_report(const NvRaster *raster, const NvSoftSurface *s,
                    NvSoftTouched *t);

/* Channel @c of a word in 8 bits, as blending reads it. */
uint8_t nv_soft_decode(const NvColorFormat *f, uint32_t word, unsigned c);
/* For people: floats cut to 0..1 as 0xAARRGGBB. */
uint32_t nv_soft_cut_color(const float rgba[4]);
/*
 * 8-bit r g b a to a word, padding not filled in: of each channel the upper
 * bits (hw, NV2A), or the nearest value.
 */
uint32_t nv_soft_encode(const NvColorFormat *f, const uint8_t rgba[4],
                        bool round);
/* Bits of the channels in @rgba (bit 0 = r); padding not included. */
uint32_t nv_soft_channel_bits(const NvColorFormat *f, unsigned rgba);
/* The stored depth of @z for Z16 (bits 16) or Z24 (bits 24). */
uint32_t nv_soft_encode_depth(double z, unsigned bits, bool is_float);

#endif
