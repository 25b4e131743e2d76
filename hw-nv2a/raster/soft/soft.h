/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The soft backend's own types: the state derived from bundles, a primitive's
 * planes and a run of fragments.  Field meanings are the hardware documents'
 * on pixels; each file says which part it models.
 */
#ifndef NV_RASTER_SOFT_H
#define NV_RASTER_SOFT_H

#include "raster/soft/fragprog.h"
#include "raster/raster.h"

#define NV_SOFT_SPAN 64         /* fragments that go through together */
#define NV_SOFT_UNITS 16        /* texture units, at most */
#define NV_SOFT_STAGES_TEX 4    /* of Kelvin's texture shader, with a unit */
#define NV_SOFT_MIPS 13
/* Vertices further out than this (pixels) are refused, not drawn. */
#define NV_SOFT_FAR 16777216.0f

typedef struct NvSoft NvSoft;
typedef struct NvSoftSpan NvSoftSpan;
typedef struct NvSoftTexture NvSoftTexture;

typedef struct NvRect {
    int x0, y0, x1, y1;         /* x1, y1 exclusive; empty: x1 <= x0 */
} NvRect;

/* ---- surface.c ---- */

/* A colour format: one row.  Channels in the order r g b a. */
typedef struct NvColorFormat {
    const char *name;           /* NULL: no such code */
    uint8_t bytes;
    uint8_t pos[4], width[4];   /* width 0: not stored */
    uint32_t pad, fill;         /* padding bits and what is stored there */
    uint8_t real, channels;     /* floats: bits of one, and how many */
} NvColorFormat;

#define NV_COLOR_FORMATS 17
extern const NvColorFormat nv_color_formats[NV_COLOR_FORMATS];

