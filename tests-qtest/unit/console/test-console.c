/* SPDX-License-Identifier: GPL-2.0-or-later */
/* PCI functions, the boot ROM's switch, super I/O, lone ports, the config. */
#include "test-console.h"

static void test_functions(void)
{
    static const struct {
        uint8_t slot, function;
        uint16_t id;
        uint32_t class;
        uint8_t revision;
        struct {
            unsigned bar;
            uint32_t size;
            bool io;
        } bar[3];
    } want[NV_CONSOLE_FN_COUNT] = {
        { 0, 0, 0x02a5, 0x060000, 0xa1 },
        { 0, 3, 0x02a6, 0x050000, 0xa1 },
        { 1, 0, 0x01b2, 0x060100, 0xd4, { { 0, 256, true } } },
        { 1, 1, 0x01b4, 0x0c0500, 0xb1, { { 1, 32, true }, { 2, 64, true } } },
        { 2, 0, 0x01c2, 0x0c0310, 0xb1, { { 0, 4096, false } } },
        { 3, 0, 0x01c2, 0x0c0310, 0xb1, { { 0, 4096, false } } },
        { 4, 0, 0x01c3, 0x020000, 0xd2, { { 0, 1024, false },
                                          { 1, 8, true } } },
        { 5, 0, 0x01b0, 0x040100, 0xb1, { { 0, 512 << 10, false } } },
        { 6, 0, 0x01b1, 0x040100, 0xb1, { { 0, 256, true }, { 1, 128, true },
                                          { 2, 4096, false } } },
        { 9, 0, 0x01bc, 0x01018a, 0xb1, { { 4, 16, true } } },
        { 30, 0, 0x01b7, 0x060400, 0xa1 },
        { 0, 0, 0x02a0, 0x030000, 0xa1, { { 0, 16 << 20, false },
                                          { 1, 128 << 20, false } } },
    };

    for (unsigned fn = 0; fn < NV_CONSOLE_FN_COUNT; fn++) {
        const NvConsoleFnInfo *info = nv_console_fn(fn);
        uint32_t sizes = 0, wanted = 0;

        g_assert_nonnull(info->name);
        g_assert_cmpuint(info->slot, ==, want[fn].slot);
        g_assert_cmpuint(info->function, ==, want[fn].function);
        g_assert_cmphex(info->device_id, ==, want[fn].id);
        g_assert_cmphex(info->class_id << 8 | info->prog_if, ==,
                        want[fn].class);
        g_assert_cmphex(info->revision, ==, want[fn].revision);
        for (unsigned i = 0; i < 6; i++) {
            sizes += info->bar[i].size;
        }
        for (unsigned i = 0; i < 3; i++) {
            const NvConsoleBar *bar = &info->bar[want[fn].bar[i].bar];

            if (want[fn].bar[i].size) {
                g_assert_cmphex(bar->size, ==, want[fn].bar[i].size);
                g_assert_cmpint(bar->io, ==, want[fn].bar[i].io);
                wanted += bar->size;
            }
        }
        g_assert_cmphex(sizes, ==, wanted);
    }
}

static void check_ram_limit(uint32_t ram_size)
{
    NvConsoleConfig config = rig_config;
    uint8_t value[256], mask[256];
    Rig rig;

    config.ram_size = ram_size;
    rig_open(&rig, &config);
    nv_console_config_reset(rig.c, NV_CONSOLE_HOST, value, mask);
    g_assert_cmphex(value[0x84] | value[0x85] << 8 | value[0x86] << 16 |
                    (uint32_t)value[0x87] << 24, ==, ram_size - 1);
    rig_close(&rig);
}

