/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The stage that runs fragment programs: what they read, how they sample and
 * where the result goes.  Inputs and outputs as drivers use them (doc), the
 * window's conventions and fog's factor from emulators.
 */
#ifndef __clang__
#pragma GCC optimize("O3", "no-trapping-math", "fp-contract=off")
#endif

#include <math.h>

#include "raster/soft/fragops.h"
#include "raster/soft/soft.h"

typedef struct Where {
    NvRaster *raster;
    NvDma dma;
    uint32_t offset;
} Where;

static bool read_slots(void *opaque, unsigned at, unsigned count,
                       uint32_t *words)
{
    Where *w = opaque;
    uint8_t raw[16 * 16];
    uint64_t offset = (uint64_t)w->offset + 16 * at;

    if (offset + 16 * count > UINT32_MAX || count > 16 ||
        offset + 16 * count - 1 > w->dma.limit ||
        !nv_mem_dma_read(w->raster->mem, &w->dma, offset, raw, 16 * count)) {
        return false;
    }
    for (unsigned i = 0; i < 4 * count; i++) {
        words[i] = nv_ld32(raw + 4 * i);
    }
    return true;
}

/* Host time of reading an instruction, in plain pixels. */
#define SLOT_PIXELS 64

static void load(NvSoft *s)
{
    NvRaster *raster = s->raster;
    Where where = { .raster = raster, .offset = s->memory->program };
    NvFragSource from = {
        .read = read_slots, .opaque = &where,
        .chips = raster->chip->frag_ops, .combiners = s->frag_combiners,
        .targets = s->frag_targets,
    };

    if (!nv_mem_dma_load(raster->mem, s->memory->program_dma, &where.dma)) {
        where.dma.limit = 0;
    }
    s->frag_error = nv_frag_load(&s->frag, &from);
}

static bool keeps_floats(const NvSoft *s)
{
    bool any = nv_soft_wants_real(s);

    for (unsigned i = 0; i < NV_MORE_TARGETS; i++) {
        any |= s->more[i].on && s->more[i].format->real;
    }
    return any;
}

void nv_soft_program_setup(NvSoft *s)
{
    bool combiners = s->pixel->combiners.count;
    NvRasterReload what;

    if (!nv_soft_has_program(s)) {
        return;
    }
    what = nv_raster_take_reload(s->raster, combiners | s->more_own << 1);
    if (what != NV_RASTER_LOADED) {
        s->frag_combiners = combiners;
        s->frag_targets = s->more_own;
        load(s);
    }
    if (what == NV_RASTER_LOAD) {
        nv_env_spend(s->raster->env, s->frag.slots * SLOT_PIXELS);
    }
    nv_frag_show(&s->frag, keeps_floats(s));
    s->coords = s->frag.inputs >> NV_FRAG_TEX0 & (NV_BIT(NV_MAX_TEX) - 1);
}

bool nv_soft_wants_program(const NvSoft *s)
{
    return nv_soft_has_program(s);
}

/* ---- what programs read ---- */

/* Where the lanes of a run are. */
typedef struct Grid {
    const NvSoftPrim *prim;
    unsigned n;
    int x[NV_FRAG_LANES], y[NV_FRAG_LANES];
    double px[NV_FRAG_LANES], py[NV_FRAG_LANES];    /* from the anchor */
    double w[NV_FRAG_LANES];
    NvSoftWeights weights;
} Grid;

static inline double at(const Grid *g, const NvSoftPlane *p, unsigned i)
{
    return p->c + p->dy * g->py[i] + p->dx * g->px[i];
}

static void fill_plane(const Grid *g, const NvSoftPlane *p,
                       float *restrict out)
{
    NvSoftPlane v = *p;
    unsigned n = g->n;

    if (g->prim->perspective) {
        for (unsigned i = 0; i < n; i++) {
            out[i] = (v.c + v.dy * g->py[i] + v.dx * g->px[i]) * g->w[i];
        }
        return;
    }
    for (unsigned i = 0; i < n; i++) {
        out[i] = v.c + v.dy * g->py[i] + v.dx * g->px[i];
    }
}

static void fill_value(float *out, float v, unsigned n)
{
    for (unsigned i = 0; i < n; i++) {
        out[i] = v;
    }
}

