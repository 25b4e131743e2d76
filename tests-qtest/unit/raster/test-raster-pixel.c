/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What happens to a fragment: formats, depth, stencil, blending, logic,
 * masks, combiners, fog and clears, against naive models written from the
 * hardware's rules on one pixel at a time.
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
            wrong += nv_soft_encode(f, rgba) != word;
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
            uint32_t want = nv_soft_encode(f, rgba) | f->fill;

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

/* ---- blending ---- */

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
    g_test_add_func("/raster-pixel/blend", test_blend);
    g_test_add_func("/raster-pixel/blend-565", test_blend_565);
    g_test_add_func("/raster-pixel/blend-a7", test_blend_a7);
    g_test_add_func("/raster-pixel/logic-mask", test_logic_and_mask);
    g_test_add_func("/raster-pixel/alpha", test_alpha);
    g_test_add_func("/raster-pixel/combiners", test_combiners);
    g_test_add_func("/raster-pixel/fog", test_fog);
    g_test_add_func("/raster-pixel/fog-infinite", test_fog_infinite);
    g_test_add_func("/raster-pixel/fog-steps", test_fog_steps);
    g_test_add_func("/raster-pixel/fog-sum", test_fog_sum);
    g_test_add_func("/raster-pixel/clear", test_clear);
    g_test_add_func("/raster-pixel/sum-clamp", test_sum_clamp);
    return g_test_run();
}
