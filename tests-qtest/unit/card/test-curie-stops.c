/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Fragment programs of Curie that take long, with branches or without, by the
 * clock, while somebody waits for each run: they stop in their middle and go
 * on, on this card or, from their start, on one that was loaded.  The picture is
 * that of a card without a clock, to the bit.
 */
#include "card/card.h"
#include "raster/soft/soft.h"
#include "unit/card/test-rankine.h"

#define VRAM (4u << 20)
#define SOURCE(type, reg) ((type) | (reg) << 2 | 0xe4u << 9)
#define NONE (1u << 30)
#define BRANCH 0x80000000u
#define WHEN(cond) ((cond) << 18)       /* of x */
#define ALWAYS (7u << 18 | 0xe4u << 21)
#define MOV_R2 0x01001e04u
#define DDX_R2 0x15001e04u
#define TEXELS 16

/*
 * R1 walks through a texture, from where the pixel is and by what it finds
 * there; an inner loop is left where it comes near the border.
 */
static const uint32_t program[] = {
    /* R1 = WPOS / 64; R2 = R1, or its derivative */
    0x02001e02, ALWAYS | SOURCE(1, 0), SOURCE(2, 0), 0,
    0x3c800000, 0x3c800000, 0x3c800000, 0x3c800000,
    MOV_R2, ALWAYS | SOURCE(0, 1), 0, 0,
    /* REP 20: REP 100: 5 to 10 */
    0x04000000 | NONE, ALWAYS, BRANCH | 20 << 2, 4 * 11,
    0x04000000 | NONE, ALWAYS, BRANCH | 100 << 2, 4 * 11,
    0x17001e04, ALWAYS | SOURCE(0, 1), 0, 0,
    0x03001e02, ALWAYS | SOURCE(0, 1), SOURCE(0, 2), 0,
    0x10001e02, ALWAYS | SOURCE(0, 1), 0, 0,
    0x03000300 | NONE, ALWAYS | SOURCE(0, 1), SOURCE(2, 0), 0,
    0xbc000000, 0, 0, 0,
    /* BRK LT */
    0x00000000 | NONE, WHEN(1u), BRANCH, 0,
    0x01001e81, ALWAYS | SOURCE(0, 1), 0, 0,
};

typedef struct Case {
    const char *name;
    bool quads;                 /* it takes derivatives */
    bool straight;              /* without branches */
    unsigned threads;
    const char *arg;
} Case;

static const Case cases[] = {
    { "plain", false, false, 1, NULL },
    { "quads", true, false, 1, NULL },
    { "threads", true, false, 3, NULL },
    { "reference", true, false, 1, "reference" },
    { "straight", false, true, 1, NULL },
    { "straight-quads", true, true, 1, NULL },
};

#define FIRST 12                /* words before the loops */
#define STEP 12                 /* of TEX, ADD and FRC in them, from STEP_AT */
#define STEP_AT 20
#define STEPS 330

/* The loops' first three operations, again and again, instead of loops. */
static GArray *make_program(const Case *c)
{
    const unsigned end = G_N_ELEMENTS(program) - 4;
    GArray *words = g_array_new(false, false, sizeof(uint32_t));

    g_array_append_vals(words, program, c->straight ? FIRST : end);
    g_array_index(words, uint32_t, 8) = c->quads ? DDX_R2 : MOV_R2;
    for (unsigned i = 0; i < STEPS && c->straight; i++) {
        g_array_append_vals(words, program + STEP_AT, STEP);
    }
    g_array_append_vals(words, program + end, 4);
    return words;
}

static void texture(Rankine *r)
{
    const uint32_t words[8] = {
        RANKINE_TEXTURE, 0x0001a529, 0x00010101, 0x80000000, 0xaae4,
        0x02022000, TEXELS << 16 | TEXELS, 0,
    };
    GRand *rand = g_rand_new_with_seed(97);

    for (unsigned i = 0; i < TEXELS * TEXELS; i++) {
        rankine_vram_write(r, RANKINE_TEXTURE + 4 * i, g_rand_int(rand));
    }
    rig_method(r->rig, 0x1840, 1u << 20 | 4 * TEXELS);
    rig_methods(r->rig, 0x1a00, words, 8);
    g_rand_free(rand);
}

