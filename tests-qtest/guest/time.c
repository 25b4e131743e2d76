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

/*
 * TSC ticks while the PIT counts 10 ms.  Start and end each lie between two
 * readings of the TSC; @slack is how far apart those are, large if somebody
 * interrupted us there.
 */
static uint32_t calibrate(uint32_t *slack)
{
    const uint32_t ticks = 1193182 / 100;
    uint64_t start0, start1, end0, end1;
    uint32_t spin;

    out8(0x61, (in8(0x61) & ~0x03u) | 0x01);
    out8(0x43, 0xb0);                       /* channel 2, mode 0 */
    out8(0x42, ticks & 0xff);
    start0 = tsc();
    out8(0x42, ticks >> 8);
    start1 = end0 = end1 = tsc();
    for (spin = 0; !(in8(0x61) & 0x20) && spin < 10000000; spin++) {
        /* the output, low until 10 ms are over, was low after end0 */
        end0 = end1;
        end1 = tsc();
    }
    end1 = tsc();
    *slack = (uint32_t)(start1 - start0 + end1 - end0);
    return (uint32_t)(end1 - start0) - *slack / 2;
}

/* The best of some tries; the first that is good to 1 % will do. */
void time_init(void)
{
    uint32_t best = 0xffffffff;
    unsigned i;

    for (i = 0; i < 100 && best > tsc_per_ms / 10; i++) {
        uint32_t slack, t = calibrate(&slack);

        if (t && slack < best) {
            best = slack;
            tsc_per_ms = t / 10;
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
