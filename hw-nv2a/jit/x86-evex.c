/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Bytes of x86-64 instructions: the EVEX encoding, for registers of sixteen
 * lanes (AVX-512 F, BW, DQ).  Comparisons give vectors here, too, as all of
 * jit/ has masks, if they are not asked for the latter.
 *
 * Facts: the instruction set reference of the processors' makers.
 */
#include "jit/x86-bytes.h"

/* Registers of masks: none, for a moment, odd halves of words (kept). */
enum { ALL, MASK = NV_X86_MASK, ODD = 7 };

/* With such a register: lanes that it leaves out become 0, not stay. */
#define ELSE_0 0x80

/* What is in memory is less than a register, and for all lanes. */
#define SPREAD 0x10

#define BYTES 64                /* of a register */

/* Registers of an operation, as Vex of x86-emit.c; @x of an index. */
typedef struct Evex {
    unsigned r, v, b, x;
} Evex;

/* Bits of the last byte: a register's length, or how to round. */
static unsigned rounding(const NvX86Row *row)
{
    return !(row->flags & R) ? 0x40 : row->flags & DOWN ? 0x30
           : row->flags & UP ? 0x50 : 0x70;
}

static void evex_prefix(NvX86 *e, const NvX86Row *row, Evex n,
                        unsigned mask)
{
    byte(e, 0x62);
    byte(e, (n.r & 8 ? 0 : 0x80) | (n.x & 8 ? 0 : 0x40) |
            (n.b & 8 ? 0 : 0x20) | (n.r & 16 ? 0 : 0x10) | row->map);
    byte(e, (row->flags & (Q | W) ? 0x80 : 0) | (~n.v & 15) << 3 | 4 |
            row->prefix);
    byte(e, mask | rounding(row) | (n.v & 16 ? 0 : 8));
}

static void masked_op(NvX86 *e, const NvX86Row *row, unsigned r, unsigned v,
                      NvX86Arg b, unsigned mask)
{
    int size = b.spread ? b.spread : row->flags & H ? BYTES / 2 : BYTES;
    /* The fifth bit of a register is an index's fourth. */
    Evex n = { r, v, b.n, b.reg ? b.n >> 1 : 0 };

    assert(r < 32 && v < 32 && b.n < 32 && (b.reg || !(row->flags & R)));
    evex_prefix(e, row, n, b.spread && !(row->flags & B) ? mask | SPREAD
                                                         : mask);
    byte(e, row->opcode);
    nv_x86_modrm(e, r, b, size);
}

static void evex(NvX86 *e, const NvX86Row *row, unsigned r, unsigned v,
                 NvX86Arg b)
{
    masked_op(e, row, r, v, b, ALL);
}

/* ---- masks ---- */

void nv_x86_to_mask(NvX86 *e, unsigned k, unsigned v)
{
    static const NvX86Row vpmovd2m = { 2, 2, 0x39 };

    if (start(e)) {
        evex(e, &vpmovd2m, k, 0, nv_x86_reg(v));
    }
}

static const NvX86Row vpmovm2d = { 2, 2, 0x38 };

void nv_x86_from_mask(NvX86 *e, unsigned d, unsigned k)
{
    if (start(e)) {
        evex(e, &vpmovm2d, d, 0, nv_x86_reg(k));
    }
}

static void vector_of(NvX86 *e, unsigned d, const NvX86Row *compare)
{
    static const NvX86Row vpmovm2q = { 2, 2, 0x38, Q };
    static const NvX86Row vpmovm2w = { 2, 2, 0x28, Q };
    bool words16 = compare->opcode == 0x65;

    if (start(e)) {
        evex(e, words16 ? &vpmovm2w : compare->flags & Q ? &vpmovm2q
                                                         : &vpmovm2d,
             d, 0, nv_x86_reg(MASK));
    }
}

/* VEX, of masks and general registers. */
static void mask_move(NvX86 *e, unsigned prefix, unsigned opcode, unsigned r,
                      unsigned from)
{
    byte(e, 0xc5);
    byte(e, 0xf8 | prefix);
    byte(e, opcode);
    byte(e, 0xc0 | r << 3 | from);
}

