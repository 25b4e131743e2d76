/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The machine's memory as far as a capture knows it: who records and who
 * replays do the same to it.  4 GiB of the host's addresses are kept for it, so
 * that what lies together in the machine lies together here; memory is taken
 * page by page when it is written.  What nobody wrote is zero.
 */
#ifndef NV_CAPTURE_BUS_H
#define NV_CAPTURE_BUS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Most pages of it that are kept: 256 MiB. */
#define NV_CAPTURE_BUS_PAGES 65536u

typedef struct NvCaptureBus NvCaptureBus;

/* NULL: the host has no room for it (it is one of 32 bits). */
NvCaptureBus *nv_capture_bus_new(void);
void nv_capture_bus_free(NvCaptureBus *bus);
/* @addr + @len at most 4 GiB, here and below. */
const uint8_t *nv_capture_bus_at(const NvCaptureBus *bus, uint64_t addr);
/* False, and nothing done: that would be too many pages. */
bool nv_capture_bus_write(NvCaptureBus *bus, uint64_t addr, const void *data,
                          size_t len);
/* Of what is kept. */
unsigned nv_capture_bus_pages(const NvCaptureBus *bus);
/* All is zero again. */
void nv_capture_bus_forget(NvCaptureBus *bus);

#endif
