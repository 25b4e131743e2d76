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

void nv_trace_emit(NvEnv *env, NvTraceEvent event, const char *format, ...)
{
    g_autofree char *body = NULL;
    g_autofree char *line = NULL;
    va_list ap;

    assert(event < NV_TRACE_COUNT);
    if (!env || !env->ops->log) {
        return;
    }
    va_start(ap, format);
    body = g_strdup_vprintf(format, ap);
    va_end(ap);
    line = g_strconcat(names[event], " ", body, NULL);
    env->ops->log(env->host, NV_LOG_TRACE, line);
}
