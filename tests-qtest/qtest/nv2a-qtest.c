/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Helpers for qtests of a card in QEMU.  Facts: libqtest.h and libqos of the
 * QEMU tree.
 */
#include "nv2a-qtest.h"

#include <glib/gstdio.h>
#include <sys/wait.h>

#define ALL (NV_QTEST_KELVIN | NV_QTEST_CALLS)

const NvQtestChip nv_qtest_chips[] = {
    { "nv10", 0x0100, 0x010000a1, 1, 64, 0, 0x56 },
    { "nv15", 0x0150, 0x015000a1, 1, 64, 0, 0x96 },
    { "nv17", 0x0170, 0x017000a1, 2, 64, NV_QTEST_CALLS, 0x99 },
    { "nv20", 0x0200, 0x020200a5, 1, 64, ALL, 0x97 },
    { "nv25", 0x0250, 0x025000a3, 2, 128, ALL, 0x97 },
    { "nv2a", 0x02a0, 0x02a000a1, 2, 64, ALL, 0x97 },
    { "nv30", 0x0301, 0x030000a1, 2, 128, ALL, 0x97 },
    { "nv34", 0x0322, 0x034000b1, 2, 128, ALL, 0x97 },
    { "nv35", 0x0330, 0x035000a1, 2, 128, ALL, 0x97 },
    { "nv40", 0x0041, 0x040000a1, 2, 128, NV_QTEST_CALLS | NV_QTEST_CURIE,
      0x4097 },
    { NULL }
};

unsigned nv_qtest_count(void)
{
    return G_N_ELEMENTS(nv_qtest_chips) - 1;
}

void nv_qtest_add(const char *path, void (*test)(const void *chip))
{
    nv_qtest_add_for(0, path, test);
}

void nv_qtest_add_for(unsigned needs, const char *path,
                      void (*test)(const void *chip))
{
    const NvQtestChip *chip;

    for (chip = nv_qtest_chips; chip->name; chip++) {
        if ((chip->has & needs) == needs) {
            g_autofree char *full = g_strdup_printf("%s/%s", path, chip->name);

            g_test_add_data_func(full, chip, test);
        }
    }
}

#ifdef NV2A_QTEST_PLUGIN
void nv_qtest_defaults(void)
{
    g_setenv("NV2A_PLUGIN", NV2A_QTEST_PLUGIN, false);
    g_setenv("NV2A_PRELOAD", NV2A_QTEST_PRELOAD, false);
    g_setenv("QEMU_MODULE_DIR", NV2A_QTEST_MODULES, false);
    g_setenv("QTEST_QEMU_BINARY", NV2A_QTEST_QEMU, false);
}
#endif

/* A sanitized plugin needs its runtime in QEMU before all else. */
static void preload(void)
{
    const char *library = g_getenv("NV2A_PRELOAD");

    if (library && *library) {
        g_setenv("LD_PRELOAD", library, true);
        g_setenv("ASAN_OPTIONS", "detect_leaks=0", false);
        g_setenv("UBSAN_OPTIONS", "halt_on_error=1:print_stacktrace=1",
                 false);
    }
}

const char *nv_qtest_plugin(void)
{
    const char *path = g_getenv("NV2A_PLUGIN");

    preload();
    return path ? path : "none";
}

bool nv_qtest_in_tree(void)
{
    return g_str_equal(nv_qtest_plugin(), "none");
}

char *nv_qtest_options(void)
{
    return nv_qtest_in_tree() ? g_strdup("") :
           g_strdup_printf("-plugin %s", nv_qtest_plugin());
}

typedef struct Search {
    unsigned want, seen;
    QPCIDevice *dev;
} Search;

static void found(QPCIDevice *dev, int devfn, void *data)
{
    Search *s = data;

    if (s->seen++ == s->want) {
        s->dev = dev;
    } else {
        g_free(dev);
    }
}

