/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The tools nv-fatx and nv-xbe as programs: what they print, what they
 * complain of, and the examples of their documentation.
 */
#include "unit/tools/tool-run.h"

#include <stdint.h>

#include "base/bits.h"

static void test_volume(void)
{
    if (!tool_have()) {
        return;
    }
    tool_gives("nv-fatx make --volume --size 2M --cluster 1K v.img && "
               "mkdir -p t/a/b && head -c 70000 /dev/zero >t/a/b/zero && "
               "seq 1 9999 >t/seq && nv-fatx put v.img t / && "
               "nv-fatx get v.img t/seq out && cmp out t/seq && "
               "nv-fatx get v.img T/A/B/ZERO - | cmp - t/a/b/zero && "
               "nv-fatx rm v.img t/a/b/zero && nv-fatx put v.img t/seq t/a && "
               "nv-fatx put v.img t/seq t/a && nv-fatx rm v.img t/seq && "
               "nv-fatx list v.img t/a | cut -c 1-15,33-", 0,
               "d---          0 b\n"
               "----      48888 seq\n");
    tool_gives("nv-fatx check v.img", 0,
               "is sound: 1 files, 4 directories, 52 clusters used, 0 lost\n");
}

/* A disk that is too small for what it is given, and then for nothing. */
static void test_full(void)
{
    if (!tool_have()) {
        return;
    }
    tool_complains("rm -f v.img; nv-fatx make --volume --size 1M v.img && "
                   "head -c 2M /dev/zero >big && nv-fatx put v.img big x",
                   "\"x\" has no room on the disk");
    tool_complains("nv-fatx put v.img big y", "no room");
    tool_gives("nv-fatx check v.img", 0,
               "is sound: 2 files, 1 directories, 63 clusters used, 0 lost\n");
    tool_gives("nv-fatx rm v.img x && nv-fatx check v.img", 0,
               "is sound: 1 files, 1 directories, 1 clusters used, 0 lost\n");
}

/* A second file with the first one's chain. */
static void test_damage(void)
{
    g_autofree char *path = g_build_filename(tool_files, "v.img", NULL);
    g_autofree char *bytes = NULL;
    gsize size;

    if (!tool_have()) {
        return;
    }
    tool_gives("rm -f v.img; nv-fatx make --volume --size 1M v.img && "
               "echo a >a && nv-fatx put v.img a a && "
               "nv-fatx put v.img a b && nv-fatx check v.img", 0,
               "is sound: 2 files, 1 directories, 3 clusters used, 0 lost\n");
    g_assert_true(g_file_get_contents(path, &bytes, &size, NULL));
    nv_st32(bytes + 0x2000 + 64 + 0x2c, 2);
    g_assert_true(g_file_set_contents(path, bytes, size, NULL));
    tool_gives("nv-fatx check v.img", 1,
               "\"b\" from cluster 0x2: its chain runs into another\n"
               "is damaged: 2 files, 1 directories, 2 clusters used, "
               "1 lost\n");
}

