/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Formatted text, on COM1 and into buffers. */
#include "kernel.h"
#include "ports.h"

enum { COM1 = 0x3f8, COM1_LINE_STATUS = COM1 + 5, COM1_EMPTY = 0x20 };

void print_init(void)
{
    out8(COM1 + 3, 0x83);               /* divisor: 115200 baud */
    out8(COM1 + 0, 1);
    out8(COM1 + 1, 0);
    out8(COM1 + 3, 3);                  /* 8n1, no interrupts */
    out8(COM1 + 4, 3);
}

static void put_serial(char c)
{
    unsigned tries = 100000;

    /* Without a port the status reads all ones; never wait for ever. */
    while (!(in8(COM1_LINE_STATUS) & COM1_EMPTY) && --tries) {
    }
    out8(COM1, c);
}

typedef struct Sink {
    char *to;                           /* NULL: COM1 */
    size_t size, used;
} Sink;

static void put(Sink *s, char c)
{
    if (!s->to) {
        put_serial(c);
    } else if (s->used + 1 < s->size) {
        s->to[s->used] = c;
    }
    s->used++;
}

typedef struct Spec {
    bool left, zero, plus, space, other_form, precise;
    int width, precision;
    int size;                           /* of a number: 2, 4 or 8 bytes */
    bool wide;                          /* text of 16-bit characters */
    char kind;
} Spec;

static void put_field(Sink *s, const Spec *f, const char *prefix,
                      const char *text, int length)
{
    int pad = f->width - length - (int)str_length(prefix);
    bool zeros = f->zero && !f->left && !f->precise && f->kind != 's';

    for (; pad > 0 && !f->left && !zeros; pad--) {
        put(s, ' ');
    }
    while (*prefix) {
        put(s, *prefix++);
    }
    for (; pad > 0 && !f->left; pad--) {
        put(s, '0');
    }
    while (length-- > 0) {
        put(s, *text++);
    }
    for (; pad > 0; pad--) {
        put(s, ' ');
    }
}

static void put_number(Sink *s, const Spec *f, uint64_t v, bool negative)
{
    const char *digits = f->kind == 'X' ? "0123456789ABCDEF" :
                                          "0123456789abcdef";
    unsigned base = f->kind == 'o' ? 8 :
                    f->kind == 'd' || f->kind == 'u' ? 10 : 16;
    char text[72], *p = text + sizeof(text);
    int least = f->precise ? f->precision : 1;
    const char *prefix = negative ? "-" : f->plus ? "+" : f->space ? " " : "";

    if (f->other_form && base == 16 && v) {
        prefix = f->kind == 'X' ? "0X" : "0x";
    }
    if (f->kind == 'u') {
        prefix = "";
    }
    least = least > 60 ? 60 : least;
    while (v || text + sizeof(text) - p < least) {
        *--p = digits[divide(&v, base)];
    }
    put_field(s, f, prefix, p, text + sizeof(text) - p);
}

static const char *parse(const char *p, Spec *f, va_list *args)
{
    for (;; p++) {
        switch (*p) {
        case '-':
            f->left = true;
            continue;
        case '0':
            f->zero = true;
            continue;
        case '+':
            f->plus = true;
            continue;
        case ' ':
            f->space = true;
            continue;
        case '#':
            f->other_form = true;
            continue;
        }
        break;
    }
    if (*p == '*') {
        f->width = va_arg(*args, int);
        p++;
    }
    for (; *p >= '0' && *p <= '9'; p++) {
        f->width = (f->width * 10 + *p - '0') & 0xffff;
    }
    if (*p == '.') {
        f->precise = true;
        if (*++p == '*') {
            f->precision = va_arg(*args, int);
            p++;
        }
        for (; *p >= '0' && *p <= '9'; p++) {
            f->precision = (f->precision * 10 + *p - '0') & 0xffff;
        }
    }
    if (p[0] == 'I' && p[1] == '6' && p[2] == '4') {
        f->size = 8;
        p += 3;
    }
    for (; *p == 'l' || *p == 'h' || *p == 'z' || *p == 'w'; p++) {
        f->size = *p == 'h' ? 2 : p[0] == 'l' && p[1] == 'l' ? 8 : f->size;
        f->wide |= *p == 'l' || *p == 'w';
    }
    return p;
}

