/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The audio processor's registers, memories, methods and interrupt. */
#include <glib.h>
#include <string.h>

#include "console/apu.h"

#define RAM_SIZE 0x10000

typedef struct Rig {
    NvApu apu;
    uint8_t ram[RAM_SIZE];
    int64_t now;
    bool irq;
    unsigned unknown;
} Rig;

static bool in_ram(uint32_t address, size_t size)
{
    return address <= RAM_SIZE && size <= RAM_SIZE - address;
}

static bool rig_read(void *opaque, uint32_t address, void *data, size_t size)
{
    if (in_ram(address, size)) {
        memcpy(data, ((Rig *)opaque)->ram + address, size);
    }
    return in_ram(address, size);
}

static bool rig_write(void *opaque, uint32_t address, const void *data,
                      size_t size)
{
    if (in_ram(address, size)) {
        memcpy(((Rig *)opaque)->ram + address, data, size);
    }
    return in_ram(address, size);
}

static void rig_irq(void *opaque, bool level)
{
    ((Rig *)opaque)->irq = level;
}

static int64_t rig_now(void *opaque)
{
    return ((Rig *)opaque)->now;
}

static void rig_unknown(void *opaque, bool write, uint32_t offset,
                        uint32_t value)
{
    ((Rig *)opaque)->unknown++;
}

static const NvApuOps rig_ops = {
    rig_read, rig_write, rig_irq, rig_now, rig_unknown,
};

static Rig *rig_new(void)
{
    Rig *r = g_new0(Rig, 1);

    nv_apu_init(&r->apu, &rig_ops, r);
    return r;
}

static uint32_t get(Rig *r, uint32_t offset)
{
    return nv_apu_read(&r->apu, offset, 4);
}

static void put(Rig *r, uint32_t offset, uint32_t value)
{
    nv_apu_write(&r->apu, offset, 4, value);
}

static uint32_t ram_word(Rig *r, uint32_t at)
{
    return r->ram[at] | r->ram[at + 1] << 8 | r->ram[at + 2] << 16 |
           (uint32_t)r->ram[at + 3] << 24;
}

/* Words of 24 bits where there is memory, none between. */
static void test_memories(void)
{
    static const struct {
        uint32_t at, words;
    } memories[] = {
        { 0x30000, 0x1000 }, { 0x35000, 0x400 }, { 0x36000, 0x800 },
        { 0x3a000, 0x1000 }, { 0x50000, 0xc00 }, { 0x56000, 0x100 },
        { 0x5a000, 0x1000 },
    };
    Rig *r = rig_new();

    for (unsigned i = 0; i < G_N_ELEMENTS(memories); i++) {
        for (unsigned n = 0; n < memories[i].words; n++) {
            put(r, memories[i].at + 4 * n, 0xab000000 + i * 0x10000 + n);
        }
    }
    for (unsigned i = 0; i < G_N_ELEMENTS(memories); i++) {
        for (unsigned n = 0; n < memories[i].words; n++) {
            g_assert_cmphex(get(r, memories[i].at + 4 * n), ==,
                            i * 0x10000 + n);
        }
    }
    g_assert_cmpuint(r->unknown, ==, 0);
    put(r, 0x34000, 1);
    g_assert_cmphex(get(r, 0x34000), ==, 0);
    g_assert_cmphex(get(r, 0x7fffc), ==, 0);
    g_assert_cmphex(get(r, 0x80000), ==, 0);
    g_assert_cmpuint(r->unknown, ==, 3);
    put(r, 0x30000, 0x123456);
    nv_apu_write(&r->apu, 0x30001, 1, 0xcc);
    g_assert_cmphex(get(r, 0x30000), ==, 0x12cc56);
    g_assert_cmphex(nv_apu_read(&r->apu, 0x30001, 2), ==, 0x12cc);
    put(r, 0x3fffc, 3);
    g_assert_cmphex(get(r, 0x3fffc), ==, 3);
    nv_apu_reset(&r->apu);
    g_assert_cmphex(get(r, 0x3fffc) | get(r, 0x30000), ==, 0);
    g_free(r);
}

