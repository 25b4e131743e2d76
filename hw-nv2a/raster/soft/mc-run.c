/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Runs machine code over the fragments of a triangle, 64 at a time, of as many
 * lines as they are from.
 */
#ifndef __clang__
#pragma GCC optimize("O3", "fp-contract=off")
#endif

#include <math.h>

#include "raster/soft/lane.h"
#include "raster/soft/soft.h"

/* Primitives like one of which most groups escaped, as of a grid's cells. */
#define DOUBTS 64
/* Edge values are words: twice the area, in 256ths of a pixel. */
#define MOST_AREA 2147483647.0
#define MOST_QUAD_AREA 1073741824.0     /* and of pixels beside it */

static bool coords_fit(const NvSoft *s, const NvMcKey *key,
                       const NvSoftPrim *prim)
{
    for (unsigned u = 0; u < NV_SHADER_STAGES && !nv_soft_has_program(s);
         u++) {
        const double *q = prim->coord[u][3];

        if (key->tex[u].on && !(q[0] == 1 && q[1] == 1 && q[2] == 1)) {
            return false;
        }
    }
    return true;
}

/* Floats of one exponent, 1 and more, within all units of depth. */
static bool in_binade(const double z[3])
{
    bool in = z[0] >= 1 && z[0] < 0x1p24;

    for (unsigned k = 0; k < 3; k++) {
        in = in && z[k] == (float)z[k] &&
             nv_soft_magnitude(z[k]) == nv_soft_magnitude(z[0]);
    }
    return in;
}

static unsigned depth_of(const NvMcKey *key, const NvSoftPrim *prim)
{
    bool looks = key->zeta || !prim->inside;

    if (!looks || prim->depth.flat) {
        return 0;
    }
    return NV_MC_SLOPED | (prim->depth.wide ? NV_MC_WIDE : 0) |
           (prim->depth.offset ? NV_MC_OFFSET :
            !key->quads && prim->inside && in_binade(prim->depth.z)
            ? NV_MC_BINADE : 0);
}

/*
 * Edge values from 2^24 up are cut, each by less than the last bit of so large
 * a sum: whether wide_inverse() of mc-depth.c is right for all sums then.
 */
static bool fill_inverse(double sum, NvMcData *d)
{
    double least = ldexp(1, ilogb(sum) + 1 - NV_DEPTH_EDGE_BITS) - 1;

    d->sum = sum;
    d->full_inverse = 1 / sum;
    d->inverse_step = d->full_inverse * d->full_inverse;
    for (double less = 0; less <= 3 * least; less++) {
        double by_step = less * d->inverse_step + d->full_inverse;

        if (nv_cut_double(by_step, NV_DEPTH_INVERSE_BITS) !=
            nv_cut_double(1 / (sum - less), NV_DEPTH_INVERSE_BITS)) {
            return false;
        }
    }
    return true;
}

/* Depth by words: binade_sum() of mc-depth.c, and what is nearest. */
static void fill_depth(const NvSoftPrim *prim, NvMcData *d)
{
    const double *z = prim->depth.z;
    double least = fmin(fmin(z[0], z[1]), z[2]);
    int exponent = ilogb(z[0]);

    d->depth_inverse = prim->depth.inverse;
    d->depth_offset = prim->depth.offset;
    memcpy(d->corner_z, z, sizeof(d->corner_z));
    /* Sums are cut by less than 1. */
    d->least_z = least > 1 && least < 0x1p30 ? (uint32_t)least - 1 : 0;
    if (in_binade(z)) {
        d->binade_shift = NV_DEPTH_WINDOW_BITS - exponent;
        for (unsigned k = 0; k < 3; k++) {
            d->binade_z[k] = ldexp(z[k], d->binade_shift);
        }
    }
}

static unsigned variant_of(const NvMcKey *key, const NvSoftPrim *prim)
{
    bool two_sided = memcmp(&key->stencil[0], &key->stencil[1],
                            sizeof(key->stencil[0]));

    return (prim->perspective ? NV_MC_PERSPECTIVE : 0) |
           (key->reads[0] && !prim->flat[0] ? NV_MC_SMOOTH_0 : 0) |
           (key->reads[1] && !prim->flat[1] ? NV_MC_SMOOTH_1 : 0) |
           (prim->inside ? 0 : NV_MC_CLIPPED) |
           (key->quads ? NV_MC_SURE : 0) |
           depth_of(key, prim) |
           (prim->back && two_sided ? NV_MC_BACK : 0);
}

