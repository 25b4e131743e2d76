/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Surfaces with several samples a pixel.  A sample away from the centre sees
 * what a pixel's centre sees of the same primitive moved the other way, so
 * surfaces of one sample are the model.
 */
#include "test-raster-rig.h"

#define SIDE 32

static void surfaces(Rig *rig, unsigned samples)
{
    NvSurface c = { 1, 8, 0, 0, RIG_ZETA - 1, 0, 64 * 4, 6, 6, samples };
    NvSurface z = { 1, 2, 0, RIG_ZETA, RIG_TEX - 1, 0, 64 * 4, 6, 6,
                    samples };

    nv_raster_surfaces(&rig->raster, &c, &z);
    rig_clip(rig, SIDE, SIDE);
    memset(rig->mem.vram, 0, 64 * 64 * 4);
    memset(rig->mem.vram + RIG_ZETA, 0xff, 64 * 64 * 4);
}

typedef struct Shape {
    unsigned kind, count;
    NvRasterVertex v[12];
} Shape;

static void make(Shape *s, GRand *r, unsigned kind)
{
    s->kind = kind;
    s->count = kind == 0 ? 12 : 12 - 12 % kind;
    for (unsigned i = 0; i < s->count; i++) {
        s->v[i] = rig_vertex(g_rand_int_range(r, 0, SIDE * 16) / 16.0f,
                             g_rand_int_range(r, 0, SIDE * 16) / 16.0f,
                             g_rand_int_range(r, 0, 1 << 24), 0);
        s->v[i].size = g_rand_int_range(r, 0, 80) / 8.0f;
    }
    /* One colour and depth each: where they are taken plays no part. */
    for (unsigned i = 0; i < s->count; i++) {
        unsigned first = i - i % MAX(kind, 1);

        s->v[i].z = s->v[first].z;
        s->v[i].color[0][first % 3] = 1;
        s->v[i].color[0][3] = first / 16.0f;
    }
}

static void draw(Rig *rig, const Shape *s, float move_x, float move_y)
{
    Shape moved = *s;

    for (unsigned i = 0; i < s->count; i++) {
        moved.v[i].x += move_x;
        moved.v[i].y += move_y;
    }
    (s->kind == 3 ? nv_raster_triangles : s->kind == 2 ? nv_raster_lines
                                                       : nv_raster_points)
        (&rig->raster, moved.v, moved.count);
    nv_raster_flush(&rig->raster);
}

/* Sample @k of @across side by side; the one-sample picture is in @model. */
static unsigned differ(Rig *rig, Rig *model, unsigned across, unsigned down,
                       unsigned k)
{
    unsigned x0 = k % across, y0 = k / across, wrong = 0;

    for (unsigned i = 0; i < SIDE * SIDE; i++) {
        unsigned x = i % SIDE, y = i / SIDE;
        uint32_t at = 4 * ((y * down + y0) * 64 + x * across + x0);
        uint32_t want = 4 * (y * 64 + x);

        for (unsigned zeta = 0; zeta < 2; zeta++) {
            wrong += nv_ld32(rig->mem.vram + zeta * RIG_ZETA + at) !=
                     nv_ld32(model->mem.vram + zeta * RIG_ZETA + want);
        }
    }
    return wrong;
}

static void test_places(void)
{
    static const struct {
        unsigned samples, across, down;
        float move[4][2];
    } t[] = {
        { 1, 2, 1, { { 0.5f, 0.5f }, { 0, 0 } } },
        { 2, 2, 2, { { 0.5f, 0.5f }, { 0, 0.5f }, { 0.5f, 0 }, { 0, 0 } } },
        { 3, 1, 1, { { 0, 0 } } },      /* no such mode */
    };
    g_autoptr(GRand) r = g_rand_new_with_seed(15);
    unsigned wrong = 0;
    Rig rig, model;

    rig_init(&rig, NULL);
    rig_init(&model, "reference");
    for (unsigned round = 0; round < 300; round++) {
        unsigned i = round % G_N_ELEMENTS(t), kind = 1 + round % 100 % 3;
        Shape shape;

        make(&shape, r, kind);
        for (unsigned k = 0; k < 2; k++) {
            Rig *one = k ? &model : &rig;

            rig_set(one, NV_BUNDLE_CONFIG_A, 0x3c000000 | 1 << 14 | 1 << 16 |
                    1 << 24);
            rig_set(one, NV_BUNDLE_RASTER,
                    g_rand_int_range(r, 0, 1) | (round % 64) << 12);
        }
        surfaces(&rig, t[i].samples);
        draw(&rig, &shape, 0, 0);
        for (unsigned k = 0; k < t[i].across * t[i].down; k++) {
            surfaces(&model, 0);
            draw(&model, &shape, t[i].move[k][0], t[i].move[k][1]);
            wrong += differ(&rig, &model, t[i].across, t[i].down, k);
        }
    }
    g_assert_cmpuint(wrong, ==, 0);
    rig_free(&rig);
    rig_free(&model);
}

/* Rectangles of clears are counted in pixels, too. */
static void test_clear(void)
{
    NvRasterClear clear = { .mask = 0xf1, .rect = { 3, 5, 9, 7 },
                            .color = 0x12345678, .zeta = 0xabcdef00 };
    NvRasterPlace place = { 0 };
    unsigned n = 0;
    Rig rig;

    rig_init(&rig, NULL);
    surfaces(&rig, 2);
    rig_rect(&rig, 0, 0, 0, 0, 0, 0);       /* the state is made */
    g_assert_true(rig.raster.ops->clear(rig.raster.backend, &clear, &place));
    for (unsigned i = 0; i < 64 * 64; i++) {
        unsigned x = i % 64, y = i / 64;
        bool in = x >= 6 && x < 18 && y >= 10 && y < 14;

        g_assert_cmphex(nv_ld32(rig.mem.vram + 4 * i), ==,
                        in ? 0x12345678 : 0);
        g_assert_cmphex(nv_ld32(rig.mem.vram + RIG_ZETA + 4 * i), ==,
                        in ? 0xabcdefff : 0xffffffff);
        n += in;
    }
    g_assert_cmpuint(n, ==, 12 * 4);
    rig_free(&rig);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/raster/samples/places", test_places);
    g_test_add_func("/raster/samples/clear", test_clear);
    return g_test_run();
}
