/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Machine code for what weights.c and span.c compute: weights of corners,
 * colours, coordinates and planes.
 *
 * Edge values of pixels inside are whole numbers below 2^31, so that sums of
 * words are exact.  Colours need 8 bits of a weight, and texels that are not
 * filtered the whole part of a place: floats give them, weights wrong by less
 * than nv_mc_float_error() of 2^24, and who is nearer than that to the next one
 * escapes.
 */
#include "raster/soft/soft.h"

NvMcPair nv_mc_pair(NvMcBuild *b, NvX86Op op, NvMcPair p, NvMcPair q)
{
    return (NvMcPair) { nv_vec_op(b->v, op, p.lo, q.lo),
                        nv_vec_op(b->v, op, p.hi, q.hi) };
}

NvMcPair nv_mc_pair_of(NvVecVal both)
{
    return (NvMcPair) { both, both };
}

NvVecVal nv_mc_floats(NvMcBuild *b, NvMcPair p)
{
    return nv_vec_join(b->v, nv_vec_unary(b->v, NV_X86_CVTPD2PS, p.lo),
                       nv_vec_unary(b->v, NV_X86_CVTPD2PS, p.hi));
}

NvVecVal nv_mc_words(NvMcBuild *b, NvMcPair p)
{
    return nv_vec_join(b->v, nv_vec_unary(b->v, NV_X86_CVTTPD2DQ, p.lo),
                       nv_vec_unary(b->v, NV_X86_CVTTPD2DQ, p.hi));
}

NvVecVal nv_mc_mask(NvMcBuild *b, NvMcPair p)
{
    return nv_vec_join(b->v, nv_vec_narrow(b->v, p.lo),
                       nv_vec_narrow(b->v, p.hi));
}

NvMcPair nv_mc_doubles(NvMcBuild *b, NvVecVal words)
{
    NvVecVal upper = nv_vec_upper(b->v, words);

    return (NvMcPair) { nv_vec_unary(b->v, NV_X86_CVTDQ2PD, words),
                        nv_vec_unary(b->v, NV_X86_CVTDQ2PD, upper) };
}

NvMcPair nv_mc_doubles_of(NvMcBuild *b, NvVecVal floats)
{
    NvVecVal upper = nv_vec_upper(b->v, floats);

    return (NvMcPair) { nv_vec_unary(b->v, NV_X86_CVTPS2PD, floats),
                        nv_vec_unary(b->v, NV_X86_CVTPS2PD, upper) };
}

static NvMcPair spread8(NvMcBuild *b, int32_t at)
{
    return nv_mc_pair_of(nv_vec_spread(b->v, at, 8));
}

static bool rows(const NvMcBuild *b)
{
    return b->variant & NV_MC_ROWS;
}

static NvVecVal first(NvMcBuild *b, unsigned what)
{
    return nv_vec_first(b->v, NV_MC_AT(piece[0]) + 4 * (int32_t)what);
}

NvVecVal nv_mc_x(NvMcBuild *b)
{
    return !rows(b) ? nv_vec_lane(b->v, NV_MC_AT(x)) :
           nv_vec_op(b->v, NV_X86_PADDD, nv_vec_data(b->v, NV_MC_AT(column)),
                     first(b, NV_MC_PIECE_X));
}

NvVecVal nv_mc_y(NvMcBuild *b)
{
    return rows(b) ? first(b, NV_MC_PIECE_Y) :
           nv_vec_lane(b->v, NV_MC_AT(y));
}

/* c + dy * (y - oy) + dx * (x - ox), in this order. */
NvMcPair nv_mc_plane(NvMcBuild *b, int32_t at)
{
    NvMcPair px = nv_mc_pair(b, NV_X86_SUBPD, nv_mc_doubles(b, nv_mc_x(b)),
                             spread8(b, NV_MC_AT(ox)));
    NvMcPair py = nv_mc_pair(b, NV_X86_SUBPD, nv_mc_doubles(b, nv_mc_y(b)),
                             spread8(b, NV_MC_AT(oy)));
    int32_t c = at + (int32_t)offsetof(NvSoftPlane, c);
    int32_t dx = at + (int32_t)offsetof(NvSoftPlane, dx);
    int32_t dy = at + (int32_t)offsetof(NvSoftPlane, dy);
    NvMcPair sum;

    sum = nv_mc_pair(b, NV_X86_MULPD, py, spread8(b, dy));
    sum = nv_mc_pair(b, NV_X86_ADDPD, sum, spread8(b, c));
    return nv_mc_pair(b, NV_X86_ADDPD, sum,
                      nv_mc_pair(b, NV_X86_MULPD, px, spread8(b, dx)));
}

