/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Textures and targets as pictures for the host to keep: the library has no
 * files.  A copy of raster is asked, so that nobody notices.
 */
#include "debug/look.h"
#include "raster/soft/surface.h"
#include "raster/soft/fragprog.h"
#include "raster/soft/texture.h"

#define MOST 4096u          /* pixels either way */

typedef struct Canvas {
    uint32_t width, height;
    uint32_t *argb;
} Canvas;

static void canvas(Canvas *c, uint32_t width, uint32_t height)
{
    c->width = MIN(width, MOST);
    c->height = MIN(height, MOST);
    c->argb = g_new0(uint32_t, (size_t)c->width * c->height);
}

static void keep(const NvDebug *d, Canvas *c, const char *file, GString *out)
{
    const NvPicture picture = { c->width, c->height, c->argb };
    const NvHostOps *ops = d->env->ops;
    g_autofree char *why = NULL;

    if (!c->width || !c->height) {
        g_string_append(out, "it has no pixels\n");
    } else if (!file) {
        g_string_append_printf(out, "%ux%u pixels; give a FILE.png to keep "
                               "them\n", c->width, c->height);
    } else if (!ops->picture) {
        g_string_append(out, "there is nobody to keep pictures here\n");
    } else if (!ops->picture(d->env->host, file, &picture, &why)) {
        g_string_append_printf(out, "%s\n", why ? why : "it was not kept");
    } else {
        g_string_append_printf(out, "%s: %ux%u pixels\n", file, c->width,
                               c->height);
    }
    g_free(c->argb);
}

/* ---- textures ---- */

typedef struct Wanted {
    uint32_t unit, level, face, slice;
    const char *file;
} Wanted;

static bool parse(char **w, Wanted *want, GString *out)
{
    static const char *const names[] = { "level", "face", "slice" };
    uint32_t *numbers[] = { &want->level, &want->face, &want->slice };

    *want = (Wanted) { 0 };
    if (!nv_debug_number(*w, &want->unit) || want->unit >= NV_TEX_UNITS) {
        g_string_append_printf(out, "texture takes a UNIT from 0 to %u, then "
                               "[level N] [face N] [slice N] [FILE.png]\n",
                               NV_TEX_UNITS - 1);
        return false;
    }
    while (*++w) {
        unsigned i = 0;

        while (i < NV_ARRAY_SIZE(names) && strcmp(*w, names[i])) {
            i++;
        }
        if (i == NV_ARRAY_SIZE(names)) {
            want->file = *w;
        } else if (!nv_debug_number(*++w, numbers[i])) {
            g_string_append_printf(out, "%s takes a number\n", names[i]);
            return false;
        }
    }
    return true;
}

static bool fits(const NvSoftTexture *t, const Wanted *want, GString *out)
{
    unsigned faces = t->how->cube ? 6 : 1, levels = MAX(t->how->levels, 1);

    if (!t->how->on) {
        g_string_append_printf(out, "texture %u is off\n", want->unit);
    } else if (t->fault) {
        g_string_append_printf(out, "texture %u is white: %s 0x%x\n",
                               want->unit, t->fault, t->fault_value);
    } else if (want->level >= levels || want->face >= faces ||
               want->slice >= t->level[want->level].d) {
        g_string_append_printf(out, "texture %u has levels 0..%u, faces 0..%u,"
                               " slices 0..%u in the first level\n",
                               want->unit, levels - 1, faces - 1,
                               t->level[0].d - 1);
    } else {
        return true;
    }
    return false;
}

static void paint(const NvSoftTexture *t, const Wanted *want, Canvas *c)
{
    NvTexPlace p = { want->level, want->face, 0, 0, want->slice };
    uint32_t *to;

    canvas(c, t->level[want->level].w, t->level[want->level].h);
    to = c->argb;
    for (p.y = 0; p.y < c->height; p.y++) {
        for (p.x = 0; p.x < c->width; p.x++) {
            *to++ = nv_soft_texel_color(t, &p);
        }
    }
}

