/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What happens to a fragment: formats, depth, stencil, alpha test, combiners
 * and clears, against naive models written from the hardware's rules on one
 * pixel at a time.
 */
#include "unit/raster/test-raster-rig.h"

/* ---- formats ---- */

static void test_formats(void)
{
    unsigned wrong = 0;

    for (unsigned code = 1; code < NV_COLOR_FORMATS; code++) {
        const NvColorFormat *f = &nv_color_formats[code];
        uint32_t count = f->bytes >= 4 ? 0x100000 : 1u << 8 * f->bytes;
        uint32_t all = nv_soft_channel_bits(f, 15);

        g_assert_nonnull(f->name);
        if (f->real) {          /* floats are not packed */
            g_assert_cmpuint(f->bytes, ==, f->channels * f->real / 8);
            continue;
        }
        g_assert_cmphex(all & f->pad, ==, 0);
        g_assert_cmphex(f->fill & ~f->pad, ==, 0);
        g_assert_cmphex(all | f->pad, ==, UINT32_MAX >> (32 - 8 * f->bytes));
        for (uint32_t i = 0; i < count; i++) {
            uint32_t word = (f->bytes == 4 ? i * 0x9e3779b1u : i) & all;
            uint8_t rgba[4];

            for (unsigned c = 0; c < 4; c++) {
                rgba[c] = nv_soft_decode(f, word, c);
            }
            wrong += nv_soft_encode(f, rgba, i & 1) != word;
        }
    }
    g_assert_cmpuint(wrong, ==, 0);
}

static void test_swizzle(void)
{
    /* The documents' example, 8 by 2: x0 y0 x1 x2 from bit 0. */
    g_assert_cmphex(nv_soft_swizzle(1, 0, 3, 1), ==, 1);
    g_assert_cmphex(nv_soft_swizzle(0, 1, 3, 1), ==, 2);
    g_assert_cmphex(nv_soft_swizzle(2, 0, 3, 1), ==, 4);
    g_assert_cmphex(nv_soft_swizzle(4, 0, 3, 1), ==, 8);
    for (unsigned lw = 0; lw <= 6; lw++) {
        for (unsigned lh = 0; lh <= 6; lh++) {
            g_autofree uint8_t *seen = g_malloc0(NV_BIT(lw + lh));

            for (unsigned i = 0; i < NV_BIT(lw + lh); i++) {
                uint32_t at = nv_soft_swizzle(i & (NV_BIT(lw) - 1), i >> lw,
                                              lw, lh);

                g_assert_cmpuint(at, <, NV_BIT(lw + lh));
                g_assert_cmpuint(seen[at]++, ==, 0);
            }
        }
    }
}

/* A rectangle on every format, linear and swizzled, with padding. */
static void test_surfaces(void)
{
    Rig rig;

    rig_init(&rig, NULL);
    for (unsigned code = 1; code < NV_COLOR_FORMATS; code++) {
        for (unsigned swizzled = 0; swizzled < 2 &&
             !nv_color_formats[code].real; swizzled++) {
            const NvColorFormat *f = &nv_color_formats[code];
            uint8_t rgba[4] = { 0x52, 0xa7, 0x39, 0xc4 };
            uint32_t want = nv_soft_encode(f, rgba, false) | f->fill;

            memset(rig.mem.vram, 0x5a, RIG_ZETA);
            rig_surfaces(&rig, code, 0, 64, swizzled);
            rig_set(&rig, NV_BUNDLE_CLIP_HV, 32 << 16 | 16);
            rig_set(&rig, NV_BUNDLE_CLIP_HV + 1, 32 << 16 | 16);
            rig_rect(&rig, 0, 0, 64, 64, 0, 0xc452a739);
            for (unsigned i = 0; i < 64 * 64; i++) {
                unsigned x = i % 64, y = i / 64;
                bool in = x >= 16 && x < 48 && y >= 16 && y < 48;
                uint32_t at = swizzled ? nv_soft_swizzle(x, y, 6, 6) : i;
                const uint8_t *p = rig.mem.vram + at * f->bytes;
                uint32_t got = f->bytes == 4 ? nv_ld32(p) :
                               f->bytes == 2 ? nv_ld16(p) : *p;

                g_assert_cmphex(got, ==, in ? want : 0x5a5a5a5au >>
                                                     (32 - 8 * f->bytes));
            }
        }
    }
    rig_free(&rig);
}

