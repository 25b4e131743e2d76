/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A frame that several threads draw: by the clock, in runs that end anywhere;
 * saved between any two of them, for a card with another number of threads to
 * go on; and without a clock, where every run must end in the same state as
 * with one thread.  The picture is the reference's, to the bit.
 */
#include "card/card.h"
#include "common/rig.h"
#include "raster/soft/soft.h"

#define VRAM (8u << 20)
#define SIDE 512
#define LISTS 12
#define TRIANGLES 60            /* of a list; every tenth is a large one */
#define SEEDS 3

static Rig *card(unsigned threads, uint32_t slice_us, const char *arg)
{
    const NvCardConfig config = {
        .chip = "nv20", .vram_size = VRAM, .threads = 1,
        .raster_threads = threads, .slice_us = slice_us, .raster_arg = arg,
    };

    return rig_new_card(&config);
}

/* How often triangles were shared. */
static uint64_t shared(Rig *rig)
{
    NvSoftCrew *crew = ((NvSoft *)rig->card->raster.backend)->crew;

    return crew ? nv_soft_crew_shared(crew) : 0;
}

/* --- the frame --- */

static void floats(Rig *rig, uint32_t mthd, const float v[4])
{
    uint32_t words[4];

    memcpy(words, v, sizeof(words));
    rig_methods(rig, mthd, words, 4);
}

static float number(GRand *r, double from, double to)
{
    return (float)g_rand_double_range(r, from, to);
}

static void corner(GRand *r, Rig *rig, double x, double y, double size)
{
    const float color[4] = {
        number(r, 0, 1), number(r, 0, 1), number(r, 0, 1), number(r, 0, 1),
    };
    const float at[4] = {
        number(r, x, x + size), number(r, y, y + size),
        number(r, 0, 16777215), 1,
    };

    floats(rig, 0x1550, color);
    floats(rig, 0x1518, at);
}

/* Some of the picture, some of each word. */
static void clear(GRand *r, Rig *rig)
{
    static const uint32_t masks[] = { 0xf0, 0xf3, 0x52, 0xf1, 0x01, 0x80 };
    unsigned x = g_rand_int_range(r, 0, SIDE / 2);
    unsigned y = g_rand_int_range(r, 0, SIDE / 2);

    rig_method(rig, 0x1d8c, g_rand_int(r));
    rig_method(rig, 0x1d90, g_rand_int(r));
    rig_method(rig, 0x1d98, (SIDE - 1) << 16 | x);
    rig_method(rig, 0x1d9c, (SIDE - 1 - y / 3) << 16 | y);
    rig_method(rig, 0x1d94,
               masks[g_rand_int_range(r, 0, G_N_ELEMENTS(masks))]);
}

static void list(GRand *r, Rig *rig)
{
    if (g_rand_int_range(r, 0, 3) == 0) {
        clear(r, rig);
    }
    rig_method(rig, 0x304, g_rand_int_range(r, 0, 2));      /* blend */
    rig_method(rig, 0x30c, g_rand_int_range(r, 0, 2));      /* depth test */
    rig_method(rig, 0x35c, 1);
    rig_method(rig, 0x17fc, 5);
    for (unsigned i = 0; i < TRIANGLES; i++) {
        double size = i % 10 ? 60 : SIDE;
        double x = number(r, -20, SIDE - size + 1);
        double y = number(r, -20, SIDE - size + 1);

        for (unsigned k = 0; k < 3; k++) {
            corner(r, rig, x, y, size);
        }
    }
    rig_method(rig, 0x17fc, 0);
}

/* All of it pushed, nothing run. */
static void push(Rig *rig, guint32 seed)
{
    GRand *r = g_rand_new_with_seed(seed);

    rig_channel(rig, 0x97);
    rig_surface(rig, SIDE, SIDE);
    rig_passthrough_program(rig);
    rig_method(rig, 0x354, 0x203);
    rig_method(rig, 0x344, 0x302);
    rig_method(rig, 0x348, 0x303);
    rig_kick(rig);
    for (unsigned i = 0; i < LISTS; i++) {
        list(r, rig);
    }
    g_rand_free(r);
    rig_write(rig, 0x800040, rig->channel.put);
}

