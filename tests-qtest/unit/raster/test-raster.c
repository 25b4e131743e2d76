/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The raster unit and which pixels primitives cover: against a slow
 * point-in-triangle test in rationals, and the measured rules.
 */
#include "unit/raster/test-raster-rig.h"

static void test_backends(void)
{
    g_autoptr(GError) error = NULL;
    Rig rig;
    NvRaster other;

    rig_init(&rig, NULL);
    g_assert_cmpstr(nv_raster_backend(0)->name, ==, "soft");
    for (unsigned i = 0; nv_raster_backend(i); i++) {
        g_assert_nonnull(nv_raster_backend(i)->help);
    }
    g_assert_false(nv_raster_init(&other, &rig.env, &rig.mem, "gold", NULL,
                                  &error));
    g_assert_nonnull(strstr(error->message, "\"gold\""));
    g_assert_nonnull(strstr(error->message, "soft, record, null"));
    nv_raster_free(&other);
    g_assert_true(nv_raster_init(&other, &rig.env, &rig.mem, "null", NULL,
                                 NULL));
    nv_raster_points(&other, (NvRasterVertex[1]) { { 0 } }, 1);
    nv_raster_clear(&other, 0xf3);
    g_assert_cmpuint(other.primitives, ==, 1);
    nv_raster_free(&other);
    rig_free(&rig);
}

static void test_save(void)
{
    Rig rig;
    NvStateItem item = { &nv_raster_section, &rig.raster };
    g_autoptr(GByteArray) state = g_byte_array_new();
    g_autoptr(GByteArray) bad = g_byte_array_new();
    g_autoptr(GByteArray) no_flag = g_byte_array_new();

    rig_init(&rig, NULL);
    rig_set(&rig, NV_BUNDLE_POLYGON_STIPPLE + 5, 0x12345678);
    rig.raster.zpass = 77;
    nv_state_save(&item, 1, state);
    rig.raster.color.log2_w = 31;
    nv_state_save(&item, 1, bad);
    rig.raster.color.log2_w = 0;
    rig.raster.hidden = 2;
    nv_state_save(&item, 1, no_flag);
    nv_raster_reset(&rig.raster);
    g_assert_false(nv_state_load(&item, 1, bad->data, bad->len, NULL));
    g_assert_false(nv_state_load(&item, 1, no_flag->data, no_flag->len, NULL));
    g_assert_cmpuint(rig.raster.zpass, ==, 0);
    rig.raster.dirty = false;
    g_assert_true(nv_state_load(&item, 1, state->data, state->len, NULL));
    g_assert_cmpuint(rig.raster.zpass, ==, 77);
    g_assert_true(rig.raster.cold);
    g_assert_cmphex(rig.raster.bundle[NV_BUNDLE_POLYGON_STIPPLE + 5], ==,
                    0x12345678);
    rig_free(&rig);
}

/* ---- coverage ---- */

typedef struct P {
    int64_t x, y;           /* 1/16 pixel */
} P;

static int64_t side(P a, P b, P p)
{
    return (b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x);
}

/*
 * Independent of edge biases: nudge the sample right and down by an
 * infinitely small step (much smaller down) and test strictly.
 */
static bool inside(const P t[3], P p)
{
    int sign = 0;

    for (unsigned i = 0; i < 3; i++) {
        P a = t[i], b = t[(i + 1) % 3];
        int64_t s = side(a, b, p);
        int this;

        if (s == 0) {           /* d side / dx = -(b.y - a.y), and so on */
            s = b.y != a.y ? a.y - b.y : b.x - a.x;
        }
        this = s > 0 ? 1 : -1;
        if (sign && this != sign) {
            return false;
        }
        sign = this;
    }
    return true;
}

