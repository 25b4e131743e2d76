/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Scanout: a line of VRAM through palette or gamma table, with the cursor on
 * top, as 0x00RRGGBB words.  Formats and the table's indexing are what the
 * open drivers program (doc); where the cursor enters is a guess.
 */
#include "display/display-priv.h"

#define CURSOR_MAX 128          /* pixels or lines, more than any register */

/* The DAC's table as words of 8 bits a channel. */
typedef struct Lut {
    uint8_t r[256], g[256], b[256];
} Lut;

static uint8_t dac_word(uint8_t stored, bool bpc8)
{
    uint8_t six = stored & 0x3f;

    return bpc8 ? stored : six << 2 | six >> 4;
}

static void load_lut(const NvHead *head, Lut *lut)
{
    bool bpc8 = nv_head_pramdac(head, PRAMDAC_GENERAL) & GENERAL_BPC_8;

    for (unsigned i = 0; i < 256; i++) {
        lut->r[i] = dac_word(head->pal[i][0], bpc8);
        lut->g[i] = dac_word(head->pal[i][1], bpc8);
        lut->b[i] = dac_word(head->pal[i][2], bpc8);
    }
}

static uint32_t pack(uint32_t r, uint32_t g, uint32_t b)
{
    return r << 16 | g << 8 | b;
}

/* A channel of @width bits to 8, top bits repeated below. */
static uint32_t widen(uint32_t value, unsigned width)
{
    return (value << (8 - width) | value >> (2 * width - 8)) & 0xff;
}

static uint32_t from_565(uint32_t p)
{
    return pack(widen(nv_extract(p, 11, 5), 5), widen(nv_extract(p, 5, 6), 6),
                widen(nv_extract(p, 0, 5), 5));
}

static uint32_t from_1555(uint32_t p)
{
    return pack(widen(nv_extract(p, 10, 5), 5), widen(nv_extract(p, 5, 5), 5),
                widen(nv_extract(p, 0, 5), 5));
}

static void line_8(const NvHead *head, const Lut *lut, const uint8_t *from,
                   uint32_t width, uint32_t *to)
{
    for (uint32_t x = 0; x < width; x++) {
        uint8_t i = from[x] & head->pal_mask;

        to[x] = pack(lut->r[i], lut->g[i], lut->b[i]);
    }
}

static void line_16(const NvHead *head, const uint8_t *from, uint32_t width,
                    uint32_t *to)
{
    bool is_565 = nv_head_pramdac(head, PRAMDAC_GENERAL) & GENERAL_ALT_MODE;

    for (uint32_t x = 0; x < width; x++) {
        uint32_t p = nv_ld16(from + 2 * x);

        to[x] = is_565 ? from_565(p) : from_1555(p);
    }
}

static void line_32(const uint8_t *from, uint32_t width, uint32_t *to)
{
    for (uint32_t x = 0; x < width; x++) {
        to[x] = nv_ld32(from + 4 * x) & 0xffffff;
    }
}

static void apply_lut(const Lut *lut, uint32_t width, uint32_t *px)
{
    for (uint32_t x = 0; x < width; x++) {
        px[x] = pack(lut->r[px[x] >> 16], lut->g[px[x] >> 8 & 0xff],
                     lut->b[px[x] & 0xff]);
    }
}

/* Direct colours pass the table when PIXMIX is on (guess for 1 and 2). */
static bool direct_uses_lut(const NvHead *head)
{
    return GENERAL_PIXMIX(nv_head_pramdac(head, PRAMDAC_GENERAL)) == 3;
}

/* One row of the cursor, where it is and what it is made of. */
typedef struct Cursor {
    bool argb, premultiplied;
    uint32_t width, height;
    uint32_t address;           /* of row 0, in VRAM */
    int32_t x, y;               /* of its top left pixel on the screen */
} Cursor;

