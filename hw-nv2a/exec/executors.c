/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The executors there are, and what users call them.  No hardware facts.
 */
#include "exec/executor.h"

#include "jit/jit.h"

extern const NvExecutor nv_exec_soa, nv_exec_soa_base;

/* In order of preference; a fallback goes down the list. */
static const NvExecutor *const executors[] = {
#ifdef NV_JIT_X86
    &nv_exec_jit_avx2,
    &nv_exec_jit_sse4,
#endif
    &nv_exec_soa,
    &nv_exec_soa_base,
};

static const char ref_help[] =
    "one vertex and one instruction at a time: the specification";

const NvExecutor *nv_executor(unsigned index)
{
    return index < NV_ARRAY_SIZE(executors) ? executors[index] : NULL;
}

const NvExecutor *nv_executor_find(const char *name)
{
    for (unsigned i = 0; i < NV_ARRAY_SIZE(executors); i++) {
        if (!strcmp(executors[i]->name, name)) {
            return executors[i];
        }
    }
    return NULL;
}

const char *nv_executor_name(unsigned index)
{
    const NvExecutor *e = index > 2 ? nv_executor(index - 3) : NULL;
    static const char *const first[] = { "auto", "ref", NV_EXEC_ANY_JIT };

    return index < NV_ARRAY_SIZE(first) ? first[index] : e ? e->name : NULL;
}

bool nv_executor_is_other(unsigned index)
{
    return index == 0 || index == 2;
}

const char *nv_executor_help(unsigned index)
{
    const NvExecutor *e = index > 2 ? nv_executor(index - 3) : NULL;
    static const char *const first[] = {
        "the fastest that runs on this host", ref_help,
        "machine code, for the best instruction set of this host",
    };

    return index < NV_ARRAY_SIZE(first) ? first[index] : e ? e->help : NULL;
}
