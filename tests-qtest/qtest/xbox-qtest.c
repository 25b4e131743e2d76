/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Helpers for tests of the console in QEMU.
 */
#include "xbox-qtest.h"

uint8_t xbox_flash_byte(uint32_t i)
{
    return i * 7 + (i >> 8) * 13 + (i >> 16) * 101;
}

char *xbox_file(XboxTest *t, const char *name, const void *data, size_t size)
{
    char *path = g_build_filename(t->dir, name, NULL);
    GError *err = NULL;

    g_file_set_contents(path, data, size, &err);
    g_assert_no_error(err);
    return path;
}

bool xbox_in_tree(void)
{
    return nv_qtest_in_tree();
}

char *xbox_machine(const char *more)
{
    return xbox_in_tree() ?
           g_strdup_printf("-M xbox%s", more) :
           g_strdup_printf("-M isapc -m 64M -plugin %s,machine=xbox%s",
                           nv_qtest_plugin(), more);
}

void xbox_again(XboxTest *t, const char *plugin, const char *args)
{
    bool own = strstr(plugin, ",xbe=");
    g_autofree char *all = own ? g_strdup(plugin) :
                           g_strdup_printf(",flash=%s%s", t->flash, plugin);
    g_autofree char *machine = xbox_machine(all);

    t->qts = qtest_initf("%s -vga none -net none -no-shutdown %s", machine,
                         args);
}

XboxTest *xbox_start_with(const void *image, size_t size, const char *plugin,
                          const char *args)
{
    XboxTest *t = g_new0(XboxTest, 1);

    t->dir = nv_qtest_mkdir();
    t->flash = xbox_file(t, "flash.bin", image, size);
    xbox_again(t, plugin, args);
    return t;
}

XboxTest *xbox_start(const char *plugin, const char *args)
{
    g_autofree uint8_t *image = g_malloc(XBOX_FLASH_SIZE);
    uint32_t i;

    for (i = 0; i < XBOX_FLASH_SIZE; i++) {
        image[i] = xbox_flash_byte(i);
    }
    return xbox_start_with(image, XBOX_FLASH_SIZE, plugin, args);
}

void xbox_stop(XboxTest *t)
{
    qtest_quit(t->qts);
    t->qts = NULL;
}

void xbox_end(XboxTest *t)
{
    if (t->qts) {
        xbox_stop(t);
    }
    nv_qtest_rmdir(t->dir);
    g_free(t->flash);
    g_free(t);
}

uint32_t xbox_config(XboxTest *t, uint32_t address)
{
    qtest_outl(t->qts, 0xcf8, address & ~3u);
    return qtest_inl(t->qts, 0xcfc);
}

uint8_t xbox_config_byte(XboxTest *t, uint32_t address)
{
    qtest_outl(t->qts, 0xcf8, address & ~3u);
    return qtest_inb(t->qts, 0xcfc + (address & 3));
}

void xbox_set_config(XboxTest *t, uint32_t address, uint32_t value)
{
    qtest_outl(t->qts, 0xcf8, address & ~3u);
    qtest_outl(t->qts, 0xcfc, value);
}

void xbox_map(XboxTest *t)
{
    static const struct {
        uint32_t address, value;
    } rows[] = {
        { XBOX_LPC(0x10), XBOX_PM | 1 },
        { XBOX_LPC(0x04), 3 },
        { XBOX_CONFIG(0, 1, 1, 0x14), XBOX_SMBUS | 1 },
        { XBOX_CONFIG(0, 1, 1, 0x18), 0xc201 },
        { XBOX_CONFIG(0, 1, 1, 0x04), 1 },
        { XBOX_CONFIG(0, 2, 0, 0x10), XBOX_OHCI0 },
        { XBOX_CONFIG(0, 2, 0, 0x04), 6 },
        { XBOX_CONFIG(0, 4, 0, 0x10), XBOX_NIC },
        { XBOX_CONFIG(0, 4, 0, 0x04), 6 },
        { XBOX_CONFIG(0, 5, 0, 0x10), XBOX_APU },
        { XBOX_CONFIG(0, 5, 0, 0x04), 6 },
        { XBOX_CONFIG(0, 6, 0, 0x18), XBOX_ACI },
        { XBOX_CONFIG(0, 6, 0, 0x04), 6 },
        { XBOX_CONFIG(0, 9, 0, 0x20), 0xff61 },
        { XBOX_CONFIG(0, 9, 0, 0x04), 5 },
        { XBOX_CONFIG(0, 30, 0, 0x18), 0x00010100 },
        { XBOX_CONFIG(0, 30, 0, 0x20), 0xfdf0fd00 },
        { XBOX_CONFIG(0, 30, 0, 0x24), 0xf7f0f000 },
        { XBOX_CONFIG(0, 30, 0, 0x04), 7 },
        { XBOX_CONFIG(1, 0, 0, 0x10), XBOX_GPU },
        { XBOX_CONFIG(1, 0, 0, 0x14), XBOX_GPU_RAM },
        { XBOX_CONFIG(1, 0, 0, 0x04), 7 },
    };
    unsigned i;

    for (i = 0; i < G_N_ELEMENTS(rows); i++) {
        xbox_set_config(t, rows[i].address, rows[i].value);
    }
}

