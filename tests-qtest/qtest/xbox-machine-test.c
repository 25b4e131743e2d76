/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The console as a machine: reset, power, drives, snapshots, what a hostile
 * guest writes, and what a user can get wrong.
 */
#include "xbox-qtest.h"

#include "qemu/bswap.h"

#define ROUNDS 20000

/* --- reset and power --- */

static const uint32_t ram_mark = 0x00200000;

/* Memory stays, chips do not. */
static void assert_reset(XboxTest *t)
{
    xbox_wait(t, "RESET");
    g_assert_cmphex(qtest_readl(t->qts, ram_mark), ==, 0x600df00d);
    g_assert_cmphex(xbox_config(t, XBOX_LPC(0x10)), ==, 1);
    g_assert_cmphex(xbox_config(t, XBOX_CONFIG(0, 30, 0, 0x18)), ==, 0);
    xbox_map(t);
    qtest_writel(t->qts, ram_mark, 0x600df00d);
}

static void test_reset(void)
{
    XboxTest *t = xbox_start("", "");

    xbox_map(t);
    qtest_writel(t->qts, ram_mark, 0x600df00d);
    qtest_qmp_assert_success(t->qts, "{'execute': 'system_reset'}");
    assert_reset(t);
    qtest_outb(t->qts, 0xcf9, 0x0e);
    assert_reset(t);
    xbox_smbus_send(t, XBOX_SMC, 0x02, 0x01);
    assert_reset(t);
    xbox_smbus_send(t, XBOX_SMC, 0x02, 0x40);
    assert_reset(t);
    xbox_end(t);
}

static void test_power_off(void)
{
    XboxTest *t = xbox_start("", "");

    xbox_map(t);
    xbox_smbus_send(t, XBOX_SMC, 0x02, 0x80);
    xbox_wait(t, "SHUTDOWN");
    xbox_end(t);
}

/* The monitor's system_powerdown is the button at the front. */
static void test_power_button(void)
{
    XboxTest *t = xbox_start("", "");
    uint8_t reason;

    xbox_map(t);
    g_assert_true(xbox_smbus_read(t, XBOX_SMC, 0x11, &reason));
    qtest_qmp_assert_success(t->qts, "{'execute': 'system_powerdown'}");
    g_assert_true(xbox_smbus_read(t, XBOX_SMC, 0x11, &reason));
    g_assert_cmphex(reason & 1, ==, 1);
    g_assert_true(xbox_smbus_read(t, XBOX_SMC, 0x11, &reason));
    g_assert_cmphex(reason & 1, ==, 0);
    xbox_end(t);
}

/* The other machine whose place it can take, and the other emulator. */
static void test_base(void)
{
    XboxTest *t;

    if (xbox_in_tree()) {
        g_test_skip("the machine is QEMU's own");
        return;
    }
    t = xbox_start("", "-M pc");
    xbox_map(t);
    g_assert_cmphex(xbox_config(t, XBOX_CONFIG(0, 0, 0, 0)), ==, 0x02a510de);
    g_assert_cmphex(qtest_readl(t->qts, XBOX_GPU), ==, 0x02a000a1);
    xbox_end(t);
}

/* --- drives --- */

enum { ATA_STATUS = 0x1f7, ATA_SELECT = 0x1f6 };

/* The first word of what the drive says of itself; 0xffff: nobody there. */
static uint16_t identify(XboxTest *t, unsigned unit, uint8_t command)
{
    uint16_t first;
    unsigned i;

    qtest_outb(t->qts, ATA_SELECT, 0xa0 | unit << 4);
    qtest_outb(t->qts, ATA_STATUS, command);
    if ((qtest_inb(t->qts, ATA_STATUS) & 0x89) != 0x08) {
        return 0xffff;
    }
    first = qtest_inw(t->qts, 0x1f0);
    for (i = 1; i < 256; i++) {
        qtest_inw(t->qts, 0x1f0);
    }
    return first;
}

static uint8_t tray(XboxTest *t)
{
    uint8_t state;

    g_assert_true(xbox_smbus_read(t, XBOX_SMC, 0x03, &state));
    return state & 0x70;
}

