/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Effects of method rows as steps: effects.c makes them, states.c looks in. */
#ifndef NV_PGRAPH_STEPS_H
#define NV_PGRAPH_STEPS_H

#include "pgraph/fe.h"

enum {
    NV_STEP_START = 1,         /* the word is read */
    NV_STEP_END = 2,           /* and written; a bundle is sent */
    NV_STEP_MORE = 4,          /* another bundle of this method follows */
    NV_STEP_XF = 8,            /* a word of XFMODE */
    NV_STEP_REG = 16,
    NV_STEP_LAST = 32,
    NV_STEP_MODE = 64,         /* XFMODE is sent after the last step */
};

/* A field of a word: bits of @clear become bits of the value, and @set. */
typedef struct NvStep {
    uint16_t word;          /* NvBundle, a word of XFMODE, or place in values */
    uint8_t turn;           /* the value, to the left */
    uint8_t odd;            /* XFMODE: how far left odd elements lie */
    uint8_t flags;
    uint32_t clear, mask, set;
} NvStep;

static inline uint32_t nv_step_left(uint32_t value, unsigned n)
{
    return value << (n & 31) | value >> (-n & 31);
}

/* What becomes of the word. */
static inline uint32_t nv_step_put(const NvStep *s, uint32_t word,
                                   uint32_t value)
{
    return (word & ~s->clear) | (nv_step_left(value, s->turn) & s->mask) |
           s->set;
}

static inline const NvStep *nv_fe_step(const NvPgraph *pg, unsigned number)
{
    return &g_array_index(pg->steps, NvStep, number);
}

#endif