static void fill_edges(const NvSoftPrim *prim, NvMcData *d)
{
    const NvSoftCorners *k = &prim->corners;
    double most = MAX(MAX(k->rhw[0], k->rhw[1]), k->rhw[2]);
    double sum = k->c[0] + k->c[1] + k->c[2];

    for (unsigned i = 0; i < 3; i++) {
        d->edge_c[i] = (uint32_t)(int64_t)k->c[i];
        d->edge_dx[i] = (uint32_t)(int64_t)k->dx[i];
        d->edge_dy[i] = (uint32_t)(int64_t)k->dy[i];
        d->rhw[i] = k->rhw[i];
        d->rhw_float[i] = (float)(k->rhw[i] / most);
    }
    d->edge_sum = (int32_t)sum;
    d->inverse = k->inverse;
    d->scale_float = (float)(16777216.0 / sum);
}

static void fill_colors(const NvMcKey *key, const NvSoftPrim *prim,
                        NvMcData *d)
{
    for (unsigned i = 0; i < 2; i++) {
        for (unsigned c = 0; c < 4 && key->reads[i]; c++) {
            const uint8_t *k = prim->color[i][c];

            d->flat[i][c] = k[0];
            d->delta[i][c] = (uint32_t)(k[2] - k[1]) << 16 |
                             ((uint32_t)(k[0] - k[1]) & 0xffff);
            d->base[i][c] = k[1] * 256u + 128;
            if (key->quads) {
                d->least[i][c] = MIN(k[0], MIN(k[1], k[2]));
                d->most[i][c] = MAX(k[0], MAX(k[1], k[2]));
            }
        }
    }
}

static void fill_coords(const NvMcKey *key, const NvSoftPrim *prim,
                        NvMcData *d)
{
    for (unsigned u = 0; u < NV_SHADER_STAGES; u++) {
        for (unsigned k = 0; k < 2 && key->tex[u].on; k++) {
            const double *from = prim->coord[u][k];
            double *to = d->coord[u][k];

            to[0] = from[1];
            to[1] = from[0] - from[1];
            to[2] = from[2] - from[1];
        }
        if (key->tex[u].mips) {
            memcpy(d->tex_plane[u], prim->tex[u], sizeof(d->tex_plane[u]));
        }
    }
}

static void fill_fog(const NvSoftPrim *prim, NvMcData *d)
{
    const double *from = prim->fog_corner;

    d->fog_plane = prim->fog;
    d->fog[0] = from[1];
    d->fog[1] = from[0] - from[1];
    d->fog[2] = from[2] - from[1];
}

static void fill_planes(const NvSoft *s, const NvSoftPrim *prim,
                        NvMcData *d)
{
    for (unsigned u = 0; s->coords >> u; u++) {
        if (s->coords >> u & 1) {
            memcpy(d->tex_plane[u], prim->tex[u], sizeof(d->tex_plane[u]));
        }
    }
}

