/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Volumes: which format, paths, and what all formats share. */
#include "files/volume-priv.h"

const char *nv_file_result_text(NvFileResult result)
{
    static const char *const texts[] = {
        [NV_FILE_OK] = "is fine",
        [NV_FILE_NOT_FOUND] = "is not there",
        [NV_FILE_EXISTS] = "exists",
        [NV_FILE_NOT_DIRECTORY] = "is not a directory",
        [NV_FILE_IS_DIRECTORY] = "is a directory",
        [NV_FILE_NOT_EMPTY] = "is not empty",
        [NV_FILE_FULL] = "has no room on the disk",
        [NV_FILE_READ_ONLY] = "can only be read",
        [NV_FILE_BAD_NAME] = "is no name for a file",
        [NV_FILE_DAMAGED] = "is damaged",
        [NV_FILE_DISK_ERROR] = "cannot be read or written on the disk",
        [NV_FILE_END] = "has ended",
        [NV_FILE_UNKNOWN_FORMAT] = "is no FATX, XDVDFS or ISO 9660 volume",
    };

    return (unsigned)result < sizeof(texts) / sizeof(texts[0]) ?
           texts[result] : "fails";
}

/* --- names --- */

static bool is_separator(char c)
{
    return c == '\\' || c == '/';
}

static char fold(char c)
{
    return c >= 'a' && c <= 'z' ? c - 'a' + 'A' : c;
}

bool nv_name_is_good(const char *name, uint32_t length)
{
    if (!length || (name[0] == '.' &&
                    (length == 1 || (length == 2 && name[1] == '.')))) {
        return false;
    }
    for (uint32_t i = 0; i < length; i++) {
        if ((uint8_t)name[i] < ' ' || is_separator(name[i])) {
            return false;
        }
    }
    return true;
}

bool nv_name_equal(const char *a, uint32_t length, const char *b)
{
    for (uint32_t i = 0; i < length; i++) {
        if (!b[i] || fold(a[i]) != fold(b[i])) {
            return false;
        }
    }
    return !b[length];
}

/* --- opening --- */

static bool disk_is_good(const NvDisk *disk, uint64_t start, uint64_t *size)
{
    uint64_t whole = disk->sectors * disk->sector_size;
    unsigned shift = nv_log2(disk->sector_size);

    if (shift < 9 || shift > 11 || disk->sectors > UINT64_MAX >> shift ||
        start & (disk->sector_size - 1) || start >= whole) {
        return false;
    }
    if (!*size || *size > whole - start) {
        *size = whole - start;
    }
    *size &= ~(uint64_t)(disk->sector_size - 1);
    return true;
}

NvFileResult nv_volume_open(NvVolume *v, const NvDisk *disk, uint64_t start,
                            uint64_t size)
{
    static const struct {
        NvVolumeKind kind;
        const NvVolumeOps *ops;
        uint64_t start;
    } formats[] = {
        { NV_VOLUME_FATX, &nv_fatx_ops, 0 },
        { NV_VOLUME_XDVDFS, &nv_xdvdfs_ops, 0 },
        /* A copy of a whole pressed disc has a film's volume first (guess). */
        { NV_VOLUME_XDVDFS, &nv_xdvdfs_ops, 0x18300000 },
        { NV_VOLUME_ISO9660, &nv_iso9660_ops, 0 },
    };
    NvFileResult result = NV_FILE_UNKNOWN_FORMAT;

    if (!disk_is_good(disk, start, &size)) {
        return result;
    }
    for (unsigned i = 0; i < sizeof(formats) / sizeof(formats[0]); i++) {
        if (formats[i].start >= size) {
            continue;
        }
        memset(v, 0, sizeof(*v));
        v->disk = *disk;
        v->sector_shift = nv_log2(disk->sector_size);
        v->kind = formats[i].kind;
        v->ops = formats[i].ops;
        v->start = start + formats[i].start;
        v->size = size - formats[i].start;
        result = v->ops->open(v);
        if (result != NV_FILE_UNKNOWN_FORMAT) {
            break;
        }
    }
    return result;
}

NvFileResult nv_volume_info(NvVolume *v, NvVolumeInfo *info)
{
    memset(info, 0, sizeof(*info));
    info->id = v->id;
    info->read_only = !v->ops->write || !v->disk.write;
    return v->ops->info(v, info);
}

/* --- paths --- */

void nv_file_from_entry(NvFile *f, const NvEntry *e)
{
    f->entry = e->at;
    f->first = e->first;
    f->attributes = e->info.attributes;
    f->size = e->info.size;
    f->generation = f->volume->generation;
    f->walk_index = f->walk_cluster = 0;
}

