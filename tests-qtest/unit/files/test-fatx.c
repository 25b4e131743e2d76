/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * FATX: thousands of random operations against a model, both widths of the
 * chain table, full disks, a power cut at every write.
 */
#include "unit/files/fatx-world.h"

#include "files/disk-layout.h"
#include "files/volume-priv.h"

static void test_narrow(void)
{
    World *w = world_new(16 << 20, 512, 0x1000);

    g_assert_false(w->v.wide);
    run(w, 4000);
    g_assert_cmpuint(w->full, ==, 0);
    reopen(w);
    world_free(w);
}

static void test_wide(void)
{
    World *w = world_new(40 << 20, 512, 0x200);

    g_assert_true(w->v.wide);
    run(w, 4000);
    reopen(w);
    world_free(w);
}

static void test_full(void)
{
    World *w = world_new(700 << 10, 2048, 0x800);

    run(w, 6000);
    g_assert_cmpuint(w->full, >, 100);
    g_assert_cmpuint(w->made, >, 200);
    reopen(w);
    world_free(w);
}

/*
 * The power goes after each number of writes of a session: room may be lost,
 * never is a cluster in two files, nor a size beyond its chain.
 */
static void test_power_cut(void)
{
    World *w = world_new(300 << 10, 512, 0x400);
    g_autofree uint8_t *before = g_malloc(w->disk->size);
    unsigned cuts = 0;

    run(w, 400);
    memcpy(before, w->disk->bytes, w->disk->size);
    for (int64_t writes = 0; writes < 600; writes++, cuts++) {
        static const char *const names[] = { "a", "b", "c", "d" };
        g_autofree uint8_t *data = g_malloc0(9000);
        NvFatxReport report;
        NvVolume v;
        NvFile f;

        memcpy(w->disk->bytes, before, w->disk->size);
        w->disk->writes_left = writes;
        g_assert_cmpint(nv_volume_open(&v, &w->disk->disk, 0, 0), ==, 0);
        g_assert_cmpint(nv_file_open(&v, "", 0, 0, &f), ==, 0);
        for (unsigned i = 0; i < 40; i++) {
            const char *name = names[i * 7 % 4];
            g_autofree char *other = g_strdup_printf("d%u\\%s", i & 1,
                                                     names[i % 4]);
            uint32_t done;

            nv_file_open(&v, i & 1 ? "d1" : "d0",
                         NV_OPEN_CREATE | NV_OPEN_DIRECTORY, NOW, &f);
            if (!nv_file_open(&v, name, NV_OPEN_CREATE, NOW, &f)) {
                nv_file_write(&f, i * 300, data, 9000 - i * 200, NOW, &done);
                if (i % 3 == 0) {
                    nv_file_rename(&f, other);
                } else if (i % 3 == 1) {
                    nv_file_resize(&f, i * 100);
                }
            }
            if (i % 5 == 4 && !nv_file_open(&v, other, 0, 0, &f)) {
                nv_file_remove(&f);
            }
        }
        w->disk->writes_left = -1;
        g_assert_cmpint(nv_volume_open(&v, &w->disk->disk, 0, 0), ==, 0);
        g_assert_cmpint(check(&v, &report), ==, NV_FILE_OK);
    }
    g_assert_cmpuint(cuts, ==, 600);
    world_free(w);
}

static void test_names(void)
{
    static const char *const bad[] = {
        "a:b", "a*", "what?", "\"q\"", "<", "a|b", "\x01", "..", "d\\..",
        "this name has forty-three characters in it.",
    };
    World *w = world_new(1 << 20, 512, 0x1000);
    NvFile f;

    g_assert_cmpuint(strlen(bad[9]), ==, 43);
    g_assert_cmpint(nv_file_open(&w->v, "d", NV_OPEN_CREATE |
                                 NV_OPEN_DIRECTORY, NOW, &f), ==, NV_FILE_OK);
    for (unsigned i = 0; i < G_N_ELEMENTS(bad); i++) {
        g_assert_cmpint(nv_file_open(&w->v, bad[i], NV_OPEN_CREATE, NOW, &f),
                        ==, NV_FILE_BAD_NAME);
    }
    g_assert_cmpint(nv_file_open(&w->v, bad[9] + 1, NV_OPEN_CREATE, NOW, &f),
                    ==, NV_FILE_OK);
    g_assert_cmpint(nv_file_open(&w->v, "/d/./new//", NV_OPEN_CREATE, NOW,
                                 &f), ==, NV_FILE_OK);
    g_assert_cmpint(nv_file_open(&w->v, "D\\NEW", NV_OPEN_FILE, 0, &f), ==,
                    NV_FILE_OK);
    g_assert_cmpint(nv_file_open(&w->v, "D\\NEW", NV_OPEN_DIRECTORY, 0, &f),
                    ==, NV_FILE_NOT_DIRECTORY);
    g_assert_cmpint(nv_file_open(&w->v, "D", NV_OPEN_FILE, 0, &f), ==,
                    NV_FILE_IS_DIRECTORY);
    g_assert_cmpint(nv_file_open(&w->v, "d/new/x", NV_OPEN_CREATE, 0, &f), ==,
                    NV_FILE_NOT_DIRECTORY);
    g_assert_cmpint(nv_file_open(&w->v, "e/new", NV_OPEN_CREATE, 0, &f), ==,
                    NV_FILE_NOT_FOUND);
    world_free(w);
}

