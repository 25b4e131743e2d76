/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Registers as a driver finds them after reset, and which bits of each take
 * a written one.  PGRAPH masks were read back from real cards by public
 * hardware tests; the others are fields of the public register database.
 */
#include "nv2a-qtest.h"

typedef struct Row {
    const char *name;
    uint32_t reg;
    uint32_t reset;         /* value after reset */
    uint32_t ones;          /* value after writing all ones */
    uint32_t zeros;         /* value after writing 0 then */
} Row;

/* On every chip. */
static const Row common[] = {
    { "PMC.INTR", 0x000100, 0, 0, 0 },
    { "PMC.INTR_LN", 0x000160, 0, 0, 0 },
    { "PMC.INTR_EN", 0x000140, 0, 3, 0 },
    { "PBUS.DEBUG_0", 0x001080, 0, 0xffffffff, 0 },
    { "PBUS.INTR", 0x001100, 0, 0, 0 },
    { "PBUS.INTR_EN", 0x001140, 0, 0x111, 0 },
    { "PBUS.RAM_TYPE", 0x001218, 0x100, 0xffffffff, 0 },
    { "PFIFO.DELAY_0", 0x002040, 0, 0x3ff, 0 },
    { "PFIFO.DMA_TIMESLICE", 0x002044, 0, 0x0101ffff, 0 },
    { "PFIFO.INTR", 0x002100, 0, 0, 0 },
    { "PFIFO.RAMHT", 0x002210, 0, 0x030301f0, 0 },
    { "PFIFO.RAMFC", 0x002214, 0, 0x01ff01fc, 0 },
    { "PFIFO.RAMRO", 0x002218, 0, 0x000101fe, 0 },
    { "PFIFO.CACHES", 0x002500, 0, 1, 0 },
    { "PFIFO.MODE", 0x002504, 0, 0xffffffff, 0 },
    { "PFIFO.DMA", 0x002508, 0, 0xffffffff, 0 },
    { "CACHE1.PUSH0", 0x003200, 0, 1, 0 },
    { "CACHE1.PUT", 0x003210, 0, 0x3fc, 0 },
    { "CACHE1.STATUS", 0x003214, 0x10, 0x10, 0x10 },
    { "CACHE1.DMA_PUSH", 0x003220, 0x100, 0x11101, 0x100 },
    { "CACHE1.DMA_STATE", 0x003228, 0, 0xfffcfffd, 0 },
    { "CACHE1.DMA_PUT", 0x003240, 0, 0xfffffffc, 0 },
    { "CACHE1.DMA_GET", 0x003244, 0, 0xfffffffc, 0 },
    { "CACHE1.REF", 0x003248, 0, 0xffffffff, 0 },
    { "CACHE1.HASH", 0x003258, 0, 0x1ffff, 0 },
    { "CACHE1.GET", 0x003270, 0, 0x3fc, 0 },
    { "CACHE1.ENGINE", 0x003280, 0, 0xffffffff, 0 },
    { "PTIMER.INTR", 0x009100, 0, 0, 0 },
    { "PTIMER.INTR_EN", 0x009140, 0, 1, 0 },
    { "PTIMER.ALARM", 0x009420, 0, 0xffffffe0, 0 },
    { "PFB.WBC", 0x100410, 0, 0xfffeffff, 0 },
    { "PGRAPH.INTR", 0x400100, 0, 0, 0 },
    { "PGRAPH.NSTATUS", 0x400104, 0, 0x07800000, 0 },
    { "PGRAPH.NSOURCE", 0x400108, 0, 0, 0 },
    { "PGRAPH.STATUS", 0x400700, 0, 0, 0 },
    { "PGRAPH.TRAP_ADDR", 0x400704, 0, 0, 0 },
    { "PGRAPH.NOTIFY", 0x400718, 0, 0x73110101, 0 },
    { "PGRAPH.VALID", 0x400508, 0, 0xf07fffff, 0 },
    { "PGRAPH.DMA_LENGTH", 0x401008, 0, 0x003fffff, 0 },
    { "PGRAPH.DMA_ENG_FLAGS_1", 0x401084, 0, 0xfff33000, 0 },
    { "PCRTC.INTR_EN", 0x600140, 0, 1, 0 },
    { "PCRTC.START", 0x600800, 0, 0x07fffffc, 0 },
    { "PCRTC.CONFIG", 0x600804, 0, 0xffffffff, 0 },
    { "PRAMDAC.CURSOR_POS", 0x680300, 0, 0xffffffff, 0 },
    { "PRAMDAC.NVPLL", 0x680500, 0x00011c01, 0xffffffff, 0 },
    { "PRAMDAC.VPLL", 0x680508, 0, 0xffffffff, 0 },
    { "PRAMDAC.GENERAL", 0x680600, 0, 0xffffffff, 0 },
    /* Places without a register read 0 and take nothing. */
    { "no PBUS register", 0x001ff0, 0, 0, 0 },
    { "no unit", 0x0a0000, 0, 0, 0 },
    { "no PGRAPH register", 0x401ff0, 0, 0, 0 },
};

