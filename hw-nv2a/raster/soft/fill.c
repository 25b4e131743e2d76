/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * From half planes to fragments: which pixels of a primitive's lines are
 * covered, and that they are drawn: as far as time goes, or those of a share.
 */
#ifndef __clang__
#pragma GCC optimize("O3", "no-trapping-math", "fp-contract=off")
#endif

#include <limits.h>

#include "raster/soft/soft.h"

/* Pixels [x0, x1) of a line: at once, or with others when they are many. */
static void line(const NvSoft *s, NvSoftScratch *scratch, unsigned x0,
                 unsigned x1, unsigned y)
{
    NvSoftSpan *sp = &scratch->span;

    while (x0 < x1) {
        unsigned room = NV_SOFT_SPAN - sp->n;
        NvSoftRun r = { .x = x0, .y = y, .n = x1 - x0 < room ? x1 - x0
                                                             : room };

        if (s->fast && !sp->prim->smooth && s->fast(s, scratch, &r)) {
            nv_soft_span_begin(sp, sp->prim);
        } else {
            nv_soft_span_add(sp, x0, y, r.n);
            if (!s->batch || s->stops || sp->n == NV_SOFT_SPAN) {
                nv_soft_span_run(s, scratch);
            }
        }
        x0 += r.n;
    }
}

/* The same, by what the primitive has for it. */
static inline void put(const NvSoft *s, NvSoftScratch *scratch, unsigned x0,
                       unsigned x1, unsigned y)
{
    if (scratch->code) {
        nv_mc_line(s, scratch, x0, x1, y);
    } else if (scratch->solid) {
        nv_soft_flat_line(s, scratch, x0, x1, y, scratch->word);
    } else {
        line(s, scratch, x0, x1, y);
    }
}

/*
 * A program that takes long may stop in its middle: not by another thread, nor
 * where it is done for fragments that code did not want.
 */
static bool may_stop(const NvSoft *s, const NvSoftScratch *scratch)
{
    return s->stops && s->raster->env->slice && !scratch->share.on &&
           !scratch->code;
}

/*
 * What a pixel costs.  Without a clock runs must end where they end on any
 * host, whatever it has code for.  Programs that may stop say it themselves.
 */
static unsigned cost(const NvSoft *s, const NvSoftScratch *scratch)
{
    const NvSoftPrim *prim = scratch->span.prim;

    return s->plain && prim->inside && !prim->smooth ? 1 :
           scratch->code && s->raster->env->slice ? s->machine_cost :
           may_stop(s, scratch) ? s->pixel_cost - s->program_cost :
           s->pixel_cost;
}

static unsigned piece(const NvSoft *s, const NvSoftScratch *scratch)
{
    return s->raster->env->slice && !scratch->code ? s->clock_piece : s->piece;
}

/* Returns where it stopped, for time was up, or @x1. */
static unsigned pieces(const NvSoft *s, NvSoftScratch *scratch, unsigned x0,
                       unsigned x1, unsigned y)
{
    while (x0 < x1) {
        unsigned end = MIN((x0 & ~1u) + piece(s, scratch), x1);

        nv_env_spend(s->raster->env, (end - x0) * cost(s, scratch));
        scratch->stopped = false;
        scratch->may_stop = may_stop(s, scratch);
        put(s, scratch, x0, end, y);
        scratch->may_stop = false;
        if (scratch->stopped) {
            break;
        }
        x0 = end;
        if (nv_env_late(s->raster->env)) {
            break;
        }
    }
    return x0;
}

/* ---- lines ---- */

/* Lines of @box from @place on; false, and *place, if time was up. */
static bool fill(const NvSoft *s, NvSoftScratch *scratch,
                 const NvSoftCover *cover, const NvRect *box,
                 NvRasterPlace *place)
{
    /* A line that was counted goes on. */
    bool inside = place->x || scratch->half.on;
    bool smooth = scratch->span.prim->smooth;

    for (int y = place->y; y < box->y1; y++) {
        int64_t x0 = box->x0, x1 = box->x1;

        if (smooth) {
            nv_soft_smooth_line(cover, y, &scratch->span.smooth, &x0, &x1);
        } else {
            nv_soft_cut(cover, y, &x0, &x1);
        }
        x0 = MAX(x0, (int64_t)place->x);
        place->x = 0;
        nv_env_spend(s->raster->env, nv_soft_line_cost(smooth));
        if (G_UNLIKELY(s->raster->funnel) && !inside && x0 < x1) {
            nv_soft_funnel(s, &scratch->span, x0, x1, y);
        }
        inside = false;
        if (x0 < x1) {
            x0 = pieces(s, scratch, x0, x1, y);
        }
        if (nv_env_late(s->raster->env) && (x0 < x1 || y + 1 < box->y1)) {
            *place = x0 < x1 ? (NvRasterPlace) { 1, x0, y }
                             : (NvRasterPlace) { 1, 0, y + 1 };
            return false;
        }
    }
    return true;
}

/* ---- shares ---- */

