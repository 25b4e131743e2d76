/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Compositing as the X driver for Rankine sets it up: fragment programs whose
 * result is blended, against a model in whole numbers of what formats hold.
 */
#include "unit/raster/test-raster-rankine.h"

#define SRC RIG_TEX
#define MASK (RIG_TEX + 0x8000)

/* ---- compositing, as the X driver sets it up ---- */

typedef struct Format {
    unsigned code, bytes;
    uint16_t swizzle;           /* textures: S0, S1 */
    int8_t pos[4];              /* r g b a; -1: none */
    uint8_t width[4];
} Format;

static const Format textures[] = {
    { 0x12, 4, 0xaae4, { 16, 8, 0, 24 }, { 8, 8, 8, 8 } },  /* a8r8g8b8 */
    { 0x12, 4, 0xa9e4, { 16, 8, 0, -1 }, { 8, 8, 8, 0 } },  /* x8r8g8b8 */
    { 0x12, 4, 0xaa6c, { 0, 8, 16, 24 }, { 8, 8, 8, 8 } },  /* a8b8g8r8 */
    { 0x12, 4, 0xa96c, { 0, 8, 16, -1 }, { 8, 8, 8, 0 } },  /* x8b8g8r8 */
    { 0x11, 2, 0xa9e4, { 11, 5, 0, -1 }, { 5, 6, 5, 0 } },  /* r5g6b5 */
    { 0x10, 2, 0xaae4, { 10, 5, 0, 15 }, { 5, 5, 5, 1 } },  /* a1r5g5b5 */
    { 0x10, 2, 0xa9e4, { 10, 5, 0, -1 }, { 5, 5, 5, 0 } },  /* x1r5g5b5 */
    { 0x1d, 2, 0xaae4, { 8, 4, 0, 12 }, { 4, 4, 4, 4 } },   /* a4r4g4b4 */
    { 0x1b, 1, 0x02ff, { -2, -2, -2, 0 }, { 0, 0, 0, 8 } }, /* a8 */
};

static const Format surfaces[] = {
    { 0x8, 4, 0, { 16, 8, 0, 24 }, { 8, 8, 8, 8 } },
    { 0x10, 4, 0, { 0, 8, 16, 24 }, { 8, 8, 8, 8 } },
    { 0x5, 4, 0, { 16, 8, 0, -1 }, { 8, 8, 8, 0 } },
    { 0xf, 4, 0, { 0, 8, 16, -1 }, { 8, 8, 8, 0 } },
    { 0x3, 2, 0, { 11, 5, 0, -1 }, { 5, 6, 5, 0 } },
    { 0x2, 2, 0, { 10, 5, 0, -1 }, { 5, 5, 5, 0 } },
};

static uint32_t load(const uint8_t *p, unsigned bytes)
{
    return bytes == 4 ? nv_ld32(p) : bytes == 2 ? nv_ld16(p) : *p;
}

/* Channel @c over 1, by repeating bits. */
static double channel(const Format *f, uint32_t word, unsigned c)
{
    unsigned width = f->width[c], v;

    if (f->pos[c] < 0) {
        return f->pos[c] == -1 && c == 3;
    }
    v = word >> f->pos[c] & ((1u << width) - 1);
    switch (width) {
    case 1:
        return v;
    case 4:
        return v * 17 / 255.0;
    case 5:
        return (v << 3 | v >> 2) / 255.0;
    case 6:
        return (v << 2 | v >> 4) / 255.0;
    default:
        return v / 255.0;
    }
}

/* TXP H0, tc0; TXP H1, tc1; then spare0 = H0 * H1.a, or of all channels. */
static void setup(Rig *rig, bool component_alpha)
{
    static const uint32_t words[] = {
        0x18009e80, 0x1c9dc801, RK_NO_SOURCE, 0x3fe1c800,
        0x1802be83, 0x1c9dc801, RK_NO_SOURCE, 0x3fe1c800,
    };

    rk_program(rig, words, 8);
    rig_set(rig, NV_BUNDLE_RC_CONFIG, 0x01000101);
    rig_set(rig, NV_BUNDLE_RC_IN_ALPHA, 0xd8d90000);
    rig_set(rig, NV_BUNDLE_RC_IN_COLOR, component_alpha ? 0xc8c90000
                                                        : 0xc8d90000);
    rig_set(rig, NV_BUNDLE_RC_OUT_ALPHA, 0xc0);
    rig_set(rig, NV_BUNDLE_RC_OUT_COLOR, 0xc0);
    rig_set(rig, NV_BUNDLE_RC_FINAL_A, 0x0000000c);
    rig_set(rig, NV_BUNDLE_RC_FINAL_B, 0x00001c00);
}

typedef struct Case {
    const Format *src, *mask, *dst;
    bool over;
} Case;

