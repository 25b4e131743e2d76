/* SPDX-License-Identifier: GPL-2.0-or-later */
/* PMC; see pmc.h. */
#include "card/pmc.h"

#include "card/card.h"

enum {
    PMC_ID = 0x000,
    PMC_ENDIAN = 0x004,
    PMC_INTR_HOST = 0x100,
    PMC_INTR_EN_HOST = 0x140,
    PMC_INTR_LINE_HOST = 0x160,
    PMC_ENABLE = 0x200,
};

/* INTR lines differ from ENABLE bits for two units. */
#define INTR_PTIMER (1u << 20)
#define INTR_PBUS (1u << 28)
#define INTR_SOFTWARE (1u << 31)

static const NvField fields[] = {
    NV_FIELD(NvPmc, enable),
    NV_FIELD(NvPmc, intr_en),
    NV_FIELD(NvPmc, soft_intr),
    NV_FIELD(NvPmc, big_endian),
    NV_FIELD_END
};

const NvSection nv_pmc_section = {
    .name = "pmc", .version = 1, .size = sizeof(NvPmc), .fields = fields,
};

/* Every engine bit this chip has.  Bit 0 is said to be about i2c. */
static uint32_t enable_mask(const NvCard *card)
{
    uint32_t mask = 0x11111111;

    if (nv_chip_has(card->env.chip, NV_CAP_TWO_HEADS)) {
        mask |= NV_PMC_PCRTC2 | NV_PMC_PTV;
    }
    return mask;
}

static uint32_t intr(NvCard *card)
{
    uint32_t word = card->pmc.soft_intr;

    word |= nv_pfifo_intr(&card->pfifo) ? NV_PMC_PFIFO : 0;
    word |= nv_pgraph_intr(&card->pgraph) ? NV_PMC_PGRAPH : 0;
    word |= nv_ptimer_intr(&card->ptimer) ? INTR_PTIMER : 0;
    word |= nv_display_intr(&card->display, 0) ? NV_PMC_PCRTC : 0;
    word |= nv_display_intr(&card->display, 1) ? NV_PMC_PCRTC2 : 0;
    word |= nv_pbus_intr(card) ? INTR_PBUS : 0;
    return word;
}

bool nv_pmc_line(NvCard *card)
{
    uint32_t word = intr(card);

    return (card->pmc.intr_en & 1 && word & ~INTR_SOFTWARE) ||
           (card->pmc.intr_en & 2 && word & INTR_SOFTWARE);
}

/* The card starts as the VBIOS leaves it: every engine on. */
void nv_pmc_reset(NvCard *card)
{
    card->pmc = (NvPmc) { .enable = enable_mask(card) };
}

/* An engine that is switched off falls back to its reset state. */
static void write_enable(NvCard *card, uint32_t value)
{
    uint32_t off;

    assert(card->inside);
    value &= enable_mask(card);
    off = card->pmc.enable & ~value;
    card->pmc.enable = value;
    if (off & NV_PMC_PFIFO) {
        nv_pfifo_reset(&card->pfifo);
    }
    if (off & NV_PMC_PGRAPH) {
        nv_idx_reset(&card->idx);
        nv_xf_reset(&card->xf);
        nv_vtx_reset(&card->vtx);
        nv_raster_reset(&card->raster);
        nv_pgraph_off(&card->pgraph);
    }
    if (off & NV_PMC_PTIMER) {
        nv_ptimer_reset(&card->ptimer);
    }
    nv_env_irq_changed(&card->env);
    nv_env_work(&card->env);
}

uint32_t nv_pmc_read(NvCard *card, uint32_t offset)
{
    switch (offset) {
    case PMC_ID:
        return card->env.chip->boot0;
    case PMC_ENDIAN:
        return card->pmc.big_endian ? 0x01000001 : 0;
    case PMC_INTR_HOST:
        return intr(card);
    case PMC_INTR_EN_HOST:
        return card->pmc.intr_en;
    case PMC_INTR_LINE_HOST:
        return nv_pmc_line(card);
    case PMC_ENABLE:
        return card->pmc.enable;
    default:
        return 0;
    }
}

void nv_pmc_write(NvCard *card, uint32_t offset, uint32_t value)
{
    switch (offset) {
    case PMC_ENDIAN:
        card->pmc.big_endian ^= value >> 24 & 1;
        break;
    case PMC_INTR_HOST:
        /* It can be set only while software interrupts are enabled. */
        card->pmc.soft_intr = value & INTR_SOFTWARE &
                              (card->pmc.intr_en & 2 ? UINT32_MAX : 0);
        nv_env_irq_changed(&card->env);
        break;
    case PMC_INTR_EN_HOST:
        card->pmc.intr_en = value & 3;
        nv_env_irq_changed(&card->env);
        break;
    case PMC_ENABLE:
        write_enable(card, value);
        break;
    default:
        break;
    }
}
