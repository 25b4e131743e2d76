/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What the files of xf/ share: mode bits, context slots, and how programs run.
 *
 * Facts: envytools' XF mode and context documents (hw where its tests look).
 */
#ifndef NV_XF_XF_PRIV_H
#define NV_XF_XF_PRIV_H

#include "isa/run.h"
#include "xf/xf.h"

/* XFMODE_A */
#define NV_XF_A_START_POS 8                     /* 8 bits */
#define NV_XF_A_SPECULAR_ENABLE NV_BIT(16)
#define NV_XF_A_COL1_ALPHA NV_BIT(17)           /* else COL1.w is 1.0 */
#define NV_XF_A_NORMALIZE NV_BIT(27)
#define NV_XF_A_TWO_SIDE NV_BIT(29)
#define NV_XF_A_LIGHTING NV_BIT(31)
/* XFMODE_B */
#define NV_XF_B_LIGHTS NV_MASK(15, 0)
#define NV_XF_B_VIEWPORT_SKIP NV_BIT(16)        /* Rankine */
#define NV_XF_B_ARITH_RULES NV_BIT(17)          /* Rankine */
#define NV_XF_B_XFCTX_ACCESS NV_BIT(18)         /* all, else USER only */
#define NV_XF_B_FOG_ENABLE NV_BIT(19)
#define NV_XF_B_FOG_COORD 22                    /* 3 bits */
#define NV_XF_B_POINT_PARAMS NV_BIT(25)
#define NV_XF_B_WEIGHT_MODE 26                  /* 3 bits */
#define NV_XF_B_XFCTX_WRITE NV_BIT(29)
#define NV_XF_B_MODE 30                         /* 2 bits */

typedef enum NvXfMode {
    NV_XF_MODE_FIXED = 0,
    NV_XF_MODE_BYPASS = 1,
    NV_XF_MODE_PROGRAM = 2,
    NV_XF_MODE_PROGRAM2 = 3,        /* Rankine */
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

/* True if @w writes component @comp. */
static inline bool nv_xf_writes(const NvXfWrite *w, unsigned comp)
{
    return comp >= w->comp && comp < w->comp + w->n;
}

static inline uint32_t *nv_xf_pass(NvXf *xf)
{
    return xf->vab[xf->chip->xf.pass];
}

/* Celsius' commands. */
void nv_xf_celsius_command(NvXf *xf, NvXfCommand type, const NvXfWrite *w);
void nv_xf_celsius_reset(NvXf *xf);

static inline NvXfMode nv_xf_mode(const NvXf *xf)
{
    return xf->mode_b >> NV_XF_B_MODE;
}

/* Slot where programs begin. */
static inline unsigned nv_xf_start(const NvXf *xf)
{
    return nv_chip_has(xf->chip, NV_CAP_FE_CURIE) ? xf->start :
           nv_extract(xf->mode_a, NV_XF_A_START_POS, 8);
}

/* Vertices go through a program, not through fixed function or bypass. */
static inline bool nv_xf_runs_program(const NvXf *xf)
{
    return xf->chip->xf.isa && nv_xf_mode(xf) != NV_XF_MODE_FIXED &&
           !(nv_xf_mode(xf) == NV_XF_MODE_BYPASS &&
             nv_chip_has(xf->chip, NV_CAP_XF_BYPASS));
}

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
void nv_xf_run_program(NvXf *xf, const NvXfRun *run, bool force,
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

/*
 * All of @block, in order; fills every output and leaves the outputs of the
 * last vertex in xf->tbuf.
 */
void nv_xf_ref_program(NvXf *xf, const NvXfRun *run, NvXfBlock *block);
/* Simple programs whose vertices do not depend on each other; else false. */
bool nv_xf_ref_rows(NvXf *xf, const NvXfRun *run, NvXfBlock *block);
/* A vertex state program: v[0] is the passthrough slot, no outputs. */
void nv_xf_ref_state_program(NvXf *xf, const NvXfRun *run);

/* --- fixed.c --- */

/* A line of log for what the mode asks for in vain, once a change. */
void nv_xf_report_missing(NvXf *xf);
void nv_xf_fixed(NvXf *xf, NvXfBlock *const *blocks, unsigned n);
/* Lists made so far: dropped, and all of it freed. */
void nv_xf_fixed_forget(NvXf *xf);
void nv_xf_fixed_free(NvXf *xf);
void nv_xf_bypass(NvXf *xf, NvXfBlock *const *blocks, unsigned n);
/* What the mode puts behind a program: LT's lights, Rankine's viewport. */
void nv_xf_lt_colours(NvXf *xf, NvXfBlock *block);

#endif
