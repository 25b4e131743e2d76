/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Machine code for a fragment's way: as nv_soft_stages has it, but that what
 * only looks at depth comes first.  Nothing is stored before the last escape.
 */
#include "raster/soft/soft.h"

static NvVecVal op(NvMcBuild *b, NvX86Op what, NvVecVal x, NvVecVal y)
{
    return nv_vec_op(b->v, what, x, y);
}

static NvVecVal data(NvMcBuild *b, int32_t at)
{
    return nv_vec_spread(b->v, at, 4);
}

static NvMcPair number(NvMcBuild *b, double d)
{
    return nv_mc_pair_of(nv_vec_double(b->v, d));
}

/* ---- depth and stencil ---- */

static NvMcPair clip(NvMcBuild *b, NvMcPair z)
{
    NvMcPair near = nv_mc_pair_of(nv_vec_spread(b->v, NV_MC_AT(near), 8));
    NvMcPair far = nv_mc_pair_of(nv_vec_spread(b->v, NV_MC_AT(far), 8));
    NvMcPair in;

    if (b->key->zclamp) {
        z = nv_mc_pair(b, NV_X86_MAXPD, z, near);
        return nv_mc_pair(b, NV_X86_MINPD, z, far);
    }
    in = (NvMcPair) {
        op(b, NV_X86_PAND,
           nv_vec_op_imm(b->v, NV_X86_CMPPD, near.lo, z.lo, 2),
           nv_vec_op_imm(b->v, NV_X86_CMPPD, z.lo, far.lo, 2)),
        op(b, NV_X86_PAND,
           nv_vec_op_imm(b->v, NV_X86_CMPPD, near.hi, z.hi, 2),
           nv_vec_op_imm(b->v, NV_X86_CMPPD, z.hi, far.hi, 2)),
    };
    b->live = op(b, NV_X86_PAND, b->live, nv_mc_mask(b, in));
    return z;
}

static NvVecVal encode(NvMcBuild *b, NvMcPair z)
{
    double most = b->key->zeta == 2 ? 65535.0 : 16777215.0;

    z = nv_mc_pair(b, NV_X86_MAXPD, z, number(b, 0));
    z = nv_mc_pair(b, NV_X86_MINPD, z, number(b, most));
    return nv_mc_words(b, z);
}

/* What the test found, to be stored at last. */
typedef struct Zeta {
    NvVecVal mask, words;       /* 0: nothing */
} Zeta;

/* The codes of STENCIL_B. */
static NvVecVal stencil_op(NvMcBuild *b, unsigned code, NvVecVal old,
                           NvVecVal ref)
{
    NvVecVal one = nv_vec_word(b->v, 1), byte = nv_vec_word(b->v, 255), r;

    switch (code) {
    case 2:
        return nv_vec_word(b->v, 0);
    case 3:
        return ref;
    case 4:
        return op(b, NV_X86_PMINSD, op(b, NV_X86_PADDD, old, one), byte);
    case 5:
        r = op(b, NV_X86_PSUBD, old, one);
        return op(b, NV_X86_PMAXSD, r, nv_vec_word(b->v, 0));
    case 6:
        return op(b, NV_X86_PXOR, old, byte);
    case 7:
        return op(b, NV_X86_PAND, op(b, NV_X86_PADDD, old, one), byte);
    case 8:
        return op(b, NV_X86_PAND, op(b, NV_X86_PSUBD, old, one), byte);
    default:
        return old;
    }
}

/* @sten, @pass: lanes that pass the one test, both. */
static NvVecVal new_stencil(NvMcBuild *b, const NvMcStencil *side, unsigned k,
                            NvVecVal old, NvVecVal sten, NvVecVal pass)
{
    NvVecVal ref = data(b, NV_MC_AT(stencil_value[k])), st, write;

    st = nv_vec_choose(b->v, pass, stencil_op(b, side->op[2], old, ref),
                       stencil_op(b, side->op[1], old, ref));
    st = nv_vec_choose(b->v, sten, st, stencil_op(b, side->op[0], old, ref));
    write = data(b, NV_MC_AT(stencil_write[k]));
    return op(b, NV_X86_POR, op(b, NV_X86_PANDN, write, old),
              op(b, NV_X86_PAND, write, st));
}

static NvVecVal load_zeta(NvMcBuild *b)
{
    return nv_vec_load(b->v, NV_MC_AT(zeta), NV_MC_AT(zeta_pitch), b->live);
}

static NvVecVal depth_in(NvMcBuild *b, NvVecVal word)
{
    return nv_vec_shift(b->v, NV_X86_PSRLD, word, 8);
}

