/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Fragment programs without a rasteriser: every operation against a second
 * evaluator, modifiers, precision, and words that are no program.
 */
#include "unit/raster/fragprog-model.h"
#include "unit/raster/fragprog-words.h"

static float any_float(GRand *r)
{
    static const float special[] = {
        0, -0.0f, 1, -1, 0.5f, 2, -2, INFINITY, -INFINITY, NAN, 65504, 1e9f,
        1e-9f, -3.75f, 127.5f / 255, 6.1e-5f, 5.9e-8f,
    };

    return g_rand_boolean(r) ? special[g_rand_int_range(r, 0,
                                                        G_N_ELEMENTS(special))]
                             : (float)g_rand_double_range(r, -4, 4);
}

/* ---- operations ---- */

static const uint8_t skipped[] = {
    NV_FRAG_NOP, NV_FRAG_KIL, NV_FRAG_DDX, NV_FRAG_DDY, NV_FRAG_TEX,
    NV_FRAG_TXP, NV_FRAG_TXD, NV_FRAG_TXB, NV_FRAG_TEXBEM, NV_FRAG_TXPBEM,
    NV_FRAG_TIMESWTEX,
};

typedef struct Modifiers {
    unsigned swz[3], scale;
    bool neg[3], abs[3], sat;
    unsigned mask;
} Modifiers;

static Modifiers any_modifiers(GRand *r)
{
    Modifiers m = { .mask = g_rand_int_range(r, 1, 16) };

    for (unsigned i = 0; i < 3; i++) {
        m.swz[i] = g_rand_boolean(r) ? IDENTITY : g_rand_int(r) & 255;
        m.neg[i] = g_rand_int_range(r, 0, 4) == 0;
        m.abs[i] = g_rand_int_range(r, 0, 4) == 0;
    }
    m.sat = g_rand_int_range(r, 0, 8) == 0;
    m.scale = g_rand_int_range(r, 0, 4) ? 0 : g_rand_int_range(r, 1, 8);
    return m;
}

static void build(Words *p, unsigned code, const Modifiers *m)
{
    uint32_t *w, s[3];

    memset(p, 0, sizeof(*p));
    for (unsigned i = 0; i < 3; i++) {
        emit(p, NV_FRAG_MOV, DST_R(1 + i) | ALL_MASK | (4 + i) << 13,
             src(IN, 0, false, IDENTITY), 0, 0);
        s[i] = src(0, 1 + i, false, m->swz[i]) | (uint32_t)m->neg[i] << 17;
    }
    w = emit(p, code, DST_R(4) | m->mask << 9 | (uint32_t)m->sat << 31 | END,
             s[0], s[1] | (uint32_t)m->abs[1] << 18,
             s[2] | (uint32_t)m->abs[2] << 18);
    w[1] |= (uint32_t)m->abs[0] << 29;
    w[2] |= m->scale << 28;
}

static void operand(const NvFragRun *run, const Modifiers *m, unsigned i,
                    unsigned lane, float *out)
{
    for (unsigned c = 0; c < 4; c++) {
        float v = run->in[4 + i][m->swz[i] >> 2 * c & 3][lane];

        v = m->abs[i] ? fabsf(v) : v;
        out[c] = m->neg[i] ? -v : v;
    }
}

static unsigned compare(const char *op, const NvFragRun *run,
                        const Modifiers *m)
{
    static const float scales[8] = { 1, 2, 4, 8, 1, .5f, .25f, .125f };
    unsigned wrong = 0;

    for (unsigned lane = 0; lane < NV_FRAG_LANES; lane++) {
        float s[3][4], want[4];

        for (unsigned i = 0; i < 3; i++) {
            operand(run, m, i, lane, s[i]);
        }
        model(op, s[0], s[1], s[2], want);
        for (unsigned c = 0; c < 4; c++) {
            float got = run->r[4][c][lane], v = want[c];
            bool pack = !strncmp(op, "PK", 2) && !m->scale && !m->sat;

            v = m->scale ? v * scales[m->scale] : v;
            v = m->sat ? clamp01(v) : v;
            if (!(m->mask >> c & 1)) {
                continue;
            }
            if (pack ? nv_f2u(got) != nv_f2u(v) : !close_to(got, v, false)) {
                if (!wrong) {
                    g_test_message("%s: %g %g %g: got %g, want %g", op,
                                   s[0][c], s[1][c], s[2][c], got, v);
                }
                wrong++;
            }
        }
    }
    return wrong;
}

