/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What every unit of a card may use: the chip's descriptor, the host, the
 * interrupt tree and PTIMER's time.  The card owns one and fills it in.
 */
#ifndef NV_BASE_ENV_H
#define NV_BASE_ENV_H

#include "base/errors.h"
#include "base/trace.h"
#include "nv2a/host.h"

typedef struct NvChip NvChip;   /* card/chips.h */

/*
 * When work stops to go on in the next run: at @limit of NvEnv.spent (0:
 * never), or when the host's clock is past @deadline (us; 0: no clock), which
 * is looked at again at @look of spent.
 */
typedef struct NvEnvTime {
    uint64_t limit, look;
    int64_t deadline;
} NvEnvTime;

/* A method about to leave the puller. */
typedef struct NvWatched {
    unsigned chid, subc;
    uint32_t mthd, data;
} NvWatched;

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
    /*
     * Set by card/: where in its push buffer the method stood that is at work
     * or was last; false: it did not come from one.
     */
    bool (*pushed_at)(NvEnv *env, uint32_t *addr);
    /*
     * Set by debug/ while somebody watches, else NULL.  watch: true, the
     * method stays where it is, and is asked for again; watch_error: an error
     * of the guest came, with a line or without; watch_write: bytes of VRAM
     * were written, or are before the call into the card is over.
     */
    bool (*watch)(NvEnv *env, const NvWatched *w);
    void (*watch_error)(NvEnv *env, NvErrorKind kind);
    void (*watch_write)(NvEnv *env, uint32_t offset, uint32_t len);
    struct NvDebug *debug;  /* for those three only */
    /*
     * Set by player/: true, the puller takes the method and does nothing.  It
     * may be asked more than once before it is taken.
     */
    bool (*drop)(NvEnv *env, const NvWatched *w);
    void *player;           /* for that only */
    uint64_t taken;         /* methods that the puller took so far */
    void *card;             /* for the three calls above only */
    NvErrors *errors;       /* the card's; NULL: every error has its line */
    uint32_t call;          /* counts calls from outside into the card */
    /*
     * What the guest's work has cost the host, in plain pixels drawn, about
     * 2 ns each.  Only differences count.
     */
    uint64_t spent;
    NvEnvTime time;         /* that work has: see nv_env_late() */
    uint32_t hurry;         /* somebody waits; by atomic accesses only */
    uint32_t slice;         /* us of the host's time a run has; 0: no clock */
    /*
     * It is written down, or replayed: the host shows memory by pages, and
     * nothing that follows from the host decides where runs end.
     */
    bool captured;
};

/* For nv_trace() and nv_traces() of base/trace.h. */
static inline bool nv_env_traces(const NvEnv *env, NvTraceEvent event)
{
    return G_UNLIKELY(env->trace_on && env->trace_on[event]);
}

/* A unit has done what takes as long as @pixels plain pixels. */
static inline void nv_env_spend(NvEnv *env, uint64_t pixels)
{
    env->spent += pixels;
}

/* env.c: a run begins; it may cost @pixels and last as long as a slice. */
void nv_env_allow(NvEnv *env, uint64_t pixels);
/* A run is over: what registers ask for until the next may cost a little. */
void nv_env_rest(NvEnv *env);
bool nv_env_look(NvEnv *env);
/*
 * Time is up: stop at the next place from which work can go on, leave a note
 * where (it is saved with the card) and return.  Cheap enough to ask after a
 * line or a block of some thousand plain pixels; whoever asks must spend, or
 * the clock is never looked at.  Stays true until the next run.  Never so
 * before the first, for units that are tried by themselves.
 */
static inline bool nv_env_late(NvEnv *env)
{
    return env->spent >= env->time.look && nv_env_look(env);
}

/*
 * What was done costs nothing that a guest could count, for it is kept and not
 * done again: code for a program.  Only the clock is looked at.
 */
static inline void nv_env_spend_unseen(NvEnv *env)
{
    env->time.look = MIN(env->time.look, env->spent);
}

/* For work that must be done at once: never late until it is given back. */
static inline NvEnvTime nv_env_take_time(NvEnv *env)
{
    NvEnvTime time = env->time;

    env->time = (NvEnvTime) { 0 };
    return time;
}

static inline void nv_env_give_back(NvEnv *env, NvEnvTime time)
{
    env->time = time;
}

/*
 * On any thread: a run of a host that gives the clock ends soon, though not
 * before it has done some work, or who asks again and again would stop all.
 * The run that it was for is over: nv_env_hurried().
 */
static inline void nv_env_hurry(NvEnv *env)
{
    __atomic_store_n(&env->hurry, 1, __ATOMIC_RELAXED);
}

static inline void nv_env_hurried(NvEnv *env)
{
    __atomic_store_n(&env->hurry, 0, __ATOMIC_RELAXED);
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
