/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What is known of files, volumes and directories, and changed of them. */
#include "calls.h"
#include "device.h"

enum {
    FILE_BASIC = 4, FILE_STANDARD = 5, FILE_INTERNAL = 6, FILE_RENAME = 10,
    FILE_DISPOSITION = 13, FILE_POSITION = 14, FILE_ALLOCATION = 19,
    FILE_END = 20, FILE_COMPLETION = 30, FILE_NETWORK_OPEN = 34,
    VOLUME_NAME = 1, VOLUME_SIZE = 3, VOLUME_DEVICE = 4, VOLUME_ATTRIBUTE = 5,
    DEVICE_CD_ROM = 2, DEVICE_DISK = 7, ATTRIBUTE_NORMAL = 0x80,
    DIRECTORY_NAMES = 1,
};

typedef struct BasicInfo {
    uint64_t created, accessed, written, changed;
    uint32_t attributes, pad;
} BasicInfo;

typedef struct StandardInfo {
    uint64_t allocation, end;
    uint32_t links;
    uint8_t remove, directory, pad[2];
} StandardInfo;

typedef struct NetworkOpenInfo {
    uint64_t created, accessed, written, changed, allocation, end;
    uint32_t attributes, pad;
} NetworkOpenInfo;

typedef struct RenameInfo {
    uint8_t replace, pad[3];
    void *root;
    String name;
} RenameInfo;

typedef struct DirectoryInfo {
    uint32_t next, index;
    uint64_t created, accessed, written, changed, end, allocation;
    uint32_t attributes, name_length;
    char name[];
} DirectoryInfo;

static uint32_t attributes_of(const NvFileInfo *i)
{
    return i->attributes ? i->attributes : ATTRIBUTE_NORMAL;
}

static uint64_t round_to(uint64_t size, uint32_t step)
{
    return step ? (size + step - 1) & ~(uint64_t)(step - 1) : size;
}

static Status volume_info(Device *d, NvVolumeInfo *v)
{
    Status s = device_mount(d);

    return s == STATUS_SUCCESS ? device_status(nv_volume_info(&d->volume, v)) :
                                 s;
}

/* A device itself looks like a file of its size. */
static Status info_of(File *f, NvFileInfo *i)
{
    memset(i, 0, sizeof(*i));
    if (f->whole) {
        i->size = f->device->size;
        return STATUS_SUCCESS;
    }
    return device_status(nv_file_info(&f->file, i));
}

static void fill_network(NetworkOpenInfo *n, const NvFileInfo *i)
{
    *n = (NetworkOpenInfo) {
        .created = i->created, .accessed = i->accessed,
        .written = i->written, .changed = i->written,
        .allocation = round_to(i->size, 0x4000), .end = i->size,
        .attributes = attributes_of(i),
    };
}

/* --- of an open file --- */

static uint32_t fill(const File *f, const NvFileInfo *i, uint32_t class,
                     void *to)
{
    switch (class) {
    case FILE_BASIC:
        *(BasicInfo *)to = (BasicInfo) {
            i->created, i->accessed, i->written, i->written,
            attributes_of(i), 0,
        };
        return sizeof(BasicInfo);
    case FILE_STANDARD:
        *(StandardInfo *)to = (StandardInfo) {
            round_to(i->size, 0x4000), i->size, 1, f->remove,
            (i->attributes & NV_FILE_ATTR_DIRECTORY) != 0, { 0 },
        };
        return sizeof(StandardInfo);
    case FILE_INTERNAL:
        *(uint64_t *)to = f->file.entry;
        return sizeof(uint64_t);
    case FILE_POSITION:
        *(uint64_t *)to = f->position;
        return sizeof(uint64_t);
    case FILE_NETWORK_OPEN:
        fill_network(to, i);
        return sizeof(NetworkOpenInfo);
    }
    return 0;
}

Status STDCALL NtQueryInformationFile(void *handle, IoStatus *io, void *to,
                                      uint32_t size, uint32_t class)
{
    uint64_t buffer[sizeof(NetworkOpenInfo) / 8];
    NvFileInfo i;
    File *f;
    Status s = object_by_handle(handle, &IoFileObjectType, (void **)&f);
    uint32_t n;

    if (s != STATUS_SUCCESS) {
        return s;
    }
    device_lock();
    s = info_of(f, &i);
    n = s == STATUS_SUCCESS ? fill(f, &i, class, buffer) : 0;
    device_unlock();
    if (s == STATUS_SUCCESS) {
        s = !n ? STATUS_INVALID_PARAMETER :
            n > size ? STATUS_INFO_LENGTH_MISMATCH : STATUS_SUCCESS;
    }
    if (s == STATUS_SUCCESS) {
        memcpy(to, buffer, n);
    }
    io->status = s;
    io->information = s == STATUS_SUCCESS ? n : 0;
    object_unref(f);
    return s;
}

