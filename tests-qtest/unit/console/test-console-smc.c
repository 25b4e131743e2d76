/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The SMC: what it says, what it does, and its challenge. */
#include "test-console.h"

static void check_version(const char *given, const char *want)
{
    NvConsoleConfig config = rig_config;
    Rig rig;

    config.smc_version = given;
    config.avpack = 2;
    rig_open(&rig, &config);
    for (unsigned i = 0; i < 7; i++) {
        g_assert_cmphex(smb_read(&rig, SMC, 1), ==, want[i % 3]);
    }
    smb_write(&rig, SMC, 1, 0);
    g_assert_cmphex(smb_read(&rig, SMC, 1), ==, want[0]);
    nv_console_reset(rig.c);
    g_assert_cmphex(smb_read(&rig, SMC, 1), ==, want[0]);
    g_assert_cmphex(smb_read(&rig, SMC, 4), ==, 2);
    rig_close(&rig);
}

static void test_version(void)
{
    check_version(NULL, "P01");
    check_version("DXB", "DXB");
}

static void test_smc(void)
{
    static const uint8_t quiet[] = {
        0x05, 0x06, 0x07, 0x08, 0x0b, 0x0d, 0x0e, 0x12, 0x13, 0x19, 0x1a,
    };
    Rig rig;

    rig_open(&rig, &rig_config);
    smb_write(&rig, SMC, 2, 0x01);
    smb_write(&rig, SMC, 2, 0x40);
    smb_write(&rig, SMC, 2, 0x40);
    smb_write(&rig, SMC, 2, 0x80);
    smb_write(&rig, SMC, 2, 0x80);
    smb_write(&rig, SMC, 2, 0x80);
    smb_write(&rig, SMC, 2, 0x00);
    g_assert_cmpuint(rig.requests[NV_CONSOLE_RESET], ==, 1);
    g_assert_cmpuint(rig.requests[NV_CONSOLE_POWER_CYCLE], ==, 2);
    g_assert_cmpuint(rig.requests[NV_CONSOLE_POWER_OFF], ==, 3);
    for (unsigned i = 0; i < sizeof(quiet); i++) {
        smb_write(&rig, SMC, quiet[i], 0);
    }
    g_assert_cmphex(smb_read(&rig, SMC, 0x10), ==, 10);
    smb_write(&rig, SMC, 6, 37);
    g_assert_cmphex(smb_read(&rig, SMC, 0x10), ==, 10);
    smb_write(&rig, SMC, 5, 1);
    g_assert_cmphex(smb_read(&rig, SMC, 0x10), ==, 37);
    smb_write(&rig, SMC, 0x0e, 0x77);
    g_assert_cmphex(smb_read(&rig, SMC, 0x0f), ==, 0x77);
    smb_write(&rig, SMC, 0x1b, 4);
    nv_console_reset(rig.c);
    g_assert_cmphex(smb_read(&rig, SMC, 0x1b), ==, 4);
    g_assert_cmphex(smb_read(&rig, SMC, 0x09), ==, 40);
    g_assert_cmphex(smb_read(&rig, SMC, 0x0a), ==, 40);
    g_assert_cmpuint(rig.logs[NV_CONSOLE_LOG_UNIMP], ==, 0);
    /* A word of a byte. */
    smb_write(&rig, SMC, 0x1b, 9);
    smb_run(&rig, WORD_DATA, SMC, true, 0x1b);
    g_assert_cmphex(smb_in(&rig, 6, 2), ==, 9);
    smb_write(&rig, SMC, 0x77, 9);
    g_assert_cmpuint(rig.logs[NV_CONSOLE_LOG_UNIMP], ==, 1);
    smb_read(&rig, SMC, 0x77);
    g_assert_cmpuint(rig.logs[NV_CONSOLE_LOG_UNIMP], ==, 2);
    rig_close(&rig);
}

