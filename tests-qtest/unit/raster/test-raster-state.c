/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The decoded state as a value: every byte is a field that is printed, equal
 * words are equal bytes on every chip, and one meaning has one place in it
 * wherever chips keep the field.
 */
#include "raster/decode.h"
#include "words/formats.h"
#include "raster/state-fields.h"
#include "unit/raster/test-raster-rig.h"

static const char *const chips[] = {
    "nv10", "nv15", "nv17", "nv20", "nv25", "nv2a", "nv30", "nv34", "nv35",
    "nv40",
};

/* ---- the table ---- */

static void mark(uint8_t *seen, const NvPixelGroup *g, unsigned element)
{
    for (const NvPixelField *f = g->fields; f->name; f++) {
        unsigned at = g->offset + element * g->stride + f->offset;

        g_assert_cmpuint(f->size % nv_pixel_show_bytes(f->show), ==, 0);
        g_assert_cmpuint(at + f->size, <=, sizeof(NvPixelState));
        for (unsigned i = 0; i < f->size; i++) {
            seen[at + i]++;
        }
    }
}

/* No padding, nothing forgotten, nothing twice. */
static void test_table(void)
{
    uint8_t seen[sizeof(NvPixelState)] = { 0 };

    for (const NvPixelGroup *g = nv_pixel_groups; g->name; g++) {
        for (unsigned i = 0; i < MAX(g->count, 1u); i++) {
            mark(seen, g, i);
        }
    }
    for (unsigned i = 0; i < sizeof(seen); i++) {
        if (seen[i] != 1) {
            g_test_message("byte %u is in %u fields", i, seen[i]);
        }
        g_assert_cmpuint(seen[i], ==, 1);
    }
}

static void test_print(void)
{
    g_autoptr(GString) text = g_string_new(NULL);
    Rig rig;

    rig_init(&rig, NULL);
    rig_set(&rig, NV_BUNDLE_TEX_SHADER_OP, 1 << 5);
    rig_set(&rig, NV_BUNDLE_TEX_CONTROL_A + 1, NV_BIT(30));
    rig_set(&rig, NV_BUNDLE_TEX_FORMAT + 1, 0x12 << 8);
    rig_set(&rig, NV_BUNDLE_TEX_FILTER + 1, 0x1f80);
    nv_pixel_state_print(nv_raster_pixel(&rig.raster), text);
    g_assert_nonnull(strstr(text->str, "color.format 8 A8R8G8B8\n"));
    g_assert_nonnull(strstr(text->str, "color.pitch 256\n"));
    g_assert_nonnull(strstr(text->str, "clip.draw 0 0 64 64\n"));
    g_assert_nonnull(strstr(text->str, "depth.far 1e+12\n"));
    g_assert_nonnull(strstr(text->str, "blend.mask 0xf\n"));
    g_assert_nonnull(strstr(text->str, "shader.op 0 NONE 1 TEXTURE_2D 0 NONE "
                                       "0 NONE\n"));
    g_assert_nonnull(strstr(text->str, "texture[1].format 18 "
                                       "A8R8G8B8_RECT\n"));
    g_assert_nonnull(strstr(text->str, "texture[1].bias -0.5\n"));
    g_assert_null(strstr(text->str, "texture[0]"));
    rig_free(&rig);
}

/* ---- the value ---- */

/* Two that had other words before are the same after the same words. */
static void test_equal(void)
{
    g_autoptr(GRand) rand = g_rand_new_with_seed(3);

    for (unsigned c = 0; c < G_N_ELEMENTS(chips); c++) {
        Rig rig[2];

        for (unsigned k = 0; k < 2; k++) {
            rig_init_chip(&rig[k], chips[c], NULL);
            for (unsigned i = 0; i < 20 * NV_BUNDLE_COUNT * k; i++) {
                rig_set(&rig[k], g_rand_int_range(rand, 0, NV_BUNDLE_COUNT),
                        g_rand_int(rand));
                if (i % NV_BUNDLE_COUNT == 0) {
                    nv_raster_pixel(&rig[k].raster);
                }
            }
        }
        for (unsigned i = 0; i < NV_BUNDLE_COUNT; i++) {
            uint32_t word = g_rand_int(rand);

            rig_set(&rig[0], i, word);
            rig_set(&rig[1], i, word);
        }
        g_assert_cmpmem(nv_raster_pixel(&rig[0].raster),
                        sizeof(NvPixelState),
                        nv_raster_pixel(&rig[1].raster),
                        sizeof(NvPixelState));
        g_assert_cmpmem(nv_raster_memory(&rig[0].raster),
                        sizeof(NvPixelMemory),
                        nv_raster_memory(&rig[1].raster),
                        sizeof(NvPixelMemory));
        rig_free(&rig[0]);
        rig_free(&rig[1]);
    }
}

