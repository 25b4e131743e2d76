/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The executors there are, what users call them, and the choice among them.
 * No hardware facts.
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
#ifdef NV_JIT_ARM64
    &nv_exec_jit_neon,
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

/* Names that are no executor of the table. */
static const struct {
    const char *name, *help;
    bool other;                 /* chooses one of the table's */
} names[] = {
    { "auto", "the fastest that runs on this host", true },
    { "ref", ref_help },
#ifdef NV_JIT
    { NV_EXEC_ANY_JIT,
      "machine code, for the best instruction set of this host", true },
#endif
};

#define NAMES NV_ARRAY_SIZE(names)

const char *nv_executor_name(unsigned index)
{
    const NvExecutor *e = index < NAMES ? NULL : nv_executor(index - NAMES);

    return index < NAMES ? names[index].name : e ? e->name : NULL;
}

bool nv_executor_is_other(unsigned index)
{
    return index < NAMES && names[index].other;
}

const char *nv_executor_help(unsigned index)
{
    const NvExecutor *e = index < NAMES ? NULL : nv_executor(index - NAMES);

    return index < NAMES ? names[index].help : e ? e->help : NULL;
}

/* --- The choice --- */

G_DEFINE_QUARK(nv-exec-error, nv_exec_error)

/* A user who says jit wants the best of them that runs here. */
static bool has_name(const NvExecutor *e, const char *name)
{
    const char *why;

    return !strcmp(name, NV_EXEC_ANY_JIT) ?
           g_str_has_prefix(e->name, NV_EXEC_ANY_JIT "-") && e->usable(&why) :
           !strcmp(name, e->name);
}

bool nv_executor_choose(const char *name, NvExecChoice *choice,
                        GError **error)
{
    g_autoptr(GString) known = g_string_new(names[0].name);

    for (unsigned i = 1; i < NAMES; i++) {
        g_string_append_printf(known, ", %s", names[i].name);
    }
    *choice = (NvExecChoice) { .none = !strcmp(name, "ref") };
    if (choice->none || !strcmp(name, "auto")) {
        return true;
    }
    for (unsigned i = 0; nv_executor(i); i++) {
        const NvExecutor *e = nv_executor(i);
        const char *why = NULL;

        g_string_append_printf(known, ", %s", e->name);
        if (!has_name(e, name)) {
            continue;
        }
        if (e->usable && !e->usable(&why)) {
            g_set_error(error, nv_exec_error_quark(), 0,
                        "executor \"%s\" does not run here: %s", name, why);
            return false;
        }
        choice->first = i;
        return true;
    }
    g_set_error(error, nv_exec_error_quark(), 0, strcmp(name, NV_EXEC_ANY_JIT) ?
                "there is no executor \"%s\"; choose one of: %s" :
                "executor \"%s\" does not run here; there are: %s", name,
                known->str);
    return false;
}
