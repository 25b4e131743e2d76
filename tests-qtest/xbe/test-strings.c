/* SPDX-License-Identifier: GPL-2.0-or-later */
/* 16-bit strings, numbers, lists that interrupts may touch. */
#include "tap.h"

static void make(WideString *s, uint16_t *text, uint32_t room,
                 const char *from)
{
    uint32_t n = 0;

    for (; from[n]; n++) {
        text[n] = (uint8_t)from[n];
    }
    *s = (WideString) { 2 * n, 2 * room, text };
}

static bool is(const WideString *s, const char *text)
{
    uint32_t n = 0;

    for (; text[n]; n++) {
        if (2 * n >= s->length || s->text[n] != (uint8_t)text[n]) {
            return false;
        }
    }
    return s->length == 2 * n;
}

static void wide(void)
{
    uint16_t x[16], y[16], zero = 0;
    WideString a, b, c;

    make(&a, x, 16, "Stra\xdf" "e\xe9");
    make(&b, y, 16, "STRA\xdf" "E\xc9");
    ok(kernel.RtlCompareUnicodeString(&a, &b, false) > 0, "a case differs");
    same(kernel.RtlCompareUnicodeString(&a, &b, true), 0, "or does not");
    same(kernel.RtlUpcaseUnicodeString(&c, &a, true), 0, "upper case");
    ok(is(&c, "STRA\xdf" "E\xc9"), "of Latin letters");
    kernel.RtlFreeUnicodeString(&c);
    make(&a, x, 4, "ab");
    make(&b, y, 16, "cd");
    same(kernel.RtlAppendUnicodeStringToString(&a, &b), 0, "one behind the "
         "other");
    ok(is(&a, "abcd"), "as long as there is room");
    same(kernel.RtlAppendUnicodeStringToString(&a, &b), 0xc0000023, "which "
         "ends");
    ok(kernel.RtlCreateUnicodeString(&c, &zero) && c.length == 0,
       "an empty one");
    kernel.RtlFreeUnicodeString(&c);
}

static void numbers(void)
{
    static const uint32_t words[4] = { 7, 7, 7, 8 };
    uint16_t x[16], y[16];
    uint32_t value = 0;
    char text[9] = "........";
    WideString a, b;

    make(&a, x, 16, " -0x1F,");
    same(kernel.RtlUnicodeStringToInteger(&a, 0, &value), 0, "a number");
    same(value, -31, "with sign and base");
    same(kernel.RtlUnicodeStringToInteger(&a, 7, &value), 0xc000000d,
         "no such base");
    make(&b, y, 16, "");
    same(kernel.RtlIntegerToUnicodeString(255, 16, &b), 0, "and back");
    ok(is(&b, "FF"), "as digits");
    same(kernel.RtlIntegerToChar(1234, 10, 3, text), 0x80000005, "no room");
    same(kernel.RtlIntegerToChar(1234, 10, 4, text), 0, "just enough");
    ok(text[0] == '1' && text[3] == '4' && text[4] == '.', "and no more");
    same(kernel.RtlCompareMemoryUlong(words, 16, 7), 12, "equal words");
}

static void letters(void)
{
    uint16_t x[16];
    char text[5] = "....", upper[4] = "....";
    WideString wide;
    String a = { 0, sizeof(text), text }, b = { 0, 3, upper };

    ok(kernel.RtlUpperChar(0xe9) == 0xc9 && kernel.RtlUpperChar(0xf7) == 0xf7
       && kernel.RtlUpperChar(0xff) == '?', "capitals of Latin 1");
    ok(kernel.RtlLowerChar(0xc9) == 0xe9 && kernel.RtlLowerChar(0xd7) == 0xd7,
       "and small ones");
    make(&wide, x, 16, "Xbox one");
    x[1] = 0x100;
    same(kernel.RtlUnicodeStringToAnsiString(&a, &wide, false), 0x80000005,
         "no room for all");
    ok(a.length == 4 && text[0] == 'X' && text[1] == '?' && text[2] == 'o' &&
       text[4] == 0, "what has room is there");
    kernel.RtlUpperString(&b, &a);
    ok(b.length == 3 && upper[0] == 'X' && upper[2] == 'O' && upper[3] == '.',
       "in capitals");
    same(kernel.RtlAnsiStringToUnicodeString(&(WideString) { 0, 4, x }, &a,
                                             false), 0x80000005, "nor here");
}

