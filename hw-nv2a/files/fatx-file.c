/* SPDX-License-Identifier: GPL-2.0-or-later */
/* FATX: contents of files. */
#include "files/fatx-priv.h"

/* Clusters that @size bytes take. */
static uint32_t clusters_of(const NvVolume *v, uint64_t size)
{
    return (size + (1u << v->cluster_shift) - 1) >> v->cluster_shift;
}

/* The part of [offset, offset + n) in the cluster that @offset is in. */
static NvFileResult piece(NvFile *f, uint64_t offset, uint32_t *n,
                          uint64_t *at)
{
    NvVolume *v = f->volume;
    uint32_t size = 1u << v->cluster_shift, cluster;
    uint32_t in = (uint32_t)offset & (size - 1);
    NvFileResult result = nv_fatx_walk(f, offset >> v->cluster_shift,
                                       &cluster);

    if (result) {
        /* The size says that it is there. */
        return result == NV_FILE_DISK_ERROR ? result : NV_FILE_DAMAGED;
    }
    if (*n > size - in) {
        *n = size - in;
    }
    *at = nv_fatx_address(v, cluster) + in;
    return NV_FILE_OK;
}

NvFileResult nv_fatx_read(NvFile *f, uint64_t offset, void *to, uint32_t n)
{
    uint8_t *p = to;

    while (n) {
        uint32_t now = n;
        uint64_t at;
        NvFileResult result = piece(f, offset, &now, &at);

        if (!result) {
            result = nv_volume_read(f->volume, at, p, now);
        }
        if (result) {
            return result;
        }
        offset += now;
        p += now;
        n -= now;
    }
    return NV_FILE_OK;
}

/* Bytes of @from, or zeros if that is NULL, into clusters that are there. */
static NvFileResult put_bytes(NvFile *f, uint64_t offset, const uint8_t *from,
                              uint32_t n)
{
    while (n) {
        uint32_t now = n;
        uint64_t at;
        NvFileResult result = piece(f, offset, &now, &at);

        if (!result) {
            result = from ? nv_volume_write(f->volume, at, from, now) :
                     nv_volume_fill(f->volume, at, 0, now);
        }
        if (result) {
            return result;
        }
        offset += now;
        from = from ? from + now : NULL;
        n -= now;
    }
    return NV_FILE_OK;
}

/* Clusters that the chain has, but at most @most. */
static NvFileResult chain_length(NvFile *f, uint32_t most, uint32_t *length)
{
    uint32_t cluster;
    NvFileResult result = most ? nv_fatx_walk(f, most - 1, &cluster) :
                          NV_FILE_OK;

    *length = result == NV_FILE_END && f->first ? f->walk_index + 1 :
              result ? 0 : most;
    return result == NV_FILE_END ? NV_FILE_OK : result;
}

/*
 * Makes the chain @want clusters long, or as long as there is room: *length.
 * A new cluster is on the disk as the end of a chain before one points to it.
 */
static NvFileResult grow(NvFile *f, uint32_t want, uint32_t *length)
{
    NvVolume *v = f->volume;
    NvFileResult result = chain_length(f, want, length);

    while (!result && *length < want) {
        uint32_t cluster;

        result = nv_fatx_take(v, &cluster);
        if (result) {
            break;
        }
        if (f->first) {
            result = nv_fatx_put(v, f->walk_cluster, cluster);
            f->walk_index++;
        } else {
            f->first = cluster;
            f->walk_index = 0;
        }
        f->walk_cluster = cluster;
        ++*length;
    }
    return result == NV_FILE_FULL ? NV_FILE_OK : result;
}

/* Ends the chain after @keep clusters and frees the rest. */
static NvFileResult cut(NvFile *f, uint32_t keep)
{
    NvVolume *v = f->volume;
    uint32_t last, next, first = f->first;
    NvFileResult result;

    f->walk_cluster = 0;
    if (!keep) {
        f->first = 0;
        return nv_fatx_free_chain(v, first);
    }
    result = nv_fatx_walk(f, keep - 1, &last);
    if (!result) {
        result = nv_fatx_get(v, last, &next);
    }
    if (result || next >= FATX_LAST) {
        return result == NV_FILE_END ? NV_FILE_OK : result;
    }
    result = nv_fatx_put(v, last, FATX_END);
    return result ? result : nv_fatx_free_chain(v, next);
}

/* The largest size that is a 32-bit number. */
#define SIZE_MAX_FATX 0xffffffffu

/* Room for bytes up to @end; *end is less if the disk is full. */
static NvFileResult make_room(NvFile *f, uint64_t *end)
{
    uint32_t want, length;
    uint64_t room;
    NvFileResult result;

    if (f->size && !f->first) {
        return NV_FILE_DAMAGED;
    }
    if (*end > SIZE_MAX_FATX) {
        *end = SIZE_MAX_FATX;
    }
    want = clusters_of(f->volume, *end);
    if (want > f->volume->clusters) {
        want = f->volume->clusters;
    }
    result = grow(f, want, &length);
    room = (uint64_t)length << f->volume->cluster_shift;
    if (*end > room) {
        *end = room;
    }
    return result;
}

/* As it was: what was added goes back.  Of a damaged chain nothing is freed. */
static NvFileResult give_back(NvFile *f, NvFileResult why)
{
    if (why != NV_FILE_DAMAGED) {
        cut(f, clusters_of(f->volume, f->size));
    }
    return why;
}

NvFileResult nv_fatx_write(NvFile *f, uint64_t offset, const void *from,
                           uint32_t *n, uint64_t now)
{
    uint64_t end = offset + *n, got;
    NvFileResult result;

    if (offset > SIZE_MAX_FATX) {
        *n = 0;
        return NV_FILE_FULL;
    }
    got = end;
    result = make_room(f, &got);
    if (!result && got <= offset) {
        result = NV_FILE_FULL;
    }
    if (!result && offset > f->size) {
        result = put_bytes(f, f->size, NULL, offset - f->size);
    }
    if (!result) {
        result = put_bytes(f, offset, from, got - offset);
    }
    if (result) {
        *n = 0;
        return give_back(f, result);
    }
    *n = got - offset;
    if (got > f->size) {
        f->size = got;
    }
    result = nv_fatx_update(f, now);
    return result || got == end ? result : NV_FILE_FULL;
}

static NvFileResult shrink(NvFile *f, uint64_t size)
{
    NvFile shorter = *f;
    NvFileResult result;

    /* The entry first: then no size is longer than its chain. */
    shorter.size = size;
    if (!size) {
        shorter.first = 0;
    }
    result = nv_fatx_update(&shorter, 0);
    if (result) {
        return result;
    }
    f->size = size;
    result = cut(f, clusters_of(f->volume, size));
    nv_fatx_changed(f);
    return result;
}

NvFileResult nv_fatx_resize(NvFile *f, uint64_t size)
{
    uint64_t got = size;
    NvFileResult result;

    if (size > SIZE_MAX_FATX) {
        return NV_FILE_FULL;
    }
    if (size <= f->size) {
        return size < f->size || (!size && f->first) ? shrink(f, size) :
               NV_FILE_OK;
    }
    result = make_room(f, &got);
    if (!result && got < size) {
        result = NV_FILE_FULL;
    }
    if (!result) {
        result = put_bytes(f, f->size, NULL, size - f->size);
    }
    if (result) {
        return give_back(f, result);
    }
    f->size = size;
    return nv_fatx_update(f, 0);
}
