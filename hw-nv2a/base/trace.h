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

/* The event is switched on; nv_trace() asks by itself. */
#define nv_traces(env, event) nv_env_traces(env, NV_TRACE_##event)

#define nv_trace(env, event, ...) \
    do { \
        if (nv_traces(env, event)) { \
            nv_trace_emit(env, NV_TRACE_##event, \
                          nv_trace_format_##event, ##__VA_ARGS__); \
        } \
    } while (0)

/* In a QEMU tree events are the tree's: hw/nv2a/trace-events has the rows. */
#ifdef NV2A_IN_QEMU
#include "hw/nv2a/trace.h"

#undef nv_traces
#undef nv_trace
#define nv_traces(env, event) NV2A_TRACES_##event
#define nv_trace(env, event, ...) trace_nv2a_##event(__VA_ARGS__)
#endif

#endif
