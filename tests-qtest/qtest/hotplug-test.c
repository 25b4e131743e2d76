/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Cards that come and go in a running machine: on the root bus, behind bridges
 * and in slots; at rest and in the middle of everything; many times, without a
 * trace of the ones before.  NV2A_HOTPLUG_CYCLES=200 for the long form.
 * Facts: QEMU's ACPI hot-plug registers and PCI Express' slot control.
 */
#include "nv2a-qtest.h"

/* A machine, and where a card can be plugged. */
typedef struct Place {
    const char *name;
    const char *args;
    const char *bus;
    unsigned slot;
    bool bridge;                /* device 4 of the root bus leads there */
    uint16_t acpi;              /* ports of ACPI's hot-plug */
} Place;

#define PC "-M pc -net none -vga none"
#define Q35 "-M q35 -net none -vga none"

static const Place places[] = {
    { "root", PC, "pci.0", 8, false, 0xae00 },
    { "bridge", PC " -device pci-bridge,id=br,chassis_nr=1,addr=4", "br", 1,
      true, 0xae00 },
    { "root-port", Q35 " -device pcie-root-port,id=br,chassis=1,slot=1,addr=4",
      "br", 0, true, 0x0cc0 },
    { "root-port-bridge", Q35 " -device pcie-pci-bridge,id=br,addr=4", "br", 1,
      true, 0x0cc0 },
};

#define ROOT (&places[0])
#define ROOT_PORT (&places[2])

static NvQtest *machine(const Place *place, const char *more)
{
    NvQtest *t = g_new0(NvQtest, 1);
    g_autofree char *options = nv_qtest_options();

    t->qts = qtest_initf("%s %s %s", place->args, options, more);
    t->bus = qpci_new_pc(t->qts, NULL);
    return t;
}

static void end(NvQtest *t)
{
    qpci_free_pc(t->bus);
    qtest_quit(t->qts);
    g_free(t);
}

/* As firmware does: bus 1 behind it, and all of PCI's memory. */
static void open_bridge(NvQtest *t)
{
    QPCIDevice *bridge = qpci_device_find(t->bus, QPCI_DEVFN(4, 0));

    g_assert_nonnull(bridge);
    qpci_config_writel(bridge, PCI_PRIMARY_BUS, 0x00010100);
    qpci_config_writel(bridge, PCI_MEMORY_BASE, 0xfdf0e000);
    qpci_config_writel(bridge, PCI_PREF_MEMORY_BASE, 0x0000fff0);
    qpci_config_writew(bridge, PCI_COMMAND, 7);
    g_free(bridge);
}

/* The card's BARs, at the same addresses each time. */
static void map(NvQtest *t, const Place *place)
{
    if (place->bridge) {
        open_bridge(t);
    }
    t->dev = g_new0(QPCIDevice, 1);
    t->dev->bus = t->bus;
    t->dev->devfn = QPCI_DEVFN(place->slot, 0) | (place->bridge ? 0x100 : 0);
    t->bus->mmio_alloc_ptr = 0xe0000000;
    g_assert_cmphex(qpci_config_readw(t->dev, PCI_VENDOR_ID), ==, NV_VENDOR);
    nv_qtest_remap(t);
}

static void plug(NvQtest *t, const Place *place, const char *chip)
{
    qtest_qmp_assert_success(t->qts, "{'execute': 'device_add', 'arguments': "
                             "{'driver': %s, 'id': 'hot', 'bus': %s, 'addr': "
                             "%s, 'vram': 67108864}}", chip, place->bus,
                             place->slot == 8 ? "8" :
                             place->slot == 1 ? "1" : "0");
    map(t, place);
}

/* The guest lets go of whatever is in the slot, on whichever bus. */
static void eject(NvQtest *t, const Place *place)
{
    unsigned i;

    for (i = 0; i < 3; i++) {
        qtest_outl(t->qts, place->acpi + 0x10, i);
        qtest_outl(t->qts, place->acpi + 0x08, 1u << place->slot);
    }
}

static void unplug(NvQtest *t, const Place *place)
{
    qtest_qmp_assert_success(t->qts, "{'execute': 'device_del', 'arguments': "
                             "{'id': 'hot'}}");
    eject(t, place);
    qtest_qmp_eventwait(t->qts, "DEVICE_DELETED");
    g_assert_cmphex(qpci_config_readl(t->dev, 0), ==, 0xffffffff);
    g_clear_pointer(&t->dev, g_free);
}

