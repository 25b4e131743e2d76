/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * nv-state on QEMU: files of `migrate`, and running machines through their
 * monitor, which goes on serving afterwards.
 */
#include "nv2a-qtest.h"

#include "unit/tools/tool-run.h"

#define BLEND 0x401804

/* A machine whose second monitor is the socket "qmp" in the test's folder. */
static NvQtest *machine(const char *devices)
{
    return nv_qtest_start("%s -qmp unix:%s/qmp,server=on,wait=off", devices,
                          tool_files);
}

/* The file holds what was written to the card, bit by bit and by name. */
static void test_file(void)
{
    g_autofree char *file = g_build_filename(tool_files, "machine", NULL);
    NvQtest *t;

    if (!tool_have()) {
        return;
    }
    t = nv_qtest_start("-device nv25,vram=16M");
    nv_write(t, BLEND, 0x0001345a);
    nv_qtest_save(t, file);
    nv_qtest_end(t);
    tool_gives("nv-state dump --only pgraph.BLEND machine", 0,
               "# nv25, 16M of VRAM\n"
               "pgraph.BLEND 0x0001345a\n"
               "    EQUATION                 ADD\n"
               "    ENABLE                   1\n"
               "    SRC_FACTOR               ONE_MINUS_SRC_ALPHA\n"
               "    DST_FACTOR               SRC_ALPHA\n"
               "    LOGIC_OP                 COPY\n"
               "    LOGIC_OP_ENABLE          1\n");
}

/* What changes from one look to the next is what diff prints. */
static void test_socket(void)
{
    g_autofree char *file = g_build_filename(tool_files, "before", NULL);
    NvQtest *t;

    if (!tool_have()) {
        return;
    }
    t = machine("-device nv20,vram=16M,id=gpu");
    nv_write(t, BLEND, 0x012);
    nv_qtest_save(t, file);
    tool_gives("nv-state diff --only 'pgraph.*' before qmp", 0, "");
    nv_write(t, BLEND, 0x01a);
    tool_gives("nv-state diff --only 'pgraph.*' before qmp", 1,
               "pgraph.BLEND 0x00000012 -> 0x0000001a\n"
               "    ENABLE                   0 -> 1\n");
    tool_gives("nv-state dump --only pgraph.BLEND qmp | head -2", 0,
               "# nv20, 16M of VRAM\npgraph.BLEND 0x0000001a\n");
    /* The machine lives. */
    nv_write(t, BLEND, 0x00000003);
    g_assert_cmphex(nv_read(t, BLEND), ==, 0x00000003);
    nv_qtest_end(t);
}

/* Cards with an id and without; a machine without any. */
static void test_two(void)
{
    NvQtest *t, *other;

    if (!tool_have()) {
        return;
    }
    t = machine("-device nv20,vram=16M -device nv2a,vram=32M,id=second");
    other = nv_qtest_other(t, 1);
    nv_write(other, BLEND, 0x00000005);
    nv_qtest_other_end(other);
    tool_gives("nv-state dump --card 0 --only pgraph.BLEND qmp | head -2", 0,
               "# nv2a, 32M of VRAM\npgraph.BLEND 0x00000005\n");
    tool_gives("nv-state dump --card 1 --only pgraph.BLEND qmp", 0,
               "# nv20, 16M of VRAM\n");
    tool_complains("nv-state dump --card 2 qmp",
                   "qmp: there is no card 2; the machine has 2");
    nv_qtest_end(t);
}

int main(int argc, char **argv)
{
    int status;

    g_test_init(&argc, &argv, NULL);
    tool_begin("nv-state");
    qtest_add_func("/state/file", test_file);
    qtest_add_func("/state/socket", test_socket);
    qtest_add_func("/state/two", test_two);
    status = g_test_run();
    tool_end();
    return status;
}
