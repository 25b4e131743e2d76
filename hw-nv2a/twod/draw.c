/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Solid rectangles and runs of image pixels, as drivers use them; clipped. */
#include "twod/twod-priv.h"

/* --- rectangles --- */

typedef struct Fill {
    NvTwod *twod;
    const NvTwodState *s;
    const NvTwodTarget *t;
} Fill;

/* All pixels are the same bytes. */
static bool is_plain(const NvTwodState *s, const NvTwodTarget *t)
{
    return s->op == NV_TWOD_SRCCOPY && !s->chroma && !s->dither &&
           !t->swizzled;
}

/* The first pixels of twod->line[0]: @n of @color, or of their bytes. */
static void one_color(NvTwod *twod, unsigned n, uint32_t color)
{
    assert(n <= NV_TWOD_MAX_LINE);
    for (unsigned i = 0; i < n; i++) {
        twod->line[0][i] = color;
    }
}

static void one_pixel(NvTwod *twod, const Fill *f, unsigned n,
                      uint32_t color)
{
    uint32_t pixel = nv_twod_convert(f->s, f->t->format, color, 0, 0);

    switch (f->t->format->bytes) {
    case 1:
        pixel = (pixel & 0xff) * 0x01010101;
        break;
    case 2:
        pixel = (pixel & 0xffff) * 0x00010001;
        break;
    }
    one_color(twod, n, GUINT32_TO_LE(pixel));
}

static bool fill_plain(void *opaque, NvTwodPoint at, unsigned n)
{
    const Fill *f = opaque;
    unsigned bytes = f->t->format->bytes;

    memcpy(f->t->data + (size_t)at.y * f->t->pitch + (size_t)at.x * bytes,
           f->twod->line[0], (size_t)n * bytes);
    nv_twod_spend_moved(f->twod, n);
    return true;
}

static bool fill_span(void *opaque, NvTwodPoint at, unsigned n)
{
    const Fill *f = opaque;

    nv_twod_span(f->twod, f->s, f->t, at,
                 (NvTwodRun) { n, f->twod->line[0], NULL });
    return true;
}

static NvTwodEnd fill(NvTwod *twod, const NvTwodTarget *t, NvTwodRect room,
                      const NvTwodFill *rect)
{
    const NvTwodState *s = &twod->work.s;
    Fill f = { twod, s, t };
    bool plain = is_plain(s, t);
    NvTwodSweep sweep = {
        .t = t, .r = nv_twod_intersect(room, rect->rect), .opaque = &f,
        .most = plain ? NV_TWOD_PLAIN_PIECE : NV_TWOD_PIECE,
        .draw = plain ? fill_plain : fill_span,
    };
    unsigned n;

    if (nv_twod_empty(sweep.r)) {
        return NV_TWOD_DONE;
    }
    n = MIN((unsigned)(sweep.r.x1 - sweep.r.x0), sweep.most);
    if (plain) {
        one_pixel(twod, &f, n, rect->color);
    } else {
        one_color(twod, n, rect->color);
    }
    nv_env_spend(twod->env, n);
    return nv_twod_sweep(twod, &sweep);
}

NvTwodEnd nv_twod_go_fills(NvTwod *twod)
{
    NvTwodWork *w = &twod->work;
    NvTwodTarget t;
    NvTwodRect room;

    if (!nv_twod_begin(twod, &w->s, &t, &room)) {
        return NV_TWOD_DONE;
    }
    while (w->fill < w->fills) {
        if (fill(twod, &t, room, &w->fill_list[w->fill]) != NV_TWOD_DONE) {
            return NV_TWOD_LEFT;
        }
        w->fill++;
        w->line = w->at = 0;
        if (w->fill < w->fills && nv_env_late(twod->env)) {
            return NV_TWOD_LEFT;
        }
    }
    return NV_TWOD_DONE;
}

void nv_twod_fills(NvTwod *twod, const NvTwodState *s,
                   const NvTwodFill *fills, unsigned count)
{
    NvTwodWork *w = nv_twod_work(twod, NV_TWOD_FILLS, s);

    assert(count <= NV_TWOD_MAX_FILLS);
    memcpy(w->fill_list, fills, count * sizeof(*fills));
    w->fills = count;
    nv_twod_continue(twod);
}

void nv_twod_fill(NvTwod *twod, const NvTwodState *s, NvTwodRect rect,
                  uint32_t color)
{
    const NvTwodFill one = { rect, color };

    nv_twod_fills(twod, s, &one, 1);
}

/* --- images --- */

/* What a run costs before its first pixel. */
#define RUN_PIXELS 100

void nv_twod_pixels(NvTwod *twod, const NvTwodState *s, NvTwodPoint at,
                    NvTwodRun run)
{
    NvTwodRect line = { at.x, at.y, at.x, at.y };
    NvTwodTarget t;
    NvTwodRect r;

    nv_env_spend(twod->env, RUN_PIXELS);
    if (at.x > INT32_MAX - (int32_t)NV_TWOD_MAX_LINE || at.y == INT32_MAX ||
        !nv_twod_begin(twod, s, &t, &r)) {
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
