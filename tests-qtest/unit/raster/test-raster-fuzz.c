/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Random states: the special cases must give the general path's bits, and
 * hostile words must neither write outside the surfaces nor hang.
 */
#include "unit/raster/test-raster-rig.h"

static float random_float(GRand *r)
{
    static const float special[] = { 0, -0.0f, 1, -1, INFINITY, -INFINITY,
                                     NAN, 1e-40f, 1e30f, -1e30f, 16777216,
                                     -16777218, 4096, 0.5f };

    switch (g_rand_int_range(r, 0, 4)) {
    case 0:
        return special[g_rand_int_range(r, 0, G_N_ELEMENTS(special))];
    case 1:
        return nv_u2f(g_rand_int(r));
    default:
        return g_rand_int_range(r, -1024, 2048) / 16.0f;
    }
}

static NvRasterVertex hostile_vertex(GRand *r)
{
    NvRasterVertex v;
    float *f = (float *)&v;

    for (unsigned i = 0; i < sizeof(v) / sizeof(float); i++) {
        f[i] = random_float(r);
    }
    return v;
}

static NvRasterVertex tame_vertex(GRand *r)
{
    NvRasterVertex v = rig_vertex(g_rand_int_range(r, -256, 1280) / 16.0f,
                                  g_rand_int_range(r, -256, 1280) / 16.0f,
                                  g_rand_int_range(r, -100, 70000),
                                  g_rand_int(r));

    v.rhw = g_rand_int_range(r, 1, 17) / 16.0f;
    v.size = g_rand_int_range(r, 0, 200) / 8.0f;
    v.fog = g_rand_int_range(r, -16, 16) / 8.0f;
    for (unsigned c = 0; c < 4; c++) {
        v.color[1][c] = g_rand_int_range(r, 0, 256) / 255.0f;
        for (unsigned k = 0; k < 3; k++) {
            v.tex[c][k] = g_rand_int_range(r, -64, 64) / 16.0f;
        }
    }
    if (g_rand_boolean(r)) {        /* flat */
        memset(v.color, 0, sizeof(v.color));
    }
    return v;
}

/* ---- special cases against the general path ---- */

static void both(Rig rig[2], unsigned bundle, uint32_t data)
{
    rig_set(&rig[0], bundle, data);
    rig_set(&rig[1], bundle, data);
}

static bool chance(GRand *r, unsigned n)
{
    return g_rand_int_range(r, 0, n) == 0;
}

