/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A card at work, for tests of saved state: a push buffer that draws, copies,
 * uploads and reports in two channels, and named places in it to stop at.
 *
 * What it draws is flat and lies on whole pixels, so that its bytes do not
 * follow from how colours are interpolated or edges rounded.  ORDER: states in
 * tests-qtest/data/saved were made by this; a new kind of work is a new world.
 */
#ifndef TEST_SAVED_WORLD_H
#define TEST_SAVED_WORLD_H

#include "card/card.h"
#include "chip/chips.h"
#include "common/rankine.h"
#include "pgraph/fe.h"

#define WORLD_VRAM (4u << 20)
#define WORLD_SIZE 64           /* pixels of the surface, each way */
#define WORLD_PITCH 256
#define WORLD_COPY_FROM 0x60000u        /* guest memory */
#define WORLD_COPY_TO 0x180000u         /* VRAM */
/* Two million bytes, every other of the source: in parts; lines overlap. */
#define WORLD_COPY_LINES 2000u
#define WORLD_COPY_BYTES 1000u
#define WORLD_UPLOAD 0x120000u          /* VRAM, a second surface for 2D */
#define WORLD_RUNS 100000

/* Instance memory behind the 3D object. */
enum {
    WORLD_SURF2D = 0x12200, WORLD_GDI = 0x12210, WORLD_IFC = 0x12220,
    WORLD_M2MF = 0x12230,
};

/* Subchannels. */
enum { SUB_3D, SUB_SURF2D, SUB_GDI, SUB_IFC, SUB_M2MF };

typedef enum WorldStop {
    STOP_BEGIN,         /* between BEGIN and END, in the middle of a vertex */
    STOP_COPY,          /* a copy has begun */
    STOP_UPLOAD,        /* some words of an image from the CPU are there */
    STOP_PROGRAM,       /* half a vertex program was sent, or a matrix */
    STOP_CHANNELS,      /* the second channel runs, the first is in BEGIN */
    STOP_DONE,          /* nothing left to do; registers hold anything */
    WORLD_STOPS
} WorldStop;

static const char *const world_stop_names[WORLD_STOPS] = {
    "begin", "copy", "upload", "program", "channels", "done",
};

/* How the 3D classes of a family draw. */
typedef struct WorldFamily {
    uint16_t class;
    uint16_t begin, vertex, words;      /* methods, and words of a vertex */
    uint16_t color;                     /* four floats; 0: a constant's */
} WorldFamily;

typedef struct World {
    Rig *rig;
    const WorldFamily *family;
    uint32_t mark[WORLD_STOPS];         /* push addresses */
    uint32_t first_end, second_end;     /* of each channel's words */
} World;

static inline const WorldFamily *world_family(const NvChip *chip)
{
    static const WorldFamily families[] = {
        { 0x56, 0xdfc, 0xc00, 3, 0 },
        { 0x97, 0x17fc, 0x1a00, 4, 0x1a30 },
        { 0x397, 0x1808, 0x1c00, 4, 0x1c30 },
        { 0x497, 0x1808, 0x1c00, 4, 0x1c30 },
        { 0x697, 0x1808, 0x1c00, 4, 0x1c30 },
        { 0x4097, 0x1808, 0x1c00, 4, 0x1c30 },
    };
    const WorldFamily *best = NULL;
    bool kelvin = nv_chip_generation(chip) == NV_KELVIN;

    for (const uint16_t *c = chip->classes; *c; c++) {
        for (unsigned i = 0; i < G_N_ELEMENTS(families); i++) {
            /* The newest class that is the chip's own. */
            if (*c == families[i].class &&
                !(kelvin && families[i].class == 0x56)) {
                best = &families[i];
            }
        }
    }
    g_assert_nonnull(best);
    return best;
}

/* Curie's 2D classes are others; of those here it has the copy. */
static inline void world_send(World *w, unsigned sub, uint32_t mthd,
                              uint32_t data)
{
    if (sub == SUB_M2MF || !w->rig->channel.curie) {
        rig_method(w->rig, sub << 13 | mthd, data);
    }
}

