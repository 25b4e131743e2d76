/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The slope that polygon offset takes of depth that is w.  w bends over the
 * screen; a console takes the difference between neighbours of one group of
 * two by two pixels for the whole triangle (hw, to about 4e-6).  Which
 * group: the one where the triangle begins to be drawn, below its uppermost
 * corner (hw for 13 of 16 halves of quads that a window cuts).  Of the others
 * and of small triangles it is another group near by (hw), unknown which.
 */
#include <math.h>

#include "vtx/vtx-priv.h"

typedef struct Place {
    double x, y;
} Place;

/* Of three corners that four half planes cut: one more each. */
typedef struct Outline {
    Place at[7];
    unsigned n;
} Outline;

/* Rounding may make more of a needle; they are of no use. */
static void add(Outline *o, double x, double y)
{
    if (o->n < NV_ARRAY_SIZE(o->at)) {
        o->at[o->n++] = (Place) { x, y };
    }
}

static double along(const Place *p, bool vertical)
{
    return vertical ? p->y : p->x;
}

/* What lies at @sign * (its coordinate - @limit) >= 0. */
static void cut(Outline *o, bool vertical, double limit, double sign)
{
    Outline in = *o;

    o->n = 0;
    for (unsigned i = 0; i < in.n; i++) {
        const Place *a = &in.at[i], *b = &in.at[(i + 1) % in.n];
        double da = sign * (along(a, vertical) - limit);
        double db = sign * (along(b, vertical) - limit);

        if (da >= 0) {
            add(o, a->x, a->y);
        }
        if ((da >= 0) != (db >= 0)) {
            double t = da / (da - db);

            add(o, a->x + t * (b->x - a->x), a->y + t * (b->y - a->y));
        }
    }
}

/* The pixel that is drawn first; false if none is. */
static bool first_pixel(const NvRect *r, const NvCorner *const c[3],
                        Place *out)
{
    Outline o = { .n = 3 };
    const NvRasterVertex *top = &c[0]->v;
    double from = INFINITY, to = -INFINITY;

    for (unsigned i = 0; i < 3; i++) {
        o.at[i] = (Place) { c[i]->v.x, c[i]->v.y };
        top = c[i]->v.y < top->y ? &c[i]->v : top;
    }
    cut(&o, false, r->x0, 1);
    cut(&o, false, r->x1, -1);
    cut(&o, true, r->y0, 1);
    cut(&o, true, r->y1, -1);
    out->y = INFINITY;
    for (unsigned i = 0; i < o.n; i++) {
        out->y = fmin(out->y, o.at[i].y);
    }
    for (unsigned i = 0; i < o.n; i++) {
        if (o.at[i].y == out->y) {
            from = fmin(from, o.at[i].x);
            to = fmax(to, o.at[i].x);
        }
    }
    out->x = floor(fmin(fmax(fmax(from, fmin(top->x, to)), r->x0),
                        r->x1 - 1));
    out->y = floor(fmin(out->y, r->y1 - 1));
    return o.n > 0;
}

/* 1 / w over the screen: c at the first corner. */
typedef struct Plane {
    double x, y, c, dx, dy;
} Plane;

static double w_at(const Plane *p, double x, double y)
{
    double rhw = p->c + p->dx * (x - p->x) + p->dy * (y - p->y);

    return rhw > 0x1p-64 ? 1 / rhw : 0x1p64;
}

double nv_vtx_w_slope(const NvRect *drawn, const NvCorner *const c[3])
{
    const NvRasterVertex *v0 = &c[0]->v, *v1 = &c[1]->v, *v2 = &c[2]->v;
    double x1 = (double)v1->x - v0->x, y1 = (double)v1->y - v0->y;
    double x2 = (double)v2->x - v0->x, y2 = (double)v2->y - v0->y;
    double d1 = (double)v1->rhw - v0->rhw, d2 = (double)v2->rhw - v0->rhw;
    double area = x1 * y2 - x2 * y1, x, y, w;
    Place at;
    Plane plane = {
        v0->x, v0->y, v0->rhw, (d1 * y2 - d2 * y1) / area,
        (d2 * x1 - d1 * x2) / area,
    };

    if (area == 0 || drawn->x0 >= drawn->x1 || drawn->y0 >= drawn->y1 ||
        !first_pixel(drawn, c, &at)) {
        return 0;
    }
    x = at.x - fmod(at.x, 2) + 0.5;
    y = at.y - fmod(at.y, 2) + 0.5;
    w = w_at(&plane, x, y);
    return fmax(fabs(w_at(&plane, x + 1, y) - w),
                fabs(w_at(&plane, x, y + 1) - w));
}
