/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * XF programs as text: assembler and disassembler against each other, golden
 * words, the example programs, and what wrong text is told.
 *
 * Golden words are those of public hardware tests.
 */
#include "unit/isa/test-xf-asm.h"
#include "isa/asm.h"

static const NvXfIsa *const isas[] = {
    &nv_xf_isa_kelvin, &nv_xf_isa_rankine, &nv_xf_isa_curie,
};

static void check_words(const NvXfIsa *isa, const char *text, uint32_t w0,
                        uint32_t w1, uint32_t w2, uint32_t w3)
{
    g_autoptr(GError) error = NULL;
    uint32_t w[4];

    nv_xf_asm_line(isa, text, w, &error);
    g_assert_no_error(error);
    assert_vector(w, w0, w1, w2, w3);
}

static void test_golden(void)
{
    const NvXfIsa *kelvin = &nv_xf_isa_kelvin;
    const NvXfIsa *rankine = &nv_xf_isa_rankine;

    check_words(kelvin, "MOV R0, c[0]", 0x0f000000, 0x0c000000, 0x002c001b,
                0);
    check_words(kelvin, "MOV R1, xfctx[0x61]", 0x0f100000, 0x0c000000,
                0x002c201b, 0);
    check_words(rankine, "mov r0, c0", 0x00f00000, 0x0c000000, 0x00a7001b, 0);
    check_words(rankine, "MOV R1, xfctx[0x9d]", 0x00f00000, 0x0c000000,
                0x00a7401b, 0x00010000);
    check_words(kelvin, "NOP END {fill=R}", 0x10700ff9, 0x0436086c,
                0x000c001b, 0);
    /* A console's pass-through program starts like this. */
    check_words(kelvin, "MOV o[HPOS], v[0] {fill=v}", 0x2070f800, 0x0836106c,
                0x0020001b, 0);
}

/* --- Round trips --- */

/* Everything, what XFPR stores, or few fields at a time. */
static void random_words(GRand *rand, const NvXfIsa *isa, uint32_t w[4])
{
    unsigned how = g_rand_int_range(rand, 0, 3);

    for (int i = 0; i < 4; i++) {
        w[i] = how == 2 ? 0 : g_rand_int(rand);
        w[i] &= how == 1 ? isa->stored[i] : UINT32_MAX;
    }
    for (int i = 0; how == 2 && i < 8; i++) {
        nv_xf_set_field(isa, w, g_rand_int_range(rand, 0, NV_XF_FIELDS),
                        g_rand_int(rand));
    }
}

/* Words that have operations must have them in the text. */
static bool names_operations(const NvXfIsa *isa, const uint32_t w[4],
                             const char *text)
{
    const NvXfOp *vec = nv_xf_vec_op(isa, nv_xf_field(isa, w,
                                                      NV_XF_F_OP_VEC));
    const NvXfOp *sca = nv_xf_sca_op(isa, nv_xf_field(isa, w,
                                                      NV_XF_F_OP_SCA));

    return (vec == &nv_xf_vec_ops[0] || strstr(text, vec->name)) &&
           (sca == &nv_xf_sca_ops[0] || strstr(text, sca->name));
}

static void test_round_trip(gconstpointer data)
{
    const NvXfIsa *isa = data;
    GRand *rand = g_rand_new_with_seed(0xa5 + isa->version);
    g_autoptr(GString) text = g_string_new(NULL);
    unsigned bad = 0, cases = 400000;

    for (unsigned i = 0; i < cases; i++) {
        uint32_t w[4], back[4];

        random_words(rand, isa, w);
        g_string_truncate(text, 0);
        nv_xf_disasm_isa(isa, w, text);
        if (!nv_xf_asm_line(isa, text->str, back, NULL) ||
            memcmp(w, back, sizeof(w)) ||
            !names_operations(isa, w, text->str)) {
            if (!bad++) {
                g_test_message("%08x %08x %08x %08x: %s", w[0], w[1], w[2],
                               w[3], text->str);
            }
        }
    }
    g_test_message("%u mismatches in %u instructions", bad, cases);
    g_assert_cmpuint(bad, ==, 0);
    g_rand_free(rand);
}

