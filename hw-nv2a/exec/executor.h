/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Executors: the ways to run lists over blocks of vertices, a row each.
 *
 * Whichever runs, results are those of the list's definition with exact
 * arithmetic, to the bit; arith=fast may differ in the last places of sums.
 */
#ifndef NV_EXEC_EXECUTOR_H
#define NV_EXEC_EXECUTOR_H

#include "list/list.h"

/* Executors work on whole groups of lanes; NV_XF_BLOCK is a multiple. */
#define NV_EXEC_GROUP 16

/*
 * Work for an executor: lanes [first, first + count) of @block, both of them
 * multiples of NV_EXEC_GROUP.  Lanes past block->count may be among them:
 * their inputs are any bits and their outputs are not looked at.
 */
typedef struct NvExecArgs {
    const uint32_t (*xfctx)[4];
    const uint32_t *uniform;    /* by NvVal: values of uniform nodes */
    NvXfBlock *block;
    unsigned first, count;
    void *scratch;              /* of this thread, NV_EXEC_ALIGN aligned */
    uint64_t stamp;             /* of this list with these constants, or 0 */
} NvExecArgs;

#define NV_EXEC_ALIGN 64

/* A way to run lists.  A row of the table in executors.c. */
typedef struct NvExecutor {
    const char *name;
    const char *help;           /* one line */
    bool exact, fast;           /* arithmetic it has */
    /* NULL: runs on every host.  False: *why says what is missing. */
    bool (*usable)(const char **why);
    /*
     * Code for @list, which stays alive and unchanged as long as the code.
     * NULL and *why, a static string, if it cannot be had.
     */
    void *(*compile)(const NvList *list, bool fast, const char **why);
    void (*release)(void *code);
    /* Bytes of scratch that a run needs, and of memory the code takes. */
    size_t (*scratch)(const void *code);
    size_t (*size)(const void *code);
    /*
     * Stores every component that list->out has, nothing else of block->out.
     * The floating-point environment is the caller's again on return.
     * Several threads may run the same code at once.
     */
    void (*run)(const void *code, const NvExecArgs *args);
} NvExecutor;

/* What a user may say for the first jit of the table that runs here. */
#define NV_EXEC_ANY_JIT "jit"

/* By index, NULL after the last; the order is that of preference for auto. */
const NvExecutor *nv_executor(unsigned index);
const NvExecutor *nv_executor_find(const char *name);

/* What a user may name; NULL after the last: auto, ref, jit, and the table. */
const char *nv_executor_name(unsigned index);
const char *nv_executor_help(unsigned index);
/* True if that is but another name for a row: auto, jit. */
bool nv_executor_is_other(unsigned index);

/* What a user means by a name. */
typedef struct NvExecChoice {
    bool none;                  /* ref: nothing gets code */
    unsigned first;             /* of the table */
} NvExecChoice;

/* False and *error, which names what there is, if @name cannot be had. */
bool nv_executor_choose(const char *name, NvExecChoice *choice,
                        GError **error);
GQuark nv_exec_error_quark(void);

#endif
