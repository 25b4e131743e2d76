/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Fixed function: words and vectors of a list being made.
 *
 * No hardware facts.
 */
#include "xf/ff.h"

void nv_ff_start(NvFf *ff, const NvXf *xf)
{
    *ff = (NvFf) {
        .xf = xf, .slots = nv_ff_slots(xf), .mode = nv_ff_state(xf),
        .mul = NV_LIST_MUL, .list = nv_list_new(),
    };
    /* guess: microcode runs by the legacy rules whatever programs do */
    ff->list->rules = (NvXfRules) { xf->chip->arith, true };
    ff->list->ctx_limit = NV_FF_CONSTANTS;
}

static NvVal add(NvFf *ff, NvListOp op, uint32_t imm, const NvVal arg[4])
{
    NvVal v = nv_list_add(ff->list, op, imm, arg);

    /* The longest list there can be is far from full. */
    g_assert(v);
    return v;
}

NvVal nv_ff_add(NvFf *ff, NvListOp op, NvVal a, NvVal b, NvVal c)
{
    return add(ff, op, 0, (NvVal[4]) { a, b, c });
}

NvVal nv_ff_const(NvFf *ff, uint32_t bits)
{
    return add(ff, NV_LIST_CONST, bits, NULL);
}

static NvVal constant(NvFf *ff, unsigned slot, unsigned c)
{
    assert(slot < NV_FF_CONSTANTS && c < 4);
    return add(ff, NV_LIST_CTX, slot << 2 | c, NULL);
}

NvVal nv_ff_ltc(NvFf *ff, NvFfScalar slot, unsigned more)
{
    unsigned word = (slot >> 8) * NV_XF_MAX_LTC + (slot & 0xff) + more;

    assert(slot != NV_FF_ABSENT);
    return constant(ff, NV_FF_LTC + word / 4, word % 4);
}

NvVal nv_ff_mul(NvFf *ff, NvVal a, NvVal b)
{
    return nv_ff_add(ff, ff->mul, a, b, 0);
}

NvVal nv_ff_sum2(NvFf *ff, NvVal a, NvVal b)
{
    return nv_ff_add(ff, NV_LIST_SUM2, a, b, 0);
}

NvVal nv_ff_sum(NvFf *ff, const NvVal *term, unsigned n)
{
    static const NvListOp op[5] = {
        [2] = NV_LIST_SUM2, [3] = NV_LIST_SUM3, [4] = NV_LIST_SUM4,
    };
    NvVal arg[4] = { 0 };

    assert(n >= 2 && n <= 4);
    memcpy(arg, term, n * sizeof(arg[0]));
    return add(ff, op[n], 0, arg);
}

NvVal nv_ff_neg(NvFf *ff, NvVal a)
{
    return add(ff, NV_LIST_XOR, NV_XF_SIGN, (NvVal[4]) { a });
}

NvVal nv_ff_abs(NvFf *ff, NvVal a)
{
    return add(ff, NV_LIST_AND, ~NV_XF_SIGN, (NvVal[4]) { a });
}

NvVal nv_ff_to_lt(NvFf *ff, NvVal a)
{
    return nv_ff_add(ff, NV_LIST_TO_LT, a, 0, 0);
}

NvVal nv_ff_test(NvFf *ff, NvVal a, NvXfTest test)
{
    return add(ff, NV_LIST_TEST, test, (NvVal[4]) { a });
}

NvVal nv_ff_unless(NvFf *ff, NvVal mask, NvVal a)
{
    return nv_ff_add(ff, NV_LIST_SELECT, mask, nv_ff_const(ff, 0), a);
}

NvFfVec nv_ff_input(NvFf *ff, unsigned attr)
{
    NvFfVec r;

    assert(attr < NV_XF_ATTRS);
    for (unsigned c = 0; c < 4; c++) {
        r.v[c] = add(ff, NV_LIST_INPUT, attr << 2 | c, NULL);
    }
    ff->list->inputs |= 1u << attr;
    return r;
}

NvFfVec nv_ff_ctx(NvFf *ff, unsigned slot)
{
    NvFfVec r;

    for (unsigned c = 0; c < 4; c++) {
        r.v[c] = constant(ff, slot, c);
    }
    return r;
}

NvFfVec nv_ff_lt(NvFf *ff, unsigned slot)
{
    return nv_ff_ctx(ff, NV_FF_LTCTX + slot);
}

