/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Register combiners as a list of operations on lanes, made once per change
 * of state: what is constant, known to lie in range or never read is left
 * out.  Models nothing of its own: combiner.c's bits, but for signs of zero
 * inside, which no result shows.
 */
#ifndef __clang__
#pragma GCC optimize("O3", "no-trapping-math", "fp-contract=off")
#endif

#include "raster/soft/soft.h"

enum {
    R_C0 = 1, R_C1 = 2, R_FOG = 3, R_V0 = 4, R_V1 = 5, R_T0 = 8,
    R_SPARE0 = 12, R_SUM = 14, R_EF = 15,
};

/* All but ANY are finite. */
enum { ANY, FINITE, SIGNED, POSITIVE, UNIT };

enum {
    OP_CONST, OP_COLOR, OP_LANE,            /* leaves */
    OP_POS, OP_INVERT, OP_NEGATE, OP_EXPAND, OP_EXPAND_NEG, OP_BIAS,
    OP_BIAS_NEG,                            /* mappings */
    OP_MUL, OP_ADD, OP_MUX, OP_SCALE, OP_FINAL,
};

/* ---- making the list ---- */

typedef struct Maker {
    NvCombinerPlan *plan;
    const NvCombiners *rc;
    int16_t reg[16][4];
} Maker;

static int16_t add(Maker *m, NvCombinerNode node)
{
    NvCombinerPlan *plan = m->plan;
    unsigned from = plan->count > 48 ? plan->count - 48 : 0;

    for (unsigned i = from; i < plan->count; i++) {
        const NvCombinerNode *n = &plan->node[i];

        if (n->op == node.op && n->a == node.a && n->b == node.b &&
            n->c == node.c && n->sub == node.sub && n->k == node.k) {
            return i;
        }
    }
    if (plan->count == NV_RC_NODES) {
        plan->valid = false;
        return 0;
    }
    plan->node[plan->count] = node;
    return plan->count++;
}

static int16_t constant(Maker *m, float k)
{
    return add(m, (NvCombinerNode) {
        .op = OP_CONST, .k = k,
        .range = k >= 0 && k <= 1 ? UNIT : k >= -1 && k <= 1 ? SIGNED
                                                             : FINITE,
    });
}

static const NvCombinerNode *at(const Maker *m, int16_t i)
{
    return &m->plan->node[i];
}

static bool is(const Maker *m, int16_t i, float k)
{
    return at(m, i)->op == OP_CONST && at(m, i)->k == k;
}

static float mapped(unsigned op, float x)
{
    switch (op) {
    case OP_POS:
        return nv_soft_pos(x);
    case OP_INVERT:
        return 1.0f - nv_soft_unit(x);
    case OP_EXPAND:
        return 2.0f * nv_soft_pos(x) - 1.0f;
    case OP_EXPAND_NEG:
        return 1.0f - 2.0f * nv_soft_pos(x);
    case OP_BIAS:
        return nv_soft_pos(x) - 0.5f;
    case OP_BIAS_NEG:
        return 0.5f - nv_soft_pos(x);
    default:
        return -x;
    }
}

static int16_t map(Maker *m, unsigned code, int16_t x)
{
    static const uint8_t ops[8] = {
        OP_POS, OP_INVERT, OP_EXPAND, OP_EXPAND_NEG, OP_BIAS, OP_BIAS_NEG, 0,
        OP_NEGATE,
    };
    unsigned from = at(m, x)->range, op = ops[code & 7], to = FINITE;

    if (code == 6 || (op == OP_POS && from >= POSITIVE)) {
        return x;
    }
    if (at(m, x)->op == OP_CONST) {
        return constant(m, mapped(op, at(m, x)->k));
    }
    if (op == OP_INVERT) {
        to = UNIT;
    } else if (from == ANY) {
        to = ANY;
    } else if (op == OP_POS) {
        to = from == SIGNED ? UNIT : POSITIVE;
    } else if (from == UNIT || from == SIGNED) {
        to = SIGNED;
    }
    return add(m, (NvCombinerNode) { .op = op, .a = x, .range = to });
}

static int16_t mul(Maker *m, int16_t a, int16_t b)
{
    unsigned ra = at(m, a)->range, rb = at(m, b)->range, to = FINITE;

    if ((is(m, a, 0) && rb != ANY) || is(m, b, 1)) {
        return a;
    }
    if ((is(m, b, 0) && ra != ANY) || is(m, a, 1)) {
        return b;
    }
    if (at(m, a)->op == OP_CONST && at(m, b)->op == OP_CONST) {
        return constant(m, at(m, a)->k * at(m, b)->k);
    }
    if (ra == ANY || rb == ANY) {
        to = ANY;
    } else if (ra == UNIT && rb == UNIT) {
        to = UNIT;
    } else if (ra >= POSITIVE && rb >= POSITIVE) {
        to = POSITIVE;
    } else if ((ra == UNIT || ra == SIGNED) && (rb == UNIT || rb == SIGNED)) {
        to = SIGNED;
    }
    return add(m, (NvCombinerNode) { .op = OP_MUL, .a = a, .b = b,
                                     .range = to });
}

