/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What bundles and surfaces say, decoded once per change and the same for
 * every chip: how a pixel is made (NvPixelState), where its bytes are
 * (NvPixelMemory) and what a clear fills in (NvRasterClear).
 *
 * NvPixelState is a plain value: no pointers, no padding, zero where nothing
 * is said, so that equal states are equal bytes.  Codes are those of the
 * hardware documents unless a comment says otherwise.
 */
#ifndef NV_RASTER_STATE_H
#define NV_RASTER_STATE_H

#include <glib.h>

#include "base/bits.h"

#define NV_TEX_UNITS 16         /* texture units, at most */
#define NV_SHADER_STAGES 4      /* of Kelvin's texture shader, with a unit */
#define NV_COMBINER_STAGES 8
#define NV_CLIP_WINDOWS 8

typedef struct NvRaster NvRaster;

typedef struct NvRect {
    int32_t x0, y0, x1, y1;     /* x1, y1 exclusive; empty: x1 <= x0 */
} NvRect;

/* Which pixels, in window coordinates moved by the offset. */
typedef struct NvPixelClip {
    NvRect draw;                /* clip, scissor and viewport */
    NvRect clear;               /* of clears: the viewport is primitives' */
    NvRect window[NV_CLIP_WINDOWS];
    int32_t offset_x, offset_y; /* of corners and rectangles */
    uint32_t outside;           /* 1: what lies in no window is drawn */
} NvPixelClip;

typedef struct NvPixelSurface {
    uint32_t pitch;             /* bytes a line, linear */
    uint16_t format;            /* code of RT_FORMAT; 0 none */
    uint16_t log2_w, log2_h;    /* swizzled */
    bool on;                    /* it exists and has memory */
    bool swizzled;
    uint16_t samples_x, samples_y;  /* of a pixel; 1 or 2 each */
} NvPixelSurface;

typedef struct NvPixelDepth {
    float near, far;            /* near <= far; units as corners have them */
    float bound[2];             /* of the stored depth: least, most */
    bool test, write;
    bool clamp;                 /* to near and far; else clipped */
    bool by_w;                  /* the value is w, not z */
    bool is_float;              /* stored as floats */
    bool bounds;                /* the stored depth must lie in bound[] */
    uint8_t bits;               /* 16 or 24 */
    uint8_t func;               /* GL's compare: bits less, equal, greater */
} NvPixelDepth;

/* Of one side of triangles. */
typedef struct NvPixelStencil {
    bool on;
    uint8_t func, ref, mask;
    uint8_t write;              /* bits that may change */
    uint8_t op[3];              /* fail, zfail, zpass */
} NvPixelStencil;

typedef struct NvPixelAlpha {
    bool test;
    uint8_t func, ref;
} NvPixelAlpha;

/* Pairs are colour, alpha. */
typedef struct NvPixelBlend {
    bool on, logic;
    uint8_t equation[2], src[2], dst[2];
    uint8_t color[4];           /* the constant, r g b a */
    uint8_t logic_op;
    uint8_t mask;               /* channels written: bit 0 r .. 3 a */
    bool dither;                /* of stored colours; modelled by nobody */
} NvPixelBlend;

typedef struct NvPixelFog {
    float coeff[2];
    uint32_t mode;
    bool on;
    uint8_t color[3];           /* r g b */
} NvPixelFog;

/* What becomes of corners. */
typedef struct NvPixelPrimitive {
    uint16_t line_width;        /* 1/8 pixel */
    uint16_t sprite_units;      /* bit a unit whose coordinates points make */
    uint16_t line_pattern;      /* bit i: of all line_repeat pixels */
    uint16_t line_repeat;       /* 1 to 256; 0: lines have no pattern */
    bool perspective;           /* attributes are divided by w */
    bool front_ccw;             /* triangles turn so on the screen */
    bool stipple;               /* of polygons */
    bool count;                 /* fragments that pass are counted */
    bool multisample;           /* lines are rectangles, not columns */
    bool smooth_lines;          /* coverage goes to alpha */
    bool smooth_polygons;
    uint8_t sprite_r;           /* 0 zero, 1 as is, 2 s; 3 r and q are one */
} NvPixelPrimitive;

/*
 * Kelvin's texture shader; all zero under a fragment program.  What operations
 * of their own need (from bump on, but for prev and cull) is zero without one.
 */
typedef struct NvPixelShader {
    float bump[NV_SHADER_STAGES][4];    /* ds to s, to t; dt to s, to t */
    float bump_scale[NV_SHADER_STAGES], bump_offset[NV_SHADER_STAGES];
    float eye[3];
    /*
     * Stages whose operation is neither of the six that only look at their
     * own coordinates: none, 2D, 3D, cube, pass and cull.
     */
    uint32_t dependent;
    uint8_t op[NV_SHADER_STAGES];
    uint8_t prev[NV_SHADER_STAGES];     /* stage that a dependent one reads */
    uint8_t cull[NV_SHADER_STAGES];     /* bits s t r q: drop below 0 */
    uint8_t map[NV_SHADER_STAGES];      /* of that colour to a vector */
} NvPixelShader;

/* What becomes of the colours that textures give; of no program. */
typedef struct NvPixelSpace {
    uint32_t code;              /* 0 as they are, 1 and 2 from Y Cb Cr */
} NvPixelSpace;

