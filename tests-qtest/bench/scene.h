/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A state of pixels and what is drawn with it, so that the card and GL can
 * both draw it.  No hardware facts.
 */
#ifndef NV_BENCH_SCENE_H
#define NV_BENCH_SCENE_H

#include "bench/rows.h"

/* Smaller as well as larger; those with levels are drawn from between two. */
typedef enum BenchFilter {
    BENCH_NEAREST, BENCH_BILINEAR,
    BENCH_BILINEAR_MIP,         /* of the nearest level */
    BENCH_TRILINEAR,
} BenchFilter;

typedef enum BenchTexels {
    BENCH_ARGB, BENCH_RGB16, BENCH_DXT1, BENCH_DXT5,
} BenchTexels;

/* Fragment programs, by their instructions. */
typedef enum BenchProgram {
    BENCH_NO_PROGRAM,
    BENCH_MOVES,                /* the colour */
    BENCH_SAMPLES,              /* a texture */
    BENCH_SUMS,                 /* a texture, MUL and MAD */
    BENCH_MIXED,                /* a texture, RSQ, LRP, MIN, MAD */
} BenchProgram;

typedef struct BenchState {
    uint8_t textures;           /* 256 x 256, each multiplied */
    uint8_t filter, texels;
    uint8_t stages;             /* of sums of two products, behind those */
    uint8_t program, instructions;
    bool flat, depth, hidden, blend, fog, alpha;
    bool sloped;                /* depth differs from pixel to pixel, */
    bool far;                   /* in the further half, as most does */
} BenchState;

#define BENCH_TEXTURE 256u

/* Clip coordinates; all of it as arrays of both have it. */
typedef struct BenchPoint {
    float at[4];
    uint8_t color[4], second[4];        /* r g b a */
    float fog, tex[2];
} BenchPoint;

typedef struct BenchMesh {
    unsigned width, height;     /* of the surface */
    BenchPoint *v;
    unsigned points;
    uint16_t *index;            /* of triangles */
    unsigned indices;
    bool clear;                 /* depth, before each draw */
    double share;               /* the ns of a draw are divided by it */
    bool eager;                 /* machine code at the first draw */
    uint32_t slice_us;          /* of the card; 0: no clock is read */
    unsigned threads;           /* of the card, that draw; 0: 1 */
} BenchMesh;

/*
 * A square over all of the surface, seen from the side unless it is flat.
 * Layers of a grid over @wide x @high pixels, from the front or from behind.
 * With textures as @state samples them.
 */
BenchMesh bench_square_mesh(const BenchState *state, unsigned side);
BenchMesh bench_grid_mesh(const BenchState *state, unsigned width,
                          unsigned height, double wide, double high,
                          unsigned layers, bool front_first);
void bench_mesh_free(BenchMesh *mesh);

/* How often a texture repeats over @pixels with @filter. */
double bench_repeats(BenchFilter filter, double pixels);
/* Texels of all levels in order, as the card has them but for swizzling. */
void bench_texels(BenchTexels kind, uint8_t *out, unsigned size);
unsigned bench_level_bytes(BenchTexels kind, unsigned side);

/* Sums and products of a stage: second colour times this. */
#define BENCH_STAGE_BYTE(stage) (0x20 + 0x10 * (stage))

/* --- scene-card.c, scene-nv30.c, scene-gl.c --- */

typedef struct BenchCard BenchCard;
BenchCard *bench_card_new(const BenchState *state, const BenchMesh *mesh);
BenchWork bench_card_draw;
BenchWork bench_card_draw_wall;         /* by the clock on the wall */
/* The words of @draws, for who runs the card on his own. */
void bench_card_push(BenchCard *card, unsigned draws);
void bench_card_free(BenchCard *card);

typedef struct BenchGl BenchGl;
/* NULL, with *why, if it cannot. */
BenchGl *bench_gl_new(const BenchState *state, const BenchMesh *mesh,
                      const char **why);
BenchWork bench_gl_draw;
void bench_gl_free(BenchGl *gl);

#endif
