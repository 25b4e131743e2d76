/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The stages of a fragment, and those that only drop fragments or work on
 * depth and stencil.  Order, alpha compare and depth floor are from the
 * hardware documents (hw where not marked).
 */
#include <stdlib.h>

#include "raster/soft/soft.h"

/* ---- window clip ---- */

static bool contains(const NvRect *a, const NvRect *b)
{
    return a->x0 <= b->x0 && a->y0 <= b->y0 && a->x1 >= b->x1 &&
           a->y1 >= b->y1;
}

static bool apart(const NvRect *a, const NvRect *b)
{
    return a->x1 <= b->x0 || a->y1 <= b->y0 || b->x1 <= a->x0 ||
           b->y1 <= a->y0;
}

bool nv_soft_wants_window(const NvSoft *s)
{
    const NvPixelClip *clip = &s->pixel->clip;
    bool all_apart = true;

    for (unsigned i = 0; i < NV_CLIP_WINDOWS; i++) {
        if (!clip->outside && contains(&clip->window[i], &s->clip)) {
            return false;
        }
        all_apart = all_apart && apart(&clip->window[i], &s->clip);
    }
    return !(clip->outside && all_apart);
}

/* Fragments of a run whose x is in [x0, x1). */
static uint64_t columns(const NvSoftRun *run, int x0, int x1)
{
    int from = x0 - (int)run->x, to = x1 - (int)run->x;
    uint64_t below_to, below_from;

    to = to < (int)run->n ? to : (int)run->n;
    if (to <= 0 || to <= from) {
        return 0;
    }
    below_to = to >= 64 ? UINT64_MAX : (UINT64_C(1) << to) - 1;
    below_from = from <= 0 ? 0 : (UINT64_C(1) << from) - 1;
    return below_to & ~below_from;
}

static void window(const NvSoft *s, NvSoftScratch *scratch)
{
    const NvPixelClip *clip = &s->pixel->clip;
    NvSoftSpan *sp = &scratch->span;
    uint64_t inside = 0;

    for (unsigned k = 0; k < sp->nruns; k++) {
        const NvSoftRun *run = &sp->run[k];

        for (unsigned i = 0; i < NV_CLIP_WINDOWS; i++) {
            const NvRect *r = &clip->window[i];

            if ((int)run->y >= r->y0 && (int)run->y < r->y1) {
                inside |= columns(run, r->x0, r->x1) << run->at;
            }
        }
    }
    sp->live &= clip->outside ? ~inside : inside;
}

/* ---- stipple ---- */

bool nv_soft_wants_stipple(const NvSoft *s)
{
    return s->pixel->primitive.stipple || s->pixel->primitive.line_repeat;
}

/* From the low bit of the pattern on (doc). */
static void line_stipple(const NvSoft *s, NvSoftSpan *sp)
{
    const NvPixelPrimitive *p = &s->pixel->primitive;
    const NvSoftStipple *line = &sp->prim->stipple;
    const int *at;

    if (!line->on) {
        return;
    }
    at = line->tall ? sp->y : sp->x;
    for (unsigned i = 0; i < sp->n; i++) {
        unsigned n = line->along + abs(at[i] - line->first);

        if (!(p->line_pattern >> (n / p->line_repeat & 15) & 1)) {
            sp->live &= ~(UINT64_C(1) << i);
        }
    }
}

/* Words run from the bottom up, each byte from its high bit (hw). */
static void stipple(const NvSoft *s, NvSoftScratch *scratch)
{
    const uint32_t *words = s->memory->stipple;
    NvSoftSpan *sp = &scratch->span;
    bool polygon = sp->prim->polygon && s->pixel->primitive.stipple;

    line_stipple(s, sp);
    for (unsigned i = 0; i < sp->n && polygon; i++) {
        if (!(words[31 - (sp->y[i] & 31)] >> ((sp->x[i] & 31) ^ 7) & 1)) {
            sp->live &= ~(UINT64_C(1) << i);
        }
    }
}

/* ---- depth clip ---- */

