/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Words of fragment programs without a rasteriser, one instruction after the
 * other, and runs of all lanes.
 */
#ifndef NV_FRAGPROG_WORDS_H
#define NV_FRAGPROG_WORDS_H

#include <glib.h>

#include "raster/soft/fragprog.h"

#define IDENTITY 0xe4u
#define IN 1u
#define CONST 2u

typedef struct Words {
    uint32_t w[4 * 64];
    unsigned slots, most;
    bool combiners;
} Words;

static inline bool read_words(void *opaque, unsigned at, unsigned count,
                              uint32_t *words)
{
    Words *p = opaque;

    if (at + count > p->most) {
        return false;
    }
    memcpy(words, p->w + 4 * at, 16 * count);
    return true;
}

static inline const char *load(NvFragProgram *p, Words *words)
{
    NvFragSource from = { read_words, words, 3, words->combiners };

    words->most = words->most ? words->most : words->slots;
    return nv_frag_load(p, &from);
}

/* One source: type, register (temporaries), half, swizzle. */
static inline uint32_t src(unsigned type, unsigned reg, bool half,
                           unsigned swizzle)
{
    return type | reg << 2 | (uint32_t)half << 8 | swizzle << 9;
}

static inline uint32_t temp(unsigned reg)
{
    return src(0, reg, false, IDENTITY);
}

static inline uint32_t temp_h(unsigned reg)
{
    return src(0, reg, true, IDENTITY);
}

#define DST_R(reg) ((reg) << 1)
#define DST_H(reg) ((reg) << 1 | 0x80u)
#define ALL_MASK (15u << 9)
#define END 1u
#define ALWAYS (7u << 18 | IDENTITY << 21)

static inline uint32_t *emit(Words *p, unsigned code, uint32_t word0,
                             uint32_t a, uint32_t b, uint32_t c)
{
    uint32_t *w = p->w + 4 * p->slots++;

    g_assert_cmpuint(p->slots, <=, 64);
    w[0] = code << 24 | word0;
    w[1] = ALWAYS | a;
    w[2] = b;
    w[3] = c;
    return w;
}

static inline void constant(Words *p, const float v[4])
{
    for (unsigned c = 0; c < 4; c++) {
        p->w[4 * p->slots + c] = nv_f2u(v[c]);
    }
    p->slots++;
}

static inline void run_all(const NvFragProgram *p, NvFragRun *run)
{
    run->n = NV_FRAG_LANES;
    run->live = UINT64_MAX;
    nv_frag_run(p, run);
}

#endif
