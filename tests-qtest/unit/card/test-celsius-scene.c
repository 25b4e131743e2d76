/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Class 0x96 on Kelvin draws what an X driver asks for: solid, with a texture
 * blended over, with a mask.  Expected pixels follow from the blend formula.
 */
#include "unit/pgraph/pgraph-rig.h"

#define TARGET 0x100000u
#define IMAGE  0x200000u
#define MASK   0x210000u
#define PITCH  256u

static Rig *scene_new(const char *chip)
{
    const NvCardConfig config = { .chip = chip, .vram_size = VRAM_SIZE,
                                  .raster = "soft" };
    Rig *rig = g_new0(Rig, 1);

    rig->card = nv_card_new(&config, &rig_ops, rig, NULL);
    g_assert_nonnull(rig->card);
    rig->pg = &rig->card->pgraph;
    rig_object(rig, GR_OBJ, strcmp(chip, "nv10") ? 0x96 : 0x56, 0, 0);
    rig_object(rig, DMA_RW, 0x0000303d, 0x003fffff, 3);
    nv_pgraph_write(rig->pg, NV_PGRAPH_DEBUG_B, 0x00118700);
    nv_pgraph_write(rig->pg, NV_PGRAPH_DEBUG_D, 0xf3de0475);
    nv_pgraph_write(rig->pg, NV_PGRAPH_CTX_CONTROL, 0x10010000);
    nv_pgraph_write(rig->pg, NV_PGRAPH_INTR_EN, 0xffffffff);
    nv_pgraph_write(rig->pg, NV_PGRAPH_FIFO_ENABLE, 1);
    rig_method(rig, 0, GR_OBJ >> 4);
    return rig;
}

static void send(Rig *rig, uint32_t mthd, uint32_t data)
{
    rig_method(rig, mthd, data);
    g_assert_cmphex(nv_pgraph_read(rig->pg, NV_PGRAPH_INTR), ==, 0);
}

static void texture(Rig *rig, unsigned unit, uint32_t offset)
{
    send(rig, 0x218 + 4 * unit, offset);
    send(rig, 0x220 + 4 * unit, 0x33221929);    /* A8R8G8B8_RECT, 4 x 4 */
    send(rig, 0x230 + 4 * unit, 64 << 16);
    send(rig, 0x240 + 4 * unit, 4 << 16 | 4);
    send(rig, 0x248 + 4 * unit, 0x11000000);    /* nearest */
    send(rig, 0x228 + 4 * unit, 0x40000000);
}

static void setup(Rig *rig, bool blend)
{
    send(rig, 0x184, DMA_RW >> 4);
    send(rig, 0x188, DMA_RW >> 4);
    send(rig, 0x194, DMA_RW >> 4);
    send(rig, 0x198, DMA_RW >> 4);
    send(rig, 0x208, 0x108);
    send(rig, 0x20c, PITCH << 16 | PITCH);
    send(rig, 0x210, TARGET);
    send(rig, 0x200, 64 << 16);
    send(rig, 0x204, 16 << 16);
    send(rig, 0x2b4, 0);
    send(rig, 0x2c0, 0x07ff0800);
    send(rig, 0x2e0, 0x07ff0800);
    send(rig, 0x290, 0x00100001);
    send(rig, 0x358, 0x01010101);
    send(rig, 0x304, blend);
    send(rig, 0x344, 1);
    send(rig, 0x348, 0x303);
    send(rig, 0x350, 0x8006);
    send(rig, 0x37c, 0x1d01);
    send(rig, 0x38c, 0x1b02);
    send(rig, 0x390, 0x1b02);
    send(rig, 0x398, 0x4b7fffff);
    send(rig, 0x3e8, 4);
    for (unsigned i = 0; i < 16; i++) {
        send(rig, 0x500 + 4 * i, i % 5 ? 0 : 0x3f800000);
    }
    /* As drivers do: the window begins at -2048. */
    for (unsigned i = 0; i < 4; i++) {
        send(rig, 0x6e8 + 4 * i, i < 2 ? nv_f2u(-2048) : 0);
    }
}

/* Spare 0 = A * B, colour and alpha; the final combiner passes it on. */
static void combine(Rig *rig, uint32_t a, uint32_t b)
{
    send(rig, 0x260, (a | 0x10) << 24 | (b | 0x10) << 16);
    send(rig, 0x268, a << 24 | b << 16);
    send(rig, 0x278, 0xc00);
    send(rig, 0x280, 0xc00);
    send(rig, 0x284, 0x10000000);
    send(rig, 0x288, 0x0000000c);
    send(rig, 0x28c, 0x00001c80);
}

