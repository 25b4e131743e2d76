/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * VTX: clipping against independent double arithmetic, and hostile vertices.
 */
#include "unit/vtx/test-vtx.h"

/* --- Clipping --- */

typedef struct Truth {
    bool inside;
    double z, s;            /* window z and tex0.s there */
} Truth;

static double det3(double m[3][3])
{
    return m[0][0] * (m[1][1] * m[2][2] - m[1][2] * m[2][1]) -
           m[0][1] * (m[1][0] * m[2][2] - m[1][2] * m[2][0]) +
           m[0][2] * (m[1][0] * m[2][1] - m[1][1] * m[2][0]);
}

/*
 * Without any clipping: the pixel's ray meets the triangle if the weights l
 * of sum l_i (X_i, Y_i, W_i) = (px, py, 1) are all positive.
 */
static Truth truth(double p[3][4], double px, double py)
{
    double m[3][3], d, l[3];
    double at[3] = { px, py, 1 };
    Truth t = { true, 0, 0 };

    for (unsigned i = 0; i < 3; i++) {
        m[0][i] = p[i][0];
        m[1][i] = p[i][1];
        m[2][i] = p[i][3];
    }
    d = det3(m);
    for (unsigned i = 0; i < 3; i++) {
        double k[3][3];

        memcpy(k, m, sizeof(k));
        for (unsigned r = 0; r < 3; r++) {
            k[r][i] = at[r];
        }
        l[i] = det3(k) / d;
        t.inside &= l[i] >= 0;
        t.z += l[i] * p[i][2];
        t.s += l[i] * i;
    }
    /* The weights' sum is 1 / w there. */
    t.s /= l[0] + l[1] + l[2];
    return t;
}

static double edge(const NvRasterVertex *a, const NvRasterVertex *b,
                   double x, double y)
{
    return (b->x - (double)a->x) * (y - a->y) -
           (b->y - (double)a->y) * (x - a->x);
}

/* How many output triangles cover the point; values there. */
static unsigned covered(Rig *rig, double x, double y, double *z, double *s)
{
    unsigned n = 0;

    for (unsigned i = 0; i + 2 < rig->out->len; i += 3) {
        const NvRasterVertex *v = &g_array_index(rig->out, NvRasterVertex, i);
        double e0 = edge(&v[1], &v[2], x, y), e1 = edge(&v[2], &v[0], x, y);
        double e2 = edge(&v[0], &v[1], x, y), sum = e0 + e1 + e2, q;

        /* hw: the edge opposite to a corner behind the eye turns round. */
        if (e0 / v[0].rhw / sum > 0 && e1 / v[1].rhw / sum > 0 &&
            e2 / v[2].rhw / sum > 0) {
            n++;
            *z = (e0 * v[0].z + e1 * v[1].z + e2 * v[2].z) / sum;
            q = e0 * v[0].rhw + e1 * v[1].rhw + e2 * v[2].rhw;
            *s = (e0 * v[0].rhw * v[0].tex[0][0] +
                  e1 * v[1].rhw * v[1].tex[0][0] +
                  e2 * v[2].rhw * v[2].tex[0][0]) / q;
        }
    }
    return n;
}

