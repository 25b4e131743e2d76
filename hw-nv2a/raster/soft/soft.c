/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The soft backend: draws straight into VRAM.  Once per change of state it
 * finds surfaces and textures in memory and chooses the stages.
 */
#include "raster/soft/soft.h"

static void setup_depth(NvSoft *s)
{
    const NvPixelDepth *p = &s->pixel->depth;
    NvSoftDepth *d = &s->depth;

    /* Rankine's classes send 0..1; floats are stored as they are (guess). */
    d->scale = !nv_soft_has_program(s) || p->is_float ? 1.0
               : p->bits == 16 ? 65535.0 : 16777215.0;
    d->near = p->near * d->scale;
    d->far = p->far * d->scale;
    for (unsigned i = 0; i < 2; i++) {
        d->bound[i] = nv_soft_encode_depth((double)p->bound[i] * d->scale,
                                           p->bits, p->is_float);
    }
}

/* An empty range is apart from all others. */
static bool apart(const uint64_t a[2], const uint64_t b[2])
{
    return a[1] <= b[0] || b[1] <= a[0];
}

/*
 * Whether no pixel of a primitive sees what another one writes: lines do not
 * overlap, and what is read lies elsewhere.
 */
static bool independent(const NvSoft *s)
{
    const NvSoftSurface *surfaces[2] = { &s->color, &s->zeta };
    const bool used[2] = {
        nv_soft_wants_color(s) || nv_soft_wants_real(s),
        nv_soft_wants_zeta(s),
    };
    /* Host addresses: a texture may lie anywhere. */
    uint64_t vram = (uintptr_t)s->raster->mem->vram;
    uint64_t range[2][2] = { { 0 } };

    for (unsigned i = 0; i < 2; i++) {
        const NvSoftSurface *f = surfaces[i];

        if (!used[i]) {
            continue;
        }
        nv_soft_extent(f, &s->clip, range[i]);
        range[i][0] += vram;
        range[i][1] += vram;
        if (!nv_soft_lines_apart(f)) {
            return false;
        }
    }
    if (!apart(range[0], range[1])) {
        return false;
    }
    for (unsigned u = 0; u < NV_TEX_UNITS && s->units >> u; u++) {
        const NvSoftTexture *t = &s->tex[u];
        uint64_t texels[2] = { t->lowest, t->highest };

        if (!(apart(texels, range[0]) && apart(texels, range[1]))) {
            return false;
        }
    }
    return true;
}

/* Host time of a texture unit, in plain pixels; a stage takes about one. */
#define UNIT_PIXELS 16
#define LANES_PIXELS 3          /* of one that lanes.c samples */
#define MACHINE_PIXELS 2        /* of one that machine code samples */

/* Lines of quads wait for the next: they are not cut if that can be. */
#define PIECE 64
#define QUAD_PIECE 1024
#define LEAST_PIECE 2
#define PIECE_PIXELS (1u << 17)
#define SAMPLE_PIXELS 24        /* of programs, a lane */

/*
 * With a clock pieces may be as short as they must be, for samples take what
 * they take; a program that is all of one may stop in it.
 */
static void setup_clock_piece(NvSoft *s)
{
    unsigned samples = s->frag.samples * MIN(s->sample_cost, SAMPLE_PIXELS) *
                       (s->quads ? 2 : 1);

    s->clock_piece = s->piece;
    s->stops = false;
    if (nv_soft_has_program(s)) {
        s->clock_piece = CLAMP(PIECE_PIXELS / (s->pixel_cost + samples),
                               LEAST_PIECE, s->piece) & ~1u;
        s->stops = s->clock_piece <= NV_FRAG_LANES / 2;
    }
}

/*
 * Samples count as some operations; what those of many taps take besides is
 * charged in any case, or a run without a clock took a tenth of a second.
 */
static unsigned program_cost(const NvSoft *s)
{
    unsigned taps = s->sample_cost - MIN(s->sample_cost, SAMPLE_PIXELS);

    return (s->frag.longest * NV_SOFT_OP_COST + s->frag.samples * taps) *
           (s->quads ? 2 : 1);
}

