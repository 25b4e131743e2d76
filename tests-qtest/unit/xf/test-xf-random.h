/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * For tests of executors and lists: random programs, and values that meet
 * special cases often.
 *
 * Programs are of all opcodes, masks, swizzles and places; one in two reads
 * back output 0, one in eight addresses constants by A0.
 */
#ifndef TEST_XF_RANDOM_H
#define TEST_XF_RANDOM_H

#include "unit/isa/test-xf-asm.h"

#define RANDOM_PROGRAM 0x80000000u      /* XFMODE_B */
#define RANDOM_ALL_CTX 0x00040000u
#define RANDOM_COL1_AS_IS 0x00030000u   /* XFMODE_A */

/* How wild the values of a program and its vertices are. */
typedef enum RandomTaste {
    TASTE_TAME,                 /* -8 .. 8, zeros, ones */
    TASTE_MIXED,                /* tame, and a special value now and then */
    TASTE_WILD,                 /* any bits, many special */
    TASTES
} RandomTaste;

static inline uint32_t random_value(GRand *rand, RandomTaste taste)
{
    static const uint32_t special[] = {
        0, NV_XF_SIGN, 1, 0x007fffff, 0x00800000, 0x80800001, 0x0e7fffff,
        0x0e800000, 0x0f000000, NV_XF_ONE, NV_XF_ONE | NV_XF_SIGN,
        0x3f7fffff, 0x3f800001, NV_XF_MAX, 0xff7fffff, 0x7f000000,
        NV_XF_INF, NV_XF_INF | NV_XF_SIGN, 0x7fc00000, 0xffffffff,
        0x7f800001, NV_XF_CNAN, 0x5f800000, 0x1f800000,
    };

    if (taste == TASTE_WILD) {
        return g_rand_boolean(rand) ? random_operand(rand) :
               special[g_rand_int_range(rand, 0, G_N_ELEMENTS(special))];
    }
    if (taste == TASTE_MIXED && g_rand_int_range(rand, 0, 64) == 0) {
        return special[g_rand_int_range(rand, 0, G_N_ELEMENTS(special))];
    }
    switch (g_rand_int_range(rand, 0, 8)) {
    case 0:
        return 0;
    case 1:
        return NV_XF_ONE;
    default:
        return nv_f2u(g_rand_double_range(rand, -8, 8));
    }
}

static inline uint32_t random_source(GRand *rand, bool stpos)
{
    unsigned reg = g_rand_int_range(rand, 0, stpos ? 13 : 12);
    unsigned swz = g_rand_boolean(rand) ? ASM_XYZW :
                   g_rand_int_range(rand, 0, 256);

    return ASM_SRC(g_rand_int_range(rand, 1, 4), reg, swz,
                   g_rand_boolean(rand));
}

static inline AsmInsn random_insn(GRand *rand, bool stpos, bool relative)
{
    return (AsmInsn) {
        .vec = g_rand_int_range(rand, 0, relative ? 14 : 13),
        .sca = g_rand_boolean(rand) ? g_rand_int_range(rand, 0, 8) : 0,
        .s0 = random_source(rand, stpos), .s1 = random_source(rand, stpos),
        .s2 = random_source(rand, stpos),
        .v = g_rand_int_range(rand, 0, 16),
        .c = g_rand_int_range(rand, 0x50, 0xc8),
        .dst = g_rand_int_range(rand, 0, 13),
        .vmask = g_rand_int_range(rand, 0, 16),
        .smask = g_rand_int_range(rand, 0, 16),
        .out = g_rand_int_range(rand, 0, 18),
        .omask = g_rand_int_range(rand, 0, 16),
        .out_sca = g_rand_boolean(rand),
        .indexed = relative && g_rand_boolean(rand),
    };
}

/* Uploads a program of @count instructions at slot 0. */
static inline void random_program(TestXf *t, GRand *rand, unsigned count)
{
    bool stpos = g_rand_boolean(rand);
    bool relative = g_rand_int_range(rand, 0, 8) == 0;

    for (unsigned i = 0; i < count; i++) {
        AsmInsn insn = random_insn(rand, stpos && i, relative);

        if (i == 0 && stpos) {
            insn = (AsmInsn) {
                .vec = 1, .s0 = ASM_IN, .omask = 15, .v = insn.v,
            };
        }
        insn.end = i + 1 == count;
        asm_upload(t, i, &insn);
    }
}

/* --- Rankine and Curie, by their field tables --- */

static inline void put_field(const NvXfIsa *isa, uint32_t words[4],
                             NvXfField field, uint32_t value)
{
    if (isa->fields[field].width) {
        nv_xf_set_field(isa, words, field, value);
    }
}

/* One of the first @count registers, or of the last of many. */
static inline unsigned random_reg(const NvXfIsa *isa, GRand *rand,
                                  unsigned count)
{
    unsigned reg = g_rand_int_range(rand, 0, count);

    return isa->regs > NV_XF_FEW_REGS && g_rand_int_range(rand, 0, 4) == 0
           ? isa->regs - 1 - reg : reg;
}

/* A source: a place with something in it. */
static inline void random_field_source(const NvXfIsa *isa, GRand *rand,
                                       uint32_t words[4], NvXfField field,
                                       bool stpos)
{
    uint32_t x = nv_xf_field(isa, words, field);

    x = (x & ~3u) | g_rand_int_range(rand, 1, 4);
    x = nv_deposit(x, 2, isa->src_reg,
                   random_reg(isa, rand, MIN(isa->regs, 6) + stpos));
    put_field(isa, words, field, x);
}

