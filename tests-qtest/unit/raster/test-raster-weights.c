/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The interpolators against the measured rule in integers: 8-bit weights of
 * the first and third corner, what is left for the second, and which of them
 * is one less where 256 times a weight is whole (docs/pixels.rst).
 */
#include "unit/raster/test-raster-rig.h"
#include "unit/raster/whole-numbers.h"

typedef struct P {
    int64_t x, y;           /* pixels */
} P;

/* Corners at pixels' centres, so that weights are ordinary fractions. */
static int64_t cross(P a, P b, P p)
{
    return (a.x - p.x) * (b.y - p.y) - (b.x - p.x) * (a.y - p.y);
}

/* k with 2^-(k + 1) < n / sum <= 2^-k; 64 for 0. */
static int exponent(int64_t n, int64_t sum)
{
    int k = 0;

    while (n && n << (k + 1) <= sum) {
        k++;
    }
    return n ? k : 64;
}

static unsigned largest(const int64_t *n, int64_t sum)
{
    int a = exponent(n[0], sum), b = exponent(n[1], sum);
    int c = exponent(n[2], sum);

    return a <= b && a < c ? 0 : b <= c && b < a ? 1 : 2;
}

static int weight(const int64_t *n, int64_t sum, unsigned k)
{
    bool tie = 256 * n[k] % sum == 0, exact = !(sum & (sum - 1));

    return 256 * n[k] / sum -
           (tie && n[k] && !exact && k != largest(n, sum));
}

static uint32_t model(const int64_t *n, int64_t sum, const uint32_t *argb)
{
    int a = weight(n, sum, 0), c = weight(n, sum, 2), b = 256 - a - c;
    uint32_t out = 0;

    for (unsigned shift = 0; shift < 32; shift += 8) {
        out |= (uint32_t)((a * (int)(argb[0] >> shift & 255) +
                           b * (int)(argb[1] >> shift & 255) +
                           c * (int)(argb[2] >> shift & 255) + 128) >> 8)
               << shift;
    }
    return out;
}

/* Pixels of random triangles that differ; inside only, 64 by 64. */
static unsigned check(Rig *rig, GRand *r, unsigned *pixels)
{
    uint32_t argb[3];
    NvRasterVertex v[3];
    unsigned wrong = 0;
    int64_t sum;
    P p[3];

    for (unsigned i = 0; i < 3; i++) {
        p[i] = (P) { g_rand_int_range(r, 0, 64), g_rand_int_range(r, 0, 64) };
        argb[i] = g_rand_int(r);
        v[i] = rig_vertex(p[i].x + 0.5f, p[i].y + 0.5f, 0, argb[i]);
    }
    sum = cross(p[0], p[1], p[2]);
    nv_raster_triangles(&rig->raster, v, 3);
    for (unsigned i = 0; sum && i < 64 * 64; i++) {
        P at = { i % 64, i / 64 };
        int64_t n[3], all = ABS(sum);

        for (unsigned k = 0; k < 3; k++) {
            n[k] = cross(p[(k + 1) % 3], p[(k + 2) % 3], at) *
                   (sum < 0 ? -1 : 1);
        }
        if (n[0] > 0 && n[1] > 0 && n[2] > 0) {
            wrong += rig_pixel(rig, at.x, at.y) != model(n, all, argb);
            ++*pixels;
        }
    }
    return wrong;
}

static void test_colors(gconstpointer arg)
{
    g_autoptr(GRand) r = g_rand_new_with_seed(11);
    unsigned wrong = 0, pixels = 0;
    Rig rig;

    rig_init(&rig, arg);
    for (unsigned i = 0; i < 1000; i++) {
        wrong += check(&rig, r, &pixels);
    }
    g_test_message("%u of %u pixels differ", wrong, pixels);
    g_assert_cmpuint(pixels, >, 100000);
    g_assert_cmpuint(wrong, ==, 0);
    rig_free(&rig);
}

/*
 * Triangles and pixels as a console's pictures show them, where the last bits
 * of weights decide: the third corner, the greatest, takes what 25 bits of the
 * others leave; the sum of edge values has 24 bits (docs/pixels.rst).
 */