static unsigned check_triangle(Rig *rig, const P t[3])
{
    NvRasterVertex v[3];
    unsigned wrong = 0;
    bool empty = side(t[0], t[1], t[2]) == 0;

    for (unsigned i = 0; i < 3; i++) {
        v[i] = rig_vertex(t[i].x / 16.0f, t[i].y / 16.0f, 0, 0xffffffff);
    }
    memset(rig->mem.vram, 0, 64 * 64 * 4);
    nv_raster_triangles(&rig->raster, v, 3);
    for (int y = 0; y < 64; y++) {
        for (int x = 0; x < 64; x++) {
            bool want = !empty && inside(t, (P) { 16 * x + 8, 16 * y + 8 });

            wrong += (rig_pixel(rig, x, y) != 0) != want;
        }
    }
    return wrong;
}

static void test_coverage(void)
{
    g_autoptr(GRand) r = g_rand_new_with_seed(1);
    unsigned wrong = 0, cases = 0;
    Rig rig;

    rig_init(&rig, NULL);
    for (; cases < 1500; cases++) {
        P t[3];
        int span = cases % 3 == 0 ? 6000 : 1500;

        for (unsigned i = 0; i < 3; i++) {
            /* Half of them on corners and centres, where ties are. */
            int step = cases & 1 ? 8 : 1;

            t[i].x = g_rand_int_range(r, -span + 512, span + 512) / step *
                     step;
            t[i].y = g_rand_int_range(r, -span + 512, span + 512) / step *
                     step;
        }
        wrong += check_triangle(&rig, t);
    }
    g_test_message("%u wrong pixels in %u triangles", wrong, cases);
    g_assert_cmpuint(wrong, ==, 0);
    g_assert_cmpuint(rig.dirty_hi, <=, 64 * 64 * 4);
    rig_free(&rig);
}

/* A bent grid: every pixel inside is hit once, whatever the cuts. */
static void test_mesh(void)
{
    g_autoptr(GRand) r = g_rand_new_with_seed(2);
    NvRasterVertex g[9][9];
    unsigned wrong = 0;
    Rig rig;

    rig_init(&rig, NULL);
    rig_set(&rig, NV_BUNDLE_BLEND, 0x2 | 1 << 3 | 1 << 4 | 1 << 8); /* add */
    for (unsigned round = 0; round < 30; round++) {
        memset(rig.mem.vram, 0, 64 * 64 * 4);
        for (int i = 0; i < 9; i++) {
            for (int j = 0; j < 9; j++) {
                bool rim = i % 8 == 0 || j % 8 == 0;
                int dx = rim ? 0 : g_rand_int_range(r, -40, 41);
                int dy = rim ? 0 : g_rand_int_range(r, -40, 41);

                g[i][j] = rig_vertex(8 * j + dx / 16.0f, 8 * i + dy / 16.0f,
                                     0, 0x01010101);
            }
        }
        for (int i = 0; i < 64; i++) {
            int y = i / 8, x = i % 8;
            bool flip = g_rand_boolean(r);
            NvRasterVertex *a = &g[y][x], *b = &g[y][x + 1];
            NvRasterVertex *c = &g[y + 1][x + 1], *d = &g[y + 1][x];
            NvRasterVertex v[6] = { *a, *b, flip ? *d : *c,
                                    flip ? *b : *a, *c, *d };

            nv_raster_triangles(&rig.raster, v, 6);
        }
        for (int i = 0; i < 64 * 64; i++) {
            wrong += rig_pixel(&rig, i % 64, i / 64) != 0x01010101;
        }
    }
    g_test_message("%u pixels not hit exactly once", wrong);
    g_assert_cmpuint(wrong, ==, 0);
    rig_free(&rig);
}

/* Pixels lit, and their box. */
static unsigned lit(Rig *rig, NvRect *box)
{
    unsigned n = 0;

    *box = (NvRect) { 64, 64, 0, 0 };
    for (int i = 0; i < 64 * 64; i++) {
        int x = i % 64, y = i / 64;

        if (rig_pixel(rig, x, y)) {
            n++;
            box->x0 = MIN(box->x0, x);
            box->y0 = MIN(box->y0, y);
            box->x1 = MAX(box->x1, x + 1);
            box->y1 = MAX(box->y1, y + 1);
        }
    }
    return n;
}

