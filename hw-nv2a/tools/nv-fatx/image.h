/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Disk images as files of the host, and volumes in them. */
#ifndef NV_TOOLS_NV_FATX_IMAGE_H
#define NV_TOOLS_NV_FATX_IMAGE_H

#include <glib.h>
#include <stdbool.h>

#include "files/disk-layout.h"
#include "files/volume.h"

/* An image file as a disk with sectors of 512 bytes. */
typedef struct NvImageFile {
    int fd;
    uint64_t size;
    NvDisk disk;
} NvImageFile;

bool nv_image_open(NvImageFile *image, const char *path, bool write,
                   GError **error);
/* A new file of @size bytes, without any written yet. */
bool nv_image_create(NvImageFile *image, const char *path, uint64_t size,
                     GError **error);
void nv_image_close(NvImageFile *image);

/* Is it a whole disk of the console, not one volume? */
bool nv_image_has_partitions(NvImageFile *image);

/*
 * Opens the volume that *path is in and moves *path behind its letter: "E:/a"
 * of a whole disk, "/a" of one volume.
 */
bool nv_image_volume(NvImageFile *image, const char **path, NvVolume *v,
                     GError **error);

#endif
