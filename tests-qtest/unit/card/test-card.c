/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The card as its host sees it: identity, access widths, byte order, PTIMER,
 * the interrupt tree, save and load, bad configurations.
 */
#include <string.h>

#include "common/rig.h"

#define VRAM (8u << 20)

static void test_identity(void)
{
    const struct { const char *chip; uint32_t boot0; } cards[] = {
        { "nv10", 0x010000a1 }, { "nv15", 0x015000a1 }, { "nv17", 0x017000a1 },
        { "nv20", 0x020200a5 }, { "nv25", 0x025000a3 }, { "nv2a", 0x02a000a1 },
        { "nv30", 0x030000a1 }, { "nv34", 0x034000b1 }, { "nv35", 0x035000a1 },
        { "nv40", 0x040000a1 },
    };

    for (unsigned i = 0; i < G_N_ELEMENTS(cards); i++) {
        Rig *rig = rig_new(cards[i].chip, VRAM, "null", NULL);

        g_assert_cmphex(rig_read(rig, 0), ==, cards[i].boot0);
        g_assert_cmphex(rig_read(rig, 0x10020c), ==, VRAM);
        g_assert_cmphex(rig_read(rig, 0x002100), ==, 0);
        rig_free(rig);
    }
}

static void test_bad_config(void)
{
    const NvHostOps ops = { 0 };
    const struct {
        NvCardConfig config;
        const char *says;
    } cases[] = {
        { { .chip = "nv99", .vram_size = VRAM }, "nv20" },
        { { .chip = "nv20", .vram_size = 5u << 20 }, "power of two" },
        { { .chip = "nv20", .vram_size = 256u << 20 }, "128M" },
        { { .chip = "nv20", .vram_size = VRAM, .raster = "gpu" }, "soft" },
        { { .chip = "nv20", .vram_size = VRAM, .raster = "record",
            .raster_arg = "/no/such/dir/file" }, "/no/such/dir/file" },
    };

    for (unsigned i = 0; i < G_N_ELEMENTS(cases); i++) {
        g_autoptr(GError) error = NULL;

        g_assert_null(nv_card_new(&cases[i].config, &ops, NULL, &error));
        g_assert_nonnull(error);
        g_assert_nonnull(strstr(error->message, cases[i].says));
        g_assert_null(strchr(error->message, '\n'));
    }
}

/* A host without any op: everything still works, nothing is called. */
static void test_bare_host(void)
{
    const NvHostOps ops = { 0 };
    const NvCardConfig config = { .chip = "nv25", .vram_size = VRAM };
    NvCard *card = nv_card_new(&config, &ops, NULL, NULL);

    for (uint32_t at = 0; at < 0x1000000; at += 0x1004) {
        nv_card_mmio_write(card, at, 0xffffffff, 4);
        nv_card_mmio_read(card, at, 4);
    }
    nv_card_run(card, 1000);
    nv_card_timer(card, NV_TIMER_ALARM);
    nv_card_free(card);
}

static void test_widths(void)
{
    Rig *rig = rig_new("nv20", VRAM, "null", NULL);

    rig_ramin_write(rig, 0x20000, 0x44332211);
    g_assert_cmphex(nv_card_mmio_read(rig->card, 0x720001, 1), ==, 0x22);
    g_assert_cmphex(nv_card_mmio_read(rig->card, 0x720002, 2), ==, 0x4433);
    g_assert_cmphex(nv_card_mmio_read(rig->card, 0x720002, 4), ==, 0x4433);
    nv_card_mmio_write(rig->card, 0x720001, 0xee, 1);
    nv_card_mmio_write(rig->card, 0x720003, 0xaabb, 2);
    g_assert_cmphex(rig_ramin_read(rig, 0x20000), ==, 0xbb33ee11);
    g_assert_cmphex(rig_ramin_read(rig, 0x20004), ==, 0xaa);

    /* Registers take whole words; a byte is dropped with a line. */
    rig_write(rig, 0x000140, 3);
    nv_card_mmio_write(rig->card, 0x000140, 0, 1);
    g_assert_cmphex(rig_read(rig, 0x000140), ==, 3);
    g_assert_cmpuint(rig->guest_errors, ==, 1);
    rig_free(rig);
}

