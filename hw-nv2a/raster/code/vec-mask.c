/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Masks of AVX-512: values of which only signs are ever asked are a bit a lane,
 * in registers of their own.  If those are not enough, the one that waits longest
 * becomes a vector.
 *
 * No hardware facts.
 */
#include "raster/code/vec-priv.h"

/* What operations do with masks. */
enum { OTHER, COMPARES, COMBINES };

static const uint8_t roles[NV_X86_OP_COUNT] = {
    [NV_X86_PCMPGTD] = COMPARES, [NV_X86_PCMPEQD] = COMPARES,
    [NV_X86_CMPPS] = COMPARES,
    [NV_X86_PAND] = COMBINES, [NV_X86_PANDN] = COMBINES,
    [NV_X86_POR] = COMBINES,
};

static unsigned role_of(const NvVecNode *n)
{
    return n->kind == NV_VEC_OP ? roles[n->op] : OTHER;
}

unsigned nv_vec_asks_signs(const NvVecNode *n)
{
    static const uint8_t args[NV_VEC_KINDS] = {
        [NV_VEC_CHOOSE] = 4, [NV_VEC_GATHER] = 2, [NV_VEC_LOAD] = 1,
        [NV_VEC_STORE] = 1, [NV_VEC_EXIT] = 1, [NV_VEC_ESCAPE] = 1,
        [NV_VEC_COUNT] = 1,
    };

    return n->as_mask && role_of(n) == COMBINES ? 7 : args[n->kind];
}

void nv_vec_find_masks(NvVec *v)
{
    for (unsigned i = 1; i < v->count; i++) {
        NvVecNode *n = &v->node[i];
        unsigned role = role_of(n);

        n->as_mask = role == COMPARES ||
                     (role == COMBINES && (v->node[n->arg[0]].as_mask ||
                                           v->node[n->arg[1]].as_mask));
    }
}

void nv_vec_forget_masks(NvVec *v)
{
    for (unsigned i = 1; i < v->count; i++) {
        v->node[i].as_mask = false;
    }
}

/* ---- registers ---- */

static int find(const NvVecWriter *w, NvVecVal val)
{
    for (unsigned k = NV_X86_FIRST_MASK; k <= NV_X86_LAST_MASK; k++) {
        if (w->masks[k] == val) {
            return k;
        }
    }
    return -1;
}

static unsigned new_mask(NvVecWriter *w)
{
    int k = find(w, 0);
    unsigned best = NV_X86_FIRST_MASK, r;

    if (k >= 0) {
        return k;
    }
    for (unsigned i = best; i <= NV_X86_LAST_MASK; i++) {
        if (w->value[w->masks[i]].next > w->value[w->masks[best]].next) {
            best = i;
        }
    }
    r = nv_ra_temp(&w->ra);
    nv_x86_from_mask(&w->e, r, best);
    nv_ra_define(&w->ra, w->masks[best], r);
    w->masks[best] = 0;
    w->masks_held--;
    return best;
}

unsigned nv_vec_mask(NvVecWriter *w, NvVecVal val)
{
    int k = w->e.wide ? find(w, val) : -1;

    if (k >= 0) {
        return k;
    }
    if (!w->e.wide) {
        return nv_ra_use(&w->ra, val);
    }
    if (nv_vec_is_all(w->v, val)) {
        nv_x86_all_mask(&w->e, NV_X86_MASK);
        return NV_X86_MASK;
    }
    nv_x86_to_mask(&w->e, NV_X86_MASK, nv_ra_use(&w->ra, val));
    return NV_X86_MASK;
}

void nv_vec_free_masks(NvVecWriter *w)
{
    for (unsigned k = NV_X86_FIRST_MASK; k <= NV_X86_LAST_MASK; k++) {
        if (w->masks[k] && w->value[w->masks[k]].next == NV_RA_NEVER) {
            w->masks[k] = 0;
            w->masks_held--;
        }
    }
}

void nv_vec_test_mask(NvVecWriter *w, unsigned mask)
{
    if (w->e.wide) {
        nv_x86_test_mask(&w->e, mask);
    } else {
        nv_x86_movmsk(&w->e, BITS, mask);
        nv_x86_test(&w->e, BITS);
    }
}

/* ---- nodes ---- */

static void write_compare(NvVecWriter *w, const NvVecNode *n, unsigned k)
{
    unsigned a = nv_ra_use(&w->ra, n->arg[0]);
    NvX86Arg b = nv_vec_operand(w, n->op, n->arg[1]);

    nv_x86_compare(&w->e, n->op, k, a, b, n->has_imm ? n->imm : -1);
}

/* Neither of both is a mask any more. */
static void combine_vectors(NvVecWriter *w, const NvVecNode *n, unsigned k)
{
    unsigned a = nv_ra_use(&w->ra, n->arg[0]);
    unsigned b = nv_ra_use(&w->ra, n->arg[1]), d = nv_ra_temp(&w->ra);

    nv_x86_op(&w->e, n->op, d, a, nv_x86_reg(b));
    nv_x86_to_mask(&w->e, k, d);
    nv_ra_drop(&w->ra, d);
}

void nv_vec_write_mask(NvVecWriter *w, NvVecVal i)
{
    const NvVecNode *n = &w->v->node[i];
    unsigned k = new_mask(w);

    if (role_of(n) == COMPARES) {
        write_compare(w, n, k);
    } else if (find(w, n->arg[0]) < 0 && find(w, n->arg[1]) < 0) {
        combine_vectors(w, n, k);
    } else {
        unsigned a = nv_vec_mask(w, n->arg[0]);

        nv_x86_mask_op(&w->e, n->op, k, a, nv_vec_mask(w, n->arg[1]));
    }
    w->masks[k] = i;
    w->masks_held++;
}
