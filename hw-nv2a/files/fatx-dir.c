/* SPDX-License-Identifier: GPL-2.0-or-later */
/* FATX: directories and their entries. */
#include "files/fatx-priv.h"
#include "files/file-time.h"

bool nv_fatx_decode(const uint8_t *raw, NvEntry *e)
{
    uint32_t length = raw[FATX_NAME_LENGTH];

    if (length > NV_FATX_NAME_MAX ||
        !nv_name_is_good((const char *)raw + FATX_NAME, length)) {
        return false;
    }
    memset(e, 0, sizeof(*e));
    memcpy(e->info.name, raw + FATX_NAME, length);
    e->info.attributes = raw[FATX_ATTRIBUTES];
    e->info.size = nv_le32(raw + FATX_SIZE);
    e->info.created = nv_file_time_from_fatx(nv_le32(raw + FATX_CREATED));
    e->info.written = nv_file_time_from_fatx(nv_le32(raw + FATX_WRITTEN));
    e->info.accessed = nv_file_time_from_fatx(nv_le32(raw + FATX_ACCESSED));
    e->first = nv_le32(raw + FATX_FIRST);
    return true;
}

static bool is_end(uint8_t name_length)
{
    return !name_length || name_length == 0xff;
}

NvFileResult nv_fatx_slot(NvFile *dir, uint32_t index, uint64_t *at)
{
    unsigned shift = dir->volume->cluster_shift;
    uint64_t byte = (uint64_t)index * FATX_ENTRY;
    NvFileResult result;
    uint32_t cluster;

    if (index >= FATX_DIRECTORY_MAX) {
        return NV_FILE_FULL;
    }
    result = nv_fatx_walk(dir, byte >> shift, &cluster);
    if (!result) {
        *at = nv_fatx_address(dir->volume, cluster) +
              (byte & ((1u << shift) - 1));
    }
    return result;
}

void nv_fatx_root(NvVolume *v, NvFile *f)
{
    memset(f, 0, sizeof(*f));
    f->volume = v;
    f->first = FATX_ROOT;
    f->attributes = NV_FILE_ATTR_DIRECTORY;
}

NvFileResult nv_fatx_next(NvFile *dir, uint32_t *cookie, NvEntry *e)
{
    uint8_t raw[FATX_ENTRY];

    for (;;) {
        NvFileResult result = nv_fatx_slot(dir, *cookie, &e->at);
        uint64_t at = e->at;

        if (result) {
            return result == NV_FILE_FULL ? NV_FILE_DAMAGED : result;
        }
        result = nv_volume_read(dir->volume, at, raw, sizeof(raw));
        if (result) {
            return result;
        }
        if (is_end(raw[FATX_NAME_LENGTH])) {
            return NV_FILE_END;
        }
        ++*cookie;
        if (nv_fatx_decode(raw, e)) {
            e->at = at;
            return NV_FILE_OK;
        }
    }
}

NvFileResult nv_fatx_load(NvFile *f, NvEntry *e)
{
    uint8_t raw[FATX_ENTRY];
    NvFileResult result = nv_volume_read(f->volume, f->entry, raw,
                                         sizeof(raw));

    if (!result && !nv_fatx_decode(raw, e)) {
        result = NV_FILE_NOT_FOUND;
    }
    e->at = f->entry;
    return result;
}

NvFileResult nv_fatx_refresh(NvFile *f)
{
    NvFileResult result;
    NvEntry e;

    if (f->generation == f->volume->generation) {
        return NV_FILE_OK;
    }
    if (!f->entry) {
        f->generation = f->volume->generation;
        f->walk_cluster = 0;
        return NV_FILE_OK;
    }
    result = nv_fatx_load(f, &e);
    if (!result) {
        nv_file_from_entry(f, &e);
    }
    return result;
}

void nv_fatx_changed(NvFile *f)
{
    f->generation = ++f->volume->generation;
}

/* --- changes --- */

static NvFileResult read_raw(NvFile *f, uint8_t *raw)
{
    return nv_volume_read(f->volume, f->entry, raw, FATX_ENTRY);
}

static NvFileResult write_raw(NvFile *f, const uint8_t *raw)
{
    NvFileResult result = nv_volume_write(f->volume, f->entry, raw,
                                          FATX_ENTRY);

    nv_fatx_changed(f);
    /* If that failed, only the disk knows. */
    f->generation -= result != NV_FILE_OK;
    return result;
}

NvFileResult nv_fatx_update(NvFile *f, uint64_t now)
{
    uint8_t raw[FATX_ENTRY];
    NvFileResult result = read_raw(f, raw);

    if (result) {
        return result;
    }
    nv_put32(raw + FATX_FIRST, f->first);
    nv_put32(raw + FATX_SIZE, f->size);
    if (now) {
        nv_put32(raw + FATX_WRITTEN, nv_file_time_to_fatx(now));
    }
    return write_raw(f, raw);
}

NvFileResult nv_fatx_set(NvFile *f, const NvFileInfo *info)
{
    const uint64_t times[3] = { info->created, info->written,
                                info->accessed };
    uint8_t raw[FATX_ENTRY];
    NvFileResult result = read_raw(f, raw);

    if (result) {
        return result;
    }
    for (unsigned i = 0; i < 3; i++) {
        if (times[i]) {
            nv_put32(raw + FATX_CREATED + 4 * i,
                     nv_file_time_to_fatx(times[i]));
        }
    }
    f->attributes = (f->attributes & NV_FILE_ATTR_DIRECTORY) |
                    (info->attributes & 0xef);
    raw[FATX_ATTRIBUTES] = f->attributes;
    return write_raw(f, raw);
}

