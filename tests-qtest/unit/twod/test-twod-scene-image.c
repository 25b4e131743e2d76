/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Images through 2D classes, as X drivers send and scale them: from the CPU,
 * by index, from memory, to swizzled textures; exact pixels on the screen.
 */
#include "unit/twod/test-twod-scene.h"

/* --- images from the CPU --- */

static void bind_ifc(Rig *rig, uint32_t class, unsigned format)
{
    bind(rig, IFC, class);
    send(rig, IFC, 0x19c, object_at(SURF2D) >> 4);
    send(rig, IFC, 0x188, context_object(rig, 0x19));
    send(rig, IFC, 0x2fc, 3);
    send(rig, IFC, 0x300, format);
}

/* Pixel i of the stream of 6 x 4, of which 5 x 4 shows. */
static uint32_t uploaded(int x, int y)
{
    int i = (y - 2) * 6 + x - 50;

    return in(x, y, 50, 2, 5, 4) ? 0x80000000u + 0x030201 * i : 0;
}

static void test_ifc(gconstpointer chip)
{
    static const uint16_t classes[] = { 0x61, 0x65, 0x8a };

    for (unsigned c = 0; c < NV_ARRAY_SIZE(classes); c++) {
        Rig *rig = rig_new(chip, 0);

        set_up(rig, 0xa);
        bind_ifc(rig, classes[c], 4);
        send(rig, IFC, 0x304, 2 << 16 | 50);
        send(rig, IFC, 0x308, 4 << 16 | 5);
        send(rig, IFC, 0x30c, 4 << 16 | 6);
        for (uint32_t i = 0; i < 26; i++) {
            send(rig, IFC, 0x400 + 4 * i, 0x80000000u + 0x030201 * i);
        }
        check_screen(rig, uploaded);
        rig_free(rig);
    }
}

/* 16-bit pixels, an odd width: lines go on in the middle of a word. */
static void test_ifc16(gconstpointer chip)
{
    Rig *rig = rig_new(chip, 0);

    set_up(rig, 4);
    bind_ifc(rig, 0x61, 1);
    send(rig, IFC, 0x304, 3 << 16 | 10);
    send(rig, IFC, 0x308, 3 << 16 | 5);
    send(rig, IFC, 0x30c, 3 << 16 | 5);
    for (uint32_t i = 0; i < 8; i++) {
        send(rig, IFC, 0x400 + 4 * i, (2 * i + 1) * 0x111 << 16 |
                                      2 * i * 0x111);
    }
    for (int y = 0; y < HEIGHT; y++) {
        for (int x = 0; x < PITCH / 2; x++) {
            unsigned v = in(x, y, 10, 3, 5, 3)
                         ? ((y - 3) * 5 + x - 10) * 0x111 : 0;

            g_assert_cmphex(nv_ld16(screen(rig) + y * PITCH + 2 * x), ==, v);
        }
    }
    FINE(rig);
    rig_free(rig);
}

/* The channel's clip rectangle, once the object has it bound. */
static uint32_t user_clipped(int x, int y)
{
    return in(x, y, 10, 10, 3, 2) ? 0xffabcdef : 0;
}

static void test_user_clip(gconstpointer chip)
{
    Rig *rig = rig_new(chip, 0);

    set_up(rig, 0xa);
    send(rig, CTX, 0x300, 10 << 16 | 10);
    send(rig, CTX, 0x304, 2 << 16 | 3);
    bind_ifc(rig, 0x61, 5);
    send(rig, IFC, 0x304, 8 << 16 | 8);
    send(rig, IFC, 0x308, 9 << 16 | 9);
    send(rig, IFC, 0x30c, 9 << 16 | 9);
    for (unsigned i = 0; i < 81; i++) {
        send(rig, IFC, 0x400 + 4 * i, 0x00abcdef);
    }
    check_screen(rig, user_clipped);
    rig_free(rig);
}

/* Colours by index from a palette in memory. */
static uint32_t indexed(int x, int y)
{
    return in(x, y, 1, 1, 4, 2) ? 0x0a000000u * ((y - 1) * 4 + x) : 0;
}

static void test_index(gconstpointer chip)
{
    Rig *rig = rig_new(chip, 0);

    set_up(rig, 0xa);
    for (unsigned i = 0; i < 256; i++) {
        nv_st32(rig->pg->mem->vram + REPORTS + 0x100 + 4 * i,
                0x0a000000u * i);
    }
    bind(rig, IFC, 0x64);
    send(rig, IFC, 0x1a0, object_at(SURF2D) >> 4);
    send(rig, IFC, 0x184, DMA_RW >> 4);
    send(rig, IFC, 0x3e4, 3);
    send(rig, IFC, 0x3e8, 4);
    send(rig, IFC, 0x3ec, 0);
    send(rig, IFC, 0x3f0, REPORTS + 0x100);
    send(rig, IFC, 0x3f4, 1 << 16 | 1);
    send(rig, IFC, 0x3f8, 2 << 16 | 4);
    send(rig, IFC, 0x3fc, 2 << 16 | 4);
    send(rig, IFC, 0x400, 0x04030201);
    send(rig, IFC, 0x404, 0x08070605);
    check_screen(rig, indexed);
    rig_free(rig);
}

/* --- scaled images --- */