static void test_clip(gconstpointer clamp)
{
    Rig *rig = rig_new("nv20");
    GRand *rand = g_rand_new_with_seed(3);
    unsigned hits = 0, misses = 0, wrong = 0, wrong_z = 0, wrong_s = 0;
    unsigned skipped = 0, behind = 0;

    if (clamp) {
        nv_vtx_bundle(&rig->vtx, NV_BUNDLE_Z_CONFIG, 1u << 4);
    }
    for (unsigned round = 0; round < 4000; round++) {
        double p[3][4];
        bool negative = false;

        for (unsigned i = 0; i < 3; i++) {
            float w = g_rand_double_range(rand, -4, 8);
            float x = g_rand_double_range(rand, -9000, 9000);
            float y = g_rand_double_range(rand, -9000, 9000);
            float z = g_rand_double_range(rand, -8e6, 24e6);

            put_vertex(rig, i, x, y, z, w);
            p[i][0] = x * (double)w;
            p[i][1] = y * (double)w;
            p[i][2] = z * (double)w;
            p[i][3] = w;
            negative |= w <= 0;
        }
        behind += negative;
        draw(rig, NV_PRIM_TRIANGLES, 3, NULL);
        for (unsigned k = 0; k < 60; k++) {
            double x = g_rand_double_range(rand, -4200, 4200);
            double y = g_rand_double_range(rand, -4200, 4200);
            double zl = INFINITY, zh = -INFINITY, sl = INFINITY;
            double sh = -INFINITY, z = 0, s = 0;
            unsigned in = 0, n;

            /* Where 1/4 pixel matters there is nothing to compare. */
            for (unsigned c = 0; c < 4; c++) {
                Truth t = truth(p, x + (c & 1 ? 0.25 : -0.25),
                                y + (c & 2 ? 0.25 : -0.25));

                in += t.inside;
                zl = fmin(zl, t.z);
                zh = fmax(zh, t.z);
                sl = fmin(sl, t.s);
                sh = fmax(sh, t.s);
            }
            if (in % 4) {
                skipped++;
                continue;
            }
            n = covered(rig, x, y, &z, &s);
            hits += in == 4;
            misses += in == 0;
            wrong += n != in / 4;
            if (n == 1 && in == 4) {
                double dz = 2 + 2 * (zh - zl), ds = 1e-3 + (sh - sl);

                /* Elsewhere slivers are too steep for 1/16 pixel. */
                wrong_z += zl > 0 && zh < 16777215 &&
                           (z < zl - dz || z > zh + dz);
                wrong_s += s < sl - ds || s > sh + ds;
            }
        }
    }
    g_test_message("%u hits, %u misses, %u on edges, %u of 4000 triangles "
                   "reach behind the eye; wrong: cover %u, z %u, s %u",
                   hits, misses, skipped, behind, wrong, wrong_z, wrong_s);
    g_assert_cmpuint(hits, >, 3000);
    g_assert_cmpuint(misses, >, 3000);
    g_assert_cmpuint(wrong, ==, 0);
    g_assert_cmpuint(wrong_z + wrong_s, ==, 0);
    g_rand_free(rand);
    rig_free(rig);
}

/* hw: 1 / w is cut, not rounded: 0x3de38e39 were nearer to 1 / 9. */
static void test_rhw(void)
{
    Rig *rig = rig_new("nv2a");

    g_assert_cmphex(nv_f2u(nv_vtx_rhw(9)), ==, 0x3de38e38);
    g_assert_cmphex(nv_f2u(nv_vtx_rhw(-9)), ==, 0xbde38e38);
    for (unsigned i = 0; i < 3; i++) {
        put_vertex(rig, i, i & 1 ? 10 : 0, i & 2 ? 10 : 0, 0, 9);
    }
    draw(rig, NV_PRIM_TRIANGLES, 3, NULL);
    g_assert_cmphex(nv_f2u(g_array_index(rig->out, NvRasterVertex, 0).rhw),
                    ==, 0x3de38e38);
    rig_free(rig);
}

