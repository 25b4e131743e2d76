/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The operations of lists as those of ARM64 with Advanced SIMD, and what is
 * around them.
 *
 * Facts: Arm's Architecture Reference Manual, and the procedure call standard
 * (of vector registers a call keeps the lower halves of 8 to 15).
 */
#include "jit/emit.h"

/* General registers.  What is not named is for a moment. */
enum {
    POOL = 19, LITERALS = 20, LANE = 21, CTX = 22, GROUPS = 23,
    MOMENT = 16, INDEX = 17, FP = 29, LR = 30, SP = 31, ZERO = 31,
};

/* Of vectors: two for a moment. */
enum { T = 30, U = 31 };

/* --- Instructions --- */

/* X(NAME, word): d in bits 4:0, n in 9:5, m in 20:16 unless it has one source */
#define INSTRUCTIONS(X) \
    X(FADD, 0x4e20d400) X(FSUB, 0x4ea0d400) X(FMUL, 0x6e20dc00) \
    X(FDIV, 0x6e20fc00) X(FMLA, 0x4e20cc00) X(FMLS, 0x4ea0cc00) \
    X(FCMEQ, 0x4e20e400) X(FCMGE, 0x6e20e400) X(FCMGT, 0x6ea0e400) \
    X(FSQRT, 0x6ea1f800) X(FRINTM, 0x4e219800) \
    X(SCVTF, 0x4e21d800) X(FCVTZS, 0x4ea1b800) \
    X(FADD_2D, 0x4e60d400) X(FMUL_2D, 0x6e60dc00) X(FMLS_2D, 0x4ee0cc00) \
    X(SCVTF_2D, 0x4e61d800) X(FCVTZS_2D, 0x4ee1b800) \
    X(FCVTN, 0x0e616800) X(FCVTL, 0x0e617800) \
    X(AND, 0x4e201c00) X(BIC, 0x4e601c00) X(ORR, 0x4ea01c00) \
    X(EOR, 0x6e201c00) X(NOT, 0x6e205800) \
    X(BSL, 0x6e601c00) X(BIT, 0x6ea01c00) X(BIF, 0x6ee01c00) \
    X(ADD, 0x4ea08400) X(SUB, 0x6ea08400) \
    X(ADD_2D, 0x4ee08400) X(SUB_2D, 0x6ee08400) X(ADDP, 0x4ea0bc00) \
    X(CMEQ, 0x6ea08c00) X(CMGT, 0x4ea03400) X(CMLT_0, 0x4ea0a800) \
    X(SMIN, 0x4ea06c00) X(UMIN, 0x6ea06c00) X(SMAX, 0x4ea06400) \
    X(MUL, 0x4ea09c00) X(UMULL, 0x2ea0c000) X(SMULL, 0x0ea0c000) \
    X(SMULL_4H, 0x0e60c000) X(SMULL2_8H, 0x4e60c000) \
    X(UMULL_4H, 0x2e60c000) X(UMULL2_8H, 0x6e60c000) \
    X(XTN, 0x0ea12800) X(SXTL, 0x0f20a400) \
    X(UZP2_8H, 0x4e405800) X(TRN1, 0x4e802800) X(REV64, 0x4ea00800) \
    X(ZIP1_2D, 0x4ec03800) X(DUP_UPPER, 0x4e180400) \
    X(USHR, 0x6f000400) X(SSHR, 0x4f000400) X(SHL, 0x4f005400)

enum {
#define X(name, word) I_##name = word,
    INSTRUCTIONS(X)
#undef X
};

