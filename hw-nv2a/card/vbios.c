/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Tables of a VGA BIOS: BMP 5.14h with DCB 2.x, as boards up to NV3x have, or
 * BIT with DCB 3.0, as NV40's do.
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
    AT_DCB3_ENTRIES = AT_DCB + 0x18,
    AT_I2C3 = AT_DCB + 0x40,
    AT_CONNECTORS = AT_DCB + 0x60,
    AT_SCRIPTS = 0x200,         /* list of scripts */
    AT_SCRIPT = 0x220,
    AT_EMPTY = 0x240,           /* a list without entries */
    AT_BMP = 0x280,
    AT_BIT = 0x280,
    AT_BIT_ENTRIES = AT_BIT + 12,
    AT_INFO = AT_BIT + 0x40,    /* what each entry points at */
    AT_INIT = AT_INFO + 0x20,
    AT_CLOCK = AT_INFO + 0x40,
    AT_PANEL = AT_INFO + 0x50,
    AT_MEMORY = AT_INFO + 0x60,
    AT_LOADS = AT_INFO + 0x70,
    AT_PLLS = AT_INFO + 0x100,
};

#define RETF 0xcb
#define SCRIPT_END 0x71
#define DCB_SIGNATURE 0x4edcbdcbu
#define DCB_LAST 0x0000000eu
#define I2C_PORTS 16            /* entries the table has room for */
#define BIT_ENTRIES 5
#define PLL_ENTRY 0x23          /* bytes */
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
    /* one script that does nothing */
    { AT_SCRIPTS, 2, AT_SCRIPT },
    { AT_SCRIPT, 1, SCRIPT_END },
    /* PCI data structure */
    { AT_PCIR + 0x00, 4, 0x52494350 },          /* "PCIR" */
    { AT_PCIR + 0x04, 2, PCI_VENDOR },
    { AT_PCIR + 0x0a, 2, 0x18 },                /* its length */
    { AT_PCIR + 0x0f, 1, 0x03 },                /* class: display */
    { AT_PCIR + 0x10, 2, NV_VBIOS_SIZE / 512 },
    { AT_PCIR + 0x15, 1, 0x80 },                /* the last image */
    { 0, 0, 0 }
};

/* Boards that have a BMP. */
static const Word old[] = {
    /* display configuration */
    { AT_DCB + 2, 2, AT_I2C },
    { AT_DCB + 4, 4, DCB_SIGNATURE },
    { AT_DCB_ENTRIES + 4, 4, 35000 },           /* at most 350 MHz */
    { AT_DCB_ENTRIES + 8, 4, DCB_LAST },
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
    { 0, 0, 0 }
};

#define BIT_ENTRY(n, id, version, length, at) \
    { AT_BIT_ENTRIES + 6 * (n), 2, (id) | (version) << 8 }, \
    { AT_BIT_ENTRIES + 6 * (n) + 2, 2, length }, \
    { AT_BIT_ENTRIES + 6 * (n) + 4, 2, at }

/* Boards that have a BIT. */
static const Word new[] = {
    /* display configuration: header and entries of so many bytes */
    { AT_DCB + 1, 3, 0x080218 },
    { AT_DCB + 4, 2, AT_I2C3 },
    { AT_DCB + 6, 4, DCB_SIGNATURE },
    { AT_DCB + 0x14, 2, AT_CONNECTORS },
    { AT_DCB3_ENTRIES + 4, 4, 35 },             /* at most 350 MHz */
    { AT_DCB3_ENTRIES + 8, 4, DCB_LAST },
    { AT_I2C3, 4, 0x04030530 },                 /* 3.0, 3 buses of 4 bytes */
    { AT_CONNECTORS, 4, 0x02010530 },           /* one, VGA: its bytes are 0 */
    /* "\xff\xb8" "BIT", 1.0, its header and entries of so many bytes */
    { AT_BIT + 0, 4, 0x4942b8ff },
    { AT_BIT + 4, 1, 'T' },
    { AT_BIT + 6, 4, 0x060c0100 },
    { AT_BIT + 10, 1, BIT_ENTRIES },
    BIT_ENTRY(0, 'i', 0, 16, AT_INFO),
    BIT_ENTRY(1, 'I', 1, 14, AT_INIT),
    BIT_ENTRY(2, 'C', 1, 10, AT_CLOCK),
    BIT_ENTRY(3, 'D', 1, 4, AT_PANEL),
    BIT_ENTRY(4, 'M', 1, 5, AT_MEMORY),
    /* what the DACs are loaded with to find a monitor: CRT, TV */
    { AT_INFO + 13, 2, AT_LOADS },
    { AT_LOADS, 4, 0x01080410 },
    { AT_LOADS + 4, 4, 0x140 | 0x140 << 10 | 0x140 << 20 },
    { AT_LOADS + 8, 4, 0x0a0 | 0x0a0 << 10 | 0x0a0 << 20 },
    { AT_INIT + 0, 2, AT_SCRIPTS },
    { AT_INIT + 2, 2, AT_EMPTY },               /* as in a BMP */
    { AT_INIT + 4, 2, AT_EMPTY },
    { AT_INIT + 6, 2, AT_EMPTY },
    { AT_INIT + 8, 2, AT_EMPTY },
    { AT_INIT + 10, 2, AT_EMPTY },
    { AT_INIT + 12, 2, AT_EMPTY },
    { AT_CLOCK + 8, 2, AT_PLLS },
    { 0, 0, 0 }
};

