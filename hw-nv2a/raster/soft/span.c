/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Attributes of fragments, and the stages they go through.  Sample points are
 * pixel centres (hw); depth is interpolated in doubles and never by differences
 * from the neighbour, so that a value does not depend on where a span starts.
 */
#ifndef __clang__
#pragma GCC optimize("O3", "no-trapping-math", "fp-contract=off")
#endif

#include <math.h>

#include "raster/soft/soft.h"

/* ---- planes ---- */

double nv_soft_plane_at(const NvSoftPrim *prim, const NvSoftPlane *p,
                        double x, double y)
{
    return p->c + p->dy * (y - prim->oy) + p->dx * (x - prim->ox);
}

/* Geometry that all planes of a primitive share. */
typedef struct Basis {
    unsigned n;
    double x1, y1, x2, y2;      /* corners 1 and 2 from corner 0 */
    double div;                 /* area, or length squared of a line */
} Basis;

static Basis basis_of(const NvRasterVertex *const *c, unsigned n)
{
    Basis b = { .n = n };

    b.x1 = (double)c[1]->x - c[0]->x;
    b.y1 = (double)c[1]->y - c[0]->y;
    b.x2 = (double)c[2]->x - c[0]->x;
    b.y2 = (double)c[2]->y - c[0]->y;
    b.div = n == 3 ? b.x1 * b.y2 - b.y1 * b.x2 : b.x1 * b.x1 + b.y1 * b.y1;
    return b;
}

static NvSoftPlane plane(const Basis *b, double v0, double v1, double v2)
{
    double d1 = v1 - v0, d2 = v2 - v0;
    NvSoftPlane p = { v0, 0, 0 };

    if (b->n == 3) {
        p.dx = (d1 * b->y2 - d2 * b->y1) / b->div;
        p.dy = (d2 * b->x1 - d1 * b->x2) / b->div;
    } else if (b->n == 2) {
        p.dx = d1 * b->x1 / b->div;
        p.dy = d1 * b->y1 / b->div;
    }
    return p;
}

static double usable(float v)
{
    return isfinite(v) ? v : 0.0;
}

typedef float Four __attribute__((vector_size(16)));

/* To bytes; what is no number is 0. */
static inline NvFourWords color_bytes(const float color[4])
{
    const Four one = { 1, 1, 1, 1 };
    Four c;
    NvFourWords above;

    memcpy(&c, color, sizeof(c));
    above = c >= one;
    c = (Four)((NvFourWords)c & (c > 0) & ~above) +
        (Four)((NvFourWords)one & above);
    return __builtin_convertvector(c * 255.0f + 0.5f, NvFourWords);
}

static void corner_colors(NvSoftPrim *prim, const NvRasterVertex *const *v,
                          unsigned which)
{
    NvFourWords k[3], apart;
    uint64_t half[2];

    for (unsigned i = 0; i < 3; i++) {
        unsigned from = prim->weighted ? prim->corners.from[i] : 0;

        k[i] = color_bytes(v[from]->color[which]);
    }
    apart = (k[0] ^ k[1]) | (k[0] ^ k[2]);
    memcpy(half, &apart, sizeof(half));
    prim->flat[which] = !(half[0] | half[1]);
    memcpy(prim->color[which], k, sizeof(k));
}

/*
 * Coordinates of the corners.  hw: on a cylinder 0.5 and 1.5 are the same, and
 * nothing is between them (one picture); that others are brought within a half
 * of the second corner, from which sums go, is a guess.
 */
static void corner_coords(const NvPixelCoords *coords, const NvSoftPrim *prim,
                          const NvRasterVertex *const *v, unsigned u,
                          unsigned k, double out[3])
{
    for (unsigned i = 0; i < 3; i++) {
        out[i] = usable(v[i]->tex[u][k]);
    }
    if (prim->weighted && coords->cylinder[u] >> k & 1) {
        double base = out[prim->corners.from[1]];

        for (unsigned i = 0; i < 3; i++) {
            out[i] -= rint(out[i] - base);
        }
    }
}

