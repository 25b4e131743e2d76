/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Fragment programs of Curie that branch, drawn: the side decides a colour, a
 * loop is left at another time in each column; one that may take too long.
 */
#include "base/bits.h"
#include "unit/card/test-rankine.h"

#define SOURCE(type, reg) ((type) | (reg) << 2 | 0xe4u << 9)
#define NONE (1u << 30)
#define WHEN(cond) ((cond) << 18)       /* of x */
#define ALWAYS (7u << 18 | 0xe4u << 21)
#define FRONT_FACE 0x1834

static const Chip curie[] = { { "nv40", 0x4097 } };

/*
 * Front: red, else green; then blue by sixteenths, once each column up to
 * eight, which a loop counts by steps back from the column.
 */
static const uint32_t branches[] = {
    /* R1 = WPOS; CC.x = the side */
    0x01001e02, ALWAYS | SOURCE(1, 0), 0, 0,
    0x0101c300 | NONE, ALWAYS | SOURCE(1, 0), 0, 0,
    /* IF GT: 3 to 4, else 5 to 6 */
    0x02000000 | NONE, WHEN(4u), 0x80000000 | 4 * 5, 4 * 7,
    0x01001e80, ALWAYS | SOURCE(2, 0), 0, 0,
    0x3f800000, 0, 0, 0x3f800000,
    0x01001e80, ALWAYS | SOURCE(2, 0), 0, 0,
    0, 0x3f800000, 0, 0x3f800000,
    /* REP 8: 8 to 12 */
    0x04000000 | NONE, ALWAYS, 0x80000000 | 8 << 2 | 8 << 10 | 8 << 19,
    4 * 13,
    0x03000302, ALWAYS | SOURCE(0, 1), SOURCE(2, 0), 0,
    0xbf800000, 0, 0, 0,
    /* BRK LT */
    0x00000000 | NONE, WHEN(1u), 0x80000000, 0,
    0x03000880, ALWAYS | SOURCE(0, 0) | 0x100, SOURCE(2, 0), 0,
    0, 0, 0x3d800000, 0,
    0x00000001, ALWAYS, 0, 0,
};

/* Turned clockwise on the screen, or the other way. */
static void turned(Rankine *r, bool clockwise)
{
    begin(r, 5);
    vertex(r, -1, 1, 0, 1);
    vertex(r, clockwise ? 3 : -1, clockwise ? 1 : -3, 0, 1);
    vertex(r, clockwise ? -1 : 3, clockwise ? -3 : 1, 0, 1);
    end(r);
}

static unsigned wrong_pixels(Rankine *r, bool front)
{
    unsigned wrong = 0;

    g_assert_true(rankine_kick(r));
    for (unsigned i = 0; i < SIZE * SIZE; i++) {
        unsigned x = i % SIZE, blue = MIN(x, 8) * 255 / 16.0 + 0.5;
        uint32_t want = (front ? 0xffff0000 : 0xff00ff00) | blue;

        wrong += rankine_pixel(r, x, i / SIZE) != want;
    }
    return wrong;
}

static void test_branches(gconstpointer data)
{
    Rankine r;

    open_black(&r, data);
    rankine_fragment_program(&r, branches, G_N_ELEMENTS(branches));
    for (unsigned i = 0; i < 4; i++) {
        rig_method(r.rig, FRONT_FACE, 0x900 + i / 2);
        turned(&r, i % 2);
        g_assert_cmpuint(wrong_pixels(&r, i / 2 != i % 2), ==, 0);
    }
    rankine_close(&r);
}

/* REP in REP in REP: refused, a line says so, and the picture is black. */
static void test_too_long(gconstpointer data)
{
    uint32_t words[G_N_ELEMENTS(branches)];
    Rankine r;

    memcpy(words, branches, sizeof(words));
    for (unsigned i = 0; i < 3; i++) {
        words[4 * (2 + i)] = 0x04000000 | NONE;
        words[4 * (2 + i) + 2] = 0x80000000 | 255 << 2;
        words[4 * (2 + i) + 3] = 4 * 13;
    }
    open_black(&r, data);
    clear(&r, ~0u);
    rankine_fragment_program(&r, words, G_N_ELEMENTS(words));
    turned(&r, true);
    g_assert_cmpuint(count(&r, 0), ==, SIZE * SIZE);
    rankine_close(&r);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    add_chips("/curie-fragment/branches", test_branches, curie, 1);
    add_chips("/curie-fragment/too-long", test_too_long, curie, 1);
    return g_test_run();
}