bool nv_mc_begin(const NvSoft *s, NvSoftScratch *scratch,
                 const NvSoftPrim *prim)
{
    NvMachine *m = s->machine;
    const NvSoftCorners *k = &prim->corners;
    const NvMcKey *key;
    NvMcData *d;
    double area;

    scratch->code = NULL;
    if (!m || !prim->polygon || !prim->weighted || prim->external ||
        prim->smooth || prim->depth.tiny) {
        return false;
    }
    if (s->fast && prim->flat[0] && !nv_soft_wants_zeta(s)) {
        return false;           /* nothing is faster than that */
    }
    area = k->c[0] + k->c[1] + k->c[2];
    if (!(area < (s->quads ? MOST_QUAD_AREA : MOST_AREA))) {
        return false;
    }
    key = nv_mc_key(m);
    scratch->variant = variant_of(key, prim);
    if (scratch->doubts) {
        scratch->doubts--;
        scratch->variant |= NV_MC_SURE;
    }
    scratch->code = nv_mc_code(m, scratch->variant, 1 + area / 512,
                               &scratch->literals);
    if (!scratch->code || !coords_fit(s, key, prim) ||
        (key->fog > 1 && !isfinite(prim->fog_corner[0]))) {
        scratch->code = NULL;
        return false;
    }
    d = scratch->data;
    if (scratch->variant & NV_MC_WIDE && !fill_inverse(area, d)) {
        scratch->code = NULL;
        return false;
    }
    d->ox = prim->ox;
    d->oy = prim->oy;
    d->z = prim->z;
    d->rhw_plane = prim->rhw;
    d->passed = 0;
    fill_edges(prim, d);
    if (!prim->depth.flat) {
        fill_depth(prim, d);
    } else {
        d->corner_z[0] = prim->z.c;
    }
    fill_colors(key, prim, d);
    if (key->fog > 1 || nv_soft_has_program(s)) {
        fill_fog(prim, d);
    }
    if (nv_soft_has_program(s)) {
        fill_planes(s, prim, d);
    } else {
        fill_coords(key, prim, d);
    }
    scratch->lanes = 0;
    scratch->held.x1 = 0;
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
    unsigned step = s->quads ? 2 : 1;

    for (unsigned k = 0; k < step; k++) {
        redo(s, scratch, d, 8 * g + k, MIN(8 * g + 8, n), step);
    }
}

/* Whether a colour within an error's width of the next one escapes. */
static bool by_floats(const NvMcKey *key, unsigned variant)
{
    unsigned units = 0;

    for (unsigned u = 0; u < NV_TEX_UNITS; u++) {
        units += key->tex[u].on;
    }
    return !units && !(variant & NV_MC_SURE) &&
           variant & (NV_MC_SMOOTH_0 | NV_MC_SMOOTH_1);
}

/* Many escapes: rather weights that are sure, for the rest of it. */
static void be_sure(const NvSoft *s, NvSoftScratch *scratch)
{
    const void *literals;
    NvVecFn *code = nv_mc_code(s->machine, scratch->variant | NV_MC_SURE,
                               NV_LANES, &literals);

    if (code) {
        scratch->variant |= NV_MC_SURE;
        scratch->code = code;
        scratch->literals = literals;
    }
}

static void flush(const NvSoft *s, NvSoftScratch *scratch)
{
    NvMcData *d = scratch->data;
    unsigned n = scratch->lanes, groups = (n + 7) / 8, escaped = 0;

    if (!n) {
        return;
    }
    for (unsigned i = n; i < 8 * groups; i++) {
        d->live[i] = 0;
        d->x[i] = d->x[n - 1];
        d->y[i] = d->y[n - 1];
    }
    for (unsigned g = 0; g < groups; g++) {
        unsigned first = 8 * g, last = MIN(first + 7, n - 1);

        d->row[first] = !s->quads && d->y[first] == d->y[last] &&
                        d->x[last] - d->x[first] == (int)(last - first);
    }
    scratch->code(d, scratch->literals, groups, d->x);
    for (unsigned g = 0; g < groups; g++) {
        if (d->escaped[8 * g]) {
            redo_group(s, scratch, d, g, n);
            escaped++;
        }
    }
    for (unsigned i = s->quads ? 0 : n; i < 8 * groups; i++) {
        d->live[i] = -1;
    }
    scratch->passed += d->passed;
    d->passed = 0;
    scratch->lanes = 0;
    if (2 * escaped > groups &&
        by_floats(nv_mc_key(s->machine), scratch->variant)) {
        scratch->doubts = DOUBTS;
    }
    if (escaped > 2 && !(scratch->variant & NV_MC_SURE)) {
        be_sure(s, scratch);
    }
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

void nv_mc_line(const NvSoft *s, NvSoftScratch *scratch, unsigned x0,
                unsigned x1, unsigned y)
{
    NvMcData *d = scratch->data;

    if (s->quads) {
        quad_line(s, scratch, (NvMcHeld) { x0, x1, y });
        return;
    }
    while (x0 < x1) {
        x0 += add_row(scratch, d, x0, x1, y);
        if (scratch->lanes == NV_LANES) {
            flush(s, scratch);
        }
    }
}

void nv_mc_end(const NvSoft *s, NvSoftScratch *scratch)
{
    release(s, scratch);
    flush(s, scratch);
    scratch->code = NULL;
}
