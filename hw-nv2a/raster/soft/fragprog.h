/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Fragment programs of Rankine and Curie: from words in memory to a list of
 * operations, and the machine that runs the list over many fragments at once.
 * Layout of words is what drivers write (doc); registers are those of the
 * OpenGL extensions for the chips.
 */
#ifndef NV_RASTER_FRAGPROG_H
#define NV_RASTER_FRAGPROG_H

#include <glib.h>

#include "base/bits.h"
#include "raster/soft/fragprog-rows.h"
#include "raster/soft/lane.h"

#define NV_FRAG_LANES NV_LANES
#define NV_FRAG_SLOTS 1024u     /* of four words, in a program */
#define NV_FRAG_R 32
#define NV_FRAG_H 64

typedef enum NvFragCode {
#define X(code, name, sources, chips) NV_FRAG_##name = code,
    NV_FRAG_OP_ROWS(X)
    NV_FRAG_FLOW_ROWS(X)
#undef X
    /* Ours: a component of R to its two of H, and back. */
    NV_FRAG_SPLIT = 0x48,
    NV_FRAG_JOIN,
    /* Ours: behind the first part of an IF; a loop's end; the program's. */
    NV_FRAG_ELSE,
    NV_FRAG_NEXT,
    NV_FRAG_END,
    NV_FRAG_CODES,
} NvFragCode;

/* Attributes, by their number in an instruction. */
enum {
    NV_FRAG_WPOS = 0, NV_FRAG_COL0 = 1, NV_FRAG_COL1 = 2, NV_FRAG_FOGC = 3,
    NV_FRAG_TEX0 = 4, NV_FRAG_COORDS = 10, NV_FRAG_FACING = 14,
    NV_FRAG_INPUTS = 16,
};

/* How deep programs of Curie may nest (NV_fragment_program2: 4, 4, 48). */
#define NV_FRAG_LOOPS 4
#define NV_FRAG_CALLS 4
#define NV_FRAG_BLOCKS 52

/*
 * The NaN that operations make, where a NaN's bits show: the one of vertex
 * programs, which is known there (guess); rounded to halves 0x7fff.
 */
#define NV_FRAG_NAN 0x7fffffffu
#define NV_FRAG_NAN_HALF 0x7fffe000u

/* What a program may execute in all; a texture counts as some (ours). */
#define NV_FRAG_LONGEST 65536u
#define NV_FRAG_SAMPLE_OPS 8

typedef enum NvFragFile {
    NV_FRAG_FILE_R, NV_FRAG_FILE_H, NV_FRAG_FILE_IN, NV_FRAG_FILE_CONST,
} NvFragFile;

typedef struct NvFragSrc {
    uint8_t file;
    bool neg, abs;
    uint16_t index;
    uint8_t swz[4];
} NvFragSrc;

typedef enum NvFragPrecision {
    NV_FRAG_FP32, NV_FRAG_FP16, NV_FRAG_FX12,
} NvFragPrecision;

typedef struct NvFragOp {
    uint8_t code;
    uint8_t file, dst;          /* where to; mask 0: nowhere */
    uint8_t mask;               /* bit 0 x */
    uint8_t cc_mask;            /* components of CC that are written */
    uint8_t precision, scale;
    bool sat, expand;
    uint8_t cond;               /* 7: always */
    uint8_t cc_swz[4];
    uint8_t unit;
    /* Attributes are texture coordinates, by the loop's index and this. */
    bool indexed;
    uint16_t base;
    NvFragSrc src[3];
    /* Where it leads: slots as read, then numbers of operations. */
    uint16_t slot, to, end;
    bool last;                  /* the program's end, if lanes come here */
    uint8_t count, first, step; /* of a loop */
    uint8_t loops, blocks;      /* that are open where it stands */
} NvFragOp;

typedef struct NvFragStep NvFragStep;
typedef struct NvFragKernels NvFragKernels;

typedef struct NvFragProgram {
    GArray *ops;                /* of NvFragOp */
    /* With branches, see fragstep.h: as many, and who does them. */
    NvFragStep *steps;
    const NvFragKernels *kernels;
    GArray *words;              /* as read */
    NvLane (*constants)[4];
    unsigned slots, nconstants;
    uint16_t inputs;            /* attributes read */
    uint16_t units;             /* texture units sampled */
    bool quads;                 /* it takes derivatives itself */
    bool compares;              /* in quads more than attributes' own, which
                                   colours may be part of */
    bool kills;
    bool reads_bits;            /* of numbers: it unpacks, or names registers
                                   by R and by H */
    bool one_nan;               /* operations make NV_FRAG_NAN, for it shows */
    bool flow;                  /* lanes may go different ways */
    unsigned longest;           /* operations that a fragment may take, */
    unsigned samples;           /* and how many of them may sample */
    uint32_t zero_r;            /* registers that must start as 0 */
    uint64_t zero_h;
    bool result_half;           /* the colour is in H0, else in R0 */
    bool depth;                 /* R1.z was written */
    uint32_t serial;            /* another with each load */
} NvFragProgram;

