/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Depth between corners, and polygon offset, against the measured rule in whole
 * numbers, depth that is w, and triangles with corners behind the eye
 * (docs/pixels.rst).
 */
#include "arith/arith-tables.h"
#include "unit/raster/test-raster-rig.h"
#include "unit/raster/whole-numbers.h"

#define FULL_TEST (0x3d000000 | 1u << 14 | 7 << 16)     /* always, written */

/* @v and @offset, which is in 16ths: 24 bits of each in the larger one's. */
static Wide with_offset(Wide v, int64_t offset)
{
    Wide o = (Wide)offset << (FINE - 4);
    unsigned top = MAX(top_bit(v), top_bit(o)), unit = top > 23 ? top - 23 : 0;

    return offset ? (kept(v, unit) + kept(o, unit)) << unit : v;
}

/* 2^90 / @sum, as two of Newton's steps make it of the seed RCP has. */
static Wide inverse_of(Wide sum)
{
    unsigned n = top_bit(sum);
    Wide m = n > 23 ? sum >> (n - 23) : sum << (23 - n), seed, t, unit;

    if (!(sum & (sum - 1))) {
        return (Wide)1 << (90 - n);
    }
    seed = nv_xf_rcp_seed[1][m >> 17 & 63];
    seed = (seed * (((Wide)1 << 31) - seed * m) + 0x7fffff) >> 23;
    /* 2 - sum seed, to 30 bits: the even one of two that are as near. */
    t = ((Wide)1 << (n + 15)) - sum * seed;
    unit = n > 16 ? (Wide)1 << (n - 16) : 1;
    t = n > 16 ? (t + unit / 2 - !(t / unit & 1)) / unit : t << (16 - n);
    return cut((seed * t) << 24, 29) << 22 >> n;
}

static Wide share(Wide edge, Wide inverse)
{
    Wide v = cut((edge < 0 ? -edge : edge) * inverse, 24) >> (90 - FINE);

    return edge < 0 ? -v : v;
}

static uint32_t model(const int64_t *edge, const int64_t *z, int64_t offset)
{
    Wide e[3], sum = 0, inverse, t[3], all;
    unsigned base, unit, top;

    for (unsigned k = 0; k < 3; k++) {
        e[k] = edge[k] < 0 ? -cut(-(Wide)edge[k], 24) : cut(edge[k], 24);
        sum += e[k];
    }
    inverse = inverse_of(sum);
    base = top_bit(e[1]) >= MAX(top_bit(e[0]), top_bit(e[2])) ? 1 :
           top_bit(e[0]) >= top_bit(e[2]) ? 0 : 2;
    top = top_bit(z[base]) + FINE;
    for (unsigned k = 0; k < 3; k++) {
        t[k] = share(e[k], inverse) * (z[k] - z[base]);
        top = MAX(top, top_bit(t[k]));
    }
    unit = top - 28;
    all = ((Wide)z[base] << FINE) >> unit;
    for (unsigned k = 0; k < 3; k++) {
        all += t[k] < 0 ? -(-t[k] >> unit) : t[k] >> unit;
    }
    all = with_offset(all << unit, offset);
    return all < 0 ? 0 : (uint32_t)(all >> FINE);
}

static int64_t side(const int64_t a[2], const int64_t b[2], int64_t x,
                    int64_t y)
{
    return (a[0] - x) * (b[1] - y) - (b[0] - x) * (a[1] - y);
}

/* Twice the areas of the three triangles that @x, @y makes, inside above 0. */
static bool sides(const int64_t p[3][2], int64_t x, int64_t y, int64_t e[3])
{
    int64_t area = side(p[0], p[1], p[2][0], p[2][1]);

    for (unsigned k = 0; k < 3; k++) {
        e[k] = side(p[(k + 1) % 3], p[(k + 2) % 3], x, y) *
               (area < 0 ? -1 : 1);
    }
    return area && e[0] > 0 && e[1] > 0 && e[2] > 0;
}

static uint32_t stored(const Rig *rig, unsigned x, unsigned y)
{
    return nv_ld32(rig->mem.vram + RIG_ZETA + 4 * (64 * y + x)) >> 8;
}

