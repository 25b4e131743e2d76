/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A VGA BIOS image made from the chip's descriptor: the tables that drivers
 * read, and no code.
 */
#ifndef NV_CARD_VBIOS_H
#define NV_CARD_VBIOS_H

#include "chip/chips.h"

#define NV_VBIOS_SIZE 0x2000u

/*
 * Fill @image with the tables of @chip: PCI data structure, display
 * configuration (one analog monitor on the first two-wire bus), empty
 * initialisation scripts, clock limits.  The bytes sum up to 0.
 */
void nv_vbios_make(const NvChip *chip, uint8_t image[NV_VBIOS_SIZE]);

#endif
