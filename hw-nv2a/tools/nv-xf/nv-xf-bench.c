/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * nv-xf bench: time for a vertex of a program on each executor, arithmetic
 * and number of threads.  No hardware facts.
 */
#include "tools/nv-xf/nv-xf-engine.h"

#include "exec/exec.h"
#include "base/pool.h"
#include "nv-xf-examples.h"

#define BLOCKS NV_XF_BATCH      /* again and again, as draws on a card */
#define MANY_BLOCKS 782         /* 100,000 vertices */
#define FEW_BLOCKS 16           /* for what takes long */
#define SLOW_NS 60e6            /* is long */
#define MOST_ROUNDS 1001

/* A row of the table. */
typedef struct Way {
    const char *executor, *arith;
    unsigned threads;
    NvXf *xf;
    unsigned blocks;
    double ns[MOST_ROUNDS];
    double compile_us;
} Way;

typedef struct Bench {
    NvToolEngine engine;
    char *vertices;
    int rounds, most_threads;
    gboolean list;
    NvXfBlock *block[BLOCKS];
    Way way[64];
    unsigned ways;
} Bench;

static const struct {
    const char *name, *text;
} examples[] = {
    { "P1", NV_EXAMPLE_P1 },
    { "P3", NV_EXAMPLE_P3 },
    { "P5", NV_EXAMPLE_P5 },
};

/* --- What is computed --- */

/* Numbers from 0.1 to 1, always the same ones: no special values come up. */
static uint32_t tame(uint32_t *seed)
{
    *seed = *seed * 1664525 + 1013904223;
    return nv_f2u(0.1f + 0.9f * (*seed >> 8) / 0x1000000);
}

static void tame_constants(NvXf *xf)
{
    uint32_t seed = 1;

    for (unsigned i = xf->chip->xf.user_base; i < xf->chip->xf.xfctx; i++) {
        uint32_t v[4] = { tame(&seed), tame(&seed), tame(&seed),
                          tame(&seed) };

        nv_xf_alone_send(xf, NV_XF_XFCTX, i, v);
    }
}

static void tame_vertices(Bench *b)
{
    uint32_t seed = 2;

    for (unsigned n = 0; n < BLOCKS; n++) {
        uint32_t *row = (uint32_t *)b->block[n]->in;

        for (unsigned i = 0; i < NV_XF_ATTRS * 4 * NV_XF_BLOCK; i++) {
            row[i] = i / NV_XF_BLOCK % 4 == 3 ? NV_XF_ONE : tame(&seed);
        }
    }
}

/* Those of the file, and again until blocks are full. */
static bool read_vertices(Bench *b, GError **error)
{
    const unsigned room = BLOCKS * NV_XF_BLOCK;
    unsigned count = 0;
    bool ok = true;
    NvText t;

    if (!nv_text_open(&t, b->vertices, error)) {
        return false;
    }
    while (ok && count < room && nv_text_next_line(&t)) {
        ok = nv_tool_vertex(&t, b->block[count / NV_XF_BLOCK],
                            count % NV_XF_BLOCK, error);
        count += ok;
    }
    if (ok && !count) {
        g_set_error(error, NV_TOOL_ERROR, 0, "%s has no vertices",
                    b->vertices);
        ok = false;
    }
    nv_text_close(&t);
    for (unsigned i = count; ok && i < room; i++) {
        const NvXfBlock *from = b->block[(i - count) / NV_XF_BLOCK];
        NvXfBlock *to = b->block[i / NV_XF_BLOCK];

        for (unsigned row = 0; row < NV_XF_ATTRS * 4; row++) {
            to->in[row / 4][row % 4][i % NV_XF_BLOCK] =
                from->in[row / 4][row % 4][(i - count) % NV_XF_BLOCK];
        }
    }
    return ok;
}

static bool make_vertices(Bench *b, GError **error)
{
    for (unsigned n = 0; n < BLOCKS; n++) {
        b->block[n] = nv_xf_block_new();
        b->block[n]->count = NV_XF_BLOCK;
    }
    if (b->vertices) {
        return read_vertices(b, error);
    }
    tame_vertices(b);
    return true;
}

/* --- Time --- */

static double now(void)
{
    return g_get_monotonic_time() * 1e3;
}

static void pass(const Bench *b, const Way *w)
{
    unsigned batch = nv_xf_batch(w->xf);

    for (unsigned n = 0; n < w->blocks; n += batch) {
        nv_xf_transform_blocks(w->xf, b->block, MIN(batch, w->blocks - n));
    }
}

