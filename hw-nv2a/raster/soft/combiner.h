/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Register combiners: what follows from their state, and the same as a list
 * of operations on lanes.
 */
#ifndef NV_SOFT_COMBINER_H
#define NV_SOFT_COMBINER_H

#include "raster/raster.h"
#include "raster/soft/span.h"

/* The hardware's registers by number; 6 and 7 do not exist. */
enum {
    NV_RC_ZERO = 0, NV_RC_C0 = 1, NV_RC_C1 = 2, NV_RC_FOG = 3, NV_RC_V0 = 4,
    NV_RC_V1 = 5, NV_RC_T0 = 8, NV_RC_SPARE0 = 12, NV_RC_SPARE1 = 13,
    NV_RC_SUM = 14, NV_RC_EF = 15, NV_RC_REGS = 16,
};

/* What a register holds if it is something simple. */
typedef enum NvSym {
    NV_SYM_OTHER, NV_SYM_ZERO, NV_SYM_ONE, NV_SYM_V0,
} NvSym;

typedef struct NvSoftCombiners {
    float factor[NV_COMBINER_STAGES][2][4];
    float final_factor[2][4];
    float fog[3];
    uint32_t reads;             /* registers that matter, by number */
    NvSym rgb_sym, a_sym;       /* of the result */
} NvSoftCombiners;

/* rcread.c: @out from the state. */
void nv_soft_combiner_setup(const NvPixelState *state, NvSoftCombiners *out);

/* By op; the values are multiplied after the bias. */
extern const float nv_soft_combiner_scales[16];

/* hw (NV2A, a picture): 255 less the bias is 127, and twice that 254. */
#define NV_SOFT_COMBINER_BIAS (-128.0f / 255)

/* Bias and scale of @op, held to -1..1. */
static inline float nv_soft_combiner_scaled(unsigned op, float x)
{
    return nv_soft_both((x + (op & 1 ? NV_SOFT_COMBINER_BIAS : 0.0f)) *
                        nv_soft_combiner_scales[op]);
}

/* ---- rcplan.c: makes the list, rcrun.c runs it ---- */

#define NV_RC_NODES 640

/* All but ANY are finite. */
typedef enum NvRcRange {
    NV_RC_ANY, NV_RC_FINITE, NV_RC_SIGNED, NV_RC_POSITIVE, NV_RC_UNIT,
} NvRcRange;

typedef enum NvRcOp {
    NV_RC_CONST, NV_RC_COLOR, NV_RC_LANE,       /* leaves */
    NV_RC_POS, NV_RC_INVERT, NV_RC_NEGATE, NV_RC_EXPAND, NV_RC_EXPAND_NEG,
    NV_RC_BIAS, NV_RC_BIAS_NEG,                 /* mappings */
    NV_RC_MUL, NV_RC_ADD, NV_RC_MUX, NV_RC_SCALE, NV_RC_FINAL,
} NvRcOp;

typedef struct NvCombinerNode {
    uint8_t op, sub, range;
    int16_t a, b, c;            /* operands, earlier nodes */
    float k;
    uint32_t at;                /* its lane, in floats into the scratch */
} NvCombinerNode;

typedef struct NvCombinerPlan {
    NvPixelCombiners made;      /* what it was made of */
    uint8_t fog[3];
    uint8_t range[NV_SHADER_STAGES];    /* what textures' registers hold */
    bool fetched;               /* something writes those registers */
    bool valid;
    uint32_t serial;            /* another with each plan */
    unsigned count, nops, nconstants;
    uint16_t op[NV_RC_NODES];   /* nodes to compute, the last one first */
    uint16_t constant[NV_RC_NODES];     /* nodes that are one */
    int16_t out[4];
    NvCombinerNode node[NV_RC_NODES];
} NvCombinerPlan;

/* Makes s->plan anew if what it depends on has changed. */
void nv_soft_combiner_plan(NvSoft *s);
#endif
