/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The code for NEON, read back by a disassembler on whatever host: what each
 * operation is written as, and that code of random programs is made of
 * instructions, jumps only within itself and leaves memory to its bases.
 * That it computes the right thing, unit/exec and unit/list show where it
 * runs.
 *
 * NV_TEST_ROUNDS=n makes it n times as long.
 */
#include <capstone/capstone.h>

#include "unit/xf/test-xf-random.h"

#include "common/environment.h"
#include "exec/exec.h"
#include "jit/jit.h"

#define ROOM 4096

static const char kelvin[] = "nv20", rankine[] = "nv30";

static unsigned rounds = 1;

/* --- One operation --- */

typedef struct Text {
    NvEmit e;
    uint8_t buf[ROOM];
    csh capstone;
} Text;

static void text_new(Text *t)
{
    t->e = (NvEmit) {
        .target = &nv_target_neon, .buf = t->buf, .room = ROOM,
    };
    g_assert_cmpint(cs_open(CS_ARCH_ARM64, CS_MODE_ARM, &t->capstone), ==, 0);
}

static void text_free(Text *t)
{
    cs_close(&t->capstone);
}

/* MOVZ of 32 bits; newer releases of capstone write its alias. */
static const char *name_of(const cs_insn *insn)
{
    return (nv_ld32(insn->bytes) & 0xff800000u) == 0x52800000u ?
           "movz" : insn->mnemonic;
}

/* Operands; numbers below 10, which releases write as #0x1 or #1, as #1. */
static void add_operands(GString *to, const char *text)
{
    const char *at;

    for (; (at = strstr(text, "#0x")); text = at) {
        g_string_append_len(to, text, at - text);
        at += 3;
        g_string_append(to, g_ascii_isdigit(at[0]) && !g_ascii_isxdigit(at[1]) ?
                        "#" : "#0x");
    }
    g_string_append(to, text);
}

/* What was written since the last call reads as @want, all of it. */
static void reads(Text *t, const char *want)
{
    g_autoptr(GString) got = g_string_new(NULL);
    cs_insn *insn;
    size_t n = cs_disasm(t->capstone, t->buf, t->e.len, 0, 0, &insn);

    g_assert_null(t->e.error);
    g_assert_cmpuint(n * 4, ==, t->e.len);
    for (size_t i = 0; i < n; i++) {
        g_string_append_printf(got, "%s%s ", i ? "; " : "",
                               name_of(&insn[i]));
        add_operands(got, insn[i].op_str);
    }
    g_assert_cmpstr(got->str, ==, want);
    if (n) {
        cs_free(insn, n);
    }
    t->e.len = 0;
}

