/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Names of trace events and the way of a line to the host. */
#include "base/trace.h"

#include "base/bits.h"
#include "base/env.h"

static const char *const names[] = {
#define X(name, format) "nv2a_" #name,
    NV_TRACE_EVENTS(X)
#undef X
};

static_assert(NV_ARRAY_SIZE(names) == NV_TRACE_COUNT, "one name an event");

const char *nv_trace_name(unsigned index)
{
    return index < NV_TRACE_COUNT ? names[index] : NULL;
}

unsigned nv_trace_count(void)
{
    return NV_TRACE_COUNT;
}

unsigned nv_trace_enable(uint16_t *on, const char *pattern)
{
    unsigned count = 0;

    for (unsigned i = 0; i < NV_TRACE_COUNT; i++) {
        if (g_pattern_match_simple(pattern, names[i])) {
            on[i] = 1;
            count++;
        }
    }
    return count;
}

static void send(NvEnv *env, NvLogKind kind, const char *head,
                 const char *format, va_list ap)
{
    g_autofree char *body = NULL;
    g_autofree char *line = NULL;

    if (!env || !env->ops->log) {
        return;
    }
    body = g_strdup_vprintf(format, ap);
    line = g_strconcat(head, " ", body, NULL);
    env->ops->log(env->host, kind, line);
}

void nv_trace_emit(NvEnv *env, NvTraceEvent event, const char *format, ...)
{
    va_list ap;

    assert(event < NV_TRACE_COUNT);
    va_start(ap, format);
    send(env, NV_LOG_TRACE, names[event], format, ap);
    va_end(ap);
}

void nv_guest_error(NvEnv *env, const char *format, ...)
{
    va_list ap;

    va_start(ap, format);
    send(env, NV_LOG_GUEST_ERROR, "nv2a:", format, ap);
    va_end(ap);
}

void nv_unimp(NvEnv *env, const char *format, ...)
{
    va_list ap;

    va_start(ap, format);
    send(env, NV_LOG_UNIMP, "nv2a:", format, ap);
    va_end(ap);
}
