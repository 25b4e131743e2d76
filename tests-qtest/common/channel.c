/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A ready DMA channel; see channel.h.  Facts: the order and the words are
 * those of open drivers and homebrew for the console.
 */
#include "common/channel.h"

static uint32_t rd(Channel *ch, uint32_t reg)
{
    return ch->ops->read(ch->machine, reg);
}

static void wr(Channel *ch, uint32_t reg, uint32_t value)
{
    ch->ops->write(ch->machine, reg, value);
}

uint32_t channel_ramin_read(Channel *ch, uint32_t addr)
{
    return rd(ch, 0x700000 + addr);
}

void channel_ramin_write(Channel *ch, uint32_t addr, uint32_t value)
{
    wr(ch, 0x700000 + addr, value);
}

/* 512 entries: fold the handle by 9 bits; the channel's number goes on top. */
static uint32_t ramht_slot(uint32_t handle, unsigned chid)
{
    uint32_t hash = chid << 5;

    for (; handle; handle >>= 9) {
        hash ^= handle & 511;
    }
    return hash & 511;
}

void channel_ramht(Channel *ch, unsigned chid, uint32_t handle,
                   uint32_t instance, unsigned engine)
{
    uint32_t slot = ramht_slot(handle, chid);
    uint32_t used = ch->curie ? UINT32_MAX : 0x80000000u;
    uint32_t word = ch->curie ? chid << 23 | engine << 20
                              : 0x80000000u | chid << 24 | engine << 16;

    for (unsigned i = 0; i < 512 &&
         channel_ramin_read(ch, CHANNEL_RAMHT + slot * 8 + 4) & used; i++) {
        slot = (slot + 1) & 511;
    }
    channel_ramin_write(ch, CHANNEL_RAMHT + slot * 8, handle);
    channel_ramin_write(ch, CHANNEL_RAMHT + slot * 8 + 4,
                        word | instance >> 4);
}

/* What an entry of RAMFC starts with; the rest is 0. */
typedef struct Start {
    uint8_t at;
    uint32_t word;
} Start;

#define FETCH 0x00086078u

static const Start start_old[] = {
    { 0x00, CHANNEL_PUSH_BASE }, { 0x04, CHANNEL_PUSH_BASE },
    { 0x0c, CHANNEL_DMA_PUSH >> 4 }, { 0x14, FETCH },
};
/* Two words elsewhere, two more, and an image for FE's state. */
static const Start start_curie[] = {
    { 0x00, CHANNEL_PUSH_BASE }, { 0x04, CHANNEL_PUSH_BASE },
    { 0x0c, CHANNEL_DMA_PUSH >> 4 }, { 0x18, 0x30000000 | FETCH },
    { 0x38, CHANNEL_IMAGES >> 4 }, { 0x3c, 0x0001ffff },
};

void channel_ramfc(Channel *ch, unsigned chid)
{
    const Start *start = ch->curie ? start_curie : start_old;
    unsigned n = ch->curie ? G_N_ELEMENTS(start_curie)
                           : G_N_ELEMENTS(start_old);
    uint32_t entry = ch->curie ? CHANNEL_RAMFC_CURIE + chid * 128
                               : CHANNEL_RAMFC + chid * 64;

    for (unsigned i = 0; i < n; i++) {
        uint32_t image = start[i].at == 0x38 ? chid * CHANNEL_IMAGE_SIZE : 0;

        channel_ramin_write(ch, entry + start[i].at,
                            start[i].word + (image >> 4));
    }
}

/* A linear DMA object: class and target flags, byte address, length. */
static void dma_object(Channel *ch, uint32_t at, uint32_t flags, uint32_t addr,
                       uint32_t len)
{
    channel_ramin_write(ch, at, flags | 0x3000 | (addr & 0xfff) << 20);
    channel_ramin_write(ch, at + 4, len - 1);
    channel_ramin_write(ch, at + 8, (addr & ~0xfffu) | 3);
    channel_ramin_write(ch, at + 12, (addr & ~0xfffu) | 3);
    channel_ramht(ch, 0, CHANNEL_HANDLE(at), at, 0);
}

#define TARGET_PCI 0x20000

static void instance_memory(Channel *ch, uint16_t class)
{
    uint32_t vram = ch->vram_size - (1u << 20);

    dma_object(ch, CHANNEL_DMA_PUSH, 0x02 | TARGET_PCI, 0, CHANNEL_RAM_SIZE);
    dma_object(ch, CHANNEL_DMA_RAM, 0x3d | TARGET_PCI, 0, CHANNEL_RAM_SIZE);
    dma_object(ch, CHANNEL_DMA_VRAM, 0x3d, 0, vram);
    dma_object(ch, CHANNEL_DMA_NOTIFY, 0x3d | TARGET_PCI, CHANNEL_NOTIFY,
               256);
    dma_object(ch, CHANNEL_DMA_FENCE, 0x3d | TARGET_PCI, CHANNEL_FENCE,
               4096);
    channel_ramin_write(ch, CHANNEL_OBJ_3D, class);
    for (unsigned i = 4; i < 16; i += 4) {
        channel_ramin_write(ch, CHANNEL_OBJ_3D + i, 0);
    }
    channel_ramht(ch, 0, CHANNEL_HANDLE(CHANNEL_OBJ_3D), CHANNEL_OBJ_3D, 1);
    channel_ramfc(ch, 0);
}