static bool is_directory(const NvFile *f)
{
    return f->attributes & NV_FILE_ATTR_DIRECTORY;
}

static NvFileResult find(NvFile *dir, const char *name, uint32_t length,
                         NvFile *f)
{
    NvFileResult result;
    uint32_t cookie = 0;
    NvEntry e;

    while (!(result = dir->volume->ops->next(dir, &cookie, &e))) {
        if (nv_name_equal(name, length, e.info.name)) {
            f->volume = dir->volume;
            f->parent = dir->first;
            nv_file_from_entry(f, &e);
            return NV_FILE_OK;
        }
    }
    return result == NV_FILE_END ? NV_FILE_NOT_FOUND : result;
}

/* Length of the component at *path, which moves to it. */
static uint32_t component(const char **path)
{
    const char *at = *path;
    uint32_t n = 0;

    while (is_separator(*at) ||
           (*at == '.' && (!at[1] || is_separator(at[1])))) {
        at++;
    }
    while (at[n] && !is_separator(at[n])) {
        n++;
    }
    *path = at;
    return n;
}

/*
 * The directory that @path's last component is in, and that component:
 * *length is 0 if the path is the root.  Going through the directory whose
 * first cluster is @avoid (0: none) is an error.
 */
static NvFileResult find_parent(NvVolume *v, const char *path, uint32_t avoid,
                                NvFile *dir, const char **last,
                                uint32_t *length)
{
    NvFileResult result;

    v->ops->root(v, dir);
    *last = path;
    *length = component(last);
    for (;;) {
        const char *next = *last + *length;
        uint32_t n = component(&next);
        NvFile step;

        if (!n) {
            return NV_FILE_OK;
        }
        result = find(dir, *last, *length, &step);
        if (result) {
            return result;
        }
        if (!is_directory(&step)) {
            return NV_FILE_NOT_DIRECTORY;
        }
        if (avoid && step.first == avoid) {
            return NV_FILE_BAD_NAME;
        }
        *dir = step;
        *last = next;
        *length = n;
    }
}

static bool copy_name(char *to, const char *name, uint32_t length)
{
    if (length >= NV_FILE_NAME_SIZE || !nv_name_is_good(name, length)) {
        return false;
    }
    memcpy(to, name, length);
    to[length] = 0;
    return true;
}

static bool can_write(const NvVolume *v)
{
    return v->ops->write && v->disk.write;
}

static NvFileResult create(NvFile *dir, const char *name, uint32_t length,
                           NvFileInfo *what, NvFile *f)
{
    if (!can_write(dir->volume)) {
        return NV_FILE_READ_ONLY;
    }
    if (!copy_name(what->name, name, length)) {
        return NV_FILE_BAD_NAME;
    }
    return dir->volume->ops->create(dir, what, f);
}

static NvFileResult found(NvFile *f, unsigned flags)
{
    if (flags & NV_OPEN_CREATE && flags & NV_OPEN_EXCLUSIVE) {
        return NV_FILE_EXISTS;
    }
    if (flags & NV_OPEN_DIRECTORY && !is_directory(f)) {
        return NV_FILE_NOT_DIRECTORY;
    }
    if (flags & NV_OPEN_FILE && is_directory(f)) {
        return NV_FILE_IS_DIRECTORY;
    }
    if (!(flags & NV_OPEN_TRUNCATE) || is_directory(f)) {
        return NV_FILE_OK;
    }
    return f->attributes & NV_FILE_ATTR_READ_ONLY ? NV_FILE_READ_ONLY :
           nv_file_resize(f, 0);
}

NvFileResult nv_file_open(NvVolume *v, const char *path, unsigned flags,
                          uint64_t now, NvFile *f)
{
    NvFileInfo what = {
        .attributes = flags & NV_OPEN_DIRECTORY ? NV_FILE_ATTR_DIRECTORY :
                      NV_FILE_ATTR_ARCHIVE,
        .created = now, .written = now, .accessed = now,
    };
    NvFileResult result;
    const char *name;
    uint32_t length;
    NvFile dir;

    result = find_parent(v, path, 0, &dir, &name, &length);
    if (result) {
        return result;
    }
    if (!length) {
        *f = dir;
        return found(f, flags);
    }
    result = find(&dir, name, length, f);
    if (!result) {
        return found(f, flags);
    }
    return result == NV_FILE_NOT_FOUND && flags & NV_OPEN_CREATE ?
           create(&dir, name, length, &what, f) : result;
}

/* --- files --- */

