/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Corners of IDX, the tessellator's words and XF, as in test-pgraph-hw.c.
 */
#include "unit/pgraph/pgraph-hw.h"

/* --- IDX --- */

static void test_arrays(void)
{
    Rig *rig = rig_new("nv20", 0x97);

    rdi_word(rig, IDX_STATE, 0x00, 0xfedcba98);
    g_assert_cmphex(rdi_read(rig, IDX_STATE, 0x00), ==, 0xfedcba98);
    /* The sum goes by type and size, not by the words noted beside them. */
    rdi_word(rig, IDX_STATE, STATE_A, 2);
    rdi_word(rig, IDX_STATE, 0x0c, 0x00700000 | 2 | 3 << 3);
    rig_method(rig, 0x1760, 0x42);
    g_assert_cmphex(nv_extract(rdi_read(rig, IDX_STATE, STATE_B), 2, 6), ==,
                    3 + 4);
    rig_free(rig);
}

static void test_break_cache(gconstpointer data)
{
    Rig *rig = rig_new("nv20", 0x97);

    rdi_word(rig, IDX_STATE, STATE_B, 0x1f1ffcfc);
    rig_method(rig, GPOINTER_TO_UINT(data), 0);
    g_assert_cmphex(rdi_read(rig, IDX_STATE, STATE_B), ==, 0x1f1f00fc);
    rig_free(rig);
}

/* A command clears less while a Celsius class is current. */
static void test_celsius_touch(void)
{
    Rig *rig = rig_new("nv20", 0x97);

    wr(rig, NV_PGRAPH_CTX_SWITCH_A, 0x96);
    rdi_word(rig, IDX_STATE, STATE_B, 0x001ffcfc);
    rdi_word(rig, IDX_STATE, STATE_C, 0x013f0010);
    wr(rig, NV_PGRAPH_PIPE_ADDRESS, 0x10008);
    wr(rig, NV_PGRAPH_PIPE_DATA, 0);
    g_assert_cmphex(rdi_read(rig, IDX_STATE, STATE_B), ==, 0x0000fcfc);
    g_assert_cmphex(rdi_read(rig, IDX_STATE, STATE_C), ==, 0x013f0010);
    wr(rig, NV_PGRAPH_CTX_SWITCH_A, 0x97);
    wr(rig, NV_PGRAPH_PIPE_ADDRESS, 0x10008);
    wr(rig, NV_PGRAPH_PIPE_DATA, 0);
    g_assert_cmphex(rdi_read(rig, IDX_STATE, STATE_B), ==, 0x000000fc);
    g_assert_cmphex(rdi_read(rig, IDX_STATE, STATE_C), ==, 0x00040010);
    rig_free(rig);
}

static void test_mode_restore(void)
{
    Rig *rig = rig_new("nv20", 0x97);
    uint32_t before = rig->pg->idx->fifo_at;

    for (unsigned i = 0; i < 4; i++) {
        wr(rig, NV_PGRAPH_XF_MODE_B + 4 * i, 0x40000 << i);
    }
    g_assert_cmpuint((rig->pg->idx->fifo_at - before) & 0x3f, ==, 4);
    g_assert_cmphex(rig->pg->xf->mode_b, ==, 0x40000);
    g_assert_cmphex(rig->pg->xf->mode_a, ==, 0x80000);
    rig_free(rig);
}

static void test_bundle_notes(void)
{
    Rig *nv20 = rig_new("nv20", 0x97), *nv25 = rig_new("nv25", 0x597);

    nv_idx_reset(nv20->pg->idx);
    nv_idx_reset(nv25->pg->idx);
    for (unsigned i = 0; i < 7; i++) {
        rig_method(nv20, 0x1d90, i);
        rig_method(nv25, 0x1d90, i);
    }
    g_assert_cmphex(rdi_read(nv25, 0x27, 0), ==, 0x45444342);
    g_assert_cmphex(rdi_read(nv25, 0x27, 4), ==, 0x00404746);
    g_assert_cmphex(rdi_read(nv20, 0x27, 0), ==, 0);
    rig_free(nv20);
    rig_free(nv25);
}

/* --- the tessellator's words --- */