/* A triangle, and depth that was before it: @func as GL counts it. */
typedef struct Try {
    int64_t p[3][2], z[3], offset;      /* the last one in 16ths */
    unsigned func;
    uint32_t old[64 * 64];
    unsigned pixels, wrong;
} Try;

/*
 * Twice the area is a power of two or near one, so that sums of cut edge values
 * lie on both sides of a change of their reciprocal's seed.  One side may lean
 * so much that the power itself, which has a seed of its own, is between them.
 */
static void near_a_power(GRand *r, Try *t)
{
    static const int legs[] = { 8191, 8192, 8193, 4095, 16384, 16385 };
    int a = legs[g_rand_int_range(r, 0, G_N_ELEMENTS(legs))];
    int b = legs[g_rand_int_range(r, 0, G_N_ELEMENTS(legs))];
    int x = g_rand_int_range(r, -a / 2, 0), y = g_rand_int_range(r, -b / 2, 0);
    unsigned first = g_rand_int_range(r, 0, 3);
    int lean = g_rand_int_range(r, 0, 2) * g_rand_int_range(r, 0, 40);

    if (lean) {
        a = b = 8192 << g_rand_int_range(r, 0, 2);
    }
    for (unsigned i = 0; i < 3; i++) {
        unsigned k = (first + i) % 3;

        t->p[i][0] = x + (k == 1 ? a : k == 2 ? -lean : 0);
        t->p[i][1] = y + (k == 2 ? b : k == 1 && lean ? 1 : 0);
    }
}

/*
 * What edge values lose together, up to 7/4 of their sum's 24th bit, takes the
 * sum past where its reciprocal's seed changes.
 */
static void near_a_seed(GRand *r, Try *t)
{
    double sum, unit;

    do {
        for (unsigned i = 0; i < 4; i++) {
            t->p[i / 2][i % 2] = g_rand_int_range(r, -20000, 20000);
        }
        for (unsigned i = 0; i < 2; i++) {
            t->p[2][i] = (51200 - 55 * t->p[0][i] - 27 * t->p[1][i]) / 18;
        }
        sum = llabs(side(t->p[0], t->p[1], t->p[2][0], t->p[2][1]));
        unit = ldexp(1, ilogb(sum + 1) - 23);
    } while (sum < 0x1p25 || sum > 0x1p31 || sum / unit < 0.94 * 0x1p24 ||
             nv_soft_depth_seed(sum - unit) ==
             nv_soft_depth_seed(sum - 1.7 * unit));
}

/* @size: in pixels, around the surface. */
static void some_triangle(GRand *r, int size, Try *t)
{
    int bits = g_rand_int_range(r, 4, 25), near = g_rand_int_range(r, 0, 3);
    int64_t from = near ? 0 : g_rand_int_range(r, 0, 1 << 24);

    t->offset = g_rand_int_range(r, 0, 2) * g_rand_int_range(r, 0, 1 << 17);
    for (unsigned i = 0; i < 3; i++) {
        t->p[i][0] = g_rand_int_range(r, -8 * size, 8 * size) + 512;
        t->p[i][1] = g_rand_int_range(r, -8 * size, 8 * size) + 512;
        t->z[i] = from + g_rand_int_range(r, 0, 1 << bits);
        t->z[i] = MIN(t->z[i], 0xffffff);
    }
    if (!g_rand_int_range(r, 0, 6)) {
        near_a_power(r, t);
    } else if (!g_rand_int_range(r, 0, 24)) {
        near_a_seed(r, t);
    }
}

/* Its depth in pixel @i; false: it does not cover that. */
static bool depth_in(const Try *t, unsigned i, uint32_t *z)
{
    int64_t e[3];

    if (!sides(t->p, i % 64 * 16 + 8, i / 64 * 16 + 8, e)) {
        return false;
    }
    *z = MIN(model(e, t->z, t->offset), 0xffffffu);
    return true;
}

