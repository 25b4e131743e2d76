/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Powers of large numbers, and what is signed with them (doc: PKCS #1 1.5).
 * Numbers are words, the lowest first.
 */
#include "kernel.h"

enum {
    WORDS_MAX = 1024,                   /* 32768 bits; nobody has so many */
    MAGIC = 0x31415352,                 /* "RSA1": a public key */
    DIGEST = 20,
};

typedef struct PublicKey {
    uint32_t magic, bytes;              /* room of the modulus */
    uint32_t bits, most;
    uint32_t exponent;
    uint32_t modulus[];
} PublicKey;

/* Numbers below a modulus, which is shifted until its highest bit is set. */
typedef struct Modulus {
    uint32_t n;                         /* words */
    unsigned shift;
    uint32_t *m;
} Modulus;

static bool is_less(const uint32_t *a, const uint32_t *b, uint32_t n)
{
    while (n--) {
        if (a[n] != b[n]) {
            return a[n] < b[n];
        }
    }
    return false;
}

/* to += a * by; the carry. */
static uint32_t add_times(uint32_t *to, const uint32_t *a, uint32_t by,
                          uint32_t n)
{
    uint64_t carry = 0;

    for (uint32_t i = 0; i < n; i++) {
        carry += (uint64_t)a[i] * by + to[i];
        to[i] = carry;
        carry >>= 32;
    }
    return carry;
}

/* The same with a difference: the borrow. */
static uint32_t subtract_times(uint32_t *to, const uint32_t *a, uint32_t by,
                               uint32_t n)
{
    uint64_t borrow = 0;

    for (uint32_t i = 0; i < n; i++) {
        uint32_t low;

        borrow += (uint64_t)a[i] * by;
        low = borrow;
        borrow = (borrow >> 32) + (to[i] < low);
        to[i] -= low;
    }
    return borrow;
}

/* high:low / by, which fits a word. */
static uint32_t quotient(uint32_t high, uint32_t low, uint32_t by)
{
    uint32_t rest;

    __asm__("divl %4" : "=a"(low), "=d"(rest) : "0"(low), "1"(high), "r"(by));
    return low;
}

/* @r has n + 1 words and is below the modulus times 2 to the 32. */
static void reduce(const Modulus *p, uint32_t *r)
{
    uint32_t n = p->n, top = p->m[n - 1];
    uint32_t q = r[n] >= top ? ~0u : quotient(r[n], r[n - 1], top);

    /* doc (Knuth): at most two more than it should be. */
    r[n] -= subtract_times(r, p->m, q, n);
    while (r[n]) {
        r[n] += add_times(r, p->m, 1, n);
    }
}

static void append_word(const Modulus *p, uint32_t *r, uint32_t word)
{
    memmove(r + 1, r, p->n * sizeof(*r));
    r[0] = word;
    reduce(p, r);
}

/* @r: n + 1 words that are neither of them. */
static void multiply(const Modulus *p, uint32_t *r, const uint32_t *a,
                     const uint32_t *b)
{
    memset(r, 0, (p->n + 1) * sizeof(*r));
    for (uint32_t i = p->n; i--;) {
        append_word(p, r, 0);
        r[p->n] += add_times(r, a, b[i], p->n);
        reduce(p, r);
    }
}

static void shift_up(uint32_t *a, uint32_t n)
{
    for (uint32_t i = n; i--;) {
        a[i] = a[i] << 1 | (i ? a[i - 1] >> 31 : 0);
    }
}

static void shift_down(uint32_t *a, uint32_t n)
{
    for (uint32_t i = 0; i < n; i++) {
        a[i] = a[i] >> 1 | (i + 1 < n ? a[i + 1] << 31 : 0);
    }
}

/* The last step, below the modulus as it was given. */
static void finish(const Modulus *p, uint32_t *r)
{
    for (unsigned i = 0; i <= p->shift; i++) {
        if (!is_less(r, p->m, p->n)) {
            subtract_times(r, p->m, 1, p->n);
        }
        shift_down(p->m, p->n);
    }
}

typedef struct Power {
    const uint32_t *base, *exponent;    /* their words: */
    uint32_t base_n, exponent_n;
} Power;

/* @memory: 4 * (n + 1) words, @to: n words. */
static void power(Modulus *p, uint32_t *to, const Power *w, uint32_t *memory)
{
    uint32_t room = p->n + 1, *x = memory + room, *r = x + room, *t = r + room;
    bool one = true;                    /* r is 1 */

    memset(x, 0, 3 * room * sizeof(*x));
    for (uint32_t i = w->base_n; i--;) {
        append_word(p, x, w->base[i]);
    }
    append_word(p, r, 1);
    for (uint32_t i = w->exponent_n * 32; i--;) {
        if (!one) {
            multiply(p, t, r, r);
            memcpy(r, t, p->n * sizeof(*r));
        }
        if (w->exponent[i / 32] >> i % 32 & 1) {
            multiply(p, t, r, x);
            memcpy(r, t, p->n * sizeof(*r));
            one = false;
        }
    }
    finish(p, r);
    memcpy(to, r, p->n * sizeof(*r));
}

/* to = power % modulus, @n words each; false: it cannot be. */
static bool power_modulo(uint32_t *to, const Power *w, const uint32_t *modulus,
                         uint32_t n)
{
    Modulus p = { .n = n <= WORDS_MAX ? n : 0 };
    uint32_t *memory;

    while (p.n && !modulus[p.n - 1]) {
        p.n--;
    }
    memory = p.n ? pool_take(4 * (p.n + 1) * sizeof(*memory)) : NULL;
    if (!memory) {
        return false;
    }
    p.m = memory;
    memcpy(p.m, modulus, p.n * sizeof(*memory));
    while (!(p.m[p.n - 1] >> 31)) {
        shift_up(p.m, p.n);
        p.shift++;
    }
    power(&p, to, w, memory);
    memset(to + p.n, 0, (n - p.n) * sizeof(*to));
    pool_give(memory);
    return true;
}

/* --- exports --- */

/* to = base to the exponent, modulo; all of @n words. */
uint32_t STDCALL XcModExp(uint32_t *to, const uint32_t *base,
                          const uint32_t *exponent, const uint32_t *modulus,
                          uint32_t n)
{
    Power w = { base, exponent, n, n };

    return power_modulo(to, &w, modulus, n);
}

uint32_t STDCALL XcPKGetKeyLen(const PublicKey *key)
{
    return key->bytes;
}

uint32_t STDCALL XcPKEncPublic(const PublicKey *key, const uint32_t *from,
                               uint32_t *to)
{
    uint32_t n = key->bits / 32;
    Power w = { from, &key->exponent, n, 1 };

    return key->magic == MAGIC && power_modulo(to, &w, key->modulus, n);
}

/* What is between the padding and a SHA-1 digest; its name's parameters may
 * be there or not. */
static const uint8_t names[2][15] = {
    { 0x30, 0x21, 0x30, 0x09, 0x06, 0x05, 0x2b, 0x0e, 0x03, 0x02, 0x1a, 0x05,
      0x00, 0x04, 0x14 },
    { 0x30, 0x1f, 0x30, 0x07, 0x06, 0x05, 0x2b, 0x0e, 0x03, 0x02, 0x1a, 0x04,
      0x14 },
};
static const uint8_t name_size[2] = { 15, 13 };

static uint8_t signed_byte(uint32_t at, uint32_t size, const uint8_t *digest,
                           unsigned name)
{
    uint32_t name_at = size - DIGEST - name_size[name];

    return at >= size - DIGEST ? digest[at - (size - DIGEST)] :
           at >= name_at ? names[name][at - name_at] :
           at == 0 || at == name_at - 1 ? 0 : at == 1 ? 1 : 0xff;
}

uint8_t STDCALL XcVerifyPKCS1Signature(const uint32_t *signature,
                                       const PublicKey *key,
                                       const uint8_t *digest)
{
    uint32_t size = key->bits / 32 * 4, bad[2] = { 0, 0 };
    uint8_t *text = size >= 64 && size <= WORDS_MAX * 4 ? pool_take(size) :
                                                          NULL;

    if (!text || !XcPKEncPublic(key, signature, (uint32_t *)text)) {
        pool_give(text);
        return false;
    }
    for (uint32_t i = 0; i < size; i++) {
        bad[0] |= text[size - 1 - i] ^ signed_byte(i, size, digest, 0);
        bad[1] |= text[size - 1 - i] ^ signed_byte(i, size, digest, 1);
    }
    pool_give(text);
    return !bad[0] || !bad[1];
}
