/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Operations of the 2D engine on a run of pixels: raster operation, blends,
 * pattern, colour key.
 *
 * Facts: ROP, pattern addressing and beta blending were read from cards
 * (hw); the key from emulators; products with BETA4 follow its name (guess).
 */
#include "twod/twod-priv.h"

/* --- pattern --- */

static unsigned pattern_bit(const NvTwodPattern *p, int32_t x, int32_t y)
{
    switch (p->shape) {
    case 0:
        return (x & 7) | (y & 7) << 3;
    case 1:
        return x & 0x3f;
    default:
        return y & 0x3f;
    }
}

/* The two colours are in the pattern's format, cells are R8G8B8. */
static uint32_t pattern_word(const NvTwodState *s, int32_t x, int32_t y,
                             unsigned *format)
{
    const NvTwodPattern *p = &s->pattern;
    unsigned bit;

    if (!p->on) {
        *format = 0;
        return UINT32_MAX;
    }
    if (p->colored) {
        *format = NV_TWOD_X8R8G8B8;
        return p->cells[(x & 7) | (y & 7) << 3];
    }
    bit = pattern_bit(p, x, y);
    *format = p->format;
    return p->color[p->bitmap[bit >> 5] >> (bit & 31) & 1];
}

/*
 * Codes the engine does not know pass their bits.  On a surface of plain
 * numbers a pattern is one, too (doc: OpenGL's clears keep a byte by it).
 */
static uint32_t pattern_pixel(const NvTwodState *s, const NvTwodFormat *f,
                              int32_t x, int32_t y, bool *opaque)
{
    NvTwodState as = { .source = 0 };
    const NvTwodFormat *from;
    unsigned format;
    uint32_t word = pattern_word(s, x, y, &format);

    as.source = format;
    from = nv_twod_source_format(format);
    *opaque = f->raw || !from || from->raw ||
              nv_twod_unpack(from, word) >> 24;
    return nv_twod_convert(&as, f, word, x, y);
}

/* --- arithmetic --- */

/* Bit p << 2 | s << 1 | d of the operation, for all bits at once. */
static uint32_t rop3(uint32_t rop, uint32_t p, uint32_t s, uint32_t d)
{
    uint32_t out = 0;

    for (unsigned i = 0; i < 8; i++) {
        if (rop >> i & 1) {
            out |= (i & 4 ? p : ~p) & (i & 2 ? s : ~s) & (i & 1 ? d : ~d);
        }
    }
    return out;
}

/* a * b / 255, rounded to nearest; operands up to 255. */
static uint32_t mul255(uint32_t a, uint32_t b)
{
    return (2 * a * b + 255) / 510;
}

static uint32_t channel(uint32_t argb, unsigned c)
{
    return argb >> (8 * c) & 0xff;
}

static uint32_t blend(const NvTwodState *s, uint32_t src, uint32_t dst)
{
    uint32_t out = 0;

    for (unsigned c = 0; c < 4; c++) {
        uint32_t a = channel(src, c), d = channel(dst, c), v;
        uint32_t factor = channel(s->beta4, c);

        switch (s->op) {
        case NV_TWOD_BLEND_AND:
            v = (2 * (a * s->beta + d * (255 - s->beta)) + 255) / 510;
            break;
        case NV_TWOD_SRCCOPY_PREMULT:
            v = mul255(a, factor);
            break;
        default:
            v = mul255(a, factor) +
                mul255(d, 255 - mul255(src >> 24, s->beta4 >> 24));
            break;
        }
        out |= MIN(v, 255) << (8 * c);
    }
    return out;
}

/* --- colour key --- */

/* The key's upper bits say whether it counts (hw); others must be equal. */
static bool is_key(const NvTwodState *s, uint32_t pixel)
{
    uint32_t key = s->chroma_key;

    switch (s->chroma_format) {
    case NV_TWOD_X16A8Y8:
        return (key >> 8 & 0xff) && !((pixel ^ key) & 0xff);
    case NV_TWOD_A1R5G5B5:
    case NV_TWOD_X16A1R5G5B5:
        return (key & 0x8000) && !((pixel ^ key) & 0x7fff);
    case NV_TWOD_A16R5G6B5:
        return key >> 24 && !((pixel ^ key) & 0xffff);
    default:
        return key >> 24 && !((pixel ^ key) & 0xffffff);
    }
}

/* --- a run --- */

