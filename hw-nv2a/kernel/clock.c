/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Time: the 8254 interrupts every millisecond, how much time passed is read
 * from the power management timer, so that no late or lost interrupt counts.
 * Time-outs of threads and timer objects end here.
 */
#include "calls.h"
#include "kernel.h"
#include "ports.h"

enum {
    PIT_HZ = 1125000, PM_HZ = 3375000, PM_PORT = 0x8008,
    PM_MASK = 0xffffff,                 /* the narrower of its two widths */
    UNITS = 10000000,                   /* 100 ns in a second */
    MILLISECOND = UNITS / 1000,
    RTC_INDEX = 0x70, RTC_DATA = 0x71, RTC_CENTURY = 0x32,
};

uint64_t clock_interrupt_time;
SystemTime KeInterruptTime, KeSystemTime;
volatile uint32_t KeTickCount;          /* milliseconds */
const uint32_t KeTimeIncrement = MILLISECOND;

static uint64_t counted;                /* of the timer, up to the last tick */
static uint32_t last_count, pm_hz;
static uint64_t system_base;            /* system time at interrupt time 0 */
static List sleepers = { &sleepers, &sleepers };
static List timers = { &timers, &timers };

static uint8_t rtc(uint8_t index)
{
    out8(RTC_INDEX, index);
    return in8(RTC_DATA);
}

static int rtc_number(uint8_t index, bool binary)
{
    uint8_t v = rtc(index);

    return binary ? v : (v >> 4) * 10 + (v & 15);
}

static uint64_t rtc_time(void)
{
    bool binary = rtc(0x0b) & 4;
    /* year, month, day, hour, minute, second, milliseconds, weekday */
    int16_t f[8] = { 0 };
    uint64_t time = 0;
    unsigned tries = 100000;
    int century;

    do {
        while (rtc(0x0a) & 0x80 && --tries) {   /* it is counting on */
        }
        f[5] = rtc_number(0, binary);
        f[4] = rtc_number(2, binary);
        f[3] = rtc_number(4, binary);
        f[2] = rtc_number(7, binary);
        f[1] = rtc_number(8, binary);
        f[0] = rtc_number(9, binary);
    } while (f[5] != rtc_number(0, binary) && --tries);
    century = rtc_number(RTC_CENTURY, binary);
    f[0] += (century >= 19 && century <= 21 ? century : 20) * 100;
    if (!RtlTimeFieldsToTime(f, &time)) {
        print("kernel: the clock chip has no valid time\n");
    }
    return time;
}

void clock_init(uint32_t pit_hz, uint32_t pm)
{
    uint32_t divisor = ((pit_hz ? pit_hz : PIT_HZ) + 500) / 1000;

    pm_hz = pm ? pm : PM_HZ;
    system_base = rtc_time();
    last_count = in32(PM_PORT);
    out8(0x43, 0x34);                   /* counter 0, rate generator */
    out8(0x40, divisor);
    out8(0x40, divisor >> 8);
}

static uint64_t counted_now(void)
{
    return counted + ((in32(PM_PORT) - last_count) & PM_MASK);
}

static void publish(SystemTime *to, uint64_t time)
{
    to->high2 = time >> 32;
    to->low = time;
    to->high1 = time >> 32;
}

uint64_t clock_system_time(void)
{
    return system_base + clock_interrupt_time;
}

uint64_t clock_due(int64_t interval)
{
    if (interval < 0) {
        /* From now: the tick under way does not count as a whole one. */
        return scale(counted_now(), UNITS, pm_hz) - interval;
    }
    return (uint64_t)interval > system_base ? interval - system_base : 0;
}

void clock_sleep(Thread *t, uint64_t due)
{
    List *at = sleepers.next;

    while (at != &sleepers && CONTAINER(at, Thread, sleeping)->due <= due) {
        at = at->next;
    }
    t->due = due;
    list_insert(at, &t->sleeping);
}

/* --- timer objects --- */

static void start(Timer *t)
{
    List *at = timers.next;

    while (at != &timers && CONTAINER(at, Timer, link)->due <= t->due) {
        at = at->next;
    }
    list_insert(at, &t->link);
    t->header.inserted = true;
}

static bool stop(Timer *t)
{
    bool was = t->header.inserted;

    if (was) {
        list_remove(&t->link);
        t->header.inserted = false;
    }
    return was;
}

static void expire(Timer *t)
{
    stop(t);
    t->header.signal = 1;
    wait_wake(&t->header);
    if (t->period > 0) {
        t->due += (uint64_t)t->period * MILLISECOND;
        if (t->due <= clock_interrupt_time) {   /* periods were missed */
            t->due = clock_interrupt_time + 1;
        }
        start(t);
    }
    if (t->dpc) {
        KeInsertQueueDpc(t->dpc, (void *)(uint32_t)clock_system_time(),
                         (void *)(uint32_t)(clock_system_time() >> 32));
    }
}

