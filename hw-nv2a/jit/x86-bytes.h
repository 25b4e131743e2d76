/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Bytes of an instruction, for the files that know its forms. */
#ifndef NV_JIT_X86_BYTES_H
#define NV_JIT_X86_BYTES_H

#include "base/bits.h"
#include "jit/x86-emit.h"

/* Longer than any instruction. */
#define ROOM 16

/* An operation on vectors: NV_X86_OPS. */
typedef struct NvX86Row {
    uint8_t prefix, map, opcode;
    uint16_t flags;
} NvX86Row;

/* Flags. */
enum { C = 1, U = 2, W = 4, Q = 8, H = 16, M = 32, N = 64, R = 128,
       DOWN = 256, UP = 512, B = 1024 };

/*
 * The bytes behind the opcode: @r, and a register or a place in memory, whose
 * short distances count in @size bytes.
 */
void nv_x86_modrm(NvX86 *e, unsigned r, NvX86Arg b, int size);
/* x86-evex.c: for registers of sixteen lanes; @imm < 0: none. */
void nv_x86_wide_op(NvX86 *e, const NvX86Row *row, unsigned d, unsigned a,
                    NvX86Arg b, int imm);
void nv_x86_wide_shift(NvX86 *e, NvX86Shift op, unsigned d, unsigned a,
                       unsigned count);
void nv_x86_wide_blendv(NvX86 *e, unsigned d, unsigned a, NvX86Arg b,
                        unsigned mask);
void nv_x86_wide_load(NvX86 *e, unsigned d, NvX86Arg from);
void nv_x86_wide_store(NvX86 *e, NvX86Arg to, unsigned s);
void nv_x86_wide_upper(NvX86 *e, unsigned d, unsigned a);
void nv_x86_wide_join(NvX86 *e, unsigned d, unsigned a, unsigned b);
void nv_x86_wide_to_halves(NvX86 *e, unsigned d, unsigned a);
void nv_x86_wide_gather(NvX86 *e, unsigned d, unsigned base, unsigned index,
                        unsigned mask);
void nv_x86_wide_load_masked(NvX86 *e, unsigned d, unsigned mask,
                             NvX86Arg from);
void nv_x86_wide_store_masked(NvX86 *e, NvX86Arg to, unsigned mask,
                              unsigned s);
/* Of a mask. */
void nv_x86_wide_mask_bits(NvX86 *e, unsigned r, unsigned k);
/* To register @k of masks. */
void nv_x86_wide_compare(NvX86 *e, const NvX86Row *row, unsigned k, unsigned a,
                         NvX86Arg b, int imm);

/* True if there is room for an instruction; else the error sticks. */
static inline bool start(NvX86 *e)
{
    return nv_emit_room(e, ROOM);
}

static inline void byte(NvX86 *e, unsigned b)
{
    e->buf[e->len++] = b;
}

static inline void word(NvX86 *e, uint32_t w)
{
    nv_st32(e->buf + e->len, w);
    e->len += 4;
}

#endif
