/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Machine code for the fragments of triangles: what of a state it depends on
 * (the key), what it reads (the data), and who makes and runs it.  Models
 * nothing of its own: every bit must equal what the stages give.
 *
 * A group of eight or sixteen fragments with something that is rare escapes: it
 * has no effect.  A colour or a texel within an error's width of the next one
 * is drawn by code without floats then, a coordinate far away by the stages.
 */
#ifndef NV_SOFT_MACHINE_H
#define NV_SOFT_MACHINE_H

#include "raster/code/vec.h"
#include "raster/soft/combiner.h"
#include "raster/soft/fragprog.h"
#include "raster/soft/span.h"
#include "raster/soft/texture.h"

/* Of a primitive, by bits: code for each is made when it is met. */
enum {
    NV_MC_PERSPECTIVE = 1,
    NV_MC_SMOOTH_0 = 2, NV_MC_SMOOTH_1 = 4,     /* colours that vary */
    NV_MC_CLIPPED = 8,          /* the depth clip has to look */
    NV_MC_BACK = 16,            /* with other stencil operations */
    NV_MC_SURE = 32,            /* weights to the last bit, no escapes */
    NV_MC_SLOPED = 64,          /* depth that varies */
    NV_MC_WIDE = 128,           /* over so many pixels that sums vary */
    NV_MC_OFFSET = 256,         /* and polygon offset is added */
    NV_MC_STEADY_Z = 512,       /* depth's sums have one window a base */
    NV_MC_STEADY_S = 1024,      /* coordinates' sums have one window */
    NV_MC_STEADY_T = 2048,
    NV_MC_FEW_SUMS = 4096,      /* if wide: inverses are looked up */
    NV_MC_TWICE = 8192,         /* two groups at a time */
    NV_MC_ROWS = 16384,         /* groups of a line, all of whose lanes live */
    NV_MC_SHORT = 32768,        /* coordinates and fog by floats */
    NV_MC_VARIANTS = 65536,
};

typedef struct NvMcStencil {
    uint8_t on, func, op[3], writes;
} NvMcStencil;

typedef struct NvMcTexture {
    uint8_t on;                 /* a sample of it is a register */
    uint8_t format;             /* code */
    uint8_t wrap[2];
    uint8_t mag;                /* 0 nearest, 1 linear; else the same */
    uint8_t mips;               /* 0 none, 1 the nearest, 2 two */
    uint8_t many;               /* more than eight levels */
    uint8_t square;
    uint8_t dither;             /* of DXT1 */
    uint8_t remap, expand;      /* of programs */
    uint8_t swizzle[2];
} NvMcTexture;

/* What a fragment program may have. */
#define NV_MC_OPS 256
#define NV_MC_CONSTANTS 128

/* Bytes without padding: equal keys have equal code. */
typedef struct NvMcKey {
    uint8_t color, zeta;        /* bytes of a pixel, 0: not drawn on */
    uint8_t pos[4], width[4];   /* channels r g b a of the colour */
    uint8_t whole;              /* every bit is written */
    uint8_t blend, equation[2], src[2], dst[2];
    uint8_t logic, logic_op;
    uint8_t ztest, zfunc, zwrite, zclamp;
    uint8_t alpha_test, alpha_func;
    uint8_t fog;                /* 0 not read, 1 none, 2 + mode */
    uint8_t count;
    NvMcStencil stencil[2];
    uint8_t reads[2];           /* colours that matter */
    /* Of fragment programs; else 0. */
    uint8_t quads;              /* lanes are by four: columns of two rows */
    uint8_t combiners;          /* they come after it */
    uint8_t kills, result_half, origin_bottom, whole_centres;
    uint8_t program[4];         /* its number */
    NvMcTexture tex[NV_TEX_UNITS];
    /* What follows from the rest. */
    uint8_t floats;             /* do for weights, unless they are to be sure */
    uint8_t two_sided;          /* stencil */
} NvMcKey;

/* A texture's image; of one with levels, the first. */
typedef struct NvMcSampler {
    const uint8_t *texels;      /* those of less than 4 bytes: aligned down */
    uint32_t into;              /* bytes from there to the image */
    float scale[2];             /* from coordinates to 256ths of a texel */
    float size[2];              /* in such */
    int32_t last[2];            /* texel */
    int32_t both, both2;        /* bits that both axes have; twice that */
    int32_t both_mask;
    int32_t mask[2];            /* bits of an address that an axis has */
    uint32_t pitch;
    uint32_t border;
    uint32_t row_log2;          /* of bytes of a row of blocks */
    const uint32_t *palette;
    /* With levels. */
    double texels_in_1[2];         /* texels in 1 of a coordinate */
    int32_t log2[2];
    float bias, min_lod, max_lod;
    float last_level;
    int32_t most_level;         /* the same */
    uint32_t offset[16];        /* bytes, as into */
} NvMcSampler;

