/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Draws of Curie's 3D class end to end: methods as open drivers send them,
 * pixels in VRAM, reports.  What is expected follows from the geometry.
 */
#include <string.h>

#include "base/bits.h"
#include "unit/card/test-rankine.h"

#define GREEN 0xff00ff00u
#define STEPS 64u               /* rounds with random values */

static const Chip curie[] = { { "nv40", 0x4097 } };

/* MOV R0, COL0: the result in the whole register. */
static const uint32_t fp_whole[4] = {
    0x01403e01, 0x1c9dc801, 0x0001c800, 0x3fe1c800,
};

/* Samples that passed since the last call, as a report in memory says. */
static uint32_t passed(Rankine *r)
{
    uint8_t *report = r->rig->ram + CHANNEL_NOTIFY + 0x20;

    memset(report, 0xff, 16);
    rig_method(r->rig, 0x1800, 0x01000020);
    rig_method(r->rig, 0x17c8, 1);
    g_assert_true(rankine_kick(r));
    g_assert_cmphex(nv_ld32(report + 12), ==, 0);
    return nv_ld32(report + 8);
}

/* A corner of the picture, cut by its diagonal. */
static void corner(Rankine *r, float z)
{
    begin(r, 5);
    vertex(r, -1, 1, z, 1);
    vertex(r, 2, 2, 2 * z, 2);
    vertex(r, -0.5f, -0.5f, z / 2, 0.5f);
    end(r);
}

static void test_triangle(gconstpointer data)
{
    Rankine r;

    open_black(&r, data);
    rig_method(r.rig, 0x17cc, 1);
    rig_method(r.rig, 0x17c8, 1);
    for (unsigned whole = 0; whole < 2; whole++) {
        unsigned wrong = 0, drawn = 0;

        clear(&r, BLACK);
        rankine_fragment_program(&r, whole ? fp_whole : rankine_fp_color, 4);
        color(&r, 0x80204060);
        corner(&r, 0);
        g_assert_true(rankine_kick(&r));
        for (int y = 0; y < SIZE; y++) {
            for (int x = 0; x < SIZE; x++) {
                uint32_t is = rankine_pixel(&r, x, y);
                bool in = is == 0x80204060;

                /* The diagonal goes through pixels' centres. */
                wrong += (!in && is != BLACK) ||
                         (x + y != SIZE - 1 && in != (x + y < SIZE - 1));
                drawn += in;
            }
        }
        g_test_message("%u pixels wrong of %u drawn", wrong, drawn);
        g_assert_cmpuint(wrong, ==, 0);
        g_assert_cmpuint(drawn, >=, SIZE * (SIZE - 1) / 2);
        g_assert_cmpuint(passed(&r), ==, drawn);
        g_assert_cmpuint(passed(&r), ==, 0);
    }
    rankine_close(&r);
}

/* It has 32 registers, each its own. */
static void test_registers(gconstpointer data)
{
    g_autoptr(GString) text = g_string_new("MOV R31, v[0]\nMOV R0, v[3]\n");
    Rankine r;

    for (unsigned i = 1; i < 31; i++) {
        g_string_append_printf(text, "ADD R%u, R%u, c[255]\n", i, i - 1);
    }
    g_string_append(text, "MOV o[HPOS], R31\nMOV o[COL0], R30 END");
    open_black(&r, data);
    rankine_vertex_program(&r, text->str);
    rankine_constant(&r, 255, 0, 1 / 255.0f, 2 / 255.0f, 0);
    color(&r, 0x80204060);
    corner(&r, 0);
    g_assert_true(rankine_kick(&r));
    g_assert_cmphex(rankine_pixel(&r, 3, 3), ==,
                    0x80204060 + 30 * 0x100 + 60 * 1);
    g_assert_cmphex(rankine_pixel(&r, SIZE - 1, SIZE - 1), ==, BLACK);
    rankine_close(&r);
}

/* Constants in the viewport's slots leave it where it was set last. */
static void test_viewport(gconstpointer data)
{
    const float half[4] = { SIZE / 4, -SIZE / 4.0f, 0.5f, 0 };
    Rankine r;

    open_black(&r, data);
    rankine_vertex_program(&r, "MOV o[HPOS], v[0]\n"
                               "MOV R0, c[0x76]\n"
                               "ADD o[COL0], R0, c[0x77] END");
    for (unsigned i = 0; i < 2; i++) {
        if (i) {
            rankine_floats(&r, 0xa30, half, 4);
        }
        clear(&r, BLACK);
        rankine_constant(&r, 0x76, 0.2f, 0.4f, 0, 0);
        rankine_constant(&r, 0x77, 0, 0, 0.6f, 1);
        quad(&r, -1, -1, 1, 1, 0);
        g_assert_cmpuint(count(&r, 0xff336699), ==,
                         SIZE * SIZE / (i ? 4 : 1));
    }
    rankine_close(&r);
}

/*
 * A program's sizes count if its outputs are said to have one; nearly none is a
 * pixel, of both.
 */
