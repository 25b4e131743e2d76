/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Time: the TSC in nanoseconds, calibrated once against PIT channel 2.
 * The card's own PTIMER is under test, so it is not what timeouts hang on.
 */
#include "guest.h"

static uint32_t tsc_per_ms;
static uint64_t tsc_start;

static uint64_t tsc(void)
{
    uint32_t lo, hi;

    __asm__ volatile("rdtsc" : "=a"(lo), "=d"(hi));
    return (uint64_t)hi << 32 | lo;
}

uint64_t div64(uint64_t n, uint32_t d)
{
    uint32_t hi = (uint32_t)(n >> 32), lo = (uint32_t)n, qhi, qlo, rem;

    qhi = hi / d;
    rem = hi % d;
    __asm__("divl %4" : "=a"(qlo), "=d"(rem) : "0"(lo), "1"(rem), "r"(d));
    return (uint64_t)qhi << 32 | qlo;
}

/* TSC ticks while the PIT counts 10 ms; too many if somebody interrupts. */
static uint32_t calibrate(void)
{
    const uint32_t ticks = 1193182 / 100;
    uint64_t start;
    uint32_t spin;

    out8(0x61, (in8(0x61) & ~0x03u) | 0x01);
    out8(0x43, 0xb0);                       /* channel 2, mode 0 */
    out8(0x42, ticks & 0xff);
    start = tsc();
    out8(0x42, ticks >> 8);
    for (spin = 0; !(in8(0x61) & 0x20) && spin < 10000000; spin++) {
        /* the output goes high after 10 ms */
    }
    return (uint32_t)div64(tsc() - start, 10);
}

void time_init(void)
{
    unsigned i;

    tsc_per_ms = 0xffffffff;
    for (i = 0; i < 4; i++) {
        uint32_t t = calibrate();

        if (t && t < tsc_per_ms) {
            tsc_per_ms = t;
        }
    }
    tsc_start = tsc();
}

uint64_t time_ns(void)
{
    uint64_t t = tsc() - tsc_start;
    uint64_t ms = div64(t, tsc_per_ms);
    uint32_t rest = (uint32_t)(t - ms * tsc_per_ms);

    return ms * 1000000u + div64((uint64_t)rest * 1000000u, tsc_per_ms);
}

void delay_us(uint32_t us)
{
    uint64_t end = time_ns() + (uint64_t)us * 1000u;

    while (time_ns() < end) {
        __asm__ volatile("pause");
    }
}
