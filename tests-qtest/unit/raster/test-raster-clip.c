/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Clip windows and the stipple: which pixels of a rectangle are left. */
#include "unit/raster/test-raster-rig.h"

static bool window_model(const uint32_t *h, const uint32_t *v, bool exclusive,
                         unsigned x, unsigned y)
{
    bool in = false;

    for (unsigned i = 0; i < 8; i++) {
        in = in || (x >= (h[i] & 0xfff) && x <= (h[i] >> 16 & 0xfff) &&
                    y >= (v[i] & 0xfff) && y <= (v[i] >> 16 & 0xfff));
    }
    return in != exclusive;
}

static void test_window(void)
{
    g_autoptr(GRand) r = g_rand_new_with_seed(3);
    unsigned wrong = 0;
    Rig rig;

    rig_init(&rig, NULL);
    rig_set(&rig, NV_BUNDLE_CLIP_HV, 50 << 16 | 7);
    rig_set(&rig, NV_BUNDLE_CLIP_HV + 1, 40 << 16 | 9);
    for (unsigned round = 0; round < 100; round++) {
        uint32_t h[8] = { 0 }, v[8] = { 0 };

        for (unsigned i = 0; i < 8; i++) {
            if (i <= round % 8) {
                h[i] = g_rand_int_range(r, 0, 64) |
                       g_rand_int_range(r, 0, 64) << 16;
                v[i] = g_rand_int_range(r, 0, 64) |
                       g_rand_int_range(r, 0, 64) << 16;
            }
            rig_set(&rig, NV_BUNDLE_CLIP_RECT_HORIZ + i, h[i]);
            rig_set(&rig, NV_BUNDLE_CLIP_RECT_VERT + i, v[i]);
        }
        rig_set(&rig, NV_BUNDLE_RASTER, (uint32_t)(round & 1) << 31);
        memset(rig.mem.vram, 0, 64 * 64 * 4);
        rig_rect(&rig, -10, -10, 100, 100, 0, 0xffffffff);
        for (unsigned i = 0; i < 64 * 64; i++) {
            unsigned x = i % 64, y = i / 64;
            bool want = x >= 7 && x < 57 && y >= 9 && y < 49 &&
                        window_model(h, v, round & 1, x, y);

            wrong += (rig_pixel(&rig, x, y) != 0) != want;
        }
    }
    g_assert_cmpuint(wrong, ==, 0);
    rig_free(&rig);
}

static void test_stipple(void)
{
    unsigned wrong = 0;
    Rig rig;

    rig_init(&rig, NULL);
    for (unsigned i = 0; i < 32; i++) {
        rig_set(&rig, NV_BUNDLE_POLYGON_STIPPLE + i, 0x80000001u * (i + 7));
    }
    rig_set(&rig, NV_BUNDLE_RASTER, NV_BIT(4));
    rig_rect(&rig, 0, 0, 64, 64, 0, 0xffffffff);
    for (unsigned i = 0; i < 64 * 64; i++) {
        unsigned x = i % 64, y = i / 64;
        uint32_t word = 0x80000001u * (31 - (y & 31) + 7);

        wrong += (rig_pixel(&rig, x, y) != 0) !=
                 (word >> ((x & 31) ^ 7) & 1);
    }
    g_assert_cmpuint(wrong, ==, 0);
    rig_free(&rig);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/raster/window-clips", test_window);
    g_test_add_func("/raster/stipple", test_stipple);
    return g_test_run();
}