static inline uint32_t world_float(float v)
{
    uint32_t word;

    memcpy(&word, &v, 4);
    return word;
}

static inline void world_open_celsius(Rig *rig)
{
    static const struct { uint16_t mthd; uint32_t data; } words[] = {
        { 0x208, 0x108 }, { 0x20c, 256 << 16 | 256 }, { 0x210, 0 },
        { 0x214, 0x10000 }, { 0x200, 64 << 16 }, { 0x204, 64 << 16 },
        { 0x2b4, 0 }, { 0x2c0, 0x07ff0800 }, { 0x2e0, 0x07ff0800 },
        { 0x290, 0x00100001 }, { 0x358, 0x01010101 }, { 0x344, 1 },
        { 0x348, 0x303 }, { 0x350, 0x8006 }, { 0x37c, 0x1d01 },
        { 0x38c, 0x1b02 }, { 0x390, 0x1b02 }, { 0x394, 0 },
        { 0x398, 0x4b7fffff }, { 0x3e8, 4 }, { 0x270, 0xff204060 },
        { 0x260, 0x11300000 }, { 0x268, 0x01200000 }, { 0x278, 0xc00 },
        { 0x280, 0xc00 }, { 0x284, 0x10000000 }, { 0x288, 0xc },
        { 0x28c, 0x1c80 },
    };

    for (unsigned i = 0; i < G_N_ELEMENTS(words); i++) {
        rig_method(rig, words[i].mthd, words[i].data);
    }
    for (unsigned i = 0; i < 16; i++) {
        rig_method(rig, 0x500 + 4 * i, i % 5 ? 0 : 0x3f800000);
    }
    for (unsigned i = 0; i < 4; i++) {
        rig_method(rig, 0x6e8 + 4 * i, i < 2 ? world_float(-2048) : 0);
    }
}

static inline void world_open_3d(World *w)
{
    Rankine r = { .rig = w->rig, .class = w->family->class,
                  .curie = w->family->class == 0x4097 };

    if (w->family->class == 0x56) {
        world_open_celsius(w->rig);
    } else if (w->family->class == 0x97) {
        rig_surface(w->rig, WORLD_SIZE, WORLD_SIZE);
        rig_passthrough_program(w->rig);
    } else {
        rankine_init(&r);
        rankine_surface(&r);
        rankine_viewport(&r);
        rankine_fragment_program(&r, rankine_fp_color, 4);
        rankine_vertex_program(&r, "MUL R0, v[0], c[0]\n"
                               "ADD o[HPOS], R0, c[1]\n"
                               "MOV o[COL0], v[3] END");
        rankine_constant(&r, 0, 1 / 32.0f, -1 / 32.0f, 1, 0);
        rankine_constant(&r, 1, -1, 1, 0, 1);
    }
}

/* --- 2D and copies --- */

static inline void world_object(World *w, uint32_t at, uint16_t class)
{
    rig_ramin_write(w->rig, at, class);
    for (unsigned i = 4; i < 16; i += 4) {
        rig_ramin_write(w->rig, at + i, 0);
    }
    for (unsigned chid = 0; chid < 2; chid++) {
        channel_ramht(&w->rig->channel, chid, CHANNEL_HANDLE(at), at, 1);
    }
}