static const char *const op_texts[NV_OP_COUNT] = {
    [NV_OP_ADD_F] = "fadd v1.4s, v2.4s, v3.4s",
    [NV_OP_SUB_F] = "fsub v1.4s, v2.4s, v3.4s",
    [NV_OP_MUL_F] = "fmul v1.4s, v2.4s, v3.4s",
    [NV_OP_DIV_F] = "fdiv v1.4s, v2.4s, v3.4s",
    [NV_OP_MIN_F] =
        "fcmgt v30.4s, v3.4s, v2.4s; bsl v30.16b, v2.16b, v3.16b; "
        "mov v1.16b, v30.16b",
    [NV_OP_MAX_F] =
        "fcmgt v30.4s, v2.4s, v3.4s; bsl v30.16b, v2.16b, v3.16b; "
        "mov v1.16b, v30.16b",
    [NV_OP_SQRT_F] = "fsqrt v1.4s, v3.4s",
    [NV_OP_FLOOR_F] = "frintm v1.4s, v3.4s",
    [NV_OP_I32_TO_F] = "scvtf v1.4s, v3.4s",
    [NV_OP_F_TO_I32] = "fcvtzs v1.4s, v3.4s",
    [NV_OP_I32_TO_D] = "sshll v30.2d, v3.2s, #0; scvtf v1.2d, v30.2d",
    [NV_OP_D_TO_F] = "fcvtn v1.2s, v3.2d",
    [NV_OP_ADD_D] = "fadd v1.2d, v2.2d, v3.2d",
    [NV_OP_MUL_D] = "fmul v1.2d, v2.2d, v3.2d",
    [NV_OP_AND] = "and v1.16b, v2.16b, v3.16b",
    [NV_OP_NOT_AND] = "bic v1.16b, v3.16b, v2.16b",
    [NV_OP_OR] = "orr v1.16b, v2.16b, v3.16b",
    [NV_OP_XOR] = "eor v1.16b, v2.16b, v3.16b",
    [NV_OP_ADD] = "add v1.4s, v2.4s, v3.4s",
    [NV_OP_SUB] = "sub v1.4s, v2.4s, v3.4s",
    [NV_OP_ADD64] = "add v1.2d, v2.2d, v3.2d",
    [NV_OP_SUB64] = "sub v1.2d, v2.2d, v3.2d",
    [NV_OP_EQ] = "cmeq v1.4s, v2.4s, v3.4s",
    [NV_OP_GREATER] = "cmgt v1.4s, v2.4s, v3.4s",
    [NV_OP_MIN_S] = "smin v1.4s, v2.4s, v3.4s",
    [NV_OP_MIN_U] = "umin v1.4s, v2.4s, v3.4s",
    [NV_OP_MAX_S] = "smax v1.4s, v2.4s, v3.4s",
    [NV_OP_MUL] = "mul v1.4s, v2.4s, v3.4s",
    [NV_OP_MUL_U64] =
        "xtn v30.2s, v2.2d; xtn v31.2s, v3.2d; "
        "umull v1.2d, v30.2s, v31.2s",
    [NV_OP_MUL_S64] =
        "xtn v30.2s, v2.2d; xtn v31.2s, v3.2d; "
        "smull v1.2d, v30.2s, v31.2s",
    [NV_OP_MADD_16] =
        "smull v30.4s, v2.4h, v3.4h; smull2 v31.4s, v2.8h, v3.8h; "
        "addp v1.4s, v30.4s, v31.4s",
    [NV_OP_MUL_HIGH_16] =
        "umull v30.4s, v2.4h, v3.4h; umull2 v31.4s, v2.8h, v3.8h; "
        "uzp2 v1.8h, v30.8h, v31.8h",
    [NV_OP_BY_SIGN] = "mul v1.4s, v2.4s, v3.4s",
    [NV_OP_ODD] = "rev64 v30.4s, v3.4s; trn1 v1.4s, v2.4s, v30.4s",
    [NV_OP_FMA_TO] =
        "mov v30.16b, v3.16b; fmla v30.4s, v1.4s, v2.4s; "
        "mov v1.16b, v30.16b",
    [NV_OP_FMS_F] = "fmls v1.4s, v2.4s, v3.4s",
    [NV_OP_FMS_D] = "fmls v1.2d, v2.2d, v3.2d",
    [NV_OP_F_TO_D] = "fcvtl v1.2d, v3.2s",
    [NV_OP_D_TO_I32] = "fcvtzs v30.2d, v3.2d; xtn v1.2s, v30.2d",
};

static void test_ops(void)
{
    g_autofree Text *t = g_new0(Text, 1);

    text_new(t);
    for (unsigned op = 0; op < NV_OP_COUNT; op++) {
        if (op != NV_OP_PERMUTE) {
            nv_emit_op(&t->e, op, 1, 2, nv_emit_reg(3));
            reads(t, op_texts[op]);
        }
    }
    text_free(t);
}

