/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * PFIFO with several channels and with a driver behind it: software methods,
 * stalls, switching.
 */
#include "unit/pfifo/pfifo-rig.h"

/* What a driver does to get over a method it has served. */
static void serve_software(Rig *rig)
{
    uint32_t at = rd(rig, 0x3270);

    wr(rig, 0x3220, 0);
    wr(rig, 0x2100, 1);
    wr(rig, 0x3200, rd(rig, 0x3200) & ~1u);
    wr(rig, 0x3270, at + 4);
    wr(rig, 0x3200, rd(rig, 0x3200) | 1);
    wr(rig, 0x3258, 0);
    wr(rig, 0x3220, rd(rig, 0x3220) | 1);
    wr(rig, 0x3250, 1);
    pump(rig);
}

/* The word pair that the puller stopped at. */
static void stopped_at(Rig *rig, uint32_t *addr, uint32_t *data)
{
    uint32_t slot = rd(rig, 0x3270) >> 2;

    g_assert_true(rig->irq);
    g_assert_cmphex(rd(rig, 0x2100), ==, 1);
    *addr = rd(rig, 0x3800 + slot * 8);
    *data = rd(rig, 0x3804 + slot * 8);
}

static void test_software(void)
{
    Rig *rig = rig_new();
    uint32_t addr, data;

    method(rig, 1, 2, 0, H_SW);
    method(rig, 1, 2, 0x500, 0xcafe);
    method(rig, 1, 2, 0x180, H_GR);
    method(rig, 1, 2, 0x50, 5);
    go(rig, 1);

    stopped_at(rig, &addr, &data);
    g_assert_cmphex(addr, ==, 2 << 13);
    g_assert_cmphex(data, ==, H_SW);
    g_assert_cmphex(rd(rig, 0x3258), ==, 0x10000 | SCRATCH >> 4);
    g_assert_cmphex(rd(rig, 0x3250), ==, 0x100);
    pump(rig);
    g_assert_cmpuint(user(rig, 1, 0x48), ==, 0);    /* it waits */
    serve_software(rig);

    stopped_at(rig, &addr, &data);
    g_assert_cmphex(addr, ==, 2 << 13 | 0x500);
    g_assert_cmphex(data, ==, 0xcafe);
    serve_software(rig);

    stopped_at(rig, &addr, &data);
    g_assert_cmphex(addr, ==, 2 << 13 | 0x180);
    g_assert_cmphex(rd(rig, 0x3258), ==, 0x10000 | GR_OBJ >> 4);
    serve_software(rig);

    g_assert_false(rig->irq);
    g_assert_cmpuint(user(rig, 1, 0x48), ==, 5);
    g_assert_cmphex(rd(rig, 0x3250), ==, 1);
    g_assert_cmpuint(nv_card_stats(rig->card).methods, ==, 0);
    rig_free(rig);
}

/* Handles at 0x180..0x1fc become instances on the way to PGRAPH. */
static void test_handles(void)
{
    Rig *rig = rig_new();

    wi(rig, SCRATCH, 0x0000303d);
    wi(rig, SCRATCH + 4, 0xffff);
    method(rig, 1, 0, 0, H_GR);
    go(rig, 1);
    g_assert_cmphex(rd(rig, 0x400704), ==, 1 << 20);
    g_assert_cmphex(rd(rig, 0x400708), ==, GR_OBJ >> 4);
    method(rig, 1, 0, 0x180, H_SW);
    go(rig, 1);
    g_assert_cmphex(rd(rig, 0x400704), ==, 1 << 20 | 0x180);
    g_assert_cmphex(rd(rig, 0x400708), ==, SCRATCH >> 4);
    method(rig, 1, 0, 0x184, 0xdeadbeef);
    go(rig, 1);
    g_assert_cmphex(rd(rig, 0x3250), ==, 0x10);
    g_assert_cmphex(rd(rig, 0x400704), ==, 1 << 20 | 0x180);
    rig_free(rig);
}

