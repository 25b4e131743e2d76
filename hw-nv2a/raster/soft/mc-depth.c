/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Machine code for what depth.c computes, to the last bit: depth between
 * corners.  Four lanes after the other four, so that registers are enough;
 * sums are words, which may wrap on the way to what fits.  Depths that differ
 * by next to nothing are not for it.
 */
#include "raster/soft/soft.h"

static NvVecVal op(NvMcBuild *b, NvX86Op op, NvVecVal p, NvVecVal q)
{
    return nv_vec_op(b->v, op, p, q);
}

static NvVecVal number(NvMcBuild *b, uint64_t bits)
{
    double d;

    memcpy(&d, &bits, sizeof(d));
    return nv_vec_double(b->v, d);
}

/* A mantissa of @bits, towards zero. */
static NvVecVal shorten(NvMcBuild *b, NvVecVal v, unsigned bits)
{
    return op(b, NV_X86_PAND, v, number(b, UINT64_MAX << (53 - bits)));
}

static NvVecVal magnitude(NvMcBuild *b, NvVecVal v)
{
    return op(b, NV_X86_PAND, v, number(b, UINT64_C(0x7ff) << 52));
}

static NvVecVal depth_of(NvMcBuild *b, unsigned k)
{
    return nv_vec_spread(b->v, NV_MC_AT(corner_z[k]), 8);
}

/* The corner with the greatest exponent: 1 before 0 before 2. */
static NvVecVal base_of(NvMcBuild *b, const NvVecVal e[3])
{
    NvVecVal x[3], other, third;

    for (unsigned k = 0; k < 3; k++) {
        x[k] = magnitude(b, e[k]);
    }
    other = op(b, NV_X86_POR,
               nv_vec_op_imm(b->v, NV_X86_CMPPD, x[1], x[2], 1),
               nv_vec_op_imm(b->v, NV_X86_CMPPD, x[1], x[0], 1));
    third = nv_vec_op_imm(b->v, NV_X86_CMPPD, x[0], x[2], 1);
    third = nv_vec_choose(b->v, third, depth_of(b, 2), depth_of(b, 0));
    return nv_vec_choose(b->v, other, third, depth_of(b, 1));
}

/* As nv_soft_depth_inverse(), from one of the two seeds that sums have. */
static NvVecVal wide_inverse(NvMcBuild *b, const NvVecVal e[3])
{
    NvVecVal round = nv_vec_double(b->v, NV_ROUND30);
    NvVecVal t = op(b, NV_X86_ADDPD, op(b, NV_X86_ADDPD, e[0], e[1]), e[2]);
    NvVecVal seed = nv_vec_choose(b->v,
        nv_vec_op_imm(b->v, NV_X86_CMPPD, t,
                      nv_vec_spread(b->v, NV_MC_AT(seed_from), 8), 1),
        nv_vec_spread(b->v, NV_MC_AT(inverse_seed[1]), 8),
        nv_vec_spread(b->v, NV_MC_AT(inverse_seed[0]), 8));

    t = op(b, NV_X86_SUBPD, nv_vec_double(b->v, 2),
           op(b, NV_X86_MULPD, t, seed));
    t = op(b, NV_X86_SUBPD, op(b, NV_X86_ADDPD, t, round), round);
    return shorten(b, op(b, NV_X86_MULPD, seed, t), NV_DEPTH_INVERSE_BITS);
}

static NvVecVal inverse_of(NvMcBuild *b, const NvVecVal e[3])
{
    return b->variant & NV_MC_WIDE ? wide_inverse(b, e) :
           nv_vec_spread(b->v, NV_MC_AT(depth_inverse), 8);
}

static NvVecVal chop(NvMcBuild *b, NvVecVal v, NvVecVal scale)
{
    return nv_vec_unary(b->v, NV_X86_CVTTPD2DQ,
                        op(b, NV_X86_MULPD, v, scale));
}