static bool plain(const NvTwodState *s)
{
    return s->op == NV_TWOD_SRCCOPY;
}

static bool masked(const NvTwodState *s)
{
    return s->op <= NV_TWOD_BLEND_AND;
}

static bool blends(const NvTwodState *s, const NvTwodFormat *f)
{
    return !f->raw && (s->op == NV_TWOD_BLEND_AND ||
                       s->op == NV_TWOD_SRCCOPY_PREMULT ||
                       s->op == NV_TWOD_BLEND_PREMULT);
}

/* Plain numbers blend as one channel of 8 bits, or not at all (guess). */
static uint32_t combine(const NvTwodState *s, const NvTwodFormat *f,
                        NvTwodPoint at, uint32_t pixel, uint32_t old,
                        uint32_t pattern)
{
    if (s->op == NV_TWOD_ROP_AND) {
        uint32_t v = rop3(s->rop, pattern,
                          nv_twod_convert(s, f, pixel, at.x, at.y), old);

        return (v & ~f->pad_mask) | f->pad;
    }
    if (blends(s, f)) {
        uint32_t argb = nv_twod_color(s, f, pixel);

        return nv_twod_pack(f, blend(s, argb, nv_twod_unpack(f, old)),
                            s->dither, at.x, at.y);
    }
    return nv_twod_convert(s, f, pixel, at.x, at.y);
}

/*
 * "AND" operations drop what the pattern or the source has no alpha for;
 * the source rule is documented for the copy alone (doc).
 */
static bool dropped(const NvTwodState *s, const NvTwodFormat *f,
                    uint32_t pixel, bool opaque)
{
    if (s->chroma && is_key(s, pixel)) {
        return true;
    }
    if (!masked(s)) {
        return false;
    }
    return !opaque || (s->op == NV_TWOD_SRCCOPY_AND &&
                       !(nv_twod_color(s, f, pixel) >> 24));
}

/* Pixels made at once, and what each is charged with (measured). */
enum { PART = 64, CONVERT_PIXELS = 2, COMBINE_PIXELS = 14, DITHER_PIXELS = 6 };

/* Copied: no pixel counts but its own. */
static void convert_part(const NvTwodState *s, const NvTwodFormat *f,
                         NvTwodPoint at, NvTwodRun run, uint32_t *out)
{
    for (unsigned i = 0; i < run.n; i++) {
        out[i] = nv_twod_convert(s, f, run.pixels[i], at.x + (int32_t)i,
                                 at.y);
    }
}

/* @write tells which of them are drawn. */
static void combine_part(const NvTwodState *s, const NvTwodTarget *t,
                         NvTwodPoint at, NvTwodRun run, uint32_t *out,
                         uint8_t *write)
{
    const NvTwodFormat *f = t->format;
    uint32_t old[PART];

    nv_twod_load(t, at, run.n, old);
    for (unsigned i = 0; i < run.n; i++, at.x++) {
        uint32_t pattern = 0;
        bool opaque = true;

        if (masked(s)) {
            pattern = pattern_pixel(s, f, at.x, at.y, &opaque);
        }
        write[i] = (!run.keep || run.keep[i]) &&
                   !dropped(s, f, run.pixels[i], opaque);
        out[i] = combine(s, f, at, run.pixels[i], old[i], pattern);
    }
}

static unsigned cost(const NvTwodState *s, const NvTwodFormat *f, bool simple)
{
    bool dithers = s->dither && !f->raw && f->width[1] == 5;

    return (simple ? CONVERT_PIXELS : COMBINE_PIXELS) +
           (dithers ? DITHER_PIXELS : 0);
}

void nv_twod_span(NvTwod *twod, const NvTwodState *s, const NvTwodTarget *t,
                  NvTwodPoint at, NvTwodRun run)
{
    bool simple = plain(s) && !s->chroma;
    uint32_t out[PART];
    uint8_t write[PART];

    nv_env_spend(twod->env, run.n * cost(s, t->format, simple));
    while (run.n) {
        NvTwodRun part = run;

        part.n = MIN(run.n, PART);
        if (simple) {
            convert_part(s, t->format, at, part, out);
        } else {
            combine_part(s, t, at, part, out, write);
            part.keep = write;
        }
        part.pixels = out;
        nv_twod_store(t, at, part);
        at.x += (int32_t)part.n;
        run = nv_twod_rest(run, part.n);
    }
}