typedef struct NvPixelProgram {
    uint32_t height;            /* of the window, lines */
    bool on;                    /* a class of Rankine: z is from 0 to 1 */
    bool depth_out;             /* it may give the depth */
    bool origin_bottom, whole_centres;     /* of the window position */
} NvPixelProgram;

typedef struct NvCombinerArg {
    uint8_t reg, map;
    bool alpha;
} NvCombinerArg;

typedef struct NvCombinerPart {
    NvCombinerArg in[4];
    uint8_t ab, cd, sum;        /* destinations, 0 none */
    uint8_t op;                 /* bias and scale */
    bool dot_ab, dot_cd, mux;
    bool blue_ab, blue_cd;
} NvCombinerPart;

/* Stages beyond count are zero; factors are r g b a. */
typedef struct NvPixelCombiners {
    uint8_t count;
    bool mux_msb;
    NvCombinerPart rgb[NV_COMBINER_STAGES], a[NV_COMBINER_STAGES];
    uint8_t factor[NV_COMBINER_STAGES][2][4];
    NvCombinerArg final[7];     /* A..G */
    uint8_t final_factor[2][4];
    bool sum_clamp, sum_invert_v1, sum_invert_r0;
} NvPixelCombiners;

/* All zero if the unit is off, or nothing can ask it. */
typedef struct NvPixelTexture {
    float bias, min_lod, max_lod;
    uint32_t border_color, key; /* A8R8G8B8 */
    uint32_t pitch;             /* bytes a line, of images in lines */
    uint32_t taps;              /* most samples along the longer way, or 1 */
    uint16_t w, h, d;           /* of images in lines */
    uint16_t swizzle;           /* two bits an output: which, from where */
    bool on;
    uint8_t format;             /* code of nv_tex_formats */
    uint8_t dim;                /* 1, 2, 3 */
    uint8_t levels;
    uint8_t log2[3];            /* of all that are not in lines */
    uint8_t wrap[3];
    uint8_t min, mag;
    uint8_t sign;               /* bit per channel r g b a */
    uint8_t key_mode;
    uint8_t zfunc;              /* of shadow formats */
    uint8_t gamma;              /* bit per output */
    bool in_lines;              /* texels or blocks, @pitch from line to line */
    bool unscaled;              /* coordinates are texels, not 0..1 */
    bool cube;
    bool border;                /* texels around the image */
    bool alpha_kill;
    bool dither;                /* DXT1 as NV2x decodes it */
    bool expand;
    bool remap;                 /* swizzle, gamma or expand do something */
} NvPixelTexture;

#define NV_COORD_SETS 8

/* Sets of coordinates, of which units or programs take what they like. */
typedef struct NvPixelCoords {
    uint8_t cylinder[NV_COORD_SETS];    /* bits s t r q: the short way round */
} NvPixelCoords;

#define NV_MORE_TARGETS 3

/* A colour surface besides, of the first one's format. */
typedef struct NvPixelTarget {
    NvPixelSurface surface;
    uint16_t mask;              /* bit per channel r g b a, may be written */
    bool blend;
    bool own;                   /* an output of its own, else the first one */
} NvPixelTarget;

typedef struct NvPixelState {
    NvPixelClip clip;
    NvPixelSurface color, zeta;
    NvPixelTarget more[NV_MORE_TARGETS];
    NvPixelDepth depth;
    NvPixelFog fog;
    NvPixelProgram program;
    NvPixelTexture texture[NV_TEX_UNITS];
    NvPixelCoords coords;
    NvPixelPrimitive primitive;
    NvPixelStencil stencil[2];  /* of a front, of a back */
    NvPixelShader shader;
    NvPixelSpace space;
    NvPixelBlend blend;
    NvPixelAlpha alpha;
    NvPixelCombiners combiners;
} NvPixelState;

/* ---- where ---- */

/* A surface's bytes in VRAM: of pixel 0, 0, and how many from there on. */
typedef struct NvPixelImage {
    uint32_t start, room;
} NvPixelImage;

/* Objects are byte addresses in instance memory. */
typedef struct NvTextureMemory {
    uint32_t dma, offset;
    uint32_t palette_dma, palette;
    uint32_t palette_count;     /* colours; numbers beyond wrap */
} NvTextureMemory;

typedef struct NvPixelMemory {
    NvPixelImage color, zeta;   /* if the surface is on */
    NvPixelImage more[NV_MORE_TARGETS];
    NvTextureMemory texture[NV_TEX_UNITS];
    uint32_t program_dma, program;
    uint32_t stipple[32];       /* rows, from the bottom up */
} NvPixelMemory;

typedef struct NvRasterClear {
    uint32_t mask;              /* CLEAR_BUFFERS, see NvRasterOps */
    NvRect rect;                /* the clip is not in it */
    uint32_t color, zeta;       /* words of the surfaces */
    uint32_t stencil_mask;      /* bits of the stencil that change */
} NvRasterClear;

/*
 * Both as the words are now, decoded again only after a change.  They live in
 * @raster, and what is returned stays valid until it is freed; the second is
 * what belongs to the last call of the first.
 */
const NvPixelState *nv_raster_pixel(NvRaster *raster);
const NvPixelMemory *nv_raster_memory(const NvRaster *raster);

/* Appends a line a field; units and stages that are all zero are left out. */
void nv_pixel_state_print(const NvPixelState *state, GString *out);

#endif