static void put_text(Sink *s, const Spec *f, const void *text, bool wide)
{
    const char *p = text ? text : "(null)";
    unsigned step = wide && text ? 2 : 1;
    Spec plain = *f;
    int n = 0;

    plain.kind = 's';
    while ((!f->precise || n < f->precision) && p[n * step]) {
        n++;
    }
    if (step == 1) {
        put_field(s, &plain, "", p, n);
        return;
    }
    for (int i = 0; i < n; i++) {
        put(s, p[i * 2]);
    }
}

static void put_string(Sink *s, const Spec *f, const String *text)
{
    Spec limited = *f;

    limited.precise = true;
    limited.precision = text ? text->length : 6;
    put_text(s, &limited, text ? text->text : NULL, false);
}

static void put_argument(Sink *s, Spec *f, va_list *args)
{
    uint64_t v;
    char c;

    switch (f->kind) {
    case 'c': case 'C':
        c = va_arg(*args, int);
        put_field(s, f, "", &c, 1);
        return;
    case 's':
        put_text(s, f, va_arg(*args, const void *), f->wide);
        return;
    case 'S':
        put_text(s, f, va_arg(*args, const void *), true);
        return;
    case 'Z':
        put_string(s, f, va_arg(*args, const String *));
        return;
    case 'p':
        f->size = 4;
        f->precise = true;
        f->precision = 8;
        break;
    case 'd': case 'i': case 'u': case 'x': case 'X': case 'o':
        break;
    default:
        put(s, '%');
        put(s, f->kind);
        return;
    }
    v = f->size == 8 ? va_arg(*args, uint64_t) : va_arg(*args, uint32_t);
    if (f->kind == 'd' || f->kind == 'i') {
        int64_t n = f->size == 8 ? (int64_t)v :
                    f->size == 2 ? (int16_t)v : (int32_t)v;

        f->kind = 'd';
        put_number(s, f, n < 0 ? -(uint64_t)n : (uint64_t)n, n < 0);
        return;
    }
    put_number(s, f, f->size == 2 ? (uint16_t)v : v, false);
}

static int format_to(Sink *s, const char *p, va_list args)
{
    va_list copy;

    va_copy(copy, args);
    for (; *p; p++) {
        Spec f = { .size = 4 };

        if (*p != '%') {
            put(s, *p);
            continue;
        }
        p = parse(p + 1, &f, &copy);
        f.kind = *p;
        if (!*p) {
            break;
        }
        if (*p == '%') {
            put(s, '%');
            continue;
        }
        put_argument(s, &f, &copy);
    }
    va_end(copy);
    if (s->to && s->size) {
        s->to[s->used < s->size ? s->used : s->size - 1] = 0;
    }
    return s->used;
}

int format_text(char *to, size_t size, const char *format, va_list args)
{
    Sink s = { .to = to, .size = size };

    return format_to(&s, format, args);
}

void print(const char *format, ...)
{
    Sink s = { 0 };
    va_list args;

    va_start(args, format);
    format_to(&s, format, args);
    va_end(args);
}

/* A line of several threads stays whole as long as each call is one. */
uint32_t DbgPrint(const char *format, ...)
{
    uint32_t flags = lock();
    Sink s = { 0 };
    va_list args;

    va_start(args, format);
    format_to(&s, format, args);
    va_end(args);
    unlock(flags);
    return STATUS_SUCCESS;
}

int RtlVsnprintf(char *to, uint32_t size, const char *format, va_list args)
{
    return format_text(to, size, format, args);
}

int RtlVsprintf(char *to, const char *format, va_list args)
{
    return format_text(to, SIZE_MAX / 2, format, args);
}

int RtlSnprintf(char *to, uint32_t size, const char *format, ...)
{
    va_list args;
    int n;

    va_start(args, format);
    n = format_text(to, size, format, args);
    va_end(args);
    return n;
}

int RtlSprintf(char *to, const char *format, ...)
{
    va_list args;
    int n;

    va_start(args, format);
    n = format_text(to, SIZE_MAX / 2, format, args);
    va_end(args);
    return n;
}
