/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Smooth polygons and lines against a model that looks at every sample of
 * every pixel: how much is covered, and the colour beside the primitive, where
 * the interpolators' weights go below 0 (docs/pixels.rst).
 */
#include "unit/raster/test-raster-rig.h"

#define LINE_SMOOTH (1u << 10)
#define POLYGON_SMOOTH (1u << 11)

typedef struct P {
    int64_t x, y;               /* 1/16 pixels */
} P;

/* In eighths of a pixel from its upper left corner. */
static const P samples[8] = {
    { 0, 0 }, { 3, 1 }, { 6, 2 }, { 1, 3 }, { 4, 4 }, { 7, 5 }, { 2, 6 },
    { 5, 7 },
};

static P sample_of(unsigned pixel, unsigned k)
{
    return (P) { pixel % 64 * 16 + samples[k].x * 2,
                 pixel / 64 * 16 + samples[k].y * 2 };
}

static int64_t cross(P a, P b, P p)
{
    return (a.x - p.x) * (b.y - p.y) - (b.x - p.x) * (a.y - p.y);
}

/* Left of a -> b; what lies on it only if it goes up or to the right. */
static bool left_of(P a, P b, P p)
{
    int64_t c = cross(a, b, p);

    return c > 0 || (c == 0 && (b.y < a.y || (b.y == a.y && b.x > a.x)));
}

static bool in_triangle(const P *p, P at)
{
    bool turned = cross(p[0], p[1], p[2]) < 0;
    P b = turned ? p[2] : p[1], c = turned ? p[1] : p[2];

    return left_of(p[0], b, at) && left_of(b, c, at) && left_of(c, p[0], at);
}

/* Of @inside's eight samples in a pixel, as alpha. */
static unsigned alpha(bool (*inside)(const P *, P), const P *p, unsigned pixel)
{
    unsigned n = 0;

    for (unsigned k = 0; k < 8; k++) {
        n += inside(p, sample_of(pixel, k));
    }
    return n * 255 / 8;
}

static void clear(Rig *rig)
{
    for (unsigned i = 0; i < 64 * 64; i++) {
        nv_st32(rig->mem.vram + 4 * i, 0x00c0ffee);
    }
}

static P random_corner(GRand *r)
{
    return (P) { g_rand_int_range(r, 0, 1024), g_rand_int_range(r, 0, 1024) };
}

/*
 * One channel; -1 where weights are so near a whole number that the chip's
 * rounding decides.
 */
static int channel(const P *p, unsigned pixel, const uint8_t *corner)
{
    P at = { pixel % 64 * 16 + 8, pixel / 64 * 16 + 8 };
    int64_t n[3], sum = cross(p[0], p[1], p[2]);
    int w[3], out, least, most;

    for (unsigned k = 0; k < 3; k++) {
        int64_t left;

        n[k] = cross(p[(k + 1) % 3], p[(k + 2) % 3], at) * (sum < 0 ? -1 : 1);
        w[k] = (int)(256 * n[k] / ABS(sum));    /* towards zero */
        left = ABS(256 * n[k]) % ABS(sum);
        if (left * 4096 < ABS(sum) || (ABS(sum) - left) * 4096 < ABS(sum)) {
            return -1;
        }
    }
    w[1] = 256 - w[0] - w[2];
    out = (w[0] * corner[0] + w[1] * corner[1] + w[2] * corner[2] + 128) >> 8;
    least = MIN(corner[0], MIN(corner[1], corner[2]));
    most = MAX(corner[0], MAX(corner[1], corner[2]));
    return CLAMP(out, least, most);
}

typedef struct Counts {
    unsigned partly, beside, wrong;
} Counts;

static void compare(Rig *rig, const P *p, const uint8_t green[3], Counts *c)
{
    for (unsigned i = 0; i < 64 * 64; i++) {
        uint32_t got = rig_pixel(rig, i % 64, i / 64);
        P centre = { i % 64 * 16 + 8, i / 64 * 16 + 8 };
        unsigned a = alpha(in_triangle, p, i);
        int g = channel(p, i, green);

        if (!a) {
            c->wrong += got != 0x00c0ffee;
            continue;
        }
        c->partly += a < 255;
        c->beside += !in_triangle(p, centre);
        c->wrong += got >> 24 != a || (g >= 0 && (int)(got >> 8 & 255) != g);
    }
}

static void test_polygons(gconstpointer arg)
{
    g_autoptr(GRand) r = g_rand_new_with_seed(17);
    Counts c = { 0 };
    Rig rig;

    rig_init(&rig, arg);
    rig_set(&rig, NV_BUNDLE_RASTER, 8 << 12 | POLYGON_SMOOTH);
    for (unsigned round = 0; round < 400; round++) {
        NvRasterVertex v[3];
        uint8_t green[3];
        P p[3];

        for (unsigned i = 0; i < 3; i++) {
            p[i] = random_corner(r);
            green[i] = g_rand_int(r);
            v[i] = rig_vertex(p[i].x / 16.0f, p[i].y / 16.0f, 0,
                              0xff000000 | green[i] << 8);
        }
        if (ABS(cross(p[0], p[1], p[2])) < 0x4000) {
            continue;           /* a sliver: weights are held, see below */
        }
        clear(&rig);
        nv_raster_triangles(&rig.raster, v, 3);
        compare(&rig, p, green, &c);
    }
    g_test_message("%u pixels covered in part, %u of them beside, %u wrong",
                   c.partly, c.beside, c.wrong);
    g_assert_cmpuint(c.beside, >, 10000);
    g_assert_cmpuint(c.wrong, ==, 0);
    rig_free(&rig);
}

