/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What IDX has from Rankine on: a log of FE's commands, primitive restart,
 * index lists in memory.
 *
 * The logs and state words were read back from real cards by public hardware
 * tests (envytools); how draws use them follows public drivers (doc).
 */
#include "idx/idx-priv.h"

#define BUNDLES 0x800u          /* FE2IDX address of bundle 0 */

/* Fields of the index buffer's word. */
enum { D_SHORT = 29, D_OBJECT_B = 30 };

/* hw: RDI 0x2ea keeps the last 64 commands from FE. */
void nv_idx_from_fe(NvIdx *idx, uint32_t addr, unsigned enable,
                    uint32_t a, uint32_t b)
{
    uint32_t *entry = idx->prefifo[idx->prefifo_at];

    entry[0] = a;
    entry[1] = b;
    entry[2] = addr >> 3 | enable << 15;
    idx->prefifo_at = (idx->prefifo_at + 1) % NV_ARRAY_SIZE(idx->prefifo);
}

void nv_idx_note(NvIdx *idx, uint32_t addr, uint32_t data)
{
    if (idx->late) {
        nv_idx_from_fe(idx, addr, addr & 4 ? 2 : 1, data, data);
    }
}

/* hw: primitive restart is for IDX alone.  True if others get the bundle. */
bool nv_idx_bundle_from_fe(NvIdx *idx, NvBundle bundle, uint32_t number,
                           uint32_t data)
{
    nv_idx_from_fe(idx, BUNDLES | number << 2, number & 1 ? 2 : 1, data,
                   data);
    if (bundle == NV_BUNDLE_PRIMITIVE_RESTART_ENABLE) {
        idx->restart_on = data & 1;
        return false;
    }
    if (bundle == NV_BUNDLE_PRIMITIVE_RESTART_INDEX) {
        idx->restart_index = data;
        return false;
    }
    return true;
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
    idx->state_d = nv_deposit(idx->state_d, 0, 29, data & ~1u);
}

void nv_idx_idxbuf_format(NvIdx *idx, uint32_t data)
{
    idx->state_d = nv_deposit(idx->state_d, D_SHORT, 1,
                              nv_extract(data, 4, 4) != 0);
    idx->state_d = nv_deposit(idx->state_d, D_OBJECT_B, 1, data);
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
        memset(buf, 0, sizeof(buf));
    }
    return nv_ld32(buf);
}

void nv_idx_draw_index(NvIdx *idx, uint32_t data)
{
    uint32_t first = nv_extract(data, 0, 24);
    unsigned count = nv_extract(data, 24, 8) + 1;
    unsigned bytes = nv_extract(idx->state_d, D_SHORT, 1) ? 2 : 4;
    uint32_t object = idx->dma_vtx[nv_extract(idx->state_d, D_OBJECT_B, 1)];
    uint64_t base = nv_extract(idx->state_d, 0, 29);
    NvDma dma;

    if (!object || !nv_mem_dma_load(idx->mem, object, &dma)) {
        nv_guest_error(idx->env, "index list without a DMA object");
        return;
    }
    for (unsigned i = 0; i < count; i++) {
        nv_idx_element32(idx, read_index(idx, &dma, base +
                                         (uint64_t)(first + i) * bytes,
                                         bytes));
    }
}