/* After each word what is decoded anew is all that the word changes. */
static void test_parts(void)
{
    g_autoptr(GRand) rand = g_rand_new_with_seed(4);

    for (unsigned c = 0; c < G_N_ELEMENTS(chips); c++) {
        Rig rig, whole;

        rig_init_chip(&rig, chips[c], NULL);
        rig_init_chip(&whole, chips[c], NULL);
        for (unsigned i = 0; i < 20000; i++) {
            unsigned bundle = g_rand_int_range(rand, 0, NV_BUNDLE_COUNT);
            bool program = i / 100 % 3 == 2;

            if (i % 100 == 0) {
                nv_raster_program(&rig.raster, program);
            }
            rig_set(&rig, bundle, g_rand_int(rand));
            nv_raster_pixel(&rig.raster);
            memcpy(whole.raster.bundle, rig.raster.bundle,
                   sizeof(rig.raster.bundle));
            nv_raster_program(&whole.raster, program);
            nv_raster_pixel(&whole.raster);
            if (memcmp(&rig.raster.pixel, &whole.raster.pixel,
                       sizeof(NvPixelState)) ||
                memcmp(&rig.raster.memory, &whole.raster.memory,
                       sizeof(NvPixelMemory))) {
                g_error("%s: %s is not all decoded", chips[c],
                        nv_bundle_name(bundle));
            }
        }
        rig_free(&rig);
        rig_free(&whole);
    }
}

/* Addresses are no part of how a pixel is made. */
static void test_addresses(void)
{
    NvSurface c, z;
    NvPixelState before;
    Rig rig;

    rig_init(&rig, NULL);
    before = *nv_raster_pixel(&rig.raster);
    c = rig.raster.color;
    z = rig.raster.zeta;
    c.offset = 0x1000;
    nv_raster_surfaces(&rig.raster, &c, &z);
    rig_set(&rig, NV_BUNDLE_TEX_OFFSET, 0x1000);
    rig_set(&rig, NV_BUNDLE_POLYGON_STIPPLE, 1);
    g_assert_cmpmem(&before, sizeof(before), nv_raster_pixel(&rig.raster),
                    sizeof(before));
    g_assert_cmphex(nv_raster_memory(&rig.raster)->color.start, ==, 0x1000);
    rig_free(&rig);
}

/* A surface that cannot be is off, whatever the guest says. */
static void test_surface(void)
{
    static const struct {
        uint32_t format, swizzled, base, log2;
        bool on;
        uint32_t bytes;         /* 0: enough */
    } cases[] = {
        { 8, 0, 0, 0, true }, { 0, 0, 0, 0, false }, { 17, 0, 0, 0, false },
        { 0xc, 0, 0, 0, true }, { 0xc, 1, 0, 6, false },
        { 8, 1, 0, 6, true }, { 8, 1, 0, 12, false }, { 8, 0, 0, 13, false },
        { 8, 0, RIG_VRAM, 0, false }, { 8, 0, RIG_VRAM - 64, 0, true },
        /* All of a swizzled one is there, or it is off. */
        { 8, 1, 0, 6, true, 4 * 64 * 64 },
        { 8, 1, 0, 6, false, 4 * 64 * 64 - 1 },
        { 3, 1, 64, 6, true, 2 * 64 * 64 }, { 3, 1, 64, 6, false, 64 * 64 },
        { 8, 1, RIG_VRAM - 4 * 64 * 64, 6, true },
        { 8, 1, RIG_VRAM - 4 * 64 * 64 + 64, 6, false },
    };
    Rig rig;

    rig_init(&rig, NULL);
    for (unsigned i = 0; i < G_N_ELEMENTS(cases); i++) {
        NvSurface z = { 0 }, c = {
            .valid = 1, .format = cases[i].format,
            .swizzled = cases[i].swizzled, .base = cases[i].base,
            .limit = cases[i].base +
                     (cases[i].bytes ? cases[i].bytes - 1 : 0xfffff),
            .pitch = 64,
            .log2_w = cases[i].log2, .log2_h = cases[i].log2,
        };

        nv_raster_surfaces(&rig.raster, &c, &z);
        g_assert_cmpint(nv_raster_pixel(&rig.raster)->color.on, ==,
                        cases[i].on);
    }
    rig_free(&rig);
}

