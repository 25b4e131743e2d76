/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The file of the `record` backend: primitives after transform and clipping.
 * Our own format, little endian, self-describing; defined only here.
 *
 * File: header, packets.  Header (32 bytes): magic, u32 version, u32 bytes of
 * header, 16 bytes of chip name with zeros after it.  Packet: u32 type,
 * u32 bytes of payload, payload.  A reader skips types it does not know and
 * payload after what it knows.
 *
 *  NAMES      one zero-terminated name for each bundle word, in index order:
 *             "BLEND", "TEX_FORMAT[2]"; comes first
 *  BUNDLES    pairs u32 index, u32 value: words that changed
 *  SURFACES   colour and zeta, each 9 words: valid, format, swizzled, base,
 *             limit, offset, pitch, log2 of width, log2 of height; then
 *             1 if a class of Rankine draws (z from 0 to 1), else 0
 *  CLEAR      u32 mask as CLEAR_BUFFERS has it
 *  POINTS, LINES, TRIANGLES   vertices of NV_RECORD_VERTEX bytes: floats
 *             x y z 1/w, D0 rgba, D1 rgba, fog, size, what is added to z,
 *             w (0: 1 / (1/w)), 8 times s t r q
 *  FLUSH      nothing: the card waited for drawing to end
 */
#ifndef NV_RASTER_RECORD_FORMAT_H
#define NV_RASTER_RECORD_FORMAT_H

#include <stddef.h>

#include "base/bits.h"
#include "raster/raster.h"

#define NV_RECORD_MAGIC "NV2ARAST"      /* 8 bytes, no zero after them */
#define NV_RECORD_VERSION 4u
#define NV_RECORD_HEADER 32u
#define NV_RECORD_PACKET 8u             /* bytes before the payload */
#define NV_RECORD_SURFACE_WORDS 9u
#define NV_RECORD_FLOATS (16 + 4 * NV_MAX_TEX)
#define NV_RECORD_VERTEX (4 * NV_RECORD_FLOATS)

static_assert(sizeof(NvRasterVertex) == NV_RECORD_VERTEX,
              "a vertex is floats only, in the order of the file");

typedef enum NvRecordType {
    NV_RECORD_NAMES = 1,
    NV_RECORD_BUNDLES,
    NV_RECORD_SURFACES,
    NV_RECORD_CLEAR,
    NV_RECORD_POINTS,
    NV_RECORD_LINES,
    NV_RECORD_TRIANGLES,
    NV_RECORD_FLUSH,
} NvRecordType;

/* A recording in memory and how far it was read. */
typedef struct NvRecordReader {
    const uint8_t *data;
    size_t size, at;
    char chip[17];
} NvRecordReader;

typedef struct NvRecordPacket {
    uint32_t type, size;
    const uint8_t *payload;
} NvRecordPacket;

/* NULL, or a sentence saying why this is no recording. */
static inline const char *nv_record_open(NvRecordReader *r, const void *data,
                                         size_t size)
{
    memset(r, 0, sizeof(*r));
    r->data = data;
    r->size = size;
    if (size < NV_RECORD_HEADER || memcmp(data, NV_RECORD_MAGIC, 8)) {
        return "it does not start like a recording of the record backend";
    }
    if (nv_ld32(r->data + 8) != NV_RECORD_VERSION) {
        return "it is a recording of another version";
    }
    r->at = nv_ld32(r->data + 12);
    if (r->at < NV_RECORD_HEADER || r->at > size) {
        return "its header has an impossible size";
    }
    memcpy(r->chip, r->data + 16, 16);
    return NULL;
}

/* The next packet; false at the end.  A packet cut short ends the file:
 * then at < size. */
static inline bool nv_record_next(NvRecordReader *r, NvRecordPacket *p)
{
    size_t left = r->size - r->at;

    if (left < NV_RECORD_PACKET) {
        return false;
    }
    p->type = nv_ld32(r->data + r->at);
    p->size = nv_ld32(r->data + r->at + 4);
    p->payload = r->data + r->at + NV_RECORD_PACKET;
    if (p->size > left - NV_RECORD_PACKET) {
        return false;
    }
    r->at += NV_RECORD_PACKET + p->size;
    return true;
}

/* Vertices in a packet of points, lines or triangles. */
static inline uint32_t nv_record_vertices(const NvRecordPacket *p)
{
    return p->size / NV_RECORD_VERTEX;
}

static inline void nv_record_vertex(const NvRecordPacket *p, uint32_t index,
                                    NvRasterVertex *v)
{
    const uint8_t *from = p->payload + (size_t)index * NV_RECORD_VERTEX;
    float f[NV_RECORD_FLOATS];

    for (unsigned i = 0; i < NV_RECORD_FLOATS; i++) {
        f[i] = nv_u2f(nv_ld32(from + 4 * i));
    }
    memcpy(v, f, sizeof(*v));
}

#endif