static bool same_vram(Rig *a, Rig *b)
{
    return !memcmp(nv_card_vram(a->card), nv_card_vram(b->card), VRAM);
}

/* As one thread draws it, in one go and by the general path. */
static Rig *reference(guint32 seed)
{
    Rig *rig = card(1, 0, "reference");

    push(rig, seed);
    while (nv_card_run(rig->card, 4096)) {
    }
    return rig;
}

/* --- by the clock --- */

/* The machine of @from in @to. */
static void move(Rig *from, Rig *to)
{
    g_autoptr(GByteArray) saved = g_byte_array_new();
    g_autoptr(GError) error = NULL;

    nv_card_save(from->card, saved);
    memcpy(nv_card_vram(to->card), nv_card_vram(from->card), VRAM);
    memcpy(to->ram, from->ram, RIG_RAM_SIZE);
    nv_card_load(to->card, saved->data, saved->len, &error);
    g_assert_no_error(error);
}

static void test_clock(void)
{
    for (guint32 seed = 0; seed < SEEDS; seed++) {
        Rig *want = reference(seed), *rig = card(2 + seed, 20, NULL);
        unsigned runs = 1;

        push(rig, seed);
        while (nv_card_run(rig->card, 4096)) {
            runs++;
        }
        g_test_message("%u runs, %" PRIu64 " shares", runs, shared(rig));
        g_assert_cmpuint(runs, >, 10);
        g_assert_cmpuint(shared(rig), >, 10);
        g_assert_true(same_vram(rig, want));
        rig_free(rig);
        rig_free(want);
    }
}

/* Two cards in turn, with different numbers of threads. */
static void test_saved(void)
{
    for (guint32 seed = 0; seed < SEEDS; seed++) {
        Rig *want = reference(seed);
        Rig *rig[2] = { card(3, 20, NULL), card(2 + seed, 20, "jit") };
        unsigned at = 0, moves = 0, amid = 0;

        push(rig[0], seed);
        while (nv_card_run(rig[at]->card, 4096)) {
            amid += nv_raster_busy(&rig[at]->card->raster);
            move(rig[at], rig[!at]);
            at = !at;
            moves++;
        }
        g_test_message("%u moves, %u within a draw, %" PRIu64 " shares", moves,
                       amid, shared(rig[0]) + shared(rig[1]));
        g_assert_cmpuint(amid, >, 0);
        g_assert_cmpuint(shared(rig[0]), >, 0);
        g_assert_cmpuint(shared(rig[1]), >, 0);
        g_assert_true(same_vram(rig[at], want));
        rig_free(rig[0]);
        rig_free(rig[1]);
        rig_free(want);
    }
}

/* --- what is read while others draw --- */

#define CORNERS 12000           /* of the list */
#define TOP 64                  /* lines that it is drawn on: it reads 24 */
#define ARRAY (4u << 20)        /* where its positions are */

/* Colours of the picture's first pixels, which are drawn on meanwhile. */
static void own_colors(Rig *rig)
{
    const uint32_t words[][2] = {
        { 0x1720, ARRAY }, { 0x1760, 16 << 8 | 4 << 4 | 2 },
        { 0x172c, 0 }, { 0x176c, 4 << 8 | 4 << 4 | 4 },
    };

    for (unsigned i = 0; i < G_N_ELEMENTS(words); i++) {
        rig_method(rig, words[i][0], words[i][1]);
    }
}

static void positions(GRand *r, Rig *rig)
{
    float (*at)[4] = (void *)((uint8_t *)nv_card_vram(rig->card) + ARRAY);
    uint32_t *pixel = nv_card_vram(rig->card);

    for (unsigned i = 0; i < CORNERS; i += 3) {
        double x = number(r, -8, SIDE - 8), y = number(r, -8, TOP - 8);

        for (unsigned k = 0; k < 3; k++) {
            at[i + k][0] = number(r, x, x + 24);
            at[i + k][1] = number(r, y, y + 24);
            at[i + k][2] = 0;
            at[i + k][3] = 1;
        }
    }
    for (unsigned i = 0; i < SIDE * TOP; i++) {
        pixel[i] = g_rand_int(r);
    }
}