/* ---- one place for what lies in several ---- */

static const NvPixelState *with(Rig *rig, unsigned bundle, uint32_t data)
{
    rig_set(rig, bundle, data);
    return nv_raster_pixel(&rig->raster);
}

static void test_places(void)
{
    Rig kelvin, late, curie;
    const NvPixelState *p;

    rig_init_chip(&kelvin, "nv20", NULL);
    rig_init_chip(&late, "nv25", NULL);
    rig_init_chip(&curie, "nv40", NULL);
    p = with(&kelvin, NV_BUNDLE_CONFIG_A, 0x0800005a);
    g_assert_cmphex(p->alpha.ref, ==, 0x5a);
    g_assert_cmphex(p->blend.mask, ==, 1);
    p = with(&curie, NV_BUNDLE_ALPHA_FUNC_REF, 0x5a);
    g_assert_cmphex(p->alpha.ref, ==, 0x5a);
    p = with(&curie, NV_BUNDLE_COLOR_MASK, 0x300);
    g_assert_cmphex(p->blend.mask, ==, 9);
    g_assert_true(with(&kelvin, NV_BUNDLE_BLEND, NV_BIT(3) | 4)->blend.on);
    p = with(&curie, NV_BUNDLE_BLEND, NV_BIT(28) | NV_BIT(17) | 4);
    g_assert_true(p->blend.on);
    g_assert_cmpuint(kelvin.raster.pixel.blend.equation[1], ==, 4);
    g_assert_cmpuint(p->blend.equation[1], ==, 1);
    p = with(&kelvin, NV_BUNDLE_RASTER, NV_BIT(4) | NV_BIT(9));
    g_assert_true(p->primitive.stipple);
    g_assert_cmphex(p->primitive.sprite_units, ==, 8);
    p = with(&late, NV_BUNDLE_RASTER, NV_BIT(4) | NV_BIT(9));
    g_assert_false(p->primitive.stipple);
    g_assert_cmphex(p->primitive.sprite_units, ==, 0);
    g_assert_true(with(&late, NV_BUNDLE_LINE_STIPPLE, 1)->primitive.stipple);
    p = with(&late, NV_BUNDLE_CONFIG_B, NV_BIT(1) | 2 << 3 | 5 << 24);
    g_assert_cmphex(p->primitive.sprite_units, ==, 5);
    g_assert_cmpuint(p->primitive.sprite_r, ==, 2);
    rig_free(&kelvin);
    rig_free(&late);
    rig_free(&curie);
}

/* Shadow compares: one of NV20, one a unit on NV25, in TEX_WRAP after that. */
static void test_compare(void)
{
    static const struct {
        const char *chip;
        uint8_t func[2];
    } cases[] = {
        { "nv20", { 5, 5 } }, { "nv25", { 5, 3 } }, { "nv34", { 6, 7 } },
    };

    for (unsigned i = 0; i < G_N_ELEMENTS(cases); i++) {
        const NvPixelState *p;
        Rig rig;

        rig_init_chip(&rig, cases[i].chip, NULL);
        rig_set(&rig, NV_BUNDLE_TEX_ZCOMP, 5 | 3 << 3);
        rig_set(&rig, NV_BUNDLE_TEX_SHADER_OP, 1 | 1 << 5);
        for (unsigned u = 0; u < 2; u++) {
            rig_set(&rig, NV_BUNDLE_TEX_CONTROL_A + u, NV_BIT(30));
            rig_set(&rig, NV_BUNDLE_TEX_WRAP + u, (6 + u) << 28);
        }
        p = nv_raster_pixel(&rig.raster);
        g_assert_cmpuint(p->texture[0].zfunc, ==, cases[i].func[0]);
        g_assert_cmpuint(p->texture[1].zfunc, ==, cases[i].func[1]);
        rig_free(&rig);
    }
}

