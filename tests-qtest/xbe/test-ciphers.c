/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Ciphers, powers of large numbers, signatures. */
#include "tap.h"

static bool same_bytes(const void *a, const void *b, uint32_t n)
{
    const uint8_t *x = a, *y = b;

    while (n && *x == *y) {
        n--;
        x++;
        y++;
    }
    return !n;
}

static bool digest_is(const void *data, uint32_t size, const char *digest)
{
    uint8_t sha[116], d[20];

    kernel.XcSHAInit(sha);
    kernel.XcSHAUpdate(sha, data, size);
    kernel.XcSHAFinal(sha, d);
    return same_bytes(d, digest, sizeof(d));
}

static void rc4(void)
{
    uint8_t state[258], text[] = "Plaintext";

    kernel.XcRC4Key(state, 3, "Key");
    kernel.XcRC4Crypt(state, 5, text);
    kernel.XcRC4Crypt(state, 4, text + 5);
    ok(same_bytes(text, "\xbb\xf3\x16\xe8\xd9\x40\xaf\x0a\xd3", 9),
       "RC4, in two parts");
}

/* Digests: what the interface's public tests expect of the hardware. */
static void blocks(void)
{
    uint8_t key[24], out[8], table[3 * 128] = { 0 };

    for (unsigned i = 0; i < sizeof(key); i++) {
        key[i] = 0x10 + i / 8 * 0x10 + i % 8;
    }
    kernel.XcDESKeyParity(key, sizeof(key));
    ok(same_bytes(key, "\x10\x10\x13\x13\x15\x15\x16\x16", 8),
       "parity of a key");
    kernel.XcKeyTable(0, table, key);
    ok(digest_is(table, 128, "\xf4\x45\x75\x1a\xbd\xe0\x89\x3b\xd8\x6f"
                 "\x5d\x02\xf3\x87\x83\x1f\x7d\xb8\x39\xc4"),
       "the table of one key");
    kernel.XcBlockCrypt(0, out, "Test\0\0\0", table, 1);
    ok(digest_is(out, 8, "\x2a\x6c\x52\x95\x2c\x94\x23\xe7\x88\x30"
                 "\x72\x85\xd4\xca\x40\xe4\x56\xe8\xb8\x60"), "DES");
    kernel.XcBlockCrypt(0, out, out, table, 0);
    ok(same_bytes(out, "Test\0\0\0", 8), "and back");
    kernel.XcKeyTable(1, table, key);
    ok(digest_is(table, sizeof(table), "\xc2\xcd\x96\x3a\x00\x63\x33\x82"
                 "\xeb\x7c\x25\x78\x8e\x4e\x47\xa6\x52\x72\x1f\xec"),
       "the table of three");
    kernel.XcBlockCrypt(1, out, "Test\0\0\0", table, 1);
    ok(digest_is(out, 8, "\x39\xfd\x7a\xbf\x54\xd2\x59\x30\xbd\x76"
                 "\xf1\xe3\x75\xe0\xb4\x95\xea\x49\x33\x60"), "3DES");
    kernel.XcBlockCrypt(1, out, out, table, 0);
    ok(same_bytes(out, "Test\0\0\0", 8), "and back");
    kernel.XcBlockCrypt(1, out, out, table, ~0u);
    ok(digest_is(out, 8, "\xda\x5d\x18\x4f\xd1\x0f\x2e\x33\xa1\xd1"
                 "\x29\xfe\x8b\x29\xc2\x7a\x48\x81\x3c\xa2"),
       "an operation that is none");
    kernel.XcKeyTable(0, table, "\x13\x34\x57\x79\x9b\xbc\xdf\xf1");
    kernel.XcBlockCrypt(0, out, "\x01\x23\x45\x67\x89\xab\xcd\xef", table,
                        1);
    ok(same_bytes(out, "\x85\xe8\x13\x54\x0f\x0a\xb4\x05", 8),
       "a textbook's example");
}

static void chains(void)
{
    uint8_t key[24], iv[8], out[16], table[3 * 128];
    const char *text = "Secret string\0\0";

    for (unsigned i = 0; i < sizeof(key); i++) {
        key[i] = 0x10 + i / 8 * 0x10 + i % 8;
    }
    memset(iv, 0xcc, sizeof(iv));
    kernel.XcKeyTable(1, table, key);
    kernel.XcBlockCryptCBC(1, 16, out, text, table, 1, iv);
    ok(same_bytes(out, "\x57\xc6\xd4\x85\xe4\x95\x76\xdb"
                  "\x88\x4f\xb6\xea\x03\xa2\x03\x13", 16),
       "blocks that depend on each other");
    ok(same_bytes(iv, out + 8, 8), "the next one's start");
    memset(iv, 0xcc, sizeof(iv));
    kernel.XcBlockCryptCBC(1, 16, out, out, table, 0, iv);
    ok(same_bytes(out, text, 16), "and back, in place");
}