/* Method 0x50 keeps its order behind a PGRAPH that takes nothing. */
static void test_stall(void)
{
    Rig *rig = rig_new();
    unsigned works;

    method(rig, 1, 0, 0, H_GR);
    go(rig, 1);
    wr(rig, 0x400720, 0);
    method(rig, 1, 0, 0x100, 0);
    method(rig, 1, 0, 0x50, 7);
    go(rig, 1);
    g_assert_cmpuint(user(rig, 1, 0x48), ==, 0);
    g_assert_cmphex(rd(rig, 0x3214), ==, 0);
    works = rig->works;
    wr(rig, 0x400720, 1);
    g_assert_cmpuint(rig->works, >, works);
    pump(rig);
    g_assert_cmpuint(user(rig, 1, 0x48), ==, 7);
    g_assert_cmphex(rd(rig, 0x3214), ==, 0x10);

    wr(rig, 0x400720, 0);                   /* nothing in front of it */
    method(rig, 1, 0, 0x50, 8);
    go(rig, 1);
    g_assert_cmpuint(user(rig, 1, 0x48), ==, 7);
    wr(rig, 0x400720, 1);
    pump(rig);
    g_assert_cmpuint(user(rig, 1, 0x48), ==, 8);
    rig_free(rig);
}

/* Two channels in turn, with everything a saved entry holds. */
static void switching(uint32_t large)
{
    Rig *rig = rig_new_fc(large);
    uint32_t size = large ? 64 : 32;

    add_channel(rig, 3);
    add_channel(rig, 30);
    method(rig, 3, 1, 0x50, 0x33);
    method(rig, 3, 4, 0, H_GR);
    put(rig, 3, HEAD(5, 6, 0x50) | NONINC);     /* four words are missing */
    put(rig, 3, 0x34);
    kick(rig, 3);
    method(rig, 30, 2, 0x50, 0x66);
    kick(rig, 30);
    g_assert_cmphex(rd(rig, 0x2508), ==, 1u << 3 | 1u << 30);
    pump(rig);
    g_assert_cmphex(rd(rig, 0x2508), ==, 0);
    g_assert_cmpuint(user(rig, 3, 0x48), ==, 0x34);
    g_assert_cmpuint(user(rig, 30, 0x48), ==, 0x66);
    g_assert_cmpuint(user(rig, 3, 0x44), ==, 24);
    g_assert_cmpuint(user(rig, 30, 0x44), ==, 8);
    g_assert_cmphex(rd(rig, 0x3204), ==, 0x100 | 30);

    g_assert_cmphex(rd(rig, 0x3280), ==, 0);
    g_assert_cmphex(ri(rig, RAMFC + 3 * size), ==, 24);
    g_assert_cmphex(ri(rig, RAMFC + 3 * size + 4), ==, 24);
    g_assert_cmphex(ri(rig, RAMFC + 3 * size + 8), ==, 0x34);
    g_assert_cmphex(ri(rig, RAMFC + 3 * size + 0xc), ==,
                    1 << 16 | (PUSH_OBJ + 3 * 16) >> 4);
    g_assert_cmphex(ri(rig, RAMFC + 3 * size + 0x10), ==,
                    4 << 18 | 6 << 13 | 0x51);
    g_assert_cmphex(ri(rig, RAMFC + 3 * size + 0x14), ==, 0x00086078);
    g_assert_cmphex(ri(rig, RAMFC + 3 * size + 0x18), ==, 0x10000);
    g_assert_cmphex(ri(rig, RAMFC + 3 * size + 0x1c), ==, 1);

    for (unsigned i = 0; i < 4; i++) {
        put(rig, 3, 0x35 + i);
    }
    go(rig, 3);
    g_assert_cmphex(rd(rig, 0x3204), ==, 0x100 | 3);
    g_assert_cmphex(rd(rig, 0x3280), ==, 0x10000);
    g_assert_cmpuint(user(rig, 3, 0x48), ==, 0x38);
    g_assert_cmpuint(user(rig, 30, 0x48), ==, 0x66);
    g_assert_cmpstr(rig->methods->str, ==, "3:1:50:33 3:4:0:beef0097 "
                    "3:6:50:34 30:2:50:66 "
                    "3:6:50:35 3:6:50:36 3:6:50:37 3:6:50:38 ");
    rig_free(rig);
}

static void test_switch_large(void)
{
    switching(0x10000);
}

static void test_switch_small(void)
{
    switching(0);
}

