/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Programs on all threads of the host, the speed-up of two, and a guest that
 * uploads programs all the time.  No hardware facts.
 *
 * Threads are timed by the clock on the wall: who else uses the machine
 * shows.  Each way has its turn in every round, and the middle counts.
 */
#include <string.h>

#include "bench/bench.h"
#include "exec/exec.h"
#include "base/pool.h"

#define MOST_ROUNDS 21
#define TURN_NS 4e6
#define BATCH_BLOCKS 782        /* 100,000 vertices */

typedef struct Way {
    const char *executor, *arith;   /* NULL: LIMIT */
    NvXf *xf;
    unsigned passes;
    double ns[MOST_ROUNDS];
} Way;

cpu_set_t bench_unpin(void)
{
    cpu_set_t before, all;

    CPU_ZERO(&all);
    for (unsigned i = 0; i < CPU_SETSIZE; i++) {
        CPU_SET(i, &all);
    }
    sched_getaffinity(0, sizeof(before), &before);
    sched_setaffinity(0, sizeof(all), &all);
    return before;
}

void bench_pin(const cpu_set_t *to)
{
    sched_setaffinity(0, sizeof(*to), to);
}

/* The same program and constants in an engine of its own. */
static NvXf *copy_engine(const NvXf *from, const char *executor,
                         const char *arith, unsigned threads)
{
    NvXf *xf = g_new0(NvXf, 1);

    nv_xf_init(xf, from->env);
    for (const NvField *f = nv_xf_section.fields; f->name; f++) {
        memcpy((char *)xf + f->offset, (const char *)from + f->offset,
               (size_t)f->elem * f->count);
    }
    nv_xf_section.loaded(xf);
    g_assert_true(nv_xf_configure(xf, executor, arith, NULL));
    g_assert_true(nv_xf_set_threads(xf, threads, NULL));
    return xf;
}

static void free_engine(NvXf *xf)
{
    nv_xf_free(xf);
    g_free(xf);
}

/* As many blocks as a draw has open, with the vertices of @from. */
static NvXfBlock **copy_blocks(const BenchThreads *from, unsigned count)
{
    NvXfBlock **block = g_new0(NvXfBlock *, count);

    for (unsigned i = 0; i < count; i++) {
        block[i] = nv_xf_block_new();
        memcpy(block[i], from->block[i % from->blocks], sizeof(*block[i]));
    }
    return block;
}

static void free_blocks(NvXfBlock **block, unsigned count)
{
    for (unsigned i = 0; i < count; i++) {
        nv_xf_block_free(block[i]);
    }
    g_free(block);
}

static void pass(const BenchThreads *t, const Way *w)
{
    unsigned batch;

    if (!w->xf) {
        for (unsigned n = 0; n < t->blocks; n++) {
            t->limit((const float (*)[4])t->c, t->block[n]);
        }
        return;
    }
    batch = nv_xf_batch(w->xf);
    for (unsigned n = 0; n < t->blocks; n += batch) {
        nv_xf_transform_blocks(w->xf, t->block + n,
                               MIN(batch, t->blocks - n));
    }
}

/* ns a vertex. */
static double turn(const BenchThreads *t, const Way *w)
{
    double begin = bench_wall();

    for (unsigned i = 0; i < w->passes; i++) {
        pass(t, w);
    }
    return (bench_wall() - begin) / w->passes / t->blocks / NV_XF_BLOCK;
}

static unsigned ways_of(const BenchThreads *t, unsigned threads, Way *way,
                        unsigned room)
{
    unsigned count = 1;
    const char *name;

    way[0] = (Way) { .arith = "host" };
    for (unsigned i = 1; (name = nv_executor_name(i)); i++) {
        const NvExecutor *e = nv_executor_find(name);
        const char *why;

        if (nv_executor_is_other(i)) {
            continue;
        }
        for (unsigned fast = 0; fast < 2 && count < room; fast++) {
            Way *w = &way[count];

            if ((e ? !(fast ? e->fast : e->exact) : fast) ||
                (e && e->usable && !e->usable(&why))) {
                continue;
            }
            *w = (Way) { .executor = name, .arith = fast ? "fast" : "exact" };
            w->xf = copy_engine(t->like, name, w->arith, threads);
            pass(t, w);
            if (nv_exec_stats(w->xf->exec).fallbacks) {
                free_engine(w->xf);
            } else {
                count++;
            }
        }
    }
    return count;
}

static void add_row(const BenchThreads *t, const Way *w, unsigned threads,
                    double ns, double ratio)
{
    double us = nv_exec_stats(w->xf->exec).compile_ns / 1e3;

    g_string_append_printf(t->table, "%-8s %-10s %-6s %7u %9.2f %8.2f\n",
                           t->program, w->executor, w->arith, threads, ns,
                           ratio);
    g_string_append_printf(
        t->rows, "%s  { \"program\": \"%s\", \"executor\": \"%s\", "
        "\"arith\": \"%s\", \"threads\": %u, \"ns_per_vertex\": %.3f, "
        "\"x_limit\": %.3f, \"compile_us\": %.1f }",
        t->rows->len ? ",\n" : "", t->program, w->executor, w->arith, threads,
        ns, ratio, us);
}

