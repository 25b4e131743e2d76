/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Register combiners: up to eight general stages and the final one.  Codes
 * are the hardware's register, mapping and output tables; values stay floats
 * in [-1, 1] between stages, where silicon may keep nine bits (guess).
 */
#include "raster/soft/soft.h"

/* Before Rankine 6 is a half; then 14, and 12 and 10 by the pattern. */
const float nv_soft_combiner_scales[16] = {
    1, 1, 2, 2, 4, 4, 0.5f, 0.5f, 8, 8, 0.125f, 0.125f, 0.25f, 0.25f,
    0.5f, 0.5f,
};

bool nv_soft_wants_combiner(const NvSoft *s)
{
    return !nv_soft_has_program(s) || s->pixel->combiners.count;
}

static void fill(float *out, float v, unsigned n)
{
    for (unsigned i = 0; i < n; i++) {
        out[i] = v;
    }
}

static void map_lane(unsigned map, const float *in, float *out, unsigned n)
{
    switch (map) {
#define MAP(code, expression) \
    case code: \
        for (unsigned i = 0; i < n; i++) { \
            float x = in[i]; \
            out[i] = expression; \
        } \
        break;
    MAP(0, nv_soft_pos(x))
    MAP(1, 1.0f - nv_soft_unit(x))
    MAP(2, 2.0f * nv_soft_pos(x) - 1.0f)
    MAP(3, 1.0f - 2.0f * nv_soft_pos(x))
    MAP(4, nv_soft_pos(x) - 0.5f)
    MAP(5, 0.5f - nv_soft_pos(x))
    MAP(6, x)
    default:
    MAP(7, -x)
#undef MAP
    }
}

/* Component @c of an argument; @factor: the stage's two constants. */
static void get(const NvSoftSpan *sp, NvCombinerArg arg, unsigned c,
                const float factor[2][4], float *out)
{
    NvLane constant;
    const float *from = constant;
    unsigned n = sp->n;

    if (arg.alpha) {
        c = 3;
    }
    if (arg.reg == NV_RC_C0 || arg.reg == NV_RC_C1) {
        fill(constant, factor[arg.reg - NV_RC_C0][c], n);
    } else {
        from = sp->reg[arg.reg][c];
    }
    map_lane(arg.map, from, out, n);
}

static void scale(unsigned op, float *v, unsigned n)
{
    for (unsigned i = 0; i < n; i++) {
        v[i] = nv_soft_combiner_scaled(op, v[i]);
    }
}

/* Products and the third value of one part, before anything is written. */
typedef struct Result {
    NvLane ab[3], cd[3], sum[3];
} Result;

static void dot(NvLane v[3], unsigned n)
{
    for (unsigned i = 0; i < n; i++) {
        v[0][i] = v[1][i] = v[2][i] = v[0][i] + v[1][i] + v[2][i];
    }
}

static void products(const NvSoftSpan *sp, const NvCombinerPart *p,
                     unsigned parts, const float factor[2][4], Result *r)
{
    NvLane a, b;

    for (unsigned k = 0; k < parts; k++) {
        unsigned c = parts == 3 ? k : 2;

        get(sp, p->in[0], c, factor, a);
        get(sp, p->in[1], c, factor, b);
        for (unsigned i = 0; i < sp->n; i++) {
            r->ab[k][i] = a[i] * b[i];
        }
        get(sp, p->in[2], c, factor, a);
        get(sp, p->in[3], c, factor, b);
        for (unsigned i = 0; i < sp->n; i++) {
            r->cd[k][i] = a[i] * b[i];
        }
    }
    if (p->dot_ab && parts == 3) {
        dot(r->ab, sp->n);
    }
    if (p->dot_cd && parts == 3) {
        dot(r->cd, sp->n);
    }
}

static bool mux_cd(const NvSoft *s, float alpha)
{
    return s->pixel->combiners.mux_msb ? alpha >= 0.5f
                                       : (int)(255.0f * alpha) & 1;
}

static void third(const NvSoft *s, const NvSoftSpan *sp,
                  const NvCombinerPart *p, unsigned parts, Result *r)
{
    const float *alpha = sp->reg[NV_RC_SPARE0][3];

    for (unsigned k = 0; k < parts; k++) {
        for (unsigned i = 0; i < sp->n && p->mux; i++) {
            r->sum[k][i] = mux_cd(s, alpha[i]) ? r->cd[k][i] : r->ab[k][i];
        }
        for (unsigned i = 0; i < sp->n && !p->mux; i++) {
            r->sum[k][i] = r->ab[k][i] + r->cd[k][i];
        }
        scale(p->op, r->ab[k], sp->n);
        scale(p->op, r->cd[k], sp->n);
        scale(p->op, r->sum[k], sp->n);
    }
}

static void put(NvSoftSpan *sp, unsigned reg, unsigned parts,
                const NvLane *v)
{
    for (unsigned k = 0; k < parts && reg; k++) {
        memcpy(sp->reg[reg][parts == 3 ? k : 3], v[k],
               sp->n * sizeof(float));
    }
}

static void put_all(NvSoftSpan *sp, const NvCombinerPart *p, unsigned parts,
                    Result *r)
{
    put(sp, p->ab, parts, r->ab);
    if (p->blue_ab) {
        put(sp, p->ab, 1, &r->ab[2]);
    }
    put(sp, p->cd, parts, r->cd);
    if (p->blue_cd) {
        put(sp, p->cd, 1, &r->cd[2]);
    }
    put(sp, p->sum, parts, r->sum);
}