void nv_debug_run_texture(NvDebug *d, char **words, GString *out)
{
    NvLook *look = nv_look_new(d);
    g_autofree NvRaster *raster = NULL;
    NvSoftTexture *t = g_new0(NvSoftTexture, 1);
    Wanted want;
    Canvas c;

    if (parse(words, &want, out)) {
        nv_raster_pixel(d->pgraph->raster);
        raster = g_memdup2(d->pgraph->raster, sizeof(*raster));
        raster->env = &look->env;
        raster->mem = &look->mem;
        t->how = &raster->pixel.texture[want.unit];
        nv_soft_texture_setup(raster, want.unit, true, t);
        if (fits(t, &want, out)) {
            paint(t, &want, &c);
            keep(d, &c, want.file, out);
        }
        nv_soft_texture_free(t);
    }
    g_free(t);
    nv_look_free(look);
}

/* ---- targets ---- */

static uint32_t color_of(const NvColorFormat *f, uint32_t word)
{
    static const uint8_t shift[4] = { 16, 8, 0, 24 };
    uint32_t argb = 0;

    for (unsigned c = 0; c < 4; c++) {
        argb |= (uint32_t)nv_soft_decode(f, word, c) << shift[c];
    }
    return argb;
}

/* Of surfaces of floats. */
static uint32_t real_of(const NvSoftSurface *s, unsigned x, unsigned y)
{
    const uint8_t *p = s->data + (size_t)y * s->pitch + (size_t)x * s->step;
    float rgba[4] = { 0, 0, 0, 1 };

    for (unsigned c = 0; c < MIN(s->format->channels, 4); c++) {
        rgba[c] = s->format->real == 32 ? nv_u2f(nv_ld32(p + 4 * c)) :
                  nv_frag_from_half(nv_ld16(p + 2 * c));
    }
    return nv_soft_cut_color(rgba);
}

static void load_line(const NvSoftSurface *s, Canvas *c, unsigned y)
{
    uint32_t words[NV_SOFT_SPAN];

    for (unsigned x = 0; x < c->width; x += NV_SOFT_SPAN) {
        unsigned n = MIN(c->width - x, NV_SOFT_SPAN);
        uint32_t *to = &c->argb[(size_t)y * c->width + x];
        bool real = s->format && s->format->real;

        if (!real) {
            nv_soft_load(s, x, y, n, words);
        }
        for (unsigned i = 0; i < n; i++) {
            to[i] = real ? real_of(s, x + i, y) :
                    s->format ? color_of(s->format, words[i]) :
                    s->bytes == 2 ? words[i] : words[i] >> 8;
        }
    }
}

/* Grey from the nearest, white, to the farthest; all alike: grey. */
static void spread_depth(Canvas *c, GString *out)
{
    size_t count = (size_t)c->width * c->height;
    uint32_t least = UINT32_MAX, most = 0;

    for (size_t i = 0; i < count; i++) {
        least = MIN(least, c->argb[i]);
        most = MAX(most, c->argb[i]);
    }
    for (size_t i = 0; i < count; i++) {
        uint32_t grey = most > least ? 255 - (uint64_t)(c->argb[i] - least) *
                                       255 / (most - least) : 128;

        c->argb[i] = 0xff000000 | grey * 0x010101;
    }
    g_string_append_printf(out, "depths from 0x%06x (white) to 0x%06x "
                           "(black)\n", least, most);
}

void nv_debug_run_target(NvDebug *d, char **words, GString *out)
{
    NvRaster *raster = d->pgraph->raster;
    const NvPixelState *p = nv_raster_pixel(raster);
    const NvPixelMemory *m = nv_raster_memory(raster);
    bool color = !g_strcmp0(*words, "colour") || !g_strcmp0(*words, "color");
    NvRect clip = p->clip.draw;
    NvSoftSurface s;
    Canvas c;

    if (!color && g_strcmp0(*words, "depth")) {
        g_string_append(out, "target takes colour or depth, then "
                        "[FILE.png]\n");
        return;
    }
    nv_soft_surface(raster, color ? &p->color : &p->zeta,
                    color ? &m->color : &m->zeta,
                    color ? &nv_color_formats[p->color.format] : NULL, &s,
                    &clip);
    if (!s.on) {
        g_string_append_printf(out, "there is no %s target\n", *words);
        return;
    }
    /* From the surface's corner, as far as the clip reaches. */
    canvas(&c, MAX(clip.x1, 0), MAX(clip.y1, 0));
    for (unsigned y = 0; y < c.height; y++) {
        load_line(&s, &c, y);
    }
    if (!color && c.width && c.height) {
        spread_depth(&c, out);
    }
    keep(d, &c, words[1], out);
}
