/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A disk in memory, which can stop working, for tests and fuzzers. */
#ifndef NV_TESTS_MEMORY_DISK_H
#define NV_TESTS_MEMORY_DISK_H

#include <glib.h>
#include <string.h>

#include "files/volume.h"

typedef struct MemoryDisk {
    uint8_t *bytes;
    uint64_t size;
    uint32_t sector;
    uint64_t reads;
    int64_t writes_left;        /* < 0: no end of them */
    NvDisk disk;
} MemoryDisk;

static inline bool memory_disk_read(void *opaque, uint64_t sector,
                                    uint32_t count, void *to)
{
    MemoryDisk *d = opaque;

    d->reads++;
    g_assert_cmpuint(sector + count, <=, d->size / d->sector);
    memcpy(to, d->bytes + sector * d->sector, (size_t)count * d->sector);
    return true;
}

/* When the writes are used up, nothing happens any more. */
static inline bool memory_disk_write(void *opaque, uint64_t sector,
                                     uint32_t count, const void *from)
{
    MemoryDisk *d = opaque;

    g_assert_cmpuint(sector + count, <=, d->size / d->sector);
    for (uint32_t i = 0; i < count; i++) {
        if (!d->writes_left) {
            return false;
        }
        d->writes_left -= d->writes_left > 0;
        memcpy(d->bytes + (sector + i) * d->sector,
               (const uint8_t *)from + (size_t)i * d->sector, d->sector);
    }
    return true;
}

static inline MemoryDisk *memory_disk_new(uint64_t size, uint32_t sector)
{
    MemoryDisk *d = g_new0(MemoryDisk, 1);

    *d = (MemoryDisk) {
        .bytes = g_malloc0(size), .size = size, .sector = sector,
        .writes_left = -1,
        .disk = { d, sector, size / sector, memory_disk_read,
                  memory_disk_write },
    };
    return d;
}

static inline void memory_disk_free(MemoryDisk *d)
{
    g_free(d->bytes);
    g_free(d);
}

#endif
