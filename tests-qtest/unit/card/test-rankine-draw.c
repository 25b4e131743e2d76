/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Draws of Rankine's and Curie's 3D classes end to end: methods as open
 * drivers send them, pixels in VRAM.  What is expected follows from the
 * geometry.
 */
#include <stdlib.h>
#include <string.h>

#include "base/bits.h"
#include "unit/card/test-rankine.h"

/* --- ways to bring vertices --- */

/* A fan around the centre: what the ways below must draw alike. */
static const float fan[6][4] = {
    { 0, 0, 0, 1 }, { 0.75f, 0, 0, 1 }, { 0.25f, 0.75f, 0, 1 },
    { -0.5f, 0.5f, 0, 1 }, { -0.75f, -0.25f, 0, 1 }, { 0.5f, -0.75f, 0, 1 },
};
static const uint32_t fan_color[6] = {      /* bytes r g b a */
    0xff0000ff, 0xff00ff00, 0xffff0000, 0xff00ffff, 0xffff00ff, 0xff808080,
};

static void fan_by_hand(Rankine *r)
{
    begin(r, 7);
    for (unsigned i = 0; i < 6; i++) {
        rig_method(r->rig, 0x194c, fan_color[i]);
        vertex(r, fan[i][0], fan[i][1], fan[i][2], fan[i][3]);
    }
    end(r);
}

/* Position in object B at an offset, colour in A, both with gaps. */
#define COLORS 0xb0000u

static void set_arrays(Rankine *r)
{
    for (unsigned i = 0; i < 6; i++) {
        rig_ram_floats(r->rig, RANKINE_VERTICES + 20 * i, fan[i], 4);
        rankine_vram_write(r, COLORS + 8 * i, fan_color[i]);
    }
    for (unsigned i = 0; i < 16; i++) {
        rig_method(r->rig, 0x1740 + 4 * i,
                   i == 0 ? 20 << 8 | 0x42 : i == 3 ? 8 << 8 | 0x44 : 2);
    }
    rig_method(r->rig, 0x1680, 0x80000000 | RANKINE_VERTICES);
    rig_method(r->rig, 0x168c, COLORS);
    rig_method(r->rig, 0x1710, 0);
}

static void fan_by_arrays(Rankine *r)
{
    set_arrays(r);
    begin(r, 7);
    rig_method(r->rig, 0x1814, 5 << 24);
    end(r);
}

static void fan_by_elements16(Rankine *r)
{
    set_arrays(r);
    begin(r, 7);
    rig_method(r->rig, 0x180c, 1 << 16);
    rig_method(r->rig, 0x180c, 3 << 16 | 2);
    rig_method(r->rig, 0x180c, 5 << 16 | 4);
    end(r);
}

static void fan_by_elements32(Rankine *r)
{
    set_arrays(r);
    begin(r, 7);
    for (unsigned i = 0; i < 6; i++) {
        rig_method(r->rig, 0x1810, i);
    }
    end(r);
}

/* Two fans in one draw; the second starts behind the special index. */
static void fan_by_restart(Rankine *r)
{
    static const uint32_t list[] = {
        0, 1, 2, 3, 0xffffffff, 0, 3, 4, 5,
    };

    set_arrays(r);
    rig_method(r->rig, 0x1dac, 1);
    rig_method(r->rig, 0x1db0, 0xffffffff);
    begin(r, 7);
    for (unsigned i = 0; i < G_N_ELEMENTS(list); i++) {
        rig_method(r->rig, 0x1810, list[i]);
    }
    end(r);
    rig_method(r->rig, 0x1dac, 0);
}

/* Indices in memory: 16 bits each, behind the vertices. */
static void fan_by_index_buffer(Rankine *r)
{
    set_arrays(r);
    for (unsigned i = 0; i < 6; i++) {
        nv_st16(r->rig->ram + RANKINE_VERTICES + 0x200 + 2 * i, i);
    }
    rig_method(r->rig, 0x181c, RANKINE_VERTICES + 0x200);
    rig_method(r->rig, 0x1820, 0x11);
    begin(r, 7);
    rig_method(r->rig, 0x1824, 5 << 24);
    end(r);
}

