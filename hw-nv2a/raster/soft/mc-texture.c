/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Machine code for what lanes.c samples: images of two dimensions.
 *
 * Coordinates are floats here, and their products with powers of two are
 * exact.  Places of 2^22 texels and more, and what is no number, escape.
 */
#include "raster/soft/mc-texture.h"
#include "raster/soft/wrap.h"

/* ---- axes ---- */

static unsigned wrap_of(const NvMcUnit *u, unsigned which)
{
    unsigned mode = u->how->wrap[which];

    if (u->format->layout == NV_TEX_RECT && mode <= WRAP_MIRROR) {
        return WRAP_EDGE;
    }
    return mode;
}

static bool linear(const NvMcUnit *u)
{
    return u->how->mag;
}

/* Whether what is outside has the border's colour. */
static bool bordered(const NvMcUnit *u, unsigned which)
{
    unsigned mode = wrap_of(u, which);

    return mode == WRAP_BORDER || (mode == WRAP_CLAMP && linear(u));
}

static void note_far(const NvMcUnit *u, NvVecVal place)
{
    NvMcBuild *b = u->b;

    place = op(u, NV_X86_PAND, place, word(u, 0x7fffffff));
    b->far = b->far ? op(u, NV_X86_PMAXSD, b->far, place) : place;
}

/* The same of whole numbers that have as many bits and more, and are near. */
static NvVecVal steady_place(const NvMcUnit *u, unsigned which,
                             const NvMcCoord *coord)
{
    NvVecVal by = data(u, coord->shift), v, size;

    if (u->level.halved[which]) {
        by = op(u, NV_X86_PADDD, by, u->level.halved[which]);
    }
    v = op(u, NV_X86_VPSRAVD, coord->sum, by);
    if (u->how->wrap[which] == WRAP_CLAMP) {
        size = nv_vec_unary(u->b->v, NV_X86_CVTTPS2DQ, u->level.size[which]);
        v = op(u, NV_X86_PMAXSD, v, word(u, 0));
        v = op(u, NV_X86_PMINSD, v, size);
    }
    return v;
}

/* In 256ths of a texel, whole. */
static NvVecVal place_of(const NvMcUnit *u, unsigned which,
                         const NvMcCoord *coord)
{
    NvVecVal v;

    if (coord->sum) {
        return steady_place(u, which, coord);
    }
    v = op(u, NV_X86_MULPS, coord->value, u->level.scale[which]);
    note_far(u, v);
    if (u->how->wrap[which] == WRAP_CLAMP) {
        v = op(u, NV_X86_MAXPS, v, word(u, 0));
        v = op(u, NV_X86_MINPS, v, u->level.size[which]);
    }
    v = nv_vec_op_imm(u->b->v, NV_X86_ROUNDPS, 0, v, 9);
    return nv_vec_unary(u->b->v, NV_X86_CVTTPS2DQ, v);
}

/* Into the image. */
static NvVecVal wrapped(const NvMcUnit *u, unsigned which, NvVecVal at)
{
    NvVecVal last = u->level.last[which], other;

    switch (wrap_of(u, which)) {
    case WRAP_MIRROR:
        other = op(u, NV_X86_PADDD, last, last);
        other = op(u, NV_X86_POR, other, word(u, 1));
        at = op(u, NV_X86_PAND, at, other);
        return op(u, NV_X86_PMINSD, at, op(u, NV_X86_PXOR, at, other));
    case WRAP_EDGE:
    case WRAP_BORDER:
    case WRAP_CLAMP:
        at = op(u, NV_X86_PMAXSD, at, word(u, 0));
        return op(u, NV_X86_PMINSD, at, last);
    default:
        return op(u, NV_X86_PAND, at, last);
    }
}

static unsigned bytes_log2(const NvMcUnit *u)
{
    return u->format->bytes == 4 ? 2 : u->format->bytes - 1u;
}