static unsigned draw_line(Rig *rig, float x0, float y0, float x1, float y1,
                          unsigned width, NvRect *box)
{
    NvRasterVertex v[2] = { rig_vertex(x0, y0, 0, 0xffffffff),
                            rig_vertex(x1, y1, 0, 0xffffffff) };

    memset(rig->mem.vram, 0, 64 * 64 * 4);
    rig_set(rig, NV_BUNDLE_MULTISAMPLE, 0xffff0001);
    rig_set(rig, NV_BUNDLE_RASTER, width << 12);
    nv_raster_lines(&rig->raster, v, 2);
    return lit(rig, box);
}

static void test_lines(void)
{
    NvRect b;
    Rig rig;

    rig_init(&rig, NULL);
    g_assert_cmpuint(draw_line(&rig, 10.25f, 5, 10.25f, 15, 8, &b), ==, 10);
    g_assert_cmpint(b.x0, ==, 10);
    g_assert_cmpint(b.y0, ==, 5);
    /* The same pixels the other way round. */
    g_assert_cmpuint(draw_line(&rig, 10.25f, 15, 10.25f, 5, 8, &b), ==, 10);
    g_assert_cmpint(b.y0, ==, 5);
    g_assert_cmpint(b.y1, ==, 15);
    /* What lies on a side is inside if that is the right one. */
    g_assert_cmpuint(draw_line(&rig, 10, 5, 10, 15, 9, &b), ==, 20);
    g_assert_cmpint(b.x0, ==, 9);
    g_assert_cmpuint(draw_line(&rig, 10, 5, 10, 15, 8, &b), ==, 10);
    g_assert_cmpint(b.x0, ==, 10);
    g_assert_cmpuint(draw_line(&rig, 10.5f, 5, 10.5f, 15, 9, &b), ==, 10);
    /* Between two rows it is the upper one. */
    g_assert_cmpuint(draw_line(&rig, 5, 20, 15, 20, 24, &b), ==, 30);
    g_assert_cmpint(b.y0, ==, 18);
    g_assert_cmpint(b.y1, ==, 21);
    g_assert_cmpuint(draw_line(&rig, 5, 20.0625f, 15, 20.0625f, 8, &b), ==,
                     10);
    g_assert_cmpint(b.y0, ==, 20);
    g_assert_cmpuint(draw_line(&rig, 5, 20, 15, 20, 0, &b), ==, 0);
    g_assert_cmpuint(draw_line(&rig, 5, 5, 5, 5, 64, &b), ==, 0);
    /* Diagonal, width 4: it is 6 high, and 6 diagonals of 20 pixels. */
    g_assert_cmpuint(draw_line(&rig, 10, 10, 30, 30, 32, &b), ==, 120);
    /* Less than one pixel wide: only centres that are near enough. */
    g_assert_cmpuint(draw_line(&rig, 5, 20.75f, 15, 20.75f, 4, &b), ==, 10);
    g_assert_cmpuint(draw_line(&rig, 5, 20.25f, 15, 20.25f, 4, &b), ==,
                     0);
    /* Wide and steep: its corners end at the box around the ends. */
    draw_line(&rig, 20, 30, 44, 34, 192, &b);
    g_assert_cmpint(b.y0, ==, 18);
    g_assert_cmpint(b.y1, ==, 47);
    rig_free(&rig);
}

/*
 * Without multisampling a line has whole columns (or lines): from the one whose
 * right end lies behind its start to the last one that ends before its end.
 */
