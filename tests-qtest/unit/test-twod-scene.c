/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * 2D classes as kernel consoles and X drivers use them: objects bound on
 * subchannels, methods in their order, and exact pixels on the screen.
 */
#include "pgraph-rig.h"

enum { WIDTH = 96, HEIGHT = 64, PITCH = WIDTH * 4, SCREEN = 0x40000 };

/* Objects, one each 16 bytes of instance memory; subchannel = order here. */
enum { SURF2D, GDI, BLIT, IFC, M2MF, CTX, OTHER, SPARE };

static uint32_t object_at(unsigned subc)
{
    return GR_OBJ + 0x100 + 0x10 * subc;
}

static void send(Rig *rig, unsigned subc, uint32_t mthd, uint32_t data)
{
    nv_pgraph_method(rig->pg, 0, subc, mthd, data);
}

static void bind(Rig *rig, unsigned subc, uint32_t class)
{
    rig_object(rig, object_at(subc), class, 0, 0);
    send(rig, subc, 0, object_at(subc) >> 4);
}

/* A context object that nothing but its class counts of. */
static uint32_t context_object(Rig *rig, uint32_t class)
{
    uint32_t at = GR_OBJ + 0x800 + 0x10 * (class & 0xff);

    rig_object(rig, at, class, 0, 0);
    return at >> 4;
}

#define FINE(rig) g_assert_cmphex(NV_PG((rig)->pg, NSOURCE), ==, 0)

/* As the console driver sets up its objects: 32 bits, SRCCOPY. */
static void set_up(Rig *rig, unsigned format)
{
    bind(rig, SURF2D, 0x62);
    send(rig, SURF2D, 0x184, DMA_RW >> 4);
    send(rig, SURF2D, 0x188, DMA_RW >> 4);
    send(rig, SURF2D, 0x300, format);
    send(rig, SURF2D, 0x304, PITCH << 16 | PITCH);
    send(rig, SURF2D, 0x308, SCREEN);
    send(rig, SURF2D, 0x30c, SCREEN);
    bind(rig, CTX, 0x43);
    send(rig, CTX, 0x300, 0x55);
    bind(rig, CTX, 0x44);
    send(rig, CTX, 0x300, 3);
    send(rig, CTX, 0x304, 2);
    send(rig, CTX, 0x308, 0);
    send(rig, CTX, 0x30c, 1);
    for (unsigned i = 0; i < 4; i++) {
        send(rig, CTX, 0x310 + 4 * i, 0xffffffff);
    }
    bind(rig, CTX, 0x19);
    send(rig, CTX, 0x300, 0);
    send(rig, CTX, 0x304, HEIGHT << 16 | WIDTH);
    bind(rig, BLIT, 0x9f);
    send(rig, BLIT, 0x19c, object_at(SURF2D) >> 4);
    send(rig, BLIT, 0x2fc, 3);
    bind(rig, GDI, 0x4a);
    send(rig, GDI, 0x198, object_at(SURF2D) >> 4);
    send(rig, GDI, 0x188, context_object(rig, 0x44));
    send(rig, GDI, 0x18c, context_object(rig, 0x43));
    send(rig, GDI, 0x304, 1);
    send(rig, GDI, 0x300, 3);
    send(rig, GDI, 0x2fc, 3);
    FINE(rig);
}

static uint8_t *screen(Rig *rig)
{
    return rig->pg->mem->vram + SCREEN;
}

static uint32_t pixel(Rig *rig, int x, int y)
{
    return nv_ld32(screen(rig) + y * PITCH + 4 * x);
}

static void put(Rig *rig, int x, int y, uint32_t v)
{
    nv_st32(screen(rig) + y * PITCH + 4 * x, v);
}

/* Every pixel different. */
static void paint(Rig *rig)
{
    for (int i = 0; i < WIDTH * HEIGHT; i++) {
        put(rig, i % WIDTH, i / WIDTH, 0x00010000u * (i / WIDTH) + i % WIDTH);
    }
}

static void fill(Rig *rig, int x, int y, int w, int h, uint32_t color)
{
    send(rig, GDI, 0x3fc, color);
    send(rig, GDI, 0x400, x << 16 | y);
    send(rig, GDI, 0x404, w << 16 | h);
}

static bool in(int x, int y, int x0, int y0, int w, int h)
{
    return x >= x0 && x < x0 + w && y >= y0 && y < y0 + h;
}

typedef uint32_t (*Expect)(int x, int y);

