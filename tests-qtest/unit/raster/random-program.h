/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Random fragment programs for two rigs, of operations that mostly have machine
 * code.
 */
#ifndef TEST_RANDOM_PROGRAM_H
#define TEST_RANDOM_PROGRAM_H

#include "unit/raster/test-raster-pair.h"

#define MOST_OPS 12

static inline uint32_t random_source(Pair *p, unsigned *constants)
{
    unsigned type = range(p, 0, 3), half = range(p, 0, 2);
    uint32_t word = type | half << 8 | (g_rand_int(p->r) & 0x1fe00);

    *constants += type == 2;
    if (chance(p, 2)) {
        word = (word & 0x1ff) | 0xe4 << 9;
    }
    /* R4 to R7 share no bits with H0 to H3. */
    word |= (half ? range(p, 0, 4) : range(p, 4, 8)) << 2;
    return word | (chance(p, 4) ? NV_BIT(17) : 0) |
           (chance(p, 6) ? NV_BIT(18) : 0);
}

static inline uint32_t random_number(Pair *p)
{
    static const float odd[] = {
        0, -0.0f, 1, INFINITY, -INFINITY, NAN, 1e30f, 65520, 1e-7f, 2.5e-8f,
    };

    return nv_f2u(chance(p, 4) ? odd[range(p, 0, G_N_ELEMENTS(odd))]
                               : range(p, -2048, 2048) / 512.0f);
}

/* An operation that programs have, mostly one that has code. */
static inline unsigned random_op(Pair *p)
{
    static const uint8_t usual[] = {
        NV_FRAG_MOV, NV_FRAG_MUL, NV_FRAG_MAD, NV_FRAG_ADD, NV_FRAG_DP3,
        NV_FRAG_TEX, NV_FRAG_TXP, NV_FRAG_TXB, NV_FRAG_TXD, NV_FRAG_TXL,
        NV_FRAG_LRP, NV_FRAG_RSQ, NV_FRAG_KIL, NV_FRAG_DDX, NV_FRAG_DDY,
    };
    unsigned chips = p->rig[0].raster.chip->frag_ops, code;

    do {
        code = chance(p, 2) ? usual[range(p, 0, G_N_ELEMENTS(usual))]
                            : (unsigned)range(p, 1, 0x3d);
    } while (!nv_frag_op_name(code, chips) ||
             ((nv_frag_op_name(code, chips)[0] == 'P' ||
               nv_frag_op_name(code, chips)[0] == 'U') && !chance(p, 16)));
    return code;
}

/* One instruction, and its constants; returns how many words. */
static inline unsigned random_instruction(Pair *p, bool last, uint32_t *w)
{
    unsigned constants = 0, code = random_op(p), half = range(p, 0, 3) > 0;
    unsigned dst = half ? range(p, 0, 4) : range(p, 4, 8);
    unsigned mask = chance(p, 2) ? 15 : range(p, 1, 16);
    unsigned input = chance(p, 3) ? (unsigned)range(p, 0, 3)
                                  : (unsigned)range(p, 4, 8);

    if (last) {
        half = true;
        dst = 0;
        mask = 15;
        code = code == NV_FRAG_KIL ? NV_FRAG_MOV : code;
    }
    w[0] = last | dst << 1 | half << 7 | mask << 9 | input << 13 |
           range(p, 0, 3) << 17 | range(p, 0, 3) << 22 | code << 24 |
           (chance(p, 5) ? NV_BIT(8) : 0) | (chance(p, 12) ? NV_BIT(21) : 0) |
           (chance(p, 12) ? NV_BIT(30) : 0) | (chance(p, 5) ? NV_BIT(31) : 0);
    for (unsigned i = 0; i < 3; i++) {
        w[1 + i] = random_source(p, &constants);
    }
    w[1] = (w[1] & 0x3ffff) | (w[1] & NV_BIT(18)) << 11 |
           (chance(p, 4) ? range(p, 0, 8) : 7) << 18 |
           (g_rand_int(p->r) & 0x1fe00000);
    w[2] |= (chance(p, 5) ? range(p, 0, 8) : 0) << 28;
    for (unsigned i = 0; i < 4 && constants; i++) {
        w[4 + i] = random_number(p);
    }
    return constants ? 8 : 4;
}

static inline void random_program(Pair *p)
{
    unsigned n = range(p, 1, MOST_OPS + 1), len = 0;
    uint32_t words[8 * MOST_OPS];

    for (unsigned i = 0; i < n; i++) {
        len += random_instruction(p, i + 1 == n, &words[len]);
    }
    rk_program(&p->rig[0], words, len);
    rk_program(&p->rig[1], words, len);
}

#endif
