/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Addresses: page directory, and what programs reserve and commit below the
 * window.  A reservation is a block of 64 KiB steps; its pages are committed
 * one by one, each with its own page of RAM and its own protection.
 */
#include "kernel.h"

enum {
    PTE_PRESENT = 1, PTE_WRITE = 2, PTE_UNCACHED = 0x18, PTE_LARGE = 0x80,
    PTE_COMMITTED = 0x200,              /* ours: also without access */
    MEM_COMMIT = 0x1000, MEM_RESERVE = 0x2000, MEM_DECOMMIT = 0x4000,
    MEM_RELEASE = 0x8000, MEM_FREE = 0x10000, MEM_PRIVATE = 0x20000,
    MEM_TOP_DOWN = 0x100000, MEM_NOZERO = 0x800000,
    PROTECT_NONE = 1, PROTECT_READ = 2, PROTECT_WRITE = 4,
    PROTECT_MASK = 0xff, STEP = 0x10000, LARGE = 0x400000,
};
#define LOWEST 0x10000u
#define HIGHEST 0x7ffe0000u             /* no reservation reaches it */
#define RAM_ALIAS 0xf0000000u           /* GPU's BAR 1 */

typedef struct Region {
    struct Region *next;                /* by address */
    uint32_t base, size;
    bool image;
} Region;

static uint32_t directory[1024] __attribute__((aligned(4096)));
static Region *regions;

static void map_large(uint32_t address, uint32_t to, uint32_t size,
                      uint32_t flags)
{
    for (uint32_t at = 0; at < size; at += LARGE) {
        directory[(address + at) >> 22] = (to + at) | PTE_PRESENT |
                                          PTE_WRITE | PTE_LARGE | flags;
    }
}

void virtual_init(void)
{
    map_large(WINDOW, 0, pages_total * PAGE, 0);
    map_large(RAM_ALIAS, RAM_ALIAS, pages_total * PAGE, 0);
    map_large(0xfd000000, 0xfd000000, 0x01000000, PTE_UNCACHED);    /* GPU */
    map_large(0xfe800000, 0xfe800000, 0x00800000, PTE_UNCACHED);    /* rest */
    map_large(0xff000000, 0xff000000, 0x01000000, 0);               /* flash */
    __asm__ volatile("mov %0, %%cr3"
                     : : "r"((uint32_t)directory - WINDOW) : "memory");
}

static uint32_t *entry_of(uint32_t address)
{
    uint32_t d = directory[address >> 22];

    if (!(d & PTE_PRESENT) || d & PTE_LARGE) {
        return NULL;
    }
    return (uint32_t *)window(d >> 12) + (address >> 12) % 1024;
}

static uint32_t entry_value(uint32_t address)
{
    uint32_t *e = entry_of(address);

    return e ? *e : 0;
}

static bool stale;                      /* what was mapped is no more */

static void set_entry(uint32_t address, uint32_t value)
{
    uint32_t *entry = entry_of(address);

    stale |= *entry & PTE_PRESENT;
    *entry = value;
}

/* All at once: an emulator's cost of each page is that of all of them. */
static void forget(void)
{
    if (stale) {
        __asm__ volatile("mov %%cr3, %%eax; mov %%eax, %%cr3"
                         : : : "eax", "memory");
    }
    stale = false;
}

static uint32_t protection(uint32_t protect)
{
    protect &= PROTECT_MASK;
    return protect == PROTECT_NONE ? 0 :
           protect & 0xcc ? PTE_PRESENT | PTE_WRITE : PTE_PRESENT;
}

static bool commit_page(uint32_t address, uint32_t protect)
{
    uint32_t *d = &directory[address >> 22], page;

    if (!(*d & PTE_PRESENT)) {
        page = pages_take((PageWish) { .count = 1, .bottom_up = true });
        if (!page) {
            return false;
        }
        memset(window(page), 0, PAGE);
        *d = page << 12 | PTE_PRESENT | PTE_WRITE;
    }
    page = entry_value(address) >> 12;
    if (!page) {
        page = pages_take((PageWish) { .count = 1, .bottom_up = true });
        if (!page) {
            return false;
        }
        memset(window(page), 0, PAGE);
    }
    set_entry(address, page << 12 | PTE_COMMITTED | protection(protect));
    return true;
}