/* Without a look at what this backend has code for, see span.c. */
static void setup_costs(NvSoft *s)
{
    s->pixel_cost = s->nstages;
    s->machine_cost = 1;
    s->program_cost = s->sample_cost = 0;
    for (unsigned u = 0; u < NV_TEX_UNITS && s->units >> u; u++) {
        if (s->units >> u & 1) {
            s->pixel_cost += nv_soft_lanes_kind(&s->tex[u])
                             ? LANES_PIXELS
                             : UNIT_PIXELS * MAX(s->tex[u].how->taps, 1);
            s->machine_cost += MACHINE_PIXELS;
            s->sample_cost = MAX(s->sample_cost, SAMPLE_PIXELS *
                                 MAX(s->tex[u].how->taps, 1));
        }
    }
    /* What reads other stages is not done by lanes. */
    s->pixel_cost += UNIT_PIXELS *
                     __builtin_popcount(s->pixel->shader.dependent);
    if (nv_soft_has_program(s)) {
        s->program_cost = program_cost(s);
        s->pixel_cost += s->program_cost;
        s->machine_cost += s->frag.ops->len;
    }
    s->piece = CLAMP(PIECE_PIXELS / MAX(s->pixel_cost, 1), LEAST_PIECE,
                     s->quads ? QUAD_PIECE : PIECE) & ~1u;
    s->batch = s->batch && s->piece == PIECE;   /* nor are lines gathered */
    setup_clock_piece(s);
}

static void setup_stages(NvSoft *s)
{
    s->nstages = 0;
    for (const NvSoftStage *st = nv_soft_stages; st->name; st++) {
        if (st->wanted && !st->wanted(s)) {
            continue;
        }
        assert(s->nstages < NV_SOFT_STAGES);
        s->stage[s->nstages++] =
            !s->reference && st->special && st->special(s) ? st->fast
                                                           : st->run;
    }
    s->plain = nv_soft_fast_span(s);
    s->fast = s->reference ? NULL : nv_soft_fast_span(s);
    s->apart = !s->reference && !nv_soft_wants_more(s) && independent(s);
    s->batch = s->apart && !s->quads;
}

static void setup_textures(NvSoft *s)
{
    bool program = nv_soft_has_program(s);
    uint16_t want = program ? s->frag.units : 0;

    for (unsigned u = 0; u < NV_SHADER_STAGES; u++) {
        want |= s->pixel->shader.op[u] ? 1u << u : 0;
    }
    for (unsigned u = 0; (want | s->units) >> u; u++) {
        if (want >> u & 1) {
            nv_soft_texture_setup(s->raster, u, s->reference, &s->tex[u]);
        } else if (s->units >> u & 1) {
            nv_soft_texture_free(&s->tex[u]);
        }
    }
    s->units = want;
    s->lods = 0;
    for (unsigned u = 0; want >> u; u++) {
        s->lods |= (unsigned)nv_soft_texture_needs_lod(&s->tex[u]) << u;
    }
    s->quads = program && (s->frag.quads || s->lods);
}

/* What was drawn is told, and counted. */
static void end(NvSoft *s)
{
    nv_soft_report(s->raster, &s->zeta, &s->scratch.zeta);
    nv_soft_report(s->raster, &s->color, &s->scratch.color);
    for (unsigned i = 0; i < NV_MORE_TARGETS; i++) {
        NvSoftTouched touched = s->scratch.more;

        nv_soft_report(s->raster, &s->more[i], &touched);
    }
    s->scratch.more = (NvSoftTouched) { 0, 0 };
    nv_raster_count(s->raster, s->scratch.passed);
    s->scratch.passed = 0;
}

static void soft_settle(void *backend)
{
    NvSoft *s = backend;

    if (nv_soft_share_settle(s)) {
        end(s);
    }
}

