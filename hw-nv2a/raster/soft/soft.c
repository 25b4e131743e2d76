/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The soft backend: draws straight into VRAM on one core.  State is taken
 * from the bundles once per change; bit positions are those of the hardware
 * documents on pipeline bundles (hw).
 */
#include "raster/soft/soft.h"

/* Two words: begin and size in x, then in y. */
static NvRect rectangle(const NvSoft *s, NvBundle bundle)
{
    uint32_t h = nv_soft_word(s, bundle), v = nv_soft_word(s, bundle + 1);
    NvRect r = { h & 0xffff, v & 0xffff, 0, 0 };

    r.x1 = r.x0 + (h >> 16);
    r.y1 = r.y0 + (v >> 16);
    /* Window clips have 12 bits, so nothing further out is drawn (guess). */
    r.x1 = r.x1 < 4096 ? r.x1 : 4096;
    r.y1 = r.y1 < 4096 ? r.y1 : 4096;
    return r;
}

static void move(NvRect *r, int x, int y)
{
    r->x0 += x;
    r->x1 += x;
    r->y0 += y;
    r->y1 += y;
}

static void intersect(NvRect *r, const NvRect *with)
{
    r->x0 = r->x0 > with->x0 ? r->x0 : with->x0;
    r->y0 = r->y0 > with->y0 ? r->y0 : with->y0;
    r->x1 = r->x1 < with->x1 ? r->x1 : with->x1;
    r->y1 = r->y1 < with->y1 ? r->y1 : with->y1;
}

/* Scissor, the viewport's rectangle and the window's offset (emulators). */
static void setup_scissor(NvSoft *s)
{
    static const NvBundle bundles[] = {
        NV_BUNDLE_SCISSOR_HV, NV_BUNDLE_VIEWPORT_HV,
    };
    uint32_t offset = nv_soft_word(s, NV_BUNDLE_VIEWPORT_OFFSET);

    s->offset_x = nv_sextract(offset, 0, 13);
    s->offset_y = nv_sextract(offset, 16, 13);
    for (unsigned i = 0; i < NV_ARRAY_SIZE(bundles); i++) {
        NvRect r = rectangle(s, bundles[i]);

        move(&r, s->offset_x, s->offset_y);
        intersect(&s->clip, &r);
    }
}

static void setup_surfaces(NvSoft *s)
{
    NvRaster *raster = s->raster;
    NvSurface color = raster->color;

    s->clip = rectangle(s, NV_BUNDLE_CLIP_HV);
    s->offset_x = s->offset_y = 0;
    if (s->late) {
        setup_scissor(s);
    }
    /* The second target has no surface here. */
    if (raster->program && !(nv_soft_word(s, NV_BUNDLE_RT_ENABLE) & 1)) {
        color.valid = 0;
    }
    nv_soft_surface(raster, &color, false, &s->color, &s->clip);
    nv_soft_surface(raster, &raster->zeta, true, &s->zeta, &s->clip);
    s->zbits = s->zeta.bytes == 2 ? 16 : 24;
    if (!s->color.on && !s->zeta.on) {
        s->clip = (NvRect) { 0, 0, 0, 0 };
    }
    s->window_exclusive = nv_soft_word(s, NV_BUNDLE_RASTER) & NV_BIT(31);
    for (unsigned i = 0; i < 8; i++) {
        uint32_t h = nv_soft_word(s, NV_BUNDLE_CLIP_RECT_HORIZ + i);
        uint32_t v = nv_soft_word(s, NV_BUNDLE_CLIP_RECT_VERT + i);

        s->window[i] = (NvRect) {
            nv_extract(h, 0, 12), nv_extract(v, 0, 12),
            nv_extract(h, 16, 12) + 1, nv_extract(v, 16, 12) + 1,
        };
        move(&s->window[i], s->offset_x, s->offset_y);
    }
}

/* Curie's CONFIG_A has no masks and no reference; BLEND's switch moved. */
static bool is_curie(const NvSoft *s)
{
    return nv_chip_generation(s->raster->chip) == NV_CURIE;
}

