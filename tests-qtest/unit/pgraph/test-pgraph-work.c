/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * FE at work, from outside: notifiers, fences and reports, drawing, the
 * windows to units behind it.
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
        /* hw: a primitive that was begun goes on. */
        rig_method(rig, 0x17fc, 8);
        g_assert_cmphex(rd(rig, NV_PGRAPH_NSOURCE), ==, 0);
        g_assert_cmpuint(rig->card->idx.primitive, ==, 5);
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

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
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
    return g_test_run();
}