static void test_complaints(void)
{
    static const struct {
        const char *line, *says;
    } cases[] = {
        { "nv-fatx list nothing", "\"nothing\": No such file" },
        { "nv-fatx list .", "it is no regular file" },
        { "nv-fatx list junk", "junk: the image is no FATX, XDVDFS or ISO" },
        { "nv-fatx check junk", "is no FATX, XDVDFS or ISO 9660 volume" },
        { "nv-fatx list w.img Q:/", "\"Q:/\": on a whole disk a path begins" },
        { "nv-fatx list w.img E", "\"E\": on a whole disk" },
        { "nv-fatx list w.img F:/", "\"F:/\": the disk is too small" },
        { "nv-fatx list w.img E:/no", "\"E:/no\" is not there" },
        { "nv-fatx get w.img E:/d x", "\"E:/d\" is a directory" },
        { "nv-fatx mkdir w.img E:/d", "\"E:/d\" exists" },
        { "nv-fatx mkdir w.img E:/d/?", "\"E:/d/?\" is no name for a file" },
        { "nv-fatx mkdir w.img E:/a/b/c", "\"E:/a/b/c\" is not there" },
        { "nv-fatx rm w.img E:/", "\"E:/\" is no name" },
        { "nv-fatx put w.img nothing E:/", "\"nothing\": No such file" },
        { "nv-fatx make w.img", "cannot make \"w.img\": File exists" },
        { "nv-fatx make --size 1G x.img", "--size 1G: the console's disk has" },
        { "nv-fatx make --size big x.img", "--size big: a size like 8G" },
        { "nv-fatx make --size -1 x.img", "--size -1: a size like 8G" },
        { "nv-fatx make --size 5T x.img", "--size 5T: the most is 4T" },
        { "nv-fatx make --volume --cluster 3K x.img", "clusters of 3072" },
        { "nv-fatx make --volume --size 9 x.img", "--size 9: a volume has" },
        { "nv-fatx make /nothing/x.img", "cannot make \"/nothing/x.img\"" },
        { "nv-fatx make", "IMAGE is needed, 0 were given" },
        { "nv-fatx dance", "there is no command \"dance\"" },
        { "nv-xbe disc g g.iso >log && nv-fatx check g.iso", "it is a disc" },
        { "nv-fatx put g.iso junk x", "\"x\" can only be read" },
    };

    if (!tool_have()) {
        return;
    }
    tool_gives("nv-fatx make w.img | wc -l && nv-fatx mkdir w.img E:/d && "
               "mkdir g && seq 99999 >junk", 0, "5\n");
    for (unsigned i = 0; i < G_N_ELEMENTS(cases); i++) {
        tool_complains(cases[i].line, cases[i].says);
    }
    tool_gives("ls x.img 2>&1 | grep -c cannot", 0, "1\n");
}

static void test_help(void)
{
    static const char *const commands[] = {
        "nv-fatx", "nv-fatx make", "nv-fatx list", "nv-fatx put",
        "nv-fatx get", "nv-fatx mkdir", "nv-fatx rm", "nv-fatx check",
        "nv-xbe", "nv-xbe pack", "nv-xbe list", "nv-xbe check", "nv-xbe disc",
    };

    for (unsigned i = 0; tool_have() && i < G_N_ELEMENTS(commands); i++) {
        g_autofree char *line = g_strconcat(commands[i], " --help", NULL);
        g_autofree char *out = NULL;
        g_autofree char *err = NULL;

        g_assert_cmpint(tool_shell(tool_files, line, &out, &err), ==, 0);
        g_assert_cmpstr(err, ==, "");
        g_assert_nonnull(strstr(out, "Usage:"));
        g_assert_nonnull(strstr(out, commands[i]));
    }
}

static void test_documentation(void)
{
    g_autofree char *source = g_test_build_filename(
        G_TEST_DIST, "..", "docs", "examples", "hello-xbox.c", NULL);
    g_autofree char *line = g_strdup_printf("cp '%s' . && gcc -m32 "
        "-ffreestanding -c hello-xbox.c", source);

    if (!tool_have()) {
        return;
    }
    if (tool_shell(tool_files, line, NULL, NULL)) {
        g_test_skip("gcc makes no programs for i386 here");
        return;
    }
    g_assert_cmpint(tool_shell(tool_files, "rm -rf g game *.img *.iso", NULL,
                               NULL), ==, 0);
    g_assert_cmpuint(tool_examples("nv-xbox-tools.rst", tool_files, NULL), >,
                     20);
}

int main(int argc, char **argv)
{
    int status;

    g_test_init(&argc, &argv, NULL);
    tool_begin("nv-fatx");
    g_test_add_func("/tools/xbox/volume", test_volume);
    g_test_add_func("/tools/xbox/full", test_full);
    g_test_add_func("/tools/xbox/damage", test_damage);
    g_test_add_func("/tools/xbox/complaints", test_complaints);
    g_test_add_func("/tools/xbox/help", test_help);
    g_test_add_func("/tools/xbox/documentation", test_documentation);
    status = g_test_run();
    tool_end();
    return status;
}
