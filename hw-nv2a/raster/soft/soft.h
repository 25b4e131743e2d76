/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The soft backend itself: what belongs to a state, made by its state op and
 * only read by drawing, and the scratch that drawing writes.
 */
#ifndef NV_SOFT_SOFT_H
#define NV_SOFT_SOFT_H

#include "raster/soft/combiner.h"
#include "raster/soft/fragprog.h"
#include "raster/soft/machine.h"
#include "raster/soft/stages.h"
#include "raster/soft/surface.h"
#include "raster/soft/texture.h"

static_assert(NV_TEX_UNITS <= 16, "a bit each in NvSoft.units");

/*
 * Pixels that a thread draws while others draw the rest: the screen is cells of
 * some size, whose column and row, added up, count round the threads.  Of
 * what is drawn only lines from @from on and above @end.
 */
typedef struct NvSoftShare {
    bool on;                    /* else all pixels */
    NvRect cell;                /* pixels that are this share's */
    NvRasterPlace from;         /* of one primitive; part 0: all of many */
    int end;
} NvSoftShare;

/*
 * Pixels whose program stopped in its middle: scratch->run and ->walk are what
 * it goes on from.  Whoever forgets it does the same from the start.
 */
typedef struct NvSoftHalf {
    bool on;
    unsigned x, y;              /* the first of them */
    uint32_t serial;            /* the program's */
} NvSoftHalf;

/* Of one thread that draws. */
struct NvSoftScratch {
    NvSoftSpan span;
    NvSoftShare share;
    uint64_t spent;             /* of a share: what its pixels cost */
    NvSoftTouched color, zeta;
    NvSoftTouched more;         /* all of NvSoft.more */
    uint32_t passed;            /* fragments, since the draw op began */
    NvRasterPlace place;        /* where the primitive of now goes on */
    uint32_t serial;            /* plan whose constants are in lane[] */
    NvLane lane[NV_RC_NODES];
    NvFragRun *run;             /* as soon as a program has run */
    NvFragWalk *walk;           /* the same of one that may stop */
    NvSoftHalf half;
    bool may_stop;              /* it can be put again: by fill.c only */
    bool stopped;               /* the last span's program did */
    bool solid;                 /* the primitive's pixels are a word, */
    uint32_t word;              /* and nothing else */
    /* Machine code of the primitive, or NULL; fragments that wait for it. */
    NvVecFn *code;
    const void *literals;
    NvVecFn *twice;             /* the same for two groups at a time, or NULL */
    const void *twice_literals;
    NvVecFn *rows;              /* for whole groups of a line, or NULL; */
    const void *rows_literals;
    unsigned rows_step;         /* so many pixels at a time */
    NvMcData *data;             /* NULL: the backend has no code */
    uint32_t data_serial;       /* if it is a copy: of the state */
    unsigned variant, lanes;
    NvMcHeld held;              /* x1 0: none */
    bool suspect;               /* most groups escaped the last time */
    unsigned doubts;            /* primitives that rather have sure weights */
    int escapes;                /* four for each group, less groups looked at */
};

/* Depth in units of the surface. */
typedef struct NvSoftDepth {
    double scale;               /* depth units in 1.0 of a corner's z */
    double near, far;
    uint32_t bound[2];
} NvSoftDepth;

/* From 8 bits to words of the colour surface. */
typedef struct NvSoftEncoder {
    uint32_t bits;              /* of the word that may change; of floats,
                                   channels */
    uint32_t channel[4][256];   /* a channel's 8 bits to its place */
    const NvColorFormat *made;  /* the format of that table, */
    bool round;                 /* and how */
} NvSoftEncoder;

/* Its place, from the pixel's centre in 1/16 pixels. */
typedef struct NvSoftSample {
    int x, y;
} NvSoftSample;

typedef struct NvSoftCrew NvSoftCrew;

struct NvSoft {
    NvRaster *raster;
    const NvPixelState *pixel;
    const NvPixelMemory *memory;
    bool reference;             /* only the general path */

    NvSoftSurface color, zeta;
    NvSoftSurface more[NV_MORE_TARGETS];        /* colours besides */
    uint32_t more_bits[NV_MORE_TARGETS];        /* as encode.bits */
    uint8_t more_own;           /* bit per target with an own output */
    unsigned samples;           /* of a pixel */
    NvSoftSample sample;        /* which of them is drawn now */
    NvRect clip, clear;         /* what is drawn; what clears reach */
    NvSoftDepth depth;
    NvSoftEncoder encode;
    unsigned coords;            /* texture coordinates that matter */
    uint16_t units;             /* that are set up */
    uint16_t lods;              /* of these and others: with levels */
    NvSoftTexture tex[NV_TEX_UNITS];
    NvSoftCombiners rc;
    NvCombinerPlan plan;
    NvFragProgram frag;
    bool frag_combiners;        /* what that list was made for, */
    uint8_t frag_targets;       /* and outputs besides */
    const char *frag_error;     /* what is wrong with it, or NULL */
    bool quads;                 /* by four, for derivatives */
    bool told;                  /* nv_soft_complain() has seen this state */

