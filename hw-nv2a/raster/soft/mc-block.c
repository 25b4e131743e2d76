/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Machine code for texels of compressed blocks, as texel.c decodes them: sums
 * of two ends by weights from tables that bytes are shuffled from.
 */
#include "raster/soft/mc-texture.h"

/* A byte of @table (two words of 8) for each of @index; others are 0. */
static NvVecVal look_up(const NvMcUnit *u, const uint64_t table[2],
                        NvVecVal index)
{
    return op(u, NV_X86_PSHUFB, nv_vec_bytes(u->b->v, table), index);
}

/* Bytes 0 of words in 16 bits twice, for look_up(). */
static NvVecVal index_of(const NvMcUnit *u, NvVecVal x)
{
    x = op(u, NV_X86_POR, x, shift(u, NV_X86_PSLLD, x, 16));
    return op(u, NV_X86_POR, x, word(u, 0x80008000));
}

static NvVecVal gather(const NvMcUnit *u, NvVecVal at, unsigned bytes)
{
    if (bytes) {
        at = op(u, NV_X86_PADDD, at, word(u, bytes));
    }
    return nv_vec_gather(u->b->v, FIELD(u, texels), at, u->b->sampled);
}

/* The lower half of @a, the upper one of @b. */
static NvVecVal halves(const NvMcUnit *u, NvVecVal a, NvVecVal b)
{
    return nv_vec_op_imm(u->b->v, NV_X86_PBLENDW, a, b, 0xaa);
}

/* ---- colours ---- */

/* Blue and red of a word's lower half: 5 bits each, made 8. */
static NvVecVal blue_red(const NvMcUnit *u, NvVecVal c)
{
    NvVecVal b = op(u, NV_X86_PAND, c, word(u, 0x1f)), r;

    r = op(u, NV_X86_PAND, shift(u, NV_X86_PSLLD, c, 5),
           word(u, 0x1f0000));
    c = op(u, NV_X86_POR, b, r);
    r = op(u, NV_X86_PAND, shift(u, NV_X86_PSRLD, c, 2),
           word(u, 0x00070007));
    return op(u, NV_X86_POR, shift(u, NV_X86_PSLLD, c, 3), r);
}

/* Green of both ends: 6 bits, made 8. */
static NvVecVal greens(const NvMcUnit *u, NvVecVal ends)
{
    NvVecVal g = op(u, NV_X86_PAND, shift(u, NV_X86_PSRLD, ends, 5),
                    word(u, 0x003f003f)), low;

    low = op(u, NV_X86_PAND, shift(u, NV_X86_PSRLD, g, 4),
             word(u, 0x00030003));
    return op(u, NV_X86_POR, shift(u, NV_X86_PSLLD, g, 2), low);
}

/* What a block's colours are made of; @index: code, and 4 if three. */
typedef struct Colors {
    NvVecVal ends, index;
} Colors;

/* @k: the texel's place in its block; @three: DXT1. */
static Colors find_colors(const NvMcUnit *u, NvVecVal at, NvVecVal k,
                          bool three)
{
    unsigned from = u->format->bytes - 8;
    Colors c;
    NvVecVal codes = gather(u, at, from + 4), low, high, more;

    c.ends = gather(u, at, from);
    codes = op(u, NV_X86_VPSRLVD, codes, op(u, NV_X86_PADDD, k, k));
    c.index = op(u, NV_X86_PAND, codes, word(u, 3));
    if (three) {                /* unless the first is greater */
        low = op(u, NV_X86_PAND, c.ends, word(u, 0xffff));
        high = shift(u, NV_X86_PSRLD, c.ends, 16);
        more = op(u, NV_X86_PCMPGTD, low, high);
        more = op(u, NV_X86_PANDN, more, word(u, 4));
        c.index = op(u, NV_X86_POR, c.index, more);
    }
    return c;
}

