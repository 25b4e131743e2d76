/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Discs: XDVDFS and ISO 9660 made by hand, XDVDFS by nv-xbe, ISO 9660 by
 * xorriso or genisoimage if the host has one.
 */
#include <glib.h>

#include "files/file-time.h"
#include "unit/files/discs.h"
#include "unit/files/memory-disk.h"
#include "unit/tools/tool-run.h"

static char *listing(NvVolume *v, const char *path)
{
    GString *text = g_string_new(NULL);
    uint32_t cookie = 0;
    NvFileInfo info;
    NvFile dir;

    g_assert_cmpint(nv_file_open(v, path, NV_OPEN_DIRECTORY, 0, &dir), ==,
                    NV_FILE_OK);
    while (!nv_dir_next(&dir, &cookie, &info)) {
        g_string_append_printf(text, "%s%s %u\n", info.name,
                               info.attributes & 0x10 ? "/" : "",
                               (unsigned)info.size);
    }
    return g_string_free(text, FALSE);
}

static void lists(NvVolume *v, const char *path, const char *want)
{
    g_autofree char *got = listing(v, path);

    g_assert_cmpstr(got, ==, want);
}

static void reads(NvVolume *v, const char *path, const char *want)
{
    char text[200] = "";
    uint32_t done;
    NvFile f;

    g_assert_cmpint(nv_file_open(v, path, NV_OPEN_FILE, 0, &f), ==,
                    NV_FILE_OK);
    g_assert_cmpint(nv_file_read(&f, 0, text, sizeof(text) - 1, &done), ==,
                    NV_FILE_OK);
    g_assert_cmpuint(done, ==, strlen(want));
    g_assert_cmpstr(text, ==, want);
    g_assert_cmpint(nv_file_read(&f, done - 2, text, 100, &done), ==,
                    NV_FILE_OK);
    g_assert_cmpuint(done, ==, 2);
    g_assert_cmpint(nv_file_read(&f, f.size, text, 1, &done), ==,
                    NV_FILE_END);
    g_assert_cmpint(nv_file_write(&f, 0, "x", 1, 0, &done), ==,
                    NV_FILE_READ_ONLY);
    g_assert_cmpint(nv_file_remove(&f), ==, NV_FILE_READ_ONLY);
}

static void opens(NvVolume *v, MemoryDisk *d, NvVolumeKind kind)
{
    NvFile f;

    g_assert_cmpint(nv_volume_open(v, &d->disk, 0, 0), ==, NV_FILE_OK);
    g_assert_cmpint(v->kind, ==, kind);
    g_assert_cmpint(nv_file_open(v, "nothing", NV_OPEN_CREATE, 0, &f), ==,
                    NV_FILE_READ_ONLY);
    g_assert_cmpint(nv_file_open(v, "nothing", 0, 0, &f), ==,
                    NV_FILE_NOT_FOUND);
}

/* With sectors of a disc and of a hard disk. */
static void test_xdvdfs(void)
{
    for (uint32_t sector = 512; sector <= 2048; sector *= 2) {
        MemoryDisk *d = memory_disk_new(DISC_SIZE, sector);
        NvVolume v;

        disc_xdvdfs(d->bytes);
        opens(&v, d, NV_VOLUME_XDVDFS);
        lists(&v, "", "default.xbe 3000\nMedia/ 0\n");
        lists(&v, "\\MEDIA\\", "a.txt 26\n");
        reads(&v, "media\\A.TXT", DISC_TEXT);
        memory_disk_free(d);
    }
}

static void test_iso(void)
{
    const NvFileTime when = { 2026, 1, 2, 3, 4, 6 };
    MemoryDisk *d = memory_disk_new(DISC_SIZE, 2048);
    NvFileInfo info;
    NvVolume v;
    NvFile f;

    disc_iso(d->bytes, false);
    opens(&v, d, NV_VOLUME_ISO9660);
    lists(&v, "", "DEFAULT.XBE 3000\nMEDIA/ 0\nREADME 26\n");
    reads(&v, "media/a.txt", DISC_TEXT);
    g_assert_cmpint(nv_file_open(&v, "readme", 0, 0, &f), ==, NV_FILE_OK);
    g_assert_cmpint(nv_file_info(&f, &info), ==, NV_FILE_OK);
    g_assert_cmpuint(info.written, ==, nv_file_time_join(&when));
    memory_disk_free(d);
}

static void test_joliet(void)
{
    MemoryDisk *d = memory_disk_new(DISC_SIZE, 2048);
    NvVolume v;

    disc_iso(d->bytes, true);
    opens(&v, d, NV_VOLUME_ISO9660);
    lists(&v, "", "Long \xc3\xa4\xe2\x82\xac 26\n");
    reads(&v, "long \xc3\xa4\xe2\x82\xac", DISC_TEXT);
    memory_disk_free(d);
}