/* What was there before is next to what comes, or anything. */
static void fill(Rig *rig, GRand *r, Try *t)
{
    bool all = g_rand_boolean(r);

    for (unsigned i = 0; i < 64 * 64; i++) {
        uint32_t z = 0;
        int64_t old = depth_in(t, i, &z) && !all
                      ? (int64_t)z + g_rand_int_range(r, -3, 4)
                      : MIN(MIN(t->z[0], t->z[1]), t->z[2]) - all;

        t->old[i] = CLAMP(old, 0, 0xffffff);
        nv_st32(rig->mem.vram + RIG_ZETA + 4 * i, t->old[i] << 8);
    }
}

static void check(Rig *rig, Try *t)
{
    NvRasterVertex v[3];

    for (unsigned i = 0; i < 3; i++) {
        v[i] = rig_vertex(t->p[i][0] / 16.0f, t->p[i][1] / 16.0f, t->z[i], 0);
        v[i].offset = t->offset / 16.0f;
    }
    nv_raster_triangles(&rig->raster, v, 3);
    for (unsigned i = 0; i < 64 * 64; i++) {
        uint32_t z, old = t->old[i];

        if (depth_in(t, i, &z)) {
            bool passes = t->func == 7 || z < old ||
                          (t->func == 3 && z == old);

            t->wrong += stored(rig, i % 64, i / 64) != (passes ? z : old);
            t->pixels++;
        }
    }
}

static void test_triangles(const char *how, unsigned func)
{
    static const int sizes[] = { 16, 128, 1024, 4000 };
    g_autoptr(GRand) r = g_rand_new_with_seed(15);
    g_autofree Try *t = g_new0(Try, 1);
    Rig rig;

    rig_init(&rig, how);
    rig_surfaces(&rig, 8, 2, 64, false);
    rig_set(&rig, NV_BUNDLE_CONFIG_A, (FULL_TEST & ~(7 << 16)) | func << 16);
    t->func = func;
    for (unsigned i = 0; i < 1200; i++) {
        some_triangle(r, sizes[i % G_N_ELEMENTS(sizes)], t);
        if (func != 7) {
            fill(&rig, r, t);
        }
        check(&rig, t);
    }
    g_test_message("%u of %u pixels differ", t->wrong, t->pixels);
    g_assert_cmpuint(t->pixels, >, 100000);
    g_assert_cmpuint(t->wrong, ==, 0);
    rig_free(&rig);
}

static void test_between(gconstpointer arg)
{
    test_triangles(arg, 7);
}

/* Depth next to what is there already. */
static void test_hidden(gconstpointer arg)
{
    test_triangles(arg, 1);
    test_triangles(arg, 3);
}

/*
 * Long and narrow, its end below what is seen, twice the area less than 2^24:
 * edge values in the middle of a pixel of which a sample is inside are above
 * that, and are cut.
 */
static void narrow(GRand *r, Try *t)
{
    int wide = g_rand_int_range(r, 48, 200), x = g_rand_int_range(r, 0, 300);
    int less = g_rand_int_range(r, 1, 1 << 19);

    t->p[0][0] = x + g_rand_int_range(r, -400, 600);
    t->p[0][1] = 1030 - ((1 << 24) - less) / wide;
    t->p[1][0] = x + wide;
    t->p[2][0] = x;
    t->p[1][1] = t->p[2][1] = 1030;
    for (unsigned i = 0; i < 3; i++) {
        t->z[i] = g_rand_int_range(r, 5 << 20, 8 << 20);
    }
}

