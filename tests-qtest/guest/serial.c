/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * COM1 by polling, and a small printf.
 * Register use as every 16550 data sheet has it.
 */
#include "guest.h"

#define COM1 0x3f8

void serial_init(void)
{
    out8(COM1 + 1, 0);          /* no interrupts */
    out8(COM1 + 3, 0x80);       /* divisor latch */
    out8(COM1, 1);              /* 115200 */
    out8(COM1 + 1, 0);
    out8(COM1 + 3, 0x03);       /* 8n1 */
    out8(COM1 + 2, 0x07);       /* FIFOs on and empty */
    out8(COM1 + 4, 0x03);
}

static void put(char c)
{
    unsigned spin;

    for (spin = 0; !(in8(COM1 + 5) & 0x20) && spin < 1000000; spin++) {
        /* a port nobody empties must not stop the program */
    }
    out8(COM1, c);
}

bool serial_poll(void)
{
    return in8(COM1 + 5) & 1;
}

int serial_getc(void)
{
    while (!serial_poll()) {
        __asm__ volatile("pause");
    }
    return in8(COM1);
}

static void put_number(uint32_t v, unsigned base, unsigned width, char pad)
{
    char buf[12];
    unsigned n = 0;

    do {
        buf[n++] = "0123456789abcdef"[v % base];
        v /= base;
    } while (v);
    while (width > n) {
        put(pad);
        width--;
    }
    while (n) {
        put(buf[--n]);
    }
}

static void put_float(double d)
{
    uint32_t whole, milli;

    if (d != d) {
        print("nan");
        return;
    }
    if (d < 0) {
        put('-');
        d = -d;
    }
    if (d >= 2000000000.0) {
        print("huge");
        return;
    }
    d += 0.0005;
    whole = (uint32_t)(int32_t)d;
    milli = (uint32_t)(int32_t)((d - (double)(int32_t)whole) * 1000.0);
    put_number(whole, 10, 0, ' ');
    put('.');
    put_number(milli, 10, 3, '0');
}

void vprint(const char *fmt, va_list ap)
{
    for (; *fmt; fmt++) {
        unsigned width = 0;
        char pad = ' ';
        const char *s;
        int32_t d;

        if (*fmt == '\n') {
            put('\r');
        }
        if (*fmt != '%') {
            put(*fmt);
            continue;
        }
        fmt++;
        if (*fmt == '0') {
            pad = '0';
            fmt++;
        }
        for (; *fmt >= '0' && *fmt <= '9'; fmt++) {
            width = width * 10 + (unsigned)(*fmt - '0');
        }
        switch (*fmt) {
        case 'd':
            d = va_arg(ap, int32_t);
            if (d < 0) {
                put('-');
                d = -d;
            }
            put_number((uint32_t)d, 10, width, pad);
            break;
        case 'u':
            put_number(va_arg(ap, uint32_t), 10, width, pad);
            break;
        case 'x':
            put_number(va_arg(ap, uint32_t), 16, width, pad);
            break;
        case 'f':
            put_float(va_arg(ap, double));
            break;
        case 'c':
            put((char)va_arg(ap, int));
            break;
        case 's':
            for (s = va_arg(ap, const char *); *s; s++) {
                put(*s);
            }
            break;
        case '%':
            put('%');
            break;
        default:
            return;
        }
    }
}

void print(const char *fmt, ...)
{
    va_list ap;

    va_start(ap, fmt);
    vprint(fmt, ap);
    va_end(ap);
}
