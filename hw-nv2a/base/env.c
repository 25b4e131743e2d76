/* SPDX-License-Identifier: GPL-2.0-or-later */
/* When work has to stop; no hardware facts. */
#include "base/env.h"

/* Between two looks at the clock, which takes some 30 ns: about 20 us. */
#define LOOK_PIXELS 10000

/* A run that somebody waits for lasts that long at least, in us. */
#define LEAST_US 20

void nv_env_allow(NvEnv *env, uint64_t pixels)
{
    env->time.limit = env->spent + MAX(pixels, 1);      /* 0: no limit */
    env->time.deadline = env->slice ? g_get_monotonic_time() + env->slice : 0;
    env->time.look = env->slice ? env->spent : env->time.limit;
}

/* Of work outside of runs: about 1 ms. */
#define REST_PIXELS 500000

void nv_env_rest(NvEnv *env)
{
    env->time.limit = env->time.look = env->spent + REST_PIXELS;
    env->time.deadline = 0;
}

static int64_t deadline(const NvEnv *env)
{
    if (!__atomic_load_n(&env->hurry, __ATOMIC_RELAXED)) {
        return env->time.deadline;
    }
    return env->time.deadline - env->slice + MIN(LEAST_US, env->slice);
}

bool nv_env_look(NvEnv *env)
{
    if (!env->time.limit) {
        return false;
    }
    if (env->spent >= env->time.limit) {
        return true;
    }
    if (env->time.deadline && g_get_monotonic_time() >= deadline(env)) {
        env->time.limit = env->spent;
        return true;
    }
    env->time.look = env->time.limit;
    if (env->time.deadline) {
        env->time.look = MIN(env->time.limit, env->spent + LOOK_PIXELS);
    }
    return false;
}
