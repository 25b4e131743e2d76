/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Machine code for what blend.c does: blending, and the words of pixels.
 */
#include "raster/soft/soft.h"

static NvVecVal op(NvMcBuild *b, NvX86Op what, NvVecVal x, NvVecVal y)
{
    return nv_vec_op(b->v, what, x, y);
}

/* The factor codes of the BLEND bundle; odd = one minus, from 2 on. */
enum {
    F_ONE = 1, F_SRC_COLOR = 2, F_SRC_ALPHA = 4, F_DST_ALPHA = 6,
    F_DST_COLOR = 8, F_SATURATE = 10, F_CONST_COLOR = 12, F_CONST_ALPHA = 14,
};

static NvVecVal minus(NvMcBuild *b, NvVecVal x)
{
    return op(b, NV_X86_PXOR, x, nv_vec_word(b->v, 255));
}

static NvVecVal factor(NvMcBuild *b, unsigned code, unsigned c,
                       const NvVecVal dst[4])
{
    NvVecVal f;

    switch (code & ~1u) {
    case F_SRC_COLOR:
        f = b->out[c];
        break;
    case F_SRC_ALPHA:
        f = b->out[3];
        break;
    case F_DST_ALPHA:
        f = dst[3];
        break;
    case F_DST_COLOR:
        f = dst[c];
        break;
    case F_SATURATE:
        return c == 3 ? nv_vec_word(b->v, 255)
                      : op(b, NV_X86_PMINSD, b->out[3], minus(b, dst[3]));
    case F_CONST_COLOR:
        f = nv_vec_spread(b->v, NV_MC_AT(blend_color[c]), 4);
        break;
    case F_CONST_ALPHA:
        f = nv_vec_spread(b->v, NV_MC_AT(blend_color[3]), 4);
        break;
    default:
        return nv_vec_word(b->v, code & 1 ? 255 : 0);
    }
    return code & 1 ? minus(b, f) : f;
}

/* As signed words of eight bits are. */
static NvVecVal as_signed(NvMcBuild *b, NvVecVal x)
{
    x = nv_vec_shift(b->v, NV_X86_PSLLD, x, 24);
    return nv_vec_shift(b->v, NV_X86_PSRAD, x, 24);
}

static NvVecVal times_255(NvMcBuild *b, NvVecVal x)
{
    return op(b, NV_X86_PMULLD, x, nv_vec_word(b->v, 255));
}

static NvVecVal equation(NvMcBuild *b, unsigned eq, NvVecVal s, NvVecVal sf,
                         NvVecVal d, NvVecVal df)
{
    NvVecVal r, p;

    switch (eq) {
    case 3:
        return times_255(b, op(b, NV_X86_PMINSD, s, d));
    case 4:
        return times_255(b, op(b, NV_X86_PMAXSD, s, d));
    case 5:
        r = times_255(b, op(b, NV_X86_PSUBD, d, as_signed(b, s)));
        break;
    case 6:
        r = times_255(b, op(b, NV_X86_PADDD, d, as_signed(b, s)));
        break;
    default:
        /* Both products at once: sixteen bits each. */
        p = op(b, NV_X86_POR, s, nv_vec_shift(b->v, NV_X86_PSLLD, d, 16));
        r = nv_vec_shift(b->v, NV_X86_PSLLD, df, 16);
        r = op(b, NV_X86_POR, sf, r);
        if (eq < 2) {           /* the one or the other is subtracted */
            NvVecVal sign = nv_vec_word(b->v, eq ? 0xffff : 0xffff0000);
            NvVecVal one = nv_vec_word(b->v, eq ? 1 : 0x10000);

            p = op(b, NV_X86_PADDW, op(b, NV_X86_PXOR, p, sign), one);
        }
        r = op(b, NV_X86_PMADDWD, p, r);
        break;
    }
    return op(b, NV_X86_PMAXSD, r, nv_vec_word(b->v, 0));
}

/* r / 65025 in 255ths, to the nearest, of 0 and up. */
static NvVecVal narrow(NvMcBuild *b, NvVecVal r)
{
    r = op(b, NV_X86_PMINSD, r, nv_vec_word(b->v, 65025));
    r = op(b, NV_X86_PADDD, r, nv_vec_word(b->v, 127));
    r = op(b, NV_X86_PMULHUW, r, nv_vec_word(b->v, 0x8081));
    return nv_vec_shift(b->v, NV_X86_PSRLD, r, 7);
}

