/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Packed vertices of INLINE_ARRAY: the words of all arrays that are on, one
 * behind the other.  Method words as in public drivers.
 */
#include "idx/idx-priv.h"

/* A bit each array that is on and has components. */
static uint32_t arrays_on(const NvIdx *idx)
{
    uint32_t on = NV_IDX_GET(A, ARRAYS, idx->state_a) & NV_MASK(15, 0);

    for (uint32_t left = on; left; left &= left - 1) {
        unsigned n = __builtin_ctz(left);

        on &= nv_idx_array_size(idx, n) ? UINT32_MAX : ~NV_BIT(n);
    }
    return on;
}

unsigned nv_idx_inline_size(const NvIdx *idx)
{
    unsigned words = 0;

    for (uint32_t on = arrays_on(idx); on; on &= on - 1) {
        unsigned n = __builtin_ctz(on);

        words += nv_idx_format_words(nv_idx_array_type(idx, n),
                                     nv_idx_array_size(idx, n));
    }
    return words;
}

void nv_idx_unpack_inline(NvIdx *idx)
{
    const uint32_t *word = idx->inline_data;

    for (uint32_t on = arrays_on(idx); on; on &= on - 1) {
        unsigned n = __builtin_ctz(on);
        unsigned type = nv_idx_array_type(idx, n);
        unsigned size = nv_idx_array_size(idx, n);
        uint8_t src[16];
        uint32_t out[4];
        unsigned words, got;

        words = nv_idx_format_words(type, size);
        for (unsigned i = 0; i < words; i++) {
            nv_st32(src + 4 * i, word[i]);
        }
        got = nv_idx_decode(type, size, src, out);
        if (nv_idx_array_is_fog(idx, n)) {
            nv_xf_vab(idx->xf, NV_IDX_FOG_ATTR, NV_IDX_FOG_COMPONENT, out[0]);
        } else {
            nv_xf_vab_first(idx->xf, n, got, out);
        }
        word += words;
    }
}