static void check_screen(Rig *rig, Expect expect)
{
    unsigned wrong = 0;

    for (int y = 0; y < HEIGHT; y++) {
        for (int x = 0; x < WIDTH; x++) {
            if (pixel(rig, x, y) != expect(x, y) && !wrong++) {
                g_test_message("(%d, %d) is %08x, must be %08x", x, y,
                               pixel(rig, x, y), expect(x, y));
            }
        }
    }
    g_assert_cmpuint(wrong, ==, 0);
    FINE(rig);
}

/* --- fills: plain, of later rectangles, inverted --- */

static uint32_t filled(int x, int y)
{
    uint32_t v = in(x, y, 10, 5, 30, 20) ? 0xff112233 : 0;

    v = in(x, y, 30, 20, 20, 20) ? 0xff445566 : v;
    return in(x, y, 0, 22, WIDTH, 2) ? ~v : v;
}

static void test_fill(gconstpointer chip)
{
    Rig *rig = rig_new(chip, 0);

    set_up(rig, 0xa);
    fill(rig, 10, 5, 30, 20, 0x112233);
    send(rig, GDI, 0x408, 0);
    send(rig, GDI, 0x40c, 0);
    fill(rig, 30, 20, 20, 20, 0x445566);
    send(rig, GDI, 0x2fc, 1);
    fill(rig, 0, 22, WIDTH, 2, 0x123456);
    check_screen(rig, filled);
    rig_free(rig);
}

/* --- blits: every direction, with overlap --- */

static int step_x, step_y;

static uint32_t moved(int x, int y)
{
    if (in(x, y, 20 + step_x, 20 + step_y, 25, 15)) {
        x -= step_x;
        y -= step_y;
    }
    return 0x00010000u * y + x;
}

static void test_blit(gconstpointer chip)
{
    for (int i = 0; i < 9; i++) {
        Rig *rig = rig_new(chip, 0);

        set_up(rig, 0xa);
        paint(rig);
        step_x = i % 3 * 4 - 4;
        step_y = i / 3 * 4 - 4;
        send(rig, BLIT, 0x300, 20 << 16 | 20);
        send(rig, BLIT, 0x304, (20 + step_y) << 16 | (20 + step_x));
        send(rig, BLIT, 0x308, 15 << 16 | 25);
        check_screen(rig, moved);
        rig_free(rig);
    }
}

/* --- text: 13 pixels wide, padded to 16, clipped to 10 --- */

static const uint16_t glyph[5] = { 0xaaaa, 0x1234, 0xffff, 0x0001, 0x8000 };

/* Bit 7 of the first byte is the leftmost pixel. */
static bool glyph_bit(int x, int y)
{
    return glyph[y] >> (x < 8 ? 7 - x : 23 - x) & 1;
}

static uint32_t texted(int x, int y)
{
    if (!in(x, y, 40, 30, 10, 5)) {
        return 0;
    }
    return glyph_bit(x - 40, y - 30) ? 0xffeeeeee : 0xff000088;
}

static void test_text(gconstpointer chip)
{
    Rig *rig = rig_new(chip, 0);

    set_up(rig, 0xa);
    send(rig, GDI, 0xbe4, 30 << 16 | 40);
    send(rig, GDI, 0xbe8, 35 << 16 | 50);
    send(rig, GDI, 0xbec, 0x000088);
    send(rig, GDI, 0xbf0, 0xeeeeee);
    send(rig, GDI, 0xbf4, 5 << 16 | 16);
    send(rig, GDI, 0xbf8, 5 << 16 | 13);
    send(rig, GDI, 0xbfc, 30 << 16 | 40);
    send(rig, GDI, 0xc00, glyph[0] | (uint32_t)glyph[1] << 16);
    send(rig, GDI, 0xc04, glyph[2] | (uint32_t)glyph[3] << 16);
    send(rig, GDI, 0xc08, glyph[4]);
    check_screen(rig, texted);
    rig_free(rig);
}

/* Class C draws ones alone, and rows are packed. */
static uint32_t packed(int x, int y)
{
    int i = (y - 7) * 5 + x - 3;

    return in(x, y, 3, 7, 5, 6) && 0x2ff12345u >> i & 1 ? 0xff00ff00 : 0;
}

