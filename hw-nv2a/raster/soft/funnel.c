/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Where fragments end, for people: the stages, without their effects, on a
 * line that is about to be drawn.  What draws it does not know of this, so
 * nothing of a picture or of a guest's time changes.  No hardware facts.
 */
#include "raster/soft/soft.h"

static void count_span(const NvSoft *s, NvSoftScratch *scratch,
                       NvRasterFunnel *funnel)
{
    NvSoftSpan *sp = &scratch->span;

    sp->live = UINT64_MAX >> (NV_SOFT_SPAN - sp->n);
    funnel->tested += sp->n;
    nv_soft_span_fill(s, sp);
    for (const NvSoftStage *st = nv_soft_stages; st->name && sp->live; st++) {
        uint64_t before = sp->live;

        if (st->wanted && !st->wanted(s)) {
            continue;
        }
        if (st->fails == NV_FAILED_DEPTH) {
            nv_soft_zeta_count(s, scratch, funnel);
            break;
        }
        if (st->fails == NV_FAILED_KINDS) {
            break;
        }
        st->run(s, scratch);
        funnel->failed[st->fails] += __builtin_popcountll(before & ~sp->live);
    }
    funnel->written += __builtin_popcountll(sp->live);
}

void nv_soft_funnel(const NvSoft *s, const NvSoftSpan *drawn, unsigned x0,
                    unsigned x1, unsigned y)
{
    NvSoftScratch *scratch = s->counting;

    while (scratch && x0 < x1) {
        unsigned n = MIN(x1 - x0, NV_SOFT_SPAN);

        nv_soft_span_begin(&scratch->span, drawn->prim);
        scratch->span.smooth = drawn->smooth;
        nv_soft_span_add(&scratch->span, x0, y, n);
        count_span(s, scratch, s->raster->funnel);
        x0 += n;
    }
}
