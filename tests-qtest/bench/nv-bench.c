/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * nv-bench: what vertex programs cost on each executor, next to the same work
 * written by hand, and what the rest of the card costs.
 *
 * All contenders of a program take turns; a figure is the median of their
 * turns, a ratio the median of the ratios of turns that follow each other.
 * Before it is timed, each has to give the right numbers.
 */
#include "bench/bench.h"

#include <locale.h>
#include <math.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "jit/executor.h"
#include "xf/asm.h"

#ifndef NV_BENCH_EXAMPLES
#define NV_BENCH_EXAMPLES "docs/examples"
#endif

#define VERTICES 1024
#define BLOCKS (VERTICES / NV_XF_BLOCK)
#define OUT_WORDS (NV_XF_ATTRS * 4 * NV_XF_BLOCK)     /* and of inputs */
#define MAX_ROUNDS 64
#define MAX_CONTENDERS 24
#define TURN_NS 500e3           /* a turn takes at least this */

/* How far from ref it may be, relative to the larger of 1 and the number. */
typedef struct Program {
    const char *name, *file;
    double limit_tolerance;     /* LIMIT: FMA, host sums, powers */
    double fast_tolerance;      /* arith=fast: host sums */
} Program;

/* LIT, EXP and LOG of the hardware have 13 bits behind the point. */
static const Program programs[] = {
    { "P1", "p1.vp", 0x1p-20, 0x1p-20 },
    { "P3", "p3.vp", 0x1p-11, 0x1p-11 },
    { "P5", "p5.vp", 0x1p-11, 0x1p-11 },
};

typedef struct Contender {
    const char *executor, *arith;
    BenchLimitFn *limit;        /* NULL: an executor */
    NvXf *xf;
    unsigned passes;            /* over all vertices, a turn */
    double turn[MAX_ROUNDS];    /* ns a vertex */
    double compile[MAX_ROUNDS]; /* us */
    double ns, ratio, compile_us;
} Contender;

