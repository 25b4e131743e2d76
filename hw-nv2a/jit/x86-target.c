/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The operations of lists as those of x86-64, and what is around them.
 *
 * Facts: the instruction set reference of the processors' makers, and the
 * calling convention of the System V ABI.
 */
#include "jit/x86-emit.h"

/* What the bases do not name. */
enum {
    GROUPS = NV_R12,
    LITERALS_KEPT = NV_R13,     /* the bases of these are lost by calls, */
    POOL_KEPT = NV_R14,         /* but shorter to name */
    TABLE = NV_RDX,
};

#define LITERALS NV_RSI
#define POOL NV_RDI
#define LANE NV_RBX
#define CTX NV_R15

static const struct {
    uint8_t op;                 /* NvX86Op */
    bool has_imm;
    uint8_t imm;
} ops[NV_OP_COUNT] = {
    [NV_OP_ADD_F] = { NV_X86_ADDPS },
    [NV_OP_SUB_F] = { NV_X86_SUBPS },
    [NV_OP_MUL_F] = { NV_X86_MULPS },
    [NV_OP_DIV_F] = { NV_X86_DIVPS },
    [NV_OP_MIN_F] = { NV_X86_MINPS },
    [NV_OP_MAX_F] = { NV_X86_MAXPS },
    [NV_OP_SQRT_F] = { NV_X86_SQRTPS },
    [NV_OP_FLOOR_F] = { NV_X86_ROUNDPS, true, 9 },
    [NV_OP_I32_TO_F] = { NV_X86_CVTDQ2PS },
    [NV_OP_F_TO_I32] = { NV_X86_CVTTPS2DQ },
    [NV_OP_I32_TO_D] = { NV_X86_CVTDQ2PD },
    [NV_OP_D_TO_F] = { NV_X86_CVTPD2PS },
    [NV_OP_ADD_D] = { NV_X86_ADDPD },
    [NV_OP_MUL_D] = { NV_X86_MULPD },
    [NV_OP_AND] = { NV_X86_PAND },
    [NV_OP_NOT_AND] = { NV_X86_PANDN },
    [NV_OP_OR] = { NV_X86_POR },
    [NV_OP_XOR] = { NV_X86_PXOR },
    [NV_OP_ADD] = { NV_X86_PADDD },
    [NV_OP_SUB] = { NV_X86_PSUBD },
    [NV_OP_ADD64] = { NV_X86_PADDQ },
    [NV_OP_SUB64] = { NV_X86_PSUBQ },
    [NV_OP_EQ] = { NV_X86_PCMPEQD },
    [NV_OP_GREATER] = { NV_X86_PCMPGTD },
    [NV_OP_MIN_S] = { NV_X86_PMINSD },
    [NV_OP_MIN_U] = { NV_X86_PMINUD },
    [NV_OP_MAX_S] = { NV_X86_PMAXSD },
    [NV_OP_MUL] = { NV_X86_PMULLD },
    [NV_OP_MUL_U64] = { NV_X86_PMULUDQ },
    [NV_OP_MUL_S64] = { NV_X86_PMULDQ },
    [NV_OP_MADD_16] = { NV_X86_PMADDWD },
    [NV_OP_MUL_HIGH_16] = { NV_X86_PMULHUW },
    [NV_OP_BY_SIGN] = { NV_X86_PSIGND },
    [NV_OP_ODD] = { NV_X86_BLENDPS, true, 0xaa },
    [NV_OP_FMA_TO] = { NV_X86_FMADD213PS },
    [NV_OP_FMS_F] = { NV_X86_FNMADD231PS },
    [NV_OP_FMS_D] = { NV_X86_FNMADD231PD },
    [NV_OP_F_TO_D] = { NV_X86_CVTPS2PD },
    [NV_OP_D_TO_I32] = { NV_X86_CVTTPD2DQ },
    [NV_OP_PERMUTE] = { NV_X86_VPERMD },
};

static void write_op(NvEmit *e, NvEmitOp op, unsigned d, unsigned a, NvEmitArg b)
{
    if (ops[op].has_imm) {
        nv_x86_op_imm(e, ops[op].op, d, a, b, ops[op].imm);
    } else {
        nv_x86_op(e, ops[op].op, d, a, b);
    }
}

static void write_shift(NvEmit *e, NvEmitShift op, unsigned d, unsigned a,
                        unsigned count)
{
    static const uint16_t shifts[NV_SHIFT_COUNT] = {
        [NV_SHIFT_RIGHT] = NV_X86_PSRLD, [NV_SHIFT_SIGNED] = NV_X86_PSRAD,
        [NV_SHIFT_LEFT] = NV_X86_PSLLD, [NV_SHIFT_RIGHT64] = NV_X86_PSRLQ,
        [NV_SHIFT_LEFT64] = NV_X86_PSLLQ,
    };

    nv_x86_shift(e, shifts[op], d, a, count);
}

static void compare(NvEmit *e, NvEmitCmp cmp, unsigned d, unsigned a,
                    NvEmitArg b)
{
    static const uint8_t predicates[] = {
        [NV_CMP_EQ] = 0, [NV_CMP_LT_S] = 1, [NV_CMP_LE_S] = 2,
        [NV_CMP_UNORD] = 3, [NV_CMP_NE] = 4,
    };

    nv_x86_op_imm(e, NV_X86_CMPPS, d, a, b, predicates[cmp]);
}