static void test_masks(void)
{
    const NvEmitTarget *target = &nv_target_neon;
    static const char *const compares[] = {
        [NV_CMP_EQ] = "fcmeq v1.4s, v2.4s, v3.4s",
        [NV_CMP_LT_S] = "fcmgt v1.4s, v3.4s, v2.4s",
        [NV_CMP_LE_S] = "fcmge v1.4s, v3.4s, v2.4s",
        [NV_CMP_UNORD] =
            "fcmeq v30.4s, v2.4s, v2.4s; fcmeq v31.4s, v3.4s, v3.4s; "
            "and v1.16b, v30.16b, v31.16b; mvn v1.16b, v1.16b",
        [NV_CMP_NE] = "fcmeq v1.4s, v2.4s, v3.4s; mvn v1.16b, v1.16b",
    };
    g_autofree Text *t = g_new0(Text, 1);
    NvEmit *e = &t->e;

    text_new(t);
    for (unsigned i = 0; i < G_N_ELEMENTS(compares); i++) {
        target->compare(e, i, 1, 2, nv_emit_reg(3));
        reads(t, compares[i]);
    }
    target->blend(e, 1, 2, nv_emit_reg(3), 4, false);
    reads(t, "mov v1.16b, v2.16b; bit v1.16b, v3.16b, v4.16b");
    target->blend(e, 1, 2, nv_emit_reg(3), 1, false);
    reads(t, "bsl v1.16b, v3.16b, v2.16b");
    target->blend(e, 1, 2, nv_emit_reg(1), 4, false);
    reads(t, "bif v1.16b, v2.16b, v4.16b");
    target->blend(e, 1, 1, nv_emit_reg(3), 4, true);
    reads(t, "cmlt v30.4s, v4.4s, #0; bit v1.16b, v3.16b, v30.16b");
    text_free(t);
}

static void test_shifts(void)
{
    static const struct {
        NvEmitShift op;
        unsigned count;
        const char *want;
    } rows[] = {
        { NV_SHIFT_RIGHT, 7, "ushr v1.4s, v2.4s, #7" },
        { NV_SHIFT_RIGHT, 31, "ushr v1.4s, v2.4s, #0x1f" },
        { NV_SHIFT_RIGHT, 0, "mov v1.16b, v2.16b" },
        { NV_SHIFT_SIGNED, 31, "sshr v1.4s, v2.4s, #0x1f" },
        { NV_SHIFT_LEFT, 1, "shl v1.4s, v2.4s, #1" },
        { NV_SHIFT_LEFT, 31, "shl v1.4s, v2.4s, #0x1f" },
        { NV_SHIFT_RIGHT64, 1, "ushr v1.2d, v2.2d, #1" },
        { NV_SHIFT_RIGHT64, 63, "ushr v1.2d, v2.2d, #0x3f" },
        { NV_SHIFT_LEFT64, 32, "shl v1.2d, v2.2d, #0x20" },
        { NV_SHIFT_LEFT64, 63, "shl v1.2d, v2.2d, #0x3f" },
    };
    g_autofree Text *t = g_new0(Text, 1);

    text_new(t);
    for (unsigned i = 0; i < G_N_ELEMENTS(rows); i++) {
        nv_target_neon.shift(&t->e, rows[i].op, 1, 2, rows[i].count);
        reads(t, rows[i].want);
    }
    text_free(t);
}

