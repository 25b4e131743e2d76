/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Random words in all registers that are a channel's, and how two states
 * differ.
 */
#ifndef TESTS_PGRAPH_RANDOM_H
#define TESTS_PGRAPH_RANDOM_H

#include "base/bits.h"
#include "unit/pgraph/pgraph-rig.h"

static inline void random_registers(Rig *rig, GRand *rand)
{
    NvPgraph *pg = rig->pg;

    nv_pgraph_write(pg, NV_PGRAPH_FIFO_ENABLE, 0);
    for (uint32_t offset = 0; offset < NV_PGRAPH_SIZE; offset += 4) {
        unsigned index;
        const NvReg *reg = nv_regs_find(&pg->regs, offset, &index);

        if (reg && (reg->flags & NV_PG_CHANNEL)) {
            nv_pgraph_write(pg, offset, g_rand_int(rand));
        }
    }
    NV_PG(pg, CTX_USER) = nv_deposit(NV_PG(pg, CTX_USER), 13, 3,
                                     g_rand_int(rand));
}

/* Words that differ; the first of them are told. */
static inline unsigned differ(const uint32_t *a, const uint32_t *b,
                              size_t bytes, const char *what)
{
    unsigned wrong = 0;

    for (size_t i = 0; i < bytes / 4; i++) {
        if (a[i] != b[i] && wrong++ < 3) {
            g_test_message("%s word %zu: 0x%08x, not 0x%08x", what, i, a[i],
                           b[i]);
        }
    }
    return wrong;
}

#endif