static void blend(NvEmit *e, unsigned d, unsigned a, NvEmitArg b,
                  unsigned mask, bool sign)
{
    nv_x86_blendv(e, d, a, b, mask);
}

static void gather(NvEmit *e, unsigned d, unsigned index, unsigned mask)
{
    nv_x86_gather(e, d, CTX, index, mask);
}

static void lookup(NvEmit *e, unsigned d, const uint32_t *table,
                   unsigned index, unsigned mask)
{
    nv_x86_op(e, NV_X86_PCMPEQD, mask, mask, nv_x86_reg(mask));
    nv_x86_mov_imm(e, TABLE, (uintptr_t)table);
    nv_x86_gather(e, d, TABLE, index, mask);
}

static void call(NvEmit *e, NvEmitHelper *helper, const void *list,
                 const void *node)
{
    nv_x86_mov_imm(e, NV_RDI, (uintptr_t)list);
    nv_x86_mov_imm(e, NV_RSI, (uintptr_t)node);
    nv_x86_mov(e, NV_RDX, NV_RSP);
    nv_x86_mov_imm(e, NV_RCX, nv_emit_lanes(e->target));
    nv_x86_mov_imm(e, NV_RAX, (uintptr_t)helper);
    nv_x86_zeroupper(e);
    nv_x86_call(e, NV_RAX);
    nv_x86_mov(e, LITERALS, LITERALS_KEPT);
    nv_x86_mov(e, POOL, POOL_KEPT);
}

/* --- Around the loop --- */

static const uint8_t saved[] = { NV_RBX, NV_R12, NV_R13, NV_R14, NV_R15 };

static size_t begin(NvEmit *e)
{
    size_t frame;

    nv_x86_push(e, NV_RBP);
    nv_x86_mov(e, NV_RBP, NV_RSP);
    for (unsigned i = 0; i < NV_ARRAY_SIZE(saved); i++) {
        nv_x86_push(e, saved[i]);
    }
    nv_x86_and_imm(e, NV_RSP, -64);
    nv_x86_add_imm(e, NV_RSP, 0);
    frame = e->len - 4;
    nv_x86_mov(e, POOL_KEPT, NV_RDI);
    nv_x86_mov(e, LITERALS_KEPT, NV_RSI);
    nv_x86_mov(e, LANE, NV_RDX);
    nv_x86_mov(e, CTX, NV_RCX);
    nv_x86_mov(e, GROUPS, NV_R8);
    return frame;
}

static void turn(NvEmit *e, unsigned bytes, size_t top)
{
    nv_x86_add_imm(e, LANE, bytes);
    nv_x86_loop(e, GROUPS, top);
}

static void end(NvEmit *e)
{
    nv_x86_lea(e, NV_RSP, NV_RBP, -8 * (int)NV_ARRAY_SIZE(saved));
    for (unsigned i = NV_ARRAY_SIZE(saved); i--; ) {
        nv_x86_pop(e, saved[i]);
    }
    nv_x86_pop(e, NV_RBP);
    nv_x86_zeroupper(e);
    nv_x86_ret(e);
}

static void set_frame(NvEmit *e, size_t at, unsigned bytes)
{
    nv_st32(e->buf + at, -((bytes + 63) & ~63u));
}

#define TARGET \
    .base = { \
        [NV_BASE_FRAME] = NV_RSP, [NV_BASE_POOL] = POOL, \
        [NV_BASE_LITERALS] = LITERALS, [NV_BASE_LANE] = LANE, \
        [NV_BASE_CTX] = CTX, \
    }, \
    .literals = 2, \
    .op = write_op, .shift = write_shift, .compare = compare, .blend = blend, \
    .load = nv_x86_load, .store = nv_x86_store, .upper = nv_x86_upper, \
    .join = nv_x86_join, .gather = gather, .lookup = lookup, .call = call, \
    .begin = begin, .turn = turn, .end = end, .frame = set_frame

const NvEmitTarget nv_target_avx2 = {
    .name = "avx2", .bytes = 32, .registers = 16, .fused = true,
    .permutes = true, TARGET
};

const NvEmitTarget nv_target_avx512 = {
    .name = "avx512", .bytes = 64, .registers = 32, .fused = true,
    .permutes = true, TARGET
};

const NvEmitTarget nv_target_sse4 = {
    .name = "sse4", .bytes = 16, .registers = 15,
    .reserved = 1u << NV_X86_SSE_MASK | 1u << NV_X86_SSE_TEMP, TARGET
};

void nv_x86_init(NvX86 *e, bool avx, uint8_t *buf, size_t room)
{
    *e = (NvX86) {
        .target = avx ? &nv_target_avx2 : &nv_target_sse4, .avx = avx,
        .buf = buf, .room = room,
    };
}

void nv_x86_init_wide(NvX86 *e, uint8_t *buf, size_t room)
{
    *e = (NvX86) {
        .target = &nv_target_avx512, .avx = true, .wide = true, .buf = buf,
        .room = room,
    };
}
