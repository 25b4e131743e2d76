/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The texture shader: which of its operations the four stages run, and those
 * that look at nothing but their own coordinates.  Operation codes and
 * formulas are Kelvin's (hw).
 */
#ifndef __clang__
#pragma GCC optimize("O3", "no-trapping-math", "fp-contract=off")
#endif

#include <math.h>

#include "raster/soft/shader.h"

/*
 * What an operation reads: its coordinates, its texture, another stage; DOT
 * is both, and products of the stages around it.
 */
enum { COORDS = 1, FETCHES = 2, READS = 4, DOT = 8 | COORDS | READS };

typedef struct Op {
    NvSoftShaderFn run;
    uint8_t uses;
    uint8_t first, last;        /* stages that can run it; 0: all */
} Op;

static const Op ops[NV_OPS];

/* Of stage @u; what it cannot do, or nobody knows, is NONE. */
static const Op *op_of(const NvSoft *s, unsigned u)
{
    unsigned op = s->pixel->shader.op[u];

    op = op < NV_OPS ? op : NV_OP_NONE;
    return &ops[u >= ops[op].first && (!ops[op].last || u <= ops[op].last)
                ? op : NV_OP_NONE];
}

#define STAGES_OF_DOTS 0xeu

void nv_soft_shader_setup(NvSoft *s)
{
    s->coords = 0;
    for (unsigned u = 0; u < NV_SHADER_STAGES; u++) {
        unsigned uses = op_of(s, u)->uses;

        s->coords |= uses == (uses | DOT) ? STAGES_OF_DOTS
                                          : (uses & COORDS) << u;
    }
}

void nv_soft_shader_complain(const NvSoft *s)
{
    for (unsigned u = 0; u < NV_SHADER_STAGES; u++) {
        unsigned op = s->pixel->shader.op[u];

        if (op >= NV_OPS) {
            nv_error(s->raster->env, NV_ERROR_SHADER, u << 8 | op,
                     "0x%02x %s of stage %u", op, nv_shader_op_name(op), u);
        }
    }
}

bool nv_soft_shader_is_unit(const NvSoft *s, unsigned u)
{
    const NvSoftTexture *t = &s->tex[u];

    return !(op_of(s, u)->uses & FETCHES) || !t->how->on ||
           (t->lanes && !t->how->remap &&
            s->pixel->shader.op[u] != NV_OP_BUMP_LUM);
}

bool nv_soft_wants_shader(const NvSoft *s)
{
    for (unsigned u = 0; u < NV_SHADER_STAGES; u++) {
        if (s->pixel->shader.op[u]) {
            return true;
        }
    }
    return false;
}

void nv_soft_shader_set(NvSoftSpan *sp, unsigned u, float rgb, float a)
{
    for (unsigned c = 0; c < 4; c++) {
        for (unsigned i = 0; i < sp->n; i++) {
            sp->reg[NV_RC_T0 + u][c][i] = c == 3 ? a : rgb;
        }
    }
}

/*
 * log2 of texels a pixel where a coordinate is @at, from how its parts and what
 * they are divided by, here @by, change across and down; @w by @h texels.
 */
static float footprint(const double at[2], double by, const double slope[2][3],
                       double w, double h)
{
    double squared[2], inv = 1.0 / by;

    for (unsigned i = 0; i < 2; i++) {
        const double *d = slope[i];
        double x = (d[0] - at[0] * d[2]) * inv * w;
        double y = (d[1] - at[1] * d[2]) * inv * h;

        squared[i] = x * x + y * y;
    }
    return nv_soft_lod((float)(squared[0] > squared[1] ? squared[0]
                                                       : squared[1]));
}

/* Three of the planes of @u at fragment @i, and their slopes. */
static void planes_at(const NvSoftSpan *sp, unsigned u, unsigned i,
                      const uint8_t which[3], double at[3], double slope[2][3])
{
    for (unsigned k = 0; k < 3; k++) {
        const NvSoftPlane *p = &sp->prim->tex[u][which[k]];

        at[k] = nv_soft_plane_at(sp->prim, p, sp->x[i], sp->y[i]);
        slope[0][k] = p->dx;
        slope[1][k] = p->dy;
    }
}

