/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Files on the console's disks and discs, behind a block device.
 *
 * One interface for the three formats: FATX (read and write), XDVDFS and ISO
 * 9660 (read).  The code needs no C library but memcpy, memmove, memset and
 * memcmp, allocates nothing, and keeps all state in structures of the caller,
 * so that it runs in a kernel as well as in a tool.  A volume and its files
 * belong to one thread at a time.
 *
 * What stands on a disk is hostile: every loop has a bound that the disk does
 * not set, nothing recurses, and damage is a result, never a crash.
 */
#ifndef NV_FILES_VOLUME_H
#define NV_FILES_VOLUME_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define NV_DISK_MAX_SECTOR 2048
#define NV_FILE_NAME_SIZE 256       /* with the zero */

typedef struct NvDisk {
    void *opaque;
    uint32_t sector_size;       /* bytes: 512, 1024 or 2048 */
    uint64_t sectors;
    /* True if all @count sectors were moved.  No write: read only. */
    bool (*read)(void *opaque, uint64_t sector, uint32_t count, void *to);
    bool (*write)(void *opaque, uint64_t sector, uint32_t count,
                  const void *from);
} NvDisk;

typedef enum NvFileResult {
    NV_FILE_OK,
    NV_FILE_NOT_FOUND,
    NV_FILE_EXISTS,
    NV_FILE_NOT_DIRECTORY,
    NV_FILE_IS_DIRECTORY,
    NV_FILE_NOT_EMPTY,
    NV_FILE_FULL,
    NV_FILE_READ_ONLY,
    NV_FILE_BAD_NAME,
    NV_FILE_DAMAGED,
    NV_FILE_DISK_ERROR,
    NV_FILE_END,
    NV_FILE_UNKNOWN_FORMAT,
} NvFileResult;

/* The same in words, as the end of a sentence: "is damaged". */
const char *nv_file_result_text(NvFileResult result);

typedef enum NvVolumeKind {
    NV_VOLUME_FATX,
    NV_VOLUME_XDVDFS,
    NV_VOLUME_ISO9660,
} NvVolumeKind;

/* A sector that was read last. */
typedef struct NvSector {
    bool valid;
    uint64_t number;            /* on the disk */
    uint8_t bytes[NV_DISK_MAX_SECTOR];
} NvSector;

struct NvVolumeOps;

/* The caller's memory; its fields are this library's. */
typedef struct NvVolume {
    NvDisk disk;
    const struct NvVolumeOps *ops;
    NvVolumeKind kind;
    unsigned sector_shift;
    uint64_t start, size;       /* bytes */
    uint32_t generation;        /* counts changes of FATX entries */
    NvSector data, table;
    uint32_t id;
    /* FATX */
    bool wide;                  /* chain table of 32-bit entries */
    unsigned cluster_shift;
    uint32_t clusters;          /* 1 .. clusters are there */
    uint32_t free, hint;        /* free: UINT32_MAX until counted */
    uint64_t data_at;           /* of cluster 1, from the start */
    /* discs */
    bool joliet;
    uint32_t root_sector, root_size;
} NvVolume;

/*
 * Look at @size bytes (0: to the end) from byte @start of @disk and open what
 * is there.  @disk is copied; what its opaque points to must outlive @v.
 */
NvFileResult nv_volume_open(NvVolume *v, const NvDisk *disk, uint64_t start,
                            uint64_t size);

typedef struct NvVolumeInfo {
    uint32_t id;
    uint32_t cluster_size;      /* bytes; a sector's on discs */
    uint64_t clusters, free_clusters;
    bool read_only;
} NvVolumeInfo;

NvFileResult nv_volume_info(NvVolume *v, NvVolumeInfo *info);

enum {
    NV_FILE_ATTR_READ_ONLY = 0x01,
    NV_FILE_ATTR_HIDDEN = 0x02,
    NV_FILE_ATTR_SYSTEM = 0x04,
    NV_FILE_ATTR_DIRECTORY = 0x10,
    NV_FILE_ATTR_ARCHIVE = 0x20,
};

typedef struct NvFileInfo {
    char name[NV_FILE_NAME_SIZE];       /* "" for the root */
    uint32_t attributes;                /* NV_FILE_ATTR_* */
    uint64_t size;                      /* bytes; 0 for a directory */
    uint64_t created, written, accessed;    /* 100 ns since 1601; 0 unknown */
} NvFileInfo;

/*
 * A found file or directory; the caller's memory, nothing to close.  Several
 * may stand for one file and see each other's changes; only a file that is
 * removed must have no other user, for its place may become another file's.
 */
typedef struct NvFile {
    NvVolume *volume;
    uint64_t entry;             /* where its entry stands; 0 for the root */
    uint32_t parent;            /* first cluster of its directory (FATX) */
    uint32_t first;             /* cluster (0 none) or sector */
    uint32_t attributes;
    uint64_t size;
    uint32_t generation;        /* of the volume when this was read */
    uint32_t walk_index, walk_cluster;  /* of the chain, where it was last */
} NvFile;

enum {
    NV_OPEN_CREATE = 1,         /* if it is not there */
    NV_OPEN_EXCLUSIVE = 2,      /* with CREATE: it must not be there */
    NV_OPEN_TRUNCATE = 4,       /* a file that is there becomes empty */
    NV_OPEN_DIRECTORY = 8,      /* it must be one, or becomes one */
    NV_OPEN_FILE = 16,          /* it must not be a directory */
};

/*
 * @path: components parted by '\' or '/', case ignored, "" the root.  @now:
 * the time in 100 ns since 1601, for what is created.  Without OPEN_CREATE
 * what is not there is NV_FILE_NOT_FOUND, also a directory on the way.
 */
NvFileResult nv_file_open(NvVolume *v, const char *path, unsigned flags,
                          uint64_t now, NvFile *f);
NvFileResult nv_file_info(NvFile *f, NvFileInfo *info);
/* *done < n at the end of the file; NV_FILE_END if @offset is there. */
NvFileResult nv_file_read(NvFile *f, uint64_t offset, void *to, uint32_t n,
                          uint32_t *done);
/*
 * Grows the file as needed; a gap reads as zeros.  NV_FILE_FULL: only *done
 * bytes had room.  The read-only attribute is for the caller to look at.
 */
NvFileResult nv_file_write(NvFile *f, uint64_t offset, const void *from,
                           uint32_t n, uint64_t now, uint32_t *done);
/* What is new reads as zeros.  NV_FILE_FULL: nothing happened. */
NvFileResult nv_file_resize(NvFile *f, uint64_t size);
/* Refused for a file with the read-only attribute, a directory with files. */
NvFileResult nv_file_remove(NvFile *f);
/* @new_path from the root; a name that is taken is NV_FILE_EXISTS. */
NvFileResult nv_file_rename(NvFile *f, const char *new_path);
/* Attributes (but what it is stays) and those times that are not 0. */
NvFileResult nv_file_set(NvFile *f, const NvFileInfo *info);
/* Next entry of a directory; *cookie starts as 0.  NV_FILE_END at last. */
NvFileResult nv_dir_next(NvFile *dir, uint32_t *cookie, NvFileInfo *info);

#endif
