/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Corners of FE that public hardware tests (envytools) assert on cards and that
 * no driver shows: each test is one fact.
 */
#include "unit/pgraph/pgraph-hw.h"

/* --- the latch --- */

static void latch(Rig *rig, uint32_t mthd, uint32_t data)
{
    wr(rig, NV_PGRAPH_FIFO_DATA_ST2, data);
    wr(rig, NV_PGRAPH_FIFO_DATA_ST2 + 4, 0x12344321);
    wr(rig, NV_PGRAPH_FIFO_MTHD_ST2, mthd | 1u << 26);
}

static void test_latch(void)
{
    Rig *rig = rig_new("nv20", 0x97);

    wr(rig, NV_PGRAPH_FIFO_ENABLE, 0);
    latch(rig, 0x1d90, 0xabcd0123);
    g_assert_false(nv_pgraph_ready(rig->pg));
    g_assert_cmphex(nv_fe_bundle(rig->pg, NV_BUNDLE_CLEAR_COLOR), ==, 0);
    wr(rig, NV_PGRAPH_FIFO_ENABLE, 1);
    g_assert_cmphex(nv_fe_bundle(rig->pg, NV_BUNDLE_CLEAR_COLOR), ==,
                    0xabcd0123);
    g_assert_cmphex(rd(rig, NV_PGRAPH_FIFO_MTHD_ST2), ==, 0x1d90);
    g_assert_cmphex(rd(rig, NV_PGRAPH_TRAP_DATA + 4), ==, 0x12344321);
    latch(rig, 0x1d90, 0x55);
    g_assert_cmphex(nv_fe_bundle(rig->pg, NV_BUNDLE_CLEAR_COLOR), ==, 0x55);
    rig_free(rig);
}

/* --- registers that do more than keep --- */

static void test_status_stays(void)
{
    Rig *rig = rig_new("nv20", 0x97);

    wr(rig, NV_PGRAPH_NSTATUS, 0x05000000);
    wr(rig, NV_PGRAPH_INTR, 0xffffffff);
    g_assert_cmphex(rd(rig, NV_PGRAPH_NSTATUS), ==, 0x05000000);
    rig_free(rig);
}

static void test_clip_queue(gconstpointer data)
{
    uint32_t base = GPOINTER_TO_UINT(data);
    Rig *rig = rig_new("nv20", 0x97);

    wr(rig, NV_PGRAPH_XY_B, 0x00111031);
    wr(rig, NV_PGRAPH_XY_B + 4, 0x00111031);
    wr(rig, base, 0x12345);
    wr(rig, base, 0x3abcd);
    g_assert_cmphex(rd(rig, base), ==, 0x2345);
    g_assert_cmphex(rd(rig, base + 8), ==, 0x3abcd);
    wr(rig, base + 8, 7);
    g_assert_cmphex(rd(rig, base), ==, 0xabcd);
    g_assert_cmphex(rd(rig, base + 8), ==, 7);
    g_assert_cmphex(rd(rig, NV_PGRAPH_VTX_X + 36), ==, 7);
    g_assert_cmphex(rd(rig, NV_PGRAPH_XY_B + 4 * (base == NV_PGRAPH_OCLIP)),
                    ==, 0x21);
    rig_free(rig);
}

/* What a coordinate written by hand leaves behind, with and without OCLIP. */
static void test_vertex(void)
{
    static const struct {
        uint32_t class, v, clip, range;
    } rows[] = {
        { 0x5c, 10, 0xfffffff2, 0x300000ee }, { 0x5c, 20, 0xfffffff8, 0xee },
        { 0x5c, 9, 0xfffffff1, 0x300000ee }, { 0x5c, 21, 0xfffffff4, 0xee },
        { 0x5c, 0x8000, 0xfffffff4, 0x300000fe }, { 0x5e, 15, 0xfffffff0,
          0x300000ff }, { 0x4a, 15, 0xfffffff4, 0x300000ee },
        { 0x76, 0x8000, 0xfffffff4, 0x300000ee },
    };

    for (unsigned i = 0; i < G_N_ELEMENTS(rows); i++) {
        Rig *rig = rig_new("nv20", 0x97);

        for (unsigned n = 0; n < 2; n++) {
            wr(rig, NV_PGRAPH_UCLIP, n ? 20 : 10);
            wr(rig, NV_PGRAPH_OCLIP, n ? 5 : 3);
        }
        wr(rig, NV_PGRAPH_CTX_SWITCH_A, rows[i].class);
        wr(rig, NV_PGRAPH_XY_CLIP + 4, 0xffffffff);
        wr(rig, NV_PGRAPH_XY_D, 0xffffffff);
        wr(rig, NV_PGRAPH_VTX_X, rows[i].v);
        g_assert_cmphex(rd(rig, NV_PGRAPH_XY_CLIP + 4), ==, rows[i].clip);
        g_assert_cmphex(rd(rig, NV_PGRAPH_XY_D), ==,
                        rows[i].range | 0x30000000);
        rig_free(rig);
    }
}

