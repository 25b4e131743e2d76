/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Machine code for what becomes of a colour: the combiners' list (rcplan.c).
 */
#include "raster/soft/soft.h"

/* x / 255 rounded once: a product and what its constant lacks (all tried). */
static NvVecVal over(NvMcBuild *b, NvVecVal floats, double by)
{
    float high = (float)(1.0 / by), low = (float)(1.0 / by - high);
    NvVecVal rest = nv_vec_op(b->v, NV_X86_MULPS, floats,
                              nv_vec_float(b->v, low));

    return nv_vec_fma(b->v, floats, nv_vec_float(b->v, high), rest);
}

/* ---- what is known of values ---- */

static NvVecVal remember(NvMcBuild *b, NvMcFact fact)
{
    if (b->facts < NV_MC_FACTS) {
        b->fact[b->facts++] = fact;
    }
    return fact.value;
}

static NvVecVal know(NvMcBuild *b, NvVecVal value, NvVecVal byte,
                     NvVecVal times)
{
    return remember(b, (NvMcFact) { value, byte, times });
}

static const NvMcFact *find(const NvMcBuild *b, NvVecVal value)
{
    for (unsigned i = 0; i < b->facts; i++) {
        if (b->fact[i].value == value) {
            return &b->fact[i];
        }
    }
    return NULL;
}

/* NULL: it may be outside 0..1. */
static const NvMcFact *known(const NvMcBuild *b, NvVecVal value)
{
    const NvMcFact *fact = find(b, value);

    return fact && !fact->held ? fact : NULL;
}

NvVecVal nv_mc_unit(NvMcBuild *b, NvVecVal x)
{
    return know(b, over(b, nv_vec_unary(b->v, NV_X86_CVTDQ2PS, x), 255.0), x,
                0);
}

NvVecVal nv_mc_texel(NvMcBuild *b, NvVecVal sum)
{
    const NvVecNode *n = &b->v->node[sum];

    /* A byte alone; the same number (all tried). */
    if (n->kind == NV_VEC_SHIFT && n->op == NV_X86_PSLLD && n->imm == 16) {
        return nv_mc_unit(b, n->arg[0]);
    }
    return know(b, over(b, nv_vec_unary(b->v, NV_X86_CVTDQ2PS, sum),
                        65536.0 * 255.0), 0, 0);
}

NvVecVal nv_mc_product(NvMcBuild *b, NvVecVal x, NvVecVal y)
{
    NvVecVal product = nv_vec_op(b->v, NV_X86_MULPS, x, y);
    const NvMcFact *p = known(b, x), *q = known(b, y);

    if (p && q) {
        bool bytes = p->byte && q->byte && !p->times && !q->times;

        know(b, product, bytes ? p->byte : 0, bytes ? q->byte : 0);
    }
    return product;
}

/* ---- combiners ---- */

static NvVecVal number(NvMcBuild *b, float f)
{
    return nv_vec_float(b->v, f);
}

static NvVecVal op(NvMcBuild *b, NvX86Op what, NvVecVal x, NvVecVal y)
{
    return nv_vec_op(b->v, what, x, y);
}

/* Held to 0..1. */
static NvVecVal hold(NvMcBuild *b, NvVecVal x)
{
    x = op(b, NV_X86_MAXPS, x, number(b, 0));
    return know(b, op(b, NV_X86_MINPS, x, number(b, 1)), 0, 0);
}

/*
 * Of a NaN, the second one: as lane.h has it.  Of what is held to -1..1 mostly
 * nobody else needs what is below 0.
 */
static NvVecVal pos(NvMcBuild *b, NvVecVal x)
{
    const NvMcFact *fact = find(b, x);

    if (fact) {
        return fact->held ? hold(b, fact->held) : x;
    }
    return op(b, NV_X86_MAXPS, x, number(b, 0));
}