/* @at of @count; @branches: with BRA, CAL and RET, mostly forward. */
static inline void random_words(const NvXfIsa *isa, GRand *rand,
                                uint32_t words[4], unsigned at,
                                unsigned count, bool branches)
{
    static const uint8_t flow[] = { 0x09, 0x09, 0x0b, 0x0c };
    bool relative = g_rand_int_range(rand, 0, 8) == 0;
    bool jumps = branches && g_rand_int_range(rand, 0, 4) == 0;

    for (unsigned w = 0; w < 4; w++) {
        words[w] = g_rand_int(rand) & isa->stored[w];
    }
    random_field_source(isa, rand, words, NV_XF_F_SRC0, at > 0);
    random_field_source(isa, rand, words, NV_XF_F_SRC1, at > 0);
    random_field_source(isa, rand, words, NV_XF_F_SRC2, at > 0);
    put_field(isa, words, NV_XF_F_INDEXED, relative);
    put_field(isa, words, NV_XF_F_OP_VEC, g_rand_int_range(rand, 0, 0x19));
    put_field(isa, words, NV_XF_F_OP_SCA,
              g_rand_int_range(rand, 0, 0x11) &
              (g_rand_boolean(rand) ? 0x1f : 0));
    put_field(isa, words, NV_XF_F_XFCTX_ADDR,
              isa->user_base + g_rand_int_range(rand, -4, 100));
    put_field(isa, words, NV_XF_F_OUT_TARGET, 1);
    put_field(isa, words, NV_XF_F_OUT_ADDR, g_rand_int_range(rand, 0, 18));
    put_field(isa, words, NV_XF_F_DST, g_rand_int_range(rand, 0, 7));
    put_field(isa, words, NV_XF_F_DST_VEC, random_reg(isa, rand, 7));
    put_field(isa, words, NV_XF_F_DST_SCA, random_reg(isa, rand, 7));
    put_field(isa, words, NV_XF_F_COND_ENABLE,
              jumps || g_rand_int_range(rand, 0, 4) == 0);
    if (jumps) {
        bool anywhere = g_rand_int_range(rand, 0, 16) == 0;
        int target = anywhere ? g_rand_int_range(rand, 0, count) :
                     (int)at + g_rand_int_range(rand, 1, 6);

        put_field(isa, words, NV_XF_F_OP_SCA,
                  flow[g_rand_int_range(rand, 0, sizeof(flow))]);
        put_field(isa, words, NV_XF_F_TARGET, MIN(target, (int)count - 1));
    } else if (!branches) {
        unsigned sca = nv_xf_field(isa, words, NV_XF_F_OP_SCA);

        if (sca >= 0x08 && sca <= 0x0c) {
            put_field(isa, words, NV_XF_F_OP_SCA, 0);
        }
    }
    put_field(isa, words, NV_XF_F_END, at + 1 == count ||
              (branches && g_rand_int_range(rand, 0, 24) == 0));
}

/* The first instructions write outputs, so that later ones may keep some. */
static inline void random_isa_program(TestXf *t, GRand *rand, unsigned count,
                                      bool branches)
{
    const NvXfIsa *isa = t->xf.program->isa;
    unsigned head = MIN(count, 17) - 1;

    for (unsigned i = 0; i < count; i++) {
        uint32_t *words = t->xf.xfpr[i];

        random_words(isa, rand, words, i, count, branches);
        if (i < head) {
            put_field(isa, words, NV_XF_F_OP_VEC, 1);
            put_field(isa, words, NV_XF_F_OP_SCA, 0);
            put_field(isa, words, NV_XF_F_COND_ENABLE, 0);
            put_field(isa, words, NV_XF_F_END, 0);
            put_field(isa, words, NV_XF_F_OUT_ADDR, i);
            put_field(isa, words, NV_XF_F_OUT_WM_VEC, 15);
            put_field(isa, words, NV_XF_F_OUT_WM, 15);
            put_field(isa, words, NV_XF_F_OUT_IS_VEC, 1);
        }
    }
    nv_xf_program_changed(&t->xf);
}

static inline void random_constants(TestXf *t, GRand *rand,
                                    RandomTaste taste)
{
    for (unsigned slot = 0; slot < t->env.chip->xf.xfctx; slot++) {
        for (unsigned c = 0; c < 4; c++) {
            t->xf.xfctx[slot][c] = random_value(rand, taste);
        }
    }
    for (unsigned a = 0; a < NV_XF_ATTRS; a++) {
        for (unsigned c = 0; c < 4; c++) {
            t->xf.tbuf[a][c] = g_rand_int(rand);
        }
    }
    nv_xf_program_changed(&t->xf);
}

static inline void random_block(NvXfBlock *block, GRand *rand,
                                RandomTaste taste, unsigned count)
{
    block->count = count;
    for (unsigned a = 0; a < NV_XF_ATTRS; a++) {
        for (unsigned c = 0; c < 4; c++) {
            for (unsigned lane = 0; lane < count; lane++) {
                block->in[a][c][lane] = random_value(rand, taste);
            }
        }
    }
}

/* What programs read besides vertices; the program itself included. */
static inline void copy_state(NvXf *to, const NvXf *from)
{
    memcpy(to->xfpr, from->xfpr, sizeof(to->xfpr));
    memcpy(to->xfctx, from->xfctx, sizeof(to->xfctx));
    memcpy(to->tbuf, from->tbuf, sizeof(to->tbuf));
    to->mode_a = from->mode_a;
    to->mode_b = from->mode_b;
    to->timeout = from->timeout;
    nv_xf_program_changed(to);
}

static inline void program_text(NvXf *xf)
{
    g_autoptr(GString) text = g_string_new(NULL);

    nv_xf_dump_program(xf, text);
    g_printerr("%s\n", text->str);
}

#endif
