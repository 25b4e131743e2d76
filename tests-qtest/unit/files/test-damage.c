/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Damaged volumes: loops, chains out of range, crossings, random bytes.
 * Whatever is asked of them comes to an end, and damage is called that.
 */
#include <glib.h>

#include "base/bits.h"
#include "unit/files/discs.h"
#include "unit/files/exercise.h"

#define SEED 20011115
#define ROUNDS 3000
#define NOW UINT64_C(134117966460000000)

static const char *const names[] = {
    "a", "b", "d", "d/c", "d/e", "default.xbe", "media/a.txt", NULL
};

/* Files a and b of three clusters, a directory with c and e in it. */
static MemoryDisk *fatx(uint64_t size, uint32_t cluster)
{
    MemoryDisk *d = memory_disk_new(size, 512);
    g_autofree uint8_t *bytes = g_malloc0(3 * cluster);
    NvVolume v;
    NvFile f;

    g_assert_cmpint(nv_fatx_format(&d->disk, 0, 0, 1, cluster), ==, 0);
    g_assert_cmpint(nv_volume_open(&v, &d->disk, 0, 0), ==, 0);
    for (unsigned i = 0; i < 5; i++) {
        uint32_t done;

        g_assert_cmpint(nv_file_open(&v, names[i], NV_OPEN_CREATE |
                                     (i == 2 ? NV_OPEN_DIRECTORY : 0), NOW,
                                     &f), ==, 0);
        if (i != 2) {
            g_assert_cmpint(nv_file_write(&f, 0, bytes, 3 * cluster, NOW,
                                          &done), ==, 0);
        }
    }
    return d;
}

static void set_chain(MemoryDisk *d, bool wide, uint32_t cluster,
                      uint32_t next)
{
    if (wide) {
        nv_st32(d->bytes + 4096 + 4 * cluster, next);
    } else {
        nv_st16(d->bytes + 4096 + 2 * cluster, next);
    }
}

static uint32_t first_of(MemoryDisk *d, const char *name)
{
    NvVolume v;
    NvFile f;

    g_assert_cmpint(nv_volume_open(&v, &d->disk, 0, 0), ==, 0);
    g_assert_cmpint(nv_file_open(&v, name, 0, 0, &f), ==, 0);
    return f.first;
}

typedef enum Damage {
    LOOP, OUT_OF_RANGE, FREE, CROSSED, ROOT_LOOP, FOLDER_IN_ITSELF, TOO_LONG,
    DAMAGES
} Damage;

static void damage(MemoryDisk *d, bool wide, Damage kind)
{
    uint32_t a = first_of(d, "a"), folder = first_of(d, "d");
    NvVolume v;
    NvFile f;

    g_assert_cmpint(nv_volume_open(&v, &d->disk, 0, 0), ==, 0);
    switch (kind) {
    case LOOP:
        set_chain(d, wide, a + 1, a);
        break;
    case OUT_OF_RANGE:
        set_chain(d, wide, a, v.clusters + 1);
        break;
    case FREE:
        set_chain(d, wide, a + 1, 0);
        break;
    case CROSSED:
        set_chain(d, wide, a, first_of(d, "b"));
        break;
    case ROOT_LOOP:
        set_chain(d, wide, 1, a);
        set_chain(d, wide, a, 1);
        memset(d->bytes + v.data_at, 0xe5, 1u << v.cluster_shift);
        memset(d->bytes + v.data_at + ((a - 1) << v.cluster_shift), 0xe5,
               1u << v.cluster_shift);
        break;
    case FOLDER_IN_ITSELF:
        g_assert_cmpint(nv_file_open(&v, "d/c", 0, 0, &f), ==, 0);
        d->bytes[f.entry + 1] = NV_FILE_ATTR_DIRECTORY;
        nv_st32(d->bytes + f.entry + 0x2c, folder);
        break;
    default:
        g_assert_cmpint(nv_file_open(&v, "a", 0, 0, &f), ==, 0);
        nv_st32(d->bytes + f.entry + 0x30, 0xffffffff);
        break;
    }
}

