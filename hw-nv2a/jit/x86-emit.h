/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Bytes of x86-64 instructions, the lowest layer of the machine code: vector
 * operations with three operands in either encoding, and a few others.
 *
 * Facts: the instruction set reference of the processors' makers.  With AVX2
 * a register has 8 lanes, with AVX-512 there are 32 registers of 16; with
 * SSE4.1 it has 4, operations have two operands and copies are put in where
 * they are needed.
 */
#ifndef NV_JIT_X86_EMIT_H
#define NV_JIT_X86_EMIT_H

#include "jit/emit.h"

/*
 * X(NAME, prefix, map, opcode, flags): C commutes, U has one source, W counts
 * in 64 bits (AVX2 only).  With AVX-512: Q counts in 64 bits, H reads half a
 * register, M makes a mask, B counts in less than 32 bits; N is not there, but
 * for PBLENDW of odd halves; R is there alone, of registers, and rounds towards
 * zero, with DOWN or UP that way.
 */
#define NV_X86_OPS(X) \
    X(ADDPS, 0, 1, 0x58, C) \
    X(MULPS, 0, 1, 0x59, C) \
    X(SUBPS, 0, 1, 0x5c, 0) \
    X(MINPS, 0, 1, 0x5d, 0) \
    X(DIVPS, 0, 1, 0x5e, 0) \
    X(MAXPS, 0, 1, 0x5f, 0) \
    X(SQRTPS, 0, 1, 0x51, U) \
    X(CMPPS, 0, 1, 0xc2, M) \
    X(CVTDQ2PS, 0, 1, 0x5b, U) \
    X(CVTTPS2DQ, 2, 1, 0x5b, U) \
    X(CVTDQ2PD, 2, 1, 0xe6, U | H) \
    X(CVTPD2PS, 1, 1, 0x5a, U | Q) \
    X(CVTPS2PD, 0, 1, 0x5a, U | H) \
    X(CVTTPD2DQ, 1, 1, 0xe6, U | Q) \
    X(ADDPD, 1, 1, 0x58, C | Q) \
    X(MULPD, 1, 1, 0x59, C | Q) \
    X(ROUNDPS, 1, 3, 0x08, U) \
    X(BLENDPS, 1, 3, 0x0c, N) \
    X(PADDD, 1, 1, 0xfe, C) \
    X(PSUBD, 1, 1, 0xfa, 0) \
    X(PADDQ, 1, 1, 0xd4, C | Q) \
    X(PSUBQ, 1, 1, 0xfb, Q) \
    X(PAND, 1, 1, 0xdb, C) \
    X(PANDN, 1, 1, 0xdf, 0) \
    X(POR, 1, 1, 0xeb, C) \
    X(PXOR, 1, 1, 0xef, C) \
    X(PCMPEQD, 1, 1, 0x76, C | M) \
    X(PCMPGTD, 1, 1, 0x66, M) \
    X(PCMPGTW, 1, 1, 0x65, M | B) \
    X(PMULUDQ, 1, 1, 0xf4, C | Q) \
    X(PMADDWD, 1, 1, 0xf5, C | B) \
    X(PMULHUW, 1, 1, 0xe4, C | B) \
    X(PMULDQ, 1, 2, 0x28, C | Q) \
    X(PMULLD, 1, 2, 0x40, C) \
    X(PMINSD, 1, 2, 0x39, C) \
    X(PMINUD, 1, 2, 0x3b, C) \
    X(PMAXSD, 1, 2, 0x3d, C) \
    X(PMAXUD, 1, 2, 0x3f, C) \
    X(PSIGND, 1, 2, 0x0a, N) \
    X(PSHUFD, 1, 1, 0x70, U) \
    X(SUBPD, 1, 1, 0x5c, Q) \
    X(MINPD, 1, 1, 0x5d, Q) \
    X(DIVPD, 1, 1, 0x5e, Q) \
    X(MAXPD, 1, 1, 0x5f, Q) \
    X(CMPPD, 1, 1, 0xc2, Q | M) \
    X(CVTPS2DQ, 1, 1, 0x5b, U) \
    X(SHUFPS, 0, 1, 0xc6, 0) \
    X(PUNPCKLDQ, 1, 1, 0x62, 0) \
    X(PUNPCKHDQ, 1, 1, 0x6a, 0) \
    X(PMULLW, 1, 1, 0xd5, C | B) \
    X(PADDW, 1, 1, 0xfd, C | B) \
    X(PSUBW, 1, 1, 0xf9, B) \
    X(PMINUW, 1, 2, 0x3a, C | B) \
    X(PSHUFB, 1, 2, 0x00, B) \
    X(PBLENDW, 1, 3, 0x0e, N) \
    /* AVX2 only; d = a d + b, d - a b, a b - d */ \
    X(VPERMD, 1, 2, 0x36, 0) \
    X(VCVTPH2PS, 1, 2, 0x13, U | H | B) /* of the lower half */ \
    X(VPSRLVD, 1, 2, 0x45, 0) \
    X(VPSRAVD, 1, 2, 0x46, 0) \
    X(VPSLLVD, 1, 2, 0x47, 0) \
    X(FMADD231PS, 1, 2, 0xb8, 0) \
    X(FMADD213PS, 1, 2, 0xa8, 0) \
    X(FNMADD231PS, 1, 2, 0xbc, 0) \
    X(FNMADD231PD, 1, 2, 0xbc, W | Q) \
    X(MULPS_RZ, 0, 1, 0x59, R) \
    X(CVTDQ2PS_RZ, 0, 1, 0x5b, U | R) \
    X(ADDPS_RZ, 0, 1, 0x58, R) \
    X(ADDPS_RD, 0, 1, 0x58, R | DOWN) \
    X(ADDPS_RU, 0, 1, 0x58, R | UP) \
    X(FMADD231PS_RZ, 1, 2, 0xb8, R) \
    X(FMSUB231PS_RZ, 1, 2, 0xba, R) \
    /* AVX-512 only: words of a and b that d says; bits that the byte says of \
       d, a and b; d + a b of halves of words */ \
    X(VPERMI2D, 1, 2, 0x76, 0) \
    X(VPTERNLOGD, 1, 3, 0x25, 0) \
    X(VPDPWSSD, 1, 2, 0x52, 0)

