/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Operations that stop when time is up and go on later: what is noted of
 * them, how rectangles are gone over, what is saved.  No hardware facts.
 */
#include "twod/twod-priv.h"

#include "base/state.h"

bool nv_twod_begin(NvTwod *twod, const NvTwodState *s, NvTwodTarget *t,
                   NvTwodRect *room)
{
    if (!nv_twod_target(twod, &s->dst, t)) {
        nv_error(twod->env, NV_ERROR_NO_SURFACE, 1, "the surface lies outside "
                 "VRAM or has no format");
        return false;
    }
    *room = nv_twod_intersect(t->bounds, s->clip);
    return !nv_twod_empty(*room);
}

/* The pattern's cells are copied, for registers may change meanwhile. */
NvTwodWork *nv_twod_work(NvTwod *twod, NvTwodKind kind, const NvTwodState *s)
{
    NvTwodWork *w = &twod->work;

    assert(!nv_twod_busy(twod));
    w->kind = kind;
    w->fill = w->line = w->at = 0;
    w->s = *s;
    w->s.pattern.cells = w->cells;
    if (s->pattern.on && s->pattern.colored) {
        memcpy(w->cells, s->pattern.cells, sizeof(w->cells));
    }
    return w;
}

NvTwodEnd nv_twod_continue(NvTwod *twod)
{
    static NvTwodEnd (*const go[NV_TWOD_KINDS])(NvTwod *twod) = {
        [NV_TWOD_FILLS] = nv_twod_go_fills,
        [NV_TWOD_LINE] = nv_twod_go_line,
        [NV_TWOD_TRIANGLE] = nv_twod_go_triangle,
        [NV_TWOD_BLIT] = nv_twod_go_blit,
        [NV_TWOD_SCALE] = nv_twod_go_scale,
    };
    NvTwodEnd end;

    assert(twod->work.kind < NV_TWOD_KINDS && nv_twod_busy(twod));
    end = go[twod->work.kind](twod);
    if (end != NV_TWOD_LEFT) {
        twod->work.kind = NV_TWOD_NOTHING;
    }
    return end;
}

void nv_twod_reset(NvTwod *twod)
{
    memset(&twod->work, 0, sizeof(twod->work));
    twod->work.s.pattern.cells = twod->work.cells;
}

/* --- rectangles --- */

/* Lines [from, to) of those to be drawn, which are told as written. */
static void told(NvTwod *twod, const NvTwodSweep *p, uint32_t from,
                 uint32_t to)
{
    NvTwodRect r = p->r;

    if (p->up) {
        r.y0 = p->r.y1 - (int32_t)to;
        r.y1 -= (int32_t)from;
    } else {
        r.y1 = p->r.y0 + (int32_t)to;
        r.y0 += (int32_t)from;
    }
    nv_twod_dirty(twod, p->t, r);
}

/* The next piece of the line that the work is at. */
static bool piece(const NvTwodSweep *p, NvTwodWork *w, uint32_t width)
{
    unsigned n = MIN(width - w->at, p->most);
    NvTwodPoint at = {
        p->left ? p->r.x1 - (int32_t)(w->at + n) : p->r.x0 + (int32_t)w->at,
        p->up ? p->r.y1 - 1 - (int32_t)w->line : p->r.y0 + (int32_t)w->line,
    };

    w->at += n;
    return p->draw(p->opaque, at, n);
}

NvTwodEnd nv_twod_sweep(NvTwod *twod, const NvTwodSweep *p)
{
    NvTwodWork *w = &twod->work;
    uint32_t width = p->r.x1 - p->r.x0, height = p->r.y1 - p->r.y0;
    uint32_t from = w->line, end;
    bool fine = true, late = false;

    if (nv_twod_empty(p->r) || w->line >= height) {
        return NV_TWOD_DONE;
    }
    while (fine && !late && w->line < height) {
        /* What was saved may be anything. */
        fine = w->at >= width || piece(p, w, width);
        if (w->at >= width) {
            w->at = 0;
            w->line++;
        }
        late = nv_env_late(twod->env);
    }
    end = w->line + (w->at != 0);
    told(twod, p, from, MIN(end, height));
    return !fine ? NV_TWOD_UNREADABLE
                 : w->line < height ? NV_TWOD_LEFT : NV_TWOD_DONE;
}

/* --- saved state --- */

#define SURFACE(which) \
    NV_FIELD(NvTwod, work.s.which.valid), \
    NV_FIELD(NvTwod, work.s.which.swizzled), \
    NV_FIELD(NvTwod, work.s.which.format), \
    NV_FIELD(NvTwod, work.s.which.log2_w), \
    NV_FIELD(NvTwod, work.s.which.log2_h), \
    NV_FIELD(NvTwod, work.s.which.base), \
    NV_FIELD(NvTwod, work.s.which.limit), \
    NV_FIELD(NvTwod, work.s.which.offset), \
    NV_FIELD(NvTwod, work.s.which.pitch)

/* Structs of words alone are saved as arrays. */
#define WORDS(member) \
    { .name = #member, .offset = offsetof(NvTwod, member), .elem = 4, \
      .count = sizeof(((NvTwod *)0)->member) / 4 }

