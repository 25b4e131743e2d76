/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Machine code for the weights of corners that weights.c computes, to the last
 * bit.  With sixteen lanes they are made of floats and words, which have all
 * their bits: products and sums are rounded towards zero there.  Otherwise, and
 * beside primitives, doubles are shortened.
 */
#include "raster/soft/soft.h"

static bool perspective(const NvMcBuild *b)
{
    return b->variant & NV_MC_PERSPECTIVE;
}

static NvMcPair spread8(NvMcBuild *b, int32_t at)
{
    return nv_mc_pair_of(nv_vec_spread(b->v, at, 8));
}

static NvVecVal op(NvMcBuild *b, NvX86Op op, NvVecVal p, NvVecVal q)
{
    return nv_vec_op(b->v, op, p, q);
}

/* A mantissa of @bits, towards zero. */
NvMcPair nv_mc_shorten(NvMcBuild *b, NvMcPair p, unsigned bits)
{
    uint64_t mask = UINT64_MAX << (53 - bits);

    return nv_mc_pair(b, NV_X86_PAND, p,
                      nv_mc_pair_of(nv_vec_double(b->v, nv_u2d(mask))));
}

/*
 * Whether corner 0 has the rest, and whether corner 2 has not, by the exponents
 * of shares' words.
 */
static void choose_rest(NvMcBuild *b, const NvVecVal e[3], NvVecVal *first,
                        NvVecVal *not_third)
{
    NvVecVal ba = op(b, NV_X86_PCMPGTD, e[1], e[0]);
    NvVecVal ac = op(b, NV_X86_PCMPGTD, e[0], e[2]);
    NvVecVal cb = op(b, NV_X86_PCMPGTD, e[2], e[1]);

    *first = op(b, NV_X86_PANDN, ba, ac);
    /* Neither the first nor the second, which is ba without cb. */
    *not_third = op(b, NV_X86_POR, *first, op(b, NV_X86_PANDN, cb, ba));
}

static NvMcPair bits(NvMcBuild *b, NvX86Op op, NvMcPair p, uint64_t word)
{
    return nv_mc_pair(b, op, p,
                      nv_mc_pair_of(nv_vec_double(b->v, nv_u2d(word))));
}

static NvMcPair rounded(NvMcBuild *b, NvMcPair p, double by)
{
    NvMcPair round = nv_mc_pair_of(nv_vec_double(b->v, by));

    p = nv_mc_pair(b, NV_X86_ADDPD, p, round);
    return nv_mc_pair(b, NV_X86_SUBPD, p, round);
}

static NvMcPair pair_fma(NvMcBuild *b, NvX86Op op, NvMcPair x, NvMcPair y,
                         NvMcPair z)
{
    return (NvMcPair) { nv_vec_fma_by(b->v, op, x.lo, y.lo, z.lo),
                        nv_vec_fma_by(b->v, op, x.hi, y.hi, z.hi) };
}

static NvVecVal field(NvMcBuild *b, NvVecVal words, unsigned from,
                      uint32_t mask)
{
    return op(b, NV_X86_PAND, nv_vec_shift(b->v, NV_X86_PSRLD, words, from),
              nv_vec_word(b->v, mask));
}

/*
 * The straight line that nv_weigh_inverse() begins with, in 4096ths: divisions
 * give what the table has, and are faster than looking there.
 */
static NvVecVal first_inverse(NvMcBuild *b, NvVecVal sum)
{
    const float most = 1 << NV_WEIGH_LINE_BITS;
    NvVecVal here, next, less, x;

    here = op(b, NV_X86_PAND, sum, nv_vec_word(b->v, 0x7f8000));
    here = op(b, NV_X86_POR, here, nv_vec_word(b->v, 0x3f800000));
    next = op(b, NV_X86_PADDD, here, nv_vec_word(b->v, 0x8000));
    here = op(b, NV_X86_DIVPS, nv_vec_float(b->v, most), here);
    next = op(b, NV_X86_DIVPS, nv_vec_float(b->v, most), next);
    less = nv_vec_unary(b->v, NV_X86_CVTPS2DQ,
                        op(b, NV_X86_SUBPS, here, next));
    x = nv_vec_shift(b->v, NV_X86_PSLLD,
                     nv_vec_unary(b->v, NV_X86_CVTPS2DQ, here), 7);
    x = op(b, NV_X86_PADDD, x,
           nv_vec_word(b->v, 1 << (NV_WEIGH_CUT_BITS - 1)));
    less = op(b, NV_X86_PMADDWD, less, field(b, sum, 8, 127));
    return nv_vec_shift(b->v, NV_X86_PSRLD, op(b, NV_X86_PSUBD, x, less),
                        NV_WEIGH_CUT_BITS);
}

