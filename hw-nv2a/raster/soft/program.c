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

static void load(NvSoft *s)
{
    NvRaster *raster = s->raster;
    uint32_t word = nv_soft_word(s, NV_BUNDLE_PS_OFFSET);
    uint32_t object = nv_soft_word(s, NV_BUNDLE_DMA_TEX + (word & 1));
    Where where = { .raster = raster, .offset = word & ~63u };
    /* Curie has a class of Rankine, too: it takes what either had (guess). */
    NvFragSource from = {
        .read = read_slots, .opaque = &where,
        .chips = nv_chip_generation(raster->chip) == NV_CURIE ? 7 : 3,
        .combiners = s->frag_combiners,
    };
    const char *error;

    if (!nv_mem_dma_load(raster->mem, (object & 0xffff) << 4, &where.dma)) {
        where.dma.limit = 0;
    }
    error = nv_frag_load(&s->frag, &from);
    nv_env_spend(raster->env, s->frag.slots * 64);
    if (error) {
        nv_guest_error(raster->env, "fragment program at 0x%08x, slot %u: %s",
                       where.offset, s->frag.slots, error);
    }
}

void nv_soft_program_setup(NvSoft *s)
{
    uint32_t control = nv_soft_word(s, NV_BUNDLE_PS_CONTROL);
    bool combiners = nv_extract(nv_soft_word(s, NV_BUNDLE_RC_CONFIG), 0, 4);

    s->program = s->raster->program;
    if (!s->program) {
        return;
    }
    if (!s->run) {
        s->run = g_new0(NvFragRun, 1);
    }
    if (s->raster->reload || s->frag_combiners != combiners) {
        s->frag_combiners = combiners;
        load(s);
        s->raster->reload = false;
    }
    /* Drivers set all of these bits for it (guess). */
    s->depth_out = (control & 0xe) == 0xe && s->frag.depth;
    s->units_read = s->frag.inputs >> NV_FRAG_TEX0 &
                    (NV_BIT(NV_MAX_TEX) - 1);
}

bool nv_soft_wants_program(const NvSoft *s)
{
    return s->program;
}

/* ---- what programs read ---- */

/* Where the lanes of a run are. */
typedef struct Grid {
    const NvSoftPrim *prim;
    unsigned n;
    int x[NV_FRAG_LANES], y[NV_FRAG_LANES];
    double px[NV_FRAG_LANES], py[NV_FRAG_LANES];    /* from the anchor */
    double w[NV_FRAG_LANES];
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
    unsigned n = g->n;

    for (unsigned c = 0; c < 4; c++) {
        if (g->prim->flat[which]) {
            fill_value(out[c], g->prim->rgba[which][c] / 255.0f, g->n);
            continue;
        }
        fill_plane(g, &g->prim->color[which][c], out[c]);
        for (unsigned i = 0; i < n; i++) {
            float f = out[c][i];

            f = f > 0.0f ? f : 0.0f;
            f = f < 255.0f ? f : 255.0f;
            out[c][i] = (int)(f + 0.5f) / 255.0f;
        }
    }
}

/* WINDOW_CONFIG: height, bit 12 origin at the top, bit 13 whole centres. */
static void fill_position(const NvSoft *s, const Grid *g, NvLane *out)
{
    uint32_t config = nv_soft_word(s, NV_BUNDLE_WINDOW_CONFIG);
    float centre = config & NV_BIT(13) ? 0.0f : 0.5f;
    int height = nv_extract(config, 0, 12);

    for (unsigned i = 0; i < g->n; i++) {
        int y = config & NV_BIT(12) ? g->y[i] : height - 1 - g->y[i];

        out[0][i] = g->x[i] + centre;
        out[1][i] = y + centre;
        out[2][i] = at(g, &g->prim->z, i) / s->zscale;
        out[3][i] = at(g, &g->prim->rhw, i);
    }
}

/* The coordinate, and the factor that fog would have (emulators). */
static void fill_fog(const NvSoft *s, const Grid *g, NvLane *out)
{
    fill_plane(g, &g->prim->fog, out[0]);
    for (unsigned i = 0; i < g->n; i++) {
        out[1][i] = nv_soft_fog_factor(s, out[0][i]);
    }
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
    for (unsigned i = 0; i < 2; i++) {
        if (inputs >> (NV_FRAG_COL0 + i) & 1) {
            fill_color(g, i, run->in[NV_FRAG_COL0 + i]);
        }
    }
    if (inputs >> NV_FRAG_FOGC & 1) {
        fill_fog(s, g, run->in[NV_FRAG_FOGC]);
    }
    for (unsigned u = 0; u < NV_MAX_TEX; u++) {
        for (unsigned c = 0; c < 4 && s->units_read >> u & 1; c++) {
            fill_plane(g, &g->prim->tex[u][c], run->in[NV_FRAG_TEX0 + u][c]);
        }
    }
}

