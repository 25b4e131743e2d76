/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Executors of vertex programs: their table, the choice among them, and the
 * cache of programs in the form each of them runs.
 *
 * Whatever is chosen, results are those of ref with exact arithmetic, to the
 * bit; arith=fast may differ in the last places of sums.  What an executor
 * cannot run goes to the next simpler one, and the reason has a name.
 */
#ifndef NV_JIT_EXECUTOR_H
#define NV_JIT_EXECUTOR_H

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

/* --- Programs --- */

/*
 * A program in the form executors take, for one start, mode and rules.  What
 * cannot be run by the chosen executor has another, or none (ref).
 */
typedef struct NvExecProgram {
    const NvExecutor *executor;     /* NULL: ref runs it */
    const char *why;                /* NULL, or why not the chosen one */
    NvList *list;                   /* NULL if there is none */
    void *code;
    uint64_t written;               /* outputs it has, as in NvXfKept */
    uint64_t number;                /* no other program of this run has it */
} NvExecProgram;

/* The program of now, from the cache or made; never NULL. */
const NvExecProgram *nv_exec_program(NvXf *xf, const NvXfRun *run);

/* What becomes of outputs that a list does not have. */
typedef enum NvExecRest {
    NV_EXEC_REST_LEAVE,     /* nothing, and xf->tbuf stays as it is */
    NV_EXEC_REST_KEEP,      /* they keep their values, see nv_xf_kept_plan */
    NV_EXEC_REST_FORCE,     /* and LT forces secondary colours */
} NvExecRest;

/*
 * The program on @n blocks by whatever is chosen; every output of them is
 * filled, @force as in nv_xf_kept_plan.
 */
void nv_exec_run_program(NvXf *xf, const NvXfRun *run, bool force,
                         NvXfBlock *const *blocks, unsigned n);

/*
 * Lists that are not programs' (fixed function): code for @list by the chosen
 * executor or a simpler one, none if ref is chosen; its constants come with
 * each run.
 */
void nv_exec_take_list(NvXf *xf, NvList *list, NvExecProgram *program);
void nv_exec_drop_list(NvExecProgram *program);
void nv_exec_run_list(NvXf *xf, const NvExecProgram *program,
                      const uint32_t constants[][4], NvExecRest rest,
                      NvXfBlock *const *blocks, unsigned n);

/* For tests: threads share whatever there is, however little. */
void nv_exec_share_all(NvXf *xf);

/* Figures for people, tests and benchmarks. */
typedef struct NvExecStats {
    uint64_t hits, misses, evictions;
    uint64_t fallbacks;             /* programs that another executor got */
    uint64_t fallback_blocks;       /* blocks that another one ran */
    uint64_t shared;                /* draws that threads shared */
    uint64_t compile_ns;
    size_t bytes;                   /* lists and code in the cache */
    unsigned programs;
    const char *why;                /* of the last fallback, or NULL */
} NvExecStats;

NvExecStats nv_exec_stats(const NvXf *xf);

/* nv_xf_init and nv_xf_free call these. */
void nv_exec_init(NvXf *xf);
void nv_exec_free(NvXf *xf);

#endif
