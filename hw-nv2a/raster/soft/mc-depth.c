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
    return nv_vec_spread(b->v, b->variant & NV_MC_BINADE
                               ? NV_MC_AT(binade_z[k])
                               : NV_MC_AT(corner_z[k]), 8);
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

/*
 * The reciprocal of a sum that cuts have made a little less than the whole one:
 * as a tangent has it, to as many bits as are left.  mc-fill.c has tried all
 * that can be.
 */
static NvVecVal wide_inverse(NvMcBuild *b, const NvVecVal e[3])
{
    NvVecVal sum = op(b, NV_X86_ADDPD, op(b, NV_X86_ADDPD, e[0], e[1]), e[2]);
    NvVecVal less = op(b, NV_X86_SUBPD,
                       nv_vec_spread(b->v, NV_MC_AT(sum), 8), sum);

    less = op(b, NV_X86_MULPD, less,
              nv_vec_spread(b->v, NV_MC_AT(inverse_step), 8));
    less = op(b, NV_X86_ADDPD, less,
              nv_vec_spread(b->v, NV_MC_AT(full_inverse), 8));
    return shorten(b, less, NV_DEPTH_INVERSE_BITS);
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

NvMcPair nv_mc_coord_sum(NvMcBuild *b, NvMcPair base, const NvMcPair *t,
                         unsigned n)
{
    NvVecVal lo[2], hi[2];

    assert(n <= 2);
    for (unsigned k = 0; k < n; k++) {
        lo[k] = t[k].lo;
        hi[k] = t[k].hi;
    }
    return (NvMcPair) { sum(b, base.lo, lo, n, NV_COORD_WINDOW_BITS),
                        sum(b, base.hi, hi, n, NV_COORD_WINDOW_BITS) };
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

/*
 * Corners of one exponent differ by less than a power of two of it, and no
 * share of them is more: so it is the greatest in all sums, and corners have no
 * bits below the window.
 */
static NvVecVal binade_sum(NvMcBuild *b, NvVecVal e[3])
{
    NvVecVal t[3], all = addends(b, e, t);

    all = nv_vec_unary(b->v, NV_X86_CVTTPD2DQ, all);
    for (unsigned k = 0; k < 3; k++) {
        all = op(b, NV_X86_PADDD, all,
                 nv_vec_unary(b->v, NV_X86_CVTTPD2DQ, t[k]));
    }
    return all;
}

NvVecVal nv_mc_depth_words(NvMcBuild *b)
{
    NvVecVal lo[3], hi[3], all;

    find_edges(b, lo, hi);
    all = nv_vec_join(b->v, binade_sum(b, lo), binade_sum(b, hi));
    return op(b, NV_X86_VPSRLVD, all,
              nv_vec_spread(b->v, NV_MC_AT(binade_shift), 4));
}
