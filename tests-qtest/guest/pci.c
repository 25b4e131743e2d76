/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Finds the card through configuration mechanism 1 (ports CF8 and CFC).
 * The firmware has placed the BARs; we switch on memory and bus mastering.
 */
#include "guest.h"

static uint32_t config_address(const PciCard *c, unsigned reg)
{
    return 0x80000000u | (uint32_t)c->bus << 16 | (uint32_t)c->dev << 11 |
           (uint32_t)c->func << 8 | (reg & 0xfc);
}

static uint32_t config_read(const PciCard *c, unsigned reg)
{
    out32(0xcf8, config_address(c, reg));
    return in32(0xcfc);
}

static void config_write(const PciCard *c, unsigned reg, uint32_t v)
{
    out32(0xcf8, config_address(c, reg));
    out32(0xcfc, v);
}

static bool is_ours(PciCard *c)
{
    uint32_t id = config_read(c, 0x00);

    if ((id & 0xffff) != 0x10de || config_read(c, 0x08) >> 24 != 0x03) {
        return false;
    }
    c->device = (uint16_t)(id >> 16);
    c->bar0 = config_read(c, 0x10) & ~0xfu;
    c->bar1 = config_read(c, 0x14) & ~0xfu;
    c->irq = config_read(c, 0x3c) & 0xff;
    config_write(c, 0x04, (config_read(c, 0x04) & 0xffff) | 0x6);
    return true;
}

bool pci_find(unsigned skip, PciCard *c)
{
    unsigned bus, dev, func;

    for (bus = 0; bus < 4; bus++) {
        for (dev = 0; dev < 32; dev++) {
            for (func = 0; func < 8; func++) {
                c->bus = (uint8_t)bus;
                c->dev = (uint8_t)dev;
                c->func = (uint8_t)func;
                if (is_ours(c) && skip-- == 0) {
                    return true;
                }
            }
        }
    }
    return false;
}