/* ---- textures ---- */

static float log2_of(double squared)
{
    return squared > 1e-20 ? squared < 1e30 ? 0.5f * log2f((float)squared)
                                            : 32.0f : -32.0f;
}

/* log2 of texels a pixel, from steps of u and v in both directions. */
static float footprint(const NvSoftTexture *t, double ux, double vx,
                       double uy, double vy)
{
    double w = t->rect ? 1 : t->level[0].w, h = t->rect ? 1 : t->level[0].h;
    double across = ux * w * ux * w + vx * h * vx * h;
    double down = uy * w * uy * w + vy * h * vy * h;

    return log2_of(across > down ? across : down);
}

static float lod_of(const NvSoftTexture *t, const NvFragTex *f, NvFragLod lod,
                    const NvTexQuery *q, unsigned i)
{
    const NvTexQuery *l = &q[i & ~2u], *r = &q[i | 2];
    const NvTexQuery *u = &q[i & ~1u], *d = &q[i | 1];
    float bias = lod == NV_FRAG_LOD_BIAS ? f->lod[i] : 0;

    if (lod == NV_FRAG_LOD_GIVEN) {
        return f->lod[i];
    }
    if (lod == NV_FRAG_LOD_SLOPES) {
        return footprint(t, f->dx[0][i], f->dx[1][i], f->dy[0][i],
                         f->dy[1][i]);
    }
    if (!f->quads || l->face != r->face || u->face != d->face) {
        return bias;
    }
    return bias + footprint(t, r->u - l->u, r->v - l->v, d->u - u->u,
                            d->v - u->v);
}

static void look_up(const NvSoftTexture *t, NvFragTex *f, NvTexQuery *q,
                    unsigned i)
{
    if (t->format->depth_bits) {
        double scale = t->format->depth_float ? 1.0
                       : t->format->depth_bits == 16 ? 65535.0 : 16777215.0;

        q->ref = nv_soft_encode_depth(q->p * scale, t->format->depth_bits,
                                      t->format->depth_float);
    }
    nv_soft_sample(t, q);
    f->kill |= (uint64_t)q->kill << i;
    for (unsigned c = 0; c < 4; c++) {
        f->out[c][i] = q->rgba[c];
    }
}

/* A unit that is off gives opaque black, as Kelvin's does. */
static void sample(void *opaque, NvFragTex *f, NvFragLod lod)
{
    NvSoft *s = opaque;
    const NvSoftTexture *t = &s->tex[f->unit];
    NvTexQuery q[NV_FRAG_LANES];
    bool lods = nv_soft_texture_needs_lod(t);

    if (t->lanes) {
        double u[NV_FRAG_LANES], v[NV_FRAG_LANES];

        for (unsigned i = 0; i < f->n; i++) {
            u[i] = f->coord[0][i];
            v[i] = f->coord[1][i];
        }
        f->kill |= nv_soft_sample_lanes(t, u, v, f->n, f->out);
        return;
    }
    for (unsigned i = 0; i < f->n; i++) {
        q[i] = (NvTexQuery) { .u = f->coord[0][i], .v = f->coord[1][i],
                              .p = f->coord[2][i] };
        if (t->on && t->cube) {
            nv_soft_cube_face(&q[i], q[i].u, q[i].v, q[i].p);
        }
    }
    for (unsigned i = 0; i < f->n; i++) {
        if (!t->on) {
            for (unsigned c = 0; c < 4; c++) {
                f->out[c][i] = c == 3;
            }
        } else if (f->quads || f->live >> i & 1) {
            NvTexQuery one = q[i];

            one.lod = lods ? lod_of(t, f, lod, q, i) : 0;
            look_up(t, f, &one, i);
        } else {
            for (unsigned c = 0; c < 4; c++) {
                f->out[c][i] = 0;
            }
        }
    }
}

/* ---- what becomes of the results ---- */

/* Combiners hold numbers from -1 to 1 (guess: clamped, not scaled). */
static float combiner(float x)
{
    return x > -1 ? x < 1 ? x : 1 : x == x ? -1 : 0;
}