static void soft_state(void *backend)
{
    NvSoft *s = backend;

    soft_settle(s);
    s->pixel = nv_raster_pixel(s->raster);
    s->memory = nv_raster_memory(s->raster);
    s->told = false;
    nv_soft_targets_setup(s);
    setup_depth(s);
    nv_soft_shader_setup(s);
    nv_soft_program_setup(s);
    setup_textures(s);
    nv_soft_combiner_setup(s->pixel, &s->rc);
    if (!s->reference) {
        nv_soft_combiner_plan(s);
    }
    setup_stages(s);
    setup_costs(s);
    nv_mc_state(s);
    nv_soft_crew_state(s->crew);
}

/*
 * "lanes": no machine code; "jit": all that there can be, at once; "jit8": in
 * groups of eight where it could have more.
 */
static bool known_argument(const char *arg)
{
    return !arg || !*arg || !strcmp(arg, "reference") ||
           !strcmp(arg, "lanes") || !strcmp(arg, "jit") ||
           !strcmp(arg, "jit8");
}

static void *soft_create(NvRaster *raster, const char *arg, GError **error)
{
    NvSoft *s;

    if (!known_argument(arg)) {
        g_set_error(error, NV_STATE_ERROR, 0,
                    "raster backend \"soft\" knows the arguments "
                    "\"reference\", \"lanes\", \"jit\" and \"jit8\", not "
                    "\"%s\"", arg);
        return NULL;
    }
    s = g_new0(NvSoft, 1);
    s->raster = raster;
    s->reference = !g_strcmp0(arg, "reference");
    if (!s->reference && g_strcmp0(arg, "lanes")) {
        bool eight = !g_strcmp0(arg, "jit8");

        s->machine = nv_mc_new(eight || !g_strcmp0(arg, "jit"),
                               eight ? 8 : NV_LANES);
        s->scratch.data = s->machine ? nv_mc_data(s->machine) : NULL;
    }
    s->pixel = &raster->pixel;
    s->memory = &raster->memory;
    for (unsigned u = 0; u < NV_TEX_UNITS; u++) {
        s->tex[u].how = &raster->pixel.texture[u];
    }
    nv_frag_init(&s->frag);
    return s;
}

static void soft_destroy(void *backend)
{
    NvSoft *s = backend;

    for (unsigned u = 0; u < NV_TEX_UNITS; u++) {
        nv_soft_texture_free(&s->tex[u]);
    }
    nv_frag_free(&s->frag);
    nv_mc_free(s->machine);
    nv_soft_crew_free(s->crew);
    g_free(s->scratch.run);
    g_free(s->scratch.walk);
    nv_soft_scratch_free(s->counting);
    g_free(s);
}

void nv_soft_scratch_free(NvSoftScratch *scratch)
{
    if (scratch) {
        g_free(scratch->run);
        g_free(scratch);
    }
}

static void soft_threads(void *backend, unsigned threads)
{
    NvSoft *s = backend;

    soft_settle(s);
    nv_soft_crew_free(s->crew);
    s->crew = nv_soft_crew_new(threads);
}

/* False when there is nothing to draw on. */
static bool begin(NvSoft *s)
{
    if (!s->told) {
        nv_soft_complain(s);
    }
    if (s->raster->funnel && !s->counting) {
        s->counting = g_new0(NvSoftScratch, 1);
    }
    if (s->clip.x1 <= s->clip.x0 || s->clip.y1 <= s->clip.y0) {
        nv_trace(s->raster->env, raster_reject, "no surface to draw on");
        return false;
    }
    return true;
}

void nv_soft_move_corners(const NvSoft *s, unsigned n, NvSoftThree *out)
{
    for (unsigned i = 0; i < n; i++) {
        out->room[i] = *out->v[i];
        out->room[i].x += s->pixel->clip.offset_x;
        out->room[i].y += s->pixel->clip.offset_y;
        out->v[i] = &out->room[i];
    }
}

