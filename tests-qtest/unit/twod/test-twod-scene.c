/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * 2D classes as kernel consoles and X drivers use them: objects bound on
 * subchannels, methods in their order, and exact pixels on the screen.
 */
#include "unit/twod/test-twod-scene.h"

/* --- fills: plain, of later rectangles, inverted --- */

static uint32_t filled(int x, int y)
{
    uint32_t v = in(x, y, 10, 5, 30, 20) ? 0xff112233 : 0;

    v = in(x, y, 30, 20, 20, 20) ? 0xff445566 : v;
    return in(x, y, 0, 22, WIDTH, 2) ? ~v : v;
}

static void test_fill(gconstpointer chip)
{
    Rig *rig = rig_new(chip, 0);

    set_up(rig, 0xa);
    fill(rig, 10, 5, 30, 20, 0x112233);
    send(rig, GDI, 0x408, 0);
    send(rig, GDI, 0x40c, 0);
    fill(rig, 30, 20, 20, 20, 0x445566);
    send(rig, GDI, 0x2fc, 1);
    fill(rig, 0, 22, WIDTH, 2, 0x123456);
    check_screen(rig, filled);
    rig_free(rig);
}

/* --- blits: every direction, with overlap --- */

static int step_x, step_y;

static uint32_t moved(int x, int y)
{
    if (in(x, y, 20 + step_x, 20 + step_y, 25, 15)) {
        x -= step_x;
        y -= step_y;
    }
    return 0x00010000u * y + x;
}

/* Lines 35 to 49, of which those from 42 on do not fit into the tile. */
static uint32_t moved_in_tile(int x, int y)
{
    return 0x00010000u * (in(x, y, 20, 35, 25, 7) ? y - 15 : y) + x;
}

/* A tile that is on ends what begins in it, whatever the object allows. */
static void test_tile(gconstpointer chip)
{
    for (unsigned on = 0; on < 2; on++) {
        Rig *rig = rig_new(chip, 0);

        set_up(rig, 0xa);
        paint(rig);
        step_x = 0;
        step_y = 15;
        NV_PG_AT(rig->pg, TILE, 4) = SCREEN | 2 | on;
        NV_PG_AT(rig->pg, TILE, 5) = SCREEN + 0x3fff;
        NV_PG_AT(rig->pg, TILE, 6) = PITCH;
        send(rig, BLIT, 0x300, 20 << 16 | 20);
        send(rig, BLIT, 0x304, 35 << 16 | 20);
        send(rig, BLIT, 0x308, 15 << 16 | 25);
        check_screen(rig, on ? moved_in_tile : moved);
        rig_free(rig);
    }
}

static void test_blit(gconstpointer chip)
{
    for (int i = 0; i < 9; i++) {
        Rig *rig = rig_new(chip, 0);

        set_up(rig, 0xa);
        paint(rig);
        step_x = i % 3 * 4 - 4;
        step_y = i / 3 * 4 - 4;
        send(rig, BLIT, 0x300, 20 << 16 | 20);
        send(rig, BLIT, 0x304, (20 + step_y) << 16 | (20 + step_x));
        send(rig, BLIT, 0x308, 15 << 16 | 25);
        check_screen(rig, moved);
        rig_free(rig);
    }
}

/* --- text: 13 pixels wide, padded to 16, clipped to 10 --- */

static const uint16_t glyph[5] = { 0xaaaa, 0x1234, 0xffff, 0x0001, 0x8000 };

/* Bit 7 of the first byte is the leftmost pixel. */
static bool glyph_bit(int x, int y)
{
    return glyph[y] >> (x < 8 ? 7 - x : 23 - x) & 1;
}

static uint32_t texted(int x, int y)
{
    if (!in(x, y, 40, 30, 10, 5)) {
        return 0;
    }
    return glyph_bit(x - 40, y - 30) ? 0xffeeeeee : 0xff000088;
}

static void test_text(gconstpointer chip)
{
    Rig *rig = rig_new(chip, 0);

    set_up(rig, 0xa);
    send(rig, GDI, 0xbe4, 30 << 16 | 40);
    send(rig, GDI, 0xbe8, 35 << 16 | 50);
    send(rig, GDI, 0xbec, 0x000088);
    send(rig, GDI, 0xbf0, 0xeeeeee);
    send(rig, GDI, 0xbf4, 5 << 16 | 16);
    send(rig, GDI, 0xbf8, 5 << 16 | 13);
    send(rig, GDI, 0xbfc, 30 << 16 | 40);
    send(rig, GDI, 0xc00, glyph[0] | (uint32_t)glyph[1] << 16);
    send(rig, GDI, 0xc04, glyph[2] | (uint32_t)glyph[3] << 16);
    send(rig, GDI, 0xc08, glyph[4]);
    check_screen(rig, texted);
    rig_free(rig);
}

