/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What colours do in memory: blending, logic operations and masks, against
 * naive models on one pixel at a time.
 */
#include "unit/raster/test-raster-rig.h"

/* Factor as n / 255. */
static int model_factor(unsigned f, unsigned c, const int *s, const int *d,
                        const int *k)
{
    int v;

    switch (f) {
    case 0: case 1:
        return 255 * f;
    case 2: case 3:
        v = s[c];
        break;
    case 4: case 5:
        v = s[3];
        break;
    case 6: case 7:
        v = d[3];
        break;
    case 8: case 9:
        v = d[c];
        break;
    case 10:
        return c == 3 ? 255 : MIN(s[3], 255 - d[3]);
    case 12: case 13:
        v = k[c];
        break;
    default:
        v = k[3];
        break;
    }
    return f & 1 ? 255 - v : v;
}

static int model_blend(uint32_t word, unsigned c, const int *s, const int *d,
                       const int *k, int max)
{
    int sf = model_factor(word >> 4 & 15, c, s, d, k);
    int df = model_factor(word >> 8 & 15, c, s, d, k);
    int keep = 256 - 256 / (max + 1);   /* colours of 5 and 6 bits (hw) */
    int from = s[c] & keep, to = d[c] & keep;
    double r;

    switch (word & 7) {
    case 0:
        r = from * sf - to * df;
        break;
    case 1:
        r = to * df - from * sf;
        break;
    case 2:
        r = from * sf + to * df;
        break;
    case 3:
        r = MIN(from, to) * 255;
        break;
    case 4:
        r = MAX(from, to) * 255;
        break;
    case 5:
        r = (to - (from > 127 ? from - 256 : from)) * 255;
        break;
    default:
        r = (to + (from > 127 ? from - 256 : from)) * 255;
        break;
    }
    r = CLAMP(r, 0, 65025);
    /* Never near a half; five and six bits are the upper of eight. */
    return (int)floor(r / 255 + 0.5) * (max + 1) / 256;
}

static void unpack(uint32_t argb, int *rgba)
{
    for (unsigned c = 0; c < 4; c++) {
        rgba[c] = argb >> (c == 3 ? 24 : 16 - 8 * c) & 255;
    }
}

static void test_blend(void)
{
    g_autoptr(GRand) r = g_rand_new_with_seed(5);
    unsigned wrong = 0, cases = 0;
    Rig rig;

    rig_init(&rig, NULL);
    for (unsigned eq = 0; eq < 7; eq++) {
        for (unsigned f = 0; f < 256; f++) {
            uint32_t word = eq | NV_BIT(3) | f << 4;

            if (f % 16 == 11 || f / 16 == 11) {
                continue;
            }
            for (unsigned i = 0; i < 6; i++, cases++) {
                uint32_t s = g_rand_int(r), d = g_rand_int(r);
                uint32_t k = g_rand_int(r), got;
                int sc[4], dc[4], kc[4];

                unpack(s, sc);
                unpack(d, dc);
                unpack(k, kc);
                rig_set(&rig, NV_BUNDLE_BLEND, word);
                rig_set(&rig, NV_BUNDLE_BLEND_COLOR, k);
                nv_st32(rig.mem.vram, d);
                rig_rect(&rig, 0, 0, 1, 1, 0, s);
                got = rig_pixel(&rig, 0, 0);
                for (unsigned c = 0; c < 4; c++) {
                    int g = got >> (c == 3 ? 24 : 16 - 8 * c) & 255;

                    wrong += g != model_blend(word, c, sc, dc, kc, 255);
                }
            }
        }
    }
    g_test_message("%u differences in %u cases", wrong, cases);
    g_assert_cmpuint(wrong, ==, 0);
    rig_free(&rig);
}

