/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Frames that two threads draw over those that one draws: both have their turn
 * in every round, and the middle one counts.  By the clock on the wall, where
 * who else uses the machine shows, and by processor time: that of one thread
 * over what the busier one of two has.  Beside it what the machine gives at
 * best: two cards that share nothing, each on a thread, at once.  No hardware
 * facts.
 */
#include "bench/scene.h"

#define MOST_ROUNDS 25
#define SLICE_US 2000           /* as a card in QEMU has */
#define CARDS 3                 /* one thread, two; one more with one */

static const struct {
    const char *name;
    BenchState state;
    bool front_first;
} frames[] = {
    { "gouraud, back to front", { .depth = true }, false },
    { "trilinear, back to front",
      { .textures = 1, .filter = BENCH_TRILINEAR, .depth = true }, false },
    { "2 textures, trilinear, front to back",
      { .textures = 2, .filter = BENCH_TRILINEAR, .depth = true }, true },
    { "2 textures, trilinear, back to front",
      { .textures = 2, .filter = BENCH_TRILINEAR, .depth = true }, false },
};

static void write_figure(BenchRows *rows, const char *frame, const char *what,
                         double value)
{
    g_autofree char *name = g_strdup_printf("frame, %s, 2 threads over 1%s",
                                            frame, what);

    g_string_append_printf(rows->table, "%-66s %6.2f times as fast\n", name,
                           value);
    g_string_append_printf(rows->json, "%s  { \"name\": \"%s\", \"value\": "
                           "%.3f, \"unit\": \"times as fast\" }",
                           rows->json->len ? ",\n" : "", name, value);
}

typedef struct Took {
    double wall, busy;          /* ns; busy: of the busier thread */
} Took;

static double of_all_threads(void)
{
    return bench_clock(CLOCK_PROCESS_CPUTIME_ID);
}

static Took draw(BenchCard *card)
{
    double all = of_all_threads(), own = bench_now();
    Took took = { .wall = bench_card_draw_wall(card) };

    own = bench_now() - own;
    all = of_all_threads() - all;
    took.busy = MAX(own, all - own);
    return took;
}

static void *draw_beside(void *card)
{
    bench_card_draw_wall(card);
    return NULL;
}

/* ns for each of two cards' frames, drawn at once. */
static double draw_both(BenchCard *a, BenchCard *b)
{
    double begin = bench_wall();
    GThread *thread = g_thread_new("beside", draw_beside, b);

    bench_card_draw_wall(a);
    g_thread_join(thread);
    return (bench_wall() - begin) / 2;
}

static void measure(BenchRows *rows, unsigned n)
{
    unsigned rounds = rows->quick ? 1 : MOST_ROUNDS;
    double wall[MOST_ROUNDS], busy[MOST_ROUNDS], best[MOST_ROUNDS];
    BenchCard *card[CARDS];
    BenchMesh mesh[CARDS];

    for (unsigned k = 0; k < CARDS; k++) {
        mesh[k] = bench_grid_mesh(&frames[n].state, 640, 480, 640, 480, 3,
                                  frames[n].front_first);
        mesh[k].clear = true;
        mesh[k].share = 1;
        mesh[k].slice_us = SLICE_US;
        mesh[k].threads = k == 1 ? 2 : 1;
        card[k] = bench_card_new(&frames[n].state, &mesh[k]);
        bench_card_draw_wall(card[k]);
    }
    for (unsigned r = 0; r < rounds; r++) {
        const Took one = draw(card[0]), two = draw(card[1]);

        wall[r] = one.wall / two.wall;
        busy[r] = one.busy / two.busy;
        best[r] = one.wall / draw_both(card[0], card[2]);
    }
    write_figure(rows, frames[n].name, "", bench_median(wall, rounds));
    write_figure(rows, frames[n].name, ", processor time",
                 bench_median(busy, rounds));
    write_figure(rows, frames[n].name, ", nothing shared",
                 bench_median(best, rounds));
    for (unsigned k = 0; k < CARDS; k++) {
        bench_card_free(card[k]);
        bench_mesh_free(&mesh[k]);
    }
}

void bench_shares(BenchRows *rows)
{
    cpu_set_t before = bench_unpin();

    if (bench_rows_chosen(rows, "threads that draw")) {
        g_string_append(rows->table, "\nThreads that draw\n");
        for (unsigned n = 0; n < G_N_ELEMENTS(frames); n++) {
            measure(rows, n);
        }
    }
    bench_pin(&before);
}
