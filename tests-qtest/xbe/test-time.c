/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Time, timers, deferred calls, levels. */
#include "tap.h"

static volatile uint32_t calls, level, sum;
static Dpc dpc;
static Timer timer;

static void STDCALL deferred(Dpc *d, void *context, void *a, void *b)
{
    level = kernel.KeGetCurrentIrql();
    sum += (uint32_t)context + (uint32_t)a + (uint32_t)b;
    calls++;
}

static void STDCALL tick(Dpc *d, void *context, void *a, void *b)
{
    volatile float x = calls;           /* it may use the unit, too */

    calls = (uint32_t)(x + 1);
}

static void deferred_calls(void)
{
    uint8_t old;

    dpc.argument[0] = &dpc;
    kernel.KeInitializeDpc(&dpc, deferred, (void *)100);
    ok(dpc.argument[0] == &dpc, "a call is made ready, no more");
    kernel.HalRequestSoftwareInterrupt(2);
    same(kernel.KeInsertQueueDpc(&dpc, (void *)20, (void *)3) & 0xff, 1,
         "a deferred call is queued");
    same(sum, 123, "and made at once here");
    same(level, 2, "at its level");
    old = kernel.KfRaiseIrql(2);
    same(old, 0, "the level before");
    kernel.KeInsertQueueDpc(&dpc, 0, 0);
    same(kernel.KeInsertQueueDpc(&dpc, 0, 0) & 0xff, 0, "only once");
    same(calls, 1, "not made while the level is high");
    kernel.KfLowerIrql(old);
    same(calls, 2, "made when it is lowered");
    old = kernel.KfRaiseIrql(2);
    kernel.KeInsertQueueDpc(&dpc, 0, 0);
    same(kernel.KeRemoveQueueDpc(&dpc) & 0xff, 1, "taken back");
    kernel.KfLowerIrql(old);
    same(calls, 2, "then it is not made");
    same(kernel.KeGetCurrentIrql(), 0, "the level is low again");
}

static void timers(void)
{
    uint32_t begin;
    float x = 0;

    calls = 0;
    kernel.KeInitializeDpc(&dpc, tick, NULL);
    kernel.KeInitializeTimerEx(&timer, 1);
    same(kernel.KeSetTimerEx(&timer, MILLISECONDS(10), 10, &dpc) & 0xff, 0,
         "a timer starts");
    begin = *kernel.KeTickCount;
    while (*kernel.KeTickCount - begin < 105) {
        x += 0.5f;
        __asm__ volatile("" : "+x"(x));
        if (x > 100) {
            x = 0;
        }
    }
    ok(calls >= 8 && calls <= 11, "every 10 ms, ten times in 105 ms");
    same(kernel.KeWaitForSingleObject(&timer, 0, 0, false, NULL), 0,
         "it wakes threads");
    same(kernel.KeCancelTimer(&timer) & 0xff, 1, "and is stopped");
    begin = calls;
    rest(25);
    same(calls, begin, "for good");
    ok(x <= 100.5f, "a sum that a deferred call could have spoilt");
}

static void clocks(void)
{
    static const int16_t day[8] = { 2004, 2, 29, 12, 34, 56, 789, 0 };
    uint64_t t, later, count;
    int16_t f[8];

    kernel.KeQuerySystemTime(&t);
    count = kernel.KeQueryPerformanceCounter();
    rest(50);
    kernel.KeQuerySystemTime(&later);
    count = kernel.KeQueryPerformanceCounter() - count;
    ok(later - t >= 500000 && later - t < 1000000, "50 ms of system time");
    ok(count >= 168750 && count < 337500, "of the performance counter");
    same((uint32_t)kernel.KeQueryPerformanceFrequency(), 3375000,
         "its frequency");
    kernel.RtlTimeToTimeFields(&t, f);
    ok(f[0] >= 2024 && f[0] < 2100, "the year is a present one");
    same(kernel.RtlTimeFieldsToTime(day, &t) & 0xff, 1, "a leap day");
    kernel.RtlTimeToTimeFields(&t, f);
    ok(f[0] == 2004 && f[1] == 2 && f[2] == 29 && f[3] == 12 && f[4] == 34 &&
       f[5] == 56 && f[6] == 789 && f[7] == 0, "there and back, a Sunday");
    f[0] = 2005;
    same(kernel.RtlTimeFieldsToTime(f, &t) & 0xff, 0, "not in 2005");
}

void test_time(void)
{
    deferred_calls();
    timers();
    clocks();
}
