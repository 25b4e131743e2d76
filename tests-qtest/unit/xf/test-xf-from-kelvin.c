/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Kelvin's programs on Rankine: words that are converted, bit by bit, and what
 * a program does on both.
 */
#include "unit/xf/test-xf-rankine.h"

static void want_conversion(const uint32_t k[4], uint32_t r[4])
{
    static const uint16_t out[] = { 0, 1, 2, 3, 4, 5, 6, 1, 2, 8, 9, 0xa, 0xb,
                                    0xc, 0xd, 0xf };
    static const uint8_t in[] = { 0, 1, 2, 3, 4, 5, 6, 7, 0xf, 8, 9, 0xa,
                                  0xb, 0xc, 0xd, 0xe };
    unsigned o = bits(k, 3, 8), dst = bits(k, 20, 4), op = bits(k, 85, 4);
    unsigned vwm = bits(k, 24, 4), swm = bits(k, 16, 4);

    memset(r, 0, 16);
    put_bits(r, 0, 2, bits(k, 0, 2));
    if (!bits(k, 11, 1)) {
        o += 0x3c;
    } else {
        o = o == 0xe ? 0xd : o == 0xf ? 0xe : o < 14 ? out[o] :
            o == 0xff ? 0x1ff : o;
    }
    put_bits(r, 2, 9, o);
    put_bits(r, 11, 1, bits(k, 11, 1));
    put_bits(r, bits(k, 2, 1) ? 16 : 12, 4, bits(k, 12, 4));
    if (op == 0xd) {
        dst = 0;
    } else if (dst > 0xb) {
        dst = 0xb;
        vwm = 0;
        swm = op == 0 || op > 0xd ? 0 : swm;
    }
    put_bits(r, 20, 4, vwm);
    put_bits(r, 24, 4, swm);
    put_bits(r, 112, 4, dst);
    for (int i = 0; i < 3; i++) {
        uint32_t src = bits(k, 28 + 15 * i, 15);

        src |= (src & 3) == 0 && i ? 2 : 0;
        if ((src >> 2 & 15) > 12) {
            src = (src & ~0x3cu) | 12 << 2;
        }
        put_bits(r, 28 + 15 * i, 15, src);
    }
    put_bits(r, 73, 4, in[bits(k, 73, 4)]);
    put_bits(r, 78, 9, bits(k, 77, 8) + 0x3c);
    put_bits(r, 87, 4, op > 0xd ? 0 : op);
    put_bits(r, 92, 3, bits(k, 89, 3));
    put_bits(r, 99, 8, 0x1b);
    put_bits(r, 107, 3, 7);
}

static void test_conversion(void)
{
    TestXf *t = test_xf_new("nv34");
    GRand *rand = g_rand_new_with_seed(0x97);
    unsigned bad = 0, cases = 50000;

    nv_xf_set_kelvin_class(&t->xf, true);
    for (unsigned n = 0; n < cases; n++) {
        uint32_t k[4], want[4];

        for (int i = 0; i < 4; i++) {
            k[i] = g_rand_int(rand);
        }
        if (n & 1) {
            put_bits(k, 3, 8, n & 2 ? (unsigned)g_rand_int_range(rand, 0, 16)
                              : 0xff);
        }
        upload(t, n % SLOTS, k);
        want_conversion(k, want);
        bad += memcmp(t->xf.xfpr[n % SLOTS], want, 16) != 0;
    }
    /* Without a Kelvin class words stay, but for bit 121 and up. */
    nv_xf_set_kelvin_class(&t->xf, false);
    upload(t, 5, (const uint32_t [4]) { 1, 2, 3, UINT32_MAX });
    g_assert_cmphex(t->xf.xfpr[5][3], ==, 0x01ffffff);
    g_assert_true(nv_xf_rdi_write(&t->xf, 0x10, 0x5c, UINT32_MAX));
    g_assert_cmphex(t->xf.xfpr[5][3], ==, 0x03ffffff);
    g_test_message("%u mismatches in %u words", bad, cases);
    g_assert_cmpuint(bad, ==, 0);
    g_rand_free(rand);
    test_xf_free(t);
}

/* The same Kelvin program on both generations: constants 0x3c higher. */
static void test_kelvin_class(void)
{
    const AsmInsn program[] = {
        { .vec = 0xd, .s0 = ASM_SRC(ASM_V, 0, 0, 0), .v = 9 },
        { .vec = 4, .s0 = ASM_IN, .v = 1, .s1 = ASM_CONST, .c = 0x61,
          .indexed = true, .s2 = ASM_IN, .out = 0, .omask = 0xf },
        { .vec = 2, .s0 = ASM_REG(12), .s1 = ASM_IN, .v = 1, .sca = 2,
          .s2 = ASM_SRC(ASM_R, 12, 0, 0), .dst = 4, .vmask = 0xf,
          .smask = 0xf },
        { .vec = 3, .s0 = ASM_REG(4), .s2 = ASM_REG(1), .out = 9,
          .omask = 0xf, .end = true },
    };
    TestXf *k = test_xf_new("nv20");
    TestXf *r = test_xf_new("nv35");
    uint32_t want[4], got[4];

    nv_xf_set_kelvin_class(&r->xf, true);
    asm_program(k, 0, program, 4);
    asm_program(r, 0, program, 4);
    test_xf_vector_f(k, NV_XF_XFCTX, 0x63, 2, 3, 5, 7);
    test_xf_vector_f(r, NV_XF_XFCTX, 0x9f, 2, 3, 5, 7);
    test_xf_mode(k, SPECULAR, V1);
    mode(r, 0, V1);
    for (unsigned a = 0; a < 16; a++) {
        const uint32_t v[4] = { nv_f2u(1.5f + a), nv_f2u(2), nv_f2u(3),
                                nv_f2u(4) };
        const uint32_t two[4] = { nv_f2u(2), 0, 0, 0 };

        block_set(&k->block, a, 0, a == 9 ? two : v);
        block_set(&r->block, a, 0, a == 8 ? two : v);
    }
    k->block.count = r->block.count = 1;
    nv_xf_transform(&k->xf, &k->block);
    nv_xf_transform(&r->xf, &r->block);
    for (unsigned o = 0; o < 2; o++) {
        block_get(&k->block, o ? 9 : 0, 0, want);
        block_get(&r->block, o ? 8 : 0, 0, got);
        assert_vector(got, want[0], want[1], want[2], want[3]);
        g_assert_cmphex(got[1], !=, 0);
    }
    test_xf_free(k);
    test_xf_free(r);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/xf/rankine/conversion", test_conversion);
    g_test_add_func("/xf/rankine/kelvin-class", test_kelvin_class);
    return g_test_run();
}
