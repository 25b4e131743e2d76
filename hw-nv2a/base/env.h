/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What every unit of a card may use: the chip's descriptor, the host, the
 * interrupt tree and PTIMER's time.  The card owns one and fills it in.
 */
#ifndef NV_BASE_ENV_H
#define NV_BASE_ENV_H

#include "base/trace.h"
#include "nv2a/host.h"

typedef struct NvChip NvChip;   /* card/chips.h */

struct NvEnv {
    const NvChip *chip;
    const NvHostOps *ops;
    void *host;
    /* The host's, a word each NvTraceEvent; NULL: all off. */
    const uint16_t *trace_on;
    /* Set by card/: a unit's interrupt or enable word changed. */
    void (*irq_changed)(NvEnv *env);
    /* Set by card/: PTIMER's 64-bit time now, in its own units (ns). */
    uint64_t (*ptimer_now)(NvEnv *env);
    void *card;             /* for the two calls above only */
    /*
     * What the guest's work has cost the host, in plain pixels drawn, about
     * 2 ns each.  Only differences count: a run stops by it.
     */
    uint64_t spent;
};

/* The event is switched on; nv_trace() asks by itself. */
static inline bool nv_env_traces(const NvEnv *env, NvTraceEvent event)
{
    return G_UNLIKELY(env->trace_on && env->trace_on[event]);
}

/* A unit has done what takes as long as @pixels plain pixels. */
static inline void nv_env_spend(NvEnv *env, uint64_t pixels)
{
    env->spent += pixels;
}

static inline void nv_env_irq_changed(NvEnv *env)
{
    if (env->irq_changed) {
        env->irq_changed(env);
    }
}

static inline uint64_t nv_env_ptimer(NvEnv *env)
{
    return env->ptimer_now ? env->ptimer_now(env) : 0;
}

static inline int64_t nv_env_clock(NvEnv *env)
{
    return env->ops->clock_ns ? env->ops->clock_ns(env->host) : 0;
}

/* Ask the host to pump the card. */
static inline void nv_env_work(NvEnv *env)
{
    if (env->ops->work) {
        env->ops->work(env->host);
    }
}

#endif
