/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Fixed function on every executor, next to the same work by hand and to
 * Mesa's software pipeline; and what a change of constants costs.
 *
 * All contenders of a set-up take turns; figures are medians of turns, ratios
 * medians of the ratios of turns that follow each other; turns on a core that
 * somebody else uses do not count, see quiet.c.
 */
#include "bench/ff-bench.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "exec/executor.h"
#include "xf/ff.h"

#define BLOCKS 8
#define VERTICES (BLOCKS * NV_XF_BLOCK)
#define MAX_ROUNDS 41
#define MAX_CONTENDERS 20
#define TURN_NS 500e3
#define POSITION_BOUND 0x1p-16
/* Curves of 14 bits, with cancellation in them. */
#define COLOR_BOUND 0x1p-6

static const char *const about[FF_SETUPS] = {
    "one infinite light, one texture",
    "eight lights, local viewer, two textures",
    "four-matrix skinning, two lights, one texture",
};

typedef struct Contender {
    const char *executor, *arith;
    FfLimitFn *limit;           /* NULL: an executor */
    NvXf *xf;
    bool changing;              /* another matrix for each draw */
    unsigned passes;
    double turn[MAX_ROUNDS], ns, ratio;
    double compile_us;
} Contender;

typedef struct FfBench {
    NvHostOps ops;
    NvEnv env;
    NvXfBlock *block[BLOCKS];
    uint32_t *want;
    FfState state;
    Contender contender[MAX_CONTENDERS];
    unsigned contenders, rounds;
    bool quick, wrong;
} FfBench;

/* --- Contenders --- */

static void pass(FfBench *b, Contender *c)
{
    if (c->limit) {
        for (unsigned n = 0; n < BLOCKS; n++) {
            c->limit(&b->state, b->block[n]);
        }
        return;
    }
    if (!c->changing) {
        nv_xf_transform_blocks(c->xf, b->block, BLOCKS);
        return;
    }
    for (unsigned n = 0; n < BLOCKS; n++) {
        c->xf->xfctx[NV_XFCTX_PROJ][n % 4] ^= 1;
        nv_xf_transform(c->xf, b->block[n]);
    }
}

static double passes_ns(FfBench *b, Contender *c)
{
    double begin;

    pass(b, c);
    begin = bench_now();
    for (unsigned i = 0; i < c->passes; i++) {
        pass(b, c);
    }
    return bench_now() - begin;
}

static double turn(FfBench *b, Contender *c)
{
    double ns;

    do {
        bench_quiet_wait();
        ns = passes_ns(b, c);
    } while (!bench_quiet_was(ns));
    return ns / c->passes / VERTICES;
}

static Contender *add(FfBench *b, const char *executor, const char *arith)
{
    Contender *c = &b->contender[b->contenders++];

    g_assert(b->contenders <= MAX_CONTENDERS);
    *c = (Contender) { .executor = executor, .arith = arith };
    return c;
}

/* False, with a line, if another one has to run the list. */
static bool start(FfBench *b, Contender *c, unsigned setup)
{
    GError *error = NULL;
    double begin, first;

    c->xf = g_new0(NvXf, 1);
    nv_xf_init(c->xf, &b->env);
    if (!nv_xf_configure(c->xf, c->executor, c->arith, &error) ||
        !nv_xf_set_threads(c->xf, 1, &error)) {
        g_error("%s", error->message);
    }
    ff_put_state(c->xf, &b->state, setup);
    begin = bench_now();
    nv_xf_transform(c->xf, b->block[0]);
    first = bench_now() - begin;
    begin = bench_now();
    nv_xf_transform(c->xf, b->block[0]);
    c->compile_us = MAX(0, (first - (bench_now() - begin)) / 1e3);
    if (strcmp(nv_ff_runs_on(c->xf), c->executor)) {
        g_printerr("FF%u: %s %s is left out, %s runs it\n", setup + 1,
                   c->executor, c->arith, nv_ff_runs_on(c->xf));
        return false;
    }
    return true;
}

static void stop(Contender *c)
{
    if (c->xf) {
        nv_xf_free(c->xf);
        g_free(c->xf);
    }
}

