/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * PASS and FAIL lines with the measured value.
 * Every line a test reads from the serial port is made here.
 */
#include "guest.h"

unsigned checks_passed, checks_failed;

static void verdict(bool ok, const char *name)
{
    if (ok) {
        checks_passed++;
    } else {
        checks_failed++;
    }
    print("%s %s: ", ok ? "PASS" : "FAIL", name);
}

void check(const char *name, bool ok, const char *fmt, ...)
{
    va_list ap;

    verdict(ok, name);
    va_start(ap, fmt);
    vprint(fmt, ap);
    va_end(ap);
    print("\n");
}

void check_hex(const char *name, uint32_t got, uint32_t expected)
{
    verdict(got == expected, name);
    print("got %08x expected %08x\n", got, expected);
}

void check_near(const char *name, float got, float expected, float tolerance)
{
    /* Written so that a NaN fails. */
    verdict(absf_(got - expected) <= tolerance, name);
    print("got %f expected %f within %f\n", (double)got, (double)expected,
          (double)tolerance);
}

void check_color(const char *name, uint32_t argb, const float rgb[3],
                 int tolerance)
{
    uint32_t expected = 0;
    bool ok = true;
    int i;

    for (i = 0; i < 3; i++) {
        float c = rgb[i] < 0 ? 0 : rgb[i] > 1 ? 1 : rgb[i];
        int e = (int)(c * 255.0f + 0.5f);
        int g = (int)(argb >> (16 - 8 * i) & 0xff);

        expected = expected << 8 | (uint32_t)e;
        ok = ok && g - e <= tolerance && e - g <= tolerance;
    }
    verdict(ok, name);
    print("got %06x expected %06x within %d\n", argb & 0xffffff, expected,
          tolerance);
}

void fatal(const char *fmt, ...)
{
    va_list ap;

    verdict(false, "fatal");
    va_start(ap, fmt);
    vprint(fmt, ap);
    va_end(ap);
    print("\n");
    leave();
}
