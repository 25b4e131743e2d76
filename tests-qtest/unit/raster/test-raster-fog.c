/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Fog: the factor of each mode, by tables and by lines, and what becomes of
 * coordinates that are no numbers.
 */
#include "unit/raster/test-raster-rig.h"

static void test_fog(void)
{
    Rig rig;
    NvRasterVertex v = rig_vertex(0.5f, 0.5f, 0, 0xffffffff);

    rig_init(&rig, NULL);
    rig_set(&rig, NV_BUNDLE_FOG_COLOR, 0xff800000);
    rig_set(&rig, NV_BUNDLE_RC_FINAL_A, 0x13040300);    /* lerp by fog.a */
    rig_set(&rig, NV_BUNDLE_CONFIG_B, NV_BIT(8));
    rig_set(&rig, NV_BUNDLE_FOG_COEFF, nv_f2u(2.0f));
    rig_set(&rig, NV_BUNDLE_FOG_COEFF + 1, nv_f2u(-0.5f));
    v.fog = 1.0f;                                       /* f = 0.5 -> 127 */
    nv_raster_points(&rig.raster, &v, 1);
    g_assert_cmphex(rig_pixel(&rig, 0, 0) & 0xffffff, ==, 0xbf7f7f);
    rig_set(&rig, NV_BUNDLE_CONFIG_B, 0);
    nv_raster_points(&rig.raster, &v, 1);
    g_assert_cmphex(rig_pixel(&rig, 0, 0) & 0xffffff, ==, 0xffffff);
    /* exp: 2^(16 (x - 1.5)) of corners' x; 1.375 gives 2^-2 */
    rig_set(&rig, NV_BUNDLE_CONFIG_B, NV_BIT(8) | 1 << 16);
    v.fog = 1.375f;
    nv_raster_points(&rig.raster, &v, 1);
    g_assert_cmphex(rig_pixel(&rig, 0, 0) & 0xff, ==, 0x40);
    /* No numbers: no fog if linear, of either kind, or exp; else all fog. */
    for (unsigned mode = 0; mode < 8; mode++) {
        bool none = mode == 0 || mode == 1 || mode == 4;

        if (mode == 2 || mode == 6) {
            continue;           /* there are no such */
        }
        rig_set(&rig, NV_BUNDLE_CONFIG_B, NV_BIT(8) | mode << 16);
        v.fog = mode & 1 ? NAN : mode & 2 ? -INFINITY : INFINITY;
        nv_st32(rig.mem.vram, 0);
        nv_raster_points(&rig.raster, &v, 1);
        g_assert_cmphex(rig_pixel(&rig, 0, 0) & 0xffffff, ==,
                        none ? 0xffffff : 0x800000);
    }
    rig_free(&rig);
}

/* The factor of a point whose fog coordinate, or exponential line, is @d. */
static unsigned fog_shown(Rig *rig, unsigned mode, float d)
{
    NvRasterVertex v = rig_vertex(0.5f, 0.5f, 0, 0xffffffff);

    v.fog = d;
    rig_set(rig, NV_BUNDLE_CONFIG_B, NV_BIT(8) | mode << 16);
    nv_raster_points(&rig->raster, &v, 1);
    return rig_pixel(rig, 0, 0) & 0xff;
}

static unsigned straight(double at, double end, unsigned rest)
{
    at = floor(at + 0.5);
    end = floor(end + 0.5);
    return floor(at - (at - end) * rest / 64 + 0.5);
}

/* hw: an infinite coordinate times 0 is 0 where fog is exponential. */
static void test_fog_infinite(void)
{
    static const struct {
        uint32_t mode;
        float k0, k1, d;
        float want;
    } t[] = {
        { 1, 1.5f, 0, INFINITY, 1 }, { 1, 1, 0, INFINITY, 0 },
        { 1, 1, 1, INFINITY, 1 }, { 3, 1.5f, 0, INFINITY, 1 },
        { 3, 1.5f, 0, NAN, 0 }, { 3, 1.5f, 1, INFINITY, 0 },
        { 7, 1.5f, 0, INFINITY, 1 }, { 0, -1, 0, INFINITY, 1 },
    };

    for (unsigned i = 0; i < G_N_ELEMENTS(t); i++) {
        NvPixelFog fog = { { t[i].k0, t[i].k1 }, t[i].mode, true, { 0 } };

        g_assert_cmpfloat(nv_soft_fog_factor(&fog, t[i].d), ==, t[i].want);
    }
}