/* Words of the enabled arrays, as they come. */
static void fan_by_inline(Rankine *r)
{
    set_arrays(r);
    begin(r, 7);
    for (unsigned i = 0; i < 6; i++) {
        for (unsigned c = 0; c < 4; c++) {
            rankine_float(r, 0x1818, fan[i][c]);
        }
        rig_method(r->rig, 0x1818, fan_color[i]);
    }
    end(r);
}

static void (*const ways[])(Rankine *r) = {
    fan_by_arrays, fan_by_elements16, fan_by_elements32, fan_by_restart,
    fan_by_index_buffer, fan_by_inline,
};

static void test_ways(gconstpointer data)
{
    uint32_t want[SIZE * SIZE];
    Rankine r;

    open_black(&r, data);
    fan_by_hand(&r);
    g_assert_cmpuint(count(&r, BLACK), <, SIZE * SIZE * 3 / 4);
    memcpy(want, nv_card_vram(r.rig->card), sizeof(want));
    for (unsigned i = 0; i < G_N_ELEMENTS(ways); i++) {
        unsigned differ = 0;

        clear(&r, BLACK);
        ways[i](&r);
        g_assert_true(rankine_kick(&r));
        for (unsigned at = 0; at < SIZE * SIZE; at++) {
            differ += rankine_vram(&r, 4 * at) != GUINT32_FROM_LE(want[at]);
        }
        g_test_message("way %u: %u pixels differ", i, differ);
        g_assert_cmpuint(differ, ==, 0);
    }
    rankine_close(&r);
}

/* --- what comes out --- */

static void test_triangle(gconstpointer data)
{
    unsigned wrong = 0;
    Rankine r;

    open_black(&r, data);
    color(&r, 0x80204060);
    begin(&r, 5);
    vertex(&r, -1, 1, 0, 1);
    vertex(&r, 2, 2, 0, 2);
    vertex(&r, -0.5f, -0.5f, 0, 0.5f);
    end(&r);
    g_assert_true(rankine_kick(&r));
    for (int y = 0; y < SIZE; y++) {
        for (int x = 0; x < SIZE; x++) {
            uint32_t want = x + y < SIZE - 1 ? 0x80204060 : BLACK;

            /* The diagonal goes through pixels' centres. */
            wrong += x + y != SIZE - 1 && rankine_pixel(&r, x, y) != want;
        }
    }
    g_assert_cmpuint(wrong, ==, 0);
    rankine_close(&r);
}

/* Fixed function over the viewport's edge, a texture, a scissor. */
static void test_composite(gconstpointer data)
{
    static const float view[8] = { 0, 0, 0, 0, 1, 1, 1, 0 };
    static const float unit[16] = {
        1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1,
    };
    static const float at[3][4] = {
        { 2, -6, 10, 12 }, { 2, 10, 10, 28 }, { 18, 10, 26, 28 },
    };
    const Chip *chip = data;
    uint32_t texels[256];
    unsigned wrong = 0;
    Rankine r;

    rankine_open(&r, chip->name, chip->class);
    clear(&r, BLACK);
    for (unsigned i = 0; i < 256; i++) {
        texels[i] = 0x01030507 * i;
    }
    rankine_fragment_program(&r, rankine_fp_texture, 4);
    rankine_texture(&r, 0, 16, texels);
    rankine_floats(&r, 0xa20, view, 8);
    rankine_floats(&r, 0x480, unit, 16);
    rankine_floats(&r, 0x680, unit, 16);
    rig_method(r.rig, 0x8c0, 8 << 16 | 10);
    rig_method(r.rig, 0x8c4, 8 << 16 | 20);
    begin(&r, 5);
    for (unsigned i = 0; i < 3; i++) {
        rankine_floats(&r, 0x18c0, at[i], 2);
        rig_method(r.rig, 0x1900, (uint32_t)at[i][3] << 16 |
                                  (uint32_t)at[i][2]);
    }
    end(&r);
    g_assert_true(rankine_kick(&r));
    for (unsigned y = 0; y < SIZE; y++) {
        for (unsigned x = 0; x < SIZE; x++) {
            bool in = x >= 10 && x < 18 && y >= 20 && y < 28;
            uint32_t want = in ? texels[(y - 18) * 16 + x - 8] : BLACK;

            wrong += rankine_pixel(&r, x, y) != want;
        }
    }
    g_assert_cmpuint(wrong, ==, 0);
    rankine_close(&r);
}