static void test_float_depth(void)
{
    unsigned wrong = 0;

    /* Every F16 and many F24 words come back from their own value. */
    for (uint32_t i = 0x1000; i < 0x10000; i++) {
        wrong += nv_soft_encode_depth(nv_u2f((i << 11) + 0x3c000000), 16,
                                      true) != i;
    }
    for (uint32_t i = 1; i < 0xff0000; i += 977) {
        wrong += nv_soft_encode_depth(nv_u2f(i << 7), 24, true) != i;
    }
    g_assert_cmpuint(wrong, ==, 0);
    g_assert_cmphex(nv_soft_encode_depth(0.0156, 16, true), ==, 0);
    g_assert_cmphex(nv_soft_encode_depth(511.9375, 16, true), ==, 0xffff);
    g_assert_cmphex(nv_soft_encode_depth(1e30, 16, true), ==, 0xffff);
    g_assert_cmphex(nv_soft_encode_depth(1e38, 24, true), <=, 0xffffff);
    g_assert_cmphex(nv_soft_encode_depth(NAN, 24, true), ==, 0);
    /* Nothing is rounded up (hw). */
    g_assert_cmphex(nv_soft_encode_depth(16641535.9, 24, true), ==, 0x96fbdb);
    g_assert_cmphex(nv_soft_encode_depth(7.999, 24, false), ==, 7);
    g_assert_cmphex(nv_soft_encode_depth(1e9, 16, false), ==, 0xffff);
    g_assert_cmphex(nv_soft_encode_depth(-5, 24, false), ==, 0);
}

/* ---- depth and stencil ---- */

static bool model_func(unsigned func, unsigned a, unsigned b)
{
    switch (func) {
    case 0:
        return false;
    case 1:
        return a < b;
    case 2:
        return a == b;
    case 3:
        return a <= b;
    case 4:
        return a > b;
    case 5:
        return a != b;
    case 6:
        return a >= b;
    default:
        return true;
    }
}

static uint8_t model_op(unsigned op, uint8_t old, uint8_t ref)
{
    static const char *const names[9] = { "", "keep", "zero", "replace",
        "incr", "decr", "invert", "incr wrap", "decr wrap" };
    const char *n = names[op];

    return !strcmp(n, "keep") ? old : !strcmp(n, "zero") ? 0 :
           !strcmp(n, "replace") ? ref :
           !strcmp(n, "incr") ? MIN(old + 1, 255) :
           !strcmp(n, "decr") ? MAX(old - 1, 0) :
           !strcmp(n, "invert") ? 255 - old :
           !strcmp(n, "incr wrap") ? (old + 1) % 256 : (old + 255) % 256;
}

