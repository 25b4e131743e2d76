/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The board while it is made, for the files that make it.
 */
#ifndef NV2A_QEMU_XBOX_BOARD_H
#define NV2A_QEMU_XBOX_BOARD_H

#include "chipset.h"

typedef struct XboxBoard {
    MachineState *ms;
    XboxChipset *chipset;
    ISABus *isa;                /* from nv2a_xbox_add_legacy() on */
} XboxBoard;

/* legacy.c: after the LPC function; after the IDE function. */
void nv2a_xbox_add_legacy(XboxBoard *b);
void nv2a_xbox_add_drives(XboxBoard *b);

#endif