static void test_opcodes(void)
{
    g_autofree NvFragRun *run = g_new0(NvFragRun, 1);
    g_autoptr(GRand) r = g_rand_new_with_seed(30);
    unsigned wrong = 0, cases = 0, codes = 0;
    NvFragProgram p;

    nv_frag_init(&p);
    for (unsigned code = 0; code < 0x40; code++) {
        if (!nv_frag_op_name(code, 3) ||
            memchr(skipped, code, sizeof(skipped))) {
            continue;
        }
        codes++;
        for (unsigned round = 0; round < 60; round++, cases++) {
            Modifiers m = any_modifiers(r);
            Words words;

            for (unsigned i = 0; i < 3 * 4 * NV_FRAG_LANES; i++) {
                run->in[4 + i / 256][i / 64 % 4][i % 64] =
                    code == NV_FRAG_UP4B || code == NV_FRAG_UP4UB ||
                    code == NV_FRAG_UP2US || code == NV_FRAG_UP2H
                    ? nv_u2f(g_rand_int(r) & 0xbfffffff) : any_float(r);
            }
            build(&words, code, &m);
            g_assert_null(load(&p, &words));
            run_all(&p, run);
            wrong += compare(nv_frag_op_name(code, 3), run, &m);
        }
    }
    g_test_message("%u operations, %u programs of 64 lanes, %u differences",
                   codes, cases, wrong);
    g_assert_cmpuint(codes, ==, 43);
    g_assert_cmpuint(wrong, ==, 0);
    nv_frag_free(&p);
}

/* ---- numbers ---- */

static void test_precision(void)
{
    g_autoptr(GRand) r = g_rand_new_with_seed(16);
    unsigned wrong = 0;

    for (unsigned h = 0; h < 0x10000; h++) {
        float f = nv_frag_from_half(h);

        wrong += !close_to(f, half_value(h), true);
        wrong += !isnan(f) && nv_frag_to_half(f) != h;
    }
    for (unsigned i = 0; i < 2000000; i++) {
        float f = i & 1 ? nv_u2f(g_rand_int(r))
                        : (float)ldexp(g_rand_double_range(r, -1, 1),
                                       g_rand_int_range(r, -27, 18));

        wrong += nv_frag_to_half(f) != half_bits(f);
        wrong += !isnan(f) && nv_frag_round_half(f) != half_value(half_bits(f));
    }
    g_assert_cmpuint(wrong, ==, 0);
    g_assert_cmpfloat(nv_frag_round_fx12(0.3f), ==, 307 / 1024.0f);
    g_assert_cmpfloat(nv_frag_round_fx12(7), ==, 2047 / 1024.0f);
    g_assert_cmpfloat(nv_frag_round_fx12(-7), ==, -2);
    g_assert_cmpfloat(nv_frag_round_fx12(NAN), ==, 0);
}

static void test_destinations(void)
{
    static const float third[4] = { 1 / 3.0f, -1 / 3.0f, 5, -5 };
    g_autofree NvFragRun *run = g_new0(NvFragRun, 1);
    Words words = { .slots = 0 };
    NvFragProgram p;

    nv_frag_init(&p);
    emit(&words, NV_FRAG_MOV, DST_H(4) | ALL_MASK,
         src(CONST, 0, false, IDENTITY), 0, 0);
    constant(&words, third);
    emit(&words, NV_FRAG_MOV, DST_R(3) | ALL_MASK | 2u << 22,
         src(CONST, 0, false, IDENTITY), 0, 0);
    constant(&words, third);
    emit(&words, NV_FRAG_ADD, DST_R(4) | ALL_MASK | 1u << 22 | END,
         src(CONST, 0, false, IDENTITY), src(CONST, 0, false, IDENTITY), 0);
    constant(&words, third);
    g_assert_null(load(&p, &words));
    g_assert_cmpuint(p.slots, ==, 6);
    g_assert_cmpuint(p.nconstants, ==, 3);
    run_all(&p, run);
    g_assert_cmphex(nv_frag_to_half(run->h[4][0][0]), ==, 0x3555);
    g_assert_cmpfloat(run->h[4][0][9], ==, half_value(0x3555));
    g_assert_cmpfloat(run->r[3][0][63], ==, 341 / 1024.0f);
    g_assert_cmpfloat(run->r[3][2][63], ==, 2047 / 1024.0f);
    g_assert_cmpfloat(run->r[3][3][63], ==, -2);
    g_assert_cmpfloat(run->r[4][1][0], ==, half_value(0xb955));
    nv_frag_free(&p);
}

