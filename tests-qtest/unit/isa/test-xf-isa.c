/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * XF instruction encoding: fields, decoder, disassembler.
 *
 * Golden words are those of public hardware tests and of the open kernel
 * driver's context image.
 */
#include "unit/isa/test-xf-asm.h"

static void check_text(uint32_t w0, uint32_t w1, uint32_t w2, uint32_t w3,
                       const char *want)
{
    const uint32_t words[4] = { w0, w1, w2, w3 };
    g_autoptr(GString) text = g_string_new(NULL);

    nv_xf_disasm(words, text);
    g_assert_cmpstr(text->str, ==, want);
}

static void check_insn(const AsmInsn *insn, const char *want)
{
    uint32_t w[4];

    asm_words(insn, w);
    check_text(w[0], w[1], w[2], w[3], want);
}

static void test_golden(void)
{
    check_text(0x0f000000, 0x0c000000, 0x002c001b, 0, "MOV R0, c[0]");
    check_text(0x0f100000, 0x0c000000, 0x002c201b, 0, "MOV R1, c[1]");
    check_text(0x10700ff9, 0x0436086c, 0x000c001b, 0, "NOP END {fill=R}");
}

static void test_text(void)
{
    check_insn(&(AsmInsn) { .vec = 4, .s0 = ASM_IN, .v = 2, .s1 = ASM_CONST,
                            .c = 0x63, .s2 = ASM_SRC(ASM_R, 1, 0, 1),
                            .dst = 2, .vmask = 0xc, .end = true },
               "MAD R2.xy, v[2], c[3], -R1.x END {OUT_TARGET=0x1}");
    check_insn(&(AsmInsn) { .vec = 7, .s0 = ASM_REG(12), .s1 = ASM_CONST,
                            .c = 0x3b, .s2 = ASM_SRC(ASM_R, 3, 0xff, 0),
                            .sca = 2, .out = 0, .omask = 8, .dst = 0,
                            .smask = 1 },
               "DP4 o[HPOS].x, R12, xfctx[0x3b] + RCP R1.w, R3.w");
    check_insn(&(AsmInsn) { .vec = 1, .s0 = ASM_CONST, .c = 0x62,
                            .indexed = true, .dst = 5, .vmask = 0xf,
                            .out = 9, .omask = 0x3 },
               "MOV {R5, o[TEX0].zw}, c[A0.x + 2]");
    check_insn(&(AsmInsn) { .vec = 0xd, .s0 = ASM_SRC(ASM_V, 0, 0, 0),
                            .v = 7 },
               "ARL A0.x, v[7].x {OUT_TARGET=0x1}");
    check_insn(&(AsmInsn) { .sca = 7, .s2 = ASM_CONST, .c = 0x50, .dst = 9,
                            .indexed = true, .smask = 0xf, .out = 0x63,
                            .to_ctx = true, .omask = 0xf, .out_sca = true },
               "LIT {R9, c[3]}, c[A0.x - 16]");
}

/* Bits that mean nothing are shown and nothing else changes. */
static void test_unclaimed(void)
{
    check_text(0x0f000000, 0x0c000000, 0xf02c001b, 0x1,
               "MOV R0, c[0] {w2=0xf0000000, w3=0x1}");
    check_text(0x0f000000, 0x0c000000 | 2 << 11, 0x002c001b, 0,
               "MOV R0, c[0] {SRC1=0x2}");
}

/* Every field by itself reads back, and no two overlap. */
static void test_fields(void)
{
    uint32_t seen[4] = { 0 };
    unsigned bits = 0;

    for (int f = 0; f < NV_XF_FIELDS; f++) {
        const NvXfFieldPos *pos = &nv_xf_isa_kelvin.fields[f];
        uint32_t words[4] = { 0 };
        uint32_t ones = UINT32_MAX >> (-pos->width & 31);

        if (!pos->width) {
            continue;
        }
        g_assert_nonnull(pos->name);
        nv_xf_set_field(&nv_xf_isa_kelvin, words, f, UINT32_MAX);
        g_assert_cmphex(nv_xf_field(&nv_xf_isa_kelvin, words, f), ==, ones);
        bits += pos->width;
        for (int i = 0; i < 4; i++) {
            g_assert_cmphex(seen[i] & words[i], ==, 0);
            seen[i] |= words[i];
        }
    }
    g_assert_cmpuint(bits, ==, 92);
    for (int i = 0; i < 4; i++) {
        g_assert_cmphex(seen[i], ==, nv_xf_isa_kelvin.stored[i]);
    }
}