#define CALLS "nv17 nv20 nv25 nv2a nv30 nv34 nv35"
#define CELSIUS "nv10 nv15 nv17"
#define KELVIN "nv20 nv25 nv2a"
#define RANKINE "nv30 nv34 nv35"
#define LATER KELVIN " " RANKINE
#define OLD CELSIUS " " LATER
#define SURF64 "nv20 nv25 nv2a nv30 nv35"   /* surfaces by 64 bytes */

/* What differs; NV2A is not listed where no source says which it is like. */
static const struct {
    const char *chips;
    Row row;
} special[] = {
    { OLD, { "CACHE1.PUSH1", 0x003204, 0, 0x11f, 0 } },
    { OLD, { "CACHE1.DMA_INSTANCE", 0x00322c, 0, 0xffff, 0 } },
    { OLD, { "PGRAPH.CTX_CONTROL", 0x400144, 0, 0x11010003, 0 } },
    { OLD, { "PGRAPH.CTX_SWITCH_B", 0x400150, 0, 0xffff3f03, 0 } },
    { OLD, { "PGRAPH.CTX_SWITCH_I", 0x400158, 0, 0xffff, 0 } },
    { OLD, { "PGRAPH.CTX_CACHE_B_3", 0x40018c, 0, 0xffff3f03, 0 } },
    { OLD, { "PGRAPH.CTX_CACHE_I_7", 0x4001dc, 0, 0xffff, 0 } },
    { CELSIUS, { "PFB.TILE_BASE_0", 0x100240, 0, 0x87ffc000, 0 } },
    { KELVIN, { "PFB.TILE_BASE_0", 0x100240, 0, 0xffffc003, 0 } },
    { "nv30 nv35", { "PFB.TILE_BASE_0", 0x100240, 0, 0xffffc031, 0 } },
    { "nv34", { "PFB.TILE_BASE_0", 0x100240, 0, 0xffffc001, 0 } },
    { "nv40", { "PFB.TILE_BASE_0", 0x100240, 0, 0xffff0031, 0 } },
    { KELVIN, { "PFB.TILE_BASE_7", 0x1002b0, 0, 0xffffc003, 0 } },
    { CELSIUS, { "PFB.TILE_LIMIT_0", 0x100244, 0, 0x07ffc000, 0 } },
    { LATER, { "PFB.TILE_LIMIT_0", 0x100244, 0x3fff, 0xffffffff, 0x3fff } },
    { "nv40", { "PFB.TILE_LIMIT_0", 0x100244, 0xffff, 0xffffffff, 0xffff } },
    { OLD, { "PFB.TILE_PITCH_0", 0x100248, 0, 0xff00, 0 } },
    { "nv40", { "PFB.TILE_PITCH_0", 0x100248, 0, 0x1ff00, 0 } },
    { "nv40", { "CACHE1.PUSH1", 0x003204, 0, 0x1001f, 0 } },
    { "nv40", { "CACHE1.DMA_INSTANCE", 0x00322c, 0, 0xfffff, 0 } },
    { "nv40", { "PGRAPH.INTR_EN", 0x40013c, 0, 0x03111fd1, 0 } },
    { "nv40", { "PGRAPH.CTX_USER", 0x400144, 0, 0x8000e001, 0 } },
    { "nv40", { "PGRAPH.CTX_SWITCH_B", 0x40014c, 0, 0xffffffff, 0 } },
    { "nv40", { "PBUS.HWUNITS_0", 0x001540, 0x1f07, 0x1f07, 0x1f07 } },
    { "nv40", { "PCLOCK.MPLL_0", 0x004020, 0, 0xffffffff, 0 } },
    { "nv40", { "PCONTROL.SRC", 0x00c040, 0, 0xffffffff, 0 } },
    { "nv40", { "PRAMDAC.VPLL_B", 0x680578, 0, 0xffffffff, 0 } },
    { "nv40", { "PCRTC2.START", 0x602800, 0, 0x07fffffc, 0 } },
    { CALLS, { "PFIFO.INTR_EN", 0x002140, 0, 0x01111111, 0 } },
    { CALLS, { "CACHE1.DMA_SUBROUTINE", 0x00324c, 0, 0xfffffffd, 0 } },
    { CALLS, { "CACHE1.SEMAPHORE", 0x00326c, 0, 0xfffffffd, 0 } },
    { "nv10 nv15", { "PFIFO.INTR_EN", 0x002140, 0, 0x00011111, 0 } },
    { LATER, { "PGRAPH.INTR_EN", 0x400140, 0, 0x011137d1, 0 } },
    { LATER, { "PGRAPH.CTX_USER", 0x400148, 0, 0x9f00ff11, 0 } },
    { LATER, { "PGRAPH.STATE3D", 0x40077c, 0, 0x0100ffff, 0 } },
    { LATER, { "PGRAPH.CTX_TABLE", 0x400780, 0, 0xffff, 0 } },
    { LATER, { "PGRAPH.ROP", 0x400b00, 0, 0xff, 0 } },
    { LATER, { "PGRAPH.CTX_FORMAT", 0x400b0c, 0, 0x3f3f3f3f, 0 } },
    { CELSIUS, { "PGRAPH.INTR_EN", 0x400140, 0, 0x01113711, 0 } },
    { "nv10", { "PGRAPH.STATE3D", 0x40077c, 0, 0x7100ffff, 0 } },
    { "nv17", { "PGRAPH.STATE3D", 0x40077c, 0, 0x631fffff, 0 } },
    { CELSIUS, { "PGRAPH.CTX_TABLE", 0x400780, 0, 0, 0 } },
    { CELSIUS, { "PGRAPH.ROP", 0x400b00, 0, 0xffffffff, 0 } },
    { CELSIUS, { "PGRAPH.CTX_FORMAT", 0x400b0c, 0, 0xffffffff, 0 } },
    { "nv10", { "PGRAPH.CTX_USER", 0x400148, 0, 0x1f00e000, 0 } },
    /* CTX_SWITCH_ENABLE is on, as the VBIOS leaves it. */
    { KELVIN, { "PGRAPH.DEBUG_B", 0x400084, 0x00100000, 0x0011f7c1, 0 } },
    { RANKINE, { "PGRAPH.DEBUG_B", 0x400084, 0x00100000, 0x7012f7c1, 0 } },
    { KELVIN, { "PGRAPH.DEBUG_FD_CHECK_SKIP", 0x40009c, 0, 0xfff, 0 } },
    { RANKINE, { "PGRAPH.DEBUG_H", 0x40009c, 0, 0xffffffff, 0 } },
    { KELVIN, { "PGRAPH.SURF_FORMAT", 0x400724, 0, 0x00ffffff, 0 } },
    { RANKINE, { "PGRAPH.SURF_FORMAT", 0x400724, 0, 0x3fffffff, 0 } },
    { KELVIN, { "PGRAPH.FE3D_MISC", 0x400f5c, 0, 0x01ffbffd, 0 } },
    { RANKINE, { "PGRAPH.FE3D_MISC", 0x400f5c, 0, 0xff1ffff1, 0 } },
    { RANKINE, { "PMC.ENABLE", 0x000200, 0x17111111, 0x17111111, 0 } },
    { "nv30 nv35", { "PGRAPH.DEBUG_A", 0x400080, 0, 0x3fffffff, 0 } },
    { "nv34", { "PGRAPH.DEBUG_A", 0x400080, 0, 0x7fffffff, 0 } },
    { RANKINE, { "PGRAPH.DEBUG_D", 0x40008c, 0, 0xfffedf7d, 0 } },
    { RANKINE, { "PGRAPH.DEBUG_L", 0x4000c0, 0, 0x1e, 0 } },
    { RANKINE, { "PGRAPH.RDI_INDEX", 0x400750, 0, 0x03ff7ffc, 0 } },
    { "nv30 nv35", { "PGRAPH.SURF_BASE_0", 0x400838, 0, 0x3fffffc0, 0 } },
    { "nv34", { "PGRAPH.SURF_BASE_0", 0x400838, 0, 0xfffffff0, 0 } },
    { SURF64, { "PGRAPH.SURF_OFFSET_0", 0x400820, 0, 0x3fffffc0, 0 } },
    { "nv34", { "PGRAPH.SURF_OFFSET_0", 0x400820, 0, 0x3ffffff0, 0 } },
    { SURF64, { "PGRAPH.SURF_PITCH_4", 0x400860, 0, 0xffc0, 0 } },
    { "nv34", { "PGRAPH.SURF_PITCH_4", 0x400860, 0, 0xfff0, 0 } },
    { SURF64, { "PGRAPH.SURF_LIMIT_5", 0x400878, 0x3f, 0xbfffffff, 0x3f } },
    { "nv34", { "PGRAPH.SURF_LIMIT_5", 0x400878, 0xf, 0xbfffffff, 0xf } },
    { SURF64, { "PGRAPH.XY_A", 0x400514, 0, 0xf113ffff, 0 } },
    { "nv34", { "PGRAPH.XY_A", 0x400514, 0, 0xf117ffff, 0x00040000 } },
    { "nv30", { "PTIMER.CLOCK_DIV", 0x009200, 80, 0xffff, 0 } },
    { "nv34", { "PTIMER.CLOCK_DIV", 0x009200, 40, 0xffff, 0 } },
    { "nv35", { "PTIMER.CLOCK_DIV", 0x009200, 72, 0xffff, 0 } },
    { "nv34", { "PFB.CFG0", 0x100200, 0x08000001, 0xffffffff, 0 } },
    { "nv30 nv35", { "PFB.CFG0", 0x100200, 3, 0xffffffff, 0 } },
    { RANKINE, { "PCRTC2.START", 0x602800, 0, 0x07fffffc, 0 } },
    { RANKINE, { "PRAMDAC.VPLL2", 0x680520, 0, 0xffffffff, 0 } },
    { RANKINE, { "PRAMDAC.DITHER_5", 0x680864, 0, 0xffffffff, 0 } },
    { "nv10 nv15 nv20", { "PMC.ENABLE", 0x000200, 0x11111111, 0x11111111,
                          0 } },
    { "nv17 nv25", { "PMC.ENABLE", 0x000200, 0x17111111, 0x17111111, 0 } },
    { "nv2a", { "PMC.ENABLE", 0x000200, 0x17111111, 0x17111111, 0 } },
    { "nv20", { "PGRAPH.DEBUG_D", 0x40008c, 0, 0xffffd77d, 0 } },
    { "nv25", { "PGRAPH.DEBUG_D", 0x40008c, 0, 0xffffdf7d, 0 } },
    { "nv20", { "PGRAPH.DEBUG_E", 0x400090, 0, 0xfffff3ff, 0 } },
    { "nv25", { "PGRAPH.DEBUG_E", 0x400090, 0, 0xffffffff, 0 } },
    { "nv20", { "PGRAPH.DEBUG_L", 0x4000c0, 0, 0, 0 } },
    { "nv25", { "PGRAPH.DEBUG_L", 0x4000c0, 0, 3, 0 } },
    { "nv20", { "PGRAPH.CTX_SWITCH_A", 0x40014c, 0, 0x7ffff0ff, 0 } },
    { "nv25", { "PGRAPH.CTX_SWITCH_A", 0x40014c, 0, 0x7fffffff, 0 } },
    { "nv20", { "PGRAPH.RDI_INDEX", 0x400750, 0, 0x01ff1ffc, 0 } },
    { "nv25", { "PGRAPH.RDI_INDEX", 0x400750, 0, 0x03ff1ffc, 0 } },
    { "nv20", { "PGRAPH.SURF_TYPE", 0x400710, 0, 0x77777733, 0 } },
    { "nv25", { "PGRAPH.SURF_TYPE", 0x400710, 0, 0x77777773, 0 } },
    { "nv25", { "PGRAPH.SURF_PITCH_6", 0x400888, 0, 0xffc0, 0 } },
    { CELSIUS " nv20", { "PTIMER.CLOCK_DIV", 0x009200, 32, 0xffff, 0 } },
    { "nv25", { "PTIMER.CLOCK_DIV", 0x009200, 48, 0xffff, 0 } },
    { "nv2a", { "PTIMER.CLOCK_DIV", 0x009200, 0xde88, 0xffff, 0 } },
    { "nv2a", { "PTIMER.CLOCK_MUL", 0x009210, 0x1dcd, 0xffff, 0 } },
    /* One head, two heads. */
    { "nv10 nv15 nv20", { "PCRTC2.START", 0x602800, 0, 0, 0 } },
    { "nv17 nv25", { "PCRTC2.START", 0x602800, 0, 0x07fffffc, 0 } },
    { "nv10 nv15 nv20", { "PRAMDAC.VPLL2", 0x680520, 0, 0, 0 } },
    { "nv17 nv25", { "PRAMDAC.VPLL2", 0x680520, 0, 0xffffffff, 0 } },
};

