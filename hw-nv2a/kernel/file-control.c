/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Requests to devices and volumes that are neither contents nor names. */
#include "device.h"

enum {
    DISK_GEOMETRY = 0x70000, DISK_PARTITION = 0x74004,
    CDROM_CHECK_VERIFY = 0x24800, CDROM_GEOMETRY = 0x2404c,
    FS_DISMOUNT = 0x90020, FIXED_MEDIA = 12, REMOVABLE_MEDIA = 11,
};

typedef struct Geometry {
    uint64_t cylinders;
    uint32_t media, tracks, sectors, sector_size;
} Geometry;

typedef struct PartitionInfo {
    uint64_t start, size;
    uint32_t hidden, number;
    uint8_t type, bootable, recognized, rewrite;
    uint32_t pad;
} PartitionInfo;

typedef struct ControlArgs {
    void *handle, *event, *routine, *context;
    IoStatus *io;
    uint32_t code;
    const void *in;
    uint32_t in_size;
    void *out;
    uint32_t out_size;
} ControlArgs;

static Status reply(const ControlArgs *a, const void *from, uint32_t size)
{
    if (a->out_size < size) {
        return STATUS_BUFFER_TOO_SMALL;
    }
    memcpy(a->out, from, size);
    a->io->information = size;
    return STATUS_SUCCESS;
}

static Status geometry(const ControlArgs *a, const Device *d)
{
    uint64_t sectors = d->size;
    Geometry g = {
        .media = d->removable ? REMOVABLE_MEDIA : FIXED_MEDIA, .tracks = 1,
        .sectors = 1, .sector_size = d->disk.sector_size,
    };

    divide(&sectors, d->disk.sector_size);
    g.cylinders = sectors;
    return reply(a, &g, sizeof(g));
}

static Status partition(const ControlArgs *a, const Device *d)
{
    PartitionInfo p = { .start = d->start, .size = d->size,
                        .recognized = d->state == MOUNTED };

    return reply(a, &p, sizeof(p));
}

static Status control(const ControlArgs *a, Device *d)
{
    Status s = device_mount(d);

    if (s == STATUS_NO_MEDIA_IN_DEVICE) {
        return s;
    }
    switch (a->code) {
    case DISK_GEOMETRY:
    case CDROM_GEOMETRY:
        return geometry(a, d);
    case DISK_PARTITION:
        return d->removable ? STATUS_INVALID_DEVICE_REQUEST :
                              partition(a, d);
    case CDROM_CHECK_VERIFY:
        return STATUS_SUCCESS;
    }
    return STATUS_INVALID_DEVICE_REQUEST;
}

static Status request(const ControlArgs *a, bool volume)
{
    File *f;
    Status s = object_by_handle(a->handle, &IoFileObjectType, (void **)&f);

    a->io->information = 0;
    if (s == STATUS_SUCCESS) {
        device_lock();
        if (!volume) {
            s = control(a, f->device);
        } else if (a->code == FS_DISMOUNT) {
            f->device->state = NOT_LOOKED;
        } else {
            s = STATUS_INVALID_DEVICE_REQUEST;
        }
        device_unlock();
        object_unref(f);
    }
    return a->io->status = s;
}

Status STDCALL NtDeviceIoControlFile(ControlArgs a)
{
    return request(&a, false);
}

/* What is on the device is looked at again at the next use. */
Status STDCALL IoDismountVolumeByName(const String *name)
{
    ObjectAttributes a = { .name = (String *)name };
    char path[NAME_SIZE];
    const char *rest;
    Status s = name_path(&a, path);
    Device *d = s == STATUS_SUCCESS ? device_find(path, &rest) : NULL;

    if (!d) {
        return s == STATUS_SUCCESS ? STATUS_OBJECT_NAME_NOT_FOUND : s;
    }
    device_lock();
    d->state = NOT_LOOKED;
    device_unlock();
    return STATUS_SUCCESS;
}

Status STDCALL NtFsControlFile(ControlArgs a)
{
    return request(&a, true);
}
