/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * XF programs: order of reads and writes, carried outputs, what stands beside
 * programs, hostile code.
 *
 * Rules are from public documents and tests of the hardware; where those
 * leave a choice the test pins the choice made.
 */
#include "unit/xf/test-xf-program.h"

#define COL1_AS_IS 0x00030000u      /* XFMODE_A: LT leaves COL1 alone */

/* --- Order and destinations --- */

/* A register both units write ends with the scalar result; reads go first. */
static void test_order(void)
{
    const AsmInsn program[] = {
        { .vec = 1, .s0 = ASM_IN, .v = 1, .dst = 1, .vmask = 0xf },
        { .vec = 1, .s0 = ASM_REG(1), .sca = 1, .dst = 1,
          .s2 = ASM_SRC(ASM_R, 1, 0x00, 1), .vmask = 0xf, .smask = 0x4 },
        { .vec = 1, .s0 = ASM_REG(1), .out = 9, .omask = 0xf },
        { .vec = 2, .s0 = ASM_REG(1), .s1 = ASM_REG(1), .dst = 1,
          .vmask = 0xf, .out = 10, .omask = 0xf, .end = true },
    };
    const uint32_t v[4] = { 0x40000000, 0x40400000, 0x40800000, 0x40a00000 };
    TestXf *t = test_xf_new("nv20");
    uint32_t got[4];

    asm_program(t, 0, program, 4);
    test_xf_mode(t, 0, PROGRAM);
    block_set(&t->block, 1, 0, v);
    run1(t, 9, got);
    assert_vector(got, 0x40000000, 0xc0000000, 0x40800000, 0x40a00000);
    block_get(&t->block, 10, 0, got);
    assert_vector(got, 0x40800000, 0x40800000, 0x41800000, 0x41c80000);
    test_xf_free(t);
}

/* A console's answers: DP4 paired with RSQ R10 writes R1 (hw). */
static void test_pairing(void)
{
    const AsmInsn program[] = {
        { .vec = 1, .s0 = ASM_IN, .v = 1, .dst = 10, .vmask = 0xf },
        { .vec = 7, .s0 = ASM_REG(6), .s1 = ASM_IN, .v = 1, .sca = 4,
          .s2 = ASM_SRC(ASM_V, 0, 0, 0), .dst = 10, .smask = 8, .out = 3,
          .omask = 8 },
        { .vec = 1, .s0 = ASM_REG(1), .out = 9, .omask = 0xf },
        { .vec = 1, .s0 = ASM_REG(10), .out = 10, .omask = 0xf,
          .end = true },
    };
    TestXf *t = test_xf_new("nv2a");
    const uint32_t v[4] = {
        nv_f2u(25), nv_f2u(1.123f), nv_f2u(2.123f), nv_f2u(3.123f),
    };
    uint32_t got[4];

    asm_program(t, 0, program, 4);
    test_xf_mode(t, 0, PROGRAM);
    block_set(&t->block, 1, 0, v);
    run1(t, 9, got);
    assert_vector(got, 0x3e4ccccc, 0, 0, 0);
    block_get(&t->block, 10, 0, got);
    assert_vector(got, v[0], v[1], v[2], v[3]);
    test_xf_free(t);
}

/* R12 is what was last written to output 0. */
static void test_stpos(void)
{
    const AsmInsn program[] = {
        { .vec = 1, .s0 = ASM_IN, .v = 1, .out = 0, .omask = 0xc },
        { .vec = 1, .s0 = ASM_SRC(ASM_R, 12, 0x1b, 1), .out = 9,
          .omask = 0xf },
        { .vec = 1, .s0 = ASM_SRC(ASM_R, 15, 0x1b, 0), .out = 10,
          .omask = 0xf, .end = true },
    };
    TestXf *t = test_xf_new("nv20");
    const uint32_t v[4] = { 1, 2, 3, 4 };
    uint32_t got[4];

    asm_program(t, 0, program, 3);
    test_xf_mode(t, 0, PROGRAM);
    block_set(&t->block, 1, 0, v);
    run1(t, 9, got);
    assert_vector(got, 0x80000001, 0x80000002, 0x80000000, 0xbf800000);
    block_get(&t->block, 10, 0, got);
    assert_vector(got, 1, 2, 0, 0x3f800000);
    test_xf_free(t);
}