static unsigned wrong(NvQtest *t, const Row *row, const char *what,
                      uint32_t expected)
{
    uint32_t got = nv_read(t, row->reg);

    if (got == expected) {
        return 0;
    }
    g_test_message("%s 0x%06x %s: %08x, expected %08x", row->name, row->reg,
                   what, got, expected);
    return 1;
}

static unsigned check(NvQtest *t, const Row *row)
{
    unsigned bad = 0;

    nv_write(t, row->reg, 0xffffffff);
    bad += wrong(t, row, "after all ones", row->ones);
    nv_write(t, row->reg, 0);
    bad += wrong(t, row, "after 0", row->zeros);
    nv_write(t, row->reg, row->reset);  /* engines on for the next row */
    return bad;
}

/* PGRAPH keeps the caches of objects while it takes methods. */
static void unlock(NvQtest *t)
{
    nv_write(t, NV_PGRAPH_FIFO, 0);
}

typedef unsigned (*RowTest)(NvQtest *t, const Row *row);

static unsigned each_row(NvQtest *t, const char *chip, RowTest test)
{
    unsigned i, bad = 0;

    for (i = 0; i < G_N_ELEMENTS(common); i++) {
        bad += test(t, &common[i]);
    }
    for (i = 0; i < G_N_ELEMENTS(special); i++) {
        if (strstr(special[i].chips, chip)) {
            bad += test(t, &special[i].row);
        }
    }
    return bad;
}

