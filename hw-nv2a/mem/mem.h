/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * VRAM, instance memory and DMA objects: every way a unit reaches memory.
 *
 * Instance memory (RAMIN) is the end of VRAM, as much as the chip has, seen
 * through an address that runs backwards; units use RAMIN addresses only.
 */
#ifndef NV_MEM_MEM_H
#define NV_MEM_MEM_H

#include "base/env.h"

/* Addresses of the bus from start up to end, seen at host; end 0: none. */
typedef struct NvBusRun {
    uint64_t start, end;
    const uint8_t *host;
} NvBusRun;

#define NV_BUS_RUNS 16

/* Why the last access by a DMA object that failed did so. */
typedef struct NvMemFault {
    uint32_t instance, offset;
    const char *why;
} NvMemFault;

/* VRAM bytes from .. to - 1. */
typedef struct NvMemRange {
    uint64_t from, to;
} NvMemRange;

/* What other threads write to; settle() ends that, and gives it back. */
typedef struct NvMemClaim {
    NvMemRange range[2];
    void (*settle)(void *opaque);       /* NULL: nobody does */
    void *opaque;
} NvMemClaim;

typedef struct NvMem {
    NvEnv *env;
    uint8_t *vram;
    uint32_t vram_size;     /* bytes, power of two */
    uint32_t ramin_size;    /* bytes, power of two */
    bool owned;             /* we allocated it */
    /* What the host has shown of the machine's memory during run_call. */
    NvBusRun run[NV_BUS_RUNS];
    unsigned next_run;
    uint32_t run_call;
    NvMemFault fault;       /* for messages alone */
    NvMemClaim claim;
} NvMem;

/*
 * @env must know the chip.  @vram NULL: allocate zeroed; else @size bytes of
 * the caller's, who keeps them.  @size: a power of two >= twice RAMIN's.
 */
void nv_mem_init(NvMem *mem, NvEnv *env, void *vram, uint32_t size);
void nv_mem_free(NvMem *mem);

/*
 * From now on whoever is given an address in the claim's ranges by a function
 * below, or moves bytes there, waits for its settle(), which calls
 * nv_mem_give_back(), too.
 */
void nv_mem_claim(NvMem *mem, const NvMemClaim *claim);
void nv_mem_give_back(NvMem *mem);

/* VRAM bytes [offset, offset + len) for reading, NULL if not all inside. */
const uint8_t *nv_mem_vram(const NvMem *mem, uint32_t offset, uint32_t len);
/* The same for writing: reports the range as dirty. */
uint8_t *nv_mem_vram_dirty(NvMem *mem, uint32_t offset, uint32_t len);

/* Instance memory; @addr is masked to its size and to 4 bytes. */
uint32_t nv_mem_ramin_read(const NvMem *mem, uint32_t addr);
void nv_mem_ramin_write(NvMem *mem, uint32_t addr, uint32_t value);
/* The same for @count words from @addr. */
void nv_mem_ramin_get(const NvMem *mem, uint32_t addr, uint32_t *words,
                      unsigned count);
void nv_mem_ramin_put(NvMem *mem, uint32_t addr, const uint32_t *words,
                      unsigned count);

/* Where a DMA object points. */
typedef enum NvDmaTarget {
    NV_DMA_VRAM = 0,
    NV_DMA_VRAM_TILED = 1,
    NV_DMA_PCI = 2,
    NV_DMA_AGP = 3,
} NvDmaTarget;

/*
 * A DMA object as its words in instance memory say.  Parsed on every use
 * site that matters (bind), cheap to parse again.
 */
typedef struct NvDma {
    uint32_t instance;      /* RAMIN address of word 0; 0 = no object */
    uint16_t class;         /* 0x02 read, 0x03 write, 0x3d both, 0x30 null */
    bool present;           /* page table present (bit 12) */
    bool linear;            /* bit 13 */
    bool readonly;          /* access field says read only */
    NvDmaTarget target;
    uint32_t adjust;        /* bytes added to every offset */
    uint32_t limit;         /* last valid offset */
    uint64_t base;          /* linear: byte address of offset 0 */
} NvDma;

/*
 * Parse the object at RAMIN address @instance (a multiple of 16).  Always
 * fills *dma; false if its class is no DMA class (access then fails too).
 */
bool nv_mem_dma_load(const NvMem *mem, uint32_t instance, NvDma *dma);

/*
 * Read or write [offset, offset + len) of the object.  False, with NvMem.fault
 * set and a trace line, beyond the limit, on a page not present, on a write to
 * a read-only object, outside VRAM, or on a bus error; then nothing or a part
 * was moved.
 */
bool nv_mem_dma_read(NvMem *mem, const NvDma *dma, uint32_t offset,
                     void *buf, uint32_t len);
bool nv_mem_dma_write(NvMem *mem, const NvDma *dma, uint32_t offset,
                      const void *buf, uint32_t len);

/* The last fault of @mem as arguments of a printing function. */
#define NV_MEM_FAULT(mem) \
    "DMA object 0x%05x, offset 0x%08x: %s", (mem)->fault.instance, \
    (mem)->fault.offset, (mem)->fault.why

/*
 * Direct view of [offset, offset + len) when it is one run of VRAM within
 * the limit; NULL otherwise (then use nv_mem_dma_read).
 */
const uint8_t *nv_mem_dma_view(const NvMem *mem, const NvDma *dma,
                               uint32_t offset, uint32_t len);

/*
 * Where the byte at @offset lies in the host, for reading, and in *run how
 * many of the @len from there follow it: in VRAM, or in the machine's memory,
 * which is there until this call into the card returns.  Both may change at
 * any time.  NULL, with a trace line, where nv_mem_dma_read() of @len bytes
 * would fail at once, and for what is on the bus but no memory.
 */
const uint8_t *nv_mem_dma_at(NvMem *mem, const NvDma *dma, uint32_t offset,
                             uint32_t len, uint32_t *run);

/*
 * The same of whole pages of an object that has a table, from @offset on, where
 * one begins: where each of @n lies, as far as all of it is in one piece; how
 * many that were before the first that is not, or that cannot be read.
 */
unsigned nv_mem_dma_pages(NvMem *mem, const NvDma *dma, uint32_t offset,
                          unsigned n, const uint8_t **page);

/*
 * For people: where in its target the byte at @offset is: an address of VRAM,
 * or of the bus.  A reason instead of NULL: it cannot be read.
 */
const char *nv_mem_dma_address(const NvMem *mem, const NvDma *dma,
                               uint32_t offset, uint64_t *addr);

/* bus.c: the same of a bus address, for mem.c. */
const uint8_t *nv_mem_bus_at(NvMem *mem, uint64_t addr, uint64_t *run);

/* In memory of the machine's, not the card's. */
bool nv_mem_dma_is_bus(const NvDma *dma);
/* Bytes of a page of a DMA object, and how far into one @offset is. */
#define NV_DMA_PAGE 0x1000u
static inline uint32_t nv_mem_dma_into_page(const NvDma *dma, uint32_t offset)
{
    return (offset + dma->adjust) & (NV_DMA_PAGE - 1);
}

#endif
