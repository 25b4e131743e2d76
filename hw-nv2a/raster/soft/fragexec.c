/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Runs a fragment program's list over lanes: sources, texture coordinates,
 * scale, rounding, NaN, conditions.  Order of these from the OpenGL extension;
 * that conditions see the final value is a guess.
 */
#ifndef __clang__
#pragma GCC optimize("O3", "no-trapping-math", "fp-contract=off")
#endif

#include <math.h>

#include "raster/soft/fragops.h"

static const NvLane zeros;

/* Lanes of this run in whole eights, of which there is room for eight. */
static unsigned eights(const NvFragRun *run)
{
    return (run->n + 7) & ~7u;
}

static NvLane *file_of(const NvFragProgram *p, NvFragRun *run,
                       unsigned file, unsigned index)
{
    switch (file) {
    case NV_FRAG_FILE_R:
        return run->r[index];
    case NV_FRAG_FILE_H:
        return run->h[index];
    case NV_FRAG_FILE_IN:
        return run->in[index];
    default:
        return p->constants[index];
    }
}

/*
 * Each lane's own texture coordinates, by its loop's index; beyond them lie
 * zeros (guess).
 */
static void gather(const NvFragOp *op, const NvFragRun *run, NvLane to[4])
{
    for (unsigned i = 0; i < run->n; i++) {
        uint32_t u = op->base + (uint32_t)run->index[i];

        for (unsigned c = 0; c < 4; c++) {
            to[c][i] = u < NV_FRAG_COORDS ? run->in[NV_FRAG_TEX0 + u][c][i] : 0;
        }
    }
}

static void load_source(const NvFragProgram *p, NvFragRun *run,
                        const NvFragSrc *s, NvLane *from, NvLane room[4],
                        const float *out[4])
{
    from = from ? from : file_of(p, run, s->file, s->index);

    for (unsigned c = 0; c < 4; c++) {
        const float *v = from[s->swz[c]];

        out[c] = v;
        if (!s->abs && !s->neg) {
            continue;
        }
        out[c] = room[c];
        for (unsigned i = 0; i < eights(run); i++) {
            float x = s->abs ? fabsf(v[i]) : v[i];

            room[c][i] = s->neg ? -x : x;
        }
    }
}

/* ---- texture ---- */

static void bump(const NvFragJob *j, NvLane coord[3])
{
    const float *const *b = j->src[1], *const *m = j->src[2];

    for (unsigned i = 0; i < j->n; i++) {
        coord[0][i] += b[0][i] * m[0][i] + b[1][i] * m[1][i];
        coord[1][i] += b[0][i] * m[2][i] + b[1][i] * m[3][i];
    }
}

NV_LANE_CLONES
static void texture(const NvFragOp *op, const NvFragJob *j, NvFragRun *run)
{
    const float *const *a = j->src[0];
    bool divide = op->code == NV_FRAG_TXP || op->code == NV_FRAG_TXPBEM;
    NvFragLod lod = op->code == NV_FRAG_TXB ? NV_FRAG_LOD_BIAS :
                    op->code == NV_FRAG_TXL ? NV_FRAG_LOD_GIVEN :
                    op->code == NV_FRAG_TXD ? NV_FRAG_LOD_SLOPES
                                            : NV_FRAG_LOD_AUTO;
    NvFragTex t;
    bool times = op->code == NV_FRAG_TIMESWTEX;

    t.unit = op->unit;
    t.n = run->n;
    t.quads = run->quads;
    t.live = run->live & run->here;
    t.kill = 0;
    t.out = j->out;
    for (unsigned c = 0; c < 3; c++) {
        for (unsigned i = 0; i < j->n; i++) {
            t.coord[c][i] = divide ? a[c][i] / a[3][i] : a[c][i];
        }
        t.dx[c] = j->src[1][c];
        t.dy[c] = j->src[2][c];
    }
    memcpy(t.lod, a[3], run->n * sizeof(float));
    if (op->code == NV_FRAG_TEXBEM || op->code == NV_FRAG_TXPBEM) {
        bump(j, t.coord);
    }
    run->sample(run->opaque, &t, lod);
    run->live &= ~(t.kill & run->here);
    for (unsigned c = 0; c < 4 && (op->expand || times); c++) {
        for (unsigned i = 0; i < run->n; i++) {
            float v = j->out[c][i];

            v = op->expand ? 2.0f * v - 1.0f : v;
            j->out[c][i] = times ? v * a[3][i] : v;
        }
    }
}

