/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The card on the PCI bus: configuration space, its window in PBUS, and what
 * the command register opens and shuts.  Facts: the PCI specification; the
 * window's place is from the public register database.
 */
#include "nv2a-qtest.h"

static NvQtest *start(const void *data)
{
    const NvQtestChip *chip = data;

    return nv_qtest_start("-device %s,id=gpu,vram=16M", chip->name);
}

static void set_command(NvQtest *t, uint16_t clear, uint16_t set)
{
    uint16_t command = qpci_config_readw(t->dev, PCI_COMMAND);

    qpci_config_writew(t->dev, PCI_COMMAND, (command & ~clear) | set);
}

/* All ones read back tell the size and which bits are wired. */
static void test_bar_size(const void *data)
{
    const NvQtestChip *chip = data;
    const struct {
        uint8_t offset;
        uint32_t ones;
    } bars[] = {
        { PCI_BASE_ADDRESS_0, 0xff000000 },
        { PCI_BASE_ADDRESS_1, 0xff000008 },
        { PCI_BASE_ADDRESS_2, chip->has & NV_QTEST_CURIE ? 0xff000008 : 0 },
        { PCI_BASE_ADDRESS_3, 0 },
        { PCI_BASE_ADDRESS_4, 0 }, { PCI_BASE_ADDRESS_5, 0 },
    };
    NvQtest *t = start(data);
    unsigned i;

    for (i = 0; i < G_N_ELEMENTS(bars); i++) {
        qpci_config_writel(t->dev, bars[i].offset, 0xffffffff);
        g_assert_cmphex(qpci_config_readl(t->dev, bars[i].offset), ==,
                        bars[i].ones);
    }
    nv_qtest_end(t);
}

/* Identity is wired: a write changes nothing. */
static void test_read_only(const void *data)
{
    static const uint8_t words[] = {
        PCI_VENDOR_ID, PCI_CLASS_REVISION, PCI_SUBSYSTEM_VENDOR_ID,
    };
    NvQtest *t = start(data);
    unsigned i;

    for (i = 0; i < G_N_ELEMENTS(words); i++) {
        uint32_t was = qpci_config_readl(t->dev, words[i]);

        qpci_config_writel(t->dev, words[i], ~was);
        g_assert_cmphex(qpci_config_readl(t->dev, words[i]), ==, was);
    }
    nv_qtest_end(t);
}

static void test_memory_decode(const void *data)
{
    const NvQtestChip *chip = data;
    NvQtest *t = start(data);

    nv_vram_write(t, 0x100, 0x01234567);
    g_assert_cmphex(nv_read(t, NV_PMC_ID), ==, chip->pmc_id);
    set_command(t, PCI_COMMAND_MEMORY, 0);
    g_assert_cmphex(nv_read(t, NV_PMC_ID), !=, chip->pmc_id);
    nv_vram_write(t, 0x100, 0x89abcdef);        /* goes nowhere */
    nv_write(t, NV_PMC_ENABLE, 0);
    set_command(t, 0, PCI_COMMAND_MEMORY);
    g_assert_cmphex(nv_read(t, NV_PMC_ID), ==, chip->pmc_id);
    g_assert_cmphex(nv_vram_read(t, 0x100), ==, 0x01234567);
    g_assert_cmphex(nv_read(t, NV_PMC_ENABLE), !=, 0);
    nv_qtest_end(t);
}

/* Eight bytes are two words, as 64-bit guests fill instance memory. */
static void test_wide(const void *data)
{
    NvQtest *t = start(data);
    uint64_t at = t->bar[0].addr + NV_PRAMIN + 0x1000;

    qtest_writeq(t->qts, at, 0x89abcdef01234567);
    g_assert_cmphex(nv_read(t, NV_PRAMIN + 0x1000), ==, 0x01234567);
    g_assert_cmphex(nv_read(t, NV_PRAMIN + 0x1004), ==, 0x89abcdef);
    g_assert_cmphex(qtest_readq(t->qts, at), ==, 0x89abcdef01234567);
    qtest_writeq(t->qts, at + 4, 0x5555555566666666);
    g_assert_cmphex(nv_read(t, NV_PRAMIN + 0x1004), ==, 0x66666666);
    g_assert_cmphex(nv_read(t, NV_PRAMIN + 0x1008), ==, 0x55555555);
    nv_qtest_end(t);
}

