/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * XF arithmetic against golden vectors, every row and every column.
 *
 * The vectors come from the public reference arithmetic that was asserted on
 * hardware; columns name the version: v1 Celsius, v2 Kelvin, v3 Rankine.
 */
#include <glib.h>
#include <math.h>
#include <stdlib.h>

#include "arith/arith.h"

#define MAX_COLUMNS 32

static const NvXfRules celsius = { NV_ARITH_CELSIUS, true };
static const NvXfRules kelvin = { NV_ARITH_KELVIN, true };
static const NvXfRules legacy = { NV_ARITH_RANKINE, true };
static const NvXfRules modern = { NV_ARITH_RANKINE, false };

/* One checked column: the result for the row @in. */
typedef struct Column {
    const char *name;
    uint32_t (*eval)(const uint32_t *in);
    uint32_t mask;          /* bits to compare; 0 = all */
} Column;

static unsigned split(char *line, char **cells)
{
    unsigned n = 0;

    g_strchomp(line);
    for (char *at = strtok(line, ","); at; at = strtok(NULL, ",")) {
        g_assert_cmpuint(n, <, MAX_COLUMNS);
        cells[n++] = at;
    }
    return n;
}

static int find(char **names, unsigned n, const char *name)
{
    for (unsigned i = 0; i < n; i++) {
        if (!strcmp(names[i], name)) {
            return i;
        }
    }
    return -1;
}

/* All of @file; every column must be an input or have a row in @columns. */
static void check_file(const char *file, unsigned inputs,
                       const Column *columns, unsigned ncolumns,
                       unsigned want_rows)
{
    g_autofree char *path = g_test_build_filename(G_TEST_DIST, "data", file,
                                                  NULL);
    g_autofree char *text = NULL;
    g_auto(GStrv) lines = NULL;
    g_autoptr(GError) error = NULL;
    char *names[MAX_COLUMNS];
    int of[MAX_COLUMNS];
    unsigned bad[MAX_COLUMNS] = { 0 };
    unsigned rows = 0, total = 0, n;

    g_file_get_contents(path, &text, NULL, &error);
    g_assert_no_error(error);
    lines = g_strsplit(text, "\n", -1);
    n = split(lines[0], names);
    g_assert_cmpuint(n, ==, inputs + ncolumns);
    for (unsigned c = 0; c < ncolumns; c++) {
        of[c] = find(names, n, columns[c].name);
        g_assert_cmpint(of[c], >=, (int)inputs);
    }
    for (unsigned l = 1; lines[l] && *lines[l]; l++) {
        char *cells[MAX_COLUMNS];
        uint32_t word[MAX_COLUMNS];

        g_assert_cmpuint(split(lines[l], cells), ==, n);
        for (unsigned i = 0; i < n; i++) {
            word[i] = strtoul(cells[i], NULL, 16);
        }
        for (unsigned c = 0; c < ncolumns; c++) {
            uint32_t mask = columns[c].mask ? columns[c].mask : UINT32_MAX;
            uint32_t got = columns[c].eval(word);

            if ((got ^ word[of[c]]) & mask) {
                if (!bad[c]++) {
                    g_test_message("row %u %s: in %08x %08x want %08x "
                                   "got %08x", l, columns[c].name, word[0],
                                   word[1], word[of[c]], got);
                }
                total++;
            }
        }
        rows++;
    }
    for (unsigned c = 0; c < ncolumns; c++) {
        if (bad[c]) {
            g_test_message("%s: %u wrong", columns[c].name, bad[c]);
        }
    }
    g_test_message("%s: %u mismatches in %u rows, %u cases", file, total,
                   rows, rows * ncolumns);
    g_assert_cmpuint(rows, ==, want_rows);
    g_assert_cmpuint(total, ==, 0);
}

#define EVAL(name, expr) \
    static uint32_t name(const uint32_t *in) { return expr; }
#define EVAL_OUT(name, call, i) \
    static uint32_t name(const uint32_t *in) \
    { uint32_t d[4]; call; return d[i]; }

