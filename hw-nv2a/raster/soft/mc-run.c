/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Runs machine code over the fragments of a triangle, 64 at a time, of as many
 * lines as they are from.
 */
#ifndef __clang__
#pragma GCC optimize("O3", "fp-contract=off")
#endif

#include "raster/soft/lane.h"
#include "raster/soft/soft.h"

/*
 * Primitives like those of which most groups escaped twice in a row, as of a
 * grid's cells.
 */
#define DOUBTS 64
/* Edge values are words: twice the area, in 256ths of a pixel. */
#define MOST_AREA 2147483647.0
#define MOST_QUAD_AREA 1073741824.0     /* and of pixels beside it */

/* Code for two groups at a time, where there may be as many. */
static void find_twice(const NvSoft *s, NvSoftScratch *scratch,
                       unsigned pixels)
{
    scratch->twice = NULL;
    if (nv_mc_width(s->machine) == 16 && pixels > 16) {
        scratch->twice = nv_mc_code(s->machine,
                                    scratch->variant | NV_MC_TWICE, pixels,
                                    &scratch->twice_literals);
    }
}

bool nv_mc_begin(const NvSoft *s, NvSoftScratch *scratch,
                 const NvSoftPrim *prim)
{
    NvMachine *m = s->machine;
    const NvMcKey *key;
    double area = prim->corners.sum;

    scratch->code = NULL;
    if (!m || !prim->polygon || !prim->weighted || prim->external ||
        prim->smooth || prim->depth.tiny) {
        return false;
    }
    if (s->fast && prim->flat[0] && !nv_soft_wants_zeta(s)) {
        return false;           /* nothing is faster than that */
    }
    if (!(area < (s->quads ? MOST_QUAD_AREA : MOST_AREA))) {
        return false;
    }
    key = nv_mc_key(m);
    scratch->variant = nv_mc_variant(s, key, prim, scratch->doubts,
                                     scratch->data);
    scratch->doubts -= scratch->doubts > 0;
    scratch->code = nv_mc_code(m, scratch->variant, 1 + area / 512,
                               &scratch->literals);
    if (!scratch->code ||
        !nv_mc_fill(s, key, prim, scratch->variant, scratch->data)) {
        scratch->code = NULL;
        return false;
    }
    scratch->lanes = 0;
    scratch->escapes = 0;
    scratch->held.x1 = 0;
    find_twice(s, scratch, 1 + area / 512);
    nv_mc_find_rows(s, scratch, 1 + area / 512);
    return true;
}

/* Lanes of a group that had no effect, one by @step, through the stages. */
static void redo(const NvSoft *s, NvSoftScratch *scratch, const NvMcData *d,
                 unsigned at, unsigned end, unsigned step)
{
    while (at < end) {
        unsigned n = 1;

        if (!d->live[at]) {     /* of a quad */
            at += step;
            continue;
        }
        while (at + n * step < end && d->live[at + n * step] &&
               d->y[at + n * step] == d->y[at] &&
               d->x[at + n * step] == d->x[at] + (int)n) {
            n++;
        }
        if (scratch->span.n + n > NV_SOFT_SPAN || !s->batch) {
            nv_soft_span_run(s, scratch);
        }
        nv_soft_span_add(&scratch->span, d->x[at], d->y[at], n);
        at += n * step;
    }
}

/* All of group @g, of @n lanes in all; of quads line by line. */
static void redo_group(const NvSoft *s, NvSoftScratch *scratch,
                       const NvMcData *d, unsigned g, unsigned n)
{
    unsigned step = s->quads ? 2 : 1, width = nv_mc_width(s->machine);

    for (unsigned k = 0; k < step; k++) {
        redo(s, scratch, d, width * g + k, MIN(width * (g + 1), n), step);
    }
}

bool nv_mc_go_sure(const NvSoft *s, NvSoftScratch *scratch, unsigned pixels)
{
    const void *literals;
    NvVecFn *code = nv_mc_code(s->machine, scratch->variant | NV_MC_SURE,
                               pixels, &literals);

    if (code) {
        scratch->variant |= NV_MC_SURE;
        scratch->code = code;
        scratch->literals = literals;
        find_twice(s, scratch, pixels);
        nv_mc_find_rows(s, scratch, pixels);
    }
    return code;
}

/*
 * Groups that escaped, with weights that are sure: few do so twice.  After many
 * the rest of the primitive has such weights at once.
 */
static void be_sure(const NvSoft *s, NvSoftScratch *scratch, unsigned groups,
                    unsigned escaped)
{
    NvMcData *d = scratch->data;
    const void *literals;
    unsigned width = nv_mc_width(s->machine);
    NvVecFn *code = nv_mc_code(s->machine, scratch->variant | NV_MC_SURE,
                               width * escaped, &literals);

    for (unsigned at = 0; at < width * groups && code; at += width) {
        if (d->escaped[at]) {
            code(d, literals, 1, d->x + at);
        }
    }
    if (code && scratch->escapes > 4 * NV_MC_MANY_ESCAPES) {
        nv_mc_go_sure(s, scratch, 2 * width);
    }
}

