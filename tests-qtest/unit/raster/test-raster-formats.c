/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Formats of textures by known words: colours, palettes, keys, compressed
 * blocks.
 */
#include "unit/raster/test-raster-texture.h"

static void test_formats(void)
{
    static const struct { uint8_t code; uint32_t word, argb; } rows[] = {
        { 0x00, 0x5a, 0xff5a5a5a }, { 0x01, 0x5a, 0x5a5a5a5a },
        { 0x02, 0xfc00, 0xffff0000 }, { 0x02, 0x03ef, 0x0000ff7b },
        { 0x03, 0x0010, 0xff000084 }, { 0x04, 0xa51f, 0xaa5511ff },
        { 0x05, 0x8410, 0xff848284 }, { 0x06, 0x12345678, 0x12345678 },
        { 0x07, 0x12345678, 0xff345678 }, { 0x19, 0x80, 0x80ffffff },
        { 0x1a, 0x8040, 0x80404040 }, { 0x27, 0xfc1f, 0xffff00ff },
        { 0x38, 0xf801, 0xffff0000 }, { 0x39, 0xa51f, 0xffaa5511 },
        { 0x3a, 0x12345678, 0x12785634 }, { 0x3b, 0x12345678, 0x78563412 },
        { 0x3c, 0x12345678, 0x78123456 }, { 0x11, 0x8410, 0xff848284 },
        { 0x12, 0x12345678, 0x12345678 }, { 0x1d, 0xa51f, 0xaa5511ff },
        { 0x13, 0x5a, 0xff5a5a5a }, { 0x1b, 0x5a, 0x5a5a5a5a },
        { 0x0b, 0x03, 0x80c0e0f0 },
        { 0x16, 0x12345678, 0x56567878 }, { 0x17, 0x12345678, 0x56785678 },
        { 0x28, 0x5678, 0x56785678 }, { 0x29, 0x5678, 0x56567878 },
        { 0x32, 0x5678, 0xffff5678 }, { 0x35, 0x5678, 0xffff5678 },
        /* Y, Cb, Cr 128: grey of (298 * 112 - 96) >> 8 = 130. */
        { 0x24, 0x80808080, 0 }, { 0x42, 0, 0xffffffff },
    };
    Rig rig;

    rig_init(&rig, NULL);
    rig_set(&rig, NV_BUNDLE_TEX_RECT, 2 << 16 | 1);
    rig_set(&rig, NV_BUNDLE_TEX_CONTROL_B, 64 << 16);
    rig_set(&rig, NV_BUNDLE_TEX_PALETTE, RIG_TEX + 0x1000);
    nv_st32(rig.mem.vram + RIG_TEX + 0x100c, 0x80c0e0f0);
    for (unsigned i = 0; i < G_N_ELEMENTS(rows); i++) {
        texture(&rig, rows[i].code, 0, 0, 1, 3, 1, 1);
        nv_st32(rig.mem.vram + RIG_TEX, rows[i].word);
        if (rows[i].code == 0x24) {
            uint32_t got = at(&rig, 0.5f, 0.5f);

            for (unsigned c = 0; c < 3; c++) {  /* grey within 2 */
                g_assert_cmpint(ABS((int)(got >> 8 * c & 255) - 130), <=, 2);
            }
            continue;
        }
        g_assert_cmphex(at(&rig, 0.25f, 0.25f), ==, rows[i].argb);
    }
    rig_free(&rig);
}

/* A key has four channels, but for formats without alpha. */
static void test_key(void)
{
    static const struct { uint8_t code; uint32_t word; bool kill; } rows[] = {
        { 0x1e, 0xcc00ff00, true }, { 0x1e, 0x0000ff00, true },
        { 0x1e, 0xcc00ff01, false }, { 0x12, 0xcc00ff00, true },
        { 0x12, 0x0000ff00, false },
    };
    Rig rig;

    rig_init(&rig, NULL);
    rig_set(&rig, NV_BUNDLE_TEX_RECT, 2 << 16 | 1);
    rig_set(&rig, NV_BUNDLE_TEX_CONTROL_B, 64 << 16);
    rig_set(&rig, NV_BUNDLE_TEX_COLOR_KEY, 0xcc00ff00);
    for (unsigned i = 0; i < G_N_ELEMENTS(rows); i++) {
        texture(&rig, rows[i].code, 0, 0, 1, 3, 1, 1);
        rig_set(&rig, NV_BUNDLE_TEX_CONTROL_A, ENABLE | MAX_LOD | 3);
        nv_st32(rig.mem.vram + RIG_TEX, rows[i].word);
        nv_st32(rig.mem.vram, 0x11223344);
        at(&rig, 0.25f, 0.25f);
        g_assert_cmpint(rig_pixel(&rig, 0, 0) == 0x11223344, ==,
                        rows[i].kill);
    }
    rig_free(&rig);
}