static void test_image_clip(void)
{
    Rig *rig = rig_new("nv20", 0x97);

    for (unsigned n = 0; n < 2; n++) {
        wr(rig, NV_PGRAPH_UCLIP, n ? 20 : 10);
        wr(rig, NV_PGRAPH_UCLIP + 4, n ? 20 : 10);
    }
    wr(rig, NV_PGRAPH_CTX_SWITCH_A, 0x5c);
    wr(rig, NV_PGRAPH_XY_B, 0);
    wr(rig, NV_PGRAPH_XY_B + 4, 0);
    wr(rig, NV_PGRAPH_ICLIP, 21);
    g_assert_cmphex(rd(rig, NV_PGRAPH_XY_B), ==, 0x00101000);
    g_assert_cmphex(rd(rig, NV_PGRAPH_XY_B + 4), ==, 0);
    wr(rig, NV_PGRAPH_CTX_SWITCH_A, 0x205c);
    wr(rig, NV_PGRAPH_ICLIP + 4, 9);
    g_assert_cmphex(rd(rig, NV_PGRAPH_XY_B), ==, 0x00010020);
    g_assert_cmphex(rd(rig, NV_PGRAPH_XY_B + 4), ==, 0x00010020);
    rig_free(rig);
}

static void test_touched(void)
{
    Rig *rig = rig_new("nv25", 0x597);

    wr(rig, NV_PGRAPH_VALID, 0);
    wr(rig, NV_PGRAPH_SURF_OFFSET, 0);
    wr(rig, NV_PGRAPH_SURF_PITCH, 0);
    wr(rig, NV_PGRAPH_MISC32, 0);
    wr(rig, NV_PGRAPH_BITMAP_COLOR, 0);
    g_assert_cmphex(rd(rig, NV_PGRAPH_VALID), ==, 0x3000c);
    wr(rig, NV_PGRAPH_SURF_UNK890, 0);
    wr(rig, NV_PGRAPH_SURF_UNK898, 0x7f);
    wr(rig, NV_PGRAPH_SURF_UNK89C, 0x0fffffff);
    wr(rig, NV_PGRAPH_SURF_BASE + 8, 0);
    g_assert_cmphex(rd(rig, NV_PGRAPH_SURF_UNK898), ==, 0x73);
    g_assert_cmphex(rd(rig, NV_PGRAPH_SURF_UNK89C), ==, 0x0fff00ff);
    wr(rig, NV_PGRAPH_SURF_BASE_6, 0);
    g_assert_cmphex(rd(rig, NV_PGRAPH_SURF_UNK898), ==, 0x33);
    wr(rig, NV_PGRAPH_DEBUG_A, 0xffffffff);
    g_assert_cmphex(rd(rig, NV_PGRAPH_DEBUG_A), ==, 0x07ffefff);
    rig_free(rig);
}

static void test_volatile(void)
{
    Rig *rig = rig_new("nv20", 0x97);

    wr(rig, NV_PGRAPH_DEBUG_D, 0x00080000);
    wr(rig, NV_PGRAPH_XY_CLIP, 1);
    wr(rig, NV_PGRAPH_OCLIP, 5);
    wr(rig, NV_PGRAPH_CTX_SWITCH_A, 0x80000097);
    g_assert_cmphex(rd(rig, NV_PGRAPH_XY_CLIP), ==, 0x55555555);
    g_assert_cmphex(rd(rig, NV_PGRAPH_OCLIP), ==, 0);
    g_assert_cmphex(rd(rig, NV_PGRAPH_OCLIP + 8), ==, 0xffff);
    g_assert_cmphex(rd(rig, NV_PGRAPH_DEBUG_B) & 1, ==, 1);
    rig_free(rig);
}