static void test_packed_text(gconstpointer chip)
{
    Rig *rig = rig_new(chip, 0);

    set_up(rig, 0xa);
    send(rig, GDI, 0x304, 2);
    send(rig, GDI, 0x7ec, 0);
    send(rig, GDI, 0x7f0, HEIGHT << 16 | WIDTH);
    send(rig, GDI, 0x7f4, 0x00ff00);
    send(rig, GDI, 0x7f8, 6 << 16 | 5);
    send(rig, GDI, 0x7fc, 7 << 16 | 3);
    send(rig, GDI, 0x800, 0x2ff12345);
    check_screen(rig, packed);
    rig_free(rig);
}

/* --- clipped rectangles --- */

static uint32_t clipped(int x, int y)
{
    return in(x, y, 12, 12, 8, 18) ? 0xff777777 : 0;
}

static void test_clipped(gconstpointer chip)
{
    Rig *rig = rig_new(chip, 0);

    set_up(rig, 0xa);
    send(rig, GDI, 0x5f4, 12 << 16 | 5);
    send(rig, GDI, 0x5f8, 40 << 16 | 20);
    send(rig, GDI, 0x5fc, 0x777777);
    send(rig, GDI, 0x600, 2 << 16 | 12);
    send(rig, GDI, 0x604, 30 << 16 | 60);
    check_screen(rig, clipped);
    rig_free(rig);
}

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

enum { IMAGE = 0x20000 };

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