static Status rename_file(File *f, const RenameInfo *r)
{
    ObjectAttributes a = { r->root, (String *)&r->name, 0 };
    char path[NAME_SIZE];
    const char *rest;
    Status s = name_path(&a, path);
    NvFile there;

    if (s != STATUS_SUCCESS) {
        return s;
    }
    if (device_find(path, &rest) != f->device) {
        return STATUS_INVALID_PARAMETER;
    }
    if (r->replace && nv_file_open(&f->device->volume, rest, 0, 0, &there) ==
                      NV_FILE_OK && there.entry != f->file.entry) {
        nv_file_remove(&there);
    }
    return device_status(nv_file_rename(&f->file, rest));
}

static Status set_basic(File *f, const BasicInfo *b)
{
    NvFileInfo i;
    Status s = info_of(f, &i);

    if (s != STATUS_SUCCESS) {
        return s;
    }
    i.created = (int64_t)b->created > 0 ? b->created : 0;
    i.accessed = (int64_t)b->accessed > 0 ? b->accessed : 0;
    i.written = (int64_t)b->written > 0 ? b->written : 0;
    if (b->attributes) {
        i.attributes = b->attributes & ~ATTRIBUTE_NORMAL;
    }
    return device_status(nv_file_set(&f->file, &i));
}

typedef struct Setter {
    uint32_t class, size;
} Setter;

/* A port and the key that its packets of this file carry. */
static Status set_completion(File *f, void *const port_and_key[2])
{
    void *port;
    Status s = f->port ? STATUS_INVALID_PARAMETER :
               object_by_handle(port_and_key[0], &IoCompletionObjectType,
                                &port);

    if (s == STATUS_SUCCESS) {
        f->port = port;
        f->key = port_and_key[1];
    }
    return s;
}

static Status set_info(File *f, uint32_t class, const void *from)
{
    switch (class) {
    case FILE_COMPLETION:
        return set_completion(f, from);
    case FILE_POSITION:
        f->position = *(const uint64_t *)from;
        return STATUS_SUCCESS;
    case FILE_ALLOCATION:
        return STATUS_SUCCESS;          /* room is made when it is written */
    }
    if (f->whole) {
        return STATUS_INVALID_DEVICE_REQUEST;
    }
    switch (class) {
    case FILE_BASIC:
        return set_basic(f, from);
    case FILE_RENAME:
        return rename_file(f, from);
    case FILE_DISPOSITION:
        if (f->device->volume.kind != NV_VOLUME_FATX) {
            return STATUS_MEDIA_WRITE_PROTECTED;
        }
        f->remove = *(const uint8_t *)from != 0;
        return STATUS_SUCCESS;
    case FILE_END:
        return device_status(nv_file_resize(&f->file,
                                            *(const uint64_t *)from));
    }
    return STATUS_INVALID_PARAMETER;
}

Status STDCALL NtSetInformationFile(void *handle, IoStatus *io,
                                    const void *from, uint32_t size,
                                    uint32_t class)
{
    static const Setter least[] = {
        { FILE_BASIC, sizeof(BasicInfo) }, { FILE_RENAME, sizeof(RenameInfo) },
        { FILE_DISPOSITION, 1 }, { FILE_POSITION, 8 },
        { FILE_ALLOCATION, 8 }, { FILE_END, 8 }, { FILE_COMPLETION, 8 },
    };
    Status s = STATUS_INVALID_PARAMETER;
    File *f;

    for (unsigned i = 0; i < ARRAY_SIZE(least); i++) {
        if (least[i].class == class) {
            s = size < least[i].size ? STATUS_INFO_LENGTH_MISMATCH :
                object_by_handle(handle, &IoFileObjectType, (void **)&f);
        }
    }
    if (s == STATUS_SUCCESS) {
        device_lock();
        s = set_info(f, class, from);
        device_unlock();
        object_unref(f);
    }
    io->status = s;
    io->information = 0;
    return s;
}

Status STDCALL NtQueryFullAttributesFile(const ObjectAttributes *attributes,
                                         NetworkOpenInfo *to)
{
    IoStatus io;
    void *handle;
    Status s = NtOpenFile(&handle, 0, attributes, &io, 3, 0);

    if (s == STATUS_SUCCESS) {
        s = NtQueryInformationFile(handle, &io, to, sizeof(*to),
                                   FILE_NETWORK_OPEN);
        NtClose(handle);
    }
    return s;
}

/* --- of a volume --- */

