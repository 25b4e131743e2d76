/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Machine code for operations of fragment programs, in the order of rounding
 * of fragops.c.  What shows the bits of a NaN (packing, registers read under
 * their other name, surfaces of floats) has none: which one an operation gives
 * here is the processor's.
 */
#include "raster/soft/mc-frag.h"

#include "raster/soft/fragops.h"

static NvVecVal op(NvMcFrag *f, NvX86Op what, NvVecVal x, NvVecVal y)
{
    return nv_vec_op(f->b->v, what, x, y);
}

NvVecVal nv_mc_frag_mul(NvMcFrag *f, NvVecVal x, NvVecVal y)
{
    return nv_mc_product(f->b, x, y);
}

NvVecVal nv_mc_frag_add(NvMcFrag *f, NvVecVal x, NvVecVal y)
{
    return op(f, NV_X86_ADDPS, x, y);
}

static NvVecVal number(NvMcFrag *f, float x)
{
    return nv_vec_float(f->b->v, x);
}

static NvVecVal over(NvMcFrag *f, NvVecVal x, NvVecVal y)
{
    return op(f, NV_X86_DIVPS, x, y);
}

static NvVecVal root(NvMcFrag *f, NvVecVal x)
{
    return nv_vec_unary(f->b->v, NV_X86_SQRTPS, x);
}

/* Where @code of CMPPS holds. */
static NvVecVal where(NvMcFrag *f, unsigned code, NvVecVal x, NvVecVal y)
{
    return nv_vec_op_imm(f->b->v, NV_X86_CMPPS, x, y, code);
}

static NvVecVal one_where(NvMcFrag *f, unsigned code, NvVecVal x, NvVecVal y)
{
    return op(f, NV_X86_PAND, where(f, code, x, y), number(f, 1));
}

static NvVecVal call(NvMcFrag *f, NvVecHelper *fn, NvVecVal x)
{
    return nv_vec_call(f->b->v, fn, x, x);
}

/* ---- by component ---- */

static NvVecVal floor_of(NvMcFrag *f, NvVecVal x)
{
    return nv_vec_op_imm(f->b->v, NV_X86_ROUNDPS, 0, x, 9);
}

static NvVecVal component(NvMcFrag *f, unsigned code, NvVecVal a, NvVecVal b,
                          NvVecVal z)
{
    switch (code) {
    case NV_FRAG_MOV:
        return a;
    case NV_FRAG_MUL:
        return nv_mc_frag_mul(f, a, b);
    case NV_FRAG_ADD:
        return nv_mc_frag_add(f, a, b);
    case NV_FRAG_MAD:
        return nv_mc_frag_add(f, nv_mc_frag_mul(f, a, b), z);
    case NV_FRAG_MIN:
        return op(f, NV_X86_MINPS, a, b);
    case NV_FRAG_MAX:
        return op(f, NV_X86_MAXPS, a, b);
    case NV_FRAG_SLT:
        return one_where(f, 1, a, b);
    case NV_FRAG_SGE:
        return one_where(f, 2, b, a);
    case NV_FRAG_SLE:
        return one_where(f, 2, a, b);
    case NV_FRAG_SGT:
        return one_where(f, 1, b, a);
    case NV_FRAG_SNE:
        return one_where(f, 4, a, b);
    case NV_FRAG_SEQ:
        return one_where(f, 0, a, b);
    case NV_FRAG_FRC:
        return op(f, NV_X86_SUBPS, a, floor_of(f, a));
    case NV_FRAG_FLR:
        return floor_of(f, a);
    case NV_FRAG_LRP:
        z = nv_mc_frag_mul(f, op(f, NV_X86_SUBPS, number(f, 1), a), z);
        return nv_mc_frag_add(f, nv_mc_frag_mul(f, a, b), z);
    case NV_FRAG_STR:
        return number(f, 1);
    case NV_FRAG_SFL:
        return number(f, 0);
    case NV_FRAG_DDX:
    case NV_FRAG_DDY:           /* lanes of a quad: mc-level.c */
        b = nv_vec_op_imm(f->b->v, NV_X86_PSHUFD, 0, a,
                          code == NV_FRAG_DDX ? 0xee : 0xf5);
        a = nv_vec_op_imm(f->b->v, NV_X86_PSHUFD, 0, a,
                          code == NV_FRAG_DDX ? 0x44 : 0xa0);
        return op(f, NV_X86_SUBPS, b, a);
    default:
        return 0;
    }
}

