/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * PFB's words about tiled and compressed regions: bits that exist, and what
 * STATUS makes of a pitch, as public hardware tests (envytools) assert them.
 */
#include "common/rig.h"

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

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/tiles/bits", test_bits);
    g_test_add_func("/tiles/status", test_status);
    return g_test_run();
}