/* Triangles over the whole canvas. */
static void push_triangles(NvQtest *t, unsigned count)
{
    static const float corners[][2] = { { 0, 0 }, { 500, 0 }, { 0, 500 } };
    unsigned i;

    for (i = 0; i < count; i++) {
        channel_draw(&t->channel, 5, corners, 3, 0xff123456);
    }
}

static void draw(NvQtest *t)
{
    nv_qtest_canvas(t, 256, 256);
    push_triangles(t, 1);
    g_assert_true(channel_kick(&t->channel));
    g_assert_cmphex(channel_pixel(&t->channel, 8, 8), ==, 0xff123456);
}

static const NvQtestChip *chip_at(unsigned i)
{
    return &nv_qtest_chips[i % nv_qtest_count()];
}

/* Kilobytes that QEMU has mapped: memory that is lost counts, used or not. */
static uint64_t mapped(const char *pidfile)
{
    g_autofree char *pid = NULL;
    g_autofree char *path = NULL;
    g_autofree char *text = NULL;

    g_assert_true(g_file_get_contents(pidfile, &pid, NULL, NULL));
    path = g_strdup_printf("/proc/%s/statm", g_strstrip(pid));
    g_assert_true(g_file_get_contents(path, &text, NULL, NULL));
    return g_ascii_strtoull(text, NULL, 10) * (sysconf(_SC_PAGESIZE) / 1024);
}

/*
 * The same once it is below @limit: QEMU frees what it still might read a
 * moment later, and nobody tells when.
 */
static uint64_t settled(const char *pidfile, uint64_t limit)
{
    int64_t last = g_get_monotonic_time() + 10 * G_USEC_PER_SEC;

    while (mapped(pidfile) >= limit && g_get_monotonic_time() < last) {
        g_usleep(1000);
    }
    return mapped(pidfile);
}

/*
 * Every card works like a first one, and leaves nothing behind: each has 64
 * MiB, so that two that are lost are more than heaps and stacks of threads,
 * which stay with the process.
 */
static void test_cycles(const void *data)
{
    const Place *place = data;
    const char *wish = g_getenv("NV2A_HOTPLUG_CYCLES");
    unsigned cycles = wish ? atoi(wish) : 8, i;
    char *dir = nv_qtest_mkdir();
    g_autofree char *pid = g_build_filename(dir, "pid", NULL);
    g_autofree char *more = g_strdup_printf("-pidfile %s", pid);
    NvQtest *t = machine(place, more);
    uint64_t limit = mapped(pid) + 128 * 1024;

    g_assert_cmpuint(cycles, >=, 4);
    for (i = 0; i < cycles; i++) {
        plug(t, place, chip_at(i)->name);
        g_assert_cmphex(nv_read(t, NV_PMC_ID), ==, chip_at(i)->pmc_id);
        draw(t);
        unplug(t, place);
    }
    g_test_message("%u cycles: %" PRIu64 " KiB mapped, at most %" PRIu64,
                   cycles, settled(pid, limit), limit);
    g_assert_cmpuint(settled(pid, limit), <, limit);
    end(t);
    nv_qtest_rmdir(dir);
}

/* --- in the middle --- */

typedef void (*Busy)(NvQtest *t);

static void drawing(NvQtest *t)
{
    nv_qtest_canvas(t, 512, 512);
    push_triangles(t, 60);
    nv_write(t, NV_USER_PUT, t->channel.put);
}

static void waiting(NvQtest *t)
{
    nv_write(t, NV_PCRTC_INTR_EN, 1);
    nv_write(t, NV_PTIMER_ALARM, 0x1000);
    nv_write(t, NV_PTIMER_INTR_EN, 1);
    nv_write(t, NV_PMC_INTR_EN, 1);
    qtest_clock_step(t->qts, 20000000);
    g_assert_true(nv_wait(t, NV_PMC_INTR, 0x01000000, 0x01000000));
}

static void suspended(NvQtest *t)
{
    nv_qtest_channel(t);
    channel_push(&t->channel, 0xe0000000);
    channel_push(&t->channel, 0);
    channel_kick(&t->channel);
    g_assert_true(nv_wait(t, NV_PFIFO_INTR, 1 << 12, 1 << 12));
}