static void add_executor(FfBench *b, const char *name, unsigned setup)
{
    const NvExecutor *e = nv_executor_find(name);
    const char *why = NULL;

    if (e && e->usable && !e->usable(&why)) {
        return;                 /* the programs' bench has said why */
    }
    for (unsigned fast = 0; fast < 2; fast++) {
        Contender *c;

        if (e ? !(fast ? e->fast : e->exact) : fast) {
            continue;
        }
        c = add(b, name, fast ? "fast" : "exact");
        if (!start(b, c, setup)) {
            stop(c);
            b->contenders--;
        }
    }
}

/* The best exact one again, with another matrix for each draw of a block. */
static void add_changing(FfBench *b, unsigned setup)
{
    const Contender *best = &b->contender[MIN(b->contenders - 1, 1)];
    Contender *c = add(b, best->executor, best->arith);

    start(b, c, setup);
    c->changing = true;
}

/* --- The right numbers --- */

static double distance(const FfBench *b, unsigned first, unsigned last)
{
    const size_t words = sizeof(b->block[0]->out) / sizeof(uint32_t);
    double most = 0;

    for (unsigned n = 0; n < BLOCKS; n++) {
        for (unsigned a = first; a <= last; a++) {
            for (unsigned i = 0; i < 4 * NV_XF_BLOCK; i++) {
                float got = nv_u2f(b->block[n]->out[a][i / NV_XF_BLOCK]
                                   [i % NV_XF_BLOCK]);
                float want = nv_u2f(b->want[n * words +
                                            a * 4 * NV_XF_BLOCK + i]);
                double d = fabs(got - want) / MAX(1, fabs(want));

                most = d <= most ? most : d == d ? d : HUGE_VAL;
            }
        }
    }
    return most;
}

static void keep_wanted(FfBench *b)
{
    const size_t size = sizeof(b->block[0]->out);

    for (unsigned n = 0; n < BLOCKS; n++) {
        memcpy((char *)b->want + n * size, b->block[n]->out, size);
    }
}

static void check(FfBench *b, unsigned setup)
{
    for (unsigned i = 0; i < b->contenders; i++) {
        Contender *c = &b->contender[i];
        bool exact = !c->limit && !strcmp(c->arith, "exact");
        double position, color, tex;

        if (c->changing) {
            continue;
        }
        pass(b, c);
        if (i == 0) {
            keep_wanted(b);
            continue;
        }
        position = distance(b, 0, 0);
        color = distance(b, 3, 3);
        tex = distance(b, 9, 9 + (setup == 1));
        g_printerr("FF%u %s %s: from ref position %.1e, colour %.1e, texture "
                   "%.1e\n", setup + 1, c->executor, c->arith, position,
                   color, tex);
        if (exact ? position + color + tex > 0 :
            position > POSITION_BOUND || color > COLOR_BOUND ||
            tex > POSITION_BOUND) {
            g_printerr("FF%u %s %s: WRONG\n", setup + 1, c->executor,
                       c->arith);
            b->wrong = true;
        }
    }
}

/* --- Time --- */

static void take_turns(FfBench *b)
{
    for (unsigned r = 0; r < b->rounds; r++) {
        for (unsigned i = 0; i < b->contenders; i++) {
            b->contender[i].turn[r] = turn(b, &b->contender[i]);
        }
    }
}

static void measure(FfBench *b)
{
    const Contender *limit = NULL;

    for (unsigned i = 0; i < b->contenders; i++) {
        Contender *c = &b->contender[i];

        limit = c->limit ? c : limit;
        c->passes = 1;
        c->passes += b->quick ? 0 : TURN_NS / (turn(b, c) * VERTICES);
    }
    do {
        take_turns(b);
    } while (bench_quiet_learned());
    for (unsigned i = 0; i < b->contenders; i++) {
        Contender *c = &b->contender[i];
        double ratio[MAX_ROUNDS];

        for (unsigned r = 0; r < b->rounds; r++) {
            ratio[r] = c->turn[r] / limit->turn[r];
        }
        c->ratio = bench_median(ratio, b->rounds);
    }
    for (unsigned i = 0; i < b->contenders; i++) {
        b->contender[i].ns = bench_median(b->contender[i].turn, b->rounds);
    }
}