static void test_dxt(void)
{
    static const uint8_t block[16] = {
        0x00, 0x55, 0xaa, 0xff, 0x0f, 0xf0, 0x12, 0x34,
        0x00, 0xf8, 0x1f, 0x00, 0xe4, 0xe4, 0xe4, 0xe4,
    };
    Rig rig;

    rig_init(&rig, NULL);
    /* Pure red to pure blue; codes 0 1 2 3 along a line. */
    texture(&rig, 0x0e, 2, 2, 1, 3, 1, 1);
    memcpy(rig.mem.vram + RIG_TEX, block, 16);
    g_assert_cmphex(at(&rig, 0.125f, 0.125f), ==, 0x00ff0000);
    g_assert_cmphex(at(&rig, 0.375f, 0.125f), ==, 0x000000ff);
    g_assert_cmphex(at(&rig, 0.625f, 0.125f), ==, 0x55aa0055);
    g_assert_cmphex(at(&rig, 0.875f, 0.125f), ==, 0x555500aa);
    g_assert_cmphex(at(&rig, 0.125f, 0.625f), ==, 0xffff0000);
    texture(&rig, 0x0c, 2, 2, 1, 3, 1, 1);
    memcpy(rig.mem.vram + RIG_TEX, block + 8, 8);
    g_assert_cmphex(at(&rig, 0.125f, 0.125f), ==, 0xffff0000);
    /* Ends swapped: three colours, code 3 transparent. */
    nv_st32(rig.mem.vram + RIG_TEX, 0xf800001f);
    g_assert_cmphex(at(&rig, 0.875f, 0.125f), ==, 0);
    texture(&rig, 0x0f, 2, 2, 1, 3, 1, 1);
    nv_st32(rig.mem.vram + RIG_TEX, 0x000070f0);        /* a0 240 a1 112 */
    nv_st32(rig.mem.vram + RIG_TEX + 4, 0);
    memcpy(rig.mem.vram + RIG_TEX + 8, block + 8, 8);
    rig.mem.vram[RIG_TEX + 2] = 0x11;                   /* codes 1, 2 */
    g_assert_cmphex(at(&rig, 0.125f, 0.125f) >> 24, ==, 112);
    g_assert_cmphex(at(&rig, 0.375f, 0.125f) >> 24, ==,
                    (6 * 240 + 112 + 3) / 7);
    rig_free(&rig);
}

/* Four slices of a volume lie block beside block; then the next four. */
static void test_dxt_volume(void)
{
    Rig rig;

    rig_init(&rig, NULL);
    rig_dma(&rig);
    texture(&rig, 0x0e, 3, 3, 1, 3, 1, 1);
    rig_set(&rig, NV_BUNDLE_TEX_SHADER_OP, 2);
    rig_set(&rig, NV_BUNDLE_TEX_FORMAT, NV_BIT(3) | 3 << 6 | 0x0e << 8 |
            1 << 16 | 3 << 20 | 3 << 24 | 3u << 28);
    for (unsigned i = 0; i < 2 * 2 * 8; i++) {
        memset(rig.mem.vram + RIG_TEX + 16 * i, 0, 16);
        nv_st16(rig.mem.vram + RIG_TEX + 16 * i + 8, i);    /* blue */
    }
    for (unsigned z = 0; z < 8; z++) {
        for (unsigned k = 0; k < 4; k++) {
            NvRasterVertex v = rig_vertex(0.5f, 0.5f, 0, ~0u);
            unsigned blue = z % 4 + 4 * k + z / 4 * 16;

            v.tex[0][0] = k & 1 ? 0.75f : 0.25f;
            v.tex[0][1] = k & 2 ? 0.75f : 0.25f;
            v.tex[0][2] = (z + 0.5f) / 8;
            nv_raster_points(&rig.raster, &v, 1);
            g_assert_cmphex(rig_pixel(&rig, 0, 0) & 0xff00ff, ==,
                            (blue & 31) << 3 | (blue & 31) >> 2);
        }
    }
    rig_free(&rig);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/raster-texture/formats", test_formats);
    g_test_add_func("/raster-texture/key", test_key);
    g_test_add_func("/raster-texture/compressed", test_dxt);
    g_test_add_func("/raster-texture/compressed-volume", test_dxt_volume);
    return g_test_run();
}