static bool cursor_get(const NvHead *head, Cursor *c)
{
    const uint8_t *cr = head->cr;
    uint32_t config = nv_head_pcrtc(head, PCRTC_CURSOR_CONFIG);
    uint32_t pos = nv_head_pramdac(head, PRAMDAC_CURSOR_POS);

    c->argb = config & CURSOR_BPP_32;
    c->premultiplied = !(config & CURSOR_BLEND_ALPHA);
    c->width = config & CURSOR_PIXELS_64 ? 64 : 32;
    c->height = nv_extract(config, 24, 3) * 16;
    c->height = c->height ? c->height : c->width;   /* guess */
    c->address = (uint32_t)cr[0x2f] << 24 | (cr[0x30] & 0x7fu) << 17 |
                 (cr[0x31] & 0xfcu) << 9;
    c->x = nv_sextract(pos, 0, 16);
    c->y = nv_sextract(pos, 16, 16);
    return cr[0x31] & 1;
}

static uint32_t blend_channel(uint32_t to, uint32_t src, uint32_t alpha,
                              bool premultiplied)
{
    uint32_t add = premultiplied ? src : (src * alpha + 127) / 255;
    uint32_t sum = add + (to * (255 - alpha) + 127) / 255;

    return MIN(sum, 255);
}

static uint32_t blend_argb(uint32_t to, uint32_t src, bool pm)
{
    uint32_t a = src >> 24;

    return pack(blend_channel(to >> 16 & 0xff, src >> 16 & 0xff, a, pm),
                blend_channel(to >> 8 & 0xff, src >> 8 & 0xff, a, pm),
                blend_channel(to & 0xff, src & 0xff, a, pm));
}

/* Bit 15: the colour replaces; else it inverts, so 0 is transparent. */
static uint32_t blend_1555(uint32_t to, uint32_t src)
{
    return src & 0x8000 ? from_1555(src) : to ^ from_1555(src);
}

static void draw_cursor(NvDisplay *d, const NvHead *head, uint32_t y,
                        uint32_t width, uint32_t *to)
{
    Cursor c;
    uint32_t row, bytes;
    const uint8_t *from;

    if (!cursor_get(head, &c)) {
        return;
    }
    row = y - (uint32_t)c.y;    /* above the cursor: wraps to a big number */
    bytes = c.argb ? 4 : 2;
    if (row >= c.height || c.height > CURSOR_MAX) {
        return;
    }
    from = nv_mem_vram(d->mem, c.address + row * c.width * bytes,
                       c.width * bytes);
    for (uint32_t i = 0; from && i < c.width; i++) {
        uint32_t x = (uint32_t)c.x + i;

        if (x < width) {
            to[x] = c.argb ?
                    blend_argb(to[x], nv_ld32(from + 4 * i), c.premultiplied) :
                    blend_1555(to[x], nv_ld16(from + 2 * i));
        }
    }
}

NvScanout nv_display_scanout(NvDisplay *d)
{
    return d->head[0].shown;
}

/* Where line @y starts, NULL unless all of it is in VRAM. */
static const uint8_t *line_start(NvDisplay *d, const NvScanout *mode,
                                 uint32_t y)
{
    uint64_t at = mode->base + (uint64_t)mode->pitch * y;
    uint64_t len = (uint64_t)mode->width * mode->bytes;

    if (!mode->enabled || y >= mode->height ||
        at + len > d->mem->vram_size) {
        return NULL;
    }
    return nv_mem_vram(d->mem, at, len);
}

void nv_display_line(NvDisplay *d, const NvScanout *mode, uint32_t y,
                     uint32_t *xrgb)
{
    const NvHead *head = &d->head[0];
    const uint8_t *from = line_start(d, mode, y);
    Lut lut;

    if (!from) {
        memset(xrgb, 0, (size_t)mode->width * sizeof(*xrgb));
        return;
    }
    load_lut(head, &lut);
    switch (mode->bytes) {
    case 1:
        line_8(head, &lut, from, mode->width, xrgb);
        break;
    case 2:
        line_16(head, from, mode->width, xrgb);
        break;
    default:
        line_32(from, mode->width, xrgb);
        break;
    }
    if (mode->bytes > 1 && direct_uses_lut(head)) {
        apply_lut(&lut, mode->width, xrgb);
    }
    draw_cursor(d, head, y, mode->width, xrgb);
}
