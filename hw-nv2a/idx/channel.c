/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What of IDX belongs to a channel; which words is in idx.h. */
#include "idx/idx-priv.h"

static_assert(sizeof(NvIdxChannel) == 42 * 4, "saved cards hold it");

#define RDI_STATE 0x26          /* the space where RDI shows state words */

void nv_idx_channel_stop(NvIdx *idx, NvIdxChannel *c)
{
    c->primitive = idx->primitive;
    if (c->primitive) {
        nv_idx_begin_end(idx, NV_PRIM_END);
    }
}

void nv_idx_channel_get(const NvIdx *idx, NvIdxChannel *c)
{
#define X(name, size) \
    assert(nv_section_saves(&nv_idx_section, offsetof(NvIdx, name), \
                            sizeof(idx->name))); \
    memcpy(&c->name, &idx->name, sizeof(idx->name));
    NV_IDX_CHANNEL_ROWS(X)
#undef X
    c->edge_flag = idx->edge_flag;
}

void nv_idx_channel_set(NvIdx *idx, const NvIdxChannel *c)
{
    assert(nv_idx_flushed(idx));
#define X(name, size) memcpy(&idx->name, &c->name, sizeof(idx->name));
    NV_IDX_CHANNEL_ROWS(X)
#undef X
    idx->edge_flag = c->edge_flag & 1;
    idx->inline_need = 0;
    nv_idx_batch_reset(idx->batch);
}

/* RDI knows which bits exist; it takes the edge flag from word A (hw). */
void nv_idx_channel_trim(NvIdx *idx)
{
    bool edge_flag = idx->edge_flag;
    uint32_t value;

    for (uint32_t at = 0; nv_idx_rdi_read(idx, RDI_STATE, at, &value);
         at += 4) {
        nv_idx_rdi_write(idx, RDI_STATE, at, value);
    }
    idx->edge_flag = edge_flag;
}

void nv_idx_channel_go_on(NvIdx *idx, const NvIdxChannel *c)
{
    if (c->primitive && c->primitive <= NV_PRIM_POLYGON) {
        nv_idx_begin_end(idx, c->primitive);
    }
}