/* ---- one value for all components ---- */

static NvVecVal dot(NvMcFrag *f, const NvVecVal a[4], const NvVecVal b[4],
                    unsigned n)
{
    NvVecVal sum = nv_mc_frag_mul(f, a[0], b[0]);

    for (unsigned c = 1; c < n; c++) {
        sum = nv_mc_frag_add(f, sum, nv_mc_frag_mul(f, a[c], b[c]));
    }
    return sum;
}

static NvVecVal scalar(NvMcFrag *f, unsigned code, NvVecVal in[3][4])
{
    NvVecVal x = in[0][0];

    switch (code) {
    case NV_FRAG_DP2:
        return dot(f, in[0], in[1], 2);
    case NV_FRAG_DP3:
        return dot(f, in[0], in[1], 3);
    case NV_FRAG_DP4:
        return dot(f, in[0], in[1], 4);
    case NV_FRAG_DP2A:
        return nv_mc_frag_add(f, dot(f, in[0], in[1], 2), in[2][0]);
    case NV_FRAG_RCP:
        return over(f, number(f, 1), x);
    case NV_FRAG_RSQ:
        return over(f, number(f, 1), root(f, x));
    case NV_FRAG_EX2:
        return call(f, nv_frag_exp2_8, x);
    case NV_FRAG_LG2:
        return call(f, nv_frag_log2_8, x);
    case NV_FRAG_COS:
        return call(f, nv_frag_cos_8, x);
    case NV_FRAG_SIN:
        return call(f, nv_frag_sin_8, x);
    case NV_FRAG_POW:
        return nv_vec_call(f->b->v, nv_frag_power_8, x, in[1][0]);
    default:
        return 0;
    }
}

/* ---- vectors ---- */

static NvVecVal positive(NvMcFrag *f, NvVecVal x, NvVecVal yes)
{
    return op(f, NV_X86_PAND, where(f, 1, number(f, 0), x), yes);
}

static NvVecVal lit(NvMcFrag *f, const NvVecVal a[4])
{
    NvVecVal y = op(f, NV_X86_MAXPS, a[1], number(f, 0)), w;

    w = op(f, NV_X86_MAXPS, a[3], number(f, -128));
    w = op(f, NV_X86_MINPS, w, number(f, 128));
    return positive(f, a[0], nv_vec_call(f->b->v, nv_frag_power_8, y, w));
}

static void reflect(NvMcFrag *f, NvVecVal in[3][4], NvVecVal out[4])
{
    NvVecVal by = nv_mc_frag_mul(f, number(f, 2), dot(f, in[0], in[1], 3));

    by = over(f, by, dot(f, in[0], in[0], 3));
    for (unsigned c = 0; c < 3; c++) {
        out[c] = op(f, NV_X86_SUBPS, nv_mc_frag_mul(f, by, in[0][c]),
                    in[1][c]);
    }
    out[3] = number(f, 0);
}

/* Times or over the same @by. */
static void by_one(NvMcFrag *f, NvX86Op what, const NvVecVal a[4],
                   NvVecVal by, NvVecVal out[4])
{
    for (unsigned c = 0; c < 4; c++) {
        out[c] = op(f, what, a[c], by);
    }
}

static void move_2d(NvMcFrag *f, NvVecVal in[3][4], NvVecVal out[4])
{
    for (unsigned k = 0; k < 2; k++) {
        NvVecVal x = nv_mc_frag_mul(f, in[1][0], in[2][2 * k]);
        NvVecVal y = nv_mc_frag_mul(f, in[1][1], in[2][2 * k + 1]);

        out[k] = nv_mc_frag_add(f, nv_mc_frag_add(f, in[0][k], x), y);
        out[k + 2] = out[k];
    }
}

