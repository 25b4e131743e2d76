/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The slope that polygon offset takes of depth that is w.  w bends over the
 * screen; a console takes what the weights of the first and the third corner
 * change between neighbours of one group of two by two pixels, times those
 * corners' distances from the second in w, for the whole triangle.
 *
 * Weights are those of coordinates before the greatest takes the rest (hw: of
 * the offsets of 12 triangles of quads that are 65,536 times as large; those of
 * 24 narrow ones are off by a weight's last bit).
 *
 * Which group (hw, where seen): of a triangle whose uppermost corner is in the
 * window the last of the four by four pixels that corner lies in.  Of others
 * the one where the triangle begins to be drawn; if the window's upper border
 * is what cuts it, the lower half of those four by four, if it reaches there.
 * Along a line the first corner's weight is the lower line's (hw: of 24
 * triangles the only one to fit, to 1e-6).  None of this is understood.
 */
#include <math.h>

#include "raster/weigh.h"
#include "vtx/vtx-priv.h"

#define SLOPE_BITS 24

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

            /* Exactly on the border: they are compared. */
            add(o, vertical ? a->x + t * (b->x - a->x) : limit,
                vertical ? limit : a->y + t * (b->y - a->y));
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

/*
 * The corners' weights at a place, before the greatest takes the rest; false
 * outside of the triangle.
 */
static bool weigh(const NvCorner *const c[3], double x, double y, double b[3])
{
    double n[3], sum;
    bool inside = true;

    for (unsigned k = 0; k < 3; k++) {
        const NvRasterVertex *p = &c[(k + 1) % 3]->v, *q = &c[(k + 2) % 3]->v;
        double edge = (p->x - x) * (q->y - y) - (q->x - x) * (p->y - y);

        n[k] = nv_weigh_edge(edge, nv_weigh_short((double)p->z * q->z));
    }
    sum = nv_weigh_sum(n);
    for (unsigned k = 0; k < 3; k++) {
        inside = inside && n[k] * sum >= 0;
    }
    for (unsigned k = 0; k < 3; k++) {
        b[k] = sum != 0 ? nv_weigh_short(n[k] * nv_weigh_inverse(sum)) : 0;
    }
    return inside && sum != 0;
}

/* Whether that pixel is the triangle's. */
static bool covers(const NvCorner *const c[3], const Place *p)
{
    double b[3];

    return weigh(c, p->x + 0.5, p->y + 0.5, b);
}

static double lower(double v, double step)
{
    return v - fmod(v, step);
}

/* The group's upper left pixel; false if nothing is drawn. */
static bool group(const NvRect *r, const NvCorner *const c[3], Place *out)
{
    const NvRasterVertex *top = &c[0]->v;
    Place below;

    if (!first_pixel(r, c, out)) {
        return false;
    }
    for (unsigned i = 1; i < 3; i++) {
        top = c[i]->v.y < top->y ? &c[i]->v : top;
    }
    if (top->x >= r->x0 && top->x < r->x1 && top->y >= r->y0) {
        *out = (Place) { lower(out->x, 4) + 2, lower(out->y, 4) + 2 };
        return true;
    }
    below = (Place) { out->x, lower(out->y, 4) + 2 };
    if (r->y0 > 0 && out->y == r->y0 && covers(c, &below)) {
        out->y = below.y;
    }
    *out = (Place) { lower(out->x, 2), lower(out->y, 2) };
    return true;
}

/* How corner @k's weight changes between two pixels. */
static double change(const NvCorner *const c[3], unsigned k, Place from,
                     double dx, double dy)
{
    double a[3], b[3];

    weigh(c, from.x + 0.5, from.y + 0.5, a);
    weigh(c, from.x + dx + 0.5, from.y + dy + 0.5, b);
    return b[k] - a[k];
}

double nv_vtx_w_slope(const NvRect *drawn, const NvCorner *const c[3])
{
    double from0 = (double)c[0]->v.z - c[1]->v.z;
    double from2 = (double)c[2]->v.z - c[1]->v.z, across, down;
    Place at, next;

    if (drawn->x0 >= drawn->x1 || drawn->y0 >= drawn->y1 ||
        !group(drawn, c, &at)) {
        return 0;
    }
    next = (Place) { at.x, at.y + 1 };
    across = from0 * change(c, 0, next, 1, 0) + from2 * change(c, 2, at, 1, 0);
    down = from0 * change(c, 0, at, 0, 1) + from2 * change(c, 2, at, 0, 1);
    return nv_cut_double(fmax(fabs(across), fabs(down)), SLOPE_BITS);
}
