/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * VRAM, instance memory and DMA objects.
 *
 * Facts: the DMA object fields of the NV4 documents, and the words stock
 * drivers write into instance memory.
 */
#include "mem/mem.h"

#include "base/bits.h"
#include "chip/chips.h"

/* Word 0 of a DMA object. */
#define DMA_CLASS_MASK   NV_MASK(11, 0)
#define DMA_PT_PRESENT   NV_BIT(12)
#define DMA_PT_LINEAR    NV_BIT(13)
#define DMA_ACCESS_SHIFT 14
#define DMA_TARGET_SHIFT 16
#define DMA_ADJUST_SHIFT 20

/* A page table entry, and word 2 of a linear object. */
#define PTE_PRESENT  NV_BIT(0)
#define PTE_WRITABLE NV_BIT(1)
#define PTE_FRAME    NV_MASK(31, 12)

#define PAGE_SIZE NV_DMA_PAGE
#define PAGE_MASK (PAGE_SIZE - 1)

enum {
    ACCESS_READ_ONLY = 1,
};

/*
 * Where instance memory lies in VRAM: it starts at the end and runs
 * backwards (doc, NV3-NV3x).  The unit that keeps its order inside is 4 bytes
 * on NV1 (doc); 64 bytes here is a guess, and only a CPU that looks at the
 * same bytes through both windows could tell.
 */
#define RAMIN_UNIT 64u

static uint32_t ramin_to_vram(const NvMem *mem, uint32_t addr)
{
    uint32_t inside = addr & (RAMIN_UNIT - 1) & ~3u;
    uint32_t unit = addr & (mem->ramin_size - 1) & ~(RAMIN_UNIT - 1);

    return mem->vram_size - RAMIN_UNIT - unit + inside;
}

void nv_mem_init(NvMem *mem, NvEnv *env, void *vram, uint32_t size)
{
    mem->env = env;
    /* A board with less VRAM has less of it (guess). */
    mem->ramin_size = MIN(env->chip->ramin_size, size / 2);
    assert(!(mem->ramin_size & (mem->ramin_size - 1)));
    assert(!(size & (size - 1)));
    mem->owned = !vram;
    mem->vram = vram ? vram : g_malloc0(size);
    mem->vram_size = size;
}

void nv_mem_free(NvMem *mem)
{
    if (mem->owned) {
        g_free(mem->vram);
    }
    mem->vram = NULL;
    mem->owned = false;
}

/* ---- what others write to ---- */

void nv_mem_claim(NvMem *mem, const NvMemClaim *claim)
{
    assert(claim->settle && !mem->claim.settle);
    mem->claim = *claim;
}

void nv_mem_give_back(NvMem *mem)
{
    mem->claim.settle = NULL;
}

static void settle(const NvMem *mem)
{
    if (mem->claim.settle) {
        mem->claim.settle(mem->claim.opaque);
        assert(!mem->claim.settle);
    }
}

static void settle_range(const NvMem *mem, uint64_t from, uint64_t to)
{
    for (unsigned i = 0; i < NV_ARRAY_SIZE(mem->claim.range); i++) {
        if (from < mem->claim.range[i].to && mem->claim.range[i].from < to) {
            settle(mem);
        }
    }
}

/* Where VRAM bytes from @offset are, of which @len are looked at. */
static inline uint8_t *vram(const NvMem *mem, uint64_t offset, uint64_t len)
{
    if (G_UNLIKELY(mem->claim.settle)) {
        settle_range(mem, offset, offset + len);
    }
    return mem->vram + offset;
}

/* The bus may lead to VRAM: @host is where @len bytes are, NULL: not known. */
static inline void look_at_bus(const NvMem *mem, const uint8_t *host,
                               uint64_t len)
{
    if (G_LIKELY(!mem->claim.settle)) {
        return;
    }
    if (!host) {
        settle(mem);
    } else if (host < mem->vram + mem->vram_size && mem->vram < host + len) {
        uint64_t from = host > mem->vram ? host - mem->vram : 0;

        settle_range(mem, from, from + len);
    }
}

/* ---- */

