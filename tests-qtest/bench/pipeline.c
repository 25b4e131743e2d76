/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What the card costs around vertex programs: methods, indexed vertices and
 * pixels, through the same channel that guests use.
 *
 * Words are written to the push buffer before the clock starts.
 */
#include "bench/bench.h"

#include <string.h>

#include "common/rig.h"

#define CLASS_KELVIN 0x97
#define VRAM (16u << 20)
#define BATCHES 9

static void add(GArray *figures, const char *name, double value,
                const char *unit)
{
    const BenchFigure figure = { name, unit, value };

    g_array_append_val(figures, figure);
}

/* The push buffer's words so far are done; from its start again. */
static void rewind_buffer(Rig *rig)
{
    Channel *ch = &rig->channel;

    channel_push(ch, CHANNEL_PUSH_BASE | 0x20000000);
    ch->put = CHANNEL_PUSH_BASE;
    g_assert_true(rig_kick(rig));
}

/* ns that the card takes for what was pushed. */
static double timed_kick(Rig *rig)
{
    double begin = bench_now();

    g_assert_true(rig_kick(rig));
    nv_card_flush(rig->card);
    return bench_now() - begin;
}

static void no_error(Rig *rig)
{
    g_assert_cmphex(rig_take_error(rig, NULL), ==, 0);
}

static Rig *new_rig(const char *raster, unsigned size)
{
    Rig *rig = rig_new("nv20", VRAM, raster, NULL);

    rig_channel(rig, CLASS_KELVIN);
    rig_surface(rig, size, size);
    rig_passthrough_program(rig);
    return rig;
}

static void set_all(Rig *rig, const uint32_t (*list)[2], unsigned count)
{
    for (unsigned i = 0; i < count; i++) {
        rig_method(rig, list[i][0], list[i][1]);
    }
}

/* --- Methods --- */

static const uint32_t state[][2] = {
    { 0x0300, 0 }, { 0x0304, 0 }, { 0x0308, 0 }, { 0x030c, 0 },
    { 0x032c, 0 }, { 0x0344, 0x302 }, { 0x0348, 0x303 }, { 0x0350, 0x8006 },
    { 0x0354, 0x203 }, { 0x0358, 0x01010101 }, { 0x035c, 1 },
    { 0x037c, 0x1d01 }, { 0x039c, 0x405 }, { 0x03a0, 0x901 },
    { 0x1b08, 0x030303 }, { 0x1b14, 0x02022000 },
};

static void push_state(Rig *rig)
{
    for (unsigned i = 0; i < 1024; i++) {
        set_all(rig, state, G_N_ELEMENTS(state));
    }
}

static void push_constants(Rig *rig)
{
    uint32_t v[32] = { 0 };

    for (unsigned i = 0; i < 256; i++) {
        rig_method(rig, 0x1ea4, 0x60 + i % 8 * 8);
        rig_methods(rig, 0xb80, v, G_N_ELEMENTS(v));
    }
}

/* ns a method, over @wanted methods. */
static double methods(void (*push)(Rig *rig), uint64_t wanted)
{
    Rig *rig = new_rig("null", 64);
    uint64_t done = 0;
    double ns = 0;

    while (done < wanted) {
        uint64_t before;

        rewind_buffer(rig);
        before = nv_card_stats(rig->card).methods;
        push(rig);
        ns += timed_kick(rig);
        done += nv_card_stats(rig->card).methods - before;
    }
    no_error(rig);
    rig_free(rig);
    return ns / done;
}

/* --- Vertices --- */

#define GRID 64
#define ARRAYS 0x60000u         /* of guest memory */

typedef struct GridVertex {
    float pos[4];
    uint32_t colour;
    float tex[2];
} GridVertex;

static void grid_vertices(Rig *rig)
{
    static const struct { uint8_t attr, at, type, size; } arrays[] = {
        { 0, offsetof(GridVertex, pos), 2, 4 },
        { 3, offsetof(GridVertex, colour), 4, 4 },
        { 9, offsetof(GridVertex, tex), 2, 2 },
    };

    for (unsigned i = 0; i < GRID * GRID; i++) {
        unsigned x = i % GRID, y = i / GRID;
        GridVertex v = { { x * 8, y * 8, 0, 1 }, 0xff000000 | i * 77,
                         { x / 64.0f, y / 64.0f } };

        memcpy(rig->ram + ARRAYS + i * sizeof(v), &v, sizeof(v));
    }
    for (unsigned i = 0; i < G_N_ELEMENTS(arrays); i++) {
        /* Bit 31: the second vertex object, guest memory. */
        rig_method(rig, 0x1720 + arrays[i].attr * 4,
                   (ARRAYS + arrays[i].at) | 1u << 31);
        rig_method(rig, 0x1760 + arrays[i].attr * 4,
                   sizeof(GridVertex) << 8 | arrays[i].size << 4 |
                   arrays[i].type);
    }
}

/* Two triangles a cell, 16-bit indices in pairs; returns their number. */
static unsigned push_grid(Rig *rig)
{
    rig_method(rig, 0x17fc, 5);
    for (unsigned y = 0; y + 1 < GRID; y++) {
        channel_push(&rig->channel, 1u << 30 | (GRID - 1) * 3u << 18 | 0x1800);
        for (unsigned x = 0; x + 1 < GRID; x++) {
            uint32_t a = y * GRID + x, b = a + 1, c = a + GRID, d = c + 1;

            channel_push(&rig->channel, a | b << 16);
            channel_push(&rig->channel, c | c << 16);
            channel_push(&rig->channel, b | d << 16);
        }
    }
    rig_method(rig, 0x17fc, 0);
    return (GRID - 1) * (GRID - 1) * 6;
}