/* Mostly plain states, so that the special cases are met. */
static void random_state(Rig rig[2], GRand *r)
{
    static const uint32_t finals[][4] = {
        /* final A, final B, stage 0 inputs, outputs */
        { 0x04, 0x1400, 0, 0 }, { 0x08, 0x1800, 0, 0 },
        { 0x0c, 0x1c00, 0x04080000, 0xc0 }, { 0x0c, 0x1c00, 0x04200000, 0xc0 },
        { 0x20, 0x1400, 0, 0 }, { 0x04, 0x3000, 0, 0 },
        { 0x130c0300, 0x1c00, 0x04080420, 0xc00 }, { 0x0e, 0x1c80, 0, 0 },
    };
    unsigned f = g_rand_int_range(r, 0, G_N_ELEMENTS(finals));
    unsigned color = chance(r, 2) ? 8 : g_rand_int_range(r, 1, 11);
    unsigned zeta = g_rand_int_range(r, 0, 3);
    bool swizzled = chance(r, 5), texture = chance(r, 2);
    unsigned samples = chance(r, 6) ? g_rand_int_range(r, 1, 3) : 0;

    for (unsigned i = 0; i < 2; i++) {
        NvRaster *raster = &rig[i].raster;
        NvSurface c, z;

        rig_surfaces(&rig[i], color, zeta, 64, swizzled);
        c = raster->color;
        z = raster->zeta;
        c.samples = z.samples = samples;
        nv_raster_surfaces(raster, &c, &z);
        rig_dma(&rig[i]);
    }
    both(rig, NV_BUNDLE_RC_FINAL_A, finals[f][0]);
    both(rig, NV_BUNDLE_RC_FINAL_B, finals[f][1]);
    both(rig, NV_BUNDLE_RC_IN_COLOR, finals[f][2]);
    both(rig, NV_BUNDLE_RC_IN_ALPHA, finals[f][2] | 0x10101010);
    both(rig, NV_BUNDLE_RC_OUT_COLOR, finals[f][3]);
    both(rig, NV_BUNDLE_RC_OUT_ALPHA, finals[f][3]);
    both(rig, NV_BUNDLE_FOG_COLOR, g_rand_int(r));
    both(rig, NV_BUNDLE_FOG_COEFF, nv_f2u(1.5f));
    both(rig, NV_BUNDLE_FOG_COEFF + 1, nv_f2u(0.25f));
    both(rig, NV_BUNDLE_CONFIG_A,
         (chance(r, 6) ? g_rand_int(r) & 0x3c000000 : 0x3c000000) |
         g_rand_int_range(r, 0, 4) << 24 | (chance(r, 2) ? NV_BIT(14) : 0) |
         g_rand_int_range(r, 0, 8) << 16 | (chance(r, 5) ? NV_BIT(12) : 0) |
         (chance(r, 8) ? NV_BIT(23) : 0) | (g_rand_int(r) & 0x7ff) |
         (chance(r, 16) ? (uint32_t)g_rand_int_range(r, 1, 4) << 30 : 0));
    both(rig, NV_BUNDLE_CONFIG_B, g_rand_int(r) & 0x00170140);
    both(rig, NV_BUNDLE_RASTER, g_rand_int_range(r, 0, 64) << 12 |
         (chance(r, 8) ? NV_BIT(29) : 0) | (chance(r, 8) ? NV_BIT(4) : 0));
    both(rig, NV_BUNDLE_STENCIL_A, chance(r, 4) ? g_rand_int(r) : 0);
    both(rig, NV_BUNDLE_STENCIL_B, g_rand_int(r) & 0x777);
    both(rig, NV_BUNDLE_BLEND, chance(r, 2) ? g_rand_int(r) & 0xfff : 0);
    both(rig, NV_BUNDLE_BLEND_COLOR, g_rand_int(r));
    both(rig, NV_BUNDLE_Z_CONFIG, g_rand_int(r) & 0x10);
    both(rig, NV_BUNDLE_DEPTH_RANGE_FAR, nv_f2u(chance(r, 4) ? 30000
                                                             : 1e9f));
    both(rig, NV_BUNDLE_CLIP_RECT_HORIZ, chance(r, 6) ? 0x00300009
                                                      : 0x0fff0000);
    both(rig, NV_BUNDLE_TEX_SHADER_OP, texture);
    both(rig, NV_BUNDLE_TEX_OFFSET, RIG_TEX);
    both(rig, NV_BUNDLE_TEX_FORMAT, NV_BIT(3) | 2 << 6 | 6 << 8 | 4 << 16 |
         4 << 20 | 3 << 24);
    both(rig, NV_BUNDLE_TEX_CONTROL_A, NV_BIT(30) | 0xfff << 6 |
         (chance(r, 8) ? g_rand_int_range(r, 1, 4) << 4 : 0));
    both(rig, NV_BUNDLE_TEX_WRAP, 0x010101 * g_rand_int_range(r, 1, 6));
    both(rig, NV_BUNDLE_TEX_FILTER,
         (uint32_t)(g_rand_int(r) & (chance(r, 4) ? 0xf0000000 : 0)) |
         g_rand_int_range(r, 1, 7) << 16 | g_rand_int_range(r, 1, 3) << 24);
}

static void test_special_cases(gconstpointer arg)
{
    g_autoptr(GRand) r = g_rand_new_with_seed(10);
    unsigned wrong = 0, fast = 0, cases = 4000;
    Rig rig[2];

    rig_init(&rig[0], arg);
    rig_init(&rig[1], "reference");
    for (unsigned i = 0; i < RIG_VRAM / 2; i += 4) {
        nv_st32(rig[0].mem.vram + i, g_rand_int(r));
    }
    memcpy(rig[1].mem.vram, rig[0].mem.vram, RIG_VRAM);
    for (unsigned i = 0; i < cases; i++) {
        NvRasterVertex v[6];

        random_state(rig, r);
        for (unsigned k = 0; k < 6; k++) {
            v[k] = tame_vertex(r);
        }
        for (unsigned k = 0; k < 2; k++) {
            nv_raster_triangles(&rig[k].raster, v, 6);
            nv_raster_lines(&rig[k].raster, v, 4);
            nv_raster_points(&rig[k].raster, v, 2);
        }
        fast += ((NvSoft *)rig[0].raster.backend)->fast != NULL;
        wrong += rig[0].raster.zpass != rig[1].raster.zpass;
        if (memcmp(rig[0].mem.vram, rig[1].mem.vram, 64 * 64 * 4) ||
            memcmp(rig[0].mem.vram + RIG_ZETA, rig[1].mem.vram + RIG_ZETA,
                   64 * 64 * 4)) {
            wrong++;
            memcpy(rig[1].mem.vram, rig[0].mem.vram, RIG_VRAM);
        }
    }
    g_test_message("%u differences in %u states, %u with a fast span", wrong,
                   cases, fast);
    g_assert_cmpuint(fast, >, 150);
    g_assert_cmpuint(wrong, ==, 0);
    rig_free(&rig[0]);
    rig_free(&rig[1]);
}

