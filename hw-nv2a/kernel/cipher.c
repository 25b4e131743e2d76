/* SPDX-License-Identifier: GPL-2.0-or-later */
/* RC4, and DES once or three times (doc: FIPS 46-3). */
#include "kernel.h"

enum { KEY = 8, BLOCK = 8, ROUNDS = 16, BOXES = 8, SIX = 0x3f };

/* What programs reserve for RC4. */
typedef struct Rc4 {
    uint8_t s[256], i, j;
} Rc4;

void STDCALL XcRC4Key(Rc4 *c, uint32_t size, const uint8_t *key)
{
    uint8_t j = 0, t;

    c->i = c->j = 0;
    for (unsigned i = 0; i < sizeof(c->s); i++) {
        c->s[i] = i;
    }
    for (unsigned i = 0; size && i < sizeof(c->s); i++) {
        t = c->s[i];
        j += t + key[i % size];
        c->s[i] = c->s[j];
        c->s[j] = t;
    }
}

void STDCALL XcRC4Crypt(Rc4 *c, uint32_t size, uint8_t *data)
{
    for (; size; size--, data++) {
        uint8_t a = c->s[++c->i], b = c->s[c->j += a];

        c->s[c->i] = b;
        c->s[c->j] = a;
        *data ^= c->s[(uint8_t)(a + b)];
    }
}

/* --- DES: bits are counted from 1, the highest, as in the standard --- */

static const uint8_t choice_1[56] = {
    57, 49, 41, 33, 25, 17,  9,  1, 58, 50, 42, 34, 26, 18,
    10,  2, 59, 51, 43, 35, 27, 19, 11,  3, 60, 52, 44, 36,
    63, 55, 47, 39, 31, 23, 15,  7, 62, 54, 46, 38, 30, 22,
    14,  6, 61, 53, 45, 37, 29, 21, 13,  5, 28, 20, 12,  4,
};
static const uint8_t choice_2[48] = {
    14, 17, 11, 24,  1,  5,  3, 28, 15,  6, 21, 10,
    23, 19, 12,  4, 26,  8, 16,  7, 27, 20, 13,  2,
    41, 52, 31, 37, 47, 55, 30, 40, 51, 45, 33, 48,
    44, 49, 39, 56, 34, 53, 46, 42, 50, 36, 29, 32,
};
static const uint8_t permutation[32] = {
    16,  7, 20, 21, 29, 12, 28, 17,  1, 15, 23, 26,  5, 18, 31, 10,
     2,  8, 24, 14, 32, 27,  3,  9, 19, 13, 30,  6, 22, 11,  4, 25,
};
/* A row is sixteen digits. */
static const uint64_t boxes[BOXES][4] = {
    { 0xe4d12fb83a6c5907, 0x0f74e2d1a6cb9538,
      0x41e8d62bfc973a50, 0xfc8249175b3ea06d },
    { 0xf18e6b34972dc05a, 0x3d47f28ec01a69b5,
      0x0e7ba4d158c6932f, 0xd8a13f42b67c05e9 },
    { 0xa09e63f51dc7b428, 0xd709346a285ecbf1,
      0xd6498f30b12c5ae7, 0x1ad069874fe3b52c },
    { 0x7de3069a1285bc4f, 0xd8b56f03472c1ae9,
      0xa690cb7df13e5284, 0x3f06a1d8945bc72e },
    { 0x2c417ab6853fd0e9, 0xeb2c47d150fa3986,
      0x421bad78f9c5630e, 0xb8c71e2d6f09a453 },
    { 0xc1af92680d34e75b, 0xaf427c9561de0b38,
      0x9ef528c3704a1db6, 0x432c95fabe17608d },
    { 0x4b2ef08d3c975a61, 0xd0b7491ae35c2f86,
      0x14bdc37eaf680592, 0x6bd814a7950fe23c },
    { 0xd2846fb1a93e50c7, 0x1fd8a374c56b0e92,
      0x7b419ce206adf358, 0x21e74a8dfc90356b },
};

/* Bits of a value of @width that @table names. */
static uint64_t choose(uint64_t from, unsigned width, const uint8_t *table,
                       unsigned count)
{
    uint64_t to = 0;

    for (unsigned i = 0; i < count; i++) {
        to = to << 1 | (from >> (width - table[i]) & 1);
    }
    return to;
}

static uint64_t get_block(const uint8_t *p)
{
    uint64_t v = 0;

    for (unsigned i = 0; i < BLOCK; i++) {
        v = v << 8 | p[i];
    }
    return v;
}

static void put_block(uint8_t *p, uint64_t v)
{
    for (unsigned i = BLOCK; i--; v >>= 8) {
        p[i] = v;
    }
}

/* Bit @i of the first permutation's result, from 0. */
static unsigned first_bit(unsigned i)
{
    return (i < 32 ? 58 + i / 8 * 2 : 57 + (i - 32) / 8 * 2) - i % 8 * 8;
}

static uint64_t permute_first(uint64_t v)
{
    uint64_t to = 0;

    for (unsigned i = 0; i < 64; i++) {
        to = to << 1 | (v >> (64 - first_bit(i)) & 1);
    }
    return to;
}

