/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The SMBus host and everybody on it but the SMC. */
#include "test-console.h"

#define EEPROM 0x54
#define SENSOR 0x4c
#define NO_ANSWER 0x04

static const uint8_t encoders[] = { 0x45, 0x6a, 0x70 };

/* Who answers in a console with each encoder; nobody else does. */
static void test_present(void)
{
    for (unsigned e = 0; e < G_N_ELEMENTS(encoders); e++) {
        NvConsoleConfig config = rig_config;
        Rig rig;

        config.encoder = e;
        rig_open(&rig, &config);
        for (unsigned at = 0; at < 0x80; at++) {
            bool here = at == SMC || at == EEPROM || at == SENSOR ||
                        at == encoders[e];

            for (unsigned type = QUICK; type <= PROCESS_CALL; type++) {
                for (unsigned read = 0; read < 2; read++) {
                    g_assert_cmphex(smb_run(&rig, type, at, read, 0x1b), ==,
                                    here ? DONE : NO_ANSWER);
                }
            }
        }
        rig_close(&rig);
    }
}

static void test_status(void)
{
    Rig rig;

    rig_open(&rig, &rig_config);
    g_assert_cmphex(smb_in(&rig, 0, 2), ==, 0);
    g_assert_cmphex(smb_run(&rig, BYTE_DATA, 0x33, true, 0), ==, NO_ANSWER);
    smb_out(&rig, 4, 1, EEPROM << 1 | 1);
    smb_out(&rig, 2, 1, 0x0a);
    /* Nothing is cleared by itself; busy bits 3 and 11 never show. */
    g_assert_cmphex(smb_in(&rig, 0, 2), ==, NO_ANSWER | DONE);
    smb_out(&rig, 0, 1, 0xef & ~NO_ANSWER);
    g_assert_cmphex(smb_in(&rig, 0, 1), ==, NO_ANSWER | DONE);
    smb_out(&rig, 0, 1, DONE);
    g_assert_cmphex(smb_in(&rig, 0, 1), ==, NO_ANSWER);
    smb_out(&rig, 1, 1, 0xff);
    g_assert_cmphex(smb_in(&rig, 0, 2), ==, NO_ANSWER);
    smb_out(&rig, 0, 2, 0xffff);
    g_assert_cmphex(smb_in(&rig, 0, 2), ==, 0);
    /* Start reads 0, the type stays; without start nothing happens. */
    g_assert_cmphex(smb_in(&rig, 2, 1), ==, 0x02);
    smb_out(&rig, 2, 1, 0x02);
    g_assert_cmphex(smb_in(&rig, 0, 2), ==, 0);
    g_assert_cmphex(smb_in(&rig, 4, 1), ==, EEPROM << 1 | 1);
    /* Types that there are not. */
    for (unsigned type = 6; type < 8; type++) {
        g_assert_cmphex(smb_run(&rig, type, EEPROM, true, 0), ==, NO_ANSWER);
    }
    g_assert_cmpuint(rig.logs[NV_CONSOLE_LOG_GUEST_ERROR], ==, 2);
    rig_close(&rig);
}

static void test_interrupt(void)
{
    uint8_t lpc[256] = { 0 };
    Rig rig;

    rig_open(&rig, &rig_config);
    rig_config_write(&rig, NV_CONSOLE_LPC, lpc, 0x64, 0x00000b0c);
    g_assert_cmphex(smb_run(&rig, BYTE_DATA, EEPROM, true, 0), ==, DONE);
    g_assert_cmphex(rig.irq, ==, 0);
    smb_run(&rig, 0x12, EEPROM, true, 0);
    g_assert_cmphex(rig.irq, ==, 1 << 11);
    smb_out(&rig, 0, 1, DONE);
    g_assert_cmphex(rig.irq, ==, 0);
    smb_run(&rig, 0x12, 0x33, true, 0);
    g_assert_cmphex(rig.irq, ==, 1 << 11);
    /* The route moves, the enable takes it away. */
    rig_config_write(&rig, NV_CONSOLE_LPC, lpc, 0x64, 0x0000050c);
    g_assert_cmphex(rig.irq, ==, 1 << 5);
    smb_out(&rig, 2, 1, 0x02);
    g_assert_cmphex(rig.irq, ==, 0);
    smb_run(&rig, 0x12, EEPROM, true, 0);
    nv_console_reset(rig.c);
    g_assert_cmphex(rig.irq, ==, 0);
    rig_config_write(&rig, NV_CONSOLE_LPC, lpc, 0x64, 0x00000b0c);
    g_assert_cmphex(rig.irq, ==, 0);
    rig_close(&rig);
}

