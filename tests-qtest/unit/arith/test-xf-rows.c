/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The reference executor by rows of vertices: bit for bit what it does vertex
 * by vertex, from single products and sums to whole programs.
 *
 * Operands gather at the exponents where rows have to give up.
 */
#include <fenv.h>

#include "unit/xf/test-xf-random.h"

#include "arith/row-arith.h"

#define LONG 64                 /* vertices of a row in these tests */

/* --- Operands --- */

typedef enum Near {
    NEAR_ONE,                   /* 2^-8 .. 2^7, an eighth zero */
    NEAR_EDGE,                  /* exponents at which something changes */
    NEAR_HALF,                  /* 2^-3 .. 1, a third zero: sums cancel */
    NEAR_ANYTHING,              /* every exponent of normal numbers */
    NEARS
} Near;

/* Zero or a normal number. */
static uint32_t operand(GRand *rand, Near near)
{
    static const uint8_t edge[] = {
        1, 2, 3, 28, 29, 30, 31, 32, 47, 48, 49, 62, 63, 64, 65, 77, 78, 79,
        80, 125, 126, 127, 128, 150, 151, 152, 176, 188, 189, 190, 191, 206,
        207, 208, 250, 251, 252, 253, 254,
    };
    uint32_t x = g_rand_int(rand);
    uint32_t e;

    if (g_rand_int_range(rand, 0, near == NEAR_HALF ? 3 : 8) == 0) {
        return x & NV_XF_SIGN;
    }
    switch (g_rand_int_range(rand, 0, 4)) {
    case 0:
        x |= 0x7ffffe;
        break;
    case 1:
        x &= ~0x7ffffeu;
        break;
    default:
        break;
    }
    switch (near) {
    case NEAR_ONE:
        e = g_rand_int_range(rand, 119, 135);
        break;
    case NEAR_EDGE:
        e = edge[g_rand_int_range(rand, 0, G_N_ELEMENTS(edge))];
        break;
    case NEAR_HALF:
        e = g_rand_int_range(rand, 124, 128);
        break;
    default:
        e = g_rand_int_range(rand, 1, 255);
        break;
    }
    return (x & ~NV_XF_INF) | e << 23;
}

/* --- Products and sums --- */

enum { MUL, ADD, MAD, DP3, DP4, OPS };

static bool by_row(unsigned op, uint32_t d[LONG], uint32_t in[8][LONG],
                   unsigned count)
{
    const uint32_t *a[4] = { in[0], in[1], in[2], in[3] };
    const uint32_t *b[4] = { in[4], in[5], in[6], in[7] };

    switch (op) {
    case MUL:
        return nv_xf_row_mul(d, a[0], b[0], count);
    case ADD:
        return nv_xf_row_add(d, a[0], b[0], count);
    case MAD:
        return nv_xf_row_mad(d, a[0], b[0], a[1], count);
    case DP3:
        return nv_xf_row_dp3(d, a, b, count);
    default:
        return nv_xf_row_dp4(d, a, b, count);
    }
}

static uint32_t one_by_one(unsigned op, const NvXfRules *rules,
                           uint32_t in[8][LONG], unsigned i)
{
    uint32_t p[4];

    for (unsigned c = 0; c < 4; c++) {
        p[c] = nv_xf_mul(rules, in[c][i], in[4 + c][i]);
    }
    switch (op) {
    case MUL:
        return p[0];
    case ADD:
        return nv_xf_sum2(rules, in[0][i], in[4][i]);
    case MAD:
        return nv_xf_sum2(rules, p[0], in[1][i]);
    default:
        return nv_xf_sum(rules, p, op == DP3 ? 3 : 4);
    }
}