/* Text that comes out of the disassembler as it went in, without notes. */
static void test_text(void)
{
    static const struct {
        const NvXfIsa *isa;
        const char *text;
    } rows[] = {
        { &nv_xf_isa_kelvin, "NOP" },
        { &nv_xf_isa_kelvin, "MAD R2.xy, v[2], c[3], -R1.x END" },
        { &nv_xf_isa_kelvin, "ADD R2, v[2], -R1.wzyx" },
        { &nv_xf_isa_kelvin, "DP4 o[HPOS].x, R12, xfctx[0x3b] + "
                             "RCP R1.w, R3.w" },
        { &nv_xf_isa_kelvin, "MOV {R5, o[TEX0].zw}, c[A0.x + 2]" },
        { &nv_xf_isa_kelvin, "ARL A0.x, v[7].x" },
        { &nv_xf_isa_kelvin, "LIT {R9, c[3]}, c[A0.x - 16]" },
        { &nv_xf_isa_kelvin, "NOP + MOV R3, R4" },
        { &nv_xf_isa_kelvin, "MUL _, R3, R4 + MOV o[COL1].x, v[15]" },
        { &nv_xf_isa_kelvin, "MOV lt[32], v[3]" },
        { &nv_xf_isa_rankine, "FLR R15, |v[2]|" },
        { &nv_xf_isa_rankine, "MUL o[COL0].xy, -|R1.x|, c[A1.w + 255] + "
                              "SIN {R7, o[COL0].w}, -|R1.x|" },
        { &nv_xf_isa_rankine, "MOVC CC.xz, R3" },
        { &nv_xf_isa_rankine, "ADDC R1.x (GT.wzyx), R3, R4.y" },
        { &nv_xf_isa_rankine, "BRA 17 (NE.x)" },
        { &nv_xf_isa_rankine, "MUL R1, R2, R3 + CAL 200" },
        { &nv_xf_isa_rankine, "RET (EQ.y)" },
        { &nv_xf_isa_rankine, "ARL A1.xyz, R4" },
        { &nv_xf_isa_rankine, "ARR A0.w, c[9]" },
        { &nv_xf_isa_rankine, "ARA A1.xy, A1" },
        { &nv_xf_isa_rankine, "MOV c[255], R2" },
        { &nv_xf_isa_rankine, "LG2C R4.x, v[1].y" },
        { &nv_xf_isa_curie, "MOV {R3.xy, o[HPOS].xy}, v[0] + RCP R9.z, R4.x" },
    };
    g_autoptr(GString) out = g_string_new(NULL);

    for (unsigned i = 0; i < G_N_ELEMENTS(rows); i++) {
        g_autoptr(GError) error = NULL;
        uint32_t w[4];

        nv_xf_asm_line(rows[i].isa, rows[i].text, w, &error);
        g_assert_no_error(error);
        g_string_truncate(out, 0);
        nv_xf_disasm_isa(rows[i].isa, w, out);
        g_assert_cmpstr(out->str, ==, rows[i].text);
    }
}

/* Other ways to write the same. */
static void test_synonyms(void)
{
    static const char *const rows[][2] = {
        { "MOV o[HPOS], v[OPOS]", "mov o0, v0" },
        { "DP4 o[COL0].x, v[TEX0], c[5]", "DP4 o3.x,v9,c[ 0x5 ]" },
        { "RSQ R1.x, R2 + MUL R3, R4, R5", "MUL R3, R4, R5 + RSQ R1.x, R2" },
        { "MOV R1, c[A0.x]", "MOV R1, c[A0.x + 0]" },
        { "ADD R1, +R2, -R3", "ADD R1, R2, -R3" },
        { "RCP R1, R4 + MOV R5, R6", "MOV R5, R6 + RCP R1, R4" },
        { "MOV R1, xfctx[0x62]", "MOV R1, c[2]" },
        { "NOP {DST=3, OP_VEC=1, SRC0=0x6c1, DST_WM_VEC=0xf}",
          "MOV R3, R0" },
    };

    for (unsigned i = 0; i < G_N_ELEMENTS(rows); i++) {
        uint32_t w[2][4];

        for (int k = 0; k < 2; k++) {
            g_autoptr(GError) error = NULL;

            nv_xf_asm_line(&nv_xf_isa_kelvin, rows[i][k], w[k], &error);
            g_assert_no_error(error);
        }
        g_assert_cmpmem(w[0], 16, w[1], 16);
    }
}

