/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The PCI function as a guest and a user of QEMU meet it.  Expected values:
 * the PCI ids are those the silicon reports; the rest is our own contract.
 */
#include "nv2a-qtest.h"

#include "nv2a/host.h"
#include "nv2a/version.h"

static void test_identity(const void *data)
{
    const NvQtestChip *chip = data;
    NvQtest *t = nv_qtest_start("-device %s,id=gpu", chip->name);

    g_assert_cmphex(qpci_config_readw(t->dev, PCI_VENDOR_ID), ==, NV_VENDOR);
    g_assert_cmphex(qpci_config_readw(t->dev, PCI_DEVICE_ID), ==,
                    chip->device_id);
    g_assert_cmphex(qpci_config_readw(t->dev, PCI_CLASS_DEVICE), ==, 0x0300);
    g_assert_cmphex(qpci_config_readb(t->dev, PCI_INTERRUPT_PIN), ==, 1);
    g_assert_cmphex(nv_read(t, NV_PMC_ID), ==, chip->pmc_id);
    g_assert_cmpuint(t->size[1] >> 20, ==, chip->vram_default);
    nv_qtest_end(t);
}

static void test_bars(void)
{
    NvQtest *t = nv_qtest_start("-device nv20,vram=32M");
    uint32_t bar0 = qpci_config_readl(t->dev, PCI_BASE_ADDRESS_0);
    uint32_t bar1 = qpci_config_readl(t->dev, PCI_BASE_ADDRESS_1);

    g_assert_cmphex(t->size[0], ==, 16 << 20);
    g_assert_cmphex(t->size[1], ==, 32 << 20);
    g_assert_cmphex(bar0 & 0xf, ==, 0);
    g_assert_cmphex(bar1 & 0xf, ==, PCI_BASE_ADDRESS_MEM_PREFETCH);
    nv_qtest_end(t);
}

static void test_vram(void)
{
    NvQtest *t = nv_qtest_start("-device nv20,vram=16M");
    uint32_t last = (16 << 20) - 4;

    nv_vram_write(t, 0, 0x12345678);
    nv_vram_write(t, last, 0x9abcdef0);
    g_assert_cmphex(nv_vram_read(t, 0), ==, 0x12345678);
    g_assert_cmphex(nv_vram_read(t, last), ==, 0x9abcdef0);
    nv_qtest_end(t);
}

/* VRAM on the machine's memory: a write here is seen there, both ways. */
static void test_vram_backend(void)
{
    NvQtest *t = nv_qtest_start(
        "-m 64M -object memory-backend-ram,id=uma,size=64M "
        "-machine memory-backend=uma -device nv2a,vram-backend=uma");

    g_assert_cmphex(t->size[1], ==, 64 << 20);
    nv_vram_write(t, 0x200000, 0xcafe0001);
    g_assert_cmphex(qtest_readl(t->qts, 0x200000), ==, 0xcafe0001);
    qtest_writel(t->qts, 0x200004, 0xcafe0002);
    g_assert_cmphex(nv_vram_read(t, 0x200004), ==, 0xcafe0002);
    nv_qtest_end(t);
}

static void test_two_cards(void)
{
    NvQtest *a = nv_qtest_start("-device nv20,vram=16M "
                                "-device nv2a,vram=32M");
    NvQtest *b = nv_qtest_other(a, 1);

    g_assert_cmphex((nv_read(a, NV_PMC_ID) >> 20) & 0xff, ==, 0x20);
    g_assert_cmphex((nv_read(b, NV_PMC_ID) >> 20) & 0xff, ==, 0x2a);
    nv_vram_write(a, 0x1000, 1);
    nv_vram_write(b, 0x1000, 2);
    g_assert_cmphex(nv_vram_read(a, 0x1000), ==, 1);
    g_assert_cmphex(nv_vram_read(b, 0x1000), ==, 2);
    nv_write(a, NV_PMC_ENABLE, 0x100);
    nv_write(b, NV_PMC_ENABLE, 0x1000);
    g_assert_cmphex(nv_read(a, NV_PMC_ENABLE), !=, nv_read(b, NV_PMC_ENABLE));
    nv_qtest_other_end(b);
    nv_qtest_end(a);
}

static void test_reset(void)
{
    NvQtest *t = nv_qtest_start("-device nv20,vram=16M");
    uint32_t reset = nv_read(t, NV_PMC_ENABLE);
    uint32_t id = nv_read(t, NV_PMC_ID);

    nv_write(t, NV_PMC_ENABLE, reset ^ 0x100);
    g_assert_cmphex(nv_read(t, NV_PMC_ENABLE), !=, reset);
    nv_vram_write(t, 0x40, 0x600df00d);
    qtest_qmp_assert_success(t->qts, "{'execute': 'system_reset'}");
    qtest_qmp_eventwait(t->qts, "RESET");
    g_assert_cmphex(qpci_config_readl(t->dev, PCI_BASE_ADDRESS_0), ==, 0);
    nv_qtest_remap(t);
    g_assert_cmphex(nv_read(t, NV_PMC_ENABLE), ==, reset);
    g_assert_cmphex(nv_read(t, NV_PMC_ID), ==, id);
    g_assert_cmphex(nv_vram_read(t, 0x40), ==, 0x600df00d);
    nv_qtest_end(t);
}

