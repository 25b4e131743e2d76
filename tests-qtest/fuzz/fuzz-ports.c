/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Fuzzer of the console's pad, sound, network and timer: accesses of registers, time,
 * frames from the wire, with rings and lists anywhere in a small memory that
 * the same bytes fill.  Besides the reports of sanitizers it checks that all
 * work is bounded and that what comes out is in range.
 */
#include "fuzz/fuzz.h"

#include <glib.h>
#include <string.h>

#include "console/aci.h"
#include "console/apu.h"
#include "console/nic.h"
#include "console/pad.h"
#include "console/pit.h"

#define RAM_SIZE 0x4000
#define FUZZ_STEPS 400
/* Bottom halves that one step may ask for before we look away. */
#define FUZZ_LATER 4

typedef struct Fuzz {
    const uint8_t *at;
    size_t left;
    uint8_t ram[RAM_SIZE];
    NvAci aci;
    NvApu apu;
    NvNic nic;
    NvPad pad;
    NvPit pit;
    int64_t now;
    unsigned calls;             /* of memory, in this step */
    bool later;
} Fuzz;

static uint32_t take(Fuzz *f, unsigned bytes)
{
    uint32_t value = 0;

    while (bytes-- && f->left) {
        value = value << 8 | *f->at++;
        f->left--;
    }
    return value;
}

static bool in_ram(Fuzz *f, uint32_t address, size_t size)
{
    f->calls++;
    return address <= RAM_SIZE && size <= RAM_SIZE - address;
}

static bool fuzz_read(void *opaque, uint32_t address, void *data,
                      size_t size)
{
    Fuzz *f = opaque;

    if (!in_ram(f, address, size)) {
        return false;
    }
    memcpy(data, f->ram + address, size);
    return true;
}

static bool fuzz_write(void *opaque, uint32_t address, const void *data,
                       size_t size)
{
    Fuzz *f = opaque;

    if (!in_ram(f, address, size)) {
        return false;
    }
    memcpy(f->ram + address, data, size);
    return true;
}

static void fuzz_irq(void *opaque, bool level)
{
}

static void fuzz_note(void *opaque)
{
}

static void fuzz_unknown(void *opaque, bool write, uint32_t offset)
{
}

static void fuzz_later(void *opaque)
{
    ((Fuzz *)opaque)->later = true;
}

static void fuzz_timer(void *opaque, int64_t ns)
{
    g_assert(ns < 0 || ns >= 100000);
}

static void fuzz_send(void *opaque, const uint8_t *frame, size_t size)
{
    g_assert(size >= 60 && size <= NV_NIC_FRAME);
}

static int64_t fuzz_now(void *opaque)
{
    return ((Fuzz *)opaque)->now;
}

static void fuzz_deadline(void *opaque, int64_t when)
{
    g_assert(when >= -1);
}

static const NvPitOps pit_ops = { fuzz_now, fuzz_irq, fuzz_deadline };
static void fuzz_method(void *opaque, bool write, uint32_t offset,
                        uint32_t value)
{
}

static const NvApuOps apu_ops = {
    fuzz_read, fuzz_write, fuzz_irq, fuzz_now, fuzz_method,
};
static const NvAciOps aci_ops = {
    fuzz_read, fuzz_write, fuzz_irq, fuzz_note, fuzz_unknown,
};
static const NvNicOps nic_ops = {
    fuzz_read, fuzz_write, fuzz_irq, fuzz_send, fuzz_later, fuzz_timer,
    fuzz_note, fuzz_unknown,
};

/* Values that often lead into memory. */
static uint32_t take_value(Fuzz *f)
{
    uint8_t how = take(f, 1);

    return how & 0x80 ? take(f, 4) : how & 0x40 ? take(f, 2) & 0x3ff8 : how;
}

static void op_ram(Fuzz *f)
{
    uint32_t at = take(f, 2), count = take(f, 1);

    for (; count--; at++) {
        f->ram[at % RAM_SIZE] = take(f, 1);
    }
}

static void op_aci(Fuzz *f)
{
    uint8_t how = take(f, 1);
    NvAciSpace space = how % NV_ACI_SPACES;
    uint32_t offset = how & 0x80 ? 0x100 + take(f, 1) : take(f, 2) & 0x1fff;
    unsigned size = 1u << (how >> 4) % 3;

    if (how & 0x40) {
        nv_aci_io_read(&f->aci, space, offset, size);
    } else {
        nv_aci_io_write(&f->aci, space, offset, size, take_value(f));
    }
}

static void op_apu(Fuzz *f)
{
    static const uint32_t places[] = { 0x1000, 0x2000, 0x20000, 0x20100 };
    uint8_t how = take(f, 1);
    uint32_t offset = how & 8 ? places[how & 3] + take(f, 2) % 0x800 :
                                take(f, 3);
    unsigned size = 1u << (how >> 4) % 3;

    f->calls = 0;
    if (how & 0x40) {
        nv_apu_read(&f->apu, offset, size);
    } else {
        nv_apu_write(&f->apu, offset, size, take_value(f));
    }
    g_assert(f->calls <= 2);
}

static void op_pass(Fuzz *f)
{
    uint8_t out[1024], how = take(f, 1);
    size_t size = take(f, 2) % (sizeof(out) + 1);

    f->calls = 0;
    memset(out, 0, sizeof(out));
    g_assert(nv_aci_pass(&f->aci, how % NV_ACI_CHANNELS,
                         how & 0x80 ? NULL : out, size) <= size);
    g_assert(f->calls <= 32 + size + 32);
}