/* The greatest power of two in any of them, if that is not next to none. */
static NvVecVal top_of(NvMcBuild *b, NvVecVal base, const NvVecVal *t,
                       unsigned n)
{
    NvVecVal sign = number(b, ~(UINT64_C(1) << 63));
    NvVecVal top = op(b, NV_X86_PAND, base, sign);

    for (unsigned k = 0; k < n; k++) {
        top = op(b, NV_X86_MAXPD, top, op(b, NV_X86_PAND, t[k], sign));
    }
    return op(b, NV_X86_MAXPD, magnitude(b, top),
              nv_vec_double(b->v, NV_SUM_LEAST));
}

/* As nv_soft_sum(): of four lanes. */
static NvVecVal sum(NvMcBuild *b, NvVecVal base, const NvVecVal *t,
                    unsigned n, unsigned bits)
{
    NvVecVal top = top_of(b, base, t, n), scale, all;

    /* The window by top: both are nothing but exponents. */
    scale = op(b, NV_X86_PSUBD, number(b, (UINT64_C(2046) + bits) << 52), top);
    all = chop(b, base, scale);
    for (unsigned k = 0; k < n; k++) {
        all = op(b, NV_X86_PADDD, all, chop(b, t[k], scale));
    }
    top = op(b, NV_X86_MULPD, top, nv_vec_double(b->v, 1.0 / (1u << bits)));
    return op(b, NV_X86_MULPD, nv_vec_unary(b->v, NV_X86_CVTDQ2PD, all), top);
}

NvMcPair nv_mc_sum(NvMcBuild *b, NvMcPair base, const NvMcPair *t, unsigned n,
                   unsigned bits)
{
    NvVecVal lo[2], hi[2];

    assert(n <= 2);
    for (unsigned k = 0; k < n; k++) {
        lo[k] = t[k].lo;
        hi[k] = t[k].hi;
    }
    return (NvMcPair) { sum(b, base.lo, lo, n, bits),
                        sum(b, base.hi, hi, n, bits) };
}

/* The base, and what the corners add to it; @e are shortened. */
static NvVecVal addends(NvMcBuild *b, NvVecVal e[3], NvVecVal t[3])
{
    NvVecVal inverse, base;

    /* Of whole numbers as small as those of narrow ones nothing is cut. */
    for (unsigned k = 0; k < 3; k++) {
        e[k] = b->variant & NV_MC_WIDE || b->key->quads
               ? shorten(b, e[k], NV_DEPTH_EDGE_BITS) : e[k];
    }
    inverse = inverse_of(b, e);
    base = base_of(b, e);
    for (unsigned k = 0; k < 3; k++) {
        t[k] = shorten(b, op(b, NV_X86_MULPD, e[k], inverse),
                       NV_DEPTH_SHARE_BITS);
        t[k] = op(b, NV_X86_MULPD, t[k],
                  op(b, NV_X86_SUBPD, depth_of(b, k), base));
    }
    return base;
}

static NvVecVal four(NvMcBuild *b, NvVecVal e[3])
{
    NvVecVal t[3], base = addends(b, e, t);

    base = sum(b, base, t, 3, NV_DEPTH_WINDOW_BITS);
    if (b->variant & NV_MC_OFFSET) {
        t[0] = nv_vec_spread(b->v, NV_MC_AT(depth_offset), 8);
        base = sum(b, base, t, 1, NV_COORD_WINDOW_BITS);
    }
    return base;
}

static void find_edges(NvMcBuild *b, NvVecVal lo[3], NvVecVal hi[3])
{
    for (unsigned k = 0; k < 3; k++) {
        NvMcPair e = nv_mc_edge(b, k);

        lo[k] = e.lo;
        hi[k] = e.hi;
    }
}

NvMcPair nv_mc_depth(NvMcBuild *b)
{
    NvVecVal lo[3], hi[3];
    NvMcPair out;

    if (!(b->variant & NV_MC_SLOPED)) {
        return nv_mc_pair_of(depth_of(b, 0));
    }
    find_edges(b, lo, hi);
    out.lo = four(b, lo);
    out.hi = four(b, hi);
    return out;
}

/* ---- steady sums ---- */