/* Sixths of the ends, and what is added before division. */
static NvMcHalves mix_colors(const NvMcUnit *u, const Colors *c)
{
    static const uint64_t first[2] = { UINT64_C(0x0003000602040006) };
    static const uint64_t second[2] = { UINT64_C(0x0003060004020600) };
    static const uint64_t round[2] = { UINT64_C(0x0303030302020202) };
    NvVecVal index = index_of(u, c->index), by = word(u, 0x2aab2aab);
    NvVecVal a = look_up(u, first, index), b = look_up(u, second, index);
    NvVecVal plus = look_up(u, round, index), sum;
    NvMcHalves h;

    sum = op(u, NV_X86_PMULLW, a, blue_red(u, c->ends));
    sum = op(u, NV_X86_PADDW, sum,
             op(u, NV_X86_PMULLW, b,
                blue_red(u, shift(u, NV_X86_PSRLD, c->ends, 16))));
    h.rb = op(u, NV_X86_PMULHUW, op(u, NV_X86_PADDW, sum, plus), by);
    sum = op(u, NV_X86_PMADDWD, greens(u, c->ends), halves(u, a, b));
    sum = op(u, NV_X86_PADDW, sum, plus);
    h.ag = op(u, NV_X86_PMULHUW, sum, word(u, 0x2aab));
    return h;
}

/* ---- the matrix that NV2x adds ---- */

static NvVecVal dither_green(const NvMcUnit *u, NvVecVal g, NvVecVal k)
{
    static const uint64_t matrix[2] = {
        UINT64_C(0x0002010301030200), UINT64_C(0x0200030103010002),
    };
    NvVecVal m, o, over;

    m = look_up(u, matrix, op(u, NV_X86_POR, k, word(u, 0x80808000)));
    g = op(u, NV_X86_PSUBD, g, word(u, 2));
    o = op(u, NV_X86_PAND, op(u, NV_X86_PSUBD, m, g), word(u, 3));
    o = op(u, NV_X86_PADDD, g, o);
    over = op(u, NV_X86_PCMPGTD, o, word(u, 252));
    o = op(u, NV_X86_PAND, o, op(u, NV_X86_PCMPGTD, o, word(u, 4)));
    return op(u, NV_X86_PAND, op(u, NV_X86_POR, o, over), word(u, 255));
}

static NvVecVal dither_rest(const NvMcUnit *u, NvVecVal rb, NvVecVal k)
{
    /* Red's; blue's has the same lines from below. */
    static const uint64_t matrix[2] = {
        UINT64_C(0x0206010500040703), UINT64_C(0x0501060203070400),
    };
    NvVecVal m, o, over;

    m = op(u, NV_X86_PXOR, index_of(u, k), word(u, 12));
    m = look_up(u, matrix, m);
    rb = op(u, NV_X86_PSUBW, rb, word(u, 0x00040004));
    o = op(u, NV_X86_PAND, op(u, NV_X86_PSUBW, m, rb),
           word(u, 0x00070007));
    o = op(u, NV_X86_PADDW, rb, o);
    over = op(u, NV_X86_PCMPGTW, o, word(u, 0x00fa00fa));
    o = op(u, NV_X86_PAND, o,
           op(u, NV_X86_PCMPGTW, o, word(u, 0x000a000a)));
    return op(u, NV_X86_PAND, op(u, NV_X86_POR, o, over),
              word(u, 0x00ff00ff));
}

static NvMcHalves dxt1(const NvMcUnit *u, NvVecVal at, NvVecVal k)
{
    Colors c = find_colors(u, at, k, true);
    NvMcHalves h = mix_colors(u, &c);
    NvVecVal clear = op(u, NV_X86_PCMPEQD, c.index, word(u, 7));

    if (u->how->dither) {
        h.rb = dither_rest(u, h.rb, k);
        h.ag = dither_green(u, h.ag, k);
    }
    h.ag = op(u, NV_X86_POR, h.ag, word(u, 0x00ff0000));
    h.rb = op(u, NV_X86_PANDN, clear, h.rb);
    h.ag = op(u, NV_X86_PANDN, clear, h.ag);
    return h;
}

/* ---- alpha ---- */

