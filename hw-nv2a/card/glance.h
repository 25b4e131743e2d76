/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What drivers poll, shown while a run is on: registers that only calls from
 * outside change are read as they stand, and of those that work changes there
 * is a copy, as the run found them; interrupts are told at once.
 */
#ifndef NV_CARD_GLANCE_H
#define NV_CARD_GLANCE_H

#include <stdbool.h>
#include <stdint.h>

#define NV_GLANCE_WORDS 8       /* at most; see the rows */

/* A channel's USER window, as the run found it. */
typedef struct NvGlanceUser {
    uint32_t channel, put, get, ref;
} NvGlanceUser;

/* Written by the run's thread alone, read by any; all by atomic accesses. */
typedef struct NvGlance {
    uint32_t era;               /* odd: a run is on, the words are its own */
    uint32_t word[NV_GLANCE_WORDS];
    /* The channel that CACHE1 is about, and one that somebody waits for. */
    NvGlanceUser user[2];
    uint32_t missed;            /* written by any: its channel and 1, or 0 */
} NvGlance;

typedef struct NvCard NvCard;

/* A run begins, ends. */
void nv_glance_open(NvCard *card);
void nv_glance_close(NvCard *card);
/* The run raised or took back an interrupt. */
void nv_glance_irq(NvCard *card);

#endif