NvFfVec nv_ff_row(NvFf *ff, const NvFfRow *row, unsigned i)
{
    unsigned slot = row->base + row->stride * i;

    assert(!row->absent);
    return row->xfctx ? nv_ff_to_ltv(ff, nv_ff_ctx(ff, slot)) :
           nv_ff_lt(ff, slot);
}

NvVal nv_ff_dot(NvFf *ff, NvFfVec a, NvFfVec b, unsigned n)
{
    NvVal t[4] = { 0 };

    for (unsigned c = 0; c < n; c++) {
        t[c] = nv_ff_mul(ff, a.v[c], b.v[c]);
    }
    return nv_ff_sum(ff, t, n);
}

NvFfVec nv_ff_matrix(NvFf *ff, unsigned slot, NvFfVec v, unsigned rows,
                     unsigned n)
{
    NvFfVec r = { { 0 } };

    for (unsigned i = 0; i < rows; i++) {
        r.v[i] = nv_ff_dot(ff, nv_ff_ctx(ff, slot + i), v, n);
    }
    return r;
}

NvFfVec nv_ff_scale(NvFf *ff, NvFfVec a, NvVal s, unsigned n)
{
    for (unsigned c = 0; c < n; c++) {
        a.v[c] = nv_ff_mul(ff, a.v[c], s);
    }
    return a;
}

NvFfVec nv_ff_sumv(NvFf *ff, NvFfVec a, NvFfVec b)
{
    for (unsigned c = 0; c < 3; c++) {
        a.v[c] = nv_ff_sum2(ff, a.v[c], b.v[c]);
    }
    return a;
}

NvFfVec nv_ff_negv(NvFf *ff, NvFfVec a)
{
    for (unsigned c = 0; c < 3; c++) {
        a.v[c] = nv_ff_neg(ff, a.v[c]);
    }
    return a;
}

NvFfVec nv_ff_to_ltv(NvFf *ff, NvFfVec a)
{
    for (unsigned c = 0; c < 4; c++) {
        if (a.v[c]) {
            a.v[c] = nv_ff_to_lt(ff, a.v[c]);
        }
    }
    return a;
}

NvVal nv_ff_lmul(NvFf *ff, NvVal a, NvVal b)
{
    return nv_ff_add(ff, NV_LIST_LT_MUL, a, b, 0);
}

NvVal nv_ff_ladd(NvFf *ff, NvVal a, NvVal b)
{
    return nv_ff_add(ff, NV_LIST_LT_ADD3, a, b, nv_ff_const(ff, 0));
}

NvVal nv_ff_ladd_positive(NvFf *ff, NvVal a, NvVal b)
{
    return add(ff, NV_LIST_LT_ADD3, NV_LIST_POSITIVE,
               (NvVal[4]) { a, b, nv_ff_const(ff, 0) });
}

NvVal nv_ff_ldot(NvFf *ff, NvFfVec a, NvFfVec b)
{
    NvVal t[3];

    for (unsigned c = 0; c < 3; c++) {
        t[c] = nv_ff_lmul(ff, a.v[c], b.v[c]);
    }
    return nv_ff_add(ff, NV_LIST_LT_ADD3, t[0], t[1], t[2]);
}

NvVal nv_ff_smul(NvFf *ff, NvVal a, NvVal b)
{
    return nv_ff_add(ff, NV_LIST_LT_SMUL, a, b, 0);
}

NvVal nv_ff_sadd(NvFf *ff, NvVal a, NvVal b)
{
    return nv_ff_add(ff, NV_LIST_LT_SADD, a, b, 0);
}

NvVal nv_ff_smac(NvFf *ff, NvVal a, NvVal b, NvVal c)
{
    return nv_ff_add(ff, NV_LIST_LT_SMAC, a, b, c);
}

NvVal nv_ff_lrcp(NvFf *ff, NvVal a)
{
    return nv_ff_add(ff, NV_LIST_LT_RCP, a, 0, 0);
}

NvVal nv_ff_lrsq(NvFf *ff, NvVal a)
{
    return nv_ff_add(ff, NV_LIST_LT_RSQ, a, 0, 0);
}

void nv_ff_out(NvFf *ff, unsigned out, NvFfVec v)
{
    assert(out < NV_XF_ATTRS);
    for (unsigned c = 0; c < 4; c++) {
        ff->list->out[out][c] = v.v[c];
        ff->list->outputs |= (v.v[c] != 0) << out;
    }
}

NvFfVec nv_ff_black(NvFf *ff)
{
    NvVal zero = nv_ff_const(ff, 0);

    return (NvFfVec) { { zero, zero, zero, nv_ff_const(ff, NV_XF_ONE) } };
}