static int16_t sum(Maker *m, int16_t a, int16_t b)
{
    unsigned ra = at(m, a)->range, rb = at(m, b)->range;

    if (is(m, a, 0)) {
        return b;
    }
    if (is(m, b, 0)) {
        return a;
    }
    if (at(m, a)->op == OP_CONST && at(m, b)->op == OP_CONST) {
        return constant(m, at(m, a)->k + at(m, b)->k);
    }
    return add(m, (NvCombinerNode) {
        .op = OP_ADD, .a = a, .b = b,
        .range = ra == ANY || rb == ANY ? ANY :
                 ra >= POSITIVE && rb >= POSITIVE ? POSITIVE : FINITE,
    });
}

static float scaled(unsigned op, float x)
{
    return nv_soft_both((x + (op & 1 ? -0.5f : 0.0f)) *
                        nv_soft_combiner_scales[op]);
}

static int16_t scale(Maker *m, unsigned op, int16_t x)
{
    unsigned from = at(m, x)->range;

    if (at(m, x)->op == OP_CONST) {
        return constant(m, scaled(op, at(m, x)->k));
    }
    if (op == 0 && (from == UNIT || from == SIGNED)) {
        return x;
    }
    return add(m, (NvCombinerNode) {
        .op = OP_SCALE, .a = x, .sub = op,
        .range = from >= POSITIVE && !(op & 1) ? UNIT : SIGNED,
    });
}

static int16_t argument(Maker *m, NvCombinerArg arg, unsigned c,
                        const float factor[2][4])
{
    c = arg.alpha ? 3 : c;
    if (arg.reg == R_C0 || arg.reg == R_C1) {
        return map(m, arg.map, constant(m, factor[arg.reg - R_C0][c]));
    }
    return map(m, arg.map, m->reg[arg.reg][c]);
}

/* ab, cd and the third value of each component of one part. */
typedef struct Part {
    int16_t ab[3], cd[3], sum[3];
} Part;

static void dot(Maker *m, int16_t v[3])
{
    v[0] = v[1] = v[2] = sum(m, sum(m, v[0], v[1]), v[2]);
}

static void make_part(Maker *m, const NvCombinerPart *p, unsigned parts,
                      const float factor[2][4], Part *out)
{
    for (unsigned k = 0; k < parts; k++) {
        unsigned c = parts == 3 ? k : 2;

        out->ab[k] = mul(m, argument(m, p->in[0], c, factor),
                         argument(m, p->in[1], c, factor));
        out->cd[k] = mul(m, argument(m, p->in[2], c, factor),
                         argument(m, p->in[3], c, factor));
    }
    if (p->dot_ab && parts == 3) {
        dot(m, out->ab);
    }
    if (p->dot_cd && parts == 3) {
        dot(m, out->cd);
    }
    for (unsigned k = 0; k < parts; k++) {
        if (p->mux) {
            out->sum[k] = add(m, (NvCombinerNode) {
                .op = OP_MUX, .a = out->ab[k], .b = out->cd[k],
                .c = m->reg[R_SPARE0][3], .sub = m->rc->mux_msb,
                .range = ANY,
            });
        } else {
            out->sum[k] = sum(m, out->ab[k], out->cd[k]);
        }
        out->ab[k] = scale(m, p->op, out->ab[k]);
        out->cd[k] = scale(m, p->op, out->cd[k]);
        out->sum[k] = scale(m, p->op, out->sum[k]);
    }
}

static void assign(Maker *m, unsigned reg, unsigned parts, const int16_t *v)
{
    for (unsigned k = 0; k < parts && reg; k++) {
        m->reg[reg][parts == 3 ? k : 3] = v[k];
    }
}

static void assign_all(Maker *m, const NvCombinerPart *p, unsigned parts,
                       const Part *v)
{
    assign(m, p->ab, parts, v->ab);
    if (p->blue_ab && parts == 3) {
        assign(m, p->ab, 1, &v->ab[2]);
    }
    assign(m, p->cd, parts, v->cd);
    if (p->blue_cd && parts == 3) {
        assign(m, p->cd, 1, &v->cd[2]);
    }
    assign(m, p->sum, parts, v->sum);
}

