/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Index lists in memory, and the index that starts a primitive anew.
 *
 * The state words were read back from real cards by public hardware tests
 * (envytools); how draws use them follows public drivers (doc).
 */
#include "idx/idx-priv.h"

/* --- Primitive restart --- */

bool nv_idx_take_restart(NvIdx *idx, NvBundle bundle, uint32_t data)
{
    switch (bundle) {
    case NV_BUNDLE_PRIMITIVE_RESTART_ENABLE:
        idx->restart_on = nv_field_get(idx->places,
                                       NV_F(PRIMITIVE_RESTART_ENABLE, ENABLE),
                                       data);
        return true;
    case NV_BUNDLE_PRIMITIVE_RESTART_INDEX:
        idx->restart_index = data;
        return true;
    default:
        return false;
    }
}

/* --- Index lists in memory --- */

/* hw: indices are of two bytes at least, and so aligned. */
void nv_idx_idxbuf_offset(NvIdx *idx, uint32_t data)
{
    idx->state_d = NV_IDX_PUT(D, OFFSET, idx->state_d, data & ~1u);
}

void nv_idx_idxbuf_format(NvIdx *idx, uint32_t data)
{
    idx->state_d = NV_IDX_PUT(D, SHORT, idx->state_d,
                              NV_IDX_GET(SET_LIST, SHORT, data) != 0);
    idx->state_d = NV_IDX_PUT(D, OBJECT_B, idx->state_d,
                              NV_IDX_GET(SET_LIST, OBJECT_B, data));
}

uint32_t nv_idx_list_object(const NvIdx *idx)
{
    return idx->dma_vtx[NV_IDX_GET(D, OBJECT_B, idx->state_d)];
}

bool nv_idx_list(const NvIdx *idx, NvDma *dma)
{
    uint32_t object = nv_idx_list_object(idx);

    return object && nv_mem_dma_load(idx->mem, object, dma);
}

/* A fault reads as index 0 (guess). */
uint32_t nv_idx_list_index(NvIdx *idx, const NvDma *dma, uint32_t n)
{
    unsigned bytes = NV_IDX_GET(D, SHORT, idx->state_d) ? 2 : 4;
    uint64_t at = NV_IDX_GET(D, OFFSET, idx->state_d) + (uint64_t)n * bytes;
    uint8_t buf[4] = { 0 };

    if (at + bytes > UINT32_MAX ||
        !nv_mem_dma_read(idx->mem, dma, at, buf, bytes)) {
        idx->faults++;
        nv_trace(idx->env, idx_fetch_fault, NV_XF_ATTRS, (uint32_t)at, 0);
        nv_error(idx->env, NV_ERROR_INDEX_FETCH, dma->instance, "index at "
                 "0x%08x reads as 0: DMA object 0x%05x ends at 0x%08x",
                 (uint32_t)at, dma->instance, dma->limit);
        memset(buf, 0, sizeof(buf));
    }
    return nv_ld32(buf);
}