typedef enum NvX86Op {
#define X(name, prefix, map, opcode, flags) NV_X86_##name,
    NV_X86_OPS(X)
#undef X
    NV_X86_OP_COUNT
} NvX86Op;

/* Shifts by a constant: opcode and the digit in its second byte. */
typedef enum NvX86Shift {
    NV_X86_PSRLW = 0x7102,
    NV_X86_PSLLW = 0x7106,
    NV_X86_PSRLD = 0x7202,
    NV_X86_PSRAD = 0x7204,
    NV_X86_PSLLD = 0x7206,
    NV_X86_PSRLQ = 0x7302,
    NV_X86_PSLLQ = 0x7306,
} NvX86Shift;

/* General registers by number. */
enum {
    NV_RAX, NV_RCX, NV_RDX, NV_RBX, NV_RSP, NV_RBP, NV_RSI, NV_RDI,
    NV_R8, NV_R9, NV_R10, NV_R11, NV_R12, NV_R13, NV_R14, NV_R15,
};

typedef NvEmitArg NvX86Arg;
typedef NvEmit NvX86;

/* Registers the SSE4.1 encoding needs for itself. */
#define NV_X86_SSE_MASK 0       /* BLENDVPS has its mask here */
#define NV_X86_SSE_TEMP 15

/* Cleared; the buffer belongs to the caller, who may reset len. */
void nv_x86_init(NvX86 *e, bool avx, uint8_t *buf, size_t room);
/* For AVX-512, of what vectors of pixels need. */
void nv_x86_init_wide(NvX86 *e, uint8_t *buf, size_t room);