static void fill_share(const NvSoft *s, NvSoftScratch *scratch,
                       const NvSoftCover *cover, const NvRect *box)
{
    const NvSoftShare *share = &scratch->share;
    bool smooth = scratch->span.prim->smooth;

    for (int y = box->y0; y < box->y1; y++) {
        int64_t x0 = box->x0, x1 = box->x1;

        if (smooth) {
            nv_soft_smooth_line(cover, y, &scratch->span.smooth, &x0, &x1);
        } else {
            nv_soft_cut(cover, y, &x0, &x1);
        }
        if (y == (int64_t)share->from.y) {
            x0 = MAX(x0, (int64_t)share->from.x);
        }
        if (x0 < x1) {
            scratch->spent += (x1 - x0) * cost(s, scratch);
            put(s, scratch, x0, x1, y);
        }
    }
}

/* ---- small triangles ---- */

/* Time is not looked at before all of @box is drawn, whatever it costs. */
static bool in_time(const NvSoft *s, const NvSoftScratch *scratch,
                    const NvRect *box, uint64_t lines, unsigned each)
{
    const NvEnv *env = s->raster->env;
    uint64_t most = (uint64_t)(box->x1 - box->x0) * (box->y1 - box->y0);

    return scratch->share.on || !env->time.limit ||
           env->spent + lines + most * each < env->time.look;
}

static void put_lines(const NvSoft *s, NvSoftScratch *scratch,
                      const NvSoftSmall *small, const NvRect *box)
{
    for (int y = box->y0; y < box->y1; y++) {
        unsigned i = y - box->y0, x = box->x0 + small->first[i];

        if (!small->n[i]) {
            continue;
        }
        if (scratch->code) {
            nv_mc_short_line(s, scratch, x, small->n[i], y);
        } else {
            nv_soft_flat_line(s, scratch, x, x + small->n[i], y,
                              scratch->word);
        }
    }
}

/* All of @box, and how many pixels that is. */
static bool put_small(const NvSoft *s, NvSoftScratch *scratch,
                      const NvSoftCover *cover, const NvRect *box,
                      unsigned *pixels)
{
    NvSoftSmall small;

    if (scratch->code && nv_mc_small(s, scratch, cover, box, pixels)) {
        return true;
    }
    if (!nv_soft_small(cover, box, &small)) {
        return false;
    }
    put_lines(s, scratch, &small, box);
    *pixels = small.pixels;
    return true;
}

/* The same, if it is small. */
static bool fill_small(const NvSoft *s, NvSoftScratch *scratch,
                       const NvSoftCover *cover, const NvRect *box,
                       const NvRasterPlace *place)
{
    const NvSoftShare *share = &scratch->share;
    unsigned each = cost(s, scratch);
    uint64_t lines = (uint64_t)(box->y1 - box->y0) *
                     nv_soft_line_cost(false);
    unsigned pixels;

    if (!(scratch->code || scratch->solid) || s->raster->funnel ||
        place->part ||
        !in_time(s, scratch, box, lines, each) ||
        !put_small(s, scratch, cover, box, &pixels)) {
        return false;
    }
    if (share->on) {
        scratch->spent += pixels * each;
    } else {
        nv_env_spend(s->raster->env, lines + pixels * each);
    }
    return true;
}

/* ---- primitives ---- */

/* Where in @box to go on; false if nothing is left of it. */
static bool enter(NvSoftScratch *scratch, NvRect *box, NvRasterPlace *place)
{
    const NvSoftShare *share = &scratch->share;

    *place = share->on ? share->from : scratch->place;
    scratch->place = (NvRasterPlace) { 0 };
    if (place->part) {
        box->y0 = MAX(box->y0, (int)MIN(place->y, (uint32_t)INT_MAX));
    }
    if (share->on) {
        box->y1 = MIN(box->y1, share->end);
        nv_soft_clip_box(box, &share->cell);
    }
    place->y = box->y0;
    return box->x1 > box->x0 && box->y1 > box->y0;
}

bool nv_soft_fill(const NvSoft *s, NvSoftScratch *scratch,
                  const NvSoftPrim *prim, const NvSoftCover *cover)
{
    NvSoftCover moved;
    NvRect box = cover->box;
    NvRasterPlace place;
    bool done = true;

    assert(cover->count <= NV_ARRAY_SIZE(cover->edges));
    nv_soft_clip_box(&box, &s->clip);
    if (!enter(scratch, &box, &place)) {
        return true;
    }
    nv_soft_span_begin(&scratch->span, prim);
    if (s->sample.x || s->sample.y) {
        moved = *cover;
        nv_soft_shift(&moved, s->sample.x, s->sample.y);
        cover = &moved;
    }
    scratch->solid = !nv_mc_begin(s, scratch, prim) && !prim->smooth &&
                     nv_soft_flat_word(s, prim, &scratch->word);
    if (fill_small(s, scratch, cover, &box, &place)) {
        done = true;
    } else if (scratch->share.on) {
        fill_share(s, scratch, cover, &box);
    } else {
        done = fill(s, scratch, cover, &box, &place);
    }
    if (scratch->code) {
        nv_mc_end(s, scratch);
    }
    nv_soft_span_run(s, scratch);
    if (!done) {
        scratch->place = place;
        box.y1 = place.y + 1;
    }
    nv_soft_touch(&scratch->color, box.y0, box.y1);
    nv_soft_touch(&scratch->more, box.y0, box.y1);
    nv_soft_touch(&scratch->zeta, box.y0, box.y1);
    return done;
}
