/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Runs the combiners' list, over all lanes of a span.  Models nothing of its
 * own; see rcplan.c.
 */
#ifndef __clang__
#pragma GCC optimize("O3", "no-trapping-math", "fp-contract=off")
#endif

#include "raster/soft/soft.h"

static inline float *lane(NvSoftScratch *scratch, const NvCombinerNode *node)
{
    return (float *)scratch + node->at;
}

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

static void run_node(const NvCombinerPlan *plan, NvSoftScratch *scratch,
                     const NvCombinerNode *node, unsigned n)
{
    const float *a = lane(scratch, &plan->node[node->a]);
    const float *b = lane(scratch, &plan->node[node->b]);
    const float *c = lane(scratch, &plan->node[node->c]);
    const uint8_t *restrict v = node->op == NV_RC_COLOR ?
                                scratch->span.color[node->sub][node->c] : NULL;
    float *restrict out = lane(scratch, node);

    switch (node->op) {
    case NV_RC_COLOR:
        LANES(v[i] / 255.0f);
    case NV_RC_POS:
        LANES(nv_soft_pos(a[i]));
    case NV_RC_INVERT:
        LANES(1.0f - nv_soft_unit(a[i]));
    case NV_RC_NEGATE:
        LANES(-a[i]);
    case NV_RC_EXPAND:
        LANES(2.0f * nv_soft_pos(a[i]) - 1.0f);
    case NV_RC_EXPAND_NEG:
        LANES(1.0f - 2.0f * nv_soft_pos(a[i]));
    case NV_RC_BIAS:
        LANES(nv_soft_pos(a[i]) - 0.5f);
    case NV_RC_BIAS_NEG:
        LANES(0.5f - nv_soft_pos(a[i]));
    case NV_RC_MUL:
        LANES(a[i] * b[i]);
    case NV_RC_ADD:
        LANES(a[i] + b[i]);
    case NV_RC_MUX:
        mux(node, a, b, c, out, n);
        break;
    case NV_RC_SCALE:
        LANES(nv_soft_combiner_scaled(node->sub, a[i]));
    case NV_RC_FINAL:
        LANES(a[i] * b[i] + (1.0f - a[i]) * c[i]);
    }
}

#undef LANES

static void store(NvSoftScratch *scratch, const NvCombinerNode *node,
                  uint8_t *restrict out, unsigned n)
{
    const float *v = lane(scratch, node);

    if (node->op == NV_RC_CONST) {
        memset(out, (int)(nv_soft_unit(node->k) * 255.0f + 0.5f), n);
    } else if (node->op == NV_RC_COLOR) {
        memcpy(out, scratch->span.color[node->sub][node->c], n);
    } else {
        for (unsigned i = 0; i < n; i++) {
            out[i] = (int)(nv_soft_unit(v[i]) * 255.0f + 0.5f);
        }
    }
}

/* Constants stay in their lanes as long as the plan is the same. */
static void fill_constants(const NvCombinerPlan *plan, NvSoftScratch *scratch)
{
    for (unsigned i = 0; i < plan->nconstants; i++) {
        const NvCombinerNode *node = &plan->node[plan->constant[i]];
        float *out = lane(scratch, node);

        for (unsigned k = 0; k < NV_LANES; k++) {
            out[k] = node->k;
        }
    }
    scratch->serial = plan->serial;
}

NV_LANE_CLONES
void nv_soft_combiner_fast(const NvSoft *s, NvSoftScratch *scratch)
{
    const NvCombinerPlan *plan = &s->plan;
    NvSoftSpan *sp = &scratch->span;

    assert(plan->valid);
    if (scratch->serial != plan->serial) {
        fill_constants(plan, scratch);
    }
    for (unsigned i = plan->nops; i-- > 0;) {
        run_node(plan, scratch, &plan->node[plan->op[i]], sp->lanes);
    }
    for (unsigned c = 0; c < 4; c++) {
        store(scratch, &plan->node[plan->out[c]], sp->out[c], sp->lanes);
    }
}
