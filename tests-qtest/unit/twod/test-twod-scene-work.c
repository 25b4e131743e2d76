/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Methods of 2D classes whose work is left in the middle: the card is busy,
 * goes on where it was, saved and loaded or not, and tells the end at the end.
 */
#include "unit/twod/test-twod-scene.h"

/* --- one operation each: what is sent before, and the word that draws --- */

/* The next method's end is to be told. */
static void notify(Rig *rig, unsigned subc)
{
    send(rig, subc, 0x180, DMA_PAGE >> 4);
    send(rig, subc, 0x104, 0);
}

static void solid(Rig *rig, uint32_t class)
{
    set_up(rig, 0xa);
    bind(rig, OTHER, class);
    send(rig, OTHER, 0x188, context_object(rig, 0x44));
    send(rig, OTHER, 0x18c, context_object(rig, 0x43));
    send(rig, OTHER, 0x198, object_at(SURF2D) >> 4);
    send(rig, OTHER, 0x2fc, 1);
    send(rig, OTHER, 0x300, 3);
    send(rig, OTHER, 0x304, 0x123456);
}

static void fill_rop(Rig *rig)
{
    solid(rig, 0x5e);
    send(rig, OTHER, 0x400, 3 << 16 | 5);
    notify(rig, OTHER);
    send(rig, OTHER, 0x404, 40 << 16 | 70);
}

static void line(Rig *rig)
{
    solid(rig, 0x5c);
    send(rig, OTHER, 0x400, 3 << 16 | 5);
    notify(rig, OTHER);
    send(rig, OTHER, 0x404, 60 << 16 | 90);
}

static void triangle(Rig *rig)
{
    solid(rig, 0x5d);
    send(rig, OTHER, 0x310, 3 << 16 | 5);
    send(rig, OTHER, 0x314, 20 << 16 | 90);
    notify(rig, OTHER);
    send(rig, OTHER, 0x318, 60 << 16 | 30);
}

static void blit(Rig *rig)
{
    set_up(rig, 0xa);
    send(rig, BLIT, 0x300, 4 << 16 | 4);
    send(rig, BLIT, 0x304, 6 << 16 | 9);
    notify(rig, BLIT);
    send(rig, BLIT, 0x308, 50 << 16 | 60);
}

/* @dma: where texels come from. */
static void scaled(Rig *rig, uint32_t dma)
{
    set_up(rig, 0xa);
    bind(rig, OTHER, 0x89);
    send(rig, OTHER, 0x184, dma >> 4);
    send(rig, OTHER, 0x198, object_at(SURF2D) >> 4);
    send(rig, OTHER, 0x300, 3);
    send(rig, OTHER, 0x304, 3);
    send(rig, OTHER, 0x308, 0);
    send(rig, OTHER, 0x30c, HEIGHT << 16 | WIDTH);
    send(rig, OTHER, 0x310, 2 << 16 | 1);
    send(rig, OTHER, 0x314, 30 << 16 | 80);
    send(rig, OTHER, 0x318, 0x80000);
    send(rig, OTHER, 0x31c, 0x180000);
    send(rig, OTHER, 0x400, 40 << 16 | 16);
    send(rig, OTHER, 0x404, 0x101 << 16 | 128);
    send(rig, OTHER, 0x408, 0);
    notify(rig, OTHER);
    send(rig, OTHER, 0x40c, 0);
}

static void scale(Rig *rig)
{
    scaled(rig, DMA_RW);
}

/* A word of four rectangles. */
static void stretch(Rig *rig)
{
    set_up(rig, 1);
    bind(rig, OTHER, 0x66);
    send(rig, OTHER, 0x188, context_object(rig, 0x44));
    send(rig, OTHER, 0x18c, context_object(rig, 0x43));
    send(rig, OTHER, 0x198, object_at(SURF2D) >> 4);
    send(rig, OTHER, 0x2fc, 1);
    send(rig, OTHER, 0x300, 4);
    send(rig, OTHER, 0x304, 2 << 16 | 2);
    send(rig, OTHER, 0x308, 20 << 20);
    send(rig, OTHER, 0x30c, 10 << 20);
    send(rig, OTHER, 0x310, 0);
    send(rig, OTHER, 0x314, HEIGHT << 16 | WIDTH);
    send(rig, OTHER, 0x318, 0);
    notify(rig, OTHER);
    send(rig, OTHER, 0x400, 0x01234567);
}