static inline void world_open_2d(World *w)
{
    const uint32_t vram = CHANNEL_HANDLE(CHANNEL_DMA_VRAM);
    const uint32_t ram = CHANNEL_HANDLE(CHANNEL_DMA_RAM);
    const struct { uint8_t sub; uint16_t mthd; uint32_t data; } words[] = {
        { SUB_SURF2D, 0, CHANNEL_HANDLE(WORLD_SURF2D) },
        { SUB_SURF2D, 0x184, vram }, { SUB_SURF2D, 0x188, vram },
        { SUB_SURF2D, 0x300, 0xa }, { SUB_SURF2D, 0x304, 256 << 16 | 256 },
        { SUB_SURF2D, 0x308, WORLD_UPLOAD },
        { SUB_SURF2D, 0x30c, WORLD_UPLOAD },
        { SUB_GDI, 0, CHANNEL_HANDLE(WORLD_GDI) },
        { SUB_GDI, 0x198, CHANNEL_HANDLE(WORLD_SURF2D) },
        { SUB_GDI, 0x304, 1 }, { SUB_GDI, 0x300, 3 }, { SUB_GDI, 0x2fc, 3 },
        { SUB_IFC, 0, CHANNEL_HANDLE(WORLD_IFC) },
        { SUB_IFC, 0x19c, CHANNEL_HANDLE(WORLD_SURF2D) },
        { SUB_IFC, 0x2fc, 3 }, { SUB_IFC, 0x300, 4 },
        { SUB_M2MF, 0, CHANNEL_HANDLE(WORLD_M2MF) },
        { SUB_M2MF, 0x180, CHANNEL_HANDLE(CHANNEL_DMA_NOTIFY) },
        { SUB_M2MF, 0x184, ram }, { SUB_M2MF, 0x188, vram },
    };

    for (unsigned i = 0; i < G_N_ELEMENTS(words); i++) {
        world_send(w, words[i].sub, words[i].mthd, words[i].data);
    }
}

static inline void world_fill(World *w, int x, int y, uint32_t color)
{
    world_send(w, SUB_GDI, 0x3fc, color);
    world_send(w, SUB_GDI, 0x400, x << 16 | y);
    world_send(w, SUB_GDI, 0x404, 20 << 16 | 12);
}

static inline void world_copy(World *w, uint32_t to)
{
    const uint32_t words[] = {
        WORLD_COPY_FROM, to, 16, 64, WORLD_COPY_BYTES, WORLD_COPY_LINES,
        0x102, 0,
    };

    world_send(w, SUB_M2MF, 0x104, 0);
    for (unsigned i = 0; i < G_N_ELEMENTS(words); i++) {
        world_send(w, SUB_M2MF, 0x30c + 4 * i, words[i]);
    }
}

/* 8 x 6 pixels at @x, @y, a word each. */
static inline void world_upload(World *w, int x, int y, uint32_t *middle)
{
    world_send(w, SUB_IFC, 0x304, y << 16 | x);
    world_send(w, SUB_IFC, 0x308, 6 << 16 | 8);
    world_send(w, SUB_IFC, 0x30c, 6 << 16 | 8);
    for (unsigned i = 0; i < 48; i++) {
        if (i == 21 && middle) {
            *middle = w->rig->channel.put;
        }
        world_send(w, SUB_IFC, 0x400, 0xff000000u + 0x050301u * i);
    }
}

/* --- 3D --- */

static inline void world_vertex(World *w, float x, float y, uint32_t *middle)
{
    const float v[4] = { x, y, 0, 1 };

    for (unsigned i = 0; i < w->family->words; i++) {
        if (i == 2 && middle) {
            *middle = w->rig->channel.put;
        }
        rig_method(w->rig, w->family->vertex + 4 * i, world_float(v[i]));
    }
}

static inline void world_color(World *w, unsigned n)
{
    for (unsigned i = 0; i < 4 && w->family->color; i++) {
        rig_method(w->rig, w->family->color + 4 * i,
                   world_float(i == 3 || n >> i & 1 ? 1 : 0));
    }
    if (!w->family->color) {
        rig_method(w->rig, 0x270, 0xff000000 | (n & 1 ? 0xff0000 : 0) |
                   (n & 2 ? 0xff00 : 0) | (n & 4 ? 0xff : 0));
    }
}

/* A quad as two triangles, on whole pixels, in its own part of the surface. */
static inline void world_quad(World *w, unsigned n, uint32_t *middle)
{
    static const uint8_t corners[6][2] = {
        { 0, 0 }, { 1, 0 }, { 1, 1 }, { 0, 0 }, { 1, 1 }, { 0, 1 },
    };
    float x = n % 4 * 16, y = n / 4 * 16, size = 8 + n % 3 * 4;

    world_color(w, n + 1);
    rig_method(w->rig, w->family->begin, 5);
    for (unsigned i = 0; i < 6; i++) {
        world_vertex(w, x + corners[i][0] * size, y + corners[i][1] * size,
                     i == 4 ? middle : NULL);
    }
    rig_method(w->rig, w->family->begin, 0);
}