/* ---- edge values ---- */

NvVecVal nv_mc_edge_words(NvMcBuild *b, unsigned k)
{
    NvVec *v = b->v;
    NvVecVal x, y;

    if (rows(b)) {
        return nv_vec_op(v, NV_X86_PADDD,
                         nv_vec_data(v, NV_MC_AT(edge_step[k])),
                         first(b, NV_MC_PIECE_EDGES + k));
    }
    if (k == 2) {               /* what the others leave */
        x = nv_vec_op(v, NV_X86_PADDD, nv_mc_edge_words(b, 0),
                      nv_mc_edge_words(b, 1));
        return nv_vec_op(v, NV_X86_PSUBD,
                         nv_vec_spread(v, NV_MC_AT(edge_sum), 4), x);
    }
    x = nv_vec_op(v, NV_X86_PMULLD, nv_mc_x(b),
                  nv_vec_spread(v, NV_MC_AT(edge_dx[k]), 4));
    y = nv_vec_op(v, NV_X86_PMULLD, nv_mc_y(b),
                  nv_vec_spread(v, NV_MC_AT(edge_dy[k]), 4));
    x = nv_vec_op(v, NV_X86_PADDD, x, y);
    return nv_vec_op(v, NV_X86_PADDD, x,
                     nv_vec_spread(v, NV_MC_AT(edge_c[k]), 4));
}

NvMcPair nv_mc_edge(NvMcBuild *b, unsigned k)
{
    return nv_mc_doubles(b, nv_mc_edge_words(b, k));
}

static bool perspective(const NvMcBuild *b)
{
    return b->variant & NV_MC_PERSPECTIVE;
}

/* ---- by floats ---- */

/*
 * What weights of corners 0 and 2 are products of, in 65536ths of a 256th; the
 * second factor is returned.  With sixteen lanes edge values and their products
 * are cut as the chip does it, which others need, too.
 */
static NvVecVal near_parts(NvMcBuild *b, NvVecVal out[2])
{
    NvVec *v = b->v;
    bool cut = v->width == 16;
    NvVecVal n[3], scale = nv_vec_spread(v, NV_MC_AT(scale_float), 4);

    for (unsigned k = 0; k < 3; k++) {
        n[k] = nv_vec_unary(v, cut ? NV_X86_CVTDQ2PS_RZ : NV_X86_CVTDQ2PS,
                            nv_mc_edge_words(b, k));
        if (perspective(b)) {
            n[k] = nv_vec_op(v, NV_X86_MULPS, n[k],
                             nv_vec_spread(v, NV_MC_AT(by_float[k]), 4));
        }
    }
    if (perspective(b)) {
        NvVecVal sum = nv_vec_op(v, NV_X86_ADDPS, n[0], n[1]);

        sum = nv_vec_op(v, NV_X86_ADDPS, sum, n[2]);
        scale = nv_vec_op(v, NV_X86_DIVPS, nv_vec_float(v, 16777216.0f), sum);
    }
    out[0] = n[0];
    out[1] = n[2];
    return scale;
}

static void near_shares(NvMcBuild *b, NvVecVal out[2])
{
    NvVecVal scale = near_parts(b, out);

    for (unsigned k = 0; k < 2; k++) {
        out[k] = nv_vec_op(b->v, NV_X86_MULPS, out[k], scale);
    }
}

/* Of which of @w, in 65536ths, the next whole number is not @error away. */
static NvVecVal unsure(NvMcBuild *b, NvVecVal w, NvVecVal error)
{
    NvVec *v = b->v;

    w = nv_vec_op(v, NV_X86_PADDD, w, error);
    w = nv_vec_op(v, NV_X86_PAND, w, nv_vec_word(v, 0xffff));
    return nv_vec_op(v, NV_X86_PCMPGTD, nv_vec_op(v, NV_X86_PADDD, error,
                                                  error), w);
}

/* ---- colours ---- */

static bool smooth(const NvMcBuild *b, unsigned which)
{
    return b->key->reads[which] &&
           b->variant & (which ? NV_MC_SMOOTH_1 : NV_MC_SMOOTH_0);
}

