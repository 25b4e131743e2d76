/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Rankine's surfaces, textures and per-fragment rules in the soft backend: each
 * rule that Kelvin does not have.
 */
#include "unit/raster/test-raster-rankine.h"

#define SRC RIG_TEX
#define MASK (RIG_TEX + 0x8000)

/* ---- a program without combiners ---- */

static void test_solid(void)
{
    Rig rig;

    rk_init(&rig, "nv34", NULL);
    rk_mov_col0(&rig);
    rig_rect(&rig, 4, 4, 20, 12, 0.5f, 0x80c0ff40);
    g_assert_cmphex(rig_pixel(&rig, 4, 4), ==, 0x80c0ff40);
    g_assert_cmphex(rig_pixel(&rig, 19, 11), ==, 0x80c0ff40);
    g_assert_cmphex(rig_pixel(&rig, 20, 11), ==, 0);
    /* The X driver's a8: B8 from a colour whose blue holds the alpha. */
    rig_surfaces(&rig, 9, 0, 64, false);
    rig_rect(&rig, 0, 0, 64, 64, 0.5f, 0x00000077);
    g_assert_cmphex(rig.mem.vram[64 * 10 + 3], ==, 0x77);
    rig_free(&rig);
}

static void test_clear(void)
{
    Rig rig;

    rk_init(&rig, "nv35", NULL);
    rig_surfaces(&rig, 0x10, 2, 64, false);
    rig_set(&rig, NV_BUNDLE_STENCIL_A, 0xff000000);
    rig_set(&rig, NV_BUNDLE_CLEAR_COLOR, 0x11223344);
    rig_set(&rig, NV_BUNDLE_CLEAR_ZETA, 0xabcdef99);
    rig_set(&rig, NV_BUNDLE_SCISSOR_HV, 8 << 16 | 8);
    rig_set(&rig, NV_BUNDLE_SCISSOR_HV + 1, 8 << 16 | 16);
    nv_raster_clear(&rig.raster, 0xf3);
    g_assert_cmphex(rig_pixel(&rig, 8, 16), ==, 0x11223344);
    g_assert_cmphex(rig_pixel(&rig, 15, 23), ==, 0x11223344);
    g_assert_cmphex(rig_pixel(&rig, 16, 23), ==, 0);
    g_assert_cmphex(rig_pixel(&rig, 7, 16), ==, 0);
    g_assert_cmphex(nv_ld32(rig.mem.vram + RIG_ZETA + 4 * (16 * 64 + 8)), ==,
                    0xabcdef99);
    g_assert_cmphex(nv_ld32(rig.mem.vram + RIG_ZETA + 4 * (15 * 64 + 8)), ==,
                    0);
    rig_free(&rig);
}

/* ---- per-fragment rules ---- */

/* Alpha blends by factors of its own: colour ONE ZERO, alpha ZERO ONE. */
static void test_separate_alpha(void)
{
    Rig rig;

    rk_init(&rig, "nv30", NULL);
    rk_mov_col0(&rig);
    nv_st32(rig.mem.vram, 0x11223344);
    rig_set(&rig, NV_BUNDLE_BLEND, 1u << 24 | 0u << 20 | 0x018 | 2);
    rig_rect(&rig, 0, 0, 1, 1, 0.5f, 0xaabbccdd);
    g_assert_cmphex(rig_pixel(&rig, 0, 0), ==, 0x11bbccdd);
    rig_free(&rig);
}

static uint32_t zeta_at(Rig *rig, unsigned x, unsigned y)
{
    return nv_ld32(rig->mem.vram + RIG_ZETA + 4 * (64 * y + x));
}