static void test_endian(void)
{
    Rig *rig = rig_new("nv20", VRAM, "null", NULL);

    g_assert_cmphex(rig_read(rig, 4), ==, 0);
    rig_write(rig, 4, 0x01000000);
    g_assert_cmphex(rig_read(rig, 4), ==, 0x01000001);
    g_assert_cmphex(rig_read(rig, 0), ==, 0xa5000202);
    rig_write(rig, 4, 0x00000001);
    g_assert_cmphex(rig_read(rig, 0), ==, 0x020200a5);
    rig_free(rig);
}

/* As the VBIOS leaves it, PTIMER counts nanoseconds. */
static void test_ptimer(void)
{
    static const char *const chips[] = {
        "nv10", "nv15", "nv17", "nv20", "nv25", "nv2a", "nv30",
        "nv34", "nv35",
    };

    for (unsigned i = 0; i < G_N_ELEMENTS(chips); i++) {
        Rig *rig = rig_new(chips[i], VRAM, "null", NULL);
        uint64_t time;

        rig_advance(rig, 10000000000);
        time = rig_read(rig, 0x9400) | (uint64_t)rig_read(rig, 0x9410) << 32;
        g_assert_cmpuint(time & 31, ==, 0);
        g_assert_cmpuint(time, >, 9999000000u);
        g_assert_cmpuint(time, <, 10001000000u);

        rig_write(rig, 0x9410, 0x12);
        rig_write(rig, 0x9400, 0x345678e0);
        g_assert_cmphex(rig_read(rig, 0x9400), ==, 0x345678e0);
        g_assert_cmphex(rig_read(rig, 0x9410), ==, 0x12);
        rig_write(rig, 0x9200, 0);
        rig_advance(rig, 1000000);
        g_assert_cmphex(rig_read(rig, 0x9400), ==, 0x345678e0);
        rig_free(rig);
    }
}

static void test_alarm(void)
{
    Rig *rig = rig_new("nv20", VRAM, "null", NULL);

    rig_write(rig, 0x000140, 1);
    rig_write(rig, 0x9420, 1000000);
    rig_write(rig, 0x9140, 1);
    rig_advance(rig, 999968);
    g_assert_false(rig->irq);
    rig_advance(rig, 32);
    g_assert_true(rig->irq);
    g_assert_cmphex(rig_read(rig, 0x000100), ==, 1 << 20);
    g_assert_cmphex(rig_read(rig, 0x9100), ==, 1);
    rig_write(rig, 0x9100, 1);
    g_assert_false(rig->irq);
    /* It comes again when the low 27 bits of the counter wrap. */
    rig_advance(rig, (INT64_C(32) << 27) - 64);
    g_assert_false(rig->irq);
    rig_advance(rig, 64);
    g_assert_true(rig->irq);
    rig_free(rig);
}

static void test_interrupt_tree(void)
{
    Rig *rig = rig_new("nv20", VRAM, "null", NULL);

    rig_write(rig, 0x000100, 0x80000000);
    g_assert_cmphex(rig_read(rig, 0x000100), ==, 0);
    rig_write(rig, 0x000140, 2);
    rig_write(rig, 0x000100, 0x80000000);
    g_assert_true(rig->irq);
    g_assert_cmphex(rig_read(rig, 0x000160), ==, 1);
    rig_write(rig, 0x000140, 1);
    g_assert_false(rig->irq);
    rig_write(rig, 0x000140, 3);
    g_assert_true(rig->irq);
    nv_card_reset(rig->card);
    g_assert_false(rig->irq);
    rig_free(rig);
}