static const struct {
    float corner[3][2];
    uint32_t argb[3], want;
    unsigned x, y;
} console[] = {
    { { { 544.375f, 97.125f }, { 328.125f, 382.8125f },
        { 340.375f, 239.9375f } },
      { 0xffcccccc, 0xffcc33ff, 0xff33ccff }, 0xff84b5ec, 415, 207 },
    { { { 332.1875f, 97.125f }, { 544.375f, 382.8125f },
        { 319.9375f, 382.8125f } },
      { 0xffcc33ff, 0xff33ffcc, 0xffccff33 }, 0xffbeae93, 345, 268 },
    { { { 95.5625f, 382.8125f }, { 295.5f, 97.125f }, { 483.1875f, 215.5f } },
      { 0xff0000ff, 0xffff0000, 0xffcccccc }, 0xff93016c, 212, 218 },
};

static void test_console(gconstpointer arg)
{
    for (unsigned i = 0; i < NV_ARRAY_SIZE(console); i++) {
        /* Moved to where the surface of the test is; 64 by 64. */
        unsigned x = console[i].x - 32, y = console[i].y - 32;
        NvRasterVertex v[3];
        Rig rig;

        rig_init(&rig, arg);
        for (unsigned k = 0; k < 3; k++) {
            v[k] = rig_vertex(console[i].corner[k][0] - x,
                              console[i].corner[k][1] - y, 0,
                              console[i].argb[k]);
        }
        nv_raster_triangles(&rig.raster, v, 3);
        g_assert_cmphex(rig_pixel(&rig, 32, 32), ==, console[i].want);
        rig_free(&rig);
    }
}

/* A row of a line: the first vertex takes what the second leaves. */
static void test_line(void)
{
    unsigned wrong = 0;
    NvRasterVertex v[2] = { rig_vertex(2, 10.5f, 0, 0xff0040c0),
                            rig_vertex(60, 10.5f, 0, 0x00ff80c0) };
    Rig rig;

    rig_init(&rig, NULL);
    rig_set(&rig, NV_BUNDLE_MULTISAMPLE, 1);
    rig_set(&rig, NV_BUNDLE_RASTER, 8 << 12);
    nv_raster_lines(&rig.raster, v, 2);
    for (unsigned x = 2; x < 60; x++) {
        int k = 2 * x - 3;
        int b = 256 * k / 116 - (k == 29), a = 256 - b;     /* 1/4: a tie */
        uint32_t want = (uint32_t)((a * 0xff + 128) >> 8) << 24 |
                        (uint32_t)((b * 0xff + 128) >> 8) << 16 |
                        (uint32_t)((a * 0x40 + b * 0x80 + 128) >> 8) << 8 |
                        0xc0;

        wrong += rig_pixel(&rig, x, 10) != want;
    }
    g_assert_cmpuint(wrong, ==, 0);
    rig_free(&rig);
}

/* ---- coordinates ---- */

/* A sum's 24 bits in front, and how many are behind them. */
static uint32_t front(Wide sum, int *behind)
{
    *behind = (int)top_bit(sum) - 23;
    return (uint32_t)(*behind > 0 ? sum >> *behind : sum << -*behind);
}

/*
 * The reciprocal of 24 bits from 1 to 2, in 2^-36: a straight line between those
 * of 8 bits, and Newton's step.
 */
static Wide model_inverse(uint32_t m)
{
    uint32_t from = m >> 15, less = m >> 8 & 127, area = from * (from + 1);
    int64_t begin = ((2u << 24) / from + 1) / 2;
    int64_t slope = ((2u << 24) / area + 1) / 2;
    int64_t x = (begin * 128 - slope * less + (1 << 10)) >> 11;
    int64_t t = ((INT64_C(1) << 36) - x * m + (1 << 10) - 1) >> 11;

    return cut((Wide)x * t, 24);
}

/* Edge values, times what corners have of w. */
static Wide model_sum(const int64_t *edge, const uint32_t *w, Wide n[3])
{
    unsigned top = 0, unit;

    for (unsigned k = 0; k < 3; k++) {
        Wide by = cut((Wide)w[(k + 1) % 3] * w[(k + 2) % 3], 24);

        n[k] = cut(cut(edge[k], 24) * by, 24);
        top = MAX(top, top_bit(n[k]));
    }
    unit = top > 24 ? top - 24 : 0;
    return (kept(n[0], unit) + kept(n[1], unit) + kept(n[2], unit)) << unit;
}