/* Class C draws ones alone, and rows are packed. */
static uint32_t packed(int x, int y)
{
    int i = (y - 7) * 5 + x - 3;

    return in(x, y, 3, 7, 5, 6) && 0x2ff12345u >> i & 1 ? 0xff00ff00 : 0;
}

static void test_packed_text(gconstpointer chip)
{
    Rig *rig = rig_new(chip, 0);

    set_up(rig, 0xa);
    send(rig, GDI, 0x304, 2);
    send(rig, GDI, 0x7ec, 0);
    send(rig, GDI, 0x7f0, HEIGHT << 16 | WIDTH);
    send(rig, GDI, 0x7f4, 0x00ff00);
    send(rig, GDI, 0x7f8, 6 << 16 | 5);
    send(rig, GDI, 0x7fc, 7 << 16 | 3);
    send(rig, GDI, 0x800, 0x2ff12345);
    check_screen(rig, packed);
    rig_free(rig);
}

/* --- clipped rectangles --- */

static uint32_t clipped(int x, int y)
{
    return in(x, y, 12, 12, 8, 18) ? 0xff777777 : 0;
}

static void test_clipped(gconstpointer chip)
{
    Rig *rig = rig_new(chip, 0);

    set_up(rig, 0xa);
    send(rig, GDI, 0x5f4, 12 << 16 | 5);
    send(rig, GDI, 0x5f8, 40 << 16 | 20);
    send(rig, GDI, 0x5fc, 0x777777);
    send(rig, GDI, 0x600, 2 << 16 | 12);
    send(rig, GDI, 0x604, 30 << 16 | 60);
    check_screen(rig, clipped);
    rig_free(rig);
}

/* --- memory to memory --- */

static void copy(Rig *rig, uint32_t in_at, uint32_t out_at, uint32_t length,
                 uint32_t lines)
{
    send(rig, M2MF, 0x30c, in_at);
    send(rig, M2MF, 0x310, out_at);
    send(rig, M2MF, 0x314, 64);
    send(rig, M2MF, 0x318, PITCH);
    send(rig, M2MF, 0x31c, length);
    send(rig, M2MF, 0x320, lines);
    send(rig, M2MF, 0x324, 0x101);
    send(rig, M2MF, 0x328, 0);
}

static uint32_t transferred(int x, int y)
{
    return in(x, y, 2, 1, 8, 5)
           ? 0xff000000 + 0x10101 * ((y - 1) * 16 + x - 2) : 0;
}

static void test_m2mf(gconstpointer chip)
{
    Rig *rig = rig_new(chip, 0);
    uint8_t *notifier = rig->pg->mem->vram + REPORTS;

    set_up(rig, 0xa);
    paint_image(rig);
    bind(rig, M2MF, 0x39);
    send(rig, M2MF, 0x180, DMA_PAGE >> 4);
    send(rig, M2MF, 0x184, DMA_RW >> 4);
    send(rig, M2MF, 0x188, DMA_RW >> 4);
    memset(notifier, 0xff, 32);
    copy(rig, IMAGE, SCREEN + PITCH + 8, 32, 5);
    check_screen(rig, transferred);
    /* The second notifier is written, the first is not. */
    g_assert_cmphex(nv_ld32(notifier), ==, 0xffffffff);
    g_assert_cmphex(nv_ld32(notifier + 24), ==, 0);
    g_assert_cmphex(nv_ld32(notifier + 28), ==, 0);
    g_assert_cmphex(NV_PG(rig->pg, NOTIFY) & 1, ==, 0);
    rig_free(rig);
}