/* BAR2 shows the instance memory of which BAR0 has the first megabyte. */
static void test_bar2(const void *data)
{
    NvQtest *t = start(data);
    uint64_t size;
    QPCIBar bar = qpci_iomap(t->dev, 2, &size);

    g_assert_cmphex(size, ==, 16 << 20);
    nv_write(t, NV_PRAMIN + 0x1000, 0x01234567);
    g_assert_cmphex(qpci_io_readl(t->dev, bar, 0x1000), ==, 0x01234567);
    qpci_io_writel(t->dev, bar, 0x301000, 0x89abcdef);
    g_assert_cmphex(qpci_io_readl(t->dev, bar, 0x301000), ==, 0x89abcdef);
    g_assert_cmphex(nv_read(t, NV_PRAMIN + 0x1000), ==, 0x01234567);
    qtest_writeq(t->qts, bar.addr + 0x1000, 0x1122334455667788);
    g_assert_cmphex(nv_read(t, NV_PRAMIN + 0x1004), ==, 0x11223344);
    qpci_io_writeb(t->dev, bar, 0x1002, 0xee);
    g_assert_cmphex(nv_read(t, NV_PRAMIN + 0x1000), ==, 0x55ee7788);
    nv_qtest_end(t);
}

/* A BAR that moved is found at its new place only. */
static void test_bar_move(const void *data)
{
    const uint32_t to = 0xe0000000;
    NvQtest *t = start(data);
    uint64_t from = t->bar[1].addr;

    nv_vram_write(t, 0, 0x600df00d);
    qpci_config_writel(t->dev, PCI_BASE_ADDRESS_1, to);
    g_assert_cmphex(qtest_readl(t->qts, to), ==, 0x600df00d);
    g_assert_cmphex(qtest_readl(t->qts, from), !=, 0x600df00d);
    nv_qtest_end(t);
}

/*
 * The pusher of a card that may not be bus master reads nothing: it stops
 * with a memory fault, and the machine goes on.
 */
static void test_bus_master_off(const void *data)
{
    NvQtest *t = start(data);

    nv_qtest_channel(t);
    set_command(t, PCI_COMMAND_MASTER, 0);
    channel_method(&t->channel, 0x50, 0x1111);
    g_assert_false(channel_kick(&t->channel));
    g_assert_cmphex(nv_read(t, NV_USER_REF), ==, 0);
    g_assert_cmphex(nv_read(t, NV_PFIFO_INTR), ==, 0x1000);
    g_assert_cmphex(nv_read(t, NV_CACHE1_DMA_STATE) >> 29, ==, 6);
    g_assert_cmphex(nv_read(t, NV_CACHE1_DMA_PUSH), ==, 0x1001);

    /* As a driver recovers: bus master again, error away, go on. */
    set_command(t, 0, PCI_COMMAND_MASTER);
    nv_write(t, NV_CACHE1_DMA_STATE, 0);
    nv_write(t, NV_PFIFO_INTR, 0x1000);
    nv_write(t, NV_CACHE1_DMA_PUSH, 1);
    g_assert_true(channel_kick(&t->channel));
    g_assert_cmphex(nv_read(t, NV_USER_REF), ==, 0x1111);
    nv_qtest_end(t);
}

/*
 * Writes of the card are shut off as well.  The method waits in CACHE1 while
 * bus mastering goes away.
 */
static void test_bus_master_off_write(const void *data)
{
    NvQtest *t = start(data);

    nv_qtest_channel(t);
    qtest_writel(t->qts, CHANNEL_FENCE, 0x5555);
    nv_write(t, NV_CACHE1_PULL0, 0);
    channel_method(&t->channel, 0x1d6c, 0);
    channel_method(&t->channel, 0x1d70, 0x7777);
    g_assert_true(channel_kick(&t->channel));
    set_command(t, PCI_COMMAND_MASTER, 0);
    nv_write(t, NV_CACHE1_PULL0, 1);
    channel_kick(&t->channel);
    g_assert_cmphex(nv_read(t, NV_MMIO_PGRAPH_TRAP_DATA), ==, 0x7777);
    g_assert_cmphex(qtest_readl(t->qts, CHANNEL_FENCE), ==, 0x5555);

    set_command(t, 0, PCI_COMMAND_MASTER);
    channel_take_error(&t->channel, NULL);
    channel_method(&t->channel, 0x1d70, 0x8888);
    g_assert_true(channel_kick(&t->channel));
    g_assert_cmphex(qtest_readl(t->qts, CHANNEL_FENCE), ==, 0x8888);
    nv_qtest_end(t);
}

/*
 * INTx disable takes the pin from the bus and gives it back, also when only
 * that byte of COMMAND is written; a reset in between finds the bus in order.
 */
