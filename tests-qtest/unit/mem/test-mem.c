/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * VRAM, instance memory and DMA objects: where accesses go and which are
 * refused.
 */
#include "unit/mem/mem-rig.h"

static void test_vram(void)
{
    Rig *rig = rig_new();

    g_assert_nonnull(nv_mem_vram(&rig->mem, VRAM_SIZE - 4, 4));
    g_assert_null(nv_mem_vram(&rig->mem, VRAM_SIZE - 4, 5));
    g_assert_null(nv_mem_vram(&rig->mem, 0xffffffff, 0xffffffff));
    g_assert_cmpuint(rig->dirties, ==, 0);
    g_assert_nonnull(nv_mem_vram_dirty(&rig->mem, 0x1000, 64));
    g_assert_cmpuint(rig->dirty_at, ==, 0x1000);
    g_assert_cmpuint(rig->dirty_len, ==, 64);
    g_assert_null(nv_mem_vram_dirty(&rig->mem, VRAM_SIZE, 1));
    g_assert_cmpuint(rig->dirties, ==, 1);
    rig_free(rig);
}

/* Every word of instance memory has its own place in the last megabyte. */
static void test_ramin(void)
{
    Rig *rig = rig_new();
    unsigned wrong = 0, below = 0;

    for (uint32_t a = 0; a < RAMIN_SIZE; a += 4) {
        nv_mem_ramin_write(&rig->mem, a, a * 0x9e3779b1u + 1);
        below += rig->dirty_at < VRAM_SIZE - RAMIN_SIZE;
    }
    for (uint32_t a = 0; a < RAMIN_SIZE; a += 4) {
        wrong += nv_mem_ramin_read(&rig->mem, a) != a * 0x9e3779b1u + 1;
    }
    g_test_message("%u of %u words wrong, %u outside", wrong,
                   RAMIN_SIZE / 4, below);
    g_assert_cmpuint(wrong + below, ==, 0);

    /* The start is at the very end, so half a megabyte holds the first. */
    nv_mem_ramin_write(&rig->mem, 0, 1);
    g_assert_cmpuint(rig->dirty_at, >=, VRAM_SIZE - 0x100);
    nv_mem_ramin_write(&rig->mem, 0x7fffc, 1);
    g_assert_cmpuint(rig->dirty_at, >=, VRAM_SIZE - 0x80000);
    /* Addresses are cut to the window and to words. */
    nv_mem_ramin_write(&rig->mem, RAMIN_SIZE + 0x123, 77);
    g_assert_cmpuint(nv_mem_ramin_read(&rig->mem, 0x120), ==, 77);
    rig_free(rig);
}

static void test_load(void)
{
    Rig *rig = rig_new();
    NvDma dma = object(rig, 0x1230, 0xabc0003d | OBJ_TABLE | OBJ_LINEAR |
                       OBJ_PCI | OBJ_RO, 0x12345, 0x00345003);

    g_assert_cmpuint(dma.instance, ==, 0x1230);
    g_assert_cmpuint(dma.class, ==, 0x3d);
    g_assert_true(dma.present && dma.linear && dma.readonly);
    g_assert_cmpuint(dma.target, ==, NV_DMA_PCI);
    g_assert_cmpuint(dma.adjust, ==, 0xabc);
    g_assert_cmpuint(dma.limit, ==, 0x12345);
    g_assert_cmpuint(dma.base, ==, 0x345abc);

    nv_mem_ramin_write(&rig->mem, 0x1230, 0x00003097);
    g_assert_false(nv_mem_dma_load(&rig->mem, 0x1230, &dma));
    g_assert_cmpuint(dma.class, ==, 0x97);
    g_assert_false(nv_mem_dma_read(&rig->mem, &dma, 0, rig->bus, 4));
    nv_mem_ramin_write(&rig->mem, 0x1230, 0x00003030);
    g_assert_false(nv_mem_dma_load(&rig->mem, 0x1230, &dma));
    g_assert_false(nv_mem_dma_write(&rig->mem, &dma, 0, rig->bus, 4));
    rig_free(rig);
}

