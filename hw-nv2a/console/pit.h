/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The console's 8254 timer: three counters of 1.125 MHz (doc: what operating
 * systems that were ported to it reckon with), the first one's output is an
 * interrupt, the third one has a gate.
 *
 * Time is the owner's, in nanoseconds.  One thread at a time.  Guest data is
 * hostile: any access is taken, and a call's work does not depend on how much
 * time has passed.
 */
#ifndef NV_CONSOLE_PIT_H
#define NV_CONSOLE_PIT_H

#include <stdbool.h>
#include <stdint.h>

#define NV_PIT_HZ 1125000
#define NV_PIT_COUNTERS 3
#define NV_PIT_PORTS 4
#define NV_PIT_NEVER INT64_MAX

typedef struct NvPitOps {
    int64_t (*now)(void *opaque);
    /* Output of counter 0; told often, also if it did not change. */
    void (*set_out)(void *opaque, bool level);
    /* Call nv_pit_timer() at guest time @when, -1: not any more. */
    void (*set_timer)(void *opaque, int64_t when);
} NvPitOps;

/* Plain data: saved as it is. */
typedef struct NvPitCounter {
    uint32_t period;            /* clocks, 1..65536 */
    /*
     * The clock at which it began to count; NV_PIT_NEVER: it has not been
     * told to.  While the gate holds it: how many clocks it has counted.
     */
    int64_t start;
    uint8_t mode;               /* 0..5 */
    uint8_t access;             /* 1 low byte, 2 high byte, 3 both */
    uint8_t bcd;                /* counts in decimal digits */
    uint8_t gate;
    uint8_t low;                /* written, the high byte is still to come */
    uint8_t write_high, read_high;      /* which byte is next */
    uint16_t latched;
    uint8_t latched_bytes;      /* of it to be read: bit 0 low, 1 high */
    uint8_t status, status_latched;
} NvPitCounter;

typedef struct NvPit {
    NvPitCounter counter[NV_PIT_COUNTERS];
    int64_t deadline;           /* as told with set_timer */
    /* Not saved: */
    int64_t seen;               /* clock up to which edges were told */
    const NvPitOps *ops;
    void *opaque;
} NvPit;

/* Power on.  @ops must stay. */
void nv_pit_init(NvPit *pit, const NvPitOps *ops, void *opaque);
void nv_pit_reset(NvPit *pit);
/*
 * What was loaded cannot be trusted: put it in range, ask for the timer.
 * The machine's time may not be loaded yet: it is not looked at.
 */
void nv_pit_loaded(NvPit *pit);

/* Ports 0x40..0x43; @offset is taken modulo NV_PIT_PORTS. */
uint8_t nv_pit_read(NvPit *pit, unsigned offset);
void nv_pit_write(NvPit *pit, unsigned offset, uint8_t value);

/* The time asked for with set_timer has come. */
void nv_pit_timer(NvPit *pit);

/* A counter's gate, @counter below NV_PIT_COUNTERS; those of 0 and 1 stay
 * high on the console's board. */
void nv_pit_set_gate(NvPit *pit, unsigned counter, bool level);
bool nv_pit_out(const NvPit *pit, unsigned counter);

/* The guest time at which clock @clock begins, and the clock at that time. */
int64_t nv_pit_time(int64_t clock);
int64_t nv_pit_clock(int64_t time);

#endif
