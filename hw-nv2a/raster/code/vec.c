/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Lists of operations on vectors.  No hardware facts.
 */
#include "raster/code/vec.h"

#define HASH_BITS 14
#define HASH (1u << HASH_BITS)

static_assert(HASH >= 2 * NV_VEC_ROOM, "half of it stays empty");

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

/*
 * A node as words, which are made as such: to read in one what was just written
 * in pieces takes a processor long.  Hosts that have code for lists have the
 * lowest byte first.
 */
typedef struct Words {
    uint64_t word[3];
} Words;

static_assert(sizeof(NvVecNode) == sizeof(Words), "compared by words");

static uint64_t head_of(NvVecKind kind, unsigned op)
{
    return kind | (uint64_t)op << 8 * offsetof(NvVecNode, op);
}

static uint64_t imm_of(uint8_t imm)
{
    return (uint64_t)imm << 8 * offsetof(NvVecNode, imm);
}

#define HAS_IMM (UINT64_C(1) << 8 * offsetof(NvVecNode, has_imm))

static uint64_t args_of(NvVecVal a, NvVecVal b, NvVecVal c)
{
    return a | (uint32_t)b << 16 | (uint64_t)c << 32;
}

static uint32_t hash_of(Words w)
{
    uint64_t h = w.word[0] * UINT64_C(0xff51afd7ed558ccd) ^
                 w.word[2] * UINT64_C(0xc2b2ae3d27d4eb4f) ^ w.word[1];

    return h * UINT64_C(0x9e3779b97f4a7c15) >> (64 - HASH_BITS);
}

static bool is(const NvVecNode *node, Words w)
{
    Words o;

    memcpy(&o, node, sizeof(o));
    return !((w.word[0] ^ o.word[0]) | (w.word[1] ^ o.word[1]) |
             (w.word[2] ^ o.word[2]));
}

/* The node of these words, or one like it from before. */
static NvVecVal share(NvVec *v, uint64_t head, uint64_t args, uint64_t rest)
{
    const Words w = { { head, args, rest } };
    uint32_t at = hash_of(w);
    NvVecNode node;

    for (; v->hash[at]; at = (at + 1) % HASH) {
        if (is(&v->node[v->hash[at]], w)) {
            return v->hash[at];
        }
    }
    memcpy(&node, &w, sizeof(node));
    v->hash[at] = append(v, &node);
    return v->hash[at];
}

NvVecVal nv_vec_bytes(NvVec *v, const uint64_t bytes[2])
{
    return share(v, NV_VEC_LITERAL, bytes[0], bytes[1]);
}

static NvVecVal literal(NvVec *v, uint64_t bits)
{
    return share(v, NV_VEC_LITERAL, bits, bits);
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
    return share(v, head_of(kind, 0) | imm_of(bytes), 0, (uint32_t)at);
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
    return share(v, head_of(kind, op), args_of(a, b, c), 0);
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
    return share(v, head_of(NV_VEC_OP, op) | imm_of(imm) | HAS_IMM,
                 args_of(a, b, 0), 0);
}

NvVecVal nv_vec_unary(NvVec *v, NvX86Op op, NvVecVal a)
{
    return operation(v, NV_VEC_OP, op, 0, a, 0);
}

NvVecVal nv_vec_shift(NvVec *v, NvX86Shift op, NvVecVal a, unsigned count)
{
    return count ? share(v, head_of(NV_VEC_SHIFT, op) | imm_of(count),
                         args_of(a, 0, 0), 0) : a;
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
    return nv_vec_unary(v, NV_X86_VCVTPH2PS,
                        operation(v, NV_VEC_HALVES, 0, a, 0, 0));
}

NvVecVal nv_vec_call(NvVec *v, NvVecHelper *fn, NvVecVal a, NvVecVal b)
{
    return share(v, NV_VEC_CALL, args_of(a, b, 0), (uintptr_t)fn);
}

NvVecVal nv_vec_gather(NvVec *v, int32_t pointer, NvVecVal index,
                       NvVecVal mask)
{
    return share(v, NV_VEC_GATHER, args_of(index, mask, 0),
                 (uint32_t)pointer);
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
