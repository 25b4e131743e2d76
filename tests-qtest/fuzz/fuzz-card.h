/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What the card's fuzzer takes from its input: numbers, registers, handles,
 * words as drivers send them, and values that a method of the tables takes.
 */
#ifndef NV_TESTS_FUZZ_CARD_H
#define NV_TESTS_FUZZ_CARD_H

#include "card/card.h"
#include "common/rig.h"
#include "pgraph/fe.h"

#define FUZZ_CHANNELS 2

/* Objects of all classes, and DMA objects: five of a driver, three wild. */
#define OBJECTS 0x12100u
#define OBJECT_SIZE 0x20u
#define MAX_OBJECTS 112
#define DMA_OBJECTS 8

typedef struct Fuzz {
    const uint8_t *at;          /* input */
    size_t left;
    Rig *rig;
    NvPgraph *pg;
    const NvClassTable *bound[NV_SUBCHANNELS];
    uint16_t *places;           /* of registers in BAR0, by where stored */
    GArray *rows[MAX_OBJECTS];  /* rows of each class, by their first offset */
} Fuzz;

/* --- input --- */

static inline uint8_t take8(Fuzz *f)
{
    if (!f->left) {
        return 0;
    }
    f->left--;
    return *f->at++;
}

static inline uint32_t take32(Fuzz *f)
{
    uint32_t v = take8(f);

    v |= take8(f) << 8;
    v |= take8(f) << 16;
    return v | (uint32_t)take8(f) << 24;
}

static inline unsigned take_below(Fuzz *f, unsigned n)
{
    return (take8(f) | take8(f) << 8) % n;
}

/* Where registers are, so that most accesses hit one. */
static inline uint32_t take_register(Fuzz *f)
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
static inline uint32_t take_handle(Fuzz *f)
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
static inline uint32_t take_data(Fuzz *f)
{
    static const uint32_t specials[] = {
        0, 1, 2, 3, 4, 6, 0x7f800000, 0xff800000, 0x7fc00000, 0x3f800000,
        0xbf800000, 0x80000000, 0x7fffffff, 0xffffffff, 0x44000000,
        0x43000000, 0x00010001, 0x0fff0fff, 0x01000000, 0x00ff00ff,
        0x7fff7fff, 0x80008000, 0x00400040, 0x00100000, 0xfffffffc,
    };
    uint8_t kind = take8(f);

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
        return (take8(f) % 96 << 16) | take8(f) % 96;
    case 6:
        return 0x42000000 + (take32(f) & 0x81ffffff);
    case 7:
        return (0x100u << (take8(f) & 7)) * take8(f);
    case 8:
        return (uint32_t)take8(f) << 16 | take8(f);
    default:
        return take32(f);
    }
}

/* Mostly a value that the method takes. */
static inline uint32_t take_value(Fuzz *f, const NvMethod *m)
{
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
        for (unsigned i = 0; i < 6 && !m->valid(f->pg, m, v); i++) {
            v = i < 3 ? take8(f) & 15 : take_data(f);
        }
        return v;
    default:
        return v;
    }
}

#endif