/* Sums of edge values of a wide primitive whose inverses are looked up. */
#define NV_MC_SUMS 32

/*
 * Places of what is looked up by a base, in eight lanes, in sixteen, and there by
 * floats.
 */
#define NV_MC_BASES { { 7, 15, 14 }, { 0, 0, 15 }, { 6, 14, 13 } }

/* Groups of a line at most, and where in each what is. */
#define NV_MC_PIECES 32
enum {
    NV_MC_PIECE_X, NV_MC_PIECE_Y, NV_MC_PIECE_EDGES, NV_MC_PIECE_ESCAPED = 5,
};

/*
 * A coordinate of three corners: the second one's, and what the first and the
 * third have more, as one float and what that lacks.  None is next to nothing,
 * so that sums have a leading one not below NV_MC_SHORT_TOP, or count for 0.
 */
typedef struct NvMcShort {
    float base, more[2][2];
} NvMcShort;

#define NV_MC_SHORT_BITS 29     /* products with weights fit doubles */
#define NV_MC_SHORT_LEAST 0x1p-20
#define NV_MC_SHORT_MOST 0x1p60
#define NV_MC_SHORT_TOP 0x1p-102f

/* What code reads and writes, of one thread. */
typedef struct NvMcData {
    /* Vectors lie in a line of the host's cache each. */
    _Alignas(64) int32_t x[NV_LANES];
    int32_t y[NV_LANES];
    int32_t live[NV_LANES], row[NV_LANES], escaped[NV_LANES];
    /*
     * If NV_MC_ROWS: NV_MC_PIECE_* of each group, as long as a group; what
     * lanes' edge values have more than the first, and their columns.
     */
    int32_t piece[16 * NV_MC_PIECES];
    int32_t edge_step[3][16], column[16];
    /* Of the state: up to passed. */
    uint8_t *color, *zeta;
    uint32_t color_pitch, zeta_pitch;
    uint32_t bits, keep;        /* of words: what may change, the rest */
    uint32_t pad_keep, fill;
    uint32_t blend_color[4];
    uint32_t alpha_ref;
    uint32_t stencil_ref[2], stencil_mask[2], stencil_write[2];
    uint32_t stencil_value[2];
    double fog_coeff[2];
    float fog_coeff_float[2];   /* the same */
    double near, far;
    float constant[NV_RC_NODES];        /* of the combiners' list */
    uint32_t out[4];            /* what is such a constant, in 255ths */
    NvMcSampler tex[NV_TEX_UNITS];
    float frag_constant[NV_MC_CONSTANTS][4];
    uint32_t height;            /* of the window, less 1 */
    double depth_scale;
    uint32_t passed;
    /* Of a primitive. */
    double ox, oy;
    NvSoftPlane z, rhw_plane, fog_plane;    /* the last one of programs */
    int32_t edge_c[3], edge_dx[3], edge_dy[3];
    int32_t edge_sum;
    double by[3];
    double inverse;             /* if the same everywhere */
    double corner_z[3], depth_inverse, depth_offset;
    /* If NV_MC_WIDE: see wide_inverse(). */
    double inverse_seed[2], seed_from;  /* [0] of sums from there on */
    /*
     * By the base (NV_MC_BASES), if NV_MC_STEADY_Z, in units of the window: the
     * depth there, what those of the others have more; and from there to units
     * of depth.  With sixteen lanes such distances are floats; inverses are
     * two, by what edge values have lost.
     */
    _Alignas(64) int32_t steady_z[16];
    int32_t steady_apart[2][16];
    uint32_t steady_shift_z[16];
    float steady_far[2][16];
    float inverse_high[NV_MC_SUMS], inverse_low[NV_MC_SUMS];
    uint32_t least_z;           /* no pixel of it is nearer */
    float by_float[3];          /* the same by a power of two: around 1 */
    float scale_float;          /* 65536 * 256 / sum */
    float inverse_float;        /* the same as inverse */
    uint32_t delta[2][4];       /* of corners 0 and 2 from 1, 16 bits each */
    uint32_t base[2][4];        /* corner 1 and a rounding, in 256ths */
    uint32_t flat[2][4];
    int32_t least[2][4], most[2][4];    /* of corners; if quads */
    double coord[NV_SHADER_STAGES][2][3];       /* 1, 0 - 1, 2 - 1 */
    /* The same in units of the window, and that: if NV_MC_STEADY_S, _T. */
    int32_t steady_base[NV_SHADER_STAGES][2];
    float steady_unit[NV_SHADER_STAGES][2];
    int32_t steady_shift[NV_SHADER_STAGES][2];  /* to 256ths of a texel */
    NvMcShort short_coord[NV_SHADER_STAGES][2], short_fog;
    /* By floats: in 65536ths of a texel, and what they may be wrong by. */
    float near_coord[NV_SHADER_STAGES][2][3];   /* 1, 0 - 1, 2 - 1 */
    int32_t near_error[NV_SHADER_STAGES][2];
    double fog[3];              /* 1, 0 - 1, 2 - 1 */
    NvSoftPlane tex_plane[NV_MAX_TEX][4];
} NvMcData;

