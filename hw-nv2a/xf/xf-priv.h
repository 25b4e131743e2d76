/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What the files of xf/ share: the mode, context slots, and how programs run.
 *
 * Facts: envytools' XF mode and context documents (hw where its tests look).
 */
#ifndef NV_XF_XF_PRIV_H
#define NV_XF_XF_PRIV_H

#include "isa/run.h"
#include "words/places.h"
#include "xf/xf.h"

/* A field of the mode words, by name: NV_XF_A(xf, LIGHTING_ENABLE). */
#define NV_XF_A(xf, name) \
    nv_field_get((xf)->mode_places, NV_F(XF_MODE_A, name), (xf)->mode_a)
#define NV_XF_B(xf, name) \
    nv_field_get((xf)->mode_places, NV_F(XF_MODE_B, name), (xf)->mode_b)

/* --- mode.c --- */

/* Mode words by number: A, B, C, and T of each two texture units. */
#define NV_XF_MODE_WORDS 7
uint32_t *nv_xf_mode_word(NvXf *xf, unsigned number);
/* Of the word that a field which is there lies in; the first T for any. */
unsigned nv_xf_mode_number(const NvPlace *place);
/*
 * @value into @field, if the chip has it; fields of XF_MODE_T have words for
 * each @pair of units, others have pair 0.
 */
void nv_xf_mode_put(NvXf *xf, NvFieldId field, unsigned pair, uint32_t value);

typedef enum NvXfMode {
    NV_XF_MODE_FIXED = 0,
    NV_XF_MODE_BYPASS = 1,
    NV_XF_MODE_PROGRAM = 2,
    NV_XF_MODE_PROGRAM2 = 3,        /* of the second generation */
} NvXfMode;

/* XFCTX slots of Kelvin that executors name. */
enum {
    NV_XFCTX_PROJ = 0x00,           /* composite matrix, 4 rows */
    NV_XFCTX_MV1 = 0x10,
    NV_XFCTX_VIEWPORT_SCALE = 0x3a,
    NV_XFCTX_VIEWPORT_TRANSLATE = 0x3b,
};

/* Input attributes of fixed function. */
enum {
    NV_ATTR_OPOS = 0,
    NV_ATTR_COL0 = 3,
    NV_ATTR_COL1 = 4,
    NV_ATTR_FOGC = 5,
    NV_ATTR_PSZ = 6,
    NV_ATTR_TXC0 = 9,
};

/* One write command: @n words from component @comp of vector @vec. */
typedef struct NvXfWrite {
    unsigned vec, comp, n;
    const uint32_t *data;
} NvXfWrite;

/* Vectors that an address of this chip counts. */
static inline unsigned nv_xf_address_mask(const NvXf *xf)
{
    return (1u << (xf->chip->xf.addr_bits - 4)) - 1;
}

/* hw: a constant behind those that addresses count is none; others wrap. */
static inline unsigned nv_xf_vector_at(const NvXf *xf, NvXfCommand type,
                                       uint32_t addr)
{
    return type == NV_XF_XFCTX ? addr >> 4 :
           (addr >> 4) & nv_xf_address_mask(xf);
}

/* True if @w writes component @comp. */
static inline bool nv_xf_writes(const NvXfWrite *w, unsigned comp)
{
    return comp >= w->comp && comp < w->comp + w->n;
}

static inline uint32_t *nv_xf_pass(NvXf *xf)
{
    return xf->vab[xf->chip->xf.pass];
}

/* What a chip's command port does with writes. */
typedef struct NvXfPort {
    uint32_t known;             /* commands it has, by bit */
    void (*write_vab)(NvXf *xf, const NvXfWrite *w);
    /* The passthrough slot has @w already. */
    void (*commit)(NvXf *xf, NvXfCommand type, const NvXfWrite *w);
} NvXfPort;

/* Commands that all ports have. */
#define NV_XF_PORT_COMMANDS \
    (NV_BIT(NV_XF_NOP) | NV_BIT(NV_XF_SYNC) | NV_BIT(NV_XF_VAB) | \
     NV_BIT(NV_XF_PASSTHRU) | NV_BIT(NV_XF_MODE) | NV_BIT(NV_XF_XFCTX) | \
     NV_BIT(NV_XF_LTCTX) | NV_BIT(NV_XF_LTC0) | NV_BIT(NV_XF_LTC1) | \
     NV_BIT(NV_XF_LTC2) | NV_BIT(NV_XF_LTC3))

/* Of chips that have NV_CAP_XF_PORT_READS. */
extern const NvXfPort nv_xf_port_celsius;

