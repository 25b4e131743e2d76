/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Lines and triangles, clipped.  Which pixels they light is not documented:
 * the usual rules (guess).
 */
#include "twod/twod-priv.h"

/* --- lines --- */

/* @a * @b / @c rounded to nearest, halves up; @c positive. */
static int64_t scale_round(int64_t a, int64_t b, int64_t c)
{
    int64_t n = 2 * a * b + c, q = n / (2 * c);

    return q - (n % (2 * c) < 0);
}

/* The steps of a line along its longer axis. */
typedef struct Steps {
    NvTwodPoint start;
    int64_t dx, dy;
    int64_t length;
    int64_t step;               /* -1 or 1 */
    bool steep;                 /* along y */
} Steps;

static Steps steps_of(NvTwodPoint a, NvTwodPoint b)
{
    int64_t dx = (int64_t)b.x - a.x, dy = (int64_t)b.y - a.y;
    bool steep = llabs(dy) > llabs(dx);

    return (Steps) {
        .start = a, .dx = dx, .dy = dy, .steep = steep,
        .length = steep ? llabs(dy) : llabs(dx),
        .step = (steep ? dy : dx) < 0 ? -1 : 1,
    };
}

/* Steps outside of @r on the longer axis are not walked. */
static void cut_steps(const Steps *p, NvTwodRect r, int64_t *from,
                      int64_t *to)
{
    int64_t lo = p->steep ? r.y0 : r.x0, hi = p->steep ? r.y1 : r.x1;
    int64_t start = p->steep ? p->start.y : p->start.x;

    *from = MAX(0, p->step > 0 ? lo - start : start - (hi - 1));
    *to = MIN(p->length, p->step > 0 ? hi - start : start - lo + 1);
}

/* Pixels of a line that are told as written at once: those of one row. */
typedef struct Row {
    NvTwod *twod;
    const NvTwodTarget *t;
    NvTwodRect r;
} Row;

/* What it costs to tell. */
#define TELL_PIXELS 30

static void tell(Row *row)
{
    if (!nv_twod_empty(row->r)) {
        nv_twod_dirty(row->twod, row->t, row->r);
        nv_env_spend(row->twod->env, TELL_PIXELS);
    }
    row->r.x1 = row->r.x0;
}

static void light(Row *row, NvTwodPoint at, uint32_t color)
{
    nv_twod_span(row->twod, &row->twod->work.s, row->t, at,
                 (NvTwodRun) { 1, &color, NULL });
    if (nv_twod_empty(row->r) || row->r.y0 != at.y) {
        tell(row);
        row->r = (NvTwodRect) { at.x, at.y, at.x + 1, at.y + 1 };
    }
    row->r.x0 = MIN(row->r.x0, at.x);
    row->r.x1 = MAX(row->r.x1, at.x + 1);
}

/* Pixel @i of the line. */
static NvTwodPoint step_at(const Steps *p, int64_t i)
{
    return (NvTwodPoint) {
        p->start.x + (p->steep ? scale_round(i, p->dx, p->length)
                               : i * p->step),
        p->start.y + (p->steep ? i * p->step
                               : scale_round(i, p->dy, p->length)),
    };
}

/* What a step costs next to its pixel. */
#define STEP_PIXELS 8

/* One pixel for each step, the last left out. */
NvTwodEnd nv_twod_go_line(NvTwod *twod)
{
    NvTwodWork *w = &twod->work;
    const Steps p = steps_of(w->corner[0], w->corner[1]);
    bool late = false;
    int64_t from, to;
    NvTwodTarget t;
    NvTwodRect r;
    Row row;

    if (!nv_twod_begin(twod, &w->s, &t, &r)) {
        return NV_TWOD_DONE;
    }
    row = (Row) { .twod = twod, .t = &t };
    cut_steps(&p, r, &from, &to);
    for (from += w->at; from < to && !late; from++, w->at++) {
        NvTwodPoint at = step_at(&p, from);

        if (at.x >= r.x0 && at.x < r.x1 && at.y >= r.y0 && at.y < r.y1) {
            light(&row, at, w->fill_list[0].color);
        }
        nv_env_spend(twod->env, STEP_PIXELS);
        late = nv_env_late(twod->env);
    }
    tell(&row);
    return from < to ? NV_TWOD_LEFT : NV_TWOD_DONE;
}

