/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * PMC: identification, engine enables, byte order, the interrupt tree.
 * Facts: envytools, PMC document.
 */
#ifndef NV_CARD_PMC_H
#define NV_CARD_PMC_H

#include "base/env.h"
#include "base/state.h"

typedef struct NvCard NvCard;

/* Engine bits of ENABLE and lines of INTR. */
enum {
    NV_PMC_PMEDIA = 1u << 4,
    NV_PMC_PFIFO = 1u << 8,
    NV_PMC_PGRAPH = 1u << 12,
    NV_PMC_PTIMER = 1u << 16,
    NV_PMC_PFB = 1u << 20,
    NV_PMC_PCRTC = 1u << 24,
    NV_PMC_PCRTC2 = 1u << 25,
    NV_PMC_PTV = 1u << 26,
    NV_PMC_PVIDEO = 1u << 28,
};

typedef struct NvPmc {
    uint32_t enable;
    uint32_t intr_en;       /* bit 0 hardware, bit 1 software */
    uint32_t soft_intr;     /* bit 31 */
    uint32_t big_endian;    /* 1: BAR0 is byte-swapped */
} NvPmc;

extern const NvSection nv_pmc_section;

void nv_pmc_reset(NvCard *card);
/* BAR0 0x000000..0x000fff. */
uint32_t nv_pmc_read(NvCard *card, uint32_t offset);
void nv_pmc_write(NvCard *card, uint32_t offset, uint32_t value);

/* Level of the interrupt pin as the units stand now. */
bool nv_pmc_line(NvCard *card);

#endif
