/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The card's small host-side units as register rows: PBUS, PFB, PVIDEO.
 * All are storage to the guest, but for the words named in hostregs.c.
 */
#ifndef NV_CARD_HOSTREGS_H
#define NV_CARD_HOSTREGS_H

#include "base/regs.h"

typedef struct NvCard NvCard;

#define NV_PBUS_SIZE 0x800u         /* BAR0 0x001000; config window above */
#define NV_PFB_SIZE 0x1000u         /* BAR0 0x100000 */
#define NV_PVIDEO_SIZE 0x1000u      /* BAR0 0x008000 */

void nv_hostregs_init(NvCard *card);
void nv_hostregs_free(NvCard *card);
void nv_hostregs_reset(NvCard *card);

/* PBUS INTR & INTR_EN: PMC bit 28. */
bool nv_pbus_intr(const NvCard *card);

#endif
