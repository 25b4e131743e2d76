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
    lists();
    questions();
}