/* Constants as drivers place them, the second colour without its switch. */
static void test_program(gconstpointer data)
{
    static const uint32_t fp_color1[4] = {
        0x01405e81, 0x1c9dc801, 0x0001c800, 0x3fe1c800,
    };
    Rankine r;

    open_black(&r, data);
    rankine_vertex_program(&r, "MUL R0, v[0], c[255]\n"
                               "ADD o[HPOS], R0, xfctx[6]\n"
                               "MOV o[COL0], v[3]\n"
                               "MOV o[COL1], c[254] END");
    rankine_constant(&r, 255, 0.5f, 0.5f, 1, 1);
    rankine_constant(&r, 254, 0.2f, 0.4f, 0.6f, 1);
    rig_method(r.rig, 0x1efc, 6);
    rankine_floats(&r, 0x1f00, (const float[]) { 0.5f, 0.5f, 0, 0 }, 4);
    rankine_fragment_program(&r, fp_color1, 4);
    quad(&r, -1, -1, 1, 1, 0);
    g_assert_cmpuint(count(&r, 0xff336699), ==, SIZE * SIZE / 4);
    g_assert_cmphex(rankine_pixel(&r, 32, 31), ==, 0xff336699);
    g_assert_cmphex(rankine_pixel(&r, 63, 0), ==, 0xff336699);
    rankine_close(&r);
}

/*
 * A driver hands out all of a program's constants, those in the slots of the
 * viewport, too; the picture stays where it is.
 */
static void test_program_viewport(gconstpointer data)
{
    Rankine r;

    open_black(&r, data);
    rankine_vertex_program(&r, "MOV o[HPOS], v[0]\n"
                               "MOV R0, xfctx[0x76]\n"
                               "ADD o[COL0], R0, xfctx[0x77] END");
    rig_method(r.rig, 0x1efc, 0x76);
    rankine_floats(&r, 0x1f00, (const float[]) { 0.2f, 0.4f, 0, 0 }, 4);
    rankine_floats(&r, 0x1f00, (const float[]) { 0, 0, 0.6f, 1 }, 4);
    quad(&r, -1, -1, 1, 1, 0);
    g_assert_cmpuint(count(&r, 0xff336699), ==, SIZE * SIZE);
    /* Set again, it moves. */
    rankine_floats(&r, 0xa30, (const float[]) { SIZE / 4, SIZE / 4, 0, 0 }, 4);
    rig_method(r.rig, 0x1efc, 0x76);
    rankine_floats(&r, 0x1f00, (const float[]) { 1, 0, 0, 0 }, 4);
    quad(&r, -1, -1, 1, 1, 0);
    g_assert_cmpuint(count(&r, 0xffff0099), ==, SIZE * SIZE / 4);
    rankine_close(&r);
}

/* A driver says where the viewport is when it draws, not when it clears. */
static void test_clear_viewport(gconstpointer data)
{
    Rankine r;

    open_black(&r, data);
    rig_method(r.rig, 0xa00, 8u << 16 | 4);
    rig_method(r.rig, 0xa04, 8u << 16 | 4);
    clear(&r, 0xff336699);
    g_assert_cmpuint(count(&r, 0xff336699), ==, SIZE * SIZE);
    color(&r, BLACK);
    quad(&r, -1, -1, 1, 1, 0);
    g_assert_cmpuint(count(&r, BLACK), ==, 8 * 8);
    /* The scissor cuts both. */
    rig_method(r.rig, 0x8c0, 16u << 16);
    rig_method(r.rig, 0x8c4, 16u << 16);
    clear(&r, 0xff00ff00);
    g_assert_cmpuint(count(&r, 0xff00ff00), ==, 16 * 16);
    rankine_close(&r);
}