/* z from 0 to 1 times the maximum, with the range in the same unit. */
static void test_depth(void)
{
    Rig rig;

    rk_init(&rig, "nv34", NULL);
    rk_mov_col0(&rig);
    rig_surfaces(&rig, 8, 2, 64, false);
    rig_set(&rig, NV_BUNDLE_CONFIG_A, 0x3d074000);
    rig_rect(&rig, 0, 0, 1, 1, 0.5f, 1);
    g_assert_cmphex(zeta_at(&rig, 0, 0), ==, 0x7fffff00);
    rig_rect(&rig, 1, 0, 2, 1, 1.0f, 1);
    g_assert_cmphex(zeta_at(&rig, 1, 0), ==, 0xffffff00);
    rig_rect(&rig, 2, 0, 3, 1, 1.5f, 1);
    g_assert_cmphex(zeta_at(&rig, 2, 0), ==, 0);
    rig_set(&rig, NV_BUNDLE_Z_CONFIG, NV_BIT(4));
    rig_set(&rig, NV_BUNDLE_DEPTH_RANGE_FAR, nv_f2u(0.25f));
    rig_rect(&rig, 3, 0, 4, 1, 1.5f, 1);
    g_assert_cmphex(zeta_at(&rig, 3, 0), ==, 0x3fffff00);
    /* The class of Kelvin on the same chip draws in depth units. */
    nv_raster_program(&rig.raster, false);
    rig_set(&rig, NV_BUNDLE_RC_CONFIG, 1);
    rig_set(&rig, NV_BUNDLE_DEPTH_RANGE_FAR, nv_f2u(16777215.0f));
    rig_rect(&rig, 4, 0, 5, 1, 100.0f, 0xff123456);
    g_assert_cmphex(zeta_at(&rig, 4, 0), ==, 100 << 8);
    g_assert_cmphex(rig_pixel(&rig, 4, 0), ==, 0xff123456);
    rig_free(&rig);
}

/* MOV H0, COL0; MOV R1.z, TEX0: the second is depth, if asked for. */
static void test_depth_output(void)
{
    static const uint32_t words[] = {
        0x01403e80, 0x1c9dc801, RK_NO_SOURCE, 0x3fe1c800,
        0x01008803, 0x1c9dc801, RK_NO_SOURCE, 0x3fe1c800,
    };
    NvRasterVertex v;
    Rig rig;

    rk_init(&rig, "nv34", NULL);
    rk_program(&rig, words, 8);
    rig_surfaces(&rig, 8, 2, 64, false);
    rig_set(&rig, NV_BUNDLE_CONFIG_A, 0x3d074000);
    v = rig_vertex(0.5f, 0.5f, 0.75f, 0xff112233);
    v.tex[0][2] = 0.25f;
    nv_raster_points(&rig.raster, &v, 1);
    g_assert_cmphex(zeta_at(&rig, 0, 0), ==, 0xbfffff00);
    rig_set(&rig, NV_BUNDLE_PS_CONTROL, 0xe);
    nv_raster_points(&rig.raster, &v, 1);
    g_assert_cmphex(zeta_at(&rig, 0, 0), ==, 0x3fffff00);
    g_assert_cmphex(rig_pixel(&rig, 0, 0), ==, 0xff112233);
    rig_free(&rig);
}

static void rect_turned(Rig *rig, bool back)
{
    NvRasterVertex v[3] = {
        rig_vertex(0, 0, 0.5f, ~0u), rig_vertex(4, 0, 0.5f, ~0u),
        rig_vertex(0, 4, 0.5f, ~0u),
    };
    NvRasterVertex t = v[1];

    if (back) {
        v[1] = v[2];
        v[2] = t;
    }
    nv_raster_triangles(&rig->raster, v, 3);
}

/* Front: increment; back: invert under a mask.  CCW swaps the two. */
static void test_two_sided(void)
{
    Rig rig;

    rk_init(&rig, "nv34", NULL);
    rk_mov_col0(&rig);
    rig_surfaces(&rig, 8, 2, 64, false);
    rig_set(&rig, NV_BUNDLE_CONFIG_A, 0x3e000000);
    rig_set(&rig, NV_BUNDLE_STENCIL_A, 0xffff0073);
    rig_set(&rig, NV_BUNDLE_STENCIL_B, 0x444);
    rig_set(&rig, NV_BUNDLE_STENCIL_C, 0x6660f);
    rig_set(&rig, NV_BUNDLE_STENCIL_D, 0x700ff);
    rect_turned(&rig, false);
    g_assert_cmphex(zeta_at(&rig, 0, 0), ==, 1);
    rect_turned(&rig, true);
    g_assert_cmphex(zeta_at(&rig, 0, 0), ==, 0xe);
    rig_set(&rig, NV_BUNDLE_RASTER, 8 << 12 | NV_BIT(23));
    rect_turned(&rig, true);
    g_assert_cmphex(zeta_at(&rig, 0, 0), ==, 0xf);
    /* One set for both. */
    rig_set(&rig, NV_BUNDLE_STENCIL_A, 0xffff0071);
    rect_turned(&rig, false);
    g_assert_cmphex(zeta_at(&rig, 0, 0), ==, 0x10);
    rig_free(&rig);
}

