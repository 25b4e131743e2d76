/* SPDX-License-Identifier: GPL-2.0-or-later */
/* When work has to stop; no hardware facts. */
#include "base/env.h"

/* Between two looks at the clock, which takes some 30 ns: about 20 us. */
#define LOOK_PIXELS 10000

void nv_env_allow(NvEnv *env, uint64_t pixels)
{
    env->limit = env->spent + pixels;
    env->deadline = env->slice ? g_get_monotonic_time() + env->slice : 0;
    env->look = env->slice ? env->spent : env->limit;
}

/* Of work outside of runs: about 2 ms. */
#define REST_PIXELS 1000000

void nv_env_rest(NvEnv *env)
{
    env->limit = env->look = env->spent + REST_PIXELS;
    env->deadline = 0;
}

bool nv_env_look(NvEnv *env)
{
    if (!env->limit) {
        return false;
    }
    if (env->spent >= env->limit) {
        return true;
    }
    if (env->deadline && g_get_monotonic_time() >= env->deadline) {
        env->limit = env->spent;
        return true;
    }
    env->look = env->deadline ? MIN(env->limit, env->spent + LOOK_PIXELS)
                              : env->limit;
    return false;
}