static void test_attributes(void)
{
    World *w = world_new(1 << 20, 512, 0x1000);
    NvFileInfo info = { .attributes = 0x17, .written = NOW + 20000000 };
    NvFile f, other;
    uint32_t done;

    g_assert_cmpint(nv_file_open(&w->v, "f", NV_OPEN_CREATE, NOW, &f), ==, 0);
    g_assert_cmpint(nv_file_open(&w->v, "F", 0, 0, &other), ==, 0);
    g_assert_cmpint(nv_file_set(&f, &info), ==, NV_FILE_OK);
    g_assert_cmpint(nv_file_info(&other, &info), ==, NV_FILE_OK);
    g_assert_cmpuint(info.attributes, ==, 7);
    g_assert_cmpuint(info.created, ==, NOW);
    g_assert_cmpuint(info.written, ==, NOW + 20000000);
    g_assert_cmpint(nv_file_remove(&other), ==, NV_FILE_READ_ONLY);
    g_assert_cmpint(nv_file_open(&w->v, "f", NV_OPEN_TRUNCATE, 0, &f), ==,
                    NV_FILE_READ_ONLY);
    /* Two NvFiles of one file see each other's work. */
    g_assert_cmpint(nv_file_write(&other, 5000, "ab", 2, NOW, &done), ==, 0);
    g_assert_cmpint(nv_file_write(&f, 5001, "cd", 2, NOW, &done), ==, 0);
    g_assert_cmpuint(f.size, ==, 5003);
    g_assert_cmpint(nv_file_resize(&other, 1), ==, NV_FILE_OK);
    g_assert_cmpint(nv_file_read(&f, 5001, &info, 1, &done), ==, NV_FILE_END);
    info.attributes = 0;
    g_assert_cmpint(nv_file_set(&f, &info), ==, NV_FILE_OK);
    g_assert_cmpint(nv_file_remove(&other), ==, NV_FILE_OK);
    g_assert_cmpint(nv_file_read(&f, 0, &info, 1, &done), ==,
                    NV_FILE_NOT_FOUND);
    world_free(w);
}

static void test_read_only_disk(void)
{
    World *w = world_new(1 << 20, 512, 0x1000);
    NvVolumeInfo info;
    uint32_t done;
    NvFile f;

    g_assert_cmpint(nv_file_open(&w->v, "f", NV_OPEN_CREATE, NOW, &f), ==, 0);
    w->disk->disk.write = NULL;
    g_assert_cmpint(nv_volume_open(&w->v, &w->disk->disk, 0, 0), ==, 0);
    g_assert_cmpint(nv_volume_info(&w->v, &info), ==, NV_FILE_OK);
    g_assert_true(info.read_only);
    g_assert_cmpuint(info.id, ==, 0x1234);
    g_assert_cmpint(nv_file_open(&w->v, "g", NV_OPEN_CREATE, NOW, &f), ==,
                    NV_FILE_READ_ONLY);
    g_assert_cmpint(nv_file_open(&w->v, "f", 0, 0, &f), ==, NV_FILE_OK);
    g_assert_cmpint(nv_file_write(&f, 0, "x", 1, NOW, &done), ==,
                    NV_FILE_READ_ONLY);
    g_assert_cmpint(nv_file_remove(&f), ==, NV_FILE_READ_ONLY);
    world_free(w);
}

/* Entries behind the end of a directory do not come back. */
static void test_old_entries(void)
{
    World *w = world_new(1 << 20, 512, 0x1000);
    uint8_t *entries = w->disk->bytes + w->v.data_at;
    uint32_t cookie = 0;
    NvFileInfo info;
    NvFile f;

    for (unsigned i = 0; i < 20; i++) {
        g_autofree char *name = g_strdup_printf("old %u", i);

        g_assert_cmpint(nv_file_open(&w->v, name, NV_OPEN_CREATE, NOW, &f),
                        ==, NV_FILE_OK);
    }
    entries[0] = 0;
    g_assert_cmpint(nv_volume_open(&w->v, &w->disk->disk, 0, 0), ==, 0);
    for (unsigned i = 0; i < 9; i++) {
        g_autofree char *name = g_strdup_printf("new %u", i);

        g_assert_cmpint(nv_file_open(&w->v, name, NV_OPEN_CREATE, NOW, &f),
                        ==, NV_FILE_OK);
        g_assert_cmpint(nv_file_open(&w->v, "old 10", 0, 0, &f), ==,
                        NV_FILE_NOT_FOUND);
    }
    g_assert_cmpint(nv_file_open(&w->v, "", 0, 0, &f), ==, NV_FILE_OK);
    for (unsigned i = 0; i < 9; i++) {
        g_assert_cmpint(nv_dir_next(&f, &cookie, &info), ==, NV_FILE_OK);
        g_assert_true(g_str_has_prefix(info.name, "new "));
    }
    g_assert_cmpint(nv_dir_next(&f, &cookie, &info), ==, NV_FILE_END);
    world_free(w);
}