static void op_nic(Fuzz *f)
{
    uint8_t how = take(f, 1);
    uint32_t offset = take(f, 2) & 0x7ff;
    unsigned size = 1u << (how >> 4) % 3;

    if (how & 0x40) {
        nv_nic_io_read(&f->nic, offset, size);
    } else {
        nv_nic_io_write(&f->nic, offset, size, take_value(f));
    }
}

/* A controller that is on, so that frames get somewhere. */
static void op_nic_start(Fuzz *f)
{
    nv_nic_io_write(&f->nic, 0x100, 4, take(f, 2) & 0x3ff8);
    nv_nic_io_write(&f->nic, 0x104, 4, take(f, 2) & 0x3ff8);
    nv_nic_io_write(&f->nic, 0x108, 4, take(f, 3) & 0xff00ff);
    nv_nic_io_write(&f->nic, 0x08c, 4, 0x80);
    nv_nic_io_write(&f->nic, 0x084, 4, 1);
    nv_nic_io_write(&f->nic, 0x094, 4, 1);
    nv_nic_io_write(&f->nic, 0x144, 4, 1);
}

static void op_frame(Fuzz *f)
{
    uint8_t frame[2100] = { 0 };
    unsigned i;

    for (i = 0; i < 14; i++) {
        frame[i] = take(f, 1);
    }
    nv_nic_receive(&f->nic, frame, take(f, 2) % sizeof(frame));
}

static void op_pad(Fuzz *f)
{
    uint8_t data[64] = { 0 }, how = take(f, 1);
    uint32_t what;
    int size;

    switch (how % 4) {
    case 0:
        what = take(f, 1);
        nv_pad_set_pressure(&f->pad, what, take(f, 2));
        break;
    case 1:
        what = take(f, 1);
        nv_pad_move(&f->pad, what, (int)take(f, 4));
        nv_pad_settle(&f->pad);
        break;
    case 2:
        what = take(f, 1);
        nv_pad_set_stick(&f->pad, what, (int)take(f, 4));
        break;
    default:
        data[0] = take(f, 1);
        data[1] = take(f, 1);
        what = take(f, 2);
        size = nv_pad_request(&f->pad, what, take(f, 2), data,
                              how % sizeof(data));
        g_assert(size <= (int)(how % sizeof(data)));
    }
    nv_pad_report(&f->pad, data);
    g_assert(data[0] == 0 && data[1] == NV_PAD_REPORT);
}

static void op_pit(Fuzz *f)
{
    uint8_t how = take(f, 1);

    f->now += take(f, 2) << (how & 15);
    nv_pit_timer(&f->pit);
    if (how & 0x80) {
        nv_pit_write(&f->pit, how >> 4, take(f, 1));
    } else if (how & 0x40) {
        nv_pit_read(&f->pit, how >> 4);
    } else {
        nv_pit_set_gate(&f->pit, take(f, 1) % NV_PIT_COUNTERS, how & 0x10);
    }
    g_assert(f->pit.deadline < 0 || f->pit.deadline > f->now);
}

/* Damaged snapshots. */
static void op_load(Fuzz *f)
{
    const struct {
        void *state;
        size_t size;
    } parts[] = {
        { &f->nic, offsetof(NvNic, mac) },
        { f->aci.channel, sizeof(f->aci.channel) },
        { f->pit.counter, sizeof(f->pit.counter) },
        { f->apu.word, sizeof(f->apu.word) },
    };
    unsigned which = take(f, 1) % G_N_ELEMENTS(parts);
    uint8_t *state = parts[which].state;
    size_t size = parts[which].size;
    unsigned i;

    for (i = take(f, 1) % 16; i--; ) {
        uint32_t at = take(f, 3) % size;

        state[at] = take(f, 1);
    }
    nv_aci_loaded(&f->aci);
    nv_nic_loaded(&f->nic);
    nv_apu_loaded(&f->apu);
    nv_pit_loaded(&f->pit);
    nv_pit_timer(&f->pit);
}

static void step(Fuzz *f)
{
    static void (*const ops[16])(Fuzz *f) = {
        op_ram, op_ram, op_apu, op_aci, op_aci, op_aci, op_pass, op_pass,
        op_nic, op_nic, op_nic_start, op_frame, op_frame, op_pad, op_pit,
        op_load,
    };
    unsigned i;

    ops[take(f, 1) % 16](f);
    for (i = 0; i < FUZZ_LATER && f->later; i++) {
        f->later = false;
        f->calls = 0;
        nv_nic_work(&f->nic);
        g_assert(f->calls <= 3 * NV_NIC_BATCH);
    }
}

void fuzz_input(const uint8_t *data, size_t size)
{
    static const uint8_t mac[6] = { 2, 0, 0, 0, 0, 1 };
    Fuzz *f = g_new0(Fuzz, 1);
    unsigned i;

    f->at = data;
    f->left = size;
    nv_aci_init(&f->aci, &aci_ops, f);
    nv_nic_init(&f->nic, &nic_ops, f, mac);
    nv_pad_reset(&f->pad);
    nv_apu_init(&f->apu, &apu_ops, f);
    nv_pit_init(&f->pit, &pit_ops, f);
    for (i = 0; i < FUZZ_STEPS && f->left; i++) {
        step(f);
    }
    nv_nic_free(&f->nic);
    g_free(f);
}
