/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What this room has instead of a C library: little-endian words in bytes,
 * and the four functions on memory that a compiler wants anyway.
 */
#ifndef NV_FILES_BYTES_H
#define NV_FILES_BYTES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#if __STDC_HOSTED__
#include <string.h>
#else
void *memcpy(void *to, const void *from, size_t n);
void *memmove(void *to, const void *from, size_t n);
void *memset(void *to, int byte, size_t n);
int memcmp(const void *a, const void *b, size_t n);
#endif

static inline uint32_t nv_le16(const uint8_t *p)
{
    return p[0] | (uint32_t)p[1] << 8;
}

static inline uint32_t nv_le32(const uint8_t *p)
{
    return nv_le16(p) | nv_le16(p + 2) << 16;
}

static inline void nv_put16(uint8_t *p, uint32_t v)
{
    p[0] = v;
    p[1] = v >> 8;
}

static inline void nv_put32(uint8_t *p, uint32_t v)
{
    nv_put16(p, v);
    nv_put16(p + 2, v >> 16);
}

/* log2 of a power of two; 32 for anything else. */
static inline unsigned nv_log2(uint32_t v)
{
    unsigned n = 0;

    if (!v || v & (v - 1)) {
        return 32;
    }
    while (v >>= 1) {
        n++;
    }
    return n;
}

#endif
