/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The texture shader: what each of the four stages does with its
 * coordinates.  Operation codes and formulas are Kelvin's (hw); operations
 * without a row of their own fetch as PROJECT2D does and are reported.
 */
#ifndef __clang__
#pragma GCC optimize("O3", "no-trapping-math", "fp-contract=off")
#endif

#include <math.h>

#include "raster/soft/soft.h"

enum {
    OP_NONE = 0, OP_2D, OP_3D, OP_CUBE, OP_PASS, OP_CULL,
    OP_AR = 0x0f, OP_GB = 0x10,
};

static bool modelled(unsigned op)
{
    return op <= OP_CULL || op == OP_AR || op == OP_GB;
}

void nv_soft_shader_setup(NvSoft *s)
{
    s->coords = 0;
    for (unsigned u = 0; u < NV_SHADER_STAGES; u++) {
        unsigned op = s->pixel->shader.op[u];

        if (op != OP_NONE && op != OP_AR && op != OP_GB) {
            s->coords |= 1u << u;
        }
    }
}

void nv_soft_shader_complain(const NvSoft *s)
{
    for (unsigned u = 0; u < NV_SHADER_STAGES; u++) {
        unsigned op = s->pixel->shader.op[u];

        if (!modelled(op)) {
            nv_error(s->raster->env, NV_ERROR_SHADER, u << 8 | op,
                     "0x%02x %s of stage %u", op, nv_shader_op_name(op), u);
        }
    }
}

bool nv_soft_shader_is_unit(const NvSoft *s, unsigned u)
{
    const NvSoftTexture *t = &s->tex[u];
    unsigned op = s->pixel->shader.op[u];

    return op == OP_NONE || op == OP_PASS || op == OP_CULL || !t->how->on ||
           (t->lanes && !t->how->remap);
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

static void set(NvSoftSpan *sp, unsigned u, unsigned i, const float rgba[4])
{
    for (unsigned c = 0; c < 4; c++) {
        sp->reg[NV_RC_T0 + u][c][i] = rgba[c];
    }
}

/* log2 of texels a pixel for s / q and t / q, from the planes' slopes. */
static float footprint(const NvSoftSpan *sp, const NvSoftTexture *t,
                       unsigned u, unsigned i, double cs, double ct)
{
    const NvSoftPrim *prim = sp->prim;
    const NvSoftPlane *p = prim->tex[u];
    double q = nv_soft_plane_at(prim, &p[3], sp->x[i], sp->y[i]);
    double w = t->rect ? 1 : t->level[0].w, h = t->rect ? 1 : t->level[0].h;
    double sx = (p[0].dx - cs * p[3].dx) / q * w;
    double sy = (p[0].dy - cs * p[3].dy) / q * w;
    double tx = (p[1].dx - ct * p[3].dx) / q * h;
    double ty = (p[1].dy - ct * p[3].dy) / q * h;
    double across = sx * sx + tx * tx, down = sy * sy + ty * ty;
    double most = across > down ? across : down;

    return most > 1e-20 && most < 1e30 ? 0.5f * log2f((float)most)
                                       : most >= 1e30 ? 32 : -32;
}

/* A direction to a face and its coordinates in 0..1; GL's mapping (hw). */
void nv_soft_cube_face(NvTexQuery *q, double s, double t, double r)
{
    double as = fabs(s), at = fabs(t), ar = fabs(r), m;

    if (as >= at && as >= ar) {
        q->face = s < 0;
        m = as;
        q->u = s < 0 ? r : -r;
        q->v = -t;
    } else if (at >= ar) {
        q->face = 2 + (t < 0);
        m = at;
        q->u = s;
        q->v = t < 0 ? -r : r;
    } else {
        q->face = 4 + (r < 0);
        m = ar;
        q->u = r < 0 ? -s : s;
        q->v = -t;
    }
    m = m > 0 ? m : 1;
    q->u = (q->u / m + 1) / 2;
    q->v = (q->v / m + 1) / 2;
}

static void finish(const NvSoft *s, NvSoftSpan *sp, unsigned u, unsigned i,
                   NvTexQuery *q)
{
    nv_soft_sample(&s->tex[u], q);
    set(sp, u, i, q->rgba);
    if (q->kill) {
        sp->live &= ~(UINT64_C(1) << i);
    }
}

NV_LANE_CLONES
static void project_lanes(const NvSoft *s, NvSoftSpan *sp, unsigned u)
{
    float (*coord)[NV_SOFT_SPAN] = sp->coord[u];
    double x[NV_SOFT_SPAN], y[NV_SOFT_SPAN];
    unsigned n = sp->lanes;

    for (unsigned i = 0; i < n; i++) {
        double q = coord[3][i];
        double inv = q != 1 && q != 0 ? 1.0 / q : 1.0;

        x[i] = coord[0][i] * inv;
        y[i] = coord[1][i] * inv;
    }
    sp->live &= ~nv_soft_sample_lanes(&s->tex[u], x, y, n,
                                      sp->reg[NV_RC_T0 + u]);
}

static void op_project(const NvSoft *s, NvSoftSpan *sp, unsigned u, bool three)
{
    const NvSoftTexture *t = &s->tex[u];
    bool lod = nv_soft_texture_needs_lod(t) && !t->how->cube;

    if (t->lanes) {
        project_lanes(s, sp, u);
        return;
    }
    for (unsigned i = 0; i < sp->n; i++) {
        double q = sp->coord[u][3][i];
        double inv = q != 1 && q != 0 ? 1.0 / q : 1.0;
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
            query.lod = footprint(sp, t, u, i, query.u, query.v);
        }
        if (three && t->format->depth_bits) {
            query.ref = nv_soft_encode_depth(query.p, t->format->depth_bits,
                                             t->format->depth_float);
        }
        finish(s, sp, u, i, &query);
    }
}