/* Lanes where @p has the greater exponent; both are not below 0. */
static NvVecVal exceeds(NvMcBuild *b, NvVecVal p, NvVecVal q)
{
    return op(b, NV_X86_PCMPGTD, op(b, NV_X86_PANDN, q, p), q);
}

/*
 * Where a base's sums have one window whatever is added (NV_MC_STEADY_Z), all
 * of it is looked up by the base: the depth there, how far the two others are
 * away, and what a unit of depth is.
 */
typedef struct Steady {
    NvVecVal edge[2];           /* edge values of the others, as they came */
    NvVecVal index;             /* NV_MC_BASES */
} Steady;

static Steady find_base(NvMcBuild *b, const NvVecVal e[3])
{
    NvVecVal not_1, is_2;
    Steady s;

    not_1 = op(b, NV_X86_POR, exceeds(b, e[2], e[1]), exceeds(b, e[0], e[1]));
    is_2 = op(b, NV_X86_PAND, not_1, exceeds(b, e[2], e[0]));
    s.edge[0] = nv_vec_choose(b->v, not_1, e[1], e[0]);
    s.edge[1] = nv_vec_choose(b->v, is_2, e[0], e[2]);
    s.index = op(b, NV_X86_PADDD, not_1, is_2);
    return s;
}

static NvVecVal look_up(NvMcBuild *b, const Steady *s, int32_t at)
{
    return op(b, NV_X86_VPERMD, s->index, nv_vec_data(b->v, at));
}

/* ---- by words and doubles ---- */

/* What an edge value adds, of half of all lanes. */
static NvVecVal share(NvMcBuild *b, NvVecVal edge, NvVecVal inverse,
                      NvVecVal apart)
{
    NvVecVal t = shorten(b, op(b, NV_X86_MULPD, edge, inverse),
                         NV_DEPTH_SHARE_BITS);

    return nv_vec_unary(b->v, NV_X86_CVTTPD2DQ,
                        op(b, NV_X86_MULPD, t, apart));
}

static NvVecVal shares_by_doubles(NvMcBuild *b, Steady *s)
{
    NvMcPair e[3], apart[2];
    NvVecVal words[3], all[2];

    for (unsigned k = 0; k < 3; k++) {
        words[k] = nv_mc_edge_words(b, k);
    }
    *s = find_base(b, words);
    words[2] = op(b, NV_X86_PSUBD, op(b, NV_X86_PSUBD,
                  nv_vec_spread(b->v, NV_MC_AT(edge_sum), 4), s->edge[0]),
                  s->edge[1]);
    e[0] = nv_mc_doubles(b, s->edge[0]);
    e[1] = nv_mc_doubles(b, s->edge[1]);
    e[2] = nv_mc_doubles(b, words[2]);
    apart[0] = nv_mc_doubles(b, look_up(b, s, NV_MC_AT(steady_apart[0])));
    apart[1] = nv_mc_doubles(b, look_up(b, s, NV_MC_AT(steady_apart[1])));
    for (unsigned i = 0; i < 2; i++) {
        NvVecVal half[3], inverse;

        for (unsigned k = 0; k < 3; k++) {
            half[k] = i ? e[k].hi : e[k].lo;
            half[k] = b->variant & NV_MC_WIDE
                      ? shorten(b, half[k], NV_DEPTH_EDGE_BITS) : half[k];
        }
        inverse = inverse_of(b, half);
        all[i] = op(b, NV_X86_PADDD,
                    share(b, half[0], inverse, i ? apart[0].hi : apart[0].lo),
                    share(b, half[1], inverse, i ? apart[1].hi : apart[1].lo));
    }
    return nv_vec_join(b->v, all[0], all[1]);
}

/* ---- by floats ---- */

/* As looked up by what edge values lost, or the same in all lanes. */
static NvVecVal float_inverse(NvMcBuild *b, int32_t at, NvVecVal lost)
{
    return !lost ? nv_vec_spread(b->v, at, 4) :
           nv_vec_fma_by(b->v, NV_X86_VPERMI2D, nv_vec_data(b->v, at),
                         nv_vec_data(b->v, at + 64), lost);
}