/* All of it pushed, the last primitive not run. */
static void push(Rankine *r, const Case *c, uint32_t slice_us)
{
    const NvCardConfig config = {
        .chip = "nv40", .vram_size = VRAM, .slice_us = slice_us,
        .raster_threads = c->threads, .raster_arg = c->arg,
    };
    g_autoptr(GArray) words = make_program(c);

    rankine_open_card(r, &config, 0x4097);
    rankine_vertex_program(r, PASS);
    clear(r, BLACK);
    texture(r);
    rankine_fragment_program(r, (uint32_t *)words->data, words->len);
    g_assert_true(rankine_kick(r));
    begin(r, 5);
    vertex(r, -0.1f, -0.1f, 0, 1);
    vertex(r, 0.2f, -0.1f, 0, 1);
    vertex(r, -0.1f, 0.3f, 0, 1);
    end(r);
    rig_write(r->rig, 0x800040, r->rig->channel.put);
}

/* Somebody waits for it. */
static bool run(Rankine *r)
{
    nv_card_hurry(r->rig->card);
    return nv_card_run(r->rig->card, 4096);
}

static bool is_half(const Rankine *r)
{
    return ((NvSoft *)r->rig->card->raster.backend)->scratch.half.on;
}

static void assert_same(const Rankine *r, const Rankine *want)
{
    g_assert_false(is_half(r));
    g_assert_cmpmem(nv_card_vram(r->rig->card), VRAM,
                    nv_card_vram(want->rig->card), VRAM);
}

static void reference(Rankine *r, const Case *c)
{
    push(r, c, 0);
    while (nv_card_run(r->rig->card, 4096)) {
        g_assert_false(is_half(r));
    }
    g_assert_cmpuint(count(r, BLACK), <, SIZE * SIZE - 50);
}

static void test_stops(gconstpointer data)
{
    unsigned runs = 0, stops = 0;
    Rankine want, r;

    reference(&want, data);
    push(&r, data, 2000);
    while (run(&r)) {
        stops += is_half(&r);
        runs++;
    }
    g_test_message("%u runs, %u ended in a program", runs, stops);
    g_assert_cmpuint(stops, >, 10);
    assert_same(&r, &want);
    rankine_close(&r);
    rankine_close(&want);
}

/* The machine of @from in @to. */
static void move(Rankine *from, Rankine *to)
{
    g_autoptr(GByteArray) saved = g_byte_array_new();
    g_autoptr(GError) error = NULL;

    nv_card_save(from->rig->card, saved);
    memcpy(nv_card_vram(to->rig->card), nv_card_vram(from->rig->card), VRAM);
    memcpy(to->rig->ram, from->rig->ram, RIG_RAM_SIZE);
    nv_card_load(to->rig->card, saved->data, saved->len, &error);
    g_assert_no_error(error);
}

/* One that was loaded begins the program again: not for ever. */
#define MOVES 8

static void test_saved(gconstpointer data)
{
    Rankine want, r[2];
    unsigned at = 0, moves = 0, amid = 0, runs = 0;

    reference(&want, data);
    push(&r[0], data, 2000);
    push(&r[1], data, 2000);
    while (run(&r[at])) {
        if (++runs % 20 == 0 && moves < MOVES) {
            amid += is_half(&r[at]);
            move(&r[at], &r[!at]);
            at = !at;
            moves++;
        }
    }
    g_test_message("%u runs, %u moves, %u within a program", runs, moves, amid);
    g_assert_cmpuint(amid, >, 0);
    assert_same(&r[at], &want);
    rankine_close(&r[0]);
    rankine_close(&r[1]);
    rankine_close(&want);
}

/* In the middle of its first pixels. */
static void push_half(Rankine *r, const Case *c)
{
    push(r, c, 2000);
    while (!is_half(r)) {
        g_assert_true(run(r));
    }
}

/* Another program is half done there, at the same pixels: it is forgotten. */
static void test_loaded(void)
{
    Rankine want, r, from;

    reference(&want, &cases[0]);
    push_half(&from, &cases[0]);
    push_half(&r, &cases[1]);
    move(&from, &r);
    while (run(&r)) {
    }
    assert_same(&r, &want);
    rankine_close(&r);
    rankine_close(&from);
    rankine_close(&want);
}

static void add_cases(const char *what, GTestDataFunc test)
{
    for (unsigned i = 0; i < G_N_ELEMENTS(cases); i++) {
        g_autofree char *path = g_strdup_printf("/curie-stops/%s/%s", what,
                                                cases[i].name);

        g_test_add_data_func(path, &cases[i], test);
    }
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    add_cases("clock", test_stops);
    add_cases("saved", test_saved);
    g_test_add_func("/curie-stops/loaded", test_loaded);
    return g_test_run();
}