static bool vector(NvMcFrag *f, unsigned code, NvVecVal in[3][4],
                   NvVecVal out[4])
{
    NvVecVal *a = in[0], one = number(f, 1), x;

    switch (code) {
    case NV_FRAG_DST:
        out[0] = one;
        out[1] = nv_mc_frag_mul(f, a[1], in[1][1]);
        out[2] = a[2];
        out[3] = in[1][3];
        return true;
    case NV_FRAG_LIT:
    case NV_FRAG_LITEX2:
        out[0] = out[3] = one;
        out[1] = code == NV_FRAG_LIT ? positive(f, a[0], a[0]) : a[0];
        out[2] = code == NV_FRAG_LIT ? lit(f, a)
                 : positive(f, a[0], call(f, nv_frag_exp2_8, a[3]));
        return true;
    case NV_FRAG_X2D:
        move_2d(f, in, out);
        return true;
    case NV_FRAG_RFL:
        reflect(f, in, out);
        return true;
    case NV_FRAG_NRM:
        x = over(f, one, root(f, dot(f, a, a, 3)));
        by_one(f, NV_X86_MULPS, a, x, out);
        out[3] = number(f, 0);
        return true;
    case NV_FRAG_DIV:
        by_one(f, NV_X86_DIVPS, a, in[1][0], out);
        return true;
    case NV_FRAG_DIVSQ:
        by_one(f, NV_X86_DIVPS, a, root(f, in[1][0]), out);
        return true;
    default:
        return false;
    }
}

/* ---- which ---- */

typedef enum Kind {
    NONE, COMPONENT, SCALAR, VECTOR, TEXTURE, ALONE,
} Kind;

#define IS(name, kind) [NV_FRAG_##name] = kind

static const uint8_t kinds[NV_FRAG_CODES] = {
    IS(MOV, COMPONENT), IS(MUL, COMPONENT), IS(ADD, COMPONENT),
    IS(MAD, COMPONENT), IS(MIN, COMPONENT), IS(MAX, COMPONENT),
    IS(SLT, COMPONENT), IS(SGE, COMPONENT), IS(SLE, COMPONENT),
    IS(SGT, COMPONENT), IS(SNE, COMPONENT), IS(SEQ, COMPONENT),
    IS(FRC, COMPONENT), IS(FLR, COMPONENT), IS(LRP, COMPONENT),
    IS(STR, COMPONENT), IS(SFL, COMPONENT), IS(DDX, COMPONENT),
    IS(DDY, COMPONENT), IS(DP2, SCALAR), IS(DP3, SCALAR), IS(DP4, SCALAR),
    IS(DP2A, SCALAR), IS(RCP, SCALAR), IS(RSQ, SCALAR), IS(EX2, SCALAR),
    IS(LG2, SCALAR), IS(COS, SCALAR), IS(SIN, SCALAR), IS(POW, SCALAR),
    IS(DST, VECTOR), IS(LIT, VECTOR), IS(LITEX2, VECTOR), IS(X2D, VECTOR),
    IS(RFL, VECTOR), IS(NRM, VECTOR), IS(DIV, VECTOR), IS(DIVSQ, VECTOR),
    IS(TEX, TEXTURE), IS(TXP, TEXTURE), IS(TXD, TEXTURE), IS(TXL, TEXTURE),
    IS(TXB, TEXTURE), IS(TEXBEM, TEXTURE), IS(TXPBEM, TEXTURE),
    IS(TIMESWTEX, TEXTURE), IS(KIL, ALONE),
};

bool nv_mc_frag_knows(unsigned code)
{
    return kinds[code] != NONE;
}

bool nv_mc_frag_op(NvMcFrag *f, unsigned code, NvVecVal in[3][4],
                   NvVecVal out[4])
{
    NvVecVal x;

    switch ((Kind)kinds[code]) {
    case COMPONENT:
        for (unsigned c = 0; c < 4; c++) {
            out[c] = component(f, code, in[0][c], in[1][c], in[2][c]);
        }
        return true;
    case SCALAR:
        x = scalar(f, code, in);
        for (unsigned c = 0; c < 4; c++) {
            out[c] = x;
        }
        return true;
    case VECTOR:
        return vector(f, code, in, out);
    default:
        return false;
    }
}
