/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Solid rectangles, lines and triangles, and runs of image pixels, clipped.
 * Facts: rectangles and images as drivers use them; which pixels lines and
 * triangles light is not documented: the usual rules (guess).
 */
#include "twod/twod-priv.h"

/* The target, and where drawing is allowed on it. */
static bool begin(NvTwod *twod, const NvTwodState *s, NvTwodTarget *t,
                  NvTwodRect *room)
{
    if (!nv_twod_target(twod, &s->dst, t)) {
        nv_guest_error(twod->env, "2D drawing without a surface");
        return false;
    }
    *room = nv_twod_intersect(t->bounds, s->clip);
    return !nv_twod_empty(*room);
}

/* --- rectangles --- */

/* A run of @n pixels of @color, until the next one. */
static NvTwodRun one_color(NvTwod *twod, unsigned n, uint32_t color)
{
    assert(n <= NV_TWOD_MAX_LINE);
    for (unsigned i = 0; i < n; i++) {
        twod->line[0][i] = color;
    }
    return (NvTwodRun) { n, twod->line[0], NULL };
}

/* A line of pixels is made once and copied. */
static void fill_plain(NvTwod *twod, const NvTwodState *s,
                       const NvTwodTarget *t, NvTwodRect r, uint32_t color)
{
    unsigned n = r.x1 - r.x0, bytes = t->format->bytes;
    uint8_t *p = t->data + (size_t)r.y0 * t->pitch + (size_t)r.x0 * bytes;
    uint32_t pixel = nv_twod_convert(s, t->format, color, 0, 0);

    nv_twod_store(t, (NvTwodPoint) { r.x0, r.y0 }, one_color(twod, n, pixel));
    for (int32_t y = r.y0 + 1; y < r.y1; y++) {
        memcpy(p + (size_t)(y - r.y0) * t->pitch, p, (size_t)n * bytes);
    }
    nv_twod_spend(twod, s, (uint64_t)n * (r.y1 - r.y0));
}

void nv_twod_fill(NvTwod *twod, const NvTwodState *s, NvTwodRect rect,
                  uint32_t color)
{
    NvTwodTarget t;
    NvTwodRect r;

    if (!begin(twod, s, &t, &r)) {
        return;
    }
    r = nv_twod_intersect(r, rect);
    if (nv_twod_empty(r)) {
        return;
    }
    if (s->op == NV_TWOD_SRCCOPY && !s->chroma && !s->dither &&
        !t.swizzled) {
        fill_plain(twod, s, &t, r, color);
    } else {
        NvTwodRun run = one_color(twod, r.x1 - r.x0, color);

        for (int32_t y = r.y0; y < r.y1; y++) {
            nv_twod_span(twod, s, &t, (NvTwodPoint) { r.x0, y }, run);
        }
    }
    nv_twod_dirty(twod, &t, r);
}

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

/* One pixel for each step, the last left out. */
void nv_twod_line(NvTwod *twod, const NvTwodState *s, NvTwodPoint a,
                  NvTwodPoint b, uint32_t color)
{
    const Steps p = steps_of(a, b);
    int64_t from, to;
    NvTwodTarget t;
    NvTwodRect r;

    if (!begin(twod, s, &t, &r)) {
        return;
    }
    cut_steps(&p, r, &from, &to);
    for (int64_t i = from; i < to; i++) {
        int64_t x = a.x + (p.steep ? scale_round(i, p.dx, p.length)
                                   : i * p.step);
        int64_t y = a.y + (p.steep ? i * p.step
                                   : scale_round(i, p.dy, p.length));

        if (x >= r.x0 && x < r.x1 && y >= r.y0 && y < r.y1) {
            nv_twod_span(twod, s, &t, (NvTwodPoint) { x, y },
                         (NvTwodRun) { 1, &color, NULL });
            nv_twod_dirty(twod, &t, (NvTwodRect) { x, y, x + 1, y + 1 });
        }
    }
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

/*
 * Pixels are points at whole coordinates; left and upper edges belong to the
 * triangle, right and lower ones do not.  Corners are below 2^16 in size, as
 * FE refuses others.
 */
void nv_twod_triangle(NvTwod *twod, const NvTwodState *s,
                      const NvTwodPoint *p, uint32_t color)
{
    NvTwodTarget t;
    NvTwodRect r;
    NvTwodRun run;

    if (!begin(twod, s, &t, &r)) {
        return;
    }
    r.y0 = MAX(r.y0, MIN(p[0].y, MIN(p[1].y, p[2].y)));
    r.y1 = MIN(r.y1, MAX(p[0].y, MAX(p[1].y, p[2].y)));
    if (nv_twod_empty(r)) {
        return;
    }
    run = one_color(twod, r.x1 - r.x0, color);
    for (int32_t y = r.y0; y < r.y1; y++) {
        int64_t left, right;
        int32_t from, to;

        cross(p, y, &left, &right);
        from = clamp(left, r.x0, r.x1);
        to = clamp(right, r.x0, r.x1);
        if (from < to) {
            run.n = to - from;
            nv_twod_span(twod, s, &t, (NvTwodPoint) { from, y }, run);
        }
    }
    nv_twod_dirty(twod, &t, r);
}

/* --- images --- */

void nv_twod_pixels(NvTwod *twod, const NvTwodState *s, NvTwodPoint at,
                    NvTwodRun run)
{
    NvTwodRect line = { at.x, at.y, at.x, at.y };
    NvTwodTarget t;
    NvTwodRect r;

    if (at.x > INT32_MAX - (int32_t)NV_TWOD_MAX_LINE || at.y == INT32_MAX ||
        !begin(twod, s, &t, &r)) {
        return;
    }
    line.x1 += MIN(run.n, NV_TWOD_MAX_LINE);
    line.y1 += 1;
    r = nv_twod_intersect(r, line);
    if (nv_twod_empty(r)) {
        return;
    }
    run = nv_twod_rest(run, r.x0 - at.x);
    run.n = r.x1 - r.x0;
    nv_twod_span(twod, s, &t, (NvTwodPoint) { r.x0, at.y }, run);
    nv_twod_dirty(twod, &t, r);
}
