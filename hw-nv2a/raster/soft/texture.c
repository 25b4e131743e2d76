/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Texture units: one check that every texel of every level and face lies in
 * readable memory, where samplers then look.  The layout is from the hardware
 * documents on textures (hw).
 */
#include "raster/soft/texture.h"

#define SIDE_LOG2 12            /* of an image, at most; 9 with depth */
#define VOLUME_LOG2 9

/* A unit while it is set up. */
typedef struct Setup {
    NvRaster *raster;
    const NvTextureMemory *at;
    NvSoftTexture *t;
} Setup;

static bool white(const Setup *s, NvErrorKind kind, const char *why,
                  uint32_t value)
{
    s->t->white = true;
    s->t->fault = why;
    s->t->fault_value = value;
    s->t->fault_kind = kind;
    return false;
}

static bool unreadable(const Setup *s, const char *why, uint32_t value)
{
    return white(s, NV_ERROR_TEXTURE, why, value);
}

static bool unmodelled(const Setup *s, const char *why, uint32_t value)
{
    return white(s, NV_ERROR_TEXTURE_UNIMP, why, value);
}

/* With border texels the image is max(16, twice) a side (hw). */
static unsigned bordered(const NvPixelTexture *how, unsigned dim,
                         unsigned log2)
{
    return !how->border || how->dim < dim ? log2 : log2 < 3 ? 4 : log2 + 1;
}

static bool setup_size(const Setup *s)
{
    NvSoftTexture *t = s->t;
    const NvPixelTexture *how = t->how;

    for (unsigned i = 0; i < how->levels && how->in_lines; i++) {
        assert(i < NV_SOFT_MIPS);
        t->level[i] = (NvTexLevel) {
            .w = MAX(how->w >> i, 1), .h = MAX(how->h >> i, 1),
            .d = MAX(how->d >> i, 1),
        };
    }
    if (how->in_lines) {
        return (how->w && how->h) ||
               unreadable(s, "empty rectangle", how->w << 16 | how->h);
    }
    for (unsigned i = 0; i < 3; i++) {
        if (how->log2[i] > (how->dim == 3 ? VOLUME_LOG2 : SIDE_LOG2)) {
            return unreadable(s, "impossible size, its log2", how->log2[i]);
        }
    }
    assert(how->levels <= NV_SOFT_MIPS);
    for (unsigned i = 0; i < how->levels; i++) {
        unsigned lw = how->log2[0] > i ? how->log2[0] - i : 0;
        unsigned lh = how->log2[1] > i ? how->log2[1] - i : 0;
        unsigned ld = how->log2[2] > i ? how->log2[2] - i : 0;

        t->level[i] = (NvTexLevel) {
            .w = NV_BIT(lw), .h = NV_BIT(lh), .d = NV_BIT(ld),
            .log2_w = bordered(how, 1, lw), .log2_h = bordered(how, 2, lh),
            .log2_d = bordered(how, 3, ld),
        };
    }
    return true;
}

/* Of an image in lines: how many, of all slices; bytes used of each. */
static uint64_t lines_of(const NvSoftTexture *t, const NvTexLevel *l)
{
    bool blocks = t->format->layout == NV_TEX_DXT;

    return (uint64_t)(blocks ? (l->h + 3) / 4 : l->h) * l->d;
}

static uint64_t line_bytes(const NvSoftTexture *t, const NvTexLevel *l)
{
    uint64_t w = t->format->layout == NV_TEX_DXT ? (l->w + 3) / 4 :
                 t->format->pair ? (l->w + 1) & ~1 : l->w;

    return w * t->format->bytes;
}

/* From a level to the next one. */
static uint64_t level_bytes(const NvSoftTexture *t, const NvTexLevel *l)
{
    uint64_t w = (l->w + 3) / 4, h = (l->h + 3) / 4;

    if (t->how->in_lines) {
        return lines_of(t, l) * t->how->pitch;
    }
    switch (t->format->layout) {
    case NV_TEX_DXT:
        return w * h * l->d * t->format->bytes;
    default:
        return (uint64_t)t->format->bytes <<
               (l->log2_w + l->log2_h + l->log2_d);
    }
}

/* Up to the end of the longest line, in place of that of the last one. */
static uint64_t without_rest(const NvSoftTexture *t, uint64_t end)
{
    uint64_t used = 0;

    for (unsigned i = 0; i < t->how->levels; i++) {
        const NvTexLevel *l = &t->level[i];

        used = MAX(used, l->offset + (lines_of(t, l) - 1) * t->how->pitch +
                         line_bytes(t, l));
    }
    return end - t->face_bytes + used;
}