EVAL(rcp_v1, nv_xf_rcp(&celsius, in[0]))
EVAL(rcp_v2, nv_xf_rcp(&kelvin, in[0]))
EVAL(rcc_v1, nv_xf_rcc(&celsius, in[0]))
EVAL(rcc_v2, nv_xf_rcc(&kelvin, in[0]))
EVAL(rsq_v1, nv_xf_rsq(&celsius, in[0]))
EVAL(rsq_v2, nv_xf_rsq(&kelvin, in[0]))
EVAL(rsq_v3l, nv_xf_rsq(&legacy, in[0]))
EVAL(rsq_v3m, nv_xf_rsq(&modern, in[0]))
EVAL_OUT(exp_x, nv_xf_exp(d, in[0]), 0)
EVAL_OUT(exp_y, nv_xf_exp(d, in[0]), 1)
EVAL_OUT(exp_z, nv_xf_exp(d, in[0]), 2)
EVAL_OUT(log_x2, nv_xf_log(&kelvin, d, in[0]), 0)
EVAL_OUT(log_y2, nv_xf_log(&kelvin, d, in[0]), 1)
EVAL_OUT(log_z2, nv_xf_log(&kelvin, d, in[0]), 2)
EVAL_OUT(log_x3, nv_xf_log(&modern, d, in[0]), 0)
EVAL_OUT(log_y3, nv_xf_log(&modern, d, in[0]), 1)
EVAL_OUT(log_z3, nv_xf_log(&modern, d, in[0]), 2)
EVAL(flr, nv_xf_flr(in[0]))
EVAL(frc, nv_xf_frc(&modern, in[0]))
EVAL(lg2, nv_xf_lg2(in[0]))
EVAL(ex2, nv_xf_ex2(in[0]))
EVAL(sin_, nv_xf_sin(in[0]))
EVAL(cos_, nv_xf_cos(in[0]))
EVAL(tolt, nv_xf_to_lt(in[0]))

static void test_scalar(void)
{
    static const Column columns[] = {
        { "rcp_v1", rcp_v1, 0 }, { "rcp_v2", rcp_v2, 0 },
        { "rcc_v1", rcc_v1, 0 }, { "rcc_v2", rcc_v2, 0 },
        { "rsq_v1", rsq_v1, 0 }, { "rsq_v2_legacy", rsq_v2, 0 },
        { "rsq_v3_legacy", rsq_v3l, 0 }, { "rsq_v3_modern", rsq_v3m, 0 },
        { "exp_x", exp_x, 0 }, { "exp_y", exp_y, 0 }, { "exp_z", exp_z, 0 },
        { "log_x_v2", log_x2, 0 }, { "log_y_v2", log_y2, 0 },
        { "log_z_v2", log_z2, 0 }, { "log_x_v3modern", log_x3, 0 },
        { "log_y_v3modern", log_y3, 0 }, { "log_z_v3modern", log_z3, 0 },
        { "flr", flr, 0 }, { "frc", frc, 0 }, { "lg2", lg2, 0 },
        { "ex2", ex2, 0 }, { "sin", sin_, 0 }, { "cos", cos_, 0 },
        { "tolt", tolt, 0 },
    };

    check_file("xf-vectors-scalar.csv", 1, columns, G_N_ELEMENTS(columns),
               3000);
}

EVAL(mul_v2, nv_xf_mul(&kelvin, in[0], in[1]))
EVAL(mul_v3l, nv_xf_mul(&legacy, in[0], in[1]))
EVAL(mul_v3m, nv_xf_mul(&modern, in[0], in[1]))
EVAL(add_v12, nv_xf_sum2(&kelvin, in[0], in[1]))
EVAL(add_v3, nv_xf_sum2(&modern, in[0], in[1]))
EVAL(min_l, nv_xf_min(&kelvin, in[0], in[1]))
EVAL(max_l, nv_xf_max(&kelvin, in[0], in[1]))
EVAL(slt_l, nv_xf_set(&kelvin, NV_XF_TEST_LT, in[0], in[1]))
EVAL(sge_l, nv_xf_set(&kelvin, NV_XF_TEST_GE, in[0], in[1]))
EVAL(min_m, nv_xf_min(&modern, in[0], in[1]))
EVAL(max_m, nv_xf_max(&modern, in[0], in[1]))
EVAL(slt_m, nv_xf_set(&modern, NV_XF_TEST_LT, in[0], in[1]))
EVAL(sge_m, nv_xf_set(&modern, NV_XF_TEST_GE, in[0], in[1]))
EVAL(sne_m, nv_xf_set(&modern, NV_XF_TEST_NE, in[0], in[1]))

