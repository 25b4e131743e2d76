/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The audio interface: registers of every width, lists of buffers with wrap,
 * end, going on, pause, interrupts; random lists against a model.
 */
#include <glib.h>
#include <string.h>

#include "console/aci.h"

#define RAM_SIZE 0x20000
#define LIST 0x1000
#define SAMPLES 0x4000

typedef struct Rig {
    NvAci aci;
    uint8_t ram[RAM_SIZE];
    bool irq;
    unsigned unknown, changes;
} Rig;

static bool rig_read(void *opaque, uint32_t address, void *data, size_t size)
{
    Rig *r = opaque;

    if (address > RAM_SIZE || size > RAM_SIZE - address) {
        return false;
    }
    memcpy(data, r->ram + address, size);
    return true;
}

static bool rig_write(void *opaque, uint32_t address, const void *data,
                      size_t size)
{
    Rig *r = opaque;

    if (address > RAM_SIZE || size > RAM_SIZE - address) {
        return false;
    }
    memcpy(r->ram + address, data, size);
    return true;
}

static void rig_irq(void *opaque, bool level)
{
    ((Rig *)opaque)->irq = level;
}

static void rig_changed(void *opaque)
{
    ((Rig *)opaque)->changes++;
}

static void rig_unknown(void *opaque, bool write, uint32_t offset)
{
    ((Rig *)opaque)->unknown++;
}

static const NvAciOps ops = {
    rig_read, rig_write, rig_irq, rig_changed, rig_unknown,
};

static Rig *rig_new(void)
{
    Rig *r = g_new0(Rig, 1);
    unsigned i;

    nv_aci_init(&r->aci, &ops, r);
    for (i = SAMPLES; i < RAM_SIZE; i++) {
        r->ram[i] = i * 7 + (i >> 8);
    }
    return r;
}

static uint32_t get(Rig *r, uint32_t offset, unsigned size)
{
    return nv_aci_io_read(&r->aci, NV_ACI_MEMORY, offset, size);
}

static void put(Rig *r, uint32_t offset, unsigned size, uint32_t value)
{
    nv_aci_io_write(&r->aci, NV_ACI_MEMORY, offset, size, value);
}

static void describe(Rig *r, unsigned index, uint32_t address,
                     uint16_t samples, uint16_t flags)
{
    uint32_t words[2] = {
        GUINT32_TO_LE(address), GUINT32_TO_LE(samples | flags << 16),
    };

    memcpy(r->ram + LIST + index * 8, words, sizeof(words));
}

static void test_registers(void)
{
    Rig *r = rig_new();

    g_assert_cmphex(get(r, 0x130, 4) & 0x100, ==, 0x100);
    put(r, 0x12c, 4, 2);
    g_assert_cmphex(get(r, 0x12c, 4), ==, 2);
    put(r, 0x12c, 4, 6);                    /* warm reset, over at once */
    g_assert_cmphex(get(r, 0x12c, 4), ==, 2);
    put(r, 0x110, 4, 0x12345677);
    g_assert_cmphex(get(r, 0x110, 4), ==, 0x12345670);
    put(r, 0x112, 1, 0xab);
    g_assert_cmphex(get(r, 0x110, 4), ==, 0x12ab5670);
    g_assert_cmphex(get(r, 0x111, 2), ==, 0xab56);
    put(r, 0x115, 1, 0xff);
    g_assert_cmphex(get(r, 0x115, 1), ==, 31);
    g_assert_cmphex(get(r, 0x116, 2), ==, 1);       /* halted */
    put(r, 0x118, 4, 0x1c000000);
    g_assert_cmphex(get(r, 0x11b, 1), ==, 0x1c);
    put(r, 0x11b, 1, 2);                            /* reset of a channel */
    g_assert_cmphex(get(r, 0x11b, 1), ==, 0);
    g_assert_cmphex(get(r, 0x110, 4), ==, 0);
    /* The same by ports. */
    nv_aci_io_write(&r->aci, NV_ACI_MASTER, 0x70, 4, 0x8000);
    g_assert_cmphex(get(r, 0x170, 4), ==, 0x8000);
    put(r, 0x12c, 1, 0);                            /* cold reset */
    g_assert_cmphex(get(r, 0x170, 4), ==, 0);
    g_assert_cmpuint(r->unknown, ==, 0);
    get(r, 0x140, 1);
    put(r, 0xffc, 4, 0);
    nv_aci_io_read(&r->aci, NV_ACI_MASTER, 0x80, 1);
    nv_aci_io_read(&r->aci, NV_ACI_MIXER, 0x100, 1);
    g_assert_cmpuint(r->unknown, ==, 1 + 4 + 1 + 1);
    g_free(r);
}