static unsigned check_reset(NvQtest *t, const Row *row)
{
    return wrong(t, row, "after reset", row->reset);
}

static unsigned fill(NvQtest *t, const Row *row)
{
    nv_write(t, row->reg, 0xffffffff);
    return 0;
}

static void test_masks(const void *data)
{
    const NvQtestChip *chip = data;
    NvQtest *t = nv_qtest_start("-device %s,vram=16M", chip->name);

    g_assert_cmpuint(each_row(t, chip->name, check_reset), ==, 0);
    unlock(t);
    g_assert_cmpuint(each_row(t, chip->name, check), ==, 0);
    nv_qtest_end(t);
}

/* Whatever was written, a reset of the machine brings reset values back. */
static void test_reset(const void *data)
{
    const NvQtestChip *chip = data;
    NvQtest *t = nv_qtest_start("-device %s,vram=16M", chip->name);

    unlock(t);
    each_row(t, chip->name, fill);
    nv_qtest_reset(t);
    g_assert_cmpuint(each_row(t, chip->name, check_reset), ==, 0);
    nv_qtest_end(t);
}

/* Memory sizes are what the property says. */
static void test_memory_size(const void *data)
{
    static const unsigned sizes[] = { 4, 32, 64, 128 };
    const NvQtestChip *chip = data;
    unsigned i;

    for (i = 0; i < G_N_ELEMENTS(sizes); i++) {
        NvQtest *t = nv_qtest_start("-device %s,vram=%uM", chip->name,
                                    sizes[i]);

        g_assert_cmpuint(t->size[1], ==, (uint64_t)sizes[i] << 20);
        g_assert_cmphex(nv_read(t, 0x10020c), ==, sizes[i] << 20);
        nv_qtest_end(t);
    }
}