static void test_binary(void)
{
    static const Column columns[] = {
        { "mul_v2", mul_v2, 0 }, { "mul_v3_legacy", mul_v3l, 0 },
        { "mul_v3_modern", mul_v3m, 0 }, { "add_v12", add_v12, 0 },
        { "add_v3", add_v3, 0 }, { "min_legacy", min_l, 0 },
        { "max_legacy", max_l, 0 }, { "slt_legacy", slt_l, 0 },
        { "sge_legacy", sge_l, 0 }, { "min_modern", min_m, 0 },
        { "max_modern", max_m, 0 }, { "slt_modern", slt_m, 0 },
        { "sge_modern", sge_m, 0 }, { "sne_modern", sne_m, 0 },
    };

    check_file("xf-vectors-binary.csv", 2, columns, G_N_ELEMENTS(columns),
               3000);
}

static uint32_t dot(const NvXfRules *rules, const uint32_t *in, unsigned n,
                    bool homogeneous)
{
    uint32_t terms[4];

    for (unsigned i = 0; i < n; i++) {
        uint32_t a = homogeneous && i == 3 ? NV_XF_ONE : in[i];

        terms[i] = nv_xf_mul(rules, a, in[4 + i]);
    }
    return nv_xf_sum(rules, terms, n);
}

EVAL(dp3_v2, dot(&kelvin, in, 3, false))
EVAL(dph_v2, dot(&kelvin, in, 4, true))
EVAL(dp4_v2, dot(&kelvin, in, 4, false))
EVAL(dp3_v3, dot(&modern, in, 3, false))
EVAL(dph_v3, dot(&modern, in, 4, true))
EVAL(dp4_v3, dot(&modern, in, 4, false))
EVAL_OUT(lit_y, nv_xf_lit(d, in), 1)
EVAL_OUT(lit_z, nv_xf_lit(d, in), 2)

static void test_dot_lit(void)
{
    static const Column columns[] = {
        { "dp3_v2", dp3_v2, 0 }, { "dph_v2", dph_v2, 0 },
        { "dp4_v2", dp4_v2, 0 }, { "dp3_v3m", dp3_v3, 0 },
        { "dph_v3m", dph_v3, 0 }, { "dp4_v3m", dp4_v3, 0 },
        { "lit_y_of_a", lit_y, 0 }, { "lit_z_of_a", lit_z, 0 },
    };

    check_file("xf-vectors-dot-lit.csv", 8, columns, G_N_ELEMENTS(columns),
               3000);
}

EVAL(xf_mul_ab, nv_xf_mul_celsius(in[0], in[1]))
EVAL(lt_a, nv_xf_to_lt(in[0]) << 10)
EVAL(lt_b, nv_xf_to_lt(in[1]) << 10)
EVAL(lt_c, nv_xf_to_lt(in[2]) << 10)
EVAL(lmul, nv_xf_lt_mul(lt_a(in), lt_b(in)))
EVAL(ladd3, nv_xf_lt_add3(lt_a(in), lt_b(in), lt_c(in)))
EVAL(smul, nv_xf_lt_smul(lt_a(in), lt_b(in)))
EVAL(sadd, nv_xf_lt_sadd(lt_a(in), lt_b(in)))
EVAL(ltrcp, nv_xf_lt_rcp(lt_a(in)))
EVAL(ltrsq, nv_xf_lt_rsq(lt_a(in)))

/* Colour to byte belongs to VTX; here only to have every column named. */
static uint32_t f2b(const uint32_t *in)
{
    uint32_t x = in[0];
    uint32_t m = ((x >> 10) & 0x1fff) | 0x2000;
    unsigned e = (x >> 23) & 0xff;

    if ((x & NV_XF_SIGN) || e < 0x76) {
        return 0;
    }
    if (e >= 127) {
        return 255;
    }
    m = ((((m << (e - 0x74)) * 255) >> 23) + 1) >> 1;
    return MIN(m, 255);
}

