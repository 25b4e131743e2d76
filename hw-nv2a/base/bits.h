/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Bit fields, by position and width, as the hardware documents give them. */
#ifndef NV_BASE_BITS_H
#define NV_BASE_BITS_H

#include <assert.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#define NV_ARRAY_SIZE(a) (sizeof(a) / sizeof((a)[0]))
#define NV_BIT(n) (UINT32_C(1) << (n))

/* Mask of bits hi..lo, as in NV_MASK(31, 24). */
#define NV_MASK(hi, lo) \
    ((UINT32_MAX >> (31 - (hi))) & (UINT32_MAX << (lo)))

/* @width bits of @value from bit @pos up; width 1..32, pos + width <= 32. */
static inline uint32_t nv_extract(uint32_t value, unsigned pos, unsigned width)
{
    return (value >> pos) & (UINT32_MAX >> (32 - width));
}

/* @value with @width bits from @pos replaced by the low bits of @field. */
static inline uint32_t nv_deposit(uint32_t value, unsigned pos, unsigned width,
                                  uint32_t field)
{
    uint32_t mask = (UINT32_MAX >> (32 - width)) << pos;

    return (value & ~mask) | ((field << pos) & mask);
}

/* The low @width bits as a two's complement number; width 1..32. */
static inline int32_t nv_sextract(uint32_t value, unsigned pos, unsigned width)
{
    return (int32_t)(value << (32 - width - pos)) >> (32 - width);
}

static inline uint32_t nv_ld32(const void *p)
{
    const uint8_t *b = p;

    return b[0] | b[1] << 8 | b[2] << 16 | (uint32_t)b[3] << 24;
}

static inline uint32_t nv_ld16(const void *p)
{
    const uint8_t *b = p;

    return b[0] | b[1] << 8;
}

static inline void nv_st32(void *p, uint32_t v)
{
    uint8_t *b = p;

    b[0] = v;
    b[1] = v >> 8;
    b[2] = v >> 16;
    b[3] = v >> 24;
}

static inline void nv_st16(void *p, uint32_t v)
{
    uint8_t *b = p;

    b[0] = v;
    b[1] = v >> 8;
}

/* Bits of a host float and back. */
static inline uint32_t nv_f2u(float f)
{
    uint32_t u;

    memcpy(&u, &f, sizeof(u));
    return u;
}

static inline float nv_u2f(uint32_t u)
{
    float f;

    memcpy(&f, &u, sizeof(f));
    return f;
}

/* The same of a double. */
static inline uint64_t nv_d2u(double v)
{
    uint64_t u;

    memcpy(&u, &v, sizeof(u));
    return u;
}

static inline double nv_u2d(uint64_t u)
{
    double v;

    memcpy(&v, &u, sizeof(v));
    return v;
}

/* The mantissa's first @bits, 1 to 53 with its leading 1, towards zero. */
static inline double nv_cut_double(double v, unsigned bits)
{
    return nv_u2d(nv_d2u(v) & UINT64_MAX << (53 - bits));
}

#endif
