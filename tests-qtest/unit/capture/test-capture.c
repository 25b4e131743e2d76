/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Captures: what a card did is done again by another, to the bit; by every
 * executor and with threads; draw by draw; without some draws.  No hardware
 * facts.
 */
#include "unit/capture/test-capture.h"

static void draw(Rig *rig, GRand *rand)
{
    float xy[3][2];

    for (unsigned i = 0; i < 6; i++) {
        xy[i / 2][i % 2] = g_rand_double_range(rand, -10, 74);
    }
    channel_draw(&rig->channel, 5, xy, 3, g_rand_int(rand));
}

/* Draws with what a machine does in between; some of it before the capture. */
static Rig *scene(const char *chip, uint16_t class, unsigned draws,
                  const char *path)
{
    Rig *rig = rig_new(chip, VRAM, "soft", NULL);
    GRand *rand = g_rand_new_with_seed(draws);
    uint8_t *vram = nv_card_vram(rig->card);

    rig_channel(rig, class);
    rig_surface(rig, 64, 64);
    rig_passthrough_program(rig);
    draw(rig, rand);
    rig_kick(rig);
    start(rig, path);
    for (unsigned i = 0; i < draws; i++) {
        draw(rig, rand);
        if (i % 3 == 0) {
            rig_kick(rig);
            rig_advance(rig, 5000000);
        }
        if (i % 4 == 0) {
            vram[g_rand_int_range(rand, 0, VRAM / 2)] = i + 1;
        }
        rig_read(rig, 0x400700);
        rig_read(rig, 0x9400);
    }
    rig_kick(rig);
    nv_card_flush(rig->card);
    g_rand_free(rand);
    return rig;
}

static void check_same(Rig *rig, NvPlayer *p)
{
    g_autoptr(GByteArray) a = g_byte_array_new(), b = g_byte_array_new();

    nv_card_save(rig->card, a);
    nv_card_save(nv_player_card(p), b);
    g_assert_cmpmem(a->data, a->len, b->data, b->len);
    g_assert_cmpmem(nv_card_vram(rig->card), VRAM,
                    nv_card_vram(nv_player_card(p)), VRAM);
}

static void check_replay(Rig *rig, const char *path,
                         const NvPlayerConfig *config)
{
    NvPlayer *p = open_player(path, config);
    GError *error = NULL;

    if (!nv_player_play(p, &error)) {
        g_error("%s", error->message);
    }
    g_assert_cmpstr(nv_player_differs(p), ==, NULL);
    g_assert_true(nv_player_played(p).whole);
    g_assert_cmpuint(nv_player_played(p).sums, >=, 2);
    check_same(rig, p);
    nv_player_free(p);
}

static void check_chip(const char *chip, uint16_t class)
{
    g_autofree char *path = new_path();
    Rig *rig = scene(chip, class, 40, path);

    stop(rig);
    for (unsigned i = 0; nv_card_executor_name(i); i++) {
        for (unsigned threads = 1; threads <= 3; threads += 2) {
            check_replay(rig, path, &(NvPlayerConfig) {
                .executor = nv_card_executor_name(i), .threads = threads,
            });
        }
    }
    rig_free(rig);
    g_unlink(path);
}

static void test_replay(void)
{
    check_chip("nv20", 0x97);
    check_chip("nv2a", 0x97);
    check_chip("nv25", 0x597);
}

/* What the card draws is not put down: a replay draws it again. */
static void test_own_pages(void)
{
    g_autofree char *path = new_path();
    Rig *rig = rig_new("nv20", VRAM, "soft", NULL);
    GRand *rand = g_rand_new_with_seed(9);
    NvPlayer *p;

    rig_channel(rig, 0x97);
    rig_surface(rig, 64, 64);
    rig_passthrough_program(rig);
    start(rig, path);
    for (unsigned i = 0; i < 12; i++) {
        draw(rig, rand);
        rig_kick(rig);
        rig_read(rig, 0x400700);
        rig_write(rig, 0x790000, i);    /* the one page of this call */
    }
    nv_card_flush(rig->card);
    stop(rig);
    p = open_player(path, &(NvPlayerConfig) { 0 });
    g_assert_true(nv_player_play(p, NULL));
    g_assert_cmpstr(nv_player_differs(p), ==, NULL);
    g_assert_cmpuint(nv_player_played(p).vram_pages, ==, 0);
    check_same(rig, p);
    nv_player_free(p);
    g_rand_free(rand);
    rig_free(rig);
    g_unlink(path);
}

/*
 * Runs that end for what their work costs end at the same place whatever draws
 * and whatever runs programs, though it had machine code when the capture
 * began.
 */