#define FIRST_UNIT (1.0 / (1 << NV_WEIGH_FIRST_BITS))

/* As nv_weigh_inverse(), of what has no more bits than floats. */
static NvMcPair inverse_of(NvMcBuild *b, NvMcPair sum, NvVecVal floats)
{
    const uint64_t exponents = UINT64_C(0x7ff) << 52;
    NvMcPair two = nv_mc_pair_of(nv_vec_double(b->v, NV_TWO24));
    NvMcPair m, x = nv_mc_doubles(b, first_inverse(b, floats)), scale;

    x = nv_mc_pair(b, NV_X86_MULPD, x,
                   nv_mc_pair_of(nv_vec_double(b->v, FIRST_UNIT)));
    m = bits(b, NV_X86_PAND, sum, (UINT64_C(1) << 52) - 1);
    m = bits(b, NV_X86_POR, m, UINT64_C(1023) << 52);
    /* The product has no more bits than doubles: rounded once is the same. */
    m = pair_fma(b, NV_X86_FNMADD231PD, m, x, two);
    x = nv_mc_pair(b, NV_X86_MULPD, x, rounded(b, m, NV_ROUND24));
    scale = nv_mc_pair(b, NV_X86_PSUBD,
                       nv_mc_pair_of(nv_vec_double(b->v, nv_u2d(
                           UINT64_C(2046) << 52))),
                       bits(b, NV_X86_PAND, sum, exponents));
    if (b->key->quads) {        /* beside the triangle it may be below 0 */
        scale = nv_mc_pair(b, NV_X86_POR, scale,
                           bits(b, NV_X86_PAND, sum, UINT64_C(1) << 63));
    }
    x = nv_mc_shorten(b, x, NV_WEIGH_BITS);
    return nv_mc_pair(b, NV_X86_MULPD, x, scale);
}

/* ---- doubles ---- */

typedef struct Exact {
    NvMcPair part[3];           /* shares, shortened */
    NvMcPair first, not_third;  /* masks: which of them takes the rest */
} Exact;

/* Upper words of both: in an order that unpacking undoes. */
static NvVecVal pack(NvMcBuild *b, NvMcPair p)
{
    return nv_vec_op_imm(b->v, NV_X86_SHUFPS, p.lo, p.hi, 0xdd);
}

static NvMcPair unpack(NvMcBuild *b, NvVecVal mask)
{
    return (NvMcPair) { nv_vec_op(b->v, NV_X86_PUNPCKLDQ, mask, mask),
                        nv_vec_op(b->v, NV_X86_PUNPCKHDQ, mask, mask) };
}

static void find_rest(NvMcBuild *b, Exact *x)
{
    NvVecVal top = nv_vec_word(b->v, 0x7ff00000), e[3], first, not_third;

    for (unsigned k = 0; k < 3; k++) {
        e[k] = op(b, NV_X86_PAND, pack(b, x->part[k]), top);
    }
    choose_rest(b, e, &first, &not_third);
    x->first = unpack(b, first);
    x->not_third = unpack(b, not_third);
}

/* As weights.c has it: quads have pixels beside the triangle. */
static NvMcPair within(NvMcBuild *b, NvMcPair x)
{
    if (!b->key->quads) {
        return x;
    }
    x = nv_mc_pair(b, NV_X86_MAXPD, x,
                   nv_mc_pair_of(nv_vec_double(b->v, -NV_WEIGHT_MOST)));
    return nv_mc_pair(b, NV_X86_MINPD, x,
                      nv_mc_pair_of(nv_vec_double(b->v, NV_WEIGHT_MOST)));
}