/* DMA methods from 0x19c on came with Kelvin's classes. */
bool channel_is_celsius(uint16_t class)
{
    return class == 0x56 || class == 0x96 || class == 0x98 || class == 0x99;
}

bool channel_open(Channel *ch, uint16_t class)
{
    static const struct {
        uint16_t mthd;
        uint32_t instance;
    } binds[] = {
        { 0x180, CHANNEL_DMA_NOTIFY }, { 0x184, CHANNEL_DMA_VRAM },
        { 0x188, CHANNEL_DMA_RAM }, { 0x194, CHANNEL_DMA_VRAM },
        { 0x198, CHANNEL_DMA_VRAM }, { 0x19c, CHANNEL_DMA_VRAM },
        { 0x1a0, CHANNEL_DMA_RAM }, { 0x1a4, CHANNEL_DMA_FENCE },
        { 0x1a8, CHANNEL_DMA_NOTIFY },
    };

    /* PMC.ID tells NV40, which has its RAMFC elsewhere, from those before. */
    ch->celsius = channel_is_celsius(class);
    ch->curie = (rd(ch, 0x000000) >> 20 & 0xff) >= 0x40;
    wr(ch, 0x000140, 1);
    instance_memory(ch, class);
    wr(ch, ch->curie ? 0x40013c : 0x400140, 0xffffffff);
    wr(ch, 0x40008c, 0xf3de0479);
    wr(ch, 0x400144, 0x10010000);
    wr(ch, 0x400148, 0);
    wr(ch, 0x400720, 1);
    wr(ch, 0x002210, 0x03000100);
    if (ch->curie) {
        wr(ch, 0x002220, 0x00030000 | CHANNEL_RAMFC_CURIE >> 16);
    } else {
        wr(ch, 0x002214, 0x00010000 | CHANNEL_RAMFC >> 8);
    }
    wr(ch, 0x002140, 0xffffffff);
    wr(ch, 0x003204, 31);
    wr(ch, 0x002504, 1);
    wr(ch, 0x003220, 1);
    wr(ch, 0x003250, 1);
    wr(ch, 0x003200, 1);
    wr(ch, 0x002500, 1);
    ch->put = CHANNEL_PUSH_BASE;

    channel_method(ch, 0, CHANNEL_HANDLE(CHANNEL_OBJ_3D));
    for (unsigned i = 0; i < G_N_ELEMENTS(binds); i++) {
        if (binds[i].mthd >= 0x19c && ch->celsius) {
            break;
        }
        channel_method(ch, binds[i].mthd, CHANNEL_HANDLE(binds[i].instance));
    }
    return channel_kick(ch);
}

static void put_word(Channel *ch, uint32_t word)
{
    ch->ops->ram_write(ch->machine, ch->put, word);
    ch->put += 4;
}

/* Room for @words in a row: a jump in the middle of a packet is data. */
static void reserve(Channel *ch, unsigned words)
{
    uint32_t end = CHANNEL_PUSH_BASE + CHANNEL_PUSH_SIZE;

    /* The jump itself stands behind them. */
    if (ch->put + 4 * (words + 1) > end) {
        channel_kick(ch);
        put_word(ch, CHANNEL_PUSH_BASE | 0x20000000);
        ch->put = CHANNEL_PUSH_BASE;
    }
}

void channel_push(Channel *ch, uint32_t word)
{
    reserve(ch, 1);
    put_word(ch, word);
}

void channel_methods(Channel *ch, uint32_t mthd, const uint32_t *data,
                     unsigned count)
{
    reserve(ch, count + 1);
    put_word(ch, count << 18 | mthd);
    for (unsigned i = 0; i < count; i++) {
        put_word(ch, data[i]);
    }
}

void channel_method(Channel *ch, uint32_t mthd, uint32_t data)
{
    channel_methods(ch, mthd, &data, 1);
}

bool channel_kick(Channel *ch)
{
    wr(ch, 0x800040, ch->put);
    ch->ops->settle(ch->machine);
    return rd(ch, 0x800044) == ch->put;
}

uint32_t channel_take_error(Channel *ch, uint32_t *nsource)
{
    uint32_t intr = rd(ch, 0x400100);

    if (nsource) {
        *nsource = rd(ch, 0x400108);
    }
    wr(ch, 0x400100, intr);
    wr(ch, 0x400720, 1);
    return intr;
}