static void paint_image(Rig *rig)
{
    for (unsigned i = 0; i < 128; i++) {
        nv_st32(rig->pg->mem->vram + IMAGE + 4 * i, 0xff000000 + 0x10101 * i);
    }
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

/* --- memory to memory --- */

static void copy(Rig *rig, uint32_t in_at, uint32_t out_at, uint32_t length,
                 uint32_t lines)
{
    send(rig, M2MF, 0x30c, in_at);
    send(rig, M2MF, 0x310, out_at);
    send(rig, M2MF, 0x314, 64);
    send(rig, M2MF, 0x318, PITCH);
    send(rig, M2MF, 0x31c, length);
    send(rig, M2MF, 0x320, lines);
    send(rig, M2MF, 0x324, 0x101);
    send(rig, M2MF, 0x328, 0);
}

static uint32_t transferred(int x, int y)
{
    return in(x, y, 2, 1, 8, 5)
           ? 0xff000000 + 0x10101 * ((y - 1) * 16 + x - 2) : 0;
}

static void test_m2mf(gconstpointer chip)
{
    Rig *rig = rig_new(chip, 0);
    uint8_t *notifier = rig->pg->mem->vram + REPORTS;

    set_up(rig, 0xa);
    paint_image(rig);
    bind(rig, M2MF, 0x39);
    send(rig, M2MF, 0x180, DMA_PAGE >> 4);
    send(rig, M2MF, 0x184, DMA_RW >> 4);
    send(rig, M2MF, 0x188, DMA_RW >> 4);
    memset(notifier, 0xff, 32);
    copy(rig, IMAGE, SCREEN + PITCH + 8, 32, 5);
    check_screen(rig, transferred);
    /* The second notifier is written, the first is not. */
    g_assert_cmphex(nv_ld32(notifier), ==, 0xffffffff);
    g_assert_cmphex(nv_ld32(notifier + 24), ==, 0);
    g_assert_cmphex(nv_ld32(notifier + 28), ==, 0);
    g_assert_cmphex(NV_PG(rig->pg, NOTIFY) & 1, ==, 0);
    rig_free(rig);
}

/* A long copy goes on in parts; nothing else runs, and the end is told. */
static void test_m2mf_long(gconstpointer chip)
{
    Rig *rig = rig_new(chip, 0);
    NvPgraph *pg = rig->pg;
    uint8_t *notifier = pg->mem->vram + REPORTS;
    unsigned parts = 1;

    set_up(rig, 0xa);
    bind(rig, M2MF, 0x39);
    send(rig, M2MF, 0x180, DMA_PAGE >> 4);
    send(rig, M2MF, 0x184, DMA_RW >> 4);
    send(rig, M2MF, 0x188, DMA_RW >> 4);
    memset(notifier, 0xff, 32);
    for (unsigned i = 0; i < 0x200000; i++) {
        pg->mem->vram[0x100000 + i] = i % 251;
    }
    send(rig, M2MF, 0x30c, 0x100000);
    send(rig, M2MF, 0x310, 0x200000);
    send(rig, M2MF, 0x314, 64);
    send(rig, M2MF, 0x318, 512);
    send(rig, M2MF, 0x31c, 1000);
    send(rig, M2MF, 0x320, 2000);
    send(rig, M2MF, 0x324, 0x102);
    rig->works = 0;
    send(rig, M2MF, 0x104, 0);
    send(rig, M2MF, 0x328, 0);
    g_assert_true(nv_pgraph_busy(pg));
    g_assert_false(nv_pgraph_ready(pg));
    g_assert_cmpuint(rig->works, >, 0);
    g_assert_cmphex(nv_pgraph_read(pg, NV_PGRAPH_STATUS), ==, 1);
    while (nv_pgraph_busy(pg)) {
        g_assert_cmphex(nv_ld32(notifier + 12), ==, 0xffffffff);
        g_assert_cmphex(nv_ld32(notifier + 28), ==, 0xffffffff);
        nv_pgraph_continue(pg);
        parts++;
    }
    g_assert_cmpuint(parts, ==, 3);
    g_assert_cmphex(nv_ld32(notifier + 12), ==, 0);
    g_assert_cmphex(nv_ld32(notifier + 28), ==, 0);
    g_assert_true(nv_pgraph_ready(pg));
    for (unsigned y = 0; y < 2000; y++) {
        for (unsigned x = 0; x < (y < 1999 ? 512 : 1000); x++) {
            g_assert_cmpuint(pg->mem->vram[0x200000 + 512 * y + x], ==,
                             (64 * y + 2 * x) % 251);
        }
    }
    FINE(rig);
    rig_free(rig);
}

/* --- errors --- */

static void test_errors(gconstpointer chip)
{
    Rig *rig = rig_new(chip, 0);
    NvPgraph *pg = rig->pg;

    set_up(rig, 0xa);
    /* A rectangle without its first point. */
    send(rig, GDI, 0x404, 1 << 16 | 1);
    g_assert_cmphex(NV_PG(pg, NSOURCE), ==, NV_NSOURCE_METHOD_CNT);
    rig_ack(rig);
    /* A size that leaves the range of coordinates. */
    send(rig, GDI, 0x400, 0x7fff << 16 | 1);
    send(rig, GDI, 0x404, 0xffff << 16 | 1);
    g_assert_cmphex(NV_PG(pg, NSOURCE), ==, NV_NSOURCE_RANGE);
    rig_ack(rig);
    /* Values. */
    send(rig, GDI, 0x300, 9);
    g_assert_cmphex(NV_PG(pg, NSOURCE), ==, NV_NSOURCE_DATA_ERROR);
    g_assert_cmphex(NV_PG(pg, TRAP_DATA), ==, 9);
    rig_ack(rig);
    /* Objects of the wrong class stay out. */
    send(rig, GDI, 0x188, context_object(rig, 0x19));
    g_assert_cmphex(NV_PG(pg, NSOURCE), ==, NV_NSOURCE_DATA_ERROR);
    rig_ack(rig);
    send(rig, GDI, 0x2f0, 0);
    g_assert_cmphex(NV_PG(pg, NSOURCE), ==, NV_NSOURCE_ILLEGAL_MTHD);
    rig_ack(rig);
    /* No surface. */
    send(rig, SURF2D, 0x188, DMA_NULL >> 4);
    fill(rig, 1, 1, 1, 1, 1);
    g_assert_cmphex(NV_PG(pg, NSOURCE), ==, NV_NSOURCE_STATE_INVALID);
    rig_ack(rig);
    /* A copy beyond its object, which tells no notifier. */
    bind(rig, M2MF, 0x39);
    send(rig, M2MF, 0x180, DMA_PAGE >> 4);
    send(rig, M2MF, 0x184, DMA_RW >> 4);
    send(rig, M2MF, 0x188, DMA_PAGE >> 4);
    memset(pg->mem->vram + REPORTS + 16, 0xff, 16);
    copy(rig, IMAGE, 0xff0, 32, 1);
    g_assert_cmphex(NV_PG(pg, NSOURCE), ==, NV_NSOURCE_DMA_W);
    g_assert_cmphex(nv_ld32(pg->mem->vram + REPORTS + 28), ==, 0xffffffff);
    rig_ack(rig);
    rig_free(rig);
}

/* Options a method sets are in instance memory, and stay over a switch. */
static void test_options(gconstpointer chip)
{
    Rig *rig = rig_new(chip, 0);
    NvMem *mem = rig->pg->mem;

    set_up(rig, 0xa);
    g_assert_cmphex(nv_mem_ramin_read(mem, object_at(GDI)), ==,
                    0x4a | 3 << 15 | 1u << 25 | 1u << 27 | 1u << 28);
    g_assert_cmphex(nv_mem_ramin_read(mem, object_at(GDI) + 4), ==,
                    0x0e << 8 | 1);
    send(rig, BLIT, 0x100, 0);
    g_assert_cmphex(NV_PG(rig->pg, CTX_SWITCH_A), ==,
                    0x9f | 3 << 15 | 1u << 25);
    send(rig, GDI, 0x188, context_object(rig, 0x30));
    g_assert_cmphex(nv_mem_ramin_read(mem, object_at(GDI)), ==,
                    0x4a | 3 << 15 | 1u << 25 | 1u << 28);
    FINE(rig);
    rig_free(rig);
}

/* --- random methods for every class --- */

/* Mostly one the class has. */
static uint32_t some_method(Rig *rig, GRand *rand, unsigned subc)
{
    uint32_t word = rig->pg->values[NV_PGRAPH_CTX_CACHE_A / 4 + subc];
    const NvClassTable *table = nv_class_find(rig->pg,
                                              word & rig->pg->class_mask);
    uint32_t mthd = 0x100;

    for (unsigned tries = 0; tries < 40; tries++) {
        mthd = g_rand_int_range(rand, 0x40, 0x200) * 4;
        if (table->method[mthd / 4]) {
            break;
        }
    }
    return mthd;
}

static void test_random(gconstpointer chip)
{
    static const uint16_t classes[] = {
        0x12, 0x17, 0x18, 0x19, 0x43, 0x44, 0x57, 0x72, 0x58, 0x59, 0x5a,
        0x5b, 0x42, 0x62, 0x52, 0x9e, 0x39, 0x1c, 0x1d, 0x1e, 0x5c, 0x5d,
        0x5e, 0x4a, 0x4b, 0x1f, 0x5f, 0x9f, 0x21, 0x61, 0x65, 0x8a, 0x36,
        0x76, 0x66, 0x60, 0x64, 0x7b, 0x37, 0x77, 0x63, 0x89, 0x38, 0x88,
    };
    GRand *rand = g_rand_new_with_seed(99);
    Rig *rig = rig_new(chip, 0);
    unsigned run = 0;

    set_up(rig, 0xa);
    for (unsigned n = 0; n < 40000; n++) {
        unsigned subc = g_rand_int_range(rand, 0, 8);
        uint32_t data = g_rand_int(rand), mthd;

        if (n % 50 == 0) {
            bind(rig, subc, classes[g_rand_int_range(
                     rand, 0, NV_ARRAY_SIZE(classes))]);
        }
        mthd = some_method(rig, rand, subc);
        switch (g_rand_int_range(rand, 0, 4)) {
        case 0:
            data &= 0x003f003f;
            break;
        case 1:
            data = (DMA_RW >> 4) + (data & 7);
            break;
        case 2:
            data &= 0xf;
            break;
        }
        send(rig, subc, mthd, data);
        run += !NV_PG(rig->pg, NSOURCE);
        rig_ack(rig);
    }
    g_test_message("%u of 40000 methods raised no error", run);
    g_assert_cmpuint(run, >, 8000);
    g_rand_free(rand);
    rig_free(rig);
}

int main(int argc, char **argv)
{
    static const char *const chips[] = { "nv20", "nv25", "nv2a" };
    static const struct {
        const char *name;
        GTestDataFunc run;
    } tests[] = {
        { "fill", test_fill }, { "blit", test_blit }, { "text", test_text },
        { "packed-text", test_packed_text }, { "clipped", test_clipped },
        { "ifc", test_ifc }, { "ifc16", test_ifc16 },
        { "user-clip", test_user_clip }, { "index", test_index },
        { "scale", test_scale }, { "yuv", test_yuv },
        { "swizzle", test_swizzle }, { "m2mf", test_m2mf },
        { "m2mf-long", test_m2mf_long }, { "errors", test_errors }, { "options", test_options },
        { "random", test_random },
    };

    g_test_init(&argc, &argv, NULL);
    for (unsigned c = 0; c < NV_ARRAY_SIZE(chips); c++) {
        for (unsigned t = 0; t < NV_ARRAY_SIZE(tests); t++) {
            g_autofree char *path = g_strdup_printf(
                "/twod-scene/%s/%s", chips[c], tests[t].name);

            g_test_add_data_func(path, chips[c], tests[t].run);
        }
    }
    return g_test_run();
}
