/* SPDX-License-Identifier: GPL-2.0-or-later */
/* FATX: the volume and its table of chains. */
#include "files/fatx-priv.h"

/* With so many entries the table has 32 bits each (doc). */
#define WIDE_FROM 0xfff0u

void nv_fatx_layout(uint64_t size, uint32_t cluster_size,
                    NvFatxLayout *layout)
{
    unsigned shift = nv_log2(cluster_size);
    uint64_t entries = (size >> shift) + 1, table;

    memset(layout, 0, sizeof(*layout));
    if (shift < 9 || shift > 16 || entries >= 0xfffffff0u) {
        return;
    }
    layout->wide = entries >= WIDE_FROM;
    table = entries << (layout->wide ? 2 : 1);
    layout->data_at = FATX_HEADER + ((table + 4095) & ~UINT64_C(4095));
    if (size > layout->data_at) {
        layout->clusters = (size - layout->data_at) >> shift;
    }
}

static NvFileResult open_volume(NvVolume *v)
{
    uint8_t header[16];
    NvFatxLayout layout;
    NvFileResult result;

    if (v->size < FATX_HEADER) {
        return NV_FILE_UNKNOWN_FORMAT;
    }
    result = nv_volume_read(v, 0, header, sizeof(header));
    if (result) {
        return result;
    }
    if (memcmp(header, "FATX", 4)) {
        return NV_FILE_UNKNOWN_FORMAT;
    }
    if (nv_le32(header + 8) > NV_FATX_CLUSTER_MAX / 512) {
        return NV_FILE_DAMAGED;
    }
    v->id = nv_le32(header + 4);
    v->cluster_shift = nv_log2(nv_le32(header + 8) * 512);
    nv_fatx_layout(v->size, nv_le32(header + 8) * 512, &layout);
    if (!layout.clusters || v->cluster_shift < v->sector_shift) {
        return NV_FILE_DAMAGED;
    }
    v->wide = layout.wide;
    v->clusters = layout.clusters;
    v->data_at = layout.data_at;
    v->free = UINT32_MAX;
    v->hint = FATX_ROOT;
    return NV_FILE_OK;
}

uint64_t nv_fatx_address(const NvVolume *v, uint32_t cluster)
{
    return v->data_at + ((uint64_t)(cluster - 1) << v->cluster_shift);
}

/* --- the table --- */

/* The sector of @cluster's entry, and the entry in it. */
static NvFileResult load_entry(NvVolume *v, uint32_t cluster, uint8_t **entry)
{
    uint64_t at = FATX_HEADER + ((uint64_t)cluster << (v->wide ? 2 : 1));

    *entry = v->table.bytes + ((uint32_t)at & (v->disk.sector_size - 1));
    return nv_sector_load(v, &v->table, at);
}

NvFileResult nv_fatx_get(NvVolume *v, uint32_t cluster, uint32_t *next)
{
    NvFileResult result;
    uint8_t *entry;

    if (!cluster || cluster > v->clusters) {
        return NV_FILE_DAMAGED;
    }
    result = load_entry(v, cluster, &entry);
    if (!result) {
        *next = v->wide ? nv_le32(entry) : (uint32_t)(int16_t)nv_le16(entry);
        /* Only what lies above the largest cluster is a sign. */
        if (!v->wide && *next < 0xfffffff0u) {
            *next &= 0xffff;
        }
    }
    return result;
}

NvFileResult nv_fatx_put(NvVolume *v, uint32_t cluster, uint32_t next)
{
    NvFileResult result;
    uint8_t *entry;

    if (!cluster || cluster > v->clusters) {
        return NV_FILE_DAMAGED;
    }
    result = load_entry(v, cluster, &entry);
    if (result) {
        return result;
    }
    if (v->wide) {
        nv_put32(entry, next);
    } else {
        nv_put16(entry, next);
    }
    result = nv_sector_store(v, &v->table);
    v->table.valid = !result;
    return result;
}

static NvFileResult count_free(NvVolume *v)
{
    uint32_t count = 0, next;

    for (uint32_t c = 1; c <= v->clusters; c++) {
        NvFileResult result = nv_fatx_get(v, c, &next);

        if (result) {
            return result;
        }
        count += !next;
    }
    v->free = count;
    return NV_FILE_OK;
}

static NvFileResult volume_info(NvVolume *v, NvVolumeInfo *info)
{
    NvFileResult result = v->free == UINT32_MAX ? count_free(v) : NV_FILE_OK;

    info->cluster_size = 1u << v->cluster_shift;
    info->clusters = v->clusters;
    info->free_clusters = v->free;
    return result;
}

NvFileResult nv_fatx_take(NvVolume *v, uint32_t *cluster)
{
    for (uint32_t i = 0; v->free && i < v->clusters; i++) {
        NvFileResult result;
        uint32_t next;

        v->hint = v->hint < v->clusters ? v->hint + 1 : 1;
        result = nv_fatx_get(v, v->hint, &next);
        if (!result && !next) {
            result = nv_fatx_put(v, v->hint, FATX_END);
            if (!result) {
                *cluster = v->hint;
                v->free -= v->free != UINT32_MAX;
                return NV_FILE_OK;
            }
        }
        if (result) {
            return result;
        }
    }
    v->free = 0;
    return NV_FILE_FULL;
}

