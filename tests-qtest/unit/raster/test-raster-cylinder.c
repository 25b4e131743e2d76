/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Coordinates on a cylinder: between corners they go the shorter way round, by
 * all ways to draw; and where each generation has the words.
 */
#include "unit/raster/test-raster-rig.h"

#define TEXELS 16
#define SIDE 32                 /* pixels of a triangle */

static const char *const ways[] = { NULL, "reference" };

/* A line of texels, each of a colour of its own, along s or t. */
static void put_texture(Rig *rig, unsigned along)
{
    rig_dma(rig);
    for (unsigned i = 0; i < TEXELS; i++) {
        nv_st32(rig->mem.vram + RIG_TEX + 4 * i, 0xff000000 | i * 16);
    }
    rig_set(rig, NV_BUNDLE_TEX_SHADER_OP, 1);
    rig_set(rig, NV_BUNDLE_TEX_OFFSET, RIG_TEX);
    rig_set(rig, NV_BUNDLE_TEX_FORMAT, NV_BIT(3) | 2 << 6 | 6 << 8 | 1 << 16 |
            4u << (along ? 24 : 20));
    rig_set(rig, NV_BUNDLE_TEX_CONTROL_A, NV_BIT(30) | 0xfffu << 6);
    rig_set(rig, NV_BUNDLE_TEX_FILTER, 1 << 16 | 1 << 24);
    rig_set(rig, NV_BUNDLE_RC_FINAL_A, 0x00000008);
    rig_set(rig, NV_BUNDLE_RC_FINAL_B, 0x00001800);
}

static void draw(Rig *rig, unsigned along, float from, float to)
{
    NvRasterVertex v[3] = {
        rig_vertex(0, 0, 0, ~0u), rig_vertex(SIDE, 0, 0, ~0u),
        rig_vertex(0, SIDE, 0, ~0u),
    };

    v[0].tex[0][along] = v[2].tex[0][along] = from;
    v[1].tex[0][along] = to;
    nv_raster_triangles(&rig->raster, v, 3);
}

/* Pixels of the first line that have another texel; none lies at a tie. */
static unsigned wrong_texels(Rig *rig, double from, double way)
{
    unsigned wrong = 0;

    for (unsigned x = 0; x < SIDE - 1; x++) {
        double s = from + way * (x + 0.5) / SIDE;
        unsigned texel = (s - floor(s)) * TEXELS;

        wrong += rig_pixel(rig, x, 0) != (0xff000000 | texel * 16);
    }
    return wrong;
}

/* The way from the second corner, which is where the rule begins. */
static double shorter(double from, double to)
{
    return to - from - rint(to - from);
}

static void test_way(void)
{
    static const float ends[][2] = {
        { 0.53f, 1.53f }, { 0.91f, 0.11f }, { 0.21f, 0.61f }, { 0.13f, 0.84f },
        { -0.31f, 3.12f }, { 7.03f, -2.22f }, { 0.4f, 0.4f },
    };

    for (unsigned i = 0; i < G_N_ELEMENTS(ends) * 4; i++) {
        const float *e = ends[i / 4];
        unsigned along = i & 1;
        Rig rig;

        rig_init(&rig, ways[i / 2 & 1]);
        put_texture(&rig, along);
        rig_set(&rig, NV_BUNDLE_TEX_WRAP, 0x01010101 | 1u << (4 + 8 * along));
        draw(&rig, along, e[0], e[1]);
        g_assert_cmpuint(wrong_texels(&rig, e[0] + rint(e[1] - e[0]),
                                      shorter(e[0], e[1])), ==, 0);
        rig_set(&rig, NV_BUNDLE_TEX_WRAP, 0x01010101);
        draw(&rig, along, e[0], e[1]);
        g_assert_cmpuint(wrong_texels(&rig, e[0], e[1] - e[0]), ==, 0);
        rig_free(&rig);
    }
}

/* hw: what is mirrored is not on a cylinder. */
static void test_mirrored(void)
{
    g_autofree uint8_t *without = NULL;
    Rig rig;

    rig_init(&rig, NULL);
    put_texture(&rig, 0);
    rig_set(&rig, NV_BUNDLE_TEX_WRAP, 0x010102);
    draw(&rig, 0, 0.5f, 1.5f);
    without = g_memdup2(rig.mem.vram, 64 * 4 * SIDE);
    rig_set(&rig, NV_BUNDLE_TEX_WRAP, 0x010112);
    draw(&rig, 0, 0.5f, 1.5f);
    g_assert_cmpmem(without, 64 * 4 * SIDE, rig.mem.vram, 64 * 4 * SIDE);
    g_assert_cmphex(rig_pixel(&rig, 0, 0), !=, rig_pixel(&rig, SIDE / 2, 0));
    rig_free(&rig);
}

static void test_words(void)
{
    static const struct {
        const char *chip;
        unsigned bundle;
        uint32_t word;
        unsigned set;
        uint8_t bits;
    } cases[] = {
        { "nv20", NV_BUNDLE_TEX_WRAP + 2, 0x01111111, 2, 0xf },
        { "nv20", NV_BUNDLE_TEX_WRAP + 3, 0x01131213, 3, 0x8 },
        { "nv15", NV_BUNDLE_TEX_FORMAT + 1, 0x99000000, 1, 0x3 },
        { "nv15", NV_BUNDLE_TEX_FORMAT + 1, 0xaa000000, 1, 0x0 },
        { "nv34", NV_BUNDLE_TXC_CYLWRAP, 0x60000000, 7, 0x6 },
        { "nv40", NV_BUNDLE_TXC_CYLWRAP, 0x00000f00, 2, 0xf },
    };

    for (unsigned i = 0; i < G_N_ELEMENTS(cases); i++) {
        Rig rig;

        rig_init_chip(&rig, cases[i].chip, NULL);
        g_assert_cmphex(nv_raster_pixel(&rig.raster)->
                        coords.cylinder[cases[i].set], ==, 0);
        rig_set(&rig, cases[i].bundle, cases[i].word);
        g_assert_cmphex(nv_raster_pixel(&rig.raster)->
                        coords.cylinder[cases[i].set], ==, cases[i].bits);
        rig_free(&rig);
    }
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/raster-cylinder/way", test_way);
    g_test_add_func("/raster-cylinder/mirrored", test_mirrored);
    g_test_add_func("/raster-cylinder/words", test_words);
    return g_test_run();
}