/* --- line stipple --- */

#define LIT 0xffffffffu

typedef struct Stippled {
    unsigned prim, repeat, pattern, count;
    uint8_t at[4][2];       /* pixels */
} Stippled;

/* OpenGL's rule: pixel @n of the pattern, the end of a line is left out. */
static void walk(const Stippled *s, const uint8_t *a, const uint8_t *b,
                 unsigned *n, uint32_t want[SIZE * SIZE])
{
    int dx = b[0] - a[0], dy = b[1] - a[1];
    int longer = MAX(abs(dx), abs(dy));

    for (int i = 0; i < longer; i++, ++*n) {
        unsigned x = a[0] + dx * i / longer, y = a[1] + dy * i / longer;

        if (s->pattern >> (*n / s->repeat & 15) & 1) {
            want[y * SIZE + x] = LIT;
        }
    }
}

static void draw_stippled(Rankine *r, const Stippled *s)
{
    rig_method(r->rig, 0x1db8, s->pattern << 16 | (s->repeat - 1));
    begin(r, s->prim);
    for (unsigned i = 0; i < s->count; i++) {
        vertex(r, (s->at[i][0] + 0.5f) / 32 - 1, 1 - (s->at[i][1] + 0.5f) / 32,
               0, 1);
    }
    end(r);
}

/* What drivers send for OpenGL's factors and patterns, 1 less (doc). */
static void test_line_stipple(gconstpointer data)
{
    static const Stippled t[] = {
        { 2, 1, 0xffff, 2, { { 0, 0 }, { 24, 0 } } },
        { 2, 1, 0x00ff, 4, { { 0, 2 }, { 24, 2 }, { 0, 4 }, { 24, 4 } } },
        { 4, 1, 0x0f8f, 3, { { 0, 6 }, { 24, 6 }, { 24, 30 } } },
        { 3, 1, 0x8cef, 4, { { 26, 0 }, { 46, 0 }, { 46, 20 }, { 26, 20 } } },
        { 3, 2, 0x838f, 4, { { 0, 32 }, { 32, 32 }, { 32, 33 }, { 0, 33 } } },
        { 3, 3, 0xf731, 4, { { 0, 35 }, { 62, 35 }, { 62, 36 }, { 0, 36 } } },
        { 2, 256, 0x0001, 2, { { 63, 40 }, { 1, 40 } } },
        { 4, 1, 0x3333, 3, { { 50, 63 }, { 50, 42 }, { 61, 42 } } },
        { 2, 1, 0x5a5a, 2, { { 2, 42 }, { 20, 60 } } },
    };
    unsigned differ = 0, n = 0;
    uint32_t want[SIZE * SIZE];
    Rankine r;

    for (unsigned at = 0; at < SIZE * SIZE; at++) {
        want[at] = BLACK;
    }
    open_black(&r, data);
    color(&r, LIT);
    rig_method(r.rig, 0x1db4, 1);
    for (unsigned i = 0; i < G_N_ELEMENTS(t); i++) {
        unsigned step = t[i].prim == 2 ? 2 : 1;

        n = 0;
        for (unsigned k = 0; k + 1 < t[i].count; k += step) {
            n = t[i].prim == 2 ? 0 : n;
            walk(&t[i], t[i].at[k], t[i].at[k + 1], &n, want);
        }
        if (t[i].prim == 3) {
            walk(&t[i], t[i].at[t[i].count - 1], t[i].at[0], &n, want);
        }
        draw_stippled(&r, &t[i]);
    }
    g_assert_true(rankine_kick(&r));
    for (unsigned at = 0; at < SIZE * SIZE; at++) {
        differ += rankine_vram(&r, 4 * at) != want[at];
    }
    g_assert_cmpuint(differ, ==, 0);
    rankine_close(&r);
}