static inline NvX86Arg nv_x86_reg(unsigned n)
{
    return nv_emit_reg(n);
}

static inline NvX86Arg nv_x86_mem(unsigned base, int32_t disp, bool aligned)
{
    return nv_emit_mem(base, disp, aligned);
}

/* @d = @a op @b; for operations with one source that is @b. */
void nv_x86_op(NvX86 *e, NvX86Op op, unsigned d, unsigned a, NvX86Arg b);
/* Whether it is one that rounds its own way, and has registers alone. */
bool nv_x86_rounds(NvX86Op op);
/* Whether @b may be @bytes in memory, for all lanes; whether @a may be @b. */
bool nv_x86_spreads(const NvX86 *e, NvX86Op op, unsigned bytes);
bool nv_x86_commutes(NvX86Op op);
/* The same with an immediate byte. */
void nv_x86_op_imm(NvX86 *e, NvX86Op op, unsigned d, unsigned a, NvX86Arg b,
                   uint8_t imm);
void nv_x86_shift(NvX86 *e, NvX86Shift op, unsigned d, unsigned a,
                  unsigned count);
/* @d = @mask < 0 ? @b : @a.  With AVX-512 masks have registers of their own. */
void nv_x86_blendv(NvX86 *e, unsigned d, unsigned a, NvX86Arg b,
                   unsigned mask);
void nv_x86_load(NvX86 *e, unsigned d, NvX86Arg from);
void nv_x86_store(NvX86 *e, NvX86Arg to, unsigned s);
/* The upper half of @a in the lower half of @d. */
void nv_x86_upper(NvX86 *e, unsigned d, unsigned a);
/* Floats as halves in the lower half, to the nearest; AVX2 only. */
void nv_x86_to_halves(NvX86 *e, unsigned d, unsigned a);
/* Lower halves of @a and @b. */
void nv_x86_join(NvX86 *e, unsigned d, unsigned a, unsigned b);
/*
 * @d = words at @base + 4 * @index where @mask is negative, else @d as it was.
 * @mask is lost; the three differ.  SSE4.1 has its way through RAX.
 */
void nv_x86_gather(NvX86 *e, unsigned d, unsigned base, unsigned index,
                   unsigned mask);

/* The same of words at @base + @index; AVX2 only. */
void nv_x86_gather_bytes(NvX86 *e, unsigned d, unsigned base, unsigned index,
                         unsigned mask);
/* Words where @mask is negative; others are 0, or stay; AVX2 only. */
void nv_x86_load_masked(NvX86 *e, unsigned d, unsigned mask, NvX86Arg from);
void nv_x86_store_masked(NvX86 *e, NvX86Arg to, unsigned mask, unsigned s);
/* Low words of each 64 bits of @a in the lower half of @d, not @a; AVX2. */
void nv_x86_narrow(NvX86 *e, unsigned d, unsigned a);
/* @d = @mask ? @b : @a, of masks whose words are all or nothing; AVX2. */
void nv_x86_blend_full(NvX86 *e, unsigned d, unsigned a, NvX86Arg b,
                       unsigned mask);
/* Signs of the lanes of @v, or a mask, as bits of @r < 8. */
void nv_x86_movmsk(NvX86 *e, unsigned r, unsigned v);

/* --- x86-evex.c --- */

/*
 * Registers of masks, a bit a lane: for a moment, and those for values.
 */
enum { NV_X86_MASK = 1, NV_X86_FIRST_MASK = 2, NV_X86_LAST_MASK = 6 };

/* Signs of the lanes of @v as a mask; the other way. */
void nv_x86_to_mask(NvX86 *e, unsigned k, unsigned v);
void nv_x86_from_mask(NvX86 *e, unsigned d, unsigned k);
void nv_x86_all_mask(NvX86 *e, unsigned k);
void nv_x86_copy_mask(NvX86 *e, unsigned k, unsigned from);
/* One of comparisons of words; one of PAND, PANDN, POR. */
void nv_x86_compare(NvX86 *e, NvX86Op op, unsigned k, unsigned a, NvX86Arg b,
                    int imm);
