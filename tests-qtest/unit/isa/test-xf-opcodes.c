/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * XF programs: every pair of opcodes through real programs against the
 * arithmetic of arith/arith.h.
 *
 * Rules are from public documents and tests of the hardware.
 */
#include "unit/isa/test-xf-asm.h"

#define PROGRAM 0x80000000u

static const NvXfRules kelvin = { NV_ARITH_KELVIN, true };

static uint32_t dot(const uint32_t a[4], const uint32_t b[4], unsigned n)
{
    uint32_t terms[4];

    for (unsigned i = 0; i < n; i++) {
        terms[i] = nv_xf_mul(&kelvin, a[i], b[i]);
    }
    return nv_xf_sum(&kelvin, terms, n);
}

/* The documents' table once more, not by way of the opcode rows. */
static void want_vec(unsigned op, const uint32_t s[3][4], uint32_t d[4])
{
    uint32_t h[4] = { s[0][0], s[0][1], s[0][2], NV_XF_ONE };

    for (int i = 0; i < 4; i++) {
        uint32_t a = s[0][i], b = s[1][i], c = s[2][i];
        uint32_t p = nv_xf_mul(&kelvin, a, b);

        switch (op) {
        case 0x1:
            d[i] = a;
            break;
        case 0x2:
            d[i] = p;
            break;
        case 0x3:
            d[i] = nv_xf_sum2(&kelvin, a, c);
            break;
        case 0x4:
            d[i] = nv_xf_sum2(&kelvin, p, c);
            break;
        case 0x5:
            d[i] = dot(s[0], s[1], 3);
            break;
        case 0x6:
            d[i] = dot(h, s[1], 4);
            break;
        case 0x7:
            d[i] = dot(s[0], s[1], 4);
            break;
        case 0x8:
            d[i] = i == 0 ? NV_XF_ONE : i == 1 ? p : i == 2 ? a : b;
            break;
        case 0x9:
            d[i] = nv_xf_min(&kelvin, a, b);
            break;
        case 0xa:
            d[i] = nv_xf_max(&kelvin, a, b);
            break;
        case 0xb:
            d[i] = nv_xf_set(&kelvin, NV_XF_TEST_LT, a, b);
            break;
        case 0xc:
            d[i] = nv_xf_set(&kelvin, NV_XF_TEST_GE, a, b);
            break;
        }
    }
}

static void want_sca(unsigned op, const uint32_t s[4], uint32_t d[4])
{
    uint32_t x = op == 2 ? nv_xf_rcp(&kelvin, s[0]) :
                 op == 3 ? nv_xf_rcc(&kelvin, s[0]) :
                 nv_xf_rsq(&kelvin, s[0]);

    switch (op) {
    case 1:
        memcpy(d, s, 16);
        break;
    case 5:
        nv_xf_exp(d, s[0]);
        break;
    case 6:
        nv_xf_log(&kelvin, d, s[0]);
        break;
    case 7:
        nv_xf_lit(d, s);
        break;
    default:
        for (int i = 0; i < 4; i++) {
            d[i] = x;
        }
    }
}

static void apply(uint32_t word, const uint32_t v[4], uint32_t d[4])
{
    for (int i = 0; i < 4; i++) {
        d[i] = v[(word >> (12 - 2 * i)) & 3] ^ (word & 1 << 14) << 17;
    }
}

static void merge(uint32_t d[4], const uint32_t v[4], unsigned wm)
{
    for (int i = 0; i < 4; i++) {
        if (wm & (8 >> i)) {
            d[i] = v[i];
        }
    }
}

/*
 * R2, R3, R4 from v[1], v[2], c[5]; then the pair under test with random
 * swizzles, signs and masks; then everything written goes to outputs.
 */
static unsigned one_case(TestXf *t, GRand *rand, unsigned vec, unsigned sca)
{
    uint32_t swz[3], v[3][4], s[3][4], dv[4], ds[4];
    uint32_t want[3][4] = { { 0 } }, got[3][4];
    unsigned wm = g_rand_int_range(rand, 0, 0x1000);
    bool out_switch = g_rand_boolean(rand) && sca;
    /* With no vector operation the switch does not matter. */
    bool out_sca = (out_switch || !vec) && sca;
    AsmInsn program[] = {
        { .vec = 1, .s0 = ASM_IN, .v = 1, .dst = 2, .vmask = 0xf },
        { .vec = 1, .s0 = ASM_IN, .v = 2, .dst = 3, .vmask = 0xf },
        { .vec = 1, .s0 = ASM_CONST, .c = 0x65, .dst = 4, .vmask = 0xf },
        { .vec = vec, .sca = sca, .dst = 6, .vmask = wm & 0xf,
          .smask = wm >> 4 & 0xf, .out = 9, .omask = wm >> 8,
          .out_sca = out_switch },
        { .vec = 1, .s0 = ASM_REG(6), .out = 10, .omask = 0xf },
        { .vec = 1, .s0 = ASM_REG(1), .out = 11, .omask = 0xf, .end = true },
    };
    AsmInsn *insn = &program[3];

    for (int i = 0; i < 3; i++) {
        random_vector(rand, v[i]);
        swz[i] = g_rand_int(rand) & 0x1ff;
        apply(swz[i] << 6, v[i], s[i]);
    }
    insn->s0 = ASM_SRC(ASM_R, 2, swz[0] & 0xff, swz[0] >> 8);
    insn->s1 = ASM_SRC(ASM_R, 3, swz[1] & 0xff, swz[1] >> 8);
    insn->s2 = ASM_SRC(ASM_R, 4, swz[2] & 0xff, swz[2] >> 8);
    asm_program(t, 0, program, 6);
    test_xf_vector(t, NV_XF_XFCTX, 0x65, v[2]);
    t->block.count = 1;
    block_set(&t->block, 1, 0, v[0]);
    block_set(&t->block, 2, 0, v[1]);
    memset(t->xf.tbuf, 0, sizeof(t->xf.tbuf));
    nv_xf_transform(&t->xf, &t->block);

    want_vec(vec, (const uint32_t (*)[4])s, dv);
    want_sca(sca, s[2], ds);
    if (vec) {
        merge(want[1], dv, wm & 0xf);
    }
    if (sca) {
        merge(want[vec ? 2 : 1], ds, wm >> 4 & 0xf);
    }
    if (out_sca || vec) {
        merge(want[0], out_sca ? ds : dv, wm >> 8);
    }
    for (int i = 0; i < 3; i++) {
        block_get(&t->block, 9 + i, 0, got[i]);
    }
    if (memcmp(want, got, sizeof(want))) {
        g_test_message("op %x/%x swizzles %x %x %x: want %08x %08x got "
                       "%08x %08x", vec, sca, swz[0], swz[1], swz[2],
                       want[1][0], want[2][0], got[1][0], got[2][0]);
        return 1;
    }
    return 0;
}

static void test_opcodes(void)
{
    TestXf *t = test_xf_new("nv20");
    GRand *rand = g_rand_new_with_seed(0x0f);
    unsigned bad = 0, cases = 0;

    test_xf_mode(t, 0, PROGRAM);
    for (unsigned vec = 0; vec <= 0xc; vec++) {
        for (unsigned sca = 0; sca <= 7; sca++) {
            for (unsigned i = 0; i < 250; i++, cases++) {
                bad += one_case(t, rand, vec, sca);
            }
        }
    }
    g_test_message("%u mismatches in %u programs", bad, cases);
    g_assert_cmpuint(bad, ==, 0);
    g_rand_free(rand);
    test_xf_free(t);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/xf/opcodes/all", test_opcodes);
    return g_test_run();
}