/*
 * All steps of the tables, made here from what they are tables of; -n / 4096
 * is the line's value from 1.5.  Linear fog has 12 bits and counts from 1.
 */
static void test_fog_steps(void)
{
    Rig rig;

    rig_init(&rig, NULL);
    rig_set(&rig, NV_BUNDLE_FOG_COLOR, 0xff000000);
    rig_set(&rig, NV_BUNDLE_RC_FINAL_A, 0x13040300);
    rig_set(&rig, NV_BUNDLE_FOG_COEFF + 1, nv_f2u(-1.0f));
    for (unsigned n = 1; n < 2200; n++) {
        unsigned i = n / 64, rest = n % 64;
        unsigned power = n >= 2048 ? 0
            : straight(255 * exp2(-(i / 4.0)), 255 * exp2(-((i + 1) / 4.0)),
                       rest);
        unsigned bell = n >= 2048 ? 0
            : straight(255 * exp2(-(i * i / 128.0)),
                       255 * exp2(-((i + 1) * (i + 1) / 128.0)), rest);

        g_assert_cmpuint(fog_shown(&rig, 1, 1.5f - n / 4096.0f), ==, power);
        g_assert_cmpuint(fog_shown(&rig, 1, 1.5f - (n - 0.9f) / 4096), ==,
                         power);
        g_assert_cmpuint(fog_shown(&rig, 1, 1.5f + n / 4096.0f), ==, 255);
        /* Of positive values the fraction goes the other way. */
        g_assert_cmpuint(fog_shown(&rig, 5, 1.5f + (n + 0.9f) / 4096), ==,
                         power);
        g_assert_cmpuint(fog_shown(&rig, 3, 1.5f - n / 4096.0f), ==, bell);
        g_assert_cmpuint(fog_shown(&rig, 7, 1.5f + n / 4096.0f), ==, bell);
        rig_set(&rig, NV_BUNDLE_FOG_COEFF, nv_f2u(2.0f));
        g_assert_cmpuint(fog_shown(&rig, 0, n / 4096.0f), ==,
                         (4097 - n) * 255 / 4096);
    }
    rig_free(&rig);
}

/*
 * Linear: what is added is whole, 23 bits behind the leading one are left of
 * both, and the sum is cut (hw).
 */
static void test_fog_sum(void)
{
    static const struct {
        float k0, d;            /* k1 is -1 */
        uint8_t want;
    } t[] = {
        { 1 + 2056 / 4096.0f, 0, 128 }, { 1 + 2056.25f / 4096, 0, 128 },
        { 1 + 2056.25f / 4096, 0.25f / 4096, 128 },
        { 1 + 2056.25f / 4096, 0.3f / 4096, 127 },
        { 1 + 2056 / 4096.0f, 0x1p-23f, 127 },
        { 1 + 2056 / 4096.0f, 0x1.fp-24f, 128 },
        { 2.5f + 2056 / 4096.0f, 1.5f, 128 },
        { 2.5f + 2056 / 4096.0f, 1.5f + 0x1p-22f, 127 },
        { 2.5f + 2056 / 4096.0f, 1.5f + 0x1p-23f, 128 },
    };
    Rig rig;

    rig_init(&rig, NULL);
    rig_set(&rig, NV_BUNDLE_FOG_COLOR, 0xff000000);
    rig_set(&rig, NV_BUNDLE_RC_FINAL_A, 0x13040300);
    rig_set(&rig, NV_BUNDLE_FOG_COEFF + 1, nv_f2u(-1.0f));
    for (unsigned i = 0; i < G_N_ELEMENTS(t); i++) {
        rig_set(&rig, NV_BUNDLE_FOG_COEFF, nv_f2u(t[i].k0));
        g_test_message("case %u", i);
        g_assert_cmpuint(fog_shown(&rig, 0, t[i].d), ==, t[i].want);
    }
    rig_free(&rig);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/raster-fog/shown", test_fog);
    g_test_add_func("/raster-fog/infinite", test_fog_infinite);
    g_test_add_func("/raster-fog/steps", test_fog_steps);
    g_test_add_func("/raster-fog/sum", test_fog_sum);
    return g_test_run();
}