static void decommit(uint32_t address, uint32_t size)
{
    for (uint32_t at = address; at < address + size; at += PAGE) {
        uint32_t e = entry_value(at);

        if (e & PTE_COMMITTED) {
            set_entry(at, 0);
            pages_give(e >> 12);
        }
    }
    forget();
}

static uint32_t uncommitted(uint32_t address, uint32_t size)
{
    uint32_t n = 0;

    for (uint32_t at = address; at < address + size; at += PAGE) {
        n += !(entry_value(at) & PTE_COMMITTED);
    }
    return n;
}

/* All or nothing: tables and pages are counted before. */
static Status commit(uint32_t address, uint32_t size, uint32_t protect)
{
    if (uncommitted(address, size) + size / LARGE + 2 > pages_free()) {
        return STATUS_NO_MEMORY;
    }
    for (uint32_t at = address; at < address + size; at += PAGE) {
        if (!commit_page(at, protect)) {
            forget();
            return STATUS_NO_MEMORY;
        }
    }
    forget();
    return STATUS_SUCCESS;
}

static Region *region_of(uint32_t address)
{
    Region *r = regions;

    while (r && address - r->base >= r->size) {
        r = r->next;
    }
    return r;
}

/* Where @size fits: the lowest or the highest place, 0: none. */
static uint32_t find_room(uint32_t size, bool top_down)
{
    uint32_t start = LOWEST, found = 0;

    for (Region *r = regions;; r = r->next) {
        uint32_t end = r ? r->base : HIGHEST;

        if (end >= start && end - start >= size) {
            found = top_down ? (end - size) & ~(STEP - 1) : start;
            if (!top_down) {
                return found;
            }
        }
        if (!r) {
            return found;
        }
        start = (r->base + r->size + STEP - 1) & ~(STEP - 1);
    }
}

static Status reserve(uint32_t *base, uint32_t size, bool top_down)
{
    Region **at = &regions, *r;
    uint32_t wanted = *base ? *base : find_room(size, top_down);

    if (!wanted) {
        return STATUS_NO_MEMORY;
    }
    if (wanted < LOWEST || wanted >= HIGHEST || size > HIGHEST - wanted) {
        return STATUS_INVALID_PARAMETER;
    }
    while (*at && (*at)->base + (*at)->size <= wanted) {
        at = &(*at)->next;
    }
    if (*at && (*at)->base < wanted + size) {
        return STATUS_CONFLICTING_ADDRESSES;
    }
    r = pool_take(sizeof(*r));
    if (!r) {
        return STATUS_NO_MEMORY;
    }
    *r = (Region) { .next = *at, .base = wanted, .size = size };
    *at = r;
    *base = wanted;
    return STATUS_SUCCESS;
}

static void release(Region *r)
{
    Region **at = &regions;

    while (*at != r) {
        at = &(*at)->next;
    }
    decommit(r->base, r->size);
    *at = r->next;
    pool_give(r);
}

bool virtual_image(uint32_t base, uint32_t size)
{
    size = (size + PAGE - 1) & ~(PAGE - 1);
    if (reserve(&base, size, false) != STATUS_SUCCESS ||
        commit(base, size, PROTECT_WRITE) != STATUS_SUCCESS) {
        return false;
    }
    region_of(base)->image = true;
    return true;
}

uint32_t virtual_physical(uint32_t address)
{
    uint32_t d = directory[address >> 22], e;

    if (!(d & PTE_PRESENT)) {
        return ~0u;
    }
    if (d & PTE_LARGE) {
        return (d & ~(LARGE - 1)) + address % LARGE;
    }
    e = entry_value(address);
    return e & PTE_COMMITTED ? (e & ~(PAGE - 1)) + address % PAGE : ~0u;
}

