/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Everything that can be done to a volume, for damaged ones: results do not
 * matter, that it comes to an end does.
 */
#ifndef NV_TESTS_EXERCISE_H
#define NV_TESTS_EXERCISE_H

#include "files/bytes.h"
#include "files/fatx.h"
#include "unit/files/memory-disk.h"

/* Entries that are looked at, and directories that are waiting. */
#define EXERCISE_ENTRIES 300
#define EXERCISE_FOLDERS 16

/* No operation reads more sectors: a directory at its largest, twice. */
#define EXERCISE_READS 40000

static inline void exercise_bound(MemoryDisk *d)
{
    g_assert_cmpuint(d->reads, <, EXERCISE_READS);
    d->reads = 0;
}

static inline void exercise_read(MemoryDisk *d, NvFile *f)
{
    uint8_t bytes[5000];
    uint32_t done = 0;

    nv_file_read(f, 0, bytes, sizeof(bytes), &done);
    g_assert_cmpuint(done, <=, sizeof(bytes));
    nv_file_read(f, f->size - 1, bytes, sizeof(bytes), &done);
    nv_file_read(f, f->size / 2, bytes, 700, &done);
    g_assert_cmpuint(done, <=, 700);
    exercise_bound(d);
}

static inline void exercise_list(MemoryDisk *d, NvVolume *v)
{
    NvFile folders[EXERCISE_FOLDERS];
    unsigned count = 1, entries = 0;

    nv_file_open(v, "", 0, 0, &folders[0]);
    while (count) {
        NvFile dir = folders[--count];
        uint32_t cookie = 0;
        NvFileInfo info;

        while (entries++ < EXERCISE_ENTRIES &&
               !nv_dir_next(&dir, &cookie, &info)) {
            NvFile f;

            g_assert_nonnull(memchr(info.name, 0, sizeof(info.name)));
            g_assert_null(strpbrk(info.name, "/\\"));
            exercise_bound(d);
            if (dir.entry || nv_file_open(v, info.name, 0, 0, &f)) {
                continue;
            }
            exercise_bound(d);
            nv_file_info(&f, &info);
            if (!(f.attributes & NV_FILE_ATTR_DIRECTORY)) {
                exercise_read(d, &f);
            } else if (count < EXERCISE_FOLDERS) {
                folders[count++] = f;
            }
        }
        d->reads = 0;
    }
}

static inline void exercise_check(NvVolume *v)
{
    g_autofree uint32_t *work = NULL;
    NvFatxReport report;

    if (v->kind == NV_VOLUME_FATX) {
        work = g_new(uint32_t, v->clusters + 1);
        nv_fatx_check(v, work, &report, NULL, NULL);
    }
}

/* @names: files and directories that may be there; the last is NULL. */
static inline void exercise_change(MemoryDisk *d, NvVolume *v,
                                   const char *const *names)
{
    static const char text[] = "damaged, and now changed";

    for (unsigned i = 0; names[i]; i++) {
        uint32_t done;
        NvFile f;

        d->reads = 0;
        if (nv_file_open(v, names[i], NV_OPEN_CREATE, 1, &f)) {
            continue;
        }
        nv_file_write(&f, f.size, text, sizeof(text), 1, &done);
        exercise_bound(d);
        nv_file_write(&f, 20000, text, sizeof(text), 1, &done);
        exercise_bound(d);
        nv_file_resize(&f, 9000);
        nv_file_resize(&f, 100);
        exercise_bound(d);
        nv_file_rename(&f, i & 1 ? "moved" : "d/moved");
        exercise_bound(d);
        nv_file_remove(&f);
        exercise_bound(d);
        nv_file_open(v, "d/new", NV_OPEN_CREATE | NV_OPEN_DIRECTORY, 1, &f);
        exercise_bound(d);
    }
}

/* True if there is a volume. */
static inline bool exercise(MemoryDisk *d, const char *const *names)
{
    NvVolumeInfo info;
    NvVolume v;

    if (nv_volume_open(&v, &d->disk, 0, 0)) {
        return false;
    }
    d->reads = 0;
    nv_volume_info(&v, &info);
    exercise_list(d, &v);
    exercise_check(&v);
    exercise_change(d, &v, names);
    exercise_list(d, &v);
    exercise_check(&v);
    return true;
}

#endif