static void test_codec(void)
{
    Rig *r = rig_new();

    g_assert_cmphex(get(r, 0x7c, 2), ==, 0x574d);
    g_assert_cmphex(get(r, 0x7c, 4), ==, 0x4c09574d);
    put(r, 0x02, 2, 0x1234);                /* it has no volumes */
    g_assert_cmphex(get(r, 0x02, 2), ==, 0);
    put(r, 0x26, 2, 0x4300);
    g_assert_cmphex(get(r, 0x26, 2), ==, 0x430f);
    put(r, 0x00, 2, 0);
    g_assert_cmphex(get(r, 0x26, 2), ==, 0x000f);
    g_assert_cmphex(get(r, 0x80, 2), ==, 0xffff);
    /* The semaphore: taken by a read, free after the codec's access. */
    g_assert_cmphex(get(r, 0x134, 1), ==, 0);
    g_assert_cmphex(get(r, 0x134, 1), ==, 1);
    g_assert_cmphex(get(r, 0x134, 1), ==, 0);       /* nobody waits for ever */
    nv_aci_io_read(&r->aci, NV_ACI_MIXER, 0, 2);
    g_assert_cmphex(get(r, 0x134, 4), ==, 0);
    put(r, 0x18, 2, 0);
    g_assert_cmphex(get(r, 0x134, 1), ==, 0);
    g_free(r);
}

/* Two buffers, the second the last: all samples, interrupts, the end. */
static void test_play(void)
{
    Rig *r = rig_new();
    uint8_t out[256];

    describe(r, 0, SAMPLES, 16, 0x8000);
    describe(r, 1, SAMPLES + 0x100, 8, 0);
    put(r, 0x110, 4, LIST);
    put(r, 0x115, 1, 1);
    put(r, 0x11b, 1, 0x1d);
    g_assert_true(nv_aci_active(&r->aci, NV_ACI_OUT));
    g_assert_false(nv_aci_active(&r->aci, NV_ACI_SPDIF));
    g_assert_cmphex(get(r, 0x118, 2), ==, 16);
    g_assert_cmphex(get(r, 0x116, 2), ==, 0);
    g_assert_cmpuint(nv_aci_pass(&r->aci, NV_ACI_OUT, out, 30), ==, 30);
    g_assert_cmpmem(out, 30, r->ram + SAMPLES, 30);
    g_assert_false(r->irq);
    g_assert_cmphex(get(r, 0x118, 2), ==, 1);
    g_assert_cmpuint(nv_aci_pass(&r->aci, NV_ACI_OUT, out, 4), ==, 4);
    g_assert_cmpmem(out, 2, r->ram + SAMPLES + 30, 2);
    g_assert_cmpmem(out + 2, 2, r->ram + SAMPLES + 0x100, 2);
    g_assert_true(r->irq);
    g_assert_cmphex(get(r, 0x116, 2), ==, 8);
    g_assert_cmphex(get(r, 0x130, 4), ==, 0x140);
    g_assert_cmphex(get(r, 0x114, 1), ==, 1);
    put(r, 0x116, 1, 0xff);
    g_assert_false(r->irq);
    r->changes = 0;
    g_assert_cmpuint(nv_aci_pass(&r->aci, NV_ACI_OUT, out, 256), ==, 14);
    g_assert_cmpuint(r->changes, >, 0);
    g_assert_false(nv_aci_active(&r->aci, NV_ACI_OUT));
    g_assert_cmphex(get(r, 0x116, 2), ==, 7);       /* halted, at the last */
    g_assert_true(r->irq);                          /* last one done */
    put(r, 0x116, 2, 4);
    g_assert_false(r->irq);
    /* It goes on when there are more. */
    describe(r, 2, SAMPLES + 0x200, 4, 0x8000);
    put(r, 0x115, 1, 2);
    g_assert_cmphex(get(r, 0x114, 1), ==, 2);
    g_assert_cmpuint(nv_aci_pass(&r->aci, NV_ACI_OUT, out, 256), ==, 8);
    g_assert_cmpmem(out, 8, r->ram + SAMPLES + 0x200, 8);
    g_free(r);
}

