/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * For the tests of Rankine's programs: sizes, mode bits, words bit by bit.
 *
 * Bits are moved one at a time, so that nothing is shared with the decoder.
 */
#ifndef TEST_XF_RANKINE_H
#define TEST_XF_RANKINE_H

#include "unit/isa/test-xf-asm.h"

#define SLOTS 0x118
#define CTX 0x19c
#define USER 0x9c
#define V1 0x80000000u
#define V2 0xc0000000u
#define MODERN 0x00020000u
#define ALL_CTX 0x00040000u
#define WRITE_CTX 0x20000000u
#define SKIP_VIEWPORT 0x00010000u
#define SPECULAR 0x00030000u        /* XFMODE_A: COL1 stays as it is */

/* Bits @lo .. @lo + @n - 1 of an instruction, the slow way. */
static inline uint32_t bits(const uint32_t w[4], unsigned lo, unsigned n)
{
    uint32_t v = 0;

    for (unsigned i = 0; i < n; i++) {
        v |= (w[(lo + i) / 32] >> ((lo + i) % 32) & 1) << i;
    }
    return v;
}

static inline void put_bits(uint32_t w[4], unsigned lo, unsigned n,
                            uint32_t v)
{
    for (unsigned i = 0; i < n; i++) {
        w[(lo + i) / 32] &= ~(1u << ((lo + i) % 32));
        w[(lo + i) / 32] |= (v >> i & 1) << ((lo + i) % 32);
    }
}

static inline void mode(TestXf *t, uint32_t a, uint32_t b)
{
    nv_xf_command64(&t->xf, NV_XF_MODE, 0x0, 0, 0);
    nv_xf_command64(&t->xf, NV_XF_MODE, 0x8, b | SKIP_VIEWPORT, a | SPECULAR);
}

static inline void set_timeout(TestXf *t, uint32_t timeout)
{
    nv_xf_command(&t->xf, NV_XF_XTRA, 0x20, timeout);
}

static inline void upload(TestXf *t, unsigned slot, const uint32_t w[4])
{
    for (unsigned c = 0; c < 4; c++) {
        nv_xf_command(&t->xf, NV_XF_XFPR, slot << 4 | c << 2, w[3 - c]);
    }
}

#endif