/* Cluster numbers of a narrow table that have the highest bit. */
static void test_large_narrow(void)
{
    World *w = world_new(24 << 20, 512, 0x200);
    uint32_t count = (20 << 20) / 4, done;
    g_autofree uint32_t *words = g_new(uint32_t, count);
    g_autofree uint32_t *back = g_new(uint32_t, count);
    NvFile f;

    g_assert_false(w->v.wide);
    for (uint32_t i = 0; i < count; i++) {
        words[i] = i * 2654435761u;
    }
    g_assert_cmpint(nv_file_open(&w->v, "f", NV_OPEN_CREATE, NOW, &f), ==, 0);
    g_assert_cmpint(nv_file_write(&f, 0, words, count * 4, NOW, &done), ==,
                    NV_FILE_OK);
    g_assert_cmpint(nv_file_open(&w->v, "f", 0, 0, &f), ==, NV_FILE_OK);
    g_assert_cmpint(nv_file_read(&f, 0, back, count * 4, &done), ==,
                    NV_FILE_OK);
    g_assert_cmpmem(back, done, words, count * 4);
    g_assert_cmpint(nv_file_remove(&f), ==, NV_FILE_OK);
    same_world(w);
    world_free(w);
}

/* A sector that is kept is not kept when it is written as a whole. */
static void test_kept_sector(void)
{
    World *w = world_new(1 << 20, 512, 0x1000);
    uint64_t at = w->v.data_at + 0x8000;
    uint8_t sector[512], got[4];

    memset(sector, 0x77, sizeof(sector));
    g_assert_cmpint(nv_volume_write(&w->v, at + 4, "abcd", 4), ==, 0);
    g_assert_cmpint(nv_volume_read(&w->v, at + 3, got, 4), ==, 0);
    g_assert_cmpmem(got, 4, "\0abc", 4);
    g_assert_cmpint(nv_volume_write(&w->v, at, sector, 512), ==, 0);
    g_assert_cmpint(nv_volume_read(&w->v, at + 3, got, 4), ==, 0);
    g_assert_cmpmem(got, 4, sector, 4);
    g_assert_cmpint(nv_volume_read(&w->v, w->v.size - 3, got, 4), ==,
                    NV_FILE_DAMAGED);
    world_free(w);
}

/* The console's partitions, where software looks for them. */
static void test_layout(void)
{
    const NvPartition *e = nv_partition_by_number(1);
    NvFatxLayout layout;

    g_assert_true(e == nv_partition_by_letter('e'));
    g_assert_cmphex(e->start / 512, ==, 0x55f400);
    g_assert_cmphex(nv_partition_by_letter('C')->start / 512, ==, 0x465400);
    g_assert_cmphex(e->start + e->size, ==, NV_DISK_SIZE);
    g_assert_null(nv_partition_by_letter('D'));
    g_assert_null(nv_partition_by_number(0));
    g_assert_cmphex(nv_partition_size(e, e->start + (1 << 19)), ==, 0);
    g_assert_cmphex(nv_partition_size(e, UINT64_C(1) << 40), ==, e->size);
    nv_fatx_layout(e->size, NV_DISK_CLUSTER, &layout);
    g_assert_true(layout.wide);
    g_assert_cmphex(layout.data_at, ==, 0x133000);
    nv_fatx_layout(nv_partition_by_letter('X')->size, NV_DISK_CLUSTER,
                   &layout);
    g_assert_false(layout.wide);
    g_assert_cmphex(layout.data_at, ==, 0x19000);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/files/fatx/narrow", test_narrow);
    g_test_add_func("/files/fatx/wide", test_wide);
    g_test_add_func("/files/fatx/full", test_full);
    g_test_add_func("/files/fatx/power-cut", test_power_cut);
    g_test_add_func("/files/fatx/names", test_names);
    g_test_add_func("/files/fatx/attributes", test_attributes);
    g_test_add_func("/files/fatx/read-only-disk", test_read_only_disk);
    g_test_add_func("/files/fatx/old-entries", test_old_entries);
    g_test_add_func("/files/fatx/large-narrow", test_large_narrow);
    g_test_add_func("/files/fatx/kept-sector", test_kept_sector);
    g_test_add_func("/files/fatx/layout", test_layout);
    return g_test_run();
}
