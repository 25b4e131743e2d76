/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The address map of the BARs: which unit answers where.
 *
 * Facts: envytools, MMIO map for NV20:NV30; for NV40 what its drivers use.
 */
#include "card/card.h"

typedef enum NvMapKind {
    MAP_REGISTERS,          /* 32-bit words */
    MAP_MEMORY,             /* words that may be changed in part */
    MAP_VGA,                /* bytes */
} NvMapKind;

typedef struct NvRange {
    uint32_t start, end;    /* last byte */
    const char *name;
    NvMapKind kind;
    uint32_t enable;        /* bit of PMC.ENABLE it needs; 0 = always there */
    uint32_t (*read)(NvCard *card, uint32_t offset);
    void (*write)(NvCard *card, uint32_t offset, uint32_t value);
    bool whole;             /* they take addresses, not offsets from @start */
    uint64_t caps;          /* capabilities the chip must have; 0 = any */
} NvRange;

/* A unit behind <prefix>_read() and <prefix>_write(), and a block of rows. */
#define UNIT(name, member, prefix) \
    static uint32_t name##_read(NvCard *card, uint32_t offset) \
    { \
        return prefix##_read(&card->member, offset); \
    } \
    static void name##_write(NvCard *card, uint32_t offset, uint32_t value) \
    { \
        prefix##_write(&card->member, offset, value); \
    }

#define ROWS(name) UNIT(name, name, rows)

static uint32_t rows_read(NvRegs *regs, uint32_t offset)
{
    uint32_t value;

    nv_regs_read(regs, offset, &value);
    return value;
}

static void rows_write(NvRegs *regs, uint32_t offset, uint32_t value)
{
    nv_regs_write(regs, offset, value);
}

ROWS(pbus)
ROWS(pfb)
ROWS(pvideo)
UNIT(ptimer, ptimer, nv_ptimer)
UNIT(ramin, mem, nv_mem_ramin)
UNIT(pfifo, pfifo, nv_pfifo)
UNIT(ring, pfifo, nv_pfifo_ring)
UNIT(user, pfifo, nv_pfifo_user)
UNIT(pgraph, pgraph, nv_pgraph)
UNIT(display, display, nv_display)
UNIT(clock, pclock.clock, rows)
UNIT(control, pclock.control, rows)
UNIT(far, pclock.far, rows)
#undef ROWS
#undef UNIT

/* PCI configuration space of the card itself. */
static uint32_t config_read(NvCard *card, uint32_t offset)
{
    const NvHostOps *ops = card->env.ops;

    return ops->config_read ? ops->config_read(card->env.host, offset) : 0;
}

static void config_write(NvCard *card, uint32_t offset, uint32_t value)
{
    const NvHostOps *ops = card->env.ops;

    if (ops->config_write) {
        ops->config_write(card->env.host, offset, value);
    }
}

static uint32_t straps_read(NvCard *card, uint32_t offset)
{
    return offset == 0 ? card->env.chip->straps : 0;
}

static uint32_t rom_read(NvCard *card, uint32_t offset)
{
    uint32_t word = UINT32_MAX;

    if (offset < card->rom_size) {
        memcpy(&word, card->rom + offset, MIN(4, card->rom_size - offset));
        word = GUINT32_FROM_LE(word);
    }
    return word;
}

