/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The tools nv-png and nv-record as programs: pictures made here byte by
 * byte, exit statuses, and files that are damaged.  They are looked for in
 * $NV2A_BUILD, or above the folder the tests were built in.
 */
#include <glib.h>
#include <glib/gstdio.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>
#include <sys/wait.h>
#include "nv2a/version.h"

static char *folder;

static char *in_folder(const char *name)
{
    return g_build_filename(folder, name, NULL);
}

static char *tool_path(const char *name)
{
    const char *build = g_getenv("NV2A_BUILD");
    g_autofree char *path =
        build ? g_build_filename(build, name, NULL)
              : g_test_build_filename(G_TEST_BUILT, "..", name, NULL);

    return g_file_test(path, G_FILE_TEST_IS_EXECUTABLE) ?
           g_steal_pointer(&path) : NULL;
}

/*
 * Runs a tool with words separated by blanks, in the test's folder.  Exit
 * status, or -1 if it died; -2 with the test marked as skipped.
 */
static int run(const char *words, char **out, char **err)
{
    g_auto(GStrv) argv = g_strsplit(words, " ", -1);
    GSpawnFlags flags = (out ? 0 : G_SPAWN_STDOUT_TO_DEV_NULL) |
                        (err ? 0 : G_SPAWN_STDERR_TO_DEV_NULL);
    GError *error = NULL;
    char *tool = tool_path(argv[0]);
    int status;

    if (!tool) {
        g_test_skip("the tools are not built, or NV2A_BUILD does not say "
                    "where");
        return -2;
    }
    g_free(argv[0]);
    argv[0] = tool;
    g_spawn_sync(folder, argv, NULL, flags, NULL, NULL, out, err, &status,
                 &error);
    g_assert_no_error(error);
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

/* The tool gives @status and one line of complaint with @text in it. */
static bool complains(const char *words, int status, const char *text)
{
    g_autofree char *out = NULL;
    g_autofree char *err = NULL;
    int got = run(words, &out, &err);

    if (got == -2) {
        return false;
    }
    g_assert_cmpint(got, ==, status);
    g_test_message("%s", err);
    g_assert_nonnull(strstr(err, text));
    g_assert_cmpuint(strcspn(err, "\n") + 1, ==, strlen(err));
    return true;
}

/* The same of every tool: they have one frame. */
static void test_version(void)
{
    static const char *const names[] = {
        "nv-cap", "nv-fatx", "nv-png", "nv-record", "nv-state", "nv-xbe",
        "nv-xf",
    };

    for (size_t i = 0; i < G_N_ELEMENTS(names); i++) {
        g_autofree char *words = g_strconcat(names[i], " --version", NULL);
        g_autofree char *expect = g_strconcat(names[i], " " NV2A_VERSION "\n",
                                              NULL);
        g_autofree char *out = NULL;
        int status = run(words, &out, NULL);

        if (status == -2) {
            return;
        }
        g_assert_cmpint(status, ==, 0);
        g_assert_cmpstr(out, ==, expect);
    }
}

static uint32_t crc_of(const uint8_t *data, size_t size)
{
    uint32_t crc = 0xffffffff;

    for (size_t i = 0; i < size; i++) {
        crc ^= data[i];
        for (unsigned bit = 0; bit < 8; bit++) {
            crc = crc >> 1 ^ (crc & 1 ? 0xedb88320 : 0);
        }
    }
    return ~crc;
}

static void put32(GByteArray *out, uint32_t v)
{
    uint8_t b[4] = { v >> 24, v >> 16, v >> 8, v };

    g_byte_array_append(out, b, 4);
}

static void put_chunk(GByteArray *out, const char *type, const uint8_t *data,
                      size_t size)
{
    guint at = out->len + 4;

    put32(out, size);
    g_byte_array_append(out, (const uint8_t *)type, 4);
    g_byte_array_append(out, data, size);
    put32(out, crc_of(out->data + at, size + 4));
}

/* Rows of filter byte and RGB as one stored block of zlib. */
static GByteArray *stored(const uint32_t *rgb, unsigned width, unsigned height)
{
    static const uint8_t head[] = { 0x78, 0x01, 0x01 };
    GByteArray *z = g_byte_array_new();
    unsigned size = height * (1 + 3 * width);
    uint8_t len[4] = { size, size >> 8, ~size, ~size >> 8 };
    uint32_t a = 1, b = 0;

    g_assert_cmpuint(size, <, 65536);
    g_byte_array_append(z, head, 3);
    g_byte_array_append(z, len, 4);
    for (unsigned i = 0; i < size; i++) {
        unsigned y = i / (1 + 3 * width), at = i % (1 + 3 * width);
        uint8_t byte = !at ? 0 : rgb[y * width + (at - 1) / 3] >>
                                 (16 - 8 * ((at - 1) % 3));

        g_byte_array_append(z, &byte, 1);
        a = (a + byte) % 65521;
        b = (b + a) % 65521;
    }
    put32(z, b << 16 | a);
    return z;
}

static GByteArray *png_of(const uint32_t *rgb, unsigned width, unsigned height)
{
    static const uint8_t magic[] = "\x89PNG\r\n\x1a\n";
    uint8_t ihdr[13] = { 0, 0, width >> 8, width, 0, 0, height >> 8, height,
                         8, 2, 0, 0, 0 };
    GByteArray *png = g_byte_array_new();
    g_autoptr(GByteArray) z = stored(rgb, width, height);

    g_byte_array_append(png, magic, 8);
    put_chunk(png, "IHDR", ihdr, 13);
    put_chunk(png, "IDAT", z->data, z->len);
    put_chunk(png, "IEND", NULL, 0);
    return png;
}

static void save(const char *name, const void *data, size_t size)
{
    g_autofree char *path = in_folder(name);

    g_assert_true(g_file_set_contents(path, data, size, NULL));
}

static void save_png(const char *name, const uint32_t *rgb, unsigned width,
                     unsigned height)
{
    g_autoptr(GByteArray) png = png_of(rgb, width, height);

    save(name, png->data, png->len);
}

static void test_diff(void)
{
    uint32_t rgb[20 * 10];
    g_autofree char *out = NULL;

    for (unsigned i = 0; i < 200; i++) {
        rgb[i] = i * 0x010203;
    }
    save_png("a.png", rgb, 20, 10);
    save_png("same.png", rgb, 20, 10);
    save_png("small.png", rgb, 10, 10);
    rgb[43] ^= 0x000004;
    rgb[150] ^= 0x100000;
    save_png("b.png", rgb, 20, 10);
    if (run("nv-png diff a.png same.png", NULL, NULL) == -2) {
        return;
    }
    g_assert_cmpint(run("nv-png diff a.png same.png", NULL, NULL), ==, 0);
    g_assert_cmpint(run("nv-png diff a.png b.png --out d.png", &out, NULL),
                    ==, 1);
    g_assert_cmpstr(out, ==, "pixels: 200\ndifferent: 2\nlargest: 16\n"
                    "first: 3,2\n");
    g_assert_cmpint(run("nv-png diff a.png b.png --max-diff 16", NULL, NULL),
                    ==, 0);
    g_assert_cmpint(run("nv-png diff a.png b.png --max-diff 15", NULL, NULL),
                    ==, 1);
    g_assert_cmpint(run("nv-png diff a.png b.png --max-pixels 2", NULL, NULL),
                    ==, 0);
    g_assert_cmpint(run("nv-png diff a.png b.png --max-pixels 1", NULL, NULL),
                    ==, 1);
    g_assert_cmpint(run("nv-png diff a.png b.png --max-pixels 2 --max-diff 9",
                        NULL, NULL), ==, 1);
    g_assert_cmpint(run("nv-png diff a.png small.png", NULL, NULL), ==, 1);
    g_clear_pointer(&out, g_free);
    g_assert_cmpint(run("nv-png diff a.png small.png --common", &out, NULL),
                    ==, 1);
    g_assert_nonnull(strstr(out, "pixels: 100\n"));
    g_assert_cmpint(run("nv-png diff a.png b.png --opaque", NULL, NULL),
                    ==, 1);
    g_assert_cmpint(run("nv-png diff a.png same.png --opaque", NULL, NULL),
                    ==, 0);
    /* The picture of the difference: dimmed, and two red dots. */
    for (unsigned i = 0; i < 200; i++) {
        rgb[i] = (i * 0x010203) >> 2 & 0x3f3f3f;
    }
    rgb[43] = (64 + 3 * 4) << 16;
    rgb[150] = (64 + 3 * 16) << 16;
    save_png("expected.png", rgb, 20, 10);
    g_assert_cmpint(run("nv-png diff d.png expected.png", NULL, NULL), ==, 0);
}

/* Three pictures that fit their cells are only moved. */
static void test_sheet(void)
{
    enum { CELL = 6, MARGIN = 8, SIDE = MARGIN + 2 * (CELL + MARGIN) };
    uint32_t one[CELL * CELL], two[4 * 2], sheet[SIDE * SIDE];
    int status;

    for (unsigned i = 0; i < CELL * CELL; i++) {
        one[i] = 0x804020 + i * 7;
    }
    for (unsigned i = 0; i < 8; i++) {
        two[i] = 0x00ff00 + i;
    }
    for (unsigned i = 0; i < SIDE * SIDE; i++) {
        unsigned x = i % SIDE - MARGIN, y = i / SIDE - MARGIN;
        unsigned x2 = x - (CELL + MARGIN) - 1, y2 = y - 2;
        unsigned y3 = y - (CELL + MARGIN);

        sheet[i] = x < CELL && y < CELL ? one[y * CELL + x] :
                   x2 < 4 && y2 < 2 ? two[y2 * 4 + x2] :
                   x < CELL && y3 < CELL ? one[y3 * CELL + x] : 0x202428;
    }
    save_png("one.png", one, CELL, CELL);
    save_png("two.png", two, 4, 2);
    save_png("expected.png", sheet, SIDE, SIDE);
    status = run("nv-png sheet sheet.png one.png two.png one.png --cell 6x6 "
                 "--columns 2", NULL, NULL);
    if (status == -2) {
        return;
    }
    g_assert_cmpint(status, ==, 0);
    g_assert_cmpint(run("nv-png diff sheet.png expected.png", NULL, NULL), ==,
                    0);
}

/* Shrinking a picture of one colour keeps the colour; labels add ink. */
static void test_sheet_shrinks(void)
{
    uint32_t rgb[100 * 60];
    g_autofree char *plain = NULL;
    g_autofree char *labelled = NULL;

    for (unsigned i = 0; i < 100 * 60; i++) {
        rgb[i] = 0x3366cc;
    }
    save_png("blue.png", rgb, 100, 60);
    if (run("nv-png sheet s.png blue.png --cell 50x30", NULL, NULL) == -2) {
        return;
    }
    run("nv-png info s.png", &plain, NULL);
    g_assert_nonnull(strstr(plain, "size: 66x46\ncolours: 2\n"));
    run("nv-png sheet s.png blue.png --cell 50x30 --label", NULL, NULL);
    run("nv-png info s.png", &labelled, NULL);
    g_assert_nonnull(strstr(labelled, "size: 66x66\ncolours: 3\n"));
}

static void test_complaints(void)
{
    uint32_t rgb[4] = { 0, 1, 2, 3 };

    save_png("a.png", rgb, 2, 2);
    save("junk", "junk", 4);
    if (!complains("nv-png diff a.png none.png", 2, "none.png")) {
        return;
    }
    complains("nv-png info junk", 2, "junk");
    complains("nv-png diff a.png", 2, "A.png B.png is needed, 1 were given");
    complains("nv-png walk", 2, "\"walk\"");
    complains("nv-png sheet no/where.png a.png", 2, "no/where.png");
    complains("nv-png sheet s.png a.png --cell 0x9", 2, "\"0x9\"");
    complains("nv-png sheet s.png a.png --columns -3", 2, "-3");
    complains("nv-png sheet s.png a.png --cell 16384x16384", 2, "16400x16400");
    complains("nv-png diff a.png a.png --frob", 2, "--frob");
    complains("nv-record stats junk", 2, "junk");
    complains("nv-record print none.rec", 2, "none.rec");
    complains("nv-record wireframe junk", 2, "FILE OUT.png is needed, 1 were given");
}

static void test_hostile_png(void)
{
    GRand *rand = g_rand_new_with_seed(40);
    uint32_t rgb[8 * 8] = { 0 };
    g_autoptr(GByteArray) png = png_of(rgb, 8, 8);

    for (unsigned i = 0; i < 40; i++) {
        g_autofree uint8_t *copy = g_memdup2(png->data, png->len);
        unsigned at = g_rand_int_range(rand, 8, png->len);
        int status;

        copy[at] ^= 1u << g_rand_int_range(rand, 0, 8);
        save("bad.png", copy, i & 1 ? png->len : at);
        status = run("nv-png info bad.png", NULL, NULL);
        if (status == -2) {
            break;
        }
        g_assert_true(status == 0 || status == 2);
    }
    g_rand_free(rand);
}

static void put_le(GByteArray *out, uint32_t v)
{
    uint8_t b[4] = { v, v >> 8, v >> 16, v >> 24 };

    g_byte_array_append(out, b, 4);
}

/* A recording written by the description of the format: one triangle. */
static GByteArray *recording(void)
{
    static const float corner[3][2] = { { 0, 0 }, { 100, 0 }, { 0, 100 } };
    static const uint8_t chip[16] = "nv25";
    GByteArray *r = g_byte_array_new();

    g_byte_array_append(r, (const uint8_t *)"NV2ARAST", 8);
    put_le(r, 4);
    put_le(r, 32);
    g_byte_array_append(r, chip, 16);
    put_le(r, 1);                       /* names */
    put_le(r, 4);
    g_byte_array_append(r, (const uint8_t *)"A\0B", 4);
    put_le(r, 2);                       /* bundles: B = 7 */
    put_le(r, 8);
    put_le(r, 1);
    put_le(r, 7);
    put_le(r, 99);                      /* of a later version */
    put_le(r, 4);
    put_le(r, 0);
    put_le(r, 7);                       /* triangles */
    put_le(r, 3 * 48 * 4);
    for (unsigned i = 0; i < 3; i++) {
        float f[48] = { corner[i][0], corner[i][1], 0.5f, 1 };

        for (unsigned k = 0; k < 48; k++) {
            uint32_t word;

            memcpy(&word, &f[k], 4);
            put_le(r, word);
        }
    }
    return r;
}

static void test_record(void)
{
    g_autoptr(GByteArray) rec = recording();
    g_autofree char *stats = NULL;
    g_autofree char *print = NULL;
    g_autofree char *info = NULL;

    save("scene.rec", rec->data, rec->len);
    if (run("nv-record stats scene.rec", &stats, NULL) == -2) {
        return;
    }
    g_assert_nonnull(strstr(stats, "chip: nv25\n"));
    g_assert_nonnull(strstr(stats, "triangles: 1 in 1 packets\n"));
    g_assert_nonnull(strstr(stats, "unknown: 1\n"));
    g_assert_cmpint(run("nv-record print scene.rec", &print, NULL), ==, 0);
    g_assert_nonnull(strstr(print, "    B = 0x00000007\n"));
    g_assert_nonnull(strstr(print, "    100,0 z 0.5 1/w 1 "));
    g_assert_null(strstr(print, "cut short"));
    g_assert_cmpint(run("nv-record wireframe scene.rec w.png --size 160x160",
                        NULL, NULL), ==, 0);
    g_assert_cmpint(run("nv-png info w.png", &info, NULL), ==, 0);
    /* Background and one depth; sides of 150 + 150 + 150 dots or so. */
    g_assert_nonnull(strstr(info, "size: 160x160\ncolours: 2\n"));
}

static void test_hostile_record(void)
{
    GRand *rand = g_rand_new_with_seed(41);
    g_autoptr(GByteArray) rec = recording();

    for (unsigned i = 0; i < 30; i++) {
        g_autofree uint8_t *copy = g_memdup2(rec->data, rec->len);

        for (unsigned k = 0; k < 6; k++) {
            copy[g_rand_int_range(rand, 12, rec->len)] = g_rand_int(rand);
        }
        save("bad.rec", copy, g_rand_int_range(rand, 0, rec->len + 1));
        if (run("nv-record print bad.rec", NULL, NULL) == -2) {
            break;
        }
        g_assert_cmpint(run("nv-record print bad.rec", NULL, NULL), !=, -1);
        g_assert_cmpint(run("nv-record wireframe bad.rec w.png --size 64x64",
                            NULL, NULL), !=, -1);
    }
    g_rand_free(rand);
}

static void remove_folder(void)
{
    g_autoptr(GDir) dir = g_dir_open(folder, 0, NULL);
    const char *name;

    while ((name = g_dir_read_name(dir))) {
        g_autofree char *path = in_folder(name);

        g_remove(path);
    }
    g_rmdir(folder);
    g_free(folder);
}

int main(int argc, char **argv)
{
    int status;

    g_test_init(&argc, &argv, NULL);
    folder = g_dir_make_tmp("nv-tools-XXXXXX", NULL);
    g_assert_nonnull(folder);
    g_test_add_func("/tools/version", test_version);
    g_test_add_func("/tools/diff", test_diff);
    g_test_add_func("/tools/sheet", test_sheet);
    g_test_add_func("/tools/sheet-shrinks", test_sheet_shrinks);
    g_test_add_func("/tools/complaints", test_complaints);
    g_test_add_func("/tools/hostile-png", test_hostile_png);
    g_test_add_func("/tools/record", test_record);
    g_test_add_func("/tools/hostile-record", test_hostile_record);
    status = g_test_run();
    remove_folder();
    return status;
}
