/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Textures: every filter and wrap mode against a naive sampler in doubles, mip
 * levels, borders, sprites, memory that comes and goes.
 */
#include "unit/raster/test-raster-texture.h"

/* ---- filters and wraps ---- */

static int model_wrap(unsigned mode, int i, int n)
{
    switch (mode) {
    case 1:
        return ((i % n) + n) % n;
    case 2:
        i = ((i % (2 * n)) + 2 * n) % (2 * n);
        return i < n ? i : 2 * n - 1 - i;
    case 3:
        return CLAMP(i, 0, n - 1);
    default:
        return i < 0 || i >= n ? -1 : i;
    }
}

typedef struct Image {
    int w, h;
    uint32_t texel[16 * 16];
    uint32_t border;
    unsigned wrap;
} Image;

static double model_texel(const Image *m, int x, int y, unsigned c)
{
    int wx = model_wrap(m->wrap, x, m->w), wy = model_wrap(m->wrap, y, m->h);
    uint32_t v = wx < 0 || wy < 0 ? m->border : m->texel[wy * m->w + wx];

    return v >> (8 * c) & 255;
}

static double model_sample(const Image *m, double s, double t, bool linear,
                           unsigned c)
{
    double x = s * m->w, y = t * m->h, fx, fy;
    int ix, iy;

    if (m->wrap == 5) {
        x = CLAMP(x, 0, m->w);
        y = CLAMP(y, 0, m->h);
    }
    if (!linear) {
        ix = floor(x);
        iy = floor(y);
        if (m->wrap == 5) {
            ix = MIN(ix, m->w - 1);
            iy = MIN(iy, m->h - 1);
        }
        return model_texel(m, ix, iy, c);
    }
    x -= 0.5;
    y -= 0.5;
    ix = floor(x);
    iy = floor(y);
    fx = x - ix;
    fy = y - iy;
    return (model_texel(m, ix, iy, c) * (1 - fx) +
            model_texel(m, ix + 1, iy, c) * fx) * (1 - fy) +
           (model_texel(m, ix, iy + 1, c) * (1 - fx) +
            model_texel(m, ix + 1, iy + 1, c) * fx) * fy;
}

static void put_image(Rig *rig, Image *m, bool rect, GRand *r)
{
    unsigned lw = g_bit_nth_msf(m->w, -1), lh = g_bit_nth_msf(m->h, -1);

    for (int i = 0; i < m->w * m->h; i++) {
        uint32_t off = nv_soft_swizzle(i % m->w, i / m->w, lw, lh);

        off = rect ? (uint32_t)i : off;
        m->texel[i] = g_rand_int(r);
        nv_st32(rig->mem.vram + RIG_TEX + 4 * off, m->texel[i]);
    }
    m->border = g_rand_int(r);
}

static void test_filters(void)
{
    g_autoptr(GRand) r = g_rand_new_with_seed(9);
    unsigned wrong = 0, cases = 0;
    Rig rig;

    rig_init(&rig, NULL);
    for (unsigned round = 0; round < 200; round++) {
        bool linear = round & 1, rect = round % 5 == 4;
        Image m = { .w = 1 << g_rand_int_range(r, 0, 5),
                    .h = 1 << g_rand_int_range(r, 0, 5),
                    .wrap = rect ? 3 + round % 3 : 1 + round % 5 };

        put_image(&rig, &m, rect, r);
        texture(&rig, rect ? 0x12 : 6, g_bit_nth_msf(m.w, -1),
                g_bit_nth_msf(m.h, -1), 1, m.wrap, 1 + linear, 1 + linear);
        rig_set(&rig, NV_BUNDLE_TEX_BORDER_COLOR, m.border);
        rig_set(&rig, NV_BUNDLE_TEX_RECT, m.w << 16 | m.h);
        rig_set(&rig, NV_BUNDLE_TEX_CONTROL_B, (uint32_t)m.w * 4 << 16);
        for (unsigned i = 0; i < 50; i++, cases++) {
            /* Off the texel edges, on the 1/256 grid of weights. */
            double x = (g_rand_int_range(r, -1024, 3072) | 1) / 256.0 *
                       (linear ? 1 : 4);
            double y = (g_rand_int_range(r, -1024, 3072) | 1) / 256.0;
            double s = x / m.w, t = y / m.h;
            uint32_t got = at(&rig, rect ? x : s, rect ? y : t);

            for (unsigned c = 0; c < 4; c++) {
                double want = model_sample(&m, s, t, linear, c);

                wrong += fabs((got >> 8 * c & 255) - want) > 0.5001;
            }
        }
    }
    g_test_message("%u differences in %u samples", wrong, cases);
    g_assert_cmpuint(wrong, ==, 0);
    rig_free(&rig);
}