static int ascending(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;

    return (x > y) - (x < y);
}

/* The same state for an engine of its own. */
static NvXf *copy_engine(Bench *b, const char *executor, const char *arith,
                         unsigned threads)
{
    const NvXf *from = &b->engine.xf;
    NvXf *xf = g_new0(NvXf, 1);

    nv_xf_init(xf, &b->engine.env);
    for (const NvField *f = nv_xf_section.fields; f->name; f++) {
        memcpy((char *)xf + f->offset, (const char *)from + f->offset,
               (size_t)f->elem * f->count);
    }
    nv_xf_section.loaded(xf);
    nv_xf_configure(xf, executor, arith, NULL);
    nv_xf_set_threads(xf, threads, NULL);
    return xf;
}

static void add_way(Bench *b, const char *executor, const char *arith,
                    unsigned threads)
{
    Way *w = &b->way[b->ways];
    NvExecStats stats;
    double begin;

    if (b->ways == NV_ARRAY_SIZE(b->way)) {
        return;
    }
    *w = (Way) { executor, arith, threads, .blocks = FEW_BLOCKS };
    w->xf = copy_engine(b, executor, arith, threads);
    begin = now();
    pass(b, w);
    if ((now() - begin) / FEW_BLOCKS * MANY_BLOCKS < SLOW_NS) {
        w->blocks = MANY_BLOCKS;
        pass(b, w);
    }
    stats = nv_exec_stats(w->xf->exec);
    w->compile_us = stats.compile_ns / 1e3;
    if (stats.fallbacks) {
        fprintf(stderr, "nv-xf: note: %s %s is left out: %s\n", executor,
                arith, stats.why);
        nv_xf_free(w->xf);
        g_free(w->xf);
        return;
    }
    b->ways++;
}

static void add_executor(Bench *b, const char *name)
{
    const NvExecutor *e = nv_executor_find(name);
    bool ref = !strcmp(name, "ref");
    const char *why;

    if (e && e->usable && !e->usable(&why)) {
        return;
    }
    for (unsigned fast = 0; fast < 2; fast++) {
        const char *arith = fast ? "fast" : "exact";

        if ((e ? !(fast ? e->fast : e->exact) : fast && ref) ||
            (b->engine.arith && strcmp(b->engine.arith, arith))) {
            continue;
        }
        add_way(b, name, arith, 1);
        /* ref goes one by one, whatever there is. */
        if (!ref && b->most_threads > 1) {
            add_way(b, name, arith, b->most_threads);
        }
    }
}

static void measure(Bench *b)
{
    for (int r = 0; r < b->rounds; r++) {
        for (unsigned i = 0; i < b->ways; i++) {
            Way *w = &b->way[i];
            double begin = now();

            pass(b, w);
            w->ns[r] = (now() - begin) / w->blocks / NV_XF_BLOCK;
        }
    }
}

static void report(Bench *b, const char *name)
{
    for (unsigned i = 0; i < b->ways; i++) {
        Way *w = &b->way[i];

        qsort(w->ns, b->rounds, sizeof(w->ns[0]), ascending);
        printf("%-10s %-10s %-6s %7u %12.2f %12.2f %11.0f\n", name,
               w->executor, w->arith, w->threads, w->ns[b->rounds / 2],
               w->ns[0], w->compile_us);
        nv_xf_free(w->xf);
        g_free(w->xf);
    }
    b->ways = 0;
}

static void bench_program(Bench *b, const char *name)
{
    const char *executor;

    for (unsigned i = 0; (executor = nv_executor_name(i)); i++) {
        if (b->engine.executor ? !strcmp(b->engine.executor, executor) :
            !nv_executor_is_other(i)) {
            add_executor(b, executor);
        }
    }
    measure(b);
    report(b, name);
}

/* --- Options --- */

static void list_executors(void)
{
    const char *name, *why;

    for (unsigned i = 0; (name = nv_executor_name(i)); i++) {
        const NvExecutor *e = nv_executor_find(name);

        why = NULL;
        if (e && e->usable) {
            e->usable(&why);
        }
        printf("%-10s %s%s%s%s\n", name, nv_executor_help(i),
               why ? " (not here: " : "", why ? why : "", why ? ")" : "");
    }
}