typedef struct NvMachine NvMachine;

/* Bytes between what different threads write: two lines of a host's cache. */
#define NV_MC_LINES 128

/* Pixels [x0, x1) of a line. */
typedef struct NvMcHeld {
    unsigned x0, x1, y;
} NvMcHeld;

/* ---- machine.c: which code a state has ---- */

/*
 * NULL if this host runs none.  @eager: it is made at the first use; @most
 * lanes a group.
 */
NvMachine *nv_mc_new(bool eager, unsigned most);
void nv_mc_free(NvMachine *m);
/* @s has another state. */
void nv_mc_state(NvSoft *s);
/* mc-key.c: of @s; of a fragment program by its number; and what the code
 * depends on of the combiners' list: all but numbers. */
void nv_mc_make_key(const NvSoft *s, uint32_t program, NvMcKey *key);
void nv_mc_append_plan(GByteArray *to, const NvCombinerPlan *plan);
/* mc-state.c: what code reads of @s. */
void nv_mc_fill_state(const NvSoft *s, NvMcData *d);
/* The state of now has code; NULL @m: no. */
bool nv_mc_on(const NvMachine *m);
/* mc-declined.c: why this state has none, for people; NULL: it has. */
const char *nv_mc_declined(const NvSoft *s);
bool nv_mc_reads_fog(const NvSoft *s);
/* Whether unit @u gives what its texture has. */
bool nv_mc_samples(const NvSoft *s, unsigned u);
/* What code reads, as the state has it: of the thread that has the card. */
NvMcData *nv_mc_data(NvMachine *m);
/* A copy in another thread's @scratch, which frees it; NULL @m: none. */
void nv_mc_copy_data(const NvMachine *m, NvSoftScratch *scratch);
/* Lists that were made into code so far. */
unsigned nv_mc_made(const NvMachine *m);

/* ---- mc-run.c: its use by span.c ---- */

/*
 * [any thread that draws] The code of a kind of primitives, of @pixels; NULL:
 * not now.  Who finds another thread making some does without.
 */
NvVecFn *nv_mc_code(NvMachine *m, unsigned variant, unsigned pixels,
                    const void **literals);
const NvMcKey *nv_mc_key(const NvMachine *m);
/* Fragments of a group. */
unsigned nv_mc_width(const NvMachine *m);
/* mc-fill.c: which code @prim wants; no floats where they may err if @sure. */
unsigned nv_mc_variant(const NvSoft *s, const NvMcKey *key,
                       const NvSoftPrim *prim, bool sure, NvMcData *d);
/* What that reads of it into @d, which has the state; false: it has no code. */
bool nv_mc_fill(const NvSoft *s, const NvMcKey *key, const NvSoftPrim *prim,
                unsigned variant, NvMcData *d);
/* False: the primitive is for the stages. */
bool nv_mc_begin(const NvSoft *s, NvSoftScratch *scratch,
                 const NvSoftPrim *prim);
/* Pixels [x0, x1) of line @y; of those all by lanes. */
void nv_mc_lanes(const NvSoft *s, NvSoftScratch *scratch, unsigned x0,
                 unsigned x1, unsigned y);
void nv_mc_line(const NvSoft *s, NvSoftScratch *scratch, unsigned x0,
                unsigned x1, unsigned y);
