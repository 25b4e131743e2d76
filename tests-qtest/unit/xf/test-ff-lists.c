/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Lists of fixed function as such: those that know something of the constants
 * give the same bits as those that do not, new constants need no new list;
 * and what stands behind programs, on every executor.
 */
#include <math.h>

#include "exec/executor.h"
#include "unit/xf/test-ff-state.h"
#include "xf/ff.h"

/* --- What lists know of constants --- */

/* As lists read them. */
static void all_constants(const NvXf *xf, uint32_t to[][4])
{
    memset(to, 0, NV_FF_CONSTANTS * 16);
    memcpy(to, xf->xfctx, sizeof(xf->xfctx));
    for (unsigned i = 0; i < NV_XF_MAX_LTCTX * 3; i++) {
        to[NV_FF_LTCTX + i / 3][i % 3] = xf->ltctx[i / 3][i % 3] << 10;
    }
    for (unsigned i = 0; i < 4 * NV_XF_MAX_LTC; i++) {
        to[NV_FF_LTC + i / 4][i % 4] =
            xf->ltc[i / NV_XF_MAX_LTC][i % NV_XF_MAX_LTC] << 10;
    }
}

static void eval(const TestXf *t, NvList *list, uint32_t out[NV_XF_ATTRS][4])
{
    static uint32_t constants[NV_FF_CONSTANTS][4];
    uint32_t in[NV_XF_ATTRS][4];
    g_autofree uint32_t *value = NULL;

    all_constants(&t->xf, constants);
    for (unsigned i = 0; i < NV_XF_ATTRS * 4; i++) {
        in[i / 4][i % 4] = t->block.in[i / 4][i % 4][0];
    }
    nv_list_optimise(list);
    value = g_new(uint32_t, list->count);
    nv_list_eval(list, (const uint32_t (*)[4])constants,
                 (const uint32_t (*)[4])in, value);
    for (unsigned i = 0; i < NV_XF_ATTRS * 4; i++) {
        NvVal v = list->out[i / 4][i % 4];

        out[i / 4][i % 4] = v ? value[v] : 0;
    }
    nv_list_free(list);
}

/* Ordinary vertices, and such with any bits. */
static void any_vertex(TestXf *t, GRand *r)
{
    random_vertex(t, r, 0);
    for (unsigned i = 0; i < 12 && g_rand_boolean(r); i++) {
        t->block.in[i / 4][i % 4][0] =
            g_rand_int(r) | (g_rand_boolean(r) ? 0x7f800000 : 0);
    }
}

/*
 * Often such that sums are known not to be negative: no sources, of the front,
 * of the back or of both, and no spots.
 */
static void plain_mode(TestXf *t, GRand *r)
{
    static const uint32_t sources[] = { 0x07f800ff, 0x000000ff, 0x07f80000 };

    random_mode(t, r);
    if (g_rand_boolean(r)) {
        t->xf.mode_a &= ~sources[g_rand_int_range(r, 0, 3)];
        for (unsigned i = 0; i < 8; i++) {
            uint32_t spot = 3u << 2 * i;

            if ((t->xf.mode_b & spot) == spot) {
                t->xf.mode_b ^= 1u << 2 * i;
            }
        }
    }
}

static void test_facts(void)
{
    TestXf *t = test_xf_new("nv2a");
    GRand *r = g_rand_new_with_seed(21);
    unsigned positive = 0, near = 0, bad = 0, states = 20000;

    for (unsigned i = 0; i < states; i++) {
        uint32_t plain[NV_XF_ATTRS][4], knowing[NV_XF_ATTRS][4];
        bool p, n;

        plain_mode(t, r);
        random_state(t, r);
        for (unsigned k = 0; k < 8; k++) {
            ltc(t, 1, 4 + k, i % 4 ? 1e30 : 4);
        }
        if (i % 5 == 0) {
            lt(t, g_rand_int_range(r, 0, 16), 0.1, -0.1, 0.1);
        }
        any_vertex(t, r);
        p = nv_ff_is_positive(&t->xf);
        n = nv_ff_is_near(&t->xf);
        positive += p;
        near += n;
        eval(t, nv_ff_list(&t->xf, false, false), plain);
        eval(t, nv_ff_list(&t->xf, p, n), knowing);
        bad += memcmp(plain, knowing, sizeof(plain)) != 0;
    }
    g_test_message("%u states, %u without negative colours, %u without "
                   "ranges: %u differ", states, positive, near, bad);
    g_assert_cmpuint(bad, ==, 0);
    g_assert_cmpuint(positive, >, states / 4);
    g_assert_cmpuint(positive, <, states);
    g_assert_cmpuint(near, >, states / 4);
    g_assert_cmpuint(near, <, states);
    g_rand_free(r);
    test_xf_free(t);
}