static void test_short_runs(void)
{
    static const char *const args[] = {
        NULL, "reference", "lanes", "jit", "jit8",
    };
    g_autofree char *path = new_path();
    Rig *rig = rig_new("nv20", VRAM, "soft", "jit");
    const float xy[3][2] = { { -10, -10 }, { 500, 20 }, { 40, 400 } };
    unsigned runs = 0;

    rig_channel(rig, 0x97);
    rig_surface(rig, 256, 256);
    rig_passthrough_program(rig);
    rig_method(rig, 0x37c, 0x1d00);     /* smooth */
    channel_draw(&rig->channel, 5, xy, 3, 0xff102030);
    rig_kick(rig);
    start(rig, path);
    for (unsigned i = 0; i < 20; i++) {
        channel_draw(&rig->channel, 5, xy, 3, 0xff000000 | i << 11);
    }
    rig_write(rig, 0x800040, rig->channel.put);
    while (nv_card_run(rig->card, 5)) {
        runs++;
    }
    g_assert_cmpuint(runs, >, 100);
    stop(rig);
    for (unsigned i = 0; i < G_N_ELEMENTS(args); i++) {
        check_replay(rig, path, &(NvPlayerConfig) { .raster_arg = args[i] });
    }
    for (unsigned i = 0; nv_card_executor_name(i); i++) {
        check_replay(rig, path, &(NvPlayerConfig) {
            .executor = nv_card_executor_name(i), .threads = 3,
        });
    }
    rig_free(rig);
    g_unlink(path);
}

/* What a break stops is stopped at the same method. */
static void test_held(void)
{
    g_autofree char *path = new_path(), *said = NULL;
    Rig *rig = scene("nv20", 0x97, 5, path);
    GRand *rand = g_rand_new_with_seed(1);

    said = nv_card_debug(rig->card, "break draw 2");
    for (unsigned i = 0; i < 4; i++) {
        draw(rig, rand);
    }
    rig_kick(rig);
    for (unsigned i = 0; i < 3; i++) {
        g_assert_false(nv_card_run(rig->card, 100));
    }
    rig_write(rig, 0x400140, 0x100);
    nv_card_go(rig->card);
    rig->channel.ops->settle(rig);
    stop(rig);
    check_replay(rig, path, &(NvPlayerConfig) { .threads = 1 });
    g_rand_free(rand);
    rig_free(rig);
    g_unlink(path);
}

/* --- draw by draw --- */

static Walk walk(const char *path, const NvSkip *skip, unsigned skips,
                 uint64_t until)
{
    const NvPlayerConfig config = { .loose = true };
    NvPlayer *p = open_player(path, &config);
    GError *error = NULL;
    Walk w = { .until = until };

    nv_player_skip(p, skip, skips);
    if (!nv_player_walk(p, walker, &w, &error)) {
        g_error("%s", error->message);
    }
    nv_player_free(p);
    return w;
}

static void test_walk(void)
{
    g_autofree char *path = new_path();
    Rig *rig = scene("nv20", 0x97, 20, path);
    Walk all, again, less;

    stop(rig);
    all = walk(path, NULL, 0, UINT64_MAX);
    g_assert_cmpuint(all.draws, ==, 20);
    again = walk(path, NULL, 0, 7);
    g_assert_cmpuint(again.draws, ==, 7);
    for (unsigned i = 1; i < 8; i++) {
        g_assert_cmphex(all.sum[i], ==, again.sum[i]);
        g_assert_true(all.sum[i] != all.sum[i - 1]);
    }
    less = walk(path, &all.skip[5], 1, UINT64_MAX);
    g_assert_cmpuint(less.draws, ==, 19);
    g_assert_cmphex(less.sum[4], ==, all.sum[4]);
    rig_free(rig);
    g_unlink(path);
}

static void draw_square(Rig *rig, float x, float y, uint32_t argb)
{
    const float xy[4][2] = {
        { x, y }, { x + 8, y }, { x + 8, y + 8 }, { x, y + 8 },
    };

    channel_draw(&rig->channel, 8, xy, 4, argb);
    rig_kick(rig);
}

/*
 * A page that the CPU wrote, too: what it wrote is there whichever draw is left
 * out, and where that draw was is what was there before.
 */
static void check_left_out(const char *path, const NvSkip *skip, unsigned left,
                           const uint32_t colors[3])
{
    NvPlayer *p = open_player(path, &(NvPlayerConfig) { .loose = true });
    const uint8_t *at = nv_card_vram(nv_player_card(p));

    nv_player_skip(p, skip, 1);
    g_assert_true(nv_player_play(p, NULL));
    for (unsigned i = 0; i < 3; i++) {
        uint32_t pixel;

        memcpy(&pixel, at + 4 * (64 * 4 + 10 * i + 4), 4);
        g_assert_cmphex(pixel, ==, i == left ? 0 : colors[i]);
        g_assert_cmphex(at[4 * 60 + i], ==, 0x11 * i + 1);
    }
    nv_player_free(p);
}