static void test_linear(void)
{
    Rig *rig = rig_new();
    NvDma vram = object(rig, 0x1000, 0x0100003d | OBJ_TABLE | OBJ_LINEAR,
                        0xfff, 0x00200002);
    NvDma pci = object(rig, 0x1020, 0x0080003d | OBJ_TABLE | OBJ_LINEAR |
                       OBJ_PCI, 0xfff, 0x00004003);
    NvDma agp = object(rig, 0x1040, 0x00000003 | OBJ_TABLE | OBJ_LINEAR |
                       OBJ_AGP | OBJ_WO, 0xfff, 0x00004003);
    uint32_t word;

    g_assert_true(nv_mem_dma_write(&rig->mem, &vram, 0x20, "abcd", 4));
    g_assert_cmpmem(nv_mem_vram(&rig->mem, 0x200030, 4), 4, "abcd", 4);
    g_assert_cmpuint(rig->dirty_at, ==, 0x200030);
    g_assert_cmpmem(nv_mem_dma_view(&rig->mem, &vram, 0x20, 4), 4, "abcd", 4);
    g_assert_true(nv_mem_dma_read(&rig->mem, &vram, 0x20, &word, 4));
    g_assert_cmpmem(&word, 4, "abcd", 4);

    g_assert_true(nv_mem_dma_write(&rig->mem, &pci, 0x20, "efgh", 4));
    g_assert_cmpmem(rig->bus + 0x4028, 4, "efgh", 4);
    g_assert_null(nv_mem_dma_view(&rig->mem, &pci, 0x20, 4));
    g_assert_true(nv_mem_dma_write(&rig->mem, &agp, 0, "ijkl", 4));
    g_assert_cmpmem(rig->bus + 0x4000, 4, "ijkl", 4);
    rig_free(rig);
}

static void test_limit(void)
{
    Rig *rig = rig_new();
    NvDma dma = object(rig, 0x1000, 0x3d | OBJ_TABLE | OBJ_LINEAR, 0xff,
                       0x00100000);
    NvDma all = object(rig, 0x1020, 0xfff0003d | OBJ_TABLE | OBJ_LINEAR,
                       0xffffffff, 0xfffff000);
    NvDma bus = object(rig, 0x1040, 0x3d | OBJ_TABLE | OBJ_LINEAR | OBJ_PCI,
                       0xffffffff, 0x0000f000);
    uint8_t b[16] = { 0 };

    g_assert_true(nv_mem_dma_read(&rig->mem, &dma, 0xf0, b, 16));
    g_assert_false(nv_mem_dma_read(&rig->mem, &dma, 0xf1, b, 16));
    g_assert_false(nv_mem_dma_write(&rig->mem, &dma, 0x100, b, 1));
    g_assert_null(nv_mem_dma_view(&rig->mem, &dma, 0xf1, 16));
    g_assert_true(nv_mem_dma_read(&rig->mem, &dma, 0x5000, b, 0));

    /* 32-bit sums must not wrap back into VRAM. */
    g_assert_false(nv_mem_dma_read(&rig->mem, &all, 0x2000, b, 16));
    g_assert_false(nv_mem_dma_write(&rig->mem, &all, 0xfffffff0, b, 16));
    g_assert_null(nv_mem_dma_view(&rig->mem, &all, 0x2000, 16));
    g_assert_true(nv_mem_dma_read(&rig->mem, &bus, 0xff0, b, 16));
    g_assert_false(nv_mem_dma_read(&rig->mem, &bus, 0xff1, b, 16));
    g_assert_false(nv_mem_dma_read(&rig->mem, &bus, 0xfffffff0, b, 16));
    rig_free(rig);
}

static void test_rights(void)
{
    Rig *rig = rig_new();
    NvDma ro = object(rig, 0x1000, 0x02 | OBJ_TABLE | OBJ_LINEAR | OBJ_RO,
                      0xff, 0x00100000);
    NvDma wo = object(rig, 0x1020, 0x02 | OBJ_TABLE | OBJ_LINEAR | OBJ_WO,
                      0xff, 0x00100002);
    NvDma none = object(rig, 0x1040, 0x3d, 0xff, 0x00100003);
    uint32_t word = 0;

    g_assert_true(nv_mem_dma_read(&rig->mem, &ro, 0, &word, 4));
    g_assert_false(nv_mem_dma_write(&rig->mem, &ro, 0, &word, 4));
    g_assert_true(nv_mem_dma_write(&rig->mem, &wo, 0, &word, 4));
    g_assert_false(nv_mem_dma_read(&rig->mem, &none, 0, &word, 4));
    rig_free(rig);
}