static NvVecVal unit(NvMcBuild *b, NvVecVal x)
{
    return find(b, x) ? pos(b, x) : hold(b, x);
}

static NvVecVal scaled(NvMcBuild *b, unsigned how, NvVecVal x)
{
    float by = nv_soft_combiner_scales[how];
    NvVecVal held;

    if (by == 1 && !(how & 1) && known(b, x)) {
        return x;
    }
    if (how & 1) {
        x = op(b, NV_X86_ADDPS, x, number(b, NV_SOFT_COMBINER_BIAS));
    }
    if (by != 1) {
        x = op(b, NV_X86_MULPS, x, number(b, by));
    }
    held = x;
    x = op(b, NV_X86_MAXPS, x, number(b, -1));
    x = op(b, NV_X86_MINPS, x, number(b, 1));
    return remember(b, (NvMcFact) { x, .held = held });
}

static NvVecVal mux(NvMcBuild *b, bool msb, NvVecVal x, NvVecVal y,
                    NvVecVal alpha)
{
    NvVecVal mask;

    if (msb) {
        mask = nv_vec_op_imm(b->v, NV_X86_CMPPS, number(b, 0.5f), alpha, 2);
    } else {
        mask = op(b, NV_X86_MULPS, alpha, number(b, 255));
        mask = nv_vec_unary(b->v, NV_X86_CVTTPS2DQ, mask);
        mask = nv_vec_shift(b->v, NV_X86_PSLLD, mask, 31);
    }
    return nv_vec_choose(b->v, mask, y, x);
}

/* @k: the node's constant, by its place in the plan's list of them. */
static NvVecVal node(NvMcBuild *b, const NvCombinerNode *n, unsigned k,
                     const NvVecVal *made)
{
    NvVecVal x = made[n->a], y = made[n->b], z = made[n->c];

    switch ((NvRcOp)n->op) {
    case NV_RC_CONST:
        return nv_vec_spread(b->v, NV_MC_AT(constant[k]), 4);
    case NV_RC_COLOR:
        return nv_mc_unit(b, b->color[n->sub][n->c]);
    case NV_RC_LANE:
        return n->sub == NV_RC_FOG ? b->fog
                                   : b->reg[n->sub - NV_RC_T0][n->c];
    case NV_RC_POS:
        return pos(b, x);
    case NV_RC_INVERT:
        return op(b, NV_X86_SUBPS, number(b, 1), unit(b, x));
    case NV_RC_NEGATE:
        return op(b, NV_X86_PXOR, x, nv_vec_word(b->v, 0x80000000));
    case NV_RC_EXPAND:
    case NV_RC_EXPAND_NEG:
        x = op(b, NV_X86_MULPS, pos(b, x), number(b, 2));
        return n->op == NV_RC_EXPAND ? op(b, NV_X86_SUBPS, x, number(b, 1))
                                     : op(b, NV_X86_SUBPS, number(b, 1), x);
    case NV_RC_BIAS:
        return op(b, NV_X86_SUBPS, pos(b, x), number(b, 0.5f));
    case NV_RC_BIAS_NEG:
        return op(b, NV_X86_SUBPS, number(b, 0.5f), pos(b, x));
    case NV_RC_MUL:
        return nv_mc_product(b, x, y);
    case NV_RC_ADD:
        return op(b, NV_X86_ADDPS, x, y);
    case NV_RC_MUX:
        return mux(b, n->sub, x, y, z);
    case NV_RC_SCALE:
        return scaled(b, n->sub, x);
    case NV_RC_FINAL:
        y = op(b, NV_X86_MULPS, x, y);
        x = op(b, NV_X86_SUBPS, number(b, 1), x);
        return op(b, NV_X86_ADDPS, y, op(b, NV_X86_MULPS, x, z));
    }
    return 0;
}

/*
 * Two bytes' product over 255, to the nearest: floats are wrong by less than
 * 0.0001 of a step, and nothing lies nearer than 1/510 to the middle of two.
 */
