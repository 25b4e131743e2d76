/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Facts (doc): the 8254's data sheet.  Not as there: in modes 2 and 3 a new
 * count is taken at once and not at the end of the period.
 */
#include "console/pit.h"

#include <string.h>

enum {
    /* Of a control word, and of the status in the same places. */
    ACCESS_SHIFT = 4, ACCESS_LATCH = 0, ACCESS_LOW = 1, ACCESS_HIGH = 2,
    ACCESS_BOTH = 3, MODE_SHIFT = 1, BCD = 1,
    READ_BACK = 3, KEEP_COUNT = 0x20, KEEP_STATUS = 0x10,
    STATUS_OUT = 0x80, STATUS_NULL = 0x40,
    PORT_CONTROL = 3,
};
/* 9 clocks are 8000 ns. */
#define CLOCKS 9
#define CLOCKS_NS 8000
/* Far more than time has; sums of two stay in range. */
#define FAR (INT64_C(1) << 60)

int64_t nv_pit_clock(int64_t time)
{
    uint64_t t = time < 0 ? 0 : time;

    return t / CLOCKS_NS * CLOCKS + t % CLOCKS_NS * CLOCKS / CLOCKS_NS;
}

int64_t nv_pit_time(int64_t clock)
{
    uint64_t c = clock < 0 ? 0 : clock;

    if (c / CLOCKS >= INT64_MAX / CLOCKS_NS) {
        return INT64_MAX;
    }
    return c / CLOCKS * CLOCKS_NS +
           (c % CLOCKS * CLOCKS_NS + CLOCKS - 1) / CLOCKS;
}

static int64_t clock_now(const NvPit *pit)
{
    return nv_pit_clock(pit->ops->now(pit->opaque));
}

/* A rising gate starts it; low it does not hold it. */
static bool one_shot(const NvPitCounter *c)
{
    return c->mode == 1 || c->mode == 5;
}

static bool held(const NvPitCounter *c)
{
    return !c->gate && !one_shot(c);
}

/* Clocks that it has counted; negative: it has not begun. */
static int64_t counted(const NvPitCounter *c, int64_t clock)
{
    return c->start == NV_PIT_NEVER ? -1 : held(c) ? c->start :
           clock - c->start;
}

static bool out_at(const NvPitCounter *c, int64_t clock)
{
    int64_t n = counted(c, clock), period = c->period;

    if (n < 0) {
        return c->mode != 0;
    }
    switch (c->mode) {
    case 0:
    case 1:
        return n >= period;
    case 2:
        return held(c) || n % period != period - 1;
    case 3:
        return held(c) || n % period < (period + 1) / 2;
    default:
        return n != period;
    }
}

/* What software reads: 0 stands for the largest count. */
static uint16_t value_at(const NvPitCounter *c, int64_t clock)
{
    int64_t n = counted(c, clock), period = c->period;
    int64_t wrap = c->bcd ? 10000 : 65536, v, part;

    if (n < 0) {
        v = period;
    } else if (c->mode == 2) {
        v = period - n % period;
    } else if (c->mode == 3) {
        part = n % period;
        part -= part < (period + 1) / 2 ? 0 : (period + 1) / 2;
        v = (period & ~INT64_C(1)) - 2 * part;
    } else {
        v = ((period - n) % wrap + wrap) % wrap;
    }
    v %= wrap;
    return !c->bcd ? v : v / 1000 << 12 | v / 100 % 10 << 8 |
                         v / 10 % 10 << 4 | v % 10;
}

/* The first clock after @clock at which the output rises, or NEVER. */
static int64_t next_rise(const NvPitCounter *c, int64_t clock)
{
    int64_t n = counted(c, clock), period = c->period, at;

    if (c->start == NV_PIT_NEVER || held(c)) {
        return NV_PIT_NEVER;
    }
    switch (c->mode) {
    case 2:
    case 3:
        /* A period of one has no edges. */
        if (period == 1) {
            return NV_PIT_NEVER;
        }
        at = n < 0 ? period : n - n % period + period;
        break;
    case 0:
    case 1:
        at = period;
        break;
    default:
        at = period + 1;
    }
    return at > n ? c->start + at : NV_PIT_NEVER;
}