/* Rows without holes that Kelvin can reach; unknown codes are NOP. */
static void test_opcodes(void)
{
    for (unsigned code = 0; code < 32; code++) {
        const NvXfOp *vec = nv_xf_vec_op(&nv_xf_isa_kelvin, code);
        const NvXfOp *sca = nv_xf_sca_op(&nv_xf_isa_kelvin, code);

        g_assert_cmpint(vec == &nv_xf_vec_ops[0], ==,
                        code == 0 || code > 0xd);
        g_assert_cmpint(sca == &nv_xf_sca_ops[0], ==, code == 0 || code > 7);
        g_assert_cmpint(vec->fn != NULL, ==, code >= 1 && code <= 0xc);
        g_assert_cmpint(sca->fn != NULL, ==, code >= 1 && code <= 7);
    }
}

/* --- Rows of Rankine: no encoding reaches them yet --- */

static uint32_t want_rankine(const char *name, const NvXfRules *rules,
                             const uint32_t s[3][4], int i)
{
    static const struct {
        const char *name;
        NvXfTest test;
    } sets[] = {
        { "SEQ", NV_XF_TEST_EQ }, { "SFL", NV_XF_TEST_FL },
        { "SGT", NV_XF_TEST_GT }, { "SLE", NV_XF_TEST_LE },
        { "SNE", NV_XF_TEST_NE }, { "STR", NV_XF_TEST_TR },
    };
    static const struct {
        const char *name;
        uint32_t (*fn)(uint32_t x);
    } scalars[] = {
        { "LG2", nv_xf_lg2 }, { "EX2", nv_xf_ex2 }, { "SIN", nv_xf_sin },
        { "COS", nv_xf_cos },
    };

    for (unsigned n = 0; n < G_N_ELEMENTS(sets); n++) {
        if (!strcmp(sets[n].name, name)) {
            return nv_xf_set(rules, sets[n].test, s[0][i], s[1][i]);
        }
    }
    for (unsigned n = 0; n < G_N_ELEMENTS(scalars); n++) {
        if (!strcmp(scalars[n].name, name)) {
            return scalars[n].fn(s[2][0]);
        }
    }
    if (!strcmp(name, "FRC")) {
        return nv_xf_frc(rules, s[0][i]);
    }
    if (!strcmp(name, "FLR")) {
        return nv_xf_flr(s[0][i]);
    }
    g_assert_cmpstr(name, ==, "SSG");
    return nv_xf_ssg(rules, s[0][i]);
}

static unsigned check_rankine_row(const NvXfOp *op, GRand *rand)
{
    NvXfRules rules = { NV_ARITH_RANKINE, g_rand_boolean(rand) };
    uint32_t s[3][4], d[4];

    if (!op->fn || op->since < NV_ARITH_RANKINE) {
        return 0;
    }
    for (int i = 0; i < 3; i++) {
        random_vector(rand, s[i]);
    }
    op->fn(&rules, d, (const uint32_t (*)[4])s);
    for (int i = 0; i < 4; i++) {
        g_assert_cmphex(d[i], ==, want_rankine(op->name, &rules,
                                               (const uint32_t (*)[4])s, i));
    }
    return 1;
}

static void test_rankine_rows(void)
{
    GRand *rand = g_rand_new_with_seed(0x30);
    unsigned cases = 0;

    for (unsigned n = 0; n < 1000; n++) {
        for (unsigned code = 0; code < NV_XF_VEC_OPS; code++) {
            cases += check_rankine_row(&nv_xf_vec_ops[code], rand);
        }
        for (unsigned code = 0; code < NV_XF_SCA_OPS; code++) {
            cases += check_rankine_row(&nv_xf_sca_ops[code], rand);
        }
    }
    g_assert_cmpuint(cases, ==, 13 * 1000);
    g_test_message("0 mismatches in %u cases", cases);
    g_rand_free(rand);
}

/* One DST: who gets it, and what happens beyond R11. */
static void test_destinations(void)
{
    static const struct {
        unsigned vec, sca, dst, vmask, smask;
        unsigned vdst, vgot, sdst, sgot;    /* got: masks, x = bit 0 */
    } rows[] = {
        { 1, 0, 5, 0xf, 0xf, 5, 0xf, 0, 0 },
        { 0, 2, 5, 0xf, 0xf, 0, 0, 5, 0xf },
        { 1, 2, 5, 0x8, 0x1, 5, 0x1, 1, 0x8 },
        { 1, 2, 10, 0, 0x8, 10, 0, 1, 0x1 },    /* hw: still R1 */
        { 1, 2, 12, 0xf, 0xf, 0, 0, 1, 0xf },
        { 0, 2, 12, 0xf, 0xf, 0, 0, 0, 0 },
        { 0xe, 2, 12, 0xf, 0xf, 0, 0, 0, 0 },
        { 0xf, 2, 11, 0xf, 0xf, 0, 0, 11, 0xf },
        { 0xd, 2, 4, 0xf, 0xf, 0, 0, 1, 0xf },
    };

    for (unsigned i = 0; i < G_N_ELEMENTS(rows); i++) {
        AsmInsn insn = { .vec = rows[i].vec, .sca = rows[i].sca,
                         .dst = rows[i].dst, .vmask = rows[i].vmask,
                         .smask = rows[i].smask };
        NvXfInsn got;
        uint32_t words[4];

        asm_words(&insn, words);
        nv_xf_decode(&nv_xf_isa_kelvin, words, &got);
        g_assert_cmphex(got.vec_mask, ==, rows[i].vgot);
        g_assert_cmphex(got.sca_mask, ==, rows[i].sgot);
        if (rows[i].vgot) {
            g_assert_cmpuint(got.vec_dst, ==, rows[i].vdst);
        }
        if (rows[i].sgot) {
            g_assert_cmpuint(got.sca_dst, ==, rows[i].sdst);
        }
    }
}