/* ---- border texels, texels of 16 bits ---- */

/* Four texels a side, of an image that is 16 or twice its size. */
static void test_border_texels(void)
{
    Rig rig;

    rig_init(&rig, NULL);
    texture(&rig, 0, 1, 2, 1, 4, 1, 1);
    rig_set(&rig, NV_BUNDLE_TEX_FORMAT, 2 << 6 | 1 << 16 | 1 << 20 |
            2 << 24);
    for (unsigned i = 0; i < 256; i++) {
        rig.mem.vram[RIG_TEX + nv_soft_swizzle(i & 15, i >> 4, 4, 4)] = i;
    }
    for (int y = -6; y < 10; y++) {
        for (int x = -6; x < 8; x++) {
            unsigned want = (CLAMP(y, -4, 7) + 4) * 16 + CLAMP(x, -4, 5) + 4;

            g_assert_cmphex(at(&rig, (x + 0.5f) / 2, (y + 0.5f) / 4) & 255,
                            ==, want);
        }
    }
    rig_free(&rig);
}

/* Filtered as one number, not byte by byte; weights are cut to 8 bits. */
static void test_wide(void)
{
    Rig rig;

    rig_init(&rig, NULL);
    texture(&rig, 0x33, 1, 0, 1, 3, 2, 2);
    nv_st32(rig.mem.vram + RIG_TEX, 0x00ff1234);
    nv_st32(rig.mem.vram + RIG_TEX + 4, 0x01001235);
    for (unsigned k = 0; k < 256; k++) {
        uint32_t hi = 0xff + (k >= 128), lo = 0x1234 + (k >= 128);
        float s = 0.25f + (k + 0.75f) / 512;

        g_assert_cmphex(at(&rig, s, 0.5f), ==, hi << 16 | lo);
    }
    rig_free(&rig);
}

/* ---- mip levels ---- */

/* Level l is filled with 0x40 * l; draw so that a pixel is 2^l texels. */
static void test_mips(void)
{
    Rig rig;

    rig_init(&rig, NULL);
    for (unsigned min = 3; min <= 6; min++) {
        uint32_t base = RIG_TEX;

        texture(&rig, 0, 5, 5, 4, 1, min, 2);
        for (unsigned l = 0; l < 4; l++) {
            memset(rig.mem.vram + base, 0x40 * l, 1024 >> 2 * l);
            base += 1024 >> 2 * l;
        }
        for (unsigned l = 0; l < 6; l++) {
            float far = 64.0f / 32 * NV_BIT(l);
            NvRasterVertex v[3] = { rig_vertex(0, 0, 0, ~0u),
                                    rig_vertex(64, 0, 0, ~0u),
                                    rig_vertex(0, 64, 0, ~0u) };

            v[1].tex[0][0] = v[2].tex[0][1] = far;
            nv_raster_triangles(&rig.raster, v, 3);
            g_assert_cmphex(rig_pixel(&rig, 9, 17) & 255, ==,
                            0x40 * MIN(l, 3));
            /* Half way: linear between levels blends, nearest goes up. */
            v[1].tex[0][0] = v[2].tex[0][1] = far * sqrtf(2);
            nv_raster_triangles(&rig.raster, v, 3);
            if (l < 3) {
                int got = rig_pixel(&rig, 9, 17) & 255;
                int want = min >= 5 ? 0x40 * l + 0x20 : 0;

                g_assert_true(min >= 5 ? ABS(got - want) <= 1
                                       : got % 0x40 == 0);
            }
        }
    }
    rig_free(&rig);
}

