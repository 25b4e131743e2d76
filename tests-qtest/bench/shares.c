/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Frames that two threads draw over those that one draws: both have their turn
 * in every round, and the middle one counts.  By the clock on the wall, and by
 * processor time: that of one thread over what the busier one of two has.
 * Beside it what the machine gives at best: two cards that share nothing, each
 * on a thread, at once.
 *
 * A virtual machine does not always have two cores, nor those of one cache.  So
 * only rounds count in which one thread alone, two that share nothing, and a word
 * on its way from core to core were about as fast as they ever were; what two
 * threads that share took has no say in it.  No hardware facts.
 */
#include "bench/scene.h"

#define MOST_ROUNDS 150
#define ENOUGH 25               /* of those that count */
#define ABOUT 1.1               /* times the least */
#define NEAR 1.5                /* the same of a word's way */
#define PASSES 3000
#define LOOKS 10000             /* then whoever has the word may need the core */
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

/* --- the way from core to core --- */

typedef struct Word {
    unsigned value __attribute__((aligned(64)));
} Word;

/* Waits for every value that leaves @rest, and makes it the next. */
static void pass(Word *word, unsigned rest)
{
    for (unsigned i = rest; i < 2 * PASSES; i += 2) {
        unsigned looks = 0;

        while (__atomic_load_n(&word->value, __ATOMIC_ACQUIRE) != i) {
            if (looks++ >= LOOKS) {
                g_thread_yield();
            }
        }
        __atomic_store_n(&word->value, i + 1, __ATOMIC_RELEASE);
    }
}

static void *pass_back(void *word)
{
    pass(word, 1);
    return NULL;
}

/* ns that a word takes. */
static double way(void)
{
    Word word = { UINT32_MAX };
    GThread *thread = g_thread_new("way", pass_back, &word);
    double begin;

    g_usleep(100);              /* it is there by then, mostly */
    begin = bench_wall();
    __atomic_store_n(&word.value, 0, __ATOMIC_RELEASE);
    pass(&word, 0);
    g_thread_join(thread);
    return (bench_wall() - begin) / (2 * PASSES);
}

/* --- rounds --- */

typedef struct Round {
    Took one, two;
    double both;                /* ns a frame: that share nothing */
    double way;
} Round;

typedef struct Rounds {
    Round round[MOST_ROUNDS];
    unsigned count, fair;
    double one, both;           /* the least */
    double way;                 /* the same, of frames before, too */
} Rounds;

static bool is_fair(const Rounds *r, const Round *round)
{
    return round->one.wall <= r->one * ABOUT &&
           round->both <= r->both * ABOUT && round->way <= r->way * NEAR;
}

static void add_round(Rounds *r, BenchCard *const card[CARDS])
{
    Round *round = &r->round[r->count++];
    bool first = r->count == 1;

    round->way = way();
    round->one = draw(card[0]);
    round->two = draw(card[1]);
    round->both = draw_both(card[0], card[2]);
    r->one = first ? round->one.wall : MIN(r->one, round->one.wall);
    r->both = first ? round->both : MIN(r->both, round->both);
    r->way = r->way > 0 ? MIN(r->way, round->way) : round->way;
    r->fair = 0;
    for (unsigned i = 0; i < r->count; i++) {
        r->fair += is_fair(r, &r->round[i]);
    }
}

/* The middle of those that count, or of all if none does. */
static void write_rounds(BenchRows *rows, const char *frame, const Rounds *r)
{
    double wall[MOST_ROUNDS], busy[MOST_ROUNDS], best[MOST_ROUNDS];
    unsigned n = 0;

    for (unsigned i = 0; i < r->count; i++) {
        const Round *round = &r->round[i];

        if (!r->fair || is_fair(r, round)) {
            wall[n] = round->one.wall / round->two.wall;
            busy[n] = round->one.busy / round->two.busy;
            best[n++] = round->one.wall / round->both;
        }
    }
    write_figure(rows, frame, "", bench_median(wall, n));
    write_figure(rows, frame, ", processor time", bench_median(busy, n));
    write_figure(rows, frame, ", nothing shared", bench_median(best, n));
    g_string_append_printf(rows->table, "%u of %u rounds had two cores, a word "
                           "takes %.0f ns from one to the other\n", r->fair,
                           r->count, r->way);
}

/* @way: the least so far, or 0. */
static void measure(BenchRows *rows, unsigned n, double *way)
{
    g_autofree Rounds *r = g_new0(Rounds, 1);
    unsigned most = rows->quick ? 1 : MOST_ROUNDS;
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
    r->way = *way;
    while (r->count < most && r->fair < ENOUGH) {
        add_round(r, card);
    }
    write_rounds(rows, frames[n].name, r);
    *way = r->way;
    for (unsigned k = 0; k < CARDS; k++) {
        bench_card_free(card[k]);
        bench_mesh_free(&mesh[k]);
    }
}

void bench_shares(BenchRows *rows)
{
    cpu_set_t before = bench_unpin();
    double least = 0;

    if (bench_rows_chosen(rows, "threads that draw")) {
        g_string_append(rows->table, "\nThreads that draw\n");
        for (unsigned n = 0; n < G_N_ELEMENTS(frames); n++) {
            measure(rows, n, &least);
        }
    }
    bench_pin(&before);
}
