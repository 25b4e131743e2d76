/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What vertices of Rankine's and Curie's classes go through behind the
 * program: clip distances, facing, depth from 0 to 1 and its offset, point
 * sizes; and the reports that drivers wait for.  Expected values follow from
 * the geometry.
 */
#include <math.h>
#include <string.h>

#include "base/bits.h"
#include "unit/card/test-rankine.h"

#define GREEN 0xff00ff00u
#define RED 0xffff0000u

/* --- clip distances --- */

/* Plane @p over the picture: x, y and 1 from -1 to 1. */
static double plane_at(const float p[3], unsigned x, unsigned y)
{
    return p[0] * ((x + 0.5) / 32 - 1) + p[1] * (1 - (y + 0.5) / 32) + p[2];
}

/*
 * A big triangle with three different w, cut by planes that are linear in
 * clip space; pixels next to an edge may be either.
 */
static unsigned clip_case(Rankine *r, GRand *rand, const float p[2][3],
                          const unsigned mode[2])
{
    unsigned wrong = 0;

    clear(r, BLACK);
    rig_method(r->rig, 0x1478, mode[0] << 4 | mode[1] << 20);
    color(r, GREEN);
    begin(r, 5);
    for (unsigned i = 0; i < 3; i++) {
        float w = g_rand_double_range(rand, 0.5, 4);

        vertex(r, i == 1 ? 3 * w : -w, i == 2 ? 3 * w : -w, 0, w);
    }
    end(r);
    g_assert_true(rankine_kick(r));
    for (unsigned at = 0; at < SIZE * SIZE; at++) {
        unsigned x = at % SIZE, y = at / SIZE;
        bool in = true, near = false;

        for (unsigned i = 0; i < 2; i++) {
            double d = plane_at(p[i], x, y);

            near |= fabs(d) < 0.1;
            in &= mode[i] == 0 || (mode[i] == 2 ? d >= 0 : d < 0);
        }
        wrong += !near && rankine_pixel(r, x, y) != (in ? GREEN : BLACK);
    }
    return wrong;
}

/* Planes 1 and 5. */
#define CLIP_BY(a, b) \
    "MOV o[HPOS], v[0]\nMOV o[COL0], v[3]\nDP4 o[" a ", v[0], c[0]\n" \
    "DP4 o[" b ", v[0], c[1] END"

/* doc: a driver's programs of Curie write them beside others, Rankine's not. */
static void test_clip_program(gconstpointer data)
{
    GRand *rand = g_rand_new_with_seed(1);
    unsigned wrong = 0;
    Rankine r;

    open_black(&r, data);
    rankine_vertex_program(&r, r.curie ? CLIP_BY("FOGC].z", "PSIZ].w")
                                       : CLIP_BY("CLP1].x", "CLP5].x"));
    for (unsigned i = 0; i < 60; i++) {
        const unsigned mode[2] = { i % 3, i / 3 % 3 };
        float p[2][3];

        for (unsigned k = 0; k < 6; k++) {
            p[k / 3][k % 3] = g_rand_double_range(rand, -1, 1);
        }
        for (unsigned k = 0; k < 2; k++) {
            rankine_constant(&r, k, p[k][0], p[k][1], 0, p[k][2]);
        }
        wrong += clip_case(&r, rand, p, mode);
    }
    g_test_message("%u wrong pixels in 60 pictures", wrong);
    g_assert_cmpuint(wrong, ==, 0);
    g_rand_free(rand);
    rankine_close(&r);
}

/* Lines and points, too. */
static void test_clip_lines(gconstpointer data)
{
    Rankine r;

    open_black(&r, data);
    rankine_vertex_program(&r, r.curie
                           ? "MOV o[HPOS], v[0]\nMOV o[COL0], v[3]\n"
                             "MOV o[FOGC].y, v[0].x END"
                           : "MOV o[HPOS], v[0]\nMOV o[COL0], v[3]\n"
                             "MOV o[CLP0].x, v[0] END");
    color(&r, GREEN);
    rig_method(r.rig, 0x1478, 2);
    begin(&r, 2);
    vertex(&r, -1, 0.015625f, 0, 1);
    vertex(&r, 3, 0.046875f, 0, 3);
    end(&r);
    g_assert_cmpuint(count(&r, GREEN), ==, 32);
    g_assert_cmphex(rankine_pixel(&r, 30, 31), ==, BLACK);
    begin(&r, 1);
    vertex(&r, -0.5f, 0.5f, 0, 1);
    vertex(&r, 0.5f, 0.5f, 0, 1);
    end(&r);
    g_assert_cmpuint(count(&r, GREEN), ==, 33);
    rankine_close(&r);
}