/* To the power of p - 1 everything is 1 modulo a prime p. */
static void powers(void)
{
    uint32_t p[17], e[17], x[17];
    bool good = true;

    memset(p, 0xff, sizeof(p));
    p[16] = 0x1ff;                      /* 2 to the 521, - 1 */
    memcpy(e, p, sizeof(e));
    e[0]--;
    memset(x, 0, sizeof(x));
    for (unsigned i = 0; i < 4; i++) {
        x[i * 4] = 0x1234567 + i;
        same(kernel.XcModExp(x, x, e, p, 17), 1, "a power of 521 bits");
        for (unsigned k = 0; k < 17; k++) {
            good &= x[k] == (k == 0);
        }
    }
    ok(good, "is 1");
    x[0] = 0x10;
    e[0] = 0x20;
    p[0] = 0x30;
    kernel.XcModExp(x, x, e, p, 1);
    same(x[0], 0x10, "a power modulo an even number");
    e[0] = p[0] = 0;
    same(kernel.XcModExp(x, x, e, p, 1), 0, "none modulo 0");
    p[0] = 7;
    kernel.XcModExp(x, x, e, p, 1);
    same(x[0], 1, "to the power of 0");
    same(kernel.XcModExp(x, x, e, p, 0), 0, "nor of no words");
    same(kernel.XcModExp(x, x, e, p, 0x40000001), 0, "nor of too many");
}

typedef struct PublicKey {
    uint32_t magic, bytes, bits, most, exponent, modulus[32];
} PublicKey;

static void signatures(void)
{
    static PublicKey key = { 0x31415352, 136, 1024, 127, 65537, {
        0x220d1023, 0x9efe26b7, 0xd5e8944b, 0x3d08ef1b, 0xb8cb8fa7, 0x03fe1e5e,
        0x275dc46f, 0x3369c586, 0x6078076b, 0x3a1f98f2, 0x84e31d94, 0xb3b57d69,
        0x065bc04b, 0xaa6731de, 0x6d2eda49, 0x01d412bd, 0xab9a1932, 0x886a975e,
        0x255e8779, 0x3d0873c9, 0x34e1f6c6, 0x817c3c49, 0x2e00efe2, 0x738f3bcf,
        0xac0d5e6b, 0xf13a813e, 0x6f795c64, 0x3b2ecbc0, 0xd27bae80, 0xa62ddeae,
        0x8b85042b, 0xae09f820,
    } };
    static uint32_t with[32] = {
        0xb29b6da4, 0x48492cf8, 0x2da7b29a, 0xd6885b24, 0xa19d9589, 0xbed07de5,
        0xa418b1f5, 0xa9dba09c, 0x0ac69a51, 0x59c14985, 0xf7b592d4, 0x7c93ee9d,
        0x3484fd19, 0xc2ff429f, 0xe55b231c, 0x24263748, 0xc6c4ef79, 0x61f689bc,
        0xf6cf8bae, 0x8d7583aa, 0x43138870, 0xc5943d4a, 0xb1a9f4a9, 0x1a39130d,
        0xf9718c6c, 0xe9125eeb, 0x1ec59683, 0xd9f95b10, 0x3e078e93, 0xbc0401da,
        0xb071a1ba, 0x72729d84,
    };
    static const uint32_t without[32] = {
        0xd6d57e1c, 0x5c32e6a0, 0xc9a6c553, 0x09e33715, 0x2b6c1b7d, 0x0a489670,
        0x56bb80b5, 0x5b81a70b, 0x0f74094d, 0x6c2defa8, 0x622c07b0, 0x3092fde8,
        0x96145fe9, 0xc726d4c9, 0x519dce34, 0x1ab5bc7d, 0xec5b34ef, 0x9e273433,
        0x920a2b7b, 0x68d86984, 0xff1c202b, 0x884bc9a9, 0xeeb8b224, 0x0ae35ba2,
        0x4d0178c2, 0x644826a9, 0x8f675f35, 0x42ee0c65, 0xcaeffed2, 0xa61448c9,
        0x237e1f8f, 0xa8098fc2,
    };
    uint8_t sha[116], digest[20];

    kernel.XcSHAInit(sha);
    kernel.XcSHAUpdate(sha, "abc", 3);
    kernel.XcSHAFinal(sha, digest);
    same(kernel.XcPKGetKeyLen(&key), 136, "a key's room");
    same(kernel.XcVerifyPKCS1Signature(with, &key, digest) & 0xff, 1,
         "a signature");
    same(kernel.XcVerifyPKCS1Signature(without, &key, digest) & 0xff, 1,
         "with less said of it");
    digest[3]++;
    same(kernel.XcVerifyPKCS1Signature(with, &key, digest) & 0xff, 0,
         "not of other data");
    digest[3]--;
    with[31] ^= 1;
    same(kernel.XcVerifyPKCS1Signature(with, &key, digest) & 0xff, 0,
         "nor another signature");
    key.magic++;
    same(kernel.XcPKEncPublic(&key, without, with), 0, "no key");
    key.magic--;
    key.bits = 0xfffffff0;
    same(kernel.XcVerifyPKCS1Signature(with, &key, digest) & 0xff, 0,
         "no such key");
}

void test_ciphers(void)
{
    rc4();
    blocks();
    chains();
    powers();
    signatures();
}
