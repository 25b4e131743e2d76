/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What Kelvin's CONTROL0 does with the colours of textures, which bits of them
 * a surface keeps, the detail of cube maps, anisotropy.
 */
#include "base/yuv.h"
#include "unit/raster/test-raster-rig.h"

#define YUY2 0x24
#define UYVY 0x25
#define ARGB_RECT 0x12
#define ARGB 0x06

static const char *const ways[] = { NULL, "lanes", "reference" };

/* Unit 0 in lines of 64 bytes; the nearest texel is the pixel. */
static void put_unit(Rig *rig, unsigned format)
{
    rig_dma(rig);
    rig_set(rig, NV_BUNDLE_TEX_SHADER_OP, 1);
    rig_set(rig, NV_BUNDLE_TEX_OFFSET, RIG_TEX);
    rig_set(rig, NV_BUNDLE_TEX_FORMAT, NV_BIT(3) | 2 << 6 | format << 8 |
            1 << 16);
    rig_set(rig, NV_BUNDLE_TEX_CONTROL_A, NV_BIT(30) | 0xfffu << 6);
    rig_set(rig, NV_BUNDLE_TEX_CONTROL_B, 64 << 16);
    rig_set(rig, NV_BUNDLE_TEX_RECT, 16 << 16 | 16);
    rig_set(rig, NV_BUNDLE_TEX_WRAP, 0x030303);
    rig_set(rig, NV_BUNDLE_TEX_FILTER, 1 << 16 | 1 << 24);
    rig_set(rig, NV_BUNDLE_RC_FINAL_A, 0x00000008);
    rig_set(rig, NV_BUNDLE_RC_FINAL_B, 0x00001800);
}

/* NV20 and NV2A have the code in CONFIG_A, NV25 has it in CONFIG_B. */
static void set_space(Rig *rig, unsigned code)
{
    bool late = !strcmp(rig->env.chip->name, "nv25");

    rig_set(rig, late ? NV_BUNDLE_CONFIG_B : NV_BUNDLE_CONFIG_A,
            late ? code << 28 : 0x3c000000 | code << 30);
}

static uint32_t texel(Rig *rig, float x)
{
    NvRasterVertex v[3] = {
        rig_vertex(0, 0, 0, ~0u), rig_vertex(8, 0, 0, ~0u),
        rig_vertex(0, 8, 0, ~0u),
    };

    for (unsigned i = 0; i < 3; i++) {
        v[i].tex[0][0] = x;
        v[i].tex[0][1] = 0.5f;
    }
    nv_raster_triangles(&rig->raster, v, 3);
    return rig_pixel(rig, 1, 1) & 0xffffff;
}

static double byte(double x)
{
    return CLAMP(x, 0, 255);
}

/* Worst distance from the standard's conversion (BT.601), all channels. */
static double error_of(uint32_t rgb, double y, double cb, double cr)
{
    double l = 255 / 219. * (y - 16), d = cb - 128, e = cr - 128, worst = 0;
    const double want[3] = {
        byte(l + 1.596 * e), byte(l - 0.391 * d - 0.813 * e),
        byte(l + 2.018 * d),
    };

    for (unsigned c = 0; c < 3; c++) {
        worst = fmax(worst, fabs((rgb >> (16 - 8 * c) & 255) - want[c]));
    }
    return worst;
}