static uint32_t fill_volume(Device *d, const NvVolumeInfo *v, uint32_t class,
                            uint32_t *to)
{
    static const char *const names[] = {
        [NV_VOLUME_FATX] = "FATX", [NV_VOLUME_XDVDFS] = "GDFX",
        [NV_VOLUME_ISO9660] = "CDFS",
    };

    switch (class) {
    case VOLUME_NAME:
        memset(to, 0, 24);
        to[2] = v->id;
        return 24;
    case VOLUME_SIZE:
        memcpy(to, &v->clusters, 8);
        memcpy(to + 2, &v->free_clusters, 8);
        to[4] = v->cluster_size / d->disk.sector_size;
        to[5] = d->disk.sector_size;
        return 24;
    case VOLUME_DEVICE:
        to[0] = d->removable ? DEVICE_CD_ROM : DEVICE_DISK;
        to[1] = d->removable;
        return 8;
    case VOLUME_ATTRIBUTE:
        to[0] = v->read_only ? 0x80000 : 0;
        to[1] = d->removable ? 255 : 42;
        to[2] = 4;
        memcpy(to + 3, names[d->volume.kind], 4);
        return 16;
    }
    return 0;
}

Status STDCALL NtQueryVolumeInformationFile(void *handle, IoStatus *io,
                                            void *to, uint32_t size,
                                            uint32_t class)
{
    uint32_t buffer[6], n = 0;
    NvVolumeInfo v;
    File *f;
    Status s = object_by_handle(handle, &IoFileObjectType, (void **)&f);

    if (s != STATUS_SUCCESS) {
        return s;
    }
    device_lock();
    s = volume_info(f->device, &v);
    if (s == STATUS_SUCCESS) {
        n = fill_volume(f->device, &v, class, buffer);
    }
    device_unlock();
    if (s == STATUS_SUCCESS && (!n || n > size)) {
        s = n ? STATUS_INFO_LENGTH_MISMATCH : STATUS_INVALID_PARAMETER;
    }
    if (s == STATUS_SUCCESS) {
        memcpy(to, buffer, n);
    }
    io->status = s;
    io->information = s == STATUS_SUCCESS ? n : 0;
    object_unref(f);
    return s;
}

/* --- of a directory --- */

typedef struct DirectoryArgs {
    void *handle, *event, *routine, *context;
    IoStatus *io;
    DirectoryInfo *to;
    uint32_t length, class;
    const String *mask;
    uint8_t restart, pad[3];
} DirectoryArgs;

/* '*' any number of characters, '?' one; no step back but to the last '*'. */
static bool matches(const char *mask, const char *name)
{
    const char *star = NULL, *from = NULL;

    while (*name) {
        if (*mask == '*') {
            star = ++mask;
            from = name;
        } else if (*mask == '?' || str_upper(*mask) == str_upper(*name)) {
            mask++;
            name++;
        } else if (star) {
            mask = star;
            name = ++from;
        } else {
            return false;
        }
    }
    while (*mask == '*' || (*mask == '.' && mask[1] == '*')) {
        mask++;
    }
    return !*mask;
}

static void set_mask(File *f, const String *mask)
{
    uint32_t n = mask ? mask->length : 0;

    n = n < sizeof(f->mask) ? n : sizeof(f->mask) - 1;
    memcpy(f->mask, mask ? mask->text : NULL, n);
    f->mask[n] = 0;
    if (str_same(f->mask, "*.*")) {
        f->mask[0] = 0;
    }
}

static Status next_entry(File *f, const DirectoryArgs *a)
{
    bool first = !f->started || a->restart;
    NvFileInfo i;
    NvFileResult r;
    uint32_t n;

    if (f->whole || !(f->file.attributes & NV_FILE_ATTR_DIRECTORY)) {
        return STATUS_INVALID_PARAMETER;
    }
    if (first) {
        set_mask(f, a->mask);
        f->cookie = 0;
        f->started = true;
    }
    do {
        r = nv_dir_next(&f->file, &f->cookie, &i);
    } while (r == NV_FILE_OK && f->mask[0] && !matches(f->mask, i.name));
    if (r != NV_FILE_OK) {
        return r != NV_FILE_END ? device_status(r) :
               first ? STATUS_NO_SUCH_FILE : STATUS_NO_MORE_FILES;
    }
    n = str_length(i.name);
    if (sizeof(*a->to) + n > a->length) {
        return STATUS_BUFFER_OVERFLOW;
    }
    *a->to = (DirectoryInfo) {
        .index = f->cookie, .created = i.created, .accessed = i.accessed,
        .written = i.written, .changed = i.written, .end = i.size,
        .allocation = round_to(i.size, 0x4000),
        .attributes = attributes_of(&i), .name_length = n,
    };
    memcpy(a->to->name, i.name, n);
    a->io->information = sizeof(*a->to) + n;
    return STATUS_SUCCESS;
}

Status STDCALL NtQueryDirectoryFile(DirectoryArgs a)
{
    File *f;
    Status s;

    a.io->information = 0;
    if (a.class != DIRECTORY_NAMES) {
        return a.io->status = STATUS_INVALID_PARAMETER;
    }
    s = object_by_handle(a.handle, &IoFileObjectType, (void **)&f);
    if (s == STATUS_SUCCESS) {
        device_lock();
        s = next_entry(f, &a);
        device_unlock();
        object_unref(f);
    }
    return a.io->status = s;
}
