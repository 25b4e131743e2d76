/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What NV40's bus side has that cards before did not: a VGA BIOS with other
 * tables, instance memory in BAR2, clocks.
 */
#include <string.h>

#include "common/rig.h"

#define VRAM (8u << 20)

/* The VGA BIOS as PROM shows it. */
static uint32_t rom(Rig *rig, uint32_t at, unsigned bytes)
{
    return nv_card_mmio_read(rig->card, 0x300000 + at, bytes);
}

/* @text in the image; its end if it is not there. */
static uint32_t rom_find(Rig *rig, const char *text, unsigned length)
{
    uint32_t end = rom(rig, 2, 1) * 512, at;

    for (at = 0; at < end; at++) {
        unsigned same = 0;

        while (same < length && rom(rig, at + same, 1) == (uint8_t)text[same]) {
            same++;
        }
        if (same == length) {
            break;
        }
    }
    return at;
}

/* What drivers look for: a sum of 0, one output, one table of the two. */
static void test_vbios(void)
{
    for (const NvCardInfo *info = nv_card_chips(); info->name; info++) {
        Rig *rig = rig_new(info->name, VRAM, "null", NULL);
        uint32_t end = rom(rig, 2, 1) * 512, pcir = rom(rig, 0x18, 2);
        uint32_t dcb = rom(rig, 0x36, 2), entries = dcb + 8;
        bool bit = !strcmp(info->name, "nv40");
        uint8_t sum = 0;

        for (uint32_t at = 0; at < end; at++) {
            sum += rom(rig, at, 1);
        }
        g_assert_cmpuint(sum, ==, 0);
        g_assert_cmphex(rom(rig, pcir, 4), ==, 0x52494350);
        g_assert_cmphex(rom(rig, pcir + 6, 2), ==, info->pci_device_id);
        g_assert_cmphex(rom(rig, dcb + (bit ? 6 : 4), 4), ==, 0x4edcbdcb);
        g_assert_cmphex(rom(rig, dcb, 1) >> 4, ==, bit ? 3 : 2);
        entries = bit ? dcb + rom(rig, dcb + 1, 1) : entries;
        g_assert_cmphex(rom(rig, entries, 4) & 0xff00000f, ==, 0x01000000);
        g_assert_cmpuint(rom_find(rig, "\xff\xb8" "BIT", 6), <, end + !bit);
        g_assert_cmpuint(rom_find(rig, "\xff\x7f" "NV", 5), <, end + bit);
        rig_free(rig);
    }
}

/* A driver without limits of the clocks has no modes. */
static void test_vbios_clocks(void)
{
    static const uint32_t plls[] = { 0x4000, 0x4020, 0x680508, 0x680520 };
    Rig *rig = rig_new("nv40", VRAM, "null", NULL);
    uint32_t bit = rom_find(rig, "\xff\xb8" "BIT", 6), at = bit + 12;
    uint32_t table, size;

    while (rom(rig, at, 1) != 'C') {
        g_assert_cmpuint(at, <, bit + 12 + 6 * rom(rig, bit + 10, 1));
        at += rom(rig, bit + 9, 1);
    }
    table = rom(rig, rom(rig, at + 4, 2) + 8, 2);
    size = rom(rig, table + 2, 1);
    g_assert_cmphex(rom(rig, table, 1), ==, 0x21);
    g_assert_cmpuint(rom(rig, table + 3, 1), ==, G_N_ELEMENTS(plls));
    for (unsigned i = 0; i < G_N_ELEMENTS(plls); i++) {
        uint32_t row = table + rom(rig, table + 1, 1) + i * size;

        g_assert_cmphex(rom(rig, row, 4), ==, plls[i]);
        g_assert_cmpuint(rom(rig, row + 4, 2), <, rom(rig, row + 6, 2));
        g_assert_cmpuint(rom(rig, row + 8, 2), <, rom(rig, row + 10, 2));
    }
    rig_free(rig);
}

/* NV40's instance memory is BAR2, too: all of it, not a megabyte. */
static void test_bar2(void)
{
    Rig *rig = rig_new("nv40", 64u << 20, "null", NULL);
    Rig *old = rig_new("nv35", VRAM, "null", NULL);

    rig_write(rig, 0x700100, 0x11223344);
    g_assert_cmphex(rig_read(rig, NV_CARD_BAR2 + 0x100), ==, 0x11223344);
    rig_write(rig, NV_CARD_BAR2 + 0xf00104, 0x55667788);
    g_assert_cmphex(rig_read(rig, NV_CARD_BAR2 + 0xf00104), ==, 0x55667788);
    nv_card_mmio_write(rig->card, NV_CARD_BAR2 + 0x102, 0xee, 1);
    g_assert_cmphex(rig_read(rig, 0x700100), ==, 0x11ee3344);
    g_assert_cmphex(nv_card_mmio_read(rig->card, NV_CARD_BAR2 + 0x101, 2), ==,
                    0xee33);
    /* Its last word is the lowest of the upper half of VRAM's end. */
    rig_write(rig, NV_CARD_BAR2 + 0xfffffc, 0xabad1dea);
    g_assert_cmphex(rig_read(rig, 0x7ffffc), ==, 0);
    rig_write(old, NV_CARD_BAR2 + 0x100, 1);
    g_assert_cmphex(rig_read(old, NV_CARD_BAR2 + 0x100), ==, 0);
    g_assert_cmphex(rig_read(old, 0x700100), ==, 0);
    rig_free(rig);
    rig_free(old);
}

/* Clocks and PGRAPH's far block: kept, saved, gone after a reset. */
static void test_pclock(void)
{
    static const uint32_t places[] = {
        0x004000, 0x00403c, 0x004600, 0x00c040, 0x405000, 0x406900, 0x4069a4,
    };
    g_autoptr(GByteArray) state = g_byte_array_new();
    Rig *rig = rig_new("nv40", VRAM, "null", NULL);
    Rig *other = rig_new("nv40", VRAM, "null", NULL);
    Rig *old = rig_new("nv35", VRAM, "null", NULL);

    for (unsigned i = 0; i < G_N_ELEMENTS(places); i++) {
        rig_write(rig, places[i], 0x12340000 + i);
        rig_write(other, places[i], 0xffffffff);
        rig_write(old, places[i], 0x12340000 + i);
        g_assert_cmphex(rig_read(old, places[i]), ==, 0);
    }
    nv_card_save(rig->card, state);
    g_assert_true(nv_card_load(other->card, state->data, state->len, NULL));
    nv_card_reset(rig->card);
    for (unsigned i = 0; i < G_N_ELEMENTS(places); i++) {
        g_assert_cmphex(rig_read(other, places[i]), ==, 0x12340000 + i);
        g_assert_cmphex(rig_read(rig, places[i]), ==, 0);
    }
    /* Five of six vertex units, three of four pixel units. */
    g_assert_cmphex(rig_read(rig, 0x001540), ==, 0x1f07);
    g_assert_cmphex(rig_read(old, 0x001540), ==, 0);
    rig_free(rig);
    rig_free(other);
    rig_free(old);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/curie-card/vbios", test_vbios);
    g_test_add_func("/curie-card/vbios-clocks", test_vbios_clocks);
    g_test_add_func("/curie-card/bar2", test_bar2);
    g_test_add_func("/curie-card/pclock", test_pclock);
    return g_test_run();
}