/* Samples of two a pixel: the first is at its left upper corner. */
static void test_beside(void)
{
    NvSurface c = { 1, 8, 0, 0, RIG_ZETA - 1, 0, 256, 6, 6, 1 };
    NvSurface z = { 1, 2, 0, RIG_ZETA, RIG_TEX - 1, 0, 256, 6, 6, 1 };
    g_autoptr(GRand) r = g_rand_new_with_seed(15);
    unsigned wrong = 0, outside = 0;
    Try t = { .func = 7 };
    Rig rig;

    rig_init(&rig, NULL);
    nv_raster_surfaces(&rig.raster, &c, &z);
    rig_clip(&rig, 32, 64);
    rig_set(&rig, NV_BUNDLE_RASTER, 8 << 12 | 1);
    rig_set(&rig, NV_BUNDLE_CONFIG_A, FULL_TEST);
    for (unsigned n = 0; n < 600; n++) {
        NvRasterVertex v[3];

        narrow(r, &t);
        for (unsigned i = 0; i < 3; i++) {
            v[i] = rig_vertex(t.p[i][0] / 16.0f, t.p[i][1] / 16.0f, t.z[i], 0);
        }
        nv_raster_triangles(&rig.raster, v, 3);
        for (unsigned i = 0; i < 32 * 64; i++) {
            int64_t x = i % 32 * 16, y = i / 32 * 16, at[3], middle[3];

            if (sides(t.p, x, y, at)) {
                outside += !sides(t.p, x + 8, y + 8, middle);
                wrong += stored(&rig, i % 32 * 2, i / 32) !=
                         MIN(model(middle, t.z, 0), 0xffffffu);
            }
        }
    }
    g_test_message("%u differ, %u are outside", wrong, outside);
    g_assert_cmpuint(outside, >, 1000);
    g_assert_cmpuint(wrong, ==, 0);
    rig_free(&rig);
}

/* Depth that is w: where it is the same everywhere, it is the corners'. */
static void test_w(gconstpointer arg)
{
    Rig rig;

    rig_init(&rig, arg);
    rig_surfaces(&rig, 8, 2, 64, false);
    rig_set(&rig, NV_BUNDLE_CONFIG_A, FULL_TEST | NV_BIT(23));
    for (unsigned w = 1; w < 4000; w += 7) {
        NvRasterVertex v[3] = {
            rig_vertex(0, 0, 0, 0), rig_vertex(8, 0, 0, 0),
            rig_vertex(0, 8, 0, 0),
        };

        for (unsigned i = 0; i < 3; i++) {
            v[i].rhw = 1.0f / w;
            v[i].z = w;
        }
        nv_raster_triangles(&rig.raster, v, 3);
        g_assert_cmpuint(stored(&rig, 2, 2), ==, w);
    }
    rig_free(&rig);
}

/* Floats of any size keep their bits; denormal corners are 0 (hw). */
static void test_tiny(void)
{
    Rig rig;

    rig_init(&rig, NULL);
    rig_surfaces(&rig, 8, 2, 64, false);
    rig_set(&rig, NV_BUNDLE_RASTER, 8 << 12 | 1u << 29);
    rig_set(&rig, NV_BUNDLE_CONFIG_A, FULL_TEST);
    for (unsigned i = 0; i < 2; i++) {
        float z = i ? 0x1.23p-100f : 0x1p-130f;
        NvRasterVertex v[3] = {
            rig_vertex(0, 0, z, 0), rig_vertex(64, 0, z, 0),
            rig_vertex(0, 64, 1.5f * z, 0),
        };

        nv_raster_triangles(&rig.raster, v, 3);
        /* y is 16.5 of 64: an eighth and 1/256 more than the first. */
        g_assert_cmphex(stored(&rig, 8, 16), ==,
                        i ? nv_f2u(z * (1 + 16.5f / 128)) >> 7 : 0);
    }
    rig_free(&rig);
}

/*
 * hw: floats that differ by a denormal are the same between corners, so the
 * nearer one's is what a pixel has.
 */
static void test_tiny_apart(gconstpointer arg)
{
    static const uint32_t ends[] = { 67115, 79699 };
    Rig rig;

    rig_init(&rig, arg);
    rig_surfaces(&rig, 8, 2, 64, false);
    rig_set(&rig, NV_BUNDLE_RASTER, 8 << 12 | 1u << 29);
    rig_set(&rig, NV_BUNDLE_CONFIG_A, FULL_TEST);
    for (unsigned half = 0; half < 2; half++) {
        static const uint8_t at[2][3][2] = {
            { { 0, 0 }, { 8, 0 }, { 8, 8 } }, { { 0, 0 }, { 8, 8 }, { 0, 8 } },
        };
        NvRasterVertex v[3];

        for (unsigned i = 0; i < 3; i++) {
            const uint8_t *p = at[half][i];

            v[i] = rig_vertex(p[0], p[1], nv_u2f(ends[p[0] / 8] << 7), 0);
        }
        nv_raster_triangles(&rig.raster, v, 3);
    }
    for (unsigned x = 0; x < 8; x++) {
        g_assert_cmpuint(stored(&rig, x, 0), ==, ends[x / 4]);
    }
    rig_free(&rig);
}

