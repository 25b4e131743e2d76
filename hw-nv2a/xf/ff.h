/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Fixed function: from the mode words to a list of operations, one list for
 * each mode, in the form that programs have.
 *
 * Facts: public drivers, pictures of NV2A (hw) and envytools' bit model of
 * Celsius (doc); docs/fixed-function.rst says which fact has which source.
 */
#ifndef NV_XF_FF_H
#define NV_XF_FF_H

#include "list/list.h"
#include "xf/xf-priv.h"

/*
 * Constants of these lists: XFCTX, and behind it LTCTX and LTC as 32-bit
 * words whose low 10 bits are 0.  LTC has 4 banks of NV_XF_MAX_LTC words.
 */
#define NV_FF_LTCTX NV_LIST_LT_CTX
#define NV_FF_LTC (NV_FF_LTCTX + NV_XF_MAX_LTCTX)
#define NV_FF_CONSTANTS (NV_FF_LTC + NV_XF_MAX_LTC)
static_assert(NV_FF_CONSTANTS <= NV_LIST_MAX_CTX, "lists can name them all");

#define NV_FF_UNITS 8
#define NV_FF_LIGHTS 8

/* Sources of the material. */
typedef enum NvFfSource {
    NV_FF_SPECULAR, NV_FF_DIFFUSE, NV_FF_AMBIENT, NV_FF_EMISSION,
} NvFfSource;

typedef enum NvFfLight {
    NV_FF_LIGHT_NONE, NV_FF_LIGHT_INFINITE, NV_FF_LIGHT_LOCAL,
    NV_FF_LIGHT_SPOT,
} NvFfLight;

/* Texgen modes; 6 is Celsius'. */
typedef enum NvFfGen {
    NV_FF_GEN_NONE, NV_FF_GEN_EYE, NV_FF_GEN_OBJECT, NV_FF_GEN_SPHERE,
    NV_FF_GEN_NORMAL, NV_FF_GEN_REFLECTION, NV_FF_GEN_EMBOSS,
} NvFfGen;

/* Vectors of LT: in LTCTX, or in XFCTX and rounded on the way. */
typedef struct NvFfRow {
    uint16_t base;
    uint8_t stride;         /* from light to light */
    bool xfctx;
    bool absent;
} NvFfRow;

/* A scalar in LTC: bank << 8 | slot, or NV_FF_ABSENT. */
typedef uint16_t NvFfScalar;
#define NV_FF_ABSENT 0xffff

/* Where a generation keeps things.  [2] is front and back. */
typedef struct NvFfSlots {
    uint8_t units, tex_attr;
    uint16_t proj, mv[4], imv[4];
    uint16_t light_position, spot_direction, eye_position, fog_plane;
    uint16_t viewport_scale, viewport_translate, clip_plane;
    uint16_t tex_gen[NV_FF_UNITS], tex_matrix[NV_FF_UNITS];
    NvFfRow ambient[2], diffuse[2], specular[2];
    NvFfRow half_or_attenuation, direction;
    NvFfRow eye_direction, scene[2], factor[2], linear_fog;
    NvFfRow point_a, point_b;       /* b: size range; Rankine: C and D */
    NvFfScalar shininess[2][6], factor_a[2], range, spot_k[3], minus_one;
    NvFfScalar point_c, point_d;
    bool scales;            /* viewport scale is a stage of its own */
    bool zero_range_is_none;
    bool fog_abs;           /* distance 3 is an absolute value, else FOGC */
} NvFfSlots;

/* What fixed function reads of the mode words, on any chip; see mode.c. */
typedef struct NvFfUnit {
    bool enable, matrix, perspective;
    uint8_t gen[4];                     /* NvFfGen */
} NvFfUnit;

typedef struct NvFfState {
    bool lighting, local_viewer, two_side, normalize;
    bool polynomial;                    /* attenuation without reciprocal */
    bool specular;                      /* else the secondary colour is black */
    bool separate;                      /* specular parts go there */
    bool col1_alpha;                    /* of the vertex, else 1 */
    bool fog, point_params, infinite_texgen, viewport_skip;
    uint8_t fog_coord, weight_mode, clip_planes;
    uint8_t light[NV_FF_LIGHTS];        /* NvFfLight */
    uint8_t source[2][4];               /* front and back, by NvFfSource */
    NvFfUnit unit[NV_FF_UNITS];
    /* Celsius' own. */
    bool weight, bypass, centre, specular_in;
} NvFfState;

NvFfState nv_ff_state(const NvXf *xf);