/* That no term is negative is no guess: nodes with the hint, one by one. */
static void test_positive(void)
{
    static uint32_t constants[NV_FF_CONSTANTS][4];
    TestXf *t = test_xf_new("nv2a");
    GRand *r = g_rand_new_with_seed(22);
    unsigned sums = 0, negative = 0;

    for (unsigned i = 0; i < 10000; i++) {
        g_autofree uint32_t *value = NULL;
        uint32_t in[NV_XF_ATTRS][4];
        NvList *list;

        plain_mode(t, r);
        random_state(t, r);
        any_vertex(t, r);
        all_constants(&t->xf, constants);
        for (unsigned k = 0; k < NV_XF_ATTRS * 4; k++) {
            in[k / 4][k % 4] = t->block.in[k / 4][k % 4][0];
        }
        list = nv_ff_list(&t->xf, nv_ff_is_positive(&t->xf), false);
        value = g_new(uint32_t, list->count);
        nv_list_eval(list, (const uint32_t (*)[4])constants,
                     (const uint32_t (*)[4])in, value);
        for (unsigned v = 1; v < list->count; v++) {
            const NvListNode *node = &list->node[v];

            if (node->op == NV_LIST_LT_ADD3 && node->imm) {
                sums++;
                negative += (value[node->arg[0]] | value[node->arg[1]]) >> 31;
            }
        }
        nv_list_free(list);
    }
    g_test_message("%u sums of what is not negative, %u of them wrong", sums,
                   negative);
    g_assert_cmpuint(sums, >, 5000);
    g_assert_cmpuint(negative, ==, 0);
    g_rand_free(r);
    test_xf_free(t);
}

/* New matrices, lights, materials: the list stays. */
static void test_constants_change(void)
{
    TestXf *t = test_xf_new("nv20");
    GRand *r = g_rand_new_with_seed(23);
    unsigned lists;

    t->xf.mode_a = MODE_A_LIGHTING | MODE_A_NORMALIZE;
    t->xf.mode_b = 0xaaaa;
    t->block.count = 1;
    random_vertex(t, r, 0);
    random_state(t, r);
    ltc(t, 1, 4, 3);
    nv_xf_transform(&t->xf, &t->block);
    lists = nv_ff_lists(&t->xf);
    for (unsigned i = 0; i < 100; i++) {
        random_state(t, r);
        ltc(t, 1, 4, 3);
        nv_xf_transform(&t->xf, &t->block);
        g_assert_cmpuint(nv_ff_lists(&t->xf), ==, lists);
    }
    g_rand_free(r);
    test_xf_free(t);
}

/* --- Rankine --- */

/* Distances of all six planes, alone and together. */
static void test_clip_planes(void)
{
    static const uint8_t at[6][2] = {
        { 5, 1 }, { 5, 2 }, { 5, 3 }, { 6, 1 }, { 6, 2 }, { 6, 3 },
    };
    TestXf *t = test_xf_new("nv30");
    GRand *r = g_rand_new_with_seed(24);

    t->block.count = 1;
    for (unsigned planes = 0; planes < 64; planes++) {
        double eye[4] = { 0 };

        random_matrix(t, r, 0x3c, 1, 1, 0);
        random_matrix(t, r, 0x44, 1, 1, 0);
        random_vertex(t, r, 0);
        for (unsigned i = 0; i < 6; i++) {
            ctx(t, 0x20 + i, rnd(r, -1, 1), rnd(r, -1, 1), rnd(r, -1, 1),
                rnd(r, -1, 1));
            t->xf.tbuf[at[i][0]][at[i][1]] = nv_f2u(100 + i);
        }
        t->block.stamp = t->block.held = 0;
        t->xf.mode_c = planes;
        nv_xf_transform(&t->xf, &t->block);
        for (unsigned i = 0; i < 16; i++) {
            eye[i / 4] += (double)nv_u2f(t->xf.xfctx[0x44 + i / 4][i % 4]) *
                          nv_u2f(t->block.in[0][i % 4][0]);
        }
        for (unsigned i = 0; i < 6; i++) {
            double d = 0;

            for (unsigned c = 0; c < 4; c++) {
                d += eye[c] * nv_u2f(t->xf.xfctx[0x20 + i][c]);
            }
            g_assert_cmpfloat_with_epsilon(
                out_of(t, at[i][0], at[i][1], 0),
                planes & 1u << i ? d : 100 + i, 1e-5);
        }
    }
    g_rand_free(r);
    test_xf_free(t);
}

