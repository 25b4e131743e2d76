/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Counting errors and rationing their lines; see errors.h. */
#include "base/errors.h"

#include "base/bits.h"
#include "base/env.h"

typedef struct Kind {
    uint64_t all;               /* whether anybody listened or not */
    uint64_t heard, lines;      /* while somebody listens; that got a line */
    NvRation ration;
} Kind;

struct NvErrors {
    Kind kind[NV_ERROR_KINDS];
    uint64_t nth;               /* of the error that is being said */
};

static const struct {
    NvLogKind log;
    const char *words;
} rows[] = {
#define X(name, log, words) [NV_ERROR_##name] = { NV_LOG_##log, words },
    NV_ERROR_ROWS(X)
#undef X
};

static_assert(NV_ARRAY_SIZE(rows) == NV_ERROR_KINDS, "a row each kind");

NvErrors *nv_errors_new(void)
{
    return g_new0(NvErrors, 1);
}

void nv_errors_free(NvErrors *errors)
{
    g_free(errors);
}

const char *nv_error_words(NvErrorKind kind)
{
    assert(kind < NV_ERROR_KINDS);
    return rows[kind].words;
}

NvLogKind nv_error_log(NvErrorKind kind)
{
    assert(kind < NV_ERROR_KINDS);
    return rows[kind].log;
}

static bool is_heard(NvEnv *env, NvErrorKind kind)
{
    return env->ops->log &&
           (!env->ops->logs || env->ops->logs(env->host, rows[kind].log));
}

bool nv_error_counts(NvEnv *env, NvErrorKind kind, uint32_t key)
{
    NvErrors *errors = env ? env->errors : NULL;
    Kind *k;

    assert(kind < NV_ERROR_KINDS);
    if (env && env->watch_error) {
        env->watch_error(env, kind);
    }
    if (!errors) {
        return env && is_heard(env, kind);
    }
    k = &errors->kind[kind];
    k->all++;
    if (!is_heard(env, kind)) {
        return false;
    }
    k->heard++;
    if (!nv_ration(&k->ration, key, &errors->nth)) {
        return false;
    }
    k->lines++;
    return true;
}

static void G_GNUC_PRINTF(3, 0)
say(NvEnv *env, NvErrorKind kind, const char *format, va_list ap)
{
    uint64_t nth = env->errors ? env->errors->nth : 1;
    GString *line = g_string_new(nv_error_words(kind));

    g_string_append(line, ": ");
    g_string_append_vprintf(line, format, ap);
    if (nth > 1) {
        g_string_append_printf(line, " (now %" PRIu64 " times)", nth);
    }
    env->ops->log(env->host, rows[kind].log, line->str);
    g_string_free(line, TRUE);
}

void nv_error_says(NvEnv *env, NvErrorKind kind, const char *format, ...)
{
    va_list ap;

    va_start(ap, format);
    say(env, kind, format, ap);
    va_end(ap);
}

void nv_error(NvEnv *env, NvErrorKind kind, uint32_t key,
              const char *format, ...)
{
    va_list ap;

    if (nv_error_counts(env, kind, key)) {
        va_start(ap, format);
        say(env, kind, format, ap);
        va_end(ap);
    }
}

uint64_t nv_error_count(const NvEnv *env, NvErrorKind kind)
{
    assert(kind < NV_ERROR_KINDS);
    return env->errors ? env->errors->kind[kind].all : 0;
}

void nv_errors_sum(NvEnv *env)
{
    for (unsigned i = 0; env->errors && i < NV_ERROR_KINDS; i++) {
        Kind *k = &env->errors->kind[i];
        g_autofree char *line = NULL;

        if (k->heard == k->lines || !is_heard(env, i)) {
            continue;
        }
        line = g_strdup_printf("%s: %" PRIu64 " in all, %" PRIu64
                               " with a line", rows[i].words, k->heard,
                               k->lines);
        env->ops->log(env->host, rows[i].log, line);
        k->heard = k->lines;
    }
}

void nv_errors_dump(const NvEnv *env, GString *out)
{
    for (unsigned i = 0; i < NV_ERROR_KINDS; i++) {
        uint64_t count = nv_error_count(env, i);

        if (count) {
            g_string_append_printf(out, "%s: %" PRIu64 "\n", rows[i].words,
                                   count);
        }
    }
}