/* A surface ready to draw on. */
typedef struct NvSoftSurface {
    bool on;
    bool swizzled;
    uint8_t bytes;
    uint8_t *data;              /* pixel 0,0 */
    uint32_t start;             /* the same as VRAM offset */
    uint32_t pitch;
    uint32_t line;              /* bytes of a line that may be drawn on */
    uint8_t log2_w, log2_h;
    const NvColorFormat *format;    /* colour only */
    int y0, y1;                 /* lines touched since the last report */
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
/* Fills @out and cuts @clip to what the memory holds; false: not usable. */
bool nv_soft_surface(NvRaster *raster, const NvSurface *in, bool zeta,
                     NvSoftSurface *out, NvRect *clip);
/* Pixel words of n <= NV_SOFT_SPAN pixels of a line inside the clip. */
void nv_soft_load(const NvSoftSurface *s, unsigned x, unsigned y, unsigned n,
                  uint32_t *words);
void nv_soft_store(NvSoftSurface *s, unsigned x, unsigned y, unsigned n,
                   uint64_t live, const uint32_t *words);
/* The same for all fragments of a span. */
void nv_soft_load_span(const NvSoftSurface *s, const NvSoftSpan *sp,
                       uint32_t *words);
void nv_soft_store_span(NvSoftSurface *s, const NvSoftSpan *sp, uint64_t live,
                        const uint32_t *words);
/* First byte and one past the last that drawing may touch. */
void nv_soft_extent(const NvSoftSurface *s, const NvRect *clip,
                    uint64_t range[2]);
void nv_soft_touch(NvSoftSurface *s, int y0, int y1);
void nv_soft_report(NvRaster *raster, NvSoftSurface *s);
/* Channel @c of a word in 8 bits, as blending reads it. */
uint8_t nv_soft_decode(const NvColorFormat *f, uint32_t word, unsigned c);
/* 8-bit r g b a to a word, padding not filled in. */
uint32_t nv_soft_encode(const NvColorFormat *f, const uint8_t rgba[4]);
/* Bits of the channels in @rgba (bit 0 = r); padding not included. */
uint32_t nv_soft_channel_bits(const NvColorFormat *f, unsigned rgba);
/* The stored depth of @z for Z16 (bits 16) or Z24 (bits 24). */
uint32_t nv_soft_encode_depth(double z, unsigned bits, bool is_float);

/* ---- primitives: tri.c line.c point.c span.c ---- */

/* A value over the screen: c at the anchor, and its slopes. */
typedef struct NvSoftPlane {
    double c, dx, dy;
} NvSoftPlane;

typedef struct NvSoftPrim {
    double ox, oy;              /* anchor, in pixel indices */
    bool perspective;           /* planes hold value / w */
    bool polygon;               /* stipple applies */
    bool flat[2];               /* the colour is the same everywhere */
    bool inside;                /* no fragment can fail the depth clip */
    bool back;                  /* a triangle seen from its back */
    uint8_t rgba[2][4];         /* if flat */
    NvSoftPlane z, rhw, fog;
    NvSoftPlane color[2][4];    /* times 255 */
    NvSoftPlane tex[NV_MAX_TEX][4];
} NvSoftPrim;

/* A half plane: pixel x, y is inside if c + x * dx + y * dy >= 0. */
typedef struct NvSoftEdge {
    int64_t c, dx, dy;
} NvSoftEdge;

/* Fragments of one line. */
typedef struct NvSoftRun {
    unsigned x, y, n;
    unsigned at;                /* the first one's place in the span */
} NvSoftRun;

/* Fragments of one primitive, of one line or more. */
struct NvSoftSpan {
    const NvSoftPrim *prim;
    unsigned n, nruns;
    unsigned lanes;             /* n and some more, for whole vectors */
    NvSoftRun run[NV_SOFT_SPAN];
    int x[NV_SOFT_SPAN], y[NV_SOFT_SPAN];
    double px[NV_SOFT_SPAN], py[NV_SOFT_SPAN];  /* from the anchor */
    uint64_t live;
    double z[NV_SOFT_SPAN];
    double w[NV_SOFT_SPAN];             /* 1 / (1/w) */
    uint8_t color[2][4][NV_SOFT_SPAN];
    float fog[NV_SOFT_SPAN];            /* coordinate */
    float coord[NV_MAX_TEX][4][NV_SOFT_SPAN];
    float reg[16][4][NV_SOFT_SPAN];     /* combiner registers */
    uint8_t out[4][NV_SOFT_SPAN];       /* the colour that was made */
    float real[4][NV_SOFT_SPAN];        /* the same for surfaces of floats */
};

/* Fixed point 1/16 of window coordinate @v; false if not drawable. */
bool nv_soft_fixed(float v, int64_t *out);
void nv_soft_line(NvSoft *s, const NvRasterVertex *v);
void nv_soft_point(NvSoft *s, const NvRasterVertex *v);
void nv_soft_triangle(NvSoft *s, const NvRasterVertex *v);
/* Set up planes of all attributes for @n corners (1, 2 or 3). */
void nv_soft_planes(const NvSoft *s, NvSoftPrim *prim,
                    const NvRasterVertex *const *v, unsigned n);
/* Draw what @edges and @box leave of the surface. */
void nv_soft_fill(NvSoft *s, const NvSoftPrim *prim, const NvSoftEdge *edges,
                  unsigned nedges, NvRect box);
/* An empty span; and @n <= NV_SOFT_SPAN - sp->n fragments more. */
void nv_soft_span_begin(NvSoftSpan *sp, const NvSoftPrim *prim);
void nv_soft_span_add(NvSoftSpan *sp, unsigned x, unsigned y, unsigned n);
/* Attributes of one span: depth and 1 / w, and one colour of it. */
void nv_soft_span_depth(const NvSoft *s, NvSoftSpan *sp);
void nv_soft_span_color(NvSoftSpan *sp, unsigned which);
double nv_soft_plane_at(const NvSoftPrim *prim, const NvSoftPlane *p,
                        double x, double y);

/* ---- stages ---- */

typedef void (*NvSoftStageFn)(NvSoft *s, NvSoftSpan *sp);

typedef struct NvSoftStage {
    const char *name;
    bool (*wanted)(const NvSoft *s);
    NvSoftStageFn run;
    /* A special case that gives the same bits; NULL pointers: none. */
    bool (*special)(const NvSoft *s);
    NvSoftStageFn fast;
} NvSoftStage;

extern const NvSoftStage nv_soft_stages[];  /* ends with name NULL */
#define NV_SOFT_STAGES 16

/* pixel.c */
bool nv_soft_wants_window(const NvSoft *s);
bool nv_soft_wants_stipple(const NvSoft *s);
bool nv_soft_wants_depth_clip(const NvSoft *s);
bool nv_soft_wants_fog(const NvSoft *s);
float nv_soft_fog_factor(const NvSoft *s, float coordinate);
bool nv_soft_wants_alpha_test(const NvSoft *s);
bool nv_soft_wants_zeta(const NvSoft *s);
void nv_soft_window(NvSoft *s, NvSoftSpan *sp);
void nv_soft_stipple(NvSoft *s, NvSoftSpan *sp);
void nv_soft_depth_clip(NvSoft *s, NvSoftSpan *sp);
void nv_soft_fog(NvSoft *s, NvSoftSpan *sp);
void nv_soft_alpha_test(NvSoft *s, NvSoftSpan *sp);
void nv_soft_zeta(NvSoft *s, NvSoftSpan *sp);
void nv_soft_count(NvSoft *s, NvSoftSpan *sp);
void nv_soft_count_live(NvSoft *s, uint64_t live);

/* GL's compare codes: bit 0 less, bit 1 equal, bit 2 greater. */
static inline bool nv_soft_compare(unsigned func, uint32_t a, uint32_t b)
{
    return func >> (a < b ? 0 : a == b ? 1 : 2) & 1;
}

/* blend.c */
bool nv_soft_wants_color(const NvSoft *s);
bool nv_soft_wants_real(const NvSoft *s);
void nv_soft_real(NvSoft *s, NvSoftSpan *sp);
bool nv_soft_is_plain(const NvSoft *s);
void nv_soft_color(NvSoft *s, NvSoftSpan *sp);
void nv_soft_color_plain(NvSoft *s, NvSoftSpan *sp);

/* fast.c: whole spans without stages; NULL if the state has no such. */
typedef bool (*NvSoftFastFn)(NvSoft *s, const NvSoftPrim *prim, unsigned x,
                             unsigned y, unsigned n);
NvSoftFastFn nv_soft_fast_span(const NvSoft *s);

/* ---- combiner.c ---- */

typedef struct NvCombinerArg {
    uint8_t reg, map;
    bool alpha;
} NvCombinerArg;

typedef struct NvCombinerPart {
    NvCombinerArg in[4];
    uint8_t ab, cd, sum;        /* destinations, 0 none */
    uint8_t op;
    bool dot_ab, dot_cd, mux;
    bool blue_ab, blue_cd;
} NvCombinerPart;

/* What a register holds if it is something simple. */
typedef enum NvSym {
    NV_SYM_OTHER, NV_SYM_ZERO, NV_SYM_ONE, NV_SYM_V0,
} NvSym;

typedef struct NvCombiners {
    unsigned count;
    bool mux_msb;
    NvCombinerPart rgb[8], a[8];
    float factor[8][2][4];
    NvCombinerArg final[7];     /* A..G */
    float final_factor[2][4];
    bool sum_clamp, sum_invert_v1, sum_invert_r0;
    float fog[3];
    uint32_t reads;             /* registers that matter, by number */
    NvSym rgb_sym, a_sym;       /* of the result */
} NvCombiners;

/* ---- rcplan.c: the same as a list of operations on lanes ---- */

#define NV_RC_NODES 640

typedef struct NvCombinerNode {
    uint8_t op, sub, range;
    int16_t a, b, c;            /* operands, earlier nodes */
    float k;
    float *lane;
} NvCombinerNode;

typedef struct NvCombinerPlan {
    NvCombiners made;           /* what it was made of */
    uint8_t range[4];
    bool fetched;
    bool valid;
    unsigned count, nops;
    uint16_t op[NV_RC_NODES];   /* nodes to compute, the last one first */
    int16_t out[4];
    NvCombinerNode node[NV_RC_NODES];
    NvLane lane[NV_RC_NODES];
} NvCombinerPlan;

extern const float nv_soft_combiner_scales[16];
void nv_soft_combiner_plan(NvSoft *s);
bool nv_soft_combiner_planned(const NvSoft *s);
void nv_soft_combiner_fast(NvSoft *s, NvSoftSpan *sp);

void nv_soft_combiner_setup(NvSoft *s);
bool nv_soft_wants_combiner(const NvSoft *s);
void nv_soft_combiner(NvSoft *s, NvSoftSpan *sp);

/* ---- texture.c sample.c shader.c ---- */

typedef enum NvTexLayout {
    NV_TEX_NONE, NV_TEX_SWIZZLED, NV_TEX_RECT, NV_TEX_DXT
} NvTexLayout;

/* Texel at @p (a block for DXT, with x, y inside) as A8R8G8B8. */
typedef uint32_t (*NvTexFetch)(const NvSoftTexture *t, const uint8_t *p,
                               unsigned x, unsigned y);

/* The same of @n texels from @base, where x and y do not matter. */
typedef void (*NvTexGather)(const NvSoftTexture *t, const uint8_t *base,
                            const uint32_t *at, unsigned n, uint32_t *argb);

typedef struct NvTexFormat {
    const char *name;           /* NULL: no such code */
    NvTexLayout layout;
    uint8_t bytes;              /* a texel, or a block */
    NvTexFetch fetch;
    uint8_t depth_bits;         /* shadow formats: 16, 24 */
    bool depth_float;
    bool pair;                  /* YUV: two texels share four bytes */
    /* Floats, which Rankine has and never filters; NULL: fetch. */
    void (*fetch_real)(const uint8_t *p, float rgba[4]);
    NvTexGather gather;         /* NULL: fetch */
} NvTexFormat;

extern const NvTexFormat nv_tex_formats[0x80];

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
    bool on;                    /* enabled and usable */
    /* Nothing to filter: not modelled, faulting, or floats. */
    bool white;
    NvTexLanes lanes;
    const NvTexFormat *format;
    const uint8_t *data;        /* all levels and faces lie inside */
    uint8_t *copy;              /* data, when it is ours */
    uint32_t size;              /* bytes of it */
    uint32_t palette[256];
    unsigned dim;               /* 1, 2, 3 */
    bool cube, rect, border;    /* border: texels around the image */
    uint32_t face_bytes, pitch;
    unsigned levels;
    NvTexLevel level[NV_SOFT_MIPS];
    uint8_t wrap[3];
    uint8_t min, mag;
    float bias, min_lod, max_lod;
    uint32_t border_color;
    uint8_t sign;               /* bit per channel r g b a */
    bool alpha_kill;
    uint8_t key_mode;
    uint32_t key, key_mask;
    uint8_t zfunc;
    bool dither;                /* DXT1 as NV2x decodes it */
    /* What Rankine does to the result. */
    bool remap;
    bool real;                  /* floats, which have no filter */
    uint16_t swizzle;
    bool expand;
    uint8_t gamma;
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

void nv_soft_texture_setup(NvSoft *s, unsigned unit);
void nv_soft_texture_free(NvSoft *s, unsigned unit);
bool nv_soft_texture_needs_lod(const NvSoftTexture *t);
void nv_soft_sample(const NvSoftTexture *t, NvTexQuery *q);
/* Rankine's remapping, of @n samples. */
void nv_soft_remap_lanes(const NvSoftTexture *t, unsigned n, NvLane *rgba);
/* lanes.c: samples of any kind but NONE; returns which are killed. */
NvTexLanes nv_soft_lanes_kind(const NvSoftTexture *t);
uint64_t nv_soft_sample_lanes(const NvSoftTexture *t, const double *u,
                              const double *v, unsigned n, NvLane *out);
void nv_soft_cube_face(NvTexQuery *q, double s, double t, double r);

void nv_soft_shader_setup(NvSoft *s);
bool nv_soft_wants_shader(const NvSoft *s);
void nv_soft_shader(NvSoft *s, NvSoftSpan *sp);
/* Whether stage @u gives numbers from 0 to 1. */
bool nv_soft_shader_is_unit(const NvSoft *s, unsigned u);

/* ---- program.c ---- */

void nv_soft_program_setup(NvSoft *s);
bool nv_soft_wants_program(const NvSoft *s);
void nv_soft_program(NvSoft *s, NvSoftSpan *sp);

/* ---- clear.c ---- */
void nv_soft_clear(NvSoft *s, uint32_t mask);

/* ---- the backend ---- */

typedef struct NvSoftStencil {
    bool on;
    uint8_t func, ref, mask, write;
    uint8_t op[3];              /* fail, zfail, zpass */
} NvSoftStencil;

struct NvSoft {
    NvRaster *raster;
    bool reference;             /* only the general path */
    bool late;                  /* bundles are laid out as from Rankine on */
    /* Derived from bundles and surfaces by nv_soft_state(). */
    NvSoftSurface color, zeta;
    NvRect clip;
    NvRect window[8];
    bool window_exclusive;
    bool perspective;
    /* ROP */
    bool zfloat, depth_w, depth_test, depth_write, depth_clamp;
    uint8_t zbits, depth_func;
    double zscale;              /* depth units in 1.0 of a corner's z */
    double near, far;
    bool bounds;                /* the stored depth must lie in */
    uint32_t bound[2];
    bool stencil;
    NvSoftStencil side[2];      /* of a front, of a back */
    int offset_x, offset_y;     /* of the window: corners and rectangles */
    bool alpha_test, count;
    uint8_t alpha_func, alpha_ref;
    bool blend, logic;
    uint8_t equation[2], logic_op;  /* of colours, of alpha */
    uint8_t src_factor[2], dst_factor[2];       /* colour, alpha */
    uint8_t blend_color[4];
    /* Bits of the word that may change; of floats, channels. */
    uint32_t color_bits;
    uint32_t encode[4][256];    /* a channel's 8 bits to its place */
    const NvColorFormat *encoded;   /* the format of that table */
    bool fog_on;
    uint8_t fog_mode;
    float fog_coeff[2];
    bool stipple;
    unsigned units_read;        /* texture coordinates that matter */
    uint8_t shader_op[NV_SOFT_STAGES_TEX];
    uint8_t shader_prev[NV_SOFT_STAGES_TEX];
    NvCombiners rc;
    NvCombinerPlan plan;
    uint16_t units;             /* that are set up */
    NvSoftTexture tex[NV_SOFT_UNITS];
    bool program;               /* one runs for each fragment */
    bool quads;                 /* by four, for derivatives */
    bool depth_out;
    bool frag_combiners;        /* what the list was made for */
    NvFragProgram frag;
    NvFragRun *run;
    unsigned nstages;
    NvSoftStageFn stage[NV_SOFT_STAGES];
    NvSoftFastFn fast;
    bool batch;                 /* lines may go through together */
    unsigned pixel_cost;        /* of the stages, in plain pixels */
    NvSoftSpan span;
};

/* Of a number: its positive part, held to 0..1, held to -1..1. */
static inline float nv_soft_pos(float x)
{
    return x > 0.0f ? x : 0.0f;
}

static inline float nv_soft_unit(float x)
{
    x = nv_soft_pos(x);
    return x < 1.0f ? x : 1.0f;
}

static inline float nv_soft_both(float x)
{
    x = x > -1.0f ? x : -1.0f;
    return x < 1.0f ? x : 1.0f;
}

static inline uint32_t nv_soft_word(const NvSoft *s, unsigned bundle)
{
    return s->raster->bundle[bundle];
}

#endif