static unsigned compare(unsigned op, const uint32_t d[LONG],
                        uint32_t in[8][LONG], unsigned count)
{
    static const NvXfRules rules[] = {
        { NV_ARITH_KELVIN, true }, { NV_ARITH_RANKINE, true },
        { NV_ARITH_RANKINE, false },
    };
    unsigned wrong = 0;

    for (unsigned i = 0; i < count; i++) {
        for (unsigned r = 0; r < G_N_ELEMENTS(rules); r++) {
            uint32_t want = one_by_one(op, &rules[r], in, i);

            if (d[i] != want) {
                wrong++;
                g_printerr("op %u rules %u: %08x, not %08x, of %08x %08x "
                           "%08x %08x, %08x %08x %08x %08x\n", op, r, d[i],
                           want, in[0][i], in[1][i], in[2][i], in[3][i],
                           in[4][i], in[5][i], in[6][i], in[7][i]);
            }
        }
    }
    return wrong;
}

/*
 * Rows that are given up are not wrong, but few unless made for it.  How the
 * host rounds does not matter.
 */
static void check_arith(int rounding, unsigned seed)
{
    GRand *rand = g_rand_new_with_seed(seed);
    unsigned done[OPS][NEARS] = { { 0 } };
    unsigned wrong = 0;
    const unsigned rounds = g_test_thorough() ? 100000 : 2000;

    for (unsigned n = 0; n < rounds * OPS * NEARS; n++) {
        unsigned op = n % OPS, near = n / OPS % NEARS;
        unsigned count = near == NEAR_EDGE ? 4 : 1 + n % 16;
        uint32_t in[8][LONG], d[LONG];
        bool right;

        for (unsigned k = 0; k < 8; k++) {
            for (unsigned i = 0; i < 16; i++) {
                in[k][i] = operand(rand, near);
            }
            g_assert_true(nv_xf_row_tidy(in[k], 16));
        }
        fesetround(rounding);
        right = by_row(op, d, in, count);
        fesetround(FE_TONEAREST);
        if (right) {
            done[op][near]++;
            wrong += compare(op, d, in, count);
            g_assert_true(nv_xf_row_tidy(d, count));
        }
    }
    for (unsigned op = 0; op < OPS; op++) {
        for (unsigned near = 0; near < NEARS; near++) {
            g_test_message("op %u operands %u: %u of %u rows taken", op, near,
                           done[op][near], rounds);
            g_assert_cmpuint(done[op][near], >, rounds / 100);
        }
        g_assert_cmpuint(done[op][NEAR_ONE], ==, rounds);
        g_assert_cmpuint(done[op][NEAR_HALF], ==, rounds);
    }
    g_assert_cmpuint(wrong, ==, 0);
    g_rand_free(rand);
}

static void test_arith(void)
{
    check_arith(FE_TONEAREST, 31);
}

static void test_rounding(void)
{
    check_arith(FE_TOWARDZERO, 34);
    check_arith(FE_UPWARD, 35);
    check_arith(FE_DOWNWARD, 36);
}