/* The clocks that have limits: their registers. */
static const uint32_t plls[] = {
    0x004000, 0x004020, 0x680508, 0x680520,     /* core, memory, each head */
};

/* What holds for each (guess: those of NV40 boards are about so). */
static const Word pll_limits[] = {
    { 4, 2, 100 }, { 6, 2, 405 },               /* VCO 1, MHz: from, to */
    { 8, 2, 400 }, { 10, 2, 1000 },             /* VCO 2 */
    { 12, 2, 3 }, { 14, 2, 35 },                /* their inputs: from */
    { 16, 2, 27 }, { 18, 2, 400 },              /* to */
    { 20, 2, 255 << 8 | 1 }, { 22, 2, 255 << 8 | 1 },   /* N1, M1 */
    { 24, 2, 255 << 8 | 4 }, { 26, 2, 4 << 8 | 1 },     /* N2, M2 */
    { 29, 1, 6 },                               /* P: to */
    { 0, 0, 0 }
};

static void put(uint8_t *image, unsigned at, unsigned bytes, uint32_t value)
{
    for (unsigned i = 0; i < bytes; i++) {
        image[at + i] = value >> (8 * i);
    }
}

/* All of @words, from @at on. */
static void put_all(uint8_t *image, unsigned at, const Word *words)
{
    for (; words->bytes; words++) {
        put(image, at + words->at, words->bytes, words->value);
    }
}

static void put_i2c(uint8_t *image, unsigned at, unsigned ports)
{
    assert(ports <= NV_ARRAY_SIZE(i2c_ports));
    for (unsigned i = 0; i < ports; i++) {
        put(image, at + 4 * i, 4, i2c_ports[i][0] | i2c_ports[i][1] << 8);
    }
}

/* Analog, bus 0, output A. */
static uint32_t vga_output(const NvChip *chip)
{
    uint32_t heads = nv_chip_has(chip, NV_CAP_TWO_HEADS) ? 3 : 1;

    return 1u << 24 | heads << 8;
}

static void put_old(uint8_t *image, const NvChip *chip)
{
    put_all(image, 0, old);
    put(image, AT_DCB_ENTRIES, 4, vga_output(chip));
    memset(image + AT_I2C, 0xff, I2C_PORTS * 4);
    put_i2c(image, AT_I2C, chip->vbios.buses);
    put(image, AT_BMP + 12, 1, chip->chipset);
    put(image, AT_BMP + 13, 1, chip->vbios.bios);
}

static void put_new(uint8_t *image, const NvChip *chip)
{
    put_all(image, 0, new);
    put(image, AT_DCB3_ENTRIES, 4, vga_output(chip));
    put_i2c(image, AT_I2C3 + 5, chip->vbios.buses);
    put(image, AT_INFO + 2, 1, chip->chipset);
    put(image, AT_INFO + 3, 1, chip->vbios.bios);
    /* Version 2.1, so many bytes of header and entry, so many entries. */
    put(image, AT_PLLS, 4, 0x0421 | PLL_ENTRY << 16 |
                           NV_ARRAY_SIZE(plls) << 24);
    for (unsigned i = 0; i < NV_ARRAY_SIZE(plls); i++) {
        put(image, AT_PLLS + 4 + PLL_ENTRY * i, 4, plls[i]);
        put_all(image, AT_PLLS + 4 + PLL_ENTRY * i, pll_limits);
    }
}

void nv_vbios_make(const NvChip *chip, uint8_t image[NV_VBIOS_SIZE])
{
    uint8_t sum = 0;

    memset(image, 0, NV_VBIOS_SIZE);
    put_all(image, 0, common);
    put(image, AT_PCIR + 6, 2, chip->pci_device_id);
    put(image, AT_DCB, 1, chip->vbios.dcb);
    if (chip->vbios.dcb < 0x30) {
        put_old(image, chip);
    } else {
        put_new(image, chip);
    }
    for (unsigned i = 0; i < NV_VBIOS_SIZE; i++) {
        sum += image[i];
    }
    image[AT_CHECKSUM] = -sum;
}