const uint8_t *nv_mem_vram(const NvMem *mem, uint32_t offset, uint32_t len)
{
    if ((uint64_t)offset + len > mem->vram_size) {
        return NULL;
    }
    return vram(mem, offset, len);
}

uint8_t *nv_mem_vram_dirty(NvMem *mem, uint32_t offset, uint32_t len)
{
    if ((uint64_t)offset + len > mem->vram_size) {
        return NULL;
    }
    if (len && mem->env->ops->vram_dirty) {
        mem->env->ops->vram_dirty(mem->env->host, offset, len);
    }
    if (G_UNLIKELY(mem->env->watch_write)) {
        mem->env->watch_write(mem->env, offset, len);
    }
    return vram(mem, offset, len);
}

uint32_t nv_mem_ramin_read(const NvMem *mem, uint32_t addr)
{
    return nv_ld32(vram(mem, ramin_to_vram(mem, addr), 4));
}

void nv_mem_ramin_write(NvMem *mem, uint32_t addr, uint32_t value)
{
    nv_st32(nv_mem_vram_dirty(mem, ramin_to_vram(mem, addr), 4), value);
}

/* Words from @addr that lie in one unit, at most @count. */
static unsigned in_unit(uint32_t addr, unsigned count)
{
    unsigned room = (RAMIN_UNIT - (addr & (RAMIN_UNIT - 1))) / 4;

    return count < room ? count : room;
}

void nv_mem_ramin_get(const NvMem *mem, uint32_t addr, uint32_t *words,
                      unsigned count)
{
    while (count) {
        unsigned n = in_unit(addr, count);
        const uint8_t *from = vram(mem, ramin_to_vram(mem, addr), 4 * n);

        for (unsigned i = 0; i < n; i++) {
            words[i] = nv_ld32(from + 4 * i);
        }
        words += n;
        addr += 4 * n;
        count -= n;
    }
}

/* Units lie backwards, so that all of them are one piece of VRAM. */
void nv_mem_ramin_put(NvMem *mem, uint32_t addr, const uint32_t *words,
                      unsigned count)
{
    uint32_t first = addr & ~(RAMIN_UNIT - 1);
    uint32_t last = (addr + 4 * count - 4) & ~(RAMIN_UNIT - 1);

    if (!count || last < first || last >= mem->ramin_size) {
        return;
    }
    nv_mem_vram_dirty(mem, ramin_to_vram(mem, last),
                      last - first + RAMIN_UNIT);
    while (count) {
        uint8_t *to = mem->vram + ramin_to_vram(mem, addr);
        unsigned n = in_unit(addr, count);

        for (unsigned i = 0; i < n; i++) {
            nv_st32(to + 4 * i, words[i]);
        }
        words += n;
        addr += 4 * n;
        count -= n;
    }
}

static bool class_is_dma(uint32_t class)
{
    return class == 0x02 || class == 0x03 || class == 0x3d;
}

bool nv_mem_dma_load(const NvMem *mem, uint32_t instance, NvDma *dma)
{
    uint32_t word0 = nv_mem_ramin_read(mem, instance);

    dma->instance = instance & (mem->ramin_size - 1) & ~15u;
    dma->class = word0 & DMA_CLASS_MASK;
    dma->present = word0 & DMA_PT_PRESENT;
    dma->linear = word0 & DMA_PT_LINEAR;
    /*
     * Writes obey this field and not the class: the semaphore unit writes
     * through objects of class 2 (doc).  "Write only" (2) stops no read, for
     * the same unit reads them too.
     */
    dma->readonly = nv_extract(word0, DMA_ACCESS_SHIFT, 2) == ACCESS_READ_ONLY;
    dma->target = nv_extract(word0, DMA_TARGET_SHIFT, 2);
    dma->adjust = word0 >> DMA_ADJUST_SHIFT;
    dma->limit = nv_mem_ramin_read(mem, instance + 4);
    dma->base = (nv_mem_ramin_read(mem, instance + 8) & PTE_FRAME) +
                (uint64_t)dma->adjust;
    return class_is_dma(dma->class);
}

static bool target_is_vram(const NvDma *dma)
{
    return dma->target == NV_DMA_VRAM || dma->target == NV_DMA_VRAM_TILED;
}

