/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What the logs have apart from the way of all commands; see log.h. */
#include "idx/log.h"

/*
 * hw: a format touches all with Celsius' classes, too; the first array is
 * the last of Celsius' own order there, position not counted.
 */
static void touch_few(NvIdx *idx)
{
    static const uint8_t order[7] = { 3, 4, 9, 10, 2, 1, 5 };
    uint32_t on = NV_IDX_GET(C, ARRAYS, idx->state_c);
    unsigned first = 0;

    for (unsigned i = 0; i < NV_ARRAY_SIZE(order); i++) {
        if (on & NV_BIT(order[i])) {
            first = order[i];
        }
    }
    nv_idx_clear_waiting(idx);
    idx->state_c = NV_IDX_PUT(C, FIRST_ARRAY, idx->state_c, first);
    idx->state_c &= ~(NV_IDX_BITS(C, UNK20) | NV_IDX_BITS(C, UNK24));
}

void nv_idx_touch_formats(NvIdx *idx)
{
    nv_idx_touch(idx);
    if (idx->few_attrs) {
        touch_few(idx);
    }
}

void nv_idx_note(NvIdx *idx, uint32_t addr, uint32_t data)
{
    nv_idx_log_fe_word(idx, addr, data);
}

/* hw: where FE has a log it goes on only if something is waiting. */
void nv_idx_log_edge_flag(NvIdx *idx, bool on)
{
    if (!idx->traits->fe_log) {
        return;
    }
    nv_idx_log_fe(idx, NV_IDX_AT_EDGE_FLAG, 2, on, on);
    if (NV_IDX_GET(B, WAITING, idx->state_b)) {
        nv_idx_log_store(idx, nv_idx_log_entry(idx, NV_IDX_AT_EDGE_FLAG, 2),
                         on, on);
        idx->state_b = NV_IDX_PUT(B, UNK16, idx->state_b, 0);
        idx->state_c = NV_IDX_PUT(C, UNK20, idx->state_c, 0);
    }
}