static uint64_t permute_last(uint64_t v)
{
    uint64_t to = 0;

    for (unsigned i = 0; i < 64; i++) {
        to |= (v >> (63 - i) & 1) << (64 - first_bit(i));
    }
    return to;
}

static uint32_t rotate(uint32_t v, unsigned n)
{
    n &= 31;
    return n ? v << n | v >> (32 - n) : v;
}

static unsigned reverse_six(unsigned v)
{
    unsigned r = 0;

    for (unsigned i = 0; i < 6; i++, v >>= 1) {
        r = r << 1 | (v & 1);
    }
    return r;
}

/*
 * doc (results of the interface's own tests): two words a round, the parts
 * for odd boxes and for even ones, each part with its bits the other way
 * round.
 */
static const uint8_t turned[2] = { 2, 6 };

static void des_key(uint32_t *table, const uint8_t *key)
{
    uint64_t cd = choose(get_block(key), 64, choice_1, 56), k;
    uint32_t c = cd >> 28, d = cd & 0xfffffff;

    for (unsigned r = 0; r < ROUNDS; r++, table += 2) {
        unsigned n = r < 2 || r == 8 || r == 15 ? 1 : 2;

        c = (c << n | c >> (28 - n)) & 0xfffffff;
        d = (d << n | d >> (28 - n)) & 0xfffffff;
        k = choose((uint64_t)c << 28 | d, 56, choice_2, 48);
        table[0] = table[1] = 0;
        for (unsigned b = BOXES; b--; k >>= 6) {
            table[b & 1] |= reverse_six(k & SIX) << 8 * (b / 2);
        }
        table[0] = rotate(table[0], turned[0]);
        table[1] = rotate(table[1], turned[1]);
    }
}

static uint32_t des_round(uint32_t right, const uint32_t *key)
{
    uint32_t parts[2] = {
        rotate(key[0], 32 - turned[0]), rotate(key[1], 32 - turned[1]),
    };
    uint32_t to = 0;

    for (unsigned b = 0; b < BOXES; b++) {
        unsigned v = rotate(right, 31 + 4 * b) >> 26;
        unsigned row, column;

        v ^= reverse_six(parts[b & 1] >> 8 * (b / 2) & SIX);
        row = (v >> 4 & 2) | (v & 1);
        column = v >> 1 & 15;
        to = to << 4 | (boxes[b][row] >> (60 - 4 * column) & 15);
    }
    return choose(to, 32, permutation, 32);
}

static uint64_t des(uint64_t block, const uint32_t *table, bool encrypt)
{
    uint64_t v = permute_first(block);
    uint32_t left = v >> 32, right = v, t;

    for (unsigned r = 0; r < ROUNDS; r++) {
        t = left ^ des_round(right, table +
                                    2 * (encrypt ? r : ROUNDS - 1 - r));
        left = right;
        right = t;
    }
    return permute_last((uint64_t)right << 32 | left);
}

enum { TABLE = 2 * ROUNDS, ENCRYPT = 1 };

/* doc (its tests): operations that are neither encrypt with one key. */
static uint64_t crypt(uint32_t cipher, uint64_t block, const uint32_t *table,
                      uint32_t operation)
{
    bool encrypt = operation == ENCRYPT;
    unsigned first = encrypt ? 0 : 2;

    if (!cipher) {
        return des(block, table, operation);
    }
    block = des(block, table + first * TABLE, encrypt);
    block = des(block, table + TABLE, !encrypt);
    return des(block, table + (2 - first) * TABLE, encrypt);
}

/* The lowest bit of each byte makes the number of ones odd. */
void STDCALL XcDESKeyParity(uint8_t *key, uint32_t size)
{
    for (; size; size--, key++) {
        *key = (*key & ~1) | !(__builtin_parity(*key & ~1));
    }
}

/* @cipher: 0 DES, others three keys. */
void STDCALL XcKeyTable(uint32_t cipher, uint32_t *table, const uint8_t *key)
{
    for (unsigned i = 0; i < (cipher ? 3 : 1); i++) {
        des_key(table + i * TABLE, key + i * KEY);
    }
}

void STDCALL XcBlockCrypt(uint32_t cipher, uint8_t *to, const uint8_t *from,
                          const uint32_t *table, uint32_t operation)
{
    put_block(to, crypt(cipher, get_block(from), table, operation));
}

typedef struct CbcArgs {
    uint32_t cipher, size;              /* bytes, whole blocks */
    uint8_t *to;
    const uint8_t *from;
    const uint32_t *table;
    uint32_t operation;
    uint8_t *feedback;
} CbcArgs;

void STDCALL XcBlockCryptCBC(CbcArgs a)
{
    uint64_t last = get_block(a.feedback);

    for (uint32_t at = 0; at + BLOCK <= a.size; at += BLOCK) {
        uint64_t v = get_block(a.from + at), done;

        if (a.operation == ENCRYPT) {
            last = done = crypt(a.cipher, v ^ last, a.table, ENCRYPT);
        } else {
            done = crypt(a.cipher, v, a.table, 0) ^ last;
            last = v;
        }
        put_block(a.to + at, done);
    }
    put_block(a.feedback, last);
}

/* doc: its tests; no service is known. */
uint32_t STDCALL XcCryptService(uint32_t operation, void *arguments)
{
    return 0;
}