static const NvField fields[] = {
    NV_FIELD(NvTwod, work.kind),
    NV_FIELD(NvTwod, work.fill),
    NV_FIELD(NvTwod, work.line),
    NV_FIELD(NvTwod, work.at),
    SURFACE(dst),
    SURFACE(src),
    WORDS(work.s.clip),
    NV_FIELD(NvTwod, work.s.source),
    NV_FIELD(NvTwod, work.s.op),
    NV_FIELD(NvTwod, work.s.rop),
    NV_FIELD(NvTwod, work.s.dither),
    NV_FIELD(NvTwod, work.s.beta),
    NV_FIELD(NvTwod, work.s.beta4),
    NV_FIELD(NvTwod, work.s.chroma),
    NV_FIELD(NvTwod, work.s.chroma_format),
    NV_FIELD(NvTwod, work.s.chroma_key),
    NV_FIELD(NvTwod, work.s.pattern.on),
    NV_FIELD(NvTwod, work.s.pattern.colored),
    NV_FIELD(NvTwod, work.s.pattern.shape),
    NV_FIELD(NvTwod, work.s.pattern.format),
    WORDS(work.s.pattern.bitmap),
    WORDS(work.s.pattern.color),
    WORDS(work.cells),
    NV_FIELD(NvTwod, work.fills),
    WORDS(work.fill_list),
    WORDS(work.corner),
    WORDS(work.move),
    NV_FIELD(NvTwod, work.image.dma.instance),
    NV_FIELD(NvTwod, work.image.dma.class),
    NV_FIELD(NvTwod, work.image.dma.present),
    NV_FIELD(NvTwod, work.image.dma.linear),
    NV_FIELD(NvTwod, work.image.dma.readonly),
    NV_FIELD(NvTwod, work.image.dma.target),
    NV_FIELD(NvTwod, work.image.dma.adjust),
    NV_FIELD(NvTwod, work.image.dma.limit),
    NV_FIELD(NvTwod, work.image.dma.base),
    NV_FIELD(NvTwod, work.image.offset),
    NV_FIELD(NvTwod, work.image.pitch),
    NV_FIELD(NvTwod, work.image.w),
    NV_FIELD(NvTwod, work.image.h),
    NV_FIELD(NvTwod, work.image.format),
    NV_FIELD(NvTwod, work.image.center),
    NV_FIELD(NvTwod, work.image.bilinear),
    NV_FIELD(NvTwod, work.image.u),
    NV_FIELD(NvTwod, work.image.v),
    NV_FIELD(NvTwod, work.image.du),
    NV_FIELD(NvTwod, work.image.dv),
    NV_FIELD_END
};

static_assert(sizeof(NvTwodFill) == 20 && sizeof(NvTwodMove) == 24 &&
              sizeof(NvTwodRect) == 16, "words without holes");

/* As FE makes them, or none; formats may be any. */
static bool fits(const NvTwod *twod, const char **what)
{
    const NvTwodWork *w = &twod->work;
    const struct {
        const char *what;
        uint64_t value, end;
    } rows[] = {
        { "operation", w->kind, NV_TWOD_KINDS },
        { "number of rectangles", w->fills, NV_TWOD_MAX_FILLS + 1 },
        { "kind of drawing", w->s.op, NV_TWOD_OPS },
        { "beta", w->s.beta, 256 },
        { "width of the image", w->image.w, NV_TWOD_MAX_LINE + 1 },
        { "DMA object", w->image.dma.instance, twod->mem->ramin_size },
        { "DMA target", w->image.dma.target, NV_DMA_AGP + 1 },
        { "DMA adjust", w->image.dma.adjust, 0x1000 },
        { "DMA base", w->image.dma.base, 0x100001000 },
    };

    for (unsigned i = 0; i < NV_ARRAY_SIZE(rows); i++) {
        if (rows[i].value >= rows[i].end) {
            *what = rows[i].what;
            return false;
        }
    }
    return true;
}

/* A byte of a damaged state is not always what a bool can hold. */
static bool truths_fit(const NvTwod *twod)
{
    static const size_t truths[] = {
        offsetof(NvTwod, work.s.dst.valid),
        offsetof(NvTwod, work.s.dst.swizzled),
        offsetof(NvTwod, work.s.src.valid),
        offsetof(NvTwod, work.s.src.swizzled),
        offsetof(NvTwod, work.s.dither),
        offsetof(NvTwod, work.s.chroma),
        offsetof(NvTwod, work.s.pattern.on),
        offsetof(NvTwod, work.s.pattern.colored),
        offsetof(NvTwod, work.image.dma.present),
        offsetof(NvTwod, work.image.dma.linear),
        offsetof(NvTwod, work.image.dma.readonly),
        offsetof(NvTwod, work.image.center),
        offsetof(NvTwod, work.image.bilinear),
    };

    for (unsigned i = 0; i < NV_ARRAY_SIZE(truths); i++) {
        if (((const uint8_t *)twod)[truths[i]] > 1) {
            return false;
        }
    }
    return true;
}

/* Sums of coordinates must not run over. */
static bool places_fit(const NvTwodWork *w)
{
    const int64_t end = INT64_C(1) << 40;

    for (unsigned i = 0; i < NV_ARRAY_SIZE(w->corner); i++) {
        if (nv_twod_far(w->corner[i])) {
            return false;
        }
    }
    return w->image.u > -end && w->image.u < end && w->image.v > -end &&
           w->image.v < end &&
           (w->kind != NV_TWOD_SCALE ||
            !nv_twod_far((NvTwodPoint) { w->fill_list[0].rect.x0,
                                         w->fill_list[0].rect.y0 }));
}

static bool validate(const void *scratch, GError **error)
{
    const NvTwod *twod = scratch;
    const char *what = "place";

    if (!truths_fit(twod)) {
        what = "yes or no";
    } else if (fits(twod, &what) && places_fit(&twod->work)) {
        return true;
    }
    g_set_error(error, NV_STATE_ERROR, 0, "2D work on its way: no such %s",
                what);
    return false;
}

static bool needed(const void *unit)
{
    return nv_twod_busy(unit);
}

const NvSection nv_twod_section = {
    .name = "twod", .version = 1, .size = sizeof(NvTwod), .fields = fields,
    .validate = validate, .late = true, .needed = needed,
};