/* A kind of primitives. */
typedef struct Kind {
    NvSoftPrimitive draw;
    unsigned corners;
} Kind;

static const Kind points = { nv_soft_point, 1 };
static const Kind lines = { nv_soft_line, 2 };
static const Kind triangles = { nv_soft_triangle, 3 };

/* All samples of the primitive at corner @at; false if time was up. */
static bool draw_one(NvSoft *s, const Kind *kind, const NvSoftList *list,
                     unsigned at)
{
    unsigned k = s->scratch.place.part ? s->scratch.place.part - 1 : 0;
    NvSoftThree three;

    nv_soft_corners_of(s, list, at, kind->corners, &three);
    if (s->samples == 1) {
        return kind->draw(s, &s->scratch, three.v);
    }
    for (; k < s->samples; k++) {
        nv_soft_select_sample(s, k);
        if (!kind->draw(s, &s->scratch, three.v)) {
            s->scratch.place.part = k + 1;
            return false;
        }
    }
    return true;
}

/*
 * How many corners are drawn when time is up.  The rest, and the place in its
 * first primitive, are for the next call.
 */
static unsigned draw(NvSoft *s, const Kind *kind, const NvSoftList *list,
                     NvRasterPlace *place)
{
    unsigned n = kind->corners, at = 0, some;
    unsigned alone = n == 3 ? 0 : list->count;

    if (!begin(s)) {
        return list->count;
    }
    s->scratch.place = *place;
    s->scratch.half.on = s->scratch.half.on && place->part;
    while (at + n <= list->count) {
        if (!alone && nv_soft_share(s, list, at, &some)) {
            at += some;
        } else {
            nv_soft_share_settle(s);
            alone = (alone ? alone : some) - n;
            if (!draw_one(s, kind, list, at)) {
                break;
            }
            at += n;
        }
        if (nv_env_late(s->raster->env)) {
            break;
        }
    }
    *place = s->scratch.place;
    if (!s->raster->under_way) {
        end(s);                 /* else when it is settled */
    }
    return at;
}

static unsigned soft_points(void *backend, const NvRasterVertex *v,
                            unsigned count, NvRasterPlace *place)
{
    return draw(backend, &points, &(NvSoftList) { v, NULL, count }, place);
}

static unsigned soft_lines(void *backend, const NvRasterVertex *v,
                           unsigned count, NvRasterPlace *place)
{
    return draw(backend, &lines, &(NvSoftList) { v, NULL, count }, place);
}

static unsigned soft_triangles(void *backend, const NvRasterVertex *v,
                               unsigned count, NvRasterPlace *place)
{
    return draw(backend, &triangles, &(NvSoftList) { v, NULL, count }, place);
}

static unsigned soft_lanes(void *backend, const NvRasterVertex *v,
                           const uint16_t *lane, unsigned count,
                           NvRasterPlace *place)
{
    return draw(backend, &triangles, &(NvSoftList) { v, lane, count }, place);
}

static bool soft_clear(void *backend, const NvRasterClear *clear,
                       NvRasterPlace *place)
{
    NvSoft *s = backend;
    unsigned k = s->samples > 1 ? place->x : 0;

    soft_settle(s);
    for (; k < s->samples; k++) {
        if (s->samples > 1) {
            nv_soft_select_sample(s, k);
        }
        if (!nv_soft_clear(s, clear, place)) {
            place->x = k;
            return false;
        }
        *place = (NvRasterPlace) { 0 };
    }
    return true;
}

const NvRasterOps nv_raster_soft = {
    .name = "soft",
    .help = "draws into VRAM; argument \"reference\": no special cases, "
            "\"lanes\": no machine code, \"jit\": at once, \"jit8\": for "
            "AVX2",
    .create = soft_create,
    .destroy = soft_destroy,
    .threads = soft_threads,
    .state = soft_state,
    .points = soft_points,
    .lines = soft_lines,
    .triangles = soft_triangles,
    .lanes = soft_lanes,
    .clear = soft_clear,
    .settle = soft_settle,
};