static void copy(Rig *rig)
{
    set_up(rig, 0xa);
    bind(rig, M2MF, 0x39);
    send(rig, M2MF, 0x180, DMA_PAGE >> 4);
    send(rig, M2MF, 0x184, DMA_RW >> 4);
    send(rig, M2MF, 0x188, DMA_RW >> 4);
    send(rig, M2MF, 0x30c, 0);
    send(rig, M2MF, 0x310, SCREEN + 3);
    send(rig, M2MF, 0x314, 100);
    send(rig, M2MF, 0x318, 0x100);
    send(rig, M2MF, 0x31c, 5000);
    send(rig, M2MF, 0x320, 5);
    send(rig, M2MF, 0x324, 0x201);
    notify(rig, M2MF);
    send(rig, M2MF, 0x328, 0);
}

static const struct {
    const char *name;
    void (*run)(Rig *rig);
} scenes[] = {
    { "fill", fill_rop }, { "line", line }, { "triangle", triangle },
    { "blit", blit }, { "scale", scale }, { "stretch", stretch },
    { "copy", copy },
};

/* --- in one go, and in the smallest pieces --- */

static Rig *painted(const char *chip)
{
    Rig *rig = rig_new(chip, 0);

    for (uint32_t i = 0; i < 0x60000; i += 4) {
        nv_st32(rig->pg->mem->vram + i, i * 0x9e3779b1u);
    }
    memset(rig->pg->mem->vram + REPORTS, 0xff, 64);
    return rig;
}

static bool notified(const Rig *rig)
{
    return nv_ld32(rig->pg->mem->vram + REPORTS + 12) != UINT32_MAX;
}

/* Time is up after each piece from now on. */
static void allow_least(Rig *rig)
{
    nv_env_allow(&rig->card->env, 1);
}

static void save_and_load(Rig *rig)
{
    g_autoptr(GByteArray) state = g_byte_array_new();
    g_autoptr(GError) error = NULL;

    nv_card_save(rig->card, state);
    nv_card_reset(rig->card);
    g_assert_false(nv_pgraph_busy(rig->pg));
    nv_card_load(rig->card, state->data, state->len, &error);
    g_assert_no_error(error);
    g_assert_true(nv_pgraph_busy(rig->pg));
}

static unsigned go_on(Rig *rig, bool saves)
{
    unsigned pieces = 1;

    while (nv_pgraph_busy(rig->pg)) {
        g_assert_false(nv_pgraph_ready(rig->pg));
        g_assert_cmphex(nv_pgraph_read(rig->pg, NV_PGRAPH_STATUS), ==, 1);
        g_assert_false(notified(rig));
        g_assert_cmphex(NV_PG(rig->pg, INTR), ==, 0);
        if (saves) {
            save_and_load(rig);
        }
        allow_least(rig);
        nv_pgraph_continue(rig->pg);
        g_assert_cmpuint(++pieces, <, 1000);
    }
    return pieces;
}

static void check_same(Rig *a, Rig *b)
{
    g_autoptr(GByteArray) state_a = g_byte_array_new();
    g_autoptr(GByteArray) state_b = g_byte_array_new();

    g_assert_cmpmem(a->pg->mem->vram, VRAM_SIZE, b->pg->mem->vram, VRAM_SIZE);
    nv_card_save(a->card, state_a);
    nv_card_save(b->card, state_b);
    g_assert_cmpmem(state_a->data, state_a->len, state_b->data, state_b->len);
}

static void in_pieces(const char *chip, bool saves)
{
    for (unsigned i = 0; i < NV_ARRAY_SIZE(scenes); i++) {
        Rig *whole = painted(chip), *parts = painted(chip);
        unsigned pieces;

        scenes[i].run(whole);
        FINE(whole);
        g_assert_false(nv_pgraph_busy(whole->pg));
        g_assert_true(notified(whole));
        allow_least(parts);
        parts->works = 0;
        scenes[i].run(parts);
        FINE(parts);
        g_assert_cmpuint(parts->works, >, 0);
        pieces = go_on(parts, saves);
        g_test_message("%s: %u pieces", scenes[i].name, pieces);
        g_assert_cmpuint(pieces, >, 4);
        check_same(whole, parts);
        rig_free(whole);
        rig_free(parts);
    }
}