static void test_zeta(void)
{
    g_autoptr(GRand) r = g_rand_new_with_seed(4);
    unsigned wrong = 0, cases = 0;
    Rig rig;

    rig_init(&rig, NULL);
    for (; cases < 4000; cases++) {
        unsigned bits = cases & 1 ? 16 : 24, shift = bits == 24 ? 8 : 0;
        uint32_t a = 0x3c000000 | g_rand_int_range(r, 0, 2) << 14 |
                     g_rand_int_range(r, 0, 8) << 16 |
                     g_rand_int_range(r, 0, 4) << 24;
        uint32_t sa = (g_rand_int(r) & 0xffffff70) | (cases >> 1 & 1);
        uint32_t sb = g_rand_int_range(r, 1, 9) | g_rand_int_range(r, 1, 9) <<
                      4 | g_rand_int_range(r, 1, 9) << 8;
        uint32_t old = g_rand_int(r) & (bits == 24 ? UINT32_MAX : 0xffff);
        uint32_t z = g_rand_boolean(r) ? old >> shift
                                       : g_rand_int(r) >> (32 - bits);
        uint8_t ref = sa >> 8, mask = sa >> 16, wm = sa >> 24, st = old;
        bool stencil = sa & 1 && bits == 24;
        bool spass = !stencil || model_func(sa >> 4 & 7, ref & mask,
                                            st & mask);
        bool dtest = a & NV_BIT(14);
        bool dpass = !dtest || model_func(a >> 16 & 7, z, old >> shift);
        uint32_t want = old >> shift;
        uint8_t *p = rig.mem.vram + RIG_ZETA +
                     (5 * 64 + 7) * (bits == 16 ? 2 : 4);

        rig_surfaces(&rig, 8, bits == 16 ? 1 : 2, 64, false);
        rig_set(&rig, NV_BUNDLE_CONFIG_A, a);
        rig_set(&rig, NV_BUNDLE_STENCIL_A, sa);
        rig_set(&rig, NV_BUNDLE_STENCIL_B, sb);
        rig_set(&rig, NV_BUNDLE_CONFIG_B, NV_BIT(20));
        rig_set(&rig, NV_BUNDLE_ZPASS_COUNTER_RESET, 1);
        nv_st32(p, old);
        nv_st32(rig.mem.vram + 4 * (5 * 64 + 7), 0);
        rig_rect(&rig, 7, 5, 8, 6, z, 0xffffffff);
        if (spass && dpass && dtest && a & NV_BIT(24)) {
            want = z;
        }
        if (stencil && a & NV_BIT(25)) {
            uint8_t new = model_op(sb >> (!spass ? 0 : !dpass ? 4 : 8) & 15,
                                   st, ref);

            st = (st & ~wm) | (new & wm);
        }
        want = bits == 24 ? want << 8 | st : want;
        wrong += (bits == 24 ? nv_ld32(p) : nv_ld16(p)) != want;
        wrong += (rig_pixel(&rig, 7, 5) != 0) != (spass && dpass);
        wrong += nv_raster_zpass(&rig.raster) != (spass && dpass);
    }
    g_test_message("%u differences in %u cases", wrong, cases);
    g_assert_cmpuint(wrong, ==, 0);
    rig_free(&rig);
}

/* Depth floors the interpolated value; the clip range drops or clamps. */
static void test_depth_plane(void)
{
    unsigned wrong = 0;
    Rig rig;
    NvRasterVertex v[3] = { rig_vertex(0, 0, 1000, ~0u),
                            rig_vertex(64, 0, 77000, ~0u),
                            rig_vertex(0, 64, 5000, ~0u) };

    rig_init(&rig, NULL);
    rig_surfaces(&rig, 8, 2, 64, false);
    rig_set(&rig, NV_BUNDLE_CONFIG_A, 0x3d000000 | NV_BIT(14) | 7 << 16);
    for (unsigned clamp = 0; clamp < 2; clamp++) {
        memset(rig.mem.vram + RIG_ZETA, 0, 64 * 64 * 4);
        rig_set(&rig, NV_BUNDLE_DEPTH_RANGE_FAR, nv_f2u(40000));
        rig_set(&rig, NV_BUNDLE_Z_CONFIG, clamp << 4);
        nv_raster_triangles(&rig.raster, v, 3);
        for (int y = 0; y < 64; y++) {
            for (int x = 0; x < 63 - y; x++) {
                /* In 1/128 units, exact. */
                int64_t z = 1000 * 128 + (2 * x + 1) * 76000ll +
                            (2 * y + 1) * 4000ll;
                uint32_t want = z <= 40000 * 128 ? z / 128 :
                                clamp ? 40000 : 0;

                wrong += nv_ld32(rig.mem.vram + RIG_ZETA +
                                 4 * (y * 64 + x)) >> 8 != want;
            }
        }
    }
    g_assert_cmpuint(wrong, ==, 0);
    rig_free(&rig);
}

