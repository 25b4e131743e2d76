/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The EEPROM: 256 bytes of settings, and a made-up set of them.
 *
 * What is encrypted with a console's secret stays zero: firmware that wants
 * it needs the EEPROM of its owner's console.
 */
#include <string.h>

#include "console/console-priv.h"

#define SERIAL 0x34
#define SERIAL_SIZE 12
#define MAC 0x40
#define VIDEO 0x58              /* video standard */
#define LANGUAGE 0x90

#define NTSC_M 0x00400100u
#define ENGLISH 1

/* A checksum and the dwords that it is of. */
static const struct {
    uint8_t at, from, to;
} sums[] = {
    { 0x30, 0x34, 0x60 },
    { 0x60, 0x64, 0xc0 },
};

/* hw: one's complement of the end-around sum (seen on a console's image). */
static uint32_t checksum(const uint8_t *from, unsigned size)
{
    uint64_t sum = 0;

    for (unsigned i = 0; i < size; i += 4) {
        sum += nv_ld32(from + i);
    }
    while (sum >> 32) {
        sum = (uint32_t)sum + (sum >> 32);
    }
    return ~(uint32_t)sum;
}

void nv_console_make_eeprom(uint8_t *eeprom)
{
    static const uint8_t mac[] = { 0x02, 0x4e, 0x56, 0x32, 0x41, 0x01 };

    memset(eeprom, 0, NV_CONSOLE_EEPROM_SIZE);
    memset(eeprom + SERIAL, '0', SERIAL_SIZE);
    memcpy(eeprom + MAC, mac, sizeof(mac));
    nv_st32(eeprom + VIDEO, NTSC_M);
    nv_st32(eeprom + LANGUAGE, ENGLISH);
    for (unsigned i = 0; i < NV_ARRAY_SIZE(sums); i++) {
        nv_st32(eeprom + sums[i].at,
                checksum(eeprom + sums[i].from, sums[i].to - sums[i].from));
    }
}

uint8_t nv_console_eeprom_read(NvConsole *c, uint8_t at)
{
    return c->eeprom[at];
}

void nv_console_eeprom_write(NvConsole *c, uint8_t at, uint8_t value)
{
    c->eeprom_changed |= c->eeprom[at] != value;
    c->eeprom[at] = value;
}

const uint8_t *nv_console_eeprom(const NvConsole *c)
{
    return c->eeprom;
}

bool nv_console_eeprom_changed(NvConsole *c)
{
    bool changed = c->eeprom_changed;

    c->eeprom_changed = false;
    return changed;
}