static void all_threads(const BenchThreads *t, unsigned rounds)
{
    unsigned threads = nv_pool_host_threads();
    g_autofree Way *way = g_new0(Way, 2 * 16);
    unsigned ways = ways_of(t, threads, way, 2 * 16);

    for (unsigned i = 0; i < ways; i++) {
        way[i].passes = 1;
        way[i].passes += t->quick ? 0 : TURN_NS / t->blocks / NV_XF_BLOCK /
                                        turn(t, &way[i]);
    }
    for (unsigned r = 0; r < rounds; r++) {
        for (unsigned i = 0; i < ways; i++) {
            way[i].ns[r] = turn(t, &way[i]);
        }
    }
    for (unsigned i = 1; i < ways; i++) {
        double ratio[MOST_ROUNDS];

        for (unsigned r = 0; r < rounds; r++) {
            ratio[r] = way[i].ns[r] / way[0].ns[r];
        }
        add_row(t, &way[i], threads, bench_median(way[i].ns, rounds),
                bench_median(ratio, rounds));
        free_engine(way[i].xf);
    }
}

/* --- Two threads over one --- */

static void add_figure(const BenchThreads *t, const char *name, double value,
                       const char *unit)
{
    g_string_append_printf(t->table, "%-48s %10.2f %s\n", name, value, unit);
    g_string_append_printf(t->rows, "%s  { \"name\": \"%s\", \"value\": %.3f, "
                           "\"unit\": \"%s\" }", t->rows->len ? ",\n" : "",
                           name, value, unit);
}

/* All vertices handed over at once, by one thread and by two in turn. */
static void speed_up(const BenchThreads *t, const char *arith,
                     unsigned rounds)
{
    unsigned count = t->quick ? 16 : BATCH_BLOCKS;
    NvXfBlock **block = copy_blocks(t, count);
    g_autofree char *name = NULL;
    double ratio[MOST_ROUNDS], best[2] = { 1e30, 1e30 };
    NvXf *xf[2];

    for (unsigned k = 0; k < 2; k++) {
        xf[k] = copy_engine(t->like, "auto", arith, k + 1);
        nv_xf_transform_blocks(xf[k], block, count);
    }
    for (unsigned r = 0; r < rounds; r++) {
        double ns[2];

        for (unsigned k = 0; k < 2; k++) {
            double begin = bench_wall();

            nv_xf_transform_blocks(xf[k], block, count);
            ns[k] = bench_wall() - begin;
            best[k] = MIN(best[k], ns[k]);
        }
        ratio[r] = ns[0] / ns[1];
    }
    name = g_strdup_printf("%s %s, 100000 vertices, 2 threads over 1",
                           t->program, arith);
    add_figure(t, name, bench_median(ratio, rounds), "times as fast");
    g_free(name);
    name = g_strdup_printf("%s %s, the same, best rounds", t->program, arith);
    add_figure(t, name, best[0] / best[1], "times as fast");
    for (unsigned k = 0; k < 2; k++) {
        free_engine(xf[k]);
    }
    free_blocks(block, count);
}

/* --- New programs --- */

#define PROGRAMS 100            /* a frame */
#define FRAME_VERTICES 24

/* As the command port takes it; the last word first. */
static void upload(NvXf *xf, unsigned slot, const uint32_t w[4])
{
    for (unsigned c = 0; c < 4; c++) {
        nv_xf_command(xf, NV_XF_XFPR, slot << 4 | c << 2, w[3 - c]);
    }
}

/*
 * The program again with one other constant: all of its words go up, and a
 * small draw uses them.  ms of this thread for a frame.
 */
static double new_programs(const BenchThreads *t, const char *arith,
                           unsigned frames)
{
    const NvXfIsa *isa = nv_xf_isa_of(t->like->chip);
    NvXf *xf = copy_engine(t->like, "auto", arith, 1);
    double ms[MOST_ROUNDS];
    unsigned count = 0, number = 0;

    while (!nv_xf_field(isa, t->like->xfpr[count], NV_XF_F_END)) {
        count++;
    }
    t->block[0]->count = FRAME_VERTICES;
    for (unsigned f = 0; f < frames; f++) {
        double begin = bench_now();

        for (unsigned i = 0; i < PROGRAMS; i++, number++) {
            for (unsigned slot = 0; slot <= count; slot++) {
                uint32_t w[4];

                memcpy(w, t->like->xfpr[slot], sizeof(w));
                if (slot == number % count) {
                    nv_xf_set_field(isa, w, NV_XF_F_XFCTX_ADDR,
                                    isa->user_base + number / count);
                }
                upload(xf, slot, w);
            }
            nv_xf_transform(xf, t->block[0]);
        }
        ms[f] = (bench_now() - begin) / 1e6;
    }
    /* Some instructions have no constant, and then nothing is new. */
    g_assert_cmpuint(nv_exec_stats(xf->exec).misses, >, frames * PROGRAMS / 2);
    t->block[0]->count = NV_XF_BLOCK;
    free_engine(xf);
    return bench_median(ms, frames);
}

static void uploads(const BenchThreads *t, const char *arith, unsigned frames)
{
    g_autofree char *name = g_strdup_printf(
        "%s %s, %u new programs a frame", t->program, arith, PROGRAMS);

    add_figure(t, name, new_programs(t, arith, frames), "ms/frame");
}

void bench_threads(const BenchThreads *few)
{
    unsigned rounds = few->quick ? 2 : MOST_ROUNDS;
    cpu_set_t before = bench_unpin();
    BenchThreads t = *few;

    t.blocks = NV_XF_BATCH;
    t.block = copy_blocks(few, t.blocks);
    g_printerr("%s: threads\n", t.program);
    g_string_append_printf(t.table, "\n%s, all threads, by the clock on the "
                           "wall\n", t.program);
    all_threads(&t, rounds);
    if (t.last) {
        speed_up(&t, "exact", rounds);
        speed_up(&t, "fast", rounds);
        uploads(&t, "exact", t.quick ? 1 : 11);
        uploads(&t, "fast", t.quick ? 1 : 11);
    }
    free_blocks(t.block, t.blocks);
    bench_pin(&before);
}