/* Colours have eight bits, as where Kelvin reads them (guess). */
static void fill_color(const Grid *g, unsigned which, NvLane *out)
{
    uint8_t bytes[NV_FRAG_LANES];
    unsigned n = g->n;

    for (unsigned c = 0; c < 4; c++) {
        if (g->prim->flat[which]) {
            fill_value(out[c], g->prim->color[which][0][c] / 255.0f, g->n);
            continue;
        }
        nv_soft_mix(&g->weights, g->prim->color[which], c, n, bytes);
        for (unsigned i = 0; i < n; i++) {
            out[c][i] = bytes[i] / 255.0f;
        }
    }
}

static void fill_position(const NvSoft *s, const Grid *g, NvLane *out)
{
    const NvPixelProgram *how = &s->pixel->program;
    float centre = how->whole_centres ? 0.0f : 0.5f;
    int height = how->height;

    for (unsigned i = 0; i < g->n; i++) {
        int y = how->origin_bottom ? height - 1 - g->y[i] : g->y[i];

        out[0][i] = g->x[i] + centre;
        out[1][i] = y + centre;
        out[2][i] = at(g, &g->prim->z, i) / s->depth.scale;
        out[3][i] = at(g, &g->prim->rhw, i);
    }
}

/* The coordinate, and the factor that fog would have (emulators). */
static void fill_fog(const NvSoft *s, const Grid *g, NvLane *out)
{
    fill_plane(g, &g->prim->fog, out[0]);
    for (unsigned i = 0; i < g->n; i++) {
        out[1][i] = nv_soft_fog_factor(&s->pixel->fog, out[0][i]);
    }
    fill_value(out[2], 0, g->n);
    fill_value(out[3], 1, g->n);
}

/* (f, 0, 0, 1), f 1 for a front, -1 for a back (NV_fragment_program2). */
static void fill_facing(const Grid *g, NvLane *out)
{
    fill_value(out[0], g->prim->back ? -1 : 1, g->n);
    fill_value(out[1], 0, g->n);
    fill_value(out[2], 0, g->n);
    fill_value(out[3], 1, g->n);
}

NV_LANE_CLONES
static void fill_inputs(const NvSoft *s, Grid *g, NvFragRun *run)
{
    unsigned inputs = s->frag.inputs;

    for (unsigned i = 0; i < g->n && g->prim->perspective; i++) {
        double rhw = at(g, &g->prim->rhw, i);

        /* Helpers outside of the triangle may be behind the eye. */
        g->w[i] = 1.0 / (rhw > 1e-30 ? rhw : 1e-30);
    }
    if (inputs >> NV_FRAG_WPOS & 1) {
        fill_position(s, g, run->in[NV_FRAG_WPOS]);
    }
    if (!g->prim->flat[0] || !g->prim->flat[1]) {
        nv_soft_weights(&g->prim->corners, g->x, g->y, g->n,
                        &g->weights);
    }
    for (unsigned i = 0; i < 2; i++) {
        if (inputs >> (NV_FRAG_COL0 + i) & 1) {
            fill_color(g, i, run->in[NV_FRAG_COL0 + i]);
        }
    }
    if (inputs >> NV_FRAG_FOGC & 1) {
        fill_fog(s, g, run->in[NV_FRAG_FOGC]);
    }
    if (inputs >> NV_FRAG_FACING & 1) {
        fill_facing(g, run->in[NV_FRAG_FACING]);
    }
    for (unsigned u = 0; u < NV_MAX_TEX; u++) {
        for (unsigned c = 0; c < 4 && s->coords >> u & 1; c++) {
            fill_plane(g, &g->prim->tex[u][c], run->in[NV_FRAG_TEX0 + u][c]);
        }
    }
}

/* ---- what becomes of the results ---- */

/* Combiners hold numbers from -1 to 1 (guess: clamped, not scaled). */
static float combiner(float x)
{
    return x > -1 ? x < 1 ? x : 1 : x == x ? -1 : 0;
}

static bool writes_depth(const NvSoft *s)
{
    return s->pixel->program.depth_out && s->frag.depth;
}

static double depth_of(const NvSoft *s, float z)
{
    double d = z * s->depth.scale;

    d = d > s->depth.near ? d : s->depth.near;
    return d < s->depth.far ? d : s->depth.far;
}