/* Outputs keep values over vertices, blocks and programs. */
static void test_carry(void)
{
    const AsmInsn write = { .vec = 1, .s0 = ASM_IN, .v = 1, .out = 9,
                            .omask = 0x8, .end = true };
    const AsmInsn nothing = { .end = true };
    TestXf *t = test_xf_new("nv20");
    uint32_t got[4];

    asm_upload(t, 3, &write);
    asm_upload(t, 4, &nothing);
    test_xf_mode(t, 3 << 8, PROGRAM);
    t->block.count = 3;
    for (unsigned lane = 0; lane < 3; lane++) {
        const uint32_t v[4] = { 0x100 + lane, 1, 2, 3 };

        block_set(&t->block, 1, lane, v);
    }
    nv_xf_transform(&t->xf, &t->block);
    for (unsigned lane = 0; lane < 3; lane++) {
        block_get(&t->block, 9, lane, got);
        assert_vector(got, 0x100 + lane, 0, 0, NV_XF_ONE);
        block_get(&t->block, 10, lane, got);
        assert_vector(got, 0, 0, 0, NV_XF_ONE);
    }
    test_xf_mode(t, 4 << 8, PROGRAM);
    nv_xf_transform(&t->xf, &t->block);
    for (unsigned lane = 0; lane < 3; lane++) {
        block_get(&t->block, 9, lane, got);
        assert_vector(got, 0x102, 0, 0, NV_XF_ONE);
    }
    g_assert_cmpuint(t->xf.vertices, ==, 6);
    test_xf_free(t);
}

/* Outputs that nothing writes are the channel's that comes in. */
static void test_channel(void)
{
    const AsmInsn nothing = { .end = true };
    g_autofree NvXfChannel *c = g_new0(NvXfChannel, 1);
    TestXf *t = test_xf_new("nv20");
    uint32_t got[4];

    asm_upload(t, 4, &nothing);
    test_xf_mode(t, 4 << 8, PROGRAM);
    run1(t, 9, got);
    assert_vector(got, 0, 0, 0, NV_XF_ONE);
    nv_xf_channel_get(&t->xf, c);
    c->tbuf[9][1] = 0x123;
    nv_xf_channel_set(&t->xf, c);
    run1(t, 9, got);
    assert_vector(got, 0, 0x123, 0, NV_XF_ONE);
    nv_xf_channel_reset(&t->xf);
    g_assert_cmpuint(t->xf.vertices, ==, 2);
    g_assert_cmphex(t->xf.tbuf[9][1], ==, 0);
    test_xf_free(t);
}

/* --- Colours, fixed function --- */

static void test_lt_colours(void)
{
    const AsmInsn insn = { .vec = 1, .s0 = ASM_IN, .v = 1, .out = 4,
                           .omask = 0xf, .end = true };
    const uint32_t v[4] = { 1, 2, 3, 4 };
    TestXf *t = test_xf_new("nv2a");
    uint32_t got[4];

    asm_upload(t, 0, &insn);
    block_set(&t->block, 1, 0, v);
    test_xf_mode(t, 0, PROGRAM);
    run1(t, 4, got);
    assert_vector(got, 0, 0, 0, NV_XF_ONE);
    test_xf_mode(t, 0x10000, PROGRAM);
    run1(t, 4, got);
    assert_vector(got, 1, 2, 3, NV_XF_ONE);
    test_xf_mode(t, COL1_AS_IS, PROGRAM);
    run1(t, 4, got);
    assert_vector(got, 1, 2, 3, 4);
    test_xf_free(t);
}