static bool run_one(Bench *b, const char *path, GError **error)
{
    g_autofree char *name = g_path_get_basename(path);

    if (!b->engine.consts) {
        tame_constants(&b->engine.xf);
    }
    if (!nv_tool_engine_load(&b->engine, path, error)) {
        return false;
    }
    bench_program(b, name);
    return true;
}

static bool run_examples(Bench *b, GError **error)
{
    if (nv_xf_isa_of(b->engine.xf.chip) != &nv_xf_isa_kelvin) {
        g_set_error(error, NV_TOOL_ERROR, 0, "the programs that are built in "
                    "are Kelvin's: name one for %s",
                    b->engine.xf.chip->name);
        return false;
    }
    for (unsigned i = 0; i < NV_ARRAY_SIZE(examples); i++) {
        tame_constants(&b->engine.xf);
        if (!nv_tool_engine_text(&b->engine, examples[i].name,
                                 examples[i].text, error)) {
            return false;
        }
        bench_program(b, examples[i].name);
    }
    return true;
}

static bool check_options(Bench *b, GError **error)
{
    if (b->rounds < 1 || b->rounds > MOST_ROUNDS) {
        g_set_error(error, NV_TOOL_ERROR, 0, "--rounds %d: choose 1 to %u",
                    b->rounds, MOST_ROUNDS);
        return false;
    }
    b->most_threads = b->engine.threads ? b->engine.threads :
                      (int)nv_pool_host_threads();
    return true;
}

static bool run(Bench *b, const char *path, GError **error)
{
    if (!check_options(b, error) ||
        !nv_tool_engine_open(&b->engine, "ref", error) ||
        !make_vertices(b, error)) {
        return false;
    }
    printf("%-10s %-10s %-6s %7s %12s %12s %11s\n", "program", "executor",
           "arith", "threads", "ns/vertex", "best", "compile us");
    return path ? run_one(b, path, error) : run_examples(b, error);
}

static const NvUsage usage = {
    "[PROGRAM]", 0, 1,
    "Prints how long a vertex takes on each executor: the middle of all "
    "rounds and the best,\nby the clock on the wall.  A round has 100,000 "
    "vertices, or fewer where that takes long.\nWithout PROGRAM three that "
    "are built in run, P1 (a matrix), P3 (a light) and P5 (five\nlights).\n\n"
    "  nv-xf bench\n"
    "  nv-xf bench --executor jit-avx2 --threads 4 p5.vp\n"
    "  nv-xf bench --consts light.consts --vertices two.verts p3.vp\n"
    "  nv-xf bench --list\n\n"
    "At most 4096 vertices of a file are used, again and again.  Without "
    "--consts and\n--vertices numbers from 0.1 to 1 are made up.",
};

int nv_xf_command_bench(int argc, char **argv, GError **error)
{
    g_autofree Bench *b = g_new0(Bench, 1);
    NvToolEngine *e = &b->engine;
    bool ok = true;
    const GOptionEntry entries[] = {
        NV_TOOL_CHIP_ENTRY(e),
        { "executor", 'x', 0, G_OPTION_ARG_STRING, &e->executor,
          "Only this one", "NAME" },
        { "arith", 0, 0, G_OPTION_ARG_STRING, &e->arith,
          "Only exact or fast", "ARITH" },
        { "threads", 0, 0, G_OPTION_ARG_INT, &e->threads,
          "Besides one thread (default: all the host has)", "N" },
        NV_TOOL_PROGRAM_ENTRIES(e),
        NV_TOOL_CONSTS_ENTRIES(e),
        { "vertices", 'v', 0, G_OPTION_ARG_FILENAME, &b->vertices,
          "Vertices to run", "FILE" },
        { "rounds", 'n', 0, G_OPTION_ARG_INT, &b->rounds,
          "How often all are measured in turn (default 15)", "N" },
        { "list", 'l', 0, G_OPTION_ARG_NONE, &b->list,
          "List the executors instead", NULL },
        { NULL, 0, 0, 0, NULL, NULL, NULL }
    };

    nv_tool_engine_init(e);
    e->threads = 0;
    b->rounds = 15;
    if (!nv_tool_parse(&argc, &argv, &usage, entries, error)) {
        return EXIT_TROUBLE;
    }
    if (b->list) {
        list_executors();
    } else {
        ok = run(b, argv[1], error);
    }
    nv_tool_engine_close(e);
    for (unsigned n = 0; n < BLOCKS; n++) {
        nv_xf_block_free(b->block[n]);
    }
    g_free(b->vertices);
    return ok ? EXIT_FINE : EXIT_TROUBLE;
}
