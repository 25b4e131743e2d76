/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * More than one colour surface: on Curie outputs, masks and blending of their
 * own, clears of all; without outputs of their own, as on Rankine, the first
 * one's colour in all.
 */
#include "base/bits.h"
#include "unit/card/test-rankine.h"

#define SOURCE(type, reg) ((type) | (reg) << 2 | 0xe4u << 9)
#define ALWAYS (7u << 18 | 0xe4u << 21)
#define MRT 0x10
#define TARGETS 4

static const Chip curie[] = { { "nv40", 0x4097 } };

static const uint32_t place[TARGETS] = { 0, 0x110000, 0x120000, 0x130000 };

/* MOV of a constant each to R0, R2, R3, R4, or H0, H4, H6, H8. */
static const uint8_t outputs[2][TARGETS] = { { 0, 2, 3, 4 },
                                             { 0, 4, 6, 8 } };
static const uint32_t colors[TARGETS] = {
    0x40ff8000, 0x80336699, 0xc0112233, 0xffeeddcc,
};

static void open_targets(Rankine *r, const Chip *chip)
{
    static const uint16_t dma[TARGETS] = { 0x194, 0x18c, 0x1b4, 0x1b8 };
    static const uint16_t offset[TARGETS] = { 0x210, 0x218, 0x288, 0x28c };
    static const uint16_t pitch[TARGETS] = { 0, 0x21c, 0x280, 0x284 };
    unsigned n;

    open_black(r, chip);
    n = r->curie ? 4 : 2;
    for (unsigned i = 1; i < n; i++) {
        rig_method(r->rig, dma[i], CHANNEL_HANDLE(CHANNEL_DMA_VRAM));
        rig_method(r->rig, offset[i], place[i]);
        rig_method(r->rig, pitch[i], RANKINE_PITCH);
    }
    rig_method(r->rig, 0x220, (1u << n) - 1);
    clear(r, BLACK);
}

static void program(Rankine *r, bool half)
{
    uint32_t words[4 * 2 * TARGETS];

    for (unsigned i = 0; i < TARGETS; i++) {
        uint32_t *w = &words[8 * i];

        w[0] = 0x01001e00 | (uint32_t)half << 7 | outputs[half][i] << 1 |
               (i == TARGETS - 1);
        w[1] = ALWAYS | SOURCE(2, 0);
        w[2] = w[3] = 0;
        for (unsigned c = 0; c < 4; c++) {
            unsigned byte = colors[i] >> (c == 3 ? 24 : 16 - 8 * c) & 255;

            w[4 + c] = nv_f2u(byte / 255.0f);
        }
    }
    rankine_fragment_program(r, words, G_N_ELEMENTS(words));
}

/* Pixels of target @i that are not @argb. */
static unsigned others(Rankine *r, unsigned i, uint32_t argb)
{
    unsigned n = 0;

    g_assert_true(rankine_kick(r));
    for (unsigned p = 0; p < SIZE * SIZE; p++) {
        n += rankine_vram(r, place[i] + p / SIZE * RANKINE_PITCH +
                             4 * (p % SIZE)) != argb;
    }
    return n;
}

static void test_outputs(gconstpointer data)
{
    Rankine r;

    open_targets(&r, data);
    rig_method(r.rig, 0x220, 15 | MRT);
    rig_method(r.rig, 0x370, 0xfff0);
    for (unsigned half = 0; half < 2; half++) {
        clear(&r, 0x01020304);
        for (unsigned i = 0; i < TARGETS; i++) {
            g_assert_cmpuint(others(&r, i, 0x01020304), ==, 0);
        }
        program(&r, half);
        quad(&r, -1, -1, 1, 1, 0);
        for (unsigned i = 0; i < TARGETS; i++) {
            g_assert_cmpuint(others(&r, i, colors[i]), ==, 0);
        }
    }
    rankine_close(&r);
}

