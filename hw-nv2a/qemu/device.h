/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What the two ways into QEMU, plugin and in-tree build, need of the device.
 */
#ifndef NV2A_QEMU_DEVICE_H
#define NV2A_QEMU_DEVICE_H

/* One property, for help texts; the list ends with a NULL name. */
typedef struct Nv2aPropertyHelp {
    const char *name;
    const char *type;
    const char *standard;   /* what holds when the property is not given */
    const char *meaning;
} Nv2aPropertyHelp;

extern const Nv2aPropertyHelp nv2a_property_help[];

/* Make the QOM types: the abstract card and one for each chip. */
void nv2a_register_types(void);

/* Make the library's trace events known to `trace-event` and friends. */
void nv2a_register_trace(void);
/* Switch on what matches; the number of events that do. */
unsigned nv2a_enable_trace(const char *pattern);
/* The switches, for all cards: QEMU knows an event once.  NULL before. */
const uint16_t *nv2a_trace_switches(void);

#endif