void nv_x86_wide_begin(NvX86 *e)
{
    if (e->wide && start(e)) {
        byte(e, 0xb8);                  /* mov eax, */
        word(e, 0xaaaaaaaa);
        mask_move(e, 3, 0x92, ODD, NV_RAX);
    }
}

void nv_x86_wide_mask_bits(NvX86 *e, unsigned r, unsigned k)
{
    if (start(e)) {
        mask_move(e, 0, 0x93, r, k);
    }
}

void nv_x86_copy_mask(NvX86 *e, unsigned k, unsigned from)
{
    if (k != from && start(e)) {
        mask_move(e, 0, 0x90, k, from);
    }
}

void nv_x86_test_mask(NvX86 *e, unsigned k)
{
    if (start(e)) {
        mask_move(e, 0, 0x98, k, k);
    }
}

static void mask_op(NvX86 *e, unsigned opcode, unsigned k, unsigned a,
                    unsigned b)
{
    if (start(e)) {
        byte(e, 0xc5);
        byte(e, 0x84 | (~a & 15) << 3);
        byte(e, opcode);
        byte(e, 0xc0 | k << 3 | b);
    }
}

void nv_x86_mask_op(NvX86 *e, NvX86Op op, unsigned k, unsigned a, unsigned b)
{
    mask_op(e, op == NV_X86_PAND ? 0x41 : op == NV_X86_PANDN ? 0x42 : 0x45,
            k, a, b);
}

void nv_x86_all_mask(NvX86 *e, unsigned k)
{
    mask_op(e, 0x46, k, k, k);
}

void nv_x86_wide_compare(NvX86 *e, const NvX86Row *row, unsigned k, unsigned a,
                         NvX86Arg b, int imm)
{
    if (start(e)) {
        evex(e, row, k, a, b);
        if (imm >= 0) {
            byte(e, imm);
        }
    }
}

/* ---- operations ---- */

/* Those of PBLENDW that take the odd halves of words from @b. */
static void blend_odd(NvX86 *e, unsigned d, unsigned a, NvX86Arg b)
{
    static const NvX86Row vpblendmw = { 1, 2, 0x66, Q };

    masked_op(e, &vpblendmw, d, a, b, ODD);
}

void nv_x86_wide_op(NvX86 *e, const NvX86Row *row, unsigned d, unsigned a,
                    NvX86Arg b, int imm)
{
    if (!start(e)) {
        return;
    }
    if (row->flags & N) {
        assert(row->opcode == 0x0e && imm == 0xaa);
        blend_odd(e, d, a, b);
        return;
    }
    evex(e, row, row->flags & M ? MASK : d, row->flags & U ? 0 : a, b);
    if (imm >= 0) {
        byte(e, imm);
    }
    if (row->flags & M) {
        vector_of(e, d, row);
    }
}

void nv_x86_wide_shift(NvX86 *e, NvX86Shift op, unsigned d, unsigned a,
                       unsigned count)
{
    const NvX86Row row = { 1, 1, op >> 8, op >> 8 == 0x73 ? Q : 0 };

    if (start(e)) {
        evex(e, &row, op & 7, d, nv_x86_reg(a));
        byte(e, count);
    }
}

void nv_x86_wide_blendv(NvX86 *e, unsigned d, unsigned a, NvX86Arg b,
                        unsigned mask)
{
    static const NvX86Row vpblendmd = { 1, 2, 0x64 };

    if (start(e)) {
        masked_op(e, &vpblendmd, d, a, b, mask);
    }
}

void nv_x86_blend_full(NvX86 *e, unsigned d, unsigned a, NvX86Arg b,
                       unsigned mask)
{
    if (!e->wide) {
        nv_x86_blendv(e, d, a, b, mask);
        return;
    }
    assert(d != a && !(b.reg && b.n == d));
    nv_x86_load(e, d, nv_x86_reg(mask));
    nv_x86_op_imm(e, NV_X86_VPTERNLOGD, d, a, b, 0xac);     /* d ? b : a */
}

/* ---- halves ---- */

