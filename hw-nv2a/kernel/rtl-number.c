/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Text as numbers, numbers of 64 bits. */
#include "calls.h"
#include "kernel.h"

/* Characters of one or two bytes; behind the last there are zeros. */
typedef struct Text {
    const void *from;
    bool wide;
    uint32_t length;
} Text;

static uint16_t character(const Text *t, uint32_t i)
{
    return i >= t->length ? 0 : t->wide ? ((const uint16_t *)t->from)[i] :
           ((const uint8_t *)t->from)[i];
}

static uint32_t digit_of(uint16_t c)
{
    return c >= '0' && c <= '9' ? c - '0' :
           c >= 'A' && c <= 'F' ? c - 'A' + 10 :
           c >= 'a' && c <= 'f' ? c - 'a' + 10 : 16;
}

/* 0b, 0o and 0x say the base if none is given. */
static Status to_integer(const Text *t, uint32_t base, uint32_t *value)
{
    uint32_t i = 0, v = 0, d;
    bool negative = false;

    while (i < t->length && character(t, i) <= ' ') {
        i++;
    }
    if (character(t, i) == '-' || character(t, i) == '+') {
        negative = character(t, i++) == '-';
    }
    if (!base) {
        uint16_t mark = character(t, i) == '0' ? character(t, i + 1) : 0;

        base = mark == 'x' ? 16 : mark == 'o' ? 8 : mark == 'b' ? 2 : 10;
        i += base == 10 ? 0 : 2;
    }
    if (base != 2 && base != 8 && base != 10 && base != 16) {
        return STATUS_INVALID_PARAMETER;
    }
    while ((d = digit_of(character(t, i))) < base) {
        v = v * base + d;
        i++;
    }
    *value = negative ? -v : v;
    return STATUS_SUCCESS;
}

Status STDCALL RtlUnicodeStringToInteger(const WideString *s, uint32_t base,
                                         uint32_t *value)
{
    return to_integer(&(Text) { s->text, true, s->length / 2 }, base, value);
}

Status STDCALL RtlCharToInteger(const char *text, uint32_t base,
                                uint32_t *value)
{
    return to_integer(&(Text) { text, false, str_length(text) }, base, value);
}

int64_t STDCALL RtlExtendedIntegerMultiply(int64_t a, int32_t b)
{
    return a * b;
}

/* Without signs, whatever the types say [hw: a public test's table]. */
uint64_t STDCALL RtlExtendedLargeIntegerDivide(uint64_t value, uint32_t by,
                                               uint32_t *remainder)
{
    uint32_t rest;

    if (!by) {
        RtlRaiseStatus(STATUS_INTEGER_DIVIDE_BY_ZERO);
    }
    rest = divide(&value, by);
    if (remainder) {
        *remainder = rest;
    }
    return value;
}

/* The upper 64 bits of a product of 128. */
static uint64_t high_product(uint64_t a, uint64_t b)
{
    uint64_t low = (uint64_t)(uint32_t)a * (uint32_t)b;
    uint64_t one = (uint64_t)(uint32_t)a * (uint32_t)(b >> 32);
    uint64_t two = (uint64_t)(uint32_t)(a >> 32) * (uint32_t)b;
    uint64_t middle = (low >> 32) + (uint32_t)one + (uint32_t)two;

    return (uint64_t)(uint32_t)(a >> 32) * (uint32_t)(b >> 32) +
           (one >> 32) + (two >> 32) + (middle >> 32);
}

/* By the reciprocal that the caller computed, and a shift (doc). */
int64_t STDCALL RtlExtendedMagicDivide(int64_t value, uint64_t magic,
                                       uint8_t shift)
{
    uint64_t size = value < 0 ? -(uint64_t)value : (uint64_t)value;

    size = shift < 64 ? high_product(size, magic) >> shift : 0;
    return value < 0 ? -size : size;
}