static void scale(Rig *rig, unsigned format, uint32_t mode, uint32_t step)
{
    bind(rig, OTHER, 0x89);
    send(rig, OTHER, 0x184, DMA_RW >> 4);
    send(rig, OTHER, 0x198, object_at(SURF2D) >> 4);
    send(rig, OTHER, 0x2fc, 1);
    send(rig, OTHER, 0x300, format);
    send(rig, OTHER, 0x304, 3);
    send(rig, OTHER, 0x308, 6 << 16 | 5);
    send(rig, OTHER, 0x30c, 8 << 16 | 8);
    send(rig, OTHER, 0x310, 6 << 16 | 5);
    send(rig, OTHER, 0x314, 40 << 16 | 40);
    send(rig, OTHER, 0x318, step);
    send(rig, OTHER, 0x31c, step);
    send(rig, OTHER, 0x400, 8 << 16 | 8);
    send(rig, OTHER, 0x404, mode << 16 | 64);
    send(rig, OTHER, 0x408, IMAGE);
    send(rig, OTHER, 0x40c, 0);
}

static uint32_t copied(int x, int y)
{
    return in(x, y, 5, 6, 8, 8)
           ? 0xff000000 + 0x10101 * ((y - 6) * 16 + x - 5) : 0;
}

static uint32_t doubled(int x, int y)
{
    return in(x, y, 5, 6, 8, 8)
           ? 0xff000000 + 0x10101 * ((y - 6) / 2 * 16 + (x - 5) / 2) : 0;
}

/* One to one with either origin, and every texel twice. */
static void test_scale(gconstpointer chip)
{
    for (unsigned mode = 1; mode <= 3; mode++) {
        Rig *rig = rig_new(chip, 0);

        set_up(rig, 0xa);
        paint_image(rig);
        scale(rig, 3, mode == 1 ? 1 : 2, mode == 3 ? 0x80000 : 0x100000);
        check_screen(rig, mode == 3 ? doubled : copied);
        rig_free(rig);
    }
}

static uint32_t grey(int x, int y)
{
    return in(x, y, 5, 6, 8, 8) ? 0xff7f7f7f : 0;
}

/* Y 125, no colour, bilinear. */
static void test_yuv(gconstpointer chip)
{
    Rig *rig = rig_new(chip, 0);

    set_up(rig, 0xa);
    for (unsigned i = 0; i < 128; i++) {
        nv_st32(rig->pg->mem->vram + IMAGE + 4 * i, 0x807d807d);
    }
    scale(rig, 5, 0x101, 0xc0000);
    for (int y = 0; y < HEIGHT; y++) {
        for (int x = 0; x < WIDTH; x++) {
            uint32_t want = grey(x, y), have = pixel(rig, x, y);

            g_assert_cmpint(abs((int)(have & 0xff) - (int)(want & 0xff)),
                            <=, 1);
            g_assert_cmphex(have >> 24, ==, want >> 24);
        }
    }
    FINE(rig);
    rig_free(rig);
}

/* Textures are made by copying to a swizzled surface, 1:1. */
static void test_swizzle(gconstpointer chip)
{
    Rig *rig = rig_new(chip, 0);

    set_up(rig, 0xa);
    paint_image(rig);
    bind(rig, SPARE, 0x9e);
    send(rig, SPARE, 0x184, DMA_RW >> 4);
    send(rig, SPARE, 0x300, 2u << 24 | 3 << 16 | 0xa);
    send(rig, SPARE, 0x304, 0x60000);
    bind(rig, OTHER, 0x89);
    send(rig, OTHER, 0x184, DMA_RW >> 4);
    send(rig, OTHER, 0x198, object_at(SPARE) >> 4);
    send(rig, OTHER, 0x300, 3);
    send(rig, OTHER, 0x304, 3);
    send(rig, OTHER, 0x308, 0);
    send(rig, OTHER, 0x30c, 4 << 16 | 8);
    send(rig, OTHER, 0x310, 0);
    send(rig, OTHER, 0x314, 4 << 16 | 8);
    send(rig, OTHER, 0x318, 0x100000);
    send(rig, OTHER, 0x31c, 0x100000);
    send(rig, OTHER, 0x400, 4 << 16 | 8);
    send(rig, OTHER, 0x404, 1 << 16 | 64);
    send(rig, OTHER, 0x408, IMAGE);
    send(rig, OTHER, 0x40c, 0);
    FINE(rig);
    for (unsigned y = 0; y < 4; y++) {
        for (unsigned x = 0; x < 8; x++) {
            unsigned at = (x & 1) | (y & 1) << 1 | (x & 2) << 1 |
                          (y & 2) << 2 | (x & 4) << 2;

            g_assert_cmphex(nv_ld32(rig->pg->mem->vram + 0x60000 + 4 * at),
                            ==, 0xff000000 + 0x10101 * (16 * y + x));
        }
    }
    rig_free(rig);
}

int main(int argc, char **argv)
{
    static const SceneTest tests[] = {
        { "ifc", test_ifc }, { "ifc16", test_ifc16 },
        { "user-clip", test_user_clip }, { "index", test_index },
        { "scale", test_scale }, { "yuv", test_yuv },
        { "swizzle", test_swizzle },
    };

    g_test_init(&argc, &argv, NULL);
    add_tests(tests, NV_ARRAY_SIZE(tests));
    return g_test_run();
}
