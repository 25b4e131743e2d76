/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * FE from outside: registers, errors and how drivers resume, objects.
 */
#include "unit/pgraph/pgraph-rig.h"

static uint32_t rd(Rig *rig, uint32_t offset)
{
    return nv_pgraph_read(rig->pg, offset);
}

static void wr(Rig *rig, uint32_t offset, uint32_t value)
{
    nv_pgraph_write(rig->pg, offset, value);
}

/* --- registers --- */

/* Masks as read back from cards; the list is a file. */
static void test_masks(gconstpointer data)
{
    const char *chip = data;
    const char *column = strcmp(chip, "nv25") ? "nv20" : "nv25";
    g_autofree char *path = g_test_build_filename(
        G_TEST_DIST, "data", "pgraph-registers.csv", NULL);
    g_autofree char *text = NULL;
    g_auto(GStrv) lines = NULL;
    Rig *rig = rig_new(chip, 0);
    unsigned wrong = 0, rows = 0;

    g_assert_true(g_file_get_contents(path, &text, NULL, NULL));
    lines = g_strsplit(text, "\n", -1);
    wr(rig, NV_PGRAPH_FIFO_ENABLE, 0);
    for (unsigned i = 1; lines[i] && *lines[i]; i++) {
        g_auto(GStrv) cells = g_strsplit(lines[i], ",", -1);
        uint32_t offset = g_ascii_strtoull(cells[1], NULL, 16);
        uint32_t mask = g_ascii_strtoull(cells[2], NULL, 16);
        uint32_t ones = g_ascii_strtoull(cells[3], NULL, 16);
        uint32_t high, low;

        if (strcmp(cells[0], column)) {
            continue;
        }
        wr(rig, offset, 0xffffffff);
        high = rd(rig, offset);
        wr(rig, offset, 0);
        low = rd(rig, offset);
        if (high != (mask | ones) || low != ones) {
            g_test_message("%s: %08x %08x, not %08x %08x", cells[1], high,
                           low, mask | ones, ones);
            wrong++;
        }
        rows++;
    }
    g_test_message("%u wrong of %u", wrong, rows);
    g_assert_cmpuint(wrong, ==, 0);
    g_assert_cmpuint(rows, >, 350);
    g_assert_cmphex(rd(rig, NV_PGRAPH_STATUS), ==, 0);
    g_assert_cmphex(rd(rig, 0x1ffc), ==, 0);
    rig_free(rig);
}

static void test_cache_lock(void)
{
    Rig *rig = rig_new("nv20", 0);

    wr(rig, NV_PGRAPH_CTX_CACHE_C + 4, 0x1234);
    g_assert_cmphex(rd(rig, NV_PGRAPH_CTX_CACHE_C + 4), ==, 0);
    wr(rig, NV_PGRAPH_FIFO_ENABLE, 0);
    wr(rig, NV_PGRAPH_CTX_CACHE_C + 4, 0x1234);
    g_assert_cmphex(rd(rig, NV_PGRAPH_CTX_CACHE_C + 4), ==, 0x1234);
    rig_free(rig);
}

/* A shadow written by hand reaches XF, VTX and raster. */
static void test_shadow(void)
{
    Rig *rig = rig_new("nv20", 0x97);

    wr(rig, NV_PGRAPH_BUNDLES + 4 * 0x53, 0xffffffff);
    g_assert_cmphex(rd(rig, NV_PGRAPH_BUNDLES + 4 * 0x53), ==, 0xffcf5fff);
    g_assert_cmphex(rig->card->xf.vab[16][0], ==, 0x53 << 2);
    g_assert_cmphex(rig->card->xf.vab[16][1], ==, 0xffcf5fff);
    g_assert_cmphex(rig->card->raster.bundle[NV_BUNDLE_CONFIG_A], ==,
                    0xffcf5fff);
    wr(rig, NV_PGRAPH_BUNDLES + 4 * 0x83, 0x12345678);
    g_assert_cmphex(rig->card->raster.bundle[NV_BUNDLE_TEX_FORMAT + 2], ==,
                    0x12345678);
    rig_free(rig);
}

/* Rectangle 2 also sets 3 to 7, where pixels are dropped by them, too. */
static void test_clip_rects(void)
{
    Rig *rig = rig_new("nv2a", 0x97);
    const uint32_t *rects =
        &rig->card->raster.bundle[NV_BUNDLE_CLIP_RECT_HORIZ];

    rig_method(rig, 0x2c0, 0x01230045);
    rig_method(rig, 0x2c8, 0x00070003);
    for (unsigned i = 0; i < 8; i++) {
        g_assert_cmphex(rects[i], ==, i < 2 ? 0x01230045 : 0x00070003);
    }
    rig_free(rig);
}