static void depth_clip(const NvSoft *s, NvSoftScratch *scratch)
{
    double near = s->depth.near, far = s->depth.far;
    NvSoftSpan *sp = &scratch->span;

    if (sp->prim->inside) {
        return;
    }
    for (unsigned i = 0; i < sp->n; i++) {
        double z = sp->z[i];

        if (s->pixel->depth.clamp) {
            z = z > near ? z : near;
            sp->z[i] = z < far ? z : far;
        } else if (!(z >= near && z <= far)) {
            sp->live &= ~(UINT64_C(1) << i);
        }
    }
}

/* ---- fog ---- */

static bool wants_fog(const NvSoft *s)
{
    return s->rc.reads & NV_BIT(NV_RC_FOG);
}

static void fog(const NvSoft *s, NvSoftScratch *scratch)
{
    const NvPixelFog *how = &s->pixel->fog;
    NvSoftSpan *sp = &scratch->span;
    float *factor = sp->reg[NV_RC_FOG][3];

    for (unsigned i = 0; i < sp->n; i++) {
        factor[i] = how->on ? nv_soft_fog_factor(how, sp->fog[i]) : 1.0f;
    }
}

/* ---- alpha test ---- */

static bool wants_alpha_test(const NvSoft *s)
{
    return s->pixel->alpha.test;
}

static void alpha_test(const NvSoft *s, NvSoftScratch *scratch)
{
    const NvPixelAlpha *alpha = &s->pixel->alpha;
    NvSoftSpan *sp = &scratch->span;
    uint64_t pass = 0;

    for (unsigned i = 0; i < sp->n; i++) {
        pass |= (uint64_t)nv_soft_compare(alpha->func, sp->out[3][i],
                                          alpha->ref) << i;
    }
    sp->live &= pass;
}

/* ---- stencil and depth ---- */

bool nv_soft_wants_zeta(const NvSoft *s)
{
    return s->zeta.on && (s->pixel->depth.test || nv_soft_has_stencil(s) ||
                          s->pixel->depth.bounds);
}

/* The codes of STENCIL_B. */
static uint8_t stencil_op(unsigned op, uint8_t old, uint8_t ref)
{
    switch (op) {
    case 2:
        return 0;
    case 3:
        return ref;
    case 4:
        return old < 255 ? old + 1 : 255;
    case 5:
        return old > 0 ? old - 1 : 0;
    case 6:
        return ~old;
    case 7:
        return old + 1;
    case 8:
        return old - 1;
    default:                    /* 1 keep; others: guess */
        return old;
    }
}

/* One fragment: new word in *word, and what it fails at, if it does. */
static NvFailed zeta_one(const NvSoft *s, const NvPixelStencil *side, uint32_t z,
                     uint32_t *word)
{
    const NvPixelDepth *d = &s->pixel->depth;
    unsigned shift = d->bits == 24 ? 8 : 0;
    uint32_t stored = *word >> shift;
    uint8_t old = *word, st = old;
    bool depth = !d->test || nv_soft_compare(d->func, z, stored);
    bool sten = !side->on || nv_soft_compare(side->func,
                                             side->ref & side->mask,
                                             old & side->mask);

    if (d->bounds && (stored < s->depth.bound[0] ||
                      stored > s->depth.bound[1])) {
        return NV_FAILED_BOUNDS;    /* stencil stays, as GL has it */
    }
    if (sten && depth && d->test && d->write) {
        stored = z;
    }
    if (side->on) {
        st = stencil_op(side->op[!sten ? 0 : !depth ? 1 : 2], old, side->ref);
        st = (old & ~side->write) | (st & side->write);
    }
    *word = shift ? stored << 8 | st : stored;
    return !sten ? NV_FAILED_STENCIL : !depth ? NV_FAILED_DEPTH
                                               : NV_FAILED_NOT;
}

