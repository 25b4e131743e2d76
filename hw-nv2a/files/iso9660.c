/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * ISO 9660, for reading: names of level 1 and 2 without their version, or
 * Joliet's if the disc has them (in UTF-8).
 */
#include "files/file-time.h"
#include "files/volume-priv.h"

#define FIRST_DESCRIPTOR 16
#define MAX_DESCRIPTORS 64
#define RECORD_SIZE 33          /* without the name */

/* Fields of a volume descriptor. */
enum {
    DESCRIPTOR_TYPE = 0,        /* 1 primary, 2 supplementary, 255 the last */
    DESCRIPTOR_ID = 1,
    DESCRIPTOR_ESCAPES = 88,
    DESCRIPTOR_BLOCK = 128,
    DESCRIPTOR_ROOT = 156,
    DESCRIPTOR_SIZE = 190,
};

/* Fields of a directory record. */
enum {
    RECORD_LENGTH = 0,
    RECORD_EXTRA = 1,           /* sectors ahead of the contents */
    RECORD_SECTOR = 2,
    RECORD_BYTES = 10,
    RECORD_TIME = 18,
    RECORD_FLAGS = 25,          /* 1 hidden, 2 directory */
    RECORD_NAME_LENGTH = 32,
};

static bool is_joliet(const uint8_t *raw)
{
    const uint8_t *e = raw + DESCRIPTOR_ESCAPES;

    return raw[DESCRIPTOR_TYPE] == 2 && e[0] == 0x25 && e[1] == 0x2f &&
           (e[2] == 0x40 || e[2] == 0x43 || e[2] == 0x45);
}

static void take_root(NvVolume *v, const uint8_t *raw)
{
    const uint8_t *root = raw + DESCRIPTOR_ROOT;

    v->joliet = is_joliet(raw);
    v->root_sector = nv_le32(root + RECORD_SECTOR) + root[RECORD_EXTRA];
    v->root_size = nv_le32(root + RECORD_BYTES);
}

static NvFileResult open_volume(NvVolume *v)
{
    uint8_t raw[DESCRIPTOR_SIZE];
    bool found = false;

    for (unsigned i = 0; i < MAX_DESCRIPTORS; i++) {
        uint64_t at = (FIRST_DESCRIPTOR + i) * (uint64_t)NV_EXTENT_SECTOR;
        NvFileResult result;

        if (at + NV_EXTENT_SECTOR > v->size) {
            break;
        }
        result = nv_volume_read(v, at, raw, sizeof(raw));
        if (result) {
            return result;
        }
        if (memcmp(raw + DESCRIPTOR_ID, "CD001", 5) ||
            raw[DESCRIPTOR_TYPE] == 255) {
            break;
        }
        if (raw[DESCRIPTOR_TYPE] == 1 || is_joliet(raw)) {
            if (nv_le16(raw + DESCRIPTOR_BLOCK) != NV_EXTENT_SECTOR) {
                return NV_FILE_DAMAGED;
            }
            take_root(v, raw);
            found = true;
        }
        if (v->joliet) {
            break;
        }
    }
    return found ? NV_FILE_OK : NV_FILE_UNKNOWN_FORMAT;
}

/* UCS-2, high byte first, to UTF-8; what does not fit is cut off. */
static uint32_t joliet_name(char *to, const uint8_t *name, uint32_t length)
{
    uint32_t n = 0;

    for (uint32_t i = 0; i + 1 < length && n + 3 < NV_FILE_NAME_SIZE; i += 2) {
        uint32_t c = (uint32_t)name[i] << 8 | name[i + 1];

        if (c < 0x80) {
            to[n++] = c;
        } else if (c < 0x800) {
            to[n++] = 0xc0 | c >> 6;
            to[n++] = 0x80 | (c & 0x3f);
        } else {
            to[n++] = 0xe0 | c >> 12;
            to[n++] = 0x80 | (c >> 6 & 0x3f);
            to[n++] = 0x80 | (c & 0x3f);
        }
    }
    return n;
}

