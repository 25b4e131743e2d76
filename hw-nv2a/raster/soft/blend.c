/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Blending, logic operations, colour mask and the write to the surface.
 * Blending is exact arithmetic on n / 255 with one rounding to nearest, to 8
 * bits, as captures of NV2A show (hw); 255 * 255 stands for 1 below.
 */
#ifndef __clang__
#pragma GCC optimize("O3", "no-trapping-math", "fp-contract=off")
#endif

#include "raster/soft/soft.h"

#define ONE 65025

bool nv_soft_wants_color(const NvSoft *s)
{
    return s->color.on && s->encode.bits && !s->color.format->real;
}

/* Surfaces of floats take what the program made; NV3x cannot blend there. */
bool nv_soft_wants_real(const NvSoft *s)
{
    return s->color.on && s->encode.bits && s->color.format->real;
}

void nv_soft_real(const NvSoft *s, NvSoftScratch *scratch)
{
    const NvSoftSpan *sp = &scratch->span;
    bool made = nv_soft_has_program(s) && !s->pixel->combiners.count;
    const NvColorFormat *f = s->color.format;

    for (unsigned i = 0; i < sp->n; i++) {
        uint8_t *p = s->color.data + (size_t)sp->y[i] * s->color.pitch +
                     (size_t)sp->x[i] * f->bytes;

        for (unsigned c = 0; c < f->channels && sp->live >> i & 1; c++) {
            float v = made ? sp->real[c][i] : sp->out[c][i] / 255.0f;

            if (s->encode.bits >> c & 1 && f->real == 32) {
                nv_st32(p + 4 * c, nv_f2u(v));
            } else if (s->encode.bits >> c & 1) {
                nv_st16(p + 2 * c, nv_frag_to_half(v));
            }
        }
    }
}

/* Every fragment replaces its whole word. */
bool nv_soft_is_plain(const NvSoft *s)
{
    const NvColorFormat *f = s->color.format;

    return !s->pixel->blend.on && !s->pixel->blend.logic &&
           s->encode.bits == nv_soft_channel_bits(f, 15);
}

static uint32_t encode(const NvSoft *s, const NvSoftSpan *sp, unsigned i)
{
    const uint32_t (*channel)[256] = s->encode.channel;

    return channel[0][sp->out[0][i]] | channel[1][sp->out[1][i]] |
           channel[2][sp->out[2][i]] | channel[3][sp->out[3][i]];
}

void nv_soft_color_plain(const NvSoft *s, NvSoftScratch *scratch)
{
    const NvSoftSpan *sp = &scratch->span;
    uint32_t words[NV_SOFT_SPAN];

    for (unsigned i = 0; i < sp->n; i++) {
        words[i] = encode(s, sp, i) | s->color.format->fill;
    }
    nv_soft_store_span(&s->color, sp, sp->live, words);
}

/* The factor codes of the BLEND bundle; odd = one minus, from 2 on. */
enum {
    F_ZERO = 0, F_ONE = 1, F_SRC_COLOR = 2, F_SRC_ALPHA = 4, F_DST_ALPHA = 6,
    F_DST_COLOR = 8, F_SATURATE = 10, F_CONST_COLOR = 12, F_CONST_ALPHA = 14,
};

typedef uint8_t Bytes[4][NV_SOFT_SPAN];

static void copy_factor(uint8_t *out, const uint8_t *from, unsigned n,
                        bool minus)
{
    uint8_t flip = minus ? 255 : 0;

    for (unsigned i = 0; i < n; i++) {
        out[i] = from[i] ^ flip;        /* 255 - x is its complement */
    }
}

static void saturate(const NvSoftSpan *sp, Bytes dst, unsigned c,
                     uint8_t *out)
{
    for (unsigned i = 0; i < sp->lanes; i++) {
        uint8_t a = sp->out[3][i], d = 255 - dst[3][i];

        out[i] = c == 3 ? 255 : a < d ? a : d;
    }
}

static void factors(const NvSoft *s, const NvSoftSpan *sp, Bytes dst,
                    unsigned factor, unsigned c, uint8_t *out)
{
    const uint8_t *constant = s->pixel->blend.color;
    bool minus = factor & 1;

    switch (factor & ~1u) {
    case F_SRC_COLOR:
        copy_factor(out, sp->out[c], sp->lanes, minus);
        break;
    case F_SRC_ALPHA:
        copy_factor(out, sp->out[3], sp->lanes, minus);
        break;
    case F_DST_ALPHA:
        copy_factor(out, dst[3], sp->lanes, minus);
        break;
    case F_DST_COLOR:
        copy_factor(out, dst[c], sp->lanes, minus);
        break;
    case F_SATURATE:
        saturate(sp, dst, c, out);
        break;
    case F_CONST_COLOR:
        memset(out, constant[c] ^ (minus ? 255 : 0), NV_SOFT_SPAN);
        break;
    case F_CONST_ALPHA:
        memset(out, constant[3] ^ (minus ? 255 : 0), NV_SOFT_SPAN);
        break;
    default:
        memset(out, minus ? 255 : 0, NV_SOFT_SPAN);
        break;
    }
}

