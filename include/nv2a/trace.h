/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Trace events for the host: list them, switch them, by shell pattern.
 * A line of an enabled event reaches the host through NvHostOps.log with
 * NV_LOG_TRACE and starts with "nv2a_<event> ".
 */
#ifndef NV2A_TRACE_H
#define NV2A_TRACE_H

#include <stdint.h>

/* Name of event @index as "nv2a_pfifo_method", NULL after the last. */
const char *nv_trace_name(unsigned index);
/* Its switch: non-zero = on.  Lives as long as the process. */
uint16_t *nv_trace_switch(unsigned index);
/* Switch on every event that matches @pattern (with * and ?); how many. */
unsigned nv_trace_enable(const char *pattern);

#endif
