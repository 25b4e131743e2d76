/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The longest single run of the card: large squares and small triangles, run
 * as the device in QEMU runs its card.  `make hostile` asks for much worse.
 */
#include "bench/scene-card.h"

#define SIDE 1024u
#define SQUARES 4
#define PASSES 3

static const struct {
    const char *name;
    BenchState state;
    bool small;
} draws[] = {
    { "flat", { .flat = true } },
    { "bilinear", { .textures = 1, .filter = BENCH_BILINEAR } },
    { "trilinear", { .textures = 1, .filter = BENCH_TRILINEAR } },
    { "4 textures, trilinear",
      { .textures = 4, .filter = BENCH_TRILINEAR, .depth = true } },
    { "2 textures, trilinear, DXT5",
      { .textures = 2, .filter = BENCH_TRILINEAR, .texels = BENCH_DXT5 } },
    { "8 stages", { .stages = 8 } },
    { "program of 20, trilinear",
      { .program = BENCH_SUMS, .instructions = 20, .textures = 1,
        .filter = BENCH_TRILINEAR } },
    { "small triangles", { .depth = true }, true },
};

/* ms of the longest run that a draw takes. */
static double longest(BenchCard *card)
{
    double most = 0;
    bool left = true;

    bench_card_push(card, SQUARES);
    while (left) {
        double begin = bench_now();

        left = nv_card_run(card->rig->card, NV_RUN_WORDS_CLOCKED);
        most = MAX(most, (bench_now() - begin) / 1e6);
    }
    return most;
}

static double measure(unsigned n, bool quick)
{
    BenchMesh mesh = draws[n].small
        ? bench_grid_mesh(&draws[n].state, SIDE, SIDE, 281, 281, 1, true)
        : bench_square_mesh(&draws[n].state, SIDE);
    unsigned passes = quick ? 1 : PASSES;
    double ms[PASSES];
    BenchCard *card;

    mesh.slice_us = 2000;
    card = bench_card_new(&draws[n].state, &mesh);
    for (unsigned i = 0; i < passes; i++) {
        ms[i] = longest(card);
    }
    bench_card_free(card);
    bench_mesh_free(&mesh);
    return bench_median(ms, passes);
}

void bench_longest(BenchRows *rows)
{
    const char *of = NULL;
    double most = 0;

    if (!bench_rows_chosen(rows, "longest run")) {
        return;
    }
    for (unsigned i = 0; i < G_N_ELEMENTS(draws); i++) {
        double ms = measure(i, rows->quick);

        if (ms > most) {
            most = ms;
            of = draws[i].name;
        }
    }
    g_string_append_printf(rows->table, "\n%-56s %12.2f ms: %s\n",
                           "longest run", most, of);
    g_string_append_printf(rows->json, "%s  { \"row\": \"longest run\", "
                           "\"ms\": %.3f, \"of\": \"%s\" }",
                           rows->json->len ? ",\n" : "", most, of);
}