/* @escaped of @groups, and what left with them, had no effect; @n lanes. */
static void note_escapes(const NvSoft *s, NvSoftScratch *scratch,
                         unsigned groups, unsigned n, unsigned escaped)
{
    unsigned width = nv_mc_width(s->machine);

    if (nv_mc_by_floats(nv_mc_key(s->machine), scratch->variant)) {
        bool most = 2 * escaped > groups;

        scratch->doubts = most && scratch->suspect ? DOUBTS : 0;
        scratch->suspect = most;
        be_sure(s, scratch, groups, escaped);
    }
    for (unsigned g = 0; g < groups; g++) {
        if (scratch->data->escaped[width * g]) {
            redo_group(s, scratch, scratch->data, g, n);
        }
    }
}

/*
 * Lanes from @n up to @end, of a group that is not full: where the last one is,
 * but not live.  By fours where that many are left of all lanes.
 */
static inline void pad(NvMcData *d, unsigned n, unsigned end)
{
    const NvFourWords x = (NvFourWords) { 0 } + d->x[n - 1];
    const NvFourWords y = (NvFourWords) { 0 } + d->y[n - 1];
    const NvFourWords none = { 0 };
    unsigned i = n;

    for (; i < end && i + 4 <= NV_LANES; i += 4) {
        memcpy(d->x + i, &x, sizeof(x));
        memcpy(d->y + i, &y, sizeof(y));
        memcpy(d->live + i, &none, sizeof(none));
    }
    for (; i < end; i++) {
        d->x[i] = d->x[n - 1];
        d->y[i] = d->y[n - 1];
        d->live[i] = 0;
    }
}

/* All are again, from @n, or 0 where there are whole quads, as far as pad(). */
static inline void unpad(NvMcData *d, unsigned n, unsigned end)
{
    const NvFourWords all = { -1, -1, -1, -1 };
    unsigned i = n;

    for (; i < end && i + 4 <= NV_LANES; i += 4) {
        memcpy(d->live + i, &all, sizeof(all));
    }
    for (; i < end; i++) {
        d->live[i] = -1;
    }
}

/* Groups of all lanes, two at a time as long as there are; returns those. */
static unsigned run(NvSoftScratch *scratch, unsigned groups, unsigned width)
{
    unsigned twos = scratch->twice ? groups / 2 : 0;
    NvMcData *d = scratch->data;

    if (twos) {
        scratch->twice(d, scratch->twice_literals, twos, d->x);
    }
    if (groups > 2 * twos) {
        scratch->code(d, scratch->literals, groups - 2 * twos,
                      d->x + 2 * twos * width);
    }
    return 2 * twos;
}

void nv_mc_run(const NvSoft *s, NvSoftScratch *scratch, unsigned n)
{
    NvMcData *d = scratch->data;
    unsigned width = nv_mc_width(s->machine);
    unsigned groups = (n + width - 1) / width, escaped = 0, twos;

    for (unsigned g = 0; g < groups; g++) {
        unsigned first = width * g, last = MIN(first + width - 1, n - 1);

        d->row[first] = !s->quads && d->y[first] == d->y[last] &&
                        d->x[last] - d->x[first] == (int)(last - first);
    }
    twos = run(scratch, groups, width);
    for (unsigned g = 0; g < groups; g += g < twos ? 2 : 1) {
        escaped += d->escaped[width * g];       /* two leave for one */
    }
    scratch->escapes = MAX(0, scratch->escapes + 4 * (int)escaped -
                              (int)groups);
    if (escaped) {
        note_escapes(s, scratch, groups, n, escaped);
    } else {
        scratch->suspect = false;
    }
    scratch->passed += d->passed;
    d->passed = 0;
}

static void flush(const NvSoft *s, NvSoftScratch *scratch)
{
    unsigned n = scratch->lanes, width = nv_mc_width(s->machine);
    unsigned end = (n + width - 1) / width * width;

    if (!n) {
        return;
    }
    assert(!s->quads || n % 4 == 0);
    pad(scratch->data, n, end);
    nv_mc_run(s, scratch, n);
    unpad(scratch->data, s->quads ? 0 : n, end);
    scratch->lanes = 0;
}

/* ---- quads ---- */

/* Where lanes of columns of two lines go, from a place on. */
typedef struct QuadLanes {
    int32_t *restrict x, *restrict y, *restrict live;
} QuadLanes;

/* @n lanes, two a column, from @x0 on; those in @line live. */
NV_LANE_CLONES
static void put_quads(const QuadLanes *to, unsigned n, int32_t x0,
                      const NvMcHeld line[2])
{
    int32_t *restrict x = to->x, *restrict y = to->y;
    int32_t *restrict live = to->live;
    int32_t from = line[0].x0, end = line[0].x1, above = line[0].y & ~1u;
    int32_t more = line[1].x0 - from, longer = line[1].x1 - end;

    for (unsigned i = 0; i < n; i++) {
        int32_t k = i & 1, at = x0 + (int32_t)(i >> 1);

        x[i] = at;
        y[i] = above + k;
        live[i] = -((at >= from + (more & -k)) &
                    (at < end + (longer & -k)));
    }
}

