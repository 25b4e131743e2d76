/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * CLEAR_BUFFERS: a masked fill of both surfaces inside the clear rectangle
 * and the surface clip.  Values are raw surface words; the colour mask state
 * is not used and padding is stored as on every write (emulators, NV2A hw).
 */
#include "raster/soft/soft.h"

/* Bits of the mask; channels from bit 4. */
enum { CLEAR_DEPTH = NV_BIT(0), CLEAR_STENCIL = NV_BIT(1), CLEAR_RGBA = 4 };

/*
 * Surfaces of floats: the word in every place of 32 bits (guess), whatever
 * channels are asked for.
 */
static void fill_real(const NvSoft *s, const NvRect *r, uint32_t value)
{
    const NvSoftSurface *to = &s->color;
    NvSoftTouched touched = { r->y0, r->y1 };

    nv_env_spend(s->raster->env, (uint64_t)(r->x1 - r->x0) *
                 (r->y1 - r->y0) * (to->bytes / 4));
    for (int y = r->y0; y < r->y1; y++) {
        uint8_t *p = to->data + (size_t)y * to->pitch;

        for (size_t i = (size_t)r->x0 * to->bytes;
             i < (size_t)r->x1 * to->bytes; i += 4) {
            nv_st32(p + i, value);
        }
    }
    nv_soft_report(s->raster, to, &touched);
}

/* Words become (old & ~(bits | pad)) | value. */
typedef struct Fill {
    uint32_t bits, pad, value;
} Fill;

static void fill_run(const NvSoftSurface *surface, const NvSoftRun *run,
                     const Fill *f)
{
    uint32_t words[NV_SOFT_SPAN];
    uint32_t all = UINT32_MAX >> (32 - 8 * surface->bytes);
    bool whole = ((f->bits | f->pad) & all) == all;

    if (!whole) {
        nv_soft_load(surface, run->x, run->y, run->n, words);
    }
    for (unsigned i = 0; i < run->n; i++) {
        words[i] = whole ? f->value
                         : (words[i] & ~(f->bits | f->pad)) | f->value;
    }
    nv_soft_store(surface, run, UINT64_MAX, words);
}

static void fill(const NvSoft *s, const NvSoftSurface *surface,
                 const NvRect *r, Fill f)
{
    NvSoftTouched touched = { r->y0, r->y1 };

    nv_env_spend(s->raster->env, (uint64_t)(r->x1 - r->x0) * (r->y1 - r->y0));
    for (int y = r->y0; y < r->y1; y++) {
        for (int x = r->x0; x < r->x1; x += NV_SOFT_SPAN) {
            NvSoftRun run = { .x = x, .y = y };

            run.n = r->x1 - x < NV_SOFT_SPAN ? r->x1 - x : NV_SOFT_SPAN;
            fill_run(surface, &run, &f);
        }
    }
    nv_soft_report(s->raster, surface, &touched);
}

static NvRect cut(const NvSoft *s, NvRect r)
{
    r.x0 = r.x0 > s->clip.x0 ? r.x0 : s->clip.x0;
    r.y0 = r.y0 > s->clip.y0 ? r.y0 : s->clip.y0;
    r.x1 = r.x1 < s->clip.x1 ? r.x1 : s->clip.x1;
    r.y1 = r.y1 < s->clip.y1 ? r.y1 : s->clip.y1;
    return r;
}

static void clear_zeta(const NvSoft *s, const NvRect *r,
                       const NvRasterClear *clear)
{
    bool stencil = s->pixel->depth.bits == 24;
    uint32_t bits = 0;

    if (clear->mask & CLEAR_DEPTH) {
        bits |= stencil ? 0xffffff00 : 0xffff;
    }
    if (clear->mask & CLEAR_STENCIL && stencil) {
        bits |= clear->stencil_mask;
    }
    if (bits) {
        fill(s, &s->zeta, r, (Fill) { bits, 0, clear->zeta & bits });
    }
}

void nv_soft_clear(const NvSoft *s, const NvRasterClear *clear)
{
    NvRect r = cut(s, clear->rect);
    const NvColorFormat *f = s->color.format;
    unsigned rgba = clear->mask >> CLEAR_RGBA & 15;

    if (r.x1 <= r.x0 || r.y1 <= r.y0) {
        return;
    }
    if (s->zeta.on && clear->mask & (CLEAR_DEPTH | CLEAR_STENCIL)) {
        clear_zeta(s, &r, clear);
    }
    if (s->color.on && f->real && rgba) {
        fill_real(s, &r, clear->color);
    } else if (s->color.on && rgba) {
        uint32_t bits = nv_soft_channel_bits(f, rgba);

        fill(s, &s->color, &r, (Fill) {
            bits, f->pad, (clear->color & bits) | f->fill,
        });
    }
}
