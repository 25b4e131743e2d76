/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Hostile inputs to 3D on Curie: fragment programs that loop as long as they
 * may, four colour surfaces.
 */
#include "common/rankine.h"
#include "hostile/hostile.h"

enum {
    WIDTH = 1984, HEIGHT = 1024, PITCH = 4 * WIDTH, TARGET = PITCH * HEIGHT,
};

#define NONE (1u << 30)
#define ALWAYS (7u << 18 | 0xe4u << 21)
#define BRANCH 0x80000000u

/* Of an operation: sources in order and backwards, their signs and values. */
#define IN_ORDER (0xe4u << 9 | 1)
#define BACKWARDS (0x1bu << 9 | 1u << 17)
#define VALUE (1u << 18)
#define HALF (1u << 8)

static const uint32_t mov_color[4] = { 0x01400280, ALWAYS | IN_ORDER };
static const uint32_t tex_color[4] = { 0x17008280, ALWAYS | IN_ORDER };
/*
 * The slowest: H0 and CC where CC is not below zero, backwards, get
 * 8 (-|in| * -|in| - |H0|) with the index, saturated, in fixed point.
 */
static const uint32_t mad_all[4] = {
    0x84801f80, 6u << 18 | 0x1bu << 21 | BACKWARDS | 1 | 1u << 29,
    BACKWARDS | VALUE | 1 | 3u << 28, BACKWARDS | VALUE | HALF | 1u << 30,
};

static Rankine curie(Rig *rig)
{
    return (Rankine) { .rig = rig, .class = 0x4097, .curie = true };
}

static void set_up(Rig *rig)
{
    static const float viewport[8] = {
        WIDTH / 2, HEIGHT / 2, 0.5f, 0, WIDTH / 2, HEIGHT / 2, 0.5f, 0,
    };
    const struct {
        uint16_t mthd;
        uint32_t data;
    } words[] = {
        { 0x200, WIDTH << 16 }, { 0x204, HEIGHT << 16 }, { 0x20c, PITCH },
        { 0x22c, PITCH }, { 0x210, 0x100000 },
        { 0x214, 0x100000 + 4 * TARGET }, { 0x2c0, (WIDTH - 1) << 16 },
        { 0x2c4, (HEIGHT - 1) << 16 }, { 0x1d88, 0x1000 | HEIGHT },
        { 0xa00, WIDTH << 16 }, { 0xa04, HEIGHT << 16 },
    };
    Rankine r = curie(rig);

    rankine_init(&r);
    rankine_surface(&r);
    rankine_viewport(&r);
    for (unsigned i = 0; i < G_N_ELEMENTS(words); i++) {
        rig_method(rig, words[i].mthd, words[i].data);
    }
    rankine_floats(&r, 0xa20, viewport, 8);
    rankine_vertex_program(&r, "MOV o[HPOS], v[0]\nMOV o[TEX0], v[0] END");
    rankine_fragment_program(&r, rankine_fp_color, 4);
}

/* @outer times @inner times one operation. */
static void loops(Rig *rig, unsigned outer, unsigned inner,
                  const uint32_t what[4])
{
    const uint32_t words[] = {
        0x04000000 | NONE, ALWAYS, BRANCH | outer << 2, 4 * 3,
        0x04000000 | NONE, ALWAYS, BRANCH | inner << 2, 4 * 3,
        what[0], what[1], what[2], what[3],
        1, ALWAYS, 0, 0,
    };
    Rankine r = curie(rig);

    set_up(rig);
    rankine_fragment_program(&r, words, G_N_ELEMENTS(words));
}

static void set_up_loops(Rig *rig)
{
    loops(rig, 128, 250, mov_color);
}

static void set_up_slowest(Rig *rig)
{
    loops(rig, 128, 250, mad_all);
}

/* As many as there can be, one after the other, and no branch. */
static void row_of_textures(Rig *rig)
{
    uint32_t words[4 * 1024];
    Rankine r = curie(rig);

    for (unsigned i = 0; i < G_N_ELEMENTS(words); i += 4) {
        memcpy(&words[i], tex_color, sizeof(tex_color));
    }
    words[G_N_ELEMENTS(words) - 4] |= 1;
    set_up(rig);
    rankine_fragment_program(&r, words, G_N_ELEMENTS(words));
}