static void test_clip_line(void)
{
    Rig *rig = rig_new("nv20");
    const NvRasterVertex *v;

    /* From in front of the eye to behind: direction (+, +) goes on. */
    put_vertex(rig, 0, 100, 100, 10, 2);
    put_vertex(rig, 1, -100, 50, 10, -1);
    draw(rig, NV_PRIM_LINES, 2, NULL);
    g_assert_cmpuint(rig->out->len, ==, 2);
    v = &g_array_index(rig->out, NvRasterVertex, 0);
    g_assert_cmpfloat(v[0].x, ==, 100);
    /* Collinear with (100, 100) and (-100, 50) on the screen. */
    g_assert_cmpfloat(v[1].x, >, 4096);
    g_assert_cmpfloat(v[1].y - 100, ==, (v[1].x - 100) / 4);
    g_assert_cmpfloat_with_epsilon(v[1].z, 10, 1e-3);
    g_assert_cmpfloat(v[1].rhw, >, 0.5);
    /* Behind altogether; depth cuts pixels, not corners. */
    put_vertex(rig, 0, 100, 100, 10, -2);
    draw(rig, NV_PRIM_LINES, 2, NULL);
    g_assert_cmpuint(rig->out->len, ==, 0);
    put_vertex(rig, 0, 0, 0, -10, 1);
    put_vertex(rig, 1, 50, 100, -1, 1);
    draw(rig, NV_PRIM_LINES, 2, NULL);
    g_assert_cmpuint(rig->out->len, ==, 2);
    put_vertex(rig, 1, 40, 80, 30, 1);
    draw(rig, NV_PRIM_LINES, 2, NULL);
    v = &g_array_index(rig->out, NvRasterVertex, 0);
    g_assert_cmpuint(rig->out->len, ==, 2);
    g_assert_cmpfloat(v[0].x, ==, 0);
    g_assert_cmpfloat(v[0].z, ==, -10);
    g_assert_cmpfloat(v[1].x, ==, 40);
    /* Only CULL_Z drops what is all outside. */
    nv_vtx_bundle(&rig->vtx, NV_BUNDLE_Z_CONFIG, 1u << 4);
    draw(rig, NV_PRIM_LINES, 2, NULL);
    v = &g_array_index(rig->out, NvRasterVertex, 0);
    g_assert_cmpfloat(v[0].x, ==, 0);
    g_assert_cmpfloat(v[0].z, ==, -10);
    put_vertex(rig, 1, 50, 100, -1, 1);
    draw(rig, NV_PRIM_LINES, 2, NULL);
    g_assert_cmpuint(rig->out->len, ==, 2);
    nv_vtx_bundle(&rig->vtx, NV_BUNDLE_RASTER, 1u << 30);
    draw(rig, NV_PRIM_LINES, 2, NULL);
    g_assert_cmpuint(rig->out->len, ==, 0);
    rig_free(rig);
}

/* Two triangles share an edge that is cut: the new corners are the same. */
static void test_no_crack(void)
{
    Rig *rig = rig_new("nv20");
    GRand *rand = g_rand_new_with_seed(9);
    unsigned shared = 0;

    for (unsigned round = 0; round < 500; round++) {
        GHashTable *seen = g_hash_table_new_full(g_str_hash, g_str_equal,
                                                 g_free, NULL);
        unsigned twice = 0;

        /* Edge 0-1 runs out of the screen; 2 and 3 are left and right. */
        put_vertex(rig, 0, g_rand_double_range(rand, 0, 500), 300, 5, 1);
        put_vertex(rig, 1, g_rand_double_range(rand, 6e5, 9e6),
                   g_rand_double_range(rand, 0, 600), 5,
                   g_rand_double_range(rand, 0.1, 9));
        put_vertex(rig, 2, 250, -200, 5, 2);
        put_vertex(rig, 3, 250, 900, 5, 1);
        clear(rig);
        nv_vtx_begin(&rig->vtx, NV_PRIM_TRIANGLE_STRIP);
        send(rig, 2, 1, NULL);
        send(rig, 0, 2, NULL);
        send(rig, 3, 1, NULL);
        nv_vtx_end(&rig->vtx);
        for (unsigned i = 0; i < rig->out->len; i++) {
            const NvRasterVertex *v =
                &g_array_index(rig->out, NvRasterVertex, i);

            if (v->x == NV_VTX_GUARD) {
                char *key = g_strdup_printf("%a %a %a %a", v->y, v->z, v->rhw,
                                            v->tex[0][0]);

                if (!g_hash_table_add(seen, key)) {
                    twice++;
                }
            }
        }
        shared += twice > 0;
        g_hash_table_unref(seen);
    }
    g_assert_cmpuint(shared, ==, 500);
    g_rand_free(rand);
    rig_free(rig);
}

