/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Saved state, whole and damaged; accesses without sense. */
#include <zlib.h>

#include "test-console.h"

static const uint8_t sizes[] = { 1, 2, 4 };
static const uint8_t slaves[] = { 0x10, 0x45, 0x4c, 0x54 };

/* One thing that a guest, a device or a user can do. */
static void shake(Rig *rig, GRand *rand, uint8_t *config)
{
    unsigned what = g_rand_int_range(rand, 0, 32);
    unsigned io = g_rand_int_range(rand, 0, NV_CONSOLE_IO_COUNT);
    unsigned size = sizes[g_rand_int_range(rand, 0, 3)];
    unsigned at = g_rand_int(rand) & 0x1ff;
    uint32_t value = g_rand_int(rand);
    unsigned fn = g_rand_int_range(rand, 0, NV_CONSOLE_FN_COUNT);

    rig->now += value & 0xfffff;
    if (what < 12) {
        nv_console_io_write(rig->c, io, at, size, value);
    } else if (what < 20) {
        nv_console_io_read(rig->c, io, at, size);
    } else if (what < 24) {
        smb_run(rig, value & 0x17, slaves[value >> 10 & 3], value >> 9 & 1,
                value >> 16);
    } else if (what < 26) {
        at &= 0xff;
        if (at + size <= 256) {
            memcpy(config + at, &value, size);
        }
        nv_console_config_written(rig->c, fn, at, size, config);
    } else if (what < 28) {
        nv_console_set_input(rig->c, value & 15, value & 16);
    } else if (what < 29) {
        nv_console_set_isa(rig->c, value & 31, value & 32);
    } else if (what < 30) {
        nv_console_set_tray(rig->c, value & 1, value & 2);
    } else if (what < 31) {
        rig->timer = -1;
        nv_console_timer(rig->c);
    } else if (value & 63) {
        nv_console_power_button(rig->c);
    } else {
        nv_console_reset(rig->c);
    }
}

static uint16_t all_irqs(const NvConsole *c)
{
    uint16_t levels = 0;

    for (unsigned i = 0; i < 16; i++) {
        levels |= nv_console_irq(c, i) << i;
    }
    return levels;
}

static void test_hostile(void)
{
    GRand *rand = g_rand_new_with_seed(7);
    uint8_t config[256] = { 0 };
    Rig rig;

    rig_open(&rig, &rig_config);
    for (unsigned i = 0; i < 1000000; i++) {
        shake(&rig, rand, config);
        if (!(i & 0xff)) {
            g_assert_cmphex(all_irqs(rig.c), ==, rig.irq);
        }
    }
    g_assert_cmpuint(rig.logs[NV_CONSOLE_LOG_UNIMP], >, 1000);
    /* It still works. */
    nv_console_reset(rig.c);
    smb_write(&rig, 0x54, 3, 0x99);
    g_assert_cmphex(smb_read(&rig, 0x54, 3), ==, 0x99);
    g_rand_free(rand);
    rig_close(&rig);
}

/* Every port in every width, every value of a byte. */
static void test_every_port(void)
{
    Rig rig;

    rig_open(&rig, &rig_config);
    for (unsigned io = 0; io < NV_CONSOLE_IO_COUNT; io++) {
        for (unsigned at = 0; at < 0x108; at++) {
            for (unsigned i = 0; i < 3 * 256; i++) {
                unsigned size = sizes[i % 3];
                uint32_t value = i / 3 * 0x01010101u;

                nv_console_io_write(rig.c, io, at, size, value);
                value = nv_console_io_read(rig.c, io, at, size);
                g_assert_cmphex((uint64_t)value >> (8 * size), ==, 0);
            }
        }
        g_assert_cmphex(all_irqs(rig.c), ==, rig.irq);
    }
    rig_close(&rig);
}

static void check_same(const NvConsole *c, const uint8_t *data, size_t size)
{
    size_t again;
    uint8_t *copy = nv_console_save(c, &again);

    g_assert_cmpmem(copy, again, data, size);
    free(copy);
}

static void check_twin_read(Rig *a, Rig *b, unsigned type, unsigned slave,
                            unsigned command)
{
    smb_run(a, type, slave, true, command);
    smb_run(b, type, slave, true, command);
    g_assert_cmphex(smb_in(a, 6, 1), ==, smb_in(b, 6, 1));
}