/* Each one beyond a limit of row-arith.c by as little as can be. */
static void test_limits(void)
{
    static const struct {
        const char *what;
        unsigned op;
        uint32_t in[8];
    } rows[] = {
        { "a product below 2^-126 that floats round up, all else cancelled",
          DP3, { 0x27000000, 0x27000000, 0x3f7fffff, 0, 0x27000000,
                 0xa7000000, 0x00800000, 0 } },
        { "the same with one that does not underflow", DP3,
          { 0x27000000, 0x27000000, 0x3f800001, 0, 0x27000000, 0xa7000000,
            0x00800000, 0 } },
        { "four terms of 2^126", DP4,
          { 0x5f000000, 0x5f000000, 0x5f000000, 0x5f000000, 0x5f000000,
            0x5f000000, 0x5f000000, 0x5f000000 } },
        { "four terms just below 2^126", DP4,
          { 0x5effffff, 0x5effffff, 0x5effffff, 0x5effffff, 0x5f000000,
            0x5f000000, 0x5f000000, 0x5f000000 } },
        { "a product that floats round up to 2^-126", MUL,
          { 0x3f7fffff, 0, 0, 0, 0x00800000 } },
        { "the largest product", MUL, { 0x7f7fffff, 0, 0, 0, NV_XF_ONE } },
        { "a product of 2^128", MUL, { 0x7f000000, 0, 0, 0, 0x40000000 } },
        { "a sum that floats would round up", ADD,
          { 0x3fffffff, 0, 0, 0, 0x33c00000 } },
        { "minus zero and minus zero", ADD,
          { NV_XF_SIGN, 0, 0, 0, NV_XF_SIGN } },
        { "minus zero and a product of it", MAD,
          { NV_XF_SIGN, NV_XF_SIGN, 0, 0, NV_XF_ONE } },
    };

    for (unsigned r = 0; r < G_N_ELEMENTS(rows); r++) {
        uint32_t in[8][LONG], d[LONG];
        bool right;

        for (unsigned k = 0; k < 8; k++) {
            nv_xf_row_fill(in[k], rows[r].in[k], LONG);
        }
        right = by_row(rows[r].op, d, in, 4);
        g_test_message("%s: %s", rows[r].what, right ? "taken" : "given up");
        g_assert_true(!right || !compare(rows[r].op, d, in, 4));
    }
}

/* One lane of each step decides for all. */
static void test_tidy(void)
{
    static const struct {
        uint32_t x;
        bool tidy;
    } rows[] = {
        { 0, true }, { 1, false }, { 0x007fffff, false },
        { 0x00400000, false }, { 0x00800000, true }, { NV_XF_ONE, true },
        { NV_XF_MAX, true }, { NV_XF_INF, false }, { NV_XF_INF + 1, false },
        { NV_XF_CNAN, false },
    };

    for (unsigned r = 0; r < G_N_ELEMENTS(rows); r++) {
        for (unsigned at = 0; at < 16; at++) {
            uint32_t row[16];

            nv_xf_row_fill(row, NV_XF_ONE, 16);
            row[at] = rows[r].x;
            g_assert_true(nv_xf_row_tidy(row, 16) == rows[r].tidy);
            nv_xf_row_signs(row, row, UINT32_MAX, NV_XF_SIGN, 16);
            g_assert_cmphex(row[at], ==, rows[r].x ^ NV_XF_SIGN);
            g_assert_true(nv_xf_row_tidy(row, 16) == rows[r].tidy);
            nv_xf_row_signs(row, row, ~NV_XF_SIGN, 0, 16);
            g_assert_cmphex(row[at], ==, rows[r].x);
        }
    }
}

/* --- Programs --- */

static void ignore_step(void *opaque, const NvXfStep *step)
{
    unsigned *steps = opaque;

    g_assert_nonnull(step->insn);
    (*steps)++;
}

static unsigned differences(const TestXf *a, const TestXf *b)
{
    unsigned bad = 0;

    for (unsigned k = 0; k < NV_XF_ATTRS; k++) {
        for (unsigned c = 0; c < 4; c++) {
            for (unsigned i = 0; i < a->block.count; i++) {
                bad += a->block.out[k][c][i] != b->block.out[k][c][i];
            }
        }
    }
    bad += memcmp(a->xf.tbuf, b->xf.tbuf, sizeof(a->xf.tbuf)) != 0;
    return bad + (memcmp(a->xf.xfctx, b->xf.xfctx, sizeof(a->xf.xfctx)) != 0);
}

static void run_on_ref(TestXf *t)
{
    const NvXfRun *run = nv_xf_program_run(&t->xf, 0);

    nv_xf_ref_program(&t->xf, run, &t->block);
}

static bool goes_by_rows(TestXf *t)
{
    return nv_xf_ref_rows(&t->xf, nv_xf_program_run(&t->xf, 0), &t->block);
}

