/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Sources and operations of instructions as nodes of a list.
 *
 * The rules are those of isa/ops.c and the reference executor, which say where
 * they come from.
 */
#include "isa/build.h"

/* --- Sources --- */

static NvVal constant(NvBuild *b, const NvXfInsn *insn, unsigned c)
{
    unsigned slot = insn->xfctx;

    if (insn->indexed) {
        return add1(b, NV_LIST_CTXREL, slot << 2 | c,
                    b->areg[insn->areg][insn->acomp]);
    }
    return nv_xf_constant_readable(b->set, slot) ?
           nv_build_add(b, NV_LIST_CTX, slot << 2 | c, NULL) : b->zero;
}

static NvVal input(NvBuild *b, unsigned attr, unsigned c)
{
    NvVal *v = &b->input[attr][c];

    if (!*v) {
        *v = nv_build_add(b, NV_LIST_INPUT, attr << 2 | c, NULL);
    }
    return *v;
}

NvVal nv_build_source(NvBuild *b, const NvXfInsn *insn, unsigned n, unsigned i)
{
    const NvXfSource *s = &insn->src[n];
    unsigned c = s->swz[i];
    NvVal v;

    assert(n < 3 && i < 4 && s->reg < NV_XF_REGS);
    switch (s->mux) {
    case NV_XF_MUX_TEMP:
        v = b->reg[s->reg][c];
        break;
    case NV_XF_MUX_XFCTX:
        v = constant(b, insn, c);
        break;
    case NV_XF_MUX_STPOS:
        v = b->tbuf[0][c];
        if (b->known[0][c] != b->all) {
            nv_build_fail(b, NV_LIST_FAIL_OLD_OUTPUT);
        }
        break;
    default:
        v = input(b, insn->ibuf, c);
        break;
    }
    if (s->keep != UINT32_MAX) {
        v = add1(b, NV_LIST_AND, s->keep, v);
    }
    if (s->flip) {
        v = add1(b, NV_LIST_XOR, s->flip, v);
    }
    return v;
}

/* --- Operations: the components @need of a result --- */

typedef void BuildFn(NvBuild *b, const NvXfInsn *insn, uint32_t imm,
                     unsigned need, NvVal d[4]);

/* How an opcode is built, and a number for that. */
typedef struct BuildRow {
    BuildFn *fn;
    uint32_t imm;
} BuildRow;

static NvVal product(NvBuild *b, const NvXfInsn *insn, unsigned i)
{
    NvVal x = nv_build_source(b, insn, 0, i);

    return add2(b, NV_LIST_MUL, 0, x, nv_build_source(b, insn, 1, i));
}

static void build_copy(NvBuild *b, const NvXfInsn *insn, uint32_t n,
                       unsigned need, NvVal d[4])
{
    FOR_NEEDED(i, need) {
        d[i] = nv_build_source(b, insn, n, i);
    }
}

static void build_mul(NvBuild *b, const NvXfInsn *insn, uint32_t imm,
                      unsigned need, NvVal d[4])
{
    FOR_NEEDED(i, need) {
        d[i] = product(b, insn, i);
    }
}

/* hw: sources 0 and 2. */
static void build_add(NvBuild *b, const NvXfInsn *insn, uint32_t imm,
                      unsigned need, NvVal d[4])
{
    FOR_NEEDED(i, need) {
        NvVal x = nv_build_source(b, insn, 0, i);

        d[i] = add2(b, NV_LIST_SUM2, 0, x, nv_build_source(b, insn, 2, i));
    }
}

/* hw: not fused. */
static void build_mad(NvBuild *b, const NvXfInsn *insn, uint32_t imm,
                      unsigned need, NvVal d[4])
{
    FOR_NEEDED(i, need) {
        NvVal p = product(b, insn, i);

        d[i] = add2(b, NV_LIST_SUM2, 0, p, nv_build_source(b, insn, 2, i));
    }
}

/* DP3, DP4. */
static void build_dot(NvBuild *b, const NvXfInsn *insn, uint32_t n,
                      unsigned need, NvVal d[4])
{
    NvVal t[4] = { 0 };

    for (unsigned i = 0; i < n; i++) {
        t[i] = product(b, insn, i);
    }
    splat(d, nv_build_add(b, n == 3 ? NV_LIST_SUM3 : NV_LIST_SUM4, 0, t));
}

/* hw: w goes through the multiplier, with 1.0. */
static void build_dph(NvBuild *b, const NvXfInsn *insn, uint32_t imm,
                      unsigned need, NvVal d[4])
{
    NvVal t[4];

    for (unsigned i = 0; i < 3; i++) {
        t[i] = product(b, insn, i);
    }
    t[3] = add2(b, NV_LIST_MUL, 0, b->one, nv_build_source(b, insn, 1, 3));
    splat(d, nv_build_add(b, NV_LIST_SUM4, 0, t));
}

static void build_dst(NvBuild *b, const NvXfInsn *insn, uint32_t imm,
                      unsigned need, NvVal d[4])
{
    d[0] = b->one;
    if (need & 2) {
        d[1] = product(b, insn, 1);
    }
    if (need & 4) {
        d[2] = nv_build_source(b, insn, 0, 2);
    }
    if (need & 8) {
        d[3] = nv_build_source(b, insn, 1, 3);
    }
}

static void build_two(NvBuild *b, const NvXfInsn *insn, NvListOp op,
                      uint32_t imm, unsigned need, NvVal d[4])
{
    FOR_NEEDED(i, need) {
        NvVal x = nv_build_source(b, insn, 0, i);

        d[i] = add2(b, op, imm, x, nv_build_source(b, insn, 1, i));
    }
}