static inline NvXfMode nv_xf_mode(const NvXf *xf)
{
    return NV_XF_B(xf, MODE);
}

/* Of light @light, as NvFfLight. */
static inline unsigned nv_xf_light(const NvXf *xf, unsigned light)
{
    assert(light < 8);
    static_assert(NV_F(XF_MODE_B, LIGHT7) == NV_F(XF_MODE_B, LIGHT0) + 7,
                  "lights follow one another");
    return nv_field_get(xf->mode_places, NV_F(XF_MODE_B, LIGHT0) + light,
                        xf->mode_b);
}

/* Slot where programs begin. */
static inline unsigned nv_xf_start(const NvXf *xf)
{
    return nv_chip_has(xf->chip, NV_CAP_XF_MODE_BUNDLES) ? xf->start :
           NV_XF_A(xf, PROGRAM_START);
}

/* Vertices go through a program, not through fixed function or bypass. */
static inline bool nv_xf_runs_program(const NvXf *xf)
{
    return xf->chip->xf.isa && nv_xf_mode(xf) != NV_XF_MODE_FIXED &&
           !(nv_xf_mode(xf) == NV_XF_MODE_BYPASS &&
             nv_chip_has(xf->chip, NV_CAP_XF_BYPASS));
}

/* --- viewport.c --- */

/* A command for slot @vec of LTCTX, which may be the viewport's. */
void nv_xf_keep_viewport(NvXf *xf, unsigned vec);
/*
 * Slot of XFCTX that has the scale of the viewport behind programs; the one
 * behind it moves.  Of the constants if nobody set another: states and images
 * of before have it there.
 */
unsigned nv_xf_viewport_slot(const NvXf *xf);

/* --- run.c --- */

/* XFPR and TIMEOUT are not what they were, all of them. */
void nv_xf_program_changed(NvXf *xf);
/* The run from @start, which may be out of range: then it is empty. */
const NvXfRun *nv_xf_program_run(NvXf *xf, unsigned start);
/* What programs may do with the mode of now. */
NvXfSetting nv_xf_setting(const NvXf *xf);
/*
 * @run on @n blocks by whatever is chosen; every output of them is filled,
 * with what LT forces if @force.
 */
/* Returns the blocks that are done; fewer if time is up. */
unsigned nv_xf_run_program(NvXf *xf, const NvXfRun *run, bool force,
                           NvXfBlock *const *blocks, unsigned n);
/*
 * For the blocks of a draw: outputs @written are made, the others stay, and
 * with @force LT replaces secondary colours.
 */
const NvXfKept *nv_xf_kept(NvXf *xf, uint64_t written, bool force);

static inline const uint32_t (*nv_xf_words(const NvXf *xf))[NV_XF_WORDS]
{
    return (const uint32_t (*)[NV_XF_WORDS])xf->xfpr;
}

/* --- ref.c, ref-rows.c: the specification of programs --- */

/* Nothing, or what can be gone on with: it may come from outside. */
bool nv_xf_half_ok(const NvXfHalf *half);

/*
 * All of @block, in order; fills every output and leaves the outputs of the
 * last vertex in xf->tbuf.  False if time was up: xf->half says where, and
 * the same call goes on.
 */
bool nv_xf_ref_program(NvXf *xf, const NvXfRun *run, NvXfBlock *block);
/* Simple programs whose vertices do not depend on each other; else false. */
bool nv_xf_ref_rows(NvXf *xf, const NvXfRun *run, NvXfBlock *block);
/* A vertex state program: v[0] is the passthrough slot, no outputs. */
bool nv_xf_ref_state_program(NvXf *xf, const NvXfRun *run);

/* --- fixed.c --- */

/* A line of log for what the mode asks for in vain, once a change. */
void nv_xf_report_missing(NvXf *xf);
void nv_xf_fixed(NvXf *xf, NvXfBlock *const *blocks, unsigned n);
/* Lists made so far: dropped, and all of it freed. */
void nv_xf_fixed_forget(NvXf *xf);
/* Bytes that its lists and their code may have; and have. */
void nv_xf_fixed_set_memory(NvXf *xf, size_t bytes);
size_t nv_xf_fixed_bytes(const NvXf *xf);
void nv_xf_fixed_free(NvXf *xf);
void nv_xf_bypass(NvXf *xf, NvXfBlock *const *blocks, unsigned n);
/* What the mode puts behind a program: LT's lights, Rankine's viewport. */
void nv_xf_lt_colours(NvXf *xf, NvXfBlock *block);

#endif
