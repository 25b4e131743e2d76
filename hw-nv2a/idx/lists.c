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

/* The same primitive anew; vertices of before belong to the old one. */
void nv_idx_restart(NvIdx *idx)
{
    nv_idx_flush(idx);
    nv_vtx_end(idx->vtx);
    nv_vtx_begin(idx->vtx, idx->primitive);
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

/* A fault reads as index 0 (guess). */
static uint32_t read_index(NvIdx *idx, const NvDma *dma, uint64_t at,
                           unsigned bytes)
{
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

void nv_idx_draw_index(NvIdx *idx, uint32_t data)
{
    uint32_t first = NV_IDX_GET(DRAW, FIRST, data);
    unsigned count = NV_IDX_GET(DRAW, COUNT_LESS_1, data) + 1;
    unsigned bytes = NV_IDX_GET(D, SHORT, idx->state_d) ? 2 : 4;
    uint32_t object = idx->dma_vtx[NV_IDX_GET(D, OBJECT_B, idx->state_d)];
    uint64_t base = NV_IDX_GET(D, OFFSET, idx->state_d);
    NvDma dma;

    if (!object || !nv_mem_dma_load(idx->mem, object, &dma)) {
        nv_error(idx->env, NV_ERROR_INDEX_FETCH, 0, "0x%05x is no DMA object",
                 object);
        return;
    }
    for (unsigned i = 0; i < count; i++) {
        nv_idx_element32(idx, read_index(idx, &dma, base +
                                         (uint64_t)(first + i) * bytes,
                                         bytes));
    }
}