static const NvLane *more_output(const NvSoft *s, const NvFragRun *run,
                                 unsigned k)
{
    bool half = s->frag.result_half;
    unsigned reg = nv_frag_more(half, k);

    return half ? run->h[reg] : run->r[reg];
}

/* Lane @i of the run is fragment @to of the span. */
static void put(const NvSoft *s, NvSoftScratch *scratch, unsigned i,
                unsigned to)
{
    NvSoftSpan *sp = &scratch->span;
    const NvFragRun *run = scratch->run;
    const NvLane *from = s->frag.result_half ? run->h[0] : run->r[0];

    if (!(run->live >> i & 1)) {
        sp->live &= ~(UINT64_C(1) << to);
        return;
    }
    for (unsigned c = 0; c < 4; c++) {
        if (s->frag_combiners) {
            for (unsigned u = 0; u < 4; u++) {
                sp->reg[NV_RC_T0 + u][c][to] = combiner(run->h[u][c][i]);
            }
        } else {
            sp->out[c][to] = (int)(nv_soft_unit(from[c][i]) * 255.0f + 0.5f);
            sp->real[c][to] = from[c][i];
        }
        for (unsigned k = 0; s->frag_targets >> k; k++) {
            sp->more[k][c][to] = more_output(s, run, k)[c][i];
        }
    }
    if (writes_depth(s)) {
        sp->z[to] = depth_of(s, run->r[1][2][i]);
    }
}

static void put_colors(const NvLane *from, NvSoftSpan *sp, bool real)
{
    for (unsigned c = 0; c < 4; c++) {
        for (unsigned i = 0; i < sp->lanes; i++) {
            sp->out[c][i] = (int)(nv_soft_unit(from[c][i]) * 255.0f + 0.5f);
        }
        if (real) {
            memcpy(sp->real[c], from[c], sp->n * sizeof(float));
        }
    }
}

/* All lanes, when they are the fragments of the span. */
NV_LANE_CLONES
static void put_lanes(const NvSoft *s, NvSoftScratch *scratch)
{
    NvSoftSpan *sp = &scratch->span;
    const NvFragRun *run = scratch->run;

    if (!s->frag_combiners) {
        put_colors(s->frag.result_half ? run->h[0] : run->r[0], sp,
                   nv_soft_wants_real(s));
    }
    for (unsigned k = 0; s->frag_targets >> k; k++) {
        memcpy(sp->more[k], more_output(s, run, k), sizeof(sp->more[k]));
    }
    for (unsigned u = 0; s->frag_combiners && u < 4; u++) {
        for (unsigned c = 0; c < 4 && s->rc.reads >> (NV_RC_T0 + u) & 1; c++) {
            const float *from = run->h[u][c];
            float *restrict to = sp->reg[NV_RC_T0 + u][c];

            for (unsigned i = 0; i < sp->lanes; i++) {
                to[i] = combiner(from[i]);
            }
        }
    }
    for (unsigned i = 0; i < sp->lanes && writes_depth(s); i++) {
        sp->z[i] = depth_of(s, run->r[1][2][i]);
    }
}

/* Programs that stop say what they cost as they go. */
static bool time_is_up(const void *opaque, const NvFragWork *done)
{
    const NvSoft *s = opaque;
    const NvFragRun *run = s->scratch.run;
    NvEnv *env = s->raster->env;

    nv_env_spend(env, (done->ops * NV_SOFT_OP_COST +
                       (uint64_t)done->samples * s->sample_cost) * run->n);
    return nv_env_late(env);
}

/* Of two NaN of a triangle either may come out. */
static void fill_nan(const NvSoft *s, NvFragRun *run)
{
    for (unsigned i = 0; i < NV_FRAG_INPUTS; i++) {
        if (s->frag.inputs >> i & 1) {
            nv_frag_put_nan(run->in[i], 15, (run->n + 7) & ~7u, NV_FRAG_NAN);
        }
    }
}

static void begin_run(const NvSoft *s, NvFragRun *run, Grid *g, bool quads,
                      uint64_t live)
{
    run->n = g->n;
    run->quads = quads;
    run->live = live;
    run->sample = nv_soft_program_sample;
    run->opaque = s;
    fill_inputs(s, g, run);
    if (s->frag.one_nan) {
        fill_nan(s, run);
    }
}

