/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Scaled image from memory: texels of a DMA object, nearest or bilinear,
 * to a rectangle.
 *
 * Coordinates and formats from drivers (doc).  guess: the origin says
 * whether whole coordinates are texel centres or corners, for drivers copy
 * 1:1 with "centre" and nearest texels and expect them unmoved; weights have
 * 8 bits and round to nearest.
 */
#include "twod/twod-priv.h"

typedef struct Sampler {
    const NvTwodImage *image;
    unsigned bytes;
    const uint8_t *row[2];      /* lines in use */
    int64_t row_y[2];
    uint8_t *room[2];
} Sampler;

static bool is_yuv(unsigned format)
{
    return format == NV_TWOD_YUYV || format == NV_TWOD_UYVY;
}

static uint32_t yuv_texel(const uint8_t *line, unsigned format, uint32_t x)
{
    const uint8_t *pair = line + 4 * (x / 2);

    if (format == NV_TWOD_YUYV) {
        return nv_twod_decode_yuv(pair[2 * (x & 1)], pair[1], pair[3]);
    }
    return nv_twod_decode_yuv(pair[2 * (x & 1) + 1], pair[0], pair[2]);
}

static uint32_t texel(const Sampler *p, unsigned row, int64_t x)
{
    const NvTwodImage *image = p->image;
    uint32_t at = x < 0 ? 0 : MIN(x, (int64_t)image->w - 1);
    const uint8_t *pixel = p->row[row] + (size_t)at * p->bytes;

    if (is_yuv(image->format)) {
        return yuv_texel(p->row[row], image->format, at);
    }
    return nv_twod_decode(image->format,
                          p->bytes == 1 ? *pixel :
                          p->bytes == 2 ? nv_ld16(pixel) : nv_ld32(pixel));
}

/* Line @y into slot @row, unless it is there. */
static bool fetch(NvTwod *twod, Sampler *p, unsigned row, int64_t y)
{
    const NvTwodImage *image = p->image;
    uint32_t len = image->w * p->bytes, at;

    y = y < 0 ? 0 : MIN(y, (int64_t)image->h - 1);
    if (p->row[row] && p->row_y[row] == y) {
        return true;
    }
    if (is_yuv(image->format)) {
        len = (image->w + 1) / 2 * 4;
    }
    at = image->offset + (uint32_t)y * image->pitch;
    p->row_y[row] = y;
    p->row[row] = nv_mem_dma_view(twod->mem, &image->dma, at, len);
    if (!p->row[row]) {
        p->row[row] = p->room[row];
        return nv_mem_dma_read(twod->mem, &image->dma, at, p->room[row],
                               len);
    }
    return true;
}

/* @f of 256 from @a to @b, each channel. */
static uint32_t mix(uint32_t a, uint32_t b, uint32_t f)
{
    uint32_t out = 0;

    for (unsigned c = 0; c < 32; c += 8) {
        uint32_t v = (a >> c & 0xff) * (256 - f) + (b >> c & 0xff) * f;

        out |= ((v + 128) >> 8) << c;
    }
    return out;
}

static uint32_t sample(const Sampler *p, int64_t u, uint32_t fv)
{
    uint32_t fu = u >> 12 & 0xff;
    int64_t x = u >> 20;

    if (!p->image->bilinear) {
        return texel(p, 0, x);
    }
    return mix(mix(texel(p, 0, x), texel(p, 0, x + 1), fu),
               mix(texel(p, 1, x), texel(p, 1, x + 1), fu), fv);
}

/* Nearest texels with centres, bilinear with corners: half a texel on. */
static int64_t half(const NvTwodImage *image)
{
    if (image->center) {
        return image->bilinear ? 0 : 0x80000;
    }
    return image->bilinear ? -0x80000 : 0;
}

static bool draw(NvTwod *twod, const NvTwodState *s, Sampler *p,
                 NvTwodRect rect, NvTwodRect r, const NvTwodTarget *t)
{
    const NvTwodImage *image = p->image;
    unsigned n = r.x1 - r.x0;

    for (int32_t y = r.y0; y < r.y1; y++) {
        int64_t v = image->v + (int64_t)(y - rect.y0) * image->dv +
                    half(image);
        int64_t u = image->u + (int64_t)(r.x0 - rect.x0) * image->du +
                    half(image);

        if (!fetch(twod, p, 0, v >> 20) ||
            (image->bilinear && !fetch(twod, p, 1, (v >> 20) + 1))) {
            return false;
        }
        for (unsigned i = 0; i < n; i++) {
            twod->line[0][i] = sample(p, u, v >> 12 & 0xff);
            u += image->du;
        }
        nv_twod_span(twod, s, t, (NvTwodPoint) { r.x0, y },
                     (NvTwodRun) { n, twod->line[0], NULL });
        nv_env_spend(twod->env, (uint64_t)n * (image->bilinear ? 8 : 2));
    }
    return true;
}

bool nv_twod_scale(NvTwod *twod, const NvTwodState *s,
                   const NvTwodImage *image, NvTwodRect rect)
{
    NvTwodState as = *s;
    Sampler p = { .image = image };
    NvTwodTarget t;
    NvTwodRect r;
    bool fine;

    p.bytes = nv_twod_source_bytes(image->format);
    if (!p.bytes || !image->w || !image->h ||
        image->w > NV_TWOD_MAX_LINE ||
        !nv_twod_target(twod, &s->dst, &t)) {
        nv_guest_error(twod->env, "scaled image without image or surface");
        return true;
    }
    r = nv_twod_intersect(nv_twod_intersect(t.bounds, s->clip), rect);
    if (nv_twod_empty(r)) {
        return true;
    }
    p.room[0] = (uint8_t *)twod->line[1];
    p.room[1] = (uint8_t *)twod->line[2];
    as.source = NV_TWOD_A8R8G8B8;
    fine = draw(twod, &as, &p, rect, r, &t);
    nv_twod_dirty(twod, &t, r);
    return fine;
}