/* Depth that is w: the corners' z is w and what polygon offset adds. */
static void test_depth_by_w(void)
{
    NvRasterVertex v[3] = { rig_vertex(0, 0, 512 + 16, ~0u),
                            rig_vertex(64, 0, 512 + 16, ~0u),
                            rig_vertex(0, 64, 512 + 16, ~0u) };
    Rig rig;

    rig_init(&rig, NULL);
    rig_surfaces(&rig, 8, 2, 64, false);
    rig_set(&rig, NV_BUNDLE_CONFIG_A, 0x3d000000 | NV_BIT(14) | 7 << 16 |
                                      NV_BIT(23));
    for (unsigned i = 0; i < 3; i++) {
        v[i].rhw = 1.0f / 512;
    }
    nv_raster_triangles(&rig.raster, v, 3);
    g_assert_cmphex(nv_ld32(rig.mem.vram + RIG_ZETA) >> 8, ==, 512 + 16);
    rig_free(&rig);
}

static void test_alpha(void)
{
    unsigned wrong = 0;
    Rig rig;

    rig_init(&rig, NULL);
    for (unsigned func = 0; func < 8; func++) {
        for (unsigned ref = 0; ref < 256; ref += 15) {
            rig_set(&rig, NV_BUNDLE_CONFIG_A,
                    0x3c000000 | NV_BIT(12) | func << 8 | ref);
            for (int a = (int)ref - 1; a <= (int)ref + 1; a++) {
                if (a < 0 || a > 255) {
                    continue;
                }
                nv_st32(rig.mem.vram, 0x12345678);
                rig_rect(&rig, 0, 0, 1, 1, 0, (uint32_t)a << 24);
                wrong += (rig_pixel(&rig, 0, 0) != 0x12345678) !=
                         model_func(func, a, ref);
            }
        }
    }
    g_assert_cmpuint(wrong, ==, 0);
    rig_free(&rig);
}

/* ---- combiners ---- */

static uint32_t draw_two(Rig *rig, uint32_t d0, uint32_t d1)
{
    NvRasterVertex v = rig_vertex(0.5f, 0.5f, 0, d0);

    for (unsigned c = 0; c < 4; c++) {
        v.color[1][c] = (d1 >> (c == 3 ? 24 : 16 - 8 * c) & 255) / 255.0f;
    }
    nv_raster_points(&rig->raster, &v, 1);
    return rig_pixel(rig, 0, 0);
}