/* All of set @u; planes are for who reads them. */
static void coords_of(const NvSoft *s, NvSoftPrim *prim, const Basis *b,
                      const NvRasterVertex *const *v, const double *w,
                      unsigned u)
{
    bool planes = b->n < 3 || nv_soft_has_program(s) || s->lods >> u & 1;

    for (unsigned k = 0; k < 4; k++) {
        double at[3];

        corner_coords(&s->pixel->coords, prim, v, u, k, at);
        if (planes) {
            prim->tex[u][k] = plane(b, at[0] * w[0], at[1] * w[1],
                                    at[2] * w[2]);
        }
        for (unsigned i = 0; i < 3 && prim->weighted; i++) {
            prim->coord[u][k][i] = at[prim->corners.from[i]];
        }
    }
}

/* A coordinate that is no number makes all of them so (guess). */
static void corner_fog(NvSoftPrim *prim, const Basis *b,
                       const NvRasterVertex *const *v, const double *w)
{
    prim->fog_flat = !prim->weighted ||
                     (v[0]->fog == v[1]->fog && v[0]->fog == v[2]->fog);
    prim->fog = plane(b, v[0]->fog * w[0], v[1]->fog * w[1],
                      v[2]->fog * w[2]);
    for (unsigned i = 0; i < 3; i++) {
        unsigned from = prim->weighted ? prim->corners.from[i] : 0;

        prim->fog_corner[i] = v[from]->fog;
    }
    for (unsigned i = 0; i < 3; i++) {
        if (!isfinite(v[i]->fog)) {
            prim->fog_flat = true;
            prim->fog_corner[0] = v[i]->fog;
            prim->fog = (NvSoftPlane) { v[i]->fog, 0, 0 };
            return;
        }
    }
}

/* Programs, or combiners; special spans read what combiners do. */
static bool reads_color(const NvSoft *s, unsigned which)
{
    return (s->rc.reads >> (NV_RC_V0 + which) & 1) ||
           (nv_soft_has_program(s) &&
            s->frag.inputs >> (NV_FRAG_COL0 + which) & 1);
}

static void line_corners(const NvSoft *s, NvSoftPrim *prim,
                         const NvRasterVertex *const *v, const double *w)
{
    bool columns = !prim->smooth && !s->pixel->primitive.multisample;

    nv_soft_line_corners(v, prim->perspective ? w : NULL, columns,
                         &prim->corners);
}

/*
 * Of weighted triangles only programs read planes, and levels those of their
 * coordinates.
 */
static inline __attribute__((always_inline)) void planes(
    const NvSoft *s, NvSoftPrim *prim, const NvRasterVertex *const *v,
    unsigned n)
{
    Basis b = { .n = n };
    bool by_w = s->pixel->depth.by_w, fog = s->pixel->fog.on;
    double rhw[3], of[3], w[3] = { 1, 1, 1 }, z[3];
    double scale = by_w ? 1 : s->depth.scale;
    const NvRasterVertex *c[3];
    bool before = true, all = n < 3 || nv_soft_has_program(s);

    assert(n >= 1 && n <= 3);
    for (unsigned i = 0; i < 3; i++) {
        c[i] = v[i < n ? i : 0];
        rhw[i] = isfinite(c[i]->rhw) && c[i]->rhw ? c[i]->rhw : 1e-30;
        of[i] = c[i]->w && isfinite(c[i]->w) ? c[i]->w : 1 / rhw[i];
        before = before && rhw[i] > 0;
    }
    prim->ox = c[0]->x - 0.5;
    prim->oy = c[0]->y - 0.5;
    prim->perspective = n > 1 && s->pixel->primitive.perspective &&
                        (of[1] != of[0] || of[2] != of[0]);
    if (prim->perspective) {
        memcpy(w, rhw, sizeof(w));
    }
    if (all || prim->perspective || by_w || fog || s->lods) {
        b = basis_of(c, n);
    }
    prim->weighted = n > 1;
    prim->external = !before;
    if (n == 3) {
        nv_soft_triangle_corners(&prim->corners,
                                 prim->perspective ? of : NULL);
    } else if (n == 2) {
        line_corners(s, prim, v, of);
    }
    for (unsigned i = 0; i < 3; i++) {
        /* hw: denormals are 0. */
        z[i] = isnormal(c[i]->z) ? c[i]->z * scale : 0;
    }
    prim->z = all ? plane(&b, z[0], z[1], z[2])
                  : (NvSoftPlane) { z[0], 0, 0 };
    prim->depth.offset = c[0]->offset * scale;
    nv_soft_depth_corners(prim, z, by_w ? of : NULL);
    if (all || prim->perspective || by_w) {
        prim->rhw = plane(&b, rhw[0], rhw[1], rhw[2]);
    }
    prim->inside = s->samples == 1 && before && !prim->depth.offset &&
                   nv_soft_depth_inside(s, z);
    for (unsigned i = 0; i < 2; i++) {
        prim->flat[i] = true;
        if (reads_color(s, i)) {
            corner_colors(prim, c, i);
        }
    }
    if (nv_soft_has_program(s) || fog) {
        corner_fog(prim, &b, c, w);
    }
    for (unsigned u = 0; s->coords >> u; u++) {
        if (s->coords >> u & 1) {
            coords_of(s, prim, &b, c, w, u);
        }
    }
}