/* ---- hostile words ---- */

static NvSurface hostile_surface(GRand *r)
{
    NvSurface s = { 1, g_rand_int_range(r, 0, 20), g_rand_boolean(r),
                    g_rand_int(r) & 0x4fffff, 0, g_rand_int(r) & 0xfffff,
                    g_rand_int(r) & 0xffff, g_rand_int_range(r, 0, 14),
                    g_rand_int_range(r, 0, 14), g_rand_int_range(r, 0, 5) };

    s.limit = chance(r, 4) ? g_rand_int(r) : 0x2fffff;
    if (chance(r, 10)) {
        s.offset = g_rand_int(r);
        s.pitch = g_rand_int(r);
    }
    return s;
}

/* Words that are a program at times, wherever one is looked for. */
static void hostile_program(Rig *rig, GRand *r)
{
    uint32_t at = g_rand_int(r) & (RIG_VRAM - 1) & ~63u;

    nv_raster_program(&rig->raster, !chance(r, 4));
    for (unsigned i = 0; i < 64 && at + 4 * i < RIG_VRAM; i++) {
        nv_st32(rig->mem.vram + at + 4 * i, g_rand_int(r));
    }
    for (unsigned i = 0; i < 2; i++) {
        rig_set(rig, NV_BUNDLE_SCISSOR_HV + i, 0x10000000);
        rig_set(rig, NV_BUNDLE_VIEWPORT_HV + i, 0x10000000);
        rig_set(rig, NV_BUNDLE_RT_ENABLE, 1);
    }
    rig_set(rig, NV_BUNDLE_VIEWPORT_OFFSET,
            chance(r, 4) ? g_rand_int(r) & 0x1fff1fff : 0);
    for (unsigned u = 4; u < 16; u++) {
        rig_set(rig, NV_BUNDLE_TEX_CONTROL_A + u, g_rand_int(r));
        rig_set(rig, NV_BUNDLE_TEX_FORMAT + u,
                g_rand_int(r) & (chance(r, 2) ? 0x333fffff : ~0u));
        rig_set(rig, NV_BUNDLE_TEX_OFFSET + u,
                g_rand_int(r) & (RIG_VRAM - 1));
    }
    rig_set(rig, NV_BUNDLE_PS_OFFSET, chance(r, 20) ? g_rand_int(r) : at);
}

/* Everything above the limit that surfaces may have keeps its bytes. */
static void hostile(const char *chip, const char *arg, unsigned most)
{
    g_autoptr(GRand) r = g_rand_new_with_seed(11);
    gint64 start = g_get_monotonic_time();
    unsigned cases = 0, drawn = 0;
    Rig rig;

    rig_init_chip(&rig, chip, arg);
    for (; cases < most && g_get_monotonic_time() - start < 20 * 1000000;
         cases++) {
        NvSurface c = hostile_surface(r), z = hostile_surface(r);
        NvRasterVertex v[6];
        uint64_t last = MAX((uint64_t)c.limit, z.limit);

        if (chance(r, 3)) {
            rig_defaults(&rig);
        }
        for (unsigned i = 0, n = chance(r, 2) ? 60 : 6; i < n; i++) {
            rig_set(&rig, g_rand_int_range(r, 0, NV_BUNDLE_COUNT),
                    chance(r, 3) ? nv_f2u(random_float(r)) : g_rand_int(r));
        }
        if (chance(r, 2)) {
            rig_dma(&rig);
        }
        rig_clip(&rig, g_rand_int_range(r, 0, 300),
                 g_rand_int_range(r, 0, 300));
        if (chance(r, 30)) {
            rig_set(&rig, NV_BUNDLE_CLIP_HV, g_rand_int(r));
        }
        rig_set(&rig, NV_BUNDLE_CLIP_RECT_HORIZ, 0x0fff0000);
        rig_set(&rig, NV_BUNDLE_CLIP_RECT_VERT, 0x0fff0000);
        rig_set(&rig, NV_BUNDLE_TEX_SHADER_OP, g_rand_int(r) & 0x18c63);
        for (unsigned u = 0; u < 4; u++) {
            /* Plausible at times, so that sampling is reached. */
            rig_set(&rig, NV_BUNDLE_TEX_CONTROL_A + u,
                    g_rand_int(r) | NV_BIT(30));
            rig_set(&rig, NV_BUNDLE_TEX_FORMAT + u,
                    g_rand_int(r) & (chance(r, 2) ? 0x333fffff : ~0u));
            rig_set(&rig, NV_BUNDLE_TEX_OFFSET + u,
                    g_rand_int(r) & (RIG_VRAM - 1));
        }
        if (strcmp(chip, "nv20")) {
            hostile_program(&rig, r);
        }
        nv_raster_surfaces(&rig.raster, &c, &z);
        rig.dirty_lo = UINT32_MAX;
        rig.dirty_hi = 0;
        for (unsigned k = 0; k < 6; k++) {
            v[k] = chance(r, 2) ? hostile_vertex(r) : tame_vertex(r);
        }
        nv_raster_triangles(&rig.raster, v, 6);
        nv_raster_lines(&rig.raster, v, 5);
        nv_raster_points(&rig.raster, v, 3);
        if (chance(r, 8)) {
            nv_raster_clear(&rig.raster, g_rand_int(r));
        }
        g_assert_cmpuint(rig.dirty_hi, <=, MIN(last + 1, RIG_VRAM));
        drawn += rig.dirty_hi != 0;
    }
    g_test_message("%u hostile states, %u drew, in %.1f s", cases, drawn,
                   (g_get_monotonic_time() - start) / 1e6);
    g_assert_cmpuint(drawn, >, cases / 10);
    rig_free(&rig);
}