static NvVecVal words_of(NvMcBuild *b, NvVecVal floats)
{
    return nv_vec_unary(b->v, NV_X86_CVTTPS2DQ, floats);
}

static NvVecVal lost_of(NvMcBuild *b, const NvVecVal e[3])
{
    NvVecVal lost = nv_vec_spread(b->v, NV_MC_AT(edge_sum), 4);

    for (unsigned k = 0; k < 3; k++) {
        lost = op(b, NV_X86_PSUBD, lost, words_of(b, e[k]));
    }
    return lost;
}

/* Exponents decide, and of equal ones who comes first: 1, 0, 2. */
static Steady find_base_of_floats(NvMcBuild *b, const NvVecVal e[3])
{
    static const uint8_t at[3][3] = NV_MC_BASES;
    NvVecVal key[3], other;
    Steady s;

    for (unsigned k = 0; k < 3; k++) {
        key[k] = op(b, NV_X86_PAND, e[k], nv_vec_word(b->v, 0x7f800000));
        key[k] = op(b, NV_X86_POR, key[k], nv_vec_word(b->v, at[k][2]));
    }
    other = op(b, NV_X86_PMAXSD, key[0], key[2]);
    s.index = op(b, NV_X86_PMAXSD, other, key[1]);
    s.edge[0] = nv_vec_choose(b->v, op(b, NV_X86_PCMPGTD, other, key[1]),
                              e[1], e[0]);
    s.edge[1] = nv_vec_choose(b->v, op(b, NV_X86_PCMPEQD, s.index, key[2]),
                              e[0], e[2]);
    return s;
}

/*
 * The inverse's second float has five bits: the first product, cut, has all
 * that the second one's last bit counts, so that the sum is cut as the whole
 * would be.
 */
static NvVecVal float_share(NvMcBuild *b, NvVecVal edge, NvVecVal high,
                            NvVecVal low)
{
    low = op(b, NV_X86_MULPS_RZ, edge, low);
    return nv_vec_fma_by(b->v, NV_X86_FMADD231PS_RZ, edge, high, low);
}

/*
 * A product cut to a whole number, by a float, cut, and another that it lacks:
 * below 2^24 the first has all of it, else no fraction.
 */
static NvVecVal whole_product(NvMcBuild *b, NvVecVal x, NvVecVal y)
{
    NvVecVal high = op(b, NV_X86_MULPS_RZ, x, y);
    NvVecVal low = nv_vec_fma_by(b->v, NV_X86_FMSUB231PS_RZ, x, y, high);

    return op(b, NV_X86_PADDD, words_of(b, high), words_of(b, low));
}

static NvVecVal shares_by_floats(NvMcBuild *b, Steady *s)
{
    NvVecVal e[3], lost = 0, high, low, all[2];

    for (unsigned k = 0; k < 3; k++) {
        e[k] = nv_vec_unary(b->v, NV_X86_CVTDQ2PS_RZ, nv_mc_edge_words(b, k));
    }
    *s = find_base_of_floats(b, e);
    lost = b->variant & NV_MC_WIDE ? lost_of(b, e) : 0;
    high = float_inverse(b, NV_MC_AT(inverse_high), lost);
    low = float_inverse(b, NV_MC_AT(inverse_low), lost);
    for (unsigned k = 0; k < 2; k++) {
        NvVecVal t = float_share(b, s->edge[k], high, low);

        all[k] = whole_product(b, t, look_up(b, s, NV_MC_AT(steady_far[k])));
    }
    return op(b, NV_X86_PADDD, all[0], all[1]);
}

NvVecVal nv_mc_depth_words(NvMcBuild *b)
{
    NvVecVal all;
    Steady s;

    all = nv_mc_depth_by_floats(b->v->width, b->variant)
          ? shares_by_floats(b, &s) : shares_by_doubles(b, &s);
    all = op(b, NV_X86_PADDD, all, look_up(b, &s, NV_MC_AT(steady_z)));
    return op(b, NV_X86_VPSRLVD, all,
              look_up(b, &s, NV_MC_AT(steady_shift_z)));
}
