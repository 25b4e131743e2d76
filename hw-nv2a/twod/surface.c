/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Surfaces of the 2D engine: where their pixels lie, loads and stores.
 * Facts: bit order of swizzled surfaces read from cards (hw).
 */
#include "twod/twod-priv.h"

const NvTwodRect nv_twod_unclipped = { INT32_MIN, INT32_MIN, INT32_MAX,
                                       INT32_MAX };

void nv_twod_init(NvTwod *twod, NvEnv *env, NvMem *mem)
{
    twod->env = env;
    twod->mem = mem;
    for (unsigned i = 0; i < NV_ARRAY_SIZE(twod->line); i++) {
        twod->line[i] = g_new0(uint32_t, NV_TWOD_MAX_LINE);
    }
    nv_twod_reset(twod);
}

void nv_twod_free(NvTwod *twod)
{
    for (unsigned i = 0; i < NV_ARRAY_SIZE(twod->line); i++) {
        g_clear_pointer(&twod->line[i], g_free);
    }
}

/* x first, then y, bit by bit; an axis without bits left is skipped. */
static void swizzle_masks(NvTwodTarget *t, unsigned log2_w, unsigned log2_h)
{
    unsigned pos = 0;

    for (unsigned i = 0; i < 16; i++) {
        if (i < log2_w) {
            t->x_mask |= NV_BIT(pos++);
        }
        if (i < log2_h) {
            t->y_mask |= NV_BIT(pos++);
        }
    }
}

/*
 * Pixels that exist: inside the line's pitch and the object's limit.  A card
 * would go on into the next line; cutting there bounds the work (guess: no
 * driver draws beyond its pitch).
 */
static bool linear_bounds(NvTwodTarget *t)
{
    uint64_t lines;
    uint32_t width = MIN(t->pitch / t->format->bytes, NV_TWOD_MAX_LINE);

    if (!width || t->room < t->format->bytes) {
        return false;
    }
    if (t->room < t->pitch) {
        t->bounds.x1 = t->room / t->format->bytes;
        t->bounds.y1 = 1;
        return true;
    }
    lines = t->room / t->pitch;
    /* A last line that only begins counts if all of its pixels fit. */
    if (t->room % t->pitch >= (uint64_t)width * t->format->bytes) {
        lines++;
    }
    t->bounds.x1 = width;
    t->bounds.y1 = MIN(lines, 0x10000);
    return true;
}

bool nv_twod_target(const NvTwod *twod, const NvTwodSurface *surface,
                    NvTwodTarget *t)
{
    uint64_t start = (uint64_t)surface->base + surface->offset;
    uint64_t end = MIN((uint64_t)surface->limit + 1, twod->mem->vram_size);

    memset(t, 0, sizeof(*t));
    t->format = nv_twod_surface_format(surface->format);
    if (!surface->valid || !t->format || start >= end) {
        return false;
    }
    t->start = start;
    t->data = twod->mem->vram + start;
    t->room = end - start;
    t->pitch = surface->pitch;
    t->swizzled = surface->swizzled;
    if (!t->swizzled) {
        return linear_bounds(t);
    }
    if (surface->log2_w > 12 || surface->log2_h > 12 ||
        (uint64_t)t->format->bytes << (surface->log2_w + surface->log2_h) >
        t->room) {
        return false;
    }
    swizzle_masks(t, surface->log2_w, surface->log2_h);
    t->bounds.x1 = 1 << surface->log2_w;
    t->bounds.y1 = 1 << surface->log2_h;
    return true;
}

/* Bits of @v put at the places of @mask, lowest first. */
static uint32_t scatter(uint32_t v, uint32_t mask)
{
    uint32_t out = 0;

    for (; mask; v >>= 1, mask &= mask - 1) {
        out |= v & 1 ? mask & -mask : 0;
    }
    return out;
}

static uint32_t load(const uint8_t *p, unsigned bytes)
{
    return bytes == 1 ? *p : bytes == 2 ? nv_ld16(p) : nv_ld32(p);
}

static void store(uint8_t *p, unsigned bytes, uint32_t v)
{
    if (bytes == 1) {
        *p = v;
    } else if (bytes == 2) {
        nv_st16(p, v);
    } else {
        nv_st32(p, v);
    }
}

/*
 * First byte of the pixel @at.  Along a line a swizzled number counts up in the
 * bits of its mask alone: number = (number - mask) & mask.
 */
static uint8_t *first(const NvTwodTarget *t, NvTwodPoint at,
                      uint32_t *number, uint32_t *row)
{
    if (t->swizzled) {
        *number = scatter(at.x, t->x_mask);
        *row = scatter(at.y, t->y_mask);
        return t->data;
    }
    return t->data + (size_t)at.y * t->pitch +
           (size_t)at.x * t->format->bytes;
}

void nv_twod_load(const NvTwodTarget *t, NvTwodPoint at, unsigned n,
                  uint32_t *pixels)
{
    unsigned bytes = t->format->bytes;
    uint32_t number = 0, row = 0;
    const uint8_t *p = first(t, at, &number, &row);

    assert(nv_twod_inside(t, at, n));
    if (t->swizzled) {
        for (unsigned i = 0; i < n; i++) {
            pixels[i] = load(p + (size_t)(number | row) * bytes, bytes);
            number = (number - t->x_mask) & t->x_mask;
        }
        return;
    }
    for (unsigned i = 0; i < n; i++) {
        pixels[i] = load(p + (size_t)i * bytes, bytes);
    }
}

void nv_twod_store(const NvTwodTarget *t, NvTwodPoint at, NvTwodRun run)
{
    unsigned bytes = t->format->bytes;
    uint32_t number = 0, row = 0;
    uint8_t *p = first(t, at, &number, &row);

    assert(nv_twod_inside(t, at, run.n));
    for (unsigned i = 0; i < run.n; i++) {
        uint8_t *pixel = t->swizzled ? p + (size_t)(number | row) * bytes
                                     : p + (size_t)i * bytes;

        if (!run.keep || run.keep[i]) {
            store(pixel, bytes, run.pixels[i]);
        }
        if (t->swizzled) {
            number = (number - t->x_mask) & t->x_mask;
        }
    }
}

void nv_twod_dirty(NvTwod *twod, const NvTwodTarget *t, NvTwodRect r)
{
    uint64_t from, to;

    if (nv_twod_empty(r)) {
        return;
    }
    if (t->swizzled) {
        from = 0;
        to = (uint64_t)((t->x_mask | t->y_mask) + 1) * t->format->bytes;
    } else {
        from = (uint64_t)r.y0 * t->pitch +
               (uint64_t)r.x0 * t->format->bytes;
        to = (uint64_t)(r.y1 - 1) * t->pitch +
             (uint64_t)r.x1 * t->format->bytes;
    }
    nv_mem_vram_dirty(twod->mem, t->start + from, to - from);
}