static void test_sizes(gconstpointer data)
{
    enum { PSZ = 1 << 5 };
    static const struct {
        float all, own;
        bool by_own;
        unsigned count;
    } rows[] = {
        { 4, 8, false, 4 * 4 }, { 4, 8, true, 8 * 8 },
        { 4, 0.001f, true, 1 }, { 0.001f, 8, false, 1 },
    };
    Rankine r;

    open_black(&r, data);
    rankine_vertex_program(&r, "MOV o[HPOS], v[0]\nMOV o[COL0], v[3]\n"
                               "MOV o[PSIZ].x, c[255] END");
    color(&r, GREEN);
    for (unsigned i = 0; i < G_N_ELEMENTS(rows); i++) {
        float own = rows[i].own;

        clear(&r, BLACK);
        rankine_constant(&r, 255, own, own, own, own);
        rankine_floats(&r, 0x1ee0, &rows[i].all, 1);
        rig_method(r.rig, 0x1ff4, rows[i].by_own ? PSZ : 0);
        begin(&r, 1);
        vertex(&r, 0, 0, 0, 1);
        end(&r);
        g_assert_cmpuint(count(&r, GREEN), ==, rows[i].count);
    }
    rankine_close(&r);
}

/* Constants and inputs by a program of Curie's own encoding. */
static void test_program(gconstpointer data)
{
    Rankine r;

    open_black(&r, data);
    rankine_vertex_program(&r, "MUL R0, v[0], c[255]\n"
                               "ADD R0, R0, c[254]\n"
                               "MOV o[HPOS], R0\n"
                               "MUL o[COL0], v[3], c[253] END");
    rankine_constant(&r, 255, 0.5f, 0.5f, 1, 1);
    rankine_constant(&r, 254, 0.5f, 0.5f, 0, 0);
    rankine_constant(&r, 253, 0.2f, 0.4f, 0.6f, 1);
    color(&r, 0xffffffff);
    quad(&r, -1, -1, 1, 1, 0);
    g_assert_cmpuint(count(&r, 0xff336699), ==, SIZE * SIZE / 4);
    g_assert_cmphex(rankine_pixel(&r, 32, 31), ==, 0xff336699);
    g_assert_cmphex(rankine_pixel(&r, 63, 0), ==, 0xff336699);
    g_assert_cmphex(rankine_pixel(&r, 31, 32), ==, BLACK);
    rankine_close(&r);
}

/* Each channel is written or stays, and a clear has switches of its own. */
static void test_masks(gconstpointer data)
{
    Rankine r;

    open_black(&r, data);
    for (unsigned mask = 0; mask < 16; mask++) {
        uint32_t spread = (mask & 1) | (mask & 2) << 7 | (mask & 4) << 14 |
                          (mask & 8) << 21;
        uint32_t bits = spread * 255;

        clear(&r, 0x11223344);
        rig_method(r.rig, 0x324, spread);
        color(&r, 0xfedcba98);
        quad(&r, -1, -1, 1, 1, 0);
        g_assert_cmpuint(count(&r, (0x11223344 & ~bits) |
                                   (0xfedcba98 & bits)), ==, SIZE * SIZE);
    }
    rankine_close(&r);
}

/* Colours are added, the alphas' greater one stays. */
static void test_equations(gconstpointer data)
{
    GRand *rand = g_rand_new_with_seed(40);
    unsigned wrong = 0;
    Rankine r;

    open_black(&r, data);
    rig_method(r.rig, 0x310, 1);
    rig_method(r.rig, 0x314, 0x00010001);
    rig_method(r.rig, 0x318, 0x00010001);
    rig_method(r.rig, 0x320, 0x8008u << 16 | 0x8006);
    for (unsigned i = 0; i < STEPS; i++) {
        uint32_t old = g_rand_int(rand), argb = g_rand_int(rand), want = 0;

        for (unsigned at = 0; at < 32; at += 8) {
            uint32_t a = old >> at & 255, b = argb >> at & 255;

            want |= (at == 24 ? MAX(a, b) : MIN(a + b, 255)) << at;
        }
        clear(&r, old);
        color(&r, argb);
        quad(&r, -1, -1, 1, 1, 0);
        wrong += count(&r, want) != SIZE * SIZE;
    }
    g_assert_cmpuint(wrong, ==, 0);
    g_rand_free(rand);
    rankine_close(&r);
}

/* GEQUAL against a reference in a word of its own. */
static void test_alpha(gconstpointer data)
{
    GRand *rand = g_rand_new_with_seed(41);
    unsigned wrong = 0;
    Rankine r;

    open_black(&r, data);
    rig_method(r.rig, 0x304, 1);
    rig_method(r.rig, 0x308, 0x206);
    for (unsigned i = 0; i < STEPS; i++) {
        uint32_t ref = g_rand_int_range(rand, 0, 256);
        uint32_t alpha = (ref + g_rand_int_range(rand, -2, 3)) & 255;
        uint32_t argb = alpha << 24 | 0x123456;

        clear(&r, 0);
        rig_method(r.rig, 0x30c, ref);
        color(&r, argb);
        quad(&r, -1, -1, 1, 1, 0);
        wrong += count(&r, alpha >= ref ? argb : 0) != SIZE * SIZE;
    }
    g_assert_cmpuint(wrong, ==, 0);
    g_rand_free(rand);
    rankine_close(&r);
}