/* --- Programs --- */

static GArray *assemble(const NvXfIsa *isa, const char *text, GError **error)
{
    g_autoptr(GArray) words = g_array_new(FALSE, FALSE, 4);

    return nv_xf_asm(isa, "p.vp", text, words, error) ?
           g_steal_pointer(&words) : NULL;
}

static uint32_t last_field(const GArray *words, const NvXfIsa *isa,
                           NvXfField field)
{
    return nv_xf_field(isa, &g_array_index(words, uint32_t, words->len - 4),
                       field);
}

static void test_examples(void)
{
    static const struct {
        const char *name;
        unsigned count;
    } rows[] = {
        { "p1.vp", 6 }, { "p3.vp", 22 }, { "p5.vp", 119 },
    };

    for (unsigned i = 0; i < G_N_ELEMENTS(rows); i++) {
        g_autofree char *path =
            g_test_build_filename(G_TEST_DIST, "..", "docs", "examples",
                                  rows[i].name, NULL);
        g_autoptr(GArray) words = NULL;
        g_autoptr(GError) error = NULL;
        g_autofree char *text = NULL;

        if (!g_file_get_contents(path, &text, NULL, NULL)) {
            g_test_skip("the examples are not here");
            return;
        }
        words = assemble(&nv_xf_isa_kelvin, text, &error);
        g_assert_no_error(error);
        g_assert_cmpuint(words->len, ==, rows[i].count * 4);
        g_assert_cmpuint(last_field(words, &nv_xf_isa_kelvin, NV_XF_F_END),
                         ==, 1);
    }
}

static void test_statements(void)
{
    g_autoptr(GError) error = NULL;
    g_autoptr(GArray) words = assemble(&nv_xf_isa_kelvin,
        "!!VP1.1 # header\n\n  MOV R0, v[0]; MOV R1, R0;\n"
        "DP4 o[HPOS].x, R1, c[0];  # comment ; with more\r\nEND\n\n", &error);

    g_assert_no_error(error);
    g_assert_cmpuint(words->len, ==, 12);
    g_assert_cmpuint(last_field(words, &nv_xf_isa_kelvin, NV_XF_F_END), ==, 1);
}

static void test_labels(void)
{
    const NvXfIsa *isa = &nv_xf_isa_rankine;
    g_autoptr(GError) error = NULL;
    g_autoptr(GArray) words = assemble(isa,
        "!!VP2.0\nMOV R0, v[0];\nloop: ADDC R0, R0, c[0];\n"
        "BRA out (LE.x);\nBRA loop;\nout:\nCAL loop; END", &error);

    g_assert_no_error(error);
    g_assert_cmpuint(words->len, ==, 5 * 4);
    g_assert_cmpuint(last_field(words, isa, NV_XF_F_TARGET), ==, 1);
    g_assert_cmpuint(nv_xf_field(isa, &g_array_index(words, uint32_t, 8),
                                 NV_XF_F_TARGET), ==, 4);
    g_assert_cmpuint(nv_xf_field(isa, &g_array_index(words, uint32_t, 12),
                                 NV_XF_F_TARGET), ==, 1);
}

/* --- Errors --- */

