/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * FATX, the format of the console's hard disk and memory units.
 *
 * A 4 KiB header, the chain table (16 or 32 bits a cluster), clusters from 1
 * on; cluster 1 is the root.  Directories hold entries of 64 bytes.
 *
 * Changes are ordered so that a stop at any write leaves no cluster in two
 * files: what is lost then is room, or a file that was moving from one
 * directory to another.
 */
#ifndef NV_FILES_FATX_H
#define NV_FILES_FATX_H

#include "files/volume.h"

#define NV_FATX_NAME_MAX 42
#define NV_FATX_CLUSTER_MIN 0x200u
#define NV_FATX_CLUSTER_MAX 0x10000u

/* Clusters of a volume of @size bytes, and bytes of its chain table. */
typedef struct NvFatxLayout {
    bool wide;                  /* entries of 32 bits */
    uint32_t clusters;          /* 1 .. clusters; 0: too small or too large */
    uint64_t data_at;           /* of cluster 1 */
} NvFatxLayout;

void nv_fatx_layout(uint64_t size, uint32_t cluster_size,
                    NvFatxLayout *layout);

/*
 * An empty volume on @size bytes (0: to the end) from byte @start.
 * @cluster_size: a power of two from 512 bytes to 64 KiB, not below the
 * disk's sector; the console has 16 KiB.  NV_FILE_UNKNOWN_FORMAT: these
 * sizes make no volume.  It takes 5 KiB of stack.
 */
NvFileResult nv_fatx_format(const NvDisk *disk, uint64_t start, uint64_t size,
                            uint32_t id, uint32_t cluster_size);

/* What a check found, in clusters or entries. */
typedef struct NvFatxReport {
    uint32_t files, directories;
    uint32_t used;              /* clusters of files and directories */
    uint32_t lost;              /* not free, in no file: only room is lost */
    uint32_t crossed;           /* chains that run into another, or loop */
    uint32_t broken;            /* chains that end badly, or too early */
    uint32_t bad_entries;       /* names, attributes */
} NvFatxReport;

/*
 * Walks all of the volume.  @work: clusters + 1 words of the caller.  @say
 * (or NULL) is called for each finding: what it is, the name of the entry,
 * its first cluster.  NV_FILE_DAMAGED if crossed, broken or bad_entries.
 */
NvFileResult nv_fatx_check(NvVolume *v, uint32_t *work, NvFatxReport *report,
                           void (*say)(void *opaque, const char *what,
                                       const char *name, uint32_t cluster),
                           void *opaque);

#endif
