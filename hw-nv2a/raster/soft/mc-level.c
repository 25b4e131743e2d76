/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Machine code for levels of detail: which one a lane looks at, and where its
 * texels are.  As nv_soft_sample() and shader.c have it.
 */
#include "raster/soft/mc-texture.h"

/* The only one. */
void nv_mc_first_level(NvMcUnit *u)
{
    NvMcLevel *l = &u->level;

    for (unsigned i = 0; i < 2; i++) {
        l->scale[i] = data(u, FIELD(u, scale[i]));
        l->size[i] = data(u, FIELD(u, size[i]));
        l->last[i] = data(u, FIELD(u, last[i]));
        l->mask[i] = data(u, FIELD(u, mask[i]));
    }
    l->halved[0] = l->halved[1] = 0;
    l->both = data(u, FIELD(u, both));
    l->both2 = data(u, FIELD(u, both2));
    l->both_mask = data(u, FIELD(u, both_mask));
    l->row = data(u, FIELD(u, row_log2));
    l->into = u->format->bytes < 4 ? data(u, FIELD(u, into)) : 0;
}

/* Where levels begin: a vector of them, or two. */
static NvVecVal level_offset(const NvMcUnit *u, NvVecVal level)
{
    NvVec *v = u->b->v;
    NvVecVal low = nv_vec_data(v, FIELD(u, offset[0])), high;

    low = nv_vec_op(v, NV_X86_VPERMD, level, low);
    if (!u->how->many || v->width > 8) {
        return low;
    }
    high = nv_vec_data(v, FIELD(u, offset[8]));
    high = nv_vec_op(v, NV_X86_VPERMD, level, high);
    return nv_vec_choose(v, op(u, NV_X86_PCMPGTD, level, word(u, 7)), high,
                         low);
}

/* NvMcLevel by lane: all sides are powers of two. */
void nv_mc_any_level(NvMcUnit *u, NvVecVal level)
{
    NvMcLevel *l = &u->level;
    NvVecVal log2[2], one = word(u, 1);

    for (unsigned i = 0; i < 2; i++) {
        log2[i] = op(u, NV_X86_PSUBD, data(u, FIELD(u, log2[i])), level);
        log2[i] = op(u, NV_X86_PMAXSD, log2[i], word(u, 0));
        l->halved[i] = op(u, NV_X86_PSUBD, data(u, FIELD(u, log2[i])),
                          log2[i]);
        l->scale[i] = op(u, NV_X86_PADDD, log2[i], word(u, 127 + 8));
        l->scale[i] = shift(u, NV_X86_PSLLD, l->scale[i], 23);
        l->size[i] = l->scale[i];
        l->last[i] = op(u, NV_X86_PSUBD,
                        op(u, NV_X86_VPSLLVD, one, log2[i]), one);
    }
    l->both = op(u, NV_X86_PMINSD, log2[0], log2[1]);
    l->both2 = op(u, NV_X86_PADDD, l->both, l->both);
    l->mask[0] = l->mask[1] = 0;
    if (u->how->square) {       /* every other bit of as many as texels have */
        l->mask[0] = op(u, NV_X86_VPSLLVD, one, l->both2);
        l->mask[0] = op(u, NV_X86_PAND, op(u, NV_X86_PSUBD, l->mask[0], one),
                        word(u, 0x55555555));
        l->mask[1] = shift(u, NV_X86_PSLLD, l->mask[0], 1);
    }
    l->both_mask = op(u, NV_X86_PMINSD, l->last[0], l->last[1]);
    if (u->format->layout == NV_TEX_DXT) {
        unsigned bytes = u->format->bytes == 8 ? 3 : 4;

        l->row = op(u, NV_X86_PMAXSD, log2[0], word(u, 2));
        l->row = op(u, NV_X86_PADDD, l->row, word(u, bytes - 2));
    }
    l->into = level_offset(u, level);
}

static NvMcPair pair8(const NvMcUnit *u, int32_t at)
{
    return nv_mc_pair_of(nv_vec_spread(u->b->v, at, 8));
}

/* nv_soft_lod() of texture.h. */
static NvVecVal lod_of(const NvMcUnit *u, NvVecVal squared)
{
    static const float c[] = NV_SOFT_LOG2_TERMS;
    NvVec *v = u->b->v;
    NvVecVal t, e, sum, near;

    e = op(u, NV_X86_PSUBD, shift(u, NV_X86_PSRLD, squared, 23),
           word(u, 127));
    e = nv_vec_unary(v, NV_X86_CVTDQ2PS, e);
    t = op(u, NV_X86_PAND, squared, word(u, 0x7fffff));
    t = op(u, NV_X86_POR, t, word(u, 0x3f800000));
    t = op(u, NV_X86_SUBPS, t, nv_vec_float(v, 1));
    sum = nv_vec_float(v, c[NV_ARRAY_SIZE(c) - 1]);
    for (unsigned i = NV_ARRAY_SIZE(c) - 1; i-- > 0;) {
        sum = op(u, NV_X86_MULPS, t, sum);
        sum = op(u, NV_X86_ADDPS, sum, nv_vec_float(v, c[i]));
    }
    near = op(u, NV_X86_SUBPS, nv_vec_float(v, 1), t);
    near = op(u, NV_X86_MULPS, near, t);
    sum = op(u, NV_X86_ADDPS, t, op(u, NV_X86_MULPS, near, sum));
    sum = op(u, NV_X86_ADDPS, e, sum);
    sum = op(u, NV_X86_MULPS, sum, nv_vec_float(v, 0.5f));
    near = nv_vec_op_imm(v, NV_X86_CMPPS, squared, nv_vec_float(v, 1e30f), 1);
    sum = nv_vec_choose(v, near, sum, nv_vec_float(v, 32));
    near = nv_vec_op_imm(v, NV_X86_CMPPS, nv_vec_float(v, 1e-20f), squared,
                         1);
    return nv_vec_choose(v, near, sum, nv_vec_float(v, -32));
}

