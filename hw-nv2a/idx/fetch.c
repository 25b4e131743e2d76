/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Vertex arrays: from DMA objects into the columns of a block.
 *
 * Addresses are offset + index * stride; the DMA objects are parsed again
 * for every block because drivers rewrite them in place.  What happens on a
 * fault is not known (guess: the element reads as zero bytes).
 */
#include "idx/idx-priv.h"

/* The run of VRAM that holds every element of the block, or NULL. */
static const uint8_t *view_of(const NvIdx *idx, const NvDma *dma,
                              uint64_t base, unsigned stride, unsigned bytes,
                              const uint32_t *index, unsigned count,
                              uint64_t *lowest)
{
    uint32_t low = index[0], high = index[0];
    uint64_t span;

    for (unsigned i = 1; i < count; i++) {
        low = index[i] < low ? index[i] : low;
        high = index[i] > high ? index[i] : high;
    }
    *lowest = base + (uint64_t)low * stride;
    span = (uint64_t)(high - low) * stride + bytes;
    if (*lowest + span > UINT32_MAX) {
        return NULL;
    }
    return nv_mem_dma_view(idx->mem, dma, *lowest, span);
}

/* One element through the slow path; false, and zeros, on a fault. */
static bool read_element(NvIdx *idx, const NvDma *dma, uint64_t at,
                         uint8_t *buf, unsigned bytes)
{
    if (dma && at + bytes <= UINT32_MAX &&
        nv_mem_dma_read(idx->mem, dma, at, buf, bytes)) {
        return true;
    }
    memset(buf, 0, bytes);
    return false;
}

static void fetch_column(NvIdx *idx, NvIdxPart *part, unsigned n,
                         const NvDma *dma)
{
    static const uint32_t pad[4] = { 0, 0, 0, 0x3f800000 };
    unsigned type = nv_idx_array_type(idx, n);
    unsigned size = nv_idx_array_size(idx, n);
    unsigned stride = nv_idx_array_stride(idx, n);
    unsigned bytes = nv_idx_format_bytes(type, size);
    unsigned count = part->block->count;
    uint32_t (*in)[NV_XF_BLOCK] = part->block->in[n];
    uint64_t base = idx->vtxbuf_offset[n] & NV_MASK(28, 0);
    uint64_t lowest = 0;
    const uint8_t *view = NULL;

    if (dma) {
        view = view_of(idx, dma, base, stride, bytes, part->index, count,
                       &lowest);
    }
    for (unsigned i = 0; i < count; i++) {
        uint64_t at = base + (uint64_t)part->index[i] * stride;
        uint32_t out[4];
        uint8_t buf[16];
        const uint8_t *src = buf;
        unsigned c, got;

        if (view) {
            src = view + (at - lowest);
        } else if (!read_element(idx, dma, at, buf, bytes)) {
            idx->faults++;
            nv_trace(idx->env, idx_fetch_fault, n, (uint32_t)at,
                     part->index[i]);
        }
        got = nv_idx_decode(type, size, src, out);
        for (c = 0; c < got; c++) {
            in[c][i] = out[c];
        }
        for (; c < 4; c++) {
            in[c][i] = pad[c];
        }
    }
    part->spread[n] = false;
}

/* All lanes of a column from VAB; nothing to do if they hold that already. */
static void spread_column(const NvIdx *idx, NvIdxPart *part, unsigned n)
{
    const uint32_t *value = idx->xf->vab[n];

    if (part->spread[n] &&
        !memcmp(part->value[n], value, sizeof(part->value[n]))) {
        return;
    }
    for (unsigned c = 0; c < 4; c++) {
        part->value[n][c] = value[c];
        for (unsigned i = 0; i < NV_XF_BLOCK; i++) {
            part->block->in[n][c][i] = value[c];
        }
    }
    part->spread[n] = true;
}

/* Input columns of a part of indexed vertices. */
void nv_idx_fetch_block(NvIdx *idx, NvIdxPart *part)
{
    NvDma dma[2];
    bool loaded[2] = { false, false }, ok[2] = { false, false };

    for (unsigned n = 0; n < NV_XF_ATTRS; n++) {
        unsigned which = idx->vtxbuf_offset[n] >> 31;

        if (!nv_idx_array_on(idx, n)) {
            spread_column(idx, part, n);
            continue;
        }
        if (!loaded[which]) {
            loaded[which] = true;
            ok[which] = idx->dma_vtx[which] &&
                        nv_mem_dma_load(idx->mem, idx->dma_vtx[which],
                                        &dma[which]);
        }
        fetch_column(idx, part, n, ok[which] ? &dma[which] : NULL);
    }
}
