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

/* machine.c: MachineClass.init; the options are in options.c. */
void nv2a_xbox_board_init(MachineState *ms);
/* The processor's QOM type in this QEMU. */
const char *nv2a_xbox_cpu_type(void);
/* Whether a console has so much memory; false with *errp. */
bool nv2a_xbox_ram_fits(uint64_t ram_size, Error **errp);

/* legacy.c: after the LPC function; after the IDE function. */
void nv2a_xbox_add_legacy(XboxBoard *b);
void nv2a_xbox_add_drives(XboxBoard *b);

#endif
