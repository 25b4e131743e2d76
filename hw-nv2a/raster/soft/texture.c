/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Texture units: what a unit's words mean, and one check that every texel of
 * every level and face lies in readable memory.  Field positions and layout
 * are from the hardware documents on textures (hw).
 */
#include <math.h>

#include "raster/soft/soft.h"

#define COPY_MAX (32u << 20)    /* largest texture taken from the bus */
#define COPY_PIXEL 8u           /* bytes copied in the time of a plain pixel */

static bool white(NvSoft *s, unsigned unit, const char *why, uint32_t value)
{
    s->tex[unit].white = true;
    nv_unimp(s->raster->env, "texture unit %u: %s 0x%x", unit, why, value);
    return false;
}

static bool load_dma(NvSoft *s, unsigned which, NvDma *dma)
{
    uint32_t word = nv_soft_word(s, NV_BUNDLE_DMA_TEX + which);

    return nv_mem_dma_load(s->raster->mem, (word & 0xffff) << 4, dma);
}

static bool setup_size(NvSoft *s, unsigned unit, uint32_t format)
{
    NvSoftTexture *t = &s->tex[unit];
    unsigned log2[3] = { nv_extract(format, 20, 4), nv_extract(format, 24, 4),
                         nv_extract(format, 28, 4) };
    uint32_t rect = nv_soft_word(s, NV_BUNDLE_TEX_RECT + unit);
    unsigned most = 0;

    if (t->rect) {
        t->pitch = nv_soft_word(s, NV_BUNDLE_TEX_CONTROL_B + unit) >> 16;
        t->levels = 1;
        t->level[0].w = nv_extract(rect, 16, 13);
        t->level[0].h = nv_extract(rect, 0, 13);
        t->level[0].d = 1;
        return t->level[0].w && t->level[0].h ? true :
               white(s, unit, "empty rectangle", rect);
    }
    for (unsigned i = 0; i < 3; i++) {
        log2[i] = i < t->dim ? log2[i] : 0;
        if (log2[i] > (t->dim == 3 ? 9 : 12)) {
            return white(s, unit, "impossible size", format);
        }
        most = log2[i] > most ? log2[i] : most;
    }
    t->levels = nv_extract(format, 16, 4);
    t->levels = t->levels > most + 1 ? most + 1 : t->levels;
    t->levels = t->levels < 1 ? 1 : t->levels;
    for (unsigned i = 0; i < t->levels; i++) {
        NvTexLevel *l = &t->level[i];
        unsigned lw = log2[0] > i ? log2[0] - i : 0;
        unsigned lh = log2[1] > i ? log2[1] - i : 0;
        unsigned ld = log2[2] > i ? log2[2] - i : 0;

        l->w = NV_BIT(lw);
        l->h = NV_BIT(lh);
        l->d = NV_BIT(ld);
        /* With border texels the image is max(16, twice) a side (hw). */
        l->log2_w = !t->border ? lw : lw < 3 ? 4 : lw + 1;
        l->log2_h = !t->border || t->dim < 2 ? lh : lh < 3 ? 4 : lh + 1;
        l->log2_d = !t->border || t->dim < 3 ? ld : ld < 3 ? 4 : ld + 1;
    }
    return true;
}

static uint64_t level_bytes(const NvSoftTexture *t, const NvTexLevel *l)
{
    uint64_t w = (l->w + 3) / 4, h = (l->h + 3) / 4;

    switch (t->format->layout) {
    case NV_TEX_DXT:
        return w * h * l->d * t->format->bytes;
    case NV_TEX_RECT:
        w = t->format->pair ? (l->w + 1) & ~1u : l->w;
        return (uint64_t)(l->h - 1) * t->pitch + w * t->format->bytes;
    default:
        return (uint64_t)t->format->bytes <<
               (l->log2_w + l->log2_h + l->log2_d);
    }
}

/* Offsets of levels and faces; bytes of everything, 0 if far too many. */
static uint32_t layout(NvSoftTexture *t)
{
    uint64_t at = 0;

    for (unsigned i = 0; i < t->levels; i++) {
        t->level[i].offset = at;
        at += level_bytes(t, &t->level[i]);
    }
    if (t->cube) {
        at = (at + 127) & ~UINT64_C(127);
        t->face_bytes = at;
        at *= 6;
    }
    return at < UINT32_MAX / 2 ? at : 0;
}

/* Bytes of the texture, from VRAM in place or copied over the bus. */
static bool attach(NvSoft *s, unsigned unit, uint32_t size, uint32_t format)
{
    NvSoftTexture *t = &s->tex[unit];
    uint32_t offset = nv_soft_word(s, NV_BUNDLE_TEX_OFFSET + unit);
    NvDma dma;

    if (!size || !load_dma(s, nv_extract(format, 1, 1), &dma)) {
        return white(s, unit, "no DMA object or impossible size", format);
    }
    t->size = size;
    t->data = nv_mem_dma_view(s->raster->mem, &dma, offset, size);
    if (t->data) {
        return true;
    }
    if (size > COPY_MAX) {
        return white(s, unit, "texture outside VRAM too large", size);
    }
    t->copy = g_malloc(size);
    nv_env_spend(s->raster->env, size / COPY_PIXEL);
    t->data = t->copy;
    if (!nv_mem_dma_read(s->raster->mem, &dma, offset, t->copy, size)) {
        return white(s, unit, "unreadable texture at offset", offset);
    }
    return true;
}