void nv_x86_mask_op(NvX86 *e, NvX86Op op, unsigned k, unsigned a, unsigned b);
/* For NV_X86_IF_0 and NV_X86_IF_NOT_ALL. */
void nv_x86_test_mask(NvX86 *e, unsigned k);
/* Words @s to @base + @index of @mask. */
void nv_x86_wide_scatter(NvX86 *e, unsigned base, unsigned index,
                         unsigned mask, unsigned s);
/* What operations need that were there before a call. */
void nv_x86_wide_begin(NvX86 *e);

/* --- x86-general.c: general registers --- */
void nv_x86_push(NvX86 *e, unsigned r);
void nv_x86_pop(NvX86 *e, unsigned r);
void nv_x86_mov(NvX86 *e, unsigned d, unsigned s);
void nv_x86_mov_imm(NvX86 *e, unsigned d, uint64_t value);
void nv_x86_lea(NvX86 *e, unsigned d, unsigned base, int32_t disp);
void nv_x86_add_imm(NvX86 *e, unsigned d, int32_t value);
void nv_x86_and_imm(NvX86 *e, unsigned d, int32_t value);
/* Decrement the low half; back to @target if not 0. */
void nv_x86_loop(NvX86 *e, unsigned r, size_t target);
void nv_x86_call(NvX86 *e, unsigned r);
/* 64 or 32 bits at @base + @disp. */
void nv_x86_load_pointer(NvX86 *e, unsigned d, unsigned base, int32_t disp);
void nv_x86_load_word(NvX86 *e, unsigned d, unsigned base, int32_t disp);
void nv_x86_add_word(NvX86 *e, unsigned base, int32_t disp, unsigned s);
void nv_x86_store_imm(NvX86 *e, unsigned base, int32_t disp, uint32_t value);
/* 32 bits at @base + @index; at @base + 4 * @index + @disp. */
void nv_x86_store_word_at(NvX86 *e, unsigned base, unsigned index, unsigned s);
void nv_x86_load_word_by(NvX86 *e, unsigned d, unsigned base, unsigned index,
                         int32_t disp);
/* Of 32 bits: how many are set, the lowest one, and without bit @bit. */
void nv_x86_count_bits(NvX86 *e, unsigned d, unsigned s);
void nv_x86_lowest_bit(NvX86 *e, unsigned d, unsigned s);
void nv_x86_clear_bit(NvX86 *e, unsigned d, unsigned bit);
/* The low half: @d times what is there; the upper half is 0 then. */
void nv_x86_imul_word(NvX86 *e, unsigned d, unsigned base, int32_t disp);
void nv_x86_add(NvX86 *e, unsigned d, unsigned s);
/* @d = @base + (@index << @log2), an address. */
void nv_x86_index(NvX86 *e, unsigned d, unsigned base, unsigned index,
                  unsigned log2);
void nv_x86_test(NvX86 *e, unsigned r);

/* Jumps after nv_x86_test(), nv_x86_test_mask(). */
typedef enum NvX86Jump {
    NV_X86_IF_NOT_ALL = 0x83, NV_X86_IF_0 = 0x84, NV_X86_IF_NOT_0 = 0x85,
    NV_X86_ALWAYS = 0xe9,
} NvX86Jump;

/* Forwards, to where nv_x86_land() is told of what this returns. */
size_t nv_x86_jump(NvX86 *e, NvX86Jump when);
void nv_x86_land(NvX86 *e, size_t jump);
void nv_x86_jump_back(NvX86 *e, NvX86Jump when, size_t target);
void nv_x86_zeroupper(NvX86 *e);
void nv_x86_ret(NvX86 *e);

#endif
