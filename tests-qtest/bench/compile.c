/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What machine code of a state of pixels costs to make: how much longer a
 * first draw takes than a second one, each time in a state that is new.
 */
#include "bench/scene-card.h"

/* Of the square, half of which is drawn: so much that there is code at once. */
#define SIDE 112u

static const struct {
    const char *name;
    BenchState state;
} states[] = {
    { "code for pixels, gouraud", { .depth = true } },
    { "code for pixels, bilinear",
      { .textures = 1, .filter = BENCH_BILINEAR, .depth = true } },
    { "code for pixels, 2 textures, trilinear, fog",
      { .textures = 2, .filter = BENCH_TRILINEAR, .depth = true,
        .fog = true } },
    { "code for pixels, 4 textures, trilinear, DXT5",
      { .textures = 4, .filter = BENCH_TRILINEAR, .texels = BENCH_DXT5,
        .depth = true } },
    { "code for pixels, 8 stages", { .stages = 8, .depth = true } },
    { "code for pixels, program of 20, trilinear",
      { .program = BENCH_MIXED, .instructions = 20, .textures = 1,
        .filter = BENCH_TRILINEAR } },
};

typedef struct Compile {
    BenchCard *card;
    unsigned turn;
} Compile;

/*
 * Alpha test and blending as no draw had them, of those after which a pixel
 * is not as it was: more ways than there are turns.
 */
static void new_state(Compile *c)
{
    static const uint16_t funcs[2] = { 0x206, 0x207 };  /* any alpha */
    static const uint16_t from[3] = { 1, 0x300, 0x302 };
    static const uint16_t to[5] = { 0, 0x300, 0x302, 0x304, 0x306 };
    static const uint16_t equations[3] = { 0x8006, 0x8008, 0x800a };
    bool rankine = c->card->state->program;
    uint32_t n = c->turn++;
    Rig *rig = c->card->rig;

    rig_method(rig, rankine ? 0x304 : 0x300, 1);        /* alpha test */
    rig_method(rig, rankine ? 0x310 : 0x304, 1);        /* blending */
    rig_method(rig, rankine ? 0x30c : 0x340, 0);
    rig_method(rig, rankine ? 0x308 : 0x33c, funcs[n % 2]);
    rig_method(rig, rankine ? 0x314 : 0x344, from[n / 2 % 3]);
    rig_method(rig, rankine ? 0x318 : 0x348, to[n / 6 % 5]);
    rig_method(rig, rankine ? 0x320 : 0x350, equations[n / 30 % 3]);
}

static double compile(void *what)
{
    Compile *c = what;
    double first;

    new_state(c);
    first = bench_card_draw(c->card);
    return first - bench_card_draw(c->card);
}

/* The middle one of the states, and the one that takes longest. */
static void write_all(BenchRows *rows, double *ns, unsigned count)
{
    double most = 0, median;

    for (unsigned i = 0; i < count; i++) {
        most = MAX(most, ns[i]);
    }
    median = bench_median(ns, count);
    g_string_append_printf(rows->table, "%-56s %12.3f ms, at most %.3f\n",
                           "compile pixels", median * 1e-6, most * 1e-6);
    g_string_append_printf(rows->json, "%s  { \"row\": \"compile pixels\", "
                           "\"ms\": %.3f, \"most_ms\": %.3f }",
                           rows->json->len ? ",\n" : "", median * 1e-6,
                           most * 1e-6);
}

void bench_compile(BenchRows *rows)
{
    double ns[G_N_ELEMENTS(states)];
    unsigned n = 0;

    bench_rows_title(rows, "Machine code of a state");
    for (unsigned i = 0; i < G_N_ELEMENTS(states); i++) {
        Compile c = { 0 };
        BenchMesh mesh;

        if (!bench_rows_chosen(rows, states[i].name)) {
            continue;
        }
        mesh = bench_square_mesh(&states[i].state, SIDE);
        /* The other triangle, gone, could have code of its own. */
        mesh.index[3] = mesh.index[4] = mesh.index[5];
        mesh.share = 1;
        c.card = bench_card_new(&states[i].state, &mesh);
        ns[n++] = bench_rows_measure(rows, states[i].name, compile, &c, NULL,
                                     NULL);
        bench_card_free(c.card);
        bench_mesh_free(&mesh);
    }
    if (n) {
        write_all(rows, ns, n);
    }
}