static void test_line_columns(void)
{
    static const struct { float x0, y0, x1, y1; int first, last; } rows[] = {
        /* These end as a console's do. */
        { 12.3125f, 20.75f, 51.6875f, 20.75f, 12, 50 },
        { 18.6875f, 5, 45.3125f, 5, 18, 44 },
        { 39.9375f, 30.375f, 24.0625f, 18.3125f, 39, 25 },
        { 51.6875f, 60.375f, 41.25f, 49.9375f, 51, 42 },
        { 12.5f, 30.5f, 20.5f, 33, 12, 19 },
    };
    NvRect b;
    Rig rig;

    rig_init(&rig, NULL);
    for (unsigned i = 0; i < 2 * NV_ARRAY_SIZE(rows); i++) {
        const typeof(*rows) *r = &rows[i / 2];
        NvRasterVertex v[2] = { rig_vertex(r->x0, r->y0, 0, 0xffffffff),
                                rig_vertex(r->x1, r->y1, 0, 0xffffffff) };
        int lo = MIN(r->first, r->last), hi = MAX(r->first, r->last);

        for (unsigned k = 0; k < 2 && i & 1; k++) {
            /* The same, turned over: rows. */
            float x = v[k].x;

            v[k].x = v[k].y;
            v[k].y = x;
        }
        memset(rig.mem.vram, 0, 64 * 64 * 4);
        rig_set(&rig, NV_BUNDLE_MULTISAMPLE, 0xffff0000);
        rig_set(&rig, NV_BUNDLE_RASTER, 8 << 12);
        nv_raster_lines(&rig.raster, v, 2);
        if (r->x1 - r->x0 == r->y1 - r->y0 && i & 1) {
            continue;           /* goes by columns either way */
        }
        g_assert_cmpuint(lit(&rig, &b), ==, hi - lo + 1);
        g_assert_cmpint(i & 1 ? b.y0 : b.x0, ==, lo);
        g_assert_cmpint(i & 1 ? b.y1 : b.x1, ==, hi + 1);
    }
    rig_free(&rig);
}

static void test_points(void)
{
    static const struct { float x, y, size; int x0, y0, n; } rows[] = {
        { 10.5f, 10.5f, 1, 10, 10, 1 },
        { 10.5f, 10.5f, 0, 10, 10, 1 },
        { 10.0f, 10.0f, 2, 9, 9, 2 },
        { 10.5f, 10.5f, 5, 8, 8, 5 },
        { 20.25f, 30.75f, 3, 19, 29, 3 },
        /* Both edges are inside, but where the size is a power of two. */
        { 20.5f, 30.5f, 20, 10, 20, 21 },
        { 20.5f, 30.5f, 2, 19, 29, 2 },
        { 20.5f, 30.5f, 2.125f, 19, 29, 3 },
        { 20.5f, 30.5f, 2.12f, 19, 29, 2 },     /* cut to eighths */
        { 20.0f, 30.0f, 1, 19, 29, 1 },
        { 20.0f, 30.0f, 1.125f, 19, 29, 2 },
        { 20.0f, 30.0f, 3, 18, 28, 4 },
        { 20.5f, 30.5f, 0.125f, 20, 30, 1 },
        { 20.0f, 30.0f, 0.875f, 0, 0, 0 },
        { 20.0f, 30.9375f, 0, 20, 30, 1 },
    };
    Rig rig;

    rig_init(&rig, NULL);
    rig_set(&rig, NV_BUNDLE_MULTISAMPLE, 1);
    for (unsigned i = 0; i < G_N_ELEMENTS(rows); i++) {
        NvRasterVertex v = rig_vertex(rows[i].x, rows[i].y, 0, 0xffffffff);
        NvRect b;

        v.size = rows[i].size;
        memset(rig.mem.vram, 0, 64 * 64 * 4);
        nv_raster_points(&rig.raster, &v, 1);
        g_assert_cmpuint(lit(&rig, &b), ==, rows[i].n * rows[i].n);
        g_assert_cmpint(rows[i].n ? b.x0 : 0, ==, rows[i].x0);
        g_assert_cmpint(rows[i].n ? b.y0 : 0, ==, rows[i].y0);
    }
    rig_free(&rig);
}