/* On discs a directory's size is its table's. */
static void give_info(const NvEntry *e, NvFileInfo *info)
{
    *info = e->info;
    if (info->attributes & NV_FILE_ATTR_DIRECTORY) {
        info->size = 0;
    }
}

NvFileResult nv_file_info(NvFile *f, NvFileInfo *info)
{
    NvFileResult result;
    NvEntry e;

    memset(info, 0, sizeof(*info));
    info->attributes = f->attributes;
    if (!f->entry) {
        return NV_FILE_OK;
    }
    result = f->volume->ops->load(f, &e);
    if (!result) {
        give_info(&e, info);
    }
    return result;
}

static NvFileResult fresh(NvFile *f)
{
    return f->volume->ops->refresh ? f->volume->ops->refresh(f) : NV_FILE_OK;
}

NvFileResult nv_file_read(NvFile *f, uint64_t offset, void *to, uint32_t n,
                          uint32_t *done)
{
    NvFileResult result = fresh(f);

    *done = 0;
    if (result) {
        return result;
    }
    if (is_directory(f)) {
        return NV_FILE_IS_DIRECTORY;
    }
    if (!n) {
        return NV_FILE_OK;
    }
    if (offset >= f->size) {
        return NV_FILE_END;
    }
    if (n > f->size - offset) {
        n = f->size - offset;
    }
    result = f->volume->ops->read(f, offset, to, n);
    if (!result) {
        *done = n;
    }
    return result;
}

/* What every change begins with. */
static NvFileResult begin_change(NvFile *f)
{
    return can_write(f->volume) ? fresh(f) : NV_FILE_READ_ONLY;
}

NvFileResult nv_file_write(NvFile *f, uint64_t offset, const void *from,
                           uint32_t n, uint64_t now, uint32_t *done)
{
    NvFileResult result = begin_change(f);

    *done = 0;
    if (result) {
        return result;
    }
    if (is_directory(f)) {
        return NV_FILE_IS_DIRECTORY;
    }
    if (!n) {
        return NV_FILE_OK;
    }
    *done = n;
    return f->volume->ops->write(f, offset, from, done, now);
}

NvFileResult nv_file_resize(NvFile *f, uint64_t size)
{
    NvFileResult result = begin_change(f);

    if (result) {
        return result;
    }
    return is_directory(f) ? NV_FILE_IS_DIRECTORY :
           f->volume->ops->resize(f, size);
}

NvFileResult nv_file_remove(NvFile *f)
{
    NvFileResult result = begin_change(f);
    uint32_t cookie = 0;
    NvEntry e;

    if (result) {
        return result;
    }
    if (!f->entry) {
        return NV_FILE_BAD_NAME;
    }
    if (f->attributes & NV_FILE_ATTR_READ_ONLY) {
        return NV_FILE_READ_ONLY;
    }
    if (is_directory(f)) {
        result = f->volume->ops->next(f, &cookie, &e);
        if (result != NV_FILE_END) {
            return result ? result : NV_FILE_NOT_EMPTY;
        }
    }
    return f->volume->ops->remove(f);
}

NvFileResult nv_file_rename(NvFile *f, const char *new_path)
{
    NvFileResult result = begin_change(f);
    char name[NV_FILE_NAME_SIZE];
    NvFile dir, other;
    const char *last;
    uint32_t length;

    if (result) {
        return result;
    }
    result = find_parent(f->volume, new_path, is_directory(f) ? f->first : 0,
                         &dir, &last, &length);
    if (result) {
        return result;
    }
    if (!f->entry || !copy_name(name, last, length)) {
        return NV_FILE_BAD_NAME;
    }
    result = find(&dir, last, length, &other);
    if (!result && other.entry != f->entry) {
        return NV_FILE_EXISTS;
    }
    return result && result != NV_FILE_NOT_FOUND ? result :
           f->volume->ops->move(f, &dir, name);
}

NvFileResult nv_file_set(NvFile *f, const NvFileInfo *info)
{
    NvFileResult result = begin_change(f);

    if (result) {
        return result;
    }
    return f->entry ? f->volume->ops->set(f, info) : NV_FILE_BAD_NAME;
}

NvFileResult nv_dir_next(NvFile *dir, uint32_t *cookie, NvFileInfo *info)
{
    NvFileResult result = fresh(dir);
    NvEntry e;

    if (result) {
        return result;
    }
    if (!is_directory(dir)) {
        return NV_FILE_NOT_DIRECTORY;
    }
    result = dir->volume->ops->next(dir, cookie, &e);
    if (!result) {
        give_info(&e, info);
    }
    return result;
}
