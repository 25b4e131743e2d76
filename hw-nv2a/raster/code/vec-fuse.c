/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Two operations as one, where AVX-512 has such: of bits, and sums of products.
 *
 * No hardware facts.
 */
#include "raster/code/vec-priv.h"

#include "jit/jit.h"

#ifdef NV_JIT_X86

typedef struct Fuse {
    NvVec *v;
    const uint16_t *uses;
    bool dots;                  /* the host has VPDPWSSD */
} Fuse;

static bool is_of_bits(const NvVecNode *n)
{
    return n->kind == NV_VEC_OP && !n->as_mask &&
           (n->op == NV_X86_PAND || n->op == NV_X86_PANDN ||
            n->op == NV_X86_POR || n->op == NV_X86_PXOR);
}

static unsigned result_of(NvX86Op op, unsigned x, unsigned y)
{
    switch (op) {
    case NV_X86_PAND:
        return x & y;
    case NV_X86_PANDN:
        return ~x & y;
    case NV_X86_POR:
        return x | y;
    default:
        return x ^ y;
    }
}

/* Argument @k of @n, if nobody else wants it. */
static NvVecNode *only_of(const Fuse *f, const NvVecNode *n, unsigned k)
{
    return f->uses[n->arg[k]] == 1 ? &f->v->node[n->arg[k]] : NULL;
}

static bool is_leaf(const Fuse *f, NvVecVal val)
{
    return !nv_vec_has_code(&f->v->node[val]);
}

/* Leaves come last: an operand may stay in memory. */
static void arrange(const Fuse *f, NvVecVal arg[3], uint8_t table[3])
{
    for (unsigned i = 0; i < 3; i++) {
        unsigned k = i & 1;

        if (is_leaf(f, arg[k]) && !is_leaf(f, arg[k + 1])) {
            NvVecVal a = arg[k];
            uint8_t t = table[k];

            arg[k] = arg[k + 1];
            table[k] = table[k + 1];
            arg[k + 1] = a;
            table[k + 1] = t;
        }
    }
}

/* VPTERNLOGD: a table of results by the bits of three arguments. */
static bool fuse_bits(const Fuse *f, NvVecNode *n, unsigned k)
{
    static const uint8_t bits[3] = { 0xf0, 0xcc, 0xaa };
    NvVecNode *inner = only_of(f, n, k);
    uint8_t table[3] = { 0, 1, 2 }, of[3];
    NvVecVal arg[3];
    unsigned all;

    if (!inner || !is_of_bits(inner)) {
        return false;
    }
    arg[0] = inner->arg[0];
    arg[1] = inner->arg[1];
    arg[2] = n->arg[!k];
    arrange(f, arg, table);
    for (unsigned i = 0; i < 3; i++) {
        of[table[i]] = bits[i];
    }
    all = result_of(inner->op, of[0], of[1]);
    all = k ? result_of(n->op, of[2], all) : result_of(n->op, all, of[2]);
    inner->needed = false;
    n->kind = NV_VEC_FMA;
    n->op = NV_X86_VPTERNLOGD;
    n->imm = all;
    n->has_imm = true;
    memcpy(n->arg, arg, sizeof(arg));
    return true;
}

static bool fuse_dot(const Fuse *f, NvVecNode *n, unsigned k)
{
    NvVecNode *inner = only_of(f, n, k);
    NvVecVal to = n->arg[!k];

    if (!inner || inner->kind != NV_VEC_OP || inner->op != NV_X86_PMADDWD) {
        return false;
    }
    inner->needed = false;
    n->kind = NV_VEC_FMA;
    n->op = NV_X86_VPDPWSSD;
    n->arg[0] = to;
    n->arg[1] = inner->arg[0];
    n->arg[2] = inner->arg[1];
    return true;
}

void nv_vec_fuse(NvVec *v, const uint16_t *uses)
{
    Fuse f = { .v = v, .uses = uses,
               .dots = __builtin_cpu_supports("avx512vnni") };

    for (unsigned i = 1; i < v->count; i++) {
        NvVecNode *n = &v->node[i];

        if (!n->needed) {
            continue;
        }
        if (is_of_bits(n) && !fuse_bits(&f, n, 1)) {
            fuse_bits(&f, n, 0);
        } else if (f.dots && n->kind == NV_VEC_OP && n->op == NV_X86_PADDD &&
                   !fuse_dot(&f, n, 0)) {
            fuse_dot(&f, n, 1);
        }
    }
}

#else

void nv_vec_fuse(NvVec *v, const uint16_t *uses)
{
}

#endif
