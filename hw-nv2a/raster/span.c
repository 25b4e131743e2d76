/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * From half planes to fragments: which pixels of a line are covered, the
 * attributes there, and the stages they go through.  Sample points are pixel
 * centres (hw); depth is interpolated in doubles and never by differences
 * from the neighbour, so that a value does not depend on where a span starts.
 */
#include <math.h>

#include "raster/soft.h"

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

static uint8_t color_byte(float c)
{
    return c > 0 ? c < 1 ? (uint8_t)(c * 255.0f + 0.5f) : 255 : 0;
}

static void color_planes(NvSoftPrim *prim, const Basis *b,
                         const NvRasterVertex *const *v, unsigned which,
                         const double *w)
{
    bool flat = true;

    for (unsigned c = 0; c < 4; c++) {
        uint8_t k[3] = { 0 };

        for (unsigned i = 0; i < b->n; i++) {
            k[i] = color_byte(v[i]->color[which][c]);
            flat = flat && k[i] == k[0];
        }
        prim->rgba[which][c] = k[0];
        prim->color[which][c] = plane(b, k[0] * w[0], k[1] * w[1],
                                      k[2] * w[2]);
    }
    prim->flat[which] = flat;
}

static bool depth_inside(const NvSoft *s, const NvRasterVertex *const *v,
                         unsigned n)
{
    for (unsigned i = 0; i < n; i++) {
        double z = v[i]->z * s->zscale;

        if (s->depth_w || !(z >= s->near && z <= s->far)) {
            return false;
        }
    }
    return true;
}

void nv_soft_planes(const NvSoft *s, NvSoftPrim *prim,
                    const NvRasterVertex *const *v, unsigned n)
{
    Basis b = { .n = n };
    double rhw[3] = { 1, 1, 1 }, w[3] = { 1, 1, 1 };
    const NvRasterVertex *c[3];

    for (unsigned i = 0; i < 3; i++) {
        c[i] = v[i < n ? i : 0];
        rhw[i] = isfinite(c[i]->rhw) && c[i]->rhw > 0 ? c[i]->rhw : 1e-30;
    }
    b.x1 = (double)c[1]->x - c[0]->x;
    b.y1 = (double)c[1]->y - c[0]->y;
    b.x2 = (double)c[2]->x - c[0]->x;
    b.y2 = (double)c[2]->y - c[0]->y;
    b.div = n == 3 ? b.x1 * b.y2 - b.y1 * b.x2 : b.x1 * b.x1 + b.y1 * b.y1;
    prim->ox = c[0]->x - 0.5;
    prim->oy = c[0]->y - 0.5;
    prim->perspective = n > 1 && s->perspective &&
                        (rhw[1] != rhw[0] || rhw[2] != rhw[0]);
    if (prim->perspective) {
        memcpy(w, rhw, sizeof(w));
    }
    prim->z = plane(&b, usable(c[0]->z) * s->zscale,
                    usable(c[1]->z) * s->zscale, usable(c[2]->z) * s->zscale);
    prim->rhw = plane(&b, rhw[0], rhw[1], rhw[2]);
    prim->inside = depth_inside(s, v, n);
    color_planes(prim, &b, c, 0, w);
    color_planes(prim, &b, c, 1, w);
    prim->fog = plane(&b, usable(c[0]->fog) * w[0], usable(c[1]->fog) * w[1],
                      usable(c[2]->fog) * w[2]);
    for (unsigned u = 0; s->units_read >> u; u++) {
        for (unsigned k = 0; k < 4 && s->units_read >> u & 1; k++) {
            prim->tex[u][k] = plane(&b, usable(c[0]->tex[u][k]) * w[0],
                                    usable(c[1]->tex[u][k]) * w[1],
                                    usable(c[2]->tex[u][k]) * w[2]);
        }
    }
}

/* ---- attributes of a span ---- */

void nv_soft_span_color(NvSoftSpan *sp, unsigned which)
{
    const NvSoftPrim *prim = sp->prim;

    for (unsigned c = 0; c < 4; c++) {
        const NvSoftPlane *p = &prim->color[which][c];
        double row = p->c + p->dy * (sp->y - prim->oy);

        if (prim->flat[which]) {
            memset(sp->color[which][c], prim->rgba[which][c], sp->n);
            continue;
        }
        for (unsigned i = 0; i < sp->n; i++) {
            double v = row + p->dx * (sp->x + (int)i - prim->ox);
            float f = prim->perspective ? v * sp->w[i] : v;

            /* Interpolated colours have 8 bits (hw). */
            f = f > 0.0f ? f : 0.0f;
            f = f < 255.0f ? f : 255.0f;
            sp->color[which][c][i] = (int)(f + 0.5f);
        }
    }
}

static void fill_floats(const NvSoftSpan *sp, const NvSoftPlane *p,
                        float *out)
{
    const NvSoftPrim *prim = sp->prim;
    double row = p->c + p->dy * (sp->y - prim->oy);

    for (unsigned i = 0; i < sp->n; i++) {
        double v = row + p->dx * (sp->x + (int)i - prim->ox);

        out[i] = prim->perspective ? v * sp->w[i] : v;
    }
}

