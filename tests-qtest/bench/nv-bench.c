/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * nv-bench: what vertex programs and fixed function cost, and what the rest
 * of the card costs.  Options and output only; no hardware facts.
 */
#include "bench/rows.h"

#include <locale.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>

#ifndef NV_BENCH_EXAMPLES
#define NV_BENCH_EXAMPLES "docs/examples"
#endif

/* What --match calls the tables of vertices alone. */
#define PROGRAMS "vertex programs"
#define FIXED "fixed function"

/* So long it waits in all for a core of its own. */
#define QUIET_SECONDS 30

typedef struct Bench {
    char *json, *folder, *match;
    gboolean quick, no_rows;
    GString *table, *rows;      /* for people, and JSON */
    bool wrong;
} Bench;

static int ascending(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;

    return (x > y) - (x < y);
}

double bench_median(double *v, unsigned count)
{
    qsort(v, count, sizeof(*v), ascending);
    return count & 1 ? v[count / 2] : (v[count / 2 - 1] + v[count / 2]) / 2;
}

static void pin(void)
{
    cpu_set_t set;
    int cpu = sched_getcpu();

    CPU_ZERO(&set);
    if (cpu >= 0 && cpu < CPU_SETSIZE) {
        CPU_SET(cpu, &set);
        sched_setaffinity(0, sizeof(set), &set);
    }
}

static void all_rows(Bench *b, BenchRows *rows)
{
    bench_rows_title(rows, "Methods");
    bench_method(rows);
    bench_constants(rows);
    bench_feeds(rows);
    bench_draws(rows);
    bench_scenes(rows);
    bench_rows_title(rows, "Text");
    bench_text(rows);
    bench_compile(rows);
    bench_longest(rows);
    bench_shares(rows);
    if (rows->why) {
        g_string_append_printf(b->table, "\nNothing is compared with "
                               "llvmpipe: %s.\n", rows->why);
    }
}

static bool chosen(const Bench *b, const char *name)
{
    return !b->match || g_pattern_match_simple(b->match, name);
}

static bool run(Bench *b, GError **error)
{
    g_autofree char *json = NULL;
    BenchRows rows = {
        .match = b->match, .quick = b->quick, .table = b->table,
        .json = b->rows,
    };

    if (chosen(b, PROGRAMS)) {
        rows.chosen++;
        if (!bench_programs(b->folder, b->quick, b->table, b->rows,
                            &b->wrong, error)) {
            return false;
        }
    }
    if (chosen(b, FIXED)) {
        rows.chosen++;
        b->wrong |= !bench_fixed(b->table, b->rows, b->quick);
    }
    if (!b->no_rows) {
        all_rows(b, &rows);
    }
    if (!rows.chosen) {
        g_set_error(error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
                    "no row matches '%s'", b->match);
        return false;
    }
    bench_quiet_report(b->table);
    fputs(b->table->str, stdout);
    json = g_strdup_printf("[\n%s\n]\n", b->rows->str);
    return !b->json || g_file_set_contents(b->json, json, -1, error);
}

int main(int argc, char **argv)
{
    g_autofree Bench *b = g_new0(Bench, 1);
    g_autoptr(GOptionContext) context = g_option_context_new(NULL);
    g_autoptr(GError) error = NULL;
    const GOptionEntry entries[] = {
        { "json", 'j', 0, G_OPTION_ARG_FILENAME, &b->json,
          "Also write all figures there", "FILE" },
        { "quick", 'q', 0, G_OPTION_ARG_NONE, &b->quick,
          "Only see that it runs: the figures mean little", NULL },
        { "match", 'm', 0, G_OPTION_ARG_STRING, &b->match,
          "Only rows whose names match (with * and ?); \"" PROGRAMS "\" and "
          "\"" FIXED "\" are the tables at the start", "PATTERN" },
        { "no-rows", 0, 0, G_OPTION_ARG_NONE, &b->no_rows,
          "Vertex programs and fixed function only", NULL },
        { "programs", 'p', 0, G_OPTION_ARG_FILENAME, &b->folder,
          "Where p1.vp, p3.vp and p5.vp are", "FOLDER" },
        { NULL, 0, 0, 0, NULL, NULL, NULL }
    };

    setlocale(LC_CTYPE, "");      /* numbers stay as JSON has them */
    g_option_context_set_summary(
        context, "Measures vertex programs on every executor, and the card, "
        "in processor time of one thread; beside it what Mesa's "
        "software pipeline takes, where OpenGL can say the same.");
    g_option_context_add_main_entries(context, entries, NULL);
    if (!g_option_context_parse(context, &argc, &argv, &error)) {
        g_printerr("nv-bench: %s\n", error->message);
        return 2;
    }
    b->folder = b->folder ? b->folder : g_strdup(NV_BENCH_EXAMPLES);
    b->table = g_string_new(NULL);
    b->rows = g_string_new(NULL);
    pin();
    if (!b->quick) {
        bench_quiet_allow(QUIET_SECONDS);
    }
    if (!run(b, &error)) {
        g_printerr("nv-bench: %s\n", error->message);
        b->wrong = true;
    }
    g_string_free(b->table, TRUE);
    g_string_free(b->rows, TRUE);
    g_free(b->folder);
    g_free(b->match);
    g_free(b->json);
    return b->wrong;
}