static float flat_lod(const NvSoftSpan *sp, const NvSoftTexture *t, unsigned u,
                      unsigned i, const NvTexQuery *q)
{
    double at[3], slope[2][3];

    planes_at(sp, u, i, (const uint8_t[3]) { 0, 1, 3 }, at, slope);
    return footprint((const double[2]) { q->u, q->v }, at[2], slope,
                     t->rect ? 1 : t->level[0].w, t->rect ? 1 : t->level[0].h);
}

/* On the plane of a face, which is two wide (hw). */
static float cube_lod(const NvSoftSpan *sp, const NvSoftTexture *t, unsigned u,
                      unsigned i, const NvTexQuery *q)
{
    double v[3], d[2][3], at[3], slope[2][3];

    planes_at(sp, u, i, (const uint8_t[3]) { 0, 1, 2 }, v, d);
    nv_soft_cube_axes(q->face, v, at);
    nv_soft_cube_axes(q->face, d[0], slope[0]);
    nv_soft_cube_axes(q->face, d[1], slope[1]);
    return footprint((const double[2]) { 2 * q->u - 1, 2 * q->v - 1 }, at[2],
                     slope, t->level[0].w / 2.0, t->level[0].h / 2.0);
}

/* s / q and t / q at pixel @x, @y. */
static void plane_coord(const NvSoftPrim *prim, unsigned u, int x, int y,
                        double at[2])
{
    const NvSoftPlane *p = prim->tex[u];
    double inv = 1.0 / nv_soft_plane_at(prim, &p[3], x, y);

    for (unsigned k = 0; k < 2; k++) {
        at[k] = nv_soft_plane_at(prim, &p[k], x, y) * inv;
    }
}

/* From one pixel of its group of two by two to the other, both ways (hw). */
static void sample_along(const NvSoftSpan *sp, const NvSoftTexture *t,
                         unsigned u, unsigned i, NvTexQuery *q)
{
    double first[2], step[2][2];

    for (unsigned k = 0; k < 2; k++) {
        int dx = k ? 0 : 1, dy = k ? 1 : 0, x = sp->x[i], y = sp->y[i];

        plane_coord(sp->prim, u, x & ~dx, y & ~dy, first);
        plane_coord(sp->prim, u, x | dx, y | dy, step[k]);
        step[k][0] -= first[0];
        step[k][1] -= first[1];
    }
    nv_soft_sample_along(t, q, step[0], step[1]);
}

void nv_soft_shader_fetch_one(const NvSoft *s, NvSoftSpan *sp, unsigned u,
                              unsigned i, NvTexQuery *q)
{
    q->open = true;
    if (s->tex[u].how->taps > 1 && s->pixel->shader.op[u] == NV_OP_2D) {
        sample_along(sp, &s->tex[u], u, i, q);
    } else {
        nv_soft_sample(&s->tex[u], q);
    }
    for (unsigned c = 0; c < 4; c++) {
        sp->reg[NV_RC_T0 + u][c][i] = q->rgba[c];
    }
    sp->word[u][i] = q->word;
    sp->words |= (unsigned)s->tex[u].format->wide << u % NV_TEX_UNITS;
    if (q->kill) {
        sp->live &= ~(UINT64_C(1) << i);
    }
}

void nv_soft_shader_fetch(const NvSoft *s, NvSoftSpan *sp, unsigned u,
                          const double *x, const double *y)
{
    if (s->tex[u].lanes) {
        sp->live &= ~nv_soft_sample_lanes(&s->tex[u], x, y, sp->lanes,
                                          sp->reg[NV_RC_T0 + u]);
        return;
    }
    for (unsigned i = 0; i < sp->n; i++) {
        NvTexQuery query = { .u = x[i], .v = y[i] };

        if (sp->live >> i & 1) {
            nv_soft_shader_fetch_one(s, sp, u, i, &query);
        }
    }
}

/* Of a direction; in one image from the middle of each face. */
static void place(const NvSoftTexture *t, NvTexQuery *q, const double v[3])
{
    if (t->how->cube) {
        nv_soft_cube_face(q, v[0], v[1], v[2]);
    } else {
        nv_soft_cube_direction(q, v[0], v[1], v[2]);
        q->face = 0;
        q->v = -q->v;
    }
}

void nv_soft_shader_fetch_cube(const NvSoft *s, NvSoftSpan *sp, unsigned u,
                               unsigned i, const double v[3])
{
    NvTexQuery query = { 0 };

    if (sp->live >> i & 1) {
        place(&s->tex[u], &query, v);
        nv_soft_shader_fetch_one(s, sp, u, i, &query);
    }
}