static void quad(Rig *rig, float size)
{
    static const float corners[4][2] = {
        { 0, 0 }, { 1, 0 }, { 1, 1 }, { 0, 1 },
    };

    send(rig, 0xdfc, NV_PRIM_QUADS);
    for (unsigned i = 0; i < 4; i++) {
        float x = corners[i][0] * size, y = corners[i][1] * size;
        uint32_t st = (uint32_t)y << 16 | (uint32_t)x;

        send(rig, 0xc98, st);
        send(rig, 0xcc0, st);
        send(rig, 0xc00, nv_f2u(x));
        send(rig, 0xc04, nv_f2u(y));
        send(rig, 0xc08, 0);
    }
    send(rig, 0xdfc, 0);
    nv_card_flush(rig->card);
}

static uint8_t *at(Rig *rig, uint32_t base, unsigned pitch, unsigned x,
                   unsigned y)
{
    return rig->pg->mem->vram + base + y * pitch + 4 * x;
}

/* Each channel may be rounded either way. */
static void expect(Rig *rig, unsigned x, unsigned y, uint32_t want)
{
    uint32_t got = nv_ld32(at(rig, TARGET, PITCH, x, y));

    for (unsigned pos = 0; pos < 32; pos += 8) {
        int away = (int)nv_extract(got, pos, 8) -
                   (int)nv_extract(want, pos, 8);

        if (ABS(away) > 1) {
            g_test_message("%u,%u: %08x, not %08x", x, y, got, want);
            g_test_fail();
            return;
        }
    }
}

static void test_solid(gconstpointer chip)
{
    Rig *rig = scene_new(chip);

    setup(rig, false);
    send(rig, 0x270, 0xff204060);
    combine(rig, 0x1, 0x20);            /* constant 0, 1 - zero */
    quad(rig, 4);
    expect(rig, 0, 0, 0xff204060);
    expect(rig, 3, 3, 0xff204060);
    expect(rig, 4, 3, 0);
    expect(rig, 3, 4, 0);
    rig_free(rig);
}

static void fill(Rig *rig, uint32_t base, unsigned pitch, uint32_t seed)
{
    for (unsigned i = 0; i < 16; i++) {
        nv_st32(at(rig, base, pitch, i % 4, i / 4), seed + 0x01010101 * i);
    }
}

/* OVER: source + (1 - source's alpha) * destination. */
static void test_over(gconstpointer chip, bool masked)
{
    Rig *rig = scene_new(chip);

    fill(rig, TARGET, PITCH, 0xf0a05010);
    fill(rig, IMAGE, 64, 0x80403020);
    fill(rig, MASK, 64, 0x40404040);
    setup(rig, true);
    texture(rig, 0, IMAGE);
    if (masked) {
        texture(rig, 1, MASK);
    }
    combine(rig, 0x8, masked ? 0x9 : 0x20);
    quad(rig, 4);
    for (unsigned i = 0; i < 16; i++) {
        uint32_t source = 0x80403020 + 0x01010101 * i, want = 0;
        uint32_t under = 0xf0a05010 + 0x01010101 * i;
        float mask = masked ? (0x40 + i) / 255.0f : 1;
        float alpha = (source >> 24) / 255.0f * mask;

        for (unsigned pos = 0; pos < 32; pos += 8) {
            float c = nv_extract(source, pos, 8) * mask +
                      nv_extract(under, pos, 8) * (1 - alpha);

            want = nv_deposit(want, pos, 8, MIN(c + 0.5f, 255));
        }
        expect(rig, i % 4, i / 4, want);
    }
    expect(rig, 4, 0, 0);
    rig_free(rig);
}

static void test_texture(gconstpointer chip)
{
    test_over(chip, false);
}

static void test_mask(gconstpointer chip)
{
    test_over(chip, true);
}

static const char *const chips[] = { "nv10", "nv15", "nv17", "nv20", "nv25" };

static void add(const char *name, const char *chip, GTestDataFunc test)
{
    g_autofree char *path = g_strdup_printf("/celsius-scene/%s/%s", name, chip);

    g_test_add_data_func(path, chip, test);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    for (unsigned i = 0; i < G_N_ELEMENTS(chips); i++) {
        add("solid", chips[i], test_solid);
        add("over", chips[i], test_texture);
        add("mask", chips[i], test_mask);
    }
    return g_test_run();
}