static void test_types(void)
{
    const uint8_t *eeprom;
    Rig rig;

    rig_open(&rig, &rig_config);
    eeprom = nv_console_eeprom(rig.c);
    smb_write(&rig, EEPROM, 0xd0, 0x12);
    g_assert_cmphex(eeprom[0xd0], ==, 0x12);
    smb_out(&rig, 6, 2, 0x5634);
    g_assert_cmphex(smb_run(&rig, WORD_DATA, EEPROM, false, 0xd1), ==, DONE);
    g_assert_cmphex(eeprom[0xd1] | eeprom[0xd2] << 8, ==, 0x5634);
    g_assert_cmphex(smb_run(&rig, WORD_DATA, EEPROM, true, 0xd0), ==, DONE);
    g_assert_cmphex(smb_in(&rig, 6, 2), ==, 0x3412);
    /* A byte sent is the place, bytes received go on from there. */
    smb_out(&rig, 6, 1, 0xd0);
    smb_run(&rig, BYTE, EEPROM, false, 0);
    for (unsigned i = 0; i < 3; i++) {
        smb_run(&rig, BYTE, EEPROM, true, 0);
        g_assert_cmphex(smb_in(&rig, 6, 1), ==, 0x12 + 0x22 * i);
    }
    /* Quick moves nothing. */
    smb_run(&rig, QUICK, EEPROM, false, 0);
    smb_run(&rig, QUICK, EEPROM, true, 0);
    g_assert_cmphex(smb_in(&rig, 6, 1), ==, 0x56);
    /* A process call writes, then reads. */
    smb_out(&rig, 6, 2, 0xbbaa);
    smb_run(&rig, PROCESS_CALL, EEPROM, false, 0xd8);
    g_assert_cmphex(smb_in(&rig, 6, 2), ==, 0xbbaa);
    g_assert_cmphex(eeprom[0xd8] | eeprom[0xd9] << 8, ==, 0xbbaa);
    /* The last byte is followed by the first. */
    smb_out(&rig, 6, 2, 0x2211);
    smb_run(&rig, WORD_DATA, EEPROM, false, 0xff);
    g_assert_cmphex(eeprom[0xff] | eeprom[0] << 8, ==, 0x2211);
    rig_close(&rig);
}

static void test_block(void)
{
    const uint8_t *eeprom;
    Rig rig;

    rig_open(&rig, &rig_config);
    eeprom = nv_console_eeprom(rig.c);
    for (unsigned count = 1; count <= 32; count++) {
        smb_out(&rig, 0, 2, 0xffff);
        smb_out(&rig, 6, 2, count);
        for (unsigned i = 0; i < count; i++) {
            smb_out(&rig, 9, 1, count * 7 + i);
        }
        g_assert_cmphex(smb_run(&rig, BLOCK, EEPROM, false, 0xd0), ==, DONE);
        g_assert_cmphex(eeprom[0xd0], ==, count);
        for (unsigned i = 0; i < count; i++) {
            g_assert_cmphex(eeprom[0xd1 + i], ==, (count * 7 + i) & 0xff);
        }
        smb_out(&rig, 6, 2, 0);
        g_assert_cmphex(smb_run(&rig, BLOCK, EEPROM, true, 0xd0), ==, DONE);
        g_assert_cmphex(smb_in(&rig, 6, 2), ==, count);
        for (unsigned i = 0; i < count; i++) {
            g_assert_cmphex(smb_in(&rig, 9, 1), ==, (count * 7 + i) & 0xff);
        }
    }
    /* Linux clears the status before it reads the bytes, and not again. */
    smb_out(&rig, 4, 1, EEPROM << 1);
    smb_out(&rig, 6, 2, 2);
    smb_out(&rig, 9, 1, 0xaa);
    smb_out(&rig, 9, 1, 0xbb);
    smb_out(&rig, 2, 2, BLOCK | 8);
    g_assert_cmphex(eeprom[0xd1] | eeprom[0xd2] << 8, ==, 0xbbaa);
    /* Counts that cannot be, from either side. */
    smb_out(&rig, 6, 2, 0);
    g_assert_cmphex(smb_run(&rig, BLOCK, EEPROM, false, 0), ==, NO_ANSWER);
    smb_out(&rig, 6, 2, 33);
    g_assert_cmphex(smb_run(&rig, BLOCK, EEPROM, false, 0), ==, NO_ANSWER);
    smb_write(&rig, EEPROM, 0xd0, 0xff);
    g_assert_cmphex(smb_run(&rig, BLOCK, EEPROM, true, 0xd0), ==, NO_ANSWER);
    /* Who has registers that stay has no blocks. */
    smb_out(&rig, 6, 2, 4);
    g_assert_cmphex(smb_run(&rig, BLOCK, SMC, false, 0), ==, NO_ANSWER);
    /* The FIFO goes round. */
    for (unsigned i = 0; i < 100; i++) {
        smb_out(&rig, 9, 1, i);
    }
    rig_close(&rig);
}