static void row(GString *table, GString *rows, unsigned setup,
                const char *executor, const char *arith, double ns,
                double ratio, double compile_us)
{
    g_string_append_printf(table, "FF%u      %-10s %-6s %12.2f %9.2f %11.0f "
                           "%10.2f\n", setup + 1, executor, arith, ns, ratio,
                           compile_us, 1e3 / ns);
    g_string_append_printf(
        rows, "%s  { \"setup\": \"FF%u\", \"executor\": \"%s\", \"arith\": "
        "\"%s\", \"ns_per_vertex\": %.3f, \"x_limit\": %.3f, \"compile_us\": "
        "%.1f, \"mvertices_per_s\": %.3f }", rows->len ? ",\n" : "",
        setup + 1, executor, arith, ns, ratio, compile_us, 1e3 / ns);
}

static void report(FfBench *b, GString *table, GString *rows, unsigned setup)
{
    for (unsigned i = 0; i < b->contenders; i++) {
        const Contender *c = &b->contender[i];
        g_autofree char *name = c->changing ?
                                g_strconcat(c->executor, "*", NULL) :
                                g_strdup(c->executor);

        row(table, rows, setup, name, c->arith, c->ns, c->ratio,
            c->compile_us);
    }
}

static void mesa(FfBench *b, GString *table, GString *rows, unsigned setup,
                 double limit_ns)
{
    g_autofree char *who = NULL;
    const char *why = NULL;
    double ns = ff_mesa(setup, &b->state, b->block, BLOCKS,
                        b->quick ? 2 : 21, &who, &why);

    if (ns <= 0) {
        g_string_append_printf(table, "FF%u      Mesa: left out, %s\n",
                               setup + 1, why);
        return;
    }
    g_printerr("FF%u: Mesa is %s\n", setup + 1, who);
    row(table, rows, setup, "Mesa", "host", ns, ns / limit_ns, 0);
}

static void run_setup(FfBench *b, GString *table, GString *rows,
                      unsigned setup)
{
    const char *name;
    Contender *limit;

    ff_make_state(&b->state, setup);
    b->contenders = 0;
    for (unsigned i = 0; (name = nv_executor_name(i)); i++) {
        if (!nv_executor_is_other(i)) {
            add_executor(b, name, setup);
        }
    }
    add_changing(b, setup);
    limit = add(b, "LIMIT", "host");
    limit->limit = ff_limit()->setup[setup];
    check(b, setup);
    measure(b);
    g_string_append_printf(table, "FF%u: %s\n", setup + 1, about[setup]);
    report(b, table, rows, setup);
    mesa(b, table, rows, setup, limit->ns);
    for (unsigned i = 0; i < b->contenders; i++) {
        stop(&b->contender[i]);
    }
}

bool bench_fixed(GString *table, GString *rows, bool quick)
{
    g_autofree FfBench *b = g_new0(FfBench, 1);

    b->env.chip = nv_chip_find("nv20");
    b->env.ops = &b->ops;
    b->quick = quick;
    b->rounds = quick ? 2 : MAX_ROUNDS;
    b->want = g_malloc(BLOCKS * sizeof(b->block[0]->out));
    ff_make_vertices(b->block, BLOCKS);
    g_string_append_printf(table, "\nFixed function, one thread; LIMIT is %s; "
                           "* a block a draw, each with another matrix\n"
                           "%-8s %-10s %-6s %12s %9s %11s %10s\n",
                           ff_limit()->host, "setup", "executor", "arith",
                           "ns/vertex", "x LIMIT", "compile us", "Mvertex/s");
    for (unsigned i = 0; i < FF_SETUPS; i++) {
        run_setup(b, table, rows, i);
    }
    for (unsigned n = 0; n < BLOCKS; n++) {
        nv_xf_block_free(b->block[n]);
    }
    g_free(b->want);
    return !b->wrong;
}
