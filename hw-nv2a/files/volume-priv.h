/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Between volume.c and the formats. */
#ifndef NV_FILES_VOLUME_PRIV_H
#define NV_FILES_VOLUME_PRIV_H

#include "files/bytes.h"
#include "files/volume.h"

/* An entry of a directory as a format reads it. */
typedef struct NvEntry {
    NvFileInfo info;
    uint64_t at;                /* where it stands, in bytes of the volume */
    uint32_t first;
} NvEntry;

/* What a format can; from create on NULL where nothing is written. */
typedef struct NvVolumeOps {
    /* NV_FILE_UNKNOWN_FORMAT: something else is there. */
    NvFileResult (*open)(NvVolume *v);
    NvFileResult (*info)(NvVolume *v, NvVolumeInfo *info);
    void (*root)(NvVolume *v, NvFile *f);
    /* The entry at *cookie or behind; entries without a good name are not. */
    NvFileResult (*next)(NvFile *dir, uint32_t *cookie, NvEntry *e);
    NvFileResult (*load)(NvFile *f, NvEntry *e);
    NvFileResult (*read)(NvFile *f, uint64_t offset, void *to, uint32_t n);
    /* The file as it is now, if another NvFile changed it. */
    NvFileResult (*refresh)(NvFile *f);
    NvFileResult (*create)(NvFile *dir, const NvFileInfo *what, NvFile *f);
    NvFileResult (*write)(NvFile *f, uint64_t offset, const void *from,
                          uint32_t *n, uint64_t now);
    NvFileResult (*resize)(NvFile *f, uint64_t size);
    NvFileResult (*remove)(NvFile *f);
    NvFileResult (*move)(NvFile *f, NvFile *to, const char *name);
    NvFileResult (*set)(NvFile *f, const NvFileInfo *info);
} NvVolumeOps;

extern const NvVolumeOps nv_fatx_ops, nv_xdvdfs_ops, nv_iso9660_ops;

/* Bytes of the volume; what lies outside is NV_FILE_DAMAGED. */
NvFileResult nv_volume_read(NvVolume *v, uint64_t at, void *to, uint32_t n);
NvFileResult nv_volume_write(NvVolume *v, uint64_t at, const void *from,
                             uint32_t n);
/* @n bytes of @byte, which is 0 or 0xff. */
NvFileResult nv_volume_fill(NvVolume *v, uint64_t at, uint8_t byte,
                            uint64_t n);
/* The sector that holds byte @at of the volume, in @s. */
NvFileResult nv_sector_load(NvVolume *v, NvSector *s, uint64_t at);
NvFileResult nv_sector_store(NvVolume *v, const NvSector *s);

/* No separators, no control characters, not "." and not "..". */
bool nv_name_is_good(const char *name, uint32_t length);
bool nv_name_equal(const char *a, uint32_t length, const char *b);
/* Takes over what an entry says. */
void nv_file_from_entry(NvFile *f, const NvEntry *e);

/* Reads of discs: an extent of 2 KiB sectors. */
NvFileResult nv_extent_read(NvFile *f, uint64_t offset, void *to, uint32_t n);
void nv_extent_root(NvVolume *v, NvFile *f);
NvFileResult nv_extent_info(NvVolume *v, NvVolumeInfo *info);
/* Tables of discs end somewhere: larger ones are damage (guess). */
#define NV_EXTENT_SECTOR 2048u
#define NV_EXTENT_MAX_TABLE (4u << 20)

#endif
