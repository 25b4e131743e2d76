/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * PBUS, PFB and PVIDEO as register rows; see hostregs.h.
 *
 * Names and fields: envytools' register database; which words drivers touch
 * and rely on: nouveau, homebrew for the console.
 */
#include "card/hostregs.h"

#include "card/card.h"

enum {
    PBUS_INTR = 0x100,
    PBUS_INTR_EN = 0x140,
};

static void pbus_intr_write(void *unit, const NvReg *reg G_GNUC_UNUSED,
                            unsigned index G_GNUC_UNUSED,
                            uint32_t value G_GNUC_UNUSED)
{
    NvCard *card = unit;

    nv_env_irq_changed(&card->env);
}

static uint32_t hwunits(void *unit, const NvReg *reg G_GNUC_UNUSED,
                        unsigned index G_GNUC_UNUSED,
                        uint32_t stored G_GNUC_UNUSED)
{
    return ((NvCard *)unit)->env.chip->hwunits;
}

#define STORE(reg, at, n) \
    { .name = reg, .offset = at, .count = n, .mask = UINT32_MAX }

static const NvReg pbus_rows[] = {
    STORE("PBUS.DEBUG", 0x080, 8),
    { .name = "PBUS.INTR", .offset = PBUS_INTR, .w1c = 0x00000111,
      .write = pbus_intr_write },
    { .name = "PBUS.INTR_EN", .offset = PBUS_INTR_EN, .mask = 0x00000111,
      .write = pbus_intr_write },
    STORE("PBUS.ROM_TIMINGS", 0x200, 4),
    /* 0x214: homebrew asks it for the ROM's version.  0x218 bits 9:8: RAM
     * type, 1 = DDR, what every Kelvin board has. */
    STORE("PBUS.ROM_CONFIG", 0x210, 2),
    { .name = "PBUS.RAM_TYPE", .offset = 0x218, .mask = UINT32_MAX,
      .reset = 0x00000100 },
    STORE("PBUS.UNK21C", 0x21c, 9),
    STORE("PBUS.PWM", 0x0f0, 1),
    STORE("PBUS.HWSQ_CODE", 0x400, 16),
    STORE("PBUS.DEBUG_500", 0x500, 16),
    /* Bits 7:0 pixel units, 15:8 vertex units that work. */
    { .name = "PBUS.HWUNITS_0", .offset = 0x540, .read = hwunits,
      .caps = NV_CAP_PCLOCK },
    STORE("PBUS.CLOCK_GATE", 0x580, 8),
};

/* Written words of MEM_AMOUNT and CFG are ignored: they are straps' work. */
static uint32_t mem_amount(void *unit, const NvReg *reg G_GNUC_UNUSED,
                           unsigned index G_GNUC_UNUSED,
                           uint32_t stored G_GNUC_UNUSED)
{
    return ((NvCard *)unit)->mem.vram_size;
}

#define TILE(reg, word, at, n, step, ...) \
    { .name = reg, .offset = at, .count = n, .stride = step, \
      .mask = UINT32_MAX, .read = nv_tiles_word, .flags = word, __VA_ARGS__ }
#define REGION(reg, word, at) \
    TILE(reg, word, at, NV_TILES, NV_TILE_STEP, .write = nv_tiles_written)

static const NvReg pfb_rows[] = {
    STORE("PFB.DEBUG_0", 0x080, 1),
    { .name = "PFB.CFG0", .offset = 0x200, .mask = UINT32_MAX },
    { .name = "PFB.CFG1", .offset = 0x204, .mask = UINT32_MAX },
    { .name = "PFB.MEM_AMOUNT", .offset = 0x20c, .read = mem_amount },
    /* Refresh commands are taken at once: GET follows PUT. */
    STORE("PFB.REFCTRL", 0x210, 1),
    STORE("PFB.PRAMIN_WR_PROT", 0x214, 1),
    STORE("PFB.TIMING", 0x218, 10),
    REGION("PFB.TILE_BASE", NV_TILE_BASE, NV_TILE_AT),
    REGION("PFB.TILE_LIMIT", NV_TILE_LIMIT, NV_TILE_AT + 4),
    REGION("PFB.TILE_PITCH", NV_TILE_PITCH, NV_TILE_AT + 8),
    { .name = "PFB.TILE_STATUS", .offset = NV_TILE_AT + 12, .count = NV_TILES,
      .stride = NV_TILE_STEP, .read = nv_tiles_status },
    TILE("PFB.COMP_REGION", NV_TILE_COMP, 0x300, 8, 4),
    /* No compression tags: drivers then leave compression off. */
    { .name = "PFB.COMP_MAX_TAG", .offset = 0x320 },
    TILE("PFB.COMP_OFFSET", NV_TILE_COMP_OFFSET, 0x324, 1, 4),
    STORE("PFB.UNK328", 0x328, 6),
    STORE("PFB.PADS", 0x340, 0x30),
    STORE("PFB.NVM", 0x400, 4),
    /* Bit 16 empties the write-combine buffer; nothing waits in ours (doc). */
    { .name = "PFB.WBC", .offset = 0x410, .mask = ~NV_BIT(16) },
    STORE("PFB.NVM_414", 0x414, 0x1b),
};

/* The overlay: kept for the guest, not shown. */
static const NvReg pvideo_rows[] = {
    STORE("PVIDEO.DEBUG", 0x080, 16),
    { .name = "PVIDEO.INTR", .offset = 0x100, .w1c = UINT32_MAX },
    STORE("PVIDEO.INTR_EN", 0x140, 1),
    { .name = "PVIDEO.BUFFER", .offset = 0x700, .mask = UINT32_MAX },
    { .name = "PVIDEO.STOP", .offset = 0x704, .mask = UINT32_MAX },
    STORE("PVIDEO.CONTROL", 0x900, 0x40),
};

void nv_hostregs_init(NvCard *card)
{
    uint64_t caps = card->env.chip->caps;

    card->pbus = (NvRegs) { NULL, NV_PBUS_SIZE, card->pbus_values, NULL, card };
    card->pfb = (NvRegs) { NULL, NV_PFB_SIZE, card->pfb_values, NULL, card };
    card->pvideo = (NvRegs) {
        NULL, NV_PVIDEO_SIZE, card->pvideo_values, NULL, card
    };
    nv_regs_init(&card->pbus, pbus_rows, NV_ARRAY_SIZE(pbus_rows), caps);
    nv_regs_init(&card->pfb, pfb_rows, NV_ARRAY_SIZE(pfb_rows), caps);
    nv_regs_init(&card->pvideo, pvideo_rows, NV_ARRAY_SIZE(pvideo_rows), caps);
}

void nv_hostregs_free(NvCard *card)
{
    nv_regs_free(&card->pbus);
    nv_regs_free(&card->pfb);
    nv_regs_free(&card->pvideo);
}

void nv_hostregs_reset(NvCard *card)
{
    nv_regs_reset(&card->pbus);
    nv_regs_reset(&card->pfb);
    nv_regs_reset(&card->pvideo);
    card->pfb_values[0x200 / 4] = card->env.chip->pfb_cfg0;
    card->pfb_values[0x204 / 4] = card->env.chip->pfb_cfg1;
    nv_tiles_update(card);
}

bool nv_pbus_intr(const NvCard *card)
{
    return card->pbus_values[PBUS_INTR / 4] &
           card->pbus_values[PBUS_INTR_EN / 4];
}
