/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What the files of the fixed-function benchmark share: the set-ups, their
 * work by hand, and Mesa's.  No hardware facts.
 */
#ifndef NV_FF_BENCH_H
#define NV_FF_BENCH_H

#include "bench/bench.h"

#define FF_SETUPS 3             /* FF1, FF2, FF3 */

/* A state in floats, as the work by hand and Mesa take it. */
typedef struct FfLight {
    float ambient[3], diffuse[3], specular[3];
    float direction[3], half[3];        /* infinite */
    float position[3], attenuation[3], range;
} FfLight;

typedef struct FfState {
    float composite[4][4], modelview[4][4][4], normal[4][3][3];
    float projection[4][4];             /* clip space of OpenGL */
    float translate[3], scale[3];       /* viewport */
    float scene[3], alpha, shininess[6], power;
    FfLight light[8];
} FfState;

typedef void FfLimitFn(const FfState *s, NvXfBlock *block);

typedef struct FfLimit {
    const char *host;
    FfLimitFn *setup[FF_SETUPS];
} FfLimit;

const FfLimit *ff_limit(void);

/* --- ff-state.c --- */

/* What set-up @setup, from 0, has; and the same in an engine. */
void ff_make_state(FfState *s, unsigned setup);
void ff_put_state(NvXf *xf, FfState *s, unsigned setup);
/* @n blocks that are full; nv_xf_block_free() frees each. */
void ff_make_vertices(NvXfBlock **blocks, unsigned n);

/* --- ff-mesa.c --- */

/*
 * What Mesa's software pipeline takes for set-up @setup, ns a vertex, the
 * median of @rounds; 0 and *why if it cannot be had.  *who: the renderer.
 */
double ff_mesa(unsigned setup, const FfState *s, NvXfBlock *const *blocks,
               unsigned n, unsigned rounds, char **who, const char **why);

#endif