/* Two texels of four bytes, each format in its order, both ways. */
static void test_pairs(gconstpointer data)
{
    g_autoptr(GRand) r = g_rand_new_with_seed(24);
    double worst = 0;
    Rig rig;

    rig_init_chip(&rig, data, NULL);
    for (unsigned i = 0; i < 2000; i++) {
        unsigned uyvy = i & 1, odd = i >> 1 & 1;
        uint32_t b[4], y;

        for (unsigned k = 0; k < 4; k++) {
            b[k] = g_rand_int_range(r, 0, 256);
            rig.mem.vram[RIG_TEX + k] = b[k];
        }
        y = b[2 * odd + uyvy];
        put_unit(&rig, uyvy ? UYVY : YUY2);
        set_space(&rig, 0);
        g_assert_cmphex(texel(&rig, 0.5f + odd), ==,
                        y << 16 | b[1 - uyvy] << 8 | b[3 - uyvy]);
        set_space(&rig, 1);
        worst = fmax(worst, error_of(texel(&rig, 0.5f + odd), y, b[1 - uyvy],
                                     b[3 - uyvy]));
        set_space(&rig, 2);
        worst = fmax(worst, error_of(texel(&rig, 0.5f + odd), y,
                                     b[1 - uyvy] ^ 128, b[3 - uyvy] ^ 128));
    }
    g_assert_cmpfloat(worst, <, 5);
    rig_free(&rig);
}

/* hw: a console's bump maps over colours that are none of these. */
static void test_others(void)
{
    for (unsigned way = 0; way < G_N_ELEMENTS(ways); way++) {
        Rig rig;

        rig_init(&rig, ways[way]);
        put_unit(&rig, ARGB_RECT);
        set_space(&rig, 1);
        nv_st32(rig.mem.vram + RIG_TEX, 0xfffe0000);
        g_assert_cmphex(texel(&rig, 0.5f), ==, 0x48ff12);
        set_space(&rig, 0);
        g_assert_cmphex(texel(&rig, 0.5f), ==, 0xfe0000);
        rig_free(&rig);
    }
}

/* Each byte is found again in what a texture makes of it. */
static void test_bytes(void)
{
    for (unsigned way = 0; way < G_N_ELEMENTS(ways); way++) {
        Rig rig;

        rig_init(&rig, ways[way]);
        put_unit(&rig, ARGB_RECT);
        set_space(&rig, 1);
        for (unsigned i = 0; i < 3 * 256; i++) {
            uint32_t v = 0xff808080 ^ (128 ^ (i & 255)) << 8 * (i >> 8);

            nv_st32(rig.mem.vram + RIG_TEX, v);
            g_assert_cmphex(texel(&rig, 0.5f), ==, 0xffffff &
                            nv_yuv_argb(v >> 16 & 255, v >> 8 & 255, v & 255));
        }
        /* Between two of them it is the nearer one (a guess). */
        nv_st32(rig.mem.vram + RIG_TEX, 0xff648080);
        nv_st32(rig.mem.vram + RIG_TEX + 4, 0xff658080);
        rig_set(&rig, NV_BUNDLE_TEX_FILTER, 2 << 16 | 2 << 24);
        g_assert_cmphex(texel(&rig, 1.25f), ==,
                        0xffffff & nv_yuv_argb(101, 128, 128));
        rig_free(&rig);
    }
}

/*
 * The level is that of a part of the way, of which there are no more than
 * asked for: 4 texels a pixel in one line of pixels.
 */
static void test_aniso_level(void)
{
    const unsigned side = 64;
    Rig rig;

    rig_init(&rig, NULL);
    for (unsigned code = 0; code < 4; code++) {
        uint32_t at = RIG_TEX;
        NvRasterVertex v[3] = {
            rig_vertex(0, 0, 0, ~0u), rig_vertex(8, 0, 0, ~0u),
            rig_vertex(0, 8, 0, ~0u),
        };

        put_unit(&rig, ARGB);
        for (unsigned l = 0; l < 7; l++) {
            for (unsigned i = 0; i < side * side >> 2 * l; i++, at += 4) {
                nv_st32(rig.mem.vram + at, 0x01010101 * (l + 1));
            }
        }
        rig_set(&rig, NV_BUNDLE_TEX_FORMAT, NV_BIT(3) | 2 << 6 | ARGB << 8 |
                7 << 16 | 6 << 20 | 6 << 24);
        rig_set(&rig, NV_BUNDLE_TEX_CONTROL_A, NV_BIT(30) | 0xfffu << 6 |
                code << 4);
        rig_set(&rig, NV_BUNDLE_TEX_FILTER, 3 << 16 | 1 << 24);
        v[1].tex[0][0] = 8.0f / side;
        v[2].tex[0][1] = 32.0f / side;
        nv_raster_triangles(&rig.raster, v, 3);
        g_assert_cmphex(rig_pixel(&rig, 1, 1), ==,
                        0x01010101 * (code > 1 ? 1 : 3 - code));
    }
    rig_free(&rig);
}