static void directed(bool wide)
{
    for (Damage kind = 0; kind < DAMAGES; kind++) {
        MemoryDisk *d = fatx(wide ? 40 << 20 : 1 << 20, 512);
        g_autofree uint32_t *work = NULL;
        g_autofree uint8_t *bytes = g_malloc(2000);
        NvFatxReport report;
        uint32_t done;
        NvVolume v;
        NvFile f;

        damage(d, wide, kind);
        g_assert_cmpint(nv_volume_open(&v, &d->disk, 0, 0), ==, 0);
        g_assert_true(v.wide == wide);
        work = g_new(uint32_t, v.clusters + 1);
        g_test_message("damage %d", kind);
        g_assert_cmpint(nv_fatx_check(&v, work, &report, NULL, NULL), ==,
                        NV_FILE_DAMAGED);
        g_assert_cmpuint(report.crossed + report.broken, >=, 1);
        if (kind == OUT_OF_RANGE || kind == FREE) {
            g_assert_cmpint(nv_file_open(&v, "a", 0, 0, &f), ==, NV_FILE_OK);
            g_assert_cmpint(nv_file_read(&f, 0, bytes, 1500, &done), ==,
                            NV_FILE_DAMAGED);
            g_assert_cmpint(nv_file_write(&f, 1500, bytes, 2000, NOW, &done),
                            ==, NV_FILE_DAMAGED);
        } else if (kind == ROOT_LOOP) {
            d->reads = 0;
            g_assert_cmpint(nv_file_open(&v, "zzz", 0, 0, &f), ==,
                            NV_FILE_DAMAGED);
            exercise_bound(d);
        }
        d->reads = 0;
        exercise(d, names);
        memory_disk_free(d);
    }
}

static void test_directed(void)
{
    directed(false);
    directed(true);
}

/* Random bytes where structure is: the first @most of the image. */
static void flip(MemoryDisk *d, const uint8_t *good, GRand *rand,
                 unsigned from, unsigned most)
{
    unsigned count = g_rand_int_range(rand, 1, 12);

    memcpy(d->bytes, good, d->size);
    for (unsigned i = 0; i < count; i++) {
        static const uint8_t telling[] = { 0, 1, 2, 0x10, 0x7f, 0xe5, 0xff };
        unsigned at = g_rand_int_range(rand, from, most);

        d->bytes[at] = g_rand_boolean(rand) ? g_rand_int(rand) :
                       telling[g_rand_int_range(rand, 0, 7)];
    }
}

static void rounds(MemoryDisk *d, unsigned from, unsigned most)
{
    g_autofree uint8_t *good = g_malloc(d->size);
    GRand *rand = g_rand_new_with_seed(SEED);
    unsigned opened = 0;

    memcpy(good, d->bytes, d->size);
    for (unsigned i = 0; i < ROUNDS; i++) {
        flip(d, good, rand, from, most);
        opened += exercise(d, names);
    }
    /* Most are bad enough to matter and good enough to be opened. */
    g_assert_cmpuint(opened, >, ROUNDS / 4);
    g_rand_free(rand);
    memory_disk_free(d);
}

static void test_fatx(void)
{
    MemoryDisk *d = fatx(200 << 10, 512);
    NvFatxLayout layout;

    nv_fatx_layout(d->size, 512, &layout);
    /* From the chain table to the first directories. */
    rounds(d, 4096, layout.data_at + 8192);
    d = fatx(200 << 10, 512);
    rounds(d, layout.data_at, layout.data_at + 5 * 64);
}

static void test_fatx_header(void)
{
    rounds(fatx(200 << 10, 512), 8, 4096 + 64);
}

static void test_xdvdfs(void)
{
    MemoryDisk *d = memory_disk_new(DISC_SIZE, 2048);

    disc_xdvdfs(d->bytes);
    rounds(d, 32 * DISC_SECTOR + 20, 34 * DISC_SECTOR + 100);
    d = memory_disk_new(DISC_SIZE, 2048);
    disc_xdvdfs(d->bytes);
    rounds(d, 33 * DISC_SECTOR, 33 * DISC_SECTOR + 60);
}