static void test_combiners(void)
{
    Rig rig;

    rig_init(&rig, NULL);
    /* Stage 0: r0 = v0 * v1, both parts; final D = r0, G = r0.a. */
    rig_set(&rig, NV_BUNDLE_RC_IN_COLOR, 0x04050000);
    rig_set(&rig, NV_BUNDLE_RC_IN_ALPHA, 0x14150000);
    rig_set(&rig, NV_BUNDLE_RC_OUT_COLOR, 0x00c0);
    rig_set(&rig, NV_BUNDLE_RC_OUT_ALPHA, 0x00c0);
    rig_set(&rig, NV_BUNDLE_RC_FINAL_A, 0x0000000c);
    rig_set(&rig, NV_BUNDLE_RC_FINAL_B, 0x00001c00);
    g_assert_cmphex(draw_two(&rig, 0x80ff8040, 0xff804020), ==, 0x80802008);
    /* The sum output, times 2: 2 (v0 * 1 + v1 * 1). */
    rig_set(&rig, NV_BUNDLE_RC_IN_COLOR, 0x04200520);
    rig_set(&rig, NV_BUNDLE_RC_OUT_COLOR, 0x0c00 | 2 << 15);
    g_assert_cmphex(draw_two(&rig, 0xff102030, 0xff010203) & 0xffffff, ==,
                    0x224466);
    /* A console's picture of biases: 255 becomes 127, times two 254. */
    rig_set(&rig, NV_BUNDLE_RC_OUT_COLOR, 0x0c00 | 1 << 15);
    g_assert_cmphex(draw_two(&rig, 0xffffc019, 0xff000000) & 0xffffff, ==,
                    0x7f4000);
    rig_set(&rig, NV_BUNDLE_RC_OUT_COLOR, 0x0c00 | 3 << 15);
    g_assert_cmphex(draw_two(&rig, 0xffffc019, 0xff000000) & 0xffffff, ==,
                    0xfe8000);
    /* Dot product of expanded colours: (2 v0 - 1) . (2 v1 - 1). */
    rig_set(&rig, NV_BUNDLE_RC_IN_COLOR, 0x44450000);
    rig_set(&rig, NV_BUNDLE_RC_OUT_COLOR, 0x00c0 | NV_BIT(13));
    g_assert_cmphex(draw_two(&rig, 0xffff8080, 0xffff8080) & 0xffffff, ==,
                    0xffffff);
    g_assert_cmphex(draw_two(&rig, 0xffff8080, 0xff008080) & 0xffffff, ==,
                    0);
    /* Blue to alpha, then alpha in blue. */
    rig_set(&rig, NV_BUNDLE_RC_IN_COLOR, 0x04200000);
    rig_set(&rig, NV_BUNDLE_RC_OUT_COLOR, 0x00d0 | NV_BIT(19));
    rig_set(&rig, NV_BUNDLE_RC_FINAL_A, 0x0000001d);
    g_assert_cmphex(draw_two(&rig, 0xff102030, 0) & 0xffffff, ==, 0x303030);
    /* MUX by r0.a: stage 0 copies v1.a to it, stage 1 chooses. */
    rig_set(&rig, NV_BUNDLE_RC_CONFIG, 2 | NV_BIT(8));
    rig_set(&rig, NV_BUNDLE_RC_OUT_COLOR, 0);
    rig_set(&rig, NV_BUNDLE_RC_IN_ALPHA, 0x15200000);
    rig_set(&rig, NV_BUNDLE_RC_OUT_ALPHA, 0x00c0);
    rig_set(&rig, NV_BUNDLE_RC_IN_COLOR + 1, 0x04200520);
    rig_set(&rig, NV_BUNDLE_RC_OUT_COLOR + 1, 0x0c00 | NV_BIT(14));
    rig_set(&rig, NV_BUNDLE_RC_FINAL_A, 0x0000000c);
    g_assert_cmphex(draw_two(&rig, 0x00111111, 0x7f222222) & 0xffffff, ==,
                    0x111111);
    g_assert_cmphex(draw_two(&rig, 0x00111111, 0x80222222) & 0xffffff, ==,
                    0x222222);
    /* Final: factor 0 lerps v0 to v1, E * F added. */
    rig_set(&rig, NV_BUNDLE_RC_CONFIG, 1);
    rig_set(&rig, NV_BUNDLE_RC_FINAL_FACTOR, 0xff336699);
    rig_set(&rig, NV_BUNDLE_RC_FINAL_A, 0x01040500);
    g_assert_cmphex(draw_two(&rig, 0xffffffff, 0) & 0xffffff, ==, 0x336699);
    g_assert_cmphex(draw_two(&rig, 0, 0xffffffff) & 0xffffff, ==, 0xcc9966);
    rig_set(&rig, NV_BUNDLE_RC_FINAL_A, 0x0000000f);
    rig_set(&rig, NV_BUNDLE_RC_FINAL_B, 0x04050000);
    g_assert_cmphex(draw_two(&rig, 0xff808080, 0xff80ff00) & 0xffffff, ==,
                    0x408000);
    rig_free(&rig);
}

/* ---- clears ---- */