static void trapped(NvQtest *t)
{
    nv_qtest_channel(t);
    channel_method(&t->channel, 0x7fc, 1);      /* nobody knows it */
    channel_method(&t->channel, 0x100, 0);
    channel_kick(&t->channel);
    g_assert_cmphex(nv_read(t, NV_MMIO_PGRAPH_INTR) & 1 << 20, !=, 0);
}

/* A second channel with work, while the first one draws. */
static void switching(NvQtest *t)
{
    drawing(t);
    channel_ramfc(&t->channel, 1);
    nv_write(t, 0x002504, 3);
    nv_write(t, 0x810040, CHANNEL_PUSH_BASE + 8);
}

static const struct {
    const char *name;
    Busy busy;
} states[] = {
    { "drawing", drawing }, { "waiting", waiting },
    { "suspended", suspended }, { "trapped", trapped },
    { "switching", switching },
};

static void test_middle(const void *data)
{
    const Place *place = data;
    NvQtest *t = machine(place, "");
    unsigned i;

    for (i = 0; i < G_N_ELEMENTS(states); i++) {
        plug(t, place, chip_at(i)->name);
        states[i].busy(t);
        unplug(t, place);
        /* What was under way touches nobody. */
        qtest_clock_step(t->qts, 100000000);
    }
    plug(t, place, "nv20");
    draw(t);
    end(t);
}

/* The same, with a reset of the machine; then the card is as new. */
static void test_reset(const void *chip)
{
    NvQtest *t = nv_qtest_start("-smp 4 -device %s,id=gpu,vram=8M",
                                ((const NvQtestChip *)chip)->name);
    unsigned i;

    for (i = 0; i < G_N_ELEMENTS(states); i++) {
        states[i].busy(t);
        nv_qtest_reset(t);
        g_assert_cmphex(nv_read(t, NV_PMC_INTR), ==, 0);
        g_assert_false(nv_qtest_intx(t));
        draw(t);
        nv_qtest_reset(t);
    }
    nv_qtest_end(t);
}

/* --- two --- */

/* One draws while the other comes, draws and goes. */
static void test_two(const void *data)
{
    const char *const *chips = data;
    g_autofree char *first = g_strdup_printf("-device %s,id=gpu,vram=8M,addr=5",
                                             chips[0]);
    NvQtest *t = machine(ROOT, first);
    NvQtest two = { .qts = t->qts, .bus = t->bus };

    t->dev = qpci_device_find(t->bus, QPCI_DEVFN(5, 0));
    t->bus->mmio_alloc_ptr = 0xf0000000;
    nv_qtest_remap(t);
    drawing(t);
    plug(&two, ROOT, chips[1]);
    draw(&two);
    push_triangles(&two, 20);
    nv_write(&two, NV_USER_PUT, two.channel.put);
    unplug(&two, ROOT);
    g_assert_cmphex(nv_read(t, NV_PMC_ID) >> 20, !=, 0xfff);
    push_triangles(t, 1);
    channel_kick(&t->channel);
    g_assert_cmphex(channel_pixel(&t->channel, 8, 8), ==, 0xff123456);
    g_clear_pointer(&t->dev, g_free);
    end(t);
}

/* --- refusals --- */

static char *refusal(QDict *answer)
{
    char *text;

    g_assert_true(qdict_haskey(answer, "error"));
    text = g_strdup(qdict_get_str(qdict_get_qdict(answer, "error"), "desc"));
    qobject_unref(answer);
    return text;
}

static void test_refused(void)
{
    NvQtest *t = machine(ROOT, "-device nv20,id=first,addr=5");
    g_autofree char *add = NULL, *del = NULL;

    add = refusal(qtest_qmp(t->qts, "{'execute': 'device_add', 'arguments': "
                            "{'driver': 'nv25', 'id': 'hot', 'vga': 'on', "
                            "'addr': '8'}}"));
    g_assert_cmpstr(add, ==, "vga=on is not possible for a card that is "
                    "plugged into a running machine: leave it out, or give "
                    "the card with -device");
    del = refusal(qtest_qmp(t->qts, "{'execute': 'device_del', 'arguments': "
                            "{'id': 'first'}}"));
    g_assert_nonnull(strstr(del, "only a card with vga=off can be unplugged"));
    /* A wrong property costs nothing: the next one is right. */
    g_free(refusal(qtest_qmp(t->qts, "{'execute': 'device_add', 'arguments': "
                             "{'driver': 'nv25', 'id': 'hot', 'raster': "
                             "'none', 'addr': '8'}}")));
    plug(t, ROOT, "nv25");
    draw(t);
    unplug(t, ROOT);
    end(t);
}