/* The equation codes of the BLEND bundle. */
static int32_t equation(unsigned eq, int32_t s, int32_t sf, int32_t d,
                        int32_t df)
{
    int32_t r;

    switch (eq) {
    case 0:
        r = s * sf - d * df;
        break;
    case 1:
        r = d * df - s * sf;
        break;
    case 3:
        r = (s < d ? s : d) * 255;
        break;
    case 4:
        r = (s > d ? s : d) * 255;
        break;
    case 5:                     /* source as two's complement (hw) */
        r = (d - (int8_t)s) * 255;
        break;
    case 6:
        r = (d + (int8_t)s) * 255;
        break;
    default:                    /* 2 add; 7: guess */
        r = s * sf + d * df;
        break;
    }
    return r < 0 ? 0 : r > ONE ? ONE : r;
}

/*
 * A sum of products to @width bits: the upper of 8 (hw), unlike those of colours
 * not blended; Rankine's classes round (guess).
 */
static uint32_t narrow(const NvSoft *s, uint32_t r, unsigned width)
{
    uint32_t max = NV_BIT(width) - 1;

    return nv_soft_has_program(s)
           ? (r * max * 2 + ONE) / (2 * ONE)
           : (r * 2 + 255) / 510 >> (8 - width);
}

/*
 * Both colours come with as many bits as the surface has, 5 or 6 above zeros
 * (hw: all of 114,688 pixels of seven pictures under up to ten blends; factors
 * are whole).  Rankine's classes have all bits (guess).
 */
static uint8_t coarse(const NvSoft *s, unsigned width)
{
    return width < 7 && !nv_soft_has_program(s) ? 0xff << (8 - width) : 0xff;
}

static void blend_channel(const NvSoft *s, const NvSoftSpan *sp, Bytes dst,
                          unsigned c, uint32_t *words)
{
    const NvColorFormat *f = s->color.format;
    const NvPixelBlend *blend = &s->pixel->blend;
    uint8_t sf[NV_SOFT_SPAN], df[NV_SOFT_SPAN], eq = blend->equation[c == 3];
    unsigned pos = f->pos[c];
    uint8_t mask = coarse(s, f->width[c]);

    factors(s, sp, dst, blend->src[c == 3], c, sf);
    factors(s, sp, dst, blend->dst[c == 3], c, df);
    if (eq == 2 && f->width[c] == 8) {
        for (unsigned i = 0; i < sp->lanes; i++) {
            uint32_t r = sp->out[c][i] * sf[i] + dst[c][i] * df[i];
            uint16_t sum = r < ONE ? r : ONE;

            words[i] |= (uint32_t)((uint16_t)(sum + 127) / 255) << pos;
        }
        return;
    }
    for (unsigned i = 0; i < sp->lanes; i++) {
        uint32_t r = equation(eq, sp->out[c][i] & mask, sf[i],
                              dst[c][i] & mask, df[i]);

        words[i] |= narrow(s, r, f->width[c]) << pos;
    }
}

static void decode_all(const NvColorFormat *f, const uint32_t *words,
                       unsigned n, Bytes dst)
{
    for (unsigned c = 0; c < 4; c++) {
        unsigned pos = f->pos[c];

        if (f->width[c] == 8) {
            for (unsigned i = 0; i < n; i++) {
                dst[c][i] = words[i] >> pos;
            }
            continue;
        }
        for (unsigned i = 0; i < n; i++) {
            dst[c][i] = nv_soft_decode(f, words[i], c);
        }
    }
}

/* The sixteen GL operations by code: result for (src, dst) bit pairs. */
static uint32_t logic_op(unsigned op, uint32_t s, uint32_t d)
{
    return (op & 1 ? s & d : 0) | (op & 2 ? s & ~d : 0) |
           (op & 4 ? ~s & d : 0) | (op & 8 ? ~s & ~d : 0);
}

NV_LANE_CLONES
void nv_soft_color(const NvSoft *s, NvSoftScratch *scratch)
{
    const NvSoftSpan *sp = &scratch->span;
    const NvPixelBlend *blend = &s->pixel->blend;
    const NvColorFormat *f = s->color.format;
    uint32_t old[NV_SOFT_SPAN] = { 0 }, words[NV_SOFT_SPAN] = { 0 };
    uint32_t bits = s->encode.bits;
    Bytes dst;

    assert(s->color.on && !f->real);
    nv_soft_load_span(&s->color, sp, old);
    if (blend->on && !blend->logic) {
        decode_all(f, old, sp->lanes, dst);
        for (unsigned c = 0; c < 4; c++) {
            if (f->width[c]) {
                blend_channel(s, sp, dst, c, words);
            }
        }
    } else {
        for (unsigned i = 0; i < sp->lanes; i++) {
            words[i] = encode(s, sp, i);
        }
    }
    for (unsigned i = 0; i < sp->lanes && blend->logic; i++) {
        words[i] = logic_op(blend->logic_op, words[i], old[i]);
    }
    for (unsigned i = 0; i < sp->lanes; i++) {
        words[i] = (words[i] & bits) | (old[i] & ~bits);
        words[i] = (words[i] & ~f->pad) | f->fill;
    }
    nv_soft_store_span(&s->color, sp, sp->live, words);
}
