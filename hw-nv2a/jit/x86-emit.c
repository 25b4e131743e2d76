/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Bytes of x86-64 instructions: the VEX and the legacy encoding.
 *
 * Facts: the instruction set reference of the processors' makers.
 */
#include "jit/x86-bytes.h"

static const NvX86Row rows[NV_X86_OP_COUNT] = {
#define X(name, prefix, map, opcode, flags) \
    [NV_X86_##name] = { prefix, map, opcode, flags },
    NV_X86_OPS(X)
#undef X
};

void nv_x86_modrm(NvX86 *e, unsigned r, NvX86Arg b, int size)
{
    unsigned low = b.n & 7;
    int32_t times = b.disp / size;
    bool small = b.disp % size == 0 && times == (int8_t)times;

    r = (r & 7) << 3;
    if (b.reg) {
        byte(e, 0xc0 | r | low);
        return;
    }
    byte(e, (small ? 0x40 : 0x80) | r | low);
    if (low == NV_RSP) {
        byte(e, 0x24);
    }
    if (small) {
        byte(e, (uint8_t)times);
    } else {
        word(e, b.disp);
    }
}

/* Registers of an operation, whose high bits are in the prefix. */
typedef struct Vex {
    unsigned r, v;              /* result and first source */
    unsigned b, x;              /* second source, or base and index */
} Vex;

static void vex_prefix(NvX86 *e, const NvX86Row *row, Vex n, bool wide)
{
    unsigned tail = (~n.v & 15) << 3 | (wide ? 4 : 0) | row->prefix;
    unsigned not_r = n.r & 8 ? 0 : 0x80;

    if (row->map == 1 && !(n.b & 8) && !(n.x & 8)) {
        byte(e, 0xc5);
        byte(e, not_r | tail);
        return;
    }
    byte(e, 0xc4);
    byte(e, not_r | (n.x & 8 ? 0 : 0x40) | (n.b & 8 ? 0 : 0x20) | row->map);
    byte(e, tail | (row->flags & W) << 5);
}

static void vex(NvX86 *e, const NvX86Row *row, unsigned r, unsigned v,
                NvX86Arg b, bool wide)
{
    vex_prefix(e, row, (Vex) { r, v, b.n, 0 }, wide);
    byte(e, row->opcode);
    nv_x86_modrm(e, r, b, 1);
}

static void legacy(NvX86 *e, const NvX86Row *row, unsigned r, NvX86Arg b)
{
    static const uint8_t prefixes[] = { 0, 0x66, 0xf3, 0xf2 };
    unsigned rex = (r & 8) >> 1 | (b.n & 8) >> 3;

    if (row->prefix) {
        byte(e, prefixes[row->prefix]);
    }
    if (rex) {
        byte(e, 0x40 | rex);
    }
    byte(e, 0x0f);
    if (row->map > 1) {
        byte(e, row->map == 2 ? 0x38 : 0x3a);
    }
    byte(e, row->opcode);
    nv_x86_modrm(e, r, b, 1);
}

static void sse_copy(NvX86 *e, unsigned d, unsigned s)
{
    static const NvX86Row movaps = { 0, 1, 0x28 };

    if (d != s && start(e)) {
        legacy(e, &movaps, d, nv_x86_reg(s));
    }
}

/* Legacy operands in memory must be aligned; others are loaded first. */
static NvX86Arg sse_source(NvX86 *e, NvX86Arg b)
{
    if (b.aligned) {
        return b;
    }
    nv_x86_load(e, NV_X86_SSE_TEMP, b);
    return nv_x86_reg(NV_X86_SSE_TEMP);
}

/* Two-operand form: @d becomes @a first. */
static NvX86Arg sse_arrange(NvX86 *e, const NvX86Row *row, unsigned d,
                            unsigned a, NvX86Arg b)
{
    b = sse_source(e, b);
    if (row->flags & U || d == a) {
        return b;
    }
    if (b.reg && b.n == d) {
        if (row->flags & C) {
            return nv_x86_reg(a);
        }
        sse_copy(e, NV_X86_SSE_TEMP, d);
        b = nv_x86_reg(NV_X86_SSE_TEMP);
    }
    sse_copy(e, d, a);
    return b;
}

static void emit_op(NvX86 *e, const NvX86Row *row, unsigned d, unsigned a,
                    NvX86Arg b, int imm)
{
    if (e->wide) {
        nv_x86_wide_op(e, row, d, a, b, imm);
        return;
    }
    if (!e->avx) {
        b = sse_arrange(e, row, d, a, b);
    }
    if (!start(e)) {
        return;
    }
    if (e->avx) {
        vex(e, row, d, row->flags & U ? 0 : a, b, true);
    } else {
        legacy(e, row, d, b);
    }
    if (imm >= 0) {
        byte(e, imm);
    }
}

void nv_x86_op(NvX86 *e, NvX86Op op, unsigned d, unsigned a, NvX86Arg b)
{
    const NvX86Row *row = &rows[op];

    /* The shorter prefix needs the low registers on the right. */
    if (e->avx && !e->wide && row->flags & C && b.reg && b.n >= 8 && a < 8) {
        unsigned t = a;

        a = b.n;
        b.n = t;
    }
    emit_op(e, row, d, a, b, -1);
}

void nv_x86_compare(NvX86 *e, NvX86Op op, unsigned k, unsigned a, NvX86Arg b,
                    int imm)
{
    nv_x86_wide_compare(e, &rows[op], k, a, b, imm);
}

bool nv_x86_rounds(NvX86Op op)
{
    return rows[op].flags & R;
}

bool nv_x86_spreads(const NvX86 *e, NvX86Op op, unsigned bytes)
{
    unsigned flags = rows[op].flags;

    return e->wide && !(flags & (B | N | R)) &&
           bytes == (flags & (Q | W) ? 8 : 4);
}

bool nv_x86_commutes(NvX86Op op)
{
    return rows[op].flags & C;
}

void nv_x86_op_imm(NvX86 *e, NvX86Op op, unsigned d, unsigned a, NvX86Arg b,
                   uint8_t imm)
{
    emit_op(e, &rows[op], d, a, b, imm);
}

void nv_x86_shift(NvX86 *e, NvX86Shift op, unsigned d, unsigned a,
                  unsigned count)
{
    const NvX86Row row = { 1, 1, op >> 8 };

    assert(count < 64);
    if (e->wide) {
        nv_x86_wide_shift(e, op, d, a, count);
        return;
    }
    if (!e->avx) {
        sse_copy(e, d, a);
        a = d;
    }
    if (!start(e)) {
        return;
    }
    if (e->avx) {
        vex(e, &row, op & 7, d, nv_x86_reg(a), true);
    } else {
        legacy(e, &row, op & 7, nv_x86_reg(a));
    }
    byte(e, count);
}

void nv_x86_blendv(NvX86 *e, unsigned d, unsigned a, NvX86Arg b,
                   unsigned mask)
{
    static const NvX86Row row_vex = { 1, 3, 0x4a };
    static const NvX86Row row_sse = { 1, 2, 0x14 };

    if (e->wide) {
        nv_x86_wide_blendv(e, d, a, b, mask);
        return;
    }
    if (e->avx) {
        if (start(e)) {
            vex(e, &row_vex, d, a, b, true);
            byte(e, mask << 4);
        }
        return;
    }
    sse_copy(e, NV_X86_SSE_MASK, mask);
    b = sse_arrange(e, &row_sse, d, a, b);
    if (start(e)) {
        legacy(e, &row_sse, d, b);
    }
}

void nv_x86_load(NvX86 *e, unsigned d, NvX86Arg from)
{
    static const NvX86Row movups = { 0, 1, 0x10 };
    static const NvX86Row movaps = { 0, 1, 0x28 };

    if ((from.reg && from.n == d) || !start(e)) {
        return;
    }
    if (e->wide) {
        nv_x86_wide_load(e, d, from);
    } else if (from.spread) {
        static const NvX86Row broadcast[2] = { { 1, 2, 0x18 }, { 1, 2, 0x19 } };

        assert(e->avx);
        vex(e, &broadcast[from.spread == 8], d, 0, from, true);
    } else if (e->avx) {
        vex(e, from.aligned ? &movaps : &movups, d, 0, from, true);
    } else {
        legacy(e, from.aligned ? &movaps : &movups, d, from);
    }
}

void nv_x86_store(NvX86 *e, NvX86Arg to, unsigned s)
{
    static const NvX86Row movups = { 0, 1, 0x11 };

    assert(!to.reg);
    if (!start(e)) {
        return;
    }
    if (e->wide) {
        nv_x86_wide_store(e, to, s);
    } else if (e->avx) {
        vex(e, &movups, s, 0, to, true);
    } else {
        legacy(e, &movups, s, to);
    }
}

void nv_x86_upper(NvX86 *e, unsigned d, unsigned a)
{
    static const NvX86Row vextracti128 = { 1, 3, 0x39 };

    if (e->wide) {
        nv_x86_wide_upper(e, d, a);
    } else if (!e->avx) {
        nv_x86_op_imm(e, NV_X86_PSHUFD, d, 0, nv_x86_reg(a), 0xee);
    } else if (start(e)) {
        vex(e, &vextracti128, a, 0, nv_x86_reg(d), true);
        byte(e, 1);
    }
}

void nv_x86_to_halves(NvX86 *e, unsigned d, unsigned a)
{
    static const NvX86Row vcvtps2ph = { 1, 3, 0x1d };

    assert(e->avx);
    if (e->wide) {
        nv_x86_wide_to_halves(e, d, a);
    } else if (start(e)) {
        vex(e, &vcvtps2ph, a, 0, nv_x86_reg(d), true);
        byte(e, 0);
    }
}

void nv_x86_join(NvX86 *e, unsigned d, unsigned a, unsigned b)
{
    static const NvX86Row vinserti128 = { 1, 3, 0x38 };
    static const NvX86Row punpcklqdq = { 1, 1, 0x6c };

    if (e->wide) {
        nv_x86_wide_join(e, d, a, b);
    } else if (!e->avx) {
        emit_op(e, &punpcklqdq, d, a, nv_x86_reg(b), -1);
    } else if (start(e)) {
        vex(e, &vinserti128, d, a, nv_x86_reg(b), true);
        byte(e, 1);
    }
}

/* A word at @base + 4 * RAX. */
static void indexed_rax(NvX86 *e, unsigned r, unsigned base)
{
    byte(e, 0x40 | (r & 7) << 3 | 4);
    byte(e, 0x80 | NV_RAX << 3 | (base & 7));
    byte(e, 0);
}

/* Lane @i: its index, and unless its mask is clear the word. */
static void sse_gather_lane(NvX86 *e, unsigned d, unsigned base,
                            unsigned index, unsigned mask, unsigned i)
{
    static const NvX86Row pextrd = { 1, 3, 0x16 };
    size_t skip;

    if (!start(e)) {
        return;
    }
    legacy(e, &pextrd, mask, nv_x86_reg(NV_RAX));
    byte(e, i);
    byte(e, 0x85);                      /* test eax, eax */
    byte(e, 0xc0);
    byte(e, 0x79);                      /* jns */
    skip = e->len;
    byte(e, 0);
    if (!start(e)) {
        return;
    }
    legacy(e, &pextrd, index, nv_x86_reg(NV_RAX));
    byte(e, i);
    if (!start(e)) {
        return;
    }
    byte(e, 0x66);                      /* pinsrd d, [base + rax * 4], i */
    byte(e, 0x40 | (d & 8) >> 1 | (base & 8) >> 3);
    byte(e, 0x0f);
    byte(e, 0x3a);
    byte(e, 0x22);
    indexed_rax(e, d, base);
    byte(e, i);
    e->buf[skip] = e->len - skip - 1;
}

void nv_x86_gather(NvX86 *e, unsigned d, unsigned base, unsigned index,
                   unsigned mask)
{
    static const NvX86Row vpgatherdd = { 1, 2, 0x90 };

    assert(d != index && d != mask && index != mask);
    if (!e->avx) {
        for (unsigned i = 0; i < 4; i++) {
            sse_gather_lane(e, d, base, index, mask, i);
        }
        return;
    }
    if (start(e)) {
        vex_prefix(e, &vpgatherdd, (Vex) { d, mask, base, index }, true);
        byte(e, vpgatherdd.opcode);
        byte(e, 0x40 | (d & 7) << 3 | 4);
        byte(e, 0x80 | (index & 7) << 3 | (base & 7));
        byte(e, 0);
    }
}

void nv_x86_gather_bytes(NvX86 *e, unsigned d, unsigned base, unsigned index,
                         unsigned mask)
{
    static const NvX86Row vpgatherdd = { 1, 2, 0x90 };

    assert(e->avx && d != index);
    assert(e->wide || (d != mask && index != mask));
    if (e->wide) {
        nv_x86_wide_gather(e, d, base, index, mask);
    } else if (start(e)) {
        vex_prefix(e, &vpgatherdd, (Vex) { d, mask, base, index }, true);
        byte(e, vpgatherdd.opcode);
        byte(e, 0x40 | (d & 7) << 3 | 4);
        byte(e, (index & 7) << 3 | (base & 7));
        byte(e, 0);
    }
}

void nv_x86_load_masked(NvX86 *e, unsigned d, unsigned mask, NvX86Arg from)
{
    static const NvX86Row vpmaskmovd = { 1, 2, 0x8c };

    assert(e->avx && !from.reg);
    if (e->wide) {
        nv_x86_wide_load_masked(e, d, mask, from);
    } else if (start(e)) {
        vex(e, &vpmaskmovd, d, mask, from, true);
    }
}

void nv_x86_store_masked(NvX86 *e, NvX86Arg to, unsigned mask, unsigned s)
{
    static const NvX86Row vpmaskmovd = { 1, 2, 0x8e };

    assert(e->avx && !to.reg);
    if (e->wide) {
        nv_x86_wide_store_masked(e, to, mask, s);
    } else if (start(e)) {
        vex(e, &vpmaskmovd, s, mask, to, true);
    }
}

void nv_x86_movmsk(NvX86 *e, unsigned r, unsigned v)
{
    static const NvX86Row movmskps = { 0, 1, 0x50 };

    assert(r < 8);
    if (!start(e)) {
        return;
    }
    if (e->wide) {
        nv_x86_wide_mask_bits(e, r, v);
    } else if (e->avx) {
        vex(e, &movmskps, r, 0, nv_x86_reg(v), true);
    } else {
        legacy(e, &movmskps, r, nv_x86_reg(v));
    }
}
