/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What software finds on the console's SMBus: the SMC, the sensor, an encoder,
 * the EEPROM and its file.  Facts: what firmware and Linux read.
 */
#include "xbox-qtest.h"

static uint8_t smbus(XboxTest *t, uint8_t slave, uint8_t command)
{
    uint8_t value;

    g_assert_true(xbox_smbus_read(t, slave, command, &value));
    return value;
}

static void test_smc(void)
{
    XboxTest *t = xbox_start(",avpack=hdtv,smc=P11", "");
    unsigned i;

    xbox_map(t);
    g_assert_true(xbox_smbus_write(t, XBOX_SMC, 1, 0));
    for (i = 0; i < 6; i++) {
        g_assert_cmphex(smbus(t, XBOX_SMC, 1), ==, "P11"[i % 3]);
    }
    g_assert_cmphex(smbus(t, XBOX_SMC, 4), ==, 1);
    g_assert_true(xbox_smbus_write(t, XBOX_SMC, 0x1b, 0x5a));
    g_assert_cmphex(smbus(t, XBOX_SMC, 0x1b), ==, 0x5a);
    g_assert_cmpuint(smbus(t, XBOX_SENSOR, 1), >, 0);
    /* Clearing works bit by bit, and nothing is left. */
    qtest_outb(t->qts, XBOX_SMBUS, 0x10);
    g_assert_cmphex(qtest_inb(t->qts, XBOX_SMBUS), ==, 0);
    xbox_end(t);
}

/* Exactly the chosen encoder answers. */
static void test_encoders(void)
{
    static const struct {
        const char *name;
        uint8_t slave;
    } rows[] = {
        { "conexant", 0x45 }, { "focus", 0x6a }, { "xcalibur", 0x70 },
    };
    unsigned i, k;
    uint8_t value;

    for (i = 0; i < G_N_ELEMENTS(rows); i++) {
        g_autofree char *plugin = g_strdup_printf(",encoder=%s",
                                                  rows[i].name);
        XboxTest *t = xbox_start(plugin, "");

        xbox_map(t);
        for (k = 0; k < G_N_ELEMENTS(rows); k++) {
            g_assert_cmpint(xbox_smbus_read(t, rows[k].slave, 0, &value), ==,
                            k == i);
        }
        g_assert_true(xbox_smbus_write(t, rows[i].slave, 0xa2, 0x3c));
        g_assert_cmphex(smbus(t, rows[i].slave, 0xa2), ==, 0x3c);
        g_assert_false(xbox_smbus_write(t, 0x33, 0, 0));
        xbox_end(t);
    }
}

/* The made-up one: NTSC-M, a MAC of local administration. */
static void test_eeprom(void)
{
    XboxTest *t = xbox_start("", "");
    uint16_t word;

    xbox_map(t);
    g_assert_true(xbox_smbus_read_word(t, XBOX_EEPROM, 0x58, &word));
    g_assert_cmphex(word, ==, 0x0100);
    g_assert_cmphex(smbus(t, XBOX_EEPROM, 0x5a), ==, 0x40);
    g_assert_cmphex(smbus(t, XBOX_EEPROM, 0x40), ==, 0x02);
    g_assert_cmphex(smbus(t, XBOX_EEPROM, 0x34), ==, '0');
    xbox_end(t);
}

/* A file is what software reads, and follows what it writes. */
static void test_eeprom_file(void)
{
    uint8_t bytes[256];
    XboxTest *t = xbox_start("", "");
    g_autofree char *file = NULL, *plugin = NULL, *after = NULL;
    gsize size;
    unsigned i;

    for (i = 0; i < sizeof(bytes); i++) {
        bytes[i] = 255 - i;
    }
    file = xbox_file(t, "eeprom.bin", bytes, sizeof(bytes));
    plugin = g_strdup_printf(",eeprom=%s", file);
    xbox_stop(t);
    xbox_again(t, plugin, "");
    xbox_map(t);
    for (i = 0; i < sizeof(bytes); i += 5) {
        g_assert_cmphex(smbus(t, XBOX_EEPROM, i), ==, bytes[i]);
    }
    g_assert_true(xbox_smbus_write(t, XBOX_EEPROM, 0x90, 0x11));
    xbox_stop(t);
    g_assert_true(g_file_get_contents(file, &after, &size, NULL));
    bytes[0x90] = 0x11;
    g_assert_cmpmem(after, size, bytes, sizeof(bytes));
    xbox_end(t);
}

/* -snapshot is for all files: the EEPROM's stays as well. */
static void test_eeprom_snapshot(void)
{
    static const uint8_t zeros[256];
    XboxTest *t = xbox_start("", "");
    g_autofree char *file = xbox_file(t, "eeprom.bin", zeros, sizeof(zeros));
    g_autofree char *plugin = g_strdup_printf(",eeprom=%s", file);
    g_autofree char *after = NULL;
    gsize size;

    xbox_stop(t);
    xbox_again(t, plugin, "-snapshot");
    xbox_map(t);
    g_assert_true(xbox_smbus_write(t, XBOX_EEPROM, 0x90, 0x11));
    g_assert_cmphex(smbus(t, XBOX_EEPROM, 0x90), ==, 0x11);
    xbox_stop(t);
    g_assert_true(g_file_get_contents(file, &after, &size, NULL));
    g_assert_cmpmem(after, size, zeros, sizeof(zeros));
    xbox_end(t);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/xbox/smc", test_smc);
    g_test_add_func("/xbox/encoders", test_encoders);
    g_test_add_func("/xbox/eeprom", test_eeprom);
    g_test_add_func("/xbox/eeprom-file", test_eeprom_file);
    g_test_add_func("/xbox/eeprom-snapshot", test_eeprom_snapshot);
    return g_test_run();
}
