/* SPDX-License-Identifier: GPL-2.0-or-later */
/* See bus.h.  No hardware facts. */
#include "capture/bus.h"

#include <glib.h>
#include <string.h>
#include <sys/mman.h>

#include "capture/capture.h"

#define BUS_SIZE (UINT64_C(1) << 32)

struct NvCaptureBus {
    uint8_t *base;
    uint64_t used[BUS_SIZE / NV_CAPTURE_PAGE / 64];     /* a bit a page */
    unsigned pages;
};

NvCaptureBus *nv_capture_bus_new(void)
{
    NvCaptureBus *bus;
    void *base;

    if (sizeof(size_t) < 8) {
        return NULL;
    }
    base = mmap(NULL, (size_t)BUS_SIZE, PROT_READ | PROT_WRITE,
                MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (base == MAP_FAILED) {
        return NULL;
    }
    bus = g_new0(NvCaptureBus, 1);
    bus->base = base;
    return bus;
}

void nv_capture_bus_free(NvCaptureBus *bus)
{
    if (bus) {
        munmap(bus->base, (size_t)BUS_SIZE);
        g_free(bus);
    }
}

const uint8_t *nv_capture_bus_at(const NvCaptureBus *bus, uint64_t addr)
{
    return bus->base + addr;
}

static bool is_used(const NvCaptureBus *bus, uint64_t page)
{
    return bus->used[page / 64] >> page % 64 & 1;
}

bool nv_capture_bus_write(NvCaptureBus *bus, uint64_t addr, const void *data,
                          size_t len)
{
    uint64_t first = addr / NV_CAPTURE_PAGE;
    uint64_t end = (addr + len + NV_CAPTURE_PAGE - 1) / NV_CAPTURE_PAGE;
    unsigned more = 0;

    for (uint64_t p = first; len && p < end; p++) {
        more += !is_used(bus, p);
    }
    if (bus->pages + more > NV_CAPTURE_BUS_PAGES) {
        return false;
    }
    for (uint64_t p = first; more && p < end; p++) {
        bus->used[p / 64] |= UINT64_C(1) << p % 64;
    }
    bus->pages += more;
    memcpy(bus->base + addr, data, len);
    return true;
}

unsigned nv_capture_bus_pages(const NvCaptureBus *bus)
{
    return bus->pages;
}

void nv_capture_bus_forget(NvCaptureBus *bus)
{
    madvise(bus->base, (size_t)BUS_SIZE, MADV_DONTNEED);
    memset(bus->used, 0, sizeof(bus->used));
    bus->pages = 0;
}
