/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Vertices of a grid by every way they can come, on the card and in OpenGL.
 * No hardware facts.
 */
#ifndef NV_BENCH_FEEDS_H
#define NV_BENCH_FEEDS_H

#include "bench/rows.h"

#define BENCH_GRID 64u
#define BENCH_GRID_MOST ((BENCH_GRID - 1) * (BENCH_GRID - 1) * 6)

/* Seven words. */
typedef struct BenchGridPoint {
    float pos[4];               /* in a window of 512 x 512 */
    uint32_t colour;
    float tex[2];
} BenchGridPoint;

void bench_grid(BenchGridPoint v[BENCH_GRID * BENCH_GRID]);
/* Two triangles a cell; a strip of 128 a line.  Return how many there are. */
unsigned bench_grid_list(uint16_t *index);
unsigned bench_grid_strips(uint16_t *index);

typedef enum BenchFeed {
    BENCH_NO_FEED,              /* OpenGL cannot say it */
    BENCH_LIST16, BENCH_LIST32, BENCH_STRIPS, BENCH_ARRAYS,
    BENCH_ARRAYS_STRIP, BENCH_IMMEDIATE, BENCH_IMMEDIATE_3F,
    BENCH_SMALL_DRAWS,
} BenchFeed;

/* What a small draw has besides its indices. */
enum {
    BENCH_DRAW_STATES = 1, BENCH_DRAW_CONSTANTS = 2,
    BENCH_DRAW_IMMEDIATE = 4,   /* three vertices in the place of indices */
    BENCH_DRAW_PIXELS = 8,
};
#define BENCH_DRAWS 64u         /* a turn */
#define BENCH_DRAW_INDICES 36u
#define BENCH_STATES 10u

/*
 * feeds-gl.c: in buffers, or with @client in the program's memory; rasteriser
 * off unless @parts have pixels.  NULL, with *why, if it cannot; NULL alone
 * for BENCH_NO_FEED.
 */
typedef struct BenchFeedGl BenchFeedGl;
BenchFeedGl *bench_feed_gl(BenchFeed feed, bool client, unsigned parts,
                           const char **why);
BenchWork bench_feed_gl_run;
void bench_feed_gl_free(BenchFeedGl *gl);

#endif