/* Times a power of two, which may come before or behind other factors. */
static NvMcPair in_texels(const NvMcUnit *u, unsigned k, NvMcPair x)
{
    return nv_mc_pair(u->b, NV_X86_MULPD, x,
                      pair8(u, u->how->square ? FIELD(u, texels_in_1[0])
                                              : FIELD(u, texels_in_1[k])));
}

/* Squares of texels a pixel, across or down, summed. */
static NvMcPair squared(const NvMcUnit *u, const NvMcPair step[2])
{
    NvMcBuild *b = u->b;

    return nv_mc_pair(b, NV_X86_ADDPD,
                      nv_mc_pair(b, NV_X86_MULPD, step[0], step[0]),
                      nv_mc_pair(b, NV_X86_MULPD, step[1], step[1]));
}

static NvVecVal greater(const NvMcUnit *u, NvMcPair across, NvMcPair down)
{
    NvMcPair most = nv_mc_pair(u->b, NV_X86_MAXPD, across, down);

    return lod_of(u, nv_mc_floats(u->b, most));
}

/* Texels by which coordinate @k changes, @slope bytes into @unit's plane. */
static NvMcPair step_of(const NvMcUnit *u, unsigned unit, unsigned k,
                        int32_t slope, NvVecVal coord)
{
    NvMcBuild *b = u->b;
    NvMcPair plane = pair8(u, NV_MC_AT(tex_plane[unit][k]) + slope), by, c;
    int32_t q = NV_MC_AT(tex_plane[unit][3]);

    if (!(b->variant & NV_MC_PERSPECTIVE)) {    /* q is 1 everywhere */
        return in_texels(u, k, plane);
    }
    by = nv_mc_pair(b, NV_X86_DIVPD,
                    nv_mc_pair_of(nv_vec_double(b->v, 1.0)),
                    nv_mc_plane(b, q));
    c = nv_mc_pair(b, NV_X86_MULPD, nv_mc_doubles_of(b, coord),
                   pair8(u, q + slope));
    return nv_mc_pair(b, NV_X86_MULPD,
                      nv_mc_pair(b, NV_X86_SUBPD, plane, c),
                      in_texels(u, k, by));
}

/* As shader.c has it. */
NvVecVal nv_mc_footprint(const NvMcUnit *u, unsigned unit,
                         const NvVecVal coord[2])
{
    NvMcPair sum[2];

    for (unsigned d = 0; d < 2; d++) {
        int32_t slope = d ? offsetof(NvSoftPlane, dy)
                          : offsetof(NvSoftPlane, dx);
        NvMcPair step[2];

        for (unsigned k = 0; k < 2; k++) {
            step[k] = step_of(u, unit, k, slope, coord[k]);
        }
        sum[d] = squared(u, step);
    }
    return greater(u, sum[0], sum[1]);
}

NvVecVal nv_mc_slopes(const NvMcUnit *u, NvVecVal d[2][2])
{
    NvMcPair sum[2];

    for (unsigned i = 0; i < 2; i++) {
        NvMcPair step[2];

        for (unsigned k = 0; k < 2; k++) {
            step[k] = in_texels(u, k, nv_mc_doubles_of(u->b, d[i][k]));
        }

        sum[i] = squared(u, step);
    }
    return greater(u, sum[0], sum[1]);
}

/* Lane i is column i / 2 and row i % 2. */
NvVecVal nv_mc_quads(const NvMcUnit *u, const NvVecVal coord[2])
{
    static const uint8_t order[2][2] = {    /* the second less the first */
        { 0x44, 0xee }, { 0xa0, 0xf5 },
    };
    NvVec *v = u->b->v;
    NvMcPair sum[2];

    for (unsigned i = 0; i < 2; i++) {
        NvMcPair step[2];

        for (unsigned k = 0; k < 2; k++) {
            NvVecVal from = nv_vec_op_imm(v, NV_X86_PSHUFD, 0, coord[k],
                                          order[i][0]);
            NvVecVal to = nv_vec_op_imm(v, NV_X86_PSHUFD, 0, coord[k],
                                        order[i][1]);

            step[k] = nv_mc_pair(u->b, NV_X86_SUBPD,
                                 nv_mc_doubles_of(u->b, to),
                                 nv_mc_doubles_of(u->b, from));
            step[k] = in_texels(u, k, step[k]);
        }
        sum[i] = squared(u, step);
    }
    return greater(u, sum[0], sum[1]);
}

/* As nv_soft_sample() has it: the first level and the way to the next. */
NvVecVal nv_mc_find_level(const NvMcUnit *u, NvVecVal lod, NvVecVal *frac)
{
    NvVec *v = u->b->v;
    NvVecVal level;

    lod = op(u, NV_X86_ADDPS, lod, data(u, FIELD(u, bias)));
    lod = op(u, NV_X86_MINPS, lod, data(u, FIELD(u, max_lod)));
    lod = op(u, NV_X86_MAXPS, lod, data(u, FIELD(u, min_lod)));
    lod = op(u, NV_X86_MAXPS, lod, nv_vec_float(v, 0));
    lod = op(u, NV_X86_MINPS, lod, data(u, FIELD(u, last_level)));
    if (u->how->mips == 1) {
        lod = op(u, NV_X86_ADDPS, lod, nv_vec_float(v, 0.5f));
    }
    level = nv_vec_unary(v, NV_X86_CVTTPS2DQ, lod);
    *frac = op(u, NV_X86_SUBPS, lod,
               nv_vec_unary(v, NV_X86_CVTDQ2PS, level));
    return level;
}