/* Weights of corners 0 and 2 as words of sixteen bits. */
static NvVecVal exact_weights(NvMcBuild *b)
{
    NvVec *v = b->v;
    NvVecVal w[2] = { nv_mc_exact_weight(b, 0), nv_mc_exact_weight(b, 2) };
    NvVecVal most;

    if (b->key->quads) {        /* they may be below 0 */
        w[1] = nv_vec_shift(v, NV_X86_PSLLD, w[1], 16);
        return nv_vec_op_imm(v, NV_X86_PBLENDW, w[0], w[1], 0xaa);
    }
    most = nv_vec_op(v, NV_X86_PSUBD, nv_vec_word(v, 256), w[0]);
    w[1] = nv_vec_op(v, NV_X86_PMINSD, w[1], most);
    w[1] = nv_vec_shift(v, NV_X86_PSLLD, w[1], 16);
    return nv_vec_op(v, NV_X86_POR, w[0], w[1]);
}

/*
 * What floats give may be wrong by so much either way, rounding of what is added
 * here and the cut by 3 more: with that on top it is not too small, and by
 * twice as much too large.
 */
static NvVecVal near_weights(NvMcBuild *b)
{
    NvVec *v = b->v;
    unsigned error = nv_mc_float_error(v->width) + 3;
    NvVecVal w[2], scale = near_parts(b, w), least;

    for (unsigned k = 0; k < 2; k++) {
        w[k] = nv_vec_unary(v, NV_X86_CVTTPS2DQ,
                            nv_vec_fma(v, w[k], scale,
                                       nv_vec_float(v, error)));
    }
    least = nv_vec_op(v, NV_X86_PAND, nv_vec_op(v, NV_X86_PMINUW, w[0], w[1]),
                      nv_vec_word(v, 0xffff));
    least = nv_vec_op(v, NV_X86_PCMPGTD, nv_vec_word(v, 2 * error), least);
    nv_vec_escape(v, nv_vec_op(v, NV_X86_PAND, least, b->live));
    w[0] = nv_vec_shift(v, NV_X86_PSRLD, w[0], 16);
    return nv_vec_op_imm(v, NV_X86_PBLENDW, w[0], w[1], 0xaa);
}

/* Words with the weight of corner 0 below, of 2 above. */
static NvVecVal make_weights(NvMcBuild *b)
{
    return nv_mc_by_floats(b->key, b->variant) ? near_weights(b)
                                               : exact_weights(b);
}

/* To what corners have: pixels beside the triangle, as weights.c has it. */
static NvVecVal hold(NvMcBuild *b, NvVecVal x, unsigned i, unsigned c)
{
    x = nv_vec_op(b->v, NV_X86_PMAXSD, x,
                  nv_vec_spread(b->v, NV_MC_AT(least[i][c]), 4));
    return nv_vec_op(b->v, NV_X86_PMINSD, x,
                     nv_vec_spread(b->v, NV_MC_AT(most[i][c]), 4));
}

void nv_mc_colors(NvMcBuild *b)
{
    NvVec *v = b->v;
    NvVecVal weights = smooth(b, 0) || smooth(b, 1) ? make_weights(b) : 0;

    for (unsigned i = 0; i < 2; i++) {
        for (unsigned c = 0; c < 4; c++) {
            NvVecVal w;

            if (!smooth(b, i)) {
                b->color[i][c] = nv_vec_spread(v, NV_MC_AT(flat[i][c]), 4);
                continue;
            }
            w = nv_vec_op(v, NV_X86_PMADDWD, weights,
                          nv_vec_spread(v, NV_MC_AT(delta[i][c]), 4));
            w = nv_vec_op(v, NV_X86_PADDD, w,
                          nv_vec_spread(v, NV_MC_AT(base[i][c]), 4));
            b->color[i][c] = nv_vec_shift(v, NV_X86_PSRAD, w, 8);
            if (b->key->quads && !nv_mc_by_floats(b->key, b->variant)) {
                b->color[i][c] = hold(b, b->color[i][c], i, c);
            }
        }
    }
}

/* ---- places of texels ---- */

NvVecVal nv_mc_near_texel(NvMcBuild *b, unsigned unit, unsigned k)
{
    NvVec *v = b->v;
    int32_t at = NV_MC_AT(near_coord[unit][k][0]);
    NvVecVal w[2], place = nv_vec_spread(v, at, 4), near;

    near_shares(b, w);
    for (unsigned i = 0; i < 2; i++) {
        place = nv_vec_fma(v, w[i], nv_vec_spread(v, at + 4 + 4 * (int32_t)i,
                                                  4), place);
    }
    place = nv_vec_unary(v, NV_X86_CVTTPS2DQ, place);
    near = unsure(b, place, nv_vec_spread(v, NV_MC_AT(near_error[unit][k]),
                                          4));
    b->doubt = b->doubt ? nv_vec_op(v, NV_X86_POR, b->doubt, near) : near;
    return nv_vec_shift(v, NV_X86_PSRAD, place, 16);
}