static void test_migrate(const void *data)
{
    const NvQtestChip *chip = data;
    char *dir = nv_qtest_mkdir();
    g_autofree char *file = g_build_filename(dir, "state", NULL);
    NvQtest *t = nv_qtest_start("-device %s,vram=16M", chip->name);
    uint32_t reset = nv_read(t, NV_PMC_ENABLE);
    uint32_t changed;

    nv_write(t, NV_PMC_ENABLE, reset ^ 0x100);
    changed = nv_read(t, NV_PMC_ENABLE);
    g_assert_cmphex(changed, !=, reset);
    nv_vram_write(t, 0xabc0, 0x0badcafe);
    nv_qtest_save(t, file);
    nv_qtest_end(t);

    t = nv_qtest_load(file, "-device %s,vram=16M", chip->name);
    g_assert_cmphex(nv_read(t, NV_PMC_ENABLE), ==, changed);
    g_assert_cmphex(nv_vram_read(t, 0xabc0), ==, 0x0badcafe);
    nv_qtest_end(t);
    nv_qtest_rmdir(dir);
}

/* Load @file into a machine with @device: it must end with an error. */
static char *load_fails(const char *file, const char *device)
{
    g_autofree char *args = g_strdup_printf(
        "-accel qtest -device %s -incoming 'exec:cat %s'", device, file);
    char *out = NULL;

    g_assert_cmpint(nv_run_qemu("", args, &out), ==, 1);
    g_test_message("%s", out);
    return out;
}

/* The state of another card, or with other VRAM, is not taken. */
static void test_migrate_other(void)
{
    char *dir = nv_qtest_mkdir();
    g_autofree char *file = g_build_filename(dir, "state", NULL);
    g_autofree char *chip = NULL;
    g_autofree char *vram = NULL;
    NvQtest *t = nv_qtest_start("-device nv25,vram=16M");

    nv_qtest_save(t, file);
    nv_qtest_end(t);
    chip = load_fails(file, "nv2a,vram=16M");
    g_assert_nonnull(strstr(chip, "nv2a-card"));
    vram = load_fails(file, "nv25,vram=32M");
    g_assert_nonnull(strstr(vram, "nv2a.vram"));
    nv_qtest_rmdir(dir);
}

/*
 * Damage the head of the card's own part of a state file.  In front of it:
 * section name, instance, version, PCI version, configuration space, four
 * interrupt levels, the timers, size.
 */
static void damage(const char *file)
{
    const size_t ahead = strlen("nv2a-card") + 4 + 4 + 4 + 256 + 16 +
                         8 * NV_TIMERS + 4;
    GError *err = NULL;
    gsize size, at;
    char *bytes;

    g_assert_true(g_file_get_contents(file, &bytes, &size, &err));
    g_assert_no_error(err);
    /* With the instance's number; the option ROM's name goes on. */
    for (at = 0; at + ahead + 16 < size; at++) {
        if (memcmp(bytes + at, "nv2a-card\0\0\0", 13) == 0) {
            break;
        }
    }
    g_assert_cmpuint(at + ahead + 16, <, size);
    memset(bytes + at + ahead, 0xff, 16);
    g_assert_true(g_file_set_contents(file, bytes, size, &err));
    g_assert_no_error(err);
    g_free(bytes);
}

static void test_migrate_damaged(void)
{
    char *dir = nv_qtest_mkdir();
    g_autofree char *file = g_build_filename(dir, "state", NULL);
    g_autofree char *out = NULL;
    NvQtest *t = nv_qtest_start("-device nv25,vram=16M");

    nv_qtest_save(t, file);
    nv_qtest_end(t);
    damage(file);
    out = load_fails(file, "nv25,vram=16M");
    g_assert_nonnull(strstr(out, "saved state refused"));
    nv_qtest_rmdir(dir);
}

static void test_dumps(void)
{
    NvQtest *t = nv_qtest_start("-device nv20,vram=16M,id=gpu");
    g_autofree char *text = nv_qtest_property(t, "x-pfifo");

    g_assert_cmpuint(strlen(text), >, 10);
    nv_qtest_end(t);
}

static void test_trace_monitor(void)
{
    NvQtest *t = nv_qtest_start("-device nv20,vram=16M");
    g_autofree char *before = qtest_hmp(t->qts, "info trace-events "
                                        "nv2a_card_mmio_read");
    g_autofree char *after = NULL;
    g_autofree char *none = qtest_hmp(t->qts, "trace-event nv2a_card_* on");

    g_assert_nonnull(strstr(before, "nv2a_card_mmio_read : state 0"));
    g_assert_cmpstr(none, ==, "");
    after = qtest_hmp(t->qts, "info trace-events nv2a_card_mmio_read");
    g_assert_nonnull(strstr(after, "nv2a_card_mmio_read : state 1"));
    nv_qtest_end(t);
}

