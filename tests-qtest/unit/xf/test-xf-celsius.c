/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Celsius' command port: padding, commit rules, constants, reads.
 *
 * Rules are from public documents and tests of the hardware.
 */
#include "unit/isa/test-xf-asm.h"

#define PASS 7

static uint32_t get(TestXf *t, NvXfCommand type, uint32_t addr)
{
    uint32_t v;

    g_assert_true(nv_xf_read(&t->xf, type, addr, &v));
    return v;
}

static void test_vab(void)
{
    static const char *const chips[] = { "nv10", "nv15", "nv17" };

    for (unsigned c = 0; c < 3; c++) {
        TestXf *t = test_xf_new(chips[c]);
        const uint32_t v[4] = { 1, 2, 3, 4 };

        for (unsigned slot = 0; slot < 8; slot++) {
            bool padded = slot == 0 || slot == 1 || slot == 3 || slot == 4;
            uint32_t y = padded && c ? 0 : 2;

            test_xf_vector(t, NV_XF_VAB, slot, v);
            assert_vector(t->xf.vab[slot], 1, 2, 3, 4);
            nv_xf_command(&t->xf, NV_XF_VAB, slot << 4, 0x11);
            assert_vector(t->xf.vab[slot], 0x11, y, padded ? 0 : 3,
                          padded ? NV_XF_ONE : 4);
            test_xf_vector(t, NV_XF_VAB, slot, v);
            nv_xf_command(&t->xf, NV_XF_VAB, slot << 4 | 4, 0x22);
            assert_vector(t->xf.vab[slot], 1, 0x22, padded ? 0 : 3,
                          padded ? NV_XF_ONE : 4);
            g_assert_cmphex(get(t, NV_XF_VAB, slot << 4 | 4), ==, 0x22);
        }
        nv_xf_command(&t->xf, NV_XF_VAB, 8 << 4, 0x11);
        test_xf_free(t);
    }
}

/* Which single components store; @lights: component 2 of slots 24..2b. */
static void test_commit(void)
{
    static const struct {
        NvXfCommand type;
        unsigned slot;
        const char *commits;
    } rows[] = {
        { NV_XF_XFCTX, 0x00, "3" }, { NV_XF_XFCTX, 0x23, "3" },
        { NV_XF_XFCTX, 0x24, "23" }, { NV_XF_XFCTX, 0x2b, "23" },
        { NV_XF_XFCTX, 0x2c, "3" }, { NV_XF_LTCTX, 0x05, "23" },
        { NV_XF_LTC0, 1, "013" }, { NV_XF_LTC1, 0x12, "013" },
        { NV_XF_LTC2, 0xb, "013" }, { NV_XF_LTC3, 1, "013" },
        { NV_XF_LTC0, 0, "" }, { NV_XF_LTC1, 0, "" },
        { NV_XF_LTC2, 0, "" }, { NV_XF_LTC3, 0, "" },
        { NV_XF_XFCTX, 0x3c, "" }, { NV_XF_LTCTX, 0x30, "" },
        { NV_XF_LTC0, 3, "" }, { NV_XF_LTC3, 0xc, "" },
    };

    for (unsigned r = 0; r < G_N_ELEMENTS(rows); r++) {
        for (unsigned c = 0; c < 4; c++) {
            TestXf *t = test_xf_new("nv15");
            NvXf before;
            bool same;

            test_xf_vector_f(t, NV_XF_NOP, 0, 2, 3, 4, 5);
            before = t->xf;
            nv_xf_command(&t->xf, rows[r].type, rows[r].slot << 4 | c << 2,
                          nv_f2u(7));
            g_assert_cmphex(t->xf.vab[PASS][c], ==, nv_f2u(7));
            same = !memcmp(before.xfctx, t->xf.xfctx, sizeof(before.xfctx)) &&
                   !memcmp(before.ltctx, t->xf.ltctx, sizeof(before.ltctx)) &&
                   !memcmp(before.ltc, t->xf.ltc, sizeof(before.ltc));
            g_assert_cmpint(same, ==, !strchr(rows[r].commits, '0' + c));
            test_xf_free(t);
        }
    }
}

