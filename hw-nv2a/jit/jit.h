/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * jit: lists as machine code of the host.
 *
 * For the table of executors, tests and tools; everybody else goes through
 * exec/exec.h.
 *
 * Another host needs a target (emit.h), its floating point in host-fp.h, and
 * a row at the end of jit-run.c.
 */
#ifndef NV_JIT_JIT_H
#define NV_JIT_JIT_H

#include "exec/executor.h"
#include "jit/emit.h"

#if defined(__x86_64__) && !defined(NV_JIT_OFF)
#define NV_JIT_X86
#define NV_JIT                  /* this host has some executor of here */
extern const NvExecutor nv_exec_jit_avx2, nv_exec_jit_sse4;
#elif defined(__aarch64__) && defined(__AARCH64EL__) && !defined(NV_JIT_OFF)
#define NV_JIT_ARM64
#define NV_JIT
extern const NvExecutor nv_exec_jit_neon;
#endif

/*
 * Code of @list for @target, on whatever host; only its own can run it, and
 * that is what executors are for.  NULL and *why if it cannot be had.
 */
void *nv_jit_compile(const NvList *list, const NvEmitTarget *target,
                     bool fast, const char **why);
void nv_jit_release(void *code);
/* Version 0 to 2 of it, made now if it was not yet; NULL if that cannot be. */
const void *nv_jit_version(void *code, unsigned version);

/* What became of a program, for people. */
typedef struct NvJitInfo {
    const void *bytes[3];       /* the quick, plain and careful version */
    size_t len[3];
    unsigned spills;            /* vectors the quick one's frame has */
    unsigned pool;              /* vectors of constants */
} NvJitInfo;

void nv_jit_info(const void *code, NvJitInfo *info);

#endif