void nv_twod_line(NvTwod *twod, const NvTwodState *s, NvTwodPoint a,
                  NvTwodPoint b, uint32_t color)
{
    NvTwodWork *w;

    if (nv_twod_far(a) || nv_twod_far(b)) {
        return;
    }
    w = nv_twod_work(twod, NV_TWOD_LINE, s);
    w->corner[0] = a;
    w->corner[1] = b;
    w->fill_list[0].color = color;
    nv_twod_continue(twod);
}

/* --- triangles --- */

/* First integer at or right of the edge at line @y; ends differ in y. */
static int64_t edge_x(NvTwodPoint a, NvTwodPoint b, int64_t y)
{
    int64_t dy = (int64_t)b.y - a.y, dx = (int64_t)b.x - a.x;
    int64_t n = (y - a.y) * dx, q;

    assert(dy);
    if (dy < 0) {
        dy = -dy;
        n = -n;
    }
    q = n / dy;
    return a.x + q + (n % dy > 0);
}

static int32_t clamp(int64_t v, int32_t lo, int32_t hi)
{
    return v < lo ? lo : v > hi ? hi : v;
}

/* Where line @y is inside of triangle @p. */
static void cross(const NvTwodPoint *p, int32_t y, int64_t *left,
                  int64_t *right)
{
    *left = INT64_MAX;
    *right = INT64_MIN;
    for (unsigned e = 0; e < 3; e++) {
        NvTwodPoint a = p[e], b = p[(e + 1) % 3];
        int64_t x;

        if (y < MIN(a.y, b.y) || y >= MAX(a.y, b.y)) {
            continue;
        }
        x = edge_x(a, b, y);
        *left = MIN(*left, x);
        *right = MAX(*right, x);
    }
}

typedef struct Triangle {
    NvTwod *twod;
    const NvTwodTarget *t;
} Triangle;

/* What a line costs before its first pixel. */
#define CROSS_PIXELS 20

/* Of these pixels those between the edges. */
static bool draw_between(void *opaque, NvTwodPoint at, unsigned n)
{
    const Triangle *p = opaque;
    NvTwod *twod = p->twod;
    int64_t left, right;
    int32_t from, to;

    cross(twod->work.corner, at.y, &left, &right);
    from = clamp(left, at.x, at.x + (int32_t)n);
    to = clamp(right, at.x, at.x + (int32_t)n);
    if (from < to) {
        nv_twod_span(twod, &twod->work.s, p->t, (NvTwodPoint) { from, at.y },
                     (NvTwodRun) { to - from, twod->line[0], NULL });
    }
    nv_env_spend(twod->env, CROSS_PIXELS);
    return true;
}

/*
 * Pixels are points at whole coordinates; left and upper edges belong to the
 * triangle, right and lower ones do not.
 */
NvTwodEnd nv_twod_go_triangle(NvTwod *twod)
{
    NvTwodWork *w = &twod->work;
    const NvTwodPoint *p = w->corner;
    NvTwodTarget t;
    NvTwodRect r;
    Triangle triangle = { twod, &t };
    NvTwodSweep sweep = { .t = &t, .most = NV_TWOD_PIECE,
                          .draw = draw_between, .opaque = &triangle };

    if (!nv_twod_begin(twod, &w->s, &t, &r)) {
        return NV_TWOD_DONE;
    }
    r.y0 = MAX(r.y0, MIN(p[0].y, MIN(p[1].y, p[2].y)));
    r.y1 = MIN(r.y1, MAX(p[0].y, MAX(p[1].y, p[2].y)));
    r.x0 = MAX(r.x0, MIN(p[0].x, MIN(p[1].x, p[2].x)));
    r.x1 = MIN(r.x1, MAX(p[0].x, MAX(p[1].x, p[2].x)) + 1);
    if (nv_twod_empty(r)) {
        return NV_TWOD_DONE;
    }
    for (unsigned i = 0; i < NV_TWOD_PIECE; i++) {
        twod->line[0][i] = w->fill_list[0].color;
    }
    sweep.r = r;
    return nv_twod_sweep(twod, &sweep);
}

void nv_twod_triangle(NvTwod *twod, const NvTwodState *s,
                      const NvTwodPoint *p, uint32_t color)
{
    NvTwodWork *w;

    if (nv_twod_far(p[0]) || nv_twod_far(p[1]) || nv_twod_far(p[2])) {
        return;
    }
    w = nv_twod_work(twod, NV_TWOD_TRIANGLE, s);
    memcpy(w->corner, p, sizeof(w->corner));
    w->fill_list[0].color = color;
    nv_twod_continue(twod);
}
