/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What OpenGL programs ask of Rankine's and Curie's classes, in the words of
 * open drivers: edge flags, whose colours flat primitives have, filters where
 * a texel is a pixel, sizes of points.
 */
#include "unit/card/test-rankine.h"

#define RED 0xffff0000u
#define GREEN 0xff00ff00u
#define BLUE 0xff0000ffu

/* --- edge flags --- */

/* Whether the border of pixels 8 to 56 is drawn at its middle. */
static bool has_border(Rankine *r, unsigned n)
{
    static const uint8_t middle[4][2] = {
        { 32, 56 }, { 56, 32 }, { 32, 8 }, { 8, 32 },
    };
    bool found = false;

    for (int i = -1; i <= 1; i++) {
        unsigned x = middle[n][0] + (n & 1 ? i : 0);
        unsigned y = middle[n][1] + (n & 1 ? 0 : i);

        found |= rankine_pixel(r, x, y) == GREEN;
    }
    return found;
}

/* The flag of a vertex is that of the border from it to the next. */
static void test_edge_flags(gconstpointer data)
{
    static const float at[4][2] = {
        { -0.75f, -0.75f }, { 0.75f, -0.75f }, { 0.75f, 0.75f },
        { -0.75f, 0.75f },
    };
    static const unsigned prims[] = { 8, 10 };      /* a quad, a polygon */
    Rankine r;

    open_black(&r, data);
    color(&r, GREEN);
    rig_method(r.rig, 0x1828, 0x1b01);
    rig_method(r.rig, 0x182c, 0x1b01);
    for (unsigned n = 0; n < 2 * 16; n++) {
        unsigned flags = n / 2;

        clear(&r, BLACK);
        begin(&r, prims[n & 1]);
        for (unsigned i = 0; i < 4; i++) {
            rig_method(r.rig, 0x145c, flags >> i & 1);
            vertex(&r, at[i][0], at[i][1], 0, 1);
        }
        end(&r);
        g_assert_true(rankine_kick(&r));
        for (unsigned i = 0; i < 4; i++) {
            g_assert_cmpint(has_border(&r, i), ==, flags >> i & 1);
        }
    }
    rankine_close(&r);
}

/* --- flat colours --- */

/* Vertices around the middle: which of them has the picture's colour. */
static unsigned provoking(Rankine *r, unsigned prim, unsigned vertices,
                          bool first)
{
    static const float at[4][2] = {
        { -1, -1 }, { 1, -1 }, { 1, 1 }, { -1, 1 },
    };
    static const uint32_t colors[] = { RED, GREEN, BLUE, 0xffffffff };
    unsigned found = 4;

    rig_method(r->rig, 0x368, 0x1d00);
    rig_method(r->rig, 0x1454, first);
    clear(r, BLACK);
    begin(r, prim);
    for (unsigned i = 0; i < vertices; i++) {
        color(r, colors[i]);
        vertex(r, at[i][0], at[i][1], 0, 1);
    }
    end(r);
    g_assert_true(rankine_kick(r));
    for (unsigned i = 0; i < 4; i++) {
        found = rankine_pixel(r, 40, 50) == colors[i] ? i : found;
    }
    return found;
}

/* Drivers say that quads do not follow the first vertex. */
static void test_flat(gconstpointer data)
{
    Rankine r;

    open_black(&r, data);
    g_assert_cmpuint(provoking(&r, 5, 3, false), ==, 2);
    g_assert_cmpuint(provoking(&r, 5, 3, true), ==, 0);
    g_assert_cmpuint(provoking(&r, 7, 3, true), ==, 1);
    g_assert_cmpuint(provoking(&r, 8, 4, false), ==, 3);
    g_assert_cmpuint(provoking(&r, 8, 4, true), ==, 3);
    g_assert_cmpuint(provoking(&r, 10, 4, false), ==, 0);
    g_assert_cmpuint(provoking(&r, 10, 4, true), ==, 0);
    rankine_close(&r);
}

/* --- textures --- */

/* A rectangle of @size texels over the first 16 x 16 pixels, linear. */
static void draw_texels(Rankine *r, unsigned size, const uint32_t *texels)
{
    static const float corner[4][2] = { { 0, 0 }, { 1, 0 }, { 1, 1 }, { 0, 1 } };

    rankine_texture(r, 0, size, texels);
    rig_method(r->rig, 0x1a14, 0x02022000);
    begin(r, 8);
    for (unsigned i = 0; i < 4; i++) {
        const float u = corner[i][0], v = corner[i][1];

        rankine_floats(r, 0x1c80, (const float[]) { u * size, v * size, 0, 1 },
                       4);
        vertex(r, u / 2 - 1, 1 - v / 2, 0, 1);
    }
    end(r);
    g_assert_true(rankine_kick(r));
}

static void test_texels(gconstpointer data)
{
    GRand *rand = g_rand_new_with_seed(1);
    uint32_t texels[256];
    Rankine r;

    for (unsigned i = 0; i < 256; i++) {
        texels[i] = g_rand_int(rand);
    }
    open_black(&r, data);
    rankine_vertex_program(&r, "MOV o[HPOS], v[0]\nMOV o[TEX0], v[8] END");
    rankine_fragment_program(&r, rankine_fp_texture, 4);
    draw_texels(&r, 16, texels);
    for (unsigned i = 0; i < 256; i++) {
        g_assert_cmphex(rankine_pixel(&r, i % 16, i / 16), ==, texels[i]);
    }
    draw_texels(&r, 1, &texels[77]);
    g_assert_cmpuint(count(&r, texels[77]), ==, 256);
    g_rand_free(rand);
    rankine_close(&r);
}

/* --- points --- */

static unsigned point_pixels(Rankine *r)
{
    clear(r, BLACK);
    begin(r, 1);
    vertex(r, 0.015625f, 0.015625f, 0, 1);
    end(r);
    return count(r, GREEN);
}

/* A program's size counts where it is switched on, and has no limit. */
static void test_point_size(gconstpointer data)
{
    Rankine r;

    open_black(&r, data);
    color(&r, GREEN);
    rankine_float(&r, 0x1ee0, 9);
    rankine_vertex_program(&r, "MOV o[HPOS], v[0]\nMOV o[COL0], v[3]\n"
                               "MOV o[PSIZ].x, c[0] END");
    without_sizes(&r);
    rankine_constant(&r, 0, 3, 0, 0, 0);
    g_assert_cmpuint(point_pixels(&r), ==, 9 * 9);
    rig_method(r.rig, 0x1ee4, 1);
    g_assert_cmpuint(point_pixels(&r), ==, 3 * 3);
    rankine_constant(&r, 0, 1000, 0, 0, 0);
    g_assert_cmpuint(point_pixels(&r), ==, SIZE * SIZE);
    rig_method(r.rig, 0x1ee4, 0);
    g_assert_cmpuint(point_pixels(&r), ==, 9 * 9);
    rankine_close(&r);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    add_late("/rankine-gl/edge-flags", test_edge_flags);
    add_late("/rankine-gl/flat", test_flat);
    add("/rankine-gl/texels", test_texels);
    add_late("/rankine-gl/point-size", test_point_size);
    return g_test_run();
}
