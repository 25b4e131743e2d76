/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Strings of 16-bit characters; letters are those of Latin 1. */
#include "kernel.h"

uint16_t STDCALL RtlUpcaseUnicodeChar(uint16_t c)
{
    bool lower = (c >= 'a' && c <= 'z') ||
                 (c >= 0xe0 && c <= 0xfe && c != 0xf7);

    return lower ? c - 0x20 : c == 0xff ? 0x178 : c;
}

uint16_t STDCALL RtlDowncaseUnicodeChar(uint16_t c)
{
    bool upper = (c >= 'A' && c <= 'Z') ||
                 (c >= 0xc0 && c <= 0xde && c != 0xd7);

    return upper ? c + 0x20 : c;
}

int32_t STDCALL RtlCompareUnicodeString(const WideString *a,
                                        const WideString *b, uint8_t same_case)
{
    uint32_t na = a->length / 2, nb = b->length / 2;

    for (uint32_t i = 0; i < na && i < nb; i++) {
        uint16_t x = a->text[i], y = b->text[i];

        x = same_case ? RtlUpcaseUnicodeChar(x) : x;
        y = same_case ? RtlUpcaseUnicodeChar(y) : y;
        if (x != y) {
            return x - y;
        }
    }
    return a->length - b->length;
}

uint8_t STDCALL RtlEqualUnicodeString(const WideString *a, const WideString *b,
                                      uint8_t same_case)
{
    return a->length == b->length &&
           !RtlCompareUnicodeString(a, b, same_case);
}

void STDCALL RtlCopyUnicodeString(WideString *to, const WideString *from)
{
    uint32_t n = !from ? 0 : from->length < to->maximum ? from->length :
                                                          to->maximum;

    if (n) {
        memmove(to->text, from->text, n);
    }
    to->length = n;
    if (n + 2 <= to->maximum) {
        to->text[n / 2] = 0;
    }
}

static Status append(WideString *to, const uint16_t *text, uint32_t n)
{
    if (n + to->length > to->maximum) {
        return STATUS_BUFFER_TOO_SMALL;
    }
    memmove((uint8_t *)to->text + to->length, text, n);
    to->length += n;
    if (to->length + 2 <= to->maximum) {
        to->text[to->length / 2] = 0;
    }
    return STATUS_SUCCESS;
}

Status STDCALL RtlAppendUnicodeStringToString(WideString *to,
                                              const WideString *from)
{
    return append(to, from->text, from->length);
}

static uint32_t wide_length(const uint16_t *text)
{
    uint32_t n = 0;

    while (text && text[n]) {
        n++;
    }
    return n;
}

Status STDCALL RtlAppendUnicodeToString(WideString *to, const uint16_t *text)
{
    return append(to, text, 2 * wide_length(text));
}

uint8_t STDCALL RtlCreateUnicodeString(WideString *to, const uint16_t *text)
{
    uint32_t n = 2 * wide_length(text);

    to->text = n < 0xfffe ? pool_take(n + 2) : NULL;
    if (!to->text) {
        return false;
    }
    memcpy(to->text, text, n);
    to->length = n;
    to->maximum = n + 2;
    return true;
}

static Status convert(WideString *to, const WideString *from, bool allocate,
                      uint16_t STDCALL (*how)(uint16_t))
{
    if (allocate) {
        to->text = pool_take(from->length + 2);
        to->maximum = from->length;
    }
    if (!to->text) {
        return STATUS_NO_MEMORY;
    }
    if (from->length > to->maximum) {
        return STATUS_BUFFER_OVERFLOW;
    }
    for (uint32_t i = 0; i < from->length / 2u; i++) {
        to->text[i] = how(from->text[i]);
    }
    to->length = from->length;
    return STATUS_SUCCESS;
}

Status STDCALL RtlUpcaseUnicodeString(WideString *to, const WideString *from,
                                      uint8_t allocate)
{
    return convert(to, from, allocate, RtlUpcaseUnicodeChar);
}

Status STDCALL RtlDowncaseUnicodeString(WideString *to, const WideString *from,
                                        uint8_t allocate)
{
    return convert(to, from, allocate, RtlDowncaseUnicodeChar);
}