/* Corners of a triangle whose third one is far to the lower right. */
static void far_corner(Rig *rig, float x, float y, GArray *out)
{
    put_vertex(rig, 0, 10, 10, 0, 1);
    put_vertex(rig, 1, 100, 10, 0, 1);
    put_vertex(rig, 2, x, y, 0, 1);
    draw(rig, NV_PRIM_TRIANGLES, 3, NULL);
    g_array_set_size(out, 0);
    g_array_append_vals(out, rig->out->data, rig->out->len);
}

/* hw: beyond 2^124 x and y are the same, below that the direction counts. */
static void test_far(void)
{
    g_autoptr(GArray) a = g_array_new(false, false, sizeof(NvRasterVertex));
    g_autoptr(GArray) b = g_array_new(false, false, sizeof(NvRasterVertex));
    g_autoptr(GArray) c = g_array_new(false, false, sizeof(NvRasterVertex));
    Rig *rig = rig_new("nv2a");
    size_t bytes;

    far_corner(rig, 480 * 0x1p119f, 390 * 0x1p119f, a);
    far_corner(rig, 0x1p127f, 0x1.8p124f, b);
    bytes = a->len * sizeof(NvRasterVertex);
    g_assert_cmpuint(a->len, >=, 3);
    g_assert_cmpmem(a->data, bytes, b->data, bytes);
    /* And the other way. */
    far_corner(rig, -480 * 0x1p119f, -390 * 0x1p119f, b);
    far_corner(rig, -0x1p127f, -0x1.8p124f, c);
    g_assert_cmpuint(b->len, >=, 3);
    g_assert_cmpmem(b->data, b->len * sizeof(NvRasterVertex), c->data,
                    c->len * sizeof(NvRasterVertex));
    far_corner(rig, 480 * 0x1p109f, 390 * 0x1p109f, b);
    g_assert_true(a->len != b->len || memcmp(a->data, b->data, bytes));
    rig_free(rig);
}

static void test_not_a_number(void)
{
    Rig *rig = rig_new("nv20");
    static const uint32_t bad[] = {
        0x7f800000, 0xff800000, 0x7fffffff, 0xffc00000, 0x7f800001,
    };

    /* Of x, y and z: w is held to what can be counted with. */
    for (unsigned b = 0; b < G_N_ELEMENTS(bad); b++) {
        for (unsigned c = 0; c < 3; c++) {
            put_circle(rig, 4);
            rig->block.out[rig->env.chip->out.hpos][c][1] = bad[b];
            draw(rig, NV_PRIM_TRIANGLES, 3, NULL);
            g_assert_cmpuint(rig->out->len, ==, 0);
            draw(rig, NV_PRIM_LINE_STRIP, 4, NULL);
            g_assert_cmpstr(rig->text->str, ==, "2 3;");
            draw(rig, NV_PRIM_POINTS, 3, NULL);
            g_assert_cmpstr(rig->text->str, ==, "0;2;");
        }
    }
    rig_free(rig);
}

/* --- Anything at all --- */

static uint32_t nasty(GRand *rand)
{
    static const uint32_t specials[] = {
        0, 0x80000000, 1, 0x007fffff, 0x00800000, 0x7f7fffff, 0xff7fffff,
        0x7f800000, 0xff800000, 0x7fffffff, 0x1f800000, 0x9f800000,
        0x5f800000, 0x3f800000, 0xbf800000, 0x45800000, 0xc5800000,
    };

    switch (g_rand_int(rand) % 3) {
    case 0:
        return specials[g_rand_int(rand) % G_N_ELEMENTS(specials)];
    case 1:
        return nv_f2u(g_rand_double_range(rand, -5000, 5000));
    default:
        return g_rand_int(rand);
    }
}