/* Fixed function makes the distances from planes in eye space. */
static void test_clip_fixed(gconstpointer data)
{
    static const float unit[16] = {
        1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1,
    };
    const Chip *chip = data;
    Rankine r;

    rankine_open(&r, chip->name, chip->class);
    clear(&r, BLACK);
    rankine_floats(&r, 0x480, unit, 16);
    rankine_floats(&r, 0x680, unit, 16);
    rankine_floats(&r, 0x1620, (const float[]) { 0, 1, 0, 0.5f }, 4);
    color(&r, GREEN);
    rig_method(r.rig, 0x1478, 0x200);
    quad(&r, -1, -1, 1, 1, 0);
    g_assert_cmpuint(count(&r, GREEN), ==, 64 * 48);
    g_assert_cmphex(rankine_pixel(&r, 5, 47), ==, GREEN);
    g_assert_cmphex(rankine_pixel(&r, 5, 48), ==, BLACK);
    rankine_close(&r);
}

/* --- facing --- */

static void test_two_sides(gconstpointer data)
{
    Rankine r;

    open_black(&r, data);
    rankine_vertex_program(&r, "MOV o[HPOS], v[0]\nMOV o[COL0], v[3]\n"
                               "MOV o[BFC0], v[8] END");
    color(&r, GREEN);
    rig_method(r.rig, 0x1960, 0xff0000ff);
    rig_method(r.rig, 0x142c, 1);
    /* Counterclockwise is in front; y goes up in clip space. */
    quad(&r, -1, -1, 0, 1, 0);
    quad(&r, 1, -1, 0, 1, 0);
    g_assert_cmpuint(count(&r, GREEN), ==, SIZE * SIZE / 2);
    g_assert_cmpuint(count(&r, RED), ==, SIZE * SIZE / 2);
    clear(&r, BLACK);
    rig_method(r.rig, 0x183c, 1);
    quad(&r, -1, -1, 0, 1, 0);
    quad(&r, 1, -1, 0, 1, 0);
    g_assert_cmpuint(count(&r, GREEN), ==, SIZE * SIZE / 2);
    g_assert_cmpuint(count(&r, RED), ==, 0);
    rankine_close(&r);
}

/* --- depth --- */

static uint32_t depth_at(Rankine *r, unsigned x, unsigned y)
{
    return rankine_vram(r, RANKINE_ZETA + y * RANKINE_PITCH + 4 * x) >> 8;
}

static void depth_test(Rankine *r, uint32_t func)
{
    rig_method(r->rig, 0xa6c, func);
    rig_method(r->rig, 0xa70, 1);
    rig_method(r->rig, 0xa74, 1);
}

static void test_depth(gconstpointer data)
{
    Rankine r;

    open_black(&r, data);
    depth_test(&r, 0x201);
    color(&r, GREEN);
    quad(&r, -1, -1, 0, 1, 0);
    color(&r, RED);
    quad(&r, -1, -1, 1, 1, 0.5f);
    g_assert_cmpuint(count(&r, GREEN), ==, SIZE * SIZE / 2);
    g_assert_cmpuint(count(&r, RED), ==, SIZE * SIZE / 2);
    g_assert_cmpuint(depth_at(&r, 0, 0), ==, 0xffffff / 2);
    g_assert_cmpuint(depth_at(&r, 63, 0), ==, (uint32_t)(0.75 * 0xffffff));
    /* Behind the far plane there is nothing. */
    clear(&r, BLACK);
    begin(&r, 5);
    vertex(&r, -1, -1, -3, 1);
    vertex(&r, 3, -1, 5, 1);
    vertex(&r, -1, 3, -3, 1);
    end(&r);
    g_assert_cmpuint(count(&r, RED), ==, SIZE * SIZE / 2);
    g_assert_cmphex(rankine_pixel(&r, 31, 9), ==, BLACK);
    g_assert_cmphex(rankine_pixel(&r, 32, 9), ==, RED);
    rankine_close(&r);
}

/* Drivers send twice OpenGL's units: one of them is half a step. */
static void test_offset(gconstpointer data)
{
    Rankine r;

    open_black(&r, data);
    depth_test(&r, 0x201);
    quad(&r, -1, -1, 1, 1, 0.5f);
    rig_method(r.rig, 0xa68, 1);
    rankine_float(&r, 0xa7c, -2);
    color(&r, GREEN);
    quad(&r, -1, -1, 1, 1, 0.5f);
    g_assert_cmpuint(count(&r, GREEN), ==, SIZE * SIZE);
    g_assert_cmpuint(depth_at(&r, 9, 9), ==,
                     (uint32_t)(0.75 * 0xffffff) - 1);
    rankine_float(&r, 0xa7c, -20);
    quad(&r, -1, -1, 1, 1, 0.5f);
    g_assert_true(rankine_kick(&r));
    g_assert_cmpuint(depth_at(&r, 9, 9), ==,
                     (uint32_t)(0.75 * 0xffffff) - 10);
    rankine_close(&r);
}