/* Two channels, each in a subroutine of its own. */
static void test_switch_call(void)
{
    Rig *rig = rig_new();

    add_channel(rig, 2);
    for (unsigned ch = 1; ch <= 2; ch++) {
        put(rig, ch, 0x400 * ch | 2);
        method(rig, ch, 0, 0x50, 0x10 + ch);
        rig->put[ch] = 0x400 * ch;
        method(rig, ch, 0, 0x50, ch);
        go(rig, ch);
        g_assert_cmphex(rd(rig, 0x324c), ==, 4 | 1);
    }
    for (unsigned ch = 1; ch <= 2; ch++) {
        put(rig, ch, 0x00020000);
        rig->put[ch] = 12;
        go(rig, ch);
        g_assert_cmphex(rd(rig, 0x2100), ==, 0);
        g_assert_cmpuint(user(rig, ch, 0x48), ==, 0x10 + ch);
    }
    rig_free(rig);
}

/* The channel with an error stays where the driver looks for it. */
static void test_error_stays(void)
{
    Rig *rig = rig_new();

    add_channel(rig, 2);
    put(rig, 1, 0x00030000);
    go(rig, 1);
    method(rig, 2, 0, 0x50, 2);
    go(rig, 2);
    g_assert_cmphex(rd(rig, 0x3204), ==, 0x101);
    g_assert_cmpuint(user(rig, 2, 0x48), ==, 0);
    wr(rig, 0x3228, 0);
    wr(rig, 0x3220, 1);
    wr(rig, 0x2100, 0x1000);
    pump(rig);
    g_assert_cmpuint(user(rig, 2, 0x48), ==, 2);
    rig_free(rig);
}

/* What a driver changes between two runs counts in the second. */
static void test_changes(void)
{
    Rig *rig = rig_new();

    method(rig, 1, 0, 0x50, 1);
    go(rig, 1);
    wi(rig, PUSH_OBJ + 16 + 8, 0x00180003);
    poke32(rig, 0x180008, HEAD(1, 0, 0x50));
    poke32(rig, 0x18000c, 0x77);
    method(rig, 1, 0, 0x50, 2);
    go(rig, 1);
    g_assert_cmpuint(user(rig, 1, 0x48), ==, 0x77);
    wr(rig, 0x2508, 1 << 1);                /* it has the cache already */
    pump(rig);
    g_assert_cmpuint(user(rig, 1, 0x48), ==, 0x77);
    g_assert_cmpuint(user(rig, 1, 0x44), ==, 16);
    rig_free(rig);
}

/* A driver takes the current channel down; the others live on. */
static void test_remove(void)
{
    static const uint32_t clear[] = {
        0x3240, 0x3244, 0x3248, 0x322c, 0x32a0, 0x3228, 0x3280, 0x3254,
    };
    Rig *rig = rig_new();

    add_channel(rig, 2);
    method(rig, 1, 0, 0x50, 1);
    go(rig, 1);
    wr(rig, 0x2500, 0);
    wr(rig, 0x3220, rd(rig, 0x3220) & ~1u);
    wr(rig, 0x3200, 0);
    wr(rig, 0x3250, 0);
    for (unsigned i = 0; i < G_N_ELEMENTS(clear); i++) {
        wr(rig, clear[i], 0);
    }
    wr(rig, 0x3210, 0);
    wr(rig, 0x3270, 0);
    wr(rig, 0x3204, 31);
    wr(rig, 0x2504, rd(rig, 0x2504) & ~(1u << 1));
    wr(rig, 0x3250, 1);
    wr(rig, 0x3200, 1);
    wr(rig, 0x2500, 1);
    method(rig, 2, 0, 0x50, 2);
    go(rig, 2);
    g_assert_cmpuint(user(rig, 2, 0x48), ==, 2);

    wi(rig, RAMFC + 64 + 8, 0);             /* and a new one in its place */
    wi(rig, RAMFC + 64, rig->put[1]);
    wi(rig, RAMFC + 64 + 4, rig->put[1]);
    wr(rig, 0x2504, rd(rig, 0x2504) | 1 << 1);
    method(rig, 1, 0, 0x50, 3);
    go(rig, 1);
    g_assert_cmpuint(user(rig, 1, 0x48), ==, 3);
    rig_free(rig);
}

