/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Trace events for the host: list them, switch them, by shell pattern.
 * A line of an enabled event reaches the host through NvHostOps.log with
 * NV_LOG_TRACE and starts with "nv2a_<event> ".
 *
 * The host has the switches, a word each event in the order of their names,
 * non-zero = on, and gives them to its cards as NvCardConfig.trace_on: to each
 * its own, or to several the same.  It may set them whenever it likes.
 */
#ifndef NV2A_TRACE_H
#define NV2A_TRACE_H

#include <stdint.h>

#pragma GCC visibility push(default)

/* Name of event @index as "nv2a_pfifo_method", NULL after the last. */
const char *nv_trace_name(unsigned index);
/* How many there are: words of a set of switches. */
unsigned nv_trace_count(void);
/* Switch on in @on all that match @pattern (with * and ?); how many. */
unsigned nv_trace_enable(uint16_t *on, const char *pattern);

#pragma GCC visibility pop

#endif
