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

typedef struct Maker {
    NvCombinerPlan *plan;
    const NvPixelCombiners *rc;
    const NvSoftCombiners *made;
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
        .op = NV_RC_CONST, .k = k,
        .range = k >= 0 && k <= 1 ? NV_RC_UNIT :
                 k >= -1 && k <= 1 ? NV_RC_SIGNED : NV_RC_FINITE,
    });
}

static const NvCombinerNode *at(const Maker *m, int16_t i)
{
    return &m->plan->node[i];
}

static bool is(const Maker *m, int16_t i, float k)
{
    return at(m, i)->op == NV_RC_CONST && at(m, i)->k == k;
}

/* From -1 to 1. */
static bool within_one(unsigned range)
{
    return range == NV_RC_UNIT || range == NV_RC_SIGNED;
}

static float mapped(unsigned op, float x)
{
    switch (op) {
    case NV_RC_POS:
        return nv_soft_pos(x);
    case NV_RC_INVERT:
        return 1.0f - nv_soft_unit(x);
    case NV_RC_EXPAND:
        return 2.0f * nv_soft_pos(x) - 1.0f;
    case NV_RC_EXPAND_NEG:
        return 1.0f - 2.0f * nv_soft_pos(x);
    case NV_RC_BIAS:
        return nv_soft_pos(x) - 0.5f;
    case NV_RC_BIAS_NEG:
        return 0.5f - nv_soft_pos(x);
    default:
        return -x;
    }
}

static int16_t map(Maker *m, unsigned code, int16_t x)
{
    static const uint8_t ops[8] = {
        NV_RC_POS, NV_RC_INVERT, NV_RC_EXPAND, NV_RC_EXPAND_NEG, NV_RC_BIAS,
        NV_RC_BIAS_NEG, 0, NV_RC_NEGATE,
    };
    unsigned from = at(m, x)->range, op = ops[code & 7], to = NV_RC_FINITE;

    if (code == 6 || (op == NV_RC_POS && from >= NV_RC_POSITIVE)) {
        return x;
    }
    if (at(m, x)->op == NV_RC_CONST) {
        return constant(m, mapped(op, at(m, x)->k));
    }
    if (op == NV_RC_INVERT) {
        to = NV_RC_UNIT;
    } else if (from == NV_RC_ANY) {
        to = NV_RC_ANY;
    } else if (op == NV_RC_POS) {
        to = from == NV_RC_SIGNED ? NV_RC_UNIT : NV_RC_POSITIVE;
    } else if (within_one(from)) {
        to = NV_RC_SIGNED;
    }
    return add(m, (NvCombinerNode) { .op = op, .a = x, .range = to });
}

