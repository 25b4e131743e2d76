/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Fuzzer of snapshots of a card: a card at work is saved, the stream is
 * damaged, and what a card takes of it is driven on.  A stream that was not
 * damaged must be taken, and saved again be the same.
 */
#include "fuzz/card.h"

static const FuzzOp ops[] = {
    { 80, op_state }, { 40, op_prepared }, { 24, op_methods }, { 16, op_draw },
    { 14, op_twod }, { 12, op_texture }, { 12, op_channel }, { 10, op_look },
    { 10, op_sweep }, { 10, op_recover }, { 8, op_time }, { 8, op_part },
    { 6, op_pixels }, { 6, op_program },
};

void fuzz_input(const uint8_t *data, size_t size)
{
    Fuzz f = { 0 };

    fuzz_open(&f, data, size);
    fuzz_run(&f, ops, G_N_ELEMENTS(ops));
    fuzz_close(&f);
}