/* Offsets of levels and faces; bytes of everything, 0 if far too many. */
static uint32_t layout(NvSoftTexture *t)
{
    uint64_t at = 0;

    for (unsigned i = 0; i < t->how->levels; i++) {
        t->level[i].offset = at;
        at += level_bytes(t, &t->level[i]);
        if (at >= UINT32_MAX / 2) {
            return 0;
        }
    }
    if (t->how->cube) {
        at = t->how->in_lines ? at : (at + 127) & ~UINT64_C(127);
        t->face_bytes = at;
        at *= 6;
    }
    if (t->how->in_lines) {
        at = without_rest(t, t->how->cube ? at : 0);
    }
    return at < UINT32_MAX / 2 ? at : 0;
}

/* Where the bytes are; nothing is copied. */
static bool attach(const Setup *s, uint32_t size)
{
    const char *why;
    NvDma dma;

    if (!size || !nv_mem_dma_load(s->raster->mem, s->at->dma, &dma)) {
        return unreadable(s, size ? "this is no DMA object:" : "too large, of "
                          "DMA object", s->at->dma);
    }
    why = nv_soft_pages_find(s->raster, &dma, s->at->offset, size, s->t);
    if (why) {
        return unreadable(s, why, s->at->offset);
    }
    if (nv_mem_dma_is_bus(&dma)) {
        nv_raster_mapped(s->raster);
    }
    return true;
}

/* Indices beyond a short palette wrap (guess). */
static void load_palette(const Setup *s)
{
    NvMem *mem = s->raster->mem;
    unsigned count = s->at->palette_count;
    uint8_t raw[256 * 4];
    NvDma dma;

    assert(count && count <= 256);
    if (!nv_mem_dma_load(mem, s->at->palette_dma, &dma) ||
        !nv_mem_dma_read(mem, &dma, s->at->palette, raw, count * 4)) {
        unreadable(s, "no palette to read at", s->at->palette);
        return;
    }
    for (unsigned i = 0; i < 256; i++) {
        s->t->palette[i] = nv_ld32(raw + 4 * (i % count));
    }
}

void nv_soft_texture_free(NvSoftTexture *t)
{
    const NvPixelTexture *how = t->how;

    g_free(t->page);
    memset(t, 0, sizeof(*t));
    t->how = how;
}

/* The same, but for the room of pages: the next state wants it again. */
static void clear(NvSoftTexture *t)
{
    const uint8_t **page = t->page;
    uint32_t room = t->pages_room;

    t->page = NULL;
    nv_soft_texture_free(t);
    t->page = page;
    t->pages_room = room;
}

/* Whether the unit has texels to sample. */
static bool find_texels(const Setup *s)
{
    NvSoftTexture *t = s->t;
    const NvTexFormat *format = t->format;

    if (!format->drawn ||
        (format->real && !nv_chip_has(s->raster->chip, NV_CAP_TEX_FLOAT))) {
        return unmodelled(s, "format", t->how->format);
    }
    return setup_size(s) && attach(s, layout(t));
}

/* Of floats none on Rankine, those of 16 bits on Curie (doc: GL's lists). */
static bool filtered(const Setup *s)
{
    const NvTexFormat *format = s->t->format;

    return !format->real ||
           (format->bytes == 8 &&
            nv_chip_has(s->raster->chip, NV_CAP_TEX_FLOAT_FILTER));
}

/*
 * Texels are floats.  Fragment programs get all 16 bits of a channel, which is
 * a guess: Mesa's driver reads 24 bits of depth as one of them and says that it
 * loses but some (nv30_fragtex.c), and registers have room.  Stages get four
 * bytes (hw).
 */
static bool real(const Setup *s)
{
    const NvTexFormat *format = s->t->format;

    return format->real ||
           (format->wide && s->raster->program && !s->t->how->sign);
}

void nv_soft_texture_setup(NvRaster *raster, unsigned unit, bool plain,
                           NvSoftTexture *t)
{
    Setup s = { raster, &raster->memory.texture[unit], t };

    assert(unit < NV_TEX_UNITS && t->how == &raster->pixel.texture[unit]);
    clear(t);
    if (!t->how->on) {
        return;
    }
    t->format = &nv_tex_formats[t->how->format];
    t->texel = &nv_texels[t->how->format];
    if (!raster->program) {
        t->texel = nv_soft_raw_texel(t->texel);
    }
    t->rect = t->how->unscaled;
    if (!find_texels(&s)) {
        return;
    }
    t->key_bits = t->format->no_alpha ? 0xffffff : UINT32_MAX;
    t->real = real(&s);
    t->filtered = filtered(&s);
    if (t->format->indexed) {
        load_palette(&s);
    }
    t->lanes = plain ? NV_TEX_LANES_NONE : nv_soft_lanes_kind(t);
}

bool nv_soft_texture_needs_lod(const NvSoftTexture *t)
{
    const NvPixelTexture *how = t->how;
    bool mips = how->min >= 3 && how->min <= 6 && how->levels > 1;
    bool linear_min = how->min == 2 || how->min == 4 || how->min >= 6;

    return how->on && !t->white &&
           (mips || how->taps > 1 ||
            (t->filtered && linear_min != (how->mag != 1)));
}
