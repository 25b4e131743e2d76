/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Fixed function of Kelvin against a double-precision model over random
 * states, and the worked example of the documents.
 */
#include "exec/executor.h"
#include "unit/xf/test-ff-model.h"
#include "unit/xf/test-ff-state.h"

#define MODES 2000
#define STATES 50               /* of each mode: 100,000 in all */
#define TEX_BOUND (1 / 262144.0)
#define COLOR_BOUND (1.5 / 255)
/* Of the range of sizes: LT's root is a table of 64 steps in an octave. */
#define SIZE_BOUND (1 / 50.0)
/* What one rounding to 14 bits is at most, and how many stand in a row. */
#define LT_STEP (1 / 8192.0)
#define LT_DEPTH 12

/* --- Comparison --- */

typedef struct Worst {
    double pos, tex, fog, size, color, loose;
    unsigned states, colors, edges, ill, over, bad;
} Worst;

static double relative(double got, Num want)
{
    return fabs(got - want.v) / (want.s + 1e-30);
}

static double clamp01(double v)
{
    return v < 0 ? 0 : v > 1 ? 1 : v;
}

/* A colour: within the bound, or within what 14 bits leave of it. */
static void check_color(Worst *w, double got, Num want)
{
    double diff = fabs(clamp01(got) - clamp01(want.v));
    double noise = want.s * LT_STEP * LT_DEPTH;

    w->colors++;
    if (noise > COLOR_BOUND) {
        w->ill++;
        w->loose = MAX(w->loose, diff);
        w->over += diff > COLOR_BOUND;
        w->bad += !(diff <= noise);
        return;
    }
    w->color = MAX(w->color, diff);
    w->bad += !(diff <= COLOR_BOUND);
}

static void check_vertex(const TestXf *t, unsigned lane, Worst *w)
{
    static const uint8_t col_out[4] = { 3, 4, 7, 8 };
    double before[4] = { w->pos, w->tex, w->fog, w->size };
    unsigned bad = w->bad;
    Model m;

    model_run(&m, &t->xf, &t->block, lane, false);
    for (unsigned c = 0; c < 4; c++) {
        w->pos = MAX(w->pos, relative(out_of(t, 0, c, lane), m.pos[c]));
        for (unsigned u = 0; u < 4; u++) {
            w->tex = MAX(w->tex, relative(out_of(t, 9 + u, c, lane),
                                          m.tex[u][c]));
        }
    }
    if (t->xf.mode_b & 1u << 19) {
        w->fog = MAX(w->fog, relative(out_of(t, 5, 0, lane), m.fog));
    }
    if (t->xf.mode_b & 1u << 25) {
        w->size = MAX(w->size, fabs(out_of(t, 6, 0, lane) - m.size.v) /
                      (m_lt(&m, 0x48, 0).v + 1));
    }
    w->bad += w->pos > TEX_BOUND && w->pos > before[0];
    w->bad += w->tex > TEX_BOUND && w->tex > before[1];
    w->bad += w->fog > LT_STEP && w->fog > before[2];
    w->bad += w->size > SIZE_BOUND && w->size > before[3];
    w->states++;
    w->edges += m.edge;
    /* The back only if there is one. */
    for (unsigned i = 0; i < (t->xf.mode_a & 1u << 29 ? 16 : 8) && !m.edge;
         i++) {
        check_color(w, out_of(t, col_out[i / 4], i % 4, lane),
                    m.col[i / 4][i % 4]);
    }
    if (w->bad != bad && bad < 10) {
        g_test_message("mode A %08x B %08x T %08x %08x: %u wrong",
                       t->xf.mode_a, t->xf.mode_b, t->xf.mode_t[0],
                       t->xf.mode_t[1], w->bad - bad);
    }
}

/* --- Colours, with the 14 bits of LT in the model --- */

typedef struct Rounded {
    double worst;
    unsigned colors, bad;
} Rounded;

static bool has_side(const TestXf *t, unsigned col)
{
    return col < 2 || (t->xf.mode_a & 1u << 29);
}

/* The largest difference of a component of colour @col. */
static double color_distance(const TestXf *t, const Model *m, unsigned col)
{
    static const uint8_t out[4] = { 3, 4, 7, 8 };
    double most = 0;

    for (unsigned c = 0; c < 4; c++) {
        double d = fabs(clamp01(out_of(t, out[col], c, 0)) -
                        clamp01(m->col[col][c].v));

        most = d <= most ? most : d == d ? d : HUGE_VAL;
    }
    return most;
}

