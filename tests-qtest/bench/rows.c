/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Measures and prints rows; see rows.h.  No hardware facts. */
#include "bench/rows.h"

#include <stdio.h>

#define MOST_TURNS 25
#define LEAST_TURNS 5
#define ROW_NS 300e6            /* for a row, unless a turn is longer */

bool bench_rows_chosen(BenchRows *rows, const char *name)
{
    bool chosen = !rows->match || g_pattern_match_simple(rows->match, name);

    rows->chosen += chosen;
    if (chosen) {
        g_printerr("%s\n", name);
    }
    return chosen;
}

void bench_rows_title(BenchRows *rows, const char *title)
{
    rows->title = title;
}

/* Only if a row stands under it. */
static void write_title(BenchRows *rows)
{
    if (!rows->title) {
        return;
    }
    g_string_append_printf(rows->table, "\n%-56s %12s %12s %7s\n",
                           rows->title, "ns", "llvmpipe", "ratio");
    rows->title = NULL;
}

static void write_row(BenchRows *rows, const char *name, double ns,
                      double theirs)
{
    write_title(rows);
    g_string_append_printf(rows->table, "%-56s %12.2f", name, ns);
    g_string_append_printf(rows->json, "%s  { \"row\": \"%s\", \"ns\": %.3f, "
                           "\"llvmpipe_ns\": ", rows->json->len ? ",\n" : "",
                           name, ns);
    if (theirs > 0) {
        g_string_append_printf(rows->table, " %12.2f %7.2f", theirs,
                               ns / theirs);
        g_string_append_printf(rows->json, "%.3f }", theirs);
    } else {
        g_string_append(rows->json, "null }");
    }
    g_string_append_c(rows->table, '\n');
}

/* One turn that has its core for itself. */
static double turn(BenchWork *work, void *what)
{
    double ns, begin;

    do {
        bench_quiet_wait();
        begin = bench_now();
        ns = work(what);
    } while (!bench_quiet_was(bench_now() - begin));
    return ns;
}

double bench_rows_measure(BenchRows *rows, const char *name,
                          BenchWork *card, void *card_what,
                          BenchWork *gl, void *gl_what)
{
    double ours[MOST_TURNS], theirs[MOST_TURNS], begin, median;
    unsigned least = rows->quick ? 1 : LEAST_TURNS, n = 0;

    /* What is compiled when it is first needed. */
    for (unsigned i = 0; i < (rows->quick ? 0 : 2); i++) {
        card(card_what);
        if (gl) {
            gl(gl_what);
        }
    }
    begin = bench_now();
    while (n < MOST_TURNS &&
           (n < least || (!rows->quick && bench_now() - begin < ROW_NS))) {
        ours[n] = turn(card, card_what);
        theirs[n] = gl ? turn(gl, gl_what) : 0;
        n++;
    }
    median = bench_median(ours, n);
    write_row(rows, name, median, bench_median(theirs, n));
    return median;
}