static bool idle(const NvCombinerPart *p)
{
    return !p->ab && !p->cd && !p->sum;
}

/* All inputs of both parts are read before any write. */
static void general(const NvSoft *s, NvSoftSpan *sp, unsigned stage)
{
    const NvPixelCombiners *rc = &s->pixel->combiners;
    const NvCombinerPart *rgb = &rc->rgb[stage], *a = &rc->a[stage];
    Result r_rgb, r_a;

    assert(stage < NV_COMBINER_STAGES);
    if (!idle(rgb)) {
        products(sp, rgb, 3, s->rc.factor[stage], &r_rgb);
        third(s, sp, rgb, 3, &r_rgb);
    }
    if (!idle(a)) {
        products(sp, a, 1, s->rc.factor[stage], &r_a);
        third(s, sp, a, 1, &r_a);
        put_all(sp, a, 1, &r_a);
    }
    if (!idle(rgb)) {
        put_all(sp, rgb, 3, &r_rgb);
    }
}

static void load_registers(const NvSoft *s, NvSoftSpan *sp)
{
    for (unsigned c = 0; c < 4; c++) {
        fill(sp->reg[NV_RC_ZERO][c], 0.0f, sp->n);
        fill(sp->reg[NV_RC_SPARE0][c], 0.0f, sp->n);
        fill(sp->reg[NV_RC_SPARE1][c], 0.0f, sp->n);
        if (c < 3) {
            fill(sp->reg[NV_RC_FOG][c], s->rc.fog[c], sp->n);
        }
        for (unsigned v = 0; v < 2; v++) {
            for (unsigned i = 0; i < sp->n &&
                 s->rc.reads >> (NV_RC_V0 + v) & 1; i++) {
                sp->reg[NV_RC_V0 + v][c][i] = sp->color[v][c][i] / 255.0f;
            }
        }
        /* 6, 7 do not exist; 14, 15 only in the final combiner. */
        fill(sp->reg[6][c], 0.0f, sp->n);
        fill(sp->reg[7][c], 0.0f, sp->n);
        fill(sp->reg[NV_RC_SUM][c], 0.0f, sp->n);
        fill(sp->reg[NV_RC_EF][c], 0.0f, sp->n);
    }
    if (!nv_soft_wants_shader(s) && !nv_soft_has_program(s)) {
        for (unsigned c = 0; c < 16; c++) {
            fill(sp->reg[NV_RC_T0 + c / 4][c % 4], c % 4 == 3, sp->n);
        }
    }
    memcpy(sp->reg[NV_RC_SPARE0][3], sp->reg[NV_RC_T0][3],
           sp->n * sizeof(float));
}

/* SPARE0 + SECONDARY, and E * F, for the final combiner. */
static void final_inputs(const NvSoft *s, NvSoftSpan *sp)
{
    const NvPixelCombiners *rc = &s->pixel->combiners;
    const NvSoftCombiners *made = &s->rc;
    NvLane e, f;

    for (unsigned c = 0; c < 3 && made->reads & NV_BIT(NV_RC_SUM); c++) {
        const float *r0 = sp->reg[NV_RC_SPARE0][c], *v1 = sp->reg[NV_RC_V1][c];

        for (unsigned i = 0; i < sp->n; i++) {
            float a = rc->sum_invert_r0 ? 1.0f - nv_soft_unit(r0[i])
                                        : nv_soft_pos(r0[i]);
            float b = rc->sum_invert_v1 ? 1.0f - nv_soft_unit(v1[i])
                                        : nv_soft_pos(v1[i]);

            /* Up to 2 without the flag (hw). */
            sp->reg[NV_RC_SUM][c][i] = rc->sum_clamp ? nv_soft_unit(a + b)
                                                     : a + b;
        }
    }
    for (unsigned c = 0; c < 3 && made->reads & NV_BIT(NV_RC_EF); c++) {
        get(sp, rc->final[4], c, made->final_factor, e);
        get(sp, rc->final[5], c, made->final_factor, f);
        for (unsigned i = 0; i < sp->n; i++) {
            sp->reg[NV_RC_EF][c][i] = e[i] * f[i];
        }
    }
}

static void store_out(const float *v, uint8_t *out, unsigned n)
{
    for (unsigned i = 0; i < n; i++) {
        out[i] = (int)(nv_soft_unit(v[i]) * 255.0f + 0.5f);
    }
}

static void final(const NvSoft *s, NvSoftSpan *sp)
{
    const NvPixelCombiners *rc = &s->pixel->combiners;
    const NvSoftCombiners *made = &s->rc;
    NvLane a, b, c, d;

    final_inputs(s, sp);
    for (unsigned k = 0; k < 3; k++) {
        get(sp, rc->final[0], k, made->final_factor, a);
        get(sp, rc->final[1], k, made->final_factor, b);
        get(sp, rc->final[2], k, made->final_factor, c);
        get(sp, rc->final[3], k, made->final_factor, d);
        for (unsigned i = 0; i < sp->n; i++) {
            a[i] = a[i] * b[i] + (1.0f - a[i]) * c[i] + d[i];
        }
        store_out(a, sp->out[k], sp->n);
    }
    get(sp, rc->final[6], 2, made->final_factor, a);
    store_out(a, sp->out[3], sp->n);
}

void nv_soft_combiner(const NvSoft *s, NvSoftScratch *scratch)
{
    NvSoftSpan *sp = &scratch->span;

    load_registers(s, sp);
    for (unsigned i = 0; i < s->pixel->combiners.count; i++) {
        general(s, sp, i);
    }
    final(s, sp);
}