/* The disk is the master, what -cdrom names the slave of one channel. */
static void test_drives(void)
{
    static const uint8_t disc[64 * 2048];
    XboxTest *t = xbox_start("", "");
    g_autofree char *disk = xbox_file(t, "disk.img", disc, sizeof(disc));
    g_autofree char *iso = xbox_file(t, "disc.iso", disc, sizeof(disc));
    g_autofree char *args = g_strdup_printf(
        "-drive file=%s,format=raw,index=0 -cdrom %s", disk, iso);
    g_autofree char *none = g_strdup_printf(
        "-drive file=%s,format=raw,index=0", disk);

    xbox_stop(t);
    xbox_again(t, "", args);
    xbox_map(t);
    g_assert_cmphex(identify(t, 0, 0xec) & 0x8000, ==, 0);
    g_assert_cmphex(identify(t, 1, 0xa1) & 0xc000, ==, 0x8000);
    g_assert_cmphex(tray(t), ==, 0x60);         /* a disc */
    g_assert_true(xbox_smbus_write(t, XBOX_SMC, 0x0c, 0));
    g_assert_cmphex(tray(t), ==, 0x10);         /* open */
    g_assert_true(xbox_smbus_write(t, XBOX_SMC, 0x0c, 1));
    g_assert_cmphex(tray(t), ==, 0x60);
    /* Closed once more it is still the same disc. */
    g_assert_false(xbox_disc_ready(t));
    g_assert_false(xbox_disc_ready(t));
    g_assert_true(xbox_disc_ready(t));
    g_assert_true(xbox_smbus_write(t, XBOX_SMC, 0x0c, 1));
    g_assert_true(xbox_disc_ready(t));
    qtest_qmp_assert_success(t->qts, "{'execute': 'eject', 'arguments': "
                             "{'device': 'ide1-cd0', 'force': true}}");
    g_assert_cmphex(tray(t), !=, 0x60);
    xbox_stop(t);
    xbox_again(t, "", none);
    xbox_map(t);
    g_assert_cmphex(identify(t, 0, 0xec) & 0x8000, ==, 0);
    g_assert_cmphex(tray(t), ==, 0x40);         /* closed, no disc */
    xbox_end(t);
}

/* --- snapshots --- */

static void load_from(XboxTest *t, const char *file)
{
    g_autofree char *uri = g_strdup_printf("exec:cat %s", file);

    xbox_stop(t);
    xbox_again(t, "", "-incoming defer");
    qtest_qmp_assert_success(t->qts, "{'execute': 'migrate-incoming', "
                             "'arguments': {'uri': %s}}", uri);
    xbox_wait(t, "RESUME");
}

static void save_to(XboxTest *t, const char *file)
{
    NvQtest saved = { .qts = t->qts };

    nv_qtest_save(&saved, file);
}

/* A request that was routed, a ROM that was off, an address half typed. */
static void test_migrate(void)
{
    XboxTest *t = xbox_start("", "");
    g_autofree char *file = g_build_filename(t->dir, "state", NULL);
    uint8_t value;

    xbox_map(t);
    qtest_outb(t->qts, 0x4d0, 0xf8);
    xbox_set_config(t, XBOX_LPC(0x68), 0x00030000);
    qtest_writel(t->qts, XBOX_GPU + NV_PMC_INTR_EN, 2);
    qtest_writel(t->qts, XBOX_GPU + NV_PMC_INTR, 1u << 31);
    g_assert_cmphex(xbox_requests(t) & 8, ==, 8);
    g_assert_true(xbox_smbus_write(t, XBOX_SMC, 0x1b, 0x5a));
    g_assert_true(xbox_smbus_write(t, XBOX_EEPROM, 0x90, 0x77));
    qtest_writel(t->qts, XBOX_GPU_RAM + ram_mark, 0x600df00d);
    xbox_set_config(t, XBOX_LPC(0x80), 0x02);
    qtest_outl(t->qts, 0xcf8, XBOX_CONFIG(0, 1, 0, 0));
    save_to(t, file);

    load_from(t, file);
    g_assert_cmphex(qtest_inl(t->qts, 0xcfc), ==, 0x01b210de);
    g_assert_cmphex(qtest_readl(t->qts, ram_mark), ==, 0x600df00d);
    g_assert_cmphex(qtest_readb(t->qts, 0xfffffff0), ==,
                    xbox_flash_byte(XBOX_FLASH_SIZE - 16));
    g_assert_true(xbox_smbus_read(t, XBOX_SMC, 0x1b, &value));
    g_assert_cmphex(value, ==, 0x5a);
    g_assert_true(xbox_smbus_read(t, XBOX_EEPROM, 0x90, &value));
    g_assert_cmphex(value, ==, 0x77);
    g_assert_cmphex(xbox_requests(t) & 8, ==, 8);
    qtest_writel(t->qts, XBOX_GPU + NV_PMC_INTR, 0);
    g_assert_cmphex(xbox_requests(t) & 8, ==, 0);
    xbox_end(t);
}