/* As the free BIOS writes and reads the Xcalibur's registers. */
static void test_xcalibur(void)
{
    NvConsoleConfig config = rig_config;
    Rig rig;

    config.encoder = NV_CONSOLE_XCALIBUR;
    rig_open(&rig, &config);
    for (unsigned reg = 0; reg < 256; reg++) {
        smb_out(&rig, 4, 1, 0x70 << 1);
        smb_out(&rig, 8, 1, reg);
        for (unsigned i = 0; i < 4; i++) {
            smb_out(&rig, 9, 1, reg + 64 * i);
        }
        smb_out(&rig, 6, 2, 4);
        smb_out(&rig, 0, 2, smb_in(&rig, 0, 2));
        smb_out(&rig, 2, 1, 0x1d);
        g_assert_cmphex(smb_in(&rig, 0, 1), ==, DONE);
    }
    for (unsigned reg = 0; reg < 256; reg++) {
        g_assert_cmphex(smb_run(&rig, BLOCK, 0x70, true, reg), ==, DONE);
        g_assert_cmphex(smb_in(&rig, 6, 1), ==, 4);
        for (unsigned i = 0; i < 4; i++) {
            g_assert_cmphex(smb_in(&rig, 9, 1), ==, (reg + 64 * i) & 0xff);
        }
    }
    /* More than a register has is cut, more than a block has is not sent. */
    smb_out(&rig, 6, 2, 32);
    g_assert_cmphex(smb_run(&rig, BLOCK, 0x70, false, 0x10), ==, DONE);
    smb_run(&rig, BLOCK, 0x70, true, 0x11);
    g_assert_cmphex(smb_in(&rig, 9, 1), ==, 0x11);
    g_assert_cmphex(smb_in(&rig, 9, 1), ==, 0x51);
    smb_out(&rig, 6, 2, 33);
    g_assert_cmphex(smb_run(&rig, BLOCK, 0x70, false, 0xff), ==, NO_ANSWER);
    g_assert_cmphex(smb_read(&rig, 0x70, 0), ==, 0);
    g_assert_cmphex(smb_read(&rig, 0x70, 1), ==, 1);
    rig_close(&rig);
}

static uint32_t dword(const uint8_t *at)
{
    return at[0] | at[1] << 8 | at[2] << 16 | (uint32_t)at[3] << 24;
}

/* All of the dwords and the checksum add up to all ones, end around. */
static void check_sum(const uint8_t *eeprom, unsigned at, unsigned from,
                      unsigned to)
{
    uint64_t sum = dword(eeprom + at);

    for (unsigned i = from; i < to; i += 4) {
        sum += dword(eeprom + i);
    }
    while (sum > UINT32_MAX) {
        sum = (sum & UINT32_MAX) + (sum >> 32);
    }
    g_assert_cmphex(sum, ==, UINT32_MAX);
}