/* --- objects --- */

/* Without CTX_SWITCH a reload reads the current object again. */
static void test_reload(void)
{
    Rig *rig = rig_new("nv20", 0x97);
    uint32_t cache = NV_PGRAPH_CTX_CACHE_C + 4;

    rig_object(rig, GR_OBJ + 0x10, 0x97, 0, 0x11110000);
    rig_object(rig, GR_OBJ, 0x97, 0, 0x22220000);
    nv_pgraph_method(rig->pg, 0, 1, 0, (GR_OBJ + 0x10) >> 4);
    rig_method(rig, 0x1d90, 0);
    wr(rig, NV_PGRAPH_DEBUG_D, rd(rig, NV_PGRAPH_DEBUG_D) | 1u << 14);
    wr(rig, NV_PGRAPH_DEBUG_B, 0);
    nv_pgraph_method(rig->pg, 0, 1, 0x1d90, 0);
    g_assert_cmphex(rd(rig, cache), ==, 0x22220000);
    rig_method(rig, 0x1d90, 0);
    wr(rig, NV_PGRAPH_DEBUG_B, NV_DEBUG_B_CTX_SWITCH);
    nv_pgraph_method(rig->pg, 0, 1, 0x1d90, 0);
    g_assert_cmphex(rd(rig, cache), ==, 0x11110000);
    rig_free(rig);
}

static void test_bind_no_notify(void)
{
    Rig *rig = rig_new("nv20", 0x97);

    wr(rig, NV_PGRAPH_DEBUG_D, 0);
    wr(rig, NV_PGRAPH_NOTIFY, NV_NOTIFY_PENDING | NV_NOTIFY_AWAKEN);
    rig_method(rig, 0, GR_OBJ >> 4);
    g_assert_cmphex(rd(rig, NV_PGRAPH_NOTIFY) & NV_NOTIFY_PENDING, !=, 0);
    g_assert_cmphex(rd(rig, NV_PGRAPH_INTR), ==, 0);
    rig_free(rig);
}

/* A DMA method that is trapped does not get round the owner of 3D state. */
static void test_owner_and_trap(void)
{
    Rig *rig = rig_new("nv25", 0x597);

    wr(rig, NV_PGRAPH_DEBUG_D, rd(rig, NV_PGRAPH_DEBUG_D) |
                               NV_DEBUG_D_STATE3D);
    wr(rig, NV_PGRAPH_STATE3D, 0);
    rig_method(rig, 0x190, DMA_NULL >> 4);
    g_assert_cmphex(rd(rig, NV_PGRAPH_INTR), ==, 0);
    wr(rig, NV_PGRAPH_CTX_SWITCH_T, 1u << 30 | 0x190 >> 2);
    rig_method(rig, 0x190, DMA_NULL >> 4);
    g_assert_cmphex(rd(rig, NV_PGRAPH_INTR), ==, 0x2000);
    rig_free(rig);
}

/* Any class can be a sync object only if its number says so. */
static void test_other_classes(void)
{
    static const struct {
        uint32_t word, debug, mthd, data, intr, nsource;
    } rows[] = {
        { 0x00009, 0, 0x100, 8, 0, 0 },
        { 0x40009, 0, 0x100, 8, 0, 0 },
        { 0x4009f, 0, 0x100, 8, 0x100000, 2 },
        { 0x0009f, NV_DEBUG_D_SYNC, 0x100, 8, 0x100000, 2 },
        { 0x4005e, 0, 0x100, 8, 0x100000, 2 },
        { 0x0005e, NV_DEBUG_D_SYNC, 0x100, 8, 0, 0 },
        { 0x40056, 0, 0x100, 8, 0x100000, 2 },
        { 0x40056, NV_DEBUG_D_MOVED, 0x100, 8, 0, 0 },
        { 0x40085, NV_DEBUG_D_MOVED, 0x100, 8, 0x100000, 2 },
        { 0x00009, NV_DEBUG_D_PM_TRIGGER, 0x140, 8, 0, 0 },
        { 0x00009, 0, 0x140, 8, 0x100000, 0x40 },
        { 0x40097, 0, 0x110, 0, 0x100000, 0x40 },
        { 0x00097, 0, 0x110, 0, 0, 0 },
    };

    for (unsigned i = 0; i < G_N_ELEMENTS(rows); i++) {
        Rig *rig = rig_new("nv20", 0x97);

        wr(rig, NV_PGRAPH_DEBUG_D, rows[i].debug | NV_DEBUG_D_DATA_CHECK);
        wr(rig, NV_PGRAPH_CTX_SWITCH_A, rows[i].word);
        rig_method(rig, rows[i].mthd, rows[i].data);
        g_assert_cmphex(rd(rig, NV_PGRAPH_INTR), ==, rows[i].intr);
        g_assert_cmphex(rd(rig, NV_PGRAPH_NSOURCE), ==, rows[i].nsource);
        rig_free(rig);
    }
}

