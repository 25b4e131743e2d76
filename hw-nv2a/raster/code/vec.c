/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Lists of operations on vectors.  No hardware facts.
 */
#include "raster/code/vec.h"

#define HASH (2 * NV_VEC_ROOM)

void nv_vec_init(NvVec *v, const NvVecLanes *lanes, unsigned width)
{
    *v = (NvVec) { .lanes = *lanes, .width = width };
    v->node = g_new(NvVecNode, NV_VEC_ROOM);
    v->hash = g_new(NvVecVal, HASH);
    v->code = g_malloc(NV_VEC_CODE);
    nv_vec_reset(v);
}

void nv_vec_reset(NvVec *v)
{
    memset(v->node, 0, sizeof(v->node[0]));
    memset(v->hash, 0, HASH * sizeof(v->hash[0]));
    v->count = 1;
    v->full = false;
    v->twice = false;
    v->rows = false;
}

void nv_vec_clear(NvVec *v)
{
    g_free(v->node);
    g_free(v->hash);
    g_free(v->code);
    g_free(v->room);
}

static NvVecVal append(NvVec *v, const NvVecNode *node)
{
    if (v->count == NV_VEC_ROOM) {
        v->full = true;
        return 1;
    }
    v->node[v->count] = *node;
    return v->count++;
}

/* A node as words. */
typedef struct Words {
    uint64_t word[3];
} Words;

static_assert(sizeof(NvVecNode) == sizeof(Words), "compared by words");

static Words words_of(const NvVecNode *node)
{
    Words w;

    memcpy(&w, node, sizeof(w));
    return w;
}

static uint32_t hash_of(const Words *w)
{
    uint64_t h = w->word[0] ^ w->word[1] * UINT64_C(0x9e3779b97f4a7c15) ^
                 w->word[2] * UINT64_C(0xc2b2ae3d27d4eb4f);

    h ^= h >> 32;
    h *= UINT64_C(0xff51afd7ed558ccd);
    return h >> 40;
}

static bool same(const Words *w, const NvVecNode *node)
{
    Words o = words_of(node);

    return !((w->word[0] ^ o.word[0]) | (w->word[1] ^ o.word[1]) |
             (w->word[2] ^ o.word[2]));
}

/* @node, or one like it from before. */
static NvVecVal share(NvVec *v, const NvVecNode *node)
{
    Words w = words_of(node);
    uint32_t at = hash_of(&w) % HASH;

    for (; v->hash[at]; at = (at + 1) % HASH) {
        if (same(&w, &v->node[v->hash[at]])) {
            return v->hash[at];
        }
    }
    v->hash[at] = append(v, node);
    return v->hash[at];
}

NvVecVal nv_vec_bytes(NvVec *v, const uint64_t bytes[2])
{
    NvVecNode node = { .kind = NV_VEC_LITERAL };

    memcpy(node.bits, bytes, sizeof(node.bits));
    return share(v, &node);
}

static NvVecVal literal(NvVec *v, uint64_t bits)
{
    return nv_vec_bytes(v, (const uint64_t[2]) { bits, bits });
}

NvVecVal nv_vec_word(NvVec *v, uint32_t word)
{
    return literal(v, (uint64_t)word << 32 | word);
}

NvVecVal nv_vec_float(NvVec *v, float f)
{
    return nv_vec_word(v, nv_f2u(f));
}

NvVecVal nv_vec_double(NvVec *v, double d)
{
    uint64_t bits;

    memcpy(&bits, &d, sizeof(bits));
    return literal(v, bits);
}

static NvVecVal place(NvVec *v, NvVecKind kind, int32_t at, unsigned bytes)
{
    NvVecNode node = { .kind = kind };

    node.at = at;
    node.imm = bytes;
    return share(v, &node);
}

NvVecVal nv_vec_spread(NvVec *v, int32_t at, unsigned bytes)
{
    return place(v, NV_VEC_SPREAD, at, bytes);
}

NvVecVal nv_vec_data(NvVec *v, int32_t at)
{
    return place(v, NV_VEC_DATA, at, 0);
}

NvVecVal nv_vec_lane(NvVec *v, int32_t at)
{
    return place(v, NV_VEC_LANE, at, 0);
}

NvVecVal nv_vec_first(NvVec *v, int32_t at)
{
    return place(v, NV_VEC_FIRST, at, 0);
}

bool nv_vec_is_all(const NvVec *v, NvVecVal val)
{
    const NvVecNode *n = &v->node[val];

    return n->kind == NV_VEC_LITERAL && !~(n->bits[0] & n->bits[1]);
}

