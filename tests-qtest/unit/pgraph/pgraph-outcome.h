/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What FE makes of one method on a clean slate, as tests of lists ask it. */
#ifndef TESTS_PGRAPH_OUTCOME_H
#define TESTS_PGRAPH_OUTCOME_H

#include "unit/pgraph/pgraph-rig.h"

typedef enum Outcome { TAKEN, WARNED, REFUSED, MISSING } Outcome;

static inline void quiet(NvPgraph *pg)
{
    NV_PG(pg, NSOURCE) = NV_PG(pg, NSTATUS) = NV_PG(pg, INTR) = 0;
    NV_PG(pg, FIFO_ENABLE) = 1;
    NV_PG(pg, NOTIFY) = 0;
    NV_PG(pg, FE3D_MISC) &= ~1u;
    NV_PG(pg, FE3D_XF_LOAD_POS) = 0;
    NV_PG(pg, FIFO_MTHD_ST2) = 0;
}

static inline Outcome outcome(const NvPgraph *pg)
{
    if (NV_PG(pg, NSOURCE) & NV_NSOURCE_ILLEGAL_MTHD) {
        return MISSING;
    }
    if (NV_PG(pg, NSOURCE) & NV_NSOURCE_DATA_ERROR) {
        return REFUSED;
    }
    return nv_extract(NV_PG(pg, NOTIFY), 28, 3) ? WARNED : TAKEN;
}

#endif