/* hw: Kelvin's oFog is the x of results, whatever components are enabled. */
static void test_scalar_out(void)
{
    for (unsigned n = 0; n < 15 * 16 * 4; n++) {
        const NvXfIsa *isa = n & 1 ? &nv_xf_isa_rankine : &nv_xf_isa_kelvin;
        bool kelvin = isa == &nv_xf_isa_kelvin, scalar = n & 2;
        unsigned addr = n / 4 % 15, mask = n / 60;
        unsigned named = (mask & 1) << 3 | (mask & 2) << 1 |
                         (mask & 4) >> 1 | mask >> 3;
        unsigned want = kelvin && addr == 5 ? mask != 0 : mask;
        NvXfField wm = kelvin ? NV_XF_F_OUT_WM :
                       scalar ? NV_XF_F_OUT_WM_SCA : NV_XF_F_OUT_WM_VEC;
        uint32_t w[NV_XF_WORDS] = { 0 };
        NvXfInsn insn;

        memcpy(w, isa->nop, sizeof(w));
        nv_xf_set_field(isa, w, NV_XF_F_OP_VEC, 1);
        nv_xf_set_field(isa, w, NV_XF_F_OP_SCA, 1);
        nv_xf_set_field(isa, w, NV_XF_F_OUT_ADDR, addr);
        nv_xf_set_field(isa, w, wm, named);
        if (kelvin) {
            nv_xf_set_field(isa, w, NV_XF_F_OUT_TARGET, 1);
            nv_xf_set_field(isa, w, NV_XF_F_OUT_IS_SCA, scalar);
        }
        nv_xf_decode(isa, w, &insn);
        g_assert_cmpuint(insn.out_vec_mask, ==, scalar ? 0 : want);
        g_assert_cmpuint(insn.out_sca_mask, ==, scalar ? want : 0);
    }
}

/* doc: 17 to 22 are clip distances of Rankine's later programs. */
static void test_clip_outs(void)
{
    const NvXfIsa *isa = &nv_xf_isa_rankine;

    for (unsigned n = 0; n < 9 * 4; n++) {
        unsigned addr = 16 + n / 4, plane = addr - 17;
        bool later = n & 1, scalar = n & 2, clip = later && plane < 6;
        g_autoptr(GString) text = g_string_new("");
        g_autofree char *name = g_strdup_printf("o[CLP%u].xw", plane);
        uint32_t w[NV_XF_WORDS];
        NvXfInsn insn;

        memcpy(w, isa->nop, sizeof(w));
        nv_xf_set_field(isa, w, scalar ? NV_XF_F_OP_SCA : NV_XF_F_OP_VEC, 1);
        nv_xf_set_field(isa, w, NV_XF_F_OUT_TARGET, 1);
        nv_xf_set_field(isa, w, NV_XF_F_OUT_ADDR, addr);
        nv_xf_set_field(isa, w, scalar ? NV_XF_F_OUT_WM_SCA
                                       : NV_XF_F_OUT_WM_VEC, 9);
        nv_xf_decode_gated(isa, w, later ? NV_XF_GATE_ALL : NV_XF_GATE_V1,
                           &insn);
        g_assert_cmpuint(insn.out_addr, ==, clip ? 5 + plane / 3 : addr);
        g_assert_cmpuint(insn.out_move, ==, clip ? 1 + plane % 3 : 0);
        g_assert_cmphex(insn.out_vec_mask, ==, scalar ? 0 : clip ? 1 : 9);
        g_assert_cmphex(insn.out_sca_mask, ==, !scalar ? 0 : clip ? 1 : 9);
        nv_xf_disasm_isa(isa, w, text);
        g_assert_cmpint(strstr(text->str, name) != NULL, ==, plane < 6);
    }
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/isa/golden", test_golden);
    g_test_add_func("/isa/text", test_text);
    g_test_add_func("/isa/unclaimed", test_unclaimed);
    g_test_add_func("/isa/fields", test_fields);
    g_test_add_func("/isa/opcodes", test_opcodes);
    g_test_add_func("/isa/rankine-rows", test_rankine_rows);
    g_test_add_func("/isa/destinations", test_destinations);
    g_test_add_func("/isa/scalar-out", test_scalar_out);
    g_test_add_func("/isa/clip-outs", test_clip_outs);
    return g_test_run();
}