/* @t by rows where that is possible, @u traced, so step by step. */
static void check_program(TestXf *t, TestXf *u, GRand *rand, unsigned n,
                          unsigned *rows)
{
    static const uint8_t counts[] = { 1, 3, 4, 5, 63, 64, 65, 127, 128 };
    RandomTaste taste = n % TASTES;
    unsigned steps = 0;
    unsigned bad;

    random_constants(t, rand, taste);
    random_block(&t->block, rand, taste,
                 counts[g_rand_int_range(rand, 0, G_N_ELEMENTS(counts))]);
    t->xf.mode_b = RANDOM_PROGRAM | (n & 16 ? RANDOM_ALL_CTX : 0) |
                   (n & 32 ? MODE_B_XFCTX_WRITE : 0) |
                   (n & 64 ? MODE_B_ARITH_RULES | 0x40000000 : 0);
    t->xf.timeout = n & 128 ? g_rand_int_range(rand, 0, 20) : 0xffff;
    copy_state(&u->xf, &t->xf);
    u->block = t->block;
    nv_xf_set_trace(&u->xf, ignore_step, &steps);
    run_on_ref(u);
    if (goes_by_rows(t)) {
        (*rows)++;
    } else {
        run_on_ref(t);
    }
    bad = differences(t, u);
    if (bad) {
        g_printerr("%s: program %u, %u vertices, %u differ\n",
                   t->env.chip->name, n, t->block.count, bad);
        program_text(&t->xf);
    }
    g_assert_cmpuint(bad, ==, 0);
}

/* Takes from a Rankine program what only goes step by step. */
static void make_simple(TestXf *t, unsigned count)
{
    static const NvXfField fields[] = {
        NV_XF_F_COND_ENABLE, NV_XF_F_CDST_WM, NV_XF_F_ASRC, NV_XF_F_ASRC_SWZ,
    };
    const NvXfIsa *isa = t->xf.program->isa;

    for (unsigned i = 0; i < count; i++) {
        uint32_t *words = t->xf.xfpr[i];
        unsigned op = nv_xf_field(isa, words, NV_XF_F_OP_VEC);

        for (unsigned f = 0; f < G_N_ELEMENTS(fields); f++) {
            put_field(isa, words, fields[f], 0);
        }
        if (nv_xf_vec_ops[op].flags & NV_XF_OPF_ADDRESS) {
            put_field(isa, words, NV_XF_F_OP_VEC, 0x0d);
            put_field(isa, words, NV_XF_F_DST_WM_VEC, 8);
            put_field(isa, words, NV_XF_F_DST, 0);
        }
    }
    nv_xf_program_changed(&t->xf);
}

/* An instruction writes a constant, if it may; its number is an output's. */
static void write_constant(TestXf *t, unsigned slot)
{
    uint32_t *words = t->xf.xfpr[slot];

    put_field(t->xf.program->isa, words, NV_XF_F_OUT_TARGET, 0);
    put_field(t->xf.program->isa, words, NV_XF_F_OUT_ADDR, 3);
    nv_xf_program_changed(&t->xf);
}

static void test_programs(void)
{
    static const char *const chips[] = { "nv20", "nv2a", "nv30", "nv35" };
    GRand *rand = g_rand_new_with_seed(32);
    const unsigned programs = g_test_thorough() ? 20000 : 800;

    for (unsigned chip = 0; chip < G_N_ELEMENTS(chips); chip++) {
        TestXf *t = test_xf_new(chips[chip]);
        TestXf *u = test_xf_new(chips[chip]);
        bool kelvin = t->env.chip->xf.isa == NV_ISA_KELVIN;
        unsigned rows = 0;

        for (unsigned n = 0; n < programs; n++) {
            unsigned count = g_rand_int_range(rand, 1, 40);

            if (kelvin) {
                random_program(t, rand, count);
            } else {
                random_isa_program(t, rand, count, n % 4 == 0);
                if (n % 4) {
                    make_simple(t, count);
                }
            }
            if (n % 8 == 5) {
                write_constant(t, count / 2);
            }
            check_program(t, u, rand, n, &rows);
        }
        g_test_message("%s: %u of %u programs by rows", chips[chip], rows,
                       programs);
        g_assert_cmpuint(rows, >, programs / 3);
        test_xf_free(t);
        test_xf_free(u);
    }
    g_rand_free(rand);
}