/*
 * Without multisampling what lies just between two pixels is the right and the
 * upper one's: points, and where lines begin and end in all four directions.
 */
static void test_ties(void)
{
    /* From 20, 20 to x, y; the first pixels of both axes. */
    static const struct { float x, y; int first_x, first_y; } ends[] = {
        { 30, 20, 20, 19 },     /* 19.5 is not drawn, 29.5 is */
        { 10, 20, 11, 19 },
        { 20, 30, 20, 19 },     /* 19.5 is drawn, 29.5 is not */
        { 20, 10, 20, 10 },
    };
    Rig rig;
    NvRect b;

    rig_init(&rig, NULL);
    for (unsigned i = 0; i < G_N_ELEMENTS(ends); i++) {
        NvRasterVertex v[2] = { rig_vertex(20, 20, 0, 0xffffffff),
                                rig_vertex(ends[i].x, ends[i].y, 0,
                                           0xffffffff) };

        memset(rig.mem.vram, 0, 64 * 64 * 4);
        nv_raster_points(&rig.raster, v, 1);
        g_assert_cmpuint(lit(&rig, &b), ==, 1);
        g_assert_cmpint(b.x0, ==, 20);
        g_assert_cmpint(b.y0, ==, 19);
        memset(rig.mem.vram, 0, 64 * 64 * 4);
        nv_raster_lines(&rig.raster, v, 2);
        g_assert_cmpuint(lit(&rig, &b), ==, 10);
        g_assert_cmpint(b.x0, ==, ends[i].first_x);
        g_assert_cmpint(b.y0, ==, ends[i].first_y);
    }
    rig_free(&rig);
}

/* ---- attributes ---- */

static void test_perspective(void)
{
    unsigned wrong = 0;
    Rig rig;
    NvRasterVertex v[3] = {
        rig_vertex(0, 0, 0, 0xff000000), rig_vertex(64, 0, 0, 0xffff0000),
        rig_vertex(0, 64, 0, 0xff00ff00),
    };

    rig_init(&rig, NULL);
    v[1].rhw = 0.25f;
    v[2].rhw = 0.5f;
    for (unsigned mode = 0; mode < 2; mode++) {
        rig_set(&rig, NV_BUNDLE_CONFIG_B, mode << 6);
        nv_raster_triangles(&rig.raster, v, 3);
        for (unsigned y = 0; y < 64; y++) {
            for (unsigned x = 0; x < 63 - y; x++) {
                double b1 = (x + 0.5) / 64, b2 = (y + 0.5) / 64;
                double w = mode ? (1 - b1 - b2) + b1 * 0.25 + b2 * 0.5 : 1;
                double red = 255 * b1 * (mode ? 0.25 : 1) / w;
                double green = 255 * b2 * (mode ? 0.5 : 1) / w;
                uint32_t got = rig_pixel(&rig, x, y);

                /* Weights have 8 bits; test-raster-weights has the rule. */
                wrong += fabs((got >> 16 & 255) - red) > 2.5;
                wrong += fabs((got >> 8 & 255) - green) > 2.5;
            }
        }
    }
    g_assert_cmpuint(wrong, ==, 0);
    rig_free(&rig);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/raster/backends", test_backends);
    g_test_add_func("/raster/save", test_save);
    g_test_add_func("/raster/coverage", test_coverage);
    g_test_add_func("/raster/mesh-once", test_mesh);
    g_test_add_func("/raster/lines", test_lines);
    g_test_add_func("/raster/line-columns", test_line_columns);
    g_test_add_func("/raster/ties", test_ties);
    g_test_add_func("/raster/points", test_points);
    g_test_add_func("/raster/perspective", test_perspective);
    return g_test_run();
}
