/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Where the partitions of the console's hard disk are: there is no table. */
#ifndef NV_FILES_DISK_LAYOUT_H
#define NV_FILES_DISK_LAYOUT_H

#include <stdint.h>

typedef struct NvPartition {
    char letter;                /* 'C', 'E' to 'G', 'X' to 'Z' */
    uint8_t number;             /* of \Device\Harddisk0\PartitionN; 0 is all */
    const char *use;
    uint64_t start, size;       /* bytes */
} NvPartition;

/* In the order of the disk; a partition of size 0 ends where the disk does. */
#define NV_PARTITIONS 7
extern const NvPartition nv_partitions[NV_PARTITIONS];

/* The size of the console's own disk up to the end of its last partition. */
#define NV_DISK_SIZE UINT64_C(0x1dd156000)
#define NV_DISK_CLUSTER 0x4000u

/* By letter, of any case; NULL if there is none. */
const NvPartition *nv_partition_by_letter(char letter);
const NvPartition *nv_partition_by_number(unsigned number);
/*
 * Bytes of @p that a disk of @disk_size bytes has; less than 1 MiB counts as
 * none.
 */
uint64_t nv_partition_size(const NvPartition *p, uint64_t disk_size);
/* What a volume of @size bytes is best made with: 16 KiB, more if huge. */
uint32_t nv_partition_cluster(uint64_t size);

#endif