/* Bits moved apart: bit i to bit 2 i, of 16. */
NvVecVal nv_mc_spread(const NvMcUnit *u, NvVecVal x)
{
    NvVec *v = u->b->v;
    /* Bytes 0 0 1 1 of each word; a nibble's bits in a byte's. */
    static const uint64_t twice[2] = {
        UINT64_C(0x0505040401010000), UINT64_C(0x0d0d0c0c09090808),
    };
    static const uint64_t nibble[2] = {
        UINT64_C(0x1514111005040100), UINT64_C(0x5554515045444140),
    };
    NvVecVal low, high;

    x = op(u, NV_X86_PSHUFB, x, nv_vec_bytes(v, twice));
    low = op(u, NV_X86_PAND, x, word(u, 0x000f000f));
    high = shift(u, NV_X86_PSRLD, x, 4);
    high = op(u, NV_X86_PAND, high, word(u, 0x0f000f00));
    x = op(u, NV_X86_POR, low, high);
    return op(u, NV_X86_PSHUFB, nv_vec_bytes(v, nibble), x);
}

/* What texel @in of an axis adds to a swizzled address, in texels. */
static NvVecVal swizzled(const NvMcUnit *u, unsigned which, NvVecVal in)
{
    NvVecVal low = in, high;

    if (!u->how->square) {
        low = op(u, NV_X86_PAND, in, u->level.both_mask);
    }
    low = shift(u, NV_X86_PSLLD, nv_mc_spread(u, low), which);
    if (u->how->square) {
        return low;
    }
    high = op(u, NV_X86_VPSRLVD, in, u->level.both);
    high = op(u, NV_X86_VPSLLVD, high, u->level.both2);
    return op(u, NV_X86_POR, low, high);
}

static NvVecVal address(const NvMcUnit *u, unsigned which, NvVecVal in)
{
    if (u->format->layout == NV_TEX_SWIZZLED) {
        return swizzled(u, which, in);
    }
    if (u->format->layout == NV_TEX_DXT) {
        in = shift(u, NV_X86_PSRLD, in, 2);
        return which ? op(u, NV_X86_VPSLLVD, in, u->level.row)
                     : shift(u, NV_X86_PSLLD, in,
                             u->format->bytes == 8 ? 3 : 4);
    }
    return which ? op(u, NV_X86_PMULLD, in, data(u, FIELD(u, pitch)))
                 : shift(u, NV_X86_PSLLD, in, bytes_log2(u));
}

static bool repeats(unsigned mode)
{
    return mode < WRAP_MIRROR || mode > WRAP_CLAMP;
}

/* The next texel's, carrying through the axis' bits alone. */
static NvVecVal next_swizzled(const NvMcUnit *u, unsigned which,
                              NvVecVal bytes)
{
    NvVecVal mask = u->level.mask[which];
    NvVecVal ones = op(u, NV_X86_PXOR, mask, word(u, UINT32_MAX));

    ones = op(u, NV_X86_POR, bytes, ones);
    ones = op(u, NV_X86_PSUBD, ones, word(u, UINT32_MAX));
    return op(u, NV_X86_PAND, ones, mask);
}

NvMcAxis nv_mc_axis_at(const NvMcUnit *u, unsigned which, NvVecVal at)
{
    NvMcAxis a = { .at = { at }, .in = { wrapped(u, which, at) } };

    a.bytes[0] = address(u, which, a.in[0]);
    return a;
}

NvMcAxis nv_mc_axis(const NvMcUnit *u, unsigned which, const NvMcCoord *coord)
{
    bool swizzle = u->format->layout == NV_TEX_SWIZZLED;
    NvVecVal place = place_of(u, which, coord);
    NvMcAxis a = { { 0 } };

    if (!linear(u)) {
        return nv_mc_axis_at(u, which, shift(u, NV_X86_PSRAD, place, 8));
    }
    place = op(u, NV_X86_PSUBD, place, word(u, 128));
    a.frac = op(u, NV_X86_PAND, place, word(u, 255));
    a.at[0] = shift(u, NV_X86_PSRAD, place, 8);
    a.at[1] = op(u, NV_X86_PADDD, a.at[0], word(u, 1));
    for (unsigned i = 0; i < 2; i++) {
        if (i && swizzle && repeats(u->how->wrap[which]) &&
            u->level.mask[which]) {
            a.bytes[1] = next_swizzled(u, which, a.bytes[0]);
        } else {
            a.in[i] = wrapped(u, which, a.at[i]);
            a.bytes[i] = address(u, which, a.in[i]);
        }
    }
    return a;
}

/* ---- texels ---- */

