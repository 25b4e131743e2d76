/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Files: opened, read, written.  All is done when a call returns. */
#include "apc.h"
#include "calls.h"
#include "device.h"

enum {
    SUPERSEDE, OPEN, CREATE, OPEN_IF, OVERWRITE, OVERWRITE_IF, DISPOSITIONS,
    OPTION_DIRECTORY = 1, OPTION_NO_DIRECTORY = 0x40,
    OPTION_DELETE_ON_CLOSE = 0x1000,
    OPENED = 1, CREATED = 2, OVERWRITTEN = 3,
};

static void STDCALL file_destroy(void *object)
{
    File *f = object;

    if (f->port) {
        object_unref(f->port);
    }
    if (f->remove && !f->whole) {
        device_lock();
        nv_file_remove(&f->file);
        device_unlock();
    }
}

const ObjectType IoFileObjectType = OBJECT_TYPE("File", 0, file_destroy);

static uint64_t now(void)
{
    uint64_t time;

    KeQuerySystemTime(&time);
    return time;
}

typedef struct CreateFileArgs {
    void **handle;
    uint32_t access;
    const ObjectAttributes *attributes;
    IoStatus *io;
    const int64_t *allocation;
    uint32_t file_attributes, share, disposition, options;
} CreateFileArgs;

/* What the library is to do, and what we say that happened. */
static NvFileResult open_as(NvVolume *v, const char *path,
                            const CreateFileArgs *a, NvFile *f,
                            uint32_t *what)
{
    static const uint8_t there[DISPOSITIONS] = {
        [SUPERSEDE] = NV_OPEN_TRUNCATE, [OVERWRITE] = NV_OPEN_TRUNCATE,
        [OVERWRITE_IF] = NV_OPEN_TRUNCATE,
    };
    unsigned kind = (a->options & OPTION_DIRECTORY ? NV_OPEN_DIRECTORY : 0) |
                    (a->options & OPTION_NO_DIRECTORY ? NV_OPEN_FILE : 0);
    NvFileResult r;

    if (a->disposition != CREATE) {
        r = nv_file_open(v, path, kind | there[a->disposition], now(), f);
        *what = there[a->disposition] ? OVERWRITTEN : OPENED;
        if (r != NV_FILE_NOT_FOUND || a->disposition == OPEN ||
            a->disposition == OVERWRITE) {
            return r;
        }
    }
    *what = CREATED;
    return nv_file_open(v, path, kind | NV_OPEN_CREATE | NV_OPEN_EXCLUSIVE,
                        now(), f);
}

static Status open_on(Device *d, const char *rest, const CreateFileArgs *a,
                      File *f)
{
    uint32_t what = OPENED;
    NvFileResult r;
    Status s;

    f->device = d;
    f->whole = !*rest;
    s = device_mount(d);
    if (f->whole) {
        /* Also of a volume whose format nobody knows, to be formatted. */
        s = s == STATUS_UNRECOGNIZED_VOLUME ? STATUS_SUCCESS : s;
        a->io->information = OPENED;
        return s;
    }
    if (s != STATUS_SUCCESS) {
        return s;
    }
    r = open_as(&d->volume, rest, a, &f->file, &what);
    a->io->information = what;
    f->remove = a->options & OPTION_DELETE_ON_CLOSE;
    return device_status(r);
}

static Status create_file(const CreateFileArgs *a)
{
    char path[NAME_SIZE];
    const char *rest;
    Status s = name_path(a->attributes, path);
    Device *d;
    File *f;

    if (s != STATUS_SUCCESS || a->disposition >= DISPOSITIONS) {
        return s != STATUS_SUCCESS ? s : STATUS_INVALID_PARAMETER;
    }
    d = device_find(path, &rest);
    if (!d) {
        return STATUS_OBJECT_PATH_NOT_FOUND;
    }
    f = object_new(&IoFileObjectType, sizeof(*f));
    if (!f) {
        return STATUS_NO_MEMORY;
    }
    disp_init(&f->event, DISP_NOTIFICATION_EVENT, sizeof(f->event), 1);
    device_lock();
    s = open_on(d, rest, a, f);
    device_unlock();
    if (s != STATUS_SUCCESS) {
        f->remove = false;
        object_unref(f);
        return s;
    }
    return object_handle(f, a->handle);
}

Status STDCALL NtCreateFile(CreateFileArgs a)
{
    a.io->information = 0;
    return a.io->status = create_file(&a);
}

Status STDCALL NtOpenFile(void **handle, uint32_t access,
                          const ObjectAttributes *attributes, IoStatus *io,
                          uint32_t share, uint32_t options)
{
    CreateFileArgs a = {
        .handle = handle, .access = access, .attributes = attributes,
        .io = io, .share = share, .disposition = OPEN, .options = options,
    };

    return NtCreateFile(a);
}

typedef struct IoCreateArgs {
    CreateFileArgs file;
    uint32_t options;
} IoCreateArgs;

Status STDCALL IoCreateFile(IoCreateArgs a)
{
    return NtCreateFile(a.file);
}

/* --- contents --- */

typedef struct TransferArgs {
    void *handle, *event, *routine, *context;
    IoStatus *io;
    void *buffer;
    uint32_t length;
    const int64_t *offset;
} TransferArgs;