static void setup_stencil(NvSoft *s)
{
    uint32_t a = nv_soft_word(s, NV_BUNDLE_STENCIL_A);
    uint32_t b = nv_soft_word(s, NV_BUNDLE_STENCIL_B);
    bool there = s->zbits == 24 && s->zeta.on;
    bool write = is_curie(s) ||
                 nv_soft_word(s, NV_BUNDLE_CONFIG_A) & NV_BIT(25);

    s->side[0] = (NvSoftStencil) {
        .on = there && a & 1, .func = nv_extract(a, 4, 3),
        .ref = nv_extract(a, 8, 8), .mask = nv_extract(a, 16, 8),
        .write = there && a & 1 && write ? nv_extract(a, 24, 8) : 0,
        .op = { b & 15, b >> 4 & 15, b >> 8 & 15 },
    };
    s->side[1] = s->side[0];
    if (s->late && a & NV_BIT(1)) {
        uint32_t c = nv_soft_word(s, NV_BUNDLE_STENCIL_C);
        uint32_t d = nv_soft_word(s, NV_BUNDLE_STENCIL_D);

        s->side[1] = (NvSoftStencil) {
            .on = there, .func = nv_extract(d, 16, 3),
            .ref = nv_extract(d, 8, 8), .mask = nv_extract(d, 0, 8),
            .write = there && write ? nv_extract(c, 0, 8) : 0,
            .op = { c >> 16 & 15, c >> 12 & 15, c >> 8 & 15 },
        };
    }
    s->stencil = s->side[0].on || s->side[1].on;
}

static uint32_t bound_of(const NvSoft *s, NvBundle bundle)
{
    return nv_soft_encode_depth((double)nv_u2f(nv_soft_word(s, bundle)) *
                                s->zscale, s->zbits, s->zfloat);
}

static void setup_depth(NvSoft *s)
{
    uint32_t a = nv_soft_word(s, NV_BUNDLE_CONFIG_A);
    uint32_t config = nv_soft_word(s, NV_BUNDLE_Z_CONFIG);
    float n = nv_u2f(nv_soft_word(s, NV_BUNDLE_DEPTH_RANGE_NEAR));
    float f = nv_u2f(nv_soft_word(s, NV_BUNDLE_DEPTH_RANGE_FAR));

    s->zfloat = nv_soft_word(s, NV_BUNDLE_RASTER) & NV_BIT(29);
    s->depth_test = a & NV_BIT(14);
    s->depth_func = nv_extract(a, 16, 3);
    s->depth_w = a & NV_BIT(23);
    s->depth_write = a & NV_BIT(24);
    s->depth_clamp = config & NV_BIT(4);
    /* Rankine's classes send 0..1; floats are stored as they are (guess). */
    s->zscale = !s->raster->program || s->zfloat ? 1.0
                : s->zbits == 16 ? 65535.0 : 16777215.0;
    /* Near and far may come in either order (guess). */
    s->near = (n < f ? n : f) * s->zscale;
    s->far = (n < f ? f : n) * s->zscale;
    /* NV35; its classes alone set the bit. */
    s->bounds = s->late && config & NV_BIT(5) && s->zeta.on;
    s->bound[0] = bound_of(s, NV_BUNDLE_DEPTH_BOUNDS_MIN);
    s->bound[1] = bound_of(s, NV_BUNDLE_DEPTH_BOUNDS_MAX);
    setup_stencil(s);
}

static void setup_encode(NvSoft *s, unsigned rgba)
{
    const NvColorFormat *f = s->color.format;

    if (f->real) {
        s->color_bits = rgba & (NV_BIT(f->channels) - 1);
        return;
    }
    s->color_bits = nv_soft_channel_bits(f, rgba);
    for (unsigned c = 0; c < 4 && s->encoded != f; c++) {
        for (unsigned v = 0; v < 256; v++) {
            uint8_t bytes[4] = { 0 };

            bytes[c] = v;
            s->encode[c][v] = nv_soft_encode(f, bytes);
        }
    }
    s->encoded = f;
}

