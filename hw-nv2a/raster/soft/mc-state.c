/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What machine code reads of a state.
 */
#include "raster/soft/soft.h"

static void fill_texture(const NvSoftTexture *t, NvMcSampler *out)
{
    const NvTexLevel *l = &t->level[0];
    unsigned both = MIN(l->log2_w, l->log2_h);
    uint32_t all = NV_BIT(l->log2_w + l->log2_h) - 1;
    uint32_t x = nv_soft_swizzle(l->w - 1u, 0, l->log2_w, l->log2_h);
    const uint8_t *first = t->data + l->offset;

    out->into = t->format->bytes < 4 ? (uintptr_t)first & 3 : 0;
    out->texels = first - out->into;
    out->scale[0] = t->rect ? 256.0f : 256.0f * l->w;
    out->scale[1] = t->rect ? 256.0f : 256.0f * l->h;
    out->size[0] = 256.0f * l->w;
    out->size[1] = 256.0f * l->h;
    out->last[0] = l->w - 1;
    out->last[1] = l->h - 1;
    out->both = both;
    out->both2 = 2 * both;
    out->both_mask = NV_BIT(both) - 1;
    out->mask[0] = x;
    out->mask[1] = all & ~x;
    out->pitch = t->how->pitch;
    out->border = t->how->border_color;
    out->row_log2 = MAX(l->log2_w, 2) + (t->format->bytes == 16 ? 2 : 1);
    out->palette = t->palette;
}

static void fill_levels(const NvSoftTexture *t, NvMcSampler *out)
{
    const NvPixelTexture *how = t->how;

    for (unsigned i = 0; i < how->levels; i++) {
        out->offset[i] = out->into + t->level[i].offset;
    }
    out->texels_in_1[0] = t->level[0].w;
    out->texels_in_1[1] = t->level[0].h;
    out->log2[0] = t->level[0].log2_w;
    out->log2[1] = t->level[0].log2_h;
    out->bias = how->bias;
    out->min_lod = how->min_lod;
    out->max_lod = how->max_lod;
    out->most_level = how->levels - 1;
    out->last_level = out->most_level;
}

static void fill_surfaces(const NvSoft *s, NvMcData *d)
{
    const NvColorFormat *f = s->color.format;

    d->color = s->color.data;
    d->zeta = s->zeta.data;
    d->color_pitch = s->color.pitch;
    d->zeta_pitch = s->zeta.pitch;
    d->bits = s->encode.bits;
    d->keep = ~d->bits;
    d->pad_keep = f ? ~f->pad : 0;
    d->fill = f ? f->fill : 0;
}

void nv_mc_fill_state(const NvSoft *s, NvMcData *d)
{
    const NvPixelState *p = s->pixel;

    fill_surfaces(s, d);
    for (unsigned c = 0; c < 4; c++) {
        d->blend_color[c] = p->blend.color[c];
    }
    d->alpha_ref = p->alpha.ref;
    for (unsigned i = 0; i < 2; i++) {
        const NvPixelStencil *from = &p->stencil[i];

        d->stencil_ref[i] = from->ref & from->mask;
        d->stencil_mask[i] = from->mask;
        d->stencil_write[i] = from->write;
        d->stencil_value[i] = from->ref;
        d->fog_coeff[i] = p->fog.coeff[i];
        d->fog_coeff_float[i] = p->fog.coeff[i];
    }
    d->near = s->depth.near;
    d->far = s->depth.far;
    for (unsigned u = 0; u < NV_TEX_UNITS; u++) {
        if (nv_mc_samples(s, u)) {
            fill_texture(&s->tex[u], &d->tex[u]);
            if (nv_soft_texture_needs_lod(&s->tex[u])) {
                fill_levels(&s->tex[u], &d->tex[u]);
            }
        }
    }
}