/* A pause keeps the place; run again without new buffers plays nothing. */
static void test_pause(void)
{
    Rig *r = rig_new();
    uint8_t out[64];

    describe(r, 0, SAMPLES, 8, 0);
    put(r, 0x170, 4, LIST);
    put(r, 0x17b, 1, 1);
    g_assert_cmpuint(nv_aci_pass(&r->aci, NV_ACI_SPDIF, out, 6), ==, 6);
    put(r, 0x17b, 1, 0);
    g_assert_cmphex(get(r, 0x176, 2), ==, 1);
    g_assert_cmpuint(nv_aci_pass(&r->aci, NV_ACI_SPDIF, out, 6), ==, 0);
    put(r, 0x17b, 1, 1);
    g_assert_cmpuint(nv_aci_pass(&r->aci, NV_ACI_SPDIF, out, 64), ==, 10);
    g_assert_cmpmem(out, 10, r->ram + SAMPLES + 6, 10);
    put(r, 0x17b, 1, 0);
    put(r, 0x17b, 1, 1);
    g_assert_false(nv_aci_active(&r->aci, NV_ACI_SPDIF));
    g_assert_false(r->irq);                 /* nobody asked for it */
    g_free(r);
}

/* The list's end is its start: 32 buffers, three turns. */
static void test_wrap(void)
{
    Rig *r = rig_new();
    unsigned i, turn;

    for (i = 0; i < 32; i++) {
        describe(r, i, SAMPLES + i * 16, 8, 0x8000);
    }
    put(r, 0x110, 4, LIST);
    put(r, 0x115, 1, 31);
    put(r, 0x11b, 1, 0x11);
    for (turn = 0; turn < 3; turn++) {
        for (i = 0; i < 32; i++) {
            uint8_t out[16];

            g_assert_cmphex(get(r, 0x114, 1), ==, i);
            put(r, 0x115, 1, i - 1);        /* the last is always behind */
            g_assert_cmpuint(nv_aci_pass(&r->aci, NV_ACI_OUT, out, 16), ==,
                             16);
            g_assert_cmpmem(out, 16, r->ram + SAMPLES + i * 16, 16);
            nv_aci_pass(&r->aci, NV_ACI_OUT, out, 0);
            g_assert_true(r->irq);
            put(r, 0x116, 1, 8);
            g_assert_false(r->irq);
        }
    }
    g_free(r);
}

static void test_input(void)
{
    Rig *r = rig_new();
    static const uint8_t sound[8] = { 1, 2, 3, 4, 5, 6, 7, 8 };
    uint8_t silence[8] = { 0 };

    describe(r, 0, SAMPLES, 8, 0x8000);
    put(r, 0x100, 4, LIST);
    put(r, 0x10b, 1, 0x11);
    g_assert_cmpuint(nv_aci_pass(&r->aci, NV_ACI_IN, (void *)sound, 8), ==,
                     8);
    g_assert_cmpmem(r->ram + SAMPLES, 8, sound, 8);
    g_assert_cmpuint(nv_aci_pass(&r->aci, NV_ACI_IN, NULL, 100), ==, 8);
    g_assert_cmpmem(r->ram + SAMPLES + 8, 8, silence, 8);
    g_assert_true(r->irq);
    g_assert_cmphex(get(r, 0x130, 4), ==, 0x120);
    g_free(r);
}

