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

bool nv_soft_wants_more(const NvSoft *s)
{
    for (unsigned i = 0; i < NV_MORE_TARGETS; i++) {
        if (s->more[i].on) {
            return true;
        }
    }
    return false;
}

typedef uint8_t Bytes[4][NV_SOFT_SPAN];
typedef float Reals[4][NV_SOFT_SPAN];

/* Where colours go, and which. */
typedef struct Target {
    const NvSoftSurface *surface;
    uint32_t bits;              /* as NvSoftEncoder.bits */
    bool blend;
    const Bytes *out;
    const Reals *real;          /* of surfaces of floats; NULL: @out */
} Target;

static void write_real(const Target *t, const NvSoftSpan *sp)
{
    const NvColorFormat *f = t->surface->format;

    for (unsigned i = 0; i < sp->n; i++) {
        uint8_t *p = t->surface->data + (size_t)sp->y[i] * t->surface->pitch +
                     (size_t)sp->x[i] * f->bytes;

        for (unsigned c = 0; c < f->channels && sp->live >> i & 1; c++) {
            float v = t->real ? (*t->real)[c][i] : (*t->out)[c][i] / 255.0f;

            if (t->bits >> c & 1 && f->real == 32) {
                nv_st32(p + 4 * c, nv_f2u(v));
            } else if (t->bits >> c & 1) {
                nv_st16(p + 2 * c, nv_frag_to_half(v));
            }
        }
    }
}

/* The first target's. */
static Target first(const NvSoft *s, const NvSoftSpan *sp)
{
    bool made = nv_soft_has_program(s) && !s->pixel->combiners.count;

    return (Target) {
        .surface = &s->color, .bits = s->encode.bits,
        .blend = s->pixel->blend.on, .out = &sp->out,
        .real = made ? &sp->real : NULL,
    };
}

void nv_soft_real(const NvSoft *s, NvSoftScratch *scratch)
{
    Target t = first(s, &scratch->span);

    write_real(&t, &scratch->span);
}

/* Every fragment replaces its whole word. */
bool nv_soft_is_plain(const NvSoft *s)
{
    const NvColorFormat *f = s->color.format;

    return !s->pixel->blend.on && !s->pixel->blend.logic &&
           s->encode.bits == nv_soft_channel_bits(f, 15);
}

static uint32_t encode(const NvSoft *s, const Bytes out, unsigned i)
{
    const uint32_t (*channel)[256] = s->encode.channel;

    return channel[0][out[0][i]] | channel[1][out[1][i]] |
           channel[2][out[2][i]] | channel[3][out[3][i]];
}

void nv_soft_color_plain(const NvSoft *s, NvSoftScratch *scratch)
{
    const NvSoftSpan *sp = &scratch->span;
    uint32_t words[NV_SOFT_SPAN];

    for (unsigned i = 0; i < sp->n; i++) {
        words[i] = encode(s, sp->out, i) | s->color.format->fill;
    }
    nv_soft_store_span(&s->color, sp, sp->live, words);
}

/* The factor codes of the BLEND bundle; odd = one minus, from 2 on. */
enum {
    F_ZERO = 0, F_ONE = 1, F_SRC_COLOR = 2, F_SRC_ALPHA = 4, F_DST_ALPHA = 6,
    F_DST_COLOR = 8, F_SATURATE = 10, F_CONST_COLOR = 12, F_CONST_ALPHA = 14,
};

static void copy_factor(uint8_t *out, const uint8_t *from, unsigned n,
                        bool minus)
{
    uint8_t flip = minus ? 255 : 0;

    for (unsigned i = 0; i < n; i++) {
        out[i] = from[i] ^ flip;        /* 255 - x is its complement */
    }
}

/* Colours that are blended: what comes, and what is there. */
typedef struct Mix {
    const NvSoft *s;
    const NvColorFormat *format;
    const uint8_t (*src)[NV_SOFT_SPAN];
    unsigned lanes;
    Bytes dst;
} Mix;

static void saturate(const Mix *m, unsigned c, uint8_t *out)
{
    for (unsigned i = 0; i < m->lanes; i++) {
        uint8_t a = m->src[3][i], d = 255 - m->dst[3][i];

        out[i] = c == 3 ? 255 : a < d ? a : d;
    }
}