static void op_cube(const NvSoft *s, NvSoftSpan *sp, unsigned u)
{
    bool cube = s->tex[u].how->cube;

    for (unsigned i = 0; i < sp->n; i++) {
        NvTexQuery query = { 0 };

        if (!(sp->live >> i & 1)) {
            continue;
        }
        nv_soft_cube_face(&query, sp->coord[u][0][i], sp->coord[u][1][i],
                          sp->coord[u][2][i]);
        query.face = cube ? query.face : 0;
        finish(s, sp, u, i, &query);
    }
}

static void op_pass(NvSoftSpan *sp, unsigned u)
{
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
        set(sp, u, i, (const float[4]) { 0, 0, 0, 0 });
    }
}

static void op_dependent(const NvSoft *s, NvSoftSpan *sp, unsigned u,
                         unsigned cs, unsigned ct)
{
    unsigned from = NV_RC_T0 + s->pixel->shader.prev[u];

    for (unsigned i = 0; i < sp->n; i++) {
        NvTexQuery query = { .u = sp->reg[from][cs][i],
                             .v = sp->reg[from][ct][i] };

        if (sp->live >> i & 1) {
            finish(s, sp, u, i, &query);
        }
    }
}

static void run_stage(const NvSoft *s, NvSoftSpan *sp, unsigned u)
{
    unsigned op = s->pixel->shader.op[u];
    bool fetches = op != OP_NONE && op != OP_PASS && op != OP_CULL;

    /* A unit that is switched off gives what NONE gives. */
    if (op == OP_NONE || (fetches && !s->tex[u].how->on) ||
        ((op == OP_AR || op == OP_GB) && u == 0)) {
        for (unsigned c = 0; c < 4; c++) {
            for (unsigned i = 0; i < sp->n; i++) {
                sp->reg[NV_RC_T0 + u][c][i] = c == 3;
            }
        }
    } else if (op == OP_PASS) {
        op_pass(sp, u);
    } else if (op == OP_CULL) {
        op_cull(s, sp, u);
    } else if (op == OP_CUBE) {
        op_cube(s, sp, u);
    } else if (op == OP_AR) {
        op_dependent(s, sp, u, 3, 0);
    } else if (op == OP_GB) {
        op_dependent(s, sp, u, 1, 2);
    } else {
        op_project(s, sp, u, op == OP_3D);
    }
}

/* Stages whose register is read by nobody and that can drop nothing. */
static bool idle(const NvSoft *s, unsigned u)
{
    const uint8_t *op = s->pixel->shader.op;
    bool read = s->rc.reads >> (NV_RC_T0 + u) & 1;

    for (unsigned i = u + 1; i < NV_SHADER_STAGES; i++) {
        read |= op[i] == OP_AR || op[i] == OP_GB;
    }
    return !read && op[u] == OP_NONE;
}

void nv_soft_shader(const NvSoft *s, NvSoftScratch *scratch)
{
    for (unsigned u = 0; u < NV_SHADER_STAGES; u++) {
        if (!idle(s, u)) {
            run_stage(s, &scratch->span, u);
        }
    }
}
