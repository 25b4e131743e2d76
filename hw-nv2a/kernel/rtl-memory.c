/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Memory, plain strings and 64-bit arithmetic: there is no C library. */
#include "kernel.h"

/*
 * Words, eight at a time: as fast on the hardware as string instructions, and
 * an emulator that counts instructions takes each turn of those by itself.
 */
typedef uint32_t __attribute__((may_alias, aligned(1))) Word;
enum { WORDS = 8, BLOCK = WORDS * sizeof(Word) };

void *memcpy(void *to, const void *from, size_t n)
{
    uint8_t *d = to;
    const uint8_t *s = from;

    for (; n >= BLOCK; n -= BLOCK, d += BLOCK, s += BLOCK) {
#pragma GCC unroll 8
        for (unsigned i = 0; i < WORDS; i++) {
            ((Word *)d)[i] = ((const Word *)s)[i];
        }
    }
    while (n--) {
        *d++ = *s++;
    }
    return to;
}

void *memmove(void *to, const void *from, size_t n)
{
    uint8_t *d = to;
    const uint8_t *s = from;

    if (d <= s || d >= s + n) {
        return memcpy(to, from, n);
    }
    while (n--) {
        d[n] = s[n];
    }
    return to;
}

void *memset(void *to, int value, size_t n)
{
    uint8_t *d = to;
    Word w = (uint8_t)value * 0x01010101u;

    for (; n >= BLOCK; n -= BLOCK, d += BLOCK) {
#pragma GCC unroll 8
        for (unsigned i = 0; i < WORDS; i++) {
            ((Word *)d)[i] = w;
        }
    }
    while (n--) {
        *d++ = value;
    }
    return to;
}

int memcmp(const void *a, const void *b, size_t n)
{
    const uint8_t *x = a, *y = b;

    for (; n; n--, x++, y++) {
        if (*x != *y) {
            return *x - *y;
        }
    }
    return 0;
}

size_t str_length(const char *s)
{
    size_t n = 0;

    while (s[n]) {
        n++;
    }
    return n;
}

char str_upper(char c)
{
    return c >= 'a' && c <= 'z' ? c - 'a' + 'A' : c;
}

bool str_same(const char *a, const char *b)
{
    while (*a && str_upper(*a) == str_upper(*b)) {
        a++;
        b++;
    }
    return str_upper(*a) == str_upper(*b);
}

uint32_t divide(uint64_t *value, uint32_t by)
{
    uint32_t high = *value >> 32, low = *value, q_high = high / by, rest;

    high %= by;
    __asm__("divl %4" : "=a"(low), "=d"(rest)
            : "a"(low), "d"(high), "rm"(by) : "cc");
    *value = (uint64_t)q_high << 32 | low;
    return rest;
}

uint64_t scale(uint64_t a, uint32_t b, uint32_t c)
{
    /* a = q * c + r, so a * b / c = q * b + r * b / c. */
    uint64_t q = a, rest;

    rest = (uint64_t)divide(&q, c) * b;
    divide(&rest, c);
    return q * b + rest;
}

void STDCALL RtlMoveMemory(void *to, const void *from, uint32_t n)
{
    memmove(to, from, n);
}

void STDCALL RtlZeroMemory(void *to, uint32_t n)
{
    memset(to, 0, n);
}

void STDCALL RtlFillMemory(void *to, uint32_t n, uint8_t value)
{
    memset(to, value, n);
}

void STDCALL RtlFillMemoryUlong(uint32_t *to, uint32_t n, uint32_t value)
{
    for (n /= 4; n; n--) {
        *to++ = value;
    }
}

uint32_t STDCALL RtlCompareMemory(const uint8_t *a, const uint8_t *b,
                                  uint32_t n)
{
    uint32_t i = 0;

    while (i < n && a[i] == b[i]) {
        i++;
    }
    return i;
}

uint32_t FASTCALL RtlUlongByteSwap(uint32_t v)
{
    return __builtin_bswap32(v);
}

uint16_t FASTCALL RtlUshortByteSwap(uint16_t v)
{
    return v << 8 | v >> 8;
}
