/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A FATX volume in memory next to a model of it: random operations on both,
 * and comparing them.
 */
#ifndef NV_TESTS_FATX_WORLD_H
#define NV_TESTS_FATX_WORLD_H

#include <glib.h>

#include "files/fatx.h"
#include "unit/files/memory-disk.h"

#define SEED 20011115
/* 2026-01-02 03:04:06 UTC */
#define NOW UINT64_C(134117966460000000)
#define NAMES 24
#define MOST 40000u             /* bytes of a model's file */

typedef struct Model {
    bool is_there, is_directory;
    char *path;
    GByteArray *data;
} Model;

typedef struct World {
    MemoryDisk *disk;
    NvVolume v;
    GRand *rand;
    GPtrArray *models;          /* those that are there */
    unsigned made, full;
    uint64_t now;
} World;

static void model_free(gpointer p)
{
    Model *m = p;

    g_free(m->path);
    g_byte_array_unref(m->data);
    g_free(m);
}

static World *world_new(uint64_t size, uint32_t sector, uint32_t cluster)
{
    World *w = g_new0(World, 1);

    w->disk = memory_disk_new(size, sector);
    w->rand = g_rand_new_with_seed(SEED);
    w->models = g_ptr_array_new_with_free_func(model_free);
    w->now = NOW;
    g_assert_cmpint(nv_fatx_format(&w->disk->disk, 0, 0, 0x1234, cluster), ==,
                    NV_FILE_OK);
    g_assert_cmpint(nv_volume_open(&w->v, &w->disk->disk, 0, 0), ==,
                    NV_FILE_OK);
    return w;
}

static void world_free(World *w)
{
    memory_disk_free(w->disk);
    g_ptr_array_unref(w->models);
    g_rand_free(w->rand);
    g_free(w);
}

static NvFileResult check(NvVolume *v, NvFatxReport *report)
{
    g_autofree uint32_t *work = g_new(uint32_t, v->clusters + 1);

    return nv_fatx_check(v, work, report, NULL, NULL);
}

static Model *pick(World *w)
{
    return w->models->len ?
           w->models->pdata[g_rand_int_range(w->rand, 0, w->models->len)] :
           NULL;
}

static Model *by_path(World *w, const char *path)
{
    for (unsigned i = 0; i < w->models->len; i++) {
        Model *m = w->models->pdata[i];

        if (!g_ascii_strcasecmp(m->path, path)) {
            return m;
        }
    }
    return NULL;
}

/* In the root, or in a directory of the model that is not too deep. */
static char *new_path(World *w)
{
    Model *m = pick(w);
    int number = g_rand_int_range(w->rand, 0, NAMES);
    const char *format = g_rand_int_range(w->rand, 0, 2) ? "%s%sfile %d.bin" :
                         "%s%sFILE %d.Bin";
    bool below = m && m->is_directory && strlen(m->path) < 60;

    return g_strdup_printf(format, below ? m->path : "", below ? "\\" : "",
                           number);
}

static bool has_children(World *w, const Model *of)
{
    size_t length = strlen(of->path);

    for (unsigned i = 0; i < w->models->len; i++) {
        Model *m = w->models->pdata[i];

        if (!g_ascii_strncasecmp(m->path, of->path, length) &&
            m->path[length] == '\\') {
            return true;
        }
    }
    return false;
}

static void open_model(World *w, const Model *m, NvFile *f)
{
    g_assert_cmpint(nv_file_open(&w->v, m->path, 0, 0, f), ==, NV_FILE_OK);
    g_assert_cmpuint(!!(f->attributes & NV_FILE_ATTR_DIRECTORY), ==,
                     m->is_directory);
}

/* --- the operations --- */

