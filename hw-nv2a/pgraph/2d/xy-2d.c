/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What methods of the 2D classes do to coordinates: vertices, the sums that
 * make corners from sizes, clip rectangles, and the flags all that leaves.
 * Facts: models that public hardware tests (envytools) hold against cards.
 */
#include "pgraph/fe-2d.h"

#include "base/bits.h"

/* VTX_INDEX counts to 15, whatever a class needs. */
enum { INDEX_MAX = 15 };

unsigned nv_xy_next(const NvPgraph *pg)
{
    return NV_PG_GET(pg, XY_A, VTX_INDEX);
}

void nv_xy_restart(NvPgraph *pg)
{
    NV_PG_PUT(pg, XY_A, VTX_INDEX, 0);
}

/* hw: a chip that has moved classes knows none behind number 0x8a. */
void nv_xy_advance(NvPgraph *pg)
{
    unsigned next = (nv_xy_next(pg) + 1) & INDEX_MAX;
    unsigned flags = nv_fe_flags(pg);

    if (flags & NV_CLASS_TRI) {
        next = next == 3 ? 0 : next;
    } else if (flags & NV_CLASS_BLIT) {
        next = next == 4 ? 0 : next;
    } else if (nv_fe_class(pg) == 0x8a &&
               (NV_PG(pg, DEBUG_D) & NV_DEBUG_D_MOVED)) {
        next = 0;
    } else {
        next &= 1;
    }
    NV_PG_PUT(pg, XY_A, VTX_INDEX, next);
}

/* What came out of range: a sum, or a number. */
typedef struct Outcome {
    bool carry, overflow;       /* of a sum */
    bool far;                   /* more than 16 bits */
} Outcome;

/* Against the rectangle of the class, as its clip status is made from it. */
static uint32_t place(const NvPgraph *pg, unsigned xy, int32_t value)
{
    NvXyRect which = nv_fe_clips_output(pg) ? NV_XY_OCLIP : NV_XY_UCLIP;

    return nv_xy_place(nv_sextract(value, 0, 18),
                       nv_xy_min(pg, which, xy), nv_xy_max(pg, which, xy));
}

/* The flags of vertex @i, which has come to @at. */
static void set_flags(NvPgraph *pg, unsigned i, unsigned xy, int32_t at,
                      Outcome o)
{
    if (nv_fe_draws_2d(pg)) {
        nv_xy_set_range(pg, i & 3, xy, o.carry,
                        nv_fe_stretches(pg) ? o.overflow : o.far);
    }
    nv_xy_set_place(pg, i, xy, place(pg, xy, at));
}

void nv_xy_status(NvPgraph *pg, unsigned i, unsigned xy, int32_t at,
                  bool far)
{
    set_flags(pg, i, xy, at, (Outcome) { .far = far });
}

void nv_xy_set(NvPgraph *pg, unsigned i, unsigned status, unsigned xy,
               int32_t value, bool far)
{
    if (i < NV_VERTICES) {
        NV_VTX(pg, i, xy) = value;
    }
    nv_xy_status(pg, status, xy, value, far);
}

static uint32_t saturated(uint32_t a, uint32_t b, bool *over)
{
    uint32_t sum = a + b;

    *over = a >> 31 == b >> 31 && a >> 31 != sum >> 31;
    return !*over ? sum : a >> 31 ? 0x80000000 : 0x7fffffff;
}

uint32_t nv_xy_sum(uint32_t a, uint32_t b)
{
    bool over;

    return saturated(a, b, &over);
}

/* hw: what stretched sources call out of range never comes of this. */
void nv_xy_add(NvPgraph *pg, unsigned i, unsigned xy, uint32_t a, uint32_t b)
{
    uint32_t value = nv_xy_sum(a, b);

    assert(i < NV_VERTICES);
    NV_VTX(pg, i, xy) = value;
    set_flags(pg, i, xy, value,
              (Outcome) { .carry = a + b < a, .far = nv_xy_far(a + b) });
}

void nv_xy_sign(NvPgraph *pg, unsigned i, unsigned xy, bool twice)
{
    int32_t v = NV_VTX(pg, i, xy) << twice;

    NV_PG_PUT_AT(pg, XY_D, xy, SIGN, v < 0 ? 1 : v > 0 ? 2 : 0);
}

void nv_xy_image_empty(NvPgraph *pg, bool empty)
{
    NV_PG_PUT(pg, XY_A, IFC_NULL_AREA, empty);
}

/* --- clip rectangles --- */

/* A second point or a size without a first one is wrong. */
static void clip_flags(NvPgraph *pg, unsigned which, bool first)
{
    bool begun = NV_PG_GET_ITEM(pg, VALID, CLIP_BEGUN, which);

    NV_PG_PUT_ITEM(pg, VALID, CLIP_BEGUN, which, first);
    NV_PG_PUT_ITEM(pg, VALID, CLIP_WRONG, which, !first && !begun);
    if (first) {
        NV_PG_PUT(pg, VALID, UNCLIPPED, 0);
        nv_xy_point_flags(pg);
        NV_PG_PUT_AT(pg, XY_B, 1, UNK0, !nv_fe_stretches(pg));
        return;
    }
    nv_xy_set_before(pg, which, 0, false);
    nv_xy_set_before(pg, which, 1, false);
}

static void clip_bound(NvPgraph *pg, unsigned which, unsigned kind,
                       unsigned xy, uint32_t given)
{
    unsigned i = kind == NV_CLIP_FIRST ? 0 : 1;
    Outcome o = { .carry = false };
    int32_t at = (int16_t)given;

    if (kind == NV_CLIP_SIZE) {
        uint32_t base = NV_VTX(pg, NV_VTX_CLIP, xy);

        o.carry = base + given < given;
        at = saturated(base, given, &o.overflow);
    }
    o.far = nv_xy_far(at);
    NV_VTX(pg, NV_VTX_CLIP, xy) = at;
    /* ORDER: where the point lies, against the rectangle that was. */
    set_flags(pg, i, xy, at, o);
    nv_xy_bound(pg, which, xy, at);
}

void nv_xy_clip(NvPgraph *pg, unsigned which, unsigned kind, uint32_t value)
{
    assert(which <= NV_XY_OCLIP && kind <= NV_CLIP_SIZE);
    clip_flags(pg, which, kind == NV_CLIP_FIRST);
    if (kind == NV_CLIP_SECOND) {
        NV_PG_PUT_AT(pg, XY_B, 0, STREAM_BEGUN, 0);
    }
    nv_xy_forget_fit(pg, which);
    if (which == NV_XY_OCLIP) {
        NV_PG_PUT(pg, VALID, OCLIP, 1);
    }
    for (unsigned xy = 0; xy < 2; xy++) {
        clip_bound(pg, which, kind, xy, nv_extract(value, 16 * xy, 16));
    }
}