static void test_lt(void)
{
    static const Column columns[] = {
        { "xf_mul_ab", xf_mul_ab, 0 }, { "lt_a", lt_a, 0 },
        { "lt_b", lt_b, 0 }, { "lt_c", lt_c, 0 }, { "lmul_ab", lmul, 0 },
        { "ladd3_abc", ladd3, 0 }, { "smul_ab", smul, ~0x3ffu },
        { "sadd_ab", sadd, ~0x3ffu }, { "ltrcp_a", ltrcp, 0 },
        { "ltrsq_a", ltrsq, 0 }, { "f2b_a", f2b, 0 },
    };

    check_file("xf-vectors-lt.csv", 3, columns, G_N_ELEMENTS(columns), 3000);
}

/* What consoles printed or what public tests assert (all hardware). */
static void test_console(void)
{
    static const uint32_t rows[][3] = {
        { 0x3f800000, 0x3f800000, 0x3f7fffff },     /* x, rcp, rsq */
        { 0xbf800000, 0xbf800000, 0x3f7fffff },
        { 0x00800000, 0x7e800000, 0 },
        { 0x7f7fffff, 0x00000000, 0 },
        { 0xff7fffff, 0x80000000, 0 },
        { 0x00000000, 0x7f800000, 0x7f800000 },
        { 0x80000001, 0xff800000, 0x7f800000 },
        { 0x41c80000, 0, 0x3e4ccccc },
    };
    static const uint32_t set[][4] = {      /* a, b, slt, sge */
        { 0x80000000, 0x00000000, 0x3f800000, 0 },
        { 0x00000000, 0x80000000, 0, 0x3f800000 },
        { 0x80000000, 0x80000000, 0, 0x3f800000 },
    };
    /* Two big products cancel; only 5 guard bits of the small one stay. */
    uint32_t terms[3] = {
        nv_xf_mul(&kelvin, nv_f2u(0.123457f), nv_f2u(-6.243211e15f)),
        nv_xf_mul(&kelvin, nv_f2u(-0.000423457f), nv_f2u(-8.901235e25f)),
        nv_xf_mul(&kelvin, nv_f2u(-8.901235e25f), nv_f2u(0.000423457f)),
    };

    for (unsigned i = 0; i < G_N_ELEMENTS(rows); i++) {
        if (rows[i][1] || rows[i][0] == 0x7f7fffff) {
            g_assert_cmphex(nv_xf_rcp(&kelvin, rows[i][0]), ==, rows[i][1]);
        }
        if (rows[i][2]) {
            g_assert_cmphex(nv_xf_rsq(&kelvin, rows[i][0]), ==, rows[i][2]);
        }
    }
    for (unsigned i = 0; i < G_N_ELEMENTS(set); i++) {
        g_assert_cmphex(nv_xf_set(&kelvin, NV_XF_TEST_LT, set[i][0],
                                  set[i][1]), ==, set[i][2]);
        g_assert_cmphex(nv_xf_set(&kelvin, NV_XF_TEST_GE, set[i][0],
                                  set[i][1]), ==, set[i][3]);
    }
    g_assert_cmphex(nv_xf_sum(&kelvin, terms, 3), ==, 0xd8200000);
    /* -2.33 + -100 rounds toward zero. */
    g_assert_cmphex(nv_xf_sum2(&kelvin, nv_f2u(-2.33f), nv_f2u(-100.f)), ==,
                    0xc2cca8f5);
    /* Finite products saturate; Kelvin and Rankine differ here. */
    g_assert_cmphex(nv_xf_mul(&kelvin, 0xdf800001, 0x60d629d3), ==,
                    0xff7fffff);
    g_assert_cmphex(nv_xf_mul(&modern, 0xdf800001, 0x60d629d3), ==,
                    0xff800000);
}

