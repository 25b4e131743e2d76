/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Textures of fragment programs.  Levels of cube maps: no hardware test is
 * known; what is asked is GL's: a face drawn at the size of a level shows that
 * level in all of its pixels, also where the quad of one reaches beyond the
 * face.  Gamma: a bit a channel, as the PS3's documents name them.  Channels of
 * 16 bits: a guess, as texture.c says.
 */
#include "unit/raster/test-raster-rankine.h"

#define SRC RIG_TEX
#define SIDE 32u
#define LEVELS 6u
#define FACE_BYTES 5504u        /* all levels, to the next 128 */

/* Level n of each face is all n + 1. */
static void put_cube(Rig *rig)
{
    for (unsigned face = 0; face < 6; face++) {
        uint32_t at = SRC + face * FACE_BYTES;

        for (unsigned l = 0; l < LEVELS; l++) {
            for (unsigned i = 0; i < SIDE * SIDE >> 2 * l; i++, at += 4) {
                nv_st32(rig->mem.vram + at, 0x01010101 * (l + 1));
            }
        }
    }
    rig_set(rig, NV_BUNDLE_TEX_OFFSET, SRC);
    rig_set(rig, NV_BUNDLE_TEX_FORMAT, NV_BIT(3) | NV_BIT(2) | 2 << 6 |
            6 << 8 | LEVELS << 16 | 5 << 20 | 5 << 24);
    rig_set(rig, NV_BUNDLE_TEX_CONTROL_A, NV_BIT(30) | 0xfff << 6);
    rig_set(rig, NV_BUNDLE_TEX_CONTROL_B, 0xaae4);
    rig_set(rig, NV_BUNDLE_TEX_WRAP, 0x030303);
    rig_set(rig, NV_BUNDLE_TEX_FILTER, 3 << 16 | 1 << 24);
}

/* All of a face in a square of @size pixels at (@x, @x). */
static void draw_face(Rig *rig, unsigned face, unsigned x, unsigned size)
{
    static const float corner[6][2] = {
        { 0, 0 }, { 1, 0 }, { 1, 1 }, { 0, 0 }, { 1, 1 }, { 0, 1 },
    };
    unsigned axis = face / 2;
    NvRasterVertex v[6];

    for (unsigned i = 0; i < 6; i++) {
        v[i] = rig_vertex(x + corner[i][0] * size, x + corner[i][1] * size,
                          0.5f, 0);
        v[i].tex[0][axis] = face & 1 ? -1 : 1;
        v[i].tex[0][(axis + 1) % 3] = 2 * corner[i][0] - 1;
        v[i].tex[0][(axis + 2) % 3] = 2 * corner[i][1] - 1;
        v[i].tex[0][3] = 0;
    }
    nv_raster_triangles(&rig->raster, v, 6);
}

/* TEX H0, the coordinates of unit 0. */
static const uint32_t tex[] = {
    0x17009e81, 0x1c9dc801, RK_NO_SOURCE, 0x3fe1c800,
};

static void test_levels(void)
{
    Rig rig;

    rk_init(&rig, "nv34", NULL);
    put_cube(&rig);
    rk_program(&rig, tex, 4);
    for (unsigned face = 0; face < 6; face++) {
        for (unsigned k = 0; k < 2 * LEVELS; k++) {
            unsigned level = k / 2, size = SIDE >> level, x = 4 + k % 2;

            draw_face(&rig, face, x, size);
            for (unsigned i = 0; i < size * size; i++) {
                g_assert_cmphex(rig_pixel(&rig, x + i % size, x + i / size),
                                ==, 0x01010101 * (level + 1));
            }
        }
    }
    rig_free(&rig);
}

/* 128 / 255 without gamma is 55 / 255; from the low bit up: R G B A. */
static void test_gamma(void)
{
    static const uint32_t channel[] = {
        0xff0000, 0xff00, 0xff, 0xff000000,
    };
    Rig rig;

    rk_init(&rig, "nv34", NULL);
    rk_program(&rig, tex, 4);
    for (unsigned bits = 0; bits < 16; bits++) {
        uint32_t expected = 0x80808080;

        for (unsigned c = 0; c < 4; c++) {
            if (bits >> c & 1) {
                expected = (expected & ~channel[c]) | (0x37373737 & channel[c]);
            }
        }
        put_cube(&rig);
        memset(rig.mem.vram + SRC, 0x80, SIDE * SIDE * 4);
        rig_set(&rig, NV_BUNDLE_TEX_WRAP, 0x030303 | bits << 24);
        draw_face(&rig, 0, 4, SIDE);
        g_assert_cmphex(rig_pixel(&rig, 9, 9), ==, expected);
    }
    rig_free(&rig);
}

/* TEX R0; MUL R0, R0, 256; ADD H0, R0, -64: what eight bits do not have. */
static const uint32_t low_bits[] = {
    0x17009e00, 0x1c9dc801, RK_NO_SOURCE, 0x3fe1c800,
    0x02001e00, 0x1c9dc800, 0x0001c802, RK_NO_SOURCE,
    0x43800000, 0x43800000, 0x43800000, 0x43800000,
    0x03001e81, 0x1c9dc800, 0x0001c802, RK_NO_SOURCE,
    0xc2800000, 0xc2800000, 0xc2800000, 0xc2800000,
};

