/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Machine code for what depth.c computes, to the last bit: depth between
 * corners.  Sums are words, which may wrap on the way to what fits.
 */
#include "raster/soft/soft.h"

static NvMcPair op(NvMcBuild *b, NvX86Op op, NvMcPair p, NvMcPair q)
{
    return nv_mc_pair(b, op, p, q);
}

static NvMcPair number(NvMcBuild *b, uint64_t bits)
{
    double d;

    memcpy(&d, &bits, sizeof(d));
    return nv_mc_pair_of(nv_vec_double(b->v, d));
}

static NvMcPair depth_of(NvMcBuild *b, unsigned k)
{
    return nv_mc_pair_of(nv_vec_spread(b->v, NV_MC_AT(corner_z[k]), 8));
}

static NvMcPair choose(NvMcBuild *b, NvVecVal mask, NvMcPair yes, NvMcPair no)
{
    NvMcPair m = nv_mc_unpack(b, mask);

    return (NvMcPair) { nv_vec_choose(b->v, m.lo, yes.lo, no.lo),
                        nv_vec_choose(b->v, m.hi, yes.hi, no.hi) };
}

/* The corner with the greatest exponent: 1 before 0 before 2. */
static NvMcPair base_of(NvMcBuild *b, const NvMcPair e[3])
{
    NvVecVal top = nv_vec_word(b->v, 0x7ff00000), x[3], other, third;

    for (unsigned k = 0; k < 3; k++) {
        x[k] = nv_vec_op(b->v, NV_X86_PAND, nv_mc_pack(b, e[k], true), top);
    }
    other = nv_vec_op(b->v, NV_X86_POR,
                      nv_vec_op(b->v, NV_X86_PCMPGTD, x[2], x[1]),
                      nv_vec_op(b->v, NV_X86_PCMPGTD, x[0], x[1]));
    third = nv_vec_op(b->v, NV_X86_PCMPGTD, x[2], x[0]);
    return choose(b, other, choose(b, third, depth_of(b, 2), depth_of(b, 0)),
                  depth_of(b, 1));
}

/* 2^28 by the greatest power of two in any of them. */
static NvMcPair scale_of(NvMcBuild *b, NvMcPair base, const NvMcPair t[3])
{
    NvMcPair sign = number(b, ~(UINT64_C(1) << 63));
    NvMcPair top = op(b, NV_X86_PAND, base, sign);

    for (unsigned k = 0; k < 3; k++) {
        top = op(b, NV_X86_MAXPD, top, op(b, NV_X86_PAND, t[k], sign));
    }
    top = op(b, NV_X86_PAND, top, number(b, UINT64_C(0x7ff) << 52));
    top = op(b, NV_X86_MAXPD, top,
             nv_mc_pair_of(nv_vec_double(b->v, 0x1p-100)));
    return op(b, NV_X86_DIVPD, nv_mc_pair_of(nv_vec_double(b->v, 0x1p28)),
              top);
}

static NvMcPair inverse_of(NvMcBuild *b, const NvMcPair e[3])
{
    NvMcPair one = nv_mc_pair_of(nv_vec_double(b->v, 1.0)), sum;

    if (!(b->variant & NV_MC_WIDE)) {
        return nv_mc_pair_of(nv_vec_spread(b->v, NV_MC_AT(depth_inverse), 8));
    }
    sum = op(b, NV_X86_ADDPD, op(b, NV_X86_ADDPD, e[0], e[1]), e[2]);
    return nv_mc_shorten(b, op(b, NV_X86_DIVPD, one, sum), 28);
}

NvMcPair nv_mc_depth(NvMcBuild *b)
{
    NvMcPair inverse, e[3], base, t[3], scale;
    NvVecVal sum;

    if (!(b->variant & NV_MC_SLOPED)) {
        return depth_of(b, 0);
    }
    for (unsigned k = 0; k < 3; k++) {
        e[k] = nv_mc_shorten(b, nv_mc_edge(b, k), 24);
    }
    inverse = inverse_of(b, e);
    base = base_of(b, e);
    for (unsigned k = 0; k < 3; k++) {
        t[k] = nv_mc_shorten(b, op(b, NV_X86_MULPD, e[k], inverse), 24);
        t[k] = op(b, NV_X86_MULPD, t[k],
                  op(b, NV_X86_SUBPD, depth_of(b, k), base));
    }
    scale = scale_of(b, base, t);
    sum = nv_mc_words(b, op(b, NV_X86_MULPD, base, scale));
    for (unsigned k = 0; k < 3; k++) {
        sum = nv_vec_op(b->v, NV_X86_PADDD, sum,
                        nv_mc_words(b, op(b, NV_X86_MULPD, t[k], scale)));
    }
    return op(b, NV_X86_DIVPD, nv_mc_doubles(b, sum), scale);
}