static NvVecVal blended(NvMcBuild *b, NvVecVal old, unsigned c)
{
    const NvMcKey *key = b->key;
    NvVecVal dst[4], sf, df;
    bool alpha = c == 3;

    for (unsigned k = 0; k < 4; k++) {
        dst[k] = nv_vec_shift(b->v, NV_X86_PSRLD, old, key->pos[k]);
        dst[k] = op(b, NV_X86_PAND, dst[k], nv_vec_word(b->v, 255));
        if (!key->width[k]) {
            dst[k] = nv_vec_word(b->v, k == 3 ? 255 : 0);
        }
    }
    sf = factor(b, key->src[alpha], c, dst);
    df = factor(b, key->dst[alpha], c, dst);
    return narrow(b, equation(b, key->equation[alpha], b->out[c], sf, dst[c],
                              df));
}

/* The sixteen GL operations by code: result for (src, dst) bit pairs. */
static NvVecVal logic(NvMcBuild *b, unsigned code, NvVecVal s, NvVecVal d)
{
    NvVecVal r = nv_vec_word(b->v, 0), ones = nv_vec_word(b->v, UINT32_MAX);

    if (code & 1) {
        r = op(b, NV_X86_POR, r, op(b, NV_X86_PAND, s, d));
    }
    if (code & 2) {
        r = op(b, NV_X86_POR, r, op(b, NV_X86_PANDN, d, s));
    }
    if (code & 4) {
        r = op(b, NV_X86_POR, r, op(b, NV_X86_PANDN, s, d));
    }
    if (code & 8) {
        r = op(b, NV_X86_POR, r, op(b, NV_X86_PANDN,
                                    op(b, NV_X86_POR, s, d), ones));
    }
    return r;
}

static NvVecVal data(NvMcBuild *b, int32_t at)
{
    return nv_vec_spread(b->v, at, 4);
}

/*
 * A byte @x at bit @pos.  Of one that is a word's upper bits the lower ones are
 * cut off at their new place, which is an operation less with others to come.
 */
static NvVecVal byte_at(NvMcBuild *b, NvVecVal x, unsigned pos)
{
    const NvVecNode *n = &b->v->node[x];
    unsigned from = n->imm;

    if (!pos || n->kind != NV_VEC_SHIFT ||
        (n->op != NV_X86_PSRLD && n->op != NV_X86_PSRAD)) {
        return nv_vec_shift(b->v, NV_X86_PSLLD, x, pos);
    }
    x = n->arg[0];
    x = pos > from ? nv_vec_shift(b->v, NV_X86_PSLLD, x, pos - from)
                   : nv_vec_shift(b->v, NV_X86_PSRLD, x, from - pos);
    return op(b, NV_X86_PAND, x, nv_vec_word(b->v, UINT32_MAX << pos));
}

/* Whether each bit of a word is a channel's. */
static bool has_all_bits(const NvMcKey *key)
{
    return key->width[0] + key->width[1] + key->width[2] + key->width[3] == 32;
}

void nv_mc_write(NvMcBuild *b)
{
    const NvMcKey *key = b->key;
    NvVecVal old = 0, words = 0;

    if (!key->color) {
        return;
    }
    if (!key->whole) {
        old = nv_vec_load(b->v, NV_MC_AT(color), NV_MC_AT(color_pitch),
                          b->live);
    }
    for (unsigned c = 0; c < 4; c++) {
        NvVecVal x;

        if (!key->width[c]) {
            continue;
        }
        x = key->blend && !key->logic ? blended(b, old, c) : b->out[c];
        x = byte_at(b, x, key->pos[c]);
        words = words ? op(b, NV_X86_POR, words, x) : x;
    }
    if (key->logic) {
        words = logic(b, key->logic_op, words, old);
    }
    if (!key->whole) {
        words = op(b, NV_X86_PAND, words, data(b, NV_MC_AT(bits)));
        old = op(b, NV_X86_PAND, old, data(b, NV_MC_AT(keep)));
        words = op(b, NV_X86_POR, words, old);
        words = op(b, NV_X86_PAND, words, data(b, NV_MC_AT(pad_keep)));
    }
    if (!has_all_bits(key)) {
        words = op(b, NV_X86_POR, words, data(b, NV_MC_AT(fill)));
    }
    nv_vec_store(b->v, NV_MC_AT(color), NV_MC_AT(color_pitch), b->live,
                 words);
}