static void factors(const Mix *m, unsigned factor, unsigned c, uint8_t *out)
{
    const uint8_t *constant = m->s->pixel->blend.color;
    bool minus = factor & 1;

    switch (factor & ~1u) {
    case F_SRC_COLOR:
        copy_factor(out, m->src[c], m->lanes, minus);
        break;
    case F_SRC_ALPHA:
        copy_factor(out, m->src[3], m->lanes, minus);
        break;
    case F_DST_ALPHA:
        copy_factor(out, m->dst[3], m->lanes, minus);
        break;
    case F_DST_COLOR:
        copy_factor(out, m->dst[c], m->lanes, minus);
        break;
    case F_SATURATE:
        saturate(m, c, out);
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
 * A sum of products to @width bits: the upper of 8 (hw); Rankine's classes round
 * (guess).
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

static void blend_channel(const Mix *m, unsigned c, uint32_t *words)
{
    const NvColorFormat *f = m->format;
    const NvPixelBlend *blend = &m->s->pixel->blend;
    uint8_t sf[NV_SOFT_SPAN], df[NV_SOFT_SPAN], eq = blend->equation[c == 3];
    unsigned pos = f->pos[c];
    uint8_t mask = coarse(m->s, f->width[c]);

    factors(m, blend->src[c == 3], c, sf);
    factors(m, blend->dst[c == 3], c, df);
    if (eq == 2 && f->width[c] == 8) {
        for (unsigned i = 0; i < m->lanes; i++) {
            uint32_t r = m->src[c][i] * sf[i] + m->dst[c][i] * df[i];
            uint16_t sum = r < ONE ? r : ONE;

            words[i] |= (uint32_t)((uint16_t)(sum + 127) / 255) << pos;
        }
        return;
    }
    for (unsigned i = 0; i < m->lanes; i++) {
        uint32_t r = equation(eq, m->src[c][i] & mask, sf[i],
                              m->dst[c][i] & mask, df[i]);

        words[i] |= narrow(m->s, r, f->width[c]) << pos;
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
static void write_words(const NvSoft *s, const NvSoftSpan *sp, const Target *t)
{
    const NvPixelBlend *blend = &s->pixel->blend;
    const NvColorFormat *f = t->surface->format;
    uint32_t old[NV_SOFT_SPAN] = { 0 }, words[NV_SOFT_SPAN] = { 0 };
    uint32_t bits = t->bits;

    assert(t->surface->on && !f->real);
    nv_soft_load_span(t->surface, sp, old);
    if (t->blend && !blend->logic) {
        Mix m = { .s = s, .format = f, .src = *t->out, .lanes = sp->lanes };

        decode_all(f, old, sp->lanes, m.dst);
        for (unsigned c = 0; c < 4; c++) {
            if (f->width[c]) {
                blend_channel(&m, c, words);
            }
        }
    } else {
        for (unsigned i = 0; i < sp->lanes; i++) {
            words[i] = encode(s, *t->out, i);
        }
    }
    for (unsigned i = 0; i < sp->lanes && blend->logic; i++) {
        words[i] = logic_op(blend->logic_op, words[i], old[i]);
    }
    for (unsigned i = 0; i < sp->lanes; i++) {
        words[i] = (words[i] & bits) | (old[i] & ~bits);
        words[i] = (words[i] & ~f->pad) | f->fill;
    }
    nv_soft_store_span(t->surface, sp, sp->live, words);
}

void nv_soft_color(const NvSoft *s, NvSoftScratch *scratch)
{
    Target t = first(s, &scratch->span);

    write_words(s, &scratch->span, &t);
}

/* ---- targets besides ---- */

static void to_bytes(const Reals from, unsigned n, Bytes out)
{
    for (unsigned c = 0; c < 4; c++) {
        for (unsigned i = 0; i < n; i++) {
            out[c][i] = (int)(nv_soft_unit(from[c][i]) * 255.0f + 0.5f);
        }
    }
}

void nv_soft_more(const NvSoft *s, NvSoftScratch *scratch)
{
    const NvSoftSpan *sp = &scratch->span;
    Bytes own;

    for (unsigned i = 0; i < NV_MORE_TARGETS; i++) {
        Target t = first(s, sp);

        t.surface = &s->more[i];
        t.bits = s->more_bits[i];
        t.blend = s->pixel->more[i].blend;
        if (!t.surface->on || !t.bits) {
            continue;
        }
        if (s->more_own >> i & 1) {
            to_bytes(sp->more[i], sp->lanes, own);
            t.out = (const Bytes *)&own;
            t.real = &sp->more[i];
        }
        if (t.surface->format->real) {
            write_real(&t, sp);
        } else {
            write_words(s, sp, &t);
        }
    }
}