/* ---- operations ---- */

static void op_none(const NvSoft *s, NvSoftSpan *sp, unsigned u)
{
    (void)s;
    nv_soft_shader_set(sp, u, 0, 1);
}

/* 1 / q; that of 0 is as large as that of w (hw: s and t at either end). */
static inline double over(double q)
{
    return q == 1 ? 1.0 : q != 0 ? 1.0 / q : 0x1p64;
}

NV_LANE_CLONES
static void project_lanes(const NvSoft *s, NvSoftSpan *sp, unsigned u)
{
    float (*coord)[NV_SOFT_SPAN] = sp->coord[u];
    double x[NV_SOFT_SPAN], y[NV_SOFT_SPAN];
    unsigned n = sp->lanes;

    for (unsigned i = 0; i < n; i++) {
        double q = coord[3][i];
        double inv = over(q);

        x[i] = coord[0][i] * inv;
        y[i] = coord[1][i] * inv;
    }
    sp->live &= ~nv_soft_sample_lanes(&s->tex[u], x, y, n,
                                      sp->reg[NV_RC_T0 + u]);
}

static void op_project(const NvSoft *s, NvSoftSpan *sp, unsigned u, bool three)
{
    const NvSoftTexture *t = &s->tex[u];
    bool lod = nv_soft_texture_needs_lod(t) && !t->how->cube &&
               t->how->taps < 2;

    if (t->lanes) {
        project_lanes(s, sp, u);
        return;
    }
    for (unsigned i = 0; i < sp->n; i++) {
        double q = sp->coord[u][3][i];
        double inv = over(q);
        NvTexQuery query = {
            .u = sp->coord[u][0][i] * inv,
            .v = sp->coord[u][1][i] * inv,
            .p = three ? sp->coord[u][2][i] * inv : 0,
        };

        if (!(sp->live >> i & 1)) {
            continue;
        }
        if (t->how->cube) {
            nv_soft_cube_face(&query, 1, query.v, -query.u);
        } else if (lod) {
            query.lod = flat_lod(sp, t, u, i, &query);
        }
        if (three && t->format->depth_bits) {
            query.ref = nv_soft_encode_depth(query.p, t->format->depth_bits,
                                             t->format->depth_float);
        }
        nv_soft_shader_fetch_one(s, sp, u, i, &query);
    }
}

static void op_2d(const NvSoft *s, NvSoftSpan *sp, unsigned u)
{
    op_project(s, sp, u, false);
}

static void op_3d(const NvSoft *s, NvSoftSpan *sp, unsigned u)
{
    op_project(s, sp, u, true);
}

static void op_cube(const NvSoft *s, NvSoftSpan *sp, unsigned u)
{
    const NvSoftTexture *t = &s->tex[u];
    bool lod = nv_soft_texture_needs_lod(t) && t->how->cube;

    for (unsigned i = 0; i < sp->n; i++) {
        NvTexQuery query = { 0 };

        if (sp->live >> i & 1) {
            place(t, &query, (const double[3]) {
                sp->coord[u][0][i], sp->coord[u][1][i], sp->coord[u][2][i] });
            query.lod = lod ? cube_lod(sp, t, u, i, &query) : 0;
            nv_soft_shader_fetch_one(s, sp, u, i, &query);
        }
    }
}

static void op_pass(const NvSoft *s, NvSoftSpan *sp, unsigned u)
{
    (void)s;
    for (unsigned c = 0; c < 4; c++) {
        for (unsigned i = 0; i < sp->n; i++) {
            sp->reg[NV_RC_T0 + u][c][i] = nv_soft_unit(sp->coord[u][c][i]);
        }
    }
}

static void op_cull(const NvSoft *s, NvSoftSpan *sp, unsigned u)
{
    unsigned mode = s->pixel->shader.cull[u];

    for (unsigned i = 0; i < sp->n; i++) {
        for (unsigned c = 0; c < 4; c++) {
            if ((sp->coord[u][c][i] >= 0) == (mode >> c & 1)) {
                sp->live &= ~(UINT64_C(1) << i);
            }
        }
    }
    nv_soft_shader_set(sp, u, 0, 0);
}

