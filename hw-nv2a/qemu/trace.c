/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The library's trace events as a group of QEMU's: same names, same switches.
 * Facts: trace/control.h of the QEMU tree.
 */
#include "qemu/osdep.h"
#include "compat.h"
#include "device.h"
#include "nv2a/trace.h"
#include "trace/control.h"

#ifdef NV2A_PLUGIN

static uint16_t *switches;

/*
 * The group's arrays live as long as the process: QEMU keeps pointers.  A
 * second call is harmless.
 */
void nv2a_register_trace(void)
{
    unsigned count = nv_trace_count(), i;
    TraceEvent **group;

    if (switches) {
        return;
    }
    switches = g_new0(uint16_t, count);
    group = g_new0(TraceEvent *, count + 1);
    for (i = 0; i < count; i++) {
        TraceEvent event = {
            NV2A_TRACE_NO_VCPU
            .name = nv_trace_name(i),
            .sstate = true,
            .dstate = &switches[i],
        };

        group[i] = g_memdup2(&event, sizeof(event));
    }
    trace_event_register_group(group);
}

const uint16_t *nv2a_trace_switches(void)
{
    return switches;
}

unsigned nv2a_enable_trace(const char *pattern)
{
    TraceEventIter iter;
    TraceEvent *event;
    unsigned found = 0;

    trace_event_iter_init_pattern(&iter, pattern);
    while ((event = trace_event_iter_next(&iter))) {
        if (g_str_has_prefix(trace_event_get_name(event), "nv2a_")) {
            trace_event_set_state_dynamic_init(event, true);
            found++;
        }
    }
    return found;
}

#else

/* A tree has events of its own for the rows, and switches: see base/trace.h. */
const uint16_t *nv2a_trace_switches(void)
{
    return NULL;
}

#endif