static void test_eeprom(void)
{
    uint8_t made[NV_CONSOLE_EEPROM_SIZE], own[NV_CONSOLE_EEPROM_SIZE];
    NvConsoleConfig config = rig_config;
    Rig rig;

    memset(made, 0xff, sizeof(made));
    nv_console_make_eeprom(made);
    check_sum(made, 0x30, 0x34, 0x60);
    check_sum(made, 0x60, 0x64, 0xc0);
    for (unsigned i = 0; i < 0x30; i++) {
        g_assert_cmphex(made[i], ==, 0);
    }
    g_assert_cmpmem(made + 0x34, 12, "000000000000", 12);
    g_assert_cmphex(made[0x40], ==, 0x02);
    g_assert_cmphex(dword(made + 0x58), ==, 0x00400100);
    g_assert_cmpuint(dword(made + 0x90), ==, 1);
    rig_open(&rig, &rig_config);
    g_assert_cmpmem(nv_console_eeprom(rig.c), 256, made, 256);
    for (unsigned i = 0; i < 256; i++) {
        g_assert_cmphex(smb_read(&rig, EEPROM, i), ==, made[i]);
    }
    g_assert_false(nv_console_eeprom_changed(rig.c));
    smb_write(&rig, EEPROM, 0x40, 0x02);
    g_assert_false(nv_console_eeprom_changed(rig.c));
    smb_write(&rig, EEPROM, 0x40, 0x06);
    g_assert_true(nv_console_eeprom_changed(rig.c));
    g_assert_false(nv_console_eeprom_changed(rig.c));
    nv_console_reset(rig.c);
    g_assert_cmphex(smb_read(&rig, EEPROM, 0x40), ==, 0x06);
    rig_close(&rig);

    for (unsigned i = 0; i < 256; i++) {
        own[i] = i * 3 + 1;
    }
    config.eeprom = own;
    rig_open(&rig, &config);
    memset(own, 0, sizeof(own));
    g_assert_cmphex(smb_read(&rig, EEPROM, 9), ==, 28);
    rig_close(&rig);
}

static void test_encoders(void)
{
    for (unsigned e = 0; e < G_N_ELEMENTS(encoders); e++) {
        NvConsoleConfig config = rig_config;
        Rig rig;

        config.encoder = e;
        rig_open(&rig, &config);
        for (unsigned i = 0; i < 256; i++) {
            smb_write(&rig, encoders[e], i, i ^ 0x5a);
        }
        for (unsigned i = 0; i < 256; i++) {
            g_assert_cmphex(smb_read(&rig, encoders[e], i), ==, i ^ 0x5a);
        }
        nv_console_reset(rig.c);
        g_assert_cmphex(smb_read(&rig, encoders[e], 0), ==, 0);
        rig_close(&rig);
    }
}

static void test_sensor(void)
{
    Rig rig;

    rig_open(&rig, &rig_config);
    for (unsigned i = 0; i < 2; i++) {
        unsigned t = smb_read(&rig, SENSOR, i);

        g_assert_cmpuint(t, >, 20);
        g_assert_cmpuint(t, <, 60);
    }
    g_assert_cmpuint(rig.logs[NV_CONSOLE_LOG_UNIMP], ==, 0);
    smb_read(&rig, SENSOR, 2);
    smb_write(&rig, SENSOR, 9, 1);
    g_assert_cmpuint(rig.logs[NV_CONSOLE_LOG_UNIMP], ==, 2);
    rig_close(&rig);
}

static void test_second(void)
{
    Rig rig;

    rig_open(&rig, &rig_config);
    nv_console_io_write(rig.c, NV_CONSOLE_IO_SMBUS2, 0x3c, 4, 0x12345678);
    g_assert_cmphex(nv_console_io_read(rig.c, NV_CONSOLE_IO_SMBUS2, 0x3c, 4),
                    ==, 0x12345678);
    smb_out(&rig, 0x0e, 1, 0x20);
    g_assert_cmphex(smb_in(&rig, 0x0e, 1), ==, 0x20);
    g_assert_cmpuint(rig.logs[NV_CONSOLE_LOG_UNIMP], ==, 10);
    rig_close(&rig);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/console/smbus/present", test_present);
    g_test_add_func("/console/smbus/status", test_status);
    g_test_add_func("/console/smbus/interrupt", test_interrupt);
    g_test_add_func("/console/smbus/types", test_types);
    g_test_add_func("/console/smbus/block", test_block);
    g_test_add_func("/console/smbus/second", test_second);
    g_test_add_func("/console/eeprom", test_eeprom);
    g_test_add_func("/console/encoders", test_encoders);
    g_test_add_func("/console/xcalibur", test_xcalibur);
    g_test_add_func("/console/sensor", test_sensor);
    return g_test_run();
}