/* The stored depth decides, not the fragment's. */
static void test_depth_bounds(void)
{
    Rig rig;

    rk_init(&rig, "nv35", NULL);
    rk_mov_col0(&rig);
    rig_surfaces(&rig, 8, 2, 64, false);
    for (unsigned x = 0; x < 4; x++) {
        nv_st32(rig.mem.vram + RIG_ZETA + 4 * x, x * 0x40000000);
    }
    rig_set(&rig, NV_BUNDLE_Z_CONFIG, NV_BIT(5));
    rig_set(&rig, NV_BUNDLE_DEPTH_BOUNDS_MIN, nv_f2u(0.2f));
    rig_set(&rig, NV_BUNDLE_DEPTH_BOUNDS_MAX, nv_f2u(0.6f));
    rig_rect(&rig, 0, 0, 4, 1, 0.9f, 0xffffffff);
    for (unsigned x = 0; x < 4; x++) {
        g_assert_cmphex(rig_pixel(&rig, x, 0), ==,
                        x == 1 || x == 2 ? 0xffffffff : 0);
    }
    rig_free(&rig);
}

static void test_targets(void)
{
    Rig rig;

    rk_init(&rig, "nv34", NULL);
    rk_mov_col0(&rig);
    rig_surfaces(&rig, 8, 2, 64, false);
    rig_set(&rig, NV_BUNDLE_CONFIG_A, 0x3d074000);
    rig_set(&rig, NV_BUNDLE_RT_ENABLE, 0);
    rig_rect(&rig, 0, 0, 4, 4, 0.5f, 0xffffffff);
    g_assert_cmphex(rig_pixel(&rig, 0, 0), ==, 0);
    g_assert_cmphex(zeta_at(&rig, 0, 0), ==, 0x7fffff00);
    rig_free(&rig);
}

/* Moves corners and window clips; the scissor, too. */
static void test_window(void)
{
    Rig rig;

    rk_init(&rig, "nv34", NULL);
    rk_mov_col0(&rig);
    rig_set(&rig, NV_BUNDLE_VIEWPORT_OFFSET, 4 << 16 | (0x1fff & -2));
    rig_set(&rig, NV_BUNDLE_CLIP_RECT_HORIZ, 9 << 16 | 6);
    rig_rect(&rig, 4, 0, 20, 4, 0.5f, 0xffffffff);
    g_assert_cmphex(rig_pixel(&rig, 3, 4), ==, 0);
    g_assert_cmphex(rig_pixel(&rig, 4, 4), ==, 0xffffffff);
    g_assert_cmphex(rig_pixel(&rig, 7, 7), ==, 0xffffffff);
    g_assert_cmphex(rig_pixel(&rig, 8, 7), ==, 0);
    g_assert_cmphex(rig_pixel(&rig, 4, 8), ==, 0);
    g_assert_cmphex(rig_pixel(&rig, 4, 3), ==, 0);
    rig_free(&rig);
}

/* ---- floats ---- */

