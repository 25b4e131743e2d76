/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Counted strings, status codes as the other numbers, exceptions' end. */
#include "calls.h"
#include "kernel.h"

void STDCALL RtlInitAnsiString(String *s, const char *text)
{
    size_t n = text ? str_length(text) : 0;

    n = n > 0xfffe ? 0xfffe : n;
    s->length = n;
    s->maximum = text ? n + 1 : 0;
    s->text = (char *)text;
}

void STDCALL RtlInitUnicodeString(WideString *s, const uint16_t *text)
{
    size_t n = 0;

    while (text && text[n] && n < 0x7ffe) {
        n++;
    }
    s->length = n * 2;
    s->maximum = text ? n * 2 + 2 : 0;
    s->text = (uint16_t *)text;
}

/* Latin 1; the capital of the last letter is none of it [hw]. */
uint8_t STDCALL RtlUpperChar(uint8_t c)
{
    return c == 0xff ? '?' : (c >= 'a' && c <= 'z') ||
           (c >= 0xe0 && c != 0xf7) ? c - 0x20 : c;
}

uint8_t STDCALL RtlLowerChar(uint8_t c)
{
    return (c >= 'A' && c <= 'Z') ||
           (c >= 0xc0 && c <= 0xde && c != 0xd7) ? c + 0x20 : c;
}

int32_t STDCALL RtlCompareString(const String *a, const String *b,
                                 uint8_t no_case)
{
    uint32_t n = a->length < b->length ? a->length : b->length;

    for (uint32_t i = 0; i < n; i++) {
        uint8_t x = no_case ? RtlUpperChar(a->text[i]) : a->text[i];
        uint8_t y = no_case ? RtlUpperChar(b->text[i]) : b->text[i];

        if (x != y) {
            return x - y;
        }
    }
    return a->length - b->length;
}

uint8_t STDCALL RtlEqualString(const String *a, const String *b,
                               uint8_t no_case)
{
    return a->length == b->length && !RtlCompareString(a, b, no_case);
}

void STDCALL RtlCopyString(String *to, const String *from)
{
    uint32_t n = from ? from->length : 0;

    n = n > to->maximum ? to->maximum : n;
    memmove(to->text, from ? from->text : NULL, n);
    to->length = n;
}

Status STDCALL RtlAppendStringToString(String *to, const String *from)
{
    if (from->length > to->maximum - to->length) {
        return STATUS_BUFFER_TOO_SMALL;
    }
    memmove(to->text + to->length, from->text, from->length);
    to->length += from->length;
    return STATUS_SUCCESS;
}

void STDCALL RtlUpperString(String *to, const String *from)
{
    uint32_t n = from->length < to->maximum ? from->length : to->maximum;

    for (uint32_t i = 0; i < n; i++) {
        to->text[i] = RtlUpperChar(from->text[i]);
    }
    to->length = n;
}

Status STDCALL RtlAnsiStringToUnicodeString(WideString *to,
                                            const String *from,
                                            uint8_t allocate)
{
    uint32_t n = from->length * 2 + 2;

    if (n > 0xffff) {
        return STATUS_INVALID_PARAMETER_2;
    }
    if (allocate) {
        to->text = pool_take(n);
        to->maximum = to->text ? n : 0;
        if (!to->text) {
            return STATUS_NO_MEMORY;
        }
    }
    if (n > to->maximum) {
        return STATUS_BUFFER_OVERFLOW;
    }
    for (uint32_t i = 0; i < from->length; i++) {
        to->text[i] = (uint8_t)from->text[i];
    }
    to->text[from->length] = 0;
    to->length = n - 2;
    return STATUS_SUCCESS;
}

/* What has no room is left out, and said so; the zero at the end has. */
Status STDCALL RtlUnicodeStringToAnsiString(String *to, const WideString *from,
                                            uint8_t allocate)
{
    uint32_t n = from->length / 2;
    Status s = STATUS_SUCCESS;

    if (allocate) {
        to->text = pool_take(n + 1);
        to->maximum = to->text ? n + 1 : 0;
        if (!to->text) {
            return STATUS_NO_MEMORY;
        }
    }
    if (n + 1 > to->maximum) {
        if (!to->maximum) {
            return STATUS_BUFFER_OVERFLOW;
        }
        n = to->maximum - 1;
        s = STATUS_BUFFER_OVERFLOW;
    }
    for (uint32_t i = 0; i < n; i++) {
        to->text[i] = from->text[i] < 256 ? from->text[i] : '?';
    }
    to->text[n] = 0;
    to->length = n;
    return s;
}

