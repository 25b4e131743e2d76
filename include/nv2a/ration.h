/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Lines about what a guest does wrong, rationed, for it may do so for ever: of
 * what is the same the first, the second, the fourth, the eighth... has one.
 */
#ifndef NV2A_RATION_H
#define NV2A_RATION_H

#include <stdbool.h>
#include <stdint.h>

/* Keys that are told apart; those beyond count as one. */
#define NV_RATION_KEYS 64u

typedef struct NvRationed {
    uint32_t key;
    uint64_t count;             /* 0: no key has the place */
} NvRationed;

/* All 0 at first; no threads. */
typedef struct NvRation {
    NvRationed key[NV_RATION_KEYS], others;
} NvRation;

/* @key came again, for the *@nth time: whether that gets a line. */
bool nv_ration(NvRation *r, uint32_t key, uint64_t *nth);

#endif
