/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * XF programs and constants: which ones they read and write, by number or by
 * A0; state programs.  Rules as in test-xf-program.c.
 */
#include <math.h>

#include "unit/xf/test-xf-program.h"

static void number_slots(TestXf *t)
{
    for (unsigned slot = 0; slot < 0xc0; slot++) {
        const uint32_t v[4] = { 0x1000 + slot, 1, 2, 3 };

        test_xf_vector(t, NV_XF_XFCTX, slot, v);
    }
}

/* MOV o9, c[A0 + addr] after ARL A0, v1.x. */
static void read_relative(TestXf *t, float a0, unsigned addr, uint32_t got[4])
{
    const AsmInsn program[] = {
        { .vec = 0xd, .s0 = ASM_SRC(ASM_V, 0, 0, 0), .v = 1 },
        { .vec = 1, .s0 = ASM_CONST, .c = addr, .indexed = true, .out = 9,
          .omask = 0xf, .end = true },
    };
    const uint32_t v[4] = { nv_f2u(a0), 0, 0, 0 };

    asm_program(t, 0, program, 2);
    block_set(&t->block, 1, 0, v);
    run1(t, 9, got);
}

static void test_relative(void)
{
    static const struct {
        float a0;
        unsigned addr;
        int slot, slot_all;     /* -1: reads as zero */
    } rows[] = {
        { 0, 0x60, 0x60, 0x60 }, { 3.99f, 0x60, 0x63, 0x63 },
        { 95, 0x60, 0xbf, 0xbf }, { 96, 0x60, -1, -1 },
        { -1, 0x60, -1, 0x5f }, { -0.5f, 0x61, 0x60, 0x60 },
        { -96, 0x60, -1, 0 }, { -97, 0x60, -1, -1 },
        { 1e30f, 0x60, -1, -1 }, { -1e30f, 0x60, -1, -1 },
        { -64, 0xff, 0xbf, 0xbf }, { 255, 0, -1, -1 },
        { 0x60, 0, 0x60, 0x60 }, { 256, 0, -1, -1 }, { 512, 0, -1, -1 },
        { NAN, 0x60, -1, -1 }, { INFINITY, 0, -1, -1 },
        { -INFINITY, 0xff, -1, -1 }, { -256, 0xff, -1, -1 },
    };
    TestXf *t = test_xf_new("nv20");

    number_slots(t);
    for (unsigned all = 0; all < 2; all++) {
        test_xf_mode(t, 0, PROGRAM | (all ? ALL_CTX : 0));
        for (unsigned i = 0; i < G_N_ELEMENTS(rows); i++) {
            int slot = all ? rows[i].slot_all : rows[i].slot;
            uint32_t got[4];

            read_relative(t, rows[i].a0, rows[i].addr, got);
            g_assert_cmphex(got[0], ==, slot < 0 ? 0u : 0x1000u + slot);
            g_assert_cmphex(got[3], ==, slot < 0 ? 0 : 3);
        }
    }
    test_xf_free(t);
}

/* Direct reads: USER and the viewport, or everything. */
static void test_access(void)
{
    TestXf *t = test_xf_new("nv20");

    number_slots(t);
    for (unsigned all = 0; all < 2; all++) {
        test_xf_mode(t, 0, PROGRAM | (all ? ALL_CTX : 0));
        for (unsigned slot = 0; slot < 0x100; slot++) {
            const AsmInsn insn = { .vec = 1, .s0 = ASM_CONST, .c = slot,
                                   .out = 9, .omask = 0xf, .end = true };
            bool ok = slot < 0xc0 &&
                      (all || slot >= 0x60 || slot == 0x3a || slot == 0x3b);
            uint32_t got[4];

            asm_upload(t, 0, &insn);
            run1(t, 9, got);
            g_assert_cmphex(got[0], ==, ok ? 0x1000 + slot : 0);
        }
    }
    test_xf_free(t);
}