/* Channel @c of a word in eight bits, by replication. */
static NvVecVal channel(const NvMcUnit *u, NvVecVal texel, unsigned c)
{
    unsigned pos = u->bits->pos[c], width = u->bits->width[c];
    NvVecVal x;

    if (!width) {
        return word(u, u->bits->missing[c]);
    }
    if (width == 1) {
        x = shift(u, NV_X86_PSLLD, texel, 31 - pos);
        x = shift(u, NV_X86_PSRAD, x, 31);
        return op(u, NV_X86_PAND, x, word(u, 255));
    }
    x = shift(u, NV_X86_PSRLD, texel, pos);
    x = op(u, NV_X86_PAND, x, word(u, (1u << width) - 1));
    if (width == 8) {
        return x;
    }
    return op(u, NV_X86_POR, shift(u, NV_X86_PSLLD, x, 8 - width),
              shift(u, NV_X86_PSRLD, x, 2 * width - 8));
}

static bool is_argb(const NvTexelBits *bits)
{
    static const uint8_t pos[4] = { 16, 8, 0, 24 };

    for (unsigned c = 0; c < 4; c++) {
        if (bits->width[c] != 8 && !(c == 3 && !bits->width[c])) {
            return false;
        }
        if (bits->width[c] && bits->pos[c] != pos[c]) {
            return false;
        }
    }
    return true;
}

static NvMcHalves halves(const NvMcUnit *u, NvVecVal texel)
{
    NvVecVal mask = word(u, 0x00ff00ff), c[4];
    NvMcHalves h;

    if (is_argb(u->bits)) {
        h.rb = op(u, NV_X86_PAND, texel, mask);
        h.ag = op(u, NV_X86_PAND, shift(u, NV_X86_PSRLD, texel, 8), mask);
        if (!u->bits->width[3]) {
            h.ag = op(u, NV_X86_POR, h.ag, word(u, 0x00ff0000));
        }
        return h;
    }
    for (unsigned k = 0; k < 4; k++) {
        c[k] = channel(u, texel, k);
    }
    h.rb = op(u, NV_X86_POR, c[2], shift(u, NV_X86_PSLLD, c[0], 16));
    h.ag = op(u, NV_X86_POR, c[1], shift(u, NV_X86_PSLLD, c[3], 16));
    return h;
}

static NvVecVal outside(const NvMcUnit *u, unsigned which, const NvMcAxis *a,
                        unsigned i)
{
    return bordered(u, which) ? op(u, NV_X86_PCMPEQD, a->at[i], a->in[i]) : 0;
}

/* Words at @at: of less than 4 bytes, at the lower end. */
static NvVecVal fetch(const NvMcUnit *u, NvVecVal at)
{
    NvVec *v = u->b->v;
    NvVecVal low;

    if (u->format->bytes == 4) {
        return nv_vec_gather(v, FIELD(u, texels), at, u->b->sampled);
    }
    low = shift(u, NV_X86_PSLLD, op(u, NV_X86_PAND, at, word(u, 3)), 3);
    at = op(u, NV_X86_PAND, at, word(u, ~3u));
    at = nv_vec_gather(v, FIELD(u, texels), at, u->b->sampled);
    at = op(u, NV_X86_VPSRLVD, at, low);
    if (!u->format->indexed) {
        return at;
    }
    at = op(u, NV_X86_PAND, at, word(u, 255));
    at = shift(u, NV_X86_PSLLD, at, 2);
    return nv_vec_gather(v, FIELD(u, palette), at, u->b->sampled);
}

/* The texel at place @i of x and @k of y, of those inside. */
static NvMcHalves inner(const NvMcUnit *u, const NvMcAxis *x, unsigned i,
                        const NvMcAxis *y, unsigned k)
{
    NvVecVal at = op(u, NV_X86_PADDD, x->bytes[i], y->bytes[k]);

    if (u->format->layout == NV_TEX_SWIZZLED) {
        at = shift(u, NV_X86_PSLLD, at, bytes_log2(u));
    }
    if (u->level.into) {
        at = op(u, NV_X86_PADDD, at, u->level.into);
    }
    if (u->format->layout == NV_TEX_DXT) {
        return nv_mc_block_texel(u, at, x->in[i], y->in[k]);
    }
    return halves(u, fetch(u, at));
}

