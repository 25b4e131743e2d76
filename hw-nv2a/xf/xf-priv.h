/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What the files of xf/ share: mode bits, context slots, the decoded program
 * and the seam where executors plug in.
 *
 * Facts: envytools' XF mode and context documents (hw where its tests look).
 */
#ifndef NV_XF_XF_PRIV_H
#define NV_XF_XF_PRIV_H

#include "isa/isa.h"
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

/*
 * Instructions from a start, and what they touch.  Without @flow they run in
 * order, once each.  With it @base has every slot of XFPR decoded, @count
 * reaches to its end, and no more than @limit instructions run.
 */
typedef struct NvXfRun {
    const NvXfInsn *insn;
    unsigned count;
    const NvXfInsn *base;   /* slot 0 */
    unsigned start;
    bool flow;
    bool simple;            /* every instruction is NvXfInsn.simple */
    bool writes_xfctx;      /* if the mode lets it */
    /* Of simple runs, bit 4 * register + component: */
    uint64_t unset;         /* temporaries read before they are written */
    uint64_t written;       /* components of TBUF */
    bool reads_last;        /* output 0 of the vertex before */
    uint32_t limit;
    uint16_t inputs;        /* input attributes it reads, bit by attribute */
    uint16_t outputs;       /* TBUF slots it may write */
    bool ended;             /* by END; else the run fell off the end of XFPR */
} NvXfRun;

/* XFPR decoded, slot by slot as it is needed. */
typedef struct NvXfProgram {
    const NvXfIsa *isa;     /* NULL: no programs */
    NvXfGate gate;
    bool decoded[NV_XF_MAX_XFPR];
    NvXfInsn insn[NV_XF_MAX_XFPR];
    /* The run at @start, while @valid. */
    bool valid;
    unsigned start;
    NvXfRun run;
    /* Modes whose missing parts were reported: A, B, T[0], T[1]. */
    bool reported;
    uint32_t reported_mode[5];
} NvXfProgram;

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

/* Slot @slot of XFPR changed. */
void nv_xf_program_touch(NvXf *xf, unsigned slot);
/* All of it changed. */
void nv_xf_program_reset(NvXf *xf);
/* The run from @start, which may be out of range: then it is empty. */
const NvXfRun *nv_xf_program_run(NvXf *xf, unsigned start);

/* The rules that apply with the mode of now. */
NvXfRules nv_xf_rules(const NvXf *xf);
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

/*
 * What constants a program may touch: relative reads and writes from
 * @first, both up to @limit.  Programs of the second generation touch all
 * (doc: the open driver keeps its own below USER and leaves XFCTX_ACCESS off).
 */
static inline unsigned nv_xf_first_constant(const NvXf *xf)
{
    bool second = nv_chip_has(xf->chip, NV_CAP_XF_XTRA) &&
                  nv_xf_mode(xf) == NV_XF_MODE_PROGRAM2 && !xf->kelvin_class;

    return second || xf->mode_b & NV_XF_B_XFCTX_ACCESS
           ? 0 : xf->chip->xf.user_base;
}

/* Direct reads reach the viewport, too. */
static inline bool nv_xf_constant_readable(const NvXf *xf, unsigned slot)
{
    const NvXfSizes *sizes = &xf->chip->xf;

    return slot < sizes->xfctx && (slot >= nv_xf_first_constant(xf) ||
                                   slot == sizes->viewport[0] ||
                                   slot == sizes->viewport[1]);
}

/*
 * An executor of vertex programs: all of @block, in order; fills every output
 * and leaves the outputs of the last vertex in xf->tbuf.
 */
typedef struct NvXfExecutor {
    const char *name;
    void (*program)(NvXf *xf, const NvXfRun *run, NvXfBlock *block);
} NvXfExecutor;

extern const NvXfExecutor nv_xf_ref;
/* Simple programs whose vertices do not depend on each other; else false. */
bool nv_xf_ref_rows(NvXf *xf, const NvXfRun *run, NvXfBlock *block);
/* A vertex state program: v[0] is the passthrough slot, no outputs. */
void nv_xf_ref_state_program(NvXf *xf, const NvXfRun *run);

/* A line of log for what the mode asks for in vain, once a change. */
void nv_xf_report_missing(NvXf *xf);
void nv_xf_fixed(NvXf *xf, NvXfBlock *const *blocks, unsigned n);
/* Lists made so far: dropped, and all of it freed. */
void nv_xf_fixed_forget(NvXf *xf);
void nv_xf_fixed_free(NvXf *xf);
void nv_xf_bypass(NvXf *xf, NvXfBlock *const *blocks, unsigned n);
/* What the mode puts behind a program: LT's lights, Rankine's viewport. */
void nv_xf_lt_colours(NvXf *xf, NvXfBlock *block);

/*
 * Outputs that a block keeps.  First the plan, for all blocks of a draw: the
 * outputs that get @written, and if the secondary colours have LT's @force.
 * Then for each block what is missing, and tbuf from the last vertex of the
 * last one before forced colours get into it.
 */
void nv_xf_kept_plan(NvXf *xf, uint64_t written, bool force);
void nv_xf_kept_last(NvXf *xf, const NvXfBlock *block);
void nv_xf_kept_fill(const NvXf *xf, NvXfBlock *block);
/* Somebody else wrote @rows of the outputs. */
void nv_xf_kept_break(NvXfBlock *block, uint64_t rows);
/* ref filled all of them and tbuf, but knows nothing of LT's @force. */
void nv_xf_kept_ref(NvXf *xf, NvXfBlock *block, bool force);

#endif
