/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * PTIMER: a tick counter at core clock * MUL / DIV, and an alarm.
 *
 * The counter stands in bits 5..60 of the 64-bit time; the alarm compares its
 * low 27 bits.  Facts: envytools, PTIMER document.
 */
#ifndef NV_CARD_PTIMER_H
#define NV_CARD_PTIMER_H

#include "base/env.h"
#include "base/state.h"

typedef struct NvPtimer {
    NvEnv *env;
    uint32_t intr, intr_en, div, mul, alarm;
    uint64_t base_ticks;    /* counter at base_ns */
    int64_t base_ns;        /* host clock when it was set */
} NvPtimer;

extern const NvSection nv_ptimer_section;

void nv_ptimer_init(NvPtimer *t, NvEnv *env);
void nv_ptimer_reset(NvPtimer *t);

/* BAR0 0x009000..0x009fff; @offset from 0x009000. */
uint32_t nv_ptimer_read(NvPtimer *t, uint32_t offset);
void nv_ptimer_write(NvPtimer *t, uint32_t offset, uint32_t value);

/* The 64-bit time: counter << 5. */
uint64_t nv_ptimer_time(const NvPtimer *t);
/* The alarm's deadline came. */
void nv_ptimer_expired(NvPtimer *t);
/* Ask the host for the alarm's deadline again (after a load). */
void nv_ptimer_rearm(NvPtimer *t);
bool nv_ptimer_intr(const NvPtimer *t);

#endif
