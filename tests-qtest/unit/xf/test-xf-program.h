/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * For the tests of Kelvin's programs: bits of XFMODE_B, and one vertex.
 */
#ifndef TEST_XF_PROGRAM_H
#define TEST_XF_PROGRAM_H

#include "unit/isa/test-xf-asm.h"

#define PROGRAM 0x80000000u
#define WRITE_CTX 0x20000000u
#define ALL_CTX 0x00040000u

/* What output @out is after the block's first vertex alone. */
static inline void run1(TestXf *t, unsigned out, uint32_t got[4])
{
    t->block.count = 1;
    nv_xf_transform(&t->xf, &t->block);
    block_get(&t->block, out, 0, got);
}

#endif