/* The span is where a program stopped. */
static bool goes_on(const NvSoft *s, const NvSoftScratch *scratch)
{
    const NvSoftHalf *half = &scratch->half;
    const NvSoftRun *first = &scratch->span.run[0];

    return half->on && half->x == first->x && half->y == first->y &&
           half->serial == s->frag.serial;
}

/* False: it stopped, and all of the span is for later. */
static bool run_lanes(const NvSoft *s, NvSoftScratch *scratch, Grid *g,
                      bool quads, uint64_t live)
{
    NvSoftSpan *sp = &scratch->span;
    NvFragRun *run = scratch->run;
    bool may = scratch->may_stop, done;

    if (may && !scratch->walk) {
        scratch->walk = nv_frag_walk_new();
    }
    if (may && goes_on(s, scratch)) {
        done = nv_frag_go_on(run);
    } else {
        begin_run(s, run, g, quads, live);
        run->stop = may ? time_is_up : NULL;
        run->walk = scratch->walk;
        done = nv_frag_run(&s->frag, run);
    }
    scratch->half = (NvSoftHalf) { !done, sp->run[0].x, sp->run[0].y,
                                   s->frag.serial };
    scratch->stopped = !done;
    sp->live = done ? sp->live : 0;
    return done;
}

static void plain(const NvSoft *s, NvSoftScratch *scratch)
{
    NvSoftSpan *sp = &scratch->span;
    Grid g;

    g.prim = sp->prim;
    g.n = sp->lanes;
    memcpy(g.x, sp->x, g.n * sizeof(int));
    memcpy(g.y, sp->y, g.n * sizeof(int));
    memcpy(g.px, sp->px, g.n * sizeof(double));
    memcpy(g.py, sp->py, g.n * sizeof(double));
    if (run_lanes(s, scratch, &g, false, sp->live)) {
        sp->live &= scratch->run->live;
        put_lanes(s, scratch);
    }
}

/* Columns from @x0 on, both lines of their quads; returns lanes that live. */
static uint64_t quad_lanes(const NvSoftSpan *sp, unsigned x0, uint64_t live,
                           Grid *g)
{
    unsigned x = sp->run[0].x, y = sp->run[0].y;
    uint64_t lanes = 0;

    for (unsigned i = 0; i < g->n; i++) {
        unsigned to = x0 + i / 2 - x;

        g->x[i] = x0 + i / 2;
        g->y[i] = (y & ~1u) + i % 2;
        g->px[i] = g->x[i] - sp->prim->ox;
        g->py[i] = g->y[i] - sp->prim->oy;
        lanes |= (uint64_t)(i % 2 == (y & 1) && to < sp->n &&
                            live >> to & 1) << i;
    }
    return lanes;
}

/* Both lines of the quads, though one of them is drawn; half a span each. */
static void by_quads(const NvSoft *s, NvSoftScratch *scratch)
{
    NvSoftSpan *sp = &scratch->span;
    unsigned x = sp->run[0].x, y = sp->run[0].y;
    unsigned begin = x & ~1u, end = (x + sp->n + 1) & ~1u;
    uint64_t live = sp->live;

    assert(sp->nruns == 1);
    for (unsigned x0 = begin; x0 < end; x0 += NV_FRAG_LANES / 2) {
        unsigned columns = MIN(end - x0, NV_FRAG_LANES / 2);
        Grid g = { .prim = sp->prim, .n = 2 * columns };
        uint64_t lanes = quad_lanes(sp, x0, live, &g);

        if (!run_lanes(s, scratch, &g, true, lanes)) {
            break;
        }
        for (unsigned i = y & 1; i < g.n; i += 2) {
            unsigned to = x0 + i / 2 - x;

            if (to < sp->n) {
                put(s, scratch, i, to);
            }
        }
    }
}

void nv_soft_program(const NvSoft *s, NvSoftScratch *scratch)
{
    if (!scratch->run) {
        scratch->run = g_new0(NvFragRun, 1);
    }
    if (s->quads) {
        by_quads(s, scratch);
    } else {
        plain(s, scratch);
    }
}