/* Quads of a line that is even and of the next: pixels of both. */
static void add_quads(const NvSoft *s, NvSoftScratch *scratch,
                      const NvMcHeld line[2])
{
    NvMcData *d = scratch->data;
    unsigned begin = MIN(line[0].x0, line[1].x0) & ~1u;
    unsigned end = (MAX(line[0].x1, line[1].x1) + 1) & ~1u;

    for (unsigned x = begin; x < end;) {
        unsigned at = scratch->lanes, n = MIN(2 * (end - x), NV_LANES - at);
        const QuadLanes to = { d->x + at, d->y + at, d->live + at };

        put_quads(&to, n, (int32_t)x, line);
        scratch->lanes += n;
        x += n / 2;
        if (scratch->lanes == NV_LANES) {
            flush(s, scratch);
        }
    }
}

static void add_quad_line(const NvSoft *s, NvSoftScratch *scratch,
                          NvMcHeld line)
{
    NvMcHeld both[2] = {
        { line.x1, line.x0, line.y }, { line.x1, line.x0, line.y },
    };

    both[line.y & 1] = line;
    add_quads(s, scratch, both);
}

static void release(const NvSoft *s, NvSoftScratch *scratch)
{
    if (scratch->held.x1) {
        add_quad_line(s, scratch, scratch->held);
    }
    scratch->held.x1 = 0;
}

/* A line waits for the one below, which has the same quads. */
static void quad_line(const NvSoft *s, NvSoftScratch *scratch, NvMcHeld line)
{
    NvMcHeld both[2] = { scratch->held, line };

    if (both[0].x1 && both[0].y + 1 == line.y &&
        both[0].x0 <= line.x1 + 8 && line.x0 <= both[0].x1 + 8) {
        scratch->held.x1 = 0;
        add_quads(s, scratch, both);
        return;
    }
    release(s, scratch);
    if (line.y & 1) {
        add_quad_line(s, scratch, line);
    } else {
        scratch->held = line;
    }
}

/* Whole vectors are stored, which is where they are loaded from soon. */
NV_LANE_CLONES
static void put_row(int32_t *restrict x, int32_t *restrict y, unsigned n,
                    int32_t x0, int32_t y0)
{
    for (unsigned i = 0; i < n; i++) {
        x[i] = x0 + (int32_t)i;
        y[i] = y0;
    }
}

/* Columns from @x0 on of line @y; returns how many fit. */
static unsigned add_row(NvSoftScratch *scratch, NvMcData *d, unsigned x0,
                        unsigned x1, unsigned y)
{
    unsigned at = scratch->lanes, n = MIN(x1 - x0, NV_LANES - at);

    put_row(d->x + at, d->y + at, n, x0, y);
    scratch->lanes += n;
    return n;
}

void nv_mc_lanes(const NvSoft *s, NvSoftScratch *scratch, unsigned x0,
                 unsigned x1, unsigned y)
{
    NvMcData *d = scratch->data;

    while (x0 < x1) {
        x0 += add_row(scratch, d, x0, x1, y);
        if (scratch->lanes == NV_LANES) {
            flush(s, scratch);
        }
    }
}

void nv_mc_line(const NvSoft *s, NvSoftScratch *scratch, unsigned x0,
                unsigned x1, unsigned y)
{
    if (s->quads) {
        quad_line(s, scratch, (NvMcHeld) { x0, x1, y });
        return;
    }
    nv_mc_lanes(s, scratch, nv_mc_rows(s, scratch, x0, x1, y), x1, y);
}

/* Behind those that wait, if all fit: whole vectors are stored. */
void nv_mc_short_line(const NvSoft *s, NvSoftScratch *scratch, unsigned x,
                      unsigned n, unsigned y)
{
    const NvFourWords line = (NvFourWords) { 0 } + (int32_t)y;
    NvFourWords column = (NvFourWords) { 0, 1, 2, 3 } + (int32_t)x;
    unsigned at = scratch->lanes;
    NvMcData *d = scratch->data;

    if (s->quads || at + NV_SOFT_SMALL_COLUMNS > NV_LANES) {
        nv_mc_line(s, scratch, x, x + n, y);
        return;
    }
    for (unsigned i = 0; i < n; i += 4) {
        memcpy(d->x + at + i, &column, sizeof(column));
        memcpy(d->y + at + i, &line, sizeof(line));
        column += 4;
    }
    scratch->lanes = at + n;
    if (scratch->lanes == NV_LANES) {
        flush(s, scratch);
    }
}

void nv_mc_end(const NvSoft *s, NvSoftScratch *scratch)
{
    release(s, scratch);
    flush(s, scratch);
    scratch->code = NULL;
}
