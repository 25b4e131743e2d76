/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * PFB's words about tiled and compressed regions: bits that exist, and what
 * STATUS makes of a pitch, as public hardware tests (envytools) assert them;
 * and where bytes of a region lie.
 */
#include <zlib.h>

#include "common/rig.h"
#include "mem/tile.h"

#define REGIONS 8
enum { BASE = 0x100240, LIMIT = 0x100244, PITCH = 0x100248, STATUS = 0x10024c,
       COMP = 0x100300, COMP_OFFSET = 0x100324 };

typedef struct Bits {
    const char *chip;
    uint32_t base, limit, ones, pitch, comp, offset;
} Bits;

static const Bits bits[] = {
    { "nv10", 0x87ffc000, 0x07ffc000, 0, 0xff00, 0, 0 },
    { "nv15", 0x87ffc000, 0x07ffc000, 0, 0xff00, 0, 0 },
    { "nv17", 0x87ffc000, 0x07ffc000, 0, 0xff00, 0, 0 },
    { "nv20", 0xffffc003, 0xffffc000, 0x3fff, 0xff00, 0xbc03ffc0, 0x83ffc00f },
    { "nv25", 0xffffc003, 0xffffc000, 0x3fff, 0xff00, 0x01f3ffc0, 0x83ffc01f },
    { "nv30", 0xffffc031, 0xffffc000, 0x3fff, 0xff00, 0x1fffffff, 0x83ffc01f },
    { "nv34", 0xffffc001, 0xffffc000, 0x3fff, 0xff00, 0, 0 },
    { "nv35", 0xffffc031, 0xffffc000, 0x3fff, 0xff00, 0x7fffffff, 0x83ffc01f },
    { "nv40", 0xffff0031, 0xffff0000, 0xffff, 0x1ff00, 0x7fffffff, 0 },
};

static void check_word(Rig *rig, uint32_t reg, uint32_t kept, uint32_t ones)
{
    static const uint32_t values[] = { UINT32_MAX, 0, 0xa5a5a5a5, 0x5a5a5a5a };

    for (unsigned i = 0; i < G_N_ELEMENTS(values); i++) {
        rig_write(rig, reg, values[i]);
        g_assert_cmphex(rig_read(rig, reg), ==, (values[i] & kept) | ones);
    }
}

static void test_bits(void)
{
    for (unsigned i = 0; i < G_N_ELEMENTS(bits); i++) {
        const Bits *b = &bits[i];
        Rig *rig = rig_new(b->chip, 8u << 20, "null", NULL);

        for (unsigned n = 0; n < REGIONS; n++) {
            check_word(rig, BASE + 16 * n, b->base, 0);
            check_word(rig, LIMIT + 16 * n, b->limit, b->ones);
            check_word(rig, PITCH + 16 * n, b->pitch, 0);
            check_word(rig, COMP + 4 * n, b->comp, 0);
        }
        check_word(rig, COMP_OFFSET, b->offset, 0);
        rig_free(rig);
    }
}

/* Factor and shift, and which chips have it: all, those with odd pitches. */
enum { ALL, ODD, NOT_NV20, NV40_ONLY, NONE };

static const struct { uint32_t pitch, status; int chips; } pitches[] = {
    { 0, 0, NONE }, { 0x100, 0, NONE }, { 0x200, 0x10, ALL },
    { 0x300, 0x01, ODD }, { 0x400, 0x20, ALL }, { 0x500, 0x02, ODD },
    { 0x600, 0x11, ALL }, { 0x700, 0x03, ODD }, { 0x900, 0, NONE },
    { 0xa00, 0x12, ALL }, { 0xd00, 0x04, NOT_NV20 }, { 0xe00, 0x13, ALL },
    { 0x1200, 0, NONE }, { 0x1a00, 0x14, NOT_NV20 }, { 0x8000, 0x70, ALL },
    { 0xc000, 0x61, ALL }, { 0xe000, 0x53, ALL }, { 0x10000, 0x80, NV40_ONLY },
    { 0x10100, 0, NONE },
};

static bool has(const char *chip, int chips)
{
    bool plain = g_str_has_prefix(chip, "nv1") || !strcmp(chip, "nv34");

    switch (chips) {
    case ALL:
        return true;
    case ODD:
        return !plain;
    case NOT_NV20:
        return !plain && strcmp(chip, "nv20");
    case NV40_ONLY:
        return !strcmp(chip, "nv40");
    default:
        return false;
    }
}