/* Pages in bus memory and VRAM, in any order, with holes. */
/* @n pages from @offset, of which the first @found can be seen one by one. */
static void assert_pages(Rig *rig, const NvDma *dma, uint32_t offset,
                         unsigned n, unsigned found)
{
    g_autofree const uint8_t **page = g_new0(const uint8_t *, n);
    uint32_t run;

    g_assert_cmpuint(nv_mem_dma_pages(&rig->mem, dma, offset, n, page), ==,
                     found);
    for (unsigned i = 0; i < found; i++) {
        g_assert_true(page[i] == nv_mem_dma_at(&rig->mem, dma,
                                               offset + 0x1000 * i, 0x1000,
                                               &run));
        g_assert_cmpuint(run, ==, 0x1000);
    }
}

static void test_pages(void)
{
    Rig *rig = rig_new();
    NvDma dma = object(rig, 0x2000, 0x0100003d | OBJ_TABLE | OBJ_PCI, 0x2fff,
                       0x00003003);
    NvDma vram = object(rig, 0x2040, 0x3d | OBJ_TABLE, 0x1fff, 0x00105003);
    uint8_t out[0x1800], in[0x1800];
    const uint8_t *page[3];

    nv_mem_ramin_write(&rig->mem, 0x200c, 0x00001003);
    nv_mem_ramin_write(&rig->mem, 0x2010, 0x00007001);  /* read only */
    nv_mem_ramin_write(&rig->mem, 0x2014, 0x00008002);  /* not present */
    for (unsigned i = 0; i < sizeof(out); i++) {
        out[i] = i * 7;
    }
    /* adjust 0x10: offset 0x7f0 is byte 0x800 of the first page. */
    g_assert_true(nv_mem_dma_write(&rig->mem, &dma, 0x7f0, out, 0x1800));
    g_assert_cmpmem(rig->bus + 0x3800, 0x800, out, 0x800);
    g_assert_cmpmem(rig->bus + 0x1000, 0x1000, out + 0x800, 0x1000);
    g_assert_true(nv_mem_dma_read(&rig->mem, &dma, 0x7f0, in, 0x1800));
    g_assert_cmpmem(in, sizeof(in), out, sizeof(out));

    g_assert_true(nv_mem_dma_read(&rig->mem, &dma, 0x1ff0, in, 16));
    g_assert_false(nv_mem_dma_write(&rig->mem, &dma, 0x1ff0, out, 16));
    g_assert_false(nv_mem_dma_read(&rig->mem, &dma, 0x2ff0, in, 16));

    nv_mem_ramin_write(&rig->mem, 0x204c, 0x00103003);
    g_assert_true(nv_mem_dma_write(&rig->mem, &vram, 0xffe, out, 4));
    g_assert_cmpmem(nv_mem_vram(&rig->mem, 0x105ffe, 2), 2, out, 2);
    g_assert_cmpmem(nv_mem_vram(&rig->mem, 0x103000, 2), 2, out + 2, 2);
    g_assert_true(nv_mem_dma_view(&rig->mem, &vram, 0x1000, 0x1000) ==
                  nv_mem_vram(&rig->mem, 0x103000, 1));
    g_assert_null(nv_mem_dma_view(&rig->mem, &vram, 0xffe, 4));
    assert_pages(rig, &dma, 0xff0, 2, 2);
    assert_pages(rig, &dma, 0xff0, 3, 0);       /* beyond the limit */
    nv_mem_ramin_write(&rig->mem, 0x2010, 0x00007000);
    assert_pages(rig, &dma, 0xff0, 2, 1);
    g_assert_cmpuint(nv_mem_dma_pages(&rig->mem, &vram, 0, 2, page), ==, 2);
    g_assert_true(page[0] == nv_mem_vram(&rig->mem, 0x105000, 1));
    g_assert_true(page[1] == nv_mem_vram(&rig->mem, 0x103000, 1));
    g_assert_cmpuint(nv_mem_dma_pages(&rig->mem, &vram, 0, 3, page), ==, 0);
    rig_free(rig);
}