/* Parts of a program or of a matrix: written in order, used after. */
static inline void world_program(World *w, uint32_t *middle)
{
    const bool old = w->family->class == 0x56;

    if (!old) {
        rig_method(w->rig, w->family->class == 0x97 ? 0x1ea4 : 0x1efc, 0x70);
    }
    for (unsigned i = 0; i < 16; i++) {
        if (i == 6) {
            *middle = w->rig->channel.put;
        }
        rig_method(w->rig, old ? 0x480 + 4 * i :
                   (w->family->class == 0x97 ? 0xb80 : 0x1f00) + 4 * (i & 3),
                   world_float(i * 0.25f - 1));
    }
}

/* --- all of it --- */

/* Half of a channel's work.  Halves touch no byte of each other. */
static inline void world_queue(World *w, unsigned half, uint32_t *mark)
{
    uint32_t none[WORLD_STOPS];
    unsigned first = 8 * half;
    int x = 32 * half;

    mark = mark ? mark : none;
    world_quad(w, first, NULL);
    world_fill(w, x + 3, 4, 0x123456 + half);
    world_quad(w, first + 1, &mark[STOP_BEGIN]);
    world_copy(w, WORLD_COPY_TO + half * 0x28000);
    mark[STOP_COPY] = w->rig->channel.put;
    world_quad(w, first + 2, NULL);
    world_upload(w, x, 20, &mark[STOP_UPLOAD]);
    world_program(w, &mark[STOP_PROGRAM]);
    world_quad(w, first + 5, NULL);
    world_fill(w, x + 9, 40, 0x0f1e2d + half);
    rig_method(w->rig, 0x104, 0);
    rig_method(w->rig, 0x100, 0);
}

static inline void world_second(World *w)
{
    Channel *ch = &w->rig->channel;

    for (unsigned at = CHANNEL_DMA_PUSH; at <= CHANNEL_DMA_FENCE; at += 16) {
        channel_ramht(ch, 1, CHANNEL_HANDLE(at), at, 0);
    }
    channel_ramht(ch, 1, CHANNEL_HANDLE(CHANNEL_OBJ_3D), CHANNEL_OBJ_3D, 1);
    channel_ramfc(ch, 1);
}

/* A 64 x 64 picture of 32 bits, a palette, interrupts at vertical blanks. */
static inline void world_display(World *w)
{
    static const uint8_t cr[][2] = {
        { 0x1f, 0x57 }, { 0x11, 0x20 }, { 0x00, 0x0b }, { 0x01, 0x07 },
        { 0x06, 0x50 }, { 0x07, 0x10 }, { 0x10, 0x44 }, { 0x12, 0x3f },
        { 0x13, 0x20 }, { 0x28, 0x03 }, { 0x17, 0xc3 },
    };

    for (unsigned i = 0; i < G_N_ELEMENTS(cr); i++) {
        nv_card_mmio_write(w->rig->card, 0x6013d4, cr[i][0], 1);
        nv_card_mmio_write(w->rig->card, 0x6013d5, cr[i][1], 1);
    }
    rig_write(w->rig, 0x680508, 3 << 16 | 112 << 8 | 8);
    nv_card_mmio_write(w->rig->card, 0x6813c8, 0x40, 1);
    for (unsigned i = 0; i < 50; i++) {
        nv_card_mmio_write(w->rig->card, 0x6813c9, 255 - 5 * i, 1);
    }
    rig_write(w->rig, 0x600140, 1);
    rig_write(w->rig, 0x009140, 1);
    rig_write(w->rig, 0x009200, 32);
    rig_write(w->rig, 0x009210, 5);
    rig_write(w->rig, 0x009420, 0x00400000);
}

static inline void world_memory(World *w)
{
    for (unsigned i = 0; i < 0x8000; i++) {
        w->rig->ram[WORLD_COPY_FROM + i] = i * 7 % 251;
    }
}

static inline void world_put(World *w, unsigned chid, uint32_t put)
{
    rig_write(w->rig, 0x800040 + chid * 0x10000, put);
}

static inline uint32_t world_get(World *w, unsigned chid)
{
    return rig_read(w->rig, 0x800044 + chid * 0x10000);
}