/* --- single bytes and 16 bits --- */

Status STDCALL RtlMultiByteToUnicodeN(uint16_t *to, uint32_t size,
                                      uint32_t *used, const uint8_t *from,
                                      uint32_t n)
{
    n = n < size / 2 ? n : size / 2;
    for (uint32_t i = 0; i < n; i++) {
        to[i] = from[i];
    }
    if (used) {
        *used = 2 * n;
    }
    return STATUS_SUCCESS;
}

Status STDCALL RtlMultiByteToUnicodeSize(uint32_t *size, const uint8_t *from,
                                         uint32_t n)
{
    *size = 2 * n;
    return STATUS_SUCCESS;
}

static uint8_t narrow(uint16_t c)
{
    return c < 256 ? c : '?';
}

Status STDCALL RtlUnicodeToMultiByteN(uint8_t *to, uint32_t size,
                                      uint32_t *used, const uint16_t *from,
                                      uint32_t bytes)
{
    uint32_t n = bytes / 2 < size ? bytes / 2 : size;

    for (uint32_t i = 0; i < n; i++) {
        to[i] = narrow(from[i]);
    }
    if (used) {
        *used = n;
    }
    return STATUS_SUCCESS;
}

Status STDCALL RtlUpcaseUnicodeToMultiByteN(uint8_t *to, uint32_t size,
                                            uint32_t *used,
                                            const uint16_t *from,
                                            uint32_t bytes)
{
    uint32_t n = bytes / 2 < size ? bytes / 2 : size;

    for (uint32_t i = 0; i < n; i++) {
        to[i] = narrow(RtlUpcaseUnicodeChar(from[i]));
    }
    if (used) {
        *used = n;
    }
    return STATUS_SUCCESS;
}

Status STDCALL RtlUnicodeToMultiByteSize(uint32_t *size, const uint16_t *from,
                                         uint32_t bytes)
{
    *size = bytes / 2;
    return STATUS_SUCCESS;
}

/* --- numbers --- */

/* Up to 32 digits; where the first is. */
static uint32_t digits(uint32_t value, uint32_t base, char text[33])
{
    uint32_t at = 32;

    text[at] = 0;
    do {
        uint32_t d = value % base;

        text[--at] = d < 10 ? '0' + d : 'A' + d - 10;
        value /= base;
    } while (value);
    return at;
}

static bool is_base(uint32_t *base)
{
    *base = *base ? *base : 10;
    return *base == 2 || *base == 8 || *base == 10 || *base == 16;
}

Status STDCALL RtlIntegerToChar(uint32_t value, uint32_t base, int32_t size,
                                char *to)
{
    char text[33];
    uint32_t at, n;

    if (!is_base(&base)) {
        return STATUS_INVALID_PARAMETER;
    }
    at = digits(value, base, text);
    n = 32 - at;
    if (size < 0 || n > (uint32_t)size) {
        return STATUS_BUFFER_OVERFLOW;
    }
    memcpy(to, text + at, n + (n < (uint32_t)size));
    return STATUS_SUCCESS;
}

Status STDCALL RtlIntegerToUnicodeString(uint32_t value, uint32_t base,
                                         WideString *to)
{
    char text[33];
    uint32_t at;

    if (!is_base(&base)) {
        return STATUS_INVALID_PARAMETER;
    }
    at = digits(value, base, text);
    if (2 * (32 - at) > to->maximum) {
        return STATUS_BUFFER_OVERFLOW;
    }
    to->length = 2 * (32 - at);
    for (uint32_t i = 0; at + i < 32; i++) {
        to->text[i] = text[at + i];
    }
    if (to->length + 2 <= to->maximum) {
        to->text[to->length / 2] = 0;
    }
    return STATUS_SUCCESS;
}

/* Bytes from the start that are this word again and again. */
uint32_t STDCALL RtlCompareMemoryUlong(const uint32_t *p, uint32_t size,
                                       uint32_t value)
{
    uint32_t n = 0;

    while (n < size / 4 && p[n] == value) {
        n++;
    }
    return 4 * n;
}
