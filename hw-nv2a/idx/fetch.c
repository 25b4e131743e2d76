/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Vertex arrays: from DMA objects into the columns of a block.
 *
 * Addresses are offset + index * stride; the DMA objects are parsed again
 * for every block because drivers rewrite them in place.  What happens on a
 * fault is not known (guess: the element reads as zero bytes).
 */
#include "idx/idx-priv.h"

/* Elements of an array: type and size, and where they lie in its object. */
typedef struct Array {
    const NvDma *dma;       /* NULL: nowhere */
    uint64_t base;
    unsigned type, size, stride;
    unsigned bytes;         /* of an element */
} Array;

static Array array_of(const NvIdx *idx, unsigned n, const NvDma *dma)
{
    unsigned type = nv_idx_array_type(idx, n);
    unsigned size = nv_idx_array_size(idx, n);

    return (Array) {
        .dma = dma,
        .base = NV_IDX_GET(OFFSET, BYTES, idx->vtxbuf_offset[n]),
        .type = type, .size = size,
        .stride = nv_idx_array_stride(idx, n),
        .bytes = nv_idx_format_bytes(type, size),
    };
}

/* The run of VRAM that holds every element of the part, or NULL. */
static const uint8_t *view_of(const NvIdx *idx, const Array *a,
                              const NvIdxPart *part, uint64_t *lowest)
{
    uint32_t low = part->index[0], high = part->index[0];
    uint64_t span;

    if (!a->dma) {
        return NULL;
    }
    for (unsigned i = 1; i < part->block->count; i++) {
        uint32_t index = part->index[i];

        low = index < low ? index : low;
        high = index > high ? index : high;
    }
    *lowest = a->base + (uint64_t)low * a->stride;
    span = (uint64_t)(high - low) * a->stride + a->bytes;
    if (*lowest + span > UINT32_MAX) {
        return NULL;
    }
    return nv_mem_dma_view(idx->mem, a->dma, *lowest, span);
}

/* One element through the slow path; false, and zeros, on a fault. */
static bool read_element(NvIdx *idx, const Array *a, uint64_t at,
                         uint8_t *buf)
{
    if (a->dma && at + a->bytes <= UINT32_MAX &&
        nv_mem_dma_read(idx->mem, a->dma, at, buf, a->bytes)) {
        return true;
    }
    memset(buf, 0, a->bytes);
    return false;
}

static void fetch_column(NvIdx *idx, NvIdxPart *part, unsigned n,
                         const NvDma *dma)
{
    static const uint32_t pad[4] = { 0, 0, 0, 0x3f800000 };
    const Array a = array_of(idx, n, dma);
    unsigned count = part->block->count;
    uint32_t (*in)[NV_XF_BLOCK] = part->block->in[n];
    uint64_t lowest = 0;
    const uint8_t *view = view_of(idx, &a, part, &lowest);

    for (unsigned i = 0; i < count; i++) {
        uint64_t at = a.base + (uint64_t)part->index[i] * a.stride;
        uint32_t out[4];
        uint8_t buf[16];
        const uint8_t *src = buf;
        unsigned c, got;

        if (view) {
            src = view + (at - lowest);
        } else if (!read_element(idx, &a, at, buf)) {
            idx->faults++;
            nv_trace(idx->env, idx_fetch_fault, n, (uint32_t)at,
                     part->index[i]);
            nv_error(idx->env, NV_ERROR_VERTEX_FETCH, n, "attribute %u of "
                     "index %u at 0x%08x: %s, reads as 0", n, part->index[i],
                     (uint32_t)at, a.dma ? idx->mem->fault.why
                                         : "no DMA object is bound");
        }
        got = nv_idx_decode(a.type, a.size, src, out);
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
        unsigned which = NV_IDX_GET(OFFSET, OBJECT_B, idx->vtxbuf_offset[n]);

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