#define CLUSTER 0x10000u

/* An empty qcow2 disk of 8 MiB: header, reference counts, first table. */
static char *make_qcow2(XboxTest *t)
{
    static const struct {
        uint32_t offset, value;
    } words[] = {
        { 0, 0x514649fb }, { 4, 2 }, { 20, 16 }, { 28, 8u << 20 }, { 36, 1 },
        { 44, 3 * CLUSTER }, { 52, CLUSTER }, { 56, 1 },
        { CLUSTER + 4, 2 * CLUSTER },
        { 2 * CLUSTER, 0x00010001 }, { 2 * CLUSTER + 4, 0x00010001 },
    };
    g_autofree uint8_t *image = g_malloc0(4 * CLUSTER);
    unsigned i;

    for (i = 0; i < G_N_ELEMENTS(words); i++) {
        stl_be_p(image + words[i].offset, words[i].value);
    }
    return xbox_file(t, "disk.qcow2", image, 4 * CLUSTER);
}

/* The same in one process, onto a disk that can keep snapshots. */
static void test_snapshot(void)
{
    XboxTest *t = xbox_start("", "");
    g_autofree char *disk = make_qcow2(t);
    g_autofree char *args = g_strdup_printf(
        "-drive file=%s,format=qcow2,index=0", disk);
    g_autofree char *answer = NULL, *answer2 = NULL;
    uint8_t value;

    xbox_stop(t);
    xbox_again(t, "", args);
    xbox_map(t);
    g_assert_true(xbox_smbus_write(t, XBOX_SMC, 0x1b, 0x11));
    answer = qtest_hmp(t->qts, "savevm one");
    g_assert_cmpstr(answer, ==, "");
    g_assert_true(xbox_smbus_write(t, XBOX_SMC, 0x1b, 0x22));
    xbox_set_config(t, XBOX_LPC(0x80), 0x02);
    xbox_set_config(t, XBOX_CONFIG(0, 30, 0, 0x24), 0);
    answer2 = qtest_hmp(t->qts, "loadvm one");
    g_assert_cmpstr(answer2, ==, "");
    g_assert_true(xbox_smbus_read(t, XBOX_SMC, 0x1b, &value));
    g_assert_cmphex(value, ==, 0x11);
    g_assert_cmphex(qtest_readb(t->qts, 0xfffffff0), ==, 0xeb);
    qtest_writel(t->qts, XBOX_GPU_RAM + ram_mark, 0x12344321);
    g_assert_cmphex(qtest_readl(t->qts, ram_mark), ==, 0x12344321);
    xbox_end(t);
}

/* --- a hostile guest --- */

/* Anything but the two ways to switch off or reset, which are asked for. */
static bool ends_machine(uint16_t port)
{
    return port == 0xcf9 || port == 0x92 || port == 0x64;
}

static void random_config(XboxTest *t, GRand *rand)
{
    static const uint32_t places[] = {
        XBOX_CONFIG(0, 0, 0, 0), XBOX_CONFIG(0, 0, 3, 0), XBOX_LPC(0),
        XBOX_CONFIG(0, 1, 1, 0), XBOX_CONFIG(0, 2, 0, 0),
        XBOX_CONFIG(0, 3, 0, 0), XBOX_CONFIG(0, 4, 0, 0),
        XBOX_CONFIG(0, 5, 0, 0), XBOX_CONFIG(0, 6, 0, 0),
        XBOX_CONFIG(0, 9, 0, 0), XBOX_CONFIG(0, 30, 0, 0),
        XBOX_CONFIG(1, 0, 0, 0),
    };
    uint32_t place = places[g_rand_int_range(rand, 0,
                                             G_N_ELEMENTS(places))];
    unsigned reg = g_rand_int_range(rand, 0, 256);
    uint32_t value = g_rand_int(rand);

    qtest_outl(t->qts, 0xcf8, place | (reg & ~3u));
    switch (g_rand_int_range(rand, 0, 3)) {
    case 0:
        qtest_outb(t->qts, 0xcfc + (reg & 3), value);
        break;
    case 1:
        qtest_outw(t->qts, 0xcfc + (reg & 2), value);
        break;
    default:
        qtest_outl(t->qts, 0xcfc, value);
        break;
    }
}