/* The reason why [offset, offset + len) is not for this access, or NULL. */
static const char *check_access(const NvDma *dma, uint32_t offset,
                                uint32_t len, bool write)
{
    if (!class_is_dma(dma->class)) {
        return "not a DMA object";
    }
    if (write && dma->readonly) {
        return "read only";
    }
    if (len && (uint64_t)offset + len - 1 > dma->limit) {
        return "beyond the limit";
    }
    /* guess: bit 12 alone decides nothing for a linear object. */
    if (!dma->linear && !dma->present) {
        return "no page table";
    }
    return NULL;
}

/*
 * Address in its target of the byte at @offset, and in *run how many bytes
 * go on from there without a break.  A reason instead of NULL: no access.
 */
static const char *translate(const NvMem *mem, const NvDma *dma,
                             uint32_t offset, bool write,
                             uint64_t *addr, uint64_t *run)
{
    uint64_t at = (uint64_t)offset + dma->adjust;
    uint64_t entry = dma->instance + 8 + (at / PAGE_SIZE) * 4;
    uint32_t pte;

    if (dma->linear) {
        /* guess: of word 2 only the frame counts, drivers differ in 0, 1. */
        *addr = dma->base + offset;
        *run = UINT64_C(1) << 32;
        return NULL;
    }
    if (entry + 4 > mem->ramin_size) {
        return "page table beyond instance memory";
    }
    pte = nv_mem_ramin_read(mem, entry);
    if (!(pte & PTE_PRESENT)) {
        return "page not present";
    }
    if (write && !(pte & PTE_WRITABLE)) {
        return "page not writable";
    }
    *addr = (pte & PTE_FRAME) | (at & PAGE_MASK);
    *run = PAGE_SIZE - (at & PAGE_MASK);
    return NULL;
}

static const char *move_vram(NvMem *mem, uint64_t addr, void *buf,
                             uint32_t len, bool write)
{
    if (addr + len > mem->vram_size) {
        return "outside VRAM";
    }
    if (write) {
        memcpy(nv_mem_vram_dirty(mem, addr, len), buf, len);
    } else {
        memcpy(buf, vram(mem, addr, len), len);
    }
    return NULL;
}

static const char *move_bus(NvMem *mem, uint64_t addr, void *buf,
                            uint32_t len, bool write)
{
    const NvHostOps *ops = mem->env->ops;
    bool ok;

    if (addr + len > UINT64_C(1) << 32) {
        return "outside the bus";
    }
    if (G_UNLIKELY(mem->claim.settle)) {
        uint64_t run;
        const uint8_t *host = write ? NULL : nv_mem_bus_at(mem, addr, &run);

        look_at_bus(mem, host && run >= len ? host : NULL, len);
    }
    if (write) {
        ok = ops->dma_write && ops->dma_write(mem->env->host, addr, buf, len);
    } else {
        ok = ops->dma_read && ops->dma_read(mem->env->host, addr, buf, len);
    }
    return ok ? NULL : "bus error";
}

/* @buf is only read when @write; the cast lives in the two callers. */
static bool move(NvMem *mem, const NvDma *dma, uint32_t offset, uint8_t *buf,
                 uint32_t len, bool write)
{
    const char *why = check_access(dma, offset, len, write);

    while (!why && len) {
        uint64_t addr, run;
        uint32_t part;

        why = translate(mem, dma, offset, write, &addr, &run);
        if (why) {
            break;
        }
        part = MIN(len, run);
        why = target_is_vram(dma) ? move_vram(mem, addr, buf, part, write)
                                  : move_bus(mem, addr, buf, part, write);
        buf += part;
        offset += part;
        len -= part;
    }
    if (why) {
        mem->fault = (NvMemFault) { dma->instance, offset, why };
        nv_trace(mem->env, mem_dma_fault, dma->instance, offset, len, why);
    }
    return !why;
}

bool nv_mem_dma_read(NvMem *mem, const NvDma *dma, uint32_t offset,
                     void *buf, uint32_t len)
{
    return move(mem, dma, offset, buf, len, false);
}