/* Its length; NAME.EXT;1 and NAME. lose what is no name. */
static uint32_t take_name(const NvVolume *v, char *to, const uint8_t *name,
                          uint32_t length)
{
    if (v->joliet) {
        length = joliet_name(to, name, length);
    } else {
        memcpy(to, name, length);
    }
    for (uint32_t i = length; i > 1; i--) {
        if (to[i - 1] == ';') {
            length = i - 1;
            break;
        }
        if (to[i - 1] < '0' || to[i - 1] > '9') {
            break;
        }
    }
    if (length > 1 && to[length - 1] == '.' && !v->joliet) {
        length--;
    }
    to[length] = 0;
    return length;
}

static uint64_t take_time(const uint8_t *t)
{
    NvFileTime time = { 1900 + t[0], t[1], t[2], t[3], t[4], t[5] };
    /* A zone of quarters of an hour. */
    int64_t zone = (int64_t)(int8_t)t[6] * 15 * 60 * 10000000;
    uint64_t local = nv_file_time_join(&time);

    return local ? local - zone : 0;
}

/* NV_FILE_NOT_FOUND: no record here; *length 0: none up to the sector's end. */
static NvFileResult read_record(NvVolume *v, uint64_t at, uint32_t room,
                                NvEntry *e, uint32_t *length)
{
    uint8_t raw[255];
    uint32_t name;
    NvFileResult result;

    memset(e, 0, sizeof(*e));
    e->at = at;
    *length = 0;
    if (room < RECORD_SIZE + 1) {
        return NV_FILE_NOT_FOUND;
    }
    result = nv_volume_read(v, at, raw, room < 255 ? room : 255);
    if (result) {
        return result;
    }
    name = raw[RECORD_NAME_LENGTH];
    if (raw[RECORD_LENGTH] > room ||
        raw[RECORD_LENGTH] < RECORD_SIZE + name) {
        return NV_FILE_NOT_FOUND;
    }
    *length = raw[RECORD_LENGTH];
    e->first = nv_le32(raw + RECORD_SECTOR) + raw[RECORD_EXTRA];
    e->info.size = nv_le32(raw + RECORD_BYTES);
    e->info.attributes = NV_FILE_ATTR_READ_ONLY |
        (raw[RECORD_FLAGS] & 2 ? NV_FILE_ATTR_DIRECTORY : 0) |
        (raw[RECORD_FLAGS] & 1 ? NV_FILE_ATTR_HIDDEN : 0);
    e->info.written = take_time(raw + RECORD_TIME);
    e->info.created = e->info.accessed = e->info.written;
    name = take_name(v, e->info.name, raw + RECORD_SIZE, name);
    return nv_name_is_good(e->info.name, name) ? NV_FILE_OK :
           NV_FILE_NOT_FOUND;
}

static NvFileResult next(NvFile *dir, uint32_t *cookie, NvEntry *e)
{
    uint64_t table = (uint64_t)dir->first * NV_EXTENT_SECTOR;

    if (dir->size > NV_EXTENT_MAX_TABLE) {
        return NV_FILE_DAMAGED;
    }
    while (*cookie < dir->size) {
        uint32_t room = NV_EXTENT_SECTOR - (*cookie & (NV_EXTENT_SECTOR - 1));
        uint32_t length;
        NvFileResult result = read_record(dir->volume, table + *cookie, room,
                                          e, &length);

        *cookie += length ? length : room;
        if (result != NV_FILE_NOT_FOUND) {
            return result;
        }
    }
    return NV_FILE_END;
}

static NvFileResult load(NvFile *f, NvEntry *e)
{
    uint32_t room = NV_EXTENT_SECTOR -
                    ((uint32_t)f->entry & (NV_EXTENT_SECTOR - 1));
    uint32_t length;

    return read_record(f->volume, f->entry, room, e, &length);
}

const NvVolumeOps nv_iso9660_ops = {
    .open = open_volume,
    .info = nv_extent_info,
    .root = nv_extent_root,
    .next = next,
    .load = load,
    .read = nv_extent_read,
};
