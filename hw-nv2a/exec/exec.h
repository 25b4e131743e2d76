/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Running lists: the executor that was asked for or a simpler one, programs
 * in the form it takes (cached), and the threads that share a draw.
 *
 * What an executor cannot run goes to the next simpler one of the table, and
 * the reason has a name.  One NvExec belongs to one transform engine; its
 * functions are called from that engine's thread.
 */
#ifndef NV_EXEC_EXEC_H
#define NV_EXEC_EXEC_H

#include "base/env.h"
#include "exec/executor.h"
#include "isa/run.h"

typedef struct NvExec NvExec;

/* "auto", exact arithmetic, one thread.  @env is for traces. */
NvExec *nv_exec_new(NvEnv *env);
void nv_exec_free(NvExec *exec);

/*
 * What runs from now on: a name of nv_executor_name().  False and *error if
 * it cannot be had; then nothing changes.  Programs made so far are gone.
 */
bool nv_exec_configure(NvExec *exec, const char *executor, bool fast,
                       GError **error);
/* "ref" was asked for: no list gets code. */
bool nv_exec_is_off(const NvExec *exec);
/* Its arithmetic is the fast one. */
bool nv_exec_is_fast(const NvExec *exec);
/*
 * Threads that share the blocks of a draw, the caller's among them; 0: all
 * that the host has but one.  False and *error if there cannot be so many.
 */
bool nv_exec_set_threads(NvExec *exec, unsigned threads, GError **error);
unsigned nv_exec_threads(const NvExec *exec);

/* --- Programs --- */

/*
 * A program in the form executors take, for one start, mode and rules.  What
 * cannot be run by the chosen executor has another, or none.
 */
typedef struct NvExecProgram {
    const NvExecutor *executor;     /* NULL: there is no code */
    const char *why;                /* NULL, or why not the chosen one */
    NvList *list;                   /* NULL if there is none */
    void *code;
    uint64_t written;               /* outputs it has, as in NvXfKept */
    uint64_t number;                /* no other program of this run has it */
} NvExecProgram;

/*
 * The program of @run, whose instructions are @words of XFPR, from the cache
 * or made; never NULL, and valid until the next call.
 */
const NvExecProgram *nv_exec_program(NvExec *exec, const NvXfRun *run,
                                     const uint32_t words[][NV_XF_WORDS],
                                     const NvXfSetting *set);

/*
 * Lists that are not programs' (fixed function): code for @list by the chosen
 * executor or a simpler one, none if that is ref.  The list stays the
 * caller's and outlives the code.
 */
void nv_exec_take_list(NvExec *exec, NvList *list, NvExecProgram *program);
/* Frees the code. */
void nv_exec_drop_list(NvExecProgram *program);

/* Blocks of a draw, and what becomes of outputs that the list lacks. */
typedef struct NvExecDraw {
    const uint32_t (*constants)[4];
    NvXfBlock *const *blocks;
    unsigned count;
    /* NULL: they are left alone, and so is @last. */
    const NvXfKept *kept;
    uint32_t (*last)[4];            /* outputs of the last vertex */
} NvExecDraw;

/* A program that has code. */
void nv_exec_run_list(NvExec *exec, const NvExecProgram *program,
                      const NvExecDraw *draw);

/* For tests: threads share whatever there is, however little. */
void nv_exec_share_all(NvExec *exec);

/* Host memory of @program's list and code. */
size_t nv_exec_bytes(const NvExecProgram *program);
/*
 * Most of it that programs in the cache and what runs need may have, 32 MiB at
 * first: then the oldest programs go.
 */
void nv_exec_set_memory(NvExec *exec, size_t bytes);

/* Figures for people, tests and benchmarks. */
typedef struct NvExecStats {
    uint64_t hits, misses, evictions;
    uint64_t fallbacks;             /* programs that another executor got */
    uint64_t fallback_blocks;       /* blocks that another one ran */
    uint64_t shared;                /* draws that threads shared */
    uint64_t compile_ns;
    size_t bytes;                   /* lists and code in the cache */
    size_t scratch;                 /* what runs need, of all threads */
    unsigned programs;
    const char *why;                /* of the last fallback, or NULL */
} NvExecStats;

NvExecStats nv_exec_stats(const NvExec *exec);
/* @blocks were run by another than the chosen one. */
void nv_exec_count_fallback(NvExec *exec, unsigned blocks);

#endif
