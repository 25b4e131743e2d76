/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * CLEAR_BUFFERS: a masked fill of both surfaces inside the clear rectangle
 * and the surface clip.  Values are raw surface words; the colour mask state
 * is not used and padding is stored as on every write (emulators, NV2A hw).
 */
#ifndef __clang__
#pragma GCC optimize("O3", "fp-contract=off")
#endif

#include <limits.h>

#include "raster/soft/soft.h"

/* Bits of the mask; channels from bit 4. */
enum { CLEAR_DEPTH = NV_BIT(0), CLEAR_STENCIL = NV_BIT(1), CLEAR_RGBA = 4 };

/* A surface that is cleared, which is also the part of the place. */
enum { ZETA = 1, COLOR };

/* Words become (old & ~(bits | pad)) | value. */
typedef struct Fill {
    const NvSoftSurface *surface;
    bool real;
    uint32_t bits, pad, value;
} Fill;

/*
 * Surfaces of floats: the word in every place of 32 bits (guess), whatever
 * channels are asked for.
 */
static void fill_real(const NvSoftRun *run, const Fill *f)
{
    const NvSoftSurface *to = f->surface;
    uint8_t *p = to->data + (size_t)run->y * to->pitch;

    for (size_t i = (size_t)run->x * to->bytes;
         i < (size_t)(run->x + run->n) * to->bytes; i += 4) {
        nv_st32(p + i, f->value);
    }
}

/* The same of words of 32 bits in a row. */
NV_LANE_CLONES
static void fill_row(uint8_t *p, size_t n, uint32_t keep, uint32_t value)
{
    uint32_t *restrict word = (uint32_t *)p;

    for (size_t i = 0; i < n; i++) {
        word[i] = (word[i] & keep) | value;
    }
}

static bool is_row(const Fill *f)
{
    const NvSoftSurface *to = f->surface;

    return to->bytes == 4 && to->step == 4 && !to->swizzled &&
           !(((uintptr_t)to->data | to->pitch) & 3) &&
           G_BYTE_ORDER == G_LITTLE_ENDIAN;
}

static void fill_words(const NvSoftRun *run, const Fill *f)
{
    const NvSoftSurface *surface = f->surface;
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

static void fill_line(const NvRect *r, int y, const Fill *f)
{
    const NvSoftSurface *to = f->surface;

    if (!f->real && is_row(f)) {
        fill_row(to->data + (size_t)y * to->pitch + r->x0 * 4u,
                 r->x1 - r->x0, ~(f->bits | f->pad), f->value);
        return;
    }
    for (int x = r->x0; x < r->x1; x += NV_SOFT_SPAN) {
        NvSoftRun run = { .x = x, .y = y };

        run.n = MIN(r->x1 - x, NV_SOFT_SPAN);
        if (f->real) {
            fill_real(&run, f);
        } else {
            fill_words(&run, f);
        }
    }
}

/* Lines of a rectangle that are filled. */
typedef struct Lines {
    const NvRect *r;
    const Fill *f;
} Lines;

static void fill_lines(void *opaque, unsigned y, unsigned n, unsigned worker)
{
    const Lines *lines = opaque;

    for (unsigned i = 0; i < n; i++) {
        fill_line(lines->r, y + i, lines->f);
    }
}

/* Lines of @r from place->y on; false, and the line in *place, if late. */
static bool fill(NvSoft *s, const NvRect *r, const Fill *f,
                 NvRasterPlace *place)
{
    NvEnv *env = s->raster->env;
    unsigned cost = (r->x1 - r->x0) * (f->real ? f->surface->bytes / 4 : 1);
    int y = MAX(r->y0, (int)MIN(place->y, (uint32_t)INT_MAX));
    NvSoftTouched touched = { y, y };
    Lines lines = { r, f };
    bool apart = nv_soft_lines_apart(f->surface);

    while (y < r->y1) {
        unsigned n = apart ? nv_soft_share_lines(s, fill_lines, &lines, y,
                                                 r->y1, cost) : 0;

        if (!n) {
            fill_line(r, y, f);
            n = 1;
        }
        y += n;
        nv_env_spend(env, (uint64_t)n * cost);
        if (nv_env_late(env)) {
            break;
        }
    }
    touched.y1 = y;
    nv_soft_report(s->raster, f->surface, &touched);
    place->y = y;
    return y >= r->y1;
}

static NvRect cut(const NvSoft *s, NvRect r)
{
    r.x0 = r.x0 > s->clear.x0 ? r.x0 : s->clear.x0;
    r.y0 = r.y0 > s->clear.y0 ? r.y0 : s->clear.y0;
    r.x1 = r.x1 < s->clear.x1 ? r.x1 : s->clear.x1;
    r.y1 = r.y1 < s->clear.y1 ? r.y1 : s->clear.y1;
    return r;
}

/* False if nothing of zeta is asked for. */
static bool zeta_fill(const NvSoft *s, const NvRasterClear *clear, Fill *f)
{
    bool stencil = s->pixel->depth.bits == 24;

    *f = (Fill) { .surface = &s->zeta };
    if (!s->zeta.on) {
        return false;
    }
    if (clear->mask & CLEAR_DEPTH) {
        f->bits |= stencil ? 0xffffff00 : 0xffff;
    }
    if (clear->mask & CLEAR_STENCIL && stencil) {
        f->bits |= clear->stencil_mask;
    }
    f->value = clear->zeta & f->bits;
    return f->bits;
}

static bool color_fill(const NvSoftSurface *surface,
                       const NvRasterClear *clear, Fill *f)
{
    const NvColorFormat *format = surface->format;
    unsigned rgba = clear->mask >> CLEAR_RGBA & 15;

    *f = (Fill) { .surface = surface };
    if (!surface->on || !rgba) {
        return false;
    }
    f->real = format->real;
    if (f->real) {
        f->value = clear->color;
    } else {
        f->bits = nv_soft_channel_bits(format, rgba);
        f->pad = format->pad;
        f->value = (clear->color & f->bits) | format->fill;
    }
    return true;
}

bool nv_soft_clear(NvSoft *s, const NvRasterClear *clear, NvRasterPlace *place)
{
    NvRect r = cut(s, clear->rect);
    Fill f;

    if (r.x1 <= r.x0 || r.y1 <= r.y0) {
        return true;
    }
    if (place->part < COLOR) {
        place->part = ZETA;
        if (zeta_fill(s, clear, &f) && !fill(s, &r, &f, place)) {
            return false;
        }
        *place = (NvRasterPlace) { .part = COLOR };
    }
    /* Drivers clear all targets at once. */
    for (unsigned i = place->part - COLOR; i <= NV_MORE_TARGETS; i++) {
        if (color_fill(i ? &s->more[i - 1] : &s->color, clear, &f) &&
            !fill(s, &r, &f, place)) {
            return false;
        }
        *place = (NvRasterPlace) { .part = COLOR + i + 1 };
    }
    return true;
}