/* What a guest sees of two consoles. */
static void check_twins(Rig *a, Rig *b)
{
    static const uint16_t spans[NV_CONSOLE_IO_COUNT] = {
        256, 32, 64, 2, 1, 1, 2,
    };

    b->now = a->now;
    for (unsigned io = 0; io < NV_CONSOLE_IO_COUNT; io++) {
        for (unsigned at = 0; at < spans[io]; at++) {
            g_assert_cmphex(nv_console_io_read(a->c, io, at, 1), ==,
                            nv_console_io_read(b->c, io, at, 1));
        }
    }
    /* Where each slave is, and then all of it. */
    for (unsigned s = 0; s < sizeof(slaves); s++) {
        check_twin_read(a, b, 1, slaves[s], 0);
        for (unsigned i = 0; i < 256; i++) {
            check_twin_read(a, b, 2, slaves[s], i);
        }
    }
    g_assert_cmphex(all_irqs(a->c), ==, all_irqs(b->c));
    nv_console_reset(a->c);
    nv_console_reset(b->c);
    check_twin_read(a, b, 2, 0x10, 0x1c);
    check_twin_read(a, b, 2, 0x10, 0x1d);
}

/* The same things happen to both. */
static void go_on(Rig *a, Rig *b, unsigned seed)
{
    g_autoptr(GRand) for_a = g_rand_new_with_seed(seed);
    g_autoptr(GRand) for_b = g_rand_new_with_seed(seed);
    uint8_t config_a[256] = { 0 }, config_b[256] = { 0 };
    uint8_t *data;
    size_t size;

    for (unsigned i = 0; i < 300; i++) {
        shake(a, for_a, config_a);
        shake(b, for_b, config_b);
        g_assert_cmphex(all_irqs(a->c), ==, all_irqs(b->c));
    }
    data = nv_console_save(a->c, &size);
    check_same(b->c, data, size);
    free(data);
    g_assert_cmpint(a->timer, ==, b->timer);
    g_assert_cmpint(a->rom, ==, b->rom);
}

static void test_round_trip(void)
{
    GRand *rand = g_rand_new_with_seed(3);
    uint8_t config[256] = { 0 };
    Rig a, b;

    rig_open(&a, &rig_config);
    for (unsigned n = 0; n < 200; n++) {
        char *error = NULL;
        uint8_t *data;
        size_t size;

        for (unsigned i = 0; i < 300; i++) {
            shake(&a, rand, config);
        }
        data = nv_console_save(a.c, &size);
        rig_open(&b, &rig_config);
        b.now = a.now;
        b.irq_calls = 0;
        g_assert_true(nv_console_load(b.c, data, size, &error));
        g_assert_null(error);
        check_same(b.c, data, size);
        /* The interrupt controllers' state is their own. */
        g_assert_cmpuint(b.irq_calls, ==, 0);
        g_assert_cmphex(all_irqs(b.c), ==, a.irq);
        b.irq = a.irq;
        g_assert_cmpint(a.rom, ==, b.rom);
        g_assert_cmpint(a.timer, ==, b.timer);
        check_twins(&a, &b);
        go_on(&a, &b, n);
        check_twins(&a, &b);
        free(data);
        rig_close(&b);
    }
    g_rand_free(rand);
    rig_close(&a);
}

static void check_loads_or_not(Rig *rig, const uint8_t *data, size_t size,
                               const uint8_t *before, size_t before_size)
{
    char *error = NULL;

    if (nv_console_load(rig->c, data, size, &error)) {
        g_assert_null(error);
        check_same(rig->c, data, size);
        rig->irq = all_irqs(rig->c);
    } else {
        g_assert_nonnull(error);
        g_assert_null(strchr(error, '\n'));
        check_same(rig->c, before, before_size);
        free(error);
    }
}

static void test_damaged(void)
{
    GRand *rand = g_rand_new_with_seed(11);
    uint8_t config[256] = { 0 };
    unsigned refused = 0;
    uint8_t *good;
    size_t size;
    Rig rig;

    rig_open(&rig, &rig_config);
    for (unsigned i = 0; i < 1000; i++) {
        shake(&rig, rand, config);
    }
    good = nv_console_save(rig.c, &size);
    for (unsigned n = 0; n < 2000; n++) {
        uint8_t *bad = g_memdup2(good, size);
        unsigned flips = 1 + n % 7;
        size_t kept = n & 1 ? size : g_rand_int(rand) % size;
        size_t before_size;
        uint8_t *before = nv_console_save(rig.c, &before_size);

        while (flips--) {
            bad[g_rand_int_range(rand, 0, size)] ^=
                1 << g_rand_int_range(rand, 0, 8);
        }
        check_loads_or_not(&rig, bad, kept, before, before_size);
        refused += !nv_console_load(rig.c, bad, kept, NULL);
        for (unsigned i = 0; i < 20; i++) {
            shake(&rig, rand, config);
        }
        free(before);
        g_free(bad);
    }
    /* All that were cut short, and more. */
    g_assert_cmpuint(refused, >, 1000);
    g_assert_cmpuint(refused, <, 2000);
    free(good);
    g_rand_free(rand);
    rig_close(&rig);
}

