/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Bytes of a volume, by sectors of its disk. */
#include "files/volume-priv.h"

static const uint8_t zeros[NV_DISK_MAX_SECTOR];
static const uint8_t ones[NV_DISK_MAX_SECTOR] = {
    [0 ... NV_DISK_MAX_SECTOR - 1] = 0xff,
};

static bool is_inside(const NvVolume *v, uint64_t at, uint64_t n)
{
    return at <= v->size && n <= v->size - at;
}

NvFileResult nv_sector_load(NvVolume *v, NvSector *s, uint64_t at)
{
    uint64_t number = (v->start + at) >> v->sector_shift;

    if (!is_inside(v, at, 1)) {
        return NV_FILE_DAMAGED;
    }
    if (s->valid && s->number == number) {
        return NV_FILE_OK;
    }
    s->valid = v->disk.read(v->disk.opaque, number, 1, s->bytes);
    s->number = number;
    return s->valid ? NV_FILE_OK : NV_FILE_DISK_ERROR;
}

NvFileResult nv_sector_store(NvVolume *v, const NvSector *s)
{
    return v->disk.write(v->disk.opaque, s->number, 1, s->bytes) ?
           NV_FILE_OK : NV_FILE_DISK_ERROR;
}

/* Bytes from @at that one transfer can move: part of a sector, or many. */
static uint32_t piece(const NvVolume *v, uint64_t at, uint32_t n)
{
    uint32_t size = v->disk.sector_size;
    uint32_t in = (uint32_t)at & (size - 1);

    if (in || n < size) {
        return n < size - in ? n : size - in;
    }
    return n & ~(size - 1);
}

NvFileResult nv_volume_read(NvVolume *v, uint64_t at, void *to, uint32_t n)
{
    uint8_t *p = to;

    if (!is_inside(v, at, n)) {
        return NV_FILE_DAMAGED;
    }
    while (n) {
        uint32_t size = v->disk.sector_size;
        uint32_t now = piece(v, at, n);

        if (now & (size - 1)) {
            NvFileResult result = nv_sector_load(v, &v->data, at);

            if (result) {
                return result;
            }
            memcpy(p, v->data.bytes + ((uint32_t)at & (size - 1)), now);
        } else if (!v->disk.read(v->disk.opaque,
                                 (v->start + at) >> v->sector_shift,
                                 now >> v->sector_shift, p)) {
            return NV_FILE_DISK_ERROR;
        }
        at += now;
        p += now;
        n -= now;
    }
    return NV_FILE_OK;
}

/* The sector in @v->data is written over as a whole. */
static void forget(NvVolume *v, uint64_t sector, uint32_t count)
{
    if (v->data.number - sector < count) {
        v->data.valid = false;
    }
}

NvFileResult nv_volume_write(NvVolume *v, uint64_t at, const void *from,
                             uint32_t n)
{
    const uint8_t *p = from;

    if (!is_inside(v, at, n)) {
        return NV_FILE_DAMAGED;
    }
    while (n) {
        uint32_t size = v->disk.sector_size;
        uint32_t now = piece(v, at, n);
        uint64_t sector = (v->start + at) >> v->sector_shift;
        NvFileResult result = NV_FILE_OK;

        if (now & (size - 1)) {
            result = nv_sector_load(v, &v->data, at);
            if (!result) {
                memcpy(v->data.bytes + ((uint32_t)at & (size - 1)), p, now);
                result = nv_sector_store(v, &v->data);
                v->data.valid = !result;
            }
        } else {
            forget(v, sector, now >> v->sector_shift);
            if (!v->disk.write(v->disk.opaque, sector,
                               now >> v->sector_shift, p)) {
                result = NV_FILE_DISK_ERROR;
            }
        }
        if (result) {
            return result;
        }
        at += now;
        p += now;
        n -= now;
    }
    return NV_FILE_OK;
}

NvFileResult nv_volume_fill(NvVolume *v, uint64_t at, uint8_t byte,
                            uint64_t n)
{
    while (n) {
        uint32_t in = (uint32_t)at & (NV_DISK_MAX_SECTOR - 1);
        uint32_t now = NV_DISK_MAX_SECTOR - in;
        NvFileResult result;

        if (now > n) {
            now = n;
        }
        result = nv_volume_write(v, at, byte ? ones : zeros, now);
        if (result) {
            return result;
        }
        at += now;
        n -= now;
    }
    return NV_FILE_OK;
}

/* --- extents of discs --- */

NvFileResult nv_extent_read(NvFile *f, uint64_t offset, void *to, uint32_t n)
{
    return nv_volume_read(f->volume,
                          (uint64_t)f->first * NV_EXTENT_SECTOR + offset, to,
                          n);
}

void nv_extent_root(NvVolume *v, NvFile *f)
{
    memset(f, 0, sizeof(*f));
    f->volume = v;
    f->first = v->root_sector;
    f->size = v->root_size;
    f->attributes = NV_FILE_ATTR_DIRECTORY | NV_FILE_ATTR_READ_ONLY;
}

NvFileResult nv_extent_info(NvVolume *v, NvVolumeInfo *info)
{
    info->cluster_size = NV_EXTENT_SECTOR;
    info->clusters = v->size >> 11;
    return NV_FILE_OK;
}
