/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * jit: from a list to machine code.  No hardware facts.
 */
#include "jit/jit-priv.h"

#include <pthread.h>

#include "jit/code.h"

static int programs;

/* --- Programs --- */

void nv_jit_release(void *p)
{
    NvJitCode *code = p;

    for (unsigned i = 0; i < VERSIONS; i++) {
        nv_code_free(code->code[i], code->len[i]);
    }
    g_free(code->uniform);
    g_free(code->no_nan);
    g_free(code->word);
    g_free(code);
}

static void find_uniforms(NvJitCode *code, const NvPlan *plan)
{
    const NvList *list = code->list;

    code->uniform = g_new(NvVal, list->hoisted + 1);
    code->no_nan = g_new(bool, list->hoisted + 1);
    for (unsigned v = 1; v < list->hoisted && v < list->count; v++) {
        if (list->node[v].uniform &&
            (plan->use_count[v] || plan->is_out[v])) {
            code->no_nan[code->uniforms] =
                plan->known[v].nan == NV_LOW_NAN_NONE;
            code->uniform[code->uniforms++] = v;
        }
    }
}

/* LT's scalar product overflows to infinity in some cases. */
static bool has_lt_smul(const NvList *list)
{
    bool has = false;

    for (unsigned v = 1; v < list->count; v++) {
        const NvListNode *node = &list->node[v];

        has |= !node->uniform && (node->op == NV_LIST_LT_SMUL ||
                                  node->op == NV_LIST_LT_SMAC);
    }
    return has;
}

void *nv_jit_compile(const NvList *list, const NvEmitTarget *target,
                     bool fast, const char **why)
{
    NvJitCode *code;
    GArray *words;
    NvPlan plan;

    *why = nv_low_refuses(list);
    if (*why) {
        return NULL;
    }
    code = g_new0(NvJitCode, 1);
    words = g_array_new(FALSE, FALSE, sizeof(NvLowWord));
    code->list = list;
    code->target = target;
    code->fast = fast;
    code->number = g_atomic_int_add(&programs, 1);
    /* Kelvin's overflow is what truncation gives, but not midway. */
    code->mind_overflow = fast || list->rules.version >= NV_ARITH_RANKINE ||
                          has_lt_smul(list);
    code->mind_underflow = !fast;
    nv_plan_new(&plan, list, fast);
    code->lanes = nv_emit_lanes(target) * plan.copies;
    find_uniforms(code, &plan);
    code->code[QUICK] = nv_jit_write(code, &plan, QUICK, words, why);
    code->words = words->len;
    code->word = (NvLowWord *)(void *)g_array_free(words, FALSE);
    nv_plan_free(&plan);
    if (!code->code[QUICK]) {
        nv_jit_release(code);
        return NULL;
    }
    return code;
}

/* Later ones ask for nothing that is not in the pool of the first. */
static void compile_later(NvJitCode *code, unsigned version)
{
    GArray *words = g_array_new(FALSE, FALSE, sizeof(NvLowWord));
    NvPlan plan;
    const char *why;
    void *done;

    g_array_append_vals(words, code->word, code->words);
    nv_plan_new(&plan, code->list, code->fast);
    done = nv_jit_write(code, &plan, version, words, &why);
    if (words->len != code->words) {
        nv_code_free(done, code->len[version]);
        done = NULL;
    }
    nv_plan_free(&plan);
    g_array_free(words, TRUE);
    code->failed[version] = !done;
    g_atomic_pointer_set(&code->code[version], done);
}

const void *nv_jit_version(void *of, unsigned version)
{
    static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
    NvJitCode *code = of;
    void *p = g_atomic_pointer_get(&code->code[version]);

    if (!p) {
        pthread_mutex_lock(&lock);
        if (!code->code[version] && !code->failed[version]) {
            compile_later(code, version);
        }
        p = code->code[version];
        pthread_mutex_unlock(&lock);
    }
    return p;
}

void nv_jit_info(const void *p, NvJitInfo *info)
{
    const NvJitCode *code = p;

    for (unsigned i = 0; i < VERSIONS; i++) {
        info->bytes[i] = code->code[i];
        info->len[i] = code->len[i];
    }
    info->spills = code->slots;
    info->pool = 1 + code->uniforms + code->words;
}