/* As line.c describes them, of width 1: sides, then ends. */
static bool in_line(const P *p, P at)
{
    int64_t dx = p[1].x - p[0].x, dy = p[1].y - p[0].y;
    int64_t ax = ABS(dx), ay = ABS(dy);
    int64_t across = 2 * (dy * (at.x - p[0].x) - dx * (at.y - p[0].y));
    int64_t along = dx * (at.x - p[0].x) + dy * (at.y - p[0].y);
    int64_t half = 8 * (2 * MAX(ax, ay) + MIN(ax, ay));

    /* Sides and ends that face right, or straight up, are inside. */
    return across > -half - (dy < 0 || (dy == 0 && dx < 0)) &&
           across < half + (dy > 0 || (dy == 0 && dx > 0)) &&
           along > -(dx < 0 || (dx == 0 && dy > 0)) &&
           along < dx * dx + dy * dy + (dx > 0 || (dx == 0 && dy < 0));
}

static void test_lines(gconstpointer arg)
{
    g_autoptr(GRand) r = g_rand_new_with_seed(18);
    unsigned wrong = 0, partly = 0;
    Rig rig;

    rig_init(&rig, arg);
    rig_set(&rig, NV_BUNDLE_RASTER, 8 << 12 | LINE_SMOOTH);
    for (unsigned round = 0; round < 1000; round++) {
        P p[2] = { random_corner(r), random_corner(r) };
        NvRasterVertex v[2];

        for (unsigned i = 0; i < 2; i++) {
            v[i] = rig_vertex(p[i].x / 16.0f, p[i].y / 16.0f, 0, 0xff804020);
        }
        clear(&rig);
        nv_raster_lines(&rig.raster, v, 2);
        for (unsigned i = 0; i < 64 * 64; i++) {
            unsigned a = alpha(in_line, p, i);

            partly += a && a < 255;
            wrong += rig_pixel(&rig, i % 64, i / 64) !=
                     (a ? a << 24 | 0x804020 : 0x00c0ffee);
        }
    }
    g_test_message("%u pixels covered in part, %u wrong", partly, wrong);
    g_assert_cmpuint(partly, >, 50000);
    g_assert_cmpuint(wrong, ==, 0);
    rig_free(&rig);
}

/* Coverage comes before the alpha test; multisampling turns it off. */
static void test_alpha(void)
{
    NvRasterVertex v[3] = { rig_vertex(2, 2, 0, 0x80ffffff),
                            rig_vertex(60, 9, 0, 0x80ffffff),
                            rig_vertex(7, 58, 0, 0x80ffffff) };
    unsigned count[3] = { 0 };
    Rig rig;

    rig_init(&rig, NULL);
    for (unsigned how = 0; how < 3; how++) {
        rig_set(&rig, NV_BUNDLE_RASTER, 8 << 12 | POLYGON_SMOOTH);
        rig_set(&rig, NV_BUNDLE_MULTISAMPLE, how == 2);
        rig_set(&rig, NV_BUNDLE_CONFIG_A, 0x3c000000);
        if (how == 1) {         /* alpha of at least 0x80 */
            rig_set(&rig, NV_BUNDLE_CONFIG_A, 0x3c000000 | 1 << 12 | 6 << 8 |
                                              0x80);
        }
        clear(&rig);
        nv_raster_triangles(&rig.raster, v, 3);
        for (unsigned i = 0; i < 64 * 64; i++) {
            uint32_t got = rig_pixel(&rig, i % 64, i / 64);

            count[how] += got != 0x00c0ffee;
            g_assert_cmpuint(got >> 24, <=, 0x80);
            g_assert(how != 2 || got == 0x00c0ffee || got >> 24 == 0x80);
        }
    }
    g_assert_cmpuint(count[0], >, count[2]);
    g_assert_cmpuint(count[1], <, count[2]);
    rig_free(&rig);
}

/* Corners in one line but for a sixteenth: no weight leaves its bounds. */
static void test_slivers(void)
{
    NvRasterVertex v[3] = { rig_vertex(1, 1, 0, 0xff102030),
                            rig_vertex(63, 32.0625f, 0, 0xff405060),
                            rig_vertex(32, 16.5625f, 0, 0xff708090) };
    unsigned drawn = 0;
    Rig rig;

    rig_init(&rig, NULL);
    rig_set(&rig, NV_BUNDLE_RASTER, 8 << 12 | POLYGON_SMOOTH);
    clear(&rig);
    nv_raster_triangles(&rig.raster, v, 3);
    for (unsigned i = 0; i < 64 * 64; i++) {
        uint32_t got = rig_pixel(&rig, i % 64, i / 64);

        if (got != 0x00c0ffee) {
            drawn++;
            g_assert_cmpuint(got >> 16 & 255, >=, 0x10);
            g_assert_cmpuint(got >> 16 & 255, <=, 0x70);
            g_assert_cmpuint(got & 255, >=, 0x30);
            g_assert_cmpuint(got & 255, <=, 0x90);
        }
    }
    g_assert_cmpuint(drawn, >, 0);
    rig_free(&rig);
}

int main(int argc, char **argv)
{
    static const char *const ways[] = { NULL, "reference", "lanes" };

    g_test_init(&argc, &argv, NULL);
    for (unsigned i = 0; i < G_N_ELEMENTS(ways); i++) {
        g_autofree char *polygons = g_strdup_printf(
            "/raster-smooth/polygons/%s", ways[i] ? ways[i] : "all");
        g_autofree char *lines = g_strdup_printf(
            "/raster-smooth/lines/%s", ways[i] ? ways[i] : "all");

        g_test_add_data_func(polygons, ways[i], test_polygons);
        g_test_add_data_func(lines, ways[i], test_lines);
    }
    g_test_add_func("/raster-smooth/alpha", test_alpha);
    g_test_add_func("/raster-smooth/slivers", test_slivers);
    return g_test_run();
}