static void start(XboxTest *t, uint8_t address, uint8_t command, uint8_t type)
{
    qtest_outb(t->qts, XBOX_SMBUS + 4, address);
    qtest_outb(t->qts, XBOX_SMBUS + 8, command);
    qtest_outw(t->qts, XBOX_SMBUS, 0xffff);
    qtest_outb(t->qts, XBOX_SMBUS + 2, 0x08 | type);
}

/* Start, look: 0x10 is "done", without it nobody was there. */
static bool cycle(XboxTest *t, uint8_t address, uint8_t command, uint8_t type)
{
    uint8_t status;

    start(t, address, command, type);
    status = qtest_inb(t->qts, XBOX_SMBUS) & 0x36;
    g_assert_true(status == 0x10 || status == 0x04);
    return status == 0x10;
}

bool xbox_smbus_read(XboxTest *t, uint8_t slave, uint8_t command,
                     uint8_t *value)
{
    bool answered = cycle(t, slave << 1 | 1, command, 2);

    *value = qtest_inb(t->qts, XBOX_SMBUS + 6);
    return answered;
}

bool xbox_smbus_read_word(XboxTest *t, uint8_t slave, uint8_t command,
                          uint16_t *value)
{
    bool answered = cycle(t, slave << 1 | 1, command, 3);

    *value = qtest_inb(t->qts, XBOX_SMBUS + 6) |
             qtest_inb(t->qts, XBOX_SMBUS + 7) << 8;
    return answered;
}

bool xbox_smbus_write(XboxTest *t, uint8_t slave, uint8_t command,
                      uint8_t value)
{
    qtest_outb(t->qts, XBOX_SMBUS + 6, value);
    return cycle(t, slave << 1, command, 2);
}

void xbox_smbus_send(XboxTest *t, uint8_t slave, uint8_t command,
                     uint8_t value)
{
    qtest_outb(t->qts, XBOX_SMBUS + 6, value);
    start(t, slave << 1, command, 2);
}

static uint8_t requests_of(XboxTest *t, uint16_t port)
{
    qtest_outb(t->qts, port, 0x0a);             /* OCW3: read IRR */
    return qtest_inb(t->qts, port);
}

uint16_t xbox_requests(XboxTest *t)
{
    return requests_of(t, 0x20) | requests_of(t, 0xa0) << 8;
}

void xbox_wait(XboxTest *t, const char *event)
{
    qtest_qmp_eventwait(t->qts, event);
}

enum { ATA_DATA = 0x1f0, ATA_SELECT = 0x1f6, ATA_STATUS = 0x1f7 };

/* A command of the DVD drive with room for an answer of @length bytes. */
static uint8_t packet(XboxTest *t, uint8_t command, uint8_t length)
{
    unsigned i;

    qtest_outb(t->qts, ATA_SELECT, 0xb0);
    qtest_outb(t->qts, ATA_STATUS, 0xa0);       /* PACKET */
    for (i = 0; i < 6; i++) {
        qtest_outw(t->qts, ATA_DATA, i == 0 ? command : i == 2 ? length : 0);
    }
    return qtest_inb(t->qts, ATA_STATUS);
}

bool xbox_disc_ready(XboxTest *t)
{
    unsigned i;

    if (!(packet(t, 0x00, 0) & 1)) {            /* TEST UNIT READY */
        return true;
    }
    if (packet(t, 0x03, 18) & 8) {              /* REQUEST SENSE */
        for (i = 0; i < 9; i++) {
            qtest_inw(t->qts, ATA_DATA);
        }
    }
    return false;
}