/* ---- conditions ---- */

/* Bit 0 less than zero, 1 equal, 2 greater; NaN only counts as not equal. */
static bool passes(unsigned cond, float v)
{
    return v != v ? cond == 5 || cond == 7
                  : cond >> (v < 0 ? 0 : v == 0 ? 1 : 2) & 1;
}

uint64_t nv_frag_passing(const NvFragOp *op, const NvFragRun *run)
{
    uint64_t lanes = 0;

    for (unsigned c = 0; c < 4; c++) {
        const float *cc = run->cc[op->cc_swz[c]];

        for (unsigned i = 0; i < run->n; i++) {
            lanes |= (uint64_t)passes(op->cond, cc[i]) << i;
        }
    }
    return lanes & run->here;
}

static uint64_t all_lanes(const NvFragRun *run)
{
    return run->n < 64 ? (UINT64_C(1) << run->n) - 1 : UINT64_MAX;
}

/* ---- results ---- */

static void scale(const NvFragOp *op, float *v, unsigned n)
{
    float by = nv_frag_scales[op->scale];

    for (unsigned i = 0; i < n && op->scale; i++) {
        v[i] *= by;
    }
    for (unsigned i = 0; i < n && op->sat; i++) {
        v[i] = v[i] > 0 ? v[i] < 1 ? v[i] : 1.0f : 0.0f;
    }
}

static void finish(const NvFragProgram *p, const NvFragOp *op, NvLane *out,
                   unsigned mask, unsigned n)
{
    uint32_t nan = p->one_nan ? nv_frag_nan(op) : 0;

    for (unsigned c = 0; c < 4 && (op->scale || op->sat); c++) {
        if (mask >> c & 1) {
            scale(op, out[c], n);
        }
    }
    if (op->precision == NV_FRAG_FX12) {
        nv_frag_round_fx12s(out, mask, n);
    }
    if (nv_frag_makes_halves(op)) {
        nv_frag_round_halves(out, mask, n);
    }
    if (nan) {
        nv_frag_put_nan(out, mask, n, nan);
    }
}

static inline void copy(float *to, const float *from, unsigned n)
{
    for (unsigned i = 0; i < n; i += 8) {
        memcpy(&to[i], &from[i], 8 * sizeof(float));
    }
}

static void store(const NvFragOp *op, NvLane *out, NvLane *to, unsigned mask,
                  const NvFragRun *run)
{
    bool all = run->here == all_lanes(run);

    for (unsigned c = 0; c < 4; c++) {
        const float *cc = run->cc[op->cc_swz[c]];

        if (!(mask >> c & 1)) {
            continue;
        }
        if (op->cond == 7 && all) {
            copy(to[c], out[c], eights(run));
            continue;
        }
        for (unsigned i = 0; i < run->n; i++) {
            bool takes = run->here >> i & 1 && passes(op->cond, cc[i]);

            to[c][i] = takes ? out[c][i] : to[c][i];
        }
    }
}

/* Conditions gate CC, too, by the value it had before. */
static void write_results(const NvFragProgram *p, const NvFragOp *op,
                          NvLane *out, NvFragRun *run)
{
    unsigned mask = op->mask | op->cc_mask;

    finish(p, op, out, mask, eights(run));
    store(op, out, file_of(p, run, op->file, op->dst), op->mask, run);
    if (op->cc_mask && op->cond == 7) {
        store(op, out, run->cc, op->cc_mask, run);
    } else if (op->cc_mask) {
        NvLane cc[4];

        memcpy(cc, run->cc, sizeof(cc));
        store(op, out, cc, op->cc_mask, run);
        memcpy(run->cc, cc, sizeof(cc));
    }
}

/* ---- registers under their other name ---- */

