/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Memory that others write to: who looks at it, or changes it, waits. */
#include "unit/mem/mem-rig.h"

static void on_settle(void *opaque)
{
    Rig *rig = opaque;

    rig->settled++;
    nv_mem_give_back(&rig->mem);
}

/* Bytes 0x200000 to 0x200fff, and some of instance memory's end. */
static void claim(Rig *rig)
{
    const NvMemClaim claim = {
        .range = { { 0x200000, 0x201000 },
                   { VRAM_SIZE - 0x1000, VRAM_SIZE } },
        .settle = on_settle, .opaque = rig,
    };

    nv_mem_claim(&rig->mem, &claim);
    rig->settled = 0;
}

static void assert_settled(Rig *rig, unsigned times)
{
    g_assert_cmpuint(rig->settled, ==, times);
    if (!times) {
        nv_mem_give_back(&rig->mem);
    }
}

/* Who looks at claimed bytes, or changes them, waits; nobody else does. */
static void test_claims(void)
{
    static const struct {
        uint32_t offset, len;
        unsigned times;
    } rows[] = {
        { 0x1ff000, 0x1000, 0 }, { 0x1ff000, 0x1001, 1 }, { 0x200fff, 1, 1 },
        { 0x201000, 4, 0 }, { 0, VRAM_SIZE, 1 },
    };
    Rig *rig = rig_new();
    NvDma vram = object(rig, 0x1000, 0x3d | OBJ_TABLE | OBJ_LINEAR,
                        VRAM_SIZE - 1, 0x00000002);
    NvDma pci = object(rig, 0x1020, 0x3d | OBJ_TABLE | OBJ_LINEAR | OBJ_PCI,
                       0xffffffff, 0x00004003);
    uint32_t word, run;

    for (unsigned i = 0; i < G_N_ELEMENTS(rows); i++) {
        claim(rig);
        nv_mem_vram(&rig->mem, rows[i].offset, rows[i].len);
        assert_settled(rig, rows[i].times);
        claim(rig);
        nv_mem_vram_dirty(&rig->mem, rows[i].offset, rows[i].len);
        assert_settled(rig, rows[i].times);
        claim(rig);
        nv_mem_dma_view(&rig->mem, &vram, rows[i].offset, rows[i].len);
        assert_settled(rig, rows[i].times);
        claim(rig);
        nv_mem_dma_at(&rig->mem, &vram, rows[i].offset, rows[i].len, &run);
        assert_settled(rig, rows[i].times);
    }
    for (unsigned i = 0; i < 2; i++) {
        claim(rig);
        nv_mem_dma_read(&rig->mem, &vram, i ? 0x200100 : 0x100, &word, 4);
        assert_settled(rig, i);
        claim(rig);
        nv_mem_ramin_read(&rig->mem, i ? 0 : 0x2000);
        assert_settled(rig, i);
    }
    /* The bus: memory of the machine's, and what is not known. */
    claim(rig);
    g_assert_nonnull(nv_mem_dma_at(&rig->mem, &pci, 0, 4, &run));
    g_assert_true(nv_mem_dma_read(&rig->mem, &pci, 0, &word, 4));
    assert_settled(rig, 0);
    claim(rig);
    g_assert_true(nv_mem_dma_write(&rig->mem, &pci, 0, &word, 4));
    assert_settled(rig, 1);
    rig_free(rig);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/claims/who-waits", test_claims);
    return g_test_run();
}