static void test_modulate_and_kill(void)
{
    Rig rig;

    rig_init(&rig, NULL);
    texture(&rig, 6, 0, 0, 1, 3, 1, 1);
    nv_st32(rig.mem.vram + RIG_TEX, 0x00804020);
    rig_set(&rig, NV_BUNDLE_RC_IN_COLOR, 0x04080000);
    rig_set(&rig, NV_BUNDLE_RC_OUT_COLOR, 0x00c0);
    rig_set(&rig, NV_BUNDLE_RC_FINAL_A, 0x0000000c);
    rig_rect(&rig, 0, 0, 1, 1, 0, 0xffff8040);
    g_assert_cmphex(rig_pixel(&rig, 0, 0), ==, 0x00802008);
    nv_st32(rig.mem.vram, 0x11111111);
    rig_set(&rig, NV_BUNDLE_TEX_CONTROL_A, ENABLE | NV_BIT(2));
    rig_rect(&rig, 0, 0, 1, 1, 0, 0xffff8040);
    g_assert_cmphex(rig_pixel(&rig, 0, 0), ==, 0x11111111);
    rig_free(&rig);
}

/* Of pixel @k of 25: right of the middle ties are the lower texel's (hw). */
static unsigned sprite_texel(unsigned k)
{
    return (2 * k - (k > 12)) / 3;
}

static void test_sprite(void)
{
    unsigned wrong = 0;
    Rig rig;
    NvRasterVertex v = rig_vertex(16, 16, 0, ~0u);

    rig_init(&rig, NULL);
    texture(&rig, 6, 4, 4, 1, 3, 1, 1);
    for (unsigned u = 1; u < 4; u++) {
        rig_set(&rig, NV_BUNDLE_TEX_FORMAT + 3,
                rig.raster.bundle[NV_BUNDLE_TEX_FORMAT]);
    }
    rig_set(&rig, NV_BUNDLE_TEX_SHADER_OP, 1 << 15);
    rig_set(&rig, NV_BUNDLE_TEX_OFFSET + 3, RIG_TEX);
    rig_set(&rig, NV_BUNDLE_TEX_CONTROL_A + 3, ENABLE);
    rig_set(&rig, NV_BUNDLE_TEX_WRAP + 3, 0x030303);
    rig_set(&rig, NV_BUNDLE_TEX_FILTER + 3, 1 << 16 | 1 << 24);
    rig_set(&rig, NV_BUNDLE_RC_FINAL_A, 0x0000000b);
    rig_set(&rig, NV_BUNDLE_RC_FINAL_B, 0x00001b00);
    rig_set(&rig, NV_BUNDLE_RASTER, NV_BIT(9));
    for (unsigned i = 0; i < 256; i++) {
        nv_st32(rig.mem.vram + RIG_TEX +
                4 * nv_soft_swizzle(i % 16, i / 16, 4, 4), 0xff000000 | i);
    }
    v.size = 16;
    nv_raster_points(&rig.raster, &v, 1);
    for (unsigned i = 0; i < 256; i++) {
        wrong += rig_pixel(&rig, 8 + i % 16, 8 + i / 16) != (0xff000000 | i);
    }
    g_assert_cmpuint(wrong, ==, 0);
    v = rig_vertex(20.5f, 20.5f, 0, ~0u);
    v.size = 24;
    nv_raster_points(&rig.raster, &v, 1);
    for (unsigned i = 0; i < 25 * 25; i++) {
        unsigned x = i % 25, y = i / 25;

        wrong += rig_pixel(&rig, 8 + x, 8 + y) !=
                 (0xff000000 | sprite_texel(y) << 4 | sprite_texel(x));
    }
    g_assert_cmpuint(wrong, ==, 0);
    rig_free(&rig);
}