/* Sorted by address.  The display tells its heads by the whole address. */
static const NvRange ranges[] = {
    { 0x000000, 0x000fff, "PMC", MAP_REGISTERS, 0, nv_pmc_read, nv_pmc_write },
    { 0x001000, 0x0017ff, "PBUS", MAP_REGISTERS, 0, pbus_read, pbus_write },
    { 0x001800, 0x0018ff, "PBUS.PCI", MAP_MEMORY, 0,
      config_read, config_write },
    { 0x002000, 0x003fff, "PFIFO", MAP_REGISTERS, NV_PMC_PFIFO,
      pfifo_read, pfifo_write },
    { 0x004000, 0x0046ff, "PCLOCK", MAP_REGISTERS, 0, clock_read, clock_write,
      .caps = NV_CAP_PCLOCK },
    { 0x008000, 0x008fff, "PVIDEO", MAP_REGISTERS, NV_PMC_PVIDEO,
      pvideo_read, pvideo_write },
    { 0x009000, 0x009fff, "PTIMER", MAP_REGISTERS, NV_PMC_PTIMER,
      ptimer_read, ptimer_write },
    { 0x00c000, 0x00c0ff, "PCONTROL", MAP_REGISTERS, 0,
      control_read, control_write, .caps = NV_CAP_PCLOCK },
    { 0x088000, 0x0880ff, "PPCI", MAP_MEMORY, 0, config_read, config_write,
      .caps = NV_CAP_PCLOCK },
    { 0x090000, 0x0907ff, "PFIFO.CACHE1", MAP_REGISTERS, NV_PMC_PFIFO,
      ring_read, ring_write },
    { 0x0c0000, 0x0c0fff, "PRMVIO", MAP_VGA, 0, NULL, NULL },
    { 0x0c2000, 0x0c2fff, "PRMVIO2", MAP_VGA, 0, NULL, NULL },
    { 0x100000, 0x100fff, "PFB", MAP_REGISTERS, NV_PMC_PFB,
      pfb_read, pfb_write },
    { 0x101000, 0x101fff, "PSTRAPS", MAP_REGISTERS, 0, straps_read, NULL },
    { 0x300000, 0x3fffff, "PROM", MAP_MEMORY, 0, rom_read, NULL },
    { 0x400000, 0x401fff, "PGRAPH", MAP_REGISTERS, NV_PMC_PGRAPH,
      pgraph_read, pgraph_write },
    { 0x405000, 0x406fff, "PGRAPH.FAR", MAP_REGISTERS, NV_PMC_PGRAPH,
      far_read, far_write, .caps = NV_CAP_PCLOCK },
    { 0x600000, 0x600fff, "PCRTC", MAP_REGISTERS, NV_PMC_PCRTC,
      display_read, display_write, true },
    { 0x601000, 0x601fff, "PRMCIO", MAP_VGA, 0, NULL, NULL },
    { 0x602000, 0x602fff, "PCRTC2", MAP_REGISTERS, NV_PMC_PCRTC2,
      display_read, display_write, true },
    { 0x603000, 0x603fff, "PRMCIO2", MAP_VGA, 0, NULL, NULL },
    { 0x680000, 0x680fff, "PRAMDAC", MAP_REGISTERS, 0,
      display_read, display_write, true },
    { 0x681000, 0x681fff, "PRMDIO", MAP_VGA, 0, NULL, NULL },
    { 0x682000, 0x682fff, "PRAMDAC2", MAP_REGISTERS, 0,
      display_read, display_write, true },
    { 0x683000, 0x683fff, "PRMDIO2", MAP_VGA, 0, NULL, NULL },
    { 0x700000, 0x7fffff, "PRAMIN", MAP_MEMORY, 0, ramin_read, ramin_write },
    { 0x800000, 0xffffff, "USER", MAP_REGISTERS, NV_PMC_PFIFO,
      user_read, user_write },
    { NV_CARD_BAR2, NV_SPACE_SIZE - 1, "PRAMIN.BAR", MAP_MEMORY, 0,
      ramin_read, ramin_write, .caps = NV_CAP_RAMIN_BAR },
};

static uint32_t offset_in(const NvRange *range, uint32_t addr)
{
    return range->whole ? addr : addr - range->start;
}

/* The chip has it, and PMC has it switched on. */
static bool is_on(const NvCard *card, const NvRange *r)
{
    return nv_chip_has(card->env.chip, r->caps) &&
           (card->pmc.enable & r->enable) == r->enable;
}

static const NvRange *find(NvCard *card, uint32_t addr)
{
    unsigned lo = 0, hi = NV_ARRAY_SIZE(ranges);

    while (lo < hi) {
        unsigned mid = (lo + hi) / 2;
        const NvRange *r = &ranges[mid];

        if (addr < r->start) {
            hi = mid;
        } else if (addr > r->end) {
            lo = mid + 1;
        } else {
            return is_on(card, r) ? r : NULL;
        }
    }
    return NULL;
}

static void unassigned(NvCard *card, const char *what, uint32_t addr)
{
    nv_trace(&card->env, card_mmio_unassigned, what, addr);
    nv_error(&card->env, NV_ERROR_REGISTER, addr, "%s 0x%06x", what, addr);
}

uint32_t nv_map_read(NvCard *card, uint32_t addr)
{
    const NvRange *r = find(card, addr);

    assert(addr < NV_SPACE_SIZE && !(addr & 3));
    if (!r || !r->read) {
        unassigned(card, "read", addr);
        return 0;
    }
    return r->read(card, offset_in(r, addr));
}

void nv_map_write(NvCard *card, uint32_t addr, uint32_t value)
{
    const NvRange *r = find(card, addr);

    assert(addr < NV_SPACE_SIZE && !(addr & 3));
    if (!r || !r->write) {
        unassigned(card, "write", addr);
        return;
    }
    r->write(card, offset_in(r, addr), value);
}

bool nv_map_is_there(NvCard *card, uint32_t addr)
{
    const NvRange *r = find(card, addr);

    return r && r->read;
}

static bool is_kind(NvCard *card, uint32_t addr, NvMapKind kind)
{
    const NvRange *r = find(card, addr);

    return r && r->kind == kind;
}

bool nv_map_is_vga(NvCard *card, uint32_t addr)
{
    return is_kind(card, addr, MAP_VGA);
}

bool nv_map_is_memory(NvCard *card, uint32_t addr)
{
    return is_kind(card, addr, MAP_MEMORY);
}

uint8_t nv_map_read8(NvCard *card, uint32_t addr)
{
    return nv_display_read8(&card->display, addr);
}

void nv_map_write8(NvCard *card, uint32_t addr, uint8_t value)
{
    nv_display_write8(&card->display, addr, value);
}