static void push_own(Rig *rig, guint32 seed)
{
    GRand *r = g_rand_new_with_seed(seed);

    rig_channel(rig, 0x97);
    rig_surface(rig, SIDE, SIDE);
    rig_passthrough_program(rig);
    own_colors(rig);
    rig_kick(rig);
    positions(r, rig);
    rig_method(rig, 0x17fc, 5);
    for (unsigned i = 0; i < CORNERS;) {
        unsigned n = MIN((CORNERS - i) / 2, 2046);

        channel_push(&rig->channel, 1u << 30 | n << 18 | 0x1800);
        for (unsigned k = 0; k < n; k++, i += 2) {
            channel_push(&rig->channel, i | (i + 1) << 16);
        }
    }
    rig_method(rig, 0x17fc, 0);
    rig_write(rig, 0x800040, rig->channel.put);
    g_rand_free(r);
}

/* Vertices are fetched from pixels: those that were drawn before. */
static void test_own(void)
{
    for (guint32 seed = 0; seed < SEEDS; seed++) {
        Rig *want = card(1, 0, "reference");
        Rig *rig = card(2 + seed, 20000, NULL);

        push_own(want, seed);
        while (nv_card_run(want->card, 4096)) {
        }
        push_own(rig, seed);
        while (nv_card_run(rig->card, 4096)) {
        }
        g_test_message("%" PRIu64 " shares", shared(rig));
        g_assert_cmpuint(shared(rig), >, 4);
        g_assert_true(same_vram(rig, want));
        rig_free(rig);
        rig_free(want);
    }
}

/* --- without a clock --- */

static GByteArray *state(Rig *rig)
{
    GByteArray *saved = g_byte_array_new();

    nv_card_save(rig->card, saved);
    return saved;
}

/* After each run the same bytes of state, and at the end of VRAM. */
static void test_counted(gconstpointer budget)
{
    for (guint32 seed = 0; seed < SEEDS; seed++) {
        Rig *want = reference(seed);
        Rig *rig[2] = { card(1, 0, NULL), card(2 + seed, 0, NULL) };
        unsigned runs = 0;
        bool left = true;

        push(rig[0], seed);
        push(rig[1], seed);
        while (left) {
            g_autoptr(GByteArray) a = NULL, b = NULL;

            left = nv_card_run(rig[0]->card, GPOINTER_TO_UINT(budget));
            g_assert_cmpint(nv_card_run(rig[1]->card,
                                        GPOINTER_TO_UINT(budget)), ==, left);
            a = state(rig[0]);
            b = state(rig[1]);
            g_assert_cmpmem(a->data, a->len, b->data, b->len);
            runs++;
        }
        g_test_message("%u runs, %" PRIu64 " shares", runs, shared(rig[1]));
        g_assert_cmpuint(shared(rig[1]), >, 10);
        g_assert_true(same_vram(rig[0], want));
        g_assert_true(same_vram(rig[1], want));
        rig_free(rig[0]);
        rig_free(rig[1]);
        rig_free(want);
    }
}

static void test_too_many(void)
{
    const NvCardConfig config = {
        .chip = "nv20", .vram_size = VRAM, .raster_threads = 17,
    };
    const NvHostOps ops = { 0 };
    g_autoptr(GError) error = NULL;

    g_assert_null(nv_card_new(&config, &ops, NULL, &error));
    g_assert_nonnull(error);
    g_assert_nonnull(strstr(error->message, "17"));
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/raster-threads/clock", test_clock);
    g_test_add_func("/raster-threads/saved", test_saved);
    g_test_add_func("/raster-threads/own", test_own);
    g_test_add_data_func("/raster-threads/counted/some",
                         GUINT_TO_POINTER(512), test_counted);
    g_test_add_data_func("/raster-threads/counted/many",
                         GUINT_TO_POINTER(4096), test_counted);
    g_test_add_func("/raster-threads/too-many", test_too_many);
    return g_test_run();
}