static NvVecVal operation(NvVec *v, NvVecKind kind, unsigned op, NvVecVal a,
                          NvVecVal b, NvVecVal c)
{
    NvVecNode node = { .kind = kind };

    node.op = op;
    node.arg[0] = a;
    node.arg[1] = b;
    node.arg[2] = c;
    return share(v, &node);
}

NvVecVal nv_vec_op(NvVec *v, NvX86Op op, NvVecVal a, NvVecVal b)
{
    if (op == NV_X86_PAND && nv_vec_is_all(v, b)) {
        return a;
    }
    return operation(v, NV_VEC_OP, op, a, b, 0);
}

NvVecVal nv_vec_op_imm(NvVec *v, NvX86Op op, NvVecVal a, NvVecVal b,
                       uint8_t imm)
{
    NvVecNode node = { .kind = NV_VEC_OP };

    node.op = op;
    node.arg[0] = a;
    node.arg[1] = b;
    node.imm = imm;
    node.has_imm = true;
    return share(v, &node);
}

NvVecVal nv_vec_unary(NvVec *v, NvX86Op op, NvVecVal a)
{
    return operation(v, NV_VEC_OP, op, 0, a, 0);
}

NvVecVal nv_vec_shift(NvVec *v, NvX86Shift op, NvVecVal a, unsigned count)
{
    NvVecNode node = { .kind = NV_VEC_SHIFT };

    if (!count) {
        return a;
    }
    node.op = op;
    node.arg[0] = a;
    node.imm = count;
    return share(v, &node);
}

NvVecVal nv_vec_choose(NvVec *v, NvVecVal mask, NvVecVal yes, NvVecVal no)
{
    return yes == no ? yes : operation(v, NV_VEC_CHOOSE, 0, no, yes, mask);
}

NvVecVal nv_vec_fma(NvVec *v, NvVecVal a, NvVecVal b, NvVecVal c)
{
    return nv_vec_fma_by(v, NV_X86_FMADD231PS, a, b, c);
}

NvVecVal nv_vec_fma_by(NvVec *v, NvX86Op op, NvVecVal a, NvVecVal b,
                       NvVecVal c)
{
    return operation(v, NV_VEC_FMA, op, c, a, b);
}

NvVecVal nv_vec_upper(NvVec *v, NvVecVal a)
{
    return operation(v, NV_VEC_UPPER, 0, a, 0, 0);
}

NvVecVal nv_vec_join(NvVec *v, NvVecVal low, NvVecVal high)
{
    return operation(v, NV_VEC_JOIN, 0, low, high, 0);
}

NvVecVal nv_vec_narrow(NvVec *v, NvVecVal a)
{
    return operation(v, NV_VEC_NARROW, 0, a, 0, 0);
}

NvVecVal nv_vec_round_half(NvVec *v, NvVecVal a)
{
    NvVecNode node = { .kind = NV_VEC_HALVES };

    node.arg[0] = a;
    return nv_vec_unary(v, NV_X86_VCVTPH2PS, share(v, &node));
}

NvVecVal nv_vec_call(NvVec *v, NvVecHelper *fn, NvVecVal a, NvVecVal b)
{
    NvVecNode node = { .kind = NV_VEC_CALL };

    node.arg[0] = a;
    node.arg[1] = b;
    node.helper = fn;
    return share(v, &node);
}

NvVecVal nv_vec_gather(NvVec *v, int32_t pointer, NvVecVal index,
                       NvVecVal mask)
{
    NvVecNode node = { .kind = NV_VEC_GATHER };

    node.at = pointer;
    node.arg[0] = index;
    node.arg[1] = mask;
    return share(v, &node);
}

NvVecVal nv_vec_load(NvVec *v, int32_t pointer, int32_t pitch, NvVecVal mask)
{
    return append(v, &(NvVecNode) {
        .kind = NV_VEC_LOAD, .at = pointer, .pitch = pitch, .arg = { mask },
    });
}

void nv_vec_store(NvVec *v, int32_t pointer, int32_t pitch, NvVecVal mask,
                  NvVecVal words)
{
    append(v, &(NvVecNode) {
        .kind = NV_VEC_STORE, .at = pointer, .pitch = pitch,
        .arg = { mask, words },
    });
}

void nv_vec_exit(NvVec *v, NvVecVal mask)
{
    if (!nv_vec_is_all(v, mask)) {
        append(v, &(NvVecNode) { .kind = NV_VEC_EXIT, .arg = { mask } });
    }
}

void nv_vec_escape(NvVec *v, NvVecVal mask)
{
    append(v, &(NvVecNode) { .kind = NV_VEC_ESCAPE, .arg = { mask } });
}

void nv_vec_count(NvVec *v, NvVecVal mask, int32_t at)
{
    append(v, &(NvVecNode) { .kind = NV_VEC_COUNT, .at = at,
                             .arg = { mask } });
}
