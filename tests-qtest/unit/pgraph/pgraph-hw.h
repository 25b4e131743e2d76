/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Registers and RDI, as tests of the hardware (envytools) look at cards.
 */
#ifndef TESTS_PGRAPH_HW_H
#define TESTS_PGRAPH_HW_H

#include "unit/pgraph/pgraph-rig.h"

static inline uint32_t rd(Rig *rig, uint32_t offset)
{
    return nv_pgraph_read(rig->pg, offset);
}

static inline void wr(Rig *rig, uint32_t offset, uint32_t value)
{
    nv_pgraph_write(rig->pg, offset, value);
}

static inline uint32_t rdi_read(Rig *rig, unsigned space, uint32_t addr)
{
    wr(rig, NV_PGRAPH_RDI_INDEX, space << 16 | addr);
    return rd(rig, NV_PGRAPH_RDI_DATA);
}

static inline void rdi_write(Rig *rig, unsigned space, uint32_t addr,
                             const uint32_t *words, unsigned count)
{
    wr(rig, NV_PGRAPH_RDI_INDEX, space << 16 | addr);
    for (unsigned i = 0; i < count; i++) {
        wr(rig, NV_PGRAPH_RDI_DATA, words[i]);
    }
}

static inline void rdi_word(Rig *rig, unsigned space, uint32_t addr,
                            uint32_t word)
{
    rdi_write(rig, space, addr, &word, 1);
}

enum { FD = 0x3d, IDX_STATE = 0x26, STATE_A = 0x80, STATE_B = 0x84,
       STATE_C = 0x88 };

#define ADD(name, function) g_test_add_func("/pgraph-hw/" name, function)
#define ADD_DATA(name, data, function) \
    g_test_add_data_func("/pgraph-hw/" name, GUINT_TO_POINTER(data), function)

#endif