void nv_qtest_remap(NvQtest *t)
{
    int i;

    qpci_device_enable(t->dev);
    for (i = 0; i < 2; i++) {
        t->bar[i] = qpci_iomap(t->dev, i, &t->size[i]);
    }
}

static void map_card(NvQtest *t, unsigned index)
{
    Search s = { .want = index };

    qpci_device_foreach(t->bus, NV_VENDOR, -1, found, &s);
    g_assert_nonnull(s.dev);
    t->dev = s.dev;
    nv_qtest_remap(t);
}

void nv_qtest_reset(NvQtest *t)
{
    qtest_qmp_assert_success(t->qts, "{'execute': 'system_reset'}");
    qtest_qmp_eventwait(t->qts, "RESET");
    nv_qtest_remap(t);
}

/* Once the machine runs: the bus and the card. */
static void attach(NvQtest *t)
{
    t->bus = qpci_new_pc(t->qts, NULL);
    map_card(t, 0);
}

/* NV2A_QTEST_THREAD=on: the same tests, of cards that work on a thread. */
static NvQtest *launch(const char *how, const char *args)
{
    NvQtest *t = g_new0(NvQtest, 1);
    const char *thread = g_getenv("NV2A_QTEST_THREAD");
    g_autofree char *options = nv_qtest_options();

    t->qts = qtest_initf("-M pc -vga none -net none %s "
                         "-global nv2a-card.thread=%s %s %s",
                         options, thread ? thread : "off", how,
                         args);
    return t;
}

NvQtest *nv_qtest_start(const char *args, ...)
{
    g_autofree char *text = NULL;
    NvQtest *t;
    va_list ap;

    va_start(ap, args);
    text = g_strdup_vprintf(args, ap);
    va_end(ap);
    t = launch("", text);
    attach(t);
    return t;
}

/* ORDER: loading starts when QMP listens, or it would miss the event. */
NvQtest *nv_qtest_load(const char *file, const char *args, ...)
{
    g_autofree char *uri = g_strdup_printf("exec:cat %s", file);
    g_autofree char *text = NULL;
    NvQtest *t;
    va_list ap;

    va_start(ap, args);
    text = g_strdup_vprintf(args, ap);
    va_end(ap);
    t = launch("-incoming defer", text);
    qtest_qmp_assert_success(t->qts, "{'execute': 'migrate-incoming', "
                             "'arguments': {'uri': %s}}", uri);
    qtest_qmp_eventwait(t->qts, "RESUME");
    attach(t);
    nv_qtest_adopt(t);
    return t;
}

void nv_qtest_end(NvQtest *t)
{
    g_free(t->dev);
    qpci_free_pc(t->bus);
    qtest_quit(t->qts);
    g_free(t);
}

NvQtest *nv_qtest_other(NvQtest *t, unsigned index)
{
    NvQtest *other = g_new0(NvQtest, 1);

    other->qts = t->qts;
    other->bus = t->bus;
    map_card(other, index);
    return other;
}

void nv_qtest_other_end(NvQtest *t)
{
    g_free(t->dev);
    g_free(t);
}

uint32_t nv_read(NvQtest *t, uint32_t reg)
{
    return qpci_io_readl(t->dev, t->bar[0], reg);
}

void nv_write(NvQtest *t, uint32_t reg, uint32_t value)
{
    qpci_io_writel(t->dev, t->bar[0], reg, value);
}

uint32_t nv_vram_read(NvQtest *t, uint32_t offset)
{
    return qpci_io_readl(t->dev, t->bar[1], offset);
}

void nv_vram_write(NvQtest *t, uint32_t offset, uint32_t value)
{
    qpci_io_writel(t->dev, t->bar[1], offset, value);
}

bool nv_wait(NvQtest *t, uint32_t reg, uint32_t mask, uint32_t expect)
{
    int64_t end = g_get_monotonic_time() + 2 * G_USEC_PER_SEC;

    do {
        if ((nv_read(t, reg) & mask) == expect) {
            return true;
        }
        g_usleep(200);
    } while (g_get_monotonic_time() < end);
    return false;
}