/* Of target 1 alpha and green, of 2 all, of 3 nothing. */
static void test_masks(gconstpointer data)
{
    Rankine r;

    open_targets(&r, data);
    rig_method(r.rig, 0x220, 15 | MRT);
    rig_method(r.rig, 0x370, 0x0f50);
    program(&r, false);
    quad(&r, -1, -1, 1, 1, 0);
    g_assert_cmpuint(others(&r, 0, colors[0]), ==, 0);
    g_assert_cmpuint(others(&r, 1, 0x80006600), ==, 0);
    g_assert_cmpuint(others(&r, 2, colors[2]), ==, 0);
    g_assert_cmpuint(others(&r, 3, BLACK), ==, 0);
    rankine_close(&r);
}

/* Only targets 0 and 2 are added to what is there. */
static void test_blend(gconstpointer data)
{
    Rankine r;

    open_targets(&r, data);
    rig_method(r.rig, 0x220, 15 | MRT);
    rig_method(r.rig, 0x370, 0xfff0);
    rig_method(r.rig, 0x310, 1);
    rig_method(r.rig, 0x36c, 4);
    rig_method(r.rig, 0x314, 0x00010001);
    rig_method(r.rig, 0x318, 0x00010001);
    rig_method(r.rig, 0x320, 0x80068006);
    clear(&r, 0x10101010);
    program(&r, false);
    quad(&r, -1, -1, 1, 1, 0);
    g_assert_cmpuint(others(&r, 0, 0x50ff9010), ==, 0);
    g_assert_cmpuint(others(&r, 1, colors[1]), ==, 0);
    g_assert_cmpuint(others(&r, 2, 0xd0213243), ==, 0);
    g_assert_cmpuint(others(&r, 3, colors[3]), ==, 0);
    rankine_close(&r);
}

/* All get the first one's, also without the first. */
static void test_same(gconstpointer data)
{
    static const uint8_t sets[] = { 1, 2, 3, 7, 15 };
    Rankine r;

    open_targets(&r, data);
    for (unsigned k = 0; k < G_N_ELEMENTS(sets); k++) {
        unsigned n = r.curie ? 4 : 2;

        if (sets[k] >> n) {
            continue;
        }
        rig_method(r.rig, 0x220, (1u << n) - 1);
        clear(&r, BLACK);
        rig_method(r.rig, 0x220, sets[k]);
        color(&r, 0x8055aa33);
        quad(&r, -1, -1, 1, 1, 0);
        for (unsigned i = 0; i < n; i++) {
            g_assert_cmpuint(others(&r, i, sets[k] >> i & 1 ? 0x8055aa33
                                                            : BLACK), ==, 0);
        }
    }
    rankine_close(&r);
}

/* In the middle, a card saved and loaded goes on alike. */
static void test_saved(gconstpointer data)
{
    g_autoptr(GByteArray) state = g_byte_array_new();
    Rankine r;

    open_targets(&r, data);
    rig_method(r.rig, 0x220, 15 | MRT);
    rig_method(r.rig, 0x370, 0xfff0);
    program(&r, false);
    quad(&r, -1, -1, 0, 1, 0);
    g_assert_true(rankine_kick(&r));
    nv_card_save(r.rig->card, state);
    nv_card_reset(r.rig->card);
    g_assert_true(nv_card_load(r.rig->card, state->data, state->len, NULL));
    quad(&r, 0, -1, 1, 1, 0);
    for (unsigned i = 0; i < TARGETS; i++) {
        g_assert_cmpuint(others(&r, i, colors[i]), ==, 0);
    }
    rankine_close(&r);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    add_chips("/targets/outputs", test_outputs, curie, 1);
    add_chips("/targets/masks", test_masks, curie, 1);
    add_chips("/targets/blend", test_blend, curie, 1);
    add_chips("/targets/saved", test_saved, curie, 1);
    add_late("/targets/same", test_same);
    return g_test_run();
}
