/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Bytes of an instruction, for the files that know its forms. */
#ifndef NV_JIT_X86_BYTES_H
#define NV_JIT_X86_BYTES_H

#include "base/bits.h"
#include "jit/x86-emit.h"

/* Longer than any instruction. */
#define ROOM 16

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
