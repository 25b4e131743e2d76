/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * FE from outside: registers, errors and how drivers resume, objects,
 * notifiers, reports, channels, windows, saved state, hostile guests.
 */
#include "pgraph-rig.h"

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
    static const uint32_t rows[][2] = {
        { 0x2, 0x02000000 }, { 0x4, 0x01000000 }, { 0x8, 0x04000000 },
        { 0x40, 0x04000000 }, { 0x200, 0x01000000 }, { 0x800, 0x01000000 },
        { 0x1000, 0x00800000 }, { 0x2000, 0x00800000 },
        { 0x4000, 0x01000000 }, { 0x40000, 0x01000000 },
        { 0x80000, 0x01000000 }, { 0x42, 0x06000000 },
    };

    for (unsigned i = 0; i < G_N_ELEMENTS(rows); i++) {
        Rig *rig = rig_new("nv20", 0x97);

        nv_fe_error(rig->pg, rows[i][0]);
        g_assert_cmphex(rd(rig, NV_PGRAPH_NSOURCE), ==, rows[i][0]);
        g_assert_cmphex(rd(rig, NV_PGRAPH_NSTATUS), ==, rows[i][1]);
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

/* --- notifiers, fences, reports --- */

static uint32_t vram(Rig *rig, uint32_t at)
{
    return nv_ld32((uint8_t *)nv_card_vram(rig->card) + at);
}

static void test_notify(void)
{
    Rig *rig = rig_new("nv20", 0x97);
    uint64_t now;

    memset((uint8_t *)nv_card_vram(rig->card) + REPORTS, 0xff, 32);
    rig->clock = 1000000;
    rig_method(rig, 0x180, DMA_PAGE >> 4);
    rig_method(rig, 0x104, 0);
    g_assert_cmphex(vram(rig, REPORTS + 12), ==, 0xffffffff);
    now = nv_env_ptimer(rig->pg->env);
    rig_method(rig, 0x300, 1);
    g_assert_cmphex(vram(rig, REPORTS), ==, (uint32_t)now);
    g_assert_cmphex(vram(rig, REPORTS + 4), ==, now >> 32);
    g_assert_cmphex(vram(rig, REPORTS + 8), ==, 0);
    g_assert_cmphex(vram(rig, REPORTS + 12), ==, 0);
    g_assert_cmphex(vram(rig, REPORTS + 16), ==, 0xffffffff);
    g_assert_cmphex(rd(rig, NV_PGRAPH_INTR), ==, 0);
    /* With an interrupt; FE goes on. */
    rig_method(rig, 0x104, 1);
    rig_method(rig, 0x300, 1);
    g_assert_cmphex(rd(rig, NV_PGRAPH_INTR), ==, 1);
    g_assert_true(nv_pgraph_ready(rig->pg));
    rig_ack(rig);
    /* Twice in a row is an error. */
    rig_method(rig, 0x104, 0);
    rig_method(rig, 0x104, 0);
    g_assert_cmphex(rd(rig, NV_PGRAPH_NSOURCE), ==, 0x1000);
    rig_free(rig);
}

static void test_notify_unbound(void)
{
    Rig *rig = rig_new("nv20", 0x97);

    rig_method(rig, 0x104, 0);
    g_assert_cmphex(rd(rig, NV_PGRAPH_NSOURCE), ==, 0x800);
    rig_free(rig);
}

static void test_warning(void)
{
    Rig *rig = rig_new("nv20", 0x97);

    rig_method(rig, 0x180, DMA_PAGE >> 4);
    rig_method(rig, 0x33c, 0x208);
    g_assert_cmphex(rd(rig, NV_PGRAPH_NOTIFY), ==, 0x10000000);
    rig_method(rig, 0x340, 0x100);      /* the first is kept */
    g_assert_cmphex(rd(rig, NV_PGRAPH_NOTIFY), ==, 0x10000000);
    rig_method(rig, 0x108, 2);
    g_assert_cmphex(rd(rig, NV_PGRAPH_NOTIFY), ==, 0x03000000);
    rig_method(rig, 0x340, 0x100);
    g_assert_cmphex(rd(rig, NV_PGRAPH_NOTIFY), ==, 0x23000000);
    g_assert_cmphex(rd(rig, NV_PGRAPH_INTR), ==, 0);
    rig_free(rig);
}

static void test_fence(void)
{
    Rig *rig = rig_new("nv25", 0x597);

    rig_method(rig, 0x1a4, DMA_PAGE >> 4);
    rig_method(rig, 0x1d6c, 0x40);
    rig_method(rig, 0x1d70, 0xcafe0001);
    g_assert_cmphex(vram(rig, REPORTS + 0x40), ==, 0xcafe0001);
    rig_method(rig, 0x1d6c, 0xff0);
    rig_method(rig, 0x1d74, 0xcafe0002);
    g_assert_cmphex(vram(rig, REPORTS + 0xff0), ==, 0xcafe0002);
    rig_free(rig);
}

static void test_report(void)
{
    Rig *rig = rig_new("nv20", 0x97);
    uint64_t now;

    rig->clock = 12345678;
    rig_method(rig, 0x1a8, DMA_PAGE >> 4);
    rig->card->raster.zpass = 77;
    now = nv_env_ptimer(rig->pg->env);
    rig_method(rig, 0x17d0, 0x01000020);
    g_assert_cmphex(vram(rig, REPORTS + 0x20), ==, (uint32_t)now);
    g_assert_cmpuint(vram(rig, REPORTS + 0x28), ==, 77);
    g_assert_cmpuint(vram(rig, REPORTS + 0x2c), ==, 0);
    rig_method(rig, 0x17c8, 1);
    g_assert_cmpuint(rig->card->raster.zpass, ==, 0);
    /* No object, or outside it: nothing happens. */
    rig_method(rig, 0x17d0, 0x01fffff0);
    rig_method(rig, 0x1a8, DMA_NULL >> 4);
    rig_method(rig, 0x17d0, 0x01000000);
    g_assert_true(nv_pgraph_ready(rig->pg));
    rig_free(rig);
}

/* --- drawing --- */

static void surfaces(Rig *rig)
{
    rig_method(rig, 0x194, DMA_RW >> 4);
    rig_method(rig, 0x198, DMA_RW >> 4);
    rig_method(rig, 0x208, 0x128);
    rig_method(rig, 0x20c, 0x01000200);
    rig_method(rig, 0x210, 0x1000);
    rig_method(rig, 0x214, 0x2000);
}

static void test_surfaces(void)
{
    Rig *rig = rig_new("nv20", 0x97);
    const NvRaster *r = &rig->card->raster;

    surfaces(rig);
    g_assert_true(r->color.valid && r->zeta.valid);
    g_assert_cmpuint(r->color.format, ==, 8);
    g_assert_cmpuint(r->zeta.format, ==, 2);
    g_assert_cmphex(r->color.limit, ==, 0x3fffff);
    g_assert_cmphex(r->color.pitch, ==, 0x200);
    g_assert_cmphex(r->zeta.pitch, ==, 0x100);
    g_assert_cmphex(r->color.offset, ==, 0x1000);
    g_assert_cmphex(r->zeta.offset, ==, 0x2000);
    g_assert_cmpuint(r->color.swizzled, ==, 0);
    rig_method(rig, 0x208, 0x07060228);
    g_assert_cmpuint(r->color.swizzled, ==, 1);
    g_assert_cmpuint(r->color.log2_w, ==, 6);
    g_assert_cmpuint(r->color.log2_h, ==, 7);
    rig_method(rig, 0x194, DMA_NULL >> 4);
    g_assert_false(r->color.valid);
    rig_free(rig);
}

static void test_launch(void)
{
    Rig *rig = rig_new("nv20", 0x97);

    rig_method(rig, 0x17fc, 5);
    g_assert_cmphex(rd(rig, NV_PGRAPH_NSOURCE), ==, 0x800);
    g_assert_false(nv_fe_inside(rig->pg));
    rig_ack(rig);
    surfaces(rig);
    rig_method(rig, 0x17fc, 11);
    g_assert_cmphex(rd(rig, NV_PGRAPH_NSOURCE), ==, 2);
    rig_ack(rig);
    rig_method(rig, 0x17fc, 5);
    g_assert_true(nv_fe_inside(rig->pg));
    /* Inside: a warning, an error, and methods that do not care. */
    rig_method(rig, 0x300, 1);
    g_assert_cmphex(rd(rig, NV_PGRAPH_NOTIFY), ==, 0x40000000);
    g_assert_cmphex(nv_fe_bundle(rig->pg, NV_BUNDLE_CONFIG_A), ==, 0);
    rig_method(rig, 0x1d90, 1);
    g_assert_cmphex(rd(rig, NV_PGRAPH_NSOURCE), ==, 0x40000);
    rig_ack(rig);
    for (unsigned i = 0; i < 3; i++) {
        rig_method(rig, 0x1a00, 0);
        rig_method(rig, 0x1a04, 0);
        rig_method(rig, 0x1a08, 0);
        rig_method(rig, 0x1a0c, 0x3f800000);
    }
    rig_method(rig, 0x17fc, 0);
    g_assert_false(nv_fe_inside(rig->pg));
    g_assert_cmpuint(rig->card->xf.vertices, ==, 3);
    /* A texture without memory. */
    rig_method(rig, 0x1b0c, 0x40000000);
    rig_method(rig, 0x17fc, 5);
    g_assert_cmphex(rd(rig, NV_PGRAPH_NSOURCE), ==, 0x800);
    rig_free(rig);
}

static void test_upload(void)
{
    Rig *rig = rig_new("nv20", 0x97);

    rig_method(rig, 0x1ea4, 0xbf);
    for (unsigned i = 0; i < 4; i++) {
        rig_method(rig, 0xb80 + 4 * i, 0x1000 + i);
    }
    for (unsigned i = 0; i < 4; i++) {
        g_assert_cmphex(rig->card->xf.xfctx[0xbf][i], ==, 0x1000 + i);
    }
    rig_method(rig, 0xb80, 1);
    g_assert_cmphex(rd(rig, NV_PGRAPH_NSOURCE), ==, 0x800);
    rig_ack(rig);
    rig_method(rig, 0x1e9c, 0x10);
    for (unsigned i = 0; i < 8; i++) {
        rig_method(rig, 0xb00 + 4 * i, 0x2000 + i);
    }
    g_assert_cmphex(rd(rig, NV_PGRAPH_FE3D_XF_LOAD_POS), ==, 0xc012);
    g_assert_cmphex(rig->card->xf.xfpr[0x10][0], ==, 0x2003);
    g_assert_cmphex(rig->card->xf.xfpr[0x11][3], ==, 0);
    g_assert_cmphex(rig->card->xf.xfpr[0x11][2], ==, 0x2005);
    rig_free(rig);
}

static void test_flip(void)
{
    Rig *rig = rig_new("nv2a", 0x97);

    rig_method(rig, 0x120, 0);
    rig_method(rig, 0x124, 1);
    rig_method(rig, 0x128, 2);
    rig_method(rig, 0x130, 0);
    g_assert_true(nv_pgraph_ready(rig->pg));
    rig_method(rig, 0x12c, 0);
    g_assert_cmphex(rd(rig, NV_PGRAPH_SURF_TYPE), ==, 0x20000000);
    rig_method(rig, 0x130, 0);
    g_assert_false(nv_pgraph_ready(rig->pg));
    rig->works = 0;
    wr(rig, NV_PGRAPH_INCREMENT, 2);
    g_assert_cmphex(rd(rig, NV_PGRAPH_SURF_TYPE), ==, 0x21000000);
    g_assert_true(nv_pgraph_ready(rig->pg));
    g_assert_cmpuint(rig->works, ==, 1);
    rig_free(rig);
}

/* --- windows --- */

static void test_rdi(void)
{
    Rig *rig = rig_new("nv20", 0x97);

    wr(rig, NV_PGRAPH_RDI_INDEX, 0x00170100);
    for (unsigned i = 0; i < 4; i++) {
        wr(rig, NV_PGRAPH_RDI_DATA, 0x3000 + i);
    }
    g_assert_cmphex(rd(rig, NV_PGRAPH_RDI_INDEX), ==, 0x00170110);
    for (unsigned i = 0; i < 4; i++) {
        g_assert_cmphex(rig->card->xf.xfctx[0x10][3 - i], ==, 0x3000 + i);
    }
    wr(rig, NV_PGRAPH_RDI_INDEX, 0x00170108);
    g_assert_cmphex(rd(rig, NV_PGRAPH_RDI_DATA), ==, 0x3002);
    g_assert_cmphex(rd(rig, NV_PGRAPH_RDI_DATA), ==, 0x3003);
    wr(rig, NV_PGRAPH_RDI_INDEX, 0x00ea0010);
    wr(rig, NV_PGRAPH_RDI_DATA, 0x8001);
    wr(rig, NV_PGRAPH_RDI_INDEX, 0x00ea0010);
    g_assert_cmphex(rd(rig, NV_PGRAPH_RDI_DATA), ==, 0x8001);
    wr(rig, NV_PGRAPH_RDI_INDEX, 0x01ff1ffc);
    wr(rig, NV_PGRAPH_RDI_DATA, 1);
    g_assert_cmphex(rd(rig, NV_PGRAPH_RDI_INDEX), ==, 0x01ff0000);
    rig_free(rig);
}

static void test_pipe(void)
{
    Rig *rig = rig_new("nv20", 0x97);

    wr(rig, NV_PGRAPH_PIPE_ADDRESS, 0x19050);
    for (unsigned i = 0; i < 4; i++) {
        wr(rig, NV_PGRAPH_PIPE_DATA, 0x4000 + i);
    }
    g_assert_cmphex(rd(rig, NV_PGRAPH_PIPE_ADDRESS), ==, 0x19060);
    for (unsigned i = 0; i < 4; i++) {
        g_assert_cmphex(rig->card->xf.xfctx[5][i], ==, 0x4000 + i);
    }
    wr(rig, NV_PGRAPH_PIPE_ADDRESS, 0x15000);
    wr(rig, NV_PGRAPH_PIPE_DATA, 0x1b << 2);
    wr(rig, NV_PGRAPH_PIPE_DATA, 0x00ff00ff);
    g_assert_cmphex(rig->card->raster.bundle[NV_BUNDLE_CLEAR_COLOR], ==,
                    0x00ff00ff);
    /* Attribute 3 as one float of four. */
    wr(rig, NV_PGRAPH_PIPE_ADDRESS, 0x1c30);
    wr(rig, NV_PGRAPH_PIPE_DATA, 0x40000000);
    g_assert_cmphex(rig->card->xf.vab[3][0], ==, 0x40000000);
    rig_free(rig);
}

/* --- channels --- */

static void channel_state(Rig *rig, unsigned ch, uint32_t mark)
{
    nv_mem_ramin_write(rig->pg->mem, GR_OBJ, 0x97);
    nv_pgraph_method(rig->pg, ch, 0, 0, GR_OBJ >> 4);
    nv_pgraph_method(rig->pg, ch, 0, 0x1d90, mark);
    nv_pgraph_method(rig->pg, ch, 0, 0x1480, mark + 1);
    nv_pgraph_method(rig->pg, ch, 0, 0x3b8, mark & 1);
    nv_pgraph_method(rig->pg, ch, 0, 0x1ea4, 0x20);
    for (unsigned i = 0; i < 4; i++) {
        nv_pgraph_method(rig->pg, ch, 0, 0xb80 + 4 * i, mark + i);
    }
    nv_pgraph_method(rig->pg, ch, 0, 0x1724, mark & 0xffff);
}

static void assert_channel(Rig *rig, uint32_t mark)
{
    const NvCard *c = rig->card;

    g_assert_cmphex(nv_fe_bundle(rig->pg, NV_BUNDLE_CLEAR_COLOR), ==, mark);
    g_assert_cmphex(c->raster.bundle[NV_BUNDLE_CLEAR_COLOR], ==, mark);
    g_assert_cmphex(c->raster.bundle[NV_BUNDLE_POLYGON_STIPPLE], ==,
                    mark ? mark + 1 : 0);
    g_assert_cmphex(c->xf.mode_a >> 16 & 1, ==, mark & 1);
    g_assert_cmphex(c->xf.xfctx[0x20][3], ==, mark ? mark + 3 : 0);
    g_assert_cmphex(c->idx.vtxbuf_offset[1], ==, mark & 0xffff);
}

static void test_switch(void)
{
    Rig *rig = rig_new("nv20", 0);

    for (unsigned ch = 0; ch < 3; ch++) {
        nv_mem_ramin_write(rig->pg->mem, CTX_TABLE + 4 * ch,
                           (IMAGES + 0x1000 * ch) >> 4);
    }
    wr(rig, NV_PGRAPH_CTX_TABLE, CTX_TABLE >> 4);
    channel_state(rig, 1, 0x11110001);
    g_assert_cmphex(rd(rig, NV_PGRAPH_CTX_USER), ==, 0x01000000);
    g_assert_cmphex(rd(rig, NV_PGRAPH_CTX_CONTROL), ==, 0x10010000);
    channel_state(rig, 2, 0x22220002);
    assert_channel(rig, 0x22220002);
    nv_pgraph_method(rig->pg, 1, 0, 0x110, 0);
    g_assert_cmphex(nv_fe_class(rig->pg), ==, 0x97);
    assert_channel(rig, 0x11110001);
    nv_pgraph_method(rig->pg, 2, 0, 0x110, 0);
    assert_channel(rig, 0x22220002);
    /* A channel that never ran has nothing of the others. */
    nv_pgraph_method(rig->pg, 0, 0, 0, GR_OBJ >> 4);
    assert_channel(rig, 0);
    /* The driver removes channel 1 and makes a new one at the same place. */
    for (unsigned i = 0; i < 0x1000; i += 4) {
        nv_mem_ramin_write(rig->pg->mem, IMAGES + 0x1000 + i, 0);
    }
    nv_pgraph_method(rig->pg, 1, 0, 0, GR_OBJ >> 4);
    assert_channel(rig, 0);
    rig_free(rig);
}

/* Save as drivers do before they remove a channel. */
static void test_trigger(void)
{
    Rig *rig = rig_new("nv20", 0);

    nv_mem_ramin_write(rig->pg->mem, CTX_TABLE + 4, IMAGES >> 4);
    wr(rig, NV_PGRAPH_CTX_TABLE, CTX_TABLE >> 4);
    channel_state(rig, 1, 0x33330001);
    wr(rig, NV_PGRAPH_CTX_POINTER, IMAGES >> 4);
    wr(rig, NV_PGRAPH_CTX_TRIGGER, 2);
    g_assert_cmphex(rd(rig, NV_PGRAPH_STATUS), ==, 0);
    wr(rig, NV_PGRAPH_BUNDLES + 4 * 0x1b, 0);
    wr(rig, NV_PGRAPH_CTX_TRIGGER, 1);
    assert_channel(rig, 0x33330001);
    rig_free(rig);
}

/* No table, nothing automatic: the driver is asked, then the method runs. */
static void test_manual(void)
{
    Rig *rig = rig_new("nv20", 0);

    wr(rig, NV_PGRAPH_CTX_CONTROL, 0);
    nv_pgraph_method(rig->pg, 4, 0, 0, GR_OBJ >> 4);
    g_assert_cmphex(rd(rig, NV_PGRAPH_INTR), ==, 0x1000);
    g_assert_cmphex(rd(rig, NV_PGRAPH_FIFO_MTHD_ST2), ==, 0x04400000);
    g_assert_false(nv_pgraph_ready(rig->pg));
    wr(rig, NV_PGRAPH_CTX_USER, 4 << 24);
    wr(rig, NV_PGRAPH_CTX_CONTROL, 0x10000);
    nv_mem_ramin_write(rig->pg->mem, GR_OBJ, 0x97);
    rig_ack(rig);
    g_assert_true(nv_pgraph_ready(rig->pg));
    g_assert_cmphex(nv_fe_class(rig->pg), ==, 0x97);
    rig_free(rig);
}

/* --- saved state --- */

static void test_save(void)
{
    Rig *a = rig_new("nv25", 0x597), *b = rig_new("nv25", 0x597);
    g_autoptr(GByteArray) image = g_byte_array_new();
    g_autoptr(GByteArray) again = g_byte_array_new();
    GError *error = NULL;

    channel_state(a, 1, 0x55550001);
    channel_state(a, 2, 0x66660002);
    wr(a, NV_PGRAPH_DEBUG_D, 0xfbde0475);
    nv_pgraph_method(a->pg, 2, 0, 0x304, 1);    /* stays latched */
    g_assert_true(nv_fe_latched(a->pg));
    nv_card_save(a->card, image);
    g_assert_true(nv_card_load(b->card, image->data, image->len, &error));
    g_assert_no_error(error);
    nv_card_save(b->card, again);
    g_assert_cmpmem(image->data, image->len, again->data, again->len);
    g_assert_true(nv_fe_latched(b->pg));
    wr(b, NV_PGRAPH_STATE3D, 0x01000000 | GR_OBJ >> 4);
    rig_ack(b);
    g_assert_cmphex(nv_fe_bundle(b->pg, NV_BUNDLE_BLEND) & 8, ==, 8);
    wr(b, NV_PGRAPH_DEBUG_D, 0xf3de0475);
    nv_pgraph_method(b->pg, 1, 0, 0x110, 0);
    assert_channel(b, 0x55550001);
    rig_free(a);
    rig_free(b);
}

/* Any byte of the section may be wrong: refused, or harmless. */
static void test_damaged(void)
{
    g_autoptr(GRand) rand = g_rand_new_with_seed(0xdada);
    g_autoptr(GByteArray) image = g_byte_array_new();
    Rig *rig = rig_new("nv25", 0x597);
    NvStateItem items[] = { { &nv_pgraph_section, rig->pg } };
    unsigned refused = 0;

    channel_state(rig, 1, 0x77770001);
    nv_state_save(items, 1, image);
    for (unsigned i = 0; i < 60; i++) {
        g_autofree uint8_t *copy = g_memdup2(image->data, image->len);

        for (unsigned n = 0; n < 200; n++) {
            /* Mostly values: names and counts are base's business. */
            unsigned end = 64 + 4 * NV_PGRAPH_WORDS;

            copy[n < 190 ? g_rand_int_range(rand, 64, end)
                         : g_rand_int_range(rand, end, end + 0x400)] ^=
                n < 190 || !(i & 7) ? 1u << (n & 7) : 0;
        }
        if (!nv_state_load(items, 1, copy, image->len, NULL)) {
            refused++;
            continue;
        }
        for (unsigned n = 0; n < 200; n++) {
            rig_ack(rig);
            wr(rig, NV_PGRAPH_INCREMENT, 2);
            nv_pgraph_method(rig->pg, n & 3, n & 7,
                             g_rand_int_range(rand, 0, 0x800) * 4,
                             g_rand_int(rand));
        }
    }
    g_test_message("%u of 60 refused", refused);
    g_assert_cmpuint(refused, <, 60);
    g_assert_cmpuint(refused, >, 0);
    rig_free(rig);
}

static void test_dump(void)
{
    Rig *rig = rig_new("nv20", 0x97);
    g_autoptr(GString) out = g_string_new(NULL);

    rig_method(rig, 0x1d90, 0x12345678);
    nv_pgraph_dump(rig->pg, out);
    g_assert_nonnull(strstr(out->str, "CLEAR_COLOR: 0x12345678 "
                            "B=0x78 G=0x56 R=0x34 A=0x12\n"));
    g_assert_nonnull(strstr(out->str, "class: 0x097\n"));
    rig_free(rig);
}

/* --- hostile guests --- */

static void test_hostile(gconstpointer data)
{
    const char *chip = data;
    g_autoptr(GRand) rand = g_rand_new_with_seed(0xbad);
    Rig *rig = rig_new(chip, strcmp(chip, "nv20") ? 0x597 : 0x97);
    unsigned methods = 0;

    for (uint32_t at = 0; at < NV_RAMIN_SIZE; at += 4) {
        if (at < GR_OBJ || at >= GR_OBJ + 0x2000) {
            nv_mem_ramin_write(rig->pg->mem, at, g_rand_int(rand));
        }
    }
    for (unsigned i = 0; i < 60000; i++) {
        uint32_t what = g_rand_int_range(rand, 0, 64);
        uint32_t value = g_rand_int(rand) >> g_rand_int_range(rand, 0, 32);

        if (i % 256 == 0) {             /* as a driver that notices */
            wr(rig, NV_PGRAPH_DEBUG_D, i & 256 ? 0xf3de0475 : 0xf0000000);
            wr(rig, NV_PGRAPH_DEBUG_B, 0x00118700);
            wr(rig, NV_PGRAPH_CTX_CONTROL, 0x10000000);
        }
        if (what == 0) {
            wr(rig, g_rand_int_range(rand, 0, NV_PGRAPH_SIZE) & ~3u, value);
        } else if (what == 1) {
            rd(rig, g_rand_int_range(rand, 0, NV_PGRAPH_SIZE));
        } else {
            if (!nv_pgraph_ready(rig->pg)) {
                wr(rig, NV_PGRAPH_INCREMENT, 2);
                rig_ack(rig);
            }
            if (what == 2) {
                wr(rig, NV_PGRAPH_FE3D_MISC, 0);
                value = (GR_OBJ + 16 * (value & 0xff)) >> 4;
                nv_pgraph_method(rig->pg, value & 31, i & 7, 0,
                                 i & 1 ? GR_OBJ >> 4 : value);
            } else {
                nv_pgraph_method(rig->pg, what == 3 ? value & 31 : 0, 0,
                                 g_rand_int_range(rand, 1, 0x800) * 4,
                                 value);
            }
            methods++;
        }
    }
    g_test_message("%u methods, %" G_GUINT64_FORMAT " executed", methods,
                   rig->pg->methods);
    g_assert_cmpuint(rig->pg->methods, >, 1000);
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
    g_test_add_func("/pgraph/bundles/numbers", test_bundles);
    g_test_add_func("/pgraph/errors/status", test_status);
    g_test_add_func("/pgraph/errors/illegal-method", test_illegal);
    g_test_add_func("/pgraph/errors/software-method", test_software);
    g_test_add_func("/pgraph/errors/trap-list", test_trap_list);
    g_test_add_func("/pgraph/errors/state3d", test_state3d);
    g_test_add_func("/pgraph/objects/subchannels", test_subchannels);
    g_test_add_func("/pgraph/objects/dma", test_dma);
    g_test_add_func("/pgraph/objects/write-back", test_write_back);
    g_test_add_func("/pgraph/notify/memory", test_notify);
    g_test_add_func("/pgraph/notify/unbound", test_notify_unbound);
    g_test_add_func("/pgraph/notify/warning", test_warning);
    g_test_add_func("/pgraph/notify/fence", test_fence);
    g_test_add_func("/pgraph/notify/report", test_report);
    g_test_add_func("/pgraph/draw/surfaces", test_surfaces);
    g_test_add_func("/pgraph/draw/launch", test_launch);
    g_test_add_func("/pgraph/draw/upload", test_upload);
    g_test_add_func("/pgraph/draw/flip", test_flip);
    g_test_add_func("/pgraph/windows/rdi", test_rdi);
    g_test_add_func("/pgraph/windows/pipe", test_pipe);
    g_test_add_func("/pgraph/channels/switch", test_switch);
    g_test_add_func("/pgraph/channels/trigger", test_trigger);
    g_test_add_func("/pgraph/channels/by-hand", test_manual);
    g_test_add_func("/pgraph/save/channels", test_save);
    g_test_add_func("/pgraph/save/damaged", test_damaged);
    g_test_add_func("/pgraph/dump", test_dump);
    g_test_add_data_func("/pgraph/hostile/nv20", "nv20", test_hostile);
    g_test_add_data_func("/pgraph/hostile/nv25", "nv25", test_hostile);
    g_test_add_data_func("/pgraph/hostile/nv2a", "nv2a", test_hostile);
    return g_test_run();
}
