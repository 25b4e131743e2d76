/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The 2D engine's surfaces, and its classes as drivers use them. */
#include "fuzz/card.h"

static uint32_t take_small(Fuzz *f, uint32_t usual)
{
    return take8(f) & 31 ? usual : take32(f);
}

static uint32_t take_steps(Fuzz *f, unsigned shift)
{
    uint32_t usual = take8(f) << shift;

    return take_small(f, usual);
}

void op_surfaces(Fuzz *f)
{
    static const uint8_t formats[] = { 1, 2, 3, 5, 6, 7, 9, 10, 11, 12, 13 };
    uint32_t format = formats[take8(f) % G_N_ELEMENTS(formats)];

    for (unsigned i = 0; i < 6; i++) {
        fuzz_poke(f, NV_PGRAPH_SURF_OFFSET + 4 * i,
                  take_steps(f, 6));
        fuzz_poke(f, NV_PGRAPH_SURF_BASE + 4 * i,
                  take_steps(f, 12));
        fuzz_poke(f, NV_PGRAPH_SURF_LIMIT + 4 * i, take_small(f, 0xfffff));
        if (i < 5) {
            fuzz_poke(f, NV_PGRAPH_SURF_PITCH + 4 * i,
                      64 + take_steps(f, 2));
        }
    }
    fuzz_poke(f, NV_PGRAPH_SURF_SWIZZLE + 4, take_small(f, 0x05060000));
    fuzz_poke(f, NV_PGRAPH_SURF_FORMAT, take_small(f, format * 0x111111));
    fuzz_poke(f, NV_PGRAPH_CTX_VALID, take_small(f, 0xffffffff));
    for (unsigned i = 0; i < 4; i++) {
        fuzz_poke(f, NV_PGRAPH_UCLIP + 4 * i, take_small(f, i < 2 ? 0 : 64));
        fuzz_poke(f, NV_PGRAPH_OCLIP + 4 * i, take_small(f, i < 2 ? 0 : 64));
    }
    fuzz_poke(f, NV_PGRAPH_NSOURCE, 0);
    fuzz_poke(f, NV_PGRAPH_ROP, take8(f));
}

/* --- classes --- */

/* What a word of a class is. */
typedef enum Kind {
    SIZE, PLACE, STEP, PITCH, OFFSET, DMA, FORMAT, COLOR
} Kind;

/* In the order a driver sends them; the last one starts. */
typedef struct Word {
    uint16_t mthd;
    uint8_t kind;
} Word;

static const Word scaled[] = {
    { 0x184, DMA }, { 0x2fc, FORMAT }, { 0x300, FORMAT }, { 0x304, FORMAT },
    { 0x308, PLACE }, { 0x30c, SIZE }, { 0x310, PLACE }, { 0x314, SIZE },
    { 0x318, STEP }, { 0x31c, STEP }, { 0x400, SIZE }, { 0x404, PITCH },
    { 0x408, OFFSET }, { 0x40c, PLACE }, { 0 }
};
static const Word from_cpu[] = {
    { 0x2fc, FORMAT }, { 0x300, FORMAT }, { 0x304, PLACE }, { 0x308, SIZE },
    { 0x30c, SIZE }, { 0x400, COLOR }, { 0x404, COLOR }, { 0x408, COLOR },
    { 0x40c, COLOR }, { 0 }
};
static const Word blit[] = {
    { 0x2fc, FORMAT }, { 0x300, PLACE }, { 0x304, PLACE }, { 0x308, SIZE },
    { 0 }
};
static const Word rectangle[] = {
    { 0x2fc, FORMAT }, { 0x300, FORMAT }, { 0x304, COLOR }, { 0x400, PLACE },
    { 0x404, SIZE }, { 0x408, PLACE }, { 0x40c, SIZE }, { 0 }
};
static const Word copy[] = {
    { 0x184, DMA }, { 0x188, DMA }, { 0x30c, OFFSET }, { 0x310, OFFSET },
    { 0x314, OFFSET }, { 0x318, OFFSET }, { 0x31c, STEP }, { 0x320, STEP },
    { 0x324, FORMAT }, { 0x328, FORMAT }, { 0 }
};

static const struct {
    uint8_t class;
    const Word *words;
} classes[] = {
    { 0x37, scaled }, { 0x63, scaled }, { 0x77, scaled }, { 0x89, scaled },
    { 0x61, from_cpu }, { 0x65, from_cpu }, { 0x8a, from_cpu },
    { 0x36, from_cpu }, { 0x76, from_cpu }, { 0x66, from_cpu },
    { 0x1f, blit }, { 0x5f, blit }, { 0x9f, blit }, { 0x9e, blit },
    { 0x1e, rectangle }, { 0x5e, rectangle }, { 0x4a, rectangle },
    { 0x4b, rectangle }, { 0x39, copy },
};

static uint32_t take_word(Fuzz *f, Kind kind)
{
    switch (kind) {
    case SIZE:
        return take_pair(f, 64, 64, 15) * 2 + 0x10002;
    case PLACE:
        return take_pair(f, 64, 64, 16);
    case STEP:
        return take8(f) & 7 ? 0x8000u * (1 + take8(f) % 6) : take32(f);
    case PITCH:
        return 0x10040 + take_pair(f, 2, 2, 8) * 0x10000 + take8(f) * 4;
    case OFFSET:
        return take8(f) * 64u;
    case DMA:
        return CHANNEL_HANDLE(take8(f) & 1 ? CHANNEL_DMA_VRAM
                                           : CHANNEL_DMA_RAM);
    case FORMAT:
        return 1 + take8(f) % 12;
    default:
        return take32(f);
    }
}

/* Class @class on subchannel @subc, with or without an odd option. */
static bool bind(Fuzz *f, unsigned subc, uint8_t class)
{
    for (unsigned i = 0; i < f->pg->nclasses; i++) {
        uint32_t at = OBJECTS + i * OBJECT_SIZE;

        if (f->pg->classes[i].class != class) {
            continue;
        }
        if (take8(f) & 1) {
            rig_ramin_write(f->rig, at, class | (take32(f) & 0x3f000));
        }
        rig_push(f->rig, 1 << 18 | subc << 13);
        rig_push(f->rig, CHANNEL_HANDLE(OBJECTS) + i * (OBJECT_SIZE >> 4));
        f->bound[subc] = &f->pg->classes[i];
        return true;
    }
    return false;
}

static void words(Fuzz *f, unsigned subc, const Word *w)
{
    for (; w->mthd; w++) {
        uint32_t v = take8(f) & 31 ? take_word(f, w->kind) : take_data(f);

        rig_push(f->rig, 1 << 18 | subc << 13 | w->mthd);
        rig_push(f->rig, v);
    }
}

void op_twod(Fuzz *f)
{
    unsigned subc = 1 + take8(f) % 7, i = take8(f) % G_N_ELEMENTS(classes);
    unsigned rounds = 1 + take8(f) % 3;

    if (take8(f) & 1) {
        op_surfaces(f);
    }
    if (!bind(f, subc, classes[i].class)) {
        return;
    }
    while (rounds--) {
        words(f, subc, classes[i].words);
        if (take8(f) & 1) {
            op_recover(f);
        }
    }
}