/* hw: a surface of 5 and 6 bits keeps the upper ones. */
static void test_narrow(void)
{
    for (unsigned way = 0; way < G_N_ELEMENTS(ways); way++) {
        Rig rig;

        rig_init(&rig, ways[way]);
        rig_surfaces(&rig, 3, 0, 64, false);
        rig_rect(&rig, 0, 0, 8, 8, 0, 0xff4f07f7);
        g_assert_cmphex(nv_ld16(rig.mem.vram), ==, 9 << 11 | 1 << 5 | 30);
        rig_free(&rig);
    }
}

/* hw: what q of 0 divides is as far away as can be. */
static void test_no_q(void)
{
    for (unsigned way = 0; way < G_N_ELEMENTS(ways); way++) {
        Rig rig;

        rig_init(&rig, ways[way]);
        put_unit(&rig, ARGB_RECT);
        for (unsigned i = 0; i < 16; i++) {
            nv_st32(rig.mem.vram + RIG_TEX + 4 * i, i);
        }
        for (int sign = -1; sign < 2; sign += 2) {
            NvRasterVertex v[3] = {
                rig_vertex(0, 0, 0, ~0u), rig_vertex(8, 0, 0, ~0u),
                rig_vertex(0, 8, 0, ~0u),
            };

            for (unsigned i = 0; i < 3; i++) {
                v[i].tex[0][0] = (float)sign;
                v[i].tex[0][1] = 0.5f;
                v[i].tex[0][3] = 0;
            }
            rig_set(&rig, NV_BUNDLE_TEX_RECT, 16 << 16 | 1);
            nv_raster_triangles(&rig.raster, v, 3);
            g_assert_cmphex(rig_pixel(&rig, 1, 1) & 0xffffff, ==,
                            sign < 0 ? 0 : 15);
        }
        rig_free(&rig);
    }
}

/* Texels of two bytes at odd addresses: high bytes green, low ones blue. */
static void test_odd(void)
{
    static const char *const odd_ways[] = { "jit", "lanes", "reference" };

    for (unsigned way = 0; way < G_N_ELEMENTS(odd_ways); way++) {
        Rig rig;

        rig_init(&rig, odd_ways[way]);
        for (unsigned from = 0; from < 4; from++) {
            put_unit(&rig, 0x17);
            rig_set(&rig, NV_BUNDLE_TEX_OFFSET, RIG_TEX + from);
            for (unsigned i = 0; i < 8; i++) {
                nv_st16(rig.mem.vram + RIG_TEX + from + 2 * i,
                        (16 + i) << 8 | (32 + i));
                g_assert_cmphex(texel(&rig, i + 0.5f) & 0xffff, ==,
                                (16 + i) << 8 | (32 + i));
            }
        }
        rig_free(&rig);
    }
}

/* ---- cube maps ---- */

#define LOG2_SIDE 4