/* Out of the object's limit: white, nothing read, nothing crashes. */
static void test_bounds(void)
{
    Rig rig;

    rig_init(&rig, NULL);
    texture(&rig, 6, 4, 4, 1, 3, 1, 1);
    rig_set(&rig, NV_BUNDLE_TEX_OFFSET, RIG_VRAM - 1023);
    g_assert_cmphex(at(&rig, 0.5f, 0.5f), ==, 0xffffffff);
    rig_set(&rig, NV_BUNDLE_TEX_OFFSET, RIG_TEX);
    rig_set(&rig, NV_BUNDLE_DMA_TEX, 0);
    g_assert_cmphex(at(&rig, 0.5f, 0.5f), ==, 0xffffffff);
    rig_free(&rig);
}

/* ---- the machine's memory ---- */

#define SHOWN 0x40000u

typedef struct Shown {
    uint8_t *at;                /* NULL: there is none */
    char *line;                 /* the last that was logged */
} Shown;

static const void *shown_map(void *host, uint64_t addr, uint64_t *len)
{
    Shown *s = ((Rig *)host)->data;

    if (!s->at || addr >= SHOWN) {
        return NULL;
    }
    *len = MIN(*len, SHOWN - addr);
    return s->at + addr;
}

static void shown_log(void *host, NvLogKind kind, const char *line)
{
    Shown *s = ((Rig *)host)->data;

    if (kind != NV_LOG_TRACE) {
        g_free(s->line);
        s->line = g_strdup(line);
    }
}

static void *pages_of(uint32_t texel)
{
    uint32_t *p = mmap(NULL, SHOWN, PROT_READ | PROT_WRITE,
                       MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

    g_assert(p != MAP_FAILED);
    for (unsigned i = 0; i < SHOWN / 4; i++) {
        nv_st32(p + i, texel);
    }
    return p;
}

/*
 * Texels are looked at where they are, at once; in the next call into the
 * card they may be elsewhere or gone, and nobody looks where they were.
 */
static void test_shown(void)
{
    Shown shown = { pages_of(0xff102030), NULL };
    uint8_t *next = pages_of(0xff405060);
    Rig rig;

    rig_init(&rig, NULL);
    rig.data = &shown;
    rig.ops.dma_map = shown_map;
    rig.ops.log = shown_log;
    texture(&rig, 6, 6, 6, 1, 3, 1, 1);
    rig_set(&rig, NV_BUNDLE_TEX_OFFSET, 0);
    nv_mem_ramin_write(&rig.mem, 0x1000, 0x0002303d);
    g_assert_cmphex(at(&rig, 0.5f, 0.5f), ==, 0xff102030);
    memset(shown.at, 0x77, SHOWN);
    g_assert_cmphex(at(&rig, 0.5f, 0.5f), ==, 0x77777777);

    g_assert(!munmap(shown.at, SHOWN));
    shown.at = next;
    rig.env.call++;
    g_assert_cmphex(at(&rig, 0.5f, 0.5f), ==, 0xff405060);
    g_assert_null(shown.line);
    g_assert(!munmap(shown.at, SHOWN));
    shown.at = NULL;
    rig.env.call++;
    g_assert_cmphex(at(&rig, 0.5f, 0.5f), ==, 0xffffffff);
    g_assert_nonnull(strstr(shown.line, "unit 0 is white: no readable memory "
                            "at offset 0x0"));
    rig_free(&rig);
    g_free(shown.line);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/raster-texture/filters", test_filters);
    g_test_add_func("/raster-texture/border-texels", test_border_texels);
    g_test_add_func("/raster-texture/wide", test_wide);
    g_test_add_func("/raster-texture/mips", test_mips);
    g_test_add_func("/raster-texture/modulate", test_modulate_and_kill);
    g_test_add_func("/raster-texture/sprite", test_sprite);
    g_test_add_func("/raster-texture/bounds", test_bounds);
    g_test_add_func("/raster-texture/memory-of-the-machine", test_shown);
    return g_test_run();
}