static bool set_name(uint8_t *raw, const char *name)
{
    static const char forbidden[] = "\"*/:<>?\\|";
    uint32_t length = 0;

    memset(raw + FATX_NAME, 0xff, NV_FATX_NAME_MAX);
    for (; name[length]; length++) {
        if (length == NV_FATX_NAME_MAX) {
            return false;
        }
        for (const char *c = forbidden; *c; c++) {
            if (name[length] == *c) {
                return false;
            }
        }
        raw[FATX_NAME + length] = name[length];
    }
    raw[FATX_NAME_LENGTH] = length;
    return true;
}

/* One more cluster of empty entries; linked when they are on the disk. */
static NvFileResult grow_directory(NvFile *dir)
{
    NvVolume *v = dir->volume;
    uint32_t last = dir->walk_cluster, cluster;
    NvFileResult result = last ? nv_fatx_take(v, &cluster) : NV_FILE_DAMAGED;

    if (result) {
        return result;
    }
    result = nv_volume_fill(v, nv_fatx_address(v, cluster), 0xff,
                            1u << v->cluster_shift);
    if (!result) {
        return nv_fatx_put(v, last, cluster);
    }
    nv_fatx_free_chain(v, cluster);
    return result;
}

/* What is behind entry @index, in its cluster, must be an end, too. */
static NvFileResult end_behind(NvFile *dir, uint32_t index, uint64_t at)
{
    NvVolume *v = dir->volume;
    uint8_t byte;
    NvFileResult result;

    if (!((index + 1) & ((1u << v->cluster_shift) / FATX_ENTRY - 1))) {
        /* The next cluster of the chain, if there is one. */
        result = nv_fatx_slot(dir, index + 1, &at);
        if (result) {
            return result == NV_FILE_END || result == NV_FILE_FULL ?
                   NV_FILE_OK : result;
        }
    } else {
        at += FATX_ENTRY;
    }
    result = nv_volume_read(v, at, &byte, 1);
    return result || is_end(byte) ? result : nv_volume_fill(v, at, 0xff, 1);
}

/* Room for an entry: a deleted one's, or the end of the directory. */
static NvFileResult find_room(NvFile *dir, uint64_t *at)
{
    for (uint32_t index = 0; ; index++) {
        uint8_t length;
        NvFileResult result = nv_fatx_slot(dir, index, at);

        if (result == NV_FILE_END) {
            result = grow_directory(dir);
            if (!result) {
                result = nv_fatx_slot(dir, index, at);
            }
        }
        if (!result) {
            result = nv_volume_read(dir->volume, *at, &length, 1);
        }
        if (result || length == FATX_DELETED) {
            return result;
        }
        if (is_end(length)) {
            return end_behind(dir, index, *at);
        }
    }
}

static NvFileResult new_directory(NvVolume *v, uint32_t *cluster)
{
    NvFileResult result = nv_fatx_take(v, cluster);

    if (result) {
        return result;
    }
    result = nv_volume_fill(v, nv_fatx_address(v, *cluster), 0xff,
                            1u << v->cluster_shift);
    if (result) {
        nv_fatx_free_chain(v, *cluster);
    }
    return result;
}

NvFileResult nv_fatx_create(NvFile *dir, const NvFileInfo *what, NvFile *f)
{
    NvVolume *v = dir->volume;
    uint8_t raw[FATX_ENTRY] = { 0 };
    NvFileResult result;
    NvFile made = { .volume = v, .parent = dir->first,
                    .attributes = what->attributes };

    if (!set_name(raw, what->name)) {
        return NV_FILE_BAD_NAME;
    }
    result = find_room(dir, &made.entry);
    if (!result && what->attributes & NV_FILE_ATTR_DIRECTORY) {
        result = new_directory(v, &made.first);
    }
    if (result) {
        return result;
    }
    raw[FATX_ATTRIBUTES] = what->attributes;
    nv_put32(raw + FATX_FIRST, made.first);
    nv_put32(raw + FATX_CREATED, nv_file_time_to_fatx(what->created));
    nv_put32(raw + FATX_WRITTEN, nv_file_time_to_fatx(what->written));
    nv_put32(raw + FATX_ACCESSED, nv_file_time_to_fatx(what->accessed));
    result = write_raw(&made, raw);
    if (result) {
        nv_fatx_free_chain(v, made.first);
        return result;
    }
    *f = made;
    return NV_FILE_OK;
}

static NvFileResult mark_deleted(NvFile *f)
{
    static const uint8_t deleted = FATX_DELETED;

    return nv_volume_write(f->volume, f->entry + FATX_NAME_LENGTH, &deleted,
                           1);
}

NvFileResult nv_fatx_remove(NvFile *f)
{
    NvFileResult result = mark_deleted(f);

    f->volume->generation++;
    return result ? result : nv_fatx_free_chain(f->volume, f->first);
}

NvFileResult nv_fatx_move(NvFile *f, NvFile *to, const char *name)
{
    NvFile moved = *f;
    uint8_t raw[FATX_ENTRY], old[FATX_ENTRY];
    NvFileResult result = read_raw(f, raw);

    if (result) {
        return result;
    }
    memcpy(old, raw, sizeof(old));
    if (!set_name(raw, name)) {
        return NV_FILE_BAD_NAME;
    }
    if (to->first == f->parent) {
        return write_raw(f, raw);
    }
    moved.parent = to->first;
    result = find_room(to, &moved.entry);
    if (!result) {
        result = mark_deleted(f);
    }
    if (result) {
        return result;
    }
    result = write_raw(&moved, raw);
    if (result) {
        write_raw(f, old);
        return result;
    }
    *f = moved;
    return NV_FILE_OK;
}