static void op_create(World *w)
{
    g_autofree char *path = new_path(w);
    bool directory = !g_rand_int_range(w->rand, 0, 4);
    Model *old = by_path(w, path);
    NvFile f;
    NvFileResult result = nv_file_open(&w->v, path, NV_OPEN_CREATE |
                                       NV_OPEN_EXCLUSIVE |
                                       (directory ? NV_OPEN_DIRECTORY : 0),
                                       w->now, &f);

    if (old) {
        g_assert_cmpint(result, ==, NV_FILE_EXISTS);
    } else if (result == NV_FILE_FULL) {
        w->full++;
    } else {
        Model *m = g_new0(Model, 1);

        g_assert_cmpint(result, ==, NV_FILE_OK);
        m->path = g_steal_pointer(&path);
        m->is_directory = directory;
        m->data = g_byte_array_new();
        g_ptr_array_add(w->models, m);
        w->made++;
    }
}

/* What NT does with a gap: zeros. */
static void model_size(Model *m, unsigned size)
{
    unsigned old = m->data->len;

    g_byte_array_set_size(m->data, size);
    if (size > old) {
        memset(m->data->data + old, 0, size - old);
    }
}

static void op_write(World *w)
{
    Model *m = pick(w);
    uint32_t offset = g_rand_int_range(w->rand, 0, MOST);
    uint32_t n = g_rand_int_range(w->rand, 1, MOST / 2), done;
    g_autofree uint8_t *bytes = g_malloc(n);
    NvFileResult result;
    NvFile f;

    if (!m || m->is_directory) {
        return;
    }
    if (g_rand_int_range(w->rand, 0, 3)) {
        offset = m->data->len;
        n = offset > MOST ? 1 : n;
    }
    for (uint32_t i = 0; i < n; i++) {
        bytes[i] = g_rand_int(w->rand);
    }
    open_model(w, m, &f);
    result = nv_file_write(&f, offset, bytes, n, w->now, &done);
    if (result == NV_FILE_FULL) {
        g_assert_cmpuint(done, <, n);
        w->full++;
    } else {
        g_assert_cmpint(result, ==, NV_FILE_OK);
        g_assert_cmpuint(done, ==, n);
    }
    if (done) {
        model_size(m, MAX(m->data->len, offset + done));
        memcpy(m->data->data + offset, bytes, done);
    }
    g_assert_cmpuint(f.size, ==, m->data->len);
}

static void op_resize(World *w)
{
    Model *m = pick(w);
    uint32_t size = g_rand_int_range(w->rand, 0, MOST);
    NvFileResult result;
    NvFile f;

    if (!m || m->is_directory) {
        return;
    }
    if (!g_rand_int_range(w->rand, 0, 3)) {
        size = 0;
    }
    open_model(w, m, &f);
    result = nv_file_resize(&f, size);
    if (result == NV_FILE_FULL) {
        g_assert_cmpuint(size, >, m->data->len);
        w->full++;
    } else {
        g_assert_cmpint(result, ==, NV_FILE_OK);
        model_size(m, size);
    }
}

static void op_remove(World *w)
{
    Model *m = pick(w);
    NvFileResult result;
    NvFile f;

    if (!m) {
        return;
    }
    open_model(w, m, &f);
    result = nv_file_remove(&f);
    if (has_children(w, m)) {
        g_assert_cmpint(result, ==, NV_FILE_NOT_EMPTY);
        return;
    }
    g_assert_cmpint(result, ==, NV_FILE_OK);
    g_assert_cmpint(nv_file_open(&w->v, m->path, 0, 0, &f), ==,
                    NV_FILE_NOT_FOUND);
    g_ptr_array_remove(w->models, m);
}

static bool is_below(const char *path, const char *top)
{
    size_t length = strlen(top);

    return !g_ascii_strncasecmp(path, top, length) && path[length] == '\\';
}

/* The model's names below @m follow it. */
static void move_model(World *w, Model *m, const char *path)
{
    g_autofree char *old = g_steal_pointer(&m->path);

    m->path = g_strdup(path);
    for (unsigned i = 0; i < w->models->len; i++) {
        Model *o = w->models->pdata[i];

        if (o != m && is_below(o->path, old)) {
            char *now = g_strconcat(path, o->path + strlen(old), NULL);

            g_free(o->path);
            o->path = now;
        }
    }
}

