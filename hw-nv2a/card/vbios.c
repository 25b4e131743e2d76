/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Tables of a VGA BIOS: BMP 5.14h with DCB 2.x, as boards up to NV3x have.
 *
 * Layouts are those that the open Linux driver parses (doc); the values are
 * the least it is content with, tried with stock kernels.
 */
#include "card/vbios.h"

#include <string.h>

/* Where the tables are. */
enum {
    AT_LENGTH = 0x02,           /* in units of 512 bytes */
    AT_ENTRY = 0x03,            /* called at power-on */
    AT_CHECKSUM = 0x06,
    AT_PCIR_POINTER = 0x18,
    AT_DCB_POINTER = 0x36,
    AT_PCIR = 0x80,
    AT_DCB = 0x100,
    AT_DCB_ENTRIES = AT_DCB + 8,
    AT_I2C = AT_DCB_ENTRIES + 2 * 8,
    AT_SCRIPTS = 0x200,         /* list of scripts */
    AT_SCRIPT = 0x220,
    AT_EMPTY = 0x240,           /* a list without entries */
    AT_BMP = 0x280,
};

#define RETF 0xcb
#define SCRIPT_END 0x71
#define DCB_SIGNATURE 0x4edcbdcbu
#define DCB_LAST 0x0000000eu
#define I2C_PORTS 16            /* entries the table has room for */
#define PCI_VENDOR 0x10de

/* Lines of the two-wire buses: CR that drives, CR that senses. */
static const uint8_t i2c_ports[][2] = {
    { 0x3f, 0x3e }, { 0x37, 0x36 }, { 0x51, 0x50 },
};

typedef struct Word {
    uint16_t at;
    uint8_t bytes;
    uint32_t value;
} Word;

/* What all images have in common. */
static const Word common[] = {
    { 0x00, 2, 0xaa55 },
    { AT_LENGTH, 1, NV_VBIOS_SIZE / 512 },
    { AT_ENTRY, 1, RETF },
    { AT_PCIR_POINTER, 2, AT_PCIR },
    { AT_DCB_POINTER, 2, AT_DCB },
    /* PCI data structure */
    { AT_PCIR + 0x00, 4, 0x52494350 },          /* "PCIR" */
    { AT_PCIR + 0x04, 2, PCI_VENDOR },
    { AT_PCIR + 0x0a, 2, 0x18 },                /* its length */
    { AT_PCIR + 0x0f, 1, 0x03 },                /* class: display */
    { AT_PCIR + 0x10, 2, NV_VBIOS_SIZE / 512 },
    { AT_PCIR + 0x15, 1, 0x80 },                /* the last image */
    /* display configuration */
    { AT_DCB + 2, 2, AT_I2C },
    { AT_DCB + 4, 4, DCB_SIGNATURE },
    { AT_DCB_ENTRIES + 4, 4, 35000 },           /* at most 350 MHz */
    { AT_DCB_ENTRIES + 8, 4, DCB_LAST },
    /* one script that does nothing */
    { AT_SCRIPTS, 2, AT_SCRIPT },
    { AT_SCRIPT, 1, SCRIPT_END },
    /* BMP 5.14h: "\xff\x7f" "NV", version, sum of the first eight bytes */
    { AT_BMP + 0, 4, 0x564e7fff },
    { AT_BMP + 5, 2, 0x1405 },
    { AT_BMP + 7, 1, 0x100 - ((0xff + 0x7f + 0x4e + 0x56 + 0x05 + 0x14) &
                              0xff) },
    { AT_BMP + 56, 1, 1 },                      /* bus of a panel */
    { AT_BMP + 58, 4, 0x36373e3f },             /* first two buses again */
    { AT_BMP + 67, 4, 350000 },                 /* VCO, kHz: at most */
    { AT_BMP + 71, 4, 128000 },                 /* and at least */
    { AT_BMP + 75, 2, AT_SCRIPTS },
    { AT_BMP + 77, 2, AT_EMPTY },               /* macro index */
    { AT_BMP + 79, 2, AT_EMPTY },               /* macros */
    { AT_BMP + 81, 2, AT_EMPTY },               /* conditions */
    { AT_BMP + 83, 2, AT_EMPTY },               /* I/O conditions */
    { AT_BMP + 85, 2, AT_EMPTY },               /* I/O flag conditions */
    { AT_BMP + 87, 2, AT_EMPTY },               /* functions */
};

static void put(uint8_t *image, unsigned at, unsigned bytes, uint32_t value)
{
    for (unsigned i = 0; i < bytes; i++) {
        image[at + i] = value >> (8 * i);
    }
}

static void put_i2c(uint8_t *image, unsigned ports)
{
    memset(image + AT_I2C, 0xff, I2C_PORTS * 4);
    for (unsigned i = 0; i < ports; i++) {
        put(image, AT_I2C + 4 * i, 4, i2c_ports[i][0] | i2c_ports[i][1] << 8);
    }
}

static void put_chip(uint8_t *image, const NvChip *chip)
{
    uint32_t heads = nv_chip_has(chip, NV_CAP_TWO_HEADS) ? 3 : 1;

    assert(chip->vbios.buses <= NV_ARRAY_SIZE(i2c_ports));
    put(image, AT_PCIR + 6, 2, chip->pci_device_id);
    put(image, AT_DCB, 1, chip->vbios.dcb);
    /* Analog, bus 0, output A. */
    put(image, AT_DCB_ENTRIES, 4, 1u << 24 | heads << 8);
    put_i2c(image, chip->vbios.buses);
    put(image, AT_BMP + 12, 1, chip->chipset);
    put(image, AT_BMP + 13, 1, chip->vbios.bios);
}

void nv_vbios_make(const NvChip *chip, uint8_t image[NV_VBIOS_SIZE])
{
    uint8_t sum = 0;

    memset(image, 0, NV_VBIOS_SIZE);
    for (unsigned i = 0; i < NV_ARRAY_SIZE(common); i++) {
        put(image, common[i].at, common[i].bytes, common[i].value);
    }
    put_chip(image, chip);
    for (unsigned i = 0; i < NV_VBIOS_SIZE; i++) {
        sum += image[i];
    }
    image[AT_CHECKSUM] = -sum;
}