/* A fixed function: its lists and what LT's memories start with. */
typedef struct NvFfKind {
    const NvFfSlots *slots;             /* NULL: Celsius', where it is used */
    NvList *(*list)(const NvXf *xf, bool positive, bool near);
    void (*reset)(NvXf *xf);
    bool own_col1;              /* its list makes all of the secondary colour */
} NvFfKind;

extern const NvFfKind nv_ff_kind[NV_FF_GENERATIONS];

static inline const NvFfKind *nv_ff_kind_of(const NvXf *xf)
{
    return &nv_ff_kind[xf->chip->xf.ff];
}

static inline const NvFfSlots *nv_ff_slots(const NvXf *xf)
{
    return nv_ff_kind_of(xf)->slots;
}

typedef struct NvFfVec {
    NvVal v[4];
} NvFfVec;

/* A list being made. */
typedef struct NvFf {
    const NvXf *xf;
    const NvFfSlots *slots;
    NvList *list;
    NvListOp mul;           /* the multiplier */
    bool whole;             /* secondary colours with what LT forces */
    bool positive;          /* no colour, attenuation among the constants < 0 */
    bool near;              /* no light has a range that matters */
    NvFfState mode;
} NvFf;

/* --- ff-build.c: words --- */
NvVal nv_ff_const(NvFf *ff, uint32_t bits);
NvVal nv_ff_ltc(NvFf *ff, NvFfScalar slot, unsigned add);
NvVal nv_ff_add(NvFf *ff, NvListOp op, NvVal a, NvVal b, NvVal c);
NvVal nv_ff_mul(NvFf *ff, NvVal a, NvVal b);
NvVal nv_ff_sum2(NvFf *ff, NvVal a, NvVal b);
NvVal nv_ff_sum(NvFf *ff, const NvVal *term, unsigned n);
NvVal nv_ff_neg(NvFf *ff, NvVal a);
NvVal nv_ff_abs(NvFf *ff, NvVal a);
NvVal nv_ff_to_lt(NvFf *ff, NvVal a);
NvVal nv_ff_test(NvFf *ff, NvVal a, NvXfTest test);
/* Mask @mask ? 0 : @a. */
NvVal nv_ff_unless(NvFf *ff, NvVal mask, NvVal a);
/* Vectors.  Those of 3 leave component w alone (0: no value). */
NvFfVec nv_ff_input(NvFf *ff, unsigned attr);
NvFfVec nv_ff_ctx(NvFf *ff, unsigned slot);
NvFfVec nv_ff_lt(NvFf *ff, unsigned slot);     /* of LTCTX */
NvFfVec nv_ff_row(NvFf *ff, const NvFfRow *row, unsigned i);
NvVal nv_ff_dot(NvFf *ff, NvFfVec a, NvFfVec b, unsigned n);
NvFfVec nv_ff_matrix(NvFf *ff, unsigned slot, NvFfVec v, unsigned rows,
                     unsigned n);
NvFfVec nv_ff_scale(NvFf *ff, NvFfVec a, NvVal s, unsigned n);
NvFfVec nv_ff_sumv(NvFf *ff, NvFfVec a, NvFfVec b);
NvFfVec nv_ff_negv(NvFf *ff, NvFfVec a);
NvFfVec nv_ff_to_ltv(NvFf *ff, NvFfVec a);
/* 22-bit operations. */
NvVal nv_ff_lmul(NvFf *ff, NvVal a, NvVal b);
NvVal nv_ff_ladd(NvFf *ff, NvVal a, NvVal b);
/* The same where neither can be negative. */
NvVal nv_ff_ladd_positive(NvFf *ff, NvVal a, NvVal b);
NvVal nv_ff_ldot(NvFf *ff, NvFfVec a, NvFfVec b);
NvVal nv_ff_smul(NvFf *ff, NvVal a, NvVal b);
NvVal nv_ff_sadd(NvFf *ff, NvVal a, NvVal b);
NvVal nv_ff_smac(NvFf *ff, NvVal a, NvVal b, NvVal c);
NvVal nv_ff_lrcp(NvFf *ff, NvVal a);
NvVal nv_ff_lrsq(NvFf *ff, NvVal a);
void nv_ff_out(NvFf *ff, unsigned out, NvFfVec v);
NvFfVec nv_ff_black(NvFf *ff);

/* --- Generators --- */

/* Vectors that XF hands to LT; all of them rounded to 22 bits. */
typedef struct NvFfLightIn {
    NvFfVec to;             /* to the light */
    NvFfVec distance;       /* 1, d, d * d */
    NvVal spot;             /* cone term, before any clamp */
} NvFfLightIn;