static void test_clear(void)
{
    g_autoptr(GRand) r = g_rand_new_with_seed(8);
    static const uint8_t codes[5] = { 8, 3, 2, 5, 9 };
    unsigned wrong = 0;
    Rig rig;

    rig_init(&rig, NULL);
    for (unsigned i = 0; i < 300; i++) {
        const NvColorFormat *f = &nv_color_formats[codes[i % 5]];
        unsigned zbits = i & 1 ? 16 : 24, mask = g_rand_int(r) & 0xf3;
        uint32_t color = g_rand_int(r), zeta = g_rand_int(r);
        uint32_t cb = nv_soft_channel_bits(f, mask >> 4);
        uint32_t zb = zbits == 16 ? (mask & 1 ? 0xffff : 0)
                                  : (mask & 1 ? 0xffffff00 : 0) |
                                    (mask & 2 ? 0xff : 0);

        memset(rig.mem.vram, 0xa5, RIG_TEX);
        rig_surfaces(&rig, codes[i % 5], zbits == 16 ? 1 : 2, 64, i & 2);
        rig_set(&rig, NV_BUNDLE_STENCIL_A, g_rand_int(r));   /* not asked */
        rig_set(&rig, NV_BUNDLE_CLEAR_HV, 40 << 16 | 3);
        rig_set(&rig, NV_BUNDLE_CLEAR_HV + 1, 0xfff << 16 | 5);
        rig_set(&rig, NV_BUNDLE_CLEAR_COLOR, color);
        rig_set(&rig, NV_BUNDLE_CLEAR_ZETA, zeta);
        nv_raster_clear(&rig.raster, mask);
        for (unsigned y = 0; y < 64; y++) {
            for (unsigned x = 0; x < 64; x++) {
                bool in = x >= 3 && x <= 40 && y >= 5;
                uint32_t at = i & 2 ? nv_soft_swizzle(x, y, 6, 6)
                                    : y * 64 + x;
                uint32_t cw, zw, cwant = 0xa5a5a5a5, zwant = 0xa5a5a5a5;
                const uint8_t *p = rig.mem.vram + at * f->bytes;
                const uint8_t *q = rig.mem.vram + RIG_ZETA +
                                   at * (zbits == 16 ? 2 : 4);

                cw = f->bytes == 4 ? nv_ld32(p) : f->bytes == 2 ? nv_ld16(p)
                                                                : *p;
                zw = zbits == 16 ? nv_ld16(q) : nv_ld32(q);
                if (in && mask >> 4) {
                    cwant = (cwant & ~cb) | (color & cb);
                    cwant = (cwant & ~f->pad) | f->fill;
                }
                if (in) {
                    zwant = (zwant & ~zb) | (zeta & zb);
                }
                cwant &= UINT32_MAX >> (32 - 8 * f->bytes);
                zwant &= zbits == 16 ? 0xffff : UINT32_MAX;
                wrong += cw != cwant;
                wrong += zw != zwant;
            }
        }
    }
    g_assert_cmpuint(wrong, ==, 0);
    rig_free(&rig);
}

/* Half of spare0 + secondary, which is held to 1 only with the flag. */
static void test_sum_clamp(void)
{
    static const struct { uint32_t b, want; } rows[] = {
        { 0x1400, 0xffff8140 }, { 0x1480, 0xff808040 },
    };
    NvRasterVertex v = rig_vertex(0.5f, 0.5f, 0, 0xffff8040);

    for (unsigned path = 0; path < 2; path++) {
        Rig rig;

        rig_init(&rig, path ? "reference" : NULL);
        memcpy(v.color[1], v.color[0], sizeof(v.color[1]));
        rig_set(&rig, NV_BUNDLE_RC_IN_COLOR, 0x04200000);
        rig_set(&rig, NV_BUNDLE_RC_OUT_COLOR, 0x00c0);
        rig_set(&rig, NV_BUNDLE_RC_FINAL_A, 0x0e010000);
        rig_set(&rig, NV_BUNDLE_RC_FINAL_FACTOR, 0x80808080);
        for (unsigned i = 0; i < G_N_ELEMENTS(rows); i++) {
            rig_set(&rig, NV_BUNDLE_RC_FINAL_B, rows[i].b);
            nv_raster_points(&rig.raster, &v, 1);
            g_assert_cmphex(rig_pixel(&rig, 0, 0), ==, rows[i].want);
        }
        rig_free(&rig);
    }
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/raster-pixel/formats", test_formats);
    g_test_add_func("/raster-pixel/swizzle", test_swizzle);
    g_test_add_func("/raster-pixel/surfaces", test_surfaces);
    g_test_add_func("/raster-pixel/float-depth", test_float_depth);
    g_test_add_func("/raster-pixel/depth-stencil", test_zeta);
    g_test_add_func("/raster-pixel/depth-plane", test_depth_plane);
    g_test_add_func("/raster-pixel/depth-by-w", test_depth_by_w);
    g_test_add_func("/raster-pixel/alpha", test_alpha);
    g_test_add_func("/raster-pixel/combiners", test_combiners);
    g_test_add_func("/raster-pixel/clear", test_clear);
    g_test_add_func("/raster-pixel/sum-clamp", test_sum_clamp);
    return g_test_run();
}