/* An engine that is off is gone from the map and comes back reset. */
static void test_enable(void)
{
    Rig *rig = rig_new("nv20", VRAM, "null", NULL);
    uint32_t all = rig_read(rig, 0x000200);

    rig_write(rig, 0x400140, 0x00000001);
    g_assert_cmphex(rig_read(rig, 0x400140), ==, 1);
    rig_write(rig, 0x000200, all & ~(1u << 12));
    rig_write(rig, 0x400140, 0x00000001);
    g_assert_cmphex(rig_read(rig, 0x400140), ==, 0);
    rig_write(rig, 0x000200, all);
    g_assert_cmphex(rig_read(rig, 0x400140), ==, 0);
    rig_free(rig);
}

/* But what trapped last can still be read. */
static void test_enable_trap(void)
{
    Rig *rig = rig_new("nv20", VRAM, "null", NULL);
    uint32_t all = rig_read(rig, 0x000200), addr, data;

    rig_channel(rig, 0x97);
    rig_method(rig, 0x1d90, 0x12345678);
    g_assert_true(rig_kick(rig));
    addr = rig_read(rig, 0x400704);
    data = rig_read(rig, 0x400708);
    g_assert_cmphex(addr & 0x1ffc, ==, 0x1d90);
    g_assert_cmphex(data, ==, 0x12345678);
    rig_write(rig, 0x000200, all & ~(1u << 12));
    rig_write(rig, 0x000200, all);
    g_assert_cmphex(rig_read(rig, 0x400704), ==, addr);
    g_assert_cmphex(rig_read(rig, 0x400708), ==, data);
    rig_free(rig);
}

static void triangle(Rig *rig, float x, float y, uint32_t color)
{
    const float at[3][2] = { { 0, 0 }, { 40, 0 }, { 0, 40 } };

    rig_method(rig, 0x194c, color);
    rig_method(rig, 0x17fc, 5);
    for (unsigned i = 0; i < 3; i++) {
        union { float f[4]; uint32_t u[4]; } v = {
            .f = { x + at[i][0], y + at[i][1], 100, 1 },
        };

        rig_methods(rig, 0x1518, v.u, 4);
    }
    rig_method(rig, 0x17fc, 0);
}

static void test_draw(void)
{
    Rig *rig = rig_new("nv20", VRAM, "soft", NULL);
    unsigned covered = 0;

    rig_channel(rig, 0x97);
    rig_surface(rig, 64, 64);
    rig_passthrough_program(rig);
    triangle(rig, 8, 8, 0xff0000ff);
    g_assert_true(rig_kick(rig));
    for (unsigned i = 0; i < 64 * 64; i++) {
        uint32_t pixel = rig_pixel(rig, i % 64, i / 64);

        g_assert_true(pixel == 0 || pixel == 0xffff0000);
        covered += pixel != 0;
    }
    /* Pixel centres strictly inside x + y < 40: 1 + 2 + ... + 39. */
    g_assert_cmpuint(covered, ==, 39 * 40 / 2);
    g_assert_cmpuint(nv_card_stats(rig->card).vertices, ==, 3);
    g_assert_cmphex(rig_take_error(rig, NULL), ==, 0);
    rig_free(rig);
}

