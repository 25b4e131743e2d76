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

/* A line of pixels is made once and copied. */
static void fill_plain(NvTwod *twod, const NvTwodState *s,
                       const NvTwodTarget *t, NvTwodRect r, uint32_t color)
{
    unsigned n = r.x1 - r.x0, bytes = t->format->bytes;
    uint8_t *p = t->data + (size_t)r.y0 * t->pitch + (size_t)r.x0 * bytes;
    uint32_t pixel = nv_twod_convert(s, t->format, color, 0, 0);

    for (unsigned i = 0; i < n; i++) {
        twod->line[0][i] = pixel;
    }
    nv_twod_store(t, r.x0, r.y0, n, twod->line[0], NULL);
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
        for (int32_t i = 0; i < r.x1 - r.x0; i++) {
            twod->line[0][i] = color;
        }
        for (int32_t y = r.y0; y < r.y1; y++) {
            nv_twod_span(twod, s, &t, r.x0, y, r.x1 - r.x0, twod->line[0],
                         NULL);
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

/*
 * One pixel for each step along the longer axis, the last left out.  Steps
 * outside @lo..@hi on that axis are not walked.
 */
void nv_twod_line(NvTwod *twod, const NvTwodState *s, int32_t x0, int32_t y0,
                  int32_t x1, int32_t y1, uint32_t color)
{
    int64_t dx = (int64_t)x1 - x0, dy = (int64_t)y1 - y0;
    bool steep = llabs(dy) > llabs(dx);
    int64_t length = steep ? llabs(dy) : llabs(dx);
    int64_t step = (steep ? dy : dx) < 0 ? -1 : 1;
    int64_t from, to, lo, hi, start = steep ? y0 : x0;
    NvTwodTarget t;
    NvTwodRect r;

    if (!begin(twod, s, &t, &r)) {
        return;
    }
    lo = steep ? r.y0 : r.x0;
    hi = steep ? r.y1 : r.x1;
    from = MAX(0, step > 0 ? lo - start : start - (hi - 1));
    to = MIN(length, step > 0 ? hi - start : start - lo + 1);
    for (int64_t i = from; i < to; i++) {
        int64_t x = steep ? x0 + scale_round(i, dx, length) : x0 + i * step;
        int64_t y = steep ? y0 + i * step : y0 + scale_round(i, dy, length);

        if (x >= r.x0 && x < r.x1 && y >= r.y0 && y < r.y1) {
            nv_twod_span(twod, s, &t, x, y, 1, &color, NULL);
            nv_twod_dirty(twod, &t, (NvTwodRect) { x, y, x + 1, y + 1 });
        }
    }
}

/* --- triangles --- */

/* First integer at or right of the edge at line @y; ends differ in y. */
static int64_t edge_x(const int32_t *x, const int32_t *y, unsigned a,
                      unsigned b, int64_t at)
{
    int64_t dy = (int64_t)y[b] - y[a], dx = (int64_t)x[b] - x[a];
    int64_t n = (at - y[a]) * dx, q;

    if (dy < 0) {
        dy = -dy;
        n = -n;
    }
    q = n / dy;
    return x[a] + q + (n % dy > 0);
}

static int32_t clamp(int64_t v, int32_t lo, int32_t hi)
{
    return v < lo ? lo : v > hi ? hi : v;
}

/*
 * Pixels are points at whole coordinates; left and upper edges belong to the
 * triangle, right and lower ones do not.  Corners are below 2^16 in size, as
 * FE refuses others.
 */
void nv_twod_triangle(NvTwod *twod, const NvTwodState *s, const int32_t *x,
                      const int32_t *y, uint32_t color)
{
    int32_t top = MIN(y[0], MIN(y[1], y[2]));
    int32_t bottom = MAX(y[0], MAX(y[1], y[2]));
    NvTwodTarget t;
    NvTwodRect r;

    if (!begin(twod, s, &t, &r)) {
        return;
    }
    r.y0 = MAX(r.y0, top);
    r.y1 = MIN(r.y1, bottom);
    if (nv_twod_empty(r)) {
        return;
    }
    for (int32_t i = 0; i < r.x1 - r.x0; i++) {
        twod->line[0][i] = color;
    }
    for (int32_t at = r.y0; at < r.y1; at++) {
        int64_t left = INT64_MAX, right = INT64_MIN;
        int32_t from, to;

        for (unsigned e = 0; e < 3; e++) {
            unsigned f = (e + 1) % 3;
            int64_t cross;

            if (at < MIN(y[e], y[f]) || at >= MAX(y[e], y[f])) {
                continue;
            }
            cross = edge_x(x, y, e, f, at);
            left = MIN(left, cross);
            right = MAX(right, cross);
        }
        from = clamp(left, r.x0, r.x1);
        to = clamp(right, r.x0, r.x1);
        if (from < to) {
            nv_twod_span(twod, s, &t, from, at, to - from, twod->line[0],
                         NULL);
        }
    }
    nv_twod_dirty(twod, &t, r);
}

/* --- images --- */

void nv_twod_pixels(NvTwod *twod, const NvTwodState *s, int32_t x, int32_t y,
                    unsigned count, const uint32_t *pixels,
                    const uint8_t *keep)
{
    NvTwodRect line = { x, y, x, y };
    NvTwodTarget t;
    NvTwodRect r;
    unsigned skip;

    if (x > INT32_MAX - (int32_t)NV_TWOD_MAX_LINE || y == INT32_MAX ||
        !begin(twod, s, &t, &r)) {
        return;
    }
    line.x1 += MIN(count, NV_TWOD_MAX_LINE);
    line.y1 += 1;
    r = nv_twod_intersect(r, line);
    if (nv_twod_empty(r)) {
        return;
    }
    skip = r.x0 - x;
    nv_twod_span(twod, s, &t, r.x0, y, r.x1 - r.x0, pixels + skip,
                 keep ? keep + skip : NULL);
    nv_twod_dirty(twod, &t, r);
}
