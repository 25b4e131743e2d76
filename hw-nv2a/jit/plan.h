/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The plan of a program's code: what is known of a list before a byte of it
 * is written.
 *
 * Short programs are taken twice, for two groups of lanes at a time: what one
 * waits for, the other can use.  No hardware facts.
 */
#ifndef NV_JIT_PLAN_H
#define NV_JIT_PLAN_H

#include "jit/lower.h"

typedef struct NvPlan {
    const NvList *source;
    unsigned copies;            /* groups of lanes at a time: 1 or 2 */
    /*
     * The list, or two copies with shared constants; out[] has the first's
     * results.  INPUT of the second copy has NV_PLAN_SECOND in imm.
     */
    NvList list;
    NvVal *origin;              /* in source, by value */
    NvVal *twin;                /* in the second copy, by value of the first */
    NvVal *order;               /* inputs and nodes with code, as written */
    unsigned ordered;
    NvRaUse *use;               /* of all places in order */
    unsigned *first_use;        /* by place; one more than there are */
    uint32_t *first;            /* place of the first use, by value */
    uint8_t *use_count;         /* 0, 1, or 2 for more */
    NvLowValue *known;
    bool *is_out;
} NvPlan;

#define NV_PLAN_SECOND 64

void nv_plan_new(NvPlan *plan, const NvList *list, bool fast);
void nv_plan_free(NvPlan *plan);

/* schedule.c: fills order, from list and is_out. */
void nv_plan_schedule(NvPlan *plan, bool fast);

#endif