/* Every distance has a form, and both ends of each are right. */
static void test_memory(void)
{
    static const struct {
        int32_t disp;
        const char *load, *store;
    } rows[] = {
        { 0, "ldr q5, [x21]", "str q6, [sp]" },
        { 16, "ldr q5, [x21, #0x10]", "str q6, [sp, #0x10]" },
        { 65520, "ldr q5, [x21, #0xfff0]", "str q6, [sp, #0xfff0]" },
        { -16, "ldur q5, [x21, #-0x10]", "stur q6, [sp, #-0x10]" },
        { -256, "ldur q5, [x21, #-0x100]", "stur q6, [sp, #-0x100]" },
        { 8, "ldur q5, [x21, #8]", "stur q6, [sp, #8]" },
        { 255, "ldur q5, [x21, #0xff]", "stur q6, [sp, #0xff]" },
        { 65536,
          "movz w16, #0; movk w16, #1, lsl #16; ldr q5, [x21, w16, sxtw]",
          "movz w16, #0; movk w16, #1, lsl #16; str q6, [sp, w16, sxtw]" },
        { -272,
          "movz w16, #0xfef0; movk w16, #0xffff, lsl #16; "
          "ldr q5, [x21, w16, sxtw]",
          "movz w16, #0xfef0; movk w16, #0xffff, lsl #16; "
          "str q6, [sp, w16, sxtw]" },
    };
    g_autofree Text *t = g_new0(Text, 1);
    NvEmit *e = &t->e;

    text_new(t);
    for (unsigned i = 0; i < G_N_ELEMENTS(rows); i++) {
        nv_emit_load(e, 5, nv_emit_at(e, NV_BASE_LANE, rows[i].disp, false));
        reads(t, rows[i].load);
        nv_emit_store(e, nv_emit_at(e, NV_BASE_FRAME, rows[i].disp, false), 6);
        reads(t, rows[i].store);
    }
    nv_emit_op(e, NV_OP_ADD, 1, 2, nv_emit_at(e, NV_BASE_POOL, 32, true));
    reads(t, "ldr q31, [x19, #0x20]; add v1.4s, v2.4s, v31.4s");
    text_free(t);
}

/* What comes before the loop is undone behind it; the frame is a constant. */
static void test_around(void)
{
    g_autofree Text *t = g_new0(Text, 1);
    NvEmit *e = &t->e;
    size_t frame, top;

    text_new(t);
    frame = nv_target_neon.begin(e);
    top = e->len;
    nv_target_neon.turn(e, 32, top);
    nv_target_neon.end(e);
    nv_target_neon.frame(e, frame, 0x12345);
    reads(t,
          "stp x29, x30, [sp, #-0x80]!; mov x29, sp; "
          "stp x19, x20, [sp, #0x10]; stp x21, x22, [sp, #0x20]; "
          "stp x23, x24, [sp, #0x30]; stp d8, d9, [sp, #0x40]; "
          "stp d10, d11, [sp, #0x50]; stp d12, d13, [sp, #0x60]; "
          "stp d14, d15, [sp, #0x70]; movz w16, #0x2350; "
          "movk w16, #1, lsl #16; sub sp, sp, x16; "
          "mov x19, x0; mov x20, x1; mov x21, x2; mov x22, x3; mov x23, x4; "
          "add x21, x21, #0x20; subs w23, w23, #1; b.ne #0x44; mov sp, x29; "
          "ldp x19, x20, [sp, #0x10]; ldp x21, x22, [sp, #0x20]; "
          "ldp x23, x24, [sp, #0x30]; ldp d8, d9, [sp, #0x40]; "
          "ldp d10, d11, [sp, #0x50]; ldp d12, d13, [sp, #0x60]; "
          "ldp d14, d15, [sp, #0x70]; ldp x29, x30, [sp], #0x80; ret ");
    text_free(t);
}

/* --- Programs --- */

/* A jump's target: capstone writes it last. */
static uint64_t target_of(const cs_insn *insn)
{
    const char *at = strrchr(insn->op_str, '#');

    g_assert_nonnull(at);
    return g_ascii_strtoull(at + 1, NULL, 16);
}