#define F(x) ((union { float f; uint32_t u; }){ .f = (x) }.u)

static void celsius_matrix(Channel *ch)
{
    for (unsigned i = 0; i < 16; i++) {
        channel_method(ch, 0x500 + 4 * i, i % 5 ? 0 : F(1));
    }
}

/* Whose a word of state is. */
enum { KELVIN = 1, CELSIUS = 2, BOTH = 3, CURIE = 4, ALL = 7 };

uint32_t channel_surface(Channel *ch, unsigned width, unsigned height)
{
    const uint32_t pitch = (width * 4 + 63) & ~63u;
    const struct {
        uint16_t mthd;
        uint8_t of;
        uint32_t data;
    } setup[] = {
        { 0x200, ALL, width << 16 }, { 0x204, ALL, height << 16 },
        { 0x208, KELVIN, 0x128 },       /* A8R8G8B8, Z24S8, linear */
        { 0x208, CELSIUS, 0x108 },      /* A8R8G8B8, linear */
        { 0x20c, BOTH, pitch << 16 | pitch },
        { 0x208, CURIE, 0x148 }, { 0x20c, CURIE, pitch },
        { 0x22c, CURIE, pitch }, { 0x220, CURIE, 1 },
        { 0x210, ALL, 0 }, { 0x214, ALL, pitch * height },
        { 0x290, BOTH, 0x00100001 },    /* perspective, stencil writes */
        { 0x2b4, CELSIUS, 0 },
        { 0x2c0, KELVIN, 0x0fff0000 }, { 0x2e0, KELVIN, 0x0fff0000 },
        { 0x2c0, CELSIUS, 0x07ff0800 }, { 0x2e0, CELSIUS, 0x07ff0800 },
        { 0x358, BOTH, 0x01010101 }, { 0x35c, BOTH, 1 },
        { 0x37c, BOTH, 0x1d01 },
        { 0x38c, CELSIUS, 0x1b02 }, { 0x390, CELSIUS, 0x1b02 },
        { 0x394, BOTH, F(0) }, { 0x398, BOTH, F(16777215) },
        { 0x288, BOTH, 0x00000004 }, { 0x28c, BOTH, 0x00001480 },   /* v0 */
        { 0xa60, KELVIN, 0 }, { 0x1e60, KELVIN, 0x00000001 },
        /* Celsius' window begins at -2048, and its viewport (drivers). */
        { 0x6e8, CELSIUS, F(-2048) }, { 0x6ec, CELSIUS, F(-2048) },
        { 0x6f0, CELSIUS, 0 }, { 0x6f4, CELSIUS, 0 },
        /* Curie: programs leave places in the window (its X driver). */
        { 0x2b8, CURIE, 0 }, { 0x2bc, CURIE, 0 },
        { 0x2c0, CURIE, 0x0fff0000 }, { 0x2c4, CURIE, 0x0fff0000 },
        { 0x8c0, CURIE, 0x10000000 }, { 0x8c4, CURIE, 0x10000000 },
        { 0x1d88, CURIE, 0x1000 | height },
        { 0xa00, CURIE, width << 16 }, { 0xa04, CURIE, height << 16 },
        { 0xa20, CURIE, 0 }, { 0xa24, CURIE, 0 }, { 0xa28, CURIE, 0 },
        { 0xa2c, CURIE, 0 }, { 0xa30, CURIE, F(1) }, { 0xa34, CURIE, F(1) },
        { 0xa38, CURIE, F(1) }, { 0xa3c, CURIE, 0 },
        { 0x394, CURIE, 0 }, { 0x398, CURIE, F(1) },
        { 0x368, CURIE, 0x1d01 }, { 0x1828, CURIE, 0x1b02 },
        { 0x182c, CURIE, 0x1b02 }, { 0x183c, CURIE, 0 },
        { 0x324, CURIE, 0x01010101 }, { 0x1d78, CURIE, 1 },
        { 0xa70, CURIE, 0 }, { 0xa74, CURIE, 0 }, { 0x328, CURIE, 0 },
        { 0x304, CURIE, 0 }, { 0x310, CURIE, 0 }, { 0x374, CURIE, 0 },
        { 0x300, CURIE, 0 }, { 0x1450, CURIE, 4 },
        /* Which output goes where: as all its drivers have it. */
        { 0x1fc4, CURIE, 0x06144321 }, { 0x1fc8, CURIE, 0xedcba987 },
        { 0x1fcc, CURIE, 0x6f }, { 0x1fd0, CURIE, 0x00171615 },
        { 0x1fd4, CURIE, 0x001b1a19 },
    };
    unsigned which = ch->curie ? CURIE : ch->celsius ? CELSIUS : KELVIN;

    for (unsigned i = 0; i < G_N_ELEMENTS(setup); i++) {
        if (setup[i].of & which) {
            channel_method(ch, setup[i].mthd, setup[i].data);
        }
    }
    if (ch->celsius) {
        celsius_matrix(ch);
    }
    ch->pitch = pitch;
    return channel_kick(ch) ? pitch : 0;
}