/* Every wire number maps to a name and back. */
static void test_bundles(void)
{
    for (NvGeneration gen = 0; gen < NV_GENERATIONS; gen++) {
        unsigned seen = 0, there = 0;

        for (uint32_t n = 0; n < 0x400; n++) {
            NvBundle b = nv_bundle_from_number(gen, n);

            if (b != NV_BUNDLE_NONE) {
                g_assert_cmphex(nv_bundle_number(gen, b), ==, n);
                seen++;
            }
        }
        for (unsigned b = 0; b < NV_BUNDLE_COUNT; b++) {
            there += nv_bundle_number(gen, b) != NV_BUNDLE_NO_NUMBER;
        }
        g_assert_cmpuint(seen, >, 50);
        g_assert_cmpuint(seen, ==, there);
    }
    g_assert_cmpstr(nv_bundle_name(NV_BUNDLE_TEX_OFFSET + 2), ==,
                    "TEX_OFFSET");
    g_assert_cmpuint(nv_bundle_element(NV_BUNDLE_TEX_OFFSET + 2), ==, 2);
    g_assert_cmpint(nv_bundle_from_number(NV_KELVIN, 0x57), ==, NV_BUNDLE_NONE);
}

/* --- errors --- */

static void test_status(void)
{
    static const struct {
        NvErrorKind kind, more;         /* the same twice: one */
        uint32_t source, status;
    } rows[] = {
#define ONE(kind, source, status) \
    { NV_ERROR_##kind, NV_ERROR_##kind, source, status }
        ONE(VALUE, 0x2, 0x02000000),
        ONE(OBJECT_CLASS, 0x2, 0x02000000),
        ONE(OBJECT_BOUNDS, 0x4, 0x01000000),
        ONE(RANGE, 0x8, 0x04000000),
        ONE(METHOD, 0x40, 0x04000000),
        ONE(READ_FAULT, 0x80, 0),
        ONE(WRITE_FAULT, 0x100, 0),
        ONE(STATE, 0x800, 0x01000000),
        ONE(NOTIFY_TWICE, 0x1000, 0x00800000),
        ONE(NOTIFY_IN_USE, 0x2000, 0x00800000),
        ONE(METHODS_MISSING, 0x4000, 0x01000000),
        ONE(INSIDE, 0x40000, 0x01000000),
        ONE(BUSY, 0x80000, 0x01000000),
        { NV_ERROR_VALUE, NV_ERROR_METHOD, 0x42, 0x06000000 },
#undef ONE
    };

    for (unsigned i = 0; i < G_N_ELEMENTS(rows); i++) {
        Rig *rig = rig_new("nv20", 0x97);

        nv_fe_error(rig->pg, rows[i].kind, "tried");
        nv_fe_error(rig->pg, rows[i].more, "tried");
        g_assert_cmphex(rd(rig, NV_PGRAPH_NSOURCE), ==, rows[i].source);
        g_assert_cmphex(rd(rig, NV_PGRAPH_NSTATUS), ==, rows[i].status);
        g_assert_cmphex(rd(rig, NV_PGRAPH_INTR), ==, 0x00100000);
        g_assert_cmphex(rd(rig, NV_PGRAPH_FIFO_ENABLE), ==, 0);
        rig_free(rig);
    }
}

static void assert_trapped(Rig *rig, uint32_t mthd, uint32_t data)
{
    g_assert_cmphex(rd(rig, NV_PGRAPH_TRAP_ADDR) & 0x1ffc, ==, mthd);
    g_assert_cmphex(rd(rig, NV_PGRAPH_TRAP_DATA), ==, data);
    g_assert_false(nv_pgraph_ready(rig->pg));
}

static void test_illegal(void)
{
    Rig *rig = rig_new("nv20", 0x97);

    rig_method(rig, 0x1ffc, 0x5555);
    g_assert_cmphex(rd(rig, NV_PGRAPH_NSOURCE), ==, 0x40);
    assert_trapped(rig, 0x1ffc, 0x5555);
    g_assert_true(nv_pgraph_intr(rig->pg));
    rig->works = 0;
    rig_ack(rig);
    g_assert_cmphex(rd(rig, NV_PGRAPH_NSOURCE), ==, 0);
    g_assert_cmphex(rd(rig, NV_PGRAPH_NSTATUS), ==, 0);
    g_assert_false(nv_pgraph_intr(rig->pg));
    g_assert_true(nv_pgraph_ready(rig->pg));
    g_assert_cmpuint(rig->works, ==, 1);
    /* A class the chip does not have. */
    nv_mem_ramin_write(rig->pg->mem, GR_OBJ + 0x10, 0xee);
    nv_pgraph_method(rig->pg, 0, 3, 0, (GR_OBJ + 0x10) >> 4);
    g_assert_true(nv_pgraph_ready(rig->pg));
    nv_pgraph_method(rig->pg, 0, 3, 0x300, 1);
    g_assert_cmphex(rd(rig, NV_PGRAPH_NSOURCE), ==, 0x40);
    g_assert_cmphex(rd(rig, NV_PGRAPH_TRAP_ADDR), ==, 0x00030300);
    rig_free(rig);
}

/* NOP with a value: a call to software. */
static void test_software(void)
{
    Rig *rig = rig_new("nv2a", 0x97);

    rig_method(rig, 0x100, 0);
    g_assert_true(nv_pgraph_ready(rig->pg));
    rig_method(rig, 0x100, 0xbaa);
    g_assert_cmphex(rd(rig, NV_PGRAPH_NSOURCE), ==, 2);
    assert_trapped(rig, 0x100, 0xbaa);
    rig_ack(rig);
    /* Without the check it is nothing. */
    wr(rig, NV_PGRAPH_DEBUG_D, 0xf3ce0475);
    rig_method(rig, 0x100, 0xbaa);
    g_assert_true(nv_pgraph_ready(rig->pg));
    /* STATE always needs software. */
    rig_method(rig, 0x10c, 1);
    g_assert_cmphex(rd(rig, NV_PGRAPH_INTR), ==, 0x10);
    g_assert_cmphex(rd(rig, NV_PGRAPH_NSOURCE), ==, 0);
    rig_free(rig);
}

static void test_trap_list(void)
{
    Rig *rig = rig_new("nv25", 0x597);

    /* Two entries: 0x304, and 0x1ff0 that does not exist. */
    nv_mem_ramin_write(rig->pg->mem, GR_OBJ + 12,
                       2u << 30 | (0x1ff0 >> 2 & 0x3ff) << 10 | 0x304 >> 2);
    rig_method(rig, 0, GR_OBJ >> 4);
    rig_method(rig, 0x304, 1);
    g_assert_cmphex(rd(rig, NV_PGRAPH_INTR), ==, 0x10);
    g_assert_cmphex(nv_fe_bundle(rig->pg, NV_BUNDLE_BLEND) & 8, ==, 0);
    rig_ack(rig);
    rig_method(rig, 0x1ff0, 7);
    g_assert_cmphex(rd(rig, NV_PGRAPH_INTR), ==, 0x10);
    g_assert_cmphex(rd(rig, NV_PGRAPH_NSOURCE), ==, 0);
    rig_ack(rig);
    rig_method(rig, 0x308, 1);
    g_assert_cmphex(rd(rig, NV_PGRAPH_INTR), ==, 0);
    rig_free(rig);
}

/* A method that does not own the 3D state waits and goes on when it does. */
static void test_state3d(void)
{
    Rig *rig = rig_new("nv20", 0x97);

    wr(rig, NV_PGRAPH_DEBUG_D, 0xfbde0475);
    rig_method(rig, 0x304, 1);
    g_assert_cmphex(rd(rig, NV_PGRAPH_INTR), ==, 0x2000);
    g_assert_cmphex(rd(rig, NV_PGRAPH_FIFO_MTHD_ST2), ==, 0x04000304);
    g_assert_false(nv_pgraph_ready(rig->pg));
    wr(rig, NV_PGRAPH_STATE3D, 0x01000000 | GR_OBJ >> 4);
    rig_ack(rig);
    g_assert_true(nv_pgraph_ready(rig->pg));
    g_assert_cmphex(nv_fe_bundle(rig->pg, NV_BUNDLE_BLEND) & 8, ==, 8);
    g_assert_cmphex(rd(rig, NV_PGRAPH_FIFO_MTHD_ST2), ==, 0x00000304);
    rig_free(rig);
}

/* --- objects --- */

static void test_subchannels(void)
{
    Rig *rig = rig_new("nv25", 0x597);

    rig_object(rig, GR_OBJ + 0x10, 0x97, 0x12340000, 0xbbbbaaaa);
    nv_pgraph_method(rig->pg, 0, 5, 0, (GR_OBJ + 0x10) >> 4);
    g_assert_cmphex(rd(rig, NV_PGRAPH_CTX_SWITCH_A), ==, 0x97);
    g_assert_cmphex(rd(rig, NV_PGRAPH_CTX_SWITCH_B), ==, 0x12340000);
    g_assert_cmphex(rd(rig, NV_PGRAPH_CTX_CACHE_C + 4 * 5), ==, 0xbbbbaaaa);
    g_assert_cmphex(rd(rig, NV_PGRAPH_CTX_USER), ==, 0x0000a000);
    nv_pgraph_method(rig->pg, 0, 0, 0x300, 1);
    g_assert_cmphex(nv_fe_class(rig->pg), ==, 0x597);
    /* Read again on a switch only if DEBUG_D bit 14 is set. */
    nv_mem_ramin_write(rig->pg->mem, GR_OBJ + 0x18, 0x11112222);
    nv_pgraph_method(rig->pg, 0, 5, 0x300, 1);
    g_assert_cmphex(rd(rig, NV_PGRAPH_CTX_SWITCH_C), ==, 0xbbbbaaaa);
    wr(rig, NV_PGRAPH_DEBUG_D, 0xf3de4475);
    nv_pgraph_method(rig->pg, 0, 0, 0x300, 1);
    nv_pgraph_method(rig->pg, 0, 5, 0x300, 1);
    g_assert_cmphex(rd(rig, NV_PGRAPH_CTX_SWITCH_C), ==, 0x11112222);
    rig_free(rig);
}

static void test_dma(void)
{
    static const struct {
        uint32_t mthd, object, source, reg, want;
    } rows[] = {
        { 0x180, DMA_PAGE, 0, NV_PGRAPH_CTX_SWITCH_B, 0x11020000 >> 4 << 4 },
        { 0x180, DMA_SMALL, 4, 0, 0 },
        { 0x180, DMA_READ, 2, 0, 0 },
        { 0x184, DMA_RW, 0, 0x1a94, 0x1100 },
        { 0x184, DMA_NULL, 0, 0x1a94, 0 },
        { 0x188, DMA_READ, 0, 0x1a98, 0x1103 },
        { 0x188, DMA_SMALL, 4, 0x1a98, 0 },
        { 0x184, DMA_PAGE, 2, 0x1a94, 0 },
        { 0x190, DMA_RW, 0, NV_PGRAPH_FE3D_DMA_STATE, 0x1100 },
        { 0x194, DMA_RW, 0, NV_PGRAPH_SURF_LIMIT + 8, 0x003fffff },
        { 0x194, DMA_READ, 2, 0, 0 },
        { 0x19c, DMA_RW, 0, 0x1a9c, 0x1100 },
        { 0x1a0, DMA_NULL, 0, 0x1aa0, 0 },
        { 0x1a4, DMA_PAGE, 0, NV_PGRAPH_CTX_SWITCH_C, 0x1102 },
        { 0x1a4, DMA_RW, 4, 0, 0 },
        { 0x1a8, DMA_RW, 0, NV_PGRAPH_CTX_SWITCH_C, 0x11000000 },
    };

    for (unsigned i = 0; i < G_N_ELEMENTS(rows); i++) {
        Rig *rig = rig_new("nv20", 0x97);

        rig_method(rig, rows[i].mthd, rows[i].object >> 4);
        g_test_message("0x%x object 0x%x", rows[i].mthd, rows[i].object);
        g_assert_cmphex(rd(rig, NV_PGRAPH_NSOURCE), ==, rows[i].source);
        if (rows[i].reg) {
            g_assert_cmphex(rd(rig, rows[i].reg), ==, rows[i].want);
        }
        rig_free(rig);
    }
}

/* Binds are written back to the object. */
static void test_write_back(void)
{
    Rig *rig = rig_new("nv20", 0x97);

    rig_method(rig, 0x180, DMA_PAGE >> 4);
    rig_method(rig, 0x1a4, DMA_PAGE >> 4);
    rig_method(rig, 0x1a8, DMA_RW >> 4);
    g_assert_cmphex(nv_mem_ramin_read(rig->pg->mem, GR_OBJ + 4), ==,
                    DMA_PAGE >> 4 << 16);
    g_assert_cmphex(nv_mem_ramin_read(rig->pg->mem, GR_OBJ + 8), ==,
                    DMA_RW >> 4 << 16 | DMA_PAGE >> 4);
    rig_free(rig);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_data_func("/pgraph/registers/nv20", "nv20", test_masks);
    g_test_add_data_func("/pgraph/registers/nv25", "nv25", test_masks);
    g_test_add_data_func("/pgraph/registers/nv2a", "nv2a", test_masks);
    g_test_add_func("/pgraph/registers/cache-lock", test_cache_lock);
    g_test_add_func("/pgraph/registers/shadow", test_shadow);
    g_test_add_func("/pgraph/registers/clip-rects", test_clip_rects);
    g_test_add_func("/pgraph/bundles/numbers", test_bundles);
    g_test_add_func("/pgraph/errors/status", test_status);
    g_test_add_func("/pgraph/errors/illegal-method", test_illegal);
    g_test_add_func("/pgraph/errors/software-method", test_software);
    g_test_add_func("/pgraph/errors/trap-list", test_trap_list);
    g_test_add_func("/pgraph/errors/state3d", test_state3d);
    g_test_add_func("/pgraph/objects/subchannels", test_subchannels);
    g_test_add_func("/pgraph/objects/dma", test_dma);
    g_test_add_func("/pgraph/objects/write-back", test_write_back);
    return g_test_run();
}