/* General ones; those with "Q" load and store vectors. */
enum {
    I_LDR_Q = 0x3dc00000, I_STR_Q = 0x3d800000,     /* + 16 * imm12 */
    I_LDUR_Q = 0x3cc00000, I_STUR_Q = 0x3c800000,   /* + imm9 */
    I_LDR_Q_SXTW = 0x3ce0c800, I_STR_Q_SXTW = 0x3ca0c800,
    I_LD1_S = 0x0d408000,
    I_UMOV_W = 0x0e003c00,
    I_STP_BEFORE = (int)0xa9800000, I_LDP_AFTER = (int)0xa8c00000,
    I_STP = (int)0xa9000000, I_LDP = (int)0xa9400000,
    I_STP_D = 0x6d000000, I_LDP_D = 0x6d400000,
    I_MOVZ_W = 0x52800000, I_MOVK_W = 0x72800000,
    I_MOVZ = (int)0xd2800000, I_MOVK = (int)0xf2800000,
    I_MOV = (int)0xaa0003e0,                        /* m */
    I_ADD_IMM = (int)0x91000000,
    I_ADD_UXTW_2 = (int)0x8b204800,
    I_SUB_UXTX = (int)0xcb206000,
    I_SUBS_W_1 = 0x71000400,
    I_B_NE = 0x54000001,
    I_TBZ_31 = 0x36f80000,
    I_BLR = (int)0xd63f0000,
    I_RET = (int)0xd65f03c0,
};

static void put(NvEmit *e, uint32_t word)
{
    if (nv_emit_room(e, 4)) {
        nv_st32(e->buf + e->len, word);
        e->len += 4;
    }
}

static void put_dnm(NvEmit *e, uint32_t word, unsigned d, unsigned n,
                    unsigned m)
{
    assert(d < 32 && n < 32 && m < 32);
    put(e, word | m << 16 | n << 5 | d);
}

static void move(NvEmit *e, unsigned d, unsigned s)
{
    if (d != s) {
        put_dnm(e, I_ORR, d, s, s);
    }
}

/* --- Memory --- */

static void word_in(NvEmit *e, unsigned r, uint32_t value)
{
    put(e, I_MOVZ_W | (value & 0xffff) << 5 | r);
    put(e, I_MOVK_W | 1u << 21 | (value >> 16) << 5 | r);
}

static void address_in(NvEmit *e, unsigned r, uint64_t value)
{
    put(e, I_MOVZ | (value & 0xffff) << 5 | r);
    for (unsigned i = 1; i < 4; i++) {
        if (value >> 16 * i & 0xffff) {
            put(e, I_MOVK | i << 21 | (value >> 16 * i & 0xffff) << 5 | r);
        }
    }
}

/* The three forms that say where: near, far upwards, and anywhere. */
static void place(NvEmit *e, const uint32_t form[3], unsigned r, NvEmitArg at)
{
    if (at.disp >= 0 && at.disp < 16 << 12 && at.disp % 16 == 0) {
        put(e, form[1] | at.disp / 16 << 10 | at.n << 5 | r);
    } else if (at.disp >= -256 && at.disp < 256) {
        put(e, form[0] | (at.disp & 0x1ff) << 12 | at.n << 5 | r);
    } else {
        word_in(e, MOMENT, at.disp);
        put_dnm(e, form[2], r, at.n, MOMENT);
    }
}

static void load(NvEmit *e, unsigned d, NvEmitArg from)
{
    static const uint32_t form[3] = { I_LDUR_Q, I_LDR_Q, I_LDR_Q_SXTW };

    assert(d < 32 && !from.spread);
    if (from.reg) {
        move(e, d, from.n);
    } else {
        place(e, form, d, from);
    }
}

static void store(NvEmit *e, NvEmitArg to, unsigned s)
{
    static const uint32_t form[3] = { I_STUR_Q, I_STR_Q, I_STR_Q_SXTW };

    assert(s < 32 && !to.reg);
    place(e, form, s, to);
}

/* Operands are in registers. */
static unsigned source(NvEmit *e, NvEmitArg b)
{
    if (b.reg) {
        return b.n;
    }
    load(e, U, b);
    return U;
}

/* --- Operations --- */

/* Registers of a step, in place of their numbers; NO: it has one source. */
enum { NO, D, A, B, OF_T, OF_U };

typedef struct Step {
    uint32_t word;
    uint8_t d, n, m;
} Step;

#define STEPS 4

