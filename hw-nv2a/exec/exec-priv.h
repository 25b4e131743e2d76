/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What the cache of programs (cache.c) and their runs (exec.c) share.
 */
#ifndef NV_EXEC_EXEC_PRIV_H
#define NV_EXEC_EXEC_PRIV_H

#include "base/pool.h"
#include "exec/exec.h"

typedef struct NvExecEntry NvExecEntry;     /* of the cache */

struct NvExec {
    NvEnv *env;
    NvExecChoice choice;
    bool fast;
    GHashTable *entries;                /* NvExecEntry by itself */
    GQueue recent;                      /* last used first */
    NvExecEntry *current;
    uint32_t *uniform;
    bool *changed;
    unsigned uniform_room;
    uint64_t number;                    /* of the last program made */
    uint64_t uniform_of;                /* whose values those are */
    uint8_t *scratch;                   /* a part for each thread */
    size_t scratch_room;                /* of one of them */
    unsigned threads;
    unsigned share_work;                /* nodes of blocks worth a pool */
    NvPool *pool;                       /* made when first needed */
    uint64_t stamp;                     /* of the last list that ran */
    size_t memory;                      /* most bytes in the cache */
    NvExecStats stats;
};

/* --- cache.c --- */

void nv_exec_cache_init(NvExec *exec);
void nv_exec_cache_clear(NvExec *exec);
/* The oldest go until all that is left has room. */
void nv_exec_cache_make_room(NvExec *exec);
void nv_exec_cache_free(NvExec *exec);

/* --- exec.c --- */

/* Code for program->list, if any executor takes it, and room for its runs. */
void nv_exec_compile(NvExec *exec, NvExecProgram *program);

#endif