static void check_rounded(const TestXf *t, Rounded *r)
{
    Model m;

    model_run(&m, &t->xf, &t->block, 0, true);
    for (unsigned col = 0; col < 4; col++) {
        double d = color_distance(t, &m, col);

        if (!has_side(t, col)) {
            continue;
        }
        r->colors += 4;
        r->worst = MAX(r->worst, d);
        r->bad += !(d <= COLOR_BOUND);
    }
}

static void test_model(void)
{
    TestXf *t = test_xf_new("nv2a");
    GRand *r = g_rand_new_with_seed(6);
    Rounded rounded = { 0 };
    Worst w = { 0 };

    t->block.count = 1;
    for (unsigned i = 0; i < MODES; i++) {
        if (i == MODES / 4) {
            g_assert_true(nv_xf_configure(&t->xf, "ref", NULL, NULL));
        }
        random_mode(t, r);
        for (unsigned k = 0; k < STATES; k++) {
            random_state(t, r);
            random_vertex(t, r, 0);
            nv_xf_transform(&t->xf, &t->block);
            check_vertex(t, 0, &w);
            check_rounded(t, &rounded);
        }
    }
    g_test_message("%u states; worst: position 2^%.1f, texture 2^%.1f, "
                   "fog 2^%.1f of their terms, size %.4f of its range",
                   w.states,
                   log2(w.pos), log2(w.tex), log2(w.fog), w.size);
    g_test_message("%u colour components: worst %.3f/255; %u of them ill "
                   "conditioned, worst %.3f/255, %u beyond 1.5; %u states at "
                   "an edge", w.colors, w.color * 255, w.ill, w.loose * 255,
                   w.over, w.edges);
    g_test_message("with LT's 14 bits in the model, all states: %u colour "
                   "components, worst %.3f/255, %u outside of bounds",
                   rounded.colors, rounded.worst * 255, rounded.bad);
    g_assert_cmpuint(rounded.bad, ==, 0);
    g_test_message("%u outside of bounds", w.bad);
    g_assert_cmpuint(w.bad, ==, 0);
    g_assert_cmpuint(w.states, >=, 100000);
    g_assert_cmpuint(w.edges, <, w.states / 5);
    g_assert_cmpuint(w.ill, <, w.colors / 5);
    g_assert_cmpuint(w.over, <, w.colors / 1000);
    g_rand_free(r);
    test_xf_free(t);
}

/* Executors agree to the bit, over lanes and modes. */
static void test_executors(void)
{
    TestXf *t = test_xf_new("nv2a");
    GRand *r = g_rand_new_with_seed(7);
    g_autofree NvXfBlock *want = g_new0(NvXfBlock, 1);
    unsigned n = 0;

    for (unsigned i = 1; nv_executor_name(i); i++) {
        for (unsigned k = 0; k < 60; k++, n++) {
            random_mode(t, r);
            random_state(t, r);
            /* Constants that lists know more and less of. */
            for (unsigned l = 0; l < 8; l++) {
                if (k % 3) {
                    ltc(t, 1, 4 + l, 1e30);
                }
                if (k % 4 == 1) {
                    lt(t, 8 * l + 1, rnd(r, -1, 1), rnd(r, -1, 1), -1e-6);
                }
            }
            t->block.count = 37;
            for (unsigned lane = 0; lane < t->block.count; lane++) {
                random_vertex(t, r, lane);
            }
            g_assert_true(nv_xf_configure(&t->xf, "ref", NULL, NULL));
            nv_xf_transform(&t->xf, &t->block);
            *want = t->block;
            g_assert_true(nv_xf_configure(&t->xf, nv_executor_name(i), NULL,
                                          NULL));
            nv_xf_transform(&t->xf, &t->block);
            for (unsigned o = 0; o < NV_XF_ATTRS; o++) {
                for (unsigned c = 0; c < 4; c++) {
                    g_assert_cmpmem(t->block.out[o][c], 37 * 4,
                                    want->out[o][c], 37 * 4);
                }
            }
        }
    }
    g_test_message("%u blocks of 37 vertices", n);
    g_rand_free(r);
    test_xf_free(t);
}

