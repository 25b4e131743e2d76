/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The console's hard disk. */
#include "files/disk-layout.h"

#include <stddef.h>

/* As far as 28-bit sector numbers go (emu: where others begin G). */
#define F_END (UINT64_C(0x0fffffff) * 512)

const NvPartition nv_partitions[NV_PARTITIONS] = {
    { 'X', 3, "cache", 0x80000, 0x2ee00000 },
    { 'Y', 4, "cache", 0x2ee80000, 0x2ee00000 },
    { 'Z', 5, "cache", 0x5dc80000, 0x2ee00000 },
    { 'C', 2, "system", 0x8ca80000, 0x1f400000 },
    { 'E', 1, "data", 0xabe80000, 0x1312d6000 },
    { 'F', 6, "more", NV_DISK_SIZE, F_END - NV_DISK_SIZE },
    { 'G', 7, "more", F_END, 0 },
};

const NvPartition *nv_partition_by_letter(char letter)
{
    if (letter >= 'a' && letter <= 'z') {
        letter += 'A' - 'a';
    }
    for (unsigned i = 0; i < NV_PARTITIONS; i++) {
        if (nv_partitions[i].letter == letter) {
            return &nv_partitions[i];
        }
    }
    return NULL;
}

const NvPartition *nv_partition_by_number(unsigned number)
{
    for (unsigned i = 0; i < NV_PARTITIONS; i++) {
        if (nv_partitions[i].number == number) {
            return &nv_partitions[i];
        }
    }
    return NULL;
}

uint64_t nv_partition_size(const NvPartition *p, uint64_t disk_size)
{
    uint64_t room = disk_size > p->start ? disk_size - p->start : 0;

    if (p->size && room > p->size) {
        room = p->size;
    }
    return room < 1 << 20 ? 0 : room;
}

uint32_t nv_partition_cluster(uint64_t size)
{
    uint32_t cluster = NV_DISK_CLUSTER;

    /* 256 GiB is what others make with 16 KiB at most (memory). */
    while (cluster < 0x10000 && size >> 24 >= cluster) {
        cluster <<= 1;
    }
    return cluster;
}