uint32_t channel_pixel(Channel *ch, unsigned x, unsigned y)
{
    return ch->ops->vram_read(ch->machine, y * ch->pitch + x * 4);
}

/* MOV o[out], v[attr], as a 92-bit word: bits 31..0 first. */
static void mov(uint32_t *w, unsigned out, unsigned attr, bool end)
{
    w[0] = 0xfu << 12 | 1u << 11 | out << 3 | end;
    w[1] = 2u << 26;
    w[2] = 1u << 21 | attr << 9 | 0x1b;
}

/* Programs of both kinds; the second lies in VRAM. */
static void curie_programs(Channel *ch)
{
    /* MOV o[HPOS], v[0]; MOV o[COL0], v[3] END: bits 127..96 first. */
    static const uint32_t vertex[2][4] = {
        { 0x401f8000, 0x0040000d, 0x81000000, 0x0001ff80 },
        { 0x401f8000, 0x0040030d, 0x81000000, 0x0001ff85 },
    };
    static const uint32_t fragment[4] = {       /* MOV H0, COL0 END */
        0x01403e81, 0x1c9dc801, 0x0001c800, 0x3fe1c800,
    };

    channel_method(ch, 0x1e9c, 0);
    channel_methods(ch, 0xb80, vertex[0], 4);
    channel_methods(ch, 0xb80, vertex[1], 4);
    for (unsigned i = 0; i < 4; i++) {
        ch->ops->vram_write(ch->machine, CHANNEL_FRAGMENT + 4 * i,
                            fragment[i]);
    }
    channel_method(ch, 0x8e4, CHANNEL_FRAGMENT | 1);
    channel_method(ch, 0x1d60, 0x02000400);
    channel_method(ch, 0x1ea0, 0);
    channel_method(ch, 0x1ff0, 0xffff);
    channel_method(ch, 0x1ff4, 0x3fffff);
    channel_method(ch, 0x1e94, 0x11);
}

bool channel_passthrough_program(Channel *ch)
{
    static const struct { uint8_t out, attr; } moves[] = {
        { 0, 0 }, { 3, 3 }, { 9, 9 },
    };

    if (ch->celsius) {
        return true;
    }
    if (ch->curie) {
        curie_programs(ch);
        return channel_kick(ch);
    }
    channel_method(ch, 0x1e9c, 0);
    for (unsigned i = 0; i < G_N_ELEMENTS(moves); i++) {
        uint32_t w[3];

        mov(w, moves[i].out, moves[i].attr, i + 1 == G_N_ELEMENTS(moves));
        channel_methods(ch, 0xb00, (uint32_t[]) { 0, w[2], w[1], w[0] }, 4);
    }
    channel_method(ch, 0x1ea0, 0);
    channel_method(ch, 0x1e94, 6);
    return channel_kick(ch);
}

/* Where the methods are. */
typedef struct DrawMethods {
    uint16_t color, begin, vertex;      /* bytes r g b a; primitive; xyz */
} DrawMethods;

static const DrawMethods *draw_methods(const Channel *ch)
{
    static const DrawMethods celsius = { 0xc6c, 0xdfc, 0xc00 };
    static const DrawMethods kelvin = { 0x194c, 0x17fc, 0x1500 };
    static const DrawMethods curie = { 0x194c, 0x1808, 0x1500 };

    return ch->curie ? &curie : ch->celsius ? &celsius : &kelvin;
}

void channel_begin(Channel *ch, unsigned primitive, uint32_t argb)
{
    uint32_t abgr = (argb & 0xff00ff00) | (argb & 0xff) << 16 |
                    (argb >> 16 & 0xff);

    channel_method(ch, draw_methods(ch)->color, abgr);
    channel_method(ch, draw_methods(ch)->begin, primitive);
}

void channel_vertex(Channel *ch, float x, float y)
{
    channel_methods(ch, draw_methods(ch)->vertex,
                    (uint32_t[]) { F(x), F(y), F(0) }, 3);
}

void channel_end(Channel *ch)
{
    channel_method(ch, draw_methods(ch)->begin, 0);
}

void channel_draw(Channel *ch, unsigned primitive, const float (*xy)[2],
                  unsigned count, uint32_t argb)
{
    channel_begin(ch, primitive, argb);
    for (unsigned i = 0; i < count; i++) {
        channel_vertex(ch, xy[i][0], xy[i][1]);
    }
    channel_end(ch);
}