void nv_soft_planes(const NvSoft *s, NvSoftPrim *prim,
                    const NvRasterVertex *const *v, unsigned n)
{
    if (n == 3) {
        planes(s, prim, v, 3);
    } else {
        planes(s, prim, v, n);
    }
}

/* ---- attributes of a span ---- */

void nv_soft_span_begin(NvSoftSpan *sp, const NvSoftPrim *prim)
{
    sp->prim = prim;
    sp->n = sp->nruns = 0;
}

void nv_soft_span_add(NvSoftSpan *sp, unsigned x, unsigned y, unsigned n)
{
    double ox = sp->prim->ox, oy = sp->prim->oy;

    assert(n && n <= NV_SOFT_SPAN - sp->n);
    sp->run[sp->nruns++] = (NvSoftRun) { x, y, n, sp->n };
    for (unsigned i = 0; i < n; i++) {
        sp->x[sp->n + i] = (int)x + (int)i;
        sp->y[sp->n + i] = (int)y;
        sp->px[sp->n + i] = (int)x + (int)i - ox;
        sp->py[sp->n + i] = (int)y - oy;
    }
    if (sp->prim->smooth) {
        nv_soft_smooth_cover(&sp->smooth, x, n, &sp->cover[sp->n]);
    }
    sp->n += n;
    sp->lanes = sp->n <= 8 ? 8 : (sp->n + 15) & ~15u;
}

/* Over the span; divided by 1 / w where that makes a difference. */
static void plane_lanes(const NvSoftSpan *sp, const NvSoftPlane *p,
                        bool perspective, double *restrict out)
{
    const double *px = sp->px, *py = sp->py, *w = sp->w;
    double c = p->c, dx = p->dx, dy = p->dy;
    unsigned n = sp->lanes;

    for (unsigned i = 0; i < n; i++) {
        out[i] = c + dy * py[i] + dx * px[i];
    }
    for (unsigned i = 0; i < n && perspective; i++) {
        out[i] *= w[i];
    }
}

void nv_soft_span_weights(NvSoftSpan *sp)
{
    nv_soft_weights(&sp->prim->corners, sp->x, sp->y, sp->lanes,
                    &sp->weights);
}

void nv_soft_span_color(NvSoftSpan *sp, unsigned which)
{
    const NvSoftPrim *prim = sp->prim;

    for (unsigned c = 0; c < 4; c++) {
        if (prim->flat[which]) {
            memset(sp->color[which][c], prim->color[which][0][c], sp->lanes);
        } else {
            nv_soft_mix(&sp->weights, prim->color[which], c, sp->lanes,
                        sp->color[which][c]);
        }
    }
}

