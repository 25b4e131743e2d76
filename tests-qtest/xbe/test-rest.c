/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Settings, buses, strings. */
#include "tap.h"

static bool same_text(const char *a, const char *b)
{
    while (*a && *a == *b) {
        a++;
        b++;
    }
    return *a == *b;
}

static void settings(void)
{
    uint32_t type = 0, value = 0, size = 0;
    uint8_t mac[6], all[96];

    same(kernel.ExQueryNonVolatileSetting(0x103, &type, &value, 4, &size), 0,
         "the video standard");
    ok(type == 4 && size == 4 && (value & 0xff) == 0 && value >> 8 & 3,
       "is a number");
    same(kernel.ExQueryNonVolatileSetting(0x101, &type, mac, 6, &size), 0,
         "the MAC address");
    ok(type == 3 && size == 6 && !(mac[0] & 1), "is one station's");
    same(kernel.ExQueryNonVolatileSetting(0x101, &type, mac, 5, &size),
         0xc0000023, "it has six bytes");
    same(kernel.ExQueryNonVolatileSetting(0x77, &type, mac, 6, &size),
         0xc0000034, "no such setting");
    same(kernel.ExQueryNonVolatileSetting(0xff, &type, all, 96, &size), 0,
         "all of a user's settings");
    ok(size == 96 && all[0x90 - 0x60] == 1, "from their sum on");
    value = 2;
    same(kernel.ExSaveNonVolatileSetting(7, 4, &value, 4), 0, "a language");
    value = 0;
    kernel.ExQueryNonVolatileSetting(7, &type, &value, 4, NULL);
    same(value, 2, "is kept");
    same(kernel.HalReadSMBusValue(0xa8, 0x90, false, &value), 0,
         "in the EEPROM");
    same(value, 2, "itself");
}

static void buses(void)
{
    uint32_t id = 0, value = 0;
    uint16_t vendor = 0;

    kernel.HalReadWritePCISpace(0, 1, 0, &id, 4, false);
    same(id, 0x01b210de, "the LPC bridge");
    kernel.HalReadWritePCISpace(0, 1 | 1 << 5, 2, &vendor, 2, false);
    same(vendor, 0x01b4, "the SMBus");
    kernel.HalReadWritePCISpace(1, 0, 0, &id, 4, false);
    same(id, 0x02a010de, "the GPU");
    same(kernel.HalReadSMBusValue(0x20, 4, false, &value), 0,
         "the controller answers");
    ok(value < 8, "with its cable");
    same(kernel.HalReadSMBusValue(0x30, 0, false, &value), 0xc0000185,
         "nobody answers");
    kernel.AvSendTVEncoderOption((void *)0xfd000000, 6, 0, &value);
    ok((value & 0xff) >= 1 && (value & 0xff) <= 6 && value >> 8 & 3,
       "capabilities name a cable and a region");
}

static void strings(void)
{
    char text[80];
    String s;

    kernel.RtlInitAnsiString(&s, "hello");
    ok(s.length == 5 && s.maximum == 6, "a counted string");
    same(kernel.RtlSnprintf(text, sizeof(text), "%d|%5u|%-4x|%08X|%s|%c|%%",
                            -7, 42, 0xab, 0xbeef, "abc", 'z'), 30,
         "a format's length");
    ok(same_text(text, "-7|   42|ab  |0000BEEF|abc|z|%"), "and text");
    kernel.RtlSnprintf(text, sizeof(text), "%.3s|%5s|%-5s|%+d|%#x|%hx",
                       "abcdef", "r", "l", 5, 255, 0x12345);
    ok(same_text(text, "abc|    r|l    |+5|0xff|2345"), "flags and widths");
    kernel.RtlSnprintf(text, sizeof(text), "%lld %llx %I64u",
                       -1234567890123ll, 0x123456789abcdefull, 1ull << 63);
    ok(same_text(text, "-1234567890123 123456789abcdef 9223372036854775808"),
       "64 bits");
    same(kernel.RtlSnprintf(text, 4, "abcdef"), 6, "what would be needed");
    ok(same_text(text, "abc"), "cut");
    same(kernel.RtlNtStatusToDosError(0xc0000034), 2, "an error's number");
    same(kernel.XeImageFileName->length > 0, 1, "the program has a name");
}

/* What programs end their text for a debugger with. */
static void debugger(void)
{
    String text = { 28, 28, "# text for a debugger, once\n." };

    __asm__ volatile("int $0x2d; int3" : : "a"(1), "c"(&text) : "memory");
    __asm__ volatile("int $0x2d; int3" : : "a"(3), "c"(0) : "memory");
    ok(true, "a debugger's services are passed over");
}

/* From RFC 3174 and RFC 2202. */
static void digests(void)
{
    static const uint8_t abc[4] = { 0xa9, 0x99, 0x3e, 0x36 };
    static const uint8_t as[4] = { 0x34, 0xaa, 0x97, 0x3c };
    static const uint8_t jefe[4] = { 0xef, 0xfc, 0xdf, 0x6a };
    uint8_t sha[116], digest[20];
    bool good;

    kernel.XcSHAInit(sha);
    kernel.XcSHAUpdate(sha, "abc", 3);
    kernel.XcSHAFinal(sha, digest);
    same(*(uint32_t *)digest, *(const uint32_t *)abc, "SHA-1 of abc");
    kernel.XcSHAInit(sha);
    for (int i = 0; i < 100000; i++) {
        kernel.XcSHAUpdate(sha, "aaaaaaaaaa", 10);
    }
    kernel.XcSHAFinal(sha, digest);
    same(*(uint32_t *)digest, *(const uint32_t *)as, "of a million a");
    kernel.XcHMAC("Jefe", 4, "what do ya want ", 16, "for nothing?", 12,
                  digest);
    good = *(uint32_t *)digest == *(const uint32_t *)jefe;
    ok(good, "HMAC of two parts");
}

static void interlocked(void)
{
    volatile uint32_t v = 5;

    same(kernel.InterlockedCompareExchange(&v, 9, 4), 5, "not exchanged");
    same(kernel.InterlockedCompareExchange(&v, 9, 5), 5, "exchanged");
    same(kernel.InterlockedIncrement(&v), 10, "one more");
}

/* Frames with pointers, whatever the compiler does elsewhere. */
static void __attribute__((noinline)) inner(void **direct, void **caller,
                                            void **next)
{
    direct[0] = __builtin_frame_address(0);
    direct[1] = __builtin_return_address(0);
    kernel.RtlGetCallersAddress(caller, next);
}

static void __attribute__((noinline)) frames(void)
{
    void *direct[2], *caller = NULL, *next = NULL, *found[8];
    uint32_t n, hash;

    found[0] = __builtin_frame_address(0);
    inner(direct, &caller, &next);
    ok(caller && caller == direct[1], "who called");
    ok(next && next == __builtin_return_address(0), "and who called that");
    n = kernel.RtlWalkFrameChain(found, 8, 0);
    ok(n >= 2 && n <= 8 && found[1] == next, "a chain of frames");
    n = kernel.RtlCaptureStackBackTrace(1, 1, &found[2], &hash);
    ok(n == 1 && found[2] == next && hash == (uint32_t)next, "part of it");
    same(kernel.RtlCaptureStackBackTrace(60, 60, found, &hash) & 0xffff, 0,
         "too many");
}

void test_rest(void)
{
    frames();
    settings();
    buses();
    strings();
    debugger();
    digests();
    interlocked();
}