/* One of OpenGL's units is a step, wherever the polygon lies. */
static void test_offset_step(gconstpointer data)
{
    static const float at[] = { -1, -0.875f, -0.5f, 0, 0.3f, 0.75f, 0.96f, 1 };
    Rankine r;

    open_black(&r, data);
    depth_test(&r, 0x207);
    for (unsigned i = 0; i < G_N_ELEMENTS(at); i++) {
        int plain;

        rig_method(r.rig, 0xa68, 0);
        quad(&r, -1, -1, 1, 1, at[i]);
        g_assert_true(rankine_kick(&r));
        plain = depth_at(&r, 9, 9);
        rig_method(r.rig, 0xa68, 1);
        for (int units = -4; units <= 4; units++) {
            if (plain + units < 0 || plain + units > 0xffffff) {
                continue;       /* beyond near or far: not drawn */
            }
            rankine_float(&r, 0xa7c, 2 * units);
            quad(&r, -1, -1, 1, 1, at[i]);
            g_assert_true(rankine_kick(&r));
            g_assert_cmpint(depth_at(&r, 9, 9), ==, plain + units);
        }
    }
    rankine_close(&r);
}

/* --- points --- */

static void test_points(gconstpointer data)
{
    Rankine r;

    open_black(&r, data);
    without_sizes(&r);
    color(&r, GREEN);
    rankine_float(&r, 0x1ee0, 5);
    begin(&r, 1);
    vertex(&r, 0.015625f, 0.015625f, 0, 1);
    end(&r);
    g_assert_cmpuint(count(&r, GREEN), ==, 25);
    rankine_vertex_program(&r, "MOV o[HPOS], v[0]\nMOV o[COL0], v[3]\n"
                               "MOV o[PSIZ].x, c[0] END");
    rankine_constant(&r, 0, 200, 0, 0, 0);
    rig_method(r.rig, 0x1ee4, 1);
    color(&r, RED);
    begin(&r, 1);
    vertex(&r, 0.9f, -0.9f, 0, 1);
    end(&r);
    g_assert_cmpuint(count(&r, RED), ==, SIZE * SIZE);
    rankine_close(&r);
}

/* --- reports --- */

static void test_query(gconstpointer data)
{
    const uint8_t *report;
    Rankine r;

    open_black(&r, data);
    report = r.rig->ram + CHANNEL_NOTIFY + 0x40;
    nv_st32(r.rig->ram + CHANNEL_NOTIFY + 0x4c, 0x01000000);
    rig_method(r.rig, 0x17c8, 1);
    quad(&r, -1, -1, 0, 0, 0);
    rig_method(r.rig, 0x17cc, 1);
    quad(&r, 0, 0, 1, 1, 0);
    quad(&r, -1, 0, 0, 0.5f, 0);
    rig_method(r.rig, 0x1800, 1 << 24 | 0x40);
    rig_method(r.rig, 0x17cc, 0);
    g_assert_true(rankine_kick(&r));
    g_assert_cmpuint(nv_ld32(report + 8), ==, 32 * 32 + 32 * 16);
    g_assert_cmphex(nv_ld32(report + 12), ==, 0);
    rankine_close(&r);
}

static void test_fence(gconstpointer data)
{
    Rankine r;

    open_black(&r, data);
    rig_method(r.rig, 0x1d6c, 0x10);
    rig_method(r.rig, 0x1d70, 0xcafe0123);
    g_assert_true(rankine_kick(&r));
    g_assert_cmphex(nv_ld32(r.rig->ram + CHANNEL_FENCE + 0x10), ==,
                    0xcafe0123);
    rankine_close(&r);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    add_late("/rankine-clip/program", test_clip_program);
    add_late("/rankine-clip/lines", test_clip_lines);
    add("/rankine-clip/fixed", test_clip_fixed);
    add_late("/rankine-clip/two-sides", test_two_sides);
    add_late("/rankine-clip/depth", test_depth);
    add_late("/rankine-clip/offset", test_offset);
    add_late("/rankine-clip/offset-step", test_offset_step);
    add_late("/rankine-clip/points", test_points);
    add_late("/rankine-clip/query", test_query);
    add_late("/rankine-clip/fence", test_fence);
    return g_test_run();
}