static Exact exact(NvMcBuild *b)
{
    Exact x;
    NvMcPair e[3], inverse = spread8(b, NV_MC_AT(inverse));

    for (unsigned k = 0; k < 3; k++) {
        e[k] = nv_mc_doubles(b, nv_mc_edge_words(b, k));
        e[k] = nv_mc_shorten(b, e[k], NV_WEIGH_BITS);
        if (perspective(b)) {
            e[k] = nv_mc_pair(b, NV_X86_MULPD, e[k],
                              spread8(b, NV_MC_AT(by[k])));
            e[k] = nv_mc_shorten(b, e[k], NV_WEIGH_BITS);
        }
    }
    if (perspective(b)) {
        NvMcPair sum = nv_mc_sum(b, e[0], &e[1], 2, NV_WEIGH_WINDOW_BITS);

        sum = nv_mc_shorten(b, sum, NV_WEIGH_BITS);
        inverse = inverse_of(b, sum, nv_mc_floats(b, sum));
    }
    for (unsigned k = 0; k < 3; k++) {
        x.part[k] = nv_mc_pair(b, NV_X86_MULPD, e[k], inverse);
        x.part[k] = nv_mc_shorten(b, x.part[k], NV_WEIGH_BITS);
        x.part[k] = within(b, x.part[k]);
    }
    find_rest(b, &x);
    return x;
}

static NvMcPair choose(NvMcBuild *b, NvMcPair mask, NvMcPair yes, NvMcPair no)
{
    return (NvMcPair) { nv_vec_choose(b->v, mask.lo, yes.lo, no.lo),
                        nv_vec_choose(b->v, mask.hi, yes.hi, no.hi) };
}

/* Of corner 0 (@k 0) or 2. */
static NvMcPair share_by_doubles(NvMcBuild *b, unsigned k)
{
    NvMcPair one = nv_mc_pair_of(nv_vec_double(b->v, 1.0));
    NvMcPair rest = nv_mc_pair_of(nv_vec_double(b->v, 3.0));
    Exact x = exact(b);

    /* Of 1 and a weight, as weights.c has it. */
    for (unsigned i = 0; i < 2; i++) {
        NvMcPair other = nv_mc_pair(b, NV_X86_ADDPD, one,
                                    x.part[k ? i : i + 1]);

        rest = nv_mc_pair(b, NV_X86_SUBPD, rest,
                          nv_mc_shorten(b, other, NV_WEIGHT_REST_BITS));
    }
    rest = nv_mc_shorten(b, rest, NV_WEIGH_BITS);
    rest = within(b, rest);
    return k ? choose(b, x.not_third, x.part[k], rest)
             : choose(b, x.first, rest, x.part[k]);
}

/* ---- floats ---- */

static bool exact_floats(const NvMcBuild *b)
{
    return b->v->width == 16 && !b->key->quads;
}

static NvVecVal short_words(NvMcBuild *b, NvVecVal words)
{
    return nv_vec_unary(b->v, NV_X86_CVTDQ2PS_RZ, words);
}

/*
 * As nv_weigh_sum(), of @n, which are brought to where the window's last bit
 * counts 1.
 */
static NvVecVal sum_of(NvMcBuild *b, NvVecVal n[3])
{
    const uint32_t one = (2 * 127 + NV_WEIGH_WINDOW_BITS) << 23;
    NvVecVal top = op(b, NV_X86_MAXPS, n[0], n[1]), scale, sum = 0;

    top = op(b, NV_X86_MAXPS, top, n[2]);
    top = op(b, NV_X86_PAND, top, nv_vec_word(b->v, 0x7f800000));
    scale = op(b, NV_X86_PSUBD, nv_vec_word(b->v, one), top);
    for (unsigned k = 0; k < 3; k++) {
        NvVecVal words;

        n[k] = op(b, NV_X86_MULPS, n[k], scale);
        words = nv_vec_unary(b->v, NV_X86_CVTTPS2DQ, n[k]);
        sum = k ? op(b, NV_X86_PADDD, sum, words) : words;
    }
    return short_words(b, sum);
}

static NvVecVal number(NvMcBuild *b, float value)
{
    return nv_vec_float(b->v, value);
}

/*
 * As nv_weigh_inverse(): 1 - m x and its product with x fit floats.  The former
 * is rounded to 24 bits behind the point by being made one of 25 that is not
 * less and then one of 24 that is not more: what lies half way goes down.
 */