/* A guest may let go even of the card with VGA's ports. */
static void test_guest_ejects(void)
{
    NvQtest *t = machine(ROOT, "-device nv20,id=hot,addr=8");

    map(t, ROOT);
    draw(t);
    eject(t, ROOT);
    qtest_qmp_eventwait(t->qts, "DEVICE_DELETED");
    g_assert_cmphex(qtest_inb(t->qts, 0x3cc), ==, 0xff);
    g_clear_pointer(&t->dev, g_free);
    plug(t, ROOT, "nv34");
    draw(t);
    unplug(t, ROOT);
    end(t);
}

/* --- the card switches its own slot off --- */

#define ECAM 0xb0000000u

static unsigned express_capability(QPCIDevice *port)
{
    unsigned at = qpci_config_readb(port, PCI_CAPABILITY_LIST);

    while (at && qpci_config_readb(port, at) != PCI_CAP_ID_EXP) {
        at = qpci_config_readb(port, at + 1);
    }
    g_assert_cmpuint(at, !=, 0);
    return at;
}

/* A semaphore's release as bus master, in the middle of a run. */
static void test_own_slot(void)
{
    static const Place here = { "", Q35 " -global ICH9-LPC.acpi-pci-hotplug-"
        "with-bridge-support=off -device pcie-root-port,id=br,chassis=1,"
        "slot=1,addr=4", "br", 0, true, 0 };
    NvQtest *t = machine(&here, "-device nv25,id=hot,bus=br,vga=off,vram=8M");
    QPCIDevice *host = qpci_device_find(t->bus, 0);
    QPCIDevice *port = qpci_device_find(t->bus, QPCI_DEVFN(4, 0));
    unsigned control = express_capability(port) + PCI_EXP_SLTCTL;
    Channel *ch = &t->channel;

    qpci_config_writel(host, 0x64, 0);
    qpci_config_writel(host, 0x60, ECAM | 1);
    map(t, &here);
    nv_qtest_channel(t);
    channel_ramin_write(ch, 0x13000, 0x0002b002);
    channel_ramin_write(ch, 0x13004, 0xfff);
    channel_ramin_write(ch, 0x13008, (ECAM + (4 << 15)) | 3);
    channel_ramht(ch, 0, 0xbad, 0x13000, 0);
    g_assert_cmphex(qtest_readl(t->qts, ECAM + (4 << 15)) & 0xffff, ==,
                    0x1b36);
    channel_method(ch, 0x60, 0xbad);
    channel_method(ch, 0x64, control & ~3u);
    channel_method(ch, 0x6c, 0x0700 << (control & 2 ? 16 : 0));
    push_triangles(t, 4);
    nv_write(t, NV_USER_PUT, ch->put);
    qtest_qmp_eventwait(t->qts, "DEVICE_DELETED");
    g_assert_cmphex(qpci_config_readl(t->dev, 0), ==, 0xffffffff);
    qtest_clock_step(t->qts, 100000000);
    g_clear_pointer(&t->dev, g_free);
    g_free(host);
    g_free(port);
    end(t);
}

int main(int argc, char **argv)
{
    static const char *const pairs[][2] = {
        { "nv20", "nv35" }, { "nv35", "nv20" }, { "nv17", "nv15" },
    };
    unsigned i;

    g_test_init(&argc, &argv, NULL);
    for (i = 0; i < G_N_ELEMENTS(places); i++) {
        g_autofree char *cycles = g_strconcat("/hotplug/cycles/",
                                              places[i].name, NULL);
        g_autofree char *middle = g_strconcat("/hotplug/middle/",
                                              places[i].name, NULL);

        qtest_add_data_func(cycles, &places[i], test_cycles);
        qtest_add_data_func(middle, &places[i], test_middle);
    }
    for (i = 0; i < G_N_ELEMENTS(pairs); i++) {
        g_autofree char *two = g_strdup_printf("/hotplug/two/%s", pairs[i][0]);

        qtest_add_data_func(two, pairs[i], test_two);
    }
    nv_qtest_add("/hotplug/reset", test_reset);
    qtest_add_func("/hotplug/refused", test_refused);
    qtest_add_func("/hotplug/guest-ejects", test_guest_ejects);
    qtest_add_func("/hotplug/own-slot", test_own_slot);
    return g_test_run();
}
