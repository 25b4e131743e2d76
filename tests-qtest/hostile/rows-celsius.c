/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Hostile inputs to Celsius' 3D: the largest surface under two textures, all
 * lights on vertices that come from arrays, points as large as they go.
 */
#include "hostile/hostile.h"

enum {
    SIDE = 2048,                        /* of the surface, in pixels */
    TEXELS = 0x2000000, ARRAY = 0x3000000,
    LOG2 = 9,                           /* of a texture's side */
    LIGHTS = 8,
};
enum { POINTS = 1, TRIANGLES = 5, QUADS = 8 };
#define COLOR 0x80ffffffu

#define F(x) ((union { float f; uint32_t u; }){ .f = (x) }.u)

static void send(Rig *rig, uint32_t mthd, uint32_t data)
{
    hostile_send(rig, 0, mthd, data);
}

static void cover(Rig *rig, unsigned count)
{
    static const float all[4][2] = {
        { 0, 0 }, { SIDE, 0 }, { SIDE, SIDE }, { 0, SIDE },
    };

    for (unsigned i = 0; i < count; i++) {
        channel_begin(&rig->channel, QUADS, COLOR);
        for (unsigned v = 0; v < 4; v++) {
            send(rig, 0xc90, F(all[v][0]));
            send(rig, 0xc94, F(all[v][1]));
            send(rig, 0xcb8, F(all[v][1]));
            send(rig, 0xcbc, F(all[v][0]));
            channel_vertex(&rig->channel, all[v][0], all[v][1]);
        }
        channel_end(&rig->channel);
    }
    rig_kick(rig);
}

/* What covers it is to be seen: rows that draw nothing measure nothing. */
static void surface(Rig *rig)
{
    channel_surface(&rig->channel, SIDE, SIDE);
    cover(rig, 1);
    g_assert_cmphex(channel_pixel(&rig->channel, SIDE - 1, SIDE - 1), ==,
                    COLOR);
}

/* Two filtered textures and what is there: a product, then blended. */
static void set_up_textures(Rig *rig)
{
    surface(rig);
    for (unsigned unit = 0; unit < 2; unit++) {
        send(rig, 0x218 + 4 * unit, TEXELS);
        send(rig, 0x220 + 4 * unit, 0x11001329 | LOG2 << 20 | LOG2 << 16);
        send(rig, 0x248 + 4 * unit, 0x22000000);
        send(rig, 0x228 + 4 * unit, 0x40000000);
    }
    send(rig, 0x260, 0x18190000);
    send(rig, 0x268, 0x08090000);
    send(rig, 0x278, 0xc00);
    send(rig, 0x280, 0xc00);
    send(rig, 0x284, 0x10000000);
    send(rig, 0x288, 0x0000000c);
    send(rig, 0x28c, 0x00001c80);
    send(rig, 0x304, 1);
    send(rig, 0x344, 0x302);
    send(rig, 0x348, 0x303);
}

static void work_cover(Rig *rig)
{
    cover(rig, 30);
}

/* Local lights with all their parts; positions and normals in one array. */
static void set_up_lights(Rig *rig)
{
    surface(rig);
    for (unsigned i = 0; i < 32; i++) {         /* model-view, its inverse */
        send(rig, 0x400 + 4 * i + (i / 16) * 0x40,
             i % 16 % 5 ? 0 : F(1));
    }
    for (unsigned i = 0; i < LIGHTS; i++) {
        for (unsigned at = 0; at < 0x74; at += 4) {
            send(rig, 0x800 + 0x80 * i + at, F(1 + i));
        }
    }
    send(rig, 0x3bc, 0xffff);                   /* all are spots */
    send(rig, 0x3a4, 1);
    send(rig, 0x314, 1);
    send(rig, 0x18c, CHANNEL_HANDLE(CHANNEL_DMA_VRAM));
    send(rig, 0xd00, ARRAY);
    send(rig, 0xd04, 12 << 8 | 3 << 4 | 2);
    send(rig, 0xd28, ARRAY);
    send(rig, 0xd2c, 12 << 8 | 3 << 4 | 2);
    send(rig, 0xcf0, 0);
}

static void work_arrays(Rig *rig)
{
    send(rig, 0x13fc, TRIANGLES);
    for (unsigned i = 0; i < 400; i++) {
        send(rig, 0x1400, 0xffu << 24 | i * 256);
    }
    send(rig, 0x13fc, 0);
    rig_kick(rig);
}

static void set_up_points(Rig *rig)
{
    set_up_textures(rig);
    send(rig, 0x3ec, 0x1ff);
}

static void work_points(Rig *rig)
{
    channel_begin(&rig->channel, POINTS, COLOR);
    for (unsigned i = 0; i < 1000; i++) {
        channel_vertex(&rig->channel, i * 37 % SIDE, i * 91 % SIDE);
    }
    channel_end(&rig->channel);
    rig_kick(rig);
}

#define ROW .chip = "nv17", .class = 0x99, .vram = 64u << 20

const Hostile hostile_celsius[] = {
    { "celsius/cover-two-textures", ROW, .set_up = set_up_textures,
      .work = work_cover },
    { "celsius/lit-arrays", ROW, .set_up = set_up_lights,
      .work = work_arrays },
    { "celsius/points", ROW, .set_up = set_up_points, .work = work_points },
    { NULL }
};