/* @word is there.  Lanes that fail leave b->live. */
static Zeta test(NvMcBuild *b, NvVecVal z, NvVecVal word)
{
    const NvMcKey *key = b->key;
    unsigned k = b->variant & NV_MC_BACK ? 1 : 0;
    const NvMcStencil *side = &key->stencil[k];
    NvVecVal stored, old, before = b->live, sten = before, kept;
    Zeta out = { 0, 0 };

    stored = depth_in(b, word);
    old = op(b, NV_X86_PAND, word, nv_vec_word(b->v, 255));
    if (side->on) {
        NvVecVal mask = data(b, NV_MC_AT(stencil_mask[k]));

        sten = nv_mc_compare(b, side->func,
                             data(b, NV_MC_AT(stencil_ref[k])),
                             op(b, NV_X86_PAND, old, mask));
        b->live = sten;
    }
    if (key->ztest) {
        b->live = nv_mc_compare(b, key->zfunc, z, stored);
    }
    kept = op(b, NV_X86_PAND, word, nv_vec_word(b->v, 0xffffff00));
    z = nv_vec_shift(b->v, NV_X86_PSLLD, z, 8);
    if (side->on && side->writes) {
        if (key->ztest && key->zwrite) {
            kept = nv_vec_choose(b->v, b->live, z, kept);
        }
        old = new_stencil(b, side, k, old, sten, b->live);
        out = (Zeta) { before, op(b, NV_X86_POR, kept, old) };
    } else if (key->ztest && key->zwrite) {
        out = (Zeta) { b->live, op(b, NV_X86_POR, z, old) };
    }
    return out;
}

/* ---- all ---- */

static bool has_zeta(const NvMcBuild *b)
{
    return b->key->zeta;
}

/* Whether what comes after depth drops lanes. */
static bool drops(const NvMcBuild *b)
{
    return b->key->alpha_test || b->key->kills;
}

/* Whether lanes that fail may go before it is known what drops others. */
static bool early(const NvMcBuild *b)
{
    const NvMcKey *key = b->key;

    return !drops(b) ||
           !(key->stencil[0].on || key->stencil[1].on);
}

/* Lanes that fail are of no use to anybody, not to stencils either. */
static bool may_leave(const NvMcBuild *b)
{
    const NvMcStencil *side =
        &b->key->stencil[b->variant & NV_MC_BACK ? 1 : 0];

    return !(side->on && side->writes);
}

/*
 * The group may go before its depth is made if even the nearest that there is
 * on the primitive would fail.
 */
static void leave_hidden(NvMcBuild *b, NvVecVal word)
{
    bool less = b->key->zfunc == 1 || b->key->zfunc == 3;
    NvVecVal hidden;

    if (b->key->ztest && less && b->variant & NV_MC_SLOPED && may_leave(b)) {
        hidden = op(b, NV_X86_PCMPGTD, data(b, NV_MC_AT(least_z)),
                    depth_in(b, word));
        nv_vec_exit(b->v, op(b, NV_X86_PANDN, hidden, b->live));
    }
}

static NvVecVal depth(NvMcBuild *b)
{
    NvMcPair z;

    if (b->variant & NV_MC_STEADY_Z) {
        return nv_mc_depth_words(b);
    }
    z = nv_mc_depth(b);
    if (b->variant & NV_MC_CLIPPED) {
        z = clip(b, z);
    }
    return has_zeta(b) ? encode(b, z) : 0;
}

static void color(NvMcBuild *b)
{
    if (b->program) {
        nv_mc_colors(b);
        nv_mc_program(b);
    } else {
        nv_mc_textures(b);
        nv_mc_colors(b);
    }
    if (b->key->fog) {
        nv_mc_fog(b);
    }
    if (!b->program || b->key->combiners) {
        nv_mc_combine(b);
    }
}

void nv_mc_build(NvMcBuild *b)
{
    const NvMcKey *key = b->key;
    NvVecVal z = 0, word = 0;
    Zeta done = { 0, 0 };

    b->live = b->variant & NV_MC_ROWS ? nv_vec_word(b->v, UINT32_MAX)
                                      : nv_vec_lane(b->v, NV_MC_AT(live));
    if (has_zeta(b) && early(b) && !(b->variant & NV_MC_CLIPPED)) {
        word = load_zeta(b);
        leave_hidden(b, word);
    }
    if (has_zeta(b) || b->variant & NV_MC_CLIPPED) {
        z = depth(b);
    }
    if (has_zeta(b) && early(b)) {
        done = test(b, z, word ? word : load_zeta(b));
        if (may_leave(b)) {
            nv_vec_exit(b->v, b->live);
        }
    }
    b->sampled = key->quads ? nv_vec_word(b->v, UINT32_MAX) : b->live;
    color(b);
    if (key->alpha_test) {
        b->live = nv_mc_compare(b, key->alpha_func, b->out[3],
                                data(b, NV_MC_AT(alpha_ref)));
    }
    if (drops(b)) {
        if (done.mask) {        /* of depth alone: see early() */
            done.mask = b->live;
        }
        nv_vec_exit(b->v, b->live);
    }
    if (has_zeta(b) && !early(b)) {
        done = test(b, z, load_zeta(b));
    }
    if (done.mask) {
        nv_vec_store(b->v, NV_MC_AT(zeta), NV_MC_AT(zeta_pitch), done.mask,
                     done.words);
    }
    if (key->count) {
        nv_vec_count(b->v, b->live, NV_MC_AT(passed));
    }
    nv_mc_write(b);
}