static void test_written_page(void)
{
    static const uint32_t colors[3] = { 0xff102030, 0xff405060, 0xff708090 };
    g_autofree char *path = new_path();
    Rig *rig = rig_new("nv20", VRAM, "soft", NULL);
    uint8_t *vram = nv_card_vram(rig->card);
    Walk all;

    rig_channel(rig, 0x97);
    rig_surface(rig, 64, 64);
    rig_passthrough_program(rig);
    start(rig, path);
    for (unsigned i = 0; i < 3; i++) {
        draw_square(rig, 10 * i, 2, colors[i]);
        vram[4 * 60 + i] = 0x11 * i + 1;
    }
    rig_kick(rig);
    nv_card_flush(rig->card);
    stop(rig);
    all = walk(path, NULL, 0, UINT64_MAX);
    g_assert_cmpuint(all.draws, ==, 3);
    for (unsigned i = 0; i < 3; i++) {
        check_left_out(path, &all.skip[i + 1], i, colors);
    }
    rig_free(rig);
    g_unlink(path);
}

/* --- files that are none --- */

static void test_refused(void)
{
    static const char *const files[][2] = {
        { "", "begin with \"NVCAP\"" },
        { "NVCAP\r\n\x1a\x02\0\0\0\0\0\0\0", "of version 2" },
        { "NVCAP\r\n\x1a\x01\0\0\0\0\0\0\0", "is empty" },
        { "NVCAP\r\n\x1a\x01\0\0\0\0\0\0\0HEAD", "cut off" },
    };
    static const size_t sizes[] = { 0, 16, 16, 20 };
    const NvPlayerConfig config = { .threads = 1 };

    for (unsigned i = 0; i < G_N_ELEMENTS(files); i++) {
        GError *error = NULL;
        NvCaptureReader *r = nv_capture_open_bytes(files[i][0], sizes[i],
                                                   &error);

        g_assert_null(r ? nv_player_new(r, &config, &error) : NULL);
        g_assert_nonnull(strstr(error->message, files[i][1]));
        g_error_free(error);
    }
}

static void test_sentences(void)
{
    Rig *rig = rig_new("nv20", VRAM, "null", NULL);
    g_autofree char *path = new_path();
    GError *error = NULL;

    g_assert_null(nv_card_capture_stop(rig->card));
    g_assert_false(nv_card_capture_start(rig->card, "/nowhere/at/all",
                                         &error));
    g_assert_nonnull(strstr(error->message, "/nowhere/at/all cannot be"));
    g_clear_error(&error);
    start(rig, path);
    g_assert_false(nv_card_capture_start(rig->card, path, &error));
    g_assert_nonnull(strstr(error->message, "is on already"));
    g_clear_error(&error);
    stop(rig);
    rig_free(rig);
    g_unlink(path);
}

/* A full disk ends the capture, and nothing else. */
static void test_full(void)
{
    Rig *rig;
    g_autofree char *said = NULL;

    if (!g_file_test("/dev/full", G_FILE_TEST_EXISTS)) {
        g_test_skip("there is no /dev/full");
        return;
    }
    rig = scene("nv20", 0x97, 4, "/dev/full");
    said = nv_card_capture_stop(rig->card);
    g_assert_nonnull(strstr(said, "ended early"));
    rig_free(rig);
}

/* Every bit of some bytes: a sentence, or a replay that ends. */
static void test_damaged(void)
{
    g_autofree char *path = new_path(), *data = NULL;
    Rig *rig = scene("nv20", 0x97, 3, path);
    const NvPlayerConfig config = { .threads = 1, .executor = "ref" };
    GRand *rand = g_rand_new_with_seed(7);
    gsize size;

    stop(rig);
    rig_free(rig);
    g_assert_true(g_file_get_contents(path, &data, &size, NULL));
    for (unsigned i = 0; i < 60; i++) {
        gsize at = g_rand_int_range(rand, 0, i % 2 ? size : 64);
        gsize len = i % 5 ? size : at;
        g_autoptr(GError) error = NULL;
        NvCaptureReader *r;
        NvPlayer *p;

        data[at] ^= 1 << i % 8;
        r = nv_capture_open_bytes(data, len, &error);
        p = r ? nv_player_new(r, &config, &error) : NULL;
        if (p) {
            nv_player_play(p, &error);
            g_assert_true(error || len < size || i == 0 ||
                          !nv_player_differs(p));
        }
        nv_player_free(p);
        data[at] ^= 1 << i % 8;
    }
    g_rand_free(rand);
    g_unlink(path);
}

int main(int argc, char **argv)
{
    if (sizeof(void *) < 8) {
        g_print("1..0 # SKIP captures need 4 GiB of addresses\n");
        return 0;
    }
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/capture/replay", test_replay);
    g_test_add_func("/capture/own-pages", test_own_pages);
    g_test_add_func("/capture/short-runs", test_short_runs);
    g_test_add_func("/capture/held", test_held);
    g_test_add_func("/capture/walk", test_walk);
    g_test_add_func("/capture/written-page", test_written_page);
    g_test_add_func("/capture/refused", test_refused);
    g_test_add_func("/capture/sentences", test_sentences);
    g_test_add_func("/capture/full", test_full);
    g_test_add_func("/capture/damaged", test_damaged);
    return g_test_run();
}