/* Indices beyond a short palette wrap (guess). */
static void load_palette(NvSoft *s, unsigned unit)
{
    NvSoftTexture *t = &s->tex[unit];
    uint32_t word = nv_soft_word(s, NV_BUNDLE_TEX_PALETTE + unit);
    unsigned count = 256 >> nv_extract(word, 2, 2);
    uint8_t raw[256 * 4];
    NvDma dma;

    if (!load_dma(s, word & 1, &dma) ||
        !nv_mem_dma_read(s->raster->mem, &dma, word & ~63u, raw, count * 4)) {
        white(s, unit, "unreadable palette", word);
        return;
    }
    for (unsigned i = 0; i < 256; i++) {
        t->palette[i] = nv_ld32(raw + 4 * (i % count));
    }
}

/*
 * What Rankine has beyond Kelvin.  Kelvin's class does not write the places
 * of swizzles, so they are not looked at then.
 */
static void setup_late(NvSoft *s, unsigned unit, uint32_t wrap)
{
    NvSoftTexture *t = &s->tex[unit];

    t->zfunc = nv_extract(wrap, 28, 3);
    t->expand = wrap & NV_BIT(12);
    t->gamma = nv_extract(wrap, 24, 4);
    t->swizzle = 0xaae4;
    if (s->raster->program) {
        t->swizzle = nv_soft_word(s, NV_BUNDLE_TEX_CONTROL_B + unit);
    }
    t->remap = t->swizzle != 0xaae4 || t->expand || t->gamma;
}

static void setup_filter(NvSoft *s, unsigned unit)
{
    NvSoftTexture *t = &s->tex[unit];
    uint32_t filter = nv_soft_word(s, NV_BUNDLE_TEX_FILTER + unit);
    uint32_t control = nv_soft_word(s, NV_BUNDLE_TEX_CONTROL_A + unit);
    uint32_t wrap = nv_soft_word(s, NV_BUNDLE_TEX_WRAP + unit);

    t->min = nv_extract(filter, 16, 6);
    t->mag = nv_extract(filter, 24, 4);
    t->bias = nv_sextract(filter, 0, 13) / 256.0f;
    t->max_lod = nv_extract(control, 6, 12) / 256.0f;
    t->min_lod = nv_extract(control, 18, 12) / 256.0f;
    t->alpha_kill = control & NV_BIT(2);
    t->key_mode = control & 3;
    t->key = nv_soft_word(s, NV_BUNDLE_TEX_COLOR_KEY + unit);
    t->key_mask = 0xffffffff;
    t->border_color = nv_soft_word(s, NV_BUNDLE_TEX_BORDER_COLOR + unit);
    t->wrap[0] = nv_extract(wrap, 0, 3);
    t->wrap[1] = nv_extract(wrap, 8, 3);
    t->wrap[2] = nv_extract(wrap, 16, 3);
    /* 28 A, 29 R, 30 G, 31 B (hw, NV2A). */
    t->sign = nv_extract(filter, 29, 3) | nv_extract(filter, 28, 1) << 3;
    t->dither = !s->late;
    if (s->late) {
        setup_late(s, unit, wrap);
        return;
    }
    /* NV20 has one compare for all units, NV25 three bits each. */
    t->zfunc = nv_extract(nv_soft_word(s, NV_BUNDLE_TEX_ZCOMP),
                          nv_chip_has(s->raster->chip,
                                      NV_CAP_POINT_SIZE_FLOAT) ? 3 * unit : 0,
                          3);
}

void nv_soft_texture_free(NvSoft *s, unsigned unit)
{
    g_free(s->tex[unit].copy);
    s->tex[unit].copy = NULL;
}

void nv_soft_texture_setup(NvSoft *s, unsigned unit)
{
    NvSoftTexture *t = &s->tex[unit];
    uint32_t format = nv_soft_word(s, NV_BUNDLE_TEX_FORMAT + unit);
    unsigned code = nv_extract(format, 8, 7);

    nv_soft_texture_free(s, unit);
    memset(t, 0, sizeof(*t));
    setup_filter(s, unit);
    if (!(nv_soft_word(s, NV_BUNDLE_TEX_CONTROL_A + unit) & NV_BIT(30))) {
        return;
    }
    t->on = true;
    t->format = &nv_tex_formats[code];
    t->dim = nv_extract(format, 6, 2);
    t->dim = t->dim ? t->dim : 2;
    t->cube = format & NV_BIT(2) && t->dim == 2;
    if (!t->format->name || (t->format->fetch_real && !s->late)) {
        white(s, unit, "unknown format", code);
        return;
    }
    t->rect = t->format->layout == NV_TEX_RECT;
    t->cube = t->cube && !t->rect;
    t->border = !(format & NV_BIT(3)) &&
                t->format->layout == NV_TEX_SWIZZLED;
    if (t->format->layout == NV_TEX_DXT && t->dim == 3) {
        white(s, unit, "compressed volume, format", code);
        return;
    }
    if (!setup_size(s, unit, format) ||
        !attach(s, unit, layout(t), format)) {
        return;
    }
    t->real = t->white = t->format->fetch_real != NULL;
    if (code == 0x0b) {
        load_palette(s, unit);
    }
    t->lanes = s->reference ? NV_TEX_LANES_NONE : nv_soft_lanes_kind(t);
}

bool nv_soft_texture_needs_lod(const NvSoftTexture *t)
{
    bool mips = t->min >= 3 && t->min <= 6 && t->levels > 1;
    bool linear_min = t->min == 2 || t->min == 4 || t->min >= 6;

    return t->on && !t->white && (mips || linear_min != (t->mag != 1));
}