static void test_help(void)
{
    static const char *const words[] = {
        "nv10", "nv15", "nv17", "nv20", "nv25", "nv2a", "nv30",
        "nv34", "nv35", "vram=SIZE",
        "raster=NAME[:", "record-file=",
        "soft", "null", "trace=PATTERN", "x-pgraph", "-device nv20",
    };
    g_autofree char *out = NULL;
    unsigned i;

    g_assert_cmpint(nv_run_qemu(",help", "", &out), ==, 0);
    for (i = 0; i < G_N_ELEMENTS(words); i++) {
        if (!strstr(out, words[i])) {
            g_test_message("help lacks \"%s\":\n%s", words[i], out);
            g_test_fail();
        }
    }
}

static void test_version(void)
{
    g_autofree char *out = NULL;

    g_assert_cmpint(nv_run_qemu(",version=on", "", &out), ==, 0);
    g_assert_nonnull(strstr(out, "nv2a.so " NV2A_VERSION " for QEMU "));
}

/* What a user can get wrong: status 1 and one line with these words. */
static const struct {
    const char *name, *plugin, *args, *expect;
} refusals[] = {
    { "vram-size", "", "-device nv20,vram=65M", "power of two" },
    { "vram-small", "", "-device nv20,vram=1M", "4M to 128M" },
    { "vram-text", "", "-device nv20,vram=lots", "vram" },
    { "raster", "", "-device nv20,raster=vulkan", "choose from" },
    { "record-file", "", "-device nv20,raster=record", "record-file=FILE" },
    { "record-unused", "", "-device nv20,record-file=x", "raster=record" },
    { "record-place", "", "-device nv20,raster=record,"
      "record-file=/nonexistent/x", "/nonexistent/x" },
    { "raster-argument", "", "-device nv20,raster=soft:nonsense",
      "nonsense" },
    { "record-colon", "", "-device nv20,raster=record:/nonexistent/y",
      "/nonexistent/y" },
    { "romfile", "", "-device nv20,romfile=/nonexistent/rom",
      "/nonexistent/rom" },
    { "backend", "", "-device nv20,vram-backend=nothing", "nothing" },
    { "backend-size", "", "-object memory-backend-ram,id=m,size=24M "
      "-device nv20,vram-backend=m", "power of two" },
    { "backend-small", "", "-object memory-backend-ram,id=m,size=16M "
      "-device nv20,vram-backend=m,vram=32M", "more than vram-backend" },
    { "argument", ",speed=11", "", "unknown argument" },
    { "trace", ",trace=nothing_*", "", "no trace event matches" },
};

static void test_refusal(const void *data)
{
    unsigned i = GPOINTER_TO_UINT(data);
    g_autofree char *out = NULL;
    unsigned lines = 0;
    const char *p;

    g_assert_cmpint(nv_run_qemu(refusals[i].plugin, refusals[i].args, &out),
                    ==, 1);
    for (p = out; *p; p++) {
        lines += *p == '\n';
    }
    g_test_message("%s", out);
    g_assert_nonnull(strstr(out, refusals[i].expect));
    /* The runtime of a sanitized plugin has lines of its own to say. */
    if (!*(g_getenv("NV2A_PRELOAD") ?: "")) {
        g_assert_cmpuint(lines, <=, 2);
    }
}

static void test_wrong_version(void)
{
    g_autofree char *out = NULL;

    g_assert_cmpint(nv_run_qemu_with(g_getenv("NV2A_PLUGIN_WRONG_VERSION"),
                                     "", "-device nv20", &out), ==, 1);
    g_test_message("%s", out);
    g_assert_nonnull(strstr(out, ".99 and this is QEMU"));
    g_assert_nonnull(strstr(out, "make clean"));
}

int main(int argc, char **argv)
{
    unsigned i;

    g_test_init(&argc, &argv, NULL);
    nv_qtest_add("/nv2a/identity", test_identity);
    g_test_add_func("/nv2a/bars", test_bars);
    g_test_add_func("/nv2a/vram", test_vram);
    g_test_add_func("/nv2a/vram-backend", test_vram_backend);
    g_test_add_func("/nv2a/two-cards", test_two_cards);
    g_test_add_func("/nv2a/reset", test_reset);
    nv_qtest_add("/nv2a/migrate", test_migrate);
    g_test_add_func("/nv2a/migrate-other", test_migrate_other);
    g_test_add_func("/nv2a/migrate-damaged", test_migrate_damaged);
    g_test_add_func("/nv2a/dumps", test_dumps);
    g_test_add_func("/nv2a/trace-monitor", test_trace_monitor);
    g_test_add_func("/nv2a/help", test_help);
    g_test_add_func("/nv2a/version", test_version);
    g_test_add_func("/nv2a/refused/version", test_wrong_version);
    for (i = 0; i < G_N_ELEMENTS(refusals); i++) {
        g_autofree char *path = g_strdup_printf("/nv2a/refused/%s",
                                                refusals[i].name);

        g_test_add_data_func(path, GUINT_TO_POINTER(i), test_refusal);
    }
    return g_test_run();
}