static void setup_color(NvSoft *s)
{
    uint32_t a = nv_soft_word(s, NV_BUNDLE_CONFIG_A);
    uint32_t blend = nv_soft_word(s, NV_BUNDLE_BLEND);
    uint32_t constant = nv_soft_word(s, NV_BUNDLE_BLEND_COLOR);

    /* Of Curie's 16 bits drivers send 8 (doc). */
    s->alpha_ref = is_curie(s) ? nv_soft_word(s, NV_BUNDLE_ALPHA_FUNC_REF)
                               : nv_extract(a, 0, 8);
    s->alpha_func = nv_extract(a, 8, 3);
    s->alpha_test = a & NV_BIT(12);
    s->equation[0] = nv_extract(blend, 0, 3);
    s->equation[1] = is_curie(s) ? nv_extract(blend, 17, 3) : s->equation[0];
    s->blend = blend & (is_curie(s) ? NV_BIT(28) : NV_BIT(3));
    for (unsigned i = 0; i < 2; i++) {
        unsigned up = i && s->late ? 16 : 0;

        s->src_factor[i] = nv_extract(blend, 4 + up, 4);
        s->dst_factor[i] = nv_extract(blend, 8 + up, 4);
    }
    s->logic_op = nv_extract(blend, 12, 4);
    s->logic = blend & NV_BIT(16);
    for (unsigned c = 0; c < 4; c++) {
        s->blend_color[c] = constant >> (c == 3 ? 24 : 16 - 8 * c);
    }
    s->color_bits = 0;
    if (s->color.on) {
        uint32_t mask = is_curie(s) ? nv_soft_word(s, NV_BUNDLE_COLOR_MASK) >> 8
                                    : a >> 26;

        /* Bits 0 A, 1 R, 2 G, 3 B to r g b a. */
        setup_encode(s, nv_extract(mask, 1, 3) | (mask & 1) << 3);
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
    uint64_t range[2][2] = { { 0 } };

    for (unsigned i = 0; i < 2; i++) {
        const NvSoftSurface *f = surfaces[i];

        if (!used[i]) {
            continue;
        }
        nv_soft_extent(f, &s->clip, range[i]);
        if (!f->swizzled && f->pitch < f->line) {
            return false;
        }
    }
    if (!apart(range[0], range[1])) {
        return false;
    }
    for (unsigned u = 0; s->units >> u; u++) {
        const NvSoftTexture *t = &s->tex[u];
        uint64_t at = t->data - s->raster->mem->vram;
        uint64_t texels[2] = { at, at + t->size };

        if (t->on && t->data && !t->copy &&
            !(apart(texels, range[0]) && apart(texels, range[1]))) {
            return false;
        }
    }
    return true;
}

/* Host time of a texture unit, in plain pixels; a stage takes about one. */
#define UNIT_PIXELS 16
#define LANES_PIXELS 3          /* of one that lanes.c samples */

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
    s->fast = s->reference ? NULL : nv_soft_fast_span(s);
    s->batch = !s->reference && !s->quads && independent(s);
    s->pixel_cost = s->nstages;
    for (unsigned u = 0; s->units >> u; u++) {
        if (s->units >> u & 1) {
            s->pixel_cost += s->tex[u].lanes ? LANES_PIXELS : UNIT_PIXELS;
        }
    }
    if (s->program) {
        s->pixel_cost += s->frag.ops->len * (s->quads ? 8 : 4);
    }
}

static void setup_textures(NvSoft *s)
{
    uint16_t want = s->program ? s->frag.units : 0;

    for (unsigned u = 0; u < NV_SOFT_STAGES_TEX && !s->program; u++) {
        want |= s->shader_op[u] ? 1u << u : 0;
    }
    for (unsigned u = 0; (want | s->units) >> u; u++) {
        if (want >> u & 1) {
            nv_soft_texture_setup(s, u);
        } else if (s->units >> u & 1) {
            nv_soft_texture_free(s, u);
            memset(&s->tex[u], 0, sizeof(s->tex[u]));
        }
    }
    s->units = want;
    s->quads = s->program && s->frag.quads;
    for (unsigned u = 0; s->program && want >> u; u++) {
        s->quads |= nv_soft_texture_needs_lod(&s->tex[u]);
    }
}

