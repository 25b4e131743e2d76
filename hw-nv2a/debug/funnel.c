/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The funnel of a draw: how many vertices came, what became of primitives and
 * of their fragments, and so why one is not to be seen.  No hardware facts.
 */
#include "debug/debug.h"

static NvFunnel totals(const NvDebug *d)
{
    const NvIdx *idx = d->pgraph->idx;

    return (NvFunnel) {
        .vertices = idx->vertices, .transformed = idx->xf->vertices,
        .vtx = idx->vtx->counts, .given = d->pgraph->raster->primitives,
        .pixels = d->pixels,
    };
}

/* Of what are nothing but counts. */
static void subtract(void *from, const void *what, size_t bytes)
{
    uint64_t *a = from;
    const uint64_t *b = what;

    for (size_t i = 0; i < bytes / sizeof(*a); i++) {
        a[i] -= b[i];
    }
}

static NvFunnel since(const NvDebug *d)
{
    const NvFunnel *open = &d->open;
    NvFunnel f = totals(d);

    f.draw = open->draw;
    f.primitive = open->primitive;
    f.vertices -= open->vertices;
    f.transformed -= open->transformed;
    f.given -= open->given;
    subtract(&f.vtx, &open->vtx, sizeof(f.vtx));
    subtract(&f.pixels, &open->pixels, sizeof(f.pixels));
    return f;
}

static void close_draw(NvDebug *d)
{
    if (d->open.draw) {
        d->funnel[d->open.draw % NV_FUNNELS] = since(d);
    }
}

void nv_debug_count(NvDebug *d, bool on)
{
    d->funnels = on;
    d->open.draw = 0;
    memset(d->funnel, 0, sizeof(d->funnel));
    d->pgraph->raster->funnel = on ? &d->pixels : NULL;
}

void nv_debug_draw_begins(NvDebug *d, uint32_t prim)
{
    if (d->funnels) {
        close_draw(d);
        d->open = totals(d);
        d->open.draw = d->draws;
        d->open.primitive = prim;
    }
}

bool nv_debug_funnel(const NvDebug *d, uint64_t draw, NvFunnel *funnel)
{
    if (!draw || !d->open.draw || draw > d->open.draw) {
        return false;
    }
    *funnel = draw == d->open.draw ? since(d) : d->funnel[draw % NV_FUNNELS];
    return funnel->draw == draw;
}

/* ---- text ---- */

static const struct {
    NvFailed kind;
    const char *words, *brief;
} tests[] = {
    { NV_FAILED_WINDOW, "outside the clip rectangles", "window" },
    { NV_FAILED_STIPPLE, "failed by the stipple", "stipple" },
    { NV_FAILED_NEAR_FAR, "nearer or farther than the depth range", "range" },
    { NV_FAILED_TEXTURE, "killed by a texture", "texture" },
    { NV_FAILED_PROGRAM, "killed by the fragment program", "program" },
    { NV_FAILED_ALPHA, "failed the alpha test", "alpha" },
    { NV_FAILED_BOUNDS, "outside the depth bounds", "bounds" },
    { NV_FAILED_STENCIL, "failed the stencil test", "stencil" },
    { NV_FAILED_DEPTH, "failed the depth test", "depth" },
};

static uint64_t assembled(const NvFunnel *f)
{
    return f->vtx.points + f->vtx.lines + f->vtx.triangles;
}

static void row(GString *out, uint64_t n, const char *words)
{
    if (n) {
        g_string_append_printf(out, "%12" PRIu64 "  %s\n", n, words);
    }
}

/* What all that came ended at; NULL: something was written, or nothing came. */
static const char *verdict(const NvFunnel *f)
{
    uint64_t all = assembled(f), failed = 0;

    if (!f->vertices) {
        return "no vertex came between BEGIN and END";
    }
    if (!all) {
        return "the vertices are too few for a primitive";
    }
    if (!f->given) {
        return f->vtx.bad == all ? "a corner of each is no number" :
               f->vtx.outside + f->vtx.cut_away == all ?
               "all are outside the view" :
               f->vtx.culled == all ? "all are culled" :
               f->vtx.flat == all ? "none has an area: corners fall together" :
               "no primitive is left";
    }
    for (unsigned i = 0; i < NV_ARRAY_SIZE(tests); i++) {
        uint64_t n = f->pixels.failed[tests[i].kind];

        if (n && n == f->pixels.tested) {
            return tests[i].words;
        }
        failed += n;
    }
    return f->pixels.tested && failed == f->pixels.tested ?
           "each pixel failed a test" : NULL;
}

void nv_funnel_print(const NvFunnel *f, GString *out)
{
    const char *why = verdict(f);

    g_string_append_printf(out, "draw %" PRIu64 ", %s%s%s\n", f->draw,
                           nv_primitive_name(f->primitive),
                           why ? ": nothing is drawn, " : "",
                           why ? why : "");
    g_string_append_printf(out, "%12" PRIu64 "  vertices, %" PRIu64
                           " transformed\n", f->vertices, f->transformed);
    g_string_append_printf(out, "%12" PRIu64 "  primitives assembled\n",
                           assembled(f));
    row(out, f->vtx.bad, "not finite: a corner is no number");
    row(out, f->vtx.outside, "outside the view");
    row(out, f->vtx.culled, "culled");
    row(out, f->vtx.flat, "without an area");
    row(out, f->vtx.cut, "clipped");
    row(out, f->vtx.cut_away, "clipped, with nothing left");
    g_string_append_printf(out, "%12" PRIu64 "  primitives given to raster\n",
                           f->given);
    g_string_append_printf(out, "%12" PRIu64 "  pixels tested\n",
                           f->pixels.tested);
    for (unsigned i = 0; i < NV_ARRAY_SIZE(tests); i++) {
        row(out, f->pixels.failed[tests[i].kind], tests[i].words);
    }
    g_string_append_printf(out, "%12" PRIu64 "  pixels written\n",
                           f->pixels.written);
}

void nv_funnel_print_head(GString *out)
{
    g_string_append(out, "  draw primitive       vertices  prims  given   "
                    "tested  written  lost\n");
}

static void lost(GString *out, uint64_t n, const char *brief)
{
    if (n) {
        g_string_append_printf(out, "  %s %" PRIu64, brief, n);
    }
}

void nv_funnel_print_line(const NvFunnel *f, GString *out)
{
    g_string_append_printf(out, "%6" PRIu64 " %-15s %8" PRIu64 " %6" PRIu64
                           " %6" PRIu64 " %8" PRIu64 " %8" PRIu64,
                           f->draw, nv_primitive_name(f->primitive),
                           f->vertices, assembled(f), f->given,
                           f->pixels.tested, f->pixels.written);
    lost(out, f->vtx.bad, "bad");
    lost(out, f->vtx.outside + f->vtx.cut_away, "outside");
    lost(out, f->vtx.culled, "culled");
    lost(out, f->vtx.flat, "flat");
    for (unsigned i = 0; i < NV_ARRAY_SIZE(tests); i++) {
        lost(out, f->pixels.failed[tests[i].kind], tests[i].brief);
    }
    g_string_append_c(out, '\n');
}
