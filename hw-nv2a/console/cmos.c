/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The clock's second bank of memory behind an index and a data port, as chip
 * sets of its time have (guess: no program for it was seen; an emulator of the
 * console fills both banks with what its BIOS takes for valid).
 */
#include <string.h>

#include "console/console-priv.h"

void nv_console_cmos_power_on(NvConsoleCmos *cmos)
{
    for (unsigned i = 0; i < sizeof(cmos->bytes); i++) {
        cmos->bytes[i] = i & 1 ? 0xaa : 0x55;
    }
}

static uint8_t *current(NvConsole *c)
{
    return &c->cmos.bytes[c->cmos.index % sizeof(c->cmos.bytes)];
}

uint8_t nv_console_cmos_read(NvConsole *c, unsigned offset)
{
    return offset ? *current(c) : c->cmos.index;
}

void nv_console_cmos_write(NvConsole *c, unsigned offset, uint8_t value)
{
    *(offset ? current(c) : &c->cmos.index) = value;
}