/* Half a draw, saved, loaded into a fresh card, and the other half. */
static void test_save_mid_draw(void)
{
    g_autoptr(GByteArray) state = g_byte_array_new();
    g_autoptr(GError) error = NULL;
    Rig *a = rig_new("nv20", VRAM, "soft", NULL);
    Rig *b = rig_new("nv20", VRAM, "soft", NULL);

    rig_channel(a, 0x97);
    rig_surface(a, 64, 64);
    rig_passthrough_program(a);
    rig_method(a, 0x194c, 0xff00ff00);
    rig_method(a, 0x17fc, 6);
    for (unsigned i = 0; i < 3; i++) {
        union { float f[4]; uint32_t u[4]; } v = {
            .f = { i & 1 ? 50 : 10, 10 + 10 * i, 100, 1 },
        };

        rig_methods(a, 0x1518, v.u, 4);
    }
    g_assert_true(rig_kick(a));
    nv_card_save(a->card, state);

    g_assert_true(nv_card_load(b->card, state->data, state->len, &error));
    g_assert_no_error(error);
    memcpy(nv_card_vram(b->card), nv_card_vram(a->card), VRAM);
    memcpy(b->ram, a->ram, RIG_RAM_SIZE);
    b->channel.put = a->channel.put;
    b->channel.pitch = a->channel.pitch;
    for (unsigned card = 0; card < 2; card++) {
        Rig *rig = card ? b : a;
        union { float f[4]; uint32_t u[4]; } v = { .f = { 50, 60, 100, 1 } };

        rig_methods(rig, 0x1518, v.u, 4);
        rig_method(rig, 0x17fc, 0);
        g_assert_true(rig_kick(rig));
    }
    g_assert_cmpmem(nv_card_vram(a->card), 64 * 256,
                    nv_card_vram(b->card), 64 * 256);
    g_assert_cmphex(rig_pixel(b, 45, 40), ==, 0xff00ff00);
    rig_free(a);
    rig_free(b);
}

static void test_load_refuses(void)
{
    g_autoptr(GByteArray) state = g_byte_array_new();
    Rig *a = rig_new("nv20", VRAM, "null", NULL);
    Rig *other = rig_new("nv25", VRAM, "null", NULL);
    Rig *small = rig_new("nv20", VRAM / 2, "null", NULL);
    GError *error = NULL;

    nv_card_save(a->card, state);
    g_assert_false(nv_card_load(other->card, state->data, state->len,
                                &error));
    g_assert_nonnull(strstr(error->message, "NV20"));
    g_clear_error(&error);
    g_assert_false(nv_card_load(small->card, state->data, state->len,
                                &error));
    g_assert_nonnull(strstr(error->message, "VRAM"));
    g_clear_error(&error);
    rig_free(a);
    rig_free(other);
    rig_free(small);
}

/* Any surface a guest can ask for, however odd, can be loaded again. */
static void test_save_odd_surface(void)
{
    static const uint32_t words[] = { 0, 0xffffffff, 0x0d0d0000, 0x0000ee00 };
    Rig *rig = rig_new("nv25", VRAM, "soft", NULL);
    GError *error = NULL;

    for (unsigned i = 0; i < G_N_ELEMENTS(words); i++) {
        g_autoptr(GByteArray) state = g_byte_array_new();

        rig_write(rig, 0x400710, words[i]);     /* SURF_TYPE */
        rig_write(rig, 0x400724, words[i]);     /* SURF_FORMAT */
        rig_write(rig, 0x400818, words[i]);     /* SURF_SWIZZLE */
        nv_card_save(rig->card, state);
        g_assert_true(nv_card_load(rig->card, state->data, state->len,
                                   &error));
        g_assert_no_error(error);
    }
    rig_free(rig);
}

/* An engine that goes off takes nobody else's registers with it. */
static void test_enable_others(void)
{
    enum { PFIFO = 1 << 8, PGRAPH = 1 << 12, PTIMER = 1 << 16 };
    static const struct { uint32_t engine, reg, value; } rows[] = {
        { PFIFO, 0x2504, 5 }, { PGRAPH, 0x400714, 1 }, { PTIMER, 0x9420, 0x40 },
    };

    for (unsigned off = 0; off < G_N_ELEMENTS(rows); off++) {
        Rig *rig = rig_new("nv20", VRAM, "null", NULL);

        rig_write(rig, 0x200, UINT32_MAX);
        for (unsigned i = 0; i < G_N_ELEMENTS(rows); i++) {
            rig_write(rig, rows[i].reg, rows[i].value);
            g_assert_cmphex(rig_read(rig, rows[i].reg), ==, rows[i].value);
        }
        rig_write(rig, 0x200, ~rows[off].engine);
        rig_write(rig, 0x200, UINT32_MAX);
        for (unsigned i = 0; i < G_N_ELEMENTS(rows); i++) {
            if (i != off) {
                g_assert_cmphex(rig_read(rig, rows[i].reg), ==, rows[i].value);
            } else {
                g_assert_cmphex(rig_read(rig, rows[i].reg), !=, rows[i].value);
            }
        }
        rig_free(rig);
    }
}

