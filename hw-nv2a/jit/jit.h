/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * jit: lists as machine code of the host.
 *
 * For the table of executors, tests and tools; everybody else goes through
 * exec/exec.h.
 *
 * Another host needs files in place of x86-emit.[ch] (bytes, 128 bits a
 * vector), x86-lower*.[ch] (nodes, and what its floating point is asked to
 * notice) and the prologue, loop and control register in jit.c; regalloc.[ch]
 * but for its loads and stores, plan, schedule and code stay as they are.
 */
#ifndef NV_JIT_JIT_H
#define NV_JIT_JIT_H

#include "exec/executor.h"

#ifdef __x86_64__
#define NV_JIT_X86
#define NV_JIT                  /* this host has some executor of here */
extern const NvExecutor nv_exec_jit_avx2, nv_exec_jit_sse4;
#endif

/* What became of a program, for people. */
typedef struct NvJitInfo {
    const void *bytes[3];       /* the quick, plain and careful version */
    size_t len[3];
    unsigned spills;            /* vectors the quick one's frame has */
    unsigned pool;              /* vectors of constants */
} NvJitInfo;

#ifdef NV_JIT
void nv_jit_info(const void *code, NvJitInfo *info);
#else
static inline void nv_jit_info(const void *code, NvJitInfo *info)
{
    *info = (NvJitInfo) { 0 };
}
#endif

#endif
