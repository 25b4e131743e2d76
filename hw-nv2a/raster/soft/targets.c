/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The surfaces that a state draws on: where they lie, what of them may be
 * drawn on, and how 8 bits become words of theirs.
 */
#include "raster/soft/soft.h"

/*
 * Of a pixel with two samples the first lies at its upper left corner, the
 * second in its centre (hw: 204,800 samples of a picture, all right), and
 * four at that corner, the middles of two sides and the centre (guess).
 * Colours and depth are those of the centre (hw for the second).
 */
void nv_soft_select_sample(NvSoft *s, unsigned k)
{
    const NvPixelSurface *how = s->color.on ? &s->pixel->color
                                            : &s->pixel->zeta;
    NvSoftSurface *surfaces[2] = { &s->color, &s->zeta };
    unsigned x = k % how->samples_x, y = k / how->samples_x;
    bool four = how->samples_y == 2;

    for (unsigned i = 0; i < 2; i++) {
        NvSoftSurface *f = surfaces[i];

        if (f->on) {
            f->data = s->raster->mem->vram + f->start + y * f->down +
                      (f->step > f->bytes ? x * f->bytes : 0);
        }
    }
    s->sample = (NvSoftSample) { x ? 0 : -8, (four ? y : x) ? 0 : -8 };
}

static void setup_samples(NvSoft *s)
{
    const NvPixelSurface *how = s->color.on ? &s->pixel->color
                                            : &s->pixel->zeta;

    s->sample = (NvSoftSample) { 0, 0 };
    s->samples = MAX(how->samples_x * how->samples_y, 1);
}

/* False: there is none. */
static bool setup_more(NvSoft *s)
{
    const NvPixelState *p = s->pixel;
    bool any = false;

    s->more_own = 0;
    for (unsigned i = 0; i < NV_MORE_TARGETS; i++) {
        const NvPixelTarget *t = &p->more[i];
        const NvColorFormat *f = &nv_color_formats[t->surface.format];

        nv_soft_surface(s->raster, &t->surface, &s->memory->more[i], f,
                        &s->more[i], &s->clear);
        s->more_bits[i] = !s->more[i].on ? 0
                          : f->real ? t->mask & (NV_BIT(f->channels) - 1)
                                    : nv_soft_channel_bits(f, t->mask);
        s->more_own |= (s->more[i].on && t->own) << i;
        any |= s->more[i].on;
    }
    return any;
}

static void setup_surfaces(NvSoft *s)
{
    const NvPixelState *p = s->pixel;

    s->clear = p->clip.clear;
    nv_soft_surface(s->raster, &p->color, &s->memory->color,
                    &nv_color_formats[p->color.format], &s->color, &s->clear);
    nv_soft_surface(s->raster, &p->zeta, &s->memory->zeta, NULL, &s->zeta,
                    &s->clear);
    if (!(setup_more(s) | s->color.on | s->zeta.on)) {
        s->clear = (NvRect) { 0, 0, 0, 0 };
    }
    s->clip = p->clip.draw;
    s->clip.x0 = MAX(s->clip.x0, s->clear.x0);
    s->clip.y0 = MAX(s->clip.y0, s->clear.y0);
    s->clip.x1 = MIN(s->clip.x1, s->clear.x1);
    s->clip.y1 = MIN(s->clip.y1, s->clear.y1);
    setup_samples(s);
}

/* All colour surfaces have one format; NULL: there is none. */
static const NvColorFormat *color_format(const NvSoft *s)
{
    const NvColorFormat *f = s->color.on ? s->color.format : NULL;

    for (unsigned i = 0; i < NV_MORE_TARGETS && !f; i++) {
        f = s->more[i].on ? s->more[i].format : NULL;
    }
    return f;
}

static void setup_encode(NvSoft *s)
{
    const NvColorFormat *f = color_format(s);
    unsigned rgba = s->color.on ? s->pixel->blend.mask : 0;
    NvSoftEncoder *e = &s->encode;
    bool round = nv_soft_has_program(s);        /* Rankine: a guess */

    e->bits = 0;
    if (!f) {
        return;
    }
    if (f->real) {
        e->bits = rgba & (NV_BIT(f->channels) - 1);
        return;
    }
    e->bits = nv_soft_channel_bits(f, rgba);
    for (unsigned c = 0; c < 4 && (e->made != f || e->round != round); c++) {
        for (unsigned v = 0; v < 256; v++) {
            uint8_t bytes[4] = { 0 };

            bytes[c] = v;
            e->channel[c][v] = nv_soft_encode(f, bytes, round);
        }
    }
    e->made = f;
    e->round = round;
}

void nv_soft_targets_setup(NvSoft *s)
{
    setup_surfaces(s);
    setup_encode(s);
}
