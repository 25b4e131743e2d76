/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Disk images as files of the host. */
#include "tools/nv-fatx/image.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tools/command.h"

#define SECTOR 512u

static bool image_read(void *opaque, uint64_t sector, uint32_t count, void *to)
{
    NvImageFile *image = opaque;
    size_t n = (size_t)count * SECTOR;

    return pread(image->fd, to, n, sector * SECTOR) == (ssize_t)n;
}

static bool image_write(void *opaque, uint64_t sector, uint32_t count,
                        const void *from)
{
    NvImageFile *image = opaque;
    size_t n = (size_t)count * SECTOR;

    return pwrite(image->fd, from, n, sector * SECTOR) == (ssize_t)n;
}

static void set_disk(NvImageFile *image, uint64_t size, bool write)
{
    image->size = size;
    image->disk = (NvDisk) { image, SECTOR, size / SECTOR, image_read,
                             write ? image_write : NULL };
}

bool nv_image_open(NvImageFile *image, const char *path, bool write,
                   GError **error)
{
    struct stat st;

    image->fd = open(path, write ? O_RDWR : O_RDONLY);
    if (image->fd < 0 || fstat(image->fd, &st)) {
        g_set_error(error, NV_TOOL_ERROR, 0, "cannot open \"%s\": %s", path,
                    g_strerror(errno));
        return false;
    }
    if (!S_ISREG(st.st_mode)) {
        g_set_error(error, NV_TOOL_ERROR, 0, "cannot open \"%s\": it is no "
                    "regular file", path);
        return false;
    }
    set_disk(image, st.st_size, write);
    return true;
}

bool nv_image_create(NvImageFile *image, const char *path, uint64_t size,
                     GError **error)
{
    image->fd = open(path, O_RDWR | O_CREAT | O_EXCL, 0666);
    if (image->fd < 0 || ftruncate(image->fd, size)) {
        g_set_error(error, NV_TOOL_ERROR, 0, "cannot make \"%s\": %s", path,
                    g_strerror(errno));
        if (image->fd >= 0) {
            unlink(path);
        }
        return false;
    }
    set_disk(image, size, true);
    return true;
}

void nv_image_close(NvImageFile *image)
{
    if (image->fd >= 0) {
        close(image->fd);
        image->fd = -1;
    }
}

bool nv_image_has_partitions(NvImageFile *image)
{
    NvVolume v;

    return nv_volume_open(&v, &image->disk, 0, 0) == NV_FILE_UNKNOWN_FORMAT &&
           nv_partition_size(&nv_partitions[0], image->size);
}

static bool open_partition(NvImageFile *image, const char **path, NvVolume *v,
                           GError **error)
{
    const char *at = *path;
    const NvPartition *p = *at ? nv_partition_by_letter(*at) : NULL;
    uint64_t size = p ? nv_partition_size(p, image->size) : 0;
    NvFileResult result;

    if (!p || at[1] != ':') {
        g_set_error(error, NV_TOOL_ERROR, 0, "\"%s\": on a whole disk a path "
                    "begins with its partition, one of C: E: F: G: X: Y: Z:",
                    at);
        return false;
    }
    if (!size) {
        g_set_error(error, NV_TOOL_ERROR, 0, "\"%s\": the disk is too small "
                    "to have a partition %c", at, p->letter);
        return false;
    }
    result = nv_volume_open(v, &image->disk, p->start, size);
    if (result) {
        g_set_error(error, NV_TOOL_ERROR, 0, "\"%s\": partition %c %s", at,
                    p->letter, nv_file_result_text(result));
        return false;
    }
    *path = at + 2;
    return true;
}

bool nv_image_volume(NvImageFile *image, const char **path, NvVolume *v,
                     GError **error)
{
    NvFileResult result;

    if (nv_image_has_partitions(image)) {
        return open_partition(image, path, v, error);
    }
    result = nv_volume_open(v, &image->disk, 0, 0);
    if (result) {
        g_set_error(error, NV_TOOL_ERROR, 0, "the image %s",
                    nv_file_result_text(result));
    }
    return !result;
}