/* The same of NV_SOFT_SMALL_COLUMNS pixels at most. */
void nv_mc_short_line(const NvSoft *s, NvSoftScratch *scratch, unsigned x,
                      unsigned n, unsigned y);
/* The first @n lanes of the data; those behind, of a group, are not live. */
void nv_mc_run(const NvSoft *s, NvSoftScratch *scratch, unsigned n);
/*
 * mc-small.c: all of @box, if it is small and the host has what that takes, and
 * how many @pixels it has of @cover; else false.
 */
bool nv_mc_small(const NvSoft *s, NvSoftScratch *scratch,
                 const NvSoftCover *cover, const NvRect *box,
                 unsigned *pixels);
/* What is left; groups that escaped may still be in the span. */
void nv_mc_end(const NvSoft *s, NvSoftScratch *scratch);

/*
 * mc-rows.c: code for whole groups of a line, of primitives of @pixels, if there
 * is some; such groups from @x0 on; returns where others begin.
 */
void nv_mc_find_rows(const NvSoft *s, NvSoftScratch *scratch,
                     unsigned pixels);
unsigned nv_mc_rows(const NvSoft *s, NvSoftScratch *scratch, unsigned x0,
                    unsigned x1, unsigned y);
/* The rest of the primitive has weights that are sure; false: no code. */
bool nv_mc_go_sure(const NvSoft *s, NvSoftScratch *scratch, unsigned pixels);
/*
 * Groups of a primitive that escaped, in all and above every fourth, before
 * others are no longer tried by floats.
 */
#define NV_MC_MANY_ESCAPES 3

/* ---- mc-build.c: lists for keys ---- */

/*
 * A value from 0 to 1, and what it is 255ths of: a word, a product; 0: others.
 * Or one that is @held to -1..1 and may be below 0.
 */
typedef struct NvMcFact {
    NvVecVal value, byte, times, held;
} NvMcFact;
#define NV_MC_FACTS 64          /* more are not remembered */

/* What a list is made of. */
typedef struct NvMcBuild {
    NvVec *v;
    const NvMcKey *key;
    const NvCombinerPlan *plan;
    const NvFragProgram *program;
    unsigned variant;
    NvVecVal live;
    NvVecVal sampled;           /* the same, or all if quads need them */
    NvVecVal out[4];            /* r g b a, as words of 0..255 */
    NvVecVal reg[4][4];         /* textures' registers, floats */
    NvVecVal sum[4][4];         /* the same in 65536ths of a byte, or 0 */
    NvVecVal color[2][4];       /* words of 0..255 */
    NvVecVal fog;
    NvVecVal far;               /* the greatest place of all samples, or 0 */
    NvVecVal doubt;             /* lanes with a place near the next, or 0 */
    NvMcFact fact[NV_MC_FACTS];
    unsigned facts;
} NvMcBuild;

void nv_mc_build(NvMcBuild *b);

/* Two vectors of doubles: of the lower half of lanes, and the upper. */
typedef struct NvMcPair {
    NvVecVal lo, hi;
} NvMcPair;

#define NV_MC_AT(field) ((int32_t)offsetof(NvMcData, field))

/* A coordinate. */
typedef struct NvMcCoord {
    NvVecVal value;             /* floats */
    NvVecVal sum;               /* in units of a steady window, or 0 */
    int32_t shift;              /* where the data has NvMcData.steady_shift */
} NvMcCoord;

/* mc-weights.c */
/*
 * Whether floats give what weights are for, of @variant: bytes of colours, and
 * places of texels that are not filtered.
 */
static inline bool nv_mc_by_floats(const NvMcKey *key, unsigned variant)
{
    return key->floats && !(variant & NV_MC_SURE);
}

/*
 * By what those weights may be wrong, in 2^24ths.  Where edge values are cut as
 * the chip does it, of a weight w: the chip's sum 5 w, its reciprocal 4 w, its
 * weights 2 w or, of what others leave, 3; sum, reciprocal and two products
 * here 6 w.
 */
static inline unsigned nv_mc_float_error(unsigned width)
{
    return width == 16 ? 18 : 28;
}