/* --- exports --- */

uint32_t STDCALL MmGetPhysicalAddress(uint32_t address)
{
    uint32_t physical = virtual_physical(address);

    physical = physical == ~0u ? 0 : physical;
    /* The GPU's view of RAM is RAM. */
    return physical >= RAM_ALIAS && physical < 0xf8000000 ?
           physical - RAM_ALIAS : physical;
}

uint8_t STDCALL MmIsAddressValid(uint32_t address)
{
    return virtual_physical(address) != ~0u &&
           (address >= WINDOW || entry_value(address) & PTE_PRESENT);
}

static uint32_t protect_of(uint32_t e)
{
    return e & PTE_WRITE ? PROTECT_WRITE :
           e & PTE_PRESENT ? PROTECT_READ : PROTECT_NONE;
}

uint32_t virtual_transfer(uint32_t address, bool to_memory)
{
    uint32_t e = entry_value(address);
    uint32_t physical = MmGetPhysicalAddress(address);

    if (!MmIsAddressValid(address) || physical >= pages_total * PAGE ||
        (to_memory && address < WINDOW && !(e & PTE_WRITE))) {
        return ~0u;
    }
    return physical;
}

uint32_t STDCALL MmQueryAddressProtect(uint32_t address)
{
    return address >= WINDOW ?
           (virtual_physical(address) == ~0u ? 0 : PROTECT_WRITE) :
           entry_value(address) & PTE_COMMITTED ?
           protect_of(entry_value(address)) : 0;
}

static void protect_pages(uint32_t address, uint32_t size, uint32_t protect)
{
    for (uint32_t at = address; at < address + size; at += PAGE) {
        uint32_t e = entry_value(at);

        if (e & PTE_COMMITTED) {
            set_entry(at, (e & ~(PAGE - 1)) | PTE_COMMITTED |
                          protection(protect));
        }
    }
    forget();
}

void STDCALL MmSetAddressProtect(uint32_t address, uint32_t size,
                                 uint32_t protect)
{
    uint32_t flags = lock(), start = address & ~(PAGE - 1);

    if (address < WINDOW && size <= WINDOW - address) {
        protect_pages(start, address + size - start, protect);
    }
    unlock(flags);
}

/* A range in whole pages, or in steps where a reservation starts. */
static bool round_range(uint32_t *base, uint32_t *size, uint32_t step)
{
    uint32_t start = *base & ~(step - 1), end = *base + *size;

    if (!*size || end < *base || end > HIGHEST) {
        return false;
    }
    *base = start;
    *size = (end - start + PAGE - 1) & ~(PAGE - 1);
    return true;
}

static Status allocate(uint32_t *base, uint32_t *size, uint32_t type,
                       uint32_t protect)
{
    bool reserving = !*base || type & MEM_RESERVE;
    Region *r;
    Status s;

    if (!round_range(base, size, reserving ? STEP : PAGE)) {
        return STATUS_INVALID_PARAMETER;
    }
    if (reserving) {
        s = reserve(base, *size, type & MEM_TOP_DOWN);
        if (s != STATUS_SUCCESS) {
            return s;
        }
    }
    r = region_of(*base);
    if (!r || r->image || *size > r->size - (*base - r->base)) {
        return STATUS_CONFLICTING_ADDRESSES;
    }
    s = type & MEM_COMMIT ? commit(*base, *size, protect) : STATUS_SUCCESS;
    if (s != STATUS_SUCCESS && reserving) {
        release(r);
    }
    return s;
}

Status STDCALL NtAllocateVirtualMemory(uint32_t *base, uint32_t zero_bits,
                                       uint32_t *size, uint32_t type,
                                       uint32_t protect)
{
    uint32_t flags, start = *base, bytes = *size;
    Status s;

    if (!(type & (MEM_COMMIT | MEM_RESERVE)) || zero_bits > 21) {
        return STATUS_INVALID_PARAMETER;
    }
    if (!(protect & PROTECT_MASK)) {
        return STATUS_INVALID_PAGE_PROTECTION;
    }
    flags = lock();
    s = allocate(&start, &bytes, type, protect);
    unlock(flags);
    if (s == STATUS_SUCCESS) {
        *base = start;
        *size = bytes;
    }
    return s;
}