NV_LANE_CLONES
static void fill_floats(const NvSoftSpan *sp, const NvSoftPlane *p,
                        float *out)
{
    bool perspective = sp->prim->perspective;
    double v[NV_SOFT_SPAN];
    unsigned n = sp->lanes;

    /* The same everywhere, as q is mostly; 0 keeps its sign below. */
    if (p->dx == 0 && p->dy == 0 && p->c != 0 && !perspective) {
        for (unsigned i = 0; i < n; i++) {
            out[i] = p->c;
        }
        return;
    }
    plane_lanes(sp, p, perspective, v);
    for (unsigned i = 0; i < n; i++) {
        out[i] = (float)nv_cut_double(v[i], 24);
    }
}

NV_LANE_CLONES void nv_soft_span_depth(const NvSoft *s, NvSoftSpan *sp)
{
    const NvSoftPrim *prim = sp->prim;
    const NvPixelDepth *depth = &s->pixel->depth;

    if (prim->perspective || depth->by_w) {
        plane_lanes(sp, &prim->rhw, false, sp->w);
        for (unsigned i = 0; i < sp->n; i++) {
            sp->w[i] = 1.0 / sp->w[i];
        }
    }
    if (prim->depth.flat || !prim->weighted) {
        plane_lanes(sp, &prim->z, false, sp->z);
    } else {
        nv_soft_depth(prim, sp->x, sp->y, sp->lanes, sp->z);
    }
    if (depth->by_w) {
        double max = depth->is_float ? 3.4e38 :
                     depth->bits == 16 ? 65535 : 16777215;

        /* Not above 0 becomes the maximum (hw). */
        for (unsigned i = 0; i < sp->n; i++) {
            sp->z[i] = sp->w[i] > 0 ? sp->z[i] : max;
        }
    }
}

static bool wants_fog(const NvSoft *s)
{
    return s->pixel->fog.on && s->rc.reads & NV_BIT(NV_RC_FOG);
}

static bool wants_weights(const NvSoft *s, const NvSoftPrim *prim)
{
    return prim->weighted &&
           (s->coords || !prim->flat[0] || !prim->flat[1] ||
            (wants_fog(s) && !prim->fog_flat));
}

static void span_fog(NvSoftSpan *sp)
{
    const NvSoftPrim *prim = sp->prim;

    for (unsigned i = 0; i < sp->lanes && prim->fog_flat; i++) {
        sp->fog[i] = prim->fog_corner[0];
    }
    if (!prim->fog_flat) {
        nv_soft_mix_fine(&sp->weights, prim->fog_corner, sp->lanes, sp->fog);
    }
}

void nv_soft_span_fill(const NvSoft *s, NvSoftSpan *sp)
{
    bool program = nv_soft_has_program(s);

    nv_soft_span_depth(s, sp);
    if (program && !s->pixel->combiners.count) {
        return;                 /* it fetches what it reads itself */
    }
    if (wants_weights(s, sp->prim)) {
        nv_soft_span_weights(sp);
    }
    for (unsigned i = 0; i < 2; i++) {
        if (s->rc.reads >> (NV_RC_V0 + i) & 1) {
            nv_soft_span_color(sp, i);
        }
    }
    if (wants_fog(s)) {
        span_fog(sp);
    }
    for (unsigned u = 0; s->coords >> u && !program; u++) {
        for (unsigned k = 0; k < 4 && s->coords >> u & 1; k++) {
            if (sp->prim->weighted) {
                nv_soft_mix_fine(&sp->weights, sp->prim->coord[u][k],
                                 sp->lanes, sp->coord[u][k]);
            } else {
                fill_floats(sp, &sp->prim->tex[u][k], sp->coord[u][k]);
            }
        }
    }
}

void nv_soft_span_run(const NvSoft *s, NvSoftScratch *scratch)
{
    NvSoftSpan *sp = &scratch->span;

    if (!sp->n) {
        return;
    }
    sp->live = UINT64_MAX >> (NV_SOFT_SPAN - sp->n);
    nv_soft_span_fill(s, sp);
    for (unsigned i = 0; i < s->nstages && sp->live; i++) {
        s->stage[i](s, scratch);
    }
    sp->n = sp->nruns = 0;
}