/* One face's texels, or the same as a plain image; smoothed if far away. */
static void put_face(Rig *rig, bool cube)
{
    rig_dma(rig);
    rig_set(rig, NV_BUNDLE_TEX_SHADER_OP, cube ? 3 : 1);
    rig_set(rig, NV_BUNDLE_TEX_OFFSET, RIG_TEX);
    rig_set(rig, NV_BUNDLE_TEX_FORMAT, NV_BIT(3) | cube << 2 | 2 << 6 |
            6 << 8 | 1 << 16 | LOG2_SIDE << 20 | LOG2_SIDE << 24);
    rig_set(rig, NV_BUNDLE_TEX_CONTROL_A, NV_BIT(30) | 0xfffu << 6);
    rig_set(rig, NV_BUNDLE_TEX_WRAP, 0x030303);
    rig_set(rig, NV_BUNDLE_TEX_FILTER, 2 << 16 | 1 << 24);
    rig_set(rig, NV_BUNDLE_RC_FINAL_A, 0x00000008);
    rig_set(rig, NV_BUNDLE_RC_FINAL_B, 0x00001800);
}

/* Of face +x, which is (1, -v, -u): from @s on, @size of -1 to 1 wide. */
static void draw_face(Rig *rig, bool cube, float s, float size)
{
    NvRasterVertex v[3] = {
        rig_vertex(0, 0, 0, ~0u), rig_vertex(32, 0, 0, ~0u),
        rig_vertex(0, 32, 0, ~0u),
    };

    for (unsigned i = 0; i < 3; i++) {
        float x = s + (i == 1 ? size : 0), y = s + (i == 2 ? size : 0);

        v[i].tex[0][0] = cube ? 1 : (x + 1) / 2;
        v[i].tex[0][1] = cube ? -y : (y + 1) / 2;
        v[i].tex[0][2] = -x;
    }
    nv_raster_triangles(&rig->raster, v, 3);
}

/* A face is a plain image: near by the nearest texel, far away a mix. */
static void test_cube(void)
{
    static const float sizes[] = { 0.25f, 1, 3, 4.5f, 5, 6, 8, 12 };
    g_autoptr(GRand) r = g_rand_new_with_seed(6);
    unsigned cases = 0, wrong = 0, mixed = 0;
    Rig rig;

    rig_init(&rig, NULL);
    for (unsigned i = 0; i < 6 << 2 * LOG2_SIDE; i++) {
        nv_st32(rig.mem.vram + RIG_TEX + 4 * i,
                g_rand_boolean(r) ? 0xffffff : 0);
    }
    for (unsigned i = 0; i < G_N_ELEMENTS(sizes); i++) {
        uint32_t line[2][28];

        for (unsigned cube = 0; cube < 2; cube++) {
            put_face(&rig, cube);
            draw_face(&rig, cube, -0.9375f, sizes[i]);
            for (unsigned x = 0; x < G_N_ELEMENTS(line[0]); x++) {
                line[cube][x] = rig_pixel(&rig, x, 2) & 0xffffff;
            }
        }
        for (unsigned x = 0; x < G_N_ELEMENTS(line[0]); x++) {
            /* Beyond 1 is another face. */
            if (-0.9375f + sizes[i] * (x + 1) / 32 < 1 &&
                -0.9375f + sizes[i] * 3 / 32 < 1) {
                cases++;
                wrong += line[0][x] != line[1][x];
                mixed += line[1][x] && line[1][x] != 0xffffff;
            }
        }
    }
    g_test_message("%u of %u pixels wrong, %u mixed", wrong, cases, mixed);
    g_assert_cmpuint(wrong, ==, 0);
    g_assert_cmpuint(mixed, >, 5);
    rig_free(&rig);
}

/* ---- anisotropy ---- */

#define LINES 64

/* A column of 64 texels, each 0 or 255, that goes @step of them a pixel. */
static void draw_column(Rig *rig, unsigned code, float step)
{
    NvRasterVertex v[3] = {
        rig_vertex(0, 0, 0, ~0u), rig_vertex(16, 0, 0, ~0u),
        rig_vertex(0, 16, 0, ~0u),
    };

    put_unit(rig, ARGB_RECT);
    rig_set(rig, NV_BUNDLE_TEX_RECT, 1 << 16 | LINES);
    rig_set(rig, NV_BUNDLE_TEX_CONTROL_A, NV_BIT(30) | 0xfffu << 6 |
            code << 4);
    v[0].tex[0][1] = v[1].tex[0][1] = 8;
    v[2].tex[0][1] = 8 + 16 * step;
    nv_raster_triangles(&rig->raster, v, 3);
}