bool nv_qtest_intx(NvQtest *t)
{
    return qpci_config_readw(t->dev, PCI_STATUS) & PCI_STATUS_INTERRUPT;
}

/* A channel whose machine is a QEMU under test. */

static uint32_t machine_read(void *machine, uint32_t reg)
{
    return nv_read(machine, reg);
}

static void machine_write(void *machine, uint32_t reg, uint32_t value)
{
    nv_write(machine, reg, value);
}

static void machine_ram_write(void *machine, uint32_t addr, uint32_t word)
{
    qtest_writel(((NvQtest *)machine)->qts, addr, word);
}

static uint32_t machine_vram_read(void *machine, uint32_t offset)
{
    return nv_vram_read(machine, offset);
}

static void machine_vram_write(void *machine, uint32_t offset, uint32_t word)
{
    nv_vram_write(machine, offset, word);
}

/*
 * Every access goes once round QEMU's main loop, where the card works: it
 * stands still when GET did not move for some of them.  Work that never ends
 * is left alone after a while.
 */
static void settle_by_reading(void *machine)
{
    uint32_t get, last = 0;
    unsigned still = 0, reads;

    for (reads = 0; still < 16 && reads < 200; reads++) {
        get = nv_read(machine, NV_USER_GET);
        still = get == last ? still + 1 : 0;
        last = get;
    }
}

static bool work_is_left(NvQtest *t, const char *card)
{
    QDict *answer = qtest_qmp(t->qts, "{'execute': 'qom-get', 'arguments': "
                              "{'path': %s, 'property': 'x-work-left'}}",
                              card);
    bool left = qdict_get_bool(answer, "return");

    qobject_unref(answer);
    return left;
}

/* Of any card among the objects of @folder. */
static bool some_work_is_left(NvQtest *t, const char *folder)
{
    QDict *answer = qtest_qmp(t->qts, "{'execute': 'qom-list', 'arguments': "
                                      "{'path': %s}}", folder);
    const QListEntry *e;
    bool left = false;

    QLIST_FOREACH_ENTRY(qdict_get_qlist(answer, "return"), e) {
        QDict *child = qobject_to(QDict, qlist_entry_obj(e));
        g_autofree char *path = g_strdup_printf("%s/%s", folder,
                                                qdict_get_str(child, "name"));

        left |= g_str_has_prefix(qdict_get_str(child, "type"), "child<nv") &&
                work_is_left(t, path);
    }
    qobject_unref(answer);
    return left;
}

/* On a thread of its own the card works whether it is read or not. */
static void machine_settle(void *machine)
{
    const char *thread = g_getenv("NV2A_QTEST_THREAD");
    int64_t end = g_get_monotonic_time() + G_USEC_PER_SEC / 2;

    if (!thread || strcmp(thread, "on")) {
        settle_by_reading(machine);
        return;
    }
    while ((some_work_is_left(machine, "/machine/peripheral") ||
            some_work_is_left(machine, "/machine/peripheral-anon")) &&
           g_get_monotonic_time() < end) {
        g_thread_yield();
    }
}

static const ChannelOps machine_ops = {
    .read = machine_read,
    .write = machine_write,
    .ram_write = machine_ram_write,
    .vram_read = machine_vram_read,
    .vram_write = machine_vram_write,
    .settle = machine_settle,
};

/* The row without a name if the card does not answer. */
static const NvQtestChip *chip_of(NvQtest *t)
{
    const NvQtestChip *chip = nv_qtest_chips;
    uint32_t id = nv_read(t, NV_PMC_ID);

    while (chip->name && chip->pmc_id != id) {
        chip++;
    }
    return chip;
}

void nv_qtest_adopt(NvQtest *t)
{
    t->channel = (Channel) {
        .ops = &machine_ops, .machine = t, .vram_size = t->size[1],
        .celsius = channel_is_celsius(chip_of(t)->class_3d),
    };
}