/* Values that later code would trust. */
static void check_value(const char *name, unsigned byte, uint8_t value)
{
    char *error = NULL;
    uint8_t *data;
    size_t size, at;
    Rig rig;

    rig_open(&rig, &rig_config);
    data = nv_console_save(rig.c, &size);
    for (at = 0; at + strlen(name) < size; at++) {
        if (data[at] == strlen(name) &&
            !memcmp(data + at + 1, name, strlen(name))) {
            break;
        }
    }
    at += 1 + strlen(name) + 8 + byte;
    g_assert_cmpuint(at, <, size);
    data[at] = value;
    g_assert_false(nv_console_load(rig.c, data, size, &error));
    g_assert_nonnull(error);
    free(error);
    free(data);
    rig_close(&rig);
}

static void test_values(void)
{
    check_value("id_ram_size", 0, 1);
    check_value("id_encoder", 0, 2);
    check_value("rom_off", 0, 2);
    check_value("version_at", 0, 3);
    check_value("index", 0, 32);
    check_value("config", 0, 2);
    check_value("inputs", 1, 0x10);
    check_value("seen", 7, 0x01);
}

static void test_other_console(void)
{
    NvConsoleConfig config = rig_config;
    char *error = NULL;
    uint8_t *data;
    size_t size;
    Rig a, b;

    config.ram_size = 128 << 20;
    rig_open(&a, &rig_config);
    rig_open(&b, &config);
    data = nv_console_save(a.c, &size);
    g_assert_false(nv_console_load(b.c, data, size, &error));
    g_assert_nonnull(strstr(error, "67108864"));
    free(error);
    free(data);
    rig_close(&a);
    rig_close(&b);
}

/* A load that changes the EEPROM is a change of it. */
static void test_eeprom(void)
{
    uint8_t *data;
    size_t size;
    Rig rig;

    rig_open(&rig, &rig_config);
    data = nv_console_save(rig.c, &size);
    g_assert_true(nv_console_load(rig.c, data, size, NULL));
    g_assert_false(nv_console_eeprom_changed(rig.c));
    smb_write(&rig, 0x54, 0xd0, 1);
    g_assert_true(nv_console_eeprom_changed(rig.c));
    g_assert_true(nv_console_load(rig.c, data, size, NULL));
    g_assert_true(nv_console_eeprom_changed(rig.c));
    free(data);
    rig_close(&rig);
}

/*
 * What version 1 saved after five seconds: its timer had another rate, and a
 * machine of then goes on with it.
 */
static void test_version_1(void)
{
    g_autofree char *path = g_test_build_filename(
        G_TEST_DIST, "data", "saved", "1-console.gz", NULL);
    gzFile f = gzopen(path, "rb");
    uint8_t data[8192];
    int size = gzread(f, data, sizeof(data));
    Rig rig;

    gzclose(f);
    rig_open(&rig, &rig_config);
    rig.now = 5000000000;
    g_assert_true(nv_console_load(rig.c, data, size, NULL));
    g_assert_cmphex(nv_console_io_read(rig.c, NV_CONSOLE_IO_POST, 0, 1), ==,
                    0x5a);
    g_assert_cmphex(pm_in(&rig, 8, 4), ==, 5 * 3579545 & 0xffffff);
    rig.now += 1000000000;
    g_assert_cmphex(pm_in(&rig, 8, 4), ==, 6 * 3579545 & 0xffffff);
    nv_console_io_write(rig.c, NV_CONSOLE_IO_CMOS, 0, 1, 1);
    g_assert_cmphex(nv_console_io_read(rig.c, NV_CONSOLE_IO_CMOS, 1, 1), ==,
                    0xaa);
    rig_close(&rig);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/console/hostile", test_hostile);
    g_test_add_func("/console/every-port", test_every_port);
    g_test_add_func("/console/state/round-trip", test_round_trip);
    g_test_add_func("/console/state/damaged", test_damaged);
    g_test_add_func("/console/state/values", test_values);
    g_test_add_func("/console/state/other-console", test_other_console);
    g_test_add_func("/console/state/eeprom", test_eeprom);
    g_test_add_func("/console/state/version-1", test_version_1);
    return g_test_run();
}
