/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Fuzzer of the whole card, straight against the library.
 *
 * A byte string is a list of operations: registers, push buffers, instance
 * memory, time, save and load.  driver.c feeds it, or libFuzzer.  Build it
 * with address and undefined sanitizers: it fails by their reports.
 */
#include <stdlib.h>
#include <string.h>

#include "common/rig.h"

#define FUZZ_VRAM (4u << 20)
#define FUZZ_STEPS 400

typedef struct Bytes {
    const uint8_t *at;
    size_t left;
} Bytes;

static uint8_t take8(Bytes *b)
{
    if (!b->left) {
        return 0;
    }
    b->left--;
    return *b->at++;
}

static uint32_t take32(Bytes *b)
{
    uint32_t v = take8(b);

    v |= take8(b) << 8;
    v |= take8(b) << 16;
    return v | (uint32_t)take8(b) << 24;
}

/* Where registers are, so that most accesses hit one. */
static uint32_t take_register(Bytes *b)
{
    static const struct { uint32_t start, size; } areas[] = {
        { 0x000000, 0x1000 }, { 0x001000, 0x1000 }, { 0x002000, 0x2000 },
        { 0x003200, 0x100 }, { 0x009000, 0x500 }, { 0x0c0000, 0x1000 },
        { 0x100000, 0x1000 }, { 0x400000, 0x1000 }, { 0x400700, 0x100 },
        { 0x401800, 0x800 }, { 0x600000, 0x4000 }, { 0x601300, 0x100 },
        { 0x680000, 0x4000 }, { 0x710000, 0x3000 }, { 0x800000, 0x100 },
        { 0x000000, 0x1000000 },
    };
    unsigned i = take8(b) % G_N_ELEMENTS(areas);

    return areas[i].start + take32(b) % areas[i].size;
}

/* A word as drivers send them: enums, small numbers, floats, or anything. */
static uint32_t take_data(Bytes *b)
{
    static const uint32_t specials[] = {
        0, 1, 2, 3, 4, 6, 0x7f800000, 0xff800000, 0x7fc00000, 0x3f800000,
        0xbf800000, 0x80000000, 0x7fffffff, 0xffffffff, 0x44000000,
        0x43000000, 0x00010001, 0x0fff0fff, 0x01000000, 0x00ff00ff,
    };
    uint8_t kind = take8(b);

    switch (kind & 7) {
    case 0:
        return specials[take8(b) % G_N_ELEMENTS(specials)];
    case 1:
        return 0x200 + (take8(b) & 7);
    case 2:
        return take8(b);
    case 3:
        return 0x1000 + (take8(b) & 0x1f);
    case 4:
        return (take8(b) << 16) | take8(b);
    case 5:
        return 0x42000000 + (take32(b) & 0x81ffffff);
    case 6:
        return (0x100u << (take8(b) & 7)) * take8(b);
    default:
        return take32(b);
    }
}

/* Methods that make things happen more often than chance would. */
static uint32_t take_method(Bytes *b)
{
    static const uint16_t lively[] = {
        0x17fc, 0x1810, 0x1800, 0x1808, 0x1818, 0x1d94, 0x1e90, 0x0b00,
        0x0b80, 0x1e94, 0x1e9c, 0x1ea0, 0x1ea4, 0x1720, 0x1760, 0x1518,
        0x1a00, 0x1b00, 0x1b04, 0x1b0c, 0x1e70, 0x0208, 0x020c, 0x0210,
        0x0200, 0x0204, 0x0100, 0x0104, 0x0180, 0x1d70, 0x17d0, 0x0000,
        0x0050, 0x0060, 0x0064, 0x0068, 0x006c,
    };
    uint8_t kind = take8(b);

    if (kind < 128) {
        return lively[kind % G_N_ELEMENTS(lively)];
    }
    return take32(b) & 0x1ffc;
}