static void check_insn(const cs_insn *insn, size_t len)
{
    const char *name = insn->mnemonic;
    bool memory = strchr(insn->op_str, '[') &&
                  (g_str_has_prefix(name, "ld") || g_str_has_prefix(name, "st"));

    if (g_str_has_prefix(name, "b.") || !strcmp(name, "tbz")) {
        g_assert_cmpuint(target_of(insn), <, len);
        g_assert_cmpuint(target_of(insn) % 4, ==, 0);
    } else if (!strcmp(name, "blr")) {
        g_assert_cmpstr(insn->op_str, ==, "x16");
    } else if (memory) {
        /* The bases that there are, and addresses made right before. */
        g_assert_true(strstr(insn->op_str, "[sp") ||
                      strstr(insn->op_str, "[x19") ||
                      strstr(insn->op_str, "[x20") ||
                      strstr(insn->op_str, "[x21") ||
                      strstr(insn->op_str, "[x17]"));
    }
}

/* All of @len bytes; the last one returns. */
static uint64_t check_code(csh capstone, const void *code, size_t len)
{
    const uint8_t *at = code;
    cs_insn *insn = cs_malloc(capstone);
    uint64_t address = 0, count = 0;
    size_t left = len;

    while (left && cs_disasm_iter(capstone, &at, &left, &address, insn)) {
        check_insn(insn, len);
        count++;
    }
    g_assert_cmpuint(left, ==, 0);
    g_assert_cmpstr(insn->mnemonic, ==, "ret");
    cs_free(insn, 1);
    return count;
}

static uint64_t check_list(csh capstone, const NvList *list, bool fast)
{
    const char *why;
    void *code = nv_jit_compile(list, &nv_target_neon, fast, &why);
    uint64_t count = 0;
    NvJitInfo info;

    if (!code) {
        g_assert_cmpstr(why, ==, "lt-operand");
        return 0;
    }
    for (unsigned v = 0; v < G_N_ELEMENTS(info.bytes); v++) {
        g_assert_nonnull(nv_jit_version(code, v));
    }
    nv_jit_info(code, &info);
    for (unsigned v = 0; v < G_N_ELEMENTS(info.bytes); v++) {
        count += check_code(capstone, info.bytes[v], info.len[v]);
    }
    nv_jit_release(code);
    return count;
}

static void test_programs(gconstpointer chip)
{
    g_autoptr(GRand) rand = g_rand_new_with_seed(0x19e0);
    TestXf *x = test_xf_new(chip);
    NvXf *xf = &x->xf;
    uint64_t count = 0, programs = 0;
    csh capstone;

    g_assert_cmpint(cs_open(CS_ARCH_ARM64, CS_MODE_ARM, &capstone), ==, 0);
    g_assert_true(nv_xf_configure(xf, "soa", "exact", NULL));
    for (unsigned i = 0; i < 100 * rounds; i++) {
        const NvExecProgram *p;
        NvXfSetting set;

        if (chip == kelvin) {
            random_program(x, rand, 1 + g_rand_int_range(rand, 0, 60));
        } else {
            random_isa_program(x, rand, g_rand_int_range(rand, 17, 48), false);
            xf->mode_b = 0xc0000000u;
        }
        set = nv_xf_setting(xf);
        p = nv_exec_program(xf->exec, nv_xf_program_run(xf, 0),
                            nv_xf_words(xf), &set);
        if (p->list) {
            count += check_list(capstone, p->list, i & 1);
            programs++;
        }
    }
    g_test_message("%" G_GUINT64_FORMAT " programs, %" G_GUINT64_FORMAT
                   " instructions", programs, count);
    g_assert_cmpuint(programs, >, 50 * rounds);
    cs_close(&capstone);
    test_xf_free(x);
}

int main(int argc, char **argv)
{
    rounds = MAX(1, from_environment("NV_TEST_ROUNDS", 1));
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/neon-code/operations", test_ops);
    g_test_add_func("/neon-code/masks", test_masks);
    g_test_add_func("/neon-code/shifts", test_shifts);
    g_test_add_func("/neon-code/memory", test_memory);
    g_test_add_func("/neon-code/around", test_around);
    g_test_add_data_func("/neon-code/programs/kelvin", kelvin, test_programs);
    g_test_add_data_func("/neon-code/programs/rankine", rankine,
                         test_programs);
    return g_test_run();
}
