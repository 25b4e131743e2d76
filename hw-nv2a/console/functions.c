/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * PCI functions as rows: what they are, and the bytes of configuration space
 * that are theirs.
 */
#include <string.h>

#include "console/console-priv.h"

#define MEM(bytes) { (bytes), false }
#define PORTS(bytes) { (bytes), true }

/* hw: ids, classes and BARs as firmware and Linux find them; the pin of the
 * SMBus and that IDE has none: guess. */
static const NvConsoleFnInfo functions[NV_CONSOLE_FN_COUNT] = {
    [NV_CONSOLE_HOST] = { "host", 0, 0, 0x02a5, 0x0600, 0, 0xa1, 0 },
    [NV_CONSOLE_RAM] = { "ram", 0, 3, 0x02a6, 0x0500, 0, 0xa1, 0 },
    [NV_CONSOLE_LPC] = { "lpc", 1, 0, 0x01b2, 0x0601, 0, 0xd4, 0,
                         { PORTS(256) } },
    [NV_CONSOLE_SMBUS] = { "smbus", 1, 1, 0x01b4, 0x0c05, 0, 0xb1, 1,
                           { { 0 }, PORTS(32), PORTS(64) } },
    [NV_CONSOLE_OHCI0] = { "ohci0", 2, 0, 0x01c2, 0x0c03, 0x10, 0xb1, 1,
                           { MEM(4096) } },
    [NV_CONSOLE_OHCI1] = { "ohci1", 3, 0, 0x01c2, 0x0c03, 0x10, 0xb1, 1,
                           { MEM(4096) } },
    [NV_CONSOLE_NIC] = { "nic", 4, 0, 0x01c3, 0x0200, 0, 0xd2, 1,
                         { MEM(1024), PORTS(8) } },
    [NV_CONSOLE_APU] = { "apu", 5, 0, 0x01b0, 0x0401, 0, 0xb1, 1,
                         { MEM(512 << 10) } },
    [NV_CONSOLE_ACI] = { "aci", 6, 0, 0x01b1, 0x0401, 0, 0xb1, 1,
                         { PORTS(256), PORTS(128), MEM(4096) } },
    [NV_CONSOLE_IDE] = { "ide", 9, 0, 0x01bc, 0x0101, 0x8a, 0xb1, 0,
                         { { 0 }, { 0 }, { 0 }, { 0 }, PORTS(16) } },
    [NV_CONSOLE_AGP] = { "agp", 30, 0, 0x01b7, 0x0604, 0, 0xa1, 0 },
    /* Its second BAR is RAM, at most so much of it. */
    [NV_CONSOLE_GPU] = { "gpu", 0, 0, 0x02a0, 0x0300, 0, 0xa1, 1,
                         { MEM(16 << 20), MEM(128 << 20) } },
};

const NvConsoleFnInfo *nv_console_fn(NvConsoleFn fn)
{
    return &functions[fn];
}

/* Bytes that somebody has described; all that firmware writes reads back. */
typedef struct Row {
    uint8_t fn, offset, size;   /* size: bytes, at most 4 */
    uint32_t reset, mask;
} Row;

/* hw: offsets, and that they are written; reset values that are not zero are
 * a guess, but for the ones of the bridge that read as zero on purpose. */
