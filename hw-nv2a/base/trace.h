/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Trace calls of the library's units.
 *
 * nv_trace(env, event, args...) costs a load and a branch where the host has
 * no switches, and two of each when the event is off.  Formats are checked by
 * the compiler.
 */
#ifndef NV_BASE_TRACE_H
#define NV_BASE_TRACE_H

#include <glib.h>
#include <inttypes.h>

#include "base/trace-events.h"
#include "nv2a/host.h"
#include "nv2a/trace.h"

typedef struct NvEnv NvEnv;     /* base/env.h */

typedef enum NvTraceEvent {
#define X(name, format) NV_TRACE_##name,
    NV_TRACE_EVENTS(X)
#undef X
    NV_TRACE_COUNT
} NvTraceEvent;

#define X(name, format) \
    static const char nv_trace_format_##name[] G_GNUC_UNUSED = format;
NV_TRACE_EVENTS(X)
#undef X

void nv_trace_emit(NvEnv *env, NvTraceEvent event, const char *format, ...)
    G_GNUC_PRINTF(3, 4);

#define nv_trace(env, event, ...) \
    do { \
        if (nv_env_traces(env, NV_TRACE_##event)) { \
            nv_trace_emit(env, NV_TRACE_##event, \
                          nv_trace_format_##event, ##__VA_ARGS__); \
        } \
    } while (0)

#endif