/* --- The worked example --- */

static void assert_near(const TestXf *t, unsigned out, const double *want,
                        unsigned n, double eps)
{
    for (unsigned c = 0; c < n; c++) {
        g_assert_cmpfloat_with_epsilon(out_of(t, out, c, 0), want[c], eps);
    }
}

static void example_state(TestXf *t)
{
    static const double shine[6] = {
        -.6443040, -2.3563889, 2.7548114, -.4111648, -1.7123495, 2.3163889,
    };
    static const double pos[] = { .6, .8, .4, 1 }, nrm[] = { 0, .6, .8, 1 };

    ctx(t, 8, .8660254, 0, .5, .5);
    ctx(t, 9, 0, 1, 0, -.25);
    ctx(t, 0xa, -.5, 0, .8660254, -5);
    ctx(t, 0xb, 0, 0, 0, 1);
    for (unsigned i = 0; i < 3; i++) {
        memcpy(t->xf.xfctx[0xc + i], t->xf.xfctx[8 + i], 12);
    }
    ctx(t, 0, 277.12813, 0, 160, 160);
    ctx(t, 1, 0, -320, 0, 80);
    ctx(t, 2, 4279037.16, 0, -7411509.77, 25843689.77);
    ctx(t, 3, .5, 0, -.8660254, 5);
    ctx(t, 0x3b, 320, 240, 8388607.5, 0);
    lt(t, 0x41, .06, .04, .03);
    lt(t, 0, .02, .01, .005);
    lt(t, 1, .8, .4, .2);
    lt(t, 2, .5, .5, .5);
    lt(t, 3, .18973666, .25298221, .94868330);
    lt(t, 4, .36, .48, .8);
    lt(t, 0x47, 4, 1, 1);
    lt(t, 0x48, 64, 0, 0);
    ltc(t, 3, 1, .5);
    ltc(t, 3, 0xc, 1);
    ltc(t, 1, 1, shine[0]);
    ltc(t, 2, 1, shine[1]);
    ltc(t, 3, 2, shine[2]);
    ltc(t, 0, 2, shine[3]);
    ltc(t, 2, 3, shine[4]);
    ltc(t, 2, 5, shine[5]);
    for (unsigned c = 0; c < 4; c++) {
        t->block.in[0][c][0] = nv_f2u(pos[c]);
        t->block.in[2][c][0] = nv_f2u(nrm[c]);
    }
}

static void test_example(void)
{
    static const double win[] = { 398.786676, 204.470211, 13525590.78 };
    static const double lit[] = { 1.04872044, .62421794, .41196669, 1 };
    static const double diffuse[] = { .86900501, .44450250, .23225125, 1 };
    static const double spec[] = { .17971544, .17971544, .17971544 };
    static const double black[] = { 0, 0, 0, 1 }, d[] = { 5.13108309 };
    static const double size[] = { 11.2477150 };
    static const double rm[] = { .64526270, .71854653, -.25947434 };
    static const double sm[] = { .76510719, .79521597 };
    static const double n[] = { .4, .6, .69282032 };
    TestXf *t = test_xf_new("nv20");

    example_state(t);
    t->block.count = 1;
    t->xf.mode_a = 0x80000000 | 1u << 17;
    t->xf.mode_b = 1 | 1u << 19 | 1u << 22 | 1u << 25;
    t->xf.mode_t[0] = 0x1 | 5 << 4 | 5 << 7 | 5 << 10 |
                      (uint32_t)(0x1 | 3 << 4 | 3 << 7) << 16;
    t->xf.mode_t[1] = 0x1 | 4 << 4 | 4 << 7 | 4 << 10;
    nv_xf_transform(&t->xf, &t->block);
    assert_near(t, 0, win, 2, 1e-4);
    g_assert_cmpfloat_with_epsilon(out_of(t, 0, 2, 0), win[2], 4);
    g_assert_cmpfloat_with_epsilon(out_of(t, 0, 3, 0), 4.95358984, 1e-5);
    assert_near(t, 3, lit, 4, COLOR_BOUND / 3);
    assert_near(t, 4, black, 4, 1e-12);
    assert_near(t, 5, d, 1, 1e-3);
    assert_near(t, 6, size, 1, 0.2);
    assert_near(t, 9, rm, 3, 1e-6);
    assert_near(t, 10, sm, 2, 1e-6);
    assert_near(t, 11, n, 3, 1e-6);
    t->xf.mode_a |= 1u << 16 | 1u << 18;
    nv_xf_transform(&t->xf, &t->block);
    assert_near(t, 3, diffuse, 4, COLOR_BOUND / 3);
    assert_near(t, 4, spec, 3, COLOR_BOUND / 3);
    test_xf_free(t);
}

