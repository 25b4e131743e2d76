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

/* Both surfaces, how pixels get from one to the other, and how far. */
typedef struct Blit {
    NvTwod *twod;
    NvTwodState s;
    NvTwodTarget from, to;
    NvTwodMove m;
} Blit;

static bool copy_piece(void *opaque, NvTwodPoint to, unsigned n)
{
    const Blit *b = opaque;
    const NvTwodTarget *src = &b->from, *dst = &b->to;
    NvTwodPoint from = { b->m.from.x + (to.x - b->m.to.x),
                         b->m.from.y + (to.y - b->m.to.y) };
    uint32_t *line = b->twod->line[0];
    unsigned bytes = dst->format->bytes;

    assert(nv_twod_inside(src, from, n) && nv_twod_inside(dst, to, n));
    if (moves(&b->s, src, dst)) {
        memmove(dst->data + (size_t)to.y * dst->pitch + (size_t)to.x * bytes,
                src->data + (size_t)from.y * src->pitch +
                (size_t)from.x * bytes,
                (size_t)n * bytes);
        nv_twod_spend_moved(b->twod, n);
        return true;
    }
    nv_twod_load(src, from, n, line);
    nv_twod_span(b->twod, &b->s, dst, to, (NvTwodRun) { n, line, NULL });
    return true;
}

/* The part of @move that lies in both surfaces; false: none does. */
static bool cut_move(const Blit *b, NvTwodMove *move)
{
    const NvTwodRect from = b->from.bounds;
    const NvTwodRect to = nv_twod_intersect(b->to.bounds, b->s.clip);
    int64_t x0 = 0, x1 = move->w, y0 = 0, y1 = move->h;

    cut(move->from.x, from.x0, from.x1, &x0, &x1);
    cut(move->from.y, from.y0, from.y1, &y0, &y1);
    cut(move->to.x, to.x0, to.x1, &x0, &x1);
    cut(move->to.y, to.y0, to.y1, &y0, &y1);
    if (x0 >= x1 || y0 >= y1) {
        return false;
    }
    *move = (NvTwodMove) {
        .from = { move->from.x + x0, move->from.y + y0 },
        .to = { move->to.x + x0, move->to.y + y0 },
        .w = x1 - x0, .h = y1 - y0,
    };
    return true;
}

/* A line's target may lie over the rest of its source. */
static bool from_the_right(const Blit *b)
{
    uint64_t from = b->from.start + (uint64_t)b->m.from.y * b->from.pitch +
                    (uint64_t)b->m.from.x * b->from.format->bytes;
    uint64_t to = b->to.start + (uint64_t)b->m.to.y * b->to.pitch +
                  (uint64_t)b->m.to.x * b->to.format->bytes;

    if (b->from.swizzled || b->to.swizzled) {
        return b->m.to.x > b->m.from.x;
    }
    return to > from;
}

NvTwodEnd nv_twod_go_blit(NvTwod *twod)
{
    const NvTwodWork *w = &twod->work;
    Blit b = { .twod = twod, .s = w->s, .m = w->move };
    NvTwodSweep sweep = { .t = &b.to, .draw = copy_piece, .opaque = &b };

    if (!nv_twod_target(twod, &w->s.src, &b.from) ||
        !nv_twod_target(twod, &w->s.dst, &b.to)) {
        nv_error(twod->env, NV_ERROR_NO_SURFACE, 2, "a surface of the blit "
                 "lies outside VRAM or has no format");
        return NV_TWOD_DONE;
    }
    b.s.source = source_of(w->s.src.format, w->s.dst.format);
    if (!cut_move(&b, &b.m)) {
        return NV_TWOD_DONE;
    }
    sweep.r = (NvTwodRect) { b.m.to.x, b.m.to.y,
                             b.m.to.x + (int32_t)b.m.w,
                             b.m.to.y + (int32_t)b.m.h };
    sweep.up = w->move.to.y > w->move.from.y;
    sweep.left = from_the_right(&b);
    sweep.most = moves(&b.s, &b.from, &b.to) ? NV_TWOD_PLAIN_PIECE
                                             : NV_TWOD_PIECE;
    return nv_twod_sweep(twod, &sweep);
}

void nv_twod_blit(NvTwod *twod, const NvTwodState *s, const NvTwodMove *move)
{
    nv_twod_work(twod, NV_TWOD_BLIT, s)->move = *move;
    nv_twod_continue(twod);
}