/* hw: along an edge through pixels' centres w may be below that of its ends. */
static void test_w_edge(gconstpointer arg)
{
    static const unsigned want[] = {
        325, 324, 325, 324, 324, 325, 324, 324, 325, 324,
    };
    NvRasterVertex v[3] = {
        rig_vertex(0.5f, 0.5f, 325, 0), rig_vertex(200, 0.5f, 58, 0),
        rig_vertex(0.5f, 10.5f, 325, 0),
    };
    Rig rig;

    rig_init(&rig, arg);
    rig_surfaces(&rig, 8, 2, 64, false);
    rig_set(&rig, NV_BUNDLE_CONFIG_A, FULL_TEST | NV_BIT(23));
    for (unsigned i = 0; i < 3; i++) {
        v[i].rhw = nv_cut_double(1.0 / v[i].z, 24);
    }
    nv_raster_triangles(&rig.raster, v, 3);
    for (unsigned y = 0; y < G_N_ELEMENTS(want); y++) {
        g_assert_cmpuint(stored(&rig, 0, y), ==, want[y]);
    }
    rig_free(&rig);
}

/* hw: the edge opposite to a corner behind the eye turns round. */
static void test_behind(gconstpointer arg)
{
    static const float at[3][2] = { { 20, 20 }, { 44, 20 }, { 20, 44 } };
    Rig rig;

    rig_init(&rig, arg);
    for (unsigned mask = 0; mask < 8; mask++) {
        NvRasterVertex v[3];
        unsigned wrong = 0;

        for (unsigned i = 0; i < 3; i++) {
            v[i] = rig_vertex(at[i][0], at[i][1], 0, 0xff00ff00);
            v[i].rhw = mask >> i & 1 ? -0.5f : 0.5f;
        }
        memset(rig.mem.vram, 0, 64 * 64 * 4);
        nv_raster_triangles(&rig.raster, v, 3);
        for (unsigned i = 0; i < 64 * 64; i++) {
            int x = i % 64, y = i / 64;
            bool in[3] = { x + y + 1 < 64, x >= 20, y >= 20 };
            bool tie = x + y + 1 == 64, want = true;

            for (unsigned k = 0; k < 3; k++) {
                want = want && in[k] != (mask >> k & 1);
            }
            wrong += !tie && (rig_pixel(&rig, x, y) != 0) != want;
        }
        g_assert_cmpuint(wrong, ==, 0);
    }
    rig_free(&rig);
}

int main(int argc, char **argv)
{
    static const char *const args[] = { NULL, "reference", "jit", "jit8" };

    g_test_init(&argc, &argv, NULL);
    for (unsigned i = 0; i < G_N_ELEMENTS(args); i++) {
        const char *arg = args[i];
        g_autofree char *between = g_strdup_printf("/raster-depth/between/%s",
                                                   arg ? arg : "usual");
        g_autofree char *hidden = g_strdup_printf("/raster-depth/hidden/%s",
                                                  arg ? arg : "usual");
        g_autofree char *w = g_strdup_printf("/raster-depth/w/%s",
                                             arg ? arg : "usual");
        g_autofree char *edge = g_strdup_printf("/raster-depth/w-edge/%s",
                                                arg ? arg : "usual");
        g_autofree char *apart = g_strdup_printf("/raster-depth/apart/%s",
                                                 arg ? arg : "usual");
        g_autofree char *behind = g_strdup_printf("/raster-depth/behind/%s",
                                                  arg ? arg : "usual");

        g_test_add_data_func(between, arg, test_between);
        g_test_add_data_func(hidden, arg, test_hidden);
        g_test_add_data_func(w, arg, test_w);
        g_test_add_data_func(edge, arg, test_w_edge);
        g_test_add_data_func(apart, arg, test_tiny_apart);
        g_test_add_data_func(behind, arg, test_behind);
    }
    g_test_add_func("/raster-depth/tiny", test_tiny);
    g_test_add_func("/raster-depth/beside", test_beside);
    return g_test_run();
}