static void test_conditions(void)
{
    static const char *const want[4] = {    /* tests FL..TR in order */
        [NV_XF_COND_U] = "00000101", [NV_XF_COND_L] = "01010101",
        [NV_XF_COND_E] = "00110011", [NV_XF_COND_G] = "00001111",
    };

    for (int c = NV_XF_COND_U; c <= NV_XF_COND_G; c++) {
        for (int t = NV_XF_TEST_FL; t <= NV_XF_TEST_TR; t++) {
            g_assert_cmpint(nv_xf_test(c, t), ==, want[c][t] == '1');
        }
    }
    g_assert_cmphex(nv_xf_set(&modern, NV_XF_TEST_TR, NV_XF_CNAN, 0), ==,
                    NV_XF_ONE);
    g_assert_cmphex(nv_xf_set(&modern, NV_XF_TEST_FL, NV_XF_CNAN, 0), ==, 0);
    g_assert_cmphex(nv_xf_set(&modern, NV_XF_TEST_NE, NV_XF_CNAN, 0), ==,
                    NV_XF_CNAN);
    g_assert_cmphex(nv_xf_ssg(&kelvin, 0x80000000), ==, 0xbf800000);
    g_assert_cmphex(nv_xf_ssg(&modern, 0x80000000), ==, 0);
    g_assert_cmphex(nv_xf_ssg(&kelvin, 0x00000001), ==, NV_XF_ONE);
    g_assert_cmphex(nv_xf_ssg(&modern, 0xffc00000), ==, NV_XF_CNAN);
}

/* @v as doubles hold it, cut to @bits. */
static double cut(double v, int bits)
{
    int e;
    double m = frexp(v, &e);

    return ldexp(trunc(ldexp(m, bits)), e - bits);
}

/* @v without what is below @unit. */
static double over(double v, double unit)
{
    return trunc(v / unit) * unit;
}

/* The multiply-add by doubles, which hold all of it. */
static double smac(const double v[3])
{
    int e = ilogb(v[0]) + ilogb(v[1]), m = MAX(e, ilogb(v[2]));
    double a = over(v[0], ldexp(1, ilogb(v[0]) + m - e - 13));

    return cut(a * v[1] + over(v[2], ldexp(1, m - 13)), 14);
}

static void test_smac(void)
{
    g_autoptr(GRand) rand = g_rand_new_with_seed(15);

    for (unsigned n = 0; n < 2000000; n++) {
        uint32_t word[3];
        double v[3];

        for (unsigned k = 0; k < 3; k++) {
            word[k] = (g_rand_int(rand) & 0x807ffc00) |
                      (uint32_t)g_rand_int_range(rand, 119, 136) << 23;
        }
        if (n % 4 == 0) {   /* what nearly cancels */
            word[2] = nv_xf_lt_smul(word[0], word[1]) ^ NV_XF_SIGN;
            word[2] += g_rand_int_range(rand, 0, 4) << 10;
        }
        for (unsigned k = 0; k < 3; k++) {
            v[k] = nv_u2f(word[k]);
        }
        g_assert_cmpfloat(nv_u2f(nv_xf_lt_smac(word[0], word[1], word[2])),
                          ==, smac(v));
    }
    /* hw: 0.995 loses its last bit to the sum that has 3.0; 1.995 does not */
    g_assert_cmphex(nv_xf_lt_smac(0x3f7ec400, 0xc038c400, 0x40431400), ==,
                    nv_xf_lt_smac(0x3f7ec000, 0xc038c400, 0x40431400));
    g_assert_cmphex(nv_xf_lt_smac(0x3ffec400, 0xc038c400, 0x40431400), !=,
                    nv_xf_lt_smac(0x3ffec000, 0xc038c400, 0x40431400));
    /* Both steps where something is not a normal number. */
    g_assert_cmphex(nv_xf_lt_smac(0, 0x7f800000, 0x3f800000), ==, 0x3f800000);
    g_assert_cmphex(nv_xf_lt_smac(0x7f800000, 0xbf800000, 0), ==,
                    nv_xf_lt_sadd(0xff800000, 0));
    g_assert_cmphex(nv_xf_lt_smac(0x3f800000, 0x3f800000, NV_XF_LT_NAN), ==,
                    NV_XF_LT_NAN);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/xf/arith/vectors-scalar", test_scalar);
    g_test_add_func("/xf/arith/vectors-binary", test_binary);
    g_test_add_func("/xf/arith/vectors-dot-lit", test_dot_lit);
    g_test_add_func("/xf/arith/vectors-lt", test_lt);
    g_test_add_func("/xf/arith/multiply-add", test_smac);
    g_test_add_func("/xf/arith/console", test_console);
    g_test_add_func("/xf/arith/conditions", test_conditions);
    return g_test_run();
}