static void test_intx_disable(const void *data)
{
    NvQtest *t = start(data);
    QPCIDevice *bridge = qpci_device_find(t->bus, QPCI_DEVFN(1, 0));
    unsigned pin;

    for (pin = 0; pin < 4; pin++) {
        qpci_config_writeb(bridge, 0x60 + pin, 10);
    }
    qtest_irq_intercept_in(t->qts, "ioapic");
    nv_write(t, NV_PMC_INTR_EN, 2);
    nv_write(t, NV_PMC_INTR, 1u << 31);         /* the software interrupt */
    g_assert_true(nv_qtest_intx(t));
    g_assert_true(qtest_get_irq(t->qts, 10));
    qpci_config_writeb(t->dev, PCI_COMMAND + 1, PCI_COMMAND_INTX_DISABLE >> 8);
    g_assert_true(nv_qtest_intx(t));
    g_assert_false(qtest_get_irq(t->qts, 10));
    qpci_config_writeb(t->dev, PCI_COMMAND + 1, 0);
    g_assert_true(qtest_get_irq(t->qts, 10));
    g_assert_cmphex(qpci_config_readw(t->dev, PCI_COMMAND) & 7, ==, 7);
    qpci_config_writeb(t->dev, PCI_COMMAND + 1, PCI_COMMAND_INTX_DISABLE >> 8);
    nv_qtest_reset(t);
    g_assert_false(nv_qtest_intx(t));
    g_free(bridge);
    nv_qtest_end(t);
}

static void test_config_window(const void *data)
{
    const NvQtestChip *chip = data;
    NvQtest *t = start(data);
    unsigned i;

    g_assert_cmphex(nv_read(t, NV_PBUS_CONFIG), ==,
                    NV_VENDOR | (uint32_t)chip->device_id << 16);
    for (i = 0; i < 0x100; i += 4) {
        g_assert_cmphex(nv_read(t, NV_PBUS_CONFIG + i), ==,
                        qpci_config_readl(t->dev, i));
    }
    nv_write(t, NV_PBUS_CONFIG + PCI_INTERRUPT_LINE, 0x0b);
    g_assert_cmphex(qpci_config_readb(t->dev, PCI_INTERRUPT_LINE), ==, 0x0b);
    nv_write(t, NV_PBUS_CONFIG, 0);             /* wired here too */
    g_assert_cmphex(qpci_config_readw(t->dev, PCI_VENDOR_ID), ==, NV_VENDOR);
    nv_qtest_end(t);
}

/* Memory decode off through the window itself: no way back but the bus. */
static void test_config_window_shuts(const void *data)
{
    const NvQtestChip *chip = data;
    NvQtest *t = start(data);
    uint32_t command = nv_read(t, NV_PBUS_CONFIG + PCI_COMMAND) & 0xffff;

    nv_write(t, NV_PBUS_CONFIG + PCI_COMMAND, command & ~PCI_COMMAND_MEMORY);
    g_assert_cmphex(nv_read(t, NV_PMC_ID), !=, chip->pmc_id);
    set_command(t, 0, PCI_COMMAND_MEMORY);
    g_assert_cmphex(nv_read(t, NV_PMC_ID), ==, chip->pmc_id);
    nv_qtest_end(t);
}

/* PROM shows what romfile has; beyond it the bus is open. */
static void test_prom(void)
{
    char *dir = nv_qtest_mkdir();
    g_autofree char *file = g_build_filename(dir, "rom", NULL);
    uint8_t rom[512] = { 0x55, 0xaa, 1 };
    GError *err = NULL;
    NvQtest *t;
    unsigned i;

    for (i = 3; i < sizeof(rom); i++) {
        rom[i] = i * 7;
    }
    g_file_set_contents(file, (char *)rom, sizeof(rom), &err);
    g_assert_no_error(err);
    t = nv_qtest_start("-device nv20,vram=16M,romfile=%s", file);
    for (i = 0; i < sizeof(rom); i += 4) {
        g_assert_cmphex(nv_read(t, 0x300000 + i), ==, rom[i] |
                        rom[i + 1] << 8 | rom[i + 2] << 16 |
                        (uint32_t)rom[i + 3] << 24);
    }
    g_assert_cmphex(nv_read(t, 0x300000 + sizeof(rom)), ==, 0xffffffff);
    nv_qtest_end(t);
    nv_qtest_rmdir(dir);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    nv_qtest_add("/pci/bar-size", test_bar_size);
    nv_qtest_add("/pci/read-only", test_read_only);
    nv_qtest_add("/pci/memory-decode", test_memory_decode);
    nv_qtest_add("/pci/wide", test_wide);
    nv_qtest_add_for(NV_QTEST_CURIE, "/pci/bar2", test_bar2);
    nv_qtest_add("/pci/bar-move", test_bar_move);
    nv_qtest_add("/pci/bus-master-off", test_bus_master_off);
    nv_qtest_add_for(NV_QTEST_KELVIN, "/pci/bus-master-off-write",
                     test_bus_master_off_write);
    nv_qtest_add("/pci/intx-disable", test_intx_disable);
    nv_qtest_add("/pci/config-window", test_config_window);
    nv_qtest_add("/pci/config-window-shuts", test_config_window_shuts);
    g_test_add_func("/pci/prom", test_prom);
    return g_test_run();
}
