/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What methods of the 2D classes do to coordinates: vertices, the sums that
 * make corners from sizes, clip rectangles, and the flags all that leaves.
 * Facts: models that public hardware tests (envytools) hold against cards.
 */
#include "pgraph/2d/fe-2d.h"

#include "base/bits.h"

/* The vertex that clip methods use. */
enum { CLIP_VERTEX = 9, VERTICES };

unsigned nv_xy_next(const NvPgraph *pg)
{
    return nv_extract(NV_XY_A(pg), 28, 4);
}

static void set_next(NvPgraph *pg, unsigned next)
{
    nv_fe_deposit(&NV_XY_A(pg), 28, 4, next);
}

void nv_xy_restart(NvPgraph *pg)
{
    set_next(pg, 0);
}

/* hw: a chip that has moved classes knows none behind number 0x8a. */
void nv_xy_advance(NvPgraph *pg)
{
    unsigned next = (nv_xy_next(pg) + 1) & 0xf, flags = nv_fe_flags(pg);

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
    set_next(pg, next);
}

/* Bounds that apply to the class, as its clip status is made from them. */
static uint32_t clip_status(const NvPgraph *pg, unsigned xy, int32_t value)
{
    unsigned which = nv_fe_clips_output(pg);
    int32_t low = nv_sextract(NV_CLIP(pg, which, xy), 0, 16);
    int32_t high = nv_sextract(NV_CLIP(pg, which, 2 + xy), 0, 18);
    int32_t v = nv_sextract(value, 0, 18);

    return (v < low) | (v == low) << 1 | (v > high) << 2 | (v == high) << 3;
}

static void set_flags(NvPgraph *pg, unsigned i, unsigned status, unsigned xy,
                      bool carry, bool far, bool overflow, uint32_t clip)
{
    uint32_t *word = &pg->values[NV_PGRAPH_XY_CLIP / 4 + 2 * xy + (i >> 3)];

    if (nv_fe_draws_2d(pg)) {
        nv_fe_deposit(&NV_XY_D(pg, xy), status & 3, 1, carry);
        nv_fe_deposit(&NV_XY_D(pg, xy), 4 + (status & 3), 1,
                      nv_fe_stretches(pg) ? overflow : far);
    }
    nv_fe_deposit(word, (i & 7) * 4, 4, clip);
}

void nv_xy_status(NvPgraph *pg, unsigned i, unsigned xy, int32_t at,
                  bool far)
{
    set_flags(pg, i, i, xy, false, far, false, clip_status(pg, xy, at));
}

void nv_xy_set(NvPgraph *pg, unsigned i, unsigned status, unsigned xy,
               int32_t value, bool far)
{
    if (i < VERTICES) {
        NV_VTX(pg, i, xy) = value;
    }
    nv_xy_status(pg, status, xy, value, far);
}

/* Over the edge of 32 bits: the last value of that sign. */
static uint32_t saturated(uint32_t a, uint32_t b, uint32_t sum, bool *over)
{
    *over = a >> 31 == b >> 31 && a >> 31 != sum >> 31;
    return !*over ? sum : a >> 31 ? 0x80000000 : 0x7fffffff;
}

void nv_xy_add(NvPgraph *pg, unsigned i, unsigned xy, uint32_t a, uint32_t b,
               uint32_t c, bool quiet)
{
    uint64_t sum = (uint64_t)a + b + c;
    int32_t cut = (uint32_t)sum;
    bool over;
    uint32_t value = saturated(a, b, sum, &over);

    NV_VTX(pg, i, xy) = value;
    if (!quiet) {
        set_flags(pg, i, i, xy, sum >> 32 & 1,
                  cut >= 0x8000 || cut < -0x8000, false,
                  clip_status(pg, xy, value));
    }
}

void nv_xy_sign(NvPgraph *pg, unsigned i, unsigned xy, bool twice)
{
    int32_t v = NV_VTX(pg, i, xy) << twice;

    nv_fe_deposit(&NV_XY_D(pg, xy), 28, 2, v < 0 ? 1 : v > 0 ? 2 : 0);
}

void nv_xy_image_empty(NvPgraph *pg, bool empty)
{
    nv_fe_deposit(&NV_XY_A(pg), 20, 1, empty);
}

bool nv_xy_in_range(NvPgraph *pg)
{
    if (nv_extract(NV_XY_D(pg, 0), 4, 4) || nv_extract(NV_XY_D(pg, 1), 4, 4)) {
        nv_fe_error(pg, NV_NSOURCE_RANGE);
        return false;
    }
    return true;
}

/* --- clip rectangles --- */

/* VALID: 28 + n first half given, 30 + n second half wrong. */
static void clip_valid(NvPgraph *pg, unsigned which, unsigned kind)
{
    uint32_t *valid = &NV_PG(pg, VALID);

    if (kind) {
        nv_fe_deposit(valid, 30 + which, 1,
                      !nv_extract(*valid, 28 + which, 1));
        nv_fe_deposit(valid, 28 + which, 1, 0);
        NV_XY_B(pg, which) &= ~0x330u;
        return;
    }
    nv_fe_deposit(valid, 28 + which, 1, 1);
    nv_fe_deposit(valid, 30 + which, 1, 0);
    nv_fe_deposit(valid, 19, 1, 0);
    nv_fe_deposit(&NV_XY_B(pg, 1), 0, 1, !nv_fe_stretches(pg));
    nv_fe_deposit(&NV_PG(pg, XY_C), 8, 1, 0);
}

void nv_xy_clip(NvPgraph *pg, unsigned which, unsigned kind, uint32_t value)
{
    bool size = kind == 2;

    clip_valid(pg, which, kind);
    if (!size) {
        NV_XY_B(pg, 0) &= ~1u;
    }
    NV_XY_B(pg, which) &= ~0x00111000u;
    if (which) {
        NV_PG(pg, VALID) |= NV_BIT(20);
    }
    for (unsigned xy = 0; xy < 2; xy++) {
        uint32_t base = NV_VTX(pg, CLIP_VERTEX, xy);
        uint32_t given = nv_extract(value, 16 * xy, 16);
        bool carry = false, over = false;
        int32_t at = (int16_t)given;

        if (size) {
            uint32_t sum = given + base;

            carry = sum < given;
            at = saturated(base, given, sum, &over);
        }
        NV_VTX(pg, CLIP_VERTEX, xy) = at;
        /* ORDER: where the point lies, against the rectangle that was. */
        set_flags(pg, kind != 0, kind != 0, xy, carry,
                  at < -0x8000 || at >= 0x8000, over,
                  clip_status(pg, xy, at));
        NV_CLIP(pg, which, xy) = NV_CLIP(pg, which, 2 + xy) & 0xffff;
        NV_CLIP(pg, which, 2 + xy) = at & 0x3ffff;
    }
}