static void wide_numbers(void)
{
    static const uint32_t rights[4] = { 1, 2, 4, 8 };
    uint32_t value = 0, rest;

    same(kernel.RtlCharToInteger("  +0b101x", 0, &value), 0, "a number");
    same(value, 5, "in binary");
    same(kernel.RtlCharToInteger("-20", 8, &value), 0, "and one");
    same(value, -16, "with a base");
    same(kernel.RtlCharToInteger("1", 1, &value), 0xc000000d, "but not 1");
    ok(kernel.RtlExtendedIntegerMultiply(-5000000000ll, 7) == -35000000000ll,
       "a product");
    ok(kernel.RtlExtendedLargeIntegerDivide(-300ll, 8, &rest) ==
       0x1fffffffffffffdaull && rest == 4, "a quotient without signs");
    ok(kernel.RtlExtendedLargeIntegerDivide(-300ll, -8, NULL) ==
       0x100000007ull, "nor a rest");
    ok(kernel.RtlExtendedMagicDivide(-86400000ll * 3, 0xc6d750ebfa67b90eull,
                                     26) == -3, "milliseconds as days");
    value = 0xa0000000;
    kernel.RtlMapGenericMask(&value, rights);
    same(value, 5, "rights for reading and executing");
}

static void lists(void)
{
    uint64_t value = 0x100000000ull, wanted = 5, expected = 0x100000000ull;
    struct { void *first; uint32_t depth; } head = { NULL, 0 };
    void *single[2] = { NULL, NULL };
    List ring = { &ring, &ring }, a, b;

    ok(!kernel.ExfInterlockedInsertTailList(&ring, &a), "an empty list");
    ok(kernel.ExfInterlockedInsertHeadList(&ring, &b) == &a, "had one");
    ok(kernel.ExfInterlockedRemoveHeadList(&ring) == &b &&
       kernel.ExfInterlockedRemoveHeadList(&ring) == &a &&
       !kernel.ExfInterlockedRemoveHeadList(&ring), "in order, then none");
    ok(!kernel.InterlockedPushEntrySList(&head, &single[0]) &&
       kernel.InterlockedPushEntrySList(&head, &single[1]) == &single[0],
       "a stack");
    same(head.depth & 0xffff, 2, "of two");
    ok(kernel.InterlockedPopEntrySList(&head) == &single[1] &&
       kernel.InterlockedPopEntrySList(&head) == &single[0] &&
       !kernel.InterlockedPopEntrySList(&head), "the last one first");
    ok(kernel.ExInterlockedCompareExchange64(&value, &wanted, &expected) ==
       expected && value == 5, "64 bits exchanged");
    kernel.ExInterlockedCompareExchange64(&value, &expected, &expected);
    ok(value == 5, "or not");
}

static void questions(void)
{
    struct { int32_t count; uint8_t owned, abandoned; } mutant;
    int32_t semaphore[2] = { 0, 0 };
    int64_t now = 0;
    Handle m, s;

    kernel.NtCreateMutant(&m, NULL, true);
    kernel.NtCreateSemaphore(&s, NULL, 1, 4);
    same(kernel.NtQueryMutant(m, &mutant), 0, "a mutant asked");
    ok(mutant.count == 0 && mutant.owned && !mutant.abandoned, "is ours");
    same(kernel.NtQuerySemaphore(s, semaphore), 0, "a semaphore asked");
    ok(semaphore[0] == 1 && semaphore[1] == 4, "has its limit");
    same(kernel.NtSignalAndWaitForSingleObjectEx(m, s, 0, false, &now), 0,
         "one left, one taken");
    kernel.NtQueryMutant(m, &mutant);
    kernel.NtQuerySemaphore(s, semaphore);
    ok(mutant.count == 1 && !mutant.owned && semaphore[0] == 0, "at once");
    kernel.NtClose(m);
    kernel.NtClose(s);
}

void test_strings(void)
{
    wide();
    numbers();
    letters();
    wide_numbers();
    lists();
    questions();
}
