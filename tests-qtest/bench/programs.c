/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Vertex programs on each executor, next to the same work written by hand:
 * whether they are right, and how long they take.
 *
 * All contenders of a program take turns; a figure is the median of their
 * turns, a ratio the median of the ratios of turns that follow each other.
 * Turns on a core that somebody else uses do not count, see quiet.c.
 * Before it is timed, each has to give the right numbers.
 */
#include "bench/bench.h"

#include <stdio.h>
#include <string.h>

#include "bench/vertices.h"
#include "common/xf-mode.h"
#include "exec/exec.h"
#include "isa/asm.h"
#include "xf/xf-priv.h"

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

/* Where vertices come from and go to; see limit.c for which compares what. */
enum { IN_PLACE, PACKED, WAYS };

typedef struct Contender {
    const char *executor, *arith;
    bool limit;                 /* by hand, no executor */
    NvXf *xf;
    unsigned passes;            /* over all vertices, a turn */
    /* ns a vertex, by way. */
    double turn[WAYS][MAX_ROUNDS];
    double compile[MAX_ROUNDS]; /* us */
    double ns[WAYS], ratio[WAYS], compile_us;
} Contender;

typedef struct Bench {
    const char *folder;         /* where the programs are */
    bool quick;
    unsigned rounds;
    NvHostOps ops;
    NvEnv env;
    BenchVertices v;
    const BenchLimitRow *limit; /* the program of now by hand */
    Contender contender[MAX_CONTENDERS];
    unsigned contenders;
    GString *table, *threads, *rows;    /* for people, twice, and JSON */
    bool wrong;
} Bench;

/* --- What is computed --- */

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
    for (unsigned i = 0; i < G_N_ELEMENTS(b->v.c); i++) {
        uint32_t v[4];

        memcpy(v, b->v.c[i], sizeof(v));
        send(xf, NV_XF_XFCTX, b->env.chip->xf.user_base + i, v);
    }
    xf->mode_b = (uint32_t)NV_XF_MODE_PROGRAM << MODE_B_MODE;
    xf->mode_a = MODE_A_SPECULAR_ENABLE | MODE_A_COL1_ALPHA;
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

/* In batches, as draws hand them over. */
static void pass(Bench *b, const Contender *c)
{
    unsigned batch = c->limit ? 0 : nv_xf_batch(c->xf);

    for (unsigned n = 0; c->limit && n < BENCH_BLOCKS; n++) {
        b->limit->in_place((const float (*)[4])b->v.c, b->v.block[n]);
    }
    for (unsigned n = 0; !c->limit && n < BENCH_BLOCKS; n += batch) {
        nv_xf_transform_blocks(c->xf, b->v.block + n,
                               MIN(batch, BENCH_BLOCKS - n));
    }
}

