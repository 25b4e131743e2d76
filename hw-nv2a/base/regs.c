/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A block of 32-bit registers from rows; see regs.h. */
#include "base/regs.h"

#include "base/bits.h"

static unsigned count_of(const NvReg *reg)
{
    return reg->count ? reg->count : 1;
}

static unsigned stride_of(const NvReg *reg)
{
    return reg->stride ? reg->stride : 4;
}

void nv_regs_init(NvRegs *regs, const NvReg *rows, unsigned nrows,
                  uint64_t caps)
{
    uint32_t size = regs->size;

    assert(nrows < UINT16_MAX && !(size & 3) && regs->values);
    regs->rows = rows;
    regs->lookup = g_new0(uint16_t, size / 4);
    for (unsigned r = 0; r < nrows; r++) {
        const NvReg *reg = &rows[r];

        if ((reg->caps & caps) != reg->caps) {
            continue;
        }
        assert(!(reg->mask & reg->w1c));
        for (unsigned i = 0; i < count_of(reg); i++) {
            uint32_t offset = reg->offset + i * stride_of(reg);

            assert(offset + 4 <= size && !(offset & 3));
            assert(!regs->lookup[offset / 4]);
            regs->lookup[offset / 4] = r + 1;
        }
    }
    nv_regs_reset(regs);
}

void nv_regs_free(NvRegs *regs)
{
    g_clear_pointer(&regs->lookup, g_free);
}

void nv_regs_reset(NvRegs *regs)
{
    for (uint32_t word = 0; word < regs->size / 4; word++) {
        unsigned index;
        const NvReg *reg = nv_regs_find(regs, word * 4, &index);

        if (!reg) {
            regs->values[word] = 0;
        }
    }
    /* Homes last: one may be where another chip has a register. */
    for (uint32_t word = 0; word < regs->size / 4; word++) {
        unsigned index;
        const NvReg *reg = nv_regs_find(regs, word * 4, &index);

        if (reg) {
            regs->values[nv_reg_slot(reg, index)] = reg->reset;
        }
    }
}

void nv_regs_upgrade(const NvRegs *regs, uint32_t *values, uint32_t version)
{
    for (uint32_t offset = 0; offset < regs->size; offset += 4) {
        unsigned index;
        const NvReg *reg = nv_regs_find(regs, offset, &index);

        if (reg && reg->since > version) {
            values[nv_reg_slot(reg, index)] = reg->reset;
        }
    }
}

const NvReg *nv_regs_find(const NvRegs *regs, uint32_t offset,
                          unsigned *index)
{
    const NvReg *reg;

    if (offset >= regs->size || !regs->lookup[offset / 4]) {
        return NULL;
    }
    reg = &regs->rows[regs->lookup[offset / 4] - 1];
    *index = (offset - reg->offset) / stride_of(reg);
    return reg;
}

bool nv_regs_read(NvRegs *regs, uint32_t offset, uint32_t *value)
{
    unsigned index;
    const NvReg *reg = nv_regs_find(regs, offset, &index);

    if (!reg) {
        *value = 0;
        return false;
    }
    *value = regs->values[nv_reg_slot(reg, index)] | reg->ones;
    if (reg->read) {
        *value = reg->read(regs->unit, reg, index, *value);
    }
    return true;
}

bool nv_regs_write(NvRegs *regs, uint32_t offset, uint32_t value)
{
    unsigned index;
    const NvReg *reg = nv_regs_find(regs, offset, &index);
    uint32_t *word;

    if (!reg) {
        return false;
    }
    word = &regs->values[nv_reg_slot(reg, index)];
    *word = (((*word & ~reg->mask) | (value & reg->mask)) &
             ~(value & reg->w1c));
    if (reg->write) {
        reg->write(regs->unit, reg, index, value);
    }
    return true;
}