static void test_nop_trap(void)
{
    Rig *rig = rig_new("nv20", 0x97);

    wr(rig, NV_PGRAPH_CTX_SWITCH_A, 0x4005e);
    wr(rig, NV_PGRAPH_CTX_SWITCH_T, 1);
    rig_method(rig, 0x100, 0);
    g_assert_cmphex(rd(rig, NV_PGRAPH_INTR), ==, 0x10);
    rig_free(rig);
}

/* --- single methods --- */

static void test_missing_597(void)
{
    Rig *rig = rig_new("nv25", 0x597);

    rig_method(rig, 0x1e68, 0);
    g_assert_cmphex(rd(rig, NV_PGRAPH_NSOURCE), ==, 0x40);
    rig_free(rig);
}

static void test_inside(void)
{
    Rig *rig = rig_new("nv20", 0x97);

    wr(rig, NV_PGRAPH_FE3D_MISC, 1);
    rig_method(rig, 0xaa0, 0);
    g_assert_cmphex(rd(rig, NV_PGRAPH_NSOURCE), ==, 0x40000);
    rig_free(rig);
}

static void test_fog_source(void)
{
    static const uint8_t rows[][2] = {
        { 0, 0 }, { 3, 3 }, { 4, 4 }, { 5, 5 }, { 6, 4 }, { 7, 7 },
        { 0xc6, 4 },
    };
    Rig *rig = rig_new("nv20", 0x97);

    wr(rig, NV_PGRAPH_DEBUG_D, 0);
    for (unsigned i = 0; i < G_N_ELEMENTS(rows); i++) {
        rig_method(rig, 0x2a0, rows[i][0]);
        g_assert_cmphex(nv_extract(rd(rig, NV_PGRAPH_XF_MODE_B), 22, 3), ==,
                        rows[i][1]);
    }
    rig_free(rig);
}

static void test_z_config(void)
{
    Rig *rig = rig_new("nv25", 0x597);
    uint32_t at = NV_PGRAPH_BUNDLES +
                  4 * nv_bundle_number(NV_KELVIN, NV_BUNDLE_Z_CONFIG);

    wr(rig, at, 0xffffffff);
    g_assert_cmphex(rd(rig, at), ==, 0x57);
    rig_method(rig, 0x1d84, 0x80000002);
    g_assert_cmphex(rd(rig, at), ==, 0x80000055);
    rig_free(rig);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    ADD("latch", test_latch);
    ADD("register/status", test_status_stays);
    ADD_DATA("register/uclip", NV_PGRAPH_UCLIP, test_clip_queue);
    ADD_DATA("register/oclip", NV_PGRAPH_OCLIP, test_clip_queue);
    ADD("register/vertex", test_vertex);
    ADD("register/image-clip", test_image_clip);
    ADD("register/touched", test_touched);
    ADD("register/volatile", test_volatile);
    ADD("object/reload", test_reload);
    ADD("object/bind-notify", test_bind_no_notify);
    ADD("object/owner-trap", test_owner_and_trap);
    ADD("object/other-classes", test_other_classes);
    ADD("object/nop-trap", test_nop_trap);
    ADD("method/missing-597", test_missing_597);
    ADD("method/inside", test_inside);
    ADD("method/fog-source", test_fog_source);
    ADD("method/z-config", test_z_config);
    return g_test_run();
}