static void test_hostile(void)
{
    hostile("nv20", NULL, 6000);
}

static void test_hostile_rankine(void)
{
    hostile("nv35", NULL, 6000);
}

static void test_hostile_code(void)
{
    hostile("nv20", "jit", 6000);
}

/* Tiny pitch, the largest clip, a triangle over everything: still bounded. */
static void test_huge(void)
{
    gint64 start = g_get_monotonic_time();
    NvSurface c = { 1, 9, 0, 0, RIG_VRAM - 1, 0, 64, 0, 0 }, z = { 0 };
    Rig rig;

    rig_init(&rig, NULL);
    nv_raster_surfaces(&rig.raster, &c, &z);
    rig_set(&rig, NV_BUNDLE_CLIP_HV, 0xffff0000);
    rig_set(&rig, NV_BUNDLE_CLIP_HV + 1, 0xffff0000);
    rig_rect(&rig, -1e6f, -1e6f, 1e6f, 1e6f, 0, 0x20202020);
    g_assert_cmphex(rig.mem.vram[4095 * 64 + 4095], ==, 0x20);
    g_assert_cmphex(rig.mem.vram[4095 * 64 + 4096], ==, 0);
    nv_raster_clear(&rig.raster, 0xf0);
    g_test_message("%.2f s", (g_get_monotonic_time() - start) / 1e6);
    g_assert_cmpuint(rig.dirty_hi, ==, 4095 * 64 + 4096);
    rig_free(&rig);
}

/* What is written lies in what was reported dirty, and in the surface. */
static void test_dirty(void)
{
    g_autoptr(GRand) r = g_rand_new_with_seed(12);
    g_autofree uint8_t *before = g_malloc(RIG_VRAM);
    Rig rig;

    rig_init(&rig, NULL);
    for (unsigned i = 0; i < 200; i++) {
        NvSurface c = { 1, 8, chance(r, 3), 0x10000, 0x4ffff, 64 * i,
                        256 + 64 * (i % 9), 5, 6 };
        NvSurface z = { 0 };
        NvRasterVertex v[3] = { tame_vertex(r), tame_vertex(r),
                                tame_vertex(r) };

        nv_raster_surfaces(&rig.raster, &c, &z);
        rig_clip(&rig, 1 + i, 1 + 2 * i);
        rig.dirty_lo = UINT32_MAX;
        rig.dirty_hi = 0;
        memcpy(before, rig.mem.vram, RIG_VRAM);
        nv_raster_triangles(&rig.raster, v, 3);
        for (unsigned k = 0; k < RIG_VRAM; k++) {
            if (before[k] != rig.mem.vram[k]) {
                g_assert_cmpuint(k, >=, MAX(rig.dirty_lo, 0x10000));
                g_assert_cmpuint(k, <, MIN(rig.dirty_hi, 0x50000));
            }
        }
    }
    rig_free(&rig);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_data_func("/raster-fuzz/special-cases", NULL,
                         test_special_cases);
    g_test_add_data_func("/raster-fuzz/special-cases/jit", "jit",
                         test_special_cases);
    g_test_add_data_func("/raster-fuzz/special-cases/jit8", "jit8",
                         test_special_cases);
    g_test_add_func("/raster-fuzz/hostile", test_hostile);
    g_test_add_func("/raster-fuzz/hostile-code", test_hostile_code);
    g_test_add_func("/raster-fuzz/hostile-rankine", test_hostile_rankine);
    g_test_add_func("/raster-fuzz/huge", test_huge);
    g_test_add_func("/raster-fuzz/dirty", test_dirty);
    return g_test_run();
}