/* A device itself: whole sectors only. */
static Status raw(File *f, uint64_t offset, const TransferArgs *a, bool write)
{
    Device *d = f->device;
    uint64_t first = d->start + offset;
    uint32_t count = a->length / d->disk.sector_size;

    if (a->length % d->disk.sector_size ||
        divide(&first, d->disk.sector_size)) {
        return STATUS_INVALID_PARAMETER;
    }
    if (offset > d->size || a->length > d->size - offset) {
        return STATUS_INVALID_PARAMETER;
    }
    if (write && !d->disk.write) {
        return STATUS_MEDIA_WRITE_PROTECTED;
    }
    if (!(write ? d->disk.write(d->disk.opaque, first, count, a->buffer) :
                  d->disk.read(d->disk.opaque, first, count, a->buffer))) {
        return STATUS_IO_DEVICE_ERROR;
    }
    if (write) {
        d->state = NOT_LOOKED;          /* it may have another format now */
    }
    a->io->information = a->length;
    return STATUS_SUCCESS;
}

static Status move(File *f, const TransferArgs *a, bool write)
{
    /* -1 and -2 in the high half: the end, the position. */
    uint64_t offset = a->offset && *a->offset >= 0 ? (uint64_t)*a->offset :
                      a->offset && *a->offset == -1 && write && !f->whole ?
                      f->file.size : f->position;
    uint32_t done = 0;
    NvFileResult r;
    Status s;

    if (f->whole) {
        s = raw(f, offset, a, write);
        f->position = offset + a->io->information;
        return s;
    }
    if (f->file.attributes & NV_FILE_ATTR_DIRECTORY) {
        return STATUS_INVALID_DEVICE_REQUEST;
    }
    r = write ? nv_file_write(&f->file, offset, a->buffer, a->length, now(),
                              &done) :
                nv_file_read(&f->file, offset, a->buffer, a->length, &done);
    f->position = offset + done;
    a->io->information = done;
    return !a->length ? STATUS_SUCCESS : device_status(r);
}

/* Whoever is to hear of the end: event, routine, completion port. */
static void tell_end(const File *f, const TransferArgs *a)
{
    if (a->event) {
        NtSetEvent(a->event, NULL);
    }
    if (a->routine) {
        apc_queue(current(), a->routine, a->context, a->io, NULL);
    } else if (f->port && a->context) {
        IoSetIoCompletion(f->port, f->key, a->context, a->io->status,
                          a->io->information);
    }
}

static Status transfer(const TransferArgs *a, bool write)
{
    File *f;
    Status s = object_by_handle(a->handle, &IoFileObjectType, (void **)&f);

    if (s != STATUS_SUCCESS) {
        return s;
    }
    a->io->information = 0;
    device_lock();
    s = move(f, a, write);
    device_unlock();
    a->io->status = s;
    tell_end(f, a);
    object_unref(f);
    return s;
}

Status STDCALL NtReadFile(TransferArgs a)
{
    return transfer(&a, false);
}

Status STDCALL NtWriteFile(TransferArgs a)
{
    return transfer(&a, true);
}

/* The buffer is a list of pages. */
static Status transfer_pages(TransferArgs *a, bool write)
{
    uint8_t **pages = a->buffer, *all = pool_take(a->length);
    uint32_t n = a->length / PAGE + (a->length % PAGE != 0);
    Status s;

    if (!all) {
        return STATUS_NO_MEMORY;
    }
    a->buffer = all;
    for (uint32_t i = 0; write && i < n; i++) {
        uint32_t at = i * PAGE, left = a->length - at;

        memcpy(all + at, pages[i], left < PAGE ? left : PAGE);
    }
    s = transfer(a, write);
    for (uint32_t i = 0; !write && i < n; i++) {
        uint32_t at = i * PAGE, left = a->length - at;

        memcpy(pages[i], all + at, left < PAGE ? left : PAGE);
    }
    pool_give(all);
    return s;
}

Status STDCALL NtReadFileScatter(TransferArgs a)
{
    return transfer_pages(&a, false);
}

Status STDCALL NtWriteFileGather(TransferArgs a)
{
    return transfer_pages(&a, true);
}

Status STDCALL NtFlushBuffersFile(void *handle, IoStatus *io)
{
    File *f;
    Status s = object_by_handle(handle, &IoFileObjectType, (void **)&f);

    if (s == STATUS_SUCCESS) {
        device_lock();
        s = f->device->disk.write && !ide_flush() ? STATUS_IO_DEVICE_ERROR :
                                                    STATUS_SUCCESS;
        device_unlock();
        object_unref(f);
    }
    io->status = s;
    io->information = 0;
    return s;
}

Status STDCALL NtDeleteFile(const ObjectAttributes *attributes)
{
    void *handle;
    IoStatus io;
    CreateFileArgs a = {
        .handle = &handle, .attributes = attributes, .io = &io,
        .disposition = OPEN, .options = OPTION_DELETE_ON_CLOSE,
    };
    Status s = NtCreateFile(a);

    return s == STATUS_SUCCESS ? NtClose(handle) : s;
}

/* --- for the loader --- */

uint8_t *file_load(const char *path, uint32_t *size)
{
    const char *rest;
    Device *d = device_find(path, &rest);
    uint32_t done = 0;
    uint8_t *to;
    Status s = d ? device_mount(d) : STATUS_OBJECT_PATH_NOT_FOUND;
    NvFileResult r;
    NvFile f;

    if (s != STATUS_SUCCESS) {
        fatal("%s: %s", path, s == STATUS_UNRECOGNIZED_VOLUME ?
              "the disc has no format that is known" : "there is no disc");
    }
    r = nv_file_open(&d->volume, rest, NV_OPEN_FILE, 0, &f);
    if (r != NV_FILE_OK) {
        fatal("%s %s", path, nv_file_result_text(r));
    }
    to = f.size <= pages_free() * PAGE / 2 ? pool_take(f.size) : NULL;
    if (!to) {
        fatal("%s has %llu bytes, too many for the memory", path, f.size);
    }
    r = nv_file_read(&f, 0, to, f.size, &done);
    if (r != NV_FILE_OK || done != f.size) {
        fatal("%s %s", path, nv_file_result_text(r));
    }
    *size = done;
    return to;
}
