/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * XDVDFS, the format of the console's discs, for reading.
 *
 * A directory is a table whose entries form a tree for searches.  It is read
 * from its beginning to its end instead: that finds the same entries, and no
 * link of a damaged tree can lead astray.
 */
#include "files/volume-priv.h"

#define DESCRIPTOR (32 * NV_EXTENT_SECTOR)
#define MAGIC_SIZE 20
#define ENTRY_SIZE 14

static const char magic[] = "MICROSOFT*XBOX*MEDIA";

/* Fields of an entry. */
enum {
    ENTRY_LEFT = 0,             /* dwords; 0xffff: no entry, up to the sector */
    ENTRY_SECTOR = 4,
    ENTRY_BYTES = 8,
    ENTRY_ATTRIBUTES = 12,
    ENTRY_NAME_LENGTH = 13,
};

static NvFileResult open_volume(NvVolume *v)
{
    uint8_t raw[MAGIC_SIZE + 8];
    NvFileResult result;

    if (v->size < DESCRIPTOR + NV_EXTENT_SECTOR) {
        return NV_FILE_UNKNOWN_FORMAT;
    }
    result = nv_volume_read(v, DESCRIPTOR, raw, sizeof(raw));
    if (result) {
        return result;
    }
    if (memcmp(raw, magic, MAGIC_SIZE)) {
        return NV_FILE_UNKNOWN_FORMAT;
    }
    v->root_sector = nv_le32(raw + MAGIC_SIZE);
    v->root_size = nv_le32(raw + MAGIC_SIZE + 4);
    result = nv_volume_read(v, DESCRIPTOR + 0x7ec, raw, MAGIC_SIZE);
    if (!result && memcmp(raw, magic, MAGIC_SIZE)) {
        result = NV_FILE_DAMAGED;
    }
    return result;
}

static NvFileResult read_entry(NvVolume *v, uint64_t at, uint32_t room,
                               NvEntry *e)
{
    uint8_t raw[ENTRY_SIZE];
    uint32_t length;
    NvFileResult result;

    memset(e, 0, sizeof(*e));
    e->at = at;
    if (room < ENTRY_SIZE) {
        return NV_FILE_NOT_FOUND;
    }
    result = nv_volume_read(v, at, raw, sizeof(raw));
    if (result) {
        return result;
    }
    length = raw[ENTRY_NAME_LENGTH];
    if (nv_le16(raw + ENTRY_LEFT) == 0xffff || !length ||
        length > room - ENTRY_SIZE) {
        return NV_FILE_NOT_FOUND;
    }
    e->first = nv_le32(raw + ENTRY_SECTOR);
    e->info.size = nv_le32(raw + ENTRY_BYTES);
    e->info.attributes = raw[ENTRY_ATTRIBUTES];
    return nv_volume_read(v, at + ENTRY_SIZE, e->info.name, length);
}

static NvFileResult next(NvFile *dir, uint32_t *cookie, NvEntry *e)
{
    uint64_t table = (uint64_t)dir->first * NV_EXTENT_SECTOR;

    if (dir->size > NV_EXTENT_MAX_TABLE) {
        return NV_FILE_DAMAGED;
    }
    while (*cookie < dir->size) {
        uint32_t in = *cookie & (NV_EXTENT_SECTOR - 1);
        NvFileResult result = read_entry(dir->volume, table + *cookie,
                                         NV_EXTENT_SECTOR - in, e);
        uint32_t length;

        if (result == NV_FILE_NOT_FOUND) {
            *cookie += NV_EXTENT_SECTOR - in;
            continue;
        }
        if (result) {
            return result;
        }
        length = 0;
        while (e->info.name[length]) {
            length++;
        }
        /* A zero within a name: what follows it is lost in any case. */
        *cookie += (ENTRY_SIZE + length + 3) & ~3u;
        if (nv_name_is_good(e->info.name, length)) {
            return NV_FILE_OK;
        }
    }
    return NV_FILE_END;
}

static NvFileResult load(NvFile *f, NvEntry *e)
{
    uint32_t in = (uint32_t)f->entry & (NV_EXTENT_SECTOR - 1);

    return read_entry(f->volume, f->entry, NV_EXTENT_SECTOR - in, e);
}

const NvVolumeOps nv_xdvdfs_ops = {
    .open = open_volume,
    .info = nv_extent_info,
    .root = nv_extent_root,
    .next = next,
    .load = load,
    .read = nv_extent_read,
};