/* An engine that is off does not answer, and is new when it comes back. */
static void test_engine_off(const void *data)
{
    const NvQtestChip *chip = data;
    NvQtest *t = nv_qtest_start("-device %s,vram=16M", chip->name);
    uint32_t all = nv_read(t, NV_PMC_ENABLE);
    uint32_t enable = chip->has & NV_QTEST_CURIE ? 0x40013c : 0x400140;

    nv_write(t, 0x002140, 0x01111111);
    nv_write(t, enable, 0x011137d1);
    nv_write(t, NV_PMC_ENABLE, all & ~0x1100);
    g_assert_cmphex(nv_read(t, 0x002140), ==, 0);
    g_assert_cmphex(nv_read(t, enable), ==, 0);
    nv_write(t, enable, 1);                     /* nobody is there */
    nv_write(t, NV_PMC_ENABLE, all);
    g_assert_cmphex(nv_read(t, 0x002140), ==, 0);
    g_assert_cmphex(nv_read(t, enable), ==, 0);
    nv_write(t, enable, 1);
    g_assert_cmphex(nv_read(t, enable), ==, 1);
    nv_qtest_end(t);
}

/* ENDIAN turns the words of BAR0 round, and back. */
static void test_endian(const void *data)
{
    const NvQtestChip *chip = data;
    NvQtest *t = nv_qtest_start("-device %s,vram=16M", chip->name);

    nv_write(t, 0x000004, 0x01000001);
    g_assert_cmphex(nv_read(t, NV_PMC_ID), ==, GUINT32_SWAP_LE_BE_CONSTANT(
                        chip->pmc_id));
    g_assert_cmphex(nv_read(t, 0x000004), ==, 0x01000001);
    nv_write(t, 0x000004, 0x01000001);
    g_assert_cmphex(nv_read(t, NV_PMC_ID), ==, chip->pmc_id);
    nv_qtest_end(t);
}