/* A long copy goes on in parts; nothing else runs, and the end is told. */
static void test_m2mf_long(gconstpointer chip)
{
    Rig *rig = rig_new(chip, 0);
    NvPgraph *pg = rig->pg;
    uint8_t *notifier = pg->mem->vram + REPORTS;
    unsigned parts = 1;

    set_up(rig, 0xa);
    bind(rig, M2MF, 0x39);
    send(rig, M2MF, 0x180, DMA_PAGE >> 4);
    send(rig, M2MF, 0x184, DMA_RW >> 4);
    send(rig, M2MF, 0x188, DMA_RW >> 4);
    memset(notifier, 0xff, 32);
    for (unsigned i = 0; i < 0x200000; i++) {
        pg->mem->vram[0x100000 + i] = i % 251;
    }
    send(rig, M2MF, 0x30c, 0x100000);
    send(rig, M2MF, 0x310, 0x200000);
    send(rig, M2MF, 0x314, 64);
    send(rig, M2MF, 0x318, 512);
    send(rig, M2MF, 0x31c, 1000);
    send(rig, M2MF, 0x320, 2000);
    send(rig, M2MF, 0x324, 0x102);
    rig->works = 0;
    send(rig, M2MF, 0x104, 0);
    send(rig, M2MF, 0x328, 0);
    g_assert_true(nv_pgraph_busy(pg));
    g_assert_false(nv_pgraph_ready(pg));
    g_assert_cmpuint(rig->works, >, 0);
    g_assert_cmphex(nv_pgraph_read(pg, NV_PGRAPH_STATUS), ==, 1);
    while (nv_pgraph_busy(pg)) {
        g_assert_cmphex(nv_ld32(notifier + 12), ==, 0xffffffff);
        g_assert_cmphex(nv_ld32(notifier + 28), ==, 0xffffffff);
        nv_env_rest(pg->env);
        nv_pgraph_continue(pg);
        parts++;
    }
    g_assert_cmpuint(parts, ==, 5);
    g_assert_cmphex(nv_ld32(notifier + 12), ==, 0);
    g_assert_cmphex(nv_ld32(notifier + 28), ==, 0);
    g_assert_true(nv_pgraph_ready(pg));
    for (unsigned y = 0; y < 2000; y++) {
        for (unsigned x = 0; x < (y < 1999 ? 512 : 1000); x++) {
            g_assert_cmpuint(pg->mem->vram[0x200000 + 512 * y + x], ==,
                             (64 * y + 2 * x) % 251);
        }
    }
    FINE(rig);
    rig_free(rig);
}

/* --- errors --- */

static void test_errors(gconstpointer chip)
{
    Rig *rig = rig_new(chip, 0);
    NvPgraph *pg = rig->pg;

    set_up(rig, 0xa);
    /* A rectangle without its first point. */
    send(rig, GDI, 0x404, 1 << 16 | 1);
    g_assert_cmphex(NV_PG(pg, NSOURCE), ==, NV_NSOURCE_METHOD_CNT);
    rig_ack(rig);
    /* A size that leaves the range of coordinates. */
    send(rig, GDI, 0x400, 0x7fff << 16 | 1);
    send(rig, GDI, 0x404, 0xffff << 16 | 1);
    g_assert_cmphex(NV_PG(pg, NSOURCE), ==, NV_NSOURCE_RANGE);
    rig_ack(rig);
    /* Values. */
    send(rig, GDI, 0x300, 9);
    g_assert_cmphex(NV_PG(pg, NSOURCE), ==, NV_NSOURCE_DATA_ERROR);
    g_assert_cmphex(NV_PG(pg, TRAP_DATA), ==, 9);
    rig_ack(rig);
    /* Objects of the wrong class stay out. */
    send(rig, GDI, 0x188, context_object(rig, 0x19));
    g_assert_cmphex(NV_PG(pg, NSOURCE), ==, NV_NSOURCE_DATA_ERROR);
    rig_ack(rig);
    send(rig, GDI, 0x2f0, 0);
    g_assert_cmphex(NV_PG(pg, NSOURCE), ==, NV_NSOURCE_ILLEGAL_MTHD);
    rig_ack(rig);
    /* No surface. */
    send(rig, SURF2D, 0x188, DMA_NULL >> 4);
    fill(rig, 1, 1, 1, 1, 1);
    g_assert_cmphex(NV_PG(pg, NSOURCE), ==, NV_NSOURCE_STATE_INVALID);
    rig_ack(rig);
    /* A copy beyond its object, which tells no notifier. */
    bind(rig, M2MF, 0x39);
    send(rig, M2MF, 0x180, DMA_PAGE >> 4);
    send(rig, M2MF, 0x184, DMA_RW >> 4);
    send(rig, M2MF, 0x188, DMA_PAGE >> 4);
    memset(pg->mem->vram + REPORTS + 16, 0xff, 16);
    copy(rig, IMAGE, 0xff0, 32, 1);
    g_assert_cmphex(NV_PG(pg, NSOURCE), ==, NV_NSOURCE_DMA_W);
    g_assert_cmphex(nv_ld32(pg->mem->vram + REPORTS + 28), ==, 0xffffffff);
    rig_ack(rig);
    rig_free(rig);
}

