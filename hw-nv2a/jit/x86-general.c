/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Bytes of x86-64 instructions on general registers, and jumps.
 *
 * Facts: the instruction set reference of the processors' makers.
 */
#include "jit/x86-bytes.h"

/* A place in memory behind the opcode, always with 32 bits of distance. */
static void place(NvX86 *e, unsigned r, unsigned base, int32_t disp)
{
    byte(e, 0x80 | (r & 7) << 3 | (base & 7));
    if ((base & 7) == NV_RSP) {
        byte(e, 0x24);
    }
    word(e, disp);
}

/* REX.W, opcode, registers. */
static void wide_op(NvX86 *e, unsigned opcode, unsigned r, unsigned rm)
{
    byte(e, 0x48 | (r & 8) >> 1 | (rm & 8) >> 3);
    byte(e, opcode);
    byte(e, 0xc0 | (r & 7) << 3 | (rm & 7));
}

static void push_pop(NvX86 *e, unsigned opcode, unsigned r)
{
    if (start(e)) {
        if (r & 8) {
            byte(e, 0x41);
        }
        byte(e, opcode | (r & 7));
    }
}

void nv_x86_push(NvX86 *e, unsigned r)
{
    push_pop(e, 0x50, r);
}

void nv_x86_pop(NvX86 *e, unsigned r)
{
    push_pop(e, 0x58, r);
}

void nv_x86_mov(NvX86 *e, unsigned d, unsigned s)
{
    if (start(e)) {
        wide_op(e, 0x89, s, d);
    }
}

void nv_x86_mov_imm(NvX86 *e, unsigned d, uint64_t value)
{
    if (start(e)) {
        byte(e, 0x48 | (d & 8) >> 3);
        byte(e, 0xb8 | (d & 7));
        word(e, value);
        word(e, value >> 32);
    }
}

void nv_x86_lea(NvX86 *e, unsigned d, unsigned base, int32_t disp)
{
    if (start(e)) {
        byte(e, 0x48 | (d & 8) >> 1 | (base & 8) >> 3);
        byte(e, 0x8d);
        place(e, d, base, disp);
    }
}

void nv_x86_add_imm(NvX86 *e, unsigned d, int32_t value)
{
    if (start(e)) {
        wide_op(e, 0x81, 0, d);
        word(e, value);
    }
}

void nv_x86_and_imm(NvX86 *e, unsigned d, int32_t value)
{
    if (start(e)) {
        wide_op(e, 0x81, 4, d);
        word(e, value);
    }
}

void nv_x86_loop(NvX86 *e, unsigned r, size_t target)
{
    if (start(e)) {
        byte(e, 0x40 | (r & 8) >> 3);
        byte(e, 0xff);                  /* dec r32 */
        byte(e, 0xc8 | (r & 7));
        byte(e, 0x0f);                  /* jnz */
        byte(e, 0x85);
        word(e, target - (e->len + 4));
    }
}

void nv_x86_call(NvX86 *e, unsigned r)
{
    if (start(e)) {
        byte(e, 0x40 | (r & 8) >> 3);
        byte(e, 0xff);
        byte(e, 0xd0 | (r & 7));
    }
}

void nv_x86_zeroupper(NvX86 *e)
{
    if (e->avx && start(e)) {
        byte(e, 0xc5);
        byte(e, 0xf8);
        byte(e, 0x77);
    }
}

void nv_x86_ret(NvX86 *e)
{
    if (start(e)) {
        byte(e, 0xc3);
    }
}

/* REX if it says something, an opcode, a register and a place in memory. */
static void memory_op(NvX86 *e, bool wide, unsigned opcode, unsigned r,
                      unsigned base, int32_t disp)
{
    unsigned rex = (wide ? 8 : 0) | (r & 8) >> 1 | (base & 8) >> 3;

    if (start(e)) {
        if (rex) {
            byte(e, 0x40 | rex);
        }
        byte(e, opcode);
        place(e, r, base, disp);
    }
}

void nv_x86_load_pointer(NvX86 *e, unsigned d, unsigned base, int32_t disp)
{
    memory_op(e, true, 0x8b, d, base, disp);
}

void nv_x86_load_word(NvX86 *e, unsigned d, unsigned base, int32_t disp)
{
    memory_op(e, false, 0x8b, d, base, disp);
}