static NvVecVal float_inverse(NvMcBuild *b, NvVecVal sum)
{
    NvVecVal one = nv_vec_word(b->v, 0x3f800000), x, m, e, scale;

    m = op(b, NV_X86_PAND, sum, nv_vec_word(b->v, 0x7fffff));
    m = op(b, NV_X86_POR, m, one);
    scale = op(b, NV_X86_PAND, sum, nv_vec_word(b->v, 0x7f800000));
    scale = op(b, NV_X86_PSUBD, one, scale);
    x = op(b, NV_X86_MULPS,
           nv_vec_unary(b->v, NV_X86_CVTDQ2PS, first_inverse(b, sum)),
           number(b, FIRST_UNIT));
    e = nv_vec_fma_by(b->v, NV_X86_FNMADD231PS, m, x, one);
    e = op(b, NV_X86_ADDPS_RU, e, number(b, 0.375f));
    e = op(b, NV_X86_ADDPS_RD, e, number(b, 0.375f));
    e = op(b, NV_X86_SUBPS, e, number(b, 0.75f));
    x = nv_vec_fma_by(b->v, NV_X86_FMADD231PS_RZ, x, e, x);
    return op(b, NV_X86_PADDD, x, scale);
}

static void find_parts(NvMcBuild *b, NvVecVal part[3])
{
    NvVecVal inverse = nv_vec_spread(b->v, NV_MC_AT(inverse_float), 4);

    for (unsigned k = 0; k < 3; k++) {
        part[k] = short_words(b, nv_mc_edge_words(b, k));
        if (perspective(b)) {
            part[k] = op(b, NV_X86_MULPS_RZ, part[k],
                         nv_vec_spread(b->v, NV_MC_AT(by_float[k]), 4));
        }
    }
    if (perspective(b)) {
        inverse = float_inverse(b, sum_of(b, part));
    }
    for (unsigned k = 0; k < 3; k++) {
        part[k] = op(b, NV_X86_MULPS_RZ, part[k], inverse);
    }
}

/* What two parts leave of 1, of each what counts 2^-25. */
static NvVecVal rest_of(NvMcBuild *b, NvVecVal p, NvVecVal q)
{
    const float fine = 1u << (NV_WEIGHT_REST_BITS - 1);
    NvVecVal up = nv_vec_float(b->v, fine);
    NvVecVal rest = nv_vec_word(b->v, (uint32_t)fine);

    rest = op(b, NV_X86_PSUBD, rest,
              nv_vec_unary(b->v, NV_X86_CVTTPS2DQ,
                           op(b, NV_X86_MULPS, p, up)));
    rest = op(b, NV_X86_PSUBD, rest,
              nv_vec_unary(b->v, NV_X86_CVTTPS2DQ,
                           op(b, NV_X86_MULPS, q, up)));
    return op(b, NV_X86_MULPS, short_words(b, rest),
              nv_vec_float(b->v, 1 / fine));
}

static NvVecVal share_by_floats(NvMcBuild *b, unsigned k)
{
    NvVecVal top = nv_vec_word(b->v, 0x7f800000), e[3], part[3];
    NvVecVal first, not_third;

    find_parts(b, part);
    for (unsigned i = 0; i < 3; i++) {
        e[i] = op(b, NV_X86_PAND, part[i], top);
    }
    choose_rest(b, e, &first, &not_third);
    return k ? nv_vec_choose(b->v, not_third, part[2],
                             rest_of(b, part[0], part[1]))
             : nv_vec_choose(b->v, first, rest_of(b, part[1], part[2]),
                             part[0]);
}

/* ---- either ---- */

NvMcPair nv_mc_exact_share(NvMcBuild *b, unsigned k)
{
    return exact_floats(b) ? nv_mc_doubles_of(b, share_by_floats(b, k))
                        : share_by_doubles(b, k);
}

NvVecVal nv_mc_short_share(NvMcBuild *b, unsigned k)
{
    assert(exact_floats(b));
    return share_by_floats(b, k);
}

NvVecVal nv_mc_exact_weight(NvMcBuild *b, unsigned k)
{
    NvMcPair scale = nv_mc_pair_of(nv_vec_double(b->v, 256.0));

    if (exact_floats(b)) {
        return nv_vec_unary(b->v, NV_X86_CVTTPS2DQ,
                            op(b, NV_X86_MULPS, share_by_floats(b, k),
                               nv_vec_float(b->v, 256.0f)));
    }
    return nv_mc_words(b, nv_mc_pair(b, NV_X86_MULPD, share_by_doubles(b, k),
                                     scale));
}