static int16_t mul(Maker *m, int16_t a, int16_t b)
{
    unsigned ra = at(m, a)->range, rb = at(m, b)->range, to = NV_RC_FINITE;

    if ((is(m, a, 0) && rb != NV_RC_ANY) || is(m, b, 1)) {
        return a;
    }
    if ((is(m, b, 0) && ra != NV_RC_ANY) || is(m, a, 1)) {
        return b;
    }
    if (at(m, a)->op == NV_RC_CONST && at(m, b)->op == NV_RC_CONST) {
        return constant(m, at(m, a)->k * at(m, b)->k);
    }
    if (ra == NV_RC_ANY || rb == NV_RC_ANY) {
        to = NV_RC_ANY;
    } else if (ra == NV_RC_UNIT && rb == NV_RC_UNIT) {
        to = NV_RC_UNIT;
    } else if (ra >= NV_RC_POSITIVE && rb >= NV_RC_POSITIVE) {
        to = NV_RC_POSITIVE;
    } else if (within_one(ra) && within_one(rb)) {
        to = NV_RC_SIGNED;
    }
    return add(m, (NvCombinerNode) { .op = NV_RC_MUL, .a = a, .b = b,
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
    if (at(m, a)->op == NV_RC_CONST && at(m, b)->op == NV_RC_CONST) {
        return constant(m, at(m, a)->k + at(m, b)->k);
    }
    return add(m, (NvCombinerNode) {
        .op = NV_RC_ADD, .a = a, .b = b,
        .range = ra == NV_RC_ANY || rb == NV_RC_ANY ? NV_RC_ANY :
                 ra >= NV_RC_POSITIVE && rb >= NV_RC_POSITIVE ? NV_RC_POSITIVE
                                                              : NV_RC_FINITE,
    });
}

static int16_t scale(Maker *m, unsigned op, int16_t x)
{
    unsigned from = at(m, x)->range;

    if (at(m, x)->op == NV_RC_CONST) {
        return constant(m, nv_soft_combiner_scaled(op, at(m, x)->k));
    }
    if (op == 0 && within_one(from)) {
        return x;
    }
    return add(m, (NvCombinerNode) {
        .op = NV_RC_SCALE, .a = x, .sub = op,
        .range = from >= NV_RC_POSITIVE && !(op & 1) ? NV_RC_UNIT
                                                     : NV_RC_SIGNED,
    });
}

static int16_t argument(Maker *m, NvCombinerArg arg, unsigned c,
                        const float factor[2][4])
{
    c = arg.alpha ? 3 : c;
    if (arg.reg == NV_RC_C0 || arg.reg == NV_RC_C1) {
        return map(m, arg.map, constant(m, factor[arg.reg - NV_RC_C0][c]));
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
                .op = NV_RC_MUX, .a = out->ab[k], .b = out->cd[k],
                .c = m->reg[NV_RC_SPARE0][3], .sub = m->rc->mux_msb,
                .range = NV_RC_ANY,
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
    const NvPixelCombiners *rc = m->rc;
    const float (*factor)[4] = m->made->factor[i];
    Part rgb, a = { 0 };

    make_part(m, &rc->rgb[i], 3, factor, &rgb);
    make_part(m, &rc->a[i], 1, factor, &a);
    assign_all(m, &rc->a[i], 1, &a);
    assign_all(m, &rc->rgb[i], 3, &rgb);
}

/* SPARE0 + SECONDARY, and E * F. */
static void make_final_inputs(Maker *m)
{
    const NvPixelCombiners *rc = m->rc;
    int16_t ef[3];

    for (unsigned c = 0; c < 3; c++) {
        int16_t a = map(m, rc->sum_invert_r0, m->reg[NV_RC_SPARE0][c]);
        int16_t b = map(m, rc->sum_invert_v1, m->reg[NV_RC_V1][c]);
        int16_t ab = sum(m, a, b);

        /* Both are positive, and NaN is not: this is nv_soft_unit(). */
        m->reg[NV_RC_SUM][c] = rc->sum_clamp ? scale(m, 0, ab) : ab;
    }
    for (unsigned c = 0; c < 3; c++) {
        ef[c] = mul(m, argument(m, rc->final[4], c, m->made->final_factor),
                    argument(m, rc->final[5], c, m->made->final_factor));
    }
    memcpy(m->reg[NV_RC_EF], ef, sizeof(ef));
}

static int16_t make_final(Maker *m, unsigned k)
{
    int16_t in[4];

    for (unsigned i = 0; i < 4; i++) {
        in[i] = argument(m, m->rc->final[i], k, m->made->final_factor);
    }
    if (is(m, in[0], 0) && at(m, in[1])->range != NV_RC_ANY) {
        return sum(m, in[2], in[3]);
    }
    if (is(m, in[0], 1) && at(m, in[2])->range != NV_RC_ANY) {
        return sum(m, in[1], in[3]);
    }
    if (is(m, in[2], 0) && at(m, in[0])->range != NV_RC_ANY) {
        return sum(m, mul(m, in[0], in[1]), in[3]);
    }
    in[0] = add(m, (NvCombinerNode) {
        .op = NV_RC_FINAL, .a = in[0], .b = in[1], .c = in[2],
        .range = NV_RC_ANY,
    });
    return sum(m, in[0], in[3]);
}

/* What a texture's register can hold. */
static uint8_t texture_range(const NvSoft *s, unsigned u)
{
    return nv_soft_has_program(s) ? NV_RC_SIGNED :
           nv_soft_shader_is_unit(s, u) ? NV_RC_UNIT : NV_RC_ANY;
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
        m->reg[NV_RC_FOG][c] = c < 3 ? constant(m, m->made->fog[c])
                                 : add(m, (NvCombinerNode) {
            .op = NV_RC_LANE, .sub = NV_RC_FOG, .c = 3, .range = NV_RC_UNIT,
        });
        for (unsigned v = 0; v < 2; v++) {
            m->reg[NV_RC_V0 + v][c] = add(m, (NvCombinerNode) {
                .op = NV_RC_COLOR, .sub = v, .c = c, .range = NV_RC_UNIT,
            });
        }
        for (unsigned u = 0; u < 4; u++) {
            m->reg[NV_RC_T0 + u][c] = !m->plan->fetched ? c == 3 ? one : zero :
                add(m, (NvCombinerNode) {
                    .op = NV_RC_LANE, .sub = NV_RC_T0 + u, .c = c,
                    .range = m->plan->range[u],
                });
        }
    }
    m->reg[NV_RC_SPARE0][3] = m->reg[NV_RC_T0][3];
}

/* A place in a thread's scratch, in floats. */
static uint32_t lane_at(size_t offset)
{
    return offset / sizeof(float);
}

/* Lanes for what is needed, from the last to the first. */
static void place(NvCombinerPlan *plan)
{
    bool need[NV_RC_NODES] = { false };

    for (unsigned c = 0; c < 4; c++) {
        need[plan->out[c]] = plan->node[plan->out[c]].op > NV_RC_COLOR;
    }
    plan->nops = plan->nconstants = 0;
    for (unsigned i = plan->count; i-- > 0;) {
        NvCombinerNode *n = &plan->node[i];

        if (!need[i]) {
            continue;
        }
        assert(n->op <= NV_RC_LANE || (n->a < (int)i && n->b < (int)i));
        n->at = n->op == NV_RC_LANE
                ? lane_at(offsetof(NvSoftScratch, span.reg[n->sub][n->c]))
                : lane_at(offsetof(NvSoftScratch, lane[i]));
        if (n->op > NV_RC_LANE) {
            need[n->a] = true;
            need[n->b] |= n->op >= NV_RC_MUL && n->op != NV_RC_SCALE;
            need[n->c] |= n->op == NV_RC_MUX || n->op == NV_RC_FINAL;
        }
        if (n->op == NV_RC_CONST) {
            plan->constant[plan->nconstants++] = i;
        } else if (n->op != NV_RC_LANE) {
            plan->op[plan->nops++] = i;
        }
    }
}

/* Notes what the plan depends on; false: the old one will do. */
static bool changed(NvSoft *s)
{
    NvCombinerPlan *plan = &s->plan;
    const NvPixelState *p = s->pixel;
    bool fetched = nv_soft_has_program(s) || nv_soft_wants_shader(s), same;
    uint8_t range[NV_SHADER_STAGES];

    for (unsigned u = 0; u < NV_SHADER_STAGES; u++) {
        range[u] = texture_range(s, u);
    }
    same = plan->count && plan->fetched == fetched &&
           !memcmp(plan->range, range, sizeof(range)) &&
           !memcmp(plan->fog, p->fog.color, sizeof(plan->fog)) &&
           !memcmp(&plan->made, &p->combiners, sizeof(plan->made));
    plan->fetched = fetched;
    memcpy(plan->range, range, sizeof(range));
    memcpy(plan->fog, p->fog.color, sizeof(plan->fog));
    memcpy(&plan->made, &p->combiners, sizeof(plan->made));
    return !same;
}

void nv_soft_combiner_plan(NvSoft *s)
{
    NvCombinerPlan *plan = &s->plan;
    Maker m = { .plan = plan, .rc = &s->pixel->combiners, .made = &s->rc };

    if (!changed(s)) {
        return;
    }
    plan->count = 0;
    plan->serial++;
    plan->valid = true;
    make_registers(&m);
    for (unsigned i = 0; i < m.rc->count; i++) {
        make_stage(&m, i);
    }
    make_final_inputs(&m);
    for (unsigned k = 0; k < 3; k++) {
        plan->out[k] = make_final(&m, k);
    }
    plan->out[3] = argument(&m, m.rc->final[6], 2, m.made->final_factor);
    place(plan);
}

bool nv_soft_combiner_planned(const NvSoft *s)
{
    return s->plan.valid;
}