/* The documents' worked example: position within a bit of double. */
static void test_fixed(void)
{
    TestXf *t = test_xf_new("nv20");
    const uint32_t pos[4] = {
        nv_f2u(0.6f), nv_f2u(0.8f), nv_f2u(0.4f), NV_XF_ONE,
    };
    const uint32_t any[4] = {
        nv_f2u(5), nv_f2u(6), nv_f2u(7), nv_f2u(8),
    };
    uint32_t got[4];

    test_xf_vector_f(t, NV_XF_XFCTX, 0, 277.12813f, 0, 160, 160);
    test_xf_vector_f(t, NV_XF_XFCTX, 1, 0, -320, 0, 80);
    test_xf_vector_f(t, NV_XF_XFCTX, 2, 4279037.16f, 0, -7411509.77f,
                     25843689.77f);
    test_xf_vector_f(t, NV_XF_XFCTX, 3, .5f, 0, -.8660254f, 5);
    test_xf_vector_f(t, NV_XF_XFCTX, 0x3b, 320, 240, 8388607.5f, 0);
    /* All units on, and the fog coordinate as it comes. */
    test_xf_mode(t, COL1_AS_IS, MODE_B_FOG_ENABLE | 4u << MODE_B_FOG_COORD);
    t->xf.mode_t[0] = t->xf.mode_t[1] = 0x00010001;
    block_set(&t->block, 0, 0, pos);
    for (unsigned a = 3; a < 13; a++) {
        block_set(&t->block, a, 0, any);
    }
    run1(t, 0, got);
    g_assert_cmpfloat_with_epsilon(nv_u2f(got[0]), 398.786676, 1e-4);
    g_assert_cmpfloat_with_epsilon(nv_u2f(got[1]), 204.470211, 1e-4);
    g_assert_cmpfloat_with_epsilon(nv_u2f(got[2]), 13525590.78, 4);
    g_assert_cmpfloat_with_epsilon(nv_u2f(got[3]), 4.95358984, 1e-5);
    for (unsigned o = 3; o < 13; o++) {
        block_get(&t->block, o, 0, got);
        if (o < 5 || o > 8) {
            assert_vector(got, any[0], any[1], any[2], any[3]);
        } else if (o == 5) {
            g_assert_cmphex(got[0], ==, any[0]);
        }
    }
    g_assert_cmpuint(t->errors, ==, 0);
    test_xf_mode(t, 0x80000000, PROGRAM | 1);   /* LT without vectors */
    run1(t, 0, got);
    run1(t, 0, got);
    g_assert_cmpuint(t->errors, ==, 1);
    test_xf_mode(t, 0x80000000, 0x00000010);    /* lights with a gap: fine */
    run1(t, 0, got);
    g_assert_cmpuint(t->errors, ==, 1);
    test_xf_free(t);
}

static void test_bypass(void)
{
    TestXf *t = test_xf_new("nv20");
    const uint32_t pos[4] = { nv_f2u(3), nv_f2u(5), nv_f2u(7), nv_f2u(2) };
    uint32_t got[4];

    test_xf_vector_f(t, NV_XF_XFCTX, 0x10, 2, 2, 2, 2);
    test_xf_vector_f(t, NV_XF_XFCTX, 0x11, .5f, 1, 0, 9);
    test_xf_mode(t, 0, 0x40000000);
    block_set(&t->block, 0, 0, pos);
    run1(t, 0, got);
    assert_vector(got, nv_f2u(6.5f), nv_f2u(11), nv_f2u(14), nv_f2u(4));
    test_xf_free(t);
}

/* --- Hostile --- */

/* No END, start beyond the end: they stop, and are told once. */
static void test_endless(void)
{
    const AsmInsn move = { .vec = 3, .s0 = ASM_REG(0), .s2 = ASM_IN, .v = 1,
                           .vmask = 0xf, .out = 9, .omask = 0xf };
    TestXf *t = test_xf_new("nv20");
    const uint32_t v[4] = { NV_XF_ONE, NV_XF_ONE, NV_XF_ONE, NV_XF_ONE };
    uint32_t got[4];

    for (unsigned i = 0; i < 0x88; i++) {
        asm_upload(t, i, &move);
    }
    block_set(&t->block, 1, 0, v);
    test_xf_mode(t, 0, PROGRAM);
    run1(t, 9, got);
    g_assert_cmphex(got[0], ==, nv_f2u(0x88));
    run1(t, 9, got);
    g_assert_cmpuint(t->errors, ==, 1);
    for (unsigned start = 0x87; start < 0x100; start++) {
        test_xf_mode(t, start << 8, PROGRAM);
        run1(t, 9, got);
        g_assert_cmphex(got[0], ==, NV_XF_ONE);     /* 0x87 ran alone */
        nv_xf_command(&t->xf, NV_XF_RUN, 0, start);
    }
    test_xf_free(t);
}

static void test_garbage(void)
{
    TestXf *t = test_xf_new("nv25");
    GRand *rand = g_rand_new_with_seed(0x6a2ba6e);
    g_autoptr(GString) text = g_string_new(NULL);
    unsigned vertices = 0;

    for (unsigned round = 0; round < 60; round++) {
        uint32_t *in = &t->block.in[0][0][0];

        for (unsigned i = 0; i < sizeof(t->block.in) / 4; i++) {
            in[i] = random_operand(rand);
        }
        /* Any type, any address, any word; programs most of all. */
        for (unsigned i = 0; i < 3000; i++) {
            NvXfCommand type = g_rand_boolean(rand) ? NV_XF_XFPR :
                               (g_rand_int(rand) & 0xf);

            if (type == NV_XF_RUN && g_rand_int_range(rand, 0, 8)) {
                continue;
            }
            if (g_rand_boolean(rand)) {
                nv_xf_command(&t->xf, type, g_rand_int(rand),
                              random_operand(rand));
            } else {
                nv_xf_command64(&t->xf, type, g_rand_int(rand),
                                random_operand(rand), g_rand_int(rand));
            }
        }
        for (unsigned mode = 0; mode < 4; mode++) {
            test_xf_mode(t, g_rand_int(rand),
                         (g_rand_int(rand) & 0x3fffffff) | mode << 30);
            t->block.count = g_rand_int_range(rand, 0, NV_XF_BLOCK + 1);
            nv_xf_transform(&t->xf, &t->block);
            vertices += t->block.count;
        }
        g_string_truncate(text, 0);
        nv_xf_dump(&t->xf, text);
        for (unsigned slot = 0; slot < 0x88; slot++) {
            nv_xf_disasm(t->xf.xfpr[slot], text);
        }
    }
    g_test_message("%u vertices", vertices);
    g_assert_cmpuint(t->xf.vertices, ==, vertices);
    g_rand_free(rand);
    test_xf_free(t);
}

