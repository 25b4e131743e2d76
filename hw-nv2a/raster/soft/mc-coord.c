/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Machine code for coordinates and fog, to the last bit: what corners have more
 * than the second one, by weights.
 *
 * Of differences of so many bits (NV_MC_SHORT) products with weights are floats,
 * cut: two floats have all of such a difference, and what the smaller one adds is
 * cut where the larger one's product has no bits any more.  Sums are words of a
 * window, to which all is cut anyway.
 */
#include "raster/soft/soft.h"

static NvVecVal op(NvMcBuild *b, NvX86Op op, NvVecVal p, NvVecVal q)
{
    return nv_vec_op(b->v, op, p, q);
}

static NvMcPair spread8(NvMcBuild *b, int32_t at)
{
    return nv_mc_pair_of(nv_vec_spread(b->v, at, 8));
}

static NvVecVal spread4(NvMcBuild *b, int32_t at)
{
    return nv_vec_spread(b->v, at, 4);
}

static bool is_short(const NvMcBuild *b)
{
    return b->variant & NV_MC_SHORT;
}

/* ---- by floats ---- */

/* What corner 0 (@i 0) or 2 adds, of NvMcShort at @at. */
static NvVecVal addend(NvMcBuild *b, unsigned i, int32_t at)
{
    NvVecVal share = nv_mc_short_share(b, 2 * i), low;
    int32_t more = at + 4 + 8 * (int32_t)i;

    low = op(b, NV_X86_MULPS_RZ, share, spread4(b, more + 4));
    return nv_vec_fma_by(b->v, NV_X86_FMADD231PS_RZ, share, spread4(b, more),
                         low);
}

static NvVecVal words_of(NvMcBuild *b, NvVecVal floats)
{
    return nv_vec_unary(b->v, NV_X86_CVTTPS2DQ, floats);
}

/* As nv_soft_sum() adds up floats with the window of coordinates, cut to one. */
static NvVecVal short_sum(NvMcBuild *b, const NvVecVal *t, unsigned n)
{
    NvVecVal sign = nv_vec_word(b->v, 0x7fffffff), top = 0, scale, sum = 0;
    const uint32_t one = (2 * 127 + NV_COORD_WINDOW_BITS) << 23;

    for (unsigned i = 0; i < n; i++) {
        NvVecVal size = op(b, NV_X86_PAND, t[i], sign);

        top = i ? op(b, NV_X86_MAXPS, top, size) : size;
    }
    top = op(b, NV_X86_PAND, top, nv_vec_word(b->v, 0x7f800000));
    top = op(b, NV_X86_MAXPS, top, nv_vec_float(b->v, NV_MC_SHORT_TOP));
    scale = op(b, NV_X86_PSUBD, nv_vec_word(b->v, one), top);
    for (unsigned i = 0; i < n; i++) {
        NvVecVal words = words_of(b, op(b, NV_X86_MULPS, t[i], scale));

        sum = i ? op(b, NV_X86_PADDD, sum, words) : words;
    }
    top = op(b, NV_X86_MULPS, top,
             nv_vec_float(b->v, 1.0f / (1 << NV_COORD_WINDOW_BITS)));
    return op(b, NV_X86_MULPS, top,
              nv_vec_unary(b->v, NV_X86_CVTDQ2PS_RZ, sum));
}

static NvVecVal short_coord(NvMcBuild *b, int32_t at)
{
    NvVecVal t[3] = { spread4(b, at), addend(b, 0, at), addend(b, 1, at) };

    return short_sum(b, t, 3);
}

/* ---- by doubles ---- */

/* Of three numbers at @at: corner 1's, what 0 and 2 have more. */
static NvVecVal long_coord(NvMcBuild *b, int32_t at)
{
    NvMcPair t[2];

    for (unsigned i = 0; i < 2; i++) {
        t[i] = nv_mc_pair(b, NV_X86_MULPD, nv_mc_exact_share(b, 2 * i),
                          spread8(b, at + 8 + 8 * (int32_t)i));
    }
    return nv_mc_floats(b, nv_mc_shorten(b, nv_mc_sum(b, spread8(b, at), t, 2,
                                                NV_COORD_WINDOW_BITS), 24));
}

/* ---- one window for all lanes ---- */

/* Of what is below 2^24 a float has all that words have. */
static NvVecVal short_addends(NvMcBuild *b, int32_t at)
{
    return op(b, NV_X86_PADDD, words_of(b, addend(b, 0, at)),
              words_of(b, addend(b, 1, at)));
}

