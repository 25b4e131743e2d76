/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Bundles on their way through IDX to XF, VTX and the rasteriser: one, or as
 * many as FE had without anything between them.
 *
 * What they leave in RDI and in the state words was read back from real cards
 * by public hardware tests (envytools).
 */
#include "idx/idx-priv.h"

/* hw: a byte for each bundle in RDI 0x27; for whom is not known. */
static void note_bundle(NvIdx *idx)
{
    uint32_t *word = &idx->unk27[idx->unk27_at / 4];
    uint32_t note;

    if (!idx->traits->notes_bundles) {
        return;
    }
    note = NV_IDX_BITS(NOTE, VALID) |
           NV_IDX_PUT(NOTE, STEP, 0, idx->unk27_step);
    *word = nv_deposit(*word, idx->unk27_at % 4 * 8, 8, note);
    idx->unk27_at = (idx->unk27_at + 1) % (4 * NV_ARRAY_SIZE(idx->unk27));
    idx->unk27_step = (idx->unk27_step + 1) % NV_IDX_NOTE_STEPS;
}

static void count_bundle(NvIdx *idx)
{
    unsigned step = NV_IDX_GET(B, BUNDLES, idx->state_b);

    if (!idx->traits->bundle_steps) {
        return;
    }
    step = step + 1 == idx->traits->bundle_steps ? 0 : step + 1;
    idx->state_b = NV_IDX_PUT(B, BUNDLES, idx->state_b, step);
}

static void take_object(NvIdx *idx, unsigned which, uint32_t data)
{
    idx->dma_vtx[which] =
        nv_field_get(idx->places, NV_F(DMA_VTX, INSTANCE), data) << 4;
}

void nv_idx_bundle(NvIdx *idx, NvBundle bundle, uint32_t number,
                   uint32_t data)
{
    if (!nv_idx_flushed(idx)) {
        nv_idx_flush(idx);
    }
    nv_idx_log_fe_bundle(idx, number, data);
    if (idx->traits->index_lists && nv_idx_take_restart(idx, bundle, data)) {
        return;
    }
    nv_idx_log_bundle(idx, number, data);
    count_bundle(idx);
    note_bundle(idx);
    if (idx->traits->pipe) {
        nv_idx_pipe_bundle(idx, bundle, number, data);
    }
    nv_xf_passthru(idx->xf, number << 2, data);
    nv_xf_bundle(idx->xf, bundle, data);
    if (bundle >= NV_BUNDLE_DMA_VTX && bundle <= NV_BUNDLE_DMA_VTX_LAST) {
        take_object(idx, bundle - NV_BUNDLE_DMA_VTX, data);
    }
    nv_vtx_bundle(idx->vtx, bundle, data);
}

/* --- many --- */

bool nv_idx_gathers(const NvIdx *idx, NvBundle bundle)
{
    return !idx->traits->pipe && !nv_xf_takes_bundles(idx->xf) &&
           nv_raster_only_keeps(bundle) &&
           bundle != NV_BUNDLE_PRIMITIVE_RESTART_ENABLE &&
           bundle != NV_BUNDLE_PRIMITIVE_RESTART_INDEX;
}

static void count_and_note(NvIdx *idx, unsigned n)
{
    for (unsigned i = 0; i < n; i++) {
        count_bundle(idx);
        note_bundle(idx);
    }
}

/* No unit sees what another has made of the ones before. */
void nv_idx_bundles(NvIdx *idx, const NvBundleWord *w, unsigned n)
{
    assert(n && n <= NV_IDX_BUNDLES && !idx->traits->pipe);
    if (!nv_idx_flushed(idx)) {
        nv_idx_flush(idx);
    }
    nv_idx_log_bundles(idx, w, n);
    count_and_note(idx, n);
    nv_xf_passthru(idx->xf, (uint32_t)w[n - 1].number << 2, w[n - 1].data);
    for (unsigned i = 0; i < n; i++) {
        if (w[i].bundle >= NV_BUNDLE_DMA_VTX &&
            w[i].bundle <= NV_BUNDLE_DMA_VTX_LAST) {
            take_object(idx, w[i].bundle - NV_BUNDLE_DMA_VTX, w[i].data);
        }
    }
    nv_vtx_bundles(idx->vtx, w, n);
}