static void test_config(void)
{
    uint8_t value[256], mask[256];
    Rig rig;

    rig_open(&rig, &rig_config);
    for (unsigned fn = 0; fn < NV_CONSOLE_FN_COUNT; fn++) {
        memset(value, 0xee, sizeof(value));
        memset(mask, 0xdd, sizeof(mask));
        nv_console_config_reset(rig.c, fn, value, mask);
        for (unsigned i = 0; i < 256; i++) {
            bool agp = fn == NV_CONSOLE_AGP;
            unsigned has = 0xee, can = 0xdd;

            if (i == 0x3d) {
                has = nv_console_fn(fn)->pin;
                can = 0;
            } else if (agp ? i >= 0x28 && i < 0x30 : i >= 0x2c && i < 0x30) {
                has = can = 0;
            } else if (fn == NV_CONSOLE_GPU && i >= 0x4c && i < 0x50) {
                has = 0;
                can = 0xff;
            } else if (fn == NV_CONSOLE_HOST && i >= 0x84 && i < 0x88) {
                has = 0x03ffffff >> (8 * (i - 0x84)) & 0xff;
                can = 0xff;
            } else if (fn != NV_CONSOLE_GPU && i >= 0x40) {
                has = 0;
                can = 0xff;
            }
            g_assert_cmphex(value[i], ==, has);
            g_assert_cmphex(mask[i], ==, can);
        }
    }
    rig_close(&rig);
    check_ram_limit(64 << 20);
    check_ram_limit(128 << 20);
}

/* Bytes that nobody has described are told, the others are not. */
static void test_config_log(void)
{
    uint8_t config[256] = { 0 };
    Rig rig;

    rig_open(&rig, &rig_config);
    rig_config_write(&rig, NV_CONSOLE_LPC, config, 0x68, 0);
    rig_config_write(&rig, NV_CONSOLE_HOST, config, 0x84, 0x07ffffff);
    rig_config_write(&rig, NV_CONSOLE_GPU, config, 0x60, 1);
    rig_config_write(&rig, NV_CONSOLE_LPC, config, 0x04, 7);
    g_assert_cmpuint(rig.logs[NV_CONSOLE_LOG_UNIMP], ==, 0);
    rig_config_write(&rig, NV_CONSOLE_LPC, config, 0xf0, 0x42);
    g_assert_cmpuint(rig.logs[NV_CONSOLE_LOG_UNIMP], ==, 4);
    nv_console_config_written(rig.c, NV_CONSOLE_APU, 0x40, 1, config);
    g_assert_cmpstr(rig.last, ==, "apu: configuration byte 0x40 = 0x00");
    nv_console_config_written(rig.c, NV_CONSOLE_LPC, 0x1000, 4, config);
    nv_console_config_written(rig.c, NV_CONSOLE_LPC, 0xff, 4, config);
    nv_console_config_written(rig.c, NV_CONSOLE_LPC, 0, ~0u, config);
    rig_close(&rig);
}

static void test_boot_rom(void)
{
    uint8_t lpc[256] = { 0 };
    Rig rig;

    rig_open(&rig, &rig_config);
    g_assert_true(rig.rom);
    rig_config_write(&rig, NV_CONSOLE_LPC, lpc, 0x80, 0xfffffffd);
    g_assert_true(rig.rom);
    rig_config_write(&rig, NV_CONSOLE_HOST, lpc, 0x80, 0x100);
    g_assert_true(rig.rom);
    rig_config_write(&rig, NV_CONSOLE_LPC, lpc, 0x80, 2);
    g_assert_false(rig.rom);
    g_assert_cmpuint(rig.rom_calls, ==, 2);
    rig_config_write(&rig, NV_CONSOLE_LPC, lpc, 0x84, 1);
    rig_config_write(&rig, NV_CONSOLE_LPC, lpc, 0x80, 0);
    g_assert_false(rig.rom);
    g_assert_cmpuint(rig.rom_calls, ==, 2);
    nv_console_reset(rig.c);
    g_assert_true(rig.rom);
    rig_close(&rig);
}