static bool sane(const NvRasterVertex *v)
{
    bool ok = fabsf(v->x) <= NV_VTX_FAR && fabsf(v->y) <= NV_VTX_FAR &&
              v->x * 16 == truncf(v->x * 16) &&
              v->y * 16 == truncf(v->y * 16) && isfinite(v->z) &&
              isfinite(v->rhw) && v->rhw != 0 && v->size >= 0 &&
              v->size <= NV_VTX_GUARD;    /* fog may say that there is none */

    for (unsigned c = 0; c < 4; c++) {
        ok &= v->color[0][c] >= 0 && v->color[0][c] <= 1;
        ok &= v->color[1][c] >= 0 && v->color[1][c] <= 1;
        for (unsigned t = 0; t < NV_MAX_TEX; t++) {
            ok &= isfinite(v->tex[t][c]);
        }
    }
    return ok;
}

static void test_hostile(void)
{
    Rig *rig = rig_new("nv25");
    GRand *rand = g_rand_new_with_seed(4);
    unsigned seen = 0, insane = 0;

    for (unsigned round = 0; round < 3000; round++) {
        uint16_t lanes[40];
        uint8_t edges[40];

        if (round % 8 == 0) {
            static const NvBundle state[] = {
                NV_BUNDLE_RASTER, NV_BUNDLE_CONFIG_B, NV_BUNDLE_Z_CONFIG,
                NV_BUNDLE_DEPTH_RANGE_FAR, NV_BUNDLE_DEPTH_RANGE_NEAR,
                NV_BUNDLE_POINT_SIZE, NV_BUNDLE_POLYGON_OFFSET_UNITS,
                NV_BUNDLE_POLYGON_OFFSET_FACTOR,
            };

            for (unsigned i = 0; i < G_N_ELEMENTS(state); i++) {
                nv_vtx_bundle(&rig->vtx, state[i], nasty(rand));
            }
        }
        for (unsigned s = 0; s < NV_XF_ATTRS; s++) {
            for (unsigned c = 0; c < 4; c++) {
                for (unsigned l = 0; l < 40; l++) {
                    rig->block.out[s][c][l] = nasty(rand);
                }
            }
        }
        for (unsigned i = 0; i < 40; i++) {
            lanes[i] = g_rand_int(rand) % 40;
            edges[i] = g_rand_int(rand);
        }
        nv_vtx_begin(&rig->vtx, g_rand_int(rand) % NV_PRIM_COUNT);
        for (unsigned k = 0; k < 3; k++) {
            nv_vtx_vertices(&rig->vtx, &rig->block, NULL, lanes, edges,
                            g_rand_int(rand) % 41);
        }
        if (round % 5) {
            nv_vtx_end(&rig->vtx);
        }
        for (unsigned i = 0; i < rig->out->len; i++) {
            insane += !sane(&g_array_index(rig->out, NvRasterVertex, i));
        }
        seen += rig->out->len;
        clear(rig);
    }
    g_test_message("%u corners, %u insane", seen, insane);
    g_assert_cmpuint(seen, >, 1000);
    g_assert_cmpuint(insane, ==, 0);
    g_rand_free(rand);
    rig_free(rig);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/vtx/far-corner", test_far);
    g_test_add_func("/vtx/clip/rhw", test_rhw);
    g_test_add_data_func("/vtx/clip/coverage", NULL, test_clip);
    g_test_add_data_func("/vtx/clip/coverage-depth-clamp", "clamp",
                         test_clip);
    g_test_add_func("/vtx/clip/line", test_clip_line);
    g_test_add_func("/vtx/clip/no-crack", test_no_crack);
    g_test_add_func("/vtx/clip/not-a-number", test_not_a_number);
    g_test_add_func("/vtx/hostile", test_hostile);
    return g_test_run();
}
