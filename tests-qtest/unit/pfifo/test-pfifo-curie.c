/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * PFIFO of Curie as its open driver brings it up: entries of 128 bytes, a
 * context image a channel, its RAMHT words and its USER pages (doc).
 */
#include "unit/pfifo/pfifo-rig.h"

#define FC(ch)      (0x20000u + (ch) * 128)
#define IMAGE(ch)   (0x30000u + (ch) * 0x8000)
#define H_3D        0xbeef4097u
#define VALID       0x01000000u
#define CLEAR_COLOR 0x1d90u
#define SHADOW      0x401a18u       /* of bundle 0x86, CLEAR_COLOR */

static uint32_t page(Rig *rig, unsigned ch, uint32_t at)
{
    return rd(rig, 0xc00000 + ch * 0x1000 + at);
}

static void run(Rig *rig, unsigned ch)
{
    wr(rig, 0xc00040 + ch * 0x1000, rig->put[ch]);
    pump(rig);
}

static void handle(Rig *rig, uint32_t name, unsigned ch, unsigned engine,
                   uint32_t inst)
{
    uint32_t at = hash(name, ch);

    while (ri(rig, RAMHT + at * 8)) {
        at = (at + 1) & 511;
    }
    wi(rig, RAMHT + at * 8, name);
    wi(rig, RAMHT + at * 8 + 4, ch << 23 | engine << 20 | inst >> 4);
}

static void channel(Rig *rig, unsigned ch)
{
    uint32_t obj = PUSH_OBJ + ch * 16;

    wi(rig, obj, 0x00023002);
    wi(rig, obj + 4, 0x7fff);
    wi(rig, obj + 8, PUSH_AT(ch) | 3);
    wi(rig, FC(ch) + 0x0c, obj >> 4);
    wi(rig, FC(ch) + 0x18, 0x30086078);
    wi(rig, FC(ch) + 0x38, IMAGE(ch) >> 4);
    wi(rig, FC(ch) + 0x3c, 0x0001ffff);
    wr(rig, 0x2504, rd(rig, 0x2504) | 1u << ch);
    handle(rig, H_3D, ch, 1, GR_OBJ);
    handle(rig, H_SW, ch, 0, SCRATCH);
}

static Rig *curie(void)
{
    const NvCardConfig config = { .chip = "nv40", .vram_size = 16u << 20 };
    Rig *rig = g_new0(Rig, 1);

    rig->ram = g_malloc0(RAM_SIZE);
    rig->card = nv_card_new(&config, &ops, rig, NULL);
    g_assert_nonnull(rig->card);
    rig->methods = g_string_new(NULL);
    wr(rig, 0x000200, 0xffffffff);
    wr(rig, 0x000140, 1);
    wr(rig, 0x400720, 1);
    wr(rig, 0x2040, 0xff);
    wr(rig, 0x2044, 0x2101ffff);
    wr(rig, 0x2058, 1);
    wr(rig, 0x2210, 0x03000000 | RAMHT >> 8);
    wr(rig, 0x2218, RAMRO >> 8);
    wr(rig, 0x2220, 0x00030002);
    wr(rig, 0x3204, 31);
    wr(rig, 0x2100, 0xffffffff);
    wr(rig, 0x2140, 0xffffffff);
    wr(rig, 0x3200, 1);
    wr(rig, 0x3250, 1);
    wr(rig, 0x2500, 1);
    wi(rig, GR_OBJ, 0x4097);
    channel(rig, 1);
    channel(rig, 2);
    return rig;
}

static void test_registers(void)
{
    Rig *rig = curie();

    g_assert_cmphex(rd(rig, 0x2220), ==, 0x00030002);
    wr(rig, 0x32e0, 0xffffffff);
    g_assert_cmphex(rd(rig, 0x32e0), ==, 0x00ffffff);
    wr(rig, 0x3204, 0x1011f);
    g_assert_cmphex(rd(rig, 0x3204), ==, 0x1001f);
    wr(rig, 0x3204, 0x0011f);
    g_assert_cmphex(rd(rig, 0x3204), ==, 0x0001f);
    rig_free(rig);
}

/* Each channel has a colour; PFIFO tells FE whose image is whose. */
static void test_images(void)
{
    Rig *rig = curie();
    uint32_t color[3] = { 0, 0x11111111, 0x22222222 };

    for (unsigned i = 0; i < 6; i++) {
        unsigned ch = 1 + i % 2;

        if (i < 2) {
            method(rig, ch, 3, 0, H_3D);
        } else {
            /* What it left is there. */
            method(rig, ch, 3, 0x100, 0);
            run(rig, ch);
            g_assert_cmphex(rd(rig, SHADOW), ==, color[ch]);
            color[ch] += 3;
        }
        method(rig, ch, 3, CLEAR_COLOR, color[ch]);
        method(rig, ch, 3, 0x50, 0x100 + i);
        run(rig, ch);
        g_assert_cmphex(rd(rig, 0x400108), ==, 0);
        g_assert_cmphex(rd(rig, SHADOW), ==, color[ch]);
        g_assert_cmphex(page(rig, ch, 0x48), ==, 0x100 + i);
        g_assert_cmphex(page(rig, ch, 0x44), ==, rig->put[ch]);
        g_assert_cmphex(rd(rig, 0x3204), ==, 0x10000 | ch);
        g_assert_cmphex(rd(rig, 0x32e0), ==, IMAGE(ch) >> 4);
        g_assert_cmphex(rd(rig, 0x400330), ==, IMAGE(ch) >> 4 | VALID);
        g_assert_cmphex(rd(rig, 0x40032c), ==, IMAGE(ch) >> 4 | VALID);
    }
    rig_free(rig);
}