static void soft_state(void *backend)
{
    NvSoft *s = backend;
    uint32_t b = nv_soft_word(s, NV_BUNDLE_CONFIG_B);
    uint32_t raster = nv_soft_word(s, NV_BUNDLE_RASTER);

    setup_surfaces(s);
    setup_depth(s);
    setup_color(s);
    s->perspective = b & NV_BIT(6);
    s->fog_on = b & NV_BIT(8);
    s->fog_mode = nv_extract(b, 16, 3);
    s->fog_coeff[0] = nv_u2f(nv_soft_word(s, NV_BUNDLE_FOG_COEFF));
    s->fog_coeff[1] = nv_u2f(nv_soft_word(s, NV_BUNDLE_FOG_COEFF + 1));
    s->count = b & NV_BIT(20);
    /* NV25 moved the enable to LINE_STIPPLE. */
    s->stipple = nv_chip_has(s->raster->chip, NV_CAP_LINE_STIPPLE)
                     ? nv_soft_word(s, NV_BUNDLE_LINE_STIPPLE) & 1
                     : raster & NV_BIT(4);
    nv_soft_shader_setup(s);
    nv_soft_program_setup(s);
    setup_textures(s);
    nv_soft_combiner_setup(s);
    setup_stages(s);
}

static void *soft_create(NvRaster *raster, const char *arg, GError **error)
{
    NvSoft *s;

    if (arg && *arg && strcmp(arg, "reference")) {
        g_set_error(error, NV_STATE_ERROR, 0,
                    "raster backend \"soft\" knows the argument "
                    "\"reference\", not \"%s\"", arg);
        return NULL;
    }
    s = g_new0(NvSoft, 1);
    s->raster = raster;
    s->reference = arg && *arg;
    s->late = nv_chip_generation(raster->chip) >= NV_RANKINE;
    nv_frag_init(&s->frag);
    return s;
}

static void soft_destroy(void *backend)
{
    NvSoft *s = backend;

    for (unsigned u = 0; u < NV_SOFT_UNITS; u++) {
        nv_soft_texture_free(s, u);
    }
    nv_frag_free(&s->frag);
    g_free(s->run);
    g_free(s);
}

/* False when there is nothing to draw on. */
static bool begin(NvSoft *s)
{
    if (s->clip.x1 <= s->clip.x0 || s->clip.y1 <= s->clip.y0) {
        nv_trace(s->raster->env, raster_reject, "no surface to draw on");
        return false;
    }
    return true;
}

static void end(NvSoft *s)
{
    nv_soft_report(s->raster, &s->zeta);
    nv_soft_report(s->raster, &s->color);
}

/* Corners as the window's offset puts them; @room for three. */
static const NvRasterVertex *moved(const NvSoft *s, const NvRasterVertex *v,
                                   unsigned n, NvRasterVertex *room)
{
    if (!s->offset_x && !s->offset_y) {
        return v;
    }
    for (unsigned i = 0; i < n; i++) {
        room[i] = v[i];
        room[i].x += s->offset_x;
        room[i].y += s->offset_y;
    }
    return room;
}

static void soft_points(void *backend, const NvRasterVertex *v,
                        unsigned count)
{
    NvSoft *s = backend;
    NvRasterVertex room[1];

    for (unsigned i = 0; begin(s) && i < count; i++) {
        nv_soft_point(s, moved(s, &v[i], 1, room));
    }
    end(s);
}

static void soft_lines(void *backend, const NvRasterVertex *v, unsigned count)
{
    NvSoft *s = backend;
    NvRasterVertex room[2];

    for (unsigned i = 0; begin(s) && i + 1 < count; i += 2) {
        nv_soft_line(s, moved(s, &v[i], 2, room));
    }
    end(s);
}

static void soft_triangles(void *backend, const NvRasterVertex *v,
                           unsigned count)
{
    NvSoft *s = backend;
    NvRasterVertex room[3];

    for (unsigned i = 0; begin(s) && i + 2 < count; i += 3) {
        nv_soft_triangle(s, moved(s, &v[i], 3, room));
    }
    end(s);
}

static void soft_clear(void *backend, uint32_t mask)
{
    nv_soft_clear(backend, mask);
}

const NvRasterOps nv_raster_soft = {
    .name = "soft",
    .help = "draws into VRAM; argument \"reference\": no special cases",
    .create = soft_create,
    .destroy = soft_destroy,
    .state = soft_state,
    .points = soft_points,
    .lines = soft_lines,
    .triangles = soft_triangles,
    .clear = soft_clear,
};
