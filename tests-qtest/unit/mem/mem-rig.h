/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Memory of a card without the card: VRAM, instance memory, a bus of some
 * bytes.  Object words are built from the documented fields.
 */
#ifndef NV_MEM_RIG_H
#define NV_MEM_RIG_H

#include <glib.h>

#include "base/bits.h"
#include "chip/chips.h"
#include "mem/mem.h"

#define VRAM_SIZE 0x400000u
#define RAMIN_SIZE 0x100000u    /* of the chip below */
#define BUS_SIZE  0x10000u

#define OBJ_TABLE   0x1000u     /* page table present */
#define OBJ_LINEAR  0x2000u
#define OBJ_RO      0x4000u
#define OBJ_WO      0x8000u
#define OBJ_VRAM    0x00000u
#define OBJ_PCI     0x20000u
#define OBJ_AGP     0x30000u

typedef struct Rig {
    NvEnv env;
    NvMem mem;
    uint8_t bus[BUS_SIZE];
    uint32_t dirty_at, dirty_len;
    unsigned dirties;
    unsigned questions;         /* of dma_map */
    uint64_t hole;              /* a page of the bus that is no memory, or 0 */
    unsigned settled;           /* by who claimed some of it */
} Rig;

static inline bool bus_read(void *host, uint64_t addr, void *buf, size_t len)
{
    Rig *rig = host;

    g_assert_cmpuint(addr + len, <=, UINT64_C(1) << 32);
    if (addr > BUS_SIZE || len > BUS_SIZE - addr) {
        return false;
    }
    memcpy(buf, rig->bus + addr, len);
    return true;
}

static inline bool bus_write(void *host, uint64_t addr, const void *buf, size_t len)
{
    Rig *rig = host;

    if (addr > BUS_SIZE || len > BUS_SIZE - addr) {
        return false;
    }
    memcpy(rig->bus + addr, buf, len);
    return true;
}

static inline const void *bus_map(void *host, uint64_t addr, uint64_t *len)
{
    Rig *rig = host;
    uint64_t end = rig->hole && addr < rig->hole ? rig->hole : BUS_SIZE;

    rig->questions++;
    g_assert_cmpuint(addr + *len, <=, UINT64_C(1) << 32);
    if (addr >= end || (rig->hole && addr - rig->hole < 0x1000)) {
        return NULL;
    }
    *len = MIN(*len, end - addr);
    return rig->bus + addr;
}

static inline void dirty(void *host, uint32_t offset, uint32_t len)
{
    Rig *rig = host;

    rig->dirty_at = offset;
    rig->dirty_len = len;
    rig->dirties++;
}

static const NvHostOps ops = {
    .dma_read = bus_read, .dma_write = bus_write, .vram_dirty = dirty,
    .dma_map = bus_map,
};

static inline Rig *rig_new(void)
{
    Rig *rig = g_new0(Rig, 1);

    rig->env.chip = nv_chip_find("nv20");
    rig->env.ops = &ops;
    rig->env.host = rig;
    nv_mem_init(&rig->mem, &rig->env, NULL, VRAM_SIZE);
    return rig;
}

static inline void rig_free(Rig *rig)
{
    nv_mem_free(&rig->mem);
    g_free(rig);
}

static inline NvDma object(Rig *rig, uint32_t inst, uint32_t word0,
                           uint32_t limit, uint32_t word2)
{
    NvDma dma;

    nv_mem_ramin_write(&rig->mem, inst, word0);
    nv_mem_ramin_write(&rig->mem, inst + 4, limit);
    nv_mem_ramin_write(&rig->mem, inst + 8, word2);
    g_assert_true(nv_mem_dma_load(&rig->mem, inst, &dma));
    return dma;
}

#endif