static void make_stage(Maker *m, unsigned i)
{
    const NvCombiners *rc = m->rc;
    Part rgb, a = { 0 };

    make_part(m, &rc->rgb[i], 3, rc->factor[i], &rgb);
    make_part(m, &rc->a[i], 1, rc->factor[i], &a);
    assign_all(m, &rc->a[i], 1, &a);
    assign_all(m, &rc->rgb[i], 3, &rgb);
}

/* SPARE0 + SECONDARY, and E * F. */
static void make_final_inputs(Maker *m)
{
    const NvCombiners *rc = m->rc;
    int16_t ef[3];

    for (unsigned c = 0; c < 3; c++) {
        int16_t a = map(m, rc->sum_invert_r0, m->reg[R_SPARE0][c]);
        int16_t b = map(m, rc->sum_invert_v1, m->reg[R_V1][c]);
        int16_t ab = sum(m, a, b);

        /* Both are positive, and NaN is not: this is nv_soft_unit(). */
        m->reg[R_SUM][c] = scale(m, 0, ab);
    }
    for (unsigned c = 0; c < 3; c++) {
        ef[c] = mul(m, argument(m, rc->final[4], c, rc->final_factor),
                    argument(m, rc->final[5], c, rc->final_factor));
    }
    memcpy(m->reg[R_EF], ef, sizeof(ef));
}

static int16_t make_final(Maker *m, unsigned k)
{
    int16_t in[4];

    for (unsigned i = 0; i < 4; i++) {
        in[i] = argument(m, m->rc->final[i], k, m->rc->final_factor);
    }
    if (is(m, in[0], 0) && at(m, in[1])->range != ANY) {
        return sum(m, in[2], in[3]);
    }
    if (is(m, in[0], 1) && at(m, in[2])->range != ANY) {
        return sum(m, in[1], in[3]);
    }
    if (is(m, in[2], 0) && at(m, in[0])->range != ANY) {
        return sum(m, mul(m, in[0], in[1]), in[3]);
    }
    in[0] = add(m, (NvCombinerNode) {
        .op = OP_FINAL, .a = in[0], .b = in[1], .c = in[2], .range = ANY,
    });
    return sum(m, in[0], in[3]);
}

/* What a texture's register can hold. */
static uint8_t texture_range(const NvSoft *s, unsigned u)
{
    return s->program ? SIGNED : nv_soft_shader_is_unit(s, u) ? UNIT : ANY;
}

static void make_registers(Maker *m)
{
    int16_t zero = constant(m, 0), one = constant(m, 1);

    for (unsigned r = 0; r < 16; r++) {
        for (unsigned c = 0; c < 4; c++) {
            m->reg[r][c] = zero;
        }
    }
    for (unsigned c = 0; c < 4; c++) {
        m->reg[R_FOG][c] = c < 3 ? constant(m, m->rc->fog[c])
                                 : add(m, (NvCombinerNode) {
            .op = OP_LANE, .sub = R_FOG, .c = 3, .range = UNIT,
        });
        for (unsigned v = 0; v < 2; v++) {
            m->reg[R_V0 + v][c] = add(m, (NvCombinerNode) {
                .op = OP_COLOR, .sub = v, .c = c, .range = UNIT,
            });
        }
        for (unsigned u = 0; u < 4; u++) {
            m->reg[R_T0 + u][c] = !m->plan->fetched ? c == 3 ? one : zero :
                add(m, (NvCombinerNode) {
                    .op = OP_LANE, .sub = R_T0 + u, .c = c,
                    .range = m->plan->range[u],
                });
        }
    }
    m->reg[R_SPARE0][3] = m->reg[R_T0][3];
}

/* Lanes for what is needed, from the last to the first. */
static void place(NvCombinerPlan *plan, NvSoftSpan *sp)
{
    bool need[NV_RC_NODES] = { false };

    for (unsigned c = 0; c < 4; c++) {
        need[plan->out[c]] = plan->node[plan->out[c]].op > OP_COLOR;
    }
    plan->nops = 0;
    for (unsigned i = plan->count; i-- > 0;) {
        NvCombinerNode *n = &plan->node[i];

        if (!need[i]) {
            continue;
        }
        n->lane = n->op == OP_LANE ? sp->reg[n->sub][n->c] : plan->lane[i];
        if (n->op > OP_LANE) {
            need[n->a] = true;
            need[n->b] |= n->op >= OP_MUL && n->op != OP_SCALE;
            need[n->c] |= n->op == OP_MUX || n->op == OP_FINAL;
        }
        if (n->op == OP_CONST) {
            for (unsigned k = 0; k < NV_SOFT_SPAN; k++) {
                n->lane[k] = n->k;
            }
        } else if (n->op != OP_LANE) {
            plan->op[plan->nops++] = i;
        }
    }
}