static void test_errors(void)
{
    static const struct {
        const char *text, *place, *words;
        bool rankine;
    } rows[] = {
        { "FOO R0", "1:1", "not an operation", false },
        { "\n\n  MOV R0 v[0]", "3:10", "\",\" is needed", false },
        { "MOV R0,", "1:8", "an operand is needed", false },
        { "MOV R12, v[0]", "1:5", "R0 to R11", false },
        { "MOV R0, R13", "1:9", "R12 reads back o[HPOS]", false },
        { "MOV R0, R16", "1:10", "largest is 15", true },
        { "MOV R0, c[96]", "1:11", "largest is 95", false },
        { "MOV R0, c[256]", "1:11", "largest is 255", true },
        { "MUL R0, c[0], c[1]", "1:15", "reads one constant", false },
        { "MUL R0, c[0], c[A0.x]", "1:15", "reads one constant", false },
        { "MUL R0, v[0], v[1]", "1:15", "reads one input", false },
        { "MOV R0, v[16]", "1:11", "largest is 15", false },
        { "MOV R0, v[NOPE]", "1:11", "no input called", false },
        { "MOV o[TEX7], R0", "1:7", "no output called", false },
        { "MOV R0, o[0]", "1:9", "cannot be read", false },
        { "MOV v[0], R0", "1:5", "cannot be written", false },
        { "DP3 R0.yx, R0, R0", "1:8", "in this order", false },
        { "DP3 R0., R0, R0", "1:8", "mask is missing", false },
        { "MOV R0, R1.xy", "1:12", "one or four", false },
        { "MOV R0, R1.xyzq", "1:15", "not a component", false },
        { "MOV R0, |R1|", "1:9", "no absolute", false },
        { "MOV R0, |R1", "1:12", "\"|\" is needed", true },
        { "MUL R0, R1, R1 + RCP R2, R3", "1:22", "writes R1", false },
        { "RCP R1, R1 + RSQ R2, R1", "1:14", "second scalar", false },
        { "MUL R1, R1, R1 + ADD R2, R1, R1", "1:18", "second vector", false },
        { "MUL o[0], R0, R1 + RCP o[0].x, R1", "1:24", "one output", false },
        { "MUL o[0], R0, R1 + RCP o[1].x, R1", "1:24", "same output", true },
        { "MOV {R0, R1}, R2", "1:10", "one register and one", false },
        { "MOV R0, R1, R2", "1:11", "1 source", false },
        { "MOV R0, R1 R2", "1:12", "more than one instruction", false },
        { "MOV R0, c[A1.x]", "1:11", "there is A0", false },
        { "MOV R0, c[A0.y]", "1:14", "A0.x alone", false },
        { "MUL R0, c[A0.x], c[A1.x]", "1:20", "one address", true },
        { "MOV R0, c[A0.x + 200]", "1:18", "largest is 159", false },
        { "MOV c[A0.x], R1", "1:5", "fixed place", false },
        { "MOV A0.x, R1", "1:5", "only ARL", false },
        { "ARL R0, R1", "1:5", "not an address register", false },
        { "ARL A0.y, R1", "1:5", "writes A0.x", false },
        { "FLR R0, R1", "1:1", "of later instruction sets", false },
        { "MOVC R0, R1", "1:1", "not an operation", false },
        { "MOV CC, R1", "1:5", "no condition register", false },
        { "MOV R0 (GT), R1", "1:8", "no conditions", false },
        { "MOV R0 (XX), R1", "1:9", "not a condition", true },
        { "BRA nowhere", "1:5", "no label \"nowhere\"", true },
        { "MOV R0, v0 +\nEND", "1:13", "needed, but the line ends", false },
        { "MOV R0, v0 + \x80", "1:14", "here is the byte 0x80", false },
        { "BRA", "1:4", "the line ends", true },
        { "a: MOV R0, R1\na: MOV R0, R1", "2:1", "there twice", false },
        { "END", "1:1", "without an instruction", false },
        { "MOV R0, R1\nEND\nMOV R0, R1", "3:1", "nothing may follow", false },
        { "!!VP2.0", "1:1", "rankine", false },
        { "!!FP1.0", "1:1", "not a header", false },
        { "MOV R0, R1 {FOO=1}", "1:13", "no field", false },
        { "MOV R0, R1 {DST=16}", "1:17", "largest is 15", false },
        { "MOV R0, R1 {DST 1}", "1:17", "\"=\" is needed", false },
        { "MOV R0, R1 {fill=z}", "1:18", "fill is", false },
        { "MOV R0, R1 {DST=1", "1:18", "\"}\" is needed", false },
        { "MOV R0, R1 \x80", "1:12", "more than one", false },
    };

    for (unsigned i = 0; i < G_N_ELEMENTS(rows); i++) {
        g_autoptr(GError) error = NULL;
        g_autofree char *place = g_strdup_printf("p.vp:%s: ", rows[i].place);
        g_autoptr(GArray) words =
            assemble(rows[i].rankine ? &nv_xf_isa_rankine : &nv_xf_isa_kelvin,
                     rows[i].text, &error);

        g_assert_null(words);
        g_assert_error(error, NV_XF_ASM_ERROR, 0);
        g_test_message("%s", error->message);
        if (!g_str_has_prefix(error->message, place)) {
            g_error("want %s got %s", place, error->message);
        }
        g_assert_nonnull(strstr(error->message, rows[i].words));
        g_assert_null(strchr(error->message, '\n'));
    }
}