/* Four bits a texel, made 8. */
static NvVecVal dxt3_alpha(const NvMcUnit *u, NvVecVal at, NvVecVal k)
{
    NvVecVal half = op(u, NV_X86_PAND, shift(u, NV_X86_PSRLD, k, 1),
                       word(u, 4)), a;

    a = gather(u, op(u, NV_X86_PADDD, at, half), 0);
    k = shift(u, NV_X86_PSLLD, op(u, NV_X86_PAND, k, word(u, 7)), 2);
    a = op(u, NV_X86_PAND, op(u, NV_X86_VPSRLVD, a, k), word(u, 15));
    return op(u, NV_X86_POR, a, shift(u, NV_X86_PSLLD, a, 4));
}

/* Three bits a texel, from bit 16 of two words; counts over 31 leave 0. */
static NvVecVal dxt5_code(const NvMcUnit *u, NvVecVal low, NvVecVal high,
                          NvVecVal k)
{
    NvVecVal n = op(u, NV_X86_PADDD, op(u, NV_X86_PADDD, k, k), k), code;
    NvVecVal sixteen = word(u, 16);

    code = op(u, NV_X86_VPSRLVD, low, op(u, NV_X86_PADDD, n, sixteen));
    code = op(u, NV_X86_POR, code,
              op(u, NV_X86_VPSLLVD, high,
                 op(u, NV_X86_PSUBD, sixteen, n)));
    code = op(u, NV_X86_POR, code,
              op(u, NV_X86_VPSRLVD, high,
                 op(u, NV_X86_PSUBD, n, sixteen)));
    return op(u, NV_X86_PAND, code, word(u, 7));
}

static NvVecVal dxt5_alpha(const NvMcUnit *u, NvVecVal at, NvVecVal k)
{
    /* Sevenths, and fifths unless the first is greater. */
    static const uint64_t first[2] = {
        UINT64_C(0x0102030405060007), UINT64_C(0x0000010203040005),
    };
    static const uint64_t second[2] = {
        UINT64_C(0x0605040302010700), UINT64_C(0x0000040302010500),
    };
    static const uint64_t apart[2] = {          /* bytes 0, 1 of words */
        UINT64_C(0x8005800480018000), UINT64_C(0x800d800c80098008),
    };
    NvVecVal low = gather(u, at, 0), high = gather(u, at, 4);
    NvVecVal code = dxt5_code(u, low, high, k), ends, more, w, sum, by;

    ends = op(u, NV_X86_PSHUFB, low, nv_vec_bytes(u->b->v, apart));
    more = op(u, NV_X86_PCMPGTD, op(u, NV_X86_PAND, low, word(u, 255)),
              shift(u, NV_X86_PSRLD, ends, 16));
    code = op(u, NV_X86_POR, code, op(u, NV_X86_PANDN, more, word(u, 8)));
    w = index_of(u, code);
    w = halves(u, look_up(u, first, w), look_up(u, second, w));
    sum = op(u, NV_X86_PMADDWD, ends, w);
    sum = op(u, NV_X86_PADDD, sum,      /* 3 of 7, 2 of 5 */
             op(u, NV_X86_PSUBD, word(u, 2), more));
    by = nv_vec_choose(u->b->v, more, word(u, 9363), word(u, 13108));
    sum = op(u, NV_X86_PMULHUW, sum, by);
    more = op(u, NV_X86_PCMPEQD, code, word(u, 15));
    return op(u, NV_X86_POR, sum, op(u, NV_X86_PAND, more, word(u, 255)));
}

NvMcHalves nv_mc_block_texel(const NvMcUnit *u, NvVecVal at, NvVecVal x,
                             NvVecVal y)
{
    NvVecVal three = word(u, 3), k, a;
    NvMcHalves h;
    Colors c;

    k = shift(u, NV_X86_PSLLD, op(u, NV_X86_PAND, y, three), 2);
    k = op(u, NV_X86_POR, k, op(u, NV_X86_PAND, x, three));
    if (u->format->bytes == 8) {
        return dxt1(u, at, k);
    }
    c = find_colors(u, at, k, false);
    h = mix_colors(u, &c);
    a = u->how->format == 0x0e ? dxt3_alpha(u, at, k)
                               : dxt5_alpha(u, at, k);
    h.ag = op(u, NV_X86_POR, h.ag, shift(u, NV_X86_PSLLD, a, 16));
    return h;
}