static Status free_range(uint32_t *base, uint32_t *size, uint32_t type)
{
    Region *r = region_of(*base);

    if (!r || r->image) {
        return STATUS_MEMORY_NOT_ALLOCATED;
    }
    if (!*size) {
        if (*base - r->base >= PAGE) {
            return STATUS_UNABLE_TO_FREE_VM;
        }
        *base = r->base;
        *size = r->size;
    } else if (!round_range(base, size, PAGE) ||
               *size > r->size - (*base - r->base)) {
        return STATUS_UNABLE_TO_FREE_VM;
    }
    if (type & MEM_DECOMMIT) {
        decommit(*base, *size);
    } else if (*base == r->base && *size == r->size) {
        release(r);
    } else {
        return STATUS_UNABLE_TO_FREE_VM;    /* no part of a reservation */
    }
    return STATUS_SUCCESS;
}

Status STDCALL NtFreeVirtualMemory(uint32_t *base, uint32_t *size,
                                   uint32_t type)
{
    uint32_t flags, start = *base, bytes = *size;
    Status s;

    if (!(type & MEM_DECOMMIT) == !(type & MEM_RELEASE)) {
        return STATUS_INVALID_PARAMETER;
    }
    flags = lock();
    s = free_range(&start, &bytes, type);
    unlock(flags);
    if (s == STATUS_SUCCESS) {
        *base = start;
        *size = bytes;
    }
    return s;
}

Status STDCALL NtProtectVirtualMemory(uint32_t *base, uint32_t *size,
                                      uint32_t protect, uint32_t *old)
{
    uint32_t flags = lock(), start = *base, bytes = *size;
    Region *r = region_of(start);
    Status s = STATUS_CONFLICTING_ADDRESSES;

    if (r && round_range(&start, &bytes, PAGE) &&
        bytes <= r->size - (start - r->base) && !uncommitted(start, bytes)) {
        *old = protect_of(entry_value(start));
        protect_pages(start, bytes, protect);
        *base = start;
        *size = bytes;
        s = STATUS_SUCCESS;
    }
    unlock(flags);
    return s;
}

typedef struct MemoryInformation {
    uint32_t base, allocation_base, allocation_protect, size, state, protect,
             type;
} MemoryInformation;

static bool alike(uint32_t a, uint32_t b)
{
    uint32_t bits = PTE_COMMITTED | PTE_PRESENT | PTE_WRITE;

    return (a & bits) == (b & bits);
}

Status STDCALL NtQueryVirtualMemory(uint32_t address, MemoryInformation *info)
{
    uint32_t flags, at = address & ~(PAGE - 1), e;
    Region *r;

    if (address >= WINDOW) {
        return STATUS_INVALID_PARAMETER;
    }
    memset(info, 0, sizeof(*info));
    flags = lock();
    info->base = at;
    r = region_of(at);
    if (!r) {
        info->state = MEM_FREE;
        info->protect = PROTECT_NONE;
        for (r = regions; r && r->base < at; r = r->next) {
        }
        info->size = (r ? r->base : HIGHEST) - at;
        unlock(flags);
        return STATUS_SUCCESS;
    }
    e = entry_value(at);
    info->allocation_base = r->base;
    info->allocation_protect = PROTECT_WRITE;
    info->type = r->image ? 0x1000000 : MEM_PRIVATE;
    info->state = e & PTE_COMMITTED ? MEM_COMMIT : MEM_RESERVE;
    info->protect = e & PTE_COMMITTED ? protect_of(e) : 0;
    while (at < r->base + r->size && alike(entry_value(at), e)) {
        at += PAGE;
    }
    info->size = at - info->base;
    unlock(flags);
    return STATUS_SUCCESS;
}