static uint32_t rom(Rig *rig, uint32_t at, unsigned bytes)
{
    uint32_t value = 0;

    for (unsigned i = 0; i < bytes; i++) {
        value |= nv_card_mmio_read(rig->card, 0x300000 + at + i, 1) << 8 * i;
    }
    return value;
}

/* What drivers look for in the VBIOS before they believe the rest. */
static void test_vbios(void)
{
    const NvCardInfo *cards = nv_card_chips();

    for (unsigned i = 0; cards[i].name; i++) {
        Rig *rig = rig_new(cards[i].name, VRAM, "null", NULL);
        uint32_t pcir = rom(rig, 0x18, 2), dcb = rom(rig, 0x36, 2);
        uint32_t length = rom(rig, pcir + 0x10, 2) * 512;
        uint8_t sum = 0, bmp = 0;

        g_assert_cmphex(rom(rig, 0, 2), ==, 0xaa55);
        g_assert_cmphex(rom(rig, pcir, 4), ==, 0x52494350);
        g_assert_cmphex(rom(rig, pcir + 4, 2), ==, 0x10de);
        g_assert_cmphex(rom(rig, pcir + 6, 2), ==, cards[i].pci_device_id);
        g_assert_cmphex(rom(rig, pcir + 0x15, 1), ==, 0x80);
        if (rom(rig, dcb, 1) >= 0x30) {         /* test-curie-card.c */
            rig_free(rig);
            continue;
        }
        g_assert_cmphex(rom(rig, dcb + 4, 4), ==, 0x4edcbdcb);
        g_assert_cmphex(rom(rig, rom(rig, dcb + 2, 2), 2), ==, 0x3e3f);
        g_assert_cmphex(rom(rig, dcb + 8, 4) & ~0x300u, ==, 1u << 24);
        g_assert_cmphex(rom(rig, dcb + 16, 4), ==, 0xe);
        g_assert_cmpuint(length, >=, 4096);
        for (uint32_t at = 0; at < length; at++) {
            sum += rom(rig, at, 1);
        }
        g_assert_cmpuint(sum, ==, 0);
        g_assert_cmphex(rom(rig, 0x280, 4), ==, 0x564e7fff);
        for (uint32_t at = 0; at < 8; at++) {
            bmp += rom(rig, 0x280 + at, 1);
        }
        g_assert_cmpuint(bmp, ==, 0);
        rig_free(rig);
    }
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/card/identity", test_identity);
    g_test_add_func("/card/bad-config", test_bad_config);
    g_test_add_func("/card/bare-host", test_bare_host);
    g_test_add_func("/card/widths", test_widths);
    g_test_add_func("/card/endian", test_endian);
    g_test_add_func("/card/ptimer", test_ptimer);
    g_test_add_func("/card/alarm", test_alarm);
    g_test_add_func("/card/interrupt-tree", test_interrupt_tree);
    g_test_add_func("/card/enable", test_enable);
    g_test_add_func("/card/enable-others", test_enable_others);
    g_test_add_func("/card/vbios", test_vbios);
    g_test_add_func("/card/enable-trap", test_enable_trap);
    g_test_add_func("/card/draw", test_draw);
    g_test_add_func("/card/save-mid-draw", test_save_mid_draw);
    g_test_add_func("/card/load-refuses", test_load_refuses);
    g_test_add_func("/card/save-odd-surface", test_save_odd_surface);
    return g_test_run();
}
