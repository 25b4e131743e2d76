/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Vector registers for the values of a list, while its code is written.
 *
 * Straight-line code, one pass: a value is in a register, in memory, or both;
 * when registers run out, the value whose next use is farthest goes.  Values
 * with a home (inputs, constants) are never stored, others at most once.  No
 * hardware facts.
 */
#ifndef NV_JIT_REGALLOC_H
#define NV_JIT_REGALLOC_H

#include "list/list.h"
#include "jit/emit.h"

#define NV_RA_REGS 32
#define NV_RA_NEVER UINT32_MAX

/* A use of a value by a node; @next is the node of the use after it. */
typedef struct NvRaUse {
    NvVal value;
    uint32_t next;
} NvRaUse;

typedef struct NvRaValue {
    uint32_t next;          /* node of the next use, or NV_RA_NEVER */
    int8_t reg;             /* or -1 */
    bool in_memory;         /* at @home, right now */
    bool uniform;           /* costs nothing as an operand in memory */
    NvEmitArg home;
} NvRaValue;

typedef struct NvRa {
    NvEmit *e;
    NvRaValue *value;       /* by NvVal */
    unsigned slots;         /* of the frame, in vectors */
    unsigned first_slot;    /* of the frame, for spilled values */
    unsigned bytes;         /* of a vector */
    uint32_t usable, free, pinned;      /* registers, by bit */
    uint32_t fresh;         /* defined by this node */
    NvVal holds[NV_RA_REGS];            /* 0: a temporary, or nothing */
    GArray *free_slots;                 /* int32_t: offsets */
} NvRa;

void nv_ra_init(NvRa *ra, NvEmit *e, NvRaValue *value, uint32_t usable,
                unsigned first_slot);
void nv_ra_clear(NvRa *ra);

/* A register with @v in it, until nv_ra_advance(). */
unsigned nv_ra_use(NvRa *ra, NvVal v);
/* The same as an operand, which may stay in memory. */
NvEmitArg nv_ra_operand(NvRa *ra, NvVal v);
/* True if @v is in a register. */
static inline bool nv_ra_in_reg(const NvRa *ra, NvVal v)
{
    return ra->value[v].reg >= 0;
}

/* A register for a moment. */
unsigned nv_ra_temp(NvRa *ra);
void nv_ra_drop(NvRa *ra, unsigned r);
/* Temporary @r has @v from now on. */
void nv_ra_define(NvRa *ra, NvVal v, unsigned r);
/* Everything that is needed after this node to memory, registers empty. */
void nv_ra_flush(NvRa *ra, const NvRaUse *uses, unsigned count);
/* The node with these uses is done. */
void nv_ra_advance(NvRa *ra, const NvRaUse *uses, unsigned count);

#endif