static void build_minmax(NvBuild *b, const NvXfInsn *insn, uint32_t op,
                         unsigned need, NvVal d[4])
{
    build_two(b, insn, op, 0, need, d);
}

static void build_set(NvBuild *b, const NvXfInsn *insn, uint32_t test,
                      unsigned need, NvVal d[4])
{
    build_two(b, insn, NV_LIST_SET, test, need, d);
}

static void build_one(NvBuild *b, const NvXfInsn *insn, uint32_t op,
                      unsigned need, NvVal d[4])
{
    FOR_NEEDED(i, need) {
        d[i] = add1(b, op, 0, nv_build_source(b, insn, 0, i));
    }
}

/* Scalar unit: source 2, its x, the same result everywhere. */
static void build_scalar(NvBuild *b, const NvXfInsn *insn, uint32_t op,
                         unsigned need, NvVal d[4])
{
    splat(d, add1(b, op, 0, nv_build_source(b, insn, 2, 0)));
}

/* EXP, LOG: three results and 1.0. */
static void build_partial(NvBuild *b, const NvXfInsn *insn, uint32_t op,
                          unsigned need, NvVal d[4])
{
    NvVal x = nv_build_source(b, insn, 2, 0);

    FOR_NEEDED(i, need) {
        d[i] = i == 3 ? b->one : add1(b, op, i, x);
    }
}

static void build_lit(NvBuild *b, const NvXfInsn *insn, uint32_t imm,
                      unsigned need, NvVal d[4])
{
    NvVal x = nv_build_source(b, insn, 2, 0);
    NvVal y = nv_build_source(b, insn, 2, 1);
    NvVal w = nv_build_source(b, insn, 2, 3);

    FOR_NEEDED(i, need) {
        d[i] = i == 0 || i == 3 ? b->one :
               nv_build_add(b, NV_LIST_LIT, i, (NvVal[4]) { x, y, w });
    }
}

/* By the opcodes of isa/ops.c; the tests find one that is missing. */
static const BuildRow vec_rows[NV_XF_VEC_OPS] = {
    [0x01] = { build_copy, 0 },     /* MOV */
    [0x02] = { build_mul, 0 },     /* MUL */
    [0x03] = { build_add, 0 },     /* ADD */
    [0x04] = { build_mad, 0 },     /* MAD */
    [0x05] = { build_dot, 3 },     /* DP3 */
    [0x06] = { build_dph, 0 },     /* DPH */
    [0x07] = { build_dot, 4 },     /* DP4 */
    [0x08] = { build_dst, 0 },     /* DST */
    [0x09] = { build_minmax, NV_LIST_MIN },     /* MIN */
    [0x0a] = { build_minmax, NV_LIST_MAX },     /* MAX */
    [0x0b] = { build_set, NV_XF_TEST_LT },     /* SLT */
    [0x0c] = { build_set, NV_XF_TEST_GE },     /* SGE */
    [0x0e] = { build_one, NV_LIST_FRC },     /* FRC */
    [0x0f] = { build_one, NV_LIST_FLR },     /* FLR */
    [0x10] = { build_set, NV_XF_TEST_EQ },     /* SEQ */
    [0x11] = { build_set, NV_XF_TEST_FL },     /* SFL */
    [0x12] = { build_set, NV_XF_TEST_GT },     /* SGT */
    [0x13] = { build_set, NV_XF_TEST_LE },     /* SLE */
    [0x14] = { build_set, NV_XF_TEST_NE },     /* SNE */
    [0x15] = { build_set, NV_XF_TEST_TR },     /* STR */
    [0x16] = { build_one, NV_LIST_SSG },     /* SSG */
};

static const BuildRow sca_rows[NV_XF_SCA_OPS] = {
    [0x01] = { build_copy, 2 },     /* MOV */
    [0x02] = { build_scalar, NV_LIST_RCP },     /* RCP */
    [0x03] = { build_scalar, NV_LIST_RCC },     /* RCC */
    [0x04] = { build_scalar, NV_LIST_RSQ },     /* RSQ */
    [0x05] = { build_partial, NV_LIST_EXP },     /* EXP */
    [0x06] = { build_partial, NV_LIST_LOG },     /* LOG */
    [0x07] = { build_lit, 0 },     /* LIT */
    [0x0d] = { build_scalar, NV_LIST_LG2 },     /* LG2 */
    [0x0e] = { build_scalar, NV_LIST_EX2 },     /* EX2 */
    [0x0f] = { build_scalar, NV_LIST_SIN },     /* SIN */
    [0x10] = { build_scalar, NV_LIST_COS },     /* COS */
};

static void build_result(NvBuild *b, const NvXfInsn *insn, const BuildRow *row,
                         unsigned need, NvVal d[4])
{
    if (row->fn) {
        row->fn(b, insn, row->imm, need, d);
    } else {
        nv_build_fail(b, NV_LIST_FAIL_UNKNOWN);
    }
}

void nv_build_vec(NvBuild *b, const NvXfInsn *insn, unsigned need,
                  NvVal d[4])
{
    build_result(b, insn, &vec_rows[insn->vec - nv_xf_vec_ops], need, d);
}

void nv_build_sca(NvBuild *b, const NvXfInsn *insn, unsigned need,
                  NvVal d[4])
{
    build_result(b, insn, &sca_rows[insn->sca - nv_xf_sca_ops], need, d);
}