/* @b may be in U, which is free when it was read for the last time. */
static const Step ops[NV_OP_COUNT][STEPS] = {
    [NV_OP_ADD_F] = { { I_FADD, D, A, B } },
    [NV_OP_SUB_F] = { { I_FSUB, D, A, B } },
    [NV_OP_MUL_F] = { { I_FMUL, D, A, B } },
    [NV_OP_DIV_F] = { { I_FDIV, D, A, B } },
    [NV_OP_MIN_F] = {
        { I_FCMGT, OF_T, B, A }, { I_BSL, OF_T, A, B },
        { I_ORR, D, OF_T, OF_T },
    },
    [NV_OP_MAX_F] = {
        { I_FCMGT, OF_T, A, B }, { I_BSL, OF_T, A, B },
        { I_ORR, D, OF_T, OF_T },
    },
    [NV_OP_SQRT_F] = { { I_FSQRT, D, B } },
    [NV_OP_FLOOR_F] = { { I_FRINTM, D, B } },
    [NV_OP_I32_TO_F] = { { I_SCVTF, D, B } },
    [NV_OP_F_TO_I32] = { { I_FCVTZS, D, B } },
    [NV_OP_I32_TO_D] = { { I_SXTL, OF_T, B }, { I_SCVTF_2D, D, OF_T } },
    [NV_OP_D_TO_F] = { { I_FCVTN, D, B } },
    [NV_OP_ADD_D] = { { I_FADD_2D, D, A, B } },
    [NV_OP_MUL_D] = { { I_FMUL_2D, D, A, B } },
    [NV_OP_AND] = { { I_AND, D, A, B } },
    [NV_OP_NOT_AND] = { { I_BIC, D, B, A } },
    [NV_OP_OR] = { { I_ORR, D, A, B } },
    [NV_OP_XOR] = { { I_EOR, D, A, B } },
    [NV_OP_ADD] = { { I_ADD, D, A, B } },
    [NV_OP_SUB] = { { I_SUB, D, A, B } },
    [NV_OP_ADD64] = { { I_ADD_2D, D, A, B } },
    [NV_OP_SUB64] = { { I_SUB_2D, D, A, B } },
    [NV_OP_EQ] = { { I_CMEQ, D, A, B } },
    [NV_OP_GREATER] = { { I_CMGT, D, A, B } },
    [NV_OP_MIN_S] = { { I_SMIN, D, A, B } },
    [NV_OP_MIN_U] = { { I_UMIN, D, A, B } },
    [NV_OP_MAX_S] = { { I_SMAX, D, A, B } },
    [NV_OP_MUL] = { { I_MUL, D, A, B } },
    [NV_OP_MUL_U64] = {
        { I_XTN, OF_T, A }, { I_XTN, OF_U, B }, { I_UMULL, D, OF_T, OF_U },
    },
    [NV_OP_MUL_S64] = {
        { I_XTN, OF_T, A }, { I_XTN, OF_U, B }, { I_SMULL, D, OF_T, OF_U },
    },
    [NV_OP_MADD_16] = {
        { I_SMULL_4H, OF_T, A, B }, { I_SMULL2_8H, OF_U, A, B },
        { I_ADDP, D, OF_T, OF_U },
    },
    [NV_OP_MUL_HIGH_16] = {
        { I_UMULL_4H, OF_T, A, B }, { I_UMULL2_8H, OF_U, A, B },
        { I_UZP2_8H, D, OF_T, OF_U },
    },
    [NV_OP_BY_SIGN] = { { I_MUL, D, A, B } },
    [NV_OP_ODD] = { { I_REV64, OF_T, B }, { I_TRN1, D, A, OF_T } },
    [NV_OP_FMA_TO] = {
        { I_ORR, OF_T, B, B }, { I_FMLA, OF_T, D, A },
        { I_ORR, D, OF_T, OF_T },
    },
    [NV_OP_FMS_F] = { { I_FMLS, D, A, B } },
    [NV_OP_FMS_D] = { { I_FMLS_2D, D, A, B } },
    [NV_OP_F_TO_D] = { { I_FCVTL, D, B } },
    [NV_OP_D_TO_I32] = { { I_FCVTZS_2D, OF_T, B }, { I_XTN, D, OF_T } },
};