static void test_tray(void)
{
    NvConsoleOps ops = rig_ops;
    Rig rig;

    rig_open(&rig, &rig_config);
    g_assert_cmphex(smb_read(&rig, SMC, 3), ==, 0x40);
    nv_console_set_tray(rig.c, false, true);
    g_assert_cmphex(smb_read(&rig, SMC, 3), ==, 0x60);
    g_assert_cmphex(smb_read(&rig, SMC, 0x11), ==, 0);
    nv_console_set_tray(rig.c, true, true);
    g_assert_cmphex(smb_read(&rig, SMC, 3), ==, 0x10);
    g_assert_cmphex(smb_read(&rig, SMC, 0x11), ==, 4);
    nv_console_set_tray(rig.c, false, false);
    g_assert_cmphex(smb_read(&rig, SMC, 0x11), ==, 2);
    /* By command: the drive's owner does it. */
    smb_write(&rig, SMC, 0x0c, 0);
    g_assert_cmpint(rig.tray, ==, 1);
    g_assert_cmphex(smb_read(&rig, SMC, 3), ==, 0x40);
    smb_write(&rig, SMC, 0x0c, 1);
    g_assert_cmpint(rig.tray, ==, 0);
    rig_close(&rig);

    /* Or nobody. */
    ops.move_tray = NULL;
    memset(&rig, 0, sizeof(rig));
    rig.c = nv_console_new(&rig_config, &ops, &rig, NULL);
    smb_write(&rig, SMC, 0x0c, 0);
    g_assert_cmphex(smb_read(&rig, SMC, 3), ==, 0x10);
    smb_write(&rig, SMC, 0x0c, 1);
    g_assert_cmphex(smb_read(&rig, SMC, 3), ==, 0x40);
    rig_close(&rig);
}

/* The answer as documents have it, in numbers without end. */
static void work_out(const unsigned ch[4], unsigned answer[2])
{
    unsigned x = ((ch[0] * 4) ^ (ch[1] + 0x39) ^ (ch[2] / 4) ^
                  (ch[3] + 0x63)) % 256;
    unsigned y = ((ch[0] + 0x0b) ^ (ch[1] / 4) ^ (ch[2] + 0x1b)) % 256;

    answer[0] = 0x33;
    answer[1] = 0xed;
    for (int i = 0; i < 4; i++) {
        answer[0] = (answer[0] + (answer[1] ^ x)) % 256;
        answer[1] = (answer[1] + (answer[0] ^ y)) % 256;
    }
}

static void check_challenge(bool strict)
{
    NvConsoleConfig config = rig_config;
    unsigned different = 0, last = 0, wrong = 0;
    Rig rig;

    config.strict_smc = strict;
    rig_open(&rig, &config);
    for (unsigned n = 0; n < 500; n++) {
        unsigned ch[4], answer[2], all = 0;

        for (unsigned i = 0; i < 4; i++) {
            ch[i] = smb_read(&rig, SMC, 0x1c + i);
            g_assert_cmphex(ch[i], !=, 0);
            g_assert_cmphex(smb_read(&rig, SMC, 0x1c + i), ==, ch[i]);
            all = all << 8 | ch[i];
        }
        different += all != last;
        last = all;
        work_out(ch, answer);
        /* Each fifth is wrong in one bit. */
        if (n % 5 == 4) {
            answer[n & 1] ^= 1 << (n / 5 % 8);
            wrong++;
        }
        smb_write(&rig, SMC, 0x20, answer[0]);
        smb_write(&rig, SMC, 0x21, answer[1]);
        g_assert_cmpuint(rig.requests[NV_CONSOLE_RESET], ==,
                         strict ? wrong : 0);
        g_assert_cmpuint(rig.logs[NV_CONSOLE_LOG_GUEST_ERROR], ==, wrong);
        nv_console_reset(rig.c);
    }
    g_assert_cmpuint(different, ==, 500);
    rig_close(&rig);
}

static void test_challenge(void)
{
    check_challenge(false);
    check_challenge(true);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/console/smc/version", test_version);
    g_test_add_func("/console/smc/commands", test_smc);
    g_test_add_func("/console/smc/tray", test_tray);
    g_test_add_func("/console/smc/challenge", test_challenge);
    return g_test_run();
}