typedef struct NvFfLtIn {
    NvFfVec normal, eye;    /* eye: from the vertex to the viewer */
    NvFfVec distance;       /* of the viewer: 1, d, d * d */
    NvFfVec col[2];
    NvFfVec specular[2];    /* of front and back, where lights make none */
    NvFfLightIn light[NV_FF_LIGHTS];
} NvFfLtIn;

/* With the mode and arithmetic of now, and nothing in it. */
void nv_ff_start(NvFf *ff, const NvXf *xf);
/* Colours, front and back. */
void nv_ff_colours(NvFf *ff, const NvFfLtIn *in);
void nv_ff_point_size(NvFf *ff, const NvFfLtIn *in);

/* Lists; the caller frees. */
/* Of use if the functions below say that they are true of the constants. */
NvList *nv_ff_list(const NvXf *xf, bool positive, bool near);
NvList *nv_ff_bypass_list(const NvXf *xf);
/*
 * What comes behind a program, whose outputs are the inputs: the viewport,
 * LT with lighting on, Kelvin's radial fog.  False: nothing does.
 */
bool nv_ff_is_behind_program(const NvXf *xf);
NvList *nv_ff_behind_program_list(const NvXf *xf);
NvList *nv_ff_celsius_list(const NvXf *xf, bool positive, bool near);
/* The list that the mode asks for, fixed function or bypass. */
NvList *nv_ff_list_of_mode(const NvXf *xf);

/*
 * Of Kelvin and Rankine: no constant that colours are sums of is negative; no
 * light has a range that can be left.
 */
bool nv_ff_is_positive(const NvXf *xf);
bool nv_ff_is_near(const NvXf *xf);

/* The executor that has run the last block's list. */
const char *nv_ff_runs_on(const NvXf *xf);
/* Lists made and kept. */
unsigned nv_ff_lists(const NvXf *xf);

/*
 * Celsius: outputs of a list to the 16 words of a vertex as PIPE shows them;
 * words that the mode does not produce stay.
 */
void nv_ff_celsius_vertex(const NvXf *xf, const uint32_t out[NV_XF_ATTRS][4],
                          uint32_t debug_e, uint32_t raster, bool edge,
                          uint32_t words[16]);
unsigned nv_ff_celsius_color8(uint32_t x);

/* --- ff-names.c: modes and constants by name --- */

/* A place: one of these and slot << 2 | component, or bank << 8 | word. */
enum {
    NV_FF_IN_XFCTX = 1 << 12, NV_FF_IN_LTCTX = 2 << 12, NV_FF_IN_LTC = 3 << 12,
};

/* [3] is by generation. */
typedef struct NvFfConstant {
    const char *name;       /* NULL behind the last; [] has an index */
    uint8_t rows, width;    /* slots, and components that are read */
    uint8_t count[3];       /* of indexes; all 0: none */
    struct {
        uint16_t at, stride;    /* at 0: the generation has none */
    } at[3];
    uint16_t high;          /* Rankine's units from 4 on */
    uint8_t unread;         /* generations where it has no effect, by bit */
    bool alias;             /* of a row above */
    const char *use, *sure;
} NvFfConstant;

extern const NvFfConstant nv_ff_constant[];

/* How a mode's index finds its field. */
typedef enum NvFfStep {
    NV_FF_STEP_NONE,        /* there is one */
    NV_FF_STEP_FIELD,       /* fields follow one another */
    NV_FF_STEP_BIT,         /* bits of one field do */
    NV_FF_STEP_UNIT,        /* odd units have the other field, each two a T */
} NvFfStep;

typedef struct NvFfMode {
    const char *name;
    uint16_t field[3][2];   /* NvFieldId; 0: the generation has none */
    NvFfStep step;
    const char *values;     /* by number, with blanks between */
    uint8_t count[3];       /* of indexes */
    uint8_t unread;
    const char *use, *sure;
} NvFfMode;

extern const NvFfMode nv_ff_mode[];

/* Place of number @index of @k; 0: none. */
unsigned nv_ff_place(const NvFfConstant *k, NvFfGeneration g, unsigned index);
/* A float at a row and component behind @place; false if nothing is there. */
bool nv_ff_store(NvXf *xf, unsigned place, unsigned row, unsigned c,
                 uint32_t value);
/* Where mode @index of @m lies: a word of nv_xf_mode_word(), and bits. */
typedef struct NvFfModePlace {
    uint8_t word, low, width;           /* width 0: nowhere */
} NvFfModePlace;
NvFfModePlace nv_ff_mode_place(const NvFfMode *m, NvFfGeneration g,
                               unsigned index);

#endif