/* c[3] += (1, 1, 1, 1) for each vertex, read back by the same program. */
static void test_write_constants(void)
{
    const AsmInsn program[] = {
        { .vec = 3, .s0 = ASM_CONST, .c = 0x63, .s2 = ASM_IN, .v = 1,
          .out = 0x63, .omask = 0xe, .to_ctx = true },
        { .vec = 1, .s0 = ASM_CONST, .c = 0x63, .out = 9, .omask = 0xf,
          .end = true },
    };
    TestXf *t = test_xf_new("nv20");
    uint32_t one[4] = { NV_XF_ONE, NV_XF_ONE, NV_XF_ONE, NV_XF_ONE };

    asm_program(t, 0, program, 2);
    test_xf_vector_f(t, NV_XF_XFCTX, 0x63, 0, 0, 0, 0);
    t->block.count = 4;
    for (unsigned lane = 0; lane < 4; lane++) {
        block_set(&t->block, 1, lane, one);
    }
    test_xf_mode(t, 0, PROGRAM);
    nv_xf_transform(&t->xf, &t->block);         /* not allowed to write */
    g_assert_cmphex(t->xf.xfctx[0x63][0], ==, 0);
    test_xf_mode(t, 0, PROGRAM | WRITE_CTX);
    nv_xf_transform(&t->xf, &t->block);
    for (unsigned lane = 0; lane < 4; lane++) {
        uint32_t n = nv_f2u(lane + 1);
        uint32_t got[4];

        block_get(&t->block, 9, lane, got);
        assert_vector(got, n, n, n, 0);
    }
    test_xf_free(t);
}

/* State program then draw program: the public tests' own shape. */
static void test_state_program(void)
{
    const AsmInsn state[] = {
        { .vec = 1, .s0 = ASM_CONST, .c = 0x60, .dst = 0, .vmask = 0xf },
        { .vec = 1, .s0 = ASM_CONST, .c = 0x61, .dst = 1, .vmask = 0xf },
        { .vec = 4, .s0 = ASM_REG(0), .s1 = ASM_REG(1), .s2 = ASM_IN, .v = 0,
          .out = 0x63, .omask = 0xf, .to_ctx = true },
        { .vec = 1, .s0 = ASM_IN, .v = 5, .out = 0x64, .omask = 0xf,
          .to_ctx = true },
        { .vec = 1, .s0 = ASM_REG(0), .out = 9, .omask = 0xf, .end = true },
    };
    const AsmInsn draw = { .vec = 1, .s0 = ASM_CONST, .c = 0x63, .out = 9,
                           .omask = 0xf, .end = true };
    TestXf *t = test_xf_new("nv20");
    uint32_t got[4];

    asm_program(t, 0x20, state, 5);
    asm_upload(t, 0, &draw);
    test_xf_mode(t, 0, PROGRAM);        /* no XFCTX_WRITE_ENABLE needed */
    test_xf_vector_f(t, NV_XF_XFCTX, 0x60, 1, 2, 3, 4);
    test_xf_vector_f(t, NV_XF_XFCTX, 0x61, 10, 10, 10, 10);
    test_xf_vector_f(t, NV_XF_XFCTX, 0x64, 9, 9, 9, 9);
    test_xf_vector_f(t, NV_XF_PARAM, 0, 1, 2, 3, 4);
    nv_xf_command(&t->xf, NV_XF_RUN, 0, 0x20);
    assert_vector(t->xf.xfctx[0x64], 0, 0, 0, 0);   /* only v[0] is there */
    run1(t, 9, got);
    assert_vector(got, nv_f2u(11), nv_f2u(22), nv_f2u(33), nv_f2u(44));
    g_assert_cmphex(t->xf.vab[16][3], ==, nv_f2u(4));
    test_xf_free(t);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/xf/program/relative", test_relative);
    g_test_add_func("/xf/program/access", test_access);
    g_test_add_func("/xf/program/write-constants", test_write_constants);
    g_test_add_func("/xf/program/state-program", test_state_program);
    return g_test_run();
}