/* 136 instructions fit, and no more. */
static void test_too_long(void)
{
    g_autoptr(GString) text = g_string_new(NULL);
    g_autoptr(GError) error = NULL;
    g_autoptr(GArray) words = NULL;
    g_autoptr(GArray) none = NULL;

    for (unsigned i = 0; i < 0x88; i++) {
        g_string_append(text, "MOV R0, v[0]\n");
    }
    words = assemble(&nv_xf_isa_kelvin, text->str, &error);
    g_assert_no_error(error);
    g_assert_cmpuint(words->len, ==, 0x88 * 4);
    g_string_append(text, "MOV R0, v[0]\n");
    none = assemble(&nv_xf_isa_kelvin, text->str, &error);
    g_assert_null(none);
    g_assert_nonnull(strstr(error->message, "p.vp:137:1: "));
}

/* Random bytes in place of text end with a message or with words. */
static void test_noise(void)
{
    static const char pieces[][10] = {
        "MOV ", "ADD", "R0", "c[", "A0.x", "]", ", ", "{", "}", "=", "|", "-",
        "+", ".", "xyzw", "o[HPOS]", "v[", "3", "0x", "END", "\n", "(", ")",
        "GT", "BRA ", "a", ":", ";", "#", "\xff", "w0", "fill", "!!VP2.0",
    };
    GRand *rand = g_rand_new_with_seed(0x70);
    g_autoptr(GString) text = g_string_new(NULL);
    unsigned good = 0;

    for (unsigned i = 0; i < 50000; i++) {
        g_autoptr(GError) error = NULL;
        g_autoptr(GArray) words = NULL;

        g_string_truncate(text, 0);
        for (int n = g_rand_int_range(rand, 0, 12); n--; ) {
            g_string_append(text, pieces[g_rand_int_range(rand, 0,
                                             G_N_ELEMENTS(pieces))]);
        }
        words = assemble(isas[i % 3], text->str, &error);
        g_assert_true(!words == !!error);
        good += words != NULL;
    }
    g_test_message("%u of 50000 were programs", good);
    g_rand_free(rand);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/xf/asm/golden", test_golden);
    for (unsigned i = 0; i < G_N_ELEMENTS(isas); i++) {
        g_autofree char *path = g_strdup_printf("/xf/asm/round-trip/%s",
                                                isas[i]->name);

        g_test_add_data_func(path, isas[i], test_round_trip);
    }
    g_test_add_func("/xf/asm/text", test_text);
    g_test_add_func("/xf/asm/synonyms", test_synonyms);
    g_test_add_func("/xf/asm/examples", test_examples);
    g_test_add_func("/xf/asm/statements", test_statements);
    g_test_add_func("/xf/asm/labels", test_labels);
    g_test_add_func("/xf/asm/errors", test_errors);
    g_test_add_func("/xf/asm/too-long", test_too_long);
    g_test_add_func("/xf/asm/noise", test_noise);
    return g_test_run();
}