static void test_status(void)
{
    for (unsigned i = 0; i < G_N_ELEMENTS(bits); i++) {
        Rig *rig = rig_new(bits[i].chip, 8u << 20, "null", NULL);
        uint32_t on = g_str_has_prefix(bits[i].chip, "nv1") ? 1u << 31 : 1;

        for (unsigned p = 0; p < G_N_ELEMENTS(pitches); p++) {
            uint32_t want = has(bits[i].chip, pitches[p].chips)
                            ? pitches[p].status : 0;
            uint32_t at = 16 * (p % REGIONS);

            rig_write(rig, PITCH + at, pitches[p].pitch);
            rig_write(rig, BASE + at, 0);
            g_assert_cmphex(rig_read(rig, STATUS + at), ==, want);
            rig_write(rig, BASE + at, on);
            g_assert_cmphex(rig_read(rig, STATUS + at), ==,
                            want ? want | 1u << 31 : 0);
        }
        rig_free(rig);
    }
}

/*
 * Sums of where every 16th byte of the first MiB lies, for each pitch and bank,
 * as those tests have it with the memory that the chip's CFG words tell of.
 */
static const struct { const char *chip; uint32_t sum; } orders[] = {
    { "nv10", 0x8205957e }, { "nv15", 0x8205957e }, { "nv17", 0x8205957e },
    { "nv20", 0xd95f794f }, { "nv25", 0x10134583 }, { "nv2a", 0xd95f794f },
    { "nv30", 0xeed2e1fa }, { "nv34", 0x8205957e }, { "nv35", 0xeed2e1fa },
    { "nv40", 0x5ce521a1 },
};

static uint32_t sum_up(const NvTileTraits *traits, const NvTile *tile,
                       uint32_t sum)
{
    for (uint32_t at = 0; at < 1u << 20; at += NV_TILE_PIECE) {
        uint32_t there = GUINT32_TO_LE(nv_tile_address(traits, tile, at));

        sum = crc32(sum, (const uint8_t *)&there, sizeof(there));
    }
    return sum;
}

static void test_orders(void)
{
    for (unsigned i = 0; i < G_N_ELEMENTS(orders); i++) {
        const NvTileTraits *traits = nv_chip_find(orders[i].chip)->tile;
        uint32_t banks = traits->bank ? traits->bank & -traits->bank : 1;
        uint32_t sum = crc32(0, NULL, 0);

        banks = traits->bank / banks + 1;
        for (uint32_t pitch = 0x200; pitch <= 0x10000; pitch += 0x100) {
            for (unsigned bank = 0; bank < banks; bank++) {
                NvTile tile = { .pitch = pitch, .bank = bank };

                if (nv_tile_pitch(traits, pitch)) {
                    sum = sum_up(traits, &tile, sum);
                }
            }
        }
        g_assert_cmphex(sum, ==, orders[i].sum);
    }
}

/*
 * A picture of the console's that shows a region's memory: 640 x 480 pixels,
 * bank 1.  Which pixel is first in some lines of memory's.
 */
static const struct { unsigned at, x, y; } console[] = {
    { 0, 64, 0 }, { 4, 68, 0 }, { 16, 64, 1 }, { 64, 80, 0 }, { 256, 72, 4 },
    { 1024, 0, 0 }, { 10240, 0, 16 }, { 11264, 64, 16 },
};

#define TILED 0x200000u         /* VRAM address of the region */

static void set_region(Rig *rig, unsigned n, uint32_t base, uint32_t len,
                       uint32_t pitch)
{
    uint32_t on = rig_read(rig, 0) >> 20 == 0x01 ? 1u << 31 : 3;

    rig_write(rig, BASE + 16 * n, 0);
    rig_write(rig, LIMIT + 16 * n, base + len - 1);
    rig_write(rig, PITCH + 16 * n, pitch);
    rig_write(rig, BASE + 16 * n, base | on);
}

static uint32_t *fill(Rig *rig, uint32_t words)
{
    uint32_t *vram = nv_card_vram(rig->card);

    for (uint32_t i = 0; i < words; i++) {
        vram[TILED / 4 + i] = i;
    }
    return vram + TILED / 4;
}

