/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Physical pages, and what programs allocate contiguously.  Contiguous
 * blocks come from the top down, single pages from the bottom up, so that
 * they keep out of each other's way.
 */
#include "kernel.h"
#include "ports.h"

enum {
    PAGES_MAX = 128 * 256, FREE = 0, HEAD = 1, REST = 2, FIXED = 3,
    KEPT = 0x80,                        /* with HEAD: over a quick reboot */
    /* The GPU's instance memory is the end of RAM: 64 KiB it never gives
     * away and five pages that software may leave to others. */
    INSTANCE_FIXED = 16, INSTANCE_DEFAULT = 5,
};
#define HOST_RAM_LIMIT 0x80000084u      /* config 0:0.0 register 0x84 */

uint32_t pages_total;
static uint8_t state[PAGES_MAX];
static uint32_t free_count, instance_first;

static void fix(uint32_t first, uint32_t end)
{
    for (; first < end; first++) {
        free_count -= state[first] == FREE;
        state[first] = FIXED;
    }
}

/* The firmware's word where RAM ends, if it is one of the two sizes. */
static uint32_t ram_pages(void)
{
    out32(0xcf8, HOST_RAM_LIMIT);
    return in32(0xcfc) == 0x07ffffff ? PAGES_MAX : PAGES_MAX / 2;
}

void pages_init(uint32_t kernel_end)
{
    pages_total = ram_pages();
    free_count = pages_total;
    fix(0, (kernel_end - WINDOW + PAGE - 1) / PAGE);
    instance_first = pages_total - INSTANCE_FIXED - INSTANCE_DEFAULT;
    fix(instance_first, pages_total);
}

static bool run_free(uint32_t first, uint32_t count, uint32_t *busy)
{
    for (uint32_t i = 0; i < count; i++) {
        if (state[first + i] != FREE) {
            *busy = first + i;
            return false;
        }
    }
    return true;
}

/* 0, which is never free, if there is none. */
static uint32_t find(const PageWish *w)
{
    uint32_t first = w->bottom_up ? (w->low + w->align - 1) / w->align *
                                    w->align :
                                    (w->high - w->count) / w->align *
                                    w->align;
    uint32_t busy = 0;

    while (first >= w->low && first + w->count <= w->high) {
        if (run_free(first, w->count, &busy)) {
            return first;
        }
        if (w->bottom_up) {
            first = (busy + w->align) / w->align * w->align;
        } else if (busy >= w->count + w->low) {
            first = (busy - w->count) / w->align * w->align;
        } else {
            break;
        }
    }
    return 0;
}

uint32_t pages_take(PageWish w)
{
    uint32_t flags = lock(), first = 0;

    w.high = !w.high || w.high > pages_total ? pages_total : w.high;
    w.align = w.align ? w.align : 1;
    w.low = w.low ? w.low : 1;
    if (w.count && w.count <= w.high && w.low < w.high &&
        w.low <= w.high - w.count && w.align <= pages_total) {
        first = find(&w);
    }
    if (first) {
        memset(state + first, REST, w.count);
        state[first] = HEAD;
        free_count -= w.count;
    }
    unlock(flags);
    return first;
}

uint32_t pages_size(uint32_t first)
{
    uint32_t n = 1;

    if (first >= pages_total || (state[first] & ~KEPT) != HEAD) {
        return 0;
    }
    while (first + n < pages_total && state[first + n] == REST) {
        n++;
    }
    return n;
}

bool pages_give(uint32_t first)
{
    uint32_t flags = lock(), n = pages_size(first);

    memset(state + first, FREE, n);
    free_count += n;
    unlock(flags);
    return n != 0;
}

bool pages_claim(uint32_t first, uint32_t count)
{
    uint32_t busy;

    if (first >= pages_total || count > pages_total - first || !count ||
        !run_free(first, count, &busy)) {
        return false;
    }
    memset(state + first, REST, count);
    state[first] = HEAD;
    free_count -= count;
    return true;
}