static NvVecVal long_addends(NvMcBuild *b, int32_t at)
{
    NvVecVal half[2] = { 0, 0 };

    for (unsigned i = 0; i < 2; i++) {
        NvMcPair t = nv_mc_pair(b, NV_X86_MULPD, nv_mc_exact_share(b, 2 * i),
                                spread8(b, at + 8 + 8 * (int32_t)i));
        NvVecVal lo = nv_vec_unary(b->v, NV_X86_CVTTPD2DQ, t.lo);
        NvVecVal hi = nv_vec_unary(b->v, NV_X86_CVTTPD2DQ, t.hi);

        half[0] = i ? op(b, NV_X86_PADDD, half[0], lo) : lo;
        half[1] = i ? op(b, NV_X86_PADDD, half[1], hi) : hi;
    }
    return nv_vec_join(b->v, half[0], half[1]);
}

/* Whole numbers in its units. */
static NvMcCoord steady_coord(NvMcBuild *b, unsigned unit, unsigned k)
{
    NvVecVal sum = is_short(b)
                   ? short_addends(b, NV_MC_AT(short_coord[unit][k]))
                   : long_addends(b, NV_MC_AT(coord[unit][k]));

    sum = op(b, NV_X86_PADDD, sum, spread4(b, NV_MC_AT(steady_base[unit][k])));
    return (NvMcCoord) {
        .value = op(b, NV_X86_MULPS,
                    nv_vec_unary(b->v, NV_X86_CVTDQ2PS, sum),
                    spread4(b, NV_MC_AT(steady_unit[unit][k]))),
        .sum = sum, .shift = NV_MC_AT(steady_shift[unit][k]),
    };
}

NvMcCoord nv_mc_coord(NvMcBuild *b, unsigned unit, unsigned k)
{
    if (b->variant & (k ? NV_MC_STEADY_T : NV_MC_STEADY_S)) {
        return steady_coord(b, unit, k);
    }
    return (NvMcCoord) {
        .value = is_short(b) ? short_coord(b, NV_MC_AT(short_coord[unit][k]))
                             : long_coord(b, NV_MC_AT(coord[unit][k])),
    };
}

/* ---- fog ---- */

/* How far it is along its line, in 4096ths of a whole, from 0 to that. */
static NvVecVal short_line(NvMcBuild *b, NvVecVal x)
{
    NvVecVal t[2] = {
        spread4(b, NV_MC_AT(fog_coeff_float[0])),
        op(b, NV_X86_MULPS_RZ, x, spread4(b, NV_MC_AT(fog_coeff_float[1]))),
    };
    NvVecVal one = nv_vec_float(b->v, 1), line = short_sum(b, t, 2);

    line = op(b, NV_X86_SUBPS, line, one);
    line = op(b, NV_X86_MAXPS, line, nv_vec_float(b->v, 0));
    line = op(b, NV_X86_MINPS, line, one);
    return words_of(b, op(b, NV_X86_MULPS, line, nv_vec_float(b->v, 4096)));
}

static NvMcPair number(NvMcBuild *b, double d)
{
    return nv_mc_pair_of(nv_vec_double(b->v, d));
}

static NvVecVal long_line(NvMcBuild *b, NvVecVal x)
{
    NvMcPair d, line;

    d = nv_mc_pair(b, NV_X86_MULPD, nv_mc_doubles_of(b, x),
                   spread8(b, NV_MC_AT(fog_coeff[1])));
    line = nv_mc_sum(b, spread8(b, NV_MC_AT(fog_coeff[0])), &d, 1,
                     NV_COORD_WINDOW_BITS);
    line = nv_mc_pair(b, NV_X86_SUBPD, line, number(b, 1));
    line = nv_mc_pair(b, NV_X86_MAXPD, line, number(b, 0));
    line = nv_mc_pair(b, NV_X86_MINPD, line, number(b, 1));
    return nv_mc_words(b, nv_mc_pair(b, NV_X86_MULPD, line, number(b, 4096)));
}

void nv_mc_fog(NvMcBuild *b)
{
    bool absolute = b->key->fog - 2 == 4;
    NvVecVal x, f;

    if (b->key->fog < 2) {
        b->fog = nv_vec_float(b->v, 1);
        return;
    }
    x = is_short(b) ? short_coord(b, NV_MC_AT(short_fog))
                    : long_coord(b, NV_MC_AT(fog[0]));
    if (absolute) {
        x = op(b, NV_X86_PAND, x, nv_vec_word(b->v, 0x7fffffff));
    }
    f = is_short(b) ? short_line(b, x) : long_line(b, x);
    f = op(b, NV_X86_PADDD, f, nv_vec_word(b->v, 1));
    f = op(b, NV_X86_PSUBD, nv_vec_shift(b->v, NV_X86_PSLLD, f, 8), f);
    b->fog = nv_mc_unit(b, nv_vec_shift(b->v, NV_X86_PSRLD, f, 12));
}
