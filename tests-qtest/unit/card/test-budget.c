/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * How long one nv_card_run() may take: words that draw much end it early, and
 * what is left goes on in the next.  No hardware facts.
 */
#include <glib/gstdio.h>

#include "common/rig.h"

#define SIZE 1024
#define CLEARS 40
#define RED 0xffff0000u

/* CLEARS full clears, the last one red, are in the push buffer; not run. */
static Rig *rig_with_clears(void)
{
    Rig *rig = rig_new("nv20", 16u << 20, NULL, NULL);

    rig_channel(rig, 0x97);
    rig_surface(rig, SIZE, SIZE);
    rig_method(rig, 0x1d98, (SIZE - 1) << 16);
    rig_method(rig, 0x1d9c, (SIZE - 1) << 16);
    rig_method(rig, 0x1d90, 0xff00ff00u);
    for (unsigned i = 1; i < CLEARS; i++) {
        rig_method(rig, 0x1d94, 0xf0);
    }
    rig_method(rig, 0x1d90, RED);
    rig_method(rig, 0x1d94, 0xf0);
    rig_write(rig, 0x800040, rig->channel.put);
    return rig;
}

static unsigned runs_until_done(Rig *rig)
{
    unsigned runs = 1;

    while (nv_card_run(rig->card, 4096)) {
        g_assert_cmpuint(++runs, <=, 4 * CLEARS);
    }
    return runs;
}

static void check_picture(Rig *rig)
{
    uint32_t wrong = 0;

    for (unsigned y = 0; y < SIZE; y += 31) {
        for (unsigned x = 0; x < SIZE; x += 31) {
            wrong += rig_pixel(rig, x, y) != RED;
        }
    }
    g_assert_cmpuint(wrong, ==, 0);
    g_assert_cmphex(rig_read(rig, 0x003270), ==, rig_read(rig, 0x003210));
    g_assert_cmpuint(rig->guest_errors, ==, 0);
}

/* 40 million pixels are not drawn in one run of 4096 words. */
static void test_heavy(void)
{
    Rig *rig = rig_with_clears();

    g_assert_cmpuint(runs_until_done(rig), >=, 4);
    check_picture(rig);
    rig_free(rig);
}

/* Words that do nothing all fit in the budget. */
static void test_light(void)
{
    Rig *rig = rig_new("nv20", 16u << 20, NULL, NULL);

    rig_channel(rig, 0x97);
    for (unsigned i = 0; i < 2000; i++) {
        rig_method(rig, 0x100, 0);
    }
    rig_write(rig, 0x800040, rig->channel.put);
    g_assert_false(nv_card_run(rig->card, 4096));
    g_assert_cmphex(rig_read(rig, 0x800044), ==, rig->channel.put);
    rig_free(rig);
}

/* Saved where a run ended early, with methods still in CACHE1. */
static void test_saved(void)
{
    Rig *rig = rig_with_clears();
    g_autoptr(GByteArray) state = g_byte_array_new();
    g_autoptr(GError) error = NULL;

    g_assert_true(nv_card_run(rig->card, 4096));
    g_assert_cmphex(rig_read(rig, 0x003270), !=, rig_read(rig, 0x003210));
    nv_card_save(rig->card, state);
    nv_card_reset(rig->card);
    nv_card_load(rig->card, state->data, state->len, &error);
    g_assert_no_error(error);
    g_assert_true(rig->work);
    g_assert_cmpuint(runs_until_done(rig), >=, 3);
    check_picture(rig);
    rig_free(rig);
}

/* One word draws 85 triangles, each of which fills the surface. */
static Rig *rig_with_triangles(void)
{
    static const float corner[3][4] = {
        { -1, -1, 0, 1 }, { 2 * SIZE + 1, -1, 0, 1 },
        { -1, 2 * SIZE + 1, 0, 1 },
    };
    Rig *rig = rig_new("nv20", 16u << 20, NULL, NULL);

    rig_channel(rig, 0x97);
    rig_surface(rig, SIZE, SIZE);
    rig_passthrough_program(rig);
    for (unsigned i = 0; i < 255; i++) {
        rig_ram_floats(rig, 0x60000 + 16 * i, corner[i % 3], 4);
    }
    rig_method(rig, 0x1720, 0x60000 | 1u << 31);
    rig_method(rig, 0x1760, 16 << 8 | 4 << 4 | 2);
    rig_method(rig, 0x194c, 0xff0000ffu);               /* red */
    rig_method(rig, 0x17fc, 5);
    rig_method(rig, 0x1810, 254u << 24);
    rig_method(rig, 0x17fc, 0);
    rig_method(rig, 0x100, 0);
    rig_write(rig, 0x800040, rig->channel.put);
    return rig;
}