/* A table that would go on behind instance memory. */
static void test_table_end(void)
{
    Rig *rig = rig_new();
    NvDma dma = object(rig, RAMIN_SIZE - 16, 0x3d | OBJ_TABLE, 0xffffffff,
                       0x00100003);
    uint32_t word;

    nv_mem_ramin_write(&rig->mem, RAMIN_SIZE - 4, 0x00101003);
    nv_mem_ramin_write(&rig->mem, 0, 0x00102003);   /* not its next entry */
    g_assert_true(nv_mem_dma_read(&rig->mem, &dma, 0x1000, &word, 4));
    g_assert_false(nv_mem_dma_read(&rig->mem, &dma, 0x2000, &word, 4));
    g_assert_false(nv_mem_dma_read(&rig->mem, &dma, 0xfffff000, &word, 4));
    rig_free(rig);
}

/* Where memory lies: asked for once a call into the card, not once a page. */
static void test_at(void)
{
    Rig *rig = rig_new();
    NvDma vram = object(rig, 0x1000, 0x0100003d | OBJ_TABLE | OBJ_LINEAR,
                        0x1fff, 0x00200002);
    NvDma pci = object(rig, 0x1020, 0x0080003d | OBJ_TABLE | OBJ_LINEAR |
                       OBJ_PCI, 0xffffffff, 0x00004003);
    NvDma page = object(rig, 0x2000, 0x0100003d | OBJ_TABLE | OBJ_PCI,
                        0xffff, 0x00003003);
    uint32_t run;

    g_assert_true(nv_mem_dma_at(&rig->mem, &vram, 0x20, 8, &run) ==
                  nv_mem_vram(&rig->mem, 0x200030, 8));
    g_assert_cmpuint(run, ==, 8);
    g_assert_null(nv_mem_dma_at(&rig->mem, &vram, 0x1ff9, 8, &run));
    g_assert_false(nv_mem_dma_is_bus(&vram));
    g_assert_cmpuint(rig->questions, ==, 0);

    g_assert_true(nv_mem_dma_is_bus(&pci));
    g_assert_true(nv_mem_dma_at(&rig->mem, &pci, 0, 0x20000, &run) ==
                  rig->bus + 0x4008);
    g_assert_cmpuint(run, ==, BUS_SIZE - 0x4008);
    g_assert_null(nv_mem_dma_at(&rig->mem, &pci, run, 1, &run));
    for (unsigned i = 1; i < 8; i++) {
        nv_mem_ramin_write(&rig->mem, 0x2008 + 4 * i, 0x8003 - 0x1000 * i);
    }
    rig->questions = 0;
    for (unsigned i = 1; i < 8; i++) {
        g_assert_true(nv_mem_dma_at(&rig->mem, &page, 0x1000 * i, 0x1000,
                                    &run) ==
                      rig->bus + 0x8010 - 0x1000 * i);
        g_assert_cmpuint(run, ==, 0xff0);
    }
    g_assert_cmpuint(rig->questions, ==, 0);
    rig->env.call++;
    g_assert_nonnull(nv_mem_dma_at(&rig->mem, &page, 0, 4, &run));
    g_assert_cmpuint(rig->questions, ==, 1);
    rig_free(rig);
}

/* Tiled VRAM is VRAM; where it ends nothing is, not even an empty run. */
static void test_tiled(void)
{
    enum { OBJ_TILED = 0x10000 };
    Rig *rig = rig_new();
    NvDma tiled = object(rig, 0x1000, 0x3d | OBJ_TABLE | OBJ_LINEAR | OBJ_TILED,
                         0xffff, (VRAM_SIZE - 0x1000) | 2);
    uint32_t run = 0x55;

    g_assert_false(nv_mem_dma_is_bus(&tiled));
    g_assert_true(nv_mem_dma_at(&rig->mem, &tiled, 0xffc, 8, &run) ==
                  nv_mem_vram(&rig->mem, VRAM_SIZE - 4, 4));
    g_assert_cmpuint(run, ==, 4);
    g_assert_null(nv_mem_dma_at(&rig->mem, &tiled, 0x1000, 4, &run));
    g_assert_null(nv_mem_dma_at(&rig->mem, &tiled, 0x1004, 4, &run));
    g_assert_true(nv_mem_dma_write(&rig->mem, &tiled, 0, "tile", 4));
    g_assert_cmpmem(nv_mem_vram(&rig->mem, VRAM_SIZE - 0x1000, 4), 4, "tile",
                    4);
    g_assert_cmpuint(rig->questions, ==, 0);
    rig_free(rig);
}