void nv_qtest_channel(NvQtest *t)
{
    nv_qtest_adopt(t);
    g_assert_true(channel_open(&t->channel, chip_of(t)->class_3d));
    g_assert_cmphex(nv_read(t, NV_MMIO_PGRAPH_INTR), ==, 0);
}

void nv_qtest_canvas(NvQtest *t, unsigned width, unsigned height)
{
    nv_qtest_channel(t);
    g_assert_cmpuint(channel_surface(&t->channel, width, height), >, 0);
    g_assert_true(channel_passthrough_program(&t->channel));
}

char *nv_qtest_property_of(QTestState *qts, const char *id, const char *name)
{
    g_autofree char *path = g_strdup_printf("/machine/peripheral/%s", id);
    QDict *answer = qtest_qmp(qts, "{'execute': 'qom-get', 'arguments': "
                              "{'path': %s, 'property': %s}}", path, name);
    char *text;

    g_assert_true(qdict_haskey(answer, "return"));
    text = g_strdup(qdict_get_str(answer, "return"));
    qobject_unref(answer);
    return text;
}

char *nv_qtest_property(NvQtest *t, const char *name)
{
    return nv_qtest_property_of(t->qts, "gpu", name);
}

static void wait_migrated(QTestState *qts)
{
    bool done = false;

    while (!done) {
        QDict *answer = qtest_qmp(qts, "{'execute': 'query-migrate'}");
        QDict *info = qdict_get_qdict(answer, "return");
        const char *status = qdict_get_str(info, "status");

        g_assert_cmpstr(status, !=, "failed");
        done = strcmp(status, "completed") == 0;
        qobject_unref(answer);
        g_usleep(1000);
    }
}

void nv_qtest_save(NvQtest *t, const char *file)
{
    g_autofree char *uri = g_strdup_printf("exec:cat > %s", file);

    qtest_qmp_assert_success(t->qts, "{'execute': 'migrate', 'arguments': "
                             "{'uri': %s}}", uri);
    wait_migrated(t->qts);
}

char *nv_qtest_mkdir(void)
{
    GError *err = NULL;
    char *dir = g_dir_make_tmp("nv2a-test-XXXXXX", &err);

    g_assert_no_error(err);
    return dir;
}

void nv_qtest_rmdir(char *dir)
{
    GDir *list = g_dir_open(dir, 0, NULL);
    const char *name;

    while ((name = g_dir_read_name(list))) {
        g_autofree char *file = g_build_filename(dir, name, NULL);

        g_unlink(file);
    }
    g_dir_close(list);
    g_rmdir(dir);
    g_free(dir);
}

/* timeout(1) is in every base system and kills what never ends. */
int nv_run_qemu_plain(const char *args, char **out)
{
    g_autofree char *command = g_strdup_printf(
        "timeout -k 1 20 %s -display none -vga none -net none "
        "-monitor none -serial null -S %s 2>&1 </dev/null",
        g_getenv("QTEST_QEMU_BINARY"), args);
    const char *argv[] = { "/bin/sh", "-c", command, NULL };
    GError *err = NULL;
    int status = -1;

    g_spawn_sync(NULL, (char **)argv, NULL, G_SPAWN_DEFAULT, NULL, NULL, out,
                 NULL, &status, &err);
    g_assert_no_error(err);
    g_assert_true(WIFEXITED(status));
    g_assert_cmpint(WEXITSTATUS(status), <, 124);
    return WEXITSTATUS(status);
}

int nv_run_qemu_with(const char *file, const char *plugin, const char *args,
                     char **out)
{
    g_autofree char *all = g_strdup_printf("-M pc -plugin %s%s %s", file,
                                           plugin, args);

    return nv_run_qemu_plain(all, out);
}

int nv_run_qemu(const char *plugin, const char *args, char **out)
{
    return nv_run_qemu_with(nv_qtest_plugin(), plugin, args, out);
}
