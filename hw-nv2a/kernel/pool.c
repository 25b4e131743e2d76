/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Small blocks of any size: powers of two up to half a page from shared
 * pages, whole pages above.  A damaged header is reported, not followed.
 */
#include "kernel.h"

enum { SMALLEST = 32, CLASSES = 7, HEADER = 16 };
#define USED 0x504f4f4cu                /* "POOL" */
#define UNUSED 0x46524545u

typedef struct Block {
    uint32_t magic, size_class, size, tag;
} Block;

typedef struct FreeBlock {
    Block header;
    struct FreeBlock *next;
} FreeBlock;

static FreeBlock *unused[CLASSES];

static unsigned class_of(uint32_t size)
{
    unsigned c = 0;

    while (c < CLASSES && size > (uint32_t)SMALLEST << c) {
        c++;
    }
    return c;
}

static bool refill(unsigned c)
{
    uint32_t page = pages_take((PageWish) { .count = 1, .bottom_up = true });
    uint8_t *p = window(page);

    if (!page) {
        return false;
    }
    for (uint32_t at = 0; at + (SMALLEST << c) <= PAGE; at += SMALLEST << c) {
        FreeBlock *b = (FreeBlock *)(p + at);

        b->header.magic = UNUSED;
        b->next = unused[c];
        unused[c] = b;
    }
    return true;
}

static Block *take(uint32_t size, unsigned c)
{
    uint32_t page;
    Block *b;

    if (c == CLASSES) {
        page = pages_take((PageWish) {
            .count = (size + PAGE - 1) / PAGE, .bottom_up = true,
        });
        return page ? window(page) : NULL;
    }
    if (!unused[c] && !refill(c)) {
        return NULL;
    }
    b = &unused[c]->header;
    unused[c] = unused[c]->next;
    return b;
}

void *pool_take(uint32_t size)
{
    unsigned c = class_of(size + HEADER);
    uint32_t flags;
    Block *b;

    if (size > pages_total * PAGE) {
        return NULL;
    }
    flags = lock();
    b = take(size + HEADER, c);
    unlock(flags);
    if (!b) {
        return NULL;
    }
    *b = (Block) { .magic = USED, .size_class = c, .size = size };
    memset(b + 1, 0, size);
    return b + 1;
}

void pool_give(void *block)
{
    Block *b = (Block *)block - 1;
    uint32_t flags;

    if (!block) {
        return;
    }
    if ((uint32_t)block % HEADER || b->magic != USED ||
        b->size_class > CLASSES) {
        print("kernel: %p is no block of the pool\n", block);
        return;
    }
    flags = lock();
    b->magic = UNUSED;
    if (b->size_class == CLASSES) {
        pages_give(((uint32_t)b - WINDOW) / PAGE);
    } else {
        FreeBlock *f = (FreeBlock *)b;

        f->next = unused[b->size_class];
        unused[b->size_class] = f;
    }
    unlock(flags);
}

void *STDCALL ExAllocatePoolWithTag(uint32_t size, uint32_t tag)
{
    Block *b = pool_take(size);

    if (b) {
        b[-1].tag = tag;
    }
    return b;
}

void *STDCALL ExAllocatePool(uint32_t size)
{
    return ExAllocatePoolWithTag(size, 0);
}

void STDCALL ExFreePool(void *block)
{
    pool_give(block);
}

uint32_t STDCALL ExQueryPoolBlockSize(void *block)
{
    return ((Block *)block)[-1].size;
}

static uint32_t round_up(uint32_t size)
{
    return size / PAGE + (size % PAGE != 0);
}

/* One of 1, 2, 4, perhaps as code (40 and so on), one way of caching. */
static bool valid_protection(uint32_t protect)
{
    uint32_t access = protect & 0xff, caching = protect & 0x600;

    return access && !(access & (access - 1)) && caching != 0x600;
}

void *STDCALL MmAllocateSystemMemory(uint32_t size, uint32_t protect)
{
    PageWish wish = { .count = round_up(size), .bottom_up = true };
    uint32_t page = valid_protection(protect) ? pages_take(wish) : 0;

    return page ? window(page) : NULL;
}

uint32_t STDCALL MmFreeSystemMemory(void *address, uint32_t size)
{
    uint32_t page = ((uint32_t)address - WINDOW) / PAGE;
    uint32_t pages = pages_size(page);

    pages_give(page);
    return pages;
}

/* The address is the stack's end, where it begins to be used. */
void *STDCALL MmCreateKernelStack(uint32_t size, uint8_t debugger)
{
    uint32_t pages = round_up(size);
    uint32_t page = pages_take((PageWish) { .count = pages,
                                            .bottom_up = true });

    return page ? window(page + pages) : NULL;
}

void STDCALL MmDeleteKernelStack(void *base, void *limit)
{
    pages_give(((uint32_t)limit - WINDOW) / PAGE);
}