/* MOV o[HPOS], v[0] and o[COL0], v[3], o[COL1], v[4], o[BFC1], v[5]. */
static void upload_program(TestXf *t)
{
    bool kelvin = t->xf.chip->xf.ff == NV_FF_KELVIN;
    static const AsmInsn insn[4] = {
        { .vec = 1, .s0 = ASM_IN, .s1 = ASM_IN, .s2 = ASM_IN, .v = 0,
          .out = 0, .omask = 15 },
        { .vec = 1, .s0 = ASM_IN, .s1 = ASM_IN, .s2 = ASM_IN, .v = 3,
          .out = 3, .omask = 15 },
        { .vec = 1, .s0 = ASM_IN, .s1 = ASM_IN, .s2 = ASM_IN, .v = 4,
          .out = 4, .omask = 15 },
        { .vec = 1, .s0 = ASM_IN, .s1 = ASM_IN, .s2 = ASM_IN, .v = 5,
          .out = 8, .omask = 15, .end = true },
    };

    nv_xf_set_kelvin_class(&t->xf, !kelvin);
    for (unsigned i = 0; i < G_N_ELEMENTS(insn); i++) {
        asm_upload(t, i, &insn[i]);
    }
    nv_xf_set_kelvin_class(&t->xf, false);
    t->xf.mode_b = (uint32_t)NV_XF_MODE_PROGRAM << MODE_B_MODE;
    t->block.count = 1;
}

static void test_viewport(void)
{
    for (unsigned i = 1; nv_executor_name(i); i++) {
        TestXf *t = test_xf_new("nv30");
        static const double v[4] = { 1, -2, 3, 4 };

        g_assert_true(nv_xf_configure(&t->xf, nv_executor_name(i), NULL,
                                      NULL));
        upload_program(t);
        ctx(t, 0x76, 320, -240, 1000, 0);
        ctx(t, 0x77, 321, 241, 2000, 0);
        for (unsigned c = 0; c < 4; c++) {
            t->block.in[0][c][0] = nv_f2u(v[c]);
        }
        nv_xf_transform(&t->xf, &t->block);
        g_assert_cmpfloat_with_epsilon(out_of(t, 0, 0, 0), 401, 1e-3);
        g_assert_cmpfloat_with_epsilon(out_of(t, 0, 1, 0), 361, 1e-3);
        g_assert_cmpfloat_with_epsilon(out_of(t, 0, 2, 0), 2750, 1e-3);
        g_assert_cmpfloat(out_of(t, 0, 3, 0), ==, 4);
        t->xf.mode_b |= MODE_B_VIEWPORT_SKIP;
        nv_xf_transform(&t->xf, &t->block);
        g_assert_cmpfloat(out_of(t, 0, 0, 0), ==, 1);
        t->xf.mode_b &= ~MODE_B_VIEWPORT_SKIP;
        nv_xf_set_kelvin_class(&t->xf, true);
        nv_xf_transform(&t->xf, &t->block);
        g_assert_cmpfloat(out_of(t, 0, 0, 0), ==, 1);
        test_xf_free(t);
    }
}

/* --- Lights behind a program --- */

/* Base colours by all sources; every executor gives ref's bits. */
static void test_behind_program(void)
{
    TestXf *t = test_xf_new("nv20");
    GRand *r = g_rand_new_with_seed(25);
    uint32_t a, b;

    upload_program(t);
    b = t->xf.mode_b;
    for (unsigned k = 0; k < 200; k++) {
        NvXfBlock want;

        random_mode(t, r);
        a = (t->xf.mode_a & ~0xff00u) | MODE_A_LIGHTING;
        t->xf.mode_a = a;
        t->xf.mode_b = b | (t->xf.mode_b & 0xffff);
        random_state(t, r);
        random_vertex(t, r, 0);
        for (unsigned i = 1; nv_executor_name(i); i++) {
            g_assert_true(nv_xf_configure(&t->xf, nv_executor_name(i), NULL,
                                          NULL));
            nv_xf_transform(&t->xf, &t->block);
            if (i == 1) {
                want = t->block;
            }
            for (unsigned o = 0; o < NV_XF_ATTRS * 4; o++) {
                g_assert_cmphex(t->block.out[o / 4][o % 4][0], ==,
                                want.out[o / 4][o % 4][0]);
            }
        }
        /* E and A from the material: the scene's colour. */
        if (!(a >> 23 & 0xf) && !(b & 0xffff) && !(t->xf.mode_b & 0xffff)) {
            g_assert_cmphex(t->block.out[3][0][0], ==,
                            t->xf.ltctx[0x41][0] << 10);
        }
    }
    g_rand_free(r);
    test_xf_free(t);
}

