/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Memory: a bump allocator in system RAM below 64 MiB and one in VRAM.
 * The card's system-memory DMA objects cover exactly this RAM.
 */
#include "guest.h"

#define RAM_TOP 0x04000000u

extern char guest_end[];
static uint32_t ram_next, vram_next = VRAM_HEAP;

void *memset(void *dst, int c, size_t n)
{
    void *d = dst;

    __asm__ volatile("rep stosb" : "+D"(d), "+c"(n) : "a"(c) : "memory");
    return dst;
}

void *memcpy(void *dst, const void *src, size_t n)
{
    void *d = dst;

    __asm__ volatile("rep movsb" : "+D"(d), "+S"(src), "+c"(n) : : "memory");
    return dst;
}

void *mem_alloc(uint32_t size, uint32_t align)
{
    uint32_t at;

    if (!ram_next) {
        ram_next = (uint32_t)guest_end;
    }
    at = (ram_next + align - 1) & ~(align - 1);
    if (at + size > RAM_TOP) {
        fatal("out of memory: %u bytes", size);
    }
    ram_next = at + size;
    memset((void *)at, 0, size);
    return (void *)at;
}

uint32_t vram_alloc(uint32_t size, uint32_t align)
{
    uint32_t at = (vram_next + align - 1) & ~(align - 1);

    if (at + size > card.vram_size - 0x100000) {
        fatal("out of VRAM: %u bytes", size);
    }
    vram_next = at + size;
    return at;
}

uint32_t vram_mark(void)
{
    return vram_next;
}

void vram_release(uint32_t mark)
{
    vram_next = mark;
}