static NvVecVal byte_of_product(NvMcBuild *b, NvVecVal x, NvVecVal y)
{
    x = op(b, NV_X86_PADDD, op(b, NV_X86_PMULLW, x, y),
           nv_vec_word(b->v, 128));
    x = op(b, NV_X86_PADDD, x, nv_vec_shift(b->v, NV_X86_PSRLD, x, 8));
    return nv_vec_shift(b->v, NV_X86_PSRLD, x, 8);
}

/* A byte comes back from what it is 255ths of as it was. */
NvVecVal nv_mc_byte(NvMcBuild *b, NvVecVal x)
{
    const NvMcFact *fact = known(b, x);

    if (fact && fact->byte) {
        return fact->times ? byte_of_product(b, fact->byte, fact->times)
                           : fact->byte;
    }
    x = op(b, NV_X86_MULPS, unit(b, x), number(b, 255));
    x = op(b, NV_X86_ADDPS, x, number(b, 0.5f));
    return nv_vec_unary(b->v, NV_X86_CVTTPS2DQ, x);
}

void nv_mc_combine(NvMcBuild *b)
{
    const NvCombinerPlan *plan = b->plan;
    NvVecVal made[NV_RC_NODES] = { 0 };

    for (unsigned k = 0; k < plan->nconstants; k++) {
        unsigned i = plan->constant[k];

        made[i] = node(b, &plan->node[i], k, made);
    }
    for (unsigned u = 0; u < NV_SHADER_STAGES; u++) {
        for (unsigned c = 0; c < 4; c++) {
            if (b->sum[u][c]) {
                b->reg[u][c] = nv_mc_texel(b, b->sum[u][c]);
            }
        }
    }
    for (unsigned i = 0; i < plan->count; i++) {
        if (plan->node[i].op == NV_RC_LANE) {
            made[i] = node(b, &plan->node[i], 0, made);
        }
    }
    for (unsigned k = plan->nops; k-- > 0;) {
        unsigned i = plan->op[k];

        made[i] = node(b, &plan->node[i], 0, made);
    }
    for (unsigned c = 0; c < 4; c++) {
        const NvCombinerNode *n = &plan->node[plan->out[c]];

        if (n->op == NV_RC_CONST) {
            b->out[c] = nv_vec_spread(b->v, NV_MC_AT(out[c]), 4);
        } else if (n->op == NV_RC_COLOR) {
            b->out[c] = b->color[n->sub][n->c];
        } else if (n->op == NV_RC_LANE && n->sub >= NV_RC_T0 &&
                   b->sum[n->sub - NV_RC_T0][n->c]) {
            /* The same as by floats: all sums were tried. */
            b->out[c] = op(b, NV_X86_PADDD,
                           b->sum[n->sub - NV_RC_T0][n->c],
                           nv_vec_word(b->v, 32768));
            b->out[c] = nv_vec_shift(b->v, NV_X86_PSRLD, b->out[c], 16);
        } else {
            b->out[c] = nv_mc_byte(b, made[plan->out[c]]);
        }
    }
}

/* ---- comparing ---- */

NvVecVal nv_mc_compare(NvMcBuild *b, unsigned func, NvVecVal x, NvVecVal y)
{
    NvVecVal mask;

    func &= 7;
    switch (func) {
    case 0:
        return nv_vec_word(b->v, 0);
    case 1:
    case 6:
        mask = op(b, NV_X86_PCMPGTD, y, x);
        break;
    case 2:
    case 5:
        mask = op(b, NV_X86_PCMPEQD, x, y);
        break;
    case 3:
    case 4:
        mask = op(b, NV_X86_PCMPGTD, x, y);
        break;
    default:
        return b->live;
    }
    if (func == 1 || func == 2 || func == 4) {
        return op(b, NV_X86_PAND, mask, b->live);
    }
    return op(b, NV_X86_PANDN, mask, b->live);
}
