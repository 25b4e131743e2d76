/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Work over many fragments at once: arrays of a number a fragment.  Not
 * hardware's.
 */
#ifndef NV_SOFT_LANE_H
#define NV_SOFT_LANE_H

#include "base/bits.h"
#include "base/clones.h"

#define NV_LANES 64             /* fragments that go through together */

static_assert(NV_LANES == 64, "a bit each in a uint64_t");

typedef float NvLane[NV_LANES];
typedef int32_t NvFourWords __attribute__((vector_size(16)));

/* Of a number: its positive part, held to 0..1, held to -1..1. */
static inline float nv_soft_pos(float x)
{
    return x > 0.0f ? x : 0.0f;
}

static inline float nv_soft_unit(float x)
{
    x = nv_soft_pos(x);
    return x < 1.0f ? x : 1.0f;
}

static inline float nv_soft_both(float x)
{
    x = x > -1.0f ? x : -1.0f;
    return x < 1.0f ? x : 1.0f;
}

#endif