bool nv_mem_dma_write(NvMem *mem, const NvDma *dma, uint32_t offset,
                      const void *buf, uint32_t len)
{
    return move(mem, dma, offset, (uint8_t *)buf, len, true);
}

const uint8_t *nv_mem_dma_view(const NvMem *mem, const NvDma *dma,
                               uint32_t offset, uint32_t len)
{
    uint64_t addr, run;

    if (!target_is_vram(dma) || check_access(dma, offset, len, false) ||
        translate(mem, dma, offset, false, &addr, &run) ||
        len > run || addr + len > mem->vram_size) {
        return NULL;
    }
    return vram(mem, addr, len);
}

bool nv_mem_dma_is_bus(const NvDma *dma)
{
    return !target_is_vram(dma);
}

static const uint8_t *vram_at(const NvMem *mem, uint64_t addr, uint32_t len,
                              uint64_t *run)
{
    if (addr >= mem->vram_size) {
        return NULL;
    }
    *run = MIN(mem->vram_size - addr, len);
    return vram(mem, addr, *run);
}

const uint8_t *nv_mem_dma_at(NvMem *mem, const NvDma *dma, uint32_t offset,
                             uint32_t len, uint32_t *run)
{
    const char *why = check_access(dma, offset, len, false);
    uint64_t addr, page, there = 0;
    const uint8_t *host = NULL;

    why = why ? why : translate(mem, dma, offset, false, &addr, &page);
    if (!why) {
        host = target_is_vram(dma) ? vram_at(mem, addr, len, &there)
                                   : nv_mem_bus_at(mem, addr, &there);
        why = host ? NULL : "no memory";
    }
    if (why) {
        nv_trace(mem->env, mem_dma_fault, dma->instance, offset, len, why);
        return NULL;
    }
    *run = MIN(len, MIN(page, there));
    if (!target_is_vram(dma)) {
        look_at_bus(mem, host, *run);
    }
    return host;
}

/* The page at @addr, whole; memory about the one before is in *run. */
static const uint8_t *page_at(NvMem *mem, const NvDma *dma, uint64_t addr,
                              NvBusRun *run)
{
    uint64_t there = 0;

    if (addr < run->start || addr + PAGE_SIZE > run->end) {
        const uint8_t *host = target_is_vram(dma)
            ? vram_at(mem, addr, PAGE_SIZE, &there)
            : nv_mem_bus_at(mem, addr, &there);

        if (!host || there < PAGE_SIZE) {
            return NULL;
        }
        if (!target_is_vram(dma)) {
            look_at_bus(mem, host, there);
        }
        *run = (NvBusRun) { addr, addr + there, host };
    }
    return run->host + (addr - run->start);
}

/* Entries of the table that are read at once. */
#define ENTRIES 64

unsigned nv_mem_dma_pages(NvMem *mem, const NvDma *dma, uint32_t offset,
                          unsigned n, const uint8_t **page)
{
    uint64_t first = ((uint64_t)offset + dma->adjust) / PAGE_SIZE;
    uint64_t entry = dma->instance + 8 + first * 4;
    uint32_t pte[ENTRIES];
    NvBusRun run = { 0 };

    assert(!dma->linear && !nv_mem_dma_into_page(dma, offset));
    if (!n || n > UINT32_MAX / PAGE_SIZE ||
        check_access(dma, offset, n * PAGE_SIZE, false) ||
        entry + 4 * (uint64_t)n > mem->ramin_size) {
        return 0;
    }
    for (unsigned i = 0; i < n; i++) {
        if (i % ENTRIES == 0) {
            nv_mem_ramin_get(mem, entry + 4 * i, pte, MIN(n - i, ENTRIES));
        }
        page[i] = pte[i % ENTRIES] & PTE_PRESENT
                  ? page_at(mem, dma, pte[i % ENTRIES] & PTE_FRAME, &run)
                  : NULL;
        if (!page[i]) {
            return i;
        }
    }
    return n;
}

const char *nv_mem_dma_address(const NvMem *mem, const NvDma *dma,
                               uint32_t offset, uint64_t *addr)
{
    const char *why = check_access(dma, offset, 1, false);
    uint64_t run;

    return why ? why : translate(mem, dma, offset, false, addr, &run);
}