/* --- What cannot go by rows --- */

static void test_not_apart(void)
{
    static const struct {
        AsmInsn insn;
        uint32_t mode;
        bool rows;
    } cases[] = {
        { { .vec = 1, .s0 = ASM_IN, .omask = 15 }, 0, true },
        /* Output 0 of the vertex before: o[0].x = R12.y, y not written. */
        { { .vec = 1, .s0 = ASM_SRC(ASM_R, 12, 0x55, 0), .omask = 8 }, 0,
          true },
        { { .vec = 1, .s0 = ASM_SRC(ASM_R, 12, 0x00, 0), .omask = 8 }, 0,
          false },
        { { .vec = 1, .s0 = ASM_IN, .omask = 15, .out = 0x60,
            .to_ctx = true }, 0, true },
        { { .vec = 1, .s0 = ASM_IN, .omask = 15, .out = 0x60,
            .to_ctx = true }, MODE_B_XFCTX_WRITE, false },
    };
    GRand *rand = g_rand_new_with_seed(33);

    for (unsigned i = 0; i < G_N_ELEMENTS(cases); i++) {
        TestXf *t = test_xf_new("nv2a");
        AsmInsn insn = cases[i].insn;

        insn.end = true;
        asm_upload(t, 0, &insn);
        t->xf.mode_b = RANDOM_PROGRAM | cases[i].mode;
        random_block(&t->block, rand, TASTE_TAME, 16);
        g_assert_true(goes_by_rows(t) == cases[i].rows);
        t->block.count = 1;
        g_assert_false(goes_by_rows(t));
        test_xf_free(t);
    }
    g_rand_free(rand);
}

/* A register that held a normal number gets a denormal, which counts as 0. */
static void test_denormal(void)
{
    const AsmInsn program[] = {
        { .vec = 1, .s0 = ASM_CONST, .c = 0x60, .vmask = 15 },
        { .vec = 1, .s0 = ASM_IN, .vmask = 15 },
        { .vec = 2, .s0 = ASM_REG(0), .s1 = ASM_CONST, .c = 0x61,
          .omask = 15, .end = true },
    };
    const uint32_t large[4] = { 0x7e800000, 0x7e800000, NV_XF_ONE, NV_XF_ONE };
    const uint32_t in[4] = { 0x007fffff, 1, 0x40000000, 0x40000000 };
    TestXf *t = test_xf_new("nv2a");
    uint32_t v[4];

    asm_program(t, 0, program, G_N_ELEMENTS(program));
    for (unsigned c = 0; c < 4; c++) {
        t->xf.xfctx[0x60][c] = NV_XF_ONE;
        t->xf.xfctx[0x61][c] = large[c];
    }
    t->xf.mode_b = RANDOM_PROGRAM;
    t->block.count = 8;
    for (unsigned lane = 0; lane < t->block.count; lane++) {
        block_set(&t->block, 0, lane, in);
    }
    g_assert_true(goes_by_rows(t));
    for (unsigned lane = 0; lane < t->block.count; lane++) {
        block_get(&t->block, 0, lane, v);
        assert_vector(v, 0, 0, 0x40000000, 0x40000000);
    }
    test_xf_free(t);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/xf-rows/arith", test_arith);
    g_test_add_func("/xf-rows/rounding", test_rounding);
    g_test_add_func("/xf-rows/limits", test_limits);
    g_test_add_func("/xf-rows/tidy", test_tidy);
    g_test_add_func("/xf-rows/programs", test_programs);
    g_test_add_func("/xf-rows/not-apart", test_not_apart);
    g_test_add_func("/xf-rows/denormal", test_denormal);
    return g_test_run();
}
