/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Shared by the files of idx/: the batch of vertices that waits for XF, and
 * the vertex array fetcher.  No hardware facts; see idx.h for those.
 */
#ifndef NV_IDX_IDX_PRIV_H
#define NV_IDX_IDX_PRIV_H

#include "idx/idx.h"

#define NV_IDX_TOKENS 1024          /* vertices a batch launches at most */
#define NV_IDX_SLOTS 512            /* index map; power of two > 2 blocks */

/* A slot of the map from vertex index to lane; live if stamp matches. */
typedef struct NvIdxSlot {
    uint32_t index;
    uint16_t lane;
    uint16_t stamp;
} NvIdxSlot;

/*
 * Launched vertices that are not transformed yet.  All come from arrays
 * (lanes then have an index, fetched at the flush) or all from VAB (lanes
 * are snapshots taken at the launch).
 */
typedef struct NvIdxBatch {
    bool arrays;
    bool serial;            /* asked once for each command */
    uint16_t stamp;
    unsigned tokens;
    unsigned launched, transformed;     /* since BEGIN, for the trace */
    uint32_t index[NV_XF_BLOCK];
    uint16_t lanes[NV_IDX_TOKENS];
    uint8_t edges[NV_IDX_TOKENS];
    NvIdxSlot map[NV_IDX_SLOTS];
    /* Constant attributes: which value all lanes of a column hold. */
    bool spread[NV_XF_ATTRS];
    uint32_t value[NV_XF_ATTRS][4];
    NvXfBlock block;
} NvIdxBatch;

/* draw.c */
void nv_idx_batch_clear(NvIdxBatch *batch);
void nv_idx_launch_vab(NvIdx *idx);

/* fetch.c */
void nv_idx_fetch_block(NvIdx *idx, NvIdxBatch *batch);
/* Components of one element at @src (format_bytes of it) to @out. */
unsigned nv_idx_decode(unsigned type, unsigned size, const uint8_t *src,
                       uint32_t out[4]);
unsigned nv_idx_format_bytes(unsigned type, unsigned size);

/* The format state word: type and component count of array @n. */
static inline unsigned nv_idx_array_type(const NvIdx *idx, unsigned n)
{
    return nv_extract(idx->vtxbuf_format[n], 0, 3);
}

static inline unsigned nv_idx_array_size(const NvIdx *idx, unsigned n)
{
    unsigned size = nv_extract(idx->vtxbuf_format[n], 3, 3);

    return size > 4 ? 4 : size;
}

static inline unsigned nv_idx_array_stride(const NvIdx *idx, unsigned n)
{
    return nv_extract(idx->vtxbuf_format[n], 6, 8);
}

static inline bool nv_idx_array_on(const NvIdx *idx, unsigned n)
{
    return nv_extract(idx->state_a, n, 1) && nv_idx_array_size(idx, n);
}

#endif