/* Everything an entry holds goes there and comes back. */
static void test_entry(void)
{
    static const struct {
        uint8_t at;
        uint16_t reg;
        uint32_t value;
    } words[] = {
        { 0x24, 0x3268, 0x12345678 }, { 0x28, 0x3264, 0x23456789 },
        { 0x2c, 0x3260, 0x3456789a }, { 0x30, 0x326c, 0xabcdef01 },
        { 0x34, 0x324c, 0x456789a8 },
        { 0x40, 0x32e4, 0x56789abc }, { 0x44, 0x32e8, 0x6789abcd },
        { 0x4c, 0x2088, 0x789abcde }, { 0x50, 0x3300, 0x89abcdef },
        { 0x54, 0x330c, 0x9abcdef0 },
    };
    Rig *rig = curie();

    method(rig, 1, 3, 0x50, 5);
    run(rig, 1);
    g_assert_cmphex(rd(rig, 0x2058), ==, 0x30000001);
    g_assert_cmphex(rd(rig, 0x2044) & 0x1ffff, ==, 0x1ffff);
    for (unsigned i = 0; i < G_N_ELEMENTS(words); i++) {
        wr(rig, words[i].reg, words[i].value);
    }
    method(rig, 2, 3, 0x50, 6);
    run(rig, 2);
    g_assert_cmphex(ri(rig, FC(1)), ==, 8);
    g_assert_cmphex(ri(rig, FC(1) + 4), ==, 8);
    g_assert_cmphex(ri(rig, FC(1) + 8), ==, 5);
    g_assert_cmphex(ri(rig, FC(1) + 0xc), ==, (PUSH_OBJ + 16) >> 4);
    g_assert_cmphex(ri(rig, FC(1) + 0x10), ==, 1);
    g_assert_cmphex(ri(rig, FC(1) + 0x18), ==, 0x30086078);
    g_assert_cmphex(ri(rig, FC(1) + 0x38), ==, IMAGE(1) >> 4);
    g_assert_cmphex(ri(rig, FC(1) + 0x3c), ==, 0x0001ffff);
    for (unsigned i = 0; i < G_N_ELEMENTS(words); i++) {
        g_assert_cmphex(ri(rig, FC(1) + words[i].at), ==, words[i].value);
        g_assert_cmphex(rd(rig, words[i].reg), ==, 0);
    }
    method(rig, 1, 3, 0x50, 7);
    run(rig, 1);
    for (unsigned i = 0; i < G_N_ELEMENTS(words); i++) {
        g_assert_cmphex(rd(rig, words[i].reg), ==, words[i].value);
    }
    rig_free(rig);
}

/*
 * A channel that waits for a semaphore leaves CACHE1 to others; what it did
 * before is seen in its page meanwhile.
 */
static void test_waiting(void)
{
    Rig *rig = curie();

    wi(rig, SEM_OBJ, 0x0000b002);
    wi(rig, SEM_OBJ + 4, 0xfff);
    wi(rig, SEM_OBJ + 8, SEM_PAGE | 2);
    for (unsigned ch = 1; ch <= 2; ch++) {
        handle(rig, H_SEM, ch, 0, SEM_OBJ);
        method(rig, ch, 3, 0x60, H_SEM);
        method(rig, ch, 3, 0x64, 0x40);
    }
    method(rig, 1, 3, 0x50, 0x77);
    method(rig, 1, 3, 0x68, 5);
    method(rig, 1, 3, 0x50, 0x88);
    run(rig, 1);
    g_assert_cmphex(rd(rig, 0x3254) & 0x10, ==, 0x10);
    method(rig, 2, 3, 0x50, 0x99);
    run(rig, 2);
    g_assert_cmphex(rd(rig, 0x3204), ==, 0x10002);
    g_assert_cmphex(page(rig, 2, 0x48), ==, 0x99);
    g_assert_cmphex(page(rig, 1, 0x48), ==, 0x77);
    method(rig, 2, 3, 0x6c, 5);
    run(rig, 2);
    pump(rig);
    g_assert_cmphex(page(rig, 1, 0x48), ==, 0x88);
    rig_free(rig);
}

/* A driver finds the method it must serve in the ring's own place. */
static void test_software(void)
{
    Rig *rig = curie();
    uint32_t at;

    method(rig, 1, 2, 0, H_SW);
    run(rig, 1);
    g_assert_cmphex(rd(rig, 0x2100), ==, 1);
    at = rd(rig, 0x3270) >> 2;
    g_assert_cmphex(rd(rig, 0x90000 + at * 8), ==, 2 << 13);
    g_assert_cmphex(rd(rig, 0x90004 + at * 8), ==, H_SW);
    /* Pages of channels that are none. */
    g_assert_cmphex(page(rig, 40, 0x44), ==, 0);
    wr(rig, 0xfff040, 8);
    rig_free(rig);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/pfifo/curie/registers", test_registers);
    g_test_add_func("/pfifo/curie/images", test_images);
    g_test_add_func("/pfifo/curie/entry", test_entry);
    g_test_add_func("/pfifo/curie/waiting", test_waiting);
    g_test_add_func("/pfifo/curie/software", test_software);
    return g_test_run();
}