uint32_t pages_next_kept(uint32_t *first)
{
    for (uint32_t i = *first + 1; i < pages_total; i++) {
        if (state[i] == (HEAD | KEPT)) {
            *first = i;
            return pages_size(i);
        }
    }
    return 0;
}

uint32_t pages_free(void)
{
    return free_count;
}

/* --- exports --- */

/* @low and @high: physical addresses of the first and last byte allowed. */
void *STDCALL MmAllocateContiguousMemoryEx(uint32_t size, uint32_t low,
                                           uint32_t high, uint32_t align,
                                           uint32_t protect)
{
    PageWish w = {
        .count = size / PAGE + (size % PAGE != 0),
        .low = low / PAGE + (low % PAGE != 0),
        .high = high / PAGE + (high % PAGE == PAGE - 1),
        .align = align / PAGE + (align % PAGE != 0),
    };
    uint32_t first = w.high ? pages_take(w) : 0;

    return first ? window(first) : NULL;
}

void *STDCALL MmAllocateContiguousMemory(uint32_t size)
{
    return MmAllocateContiguousMemoryEx(size, 0, ~0u, 0, 4);
}

static uint32_t page_of(const void *address)
{
    uint32_t a = (uint32_t)address;

    return a >= WINDOW && !(a % PAGE) ? (a - WINDOW) / PAGE : 0;
}

void STDCALL MmFreeContiguousMemory(void *address)
{
    if (!pages_give(page_of(address))) {
        print("kernel: %p is freed but was not allocated\n", address);
    }
}

uint32_t STDCALL MmQueryAllocationSize(void *address)
{
    return pages_size(page_of(address)) * PAGE;
}

void STDCALL MmLockUnlockBufferPages(void *address, uint32_t size,
                                     uint8_t unlock_them)
{
    /* No page ever leaves RAM. */
}

void STDCALL MmLockUnlockPhysicalPage(uint32_t address, uint8_t unlock_it)
{
    /* Likewise. */
}

void STDCALL MmPersistContiguousMemory(void *address, uint32_t size,
                                       uint8_t persist)
{
    uint32_t page = ((uint32_t)address - WINDOW) / PAGE, flags = lock();

    /* The whole block that it lies in. */
    while (page && page < pages_total && state[page] == REST) {
        page--;
    }
    if (pages_size(page)) {
        state[page] = HEAD | (persist ? KEPT : 0);
    }
    unlock(flags);
}

void *STDCALL MmMapIoSpace(uint32_t physical, uint32_t size, uint32_t protect)
{
    return (void *)(physical < pages_total * PAGE ? physical + WINDOW :
                    physical);
}

void STDCALL MmUnmapIoSpace(void *address, uint32_t size)
{
}

/*
 * ~0 keeps the instance memory that is there.  Another number of bytes keeps
 * that much below the fixed part; what stays is never more than the default.
 */
void *STDCALL MmClaimGpuInstanceMemory(uint32_t size, uint32_t *padding)
{
    uint32_t end = pages_total - INSTANCE_FIXED, flags = lock();
    uint32_t keep = size / PAGE + (size % PAGE != 0);

    if (size != ~0u && keep < end - instance_first) {
        uint32_t first = end - keep;

        memset(state + instance_first, FREE, first - instance_first);
        free_count += first - instance_first;
        instance_first = first;
    }
    *padding = INSTANCE_FIXED * PAGE;
    unlock(flags);
    return window(end);
}

typedef struct MemoryStatistics {
    uint32_t length, physical, available, virtual_bytes, reserved, cache,
             pool, stack, image;
} MemoryStatistics;

Status STDCALL MmQueryStatistics(MemoryStatistics *s)
{
    if (s->length != sizeof(*s)) {
        return STATUS_INVALID_PARAMETER;
    }
    memset(s, 0, sizeof(*s));
    s->length = sizeof(*s);
    s->physical = pages_total;
    s->available = free_count;
    return STATUS_SUCCESS;
}