static const Row rows[] = {
    { NV_CONSOLE_HOST, 0x44, 4, 0, 0xffffffff },
    { NV_CONSOLE_HOST, 0x48, 4, 0, 0xffffffff },
    { NV_CONSOLE_HOST, 0x64, 4, 0, 0xffffffff },
    { NV_CONSOLE_HOST, 0x6c, 4, 0, 0xffffffff },
    { NV_CONSOLE_HOST, 0x80, 4, 0, 0xffffffff },
    { NV_CONSOLE_HOST, 0x84, 4, 0, 0xffffffff },   /* last byte of RAM */
    { NV_CONSOLE_RAM, 0x40, 4, 0, 0xffffffff },
    { NV_CONSOLE_RAM, 0x44, 4, 0, 0xffffffff },
    { NV_CONSOLE_RAM, 0x5c, 4, 0, 0xffffffff },
    { NV_CONSOLE_RAM, 0x60, 4, 0, 0xffffffff },
    { NV_CONSOLE_RAM, 0x6c, 4, 0, 0xffffffff },
    { NV_CONSOLE_LPC, 0x4c, 4, 0, 0xffffffff },    /* RTC and LPC clocks */
    { NV_CONSOLE_LPC, 0x54, 4, 0, 0xffffffff },
    { NV_CONSOLE_LPC, 0x60, 4, 0, 0xffffffff },
    { NV_CONSOLE_LPC, 0x64, 4, 0, 0xffffffff },    /* SCI and SMBus routes */
    { NV_CONSOLE_LPC, 0x68, 4, 0, 0xffffffff },    /* PIRQ A..D */
    { NV_CONSOLE_LPC, 0x6c, 4, 0, 0xffffffff },    /* internal inputs */
    { NV_CONSOLE_LPC, 0x80, 4, 0, 0xffffffff },    /* bit 1: boot ROM off */
    { NV_CONSOLE_LPC, 0x84, 4, 0, 0xffffffff },    /* PM base, once more */
    { NV_CONSOLE_LPC, 0x8c, 4, 0, 0xffffffff },
    { NV_CONSOLE_LPC, 0x9c, 4, 0, 0xffffffff },
    { NV_CONSOLE_LPC, 0xb4, 4, 0, 0xffffffff },
    { NV_CONSOLE_LPC, 0xc8, 4, 0, 0xffffffff },
    { NV_CONSOLE_OHCI0, 0x50, 4, 0, 0xffffffff },
    { NV_CONSOLE_OHCI1, 0x50, 4, 0, 0xffffffff },
    { NV_CONSOLE_ACI, 0x44, 4, 0, 0xffffffff },
    { NV_CONSOLE_ACI, 0x4c, 4, 0, 0xffffffff },
    { NV_CONSOLE_IDE, 0x40, 4, 0, 0xffffffff },
    { NV_CONSOLE_IDE, 0x50, 4, 0, 0xffffffff },    /* bit 1: channel on */
    { NV_CONSOLE_IDE, 0x58, 4, 0, 0xffffffff },
    { NV_CONSOLE_IDE, 0x5c, 4, 0, 0xffffffff },
    { NV_CONSOLE_IDE, 0x60, 4, 0, 0xffffffff },
    /* Windows of 32 bits only: Cromwell writes here what would be a 64-bit
     * base, and must find it without effect. */
    { NV_CONSOLE_AGP, 0x28, 4, 0, 0 },
    { NV_CONSOLE_AGP, 0x2c, 4, 0, 0 },
    { NV_CONSOLE_AGP, 0x4c, 4, 0, 0xffffffff },
    { NV_CONSOLE_GPU, 0x4c, 4, 0, 0xffffffff },
};

#define PCI_SUBSYSTEM 0x2c
#define PCI_PIN 0x3d
#define OWN 0x40                /* where a function's own bytes begin */
#define CONFIG_SIZE 0x100
#define HOST_RAM_LIMIT 0x84

static void set_row(const Row *row, uint32_t reset, uint8_t *value,
                    uint8_t *mask)
{
    for (unsigned i = 0; i < row->size; i++) {
        value[row->offset + i] = reset >> (8 * i);
        mask[row->offset + i] = row->mask >> (8 * i);
    }
}

void nv_console_config_reset(NvConsole *c, NvConsoleFn fn, uint8_t *value,
                             uint8_t *mask)
{
    /* The GPU's configuration space is the card's but for its rows. */
    if (fn != NV_CONSOLE_GPU) {
        memset(value + OWN, 0, CONFIG_SIZE - OWN);
        memset(mask + OWN, 0xff, CONFIG_SIZE - OWN);
    }
    if (fn != NV_CONSOLE_AGP) {
        memset(value + PCI_SUBSYSTEM, 0, 4);
        memset(mask + PCI_SUBSYSTEM, 0, 4);
    }
    value[PCI_PIN] = functions[fn].pin;
    mask[PCI_PIN] = 0;
    for (unsigned i = 0; i < NV_ARRAY_SIZE(rows); i++) {
        const Row *row = &rows[i];

        if (row->fn == fn) {
            bool limit = fn == NV_CONSOLE_HOST &&
                         row->offset == HOST_RAM_LIMIT;

            set_row(row, limit ? c->config.ram_size - 1 : row->reset, value,
                    mask);
        }
    }
}

static bool is_known(NvConsoleFn fn, unsigned offset)
{
    for (unsigned i = 0; i < NV_ARRAY_SIZE(rows); i++) {
        if (rows[i].fn == fn && offset - rows[i].offset < rows[i].size) {
            return true;
        }
    }
    return false;
}

void nv_console_config_written(NvConsole *c, NvConsoleFn fn, unsigned offset,
                               unsigned size, const uint8_t *config)
{
    if (offset >= CONFIG_SIZE) {
        return;
    }
    size = MIN(size, CONFIG_SIZE - offset);
    for (unsigned at = MAX(offset, OWN); at < offset + size; at++) {
        if (fn != NV_CONSOLE_GPU && !is_known(fn, at)) {
            nv_console_log(c, NV_CONSOLE_LOG_UNIMP,
                           "%s: configuration byte 0x%02x = 0x%02x",
                           functions[fn].name, at, config[at]);
        }
    }
    if (c->trace) {
        nv_console_log(c, NV_CONSOLE_LOG_TRACE,
                       "%s: configuration 0x%02x written, %u bytes",
                       functions[fn].name, offset, size);
    }
    if (fn == NV_CONSOLE_LPC) {
        nv_console_lpc_written(c, config);
    }
}