/* The tree of a table, as the console searches it: names come in order. */
static void walk(const uint8_t *table, unsigned at, unsigned depth,
                 GString *names)
{
    const uint8_t *e = table + at;
    unsigned left = nv_ld16(e), right = nv_ld16(e + 2);

    g_assert_cmpuint(depth, <, 9);
    g_assert_cmpuint(at % DISC_SECTOR + 14 + e[13], <=, DISC_SECTOR);
    if (left) {
        walk(table, left * 4, depth + 1, names);
    }
    g_string_append_len(names, (const char *)e + 14, e[13]);
    g_string_append_c(names, ' ');
    if (right) {
        walk(table, right * 4, depth + 1, names);
    }
}

static MemoryDisk *load(const char *name)
{
    g_autofree char *path = g_build_filename(tool_files, name, NULL);
    g_autofree char *bytes = NULL;
    MemoryDisk *d;
    gsize size;

    g_assert_true(g_file_get_contents(path, &bytes, &size, NULL));
    g_assert_cmpuint(size % DISC_SECTOR, ==, 0);
    d = memory_disk_new(size, DISC_SECTOR);
    memcpy(d->bytes, bytes, size);
    return d;
}

#define FOLDER "rm -rf g && mkdir -p g/sub/deep g/empty && cd g && " \
    "for i in $(seq 100 299); do echo $i >sub/f$i.txt; done && " \
    "echo here >sub/deep/File && : >hollow && cd .. && "

static void check_folder(MemoryDisk *d, const char *root)
{
    NvVolume v;

    opens(&v, d, NV_VOLUME_ISO9660);
    lists(&v, "empty", "");
    lists(&v, "", root);
    for (unsigned i = 100; i < 300; i++) {
        g_autofree char *path = g_strdup_printf("SUB/f%u.TXT", i);
        g_autofree char *want = g_strdup_printf("%u\n", i);

        reads(&v, path, want);
    }
    reads(&v, "sub/DEEP/file", "here\n");
}

static void test_made(void)
{
    g_autoptr(GString) names = g_string_new(NULL);
    MemoryDisk *d;
    NvVolume v;
    NvFile sub;
    char **each;

    if (!tool_have()) {
        return;
    }
    tool_gives(FOLDER "nv-xbe disc g g.iso", 0, "g.iso: 202 files\n");
    d = load("g.iso");
    g_assert_cmpint(nv_volume_open(&v, &d->disk, 0, 0), ==, NV_FILE_OK);
    g_assert_cmpint(nv_file_open(&v, "sub", 0, 0, &sub), ==, NV_FILE_OK);
    walk(disc_sector(d->bytes, sub.first), 0, 0, names);
    each = g_strsplit(names->str, " ", -1);
    g_assert_cmpuint(g_strv_length(each), ==, 202);
    for (unsigned i = 1; i < 201; i++) {
        g_assert_cmpint(g_ascii_strcasecmp(each[i - 1], each[i]), <, 0);
    }
    g_strfreev(each);
    /* The root's table is in the order of its tree: the middle first. */
    g_assert_cmpint(nv_file_open(&v, "sub/deep/FILE", 0, 0, &sub), ==, 0);
    reads(&v, "sub/f100.txt", "100\n");
    reads(&v, "sub/f299.txt", "299\n");
    lists(&v, "empty", "");
    lists(&v, "", "hollow 0\nempty/ 0\nsub/ 0\n");
    memory_disk_free(d);
}

static void foreign(const char *options, const char *root)
{
    g_autofree char *xorriso = g_find_program_in_path("xorriso");
    g_autofree char *geniso = g_find_program_in_path("genisoimage");
    g_autofree char *line = g_strdup_printf(
        FOLDER "%s %s -quiet -o f.iso g >log 2>&1",
        xorriso ? "xorriso -as mkisofs" : "genisoimage", options);
    MemoryDisk *d;

    if (!xorriso && !geniso) {
        g_test_skip("neither xorriso nor genisoimage is there");
        return;
    }
    if (!tool_have()) {
        return;
    }
    tool_gives(line, 0, "");
    d = load("f.iso");
    check_folder(d, root);
    memory_disk_free(d);
}

static void test_foreign_plain(void)
{
    foreign("-iso-level 2", "EMPTY/ 0\nHOLLOW 0\nSUB/ 0\n");
}

static void test_foreign_joliet(void)
{
    foreign("-J -R", "empty/ 0\nhollow 0\nsub/ 0\n");
}

int main(int argc, char **argv)
{
    int status;

    g_test_init(&argc, &argv, NULL);
    tool_begin("nv-xbe");
    g_test_add_func("/files/discs/xdvdfs", test_xdvdfs);
    g_test_add_func("/files/discs/iso", test_iso);
    g_test_add_func("/files/discs/joliet", test_joliet);
    g_test_add_func("/files/discs/made", test_made);
    g_test_add_func("/files/discs/foreign-plain", test_foreign_plain);
    g_test_add_func("/files/discs/foreign-joliet", test_foreign_joliet);
    status = g_test_run();
    tool_end();
    return status;
}