static void test_iso(void)
{
    for (unsigned joliet = 0; joliet < 2; joliet++) {
        MemoryDisk *d = memory_disk_new(DISC_SIZE, 2048);

        disc_iso(d->bytes, joliet);
        rounds(d, 16 * DISC_SECTOR + 100, 23 * DISC_SECTOR);
        d = memory_disk_new(DISC_SIZE, 2048);
        disc_iso(d->bytes, joliet);
        rounds(d, (joliet ? 22 : 20) * DISC_SECTOR,
               (joliet ? 22 : 20) * DISC_SECTOR + 200);
    }
}

/* Tables of directories that would be read for ever. */
static void test_huge_table(void)
{
    for (unsigned kind = 0; kind < 2; kind++) {
        MemoryDisk *d = memory_disk_new(DISC_SIZE, 2048);
        uint32_t cookie = 0;
        NvFileInfo info;
        NvVolume v;
        NvFile f;

        if (kind) {
            disc_xdvdfs(d->bytes);
            nv_st32(disc_sector(d->bytes, 32) + 24, 0xf0000000);
        } else {
            disc_iso(d->bytes, false);
            nv_st32(disc_sector(d->bytes, 16) + 156 + 10, 0xf0000000);
        }
        g_assert_cmpint(nv_volume_open(&v, &d->disk, 0, 0), ==, NV_FILE_OK);
        g_assert_cmpint(nv_file_open(&v, "", 0, 0, &f), ==, NV_FILE_OK);
        g_assert_cmpint(nv_dir_next(&f, &cookie, &info), ==, NV_FILE_DAMAGED);
        memory_disk_free(d);
    }
}

/* Nothing at all, and disks that cannot be. */
static void test_no_volume(void)
{
    static const struct {
        uint32_t sector;
        uint64_t sectors;
    } shapes[] = {
        { 512, 0 }, { 512, 1 }, { 512, 8 }, { 0, 100 }, { 256, 100 },
        { 513, 100 }, { 4096, 100 }, { 2048, 16 }, { 2048, 33 },
        { 512, UINT64_MAX },
    };
    MemoryDisk *d = memory_disk_new(1 << 20, 512);
    NvVolume v;

    g_assert_cmpint(nv_volume_open(&v, &d->disk, 0, 0), ==,
                    NV_FILE_UNKNOWN_FORMAT);
    g_assert_cmpint(nv_volume_open(&v, &d->disk, 100, 0), ==,
                    NV_FILE_UNKNOWN_FORMAT);
    g_assert_cmpint(nv_volume_open(&v, &d->disk, 1 << 20, 0), ==,
                    NV_FILE_UNKNOWN_FORMAT);
    for (unsigned i = 0; i < G_N_ELEMENTS(shapes); i++) {
        NvDisk disk = d->disk;

        disk.sector_size = shapes[i].sector;
        disk.sectors = shapes[i].sectors;
        g_assert_cmpint(nv_volume_open(&v, &disk, 0, 0), ==,
                        NV_FILE_UNKNOWN_FORMAT);
    }
    for (uint32_t cluster = 0; cluster < 0x30000; cluster += 0x180) {
        g_assert_cmpint(nv_fatx_format(&d->disk, 0, 0, 0, cluster), ==,
                        nv_log2(cluster) >= 9 && nv_log2(cluster) <= 16 ?
                        NV_FILE_OK : NV_FILE_UNKNOWN_FORMAT);
    }
    memory_disk_free(d);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/files/damage/directed", test_directed);
    g_test_add_func("/files/damage/fatx", test_fatx);
    g_test_add_func("/files/damage/fatx-header", test_fatx_header);
    g_test_add_func("/files/damage/xdvdfs", test_xdvdfs);
    g_test_add_func("/files/damage/iso", test_iso);
    g_test_add_func("/files/damage/huge-table", test_huge_table);
    g_test_add_func("/files/damage/no-volume", test_no_volume);
    return g_test_run();
}