/* Alpha and red are the high half, green and blue the low one. */
static void test_halves(void)
{
    static const char *const ways[] = { "reference", NULL };

    for (unsigned i = 0; i < 4; i++) {
        bool linear = i & 1;
        NvRasterVertex v = rig_vertex(0.5f, 0.5f, 0.5f, 0);
        Rig rig;

        rk_init(&rig, "nv34", ways[i / 2]);
        /* Or halfway between two such. */
        nv_st32(rig.mem.vram + SRC, linear ? 0x40004000 : 0x408040b0);
        nv_st32(rig.mem.vram + SRC + 4, 0x41004160);
        rk_rect_texture(&rig, 0, 0x36, SRC, 2, 1, 64, 0xaae4);
        rig_set(&rig, NV_BUNDLE_TEX_FILTER, linear ? 2 << 16 | 2 << 24
                                                   : 1 << 16 | 1 << 24);
        rk_program(&rig, low_bits, G_N_ELEMENTS(low_bits));
        v.tex[0][0] = linear ? 1 : 0.5f;
        v.tex[0][1] = 0.5f;
        nv_raster_points(&rig.raster, &v, 1);
        g_assert_cmphex(rig_pixel(&rig, 0, 0), ==, 0x8080b0b0);
        rig_free(&rig);
    }
}

/* One channel: the others are full. */
static void test_single(void)
{
    NvRasterVertex v = rig_vertex(0.5f, 0.5f, 0.5f, 0);
    Rig rig;

    rk_init(&rig, "nv34", NULL);
    nv_st16(rig.mem.vram + SRC, 0x40b0);
    rk_rect_texture(&rig, 0, 0x35, SRC, 1, 1, 64, 0xaae4);
    rk_program(&rig, low_bits, G_N_ELEMENTS(low_bits));
    v.tex[0][0] = v.tex[0][1] = 0.5f;
    nv_raster_points(&rig.raster, &v, 1);
    g_assert_cmphex(rig_pixel(&rig, 0, 0), ==, 0xffffb0b0);
    rig_free(&rig);
}

/* TEX R0; MOV H0, R0. */
static const uint32_t plain[] = {
    0x17009e00, 0x1c9dc801, RK_NO_SOURCE, 0x3fe1c800,
    0x01001e81, 0x1c9dc800, RK_NO_SOURCE, 0x3fe1c800,
};

/* Signed channels leave as four bytes, as in stages: below 0, and 64 / 127.5. */
static void test_signed(void)
{
    NvRasterVertex v = rig_vertex(0.5f, 0.5f, 0.5f, 0);
    Rig rig;

    rk_init(&rig, "nv34", NULL);
    nv_st32(rig.mem.vram + SRC, 0xc0804040);
    rk_rect_texture(&rig, 0, 0x36, SRC, 1, 1, 64, 0xaae4);
    rig_set(&rig, NV_BUNDLE_TEX_FILTER, 1 << 16 | 1 << 24 | 0xfu << 28);
    rk_program(&rig, plain, G_N_ELEMENTS(plain));
    v.tex[0][0] = v.tex[0][1] = 0.5f;
    nv_raster_points(&rig.raster, &v, 1);
    g_assert_cmphex(rig_pixel(&rig, 0, 0), ==, 0x00008080);
    rig_free(&rig);
}

/*
 * Colours of a program are rounded to 5 and 6 bits (a guess), those of combiners
 * cut (hw), whichever drew before on the same surface.
 */
static void test_narrow(void)
{
    Rig rig;

    rk_init(&rig, "nv34", NULL);
    rig_surfaces(&rig, 3, 0, 64, false);
    rk_mov_col0(&rig);
    for (unsigned i = 0; i < 4; i++) {
        bool program = i & 1;

        nv_raster_program(&rig.raster, program);
        rig_set(&rig, NV_BUNDLE_RC_CONFIG, !program);
        rig_rect(&rig, 0, 0, 8, 8, 0, 0xff4f07f7);
        g_assert_cmphex(nv_ld16(rig.mem.vram), ==,
                        (9 + program) << 11 | (1 + program) << 5 | 30);
    }
    rig_free(&rig);
}

/* TXB H0, the coordinates of unit 0, whose last part is the bias. */
static const uint32_t biased[] = {
    0x31009e81, 0x1c9dc801, RK_NO_SOURCE, 0x3fe1c800,
};