#define STATUS 0x400700

/* A draw goes on in the next run; PGRAPH is busy and takes nothing else. */
static void test_long_draw(void)
{
    Rig *rig = rig_with_triangles();
    unsigned runs = 1;

    while (nv_card_run(rig->card, 4096)) {
        g_assert_cmphex(rig_read(rig, STATUS), ==, 1);
        g_assert_cmpuint(++runs, <=, 200);
        if (nv_card_stats(rig->card).primitives == 85) {
            break;
        }
    }
    g_assert_cmpuint(runs, >=, 4);
    while (nv_card_run(rig->card, 4096)) {
        g_assert_cmpuint(++runs, <=, 200);
    }
    g_assert_cmphex(rig_read(rig, STATUS), ==, 0);
    g_assert_cmpuint(nv_card_stats(rig->card).primitives, ==, 85);
    check_picture(rig);
    rig_free(rig);
}

/* A draw that is saved in its middle is not finished for that. */
static void test_long_draw_saved(void)
{
    Rig *rig = rig_with_triangles();
    g_autoptr(GByteArray) state = g_byte_array_new();
    g_autoptr(GError) error = NULL;

    g_assert_true(nv_card_run(rig->card, 4096));
    g_assert_cmphex(rig_read(rig, STATUS), ==, 1);
    nv_card_save(rig->card, state);
    g_assert_cmphex(rig_read(rig, STATUS), ==, 1);
    nv_card_reset(rig->card);
    g_assert_cmphex(rig_read(rig, STATUS), ==, 0);
    nv_card_load(rig->card, state->data, state->len, &error);
    g_assert_no_error(error);
    g_assert_cmphex(rig_read(rig, STATUS), ==, 1);
    while (nv_card_run(rig->card, 4096)) {
    }
    check_picture(rig);
    rig_free(rig);
}

static size_t file_size(const char *path)
{
    g_autofree char *data = NULL;
    gsize size = 0;

    g_assert_true(g_file_get_contents(path, &data, &size, NULL));
    return size;
}

/* A card that waits is run again and again; its recording does not grow. */
static void test_idle_record(void)
{
    g_autofree char *folder = g_dir_make_tmp("nv2a-XXXXXX", NULL);
    g_autofree char *path = g_build_filename(folder, "idle", NULL);
    Rig *rig = rig_new("nv20", 16u << 20, "record", path);
    size_t before, drawn;

    rig_channel(rig, 0x97);
    rig_surface(rig, 64, 64);
    nv_card_flush(rig->card);
    before = file_size(path);
    rig_method(rig, 0x1d94, 0xf0);
    rig_kick(rig);
    drawn = file_size(path);
    g_assert_cmpuint(drawn, >, before);
    for (unsigned i = 0; i < 100; i++) {
        g_assert_false(nv_card_run(rig->card, 4096));
    }
    g_assert_cmpuint(file_size(path), ==, drawn);
    rig_free(rig);
    g_remove(path);
    g_rmdir(folder);
}

/* The rig's push buffer wraps between packets, whatever their size. */
static void test_wrap(void)
{
    static const uint32_t zeros[7];
    Rig *rig = rig_new("nv20", 16u << 20, NULL, NULL);
    uint32_t nsource;

    rig_channel(rig, 0x97);
    for (unsigned i = 0; i < 3 * CHANNEL_PUSH_SIZE / 32; i++) {
        rig_method(rig, 0x100, 0);
        rig_methods(rig, 0xb80, zeros, i % 7);
        rig_method(rig, 0x1ea4, 0);
    }
    g_assert_true(rig_kick(rig));
    g_assert_cmphex(rig_take_error(rig, &nsource), ==, 0);
    g_assert_cmphex(nsource, ==, 0);
    rig_free(rig);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/budget/heavy_words", test_heavy);
    g_test_add_func("/budget/light_words", test_light);
    g_test_add_func("/budget/saved_in_between", test_saved);
    g_test_add_func("/budget/long_draw", test_long_draw);
    g_test_add_func("/budget/long_draw_saved", test_long_draw_saved);
    g_test_add_func("/budget/idle_runs_record_nothing", test_idle_record);
    g_test_add_func("/budget/rig_wraps_between_packets", test_wrap);
    return g_test_run();
}