/* New words, and what each fragment failed at; live are those that did not. */
static void zeta_span(const NvSoft *s, NvSoftSpan *sp, uint32_t *words,
                      uint8_t *failed)
{
    const NvPixelStencil *side = &s->pixel->stencil[sp->prim->back];
    const NvPixelDepth *depth = &s->pixel->depth;
    uint64_t live = sp->live;

    nv_soft_load_span(&s->zeta, sp, words);
    for (unsigned i = 0; i < sp->n; i++) {
        uint32_t z = nv_soft_encode_depth(sp->z[i], depth->bits,
                                          depth->is_float);

        failed[i] = live >> i & 1 ? zeta_one(s, side, z, &words[i])
                                  : NV_FAILED_NOT;
        if (failed[i]) {
            sp->live &= ~(UINT64_C(1) << i);
        }
    }
}

void nv_soft_zeta_count(const NvSoft *s, NvSoftScratch *scratch,
                        NvRasterFunnel *funnel)
{
    uint32_t words[NV_SOFT_SPAN];
    uint8_t failed[NV_SOFT_SPAN];

    zeta_span(s, &scratch->span, words, failed);
    for (unsigned i = 0; i < scratch->span.n; i++) {
        funnel->failed[failed[i]] += failed[i] != NV_FAILED_NOT;
    }
}

static void zeta(const NvSoft *s, NvSoftScratch *scratch)
{
    NvSoftSpan *sp = &scratch->span;
    const NvPixelStencil *side = &s->pixel->stencil[sp->prim->back];
    const NvPixelDepth *depth = &s->pixel->depth;
    uint32_t words[NV_SOFT_SPAN];
    uint8_t failed[NV_SOFT_SPAN];
    uint64_t live = sp->live;

    zeta_span(s, sp, words, failed);
    if (depth->write || side->write) {
        nv_soft_store_span(&s->zeta, sp, live, words);
    }
}

void nv_soft_count_live(const NvSoft *s, NvSoftScratch *scratch,
                        uint64_t live)
{
    if (s->pixel->primitive.count) {
        scratch->passed += __builtin_popcountll(live);
    }
}

static void count(const NvSoft *s, NvSoftScratch *scratch)
{
    nv_soft_count_live(s, scratch, scratch->span.live);
}

/* ---- all ---- */

/* In the order fragments pass.  A stage that is not wanted is left out. */
const NvSoftStage nv_soft_stages[] = {
    { "window clip", nv_soft_wants_window, window, NULL, NULL,
      NV_FAILED_WINDOW },
    { "stipple", nv_soft_wants_stipple, stipple, NULL, NULL,
      NV_FAILED_STIPPLE },
    { "depth clip", NULL, depth_clip, NULL, NULL, NV_FAILED_NEAR_FAR },
    { "texture shader", nv_soft_wants_shader, nv_soft_shader, NULL, NULL,
      NV_FAILED_TEXTURE },
    { "color space", nv_soft_wants_space, nv_soft_space, NULL, NULL,
      NV_FAILED_NOT },
    { "fragment program", nv_soft_wants_program, nv_soft_program, NULL,
      NULL, NV_FAILED_PROGRAM },
    { "fog", wants_fog, fog, NULL, NULL, NV_FAILED_NOT },
    { "combiners", nv_soft_wants_combiner, nv_soft_combiner,
      nv_soft_combiner_planned, nv_soft_combiner_fast, NV_FAILED_NOT },
    { "coverage", nv_soft_wants_smooth, nv_soft_smooth, NULL, NULL,
      NV_FAILED_NOT },
    { "alpha test", wants_alpha_test, alpha_test, NULL, NULL,
      NV_FAILED_ALPHA },
    { "stencil and depth", nv_soft_wants_zeta, zeta, NULL, NULL,
      NV_FAILED_DEPTH },
    { "count", NULL, count, NULL, NULL, NV_FAILED_KINDS },
    { "blend and write", nv_soft_wants_color, nv_soft_color,
      nv_soft_is_plain, nv_soft_color_plain, NV_FAILED_KINDS },
    { "write floats", nv_soft_wants_real, nv_soft_real, NULL, NULL,
      NV_FAILED_KINDS },
    { "more targets", nv_soft_wants_more, nv_soft_more, NULL, NULL,
      NV_FAILED_KINDS },
    { NULL, NULL, NULL, NULL, NULL, NV_FAILED_NOT },
};