static const Op ops[NV_OPS] = {
    [NV_OP_NONE] = { op_none, 0 },
    [NV_OP_2D] = { op_2d, COORDS | FETCHES },
    [NV_OP_3D] = { op_3d, COORDS | FETCHES },
    [NV_OP_CUBE] = { op_cube, COORDS | FETCHES },
    [NV_OP_PASS] = { op_pass, COORDS },
    [NV_OP_CULL] = { op_cull, COORDS },
    [NV_OP_BUMP] = { nv_soft_op_bump, COORDS | FETCHES | READS, 1, 3 },
    [NV_OP_BUMP_LUM] = { nv_soft_op_bump_lum, COORDS | FETCHES | READS, 1, 3 },
    [NV_OP_BRDF] = { nv_soft_op_brdf, FETCHES | READS, 2, 3 },
    [NV_OP_DOT_ST] = { nv_soft_op_dot_st, DOT | FETCHES, 2, 3 },
    [NV_OP_DOT_ZW] = { nv_soft_op_dot_zw, DOT, 2, 3 },
    [NV_OP_DOT_DIFFUSE] = { nv_soft_op_dot_diffuse, DOT | FETCHES, 2, 2 },
    [NV_OP_DOT_SPECULAR] = { nv_soft_op_dot_specular, DOT | FETCHES, 3, 3 },
    [NV_OP_DOT_STR_3D] = { nv_soft_op_dot_str, DOT | FETCHES, 3, 3 },
    [NV_OP_DOT_STR_CUBE] = { nv_soft_op_dot_cube, DOT | FETCHES, 3, 3 },
    [NV_OP_AR] = { nv_soft_op_ar, FETCHES | READS, 1, 3 },
    [NV_OP_GB] = { nv_soft_op_gb, FETCHES | READS, 1, 3 },
    [NV_OP_DOT] = { nv_soft_op_dot, DOT, 1, 3 },
    [NV_OP_DOT_CONST_EYE] = { nv_soft_op_dot_const_eye, DOT | FETCHES, 3, 3 },
};

/* ---- the stages ---- */

unsigned nv_soft_shader_sources(const NvSoft *s, unsigned u)
{
    const NvPixelShader *shader = &s->pixel->shader;
    unsigned sources = op_of(s, u)->uses & READS ? 1u << shader->prev[u] : 0;

    if (shader->op[u] == NV_OP_BRDF) {
        sources = u > 1 ? 3u << (u - 2) : 0;
    } else if (shader->op[u] == NV_OP_DOT_DIFFUSE) {
        sources |= 1u << shader->prev[3];
    }
    return sources;
}

/* Stages whose register is read by nobody and that can drop nothing. */
static bool idle(const NvSoft *s, unsigned u)
{
    bool read = s->rc.reads >> (NV_RC_T0 + u) & 1;

    for (unsigned i = u + 1; i < NV_SHADER_STAGES; i++) {
        read |= nv_soft_shader_sources(s, i) >> u & 1;
    }
    return !read && s->pixel->shader.op[u] == NV_OP_NONE;
}

/* Combiners read no number below -1. */
static void hold(NvSoftSpan *sp, unsigned u)
{
    for (unsigned c = 0; c < 4; c++) {
        float *v = sp->reg[NV_RC_T0 + u][c];

        for (unsigned i = 0; i < sp->n; i++) {
            v[i] = v[i] > -1.0f ? v[i] : -1.0f;
        }
    }
}

void nv_soft_shader(const NvSoft *s, NvSoftScratch *scratch)
{
    NvSoftSpan *sp = &scratch->span;

    sp->words = 0;
    for (unsigned u = 0; u < NV_SHADER_STAGES; u++) {
        const Op *op = op_of(s, u);

        /* A unit that is switched off gives what NONE gives. */
        if ((op->uses & FETCHES) && !s->tex[u].how->on) {
            op = &ops[NV_OP_NONE];
        }
        if (s->pixel->shader.dependent && (op->uses & DOT) != DOT) {
            memset(sp->dot[u], 0, sizeof(sp->dot[u]));
        }
        if (!idle(s, u)) {
            op->run(s, sp, u);
        }
    }
    for (unsigned u = 0; u < NV_SHADER_STAGES; u++) {
        if (s->tex[u].how->sign) {
            hold(sp, u);
        }
    }
}