/* Two samples a pixel: a bias adds to the level of a half of the way. */
static void test_bias_along(void)
{
    Rig rig;

    rk_init(&rig, "nv34", NULL);
    put_cube(&rig);
    rig_set(&rig, NV_BUNDLE_TEX_FORMAT, NV_BIT(3) | 2 << 6 | 6 << 8 |
            LEVELS << 16 | 5 << 20 | 5 << 24);
    rig_set(&rig, NV_BUNDLE_TEX_CONTROL_A, NV_BIT(30) | 0xfff << 6 | 1 << 4);
    rk_program(&rig, biased, G_N_ELEMENTS(biased));
    for (unsigned bias = 0; bias < 3; bias++) {
        NvRasterVertex v[3] = {
            rig_vertex(0, 0, 0.5f, 0), rig_vertex(8, 0, 0.5f, 0),
            rig_vertex(0, 8, 0.5f, 0),
        };

        v[1].tex[0][0] = 8.0f / SIDE;
        v[2].tex[0][1] = 32.0f / SIDE;
        for (unsigned i = 0; i < 3; i++) {
            v[i].tex[0][3] = bias;
        }
        nv_raster_triangles(&rig.raster, v, 3);
        g_assert_cmphex(rig_pixel(&rig, 1, 1), ==, 0x01010101 * (2 + bias));
    }
    rig_free(&rig);
}

/* TEX R0, the coordinates of unit 0. */
static const uint32_t floats[] = {
    0x17009e01, 0x1c9dc801, RK_NO_SOURCE, 0x3fe1c800,
};

/* Curie's windows are set one by one, and its mask is a word of its own. */
static void curie_init(Rig *rig)
{
    rk_init(rig, "nv40", NULL);
    for (unsigned i = 0; i < 8; i++) {
        rig_set(rig, NV_BUNDLE_CLIP_RECT_HORIZ + i, 0x0fff0000);
        rig_set(rig, NV_BUNDLE_CLIP_RECT_VERT + i, 0x0fff0000);
    }
    rig_set(rig, NV_BUNDLE_COLOR_MASK, 0xf00);
}

/* Two texels of Curie's code @code at SRC, with @filter. */
static void put_floats(Rig *rig, unsigned code, uint32_t filter)
{
    rig_set(rig, NV_BUNDLE_TEX_OFFSET, SRC);
    rig_set(rig, NV_BUNDLE_TEX_FORMAT, 1 << 16 | code << 8 | 0xa029);
    rig_set(rig, NV_BUNDLE_TEX_CONTROL_A, NV_BIT(31));
    rig_set(rig, NV_BUNDLE_TEX_CONTROL_B, 0xaae4);
    rig_set(rig, NV_BUNDLE_TEX_CONTROL_D, 1 << 20 | 64);
    rig_set(rig, NV_BUNDLE_TEX_WRAP, 0x030303);
    rig_set(rig, NV_BUNDLE_TEX_FILTER, filter);
    rig_set(rig, NV_BUNDLE_TEX_RECT, 2 << 16 | 1);
}

static void draw_texel(Rig *rig, float s)
{
    NvRasterVertex v = rig_vertex(0.5f, 0.5f, 0.5f, 0);

    v.tex[0][0] = s;
    v.tex[0][1] = 0.5f;
    nv_raster_points(&rig->raster, &v, 1);
}

/* Bits of a texel of floats stay, whatever they are; of two there is one NaN. */
static void test_nan(void)
{
    static const uint32_t whole[2][4] = {
        { 0xff812345, 0xffffffff, 0x7fc00001, 0x7f800001 },
        { 0x7fc54321, 0xffc00000, 0x3f800000, 0xff800000 },
    };
    static const uint32_t halves[4] = {
        0x7c00ffff, 0x3c007e01, 0xfc007c01, 0x40003c00,
    };
    Rig rig;

    curie_init(&rig);
    rk_program(&rig, floats, G_N_ELEMENTS(floats));
    rig_surfaces(&rig, 0xc, 0, 64, false);
    put_floats(&rig, 0x1b, 1 << 16 | 1 << 24);
    for (unsigned i = 0; i < 8; i++) {
        nv_st32(rig.mem.vram + SRC + 4 * i, whole[i / 4][i % 4]);
    }
    for (unsigned i = 0; i < 8; i++) {
        draw_texel(&rig, i / 4 / 2.0f + 0.25f);
        g_assert_cmphex(nv_ld32(rig.mem.vram + i % 4 * 4), ==,
                        whole[i / 4][i % 4]);
    }
    put_floats(&rig, 0x1a, 2 << 16 | 2 << 24);
    for (unsigned i = 0; i < 4; i++) {
        nv_st32(rig.mem.vram + SRC + 4 * i, halves[i]);
    }
    draw_texel(&rig, 0.5f);
    for (unsigned c = 0; c < 4; c++) {
        g_assert_cmphex(nv_ld32(rig.mem.vram + 4 * c), ==,
                        c < 3 ? NV_FRAG_NAN : nv_f2u(1.5f));
    }
    rig_free(&rig);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/raster-program-tex/levels", test_levels);
    g_test_add_func("/raster-program-tex/gamma", test_gamma);
    g_test_add_func("/raster-program-tex/halves", test_halves);
    g_test_add_func("/raster-program-tex/single", test_single);
    g_test_add_func("/raster-program-tex/signed", test_signed);
    g_test_add_func("/raster-program-tex/narrow", test_narrow);
    g_test_add_func("/raster-program-tex/bias-along", test_bias_along);
    g_test_add_func("/raster-program-tex/nan", test_nan);
    return g_test_run();
}
