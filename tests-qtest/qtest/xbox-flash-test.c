/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What stands below 4 GiB: the flash image, repeated, the boot ROM over its
 * end, and the image that is made for a program.
 */
#include "xbox-qtest.h"

#include "kernel/layout.h"

/* The image again and again from 0xff000000 up; nobody can write it. */
static void test_flash(void)
{
    XboxTest *t = xbox_start("", "");
    uint32_t at, offset;

    for (at = 0xff000000; at; at += XBOX_FLASH_SIZE) {
        /* The boot ROM covers the last 512 bytes. */
        for (offset = 0; offset < XBOX_FLASH_SIZE - 512; offset += 0x1fff) {
            g_assert_cmphex(qtest_readb(t->qts, at + offset), ==,
                            xbox_flash_byte(offset));
        }
        offset = XBOX_FLASH_SIZE - 513;
        g_assert_cmphex(qtest_readb(t->qts, at + offset), ==,
                        xbox_flash_byte(offset));
    }
    qtest_writel(t->qts, 0xff000080, 0x12345678);
    g_assert_cmphex(qtest_readb(t->qts, 0xff000080), ==,
                    xbox_flash_byte(0x80));
    xbox_end(t);
}

static bool shows_flash(XboxTest *t)
{
    unsigned same = 0, i;

    for (i = 0; i < 512; i++) {
        same += qtest_readb(t->qts, 0xfffffe00 + i) ==
                xbox_flash_byte(XBOX_FLASH_SIZE - 512 + i);
    }
    return same == 512;
}

/* Visible after a reset, until software switches it off. */
static void test_boot_rom(void)
{
    XboxTest *t = xbox_start("", "");

    g_assert_false(shows_flash(t));
    g_assert_cmphex(qtest_readb(t->qts, 0xfffffff0), ==, 0xeb); /* a jump */
    xbox_set_config(t, XBOX_LPC(0x80), 0x01);
    g_assert_false(shows_flash(t));
    xbox_set_config(t, XBOX_LPC(0x80), 0x02);
    g_assert_true(shows_flash(t));
    qtest_qmp_assert_success(t->qts, "{'execute': 'system_reset'}");
    xbox_wait(t, "RESET");
    g_assert_false(shows_flash(t));
    xbox_end(t);
}

/* The owner's ROM in place of ours. */
static void test_mcpx(void)
{
    uint8_t rom[512];
    XboxTest *t = xbox_start("", "");
    g_autofree char *file = NULL, *plugin = NULL;
    unsigned i;

    for (i = 0; i < sizeof(rom); i++) {
        rom[i] = i ^ 0xa5;
    }
    file = xbox_file(t, "mcpx.bin", rom, sizeof(rom));
    plugin = g_strdup_printf(",mcpx=%s", file);
    xbox_stop(t);
    xbox_again(t, plugin, "");
    for (i = 0; i < sizeof(rom); i++) {
        g_assert_cmphex(qtest_readb(t->qts, 0xfffffe00 + i), ==, rom[i]);
    }
    xbox_end(t);
}

#define PART 0x4000u

/* Bytes @at to @at + PART of the program at @address, as far as it goes. */
static void check_part(XboxTest *t, const uint8_t *xbe, size_t size,
                       uint32_t address, size_t at)
{
    uint8_t seen[PART];
    size_t n = MIN(size - at, PART);

    qtest_memread(t->qts, address + at, seen, n);
    g_assert_cmpmem(seen, n, xbe + at, n);
}

/* A program of @size bytes stands in flash where the table says. */
static void check_xbe(XboxTest *t, size_t size, const char *place)
{
    g_autofree uint8_t *xbe = g_malloc0(size);
    g_autofree char *file = NULL, *plugin = NULL;
    NvKernelTable found;
    size_t i;

    for (i = 0; i < size; i++) {
        xbe[i] = xbox_flash_byte(i);
    }
    memcpy(xbe, "XBEH", 4);
    file = xbox_file(t, "default.xbe", xbe, size);
    plugin = g_strdup_printf(",xbe=%s", place ? place : file);
    xbox_stop(t);
    xbox_again(t, plugin, "");
    qtest_memread(t->qts, NV_KERNEL_TOP + NV_KERNEL_TABLE_OFFSET, &found,
                  sizeof(found));
    g_assert_cmphex(found.magic, ==, NV_KERNEL_MAGIC);
    g_assert_cmpuint(found.count, ==, 1);
    g_assert_cmpstr(found.file[0].name, ==, "default.xbe");
    g_assert_cmpuint(found.file[0].size, ==, size);
    check_part(t, xbe, size, found.file[0].address, 0);
    check_part(t, xbe, size, found.file[0].address, size / 2);
    check_part(t, xbe, size, found.file[0].address, size - MIN(size, PART));
    /* The byte code begins where the boot ROM looks, whatever the size. */
    g_assert_cmphex(qtest_readb(t->qts, 0xff000080), ==, 0x04);
}

/* Behind the kernel, or in front of it in a larger flash. */
static void test_xbe(void)
{
    static const size_t sizes[] = {
        0x178, 0x10001, 0xdfe00, 0xdfe01, 1 << 20, (15 << 20) - 0x1000,
    };
    XboxTest *t = xbox_start("", "");
    unsigned i;

    for (i = 0; i < G_N_ELEMENTS(sizes); i++) {
        check_xbe(t, sizes[i], NULL);
    }
    check_xbe(t, 0x2000, t->dir);               /* a folder's default.xbe */
    xbox_end(t);
}

int main(int argc, char **argv)
{
    g_test_init(&argc, &argv, NULL);
    g_test_add_func("/xbox/flash/mirrors", test_flash);
    g_test_add_func("/xbox/flash/boot-rom", test_boot_rom);
    g_test_add_func("/xbox/flash/mcpx", test_mcpx);
    g_test_add_func("/xbox/flash/xbe", test_xbe);
    return g_test_run();
}