/* TEX R0, TEX0 from one surface of floats to another. */
static void test_floats(void)
{
    static const uint32_t words[] = {
        0x17009e01, 0x1c9dc801, RK_NO_SOURCE, 0x3fe1c800,
    };
    static const float texel[4] = { 1.5f, -3.0f, 0.25f, 1024.0f };
    static const unsigned codes[] = { 0xb, 0xc, 0xd };
    NvRasterVertex v;
    Rig rig;

    rk_init(&rig, "nv34", NULL);
    rk_program(&rig, words, 4);
    v = rig_vertex(1.5f, 0.5f, 0.5f, 0);
    v.tex[0][0] = v.tex[0][1] = 0.5f;
    for (unsigned i = 0; i < 3; i++) {
        const uint8_t *p = rig.mem.vram + nv_color_formats[codes[i]].bytes;

        for (unsigned c = 0; c < 4; c++) {
            nv_st32(rig.mem.vram + SRC + 4 * c, nv_f2u(texel[c]));
            nv_st16(rig.mem.vram + MASK + 2 * c, nv_frag_to_half(texel[c]));
        }
        rk_rect_texture(&rig, 0, i == 0 ? 0x4a : 0x4b, i == 0 ? MASK : SRC,
                        1, 1, 64, 0xaae4);
        rig_surfaces(&rig, codes[i], 0, 16, false);
        nv_raster_points(&rig.raster, &v, 1);
        for (unsigned c = 0; c < (i == 2 ? 1 : 4); c++) {
            float got = i == 0 ? nv_frag_from_half(nv_ld16(p + 2 * c))
                               : nv_u2f(nv_ld32(p + 4 * c));

            g_assert_cmpfloat(got, ==, texel[c]);
        }
        g_assert_cmphex(nv_ld32(rig.mem.vram), ==, 0);
    }
    rig_set(&rig, NV_BUNDLE_CLEAR_COLOR, 0x3f800000);
    nv_raster_clear(&rig.raster, 0x10);
    g_assert_cmphex(nv_ld32(rig.mem.vram + 60), ==, 0x3f800000);
    rig_free(&rig);
}

/* ---- textures ---- */

/* Level n of a 32 by 32 texture is all n + 1. */
static void put_levels(Rig *rig)
{
    uint32_t at = SRC;

    for (unsigned l = 0; l < 6; l++) {
        for (unsigned i = 0; i < 1024u >> 2 * l; i++, at += 4) {
            nv_st32(rig->mem.vram + at, 0x01010101 * (l + 1));
        }
    }
    rig_set(rig, NV_BUNDLE_TEX_OFFSET, SRC);
    rig_set(rig, NV_BUNDLE_TEX_FORMAT, NV_BIT(3) | 2 << 6 | 6 << 8 |
            6 << 16 | 5 << 20 | 5 << 24);
    rig_set(rig, NV_BUNDLE_TEX_CONTROL_A, NV_BIT(30) | 0xfff << 6);
    rig_set(rig, NV_BUNDLE_TEX_CONTROL_B, 0xaae4);
    rig_set(rig, NV_BUNDLE_TEX_WRAP, 0x010101);
    rig_set(rig, NV_BUNDLE_TEX_FILTER, 3 << 16 | 1 << 24);
}

static void texture_rect(Rig *rig, float scale_u, float scale_v, float bias)
{
    static const float corner[6][2] = {
        { 3, 3 }, { 63, 3 }, { 63, 63 }, { 3, 3 }, { 63, 63 }, { 3, 63 },
    };
    NvRasterVertex v[6];

    for (unsigned i = 0; i < 6; i++) {
        v[i] = rig_vertex(corner[i][0], corner[i][1], 0.5f, 0);
        v[i].tex[0][0] = corner[i][0] * scale_u;
        v[i].tex[0][1] = corner[i][1] * scale_v;
        v[i].tex[0][3] = bias;
    }
    nv_raster_triangles(&rig->raster, v, 6);
}

/* Quads give the slopes: every pixel must take the level that fits. */
static void test_levels(void)
{
    static const struct {
        unsigned code;
        float u, v, bias;
        unsigned level;
    } rows[] = {
        { 0x17, 1, 1, 0, 0 }, { 0x17, 2, 1, 0, 1 }, { 0x17, 1, 4, 0, 2 },
        { 0x17, 8, 8, 0, 3 }, { 0x17, 0.5f, 0.5f, 0, 0 },
        { 0x17, 32, 1, 0, 5 }, { 0x31, 1, 1, 2, 2 }, { 0x31, 8, 8, -1, 2 },
        { 0x18, 16, 16, 4, 2 },
    };
    Rig rig;

    rk_init(&rig, "nv34", NULL);
    put_levels(&rig);
    for (unsigned i = 0; i < G_N_ELEMENTS(rows); i++) {
        uint32_t words[] = {
            rows[i].code << 24 | 0x9e81, 0x1c9dc801, RK_NO_SOURCE,
            0x3fe1c800,
        };

        rk_program(&rig, words, 4);
        texture_rect(&rig, rows[i].u / 32, rows[i].v / 32, rows[i].bias);
        for (unsigned k = 0; k < 60 * 60; k++) {
            g_assert_cmphex(rig_pixel(&rig, 3 + k % 60, 3 + k / 60), ==,
                            0x01010101 * (rows[i].level + 1));
        }
    }
    rig_free(&rig);
}

