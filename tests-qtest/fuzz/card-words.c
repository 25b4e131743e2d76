/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Registers, handles and words as drivers send them; see card.h. */
#include "fuzz/card.h"

/* Where registers are, so that most accesses hit one. */
uint32_t take_register(Fuzz *f)
{
    static const struct { uint32_t start, size; } areas[] = {
        { 0x000000, 0x1000 }, { 0x001000, 0x1000 }, { 0x002000, 0x2000 },
        { 0x003200, 0x100 }, { 0x009000, 0x500 }, { 0x0c0000, 0x1000 },
        { 0x100000, 0x1000 }, { 0x300000, 0x1000 }, { 0x400000, 0x1000 },
        { 0x400700, 0x100 }, { 0x400e00, 0x200 }, { 0x401000, 0x800 },
        { 0x401800, 0x800 }, { 0x600000, 0x4000 }, { 0x601300, 0x100 },
        { 0x680000, 0x4000 }, { 0x710000, 0x3000 }, { 0x800000, 0x100 },
        { 0x400080, 0x20 }, { 0x000000, 0x1000000 },
    };
    unsigned i = take8(f) % G_N_ELEMENTS(areas);

    return areas[i].start + take32(f) % areas[i].size;
}

/* Of DMA objects mostly, else of any object. */
uint32_t take_handle(Fuzz *f)
{
    uint8_t kind = take8(f);

    if (kind & 7) {
        return CHANNEL_HANDLE(CHANNEL_DMA_PUSH) + (kind >> 1) % DMA_OBJECTS;
    }
    kind = take8(f);
    return CHANNEL_HANDLE(OBJECTS) +
           (kind & 1 ? kind : kind % f->pg->nclasses * 2);
}

/* A word as drivers send them: enums, small numbers, floats, or anything. */
uint32_t take_data(Fuzz *f)
{
    static const uint32_t specials[] = {
        0, 1, 2, 3, 4, 6, 0x7f800000, 0xff800000, 0x7fc00000, 0x3f800000,
        0xbf800000, 0x80000000, 0x7fffffff, 0xffffffff, 0x44000000,
        0x43000000, 0x00010001, 0x0fff0fff, 0x01000000, 0x00ff00ff,
        0x7fff7fff, 0x80008000, 0x00400040, 0x00100000, 0xfffffffc,
    };
    uint8_t kind = take8(f);
    uint32_t v;

    switch (kind % 10) {
    case 0:
        return specials[take8(f) % G_N_ELEMENTS(specials)];
    case 1:
        return 0x200 + (take8(f) & 7);
    case 2:
        return take8(f);
    case 3:
        return take_handle(f);
    case 4:
    case 5:
        return take_pair(f, 96, 96, 16);
    case 6:
        return 0x42000000 + (take32(f) & 0x81ffffff);
    case 7:
        v = take8(f);
        return 0x100u * v << (take8(f) & 7);
    case 8:
        return take_pair(f, 256, 256, 16);
    default:
        return take32(f);
    }
}

/* What the method took last with a field changed, until it is taken. */
static uint32_t take_valid(Fuzz *f, const NvMethod *m, uint32_t last)
{
    for (unsigned i = 0; i < 16; i++) {
        uint32_t v = i % 4 == 3 ? take_data(f) : take8(f) & 0x1fu;

        if (i % 4 != 3) {
            v = last ^ v << take8(f) % 32;
        }

        if (m->valid(f->pg, m, v)) {
            return v;
        }
    }
    return last;
}

uint32_t take_value(Fuzz *f, const NvMethod *m, unsigned at)
{
    uint32_t *last = &f->taken[at % G_N_ELEMENTS(f->taken)];
    uint32_t v = take_data(f);

    if (m->offset >= 0x180 && m->offset < 0x200) {
        return take8(f) & 31 ? take_handle(f) : v;
    }
    if (!(take8(f) & 31)) {
        return v;
    }
    switch ((NvCheck)m->check) {
    case NV_CHECK_BITS:
    case NV_WARN_BITS:
        return v & m->arg;
    case NV_CHECK_BELOW:
    case NV_WARN_BELOW:
    case NV_WARN_RANGE:
        return m->arg ? v % m->arg : v;
    case NV_CHECK_ENUM:
    case NV_WARN_ENUM:
        return m->map->pair[v % m->map->count].in;
    case NV_CHECK_FUNC:
    case NV_WARN_FUNC:
        return *last = take_valid(f, m, *last);
    default:
        return v;
    }
}