/* Pairs of samples in the middle of each part; the last is what is left. */
static double model_column(const uint8_t *texel, double t, double step,
                           double most)
{
    double n = CLAMP(step, 1, most), sum = 0, left = 128;
    int pairs = n / 2;

    if (n < 2) {
        double by = step * (n - 1) / (2 * n);

        return (texel[(int)floor(t - by)] + texel[(int)floor(t + by)]) / 2.0;
    }
    left = floor(256 * (n - 2 * pairs) / (2 * n));
    for (int i = 0; i <= pairs; i++) {
        double weight = i < pairs ? (128 - left) / pairs : left;
        double by = step * (2 * i + 1) / (2 * n);

        sum += weight * (texel[(int)floor(t - by)] + texel[(int)floor(t + by)]);
    }
    return sum / 256;
}

static void test_aniso(gconstpointer chip)
{
    static const float steps[] = { 0.6f, 1.37f, 1.81f, 2.3f, 2.7f, 3.3f };
    g_autoptr(GRand) r = g_rand_new_with_seed(8);
    uint8_t texel[LINES];
    double worst = 0;
    Rig rig;

    rig_init_chip(&rig, chip, NULL);
    for (unsigned i = 0; i < LINES; i++) {
        texel[i] = g_rand_boolean(r) ? 255 : 0;
        nv_st32(rig.mem.vram + RIG_TEX + 64 * i, texel[i] * 0x01010101u);
    }
    for (unsigned code = 0; code < 4; code++) {
        for (unsigned i = 0; i < G_N_ELEMENTS(steps); i++) {
            draw_column(&rig, code, steps[i]);
            for (unsigned y = 0; y < 14; y++) {
                double t = 8 + (y + 0.5) * steps[i];
                double want = model_column(texel, t, steps[i], 1u << code);

                worst = fmax(worst, fabs((rig_pixel(&rig, 1, y) & 255) - want));
            }
        }
    }
    g_assert_cmpfloat(worst, <=, 0.51);
    rig_free(&rig);
}

/*
 * On a face's plane, which pixels beside it meet behind them, too: by how far
 * away that is, so that levels are those of what is before it (a guess).
 */
static void test_behind(void)
{
    NvTexQuery q = { .face = 0 };

    nv_soft_cube_plane(&q, 0.5, 0.25, 0.25);
    g_assert_cmpfloat(q.u, ==, 0.25);
    g_assert_cmpfloat(q.v, ==, 0.25);
    nv_soft_cube_plane(&q, -0.5, 0.25, 0.25);
    g_assert_cmpfloat(q.u, ==, 0.25);
    g_assert_cmpfloat(q.v, ==, 0.25);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_data_func("/raster-space/pairs/nv20", "nv20", test_pairs);
    g_test_add_data_func("/raster-space/pairs/nv25", "nv25", test_pairs);
    g_test_add_func("/raster-space/others", test_others);
    g_test_add_func("/raster-space/bytes", test_bytes);
    g_test_add_func("/raster-space/anisotropy/level", test_aniso_level);
    g_test_add_func("/raster-space/narrow", test_narrow);
    g_test_add_func("/raster-space/no-q", test_no_q);
    g_test_add_func("/raster-space/odd-addresses", test_odd);
    g_test_add_func("/raster-space/cube", test_cube);
    g_test_add_func("/raster-space/behind", test_behind);
    g_test_add_data_func("/raster-space/anisotropy/nv20", "nv20", test_aniso);
    g_test_add_data_func("/raster-space/anisotropy/nv2a", "nv2a", test_aniso);
    return g_test_run();
}