typedef struct Bench {
    char *json, *folder;
    gboolean quick, no_pipeline;
    unsigned rounds;
    NvHostOps ops;
    NvEnv env;
    /* Rows of the block on cache lines, whatever stands before them. */
    void *memory[BLOCKS];
    NvXfBlock *block[BLOCKS];
    uint32_t *want;             /* outputs of ref, all blocks */
    float c[0x60][4];
    Contender contender[MAX_CONTENDERS];
    unsigned contenders;
    GString *table, *rows;
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

/* --- What is computed --- */

static NvXfBlock *new_block(void **memory)
{
    const size_t in = offsetof(NvXfBlock, in);
    uintptr_t at;

    *memory = g_malloc0(sizeof(NvXfBlock) + 128);
    at = ((uintptr_t)*memory + in + 63) & ~(uintptr_t)63;
    return (NvXfBlock *)(at - in);
}

static void make_vertices(Bench *b)
{
    GRand *rand = g_rand_new_with_seed(20);
    uint32_t *row;

    for (unsigned n = 0; n < BLOCKS; n++) {
        b->block[n] = new_block(&b->memory[n]);
        b->block[n]->count = NV_XF_BLOCK;
        row = (uint32_t *)b->block[n]->in;
        for (unsigned i = 0; i < OUT_WORDS; i++) {
            double x = g_rand_double_range(rand, -1, 1);
            unsigned c = i / NV_XF_BLOCK % 4;

            row[i] = nv_f2u(c == 3 ? 1 : x);
        }
    }
    g_rand_free(rand);
}

/* Numbers that keep all parts of the programs at work. */
static void make_constants(Bench *b)
{
    GRand *rand = g_rand_new_with_seed(25);

    for (unsigned i = 0; i < G_N_ELEMENTS(b->c); i++) {
        for (unsigned k = 0; k < 4; k++) {
            b->c[i][k] = g_rand_double_range(rand, 0.1, 1);
        }
    }
    for (unsigned i = 8; i < 10; i++) {                 /* P3's light */
        float *v = b->c[i];
        float length = sqrtf(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);

        for (unsigned k = 0; k < 3; k++) {
            v[k] /= length;
        }
    }
    for (unsigned light = 0; light < 5; light++) {
        float *position = b->c[20 + 5 * light];

        for (unsigned k = 0; k < 3; k++) {
            position[k] = g_rand_double_range(rand, -4, 4);
        }
        b->c[24 + 5 * light][3] = 4 * (light + 1);      /* shininess */
    }
    b->c[10][3] = 12;                                   /* P3's */
    b->c[14][0] = -b->c[14][0];                         /* fog fades */
    g_rand_free(rand);
}

static void send(NvXf *xf, NvXfCommand type, unsigned slot,
                 const uint32_t v[4])
{
    for (unsigned c = 0; c < 4; c++) {
        nv_xf_command(xf, type, slot << 4 | c << 2, v[c]);
    }
}

static NvXf *new_engine(Bench *b, const GArray *words)
{
    NvXf *xf = g_new0(NvXf, 1);

    nv_xf_init(xf, &b->env);
    for (unsigned i = 0; i < words->len / NV_XF_WORDS; i++) {
        const uint32_t *w = &g_array_index(words, uint32_t, i * NV_XF_WORDS);

        send(xf, NV_XF_XFPR, i, (uint32_t[4]) { w[3], w[2], w[1], w[0] });
    }
    for (unsigned i = 0; i < G_N_ELEMENTS(b->c); i++) {
        uint32_t v[4];

        memcpy(v, b->c[i], sizeof(v));
        send(xf, NV_XF_XFCTX, b->env.chip->xf.user_base + i, v);
    }
    xf->mode_b = (uint32_t)NV_XF_MODE_PROGRAM << NV_XF_B_MODE;
    xf->mode_a = NV_XF_A_SPECULAR_ENABLE | NV_XF_A_COL1_ALPHA;
    nv_xf_section.loaded(xf);
    return xf;
}

static GArray *assemble(const Bench *b, const char *file, GError **error)
{
    g_autofree char *path = g_build_filename(b->folder, file, NULL);
    g_autofree char *text = NULL;
    GArray *words = g_array_new(FALSE, FALSE, sizeof(uint32_t));

    if (g_file_get_contents(path, &text, NULL, error) &&
        nv_xf_asm(nv_xf_isa_of(b->env.chip), path, text, words, error)) {
        return words;
    }
    g_array_free(words, TRUE);
    return NULL;
}

/* --- Contenders --- */

static void pass(Bench *b, const Contender *c)
{
    for (unsigned n = 0; n < BLOCKS; n++) {
        if (c->limit) {
            c->limit((const float (*)[4])b->c, b->block[n]);
        } else {
            nv_xf_transform(c->xf, b->block[n]);
        }
    }
}

static void configure(const Contender *c)
{
    GError *error = NULL;

    if (!nv_xf_configure(c->xf, c->executor, c->arith, &error)) {
        g_error("%s", error->message);
    }
}

/*
 * False, with a line on stderr, if the executor does not run here or leaves
 * this program to another one.
 */
static bool can_run(Bench *b, const Contender *c, const Program *p)
{
    const NvExecutor *e = nv_executor_find(c->executor);
    const char *why = NULL;
    NvExecStats stats;

    if (!e) {
        return true;
    }
    if (e->usable && !e->usable(&why)) {
        g_printerr("%s is left out: %s\n", c->executor, why);
        return false;
    }
    configure(c);
    pass(b, c);
    stats = nv_exec_stats(c->xf);
    if (stats.fallbacks) {
        g_printerr("%s %s is left out for %s: %s\n", c->executor, c->arith,
                   p->name, stats.why ? stats.why : "another one ran it");
    }
    return !stats.fallbacks;
}

static Contender *add(Bench *b, const char *executor, const char *arith)
{
    Contender *c = &b->contender[b->contenders];

    g_assert(b->contenders < MAX_CONTENDERS);
    *c = (Contender) { .executor = executor, .arith = arith };
    b->contenders++;
    return c;
}

static void add_executors(Bench *b, const Program *p, const GArray *words)
{
    static const char *const ariths[] = { "exact", "fast" };
    const char *name;

    /* auto is one of the others. */
    for (unsigned i = 1; (name = nv_executor_name(i)); i++) {
        const NvExecutor *e = nv_executor_find(name);

        for (unsigned fast = 0; fast < 2; fast++) {
            Contender *c;

            if (e ? !(fast ? e->fast : e->exact) : fast) {
                continue;
            }
            c = add(b, name, ariths[fast]);
            c->xf = new_engine(b, words);
            if (!can_run(b, c, p)) {
                nv_xf_free(c->xf);
                g_free(c->xf);
                b->contenders--;
                continue;
            }
            configure(c);
        }
    }
}

/* --- The right numbers --- */

/* To what outputs that nobody writes are after a reset. */
static void clear_outputs(Bench *b)
{
    for (unsigned n = 0; n < BLOCKS; n++) {
        uint32_t *out = (uint32_t *)b->block[n]->out;

        for (unsigned i = 0; i < OUT_WORDS; i++) {
            out[i] = i / NV_XF_BLOCK % 4 == 3 ? NV_XF_ONE : 0;
        }
    }
}

/* The largest distance of a component from ref's; NaN counts as far. */
static double distance(const Bench *b)
{
    double most = 0;

    for (unsigned n = 0; n < BLOCKS; n++) {
        for (unsigned i = 0; i < OUT_WORDS; i++) {
            uint32_t x = ((const uint32_t *)b->block[n]->out)[i];
            uint32_t y = b->want[n * OUT_WORDS + i];
            double a = nv_u2f(x), r = nv_u2f(y);
            double d = ABS(a - r) / MAX(1, ABS(r));

            if (x != y) {
                most = d <= most ? most : d == d ? d : HUGE_VAL;
            }
        }
    }
    return most;
}

static unsigned differing(const Bench *b)
{
    unsigned count = 0;

    for (unsigned n = 0; n < BLOCKS; n++) {
        const uint32_t *out = (const uint32_t *)b->block[n]->out;

        for (unsigned i = 0; i < OUT_WORDS; i++) {
            count += out[i] != b->want[n * OUT_WORDS + i];
        }
    }
    return count;
}

static void keep_wanted(Bench *b)
{
    const size_t size = sizeof(b->block[0]->out);

    for (unsigned n = 0; n < BLOCKS; n++) {
        memcpy((char *)b->want + n * size, b->block[n]->out, size);
    }
}

static void check(Bench *b, const Program *p)
{
    for (unsigned i = 0; i < b->contenders; i++) {
        const Contender *c = &b->contender[i];
        double most = c->limit ? p->limit_tolerance :
                      !strcmp(c->arith, "fast") ? p->fast_tolerance : 0;
        double d;

        clear_outputs(b);
        pass(b, c);
        if (i == 0) {
            keep_wanted(b);         /* ref, the first in the table */
            continue;
        }
        d = distance(b);
        g_printerr("%s %s %s: %u of %u components differ from ref, by at "
                   "most %.1e\n", p->name, c->executor, c->arith,
                   differing(b), VERTICES * NV_XF_ATTRS * 4, d);
        if (d > most || (!most && differing(b))) {
            g_printerr("%s %s %s: WRONG, %.1e is allowed\n", p->name,
                       c->executor, c->arith, most);
            b->wrong = true;
        }
    }
}

/* --- Time --- */

static double turn(Bench *b, const Contender *c)
{
    double begin = bench_now();

    for (unsigned i = 0; i < c->passes; i++) {
        pass(b, c);
    }
    return (bench_now() - begin) / c->passes / VERTICES;
}

static double block_us(Bench *b, const Contender *c)
{
    double begin = bench_now();

    nv_xf_transform(c->xf, b->block[0]);
    return (bench_now() - begin) / 1e3;
}

/* The first block of a program that is not known, less a warm one. */
static double compile_us(Bench *b, const Contender *c)
{
    double first;

    configure(c);
    first = block_us(b, c);
    return MAX(0, first - block_us(b, c));
}

static void measure(Bench *b, const Program *p)
{
    Contender *limit = &b->contender[b->contenders - 1];

    for (unsigned i = 0; i < b->contenders; i++) {
        Contender *c = &b->contender[i];

        c->passes = 1;
        c->passes += b->quick ? 0 : TURN_NS / (turn(b, c) * VERTICES);
    }
    for (unsigned r = 0; r < b->rounds; r++) {
        g_printerr("\r%s: round %u of %u", p->name, r + 1, b->rounds);
        for (unsigned i = 0; i < b->contenders; i++) {
            Contender *c = &b->contender[i];

            /* Only what is listed in the table of executors compiles. */
            if (!c->limit && nv_executor_find(c->executor)) {
                c->compile[r] = compile_us(b, c);
            }
            pass(b, c);
            c->turn[r] = turn(b, c);
        }
    }
    g_printerr("\n");
    for (unsigned i = 0; i < b->contenders; i++) {
        Contender *c = &b->contender[i];
        double ratio[MAX_ROUNDS];

        for (unsigned r = 0; r < b->rounds; r++) {
            ratio[r] = c->turn[r] / limit->turn[r];
        }
        c->ratio = bench_median(ratio, b->rounds);
    }
    for (unsigned i = 0; i < b->contenders; i++) {
        Contender *c = &b->contender[i];

        c->ns = bench_median(c->turn, b->rounds);
        c->compile_us = bench_median(c->compile, b->rounds);
    }
}

static void report(Bench *b, const Program *p)
{
    for (unsigned i = 0; i < b->contenders; i++) {
        const Contender *c = &b->contender[i];
        char x[16], us[16];

        snprintf(x, sizeof(x), "%.2f", c->ratio);
        snprintf(us, sizeof(us), c->compile_us > 0 ? "%.0f" : "-",
                 c->compile_us);
        g_string_append_printf(b->table, "%-8s %-10s %-6s %12.2f %9s %11s\n",
                               p->name, c->executor, c->arith, c->ns, x, us);
        g_string_append_printf(
            b->rows, "%s  { \"program\": \"%s\", \"executor\": \"%s\", "
            "\"arith\": \"%s\", \"threads\": 1, \"ns_per_vertex\": %.3f, "
            "\"x_limit\": %.3f, \"compile_us\": %.1f }",
            b->rows->len ? ",\n" : "", p->name, c->executor, c->arith, c->ns,
            c->ratio, c->compile_us);
    }
}

static bool run_program(Bench *b, unsigned n, GError **error)
{
    const Program *p = &programs[n];
    const BenchLimit *limit = bench_limit();
    BenchLimitFn *const fn[] = { limit->p1, limit->p3, limit->p5 };
    g_autoptr(GArray) words = assemble(b, p->file, error);

    if (!words) {
        return false;
    }
    b->contenders = 0;
    add_executors(b, p, words);
    add(b, "LIMIT", "host")->limit = fn[n];
    check(b, p);
    measure(b, p);
    report(b, p);
    for (unsigned i = 0; i < b->contenders; i++) {
        if (b->contender[i].xf) {
            nv_xf_free(b->contender[i].xf);
            g_free(b->contender[i].xf);
        }
    }
    return true;
}

/* --- All of it --- */

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

static void pipeline(Bench *b)
{
    g_autoptr(GArray) figures = g_array_new(FALSE, FALSE,
                                            sizeof(BenchFigure));

    bench_pipeline(figures, b->quick);
    g_string_append(b->table, "\nThe card, one thread\n");
    for (unsigned i = 0; i < figures->len; i++) {
        const BenchFigure *f = &g_array_index(figures, BenchFigure, i);

        g_string_append_printf(b->table, "%-40s %10.2f %s\n", f->name,
                               f->value, f->unit);
        g_string_append_printf(b->rows, "%s  { \"name\": \"%s\", \"value\": "
                               "%.3f, \"unit\": \"%s\" }",
                               b->rows->len ? ",\n" : "", f->name, f->value,
                               f->unit);
    }
}

static bool run(Bench *b, GError **error)
{
    g_autofree char *json = NULL;

    b->env.chip = nv_chip_find("nv20");
    b->env.ops = &b->ops;
    b->rounds = b->quick ? 2 : 41;
    b->want = g_malloc(BLOCKS * sizeof(b->block[0]->out));
    make_vertices(b);
    make_constants(b);
    g_string_printf(b->table, "Vertex programs, one thread; LIMIT is %s\n"
                    "%-8s %-10s %-6s %12s %9s %11s\n", bench_limit()->host,
                    "program", "executor", "arith", "ns/vertex", "x LIMIT",
                    "compile us");
    for (unsigned i = 0; i < G_N_ELEMENTS(programs); i++) {
        if (!run_program(b, i, error)) {
            return false;
        }
    }
    if (!b->no_pipeline) {
        pipeline(b);
    }
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
        { "no-pipeline", 0, 0, G_OPTION_ARG_NONE, &b->no_pipeline,
          "Vertex programs only", NULL },
        { "programs", 'p', 0, G_OPTION_ARG_FILENAME, &b->folder,
          "Where p1.vp, p3.vp and p5.vp are", "FOLDER" },
        { NULL, 0, 0, 0, NULL, NULL, NULL }
    };

    setlocale(LC_CTYPE, "");      /* numbers stay as JSON has them */
    g_option_context_set_summary(
        context, "Measures vertex programs on every executor, and the card, "
        "in processor time of one thread.");
    g_option_context_add_main_entries(context, entries, NULL);
    if (!g_option_context_parse(context, &argc, &argv, &error)) {
        g_printerr("nv-bench: %s\n", error->message);
        return 2;
    }
    b->folder = b->folder ? b->folder : g_strdup(NV_BENCH_EXAMPLES);
    b->table = g_string_new(NULL);
    b->rows = g_string_new(NULL);
    pin();
    if (!run(b, &error)) {
        g_printerr("nv-bench: %s\n", error->message);
        b->wrong = true;
    }
    for (unsigned n = 0; n < BLOCKS; n++) {
        g_free(b->memory[n]);
    }
    g_free(b->want);
    g_string_free(b->table, TRUE);
    g_string_free(b->rows, TRUE);
    g_free(b->folder);
    g_free(b->json);
    return b->wrong;
}
