/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What a user asks of the console and cannot have: one sentence each.
 */
#include "xbox-qtest.h"

#define MACHINE "machine=xbox"

/* One line, these words in it, status 1.  "@" is a file of 12 bytes. */
static const struct {
    const char *name, *plugin, *args, *expect;
} refusals[] = {
    { "machine", "machine=ps2", "", "machine=ps2 is unknown: the only one is "
      "xbox" },
    { "no-machine", "flash=@", "", "flash= is the console's: give "
      "machine=xbox too" },
    { "base", "machine=xbox,flash=@", "-M none", "machine=xbox cannot take "
      "the place of -M none: give -M isapc" },
    { "base-q35", "machine=xbox,flash=@", "-M q35", "cannot take the place "
      "of -M pc-q35" },
    { "memory", "machine=xbox,flash=@", "-m 96M", "the console has 64 or 128 "
      "MiB of RAM, not 96 MiB: give -m 64M" },
    { "processors", "machine=xbox,flash=@", "-M pc -m 64M -smp 2", "-smp 2: "
      "the console has one processor" },
    { "kernel", "machine=xbox,flash=@", "-kernel @", "-kernel @: the console "
      "starts what its flash or disc holds" },
    { "flash-missing", "machine=xbox,flash=/nonexistent/f", "",
      "flash=/nonexistent/f cannot be read: No such file or directory" },
    { "flash-folder", "machine=xbox,flash=/tmp", "", "flash=/tmp cannot be "
      "read: Is a directory" },
    { "flash-size", "machine=xbox,flash=@", "", "flash=@ has 12 bytes: a flash "
      "image has a power of two from 4 KiB to 16 MiB" },
    { "flash-name", "machine=xbox,flash=", "", "flash needs the name of a file, "
      "as in flash=FILE" },
    { "bios", "machine=xbox", "-bios @", "-bios @ has 12 bytes" },
    { "both", "machine=xbox,flash=@,xbe=@", "", "xbe=@ and flash=@ exclude "
      "each other" },
    { "xbe-missing", "machine=xbox,xbe=/nonexistent/x", "",
      "xbe=/nonexistent/x cannot be read: No such file or directory" },
    { "xbe-folder", "machine=xbox,xbe=/usr", "",
      "xbe=/usr/default.xbe cannot be read" },
    { "xbe-format", "machine=xbox,xbe=@", "", "xbe=@ is no XBE file: it does "
      "not begin with XBEH" },
    { "mcpx-missing", "machine=xbox,flash=#,mcpx=/nonexistent/m", "",
      "mcpx=/nonexistent/m cannot be read" },
    { "mcpx-size", "machine=xbox,flash=#,mcpx=@", "", "mcpx=@ has 12 bytes: "
      "the boot ROM has 512" },
    { "eeprom-missing", "machine=xbox,flash=#,eeprom=/nonexistent/e", "",
      "eeprom=/nonexistent/e cannot be read" },
    { "eeprom-size", "machine=xbox,flash=#,eeprom=@", "", "eeprom=@ has 12 "
      "bytes: the EEPROM has 256" },
    { "encoder", "machine=xbox,flash=#,encoder=brooktree", "",
      "encoder=brooktree is unknown: choose from conexant, focus, xcalibur" },
    { "avpack", "machine=xbox,flash=#,avpack=8", "", "avpack=8 is unknown: "
      "choose from scart, hdtv, vga" },
    { "smc", "machine=xbox,flash=#,smc=P1", "", "smc=P1 is no version of the "
      "system controller" },
    { "strict", "machine=xbox,flash=#,strict-smc=maybe", "",
      "strict-smc=maybe is unknown: it is on or off" },
};

static char *with_files(const char *text, const char *small,
                        const char *flash)
{
    g_auto(GStrv) parts = g_strsplit(text, "@", -1);
    g_autofree char *once = g_strjoinv(small, parts);
    g_auto(GStrv) more = g_strsplit(once, "#", -1);

    return g_strjoinv(flash, more);
}

/* What is of the plugin alone, or of the machine that it replaces. */
static bool is_of_plugin(unsigned i)
{
    return !g_str_has_prefix(refusals[i].plugin, MACHINE) ||
           strstr(refusals[i].args, "-M ");
}

static int run(const char *plugin, const char *args, char **out)
{
    g_autofree char *whole = NULL, *all = NULL;

    if (xbox_in_tree()) {
        all = g_strdup_printf("-M xbox%s %s", plugin + strlen(MACHINE), args);
        return nv_run_qemu_plain(all, out);
    }
    whole = g_strdup_printf(",%s", plugin);
    all = g_strdup_printf("-M isapc -m 64M %s", args);
    return nv_run_qemu(whole, all, out);
}

static void test_refusal(const void *data)
{
    unsigned i = GPOINTER_TO_UINT(data), lines = 0;
    char *dir = nv_qtest_mkdir();
    g_autofree char *small = g_build_filename(dir, "small", NULL);
    g_autofree char *flash = g_build_filename(dir, "flash", NULL);
    g_autofree char *zeros = g_malloc0(4096);
    g_autofree char *plugin = with_files(refusals[i].plugin, small, flash);
    g_autofree char *args = with_files(refusals[i].args, small, flash);
    g_autofree char *expect = with_files(refusals[i].expect, small, flash);
    g_autofree char *out = NULL;
    const char *p;

    if (xbox_in_tree() && is_of_plugin(i)) {
        g_test_skip("there is no plugin");
        nv_qtest_rmdir(dir);
        return;
    }
    g_assert_true(g_file_set_contents(small, "twelve bytes", 12, NULL));
    g_assert_true(g_file_set_contents(flash, zeros, 4096, NULL));
    g_assert_cmpint(run(plugin, args, &out), ==, 1);
    g_test_message("%s", out);
    g_assert_nonnull(strstr(out, expect));
    for (p = out; *p; p++) {
        lines += *p == '\n';
    }
    if (!*(g_getenv("NV2A_PRELOAD") ?: "")) {
        g_assert_cmpuint(lines, ==, 1);
    }
    nv_qtest_rmdir(dir);
}

int main(int argc, char **argv)
{
    unsigned i;

    g_test_init(&argc, &argv, NULL);
    for (i = 0; i < G_N_ELEMENTS(refusals); i++) {
        g_autofree char *path = g_strdup_printf("/xbox/refused/%s",
                                                refusals[i].name);

        g_test_add_data_func(path, GUINT_TO_POINTER(i), test_refusal);
    }
    return g_test_run();
}