/* Of corners' whole numbers; in 2^-FINE. */
static Wide model_coord(const int64_t *edge, const uint32_t *w,
                        const int64_t *c)
{
    Wide one = (Wide)1 << FINE, n[3], b[3], o[3], t[3], all, inverse;
    unsigned e[3], top = 0, unit;
    int behind;

    inverse = model_inverse(front(model_sum(edge, w, n), &behind));
    for (unsigned k = 0; k < 3; k++) {
        b[k] = cut(n[k] * inverse, 24);
        b[k] = 59 + behind > FINE ? b[k] >> (59 + behind - FINE)
                                  : b[k] << (FINE - 59 - behind);
        e[k] = top_bit(b[k]);
        o[k] = kept(b[k], FINE - 25);
    }
    if (e[0] >= e[1] && e[0] > e[2]) {
        b[0] = cut(one - ((o[1] + o[2]) << (FINE - 25)), 24);
    } else if (!(e[1] >= e[2] && e[1] > e[0])) {
        b[2] = cut(one - ((o[0] + o[1]) << (FINE - 25)), 24);
    }
    t[0] = b[0] * (c[0] - c[1]);
    t[1] = c[1] * one;
    t[2] = b[2] * (c[2] - c[1]);
    for (unsigned k = 0; k < 3; k++) {
        top = MAX(top, top_bit(t[k]));
    }
    unit = top > 23 ? top - 23 : 0;
    all = kept(t[0], unit) + kept(t[1], unit) + kept(t[2], unit);
    return (all < 0 ? -cut(-all, 24) : cut(all, 24)) << unit;
}

/* In the middle of pixels. */
static void corners_of(const P p[3], const double *w, NvSoftCorners *out)
{
    NvSoftEdge *edge = out->edge;
    int64_t at[3][2];

    for (unsigned k = 0; k < 3; k++) {
        at[k][0] = 16 * p[k].x + 8;
        at[k][1] = 16 * p[k].y + 8;
    }
    if (nv_soft_edges(at, edge) < 0) {
        for (unsigned k = 0; k < 3; k++) {
            edge[k] = (NvSoftEdge) { -edge[k].c, -edge[k].dx, -edge[k].dy };
        }
    }
    nv_soft_triangle_corners(out, w);
}

static void test_coords(gconstpointer by_w)
{
    g_autoptr(GRand) r = g_rand_new_with_seed(12);
    unsigned wrong = 0, pixels = 0;

    for (unsigned i = 0; i < 4000; i++) {
        double corner[3], of[3];
        uint32_t w[3];
        int64_t c[3], sum;
        NvSoftCorners corners;
        P p[3];

        for (unsigned k = 0; k < 3; k++) {
            p[k] = (P) { g_rand_int_range(r, 0, 64),
                         g_rand_int_range(r, 0, 64) };
            c[k] = g_rand_int_range(r, -1, 2) *
                   g_rand_int_range(r, 0, 1 << g_rand_int_range(r, 1, 20));
            corner[k] = c[k];
            w[k] = by_w ? g_rand_int_range(r, 1 << 17, 1 << 24) : 1;
            of[k] = w[k];
        }
        sum = cross(p[0], p[1], p[2]);
        if (!sum) {
            continue;
        }
        corners_of(p, by_w ? of : NULL, &corners);
        for (unsigned y = 0; y < 64; y += 3) {
            int x[NV_LANES], row[NV_LANES];
            NvSoftWeights weights;
            float got[NV_LANES];

            for (unsigned k = 0; k < NV_LANES; k++) {
                x[k] = k;
                row[k] = y;
            }
            nv_soft_weights(&corners, x, row, NV_LANES, &weights);
            nv_soft_mix_fine(&weights, corner, NV_LANES, got);
            for (unsigned k = 0; k < NV_LANES; k++) {
                int64_t n[3];
                P at = { k, y };

                for (unsigned j = 0; j < 3; j++) {
                    n[j] = cross(p[(j + 1) % 3], p[(j + 2) % 3], at) *
                           (sum < 0 ? -1 : 1) * 256;
                }
                if (n[0] > 0 && n[1] > 0 && n[2] > 0) {
                    double want = ldexp(model_coord(n, w, c), -FINE);

                    wrong += got[k] != (float)want;
                    pixels++;
                }
            }
        }
    }
    g_test_message("%u of %u pixels differ", wrong, pixels);
    g_assert_cmpuint(pixels, >, 100000);
    g_assert_cmpuint(wrong, ==, 0);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_data_func("/raster-weights/colors", NULL, test_colors);
    g_test_add_data_func("/raster-weights/colors/reference", "reference",
                         test_colors);
    g_test_add_data_func("/raster-weights/console", NULL, test_console);
    g_test_add_data_func("/raster-weights/console/reference", "reference",
                         test_console);
    g_test_add_func("/raster-weights/line", test_line);
    g_test_add_data_func("/raster-weights/coords", NULL, test_coords);
    g_test_add_data_func("/raster-weights/coords/by-w", "w", test_coords);
    return g_test_run();
}