/* Depth and stencil: the nearer half, and how often something was there. */
static void test_depth_stencil(gconstpointer data)
{
    Rankine r;

    open_black(&r, data);
    rig_method(r.rig, 0xa6c, 0x201);            /* LESS */
    rig_method(r.rig, 0xa70, 1);
    rig_method(r.rig, 0xa74, 1);
    rig_method(r.rig, 0x328, 1);
    rig_method(r.rig, 0x32c, 0xff);
    rig_method(r.rig, 0x330, 0x207);
    rig_method(r.rig, 0x338, 0xff);
    rig_method(r.rig, 0x33c, 0x1e00);
    rig_method(r.rig, 0x340, 0x1e00);
    rig_method(r.rig, 0x344, 0x1e02);           /* INCR where it passes */
    rig_method(r.rig, 0x17cc, 1);
    rig_method(r.rig, 0x17c8, 1);
    color(&r, GREEN);
    quad(&r, -1, -1, 0, 1, 0);
    g_assert_cmpuint(passed(&r), ==, SIZE * SIZE / 2);
    color(&r, 0xffff0000);
    quad(&r, -1, -1, 1, 1, 0.5f);
    g_assert_cmpuint(passed(&r), ==, SIZE * SIZE / 2);
    color(&r, 0xff0000ff);
    quad(&r, 0, -1, 1, 0, -0.5f);
    g_assert_cmpuint(passed(&r), ==, SIZE * SIZE / 4);
    g_assert_cmpuint(count(&r, GREEN), ==, SIZE * SIZE / 2);
    g_assert_cmpuint(count(&r, 0xffff0000), ==, SIZE * SIZE / 4);
    for (unsigned i = 0; i < SIZE * SIZE; i++) {
        unsigned x = i % SIZE, y = i / SIZE;
        bool right = x >= SIZE / 2, near = right && y >= SIZE / 2;
        uint32_t word = rankine_vram(&r, RANKINE_ZETA + y * RANKINE_PITCH +
                                         4 * x);

        g_assert_cmpuint(word & 255, ==, near ? 2 : 1);
        /* A quarter, three, two of 0xffffff; the last bit may be rounded. */
        g_assert_cmpuint((word >> 8) - (near ? 0x3fffff : right ? 0xbfffff
                                                                : 0x7fffff),
                         <=, 1);
    }
    rankine_close(&r);
}

/* Draws and clears while the count of the last report is 0, and after. */
static void test_condition(gconstpointer data)
{
    const uint32_t always = 1u << 24, if_passed = 2u << 24 | 0x20;
    Rankine r;

    open_black(&r, data);
    rig_method(r.rig, 0x17cc, 1);
    rig_method(r.rig, 0x17c8, 1);
    color(&r, GREEN);
    for (unsigned passes = 0; passes < 2; passes++) {
        if (passes) {
            rig_method(r.rig, 0x1e98, always);
            quad(&r, -1, -1, 0, 0, 0);
        }
        g_assert_cmpuint(passed(&r), ==, passes ? SIZE * SIZE / 4 : 0);
        rig_method(r.rig, 0x1e98, if_passed);
        quad(&r, -1, -1, 1, 1, 0);
        g_assert_cmpuint(count(&r, GREEN), ==, passes ? SIZE * SIZE : 0);
        clear(&r, 0xff0000ff);
        g_assert_cmpuint(count(&r, 0xff0000ff), ==,
                         passes ? SIZE * SIZE : 0);
        rig_method(r.rig, 0x1e98, always);
        clear(&r, BLACK);
        g_assert_cmpuint(count(&r, BLACK), ==, SIZE * SIZE);
        /* What was not drawn was not counted. */
        g_assert_cmpuint(passed(&r), ==, passes ? SIZE * SIZE : 0);
    }
    rankine_close(&r);
}

int main(int argc, char **argv)
{
    static const struct {
        const char *path;
        GTestDataFunc run;
    } tests[] = {
        { "triangle", test_triangle }, { "program", test_program },
        { "registers", test_registers }, { "viewport", test_viewport },
        { "sizes", test_sizes },
        { "masks", test_masks }, { "equations", test_equations },
        { "alpha", test_alpha }, { "depth-stencil", test_depth_stencil },
        { "condition", test_condition },
    };

    g_test_init(&argc, &argv, NULL);
    for (unsigned i = 0; i < G_N_ELEMENTS(tests); i++) {
        g_autofree char *path = g_strconcat("/curie-draw/", tests[i].path,
                                            NULL);

        add_chips(path, tests[i].run, curie, G_N_ELEMENTS(curie));
    }
    return g_test_run();
}