    unsigned nstages;
    NvSoftStageFn stage[NV_SOFT_STAGES];
    NvSoftFastFn fast;
    bool apart;                 /* no pixel sees what another one writes */
    bool batch;                 /* lines may go through together */
    bool plain;                 /* there is a fast span for it */
    unsigned piece;             /* pixels of a line between looks at time, */
    unsigned clock_piece;       /* with a clock and without code */
    bool stops;                 /* these are one run of a program */
    unsigned pixel_cost;        /* of the stages, in plain pixels, */
    unsigned program_cost;      /* and what of it a program may take */
    unsigned sample_cost;       /* of a pixel, the most of all units */
    unsigned machine_cost;      /* of machine code */
    NvMachine *machine;         /* NULL: none is asked for, or had */

    /* Other threads read what is before and behind it: no line is shared. */
    uint8_t before[NV_MC_LINES];
    NvSoftScratch scratch;
    uint8_t behind[NV_MC_LINES];
    NvSoftScratch *counting;    /* the funnel's, as soon as one is asked for */
    NvSoftCrew *crew;           /* NULL: one thread draws */
};

/* targets.c: surfaces, samples, clip and encoder of a new state. */
void nv_soft_targets_setup(NvSoft *s);
/* Sample @k of each pixel is drawn from now on. */
void nv_soft_select_sample(NvSoft *s, unsigned k);
/*
 * complain.c: lines about what cannot be drawn.  Not before something is, for a
 * guest may set up in any order, and clears do not look at most of it.
 */
void nv_soft_complain(NvSoft *s);
/* NULL is fine. */
void nv_soft_scratch_free(NvSoftScratch *scratch);

/* Corners of primitives: one after the other, or those that lanes name. */
typedef struct NvSoftList {
    const NvRasterVertex *v;
    const uint16_t *lane;       /* NULL: in order */
    unsigned count;             /* corners */
} NvSoftList;

/* Some of them, as the window's offset puts them: there, or in @room. */
typedef struct NvSoftThree {
    const NvRasterVertex *v[3];
    NvRasterVertex room[3];
} NvSoftThree;

static inline const NvRasterVertex *nv_soft_corner(const NvSoftList *list,
                                                   unsigned at)
{
    return &list->v[list->lane ? list->lane[at] : at];
}
void nv_soft_move_corners(const NvSoft *s, unsigned n, NvSoftThree *out);
/* The @n <= 3 from number @at on. */
static inline void nv_soft_corners_of(const NvSoft *s, const NvSoftList *list,
                                      unsigned at, unsigned n,
                                      NvSoftThree *out)
{
    const NvPixelClip *clip = &s->pixel->clip;

    for (unsigned i = 0; i < n; i++) {
        out->v[i] = nv_soft_corner(list, at + i);
    }
    if (G_UNLIKELY(clip->offset_x || clip->offset_y)) {
        nv_soft_move_corners(s, n, out);
    }
}

/* tri.c: the pixels that each of @n triangles lies between; empty: none. */
void nv_soft_triangle_boxes(const NvSoft *s, const NvSoftList *list,
                            unsigned at, unsigned n, NvRect *box);

/* ---- share.c: triangles that several threads draw ---- */

/* @threads, the caller's own among them; 1: NULL. */
NvSoftCrew *nv_soft_crew_new(unsigned threads);
void nv_soft_crew_free(NvSoftCrew *crew);
/* Another state: how long its pixels take is not known. */
void nv_soft_crew_state(NvSoftCrew *crew);
/*
 * For tests: strips of so many columns or lines, 1 and up, however little is
 * drawn; and how often triangles were shared.
 */
void nv_soft_crew_force(NvSoftCrew *crew, bool upright, unsigned size);
uint64_t nv_soft_crew_shared(const NvSoftCrew *crew);
/*
 * Of triangles from corner @at on, the next that all threads draw in one go;
 * how many corners are done, or are soon where NvRaster.overlaps.  Goes on
 * from, and leaves, the scratch's place.  False, and nothing is drawn: that
 * many are for one thread.
 */
bool nv_soft_share(NvSoft *s, const NvSoftList *list, unsigned at,
                   unsigned *done);
/*
 * Of lines [@y, @end), @cost each, those that all threads do in one go; how many,
 * 0: @y is for one thread.  The caller tells and spends.
 */
typedef void NvSoftLinesFn(void *opaque, unsigned y, unsigned n,
                           unsigned worker);
unsigned nv_soft_share_lines(NvSoft *s, NvSoftLinesFn *fn, void *opaque, int y,
                             int end, unsigned cost);
/* What is drawn still is done now, and what it did in the scratch; any? */
bool nv_soft_share_settle(NvSoft *s);

/* Corners' depths run from 0 to 1. */
static inline bool nv_soft_has_program(const NvSoft *s)
{
    return s->pixel->program.on;
}

static inline bool nv_soft_has_stencil(const NvSoft *s)
{
    return s->pixel->stencil[0].on || s->pixel->stencil[1].on;
}

/* Of an operation of a program, for a lane, in plain pixels. */
#define NV_SOFT_OP_COST 4

/* program-tex.c: NvFragRun.sample of the backend @opaque. */
void nv_soft_program_sample(const void *opaque, NvFragTex *f, NvFragLod lod);

#endif