/* Notes what the plan depends on; false: the old one will do. */
static bool changed(NvSoft *s)
{
    NvCombinerPlan *plan = &s->plan;
    bool fetched = s->program || nv_soft_wants_shader(s), same;
    uint8_t range[4];

    for (unsigned u = 0; u < 4; u++) {
        range[u] = texture_range(s, u);
    }
    same = plan->count && plan->fetched == fetched &&
           !memcmp(plan->range, range, sizeof(range)) &&
           !memcmp(&plan->made, &s->rc, sizeof(s->rc));
    plan->fetched = fetched;
    memcpy(plan->range, range, sizeof(range));
    memcpy(&plan->made, &s->rc, sizeof(s->rc));
    return !same;
}

void nv_soft_combiner_plan(NvSoft *s)
{
    NvCombinerPlan *plan = &s->plan;
    Maker m = { .plan = plan, .rc = &s->rc };

    if (!changed(s)) {
        return;
    }
    plan->count = 0;
    plan->valid = true;
    make_registers(&m);
    for (unsigned i = 0; i < s->rc.count; i++) {
        make_stage(&m, i);
    }
    make_final_inputs(&m);
    for (unsigned k = 0; k < 3; k++) {
        plan->out[k] = make_final(&m, k);
    }
    plan->out[3] = argument(&m, s->rc.final[6], 2, s->rc.final_factor);
    place(plan, &s->span);
}

bool nv_soft_combiner_planned(const NvSoft *s)
{
    return s->plan.valid;
}

/* ---- running it ---- */

#define LANES(expression) \
    for (unsigned i = 0; i < n; i++) { \
        out[i] = expression; \
    } \
    break

static void mux(const NvCombinerNode *node, const float *a, const float *b,
                const float *alpha, float *out, unsigned n)
{
    if (node->sub) {
        for (unsigned i = 0; i < n; i++) {
            out[i] = alpha[i] >= 0.5f ? b[i] : a[i];
        }
        return;
    }
    for (unsigned i = 0; i < n; i++) {
        out[i] = (int)(255.0f * alpha[i]) & 1 ? b[i] : a[i];
    }
}

static void run_node(const NvCombinerPlan *plan, const NvSoftSpan *sp,
                     const NvCombinerNode *node, unsigned n)
{
    const float *a = plan->node[node->a].lane;
    const float *b = plan->node[node->b].lane;
    const float *c = plan->node[node->c].lane;
    const uint8_t *restrict v = node->op == OP_COLOR ?
                                sp->color[node->sub][node->c] : NULL;
    float *restrict out = node->lane;

    switch (node->op) {
    case OP_COLOR:
        LANES(v[i] / 255.0f);
    case OP_POS:
        LANES(nv_soft_pos(a[i]));
    case OP_INVERT:
        LANES(1.0f - nv_soft_unit(a[i]));
    case OP_NEGATE:
        LANES(-a[i]);
    case OP_EXPAND:
        LANES(2.0f * nv_soft_pos(a[i]) - 1.0f);
    case OP_EXPAND_NEG:
        LANES(1.0f - 2.0f * nv_soft_pos(a[i]));
    case OP_BIAS:
        LANES(nv_soft_pos(a[i]) - 0.5f);
    case OP_BIAS_NEG:
        LANES(0.5f - nv_soft_pos(a[i]));
    case OP_MUL:
        LANES(a[i] * b[i]);
    case OP_ADD:
        LANES(a[i] + b[i]);
    case OP_MUX:
        mux(node, a, b, c, out, n);
        break;
    case OP_SCALE:
        LANES(scaled(node->sub, a[i]));
    case OP_FINAL:
        LANES(a[i] * b[i] + (1.0f - a[i]) * c[i]);
    }
}

#undef LANES

static void store(const NvSoftSpan *sp, const NvCombinerNode *node,
                  uint8_t *restrict out, unsigned n)
{
    const float *v = node->lane;

    if (node->op == OP_CONST) {
        memset(out, (int)(nv_soft_unit(node->k) * 255.0f + 0.5f), n);
    } else if (node->op == OP_COLOR) {
        memcpy(out, sp->color[node->sub][node->c], n);
    } else {
        for (unsigned i = 0; i < n; i++) {
            out[i] = (int)(nv_soft_unit(v[i]) * 255.0f + 0.5f);
        }
    }
}

NV_LANE_CLONES void nv_soft_combiner_fast(NvSoft *s, NvSoftSpan *sp)
{
    const NvCombinerPlan *plan = &s->plan;

    for (unsigned i = plan->nops; i-- > 0;) {
        run_node(plan, sp, &plan->node[plan->op[i]], sp->lanes);
    }
    for (unsigned c = 0; c < 4; c++) {
        store(sp, &plan->node[plan->out[c]], sp->out[c], sp->lanes);
    }
}