static const Step compares[][STEPS] = {
    [NV_CMP_EQ] = { { I_FCMEQ, D, A, B } },
    [NV_CMP_LT_S] = { { I_FCMGT, D, B, A } },
    [NV_CMP_LE_S] = { { I_FCMGE, D, B, A } },
    [NV_CMP_UNORD] = {
        { I_FCMEQ, OF_T, A, A }, { I_FCMEQ, OF_U, B, B },
        { I_AND, D, OF_T, OF_U }, { I_NOT, D, D },
    },
    [NV_CMP_NE] = { { I_FCMEQ, D, A, B }, { I_NOT, D, D } },
};

static void put_steps(NvEmit *e, const Step *step, unsigned d, unsigned a,
                      NvEmitArg b)
{
    const uint8_t r[] = {
        [NO] = 0, [D] = d, [A] = a, [B] = source(e, b), [OF_T] = T, [OF_U] = U,
    };

    assert(step->word);
    for (unsigned i = 0; i < STEPS && step[i].word; i++) {
        put_dnm(e, step[i].word, r[step[i].d], r[step[i].n], r[step[i].m]);
    }
}

static void write_op(NvEmit *e, NvEmitOp op, unsigned d, unsigned a, NvEmitArg b)
{
    put_steps(e, ops[op], d, a, b);
}

static void compare(NvEmit *e, NvEmitCmp cmp, unsigned d, unsigned a,
                    NvEmitArg b)
{
    put_steps(e, compares[cmp], d, a, b);
}

/* The count is in the same field as the size of what is shifted. */
static void write_shift(NvEmit *e, NvEmitShift op, unsigned d, unsigned a,
                        unsigned count)
{
    static const uint32_t words[NV_SHIFT_COUNT] = {
        [NV_SHIFT_RIGHT] = I_USHR, [NV_SHIFT_SIGNED] = I_SSHR,
        [NV_SHIFT_LEFT] = I_SHL, [NV_SHIFT_RIGHT64] = I_USHR,
        [NV_SHIFT_LEFT64] = I_SHL,
    };
    bool left = op == NV_SHIFT_LEFT || op == NV_SHIFT_LEFT64;
    unsigned size = op == NV_SHIFT_RIGHT64 || op == NV_SHIFT_LEFT64 ? 64 : 32;

    assert(count < size);
    if (!count) {
        move(e, d, a);
    } else {
        put_dnm(e, words[op] | (left ? size + count : 2 * size - count) << 16,
                d, a, 0);
    }
}

static void blend(NvEmit *e, unsigned d, unsigned a, NvEmitArg b,
                  unsigned mask, bool sign)
{
    unsigned n = source(e, b);

    if (sign) {
        put_dnm(e, I_CMLT_0, T, mask, 0);
        mask = T;
    }
    if (d == mask) {
        put_dnm(e, I_BSL, d, n, a);
    } else if (d == n) {
        put_dnm(e, I_BIF, d, a, mask);
    } else {
        move(e, d, a);
        put_dnm(e, I_BIT, d, n, mask);
    }
}

static void upper(NvEmit *e, unsigned d, unsigned a)
{
    put_dnm(e, I_DUP_UPPER, d, a, 0);
}

static void join(NvEmit *e, unsigned d, unsigned a, unsigned b)
{
    put_dnm(e, I_ZIP1_2D, d, a, b);
}

/* Lane @i of @d from the table at @base. */
static void load_lane(NvEmit *e, unsigned d, unsigned base, unsigned index,
                      unsigned i)
{
    put_dnm(e, I_UMOV_W, INDEX, index, i << 3 | 4);
    put_dnm(e, I_ADD_UXTW_2, INDEX, base, INDEX);
    put_dnm(e, I_LD1_S | (i >> 1) << 30 | (i & 1) << 12, d, INDEX, 0);
}

static void gather(NvEmit *e, unsigned d, unsigned index, unsigned mask)
{
    for (unsigned i = 0; i < 4; i++) {
        put_dnm(e, I_UMOV_W, MOMENT, mask, i << 3 | 4);
        put(e, I_TBZ_31 | 4 << 5 | MOMENT);     /* behind the lane's load */
        load_lane(e, d, CTX, index, i);
    }
}