/* --- counter 0 makes interrupts --- */

static void arm(NvPit *pit, int64_t clock)
{
    int64_t rise = next_rise(&pit->counter[0], clock);
    int64_t when = rise == NV_PIT_NEVER ? -1 : nv_pit_time(rise);

    when = when == INT64_MAX ? -1 : when;
    if (when != pit->deadline) {
        pit->deadline = when;
        pit->ops->set_timer(pit->opaque, when);
    }
}

/* However many edges there were, an interrupt controller has room for one. */
static void update(NvPit *pit, int64_t clock)
{
    const NvPitCounter *c = &pit->counter[0];

    if (next_rise(c, pit->seen) <= clock) {
        pit->ops->set_out(pit->opaque, false);
        pit->ops->set_out(pit->opaque, true);
    }
    pit->seen = clock;
    pit->ops->set_out(pit->opaque, out_at(c, clock));
    arm(pit, clock);
}

void nv_pit_timer(NvPit *pit)
{
    pit->deadline = -1;
    update(pit, clock_now(pit));
}

/* A counter has changed: no edge of before counts. */
static void changed(NvPit *pit, int64_t clock)
{
    pit->seen = clock;
    pit->ops->set_out(pit->opaque, out_at(&pit->counter[0], clock));
    arm(pit, clock);
}

/* --- coming --- */

void nv_pit_init(NvPit *pit, const NvPitOps *ops, void *opaque)
{
    memset(pit, 0, sizeof(*pit));
    pit->ops = ops;
    pit->opaque = opaque;
    pit->deadline = -1;
    nv_pit_reset(pit);
}

/* guess: what a PC's firmware leaves; the data sheet says it is undefined. */
void nv_pit_reset(NvPit *pit)
{
    int64_t clock = clock_now(pit);
    unsigned i;

    for (i = 0; i < NV_PIT_COUNTERS; i++) {
        bool gate = i != 2;

        pit->counter[i] = (NvPitCounter) {
            .period = 0x10000, .start = gate ? clock : 0, .mode = 3,
            .access = ACCESS_BOTH, .gate = gate,
        };
    }
    changed(pit, clock);
}

void nv_pit_loaded(NvPit *pit)
{
    unsigned i;

    for (i = 0; i < NV_PIT_COUNTERS; i++) {
        NvPitCounter *c = &pit->counter[i];

        c->period = c->period && c->period <= 0x10000 ? c->period : 0x10000;
        c->mode = c->mode > 5 ? c->mode & 3 : c->mode;
        c->access = c->access & 3 ? c->access & 3 : ACCESS_BOTH;
        c->bcd = !!c->bcd;
        c->gate = !!c->gate;
        c->write_high = !!c->write_high;
        c->read_high = !!c->read_high;
        c->latched_bytes &= 3;
        c->status_latched = !!c->status_latched;
        if (c->start < -FAR || c->start > FAR) {
            c->start = NV_PIT_NEVER;
        }
    }
    /* The edge at the deadline is still to be told. */
    if (pit->deadline < 0) {
        pit->deadline = -1;
        pit->seen = 0;
    } else {
        pit->seen = nv_pit_clock(pit->deadline) - 1;
    }
    pit->ops->set_timer(pit->opaque, pit->deadline);
}

/* --- ports --- */

static uint8_t status_of(const NvPitCounter *c, int64_t clock)
{
    return (out_at(c, clock) ? STATUS_OUT : 0) |
           (counted(c, clock) < 0 ? STATUS_NULL : 0) |
           c->access << ACCESS_SHIFT | c->mode << MODE_SHIFT | c->bcd;
}

/* The first of several latches counts until it is read. */
static void latch(NvPitCounter *c, int64_t clock)
{
    if (!c->latched_bytes) {
        c->latched = value_at(c, clock);
        c->latched_bytes = c->access;
    }
}

static uint8_t read_counter(NvPitCounter *c, int64_t clock)
{
    uint16_t v = value_at(c, clock);
    bool high;

    if (c->status_latched) {
        c->status_latched = 0;
        return c->status;
    }
    if (c->latched_bytes) {
        high = !(c->latched_bytes & ACCESS_LOW);
        c->latched_bytes &= high ? 0 : ACCESS_HIGH;
        return c->latched >> (high ? 8 : 0);
    }
    high = c->access == ACCESS_HIGH || c->read_high;
    c->read_high = c->access == ACCESS_BOTH && !c->read_high;
    return v >> (high ? 8 : 0);
}

