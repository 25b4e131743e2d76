/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What codes of formats and of shader operations mean: facts that validation,
 * decoding, backends and printing share.
 */
#ifndef NV_WORDS_FORMATS_H
#define NV_WORDS_FORMATS_H

#include "base/bits.h"

/* A colour format: one row.  Channels in the order r g b a. */
typedef struct NvColorFormat {
    const char *name;           /* NULL: no such code */
    uint8_t bytes;
    uint8_t pos[4], width[4];   /* width 0: not stored */
    uint32_t pad, fill;         /* padding bits and what is stored there */
    uint8_t real, channels;     /* floats: bits of one, and how many */
    uint8_t surf_code;          /* Rankine: what SURF_FORMAT holds then */
} NvColorFormat;

#define NV_COLOR_FORMATS 17
extern const NvColorFormat nv_color_formats[NV_COLOR_FORMATS];

enum { NV_ZETA_Z16 = 1, NV_ZETA_Z24S8, NV_ZETA_FORMATS };

/* YUV textures lie in memory as rectangles do. */
typedef enum NvTexKind {
    NV_TEX_INVALID, NV_TEX_SWIZZLED, NV_TEX_RECT, NV_TEX_DXT, NV_TEX_YUV,
} NvTexKind;

/* A row of words/tex-format-rows.h. */
typedef struct NvTexFormat {
    const char *name;           /* NULL: none is known */
    uint8_t kind;               /* NvTexKind */
    uint8_t layout;             /* the same with RECT for YUV */
    bool drawn;                 /* or else only known to methods */
    uint8_t bytes;              /* a texel, or a block */
    uint8_t depth_bits;         /* shadow formats: 16, 24 */
    bool depth_float;
    bool pair;                  /* YUV: two texels share four bytes */
    bool real;                  /* floats, which Rankine has */
    bool wide;                  /* two channels of 16 bits: a r and g b */
    bool no_alpha;              /* opaque; keys do not compare it */
    bool indexed;               /* texels are places in a palette */
} NvTexFormat;

#define NV_TEX_FORMATS 0x80
extern const NvTexFormat nv_tex_formats[NV_TEX_FORMATS];

/* Curie's 5-bit code @code, in lines or not, as one of nv_tex_formats. */
unsigned nv_tex_curie_format(unsigned code, bool in_lines);

/* "PROJECT2D"; "" if @op has no name. */
const char *nv_shader_op_name(unsigned op);

#endif
