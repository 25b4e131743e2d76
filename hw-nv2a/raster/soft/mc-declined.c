/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What machine code cannot do yet: a row each.  The stages draw it.
 */
#include "raster/soft/soft.h"
#include "raster/soft/wrap.h"

static bool other_color(const NvSoft *s)
{
    const NvColorFormat *f = s->color.format;
    bool wide = false;

    if (!nv_soft_wants_color(s)) {
        return false;
    }
    for (unsigned c = 0; c < 4; c++) {
        wide |= f->width[c] && f->width[c] != 8;
    }
    return wide || f->bytes != 4 || s->color.swizzled;
}

static bool other_zeta(const NvSoft *s)
{
    const NvPixelDepth *d = &s->pixel->depth;

    return d->by_w || (nv_soft_wants_zeta(s) &&
                       (d->is_float || d->bounds || d->bits != 24 ||
                        s->zeta.swizzled));
}

static bool other_clip(const NvSoft *s)
{
    return nv_soft_wants_window(s) || nv_soft_wants_stipple(s);
}

bool nv_mc_reads_fog(const NvSoft *s)
{
    return s->rc.reads & NV_BIT(NV_RC_FOG);
}

static bool other_fog(const NvSoft *s)
{
    const NvPixelFog *fog = &s->pixel->fog;

    return nv_mc_reads_fog(s) && fog->on &&
           ((fog->mode & 3) || !isfinite(fog->coeff[0]) ||
            !isfinite(fog->coeff[1]));
}

static bool other_shader(const NvSoft *s)
{
    for (unsigned u = 0; u < NV_SHADER_STAGES; u++) {
        if (s->pixel->shader.op[u] > 1 ||
            (nv_soft_has_program(s) && s->pixel->shader.op[u])) {
            return true;
        }
    }
    return false;
}

bool nv_mc_samples(const NvSoft *s, unsigned u)
{
    bool asked = nv_soft_has_program(s) ? s->frag.units >> u & 1
                 : u < NV_SHADER_STAGES && s->pixel->shader.op[u];

    return asked && s->tex[u].how->on;
}

/* What only Curie has: other mirrors, lines with coordinates 0..1. */
static bool odd(const NvPixelTexture *how, const NvTexFormat *format)
{
    bool lines = format->layout == NV_TEX_RECT;

    return how->wrap[0] > WRAP_CLAMP || how->wrap[1] > WRAP_CLAMP ||
           how->in_lines != lines || how->unscaled != lines;
}

/* A texel of two bytes lies across two words: drivers align, guests need not. */
static bool across(const NvSoftTexture *t)
{
    return t->format->bytes == 2 && (uintptr_t)t->data & 1;
}

static bool other_image(const NvSoft *s, const NvSoftTexture *t)
{
    const NvPixelTexture *how = t->how;

    return t->white || across(t) || t->real || odd(how, t->format) || !t->data ||
           how->dim != 2 || how->cube || how->border || how->sign ||
           how->key_mode || how->alpha_kill || how->taps > 1 ||
           (how->remap && (how->gamma || !nv_soft_has_program(s))) ||
           t->format->depth_bits ||
           !(t->texel->bits || t->format->indexed ||
             t->format->layout == NV_TEX_DXT);
}

static bool other_texture(const NvSoft *s)
{
    for (unsigned u = 0; u < NV_TEX_UNITS; u++) {
        if (nv_mc_samples(s, u) && other_image(s, &s->tex[u])) {
            return true;
        }
    }
    return false;
}

/* Magnified otherwise than what is small. */
static bool two_filters(const NvSoft *s)
{
    for (unsigned u = 0; u < NV_TEX_UNITS; u++) {
        const NvSoftTexture *t = &s->tex[u];
        bool linear = t->how->min == 2 || t->how->min == 4 ||
                      t->how->min >= 6;

        if (nv_mc_samples(s, u) && nv_soft_texture_needs_lod(t) &&
            (t->rect || linear != (t->how->mag != 1))) {
            return true;
        }
    }
    return false;
}

static bool no_plan(const NvSoft *s)
{
    return !s->plan.valid;
}

static bool other_program(const NvSoft *s)
{
    return nv_soft_has_program(s) &&
           (!nv_mc_program_fits(&s->frag) ||
            (s->pixel->program.depth_out && s->frag.depth));
}

static bool hazards(const NvSoft *s)
{
    return !s->apart;
}

static bool several_samples(const NvSoft *s)
{
    return s->samples != 1;
}

static bool huge(const NvSoft *s)
{
    const NvSoftSurface *f[2] = { &s->color, &s->zeta };
    uint64_t range[2];

    for (unsigned i = 0; i < 2; i++) {
        nv_soft_extent(f[i], &s->clip, range);
        if (f[i]->on && range[1] - range[0] > INT32_MAX) {
            return true;
        }
    }
    return false;
}

/* In this order: the later ones may look at what the first ones exclude. */
static const struct {
    const char *why;
    bool (*applies)(const NvSoft *s);
} declined[] = {
    { "what some fragment programs do", other_program },
    { "combiners without a list", no_plan },
    { "several colour surfaces", nv_soft_wants_more },
    { "pixels that see each other", hazards },
    { "several samples a pixel", several_samples },
    { "a surface of 2 GiB", huge },
    { "a surface of floats", nv_soft_wants_real },
    { "colours of other than 8 bits, or swizzled", other_color },
    { "depth other than 24 bits, linear", other_zeta },
    { "clip windows or a stipple", other_clip },
    { "fog that is exponential, or no number", other_fog },
    { "texture shader operations", other_shader },
    { "colors from Y Cb Cr", nv_soft_wants_space },
    { "textures of other kinds", other_texture },
    { "a filter for what is large, another for what is small", two_filters },
};

const char *nv_mc_declined(const NvSoft *s)
{
    for (unsigned i = 0; i < NV_ARRAY_SIZE(declined); i++) {
        if (declined[i].applies(s)) {
            return declined[i].why;
        }
    }
    return NULL;
}