static void lookup(NvEmit *e, unsigned d, const uint32_t *table,
                   unsigned index, unsigned mask)
{
    address_in(e, MOMENT, (uintptr_t)table);
    for (unsigned i = 0; i < 4; i++) {
        load_lane(e, d, MOMENT, index, i);
    }
}

static void call(NvEmit *e, NvEmitHelper *helper, const void *list,
                 const void *node)
{
    address_in(e, 0, (uintptr_t)list);
    address_in(e, 1, (uintptr_t)node);
    put(e, I_ADD_IMM | SP << 5 | 2);
    word_in(e, 3, nv_emit_lanes(e->target));
    address_in(e, MOMENT, (uintptr_t)helper);
    put(e, I_BLR | MOMENT << 5);
}

/* --- Around the loop --- */

#define SAVED 128               /* bytes below what the caller has */

/* Pairs of registers: general ones, the first with the frame pointer. */
static const struct {
    uint32_t store, load;
    uint8_t r;
} saved[] = {
    { I_STP, I_LDP, POOL }, { I_STP, I_LDP, LANE }, { I_STP, I_LDP, GROUPS },
    { I_STP_D, I_LDP_D, 8 }, { I_STP_D, I_LDP_D, 10 },
    { I_STP_D, I_LDP_D, 12 }, { I_STP_D, I_LDP_D, 14 },
};

/* @at: bytes from the stack pointer. */
static void put_pair(NvEmit *e, uint32_t word, unsigned r, int at)
{
    put(e, word | (at / 8 & 0x7f) << 15 | (r + 1) << 10 | SP << 5 | r);
}

static size_t begin(NvEmit *e)
{
    size_t frame;

    put_pair(e, I_STP_BEFORE, FP, -SAVED);
    put(e, I_ADD_IMM | SP << 5 | FP);
    for (unsigned i = 0; i < NV_ARRAY_SIZE(saved); i++) {
        put_pair(e, saved[i].store, saved[i].r, 16 + 16 * i);
    }
    frame = e->len;
    word_in(e, MOMENT, 0);
    put_dnm(e, I_SUB_UXTX, SP, SP, MOMENT);
    for (unsigned i = 0; i < GROUPS - POOL + 1; i++) {
        put_dnm(e, I_MOV, POOL + i, 0, i);
    }
    return frame;
}

static void set_frame(NvEmit *e, size_t at, unsigned bytes)
{
    NvEmit there = { .buf = e->buf + at, .room = 8 };

    word_in(&there, MOMENT, (bytes + 15) & ~15u);
}

/* A program's code is shorter than this jump's reach. */
static void turn(NvEmit *e, unsigned bytes, size_t top)
{
    put(e, I_ADD_IMM | bytes << 10 | LANE << 5 | LANE);
    put(e, I_SUBS_W_1 | GROUPS << 5 | GROUPS);
    put(e, I_B_NE | ((uint32_t)(top - e->len) / 4 & 0x7ffff) << 5);
}

static void end(NvEmit *e)
{
    put(e, I_ADD_IMM | FP << 5 | SP);
    for (unsigned i = 0; i < NV_ARRAY_SIZE(saved); i++) {
        put_pair(e, saved[i].load, saved[i].r, 16 + 16 * i);
    }
    put_pair(e, I_LDP_AFTER, FP, SAVED);
    put(e, I_RET);
}

const NvEmitTarget nv_target_neon = {
    .name = "neon", .bytes = 16, .registers = T, .literals = 8,
    .fused = true,
    .base = {
        [NV_BASE_FRAME] = SP, [NV_BASE_POOL] = POOL,
        [NV_BASE_LITERALS] = LITERALS, [NV_BASE_LANE] = LANE,
        [NV_BASE_CTX] = CTX,
    },
    .op = write_op, .shift = write_shift, .compare = compare, .blend = blend,
    .load = load, .store = store, .upper = upper, .join = join,
    .gather = gather, .lookup = lookup, .call = call,
    .begin = begin, .turn = turn, .end = end, .frame = set_frame,
};