/* hw: the back's specular colour is the program's own, not that of the front. */
static void test_back_behind_program(void)
{
    const uint32_t lit = MODE_A_LIGHTING | NV_BIT(16) | NV_BIT(17) | NV_BIT(29);
    static const float front[4] = { 1, 0.5f, 0.25f, 0.75f };
    static const float back[4] = { 0.125f, 0.75f, 0, 0.5f };

    for (unsigned i = 1; nv_executor_name(i); i++) {
        TestXf *t = test_xf_new("nv20");

        g_assert_true(nv_xf_configure(&t->xf, nv_executor_name(i), NULL,
                                      NULL));
        upload_program(t);
        t->xf.mode_a = lit;
        for (unsigned c = 0; c < 4; c++) {
            t->block.in[4][c][0] = nv_f2u(front[c]);
            t->block.in[5][c][0] = nv_f2u(back[c]);
        }
        nv_xf_transform(&t->xf, &t->block);
        for (unsigned c = 0; c < 4; c++) {
            g_assert_cmpfloat(out_of(t, 4, c, 0), ==, front[c]);
            g_assert_cmpfloat(out_of(t, 8, c, 0), ==, back[c]);
        }
        test_xf_free(t);
    }
}

/* --- Radial fog behind a program --- */

#define MODE_B_FOG (1u << 19)
#define MODE_B_FOG_COORD 22             /* 1: radial, 2: by the plane */

static void transform_at(TestXf *t, uint32_t mode_b, double z)
{
    t->xf.mode_b = mode_b;
    for (unsigned c = 0; c < 4; c++) {
        t->block.in[0][c][0] = nv_f2u(c == 2 ? z : c == 3);
    }
    nv_xf_transform(&t->xf, &t->block);
}

/* It is the distance of fixed function's last vertex, on every executor. */
static void test_old_distance(void)
{
    const uint32_t radial = MODE_B_FOG | 1u << MODE_B_FOG_COORD;
    const uint32_t plane = MODE_B_FOG | 2u << MODE_B_FOG_COORD;
    const uint32_t program = (uint32_t)NV_XF_MODE_PROGRAM << MODE_B_MODE;

    for (unsigned i = 1; nv_executor_name(i); i++) {
        TestXf *t = test_xf_new("nv2a");

        g_assert_true(nv_xf_configure(&t->xf, nv_executor_name(i), NULL,
                                      NULL));
        upload_program(t);
        for (unsigned row = 0; row < 4; row++) {
            ctx(t, 0x08 + row, row == 0, row == 1, row == 2, row == 3);
            ctx(t, 0x00 + row, row == 0, row == 1, row == 2, row == 3);
        }
        transform_at(t, plane, 200);
        transform_at(t, program | radial, 3);
        g_assert_cmpfloat_with_epsilon(out_of(t, 5, 0, 0), 200, 0.1);
        transform_at(t, program | plane, 3);
        g_assert_cmpfloat(out_of(t, 5, 0, 0), !=, 3);
        transform_at(t, radial, -50);
        transform_at(t, program | radial, 3);
        g_assert_cmpfloat_with_epsilon(out_of(t, 5, 0, 0), 50, 0.1);
        test_xf_free(t);
    }
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/ff/lists/facts", test_facts);
    g_test_add_func("/ff/lists/positive", test_positive);
    g_test_add_func("/ff/lists/constants-change", test_constants_change);
    g_test_add_func("/ff/clip-planes", test_clip_planes);
    g_test_add_func("/ff/behind-program/viewport", test_viewport);
    g_test_add_func("/ff/behind-program/lights", test_behind_program);
    g_test_add_func("/ff/behind-program/back", test_back_behind_program);
    g_test_add_func("/ff/behind-program/fog", test_old_distance);
    return g_test_run();
}
