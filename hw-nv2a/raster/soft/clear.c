/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * CLEAR_BUFFERS: a masked fill of both surfaces inside the clear rectangle
 * and the surface clip.  Values are raw surface words; the colour mask state
 * is not used and padding is stored as on every write (emulators, NV2A hw).
 */
#include "raster/soft/soft.h"

enum { CLEAR_DEPTH = NV_BIT(0), CLEAR_STENCIL = NV_BIT(1) };

/*
 * Surfaces of floats: the word in every place of 32 bits (guess), whatever
 * channels are asked for.
 */
static void fill_real(NvSoft *s, const NvRect *r, uint32_t value)
{
    NvSoftSurface *to = &s->color;

    nv_env_spend(s->raster->env, (uint64_t)(r->x1 - r->x0) *
                 (r->y1 - r->y0) * (to->bytes / 4));
    for (int y = r->y0; y < r->y1; y++) {
        uint8_t *p = to->data + (size_t)y * to->pitch;

        for (size_t i = (size_t)r->x0 * to->bytes;
             i < (size_t)r->x1 * to->bytes; i += 4) {
            nv_st32(p + i, value);
        }
    }
    nv_soft_touch(to, r->y0, r->y1);
    nv_soft_report(s->raster, to);
}

/* Words of the rectangle become (old & ~bits) | value. */
static void fill(NvSoft *s, NvSoftSurface *surface, const NvRect *r,
                 uint32_t bits, uint32_t pad, uint32_t value)
{
    uint32_t words[NV_SOFT_SPAN];
    uint32_t all = UINT32_MAX >> (32 - 8 * surface->bytes);
    bool whole = ((bits | pad) & all) == all;

    nv_env_spend(s->raster->env, (uint64_t)(r->x1 - r->x0) * (r->y1 - r->y0));
    for (int y = r->y0; y < r->y1; y++) {
        for (int x = r->x0; x < r->x1; x += NV_SOFT_SPAN) {
            unsigned n = r->x1 - x < NV_SOFT_SPAN ? r->x1 - x : NV_SOFT_SPAN;

            if (!whole) {
                nv_soft_load(surface, x, y, n, words);
            }
            for (unsigned i = 0; i < n; i++) {
                words[i] = whole ? value
                                 : (words[i] & ~(bits | pad)) | value;
            }
            nv_soft_store(surface, x, y, n, UINT64_MAX, words);
        }
    }
    nv_soft_touch(surface, r->y0, r->y1);
    nv_soft_report(s->raster, surface);
}

static NvRect rectangle(const NvSoft *s)
{
    uint32_t h = nv_soft_word(s, NV_BUNDLE_CLEAR_HV);
    uint32_t v = nv_soft_word(s, NV_BUNDLE_CLEAR_HV + 1);
    NvRect r = { nv_extract(h, 0, 12), nv_extract(v, 0, 12),
                 nv_extract(h, 16, 12) + 1, nv_extract(v, 16, 12) + 1 };

    r.x0 = r.x0 > s->clip.x0 ? r.x0 : s->clip.x0;
    r.y0 = r.y0 > s->clip.y0 ? r.y0 : s->clip.y0;
    r.x1 = r.x1 < s->clip.x1 ? r.x1 : s->clip.x1;
    r.y1 = r.y1 < s->clip.y1 ? r.y1 : s->clip.y1;
    return r;
}

static void clear_zeta(NvSoft *s, const NvRect *r, uint32_t mask)
{
    uint32_t value = nv_soft_word(s, NV_BUNDLE_CLEAR_ZETA);
    uint32_t bits = 0;

    if (mask & CLEAR_DEPTH) {
        bits |= s->zbits == 24 ? 0xffffff00 : 0xffff;
    }
    if (mask & CLEAR_STENCIL && s->zbits == 24) {
        bits |= s->raster->bundle[NV_BUNDLE_STENCIL_A] >> 24;
    }
    if (bits) {
        fill(s, &s->zeta, r, bits, 0, value & bits);
    }
}

void nv_soft_clear(NvSoft *s, uint32_t mask)
{
    NvRect r = rectangle(s);
    const NvColorFormat *f = s->color.format;

    if (r.x1 <= r.x0 || r.y1 <= r.y0) {
        return;
    }
    if (s->zeta.on && mask & (CLEAR_DEPTH | CLEAR_STENCIL)) {
        clear_zeta(s, &r, mask);
    }
    if (s->color.on && f->real && mask >> 4 & 15) {
        fill_real(s, &r, nv_soft_word(s, NV_BUNDLE_CLEAR_COLOR));
    } else if (s->color.on && mask >> 4 & 15) {
        uint32_t bits = nv_soft_channel_bits(f, mask >> 4 & 15);

        fill(s, &s->color, &r, bits, f->pad,
             (nv_soft_word(s, NV_BUNDLE_CLEAR_COLOR) & bits) | f->fill);
    }
}
