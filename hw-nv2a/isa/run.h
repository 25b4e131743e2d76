/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Runs: the instructions of a program from its start, and what they touch;
 * and XFPR decoded, slot by slot as it is needed.
 *
 * Facts: envytools' XF execution model (hw) and open drivers (doc), where
 * noted.
 */
#ifndef NV_ISA_RUN_H
#define NV_ISA_RUN_H

#include "isa/isa.h"
#include "list/block.h"

/*
 * What a program may do, by chip and mode: arithmetic, and constants.
 * Relative reads and writes reach [first, limit), direct reads the viewport,
 * too.
 */
typedef struct NvXfSetting {
    NvXfRules rules;
    uint16_t first, limit;
    uint16_t viewport[2];
    bool may_write;             /* constants */
} NvXfSetting;

static inline bool nv_xf_constant_readable(const NvXfSetting *set,
                                           unsigned slot)
{
    return slot < set->limit && (slot >= set->first ||
                                 slot == set->viewport[0] ||
                                 slot == set->viewport[1]);
}

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
    bool writes_xfctx;      /* if the setting lets it */
    /* Of simple runs, bit 4 * register + component: */
    uint64_t unset;         /* temporaries read before they are written */
    uint64_t written;       /* components of TBUF */
    bool reads_last;        /* output 0 of the vertex before */
    uint32_t limit;
    uint16_t inputs;        /* input attributes it reads, bit by attribute */
    uint16_t outputs;       /* TBUF slots it may write */
    bool ended;             /* by END; else the run fell off the end of XFPR */
    const char *missing;    /* what of it is not executed, or NULL */
    const NvXfIsa *isa;
    NvXfGate gate;
    unsigned slots;         /* of XFPR */
} NvXfRun;

/* XFPR decoded, and the run of now. */
typedef struct NvXfProgram {
    const NvXfIsa *isa;     /* NULL: no programs */
    unsigned slots;
    NvXfGate gate;
    bool decoded[NV_XF_MAX_XFPR];
    NvXfInsn insn[NV_XF_MAX_XFPR];
    /* The run at @start, while @valid. */
    bool valid;
    unsigned start;
    NvXfRun run;
} NvXfProgram;

/* Nothing is decoded yet; zeroes are a program of a chip without XFPR. */
void nv_xf_program_init(NvXfProgram *program, const NvChip *chip);
/* Slot @slot of XFPR changed. */
void nv_xf_program_touch(NvXfProgram *program, unsigned slot);
/* All of it changed. */
void nv_xf_program_reset(NvXfProgram *program);
/*
 * program->run becomes the run from @start, which may be out of range: then
 * it is empty.  @words are XFPR's, @limit is the most instructions that run
 * with branches, or in all if it is less than the run has.  True if the run
 * was made anew; a new limit alone needs program->valid = false.
 */
bool nv_xf_program_find(NvXfProgram *program,
                        const uint32_t words[][NV_XF_WORDS], NvXfGate gate,
                        unsigned start, uint32_t limit);

#endif