void nv_x86_wide_upper(NvX86 *e, unsigned d, unsigned a)
{
    static const NvX86Row vextracti64x4 = { 1, 3, 0x3b, Q };

    if (start(e)) {
        evex(e, &vextracti64x4, a, 0, nv_x86_reg(d));
        byte(e, 1);
    }
}

void nv_x86_wide_join(NvX86 *e, unsigned d, unsigned a, unsigned b)
{
    static const NvX86Row vinserti64x4 = { 1, 3, 0x3a, Q };

    if (start(e)) {
        evex(e, &vinserti64x4, d, a, nv_x86_reg(b));
        byte(e, 1);
    }
}

void nv_x86_wide_to_halves(NvX86 *e, unsigned d, unsigned a)
{
    static const NvX86Row vcvtps2ph = { 1, 3, 0x1d };

    if (start(e)) {
        evex(e, &vcvtps2ph, a, 0, nv_x86_reg(d));
        byte(e, 0);
    }
}

void nv_x86_narrow(NvX86 *e, unsigned d, unsigned a)
{
    static const NvX86Row vpmovqd = { 2, 2, 0x35 };

    assert(d != a);
    if (!e->wide) {
        nv_x86_upper(e, d, a);
        nv_x86_op_imm(e, NV_X86_SHUFPS, d, a, nv_x86_reg(d), 0x88);
    } else if (start(e)) {
        evex(e, &vpmovqd, a, 0, nv_x86_reg(d));
    }
}

/* ---- memory ---- */

void nv_x86_wide_load(NvX86 *e, unsigned d, NvX86Arg from)
{
    static const NvX86Row movups = { 0, 1, 0x10 };
    static const NvX86Row movaps = { 0, 1, 0x28 };
    static const NvX86Row broadcast[2] = {
        { 1, 2, 0x18, B }, { 1, 2, 0x19, Q | B },
    };

    if (from.spread) {
        evex(e, &broadcast[from.spread == 8], d, 0, from);
    } else {
        evex(e, from.aligned ? &movaps : &movups, d, 0, from);
    }
}

void nv_x86_wide_store(NvX86 *e, NvX86Arg to, unsigned s)
{
    static const NvX86Row movups = { 0, 1, 0x11 };

    evex(e, &movups, s, 0, to);
}

void nv_x86_wide_load_masked(NvX86 *e, unsigned d, unsigned mask,
                             NvX86Arg from)
{
    static const NvX86Row vmovdqu32 = { 2, 1, 0x6f };

    if (start(e)) {
        masked_op(e, &vmovdqu32, d, 0, from, mask | ELSE_0);
    }
}

void nv_x86_wide_store_masked(NvX86 *e, NvX86Arg to, unsigned mask,
                              unsigned s)
{
    static const NvX86Row vmovdqu32 = { 2, 1, 0x7f };

    if (start(e)) {
        masked_op(e, &vmovdqu32, s, 0, to, mask);
    }
}

/* Words @r at @base + @index; the mask is lost. */
static void indexed(NvX86 *e, const NvX86Row *row, unsigned r, Evex at,
                    unsigned mask)
{
    unsigned base = at.b, index = at.x;

    if (start(e)) {
        /* The index's fifth bit is where another has its first source's. */
        evex_prefix(e, row, (Evex) { r, index & 16, base, index }, mask);
        byte(e, row->opcode);
        byte(e, 0x40 | (r & 7) << 3 | 4);
        byte(e, (index & 7) << 3 | (base & 7));
        byte(e, 0);
    }
}

void nv_x86_wide_gather(NvX86 *e, unsigned d, unsigned base, unsigned index,
                        unsigned mask)
{
    static const NvX86Row vpgatherdd = { 1, 2, 0x90 };

    indexed(e, &vpgatherdd, d, (Evex) { .b = base, .x = index }, mask);
}

void nv_x86_wide_scatter(NvX86 *e, unsigned base, unsigned index,
                         unsigned mask, unsigned s)
{
    static const NvX86Row vpscatterdd = { 1, 2, 0xa0 };

    nv_x86_copy_mask(e, MASK, mask);
    indexed(e, &vpscatterdd, s, (Evex) { .b = base, .x = index }, MASK);
}
