/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Products of more than 64 bits, on hosts with and without such numbers. */
#ifndef NV_BASE_WIDE_H
#define NV_BASE_WIDE_H

#include <stdint.h>

/* A number of 128 bits where the host's compiler has none. */
typedef struct NvWide {
    uint64_t high, low;
} NvWide;

/* @a * @b + @add. */
static inline NvWide nv_wide_mul_add(uint64_t a, uint64_t b, uint64_t add)
{
    uint64_t low = (a & UINT32_MAX) * (b & UINT32_MAX);
    uint64_t mid = (a >> 32) * (b & UINT32_MAX) + (low >> 32);
    uint64_t mid2 = (a & UINT32_MAX) * (b >> 32) + (mid & UINT32_MAX);
    NvWide w = {
        (a >> 32) * (b >> 32) + (mid >> 32) + (mid2 >> 32),
        mid2 << 32 | (low & UINT32_MAX),
    };

    w.low += add;
    w.high += w.low < add;
    return w;
}

/* Bit by bit; UINT64_MAX if the quotient has no room. */
static inline uint64_t nv_wide_div(NvWide w, uint64_t c)
{
    uint64_t quotient = 0;

    if (w.high >= c) {
        return UINT64_MAX;
    }
    for (unsigned i = 0; i < 64; i++) {
        uint64_t carry = w.high >> 63;

        w.high = w.high << 1 | w.low >> 63;
        w.low <<= 1;
        quotient <<= 1;
        if (carry || w.high >= c) {
            w.high -= c;
            quotient |= 1;
        }
    }
    return quotient;
}

/* (@a * @b + @add) / @c, rounded down; UINT64_MAX if that has no room. */
static inline uint64_t nv_mul_add_div(uint64_t a, uint64_t b, uint64_t add,
                                      uint64_t c)
{
#ifdef __SIZEOF_INT128__
    unsigned __int128 q = ((unsigned __int128)a * b + add) / c;

    return q > UINT64_MAX ? UINT64_MAX : (uint64_t)q;
#else
    return nv_wide_div(nv_wide_mul_add(a, b, add), c);
#endif
}

#endif