void nv_x86_add_word(NvX86 *e, unsigned base, int32_t disp, unsigned s)
{
    memory_op(e, false, 0x01, s, base, disp);
}

void nv_x86_store_imm(NvX86 *e, unsigned base, int32_t disp, uint32_t value)
{
    memory_op(e, false, 0xc7, 0, base, disp);
    if (start(e)) {
        word(e, value);
    }
}

void nv_x86_store_word_at(NvX86 *e, unsigned base, unsigned index, unsigned s)
{
    if (start(e)) {
        byte(e, 0x40 | (s & 8) >> 1 | (index & 8) >> 2 | (base & 8) >> 3);
        byte(e, 0x89);
        byte(e, 0x44 | (s & 7) << 3);
        byte(e, (index & 7) << 3 | (base & 7));
        byte(e, 0);
    }
}

void nv_x86_load_word_by(NvX86 *e, unsigned d, unsigned base, unsigned index,
                         int32_t disp)
{
    if (start(e)) {
        byte(e, 0x40 | (d & 8) >> 1 | (index & 8) >> 2 | (base & 8) >> 3);
        byte(e, 0x8b);
        byte(e, 0x84 | (d & 7) << 3);
        byte(e, 0x80 | (index & 7) << 3 | (base & 7));
        word(e, disp);
    }
}

/* Of 32 bits, a register each. */
static void short_op(NvX86 *e, unsigned prefix, unsigned opcode, unsigned d,
                     unsigned s)
{
    if (start(e)) {
        if (prefix) {
            byte(e, prefix);
        }
        byte(e, 0x40 | (d & 8) >> 1 | (s & 8) >> 3);
        byte(e, 0x0f);
        byte(e, opcode);
        byte(e, 0xc0 | (d & 7) << 3 | (s & 7));
    }
}

void nv_x86_count_bits(NvX86 *e, unsigned d, unsigned s)
{
    short_op(e, 0xf3, 0xb8, d, s);
}

void nv_x86_lowest_bit(NvX86 *e, unsigned d, unsigned s)
{
    short_op(e, 0, 0xbc, d, s);
}

void nv_x86_clear_bit(NvX86 *e, unsigned d, unsigned bit)
{
    short_op(e, 0, 0xb3, bit, d);
}

void nv_x86_imul_word(NvX86 *e, unsigned d, unsigned base, int32_t disp)
{
    if (start(e)) {
        byte(e, 0x40 | (d & 8) >> 1 | (base & 8) >> 3);
        byte(e, 0x0f);
        byte(e, 0xaf);
        place(e, d, base, disp);
    }
}

void nv_x86_add(NvX86 *e, unsigned d, unsigned s)
{
    if (start(e)) {
        wide_op(e, 0x01, s, d);
    }
}

void nv_x86_index(NvX86 *e, unsigned d, unsigned base, unsigned index,
                  unsigned log2)
{
    assert((index & 15) != NV_RSP);
    if (start(e)) {
        byte(e, 0x48 | (d & 8) >> 1 | (index & 8) >> 2 | (base & 8) >> 3);
        byte(e, 0x8d);
        byte(e, 0x44 | (d & 7) << 3);
        byte(e, log2 << 6 | (index & 7) << 3 | (base & 7));
        byte(e, 0);
    }
}

void nv_x86_test(NvX86 *e, unsigned r)
{
    if (start(e)) {
        byte(e, 0x40 | (r & 8) >> 1 | (r & 8) >> 3);
        byte(e, 0x85);
        byte(e, 0xc0 | (r & 7) << 3 | (r & 7));
    }
}

size_t nv_x86_jump(NvX86 *e, NvX86Jump when)
{
    if (start(e)) {
        if (when != NV_X86_ALWAYS) {
            byte(e, 0x0f);
        }
        byte(e, when);
        word(e, 0);
    }
    return e->len;
}

void nv_x86_land(NvX86 *e, size_t jump)
{
    if (!e->error) {
        nv_st32(e->buf + jump - 4, e->len - jump);
    }
}

void nv_x86_jump_back(NvX86 *e, NvX86Jump when, size_t target)
{
    size_t from = nv_x86_jump(e, when);

    if (!e->error) {
        nv_st32(e->buf + from - 4, target - from);
    }
}