NvFileResult nv_fatx_free_chain(NvVolume *v, uint32_t first)
{
    uint32_t next;

    /* A cluster that is freed has no next: loops end there. */
    while (first && first <= v->clusters) {
        NvFileResult result = nv_fatx_get(v, first, &next);

        if (result) {
            return result;
        }
        if (!next) {
            break;
        }
        result = nv_fatx_put(v, first, 0);
        if (result) {
            return result;
        }
        v->free += v->free != UINT32_MAX;
        first = next;
    }
    return NV_FILE_OK;
}

NvFileResult nv_fatx_walk(NvFile *f, uint32_t index, uint32_t *cluster)
{
    NvVolume *v = f->volume;

    if (!f->first) {
        return NV_FILE_END;
    }
    if (!f->walk_cluster || f->walk_index > index) {
        f->walk_index = 0;
        f->walk_cluster = f->first;
    }
    if (index >= v->clusters) {
        return NV_FILE_FULL;
    }
    while (f->walk_index < index) {
        uint32_t next;
        NvFileResult result = nv_fatx_get(v, f->walk_cluster, &next);

        if (result) {
            return result;
        }
        if (next >= FATX_LAST) {
            return NV_FILE_END;
        }
        if (!next || next > v->clusters) {
            return NV_FILE_DAMAGED;
        }
        f->walk_cluster = next;
        f->walk_index++;
    }
    *cluster = f->walk_cluster;
    return *cluster > v->clusters ? NV_FILE_DAMAGED : NV_FILE_OK;
}

/* --- an empty volume --- */

/* A volume that is not there yet, to write it by. */
static NvFileResult blank(NvVolume *v, const NvDisk *disk, uint64_t start,
                          uint64_t size)
{
    uint64_t whole = disk->sectors * disk->sector_size;

    memset(v, 0, sizeof(*v));
    v->disk = *disk;
    v->sector_shift = nv_log2(disk->sector_size);
    v->start = start;
    if (v->sector_shift < 9 || v->sector_shift > 11 || start >= whole ||
        start & (disk->sector_size - 1)) {
        return NV_FILE_UNKNOWN_FORMAT;
    }
    v->size = size && size < whole - start ? size : whole - start;
    v->size &= ~(uint64_t)(disk->sector_size - 1);
    return disk->write ? NV_FILE_OK : NV_FILE_READ_ONLY;
}

static NvFileResult format(NvVolume *v, const NvFatxLayout *layout,
                           uint32_t id, uint32_t cluster_size)
{
    uint8_t header[32];
    NvFileResult result;

    v->wide = layout->wide;
    v->clusters = layout->clusters;
    memset(header, 0xff, sizeof(header));
    memcpy(header, "FATX", 4);
    nv_put32(header + 4, id);
    nv_put32(header + 8, cluster_size / 512);
    nv_put32(header + 12, FATX_ROOT);
    nv_put16(header + 16, 0);
    result = nv_volume_fill(v, 0, 0xff, FATX_HEADER);
    if (!result) {
        result = nv_volume_fill(v, FATX_HEADER, 0,
                                layout->data_at - FATX_HEADER);
    }
    if (!result) {
        result = nv_volume_fill(v, layout->data_at, 0xff, cluster_size);
    }
    if (!result) {
        result = nv_fatx_put(v, FATX_ROOT, FATX_END);
    }
    if (!result) {
        uint8_t media[4];

        nv_put32(media, FATX_LAST);
        result = nv_volume_write(v, FATX_HEADER, media, layout->wide ? 4 : 2);
    }
    return result ? result : nv_volume_write(v, 0, header, sizeof(header));
}

NvFileResult nv_fatx_format(const NvDisk *disk, uint64_t start, uint64_t size,
                            uint32_t id, uint32_t cluster_size)
{
    NvFatxLayout layout;
    NvVolume v;
    NvFileResult result = blank(&v, disk, start, size);

    if (result) {
        return result;
    }
    nv_fatx_layout(v.size, cluster_size, &layout);
    if (!layout.clusters || cluster_size < disk->sector_size) {
        return NV_FILE_UNKNOWN_FORMAT;
    }
    return format(&v, &layout, id, cluster_size);
}

const NvVolumeOps nv_fatx_ops = {
    .open = open_volume,
    .info = volume_info,
    .root = nv_fatx_root,
    .next = nv_fatx_next,
    .load = nv_fatx_load,
    .read = nv_fatx_read,
    .refresh = nv_fatx_refresh,
    .create = nv_fatx_create,
    .write = nv_fatx_write,
    .resize = nv_fatx_resize,
    .remove = nv_fatx_remove,
    .move = nv_fatx_move,
    .set = nv_fatx_set,
};
