/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Where the bytes of a texture lie: in one run of the host's memory, or in
 * pages of a DMA object that the machine has here and there.  Nothing is
 * copied, so nothing has to be found out of date.  No hardware facts.
 */
#include "raster/soft/texture.h"

/* 32 MiB in scattered pages; what is in one run may be as large as it likes. */
#define MOST_PAGES 8192u
/* Host time to find a page, in plain pixels. */
#define PAGE_PIXELS 8

/* A range of a DMA object. */
typedef struct Range {
    NvMem *mem;
    const NvDma *dma;
    uint32_t offset, size;
} Range;

/* @len bytes from @at up; NULL if they are not together in the host. */
static const uint8_t *piece(const Range *r, uint32_t at, uint32_t len)
{
    uint32_t run;
    const uint8_t *p = nv_mem_dma_at(r->mem, r->dma, r->offset + at, len,
                                     &run);

    return p && run == len ? p : NULL;
}

/*
 * The whole range is one run: piece by piece, since a guest that maps its
 * memory by pages mostly has them in a row.
 */
static const uint8_t *one_run(const Range *r)
{
    const uint8_t *start = NULL;
    uint32_t run;

    for (uint32_t at = 0; at < r->size; at += run) {
        const uint8_t *p = nv_mem_dma_at(r->mem, r->dma, r->offset + at,
                                         r->size - at, &run);

        if (!p || (start && p != start + at) ||
            at / NV_DMA_PAGE > MOST_PAGES) {
            return NULL;
        }
        start = start ? start : p;
    }
    return start;
}

static void note_place(NvSoftTexture *t, const uint8_t *p, uint32_t len)
{
    uintptr_t low = (uintptr_t)p, high = low + len;

    t->lowest = t->highest && t->lowest < low ? t->lowest : low;
    t->highest = t->highest > high ? t->highest : high;
}

static void make_room(NvSoftTexture *t, uint32_t pages)
{
    if (t->pages_room < pages) {
        t->pages_room = pages;
        t->page = g_renew(const uint8_t *, t->page, pages);
    }
}

/* Page @i of the range, or what it has of it; false: it cannot be read. */
static bool find_page(const Range *r, NvSoftTexture *t, uint32_t i)
{
    uint32_t from = i ? 0 : t->into_page;
    uint32_t at = i * NV_DMA_PAGE + from - t->into_page;
    uint32_t len = MIN(NV_DMA_PAGE - from, r->size - at);
    const uint8_t *p = piece(r, at, len);

    if (p) {
        note_place(t, p, len);
        t->page[i] = p - from;
    }
    return p;
}

/* Those from the second on that are whole, as far as they are found at once. */
static uint32_t find_whole(const Range *r, NvSoftTexture *t, uint32_t pages)
{
    uint32_t n = 0;

    if (pages > 2 && !r->dma->linear) {
        n = nv_mem_dma_pages(r->mem, r->dma,
                             r->offset + NV_DMA_PAGE - t->into_page,
                             pages - 2, t->page + 1);
    }
    for (uint32_t i = 1; i <= n; i++) {
        note_place(t, t->page[i], NV_DMA_PAGE);
    }
    return n;
}

static const char *many_runs(const Range *r, NvSoftTexture *t)
{
    uint32_t into = nv_mem_dma_into_page(r->dma, r->offset);
    uint64_t end = (uint64_t)into + r->size;
    uint32_t pages = (end + NV_DMA_PAGE - 1) / NV_DMA_PAGE;
    bool found;

    if (pages > MOST_PAGES) {
        return "more than 32 MiB in pages apart, or no memory, at offset";
    }
    make_room(t, pages);
    t->into_page = into;
    found = find_page(r, t, 0);
    for (uint32_t i = 1 + (found ? find_whole(r, t, pages) : 0);
         i < pages && found; i++) {
        found = find_page(r, t, i);
    }
    return found ? NULL : "no readable memory at offset";
}

const char *nv_soft_pages_find(const NvRaster *raster, const NvDma *dma,
                               uint32_t offset, uint32_t size,
                               NvSoftTexture *t)
{
    const Range r = { raster->mem, dma, offset, size };

    assert(size && !t->data);
    /* All of it: page by page, the sum of 32 bits would begin anew. */
    if ((uint64_t)offset + size - 1 > dma->limit) {
        return "beyond the limit of its DMA object at offset";
    }
    nv_env_spend(raster->env, MIN(size / NV_DMA_PAGE, 2 * MOST_PAGES) *
                              (dma->linear ? 0 : PAGE_PIXELS));
    t->data = one_run(&r);
    if (t->data) {
        note_place(t, t->data, size);
        return NULL;
    }
    return many_runs(&r, t);
}

/* A texel may lie across the end of a page: drivers align, guests need not. */
const uint8_t *nv_soft_pages_bytes(const NvSoftTexture *t, size_t at,
                                   unsigned n, uint8_t *room)
{
    size_t byte = at + t->into_page;
    size_t page = byte / NV_DMA_PAGE, from = byte % NV_DMA_PAGE;
    size_t first = NV_DMA_PAGE - from;

    assert(n <= NV_SOFT_TEXEL_BYTES);
    if (n <= first) {
        return t->page[page] + from;
    }
    memcpy(room, t->page[page] + from, first);
    memcpy(room + first, t->page[page + 1], n - first);
    return room;
}

/* Of a pair, both texels are looked at. */
uint32_t nv_soft_pages_fetch(const NvSoftTexture *t, size_t at, unsigned x,
                             unsigned y)
{
    uint8_t room[NV_SOFT_TEXEL_BYTES];
    unsigned bytes = t->format->bytes;
    unsigned into = t->format->pair ? (x & 1) * bytes : 0;
    unsigned n = t->format->pair ? 2 * bytes : bytes;
    const uint8_t *p = nv_soft_pages_bytes(t, at - into, n, room);

    return t->texel->fetch(t, p + into, x, y);
}