static void vertices(GArray *figures, unsigned batches)
{
    Rig *rig = new_rig("null", GRID * 8);
    double ns[BATCHES];
    unsigned count = 0;
    uint64_t before;

    grid_vertices(rig);
    for (unsigned i = 0; i < batches; i++) {
        rewind_buffer(rig);
        before = nv_card_stats(rig->card).primitives;
        count = push_grid(rig);
        ns[i] = timed_kick(rig);
        g_assert_cmpuint(nv_card_stats(rig->card).primitives - before, ==,
                         count / 3);
    }
    no_error(rig);
    rig_free(rig);
    add(figures, "indexed grid, raster=null",
        count / bench_median(ns, batches) * 1e3, "M vertices/s");
}

/* --- Pixels --- */

#define SIDE 512u
#define TEXTURE (8u << 20)      /* in VRAM */

static const uint32_t flat[][2] = {
    { 0x37c, 0x1d00 },
};
static const uint32_t gouraud_depth[][2] = {
    { 0x30c, 1 }, { 0x354, 0x203 }, { 0x35c, 1 },
};
/* 64x64 A8R8G8B8, bilinear, repeated; colour times texture, over. */
static const uint32_t textured_blend[][2] = {
    { 0x304, 1 }, { 0x344, 0x302 }, { 0x348, 0x303 }, { 0x350, 0x8006 },
    { 0x1b00, TEXTURE }, { 0x1b04, 0x06610629 }, { 0x1b08, 0x010101 },
    { 0x1b14, 0x02022000 }, { 0x1b0c, 0x4003ffc0 }, { 0x1e70, 1 },
    { 0x1e60, 1 }, { 0xac0, 0x04080000 }, { 0x260, 0x14180000 },
    { 0x1e40, 0xc0 }, { 0xaa0, 0xc0 }, { 0x288, 0x0000000c },
    { 0x28c, 0x00001c00 },
};

static void vertex(Rig *rig, float x, float y, uint32_t abgr)
{
    float pos[3] = { x, y, 0.5f }, tex[2] = { x / 64, y / 64 };
    uint32_t w[3];

    rig_method(rig, 0x194c, abgr);
    memcpy(w, tex, sizeof(tex));
    rig_methods(rig, 0x1590, w, 2);
    memcpy(w, pos, sizeof(pos));
    rig_methods(rig, 0x1500, w, 3);
}

static void push_square(Rig *rig, float side)
{
    rig_method(rig, 0x17fc, 8);
    vertex(rig, 0, 0, 0x80ff0000);
    vertex(rig, side, 0, 0xff00ff00);
    vertex(rig, side, side, 0x600000ff);
    vertex(rig, 0, side, 0xc0ffffff);
    rig_method(rig, 0x17fc, 0);
}

static uint32_t *pixels(Rig *rig)
{
    return nv_card_vram(rig->card);
}

/* Mpixel/s of squares that fill the surface. */
static void fill(GArray *figures, const char *name,
                 const uint32_t (*list)[2], unsigned count, unsigned batches)
{
    Rig *rig = new_rig("soft", SIDE);
    uint32_t *texel = pixels(rig) + TEXTURE / 4;
    double ns[BATCHES];

    for (unsigned i = 0; i < 64 * 64; i++) {
        texel[i] = i * 0x01234567u | 0xc0000000u;
    }
    memset(pixels(rig), 0xff, SIDE * SIDE * 8);
    set_all(rig, list, count);
    g_assert_true(rig_kick(rig));
    memset(pixels(rig), 0x55, SIDE * SIDE * 4);
    for (unsigned i = 0; i < batches; i++) {
        rewind_buffer(rig);
        push_square(rig, SIDE);
        ns[i] = timed_kick(rig);
    }
    no_error(rig);
    /* It did draw, to the last corner. */
    g_assert_cmphex(rig_pixel(rig, 0, 0), !=, 0x55555555);
    g_assert_cmphex(rig_pixel(rig, SIDE - 1, SIDE - 1), !=, 0x55555555);
    rig_free(rig);
    add(figures, name, SIDE * SIDE / bench_median(ns, batches) * 1e3,
        "Mpixel/s");
}

void bench_pipeline(GArray *figures, bool quick)
{
    unsigned batches = quick ? 1 : BATCHES;

    g_printerr("methods\n");
    add(figures, "state methods, one a packet",
        methods(push_state, quick ? 10000 : 10000000), "ns/method");
    add(figures, "constants, 32 a packet",
        methods(push_constants, quick ? 10000 : 10000000), "ns/method");
    g_printerr("vertices\n");
    vertices(figures, batches);
    g_printerr("pixels\n");
    fill(figures, "raster=soft, flat", flat, G_N_ELEMENTS(flat), batches);
    fill(figures, "raster=soft, gouraud and depth", gouraud_depth,
         G_N_ELEMENTS(gouraud_depth), batches);
    fill(figures, "raster=soft, textured and blended", textured_blend,
         G_N_ELEMENTS(textured_blend), batches);
}