/* Bytes and halves read as parts of the word; PRAMIN takes them too. */
static void test_widths(const void *data)
{
    const NvQtestChip *chip = data;
    NvQtest *t = nv_qtest_start("-device %s,vram=16M", chip->name);
    unsigned i;

    for (i = 0; i < 4; i++) {
        g_assert_cmphex(qpci_io_readb(t->dev, t->bar[0], i), ==,
                        chip->pmc_id >> 8 * i & 0xff);
    }
    g_assert_cmphex(qpci_io_readw(t->dev, t->bar[0], 2), ==,
                    chip->pmc_id >> 16);
    nv_write(t, NV_PRAMIN + 0x100, 0x11223344);
    qpci_io_writeb(t->dev, t->bar[0], NV_PRAMIN + 0x101, 0xaa);
    qpci_io_writew(t->dev, t->bar[0], NV_PRAMIN + 0x102, 0xbbcc);
    g_assert_cmphex(nv_read(t, NV_PRAMIN + 0x100), ==, 0xbbccaa44);
    nv_qtest_end(t);
}

/*
 * Instance memory is the top of VRAM: the blocks of 64 bytes stand there in
 * reverse, the words of one block in order (doc).
 */
static void test_pramin(const void *data)
{
    static const uint32_t places[] = {
        0, 4, 0x3c, 0x40, 0x7c, 0x1000, 0x10004, 0x12348, 0xffffc,
    };
    const NvQtestChip *chip = data;
    NvQtest *t = nv_qtest_start("-device %s,vram=16M", chip->name);
    unsigned i;

    for (i = 0; i < G_N_ELEMENTS(places); i++) {
        uint32_t vram = t->size[1] - (places[i] & ~63u) - 64 +
                        (places[i] & 63);
        uint32_t value = 0xabc00000 + places[i];

        nv_write(t, NV_PRAMIN + places[i], value);
        g_assert_cmphex(nv_vram_read(t, vram), ==, value);
        nv_vram_write(t, vram, ~value);
        g_assert_cmphex(nv_read(t, NV_PRAMIN + places[i]), ==, ~value);
    }
    nv_qtest_end(t);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    nv_qtest_add("/registers/masks", test_masks);
    nv_qtest_add("/registers/reset", test_reset);
    nv_qtest_add("/registers/memory-size", test_memory_size);
    nv_qtest_add("/registers/engine-off", test_engine_off);
    nv_qtest_add("/registers/endian", test_endian);
    nv_qtest_add("/registers/widths", test_widths);
    nv_qtest_add("/registers/pramin", test_pramin);
    return g_test_run();
}
