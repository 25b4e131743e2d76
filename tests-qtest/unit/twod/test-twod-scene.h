/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * For scenes of 2D classes: objects set up as a kernel console does, a screen
 * of different pixels, and the comparison with what must be there.
 */
#ifndef TEST_TWOD_SCENE_H
#define TEST_TWOD_SCENE_H

#include "unit/pgraph/pgraph-rig.h"

enum { WIDTH = 96, HEIGHT = 64, PITCH = WIDTH * 4, SCREEN = 0x40000 };

/* Objects, one each 16 bytes of instance memory; subchannel = order here. */
enum { SURF2D, GDI, BLIT, IFC, M2MF, CTX, OTHER, SPARE };

static inline uint32_t object_at(unsigned subc)
{
    return GR_OBJ + 0x100 + 0x10 * subc;
}

static inline void send(Rig *rig, unsigned subc, uint32_t mthd, uint32_t data)
{
    nv_pgraph_method(rig->pg, 0, subc, mthd, data);
}

static inline void bind(Rig *rig, unsigned subc, uint32_t class)
{
    rig_object(rig, object_at(subc), class, 0, 0);
    send(rig, subc, 0, object_at(subc) >> 4);
}

/* A context object that nothing but its class counts of. */
static inline uint32_t context_object(Rig *rig, uint32_t class)
{
    uint32_t at = GR_OBJ + 0x800 + 0x10 * (class & 0xff);

    rig_object(rig, at, class, 0, 0);
    return at >> 4;
}

#define FINE(rig) g_assert_cmphex(NV_PG((rig)->pg, NSOURCE), ==, 0)

/* As the console driver sets up its objects: 32 bits, SRCCOPY. */
static inline void set_up(Rig *rig, unsigned format)
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

static inline uint8_t *screen(Rig *rig)
{
    return rig->pg->mem->vram + SCREEN;
}

static inline uint32_t pixel(Rig *rig, int x, int y)
{
    return nv_ld32(screen(rig) + y * PITCH + 4 * x);
}

static inline void put(Rig *rig, int x, int y, uint32_t v)
{
    nv_st32(screen(rig) + y * PITCH + 4 * x, v);
}

/* Every pixel different. */
static inline void paint(Rig *rig)
{
    for (int i = 0; i < WIDTH * HEIGHT; i++) {
        put(rig, i % WIDTH, i / WIDTH, 0x00010000u * (i / WIDTH) + i % WIDTH);
    }
}

static inline void fill(Rig *rig, int x, int y, int w, int h, uint32_t color)
{
    send(rig, GDI, 0x3fc, color);
    send(rig, GDI, 0x400, x << 16 | y);
    send(rig, GDI, 0x404, w << 16 | h);
}

static inline bool in(int x, int y, int x0, int y0, int w, int h)
{
    return x >= x0 && x < x0 + w && y >= y0 && y < y0 + h;
}

typedef uint32_t (*Expect)(int x, int y);

static inline void check_screen(Rig *rig, Expect expect)
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

enum { IMAGE = 0x20000 };

static inline void paint_image(Rig *rig)
{
    for (unsigned i = 0; i < 128; i++) {
        nv_st32(rig->pg->mem->vram + IMAGE + 4 * i, 0xff000000 + 0x10101 * i);
    }
}

typedef struct SceneTest {
    const char *name;
    GTestDataFunc run;
} SceneTest;

static inline void add_tests(const SceneTest *tests, unsigned count)
{
    static const char *const chips[] = { "nv20", "nv25", "nv2a" };

    for (unsigned c = 0; c < NV_ARRAY_SIZE(chips); c++) {
        for (unsigned t = 0; t < count; t++) {
            g_autofree char *path = g_strdup_printf(
                "/twod-scene/%s/%s", chips[c], tests[t].name);

            g_test_add_data_func(path, chips[c], tests[t].run);
        }
    }
}

#endif
