/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Fuzzer of the console's chips: ports, configuration space, interrupt lines,
 * time, saved states.
 *
 * A byte string names a console and then a list of operations.  Besides the
 * reports of sanitizers it checks that lines are as they were told, and that a
 * state survives saving.
 */
#include "fuzz/fuzz.h"

#include <glib.h>
#include <stdlib.h>
#include <string.h>

#include "nv2a/console.h"

#define FUZZ_STEPS 2000

typedef struct Fuzz {
    const uint8_t *at;
    size_t left;
    NvConsole *c;
    int64_t now;
    uint16_t irq;
    uint8_t config[256];
} Fuzz;

static uint8_t take8(Fuzz *f)
{
    if (!f->left) {
        return 0;
    }
    f->left--;
    return *f->at++;
}

static uint32_t take32(Fuzz *f)
{
    uint32_t v = take8(f);

    v |= take8(f) << 8;
    v |= take8(f) << 16;
    return v | (uint32_t)take8(f) << 24;
}

static void fuzz_set_irq(void *opaque, unsigned irq, bool level)
{
    Fuzz *f = opaque;

    if (irq < 1 || irq > 15 || irq == 2 || (f->irq >> irq & 1) == level) {
        g_error("input %u to %d", irq, level);
    }
    f->irq ^= 1 << irq;
}

static void fuzz_request(void *opaque, NvConsoleRequest request)
{
}

static void fuzz_boot_rom(void *opaque, bool visible)
{
}

static int64_t fuzz_now(void *opaque)
{
    return ((Fuzz *)opaque)->now;
}

static void fuzz_set_timer(void *opaque, int64_t when)
{
    if (when < -1) {
        g_error("asked for time %" G_GINT64_FORMAT, when);
    }
}

static void fuzz_log(void *opaque, NvConsoleLog kind, const char *text)
{
    if (!*text || strchr(text, '\n')) {
        g_error("not a line: \"%s\"", text);
    }
}

static const NvConsoleOps fuzz_ops = {
    .set_irq = fuzz_set_irq, .request = fuzz_request,
    .boot_rom = fuzz_boot_rom, .now = fuzz_now, .set_timer = fuzz_set_timer,
    .log = fuzz_log,
};

static void op_io(Fuzz *f)
{
    uint8_t how = take8(f);
    unsigned io = (how & 7) % NV_CONSOLE_IO_COUNT;
    unsigned at = take8(f), size = 1 << (how >> 3 & 3) % 3;

    if (how & 0x80) {
        nv_console_io_write(f->c, io, at, size, take32(f));
    } else {
        nv_console_io_read(f->c, io, at, size);
    }
}

static void smbus(Fuzz *f, unsigned at, uint8_t value)
{
    nv_console_io_write(f->c, NV_CONSOLE_IO_SMBUS, at, 1, value);
}

static void op_smbus(Fuzz *f)
{
    static const uint8_t slaves[] = { 0x10, 0x45, 0x4c, 0x54, 0x6a, 0x70 };
    uint8_t how = take8(f);

    smbus(f, 4, slaves[(how >> 5) % G_N_ELEMENTS(slaves)] << 1 | (how & 1));
    smbus(f, 8, take8(f));
    smbus(f, 6, take8(f));
    smbus(f, 7, take8(f));
    smbus(f, 2, (how & 0x1f) | 8);
}

static void op_config(Fuzz *f)
{
    unsigned fn = take8(f) % NV_CONSOLE_FN_COUNT;
    unsigned at = take8(f) & ~3u;
    uint32_t value = take32(f);

    memcpy(f->config + at, &value, 4);
    nv_console_config_written(f->c, fn, at, 4, f->config);
}

static void op_lines(Fuzz *f)
{
    uint8_t how = take8(f);

    if (how & 0x40) {
        nv_console_set_input(f->c, how & 15, how & 0x80);
    } else {
        nv_console_set_isa(f->c, how & 31, how & 0x80);
    }
}

static void op_time(Fuzz *f)
{
    uint8_t how = take8(f);
    uint64_t step = (uint64_t)take32(f) << (how & 31);

    f->now = (how & 0x80 ? step : f->now + step) & INT64_MAX;
    if (how & 0x40) {
        nv_console_timer(f->c);
    }
}

static void op_outside(Fuzz *f)
{
    uint8_t how = take8(f);

    if (how & 0x80) {
        nv_console_set_tray(f->c, how & 1, how & 2);
    } else if (how & 0x40) {
        nv_console_power_button(f->c);
    } else if (!(how & 0x3c)) {
        nv_console_reset(f->c);
    } else {
        nv_console_set_trace(f->c, how & 1);
    }
}

static void read_lines(Fuzz *f)
{
    f->irq = 0;
    for (unsigned i = 0; i < 16; i++) {
        f->irq |= nv_console_irq(f->c, i) << i;
    }
}

static void op_state(Fuzz *f)
{
    unsigned flips = take8(f) & 15;
    char *error = NULL;
    size_t size;
    uint8_t *state = nv_console_save(f->c, &size);

    while (flips--) {
        uint32_t at = take32(f);

        state[(at >> 8) % size] ^= at;
    }
    if (nv_console_load(f->c, state, size, &error) == (error != NULL)) {
        g_error("an error without a word, or a word without an error");
    }
    free(error);
    free(state);
    read_lines(f);
}

static void check(Fuzz *f)
{
    uint16_t told = f->irq;
    size_t size, again_size;
    uint8_t *state = nv_console_save(f->c, &size), *again;

    read_lines(f);
    if (told != f->irq) {
        g_error("lines are %04x, told were %04x", f->irq, told);
    }
    if (!nv_console_load(f->c, state, size, NULL)) {
        g_error("a state is refused");
    }
    again = nv_console_save(f->c, &again_size);
    if (size != again_size || memcmp(state, again, size)) {
        g_error("a state does not survive");
    }
    free(state);
    free(again);
}

static void step(Fuzz *f)
{
    static void (*const ops[])(Fuzz *f) = {
        op_io, op_io, op_io, op_io, op_smbus, op_smbus, op_smbus, op_config,
        op_config, op_lines, op_time, op_outside,
    };
    uint8_t op = take8(f);

    if (op >= 0xf8) {
        op_state(f);
    } else {
        ops[op % G_N_ELEMENTS(ops)](f);
    }
}

void fuzz_input(const uint8_t *data, size_t size)
{
    Fuzz f = { .at = data, .left = size };
    uint8_t how = take8(&f);
    NvConsoleConfig config = {
        .ram_size = how & 0x80 ? 64u << 20 : 128u << 20,
        .avpack = how & 7,
        .encoder = (how >> 3 & 3) % NV_CONSOLE_ENCODER_COUNT,
        .strict_smc = how & 0x20,
    };

    f.c = nv_console_new(&config, &fuzz_ops, &f, NULL);
    for (unsigned i = 0; i < FUZZ_STEPS && f.left; i++) {
        step(&f);
    }
    check(&f);
    nv_console_free(f.c);
}