/* With blocks of its own, the same ones for all batches. */
static void pass_packed(Bench *b, const Contender *c)
{
    const unsigned from = BENCH_STRIDE(b->limit->reads) * NV_XF_BLOCK;
    const unsigned to = BENCH_STRIDE(b->limit->writes) * NV_XF_BLOCK;
    unsigned batch = c->limit ? 0 : nv_xf_batch(c->xf);

    if (c->limit) {
        b->limit->packed((const float (*)[4])b->v.c, b->v.in, b->v.out,
                         BENCH_VERTICES);
        return;
    }
    for (unsigned n = 0; n < BENCH_BLOCKS; n += batch) {
        unsigned blocks = MIN(batch, BENCH_BLOCKS - n);

        for (unsigned i = 0; i < blocks; i++) {
            bench_limit()->fetch(b->v.in + (n + i) * from, b->limit->reads,
                                 b->v.work[i]);
        }
        nv_xf_transform_blocks(c->xf, b->v.work, blocks);
        for (unsigned i = 0; i < blocks; i++) {
            bench_limit()->pack(b->v.work[i], b->limit->writes,
                                b->v.out + (n + i) * to);
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
    stats = nv_exec_stats(c->xf->exec);
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

    for (unsigned i = 0; (name = nv_executor_name(i)); i++) {
        const NvExecutor *e = nv_executor_find(name);

        if (nv_executor_is_other(i)) {
            continue;
        }
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

static void check(Bench *b, const Program *p)
{
    for (unsigned i = 0; i < b->contenders; i++) {
        const Contender *c = &b->contender[i];
        double most = c->limit ? p->limit_tolerance :
                      !strcmp(c->arith, "fast") ? p->fast_tolerance : 0;
        unsigned differing;
        double d;

        bench_vertices_clear(&b->v);
        pass(b, c);
        if (i == 0) {
            bench_vertices_keep(&b->v); /* ref, the first in the table */
            continue;
        }
        d = bench_vertices_distance(&b->v);
        pass_packed(b, c);
        d = MAX(d, bench_vertices_packed_distance(&b->v, b->limit->writes));
        differing = bench_vertices_differing(&b->v);
        g_printerr("%s %s %s: %u of %u components differ from ref, by at "
                   "most %.1e\n", p->name, c->executor, c->arith,
                   differing, BENCH_VERTICES * NV_XF_ATTRS * 4, d);
        if (d > most || (!most && differing)) {
            g_printerr("%s %s %s: WRONG, %.1e is allowed\n", p->name,
                       c->executor, c->arith, most);
            b->wrong = true;
        }
    }
}

/* --- Time --- */

static double passes_ns(Bench *b, const Contender *c, unsigned way)
{
    double begin;

    pass(b, c);
    begin = bench_now();
    for (unsigned i = 0; i < c->passes; i++) {
        if (way == PACKED) {
            pass_packed(b, c);
        } else {
            pass(b, c);
        }
    }
    return bench_now() - begin;
}

static double turn(Bench *b, const Contender *c, unsigned way)
{
    double ns;

    do {
        bench_quiet_wait();
        ns = passes_ns(b, c, way);
    } while (!bench_quiet_was(ns));
    return ns / c->passes / BENCH_VERTICES;
}

static double block_us(Bench *b, const Contender *c)
{
    double begin = bench_now();

    nv_xf_transform(c->xf, b->v.block[0]);
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

static void take_turns(Bench *b, const Program *p)
{
    for (unsigned r = 0; r < b->rounds; r++) {
        g_printerr("\r%s: round %u of %u", p->name, r + 1, b->rounds);
        for (unsigned i = 0; i < b->contenders; i++) {
            Contender *c = &b->contender[i];

            /* Only what is listed in the table of executors compiles. */
            if (!c->limit && nv_executor_find(c->executor)) {
                c->compile[r] = compile_us(b, c);
            }
            for (unsigned way = 0; way < WAYS; way++) {
                c->turn[way][r] = turn(b, c, way);
            }
        }
    }
    g_printerr("\n");
}

static void measure(Bench *b, const Program *p)
{
    const Contender *limit = &b->contender[b->contenders - 1];

    for (unsigned i = 0; i < b->contenders; i++) {
        Contender *c = &b->contender[i];

        c->passes = 1;
        c->passes += b->quick ? 0 :
                     TURN_NS / (turn(b, c, PACKED) * BENCH_VERTICES);
    }
    do {
        take_turns(b, p);
    } while (bench_quiet_learned());
    for (unsigned i = 0; i < b->contenders * WAYS; i++) {
        Contender *c = &b->contender[i / WAYS];
        double ratio[MAX_ROUNDS];

        for (unsigned r = 0; r < b->rounds; r++) {
            ratio[r] = c->turn[i % WAYS][r] / limit->turn[i % WAYS][r];
        }
        c->ratio[i % WAYS] = bench_median(ratio, b->rounds);
    }
    for (unsigned i = 0; i < b->contenders; i++) {
        Contender *c = &b->contender[i];

        for (unsigned way = 0; way < WAYS; way++) {
            c->ns[way] = bench_median(c->turn[way], b->rounds);
        }
        c->compile_us = bench_median(c->compile, b->rounds);
    }
}

static void report(Bench *b, const Program *p)
{
    for (unsigned i = 0; i < b->contenders; i++) {
        const Contender *c = &b->contender[i];
        char us[16];

        snprintf(us, sizeof(us), c->compile_us > 0 ? "%.0f" : "-",
                 c->compile_us);
        g_string_append_printf(b->table, "%-8s %-10s %-6s %9.2f %8.2f %9.2f "
                               "%8.2f %9s\n", p->name, c->executor, c->arith,
                               c->ns[IN_PLACE], c->ratio[IN_PLACE],
                               c->ns[PACKED], c->ratio[PACKED], us);
        g_string_append_printf(
            b->rows, "%s  { \"program\": \"%s\", \"executor\": \"%s\", "
            "\"arith\": \"%s\", \"threads\": 1, \"ns_per_vertex\": %.3f, "
            "\"x_limit\": %.3f, \"ns_packed\": %.3f, "
            "\"x_limit_packed\": %.3f, \"compile_us\": %.1f }",
            b->rows->len ? ",\n" : "", p->name, c->executor, c->arith,
            c->ns[IN_PLACE], c->ratio[IN_PLACE], c->ns[PACKED],
            c->ratio[PACKED], c->compile_us);
    }
}

/* Rows of more than one thread, to a table of their own. */
static void threads(Bench *b, unsigned n)
{
    const BenchThreads t = {
        .program = programs[n].name, .like = b->contender[0].xf,
        .block = b->v.block, .blocks = BENCH_BLOCKS,
        .limit = b->limit->in_place,
        .c = (const float (*)[4])b->v.c, .quick = b->quick,
        .last = n + 1 == G_N_ELEMENTS(programs),
        .table = b->threads, .rows = b->rows,
    };

    bench_threads(&t);
}

static bool run_program(Bench *b, unsigned n, GError **error)
{
    const Program *p = &programs[n];
    g_autoptr(GArray) words = assemble(b, p->file, error);

    if (!words) {
        return false;
    }
    b->contenders = 0;
    b->limit = &bench_limit()->program[n];
    bench_vertices_pack(&b->v, b->limit->reads);
    add_executors(b, p, words);
    add(b, "LIMIT", "host")->limit = true;
    check(b, p);
    measure(b, p);
    report(b, p);
    threads(b, n);
    for (unsigned i = 0; i < b->contenders; i++) {
        if (b->contender[i].xf) {
            nv_xf_free(b->contender[i].xf);
            g_free(b->contender[i].xf);
        }
    }
    return true;
}

/* --- All of it --- */

static void set_up(Bench *b)
{
    b->env.chip = nv_chip_find("nv20");
    b->env.ops = &b->ops;
    b->rounds = b->quick ? 2 : 41;
    b->threads = g_string_new(NULL);
    bench_vertices_init(&b->v);
}

bool bench_programs(const char *folder, bool quick, GString *table,
                    GString *rows, bool *wrong, GError **error)
{
    g_autofree Bench *b = g_new0(Bench, 1);
    bool ran = true;

    b->folder = folder;
    b->quick = quick;
    b->table = table;
    b->rows = rows;
    set_up(b);
    g_string_append_printf(
        table, "Vertex programs, one thread; LIMIT is %s\n"
        "%26s %18s %18s\n%-8s %-10s %-6s %9s %8s %9s %8s %9s\n",
        bench_limit()->host, "", "in place", "packed", "program", "executor",
        "arith", "ns/vertex", "x LIMIT", "ns/vertex", "x LIMIT",
        "compile us");
    for (unsigned i = 0; ran && i < G_N_ELEMENTS(programs); i++) {
        ran = run_program(b, i, error);
    }
    g_string_append(table, b->threads->str);
    *wrong |= b->wrong;
    g_string_free(b->threads, TRUE);
    bench_vertices_free(&b->v);
    return ran;
}