/* Console software sets CACHE1 up by hand and starts with a jump. */
static void test_by_hand(void)
{
    Rig *rig = rig_new_fc(0x008a0000);
    uint32_t jump = GUINT32_TO_LE(0x00030000 | 1);
    uint32_t words[2] = { GUINT32_TO_LE(HEAD(1, 0, 0x50)),
                          GUINT32_TO_LE(0xf00d) };
    uint8_t *vram = nv_card_vram(rig->card);

    wi(rig, SCRATCH, 0x0000b03d);
    wi(rig, SCRATCH + 4, 0x03ffafff);
    wi(rig, SCRATCH + 8, 0x00000003);
    memcpy(vram, &jump, 4);
    memcpy(vram + 0x30000, words, 8);
    wr(rig, 0x2504, 1);
    wr(rig, 0x3250, 0);
    wr(rig, 0x3200, 0);
    wr(rig, 0x3204, 0);
    wr(rig, 0x3204, rd(rig, 0x3204) | 0x100);
    wr(rig, 0x322c, SCRATCH >> 4);
    wr(rig, 0x3230, 0);
    wr(rig, 0x3224, 0x000f0078);
    wr(rig, 0x3220, 1);
    wr(rig, 0x3250, 1);
    wr(rig, 0x3200, 1);
    wr(rig, 0x800040, 0x30000);
    pump(rig);
    g_assert_cmphex(user(rig, 0, 0x44), ==, 0x30000);
    wr(rig, 0x800040, 0x30008);
    pump(rig);
    g_assert_cmphex(user(rig, 0, 0x44), ==, 0x30008);
    g_assert_cmphex(user(rig, 0, 0x48), ==, 0xf00d);
    g_assert_cmphex(rd(rig, 0x2100), ==, 0);
    rig_free(rig);
}

/* Without CACHES, PUSH0 or PULL0 nothing switches or moves. */
static void test_enables(void)
{
    static const uint32_t enables[] = { 0x2500, 0x3200, 0x3250 };

    for (unsigned i = 0; i < G_N_ELEMENTS(enables); i++) {
        Rig *rig = rig_new();

        wr(rig, enables[i], 0);
        method(rig, 1, 0, 0x50, 9);
        go(rig, 1);
        g_assert_cmpuint(user(rig, 1, 0x48), ==, 0);
        g_assert_cmpuint(user(rig, 1, 0x44), ==, 0);
        wr(rig, enables[i], 1);
        pump(rig);
        g_assert_cmpuint(user(rig, 1, 0x48), ==, 9);
        rig_free(rig);
    }
}

/* A channel that jumps for ever does not keep the others out. */
static void test_fair(void)
{
    Rig *rig = rig_new();

    add_channel(rig, 2);
    put(rig, 1, 0x20000000);
    put(rig, 1, 0);
    kick(rig, 1);
    nv_card_run(rig->card, 100);
    method(rig, 2, 0, 0x50, 0x22);
    kick(rig, 2);
    for (unsigned i = 0; i < 50; i++) {
        g_assert_true(nv_card_run(rig->card, 1000));
    }
    g_assert_cmpuint(user(rig, 2, 0x48), ==, 0x22);
    g_assert_cmphex(rd(rig, 0x3204), ==, 0x101);
    rig_free(rig);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/pfifo/software/driver-protocol", test_software);
    g_test_add_func("/pfifo/puller/handles-become-instances", test_handles);
    g_test_add_func("/pfifo/puller/reference-waits", test_stall);
    g_test_add_func("/pfifo/switch/64-byte-entries", test_switch_large);
    g_test_add_func("/pfifo/switch/32-byte-entries", test_switch_small);
    g_test_add_func("/pfifo/switch/in-subroutines", test_switch_call);
    g_test_add_func("/pfifo/switch/error-stays", test_error_stays);
    g_test_add_func("/pfifo/switch/driver-changes-object", test_changes);
    g_test_add_func("/pfifo/switch/driver-removes-channel", test_remove);
    g_test_add_func("/pfifo/switch/set-up-by-hand", test_by_hand);
    g_test_add_func("/pfifo/switch/enables", test_enables);
    g_test_add_func("/pfifo/switch/fair", test_fair);
    return g_test_run();
}
