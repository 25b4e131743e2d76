/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Encoder of Kelvin vertex programs.
 * Positions and the known words are those of the envytools hardware tests.
 */
#include "regs.h"
#include "vp.h"

/* First bit and width of a field in the 92-bit word. */
typedef struct Field { uint8_t pos, len; } Field;

static const Field F_END = { 0, 1 }, F_INDEXED = { 1, 1 },
    F_OUT_IS_ILU = { 2, 1 }, F_OUT_ADDR = { 3, 8 }, F_OUT_TBUF = { 11, 1 },
    F_OUT_MASK = { 12, 4 }, F_ILU_MASK = { 16, 4 }, F_DST = { 20, 4 },
    F_MAC_MASK = { 24, 4 }, F_SRC[3] = { { 58, 15 }, { 43, 15 }, { 28, 15 } },
    F_INPUT = { 73, 4 }, F_CONST = { 77, 8 }, F_MAC = { 85, 4 },
    F_ILU = { 89, 3 };

static void set_field(uint32_t *w, Field f, uint32_t v)
{
    unsigned i;

    for (i = 0; i < f.len; i++) {
        unsigned at = f.pos + i;

        w[at / 32] &= ~(1u << at % 32);
        w[at / 32] |= (v >> i & 1) << at % 32;
    }
}

static uint32_t *add(VpProgram *p)
{
    uint32_t *w;

    if (p->count >= VP_MAX) {
        fatal("vertex program too long");
    }
    w = p->w[p->count++];
    memset(w, 0, 16);
    return w;
}

static void set_source(uint32_t *w, unsigned n, VpSrc s)
{
    uint32_t reg = s.mux == VP_TEMP ? s.index : 0;

    set_field(w, F_SRC[n], (uint32_t)s.mux | reg << 2 | s.swizzle << 6 |
              (s.negate ? 1u << 14 : 0));
    if (s.mux == VP_INPUT) {
        set_field(w, F_INPUT, s.index);
    } else if (s.mux == VP_CONST) {
        set_field(w, F_CONST, s.index);
        if (s.relative) {
            set_field(w, F_INDEXED, 1);
        }
    }
}

static void set_target(uint32_t *w, VpDst d, bool ilu)
{
    switch (d.target) {
    case VP_TO_TEMP:
        set_field(w, ilu ? F_ILU_MASK : F_MAC_MASK, d.mask);
        set_field(w, F_DST, d.index);
        break;
    case VP_TO_OUT:
    case VP_TO_CONST:
        set_field(w, F_OUT_IS_ILU, ilu);
        set_field(w, F_OUT_MASK, d.mask);
        set_field(w, F_OUT_ADDR, d.index);
        set_field(w, F_OUT_TBUF, d.target == VP_TO_OUT);
        break;
    default:
        break;
    }
}

static uint32_t *mac(VpProgram *p, unsigned op, VpDst dst)
{
    uint32_t *w = add(p);

    set_target(w, dst, false);
    set_field(w, F_MAC, op);
    return w;
}

void vp_mac(VpProgram *p, unsigned op, VpDst dst, VpSrc a, VpSrc b)
{
    uint32_t *w = mac(p, op, dst);

    set_source(w, 0, a);
    /* The adder's second input is the third source. */
    set_source(w, op == VP_ADD ? 2 : 1, b);
}

void vp_mad(VpProgram *p, VpDst dst, VpSrc a, VpSrc b, VpSrc c)
{
    uint32_t *w = mac(p, VP_MAD, dst);

    set_source(w, 0, a);
    set_source(w, 1, b);
    set_source(w, 2, c);
}

void vp_mov(VpProgram *p, VpDst dst, VpSrc a)
{
    set_source(mac(p, VP_MOV, dst), 0, a);
}

void vp_arl(VpProgram *p, VpSrc a)
{
    set_source(mac(p, VP_ARL, (VpDst) { VP_TO_NONE, 0, 0 }), 0, a);
}

void vp_and(VpProgram *p, unsigned op, VpDst dst, VpSrc a)
{
    uint32_t *w = p->w[p->count - 1];

    set_target(w, dst, true);
    set_source(w, 2, a);
    set_field(w, F_ILU, op);
}

void vp_ilu(VpProgram *p, unsigned op, VpDst dst, VpSrc a)
{
    add(p);
    vp_and(p, op, dst, a);
}

void vp_end(VpProgram *p)
{
    set_field(p->w[p->count - 1], F_END, 1);
}

void vp_viewport_end(VpProgram *p, unsigned scale, unsigned offset)
{
    vp_mac(p, VP_MUL, vp_out(O_POS, M_XYZ), R(12), C(scale));
    vp_and(p, ILU_RCC, vp_temp(1, M_X), swz(R(12), S_W));
    vp_mad(p, vp_out(O_POS, M_XYZ), R(12), swz(R(1), S_X), C(offset));
    vp_end(p);
}

void vp_load(const VpProgram *p, unsigned slot)
{
    unsigned i;
    int k;

    gpu_method(M_PROGRAM_POS, slot);
    for (i = 0; i < p->count; i++) {
        uint32_t v[4];

        for (k = 0; k < 4; k++) {
            v[k] = p->w[i][3 - k];      /* top word first */
        }
        gpu_words(M_PROGRAM, v, 4);
    }
}

void vp_use(unsigned slot)
{
    gpu_method(M_PROGRAM_START, slot);
}

void vp_check(void)
{
    static const uint32_t known[2][3] = {
        { 0x0f000000, 0x0c000000, 0x002c001b },     /* MOV R0, c[0] */
        { 0x0f100000, 0x0c000000, 0x002c201b },     /* MOV R1, c[1] */
    };
    VpProgram p;
    unsigned i;

    vp_start(&p);
    vp_mov(&p, vp_temp(0, M_XYZW), C(0));
    vp_mov(&p, vp_temp(1, M_XYZW), C(1));
    for (i = 0; i < 2; i++) {
        check(i ? "vp-encoder-1" : "vp-encoder-0",
              p.w[i][0] == known[i][0] && p.w[i][1] == known[i][1] &&
              p.w[i][2] == known[i][2] && p.w[i][3] == 0,
              "got %08x %08x %08x expected %08x %08x %08x", p.w[i][0],
              p.w[i][1], p.w[i][2], known[i][0], known[i][1], known[i][2]);
    }
}
