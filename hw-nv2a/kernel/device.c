/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The devices that paths begin with: disc, disk, its partitions. */
#include "ide.h"
#include "files/disk-layout.h"

static CriticalSection section;

const ObjectType IoDeviceObjectType = OBJECT_TYPE("Devi", -1, NULL);

void device_lock(void)
{
    RtlEnterCriticalSection(&section);
}

void device_unlock(void)
{
    RtlLeaveCriticalSection(&section);
}

Status device_status(NvFileResult result)
{
    static const Status status[] = {
        [NV_FILE_OK] = STATUS_SUCCESS,
        [NV_FILE_NOT_FOUND] = STATUS_OBJECT_NAME_NOT_FOUND,
        [NV_FILE_EXISTS] = STATUS_OBJECT_NAME_COLLISION,
        [NV_FILE_NOT_DIRECTORY] = STATUS_NOT_A_DIRECTORY,
        [NV_FILE_IS_DIRECTORY] = STATUS_FILE_IS_A_DIRECTORY,
        [NV_FILE_NOT_EMPTY] = STATUS_DIRECTORY_NOT_EMPTY,
        [NV_FILE_FULL] = STATUS_DISK_FULL,
        [NV_FILE_READ_ONLY] = STATUS_MEDIA_WRITE_PROTECTED,
        [NV_FILE_BAD_NAME] = STATUS_OBJECT_NAME_INVALID,
        [NV_FILE_DAMAGED] = STATUS_FILE_CORRUPT_ERROR,
        [NV_FILE_DISK_ERROR] = STATUS_IO_DEVICE_ERROR,
        [NV_FILE_END] = STATUS_END_OF_FILE,
        [NV_FILE_UNKNOWN_FORMAT] = STATUS_UNRECOGNIZED_VOLUME,
    };

    return (uint32_t)result < ARRAY_SIZE(status) ? status[result] :
                                                   STATUS_IO_DEVICE_ERROR;
}

Status device_mount(Device *d)
{
    NvFileResult r;

    if (d->state == NOT_LOOKED && d->removable && !d->size) {
        if (!ide_disc(&d->disk)) {
            return STATUS_NO_MEDIA_IN_DEVICE;
        }
        d->size = d->disk.sectors * d->disk.sector_size;
    }
    if (!d->size) {
        return STATUS_NO_MEDIA_IN_DEVICE;
    }
    if (d->state == NOT_LOOKED) {
        r = nv_volume_open(&d->volume, &d->disk, d->start, d->size);
        d->state = r == NV_FILE_OK ? MOUNTED : UNKNOWN;
    }
    return d->state == MOUNTED ? STATUS_SUCCESS : STATUS_UNRECOGNIZED_VOLUME;
}

Device *device_find(const char *path, const char **rest)
{
    return name_find_prefix(path, rest);
}

static Device *add(const char *path, const NvDisk *disk, uint64_t start,
                   uint64_t size)
{
    Device *d = object_new(&IoDeviceObjectType, sizeof(*d));

    if (!d || name_add(path, d) != STATUS_SUCCESS) {
        fatal("no memory for the device %s", path);
    }
    object_keep_name(d);
    d->disk = *disk;
    d->start = start;
    d->size = size;
    return d;
}

void devices_init(void)
{
    char path[] = "\\Device\\Harddisk0\\Partition0";
    char *number = &path[sizeof(path) - 2];
    NvDisk disk = { 0 };
    uint64_t bytes;

    RtlInitializeCriticalSection(&section);
    ide_dma_init();
    add("\\Device\\CdRom0", &disk, 0, 0)->removable = true;
    if (!ide_disk(&disk)) {
        return;
    }
    bytes = disk.sectors * disk.sector_size;
    add(path, &disk, 0, bytes);
    for (unsigned i = 0; i < NV_PARTITIONS; i++) {
        uint64_t size = nv_partition_size(&nv_partitions[i], bytes);

        *number = '0' + nv_partitions[i].number;
        if (size) {
            add(path, &disk, nv_partitions[i].start, size);
        }
    }
}
