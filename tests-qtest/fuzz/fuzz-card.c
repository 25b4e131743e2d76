/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Fuzzer of the whole card of every chip, straight against the library.
 *
 * An input is a list of operations: registers, push buffers, objects of every
 * class the chip has with the methods of its tables, textures, programs,
 * surfaces, instance memory, channels, time, what is shown, save and load.
 */
#include "fuzz/card.h"

/* How often each is taken, of 256. */
static const FuzzOp ops[] = {
    { 32, op_prepared }, { 24, op_texture }, { 24, op_pixels },
    { 20, op_methods }, { 16, op_twod }, { 14, op_draw }, { 14, op_sweep },
    { 14, op_target }, { 14, op_program }, { 12, op_bind }, { 10, op_arrays },
    { 8, op_recover }, { 8, op_surfaces }, { 6, op_wild }, { 4, op_register },
    { 4, op_part }, { 4, op_channel }, { 4, op_look }, { 3, op_mode },
    { 2, op_instance }, { 2, op_dma }, { 2, op_word }, { 2, op_time },
    { 1, op_port }, { 1, op_checks }, { 3, op_rdi }, { 3, op_semaphore },
    { 3, op_curves }, { 1, op_state }, { 1, op_reopen },
};

void fuzz_input(const uint8_t *data, size_t size)
{
    Fuzz f = { 0 };

    fuzz_open(&f, data, size);
    fuzz_run(&f, ops, G_N_ELEMENTS(ops));
    fuzz_close(&f);
}