/* Lists and buffers outside memory, and lists of nothing, end. */
static void test_hostile(void)
{
    Rig *r = rig_new();
    uint8_t out[1024], zero[1024] = { 0 };
    unsigned i;

    put(r, 0x110, 4, 0xfffffff8);
    put(r, 0x115, 1, 31);
    put(r, 0x11b, 1, 0x1d);
    g_assert_cmpuint(nv_aci_pass(&r->aci, NV_ACI_OUT, out, 1024), ==, 0);
    put(r, 0x11b, 1, 2);
    describe(r, 0, 0xfffff000, 0xffff, 0xffff);
    put(r, 0x110, 4, LIST);
    put(r, 0x11b, 1, 0x1d);
    memset(out, 0xaa, sizeof(out));
    g_assert_cmpuint(nv_aci_pass(&r->aci, NV_ACI_OUT, out, 1024), ==, 1024);
    g_assert_cmpmem(out, 1024, zero, 1024);
    /* Empty buffers that call for interrupts, for ever moved on. */
    put(r, 0x11b, 1, 2);
    for (i = 0; i < 32; i++) {
        describe(r, i, SAMPLES, 0, 0x8000);
    }
    put(r, 0x110, 4, LIST);
    put(r, 0x115, 1, 31);
    put(r, 0x11b, 1, 0x1d);
    g_assert_cmpuint(nv_aci_pass(&r->aci, NV_ACI_OUT, out, 1024), ==, 0);
    g_assert_true(r->irq);
    g_assert_false(nv_aci_active(&r->aci, NV_ACI_OUT));
    /* A damaged snapshot. */
    memset(r->aci.channel, 0xff, sizeof(r->aci.channel));
    nv_aci_loaded(&r->aci);
    g_assert_cmphex(get(r, 0x114, 2), ==, 0x1f1f);
    nv_aci_pass(&r->aci, NV_ACI_OUT, out, 1024);
    g_free(r);
}

/* A model that plays a list in one go. */
static GByteArray *model_play(Rig *r, unsigned last)
{
    GByteArray *all = g_byte_array_new();
    unsigned i;

    for (i = 0; i <= last; i++) {
        uint32_t words[2], at, size;

        memcpy(words, r->ram + LIST + 8 * i, 8);
        at = GUINT32_FROM_LE(words[0]) & ~1u;
        size = (GUINT32_FROM_LE(words[1]) & 0xffff) * 2;
        g_byte_array_append(all, r->ram + at, size);
    }
    return all;
}

static void test_random(void)
{
    GRand *rand = g_rand_new_with_seed(20);
    unsigned round;

    for (round = 0; round < 500; round++) {
        Rig *r = rig_new();
        GByteArray *got = g_byte_array_new(), *want;
        unsigned last = g_rand_int_range(rand, 0, 32), i, idle = 0;

        for (i = 0; i < 32; i++) {
            describe(r, i, g_rand_int_range(rand, 0, RAM_SIZE / 2),
                     g_rand_boolean(rand) ? g_rand_int_range(rand, 0, 9)
                                          : g_rand_int_range(rand, 0, 2000),
                     g_rand_int(rand));
        }
        put(r, 0x110, 4, LIST);
        put(r, 0x115, 1, last);
        put(r, 0x11b, 1, g_rand_int(rand) & 0x1c);
        put(r, 0x11b, 1, get(r, 0x11b, 1) | 1);
        while (nv_aci_active(&r->aci, NV_ACI_OUT) && idle < 3) {
            uint8_t out[512];
            size_t size = nv_aci_pass(&r->aci, NV_ACI_OUT, out,
                                      g_rand_int_range(rand, 0, 513));

            idle = size ? 0 : idle + 1;
            g_byte_array_append(got, out, size);
            if (g_rand_int_range(rand, 0, 8) == 0) {
                put(r, 0x11b, 1, get(r, 0x11b, 1) & ~1u);
                put(r, 0x11b, 1, get(r, 0x11b, 1) | 1);
            }
        }
        want = model_play(r, last);
        g_assert_cmpmem(got->data, got->len, want->data, want->len);
        g_assert_cmphex(get(r, 0x114, 1), ==, last);
        g_byte_array_unref(got);
        g_byte_array_unref(want);
        g_free(r);
    }
    g_rand_free(rand);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/ports/aci/registers", test_registers);
    g_test_add_func("/ports/aci/codec", test_codec);
    g_test_add_func("/ports/aci/play", test_play);
    g_test_add_func("/ports/aci/pause", test_pause);
    g_test_add_func("/ports/aci/wrap", test_wrap);
    g_test_add_func("/ports/aci/input", test_input);
    g_test_add_func("/ports/aci/hostile", test_hostile);
    g_test_add_func("/ports/aci/random", test_random);
    return g_test_run();
}