static void random_port(XboxTest *t, GRand *rand)
{
    static const struct {
        uint16_t base, size;
    } ranges[] = {
        { 0x8000, 0x100 }, { 0xc000, 0x20 }, { 0xc000, 0x10 },
        { 0xc200, 0x40 }, { 0x2e, 2 }, { 0x80, 1 }, { 0xff60, 0x10 },
        { 0x1f0, 8 }, { 0x3f8, 8 }, { 0x4d0, 2 }, { 0x20, 2 }, { 0, 0x100 },
    };
    unsigned i = g_rand_int_range(rand, 0, G_N_ELEMENTS(ranges));
    uint16_t port = ranges[i].base + g_rand_int_range(rand, 0,
                                                      ranges[i].size);
    uint32_t value = g_rand_int(rand);

    if (ends_machine(port)) {
        return;
    }
    switch (g_rand_int_range(rand, 0, 4)) {
    case 0:
        qtest_outb(t->qts, port, value);
        break;
    case 1:
        qtest_outw(t->qts, port, value);
        break;
    case 2:
        qtest_outl(t->qts, port, value);
        break;
    default:
        qtest_inl(t->qts, port);
        break;
    }
}

static void random_memory(XboxTest *t, GRand *rand)
{
    static const struct {
        uint32_t base, size;
    } ranges[] = {
        { XBOX_OHCI0, 0x80 }, { XBOX_APU, 0x80000 }, { XBOX_ACI, 0x200 },
        { XBOX_NIC, 0x400 }, { 0xff000000, 0x1000 }, { 0xfffff000, 0x1000 },
    };
    unsigned i = g_rand_int_range(rand, 0, G_N_ELEMENTS(ranges));
    uint32_t at = ranges[i].base + g_rand_int_range(rand, 0,
                                                    ranges[i].size - 4);
    uint32_t value = g_rand_int(rand);

    switch (g_rand_int_range(rand, 0, 3)) {
    case 0:
        qtest_writeb(t->qts, at, value);
        break;
    case 1:
        qtest_writel(t->qts, at & ~3u, value);
        break;
    default:
        qtest_readl(t->qts, at & ~3u);
        break;
    }
}

/* It may reset or switch itself off; it goes on answering. */
static void test_hostile(void)
{
    XboxTest *t = xbox_start("", "");
    GRand *rand = g_rand_new_with_seed(20);
    unsigned i;

    for (i = 0; i < ROUNDS; i++) {
        if (i % 500 == 0) {
            xbox_map(t);
        }
        switch (i % 3) {
        case 0:
            random_config(t, rand);
            break;
        case 1:
            random_port(t, rand);
            break;
        default:
            random_memory(t, rand);
            break;
        }
        if (i % 100 == 0) {
            qtest_clock_step(t->qts, 3000000);
        }
    }
    g_rand_free(rand);
    qtest_qmp_assert_success(t->qts, "{'execute': 'system_reset'}");
    xbox_wait(t, "RESET");
    g_assert_cmphex(xbox_config(t, XBOX_CONFIG(0, 0, 0, 0)), ==, 0x02a510de);
    xbox_end(t);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/xbox/reset", test_reset);
    g_test_add_func("/xbox/power-off", test_power_off);
    g_test_add_func("/xbox/power-button", test_power_button);
    g_test_add_func("/xbox/base", test_base);
    g_test_add_func("/xbox/drives", test_drives);
    g_test_add_func("/xbox/migrate", test_migrate);
    g_test_add_func("/xbox/snapshot", test_snapshot);
    g_test_add_func("/xbox/hostile", test_hostile);
    return g_test_run();
}