static void test_console(void)
{
    Rig *rig = rig_new("nv2a", 8u << 20, "null", NULL);
    uint32_t *pixel;

    set_region(rig, 0, TILED, 640 * 480 * 4, 640 * 4);
    pixel = fill(rig, 640 * 480);
    rig_write(rig, BASE, 0);
    for (unsigned i = 0; i < G_N_ELEMENTS(console); i++) {
        g_assert_cmpuint(pixel[console[i].at], ==,
                         console[i].y * 640 + console[i].x);
    }
    rig_free(rig);
}

static void check_linear(const uint32_t *words, uint32_t from, uint32_t to)
{
    for (uint32_t i = from; i < to; i++) {
        g_assert_cmpuint(words[i], ==, i);
    }
}

/* What was there comes back, however regions come, change, meet and go. */
static void test_back(void)
{
    enum { WORDS = 0x200000 / 4 };

    for (unsigned i = 0; i < G_N_ELEMENTS(orders); i++) {
        Rig *rig = rig_new(orders[i].chip, 64u << 20, "null", NULL);
        GRand *rand = g_rand_new_with_seed(i);
        uint32_t *words = fill(rig, WORDS);

        for (unsigned n = 0; n < 200; n++) {
            uint32_t base = g_rand_int_range(rand, 0, 16) << 16;
            uint32_t len = g_rand_int_range(rand, 1, 16) << 16;

            set_region(rig, g_rand_int_range(rand, 0, REGIONS), TILED + base,
                       len, g_rand_int_range(rand, 2, 0x40) << 8);
        }
        for (unsigned n = 0; n < REGIONS; n++) {
            rig_write(rig, BASE + 16 * n, 0);
        }
        check_linear(words, 0, WORDS);
        g_rand_free(rand);
        rig_free(rig);
    }
}

/* Memory outside stays; a reset ends regions; a state keeps them. */
static void test_ends(void)
{
    Rig *rig = rig_new("nv20", 8u << 20, "null", NULL);
    g_autoptr(GByteArray) state = g_byte_array_new();
    uint32_t *words = fill(rig, 0x40000), changed;

    set_region(rig, 2, TILED, 0x10000, 0x400);
    check_linear(words, 0x10000 / 4, 0x40000);
    changed = words[4];
    g_assert_cmpuint(changed, !=, 4);
    nv_card_save(rig->card, state);
    g_assert_true(nv_card_load(rig->card, state->data, state->len, NULL));
    g_assert_cmpuint(words[4], ==, changed);
    nv_card_reset(rig->card);
    check_linear(words, 0, 0x40000);
    /* Memory is the machine's to bring, the region the state's. */
    g_assert_true(nv_card_load(rig->card, state->data, state->len, NULL));
    rig_write(rig, BASE + 32, 0);
    g_assert_cmpuint(words[4], !=, 4);
    rig_free(rig);
}

/* Too large, too wide, behind VRAM's end, over instance memory, over each other. */
static void test_odd(void)
{
    Rig *rig = rig_new("nv20", 64u << 20, "null", NULL);
    uint32_t *words = fill(rig, 0x40000), held;

    set_region(rig, 0, 0, 48u << 20, 0x400);
    set_region(rig, 0, TILED, 0x80000, 0x8000);
    check_linear(words, 0, 0x40000);
    set_region(rig, 0, 0x7f000000, 0x10000, 0x400);
    set_region(rig, 0, 0xffffc000, 0x4000, 0x400);
    check_linear(words, 0, 0x40000);
    rig_ramin_write(rig, 0x1000, 0x12345678);
    set_region(rig, 0, (63u << 20), 0x7fffffff, 0x400);
    g_assert_cmphex(rig_ramin_read(rig, 0x1000), ==, 0x12345678);
    set_region(rig, 0, TILED, 0x10000, 0x400);
    held = words[4];
    set_region(rig, 1, TILED + 0x8000, 0x10000, 0x800);
    g_assert_cmpuint(words[4], ==, held);
    check_linear(words, 0x10000 / 4, 0x18000 / 4);
    rig_write(rig, BASE, 0);
    check_linear(words, 0, 0x8000 / 4);
    g_assert_cmpuint(words[0x8000 / 4 + 4], !=, 0x8000 / 4 + 4);
    rig_free(rig);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/tiles/bits", test_bits);
    g_test_add_func("/tiles/status", test_status);
    g_test_add_func("/tiles/orders", test_orders);
    g_test_add_func("/tiles/console", test_console);
    g_test_add_func("/tiles/back", test_back);
    g_test_add_func("/tiles/ends", test_ends);
    g_test_add_func("/tiles/odd", test_odd);
    return g_test_run();
}