/* A hole in the machine's memory, and what is above it. */
static void test_hole(void)
{
    Rig *rig = rig_new();
    NvDma pci = object(rig, 0x1020, 0x3d | OBJ_TABLE | OBJ_LINEAR | OBJ_PCI,
                       0xffffffff, 3);
    uint32_t run;

    rig->hole = 0x5000;
    g_assert_true(nv_mem_dma_at(&rig->mem, &pci, 0x7123, 16, &run) ==
                  rig->bus + 0x7123);
    g_assert_true(nv_mem_dma_at(&rig->mem, &pci, 0x4fff, 16, &run) ==
                  rig->bus + 0x4fff);
    g_assert_cmpuint(run, ==, 1);
    g_assert_null(nv_mem_dma_at(&rig->mem, &pci, 0x5000, 16, &run));
    g_assert_null(nv_mem_dma_at(&rig->mem, &pci, 0x5fff, 1, &run));
    g_assert_true(nv_mem_dma_at(&rig->mem, &pci, 0x6000, 1, &run) ==
                  rig->bus + 0x6000);
    rig_free(rig);
}

/* Bytes of nv_mem_dma_at(), piece by piece, are those of @buf. */
static bool same_by_pieces(Rig *rig, const NvDma *dma, uint32_t offset,
                           const uint8_t *buf, uint32_t len)
{
    for (uint32_t at = 0, run; at < len; at += run) {
        const uint8_t *p = nv_mem_dma_at(&rig->mem, dma, offset + at,
                                         len - at, &run);

        if (!p || memcmp(p, buf + at, run)) {
            return false;
        }
    }
    return true;
}

/* Random words as objects, random accesses: nothing may go outside. */
static void test_random(void)
{
    Rig *rig = rig_new();
    g_autoptr(GRand) rand = g_rand_new_with_seed(0x6d656d);
    uint8_t *buf = g_malloc0(0x3000);
    unsigned ok = 0, views = 0, differ = 0;

    for (unsigned i = 0; i < 20000; i++) {
        uint32_t inst = g_rand_int(rand) & 0xffff0;
        uint32_t offset = g_rand_int(rand) >> g_rand_int_range(rand, 0, 32);
        uint32_t len = g_rand_int_range(rand, 0, 0x3000);
        uint32_t word0 = g_rand_int(rand);
        const uint8_t *view;
        NvDma dma;

        if (i & 1) {
            word0 = (word0 & ~0xdfffu) | 0x3d | OBJ_TABLE;
        }
        nv_mem_ramin_write(&rig->mem, inst, word0);
        nv_mem_ramin_write(&rig->mem, inst + 4,
                           g_rand_int(rand) >> g_rand_int_range(rand, 0, 16));
        nv_mem_ramin_write(&rig->mem, inst + 8, g_rand_int(rand) & 0x003fffff);
        nv_mem_dma_load(&rig->mem, inst, &dma);
        view = nv_mem_dma_view(&rig->mem, &dma, offset, len);
        if (nv_mem_dma_read(&rig->mem, &dma, offset, buf, len)) {
            ok++;
            differ += view && memcmp(view, buf, len);
            differ += !same_by_pieces(rig, &dma, offset, buf, len);
        }
        views += view != NULL;
        nv_mem_dma_write(&rig->mem, &dma, offset, buf, MIN(len, 64));
    }
    g_test_message("%u reads and %u views worked, %u differ", ok, views,
                   differ);
    g_assert_cmpuint(ok, >, 100);
    g_assert_cmpuint(views, >, 50);
    g_assert_cmpuint(differ, ==, 0);
    g_free(buf);
    rig_free(rig);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/mem/vram/bounds-and-dirty", test_vram);
    g_test_add_func("/mem/ramin/every-word-has-a-place", test_ramin);
    g_test_add_func("/mem/dma/words-parse", test_load);
    g_test_add_func("/mem/dma/tiled", test_tiled);
    g_test_add_func("/mem/dma/linear-targets", test_linear);
    g_test_add_func("/mem/dma/limit", test_limit);
    g_test_add_func("/mem/dma/rights", test_rights);
    g_test_add_func("/mem/dma/pages", test_pages);
    g_test_add_func("/mem/dma/table-ends-with-instance-memory",
                    test_table_end);
    g_test_add_func("/mem/dma/where-it-lies", test_at);
    g_test_add_func("/mem/dma/holes", test_hole);
    g_test_add_func("/mem/dma/random-objects", test_random);
    return g_test_run();
}