void STDCALL RtlFreeAnsiString(String *s)
{
    pool_give(s->text);
    memset(s, 0, sizeof(*s));
}

void STDCALL RtlFreeUnicodeString(WideString *s)
{
    pool_give(s->text);
    memset(s, 0, sizeof(*s));
}

/* doc: the other system's numbers for what programs may meet here */
uint32_t STDCALL RtlNtStatusToDosError(Status status)
{
    static const struct { Status status; uint32_t error; } rows[] = {
        { STATUS_SUCCESS, 0 }, { STATUS_TIMEOUT, 258 },
        { STATUS_OBJECT_NAME_EXISTS, 183 },
        { STATUS_NO_MORE_FILES, 18 }, { STATUS_NO_MORE_ENTRIES, 259 },
        { STATUS_NOT_IMPLEMENTED, 1 }, { STATUS_INFO_LENGTH_MISMATCH, 24 },
        { STATUS_INVALID_HANDLE, 6 }, { STATUS_INVALID_PARAMETER, 87 },
        { STATUS_NO_SUCH_FILE, 2 }, { STATUS_INVALID_DEVICE_REQUEST, 1 },
        { STATUS_END_OF_FILE, 38 }, { STATUS_NO_MEMORY, 8 },
        { STATUS_CONFLICTING_ADDRESSES, 487 },
        { STATUS_UNABLE_TO_FREE_VM, 87 },
        { STATUS_INVALID_PAGE_PROTECTION, 87 },
        { STATUS_MUTANT_NOT_OWNED, 288 },
        { STATUS_SEMAPHORE_LIMIT_EXCEEDED, 298 },
        { STATUS_BUFFER_TOO_SMALL, 122 },
        { STATUS_OBJECT_TYPE_MISMATCH, 6 },
        { STATUS_OBJECT_NAME_INVALID, 123 },
        { STATUS_OBJECT_NAME_NOT_FOUND, 2 },
        { STATUS_OBJECT_NAME_COLLISION, 183 },
        { STATUS_OBJECT_PATH_NOT_FOUND, 3 }, { STATUS_DISK_FULL, 112 },
        { STATUS_INSUFFICIENT_RESOURCES, 1450 },
        { STATUS_MEMORY_NOT_ALLOCATED, 487 },
        { STATUS_MEDIA_WRITE_PROTECTED, 19 },
        { STATUS_FILE_IS_A_DIRECTORY, 5 },
        { STATUS_INVALID_PARAMETER_MIX, 87 },
        { STATUS_DIRECTORY_NOT_EMPTY, 145 },
        { STATUS_FILE_CORRUPT_ERROR, 1392 },
        { STATUS_NOT_A_DIRECTORY, 267 },
        { STATUS_UNRECOGNIZED_VOLUME, 1005 },
        { STATUS_NO_MEDIA_IN_DEVICE, 1112 }, { STATUS_BUFFER_OVERFLOW, 234 },
        { STATUS_IO_DEVICE_ERROR, 1117 },
    };

    for (unsigned i = 0; i < ARRAY_SIZE(rows); i++) {
        if (rows[i].status == status) {
            return rows[i].error;
        }
    }
    return 317;                         /* no number for it */
}

/* --- exceptions of programs are not handed to them --- */

void STDCALL RtlAssert(const char *what, const char *file, uint32_t line,
                       const char *text)
{
    fatal("%s:%u: assertion failed: %s (%s)", file ? file : "?", line,
          what ? what : "?", text ? text : "");
}

void STDCALL DbgBreakPointWithStatus(Status status)
{
    DbgBreakPoint();
}

void STDCALL DbgBreakPoint(void)
{
    print("kernel: break point at %p\n", __builtin_return_address(0));
}