/* Four words an instruction, from a guest; copes with anything. */
typedef struct NvFragSource {
    /* Fetches @count slots from slot @at; false: unreadable. */
    bool (*read)(void *opaque, unsigned at, unsigned count, uint32_t *words);
    void *opaque;
    unsigned chips;             /* 3 Rankine, 4 Curie */
    bool combiners;             /* H0 to H3 are read afterwards */
    unsigned targets;           /* bit per colour besides that is read */
} NvFragSource;

/*
 * The register, R or H as the first colour's is, of the colour of target
 * @i + 1 (emulators and drivers agree): R2 to R4, H4, H6 and H8.
 */
static inline unsigned nv_frag_more(bool half, unsigned i)
{
    return half ? 4 + 2 * i : 2 + i;
}

void nv_frag_init(NvFragProgram *p);
void nv_frag_free(NvFragProgram *p);
/*
 * NULL, or a sentence on what was wrong; then *@p is what could be
 * understood, up to there, or nothing if it has branches.
 */
const char *nv_frag_load(NvFragProgram *p, const NvFragSource *from);
/*
 * Whether surfaces take results as they are, bit by bit.  If not, and the
 * program does not see them either, operations make any NaN.
 */
void nv_frag_show(NvFragProgram *p, bool shows);
/* "MAD"; NULL if @code means nothing on @chips. */
const char *nv_frag_op_name(unsigned code, unsigned chips);
unsigned nv_frag_op_sources(unsigned code);

/* ---- running ---- */

typedef enum NvFragLod {
    NV_FRAG_LOD_AUTO, NV_FRAG_LOD_BIAS, NV_FRAG_LOD_GIVEN, NV_FRAG_LOD_SLOPES,
} NvFragLod;

/* One texture instruction, for all lanes. */
typedef struct NvFragTex {
    unsigned unit, n;
    bool quads;
    uint64_t live;
    NvLane coord[3];
    NvLane lod;                 /* bias or value */
    const float *dx[3], *dy[3];
    NvLane *out;                /* four of them */
    uint64_t kill;              /* lanes that die: what it answers */
} NvFragTex;

/* Where a program stopped in its middle; fragwalk.c knows. */
typedef struct NvFragWalk NvFragWalk;

/* What is done of a program: operations, and how many of them sampled. */
typedef struct NvFragWork {
    unsigned ops, samples;
} NvFragWork;

/*
 * With @quads, lane i is column i / 2 and row i % 2, so that four lanes from
 * a multiple of four are a quad; @n is a multiple of four then.
 */
typedef struct NvFragRun {
    unsigned n;
    bool quads;
    uint64_t live;
    uint64_t here;              /* lanes that take the operation; its own */
    int32_t index[NV_FRAG_LANES];       /* of their innermost LOOP; its own */
    void (*sample)(const void *opaque, NvFragTex *t, NvFragLod lod);
    const void *opaque;
    /*
     * NULL, or asked now and then, with what was done since it was asked
     * before: true, the run stops.  It must have a @walk then.
     */
    bool (*stop)(const void *opaque, const NvFragWork *done);
    NvFragWalk *walk;
    NvLane in[NV_FRAG_INPUTS][4];
    NvLane r[NV_FRAG_R][4], h[NV_FRAG_H][4], cc[4];
} NvFragRun;

/* False: it stopped, see NvFragRun.stop. */
bool nv_frag_run(const NvFragProgram *p, NvFragRun *run);
/* One that stopped, with nothing of @p and @run changed by others since. */
bool nv_frag_go_on(NvFragRun *run);
/* For NvFragRun.walk; g_free() frees it. */
NvFragWalk *nv_frag_walk_new(void);

/* Rounding to what registers of these kinds can hold; public for tests. */
float nv_frag_round_half(float x);
float nv_frag_round_fx12(float x);
uint16_t nv_frag_to_half(float x);
float nv_frag_from_half(uint16_t h);

#endif
