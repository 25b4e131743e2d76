/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Copies inside video memory.  Source pixels have the surface's own format;
 * the order of lines keeps overlapping copies right (hw).
 */
#include "twod/twod-priv.h"

/* Surfaces of two formats come from the classes of one surface alone. */
static unsigned source_of(unsigned surface, unsigned target)
{
    if (surface == target) {
        return NV_TWOD_SAME;
    }
    switch (surface) {
    case NV_TWOD_SURF_Z1R5G5B5:
    case NV_TWOD_SURF_O1R5G5B5:
        return NV_TWOD_X1R5G5B5;
    case NV_TWOD_SURF_R5G6B5:
        return NV_TWOD_R5G6B5;
    default:
        return NV_TWOD_A8R8G8B8;
    }
}

/* Shift both rectangles' shared size until they fit. */
static void cut(int32_t from, int32_t lo, int32_t hi, int64_t *begin,
                int64_t *end)
{
    *begin = MAX(*begin, (int64_t)lo - from);
    *end = MIN(*end, (int64_t)hi - from);
}

/* Plain bytes move: same format, no operation, nothing to pad. */
static bool moves(const NvTwodState *s, const NvTwodTarget *from,
                  const NvTwodTarget *to)
{
    return s->op == NV_TWOD_SRCCOPY && !s->chroma && !from->swizzled &&
           !to->swizzled && from->format == to->format &&
           !to->format->pad_mask;
}

static void copy_line(NvTwod *twod, const NvTwodState *s,
                      const NvTwodTarget *from, const NvTwodTarget *to,
                      int32_t sx, int32_t sy, int32_t dx, int32_t dy,
                      unsigned n)
{
    unsigned bytes = to->format->bytes;

    if (moves(s, from, to)) {
        memmove(to->data + (size_t)dy * to->pitch + (size_t)dx * bytes,
                from->data + (size_t)sy * from->pitch + (size_t)sx * bytes,
                (size_t)n * bytes);
        nv_twod_spend(twod, s, n);
        return;
    }
    nv_twod_load(from, sx, sy, n, twod->line[0]);
    nv_twod_span(twod, s, to, dx, dy, n, twod->line[0], NULL);
}

void nv_twod_blit(NvTwod *twod, const NvTwodState *s, int32_t sx, int32_t sy,
                  int32_t dx, int32_t dy, uint32_t w, uint32_t h)
{
    NvTwodState as = *s;
    int64_t x0 = 0, x1 = w, y0 = 0, y1 = h;
    NvTwodTarget from, to;
    NvTwodRect r;

    if (!nv_twod_target(twod, &s->src, &from) ||
        !nv_twod_target(twod, &s->dst, &to)) {
        nv_guest_error(twod->env, "blit without a surface");
        return;
    }
    as.source = source_of(s->src.format, s->dst.format);
    r = nv_twod_intersect(to.bounds, s->clip);
    cut(sx, from.bounds.x0, from.bounds.x1, &x0, &x1);
    cut(sy, from.bounds.y0, from.bounds.y1, &y0, &y1);
    cut(dx, r.x0, r.x1, &x0, &x1);
    cut(dy, r.y0, r.y1, &y0, &y1);
    if (x0 >= x1 || y0 >= y1) {
        return;
    }
    for (int64_t i = 0; i < y1 - y0; i++) {
        int64_t y = dy > sy ? y1 - 1 - i : y0 + i;

        copy_line(twod, &as, &from, &to, sx + x0, sy + y, dx + x0, dy + y,
                  x1 - x0);
    }
    nv_twod_dirty(twod, &to, (NvTwodRect) { dx + x0, dy + y0, dx + x1,
                                            dy + y1 });
}