/* Options a method sets are in instance memory, and stay over a switch. */
static void test_options(gconstpointer chip)
{
    Rig *rig = rig_new(chip, 0);
    NvMem *mem = rig->pg->mem;

    set_up(rig, 0xa);
    g_assert_cmphex(nv_mem_ramin_read(mem, object_at(GDI)), ==,
                    0x4a | 3 << 15 | 1u << 25 | 1u << 27 | 1u << 28);
    g_assert_cmphex(nv_mem_ramin_read(mem, object_at(GDI) + 4), ==,
                    0x0e << 8 | 1);
    send(rig, BLIT, 0x100, 0);
    g_assert_cmphex(NV_PG(rig->pg, CTX_SWITCH_A), ==,
                    0x9f | 3 << 15 | 1u << 25);
    send(rig, GDI, 0x188, context_object(rig, 0x30));
    g_assert_cmphex(nv_mem_ramin_read(mem, object_at(GDI)), ==,
                    0x4a | 3 << 15 | 1u << 25 | 1u << 28);
    FINE(rig);
    rig_free(rig);
}

/* --- random methods for every class --- */

/* Mostly one the class has. */
static uint32_t some_method(Rig *rig, GRand *rand, unsigned subc)
{
    uint32_t word = rig->pg->values[NV_PGRAPH_CTX_CACHE_A / 4 + subc];
    const NvClassTable *table = nv_class_find(rig->pg,
                                              word & rig->pg->class_mask);
    uint32_t mthd = 0x100;

    for (unsigned tries = 0; tries < 40; tries++) {
        mthd = g_rand_int_range(rand, 0x40, 0x200) * 4;
        if (table->method[mthd / 4]) {
            break;
        }
    }
    return mthd;
}

static void test_random(gconstpointer chip)
{
    static const uint16_t classes[] = {
        0x12, 0x17, 0x18, 0x19, 0x43, 0x44, 0x57, 0x72, 0x58, 0x59, 0x5a,
        0x5b, 0x42, 0x62, 0x52, 0x9e, 0x39, 0x1c, 0x1d, 0x1e, 0x5c, 0x5d,
        0x5e, 0x4a, 0x4b, 0x1f, 0x5f, 0x9f, 0x21, 0x61, 0x65, 0x8a, 0x36,
        0x76, 0x66, 0x60, 0x64, 0x7b, 0x37, 0x77, 0x63, 0x89, 0x38, 0x88,
    };
    GRand *rand = g_rand_new_with_seed(99);
    Rig *rig = rig_new(chip, 0);
    unsigned run = 0;

    set_up(rig, 0xa);
    for (unsigned n = 0; n < 40000; n++) {
        unsigned subc = g_rand_int_range(rand, 0, 8);
        uint32_t data = g_rand_int(rand), mthd;

        if (n % 50 == 0) {
            bind(rig, subc, classes[g_rand_int_range(
                     rand, 0, NV_ARRAY_SIZE(classes))]);
        }
        mthd = some_method(rig, rand, subc);
        switch (g_rand_int_range(rand, 0, 4)) {
        case 0:
            data &= 0x003f003f;
            break;
        case 1:
            data = (DMA_RW >> 4) + (data & 7);
            break;
        case 2:
            data &= 0xf;
            break;
        }
        send(rig, subc, mthd, data);
        run += !NV_PG(rig->pg, NSOURCE);
        rig_ack(rig);
    }
    g_test_message("%u of 40000 methods raised no error", run);
    g_assert_cmpuint(run, >, 8000);
    g_rand_free(rand);
    rig_free(rig);
}

int main(int argc, char **argv)
{
    static const SceneTest tests[] = {
        { "fill", test_fill }, { "blit", test_blit }, { "tile", test_tile },
        { "text", test_text },
        { "packed-text", test_packed_text }, { "clipped", test_clipped },
        { "m2mf", test_m2mf }, { "m2mf-long", test_m2mf_long },
        { "errors", test_errors }, { "options", test_options },
        { "random", test_random },
    };

    g_test_init(&argc, &argv, NULL);
    add_tests(tests, NV_ARRAY_SIZE(tests));
    return g_test_run();
}