/* The same, or the border's colour. */
static NvMcHalves texel(const NvMcUnit *u, const NvMcAxis *x, unsigned i,
                        const NvMcAxis *y, unsigned k)
{
    NvMcHalves h = inner(u, x, i, y, k);
    NvVecVal in[2] = { outside(u, 0, x, i), outside(u, 1, y, k) };

    for (unsigned w = 0; w < 2; w++) {
        NvVecVal color = data(u, FIELD(u, border)), mask;

        if (!in[w]) {
            continue;
        }
        mask = word(u, 0x00ff00ff);
        h.rb = nv_vec_choose(u->b->v, in[w], h.rb,
                             op(u, NV_X86_PAND, color, mask));
        color = shift(u, NV_X86_PSRLD, color, 8);
        h.ag = nv_vec_choose(u->b->v, in[w], h.ag,
                             op(u, NV_X86_PAND, color, mask));
    }
    return h;
}

/* ---- filters ---- */

static NvVecVal lower(const NvMcUnit *u, NvVecVal x)
{
    return op(u, NV_X86_PAND, x, word(u, 0xffff));
}

/* Channels in 65536ths of a byte. */
static void nearest(const NvMcUnit *u, const NvMcAxis *x, const NvMcAxis *y,
                    NvVecVal sum[4])
{
    NvMcHalves h = texel(u, x, 0, y, 0);

    sum[0] = shift(u, NV_X86_PSRLD, h.rb, 16);
    sum[1] = lower(u, h.ag);
    sum[2] = lower(u, h.rb);
    sum[3] = shift(u, NV_X86_PSRLD, h.ag, 16);
    for (unsigned c = 0; c < 4; c++) {
        sum[c] = shift(u, NV_X86_PSLLD, sum[c], 16);
    }
}

static NvVecVal twice(const NvMcUnit *u, NvVecVal x)
{
    return op(u, NV_X86_POR, x, shift(u, NV_X86_PSLLD, x, 16));
}

/* a * (256 - f) + b * f, below 65536; less 32768, for signed products. */
static NvVecVal across(const NvMcUnit *u, NvVecVal a, NvVecVal b, NvVecVal f,
                       NvVecVal rest)
{
    NvVecVal sum = op(u, NV_X86_PADDW, op(u, NV_X86_PMULLW, a, rest),
                      op(u, NV_X86_PMULLW, b, f));

    return op(u, NV_X86_PXOR, sum, word(u, 0x80008000));
}

/* Rows @a and @b by @f: (256 - weight) below, weight above. */
static void down(const NvMcUnit *u, NvVecVal a, NvVecVal b, NvVecVal f,
                 NvVecVal *low, NvVecVal *high)
{
    NvVec *v = u->b->v;
    NvVecVal x = nv_vec_op_imm(v, NV_X86_PBLENDW, a,
                               shift(u, NV_X86_PSLLD, b, 16), 0xaa);
    NvVecVal y = nv_vec_op_imm(v, NV_X86_PBLENDW,
                               shift(u, NV_X86_PSRLD, a, 16), b, 0xaa);
    NvVecVal bias = word(u, 32768 << 8);

    *low = op(u, NV_X86_PADDD, op(u, NV_X86_PMADDWD, x, f), bias);
    *high = op(u, NV_X86_PADDD, op(u, NV_X86_PMADDWD, y, f), bias);
}

static void bilinear(const NvMcUnit *u, const NvMcAxis *x, const NvMcAxis *y,
                     NvVecVal sum[4])
{
    NvVecVal f = twice(u, x->frac), rb[2], ag[2], g;
    NvVecVal rest = op(u, NV_X86_PSUBW, word(u, 0x01000100), f);

    for (unsigned k = 0; k < 2; k++) {
        NvMcHalves a = texel(u, x, 0, y, k), b = texel(u, x, 1, y, k);

        rb[k] = across(u, a.rb, b.rb, f, rest);
        ag[k] = across(u, a.ag, b.ag, f, rest);
    }
    g = op(u, NV_X86_PSUBD, word(u, 256), y->frac);
    g = op(u, NV_X86_POR, g, shift(u, NV_X86_PSLLD, y->frac, 16));
    down(u, rb[0], rb[1], g, &sum[2], &sum[0]);
    down(u, ag[0], ag[1], g, &sum[1], &sum[3]);
}

void nv_mc_filter(const NvMcUnit *u, const NvMcAxis *axes, NvVecVal sum[4])
{
    if (linear(u)) {
        bilinear(u, &axes[0], &axes[1], sum);
    } else {
        nearest(u, &axes[0], &axes[1], sum);
    }
}