/* One triangle far beyond the rectangle, which the scissor cuts out. */
static void draw(Rig *rig, unsigned x, unsigned y, unsigned w, unsigned h)
{
    static const float corner[3][2] = { { 0, 0 }, { 128, 0 }, { 0, 128 } };
    NvRasterVertex v[3];

    rig_set(rig, NV_BUNDLE_SCISSOR_HV, w << 16 | x);
    rig_set(rig, NV_BUNDLE_SCISSOR_HV + 1, h << 16 | y);
    for (unsigned i = 0; i < 3; i++) {
        v[i] = rig_vertex(corner[i][0], corner[i][1], 0.5f, 0);
        for (unsigned u = 0; u < 2; u++) {
            v[i].tex[u][0] = corner[i][0] - x;
            v[i].tex[u][1] = corner[i][1] - y;
        }
    }
    nv_raster_triangles(&rig->raster, v, 3);
}

/* What a register of eleven bits holds. */
static double half(double v)
{
    int exp;

    frexp(v, &exp);
    return v == 0 ? 0 : ldexp(nearbyint(ldexp(v, 11 - exp)), exp - 11);
}

static unsigned check_pixel(const Case *k, uint32_t src, uint32_t mask,
                            uint32_t old, uint32_t got)
{
    double a = half(channel(k->mask, mask, 3));
    double sa = half(channel(k->src, src, 3)) * a;
    unsigned wrong = 0;

    for (unsigned c = 0; c < 4; c++) {
        double want = half(channel(k->src, src, c)) * a;

        if (k->dst->pos[c] < 0) {
            continue;
        }
        want = floor(want * 255 + 0.5) / 255;
        if (k->over) {
            want += channel(k->dst, old, c) *
                    (1 - floor(sa * 255 + 0.5) / 255);
        }
        want = MIN(want, 1);
        wrong += fabs((got >> k->dst->pos[c] & (NV_BIT(k->dst->width[c]) - 1))
                      - want * (NV_BIT(k->dst->width[c]) - 1)) >
                 0.5001;
    }
    return wrong;
}

static unsigned composite(Rig *rig, GRand *r, const Case *k)
{
    unsigned x0 = g_rand_int_range(r, 0, 20), y0 = g_rand_int_range(r, 0, 20);
    unsigned wrong = 0, db = k->dst->bytes;
    g_autofree uint8_t *old = NULL;

    for (unsigned i = 0; i < 0x4000; i += 4) {
        nv_st32(rig->mem.vram + i, g_rand_int(r));
        nv_st32(rig->mem.vram + SRC + i, g_rand_int(r));
        nv_st32(rig->mem.vram + MASK + i, g_rand_int(r));
    }
    old = g_memdup2(rig->mem.vram, 0x4000);
    rig_surfaces(rig, k->dst->code, 0, 64, false);
    rk_rect_texture(rig, 0, k->src->code, SRC, 32, 32, 256, k->src->swizzle);
    rk_rect_texture(rig, 1, k->mask->code, MASK, 32, 32, 256,
                    k->mask->swizzle);
    setup(rig, false);
    /* One minus source alpha, in both halves. */
    rig_set(rig, NV_BUNDLE_BLEND, k->over ? 0x05100518 | 2 : 0);
    draw(rig, x0, y0, 24, 24);
    for (unsigned y = 0; y < 64; y++) {
        for (unsigned x = 0; x < 64; x++) {
            const uint8_t *p = rig->mem.vram + (64 * y + x) * db;
            uint32_t was = load(old + (64 * y + x) * db, db);
            unsigned u = x - x0, v = y - y0;

            if (u >= 24 || v >= 24) {
                wrong += load(p, db) != was;
                continue;
            }
            wrong += check_pixel(k, load(rig->mem.vram + SRC + 256 * v +
                                         u * k->src->bytes, k->src->bytes),
                                 load(rig->mem.vram + MASK + 256 * v +
                                      u * k->mask->bytes, k->mask->bytes),
                                 was, load(p, db));
        }
    }
    return wrong;
}

static void test_composite(void)
{
    g_autoptr(GRand) r = g_rand_new_with_seed(31);
    unsigned wrong = 0, cases = 0;
    Rig rig;

    rk_init(&rig, "nv34", NULL);
    for (unsigned d = 0; d < G_N_ELEMENTS(surfaces); d++) {
        for (unsigned s = 0; s < G_N_ELEMENTS(textures); s++) {
            for (unsigned over = 0; over < 2; over++, cases++) {
                Case k = { &textures[s],
                           &textures[cases % G_N_ELEMENTS(textures)],
                           &surfaces[d], over };
                unsigned bad = composite(&rig, r, &k);

                if (bad) {
                    g_test_message("texture %u, mask %u, surface 0x%x, over "
                                   "%u: %u wrong", s,
                                   cases % (unsigned)G_N_ELEMENTS(textures),
                                   k.dst->code, over, bad);
                }
                wrong += bad;
            }
        }
    }
    g_test_message("%u wrong channels in %u composites", wrong, cases);
    g_assert_cmpuint(wrong, ==, 0);
    rig_free(&rig);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/raster-composite/all", test_composite);
    return g_test_run();
}