/* The combiners' scale grew a bit on Rankine, which moved what is above. */
static void test_combiners(void)
{
    static const char *const names[] = { "nv25", "nv34" };

    for (unsigned i = 0; i < G_N_ELEMENTS(names); i++) {
        const NvPixelCombiners *rc;
        Rig rig;

        rig_init_chip(&rig, names[i], NULL);
        rig_set(&rig, NV_BUNDLE_RC_CONFIG, 9 | NV_BIT(12));
        rig_set(&rig, NV_BUNDLE_RC_IN_COLOR, 0xf4d82c01);
        rig_set(&rig, NV_BUNDLE_RC_OUT_COLOR, 0x7 << 15 | 0xdc6 |
                NV_BIT(18 + i));
        rig_set(&rig, NV_BUNDLE_RC_FACTOR_0 + 1, 0x11223344);
        rig_set(&rig, NV_BUNDLE_RC_FACTOR_1 + 1, 0x11223344);
        rc = &nv_raster_pixel(&rig.raster)->combiners;
        g_assert_cmpuint(rc->count, ==, NV_COMBINER_STAGES);
        g_assert_cmpuint(rc->rgb[0].op, ==, 7);
        g_assert_cmpint(rc->rgb[0].blue_cd, ==, 1);
        g_assert_cmpint(rc->rgb[0].blue_ab, ==, 0);
        g_assert_cmpuint(rc->rgb[0].sum, ==, 13);
        g_assert_cmpuint(rc->rgb[0].ab, ==, 12);
        g_assert_cmpuint(rc->rgb[0].cd, ==, 0);     /* 6 is no register */
        g_assert_cmpuint(rc->rgb[0].in[0].reg, ==, 4);
        g_assert_cmpuint(rc->rgb[0].in[0].map, ==, 7);
        g_assert_true(rc->rgb[0].in[0].alpha);
        g_assert_cmpuint(rc->rgb[0].in[3].reg, ==, 1);
        g_assert_cmphex(rc->factor[1][0][0], ==, 0x22);
        g_assert_cmphex(rc->factor[1][0][3], ==, 0x11);
        g_assert_cmphex(rc->factor[1][1][3], ==, 0);
        rig_free(&rig);
    }
}

/* ---- what FE asks ---- */

static void test_channel(void)
{
    NvRasterChannel channel;
    NvBundle bundle;
    uint32_t data;
    unsigned n = 0;
    Rig rig;

    rig_init(&rig, NULL);
    for (unsigned i = 0; i < 32; i++) {
        rig_set(&rig, NV_BUNDLE_POLYGON_STIPPLE + i, 0x100 + i);
    }
    nv_raster_channel_save(&rig.raster, &channel);
    nv_raster_reset(&rig.raster);
    while (nv_raster_channel_bundle(&channel, n, &bundle, &data)) {
        nv_raster_bundle(&rig.raster, bundle, data);
        n++;
    }
    g_assert_cmpuint(n, ==, 32);
    nv_raster_pixel(&rig.raster);
    for (unsigned i = 0; i < 32; i++) {
        g_assert_cmphex(nv_raster_memory(&rig.raster)->stipple[i], ==,
                        0x100 + i);
    }
    g_assert_false(nv_raster_has_program(&rig.raster));
    nv_raster_program(&rig.raster, true);
    g_assert_true(nv_raster_has_program(&rig.raster));
    g_assert_true(nv_raster_pixel(&rig.raster)->program.on);
    rig_free(&rig);
}