uint8_t nv_pit_read(NvPit *pit, unsigned offset)
{
    offset %= NV_PIT_PORTS;
    if (offset == PORT_CONTROL) {
        return 0xff;                    /* doc: nothing drives the bus */
    }
    return read_counter(&pit->counter[offset], clock_now(pit));
}

static uint32_t clocks_of(const NvPitCounter *c, uint16_t count)
{
    uint32_t n = count, digit, value = 0, i;

    if (!c->bcd) {
        return n ? n : 0x10000;
    }
    for (i = 0; i < 4; i++) {
        digit = n >> (12 - 4 * i) & 15;
        value = value * 10 + (digit < 10 ? digit : 9);
    }
    return value ? value : 10000;
}

static void load(NvPitCounter *c, uint16_t count, int64_t clock)
{
    c->period = clocks_of(c, count);
    if (!one_shot(c)) {
        c->start = held(c) ? 0 : clock + 1;
    }
}

static void write_counter(NvPitCounter *c, uint8_t value, int64_t clock)
{
    switch (c->access) {
    case ACCESS_LOW:
        load(c, value, clock);
        break;
    case ACCESS_HIGH:
        load(c, value << 8, clock);
        break;
    default:
        if (c->write_high) {
            load(c, value << 8 | c->low, clock);
        } else {
            c->low = value;
            if (c->mode == 0) {
                c->start = NV_PIT_NEVER;        /* doc: it stops counting */
            }
        }
        c->write_high = !c->write_high;
    }
}

static void read_back(NvPit *pit, uint8_t value, int64_t clock)
{
    unsigned i;

    for (i = 0; i < NV_PIT_COUNTERS; i++) {
        NvPitCounter *c = &pit->counter[i];

        if (!(value & 2u << i)) {
            continue;
        }
        if (!(value & KEEP_COUNT)) {
            latch(c, clock);
        }
        if (!(value & KEEP_STATUS) && !c->status_latched) {
            c->status = status_of(c, clock);
            c->status_latched = 1;
        }
    }
}

static void control(NvPit *pit, uint8_t value, int64_t clock)
{
    NvPitCounter *c;
    unsigned access = value >> ACCESS_SHIFT & 3;

    if (value >> 6 == READ_BACK) {
        read_back(pit, value, clock);
        return;
    }
    c = &pit->counter[value >> 6];
    if (access == ACCESS_LATCH) {
        latch(c, clock);
        return;
    }
    c->access = access;
    c->mode = value >> MODE_SHIFT & 7;
    c->mode = c->mode > 5 ? c->mode & 3 : c->mode;
    c->bcd = value & BCD;
    c->start = NV_PIT_NEVER;
    c->write_high = c->read_high = 0;
    c->latched_bytes = c->status_latched = 0;
}

void nv_pit_write(NvPit *pit, unsigned offset, uint8_t value)
{
    int64_t clock = clock_now(pit);

    update(pit, clock);
    offset %= NV_PIT_PORTS;
    if (offset == PORT_CONTROL) {
        control(pit, value, clock);
    } else {
        write_counter(&pit->counter[offset], value, clock);
    }
    changed(pit, clock);
}

void nv_pit_set_gate(NvPit *pit, unsigned counter, bool level)
{
    int64_t clock = clock_now(pit);
    NvPitCounter *c = &pit->counter[counter];
    int64_t n = counted(c, clock);

    if (level == c->gate) {
        return;
    }
    update(pit, clock);
    c->gate = level;
    if (one_shot(c)) {
        c->start = level ? clock + 1 : c->start;
    } else if (c->start != NV_PIT_NEVER) {
        n = n < 0 || c->mode == 2 || c->mode == 3 ? 0 : n;
        c->start = level ? clock - n : n;
    }
    changed(pit, clock);
}

bool nv_pit_out(const NvPit *pit, unsigned counter)
{
    return out_at(&pit->counter[counter], clock_now(pit));
}