static void test_voices(void)
{
    Rig *r = rig_new();

    g_assert_cmpuint(get(r, 0x20010), >, 0);    /* methods are taken */
    put(r, 0x202c, 0x4000);
    put(r, 0x202f8, 3);                         /* the current voice */
    put(r, 0x203a0, 0x12345678);
    g_assert_cmphex(ram_word(r, 0x4000 + 3 * 0x80 + 0x20), ==, 0x345678);
    put(r, 0x2037c, 0xabcd1234);
    g_assert_cmphex(ram_word(r, 0x4000 + 3 * 0x80 + 0x7c), ==, 0xabcd0000);
    put(r, 0x20140, 3 | 1 << 18);               /* pause */
    g_assert_cmphex(ram_word(r, 0x4000 + 3 * 0x80 + 0x54), ==, 1 << 18);
    put(r, 0x20140, 3);
    g_assert_cmphex(ram_word(r, 0x4000 + 3 * 0x80 + 0x54), ==, 0);
    g_assert_cmphex(get(r, 0x1300), ==, 0x140);
    g_assert_cmphex(get(r, 0x1304), ==, 3);
    r->ram[0x4000 + 3 * 0x80 + 0x56] = 0x20;
    put(r, 0x20124, 3);                         /* on, and over */
    g_assert_cmphex(ram_word(r, 0x4000 + 3 * 0x80 + 0x54), ==, 0);
    put(r, 0x20120, 0x20005);
    g_assert_cmphex(get(r, 0x1118), ==, 0x20005);
    g_assert_cmpuint(r->unknown, ==, 0);
    put(r, 0x20ff0, 1);
    g_assert_cmpuint(r->unknown, ==, 1);
    /* No voice, no memory: nothing happens. */
    put(r, 0x202f8, 0xffff);
    put(r, 0x203a0, 1);
    put(r, 0x202c, 0xfffffff0);
    put(r, 0x202f8, 0);
    put(r, 0x203a0, 1);
    /* A word that software waits for. */
    put(r, 0x1324, 0x200);
    put(r, 0x1334, 0xcafe);
    g_assert_cmphex(ram_word(r, 0x200), ==, 0xcafe);
    g_free(r);
}

static void test_time(void)
{
    Rig *r = rig_new();
    uint32_t first;

    r->now = 123456789;
    g_assert_cmpuint(get(r, 0x200c), ==, 0);
    put(r, 0x2000, 8);
    first = get(r, 0x200c);
    r->now += 1000000000;
    g_assert_cmpuint(get(r, 0x200c) - first, ==, 48000);
    put(r, 0x2000, 0);
    r->now += 1000000000;
    g_assert_cmpuint(get(r, 0x200c) - first, ==, 48000);
    g_free(r);
}

/* Nothing raises one by itself; what was loaded may. */
static void test_interrupt(void)
{
    Rig *r = rig_new();

    put(r, 0x1004, 0x11);
    g_assert_false(r->irq);
    r->apu.word[0x1000 / 4] = 0x10;
    r->apu.word[0x8000 / 4] = 0x1234;
    nv_apu_loaded(&r->apu);
    g_assert_true(r->irq);
    g_assert_cmphex(get(r, 0x1000), ==, 0x11);
    g_assert_cmphex(r->apu.word[0x8000 / 4], ==, 0);
    put(r, 0x1004, 0x10);
    g_assert_false(r->irq);
    put(r, 0x1004, 0x11);
    g_assert_true(r->irq);
    put(r, 0x1000, 0x10);
    g_assert_false(r->irq);
    g_assert_cmphex(get(r, 0x1000), ==, 0);
    g_free(r);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/apu/memories", test_memories);
    g_test_add_func("/apu/voices", test_voices);
    g_test_add_func("/apu/time", test_time);
    g_test_add_func("/apu/interrupt", test_interrupt);
    return g_test_run();
}