/* --- Speed: printed, not judged --- */

static void test_speed(void)
{
    static const AsmInsn viewport[] = {
        { .vec = 7, .s0 = ASM_IN, .s1 = ASM_CONST, .c = 0x60, .omask = 8 },
        { .vec = 7, .s0 = ASM_IN, .s1 = ASM_CONST, .c = 0x61, .omask = 4 },
        { .vec = 7, .s0 = ASM_IN, .s1 = ASM_CONST, .c = 0x62, .omask = 2 },
        { .vec = 7, .s0 = ASM_IN, .s1 = ASM_CONST, .c = 0x63, .omask = 1 },
        { .vec = 1, .s0 = ASM_IN, .v = 3, .out = 3, .omask = 0xf },
        { .vec = 1, .s0 = ASM_IN, .v = 9, .out = 9, .omask = 0xf },
        { .vec = 2, .s0 = ASM_REG(12), .s1 = ASM_CONST, .c = 0x3a,
          .sca = 3, .s2 = ASM_SRC(ASM_R, 12, 0xff, 0), .omask = 0xe,
          .smask = 8 },
        { .vec = 4, .s0 = ASM_REG(12), .s1 = ASM_SRC(ASM_R, 1, 0, 0),
          .s2 = ASM_CONST, .c = 0x3b, .omask = 0xe, .end = true },
    };
    TestXf *t = test_xf_new("nv20");
    unsigned blocks = g_test_slow() ? 8000 : 800;
    double seconds;

    asm_program(t, 0, viewport, G_N_ELEMENTS(viewport));
    for (unsigned i = 0; i < 4; i++) {
        test_xf_vector_f(t, NV_XF_XFCTX, 0x60 + i, .3f, .5f, .7f, 1.5f);
    }
    test_xf_vector_f(t, NV_XF_XFCTX, 0x3a, 320, -240, 8388607, 0);
    test_xf_vector_f(t, NV_XF_XFCTX, 0x3b, 320, 240, 8388607, 0);
    test_xf_mode(t, 0, PROGRAM);
    t->block.count = NV_XF_BLOCK;
    for (unsigned lane = 0; lane < NV_XF_BLOCK; lane++) {
        const uint32_t v[4] = {
            nv_f2u(lane), nv_f2u(1.1f * lane), nv_f2u(.3f), NV_XF_ONE,
        };

        block_set(&t->block, 0, lane, v);
    }
    g_test_timer_start();
    for (unsigned i = 0; i < blocks; i++) {
        nv_xf_transform(&t->xf, &t->block);
    }
    seconds = g_test_timer_elapsed();
    g_test_message("%.3f million vertices/s, %u instructions each",
                   blocks * NV_XF_BLOCK / seconds / 1e6,
                   (unsigned)G_N_ELEMENTS(viewport));
    g_assert_cmpuint(t->xf.vertices, ==, blocks * NV_XF_BLOCK);
    test_xf_free(t);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/xf/program/order", test_order);
    g_test_add_func("/xf/program/pairing", test_pairing);
    g_test_add_func("/xf/program/stpos", test_stpos);
    g_test_add_func("/xf/program/carry", test_carry);
    g_test_add_func("/xf/program/channel", test_channel);
    g_test_add_func("/xf/program/lt-colours", test_lt_colours);
    g_test_add_func("/xf/program/fixed", test_fixed);
    g_test_add_func("/xf/program/bypass", test_bypass);
    g_test_add_func("/xf/program/endless", test_endless);
    g_test_add_func("/xf/program/garbage", test_garbage);
    g_test_add_func("/xf/program/speed", test_speed);
    return g_test_run();
}