void nv_soft_span_depth(const NvSoft *s, NvSoftSpan *sp)
{
    const NvSoftPrim *prim = sp->prim;
    const NvSoftPlane *p = &prim->z;
    double row = p->c + p->dy * (sp->y - prim->oy);
    double wrow = prim->rhw.c + prim->rhw.dy * (sp->y - prim->oy);

    if (prim->perspective || s->depth_w) {
        for (unsigned i = 0; i < sp->n; i++) {
            sp->w[i] = 1.0 / (wrow + prim->rhw.dx *
                              (sp->x + (int)i - prim->ox));
        }
    }
    if (s->depth_w) {
        double max = s->zfloat ? 3.4e38 : s->zbits == 16 ? 65535 : 16777215;

        /* Not above 0 becomes the maximum (hw). */
        for (unsigned i = 0; i < sp->n; i++) {
            sp->z[i] = sp->w[i] > 0 ? sp->w[i] : max;
        }
        return;
    }
    for (unsigned i = 0; i < sp->n; i++) {
        sp->z[i] = row + p->dx * (sp->x + (int)i - prim->ox);
    }
}

static void fill_attributes(NvSoft *s, NvSoftSpan *sp)
{
    nv_soft_span_depth(s, sp);
    if (s->program && !s->rc.count) {
        return;                 /* it fetches what it reads itself */
    }
    if (s->rc.reads & NV_BIT(4)) {
        nv_soft_span_color(sp, 0);
    }
    if (s->rc.reads & NV_BIT(5)) {
        nv_soft_span_color(sp, 1);
    }
    if (s->fog_on && s->rc.reads & NV_BIT(3)) {
        fill_floats(sp, &sp->prim->fog, sp->fog);
    }
    for (unsigned u = 0; s->units_read >> u && !s->program; u++) {
        for (unsigned k = 0; k < 4 && s->units_read >> u & 1; k++) {
            fill_floats(sp, &sp->prim->tex[u][k], sp->coord[u][k]);
        }
    }
}

static void run(NvSoft *s, const NvSoftPrim *prim, unsigned x, unsigned y,
                unsigned n)
{
    NvSoftSpan *sp = &s->span;

    if (s->fast && s->fast(s, prim, x, y, n)) {
        nv_env_spend(s->raster->env, n);
        return;
    }
    nv_env_spend(s->raster->env, n * s->pixel_cost);
    sp->prim = prim;
    sp->x = x;
    sp->y = y;
    sp->n = n;
    sp->live = n == 64 ? UINT64_MAX : (UINT64_C(1) << n) - 1;
    fill_attributes(s, sp);
    for (unsigned i = 0; i < s->nstages && sp->live; i++) {
        s->stage[i](s, sp);
    }
}

/* ---- coverage ---- */

static int64_t floor_div(int64_t a, int64_t b)
{
    return a / b - (a % b < 0);
}

/* Cut [*x0, *x1) of line y down to one half plane. */
static void cut(const NvSoftEdge *e, int y, int64_t *x0, int64_t *x1)
{
    int64_t c = e->c + y * e->dy;
    int64_t at;

    if (e->dx > 0) {
        at = -floor_div(c, e->dx);          /* ceil(-c / dx) */
        *x0 = at > *x0 ? at : *x0;
    } else if (e->dx < 0) {
        at = floor_div(c, -e->dx) + 1;
        *x1 = at < *x1 ? at : *x1;
    } else if (c < 0) {
        *x1 = *x0;
    }
}

static void clip_box(NvRect *box, const NvRect *clip)
{
    box->x0 = box->x0 > clip->x0 ? box->x0 : clip->x0;
    box->y0 = box->y0 > clip->y0 ? box->y0 : clip->y0;
    box->x1 = box->x1 < clip->x1 ? box->x1 : clip->x1;
    box->y1 = box->y1 < clip->y1 ? box->y1 : clip->y1;
}

/* Host time of looking at a line at all, in plain pixels. */
#define LINE_PIXELS 8u

void nv_soft_fill(NvSoft *s, const NvSoftPrim *prim, const NvSoftEdge *edges,
                  unsigned nedges, NvRect box)
{
    clip_box(&box, &s->clip);
    if (box.x1 <= box.x0 || box.y1 <= box.y0) {
        return;
    }
    nv_soft_touch(&s->color, box.y0, box.y1);
    nv_soft_touch(&s->zeta, box.y0, box.y1);
    nv_env_spend(s->raster->env, (box.y1 - box.y0) * LINE_PIXELS);
    for (int y = box.y0; y < box.y1; y++) {
        int64_t x0 = box.x0, x1 = box.x1;

        for (unsigned i = 0; i < nedges; i++) {
            cut(&edges[i], y, &x0, &x1);
        }
        while (x0 < x1) {
            unsigned n = x1 - x0 < NV_SOFT_SPAN ? x1 - x0 : NV_SOFT_SPAN;

            run(s, prim, x0, y, n);
            x0 += n;
        }
    }
}

bool nv_soft_fixed(float v, int64_t *out)
{
    if (!(v > -NV_SOFT_FAR && v < NV_SOFT_FAR)) {
        return false;
    }
    *out = (int64_t)(v * 16.0f);    /* exact below 2^20, else truncated */
    return true;
}
