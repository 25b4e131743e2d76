/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Rows of the benchmark: what something costs on the card, and where GL can
 * say the same, on Mesa's software pipeline beside it.  Both take turns.
 */
#ifndef NV_BENCH_ROWS_H
#define NV_BENCH_ROWS_H

#include "bench/bench.h"

/* Does the work once; returns the ns of each pixel, index or what it is of. */
typedef double BenchWork(void *what);

typedef struct BenchRows {
    const char *match;          /* pattern with * and ?, or NULL for all */
    bool quick;
    unsigned chosen;            /* rows that were, so far */
    GString *table, *json;      /* for people, and JSON */
    const char *why;            /* there is no GL, or NULL */
    const char *title;          /* of rows to come, not printed yet */
} BenchRows;

/* The row is to be measured; ask before anything is set up for it. */
bool bench_rows_chosen(BenchRows *rows, const char *name);
/*
 * Medians of turns; @gl NULL: GL cannot say it, or is not there.  Returns that
 * of the card.
 */
double bench_rows_measure(BenchRows *rows, const char *name,
                          BenchWork *card, void *card_what,
                          BenchWork *gl, void *gl_what);
/* A line between rows of a kind. */
void bench_rows_title(BenchRows *rows, const char *title);

/* --- gl.c --- */

/*
 * A new context without a surface, on this thread alone, in the place of the
 * one before.  Returns what is missing, or NULL.
 */
const char *bench_gl_open(void);
/* "llvmpipe (LLVM ...), OpenGL ..."; free it. */
char *bench_gl_name(void);

/* --- what has rows --- */

void bench_scenes(BenchRows *rows);         /* scenes.c: pixels, frames */
void bench_feeds(BenchRows *rows);          /* feeds.c: indices, vertices */
void bench_draws(BenchRows *rows);          /* feeds.c: small draws */
void bench_constants(BenchRows *rows);
void bench_compile(BenchRows *rows);        /* compile.c */
void bench_longest(BenchRows *rows);        /* longest.c */
void bench_method(BenchRows *rows);         /* method.c */
void bench_text(BenchRows *rows);           /* text.c */
void bench_shares(BenchRows *rows);         /* shares.c: threads that draw */

#endif
