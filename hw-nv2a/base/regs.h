/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A block of 32-bit registers from rows: storage, masks, reset, hooks.
 *
 * One row makes a register complete; code is needed only where a read or a
 * write does more than load or store.
 */
#ifndef NV_BASE_REGS_H
#define NV_BASE_REGS_H

#include "base/env.h"

typedef struct NvReg NvReg;

typedef uint32_t (*NvRegRead)(void *unit, const NvReg *reg, unsigned index,
                              uint32_t stored);
typedef void (*NvRegWrite)(void *unit, const NvReg *reg, unsigned index,
                           uint32_t value);

struct NvReg {
    const char *name;
    uint32_t offset;        /* from the start of the block, 4-aligned */
    uint16_t count;         /* elements; 0 means 1 */
    uint16_t stride;        /* bytes between elements; 0 means 4 */
    uint32_t mask;          /* bits a write stores */
    uint32_t w1c;           /* bits a written 1 clears (not in mask) */
    uint32_t ones;          /* bits that always read 1 */
    uint32_t reset;         /* value after reset */
    NvRegRead read;         /* NULL: the stored value */
    NvRegWrite write;       /* called after the store; NULL: nothing more */
    uint64_t caps;          /* capabilities the chip must have; 0 = any */
    /*
     * Where element 0 is stored, in bytes; 0 = at @offset.  Elements are as
     * far apart as in the address space.
     */
    uint16_t home;
    uint8_t flags;          /* the unit's */
    uint8_t since;          /* version of the section that has it first */
};

/*
 * The live block.  Values are held by the unit, one word for each four bytes
 * of address space, so that a unit saves them as one array field and reads
 * its own registers as values[offset / 4].  A unit whose registers moved from
 * chip to chip gives them homes, in a longer array if need be.
 */
typedef struct NvRegs {
    const NvReg *rows;
    uint32_t size;          /* bytes of address space */
    uint32_t *values;       /* size / 4 words, owned by the unit */
    uint16_t *lookup;       /* word -> 1 + row, 0 = no register */
    void *unit;             /* handed to the hooks */
} NvRegs;

/*
 * Build the block for a chip with @caps from @nrows rows; asserts that they do
 * not overlap.  The caller has set size, values and unit, which must stay
 * valid until nv_regs_free(); values are set to those of a reset.
 */
void nv_regs_init(NvRegs *regs, const NvReg *rows, unsigned nrows,
                  uint64_t caps);
void nv_regs_free(NvRegs *regs);
/* Reset values everywhere; no hooks run. */
void nv_regs_reset(NvRegs *regs);

/*
 * For a section's upgrade(): @values are of an older @version, and registers
 * that it lacked are those of a reset.
 */
void nv_regs_upgrade(const NvRegs *regs, uint32_t *values, uint32_t version);

/*
 * Guest access, any @offset.  False if no register is there (then *value is
 * 0 and a write is dropped).
 */
bool nv_regs_read(NvRegs *regs, uint32_t offset, uint32_t *value);
bool nv_regs_write(NvRegs *regs, uint32_t offset, uint32_t value);

/* Index into values of an element. */
static inline unsigned nv_reg_slot(const NvReg *reg, unsigned index)
{
    return ((reg->home ? reg->home : reg->offset) +
            index * (reg->stride ? reg->stride : 4)) / 4;
}

/* The row at @offset and which element it is; NULL if there is none. */
const NvReg *nv_regs_find(const NvRegs *regs, uint32_t offset,
                          unsigned *index);

#endif
