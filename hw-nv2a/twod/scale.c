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
#include "base/yuv.h"
#include "twod/twod-priv.h"

typedef struct Sampler {
    const NvTwodImage *image;
    unsigned bytes;
    const uint8_t *row[2];      /* lines in use */
    int64_t row_y[2];
    uint8_t *room[2];
    bool kept;                  /* drawing cannot change lines in use */
} Sampler;

/* Pieces see what those before have drawn, whenever they are done. */
static void forget(Sampler *p)
{
    if (!p->kept) {
        p->row[0] = p->row[1] = NULL;
    }
}

static bool is_yuv(unsigned format)
{
    return format == NV_TWOD_YUYV || format == NV_TWOD_UYVY;
}

static uint32_t yuv_texel(const uint8_t *line, unsigned format, uint32_t x)
{
    const uint8_t *pair = line + 4 * (x / 2);

    if (format == NV_TWOD_YUYV) {
        return nv_yuv_argb(pair[2 * (x & 1)], pair[1], pair[3]);
    }
    return nv_yuv_argb(pair[2 * (x & 1) + 1], pair[0], pair[2]);
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

typedef struct Scale {
    NvTwod *twod;
    NvTwodState s;              /* of what is sampled */
    NvTwodTarget t;
    NvTwodRect rect;            /* of the whole image */
    Sampler p;
} Scale;

/* What a piece costs before its first pixel: memory to be read, mostly. */
#define PIECE_PIXELS 100

static bool draw_piece(void *opaque, NvTwodPoint at, unsigned n)
{
    Scale *c = opaque;
    Sampler *p = &c->p;
    const NvTwodImage *image = p->image;
    uint32_t *line = c->twod->line[0];
    int64_t v = image->v + ((int64_t)at.y - c->rect.y0) * image->dv +
                half(image);
    int64_t u = image->u + ((int64_t)at.x - c->rect.x0) * image->du +
                half(image);

    forget(p);
    nv_env_spend(c->twod->env, PIECE_PIXELS);
    if (!fetch(c->twod, p, 0, v >> 20) ||
        (image->bilinear && !fetch(c->twod, p, 1, (v >> 20) + 1))) {
        return false;
    }
    for (unsigned i = 0; i < n; i++) {
        line[i] = sample(p, u, v >> 12 & 0xff);
        u += image->du;
    }
    nv_twod_span(c->twod, &c->s, &c->t, at, (NvTwodRun) { n, line, NULL });
    nv_env_spend(c->twod->env, (uint64_t)n * (image->bilinear ? 20 : 4));
    return true;
}

/* Sampling takes longer than drawing. */
enum { SCALE_PIECE = 512 };

NvTwodEnd nv_twod_go_scale(NvTwod *twod)
{
    const NvTwodWork *w = &twod->work;
    const NvTwodImage *image = &w->image;
    Scale c = { .twod = twod, .s = w->s, .rect = w->fill_list[0].rect };
    NvTwodSweep sweep = { .t = &c.t, .most = SCALE_PIECE,
                          .draw = draw_piece, .opaque = &c };

    c.s.source = NV_TWOD_A8R8G8B8;
    c.p.image = image;
    c.p.bytes = nv_twod_source_bytes(image->format);
    if (!c.p.bytes || !image->w || !image->h ||
        image->w > NV_TWOD_MAX_LINE ||
        !nv_twod_target(twod, &w->s.dst, &c.t)) {
        nv_error(twod->env, NV_ERROR_NO_SURFACE, 0, "a scaled image has no "
                 "source or no surface");
        return NV_TWOD_DONE;
    }
    c.p.room[0] = (uint8_t *)twod->line[1];
    c.p.room[1] = (uint8_t *)twod->line[2];
    c.p.kept = image->dma.target == NV_DMA_PCI ||
               image->dma.target == NV_DMA_AGP;
    sweep.r = nv_twod_intersect(nv_twod_intersect(c.t.bounds, w->s.clip),
                                c.rect);
    return nv_twod_sweep(twod, &sweep);
}

NvTwodEnd nv_twod_scale(NvTwod *twod, const NvTwodState *s,
                        const NvTwodImage *image, NvTwodRect rect)
{
    NvTwodWork *w = nv_twod_work(twod, NV_TWOD_SCALE, s);

    w->image = *image;
    w->fill_list[0].rect = rect;
    return nv_twod_continue(twod);
}