void nv_mc_colors(NvMcBuild *b);
/* @k of a place of a texel (NvMcAxis.at); lanes near the next one escape. */
NvVecVal nv_mc_near_texel(NvMcBuild *b, unsigned unit, unsigned k);
NvMcPair nv_mc_plane(NvMcBuild *b, int32_t at);
/* Pixels. */
NvVecVal nv_mc_x(NvMcBuild *b);
NvVecVal nv_mc_y(NvMcBuild *b);
/* Edge value @k; depth, as depth.c has it. */
NvMcPair nv_mc_edge(NvMcBuild *b, unsigned k);
NvVecVal nv_mc_edge_words(NvMcBuild *b, unsigned k);
NvMcPair nv_mc_depth(NvMcBuild *b);
/* Whether those of NV_MC_STEADY_Z go by floats. */
static inline bool nv_mc_depth_by_floats(unsigned width, unsigned variant)
{
    return width == 16 && (!(variant & NV_MC_WIDE) ||
                           variant & NV_MC_FEW_SUMS);
}
/* The same in whole units, of NV_MC_STEADY_Z. */
NvVecVal nv_mc_depth_words(NvMcBuild *b);
/* mc-share.c: mantissas of @bits, towards zero. */
NvMcPair nv_mc_shorten(NvMcBuild *b, NvMcPair p, unsigned bits);
/* The whole weight of corner 0 (@k 0) or 2; the same in 256ths. */
NvMcPair nv_mc_exact_share(NvMcBuild *b, unsigned k);
/* As floats, of NV_MC_SHORT. */
NvVecVal nv_mc_short_share(NvMcBuild *b, unsigned k);
NvVecVal nv_mc_exact_weight(NvMcBuild *b, unsigned k);
/* @base and @n <= 2 of @t as nv_soft_sum() adds them up. */
NvMcPair nv_mc_sum(NvMcBuild *b, NvMcPair base, const NvMcPair *t, unsigned n,
                   unsigned bits);
NvMcPair nv_mc_pair(NvMcBuild *b, NvX86Op op, NvMcPair p, NvMcPair q);
NvMcPair nv_mc_pair_of(NvVecVal both);
/* Words as doubles, floats as doubles. */
NvMcPair nv_mc_doubles(NvMcBuild *b, NvVecVal words);
NvMcPair nv_mc_doubles_of(NvMcBuild *b, NvVecVal floats);
/* Four doubles each to floats or words; masks of doubles to masks. */
NvVecVal nv_mc_floats(NvMcBuild *b, NvMcPair p);
NvVecVal nv_mc_words(NvMcBuild *b, NvMcPair p);
NvVecVal nv_mc_mask(NvMcBuild *b, NvMcPair p);

/* mc-coord.c */
NvMcCoord nv_mc_coord(NvMcBuild *b, unsigned unit, unsigned k);
void nv_mc_fog(NvMcBuild *b);

/* mc-unit.c */
void nv_mc_textures(NvMcBuild *b);
/* Lanes that look further away than code can have no effect. */
void nv_mc_leave_far(NvMcBuild *b);

/* What a fragment program's instruction asks a unit. */
typedef struct NvMcAsk {
    unsigned unit;
    NvFragLod lod;
    NvVecVal coord[2], value, slopes[2][2];
} NvMcAsk;

void nv_mc_ask(NvMcBuild *b, const NvMcAsk *ask, NvVecVal rgba[4]);
/* A unit that is off: opaque black. */
void nv_mc_idle_unit(NvMcBuild *b, NvVecVal rgba[4]);

/* mc-program.c: the program's result in b->out, or combiners' b->reg. */
void nv_mc_program(NvMcBuild *b);
/* Whether all that it does can be code. */
bool nv_mc_program_fits(const NvFragProgram *p);
/* What code depends on: all but the numbers of constants; new. */
GByteArray *nv_mc_program_bytes(const NvFragProgram *p);

/* mc-color.c */
void nv_mc_combine(NvMcBuild *b);
/* To words of 0..255. */
NvVecVal nv_mc_byte(NvMcBuild *b, NvVecVal x);
/* Lanes of b->live where GL's @func of @x and @y holds. */
NvVecVal nv_mc_compare(NvMcBuild *b, unsigned func, NvVecVal x, NvVecVal y);
/* @x / 255 of words from 0 to 255, to the bit. */
NvVecVal nv_mc_unit(NvMcBuild *b, NvVecVal x);
/* The same of sums in 65536ths of that. */
NvVecVal nv_mc_texel(NvMcBuild *b, NvVecVal sum);
/* As floats; of those what is known of both is known. */
NvVecVal nv_mc_product(NvMcBuild *b, NvVecVal x, NvVecVal y);

/* mc-blend.c */
void nv_mc_write(NvMcBuild *b);

#endif
