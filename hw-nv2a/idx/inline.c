/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Packed vertices of INLINE_ARRAY: the words of all arrays that are on, one
 * behind the other.  Method words as in public drivers.
 */
#include "idx/idx-priv.h"

/* Packed arrays of the formats of now; their words. */
static unsigned find_packed(const NvIdx *idx)
{
    NvIdxLayout *l = &idx->batch->layout;

    l->arrays = l->words = 0;
    for (unsigned n = 0; n < NV_XF_ATTRS; n++) {
        NvIdxPacked *p = &l->packed[l->arrays];

        if (nv_idx_array_on(idx, n)) {
            p->attr = n;
            p->type = nv_idx_array_type(idx, n);
            p->size = nv_idx_array_size(idx, n);
            p->words = nv_idx_format_words(p->type, p->size);
            l->words += p->words;
            l->arrays++;
        }
    }
    return l->words;
}

static void unpack(NvIdx *idx, bool plain)
{
    const NvIdxLayout *l = &idx->batch->layout;
    const uint32_t *word = idx->inline_data;
    uint32_t changed = 0;

    for (unsigned i = 0; i < l->arrays; i++) {
        const NvIdxPacked *p = &l->packed[i];
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

/* --- many at once --- */

/* The column of an array in lanes from @lane on; the last is what VAB has. */
static void unpack_column(NvIdx *idx, const NvIdxPacked *p,
                          const NvIdxColumn *column, const uint8_t *host,
                          unsigned lane)
{
    static const uint32_t pad[4] = { 0, 0, 0, NV_XF_ONE };
    uint32_t (*in)[NV_XF_BLOCK] = idx->batch->open->block->in[p->attr];
    uint32_t (*out)[NV_XF_BLOCK] = (uint32_t (*)[NV_XF_BLOCK])&in[0][lane];
    unsigned end = lane + column->count;

    for (unsigned c = nv_idx_decode_column(column, host, out); c < 4; c++) {
        for (unsigned i = lane; i < end; i++) {
            in[c][i] = pad[c];
        }
    }
    for (unsigned c = 0; c < 4; c++) {
        nv_xf_vab_plain(idx->xf, p->attr, c, in[c][end - 1]);
    }
}

void nv_idx_add_packed(NvIdx *idx, const NvIdxLayout *layout,
                       const uint32_t (*w)[2], unsigned n)
{
    uint32_t flat[NV_IDX_FLAT], index[NV_XF_BLOCK], packed = 0;
    const uint8_t *at = (const uint8_t *)flat;
    unsigned lane;

    assert(n <= NV_XF_BLOCK && n * layout->words <= NV_IDX_FLAT);
    for (unsigned i = 0; i < n * layout->words; i++) {
        nv_st32(&flat[i], w[i][1]);
    }
    for (unsigned i = 0; i < n; i++) {
        index[i] = i;
    }
    for (unsigned i = 0; i < layout->arrays; i++) {
        packed |= NV_BIT(layout->packed[i].attr);
    }
    lane = nv_idx_add_lanes(idx, n, packed);
    for (unsigned i = 0; i < layout->arrays; i++) {
        const NvIdxPacked *p = &layout->packed[i];
        const NvIdxColumn column = {
            .type = p->type, .size = p->size, .stride = layout->words * 4,
            .index = index, .count = n,
        };

        unpack_column(idx, p, &column, at, lane);
        at += p->words * 4;
    }
    nv_xf_vab_changed(idx->xf, packed);
}

/* Whole vertices of @n words, at most @room, if there are some; how many. */
static unsigned add_whole(NvIdx *idx, const uint32_t (*w)[2], unsigned n,
                          unsigned room)
{
    unsigned need = idx->inline_need;
    unsigned vertices = MIN(MIN(n, NV_IDX_FLAT) / need, room);

    if (vertices < NV_IDX_FEW || !idx->batch->open->block->count) {
        return 0;
    }
    for (unsigned i = 0; i < need; i++) {
        idx->inline_data[i] = w[(vertices - 1) * need + i][1];
    }
    nv_idx_add_packed(idx, &idx->batch->layout, w, vertices);
    return vertices;
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
        unsigned whole = plain && !idx->inline_count
                         ? add_whole(idx, w + i, n - i, room) : 0;

        if (whole) {
            i += whole * idx->inline_need;
            room -= whole;
            continue;
        }
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