/* Celsius' clips are registers: their ends, and where windows begin. */
static void test_celsius_clip(void)
{
    static const uint32_t ends[][2] = {
        { 0, 0 }, { 1, 1 }, { 2048, 2048 }, { 3000, 3000 }, { 4095, 4095 },
        { 4096, 4096 }, { 4097, 4096 }, { UINT32_MAX, 4096 },
    };
    /* The word, and the window's first pixel and end. */
    static const struct { uint32_t word; int32_t first, end; } windows[] = {
        { 0x08000800, 0, 1 }, { 0x080f0802, 2, 16 }, { 0x0fff0800, 0, 2048 },
        { 0x07ff0000, 2048, 4096 },
    };

    for (unsigned i = 0; i < G_N_ELEMENTS(ends); i++) {
        const unsigned w = i % G_N_ELEMENTS(windows);
        NvRasterRegs regs = { .clip_end = { ends[i][0], ends[i][0] } };
        NvPixelClip clip = { 0 };
        Rig rig;

        for (unsigned n = 0; n < NV_CLIP_WINDOWS; n++) {
            regs.window[0][n] = windows[w].word;
            regs.window[1][n] = windows[(w + n) % 4].word;
        }
        rig_init_chip(&rig, "nv15", NULL);
        nv_raster_registers(&rig.raster, &regs);
        nv_raster_celsius_clip(&rig.raster, &clip);
        g_assert_cmpint(clip.draw.x1, ==, ends[i][1]);
        g_assert_cmpint(clip.draw.y1, ==, ends[i][1]);
        for (unsigned n = 0; n < NV_CLIP_WINDOWS; n++) {
            g_assert_cmpint(clip.window[n].x0, ==, windows[w].first);
            g_assert_cmpint(clip.window[n].x1, ==, windows[w].end);
            g_assert_cmpint(clip.window[n].y0, ==, windows[(w + n) % 4].first);
            g_assert_cmpint(clip.window[n].y1, ==, windows[(w + n) % 4].end);
        }
        rig_free(&rig);
    }
}

/* How many stages of combiners there are stands in the second's word. */
static void test_celsius_stages(void)
{
    for (unsigned count = 0; count < 4; count++) {
        NvPixelCombiners rc = { 0 };
        Rig rig;

        rig_init_chip(&rig, "nv15", NULL);
        rig_set(&rig, NV_BUNDLE_RC_OUT_COLOR, 3u << 28);
        rig_set(&rig, NV_BUNDLE_RC_OUT_COLOR + 1, count << 28);
        nv_raster_celsius_combiners(&rig.raster, &rc);
        g_assert_cmpuint(rc.count, ==, MIN(count, 2));
        rig_free(&rig);
    }
}

/* One word sets the clip rectangles behind it, too; Curie's stand apart. */
static void test_clip_rects(void)
{
    for (unsigned c = 0; c < G_N_ELEMENTS(chips); c++) {
        bool apart = !strcmp(chips[c], "nv40");
        Rig rig;

        if (g_str_has_prefix(chips[c], "nv1")) {
            continue;           /* these have registers */
        }
        rig_init_chip(&rig, chips[c], NULL);
        for (unsigned i = 0; i < 8; i++) {
            rig_set(&rig, NV_BUNDLE_CLIP_RECT_HORIZ + i, 0x00100000 + i);
            rig_set(&rig, NV_BUNDLE_CLIP_RECT_VERT + i, 0x00200000 + i);
        }
        rig_set(&rig, NV_BUNDLE_CLIP_RECT_HORIZ + 5, 0x00300005);
        for (unsigned i = 0; i < 8; i++) {
            g_assert_cmphex(rig.raster.bundle[NV_BUNDLE_CLIP_RECT_HORIZ + i],
                            ==, i < 5 || (i > 5 && apart) ? 0x00100000 + i
                                                          : 0x00300005);
            g_assert_cmphex(rig.raster.bundle[NV_BUNDLE_CLIP_RECT_VERT + i],
                            ==, 0x00200000 + i);
        }
        rig_free(&rig);
    }
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/raster-state/table", test_table);
    g_test_add_func("/raster-state/print", test_print);
    g_test_add_func("/raster-state/equal", test_equal);
    g_test_add_func("/raster-state/parts", test_parts);
    g_test_add_func("/raster-state/addresses", test_addresses);
    g_test_add_func("/raster-state/surface", test_surface);
    g_test_add_func("/raster-state/places", test_places);
    g_test_add_func("/raster-state/compare", test_compare);
    g_test_add_func("/raster-state/combiners", test_combiners);
    g_test_add_func("/raster-state/channel", test_channel);
    g_test_add_func("/raster-state/clip-rects", test_clip_rects);
    g_test_add_func("/raster-state/celsius-clip", test_celsius_clip);
    g_test_add_func("/raster-state/celsius-stages", test_celsius_stages);
    return g_test_run();
}