static void split(NvFragRun *run, const NvFragOp *op)
{
    for (unsigned k = 0; k < 4; k++) {
        NvLane *h = &run->h[2 * op->dst + k / 2][2 * (k & 1)];

        for (unsigned i = 0; i < run->n && op->mask >> k & 1; i++) {
            uint32_t u = nv_f2u(run->r[op->dst][k][i]);
            bool here = run->here >> i & 1;

            h[0][i] = here ? nv_frag_from_half(u) : h[0][i];
            h[1][i] = here ? nv_frag_from_half(u >> 16) : h[1][i];
        }
    }
}

static void join(NvFragRun *run, const NvFragOp *op)
{
    for (unsigned k = 0; k < 4; k++) {
        NvLane *h = &run->h[2 * op->dst + k / 2][2 * (k & 1)];
        float *r = run->r[op->dst][k];

        for (unsigned i = 0; i < run->n && op->mask >> k & 1; i++) {
            float f = nv_u2f(nv_frag_to_half(h[0][i]) |
                             (uint32_t)nv_frag_to_half(h[1][i]) << 16);

            r[i] = run->here >> i & 1 ? f : r[i];
        }
    }
}

/* All of the register is written, and no source is that one. */
static bool is_straight(const NvFragOp *op, const NvFragRun *run,
                        unsigned sources)
{
    bool straight = op->cond == 7 && op->mask == 15 && !op->cc_mask &&
                    run->here == all_lanes(run);

    for (unsigned s = 0; s < sources; s++) {
        straight = straight && (op->src[s].file != op->file ||
                                op->src[s].index != op->dst);
    }
    return straight;
}

static void step(const NvFragProgram *p, const NvFragOp *op, NvFragRun *run)
{
    NvLane room[3][4], out[4], tex[4];
    NvFragJob j;
    unsigned sources = nv_frag_op_sources(op->code);
    bool straight = is_straight(op, run, sources);

    j.n = eights(run);
    j.mask = op->mask | op->cc_mask;
    j.out = straight ? file_of(p, run, op->file, op->dst) : out;
    if (op->indexed) {
        gather(op, run, tex);
    }
    for (unsigned s = 0; s < 3; s++) {
        bool indexed = op->indexed && op->src[s].file == NV_FRAG_FILE_IN;

        if (s < sources) {
            load_source(p, run, &op->src[s], indexed ? tex : NULL, room[s],
                        j.src[s]);
            continue;
        }
        for (unsigned c = 0; c < 4; c++) {
            j.src[s][c] = zeros;
        }
    }
    if (nv_frag_fns[op->code]) {
        nv_frag_fns[op->code](&j);
    } else {
        texture(op, &j, run);
    }
    if (straight) {
        finish(p, op, j.out, op->mask, j.n);
    } else {
        write_results(p, op, out, run);
    }
}

void nv_frag_op(const NvFragProgram *p, const NvFragOp *op, NvFragRun *run)
{
    switch (op->code) {
    case NV_FRAG_SPLIT:
        split(run, op);
        break;
    case NV_FRAG_JOIN:
        join(run, op);
        break;
    case NV_FRAG_KIL:
        run->live &= ~nv_frag_passing(op, run);
        break;
    default:
        step(p, op, run);
        break;
    }
}

bool nv_frag_run(const NvFragProgram *p, NvFragRun *run)
{
    assert(run->n <= NV_FRAG_LANES && !(run->quads && run->n % 4));
    for (unsigned i = 0; i < NV_FRAG_H; i++) {
        if (i < NV_FRAG_R && p->zero_r >> i & 1) {
            memset(run->r[i], 0, sizeof(run->r[i]));
        }
        if (p->zero_h >> i & 1) {
            memset(run->h[i], 0, sizeof(run->h[i]));
        }
    }
    memset(run->cc, 0, sizeof(run->cc));
    memset(run->index, 0, sizeof(run->index));
    run->here = all_lanes(run);
    if (p->flow || run->stop) {
        return nv_frag_walk(p, run);
    }
    for (unsigned i = 0; i < p->ops->len && run->live; i++) {
        nv_frag_op(p, &g_array_index(p->ops, NvFragOp, i), run);
    }
    return true;
}