static inline void world_settle(World *w)
{
    w->rig->channel.ops->settle(w->rig);
}

/*
 * The card with everything in the push buffer and nothing of it run but what
 * sets both channels up.  The first does one half, the second does both.
 */
static inline World *world_new(const NvChip *chip)
{
    World *w = g_new0(World, 1);
    Channel *ch;

    w->family = world_family(chip);
    w->rig = rig_new(chip->name, WORLD_VRAM, "soft", NULL);
    ch = &w->rig->channel;
    w->rig->now = 1000000007;
    rig_write(w->rig, 0x000200, 0xffffffff);
    world_memory(w);
    rig_channel(w->rig, w->family->class);
    world_second(w);
    world_object(w, WORLD_SURF2D, 0x62);
    world_object(w, WORLD_GDI, 0x4a);
    world_object(w, WORLD_IFC, 0x65);
    world_object(w, WORLD_M2MF, 0x39);
    world_open_3d(w);
    world_open_2d(w);
    rig_write(w->rig, 0x002504, 3);
    world_put(w, 0, ch->put);
    world_put(w, 1, ch->put);
    world_settle(w);
    g_assert_cmphex(world_get(w, 0), ==, ch->put);
    g_assert_cmphex(world_get(w, 1), ==, ch->put);
    world_display(w);
    world_queue(w, 0, w->mark);
    w->first_end = ch->put;
    world_queue(w, 1, NULL);
    w->second_end = ch->put;
    return w;
}

static inline void world_free(World *w)
{
    rig_free(w->rig);
    g_free(w);
}

/* Anything in the registers that do no more than hold it. */
static inline void world_scribble(World *w)
{
    static const struct { uint32_t first, end; } blocks[] = {
        { 0x400800, 0x402000 }, { 0x680000, 0x681000 }, { 0x100000, 0x101000 },
    };
    uint32_t word = 12345;

    for (unsigned i = 0; i < G_N_ELEMENTS(blocks); i++) {
        for (uint32_t at = blocks[i].first; at < blocks[i].end; at += 4) {
            word = word * 1103515245 + 12345;
            rig_write(w->rig, at, word);
        }
    }
}

/* Both channels read all, and nobody made an error. */
static inline void world_check_done(World *w)
{
    uint32_t nsource;

    g_assert_cmphex(world_get(w, 0), ==, w->first_end);
    g_assert_cmphex(world_get(w, 1), ==, w->second_end);
    rig_take_error(w->rig, &nsource);
    g_assert_cmphex(nsource, ==, 0);
}

/* All words up to the stop were executed, and none behind it. */
static inline void world_stop_at(World *w, WorldStop stop)
{
    const NvPgraph *pg = &w->rig->card->pgraph;

    world_put(w, 0, stop == STOP_CHANNELS ? w->mark[STOP_BEGIN] :
              stop == STOP_DONE ? w->first_end : w->mark[stop]);
    for (unsigned i = 0; stop == STOP_COPY && !pg->copying; i++) {
        g_assert_cmpuint(i, <, WORLD_RUNS);
        nv_card_run(w->rig->card, 1);
    }
    if (stop != STOP_COPY) {
        world_settle(w);
    }
    if (stop == STOP_CHANNELS) {
        world_put(w, 1, w->mark[STOP_UPLOAD]);
        world_settle(w);
    } else if (stop == STOP_DONE) {
        world_put(w, 1, w->second_end);
        world_settle(w);
        world_check_done(w);
        world_scribble(w);
        return;
    }
    g_assert_cmpuint(nv_fe_inside(pg), ==, stop == STOP_BEGIN);
    g_assert_cmpuint(rig_read(w->rig, 0x003204) & 31, ==,
                     stop == STOP_CHANNELS);
    /* What comes next is there already. */
    world_put(w, 0, w->first_end);
}

/* All that is left, and a tenth of a second. */
static inline void world_go_on(World *w)
{
    world_put(w, 0, w->first_end);
    world_put(w, 1, w->second_end);
    world_settle(w);
    rig_advance(w->rig, 100000000);
}

#endif
