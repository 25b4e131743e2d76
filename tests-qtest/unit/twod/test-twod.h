/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * For the tests of the 2D engine: random states, with surfaces and coordinates
 * no driver would set among them, and the comparison with the model.
 */
#ifndef TEST_TWOD_H
#define TEST_TWOD_H

#include "unit/twod/test-twod-model.h"

enum { CASES = 2000 };

static const uint8_t surface_codes[] = {
    NV_TWOD_SURF_Y8, NV_TWOD_SURF_Z1R5G5B5, NV_TWOD_SURF_O1R5G5B5,
    NV_TWOD_SURF_R5G6B5, NV_TWOD_SURF_Y16, NV_TWOD_SURF_Z8R8G8B8,
    NV_TWOD_SURF_Z1A7R8G8B8, NV_TWOD_SURF_O1A7R8G8B8,
    NV_TWOD_SURF_O8R8G8B8, NV_TWOD_SURF_A8R8G8B8, NV_TWOD_SURF_Y32,
    0x13, 0x14, 0x15,
};

static const uint8_t source_codes[] = {
    NV_TWOD_Y8, NV_TWOD_X16A8Y8, NV_TWOD_X24Y8, NV_TWOD_A1R5G5B5,
    NV_TWOD_X1R5G5B5, NV_TWOD_X16A1R5G5B5, NV_TWOD_X17R5G5B5,
    NV_TWOD_R5G6B5, NV_TWOD_A16R5G6B5, NV_TWOD_X16R5G6B5,
    NV_TWOD_A8R8G8B8, NV_TWOD_X8R8G8B8, NV_TWOD_Y16, NV_TWOD_Y32,
    NV_TWOD_AY8, NV_TWOD_A8B8G8R8, NV_TWOD_X8B8G8R8,
};

static inline NvTwodSurface random_surface(Rig *rig)
{
    NvTwodSurface t = { .valid = true };

    t.format = surface_codes[any(rig, NV_ARRAY_SIZE(surface_codes))];
    t.swizzled = one_in(rig, 4);
    t.log2_w = any(rig, 7);
    t.log2_h = any(rig, 7);
    t.base = any(rig, 0x40) * 64;
    t.offset = any(rig, 0x20) * 64;
    t.pitch = t.swizzled ? 0 : 16 + any(rig, 16) * 16;
    t.limit = t.swizzled ? t.base + t.offset + 0x8000
              : t.base + t.offset + any(rig, 64) * t.pitch + any(rig, 256);
    return t;
}

static inline void random_state(Rig *rig)
{
    NvTwodState *s = &rig->s;
    uint8_t *vram = rig->mem.vram;

    memset(s, 0, sizeof(*s));
    s->dst = random_surface(rig);
    s->src = random_surface(rig);
    s->clip = nv_twod_unclipped;
    if (one_in(rig, 2)) {
        s->clip = (NvTwodRect) { any(rig, 20), any(rig, 20),
                                 10 + any(rig, 40), 10 + any(rig, 40) };
    }
    s->source = source_codes[any(rig, NV_ARRAY_SIZE(source_codes))];
    s->op = any(rig, NV_TWOD_OPS);
    s->rop = any(rig, 256);
    s->beta = any(rig, 256);
    s->beta4 = g_rand_int(rig->rand);
    s->chroma = one_in(rig, 4);
    s->chroma_format = (const uint8_t[]) {
        0, NV_TWOD_X16A8Y8, NV_TWOD_X16A1R5G5B5, NV_TWOD_A16R5G6B5,
        NV_TWOD_A8R8G8B8 }[any(rig, 5)];
    s->chroma_key = g_rand_int(rig->rand) & 0x8f010101;
    s->pattern.on = !one_in(rig, 3);
    s->pattern.colored = one_in(rig, 2);
    s->pattern.shape = any(rig, 3);
    s->pattern.format = (const uint8_t[]) {
        0, NV_TWOD_X16A8Y8, NV_TWOD_X16A1R5G5B5, NV_TWOD_A16R5G6B5,
        NV_TWOD_A8R8G8B8 }[any(rig, 5)];
    s->pattern.cells = rig->cells;
    for (unsigned i = 0; i < 2; i++) {
        s->pattern.bitmap[i] = g_rand_int(rig->rand);
        s->pattern.color[i] = g_rand_int(rig->rand) &
                              (one_in(rig, 2) ? 0x00ffffff : UINT32_MAX);
    }
    for (unsigned i = 0; i < 64; i++) {
        rig->cells[i] = g_rand_int(rig->rand) & 0xffffff;
    }
    for (unsigned i = 0; i < PART; i += 4) {
        nv_st32(vram + i, g_rand_int(rig->rand));
    }
    memcpy(rig->model, vram, PART);
    rig->dirty_lo = UINT32_MAX;
    rig->dirty_hi = 0;
}

/* Source pixels that hit the key now and then. */
static inline uint32_t random_pixel(Rig *rig)
{
    return one_in(rig, 3) ? rig->s.chroma_key : g_rand_int(rig->rand);
}

static inline int32_t random_at(Rig *rig)
{
    return (int32_t)any(rig, 60) - 10;
}

/* VRAM is the model, and changes were told. */
static inline unsigned check(Rig *rig)
{
    const uint8_t *vram = rig->mem.vram;
    unsigned wrong = 0;

    if (!memcmp(vram, rig->model, PART)) {
        return 0;
    }
    for (uint32_t i = 0; i < PART; i++) {
        if (vram[i] != rig->model[i]) {
            if (!wrong++) {
                g_test_message("op %u source %02x surface %02x%s: byte %05x "
                               "is %02x, must be %02x", rig->s.op,
                               rig->s.source, rig->s.dst.format,
                               rig->s.dst.swizzled ? " swizzled" : "", i,
                               vram[i], rig->model[i]);
            }
        }
    }
    return 1;
}

static inline void finish(Rig *rig, const char *what, unsigned wrong,
                          unsigned cases)
{
    g_test_message("%s: %u of %u cases differ, %" G_GUINT64_FORMAT
                   " pixels", what, wrong, cases, rig->pixels);
    g_assert_cmpuint(wrong, ==, 0);
    g_assert_cmpuint(rig->pixels, >, 0);
    g_assert_cmpuint(rig->env.spent, >, 0);
    rig_free(rig);
}

static inline NvDma vram_dma(uint32_t base, uint32_t limit)
{
    return (NvDma) { .instance = 0x10, .class = 0x3d, .present = true,
                     .linear = true, .target = NV_DMA_VRAM, .limit = limit,
                     .base = base };
}

#endif