/* --- Rules that random states do not look at --- */

/* A light that is off is passed over. */
static void test_gap(void)
{
    TestXf *t = test_xf_new("nv20");
    double gap, none;

    example_state(t);
    lt(t, 16, .5, .5, .5);
    t->block.count = 1;
    t->xf.mode_a = 0x80000000;
    t->xf.mode_b = 1 | 1u << 4;
    nv_xf_transform(&t->xf, &t->block);
    gap = out_of(t, 3, 2, 0);
    t->xf.mode_b = 1;
    nv_xf_transform(&t->xf, &t->block);
    none = out_of(t, 3, 2, 0);
    g_assert_cmpfloat(gap, >, none + 0.4);
    t->xf.mode_b = 1 | 1u << 2 | 1u << 4;
    lt(t, 8, 0, 0, 0);
    lt(t, 9, 0, 0, 0);
    lt(t, 10, 0, 0, 0);
    nv_xf_transform(&t->xf, &t->block);
    g_assert_cmpfloat(out_of(t, 3, 2, 0), ==, gap);
    g_assert_cmpuint(t->errors, ==, 0);
    test_xf_free(t);
}

/* The range: beyond it nothing, not even ambient; reset leaves none. */
static void test_range(void)
{
    TestXf *t = test_xf_new("nv2a");

    example_state(t);
    lt(t, 3, 1, 0, 0);
    ctx(t, 0x28, 0, 0, 20, 1);
    t->block.count = 1;
    t->xf.mode_a = 0x80000000;
    t->xf.mode_b = 2;
    nv_xf_transform(&t->xf, &t->block);
    g_assert_cmpfloat(out_of(t, 3, 0, 0), >, 0.1);
    ltc(t, 1, 4, 10);
    nv_xf_transform(&t->xf, &t->block);
    g_assert_cmpfloat_with_epsilon(out_of(t, 3, 0, 0), 0.06, 1e-4);
    test_xf_free(t);
}

/* Any bits do no harm, in every mode and on every chip. */
static void test_hostile(void)
{
    GRand *r = g_rand_new_with_seed(9);

    for (const NvChip *chip = nv_chips(); chip->name; chip++) {
        TestXf *t = test_xf_new(chip->name);

        for (unsigned k = 0; k < 200; k++) {
            uint32_t *word = &t->xf.xfctx[0][0];

            for (unsigned i = 0; i < NV_XF_MAX_XFCTX * 4; i++) {
                word[i] = g_rand_int(r) | (i % 3 ? 0 : 0x7f800000);
            }
            for (unsigned i = 0; i < NV_XF_MAX_LTCTX * 3; i++) {
                t->xf.ltctx[i / 3][i % 3] = g_rand_int(r) & 0x3fffff;
            }
            for (unsigned i = 0; i < 4 * NV_XF_MAX_LTC; i++) {
                t->xf.ltc[i / NV_XF_MAX_LTC][i % NV_XF_MAX_LTC] =
                    g_rand_int(r) & 0x3fffff;
            }
            for (unsigned i = 0; i < NV_XF_ATTRS * 4; i++) {
                t->block.in[i / 4][i % 4][k % 5] = g_rand_int(r);
            }
            t->xf.mode_a = g_rand_int(r);
            t->xf.mode_b = g_rand_int(r);
            for (unsigned i = 0; i < 4; i++) {
                t->xf.mode_t[i] = g_rand_int(r);
            }
            t->block.count = k % 6;
            nv_xf_transform(&t->xf, &t->block);
        }
        test_xf_free(t);
    }
    g_rand_free(r);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/ff/example", test_example);
    g_test_add_func("/ff/lights/gap", test_gap);
    g_test_add_func("/ff/lights/range", test_range);
    g_test_add_func("/ff/executors", test_executors);
    g_test_add_func("/ff/model", test_model);
    g_test_add_func("/ff/hostile", test_hostile);
    return g_test_run();
}