static void test_reset_port(void)
{
    Rig rig;

    rig_open(&rig, &rig_config);
    nv_console_io_write(rig.c, NV_CONSOLE_IO_RESET, 0, 1, 0x02);
    g_assert_cmpuint(rig.requests[NV_CONSOLE_RESET], ==, 0);
    nv_console_io_write(rig.c, NV_CONSOLE_IO_RESET, 0, 1, 0x06);
    g_assert_cmpuint(rig.requests[NV_CONSOLE_RESET], ==, 1);
    nv_console_io_write(rig.c, NV_CONSOLE_IO_RESET, 0, 1, 0x06);
    g_assert_cmpuint(rig.requests[NV_CONSOLE_RESET], ==, 1);
    g_assert_cmphex(nv_console_io_read(rig.c, NV_CONSOLE_IO_RESET, 0, 1), ==,
                    6);
    nv_console_reset(rig.c);
    nv_console_io_write(rig.c, NV_CONSOLE_IO_RESET, 0, 1, 0x0e);
    g_assert_cmpuint(rig.requests[NV_CONSOLE_RESET], ==, 2);
    g_assert_cmpuint(rig.requests[NV_CONSOLE_POWER_CYCLE], ==, 0);
    nv_console_io_write(rig.c, NV_CONSOLE_IO_POST, 0, 1, 0x5a);
    g_assert_cmphex(nv_console_io_read(rig.c, NV_CONSOLE_IO_POST, 0, 1), ==,
                    0x5a);
    rig_close(&rig);
}

static unsigned sio_in(Rig *rig, unsigned index)
{
    nv_console_io_write(rig->c, NV_CONSOLE_IO_SUPERIO, 0, 1, index);
    return nv_console_io_read(rig->c, NV_CONSOLE_IO_SUPERIO, 1, 1);
}

static void sio_out(Rig *rig, unsigned index, uint8_t value)
{
    nv_console_io_write(rig->c, NV_CONSOLE_IO_SUPERIO, 0, 1, index);
    nv_console_io_write(rig->c, NV_CONSOLE_IO_SUPERIO, 1, 1, value);
}

static void test_superio(void)
{
    Rig rig;

    rig_open(&rig, &rig_config);
    g_assert_cmphex(sio_in(&rig, 0x30), ==, 0xff);
    sio_out(&rig, 0x30, 1);
    /* The key, twice as Cromwell does. */
    nv_console_io_write(rig.c, NV_CONSOLE_IO_SUPERIO, 0, 1, 0x55);
    nv_console_io_write(rig.c, NV_CONSOLE_IO_SUPERIO, 0, 1, 0x55);
    sio_out(&rig, 0x07, 4);
    g_assert_cmphex(sio_in(&rig, 0x07), ==, 4);
    g_assert_cmphex(sio_in(&rig, 0x30), ==, 0);
    g_assert_cmphex(sio_in(&rig, 0x60), ==, 0x03);
    g_assert_cmphex(sio_in(&rig, 0x61), ==, 0xf8);
    g_assert_cmphex(sio_in(&rig, 0x70), ==, 0x04);
    g_assert_cmphex(sio_in(&rig, 0x26), ==, 0x2e);
    sio_out(&rig, 0x30, 1);
    g_assert_cmphex(sio_in(&rig, 0x30), ==, 1);
    g_assert_cmpuint(rig.logs[NV_CONSOLE_LOG_UNIMP], ==, 0);
    /* Another device has registers of its own; its are told. */
    sio_out(&rig, 0x07, 5);
    g_assert_cmphex(sio_in(&rig, 0x30), ==, 0);
    sio_out(&rig, 0x30, 9);
    g_assert_cmphex(sio_in(&rig, 0x30), ==, 9);
    g_assert_cmpuint(rig.logs[NV_CONSOLE_LOG_UNIMP], ==, 1);
    /* There are 16. */
    sio_out(&rig, 0x07, 200);
    sio_out(&rig, 0x30, 1);
    g_assert_cmphex(sio_in(&rig, 0x30), ==, 0xff);
    sio_out(&rig, 0x07, 4);
    nv_console_io_write(rig.c, NV_CONSOLE_IO_SUPERIO, 0, 1, 0xaa);
    g_assert_cmphex(sio_in(&rig, 0x30), ==, 0xff);
    nv_console_io_write(rig.c, NV_CONSOLE_IO_SUPERIO, 0, 1, 0x55);
    /* Once more it is not taken for an index. */
    g_assert_cmphex(sio_in(&rig, 0x30), ==, 1);
    nv_console_io_write(rig.c, NV_CONSOLE_IO_SUPERIO, 0, 1, 0x55);
    g_assert_cmphex(nv_console_io_read(rig.c, NV_CONSOLE_IO_SUPERIO, 0, 2),
                    ==, 0x0130);
    /* What the chip is cannot be written. */
    g_assert_cmphex(sio_in(&rig, 0x20), ==, 0);
    sio_out(&rig, 0x20, 5);
    g_assert_cmphex(sio_in(&rig, 0x20), ==, 0);
    /* Index and data in one go. */
    nv_console_io_write(rig.c, NV_CONSOLE_IO_SUPERIO, 0, 2, 0x0070 | 3 << 8);
    g_assert_cmphex(sio_in(&rig, 0x70), ==, 3);
    rig_close(&rig);
}

