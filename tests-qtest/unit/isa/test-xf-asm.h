/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * For the XF tests: an XF without a card, a small assembler, random operands.
 *
 * The assembler fills encoded fields by the table of isa/isa.h.
 */
#ifndef TEST_XF_ASM_H
#define TEST_XF_ASM_H

#include <glib.h>

#include "common/xf-mode.h"
#include "xf/xf-priv.h"

/* --- An XF of its own --- */

typedef struct TestXf {
    NvHostOps ops;
    NvEnv env;
    NvXf xf;
    unsigned unimp, errors;     /* log lines of each kind */
    NvXfBlock block;
} TestXf;

static inline void test_xf_log(void *host, NvLogKind kind, const char *line)
{
    TestXf *t = host;

    g_assert_nonnull(line);
    t->unimp += kind == NV_LOG_UNIMP;
    t->errors += kind == NV_LOG_GUEST_ERROR;
}

static inline TestXf *test_xf_new(const char *chip)
{
    TestXf *t = g_new0(TestXf, 1);

    t->ops.log = test_xf_log;
    t->env.chip = nv_chip_find(chip);
    g_assert_nonnull(t->env.chip);
    t->env.ops = &t->ops;
    t->env.host = t;
    nv_xf_init(&t->xf, &t->env);
    return t;
}

static inline void test_xf_free(TestXf *t)
{
    nv_xf_free(&t->xf);
    g_free(t);
}

static inline void test_xf_mode(TestXf *t, uint32_t a, uint32_t b)
{
    nv_xf_command64(&t->xf, NV_XF_MODE, 0x0, b, a);
    nv_xf_command64(&t->xf, NV_XF_MODE, 0x8, 0, 0);
}

static inline void test_xf_vector(TestXf *t, NvXfCommand type, unsigned slot,
                                  const uint32_t v[4])
{
    for (unsigned c = 0; c < 4; c++) {
        nv_xf_command(&t->xf, type, slot << 4 | c << 2, v[c]);
    }
}

static inline void test_xf_vector_f(TestXf *t, NvXfCommand type,
                                    unsigned slot, float x, float y, float z,
                                    float w)
{
    const uint32_t v[4] = { nv_f2u(x), nv_f2u(y), nv_f2u(z), nv_f2u(w) };

    test_xf_vector(t, type, slot, v);
}

/* --- Assembler --- */

enum { ASM_R = 1, ASM_V = 2, ASM_C = 3 };
#define ASM_XYZW 0x1b
#define ASM_SRC(mux, reg, swz, neg) \
    ((mux) | (reg) << 2 | (swz) << 6 | (uint32_t)(neg) << 14)
#define ASM_REG(n) ASM_SRC(ASM_R, n, ASM_XYZW, 0)
#define ASM_IN ASM_SRC(ASM_V, 0, ASM_XYZW, 0)
#define ASM_CONST ASM_SRC(ASM_C, 0, ASM_XYZW, 0)

/* Masks as encoded: 8 x, 4 y, 2 z, 1 w. */
typedef struct AsmInsn {
    unsigned vec, sca;
    uint32_t s0, s1, s2;
    unsigned v, c;              /* IBUF and XFCTX addresses */
    unsigned dst, vmask, smask;
    unsigned out, omask;
    bool to_ctx, out_sca, indexed, end;
} AsmInsn;

static inline void asm_words(const AsmInsn *i, uint32_t words[4])
{
    const struct {
        NvXfField field;
        uint32_t value;
    } rows[] = {
        { NV_XF_F_END, i->end }, { NV_XF_F_INDEXED, i->indexed },
        { NV_XF_F_OUT_IS_SCA, i->out_sca }, { NV_XF_F_OUT_ADDR, i->out },
        { NV_XF_F_OUT_TARGET, !i->to_ctx }, { NV_XF_F_OUT_WM, i->omask },
        { NV_XF_F_DST_WM_SCA, i->smask }, { NV_XF_F_DST, i->dst },
        { NV_XF_F_DST_WM_VEC, i->vmask }, { NV_XF_F_SRC2, i->s2 },
        { NV_XF_F_SRC1, i->s1 }, { NV_XF_F_SRC0, i->s0 },
        { NV_XF_F_IBUF_ADDR, i->v }, { NV_XF_F_XFCTX_ADDR, i->c },
        { NV_XF_F_OP_VEC, i->vec }, { NV_XF_F_OP_SCA, i->sca },
    };

    memset(words, 0, 16);
    for (unsigned r = 0; r < G_N_ELEMENTS(rows); r++) {
        nv_xf_set_field(&nv_xf_isa_kelvin, words, rows[r].field,
                        rows[r].value);
    }
}

static inline void asm_upload(TestXf *t, unsigned slot, const AsmInsn *insn)
{
    uint32_t words[4];

    asm_words(insn, words);
    for (unsigned c = 0; c < 4; c++) {
        nv_xf_command(&t->xf, NV_XF_XFPR, slot << 4 | c << 2, words[3 - c]);
    }
}

static inline void asm_program(TestXf *t, unsigned slot, const AsmInsn *insns,
                               unsigned count)
{
    for (unsigned i = 0; i < count; i++) {
        asm_upload(t, slot + i, &insns[i]);
    }
}

/* --- Operands --- */

/* A sixteenth each: no exponent, no fraction, infinity, NaN. */
static inline uint32_t random_operand(GRand *rand)
{
    uint32_t x = g_rand_int(rand);

    switch (g_rand_int_range(rand, 0, 16)) {
    case 0:
        return x & ~NV_XF_INF;
    case 1:
        return x & ~0x7fffffu;
    case 2:
        return (x & NV_XF_SIGN) | NV_XF_INF;
    case 3:
        return x | NV_XF_INF;
    case 4:
    case 5:
    case 6:
    case 7:
        /* Near one, where sums and powers do something. */
        return (x & 0x80ffffff) | 0x3f000000;
    default:
        return x;
    }
}

static inline void random_vector(GRand *rand, uint32_t v[4])
{
    for (int i = 0; i < 4; i++) {
        v[i] = random_operand(rand);
    }
}

static inline void block_set(NvXfBlock *block, unsigned attr, unsigned lane,
                             const uint32_t v[4])
{
    for (int c = 0; c < 4; c++) {
        block->in[attr][c][lane] = v[c];
    }
}

static inline void block_get(const NvXfBlock *block, unsigned attr,
                             unsigned lane, uint32_t v[4])
{
    for (int c = 0; c < 4; c++) {
        v[c] = block->out[attr][c][lane];
    }
}

#define assert_vector(v, x, y, z, w) \
    do { \
        g_assert_cmphex((v)[0], ==, x); \
        g_assert_cmphex((v)[1], ==, y); \
        g_assert_cmphex((v)[2], ==, z); \
        g_assert_cmphex((v)[3], ==, w); \
    } while (0)

#endif