static void op_rename(World *w)
{
    Model *m = pick(w), *there;
    g_autofree char *path = new_path(w);
    NvFileResult result;
    NvFile f;

    if (!m) {
        return;
    }
    open_model(w, m, &f);
    result = nv_file_rename(&f, path);
    there = by_path(w, path);
    if (is_below(path, m->path)) {
        g_assert_cmpint(result, ==, NV_FILE_BAD_NAME);
    } else if (there && there != m) {
        g_assert_cmpint(result, ==, NV_FILE_EXISTS);
    } else if (result == NV_FILE_FULL) {
        w->full++;
    } else {
        g_assert_cmpint(result, ==, NV_FILE_OK);
        move_model(w, m, path);
    }
}

/* --- comparing --- */

static void same_file(World *w, Model *m)
{
    g_autofree uint8_t *bytes = g_malloc(m->data->len + 1);
    NvFileInfo info;
    uint32_t done;
    NvFile f;

    open_model(w, m, &f);
    g_assert_cmpint(nv_file_info(&f, &info), ==, NV_FILE_OK);
    g_assert_cmpuint(info.size, ==, m->data->len);
    g_assert_cmpuint(info.created, ==, NOW);
    g_assert_cmpint(nv_file_read(&f, m->data->len, bytes, 1, &done), ==,
                    m->is_directory ? NV_FILE_IS_DIRECTORY : NV_FILE_END);
    if (m->data->len) {
        g_assert_cmpint(nv_file_read(&f, 0, bytes, m->data->len + 1, &done),
                        ==, NV_FILE_OK);
        g_assert_cmpmem(bytes, done, m->data->data, m->data->len);
    }
}

/* All entries of all directories, each once. */
static void same_world(World *w)
{
    unsigned listed = 0;
    NvVolumeInfo info;
    NvFatxReport report;

    for (int i = -1; i < (int)w->models->len; i++) {
        Model *m = i < 0 ? NULL : w->models->pdata[i];
        uint32_t cookie = 0;
        NvFileInfo entry;
        NvFileResult result;
        NvFile f;

        if (m) {
            same_file(w, m);
        }
        if (m && !m->is_directory) {
            continue;
        }
        g_assert_cmpint(nv_file_open(&w->v, m ? m->path : "", 0, 0, &f), ==,
                        NV_FILE_OK);
        while (!(result = nv_dir_next(&f, &cookie, &entry))) {
            g_autofree char *path = m ? g_strconcat(m->path, "\\", entry.name,
                                                    NULL) :
                                    g_strdup(entry.name);
            Model *found = by_path(w, path);

            g_assert_nonnull(found);
            g_assert_cmpstr(found->path + strlen(found->path) -
                            strlen(entry.name), ==, entry.name);
            listed++;
        }
        g_assert_cmpint(result, ==, NV_FILE_END);
    }
    g_assert_cmpuint(listed, ==, w->models->len);
    g_assert_cmpint(check(&w->v, &report), ==, NV_FILE_OK);
    g_assert_cmpuint(report.lost, ==, 0);
    g_assert_cmpuint(report.files + report.directories, ==,
                     w->models->len + 1);
    g_assert_cmpint(nv_volume_info(&w->v, &info), ==, NV_FILE_OK);
    g_assert_cmpuint(info.free_clusters + report.used, ==, info.clusters);
}

static void run(World *w, unsigned count)
{
    static void (*const ops[])(World *w) = {
        op_create, op_create, op_create, op_write, op_write, op_write,
        op_write, op_resize, op_remove, op_rename,
    };

    for (unsigned i = 0; i < count; i++) {
        ops[g_rand_int_range(w->rand, 0, G_N_ELEMENTS(ops))](w);
        if (i % 100 == 99) {
            same_world(w);
        }
    }
    same_world(w);
}

/* What is read by a volume that is opened again is the same. */
static void reopen(World *w)
{
    g_assert_cmpint(nv_volume_open(&w->v, &w->disk->disk, 0, 0), ==,
                    NV_FILE_OK);
    same_world(w);
}

#endif