/* TEX H0 of a unit of 1 by 1 with these words. */
static uint32_t one_texel(Rig *rig, unsigned code, uint32_t texel,
                          uint32_t wrap, unsigned swizzle)
{
    static const uint32_t words[] = {
        0x17009e81, 0x1c9dc801, RK_NO_SOURCE, 0x3fe1c800,
    };
    NvRasterVertex v = rig_vertex(0.5f, 0.5f, 0.5f, 0);

    nv_st32(rig->mem.vram + SRC, texel);
    rk_rect_texture(rig, 0, code, SRC, 1, 1, 64, swizzle);
    rig_set(rig, NV_BUNDLE_TEX_WRAP, 0x030303 | wrap);
    rk_program(rig, words, 4);
    v.tex[0][2] = 0.5f;
    nv_raster_points(&rig->raster, &v, 1);
    return rig_pixel(rig, 0, 0);
}

static void test_swizzles(void)
{
    static const uint8_t pos[4] = { 24, 16, 8, 0 };     /* A R G B */
    g_autoptr(GRand) r = g_rand_new_with_seed(5);
    Rig rig;

    rk_init(&rig, "nv34", NULL);
    for (unsigned i = 0; i < 1000; i++) {
        unsigned swizzle = g_rand_int(r) & 0xffff;
        uint32_t texel = g_rand_int(r), want = 0;

        for (unsigned k = 0; k < 4; k++) {
            unsigned s0 = swizzle >> (8 + 2 * k) & 3;
            unsigned from = texel >> pos[swizzle >> 2 * k & 3] & 255;

            s0 = s0 == 3 ? 2 : s0;
            want |= (s0 == 0 ? 0 : s0 == 1 ? 255 : from) << pos[k];
        }
        g_assert_cmphex(one_texel(&rig, 0x12, texel, 0, swizzle), ==, want);
    }
    /* Two times minus one, clamped at the surface. */
    g_assert_cmphex(one_texel(&rig, 0x12, 0xff80c040, NV_BIT(12), 0xaae4),
                    ==, 0xff018100);
    rig_free(&rig);
}

/* The reference is r times the maximum; codes are those of the methods. */
static void test_shadow(void)
{
    static const uint8_t pass[8] = { 0, 1, 2, 3, 4, 5, 6, 7 };
    Rig rig;

    rk_init(&rig, "nv34", NULL);
    for (unsigned func = 0; func < 8; func++) {
        /* Reference 0.5 is 0x7fffff; bits: greater, equal, less. */
        static const uint32_t stored[3] = { 0x10000000, 0x7fffff00,
                                            0x90000000 };

        for (unsigned k = 0; k < 3; k++) {
            uint32_t got = one_texel(&rig, 0x2e, stored[k], func << 28,
                                     0xaa00);

            g_assert_cmphex(got, ==, pass[func] >> k & 1 ? 0xffffffff : 0);
        }
    }
    rig_free(&rig);
}

/* ---- what programs read, and fragments that die ---- */