static void op_methods(Rig *rig, Bytes *b)
{
    unsigned count = take8(b) % 24;
    uint32_t head = count << 18 | take_method(b);

    head |= (take8(b) & 0x40) << 24;
    rig_push(rig, head);
    while (count--) {
        rig_push(rig, take_data(b));
    }
}

/* A primitive whose vertices are near or far, by array or by hand. */
static void op_draw(Rig *rig, Bytes *b)
{
    unsigned count = 1 + take8(b) % 12;

    rig_method(rig, 0x17fc, 1 + take8(b) % 10);
    if (take8(b) & 1) {
        rig_method(rig, 0x1810, (count - 1) << 24 | (take8(b) & 0x3f));
    }
    while (count--) {
        rig_methods(rig, 0x1a30, (uint32_t[4]) { take_data(b), take_data(b),
                                                 take_data(b), take_data(b) },
                    4);
        rig_methods(rig, 0x1518, (uint32_t[4]) { take_data(b), take_data(b),
                                                 take_data(b), take_data(b) },
                    4);
    }
    rig_method(rig, 0x17fc, 0);
}

static void op_state(Rig *rig, Bytes *b)
{
    g_autoptr(GByteArray) state = g_byte_array_new();
    unsigned flips = take8(b) & 7;

    nv_card_save(rig->card, state);
    while (flips--) {
        state->data[take32(b) % state->len] ^= 1 << (take8(b) & 7);
    }
    nv_card_load(rig->card, state->data, state->len, NULL);
}

static void op_scanout(Rig *rig)
{
    NvScanout mode = nv_card_scanout(rig->card);
    uint32_t *line;

    if (!mode.enabled) {
        return;
    }
    line = g_new(uint32_t, mode.width);
    nv_card_scanout_line(rig->card, &mode, 0, line);
    nv_card_scanout_line(rig->card, &mode, mode.height - 1, line);
    g_free(line);
}

static void step(Rig *rig, Bytes *b)
{
    uint8_t op = take8(b);

    switch (op % 16) {
    case 0:
        rig_write(rig, take_register(b), take_data(b));
        break;
    case 1:
        nv_card_mmio_write(rig->card, take_register(b), take32(b),
                           1 << (take8(b) % 3));
        break;
    case 2:
        nv_card_mmio_read(rig->card, take_register(b), 1 << (take8(b) % 3));
        break;
    case 3:
        rig_ramin_write(rig, 0x10000 + take32(b) % 0x3000, take_data(b));
        break;
    case 4:
        rig_push(rig, take32(b));
        break;
    case 5:
        rig_write(rig, 0x800040 + 0x10000 * (take8(b) & 31), take32(b));
        nv_card_run(rig->card, 256);
        break;
    case 6:
        rig_advance(rig, take32(b));
        break;
    case 7:
        if (!(take8(b) & 7)) {
            op_state(rig, b);
        }
        op_scanout(rig);
        break;
    case 8:
        rig_take_error(rig, NULL);
        rig_kick(rig);
        break;
    case 9:
    case 10:
        op_draw(rig, b);
        break;
    default:
        op_methods(rig, b);
        break;
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const char *const chips[] = { "nv20", "nv25", "nv2a" };
    Bytes b = { data, size };
    const char *chip = chips[take8(&b) % G_N_ELEMENTS(chips)];
    Rig *rig = rig_new(chip, FUZZ_VRAM, NULL, NULL);

    rig_channel(rig, strcmp(chip, "nv20") && take8(&b) & 1 ? 0x597 : 0x97);
    rig_surface(rig, 64, 64);
    rig_passthrough_program(rig);
    for (unsigned i = 0; i < FUZZ_STEPS && b.left; i++) {
        step(rig, &b);
    }
    nv_card_run(rig->card, 65536);
    for (unsigned i = 0; nv_card_dump_unit(i); i++) {
        g_free(nv_card_dump(rig->card, nv_card_dump_unit(i)));
    }
    nv_card_reset(rig->card);
    rig_free(rig);
    return 0;
}
