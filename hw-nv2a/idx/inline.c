/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Packed vertices of INLINE_ARRAY: the words of all arrays that are on, one
 * behind the other.  Method words as in public drivers.
 */
#include "idx/idx-priv.h"

/* Packed arrays of the formats of now; their words. */
static unsigned find_packed(const NvIdx *idx)
{
    NvIdxBatch *batch = idx->batch;
    unsigned words = 0;

    batch->packed_arrays = 0;
    for (unsigned n = 0; n < NV_XF_ATTRS; n++) {
        NvIdxPacked *p = &batch->packed[batch->packed_arrays];

        if (nv_idx_array_on(idx, n)) {
            p->attr = n;
            p->type = nv_idx_array_type(idx, n);
            p->size = nv_idx_array_size(idx, n);
            p->words = nv_idx_format_words(p->type, p->size);
            words += p->words;
            batch->packed_arrays++;
        }
    }
    return words;
}

static void unpack(NvIdx *idx, bool plain)
{
    const NvIdxBatch *batch = idx->batch;
    const uint32_t *word = idx->inline_data;
    uint32_t changed = 0;

    for (unsigned i = 0; i < batch->packed_arrays; i++) {
        const NvIdxPacked *p = &batch->packed[i];
        uint32_t out[4];
        unsigned got = nv_idx_decode_words(p->type, p->size, word, out);

        if (nv_idx_array_is_fog(idx, p->attr)) {
            nv_xf_vab(idx->xf, NV_IDX_FOG_ATTR, NV_IDX_FOG_COMPONENT, out[0]);
        } else if (plain) {
            for (unsigned c = 0; c < got; c++) {
                nv_xf_vab_plain(idx->xf, p->attr, c, out[c]);
            }
            changed |= NV_BIT(p->attr);
        } else {
            nv_xf_vab_first(idx->xf, p->attr, got, out);
        }
        word += p->words;
    }
    nv_xf_vab_changed(idx->xf, changed);
}

void nv_idx_inline_array(NvIdx *idx, uint32_t data)
{
    /* Not word by word, but anew after a change of formats. */
    if (!idx->inline_need) {
        idx->inline_need = find_packed(idx);
    }
    if (!nv_idx_drawing(idx, "INLINE_ARRAY", data) || !idx->inline_need) {
        return;
    }
    nv_idx_enter(idx, false);
    idx->inline_data[idx->inline_count++] = data;
    if (idx->inline_count >= idx->inline_need) {
        unpack(idx, nv_xf_takes_plain(idx->xf));
        idx->inline_count = 0;
        nv_idx_launch_vab(idx);
    }
}

unsigned nv_idx_inline_words(NvIdx *idx, const uint32_t (*w)[2], unsigned n)
{
    bool plain = nv_xf_takes_plain(idx->xf);
    unsigned i = 0, room = nv_idx_vab_room(idx);

    if (!room || !idx->inline_need) {
        return 0;
    }
    while (i < n) {
        unsigned missing = idx->inline_need - idx->inline_count;
        unsigned some = MIN(missing - !room, n - i);

        for (unsigned k = 0; k < some; k++) {
            idx->inline_data[idx->inline_count + k] = w[i + k][1];
        }
        idx->inline_count += some;
        i += some;
        if (some < missing) {
            break;
        }
        unpack(idx, plain);
        idx->inline_count = 0;
        nv_idx_add_vab(idx);
        room--;
    }
    return i;
}