static void test_lt(void)
{
    static const uint32_t in[] = {
        0x3f800000, 0x3f8003ff, 0x3f83ffff, 0x00000fff, 0x80001234,
        0x7f8001ff, 0x7f800200, 0xff800000, 0xffffffff, 0xc0490fdb,
    };
    static const uint32_t scalar[] = {
        0x3f800000, 0x3f800400, 0x3f83fc00, 0, 0, 0x7f800000, 0x7ffffc00,
        0x7f800000, 0x7ffffc00, 0xc0491000,
    };
    TestXf *t = test_xf_new("nv10");

    g_assert_cmphex(get(t, NV_XF_LTC0, 0), ==, NV_XF_ONE);
    g_assert_cmphex(get(t, NV_XF_LTC1, 0), ==, 0);
    g_assert_cmphex(get(t, NV_XF_LTC2, 0), ==, NV_XF_ONE);
    g_assert_cmphex(get(t, NV_XF_LTC3, 0), ==, 0);
    for (unsigned i = 0; i < G_N_ELEMENTS(in); i++) {
        const uint32_t v[4] = { in[i], in[i], in[i], 0 };

        nv_xf_command(&t->xf, NV_XF_LTC1, 1 << 4, in[i]);
        g_assert_cmphex(get(t, NV_XF_LTC1, 1 << 4), ==, scalar[i]);
        test_xf_vector(t, NV_XF_LTCTX, 3, v);
        for (unsigned c = 0; c < 3; c++) {
            g_assert_cmphex(get(t, NV_XF_LTCTX, 3 << 4 | c << 2), ==,
                            nv_xf_to_lt(in[i]) << 10);
        }
    }
    test_xf_free(t);
}

/* The last slots can be read, too; commands without a memory cannot. */
static void test_read(void)
{
    TestXf *t = test_xf_new("nv10");
    TestXf *u = test_xf_new("nv17");
    uint32_t v;

    for (unsigned i = 0; i < 2; i++) {
        TestXf *x = i ? u : t;

        test_xf_vector_f(x, NV_XF_XFCTX, 0x3b, 1, 2, 3, 4);
        test_xf_vector_f(x, NV_XF_XFCTX, 0x3a, 1, 2, 3, 4);
        test_xf_vector_f(x, NV_XF_LTCTX, 0x2f, 1, 2, 3, 4);
        g_assert_cmphex(get(x, NV_XF_XFCTX, 0x3b4), ==, 0x40000000);
        g_assert_cmphex(get(x, NV_XF_XFCTX, 0x3a4), ==, 0x40000000);
        g_assert_cmphex(get(x, NV_XF_LTCTX, 0x2f4), ==, 0x40000000);
        g_assert_false(nv_xf_read(&x->xf, NV_XF_XFCTX, 0x3c0, &v));
        g_assert_false(nv_xf_read(&x->xf, NV_XF_MODE, 0, &v));
        g_assert_false(nv_xf_read(&x->xf, NV_XF_NOP, 0, &v));
        g_assert_false(nv_xf_read(&x->xf, NV_XF_LTC0, 3 << 4, &v));
        g_assert_false(nv_xf_rdi_read(&x->xf, 0x17, 0, &v));
    }
    test_xf_free(t);
    test_xf_free(u);
    t = test_xf_new("nv20");
    g_assert_false(nv_xf_read(&t->xf, NV_XF_XFCTX, 0, &v));
    test_xf_free(t);
}

/* One vector: words 2 and 3 are B and A.  There are no programs. */
static void test_mode(void)
{
    TestXf *t = test_xf_new("nv15");

    test_xf_vector(t, NV_XF_MODE, 0,
                   (const uint32_t [4]) { 1, 2, 0xbbbb0000, 0xaaaa0000 });
    g_assert_cmphex(t->xf.mode_b, ==, 0xbbbb0000);
    g_assert_cmphex(t->xf.mode_a, ==, 0xaaaa0000);
    g_assert_false(nv_xf_serial(&t->xf));
    test_xf_vector_f(t, NV_XF_XFPR, 0, 1, 2, 3, 4);
    nv_xf_command(&t->xf, NV_XF_RUN, 0, 0);
    g_assert_cmphex(t->xf.vab[PASS][0], ==, 1);
    t->block.count = 3;
    nv_xf_transform(&t->xf, &t->block);
    g_assert_cmpuint(t->xf.vertices, ==, 3);
    test_xf_free(t);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/xf/celsius/vab", test_vab);
    g_test_add_func("/xf/celsius/commit", test_commit);
    g_test_add_func("/xf/celsius/lt", test_lt);
    g_test_add_func("/xf/celsius/read", test_read);
    g_test_add_func("/xf/celsius/mode", test_mode);
    return g_test_run();
}
