/* SPDX-License-Identifier: GPL-2.0-or-later */
/* SHA-1 and HMAC with it (doc: FIPS 180-4, RFC 2104). */
#include "kernel.h"

enum { BLOCK = 64, DIGEST = 20 };

/* What programs reserve for it: 6 and 1 words, 64 bytes and more. */
typedef struct Sha {
    uint32_t flags, pad[5];
    uint32_t state[5], length[2];       /* bytes, low word last */
    uint8_t block[BLOCK];
} Sha;
_Static_assert(sizeof(Sha) == 116, "what programs reserve");

static uint32_t rotate(uint32_t v, unsigned n)
{
    return v << n | v >> (32 - n);
}

static uint32_t mix(unsigned i, const uint32_t *s)
{
    uint32_t b = s[1], c = s[2], d = s[3];

    return i < 20 ? ((b & c) | (~b & d)) + 0x5a827999 :
           i < 40 ? (b ^ c ^ d) + 0x6ed9eba1 :
           i < 60 ? ((b & c) | (b & d) | (c & d)) + 0x8f1bbcdc :
                    (b ^ c ^ d) + 0xca62c1d6;
}

static void sha_block(Sha *sha)
{
    uint32_t w[80], s[5];

    for (unsigned i = 0; i < 16; i++) {
        memcpy(&w[i], sha->block + 4 * i, 4);
        w[i] = __builtin_bswap32(w[i]);
    }
    for (unsigned i = 16; i < 80; i++) {
        w[i] = rotate(w[i - 3] ^ w[i - 8] ^ w[i - 14] ^ w[i - 16], 1);
    }
    memcpy(s, sha->state, sizeof(s));
    for (unsigned i = 0; i < 80; i++) {
        uint32_t t = rotate(s[0], 5) + mix(i, s) + s[4] + w[i];

        s[4] = s[3];
        s[3] = s[2];
        s[2] = rotate(s[1], 30);
        s[1] = s[0];
        s[0] = t;
    }
    for (unsigned i = 0; i < 5; i++) {
        sha->state[i] += s[i];
    }
}

void STDCALL XcSHAInit(Sha *sha)
{
    static const uint32_t start[5] = {
        0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0,
    };

    memset(sha, 0, sizeof(*sha));
    memcpy(sha->state, start, sizeof(start));
}

void STDCALL XcSHAUpdate(Sha *sha, const uint8_t *data, uint32_t size)
{
    while (size) {
        uint32_t at = sha->length[1] % BLOCK, n = BLOCK - at;

        n = n > size ? size : n;
        memcpy(sha->block + at, data, n);
        sha->length[1] += n;
        sha->length[0] += sha->length[1] < n;
        data += n;
        size -= n;
        if (at + n == BLOCK) {
            sha_block(sha);
        }
    }
}

void STDCALL XcSHAFinal(Sha *sha, uint8_t *digest)
{
    static const uint8_t padding[BLOCK] = { 0x80 };
    uint32_t at = sha->length[1] % BLOCK;
    uint32_t bits[2] = {
        __builtin_bswap32(sha->length[0] << 3 | sha->length[1] >> 29),
        __builtin_bswap32(sha->length[1] << 3),
    };

    XcSHAUpdate(sha, padding, (at < 56 ? 56 : 120) - at);
    XcSHAUpdate(sha, (const uint8_t *)bits, sizeof(bits));
    for (unsigned i = 0; i < 5; i++) {
        uint32_t v = __builtin_bswap32(sha->state[i]);

        memcpy(digest + 4 * i, &v, 4);
    }
}

typedef struct HmacArgs {
    const uint8_t *key;
    uint32_t key_size;
    const uint8_t *data;
    uint32_t size;
    const uint8_t *more;
    uint32_t more_size;
    uint8_t *digest;
} HmacArgs;

static void hmac_start(Sha *sha, const uint8_t *key, uint8_t with)
{
    uint8_t block[BLOCK];

    for (unsigned i = 0; i < BLOCK; i++) {
        block[i] = key[i] ^ with;
    }
    XcSHAInit(sha);
    XcSHAUpdate(sha, block, BLOCK);
}

void STDCALL XcHMAC(HmacArgs a)
{
    uint8_t key[BLOCK] = { 0 }, inner[DIGEST];
    Sha sha;

    if (a.key_size > BLOCK) {
        XcSHAInit(&sha);
        XcSHAUpdate(&sha, a.key, a.key_size);
        XcSHAFinal(&sha, key);
    } else {
        memcpy(key, a.key, a.key_size);
    }
    hmac_start(&sha, key, 0x36);
    XcSHAUpdate(&sha, a.data, a.size);
    XcSHAUpdate(&sha, a.more, a.more_size);
    XcSHAFinal(&sha, inner);
    hmac_start(&sha, key, 0x5c);
    XcSHAUpdate(&sha, inner, DIGEST);
    XcSHAFinal(&sha, a.digest);
}