static void test_blend_565(void)
{
    g_autoptr(GRand) r = g_rand_new_with_seed(6);
    static const uint8_t width[3] = { 5, 6, 5 }, pos[3] = { 11, 5, 0 };
    unsigned wrong = 0;
    Rig rig;

    rig_init(&rig, NULL);
    rig_surfaces(&rig, 3, 0, 64, false);
    for (unsigned i = 0; i < 3000; i++) {
        uint32_t word = 2 | NV_BIT(3) | g_rand_int_range(r, 0, 10) << 4 |
                        g_rand_int_range(r, 0, 10) << 8;
        uint32_t s = g_rand_int(r), d = g_rand_int(r) & 0xffff;
        int sc[4], dc[4] = { 0, 0, 0, 255 };

        unpack(s, sc);
        rig_set(&rig, NV_BUNDLE_BLEND, word);
        nv_st16(rig.mem.vram, d);
        rig_rect(&rig, 0, 0, 1, 1, 0, s);
        for (unsigned c = 0; c < 3; c++) {
            int v = d >> pos[c] & (NV_BIT(width[c]) - 1);

            dc[c] = width[c] == 5 ? v << 3 | v >> 2 : v << 2 | v >> 4;
        }
        for (unsigned c = 0; c < 3; c++) {
            int max = NV_BIT(width[c]) - 1;

            wrong += (int)(nv_ld16(rig.mem.vram) >> pos[c] & max) !=
                     model_blend(word, c, sc, dc, dc, max);
        }
    }
    g_assert_cmpuint(wrong, ==, 0);
    rig_free(&rig);
}

/* hw: 0x22 times an alpha of 64 in 7 bits, which is 129, is 17, then 8. */
static void test_blend_a7(void)
{
    Rig rig;

    rig_init(&rig, NULL);
    rig_surfaces(&rig, 7, 0, 64, false);
    rig_set(&rig, NV_BUNDLE_BLEND, 2 | NV_BIT(3) | 6 << 4);
    nv_st32(rig.mem.vram, 0xc0000000);
    rig_rect(&rig, 0, 0, 1, 1, 0, 0x22ffffff);
    g_assert_cmphex(nv_ld32(rig.mem.vram), ==, 0x88818181);
    rig_free(&rig);
}

static void test_logic_and_mask(void)
{
    static const char *const tables[16] = {
        /* result for (s, d) = 00 01 10 11, GL's order of operations */
        "0000", "0001", "0010", "0011", "0100", "0101", "0110", "0111",
        "1000", "1001", "1010", "1011", "1100", "1101", "1110", "1111",
    };
    g_autoptr(GRand) r = g_rand_new_with_seed(7);
    Rig rig;

    rig_init(&rig, NULL);
    for (unsigned op = 0; op < 16; op++) {
        uint32_t s = g_rand_int(r), d = g_rand_int(r), want = 0, bits = 0;
        uint32_t mask = g_rand_int(r) & 15;

        for (unsigned b = 0; b < 32; b++) {
            want |= (uint32_t)(tables[op][(s >> b & 1) * 2 + (d >> b & 1)] ==
                               '1') << b;
        }
        bits = (mask & 1 ? 0xff000000 : 0) | (mask & 2 ? 0xff0000 : 0) |
               (mask & 4 ? 0xff00 : 0) | (mask & 8 ? 0xff : 0);
        rig_set(&rig, NV_BUNDLE_BLEND, NV_BIT(16) | op << 12);
        rig_set(&rig, NV_BUNDLE_CONFIG_A, mask << 26);
        nv_st32(rig.mem.vram, d);
        rig_rect(&rig, 0, 0, 1, 1, 0, s);
        g_assert_cmphex(rig_pixel(&rig, 0, 0), ==,
                        (want & bits) | (d & ~bits));
    }
    rig_free(&rig);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/raster-blend/blend", test_blend);
    g_test_add_func("/raster-blend/blend-565", test_blend_565);
    g_test_add_func("/raster-blend/blend-a7", test_blend_a7);
    g_test_add_func("/raster-blend/logic-mask", test_logic_and_mask);
    return g_test_run();
}