static void check_refused(NvConsoleConfig config, const char *want)
{
    Rig rig = { 0 };
    char *error = NULL;

    g_assert_null(nv_console_new(&config, &rig_ops, &rig, &error));
    g_assert_nonnull(error);
    g_assert_nonnull(strstr(error, want));
    g_assert_null(strchr(error, '\n'));
    free(error);
    g_assert_null(nv_console_new(&config, &rig_ops, &rig, NULL));
}

static void test_refused(void)
{
    NvConsoleConfig config = rig_config;

    config.ram_size = 96 << 20;
    check_refused(config, "100663296");
    config = rig_config;
    config.avpack = 8;
    check_refused(config, "8");
    config = rig_config;
    config.encoder = 17;
    check_refused(config, "17");
    config = rig_config;
    config.smc_version = "P0100";
    check_refused(config, "P0100");
    config.smc_version = "";
    check_refused(config, "\"\"");
}

static void test_trace(void)
{
    Rig rig;

    rig_open(&rig, &rig_config);
    pm_in(&rig, 0, 2);
    smb_read(&rig, 0x54, 0);
    g_assert_cmpuint(rig.logs[NV_CONSOLE_LOG_TRACE], ==, 0);
    nv_console_set_trace(rig.c, true);
    pm_out(&rig, 4, 2, 0x1234);
    g_assert_cmpstr(rig.last, ==, "pm: write 0x04/2 = 0x1234");
    smb_out(&rig, 2, 1, 0x0a);
    g_assert_nonnull(strstr(rig.last, "smbus: 0x54 read type 2"));
    nv_console_set_trace(rig.c, false);
    pm_in(&rig, 0, 2);
    g_assert_cmpuint(rig.logs[NV_CONSOLE_LOG_TRACE], ==, 3);
    rig_close(&rig);
}

/* Beyond a range nobody answers. */
static void test_edges(void)
{
    Rig rig;

    rig_open(&rig, &rig_config);
    g_assert_cmphex(nv_console_io_read(rig.c, NV_CONSOLE_IO_POST, 0, 4), ==,
                    0xffffff00);
    g_assert_cmphex(pm_in(&rig, ~0u, 4), ==, 0xffffffff);
    g_assert_cmphex(smb_in(&rig, 0x1e, 4), ==, 0xffff0000);
    pm_out(&rig, ~0u, 4, 0);
    rig_close(&rig);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/console/functions", test_functions);
    g_test_add_func("/console/config", test_config);
    g_test_add_func("/console/config-log", test_config_log);
    g_test_add_func("/console/boot-rom", test_boot_rom);
    g_test_add_func("/console/reset-port", test_reset_port);
    g_test_add_func("/console/superio", test_superio);
    g_test_add_func("/console/refused", test_refused);
    g_test_add_func("/console/trace", test_trace);
    g_test_add_func("/console/edges", test_edges);
    return g_test_run();
}