/* Triangles have none, and a line that comes in cut has that of all of it. */
static void test_line_stipple_cut(gconstpointer data)
{
    Rankine r;

    open_black(&r, data);
    color(&r, LIT);
    rig_method(r.rig, 0x1db4, 1);
    rig_method(r.rig, 0x1db8, 0x00ffu << 16);
    quad(&r, -1, -1, 1, 0, 0);
    g_assert_cmpuint(count(&r, LIT), ==, SIZE * SIZE / 2);
    /* From 20 pixels before the picture: the plane is its left border. */
    rankine_vertex_program(&r, r.curie
                           ? "MOV o[HPOS], v[0]\nMOV o[COL0], v[3]\n"
                             "ADD o[FOGC].y, v[0].x, v[0].w END"
                           : "MOV o[HPOS], v[0]\nMOV o[COL0], v[3]\n"
                             "ADD o[CLP0].x, v[0], v[0].w END");
    rig_method(r.rig, 0x1478, 2);
    clear(&r, BLACK);
    begin(&r, 2);
    vertex(&r, -1.625f, 0.515625f, 0, 1);
    vertex(&r, 1, 0.515625f, 0, 1);
    end(&r);
    g_assert_true(rankine_kick(&r));
    for (unsigned x = 0; x < SIZE; x++) {
        g_assert_cmphex(rankine_pixel(&r, x, 15), ==,
                        (x + 20) & 8 ? BLACK : LIT);
    }
    rankine_close(&r);
}

/* Kelvin's classes draw on Rankine what they draw on Kelvin. */
static void test_kelvin_class(gconstpointer data)
{
    static const float xy[][2] = {
        { 3, 4 }, { 60, 10 }, { 20, 50 }, { 55, 60 }, { 1, 30 },
    };
    const Chip *chip = data;
    const char *const names[] = { "nv20", "nv25", chip->name };
    uint32_t image[3][SIZE * SIZE];

    for (unsigned i = 0; i < 3; i++) {
        Rig *rig = rig_new(names[i], 4u << 20, "soft", NULL);
        uint32_t argb = 0xff806040;

        rig_channel(rig, i == 1 ? 0x597 : i == 0 ? 0x97 : chip->class);
        rig_surface(rig, SIZE, SIZE);
        rig_passthrough_program(rig);
        for (unsigned prim = 1; prim <= 10; prim++) {
            channel_draw(&rig->channel, prim, xy, G_N_ELEMENTS(xy),
                         argb += 0x00101321);
        }
        g_assert_true(rig_kick(rig));
        nv_card_flush(rig->card);
        g_assert_cmphex(rig_take_error(rig, NULL), ==, 0);
        for (unsigned at = 0; at < SIZE * SIZE; at++) {
            image[i][at] = rig_pixel(rig, at % SIZE, at / SIZE);
        }
        rig_free(rig);
    }
    g_assert_cmphex(image[0][10 * SIZE + 20], !=, 0);
    g_assert_cmpint(memcmp(image[0], image[2], sizeof(image[0])), ==, 0);
    g_assert_cmpint(memcmp(image[1], image[2], sizeof(image[0])), ==, 0);
}

int main(int argc, char **argv)
{
    static const Chip kelvin[] = {
        { "nv30", 0x97 }, { "nv30", 0x597 }, { "nv34", 0x97 },
        { "nv35", 0x597 },
    };

    g_test_init(&argc, &argv, NULL);
    add_late("/rankine-draw/triangle", test_triangle);
    add_late("/rankine-draw/ways", test_ways);
    add("/rankine-draw/composite", test_composite);
    add_late("/rankine-draw/program", test_program);
    add("/rankine-draw/program-viewport", test_program_viewport);
    add("/rankine-draw/clear-viewport", test_clear_viewport);
    add_late("/rankine-draw/line-stipple", test_line_stipple);
    add_late("/rankine-draw/line-stipple-cut", test_line_stipple_cut);
    add_chips("/rankine-draw/kelvin-class", test_kelvin_class, kelvin,
              G_N_ELEMENTS(kelvin));
    return g_test_run();
}