static void test_patch(void)
{
    Rig *rig = rig_new("nv20", 0x97);
    const uint32_t *last = rig->pg->idx->fifo[0];

    wr(rig, NV_PGRAPH_DEBUG_D, 0);
    nv_idx_reset(rig->pg->idx);
    rig_method(rig, 0x1de0, 0x80200305);
    g_assert_cmphex(last[0], ==, 0x80200305);
    g_assert_cmphex(last[2], ==, 0x6800 >> 3 | 1 << 14);
    g_assert_cmphex(rdi_read(rig, FD, 0x00), ==, 0x80200305);
    g_assert_cmphex(nv_extract(rdi_read(rig, FD, 0x1c), 14, 8), ==, 0xa5);
    rig_method(rig, 0x1de4, 0);
    rig_method(rig, 0x1de8, 1u << 26 | 2u << 21 | 0x0304);
    g_assert_cmphex(rdi_read(rig, FD, 0x08), ==, 0x04400304);
    /* A border at the end of one side, reversed; one at the other's start. */
    rig_method(rig, 0x1dec, 0x10000000 | 6 | 1 << 3);
    g_assert_cmphex(rdi_read(rig, FD, 0x20), ==,
                    2u << 27 | 4u << 18 | 5u << 9 | 1 << 2 | 2);
    g_assert_cmphex(rdi_read(rig, FD, 0x24), ==,
                    2u << 26 | 3u << 24 | 1u << 20 | 9u << 16);
    g_assert_cmphex(rdi_read(rig, FD, 0x30), ==, 0x10u << 13 | 1 << 10);
    g_assert_cmphex(nv_extract(rdi_read(rig, IDX_STATE, STATE_A), 20, 4), ==,
                    1);
    /* Curve data fill the coefficient cache, four words an entry. */
    rdi_word(rig, FD, 0x14, 1u << 28);
    rdi_word(rig, FD, 0x18, 1u << 8 | 5);
    for (unsigned i = 0; i < 4; i++) {
        rig_method(rig, 0x1e00 + 4 * i, 0x700 + i);
    }
    g_assert_cmphex(rdi_read(rig, 0x21, 16 * 2 + 8), ==, 0x702);
    g_assert_cmphex(rdi_read(rig, FD, 0x18), ==, 1u << 8 | 6);
    rig_method(rig, 0x1df0, 0);
    g_assert_cmphex(nv_extract(rdi_read(rig, IDX_STATE, STATE_A), 20, 4), ==,
                    0);
    g_assert_cmphex(rdi_read(rig, FD, 0x18), ==, 6);
    rig_free(rig);
}

/* --- XF --- */

/* MOV by the scalar unit while the output switch points at the other one. */
static void test_scalar_output(void)
{
    static const uint32_t insn[4] = {
        3u << 28 | 0xfu << 12 | 0x63u << 3 | 1, 0x6c | 0x6c1u << 11 |
        1u << 26, 0x6c1u >> 6 | 0x60u << 13 | 1u << 25, 0,
    };
    static const uint32_t vector[4] = { 4, 3, 2, 1 };
    Rig *rig = rig_new("nv20", 0x97);

    wr(rig, NV_PGRAPH_XF_MODE_A, 0);
    rdi_write(rig, 0x17, 0x600, vector, 4);
    rdi_write(rig, 0x10, 0, insn, 4);
    wr(rig, NV_PGRAPH_PIPE_ADDRESS, 0x16000);
    wr(rig, NV_PGRAPH_PIPE_DATA, 0);
    for (unsigned i = 0; i < 4; i++) {
        g_assert_cmphex(rdi_read(rig, 0x17, 0x630 + 4 * i), ==, 4 - i);
    }
    rig_free(rig);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    ADD("idx/arrays", test_arrays);
    ADD_DATA("idx/break-cache-a", 0x1710, test_break_cache);
    ADD_DATA("idx/break-cache-b", 0x1714, test_break_cache);
    ADD("idx/celsius", test_celsius_touch);
    ADD("idx/mode-restore", test_mode_restore);
    ADD("idx/bundle-notes", test_bundle_notes);
    ADD("fd/patch", test_patch);
    ADD("xf/scalar-output", test_scalar_output);
    return g_test_run();
}