/* Lane @i of the run is fragment @to of the span. */
static void put(NvSoft *s, NvSoftSpan *sp, unsigned i, unsigned to)
{
    const NvFragRun *run = s->run;
    const NvLane *from = s->frag.result_half ? run->h[0] : run->r[0];

    if (!(run->live >> i & 1)) {
        sp->live &= ~(UINT64_C(1) << to);
        return;
    }
    for (unsigned c = 0; c < 4; c++) {
        if (s->frag_combiners) {
            for (unsigned u = 0; u < 4; u++) {
                sp->reg[8 + u][c][to] = combiner(run->h[u][c][i]);
            }
        } else {
            sp->out[c][to] = (int)(nv_soft_unit(from[c][i]) * 255.0f + 0.5f);
            sp->real[c][to] = from[c][i];
        }
    }
    if (s->depth_out) {
        double z = run->r[1][2][i] * s->zscale;

        z = z > s->near ? z : s->near;
        sp->z[to] = z < s->far ? z : s->far;
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
static void put_lanes(NvSoft *s, NvSoftSpan *sp)
{
    const NvFragRun *run = s->run;

    if (!s->frag_combiners) {
        put_colors(s->frag.result_half ? run->h[0] : run->r[0], sp,
                   nv_soft_wants_real(s));
    }
    for (unsigned u = 0; s->frag_combiners && u < 4; u++) {
        for (unsigned c = 0; c < 4 && s->rc.reads >> (8 + u) & 1; c++) {
            const float *from = run->h[u][c];
            float *restrict to = sp->reg[8 + u][c];

            for (unsigned i = 0; i < sp->lanes; i++) {
                to[i] = combiner(from[i]);
            }
        }
    }
    for (unsigned i = 0; i < sp->lanes && s->depth_out; i++) {
        double z = run->r[1][2][i] * s->zscale;

        z = z > s->near ? z : s->near;
        sp->z[i] = z < s->far ? z : s->far;
    }
}

static void run_lanes(NvSoft *s, Grid *g, bool quads, uint64_t live)
{
    NvFragRun *run = s->run;

    run->n = g->n;
    run->quads = quads;
    run->live = live;
    run->sample = sample;
    run->opaque = s;
    fill_inputs(s, g, run);
    nv_frag_run(&s->frag, run);
}

static void plain(NvSoft *s, NvSoftSpan *sp)
{
    Grid g;

    g.prim = sp->prim;
    g.n = sp->lanes;
    memcpy(g.x, sp->x, g.n * sizeof(int));
    memcpy(g.y, sp->y, g.n * sizeof(int));
    memcpy(g.px, sp->px, g.n * sizeof(double));
    memcpy(g.py, sp->py, g.n * sizeof(double));
    run_lanes(s, &g, false, sp->live);
    sp->live &= s->run->live;
    put_lanes(s, sp);
}

/* Both lines of the quads, though one of them is drawn; half a span each. */
static void by_quads(NvSoft *s, NvSoftSpan *sp)
{
    unsigned x = sp->run[0].x, y = sp->run[0].y;
    unsigned begin = x & ~1u, end = (x + sp->n + 1) & ~1u;
    uint64_t live = sp->live;

    for (unsigned x0 = begin; x0 < end; x0 += NV_FRAG_LANES / 2) {
        unsigned columns = MIN(end - x0, NV_FRAG_LANES / 2);
        Grid g = { .prim = sp->prim, .n = 2 * columns };
        uint64_t lanes = 0;

        for (unsigned i = 0; i < g.n; i++) {
            unsigned to = x0 + i / 2 - x;

            g.x[i] = x0 + i / 2;
            g.y[i] = (y & ~1u) + i % 2;
            g.px[i] = g.x[i] - sp->prim->ox;
            g.py[i] = g.y[i] - sp->prim->oy;
            lanes |= (uint64_t)(i % 2 == (y & 1) && to < sp->n &&
                                live >> to & 1) << i;
        }
        run_lanes(s, &g, true, lanes);
        for (unsigned i = y & 1; i < g.n; i += 2) {
            unsigned to = x0 + i / 2 - x;

            if (to < sp->n) {
                put(s, sp, i, to);
            }
        }
    }
}

void nv_soft_program(NvSoft *s, NvSoftSpan *sp)
{
    if (s->quads) {
        by_quads(s, sp);
    } else {
        plain(s, sp);
    }
}