/* ---- quads ---- */

static void test_derivatives(void)
{
    g_autofree NvFragRun *run = g_new0(NvFragRun, 1);
    Words words = { .slots = 0 };
    NvFragProgram p;

    nv_frag_init(&p);
    emit(&words, NV_FRAG_DDX, DST_R(2) | ALL_MASK | 4 << 13,
         src(IN, 0, false, IDENTITY), 0, 0);
    emit(&words, NV_FRAG_DDY, DST_R(3) | ALL_MASK | 4 << 13 | END,
         src(IN, 0, false, IDENTITY), 0, 0);
    for (unsigned i = 0; i < NV_FRAG_LANES; i++) {
        unsigned x = i / 2, y = i % 2;

        run->in[4][0][i] = 3 * x + 5 * y;
        run->in[4][1][i] = (float)x * x;
    }
    g_assert_null(load(&p, &words));
    g_assert_true(p.quads);
    run->quads = true;
    run_all(&p, run);
    for (unsigned i = 0; i < NV_FRAG_LANES; i++) {
        unsigned x = i / 4 * 2;

        g_assert_cmpfloat(run->r[2][0][i], ==, 3);
        g_assert_cmpfloat(run->r[3][0][i], ==, 5);
        g_assert_cmpfloat(run->r[2][1][i], ==, 2 * x + 1);
        g_assert_cmpfloat(run->r[3][1][i], ==, 0);
    }
    nv_frag_free(&p);
}

/* ---- what is no program ---- */

static void any_sample(const void *opaque, NvFragTex *t, NvFragLod lod)
{
    g_assert_cmpuint(t->unit, <, 16);
    for (unsigned i = 0; i < 4 * t->n; i++) {
        t->out[i / t->n][i % t->n] = t->coord[i % 3][i / 4];
    }
    t->kill = lod == NV_FRAG_LOD_BIAS;
}

static void test_fuzz(void)
{
    g_autofree NvFragRun *run = g_new0(NvFragRun, 1);
    g_autoptr(GRand) r = g_rand_new_with_seed(99);
    unsigned whole = 0;
    NvFragProgram p;

    nv_frag_init(&p);
    for (unsigned round = 0; round < 3000; round++) {
        Words words = { .most = g_rand_int_range(r, 0, 65),
                        .combiners = round & 1 };

        for (unsigned i = 0; i < 256; i++) {
            words.w[i] = g_rand_int(r);
            if (i % 4 == 0) {   /* an end is one in two otherwise */
                words.w[i] &= g_rand_int_range(r, 0, 12) ? ~1u : ~0u;
            }
        }
        whole += !load(&p, &words);
        run->n = 4 * g_rand_int_range(r, 1, 17);
        run->quads = round % 3 == 0;
        run->live = g_rand_int(r) | (uint64_t)g_rand_int(r) << 32;
        run->sample = any_sample;
        nv_frag_run(&p, run);
    }
    g_test_message("%u of 3000 were whole programs", whole);
    g_assert_cmpuint(whole, >, 100);
    nv_frag_free(&p);
}

static bool read_nops(void *opaque, unsigned at, unsigned count,
                      uint32_t *words)
{
    *(unsigned *)opaque = at + count;
    memset(words, 0, 16 * count);
    return true;
}

/* One that never ends stops at the chip's size. */
static void test_endless(void)
{
    unsigned last = 0;
    NvFragSource from = { read_nops, &last, 3, false };
    NvFragProgram p;

    nv_frag_init(&p);
    g_assert_cmpstr(nv_frag_load(&p, &from), ==, "does not end");
    g_assert_cmpuint(last, ==, NV_FRAG_SLOTS);
    nv_frag_free(&p);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/fragprog/opcodes", test_opcodes);
    g_test_add_func("/fragprog/precision", test_precision);
    g_test_add_func("/fragprog/destinations", test_destinations);
    g_test_add_func("/fragprog/derivatives", test_derivatives);
    g_test_add_func("/fragprog/fuzz", test_fuzz);
    g_test_add_func("/fragprog/endless", test_endless);
    return g_test_run();
}
