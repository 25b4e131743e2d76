/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Parts of a card that random words seldom reach: memories of the units as RDI
 * shows them, semaphores of PFIFO, curves of the tessellator.
 */
#include "fuzz/card.h"

/* Of FE's storage, XF, IDX and its cache; or any. */
static uint32_t take_space(Fuzz *f)
{
    static const uint16_t others[] = { 0x03d, 0x0e0, 0x0e1, 0x0ea, 0x2c8,
                                       0x2ea };
    uint8_t kind = take8(f);

    switch (kind & 7) {
    case 0:
        return take_below(f, 0x400);
    case 1:
        return others[take8(f) % G_N_ELEMENTS(others)];
    case 2:
    case 3:
        return 0x20 + take8(f) % 8;
    default:
        return 0x10 + take8(f) % 16;
    }
}

void op_rdi(Fuzz *f)
{
    uint32_t space = take_space(f), count = 1 + take8(f) % 16;

    fuzz_poke(f, NV_PGRAPH_RDI_INDEX, space << 16 | (take32(f) & 0x1ffc));
    while (count--) {
        if (take8(f) & 1) {
            fuzz_poke(f, NV_PGRAPH_RDI_DATA, take_data(f));
        } else {
            fuzz_peek(f, NV_PGRAPH_RDI_DATA);
        }
    }
}

/* An object, an offset, and then waiting and letting go in any order. */
void op_semaphore(Fuzz *f)
{
    static const uint8_t methods[] = { 0x60, 0x64, 0x68, 0x6c, 0x50, 0x6c };
    unsigned subc = take8(f) & 7, count = take8(f) % 6;
    uint32_t data = take8(f) & 3 ? CHANNEL_HANDLE(CHANNEL_DMA_VRAM)
                                 : take_handle(f);

    rig_push(f->rig, 1 << 18 | subc << 13 | 0x60);
    rig_push(f->rig, data);
    rig_push(f->rig, 1 << 18 | subc << 13 | 0x64);
    rig_push(f->rig, take8(f) & 7 ? take8(f) * 4 : take_data(f));
    while (count--) {
        uint8_t method = methods[take8(f) % G_N_ELEMENTS(methods)];

        rig_push(f->rig, 1 << 18 | subc << 13 | method);
        rig_push(f->rig, take8(f) & 7 ? take8(f) & 1 : take_data(f));
    }
    op_recover(f);
}

/* The tessellator's methods as they follow each other, some left out. */
void op_curves(Fuzz *f)
{
    static const uint16_t order[] = {
        0x1de0, 0x1de4, 0x1de8, 0x1dec, 0x1df8, 0x1e00, 0x1e10, 0x1e14,
        0x1e1c, 0x1df0,
    };
    unsigned rounds = 1 + take8(f) % 3;

    if (fuzz_family(f->bound[0]) != FUZZ_KELVIN) {
        return;
    }
    while (rounds--) {
        for (unsigned i = 0; i < G_N_ELEMENTS(order); i++) {
            bool data = order[i] == 0x1e00;

            if (take8(f) & 7) {
                fuzz_method(f, 0, order[i] / 4, data ? 1 + take8(f) % 16 : 1);
            }
        }
        op_recover(f);
    }
}