void clock_tick(void)
{
    uint32_t now = in32(PM_PORT);
    uint64_t ms;

    counted += (now - last_count) & PM_MASK;
    last_count = now;
    clock_interrupt_time = scale(counted, UNITS, pm_hz);
    publish(&KeInterruptTime, clock_interrupt_time);
    publish(&KeSystemTime, clock_system_time());
    ms = clock_interrupt_time;
    divide(&ms, MILLISECOND);
    KeTickCount = ms;
    if (current()->quantum) {
        current()->quantum--;
    }
    while (!list_empty(&sleepers) &&
           CONTAINER(sleepers.next, Thread, sleeping)->due <=
           clock_interrupt_time) {
        wait_end(CONTAINER(sleepers.next, Thread, sleeping), STATUS_TIMEOUT);
    }
    while (!list_empty(&timers) &&
           CONTAINER(timers.next, Timer, link)->due <= clock_interrupt_time) {
        expire(CONTAINER(timers.next, Timer, link));
    }
}

/* --- exports --- */

void STDCALL KeQuerySystemTime(uint64_t *time)
{
    uint32_t flags = lock();

    *time = system_base + scale(counted_now(), UNITS, pm_hz);
    unlock(flags);
}

uint64_t STDCALL KeQueryInterruptTime(void)
{
    uint32_t flags = lock();
    uint64_t time = clock_interrupt_time;

    unlock(flags);
    return time;
}

Status STDCALL NtSetSystemTime(const uint64_t *time, uint64_t *old)
{
    uint32_t flags = lock();

    if (old) {
        *old = clock_system_time();
    }
    system_base = *time - clock_interrupt_time;
    unlock(flags);
    return STATUS_SUCCESS;
}

/* doc: that timer's, not the processor's own counter. */
uint64_t STDCALL KeQueryPerformanceCounter(void)
{
    uint32_t flags = lock();
    uint64_t count = counted_now();

    unlock(flags);
    return count;
}

uint64_t STDCALL KeQueryPerformanceFrequency(void)
{
    return pm_hz;
}

void STDCALL KeStallExecutionProcessor(uint32_t microseconds)
{
    uint32_t from = in32(PM_PORT), left, now;
    uint64_t count = (uint64_t)microseconds * pm_hz;

    divide(&count, 1000000);
    for (left = count; left; from = now) {
        uint32_t passed;

        now = in32(PM_PORT);
        passed = (now - from) & PM_MASK;
        left -= passed < left ? passed : left;
    }
}

void STDCALL KeInitializeTimerEx(Timer *t, uint32_t type)
{
    memset(t, 0, sizeof(*t));
    disp_init(&t->header, DISP_NOTIFICATION_TIMER + (type & 1), sizeof(*t), 0);
    list_init(&t->link);
}

uint8_t STDCALL KeSetTimerEx(Timer *t, int64_t due, int32_t period, Dpc *dpc)
{
    uint32_t flags = lock();
    bool was = stop(t);

    t->header.signal = 0;
    t->header.absolute = due >= 0;
    t->due = clock_due(due);
    t->period = period;
    t->dpc = dpc;
    start(t);
    if (t->due <= clock_interrupt_time) {
        expire(t);
    }
    unlock(flags);
    return was;
}

uint8_t STDCALL KeSetTimer(Timer *t, int64_t due, Dpc *dpc)
{
    return KeSetTimerEx(t, due, 0, dpc);
}

uint8_t STDCALL KeCancelTimer(Timer *t)
{
    uint32_t flags = lock();
    bool was = stop(t);

    unlock(flags);
    return was;
}

static void STDCALL timer_destroy(void *object)
{
    KeCancelTimer(object);
}

const ObjectType ExTimerObjectType = OBJECT_TYPE("Time", 0, timer_destroy);

Status STDCALL NtCreateTimer(void **handle, ObjectAttributes *attributes,
                             uint32_t type)
{
    Timer *t = object_new(&ExTimerObjectType, sizeof(*t));

    if (!t) {
        return STATUS_NO_MEMORY;
    }
    KeInitializeTimerEx(t, type);
    return object_insert(t, attributes, handle);
}

Status STDCALL NtCancelTimer(void *handle, uint8_t *was)
{
    void *t;
    Status s = object_by_handle(handle, &ExTimerObjectType, &t);

    if (s == STATUS_SUCCESS) {
        uint8_t running = KeCancelTimer(t);

        if (was) {
            *was = running;
        }
        object_unref(t);
    }
    return s;
}

typedef struct TimerInfo {
    int64_t left;                       /* 100 ns; below 0: it was due */
    uint8_t signalled;
} TimerInfo;

Status STDCALL NtQueryTimer(void *handle, TimerInfo *info)
{
    Timer *t;
    Status s = object_by_handle(handle, &ExTimerObjectType, (void **)&t);
    uint32_t flags;

    if (s == STATUS_SUCCESS) {
        flags = lock();
        info->left = t->due - clock_interrupt_time;
        info->signalled = t->header.signal > 0;
        unlock(flags);
        object_unref(t);
    }
    return s;
}

typedef struct SetTimerArgs {
    void *handle;
    const int64_t *due;
    void *routine;                      /* of an APC; there are none */
    uint32_t mode;
    void *context;
    uint32_t resume;
    int32_t period;
    uint8_t *was;
} SetTimerArgs;

Status STDCALL NtSetTimerEx(SetTimerArgs a)
{
    void *t;
    Status s = object_by_handle(a.handle, &ExTimerObjectType, &t);
    uint8_t running;

    if (s != STATUS_SUCCESS) {
        return s;
    }
    running = KeSetTimerEx(t, *a.due, a.period, NULL);
    if (a.was) {
        *a.was = running;
    }
    object_unref(t);
    return a.routine ? STATUS_NOT_IMPLEMENTED : s;
}