/* MUL H0, WPOS, 1 / 255 in both conventions. */
static void test_position(void)
{
    uint32_t words[] = {
        0x02001e81, 0x1c9dc801, 0x0001c802, RK_NO_SOURCE, 0, 0, 0, 0,
    };
    Rig rig;

    for (unsigned i = 0; i < 4; i++) {
        words[4 + i] = nv_f2u(1 / 255.0f);
    }
    rk_init(&rig, "nv34", NULL);
    rk_program(&rig, words, 8);
    rig_set(&rig, NV_BUNDLE_WINDOW_CONFIG, NV_BIT(13) | 64);
    rig_rect(&rig, 0, 0, 64, 64, 0.5f, 0);
    g_assert_cmphex(rig_pixel(&rig, 40, 7) & 0xffff00, ==, 40 << 16 | 7 << 8);
    rig_set(&rig, NV_BUNDLE_WINDOW_CONFIG, NV_BIT(13) | NV_BIT(12) | 64);
    rig_rect(&rig, 0, 0, 64, 64, 0.5f, 0);
    g_assert_cmphex(rig_pixel(&rig, 40, 7) & 0xffff00, ==,
                    40 << 16 | 56 << 8);
    rig_free(&rig);
}

/* MOVC, COL0 - 1/2; KIL (LT.x); MOV H0, COL0. */
static void test_kill(void)
{
    static const uint32_t words[] = {
        0x43003f00, 0x1c9dc801, 0x0001c802, RK_NO_SOURCE,
        0xbf000000, 0xbf000000, 0xbf000000, 0xbf000000,
        0x12000000, 0x00040000, 0, 0,
        0x01403e81, 0x1c9dc801, RK_NO_SOURCE, 0x3fe1c800,
    };
    Rig rig;

    rk_init(&rig, "nv34", NULL);
    rk_program(&rig, words, 16);
    rig_set(&rig, NV_BUNDLE_CONFIG_B, NV_BIT(20));
    rig_rect(&rig, 0, 0, 8, 8, 0.5f, 0xff7f0000);
    g_assert_cmphex(rig_pixel(&rig, 0, 0), ==, 0);
    rig_rect(&rig, 0, 0, 8, 8, 0.5f, 0xff800000);
    g_assert_cmphex(rig_pixel(&rig, 0, 0), ==, 0xff800000);
    g_assert_cmpuint(nv_raster_zpass(&rig.raster), ==, 64);
    rig_free(&rig);
}

/* A program is read again when its place is written again, not before. */
static void test_reload(void)
{
    uint32_t words[] = {
        0x01003e81, 0x1c9dc802, RK_NO_SOURCE, 0x3fe1c800,
        nv_f2u(1), 0, 0, nv_f2u(1),
    };
    Rig rig;

    rk_init(&rig, "nv34", NULL);
    rk_program(&rig, words, 8);
    rig_rect(&rig, 0, 0, 8, 8, 0.5f, 0);
    g_assert_cmphex(rig_pixel(&rig, 0, 0), ==, 0xffff0000);
    nv_st32(rig.mem.vram + RK_PROGRAM + 20, nv_f2u(1));
    rig_rect(&rig, 0, 0, 8, 8, 0.5f, 0);
    g_assert_cmphex(rig_pixel(&rig, 0, 0), ==, 0xffff0000);
    rig_set(&rig, NV_BUNDLE_PS_OFFSET, RK_PROGRAM);
    rig_rect(&rig, 0, 0, 8, 8, 0.5f, 0);
    g_assert_cmphex(rig_pixel(&rig, 0, 0), ==, 0xffffff00);
    rig_free(&rig);
}

int main(int argc, char **argv)
{
    static const struct {
        const char *path;
        void (*run)(void);
    } tests[] = {
        { "solid", test_solid }, { "clear", test_clear },
        { "separate-alpha", test_separate_alpha },
        { "depth", test_depth }, { "depth-output", test_depth_output },
        { "two-sided", test_two_sided },
        { "depth-bounds", test_depth_bounds }, { "targets", test_targets },
        { "window", test_window }, { "floats", test_floats },
        { "levels", test_levels }, { "swizzles", test_swizzles },
        { "shadow", test_shadow }, { "position", test_position },
        { "kill", test_kill }, { "reload", test_reload },
    };

    g_test_init(&argc, &argv, NULL);
    for (unsigned i = 0; i < G_N_ELEMENTS(tests); i++) {
        g_autofree char *path = g_strconcat("/raster-rankine/",
                                            tests[i].path, NULL);

        g_test_add_func(path, tests[i].run);
    }
    return g_test_run();
}