static void test_pieces(gconstpointer chip)
{
    in_pieces(chip, false);
}

static void test_saved(gconstpointer chip)
{
    in_pieces(chip, true);
}

/* --- the end --- */

/* Texels end in the middle: the error comes then. */
static void test_unreadable(gconstpointer chip)
{
    Rig *rig = painted(chip);

    allow_least(rig);
    nv_mem_ramin_write(rig->pg->mem, DMA_READ + 4, 0x7ff);
    scaled(rig, DMA_READ);
    FINE(rig);
    g_assert_cmpuint(go_on(rig, false), >, 4);
    g_assert_cmphex(NV_PG(rig->pg, NSOURCE), ==, NV_NSOURCE_DMA_R);
    g_assert_false(notified(rig));
    g_assert_false(nv_pgraph_busy(rig->pg));
    rig_free(rig);
}

/* A method that a driver puts into ST2 meanwhile comes after. */
static void test_method_waits(gconstpointer chip)
{
    Rig *rig = painted(chip);
    uint32_t before;

    set_up(rig, 0xa);
    send(rig, GDI, 0x3fc, 0x111111);
    allow_least(rig);
    send(rig, GDI, 0x400, 0);
    send(rig, GDI, 0x404, WIDTH << 16 | HEIGHT);
    g_assert_true(nv_pgraph_busy(rig->pg));
    before = NV_PG(rig->pg, MISC32);
    NV_PG_AT(rig->pg, FIFO_DATA_ST2, 0) = 0x222222;
    NV_PG_PUT(rig->pg, FIFO_MTHD_ST2, METHOD_4, 0x3fc / 4);
    NV_PG_PUT(rig->pg, FIFO_MTHD_ST2, SUBCHANNEL, GDI);
    NV_PG_PUT(rig->pg, FIFO_MTHD_ST2, VALID, 1);
    nv_pgraph_write(rig->pg, NV_PGRAPH_FIFO_ENABLE, 1);
    g_assert_cmphex(NV_PG(rig->pg, MISC32), ==, before);
    while (nv_pgraph_busy(rig->pg)) {
        g_assert_cmphex(NV_PG(rig->pg, MISC32), ==, before);
        allow_least(rig);
        nv_pgraph_continue(rig->pg);
    }
    g_assert_cmphex(NV_PG(rig->pg, MISC32), ==, 0x222222);
    g_assert_cmphex(pixel(rig, WIDTH - 1, HEIGHT - 1), ==, 0xff111111);
    g_assert_true(nv_pgraph_ready(rig->pg));
    rig_free(rig);
}

/* Registers that change meanwhile do not: what was asked for is drawn. */
static void test_registers_change(gconstpointer chip)
{
    Rig *whole = painted(chip), *parts = painted(chip);
    NvPgraph *pg = parts->pg;

    fill_rop(whole);
    allow_least(parts);
    fill_rop(parts);
    NV_PG(pg, ROP) = 0;
    NV_PG(pg, MISC32) = 0x777777;
    for (unsigned i = 0; i < 64; i++) {
        NV_PG_AT(pg, PATTERN_COLOR, i) = i;
    }
    while (nv_pgraph_busy(pg)) {
        allow_least(parts);
        nv_pgraph_continue(pg);
    }
    g_assert_cmpmem(screen(whole), PITCH * HEIGHT, screen(parts),
                    PITCH * HEIGHT);
    rig_free(whole);
    rig_free(parts);
}

int main(int argc, char **argv)
{
    static const SceneTest tests[] = {
        { "pieces", test_pieces }, { "pieces-saved", test_saved },
        { "unreadable", test_unreadable },
        { "method-waits", test_method_waits },
        { "registers-change", test_registers_change },
    };

    g_test_init(&argc, &argv, NULL);
    add_tests(tests, NV_ARRAY_SIZE(tests));
    return g_test_run();
}