/* 16 x 16 of A8R8G8B8 in lines, bilinear; code of anisotropy. */
static void texture(Rig *rig, unsigned anisotropy)
{
    const uint32_t words[8] = {
        0, 0x0001a529, 0x00010101, 0x80000000 | anisotropy << 4, 0xaae4,
        0x02022000, 16 << 16 | 16, 0,
    };

    rig_method(rig, 0x1840, 1u << 20 | 64);
    rig_methods(rig, 0x1a00, words, 8);
}

static void set_up_texture_loops(Rig *rig)
{
    loops(rig, 28, 255, tex_color);
    texture(rig, 0);
}

static void set_up_textures(Rig *rig)
{
    row_of_textures(rig);
    texture(rig, 0);
}

/* Sixteen texels a pixel in one direction, few in the other. */
static void anisotropic(Rig *rig)
{
    Rankine r = curie(rig);

    texture(rig, 7);
    rankine_vertex_program(&r, "MOV o[HPOS], v[0]\n"
                               "MUL o[TEX0], v[0], c[0] END");
    rankine_constant(&r, 0, WIDTH / 2, 1, 1, 1);
}

static void set_up_anisotropic_loops(Rig *rig)
{
    loops(rig, 28, 255, tex_color);
    anisotropic(rig);
}

static void set_up_anisotropic(Rig *rig)
{
    row_of_textures(rig);
    anisotropic(rig);
}

/* Blended, so that each is read, too. */
static void set_up_targets(Rig *rig)
{
    static const uint16_t dma[3] = { 0x18c, 0x1b4, 0x1b8 };
    static const uint16_t offset[3] = { 0x218, 0x288, 0x28c };
    static const uint16_t pitch[3] = { 0x21c, 0x280, 0x284 };

    set_up(rig);
    for (unsigned i = 0; i < 3; i++) {
        rig_method(rig, dma[i], CHANNEL_HANDLE(CHANNEL_DMA_VRAM));
        rig_method(rig, offset[i], 0x100000 + (i + 1) * TARGET);
        rig_method(rig, pitch[i], PITCH);
    }
    rig_method(rig, 0x220, 0x1f);
    rig_method(rig, 0x370, 0xfff0);
    rig_method(rig, 0x310, 1);
    rig_method(rig, 0x36c, 0xe);
    rig_method(rig, 0x314, 0x03020302);
    rig_method(rig, 0x318, 0x03030303);
}

static void work_cover(Rig *rig)
{
    static const float corners[3][4] = {
        { -1, -1, 0, 1 }, { 3, -1, 0, 1 }, { -1, 3, 0, 1 },
    };
    Rankine r = curie(rig);

    rig_method(rig, 0x1808, 5);
    for (unsigned i = 0; i < 60; i++) {
        rankine_floats(&r, 0x1c00, corners[i % 3], 4);
    }
    rig_method(rig, 0x1808, 0);
    rig_kick(rig);
}

#define ROW .chip = "nv40", .class = 0x4097

const Hostile hostile_curie[] = {
    { "curie/cover-loops", ROW, .set_up = set_up_loops, .work = work_cover },
    { "curie/cover-slowest-loops", ROW, .set_up = set_up_slowest,
      .work = work_cover },
    { "curie/cover-texture-loops", ROW, .set_up = set_up_texture_loops,
      .work = work_cover },
    { "curie/cover-anisotropic-loops", ROW, .set_up = set_up_anisotropic_loops,
      .work = work_cover, .clock = true },
    { "curie/cover-textures", ROW, .set_up = set_up_textures,
      .work = work_cover },
    { "curie/cover-anisotropic", ROW, .set_up = set_up_anisotropic,
      .work = work_cover },
    { "curie/cover-targets", ROW, .set_up = set_up_targets,
      .work = work_cover },
    { NULL }
};
